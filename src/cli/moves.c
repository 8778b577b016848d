/* Two commands about a sum of heaps. `takeaway moves HEAP...` prints the
 * nim-values, who wins, and all winning moves. `takeaway is HEAP...` prints
 * "cold", or "hot" with one winning move. */
#include <errno.h>

#include "computing.h"

/* The largest number of winning moves that the command moves lists for a heap
 * of an octal game or of a game with a closed form, if the user gives no
 * --limit. */
enum { FEW_MOVES = 10 };

/* The sum of heaps that the operands of the command line describe, and the
 * state of the output. */
typedef struct job {
    const cli_settings *settings;
    ta_play *play;
    bool misere;
    bool is; /* the command is `is` */
    /* Whether the archive `in` holds cold positions. Otherwise it holds
     * nim-values. */
    bool by_cold;
    /* The archive of --in; NULL if values are computed. */
    ta_archive *in;
    /* given[i] is the text of heap i in the command line. */
    char **given;
    size_t count;
    cli_rows rows;
    /* The index of the heap whose winning moves are being printed. */
    size_t heap;
    /* `begun` says whether a winning move has been printed, and `all` whether
     * all winning moves have been printed. */
    bool begun, all;
} job;

/* ---- the sum ---- */

/* Adds the heap of an operand "HEAP" or "HEAP@GAME" to the sum. Returns true;
 * on an error, prints a message and returns false. */
static bool add_heap(job *m, const char *operand)
{
    const char *game = m->settings->game;
    const ta_archive_info *about =
        m->in != NULL ? ta_archive_about(m->in) : NULL;
    uint64_t size;
    if (about != NULL && !cli_game_given(m->settings))
        game = about->game;
    if (!cli_grow("a heap", &m->given, m->count, sizeof *m->given))
        return false;
    char *heap = m->given[m->count++] = cli_heap(operand, &game);
    if (heap == NULL)
        return cli_no_memory("a heap");
    if (about != NULL && ta_number_parse(heap, &size, NULL) == TA_OK &&
        size >= about->end + m->by_cold)
        return cli_wrong("HEAP %" PRIu64 " is not accepted: '%s' holds [0, "
                         "%" PRIu64 ")",
                         size, m->settings->in, about->end);
    if (about == NULL && !cli_check_game("HEAP: game", game))
        return false;
    const ta_status st = ta_play_add(m->play, game, heap, &cli_error);
    if (st == TA_OK)
        cli_note_end(tai_play_game(m->play, m->count - 1),
                     ta_number_parse(heap, &size, NULL) == TA_OK ? size
                                                                 : UINT64_MAX);
    if (st == TA_EIO)
        return cli_unreadable(errno, "HEAP: %s", cli_error.text);
    return st == TA_EINVAL || st == TA_ERANGE
               ? cli_wrong("HEAP: %s", cli_error.text)
               : cli_ok(st);
}

/* Adds the heaps of one line of standard input to a sum. They are separated by
 * spaces or tabs. Standard input is read because a heap may have too many
 * digits for the command line. `state` is the sum, a struct job. Returns true;
 * on an error, prints a message and returns false. */
static bool add_heaps(void *state, const char *where, char *line)
{
    char *rest, *heap = strtok_r(line, " \t", &rest);
    (void)where;
    while (heap != NULL && add_heap(state, heap))
        heap = strtok_r(NULL, " \t", &rest);
    return heap == NULL;
}

/* Opens the archive of --in, which must hold nim-values or, for a single heap,
 * cold positions. Returns true; on an error, prints a message and returns
 * false. */
static bool open_known(job *m)
{
    const cli_settings *s = m->settings;
    if (!cli_archive_open("--in: ", s->in, &m->in))
        return false;
    const ta_archive_info *about = ta_archive_about(m->in);
    m->by_cold = about->content != TA_CONTENT_NIM;
    m->misere |= m->by_cold && about->convention == TA_MISERE;
    /* An archive of nim-values is accepted for sums under misere play, too: it
     * has normal play as its convention, but also decides these sums. */
    if (!cli_in_fits(s, m->in, m->by_cold ? TA_CONTENT_COLD : TA_CONTENT_NIM,
                     m->misere && m->by_cold ? TA_MISERE : TA_NORMAL))
        return false;
    if (m->by_cold && s->n_operands != 1)
        return cli_wrong("--in: '%s' has cold positions, which answer a "
                         "single heap; sums need nim-values",
                         s->in);
    return cli_game_given(s) || cli_archive_names_game(s->in, about);
}

/* Reads the heaps from the operands and solves their sum. Returns true; on an
 * error, prints a message and returns false. The caller calls job_end in either
 * case. */
static bool job_solve(job *m)
{
    const cli_settings *s = m->settings;
    ta_options run = cli_options_of(s);
    const ta_play_options options = {
        .run = &run, .search = s->search, .one_move = m->is};
    m->misere = s->misere;
    bool ok = (s->in == NULL || open_known(m)) &&
              cli_ok(ta_play_new(m->misere ? TA_MISERE : TA_NORMAL, &m->play,
                                 &cli_error));
    for (size_t i = 0; i < s->n_operands && ok; i++)
        ok = strcmp(s->operands[i], "-") == 0
                 ? cli_each_line("standard input", "-", add_heaps, m)
                 : add_heap(m, s->operands[i]);
    if (!ok)
        return false;
    run.known = m->in;
    cli_progress_begin(s, false);
    ta_status st = ta_play_solve(m->play, &options, &cli_error);
    cli_progress_end();
    if (m->in != NULL &&
        (st == TA_EINVAL || st == TA_EMISMATCH || st == TA_EIO))
        return cli_fail(cli_exit_of(st), "--in: %s", cli_error_text(st));
    return cli_ok(st);
}

static void job_end(job *m)
{
    ta_play_free(m->play);
    ta_archive_close(m->in);
    for (size_t i = 0; i < m->count; i++)
        free(m->given[i]);
    free(m->given);
}

/* ---- winning moves ---- */

/* Prints the answer of the command `is`: "cold", or "hot" with a winning move.
 * The move takes the number `taken` from the heap m->heap and leaves the heaps
 * `left`, such as "3 5". Without a winning move, both texts are NULL. */
static void print_is(job *m, const char *taken, const char *left)
{
    const cli_settings *s = m->settings;
    const bool cold = taken == NULL && !ta_play_wins(m->play);
    const char *heap = taken != NULL ? m->given[m->heap] : NULL;
    if (s->json) {
        cli_rows_begin(&m->rows, s, "quantity\tvalue");
        cli_field(&m->rows, "cold", cli_flag(cold));
        cli_field(&m->rows, "heap", cli_text(heap));
        cli_field(&m->rows, "take", cli_text(taken));
        cli_field(&m->rows, "leave", cli_text(left));
        cli_rows_end(&m->rows);
    } else if (s->quiet) {
        puts(cold ? "cold" : "hot");
    } else if (cold) {
        puts("cold: the player to move loses");
    } else if (taken == NULL) {
        puts("hot: there is no move, and who cannot move wins");
    } else {
        printf("hot: take %s from %s, leaving %s\n", taken, heap, left);
    }
}

/* Prints a winning move in the heap m->heap; `state` is the job m. For the
 * command `is` the move is the answer, and for `moves` it is a row of a table.
 * The row gives the heap by its text on the command line, but with --json by
 * its index from 0, and with --quiet by its number from 1. Returns TA_OK,
 * TA_ENOMEM, or TA_EIO if standard output has failed. */
static ta_status print_move(void *state, const ta_move *move)
{
    job *m = state;
    const bool json = m->settings->json && !m->is, quiet = m->settings->quiet;
    /* `left` gets the heaps that the move leaves: such as 3 5, or in JSON
     * ["3", "5"]. Its size allows for two brackets and the final zero byte, and
     * for two quotation marks, a comma and a space at each heap. */
    size_t size = 3;
    for (unsigned k = 0; k < move->n_parts; k++)
        size += strlen(move->part[k]) + 4;
    char *const left = malloc(size), *at = left;
    if (left == NULL)
        return TA_ENOMEM;
    at = stpcpy(at, json ? "[" : move->n_parts == 0 ? "0" : "");
    for (unsigned k = 0; k < move->n_parts; k++)
        at += sprintf(at, json ? "%s\"%s\"" : "%s%s",
                      k == 0 ? ""
                      : json ? ", "
                             : " ",
                      move->part[k]);
    strcpy(at, json ? "]" : "");
    const cli_cell take = cli_text(move->taken);
    if (m->is) {
        print_is(m, move->taken, left);
    } else if (json) {
        cli_row(&m->rows, cli_count_of(m->heap), take, cli_json(left));
    } else if (quiet) {
        cli_row(&m->rows, cli_count_of(m->heap + 1), take, cli_text(left));
    } else {
        fputs(m->begun ? "" : "\n", stdout);
        cli_row(&m->rows, cli_text(m->given[m->heap]),
                cli_text(ta_play_heap_at(m->play, m->heap).game), take,
                cli_text(left));
    }
    m->begun = true;
    free(left);
    return cli_flush() ? TA_OK : TA_EIO;
}

/* Prints the winning moves in all heaps of the sum or, for the command `is`,
 * only the first one. Returns true; on an error, prints a message and returns
 * false. */
static bool print_moves(job *m)
{
    ta_status st = TA_OK;
    m->all = true;
    for (m->heap = 0; m->heap < m->count && st == TA_OK && !(m->is && m->begun);
         m->heap++) {
        bool all = true;
        const ta_play_heap h = ta_play_heap_at(m->play, m->heap);
        const bool many =
            ta_octal_is_spec(h.game) || strcmp(h.how, "closed form") == 0;
        const uint64_t limit = m->is                     ? 1
                               : m->settings->limit != 0 ? m->settings->limit
                               : many                    ? FEW_MOVES
                                                         : 0;
        st = ta_play_moves(m->play, m->heap, limit, print_move, m, &all,
                           &cli_error);
        m->all = m->all && all;
    }
    return cli_ok(st);
}

void cli_is(const cli_settings *s)
{
    job m = {.settings = s, .is = true};
    if (job_solve(&m) && print_moves(&m) && !m.begun)
        print_is(&m, NULL, NULL);
    job_end(&m);
}

/* ---- takeaway moves ---- */

static void print_text(job *m)
{
    const cli_settings *s = m->settings;
    const char *sum = ta_play_nim_sum(m->play);
    const bool wins = ta_play_wins(m->play);
    if (!s->quiet) {
        cli_rows_begin(&m->rows, s, "heap\tgame\tvalue");
        for (size_t i = 0; i < m->count; i++) {
            ta_play_heap h = ta_play_heap_at(m->play, i);
            cli_row(&m->rows, cli_text(m->given[i]), cli_text(h.game),
                    cli_text(h.value));
        }
        cli_rows_end(&m->rows);
        printf("\n%s%s%s%s: the player to move %s\n",
               m->misere      ? "misere play"
               : sum != NULL  ? ""
               : m->count > 1 ? "by the smaller heaps"
                              : "a single heap, by cold positions",
               m->misere && sum != NULL ? ", " : "",
               sum != NULL ? "nim-sum " : "", sum != NULL ? sum : "",
               wins ? "wins" : "loses, whatever the move");
        if (sum == NULL && !m->misere && s->in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it, "
                  "if none is above 65535\n",
                  stderr);
    }
    cli_rows_begin(&m->rows, s,
                   s->quiet ? "heap\ttake\tleave" : "heap\tgame\ttake\tleave");
    m->rows.headless = s->quiet;
    if (!print_moves(m) || s->quiet || !cli_flush())
        return;
    if (!m->all)
        puts("\nNot all winning moves are listed; --limit=K lists K of each "
             "heap, those that differ by whole periods once.");
    if (!m->begun && wins)
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
}

/* Prints the heaps, their values, who wins and the winning moves as one JSON
 * object. Heaps and values are strings, since they may have any number of
 * digits. */
static void print_json(job *m)
{
    cli_rows r;
    cli_rows_begin(&r, m->settings, "quantity\tvalue");
    cli_field(&r, "play",
              cli_text(cli_convention_text(m->misere ? TA_MISERE : TA_NORMAL)));
    cli_rows_nest(&m->rows, &r, "heaps", "heap\tgame\tvalue\tby");
    for (size_t i = 0; i < m->count; i++) {
        ta_play_heap h = ta_play_heap_at(m->play, i);
        cli_row(&m->rows, cli_text(h.heap), cli_text(h.game), cli_text(h.value),
                cli_text(h.how));
    }
    cli_rows_end(&m->rows);
    cli_field(&r, "nim_sum", cli_text(ta_play_nim_sum(m->play)));
    cli_field(&r, "wins", cli_flag(ta_play_wins(m->play)));
    cli_rows_nest(&m->rows, &r, "moves", "index\ttake\tleave");
    if (!print_moves(m))
        return;
    cli_rows_end(&m->rows);
    cli_field(&r, "all_moves_listed", cli_flag(m->all));
    cli_rows_end(&r);
}

void cli_moves(const cli_settings *s)
{
    job m = {.settings = s};
    if (job_solve(&m))
        (s->json ? print_json : print_text)(&m);
    job_end(&m);
}
