/* takeaway line HEAP: a game played best by both; moves --shortest: the next
 * move of it. */
#include <inttypes.h>
#include <stdio.h>

#include "computing.h"

typedef struct played {
    cli_settings settings; /* of the game of the heap */
    uint64_t heap;
    tai_lengths *lengths; /* of all heaps up to it */
    unsigned length;      /* of its own */
} played;

/* Reads the heap and computes the table. CLI_DONE, or a status after a message;
 * the caller frees the lengths in either case. */
static int begin(const cli_settings *given, played *p)
{
    *p = (played){.settings = *given};
    cli_settings *s = &p->settings;
    cli_run run = {.settings = NULL};
    ta_error error = {""};
    int status = cli_heap_number(s->operands[0], &s->game, &p->heap);
    if (status == CLI_DONE)
        status = cli_run_begin(&run, s, &cli_length_sequence);
    run.memory = tai_lengths_memory;
    if (status == CLI_DONE)
        status = cli_run_plan(&run, p->heap + 1, 0);
    if (status == CLI_DONE) {
        cli_run_enter(&run);
        ta_status st =
            tai_lengths_new(run.game, run.n, &run.options, &p->lengths, &error);
        status = cli_status(cli_run_leave(&run, st, &error), &error);
    }
    if (status == CLI_DONE)
        p->length = tai_lengths_at(p->lengths, p->heap);
    cli_run_end(&run);
    return status;
}

static const char *moves_text(unsigned length)
{
    return length == 1 ? "move" : "moves";
}

/* A row for each move; who makes the last one has won. */
static void print_line_json(const played *p)
{
    cli_rows r;
    uint64_t heap = p->heap;
    unsigned length = p->length;
    cli_rows_begin(&r, &p->settings, "heap\ttake\tleave\tplayer");
    for (uint64_t taken; (taken = tai_lengths_move(p->lengths, heap)) != 0;) {
        cli_row(&r, cli_count_of(heap), cli_count_of(taken),
                cli_count_of(heap - taken),
                cli_text(length-- % 2 ? "winner" : "loser"));
        heap -= taken;
    }
    cli_rows_end(&r);
}

static void print_line(const played *p)
{
    uint64_t heap = p->heap;
    const bool quiet = p->settings.quiet;
    printf("%" PRIu64, heap);
    for (uint64_t taken; (taken = tai_lengths_move(p->lengths, heap)) != 0;) {
        heap -= taken;
        printf(" -%" PRIu64 "-> %" PRIu64, taken, heap);
    }
    puts("");
    if (!quiet && p->length == 0)
        puts("\nloser: the player to move, who cannot");
    else if (!quiet)
        printf("\nwinner: %s, who ends the game as soon as possible\n"
               "loser:  %s, who makes it last, for %u %s in all\n",
               p->length % 2 ? "the player to move" : "the other player",
               p->length % 2 ? "the other player" : "the player to move",
               p->length, moves_text(p->length));
}

int cli_line(const cli_settings *s)
{
    played p;
    int status = begin(s, &p);
    if (status == CLI_DONE)
        (s->json ? print_line_json : print_line)(&p);
    tai_lengths_free(p.lengths);
    return status;
}

static void print_shortest_json(const played *p, uint64_t taken)
{
    cli_rows r;
    cli_rows_begin(&r, &p->settings, "quantity\tvalue");
    cli_field(&r, "heap", cli_count_of(p->heap));
    cli_field(&r, "game", cli_text(p->settings.game));
    cli_field(&r, "length", cli_count_of(p->length));
    cli_field(&r, "wins", cli_flag(p->length % 2 != 0));
    cli_field(&r, "take", cli_count_if(taken != 0, taken));
    cli_field(&r, "leave", cli_count_if(taken != 0, p->heap - taken));
    cli_rows_end(&r);
}

static void print_shortest(const played *p, uint64_t taken)
{
    const cli_cell heap = cli_count_of(p->heap),
                   game = cli_text(p->settings.game);
    cli_rows r;
    cli_rows_begin(&r, &p->settings, "heap\tgame\tlength");
    cli_row(&r, heap, game, cli_count_of(p->length));
    cli_rows_end(&r);
    if (taken == 0) {
        puts("\nthe player to move loses: there is no move");
        return;
    }
    printf("\nthe player to move %s %u %s, by\n\n",
           p->length % 2 ? "wins, at the soonest in"
                         : "loses, at the latest in",
           p->length, moves_text(p->length));
    cli_rows_begin(&r, &p->settings, "heap\tgame\ttake\tleave");
    cli_row(&r, heap, game, cli_count_of(taken), cli_count_of(p->heap - taken));
    cli_rows_end(&r);
}

int cli_shortest(const cli_settings *s)
{
    played p;
    int status = begin(s, &p);
    if (status == CLI_DONE)
        (s->json ? print_shortest_json
                 : print_shortest)(&p, tai_lengths_move(p.lengths, p.heap));
    tai_lengths_free(p.lengths);
    return status;
}
