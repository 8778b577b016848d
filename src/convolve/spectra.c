#include "convolve/spectra.h"

#include <assert.h>
#include <string.h>

/* Transforms of a power of two of bytes, end to end, would all share the same
 * few cache sets where their products are formed: each is moved on against the
 * one before by 4 KiB and 4 lines. */
enum { APART = 4096 + 256 };

static uint64_t stride_of(const ta_spectra *s)
{
    return ta_add_sat(ta_transform_bytes(s->transforms, s->setup.log_length),
                      APART);
}

/* The last child is no source. The store comes first, so that it begins on a
 * huge page. */
static size_t stored(const ta_spectra *s)
{
    return s->sums + (s->band != 0 ? s->band + 2 * ta_band_sources(s->band)
                                   : s->fanout - 1 + s->windows);
}

static void place(ta_spectra *s)
{
    uint64_t length = (uint64_t)1 << s->setup.log_length;
    s->store = ta_arena_place(&s->arena, stored(s), stride_of(s));
    s->bits = ta_arena_place(&s->arena, 2 * length / 64, 8);
    s->slot = ta_arena_place(&s->arena, 2 * s->fanout, sizeof *s->slot);
    s->holds = ta_arena_place(&s->arena, stored(s), sizeof *s->holds);
}

void ta_spectra_plan(ta_spectra *s)
{
    unsigned log = s->setup.log_length;
    place(s);
    s->bytes = ta_add_sat(s->arena.bytes, s->transforms->fixed_bytes(log));
}

ta_status ta_spectra_open(ta_spectra *s)
{
    if (s->state != NULL)
        return TA_OK;
    if (ta_arena_open(&s->arena) != TA_OK)
        return TA_ENOMEM;
    place(s);
    memset(s->slot, 0, 2 * s->fanout * sizeof *s->slot);
    memset(s->holds, 0, stored(s) * sizeof *s->holds);
    double start = ta_now();
    ta_status st = s->transforms->open(s->transforms, &s->setup, &s->state);
    s->plan_s += ta_now() - start;
    return st;
}

void ta_spectra_close(ta_spectra *s)
{
    s->transforms->close(s->state);
    ta_arena_close(&s->arena);
}

void ta_spectra_begin(ta_spectra *s)
{
    if (s->state == NULL)
        return;
    for (size_t k = 0; k < stored(s); k++)
        if (s->holds[k] <= s->fanout)
            s->holds[k] = 0;
}

/* Where the transform k goes. */
static size_t slot_of(ta_spectra *s, size_t k)
{
    if (s->band == 0)
        return s->sums + s->slots++;
    size_t sources = ta_band_sources(s->band);
    return k < s->fanout
               ? s->sums + k % sources
               : s->sums + sources + (k - s->fanout) % (s->band + sources);
}

const void *ta_spectra_get(ta_spectra *s, size_t k, const uint64_t *bits)
{
    if (s->slot[k] == 0)
        s->slot[k] = slot_of(s, k);
    assert(s->slot[k] < stored(s));
    void *t = s->store + s->slot[k] * stride_of(s);
    if (!ta_spectra_has(s, k)) {
        s->transforms->forward(s->state, bits, k >= s->fanout, t);
        s->forward++;
        s->holds[s->slot[k]] = 1 + k;
    }
    return t;
}

const void *ta_spectra_window(ta_spectra *s, const ta_set *set, size_t distance)
{
    uint64_t length = (uint64_t)1 << s->setup.log_length;
    size_t k = s->fanout + distance;
    if (!ta_spectra_has(s, k))
        ta_set_copy_bits(set, (distance - 1) * length, (distance + 1) * length,
                         s->bits);
    return ta_spectra_get(s, k, s->bits);
}

void *ta_spectra_sum(ta_spectra *s, size_t slot)
{
    return s->store + slot * stride_of(s);
}
