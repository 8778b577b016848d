/* takeaway census: batch after batch of rows, whatever they are of. */
#ifndef TA_CLI_CENSUS_H
#define TA_CLI_CENSUS_H

#include "computing.h"

/* ---- census-rows.c ---- */

typedef struct cli_census_table {
    const cli_settings *settings;
    const char *header;
    ta_options options; /* those of the settings; start */
    uint64_t limit;     /* the default; then what was given, */
    unsigned most_bits; /* at most 2 to this */
    size_t room;        /* of a row's text */
    double total, done; /* rows; those before this batch */
    /* The next batch: computes c->batch rows and puts them; *more: there are
     * others. */
    ta_status (*next)(struct cli_census_table *c, bool *more, ta_error *error);
    void *state;
    /* While it goes: */
    cli_rows rows;
    unsigned columns;
    tai_digest *digest; /* NULL: the rows are printed */
    char *text;         /* text of one row, which has its first cell already */
    size_t batch;       /* rows in this one */
    uint64_t walked, before;
    cli_progress progress;
} cli_census_table;

/* All batches. What is above is set. Returns the exit status. */
int cli_census_run(cli_census_table *c);
/* Prints a row, or adds it to the digest; cells[0].text is c->text. */
void cli_census_put(cli_census_table *c, const cli_cell *cells);
/* Rows that ranks compute together, of so many on one. */
size_t cli_census_batch(size_t alone);

enum { CLI_DIGITS = 21 }; /* a number and what ends it */
/* Writes it at `at`; returns what is behind it. */
char *cli_put_number(char *at, uint64_t number);

/* ---- census-octal.c ---- */

int cli_census_octal(const cli_settings *settings);

/* ---- census-sets.c: which sets, in lexicographic order and each once ---- */

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
/* Calls take(state, line, what) for the lines of a file that are not empty and
 * do not begin with '#'; `what` is "--OPTION: line 3". CLI_DONE, or the status
 * of a call that did not go well, or one after a message on the file. */
int cli_each_line(const char *option, const char *file,
                  int (*take)(void *state, char *line, const char *what),
                  void *state);
/* Below 0, 0 or above: lexicographic order. */
int cli_sets_compare(const void *a, const void *b);

#endif
