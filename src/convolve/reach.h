/* The one question of this room: given sources and S, which targets are
 * reached? A ta_reach answers it for one level of the recursion, whose nodes
 * have `fanout` children of 2^log_child positions. */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/direct.h"
#include "convolve/pace.h"
#include "convolve/transforms.h"

/* Ways that a level may use; where several are allowed, cost decides, target
 * by target and source by source. */
enum {
    TA_BY_PUSH = 1,
    TA_BY_S_MAJOR = 2,
    TA_BY_COLD_MAJOR = 4,
    TA_BY_TRANSFORM = 8,
    TA_BY_PACKED = 16, /* exact, by GMP */
    TA_BY_SHIFT = TA_BY_S_MAJOR | TA_BY_COLD_MAJOR
};
enum { TA_WAYS = 5 };

typedef struct ta_reach ta_reach;

typedef struct ta_reach_setup {
    unsigned log_child; /* 6 or more */
    size_t fanout;      /* children of a node, at least 1 */
    unsigned ways;
    const ta_transforms *transforms;
    ta_planning planning;
    const char *wisdom;
    double limit; /* of their bound; 1/2 for what is proved */
    /* For memory alone: the most elements that S has below the bound of the
     * field, whether it is kept as bits, and how many of the windows at a
     * distance of 1 to fanout - 1 children have elements. */
    uint64_t moves;
    bool dense;
    size_t windows;
} ta_reach_setup;

/* The field is kept and must outlive it. TA_ENOMEM. */
ta_status ta_reach_new(const ta_field *field, const ta_reach_setup *setup,
                       ta_reach **reach);
void ta_reach_free(ta_reach *reach);

/* Bytes that a level holds from its start or its first transform on, an upper
 * bound; and those that a call of ta_reach_child needs until it returns, which
 * no other level holds at the same time. */
uint64_t ta_reach_memory(const ta_reach_setup *setup);
uint64_t ta_reach_passing_memory(const ta_reach_setup *setup);

/* Starts a node at position lo: its sources are forgotten. */
void ta_reach_begin(ta_reach *reach, uint64_t lo);

/* hot[t - start] = 1 for the t of child i, which starts at `start`, that a
 * move brings into a cold position of an earlier child of the node. Those
 * children must be finished in field->cold. Further marks, all true, may be
 * set within a tile after the child. Calls come in order of i. TA_ENOMEM; what
 * field->pause returned. */
ta_status ta_reach_child(ta_reach *reach, size_t i, uint64_t *hot);

/* In place of ta_reach_child for a child that is known and needs no marks: it
 * is a source for later ones. Allowed for the first ones of a node, a multiple
 * of ta_reach_group of them. */
void ta_reach_source(ta_reach *reach, size_t i);
size_t ta_reach_group(const ta_reach *reach);

/* What has been done so far. */
const ta_pace *ta_reach_pace(const ta_reach *reach);

/* Adds what was done and what it cost to the statistics. */
void ta_reach_report(const ta_reach *reach, ta_stats *stats, double *plan_s);

#endif
