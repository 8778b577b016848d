/* The command moves: nim-values, who wins and the moves of a sum. */
#include "play/every-move.h"
#include "sum.h"

enum { FEW_MOVES = 10 }; /* of octal and closed games without --limit */

/* Adds the heap of an operand "HEAP" or "HEAP@GAME" to the sum. */
static bool add_heap(cli_sum *m, const char *operand)
{
    const char *game = m->settings->what.game;
    const ta_archive_info *about = m->about;
    uint64_t size;
    if (about != NULL && !GIVEN(m->settings, GAME))
        game = about->game;
    if (!cli_grow("a heap", &m->given, m->count, sizeof *m->given))
        return false;
    char *heap = m->given[m->count++] = cli_heap(operand, &game);
    if (heap == NULL)
        return cli_no_memory("a heap");
    if (ta_number_parse(heap, &size, NULL) != TA_OK)
        size = UINT64_MAX;
    else if (about != NULL && size >= about->end + m->by_cold)
        return cli_wrong("HEAP %" PRIu64 " is not accepted: '%s' holds [0, "
                         "%" PRIu64 ")",
                         size, m->settings->what.in, about->end);
    const bool ok =
        (about != NULL || cli_check_game("HEAP: game", game)) &&
        cli_game_ok("HEAP",
                    cli_kept(ta_play_add(m->play, game, heap, &cli_error)));
    if (ok && about == NULL)
        cli_note_end(tai_play_game(m->play, m->count - 1), size);
    return ok;
}

/* Standard input takes more digits than a command line. */
static bool add_heaps(void *state, const char *where, char *line)
{
    char *rest, *heap = strtok_r(line, " \t", &rest);
    (void)where;
    while (heap != NULL && add_heap(state, heap))
        heap = strtok_r(NULL, " \t", &rest);
    return heap == NULL;
}

/* Opens the archive of --in: nim-values or, for a single heap, cold positions.
 * Nim-values have normal play, and decide sums under misere play, too. */
static bool open_known(cli_sum *m)
{
    const cli_settings *s = m->settings;
    if (!cli_archive_open("--in: ", s->what.in, &m->in))
        return false;
    const ta_archive_info *about = m->about = ta_archive_about(m->in);
    m->by_cold = about->content != TA_CONTENT_NIM;
    if (m->by_cold && about->convention == TA_MISERE)
        m->convention = TA_MISERE;
    const char *spec = GIVEN(s, GAME) ? s->what.game : NULL;
    if (!cli_in_fits(s, m->in, spec,
                     m->by_cold ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                     m->by_cold ? m->convention : TA_NORMAL))
        return false;
    if (m->by_cold && s->n_operands != 1)
        return cli_wrong("--in: '%s' has cold positions, which answer a "
                         "single heap; sums need nim-values",
                         s->what.in);
    return spec != NULL || cli_archive_names_game(s->what.in, about);
}

bool cli_sum_solve(cli_sum *m)
{
    ta_options run = cli_options_of(&m->settings->speed);
    const ta_play_options options = {
        .run = &run, .search = m->settings->what.search, .one_move = m->is};
    run.known = m->in;
    const ta_status st = cli_watched(
        m->settings, false, ta_play_solve(m->play, &options, &cli_error));
    return m->in != NULL &&
                   (st == TA_EINVAL || st == TA_EMISMATCH || st == TA_EIO)
               ? cli_fail(cli_exit_of(st), "--in: %s", cli_error_text(st))
               : cli_ok(st);
}

bool cli_sum_begin(cli_sum *m)
{
    const cli_settings *s = m->settings;
    m->convention = s->what.misere ? TA_MISERE : TA_NORMAL;
    bool ok = (s->what.in == NULL || open_known(m)) &&
              cli_ok(ta_play_new(m->convention, &m->play, &cli_error));
    for (size_t i = 0; i < s->n_operands && ok; i++)
        ok = strcmp(s->operands[i], "-") == 0
                 ? cli_each_line("standard input", "-", add_heaps, m)
                 : add_heap(m, s->operands[i]);
    if (ok && m->count == 0)
        return cli_wrong("standard input has no HEAP; accepted: numbers or "
                         "HEAP@GAME, in lines or separated by spaces");
    return ok && cli_sum_solve(m);
}

void cli_sum_end(cli_sum *m)
{
    ta_play_free(m->play);
    ta_archive_close(m->in);
    for (size_t i = 0; i < m->count; i++)
        free(m->given[i]);
    free(m->given);
}

/* Prints a move as a row. The heap is its text on the command line, with --json
 * and --quiet its number from 1. The last two cells are for --all. */
static ta_status print_every(void *state, const ta_move *move,
                             const char *value, bool wins)
{
    cli_sum *m = state;
    const bool bare = m->settings->out.json || m->settings->out.quiet;
    const char *game = ta_play_heap_at(m->play, m->heap).game;
    const cli_cell cells[] = {cli_text(m->given[m->heap]),
                              bare ? cli_count_of(m->heap + 1) : cli_text(game),
                              cli_digits(move->taken),
                              cli_heaps(move->part, move->n_parts),
                              cli_digits(value),
                              cli_flag(wins)};
    fputs(bare || m->printed > 0 ? "" : "\n", stdout);
    cli_rows_put(&m->rows, cells + bare);
    m->printed++;
    return cli_interrupted() ? TA_ECANCELLED : cli_flush() ? TA_OK : TA_EIO;
}

static ta_status print_move(void *state, const ta_move *move)
{
    return print_every(state, move, NULL, true);
}

bool cli_sum_moves(cli_sum *m,
                   ta_status (*visit)(void *state, const ta_move *move))
{
    const cli_settings *s = m->settings;
    ta_status st = TA_OK;
    m->complete = true;
    for (m->heap = 0; m->heap < m->count && st == TA_OK; m->heap++) {
        bool all = true;
        const ta_play_heap h = ta_play_heap_at(m->play, m->heap);
        const bool few = !s->what.all && (ta_octal_is_spec(h.game) ||
                                          strcmp(h.how, "closed form") == 0);
        const uint64_t limit = m->is                ? 1
                               : s->what.limit != 0 ? s->what.limit
                               : few                ? FEW_MOVES
                                                    : 0;
        if (m->is && m->printed > 0)
            break;
        st = cli_interrupted() ? TA_ECANCELLED
             : s->what.all
                 ? tai_play_every_move(m->play, m->heap, limit, print_every, m,
                                       &all, &cli_error)
                 : ta_play_moves(m->play, m->heap, limit, visit, m, &all,
                                 &cli_error);
        m->complete &= all;
    }
    return cli_ok(st);
}

/* Ends the table of the heaps. */
static void put_heaps(cli_sum *m)
{
    for (size_t i = 0; i < m->count; i++) {
        const ta_play_heap h = ta_play_heap_at(m->play, i);
        cli_row(&m->rows,
                m->rows.json ? cli_digits(h.heap) : cli_text(m->given[i]),
                cli_text(h.game), cli_digits(h.value), cli_text(h.how));
    }
    cli_rows_end(&m->rows);
}

static const char *const columns[][2] = {
    {"heap\tgame\ttake\tleave", "heap\tgame\ttake\tleave\tvalue\twins"},
    {"heap_number\ttake\tleave", "heap_number\ttake\tleave\tvalue\twins"}};

static void print_text(cli_sum *m)
{
    const cli_settings *s = m->settings;
    const char *sum = ta_play_nim_sum(m->play);
    const bool wins = ta_play_wins(m->play),
               misere = m->convention == TA_MISERE;
    if (!s->out.quiet) {
        cli_rows_begin(&m->rows, &s->out, "heap\tgame\tvalue");
        put_heaps(m);
        printf("\n%s%s%s%s: the player to move %s\n",
               misere         ? "misere play"
               : sum != NULL  ? ""
               : m->count > 1 ? "by the smaller heaps"
                              : "a single heap, by cold positions",
               misere && sum != NULL ? ", " : "", sum != NULL ? "nim-sum " : "",
               sum != NULL ? sum : "",
               wins ? "wins" : "loses, whatever the move");
        if (sum == NULL && !misere && s->what.in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it, "
                  "if none is above 65535\n",
                  stderr);
    }
    cli_rows_begin(&m->rows, &s->out, columns[s->out.quiet][s->what.all]);
    m->rows.headless = s->out.quiet;
    if (!cli_sum_moves(m, print_move) || s->out.quiet || !cli_flush())
        return;
    if (!m->complete)
        printf("\nNot all %smoves are listed; --limit=K lists K of each "
               "heap%s.\n",
               s->what.all ? "" : "winning ",
               s->what.all ? "" : ", those that differ by whole periods once");
    if (m->printed == 0 && wins)
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
}

void cli_sum_json(cli_sum *m)
{
    cli_rows r;
    const cli_cell wins = cli_flag(ta_play_wins(m->play));
    cli_rows_begin(&r, &m->settings->out, "quantity\tvalue");
    if (m->is) {
        cli_field(&r, "cold", cli_flag(!wins.number));
    } else {
        cli_field(&r, "play", cli_text(cli_convention_text(m->convention)));
        cli_rows_nest(&m->rows, &r, "heaps", "heap\tgame\tvalue\tby");
        put_heaps(m);
        cli_field(&r, "nim_sum", cli_digits(ta_play_nim_sum(m->play)));
        cli_field(&r, "wins", wins);
    }
    cli_rows_nest(&m->rows, &r, "moves", columns[1][m->settings->what.all]);
    if (!cli_sum_moves(m, print_move))
        return;
    cli_rows_end(&m->rows);
    if (!m->is)
        cli_field(&r, "all_moves_listed", cli_flag(m->complete));
    cli_rows_end(&r);
}

static void moves_run(const cli_settings *s)
{
    if (cli_memory_heap(s) || cli_exact_heap(s))
        return;
    cli_sum m = {.settings = s};
    if (cli_sum_begin(&m))
        (s->out.json ? cli_sum_json : print_text)(&m);
    cli_sum_end(&m);
}

static const cli_words moves_texts[] = {
    {OPT_LIMIT, CLI_SAME,
     "list at most K moves in each heap, from 1 on (default: all; of octal "
     "games and large heaps of odds 10, but with --all all); in memory:F: at "
     "most K may be taken"},
    CLI_SUM_IN,
    CLI_SUM_JSON,
    {OPT_QUIET, CLI_SAME,
     "print only the rows of moves: the heap's number (the first is 1); "
     "what to take; what is left; with --all its value, and whether the "
     "move wins"},
    CLI_PLAY("normal, misere, exact"),
    CLI_ONE_THREAD,
    {0}};
const cli_command cli_moves_command = {
    COMMAND("moves", "HEAP...", CLI_HEAP,
            "nim-values of a sum, who wins, and how"),
    "Prints a table of the nim-value of each heap; a line with their nim-sum "
    "(xor) and who wins; and a table of every winning move. For programs "
    "there are -q and --json. HEAP is a number, or a number and a game joined "
    "by @ (7@kayles); '-' reads heaps from standard input. Heaps may have any "
    "number of digits in finite sets, in octal games with a period, and in "
    "nim, odds, moser and allbut:S; otherwise the values of all smaller heaps "
    "are "
    "computed. A single large heap in these other games (squares: above 4.2 "
    "million) is answered by the cold positions alone, with value NA if it is "
    "hot; --search=K with K above the heap gives the value. --misere takes "
    "sums of subtraction games, with value NA where it is not needed, or "
    "heaps of a single octal game: of any size in kayles and others with a "
    "small misere quotient, else at most 300 coins in all.\vIn memory:2x a "
    "move takes at most twice what the move before took (in memory:x+3, 3 "
    "more), and the first one not all. With --limit=K at most K of such a heap "
    "may be taken now.",
    "takeaway moves 13 27 -q  # 2 4 23 / 2 9 18 / 2 16 11\n"
    "takeaway moves --game=moser 10^60+7\n"
    "takeaway moves --misere 7@kayles 3@kayles",
    .options = CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(CONVENTION) |
               OPT(SEARCH) | OPT(ALL) | OPT(LIMIT) | OPT(IN) | OPT(JSON) |
               OPT(THREADS),
    .texts = moves_texts,
    .run = moves_run};
