/* Checks samples against the definition:
 *
 *   nim-value g    no option has g, and for each value below g one has it
 *   cold (0)       no option is cold
 *   hot (1)        some option is cold, or in misère play there is no move
 *   remoteness r   some option has r - 1 unless r is 0; r odd: no option has an
 *                  even one below r - 1; r even: all options have odd ones
 *                  below r
 *
 * An archive of a subtraction game is read once, frame by frame, and in each
 * frame all samples look for their options; of an octal game it is held whole,
 * since a move may leave any two heaps. */
#include <string.h>

#include "game/game-internal.h"
#include "octal/octal-internal.h"
#include "verify/verify.h"

/* Bits of tai_sampler.filter: where an option's bit is 0, the option is hot and
 * not searched for. */
enum { FILTER = 1 << 21 };

/* ---- options ---- */

/* Records that sample t has an option of this value. Returns TA_EMISMATCH if it
 * must not. */
static inline ta_status note_option(tai_sampler *s, const tai_sample *t,
                                    uint64_t option, uint32_t value)
{
    const uint32_t own = t->value;
    const bool remoteness = s->v->archive->info.content == TA_CONTENT_LENGTH;
    const bool needed = remoteness ? value + 1 == own : value < own;
    if (needed)
        tai_verify_set_bit(s->witnesses, t->witness + value);
    const bool wrong = !remoteness    ? value == own
                       : own % 2 == 1 ? value % 2 == 0 && value + 1 < own
                                      : value % 2 == 0 || value + 1 > own;
    if (!wrong)
        return TA_OK;
    return TA_VERIFY_REJECT(
        s->v, t->position,
        "has value %u in it, but its option %" PRIu64 " has value %u%s", own,
        option, value, tai_verify_meaning(s->v->archive));
}

/* Records the first cold option of t in the block; `moves` lead there. Loops
 * over the shorter list, moves or cold positions. */
static ta_status find_cold_option(tai_sampler *s, const tai_sample *t,
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
        const bool is_cold_option =
            by_moves ? tai_verify_bit(s->filter, option % FILTER) &&
                           tai_verify_is_among(cold, b->count, option)
                     : tai_verify_is_among(moves, n_moves, p - option);
        if (is_cold_option)
            return note_option(s, t, option, 0);
    }
    return TA_OK;
}

/* Checks the options of t in the block; nothing if t is hot and a cold option
 * is known. */
static ta_status check_sample(tai_sampler *s, const tai_sample *t,
                              const ta_block *b)
{
    const uint64_t p = t->position, *m = s->moves, n = s->n_moves;
    const bool cold = b->values == NULL;
    if (cold && t->value == 1 && tai_verify_bit(s->witnesses, t->witness))
        return TA_OK;
    /* Moves m[low], ..., m[high - 1] lead into the block. */
    size_t low = tai_first_at_least(m, n, p < b->to ? 1 : p - b->to + 1);
    size_t high = tai_first_at_least(m, n, p - b->from + 1);
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

/* Checks the samples that have options in the block, from the largest on. */
static ta_status check_block(void *state, const ta_block *block)
{
    tai_sampler *s = state;
    ta_status st = TA_OK;
    if (block->values == NULL) {
        memset(s->filter, 0, FILTER / 8);
        for (uint64_t k = 0; k < block->count; k++)
            tai_verify_set_bit(s->filter, block->positions[k] % FILTER);
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

/* Gives each sample its witnesses, reads all blocks, then looks for witnesses
 * that are missing. */
static ta_status check_subtraction(tai_sampler *s)
{
    const ta_archive *archive = s->v->archive;
    const bool remoteness = archive->info.content == TA_CONTENT_LENGTH;
    uint64_t bits = 1; /* of all samples so far */
    for (size_t i = 0; i < s->count; i++) {
        tai_sample *t = &s->samples[i];
        if (t->position < s->v->hot_below && t->value == 0)
            return TA_VERIFY_REJECT(s->v, t->position, "is in it, but %s",
                                    "who cannot move there wins");
        t->needed = t->position < s->v->hot_below ? 0 : t->value;
        t->witness = bits;
        bits += t->value;
    }
    ta_status st = tai_verify_allocate(&s->witnesses, ta_bits_words(bits), 8);
    if (st == TA_OK)
        st = ta_archive_read(archive, 0, archive->info.end,
                             &(ta_sink){check_block, s}, s->v->error);
    for (size_t i = 0; i < s->count && st == TA_OK; i++) {
        const tai_sample *t = &s->samples[i];
        uint32_t u = remoteness && t->needed > 0 ? t->needed - 1 : 0;
        while (u < t->needed && tai_verify_bit(s->witnesses, t->witness + u))
            u++;
        if (u < t->needed)
            return TA_VERIFY_REJECT(
                s->v, t->position,
                "has value %u in it, but no option has value %u%s", t->value, u,
                tai_verify_meaning(archive));
    }
    return st;
}

static ta_status check_octal(tai_sampler *s)
{
    tai_verification *v = s->v;
    const tai_octal *game = tai_game_octal(v->game);
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

/* Lists moves and allocates the filter, or for octal games the values. Returns
 * TA_EINVAL for an octal archive without nim-values. */
static ta_status begin(tai_sampler *s)
{
    tai_verification *v = s->v;
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

ta_status tai_verify_definition(tai_verification *v, uint64_t count,
                                uint64_t seed)
{
    const uint64_t end = tai_archive_whole(v->archive);
    tai_verify_window all = {.asked = {0, end, 0}};
    tai_sampler s = {.v = v};
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
        st = tai_verify_poll(v, UINT64_MAX, end); /* share 1 */
    /* Samples and windows are sorted. */
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
