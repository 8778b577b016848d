/* The resumed prefix of a run: the part [0, known) that options.known supplies.
 * An engine begins after the resumed prefix. Nothing else is read of the
 * earlier run.
 */
#ifndef TA_KNOWN_H
#define TA_KNOWN_H

#include "run/job.h"

/* Sets job->known by the archive options->known: to n or, if the archive ends
 * earlier, to its end rounded down to a block; to 0 without an archive.
 * TA_EINVAL if the archive has another content, game or convention than the
 * job. */
ta_status tai_known_find(ta_job *job, const ta_options *options,
                         ta_error *error);

/* Hands [0, job->known) to a sink of the engine. Statuses as ta_archive_read.
 */
ta_status tai_known_read(const ta_job *job, const ta_sink *sink);
/* Stores [0, job->known) in an array, as tai_block_store does. Other bits of
 * the words stay. */
ta_status tai_known_store(const ta_job *job, void *array);
/* Calls visit(state, p) for each cold position p below job->known. */
ta_status tai_known_each(const ta_job *job,
                         ta_status (*visit)(void *state, uint64_t position),
                         void *state);

#endif
