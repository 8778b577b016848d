/* Heaps of any size, in games of a proved period p. With E the bound of the
 * proof, each move of the heap h' of [E, E + p) becomes one of h' + k p if k p
 * is added to the largest part left (paper-notes.md, O1). */
#include "base/big.h"
#include "octal/octal-internal.h"

/* Sets *reduced to h' and `shift` to k p; to the heap itself and 0 if it is
 * small. `heap` is a number or an expression. Returns TA_EINVAL (no
 * number), TA_ERANGE (no period proved) or TA_ENOMEM. */
static ta_status heap_reduce(const ta_octal_solution *s, const char *heap,
                             uint64_t *reduced, mpz_t shift, ta_error *error)
{
    const ta_summary *sum = &s->summary;
    const uint64_t e = sum->nim.preperiod, p = sum->nim.period;
    const bool proved = tai_octal_repeats(sum);
    uint64_t end = sum->known;
    char text[TA_QUOTE];
    if (proved)
        end = tai_max_u64(end, tai_octal_proof_end(s->game, e, p));
    ta_status st = tai_big_parse(heap, shift, error); /* the heap, at first */
    if (st != TA_OK)
        return st;
    if (mpz_cmp_ui(shift, end) < 0) {
        *reduced = mpz_get_ui(shift);
        mpz_set_ui(shift, 0);
        return TA_OK;
    }
    if (!proved)
        return tai_fail(error, TA_ERANGE,
                        "heap %s is not below %llu, and no period %sof %s "
                        "is proved up to there",
                        tai_quote(heap, text), (unsigned long long)end,
                        sum->nim.saltus != 0 ? "without a saltus " : "",
                        ta_game_about(s->of)->spec);
    mpz_sub_ui(shift, shift, end);
    *reduced = end + mpz_tdiv_q_ui(shift, shift, p);
    mpz_mul_ui(shift, shift, p);
    return TA_OK;
}

ta_status ta_octal_value_of(const ta_octal_solution *s, const char *heap,
                            unsigned *value, ta_error *error)
{
    uint64_t reduced = 0;
    mpz_t shift;
    mpz_init(shift);
    ta_status st = heap_reduce(s, heap, &reduced, shift, error);
    if (st == TA_OK)
        st = tai_octal_value(s, reduced, value);
    mpz_clear(shift);
    return st;
}

void tai_move_free(ta_move *move)
{
    ta_free(move->taken);
    for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
        ta_free(move->part[k]);
    *move = (ta_move){0};
}

/* Visits the move *turn with `shift` added to its largest part. */
static ta_status
move_visit(const ta_turn *turn, const mpz_t shift, bool hex,
           ta_status (*visit)(void *state, const ta_move *move), void *state)
{
    mpz_t x;
    mpz_init_set_ui(x, turn->taken);
    ta_move move = {.found = true, .taken = tai_big_text(x, hex)};
    bool have = move.taken != NULL;
    for (unsigned k = 0; k < TA_OCTAL_PARTS && turn->left[k] != 0; k++) {
        mpz_set_ui(x, turn->left[k]);
        if (k + 1 == TA_OCTAL_PARTS || turn->left[k + 1] == 0)
            mpz_add(x, x, shift);
        move.part[k] = tai_big_text(x, hex);
        have = have && move.part[k] != NULL;
        move.n_parts = k + 1;
    }
    ta_status st = have ? visit(state, &move) : TA_ENOMEM;
    tai_move_free(&move);
    mpz_clear(x);
    return st;
}

ta_status tai_octal_moves_to(const ta_octal_solution *s, const char *heap,
                             unsigned target, uint64_t limit, bool hex,
                             ta_status (*visit)(void *state,
                                                const ta_move *move),
                             void *state, bool *all, ta_error *error)
{
    enum { MODERATE = 1 << 20 };
    uint64_t reduced = 0, left = limit != 0 ? limit : UINT64_MAX;
    mpz_t shift;
    mpz_init(shift);
    ta_status st = heap_reduce(s, heap, &reduced, shift, error);
    *all = true;
    if (st == TA_OK && mpz_cmp_ui(shift, MODERATE) < 0) {
        /* The heap's own list is complete. */
        reduced += mpz_get_ui(shift);
        mpz_set_ui(shift, 0);
    }
    ta_turn turn = {0};
    while (st == TA_OK && tai_breaks_next(s->game, reduced, &turn)) {
        unsigned value = 0, part, parts = 0;
        for (; parts < TA_OCTAL_PARTS && turn.left[parts] != 0; parts++)
            if (tai_octal_value(s, turn.left[parts], &part) == TA_OK)
                value ^= part;
        if (value != target)
            continue;
        if (left-- == 0) {
            *all = false;
            break;
        }
        /* Both large parts can share the periods: those moves are missing. */
        if (mpz_sgn(shift) != 0 && parts > 1 &&
            turn.left[parts - 2] >= s->summary.nim.preperiod)
            *all = false;
        st = move_visit(&turn, shift, hex, visit, state);
        if (st == TA_ENOMEM)
            tai_fail(error, st, "no memory for a move");
    }
    mpz_clear(shift);
    return st;
}
