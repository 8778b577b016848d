/* Take-a-prime by the structure of its values (README.md), on threads:
 *     primes N [LAYERS [THREADS [FIRST [print | TIMES]]]]
 * finds the values 0 to LAYERS - 1, of heaps below FIRST by the definition, and
 * prints their counts; or the cold heaps (LAYERS 1) or the value of each heap;
 * the file TIMES gets the seconds of primesieve alone, too.
 *
 * An odd prime leads to a heap of the other parity, 2 to one of the same. A
 * heap of no value less than v is *free* at v if no odd prime leads from it to
 * a listed heap of value v. Parities at which many heaps are free are *open*; a
 * free heap elsewhere is an *event*, and settled by all heaps. */
#include <gmp.h>
#include <inttypes.h>
#include <primesieve.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "marks-kernel.h"

enum { LAYERS = 16, SEGMENT = 1 << 18, CHUNK = 1 << 28, ROUND = 16 };
enum { WARM = 1 << 12, SAMPLE = 2048, BACK = 1 << 13, NONE = 255 };
enum { OVER_MAX = 1 << 26 };

typedef struct heaps { /* increasing but for exceptions found late */
    uint64_t *at;
    size_t count, room;
} heaps;

typedef struct plan { /* what all threads read */
    uint64_t n, first, layers;
    uint64_t over;         /* rows of primes begin so far below the heaps */
    heaps list[LAYERS][2]; /* by value and parity: below first; exceptions */
    uint32_t *shift[LAYERS][2]; /* masks for heaps of this parity */
    size_t shifts[LAYERS][2];
    bool open[LAYERS][2];
    int fifth[LAYERS]; /* both open: the class mod 5 of all these heaps, or -1
                        */
    uint8_t *value;    /* of the heaps below first */
} plan;

typedef struct state {       /* what heaps need of those before */
    bool last[LAYERS][2];    /* the last one of this parity has the value */
    uint64_t before[LAYERS]; /* with a fifth: the last of the value, if near */
} state;

typedef struct chunk {
    uint64_t from, to;
    bool told; /* begin is given, and not found by a warm-up */
    state begin, end;
    uint64_t count[LAYERS][2];
    heaps events; /* heap * LAYERS + value */
} chunk;

typedef struct worker {
    const plan *plan;
    primesieve_iterator primes;
    uint64_t prime;  /* the next one */
    uint8_t *row[8]; /* of odd primes; bit i of row r is bit i - r of row 0 */
    const uint8_t *zero[8]; /* where the heaps begin in them */
    const uint8_t **moved;  /* there, moved up by each shift of a mask */
    uint64_t *bits[2], *taken[2];
    uint8_t *memory, *value; /* value: of each heap of the segment, if wanted */
    state state;
    heaps *events;
} worker;

static void fail(const char *why)
{
    fprintf(stderr, "primes: %s\n", why);
    exit(EXIT_FAILURE);
}

static void *need(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (p == NULL)
        fail("out of memory");
    return p;
}

static void push(heaps *list, uint64_t heap)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->at = realloc(list->at, list->room * sizeof *list->at);
        if (list->at == NULL)
            fail("out of memory");
    }
    list->at[list->count++] = heap;
}

static bool bit(const void *row, uint64_t i)
{
    return ((const uint8_t *)row)[i / 8] >> i % 8 & 1;
}

static void set(void *row, uint64_t i)
{
    ((uint8_t *)row)[i / 8] |= (uint8_t)(1 << i % 8);
}

static void by_definition(plan *p)
{
    size_t primes = 0;
    uint64_t *prime =
        primesieve_generate_primes(0, p->first, &primes, UINT64_PRIMES);
    p->value = need(p->first, 1);
    for (uint64_t n = 0; n < p->first; n++) {
        uint32_t reached = 0;
        for (size_t k = 0; k < primes && prime[k] <= n; k++)
            reached |= UINT32_C(1) << p->value[n - prime[k]];
        const unsigned v = (unsigned)__builtin_ctz(~reached);
        if (v >= LAYERS)
            fail("a value is too large: raise LAYERS");
        p->value[n] = (uint8_t)v;
        if (v < p->layers)
            push(&p->list[v][n % 2], n);
    }
    primesieve_free(prime);
}

/* A value is open at the parity that has most of it; at both, if in the upper
 * half both have it, and all these heaps are in one class mod 5. */
static void open_parities(plan *p)
{
    for (unsigned v = 0; v < p->layers; v++) {
        const heaps *list = p->list[v];
        unsigned classes = 0, both = 0;
        for (unsigned q = 0; q < 2; q++)
            for (size_t k = 0; k < list[q].count; k++)
                if (list[q].at[k] >= p->first / 2)
                    classes |= 1u << list[q].at[k] % 5, both |= 1u << q;
        const bool one = both == 3 && (classes & (classes - 1)) == 0;
        p->fifth[v] = one ? __builtin_ctz(classes) : -1;
        for (unsigned q = 0; q < 2; q++)
            p->open[v][q] = one || list[q].count > list[1 - q].count;
    }
}

/* How far a heap of the list moves the primes, in bits of the other parity. */
static uint32_t shift_of(uint64_t heap)
{
    return (uint32_t)((heap + 1) / 2);
}

/* Word k of the row without its first BACK bits, moved up by shift. */
static uint64_t moved(const uint64_t *row, unsigned k, uint32_t shift)
{
    const uint64_t at = 64 * (uint64_t)k + BACK - shift;
    return row[at / 64] >> at % 64 |
           (at % 64 == 0 ? 0 : row[at / 64 + 1] << (64 - at % 64));
}

/* Masks for a value and a parity. Where it is open, all; elsewhere, the most
 * useful first, as many as leave nothing free in a sample of the odd primes. */
static void choose_masks(plan *p, unsigned v, unsigned q,
                         const uint64_t *sample, unsigned words)
{
    const heaps *list = &p->list[v][1 - q];
    uint32_t *shift = need(list->count + MASK_STEP, sizeof *shift);
    uint64_t left[SAMPLE], best = 1;
    size_t count = 0;
    memset(left, 255, sizeof left);
    while (count < list->count && best > 0) {
        size_t at = count;
        best = p->open[v][q];
        for (size_t k = 0;
             !p->open[v][q] && k < list->count && list->at[k] < BACK; k++) {
            uint64_t gain = 0;
            for (unsigned w = 0; w < words; w++)
                if (left[w] != 0)
                    gain += (uint64_t)__builtin_popcountll(
                        left[w] & moved(sample, w, shift_of(list->at[k])));
            if (gain > best)
                best = gain, at = k;
        }
        if (best > 0)
            shift[count++] = shift_of(list->at[at]);
        for (unsigned w = 0; w < words && best > 0 && !p->open[v][q]; w++)
            left[w] &= ~moved(sample, w, shift_of(list->at[at]));
    }
    while (count % MASK_STEP != 0)
        shift[count] = shift[0], count++;
    free(p->shift[v][q]);
    p->shift[v][q] = shift;
    p->shifts[v][q] = count;
}

static void set_masks(plan *p)
{
    uint64_t sample[BACK / 64 + SAMPLE + 1] = {0};
    /* From a small sample more heaps are left for one_by_one. */
    const unsigned words = p->n >> 32 == 0 ? SAMPLE / 4 : SAMPLE;
    const uint64_t bits = 64 * words + BACK,
                   from =
                       p->n > 4 * bits ? (p->n - 2 * bits) & ~UINT64_C(1) : 0;
    size_t count = 0;
    uint64_t *prime = primesieve_generate_primes(from + 3, from + 2 * bits - 1,
                                                 &count, UINT64_PRIMES);
    for (size_t k = 0; k < count; k++)
        set(sample, (prime[k] - from) / 2);
    primesieve_free(prime);
    p->over = 0;
    for (unsigned v = 0; v < p->layers; v++)
        for (unsigned q = 0; q < 2; q++) {
            choose_masks(p, v, q, sample, words);
            for (size_t k = 0; k < p->list[v][q].count; k++)
                if (p->list[v][q].at[k] > p->over)
                    p->over = p->list[v][q].at[k];
        }
    if (p->over > OVER_MAX)
        fail("an exception is too far out for rows that begin with it");
    p->over = (p->over / (16 * ROW_STEP) + 1) * 16 * ROW_STEP;
}

static worker *worker_new(const plan *p, bool values)
{
    const size_t row = (p->over + SEGMENT) / 16 + 3 * ROW_STEP;
    const size_t bits = SEGMENT / 16 + ROW_STEP;
    worker *w = need(1, sizeof *w);
    w->plan = p;
    w->memory = need(8 * row + 4 * bits + SEGMENT, 1);
    size_t most = 0;
    for (unsigned v = 0; v < p->layers; v++)
        most = tai_max_u64(most, tai_max_u64(p->shifts[v][0], p->shifts[v][1]));
    w->moved = need(most, sizeof *w->moved);
    for (unsigned r = 0; r < 8; r++) {
        w->row[r] = w->memory + r * row + ROW_STEP;
        w->zero[r] = w->row[r] + p->over / 16;
    }
    for (unsigned q = 0; q < 4; q++)
        (q < 2 ? w->bits : w->taken)[q % 2] =
            (uint64_t *)(void *)(w->memory + 8 * row + q * bits);
    w->value = values ? w->memory + 8 * row + 4 * bits : NULL;
    primesieve_init(&w->primes);
    return w;
}

static void worker_free(worker *w)
{
    primesieve_free_iterator(&w->primes);
    free(w->moved);
    free(w->memory);
    free(w);
}

/* Enters the odd primes below `to` where the heaps of the rows begin with
 * `from`. */
static void enter_primes(worker *w, uint64_t from, uint64_t to)
{
    const uint64_t over = w->plan->over;
    uint8_t *row = w->row[0];
    uint64_t prime = w->prime;
    for (; prime < to; prime = primesieve_next_prime(&w->primes)) {
        const uint64_t i = (prime + over - from) / 2;
        row[i / 8] |= (uint8_t)(1 << i % 8);
    }
    if (w->primes.is_error)
        fail("primesieve has failed");
    w->prime = prime;
}

static void begin(worker *w, uint64_t from)
{
    const uint64_t over = w->plan->over;
    memset(w->row[0], 0, over / 16);
    primesieve_jump_to(&w->primes, from > over + 3 ? from - over : 3,
                       from + (UINT64_C(1) << 30));
    w->prime = primesieve_next_prime(&w->primes);
    enter_primes(w, from, from);
}

static void note_event(worker *w, uint64_t heap, unsigned v)
{
    if (w->events != NULL)
        push(w->events, heap * LAYERS + v);
}

/* A free heap that is not in an open parity: whether it has the value for all
 * that is listed. If nothing listed decides, it is an event, and taken for
 * reached. */
static bool has_value(worker *w, uint64_t heap, uint64_t from, unsigned v)
{
    const heaps *list = &w->plan->list[v][1 - heap % 2];
    for (size_t k = 0; k < list->count; k++)
        if (bit(w->row[0],
                (w->plan->over + heap - from) / 2 - shift_of(list->at[k])))
            return false;
    list = &w->plan->list[v][heap % 2];
    for (size_t k = list->count; k-- > 0;)
        if (list->at[k] == heap)
            return true;
    note_event(w, heap, v);
    return false;
}

/* Of the lowest one, or 64. */
static unsigned place(uint64_t bits)
{
    return bits == 0 ? 64 : (unsigned)__builtin_ctzll(bits);
}

/* Free heaps where few are expected: those without the value lose their bit.
 * Where both parities are open, all heaps of the value are in one class mod 5,
 * so among those from `first` on no odd prime but 5 leads from one to the
 * other. */
static void one_by_one(worker *w, uint64_t from, unsigned v, size_t words,
                       uint64_t count[2])
{
    const int fifth = w->plan->fifth[v];
    const bool *open = w->plan->open[v];
    uint64_t *before = &w->state.before[v];
    for (size_t k = 0; k < words; k++) {
        uint64_t left[2];
        for (unsigned q = 0; q < 2; q++)
            left[q] = fifth >= 0 || !open[q] ? w->bits[q][k] : 0;
        while ((left[0] | left[1]) != 0) {
            const unsigned at[2] = {place(left[0]), place(left[1])};
            const unsigned q = at[1] < at[0];
            const uint64_t one = left[q] & -left[q];
            const uint64_t heap = from + 128 * k + 2 * at[q] + q;
            bool keep = false;
            if (fifth < 0)
                keep = has_value(w, heap, from, v);
            else if ((int)(heap % 5) != fifth)
                note_event(w, heap, v);
            else if ((keep = *before == 0 || heap - *before != 5))
                *before = heap;
            if (keep)
                count[q]++, w->taken[q][k] |= one;
            else
                w->bits[q][k] ^= one;
            left[q] ^= one;
        }
    }
}

/* Decides the heaps [from, to), at most SEGMENT and an even number of them,
 * which follow those of the call before or of begin. count may be NULL. */
static void segment(worker *w, uint64_t from, uint64_t to,
                    uint64_t count[LAYERS][2])
{
    const plan *p = w->plan;
    const marks_kernel *kernel = TA_KERNEL_HERE(marks_kernel);
    const size_t places = (size_t)(to - from) / 2,
                 words = (places + 511) / 512 * 8;
    memset(w->row[0] + p->over / 16, 0, words * 8);
    enter_primes(w, from, to);
    for (unsigned r = 1; r < 8; r++)
        kernel->move_up(w->row[r], w->row[0], p->over / 16 + words * 8, r);
    for (unsigned q = 0; q < 2; q++) {
        memset(w->taken[q], 0, words * 8);
        for (size_t i = places; i < words * 64; i++)
            set(w->taken[q], i);
    }
    for (unsigned v = 0; v < p->layers; v++) {
        uint64_t kept[2] = {0, 0};
        for (unsigned q = 0; q < 2; q++) {
            for (size_t k = 0; k < p->shifts[v][q]; k++) {
                const uint32_t shift = p->shift[v][q][k];
                w->moved[k] = w->zero[shift % 8] - shift / 8;
            }
            kernel->uncovered((uint8_t *)w->bits[q], (uint8_t *)w->taken[q],
                              words * 8, w->moved, p->shifts[v][q]);
            if (p->open[v][q] && p->fifth[v] < 0)
                kept[q] = kernel->alternate(w->bits[q], w->taken[q], words,
                                            w->state.last[v][q]);
        }
        one_by_one(w, from, v, words, kept);
        if (w->state.before[v] + 5 < to)
            w->state.before[v] = 0;
        for (unsigned q = 0; q < 2; q++) {
            w->state.last[v][q] = p->open[v][q] && bit(w->bits[q], places - 1);
            if (count != NULL)
                count[v][q] += kept[q];
            for (size_t i = 0; w->value != NULL && i < places; i++)
                if (bit(w->bits[q], i))
                    w->value[2 * i + q] = (uint8_t)v;
        }
    }
    memmove(w->row[0], w->row[0] + places / 8, p->over / 16);
}

static state first_state(const plan *p)
{
    state s = {{{false}}, {0}};
    for (unsigned v = 0; v < p->layers; v++)
        for (unsigned q = 0; q < 2; q++)
            s.last[v][q] = p->open[v][q] && p->value[p->first - 2 + q] == v;
    return s;
}

/* The state at its begin is what some heaps before it suggest, or told. */
static void run_chunk(worker *w, chunk *c)
{
    memset(c->count, 0, sizeof c->count);
    c->events.count = 0;
    if (!c->told) {
        const uint64_t from =
            tai_max_u64(w->plan->first, c->from - tai_min_u64(c->from, WARM));
        w->events = NULL;
        memset(&w->state, 0, sizeof w->state);
        if (from == w->plan->first)
            w->state = first_state(w->plan);
        if (from < c->from) {
            begin(w, from);
            segment(w, from, c->from, NULL);
        }
        c->begin = w->state;
    }
    w->events = &c->events;
    w->state = c->begin;
    begin(w, c->from);
    for (uint64_t from = c->from; from < c->to; from += SEGMENT)
        segment(w, from, tai_min_u64(from + SEGMENT, c->to), c->count);
    c->end = w->state;
}

/* Calls visit for the values of the heaps from `first` on, until it returns
 * true; returns whether it did. All events there must have been settled. */
static bool scan(const plan *p, uint64_t to,
                 bool (*visit)(void *data, uint64_t heap, unsigned v),
                 void *data)
{
    bool stopped = false;
    worker *w = worker_new(p, true);
    w->state = first_state(p);
    begin(w, p->first);
    for (uint64_t from = p->first; from < to && !stopped; from += WARM) {
        const uint64_t end = tai_min_u64(from + WARM, to);
        memset(w->value, NONE, SEGMENT);
        segment(w, from, end, NULL);
        for (uint64_t heap = from; heap < end && !stopped; heap++)
            stopped = visit(data, heap, w->value[heap - from]);
    }
    worker_free(w);
    return stopped;
}

/* Whether a move leads from an event to this heap. mpz_probab_prime_p makes no
 * error below 2^64. */
static bool leads(void *data, uint64_t heap, unsigned v)
{
    const uint64_t *event = data, move = *event / LAYERS - heap;
    mpz_t number;
    if (v != *event % LAYERS || (move % 2 == 0 && move != 2))
        return false;
    mpz_init_set_ui(number, move);
    const bool prime = mpz_probab_prime_p(number, 25) > 0;
    mpz_clear(number);
    return prime;
}

static bool print(void *data, uint64_t heap, unsigned v)
{
    const plan *p = data;
    if (p->layers > 1)
        printf("%u\n", v);
    else if (v == 0)
        printf("%" PRIu64 "\n", heap);
    return false;
}

typedef struct round {
    const plan *plan;
    chunk *chunks;
    unsigned count;
    atomic_uint next;
} round_of;

static void *run_chunks(void *data)
{
    round_of *r = data;
    worker *w = worker_new(r->plan, false);
    for (unsigned k; (k = atomic_fetch_add(&r->next, 1)) < r->count;)
        run_chunk(w, &r->chunks[k]);
    worker_free(w);
    return NULL;
}

static void on_threads(unsigned threads, void *(*run)(void *), void *data)
{
    pthread_t id[64];
    for (unsigned t = 0; t < threads; t++)
        if (pthread_create(&id[t], NULL, run, data) != 0)
            fail("a thread could not be started");
    for (unsigned t = 0; t < threads; t++)
        pthread_join(id[t], NULL);
}

/* The least power of 2 or of 10 above n, or the end. */
static uint64_t next_mark(const plan *p, uint64_t n)
{
    uint64_t two = 1, ten = 1;
    while (two <= n)
        two *= 2;
    while (ten <= n)
        ten *= 10;
    return tai_min_u64(p->n, tai_min_u64(two, ten));
}

static void print_rows(const plan *p, uint64_t n, uint64_t count[LAYERS][2])
{
    for (unsigned v = 0; v < p->layers; v++)
        printf("%" PRIu64 "\t%u\t%" PRIu64 "\t%" PRIu64 "\n", n, v, count[v][0],
               count[v][1]);
}

/* Whether an event of the chunk is a heap of its value: then it is listed. */
static bool new_heap(plan *p, const chunk *c)
{
    for (size_t k = 0; k < c->events.count; k++) {
        uint64_t event = c->events.at[k], heap = event / LAYERS;
        const unsigned v = (unsigned)(event % LAYERS);
        if (heap - 2 < p->first && p->value[heap - 2] == v)
            continue;
        if (!scan(p, (heap + 1) & ~UINT64_C(1), leads, &event)) {
            fprintf(stderr, "primes: heap %" PRIu64 " has the value %u, too\n",
                    heap, v);
            push(&p->list[v][heap % 2], heap);
            set_masks(p);
            return true;
        }
    }
    return false;
}

static void evaluate(plan *p, unsigned threads, bool rows)
{
    uint64_t count[LAYERS][2] = {{0}}, at = p->first, counted = 0;
    state now_at = first_state(p);
    chunk *chunks = need(ROUND, sizeof *chunks);
    while (counted < p->first) {
        if (p->value[counted] < p->layers)
            count[p->value[counted]][counted % 2]++;
        counted++;
        if (rows && counted == next_mark(p, counted - 1))
            print_rows(p, counted, count);
    }
    while (at < p->n) {
        round_of r = {p, chunks, 0, 0};
        for (uint64_t to = at; to < p->n && r.count < ROUND; r.count++) {
            chunk *c = &chunks[r.count];
            c->from = to;
            c->to = to = tai_min_u64(next_mark(p, to), to + CHUNK);
            c->told = false;
        }
        on_threads(threads, run_chunks, &r);
        for (unsigned k = 0; k < r.count; k++) {
            chunk *c = &chunks[k];
            if (memcmp(&c->begin, &now_at, sizeof now_at) != 0) {
                worker *w = worker_new(p, false);
                c->told = true;
                c->begin = now_at;
                run_chunk(w, c);
                worker_free(w);
            }
            if (new_heap(p, c))
                break;
            for (unsigned v = 0; v < p->layers; v++)
                for (unsigned q = 0; q < 2; q++)
                    count[v][q] += c->count[v][q];
            now_at = c->end;
            at = c->to;
            if (rows && at == next_mark(p, at - 1))
                print_rows(p, at, count);
        }
    }
    for (unsigned k = 0; k < ROUND; k++)
        free(chunks[k].events.at);
    free(chunks);
}

static void *list_primes(void *data)
{
    round_of *r = data;
    primesieve_iterator it;
    primesieve_init(&it);
    for (uint64_t from; (from = CHUNK * (uint64_t)atomic_fetch_add(
                                            &r->next, 1)) < r->plan->n;) {
        const uint64_t to = tai_min_u64(from + CHUNK, r->plan->n);
        primesieve_jump_to(&it, from, to);
        while (primesieve_next_prime(&it) < to)
            ;
    }
    primesieve_free_iterator(&it);
    return NULL;
}

/* Writes the seconds since the call before to the file, if there is one. */
static void print_time(FILE *file, const char *what, const plan *p,
                       unsigned threads)
{
    static double wall, cpu;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const double w = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    const double c = (double)clock() / CLOCKS_PER_SEC;
    if (file != NULL && what != NULL)
        fprintf(file, "%s\t%" PRIu64 "\t%u\t%.2f\t%.2f\n", what, p->n, threads,
                w - wall, c - cpu);
    wall = w, cpu = c;
}

static uint64_t number(const char *text, uint64_t least, uint64_t most)
{
    char *end;
    const unsigned long long n = strtoull(text, &end, 10);
    if (*end != '\0' || n < least || n > most)
        fail(
            "usage: primes N [LAYERS [THREADS [FIRST [print | TIMES]]]], N and "
            "FIRST even, from 16 on");
    return n;
}

int main(int argc, char **argv)
{
    const uint64_t most = UINT64_C(1) << 62;
    plan p = {.n = number(argc > 1 ? argv[1] : "", 16, most) & ~UINT64_C(1)};
    p.layers = argc > 2 ? number(argv[2], 1, LAYERS) : 1;
    const unsigned threads = argc > 3 ? (unsigned)number(argv[3], 1, 64) : 1;
    p.first = argc > 4 ? number(argv[4], 16, 1 << 20) & ~UINT64_C(1) : 1 << 16;
    p.first = tai_min_u64(p.first, p.n);
    const bool listed = argc > 5 && strcmp(argv[5], "print") == 0;
    FILE *times = argc > 5 && !listed ? fopen(argv[5], "w") : NULL;
    if (argc > 5 && !listed && times == NULL)
        fail("the file of times cannot be written");
    print_time(times, NULL, &p, threads);
    if (times != NULL) {
        round_of r = {&p, NULL, 0, 0};
        primesieve_set_num_threads((int)threads);
        if (primesieve_count_primes(0, p.n) == PRIMESIEVE_ERROR)
            fail("primesieve has failed");
        print_time(times, "count_primes", &p, threads);
        on_threads(threads, list_primes, &r);
        print_time(times, "list_primes", &p, threads);
    }
    if (!listed)
        puts("n\tvalue\teven\todd");
    by_definition(&p);
    open_parities(&p);
    set_masks(&p);
    evaluate(&p, threads, !listed);
    print_time(times, "heaps", &p, threads);
    if (times != NULL && fclose(times) != 0)
        fail("the file of times could not be written");
    for (uint64_t n = 0; listed && n < p.first; n++)
        print(&p, n, p.value[n]);
    if (listed)
        scan(&p, p.n, print, &p);
    return 0;
}
