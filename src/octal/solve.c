/* Solutions: all values up to where a period is proved, held in memory, so
 * that the value of any heap and its moves can be told. */
#include <string.h>

#include "octal/octal.h"

/* Rows, witnesses, blocks, the links of the search for a period; and for the
 * list of rare heaps what it takes where they die out. */
enum { FIXED = (1 << 17) + 4 * TA_OCTAL_TAIL, LIST = 1 << 18 };

/* A run holds so many heaps before it forgets any; within a limit fewer. */
enum { KEEP = TA_OCTAL_HELD, KEEP_LEAST = 1 << 17 };

enum { PLANES = 4 << 20, PLANES_LEAST = 1 << 19 };

uint64_t ta_octal_planes_most(const ta_options *options)
{
    const uint64_t limit = options->max_memory;
    const uint64_t least = FIXED + LIST + 2 * KEEP_LEAST;
    const uint64_t left = limit > least ? limit - least : 0;
    return limit == 0 ? PLANES : ta_min_u64(PLANES_LEAST, left);
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

/* Within a limit planes take what is left: their size is not known before. */
uint64_t ta_octal_memory(uint64_t n, const ta_options *options)
{
    return 2 * ta_min_u64(n, ta_octal_keep(options)) + FIXED + LIST +
           (options->max_memory == 0 ? PLANES : 0);
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
    return LIST + (options->max_memory - need) / 2;
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

static unsigned threads_of(const ta_options *options)
{
    return options != NULL && options->threads > 0 ? options->threads : 1;
}

static ta_status search(octal_engine *e, uint64_t n, bool long_only,
                        const ta_options *options, ta_octal_summary *s,
                        ta_error *error)
{
    ta_octal_search q;
    ta_status st = TA_OK;
    ta_octal_search_begin(&q, e, long_only);
    while (st == TA_OK && q.summary.proof == TA_OCTAL_UNPROVED &&
           e->proved < n) {
        const uint64_t to = ta_min_u64(q.next, n);
        st = tai_octal_engine_run(e, to, to, options, error);
        if (st != TA_OK)
            break;
        st = ta_octal_search_look(&q, e);
        if (st == TA_ENOMEM)
            ta_fail(error, st, "no memory for the search of a period");
    }
    *s = q.summary;
    return st;
}

ta_status ta_octal_engine_for(const ta_octal *game, uint64_t room,
                              uint64_t keep, uint64_t need, ta_team *team,
                              const ta_options *options, octal_engine **engine,
                              ta_error *error)
{
    octal_engine *e = *engine = tai_octal_engine_new(game);
    if (e == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for an octal game");
    e->team = team;
    e->held.keep = keep;
    if (options != NULL && options->max_memory != 0) {
        e->held.most = ta_octal_keep_most(options);
        e->rare.most = ta_octal_list_most(options, need);
        e->marks.planes.most = ta_max_u64(ta_octal_planes_most(options),
                                          (options->max_memory - need) / 2);
    }
    return tai_octal_room(e, room) == TA_OK
               ? TA_OK
               : ta_fail(error, TA_ENOMEM,
                         "no memory for the values of %llu heaps",
                         (unsigned long long)room);
}

static ta_status solve_by_sparse(ta_octal_solution *s, uint64_t n,
                                 bool long_only, const ta_options *options,
                                 ta_error *error)
{
    octal_engine *e = NULL;
    ta_team team;
    ta_status st = ta_team_open(&team, threads_of(options), error);
    if (st != TA_OK)
        return st;
    st = ta_octal_engine_for(s->game, n, UINT64_MAX, ta_octal_solve_memory(n),
                             &team, options, &e, error);
    if (st == TA_OK)
        st = search(e, n, long_only, options, &s->summary, error);
    if (st == TA_OK)
        st = tai_octal_engine_summarize(e, &s->summary);
    if (st == TA_OK) {
        tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
        s->g = e->held.g;
        e->held.g = NULL;
    }
    tai_octal_engine_free(e);
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
