/* One heap in exact play, cold, hot or drawn, for the commands is and moves.
 * Who reaches 0 wins, who cannot move above 0 draws. A heap with a move to a
 * cold one is hot; else drawn with a move to a drawn one, or without a move;
 * else cold. */
#include "play/every-move.h"
#include "computing.h"

/* As tai_exact_moves has them; NONE: of no heap. */
enum { COLD, HOT, DRAWN, NONE };

/* The best moves of a heap are those that leave the outcome `to`. */
typedef struct best {
    uint64_t heap;
    const uint64_t *left; /* of all moves, increasing */
    const uint16_t *outcome;
    size_t count;
    unsigned to;
    bool one; /* print one of them, for `is` */
} best;

/* Prints the best moves, the one that takes least first. */
static void put_moves(cli_rows *r, const best *b)
{
    bool put = false;
    for (size_t k = b->count; k-- > 0 && !(put && b->one);)
        if (b->outcome[k] == b->to) {
            cli_row(r, cli_count_of(b->heap - b->left[k]),
                    cli_count_of(b->left[k]));
            put = true;
        }
    cli_rows_end(r);
}

/* Prints the answer; `outcome` is that of the heap. */
static void print(const cli_settings *s, const best *b, unsigned outcome)
{
    static const char *const names[] = {"cold", "hot", "drawn"},
                             *const ends[] = {"loses", "wins", "draws"};
    cli_rows object, moves;
    size_t k = b->count; /* best move k - 1, or 0: there is none */
    while (k > 0 && b->outcome[k - 1] != b->to)
        k--;
    if (s->out.json) {
        cli_rows_begin(&object, &s->out, "quantity\tvalue");
        cli_field(&object, "heap", cli_count_of(b->heap));
        cli_field(&object, "outcome", cli_text(names[outcome]));
        cli_rows_nest(&moves, &object, "moves", "take\tleave");
        put_moves(&moves, b);
        cli_rows_end(&object);
    } else if (!b->one) {
        if (!s->out.quiet)
            printf("exact play: the player to move %s%s", ends[outcome],
                   k > 0 ? "\n\n" : "\n");
        cli_rows_begin(&moves, &s->out, "take\tleave");
        moves.headless = s->out.quiet || k == 0;
        put_moves(&moves, b);
    } else if (s->out.quiet) {
        puts(names[outcome]);
    } else if (k > 0) {
        printf("%s: take %" PRIu64 " from %" PRIu64 ", leaving %" PRIu64
               ", which is %s\n",
               names[outcome], b->heap - b->left[k - 1], b->heap,
               b->left[k - 1], names[b->to]);
    } else {
        puts(outcome == COLD
                 ? "cold: the player to move loses"
                 : "drawn: there is no move, and the heap is not 0");
    }
}

bool cli_exact_heap(const cli_settings *s)
{
    if (s->what.convention != TA_EXACT)
        return false;
    const char *spec = s->what.game;
    uint64_t heap, *left = NULL;
    uint16_t *outcome = NULL;
    size_t count = 0;
    bool cold = false, drawn = false; /* can be left */
    ta_game *game = NULL;
    const ta_options run = cli_options_of(&s->speed);
    if (s->n_operands > 1)
        cli_wrong("exact play has one heap, not %zu: the outcomes of heaps do "
                  "not decide their sum",
                  s->n_operands);
    else if (cli_heap_number(s->operands[0], &spec, UINT64_MAX, &heap) &&
             cli_game("--game", spec, TA_EXACT, &game) &&
             cli_ok(
                 cli_watched(s, false,
                             tai_exact_moves(game, heap, &run, &left, &outcome,
                                             &count, &cli_error)))) {
        for (size_t k = 0; k < count; k++) {
            cold |= outcome[k] == COLD;
            drawn |= outcome[k] == DRAWN;
        }
        drawn |= count == 0 && heap > 0;
        print(s,
              &(best){heap, left, outcome, count,
                      cold    ? COLD
                      : drawn ? DRAWN
                              : NONE,
                      s->command == &cli_is_command},
              cold    ? HOT
              : drawn ? DRAWN
                      : COLD);
    }
    ta_free(left);
    ta_free(outcome);
    ta_game_free(game);
    return true;
}
