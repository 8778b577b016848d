/* Games with a memory, by Schwenk's recurrence. README.md has the proofs, and
 * the letters: F, L(n), h_i, and H_k, here cold[k]. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/big.h"

/* Returns F(taken), the most that may be taken next. */
static uint64_t memory_next_limit(const ta_memory *g, uint64_t taken)
{
    return tai_add_sat(tai_mul_sat(g->factor, taken), g->plus);
}

/* Reads "2x" or "x+3". */
static ta_status memory_read(const char *rule, ta_memory *g, ta_error *error)
{
    ta_status st = TA_OK;
    const char *x = strchr(rule, 'x');
    *g = (ta_memory){.factor = 1};
    if (x == NULL || (x[1] != '\0' && (x > rule || x[1] != '+')))
        return tai_fail(error, TA_EINVAL,
                        "a rule is written like 2x or x+3: at most so much of "
                        "what the last move took, x, may be taken");
    if (x > rule)
        st = tai_number_parse_span(rule, (size_t)(x - rule), "+-", &g->factor,
                                   error);
    if (st == TA_OK && x[1] == '+')
        st = ta_number_parse(x + 2, &g->plus, error);
    if (st == TA_OK && (g->factor < 1 || g->factor > 1000))
        st = tai_fail(error, TA_EINVAL,
                      "c is from 1 to 1000 in cx, and not %" PRIu64, g->factor);
    if (st == TA_OK && g->plus > 1000000)
        st = tai_fail(error, TA_EINVAL,
                      "c is from 0 to 1000000 in x+c, and not %" PRIu64,
                      g->plus);
    return st;
}

/* Returns the root above 1 of r^lag (r - 1) = 1, whose logarithm increases. */
static double memory_ratio(size_t lag)
{
    double lo = 1, hi = 2;
    for (unsigned k = 0; k < 60; k++) {
        const double r = (lo + hi) / 2;
        if ((double)lag * log(r) + log(r - 1) < 0)
            lo = r;
        else
            hi = r;
    }
    return hi;
}

/* Lists the cold heaps below 2^64 in `cold`, which is large enough. At index k,
 * j is the least with F(cold[j]) >= cold[k]; it never falls. The last change of
 * the lag k - j below 2^64 is the last of all (README.md, "Growth"). */
static void memory_list(ta_memory *g, uint64_t *cold)
{
    size_t j = 1, k = 1;
    cold[0] = 0;
    cold[1] = 1;
    for (;; k++) {
        while (memory_next_limit(g, cold[j]) < cold[k])
            j++;
        if (g->lag != k - j || k == 1) {
            g->lag = k - j;
            g->from = k;
        }
        if (cold[k] > UINT64_MAX - cold[j])
            break; /* the next is 2^64 or more */
        cold[k + 1] = cold[k] + cold[j];
    }
    g->cold = cold;
    g->count = k + 1;
    g->ratio = memory_ratio(g->lag);
}

ta_status ta_memory_new(const char *rule, ta_memory **game, ta_error *error)
{
    static const char name[] = "memory:";
    const size_t skip =
        strncmp(rule, name, sizeof name - 1) == 0 ? sizeof name - 1 : 0;
    ta_memory g;
    ta_error why = {""};
    *game = NULL;
    ta_status st = memory_read(rule + skip, &g, &why);
    if (st != TA_OK)
        return tai_fail(error, st, "game \"memory:%s\": %s", rule + skip,
                        why.text);
    /* A bound on the cold heaps: README.md, "How many". ln 2^64 is below 45.
     * They lie behind the game, so that ta_free frees both. */
    const uint64_t most = 46 * g.factor + g.plus + 70;
    *game = tai_alloc(sizeof g + 8 * most, 1);
    if (*game == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for the cold heaps");
    memory_list(&g, (uint64_t *)(void *)(*game + 1));
    assert(g.count <= most);
    **game = g;
    return TA_OK;
}

size_t ta_memory_moves(const ta_memory *g, uint64_t heap, uint64_t limit,
                       uint64_t takes[TA_MEMORY_TAKES])
{
    /* h_1, h_2, ... in part[1], part[2], ...; at most 64, since each is more
     * than half of what is left. */
    uint64_t part[TA_MEMORY_TAKES + 1], sum = 0;
    size_t parts = 0, count = 0;
    while (heap > 0) {
        /* The last with cold[k] <= heap. */
        uint64_t k = tai_first_at_least(g->cold, g->count, heap);
        k -= k == g->count || g->cold[k] > heap;
        part[++parts] = g->cold[k];
        heap -= g->cold[k];
    }
    /* The last parts together, `sum`, or all: README.md, "All winning moves".
     */
    for (; parts > 0; parts--) {
        sum += part[parts];
        if (sum <= limit &&
            (parts == 1 || memory_next_limit(g, sum) < part[parts - 1]))
            takes[count++] = sum;
    }
    return count;
}

ta_status ta_memory_least(const ta_memory *g, uint64_t n, uint32_t *least,
                          ta_error *error)
{
    if (n > UINT64_C(1) << 32)
        return tai_fail(error, TA_ERANGE,
                        "least winning takes are listed for heaps below 2^32");
    /* L(H_k) = H_k, and L(H_k + m) = L(m) up to the next cold heap. */
    for (size_t k = 0; k < g->count && g->cold[k] < n; k++) {
        const uint64_t from = g->cold[k];
        const uint64_t to =
            k + 1 < g->count ? tai_min_u64(n, g->cold[k + 1]) : n;
        memmove(least + from, least, (size_t)(to - from) * sizeof *least);
        least[from] = (uint32_t)from;
    }
    return TA_OK;
}
