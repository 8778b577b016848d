/* A run of the engine `gpu`, on the host. The machine's errors stay in
 * run->status: all that follows does nothing. */
#ifndef TA_GPU_RUN_H
#define TA_GPU_RUN_H

#include "cold/gpu/gpu.h"
#include "cold/wheel/wheel.h"
#include "run/job.h"

/* These decide how fast a run is, never its result. */
typedef struct gpu_tuning {
    uint64_t start; /* the engine `shift` decides the heaps below */
    /* With n heaps decided, the modulus is at most n / rows, rows >= 128, and
     * sqrt(shape * n). */
    uint64_t rows;
    double shape;
    double growth;               /* of a phase, as in wheel_tuning */
    unsigned log_rows, log_step; /* of a block and a step, 6 or more */
    double dense, live;          /* cold heaps of such a class in 4096 */
    double quiet_enough;         /* weight of a quiet list */
    uint32_t quiet_most;         /* its sources at most */
    uint32_t quiet_reach;        /* its moves, or a quarter of all if more */
    double quiet_left;           /* heaps of 4096 left in the trial, at most */
    uint32_t examined;           /* moves that are tried first on left heaps */
    uint64_t window;             /* bytes of bits of a window of far moves */
    uint32_t room;               /* for unsure heaps, and more in proportion */
    unsigned rounds;             /* of all blocks, before one goes on */
    uint32_t modulus;            /* 0: learned */
    unsigned checks;             /* positions of a block for the self-check */
} gpu_tuning;

typedef struct gpu_lists {
    uint32_t *start, *stop; /* the machine's */
    gpu_source *list;
    uint32_t pages;
    uint64_t entries;
} gpu_lists;

enum {
    GPU_ARRAYS = 48,
    GPU_NUMBERS = 1 << 18, /* cold numbers that are sent at once */
    GPU_CHECKS = 64        /* positions of a self-check at most */
};

typedef struct gpu_phase {
    uint32_t from_row, end_row;
    uint64_t until;
    void *own[GPU_ARRAYS], *taken[GPU_ARRAYS]; /* freed at the end */
    unsigned owns, takens;
    uint64_t bytes; /* taken */
    uint64_t hits_bytes;
    uint32_t denses, quiets;
    const uint32_t *quot; /* the host's, as the next ones */
    uint32_t *live;       /* by class: live index, or NONE */
    uint32_t *quiet_class;
    double *density;          /* cold heaps of a class in 4096 */
    uint32_t *tiers, *halves; /* the machine's: dense classes by density */
    uint32_t *quiets_there;
    gpu_lists quiet, far, step, near;
    uint32_t reached;       /* moves that reach the block */
    uint64_t *hits;         /* the block's, on the host */
    uint32_t *first, *next; /* of each row in `block` */
    uint32_t *fresh_row, *fresh_class;
    wheel_list block; /* cold numbers of the block */
    uint64_t blocks, lefts, hards, unsures, asked, waiting, quiet_colds;
    double before_s, step_s;
} gpu_phase;

typedef struct gpu_run {
    const tai_job *job;
    const gpu_tuning *tuning;
    const gpu_machine *machine;
    wheel_moves moves;
    tai_pool pool;
    wheel_list cold; /* all cold numbers below `known`, increasing */
    uint64_t known;
    uint32_t room; /* grows when a block found none */
    unsigned phases;
    ta_status status;
    gpu_call call;
    gpu_counters n;                       /* as last read */
    double kernel_s[GPU_COUNT + GPU_ORS]; /* sweep: last, by kind */
    gpu_phase phase;
} gpu_run;

gpu_tuning tai_gpu_tuning_default(void);
/* Runs the engine for any set and any modulus; a set without structure is
 * slow. */
ta_status tai_gpu_run(const tai_job *job, const gpu_tuning *tuning,
                      const gpu_machine *machine);

/* ---- the machine ---- */

/* Returns cleared arrays of the host, of the machine; NULL after an error.
 * tai_gpu_phase_free frees both. */
void *tai_gpu_own(gpu_run *run, uint64_t count, uint64_t size);
void *tai_gpu_take(gpu_run *run, uint64_t count, uint64_t size);
void *tai_gpu_upload(gpu_run *run, const void *from, uint64_t count,
                     uint64_t size);
/* Copy to the machine, and from it. */
void tai_gpu_write(gpu_run *run, void *to, const void *from, uint64_t bytes);
void tai_gpu_read(gpu_run *run, void *to, const void *from, uint64_t bytes);
void tai_gpu_clear(gpu_run *run, void *array, uint64_t bytes);
void tai_gpu_launch(gpu_run *run, gpu_kernel kernel, uint64_t items);
/* Launches the sweep of `targets` lists from `row` on, in the tile words
 * [first_word, first_word + part). */
void tai_gpu_sweep(gpu_run *run, const gpu_lists *lists, uint32_t targets,
                   uint32_t row, uint32_t part, uint32_t first_word,
                   uint64_t *out, const uint32_t *left_class, uint32_t kind);

/* ---- gpu-plan.c ---- */

/* Makes all tables of the phase: the caller has set modulus, rows, `until`. */
void tai_gpu_plan(gpu_run *run);
void tai_gpu_phase_free(gpu_run *run);

#endif
