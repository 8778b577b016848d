/* For numbers in sparse classes: which moves lead into live classes.
 *
 * A row of bits tells it for each move by its number mod w, where w is M or,
 * if M is large, a divisor of M: then one row serves all classes that are the
 * same mod w, and has a bit where any of them needs one. Rows save time only,
 * as a push looks itself whether its target is live. */
#include <assert.h>
#include <string.h>

#include "cold/wheel/plan.h"

/* The largest divisor of m that is at most `most`. */
static uint32_t divisor(uint32_t m, uint32_t most)
{
    uint32_t k = (m + most - 1) / most;
    while (m % k != 0)
        k++;
    return m / k;
}

typedef struct row_job {
    const wheel_plan *plan;
    wheel_marks *marks;
    bool *live;        /* by class mod w */
    wheel_roots roots; /* mod w */
    uint32_t *residue; /* those that moves have */
    uint32_t residues;
} row_job;

enum { SPARSE_CHUNK = 8 };

static void fill_row(const row_job *job, uint32_t s)
{
    const wheel_plan *p = job->plan;
    const wheel_roots *t = &job->roots;
    if (p->sparse_row[s] == WHEEL_EMPTY)
        return;
    uint64_t *row = job->marks->bits + p->sparse_row[s] * p->sparse_words;
    memset(row, 0, p->sparse_words * sizeof *row);
    for (uint32_t e = 0; e < job->residues; e++) {
        const uint32_t d = job->residue[e], target = s + d;
        if (!job->live[target < p->sparse_mod ? target
                                              : target - p->sparse_mod])
            continue;
        for (uint32_t k = t->start[d]; k < t->start[d + 1]; k++)
            row[t->root[k] / 64] |= (uint64_t)1 << t->root[k] % 64;
    }
}

static void fill_item(void *state, unsigned thread, size_t item)
{
    const row_job *job = state;
    const uint64_t from = item * SPARSE_CHUNK;
    const uint64_t to = ta_min_u64(from + SPARSE_CHUNK, job->plan->sparse_mod);
    (void)thread;
    for (uint64_t s = from; s < to; s++)
        fill_row(job, (uint32_t)s);
}

/* `own`: of this rank's classes alone. */
static ta_status make_marks(row_job *job, wheel_marks *marks, bool own)
{
    const wheel_plan *p = job->plan;
    const wheel_modulus *mod = &p->store->mod;
    job->marks = marks;
    marks->mark = ta_alloc(mod->m, sizeof *marks->mark);
    marks->bits =
        ta_alloc(p->sparse_rows, p->sparse_words * sizeof *marks->bits);
    if (marks->mark == NULL || marks->bits == NULL)
        return TA_ENOMEM;
    memset(job->live, 0, p->sparse_mod * sizeof *job->live);
    for (uint32_t s = 0; s < mod->m; s++) {
        const uint32_t live = p->live[s];
        marks->mark[s] = WHEEL_EMPTY;
        if (live == WHEEL_EMPTY || (own && !wheel_own(p, live)))
            continue;
        marks->mark[s] =
            (uint32_t)(live * p->hit_bytes * 8) + WHEEL_LEAD + mod->lift[s];
        job->live[s % p->sparse_mod] = true;
    }
    ta_team_run(p->team, fill_item, job, p->sparse_mod / SPARSE_CHUNK + 1);
    return TA_OK;
}

/* The same rows; bits of block->hot, where live classes that are not dense have
 * a place behind the others. */
static ta_status make_step_marks(wheel_plan *p)
{
    const wheel_store *st = p->store;
    uint32_t next = st->dense * p->near_bits;
    wheel_marks *marks = &p->marks_step;
    *marks = (wheel_marks){p->marks_near.bits,
                           ta_alloc(st->mod.m, sizeof *marks->mark), false};
    if (marks->mark == NULL)
        return TA_ENOMEM;
    for (uint32_t s = 0; s < st->mod.m; s++) {
        marks->mark[s] = WHEEL_EMPTY;
        if (p->live[s] == WHEEL_EMPTY)
            continue;
        if (st->kind[s] < st->dense) {
            marks->mark[s] = st->kind[s] * p->near_bits + p->near_bits / 2;
        } else {
            marks->mark[s] = next;
            next += p->near_bits / 2;
        }
        marks->mark[s] += st->mod.lift[s];
    }
    p->hot_bytes = next / 8;
    return TA_OK;
}

ta_status wheel_sparse_list(wheel_plan *p)
{
    const uint32_t m = p->store->mod.m;
    const uint32_t w = divisor(m, p->tuning->sparse_row);
    assert(w > 0);
    p->sparse_mod = w;
    p->sparse_words = (w + 63) / 64;
    p->sparse_row = ta_alloc(w, sizeof *p->sparse_row);
    row_job job = {.plan = p,
                   .live = ta_alloc(w, sizeof *job.live),
                   .residue = ta_alloc(w, sizeof *job.residue)};
    ta_status status = TA_ENOMEM;
    if (p->sparse_row == NULL || job.live == NULL || job.residue == NULL ||
        wheel_roots_find(p->moves, w, &job.roots) != TA_OK)
        goto done;
    for (uint32_t d = 0; d < w; d++)
        if (job.roots.start[d] < job.roots.start[d + 1])
            job.residue[job.residues++] = d;
    memset(p->sparse_row, 0xff, w * sizeof *p->sparse_row); /* WHEEL_EMPTY */
    for (uint32_t s = 0; s < m; s++)
        if (p->store->kind[s] == WHEEL_SPARSE &&
            p->sparse_row[s % w] == WHEEL_EMPTY)
            p->sparse_row[s % w] = (uint32_t)p->sparse_rows++;
    status = make_marks(&job, &p->marks_near, false);
    p->marks_far = p->marks_near;
    if (status == TA_OK && p->fleet->ranks > 1) {
        p->marks_far = (wheel_marks){NULL, NULL, false};
        status = make_marks(&job, &p->marks_far, true);
    }
    p->marks_near.shared = p->team->threads > 1;
    if (status == TA_OK)
        status = make_step_marks(p);
done:
    wheel_roots_free(&job.roots);
    ta_free(job.residue);
    ta_free(job.live);
    return status;
}

void wheel_marks_free(wheel_plan *p)
{
    if (p->marks_far.mark != p->marks_near.mark)
        ta_free(p->marks_far.mark);
    if (p->marks_far.bits != p->marks_near.bits)
        ta_free(p->marks_far.bits);
    ta_free(p->marks_near.mark);
    ta_free(p->marks_near.bits);
    ta_free(p->marks_step.mark);
}
