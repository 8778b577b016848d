/* The heaps of `takeaway moves` and `takeaway is`, and what is found of them.
 */
#ifndef TA_CLI_MOVES_H
#define TA_CLI_MOVES_H

#include "computing.h"

typedef struct cli_moves_job {
    const cli_settings *settings;
    ta_play *play;
    bool one_move; /* as in ta_play_options */
    char **given;  /* the heaps as they were given */
    size_t count;
    ta_archive *in; /* NULL, or cold positions or nim-values */
} cli_moves_job;

/* Reads the heaps of the operands and opens what --in names. Returns CLI_DONE,
 * or a status after a message. The caller calls cli_moves_close in any case. */
int cli_moves_open(cli_moves_job *m);
/* Solves the sum. Returns CLI_DONE, or a status after a message. */
int cli_moves_solve(cli_moves_job *m);
/* Returns whether there is an archive that holds cold positions. */
bool cli_moves_by_cold(const cli_moves_job *m);
void cli_moves_close(cli_moves_job *m);
/* Returns the heaps that a move leaves, such as "0", "7" or "1 6", which the
 * caller frees; NULL if there is no memory. */
char *cli_moves_left(const ta_move *move);

#endif
