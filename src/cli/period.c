/* takeaway period: the period of the nim-values of a finite set. */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"

static const uint64_t finite_search = UINT64_C(1) << 25;
static const uint64_t infinite_search = UINT64_C(1) << 14;

static void print_proof(const ta_period *p)
{
    if (p->proved && p->reach == 0)
        cli_print("proved: there is no move, every value is 0\n");
    else if (p->proved)
        cli_print(
            "proved: the values of max S = %" PRIu64
            " consecutive heaps from the preperiod on come again one period "
            "later, and they decide all that follow\n",
            p->reach);
    else if (p->finite && p->known == 0)
        cli_print("none: max S = %" PRIu64
                  " consecutive values cannot come twice among those searched; "
                  "--search more\n",
                  p->reach);
    else if (p->finite)
        cli_print("none: no period found up to %" PRIu64 "; --search more\n",
                  p->known);
    else
        cli_print(
            "none: the set is infinite, so that every value depends on all "
            "before it, and no stretch that comes again decides the rest%s\n",
            p->period != 0 ? "; what was seen follows" : "");
}

static void print_period(const cli_settings *s, const ta_period *p)
{
    if (s->quiet) {
        if (p->proved)
            cli_print("%" PRIu64 "\t%" PRIu64 "\n", p->preperiod, p->period);
        return;
    }
    cli_print("quantity\tvalue\ngame\t%s\n", s->game);
    if (p->finite)
        cli_print("max_s\t%" PRIu64 "\n", p->reach);
    else
        cli_print("max_s\tNA\n");
    cli_print("heaps\t%" PRIu64 "\nproof\t", p->known);
    print_proof(p);
    if (p->period != 0)
        cli_print("preperiod\t%" PRIu64 "\nperiod\t%" PRIu64 "\n", p->preperiod,
                  p->period);
    else
        cli_print("preperiod\tNA\nperiod\tNA\n");
    if (p->proved || p->known > 0)
        cli_print("largest\t%u\nlargest_at\t%" PRIu64 "\n", p->largest,
                  p->largest_at);
    else
        cli_print("largest\tNA\nlargest_at\tNA\n");
}

static int search(const cli_settings *s, const ta_game *game)
{
    ta_period p;
    ta_error error = {""};
    cli_progress progress = {.count = NULL,
                             .open_end = ta_game_is_finite(game)};
    uint64_t limit = s->max_memory != 0 ? s->max_memory : cli_free_memory();
    ta_options run = {.progress = cli_progress_step,
                      .progress_state = &progress,
                      .max_memory = limit};
    uint64_t n = s->search;
    if (n == 0) /* a first look tells which default is meant */
        n = ta_game_is_finite(game) ? finite_search : infinite_search;
    cli_catch_interrupts();
    cli_progress_begin(&progress, s);
    ta_status st = ta_period_find(game, n, &run, &p, &error);
    cli_progress_end(&progress);
    if (st == TA_OK)
        print_period(s, &p);
    return cli_status(st, &error);
}

int cli_period(const cli_settings *s, const char *operand)
{
    (void)operand;
    ta_game *game = NULL;
    ta_error error = {""};
    if (ta_octal_is_spec(s->game)) {
        cli_complain("--game: `takeaway octal CODE N --period` searches for "
                     "the periods of octal games");
        return CLI_USAGE;
    }
    if (cli_check_game("--game", s->game) != CLI_DONE)
        return CLI_USAGE;
    ta_status st = ta_game_new(s->game, TA_NORMAL, &game, &error);
    if (st == TA_ENOMEM)
        return cli_status(st, &error);
    if (st != TA_OK) {
        cli_complain("--game: %s", error.text);
        return CLI_USAGE;
    }
    int status = search(s, game);
    ta_game_free(game);
    return status;
}
