/* Whole results: counts, arrays, the k-th cold position, from the blocks of a
 * run or an archive. Each part has a sink, which keeps what it needs of each
 * block; blocks come in increasing order, without gaps. On several MPI ranks,
 * tai_comm_close makes them return the same status. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "quantity/whole.h"
#include "base/communicator.h"
#include "run/job.h"

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
    /* tai_count_consume counts in whole periods. */
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

/* The cold positions so far. */
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

/* Ends a list: gives its array to the caller if `st` is TA_OK, else frees it.
 */
static ta_status list_hand_over(list *l, ta_status st, uint64_t **positions,
                                size_t *count, ta_error *error)
{
    /* An empty list is no NULL either. */
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

typedef struct finder {
    const uint64_t *k;  /* wanted: k[i]-th, counted from 1, in any order */
    uint64_t *position; /* of each */
    size_t wanted;      /* how many */
    uint64_t most;      /* the largest of k */
    uint64_t count;     /* cold positions in the blocks so far */
    bool alone;         /* one rank: stops when all are found */
} finder;

/* The sink: finds those in a block by bisection, with fewer than are wanted
 * below `low`, and enough below `high`. */
static ta_status finder_search_block(void *state, const ta_block *block)
{
    finder *f = state;
    for (size_t i = 0; i < f->wanted; i++) {
        uint64_t low = block->from, high = block->to;
        if (f->k[i] <= f->count || f->k[i] - f->count > block->count)
            continue;
        while (high - low > 1) {
            const uint64_t middle = low + (high - low) / 2;
            if (tai_block_count_below(block, middle) < f->k[i] - f->count)
                low = middle;
            else
                high = middle;
        }
        f->position[i] = low;
    }
    f->count += block->count;
    return f->alone && f->count >= f->most ? TA_ECANCELLED : TA_OK;
}

/* Returns where the search ends: of max S + 1 successive positions at least one
 * is cold if S is finite; nearly all other sets in use have more than sqrt(n)
 * cold positions below n: 4 k^2 is four times what these need, and 2^24 more is
 * for small k. */
static uint64_t find_bound(const ta_game *game, uint64_t k)
{
    const ta_game_info *about = ta_game_about(game);
    if (about->finite)
        return tai_mul_sat(k, tai_add_sat(about->largest, 1));
    return tai_min_u64(tai_add_sat(tai_mul_sat(4, tai_mul_sat(k, k)), 1 << 24),
                       TA_HEAP_MOST);
}

/* Runs to larger and larger ends until there are enough cold positions. */
ta_status tai_nths(const ta_game *game, const uint64_t *k, size_t count,
                   const ta_options *options, uint64_t *positions,
                   ta_error *error)
{
    tai_comm *comm = tai_comm_of(options);
    ta_options run = options != NULL ? *options : (ta_options){.engine = NULL};
    finder f = {.k = k,
                .position = positions,
                .wanted = count,
                .alone = comm->ranks == 1};
    ta_status st = TA_OK;
    for (size_t i = 0; i < count; i++) {
        f.most = tai_max_u64(f.most, k[i]);
        if (k[i] == 0)
            st =
                tai_fail(error, TA_EINVAL, "cold positions are counted from 1");
    }
    const uint64_t bound = find_bound(game, f.most);
    uint64_t end = tai_add_sat(tai_mul_sat(4, f.most), 64);
    if (st == TA_OK && f.most > bound)
        st = tai_fail(error, TA_ERANGE, TA_HEAP_MOST_TEXT);
    run.periods = true; /* tai_block_count_below counts in whole periods */
    while (st == TA_OK && f.count < f.most) {
        end = tai_min_u64(end, bound);
        f.count = 0;
        st = ta_run(TA_CONTENT_COLD, game, end, &run,
                    &(ta_sink){finder_search_block, &f}, error);
        if (f.alone && f.count >= f.most)
            /* The sink has stopped the run. */
            st = TA_OK;
        /* Rank 0 has the results. */
        if (st == TA_OK)
            st =
                tai_comm_rows(comm, f.most, &f.count, 1, sizeof f.count, error);
        if (st == TA_OK)
            st = tai_comm_rows(comm, f.most, positions, 1,
                               count * sizeof *positions, error);
        if (st == TA_OK && f.count < f.most && end == bound)
            st = tai_fail(error, TA_ERANGE,
                          "there %s only %" PRIu64 " cold position%s below "
                          "%" PRIu64,
                          f.count == 1 ? "is" : "are", f.count,
                          f.count == 1 ? "" : "s", end);
        /* Counts mostly grow like n^0.7 or faster, so this end, with q the
         * wanted over those found, is mostly enough. A few found say little:
         * below min S all are hot in misere play. */
        const double q = (double)f.most / ((double)f.count + 1);
        const double times =
            fmin(fmax(2, 1.1 * pow(q, 1.5)), f.count < 64 ? 64 : HUGE_VAL);
        const double next = (double)end * times;
        end = next < (double)bound ? (uint64_t)next : bound;
    }
    if (st == TA_OK && error != NULL)
        error->text[0] = '\0'; /* that of a run that the sink stopped */
    return tai_comm_close(options, st, error);
}

ta_status ta_nth(const ta_game *game, uint64_t k, const ta_options *options,
                 uint64_t *position, ta_error *error)
{
    return tai_nths(game, &k, 1, options, position, error);
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
