/* Take-and-break games: what the files of this room share. */
#ifndef TA_OCTAL_H
#define TA_OCTAL_H

#include "base/tail.h"
#include "octal/label.h"
#include "octal/loops.h"
#include "octal/witness.h"
#include "run/job.h"

enum {
    TA_OCTAL_VALUE_MAX = 0xffff, /* values are kept in 16 bits */
};

/* Positions are kept in 32 bits, and so are the links of the period search. */
#define TA_OCTAL_N_MAX UINT64_C(0xffffff00)

/* ---- naive.c: the definition ---- */

/* The value of heap h, given those below it: the mex of its options. `seen`
 * has TA_OCTAL_VALUE_MAX + 2 entries, all 0; those of options become 1. */
unsigned ta_octal_mex(const ta_octal *game, const uint16_t *values, uint64_t h,
                      uint8_t *seen);

ta_status ta_octal_naive(const ta_octal *game, uint64_t n,
                         const ta_options *options, uint16_t *values,
                         ta_error *error);

/* ---- breaks.c: the moves of a heap ---- */

/* The move after *turn, or the first if *turn is none of this heap; false if
 * there are no more. turn->heap is not looked at. */
bool ta_breaks_next(const ta_octal *game, uint64_t heap, ta_turn *turn);
/* Is it by the rules? Puts the parts in the order of ta_breaks_next. */
bool ta_breaks_legal(const ta_octal *game, uint64_t heap, ta_turn *turn);

/* ---- sparse.c: the engine; forget.c: what it holds ---- */

#define TA_SPARSE_LOST UINT32_MAX

/* Parts from head - TA_SPARSE_SPARE on are out of reach of what is held: the
 * greatest break and a block. */
enum { TA_SPARSE_SPARE = 512 };

typedef struct ta_sparse {
    const ta_octal *game;
    uint16_t *g; /* labels of [0, n), or of [0, head), then of [back, n) */
    uint64_t n, room, room_most; /* room_most: what the limit allows */
    uint64_t keep;               /* heaps to hold before any are forgotten */
    uint16_t *tail;              /* of heap `back`: see forget.c */
    uint64_t back, head;         /* 0 until heaps are forgotten */
    uint64_t touched;            /* heaps of the room that were written to */
    uint64_t planes_most;        /* bytes of planes (planes.c) */
    uint64_t parts;              /* splits with a part below can be looked at */
    bool lost;                   /* and one was wanted that cannot */
    bool dense;             /* no mask helps (yet): every split is marked */
    uint64_t next_choice;   /* when the mask is chosen anew */
    ta_octal_counts counts; /* by which the mask was chosen */
    ta_octal_mask mask;
    ta_octal_labels labels;
    uint32_t *rare; /* rare positions >= 1, increasing */
    size_t n_rare, rare_room;
    uint64_t rare_most; /* bytes that the list may take */
    unsigned row_bits;
    uint8_t *rows;   /* 2^row_bits bytes a lane */
    unsigned cover;  /* labels of each class that waves cover */
    unsigned needed; /* labels needed since cover was last set */
    ta_witnesses witnesses;
    ta_octal_find *find;
    ta_octal_seek *seek;
    const ta_octal_vectors *vectors; /* or NULL */
    bool waves;                      /* they marked the block in hand */
    unsigned block;
    uint32_t largest; /* greatest value, and where it is first */
    uint64_t largest_at;
    uint64_t work;          /* marks since the last poll */
    struct ta_ahead *ahead; /* what tiles of heaps reach: ahead.h */
    /* for ta_sparse_share */
    double spent, spent_at;   /* marks in all; when it was last looked */
    double rate, rise;        /* marks a heap then, and by how much they rose */
    double middle;            /* of the heaps that the rate is of */
    uint64_t counted, listed; /* heaps, and rare ones, at that time */
} ta_sparse;

/* Where the label of heap i of [back, n) is. */
static inline uint16_t *ta_sparse_at(const ta_sparse *e, uint64_t i)
{
    return e->tail + (i - e->back);
}

/* The first heap that has no room. */
static inline uint64_t ta_sparse_end(const ta_sparse *e)
{
    return e->back + (e->room - e->head);
}

ta_status ta_sparse_new(const ta_octal *game, ta_sparse **engine);
void ta_sparse_free(ta_sparse *e);
/* Room for one more heap at least. TA_ENOMEM, TA_ELIMIT. */
ta_status ta_sparse_make_room(ta_sparse *e);
/* Room for the values of n heaps at once, so that they need not move. */
ta_status ta_sparse_room(ta_sparse *e, uint64_t n);
/* For a new engine with room for n: takes the values of [0, known), which
 * the caller has put into g, as if it had found them. */
ta_status ta_sparse_begin(ta_sparse *e, uint64_t known, uint64_t n);
/* forget.c, for a new engine: goes on at n, as one that has forgotten all but
 * the first and the last `head` values, which the caller has put into g one
 * after the other; the mask is as it was handed over. *usable is false, and the
 * engine no good any more, where that does not go together: of some file a sink
 * made, whoever made it, nothing is believed. TA_ENOMEM, TA_ELIMIT. */
ta_status ta_sparse_resume(ta_sparse *e, uint64_t n, uint64_t head,
                           uint32_t mask, bool *usable);
/* The values of [from, to), all found and not forgotten. */
void ta_sparse_values(const ta_sparse *e, uint64_t from, uint64_t to,
                      uint16_t *values);
/* Goes on to n, if it is not there yet. */
ta_status ta_sparse_run(ta_sparse *e, uint64_t n, const ta_options *options,
                        ta_error *error);
/* reach.c: before a block, what its heaps reach by splits with both parts
 * known, into rows; then for one heap all the rest, and splits with a part in
 * a list. heap.c: the value of a heap whose row is marked (2^bits if all
 * below are reached; TA_SPARSE_LOST if only splits that are forgotten may
 * reach *open). In `sample` blocks the witnesses are rated. */
void ta_sparse_mark_far(ta_sparse *e, bool sample);
void ta_sparse_mark_near(const ta_sparse *e, uint64_t h, uint8_t *row);
void ta_sparse_mark_heap(const ta_sparse *e, uint64_t h, uint8_t *row,
                         const uint32_t *list, size_t count);
uint32_t ta_sparse_value(ta_sparse *e, uint64_t h, uint8_t *row, bool sample);
/* heap.c: a part, `from` at least, of a split of heap h of that label, or 0. */
uint64_t ta_sparse_split(const ta_sparse *e, uint64_t h, uint32_t label,
                         uint64_t from, uint64_t *work);
/* heap.c: rates the witnesses by a heap above all rare ones that is found. */
void ta_sparse_rate(ta_sparse *e, uint64_t h, uint64_t *work);
/* sparse.c: chooses the mask, if heap n would want it anew. TA_ENOMEM,
 * TA_ELIMIT: rare heaps are not all listed. */
ta_status ta_sparse_choose(ta_sparse *e);
/* sparse.c: how many labels are marked, by what was needed. */
void ta_sparse_set_cover(ta_sparse *e);
/* reach.c: whether marks are made by vectors. */
bool ta_sparse_has_waves(const ta_sparse *e);
/* sparse.c: heap n gets its value. *go_on becomes false if labels change. */
ta_status ta_sparse_put(ta_sparse *e, uint32_t value, bool *go_on,
                        ta_error *error);
/* calm.c: whether no listed part is near n, and then goes on by some heaps, to
 * `end` at most. */
bool ta_sparse_is_calm(const ta_sparse *e);
/* Up to which heap it stays so, as far as splits must be unequal. */
uint64_t ta_sparse_calm_until(const ta_sparse *e, uint64_t n);
ta_status ta_sparse_calm(ta_sparse *e, uint64_t end, ta_error *error);
/* share.c: so many marks were made and heaps found; the share of the marks that
 * are expected below n. */
void ta_sparse_count(ta_sparse *e, uint64_t work, uint64_t found);
double ta_sparse_share(const ta_sparse *e, uint64_t n);
/* Labels for values below 2^bits under the mask in force, and rows for them. */
ta_status ta_sparse_set_labels(ta_sparse *e, unsigned bits);
/* The list of rare heaps. TA_ELIMIT if it may not grow. */
ta_status ta_sparse_add_rare(ta_sparse *e, uint64_t position);
static inline bool ta_sparse_is_rare(const ta_sparse *e, uint64_t position)
{
    return *ta_sparse_at(e, position) < e->labels.common;
}
/* Turns g from labels into values, and back. */
void ta_sparse_to_values(ta_sparse *e);
void ta_sparse_to_labels(ta_sparse *e);

/* ---- solve.c ---- */

/* Fills in what the engine knows: not what a search for a period found. Labels
 * may be others then. */
void ta_sparse_summarize(ta_sparse *e, ta_octal_summary *s);

/* Heaps that a run holds before it forgets any, and what the limit allows. */
uint64_t ta_octal_keep(const ta_options *options);
uint64_t ta_octal_keep_most(const ta_options *options);
/* Bytes that planes may take: none within a tight limit. */
#define TA_PLANES_BYTES (UINT64_C(2) << 20)
uint64_t ta_octal_planes_most(const ta_options *options);
/* Bytes of a run to n, as far as its rare heaps stop in time. */
uint64_t ta_octal_memory(uint64_t n, const ta_options *options);
/* Bytes that the list of rare heaps may take: what is foreseen for it, and
 * what the limit leaves beyond `need`. */
uint64_t ta_octal_list_most(const ta_options *options, uint64_t need);

/* ---- sets.c: codes with splits in three ---- */

typedef struct ta_sets {
    const ta_octal *game;
    uint16_t *g;
    uint64_t n, room;      /* values of [0, n) are known, sets of [1, n) too */
    uint64_t words;        /* of a set, a power of two: g[i] < 64 * words */
    uint64_t *two, *three; /* the set of m is at m * words; three: NULL where
                              no split in three is allowed */
    uint64_t most;         /* bytes that it may take; 0 for any number */
    unsigned largest;      /* value, and where it is first */
    uint64_t largest_at;
} ta_sets;

/* TA_ELIMIT, TA_ENOMEM. */
ta_status ta_sets_new(const ta_octal *game, uint64_t most, ta_sets **engine);
void ta_sets_free(ta_sets *e); /* accepts NULL */
/* Goes on to n. About n^2 / 6 steps of `words` words in all. TA_ERANGE (a value
 * above 65535), TA_ELIMIT, TA_ENOMEM. */
ta_status ta_sets_run(ta_sets *e, uint64_t n, ta_error *error);
/* Does what ta_octal_solve does, for games with splits in three: finds values
 * and summary of a solution that has its game, but for a saltus. */
ta_status ta_sets_solve(ta_octal_solution *solution, uint64_t n,
                        const ta_options *options, ta_error *error);
extern const ta_engine ta_octal_sets;

/* Heaps below this are found in a moment, whatever the game. */
static inline uint64_t ta_octal_moment(const ta_octal *game)
{
    return UINT64_C(1) << (game->n_third > 0 ? 13 : 20);
}

/* ---- period.c ---- */

/* The end E of the proof condition for preperiod e and period p: if
 * G(n + p) = G(n) for e <= n < E, then for all n >= e. */
uint64_t ta_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p);
/* Values that a search for a period compares at once, at most: 4 bytes each. */
enum { TA_OCTAL_TAIL = 1 << 16 };

/* The period of the last eighth of the values of [from, n), which are at g, but
 * of no more than TA_OCTAL_TAIL; 0 for none. If it has one, the long proof, or
 * in *next the heap at which that would be complete; else, or if that is far,
 * the search goes on by a quarter. By a team, or NULL. TA_ENOMEM. */
ta_status ta_octal_look(const ta_octal *game, const uint16_t *g, uint64_t from,
                        uint64_t n, ta_octal_summary *s, uint64_t *next);

/* Where the summary has no period: finds the least p such that G(i) - G(i - p)
 * is the same number, the saltus, at the end of the values of [from, n), which
 * are at g, and sets period, preperiod and saltus. The tail is as long as that
 * of ta_octal_look. g is changed and restored. TA_ENOMEM. */
ta_status ta_octal_look_saltus(uint16_t *g, uint64_t from, uint64_t n,
                               ta_octal_summary *s);

/* ---- search.c: the search for a period that goes along with a run ---- */

typedef struct ta_octal_search {
    bool long_only;
    uint64_t next;   /* heaps at which to look (again) */
    uint64_t since;  /* from here on all witnesses are known */
    uint64_t choice; /* the engine's, to see that the mask is another */
    ta_octal_summary summary;
} ta_octal_search;

/* A search along the engine, which may hold heaps that it has not found. */
void ta_octal_search_begin(ta_octal_search *q, const ta_sparse *e,
                           bool long_only);
/* Looks for a period, with a proof, among the heaps that the engine has, and
 * sets `next`; for engines that have come to it. TA_ENOMEM. */
ta_status ta_octal_search_look(ta_octal_search *q, ta_sparse *e);
/* Looks for a period with a saltus, once the search is over, where it has found
 * no period. TA_ENOMEM. */
ta_status ta_octal_search_saltus(ta_octal_search *q, ta_sparse *e);
/* "short, ..." in words, for --stats. */
void ta_octal_tell_proof(const ta_job *job, const ta_octal_summary *s);
/* From heap n on, once a period is proved: the last whole one, which ends at
 * `end`, is what repeats. */
ta_status ta_octal_hand_rest(const ta_job *job, uint64_t n, const uint16_t *end,
                             uint64_t period);

/* ---- a solution ---- */

struct ta_octal_solution {
    const ta_game *of;
    const ta_octal *game; /* the same */
    uint16_t *g;          /* values of [0, summary.known) */
    ta_octal_summary summary;
};

/* ---- run.c ---- */

/* What there is to say of the heaps below n, or to where a period is proved,
 * into options->summary, in the memory of a run that streams. */
ta_status ta_octal_survey(const ta_game *game, uint64_t n,
                          const ta_options *options, ta_error *error);

/* ---- huge.c ---- */

/* All moves from a heap to positions of value `target`; as ta_play_moves. */
ta_status ta_octal_moves_to(const ta_octal_solution *s, const char *heap,
                            unsigned target, uint64_t limit,
                            ta_status (*visit)(void *state,
                                               const ta_move *move),
                            void *state, bool *all, ta_error *error);

#endif
