/* Functions that return a whole result: a count, an array of cold positions or
 * of values, or the k-th cold position. Each of them reads the blocks of a run,
 * or of an archive, by a sink (receiver of results) of its own. */
#include <inttypes.h>
#include <string.h>

#include "base/communicator.h"

/* ---- counts ---- */

ta_status ta_counts(const ta_game *game, const uint64_t *ends, size_t n_ends,
                    const ta_options *options, uint64_t *counts,
                    ta_error *error)
{
    tai_count_sink count;
    ta_options run = options != NULL ? *options : (ta_options){.engine = NULL};
    ta_status st = TA_EINVAL;
    for (size_t k = 1; k < n_ends; k++)
        if (ends[k] <= ends[k - 1]) {
            tai_fail(error, st, "end %zu, %" PRIu64 ", is not above the last",
                     k + 1, ends[k]);
            return tai_comm_close(options, st, error);
        }
    tai_count_sink_init(&count, ends, n_ends, counts);
    /* The run may give blocks whose results repeat with a period, because the
     * sink tai_count_consume can count in them. */
    run.periods = true;
    st = ta_run(TA_CONTENT_COLD, game, n_ends > 0 ? ends[n_ends - 1] : 0, &run,
                &(ta_sink){tai_count_consume, &count}, error);
    if (st == TA_OK)
        tai_count_finish(&count);
    return st;
}

ta_status ta_count(const ta_game *game, uint64_t n, const ta_options *options,
                   uint64_t *count, ta_error *error)
{
    return ta_counts(game, &n, 1, options, count, error);
}

/* ---- positions ---- */

ta_status ta_cold_bits(const ta_game *game, uint64_t n,
                       const ta_options *options, ta_bits *cold,
                       ta_error *error)
{
    memset(cold->words, 0, ta_bits_words(n) * 8);
    return ta_run(TA_CONTENT_COLD, game, n, options,
                  &(ta_sink){tai_block_store, cold->words}, error);
}

/* A growing list of positions. */
typedef struct list {
    uint64_t *positions;
    size_t count, capacity;
} list;

static ta_status list_append(void *state, uint64_t position)
{
    list *l = state;
    l->positions[l->count++] = position;
    return TA_OK;
}

static ta_status list_append_block(void *state, const ta_block *block)
{
    list *l = state;
    if (!tai_grow(&l->positions, &l->capacity, l->count,
                  l->count + block->count, sizeof *l->positions))
        return TA_ENOMEM;
    return ta_block_each(block, block->from, list_append, l);
}

/* Gives the array of a list to the caller. If `st` is TA_OK, sets *positions to
 * the array, which the caller frees, and *count to its length. Otherwise frees
 * the array and sets *positions to NULL. Returns `st`, or TA_ENOMEM if there is
 * no memory. */
static ta_status list_hand_over(list *l, ta_status st, uint64_t **positions,
                                size_t *count, ta_error *error)
{
    /* Allocates an array if the list is empty, so that the caller gets a
     * pointer that is not NULL. */
    if (st == TA_OK && !tai_grow(&l->positions, &l->capacity, l->count, 1,
                                 sizeof *l->positions))
        st = tai_fail(error, TA_ENOMEM, "no memory for cold positions");
    if (st != TA_OK)
        ta_free(l->positions);
    *positions = st == TA_OK ? l->positions : NULL;
    *count = l->count;
    return st;
}

ta_status ta_cold_array(const ta_game *game, uint64_t n,
                        const ta_options *options, uint64_t **positions,
                        size_t *count, ta_error *error)
{
    list l = {.positions = NULL};
    ta_status st = ta_run(TA_CONTENT_COLD, game, n, options,
                          &(ta_sink){list_append_block, &l}, error);
    st = list_hand_over(&l, st, positions, count, error);
    return tai_comm_close(options, st, error);
}

ta_status ta_archive_cold_array(const ta_archive *archive, uint64_t from,
                                uint64_t to, uint64_t **positions,
                                size_t *count, ta_error *error)
{
    list l = {.positions = NULL};
    if (ta_archive_about(archive)->content != TA_CONTENT_COLD)
        return tai_fail(error, TA_EINVAL,
                        "the archive has values and no list of cold positions");
    ta_status st = ta_archive_read(archive, from, to,
                                   &(ta_sink){list_append_block, &l}, error);
    return list_hand_over(&l, st, positions, count, error);
}

/* ---- the k-th ---- */

/* The state of the search for the k-th cold position of a run; k is the member
 * `wanted`. */
typedef struct finder {
    /* `wanted` is the number k if the search is for the k-th cold position.
     * `count` is the number of cold positions counted so far, at most k. */
    uint64_t wanted, count;
    /* The k-th cold position, where k is `wanted`. It is valid as soon as
     * `count` is equal to `wanted`. */
    uint64_t position;
    /* True if there is only one rank (process), so that the run may stop as
     * soon as the wanted position is found. */
    bool alone;
} finder;

static ta_status finder_count(void *state, uint64_t position)
{
    finder *f = state;
    f->position = position;
    return ++f->count == f->wanted ? TA_ECANCELLED : TA_OK;
}

/* Counts the cold positions of a block, up to the wanted one. When the wanted
 * position is found, returns TA_ECANCELLED to stop the run, unless the run is
 * shared with other ranks (processes). Otherwise returns TA_OK. */
static ta_status finder_search_block(void *state, const ta_block *block)
{
    finder *f = state;
    const uint64_t missing = f->wanted - f->count;
    if (missing > block->count)
        f->count += block->count;
    else if (missing > 0)
        ta_block_each(block, block->from, finder_count, f);
    return f->alone && f->count == f->wanted ? TA_ECANCELLED : TA_OK;
}

ta_status ta_nth(const ta_game *game, uint64_t k, const ta_options *options,
                 uint64_t *position, ta_error *error)
{
    tai_comm *comm = tai_comm_of(options);
    ta_status st = TA_OK;
    if (k == 0 || k > (UINT64_C(1) << 30))
        st = tai_fail(error, TA_EINVAL,
                      "cold positions are counted from 1 to 2^30");
    /* The search for the k-th cold position ends at position `most`. For nearly
     * all sets in use, more than sqrt(n) cold positions are below n. Then the
     * k-th cold position is below k^2, and so below `most`. */
    const uint64_t most = 4 * k * k + (UINT64_C(1) << 24);
    finder f = {.alone = comm->ranks == 1};
    for (uint64_t end = 4 * k + 64; st == TA_OK && f.count < k; end *= 4) {
        end = ta_min_u64(end, most);
        f = (finder){.wanted = k, .alone = f.alone};
        st = ta_run(TA_CONTENT_COLD, game, end, options,
                    &(ta_sink){finder_search_block, &f}, error);
        if (f.alone && f.count == k)
            /* The sink finder_search_block has stopped the run, because the
             * position was found. */
            st = TA_OK;
        /* Rank 0 (the first of the processes that share the run) has found the
         * position, and sends it to the other ranks. */
        uint64_t found[] = {f.count, f.position};
        if (st == TA_OK)
            st = tai_comm_rows(comm, k, found, 1, sizeof found, error);
        f.count = found[0];
        *position = found[1];
        if (st == TA_OK && f.count < k && end == most)
            st = tai_fail(error, TA_ERANGE,
                          "there are only %" PRIu64
                          " cold positions below %" PRIu64,
                          f.count, end);
    }
    if (st == TA_OK && error != NULL)
        error->text[0] = '\0';
    return tai_comm_close(options, st, error);
}

/* ---- values ---- */

ta_status ta_nim_array(const ta_game *game, uint64_t n,
                       const ta_options *options, uint16_t *values,
                       ta_error *error)
{
    return ta_run(TA_CONTENT_NIM, game, n, options,
                  &(ta_sink){tai_block_store, values}, error);
}

ta_status ta_length_array(const ta_game *game, uint64_t n,
                          const ta_options *options, uint16_t *values,
                          ta_error *error)
{
    return ta_run(TA_CONTENT_LENGTH, game, n, options,
                  &(ta_sink){tai_block_store, values}, error);
}

/* An array of values: values[i] is the value of position from + i. */
typedef struct part {
    uint64_t from;
    uint16_t *values;
} part;

static ta_status part_store_block(void *state, const ta_block *block)
{
    const part *p = state;
    ta_block moved = *block;
    moved.from -= p->from;
    moved.to -= p->from;
    return tai_block_store(p->values, &moved);
}

ta_status ta_archive_values_array(const ta_archive *archive, uint64_t from,
                                  uint64_t to, uint16_t *values,
                                  ta_error *error)
{
    if (ta_archive_about(archive)->content == TA_CONTENT_COLD)
        return tai_fail(error, TA_EINVAL,
                        "the archive has cold positions and no values");
    return ta_archive_read(archive, from, to,
                           &(ta_sink){part_store_block, &(part){from, values}},
                           error);
}
