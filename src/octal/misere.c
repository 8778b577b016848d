/* Misere play of sums of heaps of one game, by search: who cannot move wins.
 *
 * Values say nothing of misere sums, so positions are multisets of heaps, less
 * the heaps that have no move and less pairs of heaps all of whose moves leave
 * nothing to do: each move in such a pair is answered by the other, and then
 * everything is as before, even who cannot move. A position is cold if it has
 * moves and none of them leads to a cold one. The search goes depth first and
 * keeps what it has decided, in a table of numbers: a position is a partition
 * of its total, and partitions are numbered without gaps. With parts l1 >= l2
 * >= ... come first the partitions of smaller totals; of one total those whose
 * first part is below l1; and so on. So different positions have different
 * numbers, and what the table says is exact.
 *
 * Moves that are likely to be right come first: in misere Nim a position is
 * cold where the nim-sum is 0 if a heap is above 1, and 1 otherwise, and most
 * sums of octal games, too. This is for speed only. Source: paper-notes.md,
 * O7. */
#include <string.h>

#include "octal/misere.h"

enum { TOTAL = TA_SUMS_TOTAL, NODES = 1 << 14 /* between two polls */ };

typedef struct position {
    uint16_t part[TOTAL];  /* heaps that have a move, decreasing */
    unsigned count, above; /* how many; how many of value above 1 */
    uint64_t number;
    unsigned sum; /* nim-sum */
} position;

/* A position in work, and the next move to look at. */
typedef struct frame {
    position p;
    unsigned heap;
    ta_turn turn;
    bool unlikely; /* the likely moves are through */
} frame;

struct ta_sums {
    const ta_octal *game;
    uint64_t (*at_most)[TOTAL + 1]; /* [m][k]: partitions of m in parts <= k */
    uint64_t before[TOTAL + 2];     /* [m]: partitions of totals below m */
    uint16_t *value;
    uint16_t as[TOTAL + 1]; /* 0 for heaps without a move; else the heap, or */
    unsigned one;           /* the least one all of whose moves leave nothing */
    frame *stack;
    uint64_t *slot;         /* 0, or 2 (number + 1) + (1 if it is cold) */
    uint64_t room, used;    /* slots, a power of two; positions in them */
    uint64_t most, visited; /* bytes for slots; positions looked up */
};

/* ---- numbers ---- */

static void count_partitions(ta_sums *s)
{
    for (unsigned k = 0; k <= TOTAL; k++)
        s->at_most[0][k] = 1;
    for (unsigned m = 1; m <= TOTAL; m++) {
        s->at_most[m][0] = 0;
        for (unsigned k = 1; k <= TOTAL; k++)
            s->at_most[m][k] =
                s->at_most[m][k - 1] + (k <= m ? s->at_most[m - k][k] : 0);
    }
    for (unsigned m = 0; m <= TOTAL; m++)
        s->before[m + 1] = s->before[m] + s->at_most[m][m];
}

/* Sets what follows from the parts. */
static void finish_position(const ta_sums *s, position *p)
{
    unsigned total = 0;
    p->above = p->sum = 0;
    for (unsigned i = 0; i < p->count; i++) {
        total += p->part[i];
        p->sum ^= s->value[p->part[i]];
        p->above += s->value[p->part[i]] > 1;
    }
    p->number = s->before[total];
    for (unsigned i = 0; i < p->count; i++) {
        p->number += s->at_most[total][p->part[i] - 1];
        total -= p->part[i];
    }
}

static void add_part(const ta_sums *s, position *p, uint64_t part)
{
    unsigned i = 0;
    part = s->as[part];
    if (part == 0)
        return;
    while (i < p->count && p->part[i] > part)
        i++;
    bool pair = i < p->count && part == s->one && p->part[i] == part;
    uint16_t *at = p->part + i;
    size_t behind = (p->count - i) * sizeof *at;
    if (pair)
        memmove(at, at + 1, behind - sizeof *at);
    else
        memmove(at + 1, at, behind);
    if (!pair)
        *at = (uint16_t)part;
    p->count = pair ? p->count - 1 : p->count + 1;
}

static void make_move(const ta_sums *s, const frame *f, position *to)
{
    to->count = 0;
    for (unsigned i = 0; i < f->p.count; i++)
        if (i != f->heap)
            to->part[to->count++] = f->p.part[i];
    for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
        add_part(s, to, f->turn.left[k]);
    finish_position(s, to);
}

/* ---- what is decided ---- */

static uint64_t *slot_of(const ta_sums *s, uint64_t number)
{
    uint64_t i = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    for (i ^= i >> 32;; i++)
        if (s->slot[i & (s->room - 1)] >> 1 == number + 1 ||
            s->slot[i & (s->room - 1)] == 0)
            return &s->slot[i & (s->room - 1)];
}

static ta_status make_room(ta_sums *s, uint64_t room)
{
    ta_sums old = *s;
    if (ta_mul_sat(old.room + room, sizeof *s->slot) > s->most)
        return TA_ELIMIT;
    uint64_t *slot = tai_alloc_zero(room, sizeof *slot);
    if (slot == NULL)
        return TA_ENOMEM;
    s->slot = slot;
    s->room = room;
    for (uint64_t i = 0; i < old.room; i++)
        if (old.slot[i] != 0)
            *slot_of(s, (old.slot[i] >> 1) - 1) = old.slot[i];
    ta_free(old.slot);
    return TA_OK;
}

static ta_status keep(ta_sums *s, uint64_t number, bool cold)
{
    ta_status st = TA_OK;
    if (s->used >= s->room / 4 * 3)
        st = make_room(s, 2 * s->room);
    if (st != TA_OK)
        return st;
    *slot_of(s, number) = 2 * (number + 1) + cold;
    s->used++;
    return TA_OK;
}

/* ---- the search ---- */

static bool is_likely(const position *p)
{
    return p->sum == (p->above > 0 ? 0 : 1);
}

static void begin(frame *f, const position *p)
{
    f->p = *p;
    f->heap = 0;
    f->turn = (ta_turn){.heap = 0};
    f->unlikely = false;
}

/* The next move of the frame, likely ones first; false: there are no more. */
static bool next_move(const ta_sums *s, frame *f, position *to)
{
    for (;;) {
        if (f->heap == f->p.count && f->unlikely)
            return false;
        if (f->heap == f->p.count) {
            f->heap = 0;
            f->unlikely = true;
        } else if (tai_breaks_next(s->game, f->p.part[f->heap], &f->turn)) {
            make_move(s, f, to);
            if (is_likely(to) != f->unlikely)
                return true;
            continue;
        } else {
            unsigned same = f->p.part[f->heap];
            while (f->heap < f->p.count && f->p.part[f->heap] == same)
                f->heap++;
        }
        f->turn = (ta_turn){.heap = 0};
    }
}

/* Depth is below 2 * TOTAL: a move makes the total smaller or adds a heap. */
static ta_status search(ta_sums *s, const position *from, bool *cold,
                        const ta_options *options)
{
    ta_status st = TA_OK;
    frame *f = s->stack;
    position to;
    begin(f, from);
    for (;;) {
        bool found = next_move(s, f, &to), known = false;
        if (found && to.count > 0) {
            uint64_t seen = *slot_of(s, to.number);
            if (++s->visited % NODES == 0 && st == TA_OK)
                st = tai_poll(options, 0, s->used);
            if (st != TA_OK)
                return st;
            if (seen == 0) {
                begin(++f, &to);
                continue;
            }
            known = seen & 1;
        }
        if (found && !known)
            continue;
        /* The sum is decided: it is hot if it has a cold option, else cold. If
         * it is cold, the sum above it on the stack is hot, and so decided. */
        for (bool it = !found;; it = false) {
            st = keep(s, f->p.number, it);
            if (st != TA_OK)
                return st;
            *cold = it;
            if (f == s->stack)
                return TA_OK;
            f--;
            if (!it)
                break;
        }
    }
}

ta_status tai_sums_cold(ta_sums *s, const uint64_t *heaps, size_t count,
                        const ta_options *options, bool *cold)
{
    position p = {.count = 0};
    uint64_t total = 0;
    *cold = false;
    for (size_t i = 0; i < count; i++)
        total = ta_add_sat(total, heaps[i]);
    if (total > TOTAL)
        return TA_ERANGE;
    for (size_t i = 0; i < count; i++)
        add_part(s, &p, heaps[i]);
    finish_position(s, &p);
    if (p.count == 0)
        return TA_OK; /* who cannot move wins */
    uint64_t seen = *slot_of(s, p.number);
    *cold = seen & 1;
    return seen != 0 ? TA_OK : search(s, &p, cold, options);
}

/* ---- life ---- */

enum { FIRST_ROOM = 1 << 12 };

static uint64_t fixed_memory(void)
{
    return sizeof(ta_sums) + (TOTAL + 1) * (TOTAL + 1) * sizeof(uint64_t) +
           (2 * TOTAL + 2) * sizeof(frame) + TOTAL * sizeof(uint16_t) +
           (1 << 17);
}

/* Of slots: half of what is allowed, since other things need some, too. */
static uint64_t slot_memory(const ta_options *options)
{
    uint64_t limit = options != NULL ? options->max_memory : 0;
    if (limit == 0)
        limit = UINT64_C(1) << 31;
    return limit / 2;
}

static void classify(ta_sums *s, unsigned h)
{
    bool any = false, more = false; /* moves; moves that leave moves */
    for (ta_turn t = {0}; !more && tai_breaks_next(s->game, h, &t); any = true)
        for (unsigned k = 0; k < TA_OCTAL_PARTS; k++)
            more |= s->as[t.left[k]] != 0;
    if (any && !more && s->one == 0)
        s->one = h;
    s->as[h] = (uint16_t)(!any ? 0 : more ? h : s->one);
}

ta_status tai_sums_new(const ta_octal *game, const ta_options *options,
                       ta_sums **sums)
{
    ta_sums *s = *sums = tai_alloc_zero(1, sizeof *s);
    if (s == NULL)
        return TA_ENOMEM;
    s->game = game;
    s->most = slot_memory(options);
    s->at_most = tai_alloc(TOTAL + 1, sizeof *s->at_most);
    s->value = tai_alloc(TOTAL + 1, sizeof *s->value);
    s->stack = tai_alloc(2 * TOTAL + 2, sizeof *s->stack);
    ta_status st = TA_ENOMEM;
    if (s->at_most != NULL && s->value != NULL && s->stack != NULL)
        st = make_room(s, FIRST_ROOM);
    if (st == TA_OK)
        st = tai_octal_naive(game, TOTAL + 1, NULL, s->value, NULL);
    if (st != TA_OK) {
        tai_sums_free(s);
        *sums = NULL;
        return st;
    }
    count_partitions(s);
    for (unsigned h = 0; h <= TOTAL; h++)
        classify(s, h);
    return TA_OK;
}

void tai_sums_free(ta_sums *s)
{
    if (s == NULL)
        return;
    ta_free(s->at_most);
    ta_free(s->value);
    ta_free(s->stack);
    ta_free(s->slot);
    ta_free(s);
}

ta_status tai_sums_fail(ta_status st, const ta_options *options, uint64_t total,
                        ta_error *error)
{
    char text[32];
    if (st == TA_ELIMIT)
        return tai_fail(error, st,
                        "the search of misere play has outgrown %s at a total "
                        "of %llu: a limit on memory twice that, or smaller "
                        "heaps, may do",
                        tai_bytes_text(slot_memory(options), text),
                        (unsigned long long)total);
    if (st == TA_ERANGE)
        return tai_fail(error, st,
                        "misere play of octal games is searched, for heaps of "
                        "at most %d together; normal play goes further",
                        TOTAL);
    if (st == TA_ENOMEM)
        return tai_fail(error, st, "no memory for the search of misere play");
    return st;
}

/* ---- single heaps, as cold positions ---- */

static uint64_t memory(const ta_job *job)
{
    uint64_t ways[TOTAL + 1] = {1}, slots = 2 * FIRST_ROOM * sizeof(uint64_t);
    for (uint64_t k = 1; k < job->n; k++)
        for (uint64_t m = k; m < job->n; m++)
            ways[m] += ways[m - k];
    /* a table three quarters full, when it grows, has taken 4 slots for each */
    for (uint64_t m = 0; m < job->n; m++)
        slots += 4 * sizeof(uint64_t) * ways[m];
    return fixed_memory() + ta_min_u64(slots, slot_memory(job->options));
}

static ta_status run(const ta_job *job)
{
    ta_sums *s = NULL;
    uint64_t h = 0;
    ta_status st = tai_sums_new(tai_game_octal(job->game), job->options, &s);
    for (; h < job->n && st == TA_OK; h++) {
        bool cold;
        st = tai_sums_cold(s, &h, 1, job->options, &cold);
        if (st == TA_OK && h >= job->known)
            st = tai_job_emit_positions(job, h, h + 1, &h, cold);
        if (st == TA_OK)
            st = tai_job_poll(job, h + 1);
    }
    tai_sums_free(s);
    return tai_sums_fail(st, job->options, h > 0 ? h - 1 : 0, job->error);
}

static const ta_engine by_search = {
    .info = {"search",
             "positions of all sums that come of a heap, depth first"},
    .power = 4,
    .memory = memory,
    .run = run};
static const ta_engine automatic = {
    .info = {"auto", "search"}, .power = 4, .memory = memory, .run = run};
static const ta_engine *const engines[] = {&by_search, &automatic};

const ta_quantity tai_octal_misere = {
    .name = "misere play of octal games",
    .content = TA_CONTENT_COLD,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .grain = 6,
    .most = TOTAL + 1,
    .most_text = "misere play of octal games is searched for N up to 301",
};
