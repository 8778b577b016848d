/* What is known of many games, one after the other on each thread: the periods
 * of finite sets, and summaries of octal games. */
#include <inttypes.h>

#include "base/fleet.h"
#include "octal/octal.h"
#include "play/play.h"
#include "run/items.h"

/* Of elements and positions: a divisor times a period fits in 64 bits. */
#define CENSUS_MOST (UINT64_C(1) << 32)

/* ---- any census ---- */

/* The items of a census, and a row for each. */
typedef struct census {
    size_t count;
    uint64_t limit, most; /* positions of each item; the largest limit */
    uint64_t need;        /* bytes that all threads take */
    uint64_t hash;        /* of the items */
    void *rows;
    size_t row; /* bytes of a row */
} census;

/* Checks the limit, and that the memory is there. TA_EINVAL, TA_ELIMIT. */
static ta_status check(const census *c, const ta_options *options,
                       ta_error *error)
{
    char text[32];
    if (c->limit == 0 || c->limit > c->most)
        return ta_fail(error, TA_EINVAL, "the limit is not in 1 to 2^%u",
                       ta_log2_floor(c->most));
    if (options != NULL && options->max_memory != 0 &&
        c->need > options->max_memory)
        return ta_fail(error, TA_ELIMIT,
                       "a search up to %" PRIu64 " needs %s of memory; fewer "
                       "threads or a lower limit need less",
                       c->limit, ta_bytes_text(c->need, text));
    return ta_options_check(options, error);
}

/* Works at the items of this rank, and hands the rows to all ranks. */
static ta_status run(const census *c, ta_item_work *work, void *state,
                     const ta_options *options, ta_error *error)
{
    ta_status st = ta_items_run(options, c->count, work, state, error);
    return st != TA_OK ? st
                       : ta_fleet_rows(ta_fleet_of(options), c->hash, c->rows,
                                       c->count, c->row, error);
}

/* ---- finite sets ---- */

typedef struct batch {
    const ta_finite_set *sets;
    uint64_t limit;
    ta_census_row *rows;
    size_t most;         /* elements of a set */
    uint64_t *buffer;    /* for each thread a set, and bytes */
    uint64_t per_thread; /* words of the buffer */
} batch;

/* Returns the words that a thread needs for a set and for the bytes. */
static uint64_t words_for(uint64_t limit, size_t most)
{
    return ta_add_sat(most, tai_cycle_bytes(limit) / 8 + 1);
}

static uint64_t common_divisor(const ta_finite_set *set)
{
    uint64_t d = 0;
    for (size_t k = 0; k < set->count && d != 1; k++)
        for (uint64_t rest = set->elements[k]; rest != 0;) {
            const uint64_t r = d % rest;
            d = rest;
            rest = r;
        }
    return d;
}

/* Finds the cycle of the nim-values. Those of many elements do not fit in the
 * bits of a byte. */
static ta_status find_values(cycle_search *s, uint8_t *bytes, ta_cycle *values)
{
    if (s->count <= TAI_CYCLE_VALUES)
        return tai_cycle_find(s, true, bytes, values);
    ta_period p = {0};
    ta_status st =
        tai_period_search(s->set, s->count, s->limit, s->options, &p);
    if (p.proved)
        *values = (ta_cycle){
            .preperiod = p.preperiod, .period = p.period, .largest = p.largest};
    s->walked += p.known;
    return st;
}

static ta_status do_set(void *state, unsigned thread, size_t item,
                        const ta_options *options, ta_error *error)
{
    const batch *b = state;
    const ta_finite_set *set = &b->sets[item];
    uint64_t *reduced = b->buffer + thread * b->per_thread;
    uint8_t *bytes = (uint8_t *)(reduced + b->most);
    ta_cycle outcomes = {0}, values = {0};
    const uint64_t d =
        options->start != NULL || set->count == 0 ? 1 : common_divisor(set);
    ta_status st = TA_OK;
    (void)error;
    for (size_t k = 0; k < set->count; k++)
        reduced[k] = set->elements[k] / d;
    cycle_search s = {.set = reduced,
                      .count = set->count,
                      .limit = b->limit,
                      .options = options};
    if (set->count == 0 && options->start == NULL) {
        /* Without a move all positions are alike. */
        outcomes = values = (ta_cycle){.period = 1, .cold = 1};
    } else if (set->count == 0 || reduced[set->count - 1] < b->limit) {
        /* Otherwise no window can come twice. */
        st = tai_cycle_find(&s, false, bytes, &outcomes);
        /* The period of the values is one of the outcomes, too. */
        if (st == TA_OK && outcomes.period > 0)
            st = find_values(&s, bytes, &values);
    }
    b->rows[item] = (ta_census_row){.outcome_preperiod = d * outcomes.preperiod,
                                    .outcome_period = d * outcomes.period,
                                    .nim_preperiod = d * values.preperiod,
                                    .nim_period = d * values.period,
                                    .cold_in_period = d * outcomes.cold,
                                    .largest = values.largest};
    return st;
}

static uint64_t census_memory(uint64_t limit, unsigned threads)
{
    return ta_mul_sat(threads == 0 ? 1 : threads, tai_cycle_bytes(limit));
}

/* Checks the sets; finds the largest count of elements and the hash. */
static ta_status check_sets(batch *b, size_t count, uint64_t *hash,
                            ta_error *error)
{
    *hash = b->limit;
    for (size_t i = 0; i < count; i++) {
        const ta_finite_set *set = &b->sets[i];
        *hash = ta_hash_more(*hash, set->count);
        b->most = set->count > b->most ? set->count : b->most;
        for (size_t k = 0; k < set->count; k++) {
            const uint64_t element = set->elements[k];
            *hash = ta_hash_more(*hash, element);
            if (element > CENSUS_MOST ||
                element <= (k > 0 ? set->elements[k - 1] : 0))
                return ta_fail(error, TA_EINVAL,
                               "set %zu: element %" PRIu64
                               " is not above the one before it, or not in 1 "
                               "to 2^32",
                               i + 1, element);
        }
    }
    return TA_OK;
}

ta_status ta_census(const ta_finite_set *sets, size_t count, uint64_t limit,
                    const ta_options *options, ta_census_row *rows,
                    ta_error *error)
{
    const unsigned threads = ta_item_threads(options);
    batch b = {.sets = sets, .limit = limit, .rows = rows};
    census c = {.count = count,
                .limit = limit,
                .most = CENSUS_MOST,
                .need = census_memory(limit, threads),
                .rows = rows,
                .row = sizeof *rows};
    ta_error own = {""};
    if (error == NULL) /* for other ranks */
        error = &own;
    ta_status st = check(&c, options, error);
    if (st == TA_OK)
        st = check_sets(&b, count, &c.hash, error);
    if (st == TA_OK && options != NULL)
        st = tai_start_check(options->start, error);
    if (st == TA_OK) {
        b.per_thread = words_for(limit, b.most);
        b.buffer = ta_alloc(threads, 8 * b.per_thread);
        st = b.buffer != NULL ? TA_OK : TA_ENOMEM;
    }
    if (st == TA_OK)
        st = run(&c, do_set, &b, options, error);
    ta_free(b.buffer);
    return ta_fleet_close(options, st, error);
}

/* ---- octal games ---- */

typedef struct games {
    const ta_game *const *games;
    uint64_t limit, each; /* heaps; bytes that each thread may take, or 0 */
    ta_octal_summary *rows;
} games;

static ta_status do_game(void *state, unsigned thread, size_t item,
                         const ta_options *options, ta_error *error)
{
    const games *g = state;
    ta_options own = *options;
    own.max_memory = g->each;
    own.summary = &g->rows[item];
    (void)thread;
    ta_status st = ta_octal_survey(g->games[item], g->limit, &own, error);
    const ta_error why = *error;
    return st == TA_OK || why.text[0] == '\0'
               ? st
               : ta_fail(error, st, "%.60s: %.300s",
                         ta_octal_code(g->games[item]), why.text);
}

uint64_t ta_octal_census_memory(uint64_t limit, unsigned threads)
{
    return ta_mul_sat(threads == 0 ? 1 : threads,
                      ta_octal_memory(limit, &(ta_options){0}));
}

static ta_status check_games(const games *g, size_t count, uint64_t *hash,
                             ta_error *error)
{
    *hash = g->limit;
    for (size_t k = 0; k < count; k++) {
        const char *code = ta_octal_code(g->games[k]);
        if (code == NULL || ta_game_convention(g->games[k]) == TA_MISERE)
            return ta_fail(error, TA_EINVAL,
                           "game %zu, %.60s, is no octal game of normal play",
                           k + 1, ta_game_spec(g->games[k]));
        for (; *code != '\0'; code++)
            *hash = ta_hash_more(*hash, (unsigned char)*code);
    }
    return TA_OK;
}

ta_status ta_octal_census(const ta_game *const *list, size_t count,
                          uint64_t limit, const ta_options *options,
                          ta_octal_summary *rows, ta_error *error)
{
    const unsigned threads = ta_item_threads(options);
    games g = {.games = list, .limit = limit, .rows = rows};
    census c = {.count = count,
                .limit = limit,
                .most = UINT64_C(1) << 62,
                .rows = rows,
                .row = sizeof *rows};
    ta_error own = {""};
    if (error == NULL) /* for other ranks */
        error = &own;
    if (options != NULL && options->max_memory != 0)
        g.each = ta_max_u64(1, options->max_memory / threads);
    c.need = ta_mul_sat(
        threads, ta_octal_memory(limit, &(ta_options){.max_memory = g.each}));
    ta_status st = check(&c, options, error);
    if (st == TA_OK)
        st = check_games(&g, count, &c.hash, error);
    if (st == TA_OK)
        st = run(&c, do_game, &g, options, error);
    return ta_fleet_close(options, st, error);
}
