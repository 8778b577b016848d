#include "convolve/spectra.h"

#include <string.h>

/* Transforms of a power of two of bytes, end to end, would all share the same
 * few cache sets where their products are formed: each is moved on against the
 * one before by 4 KiB and 4 lines. */
enum { APART = 4096 + 256 };

static uint64_t stride_of(const ta_transforms *t, unsigned log_length)
{
    return ta_add_sat(t->bytes(log_length), APART);
}

/* The last child is no source, and no window is at distance 0. */
static uint64_t transforms_of(size_t fanout)
{
    return 2 * ((uint64_t)fanout - 1) + ta_ahead(fanout);
}

uint64_t ta_spectra_memory(const ta_transforms *transforms, unsigned log_length,
                           size_t fanout, size_t windows)
{
    enum { HUGE_PAGE = 1 << 21 }; /* the last one is taken whole */
    uint64_t stride = stride_of(transforms, log_length);
    size_t unused = fanout - 1 - windows;
    uint64_t total = ta_mul_sat(stride, transforms_of(fanout) - unused);
    total =
        ta_add_sat(total, ta_min_u64(ta_mul_sat(stride, unused), HUGE_PAGE));
    total = ta_add_sat(total, transforms->fixed_bytes(log_length));
    return ta_add_sat(total,
                      ((uint64_t)1 << log_length) / 4 + 18 * fanout + 8192);
}

ta_status ta_spectra_init(ta_spectra *s, const ta_field *field,
                          const ta_transforms *transforms,
                          const ta_transform_setup *setup, size_t fanout,
                          ta_pace *pace)
{
    *s = (ta_spectra){.field = field,
                      .transforms = transforms,
                      .setup = *setup,
                      .fanout = fanout,
                      .pace = pace};
    s->source_ready = ta_alloc_zero(fanout, 1);
    s->window_ready = ta_alloc_zero(fanout, 1);
    s->room = ta_alloc_zero(2 * fanout, sizeof *s->room);
    if (s->source_ready != NULL && s->window_ready != NULL && s->room != NULL)
        return TA_OK;
    ta_spectra_free(s);
    return TA_ENOMEM;
}

void ta_spectra_free(ta_spectra *s)
{
    ta_free(s->store);
    if (s->transforms != NULL)
        s->transforms->close(s->state);
    ta_free(s->source_ready);
    ta_free(s->window_ready);
    ta_free(s->room);
    ta_free(s->bits);
    *s = (ta_spectra){0};
}

void ta_spectra_begin(ta_spectra *s)
{
    memset(s->source_ready, 0, s->fanout);
}

enum { PAGE = 4096, TOUCH = 1 << 20 /* bytes that a thread takes at a time */ };

typedef struct touching {
    char *store;
    uint64_t from, to;
} touching;

static void do_touch(void *state, unsigned thread, size_t item)
{
    const touching *t = state;
    (void)thread;
    uint64_t at = t->from + item * TOUCH;
    for (uint64_t end = ta_min_u64(at + TOUCH, t->to); at < end; at += PAGE)
        t->store[at] = 0;
}

/* Touches the memory of transforms [from, to). */
static ta_status touch(ta_spectra *s, size_t from, size_t to)
{
    enum { STEP = 1 << 26 };
    uint64_t stride = stride_of(s->transforms, s->setup.log_length);
    uint64_t all = transforms_of(s->fanout) * stride;
    ta_status st = TA_OK;
    for (uint64_t a = from * stride; a < to * stride && st == TA_OK;
         a += STEP) {
        double start = ta_now();
        uint64_t b = ta_min_u64(a + STEP, to * stride);
        ta_team_run(s->setup.team, do_touch, &(touching){s->store, a, b},
                    (b - a + TOUCH - 1) / TOUCH);
        ta_pace_add(s->pace, TA_TOUCHING, (double)(b - a) / (double)all, start);
        if (s->field->pause != NULL)
            st = s->field->pause(s->field->pause_state);
    }
    return st;
}

/* Whether all memory is touched before it is used. Fresh memory is slow, how
 * slow depends on what ran before; touched ahead, transforms take equal times,
 * and what is left can be told from them (squares to 2^26 got 5 to 15 % faster,
 * too). But not where a transform is used by one node only and fits into a
 * cache, which touching brings it into (squares to 2^24 took 3 % longer, primes
 * to 2^20 5 %). */
static bool touches_ahead(const ta_spectra *s)
{
    enum { CACHED = 1 << 21 };
    unsigned log = s->setup.log_length;
    return s->transforms->bytes(log) > CACHED ||
           (s->field->n >> log) > s->fanout;
}

/* What the first target needs comes first: it shows what transforms take. What
 * holds transforms by then is left alone. */
static ta_status touch_ahead(ta_spectra *s)
{
    size_t sums = ta_ahead(s->fanout);
    if (s->touched == TA_UNTOUCHED) {
        s->touched = TA_BEGUN;
        return touch(s, 0, sums + 2);
    }
    s->touched = TA_TOUCHED;
    ta_status st = TA_OK;
    if (touches_ahead(s)) {
        uint64_t child = (uint64_t)1 << s->setup.log_length;
        size_t end = sums + s->fanout;
        for (size_t d = 2; d < s->fanout; d++)
            end += ta_set_count(s->field->set, (d - 1) * child,
                                (d + 1) * child) > 0;
        st = touch(s, sums + s->rooms, end);
    }
    s->pace->units[TA_TOUCHING] = 1;
    return st;
}

ta_status ta_spectra_prepare(ta_spectra *s)
{
    unsigned log = s->setup.log_length;
    ta_status st = TA_OK;
    if (s->state == NULL) {
        double start = ta_now();
        st = s->transforms->open(&s->setup, &s->state);
        s->plan_s += ta_now() - start;
        ta_pace_add(s->pace, TA_PLANNING, 1, start);
    }
    if (st == TA_OK && s->bits == NULL) {
        s->bits = ta_alloc(((uint64_t)2 << log) / 64, 8);
        st = s->bits != NULL ? TA_OK : TA_ENOMEM;
    }
    if (st == TA_OK && s->store == NULL) {
        s->store =
            ta_alloc(transforms_of(s->fanout), stride_of(s->transforms, log));
        st = s->store != NULL ? TA_OK : TA_ENOMEM;
    }
    return st == TA_OK && s->touched != TA_TOUCHED ? touch_ahead(s) : st;
}

/* The transform of a slot, which gets the next room at its first use: what is
 * never used is not touched. */
static void *transform(ta_spectra *s, size_t slot)
{
    if (s->room[slot] == 0)
        s->room[slot] = ta_ahead(s->fanout) + s->rooms++;
    return s->store +
           s->room[slot] * stride_of(s->transforms, s->setup.log_length);
}

const void *ta_spectra_source(ta_spectra *s, size_t j, uint64_t position)
{
    void *t = transform(s, j);
    if (!s->source_ready[j]) {
        double start = ta_now();
        s->transforms->forward(s->state, s->field->cold + position / 64, false,
                               t);
        s->source_ready[j] = true;
        ta_pace_add(s->pace, TA_FORWARD, 1, start);
    }
    return t;
}

const void *ta_spectra_window(ta_spectra *s, size_t distance)
{
    void *t = transform(s, s->fanout + distance);
    if (!s->window_ready[distance]) {
        double start = ta_now();
        uint64_t length = (uint64_t)1 << s->setup.log_length;
        ta_set_copy_bits(s->field->set, (distance - 1) * length,
                         (distance + 1) * length, s->bits);
        s->transforms->forward(s->state, s->bits, true, t);
        s->window_ready[distance] = true;
        ta_pace_add(s->pace, TA_FORWARD, 1, start);
    }
    return t;
}

void *ta_spectra_sum(ta_spectra *s, size_t slot)
{
    return s->store + slot * stride_of(s->transforms, s->setup.log_length);
}
