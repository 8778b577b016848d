/* Lists of splits, and planes (splits.h). */
#include <string.h>

#include "octal/engine.h"

/* Appends the split to h - back and a fixed heap of this label, without class
 * bit. */
static ta_status splits_add(octal_splits *s, uint64_t back, uint32_t label)
{
    const size_t window = label / OCTAL_WINDOW;
    if (window >= s->windows &&
        !tai_grow(&s->list, &s->list_capacity, s->windows, window + 1,
                  sizeof *s->list))
        return TA_ENOMEM;
    for (; s->windows <= window; s->windows++)
        s->list[s->windows] = (octal_split_list){.split = NULL};
    octal_split_list *list = &s->list[window];
    if (!tai_grow(&list->split, &list->capacity, list->count, list->count + 1,
                  sizeof *list->split))
        return TA_ENOMEM;
    list->split[list->count++] =
        (int64_t)(label % OCTAL_WINDOW * 32) - (int64_t)(back << OCTAL_PACKED);
    s->count++;
    s->reach = tai_max_u64(s->reach, back);
    return TA_OK;
}

static void splits_empty(octal_splits *s)
{
    for (size_t k = 0; k < s->windows; k++)
        s->list[k].count = 0;
    s->count = 0;
    s->reach = 0;
}

static void splits_free(octal_splits *s)
{
    for (size_t k = 0; k < s->windows; k++)
        ta_free(s->list[k].split);
    ta_free(s->list);
}

ta_status tai_octal_list_part(octal_engine *e, uint64_t part, size_t *far)
{
    octal_marks *s = &e->marks;
    const uint32_t label = e->held.g[part]; /* without class bit: it is rare */
    const size_t before = s->far.count;
    ta_status st = TA_OK;
    for (unsigned i = 0; i < e->game->n_break && st == TA_OK; i++) {
        const uint64_t back = part + e->game->breaks[i];
        if (back < OCTAL_BLOCK) { /* common x: rows from 64 on; label < 64 */
            for (unsigned x = 0; x < 64; x++)
                s->near.of[64 + x][OCTAL_GROUP + back] |= UINT64_C(1)
                                                          << (x ^ label);
        } else {
            st = splits_add(back < OCTAL_TILE ? &s->mid : &s->far, back, label);
        }
    }
    *far = s->far.count - before;
    return st;
}

/* Adds take-outs below 32. With parity and odd t, a value that is rare at h - t
 * is common at h. */
static void near_list_takes(octal_engine *e)
{
    const tai_octal *game = e->game;
    for (unsigned i = 0; i < game->n_take && game->take[i] < OCTAL_BLOCK; i++) {
        const unsigned t = game->take[i];
        const unsigned class_bit = octal_swap(&e->labels, t) != 0 ? 0 : 64;
        for (unsigned x = 0; x < 64; x++)
            e->marks.near.of[class_bit + x][OCTAL_GROUP + t] |= UINT64_C(1)
                                                                << x;
    }
}

ta_status tai_octal_list_splits(octal_engine *e)
{
    octal_marks *s = &e->marks;
    size_t far;
    splits_empty(&s->far);
    splits_empty(&s->mid);
    memset(&s->near, 0, sizeof s->near);
    near_list_takes(e);
    for (size_t k = 0; k < e->rare.count; k++)
        if (tai_octal_list_part(e, e->rare.at[k], &far) != TA_OK)
            return TA_ENOMEM;
    for (unsigned back = 1; back < OCTAL_GROUP; back++)
        for (unsigned x = 0; x < 64; x++)
            s->near.few[back][x] = s->near.of[64 + x][OCTAL_GROUP + back];
    tai_octal_planes_drop(e);
    return tai_octal_list_witnesses(e);
}

ta_status tai_octal_list_witnesses(octal_engine *e)
{
    /* So much of a plane fits a fast cache; beyond it only what the far lists
     * reach, too, is listed. */
    enum { REACH = 1 << 15 };
    octal_marks *s = &e->marks;
    const uint64_t reach = tai_max_u64(s->far.reach, REACH);
    splits_empty(&s->by_witness);
    for (size_t k = 0; k < e->witnesses.front; k++) {
        const uint32_t part = e->witnesses.of[k].part;
        const uint32_t label = e->held.g[part];
        /* Rare = common ^ common; for a rare witness the other part would be
         * rare, and planes have common labels only. */
        if (label < TAI_OCTAL_COMMON)
            continue;
        for (unsigned i = 0; i < e->game->n_break; i++) {
            const uint64_t back = (uint64_t)part + e->game->breaks[i];
            if (back <= reach && splits_add(&s->by_witness, back,
                                            label & TAI_OCTAL_KEPT) != TA_OK)
                return TA_ENOMEM;
        }
    }
    return TA_OK;
}

/* ---- planes ---- */

/* Makes memory for labels below 64 * words; what was marked is lost. */
static ta_status tile_set_words(octal_tile *t, unsigned words)
{
    if (words <= t->words)
        return TA_OK;
    ta_free(t->far);
    ta_free(t->mid);
    ta_free(t->near);
    t->words = 0;
    t->far = tai_alloc_zero(words, 64 / OCTAL_WINDOW * sizeof *t->far);
    t->mid = tai_alloc(words + 1, sizeof *t->mid); /* groups read on */
    t->near = tai_alloc(words, sizeof *t->near);
    if (t->far == NULL || t->mid == NULL || t->near == NULL)
        return TA_ENOMEM;
    t->words = words;
    return TA_OK;
}

/* Returns how far below a heap sweeps and searches read the planes. */
static uint64_t planes_find_reach(const octal_engine *e)
{
    const uint64_t lists = tai_max_u64(e->marks.far.reach, e->marks.mid.reach);
    const uint64_t reach = tai_max_u64(lists, e->marks.by_witness.reach);
    const uint64_t mirror =
        tai_min_u64(OCTAL_MIRROR, octal_parts(e)) + OCTAL_SPARE;
    return e->marks.planes.tight ? reach : tai_max_u64(reach, mirror);
}

bool tai_octal_planes_serve(const octal_engine *e, uint64_t to)
{
    const octal_marks *s = &e->marks;
    const octal_planes *p = &s->planes;
    const uint64_t reach = planes_find_reach(e);
    return !e->wider && p->bytes != NULL &&
           e->largest.top / OCTAL_WINDOW < p->count &&
           e->proved - tai_min_u64(e->proved, reach) >= p->from &&
           to + OCTAL_TILE <= p->from + p->heaps;
}

void tai_octal_planes_drop(octal_engine *e)
{
    e->marks.planes.count = 0;
}

/* tai_octal_planes_set, once; in the old memory if that is enough. */
static ta_status planes_try(octal_engine *e, uint64_t to)
{
    enum { MOST = TAI_OCTAL_COMMON / OCTAL_WINDOW }; /* windows */
    octal_marks *s = &e->marks;
    octal_planes *p = &s->planes;
    const uint64_t reach = planes_find_reach(e);
    unsigned count =
        (unsigned)tai_max_u64(p->count, e->largest.top / OCTAL_WINDOW + 1);
    if (e->wider && count >= MOST)
        return TA_ERANGE;
    if (e->wider)
        count = (unsigned)tai_min_u64(MOST, count + 1 + count / 8);
    /* A quarter lower, so that they last when `reach` grows. */
    p->from =
        e->proved - tai_min_u64(e->proved, reach + (p->tight ? 0 : reach / 4));
    p->from = tai_max_u64(p->from, e->held.back);
    p->count = 0;
    /* Bytes of a plane: a sweep reads a whole tile, and vectors beyond. */
    const uint64_t need =
        (OCTAL_PAD + to - p->from + OCTAL_TILE + 128 + 63) / 64 * 64;
    if (need * (count + 1) > p->capacity) {
        /* for batches to come */
        uint64_t spare = tai_max_u64(need / 2, 2 * OCTAL_BATCH * OCTAL_TILE);
        spare = tai_max_u64(spare, (1 << 19) / (count + 1));
        ta_free(p->bytes);
        p->capacity =
            tai_min_u64(e->limit.planes, (need + spare) * (count + 1));
        p->bytes = tai_alloc(p->capacity, 1);
        if (p->bytes == NULL)
            return TA_ENOMEM;
    }
    p->apart = p->capacity / (count + 1) / 64 * 64;
    if (p->apart < need)
        return TA_ELIMIT;
    /* A multiple of 1024 would let the bytes of a heap compete for cache lines.
     */
    if (p->apart % 1024 == 0)
        p->apart -= 64;
    p->heaps = p->apart - OCTAL_PAD;
    p->count = count;
    memset(p->bytes, OCTAL_NONE, (count + 1) * p->apart);
    /* With more windows too many labels share an octal_byte. */
    p->mirrored =
        count <= 16 && !p->tight ? tai_min_u64(OCTAL_MIRROR, e->proved / 4) : 0;
    p->mirrored = tai_min_u64(p->mirrored, octal_parts(e));
    for (uint64_t a = 0; a < p->mirrored; a++)
        p->mirror[OCTAL_MIRROR - 1 - a] = octal_byte(e->held.g[a]);
    e->kernel->fill(e, tai_max_u64(p->from, 1), e->decided);
    return tile_set_words(&s->tile, (count + 3) / 4);
}

ta_status tai_octal_planes_set(octal_engine *e, uint64_t to)
{
    octal_planes *p = &e->marks.planes;
    const ta_status st = planes_try(e, to);
    if (st != TA_ELIMIT || p->tight)
        return st;
    p->tight = true;
    return planes_try(e, tai_max_u64(e->decided, e->proved + 1));
}

void tai_octal_marks_free(octal_marks *s)
{
    splits_free(&s->far);
    splits_free(&s->mid);
    splits_free(&s->by_witness);
    ta_free(s->planes.bytes);
    ta_free(s->tile.far);
    ta_free(s->tile.mid);
    ta_free(s->tile.near);
}
