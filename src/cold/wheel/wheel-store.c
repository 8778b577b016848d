/* The store: bits of dense classes, and one sorted list of all other numbers
 * that is entered by their high bits. */
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"

/* ---- moves and lists ---- */

bool tai_wheel_moves_fit(const wheel_moves *moves, uint32_t m)
{
    for (size_t i = m; i < moves->count; i++)
        if ((moves->value[i] - moves->value[i - m]) % m != 0)
            return false;
    return true;
}

ta_status tai_wheel_list_add(void *state, uint64_t x)
{
    wheel_list *list = state;
    if (list->count == list->room &&
        !tai_grow(&list->at, &list->room, list->count, list->count + 1,
                  sizeof *list->at))
        return TA_ENOMEM;
    list->at[list->count++] = x;
    return TA_OK;
}

ta_status tai_wheel_list_append(wheel_list *list, const wheel_list *more)
{
    ta_status status = TA_OK;
    for (size_t i = 0; i < more->count && status == TA_OK; i++)
        status = tai_wheel_list_add(list, more->at[i]);
    return status;
}

ta_status tai_wheel_list_zeros(wheel_list *list, const uint8_t *tile,
                               size_t bytes, uint64_t first, uint64_t each)
{
    ta_status status = TA_OK;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word;
        memcpy(&word, tile + i, sizeof word);
        for (word = ~word; word != 0 && status == TA_OK; word &= word - 1)
            status = tai_wheel_list_add(list,
                                        first + (8 * i + tai_ctz(word)) * each);
    }
    return status;
}

void tai_wheel_list_sort(wheel_list *list)
{
    if (list->count > 1)
        qsort(list->at, list->count, sizeof *list->at, tai_by_number);
}

void tai_wheel_list_free(wheel_list *list)
{
    ta_free(list->at);
    *list = (wheel_list){0};
}

/* ---- the store ---- */

typedef struct ranked_class {
    double density;
    uint32_t s;
} ranked_class;

static int store_compare_density(const void *a, const void *b)
{
    const ranked_class *x = a, *y = b;
    if (x->density != y->density)
        return x->density < y->density ? 1 : -1;
    return (x->s > y->s) - (x->s < y->s);
}

/* Chooses the dense classes. All others are empty for now. */
static ta_status store_choose_dense(wheel_store *st, const double *density,
                                    double threshold)
{
    ranked_class *ranked = tai_alloc(st->m, sizeof *ranked);
    if (ranked == NULL)
        return TA_ENOMEM;
    for (uint32_t s = 0; s < st->m; s++) {
        st->kind[s] = WHEEL_EMPTY;
        if (density[s] >= threshold)
            ranked[st->dense++] = (ranked_class){density[s], s};
    }
    qsort(ranked, st->dense, sizeof *ranked, store_compare_density);
    for (uint32_t id = 0; id < st->dense; id++) {
        st->dense_class[id] = ranked[id].s;
        st->kind[ranked[id].s] = id;
    }
    ta_free(ranked);
    return TA_OK;
}

/* Lays out st->bits, and cuts pages. */
static void store_lay_out(wheel_store *st, uint64_t cache, uint32_t group)
{
    const uint64_t tile = WHEEL_TILE_MAX * WHEEL_VECTOR;
    st->group = st->dense / (st->dense / group + 1) + 1;
    st->span = tai_max_u64(cache / st->group, 2 * tile) - tile;
    /* A block skips a window all of whose moves are greater than its heaps.
     * With few wide windows it could hardly ever skip one; so a window reads 1
     * / 32 of a class at most. */
    st->span =
        tai_min_u64(st->span, tai_max_u64(st->places / 8 / 32, WHEEL_VECTOR));
    /* A read begins up to span bytes and a tile before bit 0, and ends up to a
     * tile behind the last bit, in the zeros before the next class. An odd
     * stride in cache lines spreads equal places over the sets of the cache. */
    st->front =
        (size_t)(st->span / WHEEL_VECTOR + WHEEL_TILE_MAX + 2) * WHEEL_VECTOR;
    st->stride = st->front + (size_t)(st->places / 512 + 1) * WHEEL_VECTOR;
    st->stride |= WHEEL_VECTOR;
    /* Entries of lists are offsets in 32 bits within one group. */
    if (st->group * st->stride > UINT32_MAX / 2)
        st->group = (uint32_t)(UINT32_MAX / 2 / st->stride) + 1;
}

ta_status tai_wheel_store_init(wheel_store *st, uint32_t m, uint64_t rows,
                               const double *density, double threshold,
                               uint64_t cache, uint32_t group)
{
    enum { LOG_INDEX = 18 };
    const unsigned log_end = tai_log2_ceil(m * rows);
    /* m is its own inverse modulo 8, since it is odd. */
    *st = (wheel_store){.m = m,
                        .inverse = m,
                        .places = rows + WHEEL_LEAD,
                        .index_shift =
                            log_end > LOG_INDEX ? log_end - LOG_INDEX : 0};
    /* A step of Newton's method doubles the bits that are right. */
    for (int bits = 3; bits < 64; bits *= 2)
        st->inverse *= 2 - m * st->inverse;
    st->kind = tai_alloc(m, sizeof *st->kind);
    st->dense_class = tai_alloc(m, sizeof *st->dense_class);
    st->index = tai_alloc((m * rows >> st->index_shift) + 1, sizeof *st->index);
    ta_status status = TA_ENOMEM;
    if (st->kind != NULL && st->dense_class != NULL && st->index != NULL)
        status = store_choose_dense(st, density, threshold);
    if (status == TA_OK) {
        store_lay_out(st, cache, group);
        st->bits = tai_alloc_zero(1, st->dense * st->stride + 2 * st->front);
    }
    if (st->bits != NULL)
        return TA_OK;
    tai_wheel_store_free(st);
    return TA_ENOMEM;
}

void tai_wheel_store_free(wheel_store *st)
{
    tai_wheel_list_free(&st->sparse);
    ta_free(st->kind);
    ta_free(st->dense_class);
    ta_free(st->index);
    ta_free(st->bits);
    *st = (wheel_store){0};
}

bool tai_wheel_store_set(wheel_store *st, uint64_t n)
{
    const uint32_t s = (uint32_t)(n % st->m), id = st->kind[s];
    if (!wheel_has_bits(st, s))
        return false;
    const uint64_t place = wheel_place(st, n, s);
    st->bits[wheel_offset(st, id) + place / 8] |= (uint8_t)(1u << place % 8);
    return true;
}

ta_status tai_wheel_store_append(wheel_store *st, uint64_t n)
{
    st->kind[n % st->m] = WHEEL_SPARSE;
    while (st->indexed <= n >> st->index_shift)
        st->index[st->indexed++] = (uint32_t)st->sparse.count;
    return tai_wheel_list_add(&st->sparse, n);
}

static bool store_is_listed(const wheel_store *st, uint64_t n)
{
    const uint64_t k = n >> st->index_shift;
    if (k >= st->indexed)
        return false;
    const size_t from = st->index[k];
    const size_t to = k + 1 < st->indexed ? st->index[k + 1] : st->sparse.count;
    const uint64_t *at = st->sparse.at + from;
    const size_t i = tai_first_at_least(at, to - from, n);
    return i < to - from && at[i] == n;
}

bool tai_wheel_store_has(const wheel_store *st, uint64_t n, uint32_t s)
{
    const uint32_t kind = st->kind[s];
    if (kind == WHEEL_EMPTY)
        return false;
    if (kind == WHEEL_SPARSE)
        return store_is_listed(st, n);
    const uint64_t place = wheel_place(st, n, s);
    return st->bits[wheel_offset(st, kind) + place / 8] >> place % 8 & 1;
}

ta_status tai_wheel_store_each(const wheel_store *st, wheel_visit *visit,
                               void *state)
{
    ta_status status = TA_OK;
    for (uint32_t id = 0; id < st->dense; id++) {
        const uint8_t *bits = st->bits + wheel_offset(st, id);
        const uint32_t s = st->dense_class[id];
        const unsigned lift = wheel_lift(st, s);
        for (uint64_t w = 0; w < st->places; w += 64) {
            uint64_t word;
            memcpy(&word, bits + w / 8, sizeof word);
            for (; word != 0 && status == TA_OK; word &= word - 1)
                status = visit(state, (w + tai_ctz(word) - lift) * st->m + s);
        }
    }
    for (size_t i = 0; i < st->sparse.count && status == TA_OK; i++)
        status = visit(state, st->sparse.at[i]);
    return status;
}
