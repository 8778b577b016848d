/* Is an archive right? Asked of the definition, at random positions. */
#include <inttypes.h>
#include <math.h>

#include "game/game.h"
#include "verify/verify.h"

static size_t first_move_at_least(const ta_verify_moves *moves, uint64_t s)
{
    return ta_first_at_least(moves->list, moves->count, s);
}

void ta_verify_moves_into(const ta_verify_moves *moves, uint64_t p,
                          uint64_t from, uint64_t to, size_t *low, size_t *high)
{
    *low = *high = 0;
    if (p <= from)
        return;
    *low = first_move_at_least(moves, p < to ? 1 : p - to + 1);
    *high = first_move_at_least(moves, p - from + 1);
}

void ta_check_plan(ta_check *check, double moves, int readings)
{
    /* A byte of a file costs so many moves, and so many a position that is
     * unpacked. */
    static const double BYTE = 0.5, POSITION = 0.5;
    const ta_archive *a = check->archive;
    double unpacked = a->info.content == TA_CONTENT_COLD ? (double)a->info.count
                                                         : (double)a->info.end;
    check->reading = BYTE * (double)a->header.size + POSITION * unpacked;
    check->all = moves + readings * check->reading;
}

ta_status ta_check_poll(ta_check *check, uint64_t read, uint64_t done)
{
    check->read +=
        check->reading * (double)read / (double)check->archive->info.end;
    double spent = check->read + (double)check->seen->moves;
    check->polled = check->seen->moves;
    ta_status st = ta_poll(check->options, fmin(1, spent / check->all), done);
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
                            ta_verify_moves *moves, ta_error *error)
{
    uint64_t end = archive->info.end;
    if (ta_options_check(options, error) != TA_OK)
        return TA_EINVAL;
    uint64_t bytes = ta_mul_sat(ta_game_count_bound(game, end), 8);
    bytes = ta_add_sat(bytes, ta_game_scratch(game, end));
    bytes = ta_add_sat(bytes, ta_samples_memory(archive, positions));
    ta_status st = ta_admit(
        options, bytes, error,
        "the moves below %" PRIu64 " and the positions to check need", end);
    if (st != TA_OK)
        return st;
    st = ta_game_elements(game, end, &moves->list, &moves->count);
    return st == TA_OK ? st
                       : ta_fail(error, st,
                                 "no memory for the moves below "
                                 "%" PRIu64,
                                 end);
}

/* Moves that will be looked at, about: of values all; of cold positions as many
 * as there are options or cold positions below, whatever is less; and of others
 * until one of them is cold. */
static double foreseen_moves(const ta_check *c, uint64_t positions)
{
    enum { POINTS = 64 };
    static const double LONGER = 1.6; /* than by chance: squares, 2^22 */
    const ta_archive_info *about = &c->archive->info;
    double end = (double)about->end, count = (double)about->count;
    double samples = fmin((double)positions, end), all = 0, cold = 0, hot = 0;
    double some = positions >= about->end ? count : count > 0 ? samples / 2 : 0;
    for (int k = 0; k < POINTS; k++) {
        double p = end * (k + 0.5) / POINTS;
        double moves = (double)first_move_at_least(c->moves, (uint64_t)p + 1);
        double tests = fmin(moves, count * p / end);
        all += moves / POINTS;
        cold += tests / POINTS;
        /* A cold one among the options, or a move among the distances. */
        double by = tests < moves ? moves / p * end : count;
        hot += fmin(tests, by > 0 ? LONGER * end / by : tests) / POINTS;
    }
    return about->content == TA_CONTENT_COLD
               ? some * cold + (samples - some) * hot
               : samples * all;
}

static ta_status check_samples(ta_check *check)
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

/* Random positions, or without them those of the windows. */
static ta_status verify(const ta_archive *archive, const ta_game *game,
                        uint64_t positions, uint64_t seed, ta_window *windows,
                        size_t n_windows, const ta_options *options,
                        ta_verified *seen, ta_error *error)
{
    ta_verify_moves moves = {NULL, 0};
    ta_check check = {.archive = archive,
                      .game = game,
                      .moves = &moves,
                      .options = options,
                      .seen = seen,
                      .error = error};
    ta_status st = find_moves(archive, game, positions, options, &moves, error);
    if (st == TA_OK) {
        bool picks = archive->info.content == TA_CONTENT_COLD &&
                     positions < archive->info.end;
        ta_check_plan(&check, foreseen_moves(&check, positions), picks ? 3 : 2);
        st = n_windows > 0 ? ta_samples_of_windows(&check, windows, n_windows)
                           : ta_samples_choose(&check, positions, seed);
    }
    if (st == TA_OK)
        st = check_samples(&check);
    for (size_t i = 0, k = 0; i < n_windows && st == TA_OK; i++) {
        while (check.samples[k].position < windows[i].from)
            k++;
        for (size_t j = k;
             j < check.n_samples && check.samples[j].position < windows[i].to;
             j++)
            windows[i].cold += check.samples[j].value == 0;
    }
    ta_free(moves.list);
    ta_free(check.samples);
    return st;
}

ta_status ta_archive_verify(const ta_archive *archive, const ta_game *game,
                            uint64_t positions, uint64_t seed,
                            const ta_options *options, ta_verified *seen,
                            ta_error *error)
{
    ta_verified ignored;
    if (seen == NULL)
        seen = &ignored;
    *seen = (ta_verified){0};
    ta_status st = ta_archive_same_game(archive, game, error);
    if (st != TA_OK)
        return st;
    return ta_octal_code(game) != NULL
               ? ta_verify_octal(archive, game, positions, seed, options, seen,
                                 error)
               : verify(archive, game, positions, seed, NULL, 0, options, seen,
                        error);
}

ta_status ta_verify_values(const ta_archive *archive, const ta_game *game,
                           ta_window *windows, size_t count,
                           const ta_options *options, ta_verified *seen,
                           ta_error *error)
{
    uint64_t positions = 0;
    for (size_t i = 0; i < count; i++)
        positions += windows[i].to - windows[i].from;
    return verify(archive, game, positions, 0, windows, count, options, seen,
                  error);
}
