/* Finite sets past a proved period: an engine for any quantity, on top of its
 * ordinary one.
 *
 * The ordinary engine computes [0, m) for a few growing m. The last K
 * positions before m, K = max S, decide all that follow; if the same K come p
 * positions before them, and p is least, then p is the period, and going back
 * from there finds the least preperiod (src/play/README.md: this holds of
 * values and of cold positions, in misere play too, where only positions below
 * min S <= K are hot by convention). What follows is known without a look. */
#include <inttypes.h>
#include <string.h>

#include "base/tail.h"
#include "run/job.h"

/* The search costs a small part of an ordinary run: of tables of 2 bytes a
 * position, the last is an 8th of what may be, each 8 times the one before. */
enum { FIRST = 1 << 14, LAST = 1 << 25, TIMES = 8, SHARE = 256 };

enum { SLICE = 1 << 20 }; /* positions between two polls, at least */

/* The searches on [0, m), m = first, 8 first, ... below end. */
typedef struct searches {
    uint64_t first, end;
    uint64_t bytes; /* of the last search */
    uint64_t whole; /* of an ordinary run of all; UINT64_MAX: there is none */
} searches;

typedef struct past {
    const ta_job *job;
    uint16_t *value; /* of position i: value[1 + i]; of cold ones 0, hot 1 */
    uint64_t searched;
    uint64_t preperiod, period; /* 0 without a proof */
} past;

bool ta_past_suits(const ta_game *game, uint64_t n)
{
    return n / SHARE >= FIRST && ta_game_is_finite(game);
}

/* ---- sizes ---- */

/* The run of the ordinary engine on [0, m). */
static ta_job part_of(const ta_job *job, uint64_t m)
{
    ta_job part = *job;
    part.n = m;
    part.first = ta_min_u64(part.first, m);
    part.known = m < job->n ? 0 : job->known;
    part.shape = NULL;
    return part;
}

static void *shape(const ta_job *job)
{
    const char *name = job->options->engine;
    const bool asked = name != NULL && strcmp(name, "auto") != 0;
    const uint64_t most = job->options->max_memory,
                   reach = ta_game_largest(job->game),
                   end = ta_min_u64(asked ? job->n : job->n / SHARE, LAST);
    searches *s = ta_alloc_zero(1, sizeof *s);
    if (s == NULL)
        return NULL;
    for (uint64_t m = FIRST; m <= end && ta_game_is_finite(job->game);
         m *= TIMES) {
        if (m / 4 < reach)
            continue;
        /* The table, borders of K positions, and the ordinary engine. */
        const ta_job part = part_of(job, m);
        const uint64_t bytes =
            ta_add_sat(2 * (m + 1) + 4 * (reach + 2) + 192,
                       ta_engine_memory(job->quantity->ordinary, &part));
        if (most != 0 && bytes > most)
            break;
        s->first = s->end == 0 ? m : s->first;
        s->end = m + 1;
        s->bytes = bytes;
    }
    const ta_job all = part_of(job, job->n);
    s->whole = job->n > TA_HEAP_MOST
                   ? UINT64_MAX
                   : ta_engine_memory(job->quantity->ordinary, &all);
    return s;
}

/* Returns an upper bound; without an ordinary run of all where that does not
 * fit. */
static uint64_t memory(const ta_job *job)
{
    const searches *s = job->shape;
    const uint64_t most = job->options->max_memory;
    const bool fits = s->whole != UINT64_MAX && (most == 0 || s->whole <= most);
    return fits || s->end == 0 ? ta_max_u64(s->bytes, s->whole) : s->bytes;
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
    return block->values != NULL ? ta_block_store(p->value + 1, block)
                                 : ta_block_each(block, 0, set_cold, p);
}

/* A search is short, and no share of the run. */
static int poll_inside(void *state, double share, uint64_t done)
{
    const ta_job *job = state;
    (void)share;
    (void)done;
    return ta_job_poll(job, job->known) != TA_OK;
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
    ta_job part = part_of(p->job, m);
    part.known = 0;
    part.share = NULL;
    part.options = &options;
    const ta_sink sink = {take, p};
    part.sink = &sink;
    ta_free(p->value);
    p->value = ta_alloc(m + 1, sizeof *p->value);
    if (p->value == NULL)
        return TA_ENOMEM;
    for (uint64_t i = 0; i <= m; i++)
        p->value[i] = 1; /* hot */
    p->searched = m;
    ta_status st = ta_engine_run(part.quantity->ordinary, &part);
    uint64_t window = ta_max_u64(ta_game_largest(part.game), 1);
    if (st == TA_OK)
        st = ta_tail_period(p->value, m + 1, window, &p->period);
    if (st == TA_OK && p->period > 0)
        p->preperiod = ta_tail_start(p->value, m + 1, p->period) - 1;
    return st;
}

/* ---- what follows ---- */

/* Hands out [from, to), whose values begin with *value; period 0: all are
 * there. */
static ta_status hand_out(const ta_job *job, uint64_t from, uint64_t to,
                          const uint16_t *value, uint64_t period)
{
    const ta_block block = {.from = from,
                            .to = to,
                            .values = value,
                            .count = to - from,
                            .period = period};
    return job->quantity->content == TA_CONTENT_COLD
               ? ta_block_zeros(&block, !job->options->periods, job->sink)
               : ta_job_emit(job, &block);
}

/* Hands out what is not known: the rest of the preperiod and of a first period;
 * up to where another begins; and whole periods, with polls where they go out
 * piece by piece, which may take long. */
static ta_status use(const past *p)
{
    const ta_job *job = p->job;
    const uint64_t once = p->preperiod + p->period;
    const uint64_t step = job->options->periods
                              ? UINT64_MAX
                              : (SLICE / p->period + 1) * p->period;
    ta_status st = TA_OK;
    uint64_t at = job->known;
    while (at < job->n && job->sink != NULL && st == TA_OK) {
        const uint64_t phase = at < once ? 0 : (at - once) % p->period;
        const bool whole = at >= once && phase == 0;
        const uint64_t from = at < once ? at : p->preperiod + phase;
        uint64_t to =
            at < once ? once : ta_add_sat(at, whole ? step : p->period - phase);
        to = ta_min_u64(to, job->n);
        st = ta_job_poll(job, at);
        if (st == TA_OK)
            st = hand_out(job, at, to, p->value + 1 + from,
                          whole ? p->period : 0);
        at = to;
    }
    return st;
}

/* Runs the ordinary engine on all, without a period. */
static ta_status do_whole(const ta_job *job, uint64_t searched)
{
    const searches *s = job->shape;
    if (job->n > TA_HEAP_MOST)
        return ta_fail(job->error, TA_ERANGE,
                       "no period is proved from the positions below %" PRIu64
                       ", and without one %s",
                       searched, TA_HEAP_MOST_TEXT);
    ta_status st =
        ta_admit(job->options, s->whole, job->error,
                 "no period is proved from the positions below %" PRIu64
                 ", and without one n = %" PRIu64 " needs",
                 searched, job->n);
    const ta_job all = part_of(job, job->n);
    return st == TA_OK ? ta_engine_run(job->quantity->ordinary, &all) : st;
}

static ta_status run(const ta_job *job)
{
    const searches *s = job->shape;
    past p = {.job = job};
    ta_status st = ta_job_poll(job, job->known);
    for (uint64_t m = s->first; m < s->end && st == TA_OK && p.period == 0;
         m *= TIMES)
        st = search(&p, m);
    const bool found = st == TA_OK && p.period > 0;
    if (found)
        ta_stats_add(job->options->stats, "proof",
                     "period %" PRIu64 " from %" PRIu64 " on: below %" PRIu64
                     " max S = %" PRIu64
                     " positions in a row come again, which decide all others",
                     p.period, p.preperiod, p.searched,
                     ta_game_largest(job->game));
    else if (st == TA_OK)
        ta_stats_add(job->options->stats, "proof",
                     "none from the positions below %" PRIu64, p.searched);
    if (found)
        st = use(&p);
    ta_free(p.value); /* before an ordinary run takes its own */
    return st == TA_OK && !found ? do_whole(job, p.searched) : st;
}

const ta_engine ta_engine_period = {
    .info = {"period", "finite sets: a proved period and what follows from it; "
                       "else auto"},
    .power = 1,
    .shape = shape,
    .memory = memory,
    .run = run};
