/* Checks samples, which are some positions of an archive, against the
 * definition of their values. These are the conditions for the value of a
 * position:
 *
 * - Nim-value g: no option has the value g, and for each value below g there is
 *   an option of this value.
 * - Cold (value 0): no option is cold.
 * - Hot (value 1): some option is cold. Under misère play, a position without a
 *   move is hot, too.
 * - Remoteness r: some option has remoteness r - 1, unless r is 0. If r is
 *   odd, no option has an even remoteness below r - 1. If r is even, all
 *   options have an odd remoteness below r.
 *
 * An option that has a required value is called a witness of this value.
 *
 * An archive of a subtraction game is read once, frame by frame. For each
 * frame, the options of each sample that lie in the frame are checked. An
 * archive of an octal game is held in memory as a whole, since a move may leave
 * any two heaps. */
#include <string.h>

#include "game/game-internal.h"
#include "octal/octal-internal.h"
#include "verify/verify.h"

/* The number of bits of a filter, a bit array. Bit i is set if a cold position
 * of the current frame is i modulo FILTER. If the bit of an option is 0, the
 * option is hot and need not be searched for in the list of cold positions. */
enum { FILTER = 1 << 21 };

/* ---- options ---- */

/* Records that sample t, a position to check, has an option of this value. If t
 * must have such an option, sets the bit in s->witnesses that says that it has
 * one. If t must not have such an option, returns TA_EMISMATCH. `option` is the
 * position of the option, for the error text. */
static inline ta_status note_option(ta_sampler *s, const ta_sample *t,
                                    uint64_t option, uint32_t value)
{
    const uint32_t own = t->value;
    const bool remoteness = s->v->archive->info.content == TA_CONTENT_LENGTH;
    if (remoteness ? value + 1 == own : value < own)
        ta_verify_set_bit(s->witnesses, t->witness + value);
    const bool wrong = !remoteness    ? value == own
                       : own % 2 == 1 ? value % 2 == 0 && value + 1 < own
                                      : value % 2 == 0 || value + 1 > own;
    if (!wrong)
        return TA_OK;
    return TA_VERIFY_REJECT(
        s->v, t->position,
        "has value %u in it, but its option %" PRIu64 " has value %u%s", own,
        option, value, ta_verify_meaning(s->v->archive));
}

/* Searches the block for a cold option of sample t, a position to check, and
 * records the first one by note_option. `moves` has the n_moves moves that lead
 * from t into the block. If these moves are fewer than the cold positions of
 * the block, the loop runs over the moves, and otherwise over the cold
 * positions. */
static ta_status find_cold_option(ta_sampler *s, const ta_sample *t,
                                  const ta_block *b, const uint64_t *moves,
                                  size_t n_moves)
{
    const uint64_t p = t->position, *cold = b->positions;
    const bool by_moves = n_moves <= b->count;
    for (size_t k = 0; k < (by_moves ? n_moves : b->count); k++) {
        const uint64_t option = by_moves ? p - moves[k] : cold[k];
        if (option >= p)
            break;
        s->v->seen->moves++;
        if (by_moves ? ta_verify_bit(s->filter, option % FILTER) &&
                           ta_verify_is_among(cold, b->count, option)
                     : ta_verify_is_among(moves, n_moves, p - option))
            return note_option(s, t, option, 0);
    }
    return TA_OK;
}

/* Checks those options of sample t (a position to check) that lie in the block,
 * and records them. In an archive of cold positions, only the first cold option
 * is recorded. If t is hot and a cold option is already recorded, does nothing.
 * Returns TA_EMISMATCH if t has an option that it must not have. */
static ta_status check_sample(ta_sampler *s, const ta_sample *t,
                              const ta_block *b)
{
    const uint64_t p = t->position, *m = s->moves, n = s->n_moves;
    const bool cold = b->values == NULL;
    if (cold && t->value == 1 && ta_verify_bit(s->witnesses, t->witness))
        return TA_OK;
    size_t low = ta_first_at_least(m, n, p < b->to ? 1 : p - b->to + 1);
    size_t high = ta_first_at_least(m, n, p - b->from + 1);
    if (!cold || t->value == 0)
        s->v->work += (double)(high - low);
    if (cold)
        return find_cold_option(s, t, b, m + low, high - low);
    s->v->seen->moves += high - low;
    ta_status st = TA_OK;
    for (size_t k = low; k < high && st == TA_OK; k++)
        st = note_option(s, t, p - m[k], b->values[p - m[k] - b->from]);
    return st;
}

static ta_status check_block(void *state, const ta_block *block)
{
    ta_sampler *s = state;
    ta_status st = TA_OK;
    if (block->values == NULL) {
        memset(s->filter, 0, FILTER / 8);
        for (uint64_t k = 0; k < block->count; k++)
            ta_verify_set_bit(s->filter, block->positions[k] % FILTER);
    }
    for (size_t i = s->count; i-- > 0 && st == TA_OK;) {
        if (s->samples[i].position <= block->from)
            break;
        st = check_sample(s, &s->samples[i], block);
        if (st == TA_OK)
            st = tai_verify_poll(s->v, 0, block->from);
    }
    return st == TA_OK ? tai_verify_poll(s->v, block->count, block->to) : st;
}

/* ---- all samples ---- */

static ta_status check_subtraction(ta_sampler *s)
{
    const ta_archive *archive = s->v->archive;
    const bool last = archive->info.content == TA_CONTENT_LENGTH;
    uint64_t bits = 1;
    for (size_t i = 0; i < s->count; i++) {
        ta_sample *t = &s->samples[i];
        if (t->position < s->v->won && t->value == 0)
            return TA_VERIFY_REJECT(s->v, t->position, "is in it, but %s",
                                    "who cannot move there wins");
        t->needed = t->position < s->v->won ? 0 : t->value;
        t->witness = bits;
        bits += t->value;
    }
    ta_status st = tai_verify_allocate(&s->witnesses, ta_bits_words(bits), 8);
    if (st == TA_OK)
        st = ta_archive_read(archive, 0, archive->info.end,
                             &(ta_sink){check_block, s}, s->v->error);
    for (size_t i = 0; i < s->count && st == TA_OK; i++) {
        const ta_sample *t = &s->samples[i];
        uint32_t u = last && t->needed > 0 ? t->needed - 1 : 0;
        while (u < t->needed && ta_verify_bit(s->witnesses, t->witness + u))
            u++;
        if (u < t->needed)
            return TA_VERIFY_REJECT(
                s->v, t->position,
                "has value %u in it, but no option has value %u%s", t->value, u,
                ta_verify_meaning(archive));
    }
    return st;
}

static ta_status check_octal(ta_sampler *s)
{
    ta_verification *v = s->v;
    const ta_octal *game = tai_game_octal(v->game);
    uint8_t *marks = NULL;
    ta_status st = tai_verify_allocate(&marks, TAI_OCTAL_VALUE_MAX + 2, 1);
    for (size_t i = 0; i < s->count && st == TA_OK; i++) {
        const uint64_t p = s->samples[i].position;
        const unsigned in_file = s->samples[i].value;
        memset(marks, 0, TAI_OCTAL_VALUE_MAX + 2);
        const unsigned value = tai_octal_mex(game, s->values, p, marks);
        const uint64_t moves = tai_sampler_count_moves(s, p);
        v->seen->moves += moves;
        st = value == in_file
                 ? tai_verify_poll(v, moves, p + 1)
                 : TA_VERIFY_REJECT(
                       v, p, "has value %u in it, but its options make that %u",
                       in_file, value);
    }
    ta_free(marks);
    return st;
}

/* Prepares a sampler, which checks positions of an archive. For a subtraction
 * game, lists the moves and allocates the filter. For an octal game, allocates
 * an array of all values. Returns TA_EINVAL if an archive of an octal game does
 * not have nim-values, and TA_ENOMEM if there is no memory. */
static ta_status begin(ta_sampler *s)
{
    ta_verification *v = s->v;
    const ta_archive *archive = v->archive;
    const uint64_t end = archive->info.end;
    if (ta_game_about(v->game)->octal != NULL)
        return archive->info.content == TA_CONTENT_NIM
                   ? tai_verify_allocate(&s->values, tai_archive_whole(archive),
                                         2)
                   : tai_fail(v->error, TA_EINVAL,
                              "cold heaps of octal games, as in '%s', do "
                              "not follow from each other: use an engine",
                              archive->name);
    ta_status st = tai_verify_allocate(&s->filter, FILTER / 64, 8);
    if (st == TA_OK)
        st = ta_game_elements(v->game, end, &s->moves, &s->n_moves);
    return st;
}

ta_status tai_verify_definition(ta_verification *v, uint64_t count,
                                uint64_t seed)
{
    const uint64_t end = tai_archive_whole(v->archive);
    ta_verify_window all = {.asked = {0, end, 0}};
    ta_sampler s = {.v = v};
    if (v->n_windows == 0 && count >= end) {
        v->windows = &all;
        v->n_windows = 1;
        count = end;
    }
    ta_status st = begin(&s);
    if (st == TA_OK)
        st = tai_sampler_choose(&s, count, seed);
    for (size_t i = 0; i < s.count && st == TA_OK; i++)
        ++*(s.samples[i].value == 0 ? &v->seen->cold : &v->seen->hot);
    if (st == TA_OK)
        st = s.values != NULL ? check_octal(&s) : check_subtraction(&s);
    if (st == TA_OK)
        st = tai_verify_poll(v, UINT64_MAX, end);
    for (size_t k = 0, first = 0; k < v->n_windows && st == TA_OK; k++) {
        tai_window *w = &v->windows[k * v->step].asked;
        while (first < s.count && s.samples[first].position < w->from)
            first++;
        for (size_t i = first; i < s.count && s.samples[i].position < w->to;
             i++)
            w->cold += s.samples[i].value == 0;
    }
    ta_free(s.moves);
    ta_free(s.values);
    ta_free(s.samples);
    ta_free(s.witnesses);
    ta_free(s.filter);
    return st;
}
