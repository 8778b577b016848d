/* Which positions are looked at. */
#include <stdlib.h>
#include <string.h>

#include "store/verify.h"

static uint64_t random_number(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int by_position(const void *a, const void *b)
{
    const ta_sample *x = a, *y = b;
    return (x->position > y->position) - (x->position < y->position);
}

/* ---- cold positions, by their place among the cold ones ---- */

typedef struct picker {
    ta_sink sink;
    const uint64_t *place; /* increasing */
    size_t n_places, next;
    uint64_t before; /* cold positions in earlier blocks */
    ta_sample *samples;
} picker;

static ta_status pick(ta_sink *sink, const ta_block *block)
{
    picker *p = (picker *)sink; /* archives hand over lists */
    for (;
         p->next < p->n_places && p->place[p->next] - p->before < block->count;
         p->next++)
        p->samples[p->next].position =
            block->positions[p->place[p->next] - p->before];
    p->before += block->count;
    return TA_OK;
}

static ta_status pick_cold(const ta_archive *archive, uint64_t *state,
                           ta_sample *samples, size_t count, ta_error *error)
{
    uint64_t *place = ta_alloc(count, sizeof *place);
    if (place == NULL)
        return TA_ENOMEM;
    for (size_t i = 0; i < count; i++)
        place[i] = random_number(state) % archive->info.count;
    qsort(place, count, sizeof *place, by_number);
    picker p = {
        .sink = {pick}, .place = place, .n_places = count, .samples = samples};
    ta_status st =
        ta_archive_cold(archive, 0, archive->info.end, &p.sink, error);
    ta_free(place);
    return st;
}

/* ---- what the archive says of the samples ---- */

typedef struct marker {
    ta_sink sink;
    ta_value_sink values;
    ta_sample *samples;
    size_t count, next;
} marker;

static ta_status mark_cold(ta_sink *sink, const ta_block *block)
{
    marker *m = (marker *)sink;
    uint64_t k = 0;
    for (; m->next < m->count && m->samples[m->next].position < block->to;
         m->next++) {
        ta_sample *s = &m->samples[m->next];
        while (k < block->count && block->positions[k] < s->position)
            k++;
        s->value = k == block->count || block->positions[k] != s->position;
    }
    return TA_OK;
}

static ta_status mark_value(ta_value_sink *sink, const ta_value_block *block)
{
    marker *m = (marker *)((char *)sink - offsetof(marker, values));
    for (; m->next < m->count && m->samples[m->next].position < block->to;
         m->next++) {
        ta_sample *s = &m->samples[m->next];
        s->value = block->values[s->position - block->from];
    }
    return TA_OK;
}

static ta_status mark(const ta_archive *archive, ta_sample *samples,
                      size_t count, ta_error *error)
{
    marker m = {{mark_cold}, {mark_value}, samples, count, 0};
    uint64_t end = archive->info.end;
    return archive->info.content == TA_CONTENT_COLD
               ? ta_archive_cold(archive, 0, end, &m.sink, error)
               : ta_archive_values(archive, 0, end, &m.values, error);
}

ta_status ta_samples_choose(const ta_archive *archive, uint64_t positions,
                            uint64_t seed, ta_sample **samples, size_t *count,
                            ta_error *error)
{
    uint64_t end = archive->info.end;
    bool all = positions >= end;
    size_t n = all ? end : positions, n_cold = 0;
    ta_sample *list = ta_alloc_zero(n, sizeof *list);
    ta_status st = list == NULL ? TA_ENOMEM : TA_OK;
    if (st == TA_OK && !all && archive->info.content == TA_CONTENT_COLD &&
        archive->info.count > 0) {
        n_cold = (n + 1) / 2;
        st = pick_cold(archive, &seed, list, n_cold, error);
    }
    for (size_t i = n_cold; i < n && st == TA_OK; i++)
        list[i].position = all ? i : random_number(&seed) % end;
    if (st == TA_OK) {
        qsort(list, n, sizeof *list, by_position);
        st = mark(archive, list, n, error);
    }
    if (st != TA_OK) {
        ta_free(list);
        return st == TA_ENOMEM
                   ? ta_fail(error, st, "no memory for %zu samples", n)
                   : st;
    }
    *samples = list;
    *count = n;
    return TA_OK;
}
