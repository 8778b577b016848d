/* Values of games with splits in three (hexadecimal codes), or of any others:
 * for each m the set of values that two, and three, non-empty heaps of m
 * together can have.
 *
 * Let R_1(m) = {G(m)} and R_k(m) be the union of G(a) xor R_(k-1)(m - a) over
 * 1 <= a <= m / k: whatever k heaps there are, one is at most m / k. Heap n
 * reaches R_2(n - t) by a break t and R_3(n - t) by a split in three, and both
 * sets follow from the values of heaps below n. Sets are bits, so that a heap
 * costs n / 3 sets or-ed together and not n^2 / 12 triples. The bits of a set
 * are moved by an xor without leaving it, since their number is a power of
 * two: the words change places by its high bits, and the bits of each word by
 * its low six. Source: paper-notes.md, O6. */
#include <string.h>

#include "octal/octal-internal.h"

enum { BLOCK = 1 << 10 }; /* heaps between two polls, and handed over at once */

/* What it begins with, and the search for a period; sets come as heaps do. */
static uint64_t memory(const ta_job *job)
{
    (void)job;
    return BLOCK * (sizeof(uint16_t) + 2 * sizeof(uint64_t)) + (1 << 19);
}

void tai_sets_free(ta_sets *e)
{
    if (e == NULL)
        return;
    ta_free(e->g);
    ta_free(e->two);
    ta_free(e->three);
    ta_free(e);
}

/* Sets of `words` words for `room` heaps, from those of e->words; the new words
 * of each are 0. */
static uint64_t *wider(const ta_sets *e, const uint64_t *from, uint64_t room,
                       uint64_t words)
{
    uint64_t *to = tai_alloc_zero(room * words, sizeof *to);
    for (uint64_t m = 0; to != NULL && m < e->n; m++)
        memcpy(to + m * words, from + m * e->words, e->words * sizeof *to);
    return to;
}

static ta_status make_room(ta_sets *e, uint64_t room, uint64_t words)
{
    bool thirds = e->game->n_third > 0;
    uint64_t bytes = ta_mul_sat(room, 2 + (thirds ? 16 : 8) * words);
    uint64_t held = e->room * (2 + (thirds ? 16 : 8) * e->words);
    if (e->most != 0 && ta_add_sat(bytes, held) > e->most)
        return TA_ELIMIT;
    ta_sets w = *e;
    w.g = tai_alloc_zero(room, sizeof *w.g);
    w.two = wider(e, e->two, room, words);
    w.three = thirds ? wider(e, e->three, room, words) : NULL;
    if (w.g == NULL || w.two == NULL || (thirds && w.three == NULL)) {
        ta_free(w.g);
        ta_free(w.two);
        ta_free(w.three);
        return TA_ENOMEM;
    }
    if (e->n > 0)
        memcpy(w.g, e->g, e->n * sizeof *w.g);
    ta_free(e->g);
    ta_free(e->two);
    ta_free(e->three);
    w.room = room;
    w.words = words;
    *e = w;
    return TA_OK;
}

ta_status tai_sets_new(const ta_octal *game, uint64_t most, ta_sets **engine)
{
    *engine = tai_alloc_zero(1, sizeof **engine);
    if (*engine == NULL)
        return TA_ENOMEM;
    (*engine)->game = game;
    (*engine)->most = most;
    ta_status st = make_room(*engine, BLOCK, 1);
    if (st == TA_OK) {
        (*engine)->n = 1; /* heap 0, of value 0; its sets are empty */
    } else {
        tai_sets_free(*engine);
        *engine = NULL;
    }
    return st;
}

/* The bits of a word, bit i to i xor g. */
static uint64_t move_bits(uint64_t x, unsigned g)
{
    static const uint64_t low[6] = {
        UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
        UINT64_C(0x0f0f0f0f0f0f0f0f), UINT64_C(0x00ff00ff00ff00ff),
        UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff)};
    for (unsigned k = 0; k < 6; k++)
        if (g >> k & 1)
            x = (x & low[k]) << (1u << k) | (x >> (1u << k) & low[k]);
    return x;
}

static void add_moved(uint64_t *to, const uint64_t *from, uint64_t words,
                      unsigned g)
{
    for (uint64_t w = 0; w < words; w++)
        to[w ^ g / 64] |= move_bits(from[w], g % 64);
}

static void find_sets(ta_sets *e, uint64_t m)
{
    const uint16_t *g = e->g;
    uint64_t *two = e->two + m * e->words, words = e->words;
    for (uint64_t a = 1; 2 * a <= m; a++) {
        unsigned v = g[a] ^ g[m - a];
        if (!e->game->unequal || 2 * a < m)
            two[v / 64] |= UINT64_C(1) << v % 64;
    }
    for (uint64_t a = 1; e->three != NULL && 3 * a <= m; a++)
        add_moved(e->three + m * words, e->two + (m - a) * words, words, g[a]);
}

/* The least number that heap h does not reach. */
static unsigned value(const ta_sets *e, uint64_t h)
{
    const ta_octal *game = e->game;
    for (uint64_t w = 0; w < e->words; w++) {
        uint64_t seen = w == 0 && ta_octal_ends(game, h);
        for (unsigned i = 0; i < game->n_take; i++)
            if (game->take[i] < h) {
                unsigned v = e->g[h - game->take[i]];
                seen |= (uint64_t)(v / 64 == w) << v % 64;
            }
        for (unsigned i = 0; i < game->n_break && game->breaks[i] < h; i++)
            seen |= e->two[(h - game->breaks[i]) * e->words + w];
        for (unsigned i = 0; i < game->n_third && game->thirds[i] < h; i++)
            seen |= e->three[(h - game->thirds[i]) * e->words + w];
        if (~seen != 0)
            return (unsigned)(64 * w) + ta_ctz(~seen);
    }
    return (unsigned)(64 * e->words);
}

static ta_status find(ta_sets *e, uint64_t h)
{
    ta_status st = TA_OK;
    if (h == e->room)
        st = make_room(e, h + h / 2, e->words);
    if (st != TA_OK)
        return st;
    find_sets(e, h);
    unsigned v = value(e, h);
    if (v > TA_OCTAL_VALUE_MAX)
        return TA_ERANGE;
    e->n = h + 1;
    if (v >= 64 * e->words)
        st = make_room(e, e->room, 2 * e->words);
    if (st == TA_OK)
        e->g[h] = (uint16_t)v;
    if (v > e->largest) {
        e->largest = v;
        e->largest_at = h;
    }
    return st;
}

ta_status tai_sets_run(ta_sets *e, uint64_t n, ta_error *error)
{
    ta_status st = TA_OK;
    while (st == TA_OK && e->n < n)
        st = find(e, e->n);
    unsigned long long at = e->n;
    if (st == TA_ERANGE)
        return tai_fail(error, st, "the value of heap %llu is above 65535", at);
    if (st == TA_ELIMIT)
        return tai_fail(error, st,
                        "the sets of values of this game have outgrown the "
                        "limit on memory at heap %llu",
                        at);
    if (st != TA_OK)
        return tai_fail(error, st,
                        "no memory for the sets of values of %llu "
                        "heaps",
                        at);
    return st;
}

/* ---- with the search for a period that is proved ---- */

static ta_status sets_step(ta_sets *e, uint64_t n, ta_summary *s,
                           uint64_t *next, ta_error *error)
{
    /* no more than some milliseconds between two polls */
    uint64_t few = 1 + (UINT64_C(1) << 22) / (e->n * e->words);
    uint64_t to = ta_min_u64(n, e->n + ta_min_u64(few, BLOCK));
    if (*next > e->n)
        to = ta_min_u64(to, *next);
    ta_status st = tai_sets_run(e, to, error);
    if (st == TA_OK && e->n >= *next)
        st = tai_octal_look(e->game, e->g, 0, e->n, s, next);
    s->known = e->n;
    s->largest = (unsigned)e->largest;
    s->largest_at = e->largest_at;
    return st;
}

/* Searches for a period at the end of all heaps, even if no search is due
 * there: a period of fewer heaps need not go on. */
static ta_status sets_look_at_end(ta_sets *e, ta_summary *s)
{
    uint64_t next;
    return s->nim.proof != TA_UNPROVED
               ? TA_OK
               : tai_octal_look(e->game, e->g, 0, e->n, s, &next);
}

/* What is known is found again: the sets are needed in any case. */
ta_status tai_octal_sets_find(const ta_job *job, ta_octal_solution *whole)
{
    ta_sets *e;
    ta_summary s = {.known = 1};
    uint64_t next = 64;
    ta_status st =
        tai_sets_new(tai_game_octal(job->game), job->options->max_memory, &e);
    if (st == TA_OK)
        st = tai_job_emit_values(job, 0, 1, e->g);
    while (st == TA_OK && e->n < job->n &&
           (s.nim.proof == TA_UNPROVED || e->n < job->known)) {
        uint64_t from = e->n;
        st = sets_step(e, job->n, &s, &next, job->error);
        if (st == TA_OK)
            st = tai_job_emit_values(job, from, e->n, e->g + from);
        if (st == TA_OK)
            st = tai_job_poll(job, e->n);
    }
    if (st == TA_OK && job->options->summary != NULL) {
        st = sets_look_at_end(e, &s);
        if (st == TA_OK)
            st = tai_octal_look_saltus(e->g, 0, e->n, &s);
        *job->options->summary = s;
    }
    if (st == TA_OK)
        tai_octal_tell_proof(job, &s);
    if (st == TA_OK && whole == NULL && e->n < job->n)
        st = tai_octal_hand_rest(job, e->n, e->g + e->n, s.nim.period);
    if (st == TA_OK && whole != NULL) {
        whole->g = e->g;
        e->g = NULL;
    }
    tai_sets_free(e);
    return st;
}

static ta_status sets_run(const ta_job *job)
{
    return tai_octal_sets_find(job, NULL);
}

const ta_engine tai_octal_sets = {
    .info = {"sets",
             "sets of the values that two and three heaps have together; "
             "for hexadecimal codes"},
    .power = 2,
    .memory = memory,
    .run = sets_run};
