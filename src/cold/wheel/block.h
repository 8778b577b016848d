/* One block: options from before it in parallel; then its steps in order, while
 * other threads turn to what is early in the next block: long moves into live
 * classes, sparse numbers, and quiet classes.
 *
 * A live class has `hits`: bit 8 + (place - J) tells whether a heap of the
 * block from row J has a cold option that is known. While options from before
 * the block are tried there are some copies of them, and no two items that may
 * run together have the same; then they are merged. */
#ifndef TA_WHEEL_BLOCK_H
#define TA_WHEEL_BLOCK_H

#include "run/job.h"
#include "cold/wheel/plan.h"

enum { QUIET_MOST = 6144 }; /* quiet classes worked on together, at most */

typedef struct wheel_counters {
    _Atomic uint64_t far_ors, step_ors, quiet_ors; /* of vectors */
    _Atomic uint64_t pulls, sparse_pushes, probes, exact;
    uint64_t candidates, cold, late, blocks, checked;
    double build_s, late_s, step_s, finish_s, early_s, total_s;
} wheel_counters;

/* An open row of a live class, in a step; its heap, once it is cold. */
typedef union wheel_candidate {
    struct {
        uint32_t live, row;
    };
    uint64_t heap;
} wheel_candidate;

/* One whose turn must come (decide.c): `move` is the first of its near moves
 * that leads to another candidate, `target` that one's bit of `hot`; or all are
 * hot and others must be told, and target is WHEEL_EMPTY. */
typedef struct wheel_waiting {
    wheel_candidate candidate;
    uint32_t move, target, own; /* own: its bit of `hot` */
    /* The bits that it makes hot, if it is cold, are numbers [from, to) of the
     * thread's `told`; from WHEEL_EMPTY: they are not listed. */
    uint32_t from, to;
} wheel_waiting;

/* What a thread has found in a step. */
typedef struct wheel_turns {
    wheel_waiting *at;
    size_t count, room;
    wheel_list told;
} wheel_turns;

typedef struct wheel_band {
    size_t start, count;
    unsigned thread; /* that has found those which wait, in its turns */
    size_t from, to;
} wheel_band;

typedef struct wheel_block {
    const ta_job *ta;
    ta_team *team;
    wheel_plan *plan;
    const wheel_kernel *kernel;
    wheel_counters *count;

    uint64_t row, rows; /* the block in progress */
    uint64_t end;       /* of all rows that are wanted */
    uint64_t known;     /* positions below were emitted before */
    uint64_t early_row; /* the block whose early part is in progress */
    size_t sparse[2];   /* the numbers that push there */
    ta_team_job early;  /* of the next block, while this one is finished */
    bool early_runs;
    uint8_t **hits;              /* by copy, while options are tried */
    uint8_t *hit;                /* merged */
    unsigned copies, far_copies; /* those of far items come first */
    uint32_t *quiet_cut; /* chunk k: this rank's quiet classes from quiet_cut[k]
                            to quiet_cut[k + 1], quiet_most at most */
    size_t quiet_chunks;
    uint32_t quiet_most;
    uint8_t *quiet_tile; /* by thread: of the classes of a chunk */
    wheel_list *left;    /* by thread: quiet heaps of the next block that no
                            far dense option settles */
    wheel_list doubtful; /* quiet heaps to examine, increasing */
    size_t doubt;        /* the next of them */
    wheel_list cold;     /* found in this block */
    atomic_bool no_memory;

    /* The step in progress. */
    uint64_t step_row;
    uint8_t *mask; /* by lift: the bits of a tile that are no rows */
    uint8_t *open; /* lives times step_vectors * 64: candidates */
    uint8_t *hot;  /* by dense class, the rows before the step and those of the
                      step; by other live class, those of the step: neither cold
                      nor a candidate */
    size_t doubt_to; /* doubtful heaps before it lie below the step's end */
    wheel_candidate *candidate;
    wheel_turns *turns; /* by thread: candidates that wait */
    atomic_size_t candidates;
    wheel_band *band; /* some rows: their candidates, by heap, and those of them
                         that wait */
    wheel_list odd;   /* doubtful heaps that are cold; */
    wheel_list push;  /* what no near move will show to later steps */
    uint64_t hash;    /* of what was found; the same on all ranks */
} wheel_block;

ta_status wheel_block_init(wheel_block *b, const ta_job *ta, ta_team *team,
                           wheel_plan *plan, wheel_counters *count,
                           uint64_t known, uint64_t end);
void wheel_block_free(wheel_block *b);
uint64_t wheel_block_bytes(const wheel_block *b);

/* Blocks from plan->from_row up to row `end`; emits what is found. */
ta_status wheel_block_run_all(wheel_block *b);

/* The parts. Marks in hits of the block that begins with a row: */
/* what the moves [i, end) from c, of class s, hit in the live classes that have
 * marks; returns how many they are, */
uint64_t wheel_push_number(const wheel_plan *p, const wheel_marks *marks,
                           uint8_t *hits, uint64_t row, uint64_t c, uint32_t s,
                           size_t i, size_t end);
/* the same, but the bits that are not marked are listed, */
ta_status wheel_list_open(const wheel_plan *p, const wheel_marks *marks,
                          uint8_t *hits, uint64_t row, uint64_t c, uint32_t s,
                          size_t i, size_t end, wheel_list *open);
/* what some of the numbers [from, end) of the store's sparse list hit, */
unsigned wheel_sparse_copies(unsigned threads);
size_t wheel_sparse_items(const wheel_block *b);
/* Before the first numbers of a block, by the thread that then marks what they
 * lead to, so that its cache has the copy. */
void wheel_sparse_clear(wheel_block *b, size_t item);
void wheel_sparse_item(wheel_block *b, uint64_t row, size_t from, size_t end,
                       size_t item);
/* and what the moves of some of the pages [from, end) hit, for some of this
 * rank's `own` live classes. */
unsigned wheel_far_copies(uint32_t own, unsigned threads);
size_t wheel_far_items(const wheel_block *b, size_t from, size_t end);
void wheel_far_item(wheel_block *b, uint64_t row, size_t from, size_t end,
                    size_t item);
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
/* From merged hits and doubtful heaps to cold numbers: the steps of a block, */
ta_status wheel_block_finish(wheel_block *b);
/* and in each, in increasing order, the heaps that must wait for those below
 * them: afterwards candidates that are not hot are cold. */
ta_status wheel_step_decide(wheel_block *b);

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

static inline void wheel_count(_Atomic uint64_t *counter, uint64_t n)
{
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

/* Bits move down (towards 0) by less than 64. */
void wheel_bits_down(uint8_t *tile, unsigned vectors, unsigned by);
void wheel_bits_up(uint8_t *tile, unsigned vectors, unsigned by);

#endif
