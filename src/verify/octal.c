/* Values of octal games against the definition. A heap's options are sums of
 * two smaller heaps, any two, so all values are in memory. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "octal/octal.h"
#include "verify/verify.h"

typedef struct values_sink {
    uint16_t *values;
    ta_check *check;
} values_sink;

static ta_status copy(void *state, const ta_block *block)
{
    values_sink *all = state;
    (void)ta_block_store(all->values, block);
    return ta_check_poll(all->check, block->to - block->from, 0);
}

/* About so many has heap h, splits in two and in three included. */
static double moves_of(const ta_octal *game, double h)
{
    return game->n_take + game->n_break * floor(h / 2) +
           game->n_third * floor(h * h / 12);
}

static ta_status check_samples(ta_check *c, const ta_octal *game,
                               const uint16_t *values, uint8_t *seen)
{
    ta_status st = TA_OK;
    for (size_t i = 0; i < c->n_samples && st == TA_OK; i++) {
        const ta_sample *s = &c->samples[i];
        memset(seen, 0, TA_OCTAL_VALUE_MAX + 2);
        unsigned want = ta_octal_mex(game, values, s->position, seen);
        if (want != s->value)
            return ta_fail(c->error, TA_EMISMATCH,
                           "'%.200s' is wrong: heap %" PRIu64
                           " has value %" PRIu32
                           " in it, but its options make that %u",
                           c->archive->name, s->position, s->value, want);
        *(s->value == 0 ? &c->seen->cold : &c->seen->hot) += 1;
        c->seen->moves += (uint64_t)moves_of(game, (double)s->position);
        st = ta_check_poll(c, 0, s->position + 1);
    }
    return st;
}

static ta_status accept(const ta_archive *archive, uint64_t positions,
                        const ta_options *options, ta_error *error)
{
    if (archive->info.content != TA_CONTENT_OCTAL)
        return ta_fail(error, TA_EINVAL,
                       "'%.200s' holds cold heaps of an octal game, which do "
                       "not follow from each other; compare it with an engine",
                       archive->name);
    uint64_t bytes = ta_add_sat(ta_mul_sat(ta_archive_whole(archive), 2),
                                ta_samples_memory(archive, positions));
    return ta_admit(options, bytes, error, "the values need");
}

ta_status ta_verify_octal(const ta_archive *archive, const ta_game *of,
                          uint64_t positions, uint64_t seed,
                          const ta_options *options, ta_verified *seen,
                          ta_error *error)
{
    const ta_octal *game = ta_game_octal(of);
    ta_check check = {
        .archive = archive, .options = options, .seen = seen, .error = error};
    ta_status st = accept(archive, positions, options, error);
    if (st != TA_OK)
        return st;
    double end = (double)ta_archive_whole(archive);
    ta_check_plan(&check,
                  fmin((double)positions, end) * moves_of(game, end) / 2, 2);
    values_sink all = {ta_alloc(ta_archive_whole(archive), 2), &check};
    uint8_t *marks = ta_alloc(TA_OCTAL_VALUE_MAX + 2, 1);
    if (all.values == NULL || marks == NULL)
        st = ta_fail(error, TA_ENOMEM, "no memory for the values");
    if (st == TA_OK)
        st = ta_archive_read(archive, 0, ta_archive_whole(archive),
                             &(ta_sink){copy, &all}, error);
    if (st == TA_OK)
        st = ta_samples_choose(&check, positions, seed);
    if (st == TA_OK)
        st = check_samples(&check, game, all.values, marks);
    ta_free(check.samples);
    ta_free(all.values);
    ta_free(marks);
    return st;
}
