/* One block: options from before it in parallel; then its steps in order, while
 * other threads turn to the quiet classes of the next block.
 *
 * A live class has `hits`: bit 8 + (place - J) tells whether a heap of the
 * block from row J has a cold option that is known. The hits go on behind the
 * block, since its last numbers are pushed into the next. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "run/job.h"
#include "cold/wheel/plan.h"

typedef struct wheel_counters {
    _Atomic uint64_t far_ors, step_ors, quiet_ors; /* of vectors */
    _Atomic uint64_t pushes, sparse_pushes, probes, exact;
    uint64_t candidates, cold, late, blocks, checked;
    double build_s, sparse_s, far_s, step_s, finish_s, quiet_s, total_s;
} wheel_counters;

typedef struct wheel_block {
    const ta_job *ta;
    ta_team *team;
    wheel_plan *plan;
    const wheel_kernel *kernel;
    wheel_counters *count;

    uint64_t row, rows;  /* the block in progress */
    uint64_t end;        /* of all rows that are wanted */
    uint64_t known;      /* positions below were emitted before */
    uint8_t **hits;      /* by thread; thread 0 has the real ones */
    uint8_t *tile;       /* lives times vectors * 64: far options */
    uint8_t *open;       /* lives times step_vectors * 64: candidates */
    wheel_list *left;    /* by thread: quiet heaps of the next block that no
                            far dense option settles */
    uint8_t *mask;       /* by lift: the bits of a tile that are no rows */
    uint64_t *candidate; /* of a step: row << 32 | live index */
    uint32_t *row_start;
    wheel_list cold;        /* found in this block */
    wheel_list doubtful;    /* quiet heaps to examine, increasing */
    size_t doubt;           /* the next of them */
    atomic_size_t far_done; /* shares of the far options */
    atomic_bool no_memory;
    uint64_t hash; /* of what was found; the same on all ranks */
} wheel_block;

ta_status wheel_block_init(wheel_block *b, const ta_job *ta, ta_team *team,
                           wheel_plan *plan, wheel_counters *count,
                           uint64_t known, uint64_t end);
void wheel_block_free(wheel_block *b);
uint64_t wheel_block_bytes(const wheel_block *b);

/* The share of the cost of [0, n) that [0, done) has. */
double wheel_share(const ta_job *ta, uint64_t done);

/* Blocks from plan->from_row up to row `end`; emits what is found. */
ta_status wheel_block_run_all(wheel_block *b);

/* The parts. */
void wheel_sparse_run(wheel_block *b);
/* Marks what the moves [i, end) from c, of class s, hit in the live classes
 * that have marks; returns the number of marks. */
uint64_t wheel_push_number(wheel_block *b, const wheel_marks *marks,
                           unsigned thread, uint64_t c, uint32_t s, size_t i,
                           size_t end);
void wheel_far_targets(wheel_block *b, uint32_t from, uint32_t to);
/* Quiet classes [from, to) of the block that begins with a row: what is known
 * before the block before. */
ta_status wheel_quiet_classes(wheel_block *b, unsigned thread, uint64_t row,
                              uint32_t from, uint32_t to);
/* Of what that left: what is known before the block. */
ta_status wheel_quiet_end(wheel_block *b);
/* Drops those of some heaps of one class that have a cold option in a dense
 * class by one of the moves [from, to). Returns how many are left. */
size_t wheel_drop_dense(const wheel_plan *p, uint64_t *heap, size_t count,
                        size_t from, size_t to);
/* True if n has a cold option by one of the moves [from, to). */
bool wheel_has_option(const wheel_plan *p, uint64_t n, size_t from, size_t to);
/* tuning->checks positions of the block; TA_EMISMATCH. */
ta_status wheel_check(wheel_block *b);
ta_status wheel_step_run(wheel_block *b, unsigned step);

/* ---- fleet.c: several ranks; with one rank nothing is done ---- */

/* Before the first block: a hash of the tables that all must have alike. */
uint64_t wheel_tables_hash(const wheel_plan *plan);
/* Before the steps of a block: what each rank has left open of its classes. */
ta_status wheel_exchange(wheel_block *b);
/* A hash with the numbers of a list. */
uint64_t wheel_list_hash(uint64_t hash, const wheel_list *list);

/* Of the block that begins with a row. */
static inline uint64_t wheel_block_rows(const wheel_block *b, uint64_t row)
{
    return ta_min_u64(b->plan->rows, b->end - row);
}

static inline uint8_t *wheel_hits(const wheel_block *b, unsigned thread,
                                  uint32_t live)
{
    return b->hits[thread] + live * b->plan->hit_bytes;
}

static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

/* Bits move down (towards 0) by less than 64. */
void wheel_bits_down(uint8_t *tile, unsigned vectors, unsigned by);
void wheel_bits_up(uint8_t *tile, unsigned vectors, unsigned by);

#endif
