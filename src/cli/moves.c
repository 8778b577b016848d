/* The commands moves and is: nim-values, who wins and the moves of a sum. */
#include "play/every-move.h"
#include "computing.h"

enum { FEW_MOVES = 10 }; /* of octal and closed games without --limit */
enum { SHOWN = 3 };      /* moves that `is` answers */

/* The sum of the heaps of the operands, and the state of the output. */
typedef struct job {
    const cli_settings *settings;
    ta_play *play;
    ta_convention convention;
    bool is;        /* the command is `is` */
    bool by_cold;   /* `in` has cold positions, not nim-values */
    ta_archive *in; /* of --in; or NULL, with `about` */
    const ta_archive_info *about;
    char **given; /* the heaps as the command line has them */
    size_t count;
    cli_rows rows;
    size_t heap;    /* whose moves are being printed */
    size_t printed; /* moves so far */
    bool all;       /* these are all moves that the user wants */
} job;

/* Adds the heap of an operand "HEAP" or "HEAP@GAME" to the sum. */
static bool add_heap(job *m, const char *operand)
{
    const char *game = m->settings->game;
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
                         size, m->settings->in, about->end);
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
static bool open_known(job *m)
{
    const cli_settings *s = m->settings;
    if (!cli_archive_open("--in: ", s->in, &m->in))
        return false;
    const ta_archive_info *about = m->about = ta_archive_about(m->in);
    m->by_cold = about->content != TA_CONTENT_NIM;
    if (m->by_cold && about->convention == TA_MISERE)
        m->convention = TA_MISERE;
    const char *spec = GIVEN(s, GAME) ? s->game : NULL;
    if (!cli_in_fits(s, m->in, spec,
                     m->by_cold ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                     m->by_cold ? m->convention : TA_NORMAL))
        return false;
    if (m->by_cold && s->n_operands != 1)
        return cli_wrong("--in: '%s' has cold positions, which answer a "
                         "single heap; sums need nim-values",
                         s->in);
    return spec != NULL || cli_archive_names_game(s->in, about);
}

static bool job_solve(job *m)
{
    ta_options run = cli_options_of(m->settings);
    const ta_play_options options = {
        .run = &run, .search = m->settings->search, .one_move = m->is};
    run.known = m->in;
    const ta_status st = cli_watched(
        m->settings, false, ta_play_solve(m->play, &options, &cli_error));
    return m->in != NULL &&
                   (st == TA_EINVAL || st == TA_EMISMATCH || st == TA_EIO)
               ? cli_fail(cli_exit_of(st), "--in: %s", cli_error_text(st))
               : cli_ok(st);
}

/* Reads and solves the sum; job_end follows in any case. */
static bool job_begin(job *m)
{
    const cli_settings *s = m->settings;
    m->convention = s->misere ? TA_MISERE : TA_NORMAL;
    bool ok = (s->in == NULL || open_known(m)) &&
              cli_ok(ta_play_new(m->convention, &m->play, &cli_error));
    for (size_t i = 0; i < s->n_operands && ok; i++)
        ok = strcmp(s->operands[i], "-") == 0
                 ? cli_each_line("standard input", "-", add_heaps, m)
                 : add_heap(m, s->operands[i]);
    if (ok && m->count == 0)
        return cli_wrong("standard input has no HEAP; accepted: numbers or "
                         "HEAP@GAME, in lines or separated by spaces");
    return ok && job_solve(m);
}

static void job_end(job *m)
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
    job *m = state;
    const bool bare = m->settings->json || m->settings->quiet;
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

/* Prints the moves that the user wants; for `is` a winning one by `visit`. */
static bool print_moves(job *m,
                        ta_status (*visit)(void *state, const ta_move *move))
{
    const cli_settings *s = m->settings;
    ta_status st = TA_OK;
    m->all = true;
    for (m->heap = 0; m->heap < m->count && st == TA_OK; m->heap++) {
        bool all = true;
        const ta_play_heap h = ta_play_heap_at(m->play, m->heap);
        const bool few = !s->all && (ta_octal_is_spec(h.game) ||
                                     strcmp(h.how, "closed form") == 0);
        const uint64_t limit = m->is           ? 1
                               : s->limit != 0 ? s->limit
                               : few           ? FEW_MOVES
                                               : 0;
        if (m->is && m->printed > 0)
            break;
        st = cli_interrupted() ? TA_ECANCELLED
             : s->all          ? tai_play_every_move(m->play, m->heap, limit,
                                                     print_every, m, &all, &cli_error)
                      : ta_play_moves(m->play, m->heap, limit, visit, m, &all,
                                      &cli_error);
        m->all &= all;
    }
    return cli_ok(st);
}

/* Ends the table of the heaps. */
static void put_heaps(job *m)
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

static void print_text(job *m)
{
    const cli_settings *s = m->settings;
    const char *sum = ta_play_nim_sum(m->play);
    const bool wins = ta_play_wins(m->play),
               misere = m->convention == TA_MISERE;
    if (!s->quiet) {
        cli_rows_begin(&m->rows, s, "heap\tgame\tvalue");
        put_heaps(m);
        printf("\n%s%s%s%s: the player to move %s\n",
               misere         ? "misere play"
               : sum != NULL  ? ""
               : m->count > 1 ? "by the smaller heaps"
                              : "a single heap, by cold positions",
               misere && sum != NULL ? ", " : "", sum != NULL ? "nim-sum " : "",
               sum != NULL ? sum : "",
               wins ? "wins" : "loses, whatever the move");
        if (sum == NULL && !misere && s->in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it, "
                  "if none is above 65535\n",
                  stderr);
    }
    cli_rows_begin(&m->rows, s, columns[s->quiet][s->all]);
    m->rows.headless = s->quiet;
    if (!print_moves(m, print_move) || s->quiet || !cli_flush())
        return;
    if (!m->all)
        printf("\nNot all %smoves are listed; --limit=K lists K of each "
               "heap%s.\n",
               s->all ? "" : "winning ",
               s->all ? "" : ", those that differ by whole periods once");
    if (m->printed == 0 && wins)
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
}

/* One JSON object; for `is` only cold or not, and a winning move. */
static void print_json(job *m)
{
    cli_rows r;
    const cli_cell wins = cli_flag(ta_play_wins(m->play));
    cli_rows_begin(&r, m->settings, "quantity\tvalue");
    if (m->is) {
        cli_field(&r, "cold", cli_flag(!wins.number));
    } else {
        cli_field(&r, "play", cli_text(cli_convention_text(m->convention)));
        cli_rows_nest(&m->rows, &r, "heaps", "heap\tgame\tvalue\tby");
        put_heaps(m);
        cli_field(&r, "nim_sum", cli_digits(ta_play_nim_sum(m->play)));
        cli_field(&r, "wins", wins);
    }
    cli_rows_nest(&m->rows, &r, "moves", columns[1][m->settings->all]);
    if (!print_moves(m, print_move))
        return;
    cli_rows_end(&m->rows);
    if (!m->is)
        cli_field(&r, "all_moves_listed", cli_flag(m->all));
    cli_rows_end(&r);
}

static void moves_run(const cli_settings *s)
{
    if (cli_memory_heap(s))
        return;
    job m = {.settings = s};
    if (job_begin(&m))
        (s->json ? print_json : print_text)(&m);
    job_end(&m);
}

/* Prints a move in the heap `from`, such as "1 from 7 into 3 3", behind `lead`;
 * `into` is NULL if what it leaves is not said. */
static void print_words(const char *lead, const ta_move *move, const char *from,
                        const char *into)
{
    printf("%s%s from %s", lead, move->taken, from);
    for (unsigned k = 0; k < move->n_parts && into != NULL; k++)
        printf("%s%s", k == 0 ? into : " ", move->part[k]);
}

static ta_status print_hot(void *state, const ta_move *move)
{
    job *m = state;
    print_words("hot: take ", move, m->given[m->heap], ", leaving ");
    printf("%s, %s\n", move->n_parts == 0 ? ", leaving 0" : "",
           cli_cold_text(m->convention == TA_MISERE,
                         m->count == 1 && move->n_parts < 2));
    m->printed++;
    return TA_OK;
}

static ta_status print_reply(void *state, const ta_move *move)
{
    job *after = state;
    print_words(" by ", move, ta_play_heap_at(after->play, after->heap).heap,
                move->n_parts > 1 ? " into " : NULL);
    after->printed++;
    return TA_OK;
}

/* Prints a move of a cold sum and an answer; after SHOWN moves "...". */
static ta_status print_answer(void *state, const ta_move *move,
                              const char *value, bool wins)
{
    job *m = state, after = {.settings = m->settings, .is = true, .in = m->in};
    (void)value;
    (void)wins;
    if (m->printed >= SHOWN) {
        fputs(m->printed++ == SHOWN ? "; ..." : "", stdout);
        return TA_OK;
    }
    print_words(m->printed == 0 ? ". " : "; ", move, m->given[m->heap],
                move->n_parts > 1 ? " into " : NULL);
    fputs(m->printed++ == 0 ? " is met" : "", stdout);
    bool ok = cli_ok(ta_play_new(m->convention, &after.play, &cli_error));
    for (size_t i = 0; i < m->count && ok; i++) {
        const ta_play_heap h = ta_play_heap_at(m->play, i);
        const unsigned parts = i == m->heap ? move->n_parts : 1;
        for (unsigned k = 0; k < parts && ok; k++, after.count++)
            ok = cli_ok(ta_play_add(after.play, h.game,
                                    i == m->heap ? move->part[k] : h.heap,
                                    &cli_error));
    }
    ok = ok && job_solve(&after) && print_moves(&after, print_reply);
    ta_play_free(after.play);
    return ok ? TA_OK : TA_ECANCELLED;
}

/* With answers to some moves if the heaps have up to four digits. */
static void print_cold(job *m)
{
    bool small = true, all;
    ta_status st = TA_OK;
    for (size_t i = 0; i < m->count; i++)
        small = small && strlen(ta_play_heap_at(m->play, i).heap) < 5;
    fputs("cold: the player to move loses", stdout);
    for (m->heap = 0; small && m->heap < m->count && st == TA_OK; m->heap++)
        st = tai_play_every_move(m->play, m->heap, SHOWN + 1, print_answer, m,
                                 &all, &cli_error);
    puts(!small            ? ", whatever the move"
         : m->printed == 0 ? ", having no move"
                           : "");
    cli_ok(st);
}

static void is_run(const cli_settings *s)
{
    if (cli_memory_heap(s))
        return;
    job m = {.settings = s, .is = true};
    const bool ok = job_begin(&m), cold = ok && !ta_play_wins(m.play);
    if (ok && s->json)
        print_json(&m);
    else if (ok && s->quiet)
        puts(cold ? "cold" : "hot");
    else if (cold)
        print_cold(&m);
    else if (ok && print_moves(&m, print_hot) && m.printed == 0)
        puts("hot: there is no move, and who cannot move wins");
    job_end(&m);
}

static const cli_words moves_texts[] = {
    {OPT_IN, CLI_SAME,
     "answer from the archive FILE: one of cold positions for a single "
     "heap, one of nim-values for a sum; the game is that of the file"},
    {OPT_JSON, CLI_SAME,
     "print one JSON object; `heap_number` counts heaps from 1; numbers "
     "above 2^53 are strings"},
    {OPT_QUIET, CLI_SAME,
     "print only the rows of moves: the heap's number (the first is 1); "
     "what to take; what is left; with --all its value, and whether the "
     "move wins"},
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
    "nim, odds and moser; otherwise the values of all smaller heaps are "
    "computed. A single large heap in these other games (squares: above 4.2 "
    "million) is answered by the cold positions alone, with value NA if it is "
    "hot; --search=K with K above the heap gives the value. --misere takes "
    "sums of subtraction games, with value NA where it is not needed, or "
    "heaps of a single octal game with at most 300 coins in all, fewer if "
    "they split (kayles: 93). In memory:2x a move takes at most twice what the "
    "move before took (memory:x+3: 3 more), and the first one not all; of such "
    "a heap --limit=K says that at most K may be taken now.",
    "takeaway moves 13 27 -q  # 2 4 23 / 2 9 18 / 2 16 11\n"
    "takeaway moves --game=moser 10^60+7\n"
    "takeaway moves --misere 7@kayles 3@kayles",
    .options = CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(SEARCH) | OPT(ALL) |
               OPT(LIMIT) | OPT(IN) | OPT(JSON) | OPT(THREADS),
    .texts = moves_texts,
    .run = moves_run};

static const cli_words is_texts[] = {
    {OPT_SEARCH, CLI_SAME,
     "search for a period among the first K values (default 2^25)"},
    {OPT_IN, CLI_SAME,
     "answer from the archive FILE: one of cold positions for a single "
     "heap, one of nim-values for a sum; the game is that of the file"},
    {OPT_JSON, CLI_SAME,
     "print one JSON object; `heap_number` counts heaps from 1; numbers "
     "above 2^53 are strings"},
    {OPT_QUIET, CLI_SAME, "print only the word cold or hot"},
    CLI_ONE_THREAD,
    {0}};
const cli_command cli_is_command = {
    COMMAND("is", "HEAP...", CLI_HEAP,
            "is a heap or a sum cold, or how is it won?"),
    "Prints that the position, the sum of all HEAPs, is cold (the player to "
    "move loses), with answers to three moves if no heap is above 9999; or "
    "that it is hot, with a winning move. Heaps are written as for `moves`. "
    "The exit status is 0 for either answer.",
    "takeaway is 2  # cold: the player to move loses. 1 from 2 is met by 1 "
    "from 1\n"
    "takeaway is 13 27 100\n"
    "takeaway is 7@kayles 3 -q",
    .options = CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(SEARCH) | OPT(IN) |
               OPT(JSON) | OPT(THREADS),
    .texts = is_texts,
    .run = is_run};
