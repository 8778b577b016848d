/* The census of octal games: all of so many digits, or those in a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "census.h"

enum { BATCH = 64, COLUMNS = 10, CELLS = 320 };

typedef struct games {
    const ta_game **game;
    size_t count, next;
    ta_summary *row; /* of a batch */
} games;

/* ---- which games ---- */

static int make(const char *what, const char *code, ta_game **game)
{
    ta_error error = {""};
    *game = NULL;
    ta_status st = ta_game_new(code, TA_NORMAL, game, &error);
    if (st == TA_ENOMEM)
        return cli_status(st, &error);
    if (st != TA_OK)
        return cli_wrong("%s: %s", what, error.text);
    if (ta_game_about(*game)->octal != NULL)
        return CLI_DONE;
    ta_game_free(*game);
    return cli_wrong("%s: '%.60s' is no octal game", what, code);
}

static int add(void *state, char *code, const char *what)
{
    games *g = state;
    ta_game *game;
    if (!cli_grow(&g->game, g->count, sizeof *g->game))
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for games"});
    int status = make(what, code, &game);
    if (status == CLI_DONE)
        g->game[g->count++] = game;
    return status;
}

/* d0 = 0 before 4, fewer digits first, then by value; no 0 at the end. */
static int add_all(games *g, unsigned digits)
{
    char code[24];
    int status = CLI_DONE;
    for (unsigned d0 = 0; d0 <= 4; d0 += 4)
        for (unsigned d = 1; d <= digits; d++)
            for (unsigned k = 0; k < 1u << 3 * d && status == CLI_DONE; k++) {
                if (k % 8 == 0 && d > 1)
                    continue;
                snprintf(code, sizeof code, "%u.%0*o", d0, (int)d, k);
                status = add(g, code, "--digits");
            }
    return status;
}

static int skip(games *g, const char *last)
{
    ta_game *game;
    int status = make("--resume-after", last, &game);
    if (status != CLI_DONE)
        return status;
    const char *code = ta_game_about(game)->octal;
    while (g->next < g->count &&
           strcmp(ta_game_about(g->game[g->next])->octal, code) != 0)
        g->next++;
    ta_game_free(game);
    if (g->next++ == g->count)
        return cli_wrong("--resume-after: '%.60s' is not one of the games",
                         last);
    return CLI_DONE;
}

/* ---- rows ---- */

static void put_row(cli_census_table *c, const ta_game *game,
                    const ta_summary *s)
{
    static const char *const proofs[] = {"none", "long", "short"};
    const bool proved = s->nim.proof != TA_UNPROVED;
    char mask[CLI_OCTAL_MASK];
    const cli_cell cells[COLUMNS] = {
        cli_text(c->text),
        cli_text(proofs[s->nim.proof]),
        cli_count_of(s->known),
        cli_count_if(proved, s->nim.preperiod),
        cli_count_if(proved, s->nim.period),
        cli_count_of(s->largest),
        cli_count_of(s->largest_at),
        cli_text(s->has_mask ? cli_octal_mask(s, mask) : NULL),
        cli_count_if(s->has_mask, s->rare),
        cli_count_if(s->has_mask, s->last_rare)};
    snprintf(c->text, CELLS, "%s", ta_game_about(game)->octal);
    cli_census_put(c, cells);
}

static ta_status next_games(cli_census_table *c, bool *more, ta_error *error)
{
    games *g = c->state;
    const ta_game *const *first = g->game + g->next;
    const size_t batch = cli_census_batch(BATCH), left = g->count - g->next;
    c->batch = left < batch ? left : batch;
    g->next += c->batch;
    *more = g->next < g->count;
    memset(g->row, 0, c->batch * sizeof *g->row);
    ta_status st =
        ta_octal_census(first, c->batch, c->limit, &c->options, g->row, error);
    /* Of one that was ended, too: those before the first that is not done. */
    for (size_t k = 0; k < c->batch && g->row[k].known > 0; k++)
        put_row(c, first[k], &g->row[k]);
    return st;
}

static int run(const cli_settings *s, games *g)
{
    cli_census_table c = {.settings = s,
                          .header =
                              "game\tproof\theaps\tpreperiod\tperiod\tlargest\t"
                              "largest_at\tmask\trare\tlast_rare",
                          .options = cli_options_of(s, NULL),
                          .limit = UINT64_C(1) << 16,
                          .most_bits = 62,
                          .room = CELLS + COLUMNS * CLI_OCTAL_MASK,
                          .total = (double)g->count,
                          .done = (double)g->next,
                          .next = next_games,
                          .state = g};
    g->row = malloc(cli_census_batch(BATCH) * sizeof *g->row);
    if (g->row == NULL)
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for rows"});
    int status = cli_census_run(&c);
    free(g->row);
    return status;
}

int cli_census_octal(const cli_settings *s)
{
    games g = {.count = 0};
    int status = s->codes != NULL ? cli_each_line("--codes", s->codes, add, &g)
                                  : add_all(&g, (unsigned)s->digits);
    if (status == CLI_DONE && s->resume_after != NULL)
        status = skip(&g, s->resume_after);
    if (status == CLI_DONE)
        status = run(s, &g);
    for (size_t k = 0; k < g.count; k++)
        ta_game_free((ta_game *)(uintptr_t)g.game[k]);
    free(g.game);
    return status;
}
