/* One heap in exact play, cold, hot or drawn, for the commands is and moves.
 * Who reaches 0 wins, who cannot move above 0 draws. A heap with a move to a
 * cold one is hot; else drawn with a move to a drawn one, or without a move;
 * else cold. */
#include "play/every-move.h"
#include "computing.h"

enum { COLD, HOT, DRAWN }; /* as tai_exact_moves has them */

/* A heap and its best moves, which leave the outcome `to`. */
typedef struct answer {
    uint64_t heap;
    unsigned outcome, to;
    const uint64_t *left; /* by the best moves, increasing */
    size_t count;         /* of these */
} answer;

/* Prints `count` of the best moves, the one that takes least first. */
static void put_moves(cli_rows *r, const answer *a, size_t count)
{
    for (size_t k = a->count; k > a->count - count; k--)
        cli_row(r, cli_count_of(a->heap - a->left[k - 1]),
                cli_count_of(a->left[k - 1]));
    cli_rows_end(r);
}

static void print(const cli_settings *s, const answer *a)
{
    static const char *const names[] = {"cold", "hot", "drawn"},
                             *const ends[] = {"loses", "wins", "draws"};
    const bool is = s->command == &cli_is_command, any = a->count > 0;
    cli_rows object, moves;
    if (s->out.json) {
        cli_rows_begin(&object, &s->out, "quantity\tvalue");
        cli_field(&object, "heap", cli_count_of(a->heap));
        cli_field(&object, "outcome", cli_text(names[a->outcome]));
        cli_rows_nest(&moves, &object, "moves", "take\tleave");
        put_moves(&moves, a, is ? any : a->count);
        cli_rows_end(&object);
    } else if (!is) {
        if (!s->out.quiet)
            printf("exact play: the player to move %s%s", ends[a->outcome],
                   any ? "\n\n" : "\n");
        cli_rows_begin(&moves, &s->out, "take\tleave");
        moves.headless = s->out.quiet || !any;
        put_moves(&moves, a, a->count);
    } else if (s->out.quiet) {
        puts(names[a->outcome]);
    } else if (any) {
        const uint64_t left = a->left[a->count - 1];
        printf("%s: take %" PRIu64 " from %" PRIu64 ", leaving %" PRIu64
               ", which is %s\n",
               names[a->outcome], a->heap - left, a->heap, left, names[a->to]);
    } else {
        puts(a->outcome == COLD
                 ? "cold: the player to move loses"
                 : "drawn: there is no move, and the heap is not 0");
    }
}

bool cli_exact_heap(const cli_settings *s)
{
    if (s->what.convention != TA_EXACT)
        return false;
    const char *spec = s->what.game;
    uint64_t *left = NULL;
    uint16_t *outcome = NULL;
    size_t count = 0;
    bool can[] = {false, false, false}; /* leave each outcome */
    answer a = {0};
    ta_game *game = NULL;
    const ta_options run = cli_options_of(&s->speed);
    if (s->n_operands > 1)
        cli_wrong("exact play has one heap, not %zu: the outcomes of heaps do "
                  "not decide their sum",
                  s->n_operands);
    else if (cli_heap_number(s->operands[0], &spec, UINT64_MAX, &a.heap) &&
             cli_game("--game", spec, TA_EXACT, &game) &&
             cli_ok(
                 cli_watched(s, false,
                             tai_exact_moves(game, a.heap, &run, &left,
                                             &outcome, &count, &cli_error)))) {
        for (size_t k = 0; k < count; k++)
            can[outcome[k]] = true;
        a.to = can[COLD] ? COLD : DRAWN;
        a.outcome = can[COLD]                                  ? HOT
                    : can[DRAWN] || (count == 0 && a.heap > 0) ? DRAWN
                                                               : COLD;
        for (size_t k = 0; k < count; k++)
            if (outcome[k] == a.to)
                left[a.count++] = left[k];
        a.left = left;
        print(s, &a);
    }
    ta_free(left);
    ta_free(outcome);
    ta_game_free(game);
    return true;
}
