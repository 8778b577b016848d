/* How many heaps a run holds, and what the limit on memory leaves for planes
 * and lists. */
#include "octal/octal-internal.h"

/* Rows, witnesses, blocks, the links of the search for a period; and for the
 * list of rare heaps what it takes where they die out. */
enum { FIXED = (1 << 17) + 4 * TA_OCTAL_TAIL, LIST = 1 << 17 };

/* A run holds the labels of KEEP heaps before it discards any. Under a limit of
 * memory it may hold fewer, but at least KEEP_LEAST. */
enum { KEEP = TA_OCTAL_HELD, KEEP_LEAST = 1 << 17 };

enum { PLANES = 4 << 20, PLANES_LEAST = 1 << 19 };

uint64_t tai_octal_planes_most(const ta_options *options)
{
    const uint64_t limit = options->max_memory;
    const uint64_t least = FIXED + LIST + 2 * KEEP_LEAST;
    const uint64_t left = limit > least ? limit - least : 0;
    return limit == 0 ? PLANES : ta_min_u64(PLANES_LEAST, left / 8 * 5);
}

uint64_t tai_octal_keep_most(const ta_options *options)
{
    const uint64_t limit = options->max_memory;
    const uint64_t fixed = FIXED + LIST + tai_octal_planes_most(options);
    uint64_t keep = limit > fixed ? (limit - fixed) / 2 : 0;
    if (limit == 0 || keep > TA_OCTAL_N_MAX)
        return TA_OCTAL_N_MAX;
    return ta_max_u64(keep, KEEP_LEAST);
}

uint64_t tai_octal_keep(const ta_options *options)
{
    return ta_min_u64(KEEP, tai_octal_keep_most(options));
}

/* Within a limit planes take what is left: their size is not known before. */
uint64_t tai_octal_memory(uint64_t n, const ta_options *options)
{
    return 2 * ta_min_u64(n, tai_octal_keep(options)) + FIXED + LIST +
           (options->max_memory == 0 ? PLANES : 0);
}

uint64_t tai_octal_solve_memory(uint64_t n)
{
    return ta_add_sat(ta_mul_sat(n, 2),
                      FIXED + LIST + tai_octal_planes_most(&(ta_options){0}));
}

ta_status tai_octal_engine_for(const ta_job *job, uint64_t room, uint64_t keep,
                               tai_pool *pool, octal_engine **engine)
{
    const uint64_t limit = job->options->max_memory;
    const uint64_t need = tai_octal_memory(job->n, job->options);
    octal_engine *e = *engine = tai_octal_engine_new(tai_game_octal(job->game));
    if (e == NULL)
        return tai_fail(job->error, TA_ENOMEM, "no memory for an octal game");
    e->batch.pool = pool;
    e->held.keep = keep;
    if (limit != 0) {
        const uint64_t rest = limit > need ? limit - need : 0;
        e->held.most = tai_octal_keep_most(job->options);
        e->rare.most = LIST + rest / 2;
        e->marks.planes.most =
            ta_max_u64(tai_octal_planes_most(job->options), rest / 2);
    }
    return tai_octal_room(e, room) == TA_OK
               ? TA_OK
               : tai_fail(job->error, TA_ENOMEM,
                          "no memory for the values of %llu heaps",
                          (unsigned long long)room);
}
