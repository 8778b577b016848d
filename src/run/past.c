/* Finite sets past a proved period.
 *
 * The ordinary engine computes [0, m) for a few growing m. The last K
 * positions before m, K = max S, decide all that follow; if the same K come p
 * positions before them, and p is least, then p is the period, and going back
 * from there finds the least preperiod (paper-notes.md, P2: this holds of
 * values and of cold positions, in misere play too, where only positions below
 * min S <= K are hot by convention). What follows is known without a look. */
#include <inttypes.h>
#include <string.h>

#include "base/tail.h"
#include "run/past.h"

/* The search costs a small part of an ordinary run: of tables of 2 bytes a
 * position, the last is an 8th of what may be, each 8 times the one before. */
enum { FIRST = 1 << 14, LAST = 1 << 25, TIMES = 8, SHARE = 256 };

enum { SLICE = 1 << 20 }; /* positions between two polls, at least */

typedef struct past {
    const ta_job *job;
    const ta_engine *ordinary;
    bool cold;
    uint16_t *value; /* of position i: value[1 + i]; of cold ones 0, hot 1 */
    uint64_t preperiod, period;
} past;

bool ta_past_suits(const ta_game *game, uint64_t n)
{
    return n / SHARE >= FIRST && ta_game_is_finite(game);
}

/* ---- memory ---- */

/* That of a search on [0, m): the table, borders of K positions, the engine.
 */
static uint64_t search_memory(const ta_job *job, const ta_engine *ordinary,
                              uint64_t m)
{
    ta_job part = *job;
    part.n = m;
    part.first = ta_min_u64(job->first, m);
    part.known = 0;
    return ta_add_sat(2 * (m + 1) + 4 * (ta_game_largest(job->game) + 2) + 192,
                      ta_engine_memory(ordinary, &part));
}

/* The first end of a search; 0 if there is none. */
static uint64_t next_end(const ta_job *job, const ta_engine *ordinary,
                         uint64_t before)
{
    const char *name = job->options->engine;
    const bool asked = name != NULL && strcmp(name, "auto") != 0;
    const uint64_t most = job->options->max_memory,
                   reach = ta_game_largest(job->game),
                   end = asked ? job->n : job->n / SHARE;
    uint64_t m = before > 0 ? TIMES * before : FIRST;
    while (m <= LAST && m / 4 < reach)
        m *= TIMES;
    if (!ta_game_is_finite(job->game) || m > LAST || m > end ||
        (most != 0 && search_memory(job, ordinary, m) > most))
        return 0;
    return m;
}

/* Of an ordinary run of all; UINT64_MAX if there is no such run. */
static uint64_t whole_memory(const ta_job *job, const ta_engine *ordinary)
{
    return job->n > TA_HEAP_MOST ? UINT64_MAX : ta_engine_memory(ordinary, job);
}

uint64_t ta_past_memory(const ta_job *job, const ta_engine *ordinary)
{
    const uint64_t most = job->options->max_memory;
    uint64_t search = 0, whole = whole_memory(job, ordinary);
    for (uint64_t m = 0; (m = next_end(job, ordinary, m)) > 0;)
        search = search_memory(job, ordinary, m);
    const bool fits = whole != UINT64_MAX && (most == 0 || whole <= most);
    return fits || search == 0 ? ta_max_u64(search, whole) : search;
}

/* ---- the search ---- */

static ta_status set_cold(void *state, uint64_t position)
{
    ((past *)state)->value[1 + position] = 0;
    return TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    past *p = state;
    uint16_t *value = p->value + 1 + block->from;
    const uint64_t length = block->to - block->from;
    if (block->values != NULL) {
        memcpy(value, block->values, length * sizeof *value);
        return TA_OK;
    }
    for (uint64_t i = 0; i < length; i++)
        value[i] = 1;
    return ta_block_each(block, 0, set_cold, p);
}

/* How long the search takes is not foreseen, and it is short. */
static int poll_inside(void *state, double share, uint64_t done)
{
    const ta_job *job = state;
    (void)share;
    (void)done;
    return ta_job_poll(job, 0, job->known) != TA_OK;
}

/* Computes [0, m), and looks for a period there. */
static ta_status search(past *p, uint64_t m)
{
    ta_options options = *p->job->options;
    options.progress = poll_inside;
    options.progress_state = (void *)(uintptr_t)p->job;
    options.stats = NULL;
    options.known = NULL;
    options.periods = false;
    ta_job part = *p->job;
    part.n = m;
    part.first = ta_min_u64(part.first, m);
    part.known = 0;
    part.options = &options;
    const ta_sink sink = {take, p};
    part.sink = &sink;
    ta_free(p->value);
    p->value = ta_alloc(m + 1, sizeof *p->value);
    if (p->value == NULL)
        return TA_ENOMEM;
    p->value[0] = 0;
    ta_status st = ta_engine_run(p->ordinary, &part);
    uint64_t window = ta_max_u64(ta_game_largest(part.game), 1);
    if (st == TA_OK)
        st = ta_tail_period(p->value, m + 1, window, &p->period);
    if (st == TA_OK && p->period > 0)
        p->preperiod = ta_tail_start(p->value, m + 1, p->period) - 1;
    return st;
}

/* ---- what follows ---- */

/* [from, to), whose values begin with *value; period 0: all are there. */
static ta_status hand_out(const past *p, uint64_t from, uint64_t to,
                          const uint16_t *value, uint64_t period)
{
    const ta_job *job = p->job;
    const ta_block block = {.from = from,
                            .to = to,
                            .values = value,
                            .count = to - from,
                            .period = period};
    if (from >= to)
        return TA_OK;
    return p->cold ? ta_block_zeros(&block, !job->options->periods, job->sink)
                   : ta_job_emit(job, &block);
}

/* What is not known: the rest of the preperiod and of a first period; up to
 * where another begins; and that again and again. */
static ta_status use(const past *p)
{
    const ta_job *job = p->job;
    const uint64_t n = job->n, once = p->preperiod + p->period,
                   at = ta_max_u64(once, job->known);
    const uint64_t phase = (at - once) % p->period;
    const uint16_t *value = p->value + 1, *cycle = value + p->preperiod;
    uint64_t from = phase == 0 ? at : ta_add_sat(at, p->period - phase);
    from = ta_min_u64(from, n);
    ta_status st = TA_OK;
    if (job->sink == NULL)
        return TA_OK;
    if (job->known < once)
        st =
            hand_out(p, job->known, ta_min_u64(once, n), value + job->known, 0);
    if (st == TA_OK)
        st = hand_out(p, at, from, cycle + phase, 0);
    /* Piece by piece it may take long: in whole periods, with polls. */
    uint64_t step = UINT64_MAX;
    if (!job->options->periods)
        step = (SLICE / p->period + 1) * p->period;
    for (uint64_t to; st == TA_OK && from < n; from = to) {
        to = from + ta_min_u64(step, n - from);
        st = ta_job_poll(job, (double)from / (double)n, from);
        if (st == TA_OK)
            st = hand_out(p, from, to, cycle, p->period);
    }
    return st;
}

/* Without a period. */
static ta_status do_whole(const past *p, uint64_t searched)
{
    ta_job job = *p->job;
    if (job.n > TA_HEAP_MOST)
        return ta_fail(job.error, TA_ERANGE,
                       "no period is proved from the positions below %" PRIu64
                       ", and without one %s",
                       searched, TA_HEAP_MOST_TEXT);
    ta_status st =
        ta_admit(job.options, whole_memory(p->job, p->ordinary), job.error,
                 "no period is proved from the positions below %" PRIu64
                 ", and without one n = %" PRIu64 " needs",
                 searched, job.n);
    return st == TA_OK ? ta_engine_run(p->ordinary, &job) : st;
}

ta_status ta_past_run(const ta_job *job, const ta_engine *ordinary, bool cold)
{
    past p = {.job = job, .ordinary = ordinary, .cold = cold};
    ta_status st = ta_job_poll(job, 0, job->known);
    uint64_t searched = 0;
    for (uint64_t m; st == TA_OK && p.period == 0 &&
                     (m = next_end(job, ordinary, searched)) > 0;) {
        st = search(&p, m);
        searched = m;
    }
    if (st == TA_OK && p.period > 0)
        ta_stats_add(job->options->stats, "proof",
                     "period %" PRIu64 " from %" PRIu64 " on: below %" PRIu64
                     " max S = %" PRIu64
                     " positions in a row come again, which decide all others",
                     p.period, p.preperiod, searched,
                     ta_game_largest(job->game));
    else if (st == TA_OK)
        ta_stats_add(job->options->stats, "proof",
                     "none from the positions below %" PRIu64, searched);
    if (st == TA_OK && p.period > 0) {
        st = use(&p);
        ta_free(p.value);
    } else {
        ta_free(p.value); /* before the run takes its own */
        if (st == TA_OK)
            st = do_whole(&p, searched);
    }
    return st;
}
