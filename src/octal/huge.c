/* Heaps of any size, once a period is proved.
 *
 * Let E be the end of the proof condition (octal-period.c) for preperiod e and
 * period p. A heap h >= E and the heap h' of [E, E + p) with h = h' + k p have
 * options of the same values, and an option of h' turns into one of h by
 * adding k p to its larger part, which is at least e. */
#include <string.h>

#include "base/big.h"
#include "octal/octal-internal.h"

typedef struct reduced {
    uint64_t heap; /* a heap with options of the same values */
    mpz_t shift;   /* what was left out, a multiple of the period */
} reduced;

static ta_status reduce(const ta_octal_solution *s, const char *heap,
                        reduced *r, ta_error *error)
{
    const ta_summary *sum = &s->summary;
    mpz_t h;
    mpz_init(h);
    ta_status st = tai_big_parse(heap, h, error);
    uint64_t end = sum->known;
    if (sum->nim.proof != TA_UNPROVED)
        end = ta_max_u64(end, tai_octal_proof_end(s->game, sum->nim.preperiod,
                                                  sum->nim.period));
    mpz_set_ui(r->shift, 0);
    if (st == TA_OK && mpz_cmp_ui(h, end) < 0) {
        r->heap = mpz_get_ui(h);
    } else if (st == TA_OK && sum->nim.proof == TA_UNPROVED) {
        st = tai_fail(error, TA_ERANGE,
                      "heap %.60s is not below %llu, and no period of %.40s is "
                      "proved up to there",
                      heap, (unsigned long long)sum->known,
                      ta_game_about(s->of)->spec);
    } else if (st == TA_OK) {
        mpz_sub_ui(h, h, end);
        r->heap = end + mpz_tdiv_q_ui(r->shift, h, sum->nim.period);
        mpz_mul_ui(r->shift, r->shift, sum->nim.period);
    }
    mpz_clear(h);
    return st;
}

ta_status ta_octal_value_of(const ta_octal_solution *s, const char *heap,
                            unsigned *value, ta_error *error)
{
    reduced r;
    mpz_init(r.shift);
    ta_status st = reduce(s, heap, &r, error);
    if (st == TA_OK)
        st = tai_octal_value(s, r.heap, value);
    mpz_clear(r.shift);
    return st;
}

/* What is taken and the parts that are left, increasing; 0 for none. */
typedef struct option {
    uint64_t taken, part[TA_OCTAL_PARTS];
} option;

static unsigned value_at(const ta_octal_solution *s, uint64_t heap)
{
    unsigned value = 0;
    (void)tai_octal_value(s, heap, &value); /* reduced heaps are known */
    return value;
}

/* Calls visit for the options of h that have the value, till it says no; first
 * those that leave one heap or none, then two, then three. */
static void each_option(const ta_octal_solution *s, uint64_t h, unsigned target,
                        bool (*visit)(void *state, const option *o),
                        void *state)
{
    const ta_octal *game = s->game;
    if (target == 0 && ta_octal_ends(game, h) &&
        !visit(state, &(option){h, {0}}))
        return;
    for (unsigned i = 0; i < game->n_take; i++) {
        uint64_t t = game->take[i];
        if (t < h && value_at(s, h - t) == target &&
            !visit(state, &(option){t, {0, 0, h - t}}))
            return;
    }
    for (unsigned i = 0; i < game->n_break; i++) {
        uint64_t t = game->breaks[i];
        for (uint64_t a = 1; t < h && a + a <= h - t; a++)
            if (!(game->unequal && a + a == h - t) &&
                (value_at(s, a) ^ value_at(s, h - t - a)) == target &&
                !visit(state, &(option){t, {0, a, h - t - a}}))
                return;
    }
    for (unsigned i = 0; i < game->n_third; i++) {
        uint64_t t = game->thirds[i], m = h - t;
        for (uint64_t a = 1; t < h && 3 * a <= m; a++) {
            unsigned rest = value_at(s, a) ^ target;
            for (uint64_t b = a; a + 2 * b <= m; b++)
                if ((value_at(s, b) ^ value_at(s, m - a - b)) == rest &&
                    !visit(state, &(option){t, {a, b, m - a - b}}))
                    return;
        }
    }
}

static bool take_first(void *state, const option *o)
{
    *(option *)state = *o;
    return false;
}

static ta_status fill_move(const option *o, const mpz_t shift, ta_move *move)
{
    mpz_t x;
    mpz_init(x);
    mpz_set_ui(x, o->taken);
    move->taken = tai_big_text(x);
    bool have = move->taken != NULL;
    for (unsigned k = 0; k < TA_OCTAL_PARTS; k++) {
        if (o->part[k] == 0)
            continue;
        mpz_set_ui(x, o->part[k]);
        if (k + 1 == TA_OCTAL_PARTS)
            mpz_add(x, x, shift);
        move->part[move->n_parts] = tai_big_text(x);
        have = have && move->part[move->n_parts++] != NULL;
    }
    mpz_clear(x);
    move->found = have;
    if (have)
        return TA_OK;
    tai_move_free(move);
    return TA_ENOMEM;
}

void tai_move_free(ta_move *move)
{
    ta_free(move->taken);
    for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
        ta_free(move->part[k]);
    *move = (ta_move){0};
}

ta_status tai_octal_move_to(const ta_octal_solution *s, const char *heap,
                            unsigned target, ta_move *move, ta_error *error)
{
    reduced r;
    option o = {0};
    *move = (ta_move){0};
    mpz_init(r.shift);
    ta_status st = reduce(s, heap, &r, error);
    if (st == TA_OK) {
        each_option(s, r.heap, target, take_first, &o);
        if (o.taken != 0 || o.part[TA_OCTAL_PARTS - 1] != 0)
            st = fill_move(&o, r.shift, move);
        if (st != TA_OK)
            tai_fail(error, st, "no memory for a move");
    }
    mpz_clear(r.shift);
    return st;
}

typedef struct lister {
    const reduced *from;
    uint64_t left, regular; /* heaps from `regular` on repeat */
    bool all;
    ta_status st;
    ta_status (*visit)(void *state, const ta_move *move);
    void *state;
} lister;

static bool list_one(void *state, const option *o)
{
    lister *l = state;
    ta_move move = {0};
    if (l->left == 0) {
        l->all = false;
        return false;
    }
    l->left--;
    /* whole periods may go from one regular part to the other */
    if (mpz_sgn(l->from->shift) != 0 &&
        o->part[TA_OCTAL_PARTS - 2] >= l->regular)
        l->all = false;
    l->st = fill_move(o, l->from->shift, &move);
    if (l->st == TA_OK)
        l->st = l->visit(l->state, &move);
    tai_move_free(&move);
    return l->st == TA_OK;
}

/* Undoes the reduction of a heap that a period has shortened by less than 2^20,
 * so that all moves of the heap are listed. */
static void unreduce(reduced *r)
{
    static const uint64_t moderate = UINT64_C(1) << 20;
    if (mpz_cmp_ui(r->shift, moderate) < 0) {
        r->heap += mpz_get_ui(r->shift);
        mpz_set_ui(r->shift, 0);
    }
}

ta_status tai_octal_moves_to(const ta_octal_solution *s, const char *heap,
                             unsigned target, uint64_t limit,
                             ta_status (*visit)(void *state,
                                                const ta_move *move),
                             void *state, bool *all, ta_error *error)
{
    reduced r;
    mpz_init(r.shift);
    lister l = {&r,
                limit != 0 ? limit : UINT64_MAX,
                s->summary.nim.preperiod,
                true,
                TA_OK,
                visit,
                state};
    ta_status st = reduce(s, heap, &r, error);
    if (st == TA_OK) {
        unreduce(&r);
        each_option(s, r.heap, target, list_one, &l);
        st = l.st;
        if (st == TA_ENOMEM)
            tai_fail(error, st, "no memory for a move");
    }
    *all = l.all;
    mpz_clear(r.shift);
    return st;
}
