/* Periods of outcomes and nim-values of many finite sets, a set a thread;
 * find_cycle is the search. A position has a byte: 1 << g for nim-value g, or 1
 * for cold. With x the or of the options' bytes it is ~x & (x + 1), or ~x & 1;
 * up to min S, at most eight, positions at once in a word. A set has at most 7
 * elements for nim-values, so x is never 255 and adding 1 changes no other
 * byte. Positions below 0 have 0 (1 with the sink convention, as cold ones).
 * The state at n is the L >= max S bytes before n: two equal ones prove a
 * period, by Brent's algorithm as in set-period.c; from there backwards the
 * bytes agree down to the preperiod (README.md, "Outcomes"). */
#include <inttypes.h>
#include <string.h>

#include "base/communicator.h"
#include "play/play-internal.h"
#include "run/items.h"

/* The largest element and number of positions. Factors d and periods of S / d
 * are at most 2^32, so products fit. */
#define CENSUS_MOST (UINT64_C(1) << 32)
#define ONES        UINT64_C(0x0101010101010101)

/* A set of so few elements has values up to 7, as bits of a byte. */
enum { BYTE_VALUES = 7 };
/* Positions in a word; sets with min S <= SCALAR are computed one by one. The
 * anchor is first replaced at time FIRST_ANCHOR; blocks, after which equal
 * states are looked for, grow from FIRST_BLOCK to LAST_BLOCK positions. */
enum { LANES = 8, SCALAR = 2, FIRST_ANCHOR = 16, FIRST_BLOCK = 128 };
enum { LAST_BLOCK = 1 << 14 };

/* ---- outcomes and nim-values of a finite set ---- */

/* The search for one set. */
typedef struct search {
    const uint64_t *set; /* increasing */
    size_t count;
    uint64_t limit; /* positions at most; above max S */
    const ta_options *options;
    uint64_t walked; /* positions computed */
    /* Position p has bytes[L + p], L the larger of max S and 8. So the state at
     * time n, of the positions from n - L on, begins at bytes + n. */
    uint8_t *bytes; /* bytes_for(limit) */
} search;

/* At least L + limit + 7: L is at most limit or 8. */
static uint64_t bytes_for(uint64_t limit)
{
    return tai_add_sat(tai_mul_sat(2, limit), 64);
}

static inline uint64_t load(const uint8_t *at)
{
    uint64_t w;
    memcpy(&w, at, sizeof w);
    return w;
}

/* Computes [from, to) from smaller positions. Eight at once may write seven
 * bytes too many, which the next step or call replaces. */
static void extend(uint8_t *position, uint64_t from, uint64_t to,
                   const uint64_t *set, size_t count, bool values)
{
    const uint64_t step = count == 0 ? LANES : tai_min_u64(set[0], LANES);
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

/* A state, and times: its own, when it is replaced, last compared. */
typedef struct anchor {
    uint64_t at, next, tried;
} anchor;

/* Returns the first time n up to `to` whose state, `length` bytes from bytes +
 * n, equals the anchor's; 0 if there is none. Only every `step`-th is compared,
 * first its two ends. */
static uint64_t find_state(const uint8_t *bytes, uint64_t length, anchor *a,
                           uint64_t step, uint64_t to)
{
    const uint64_t end = length - sizeof(uint64_t);
    uint64_t first = load(bytes + a->at), last = load(bytes + a->at + end);
    for (uint64_t n = a->tried + step; n <= to; n += step) {
        a->tried = n;
        if (load(bytes + n) == first && load(bytes + n + end) == last &&
            memcmp(bytes + n, bytes + a->at, length) == 0)
            return n;
        if (n >= a->next) {
            *a = (anchor){n, 2 * n, n};
            first = load(bytes + n);
            last = load(bytes + n + end);
        }
    }
    return 0;
}

/* Returns whether each value is the mex of those from which moves lead to it.
 * The values have the period p from 0 on, and are continued by it to all
 * `length` positions below 0. The period from there on is looked at. */
static bool is_reverse(const search *s, uint64_t length, uint64_t p)
{
    uint8_t *bytes = s->bytes;
    for (uint64_t n = length; n > 0; n--)
        bytes[n - 1] = bytes[n - 1 + p];
    for (uint64_t n = 0; n < p; n++) {
        unsigned x = 0;
        for (size_t k = 0; k < s->count; k++)
            x |= bytes[n + s->set[k]];
        if (bytes[n] != (~x & (x + 1)))
            return false;
    }
    return true;
}

/* Fills in what *row has of the values or of the outcomes: least period, a
 * multiple of `step`, and preperiod; nothing if none is proved below s->limit.
 */
static ta_status find_cycle(search *s, bool values, uint64_t step,
                            ta_census_row *row)
{
    const uint64_t reach = s->count > 0 ? s->set[s->count - 1] : 0,
                   length = tai_max_u64(reach, sizeof(uint64_t)); /* L */
    uint8_t *position = s->bytes + length;
    uint64_t known = 0;
    /* Below 0: 1 by the sink convention, else 0. */
    memset(s->bytes, s->options->sink, length);
    uint64_t block = FIRST_BLOCK, again = 0;
    anchor a = {0, FIRST_ANCHOR, 0};
    ta_status st = TA_OK;
    while (st == TA_OK && again == 0 && known < s->limit) {
        const uint64_t end = tai_min_u64(s->limit, known + block);
        extend(position, known, end, s->set, s->count, values);
        again = find_state(s->bytes, length, &a, step, end);
        s->walked += end - known;
        st = tai_poll(s->options, 0, s->walked);
        known = end;
        block = tai_min_u64(2 * block, LAST_BLOCK);
    }
    if (again == 0)
        return st;
    /* The anchor's state begins here, or below 0. */
    uint64_t from = a.at > length ? a.at - length : 0;
    const uint64_t period = again - a.at;
    unsigned seen = 0; /* the or of all values' bytes */
    while (from > 0 && position[from - 1] == position[from - 1 + period])
        from--;
    *(values ? &row->nim : &row->outcome) = (ta_period){
        .period = period, .preperiod = from, .proof = TA_PROOF_REPEATED};
    for (uint64_t n = from; !values && n < from + period; n++)
        row->cold_in_period += position[n];
    for (uint64_t n = 0; values && n < from + period; n++)
        seen |= position[n];
    row->largest = values ? tai_log2_floor(seen) : 0;
    row->reverse = values && from == 0 && is_reverse(s, length, period);
    return st;
}

/* ---- many sets ---- */

typedef struct batch {
    const ta_finite_set *sets;
    uint64_t limit; /* as of ta_census */
    ta_census_row *rows;
    size_t most; /* elements of a set */
    /* A thread's part: the elements of a set, then a byte for each position. */
    uint64_t *buffer;
    uint64_t per_thread; /* words */
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

/* Fills in a row. */
static ta_status do_set(void *state, unsigned thread, size_t item,
                        const ta_options *options, ta_error *error)
{
    const batch *b = state;
    const ta_finite_set *set = &b->sets[item];
    uint64_t *reduced = b->buffer + thread * b->per_thread;
    ta_census_row *row = &b->rows[item];
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
    *row = (ta_census_row){0};
    /* A proof needs more than max S positions. */
    if (set->count == 0 || reduced[set->count - 1] < b->limit)
        st = find_cycle(&s, false, 1, row);
    /* A period of the values is one of the outcomes, too. */
    const bool repeats = st == TA_OK && row->outcome.period > 0;
    if (repeats && s.count <= BYTE_VALUES)
        st = find_cycle(&s, true, row->outcome.period, row);
    if (repeats && s.count > BYTE_VALUES) {
        ta_summary p = {0};
        st = tai_period_search(s.set, s.count, false, s.limit, options, &p);
        row->nim = p.nim;
        row->largest = p.nim.period > 0 ? p.largest : 0;
    }
    /* Those of S are d times as long. */
    row->outcome.period *= d;
    row->outcome.preperiod *= d;
    row->nim.period *= d;
    row->nim.preperiod *= d;
    row->cold_in_period *= d;
    return st;
}

/* Elements must increase within [1, 2^32]. Sets b->most and *hash, in which
 * ranks must agree. */
static ta_status check_sets(batch *b, size_t count, uint64_t *hash,
                            ta_error *error)
{
    *hash = b->limit;
    for (size_t i = 0; i < count; i++) {
        const ta_finite_set *set = &b->sets[i];
        *hash = tai_hash_more(*hash, set->count);
        b->most = set->count > b->most ? set->count : b->most;
        for (size_t k = 0; k < set->count; k++) {
            const uint64_t element = set->elements[k];
            *hash = tai_hash_more(*hash, element);
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
                        tai_mul_sat(threads, bytes_for(limit)), error);
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
