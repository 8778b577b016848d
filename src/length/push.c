/* The engine `push` (README.md has the proof): push_solve_segment, for segments
 * [lo, hi) upwards. The cold heaps below lo are visited in order of falling
 * remoteness a, and a / 2 is stored at the heaps with a move to them, in a byte
 * of the segment: the last store leaves the least. Then in increasing order: a
 * heap with nothing stored is cold; its remoteness is 1 more than the largest
 * of its options, and is pushed on as a minimum. Maxima of blocks and classes
 * say which options need not be read.
 *
 * The two functions with the inner loops are not inlined: together they would
 * need more registers than there are, which costs 3 %. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "length/push.h"

/* No cold option so far. Even, so no hot heap has it; a cold heap may, but only
 * behind the search for such marks. */
static const uint16_t UNREACHED = 65534;

/* A byte that no source has reached. */
enum { NONE = UINT8_MAX };

typedef struct push {
    const tai_job *job;
    uint16_t *length; /* remoteness of the heaps below n */
    uint8_t *reached; /* for each heap of a segment */
    uint64_t blocks;  /* of TA_BLOCK heaps */
    /* top[c * blocks + b]: largest remoteness of the hot heaps of class c in
     * block b; 0 until the block is finished. */
    uint16_t *top;
    /* the largest of each class, in finished blocks */
    uint16_t most[TA_CLASSES];
    uint16_t order[TA_CLASSES]; /* classes by falling `most` */
    tai_move_classes moves;
    tai_sources sources;
} push;

static uint64_t push_segment(uint64_t n)
{
    return (uint64_t)1 << (n < 1 << 22 ? 14 : n < 1 << 26 ? 16 : 18);
}

static uint64_t push_blocks(uint64_t n)
{
    return (n >> TA_BLOCK_BITS) + 1;
}

/* Returns a bound on the cold heaps below n. No two differ by the least move m,
 * so at most half of 2 m heaps in a row are cold. Squares: README.md, "Cost".
 */
static uint64_t push_bound_cold(const ta_game *game, uint64_t n)
{
    if (tai_game_is_squares(game))
        return tai_min_u64(n, (uint64_t)pow((double)n, 0.7) + 64);
    return tai_min_u64(n, tai_add_sat(n / 2, tai_game_least(game)));
}

static uint64_t push_memory(const tai_job *job)
{
    const uint64_t n = job->n;
    return tai_add_sat(
        tai_add_sat(tai_move_classes_memory(job->game, n),
                    tai_sources_memory(push_bound_cold(job->game, n))),
        2 * (n + TA_CLASSES * push_blocks(n)) + push_segment(n) + 1024);
}

static ta_status push_open(push *p, const tai_job *job)
{
    const uint64_t n = job->n;
    *p = (push){.job = job, .blocks = push_blocks(n)};
    for (size_t k = 0; k < TA_CLASSES; k++)
        p->order[k] = (uint16_t)k;
    p->length = tai_alloc(n, sizeof *p->length);
    p->top = tai_alloc_zero(TA_CLASSES * p->blocks, sizeof *p->top);
    p->reached = tai_alloc(push_segment(n), sizeof *p->reached);
    if (p->length == NULL || p->top == NULL || p->reached == NULL)
        return TA_ENOMEM;
    const ta_status st = tai_sources_new(&p->sources);
    return st == TA_OK ? tai_move_classes_new(&p->moves, job->game, n) : st;
}

static void push_close(push *p)
{
    tai_move_classes_free(&p->moves);
    tai_sources_free(&p->sources);
    ta_free(p->reached);
    ta_free(p->top);
    ta_free(p->length);
}

/* Sets reached[i - lo], for i in [lo, hi), to the least h - from such that a
 * source of remoteness 2 h, from <= h < to, is an option of i, else NONE. Each
 * source goes on to its first move that leads to hi or beyond. */
static __attribute__((noinline)) void
push_reach(push *p, uint64_t lo, uint64_t hi, uint32_t from, uint32_t to)
{
    uint8_t *reached = p->reached;
    const uint32_t *move = p->moves.list;
    memset(reached, NONE, (size_t)(hi - lo));
    for (uint32_t h = to; h-- > from;) {
        bool empty = false;
        for (tai_chunk *c = p->sources.head[h]; c != NULL; c = c->next) {
            uint64_t kept = 0;
            for (uint64_t j = 0; j < c->used; j++) {
                tai_source s = c->source[j];
                const uint64_t at = s.at - lo;
                for (uint64_t i; (i = at + move[s.next]) < hi - lo; s.next++)
                    reached[i] = (uint8_t)(h - from);
                /* Kept while moves are left. */
                c->source[kept] = s;
                kept += s.next < p->moves.count;
            }
            c->used = kept;
            empty |= kept == 0;
        }
        if (empty)
            tai_sources_tidy(&p->sources, h);
    }
}

/* Sets length[i] in [lo, hi) to 1 more than the least remoteness of the cold
 * options below lo, else UNREACHED: NONE even remotenesses at a time, to fit
 * bytes. */
static void push_reach_segment(push *p, uint64_t lo, uint64_t hi)
{
    uint16_t *length = p->length + lo;
    for (uint64_t i = 0; i < hi - lo; i++)
        length[i] = UNREACHED;
    for (uint32_t to = p->sources.end, from; to > 0; to = from) {
        while (to > 1 && p->sources.head[to - 1] == NULL)
            to--;
        from = to > NONE ? to - NONE : 0;
        push_reach(p, lo, hi, from, to);
        for (uint64_t i = 0; i < hi - lo; i++)
            if (p->reached[i] != NONE)
                length[i] = (uint16_t)(2 * (from + p->reached[i]) + 1);
    }
}

/* Returns the largest remoteness above `best` among the options by moves of
 * class r, at least TA_BLOCK, or `best`. They are hot heaps of one class, whose
 * maxima by block are top[]. */
static unsigned push_largest_in_class(const push *p, uint64_t heap, uint32_t r,
                                      const uint16_t *top, unsigned best)
{
    const uint16_t *length = p->length;
    const tai_move_classes *m = &p->moves;
    const uint32_t *s = m->by_class + m->start[r];
    const uint32_t *end = m->by_class + m->start[r + 1];
    size_t count = 0;
    for (; s < end && *s <= heap; s++) {
        const uint32_t option = (uint32_t)heap - *s;
        const bool wanted = top[option >> TA_BLOCK_BITS] > best;
        m->wanted[count] = option;
        __builtin_prefetch(length + (wanted ? option : heap));
        count += wanted;
    }
    for (size_t k = 0; k < count; k++)
        best = length[m->wanted[k]] > best ? length[m->wanted[k]] : best;
    return best;
}

/* Returns 1 more than the largest remoteness of the options, all hot; 0 without
 * options. */
static unsigned push_cold_length(const push *p, uint64_t heap)
{
    const tai_move_classes *m = &p->moves;
    unsigned best = 0;
    for (size_t k = 0; k < m->near && m->list[k] <= heap; k++) {
        const unsigned a = p->length[heap - m->list[k]];
        best = a > best ? a : best;
    }
    /* The others are in finished blocks; by moves of class r in class c. */
    const uint32_t class = (uint32_t)(heap % TA_CLASSES);
    for (size_t k = 0; k < TA_CLASSES && m->near < m->count; k++) {
        const uint32_t c = p->order[k];
        if (p->most[c] <= best)
            break;
        const uint32_t r = (class + TA_CLASSES - c) % TA_CLASSES;
        if (m->start[r] < m->start[r + 1])
            best =
                push_largest_in_class(p, heap, r, p->top + c * p->blocks, best);
    }
    return best + best % 2; /* odd, but without options 0 */
}

/* Returns the first UNREACHED heap in [at, end), or `end`. */
static uint64_t push_find_unreached(const uint16_t *length, uint64_t at,
                                    uint64_t end)
{
    enum { STEP = 32 };
    for (; at + STEP <= end; at += STEP) {
        unsigned found = 0;
        for (size_t k = 0; k < STEP; k++)
            found |= length[at + k] == UNREACHED;
        if (found)
            break;
    }
    while (at < end && length[at] != UNREACHED)
        at++;
    return at;
}

/* Finds the cold heaps of [at, end), in one block, with their remoteness a.
 * Lowers the heaps below `hi` with a move to them to at most a + 1, and keeps
 * them in p->sources for the rest. Returns TA_ERANGE or TA_ENOMEM. */
static __attribute__((noinline)) ta_status
push_settle_block(push *p, uint64_t at, uint64_t end, uint64_t hi)
{
    uint16_t *length = p->length;
    const uint32_t *move = p->moves.list;
    for (; (at = push_find_unreached(length, at, end)) < end; at++) {
        const unsigned a = push_cold_length(p, at);
        if (a > TA_LENGTH_MOST)
            return tai_length_too_long(p->job, at);
        tai_source source = {(uint32_t)at, 0};
        for (uint64_t to; (to = at + move[source.next]) < hi; source.next++) {
            /* The smaller of both, with UNREACHED as the largest: UNREACHED | 1
             * is 65535, and all other entries are odd. A branch would
             * be predicted badly. */
            const uint16_t was = length[to];
            length[to] = (was | 1u) < a + 1 ? was : (uint16_t)(a + 1);
        }
        length[at] = (uint16_t)a;
        if (tai_sources_add(&p->sources, a / 2, source) != TA_OK)
            return TA_ENOMEM;
    }
    return TA_OK;
}

/* By insertion: the order changes little from block to block. */
static void push_sort_classes(push *p)
{
    for (size_t k = 1; k < TA_CLASSES; k++) {
        const uint16_t c = p->order[k];
        size_t to = k;
        for (; to > 0 && p->most[p->order[to - 1]] < p->most[c]; to--)
            p->order[to] = p->order[to - 1];
        p->order[to] = c;
    }
}

/* Returns `a` if it is odd, else 0. */
static uint16_t push_hot_length(uint16_t a)
{
    return (uint16_t)(a & (0 - (a & 1u)));
}

/* Finishes block b, which ends at `end`: enters its maxima. */
static void push_close_block(push *p, uint64_t b, uint64_t end)
{
    const uint16_t *length = p->length;
    uint16_t row[TA_CLASSES] = {0}; /* of class + k */
    uint64_t i = b << TA_BLOCK_BITS;
    uint32_t class = (uint32_t)(i % TA_CLASSES);
    for (; i + TA_CLASSES <= end; i += TA_CLASSES)
        for (size_t k = 0; k < TA_CLASSES; k++) {
            const uint16_t a = push_hot_length(length[i + k]);
            row[k] = a > row[k] ? a : row[k];
        }
    for (size_t k = 0; i < end; i++, k++)
        row[k] = (uint16_t)tai_max_u64(row[k], push_hot_length(length[i]));
    for (size_t k = 0; k < TA_CLASSES; k++) {
        p->top[class * p->blocks + b] = row[k];
        p->most[class] = row[k] > p->most[class] ? row[k] : p->most[class];
        class = (class + 1) % TA_CLASSES;
    }
    push_sort_classes(p);
}

/* Computes [lo, hi) and hands it to the sink. All heaps below lo are final. */
static ta_status push_solve_segment(push *p, uint64_t lo, uint64_t hi)
{
    push_reach_segment(p, lo, hi);
    for (uint64_t at = lo, end; at < hi; at = end) {
        const uint64_t b = at >> TA_BLOCK_BITS;
        end = tai_min_u64((b + 1) << TA_BLOCK_BITS, hi);
        const ta_status st = push_settle_block(p, at, end, hi);
        if (st != TA_OK)
            return st;
        push_close_block(p, b, end);
    }
    return tai_job_emit_values(p->job, lo, hi, p->length + lo);
}

/* Returns the first k with heap + m->list[k] >= from, or m->count. */
static uint32_t push_first_move(const tai_move_classes *m, uint64_t heap,
                                uint64_t from)
{
    size_t lo = 0, hi = m->count;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (heap + m->list[mid] < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (uint32_t)lo;
}

/* Enters the resumed prefix as if this run had computed it. */
static ta_status push_load_prefix(push *p)
{
    const uint64_t known = p->job->known;
    ta_status st = tai_known_store(p->job, p->length);
    for (uint64_t i = 0; i < known && st == TA_OK; i++) {
        if (p->length[i] % 2 != 0)
            continue;
        const tai_source s = {(uint32_t)i,
                              push_first_move(&p->moves, i, known)};
        if (s.next < p->moves.count)
            st = tai_sources_add(&p->sources, p->length[i] / 2, s);
    }
    for (uint64_t b = 0; st == TA_OK && b < known >> TA_BLOCK_BITS; b++)
        push_close_block(p, b, (b + 1) << TA_BLOCK_BITS);
    return st;
}

static ta_status push_run(const tai_job *job)
{
    push p;
    const uint64_t n = job->n, segment = push_segment(n);
    uint64_t done = job->known;
    ta_status st = push_open(&p, job);
    if (st == TA_OK)
        st = push_load_prefix(&p);
    if (st == TA_OK)
        st = tai_job_poll(job, done);
    while (st == TA_OK && done < n) {
        const uint64_t to = tai_min_u64((done / segment + 1) * segment, n);
        st = push_solve_segment(&p, done, to);
        done = to;
        if (st == TA_OK)
            st = tai_job_poll(job, done);
    }
    push_close(&p);
    return st;
}

const tai_engine tai_length_push = {
    .info = {"push",
             "from the cold heaps upwards, longest games first, in segments"},
    .power = 1.2,
    .memory = push_memory,
    .run = push_run};
