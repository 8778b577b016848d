/* The current block. One parallel job tries the far moves; then the block is
 * decided step by step. Terms: wheel.h. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* What a phase has done, for --stats. */
typedef struct wheel_counters {
    /* ORs of the bits of 512 heaps: far moves and shorter moves of live
     * classes, moves of quiet classes. */
    _Atomic uint64_t far_ors, step_ors, quiet_ors;
    _Atomic uint64_t pushes;
    _Atomic uint64_t pulls; /* moves tried to find which open heaps wait */
    _Atomic uint64_t exact; /* heaps of quiet classes tried by the definition */
    uint64_t cold;
    uint64_t candidates; /* open heaps */
    uint64_t waiting;    /* open heaps that waited */
    uint64_t undecided;  /* heaps of quiet classes without a far option */
    uint64_t late;       /* cold numbers of empty classes */
    uint64_t blocks, checked;
    double tables_s, before_s, step_s, total_s; /* seconds */
} wheel_counters;

/* A waiting heap: number `row` of the step in live_class[live]. `move` is the
 * index in the near lists of the first move to an open heap. */
typedef struct wheel_waiting {
    uint32_t row, live;
    size_t move;
} wheel_waiting;

/* The part of a step that one thread works on: WHEEL_BAND_ROWS rows. */
typedef struct wheel_band {
    /* The open heaps in increasing order, as (row << 32) + live; in the end the
     * cold ones, as numbers. */
    wheel_list open;
    wheel_waiting *waiting;
    size_t waits, room;
} wheel_band;

enum {
    /* Divides WHEEL_STEP_ROWS; below 32, so that the bits of a class fit a
     * word. */
    WHEEL_BAND_ROWS = 31,
    WHEEL_BANDS = WHEEL_STEP_ROWS / WHEEL_BAND_ROWS
};

typedef struct wheel_step {
    uint64_t row, rows;
    /* Two vectors for each live class; a bit is 0 if its heap is cold or open.
     * The first, all 1, is for the heaps below the step, which are no options
     * in it. The second has the step from bit WHEEL_LEAD + lift on. */
    uint8_t *hot;
    wheel_band band[WHEEL_BANDS];
    wheel_list quiet_cold; /* cold heaps of the step in quiet classes */
} wheel_step;

typedef struct wheel_block {
    const tai_job *job;
    tai_pool *pool;
    const wheel_plan *plan;
    wheel_store *store;
    const tai_wheel_kernel *kernel;
    wheel_counters *count;

    uint64_t row, rows;
    uint64_t end;   /* the row after the phase */
    uint64_t known; /* the sink has all results below */
    /* Tiles of the live classes, 1: hot. Each thread has a copy; all are ORed
     * into the first. */
    uint8_t *hits;
    size_t hits_bytes; /* for each thread */
    uint8_t *tiles; /* WHEEL_QUIET_CHUNK for each thread, for quiet classes */
    size_t sparse_before; /* length of store->sparse when the block began */
    size_t quiet_items, sparse_items; /* of the job before the steps */
    wheel_list *left;                 /* undecided heaps of each thread */
    wheel_list undecided;             /* of all, increasing */
    size_t next_undecided;            /* index of the next heap to decide */
    wheel_list cold;
    atomic_bool no_memory;
    uint64_t hash; /* of plan and cold numbers, equal on all ranks */
    wheel_step step;
} wheel_block;

/* Prepares *b for the rows plan->cut.from_row, ..., end - 1. The caller has set
 * job, pool, plan, count and known. */
ta_status tai_wheel_block_init(wheel_block *b, uint64_t end);
void tai_wheel_block_free(wheel_block *b);
/* Decides the blocks in order, and hands the cold numbers to the sink. */
ta_status tai_wheel_block_run_all(wheel_block *b);

/* ---- the parts of a block ---- */

/* The far moves of this rank: marks heaps of live classes in b->hits, lists
 * those of quiet classes without a cold option in b->undecided. */
ta_status tai_wheel_before(wheel_block *b);
/* Gives each rank b->hits and b->undecided of all. Fails if a message is
 * damaged or hashes differ. */
ta_status tai_wheel_exchange(wheel_block *b);
/* Decides the steps of the block in order. Adds the cold numbers to b->store
 * and to b->cold, which the caller has emptied. */
ta_status tai_wheel_steps(wheel_block *b);

enum { WHEEL_QUIET_CHUNK = 512 }; /* classes of an item */
/* Appends to b->left[thread] the heaps without a far option in the quiet
 * classes of an item. */
ta_status tai_wheel_quiet_item(wheel_block *b, unsigned thread, size_t item);
/* Returns whether a move of index [from, to) leads from n to a stored cold
 * number, or with `sparse_only` to one in store->sparse. */
bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse_only);
/* Pushes c by the moves of index [from, to), all to heaps of the block.
 * `shared`: other threads write to `hits`, too. Returns the number of marks. */
uint64_t tai_wheel_push(const wheel_block *b, const wheel_rows *rows,
                        uint8_t *hits, uint64_t c, size_t from, size_t to,
                        bool shared);

static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

#endif
