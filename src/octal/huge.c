/* Heaps of any size, in games of a proved period p. With E the bound of the
 * proof, each move of the heap h' of [E, E + p) becomes one of h' + k p if k p
 * is added to the largest part left (paper-notes.md, O1). */
#include "octal/octal-internal.h"

ta_status tai_octal_reduce(const ta_octal_solution *s, const char *heap,
                           uint64_t *reduced, mpz_t shift, ta_error *error)
{
    enum { MODERATE = 1 << 20 };
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
    if (mpz_cmp_ui(shift, MODERATE) < 0) {
        *reduced += mpz_get_ui(shift);
        mpz_set_ui(shift, 0);
    }
    return TA_OK;
}

ta_status ta_octal_value_of(const ta_octal_solution *s, const char *heap,
                            unsigned *value, ta_error *error)
{
    uint64_t reduced = 0;
    mpz_t shift;
    mpz_init(shift);
    ta_status st = tai_octal_reduce(s, heap, &reduced, shift, error);
    if (st == TA_OK)
        st = tai_octal_value(s, reduced, value);
    mpz_clear(shift);
    return st;
}
