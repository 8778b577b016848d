/* Two commands about a sum of heaps. `takeaway moves HEAP...` prints the
 * nim-values, who wins, and all winning moves. `takeaway is HEAP...` prints
 * cold, or hot with one winning move. */
#include <errno.h>

#include "computing.h"

/* The number of winning moves that are listed for a heap of an octal game, if
 * --limit is not given. */
enum { OCTAL_MOVES = 10 };

/* The sum of heaps that the operands describe, and the state of the output. */
typedef struct job {
    const cli_settings *settings;
    ta_play *play;
    bool misere;
    bool one_move;  /* as in ta_play_options: one winning move is enough */
    bool by_cold;   /* the archive `in` holds cold positions, not nim-values */
    ta_archive *in; /* the archive of --in; NULL: values are computed */
    char **given;   /* given[i] is the text of heap i in the command line */
    size_t count;
    cli_rows rows;
    size_t heap; /* the index of the heap whose moves are being printed */
    /* `begun` says whether a move has been printed, and `all` whether no
     * winning move has been left out. */
    bool begun, all;
} job;

/* ---- the sum ---- */

/* Adds the heap of an operand "HEAP" or "HEAP@GAME" to the sum. Returns
 * CLI_DONE, or an exit status after a message. */
static int add_heap(job *m, const char *operand)
{
    const char *game = m->settings->game;
    const ta_archive_info *about =
        m->in != NULL ? ta_archive_about(m->in) : NULL;
    if (about != NULL && !cli_game_given(m->settings))
        game = about->game;
    char *heap = cli_grow(&m->given, m->count, sizeof *m->given)
                     ? cli_heap(operand, &game)
                     : NULL;
    if (heap == NULL)
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for a heap"});
    m->given[m->count++] = heap;
    uint64_t size;
    if (about != NULL && ta_number_parse(heap, &size, NULL) == TA_OK &&
        size >= about->end + m->by_cold)
        return cli_wrong("HEAP %" PRIu64 " is not accepted: '%s' holds [0, "
                         "%" PRIu64 ")",
                         size, m->settings->in, about->end);
    if (about == NULL && cli_check_game("HEAP: game", game) != CLI_DONE)
        return CLI_USAGE;
    ta_error error = {""};
    ta_status st = ta_play_add(m->play, game, heap, &error);
    if (st == TA_EIO)
        return cli_unreadable(errno, "HEAP: %s", error.text);
    return st == TA_EINVAL || st == TA_ERANGE
               ? cli_wrong("HEAP: %s", error.text)
               : cli_status(st, &error);
}

/* Adds the heaps of one line of standard input to the sum. (Numbers there may
 * be longer than an argument can be.) Returns CLI_DONE, or an exit status after
 * a message. */
static int add_heaps(void *state, const char *where, char *line)
{
    char *rest, *heap = strtok_r(line, " \t", &rest);
    int status = CLI_DONE;
    (void)where;
    for (; heap != NULL && status == CLI_DONE;
         heap = strtok_r(NULL, " \t", &rest))
        status = add_heap(state, heap);
    return status;
}

/* Opens the archive of --in, which must hold cold positions, for a single heap,
 * or nim-values. Returns CLI_DONE, or an exit status after a message. */
static int open_known(job *m)
{
    cli_settings s = *m->settings;
    int status = cli_archive_open("--in: ", s.in, &m->in);
    if (status != CLI_DONE)
        return status;
    const ta_archive_info *about = ta_archive_about(m->in);
    m->by_cold = about->content != TA_CONTENT_NIM;
    m->misere |= m->by_cold && about->convention == TA_MISERE;
    ta_archive_close(m->in);
    m->in = NULL;
    /* Nim-values decide misere sums, too, but an archive of them has normal
     * play as its convention. */
    s.misere = m->misere && m->by_cold;
    status =
        cli_in_open(&s, m->by_cold ? TA_CONTENT_COLD : TA_CONTENT_NIM, &m->in);
    if (status == CLI_DONE && m->by_cold && s.n_operands != 1)
        return cli_wrong("--in: '%s' has cold positions, which answer a "
                         "single heap; sums need nim-values",
                         s.in);
    return status == CLI_DONE && !cli_game_given(&s)
               ? cli_archive_names_game(s.in, ta_archive_about(m->in))
               : status;
}

/* Reads the heaps from the operands and solves their sum. Returns CLI_DONE, or
 * an exit status after a message. The caller calls job_end in either case. */
static int job_solve(job *m)
{
    const cli_settings *s = m->settings;
    ta_error error = {""};
    cli_progress progress = {.open_end = false};
    ta_options run = cli_options_of(s, &progress);
    const ta_play_options options = {
        .run = &run, .search = s->search, .one_move = m->one_move};
    m->misere = s->misere;
    int status = s->in != NULL ? open_known(m) : CLI_DONE;
    if (status == CLI_DONE)
        status = cli_status(
            ta_play_new(m->misere ? TA_MISERE : TA_NORMAL, &m->play, &error),
            &error);
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status = strcmp(s->operands[i], "-") == 0
                     ? cli_each_line("standard input", "-", add_heaps, m)
                     : add_heap(m, s->operands[i]);
    if (status != CLI_DONE)
        return status;
    run.known = m->in;
    cli_progress_begin(&progress, s);
    ta_status st = ta_play_solve(m->play, &options, &error);
    cli_progress_end(&progress);
    if (m->in == NULL ||
        (st != TA_EINVAL && st != TA_EMISMATCH && st != TA_EIO))
        return cli_status(st, &error);
    cli_complain("--in: %s", cli_error_text(st, &error));
    return cli_exit_of(st);
}

static void job_end(job *m)
{
    ta_play_free(m->play);
    ta_archive_close(m->in);
    for (size_t i = 0; i < m->count; i++)
        free(m->given[i]);
    free(m->given);
}

/* Returns the heaps that a move leaves as a text, such as "0", "7" or "1 6".
 * The caller frees the text. Returns NULL if there is no memory. */
static char *move_left(const ta_move *move)
{
    const char *part[3] = {"0", "", ""};
    size_t size = sizeof "0";
    for (unsigned k = 0; k < move->n_parts; k++) {
        part[k] = move->part[k];
        size += strlen(part[k]) + 1;
    }
    char *text = malloc(size);
    if (text != NULL)
        snprintf(text, size, "%s%s%s%s%s", part[0], *part[1] ? " " : "",
                 part[1], *part[2] ? " " : "", part[2]);
    return text;
}

/* ---- takeaway moves ---- */

/* Prints a row for a winning move in heap m->heap. With --json or --quiet the
 * row names the heap by its index, otherwise as the user wrote it. Returns
 * TA_OK, TA_ENOMEM, or TA_EIO if standard output has failed. */
static ta_status print_move(void *state, const ta_move *move)
{
    job *m = state;
    const bool json = m->settings->json, quiet = m->settings->quiet;
    char *left = move_left(move);
    if (left == NULL)
        return TA_ENOMEM;
    const cli_cell take = cli_text(move->taken),
                   leave = json ? cli_texts(move->n_parts > 0 ? left : "")
                                : cli_text(left);
    if (!m->begun && !quiet && !json)
        puts("");
    if (quiet || json)
        cli_row(&m->rows, cli_count_of(m->heap), take, leave);
    else
        cli_row(&m->rows, cli_text(m->given[m->heap]),
                cli_text(ta_play_heap_at(m->play, m->heap).game), take, leave);
    m->begun = true;
    free(left);
    return cli_flush() ? TA_OK : TA_EIO;
}

/* Prints the winning moves in all heaps of the sum. Returns CLI_DONE, or an
 * exit status after a message. */
static int print_moves(job *m)
{
    const cli_settings *s = m->settings;
    ta_error error = {""};
    ta_status st = TA_OK;
    m->all = true;
    for (m->heap = 0; m->heap < m->count && st == TA_OK; m->heap++) {
        bool all = true;
        const char *game = ta_play_heap_at(m->play, m->heap).game;
        const uint64_t limit = s->limit != 0            ? s->limit
                               : ta_octal_is_spec(game) ? OCTAL_MOVES
                                                        : 0;
        st =
            ta_play_moves(m->play, m->heap, limit, print_move, m, &all, &error);
        m->all = m->all && all;
    }
    return cli_status(st, &error);
}

static int print_text(job *m)
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
               m->misere     ? "misere play"
               : sum == NULL ? "a single heap, by cold positions"
                             : "",
               m->misere && sum != NULL ? ", " : "",
               sum != NULL ? "nim-sum " : "", sum != NULL ? sum : "",
               wins ? "wins" : "loses, whatever the move");
        if (sum == NULL && !m->misere && s->in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it\n",
                  stderr);
    }
    cli_rows_begin(&m->rows, s,
                   s->quiet ? "heap\ttake\tleave" : "heap\tgame\ttake\tleave");
    m->rows.headless = s->quiet;
    int status = print_moves(m);
    if (status != CLI_DONE || s->quiet || !cli_flush())
        return status;
    if (!m->all)
        puts("\nNot all winning moves are listed; --limit=K lists K of each "
             "heap, those that differ by whole periods once.");
    if (!m->begun && wins)
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
    return CLI_DONE;
}

/* Prints all that is known of the sum as one JSON object. Heaps and values are
 * strings, since they may have any number of digits. Returns CLI_DONE, or an
 * exit status after a message. */
static int print_json(job *m)
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
    int status = print_moves(m);
    if (status != CLI_DONE)
        return status;
    cli_rows_end(&m->rows);
    cli_field(&r, "all_moves_listed", cli_flag(m->all));
    cli_rows_end(&r);
    return CLI_DONE;
}

int cli_moves(const cli_settings *s)
{
    job m = {.settings = s};
    int status = job_solve(&m);
    if (status == CLI_DONE)
        status = s->json ? print_json(&m) : print_text(&m);
    job_end(&m);
    return status;
}

/* ---- takeaway is ---- */

typedef struct first_move {
    const char *heap; /* NULL: there is no winning move */
    char *taken, *left;
} first_move;

static ta_status first_move_keep(void *state, const ta_move *move)
{
    first_move *f = state;
    f->taken = strdup(move->taken);
    f->left = move_left(move);
    return f->taken != NULL && f->left != NULL ? TA_OK : TA_ENOMEM;
}

static void is_print(const cli_settings *s, bool cold, const first_move *f)
{
    if (s->json) {
        cli_rows r;
        cli_rows_begin(&r, s, "quantity\tvalue");
        cli_field(&r, "cold", cli_flag(cold));
        cli_field(&r, "heap", cli_text(f->heap));
        cli_field(&r, "take", cli_text(f->taken));
        cli_field(&r, "leave", cli_text(f->left));
        cli_rows_end(&r);
    } else if (s->quiet) {
        puts(cold ? "cold" : "hot");
    } else if (cold) {
        puts("cold: the player to move loses");
    } else if (f->taken == NULL) {
        puts("hot: there is no move, and who cannot move wins");
    } else {
        printf("hot: take %s from %s, leaving %s\n", f->taken, f->heap,
               f->left);
    }
}

int cli_is(const cli_settings *s)
{
    job m = {.settings = s, .one_move = true};
    first_move f = {.heap = NULL};
    ta_error error = {""};
    bool all;
    int status = job_solve(&m);
    for (size_t i = 0; status == CLI_DONE && i < m.count && f.taken == NULL;
         i++) {
        f.heap = m.given[i];
        status = cli_status(
            ta_play_moves(m.play, i, 1, first_move_keep, &f, &all, &error),
            &error);
    }
    if (f.taken == NULL)
        f.heap = NULL;
    if (status == CLI_DONE)
        is_print(s, f.taken == NULL && !ta_play_wins(m.play), &f);
    free(f.taken);
    free(f.left);
    job_end(&m);
    return status;
}
