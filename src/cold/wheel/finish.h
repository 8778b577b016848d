/* What the two halves of a step share: finish.c and decide.c. */
#ifndef TA_WHEEL_FINISH_H
#define TA_WHEEL_FINISH_H

#include "cold/wheel/block.h"

/* In the list of doubtful heaps: this one is hot. */
#define WHEEL_SETTLED ((uint64_t)1 << 63)

/* Rows whose candidates are found together: all live classes are looked at for
 * them, so the fewer threads there are, the more. */
enum { WHEEL_ROW_BAND = 32 };

static inline unsigned wheel_band_rows(const wheel_block *b)
{
    return b->team->threads > WHEEL_ROW_BAND / 2 ? WHEEL_ROW_BAND / 4
                                                 : WHEEL_ROW_BAND;
}

static inline size_t wheel_row_bands(const wheel_block *b)
{
    const unsigned rows = wheel_band_rows(b);
    return (size_t)((b->plan->step_rows + rows - 1) / rows);
}

static inline uint64_t wheel_step_end(const wheel_block *b)
{
    return ta_min_u64(b->step_row + b->plan->step_rows, b->row + b->rows);
}

static inline wheel_candidate *wheel_band_candidates(const wheel_block *b,
                                                     size_t item)
{
    return b->candidate + b->band[item].start;
}

static inline uint64_t wheel_candidate_heap(const wheel_block *b,
                                            const wheel_candidate *c)
{
    const wheel_plan *p = b->plan;
    return (b->step_row + c->row) * p->store->mod.m + p->live_class[c->live];
}

static inline uint64_t wheel_hot_bit(const wheel_block *b,
                                     const wheel_candidate *c)
{
    const wheel_plan *p = b->plan;
    return p->marks_step.mark[p->live_class[c->live]] + (uint64_t)c->row;
}

static inline bool wheel_is_hot(const wheel_block *b, uint64_t bit)
{
    return __atomic_load_n(&b->hot[bit / 8], __ATOMIC_RELAXED) >> bit % 8 & 1;
}

/* While others may look, too. */
static inline void wheel_set_hot(wheel_block *b, const wheel_candidate *c)
{
    const uint64_t bit = wheel_hot_bit(b, c);
    __atomic_fetch_or(&b->hot[bit / 8], (uint8_t)(1u << bit % 8),
                      __ATOMIC_RELAXED);
}

static inline size_t wheel_near_moves(const wheel_plan *p, uint32_t live)
{
    return p->near_start[live + 1] - p->near_start[live];
}

/* The bit of a candidate's first near move, from *move on, whose target is not
 * hot; WHEEL_EMPTY if there is none. */
static inline uint32_t wheel_look(const wheel_block *b,
                                  const wheel_candidate *c, uint32_t *move)
{
    const wheel_plan *p = b->plan;
    const uint32_t *near = p->near + p->near_start[c->live];
    const size_t count = wheel_near_moves(p, c->live);
    const uint32_t place = c->row + p->store->mod.lift[p->live_class[c->live]];
    for (; *move < count; ++*move)
        if (!wheel_is_hot(b, near[*move] + place))
            return near[*move] + place;
    return WHEEL_EMPTY;
}

#endif
