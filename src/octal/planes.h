/* Bit planes: what many heaps reach by many splits, all at once.
 *
 * Plane x has one bit for each heap: whether it is common and has the label x
 * within its class. A split of heap h with a part of label v leaves heap h - d
 * (d is the part and what is taken), so it has label c iff h - d has label
 * c ^ v. For all heaps of a tile together that is plane c ^ v, d places back,
 * and one OR of 64 bytes serves 512 heaps for one split and one label. */
#ifndef TA_OCTAL_PLANES_H
#define TA_OCTAL_PLANES_H

#include "base/base.h"

enum {
    TA_PLANES_TILE = 992, /* heaps of a tile; 32 less than the bits of two
                             vectors of 64 bytes: see planes.c */
    TA_PLANES_GROUP = 8, /* planes that are read, and labels marked, together */
    TA_PLANES_LABELS = 512,     /* most planes */
    TA_PLANES_FAR = 1 << 16,    /* most places back */
    TA_PLANES_BEYOND = 128,     /* bits behind the last heap that are read */
};

typedef struct ta_planes {
    uint8_t *memory, *bits; /* plane x begins at bits + x * stride */
    size_t stride;          /* bytes */
    unsigned groups;        /* of planes */
    uint64_t from, to;      /* heaps they tell of; bit i is heap from + i */
    uint64_t room;          /* heaps from `from` on that have a place */
    uint64_t back;          /* places back that a mark goes at most */
} ta_planes;

/* A split with a listed part: the other part is 8 * bytes - shift heaps below,
 * and of label x leads to label x ^ (8 * group + low). */
typedef struct ta_plane_part {
    uint32_t bytes, low;
} ta_plane_part;

/* Parts [from, to) of a list: of one group and one shift. */
typedef struct ta_plane_run {
    uint32_t from, to;
    uint16_t group, shift;
} ta_plane_run;

typedef struct ta_plane_list {
    ta_plane_part *part;
    ta_plane_run *run;
    size_t parts, runs;
} ta_plane_list;

/* What is to be listed: `back` places back, with a part of this label. */
typedef struct ta_plane_split {
    uint32_t back;
    uint16_t label;
} ta_plane_split;

/* Empty planes of labels below 8 * groups, for marks at most `back` places
 * back, that begin at heap `from`. TA_ENOMEM. */
ta_status ta_planes_new(ta_planes *p, unsigned groups, uint64_t back,
                        uint64_t from);
void ta_planes_free(ta_planes *p);
/* Bytes of such planes. */
uint64_t ta_planes_bytes(unsigned groups, uint64_t back);
/* Takes in heaps [p->to, to), all common, of these labels within the class;
 * false, and no more than some of them, if one has no plane. */
bool ta_planes_add(ta_planes *p, const uint16_t *labels, unsigned class_bit,
                   uint64_t to);
/* Room for two more tiles; forgets what lies more than `back` below p->to. */
void ta_planes_make_room(ta_planes *p);

/* The splits with from <= back < to, in the order in which they are marked.
 * TA_ENOMEM. */
ta_status ta_plane_list_new(ta_plane_list *list, const ta_plane_split *split,
                            size_t count, uint64_t from, uint64_t to);
void ta_plane_list_free(ta_plane_list *list);

/* Which of the eight labels from 8 * group on the heaps [at, at + tile) reach by
 * the listed splits: bit j of marks[w * width + k] is for heap at + 32 w + j and
 * label k; with `fresh` what was there is forgotten. at - p->from is a multiple
 * of 8, and all splits go back by a tile at least. */
typedef void ta_planes_mark(const ta_planes *p, const ta_plane_list *list,
                            uint64_t at, unsigned group, uint32_t *marks,
                            size_t width, bool fresh);
ta_planes_mark *ta_planes_mark_for(ta_isa isa);

#endif
