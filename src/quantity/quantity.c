/* Which quantities a game has, and the public calls that compute them. */
#include <string.h>

#include "run/job.h"

/* NULL: there is none, since */
static const struct row {
    const ta_quantity *of_sets, *of_octal, *of_misere_octal;
    const char *no_octal;
} rows[] = {
    /* a heap of an octal game is cold where its value is 0 */
    [TA_CONTENT_COLD] = {&ta_cold_positions, &ta_octal_values, &ta_octal_misere,
                         NULL},
    [TA_CONTENT_NIM] = {&ta_nim_values, &ta_octal_values, &ta_octal_values,
                        NULL},
    [TA_CONTENT_LENGTH] = {&ta_length_values, NULL, NULL,
                           "lengths are computed for subtraction games only"},
};

static ta_status find(ta_content content, const ta_game *game,
                      const ta_quantity **quantity, ta_error *error)
{
    const struct row *row = &rows[content];
    const bool misere = ta_game_convention(game) == TA_MISERE;
    *quantity = ta_octal_code(game) == NULL ? row->of_sets
                : misere                    ? row->of_misere_octal
                                            : row->of_octal;
    return *quantity != NULL ? TA_OK
                             : ta_fail(error, TA_EINVAL, "%s", row->no_octal);
}

/* Between an engine of values and a sink of cold positions. */
typedef struct zeros {
    const ta_sink *next;
    bool pieces;
} zeros;

static ta_status take_zeros(void *state, const ta_block *block)
{
    const zeros *z = state;
    return ta_block_zeros(block, z->pieces, z->next);
}

static ta_status run(ta_content content, const ta_game *game, uint64_t n,
                     const ta_options *options, const ta_sink *sink,
                     ta_error *error)
{
    const ta_quantity *quantity;
    ta_status st = find(content, game, &quantity, error);
    if (st != TA_OK)
        return st;
    if (content != TA_CONTENT_COLD || quantity->content == content ||
        sink == NULL)
        return ta_run(quantity, game, n, options, sink, error);
    ta_options mine = options != NULL ? *options : (ta_options){.engine = NULL};
    zeros z = {sink, !mine.periods};
    mine.periods = true;
    return ta_run(quantity, game, n, &mine, &(ta_sink){take_zeros, &z}, error);
}

static ta_status memory(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, uint64_t *bytes,
                        ta_error *error)
{
    const ta_quantity *quantity;
    ta_status st = find(content, game, &quantity, error);
    return st == TA_OK ? ta_run_memory(quantity, game, n, options, bytes, error)
                       : st;
}

/* ---- cold positions ---- */

ta_status ta_cold_run(const ta_game *game, uint64_t n,
                      const ta_options *options, const ta_sink *sink,
                      ta_error *error)
{
    return run(TA_CONTENT_COLD, game, n, options, sink, error);
}

ta_status ta_cold_memory(const ta_game *game, uint64_t n,
                         const ta_options *options, uint64_t *bytes,
                         ta_error *error)
{
    return memory(TA_CONTENT_COLD, game, n, options, bytes, error);
}

ta_status ta_cold(const ta_game *game, uint64_t n, const ta_options *options,
                  ta_bits *cold, ta_error *error)
{
    memset(cold->words, 0, ta_bits_words(n) * 8);
    return ta_cold_run(game, n, options,
                       &(ta_sink){ta_block_store, cold->words}, error);
}

/* ---- nim-values ---- */

ta_status ta_nim_run(const ta_game *game, uint64_t n, const ta_options *options,
                     const ta_sink *sink, ta_error *error)
{
    return run(TA_CONTENT_NIM, game, n, options, sink, error);
}

ta_status ta_nim_memory(const ta_game *game, uint64_t n,
                        const ta_options *options, uint64_t *bytes,
                        ta_error *error)
{
    return memory(TA_CONTENT_NIM, game, n, options, bytes, error);
}

/* ---- lengths ---- */

ta_status ta_length_run(const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error)
{
    return run(TA_CONTENT_LENGTH, game, n, options, sink, error);
}

ta_status ta_length_memory(const ta_game *game, uint64_t n,
                           const ta_options *options, uint64_t *bytes,
                           ta_error *error)
{
    return memory(TA_CONTENT_LENGTH, game, n, options, bytes, error);
}

/* ---- engines ---- */

const ta_engine_info *ta_engines(size_t *count)
{
    static ta_engine_list infos;
    return ta_quantity_engines(&ta_cold_positions, &infos, count);
}

const ta_engine_info *ta_nim_engines(size_t *count)
{
    static ta_engine_list infos;
    return ta_quantity_engines(&ta_nim_values, &infos, count);
}

const ta_engine_info *ta_length_engines(size_t *count)
{
    static ta_engine_list infos;
    return ta_quantity_engines(&ta_length_values, &infos, count);
}

const ta_engine_info *ta_octal_engines(size_t *count)
{
    static ta_engine_list infos;
    return ta_quantity_engines(&ta_octal_values, &infos, count);
}
