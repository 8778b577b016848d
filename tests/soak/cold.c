/* One run of one cold engine with random settings, block for block against
 * the truth; sometimes stopped, short of memory, or with a sink that fails. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"
#include "soak.h"

/* How a run is made to end. */
typedef enum ending { WHOLE, STOPPED, SINK_FAILS, NO_MEMORY, TIGHT } ending;

static bool right_bits(const soak_watcher *w, const ta_block *b)
{
    uint64_t last = (b->to - b->from - 1) / 64;
    for (uint64_t k = 0; k <= last; k++) {
        uint64_t want = w->truth->words[b->from / 64 + k];
        if (k == last && (b->to - b->from) % 64 != 0)
            want &= ((uint64_t)1 << (b->to - b->from) % 64) - 1;
        if (b->bits[k] != want)
            return false;
    }
    return true;
}

static bool right_positions(const soak_watcher *w, const ta_block *b)
{
    for (uint64_t k = 0; k < b->count; k++) {
        uint64_t p = b->positions[k];
        if (p < b->from || p >= b->to || !ta_bits_get(w->truth, p) ||
            (k > 0 && p <= b->positions[k - 1]))
            return false;
    }
    return true; /* the count is checked, so none is missing */
}

static ta_status watch(void *sink, const ta_block *b)
{
    soak_watcher *w = (soak_watcher *)sink;
    w->blocks++;
    const char *wrong = NULL;
    if (b->from != w->next || b->to <= b->from || b->to > w->truth->n)
        wrong = "blocks have a gap or pass the end";
    else if (b->count != tai_popcount_range(w->truth->words, b->from, b->to))
        wrong = "the count is wrong";
    else if (b->bits != NULL && b->from % 64 != 0)
        wrong = "bits do not begin at a word";
    else if (b->bits != NULL ? !right_bits(w, b) : !right_positions(w, b))
        wrong = "positions are wrong";
    if (wrong != NULL && w->wrong[0] == '\0')
        snprintf(w->wrong, sizeof w->wrong, "%s in [%" PRIu64 ", %" PRIu64 ")",
                 wrong, b->from, b->to);
    w->next = b->to;
    return w->blocks == w->fail ? TA_EIO : TA_OK;
}

void soak_watch(const ta_bits *truth, soak_watcher *w)
{
    *w = (soak_watcher){.sink = {watch, w}, .truth = truth};
}

ta_options soak_options(soak_rng *rng)
{
    size_t count;
    const ta_engine_info *engines = ta_engines(TA_CONTENT_COLD, false, &count);
    return (ta_options){
        .engine = engines[soak_below(rng, count)].name,
        .threads = soak_one_in(rng, 6) ? 2 + (unsigned)soak_below(rng, 3) : 1,
        .convolver = (ta_convolver)soak_below(rng, 5),
        .rounding_limit = soak_one_in(rng, 6) ? 1e-3 : 0,
        .base_bits = soak_one_in(rng, 3) ? 0 : 6 + (unsigned)soak_below(rng, 9),
        .check = soak_one_in(rng, 4),
    };
}

static int poll(void *state, double share, uint64_t done)
{
    soak_watcher *w = state;
    if (!(share >= 0 && share <= 1) || done > w->truth->n)
        snprintf(w->wrong, sizeof w->wrong,
                 "progress says %g, %" PRIu64 " positions", share, done);
    return ++w->polls == w->stop;
}

/* Blocks so small that every path of the wheel is taken. */
static ta_status small_wheel(soak_rng *rng, const soak_group *g,
                             const ta_options *options, ta_sink *sink)
{
    static const uint32_t moduli[] = {0, 0, 5, 9, 13, 15, 35, 65};
    wheel_tuning t = tai_wheel_tuning_default();
    t.vectors = 1 + (unsigned)soak_below(rng, 8);
    t.start = 500 + soak_below(rng, 5000);
    t.rows = 40;
    t.growth = 1.2 + (double)soak_below(rng, 40) / 10;
    t.cache = 1000 + soak_below(rng, 100000);
    t.source_group = 1 + (unsigned)soak_below(rng, 40);
    t.checks = 16;
    t.modulus = moduli[soak_below(rng, sizeof moduli / sizeof *moduli)];
    ta_job job = {.engine = &tai_engine_wheel,
                  .game = g->game,
                  .n = g->n,
                  .options = options,
                  .threads = options->threads,
                  .sink = sink};
    if (g->convention == TA_MISERE)
        job.first = ta_min_u64(tai_game_least(g->game), g->n);
    return g->n == 0 ? TA_OK : tai_wheel_run(&job, &t);
}

static bool expected(ending how, const soak_watcher *w, ta_status st,
                     uint64_t n)
{
    bool whole = st == TA_OK && w->next == n;
    switch (how) {
    case WHOLE:
    case TIGHT:
        return whole;
    case STOPPED:
        return w->polls >= w->stop ? st == TA_ECANCELLED || whole : whole;
    case SINK_FAILS:
        return w->blocks >= w->fail ? st == TA_EIO : whole;
    case NO_MEMORY:
        return whole || st == TA_ENOMEM;
    }
    return false;
}

bool soak_cold(soak_rng *rng, const soak_group *g)
{
    static const char *const endings[] = {"whole", "stopped", "sink fails",
                                          "no memory", "tight"};
    size_t count;
    const ta_engine_info *engines = ta_engines(TA_CONTENT_COLD, false, &count);
    size_t which = soak_below(rng, count + 1); /* the last: a small wheel */
    const char *name = which < count ? engines[which].name : "small wheel";
    ta_options o = soak_options(rng);
    o.engine = which < count ? name : "wheel";
    o.progress = poll;
    ending how = soak_one_in(rng, 2) ? WHOLE : (ending)soak_below(rng, 5);
    soak_watcher w;
    soak_watch(&g->cold, &w);
    o.progress_state = &w;
    w.stop = how == STOPPED ? 1 + soak_below(rng, 20) : 0;
    w.fail = how == SINK_FAILS ? 1 + soak_below(rng, 4) : 0;
    ta_error error = {""};
    if (how == TIGHT) {
        ta_plan *plan;
        if (ta_plan_new(TA_CONTENT_COLD, g->game, g->n, &o, &plan, &error) !=
            TA_OK)
            return soak_complain(g, "no plan: %s", error.text);
        o.max_memory = ta_plan_memory(plan);
        ta_plan_free(plan);
    }

    tai_alloc_fail_at(how == NO_MEMORY ? 1 + soak_below(rng, 30) : 0);
    ta_status st = which < count ? ta_run(TA_CONTENT_COLD, g->game, g->n, &o,
                                          &w.sink, &error)
                                 : small_wheel(rng, g, &o, &w.sink);
    tai_alloc_fail_at(0);
    if (w.wrong[0] == '\0' && expected(how, &w, st, g->n))
        return true;
    return soak_complain(
        g,
        "engine %s, threads %u, convolver %d, rounding limit "
        "%g, base bits %u, check %d, %s: %s (%s), %" PRIu64 " done; %s",
        name, o.threads, (int)o.convolver, o.rounding_limit, o.base_bits,
        (int)o.check, endings[how], ta_status_text(st), error.text, w.next,
        w.wrong[0] != '\0' ? w.wrong : "a wrong end");
}
