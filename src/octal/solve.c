/* Solutions: all values up to where a period is proved, held in memory, so
 * that the value of any heap and its moves can be told. */
#include <string.h>

#include "octal/ahead.h"

/* Rows, witnesses, blocks, the links of the search for a period; and for the
 * list of rare heaps what it takes where they die out. */
enum { FIXED = (1 << 17) + 4 * TA_OCTAL_TAIL, LIST = 1 << 18 };

/* A run holds so many heaps before it forgets any; within a limit fewer. */
enum { KEEP = TA_OCTAL_HELD, KEEP_LEAST = 1 << 17 };

/* Planes make a run faster; within less memory heaps are of more use. */
#define PLANES_FROM (16 * TA_PLANES_BYTES)

uint64_t ta_octal_planes_most(const ta_options *options)
{
    const ta_octal_vectors *v = ta_octal_vectors_for(ta_cpu_isa());
    const uint64_t limit = options->max_memory;
    return v != NULL && (limit == 0 || limit >= PLANES_FROM) ? TA_PLANES_BYTES
                                                             : 0;
}

uint64_t ta_octal_keep_most(const ta_options *options)
{
    const uint64_t limit = options->max_memory;
    const uint64_t fixed = FIXED + LIST + ta_octal_planes_most(options);
    uint64_t keep = limit > fixed ? (limit - fixed) / 2 : 0;
    if (limit == 0 || keep > TA_OCTAL_N_MAX)
        return TA_OCTAL_N_MAX;
    return ta_max_u64(keep, KEEP_LEAST);
}

uint64_t ta_octal_keep(const ta_options *options)
{
    return ta_min_u64(KEEP, ta_octal_keep_most(options));
}

uint64_t ta_octal_memory(uint64_t n, const ta_options *options)
{
    return 2 * ta_min_u64(n, ta_octal_keep(options)) + FIXED + LIST +
           ta_octal_planes_most(options);
}

uint64_t ta_octal_solve_memory(uint64_t n)
{
    return ta_add_sat(ta_mul_sat(n, 2),
                      FIXED + LIST + ta_octal_planes_most(&(ta_options){0}));
}

uint64_t ta_octal_list_most(const ta_options *options, uint64_t need)
{
    if (options == NULL || options->max_memory == 0)
        return UINT64_MAX;
    return LIST + (options->max_memory - need);
}

/* What a search for a period accepts. */
static ta_status check(const ta_game *game, uint64_t n,
                       const ta_options *options, ta_error *error)
{
    const char *engine = options != NULL ? options->engine : NULL;
    const uint64_t need = ta_octal_solve_memory(n);
    if (ta_options_check(options, error) != TA_OK)
        return TA_EINVAL;
    if (ta_game_octal(game) == NULL)
        return ta_fail(error, TA_EINVAL, "%.60s is no octal game",
                       ta_game_spec(game));
    if (ta_game_convention(game) == TA_MISERE)
        return ta_fail(error, TA_EINVAL,
                       "octal games have values for normal play only");
    if (n > TA_OCTAL_N_MAX)
        return ta_fail(error, TA_ERANGE,
                       "at most 2^32 - 256 heaps are held in memory");
    const char *its = ta_game_octal(game)->n_third > 0 ? "sets" : "sparse";
    if (engine != NULL && strcmp(engine, its) != 0 &&
        strcmp(engine, "auto") != 0)
        return ta_fail(error, TA_EINVAL,
                       "periods of %.40s are searched with the engine %s",
                       ta_octal_code(game), its);
    if (options != NULL && options->max_memory != 0 &&
        need > options->max_memory) {
        char want[32], have[32];
        return ta_fail(error, TA_ELIMIT,
                       "%llu heaps need %s, more than the limit of %s",
                       (unsigned long long)n, ta_bytes_text(need, want),
                       ta_bytes_text(options->max_memory, have));
    }
    return TA_OK;
}

/* ---- solutions ---- */

/* Runs to a power of two end where a mask is due, and are the ones to be
 * compared: so they tell of that, not of one that was chosen at half of it. */
void ta_sparse_summarize(ta_sparse *e, ta_octal_summary *s)
{
    const ta_status st = ta_sparse_choose(e);
    s->known = e->n;
    s->largest = e->largest;
    s->largest_at = e->largest_at;
    s->has_mask = st == TA_OK && !e->dense;
    if (s->has_mask) {
        s->mask = e->mask.mask;
        s->parity = e->mask.parity;
        s->rare = e->n_rare + (ta_octal_flip(&e->labels, 0) == 0); /* heap 0 */
        s->last_rare = e->n_rare > 0 ? e->rare[e->n_rare - 1] : 0;
    }
}

static unsigned threads_of(const ta_options *options)
{
    return options != NULL && options->threads > 0 ? options->threads : 1;
}

static ta_status search(ta_sparse *e, uint64_t n, bool long_only,
                        const ta_options *options, ta_octal_summary *s,
                        ta_error *error)
{
    ta_octal_search q;
    ta_status st = TA_OK;
    ta_octal_search_begin(&q, e, long_only);
    while (st == TA_OK && q.summary.proof == TA_OCTAL_UNPROVED && e->n < n) {
        st = ta_sparse_run(e, ta_min_u64(q.next, n), options, error);
        if (st != TA_OK)
            break;
        st = ta_octal_search_look(&q, e);
        if (st == TA_ENOMEM)
            ta_fail(error, st, "no memory for the search of a period");
    }
    *s = q.summary;
    return st;
}

static ta_status solve_by_sparse(ta_octal_solution *s, uint64_t n,
                                 bool long_only, const ta_options *options,
                                 ta_error *error)
{
    ta_sparse *e = NULL;
    ta_team team;
    ta_status st = ta_team_open(&team, threads_of(options), error);
    if (st != TA_OK)
        return st;
    if (ta_sparse_new(s->game, &e) != TA_OK) {
        ta_team_close(&team);
        return ta_fail(error, TA_ENOMEM, "no memory for an octal game");
    }
    e->rare_most = ta_octal_list_most(options, ta_octal_solve_memory(n));
    e->ahead->team = &team;
    /* what is not used of it is never touched */
    st = ta_sparse_room(e, n);
    if (st != TA_OK)
        ta_fail(error, st, "no memory for the values of %llu heaps",
                (unsigned long long)n);
    else
        st = search(e, n, long_only, options, &s->summary, error);
    if (st == TA_OK) {
        ta_sparse_summarize(e, &s->summary);
        ta_sparse_to_values(e);
        s->g = e->g;
        e->g = NULL;
    }
    ta_sparse_free(e);
    ta_team_close(&team);
    return st;
}

ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                         const ta_options *options,
                         ta_octal_solution **solution, ta_error *error)
{
    *solution = NULL;
    ta_status st = check(game, n, options, error);
    if (st != TA_OK)
        return st;
    ta_octal_solution *made = ta_alloc_zero(1, sizeof *made);
    if (made == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for an octal game");
    made->of = game;
    made->game = ta_game_octal(game);
    st = made->game->n_third > 0
             ? ta_sets_solve(made, n, options, error)
             : solve_by_sparse(made, n, long_only, options, error);
    /* perhaps with a saltus? that proves nothing */
    if (st == TA_OK)
        st = ta_octal_look_saltus(made->g, 0, made->summary.known,
                                  &made->summary);
    if (st == TA_OK)
        *solution = made;
    else
        ta_octal_solution_free(made);
    return st;
}

void ta_octal_solution_free(ta_octal_solution *solution)
{
    if (solution == NULL)
        return;
    ta_free(solution->g);
    ta_free(solution);
}

const ta_octal_summary *ta_octal_solution_summary(const ta_octal_solution *s)
{
    return &s->summary;
}

const uint16_t *ta_octal_solution_values(const ta_octal_solution *s)
{
    return s->g;
}

ta_status ta_octal_value(const ta_octal_solution *s, uint64_t heap,
                         unsigned *value)
{
    const ta_octal_summary *sum = &s->summary;
    if (heap >= sum->known) {
        if (sum->proof == TA_OCTAL_UNPROVED)
            return TA_ERANGE;
        heap = sum->preperiod + (heap - sum->preperiod) % sum->period;
    }
    *value = s->g[heap];
    return TA_OK;
}
