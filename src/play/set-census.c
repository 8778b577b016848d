/* Finds the periods of many finite subtraction sets. Each thread works on one
 * set after the other.
 *
 * Outcomes and nim-values take one byte for each position. The nim-value g is
 * stored as the byte 1 << g. Let x be the bitwise or of the bytes of all
 * options. The mex of the options is the lowest zero bit of x, that is ~x & (x
 * + 1). With at most 7 options no byte x is 255, so that x + 1 carries into no
 * other byte, and eight positions can be computed at once in a 64-bit word.
 * They must not be options of each other: at most min S positions are computed
 * at once. Outcomes are stored as 1 for cold and 0 for hot, and computed as ~x
 * & 1.
 *
 * Positions below 0 have the byte 0, so that they do not count as options. The
 * state at time n consists of the L >= max S bytes below position n. Brent's
 * algorithm searches for a state that comes again, as in set-period.c. Here all
 * bytes are kept, so that the preperiod is found by going back from the first
 * of the two equal states (README.md). */
#include <inttypes.h>
#include <string.h>

#include "base/communicator.h"
#include "play/play-internal.h"
#include "run/items.h"

/* The limit of the elements of a set and of the positions. It ensures that a
 * common divisor of the elements times a period fits in 64 bits. */
#define CENSUS_MOST (UINT64_C(1) << 32)
#define ONES        UINT64_C(0x0101010101010101)

/* The largest number of elements of a set whose nim-values all fit in the bits
 * of a byte. */
enum { BYTE_VALUES = 7 };
enum { LANES = 8, SCALAR = 2, FIRST_ANCHOR = 16, FIRST_BLOCK = 128 };
enum { LAST_BLOCK = 1 << 14 };

/* ---- outcomes and nim-values of a finite set ---- */

/* How outcomes or nim-values repeat. A period of 0 says that none was found. */
typedef struct cycle {
    ta_period is;
    uint64_t cold; /* of outcomes: the number of cold positions in a period */
    unsigned largest; /* of nim-values: the largest one */
} cycle;

/* The search for the period of one set. It stops early if options->progress
 * asks for that. */
typedef struct search {
    const uint64_t *set; /* increasing, all at least 1 */
    size_t count;
    uint64_t limit; /* compute at most so many positions; above max S */
    const ta_options *options;
    uint64_t walked; /* number of positions computed so far */
    uint8_t *bytes;  /* scratch of bytes_for(limit) bytes */
} search;

static uint64_t bytes_for(uint64_t limit)
{
    return ta_add_sat(ta_mul_sat(2, limit), 64);
}

static inline uint64_t load(const uint8_t *at)
{
    uint64_t w;
    memcpy(&w, at, sizeof w);
    return w;
}

/* Computes the bytes of the positions [from, to): of nim-values if `values`,
 * else of outcomes. If min S allows, up to eight positions are computed at
 * once. Up to seven bytes from position[to] on are overwritten and may be
 * wrong; the next call computes them again. */
static inline void extend_by(uint8_t *position, uint64_t from, uint64_t to,
                             const uint64_t *set, size_t count, bool values)
{
    const uint64_t step = count == 0 ? LANES : ta_min_u64(set[0], LANES);
    for (uint64_t n = from; n < to && step <= SCALAR; n++) {
        unsigned x = 0;
        for (size_t k = 0; k < count; k++)
            x |= position[n - set[k]];
        position[n] = (uint8_t)(values ? ~x & (x + 1) : ~x & 1);
    }
    for (uint64_t n = from; n < to && step > SCALAR; n += step) {
        uint64_t x = 0;
        for (size_t k = 0; k < count; k++)
            x |= load(position + n - set[k]);
        x = values ? ~x & (x + ONES) : ~x & ONES;
        memcpy(position + n, &x, sizeof x);
    }
}

/* Calls extend_by for the set of a search. The calls with a constant count let
 * the compiler unroll the loops for nim-values of 3 or 4 elements. */
static void extend(uint8_t *position, uint64_t from, uint64_t to,
                   const search *s, bool values)
{
    if (values && s->count == 3)
        extend_by(position, from, to, s->set, 3, true);
    else if (values && s->count == 4)
        extend_by(position, from, to, s->set, 4, true);
    else
        extend_by(position, from, to, s->set, s->count, values);
}

typedef struct anchor {
    /* The time of the anchor state of Brent's algorithm, and the time at which
     * a later state replaces it. */
    uint64_t at, next;
} anchor;

/* Returns the first time in (from, to] at which the state equals the anchor's,
 * or 0 if there is none. The state at time n is the `length` bytes from bytes +
 * n on. At time a->next the state at that time becomes the anchor. */
static uint64_t find_state(const uint8_t *bytes, uint64_t length, anchor *a,
                           uint64_t from, uint64_t to)
{
    uint64_t sample = load(bytes + a->at);
    for (uint64_t n = from + 1; n <= to; n++) {
        if (load(bytes + n) == sample &&
            memcmp(bytes + n, bytes + a->at, length) == 0)
            return n;
        if (n == a->next) {
            *a = (anchor){n, 2 * n};
            sample = load(bytes + n);
        }
    }
    return 0;
}

/* Finds the least period and preperiod of the outcomes of a set or, if
 * `values`, of its nim-values. For nim-values the set must have at most
 * BYTE_VALUES elements. *c must be zero before the call, and stays so if there
 * is no period below the limit. */
static ta_status find_cycle(search *s, bool values, cycle *c)
{
    const uint64_t reach = s->count > 0 ? s->set[s->count - 1] : 0,
                   length = ta_max_u64(reach, sizeof(uint64_t));
    const ta_start *start = s->options->start;
    uint8_t *position = s->bytes + length;
    uint64_t known = start != NULL ? ta_min_u64(start->count, s->limit) : 0;
    /* Positions below 0 get the byte 1 if each is an option of nim-value 0 (the
     * sink convention), else the byte 0. */
    memset(s->bytes, start != NULL && start->sink, length);
    for (uint64_t i = 0; i < known; i++)
        position[i] =
            (uint8_t)(values ? 1u << start->values[i] : start->values[i] == 0);
    uint64_t block = FIRST_BLOCK, again = 0;
    anchor a = {known, ta_max_u64(FIRST_ANCHOR, 2 * known)};
    ta_status st = TA_OK;
    while (st == TA_OK && again == 0 && known < s->limit) {
        const uint64_t end = ta_min_u64(s->limit, known + block);
        extend(position, known, end, s, values);
        again = find_state(s->bytes, length, &a, known, end);
        s->walked += end - known;
        st = tai_poll(s->options, 0, s->walked);
        known = end;
        block = ta_min_u64(2 * block, LAST_BLOCK);
    }
    if (again == 0)
        return st;
    uint64_t from = a.at > length ? a.at - length : 0;
    const uint64_t period = again - a.at;
    unsigned seen = 0;
    while (from > 0 && position[from - 1] == position[from - 1 + period])
        from--;
    for (uint64_t n = from; n < from + period; n++)
        c->cold += position[n] == 1;
    for (uint64_t n = 0; values && n < from + period; n++)
        seen |= position[n];
    c->is = (ta_period){
        .period = period, .preperiod = from, .proof = TA_PROOF_REPEATED};
    c->largest = values ? ta_log2_floor(seen) : 0;
    return st;
}

/* ---- many sets ---- */

typedef struct batch {
    const ta_finite_set *sets;
    uint64_t limit;
    ta_census_row *rows;
    size_t most; /* the largest number of elements of a set */
    /* Scratch of all threads, per_thread words for each: the elements of one
     * set, then the bytes of its positions. */
    uint64_t *buffer;
    uint64_t per_thread; /* 64-bit words of `buffer` for one thread */
} batch;

static uint64_t common_divisor(const ta_finite_set *set)
{
    uint64_t d = 0;
    for (size_t k = 0; k < set->count && d != 1; k++)
        for (uint64_t rest = set->elements[k]; rest != 0;) {
            const uint64_t r = d % rest;
            d = rest;
            rest = r;
        }
    return d;
}

static ta_status do_set(void *state, unsigned thread, size_t item,
                        const ta_options *options, ta_error *error)
{
    const batch *b = state;
    const ta_finite_set *set = &b->sets[item];
    uint64_t *reduced = b->buffer + thread * b->per_thread;
    cycle outcomes = {0}, values = {0};
    const uint64_t d =
        options->start != NULL || set->count == 0 ? 1 : common_divisor(set);
    ta_status st = TA_OK;
    (void)error;
    for (size_t k = 0; k < set->count; k++)
        reduced[k] = set->elements[k] / d;
    search s = {.set = reduced,
                .count = set->count,
                .limit = b->limit,
                .options = options,
                .bytes = (uint8_t *)(reduced + b->most)};
    if (set->count == 0 || reduced[set->count - 1] < b->limit) {
        /* Periods are searched for only if max S is below the limit. Otherwise
         * no window of max S positions could come twice. */
        st = find_cycle(&s, false, &outcomes);
        /* A period of the nim-values is also one of the outcomes. So nim-values
         * are computed only if the outcomes have a period. */
        if (st == TA_OK && outcomes.is.period > 0 && s.count <= BYTE_VALUES)
            st = find_cycle(&s, true, &values);
        if (st == TA_OK && outcomes.is.period > 0 && s.count > BYTE_VALUES) {
            ta_summary p = {0};
            st = tai_period_search(s.set, s.count, s.limit, options, &p);
            values.is = p.nim;
            values.largest = p.nim.period > 0 ? p.largest : 0;
        }
    }
    /* The cycles are those of S / d. */
    outcomes.is.period *= d;
    outcomes.is.preperiod *= d;
    values.is.period *= d;
    values.is.preperiod *= d;
    b->rows[item] = (ta_census_row){.outcome = outcomes.is,
                                    .nim = values.is,
                                    .cold_in_period = d * outcomes.cold,
                                    .largest = values.largest};
    return st;
}

/* Checks that the elements of each set increase and lie in [1, 2^32]; returns
 * TA_EINVAL if not. Sets b->most to the largest number of elements of a set,
 * and *hash to a hash of the limit and all sets. */
static ta_status check_sets(batch *b, size_t count, uint64_t *hash,
                            ta_error *error)
{
    *hash = b->limit;
    for (size_t i = 0; i < count; i++) {
        const ta_finite_set *set = &b->sets[i];
        *hash = ta_hash_more(*hash, set->count);
        b->most = set->count > b->most ? set->count : b->most;
        for (size_t k = 0; k < set->count; k++) {
            const uint64_t element = set->elements[k];
            *hash = ta_hash_more(*hash, element);
            if (element > CENSUS_MOST ||
                element <= (k > 0 ? set->elements[k - 1] : 0))
                return tai_fail(error, TA_EINVAL,
                                "set %zu: element %" PRIu64
                                " is not above the one before it, or not in 1 "
                                "to 2^32",
                                i + 1, element);
        }
    }
    return TA_OK;
}

ta_status ta_census(const ta_finite_set *sets, size_t count, uint64_t limit,
                    const ta_options *options, ta_census_row *rows,
                    ta_error *error)
{
    const unsigned threads = tai_item_threads(options);
    batch b = {.sets = sets, .limit = limit, .rows = rows};
    uint64_t hash = 0;
    ta_error own = {""};
    if (error == NULL) /* for other ranks */
        error = &own;
    ta_status st =
        tai_items_admit(options, limit, CENSUS_MOST,
                        ta_mul_sat(threads, bytes_for(limit)), error);
    if (st == TA_OK)
        st = check_sets(&b, count, &hash, error);
    if (st == TA_OK && options != NULL)
        st = tai_start_check(options->start, error);
    if (st == TA_OK) {
        b.per_thread = b.most + bytes_for(limit) / 8 + 1;
        b.buffer = tai_alloc(threads, 8 * b.per_thread);
        st = b.buffer != NULL ? TA_OK : TA_ENOMEM;
    }
    if (st == TA_OK)
        st = tai_items_run(options, count, do_set, &b, hash, rows, sizeof *rows,
                           error);
    ta_free(b.buffer);
    return tai_comm_close(options, st, error);
}
