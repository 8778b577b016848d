/* Defines the engines `segments` and `sieve` for cold positions (P-positions).
 * Both cut the positions into segments. In each segment, they first mark as hot
 * the positions with a move to a cold position of an earlier segment. Then they
 * decide the positions of the segment in increasing order. A segment of the
 * engine `segments` is small enough to stay in the processor's cache. The
 * engine `sieve` has one segment for all positions, as in Eppstein's blog
 * (11011110, November 2016). */
#include <string.h>

#include "base/arena.h"
#include "cold/engines.h"

typedef struct segments {
    const ta_job *job;
    uint64_t size; /* the number of positions of a segment */
    /* hot[i] is 1 if position i of the current segment was found to be hot. */
    unsigned char *hot;
    uint64_t *cold; /* Bit i is set if position i is cold, for i < n. */
    /* Scratch memory for PIECE elements of the subtraction set S. It is used if
     * S is stored as an array of bits. */
    uint64_t *scratch;
    /* Scratch memory for a list of the cold positions of one chunk (CHUNK
     * positions). */
    uint16_t *list;
    ta_arena arena;
} segments;

/* Sizes of parts of the work. The cold positions are listed for CHUNK positions
 * at a time. If the set of moves is an array of bits, the moves are listed for
 * PIECE bits at a time. The engine reports its progress each time it has made
 * about POLL marks of hot positions. A block of results has at most EMIT
 * positions. */
enum { CHUNK = 1 << 14, PIECE = 1 << 11, POLL = 1 << 25, EMIT = 1 << 18 };

static uint64_t segment_size(const ta_job *job)
{
    unsigned bits = job->options->base_bits;
    if (job->engine == &tai_engine_sieve)
        return ta_max_u64(job->n, 1);
    if (bits == 0)
        bits = job->n < (uint64_t)1 << 21   ? 16
               : job->n < (uint64_t)1 << 25 ? 17
                                            : 18;
    return (uint64_t)1 << bits;
}

/* Returns the length, in 64-bit words, of the array g->cold. The array has one
 * bit for each position below n, and ends at the end of a chunk (CHUNK
 * positions). */
static uint64_t segments_words(const ta_job *job)
{
    return (job->n / CHUNK + 1) * (CHUNK / 64);
}

static void segments_place(segments *g, const ta_job *job)
{
    g->job = job;
    g->size = segment_size(job);
    g->hot = ta_arena_place(&g->arena, g->size, 1);
    g->cold = ta_arena_place(&g->arena, segments_words(job), 8);
    g->scratch = ta_arena_place(&g->arena, PIECE, 8);
    g->list = ta_arena_place(&g->arena, CHUNK, sizeof *g->list);
}

static uint64_t segments_memory(const ta_job *job)
{
    segments g = {.job = NULL};
    segments_place(&g, job);
    return g.arena.bytes;
}

/* Lists the cold positions of the chunk that begins at position `at`: writes
 * the number c - at to `list` for each cold position c. Returns the length of
 * the list. */
static size_t segments_list(const segments *g, uint64_t at, uint16_t *list)
{
    size_t count = 0;
    for (uint64_t w = at / 64; w < (at + CHUNK) / 64; w++)
        for (uint64_t b = g->cold[w]; b != 0; b &= b - 1)
            list[count++] = (uint16_t)(64 * w + ta_ctz(b) - at);
    return count;
}

/* Marks positions of a segment as hot, for all moves in a list and all cold
 * positions of one chunk. For each move s[k] and each cold position c[j], sets
 * hot[at + c[j] + s[k]] to 1 if this index is in [0, size).
 *   s, elements  the moves, in increasing order, and their number
 *   at           the start of the chunk minus the start of the segment,
 *                modulo 2^64
 *   c, count     the cold positions, counted from the start of the chunk and
 *                in increasing order, and their number
 *   size         the number of positions of the segment
 *   hot          hot[i] belongs to position i of the segment
 * Returns the number of marks. For each k, the numbers j with an index in [0,
 * size) form an interval. As k increases, this interval only moves down. So the
 * function finds it from the interval of k - 1, without a search. */
static uint64_t segments_mark(const uint64_t *s, size_t elements, uint64_t at,
                              const uint16_t *c, size_t count, uint64_t size,
                              unsigned char *restrict hot)
{
    uint64_t marks = 0;
    size_t from = count, to = count;
    for (size_t k = 0; k < elements; k++) {
        const int64_t lo = (int64_t)(s[k] + at);
        while (from > 0 && c[from - 1] + lo >= 0)
            from--;
        while (to > 0 && c[to - 1] + lo >= (int64_t)size)
            to--;
        for (size_t j = from; j < to; j++)
            hot[c[j] + lo] = 1;
        marks += to - from;
    }
    return marks;
}

/* Marks as hot (N-positions), in g->hot, the positions of the segment [lo, hi)
 * with a move to a cold position of one chunk. The chunk has the positions at,
 * ..., at + CHUNK - 1, and `at` must be less than lo. Returns 1 plus the number
 * of marks, as a measure of the work done. */
static uint64_t segments_mark_chunk(const segments *g, uint64_t at, uint64_t lo,
                                    uint64_t hi)
{
    const ta_set *set = g->job->set;
    uint64_t from = lo - at < CHUNK ? 1 : lo - at - CHUNK + 1, work = 1;
    /* Each turn of the loop uses the moves from `from` to from + step - 1. If
     * the set of moves is a sorted list, one turn uses all moves that are
     * needed. If the set is an array of bits, a turn reads PIECE bits, and
     * copies their moves to the list g->scratch. */
    uint64_t step = set->bits != NULL ? PIECE : hi - at - from;
    size_t cold = SIZE_MAX;
    for (; from < hi - at; from += step) {
        const uint64_t *s;
        size_t elements = tai_set_window(
            set, from, ta_min_u64(from + step, hi - at), g->scratch, &s);
        if (elements > 0 && cold == SIZE_MAX)
            cold = segments_list(g, at, g->list);
        if (elements > 0)
            work += segments_mark(s, elements, at - lo, g->list, cold, hi - lo,
                                  g->hot);
    }
    return work;
}

/* Marks as hot (N-positions), in g->hot, the positions of the segment [lo, hi)
 * with a move to a cold position below lo. Calls tai_job_poll each time about
 * POLL marks have been made. tai_job_poll reports the progress and may cancel
 * the run. Returns the status of tai_job_poll. */
static ta_status segments_mark_before(const segments *g, uint64_t lo,
                                      uint64_t hi)
{
    ta_status st = tai_job_poll(g->job, lo);
    uint64_t work = 0;
    for (uint64_t at = 0; at < lo && st == TA_OK; at += CHUNK) {
        work += segments_mark_chunk(g, at, lo, hi);
        if (work >= POLL) {
            work = 0;
            st = tai_job_poll(g->job, lo);
        }
    }
    return st;
}

/* Marks as hot (N-positions), in g->hot, the positions of the current segment
 * with a move to one cold position of the segment. `at` is the index of the
 * cold position in the segment, and `size` is the number of positions of the
 * segment. Returns the number of marks. */
static uint64_t segments_mark_one(const segments *g, uint64_t at, uint64_t size)
{
    unsigned char *restrict hot = g->hot + at;
    const ta_set *set = g->job->set;
    uint64_t step = set->bits != NULL ? PIECE : size, marks = 0;
    for (uint64_t from = 1; from < size - at; from += step) {
        const uint64_t *s;
        size_t elements = tai_set_window(
            set, from, ta_min_u64(from + step, size - at), g->scratch, &s);
        for (size_t k = 0; k < elements; k++)
            hot[s[k]] = 1;
        marks += elements;
    }
    return marks;
}

/* Decides the positions `from`, from + 1, ... of the segment [lo, hi), and sets
 * the bits of the cold ones (P-positions) in g->cold. Stops at hi, or earlier,
 * after EMIT positions or about POLL marks. Returns the first position that is
 * not decided. If it is less than hi, it is a multiple of 64. */
static uint64_t segments_decide(const segments *g, uint64_t lo, uint64_t hi,
                                uint64_t from)
{
    const uint64_t end = ta_min_u64(hi, from + EMIT);
    uint64_t marks = 0, i = from;
    for (; i < end && (marks < POLL || i % 64 != 0); i++) {
        if (i < g->job->first || g->hot[i - lo])
            continue;
        g->cold[i / 64] |= (uint64_t)1 << (i % 64);
        marks += segments_mark_one(g, i - lo, hi - lo);
    }
    return i;
}

/* Finds the cold positions (P-positions) of the segment [lo, hi) and hands them
 * to the job's sink, its consumer of results. Returns TA_OK or an error. */
static ta_status segments_solve(const segments *g, uint64_t lo, uint64_t hi)
{
    memset(g->hot, 0, hi - lo);
    ta_status st = segments_mark_before(g, lo, hi);
    for (uint64_t from = lo, to; from < hi && st == TA_OK; from = to) {
        to = segments_decide(g, lo, hi, from);
        st = tai_job_emit_bits(g->job, from, to, g->cold + from / 64);
        if (st == TA_OK)
            st = tai_job_poll(g->job, to);
    }
    return st;
}

static ta_status segments_run(const ta_job *job)
{
    segments g = {.job = NULL};
    segments_place(&g, job);
    ta_status st = ta_arena_open(&g.arena);
    if (st == TA_OK) {
        segments_place(&g, job);
        memset(g.cold, 0, 8 * segments_words(job));
        st = tai_known_store(job, g.cold);
    }
    for (uint64_t lo = job->known, hi; lo < job->n && st == TA_OK; lo = hi) {
        hi = ta_min_u64(lo - lo % g.size + g.size, job->n);
        st = segments_solve(&g, lo, hi);
    }
    ta_arena_close(&g.arena);
    return st;
}

const ta_engine tai_engine_segments = {
    .info = {"segments", "forward marking in segments of the cache's size"},
    .wants_set = true,
    .power = 1.2,
    .memory = segments_memory,
    .run = segments_run};

const ta_engine tai_engine_sieve = {
    .info = {"sieve",
             "forward marking from each cold position, a byte a position"},
    .wants_set = true,
    /* The time for the positions [0, i) is assumed to be proportional to i^0.6.
     * The power is below 1 because smaller cold positions take longer: for each
     * cold position c, the engine marks all positions c + s up to the last
     * position. */
    .power = 0.6,
    .memory = segments_memory,
    .run = segments_run};
