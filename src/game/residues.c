/* All positive integers in some classes modulo m. */
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"

static uint64_t count(const ta_game *game, uint64_t n)
{
    uint64_t m = game->as.residues.modulus, top = n - 1, in_rest = 0;
    while (in_rest < game->as.residues.count &&
           game->as.residues.residue[in_rest] <= top % m)
        in_rest++;
    return top / m * game->as.residues.count + in_rest;
}

static ta_status each(const ta_game *game, uint64_t n, ta_visit visit,
                      void *state)
{
    uint64_t m = game->as.residues.modulus;
    /* `base` is a multiple of m; the loop ends before it could overflow. */
    for (uint64_t base = 0;; base += m) {
        for (uint64_t i = 0; i < game->as.residues.count; i++) {
            uint64_t r = game->as.residues.residue[i];
            if (r >= n - base)
                return TA_OK;
            ta_status st = visit(state, base + r);
            if (st != TA_OK)
                return st;
        }
        if (m >= n - base)
            return TA_OK;
    }
}

/* The pattern repeats after m words, or after the power-of-two part less. */
static ta_status fill(const ta_game *game, uint64_t n, uint64_t *words)
{
    uint64_t m = game->as.residues.modulus, total = ta_bits_words(n);
    uint64_t period = m;
    for (int halvings = 0; halvings < 6 && period % 2 == 0; halvings++)
        period /= 2;
    uint64_t first = ta_min_u64(period, total);
    bool all = first == total; /* 64 * period might not fit 64 bits */
    for (uint64_t i = 0; i < game->as.residues.count; i++) {
        uint64_t r = game->as.residues.residue[i];
        uint64_t end = all ? n : 64 * period;
        for (uint64_t s = r == m ? 0 : r; s < end; s += m) {
            words[s / 64] |= (uint64_t)1 << s % 64;
            if (m >= end - s)
                break;
        }
    }
    for (uint64_t w = first; w < total; w++)
        words[w] = words[w - period];
    words[0] &= ~(uint64_t)1; /* 0 is no element, whatever its class */
    if (n % 64 != 0)
        words[total - 1] &= ((uint64_t)1 << n % 64) - 1;
    return TA_OK;
}

static void free_residues(ta_game *game)
{
    ta_free(game->as.residues.residue);
}

ta_status ta_make_residues(ta_game *game, uint64_t modulus,
                           const uint64_t *residue, size_t given,
                           ta_error *error)
{
    static const ta_form form = {count, each, fill, NULL, free_residues, NULL};
    uint64_t *sorted = ta_alloc(given, sizeof *sorted);
    if (sorted == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for its residues");
    for (size_t i = 0; i < given; i++)
        sorted[i] = residue[i] == 0 ? modulus : residue[i];
    qsort(sorted, given, sizeof *sorted, ta_by_number);
    size_t kept = 0;
    for (size_t i = 0; i < given; i++)
        if (kept == 0 || sorted[i] != sorted[kept - 1])
            sorted[kept++] = sorted[i];
    game->form = &form;
    game->as.residues.modulus = modulus;
    game->as.residues.residue = sorted;
    game->as.residues.count = kept;
    game->least = sorted[0];
    return TA_OK;
}

/* "1,4mod5" */
ta_status ta_kind_residues(ta_game *game, const char *argument, ta_error *error)
{
    const char *mod = strstr(argument, "mod");
    if (mod == NULL)
        return ta_fail(error, TA_EINVAL,
                       "classes and modulus are written like residues:1,4mod5");
    uint64_t modulus;
    ta_status st = ta_number_parse(mod + 3, &modulus, error);
    if (st != TA_OK)
        return st;
    if (modulus == 0)
        return ta_fail(error, TA_EINVAL, "the modulus must be 1 or more");
    size_t given = 0, room = 1;
    for (const char *c = argument; c < mod; c++)
        room += *c == ',';
    uint64_t *residue = ta_alloc(room, sizeof *residue);
    if (residue == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for its residues");
    for (const char *at = argument; st == TA_OK && given < room; given++) {
        char shown[TA_BRIEF];
        size_t length = ta_min_u64(strcspn(at, ","), (size_t)(mod - at));
        st = ta_number_parse_span(at, length, &residue[given], error);
        if (st == TA_OK && residue[given] >= modulus)
            st = ta_fail(error, TA_EINVAL,
                         "the class %s is not below the modulus %.40s",
                         ta_brief(shown, at, length, 40), mod + 3);
        at += length + 1;
    }
    if (st == TA_OK)
        st = ta_make_residues(game, modulus, residue, given, error);
    ta_free(residue);
    return st;
}
