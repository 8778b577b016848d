#include "convolve/transform-store.h"

#include <string.h>

/* Gap between transforms, whose sizes are powers of two: points that are
 * multiplied would share few sets of the cache. */
enum { APART = 4096 + 256 };

static uint64_t store_stride(const tai_transform_store *s)
{
    return tai_add_sat(tai_transform_bytes(s->transforms, s->log_length),
                       APART);
}

/* Runs twice: base/arena.h. Transforms first: they begin on a huge page. */
static void store_place(tai_transform_store *s)
{
    const size_t count = s->sums + s->sources + s->windows;
    const uint64_t words = ((uint64_t)2 << s->log_length) / 64;
    s->places = tai_arena_place(&s->arena, count, store_stride(s));
    s->bits = tai_arena_place(&s->arena, words, 8);
    s->holds = tai_arena_place(&s->arena, count, sizeof *s->holds);
}

void tai_convolve_store_plan(tai_transform_store *s)
{
    store_place(s);
    s->bytes =
        tai_add_sat(s->arena.bytes, s->transforms->fixed_bytes(s->log_length));
}

ta_status tai_convolve_store_open(tai_transform_store *s, const tai_set *set,
                                  tai_pool *pool)
{
    if (s->state != NULL)
        return TA_OK;
    if (tai_arena_open(&s->arena) != TA_OK)
        return TA_ENOMEM;
    store_place(s);
    s->set = set;
    memset(s->holds, 0, (s->sums + s->sources + s->windows) * sizeof *s->holds);
    const double start = tai_now();
    ta_status st =
        s->transforms->open(s->transforms, s->log_length, pool, &s->state);
    s->plan_s += tai_now() - start;
    return st;
}

void *tai_convolve_store_at(const tai_transform_store *s, size_t place)
{
    return s->places + place * store_stride(s);
}

const void *tai_convolve_store_get(tai_transform_store *s, size_t k,
                                   const uint64_t *bits)
{
    const bool window = bits == NULL;
    const size_t place = store_place_of(s, window, k);
    const uint64_t length = (uint64_t)1 << s->log_length;
    void *transform = tai_convolve_store_at(s, place);
    if (store_has(s, window, k))
        return transform;
    if (window)
        tai_set_copy_bits(s->set, (k - 1) * length, (k + 1) * length, s->bits);
    s->transforms->forward(s->state, window ? s->bits : bits, window,
                           transform);
    s->holds[place] = 1 + k;
    s->forward++;
    return transform;
}
