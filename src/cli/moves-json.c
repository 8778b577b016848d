/* takeaway moves --json: one object, for programs. Heaps and values are
 * strings of decimal digits, since they may have any number of them. */
#include <stdio.h>

#include "moves.h"

/* "name": "text" or null */
static void print_field(const char *name, const char *text)
{
    printf("\"%s\": ", name);
    if (text != NULL)
        cli_json_string(text);
    else
        fputs("null", stdout);
}

typedef struct printer {
    size_t heap;
    bool begun;
} printer;

static ta_status print_move(void *state, const ta_move *move)
{
    printer *p = state;
    printf("%s\n    {\"index\": %zu, ", p->begun ? "," : "", p->heap);
    print_field("take", move->taken);
    fputs(", \"leave\": [", stdout);
    for (unsigned k = 0; k < move->n_parts; k++) {
        fputs(k > 0 ? ", " : "", stdout);
        cli_json_string(move->part[k]);
    }
    fputs("]}", stdout);
    p->begun = true;
    return TA_OK;
}

int cli_moves_json(const cli_moves_job *m)
{
    ta_error error = {""};
    bool complete = true;
    printf("{\n  \"play\": \"%s\",\n  \"heaps\": [",
           m->settings->misere ? "misere" : "normal");
    for (size_t i = 0; i < m->count; i++) {
        ta_play_heap h = ta_play_heap_at(m->play, i);
        printf("%s\n    {", i > 0 ? "," : "");
        print_field("heap", h.heap);
        fputs(", ", stdout);
        print_field("game", h.game);
        fputs(", ", stdout);
        print_field("value", h.value);
        fputs(", ", stdout);
        print_field("by", h.how);
        putchar('}');
    }
    fputs("\n  ],\n  ", stdout);
    print_field("nim_sum", ta_play_nim_sum(m->play));
    printf(",\n  \"wins\": %s,\n  \"moves\": [",
           ta_play_wins(m->play) ? "true" : "false");
    printer p = {0, false};
    for (size_t i = 0; i < m->count; i++) {
        bool all;
        p.heap = i;
        ta_status st = ta_play_moves(m->play, i, cli_moves_limit(m, i),
                                     print_move, &p, &all, &error);
        if (st != TA_OK)
            return cli_status(st, &error);
        complete = complete && all;
    }
    printf("%s],\n  \"all_moves_listed\": %s\n}\n", p.begun ? "\n  " : "",
           complete ? "true" : "false");
    return CLI_DONE;
}
