/* The periods of many finite sets: one set after the other, by the engine that
 * suits it, on several threads. */
#include <inttypes.h>

#include "base/fleet.h"
#include "play/census.h"
#include "play/play.h"
#include "run/items.h"

/* ---- one set ---- */

static uint64_t common_divisor(const uint64_t *set, size_t count)
{
    uint64_t d = 0;
    for (size_t k = 0; k < count && d != 1; k++)
        for (uint64_t rest = set[k]; rest != 0;) {
            uint64_t r = d % rest;
            d = rest;
            rest = r;
        }
    return d;
}

/* The values of many elements do not fit in a byte's bits. */
static ta_status values_of_many(ta_search *s, ta_cycle *values)
{
    ta_period p = {0};
    *values = (ta_cycle){0};
    ta_status st =
        tai_period_search(s->set, s->count, s->limit, s->options, &p);
    if (p.proved)
        *values = (ta_cycle){
            .preperiod = p.preperiod, .period = p.period, .largest = p.largest};
    s->walked += p.known;
    return st;
}

/* The search's set has no common divisor, or no elements. */
static ta_status search_both(ta_search *s, uint8_t *bytes, ta_cycle *outcomes,
                             ta_cycle *values)
{
    uint64_t reach = s->count > 0 ? s->set[s->count - 1] : 0;
    *outcomes = *values = (ta_cycle){0};
    if (reach >= s->limit) /* no window can come twice */
        return TA_OK;
    ta_status st = ta_census_bytes(s, false, bytes, outcomes);
    /* The period of the values is one of the outcomes, too. */
    if (st == TA_OK && outcomes->period > 0)
        st = s->count <= TA_CENSUS_VALUES
                 ? ta_census_bytes(s, true, bytes, values)
                 : values_of_many(s, values);
    return st;
}

static ta_status fill_row(const ta_finite_set *set, ta_search *s,
                          uint64_t *reduced, uint8_t *bytes, ta_census_row *row)
{
    ta_cycle outcomes, values;
    const bool given = s->options->start != NULL;
    const uint64_t d =
        given ? 1 : ta_max_u64(common_divisor(set->elements, set->count), 1);
    for (size_t k = 0; k < set->count; k++)
        reduced[k] = set->elements[k] / d;
    s->set = reduced;
    s->count = set->count;
    ta_status st = search_both(s, bytes, &outcomes, &values);
    *row = (ta_census_row){.outcome_preperiod = d * outcomes.preperiod,
                           .outcome_period = d * outcomes.period,
                           .nim_preperiod = d * values.preperiod,
                           .nim_period = d * values.period,
                           .cold_in_period = d * outcomes.cold,
                           .largest = values.largest};
    /* Without a move all positions are alike. */
    if (set->count == 0 && !given)
        row->outcome_period = row->nim_period = row->cold_in_period = 1;
    return st;
}

/* ---- many ---- */

typedef struct batch {
    const ta_finite_set *sets;
    uint64_t limit;
    ta_census_row *rows;
    struct buffers *buffers; /* of each thread */
} batch;

typedef struct buffers {
    uint64_t *reduced;
    uint8_t *bytes;
} buffers;

static ta_status one(void *state, unsigned thread, size_t item,
                     const ta_options *options, ta_error *error)
{
    const batch *b = state;
    const buffers *r = &b->buffers[thread];
    ta_search search = {.limit = b->limit, .options = options};
    (void)error;
    return fill_row(&b->sets[item], &search, r->reduced, r->bytes,
                    &b->rows[item]);
}

static uint64_t census_memory(uint64_t limit, unsigned threads)
{
    return ta_mul_sat(threads == 0 ? 1 : threads, ta_census_bytes_of(limit));
}

static ta_status check(const ta_finite_set *sets, size_t count, size_t *most,
                       ta_error *error)
{
    *most = 1;
    for (size_t i = 0; i < count; i++) {
        *most = sets[i].count > *most ? sets[i].count : *most;
        for (size_t k = 0; k < sets[i].count; k++)
            if (sets[i].elements[k] > TA_CENSUS_MOST ||
                sets[i].elements[k] <= (k > 0 ? sets[i].elements[k - 1] : 0))
                return ta_fail(error, TA_EINVAL,
                               "set %zu: element %" PRIu64
                               " is not above the one before it, or not in 1 "
                               "to 2^32",
                               i + 1, sets[i].elements[k]);
    }
    return TA_OK;
}

static ta_status make_buffers(batch *b, unsigned threads, size_t most)
{
    b->buffers = ta_alloc_zero(threads, sizeof *b->buffers);
    for (unsigned k = 0; b->buffers != NULL && k < threads; k++) {
        buffers *r = &b->buffers[k];
        *r = (buffers){.reduced = ta_alloc(most, sizeof *r->reduced),
                       .bytes = ta_alloc(ta_census_bytes_of(b->limit), 1)};
        if (r->reduced == NULL || r->bytes == NULL)
            return TA_ENOMEM;
    }
    return b->buffers != NULL ? TA_OK : TA_ENOMEM;
}

static void free_buffers(batch *b, unsigned threads)
{
    for (unsigned k = 0; b->buffers != NULL && k < threads; k++) {
        ta_free(b->buffers[k].reduced);
        ta_free(b->buffers[k].bytes);
    }
    ta_free(b->buffers);
}

static uint64_t hash_sets(const ta_finite_set *sets, size_t count,
                          uint64_t limit)
{
    uint64_t hash = limit;
    for (size_t i = 0; i < count; i++) {
        hash = ta_hash_more(hash, sets[i].count);
        for (size_t k = 0; k < sets[i].count; k++)
            hash = ta_hash_more(hash, sets[i].elements[k]);
    }
    return hash;
}

static ta_status census(const ta_finite_set *sets, size_t count, uint64_t limit,
                        const ta_options *options, ta_census_row *rows,
                        ta_error *error)
{
    const unsigned threads = ta_item_threads(options);
    batch b = {.sets = sets, .limit = limit, .rows = rows};
    size_t most;
    char text[32];
    ta_status st = ta_options_check(options, error);
    if (st == TA_OK)
        st = check(sets, count, &most, error);
    if (st == TA_OK && options != NULL)
        st = tai_start_check(options->start, error);
    if (st != TA_OK)
        return st;
    if (limit == 0 || limit > TA_CENSUS_MOST)
        return ta_fail(error, TA_EINVAL, "the limit is not in 1 to 2^32");
    uint64_t need = census_memory(limit, threads);
    if (options != NULL && options->max_memory != 0 &&
        need > options->max_memory)
        return ta_fail(error, TA_ELIMIT,
                       "a search up to %" PRIu64 " needs %s of memory; fewer "
                       "threads or a lower limit need less",
                       limit, ta_bytes_text(need, text));
    st = make_buffers(&b, threads, most);
    if (st == TA_OK)
        st = ta_items_run(options, count, one, &b, error);
    free_buffers(&b, threads);
    if (st != TA_OK)
        return st;
    return ta_fleet_rows(ta_fleet_of(options), hash_sets(sets, count, limit),
                         rows, count, sizeof *rows, error);
}

ta_status ta_census(const ta_finite_set *sets, size_t count, uint64_t limit,
                    const ta_options *options, ta_census_row *rows,
                    ta_error *error)
{
    ta_error own = {""};
    if (error == NULL) /* other ranks are told */
        error = &own;
    return ta_fleet_close(
        options, census(sets, count, limit, options, rows, error), error);
}
