/* The block in progress. A block is some rows of all classes. First its heaps
 * are compared with all cold numbers before the block, in one parallel job;
 * then its steps are done in order. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* The work of a phase, for its statistics; ORs are of vectors. */
typedef struct wheel_counters {
    _Atomic uint64_t far_ors, step_ors, quiet_ors, pushes, pulls, exact;
    uint64_t cold, candidates, waiting, undecided, late, blocks, checked;
    double tables_s, before_s, step_s, total_s;
} wheel_counters;

/* An open row of a live class whose turn must come: `move` is the first of its
 * near moves that leads to another open row. */
typedef struct wheel_waiting {
    uint32_t row, live;
    size_t move;
} wheel_waiting;

/* Some rows of a step. */
typedef struct wheel_band {
    wheel_list open; /* first the open rows, increasing by heap, each as (row <<
                        32) + index of its live class; after the decisions the
                        heaps that are cold */
    wheel_waiting *waiting;
    size_t waits, room;
} wheel_band;

enum {
    WHEEL_BAND_ROWS = 31, /* divides WHEEL_STEP_ROWS */
    WHEEL_BANDS = WHEEL_STEP_ROWS / WHEEL_BAND_ROWS
};

/* The step in progress. */
typedef struct wheel_step {
    uint64_t row, rows;
    /* Two tiles by live class. The first one is all ones: heaps below the step
     * count as hot. In the second one bit WHEEL_LEAD + lift + r is clear while
     * row r is open or cold. */
    uint8_t *hot;
    wheel_band band[WHEEL_BANDS];
    wheel_list odd; /* quiet heaps that are cold */
} wheel_step;

typedef struct wheel_block {
    const ta_job *job;
    tai_pool *pool;
    const wheel_plan *plan;
    wheel_store *store;
    const tai_wheel_kernel *kernel;
    wheel_counters *count;

    uint64_t row, rows;
    uint64_t end;   /* of all rows that are wanted */
    uint64_t known; /* positions below were emitted before */
    /* A copy for each thread; at last all are in the first. By live class a
     * tile: bit WHEEL_LEAD + lift + r is set if row r is known to be hot. */
    uint8_t *hits;
    size_t copy;          /* bytes of a copy */
    uint8_t *tiles;       /* by thread: of the quiet classes of an item */
    size_t numbers;       /* sparse numbers from before the block */
    wheel_list *left;     /* by thread: quiet heaps without a known option */
    wheel_list undecided; /* all of them, increasing */
    size_t next;          /* the next of them */
    wheel_list cold;      /* found in this block */
    atomic_bool no_memory;
    uint64_t hash; /* of what was found; the same on all ranks */
    wheel_step step;
} wheel_block;

/* Makes the block for the rows from plan->from_row to `end`; members from `job`
 * to `count` and `known` are set by the caller. TA_ENOMEM. */
ta_status tai_wheel_block_init(wheel_block *b, uint64_t end);
void tai_wheel_block_free(wheel_block *b);
/* Runs the blocks and emits what they find. */
ta_status tai_wheel_block_run_all(wheel_block *b);

/* ---- the parts of a block ---- */

/* Sets `hits` and `undecided` by all cold numbers before the block. TA_ENOMEM
 */
ta_status tai_wheel_before(wheel_block *b);
/* Exchanges them between ranks; does nothing with one rank. */
ta_status tai_wheel_exchange(wheel_block *b);
/* Finds the cold numbers of the block: b->cold. TA_ENOMEM. */
ta_status tai_wheel_steps(wheel_block *b);

/* Tries the quiet classes of an item; heaps that are left go to b->left. */
enum { WHEEL_QUIET_CHUNK = 512 };
ta_status tai_wheel_quiet_item(wheel_block *b, unsigned thread, size_t item);
/* Returns whether n has a cold option by a move of [from, to). If `sparse`,
 * options in dense classes are not looked at. */
bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse);
/* Marks in hits the heaps c + v of live classes, for the moves v with the
 * indexes [from, to): the cold number c, of a class that is not dense, is an
 * option of them. `shared` says that other threads mark, too. Returns the
 * number of marks.
 */
uint64_t tai_wheel_push(const wheel_block *b, const wheel_rows *rows,
                        uint8_t *hits, uint64_t c, size_t from, size_t to,
                        bool shared);

static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

#endif
