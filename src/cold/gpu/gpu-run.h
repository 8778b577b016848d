/* A run of the engine `gpu`, on the host: the loop is in gpu-engine.c, the
 * tables of a phase in gpu-plan.c. Terms: gpu.h. An error of the machine stays
 * in run->status, and all calls of the machine that follow do nothing; so it is
 * enough to look at run->status where the host uses results. */
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
    double growth; /* a phase multiplies the decided heaps by it */
    unsigned log_rows, log_step; /* of a block and a step, 6 or more */
    double dense, live;          /* cold heaps of such a class in 4096 */
    double quiet_enough;         /* sum of weights that ends a quiet list */
    uint32_t quiet_most;         /* its sources at most */
    uint32_t quiet_reach;        /* its moves, or a quarter of all if more */
    double quiet_left;           /* heaps of 4096 left in the trial, at most */
    uint32_t examined;           /* moves that are tried first on left heaps */
    uint64_t window;             /* bytes of bits of a window of far moves */
    uint32_t room;    /* for unsure heaps; other rooms grow with it */
    unsigned rounds;  /* launches of look_round before look_last */
    uint32_t modulus; /* 0: learned */
    unsigned checks;  /* positions of a block for the self-check */
} gpu_tuning;

/* Lists of moves, the machine's, as in gpu_call. */
typedef struct gpu_lists {
    uint32_t *start, *stop;
    gpu_source *list;
    uint32_t pages;
    uint64_t entries; /* for --stats */
} gpu_lists;

enum {
    GPU_ARRAYS = 48,       /* of a phase, at most */
    GPU_NUMBERS = 1 << 18, /* cold numbers that are sent at once */
    GPU_CHECKS = 64        /* positions of a self-check at most */
};

/* The tables of a phase that the host needs; call has the machine's. */
typedef struct gpu_phase {
    uint32_t from_row, end_row; /* the rows of the phase */
    uint64_t until;             /* the heaps before it are handed over */
    /* Arrays of the host, of the machine, freed at the end of the phase. */
    void *own[GPU_ARRAYS], *taken[GPU_ARRAYS];
    unsigned owns, takens;
    uint64_t bytes;          /* taken */
    uint64_t hits_bytes;     /* of call.hits, with tiles of promoted classes */
    uint32_t denses, quiets; /* dense classes, quiet ones */
    const uint32_t *quot;    /* call.quot, the host's; so are the next three */
    uint32_t *live;          /* by class: live index, or NONE */
    uint32_t *quiet_class;
    double *density; /* cold heaps of a class in 4096 */
    /* The machine's: tables as call.dense, of the classes of one tier each; of
     * the first tiers and of the last one, GPU_TIERS - 1 and 1. */
    uint32_t *tiers, *halves;
    uint32_t *quiets_there; /* quiet_class, the machine's */
    gpu_lists quiet, far, step, near;
    uint32_t reached;                  /* moves below the end of the block */
    uint64_t *hits;                    /* the block's, on the host */
    uint32_t *first, *next;            /* of each row: indices in `block` */
    uint32_t *fresh_row, *fresh_class; /* numbers listed in the block */
    wheel_list block;                  /* cold numbers of the block */
    /* For --stats. */
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
    gpu_counters counters;                  /* as last read */
    double kernel_s[GPU_COUNT + GPU_KINDS]; /* sweep: last, by kind */
    gpu_phase phase;
} gpu_run;

gpu_tuning tai_gpu_tuning_default(void);
/* Runs the engine for any set and any modulus; a set without structure is
 * slow. */
ta_status tai_gpu_run(const tai_job *job, const gpu_tuning *tuning,
                      const gpu_machine *machine);

/* ---- the machine ---- */

/* Return cleared arrays, of the host (own) or of the machine (take, upload);
 * NULL after an error. tai_gpu_phase_free frees them. */
void *tai_gpu_own(gpu_run *run, uint64_t count, uint64_t size);
void *tai_gpu_take(gpu_run *run, uint64_t count, uint64_t size);
void *tai_gpu_upload(gpu_run *run, const void *from, uint64_t count,
                     uint64_t size);
/* Copy to the machine, and from it. */
void tai_gpu_write(gpu_run *run, void *to, const void *from, uint64_t bytes);
void tai_gpu_read(gpu_run *run, void *to, const void *from, uint64_t bytes);
void tai_gpu_clear(gpu_run *run, void *array, uint64_t bytes);
void tai_gpu_launch(gpu_run *run, gpu_kernel kernel, uint64_t items);
/* Launches the sweep of lists: ORs the rows from `row` on into the words
 * [first_word, first_word + part) of `out`, or lists what stays open, if
 * left_class is given. `kind`: GPU_QUIET, GPU_FAR or GPU_STEP. */
void tai_gpu_sweep(gpu_run *run, const gpu_lists *lists, uint32_t targets,
                   uint32_t row, uint32_t part, uint32_t first_word,
                   uint64_t *out, const uint32_t *left_class, uint32_t kind);

/* ---- gpu-plan.c ---- */

/* Makes all tables of the phase: the caller has set modulus, rows, `until`. */
void tai_gpu_plan(gpu_run *run);
void tai_gpu_phase_free(gpu_run *run);

#endif
