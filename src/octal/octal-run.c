/* Runs a job: after the heaps that an archive has, up to the last heap or to
 * where a period is proved. The values go to the sink in blocks, or all into a
 * solution. */
#include <inttypes.h>
#include <string.h>

#include "archive/archive-internal.h"
#include "octal/octal-internal.h"

enum { BLOCK = 1 << TAI_OCTAL_GRAIN };

typedef struct run {
    const tai_job *job;
    ta_options inside; /* of the engine: it polls */
    tai_pool pool;
    octal_engine *engine;
    tai_octal_search search;
    tai_octal_returns returns;
    uint16_t *block;
    uint64_t keep;   /* octal_limits.keep of this attempt */
    uint64_t handed; /* the sink has [0, handed) */
    uint64_t head; /* values read at each end of a truncated checkpoint, or 0 */
    bool anew;     /* such values were not enough: from heap 1 */
} run;

static ta_status run_poll(run *r, uint64_t done)
{
    return tai_job_poll(r->job, tai_max_u64(done, r->handed));
}

/* Progress while the engine works on one block; its own share is ignored. */
static int run_poll_inside(void *state, double share, uint64_t done)
{
    (void)share;
    return run_poll(state, done) != TA_OK;
}

static ta_status run_hand_over(run *r, uint64_t to)
{
    octal_engine *e = r->engine;
    const uint64_t from = r->handed, head = e->held.head;
    const uint32_t mask = e->labels.mask | (uint32_t)e->labels.parity << 16;
    r->handed = tai_max_u64(from, to);
    if (r->job->sink == NULL || from >= to)
        return TA_OK;
    tai_octal_engine_values(e, from, to, r->block);
    return tai_job_emit(r->job, &(ta_block){.from = from,
                                            .to = to,
                                            .values = r->block,
                                            .count = to - from,
                                            .head = head,
                                            .mask = head > 0 ? mask : 0});
}

/* Proves the next heaps and hands over a block, [handed, to); proves none from
 * `end` on, where the next look for a period is due. After a proof only hands
 * over, and of a resumed run computes what was handed over before. */
static ta_status run_step(run *r)
{
    const tai_job *job = r->job;
    tai_octal_search *q = &r->search;
    octal_engine *e = r->engine;
    uint64_t to = tai_min_u64(r->handed + BLOCK, job->n), end = job->n;
    if (q->summary.nim.proof != TA_UNPROVED)
        to = tai_min_u64(to, tai_max_u64(e->proved, r->handed));
    else if (q->next > e->proved)
        end = tai_min_u64(end, q->next);
    /* Windows are compared before labels are discarded. */
    if (r->returns.windows->length > 0 && e->proved < octal_held_end(&e->held))
        end = tai_min_u64(end, octal_held_end(&e->held));
    to = tai_min_u64(to, end);
    if (e->proved >= TA_HEAP_MOST)
        return tai_fail(job->error, TA_ERANGE,
                        "no period is proved from the first 2^62 heaps, and no "
                        "more are computed");
    ta_status st = run_poll(r, tai_min_u64(e->proved, to));
    if (st == TA_OK)
        st = tai_octal_engine_run(e, to, end, &r->inside, job->error);
    if (st == TA_OK && q->summary.nim.proof == TA_UNPROVED &&
        job->options->summary != NULL)
        st = tai_octal_returns_scan(&r->returns, e, &q->summary);
    return st == TA_OK ? run_hand_over(r, to) : st;
}

static ta_status run_begin_empty(run *r, uint64_t capacity)
{
    const tai_job *job = r->job;
    octal_limits limits = tai_octal_limits(job);
    limits.keep = r->keep;
    tai_octal_engine_free(r->engine);
    r->engine =
        tai_octal_engine_new(tai_game_octal(job->game), &limits, &r->pool);
    if (r->engine == NULL)
        return tai_fail(job->error, TA_ENOMEM, "no memory for an octal game");
    return tai_octal_reserve(r->engine, capacity) == TA_OK
               ? TA_OK
               : tai_fail(job->error, TA_ENOMEM,
                          "no memory for the values of %" PRIu64 " heaps",
                          capacity);
}

/* Returns how many first values, and as many last ones, the engine reads from a
 * truncated checkpoint; 0 if the run does not continue after one. At most a
 * quarter of r->keep and of the known heaps. */
static uint64_t run_find_head(const run *r)
{
    const tai_brief_info *b = tai_archive_brief(r->job->options->known);
    const uint64_t known = r->job->known;
    if (b == NULL || known == 0)
        return 0;
    const uint64_t both = tai_min_u64(b->head, known - b->back);
    return tai_min_u64(both, tai_min_u64(r->keep, known - 1) / 4);
}

/* A game from a heap of m ends after at most 2 m moves, since each takes a
 * token or splits a heap; so g[m] <= 2 m. The engine's tables for small heaps
 * rely on it. */
static ta_status check_values(const tai_job *job, const uint16_t *g, uint64_t n)
{
    for (uint64_t heap = 0; heap < n; heap++)
        if (g[heap] > 2 * heap)
            return tai_fail(job->error, TA_EMISMATCH,
                            "what is known is wrong: heap %" PRIu64
                            " has no value as large as %u",
                            heap, g[heap]);
    return TA_OK;
}

/* Takes a record, a heap whose value is above all earlier ones. */
static ta_status run_add_record(void *engine, const ta_block *block)
{
    tai_octal_note_largest(engine, block->values[0], block->from);
    return TA_OK;
}

/* Continues after a truncated checkpoint, if its values suffice (*usable). */
static ta_status run_begin_brief(run *r, bool *usable)
{
    const tai_job *job = r->job;
    const ta_archive *known = job->options->known;
    const uint64_t n = job->known, head = r->head = run_find_head(r);
    *usable = false;
    ta_status st = run_begin_empty(r, tai_max_u64(4 * head, 64));
    if (st != TA_OK)
        return st;
    uint16_t *g = r->engine->held.g;
    st = ta_archive_values_array(known, 0, head, g, job->error);
    if (st == TA_OK)
        st = ta_archive_values_array(known, n - head, n, g + head, job->error);
    if (st == TA_OK)
        st = check_values(job, g, head);
    if (st == TA_OK)
        st = tai_archive_read_brief(known, TA_BRIEF_RECORDS,
                                    &(ta_sink){run_add_record, r->engine},
                                    job->error);
    return st == TA_OK
               ? tai_octal_engine_resume(r->engine, n, head, head,
                                         tai_archive_brief(known)->mask, usable)
               : st;
}

/* Continues a search from its windows, with a head that is computed again. */
static ta_status run_begin_windows(run *r)
{
    const tai_job *job = r->job;
    const tai_windows *w = r->returns.windows;
    const ta_summary *s = &w->summary;
    const uint64_t n = s->known, length = w->length;
    const uint64_t head = tai_min_u64(r->keep, n - 1) / 8;
    ta_summary now;
    bool usable = length <= 3 * head;
    ta_status st = run_begin_empty(r, tai_max_u64(4 * head, 64));
    octal_engine *e = r->engine;
    if (st == TA_OK && usable)
        st = tai_octal_engine_run(e, head, head, &r->inside, job->error);
    if (st != TA_OK)
        return st;
    if (usable) {
        tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
        memcpy(e->held.g + head, w->values[TAI_WINDOW_NOW], 2 * length);
        tai_octal_note_largest(e, s->largest, s->largest_at);
        e->limit.bound = length - OCTAL_SPARE;
        st = tai_octal_engine_resume(
            e, n, head, length, s->mask | (uint32_t)s->parity << 16, &usable);
    }
    if (st == TA_OK && usable)
        st = tai_octal_returns_resume(&r->returns, e, &usable);
    if (st == TA_OK && usable)
        st = tai_octal_engine_summarize(e, &now);
    if (st != TA_OK ||
        (usable && now.rare == s->rare && now.last_rare == s->last_rare &&
         now.largest == s->largest))
        return st;
    return tai_fail(job->error, TA_EMISMATCH,
                    "the search cannot go on: its values are not those of "
                    "this game, or the limit on memory is too small for them");
}

/* Makes the engine, after the heaps that an archive has. */
static ta_status run_begin(run *r)
{
    const tai_job *job = r->job;
    const bool brief =
        job->known > 0 && tai_archive_brief(job->options->known) != NULL;
    const uint64_t known = tai_octal_limits(job).known;
    const uint64_t capacity = tai_max_u64(known, tai_min_u64(job->n, r->keep));
    bool usable = false;
    ta_status st = TA_OK;
    if (r->returns.windows->count > 0)
        return run_begin_windows(r);
    if (brief && !r->anew)
        st = run_begin_brief(r, &usable);
    if (st != TA_OK || usable)
        return st;
    r->head = 0;
    if (brief)
        tai_report_add(job->options->stats, "known_anew", "%s",
                       "the head and the tail are not enough to go on from");
    st = run_begin_empty(r, capacity);
    if (st == TA_OK && known > 0)
        st = ta_archive_read(job->options->known, 0, known,
                             &(ta_sink){tai_block_store, r->engine->held.g},
                             job->error);
    if (st == TA_OK && known > 0)
        st = check_values(job, r->engine->held.g, known);
    if (st == TA_OK)
        r->engine->given = known;
    return st;
}

/* Makes an engine and runs it to the end or to a proof. */
static ta_status run_attempt(run *r)
{
    const tai_job *job = r->job;
    tai_octal_search *q = &r->search;
    ta_status st = run_begin(r);
    octal_engine *e = r->engine;
    if (st == TA_OK)
        *q = (tai_octal_search){
            .long_only = job->long_only,
            .next = tai_max_u64(TAI_OCTAL_FIRST_LOOK, e->proved)};
    while (st == TA_OK && r->handed < job->n) {
        const bool proved = q->summary.nim.proof != TA_UNPROVED;
        if (proved && r->handed == e->proved)
            break; /* run_end does the rest */
        st = !proved && e->proved >= q->next
                 ? tai_octal_search_look(q, e, &r->inside)
                 : run_step(r);
    }
    if (st == TA_OK && job->options->summary != NULL)
        st = tai_octal_search_end(q, e, &r->inside); /* one more look, at n */
    return st;
}

/* Hands over what follows from the period, if the tail has it whole, or gives
 * all values to job->whole. Then finds the least preperiod, and reports. */
static ta_status run_end(run *r)
{
    const tai_job *job = r->job;
    ta_summary *s = &r->search.summary;
    octal_engine *e = r->engine;
    const uint64_t tail = e->proved - e->held.back;
    const bool rest_follows = e->proved < job->n && s->nim.period <= tail;
    ta_status st = TA_OK;
    if (job->whole != NULL || rest_follows)
        tai_octal_engine_relabel(e, (octal_labels){.mask = 0});
    if (job->whole != NULL)
        job->whole->g = tai_octal_held_take(&e->held);
    else if (rest_follows)
        st = tai_job_emit(
            job,
            &(ta_block){.from = e->proved,
                        .to = job->n,
                        .values = octal_at(&e->held, e->proved) - s->nim.period,
                        .count = job->n - e->proved,
                        .period = s->nim.period});
    if (st == TA_OK && s->nim.proof != TA_UNPROVED &&
        r->returns.windows->length > 0)
        st = tai_octal_returns_preperiod(&r->returns, &r->engine, &r->inside, s,
                                         job->error);
    if (st != TA_OK)
        return st;
    if (s->nim.proof == TA_UNPROVED)
        tai_report_add(job->options->stats, "proof", "none");
    else
        tai_report_add(job->options->stats, "proof",
                       "%s, from the heaps below %" PRIu64 ": period %" PRIu64
                       " from %" PRIu64 " on",
                       s->nim.proof == TA_PROOF_LONG    ? "long"
                       : s->nim.proof == TA_PROOF_SHORT ? "short"
                                                        : "arithmetic",
                       s->proof_end, s->nim.period, s->nim.preperiod);
    if (job->options->summary != NULL)
        *job->options->summary = *s;
    return TA_OK;
}

/* If the engine has discarded labels that it needs, all is computed again with
 * four times as many, or without the head of a checkpoint, if that has no more.
 */
ta_status tai_octal_find(const tai_job *job)
{
    const octal_limits limits = tai_octal_limits(job);
    run r = {.job = job,
             .inside = {.progress = run_poll_inside, .progress_state = &r},
             .block = tai_alloc(BLOCK, sizeof *r.block),
             .keep = job->whole != NULL ? UINT64_MAX : limits.keep,
             /* The value of heap 0, 0, goes to the sink first. */
             .handed = tai_max_u64(1, job->known)};
    r.returns.windows = job->windows != NULL ? job->windows : &r.returns.own;
    r.handed = tai_max_u64(r.handed, r.returns.windows->summary.known);
    ta_status st = tai_pool_open(&r.pool, job->threads, job->error);
    if (st == TA_OK)
        st = r.block == NULL ? TA_ENOMEM
             : r.handed == 1 ? tai_job_emit_values(job, 0, 1, &(uint16_t){0})
                             : TA_OK;
    for (bool again = st == TA_OK; again;) {
        if (job->error != NULL) /* from the last attempt */
            job->error->text[0] = '\0';
        st = run_attempt(&r);
        if (st == TA_OK)
            st = run_end(&r);
        const uint64_t head = r.head;
        again = r.engine != NULL && r.engine->lost &&
                (r.keep < limits.most || head > 0);
        r.keep = tai_min_u64(tai_mul_sat(r.keep, 4), limits.most);
        r.anew = r.anew || (head > 0 && head == run_find_head(&r));
        tai_octal_engine_free(r.engine);
        r.engine = NULL;
        if (again)
            tai_octal_returns_free(&r.returns);
    }
    tai_windows_free(&r.returns.own);
    ta_free(r.returns.base_labels);
    tai_pool_close(&r.pool);
    ta_free(r.block);
    return st;
}
