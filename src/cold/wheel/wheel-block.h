/* The current block of the engine `wheel`. A block is a range of consecutive
 * heaps. It is decided in two stages. First, one parallel job tries the far
 * moves, which are at least as long as a block. It finds most hot heaps of the
 * block. Then the block is cut into steps, which are shorter ranges of heaps.
 * The steps are decided in order. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "cold/wheel/wheel-plan.h"
#include "run/job.h"

/* The amounts of work that the engine `wheel` has done in one phase, for the
 * statistics. A phase decides a range of heaps with one modulus. */
typedef struct wheel_counters {
    /* The numbers of OR operations that mark hot heaps. One OR works on the
     * bits of 512 heaps of a residue class. Live classes are classes that may
     * have cold numbers, and quiet classes probably have none.
     *
     *   far_ors    heaps of live classes, moves at least as long as a block
     *   step_ors   heaps of live classes, moves shorter than a block
     *   quiet_ors  heaps of quiet classes */
    _Atomic uint64_t far_ors, step_ors, quiet_ors;
    /* The number of pushes. A push marks one heap c + v as hot, where c is a
     * cold number and v is a move. Pushes start only from numbers c that are
     * not stored as bits. They mark only heaps of live classes (residue classes
     * that may have cold numbers). */
    _Atomic uint64_t pushes;
    /* The number of moves that were tried in search of heaps that must wait. A
     * step is a range of heaps that are decided together. An open heap is one
     * for which no cold option below the step was found. An open heap must wait
     * if a move leads from it to another open heap of the step. Then the other
     * heap is decided first. */
    _Atomic uint64_t pulls;
    /* The number of heaps in quiet classes (residue classes that probably have
     * no cold numbers) whose options were looked at one by one. */
    _Atomic uint64_t exact;
    uint64_t cold; /* the number of cold numbers found */
    /* The number of heaps in live classes (residue classes that may have cold
     * numbers) that had no cold option before their step. A step is a range of
     * heaps that are decided together. */
    uint64_t candidates;
    /* The number of heaps that had to wait until another heap was decided. A
     * step is a range of heaps that are decided together. Most heaps of a step
     * are hot because they have a cold option below the step. The others in
     * live classes (residue classes that may have cold numbers) are candidates.
     * A candidate waits if a move leads from it to another candidate of the
     * step. */
    uint64_t waiting;
    /* The number of heaps in quiet classes (residue classes that probably have
     * no cold numbers) from which no far move leads to a cold number. A far
     * move leads from any heap of a block to a heap before the block. */
    uint64_t undecided;
    /* The number of cold numbers that were the first ones found in their
     * residue class. */
    uint64_t late;
    uint64_t blocks, checked;
    double tables_s, before_s, step_s, total_s; /* times in seconds */
} wheel_counters;

/* A heap that waits until another heap is decided. It is heap number `row` of
 * the current step in the residue class live_class[live]. (A step is a range of
 * heaps that are decided together.) No cold option of the waiting heap was
 * found so far. But a move leads from it to another undecided heap of the step.
 * `move` is the index of the first such move in the near lists, the lists of
 * moves within a step. */
typedef struct wheel_waiting {
    uint32_t row, live;
    size_t move;
} wheel_waiting;

/* A band: the part of the current step on which one thread works. (A step is a
 * range of heaps that are decided together.) The band has WHEEL_BAND_ROWS
 * consecutive heaps of each live class. A live class is a residue class that
 * may have cold numbers. */
typedef struct wheel_band {
    /* The open heaps of the band: those for which no cold option was found, in
     * increasing order. Heap number `row` of the step in class live_class[live]
     * is stored as (row << 32) + live. After all heaps of the step are decided,
     * the list has the cold heaps of the band instead. They are stored as plain
     * numbers. */
    wheel_list open;
    wheel_waiting *waiting;
    /* The array `waiting` has `waits` entries, and memory for `room` entries.
     */
    size_t waits, room;
} wheel_band;

enum {
    /* A band is the work of one thread in a step. It has this number of heaps
     * of each residue class that may have cold numbers. The number divides
     * WHEEL_STEP_ROWS and is less than 32, so that the bits of these heaps fit
     * into a 32-bit word. */
    WHEEL_BAND_ROWS = 31,
    WHEEL_BANDS = WHEEL_STEP_ROWS / WHEEL_BAND_ROWS
};

/* The current step of a block. A step is a range of heaps that are decided
 * together. The step has the rows row, row + 1, ..., row + rows - 1. Row j has
 * the heaps M j, ..., M j + M - 1, where M is the modulus. So each residue
 * class s has one heap in row j, the heap M j + s. */
typedef struct wheel_step {
    uint64_t row, rows;
    /* Bit arrays that mark hot heaps. Each live class (residue class that may
     * have cold numbers) has one array of two vectors. A vector has
     * WHEEL_VECTOR bytes. A bit is 1 if its heap is hot, and 0 if its heap is
     * cold or not decided yet.
     *
     * The first vector is for the heaps below the step. All of its bits are 1,
     * so that these heaps are never taken for cold options in the step. The
     * second vector is for the heaps of the step. In class s, heap number r of
     * the step has the bit of index WHEEL_LEAD + wheel_lift(store, s) + r of
     * this vector. */
    uint8_t *hot;
    wheel_band band[WHEEL_BANDS];
    /* The cold heaps of this step that lie in quiet classes, the residue
     * classes that were expected to have no cold numbers. */
    wheel_list quiet_cold;
} wheel_step;

/* The state of the engine `wheel` in a phase, which decides a range of heaps
 * with one modulus. The heaps are decided in blocks, one block after another.
 */
typedef struct wheel_block {
    const ta_job *job;
    tai_pool *pool;
    const wheel_plan *plan;
    wheel_store *store;
    const tai_wheel_kernel *kernel;
    wheel_counters *count;

    /* The block has the rows row, row + 1, ..., row + rows - 1. Row j has the
     * heaps M j, ..., M j + M - 1, where M is the modulus. */
    uint64_t row, rows;
    /* The end of the phase: its last row is end - 1. Row j has the heaps M j,
     * ..., M j + M - 1, where M is the modulus. */
    uint64_t end;
    /* The sink, the receiver of the results, has the results for all positions
     * below `known`. */
    uint64_t known;
    /* Bit arrays that mark hot heaps of the block. Each live class (residue
     * class that may have cold numbers) has one array, called its tile. A bit
     * is 1 if its heap was found to be hot. The first bits of a tile stand for
     * no heap. The next bits stand for the heaps of the class, in increasing
     * order. In class s, the first heap has the bit of index WHEEL_LEAD +
     * wheel_lift(store, s).
     *
     * Each thread first marks heaps in its own copy of all tiles. Then all
     * copies are ORed into the first one. */
    uint8_t *hits;
    size_t copy; /* the number of bytes of `hits` for each thread */
    /* Scratch memory for work on quiet classes (residue classes that probably
     * have no cold numbers). It has WHEEL_QUIET_CHUNK tiles for each thread:
     * those of thread 0 come first, then those of thread 1, and so on. A tile
     * is a bit array with one bit for each heap of one residue class in the
     * block. */
    uint8_t *tiles;
    /* The number of entries that the list store->sparse had when the block
     * began. This list has the cold numbers that are not stored as bits. */
    size_t numbers;
    /* Numbers of items of the parallel job before the steps. The job has
     * quiet_items items for quiet classes, the residue classes that probably
     * have no cold numbers. It has sparse_items items for the cold numbers in
     * the list store->sparse. */
    size_t quiet_items, sparse_items;
    /* left[t] is the list of undecided heaps that thread t found in quiet
     * classes (residue classes that probably have no cold numbers). No far move
     * leads from these heaps to a cold number. A far move is at least as long
     * as a block. */
    wheel_list *left;
    /* The heaps of quiet classes (residue classes that probably have no cold
     * numbers) that are still undecided, in increasing order. They come from
     * the lists left[t] of all threads. */
    wheel_list undecided;
    size_t next; /* the index in `undecided` of the next heap to be decided */
    wheel_list cold; /* the cold numbers of the current block */
    atomic_bool no_memory;
    /* A hash of the plan of the phase and of all cold numbers found in the
     * phase so far. Ranks, the processes that share the work, compare their
     * hashes to find out whether their results differ. */
    uint64_t hash;
    wheel_step step;
} wheel_block;

/* Prepares *b for deciding the rows plan->cut.from_row, ..., end - 1. Row j has
 * the heaps M j, ..., M j + M - 1, where M is the modulus. The caller must have
 * set the members job, pool, plan, count and known of *b. Returns TA_ENOMEM if
 * there is no memory. */
ta_status tai_wheel_block_init(wheel_block *b, uint64_t end);
void tai_wheel_block_free(wheel_block *b);
/* Decides all blocks of a phase in order. A phase is a range of heaps, and a
 * block is a part of it. Hands the cold numbers to the sink of the job, the
 * receiver of the results. Stops at the first status that is not TA_OK, and
 * returns that status. */
ta_status tai_wheel_block_run_all(wheel_block *b);

/* ---- the parts of a block ---- */

/* Finds the heaps of the block from which a far move leads to a cold number. A
 * far move is at least as long as a block, so it leads to a heap before the
 * block. In live classes (residue classes that may have cold numbers), marks
 * these heaps as hot in b->hits. In quiet classes (classes that probably have
 * none), stores the other heaps in b->undecided. If several processes share the
 * work, examines only the classes of this process. Returns TA_ENOMEM if there
 * is no memory. */
ta_status tai_wheel_before(wheel_block *b);
/* Exchanges results between ranks, the processes that share the work. Before
 * the call, b->hits and b->undecided have the results of this rank. After the
 * call, they have the results of all ranks. Does nothing if there is only one
 * rank. Fails if a message is damaged, if the hashes of the ranks differ, or if
 * there is no memory. */
ta_status tai_wheel_exchange(wheel_block *b);
/* Decides the steps of the block in order. A step is a part of the block.
 * Appends the cold numbers of the block to b->cold, which the caller has
 * emptied. Adds these numbers to b->store. Returns TA_ENOMEM if there is no
 * memory. */
ta_status tai_wheel_steps(wheel_block *b);

/* The number of quiet classes that one call of tai_wheel_quiet_item examines. A
 * quiet class is a residue class that probably has no cold numbers. */
enum { WHEEL_QUIET_CHUNK = 512 };
/* Finds the undecided heaps of the block in WHEEL_QUIET_CHUNK quiet classes:
 * the heaps from which no far move leads to a cold number. A quiet class is a
 * residue class that probably has no cold numbers. A far move is at least as
 * long as a block. Appends the undecided heaps to b->left[thread]. The classes
 * are those from number item * WHEEL_QUIET_CHUNK on, among the quiet classes of
 * this process. Returns TA_ENOMEM if there is no memory. */
ta_status tai_wheel_quiet_item(wheel_block *b, unsigned thread, size_t item);
/* Returns whether one of the moves with the indices from, ..., to - 1 leads
 * from heap n to a stored cold number. If `sparse` is true, considers only the
 * cold numbers in the list p->store->sparse, not those that are stored as bits.
 */
bool tai_wheel_has_option(const wheel_plan *p, uint64_t n, size_t from,
                          size_t to, bool sparse);
/* Marks as hot, in `hits`, heaps that have the cold number c as an option.
 * These are the heaps c + v in live classes (residue classes that may have cold
 * numbers), for all moves v of index from, ..., to - 1. All heaps c + v must be
 * in the block. c must be a number that is not stored as a bit. The rows of
 * bits *rows show which moves can be skipped because c + v is in no live class.
 * `shared` must be true if other threads write to `hits` at the same time.
 * Returns the number of marks. */
uint64_t tai_wheel_push(const wheel_block *b, const wheel_rows *rows,
                        uint8_t *hits, uint64_t c, size_t from, size_t to,
                        bool shared);

/* Adds n to a counter that several threads use. */
static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

#endif
