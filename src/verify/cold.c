/* Cold archives against the definition: no option of a cold position is cold,
 * some option of a hot one is. The archive goes by once, frame after frame;
 * each sample looks up those of its options that lie in the frame. */
#include <inttypes.h>

#include "verify/verify.h"

enum { SLOT_BITS = 16 };

/* The cold positions of a frame, found by their upper bits. */
typedef struct table {
    uint64_t from, to;
    const uint64_t *list;
    uint64_t count;
    unsigned shift;
    uint32_t *start; /* list[start[k] ..] are those of slot k and later */
} table;

static void fill_table(table *t, const ta_block *block)
{
    t->from = block->from;
    t->to = block->to;
    t->list = block->positions;
    t->count = block->count;
    t->shift = 0;
    while ((t->to - t->from) >> t->shift >> SLOT_BITS != 0)
        t->shift++;
    uint32_t k = 0;
    for (uint64_t slot = 0; slot <= UINT64_C(1) << SLOT_BITS; slot++) {
        while (k < t->count && (t->list[k] - t->from) >> t->shift < slot)
            k++;
        t->start[slot] = k;
    }
}

/* Is p among list[lo .. hi), which increases? */
static bool is_among(const uint64_t *list, uint64_t lo, uint64_t hi, uint64_t p)
{
    lo += ta_first_at_least(list + lo, hi - lo, p);
    return lo < hi && list[lo] == p;
}

static bool is_cold(const table *t, uint64_t p) /* from <= p < to */
{
    uint64_t slot = (p - t->from) >> t->shift;
    return is_among(t->list, t->start[slot], t->start[slot + 1], p);
}

/* A cold option of p in the frame; false if there is none. */
static bool cold_option(const ta_check *c, const table *t, uint64_t p,
                        uint64_t *option)
{
    size_t low, high;
    ta_verify_moves_into(c->moves, p, t->from, t->to, &low, &high);
    if (high - low <= t->count) {
        for (size_t k = low; k < high; k++) {
            c->seen->moves++;
            *option = p - c->moves->list[k];
            if (is_cold(t, *option))
                return true;
        }
        return false;
    }
    for (uint64_t k = 0; k < t->count && t->list[k] < p; k++) {
        c->seen->moves++;
        *option = t->list[k];
        if (is_among(c->moves->list, low, high, p - *option))
            return true;
    }
    return false;
}

typedef struct frame_sink {
    ta_check *check;
    table table;
} frame_sink;

static ta_status take(void *state, const ta_block *block)
{
    frame_sink *f = state;
    ta_check *c = f->check;
    fill_table(&f->table, block);
    for (size_t i = c->n_samples; i-- > 0;) {
        ta_sample *s = &c->samples[i];
        uint64_t option;
        if (s->position <= block->from) /* as are those before it */
            break;
        ta_status st = ta_check_poll_when_due(c, block->from);
        if (st != TA_OK)
            return st;
        if (s->done || !cold_option(c, &f->table, s->position, &option))
            continue;
        if (s->value == 0)
            return ta_fail(c->error, TA_EMISMATCH,
                           "'%.200s' is wrong: position %" PRIu64
                           " is in it, and so is %" PRIu64
                           ", to which one can move",
                           c->archive->name, s->position, option);
        s->done = true;
    }
    return ta_check_poll(c, block->to - block->from, block->to);
}

/* A position without a move is cold in normal play, hot in misere play. */
static ta_status check_ends(const ta_check *c)
{
    bool misere = c->archive->info.convention == TA_MISERE;
    for (size_t i = 0; i < c->n_samples; i++) {
        const ta_sample *s = &c->samples[i];
        bool stuck = c->moves->count == 0 || s->position < c->moves->list[0];
        if (s->value == 0 && misere && stuck)
            return ta_fail(c->error, TA_EMISMATCH,
                           "'%.200s' is wrong: position %" PRIu64
                           " is in it, but who cannot move there wins",
                           c->archive->name, s->position);
        if (s->value != 0 && !s->done && !(misere && stuck))
            return ta_fail(c->error, TA_EMISMATCH,
                           "'%.200s' is wrong: position %" PRIu64
                           " is not in it, and none of its options is either",
                           c->archive->name, s->position);
    }
    return TA_OK;
}

ta_status ta_check_cold(ta_check *check)
{
    frame_sink f = {.check = check};
    f.table.start =
        ta_alloc((UINT64_C(1) << SLOT_BITS) + 1, sizeof *f.table.start);
    if (f.table.start == NULL)
        return ta_fail(check->error, TA_ENOMEM, "no memory for a frame");
    ta_status st = ta_archive_read(check->archive, 0, check->archive->info.end,
                                   &(ta_sink){take, &f}, check->error);
    ta_free(f.table.start);
    return st == TA_OK ? check_ends(check) : st;
}
