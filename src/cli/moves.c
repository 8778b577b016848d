/* The command moves: nim-values, who wins and the moves of a sum. sum.h has
 * what it shares with `is`. */
#include "play/every-move.h"
#include "sum.h"

/* The moves that are listed without --limit of an octal heap, or of one whose
 * value has a closed form: these may have very many. */
enum { FEW_MOVES = 10 };

/* Adds the heap of an operand "HEAP" or "HEAP@GAME" to the sum. An archive of
 * cold positions below `end` decides the heap `end`, too. */
static bool add_heap(cli_sum *sum, const char *operand)
{
    const char *game = sum->settings->what.game;
    const ta_archive_info *about = sum->about;
    uint64_t size;
    if (about != NULL && !GIVEN(sum->settings, GAME))
        game = about->game;
    if (!cli_grow("a heap", &sum->given, sum->count, sizeof *sum->given))
        return false;
    char *heap = sum->given[sum->count++] = cli_heap(operand, &game);
    if (heap == NULL)
        return cli_no_memory("a heap");
    if (ta_number_parse(heap, &size, NULL) != TA_OK)
        size = UINT64_MAX; /* 2^64 or more; ta_play_add reads it again */
    else if (about != NULL && size >= about->end + sum->by_cold)
        return cli_wrong("HEAP %" PRIu64 " is not accepted: '%s' holds [0, "
                         "%" PRIu64 ")",
                         size, sum->settings->what.in, about->end);
    const bool ok =
        (about != NULL || cli_check_game("HEAP: game", game)) &&
        cli_game_ok("HEAP",
                    cli_kept(ta_play_add(sum->play, game, heap, &cli_error)));
    if (ok && about == NULL)
        cli_note_end(tai_play_game(sum->play, sum->count - 1), size);
    return ok;
}

/* Adds the heaps of a line of standard input, which may have more digits than a
 * command line. */
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
static bool open_known(cli_sum *sum)
{
    const cli_settings *s = sum->settings;
    if (!cli_archive_open("--in: ", s->what.in, &sum->in))
        return false;
    const ta_archive_info *about = sum->about = ta_archive_about(sum->in);
    sum->by_cold = about->content != TA_CONTENT_NIM;
    if (sum->by_cold && about->convention == TA_MISERE)
        sum->convention = TA_MISERE;
    const char *spec = GIVEN(s, GAME) ? s->what.game : NULL;
    if (!cli_in_fits(s, sum->in, spec,
                     sum->by_cold ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                     sum->by_cold ? sum->convention : TA_NORMAL))
        return false;
    if (sum->by_cold && s->n_operands != 1)
        return cli_wrong("--in: '%s' has cold positions, which answer a "
                         "single heap; sums need nim-values",
                         s->what.in);
    return spec != NULL || cli_archive_names_game(s->what.in, about);
}

bool cli_sum_solve(cli_sum *sum)
{
    ta_options run = cli_options_of(&sum->settings->speed);
    const ta_play_options options = {
        .run = &run, .search = sum->settings->what.search, .one_move = sum->is};
    run.known = sum->in;
    const ta_status st = cli_watched(
        sum->settings, false, ta_play_solve(sum->play, &options, &cli_error));
    return sum->in != NULL &&
                   (st == TA_EINVAL || st == TA_EMISMATCH || st == TA_EIO)
               ? cli_fail(cli_exit_of(st), "--in: %s", cli_error_text(st))
               : cli_ok(st);
}

bool cli_sum_begin(cli_sum *sum)
{
    const cli_settings *s = sum->settings;
    sum->convention = s->what.misere ? TA_MISERE : TA_NORMAL;
    bool ok = (s->what.in == NULL || open_known(sum)) &&
              cli_ok(ta_play_new(sum->convention, &sum->play, &cli_error));
    for (size_t i = 0; i < s->n_operands && ok; i++)
        ok = strcmp(s->operands[i], "-") == 0
                 ? cli_each_line("standard input", "-", add_heaps, sum)
                 : add_heap(sum, s->operands[i]);
    if (ok && sum->count == 0)
        return cli_wrong("standard input has no HEAP; accepted: numbers or "
                         "HEAP@GAME, in lines or separated by spaces");
    return ok && cli_sum_solve(sum);
}

void cli_sum_end(cli_sum *sum)
{
    ta_play_free(sum->play);
    ta_archive_close(sum->in);
    for (size_t i = 0; i < sum->count; i++)
        free(sum->given[i]);
    free(sum->given);
}

/* Prints a move as a row. The first cells are heap and game or, with --json and
 * --quiet, the heap's number from 1 alone. The last two cells are for --all;
 * a table without these columns does not read them. */
static ta_status print_every(void *state, const ta_move *move,
                             const char *value, bool wins)
{
    cli_sum *sum = state;
    const bool numbered = sum->settings->out.json || sum->settings->out.quiet;
    const char *game = ta_play_heap_at(sum->play, sum->heap).game;
    const cli_cell cells[] = {cli_text(sum->given[sum->heap]),
                              numbered ? cli_count_of(sum->heap + 1)
                                       : cli_text(game),
                              cli_digits(move->taken),
                              cli_heaps(move->part, move->n_parts),
                              cli_digits(value),
                              cli_flag(wins)};
    fputs(numbered || sum->printed > 0 ? "" : "\n", stdout);
    cli_rows_put(&sum->rows, cells + numbered);
    sum->printed++;
    return cli_interrupted() ? TA_ECANCELLED : cli_flush() ? TA_OK : TA_EIO;
}

static ta_status print_move(void *state, const ta_move *move)
{
    return print_every(state, move, NULL, true);
}

bool cli_sum_moves(cli_sum *sum,
                   ta_status (*visit)(void *state, const ta_move *move))
{
    const cli_settings *s = sum->settings;
    ta_status st = TA_OK;
    sum->complete = true;
    for (sum->heap = 0; sum->heap < sum->count && st == TA_OK; sum->heap++) {
        if (sum->is && sum->printed > 0)
            break; /* one move is enough */
        bool all = true;
        const ta_play_heap h = ta_play_heap_at(sum->play, sum->heap);
        const bool few = !s->what.all && (ta_octal_is_spec(h.game) ||
                                          strcmp(h.how, "closed form") == 0);
        const uint64_t limit = sum->is              ? 1
                               : s->what.limit != 0 ? s->what.limit
                               : few                ? FEW_MOVES
                                                    : 0; /* all */
        st = cli_interrupted() ? TA_ECANCELLED
             : s->what.all
                 ? tai_play_every_move(sum->play, sum->heap, limit, print_every,
                                       sum, &all, &cli_error)
                 : ta_play_moves(sum->play, sum->heap, limit, visit, sum, &all,
                                 &cli_error);
        sum->complete &= all;
    }
    return cli_ok(st);
}

/* Prints the rows of the table of heaps, and ends it. */
static void put_heaps(cli_sum *sum)
{
    for (size_t i = 0; i < sum->count; i++) {
        const ta_play_heap h = ta_play_heap_at(sum->play, i);
        cli_row(&sum->rows,
                sum->rows.json ? cli_digits(h.heap) : cli_text(sum->given[i]),
                cli_text(h.game), cli_digits(h.value), cli_text(h.how));
    }
    cli_rows_end(&sum->rows);
}

/* Of the table of moves: columns[the heap has a number][--all]. */
static const char *const columns[][2] = {
    {"heap\tgame\ttake\tleave", "heap\tgame\ttake\tleave\tvalue\twins"},
    {"heap_number\ttake\tleave", "heap_number\ttake\tleave\tvalue\twins"}};

static void print_text(cli_sum *sum)
{
    const cli_settings *s = sum->settings;
    const char *nim_sum = ta_play_nim_sum(sum->play);
    const bool wins = ta_play_wins(sum->play),
               misere = sum->convention == TA_MISERE;
    if (!s->out.quiet) {
        cli_rows_begin(&sum->rows, &s->out, "heap\tgame\tvalue");
        put_heaps(sum);
        printf("\n%s%s%s%s: the player to move %s\n",
               misere            ? "misere play"
               : nim_sum != NULL ? ""
               : sum->count > 1  ? "by the smaller heaps"
                                 : "a single heap, by cold positions",
               misere && nim_sum != NULL ? ", " : "",
               nim_sum != NULL ? "nim-sum " : "",
               nim_sum != NULL ? nim_sum : "",
               wins ? "wins" : "loses, whatever the move");
        if (nim_sum == NULL && !misere && s->what.in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it, "
                  "if none is above 65535\n",
                  stderr);
    }
    cli_rows_begin(&sum->rows, &s->out, columns[s->out.quiet][s->what.all]);
    sum->rows.headless = s->out.quiet;
    if (!cli_sum_moves(sum, print_move) || s->out.quiet || !cli_flush())
        return;
    if (!sum->complete)
        printf("\nNot all %smoves are listed; --limit=K lists K of each "
               "heap%s.\n",
               s->what.all ? "" : "winning ",
               s->what.all ? "" : ", those that differ by whole periods once");
    if (sum->printed == 0 && wins)
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
}

void cli_sum_json(cli_sum *sum)
{
    cli_rows r;
    const cli_cell wins = cli_flag(ta_play_wins(sum->play));
    cli_rows_begin(&r, &sum->settings->out, "quantity\tvalue");
    if (sum->is) {
        cli_field(&r, "cold", cli_flag(!wins.number));
    } else {
        cli_field(&r, "play", cli_text(cli_convention_text(sum->convention)));
        cli_rows_nest(&sum->rows, &r, "heaps", "heap\tgame\tvalue\tby");
        put_heaps(sum);
        cli_field(&r, "nim_sum", cli_digits(ta_play_nim_sum(sum->play)));
        cli_field(&r, "wins", wins);
    }
    cli_rows_nest(&sum->rows, &r, "moves", columns[1][sum->settings->what.all]);
    if (!cli_sum_moves(sum, print_move))
        return;
    cli_rows_end(&sum->rows);
    if (!sum->is)
        cli_field(&r, "all_moves_listed", cli_flag(sum->complete));
    cli_rows_end(&r);
}

static void moves_run(const cli_settings *s)
{
    if (cli_memory_heap(s) || cli_exact_heap(s))
        return;
    cli_sum sum = {.settings = s};
    if (cli_sum_begin(&sum))
        (s->out.json ? cli_sum_json : print_text)(&sum);
    cli_sum_end(&sum);
}

static const cli_words moves_texts[] = {
    OWN(LIMIT, "list at most K moves in each heap, from 1 on (default: all; of "
               "octal games and large heaps of odds 10, but with --all all); "
               "in memory:F: at most K may be taken"),
    CLI_SUM_IN,
    CLI_SUM_JSON,
    OWN(QUIET, "print only the rows of moves: the heap's number (the first is "
               "1); what to take; what is left; with --all its value, and "
               "whether the move wins"),
    CLI_PLAY("normal, misere, exact"),
    CLI_ONE_THREAD,
    {0}};
const cli_command cli_moves_command = {
    COMMAND("moves", "HEAP...", CLI_HEAP, moves_run,
            "nim-values of a sum, who wins, and how"),
    "Prints a table of the nim-value of each heap; a line with their nim-sum "
    "(xor) and who wins; and a table of every winning move. For programs there "
    "are -q and --json. HEAP is a number (13+7 is one heap of 20), or a number "
    "and a game joined by @ (7@kayles); '-' reads heaps from standard input. "
    "Heaps may have any number of digits in finite sets, in octal games with a "
    "period, and in nim, odds, moser and allbut:S; otherwise the values of all "
    "smaller heaps are computed. A single large heap in these other games "
    "(squares: above 4.2 million) is answered by the cold positions alone, "
    "with value NA if it is hot; --search=K with K above the heap gives the "
    "value. --misere takes sums of subtraction games, with value NA where it "
    "is not needed, or heaps of a single octal game: of any size in kayles and "
    "others with a small misere quotient, else at most 300 coins in all.\vIn "
    "memory:2x a move takes at most twice what the move before took (in "
    "memory:x+3, 3 more), and the first one not all. With --limit=K at most K "
    "of such a heap may be taken now.",
    "takeaway moves 13 27 -q  # 2 4 23 / 2 9 18 / 2 16 11\n"
    "takeaway moves --game=moser 10^60+7\n"
    "takeaway moves --misere 7@kayles 3@kayles",
    CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(CONVENTION) | OPT(SEARCH) |
        OPT(ALL) | OPT(LIMIT) | OPT(IN) | OPT(JSON) | OPT(THREADS),
    .texts = moves_texts};
