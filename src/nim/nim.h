/* Nim-values: what an engine gets, and the table of engines. */
#ifndef TA_NIM_H
#define TA_NIM_H

#include "base/base.h"
#include "game/game.h"
#include "game/set.h"

enum {
    TA_NIM_LARGEST = 65535, /* the largest value that can be kept */
    TA_NIM_GRAIN = 14       /* log2 of where a run may begin behind 0 */
};

/* One run. The engine reads it, hands blocks to ta_nim_emit, and polls
 * ta_nim_poll at block boundaries, and before it starts with the share of what
 * is known. */
typedef struct ta_nim_job {
    const ta_game *game; /* normal play */
    uint64_t n;
    const ta_set *set;         /* S below n; NULL while memory is being
                                  predicted and for engines that do not want it */
    const ta_options *options; /* never NULL */
    unsigned threads;          /* at least 1 */
    /* [0, known), a multiple of 2^TA_NIM_GRAIN, is known, see ta_nim_known,
     * and the sink has it: what an engine that begins at 0 nevertheless emits
     * below is dropped. */
    uint64_t known;
    ta_value_sink *sink; /* may be NULL */
    ta_error *error;     /* may be NULL */
} ta_nim_job;

typedef struct ta_nim_engine {
    ta_engine_info info;
    bool wants_set; /* build S below n before run */
    /* Bytes beyond the set and the sink, an upper bound. */
    uint64_t (*memory)(const ta_nim_job *job);
    ta_status (*run)(const ta_nim_job *job);
} ta_nim_engine;

extern const ta_nim_engine ta_nim_naive, ta_nim_layers, ta_nim_planes_engine,
    ta_nim_blocked_engine, ta_nim_auto;

/* NULL if there is none of that name. */
const ta_nim_engine *ta_nim_engine_find(const char *name);

/* S below n in one increasing list, that ta_free frees. TA_ENOMEM. */
ta_status ta_nim_list_moves(const ta_nim_job *job, uint64_t **set,
                            size_t *count);
uint64_t ta_nim_list_memory(const ta_nim_job *job);

/* Hands the finished values of [from, to) to the sink. */
ta_status ta_nim_emit(const ta_nim_job *job, uint64_t from, uint64_t to,
                      const uint16_t *values);

/* The values of [0, job->known). */
ta_status ta_nim_known(const ta_nim_job *job, uint16_t *values);

/* The share of [0, done) in the cost of a direct method. */
double ta_nim_share(const ta_nim_job *job, uint64_t done);
/* The share of the layers that are done when so many positions have a value:
 * fewer in each, so that the last ones settle little. How much of the cost
 * falls as there is less to settle is `falling`, fitted to squares below 2^20
 * to 2^22; of other sets no time is promised. */
double ta_nim_layer_share(const ta_nim_job *job, uint64_t settled,
                          double falling);

/* TA_ECANCELLED if the caller's progress function says so. */
ta_status ta_nim_poll(const ta_nim_job *job, double share, uint64_t done);

/* TA_ERANGE, and the sentence: the value of position i is above the largest. */
ta_status ta_nim_too_large(const ta_nim_job *job, uint64_t i);

#endif
