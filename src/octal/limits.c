/* The sizes of a run of an octal game: how many labels, rare heaps and other
 * data the run may hold within the limit on memory. */
#include "archive/archive-internal.h"
#include "octal/octal-internal.h"

enum {
    /* The bytes that every run needs: for tables of near moves, witnesses, a
     * block of values, and the search for a period. */
    FIXED = (1 << 17) + 4 * TA_OCTAL_TAIL,
    /* The bytes of the list of rare heaps, in a game whose rare heaps are all
     * small. */
    LIST = 1 << 17,
    /* The number of heaps whose labels a run holds before it discards any. */
    KEEP = TA_OCTAL_HELD,
    /* The number of heaps whose labels a run holds under the smallest limit on
     * memory. */
    KEEP_LEAST = 1 << 17,
    /* The bytes of planes (engine.h) in predictions for runs without a limit on
     * memory. */
    PLANES = 4 << 20,
    /* The bytes of planes (engine.h) that are set aside under a limit on
     * memory, unless the limit is very small. */
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
    l.keep = l.sets ? OCTAL_FIRST : ta_min_u64(KEEP, l.most);
    l.known = l.sets || tai_archive_brief(job->options->known) != NULL
                  ? 0
                  : ta_min_u64(job->known, l.most);
    l.bytes = 2 * ta_max_u64(ta_min_u64(job->n, l.keep), l.known) + FIXED +
              LIST + (given == 0 && !l.sets ? PLANES : 0);
    /* The rest of the limit on memory goes to the sets of nim-values. In a run
     * without sets, one half of the rest goes to the planes (engine.h), and one
     * half to the list of rare heaps. */
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
