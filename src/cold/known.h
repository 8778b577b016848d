/* What is known before a run starts, from options.known: engines begin behind
 * it. Engine-independent: only cold positions are known, no tables. */
#ifndef TA_KNOWN_H
#define TA_KNOWN_H

#include "cold/engine.h"

/* TA_EINVAL if options.known is not of the game of the job, or not of cold
 * positions. Sets job->known: the positions below it need no computing. It is
 * n, or a multiple of what the recursion's base block has, so that no engine
 * starts inside a block. */
ta_status ta_known_begin(ta_job *job);
/* Hands [0, job->known) to the sink of the job. TA_EMISMATCH if it begins
 * otherwise than it should. */
ta_status ta_known_replay(const ta_job *job);

/* Sets the bits of the cold positions below job->known; what the words held
 * stays. */
ta_status ta_known_bits(const ta_job *job, uint64_t *words);
/* Calls visit(state, p) for the cold positions p below job->known. */
ta_status ta_known_each(const ta_job *job,
                        ta_status (*visit)(void *state, uint64_t position),
                        void *state);

#endif
