/* The current block of the engine `wheel`: some rows of all residue classes.
 * First one parallel job finds the heaps of the block that have a cold option
 * before the block. Then the block is cut into steps of fewer rows, which are
 * decided in order. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* The amounts of work that a phase of the engine `wheel` has done, for its
 * statistics. */
typedef struct wheel_counters {
    /* How often one vector of bits was ORed into a tile. far_ors counts this
     * for live classes and their options before the block. step_ors counts it
     * for live classes and their options before the step, and quiet_ors for
     * quiet classes. */
    _Atomic uint64_t far_ors, step_ors, quiet_ors;
    /* The number of marks by cold numbers of classes that are not dense. A mark
     * says that the heap c + v is hot, where c is the cold number and v is a
     * move. Only heaps in live classes are marked (README.md explains the
     * classes). */
    _Atomic uint64_t pushes;
    /* How often an open row, a heap of a live class without a cold option so
     * far, looked at one of its options in the same step. */
    _Atomic uint64_t pulls;
    /* The number of heaps of quiet classes whose options were tried one by one.
     */
    _Atomic uint64_t exact;
    uint64_t cold; /* the number of cold numbers found */
    /* The number of rows of live classes without a cold option before their
     * step. */
    uint64_t candidates;
    /* The number of rows of live classes that had no cold option before their
     * step, but a near move to another such row of the step. */
    uint64_t waiting;
    /* The number of heaps of quiet classes without a cold option before their
     * block. */
    uint64_t undecided;
    /* The number of cold numbers found in classes that were empty until then.
     */
    uint64_t late;
    uint64_t blocks, checked;
    double tables_s, before_s, step_s, total_s; /* times in seconds */
} wheel_counters;

/* A waiting row. It is an open row: a heap of a live class for which no cold
 * option was found. It waits for its turn to be decided, since a near move
 * leads from it to another open row of the step. `move` is the index of the
 * first such move in the near lists. */
typedef struct wheel_waiting {
    uint32_t row, live;
    size_t move;
} wheel_waiting;

/* A band: WHEEL_BAND_ROWS rows of all live classes in the current step. One
 * thread works on a band at a time. */
typedef struct wheel_band {
    /* At first the open (undecided) rows in increasing order of their heaps,
     * each as (row << 32) + the index of its live class. After the decisions
     * the list has the cold heaps of the band. */
    wheel_list open;
    wheel_waiting *waiting;
    /* The array `waiting` has `waits` entries, and memory for `room` entries.
     */
    size_t waits, room;
} wheel_band;

enum {
    WHEEL_BAND_ROWS = 31, /* a divisor of WHEEL_STEP_ROWS, less than 32 */
    WHEEL_BANDS = WHEEL_STEP_ROWS / WHEEL_BAND_ROWS
};

/* The current step of a block. It has the rows row, ..., row + rows - 1 of all
 * classes. */
typedef struct wheel_step {
    uint64_t row, rows;
    /* Two tiles (bit arrays) of one vector for each live class. The first tile
     * is all ones, so that heaps below the step count as hot. In the second
     * tile bit WHEEL_LEAD + lift + r stands for row r of the step. The bit is 0
     * if the heap is cold or not decided yet, and 1 if the heap is hot. */
    uint8_t *hot;
    wheel_band band[WHEEL_BANDS];
    wheel_list odd; /* the cold heaps of quiet classes in this step */
} wheel_step;

/* The state of a phase of the engine `wheel` and of its current block. */
typedef struct wheel_block {
    const ta_job *job;
    tai_pool *pool;
    const wheel_plan *plan;
    wheel_store *store;
    const tai_wheel_kernel *kernel;
    wheel_counters *count;

    uint64_t row, rows; /* The block has the rows row, ..., row + rows - 1. */
    uint64_t end;       /* The last row of the phase is end - 1. */
    /* The sink, the receiver of results, has all positions below this. */
    uint64_t known;
    /* A tile (bit array) for each live class. Bit WHEEL_LEAD + lift + r is set
     * if row r of the block is known to be hot. Each thread has its own copy of
     * all tiles, until the copies are merged into the first one. */
    uint8_t *hits;
    size_t copy; /* the number of bytes of a copy of the tiles in `hits` */
    /* Scratch of each thread for one item of work: a tile, which is a bit array
     * with a bit for each row of the block, for each of WHEEL_QUIET_CHUNK quiet
     * classes. The tiles of thread 0 come first, then those of thread 1, and so
     * on. */
    uint8_t *tiles;
    /* The number of entries of store->sparse when the block begins. This list
     * has the cold numbers of classes that are not dense. */
    size_t numbers;
    /* The parallel job before the steps has quiet_items items for quiet classes
     * and sparse_items items for cold numbers of sparse classes. */
    size_t quiet_items, sparse_items;
    /* left[t] has the heaps of quiet classes for which thread t has found no
     * cold option before the block. */
    wheel_list *left;
    /* The heaps of all lists `left`, in increasing order. */
    wheel_list undecided;
    size_t next; /* the index in `undecided` of the next heap to be decided */
    wheel_list cold; /* the cold numbers of the current block */
    atomic_bool no_memory;
    uint64_t hash; /* a hash of all cold numbers so far, to compare ranks */
    wheel_step step;
} wheel_block;

/* Prepares for the blocks with the rows [plan->cut.from_row, end). Before the
 * call, the caller sets the members job, pool, plan, count and known of *b.
 * Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_block_init(wheel_block *b, uint64_t end);
void tai_wheel_block_free(wheel_block *b);
/* Decides all blocks of a phase in order, and hands their cold numbers to the
 * sink of the job. */
ta_status tai_wheel_block_run_all(wheel_block *b);

/* ---- the parts of a block ---- */

/* Finds the heaps of the block that have a move to a cold number before the
 * block. In live classes, which may have cold numbers, the heaps with such a
 * move are marked as hot in b->hits. In quiet classes, which probably have
 * none, the heaps without such a move are stored in b->undecided. Returns
 * TA_ENOMEM if there is no memory. */
ta_status tai_wheel_before(wheel_block *b);
/* Exchanges b->hits and b->undecided between ranks (processes that share the
 * work), so that each rank has the results of all. Does nothing if there is
 * only one rank. */
ta_status tai_wheel_exchange(wheel_block *b);
/* Decides the steps of the block in order. Sets b->cold to the cold numbers of
 * the block, and adds these numbers to b->store. Returns TA_ENOMEM if there is
 * no memory. */
ta_status tai_wheel_steps(wheel_block *b);

/* An item of the thread pool deals with this number of quiet classes. */
enum { WHEEL_QUIET_CHUNK = 512 };
/* Looks for cold options before the block, for all heaps of the block in
 * WHEEL_QUIET_CHUNK quiet classes. Appends the heaps without such an option to
 * b->left[thread]. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_quiet_item(wheel_block *b, unsigned thread, size_t item);
/* Returns whether one of the moves with the indices [from, to) leads from n to
 * a stored cold number. If `sparse` is true, options in dense classes do not
 * count. */
bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse);
/* Marks as hot, in `hits`, the heaps c + v of live classes for the moves v with
 * the indices [from, to). Here c is a cold number of a class that is not dense,
 * and all heaps c + v must be in the block. If `shared` is true, other threads
 * mark bits of `hits` at the same time. Returns the number of marks. */
uint64_t tai_wheel_push(const wheel_block *b, const wheel_rows *rows,
                        uint8_t *hits, uint64_t c, size_t from, size_t to,
                        bool shared);

/* Adds n to a counter that several threads use. */
static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

#endif
