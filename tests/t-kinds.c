/* The table of kinds: what it lists, texts that are no game, and counts near
 * 2^64, where a list would never end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game/game-internal.h"
#include "testing.h"

/* ---- near 2^64 ---- */

static const struct {
    const char *spec;
    uint64_t n, count; /* elements below n, from closed forms */
} far[] = {
    {"squares", UINT64_MAX, 4294967295u},
    {"cubes", UINT64_MAX, 2642245},
    {"powers:1", UINT64_MAX, UINT64_MAX - 1},
    {"powers:8", UINT64_MAX, 255},
    {"powers:63", UINT64_MAX, 2},
    {"powers:32", UINT64_MAX, 3},
    {"triangular", UINT64_MAX, 6074000999u},
    {"pronic", UINT64_MAX, 4294967295u},
    {"polygonal:2^61", UINT64_MAX, 4}, /* 1, K, 3 K - 3, 6 K - 8 */
    {"fibonacci", UINT64_MAX, 92},
    {"lucas", UINT64_MAX, 92},
    {"tetrahedral", UINT64_MAX, 4801278},
    {"factorials", UINT64_MAX, 20},
    {"moser", UINT64_MAX, 4294967295u},
    {"odds", UINT64_MAX, (uint64_t)1 << 63},
    {"nim", UINT64_MAX, UINT64_MAX - 1},
    {"list:5,2^63+list:7", UINT64_MAX, 3},
    {"A000027", UINT64_MAX, UINT64_MAX - 1},
    {"residues:0mod18446744073709551615", UINT64_MAX, 0},
    {"residues:18446744073709551614mod18446744073709551615", UINT64_MAX, 1},
    {"residues:5mod2^63", UINT64_MAX, 2},
    {"poly:9223372036854775807,-9223372036854775807,-1", UINT64_MAX, 1},
    {"poly:1,-9223372036854775807,0", 3, 0},
    {"poly:0,9223372036854775807,-9223372036854775807", UINT64_MAX, 2},
    {"list:1-18446744073709551615", UINT64_MAX, UINT64_MAX - 1},
    {"list:5,2^63-18446744073709551615", (uint64_t)1 << 63, 1},
};

static ta_status stop_at_five(void *state, uint64_t element)
{
    uint64_t *seen = state; /* last element and number */
    ck_assert_uint_gt(element, seen[0]);
    seen[0] = element;
    return ++seen[1] == 5 ? TA_ECANCELLED : TA_OK;
}

TEST(far_counts, sizeof far / sizeof *far)
{
    ta_game *game = test_game(far[_i].spec, TA_NORMAL);
    /* odds below 2^64 - 1: 1, 3, ..., 2^64 - 3 */
    uint64_t want = far[_i].count - (strcmp(far[_i].spec, "odds") == 0);
    ck_assert_msg(tai_game_count_bound(game, far[_i].n) == want, "%s: %" PRIu64,
                  far[_i].spec, tai_game_count_bound(game, far[_i].n));
    uint64_t seen[2] = {0, 0};
    ta_status st = tai_game_each(game, far[_i].n, stop_at_five, seen);
    ck_assert_int_eq(st, want >= 5 ? TA_ECANCELLED : TA_OK);
    ck_assert_uint_eq(seen[1], tai_min_u64(want, 5));
    if (want < 100000) {
        uint64_t *list;
        size_t count;
        test_ok(ta_game_elements(game, far[_i].n, &list, &count));
        ck_assert_uint_eq(count, want);
        for (size_t i = 1; i < count; i++)
            ck_assert_uint_lt(list[i - 1], list[i]);
        ta_free(list);
    }
    ta_game_free(game);
}

/* ---- bad texts ---- */

enum { SPECS = 8 };

/* Specs that are no game, and words that their sentences must have. */
static const struct {
    ta_status status;
    const char *words, *specs[SPECS];
} bad[] = {
    {TA_EINVAL, "there is no game \"\"; accepted are squares", {""}},
    {TA_EINVAL, "there is no game \"foo\"", {"foo"}},
    {TA_EINVAL, "there is no game", {"squaress", ":"}},
    {TA_EINVAL, "file:PATH", {"square", "file:", "file"}},
    {TA_EINVAL, "squares takes nothing after its name", {"squares:"}},
    {TA_EINVAL, "takes nothing", {"squares:2"}},
    {TA_EINVAL, "powers:D", {"powers", "powers:"}},
    {TA_EINVAL, "1 to 63", {"powers:0", "powers:64"}},
    {TA_EINVAL, "\"x\" is not a number", {"powers:x"}},
    {TA_EINVAL, "3 to", {"polygonal:2", "polygonal:2^62"}},
    {TA_EINVAL, "residues:1,4mod5", {"residues:1,4"}},
    {TA_EINVAL, "1 or more", {"residues:1mod0"}},
    {TA_EINVAL, "the class 5 is not below the modulus 5", {"residues:1,5mod5"}},
    {TA_EINVAL, "\"a\" is not a number", {"residues:a,4mod5"}},
    {TA_EINVAL, "three integers", {"poly:1,2", "poly:1,2,3,4"}},
    {TA_EINVAL, "decrease", {"poly:-1,0,100", "poly:0,-1,100"}},
    {TA_EINVAL, "constant", {"poly:0,0,7", "poly:0,-0,7"}},
    {TA_EINVAL, "list:S,...", {"list:"}},
    {TA_EINVAL, "0 is no move", {"list:0", "list:0-5"}},
    {TA_EINVAL, "\"7-4\" ends before it begins", {"list:7-4"}},
    {TA_EINVAL,
     "empty",
     {"residues:mod5", "residues:1,mod5", "residues:1mod", "poly:1,,3",
      "list:1,,2", "list:1,", "list:4-"}},
    {TA_EINVAL, "negative", {"polygonal:-3", "poly:--1,0,0", "list:-4"}},
    {TA_EINVAL,
     "not understood",
     {"residues:1mod5,7mod9", "poly:1,2,3x", "list:1-2-3", "primes-1-1",
      "primes-1+2+cubes"}},
    {TA_EINVAL,
     "no part of a union",
     {"squares+file:x", "squares+kayles", "squares+octal:.77"}},
    {TA_EINVAL,
     "is a rule, and no set",
     {"half-1", "squares+divisors", "squares+floor:2"}},
    {TA_EINVAL, "from 2 on", {"floor:1", "digits:0"}},
    {TA_EINVAL, "not complete", {"floor", "digits:"}},
    {TA_EINVAL, "takes nothing", {"half:2"}},
    {TA_EINVAL, "there is no game", {"proper", "proper-divisors+nim"}},
    {TA_EINVAL, "is empty", {"squares-", "cubes+squares+"}},
    {TA_EINVAL, "\"nim\" is not a number", {"squares-nim"}},
    {TA_EINVAL, "there is no game \"foo\"", {"squares+foo"}},
    {TA_EINVAL, "at most 8 sets", {"nim+nim+nim+nim+nim+nim+nim+nim+nim"}},
    {TA_ERANGE, "at most 1000000", {"primes-1000001", "odds+10^9"}},
    {TA_EINVAL, "CGSuite", {"partizan", "loopy"}},
    {TA_EINVAL, "a game on the plane", {"wythoff"}},
    {TA_EINVAL,
     "without spaces",
     {"squares + cubes", "squares ", "list:1 2", "list:1, 2",
      "residues:1, 4mod5"}},
    {TA_EINVAL, "the game memory:2x", {"fibonacci-nim"}},
    {TA_EINVAL, "a game with a memory", {"memory:2x", "memory:"}},
    {TA_ERANGE, "2^63 - 1", {"poly:2^63,0,0"}},
    {TA_ERANGE, "too large", {"powers:2^64", "list:1,18446744073709551616"}},
};

TEST(bad_texts, sizeof bad / sizeof *bad)
{
    for (size_t k = 0; k < SPECS && bad[_i].specs[k] != NULL; k++) {
        const char *spec = bad[_i].specs[k];
        ta_game *game = NULL;
        ta_error error = {""};
        ck_assert_int_eq(ta_game_new(spec, TA_NORMAL, &game, &error),
                         bad[_i].status);
        ck_assert_ptr_null(game);
        /* Every sentence names the text that was given, too. */
        ck_assert_msg(strstr(error.text, bad[_i].words) != NULL &&
                          strstr(error.text, spec) != NULL,
                      "%s: %s", spec, error.text);
        ck_assert_int_eq(ta_game_new(spec, TA_NORMAL, &game, NULL),
                         bad[_i].status);
    }
}

TEST(kinds_are_listed, 1)
{
    size_t count;
    const ta_game_kind *kinds = ta_game_kinds(&count);
    ck_assert_uint_ge(count, 17);
    for (size_t i = 0; i < count; i++) {
        ck_assert(kinds[i].form[0] != '\0' && kinds[i].summary[0] != '\0');
        const char *oeis[] = {kinds[i].set, kinds[i].cold, kinds[i].nim};
        for (int k = 0; k < 3; k++)
            ck_assert(oeis[k][0] == '\0' ||
                      (oeis[k][0] == 'A' && strlen(oeis[k]) == 7));
    }
    ck_assert_str_eq(kinds[0].form, "squares");
    ck_assert_str_eq(kinds[0].cold, "A030193");
    ck_assert_str_eq(kinds[count - 1].form, "SET+SET or SET-K");
    ta_game_free(NULL);
}
