/* The command `takeaway play HEAP...`, a game against the computer. The player
 * types a move or a word such as "hint" on each line of standard input, and the
 * program answers. After each move of either the sum is solved again: ta_play
 * holds the position, `game` the dialogue. Begin with dialogue(). */
#include <unistd.h>

#include "play/every-move.h"
#include "computing.h"

enum {
    SHOWN = 12, /* legal moves of a heap that are listed */
    PARTS = sizeof((ta_turn *)0)->left / sizeof(uint64_t)
};

typedef struct game {
    const cli_settings *settings;
    const char *spec; /* of the game */
    ta_play *play;
    uint64_t largest; /* heap at the beginning */
    bool octal;       /* an octal game */
    bool terminal;    /* standard input is one: it gets a prompt */
    bool quit;        /* the player has left */
    size_t made;      /* moves of both players so far */
} game;

static const char *heap_text(const game *g, size_t i)
{
    return ta_play_heap_at(g->play, i).heap;
}

/* Returns whether ta_play_next finds a move; an error is reported. */
static bool next_turn(const game *g, ta_turn *turn)
{
    bool found;
    return cli_ok(ta_play_next(g->play, turn, &found, &cli_error)) && found;
}

/* Prints the first legal moves in heap i as the player would type them, for
 * example "1, 4, 9". A move of an octal game that leaves several heaps has
 * these heaps behind the number taken: "1 2 3" takes 1 and leaves 2 and 3. */
static void print_moves(const game *g, size_t i)
{
    ta_turn turn = {.heap = i};
    unsigned shown = 0;
    for (; shown < SHOWN && next_turn(g, &turn); shown++) {
        printf("%s%" PRIu64, shown > 0 ? ", " : "", turn.taken);
        const bool several = turn.left[1] != 0;
        for (unsigned k = 0; several && k < PARTS && turn.left[k] != 0; k++)
            printf(" %" PRIu64, turn.left[k]);
    }
    if (shown == 0)
        printf("none");
    puts(shown == SHOWN && next_turn(g, &turn) ? ", ..." : "");
}

static void print_all_moves(game *g)
{
    const size_t heaps = ta_play_count(g->play);
    for (size_t i = 0; i < heaps; i++) {
        printf(heaps > 1 ? "from heap %zu: " : "legal: ", i + 1);
        print_moves(g, i);
    }
}

static void print_heaps(const game *g)
{
    const size_t heaps = ta_play_count(g->play);
    printf(heaps > 1 ? "heaps:" : "heap: %s", heap_text(g, 0));
    for (size_t i = 0; heaps > 1 && i < heaps; i++)
        printf("  %zu: %s", i + 1, heap_text(g, i));
    puts("");
}

static bool is_over(const game *g)
{
    for (size_t i = 0; i < ta_play_count(g->play); i++)
        if (next_turn(g, &(ta_turn){.heap = i}))
            return false;
    return true;
}

/* Prints a move behind `verb`; what it leaves is known of octal games alone. */
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

static void print_rules(game *g)
{
    const bool misere = g->settings->what.misere;
    printf("The game of ");
    cli_print_text(stdout, g->spec);
    printf(", %s play: who cannot move %s.\n"
           "Type %s%s, or: moves, hint, undo, help, quit.\n",
           misere ? "misere" : "normal", misere ? "wins" : "loses",
           ta_play_count(g->play) > 1
               ? "the number of a heap and what to take from it"
               : "what to take",
           g->octal ? ", then the heaps to leave if there are several" : "");
}

const char *cli_cold_text(bool misere, bool single)
{
    return single ? "which is cold" : misere ? "a cold sum" : "nim-sum 0";
}

/* Prints a best move, why it wins or loses, and how long the game then lasts if
 * that is known. */
static void print_hint(game *g)
{
    ta_turn turn;
    unsigned length;
    uint64_t heap;
    const bool wins = ta_play_wins(g->play);
    bool found; /* There are moves. */
    if (!cli_ok(ta_play_best(g->play, &turn, &found, &cli_error)))
        return;
    const bool single = ta_play_count(g->play) == 1 && turn.left[1] == 0,
               known = ta_play_length(g->play, &length);
    print_turn(g, "take", turn);
    if (turn.left[0] == 0 && /* or else print_turn has said it */
        ta_number_parse(heap_text(g, turn.heap), &heap, NULL) == TA_OK)
        printf(", leaving %" PRIu64, heap - turn.taken);
    if (wins)
        printf(", %s%s", cli_cold_text(g->settings->what.misere, single),
               known && length == 1 ? "" : ": any answer can be met");
    else
        printf(": the position is cold, so you lose against best play");
    if (known)
        printf("%s %u move%s", wins ? "; you win in" : ", after", length,
               length == 1 ? "" : "s");
    puts("");
}

/* Solves the position that a call with the status `st` has made. No heap ever
 * exceeds g->largest, so that every value needed is among those searched. */
static bool solve(game *g, ta_status st)
{
    const ta_options run = cli_options_of(&g->settings->speed);
    const ta_play_options options = {
        .run = &run, .search = g->largest + 1, .keep = true};
    if (st == TA_OK)
        st = cli_watched(g->settings, false,
                         ta_play_solve(g->play, &options, &cli_error));
    return cli_ok(st);
}

/* Makes the move of the computer, if it has one. */
static void move_computer(game *g)
{
    ta_turn turn;
    bool found;
    if (!cli_ok(ta_play_best(g->play, &turn, &found, &cli_error)) || !found)
        return;
    if (!solve(g, ta_play_make(g->play, turn, &cli_error)))
        return;
    g->made++;
    print_turn(g, "I take", turn);
    puts(".");
}

/* Undoes the last move of the player and that of the computer. */
static void undo(game *g)
{
    if (g->made < 2 + g->settings->begin) {
        puts("there is no move of yours to take back");
        return;
    }
    ta_status st = ta_play_undo(g->play, &cli_error);
    if (st == TA_OK)
        st = ta_play_undo(g->play, &cli_error);
    g->made -= 2;
    solve(g, st);
}

/* Reads the move on a line, such as "1 4", into *turn: the number of the heap,
 * from 1, if there are several; what to take; in an octal game the heaps to
 * leave, but a single one may be left out. Returns false if it does not read as
 * a move; ta_play_make finds out whether it is legal. */
static bool read_turn(const game *g, const char *line, ta_turn *turn)
{
    /* The first numbers, `before` in all, are not heaps to leave. */
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
        ta_number_parse(heap_text(g, turn->heap), &heap, NULL) == TA_OK &&
        heap > turn->taken)
        turn->left[0] = heap - turn->taken;
    return true;
}

/* Makes the move on a line, and then the computer's. If it is no legal move,
 * prints why. */
static void move_player(game *g, const char *line)
{
    ta_turn turn = {.heap = 0};
    if (!read_turn(g, line, &turn)) {
        printf("I do not understand; type %s, or help\n",
               ta_play_count(g->play) > 1
                   ? "the number of a heap and what to take, such as 1 4"
                   : "what to take, such as 4");
        return;
    }
    ta_status st = ta_play_make(g->play, turn, &cli_error);
    if (st == TA_EINVAL) {
        print_turn(g, "You cannot take", turn);
        printf("; legal: ");
        print_moves(g, turn.heap);
        cli_error = (ta_error){""}; /* the dialogue goes on */
        return;
    }
    g->made += st == TA_OK;
    if (solve(g, st))
        move_computer(g);
}

static void quit(game *g)
{
    g->quit = true;
}

/* Carries out a line: a word such as "hint", or a move. */
static void obey(game *g, char *line)
{
    static const struct {
        const char *name;
        void (*carry_out)(game *g);
    } words[] = {{"help", print_rules},
                 {"?", print_rules},
                 {"hint", print_hint},
                 {"undo", undo},
                 {"moves", print_all_moves},
                 {"quit", quit},
                 {"q", quit},
                 {"exit", quit}};
    static const char blank[] = " \t\r";
    line += strspn(line, blank);
    size_t length = strlen(line);
    while (length > 0 && strchr(blank, line[length - 1]) != NULL)
        line[--length] = '\0';
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(line, words[k].name) == 0) {
            words[k].carry_out(g);
            return;
        }
    if (length > 0)
        move_player(g, line);
}

/* Lets the player and the computer move in turn. */
static void dialogue(game *g)
{
    if (!g->settings->out.quiet)
        print_rules(g);
    if (g->settings->begin == 1)
        move_computer(g);
    /* The value of g->made when the heaps were last printed. */
    size_t shown = SIZE_MAX;
    while (cli_exit_status == CLI_DONE && !g->quit && !is_over(g)) {
        if (shown != g->made)
            print_heaps(g);
        shown = g->made;
        if (g->terminal)
            printf("> ");
        if (!cli_flush())
            return; /* cli_finish_output reports the failed write */
        char line[512];
        if (cli_input_line(line, sizeof line)) {
            obey(g, line);
        } else if (cli_interrupted()) {
            fputs(g->terminal ? "\n" : "", stdout);
            cli_ok(TA_ECANCELLED);
        } else {
            puts("end of input: the game is left");
            g->quit = true;
        }
    }
    if (cli_exit_status != CLI_DONE || g->quit)
        return;
    /* Whether the player, and not the computer, is to move. */
    const bool yours = (g->made + g->settings->begin) % 2 == 0;
    print_heaps(g);
    printf("%s cannot move: %s\n", yours ? "You" : "I",
           yours == g->settings->what.misere ? "you win." : "I win.");
}

/* Adds the heap of operand i, "HEAP" or "HEAP@GAME"; all are of one game. */
static bool add_heap(game *g, size_t i)
{
    const cli_settings *s = g->settings;
    const char *spec = s->what.game;
    char text[24];
    uint64_t heap;
    if (!cli_heap_number(s->operands[i], &spec, CLI_LENGTHS_MOST, &heap))
        return false;
    g->spec = i == 0 ? spec : g->spec;
    if (i == 0 && !cli_check_game("--game", spec))
        return false;
    if (strcmp(spec, g->spec) != 0)
        return cli_wrong("play has heaps of one game, not of '%s' and "
                         "'%s'; `takeaway moves` answers such sums",
                         g->spec, spec);
    g->octal = ta_octal_is_spec(spec);
    g->largest = heap > g->largest ? heap : g->largest;
    snprintf(text, sizeof text, "%" PRIu64, heap);
    if (!cli_game_ok("--game",
                     cli_kept(ta_play_add(g->play, spec, text, &cli_error))))
        return false;
    cli_note_end(tai_play_game(g->play, i), heap);
    return true;
}

static void play_run(const cli_settings *s)
{
    if (cli_memory_heap(s))
        return;
    game g = {.settings = s, .terminal = isatty(STDIN_FILENO) != 0};
    bool ok = cli_ok(ta_play_new(s->what.misere ? TA_MISERE : TA_NORMAL,
                                 &g.play, &cli_error));
    for (size_t i = 0; i < s->n_operands && ok; i++)
        ok = add_heap(&g, i);
    if (ok && solve(&g, TA_OK))
        dialogue(&g);
    ta_play_free(g.play);
}

static const cli_words play_texts[] = {OWN(QUIET, "leave out the rules"), {0}};
const cli_command cli_play_command = {
    COMMAND("play", "HEAP...", CLI_HEAP, play_run, "play against the computer"),
    "You and the computer move in turn. A player who cannot move loses, or "
    "wins with --misere. Type how many to take. If there are several heaps, "
    "type the number of the heap first: `2 9` takes 9 from the second heap. If "
    "a move of an octal game leaves several heaps, type them last: from a "
    "single heap `1 2 3` takes 1 and leaves 2 and 3; with several, `2 1 2 3` "
    "does so in the second. Other words: moves (the first legal moves of each "
    "heap), hint (a best move, and why it wins or loses), undo (your last move "
    "and the reply), help (the rules), quit. HEAP@GAME is a heap of GAME; all "
    "heaps are of one game.",
    "echo hint | takeaway play 6 -q | grep -o w.*cold  # which is cold\n"
    "takeaway play 13 27 --begin=computer\n"
    "takeaway play 10@kayles",
    CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(BEGIN), .texts = play_texts};
