/* The one question of this room: given sources and S, which targets are
 * reached? A ta_reach answers it for one level of the recursion, whose nodes
 * have `fanout` children of 2^log_child positions. */
#ifndef TA_REACH_H
#define TA_REACH_H

#include "convolve/cost.h"
#include "convolve/shift.h"
#include "convolve/spectra.h"

/* Ways that a level may use; where several are allowed, cost decides, target
 * by target and source by source. */
enum {
    TA_BY_PUSH = 1,
    TA_BY_S_MAJOR = 2,
    TA_BY_COLD_MAJOR = 4,
    TA_BY_PACKED = 8, /* exact, by GMP */
    TA_BY_TRANSFORM = 16,
    TA_BY_SHIFT = TA_BY_S_MAJOR | TA_BY_COLD_MAJOR
};

/* The ways that take a source at a time, in the order of their bits; then
 * transforms, which add up sources before anything is marked. */
enum { TA_DIRECT_WAYS = 4, TA_WAYS };

/* What every level of a recursion shares. */
typedef struct ta_field {
    const ta_set *set;
    ta_shifts shifts; /* S by residue class, below `sorted` */
    uint64_t sorted;  /* UINT64_MAX, or less for a dense set */
    uint64_t *storage;
    const uint64_t *cold; /* by position; TA_PAD zero bytes on both sides;
                             0 where not yet known */
    uint64_t n;
    ta_team *team;     /* does the work together; NULL: the caller alone */
    uint64_t *scratch; /* 2 * TA_SCRATCH values, for a dense set */
} ta_field;

/* Shifts handled at a time where they are made as they are needed. */
enum { TA_SCRATCH = 1 << 15 };

/* Its arrays, for so many elements at most, of a dense set below TA_SCRATCH;
 * then what is in them. */
void ta_field_place(ta_field *field, uint64_t elements, bool dense,
                    ta_arena *arena);
void ta_field_init(ta_field *field, const ta_set *set, const uint64_t *cold,
                   uint64_t n, ta_team *team);

/* A target of the present group, or of the one after it. */
typedef struct ta_target {
    size_t taken; /* sources before it have been given their ways */
    bool open;    /* the sum of the slot holds products already */
    double norm;  /* of those by transforms, in the bound of transforms.h */
    size_t terms;
} ta_target;

/* Sums that the team is at, and their terms. */
typedef struct ta_batch {
    ta_pass pass;
    ta_sum *sums;        /* [group] */
    const void **a, **b; /* [group * fanout] */
} ta_batch;

typedef struct ta_reach {
    /* What the caller of ta_reach_plan says. */
    unsigned log_child; /* 6 or more */
    size_t fanout;      /* children of a node, at least 1 */
    unsigned ways;
    double limit;        /* of the transforms' bound; 1/2 for what is proved */
    uint64_t moves_most; /* elements of S below a node's length, at most */
    bool dense;          /* S is kept as bits */
    bool early; /* the team has threads beside the caller's: sums are begun with
                   what time they have left, without a band also those of the
                   group after the present one */
    ta_spectra spectra; /* its transforms, planning, wisdom, windows, band */

    /* Bytes that a call of ta_reach_child needs until it returns, which no
     * other level holds at the same time. */
    uint64_t passing_bytes;
    const ta_field *field;
    uint64_t child;  /* positions of one */
    size_t group;    /* targets whose sums are formed together */
    size_t slots;    /* for targets: of a group, or of two in turn */
    uint64_t lo;     /* where the present node starts */
    uint64_t *cold;  /* [fanout] cold positions of each finished child */
    uint64_t *moves; /* [fanout] elements of S in the window at a distance:
                        ((d - 1) child, (d + 1) child) */
    /* The way from source j to the target of a slot: at
     * way[slot * fanout + j]; 0: there is nothing to do. */
    unsigned char *way;
    uint64_t *window; /* where push lists a window of a dense set */
    size_t formed;    /* the targets before it belong to the present group or
                         to earlier ones */
    ta_target *ahead; /* [slots] all zeros for a target that is not begun */
    ta_batch next;    /* what the next target or the present group needs */
    ta_batch later;   /* what the group after it needs: begun early */
    /* for the report */
    uint64_t used[TA_WAYS], backward;
    double bound, deviation;
} ta_reach;

/* What the level will hold; nothing is allocated. */
void ta_reach_plan(ta_reach *reach);
/* Its arrays, but what transforms need. */
void ta_reach_place(ta_reach *reach, ta_arena *arena);

/* The field is kept and must outlive it. */
void ta_reach_open(ta_reach *reach, const ta_field *field);
void ta_reach_close(ta_reach *reach);

/* Starts a node at position lo: its sources are forgotten. Its first `known`
 * children are finished in field->cold: returns how many of them are sources
 * alone, which ta_reach_child is not called for. In a group that is not known
 * whole they are targets too, since its sums are formed together. */
size_t ta_reach_begin(ta_reach *reach, uint64_t lo, uint64_t known);

/* hot[t - start] = 1 for the t of child i, which starts at `start`, that a
 * move brings into a cold position of an earlier child of the node. Those
 * children must be finished in field->cold. Further marks, all true, may be
 * set within a tile after the child. Calls come in order of i. TA_ENOMEM.
 */
ta_status ta_reach_child(ta_reach *reach, size_t i, uint64_t *hot);

/* After ta_reach_child for child i, before it is solved: lets the team begin
 * with what later children need of the sources before i, if `early`. Child i +
 * 1 is then to come next, or the end. TA_ENOMEM. */
ta_status ta_reach_beside(ta_reach *reach, size_t i);

/* Adds what was done and what it cost to the statistics. */
void ta_reach_report(const ta_reach *reach, ta_stats *stats);

/* -- Between the files of this question: ways.c, choice.c, reach.c. -- */

/* A way from sources to a target without transforms. */
typedef struct ta_way {
    const char *name;
    /* Nanoseconds from source j to target i, by the model; INFINITY where the
     * way is not to be had. */
    double (*cost)(const ta_reach *reach, size_t i, size_t j);
    /* Marks what the sources [from, to) reach in target i. TA_ENOMEM. */
    ta_status (*mark)(ta_reach *reach, size_t i, size_t from, size_t to,
                      uint64_t *hot);
} ta_way;

extern const ta_way ta_direct_ways[TA_DIRECT_WAYS];

/* Chooses the ways from sources [from, to) to target i. */
void ta_choose(ta_reach *reach, size_t i, size_t from, size_t to);

#endif
