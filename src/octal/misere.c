/* Decides sums of heaps of one octal game under misère play by a quotient
 * (quotient.c) or by a search, depth first (paper-notes.md, O7). A position is
 * a multiset of heaps, without heaps that have no move and without pairs of
 * heaps all of whose moves leave such heaps. A hash table keeps decided
 * positions by their number among all partitions, so it is exact. The file is
 * long because quotient and search give one answer. Begin at sums_decide. */
#include <string.h>

#include "octal/misere.h"

enum {
    TOTAL = TA_SUMS_TOTAL,
    /* so many positions are searched faster than a quotient is found */
    FEW = 1 << 16,
    /* positions looked up between two polls */
    LOOKS = 1 << 14,
    /* a power of two, as all sizes of the table */
    FIRST_SLOTS = 1 << 12
};

typedef struct position {
    uint16_t part[TOTAL]; /* decreasing */
    unsigned count;
    /* Cold by the rule of misère Nim for the nim-values: if some is above 1,
     * nim-sum 0, else 1. Mostly right; such options are tried first. */
    bool likely_cold;
    uint64_t number;
} position;

struct tai_sums {
    const tai_octal *game;
    /* partitions of m into parts <= k */
    uint64_t at_most[TOTAL + 1][TOTAL + 1];
    /* partitions of all numbers below m */
    uint64_t before[TOTAL + 2];
    uint16_t value[TOTAL + 1];
    /* What stands for heap h in positions: 0 without a move, `star` if all
     * moves leave heaps without a move, else h. */
    uint16_t as[TOTAL + 1];
    uint16_t star;                 /* the least such heap, or 0 */
    position stack[2 * TOTAL + 2]; /* each is an option of the one before */
    uint64_t *slot; /* 0: empty; else 2 * (number + 1), plus 1 if it is cold */
    uint64_t slots, used;
    uint64_t most;   /* bytes of the table */
    uint64_t looked; /* lookups so far */
    tai_quotient *quotient;
    bool sought;      /* the quotient has been, or is not to be */
    uint64_t largest; /* heap of an admitted sum, or 0 */
};

/* ---- positions ---- */

/* Adds what stands for `heap`; two of s->star cancel. */
static void position_add(const tai_sums *s, position *p, uint64_t heap)
{
    const uint16_t part = s->as[heap];
    unsigned i = 0;
    if (part == 0)
        return;
    while (i < p->count && p->part[i] > part)
        i++;
    uint16_t *at = p->part + i;
    const unsigned pair = i < p->count && *at == part && part == s->star;
    memmove(at + 1 - pair, at + pair, (p->count - i - pair) * sizeof *at);
    p->count = p->count + 1 - 2 * pair;
    if (!pair)
        *at = part;
}

/* Sets p->likely_cold and p->number. */
static void position_finish(const tai_sums *s, position *p)
{
    unsigned total = 0, sum = 0, above = 0;
    for (unsigned i = 0; i < p->count; i++) {
        const unsigned value = s->value[p->part[i]];
        total += p->part[i];
        sum ^= value;
        above += value > 1;
    }
    p->likely_cold = sum == (above > 0 ? 0 : 1);
    p->number = s->before[total];
    for (unsigned i = 0; i < p->count; i++) {
        p->number += s->at_most[total][p->part[i] - 1];
        total -= p->part[i];
    }
}

/* ---- the table of positions that are decided ---- */

/* Returns the slot of this number, or the empty one where it belongs. */
static uint64_t *slot_of(const tai_sums *s, uint64_t number)
{
    uint64_t i = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (i ^= i >> 32;; i++) {
        uint64_t *slot = &s->slot[i & (s->slots - 1)];
        if (*slot == 0 || *slot >> 1 == number + 1)
            return slot;
    }
}

/* Copies the table. Returns TA_ELIMIT if both exceed s->most, or TA_ENOMEM. */
static ta_status slots_resize(tai_sums *s, uint64_t slots)
{
    uint64_t *before = s->slot, count = s->slots;
    if (tai_mul_sat(count + slots, sizeof *before) > s->most)
        return TA_ELIMIT;
    uint64_t *slot = tai_alloc_zero(slots, sizeof *slot);
    if (slot == NULL)
        return TA_ENOMEM;
    s->slot = slot;
    s->slots = slots;
    for (uint64_t i = 0; i < count; i++)
        if (before[i] != 0)
            *slot_of(s, (before[i] >> 1) - 1) = before[i];
    ta_free(before);
    return TA_OK;
}

/* ---- the search ---- */

/* Decides s->stack[depth], which has a move. A move lowers the number of tokens
 * or raises that of heaps, so depth < 2 * TOTAL. Returns as tai_sums_cold,
 * or TA_ERANGE once to seek a quotient. */
static ta_status sums_decide(tai_sums *s, unsigned depth,
                             const ta_options *options, bool *cold)
{
    const position *p = &s->stack[depth];
    position *to = &s->stack[depth + 1];
    const uint64_t entry = *slot_of(s, p->number);
    bool hot = false;
    ta_status st = TA_OK;
    if (++s->looked % LOOKS == 0)
        st = tai_poll(options, 0, s->used);
    *cold = entry & 1;
    if (st != TA_OK || entry != 0)
        return st;
    if (s->used >= FEW && !s->sought && s->largest > 0)
        return TA_ERANGE;
    /* All parts twice: first for likely cold options, then for others. */
    for (unsigned k = 0; k < 2 * p->count && !hot; k++) {
        const unsigned i = k % p->count;
        if (i > 0 && p->part[i] == p->part[i - 1])
            continue;
        const bool likely_cold = k < p->count;
        ta_turn turn = {0};
        while (!hot && tai_breaks_next(s->game, p->part[i], &turn)) {
            to->count = 0;
            for (unsigned other = 0; other < p->count; other++)
                if (other != i)
                    to->part[to->count++] = p->part[other];
            for (unsigned part = 0; part < TA_OCTAL_PARTS; part++)
                position_add(s, to, turn.left[part]);
            position_finish(s, to);
            /* Without a move a position is hot. */
            if (to->count == 0 || to->likely_cold != likely_cold)
                continue;
            st = sums_decide(s, depth + 1, options, &hot);
            if (st != TA_OK)
                return st;
        }
    }
    if (s->used >= s->slots / 4 * 3)
        st = slots_resize(s, 2 * s->slots);
    if (st != TA_OK)
        return st;
    *cold = !hot;
    *slot_of(s, p->number) = 2 * (p->number + 1) + *cold;
    s->used++;
    return TA_OK;
}

static ta_status seek_quotient(tai_sums *s, const ta_options *options)
{
    s->sought = true;
    return tai_quotient_bytes() > s->most
               ? TA_OK
               : tai_quotient_find(s->game, s->largest, options, &s->quotient);
}

ta_status tai_sums_cold(tai_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold)
{
    position *p = s->stack;
    uint64_t total = 0;
    unsigned element = 0;
    ta_status st = TA_OK;
    *cold = false;
    if (s->quotient != NULL) {
        for (size_t i = 0; i < count; i++)
            element = tai_quotient_add(s->quotient, element, heaps[i]);
        *cold = tai_quotient_cold(s->quotient, element);
        return TA_OK;
    }
    for (size_t i = 0; i < count; i++)
        total = tai_add_sat(total, heaps[i]);
    if (total > TOTAL)
        return TA_ERANGE;
    p->count = 0;
    for (size_t i = 0; i < count; i++)
        position_add(s, p, heaps[i]);
    position_finish(s, p);
    if (p->count > 0)
        st = sums_decide(s, 0, options, cold);
    if (st != TA_ERANGE)
        return st;
    st = seek_quotient(s, options);
    return st == TA_OK ? tai_sums_cold(s, heaps, count, options, cold) : st;
}

/* Returns a bound on the positions that may come of a sum, of which some half
 * are searched; 0, no bound, if no move splits a heap. A move that takes t adds
 * at most one heap for each b tokens, b the least t of a split, and two if it
 * splits in three. */
static uint64_t sums_bound(const tai_sums *s, uint64_t total, size_t count)
{
    const tai_octal *game = s->game;
    uint64_t positions = 0, least = UINT64_MAX;
    if (game->n_break > 0)
        least = game->breaks[0];
    if (game->n_third > 0)
        least = tai_min_u64(least, game->thirds[0]);
    if (least == UINT64_MAX)
        return 0;
    for (uint64_t m = 0; m <= total; m++) {
        uint64_t more = least > 0 ? (total - m) / least : TOTAL;
        more *= game->n_third > 0 ? 2 : 1;
        positions =
            tai_add_sat(positions, s->at_most[m][tai_min_u64(m, count + more)]);
    }
    return positions;
}

ta_status tai_sums_admit(tai_sums *s, const uint64_t *heaps, size_t count,
                         const ta_options *options, ta_error *error)
{
    /* A minute or less, in a table of 1 GiB that does not fill up. */
    enum { POSITIONS = 40000000 };
    uint64_t total = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        total = tai_add_sat(total, heaps[i]);
        largest = tai_max_u64(largest, heaps[i]);
    }
    ta_status st = TA_OK;
    s->largest = tai_max_u64(s->largest, largest);
    if (!s->sought &&
        (total > TOTAL || sums_bound(s, total, count) > POSITIONS))
        st = seek_quotient(s, options);
    if (st != TA_OK || s->quotient != NULL)
        return st;
    if (total > TOTAL)
        return TA_ERANGE;
    uint64_t most = total; /* that is searched in as many heaps */
    while (sums_bound(s, most, count) > POSITIONS)
        most--;
    return most == total
               ? TA_OK
               : tai_fail(error, TA_ELIMIT,
                          "misere play of %llu coins of %s, for which no small "
                          "quotient is found, may meet more than "
                          "4e7 positions, which take too long; at most %llu "
                          "coins in as many heaps are searched; normal play "
                          "goes further",
                          (unsigned long long)total, s->game->code,
                          (unsigned long long)most);
}

const tai_quotient *tai_sums_quotient(const tai_sums *s)
{
    return s->quotient;
}

/* Half is for the rest of the run. */
static uint64_t slots_most(const ta_options *options)
{
    const uint64_t limit = options != NULL ? options->max_memory : 0;
    return (limit != 0 ? limit : UINT64_C(1) << 31) / 2;
}

ta_status tai_sums_new(const tai_octal *game, const ta_options *options,
                       tai_sums **sums)
{
    tai_sums *s = *sums = tai_alloc_zero(1, sizeof *s);
    if (s == NULL)
        return TA_ENOMEM;
    s->game = game;
    s->most = slots_most(options);
    ta_status st = slots_resize(s, FIRST_SLOTS);
    if (st == TA_OK)
        st = tai_octal_naive(game, TOTAL + 1, NULL, s->value, NULL);
    if (st != TA_OK) {
        tai_sums_free(s);
        *sums = NULL;
        return st;
    }
    for (unsigned m = 0; m <= TOTAL; m++) {
        s->at_most[m][0] = m == 0;
        for (unsigned k = 1; k <= TOTAL; k++)
            s->at_most[m][k] =
                s->at_most[m][k - 1] + (k <= m ? s->at_most[m - k][k] : 0);
        s->before[m + 1] = s->before[m] + s->at_most[m][m];
    }
    for (uint16_t h = 0; h <= TOTAL; h++) {
        bool has_move = false, leaves_moves = false;
        for (ta_turn t = {0}; tai_breaks_next(game, h, &t); has_move = true)
            for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
                leaves_moves |= s->as[t.left[k]] != 0;
        if (has_move && !leaves_moves && s->star == 0)
            s->star = h;
        s->as[h] = leaves_moves ? h : has_move ? s->star : 0;
    }
    return TA_OK;
}

void tai_sums_free(tai_sums *s)
{
    if (s != NULL) {
        ta_free(s->slot);
        ta_free(s->quotient);
    }
    ta_free(s);
}

ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error)
{
    char text[32];
    if (st == TA_ELIMIT && (error == NULL || error->text[0] == '\0'))
        return tai_fail(error, st,
                        "the search of misere play has outgrown %s at a total "
                        "of %llu: a limit on memory twice that, or smaller "
                        "heaps, may do",
                        tai_bytes_text(slots_most(options), text),
                        (unsigned long long)total);
    if (st == TA_ERANGE)
        return tai_fail(error, st,
                        "no small misere quotient is found, which takes 20 MB; "
                        "without one heaps of at most %d together are "
                        "searched; normal play goes further",
                        TOTAL);
    if (st == TA_ENOMEM)
        return tai_fail(error, st, "no memory for the search of misere play");
    return st;
}

/* ---- single heaps, as cold positions ---- */

/* 4 slots a position: a table that is three quarters full is copied to one of
 * twice its size. */
static uint64_t misere_memory(const tai_job *job)
{
    const uint64_t n = tai_min_u64(job->n, TOTAL + 1);
    uint64_t ways[TOTAL + 1] = {1}, spare = 1 << 17, slots = 2 * FIRST_SLOTS;
    for (uint64_t k = 1; k < n; k++)
        for (uint64_t m = k; m < n; m++)
            ways[m] += ways[m - k];
    for (uint64_t m = 0; m < n; m++)
        slots += 4 * ways[m];
    if (slots > 4 * FEW && tai_quotient_bytes() <= slots_most(job->options))
        spare += tai_quotient_bytes();
    return sizeof(tai_sums) + spare +
           tai_min_u64(tai_mul_sat(slots, sizeof(uint64_t)),
                       slots_most(job->options));
}

static const tai_engine by_search;

static ta_status misere_hand_out(const tai_job *job, const tai_quotient *q)
{
    const tai_quotient_about a = tai_quotient_summary(q);
    uint16_t *hot = tai_alloc(a.preperiod + a.period, sizeof *hot);
    for (uint64_t h = 0; hot != NULL && h < a.preperiod + a.period; h++)
        hot[h] = !tai_quotient_cold(q, tai_quotient_add(q, 0, h));
    const ta_status st =
        hot != NULL ? tai_past_hand_out(job, hot, a.preperiod, a.period)
                    : TA_ENOMEM;
    ta_free(hot);
    return st;
}

static ta_status misere_run(const tai_job *job)
{
    tai_sums *s = NULL;
    uint64_t h = tai_max_u64(job->n, 1) - 1;
    ta_status st = tai_sums_new(tai_game_octal(job->game), job->options, &s);
    if (st == TA_OK) {
        s->sought = job->engine == &by_search;
        st = tai_sums_admit(s, &h, 1, job->options, NULL);
        st = st == TA_ELIMIT ? TA_OK : st; /* smaller heaps are admitted */
    }
    const bool periodic =
        st == TA_OK && tai_quotient_summary(s->quotient).period != 0;
    if (periodic)
        st = misere_hand_out(job, s->quotient);
    for (h = 0; h < job->n && st == TA_OK && !periodic; h++) {
        bool cold = false;
        st = tai_sums_admit(s, &h, 1, job->options, job->error);
        if (st == TA_OK)
            st = tai_sums_cold(s, &h, 1, job->options, &cold);
        if (st == TA_OK && h >= job->known)
            st = tai_job_emit_positions(job, h, h + 1, &h, cold);
        if (st == TA_OK)
            st = tai_job_poll(job, h + 1);
    }
    if (st == TA_OK)
        tai_report_add(job->options->stats, "chosen", "%s",
                       tai_quotient_summary(s->quotient).text);
    tai_sums_free(s);
    return tai_sums_fail(st, job->options, h > 0 ? h - 1 : 0, job->error);
}

static const tai_engine by_search = {
    .info = {"naive", "positions of all sums that come of a heap, depth first"},
    .power = 4,
    .memory = misere_memory,
    .run = misere_run};
static const tai_engine automatic = {
    .info = {"auto", "search, or a quotient if one is found"},
    .power = 4,
    .memory = misere_memory,
    .run = misere_run};
static const tai_engine *const engines[] = {&by_search, &automatic};

const tai_quantity tai_octal_misere = {
    .name = "misere play of octal games",
    .content = TA_CONTENT_COLD,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = 6,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
};
