/* Finds a finite monoid that decides all misère sums of an octal game, and
 * proves that it does (README.md, "Misère quotients"). The search guesses:
 * outcomes of words in a few heaps, the generators, with powers cut off where
 * they seem to repeat, make the monoid. prove() makes the answer right. The
 * file is long because search and proof share all tables. Begin at search. */
#include <stdio.h>
#include <string.h>

#include "base/communicator.h"
#include "octal/quotient.h"

enum {
    RANK = 12,         /* generators */
    OPTIONS = 1 << 10, /* options of a generator */
    STATES = 1 << 19,  /* words */
    SLOTS = 2 * STATES,
    ORDER = 512,     /* elements */
    PAIRS = 1 << 15, /* of an element and a set, of all sums */
    HEAPS = 1 << 11, /* heaps that get an element */
    STEPS = 50000000 /* that a search takes */
};

/* Powers of the generators. */
typedef struct word {
    uint8_t power[RANK];
} word;

/* A set of elements. */
typedef struct set {
    uint64_t bits[ORDER / 64];
} set;

/* Of a sum G: its element, and W(G), the z such that z times the element of
 * some option is cold. */
typedef struct pair {
    uint64_t element; /* 64 bits, so that no padding is compared */
    set wins;
} pair;

struct tai_quotient {
    const tai_octal *game;
    uint64_t steps; /* taken so far, of STEPS */
    unsigned rank;
    uint64_t generator[RANK]; /* heaps, increasing */
    /* Powers of generator i are below base[i], which counts as base[i] - 2. A
     * word has the state: the sum of power[i] * place[i], below place[rank]. */
    uint32_t base[RANK], place[RANK + 1];
    word option[RANK][OPTIONS]; /* options of a generator */
    unsigned options[RANK];
    bool hot[STATES];
    uint16_t class_of[STATES], next_class[STATES]; /* elements; scratch */
    uint32_t slot[SLOTS]; /* 0, or 1 + a state, later a pair, by hash */
    unsigned order;
    uint32_t least[ORDER]; /* least state of an element */
    bool cold[ORDER];
    uint16_t product[ORDER][ORDER];
    struct {
        word word;
        unsigned element;
        pair pair;
        bool has_move;
    } heap[HEAPS];
    uint64_t known; /* heaps with a word */
    bool stale;     /* the monoid has to be made again */
    pair pairs[PAIRS];
    uint32_t n_pairs;
    uint64_t preperiod, period; /* of elements; 0: none */
    uint64_t end;               /* the heaps below prove all */
};

static bool set_has(const set *s, unsigned x)
{
    return s->bits[x / 64] >> x % 64 & 1;
}

static void set_put(set *s, unsigned x)
{
    s->bits[x / 64] |= UINT64_C(1) << x % 64;
}

/* ---- words and their states ---- */

static unsigned power_of(const tai_quotient *q, uint32_t s, unsigned i)
{
    return s / q->place[i] % q->base[i];
}

/* Returns the state of s times generator i. */
static uint32_t state_step(const tai_quotient *q, uint32_t s, unsigned i)
{
    return power_of(q, s, i) + 1 < q->base[i] ? s + q->place[i]
                                              : s - q->place[i];
}

static uint32_t state_times(const tai_quotient *q, uint32_t s, const word *by)
{
    for (unsigned i = 0; i < q->rank; i++)
        for (unsigned k = by->power[i]; k > 0; k--)
            s = state_step(q, s, i);
    return s;
}

static word word_of(const tai_quotient *q, uint32_t s)
{
    word w = {{0}};
    for (unsigned i = 0; i < q->rank; i++)
        w.power[i] = (uint8_t)power_of(q, s, i);
    return w;
}

/* ---- the monoid that the outcomes of words make ---- */

/* Lists the options of generator i as words. Returns false if too many. */
static bool list_options(tai_quotient *q, unsigned i)
{
    ta_turn turn = {0};
    for (q->options[i] = 0; tai_breaks_next(q->game, q->generator[i], &turn);) {
        uint32_t s = 0;
        for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
            s = state_times(q, s, &q->heap[turn.left[k]].word);
        if (q->options[i] == OPTIONS)
            return false;
        q->option[i][q->options[i]++] = word_of(q, s);
    }
    return true;
}

/* Returns whether a state has no move, or one to a cold state. */
static bool state_hot(tai_quotient *q, uint32_t s)
{
    bool hot = s == 0;
    for (unsigned i = 0; i < q->rank && !hot; i++)
        for (unsigned k = 0; k < q->options[i] && power_of(q, s, i) > 0 && !hot;
             k++, q->steps++)
            hot = !q->hot[state_times(q, s - q->place[i], &q->option[i][k])];
    return hot;
}

/* Returns whether two states are of one class, and also times each generator.
 */
static bool same_row(const tai_quotient *q, uint32_t a, uint32_t b)
{
    bool same = q->class_of[a] == q->class_of[b];
    for (unsigned i = 0; i < q->rank && same; i++)
        same = q->class_of[state_step(q, a, i)] ==
               q->class_of[state_step(q, b, i)];
    return same;
}

/* Splits classes by those of their products with the generators, and sets their
 * number. Returns false if there are too many. */
static bool split_classes(tai_quotient *q)
{
    const uint32_t n = q->place[q->rank];
    q->order = 0;
    memset(q->slot, 0, sizeof q->slot);
    for (uint32_t s = 0; s < n; s++) {
        uint64_t at = tai_hash_more(0, q->class_of[s]);
        for (unsigned i = 0; i < q->rank; i++)
            at = tai_hash_more(at, q->class_of[state_step(q, s, i)]);
        while (q->slot[at %= SLOTS] != 0 && !same_row(q, q->slot[at] - 1, s))
            at++;
        if (q->slot[at] == 0) {
            if (q->order == ORDER)
                return false;
            q->slot[at] = s + 1;
            q->least[q->order] = s;
            q->next_class[s] = (uint16_t)q->order++;
        }
        q->next_class[s] = q->next_class[q->slot[at] - 1];
    }
    memcpy(q->class_of, q->next_class, n * sizeof *q->next_class);
    q->steps += n * (q->rank + 1);
    return q->steps < STEPS;
}

/* Makes the monoid: two words are equal if they have the same outcome with
 * every word. So classes begin as outcomes, and split until none does. Returns
 * false if it is too large. */
static bool make_monoid(tai_quotient *q)
{
    for (unsigned i = 0; i < q->rank; i++) {
        q->place[i + 1] = q->place[i] * q->base[i];
        if (q->place[i + 1] > STATES || q->base[i] > UINT8_MAX)
            return false;
    }
    for (unsigned i = 0; i < q->rank; i++)
        if (!list_options(q, i))
            return false;
    /* Options have lower states: smaller generators come first. */
    for (uint32_t s = 0; s < q->place[q->rank] && q->steps < STEPS; s++)
        q->class_of[s] = q->hot[s] = state_hot(q, s);
    unsigned before = 0;
    for (q->order = 1; q->order != before;) {
        before = q->order;
        if (!split_classes(q))
            return false;
    }
    for (unsigned a = 0; a < q->order; a++) {
        const word w = word_of(q, q->least[a]);
        q->cold[a] = !q->hot[q->least[a]];
        for (unsigned b = 0; b < q->order; b++)
            q->product[a][b] = q->class_of[state_times(q, q->least[b], &w)];
    }
    q->steps += q->order * q->order;
    return true;
}

/* Returns k + 2 for the least k with g^(k + 2) = g^k. */
static uint32_t fit_base(const tai_quotient *q, unsigned i)
{
    uint32_t s = 0, k = 0;
    while (k + 2 < q->base[i] &&
           q->class_of[s] !=
               q->class_of[state_step(q, state_step(q, s, i), i)]) {
        s = state_step(q, s, i);
        k++;
    }
    return k + 2;
}

/* ---- pairs, which prove all ---- */

static pair pair_product(tai_quotient *q, const pair *a, const pair *b)
{
    const uint16_t *by_a = q->product[a->element],
                   *by_b = q->product[b->element];
    pair p = {.element = by_a[b->element]};
    for (unsigned z = 0; z < q->order; z++)
        if (set_has(&a->wins, by_b[z]) || set_has(&b->wins, by_a[z]))
            set_put(&p.wins, z);
    q->steps += q->order;
    return p;
}

/* Returns the slot where a pair is, or belongs. */
static uint32_t *pair_slot(tai_quotient *q, const pair *p)
{
    uint64_t at = tai_hash_more(0, p->element);
    for (unsigned w = 0; w < ORDER / 64; w++)
        at = tai_hash_more(at, p->wins.bits[w]);
    while (q->slot[at %= SLOTS] != 0 &&
           memcmp(&q->pairs[q->slot[at] - 1], p, sizeof *p) != 0)
        at++;
    return &q->slot[at];
}

/* Keeps the first n pairs; the first is that of no heaps. */
static void keep_pairs(tai_quotient *q, uint32_t n)
{
    memset(q->slot, 0, sizeof q->slot);
    for (q->n_pairs = 0; q->n_pairs < n; q->n_pairs++)
        *pair_slot(q, &q->pairs[q->n_pairs]) = q->n_pairs + 1;
}

/* Adds a pair and all its products, unless the outcome of one is wrong. */
static bool add_pair(tai_quotient *q, const pair *p)
{
    const uint32_t before = q->n_pairs;
    bool right = true;
    /* There already; slot 1, that of no heaps, is wrong for a heap. */
    if (*pair_slot(q, p) > 1)
        return true;
    /* The first pass only checks, since most wrong pairs show in it. */
    for (unsigned pass = 0; pass < 2 && right; pass++)
        for (uint32_t i = 0; i < q->n_pairs && right; i++) {
            const pair more = pair_product(q, &q->pairs[i], p);
            uint32_t *slot = pair_slot(q, &more);
            right = q->cold[more.element] != set_has(&more.wins, 0) &&
                    q->n_pairs < PAIRS && q->steps < STEPS;
            if (pass == 1 && right && *slot == 0) {
                q->pairs[q->n_pairs] = more;
                *slot = ++q->n_pairs;
            }
        }
    if (!right && q->n_pairs > before)
        keep_pairs(q, before);
    return right;
}

/* Sets pair and moves of a heap, whose element need not be set. */
static void find_options(tai_quotient *q, uint64_t heap)
{
    set options = {{0}};
    pair p = {.element = q->heap[heap].element};
    ta_turn turn = {0};
    q->heap[heap].has_move = false;
    for (; tai_breaks_next(q->game, heap, &turn); q->steps++) {
        unsigned x = 0;
        for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
            x = q->product[x][q->heap[turn.left[k]].element];
        set_put(&options, x);
        q->heap[heap].has_move = true;
    }
    for (unsigned x = 0; x < q->order; x++)
        for (unsigned z = 0; z < q->order && set_has(&options, x);
             z++, q->steps++)
            if (q->cold[q->product[x][z]])
                set_put(&p.wins, z);
    q->heap[heap].pair = p;
}

/* Proves the elements of the heaps below n (README.md): makes all products of
 * their pairs, and checks each. */
static bool prove(tai_quotient *q, uint64_t n)
{
    keep_pairs(q, 1);
    for (uint64_t h = 0; h < n; h++) {
        find_options(q, h);
        if (q->heap[h].has_move ? !add_pair(q, &q->heap[h].pair)
                                : q->heap[h].element != 0)
            return false;
    }
    return !q->cold[0];
}

/* ---- the search ---- */

static bool is_generator(const tai_quotient *q, uint64_t heap)
{
    bool is = false;
    for (unsigned i = 0; i < q->rank; i++)
        is |= q->generator[i] == heap;
    return is;
}

/* Makes the monoid, the elements of heaps with a word, and the pairs of the
 * generators. Returns whether these are right. */
static bool try_bases(tai_quotient *q)
{
    bool right = make_monoid(q);
    keep_pairs(q, 1);
    for (uint64_t h = 0; h < q->known && right; h++) {
        q->heap[h].element = q->class_of[state_times(q, 0, &q->heap[h].word)];
        find_options(q, h);
        right = !is_generator(q, h) || add_pair(q, &q->heap[h].pair);
    }
    return right;
}

/* Makes the monoid, with one base greater if that is needed. */
static bool rebuild(tai_quotient *q)
{
    bool right = try_bases(q);
    for (unsigned i = 0; i < q->rank && !right && q->steps < STEPS; i++) {
        q->base[i]++;
        right = try_bases(q);
        q->base[i] -= !right;
    }
    q->stale = false;
    return right;
}

/* Makes a heap a generator. Returns false if there are too many. */
static bool add_generator(tai_quotient *q, uint64_t heap)
{
    unsigned at = q->rank;
    if (q->rank == RANK)
        return false;
    for (unsigned i = 0; i < q->rank; i++)
        q->base[i] = fit_base(q, i);
    for (; at > 0 && q->generator[at - 1] > heap; at--) {
        q->generator[at] = q->generator[at - 1];
        q->base[at] = q->base[at - 1];
    }
    for (uint64_t h = 0; h < q->known; h++) {
        uint8_t *power = q->heap[h].word.power;
        memmove(power + at + 1, power + at, q->rank - at);
        power[at] = 0;
    }
    q->rank++;
    q->generator[at] = heap;
    q->base[at] = 4;
    q->heap[heap].word = (word){{0}};
    q->heap[heap].word.power[at] = 1;
    q->known = tai_max_u64(q->known, heap + 1);
    q->stale = true;
    return true;
}

/* Finds the element of a heap, a word of smaller ones, or makes the heap a
 * generator. Returns false at a limit. */
static bool place_heap(tai_quotient *q, uint64_t heap)
{
    unsigned x = 0;
    find_options(q, heap);
    if (is_generator(q, heap))
        return true;
    for (; x < q->order && q->heap[heap].has_move; x++) {
        q->heap[heap].pair.element = x;
        if (add_pair(q, &q->heap[heap].pair))
            break;
    }
    if (x == q->order || q->steps > STEPS)
        return q->steps <= STEPS && add_generator(q, heap);
    q->heap[heap].element = x;
    q->heap[heap].word = word_of(q, q->least[x]);
    q->known = tai_max_u64(q->known, heap + 1);
    return true;
}

/* Sets the period of the elements if the heaps below n prove one. */
static void find_period(tai_quotient *q, uint64_t n)
{
    for (uint64_t p = 1; tai_octal_proof_end(q->game, 1, p) + p <= n; p++) {
        uint64_t e = n - p;
        for (; e > 1; e--, q->steps++)
            if (q->heap[e - 1].element != q->heap[e - 1 + p].element)
                break;
        q->end = tai_octal_proof_end(q->game, e, p) + p;
        if (q->end <= n) {
            q->preperiod = e;
            q->period = p;
            return;
        }
    }
}

/* Sets *found to whether a quotient for all heaps, or those up to `largest`, is
 * found and proved. */
static ta_status search(tai_quotient *q, uint64_t largest,
                        const ta_options *options, bool *found)
{
    ta_status st = TA_OK;
    q->stale = true;
    /* A new generator makes other elements: all heaps are placed again. */
    for (uint64_t h = 0; h <= largest && st == TA_OK && q->period == 0;
         h = q->stale ? 0 : h + 1) {
        if ((q->stale && !rebuild(q)) || h == HEAPS || !place_heap(q, h))
            return TA_OK;
        if (!q->stale && h % 4 == 0)
            find_period(q, h + 1);
        st = tai_poll(options, 0, h);
    }
    if (q->period == 0)
        q->end = largest + 1;
    *found = st == TA_OK && prove(q, q->end);
    return st;
}

uint64_t tai_quotient_bytes(void)
{
    return sizeof(tai_quotient);
}

ta_status tai_quotient_find(const tai_octal *game, uint64_t largest,
                            const ta_options *options, tai_quotient **out)
{
    bool found = false;
    tai_quotient *q = *out = tai_alloc_zero(1, sizeof *q);
    if (q == NULL)
        return TA_OK;
    q->game = game;
    q->place[0] = 1;
    ta_status st = search(q, largest, options, &found);
    if (!found) {
        ta_free(q);
        *out = NULL;
    }
    return st;
}

tai_quotient_about tai_quotient_summary(const tai_quotient *q)
{
    tai_quotient_about a = {.text = "search"};
    if (q == NULL)
        return a;
    a.order = q->order;
    a.preperiod = q->preperiod;
    a.period = q->period;
    a.end = q->end;
    for (unsigned x = 0; x < q->order; x++)
        a.cold += q->cold[x];
    int n = snprintf(a.text, sizeof a.text, "misere quotient of order %u",
                     q->order);
    snprintf(a.text + n, sizeof a.text - (size_t)n,
             q->period != 0 ? ", period %llu from heap %llu on"
                            : " of the heaps below %llu",
             (unsigned long long)(q->period != 0 ? q->period : q->end),
             (unsigned long long)q->preperiod);
    return a;
}

unsigned tai_quotient_add(const tai_quotient *q, unsigned element,
                          uint64_t heap)
{
    if (heap >= q->end)
        heap = q->preperiod + (heap - q->preperiod) % q->period;
    return q->product[element][q->heap[heap].element];
}

bool tai_quotient_cold(const tai_quotient *q, unsigned element)
{
    return q->cold[element];
}
