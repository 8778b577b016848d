/* Golomb's game on the Moser-de Bruijn sequence, for heaps of any size.
 *
 * M holds the numbers whose binary ones stand at even places; S = M \ {0}.
 * Every n is x + 2y with x, y in M in one way, and has the value r(x): the
 * binary digits of x at even places, pushed together. An option of n with the
 * value r(x') exists for every x' in M, x' <= n, x' != x, and it is one only:
 * take s, where n - x' = s + 2y'. (paper-notes.md, P1.) */
#include "play/play.h"

static const uint64_t even = UINT64_C(0x5555555555555555);

/* The bits at even places, pushed together. */
static uint64_t push_together(uint64_t x)
{
    x &= even;
    x = (x | x >> 1) & UINT64_C(0x3333333333333333);
    x = (x | x >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (x | x >> 16) & UINT64_C(0x00000000ffffffff);
}

static uint64_t spread(uint64_t k) /* k < 2^32 */
{
    k = (k | k << 16) & UINT64_C(0x0000ffff0000ffff);
    k = (k | k << 8) & UINT64_C(0x00ff00ff00ff00ff);
    k = (k | k << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    k = (k | k << 2) & UINT64_C(0x3333333333333333);
    return (k | k << 1) & even;
}

static uint64_t keep_even(uint64_t x)
{
    return x & even;
}

/* out = in, with each word of `from` bytes changed to one of `to` bytes. */
static ta_status by_words(const mpz_t in, size_t from, size_t to,
                          uint64_t (*change)(uint64_t), mpz_t out)
{
    size_t count = mpz_sizeinbase(in, 2) / (8 * from) + 1;
    uint64_t *wide = ta_alloc(count, 8);
    uint32_t *narrow = ta_alloc(count, 4);
    ta_status st = wide != NULL && narrow != NULL ? TA_OK : TA_ENOMEM;
    if (st == TA_OK) {
        mpz_export(from == 8 ? (void *)wide : narrow, &count, -1, from, 0, 0,
                   in);
        for (size_t i = 0; i < count; i++) {
            uint64_t changed = change(from == 8 ? wide[i] : narrow[i]);
            wide[i] = changed;
            if (to == 4)
                narrow[i] = (uint32_t)changed;
        }
        mpz_import(out, count, -1, to, 0, 0, to == 8 ? (void *)wide : narrow);
    }
    ta_free(wide);
    ta_free(narrow);
    return st;
}

ta_status tai_moser_value(const mpz_t heap, mpz_t value)
{
    return by_words(heap, 8, 4, push_together, value);
}

ta_status tai_moser_move(const mpz_t heap, const mpz_t target, mpz_t taken)
{
    mpz_t part; /* x' */
    mpz_init(part);
    ta_status st = by_words(target, 4, 8, spread, part);
    if (st == TA_OK && mpz_cmp(part, heap) > 0) {
        mpz_set_ui(taken, 0);
    } else if (st == TA_OK) {
        mpz_sub(part, heap, part);
        st = by_words(part, 8, 8, keep_even, taken); /* 0 if x' = x */
    }
    mpz_clear(part);
    return st;
}
