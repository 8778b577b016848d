/* takeaway play HEAP...: a game against the computer, line by line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

enum { SHOWN = 12 }; /* moves of a heap that are listed */

typedef struct game {
    const cli_settings *settings;
    ta_match *match;
    bool terminal;
    size_t made; /* moves so far */
    cli_input input;
} game;

/* ---- what is said ---- */

/* "1, 4, 9, ..., 100 (10 in all)" */
static void print_moves(const game *g, size_t i)
{
    size_t count;
    const uint64_t *set = ta_match_moves(g->match, i, &count);
    size_t shown = count > SHOWN ? SHOWN - 1 : count;
    for (size_t k = 0; k < shown; k++)
        printf("%s%" PRIu64, k > 0 ? ", " : "", set[k]);
    if (count > shown)
        printf(", ..., %" PRIu64 " (%zu in all)", set[count - 1], count);
    if (count == 0)
        printf("none");
    puts("");
}

static void print_all_moves(const game *g)
{
    size_t heaps = ta_match_count(g->match);
    for (size_t i = 0; i < heaps; i++) {
        if (heaps > 1)
            printf("from heap %zu: ", i + 1);
        else
            printf("legal: ");
        print_moves(g, i);
    }
}

static void print_heaps(const game *g)
{
    size_t heaps = ta_match_count(g->match);
    if (heaps == 1) {
        printf("heap: %" PRIu64 "\n", ta_match_heap(g->match, 0));
        return;
    }
    printf("heaps:");
    for (size_t i = 0; i < heaps; i++)
        printf("  %zu: %" PRIu64, i + 1, ta_match_heap(g->match, i));
    puts("");
}

static void print_turn(const game *g, const char *verb, ta_turn turn)
{
    printf("%s %" PRIu64, verb, turn.taken);
    if (ta_match_count(g->match) > 1)
        printf(" from heap %zu", turn.heap + 1);
}

static void print_rules(const game *g)
{
    const cli_settings *s = g->settings;
    printf("The game of %s, %s play: who cannot move %s.\n"
           "Type %s, or: moves, hint, undo, help, quit.\n",
           s->game, s->misere ? "misere" : "normal",
           s->misere ? "wins" : "loses",
           ta_match_count(g->match) > 1
               ? "the number of a heap and what to take from it"
               : "what to take");
}

static void print_hint(const game *g)
{
    ta_turn turn;
    unsigned length;
    if (!ta_match_best(g->match, &turn))
        return;
    print_turn(g, "take", turn);
    bool wins = ta_match_wins(g->match);
    printf(wins ? ": it wins" : ": you lose against best play");
    if (ta_match_length(g->match, &length))
        printf(", %s %u move%s", wins ? "in" : "after", length,
               length == 1 ? "" : "s");
    puts("");
}

/* ---- what is done ---- */

static int move(game *g, ta_turn turn)
{
    ta_status st = ta_match_take(g->match, turn);
    if (st == TA_OK)
        g->made++;
    return cli_status(st, &(ta_error){"no memory for another move"});
}

static int answer(game *g)
{
    ta_turn turn;
    if (!ta_match_best(g->match, &turn))
        return CLI_DONE;
    int status = move(g, turn);
    if (status == CLI_DONE) {
        print_turn(g, "I take", turn);
        puts(".");
    }
    return status;
}

/* Takes back the computer's last move and the one before it. */
static void undo(game *g)
{
    size_t least = g->settings->begin == 1 ? 3 : 2;
    if (g->made < least) {
        puts("there is no move of yours to take back");
        return;
    }
    for (int k = 0; k < 2; k++, g->made--)
        ta_match_undo(g->match);
}

static bool is_legal(const game *g, ta_turn turn)
{
    size_t count, k = 0;
    const uint64_t *set = ta_match_moves(g->match, turn.heap, &count);
    while (k < count && set[k] < turn.taken)
        k++;
    return k < count && set[k] == turn.taken;
}

/* "TAKE" or "HEAP TAKE". */
static bool read_turn(const game *g, const char *line, ta_turn *turn)
{
    char first[64], second[64], rest[2];
    uint64_t which = 1;
    size_t heaps = ta_match_count(g->match);
    int words = sscanf(line, "%63s %63s %1s", first, second, rest);
    if (words != (heaps > 1 ? 2 : 1))
        return false;
    if (heaps > 1 && (ta_number_parse(first, &which, NULL) != TA_OK ||
                      which == 0 || which > heaps))
        return false;
    turn->heap = (size_t)which - 1;
    return ta_number_parse(heaps > 1 ? second : first, &turn->taken, NULL) ==
           TA_OK;
}

/* A line that is no command: the player's move, and the answer to it. */
static int turn_of(game *g, const char *line)
{
    ta_turn turn;
    if (!read_turn(g, line, &turn)) {
        printf("I do not understand; type %s, or help\n",
               ta_match_count(g->match) > 1
                   ? "the number of a heap and what to take, such as 1 4"
                   : "what to take, such as 4");
        return CLI_DONE;
    }
    if (!is_legal(g, turn)) {
        print_turn(g, "You cannot take", turn);
        printf("; legal: ");
        print_moves(g, turn.heap);
        return CLI_DONE;
    }
    int status = move(g, turn);
    return status == CLI_DONE ? answer(g) : status;
}

/* ---- the dialogue ---- */

static bool is(const char *line, const char *word)
{
    line += strspn(line, " \t\r");
    size_t length = strcspn(line, " \t\r");
    return length == strlen(word) && strncmp(line, word, length) == 0 &&
           line[length + strspn(line + length, " \t\r")] == '\0';
}

static int obey(game *g, const char *line, bool *quit)
{
    *quit = is(line, "quit") || is(line, "q") || is(line, "exit");
    if (*quit || is(line, ""))
        return CLI_DONE;
    if (is(line, "help") || is(line, "?"))
        print_rules(g);
    else if (is(line, "hint"))
        print_hint(g);
    else if (is(line, "moves"))
        print_all_moves(g);
    else if (is(line, "undo"))
        undo(g);
    else
        return turn_of(g, line);
    return CLI_DONE;
}

/* The last position, and who has won. */
static void print_end(const game *g)
{
    bool yours = (g->made + g->settings->begin) % 2 == 0; /* to move */
    print_heaps(g);
    printf("%s cannot move: %s\n", yours ? "You" : "I",
           yours == g->settings->misere ? "you win." : "I win.");
}

static int dialogue(game *g)
{
    int status = CLI_DONE;
    if (!g->settings->quiet)
        print_rules(g);
    if (g->settings->begin == 1)
        status = answer(g);
    bool quit = false, same = false;
    while (status == CLI_DONE && !quit && !ta_match_over(g->match)) {
        size_t before = g->made;
        if (!same)
            print_heaps(g);
        if (g->terminal)
            printf("> ");
        if (!cli_flush())
            return CLI_DONE; /* cli_finish_output tells */
        const char *line = "";
        cli_input_end end = cli_input_line(&g->input, &line);
        if (end == CLI_INPUT_INTERRUPTED) {
            if (g->terminal)
                puts("");
            return cli_status(TA_ECANCELLED, &(ta_error){""});
        }
        if (end == CLI_INPUT_OVER) {
            puts("end of input: the game is left");
            return CLI_DONE;
        }
        status = obey(g, line, &quit);
        same = g->made == before;
    }
    if (status == CLI_DONE && !quit)
        print_end(g);
    return status;
}

static ta_status prepare(game *g, const uint64_t *heaps, ta_error *error)
{
    const cli_settings *s = g->settings;
    ta_game *set = NULL;
    cli_progress progress = {.count = NULL};
    ta_options options = {.threads = 1,
                          .max_memory = s->max_memory != 0 ? s->max_memory
                                                           : cli_free_memory(),
                          .progress = cli_progress_step,
                          .progress_state = &progress};
    ta_status st =
        ta_game_new(s->game, s->misere ? TA_MISERE : TA_NORMAL, &set, error);
    if (st != TA_OK)
        return st == TA_ENOMEM ? st : TA_EINVAL;
    cli_progress_begin(&progress, s);
    st = ta_match_new(set, heaps, s->n_operands, &options, &g->match, error);
    cli_progress_end(&progress);
    ta_game_free(set);
    return st;
}

int cli_play(const cli_settings *s, const char *operand)
{
    (void)operand;
    game g = {.settings = s, .terminal = isatty(STDIN_FILENO) != 0};
    uint64_t heaps[CLI_OPERANDS];
    ta_error error = {""};
    int status = CLI_DONE;
    if (ta_octal_is_spec(s->game)) {
        cli_complain("--game: `takeaway play` knows subtraction games only");
        return CLI_USAGE;
    }
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status =
            cli_number("HEAP", s->operands[i], 0, CLI_LENGTHS_MOST, &heaps[i]);
    if (status != CLI_DONE)
        return status;
    cli_catch_interrupts();
    ta_status st = prepare(&g, heaps, &error);
    if (st == TA_EINVAL) {
        cli_complain("--game: %s", error.text);
        return CLI_USAGE;
    }
    status = st == TA_OK ? dialogue(&g) : cli_status(st, &error);
    ta_match_free(g.match);
    return status;
}
