/* Where the cold numbers are: dense classes as bits, the others as lists. */
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"

ta_status wheel_list_add(wheel_list *list, uint64_t x)
{
    if (list->count == list->room &&
        !ta_grow(&list->at, &list->room, list->count, list->count + 1,
                 sizeof *list->at))
        return TA_ENOMEM;
    list->at[list->count++] = x;
    return TA_OK;
}

ta_status wheel_list_append(wheel_list *list, const wheel_list *more)
{
    if (more->count == 0)
        return TA_OK;
    if (!ta_grow(&list->at, &list->room, list->count, list->count + more->count,
                 sizeof *list->at))
        return TA_ENOMEM;
    memcpy(list->at + list->count, more->at, more->count * sizeof *more->at);
    list->count += more->count;
    return TA_OK;
}

void wheel_list_free(wheel_list *list)
{
    ta_free(list->at);
    *list = (wheel_list){0};
}

enum { PART = 1 << 13 };

size_t wheel_list_parts(const wheel_list *list)
{
    return (list->count + PART - 1) / PART;
}

ta_status wheel_list_part(const wheel_list *list, size_t part,
                          wheel_visit *visit, void *state, unsigned thread)
{
    const size_t to = ta_min_u64((part + 1) * PART, list->count);
    ta_status status = TA_OK;
    for (size_t i = part * PART; i < to && status == TA_OK; i++)
        status = visit(state, thread, list->at[i]);
    return status;
}

void wheel_list_sort(wheel_list *list)
{
    if (list->count > 1)
        qsort(list->at, list->count, sizeof *list->at, ta_by_number);
}

/* ---- the filter of sparse numbers: 8 bits or more for each ---- */

static uint64_t filter_bit(const wheel_store *st, uint64_t n)
{
    return (n * 0x9E3779B97F4A7C15u >> 20) & (st->filter_bits - 1);
}

static void filter_set(wheel_store *st, uint64_t n)
{
    const uint64_t bit = filter_bit(st, n);
    __atomic_fetch_or(&st->filter[bit / 64], (uint64_t)1 << bit % 64,
                      __ATOMIC_RELAXED);
}

/* Room for so many numbers, with those that the store has set. */
static ta_status filter_grow(wheel_store *st, size_t count)
{
    uint64_t bits = st->filter_bits;
    while (8 * count > bits)
        bits *= 2;
    if (bits == st->filter_bits)
        return TA_OK;
    uint64_t *filter = ta_alloc_zero(bits / 64, sizeof *filter);
    if (filter == NULL)
        return TA_ENOMEM;
    ta_free(st->filter);
    st->filter = filter;
    st->filter_bits = bits;
    for (size_t i = 0; i < st->sparse.count; i++)
        filter_set(st, st->sparse.at[i]);
    for (size_t i = 0; i < st->fresh.count; i++)
        filter_set(st, st->fresh.at[i]);
    return TA_OK;
}

static bool in_list(const wheel_list *list, uint64_t n)
{
    const size_t k = ta_first_at_least(list->at, list->count, n);
    return k < list->count && list->at[k] == n;
}

/* ---- choosing the dense classes ---- */

typedef struct ranked {
    double density;
    uint32_t s;
} ranked;

static int by_density(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->density != y->density)
        return x->density < y->density ? 1 : -1;
    return (x->s > y->s) - (x->s < y->s);
}

static ta_status choose_dense(wheel_store *st, const wheel_density *density,
                              double threshold)
{
    uint32_t m = st->mod.m;
    ranked *r = ta_alloc(m, sizeof *r);
    if (r == NULL)
        return TA_ENOMEM;
    for (uint32_t s = 0; s < m; s++) {
        st->kind[s] = WHEEL_EMPTY;
        if (density->of[s] >= threshold)
            r[st->dense++] = (ranked){density->of[s], s};
    }
    qsort(r, st->dense, sizeof *r, by_density);
    for (uint32_t i = 0; i < st->dense; i++) {
        st->dense_class[i] = r[i].s;
        st->kind[r[i].s] = i;
    }
    ta_free(r);
    return TA_OK;
}

ta_status wheel_store_init(wheel_store *st, wheel_modulus *mod, uint64_t places,
                           const wheel_density *density, double threshold,
                           uint64_t cache, uint32_t group, ta_team *team)
{
    *st = (wheel_store){.mod = *mod, .places = places, .filter_bits = 512};
    *mod = (wheel_modulus){0};
    uint32_t m = st->mod.m;
    st->kind = ta_alloc(m, sizeof *st->kind);
    st->dense_class = ta_alloc(m, sizeof *st->dense_class);
    st->filter = ta_alloc_zero(st->filter_bits / 64, sizeof *st->filter);
    if (st->kind == NULL || st->dense_class == NULL || st->filter == NULL ||
        choose_dense(st, density, threshold) != TA_OK)
        goto fail;
    const uint64_t tile = WHEEL_TILE_MAX * WHEEL_VECTOR;
    st->group = st->dense / (st->dense / group + 1) + 1;
    st->span = ta_max_u64(cache / st->group, 2 * tile) - tile;
    /* Few rows: windows fine enough to tell moves below from above them. */
    st->span = ta_min_u64(st->span, ta_max_u64(places / 8 / 32, WHEEL_VECTOR));
    /* A source may begin up to one window before place 0, and is read up to
     * one tile beyond its last place: there the next class's front is met.
     * An odd number of lines keeps classes apart in the caches. */
    st->front =
        (size_t)(st->span / WHEEL_VECTOR + WHEEL_TILE_MAX + 2) * WHEEL_VECTOR;
    st->stride = st->front + (size_t)(places / 512 + 1) * WHEEL_VECTOR;
    st->stride |= WHEEL_VECTOR;
    /* The entries of far lists are offsets of 32 bits within a group. */
    if (st->group * st->stride > UINT32_MAX / 2)
        st->group = (uint32_t)(UINT32_MAX / 2 / st->stride) + 1;
    st->bits =
        ta_team_alloc_zero(team, 1, st->dense * st->stride + 2 * st->front);
    if (st->bits == NULL)
        goto fail;
    return TA_OK;
fail:
    wheel_store_free(st);
    return TA_ENOMEM;
}

void wheel_store_free(wheel_store *st)
{
    wheel_list_free(&st->sparse);
    wheel_list_free(&st->fresh);
    ta_free(st->kind);
    ta_free(st->dense_class);
    ta_free(st->filter);
    ta_free(st->bits);
    wheel_modulus_free(&st->mod);
    *st = (wheel_store){0};
}

bool wheel_store_set(wheel_store *st, uint64_t n)
{
    const uint32_t s = (uint32_t)(n % st->mod.m), kind = st->kind[s];
    if (kind >= st->dense)
        return false;
    const uint64_t place = wheel_place(st, n, s);
    uint8_t *byte = st->bits + kind * st->stride + st->front + place / 8;
    __atomic_fetch_or(byte, (uint8_t)(1u << place % 8), __ATOMIC_RELAXED);
    return true;
}

ta_status wheel_store_add(wheel_store *st, uint64_t n)
{
    st->kind[n % st->mod.m] = WHEEL_SPARSE;
    if (wheel_list_add(&st->fresh, n) != TA_OK ||
        filter_grow(st, st->sparse.count + st->fresh.count) != TA_OK)
        return TA_ENOMEM;
    filter_set(st, n);
    return TA_OK;
}

ta_status wheel_store_settle(wheel_store *st)
{
    const ta_status status = wheel_list_append(&st->sparse, &st->fresh);
    st->fresh.count = 0;
    return status;
}

/* ---- numbers that are not in dense classes, many at once ---- */

typedef struct fill_job {
    wheel_store *st;
    const wheel_list *found;
    unsigned lists;
    uint64_t width;   /* an item has the numbers of so long a stretch, */
    wheel_list *part; /* which are put here, in order */
    atomic_int failed;
} fill_job;

static void fill_item(void *state, unsigned thread, size_t item)
{
    fill_job *f = state;
    wheel_list *part = &f->part[item];
    const uint64_t from = item * f->width;
    ta_status status = TA_OK;
    (void)thread;
    for (unsigned l = 0; l < f->lists; l++)
        for (size_t i = 0; i < f->found[l].count && status == TA_OK; i++)
            if (f->found[l].at[i] - from < f->width)
                status = wheel_list_add(part, f->found[l].at[i]);
    wheel_list_sort(part);
    for (size_t i = 0; i < part->count; i++) {
        const uint64_t n = part->at[i];
        __atomic_store_n(&f->st->kind[n % f->st->mod.m], WHEEL_SPARSE,
                         __ATOMIC_RELAXED);
        filter_set(f->st, n);
    }
    if (status != TA_OK)
        atomic_store(&f->failed, (int)status);
}

ta_status wheel_store_fill(wheel_store *st, ta_team *team, wheel_list *found,
                           uint64_t to)
{
    fill_job f = {.st = st,
                  .found = found,
                  .lists = team->threads,
                  .width = to / team->threads + 1,
                  .part = ta_alloc_zero(team->threads, sizeof *f.part)};
    size_t count = 0;
    for (unsigned l = 0; l < f.lists; l++)
        count += found[l].count;
    ta_status status = TA_ENOMEM;
    if (f.part != NULL && filter_grow(st, count) == TA_OK) {
        atomic_init(&f.failed, (int)TA_OK);
        ta_team_run(team, fill_item, &f, team->threads);
        status = (ta_status)atomic_load(&f.failed);
    }
    for (unsigned l = 0; l < f.lists; l++)
        wheel_list_free(&found[l]);
    for (unsigned t = 0; f.part != NULL && t < team->threads; t++) {
        if (status == TA_OK)
            status = wheel_list_append(&st->sparse, &f.part[t]);
        wheel_list_free(&f.part[t]);
    }
    ta_free(f.part);
    return status;
}

bool wheel_store_has(const wheel_store *st, uint64_t n)
{
    uint32_t s = (uint32_t)(n % st->mod.m), kind = st->kind[s];
    if (kind == WHEEL_EMPTY)
        return false;
    if (kind == WHEEL_SPARSE) {
        const uint64_t bit = filter_bit(st, n);
        return (st->filter[bit / 64] >> bit % 64 & 1) != 0 &&
               (in_list(&st->sparse, n) || in_list(&st->fresh, n));
    }
    uint64_t place = wheel_place(st, n, s);
    return *wheel_dense(st, kind, (int64_t)(place / 8)) >> place % 8 & 1;
}

size_t wheel_store_parts(const wheel_store *st)
{
    return st->dense + wheel_list_parts(&st->sparse);
}

ta_status wheel_store_part(const wheel_store *st, size_t part,
                           wheel_visit *visit, void *state, unsigned thread)
{
    if (part >= st->dense)
        return wheel_list_part(&st->sparse, part - st->dense, visit, state,
                               thread);
    const int64_t base = st->mod.base[st->dense_class[part]];
    ta_status status = TA_OK;
    for (uint64_t w = 0; w < st->places; w += WHEEL_WORD) {
        uint64_t word;
        memcpy(&word, wheel_dense(st, (uint32_t)part, (int64_t)(w / 8)),
               sizeof word);
        for (; word != 0 && status == TA_OK; word &= word - 1) {
            int64_t n = base + (int64_t)((w + ta_ctz(word)) * st->mod.m);
            status = visit(state, thread, (uint64_t)n);
        }
    }
    return status;
}

uint64_t wheel_store_bytes(const wheel_store *st)
{
    return st->dense * st->stride + st->filter_bits / 8 +
           8 * (st->sparse.room + st->fresh.room) + st->mod.m * (uint64_t)13;
}
