/* The sets of --size numbers from 1 to --within that have those of --with; for
 * the command census. */
#ifndef TA_CLI_CHOICES_H
#define TA_CLI_CHOICES_H

#include "cli.h"

typedef struct cli_choices {
    uint64_t *with; /* in every set, increasing */
    size_t n_with;
    /* The other `chosen` numbers of the next set, increasing: choice[k] = j
     * stands for the j-th positive number that is not in `with`. */
    uint64_t *choice;
    size_t chosen;
    uint64_t pool; /* numbers to choose from: 1 <= choice[k] <= pool */
    bool over;     /* there is no next set */
    double total;  /* sets in all */
} cli_choices;

/* `choices` is all zero; cli_choices_end follows in any case. */
bool cli_choices_begin(cli_choices *choices, const cli_settings *settings);
/* Writes the next set, of --size numbers that increase. Sets come in the
 * lexicographic order of `choice`, which is that of the sets, too. Returns
 * false, without a message, if there is none. */
bool cli_choices_next(cli_choices *choices, uint64_t *set);
void cli_choices_end(cli_choices *choices);

#endif
