/* Games with a memory, one heap: a move takes at most F(t), where t is what the
 * move before took, and F is 2x in memory:2x, x + 3 in memory:x+3. The first
 * move leaves at least 1. For the commands is, moves, play and period; run.c
 * has count and cold. */
#include <unistd.h>

#include "base/blocks.h"
#include "computing.h"

bool cli_is_memory(const char *spec)
{
    return strncmp(spec, "memory:", 7) == 0;
}

bool cli_memory_game(const cli_settings *s, const char *spec, uint64_t options,
                     ta_memory **game)
{
    const uint64_t refused =
        s->given & ~(options | CLI_COMPUTES | OPT(GAME) | OPT(JSON));
    if (refused != 0)
        return cli_wrong("--%s does not go with '%s', a game with a memory",
                         cli_options[__builtin_ctzll(refused)].name, spec);
    return cli_game_ok("--game",
                       cli_kept(ta_memory_new(spec, game, &cli_error)));
}

/* A heap of which the next move may take at most `limit`, which is at most the
 * heap. */
typedef struct position {
    uint64_t heap, limit;
} position;

/* Returns the position that a move from the heap leaves. */
static position after(const ta_memory *g, uint64_t heap, uint64_t taken)
{
    const uint64_t left = heap - taken;
    if (taken > (UINT64_MAX - g->plus) / g->factor) /* F(taken) >= 2^64 */
        return (position){left, left};
    const uint64_t most = g->factor * taken + g->plus;
    return (position){left, most < left ? most : left};
}

void cli_memory_growth(const cli_settings *s)
{
    ta_memory *g = NULL;
    cli_rows r;
    if (!cli_memory_game(s, s->what.game, 0, &g))
        return;
    if (!s->out.quiet || s->out.json) { /* there is no period */
        cli_rows_begin(&r, &s->out, "quantity\tvalue");
        cli_field(&r, "game", cli_text(s->what.game));
        cli_field(
            &r, "proof",
            cli_text("proved: cold heap k + 1 is the sum of k and k - lag "
                     "for k >= from, where 0 has number 0 "
                     "(src/memory/README.md)"));
        cli_field(&r, "lag", cli_count_of(g->lag));
        cli_field(&r, "from", cli_count_of(g->from));
        cli_field(&r, "ratio", cli_real(g->ratio, 12));
        cli_rows_end(&r);
    }
    ta_free(g);
}

/* ---- is, moves: `takes` has the `count` winning moves ---- */

static void print_is(const cli_settings *s, const ta_memory *g, position p,
                     const uint64_t *takes, size_t count)
{
    const bool cold = count == 0;
    cli_rows r;
    cli_rows_begin(&r, &s->out, "quantity\tvalue");
    if (s->out.json) {
        cli_field(&r, "heap", cli_count_of(p.heap));
        cli_field(&r, "cold", cli_flag(cold));
        cli_field(&r, "take", cli_count_if(!cold, takes[0]));
        cli_rows_end(&r);
    } else if (s->out.quiet || cold) {
        puts(!s->out.quiet ? "cold: the player to move loses"
             : cold        ? "cold"
                           : "hot");
    } else {
        const position left = after(g, p.heap, takes[0]);
        printf("hot: take %" PRIu64 " from %" PRIu64 ", leaving %" PRIu64
               ", of which at most %" PRIu64 " may be taken\n",
               takes[0], p.heap, left.heap, left.limit);
    }
}

static void print_moves(const cli_settings *s, const ta_memory *g, position p,
                        const uint64_t *takes, size_t count)
{
    cli_rows r;
    if (!s->out.json && !s->out.quiet)
        printf("at most %" PRIu64 " of %" PRIu64
               " may be taken: the player to move %s\n%s",
               p.limit, p.heap, count > 0 ? "wins" : "loses",
               count > 0 ? "\n" : "");
    cli_rows_begin(&r, &s->out, "heap\ttake\tleave\tlimit");
    r.headless = s->out.quiet || count == 0;
    for (size_t k = 0; k < count; k++) {
        const position left = after(g, p.heap, takes[k]);
        cli_row(&r, cli_count_of(p.heap), cli_count_of(takes[k]),
                cli_count_of(left.heap), cli_count_of(left.limit));
    }
    cli_rows_end(&r);
}

/* ---- play ---- */

#define UNDO UINT64_MAX /* more than any move takes */

/* Asks the player for a move. Returns it; UNDO; or 0 if the game is to be left.
 */
static uint64_t ask(const ta_memory *g, position p)
{
    uint64_t takes[TA_MEMORY_TAKES], taken;
    const bool terminal = isatty(STDIN_FILENO) != 0;
    char line[512];
    for (;;) {
        fputs(terminal ? "> " : "", stdout);
        if (!cli_flush())
            return 0;
        const bool over = !cli_input_line(line, sizeof line);
        if (over && cli_interrupted())
            cli_ok(TA_ECANCELLED);
        else if (over)
            puts("end of input: the game is left");
        if (over || strcmp(line, "quit") == 0)
            return 0;
        if (strcmp(line, "undo") == 0)
            return UNDO;
        if (strcmp(line, "hint") == 0 &&
            ta_memory_moves(g, p.heap, p.limit, takes) > 0)
            printf("take %" PRIu64 ": any answer can be met\n", takes[0]);
        else if (strcmp(line, "hint") == 0)
            puts("any move loses against best play");
        else if (ta_number_parse(line, &taken, NULL) != TA_OK)
            puts("I do not understand; type what to take, hint, undo or quit");
        else if (taken < 1 || taken > p.limit)
            printf("You cannot take %" PRIu64 "; at most %" PRIu64 "\n", taken,
                   p.limit);
        else
            return taken;
    }
}

/* The game is over when the limit is 0, which is when the heap is 0, or 1 at
 * the beginning. */
static void play(const cli_settings *s, const char *spec, const ta_memory *g,
                 position p)
{
    uint64_t takes[TA_MEMORY_TAKES];
    bool yours = s->begin == 0; /* the player, not the computer, moves */
    position *before = NULL;    /* each of the moves made */
    size_t made = 0;
    cli_catch_interrupts();
    if (!s->out.quiet) {
        printf("The game of ");
        cli_print_text(stdout, spec);
        puts(": who cannot move loses.\nType what to take, or: hint, undo, "
             "quit.");
    }
    for (uint64_t taken; p.limit > 0; yours = !yours) {
        printf("heap: %" PRIu64 ", of which at most %" PRIu64 " may be taken\n",
               p.heap, p.limit);
        if (yours)
            taken = ask(g, p);
        else if (ta_memory_moves(g, p.heap, p.limit, takes) > 0)
            taken = takes[0];
        else
            taken = 1; /* no move wins */
        if (taken == 0 || (taken != UNDO &&
                           !cli_grow("a move", &before, made, sizeof *before)))
            break;
        if (!yours)
            printf("I take %" PRIu64 ".\n", taken);
        if (taken != UNDO) {
            before[made++] = p;
            p = after(g, p.heap, taken);
            continue;
        }
        yours = !yours; /* it stays the player's turn */
        if (made < 2 + s->begin) {
            puts("there is no move of yours to take back");
            continue;
        }
        p = before[made -= 2];
    }
    free(before);
    if (p.limit > 0)
        return;
    printf("heap: %" PRIu64 "\n%s cannot move: %s\n", p.heap,
           yours ? "You" : "I", yours ? "I win." : "you win.");
}

/* ---- the three commands ---- */

bool cli_memory_heap(const cli_settings *s)
{
    const char *spec = s->what.game;
    bool found = cli_is_memory(spec);
    for (size_t i = 0; i < s->n_operands; i++) {
        const char *at = strchr(s->operands[i], '@');
        found |= at != NULL && cli_is_memory(at + 1);
    }
    if (!found)
        return false;
    if (s->n_operands != 1) {
        cli_wrong("a game with a memory has one heap, not %zu", s->n_operands);
        return true;
    }
    uint64_t heap, takes[TA_MEMORY_TAKES] = {0};
    ta_memory *g = NULL;
    if (cli_heap_number(s->operands[0], &spec, UINT64_MAX, &heap) &&
        cli_memory_game(s, spec, OPT(LIMIT) | OPT(BEGIN), &g)) {
        /* The first move leaves at least 1, unless --limit says more; of heap 0
         * this number is large. */
        const uint64_t most = GIVEN(s, LIMIT) ? s->what.limit : heap - 1;
        const position p = {heap, most < heap ? most : heap};
        const size_t count = ta_memory_moves(g, heap, p.limit, takes);
        if (s->command == &cli_play_command)
            play(s, spec, g, p);
        else
            (s->command == &cli_is_command ? print_is : print_moves)(
                s, g, p, takes, count);
    }
    ta_free(g);
    return true;
}
