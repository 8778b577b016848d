/* The sets of --size numbers from 1 to --within that have those of --with. */
#ifndef TA_CLI_CHOICES_H
#define TA_CLI_CHOICES_H

#include "cli.h"

typedef struct cli_choices {
    /* choice[k] = j, k < chosen: the j-th positive number not in `with`. */
    uint64_t *choice, *with;
    size_t chosen, n_with;
    uint64_t left; /* numbers to choose from */
    bool over;     /* there are no more */
    double total;  /* sets */
} cli_choices;

bool cli_choices_begin(cli_choices *choices, const cli_settings *settings);
/* Writes the next set, increasing, in the lexicographic order of `choice`.
 * Returns false at the end. */
bool cli_choices_next(cli_choices *choices, uint64_t *set);
void cli_choices_end(cli_choices *choices);

#endif
