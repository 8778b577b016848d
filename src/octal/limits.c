/* Computes how much memory the parts of a run of an octal game may use, so that
 * the whole run obeys the limit on memory. */
#include "archive/archive-internal.h"
#include "octal/octal-internal.h"

enum {
    /* The number of bytes that every run needs for small tables: tables of
     * moves, a list of useful splits, a block of nim-values, and the search for
     * a period. */
    FIXED = (1 << 17) + 4 * TA_OCTAL_TAIL,
    /* The number of bytes for the list of the heaps with a rare nim-value, in a
     * game in which all these heaps are small. */
    LIST = 1 << 17,
    /* A run without a summary holds all labels (renumbered nim-values) until it
     * has proved the values of this number of heaps. Later it may discard
     * labels. */
    KEEP = TA_OCTAL_HELD,
    /* This limit is for a run with a summary and without a limit on memory. If
     * such a run has at most this number of heaps, it holds the values of all
     * of them. */
    UNLIMITED = 1 << 30,
    /* The number of labels (renumbered values) that a run holds in memory under
     * the smallest limit on memory. */
    KEEP_LEAST = 1 << 17,
    /* The predicted number of bytes of the planes (arrays with one byte per
     * heap) in a run without a limit on memory. */
    PLANES = 4 << 20,
    /* The number of bytes that a run under a limit on memory reserves for the
     * planes (arrays with one byte per heap). If the limit is very small, the
     * run reserves less. */
    PLANES_LEAST = 1 << 19
};

octal_limits tai_octal_limits(const ta_job *job)
{
    const uint64_t given = job->options->max_memory;
    const uint64_t limit = given != 0 ? given : UINT64_MAX;
    const uint64_t least = FIXED + LIST + 2 * KEEP_LEAST;
    const uint64_t left = limit > least ? limit - least : 0;
    const uint64_t planes = ta_min_u64(PLANES_LEAST, left / 8 * 5);
    octal_limits l = {.sets = job->engine == &tai_octal_sets};
    if (job->game != NULL && tai_game_octal(job->game)->n_third > 0)
        l.sets = true;
    l.most = ta_min_u64(TA_OCTAL_N_MAX, KEEP_LEAST + (left - planes) / 2);
    /* A run with a summary holds all values if they fit within the limit. With
     * fewer values, it may miss a long period or the least preperiod. */
    const uint64_t all = given != 0 ? l.most : UNLIMITED;
    l.keep = ta_min_u64(KEEP, l.most);
    if (job->options->summary != NULL && job->n <= all)
        l.keep = ta_max_u64(l.keep, job->n);
    l.keep = l.sets ? OCTAL_FIRST : l.keep;
    l.known = l.sets || tai_archive_brief(job->options->known) != NULL
                  ? 0
                  : ta_min_u64(job->known, l.most);
    l.bytes = 2 * ta_max_u64(ta_min_u64(job->n, l.keep), l.known) + FIXED +
              LIST + (given == 0 && !l.sets ? PLANES : 0);
    /* Divide the rest of the limit on memory. If the engine uses sets of
     * nim-values, the sets get all of the rest. Otherwise the planes (arrays
     * with one byte per heap) get one half, and the list of the heaps with a
     * rare value gets the other half. */
    const uint64_t left_over = limit > l.bytes ? limit - l.bytes : 0;
    const uint64_t rest = left_over / (l.sets ? 1 : 2);
    l.rare = LIST + rest;
    l.planes = ta_max_u64(planes, rest);
    return l;
}

ta_status tai_octal_engine_for(const ta_job *job, uint64_t room, uint64_t keep,
                               tai_pool *pool, octal_engine **engine)
{
    const octal_limits l = tai_octal_limits(job);
    octal_engine *e = *engine = tai_octal_engine_new(tai_game_octal(job->game));
    if (e == NULL)
        return tai_fail(job->error, TA_ENOMEM, "no memory for an octal game");
    e->batch.pool = pool;
    e->held.keep = keep;
    e->held.most = l.most;
    e->rare.most = e->sets.most = l.rare;
    e->marks.planes.most = l.planes;
    if (l.sets)
        tai_octal_engine_use_sets(e);
    return tai_octal_room(e, room) == TA_OK
               ? TA_OK
               : tai_fail(job->error, TA_ENOMEM,
                          "no memory for the values of %llu heaps",
                          (unsigned long long)room);
}
