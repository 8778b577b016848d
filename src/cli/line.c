/* takeaway line HEAP: a game played best by both; moves --shortest: the next
 * move of it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* For what a run needs to be planned. */
static const cli_sequence table_sequence = {
    .command = "length",
    .engines = ta_length_engines,
    .memory = ta_lengths_memory,
    .is_bound = ta_length_memory_is_bound,
    .run = ta_length_run,
    .no_octal = "--game: lengths are computed for subtraction games only",
};

int cli_lengths(const cli_settings *s, uint64_t heap, ta_lengths **lengths)
{
    cli_run run;
    ta_error error = {""};
    *lengths = NULL;
    int status = cli_run_begin_sequence(&run, s, &table_sequence);
    if (status == CLI_DONE)
        status = cli_run_plan(&run, heap + 1, 0);
    if (status == CLI_DONE) {
        cli_run_enter(&run);
        ta_status st =
            ta_lengths_new(run.game, run.n, &run.options, lengths, &error);
        status = cli_status(cli_run_leave(&run, st, &error), &error);
    }
    cli_run_end(&run);
    return status;
}

static const char *moves_text(unsigned length)
{
    return length == 1 ? "move" : "moves";
}

int cli_line(const cli_settings *s, const char *operand)
{
    uint64_t heap;
    ta_lengths *lengths = NULL;
    int status = cli_number("HEAP", operand, 0, CLI_LENGTHS_MOST, &heap);
    if (status == CLI_DONE)
        status = cli_lengths(s, heap, &lengths);
    if (status != CLI_DONE)
        return status;
    unsigned length = ta_lengths_at(lengths, heap);
    cli_print("%" PRIu64, heap);
    for (uint64_t taken; (taken = ta_lengths_move(lengths, heap)) != 0;) {
        heap -= taken;
        cli_print(" -%" PRIu64 "-> %" PRIu64, taken, heap);
    }
    cli_print("\n");
    if (!s->quiet && length == 0)
        cli_print("\nloser: the player to move, who cannot\n");
    else if (!s->quiet)
        cli_print("\nwinner: %s, who ends the game as soon as possible\n"
                  "loser:  %s, who makes it last, for %u %s in all\n",
                  length % 2 ? "the player to move" : "the other player",
                  length % 2 ? "the other player" : "the player to move",
                  length, moves_text(length));
    ta_lengths_free(lengths);
    return CLI_DONE;
}

int cli_shortest(const cli_settings *s)
{
    uint64_t heap;
    ta_lengths *lengths = NULL;
    if (s->n_operands != 1) {
        cli_complain("--shortest is for one heap; a sum has no such lengths");
        return CLI_USAGE;
    }
    if (s->misere || s->json || s->cache != NULL) {
        cli_complain("--shortest is for normal play, and is not combined with "
                     "--misere, --json or --cache");
        return CLI_USAGE;
    }
    /* "HEAP" or "HEAP@GAME" */
    char size[64];
    const char *given = s->operands[0], *at = strchr(given, '@');
    cli_settings of_game = *s;
    if (at != NULL && (size_t)(at - given) < sizeof size) {
        snprintf(size, sizeof size, "%.*s", (int)(at - given), given);
        of_game.game = at + 1;
        given = size;
    }
    s = &of_game;
    int status = cli_number("HEAP", given, 0, CLI_LENGTHS_MOST, &heap);
    if (status == CLI_DONE)
        status = cli_lengths(s, heap, &lengths);
    if (status != CLI_DONE)
        return status;
    unsigned length = ta_lengths_at(lengths, heap);
    uint64_t taken = ta_lengths_move(lengths, heap);
    cli_print("heap\tgame\tlength\n%" PRIu64 "\t%s\t%u\n", heap, s->game,
              length);
    if (taken == 0)
        cli_print("\nthe player to move loses: there is no move\n");
    else
        cli_print(
            "\nthe player to move %s %u %s, by\n\n"
            "heap\tgame\ttake\tleave\n%" PRIu64 "\t%s\t%" PRIu64 "\t%" PRIu64
            "\n",
            length % 2 ? "wins, at the soonest in" : "loses, at the latest in",
            length, moves_text(length), heap, s->game, taken, heap - taken);
    ta_lengths_free(lengths);
    return CLI_DONE;
}
