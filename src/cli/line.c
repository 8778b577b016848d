/* The command `takeaway line HEAP`. It prints a game that begins with this heap
 * and in which both players play as well as they can. */

#include "play/lengths.h"
#include "computing.h"

/* Prints a game in which the winner hurries and the loser delays, and who wins,
 * unless the user gives --quiet or --json. */
static void print_line(const cli_settings *s, const tai_lengths *lengths,
                       uint64_t heap)
{
    const unsigned length = tai_lengths_at(lengths, heap);
    unsigned left = length;
    cli_rows r;
    cli_rows_begin(&r, &s->out, "heap\ttake\tleave\tplayer");
    if (!s->out.json)
        printf("%" PRIu64, heap);
    for (uint64_t taken;
         cli_ok(tai_lengths_move(lengths, heap, &taken, &cli_error)) &&
         taken != 0;) {
        heap -= taken;
        if (s->out.json)
            cli_row(&r, cli_count_of(heap + taken), cli_count_of(taken),
                    cli_count_of(heap),
                    /* who moves last wins: with 1, 3, ... moves left */
                    cli_text(left-- % 2 ? "winner" : "loser"));
        else
            printf(" -%" PRIu64 "-> %" PRIu64, taken, heap);
    }
    if (s->out.json)
        cli_rows_end(&r);
    else
        puts("");
    if (s->out.json || s->out.quiet || cli_exit_status != CLI_DONE)
        return;
    const char *players[] = {"the player to move", "the other player"};
    if (length == 0)
        puts("\nloser: the player to move, who cannot");
    else
        printf("\nwinner: %s, who ends the game as soon as possible\n"
               "loser:  %s, who makes it last, for %u %s in all\n",
               players[length % 2 == 0], players[length % 2], length,
               length == 1 ? "move" : "moves");
}

static void line_run(const cli_settings *s)
{
    const char *spec = s->what.game;
    tai_lengths *lengths = NULL;
    ta_game *game = NULL;
    uint64_t heap;
    if (cli_heap_number(s->operands[0], &spec, CLI_LENGTHS_MOST, &heap) &&
        cli_game("--game", spec, TA_NORMAL, &game)) {
        const ta_options options = cli_options_of(&s->speed);
        cli_note_end(game, heap);
        if (cli_ok(cli_watched(s, false,
                               tai_lengths_new(game, heap + 1, &options,
                                               &lengths, &cli_error))))
            print_line(s, lengths, heap);
    }
    tai_lengths_free(lengths);
    ta_game_free(game);
}

static const cli_words line_texts[] = {
    CLI_SETS_ONLY, OWN(QUIET, "print only the heaps"), {0}};
const cli_command cli_line_command = {
    COMMAND("line", "HEAP", CLI_HEAP, line_run,
            "a game from this heap, played best by both"),
    "Prints the heaps of a game in which both play as well as they can, and "
    "between two heaps what is taken. The winner ends the game as soon as "
    "possible, the loser as late as possible. Of equal moves the winner makes "
    "the largest. The loser, of the 64 largest equally good moves, makes the "
    "one that leaves the winner the fewest best replies; of several such, the "
    "largest. HEAP is below 2^32 - 256; HEAP@GAME is a heap of the set GAME.",
    "takeaway line 15 -q  # 15 -4-> 11 -9-> 2 -1-> 1 -1-> 0\n"
    "takeaway line 40@primes",
    CLI_COMPUTES | OPT(GAME) | OPT(JSON),
    .texts = line_texts,
    .sequence = &cli_sequences[CLI_SEQUENCE_LENGTH]};
