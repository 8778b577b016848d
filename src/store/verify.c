/* Is an archive right? Asked of the definition, at random positions. */
#include <inttypes.h>
#include <string.h>

#include "game/game.h"
#include "store/verify.h"

static size_t first_move_at_least(const ta_moves *moves, uint64_t s)
{
    size_t lo = 0, hi = moves->count;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (moves->list[middle] < s)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

void ta_moves_into(const ta_moves *moves, uint64_t p, uint64_t from,
                   uint64_t to, size_t *low, size_t *high)
{
    *low = *high = 0;
    if (p <= from)
        return;
    *low = first_move_at_least(moves, p < to ? 1 : p - to + 1);
    *high = first_move_at_least(moves, p - from + 1);
}

ta_status ta_check_poll(const ta_check *check, uint64_t done)
{
    double share = (double)done / (double)check->archive->info.end;
    ta_status st = ta_poll(check->options, share, done);
    return st == TA_OK ? st : ta_fail(check->error, st, "stopped on request");
}

uint64_t ta_samples_memory(const ta_archive *archive, uint64_t positions)
{
    /* and as much again for qsort */
    return ta_add_sat(ta_mul_sat(ta_min_u64(positions, archive->info.end),
                                 2 * sizeof(ta_sample)),
                      ta_archive_reader_memory(archive));
}

static ta_status find_moves(const ta_archive *archive, const ta_game *game,
                            uint64_t positions, const ta_options *options,
                            ta_moves *moves, ta_error *error)
{
    uint64_t end = archive->info.end;
    uint64_t bytes = ta_mul_sat(ta_game_count_bound(game, end), 8);
    bytes = ta_add_sat(bytes, ta_game_scratch(game, end));
    bytes = ta_add_sat(bytes, ta_samples_memory(archive, positions));
    if (options != NULL && options->max_memory != 0 &&
        bytes > options->max_memory) {
        char need[32], have[32];
        return ta_fail(error, TA_ELIMIT,
                       "the moves below %" PRIu64
                       " and the positions to check need %s, above the limit "
                       "of %s",
                       end, ta_bytes_text(bytes, need),
                       ta_bytes_text(options->max_memory, have));
    }
    ta_status st = ta_game_elements(game, end, &moves->list, &moves->count);
    return st == TA_OK ? st
                       : ta_fail(error, st,
                                 "no memory for the moves below "
                                 "%" PRIu64,
                                 end);
}

static ta_status check_samples(const ta_check *check)
{
    for (size_t i = 0; i < check->n_samples; i++) {
        uint64_t *kind = check->samples[i].value == 0 ? &check->seen->cold
                                                      : &check->seen->hot;
        ++*kind;
    }
    switch (check->archive->info.content) {
    case TA_CONTENT_COLD:
        return ta_check_cold(check);
    case TA_CONTENT_NIM:
        return ta_check_nim(check);
    case TA_CONTENT_LENGTH:
        return ta_check_lengths(check);
    case TA_CONTENT_OCTAL:
        break;
    }
    return ta_fail(check->error, TA_EINVAL, "'%.200s' is of an octal game",
                   check->archive->name);
}

ta_status ta_archive_verify(const ta_archive *archive, const ta_game *game,
                            uint64_t positions, uint64_t seed,
                            const ta_options *options, ta_verified *seen,
                            ta_error *error)
{
    ta_verified ignored = {0};
    if (seen == NULL)
        seen = &ignored;
    *seen = (ta_verified){0};
    ta_moves moves = {NULL, 0};
    ta_sample *samples = NULL;
    size_t n_samples = 0;
    ta_status st = ta_archive_same_game(archive, game, error);
    if (st == TA_OK)
        st = find_moves(archive, game, positions, options, &moves, error);
    if (st == TA_OK)
        st = ta_samples_choose(archive, positions, seed, &samples, &n_samples,
                               error);
    if (st == TA_OK)
        st = check_samples(&(ta_check){.archive = archive,
                                       .game = game,
                                       .moves = &moves,
                                       .samples = samples,
                                       .n_samples = n_samples,
                                       .options = options,
                                       .seen = seen,
                                       .error = error});
    ta_free(moves.list);
    ta_free(samples);
    return st;
}
