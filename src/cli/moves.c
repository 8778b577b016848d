/* takeaway moves HEAP...: nim-values of a sum, who wins, and how. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moves.h"

/* "HEAP" or "HEAP@GAME". */
static int add_heap(cli_moves_job *m, const char *operand)
{
    const char *game = m->settings->game;
    if (m->in != NULL && !cli_game_given(m->settings))
        game = ta_archive_about(m->in)->game;
    char *heap = cli_grow(&m->given, m->count, sizeof *m->given)
                     ? cli_heap(operand, &game)
                     : NULL;
    if (heap == NULL)
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for a heap"});
    m->given[m->count++] = heap;
    uint64_t size;
    if (m->in != NULL && ta_number_parse(heap, &size, NULL) == TA_OK &&
        size >= ta_archive_about(m->in)->end + cli_moves_by_cold(m))
        return cli_wrong("HEAP %" PRIu64 " is not accepted: '%.200s' holds [0, "
                         "%" PRIu64 ")",
                         size, m->settings->in, ta_archive_about(m->in)->end);
    if (m->in == NULL && cli_check_game("HEAP: game", game) != CLI_DONE)
        return CLI_USAGE;
    ta_error error = {""};
    ta_status st = ta_play_add(m->play, game, heap, &error);
    if (st == TA_EIO)
        return cli_unreadable(errno, "HEAP: %s", error.text);
    return st == TA_EINVAL || st == TA_ERANGE
               ? cli_wrong("HEAP: %s", error.text)
               : cli_status(st, &error);
}

/* Heaps on standard input, where a number may be longer than an argument. */
static int read_heaps(cli_moves_job *m)
{
    static const char space[] = " \t\r\n";
    char *line = NULL, *rest;
    size_t room = 0, number = 0;
    ssize_t length;
    int status = CLI_DONE;
    while (status == CLI_DONE && (length = getline(&line, &room, stdin)) >= 0) {
        number++;
        /* A number would end there for us, but not for who wrote it. */
        if (memchr(line, '\0', (size_t)length) != NULL)
            status = cli_wrong("standard input is no text: line %zu holds a "
                               "byte 0",
                               number);
        for (char *heap = strtok_r(line, space, &rest);
             status == CLI_DONE && heap != NULL;
             heap = strtok_r(NULL, space, &rest))
            status = add_heap(m, heap);
    }
    free(line);
    if (status == CLI_DONE && ferror(stdin)) {
        cli_complain("cannot read standard input");
        status = CLI_FAILED;
    } else if (status == CLI_DONE && !feof(stdin)) {
        status =
            cli_status(TA_ENOMEM, &(ta_error){"no memory for standard input"});
    }
    return status;
}

static int add_operands(cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    int status = CLI_DONE;
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status = strcmp(s->operands[i], "-") == 0 ? read_heaps(m)
                                                  : add_heap(m, s->operands[i]);
    return status;
}

bool cli_moves_by_cold(const cli_moves_job *m)
{
    return m->in != NULL && ta_archive_about(m->in)->content != TA_CONTENT_NIM;
}

/* --in=FILE: the cold positions below a single heap, or nim-values. */
static int open_known(cli_moves_job *m)
{
    cli_settings s = *m->settings;
    int status = cli_archive_open("--in: ", s.in, &m->in);
    if (status != CLI_DONE)
        return status;
    const bool cold = cli_moves_by_cold(m);
    ta_archive_close(m->in);
    m->in = NULL;
    s.misere = s.misere && cold; /* nim-values are of normal play */
    status = cli_in_open(&s, cold ? TA_CONTENT_COLD : TA_CONTENT_NIM, &m->in);
    if (status == CLI_DONE && cold && s.n_operands != 1)
        return cli_wrong("--in: '%.200s' has cold positions, which answer a "
                         "single heap; sums need nim-values",
                         s.in);
    return status == CLI_DONE && !cli_game_given(&s)
               ? cli_archive_names_game(s.in, ta_archive_about(m->in))
               : status;
}

int cli_moves_solve(cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    ta_error error = {""};
    cli_progress progress = {.count = NULL};
    ta_options run = cli_options_of(s, &progress);
    run.known = m->in;
    cli_progress_begin(&progress, s);
    const ta_play_options options = {
        .run = &run, .search = s->search, .one_move = m->one_move};
    ta_status st = ta_play_solve(m->play, &options, &error);
    cli_progress_end(&progress);
    if (st == TA_ELIMIT) {
        cli_complain("%s; --max-memory=SIZE may allow more, a single heap "
                     "needs less than a sum, and finite sets and moser next to "
                     "nothing",
                     error.text);
        return CLI_FAILED;
    }
    if (m->in == NULL ||
        (st != TA_EINVAL && st != TA_EMISMATCH && st != TA_EIO))
        return cli_status(st, &error);
    cli_complain("--in: %s", cli_error_text(st, &error));
    return cli_exit_of(st);
}

/* ---- text ---- */

typedef struct printer {
    const cli_moves_job *m;
    size_t heap;
    cli_rows rows;
    bool cut; /* something was left out */
} printer;

char *cli_moves_left(const ta_move *move)
{
    size_t size = sizeof "0", used = 0;
    for (unsigned k = 0; k < move->n_parts; k++)
        size += strlen(move->part[k]) + 1;
    char *text = malloc(size);
    if (text != NULL)
        strcpy(text, "0");
    for (unsigned k = 0; text != NULL && k < move->n_parts; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 k > 0 ? " " : "", move->part[k]);
    return text;
}

static ta_status print_move(void *state, const ta_move *move)
{
    printer *p = state;
    char *left = cli_moves_left(move);
    if (left == NULL)
        return TA_ENOMEM;
    cli_cell take = cli_text(move->taken), leave = cli_text(left);
    if (p->m->settings->quiet) {
        cli_row(&p->rows, cli_count_of(p->heap), take, leave);
    } else {
        if (!p->rows.begun)
            puts("");
        cli_row(&p->rows, cli_text(p->m->given[p->heap]),
                cli_text(ta_play_heap_at(p->m->play, p->heap).game), take,
                leave);
    }
    free(left);
    return cli_flush() ? TA_OK : TA_EIO;
}

static int print_moves(const cli_moves_job *m)
{
    ta_error error = {""};
    printer p = {.m = m};
    bool quiet = m->settings->quiet;
    cli_rows_begin(&p.rows, m->settings,
                   quiet ? "heap\ttake\tleave" : "heap\tgame\ttake\tleave");
    p.rows.headless = quiet;
    for (size_t i = 0; i < m->count; i++) {
        bool all;
        uint64_t limit = cli_moves_limit(m, i);
        p.heap = i;
        ta_status st =
            ta_play_moves(m->play, i, limit, print_move, &p, &all, &error);
        if (st == TA_EIO && !cli_flush())
            return CLI_DONE; /* cli_finish_output tells */
        if (st != TA_OK)
            return cli_status(st, &error);
        p.cut = p.cut || !all;
    }
    if (p.cut && !m->settings->quiet)
        puts("\nNot all winning moves are listed; --limit=K lists K of each "
             "heap, those that differ by whole periods once.");
    if (!p.rows.begun && !m->settings->quiet && ta_play_wins(m->play))
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
    return CLI_DONE;
}

static int print_text(const cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    const char *sum = ta_play_nim_sum(m->play);
    const char *verdict =
        ta_play_wins(m->play) ? "wins" : "loses, whatever the move";
    if (!s->quiet) {
        cli_rows r;
        cli_rows_begin(&r, s, "heap\tgame\tvalue");
        for (size_t i = 0; i < m->count; i++) {
            ta_play_heap h = ta_play_heap_at(m->play, i);
            cli_row(&r, cli_text(m->given[i]), cli_text(h.game),
                    cli_text(h.value));
        }
        cli_rows_end(&r);
        const char *play = s->misere ? "misere play" : "";
        if (sum != NULL)
            printf("\n%s%snim-sum %s: the player to move %s\n", play,
                   s->misere ? ", " : "", sum, verdict);
        else
            printf("\n%s: the player to move %s\n",
                   s->misere ? play : "a single heap, by cold positions",
                   verdict);
        if (sum == NULL && !s->misere && s->in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it\n",
                  stderr);
    }
    return print_moves(m);
}

int cli_moves_open(cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    ta_error error = {""};
    int status = cli_status(
        ta_play_new(s->misere ? TA_MISERE : TA_NORMAL, &m->play, &error),
        &error);
    if (status == CLI_DONE && s->in != NULL)
        status = open_known(m);
    return status == CLI_DONE ? add_operands(m) : status;
}

void cli_moves_close(cli_moves_job *m)
{
    ta_play_free(m->play);
    ta_archive_close(m->in);
    for (size_t i = 0; i < m->count; i++)
        free(m->given[i]);
    free(m->given);
}

int cli_moves(const cli_settings *s)
{
    if (s->shortest)
        return cli_shortest(s);
    cli_moves_job m = {.settings = s};
    int status = cli_moves_open(&m);
    if (status == CLI_DONE)
        status = cli_moves_solve(&m);
    if (status == CLI_DONE)
        status = s->json ? cli_moves_json(&m) : print_text(&m);
    cli_moves_close(&m);
    return status;
}
