/* What a run knows before it starts and keeps while it goes. */
#ifndef TA_CLI_CHECKPOINT_H
#define TA_CLI_CHECKPOINT_H

#include <pthread.h>

#include "tool.h"

struct cli_settings;

/* Stands between an engine and the command's sink: keeps each block in the
 * archive to be, then hands it on. */
typedef struct cli_checkpoint {
    const ta_sink *next;
    const struct cli_settings *settings;
    ta_archive *known; /* of --resume, or NULL */
    uint64_t known_end;
    bool may_be_brief;         /* what is printed needs no list of values */
    ta_archive_writer *writer; /* of --checkpoint, or NULL */
    pthread_mutex_t keeping;   /* held while a block is kept or saved */
    pthread_mutex_t passing;   /* held while the command's sink has it */
    uint64_t done, count;      /* of what was handed over */
    uint64_t saved;            /* end of what is in the file; 0: nothing */
    double last;               /* when it was saved */
    bool save_failed, interrupted;
    ta_error why; /* saving failed */
} cli_checkpoint;

/* Whether what these print needs no list of values: then checkpoints of octal
 * games leave out what no run needs. */
bool cli_may_be_brief(const struct cli_settings *settings);
/* Opens --resume and prepares --checkpoint, for a run of `info`, of which end
 * and count are ignored. CLI_DONE, or a status after a message.
 * cli_checkpoint_end is right in either case. */
int cli_checkpoint_begin(cli_checkpoint *c, const struct cli_settings *settings,
                         const ta_archive_info *info);
ta_sink cli_checkpoint_sink(cli_checkpoint *c, const ta_sink *next);
/* Of --resume, where it is a brief archive; else NULL. */
const tai_brief_info *cli_checkpoint_brief(const cli_checkpoint *c);
/* Hands a brief archive's summary to the command's sink, before the run. */
ta_status cli_checkpoint_recall(cli_checkpoint *c, const ta_sink *next,
                                ta_error *error);
/* After the run, which ended with st: saves what is there, unless saving is
 * what has failed. Returns st, or what saving returned. */
ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st,
                                ta_error *error);
/* From the watching thread, when the engine does not stop in time: saves, and
 * tells. False if the command's sink is busy, and must be left alone. */
bool cli_checkpoint_give_up(cli_checkpoint *c);
/* Says how to go on, if the run was interrupted or has reached its limit. */
void cli_checkpoint_end(cli_checkpoint *c);

#endif
