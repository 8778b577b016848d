/* How much memory the parts of a run may use, so that the whole obeys its
 * limit: tables first, then windows, planes, labels; the rest goes to planes
 * and rare heaps, or to sets. */
#include "octal/limits.h"
#include "archive/archive-internal.h"
#include "octal/octal-internal.h"

enum {
    /* bytes of small tables in every run */
    FIXED = (1 << 17) + 4 * TA_OCTAL_TAIL,
    LIST = 1 << 17, /* bytes of the list of rare heaps, if they are few */
    /* heaps held before labels are discarded, without summary */
    KEEP = TA_OCTAL_HELD,
    UNLIMITED = 1 << 30,    /* heaps held with a summary and no limit */
    KEEP_LEAST = 1 << 17,   /* labels held under the smallest limit */
    PLANES = 4 << 20,       /* predicted bytes of planes without a limit */
    PLANES_LEAST = 1 << 19, /* bytes kept for planes under a limit */
    WINDOWS = 4 << 20,      /* bytes of windows at most */
    WINDOWS_LEAST = 3 << 15 /* bytes of few short ones */
};

octal_limits tai_octal_limits(const tai_job *job)
{
    const bool limited = job->options->max_memory != 0;
    const uint64_t limit = limited ? job->options->max_memory : UINT64_MAX;
    const uint64_t least = FIXED + LIST + 2 * KEEP_LEAST;
    uint64_t left = limit > least ? limit - least : 0;
    uint64_t windows = 0;
    if (job->options->summary != NULL && left / 8 >= WINDOWS_LEAST)
        windows = tai_min_u64(WINDOWS, left / 8);
    left -= 2 * windows; /* as much again for preperiods */
    const uint64_t planes = tai_min_u64(PLANES_LEAST, left / 8 * 5);
    octal_limits l = {.sets = tai_octal_takes_sets(job), .windows = windows};
    l.most = tai_min_u64(TA_OCTAL_N_MAX, KEEP_LEAST + (left - planes) / 2);
    /* A search that holds all values needs to compute no stretch again. */
    const uint64_t all = limited ? l.most : UNLIMITED;
    l.keep = tai_min_u64(KEEP, l.most);
    if (job->options->summary != NULL && job->n <= all)
        l.keep = tai_max_u64(l.keep, job->n);
    l.keep = l.sets ? OCTAL_FIRST : l.keep;
    l.known = l.sets || tai_archive_brief(job->options->known) != NULL
                  ? 0
                  : tai_min_u64(job->known, l.most);
    l.bytes = 2 * tai_max_u64(tai_min_u64(job->n, l.keep), l.known) + FIXED +
              LIST + (!limited && !l.sets ? PLANES : 0);
    /* The rest: half for planes, half for rare heaps, or all for sets. */
    const uint64_t used = l.bytes + 2 * windows;
    const uint64_t left_over = limit > used ? limit - used : 0;
    const uint64_t rest = left_over / (l.sets ? 1 : 2);
    l.rare = LIST + rest;
    l.planes = tai_max_u64(planes, rest);
    return l;
}
