/* Every move but those of a finite set X: nim-values one after the other, and
 * those of any heap from a proved period. Words and proofs: README.md, F2. */
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
    const uint64_t most = game->ranges.all_from - 1, classes = 2 * most + 1;
    const uint64_t count = most - tai_game_count_bound(game, most + 1);
    *b = (all_but){
        .most = most,
        .excluded = tai_alloc(count, sizeof *b->excluded),
        .value = tai_alloc_zero(most + 1 + 2 * classes, sizeof *b->value)};
    if (b->excluded == NULL || b->value == NULL) {
        tai_all_but_end(b);
        return TA_ENOMEM;
    }
    b->total = b->value + most + 1;
    b->met = b->total + classes;
    for (uint64_t x = 1, k = 0; x <= most; x++) {
        if (x > game->ranges.range[k].last)
            k++;
        if (x < game->ranges.range[k].first)
            b->excluded[b->count++] = x;
    }
    return TA_OK;
}

/* A value of heaps before is free if X separates all of them from this one. */
uint64_t tai_all_but_step(all_but *b)
{
    const uint64_t n = b->next++, classes = 2 * b->most + 1;
    uint64_t least = b->top;
    for (int back = 0; back < 2; back++)
        for (size_t k = 0; k < b->count && b->excluded[k] <= n; k++) {
            const uint64_t v = b->value[(n - b->excluded[k]) % (b->most + 1)];
            uint64_t *const met = &b->met[v % classes];
            if (back)
                *met = 0;
            else if (++*met == b->total[v % classes])
                least = tai_min_u64(least, v);
        }
    if (least == b->top) {
        b->total[least % classes] = 0;
        b->top++;
    }
    b->total[least % classes]++;
    return b->value[n % (b->most + 1)] = least;
}

/* ---- the values of all heaps ---- */

struct all_but_form {
    closed_form form;
    all_but walk;
    uint64_t *value; /* of [0, count) */
    uint64_t count;
    uint64_t from, period, saltus;
    uint64_t first; /* T(from) in F2 */
};

void tai_all_but_free(all_but_form *f)
{
    if (f == NULL)
        return;
    tai_all_but_end(&f->walk);
    ta_free(f->value);
    ta_free(f);
}

ta_status tai_all_but_form(const ta_game *game, uint64_t search,
                           const ta_options *options, all_but_form **form,
                           ta_error *error)
{
    const ta_game normal = tai_game_view(game, TA_NORMAL);
    ta_summary p;
    ta_status st = ta_period_find(&normal, search, options, &p, error);
    *form = NULL;
    if (st != TA_OK || p.nim.proof == TA_UNPROVED)
        return st;
    all_but_form *f = tai_alloc_zero(1, sizeof *f);
    st = f != NULL ? tai_all_but_begin(game, &f->walk) : TA_ENOMEM;
    if (st == TA_OK) {
        f->from = p.nim.preperiod + f->walk.most + 1;
        f->period = p.nim.period;
        f->saltus = (uint64_t)p.nim.saltus;
        f->count = f->from + f->period + f->walk.most + 1;
        f->form = (closed_form){.large = 3 * f->walk.most + 2, .but = f};
        f->value = tai_alloc(f->count, sizeof *f->value);
        st = f->value != NULL ? TA_OK : TA_ENOMEM;
    }
    for (uint64_t n = 0; st == TA_OK && n < f->count; n++) {
        if (n == f->from)
            f->first = f->walk.top;
        f->value[n] = tai_all_but_step(&f->walk);
    }
    if (st == TA_OK)
        *form = f;
    else
        tai_all_but_free(f);
    return st;
}

const closed_form *tai_all_but_closed(const all_but_form *f)
{
    return &f->form;
}

/* Sets `rest` to how many times n goes down by `step` to [from, from + step),
 * and returns where it ends; n itself if it is below. */
static uint64_t reduce(const mpz_t n, uint64_t from, uint64_t step, mpz_t rest)
{
    mpz_set_ui(rest, 0);
    if (mpz_cmp_ui(n, from) < 0)
        return mpz_get_ui(n);
    mpz_sub_ui(rest, n, from);
    return from + mpz_fdiv_q_ui(rest, rest, step);
}

void tai_all_but_value(const all_but_form *f, const mpz_t heap, mpz_t value)
{
    const uint64_t n = reduce(heap, f->from, f->period, value);
    mpz_mul_ui(value, value, f->saltus);
    mpz_add_ui(value, value, f->value[n]);
}

static bool is_excluded(const all_but_form *f, const mpz_t taken)
{
    const all_but *b = &f->walk;
    if (mpz_cmp_ui(taken, b->most) > 0)
        return false;
    const uint64_t k =
        tai_first_at_least(b->excluded, b->count, mpz_get_ui(taken));
    return b->excluded[k] == mpz_get_ui(taken);
}

void tai_all_but_move(const all_but_form *f, const mpz_t heap,
                      const mpz_t target, uint64_t k, mpz_t taken)
{
    mpz_t shift, left;
    mpz_inits(shift, left, NULL);
    const uint64_t value = reduce(target, f->first, f->saltus, shift);
    mpz_mul_ui(shift, shift, f->period);
    mpz_set_ui(taken, 0);
    for (uint64_t n = f->count; n-- > 0;) {
        if (f->value[n] != value)
            continue;
        mpz_add_ui(left, shift, n);
        if (mpz_cmp(left, heap) >= 0)
            continue;
        mpz_sub(taken, heap, left);
        if (!is_excluded(f, taken) && k-- == 0)
            break;
        mpz_set_ui(taken, 0);
    }
    mpz_clears(shift, left, NULL);
}

void tai_all_but_next(const all_but_form *f, const mpz_t heap, mpz_t taken)
{
    do
        mpz_add_ui(taken, taken, 1);
    while (is_excluded(f, taken));
    if (mpz_cmp(taken, heap) > 0)
        mpz_set_ui(taken, 0);
}
