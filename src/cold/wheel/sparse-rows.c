/* Rows of bits: which moves a push may skip (wheel_rows). */
#include <string.h>

#include "cold/wheel/wheel-plan.h"

typedef struct rows_job {
    const wheel_plan *p;
    wheel_rows *rows;
    bool *live; /* live[d]: some class to be marked is d modulo rows->mod */
    wheel_roots roots; /* modulo rows->mod */
    uint32_t *residue; /* of the moves, modulo rows->mod */
    uint32_t residues;
} rows_job;

uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most)
{
    uint32_t k = (m + most - 1) / most;
    while (m % k != 0 || !tai_wheel_moves_fit(moves, m / k))
        k++;
    return m / k;
}

enum { ROWS_CHUNK = 8 }; /* rows of an item */

/* Fills the rows of an item: bit i for residue s is 1 if s + (move i) is
 * congruent to a class to be marked. */
static void rows_fill_item(void *state, unsigned thread, size_t item)
{
    const rows_job *job = state;
    const wheel_rows *rows = job->rows;
    const wheel_roots *t = &job->roots;
    const uint32_t mod = rows->mod;
    (void)thread;
    for (size_t s = item * ROWS_CHUNK; s < mod && s < (item + 1) * ROWS_CHUNK;
         s++) {
        if (rows->row[s] == WHEEL_EMPTY)
            continue;
        uint64_t *row = rows->bits + rows->row[s] * rows->words;
        for (uint32_t e = 0; e < job->residues; e++) {
            const uint32_t d = job->residue[e];
            if (!job->live[s + d < mod ? s + d : s + d - mod])
                continue;
            for (uint32_t k = t->start[d]; k < t->start[d + 1]; k++)
                row[t->root[k] / 64] |= (uint64_t)1 << t->root[k] % 64;
        }
    }
}

/* Numbers the rows: one for each residue modulo rows->mod that has a sparse
 * class. Sets rows->mark and job->live for live_class[from, to). Returns the
 * number of rows. */
static size_t rows_number(rows_job *job, uint32_t from, uint32_t to)
{
    const wheel_plan *p = job->p;
    wheel_rows *rows = job->rows;
    size_t count = 0;
    memset(rows->row, 0xff, rows->mod * sizeof *rows->row); /* WHEEL_EMPTY */
    for (uint32_t s = 0; s < p->store->m; s++) {
        const uint32_t live = p->class.live[s];
        uint32_t *row = &rows->row[s % rows->mod];
        rows->mark[s] = WHEEL_EMPTY;
        if (p->store->kind[s] == WHEEL_SPARSE && *row == WHEEL_EMPTY)
            *row = (uint32_t)count++;
        if (live == WHEEL_EMPTY || live < from || live >= to)
            continue;
        job->live[s % rows->mod] = true;
        rows->mark[s] = live * p->cut.vectors * WHEEL_VECTOR * 8 + WHEEL_LEAD +
                        wheel_lift(p->store, s);
    }
    return count;
}

ta_status tai_wheel_rows_init(wheel_rows *rows, const wheel_plan *p,
                              uint32_t from, uint32_t to)
{
    const uint32_t mod =
        tai_wheel_rows_modulus(p->moves, p->store->m, p->tuning->sparse_row);
    *rows = (wheel_rows){.mod = mod,
                         .row = tai_alloc(mod, sizeof *rows->row),
                         .mark = tai_alloc(p->store->m, sizeof *rows->mark),
                         .words = (mod + 63) / 64};
    rows_job job = {.p = p,
                    .rows = rows,
                    .live = tai_alloc_zero(mod, sizeof *job.live),
                    .residue = tai_alloc(mod, sizeof *job.residue)};
    ta_status status = tai_wheel_roots_find(p->moves, mod, &job.roots);
    if (rows->row == NULL || rows->mark == NULL || job.live == NULL ||
        job.residue == NULL)
        status = TA_ENOMEM;
    if (status == TA_OK) {
        for (uint32_t d = 0; d < mod; d++)
            if (job.roots.start[d] < job.roots.start[d + 1])
                job.residue[job.residues++] = d;
        rows->bits = tai_alloc_zero(rows_number(&job, from, to),
                                    rows->words * sizeof *rows->bits);
        status = rows->bits != NULL ? TA_OK : TA_ENOMEM;
    }
    if (status == TA_OK)
        tai_pool_run(p->pool, rows_fill_item, &job, mod / ROWS_CHUNK + 1);
    tai_wheel_roots_free(&job.roots);
    ta_free(job.live);
    ta_free(job.residue);
    return status;
}

void tai_wheel_rows_free(wheel_rows *rows)
{
    ta_free(rows->row);
    ta_free(rows->mark);
    ta_free(rows->bits);
}
