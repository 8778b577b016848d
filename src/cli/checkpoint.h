/* Checkpoints: what a run knows before it starts, and what it keeps. */
#ifndef TA_CLI_CHECKPOINT_H
#define TA_CLI_CHECKPOINT_H

#include "tool.h"

struct cli_settings;

/* Stands between an engine and the sink of the command: a checkpoint keeps each
 * block, and then hands it on. */
typedef struct cli_checkpoint {
    const struct cli_settings *settings;
    const ta_sink *next;       /* the sink of the command */
    ta_archive *known;         /* of --resume, or NULL */
    ta_archive_writer *writer; /* of --checkpoint, or NULL */
    uint64_t done;             /* the end of what was handed on */
    uint64_t saved;            /* the end of what is in the file; 0: nothing */
    double last;               /* time of the last save, seconds */
    ta_status ended;           /* the status that the run ended with */
    bool failed;               /* a save has failed, for the reason `why` */
    ta_error why;
} cli_checkpoint;

/* Opens --resume and begins --checkpoint, for a run of `info`, of which end and
 * count are ignored. With `truncate` the checkpoint leaves out values that no
 * later run needs. Returns CLI_DONE, or a status after a message. The caller
 * calls cli_checkpoint_end in either case. */
int cli_checkpoint_begin(cli_checkpoint *c, const struct cli_settings *settings,
                         const ta_archive_info *info, bool truncate);
/* Keeps a block and hands it on: a sink's function. Saves every few minutes. */
ta_status cli_checkpoint_consume(void *checkpoint, const ta_block *block);
/* Saves what is known after a run that ended with st. Returns st, or the status
 * of saving where that is what failed. */
ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st,
                                ta_error *error);
/* Says what the file holds if the run did not reach its end; frees all. */
void cli_checkpoint_end(cli_checkpoint *c);

#endif
