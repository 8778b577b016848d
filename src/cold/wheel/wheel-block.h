/* The current block: some rows of all residue classes. First one parallel job
 * finds the heaps of the block that have a cold option before the block. Then
 * the steps of the block, some rows each, are done in order. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* The work of a phase, for its statistics. */
typedef struct wheel_counters {
    _Atomic uint64_t far_ors, step_ors, quiet_ors; /* ORs of one vector each */
    _Atomic uint64_t pushes; /* heaps marked hot by numbers of sparse classes */
    _Atomic uint64_t pulls;  /* near options that open rows looked at */
    _Atomic uint64_t exact;  /* quiet heaps decided by the definition */
    uint64_t cold;           /* cold numbers found */
    uint64_t candidates;     /* rows that stayed open in their step */
    uint64_t waiting;        /* open rows that waited for their turn */
    uint64_t undecided;      /* quiet heaps that were decided in turn */
    uint64_t late;           /* cold numbers in classes that had been empty */
    uint64_t blocks, checked;
    double tables_s, before_s, step_s, total_s; /* seconds */
} wheel_counters;

/* An open row of a live class that can only be decided in turn, since one of
 * its near moves leads to another open row. `move` is the index of the first
 * such move in the near lists. */
typedef struct wheel_waiting {
    uint32_t row, live;
    size_t move;
} wheel_waiting;

/* A band: WHEEL_BAND_ROWS rows of all live classes, an item of a thread. */
typedef struct wheel_band {
    wheel_list open; /* first the open rows, in increasing order of their heaps,
                        each as (row << 32) + index of the live class; after
                        the decisions the cold heaps of the band */
    wheel_waiting *waiting;
    size_t waits, room; /* entries of `waiting`; entries that fit into it */
} wheel_band;

enum {
    WHEEL_BAND_ROWS = 31, /* divides WHEEL_STEP_ROWS */
    WHEEL_BANDS = WHEEL_STEP_ROWS / WHEEL_BAND_ROWS
};

/* The current step: `rows` rows of all classes, from `row` on. */
typedef struct wheel_step {
    uint64_t row, rows;
    /* Two tiles of one vector for each live class. The first tile is all ones:
     * heaps below the step count as hot. In the second tile bit WHEEL_LEAD +
     * lift + r stands for row r of the step; it is 0 if the heap is cold or not
     * decided yet, and 1 if the heap is hot. */
    uint8_t *hot;
    wheel_band band[WHEEL_BANDS];
    wheel_list odd; /* cold heaps of quiet classes in this step */
} wheel_step;

/* The state of the current block. */
typedef struct wheel_block {
    const ta_job *job;
    tai_pool *pool;
    const wheel_plan *plan;
    wheel_store *store;
    const tai_wheel_kernel *kernel;
    wheel_counters *count;

    uint64_t row, rows; /* the block has the rows [row, row + rows) */
    uint64_t end;       /* the phase ends before this row */
    uint64_t known;     /* the sink has all positions below this */
    /* A tile for each live class: bit WHEEL_LEAD + lift + r is 1 if row r of
     * the block is hot. Each thread has a copy of all tiles; in the end the
     * first copy holds the bits of all copies. */
    uint8_t *hits;
    size_t copy;    /* bytes of a copy of the hits */
    uint8_t *tiles; /* by thread: the tiles of WHEEL_QUIET_CHUNK classes */
    size_t numbers; /* numbers in store->sparse before the block */
    size_t quiet_items, sparse_items; /* of the job before the steps */
    wheel_list *left;     /* by thread: quiet heaps that have no cold option
                             before the block */
    wheel_list undecided; /* the heaps of all lists `left`, increasing */
    size_t next;          /* the index of the next undecided heap to decide */
    wheel_list cold;      /* the cold numbers of this block */
    atomic_bool no_memory;
    uint64_t hash; /* of all cold numbers so far; the same on all ranks */
    wheel_step step;
} wheel_block;

/* Prepares the blocks of the rows [plan->cut.from_row, end). The caller sets
 * the members from `job` to `count`, except `store` and `kernel`, and `known`.
 * Returns TA_ENOMEM. */
ta_status tai_wheel_block_init(wheel_block *b, uint64_t end);
void tai_wheel_block_free(wheel_block *b);
/* Runs all blocks and hands their cold numbers to the sink. */
ta_status tai_wheel_block_run_all(wheel_block *b);

/* ---- the parts of a block ---- */

/* Sets b->hits and b->undecided: the effect of all cold numbers before the
 * block on its live and its quiet classes. Returns TA_ENOMEM. */
ta_status tai_wheel_before(wheel_block *b);
/* Exchanges the open rows and the undecided heaps between ranks, so that all
 * ranks have all of them. Does nothing with one rank. */
ta_status tai_wheel_exchange(wheel_block *b);
/* Runs the steps of the block: sets b->cold to its cold numbers and stores
 * them. Returns TA_ENOMEM. */
ta_status tai_wheel_steps(wheel_block *b);

enum { WHEEL_QUIET_CHUNK = 512 }; /* quiet classes of an item */
/* Looks for cold options, before the block, of the heaps of WHEEL_QUIET_CHUNK
 * quiet classes. Appends the heaps without one to b->left[thread]. Returns
 * TA_ENOMEM. */
ta_status tai_wheel_quiet_item(wheel_block *b, unsigned thread, size_t item);
/* Returns whether one of the moves with the indices [from, to) leads from n to
 * a stored cold number. If `sparse` is true, options in dense classes are left
 * out. */
bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse);
/* Marks as hot, in `hits`, the heaps c + v of live classes for the moves v with
 * the indices [from, to). c is a cold number of a class that is not dense. If
 * `shared` is true, other threads mark bits of `hits` at the same time. Returns
 * the number of marks. */
uint64_t tai_wheel_push(const wheel_block *b, const wheel_rows *rows,
                        uint8_t *hits, uint64_t c, size_t from, size_t to,
                        bool shared);

/* Adds n to a counter that several threads use. */
static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

#endif
