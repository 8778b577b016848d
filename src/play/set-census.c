/* Finds the periods of the outcomes (cold or hot) and of the nim-values for
 * many finite subtraction sets. Each thread works on one set at a time.
 *
 * Each position has one byte. For nim-values, the byte of a position of
 * nim-value g is 1 << g. Let x be the bitwise or of the bytes of all options of
 * a position. The nim-value is the place of the lowest zero bit of x, so the
 * byte of the position is ~x & (x + 1). For outcomes, the byte is 1 for cold
 * and 0 for hot, and is computed as ~x & 1.
 *
 * Up to eight positions are computed at once, in a 64-bit word. None of them
 * may be an option of another one, so at most min S positions are computed at
 * once. For nim-values, a set has at most 7 elements. So x is never 255, and
 * adding 1 to x does not change another byte.
 *
 * Positions below 0 have the byte 0, so that they do not count as options.
 * (Under the sink convention, by which a move may take more tokens than the
 * heap has, they are cold positions of nim-value 0. Then they have the byte 1.)
 * The state at position n consists of the bytes of the last L >= max S
 * positions before n. Two equal states prove a period. Brent's algorithm finds
 * them, as in set-period.c. To find the preperiod, the bytes before the two
 * states are compared, from the states backwards. They are equal until the
 * preperiod is reached (README.md). */
#include <inttypes.h>
#include <string.h>

#include "base/communicator.h"
#include "play/play-internal.h"
#include "run/items.h"

/* The largest element of a set, and the largest number of positions, that
 * ta_census accepts. If d divides all elements of a set S, the period of S is d
 * times the period of S / d. Both factors are at most 2^32, so the product fits
 * in 64 bits. */
#define CENSUS_MOST (UINT64_C(1) << 32)
#define ONES        UINT64_C(0x0101010101010101)

/* For a set of at most BYTE_VALUES elements, the nim-values are at most
 * BYTE_VALUES = 7. So a set of nim-values fits in the 8 bits of a byte, and the
 * search for a period works with bytes. Larger sets are searched by another
 * function. */
enum { BYTE_VALUES = 7 };
enum { LANES = 8, SCALAR = 2, FIRST_ANCHOR = 16, FIRST_BLOCK = 128 };
enum { LAST_BLOCK = 1 << 14 };

/* ---- outcomes and nim-values of a finite set ---- */

/* The period of the outcomes or of the nim-values of a set. If no period was
 * found, is.period is 0. */
typedef struct cycle {
    ta_period is;
    /* The number of cold positions in one period. */
    uint64_t cold;
    /* The largest nim-value, or 0 if the period is one of outcomes. */
    unsigned largest;
} cycle;

/* The state of the search for the period of one set. The search stops early if
 * options->progress asks it to stop. */
typedef struct search {
    const uint64_t *set; /* the elements, in increasing order */
    size_t count;
    /* The search computes at most `limit` positions. max S must be below this
     * number. */
    uint64_t limit;
    const ta_options *options;
    uint64_t walked; /* number of positions computed so far */
    /* One byte for each position, with its result: cold or hot, or its
     * nim-value. Let m be the larger of max S and 8. The byte of position p is
     * bytes[m + p]; so the first m bytes belong to positions below 0. The array
     * has bytes_for(limit) bytes. */
    uint8_t *bytes;
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

/* Computes the bytes position[from] to position[to - 1] from the bytes of
 * smaller positions. If `values` is true, the byte of a position of nim-value g
 * is 1 << g. Otherwise the byte is 1 for a cold position and 0 for a hot one.
 * If min S is above 2, up to eight positions are computed at once. Then the
 * seven bytes from position[to] on may get wrong values, which the next call
 * replaces. */
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

/* Computes the results of the positions [from, to), one byte for each position.
 * If `values` is true, the byte is 1 << g for the nim-value g. Otherwise it is
 * 1 for a cold position and 0 for a hot one. The function calls extend_by for
 * the set of the search `s`. For nim-values of sets of 3 or 4 elements, it
 * passes this number as a constant, so that the compiler unrolls the loops. */
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
    /* Brent's algorithm keeps one state of a sequence, the anchor, and compares
     * all later states with it. The anchor is the state at time `at`. At time
     * `next`, the state of that time becomes the new anchor. */
    uint64_t at, next;
} anchor;

/* Searches for a state that occurs again, by Brent's algorithm. The states at
 * the times from + 1 to `to` are compared with an earlier state, the anchor.
 * Returns the first time at which they are equal, or 0 if there is none. The
 * state at time n consists of the `length` bytes from bytes + n on. The anchor
 * is the state at time a->at. At time a->next, the state of that time becomes
 * the new anchor. */
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

/* Finds the least period and the least preperiod of a set, and stores them in
 * *c, which must be all zero before the call. If `values` is true, they are
 * those of the nim-values, and the set must have at most BYTE_VALUES elements.
 * Otherwise they are those of the outcomes (cold or hot). If the positions
 * below s->limit prove no period, *c stays zero. Returns TA_OK or
 * TA_ECANCELLED. */
static ta_status find_cycle(search *s, bool values, cycle *c)
{
    const uint64_t reach = s->count > 0 ? s->set[s->count - 1] : 0,
                   length = ta_max_u64(reach, sizeof(uint64_t));
    uint8_t *position = s->bytes + length;
    uint64_t known = 0;
    /* Sets the bytes of the positions below 0. Usually the byte is 0: these
     * positions are not options. By the sink convention a move may take more
     * tokens than the heap has. Then these positions have the nim-value 0,
     * which is the byte 1. */
    memset(s->bytes, s->options->sink, length);
    uint64_t block = FIRST_BLOCK, again = 0;
    anchor a = {0, FIRST_ANCHOR};
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
    /* Memory for all threads. Each thread has a part of `buffer`. It holds the
     * elements of one set and, after them, a byte for each position: the
     * outcome or the nim-value of the position. */
    uint64_t *buffer;
    /* The number of 64-bit words that each thread has in `buffer`. */
    uint64_t per_thread;
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
        options->sink || set->count == 0 ? 1 : common_divisor(set);
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
        /* To prove a period, the search must compute more than max S positions.
         * So it is made only if max S is below the limit. */
        st = find_cycle(&s, false, &outcomes);
        /* If the nim-values have a period, the outcomes have this period, too.
         * So the nim-values are computed only if a period of the outcomes was
         * found. */
        if (st == TA_OK && outcomes.is.period > 0 && s.count <= BYTE_VALUES)
            st = find_cycle(&s, true, &values);
        if (st == TA_OK && outcomes.is.period > 0 && s.count > BYTE_VALUES) {
            ta_summary p = {0};
            st = tai_period_search(s.set, s.count, s.limit, options, &p);
            values.is = p.nim;
            values.largest = p.nim.period > 0 ? p.largest : 0;
        }
    }
    /* The periods were found for the set S / d, where d divides all elements of
     * S. The periods of S itself are d times as long. */
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

/* Checks that the elements of each set increase and lie in [1, 2^32]. Returns
 * TA_OK, or TA_EINVAL with an error message. Sets b->most to the largest number
 * of elements of a set. Sets *hash to a hash of b->limit and of all sets. */
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
