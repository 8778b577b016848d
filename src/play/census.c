/* The periods of many finite sets: one set after the other, by the engine that
 * suits it, on several threads. */
#include <inttypes.h>
#include <stdatomic.h>

#include "base/fleet.h"
#include "base/team.h"
#include "play/census.h"
#include "play/play.h"

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
    ta_status st = ta_period_of(s->set, s->count, s->limit, s->options, &p);
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
    uint64_t d = given ? 1 : common_divisor(set->elements, set->count);
    for (size_t k = 0; k < set->count; k++)
        reduced[k] = set->elements[k] / d;
    d = ta_max_u64(d, 1);
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
    size_t count; /* of this rank's */
    const ta_fleet *fleet;
    uint64_t limit;
    const ta_options *options;
    ta_census_row *rows;
    struct worker *workers;
    atomic_int status; /* the first that is not TA_OK */
    atomic_size_t done;
    _Atomic uint64_t walked;
} batch;

typedef struct worker {
    batch *batch;
    bool first; /* the caller's thread, which reports progress */
    uint64_t *reduced;
    uint8_t *bytes;
    ta_options options; /* progress: look() */
    uint64_t walked;    /* of this set, told to the batch */
} worker;

/* Called by the engines between blocks. */
static int look(void *state, double share, uint64_t walked)
{
    worker *w = state;
    batch *b = w->batch;
    (void)share;
    if (walked > w->walked) {
        atomic_fetch_add(&b->walked, walked - w->walked);
        w->walked = walked;
    }
    int none = TA_OK;
    if (w->first &&
        ta_poll(b->options, (double)atomic_load(&b->done) / (double)b->count,
                atomic_load(&b->walked)) != TA_OK)
        atomic_compare_exchange_strong(&b->status, &none, TA_ECANCELLED);
    return atomic_load(&b->status) != TA_OK;
}

static void work(void *state, unsigned thread, size_t item)
{
    batch *b = state;
    worker *w = &b->workers[thread];
    int none = TA_OK;
    item = item * b->fleet->ranks + b->fleet->rank;
    w->walked = 0;
    if (look(w, 0, 0) != 0)
        return;
    ta_search search = {.limit = b->limit, .options = &w->options};
    ta_status st =
        fill_row(&b->sets[item], &search, w->reduced, w->bytes, &b->rows[item]);
    if (st != TA_OK)
        atomic_compare_exchange_strong(&b->status, &none, st);
    atomic_fetch_add(&b->done, 1);
}

uint64_t ta_census_memory(uint64_t limit, unsigned threads)
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

static ta_status make_workers(batch *b, unsigned threads, size_t most)
{
    b->workers = ta_alloc_zero(threads, sizeof *b->workers);
    for (unsigned k = 0; b->workers != NULL && k < threads; k++) {
        worker *w = &b->workers[k];
        *w = (worker){.batch = b,
                      .first = k == 0,
                      .reduced = ta_alloc(most, sizeof *w->reduced),
                      .bytes = ta_alloc(ta_census_bytes_of(b->limit), 1),
                      .options = {.progress = look, .progress_state = w}};
        if (b->options != NULL)
            w->options.start = b->options->start;
        if (w->reduced == NULL || w->bytes == NULL)
            return TA_ENOMEM;
    }
    return b->workers != NULL ? TA_OK : TA_ENOMEM;
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
    unsigned threads =
        options != NULL && options->threads > 0 ? options->threads : 1;
    ta_fleet *fleet = ta_fleet_of(options);
    batch b = {.sets = sets,
               .count = ta_fleet_items(fleet, count),
               .fleet = fleet,
               .limit = limit,
               .options = options,
               .rows = rows};
    size_t most;
    char text[32];
    ta_team team = {0};
    ta_status st = ta_options_check(options, error);
    if (st == TA_OK)
        st = check(sets, count, &most, error);
    if (st == TA_OK && options != NULL)
        st = ta_start_check(options->start, error);
    if (st != TA_OK)
        return st;
    if (limit == 0 || limit > TA_CENSUS_MOST)
        return ta_fail(error, TA_EINVAL, "the limit is not in 1 to 2^32");
    uint64_t need = ta_census_memory(limit, threads);
    if (options != NULL && options->max_memory != 0 &&
        need > options->max_memory)
        return ta_fail(error, TA_ELIMIT,
                       "a search up to %" PRIu64 " needs %s of memory; fewer "
                       "threads or a lower limit need less",
                       limit, ta_bytes_text(need, text));
    st = make_workers(&b, threads, most);
    if (st == TA_OK)
        st = ta_team_open(&team, threads, NULL, error);
    if (st == TA_OK)
        ta_team_run(&team, work, &b, b.count);
    ta_team_close(&team);
    for (unsigned k = 0; b.workers != NULL && k < threads; k++) {
        ta_free(b.workers[k].reduced);
        ta_free(b.workers[k].bytes);
    }
    ta_free(b.workers);
    if (st == TA_OK)
        st = (ta_status)atomic_load(&b.status);
    if (st != TA_OK || fleet->ranks == 1)
        return st;
    return ta_fleet_rows(fleet, hash_sets(sets, count, limit), rows, count,
                         sizeof *rows, error);
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
