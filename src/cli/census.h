/* Which sets a census is of, in lexicographic order and each once. */
#ifndef TA_CLI_CENSUS_H
#define TA_CLI_CENSUS_H

#include "cli.h"

typedef struct cli_sets {
    /* --size: all choices of `left` of `n_rest` elements, beside those that
     * all sets have. */
    uint64_t *rest, *with;
    size_t n_rest, n_with, left, *chosen;
    /* Otherwise a list. */
    uint64_t *elements;
    ta_finite_set *list;
    size_t count, next;
    size_t most;  /* elements that a set has */
    double total; /* sets */
    bool over;
} cli_sets;

/* What the options name. CLI_DONE, or a status after a message; cli_sets_end
 * is right in either case. */
int cli_sets_begin(const cli_settings *settings, cli_sets *sets);
/* The next set; its elements are in `buffer`, of sets->most elements, or kept
 * by the list. False if there is none. */
bool cli_sets_next(cli_sets *sets, uint64_t *buffer, ta_finite_set *set);
void cli_sets_end(cli_sets *sets);
/* Elements joined by commas, sorted and each once, into an array that the
 * caller frees. CLI_DONE, or a status after a message. */
int cli_elements(const char *what, const char *text, uint64_t **elements,
                 size_t *count);
/* Below 0, 0 or above: lexicographic order. */
int cli_sets_compare(const void *a, const void *b);

#endif
