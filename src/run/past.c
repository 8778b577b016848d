/* The engine `period`, for games with a finite set S. It computes the first
 * positions by another engine, the ordinary engine of the quantity, and proves
 * that the results have a period. The period gives the results up to any n.
 *
 * Let K = max S. The ordinary engine computes the results for the positions
 * [0, m). The last K of these results determine all later results. So if the
 * same K results also occur p positions earlier, the results have the period p.
 * The least such p is used. If there is no such p, the search is repeated with
 * a larger m, a few times. The least preperiod is found by comparing results
 * that are p apart, from position m backwards. The results from position m on
 * are read from the table of the positions [0, m).
 *
 * All of this holds for nim-values and for cold positions. It also holds under
 * misere play, where only positions below min S <= K are hot by convention
 * (proof: src/play/README.md). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/tail.h"
#include "run/job.h"

/* The numbers of positions in which a period is searched for. The first search
 * has FIRST positions, or FACTOR max S if that is more. Each later search has
 * TIMES times as many, and no search has more than LAST, or FACTOR max S if
 * that is more. Under the engine "auto" no search has more than n / SHARE
 * positions, so that it costs little compared with a run on [0, n). */
enum { FIRST = 1 << 14, LAST = 1 << 25, TIMES = 8, FACTOR = 4, SHARE = 256 };

/* Whole periods are passed to the sink in pieces of at least SLICE positions,
 * with a report of progress before each piece. */
enum { SLICE = 1 << 20 };

typedef struct past {
    const ta_job *job;
    /* value[1 + i] is the result for position i. If the quantity is nim-values,
     * this is the nim-value. If it is cold positions, this is 0 for a cold
     * position and 1 for a hot one. */
    uint16_t *value;
    /* A period was searched for in the positions [0, searched). */
    uint64_t searched;
    uint64_t preperiod, period; /* 0 without a proof */
} past;

bool tai_past_suits(const ta_game *game, uint64_t n)
{
    return n / SHARE >= FIRST && ta_game_about(game)->finite;
}

/* ---- sizes ---- */

/* Returns a copy of a job for the positions [0, m) only. The copy can be run by
 * another engine. */
static ta_job past_part(const ta_job *job, uint64_t m)
{
    ta_job part = *job;
    part.n = m;
    part.first = ta_min_u64(part.first, m);
    part.known = m < job->n ? 0 : job->known;
    part.shape = NULL;
    return part;
}

/* Returns the number of positions of the next search for a period, after a
 * search with m positions. If m is 0, returns the number for the first search.
 * Returns 0 if there is no further search. */
static uint64_t past_next_search(const ta_job *job, uint64_t m)
{
    const ta_game_info *about = ta_game_about(job->game);
    const char *name = job->options->engine;
    const bool asked = name != NULL && strcmp(name, "auto") != 0;
    if (!about->finite || about->largest >= UINT32_MAX) /* as in base/tail.c */
        return 0;
    const uint64_t wanted = ta_max_u64(FIRST, FACTOR * about->largest);
    const uint64_t end =
        ta_min_u64(asked ? job->n : job->n / SHARE, ta_max_u64(LAST, wanted));
    /* A search that ends at `end` may be smaller, but it must be long enough to
     * find more than the one before. */
    const uint64_t next = ta_min_u64(m == 0 ? wanted : m * TIMES, end);
    return next >= (m == 0 ? ta_max_u64(FIRST, wanted / 2) : 2 * m) ? next : 0;
}

/* Returns a lower bound for the memory of a run of this engine, in bytes: the
 * memory of the first search for a period. If there is no search, returns the
 * memory of the ordinary engine for the positions [0, n). */
static uint64_t past_predict_bytes(const ta_job *job)
{
    const uint64_t m = past_next_search(job, 0);
    const ta_job part = past_part(job, m != 0 ? m : job->n);
    const uint64_t table =
        m != 0 ? 2 * m + 4 * ta_game_about(job->game)->largest : 0;
    return part.n > TA_HEAP_MOST
               ? 0
               : ta_add_sat(table + 256,
                            tai_engine_memory(job->quantity->ordinary, &part));
}

/* ---- the search ---- */

static ta_status past_set_cold(void *state, uint64_t position)
{
    ((past *)state)->value[1 + position] = 0;
    return TA_OK;
}

static ta_status past_store_block(void *state, const ta_block *block)
{
    past *p = state;
    return block->values != NULL ? tai_block_store(p->value + 1, block)
                                 : ta_block_each(block, 0, past_set_cold, p);
}

/* Lets the caller stop the run during a search for a period. This is the
 * progress function of the ordinary engine in the search. It calls the caller's
 * progress function, and returns nonzero if that function asks to stop. The
 * progress that it reports is that of the whole job, which does not change
 * during the search. `state` is the job. */
static int past_poll(void *state, double share, uint64_t done)
{
    const ta_job *job = state;
    (void)share;
    (void)done;
    return tai_job_poll(job, job->known) != TA_OK;
}

/* Computes the positions [0, m) by the ordinary engine of the quantity, and
 * searches for a period of the results. If a period is proved, sets p->period
 * and p->preperiod. Returns TA_OK even if there is no period, TA_ENOMEM if
 * there is no memory, or the status of the engine. */
static ta_status past_search(past *p, uint64_t m)
{
    ta_options options = *p->job->options;
    options.progress = past_poll;
    options.progress_state = (void *)(uintptr_t)p->job;
    options.stats = NULL;
    options.known = NULL;
    options.periods = false;
    ta_job part = past_part(p->job, m);
    part.known = 0;
    part.share = NULL;
    part.options = &options;
    const ta_sink sink = {past_store_block, p};
    part.sink = &sink;
    ta_free(p->value);
    p->value = tai_alloc(m + 1, sizeof *p->value);
    if (p->value == NULL)
        return TA_ENOMEM;
    for (uint64_t i = 0; i <= m; i++)
        p->value[i] = 1; /* hot */
    ta_status st = tai_engine_run(part.quantity->ordinary, &part);
    uint64_t window = ta_max_u64(ta_game_about(part.game)->largest, 1);
    if (st == TA_OK)
        st = tai_tail_period(p->value, m + 1, window, &p->period);
    if (st == TA_OK && p->period > 0)
        p->preperiod = tai_tail_start(p->value, m + 1, p->period) - 1;
    return st;
}

/* ---- positions after the search ---- */

/* Passes the results for the positions [job->known, job->n) to the sink. The
 * results follow from the proved period. The first block has the positions of
 * the preperiod and of the first period. If job->known lies inside a later
 * period, the first block has the rest of that period instead. Then whole
 * periods follow, in one block or in pieces. The progress is reported before
 * each block, because there may be many. */
static ta_status past_hand_out(const past *p)
{
    ta_job job = *p->job;
    job.zeros |= job.quantity->content == TA_CONTENT_COLD;
    const uint64_t once = p->preperiod + p->period;
    const uint64_t step =
        job.options->periods ? UINT64_MAX : (SLICE / p->period + 1) * p->period;
    ta_status st = TA_OK;
    uint64_t at = job.known;
    while (at < job.n && job.sink != NULL && st == TA_OK) {
        const uint64_t phase = at < once ? 0 : (at - once) % p->period;
        const bool whole = at >= once && phase == 0;
        const uint64_t from = at < once ? at : p->preperiod + phase;
        uint64_t to =
            at < once ? once : ta_add_sat(at, whole ? step : p->period - phase);
        to = ta_min_u64(to, job.n);
        st = tai_job_poll(&job, at);
        if (st == TA_OK)
            st = tai_job_emit(&job,
                              &(ta_block){.from = at,
                                          .to = to,
                                          .values = p->value + 1 + from,
                                          .count = to - at,
                                          .period = whole ? p->period : 0});
        at = to;
    }
    return st;
}

/* Computes the positions [job->known, n) by the ordinary engine of the
 * quantity. The engine `period` calls this function if the positions
 * [0, searched) prove no period. Returns the status of the ordinary engine,
 * TA_ERANGE if n is above TA_HEAP_MOST, or TA_ELIMIT if the predicted memory
 * exceeds the limit. */
static ta_status past_run_whole(const ta_job *job, uint64_t searched)
{
    const ta_game_info *about = ta_game_about(job->game);
    char why[80] = ", since the set is infinite";
    if (searched > 0)
        snprintf(why, sizeof why, " from the positions below %" PRIu64,
                 searched);
    else if (about->finite)
        snprintf(why, sizeof why,
                 ", since max S = %" PRIu64 " is too large to look for one",
                 about->largest);
    tai_stats_add(job->options->stats, "proof", "none%s", why);
    if (job->n > TA_HEAP_MOST)
        return tai_fail(job->error, TA_ERANGE,
                        "no period is proved%s, and without one %s", why,
                        TA_HEAP_MOST_TEXT);
    const ta_engine *ordinary = job->quantity->ordinary;
    const ta_job all = past_part(job, job->n);
    ta_status st = tai_admit(job->options, tai_engine_memory(ordinary, &all),
                             "without a proved period, the engine", job->error);
    return st == TA_OK ? tai_engine_run(ordinary, &all) : st;
}

static ta_status past_run(const ta_job *job)
{
    past p = {.job = job};
    ta_status st = tai_job_poll(job, job->known);
    for (uint64_t m = past_next_search(job, 0);
         m != 0 && st == TA_OK && p.period == 0; m = past_next_search(job, m)) {
        st = past_search(&p, m);
        p.searched = st == TA_OK ? m : p.searched;
    }
    if (st == TA_ENOMEM && job->options->max_memory != 0)
        /* If the search for a period needs more memory than the caller allows,
         * it is given up, and its error is dropped. The ordinary engine then
         * computes all positions. */
        st = TA_OK;
    if (st == TA_OK && p.period > 0) {
        tai_stats_add(job->options->stats, "proof",
                      "period %" PRIu64 " from %" PRIu64 " on: below %" PRIu64
                      " max S = %" PRIu64
                      " positions in a row come again, which decide all others",
                      p.period, p.preperiod, p.searched,
                      ta_game_about(job->game)->largest);
        st = past_hand_out(&p);
    }
    /* The table of the search is freed first, because the ordinary engine needs
     * the memory. */
    ta_free(p.value);
    return st == TA_OK && p.period == 0 ? past_run_whole(job, p.searched) : st;
}

const ta_engine tai_engine_period = {
    .info = {"period", "finite sets: a proved period and what follows from it; "
                       "else auto"},
    .power = 1,
    .memory = past_predict_bytes,
    .run = past_run};
