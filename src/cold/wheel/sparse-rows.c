/* Makes the rows of bits (wheel_rows) for a phase of the engine `wheel`, which
 * decides a range of heaps. In a phase, heaps c + v are marked as hot, where c
 * is a cold number and v is a move. Only heaps in live classes, the residue
 * classes that may have cold numbers, are to be marked. The rows of bits show
 * which moves can be skipped.
 *
 * Let `mod` be the number of bits of a row. There is one row for each residue
 * modulo `mod` of the cold numbers c. Bit k of the row is for the moves whose
 * index is k modulo `mod`. If the bit is 0, the heap c + v is in no live class
 * for any of these numbers c and moves v. There are rows only for the numbers c
 * of sparse classes, the residue classes with few cold numbers. */
#include <string.h>

#include "cold/wheel/wheel-plan.h"

/* A parallel job that fills rows of bits, *rows. The rows show which heaps c +
 * v can be in live classes (residue classes that may have cold numbers). Here c
 * is a cold number and v is a move. Number the moves 0, 1, 2, ... in increasing
 * order. There is one row for each residue of c modulo rows->mod. Bit k of the
 * row is for the moves with the numbers k, k + rows->mod, k + 2 rows->mod, ...
 * The bit is 0 if no heap c + v is in a live class. */
typedef struct rows_job {
    const wheel_plan *p;
    wheel_rows *rows;
    /* live[d] is true if d is the residue modulo rows->mod of some live class,
     * a residue class that may have cold numbers. */
    bool *live;
    wheel_roots roots; /* indices of moves, sorted by value mod rows->mod */
    uint32_t *residue; /* different residues of the moves modulo rows->mod */
    uint32_t residues; /* the number of entries of `residue` */
} rows_job;

uint32_t tai_wheel_rows_modulus(const wheel_moves *moves, uint32_t m,
                                uint32_t most)
{
    uint32_t k = (m + most - 1) / most;
    while (m % k != 0 || !tai_wheel_moves_fit(moves, m / k))
        k++;
    return m / k;
}

/* One item of the thread pool fills the rows of bits (wheel_rows) for this
 * number of residues modulo rows->mod. */
enum { ROWS_CHUNK = 8 };

/* Fills the rows of bits (wheel_rows) for ROWS_CHUNK residues s modulo
 * rows->mod, from s = item * ROWS_CHUNK on. Sets bit i of the row for s to 1 if
 * s + v is congruent to a number of a live class modulo rows->mod. Here v is
 * the move of index i, and a live class is a residue class that may have cold
 * numbers. `rows` is a member of `state`, a rows_job. The thread pool calls
 * this function for each item. */
static void rows_fill_item(void *state, unsigned thread, size_t item)
{
    const rows_job *job = state;
    const wheel_rows *rows = job->rows;
    const wheel_roots *t = &job->roots;
    const uint32_t mod = rows->mod;
    (void)thread;
    for (size_t s = item * ROWS_CHUNK; s < mod && s < (item + 1) * ROWS_CHUNK;
         s++) {
        uint64_t *row = rows->bits + rows->row[s] * rows->words;
        if (rows->row[s] == WHEEL_EMPTY)
            continue;
        for (uint32_t e = 0; e < job->residues; e++) {
            const uint32_t d = job->residue[e];
            if (!job->live[s + d < mod ? s + d : s + d - mod])
                continue;
            for (uint32_t k = t->start[d]; k < t->start[d + 1]; k++)
                row[t->root[k] / 64] |= (uint64_t)1 << t->root[k] % 64;
        }
    }
}

/* Sets three arrays of the job, and returns the number of rows of bits. Sparse
 * classes are the residue classes with few cold numbers. All sparse classes
 * that are congruent modulo rows->mod share one row. The classes in which hot
 * heaps are to be marked are live_class[from], ..., live_class[to - 1].
 *
 *   rows->row[d]   the number of the row for the sparse classes that are d
 *                  modulo rows->mod, or WHEEL_EMPTY if there are none
 *   rows->mark[s]  if heaps of class s are to be marked, the index in
 *                  wheel_block.hits of the bit for the first heap of the block
 *                  in class s; otherwise WHEEL_EMPTY
 *   job->live[d]   true if heaps of a class that is d modulo rows->mod are to
 *                  be marked */
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
