/* Take-and-break games: what the files of this room share. */
#ifndef TA_OCTAL_H
#define TA_OCTAL_H

#include "base/tail.h"
#include "octal/engine.h"
#include "run/job.h"

enum {
    TA_OCTAL_VALUE_MAX = 0xffff, /* values are kept in 16 bits */
};

/* Positions are kept in 32 bits, and so are the links of the period search. */
#define TA_OCTAL_N_MAX UINT64_C(0xffffff00)

/* ---- naive.c: the definition ---- */

/* The value of heap h, given those below it: the mex of its options. `seen`
 * has TA_OCTAL_VALUE_MAX + 2 entries, all 0; those of options become 1. */
unsigned tai_octal_mex(const ta_octal *game, const uint16_t *values, uint64_t h,
                       uint8_t *seen);

ta_status tai_octal_naive(const ta_octal *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error);

/* ---- breaks.c: the moves of a heap ---- */

/* The move after *turn, or the first if *turn is none of this heap; false if
 * there are no more. turn->heap is not looked at. */
bool tai_breaks_next(const ta_octal *game, uint64_t heap, ta_turn *turn);
/* Is it by the rules? Puts the parts in the order of tai_breaks_next. */
bool tai_breaks_legal(const ta_octal *game, uint64_t heap, ta_turn *turn);

/* ---- limits.c ---- */

/* The sizes of a run within the limit on memory. */
typedef struct octal_limits {
    uint64_t keep;   /* Heaps to hold before any are discarded. */
    uint64_t most;   /* Heaps for which there may be memory. */
    uint64_t known;  /* Heaps of the resumed prefix that are read; the others
                        are computed again. 0 for a truncated checkpoint. */
    uint64_t rare;   /* Bytes that the list of rare heaps may take. */
    uint64_t planes; /* Bytes that planes may take. */
    uint64_t bytes;  /* The prediction. It is too low if rare heaps go on for
                        long, and under a limit it leaves out the planes. */
} octal_limits;

/* Computes the sizes from n, the resumed prefix and the options of a job. */
octal_limits tai_octal_limits(const ta_job *job);
/* Makes an engine for a run within its limits, with memory for the labels of
 * `room` heaps. TA_ENOMEM, which *error explains. */
ta_status tai_octal_engine_for(const ta_job *job, uint64_t room, uint64_t keep,
                               tai_pool *pool, octal_engine **engine);

/* ---- octal-run.c ---- */

struct ta_octal_solution {
    const ta_game *of;
    const ta_octal *game; /* the same */
    bool long_only;       /* The search accepts the long proof only. */
    uint16_t *g;          /* values of [0, summary.known) */
    ta_summary summary;
};

enum { TAI_OCTAL_GRAIN = 14 }; /* log2 of the heaps of a block. */

/* Finds the heaps of a job, whose codes have no splits in three, and hands them
 * over. With `whole` nothing is discarded, and the values become those of the
 * solution. The summary goes to options->summary, if that is not NULL. */
ta_status tai_octal_find(const ta_job *job, ta_octal_solution *whole);

/* The values of [0, summary->known). */
const uint16_t *tai_octal_solution_values(const ta_octal_solution *s);
/* Sets *value to the value of any heap, by the period beyond `known`. Returns
 * TA_ERANGE if the heap is beyond and no period is proved. */
ta_status tai_octal_value(const ta_octal_solution *s, uint64_t heap,
                          unsigned *value);

/* ---- octal-census.c ---- */

/* Returns the bytes of ta_octal_census if each thread may allocate `each` (0:
 * any number of bytes). */
uint64_t tai_octal_census_memory(uint64_t limit, uint64_t each,
                                 unsigned threads);

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
ta_status tai_sets_new(const ta_octal *game, uint64_t most, ta_sets **engine);
void tai_sets_free(ta_sets *e); /* accepts NULL */
/* Goes on to n. About n^2 / 6 steps of `words` words in all. TA_ERANGE (a value
 * above 65535), TA_ELIMIT, TA_ENOMEM. */
ta_status tai_sets_run(ta_sets *e, uint64_t n, ta_error *error);
/* Does what tai_octal_find does, for games with splits in three. */
ta_status tai_octal_sets_find(const ta_job *job, ta_octal_solution *whole);
extern const ta_engine tai_octal_sets;

/* Heaps below this are found in a moment, whatever the game. */
static inline uint64_t ta_octal_moment(const ta_octal *game)
{
    return UINT64_C(1) << (game->n_third > 0 ? 13 : 20);
}

/* ---- octal-period.c ---- */

/* The end E of the proof condition for preperiod e and period p: if
 * G(n + p) = G(n) for e <= n < E, then for all n >= e. */
uint64_t tai_octal_proof_end(const ta_octal *game, uint64_t e, uint64_t p);
/* Values that a search for a period compares at once, at most: 4 bytes each. */
enum { TA_OCTAL_TAIL = 1 << 16 };

/* The period of the last eighth of the values of [from, n), which are at g, but
 * of no more than TA_OCTAL_TAIL; 0 for none. If it has one, the long proof, or
 * in *next the heap at which that would be complete; else, or if that is far,
 * the search goes on by a quarter. TA_ENOMEM. */
ta_status tai_octal_look(const ta_octal *game, const uint16_t *g, uint64_t from,
                         uint64_t n, ta_summary *s, uint64_t *next);

/* Where the summary has no period: finds the least p such that G(i) - G(i - p)
 * is the same number, the saltus, at the end of the values of [from, n), which
 * are at g, and sets period, preperiod and saltus. The tail is as long as that
 * of tai_octal_look. g is changed and restored. TA_ENOMEM. */
ta_status tai_octal_look_saltus(uint16_t *g, uint64_t from, uint64_t n,
                                ta_summary *s);

/* The search for a period that goes along with a run. */
typedef struct ta_octal_search {
    bool long_only;
    uint64_t next;   /* The number of heaps at which to look again. */
    uint64_t since;  /* From here on all witnesses are known. */
    uint64_t choice; /* Heap of the engine's next mask: another has other
                        witnesses. */
    ta_summary summary;
} ta_octal_search;

/* Begins a search along an engine, which may hold heaps that it has not found.
 */
void tai_octal_search_begin(ta_octal_search *q, const octal_engine *e,
                            bool long_only);
/* Looks for a period, with a proof, among the heaps that the engine has proved,
 * and sets `next`. TA_ENOMEM. */
ta_status tai_octal_search_look(ta_octal_search *q, octal_engine *e);
/* Ends the search: looks once more if nothing is proved, and for a period with
 * a saltus if there is none without. TA_ENOMEM. */
ta_status tai_octal_search_end(ta_octal_search *q, octal_engine *e);
/* "short, ..." in words, for --stats. */
void tai_octal_tell_proof(const ta_job *job, const ta_summary *s);
/* From heap n on, once a period is proved: the last whole one, which ends at
 * `end`, is what repeats. */
ta_status tai_octal_hand_rest(const ta_job *job, uint64_t n,
                              const uint16_t *end, uint64_t period);

/* ---- octal-solve.c ---- */

/* What there is to say of the heaps below n, or to where a period is proved,
 * into options->summary, in the memory of a run that streams. */
ta_status tai_octal_survey(const ta_game *game, uint64_t n,
                           const ta_options *options, ta_error *error);

/* ---- huge.c ---- */

/* Finds a move from a heap of any size to a position of value `target`; there
 * is one for every target below the heap's value. The caller frees the move by
 * tai_move_free. Returns TA_EINVAL, TA_ERANGE or TA_ENOMEM. Cost: at most one
 * look at each split of a heap below the proof's end plus one period. */
ta_status tai_octal_move_to(const ta_octal_solution *s, const char *heap,
                            unsigned target, ta_move *move, ta_error *error);
/* Frees the texts of a move, which becomes zero. */
void tai_move_free(ta_move *move);

/* All moves from a heap to positions of value `target`; as ta_play_moves. */
ta_status tai_octal_moves_to(const ta_octal_solution *s, const char *heap,
                             unsigned target, uint64_t limit,
                             ta_status (*visit)(void *state,
                                                const ta_move *move),
                             void *state, bool *all, ta_error *error);

#endif
