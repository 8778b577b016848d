/* takeaway: take-and-break games: periods, heaps of any size. */
#ifndef TAKEAWAY_OCTAL_H
#define TAKEAWAY_OCTAL_H

#include "takeaway/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Heaps that a run to any N holds before it forgets any but a head and a tail,
 * where rare heaps have stopped by then: see src/octal/held.c. */
enum { TA_OCTAL_HELD = 1 << 25 };

/* An octal game d0.d1d2d3...: bit b of digit dt allows to take t from a heap
 * and to leave the rest in exactly b non-empty heaps, b = 0, 1, 2; d0 is 0 or
 * 4. Grundy's game (split a heap into two unequal parts) is here too. In a
 * hexadecimal game digits go to 15 ("0.3F"; d0 to 8 or C): bit 3 splits in
 * three. Source: Guy and Smith 1956; paper-notes.md, octal games.
 *
 * Values are those of normal play. Under misere play (who cannot move wins) a
 * sum is searched: ta_run has the cold ones of single heaps up to 300
 * (engine "search", "auto" or NULL), ta_play_solve sums of heaps of one game
 * with a total of at most 300; memory is what ends it before (TA_ELIMIT): a
 * limit of max_memory, or of 2 GiB without one.
 *
 * ta_game_new makes the game of a code ("0.07", ".77", "4.3", at most 255
 * digits) or a name (see ta_octal_kinds), also with "octal:" before it. */

/* Its code, "0.07" or "grundy"; NULL if the game is none. */
TA_API const char *ta_octal_code(const ta_game *game);

/* Whether the text looks like an octal game and not a subtraction set: one of
 * the names, "octal:...", or hexadecimal digits with a point. */
TA_API bool ta_octal_is_spec(const char *spec);

typedef struct ta_octal_kind {
    const char *name;    /* "kayles" */
    const char *code;    /* "0.77" */
    const char *cold;    /* OEIS number of the cold heaps, or "" */
    const char *nim;     /* OEIS number of the values, or "" */
    const char *summary; /* one line */
} ta_octal_kind;

/* All names, static; *count is their number. */
TA_API const ta_octal_kind *ta_octal_kinds(size_t *count);

/* The nim-values of an octal game and its cold heaps are computed by ta_run;
 * what is known already (options.known) are values for both.
 * Engines: "naive" (the definition, n^2 / 4 steps a way to break, n^3 / 36 a
 * way to split in three), "sets" (any code; n^2 / 6 steps), or "sparse" (octal
 * codes only); NULL and "auto" are sparse for octal codes and sets for
 * hexadecimal ones. max_memory and progress are heeded. sets computes what is
 * known again, and takes 8 or 16 bytes a heap for each 64 values, up to the
 * limit (TA_ELIMIT); for it the rest of this comment holds, but that it has
 * the long proof only.
 *
 * The sparse engine looks for a period that it can prove (see ta_octal_solve)
 * as it goes; what is proved is in options.stats, as "proof", and with all else
 * that is known in options.summary. What follows from it is handed over as one
 * block that repeats, so n may be 2^64 - 1. The blocks before it hold the
 * preperiod and a whole period, so all values that occur.
 * Returns TA_ERANGE for a value above 65535, and above 2^62 heaps if no
 * period is proved so far.
 * Cost: about linear in n where rare values die out, with a small constant for
 * each rare position; quadratic at worst. Memory: 2 bytes for each of the first
 * 2^25 heaps (of fewer within options->max_memory), which is what is predicted.
 * Longer runs hold a head and a tail of the values in the same room, if all
 * rare heaps lie in the first eighth of it. Otherwise they take more room as
 * heaps are found, up to 2^32 - 256 heaps, but not beyond options->max_memory
 * (TA_ELIMIT). Should a heap need splits that are no longer held to show that
 * it is not rare, the run finds all values once more and holds four times as
 * much; TA_ELIMIT if it must not. Rare heaps are listed besides; where they do
 * not die out, the list takes up to 1.8 bytes a heap more, within the same
 * limit. A period proved from the tail alone is right, but its preperiod may
 * not be the least.
 * Source: Berlekamp, Conway, Guy, Winning Ways, ch. 4; paper-notes.md. */

/* The memory, in bytes, of ta_octal_solve, if it has to look at all n heaps: 2
 * for each. Hexadecimal games take what the engine `sets` takes besides. */
TA_API uint64_t ta_octal_solve_memory(uint64_t n);

typedef enum ta_octal_proof {
    TA_OCTAL_UNPROVED = 0, /* no period, or only seen */
    TA_OCTAL_LONG,         /* Guy and Smith's condition holds */
    TA_OCTAL_SHORT         /* rare heaps and witnesses are bounded */
} ta_octal_proof;

/* What is known of a game. G(n + period) = G(n) + saltus for all n from
 * preperiod to the known end; for ever if it is proved (saltus is then 0). */
typedef struct ta_octal_summary {
    uint64_t known;       /* heaps computed: [0, known) */
    ta_octal_proof proof; /* how the period is proved */
    uint64_t proof_end;   /* heaps that the proof looked at: [0, it) */
    uint64_t period;      /* 0: none seen */
    uint64_t preperiod;   /* at least 1; least for this period */
    int64_t saltus;       /* may be negative if nothing is proved */
    unsigned largest;     /* value; and the first heap that has it */
    uint64_t largest_at;
    bool has_mask;            /* false: no mask was of use */
    unsigned mask;            /* a value is rare if popcount(value & mask), */
    bool parity;              /* plus n - t here, is even; t a break */
    uint64_t rare, last_rare; /* rare heaps, 0 included, and the last one */
} ta_octal_summary;

typedef struct ta_octal_solution ta_octal_solution;

/* ta_octal_solve - values, with a search for a period that can be proved.
 *
 * Computes [0, known) for growing `known` <= n until a period is proved or n
 * is reached. The condition of the long proof and the short one are stated
 * and proved in paper-notes.md, octal games.
 *   game      an octal game (else TA_EINVAL); kept: it must outlive the
 *             solution
 *   long_only use the long proof even where the short one applies
 *   options   as for ta_run; engine NULL, "auto" or "sparse"
 * Returns as ta_run. That no period was found is TA_OK. The caller frees
 * the solution.
 * Cost: as ta_run, and about 10 % for the search. */
TA_API ta_status ta_octal_solve(const ta_game *game, uint64_t n, bool long_only,
                                const ta_options *options,
                                ta_octal_solution **solution, ta_error *error);
TA_API void
ta_octal_solution_free(ta_octal_solution *solution); /* accepts NULL */
TA_API const ta_octal_summary *
ta_octal_solution_summary(const ta_octal_solution *s);
/* The values of [0, summary->known). */
TA_API const uint16_t *ta_octal_solution_values(const ta_octal_solution *s);

/* ta_octal_census - what is known of many games.
 *
 *   games, count  octal games of normal play, in any order
 *   limit         heaps of each that are looked at at most, 1 to 2^62
 *   options       NULL for defaults; threads, max_memory and progress are
 *                 heeded. progress is told the share of the games, and the
 *                 heaps that were looked at
 *   rows          out; row k is of game k, with any number of threads. A period
 *                 that is not proved is not of interest, nor its preperiod and
 *                 saltus
 * Returns as ta_run; TA_EINVAL also for a game that is no octal game. On error,
 * without a fleet, the rows of games that are done are there, and the others
 * are as they were.
 * Cost: that of ta_octal_solve for each. Memory: ta_octal_census_memory, which
 * does not grow beyond 2^25 heaps; a hexadecimal game takes that of
 * ta_octal_solve. A run that has forgotten heaps, there or within max_memory,
 * may not find a period that ta_octal_solve does, or prove it of a preperiod
 * that is not the least; TA_ELIMIT where the limit is too low for a game, which
 * *error names. */
TA_API ta_status ta_octal_census(const ta_game *const *games, size_t count,
                                 uint64_t limit, const ta_options *options,
                                 ta_octal_summary *rows, ta_error *error);
/* In bytes; saturates. */
TA_API uint64_t ta_octal_census_memory(uint64_t limit, unsigned threads);

/* The value of any heap: beyond `known` by the proved period. TA_ERANGE if it
 * is beyond and no period is proved. O(1). */
TA_API ta_status ta_octal_value(const ta_octal_solution *s, uint64_t heap,
                                unsigned *value);

/* The same for a heap of any size, given as ta_number_parse reads numbers but
 * without its bound ("10^50"). TA_EINVAL, TA_ERANGE, TA_ENOMEM. */
TA_API ta_status ta_octal_value_of(const ta_octal_solution *s, const char *heap,
                                   unsigned *value, ta_error *error);

/* A move in one heap: what is taken and the non-empty heaps that are left, as
 * decimal numbers of any size. */
typedef struct ta_move {
    bool found; /* false: there is no such move, the rest is zero */
    char *taken;
    unsigned n_parts;
    char *part[3];
} ta_move;
TA_API void ta_move_free(ta_move *move); /* leaves all zero */

/* A move from a heap of any size to a position of value `target`, if there is
 * one; there is for every target below the heap's value. The caller frees the
 * move with ta_move_free. TA_EINVAL, TA_ERANGE, TA_ENOMEM.
 * Cost: at most one look at each split of a heap below the proof's end plus
 * one period. */
TA_API ta_status ta_octal_move_to(const ta_octal_solution *s, const char *heap,
                                  unsigned target, ta_move *move,
                                  ta_error *error);

#ifdef __cplusplus
}
#endif
#endif
