/* The engine `period`, for finite S: computes first positions by the ordinary
 * engine, proves that the results have a period, and has all others from it.
 *
 * Let K = max S. The last K results of [0, m) determine all later ones. If they
 * also occur p positions earlier, the results have the period p; the least p is
 * taken. If there is none, m grows a few times. The least preperiod is found by
 * comparing results that are p apart from m backwards. This holds for
 * nim-values and cold positions, and in misere play, where only positions below
 * min S <= K are hot by convention (proof: src/play/README.md). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/tail.h"
#include "run/job.h"

/* Searches have FIRST positions, then each TIMES times as many, up to LAST;
 * FIRST and LAST are at least FACTOR max S. Under "auto" at most n / SHARE, a
 * small part of a run. */
enum { FIRST = 1 << 14, LAST = 1 << 25, TIMES = 8, FACTOR = 4, SHARE = 256 };

/* Positions of a piece of whole periods, at least. */
enum { SLICE = 1 << 20 };

typedef struct past {
    const tai_job *job;
    /* value[1 + i] is the result of position i: its nim-value, or 0 if it is
     * cold and 1 if hot. value[0] does not count (base/tail.h). */
    uint16_t *value;
    uint64_t searched;          /* [0, searched) was searched for a period */
    uint64_t preperiod, period; /* 0 without a proof */
} past;

/* Returns the end of the cold positions of allbut:X, 0 for others: two differ
 * by an element of X, and the least is job->first. */
static uint64_t past_cold_end(const tai_job *job)
{
    const uint64_t from = tai_game_all_from(job->game);
    return from == 0 || job->quantity->content != TA_CONTENT_COLD
               ? 0
               : tai_min_u64(job->n, job->first + from);
}

bool tai_past_suits(const tai_job *job)
{
    return job->n / SHARE >= FIRST &&
           (ta_game_about(job->game)->finite || past_cold_end(job) > 0);
}

/* Returns whether `auto` has chosen this engine. */
static bool past_by_auto(const tai_job *job)
{
    const char *name = job->options->engine;
    return name == NULL || strcmp(name, "auto") == 0;
}

/* ---- sizes ---- */

/* Returns a copy of a job for [0, m) that another engine can run. */
static tai_job past_part(const tai_job *job, uint64_t m)
{
    tai_job part = *job;
    part.n = m;
    part.first = tai_min_u64(part.first, m);
    part.known = m < job->n ? 0 : job->known;
    part.shape = NULL;
    return part;
}

/* Returns the positions of the search after one of m, or of the first if m is
 * 0; 0 if there is none. */
static uint64_t past_next_search(const tai_job *job, uint64_t m)
{
    const ta_game_info *about = ta_game_about(job->game);
    if (!about->finite || about->largest >= UINT32_MAX) /* as in base/tail.c */
        return 0;
    const uint64_t wanted = tai_max_u64(FIRST, FACTOR * about->largest);
    const uint64_t end = tai_min_u64(
        past_by_auto(job) ? job->n / SHARE : job->n, tai_max_u64(LAST, wanted));
    /* Where `end` cuts it, the first search still has half of what is wanted,
     * another one twice the one before. */
    const uint64_t next = tai_min_u64(m == 0 ? wanted : m * TIMES, end);
    return next >= (m == 0 ? tai_max_u64(FIRST, wanted / 2) : 2 * m) ? next : 0;
}

/* Returns a lower bound: the memory of the first search, or of the ordinary
 * engine if there is no search. */
static uint64_t past_predict_bytes(const tai_job *job)
{
    const uint64_t m = past_next_search(job, 0), end = past_cold_end(job);
    const tai_job part = past_part(job, m != 0 ? m : end != 0 ? end : job->n);
    /* of past.value, and the borders in base/tail.c */
    const uint64_t table =
        m != 0 ? 2 * m + 4 * ta_game_about(job->game)->largest : 0;
    return part.n > TA_HEAP_MOST /* then the run is refused */
               ? 0
               : tai_add_sat(table + 256,
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

/* Searches in [0, m). Sets p->period and p->preperiod if a period is proved.
 * Returns TA_OK also without one. */
static ta_status past_search(past *p, uint64_t m)
{
    ta_options options = *p->job->options;
    options.progress = tai_job_pause;
    options.progress_state = (void *)(uintptr_t)p->job;
    options.stats = NULL;
    options.known = NULL;
    options.periods = false;
    tai_job part = past_part(p->job, m);
    part.known = 0;
    part.zeros = false;
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
    uint64_t window = tai_max_u64(ta_game_about(part.game)->largest, 1);
    if (st == TA_OK)
        st = tai_tail_period(p->value, m + 1, window, &p->period);
    if (st == TA_OK && p->period > 0)
        p->preperiod = tai_tail_start(p->value, m + 1, p->period) - 1;
    return st;
}

/* ---- positions after the search ---- */

/* Hands over the preperiod with the first period from job->known on, or the
 * rest of a later period in which it lies; then whole periods, as blocks that
 * repeat. Value 0 is cold. */
ta_status tai_past_hand_out(const tai_job *of, const uint16_t *result,
                            uint64_t preperiod, uint64_t period)
{
    tai_job job = *of;
    job.zeros |= job.quantity->content == TA_CONTENT_COLD;
    const uint64_t once = preperiod + period; /* results that are stored */
    const uint64_t step =
        job.options->periods ? UINT64_MAX : (SLICE / period + 1) * period;
    ta_status st = TA_OK;
    uint64_t at = job.known;
    while (at < job.n && job.sink != NULL && st == TA_OK) {
        const uint64_t phase = at < once ? 0 : (at - once) % period;
        const bool whole = at >= once && phase == 0;
        const uint64_t index = at < once ? at : preperiod + phase;
        uint64_t to =
            at < once ? once : tai_add_sat(at, whole ? step : period - phase);
        to = tai_min_u64(to, job.n);
        st = tai_job_poll(&job, at);
        if (st == TA_OK)
            st = tai_job_emit(&job, &(ta_block){.from = at,
                                                .to = to,
                                                .values = result + index,
                                                .count = to - at,
                                                .period = whole ? period : 0});
        at = to;
    }
    return st;
}

/* Without a period: computes all by the ordinary engine. Returns its status,
 * TA_ERANGE above TA_HEAP_MOST, or TA_ELIMIT. */
static ta_status past_run_whole(const tai_job *job, uint64_t searched)
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
    tai_report_add(job->options->stats, "proof", "none%s", why);
    if (job->n > TA_HEAP_MOST)
        return tai_fail(job->error, TA_ERANGE,
                        "no period is proved%s, and without one %s", why,
                        TA_HEAP_MOST_TEXT);
    const tai_engine *ordinary = job->quantity->ordinary;
    const tai_job all = past_part(job, job->n);
    ta_status st = tai_admit(job->options, tai_engine_memory(ordinary, &all),
                             "without a proved period, the engine", job->error);
    return st == TA_OK ? tai_engine_run(ordinary, &all) : st;
}

/* Computes what past_cold_end allows, and hands over that no more are cold. */
static ta_status past_run_all_but(const tai_job *job)
{
    tai_job part = past_part(job, past_cold_end(job));
    ta_status st = TA_OK;
    part.known = tai_min_u64(job->known, part.n);
    tai_report_add(job->options->stats, "proof",
                   "none from %" PRIu64
                   " on is cold: two cold positions differ by a number that is "
                   "no move",
                   part.n);
    if (part.known < part.n)
        st = tai_engine_run(job->quantity->ordinary, &part);
    return st == TA_OK
               ? tai_job_emit_positions(job, tai_max_u64(part.n, job->known),
                                        job->n, NULL, 0)
               : st;
}

static ta_status past_run(const tai_job *job)
{
    past p = {.job = job};
    ta_status st = tai_job_poll(job, job->known);
    if (past_by_auto(job))
        tai_report_add(job->options->stats, "chosen",
                       "period, because S is %s, and N is at least 2^22",
                       ta_game_about(job->game)->finite
                           ? "finite"
                           : "all but a finite set");
    if (st == TA_OK && past_cold_end(job) > 0)
        return past_run_all_but(job);
    for (uint64_t m = past_next_search(job, 0);
         m != 0 && st == TA_OK && p.period == 0; m = past_next_search(job, m)) {
        st = past_search(&p, m);
        p.searched = st == TA_OK ? m : p.searched;
    }
    if (st == TA_ENOMEM && job->options->max_memory != 0)
        /* A search beyond the caller's memory is given up. */
        st = TA_OK;
    if (st == TA_OK && p.period > 0) {
        tai_report_add(
            job->options->stats, "proof",
            "period %" PRIu64 " from %" PRIu64 " on: below %" PRIu64
            " max S = %" PRIu64
            " positions in a row come again, which decide all others",
            p.period, p.preperiod, p.searched,
            ta_game_about(job->game)->largest);
        st = tai_past_hand_out(job, p.value + 1, p.preperiod, p.period);
    }
    /* The ordinary engine needs its memory. */
    ta_free(p.value);
    return st == TA_OK && p.period == 0 ? past_run_whole(job, p.searched) : st;
}

const tai_engine tai_engine_period = {
    .info = {"period", "finite sets: a proved period and what follows from it; "
                       "allbut:S: where cold heaps end; else auto"},
    .power = 1,
    .memory = past_predict_bytes,
    .run = past_run};
