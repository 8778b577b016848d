/* takeaway moves HEAP...: nim-values of a sum, who wins, and how. */
#include "moves.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OCTAL_MOVES = 10 }; /* listed of an octal heap, without --limit */

/* Adds "HEAP" or "HEAP@GAME". */
static int add_heap(cli_moves_job *m, const char *operand)
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
        size >= about->end + cli_moves_by_cold(m))
        return cli_wrong("HEAP %" PRIu64 " is not accepted: '%.200s' holds [0, "
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

/* Adds the heaps on standard input, where a number may be longer than an
 * argument. */
static int read_heaps(cli_moves_job *m)
{
    static const char space[] = " \t\r\n";
    char *line = NULL, *rest;
    size_t size = 0, number = 0;
    ssize_t length;
    int status = CLI_DONE;
    while (status == CLI_DONE && (length = getline(&line, &size, stdin)) >= 0) {
        number++;
        if (memchr(line, '\0', (size_t)length) != NULL)
            status = cli_wrong("line %zu of standard input holds a byte 0; "
                               "accepted: heaps as text",
                               number);
        for (char *heap = strtok_r(line, space, &rest);
             status == CLI_DONE && heap != NULL;
             heap = strtok_r(NULL, space, &rest))
            status = add_heap(m, heap);
    }
    free(line);
    if (status != CLI_DONE || feof(stdin))
        return status;
    return cli_status(ferror(stdin) ? TA_EIO : TA_ENOMEM,
                      &(ta_error){"cannot read standard input"});
}

bool cli_moves_by_cold(const cli_moves_job *m)
{
    return m->in != NULL && ta_archive_about(m->in)->content != TA_CONTENT_NIM;
}

/* Opens --in=FILE: the cold positions below a single heap, or nim-values. */
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

int cli_moves_open(cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    ta_error error = {""};
    int status = cli_status(
        ta_play_new(s->misere ? TA_MISERE : TA_NORMAL, &m->play, &error),
        &error);
    if (status == CLI_DONE && s->in != NULL)
        status = open_known(m);
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status = strcmp(s->operands[i], "-") == 0 ? read_heaps(m)
                                                  : add_heap(m, s->operands[i]);
    return status;
}

int cli_moves_solve(cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    ta_error error = {""};
    cli_progress progress = {.open_end = false};
    ta_options run = cli_options_of(s, &progress);
    run.known = m->in;
    cli_progress_begin(&progress, s);
    const ta_play_options options = {
        .run = &run, .search = s->search, .one_move = m->one_move};
    ta_status st = ta_play_solve(m->play, &options, &error);
    cli_progress_end(&progress);
    if (m->in == NULL ||
        (st != TA_EINVAL && st != TA_EMISMATCH && st != TA_EIO))
        return cli_status(st, &error);
    cli_complain("--in: %s", cli_error_text(st, &error));
    return cli_exit_of(st);
}

void cli_moves_close(cli_moves_job *m)
{
    ta_play_free(m->play);
    ta_archive_close(m->in);
    for (size_t i = 0; i < m->count; i++)
        free(m->given[i]);
    free(m->given);
}

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

/* ---- what is printed ---- */

typedef struct printer {
    const cli_moves_job *m;
    size_t heap;
    cli_rows rows;
    bool begun, all; /* a move was printed; none was left out */
} printer;

/* Prints "name": and the text, or null, then `end`. */
static void print_field(const char *name, const char *text, const char *end)
{
    printf("\"%s\": ", name);
    if (text != NULL)
        cli_json_string(text);
    else
        fputs("null", stdout);
    fputs(end, stdout);
}

static ta_status print_move_json(void *state, const ta_move *move)
{
    printer *p = state;
    printf("%s\n    {\"index\": %zu, ", p->begun ? "," : "", p->heap);
    print_field("take", move->taken, ", \"leave\": [");
    for (unsigned k = 0; k < move->n_parts; k++) {
        fputs(k > 0 ? ", " : "", stdout);
        cli_json_string(move->part[k]);
    }
    fputs("]}", stdout);
    p->begun = true;
    return TA_OK;
}

static ta_status print_move(void *state, const ta_move *move)
{
    printer *p = state;
    const bool quiet = p->m->settings->quiet;
    char *left = cli_moves_left(move);
    if (left == NULL)
        return TA_ENOMEM;
    cli_cell take = cli_text(move->taken), leave = cli_text(left);
    if (!p->begun && !quiet)
        puts("");
    if (quiet)
        cli_row(&p->rows, cli_count_of(p->heap), take, leave);
    else
        cli_row(&p->rows, cli_text(p->m->given[p->heap]),
                cli_text(ta_play_heap_at(p->m->play, p->heap).game), take,
                leave);
    p->begun = true;
    free(left);
    return cli_flush() ? TA_OK : TA_EIO;
}

/* Prints the winning moves in all heaps by `visit`. */
static int print_moves(printer *p,
                       ta_status (*visit)(void *state, const ta_move *move))
{
    const cli_moves_job *m = p->m;
    ta_error error = {""};
    ta_status st = TA_OK;
    p->all = true;
    for (p->heap = 0; p->heap < m->count && st == TA_OK; p->heap++) {
        bool all = true;
        const char *game = ta_play_heap_at(m->play, p->heap).game;
        const uint64_t limit = m->settings->limit != 0  ? m->settings->limit
                               : ta_octal_is_spec(game) ? OCTAL_MOVES
                                                        : 0;
        st = ta_play_moves(m->play, p->heap, limit, visit, p, &all, &error);
        p->all = p->all && all;
    }
    /* cli_finish_output reports what standard output did not take. */
    return st == TA_EIO && !cli_flush() ? CLI_DONE : cli_status(st, &error);
}

static int print_text(printer *p)
{
    const cli_moves_job *m = p->m;
    const cli_settings *s = m->settings;
    const char *sum = ta_play_nim_sum(m->play);
    const bool wins = ta_play_wins(m->play);
    if (!s->quiet) {
        cli_rows_begin(&p->rows, s, "heap\tgame\tvalue");
        for (size_t i = 0; i < m->count; i++) {
            ta_play_heap h = ta_play_heap_at(m->play, i);
            cli_row(&p->rows, cli_text(m->given[i]), cli_text(h.game),
                    cli_text(h.value));
        }
        cli_rows_end(&p->rows);
        printf("\n%s%s%s%s: the player to move %s\n",
               s->misere     ? "misere play"
               : sum == NULL ? "a single heap, by cold positions"
                             : "",
               s->misere && sum != NULL ? ", " : "",
               sum != NULL ? "nim-sum " : "", sum != NULL ? sum : "",
               wins ? "wins" : "loses, whatever the move");
        if (sum == NULL && !s->misere && s->in == NULL)
            fputs("# value: not computed, which would take the nim-values of "
                  "all heaps below; --search=K with K above the heap does it\n",
                  stderr);
    }
    cli_rows_begin(&p->rows, s,
                   s->quiet ? "heap\ttake\tleave" : "heap\tgame\ttake\tleave");
    p->rows.headless = s->quiet;
    int status = print_moves(p, print_move);
    if (status != CLI_DONE || s->quiet || !cli_flush())
        return status;
    if (!p->all)
        puts("\nNot all winning moves are listed; --limit=K lists K of each "
             "heap, those that differ by whole periods once.");
    if (!p->begun && wins)
        puts("\nno heap has a move: the game is over, and who cannot move "
             "wins");
    return CLI_DONE;
}

/* Prints one object. Heaps and values are strings, since they may have any
 * number of digits. */
static int print_json(printer *p)
{
    const cli_moves_job *m = p->m;
    printf("{\n  \"play\": \"%s\",\n  \"heaps\": [",
           m->settings->misere ? "misere" : "normal");
    for (size_t i = 0; i < m->count; i++) {
        ta_play_heap h = ta_play_heap_at(m->play, i);
        printf("%s\n    {", i > 0 ? "," : "");
        print_field("heap", h.heap, ", ");
        print_field("game", h.game, ", ");
        print_field("value", h.value, ", ");
        print_field("by", h.how, "}");
    }
    fputs("\n  ],\n  ", stdout);
    print_field("nim_sum", ta_play_nim_sum(m->play), ",\n");
    printf("  \"wins\": %s,\n  \"moves\": [",
           ta_play_wins(m->play) ? "true" : "false");
    int status = print_moves(p, print_move_json);
    if (status == CLI_DONE)
        printf("%s],\n  \"all_moves_listed\": %s\n}\n", p->begun ? "\n  " : "",
               p->all ? "true" : "false");
    return status;
}

int cli_moves(const cli_settings *s)
{
    cli_moves_job m = {.settings = s};
    printer p = {.m = &m};
    int status = cli_moves_open(&m);
    if (status == CLI_DONE)
        status = cli_moves_solve(&m);
    if (status == CLI_DONE)
        status = s->json ? print_json(&p) : print_text(&p);
    cli_moves_close(&m);
    return status;
}
