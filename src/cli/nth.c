/* The command `takeaway nth K...`, which prints the K-th cold position, counted
 * from 1; and the search for the first cold positions of a game. */
#include <math.h>

#include "computing.h"

typedef struct finder {
    /* The cold positions below `from` were found by earlier runs. */
    uint64_t from;
    /* The number of cold positions to visit, and the number of those visited so
     * far. */
    uint64_t wanted, count;
    ta_status (*visit)(void *state, uint64_t position);
    void *state;
} finder;

static ta_status find_visit(void *state, uint64_t position)
{
    finder *f = state;
    ta_status st = f->visit(f->state, position);
    if (st == TA_OK && ++f->count == f->wanted)
        st = TA_ECANCELLED;
    return st;
}

static ta_status find_consume(void *state, const ta_block *block)
{
    finder *f = state;
    return block->to > f->from ? ta_block_each(block, f->from, find_visit, f)
                               : TA_OK;
}

ta_status cli_first_cold(cli_run *run, uint64_t wanted,
                         ta_status (*visit)(void *state, uint64_t position),
                         void *state)
{
    /* The first run computes the positions below `end`. If there are not enough
     * cold positions, later runs go further, but not beyond `most`. Games with
     * more than sqrt(n) / 2 cold positions below n, for large n, always have
     * enough. */
    uint64_t end = 4 * wanted + 64,
             most = 4 * wanted * wanted + (UINT64_C(1) << 24);
    if (run->in != NULL)
        end = most = ta_archive_about(run->in)->end;
    finder f = {.wanted = wanted, .visit = visit, .state = state};
    for (;;) {
        if (!cli_run_plan(run, end, 0))
            return TA_ECANCELLED;
        ta_status st = cli_run_into(run, (ta_sink){find_consume, &f});
        if (f.count == wanted || st != TA_OK)
            return f.count == wanted ? TA_OK : st;
        if (end == most) {
            cli_fail(CLI_FAILED,
                     "there are only %" PRIu64 " cold positions below %" PRIu64
                     "%s",
                     f.count, end,
                     run->in != NULL ? ", where the archive ends" : "");
            return TA_ECANCELLED;
        }
        /* The next N is `end` times 1.1 q^1.5, where q is the number of cold
         * positions wanted over the number found; it is at least 2 `end`. This
         * N is mostly enough, since the number of cold positions below n mostly
         * grows like n^0.7 or faster. */
        const double missing = (double)wanted / (double)(f.count + 1);
        const double next = (double)end * fmax(2, 1.1 * pow(missing, 1.5));
        f.from = end;
        end = next < (double)most ? (uint64_t)next : most;
    }
}

typedef struct search {
    /* The operands: the k[i]-th cold position is wanted. */
    const uint64_t *k;
    uint64_t position[CLI_OPERANDS];
    /* The number of cold positions visited so far. */
    uint64_t count;
    size_t n;
} search;

static ta_status nth_visit(void *state, uint64_t position)
{
    search *f = state;
    f->count++;
    for (size_t i = 0; i < f->n; i++)
        if (f->k[i] == f->count)
            f->position[i] = position;
    return TA_OK;
}

void cli_nth(const cli_settings *s)
{
    cli_run run = {.settings = s};
    cli_rows rows;
    uint64_t k[CLI_OPERANDS] = {0}, most = 0;
    search f = {.k = k, .n = s->n_operands};
    bool ok = true;
    for (size_t i = 0; i < f.n && ok; i++) {
        ok = cli_number("K", s->operands[i], 1, UINT64_C(1) << 31, &k[i]);
        most = k[i] > most ? k[i] : most;
    }
    ok = ok && cli_run_begin(&run, s, cli_sequence_of(s->command));
    if (ok && run.in != NULL && most > ta_archive_about(run.in)->count)
        ok = cli_wrong("K %" PRIu64 " is not accepted: the file holds %" PRIu64
                       " cold positions",
                       most, ta_archive_about(run.in)->count);
    ok = ok && cli_ok(cli_first_cold(&run, most, nth_visit, &f));
    const bool bare = s->quiet && !s->json;
    cli_rows_begin(&rows, s, bare ? "" : "k\tcold");
    for (size_t i = 0; i < f.n && ok; i++) {
        const cli_cell cells[] = {cli_count_of(k[i]),
                                  cli_count_of(f.position[i])};
        cli_rows_put(&rows, cells + bare);
    }
    if (ok)
        cli_rows_end(&rows);
    cli_run_end(&run);
}
