/* What the two outputs of `takeaway moves` share. */
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

/* The heaps of the operands, and what --in names. CLI_DONE, or a status after a
 * message; cli_moves_close is right in either case. */
int cli_moves_open(cli_moves_job *m);
int cli_moves_solve(cli_moves_job *m);
/* Returns whether there is an archive that holds cold positions. */
bool cli_moves_by_cold(const cli_moves_job *m);
void cli_moves_close(cli_moves_job *m);
/* "0", "7", "1 6" or "1 2 4": the heaps that a move leaves, which the caller
 * frees; NULL if there is no memory. */
char *cli_moves_left(const ta_move *move);
/* How many winning moves of heap i are to be listed at most; 0: all. */
static inline uint64_t cli_moves_limit(const cli_moves_job *m, size_t i)
{
    enum { OCTAL_MOVES = 10 }; /* if not said otherwise */
    if (m->settings->limit != 0)
        return m->settings->limit;
    return ta_octal_is_spec(ta_play_heap_at(m->play, i).game) ? OCTAL_MOVES : 0;
}
/* The solved sum as JSON. Returns the exit status. */
int cli_moves_json(const cli_moves_job *m);

#endif
