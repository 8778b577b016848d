/* Nim-values and lengths against their definitions, as for cold archives: the
 * archive goes by once, and each sample takes what concerns it. */
#include <inttypes.h>

#include "verify/verify.h"

/* What is known of a sample's options so far. */
typedef struct state {
    uint64_t *seen;                /* nim: bit v: an option has value v */
    uint32_t least_even, greatest; /* lengths; UINT32_MAX: none */
    bool moves;
} state;

typedef struct frame_sink {
    ta_check *check;
    state *states; /* of each sample */
} frame_sink;

static void note_length(state *s, uint32_t value)
{
    s->moves = true;
    if (value % 2 == 0 && value < s->least_even)
        s->least_even = value;
    if (value > s->greatest)
        s->greatest = value;
}

/* Values above the sample's own play no part in its mex. */
static bool note_nim(state *s, uint32_t value, uint32_t own)
{
    if (value < own)
        s->seen[value / 64] |= UINT64_C(1) << value % 64;
    return value != own;
}

static ta_status take(void *sink, const ta_block *block)
{
    frame_sink *f = sink;
    ta_check *c = f->check;
    bool nim = c->archive->info.content == TA_CONTENT_NIM;
    for (size_t i = c->n_samples; i-- > 0;) {
        const ta_sample *s = &c->samples[i];
        if (s->position <= block->from) /* as are those before it */
            break;
        ta_status st = ta_check_poll_when_due(c, block->from);
        if (st != TA_OK)
            return st;
        size_t low, high;
        ta_verify_moves_into(c->moves, s->position, block->from, block->to,
                             &low, &high);
        c->seen->moves += high - low;
        for (size_t k = low; k < high; k++) {
            uint64_t option = s->position - c->moves->list[k];
            uint32_t value = block->values[option - block->from];
            if (!nim)
                note_length(&f->states[i], value);
            else if (!note_nim(&f->states[i], value, s->value))
                return ta_fail(c->error, TA_EMISMATCH,
                               "'%.200s' is wrong: position %" PRIu64
                               " has value %" PRIu32
                               " in it, and so has its option %" PRIu64,
                               c->archive->name, s->position, value, option);
        }
    }
    return ta_check_poll(c, block->to - block->from, block->to);
}

/* What the checks take, with `words` of their own. Values come from a file, and
 * what is kept of each sample may be large by them. */
static ta_status admit(const ta_check *c, uint64_t words)
{
    uint64_t bytes = ta_mul_sat(c->n_samples, sizeof(ta_sample)) +
                     ta_mul_sat(c->n_samples, sizeof(state)) +
                     ta_mul_sat(words, 8) + ta_mul_sat(c->moves->count, 8) +
                     ta_archive_reader_memory(c->archive);
    return ta_admit(c->options, bytes, c->error, "%zu positions to check need",
                    c->n_samples);
}

static ta_status go_by(ta_check *check, state *states)
{
    frame_sink f = {check, states};
    return ta_archive_read(check->archive, 0, check->archive->info.end,
                           &(ta_sink){take, &f}, check->error);
}

/* ---- nim-values ---- */

static ta_status all_below_seen(const ta_check *c, const state *states)
{
    for (size_t i = 0; i < c->n_samples; i++)
        for (uint32_t v = 0; v < c->samples[i].value; v++)
            if ((states[i].seen[v / 64] >> v % 64 & 1) == 0)
                return ta_fail(c->error, TA_EMISMATCH,
                               "'%.200s' is wrong: position %" PRIu64
                               " has value %" PRIu32
                               " in it, but no option has value %" PRIu32,
                               c->archive->name, c->samples[i].position,
                               c->samples[i].value, v);
    return TA_OK;
}

ta_status ta_check_nim(ta_check *check)
{
    uint64_t words = 0;
    for (size_t i = 0; i < check->n_samples; i++)
        words += ta_bits_words(check->samples[i].value);
    ta_status admitted = admit(check, words);
    if (admitted != TA_OK)
        return admitted;
    uint64_t *seen = ta_alloc_zero(words, sizeof *seen), *at = seen;
    state *states = ta_alloc_zero(check->n_samples, sizeof *states);
    ta_status st = TA_ENOMEM;
    if (seen == NULL || states == NULL) {
        ta_fail(check->error, st, "no memory for the samples");
        goto done;
    }
    for (size_t i = 0; i < check->n_samples; i++) {
        states[i].seen = at;
        at += ta_bits_words(check->samples[i].value);
    }
    st = go_by(check, states);
    if (st == TA_OK)
        st = all_below_seen(check, states);
done:
    ta_free(seen);
    ta_free(states);
    return st;
}

/* ---- lengths ---- */

/* One move more than the shortest way to win, or else than the longest to
 * lose. */
static uint32_t length_of(const state *s)
{
    if (!s->moves)
        return 0;
    return 1 + (s->least_even != UINT32_MAX ? s->least_even : s->greatest);
}

ta_status ta_check_lengths(ta_check *check)
{
    ta_status admitted = admit(check, 0);
    if (admitted != TA_OK)
        return admitted;
    state *states = ta_alloc_zero(check->n_samples, sizeof *states);
    if (states == NULL)
        return ta_fail(check->error, TA_ENOMEM, "no memory for the samples");
    for (size_t i = 0; i < check->n_samples; i++)
        states[i].least_even = UINT32_MAX;
    ta_status st = go_by(check, states);
    for (size_t i = 0; i < check->n_samples && st == TA_OK; i++) {
        uint32_t want = length_of(&states[i]);
        if (want != check->samples[i].value)
            st = ta_fail(check->error, TA_EMISMATCH,
                         "'%.200s' is wrong: position %" PRIu64
                         " has length %" PRIu32
                         " in it, but its options make that %" PRIu32,
                         check->archive->name, check->samples[i].position,
                         check->samples[i].value, want);
    }
    ta_free(states);
    return st;
}
