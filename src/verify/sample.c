/* Chooses windows; chooses samples and reads their values. */
#include <stdlib.h>

#include "game/octal-code.h"
#include "verify/verify.h"

static uint64_t next_random(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

size_t tai_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                          size_t count, uint64_t *seed, tai_window *windows)
{
    if (from >= to || size == 0 || count == 0)
        return 0;
    const bool all = to - from <= size;
    for (size_t i = 0; i < (all ? 1 : count); i++) {
        uint64_t start = all ? 0 : next_random(seed) % (to - from - size + 1);
        start += from;
        windows[i] = (tai_window){start, all ? to : start + size, 0};
    }
    return all ? 1 : count;
}

uint64_t tai_sampler_count_moves(const tai_sampler *s, uint64_t p)
{
    const tai_octal *game = tai_game_octal(s->v->game);
    return game == NULL ? tai_first_at_least(s->moves, s->n_moves, p + 1)
                        : game->n_take + game->n_break * (p / 2) +
                              game->n_third * (p * p / 12);
}

/* ---- reading ---- */

/* The first n_indices samples are indices k, which reading replaces by cold
 * position k, of value 0; the others are positions, which get their values.
 * Both kinds increase. */
typedef struct reading {
    tai_sampler *s;
    size_t index, n_indices; /* done, of those chosen by index */
    size_t next;             /* of the others, to be read */
    uint64_t before;         /* cold positions in blocks read */
} reading;

static ta_status read_block(void *state, const ta_block *block)
{
    reading *r = state;
    tai_sample *t = r->s->samples + r->index;
    for (; r->index < r->n_indices && t->position - r->before < block->count;
         r->index++, t++)
        t->position = block->positions[t->position - r->before];
    r->before += block->count;
    t = r->s->samples + r->next;
    for (; r->next < r->s->count && t->position < block->to; r->next++, t++)
        t->value = block->values != NULL
                       ? block->values[t->position - block->from]
                       : !tai_verify_is_among(block->positions, block->count,
                                              t->position);
    if (r->s->values != NULL)
        (void)tai_block_store(r->s->values, block);
    return tai_verify_poll(r->s->v, block->count, 0);
}

/* ---- choosing ---- */

ta_status tai_sampler_choose(tai_sampler *s, uint64_t count, uint64_t seed)
{
    tai_verification *v = s->v;
    const ta_archive_info *info = &v->archive->info;
    uint64_t next = 0, end = tai_archive_whole(v->archive);
    const bool cold = info->content == TA_CONTENT_COLD;
    const double density = (double)info->count / (double)info->end;
    const size_t random = v->n_windows == 0 ? count : 0;
    const size_t n_indices = cold && info->count > 0 ? (random + 1) / 2 : 0;
    ta_status st = tai_verify_allocate(&s->samples, count, sizeof(tai_sample));
    if (st != TA_OK)
        return st;
    while (s->count < random) {
        const uint64_t below = s->count < n_indices ? info->count : end;
        s->samples[s->count++].position = next_random(&seed) % below;
    }
    for (size_t k = 0; k < v->n_windows; k++) {
        const tai_window *w = &v->windows[k * v->step].asked;
        for (next = tai_max_u64(next, w->from); next < w->to; next++)
            s->samples[s->count++].position = next;
    }
    /* For progress, in moves to try. A hot sample of cold positions costs
     * almost nothing, so a random one counts `density` times. */
    v->all = 2 * (double)info->count; /* for reading */
    for (size_t i = 0; i < s->count; i++) {
        const double p = (double)s->samples[i].position;
        const bool is_index = i < n_indices; /* of about heap p / density */
        v->all += (cold && !is_index ? density : 1) *
                  (double)tai_sampler_count_moves(
                      s, (uint64_t)(is_index ? p / density : p));
    }
    qsort(s->samples, n_indices, sizeof(tai_sample), tai_by_number);
    qsort(s->samples + n_indices, random - n_indices, sizeof(tai_sample),
          tai_by_number);
    reading r = {.s = s, .n_indices = n_indices, .next = n_indices};
    st = ta_archive_read(v->archive, 0, end, &(ta_sink){read_block, &r},
                         v->error);
    qsort(s->samples, random, sizeof(tai_sample), tai_by_number);
    return st;
}
