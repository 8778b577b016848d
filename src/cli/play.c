/* takeaway play HEAP...: a game against the computer, line by line: what is
 * typed, what it means, what is said in reply. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "computing.h"

enum { SHOWN = 12 }; /* moves of a heap that are listed */
enum { PARTS = sizeof((ta_turn *)0)->left / sizeof(uint64_t) };

typedef struct game {
    const cli_settings *settings;
    ta_play *play;
    uint64_t largest; /* heap, at first */
    bool octal;       /* the game is octal */
    bool terminal;
    size_t made; /* moves so far */
} game;

/* ---- what is said ---- */

/* Prints moves in heap i as they are typed: "1, 4, 9", or of an octal game what
 * is taken and the heaps of a split, "1, 1 2 3, 2". */
static void print_moves(const game *g, size_t i)
{
    ta_turn turn = {.heap = i};
    unsigned shown = 0;
    for (; shown < SHOWN && ta_play_next(g->play, &turn); shown++) {
        printf("%s%" PRIu64, shown > 0 ? ", " : "", turn.taken);
        for (unsigned k = 0; turn.left[1] != 0 && k < PARTS; k++)
            if (turn.left[k] != 0)
                printf(" %" PRIu64, turn.left[k]);
    }
    if (shown == 0)
        printf("none");
    puts(shown == SHOWN && ta_play_next(g->play, &turn) ? ", ..." : "");
}

static void print_all_moves(const game *g)
{
    const size_t heaps = ta_play_count(g->play);
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
    const size_t heaps = ta_play_count(g->play);
    printf(heaps > 1 ? "heaps:" : "heap: %s", ta_play_heap_at(g->play, 0).heap);
    for (size_t i = 0; heaps > 1 && i < heaps; i++)
        printf("  %zu: %s", i + 1, ta_play_heap_at(g->play, i).heap);
    puts("");
}

static bool is_over(const game *g)
{
    for (size_t i = 0; i < ta_play_count(g->play); i++)
        if (ta_play_next(g->play, &(ta_turn){.heap = i}))
            return false;
    return true;
}

static void print_turn(const game *g, const char *verb, ta_turn turn)
{
    printf("%s %" PRIu64, verb, turn.taken);
    if (ta_play_count(g->play) > 1)
        printf(" from heap %zu", turn.heap + 1);
    for (unsigned k = 0; k < PARTS && turn.left[k] != 0; k++) {
        bool last = k + 1 == PARTS || turn.left[k + 1] == 0;
        printf("%s%" PRIu64,
               k == 0 ? ", leaving "
               : last ? " and "
                      : ", ",
               turn.left[k]);
    }
}

static void print_rules(const game *g)
{
    const cli_settings *s = g->settings;
    printf("The game of %s, %s play: who cannot move %s.\n"
           "Type %s%s, or: moves, hint, undo, help, quit.\n",
           s->game, s->misere ? "misere" : "normal",
           s->misere ? "wins" : "loses",
           ta_play_count(g->play) > 1
               ? "the number of a heap and what to take from it"
               : "what to take",
           g->octal ? ", then the heaps to leave if there are several" : "");
}

static void print_hint(const game *g)
{
    ta_turn turn;
    unsigned length;
    if (!ta_play_best(g->play, &turn))
        return;
    print_turn(g, "take", turn);
    bool wins = ta_play_wins(g->play);
    printf(wins ? ": it wins" : ": you lose against best play");
    if (ta_play_length(g->play, &length))
        printf(", %s %u move%s", wins ? "in" : "after", length,
               length == 1 ? "" : "s");
    puts("");
}

/* ---- what is done ---- */

/* Solves the position. */
static ta_status solve(const game *g, ta_error *error)
{
    cli_progress progress = {.open_end = false};
    const ta_options run = cli_options_of(g->settings, &progress);
    const ta_play_options options = {
        .run = &run, .search = g->largest + 1, .keep = true};
    cli_progress_begin(&progress, g->settings);
    ta_status st = ta_play_solve(g->play, &options, error);
    cli_progress_end(&progress);
    return st;
}

/* Prepares the game for the next move. `st` and *error are the results of
 * ta_play_make or ta_play_undo. */
static int move_on(game *g, ta_status st, ta_error *error)
{
    if (st == TA_OK)
        st = solve(g, error);
    return cli_status(st, error);
}

static int answer(game *g)
{
    ta_turn turn;
    ta_error error = {""};
    if (!ta_play_best(g->play, &turn))
        return CLI_DONE;
    int status = move_on(g, ta_play_make(g->play, turn, &error), &error);
    if (status == CLI_DONE) {
        g->made++;
        print_turn(g, "I take", turn);
        puts(".");
    }
    return status;
}

/* Takes back the computer's last move and the one before it. */
static int undo(game *g)
{
    size_t least = g->settings->begin == 1 ? 3 : 2;
    if (g->made < least) {
        puts("there is no move of yours to take back");
        return CLI_DONE;
    }
    ta_error error = {""};
    ta_status st = ta_play_undo(g->play, &error);
    if (st == TA_OK)
        st = ta_play_undo(g->play, &error);
    g->made -= 2;
    return move_on(g, st, &error);
}

/* Reads a move: the number of the heap if there are several, what to take, and
 * in an octal game the heaps that are left, which one heap need not be. */
static bool read_turn(const game *g, const char *line, ta_turn *turn)
{
    const size_t heaps = ta_play_count(g->play), before = heaps > 1 ? 2 : 1;
    uint64_t number[2 + PARTS] = {0}, heap = 0;
    size_t count = 0;
    char word[64];
    for (int used = 0; sscanf(line, "%63s%n", word, &used) == 1; line += used)
        if (count == before + (g->octal ? PARTS : 0) ||
            ta_number_parse(word, &number[count++], NULL) != TA_OK)
            return false;
    if (count < before || (heaps > 1 && (number[0] == 0 || number[0] > heaps)))
        return false;
    *turn = (ta_turn){.heap = heaps > 1 ? (size_t)number[0] - 1 : 0,
                      .taken = number[before - 1]};
    memcpy(turn->left, number + before, (count - before) * sizeof *number);
    if (g->octal && count == before &&
        ta_number_parse(ta_play_heap_at(g->play, turn->heap).heap, &heap,
                        NULL) == TA_OK &&
        heap > turn->taken)
        turn->left[0] = heap - turn->taken;
    return true;
}

/* A line that is no command: the player's move, and the answer to it. */
static int turn_of(game *g, const char *line)
{
    ta_turn turn = {.heap = 0};
    if (!read_turn(g, line, &turn)) {
        printf("I do not understand; type %s, or help\n",
               ta_play_count(g->play) > 1
                   ? "the number of a heap and what to take, such as 1 4"
                   : "what to take, such as 4");
        return CLI_DONE;
    }
    ta_error error = {""};
    ta_status st = ta_play_make(g->play, turn, &error);
    if (st == TA_EINVAL) {
        print_turn(g, "You cannot take", turn);
        printf("; legal: ");
        print_moves(g, turn.heap);
        return CLI_DONE;
    }
    g->made += st == TA_OK;
    int status = move_on(g, st, &error);
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
        return undo(g);
    else
        return turn_of(g, line);
    return CLI_DONE;
}

/* Prints the last position, and which player has won. */
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
    while (status == CLI_DONE && !quit && !is_over(g)) {
        size_t before = g->made;
        if (!same)
            print_heaps(g);
        if (g->terminal)
            printf("> ");
        if (!cli_flush())
            return CLI_DONE; /* cli_finish_output reports the failure */
        char line[512];
        cli_input_end end = cli_input_line(line, sizeof line);
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
    char text[24];
    ta_game *rules = NULL;
    ta_status st = ta_game_new(s->game, TA_NORMAL, &rules, error);
    g->octal = st == TA_OK && ta_game_about(rules)->octal != NULL;
    ta_game_free(rules);
    if (st == TA_OK)
        st = ta_play_new(s->misere ? TA_MISERE : TA_NORMAL, &g->play, error);
    for (size_t i = 0; i < s->n_operands && st == TA_OK; i++) {
        snprintf(text, sizeof text, "%" PRIu64, heaps[i]);
        st = ta_play_add(g->play, s->game, text, error);
        g->largest = heaps[i] > g->largest ? heaps[i] : g->largest;
    }
    if (st != TA_OK)
        return st == TA_ENOMEM ? st : TA_EINVAL;
    return solve(g, error);
}

int cli_play(const cli_settings *given)
{
    cli_settings of_game = *given;
    const cli_settings *s = &of_game;
    game g = {.settings = s, .terminal = isatty(STDIN_FILENO) != 0};
    uint64_t heaps[CLI_OPERANDS];
    ta_error error = {""};
    int status = CLI_DONE;
    /* "HEAP@GAME": all of one game */
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++) {
        const char *its = given->game;
        status = cli_heap_number(s->operands[i], &its, &heaps[i]);
        if (i == 0)
            of_game.game = its;
        if (status == CLI_DONE && strcmp(its, s->game) != 0)
            return cli_wrong("play has heaps of one game, not of '%.60s' and "
                             "'%.60s'; `takeaway moves` answers such sums",
                             s->game, its);
    }
    if (status == CLI_DONE)
        status = cli_check_game("--game", s->game);
    if (status != CLI_DONE)
        return status;
    if (s->misere && ta_octal_is_spec(s->game))
        return cli_wrong(
            "--misere: octal games are played under normal play only");
    ta_status st = prepare(&g, heaps, &error);
    status = st == TA_OK       ? dialogue(&g)
             : st == TA_EINVAL ? cli_wrong("--game: %s", error.text)
                               : cli_status(st, &error);
    ta_play_free(g.play);
    return status;
}
