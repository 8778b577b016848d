/* takeaway octal CODE [N]: values, records, counts, cold heaps and periods of
 * octal games. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "computing.h"

/* ---- what is known of a period ---- */

static const char *proof_text(const ta_summary *s, char text[160])
{
    if (s->nim.proof == TA_PROOF_LONG)
        snprintf(text, 160,
                 "long: Guy and Smith's condition, met by the heaps below "
                 "%" PRIu64,
                 s->proof_end);
    else if (s->nim.proof == TA_PROOF_SHORT)
        snprintf(text, 160,
                 "short: rare heaps and witnesses are bounded, seen in the "
                 "heaps below %" PRIu64,
                 s->proof_end);
    else
        snprintf(
            text, 160, "none: no period found up to %" PRIu64 "%s", s->known,
            s->nim.period == 0 ? "" : " that is proved; what was seen follows");
    return text;
}

const char *cli_octal_mask(const ta_summary *s, char text[CLI_OCTAL_MASK])
{
    snprintf(text, CLI_OCTAL_MASK, "%x%s", s->mask,
             s->parity ? "+position" : "");
    return text;
}

static void print_summary(const cli_settings *settings, const ta_game *game,
                          const ta_summary *s)
{
    char text[160], mask[CLI_OCTAL_MASK];
    bool found = s->nim.period != 0;
    if (settings->quiet && !settings->json) {
        cli_print_period(s->nim.proof != TA_UNPROVED, s->nim.preperiod,
                         s->nim.period);
        return;
    }
    cli_rows r;
    cli_rows_begin(&r, settings, "quantity\tvalue");
    cli_field(&r, "game", cli_text(ta_game_about(game)->octal));
    cli_field(&r, "heaps", cli_count_of(s->known));
    cli_field(&r, "proof", cli_text(proof_text(s, text)));
    cli_field(&r, "period", cli_count_if(found, s->nim.period));
    cli_field(&r, "preperiod", cli_count_if(found, s->nim.preperiod));
    cli_field(&r, "saltus", cli_real(found ? (double)s->nim.saltus : NAN, 0));
    cli_field(&r, "largest", cli_count_of(s->largest));
    cli_field(&r, "largest_at", cli_count_of(s->largest_at));
    cli_field(&r, "mask",
              cli_text(s->has_mask ? cli_octal_mask(s, mask) : NULL));
    cli_field(&r, "rare", cli_count_if(s->has_mask, s->rare));
    cli_field(&r, "last_rare", cli_count_if(s->has_mask, s->last_rare));
    cli_rows_end(&r);
}

/* ---- the command ---- */

/* With all values in memory, where preperiods are the least ones. */
static ta_status search_memory(const ta_game *game, uint64_t n,
                               const ta_options *options, uint64_t *bytes,
                               ta_error *error)
{
    (void)game;
    (void)options;
    (void)error;
    *bytes = tai_octal_solve_memory(n);
    return TA_OK;
}

static ta_status search_whole(cli_run *run, ta_summary *summary,
                              ta_error *error)
{
    ta_octal_solution *found;
    cli_run_enter(run);
    ta_status st = ta_octal_solve(run->game, run->n, run->settings->long_proof,
                                  &run->options, &found, error);
    st = cli_run_leave(run, st, error);
    if (st == TA_OK)
        *summary = *ta_octal_solution_summary(found);
    ta_octal_solution_free(found);
    return st;
}

/* A run as any other, which forgets heaps and can be gone on with. */
static ta_status pass(void *state, const ta_block *block)
{
    (void)state;
    (void)block;
    return TA_OK;
}

/* A search of seconds: hexadecimal games take time as n^2. */
static uint64_t default_end(const ta_game *game)
{
    const bool thirds = strpbrk(ta_game_about(game)->octal, "89ABCDEF") != NULL;
    return UINT64_C(1) << (thirds ? 12 : 20);
}

static int period(const cli_settings *s)
{
    const bool kept = s->checkpoint != NULL || s->resume != NULL;
    cli_run run = {.settings = s};
    ta_summary summary = {.known = 0};
    ta_error error = {""};
    uint64_t n = 0;
    int status = CLI_DONE;
    if (s->n_operands > 1)
        status = cli_number("N", s->operands[1], 0, UINT64_MAX, &n);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, &cli_octal_sequence);
    if (status == CLI_DONE && s->n_operands < 2) {
        n = default_end(run.game);
        if (!s->quiet)
            fprintf(stderr, "# n: %" PRIu64 ", since no N is given\n", n);
    }
    const bool along = kept || n > CLI_OCTAL_MOST;
    if (status == CLI_DONE && along && s->long_proof)
        status = cli_wrong("--long-proof goes without --checkpoint and "
                           "--resume, and with N up to 2^32 - 256");
    if (along) {
        run.options.summary = &summary;
        run.options.periods = true;
    } else {
        run.memory = search_memory;
    }
    if (status == CLI_DONE)
        status = cli_run_plan(&run, n, 0);
    run.progress.open_end = true;
    if (status == CLI_DONE) {
        ta_status st = along ? cli_run_into(&run, (ta_sink){pass, NULL}, &error)
                             : search_whole(&run, &summary, &error);
        if (st == TA_OK)
            print_summary(s, run.game, &summary);
        status = cli_status(st, &error);
    }
    cli_run_end(&run);
    return status;
}

int cli_octal(const cli_settings *given)
{
    cli_settings s = *given;
    s.game = s.operands[0];
    return s.period ? period(&s) : cli_sequence_main(&cli_octal_sequence, &s);
}
