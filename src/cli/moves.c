/* takeaway moves HEAP...: nim-values of a sum, who wins, and how. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { SMALL = 1 << 20 }; /* below it, values are computed without a period */

/* A game that some heap is of; heaps of one game share it. */
typedef struct source {
    char spec[300];
    ta_octal *octal; /* NULL: a subtraction game */
    ta_octal_solution *solution;
    ta_game *game;
    uint64_t n; /* octal: heaps to compute */
} source;

typedef struct moves {
    const cli_settings *settings;
    size_t count, n_sources;
    char *heap[CLI_OPERANDS];
    size_t of[CLI_OPERANDS]; /* index in source */
    ta_summand sum[CLI_OPERANDS];
    unsigned value[CLI_OPERANDS];
    source source[CLI_OPERANDS];
    ta_options options;
    cli_progress progress;
} moves;

static int find_source(moves *m, const char *spec, size_t *index)
{
    ta_error error = {""};
    for (*index = 0; *index < m->n_sources; ++*index)
        if (strcmp(m->source[*index].spec, spec) == 0)
            return CLI_DONE;
    source *s = &m->source[m->n_sources];
    if (strlen(spec) >= sizeof s->spec) {
        cli_complain("the game '%.60s...' is too long", spec);
        return CLI_USAGE;
    }
    strcpy(s->spec, spec);
    m->n_sources++;
    if (ta_octal_is_spec(spec))
        return cli_octal_game("the game", spec, &s->octal);
    ta_status st = ta_game_new(spec, TA_NORMAL, &s->game, &error);
    if (st == TA_ENOMEM)
        return cli_status(st, &error);
    if (st != TA_OK) {
        int code = errno;
        cli_complain("the game: %s", error.text);
        return st == TA_EIO ? cli_unreadable(code) : CLI_USAGE;
    }
    return CLI_DONE;
}

/* "HEAP" or "HEAP@GAME". */
static int read_heap(moves *m, const char *operand)
{
    const char *at = strchr(operand, '@');
    size_t length = at != NULL ? (size_t)(at - operand) : strlen(operand);
    char *heap = malloc(length + 1);
    if (heap == NULL)
        return cli_status(TA_ENOMEM, &(ta_error){"no memory for a heap"});
    memcpy(heap, operand, length);
    heap[length] = '\0';
    m->heap[m->count] = heap;
    size_t index;
    int status =
        find_source(m, at != NULL ? at + 1 : m->settings->game, &index);
    if (status != CLI_DONE) {
        free(heap);
        return status;
    }
    m->of[m->count++] = index;
    /* small heaps need no period, but all below them; others the search */
    source *s = &m->source[index];
    uint64_t size, n = m->settings->search;
    if (ta_number_parse(heap, &size, NULL) == TA_OK && size < SMALL)
        n = size + 1;
    if (n > s->n)
        s->n = n;
    return CLI_DONE;
}

static int solve(moves *m)
{
    ta_error error = {""};
    ta_status st = TA_OK;
    cli_catch_interrupts();
    cli_progress_begin(&m->progress, m->settings);
    for (size_t i = 0; i < m->n_sources && st == TA_OK; i++)
        if (m->source[i].octal != NULL)
            st = ta_octal_solve(m->source[i].octal, m->source[i].n, false,
                                &m->options, &m->source[i].solution, &error);
    cli_progress_end(&m->progress);
    if (st != TA_OK)
        return cli_status(st, &error);
    for (size_t i = 0; i < m->count; i++) {
        const source *s = &m->source[m->of[i]];
        m->sum[i] = (ta_summand){s->solution, s->game, m->heap[i]};
    }
    st = ta_sum_values(m->sum, m->count, m->value, &error);
    if (st == TA_EINVAL) {
        cli_complain("HEAP: %s", error.text);
        return CLI_USAGE;
    }
    return cli_status(st, &error);
}

static void print_game(const moves *m, size_t i)
{
    printf("%s\t%s", m->heap[i], m->source[m->of[i]].spec);
}

static int print_moves(const moves *m)
{
    ta_error error = {""};
    bool first = true;
    for (size_t i = 0; i < m->count; i++) {
        ta_move move;
        ta_status st =
            ta_sum_winning_move(m->sum, m->count, m->value, i, &move, &error);
        if (st != TA_OK)
            return cli_status(st, &error);
        if (move.found) {
            if (first)
                puts("heap\tgame\ttake\tleave");
            print_game(m, i);
            printf("\t%s\t%s%s%s\n", move.taken,
                   move.n_parts > 0 ? move.part[0] : "0",
                   move.n_parts > 1 ? " " : "",
                   move.n_parts > 1 ? move.part[1] : "");
            first = false;
        }
        ta_move_free(&move);
    }
    return CLI_DONE;
}

static int print_all(const moves *m)
{
    unsigned sum = 0;
    puts("heap\tgame\tvalue");
    for (size_t i = 0; i < m->count; i++) {
        print_game(m, i);
        printf("\t%u\n", m->value[i]);
        sum ^= m->value[i];
    }
    printf("\nnim-sum %u: the player to move %s\n", sum,
           sum == 0 ? "loses, whatever the move" : "wins, for instance by");
    if (sum == 0)
        return CLI_DONE;
    puts("");
    return print_moves(m);
}

int cli_moves(const cli_settings *s, const char *operand)
{
    (void)operand;
    moves m = {.settings = s};
    m.options = (ta_options){
        .progress = cli_progress_step,
        .progress_state = &m.progress,
        .max_memory = s->max_memory != 0 ? s->max_memory : cli_free_memory()};
    int status = CLI_DONE;
    for (size_t i = 0; i < s->n_operands && status == CLI_DONE; i++)
        status = read_heap(&m, s->operands[i]);
    if (status == CLI_DONE)
        status = solve(&m);
    if (status == CLI_DONE)
        status = print_all(&m);
    for (size_t i = 0; i < m.n_sources; i++) {
        ta_octal_solution_free(m.source[i].solution);
        ta_octal_free(m.source[i].octal);
        ta_game_free(m.source[i].game);
    }
    for (size_t i = 0; i < m.count; i++)
        free(m.heap[i]);
    return status;
}
