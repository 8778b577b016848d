/* Which positions are looked at. */
#include <inttypes.h>
#include <stdlib.h>

#include "verify/verify.h"

static uint64_t random_number(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int by_position(const void *a, const void *b)
{
    const ta_sample *x = a, *y = b;
    return (x->position > y->position) - (x->position < y->position);
}

/* ---- cold positions, by their place among the cold ones ---- */

typedef struct picker {
    const uint64_t *place; /* increasing */
    size_t n_places, next;
    uint64_t before; /* cold positions in earlier blocks */
    ta_check *check;
} picker;

static ta_status pick(void *state, const ta_block *block)
{
    picker *p = state; /* archives hand over lists */
    for (;
         p->next < p->n_places && p->place[p->next] - p->before < block->count;
         p->next++)
        p->check->samples[p->next].position =
            block->positions[p->place[p->next] - p->before];
    p->before += block->count;
    return ta_check_poll(p->check, block->to - block->from, 0);
}

/* The first `count` samples. */
static ta_status pick_cold(ta_check *c, size_t count, uint64_t *state)
{
    const ta_archive *archive = c->archive;
    uint64_t *place = ta_alloc(count, sizeof *place);
    if (place == NULL)
        return TA_ENOMEM;
    for (size_t i = 0; i < count; i++)
        place[i] = random_number(state) % archive->info.count;
    qsort(place, count, sizeof *place, ta_by_number);
    picker p = {.place = place, .n_places = count, .check = c};
    ta_status st = ta_archive_read(archive, 0, ta_archive_whole(archive),
                                   &(ta_sink){pick, &p}, c->error);
    ta_free(place);
    return st;
}

/* ---- what the archive says of the samples ---- */

typedef struct marker {
    ta_check *check;
    size_t next;
} marker;

static ta_status take(void *state, const ta_block *block)
{
    marker *m = state;
    ta_check *c = m->check;
    uint64_t k = 0;
    for (; m->next < c->n_samples && c->samples[m->next].position < block->to;
         m->next++) {
        ta_sample *s = &c->samples[m->next];
        if (block->values != NULL) {
            s->value = block->values[s->position - block->from];
            continue;
        }
        while (k < block->count && block->positions[k] < s->position)
            k++;
        s->value = k == block->count || block->positions[k] != s->position;
    }
    return ta_check_poll(c, block->to - block->from, 0);
}

static ta_status mark(ta_check *c)
{
    return ta_archive_read(c->archive, 0, ta_archive_whole(c->archive),
                           &(ta_sink){take, &(marker){c, 0}}, c->error);
}

/* ---- which ---- */

ta_status ta_samples_choose(ta_check *c, uint64_t positions, uint64_t seed)
{
    const ta_archive *archive = c->archive;
    uint64_t end = ta_archive_whole(archive);
    bool all = positions >= end;
    size_t n = all ? end : positions, n_cold = 0;
    c->samples = ta_alloc_zero(n, sizeof *c->samples);
    c->n_samples = n;
    ta_status st = c->samples == NULL ? TA_ENOMEM : TA_OK;
    if (st == TA_OK && !all && archive->info.content == TA_CONTENT_COLD &&
        archive->info.count > 0) {
        n_cold = (n + 1) / 2;
        st = pick_cold(c, n_cold, &seed);
    }
    for (size_t i = n_cold; i < n && st == TA_OK; i++)
        c->samples[i].position = all ? i : random_number(&seed) % end;
    if (st == TA_OK) {
        qsort(c->samples, n, sizeof *c->samples, by_position);
        st = mark(c);
    }
    return st == TA_ENOMEM
               ? ta_fail(c->error, st, "no memory for %zu samples", n)
               : st;
}

ta_status ta_samples_of_windows(ta_check *c, const ta_window *windows,
                                size_t count)
{
    uint64_t n = 0, end = 0;
    for (size_t i = 0; i < count; i++) {
        n += windows[i].to -
             ta_max_u64(windows[i].from, ta_min_u64(end, windows[i].to));
        end = ta_max_u64(end, windows[i].to);
    }
    c->samples = ta_alloc_zero(n, sizeof *c->samples);
    if (c->samples == NULL)
        return ta_fail(c->error, TA_ENOMEM,
                       "no memory for %" PRIu64 " positions", n);
    end = 0;
    for (size_t i = 0; i < count; i++) {
        for (uint64_t p = ta_max_u64(windows[i].from, end); p < windows[i].to;
             p++)
            c->samples[c->n_samples++].position = p;
        end = ta_max_u64(end, windows[i].to);
    }
    return mark(c);
}

size_t ta_windows_choose(uint64_t from, uint64_t to, uint64_t size,
                         size_t count, uint64_t *seed, ta_window *windows)
{
    if (from >= to || size == 0 || count == 0)
        return 0;
    if (to - from <= size) {
        windows[0] = (ta_window){from, to, 0};
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t start = from + random_number(seed) % (to - from - size + 1);
        windows[i] = (ta_window){start, start + size, 0};
    }
    return count;
}
