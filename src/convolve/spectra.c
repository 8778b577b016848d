#include "convolve/spectra.h"

#include <string.h>

uint64_t ta_spectra_memory(unsigned log_length, bool single, size_t fanout)
{
    uint64_t each = ta_fft_transform_bytes(log_length, single);
    uint64_t ahead = ta_min_u64(TA_AHEAD, fanout);
    uint64_t total = ta_mul_sat(each, 2 * fanout + ahead);
    total = ta_add_sat(total, ta_fft_fixed_bytes(log_length, single));
    return ta_add_sat(total, ((uint64_t)1 << log_length) / 4 +
                                 fanout * 2 * (sizeof(void *) + 1) + 512);
}

ta_status ta_spectra_init(ta_spectra *s, const ta_field *field,
                          const ta_fft_setup *setup, size_t fanout)
{
    *s = (ta_spectra){.field = field, .setup = *setup, .fanout = fanout};
    s->source = ta_alloc_zero(fanout, sizeof *s->source);
    s->window = ta_alloc_zero(fanout, sizeof *s->window);
    s->source_ready = ta_alloc_zero(fanout, 1);
    s->window_ready = ta_alloc_zero(fanout, 1);
    if (s->source != NULL && s->window != NULL && s->source_ready != NULL &&
        s->window_ready != NULL)
        return TA_OK;
    ta_spectra_free(s);
    return TA_ENOMEM;
}

static void drop_transforms(ta_spectra *s)
{
    for (size_t k = 0; k < s->fanout; k++) {
        if (s->source != NULL)
            ta_free(s->source[k]);
        if (s->window != NULL)
            ta_free(s->window[k]);
    }
    for (size_t k = 0; k < TA_AHEAD; k++) {
        ta_free(s->sum[k]);
        s->sum[k] = NULL;
    }
    ta_fft_free(s->fft);
    s->fft = NULL;
}

void ta_spectra_free(ta_spectra *s)
{
    drop_transforms(s);
    ta_free(s->source);
    ta_free(s->window);
    ta_free(s->source_ready);
    ta_free(s->window_ready);
    ta_free(s->bits);
    *s = (ta_spectra){0};
}

void ta_spectra_begin(ta_spectra *s)
{
    memset(s->source_ready, 0, s->fanout);
}

void ta_spectra_raise(ta_spectra *s)
{
    drop_transforms(s);
    memset(s->source, 0, s->fanout * sizeof *s->source);
    memset(s->window, 0, s->fanout * sizeof *s->window);
    memset(s->source_ready, 0, s->fanout);
    memset(s->window_ready, 0, s->fanout);
    s->setup.single = false;
}

/* The plans, and one transform's memory at *transform. */
static ta_status prepare(ta_spectra *s, void **transform)
{
    unsigned log = s->setup.log_length;
    if (s->fft == NULL) {
        ta_status st = ta_fft_new(&s->setup, &s->fft, &s->plan_s);
        if (st != TA_OK)
            return st;
    }
    if (*transform == NULL)
        *transform = ta_alloc(ta_fft_transform_bytes(log, s->setup.single), 1);
    return *transform != NULL ? TA_OK : TA_ENOMEM;
}

ta_status ta_spectra_source(ta_spectra *s, size_t j, uint64_t position)
{
    if (s->source_ready[j])
        return TA_OK;
    ta_status st = prepare(s, &s->source[j]);
    if (st != TA_OK)
        return st;
    ta_fft_of_bits(s->fft, s->field->cold + position / 64, s->source[j]);
    s->source_ready[j] = true;
    s->forward++;
    return TA_OK;
}

ta_status ta_spectra_window(ta_spectra *s, size_t distance)
{
    if (s->window_ready[distance])
        return TA_OK;
    ta_status st = prepare(s, &s->window[distance]);
    if (st != TA_OK)
        return st;
    uint64_t length = (uint64_t)1 << s->setup.log_length;
    if (s->bits == NULL)
        s->bits = ta_alloc(2 * length / 64, 8);
    if (s->bits == NULL)
        return TA_ENOMEM;
    ta_set_copy_bits(s->field->set, (distance - 1) * length,
                     (distance + 1) * length, s->bits);
    ta_fft_of_window(s->fft, s->bits, s->window[distance]);
    s->window_ready[distance] = true;
    s->forward++;
    return TA_OK;
}

ta_status ta_spectra_sum(ta_spectra *s, size_t slot)
{
    return prepare(s, &s->sum[slot]);
}
