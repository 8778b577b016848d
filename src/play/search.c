/* Misere sums by exact search.
 *
 * Nim-values say nothing of misere sums, so every position of the sum is
 * decided: it is cold iff it has a move and no option is cold. Positions are
 * bits; the largest heap is the coordinate within a row, so that the options
 * by the other heaps are or-ed in as whole rows, and only the moves of the
 * largest heap go bit by bit, from each cold position to what it makes hot. */
#include <stdlib.h>
#include <string.h>

#include "play/play.h"

uint64_t ta_misere_positions(const uint64_t *size, unsigned n)
{
    uint64_t product = 1;
    for (unsigned i = 0; i < n; i++)
        product = ta_mul_sat(product, ta_add_sat(size[i], 1));
    return product;
}

typedef struct search {
    ta_misere *m;
    uint64_t *set[3], least[3]; /* by axis */
    size_t count[3];
    uint64_t end;  /* positions of a row */
    uint64_t *hot; /* of the row in work */
    /* The third set as bits, after a word that is 0; NULL where it has so few
     * elements that they are pushed one by one. */
    uint64_t *bits;
} search;

static uint64_t *row(const ta_misere *m, uint64_t a, uint64_t b)
{
    return m->cold + (a * m->rows[1] + b) * m->words;
}

static void add(uint64_t *to, const uint64_t *from, uint64_t words)
{
    for (uint64_t w = 0; w < words; w++)
        to[w] |= from[w];
}

/* What the moves of the first heap make hot, for a whole plane at once, since
 * planes are read as they lie in memory. It waits where the cold positions of
 * the plane will be. */
static void add_planes(search *s, uint64_t a)
{
    const ta_misere *m = s->m;
    uint64_t words = m->rows[1] * m->words;
    memset(row(m, a, 0), 0, words * sizeof *m->cold);
    for (size_t k = 0; k < s->count[0] && s->set[0][k] <= a; k++)
        add(row(m, a, 0), row(m, a - s->set[0][k], 0), words);
}

static void add_rows(search *s, uint64_t a, uint64_t b)
{
    const ta_misere *m = s->m;
    memcpy(s->hot, row(m, a, b), m->words * sizeof *s->hot);
    for (size_t k = 0; k < s->count[1] && s->set[1][k] <= b; k++)
        add(s->hot, row(m, a, b - s->set[1][k]), m->words);
}

/* Who cannot move wins. */
static void add_ends(search *s, uint64_t a, uint64_t b)
{
    if (a >= s->least[0] || b >= s->least[1])
        return;
    for (uint64_t c = 0; c < s->end && c < s->least[2]; c++)
        s->hot[c / 64] |= UINT64_C(1) << c % 64;
}

/* What position c of the row makes hot. */
static void push(search *s, uint64_t c)
{
    uint64_t words = s->m->words - c / 64, *hot = s->hot + c / 64;
    const uint64_t *bits = s->bits;
    unsigned by = c % 64;
    if (bits != NULL && by == 0) {
        add(hot, bits + 1, words);
    } else if (bits != NULL) {
        for (uint64_t w = 0; w < words; w++)
            hot[w] |= bits[w + 1] << by | bits[w] >> (64 - by);
    } else {
        for (size_t k = 0; k < s->count[2] && s->set[2][k] < s->end - c; k++) {
            uint64_t t = c + s->set[2][k];
            s->hot[t / 64] |= UINT64_C(1) << t % 64;
        }
    }
}

static void finish_row(search *s, uint64_t *cold)
{
    for (uint64_t w = 0; w < s->m->words; w++) {
        uint64_t left = ~(uint64_t)0;
        if (64 * w + 64 > s->end)
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign) */
            left >>= 64 * w + 64 - s->end; /* by less than 64 */
        cold[w] = 0;
        while ((left & ~s->hot[w]) != 0) {
            unsigned bit = ta_ctz(left & ~s->hot[w]);
            cold[w] |= UINT64_C(1) << bit;
            left &= ~(uint64_t)1 << bit; /* what is above this bit */
            push(s, 64 * w + bit);
        }
    }
}

static ta_status search_all(search *s, const ta_options *options)
{
    uint64_t a_end = s->m->rows[0], b_end = s->m->rows[1], done = 0;
    uint64_t pause = 1 + (1 << 16) / s->m->words;
    for (uint64_t a = 0; a < a_end; a++) {
        add_planes(s, a);
        for (uint64_t b = 0; b < b_end; b++, done++) {
            if (done % pause == 0 &&
                ta_poll(options, (double)done / (double)(a_end * b_end),
                        done * s->end) != TA_OK)
                return TA_ECANCELLED;
            add_rows(s, a, b);
            add_ends(s, a, b);
            finish_row(s, row(s->m, a, b));
        }
    }
    return TA_OK;
}

/* A vector of words costs about as much as one push. */
static ta_status choose_push(search *s)
{
    enum { VECTOR = 2 };
    if (s->count[2] < s->m->words / VECTOR)
        return TA_OK;
    s->bits = ta_alloc_zero(s->m->words + 1, sizeof *s->bits);
    if (s->bits == NULL)
        return TA_ENOMEM;
    for (size_t k = 0; k < s->count[2]; k++)
        s->bits[1 + s->set[2][k] / 64] |= UINT64_C(1) << s->set[2][k] % 64;
    return TA_OK;
}

/* The axes: heaps by size, the largest last; missing heaps are empty. */
static void lay_out(ta_misere *m, search *s)
{
    for (unsigned k = 0; k < 3; k++)
        m->axis[k] = k;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 2; k++)
            if (m->size[m->axis[k]] > m->size[m->axis[k + 1]]) {
                unsigned swap = m->axis[k];
                m->axis[k] = m->axis[k + 1];
                m->axis[k + 1] = swap;
            }
    m->rows[0] = m->size[m->axis[0]] + 1;
    m->rows[1] = m->size[m->axis[1]] + 1;
    s->end = m->size[m->axis[2]] + 1;
    m->words = ta_bits_words(s->end);
}

ta_status ta_misere_solve(const ta_game *const *game, const uint64_t *size,
                          unsigned n, const ta_options *options, ta_misere *m,
                          ta_error *error)
{
    search s = {.m = m};
    *m = (ta_misere){.n = n};
    memcpy(m->size, size, n * sizeof *size);
    lay_out(m, &s);
    uint64_t words = m->rows[0] * m->rows[1] * m->words;
    uint64_t need = ta_add_sat(ta_mul_sat(8, words), 16 * m->words);
    ta_status st =
        ta_admit(options, need, error,
                 "the search through all positions of the sum needs");
    if (st != TA_OK)
        return st;
    for (unsigned k = 0; k < 3 && st == TA_OK; k++) {
        unsigned i = m->axis[k];
        s.least[k] = UINT64_MAX;
        if (i >= n)
            continue;
        s.least[k] = ta_game_least(game[i]);
        st = ta_game_elements(game[i], size[i] + 1, &s.set[k], &s.count[k]);
    }
    m->cold = ta_alloc(words, sizeof *m->cold);
    s.hot = ta_alloc(m->words, sizeof *s.hot);
    if (m->cold == NULL || s.hot == NULL)
        st = TA_ENOMEM;
    if (st == TA_OK)
        st = choose_push(&s);
    if (st == TA_OK)
        st = search_all(&s, options);
    for (unsigned k = 0; k < 3; k++)
        free(s.set[k]);
    ta_free(s.hot);
    ta_free(s.bits);
    if (st == TA_ENOMEM)
        ta_fail(error, st, "no memory for the positions of the sum");
    if (st == TA_ECANCELLED)
        ta_fail(error, st, "stopped on request");
    if (st != TA_OK)
        ta_misere_free(m);
    return st;
}

bool ta_misere_is_cold(const ta_misere *m, const uint64_t *heap)
{
    uint64_t at[3];
    for (unsigned k = 0; k < 3; k++)
        at[k] = m->axis[k] < m->n ? heap[m->axis[k]] : 0;
    return row(m, at[0], at[1])[at[2] / 64] >> at[2] % 64 & 1;
}

void ta_misere_free(ta_misere *m)
{
    ta_free(m->cold);
    m->cold = NULL;
}
