/* One heap in exact play, cold, hot or drawn, for the commands is and moves. */
#include "play/every-move.h"
#include "computing.h"

/* The moves to heaps of the outcome `to`, the best; for `is` one of them. */
typedef struct best {
    uint64_t heap;
    const uint64_t *left;
    const uint16_t *outcome;
    size_t count;
    unsigned to;
    bool one;
} best;

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

static void print(const cli_settings *s, const best *b, unsigned outcome)
{
    static const char *const names[] = {"cold", "hot", "drawn"},
                             *const ends[] = {"loses", "wins", "draws"};
    cli_rows object, moves;
    size_t k = b->count;
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
        puts(outcome == 0 ? "cold: the player to move loses"
                          : "drawn: there is no move, and the heap is not 0");
    }
}

bool cli_exact_heap(const cli_settings *s)
{
    if (s->what.convention != TA_EXACT)
        return false;
    const char *spec = s->what.game;
    uint64_t heap, *left = NULL;
    uint16_t *of = NULL;
    size_t count = 0;
    bool cold = false, drawn = false;
    ta_game *game = NULL;
    char *text = cli_heap(s->operands[0], &spec);
    const ta_options run = cli_options_of(&s->speed);
    if (text == NULL)
        cli_no_memory("a heap");
    else if (s->n_operands > 1)
        cli_wrong("exact play has one heap, not %zu: the outcomes of heaps do "
                  "not decide their sum",
                  s->n_operands);
    else if (cli_number("HEAP", text, 0, UINT64_MAX, &heap) &&
             cli_game("--game", spec, TA_EXACT, &game) &&
             cli_ok(cli_watched(s, false,
                                tai_exact_moves(game, heap, &run, &left, &of,
                                                &count, &cli_error)))) {
        for (size_t k = 0; k < count; k++) {
            cold |= of[k] == 0;
            drawn |= of[k] == 2;
        }
        drawn |= count == 0 && heap > 0;
        print(s,
              &(best){heap, left, of, count,
                      cold    ? 0
                      : drawn ? 2
                              : 3,
                      s->command == &cli_is_command},
              cold    ? 1
              : drawn ? 2
                      : 0);
    }
    free(text);
    ta_free(left);
    ta_free(of);
    ta_game_free(game);
    return true;
}
