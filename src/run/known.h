/* What is known before a run starts, from options.known: engines begin behind
 * it. The archive is all that is read of an earlier run, so that engines see
 * no other tables than their own. */
#ifndef TA_KNOWN_H
#define TA_KNOWN_H

#include "run/job.h"

/* How much of [0, n) the archive spares a run whose blocks begin at multiples
 * of 2^bits: *known is n, or such a multiple below n; 0 without an archive.
 * TA_EINVAL if the archive is not of what `want` says (content, game,
 * convention). */
ta_status ta_known_end(const ta_archive *archive, const ta_archive_info *want,
                       uint64_t n, unsigned bits, uint64_t *known,
                       ta_error *error);

/* Hands [0, job->known) to the sink of the job. TA_EMISMATCH if it begins
 * otherwise than the slowest engine of the quantity has it. */
ta_status ta_known_replay(const ta_quantity *quantity, const ta_job *job);

/* Hands [0, job->known) to a sink of the engine's own. */
ta_status ta_known_read(const ta_job *job, const ta_sink *sink);
/* Stores it, as ta_block_store does; other bits of the words stay. */
ta_status ta_known_store(const ta_job *job, void *array);
/* Calls visit(state, p) for the cold positions p below job->known. */
ta_status ta_known_each(const ta_job *job,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state);

#endif
