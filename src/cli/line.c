/* takeaway line HEAP: a game played best by both; moves --shortest: the next
 * move of it. */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"

int cli_lengths(const cli_settings *s, uint64_t heap, ta_lengths **lengths)
{
    cli_run run;
    ta_error error = {""};
    *lengths = NULL;
    int status = cli_run_begin(&run, s, &cli_length_sequence);
    run.memory = ta_lengths_memory;
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

/* A row for each move; who makes the last one has won. */
static void print_line_json(const cli_settings *s, const ta_lengths *lengths,
                            uint64_t heap, unsigned length)
{
    cli_rows r;
    cli_rows_begin(&r, s, "heap\ttake\tleave\tplayer");
    for (uint64_t taken; (taken = ta_lengths_move(lengths, heap)) != 0;) {
        cli_row(&r, cli_count_of(heap), cli_count_of(taken),
                cli_count_of(heap - taken),
                cli_text(length-- % 2 ? "winner" : "loser"));
        heap -= taken;
    }
    cli_rows_end(&r);
}

int cli_line(const cli_settings *s)
{
    uint64_t heap;
    ta_lengths *lengths = NULL;
    cli_settings of_game = *s;
    int status = cli_heap_number(s->operands[0], &of_game.game, &heap);
    s = &of_game;
    if (status == CLI_DONE)
        status = cli_lengths(s, heap, &lengths);
    if (status != CLI_DONE)
        return status;
    unsigned length = ta_lengths_at(lengths, heap);
    if (s->json) {
        print_line_json(s, lengths, heap, length);
        ta_lengths_free(lengths);
        return CLI_DONE;
    }
    printf("%" PRIu64, heap);
    for (uint64_t taken; (taken = ta_lengths_move(lengths, heap)) != 0;) {
        heap -= taken;
        printf(" -%" PRIu64 "-> %" PRIu64, taken, heap);
    }
    puts("");
    if (!s->quiet && length == 0)
        puts("\nloser: the player to move, who cannot");
    else if (!s->quiet)
        printf("\nwinner: %s, who ends the game as soon as possible\n"
               "loser:  %s, who makes it last, for %u %s in all\n",
               length % 2 ? "the player to move" : "the other player",
               length % 2 ? "the other player" : "the player to move", length,
               moves_text(length));
    ta_lengths_free(lengths);
    return CLI_DONE;
}

int cli_shortest(const cli_settings *s)
{
    uint64_t heap;
    ta_lengths *lengths = NULL;
    if (s->n_operands != 1)
        return cli_wrong(
            "--shortest is for one heap; a sum has no such lengths");
    cli_settings of_game = *s;
    int status = cli_heap_number(s->operands[0], &of_game.game, &heap);
    s = &of_game;
    if (status == CLI_DONE)
        status = cli_lengths(s, heap, &lengths);
    if (status != CLI_DONE)
        return status;
    unsigned length = ta_lengths_at(lengths, heap);
    uint64_t taken = ta_lengths_move(lengths, heap);
    const cli_cell heap_cell = cli_count_of(heap), game = cli_text(s->game);
    cli_rows r;
    if (s->json) {
        cli_rows_begin(&r, s, "quantity\tvalue");
        cli_row(&r, cli_text("heap"), heap_cell);
        cli_row(&r, cli_text("game"), game);
        cli_row(&r, cli_text("length"), cli_count_of(length));
        cli_row(&r, cli_text("wins"), cli_flag(length % 2 != 0));
        cli_row(&r, cli_text("take"), cli_count_if(taken != 0, taken));
        cli_row(&r, cli_text("leave"), cli_count_if(taken != 0, heap - taken));
        cli_rows_end(&r);
        ta_lengths_free(lengths);
        return CLI_DONE;
    }
    cli_rows_begin(&r, s, "heap\tgame\tlength");
    cli_row(&r, heap_cell, game, cli_count_of(length));
    cli_rows_end(&r);
    if (taken == 0) {
        puts("\nthe player to move loses: there is no move");
    } else {
        printf("\nthe player to move %s %u %s, by\n\n",
               length % 2 ? "wins, at the soonest in"
                          : "loses, at the latest in",
               length, moves_text(length));
        cli_rows_begin(&r, s, "heap\tgame\ttake\tleave");
        cli_row(&r, heap_cell, game, cli_count_of(taken),
                cli_count_of(heap - taken));
        cli_rows_end(&r);
    }
    ta_lengths_free(lengths);
    return CLI_DONE;
}
