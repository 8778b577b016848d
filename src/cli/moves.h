/* What the two outputs of `takeaway moves` share. */
#ifndef TA_CLI_MOVES_H
#define TA_CLI_MOVES_H

#include "cli.h"

typedef struct cli_moves_job {
    const cli_settings *settings;
    ta_play *play;
    char **given; /* the heaps as they were given */
    size_t count;
    ta_archive *in; /* NULL, or cold positions */
} cli_moves_job;

/* How many winning moves of heap i are to be listed at most; 0: all. */
uint64_t cli_moves_limit(const cli_moves_job *m, size_t i);
/* The solved sum as JSON. Returns the exit status. */
int cli_moves_json(const cli_moves_job *m);

#endif
