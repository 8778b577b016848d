/* The resumed prefix of a run, from options.known: engines begin behind it. The
 * archive is all that is read of an earlier run, so that engines see no other
 * tables than their own. */
#ifndef TA_KNOWN_H
#define TA_KNOWN_H

#include "run/job.h"

/* Sets job->known by the archive in options->known: n, or where the archive
 * ends, rounded down to a block; 0 without an archive. TA_EINVAL if the archive
 * is not of the content, the game and the convention of the job. */
ta_status ta_known_find(ta_job *job, const ta_options *options,
                        ta_error *error);

/* Hands [0, job->known) to a sink of the engine's own. */
ta_status ta_known_read(const ta_job *job, const ta_sink *sink);
/* Stores it, as ta_block_store does; other bits of the words stay. */
ta_status ta_known_store(const ta_job *job, void *array);
/* Calls visit(state, p) for the cold positions p below job->known. */
ta_status ta_known_each(const ta_job *job,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state);

#endif
