/* Every move but those of a finite set X: nim-values one after the other
 * (tai_all_but_step), and those of any heap from a proved period
 * (tai_all_but_form). Words and proofs: README.md, F2; play-internal.h. */
#include "game/form.h"
#include "play/play-internal.h"

void tai_all_but_end(all_but *b)
{
    ta_free(b->excluded);
    ta_free(b->value);
    *b = (all_but){0};
}

ta_status tai_all_but_begin(const ta_game *game, all_but *b)
{
    const uint64_t k = game->ranges.all_from - 1, classes = 2 * k + 1;
    /* |X|: the bound on the other numbers is exact for ranges. */
    const uint64_t count = k - tai_game_count_bound(game, k + 1);
    *b = (all_but){.largest = k,
                   .excluded = tai_alloc(count, sizeof *b->excluded),
                   .value =
                       tai_alloc_zero(k + 1 + 2 * classes, sizeof *b->value)};
    if (b->excluded == NULL || b->value == NULL) {
        tai_all_but_end(b);
        return TA_ENOMEM;
    }
    b->heaps = b->value + k + 1;
    b->separated = b->heaps + classes;
    /* X lies in the gaps below the ranges of S, the last of which is all above
     * K. */
    const ta_range *range = game->ranges.range;
    for (uint64_t x = 1; x <= k; x++) {
        range += x > range->last;
        if (x < range->first)
            b->excluded[b->count++] = x;
    }
    return TA_OK;
}

/* The value is the least that is free, all heaps that have it being at
 * distances in X, or `top`. The first pass counts, the second clears the
 * counters. */
uint64_t tai_all_but_step(all_but *b)
{
    const uint64_t n = b->next++, classes = 2 * b->largest + 1;
    uint64_t least = b->top;
    for (int clears = 0; clears < 2; clears++)
        for (size_t k = 0; k < b->count && b->excluded[k] <= n; k++) {
            const uint64_t v =
                b->value[(n - b->excluded[k]) % (b->largest + 1)];
            uint64_t *const separated = &b->separated[v % classes];
            if (clears)
                *separated = 0;
            else if (++*separated == b->heaps[v % classes])
                least = tai_min_u64(least, v);
        }
    if (least == b->top) {
        /* The place was of top - 2 K - 1, which comes no more. */
        b->heaps[least % classes] = 0;
        b->top++;
    }
    b->heaps[least % classes]++;
    return b->value[n % (b->largest + 1)] = least;
}

/* ---- the values of all heaps ---- */

typedef struct all_but_form {
    closed_form form; /* begins here, so that a form may be cast to this */
    all_but walk;
    uint64_t *value; /* of [0, count) */
    uint64_t count;  /* E + p + K + 1 in F2, where the next are named, too */
    uint64_t from, period, saltus; /* E, p, c */
    uint64_t top;                  /* F = T(E) */
} all_but_form;

void tai_all_but_free(closed_form *form)
{
    all_but_form *f = (all_but_form *)form;
    if (f == NULL)
        return;
    tai_all_but_end(&f->walk);
    ta_free(f->value);
    ta_free(f);
}

uint64_t tai_reduce(const mpz_t n, uint64_t from, uint64_t step, mpz_t times)
{
    mpz_set_ui(times, 0);
    if (mpz_cmp_ui(n, from) < 0)
        return mpz_get_ui(n);
    mpz_sub_ui(times, n, from);
    return from + mpz_fdiv_q_ui(times, times, step);
}

static void form_value(const closed_form *form, const mpz_t heap, mpz_t value)
{
    const all_but_form *f = (const all_but_form *)form;
    const uint64_t n = tai_reduce(heap, f->from, f->period, value);
    mpz_mul_ui(value, value, f->saltus);
    mpz_add_ui(value, value, f->value[n]);
}

static bool is_excluded(const all_but *b, const mpz_t taken)
{
    if (mpz_cmp_ui(taken, b->largest) > 0)
        return false;
    /* There is such a k, since the last of X is `largest`. */
    const uint64_t k =
        tai_first_at_least(b->excluded, b->count, mpz_get_ui(taken));
    return b->excluded[k] == mpz_get_ui(taken);
}

/* Heaps of the target are those of the reduced target, all in the table (F2),
 * `shift` higher. The highest first, so that `taken` increases. */
static void form_move(const closed_form *form, const mpz_t heap,
                      const mpz_t target, uint64_t k, mpz_t taken)
{
    const all_but_form *f = (const all_but_form *)form;
    mpz_t shift, left;
    mpz_inits(shift, left, NULL);
    const uint64_t value = tai_reduce(target, f->top, f->saltus, shift);
    mpz_mul_ui(shift, shift, f->period);
    mpz_set_ui(taken, 0);
    for (uint64_t n = f->count; n-- > 0;) {
        if (f->value[n] != value)
            continue;
        mpz_add_ui(left, shift, n);
        if (mpz_cmp(left, heap) >= 0)
            continue;
        mpz_sub(taken, heap, left);
        if (!is_excluded(&f->walk, taken) && k-- == 0)
            break;
        mpz_set_ui(taken, 0);
    }
    mpz_clears(shift, left, NULL);
}

static void form_next(const closed_form *form, const mpz_t heap, mpz_t taken)
{
    const all_but_form *f = (const all_but_form *)form;
    do
        mpz_add_ui(taken, taken, 1);
    while (is_excluded(&f->walk, taken));
    if (mpz_cmp(taken, heap) > 0)
        mpz_set_ui(taken, 0);
}

ta_status tai_all_but_form(const ta_game *game, uint64_t search,
                           const ta_options *options, closed_form **form,
                           ta_error *error)
{
    const ta_game normal = tai_game_view(game, TA_NORMAL);
    ta_summary p;
    ta_status st = ta_period_find(&normal, search, options, &p, error);
    *form = NULL;
    if (st != TA_OK || p.nim.proof == TA_UNPROVED)
        return st == TA_ERANGE ? TA_OK : st; /* values above 65535 */
    all_but_form *f = tai_alloc_zero(1, sizeof *f);
    st = f != NULL ? tai_all_but_begin(game, &f->walk) : TA_ENOMEM;
    if (st == TA_OK) {
        f->from = p.nim.preperiod + f->walk.largest + 1;
        f->period = p.nim.period;
        f->saltus = (uint64_t)p.nim.saltus;
        f->count = f->from + f->period + f->walk.largest + 1;
        /* At most K + 1 heaps have a value (F2, 1), so of the least 2 K + 3,
         * all options of a larger heap than 3 K + 2, one has 2 or more. */
        f->form = (closed_form){.value = form_value,
                                .move = form_move,
                                .next = form_next,
                                .large = 3 * f->walk.largest + 2};
        f->value = tai_alloc(f->count, sizeof *f->value);
        st = f->value != NULL ? TA_OK : TA_ENOMEM;
    }
    for (uint64_t n = 0; st == TA_OK && n < f->count; n++) {
        if (n == f->from)
            f->top = f->walk.top;
        f->value[n] = tai_all_but_step(&f->walk);
    }
    if (st == TA_OK)
        *form = &f->form;
    else if (f != NULL)
        tai_all_but_free(&f->form);
    return st;
}
