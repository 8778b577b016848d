/* A model of CUDA on the processor, for tests: with it in place of NVIDIA's
 * header gpu-device.cu runs as it stands. The blocks of a launch run one after
 * the other, from a random one on; their threads are fibers, and which of those
 * that can go on does so is random. Stricter than a device:
 *
 *   - all threads of a warp, or of a block, must come to the same vote or
 *     barrier, else the program ends with a sentence;
 *   - no launch or allocation may be empty, no launch exceed CUDA's limits;
 *   - new memory holds garbage.
 *
 * CUDA_MODEL="cudaMalloc 7 2" lets that call return that error the seventh
 * time. Errors from 700 on stay, as on a device: all later calls return them.
 * Not modelled: threads that run at once, the end of shared memory, time. */
#ifndef CUDA_MODEL_H
#define CUDA_MODEL_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

#include "cold/gpu/gpu.h"

#define CUDART_VERSION 13000
#define __device__
#define __global__
#define __grid_constant__
#define __shared__
#define __forceinline__ inline

enum cudaError_t {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInsufficientDriver = 35,
    cudaErrorNoDevice = 100,
    cudaErrorLaunchFailure = 719
};
enum { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
enum { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
struct cudaDeviceProp {
    char name[256];
    int multiProcessorCount;
};
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_, unsigned y_ = 1) : x(x_), y(y_), z(1)
    {
    }
};
struct uint4 {
    uint32_t x, y, z, w;
};

/* ---- the threads of a block ---- */

enum { MODEL_THREADS = 1024, MODEL_STACK = 1 << 17, MODEL_WARP = 32 };
enum model_state { MODEL_BALLOT, MODEL_LEAST, MODEL_BARRIER };

static struct model_thread {
    int fiber;         /* that runs it; -1: it has not begun */
    model_state state; /* what it waits for */
    uint32_t value;    /* given to a vote or barrier; then its result */
} model_threads[MODEL_THREADS];
static unsigned model_size, model_now; /* of the block; the one that runs */
static unsigned model_ready[MODEL_THREADS], model_readies, model_ended;
static unsigned
    model_waiting[MODEL_THREADS / MODEL_WARP + 1]; /* by warp; of the block */
static dim3 model_block(0), model_grid(0);
static void (*model_kernel)(gpu_call);
static const gpu_call *model_call;
uint32_t set[(1 << 18) / 32 + 1]; /* the shared memory of the block */

#define threadIdx (dim3(model_now))
#define blockDim  (dim3(model_size))
#define blockIdx  model_block
#define gridDim   model_grid

[[noreturn]] static void model_die(const char *what)
{
    fprintf(stderr, "the model of CUDA: %s\n", what);
    abort();
}

static uint32_t model_random(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

/* Fibers run threads, one after the other. The compiler's own jumps are many
 * times as fast as swapcontext, which asks the kernel for the signals. */
static struct {
    void *scheduler[5], *fiber[MODEL_THREADS][5];
    int idle[MODEL_THREADS], idles, count;
} model;

/* A function of its own, as gcc demands. */
__attribute__((noinline)) static void model_jump(void **to)
{
    __builtin_longjmp(to, 1);
}

/* A tail call would give up the frame to which a jump comes back. */
#define NO_TAIL_CALL __asm__ volatile("")

static void model_switch(void **from, void **to)
{
    if (__builtin_setjmp(from) == 0) {
        model_jump(to);
        NO_TAIL_CALL;
    }
}

static void model_begin(void **from, void **to)
{
    if (__builtin_setjmp(from) == 0) {
        setcontext((ucontext_t *)to[0]);
        NO_TAIL_CALL;
    }
}

/* By pointers that the compiler cannot follow: else it would take it that no
 * variable of others changes meanwhile. */
static void (*volatile model_go)(void **from, void **to) = model_switch;
static void (*volatile model_go_first)(void **from, void **to) = model_begin;

static void model_run_threads()
{
    for (;;) {
        model_kernel(*model_call);
        model_ended++;
        const int fiber = model_threads[model_now].fiber;
        model.idle[model.idles++] = fiber;
        model_go(model.fiber[fiber], model.scheduler);
    }
}

/* Lets model_now run until it ends or waits. */
static void model_run_thread()
{
    int *fiber = &model_threads[model_now].fiber;
    if (*fiber < 0 && model.idles > 0)
        *fiber = model.idle[--model.idles];
    if (*fiber >= 0) {
        model_go(model.scheduler, model.fiber[*fiber]);
        return;
    }
    ucontext_t start;
    void *stack = malloc(MODEL_STACK), *to = &start;
    if (stack == NULL || getcontext(&start) != 0)
        model_die("no memory for a stack");
    start.uc_stack.ss_sp = stack;
    start.uc_stack.ss_size = MODEL_STACK;
    makecontext(&start, model_run_threads, 0);
    *fiber = model.count++;
    model_go_first(model.scheduler, &to);
}

/* All threads [from, to) wait: gives them the result, and they can go on. */
static void model_release(unsigned from, unsigned to)
{
    uint32_t ballot = 0, least = ~0u;
    for (unsigned t = from; t < to; t++) {
        const uint32_t value = model_threads[t].value;
        if (model_threads[t].state != model_threads[from].state)
            model_die("threads wait for each other in different ways");
        ballot |= (uint32_t)(value != 0) << t % MODEL_WARP;
        least = value < least ? value : least;
    }
    for (unsigned t = from; t < to; t++) {
        const model_state s = model_threads[t].state;
        model_threads[t].value = s == MODEL_LEAST ? least : ballot;
        model_ready[model_readies++] = t;
    }
}

/* Waits until all threads of the warp, or the block, do; returns the result. */
static uint32_t model_wait(model_state state, uint32_t value)
{
    const unsigned t = model_now;
    const bool barrier = state == MODEL_BARRIER;
    const unsigned from = barrier ? 0 : t / MODEL_WARP * MODEL_WARP;
    const unsigned most = barrier ? MODEL_THREADS : MODEL_WARP;
    const unsigned to = model_size - from < most ? model_size : from + most;
    unsigned *waiting =
        &model_waiting[barrier ? MODEL_THREADS / MODEL_WARP : t / MODEL_WARP];
    model_threads[t].state = state;
    model_threads[t].value = value;
    if (++*waiting == to - from) {
        *waiting = 0;
        model_release(from, to);
    }
    model_go(model.fiber[model_threads[t].fiber], model.scheduler);
    return model_threads[t].value;
}

static void model_run_block()
{
    for (unsigned t = 0; t < model_size; t++) {
        model_threads[t].fiber = -1;
        model_ready[t] = t;
    }
    memset(set, 0xa5, sizeof set);
    model_readies = model_size;
    model_ended = 0;
    while (model_readies > 0) {
        const unsigned at = model_random(model_readies);
        model_now = model_ready[at];
        model_ready[at] = model_ready[--model_readies];
        model_run_thread();
    }
    if (model_ended != model_size)
        model_die("threads wait for others that have ended");
}

/* ---- what kernels call ---- */

static uint32_t __ballot_sync(unsigned, bool x)
{
    return model_wait(MODEL_BALLOT, x);
}

static uint32_t __reduce_min_sync(unsigned, uint32_t x)
{
    return model_wait(MODEL_LEAST, x);
}

static void __syncthreads()
{
    model_wait(MODEL_BARRIER, 0);
}

static bool __syncthreads_or(bool x)
{
    return model_wait(MODEL_BARRIER, x) != 0;
}

static void __threadfence()
{
}

template <typename T> static T atomicAdd(T *p, T x)
{
    const T before = *p;
    *p += x;
    return before;
}

template <typename T> static void atomicOr(T *p, T x)
{
    *p |= x;
}

template <typename T> static void atomicAnd(T *p, T x)
{
    *p &= x;
}

template <typename T> static T atomicCAS(T *p, T from, T to)
{
    const T before = *p;
    if (before == from)
        *p = to;
    return before;
}

static int __popcll(uint64_t x)
{
    return __builtin_popcountll(x);
}

static int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

static uint32_t __funnelshift_r(uint32_t lo, uint32_t hi, uint32_t by)
{
    return (uint32_t)(((uint64_t)hi << 32 | lo) >> (by & 31));
}

static uint4 __ldg(const uint4 *p)
{
    if ((uintptr_t)p % 16 != 0)
        model_die("four numbers are not aligned");
    return *p;
}

/* ---- what the host calls ---- */

/* Returns the error that the call fails with, by $CUDA_MODEL, or `error`. */
static cudaError_t model_result(const char *call, cudaError_t error)
{
    static enum { UNREAD, NEVER, LATER, NOW, STAYS } when;
    static char name[64];
    static unsigned left, code;
    const char *how = getenv("CUDA_MODEL");
    if (when == UNREAD)
        when = how != NULL && sscanf(how, "%63s %u %u", name, &left, &code) == 3
                   ? LATER
                   : NEVER;
    if (when == LATER && strcmp(call, name) == 0 && --left == 0)
        when = code < 700 ? NOW : STAYS;
    if (when < NOW)
        return error;
    if (when == NOW)
        when = NEVER;
    return (cudaError_t)code;
}

static const char *cudaGetErrorString(cudaError_t error)
{
    static char text[32];
    snprintf(text, sizeof text, "error %d of the model", error);
    return text;
}

static cudaError_t cudaGetDeviceCount(int *count)
{
    return model_result("cudaGetDeviceCount", (*count = 1, cudaSuccess));
}

static cudaError_t cudaSetDevice(int)
{
    return model_result("cudaSetDevice", cudaSuccess);
}

static cudaError_t cudaGetDeviceProperties(cudaDeviceProp *about, int)
{
    strcpy(about->name, "model of CUDA");
    about->multiProcessorCount = 1;
    return model_result("cudaGetDeviceProperties", cudaSuccess);
}

static cudaError_t cudaMemGetInfo(size_t *left, size_t *all)
{
    *left = *all = (size_t)1 << 32;
    return model_result("cudaMemGetInfo", cudaSuccess);
}

static cudaError_t cudaMalloc(void **array, size_t bytes)
{
    const cudaError_t error = model_result(
        "cudaMalloc", bytes == 0 ? cudaErrorInvalidValue : cudaSuccess);
    *array = error == cudaSuccess
                 ? aligned_alloc(256, (bytes + 255) / 256 * 256)
                 : NULL;
    if (*array != NULL)
        memset(*array, 0xa5, bytes);
    return error == cudaSuccess && *array == NULL ? cudaErrorMemoryAllocation
                                                  : error;
}

static cudaError_t cudaFree(void *array)
{
    free(array);
    return model_result("cudaFree", cudaSuccess);
}

static cudaError_t cudaMemsetAsync(void *array, int value, size_t bytes)
{
    const cudaError_t error = model_result("cudaMemsetAsync", cudaSuccess);
    if (error == cudaSuccess)
        memset(array, value, bytes);
    return error;
}

static cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int)
{
    const cudaError_t error = model_result("cudaMemcpy", cudaSuccess);
    if (error == cudaSuccess)
        memcpy(to, from, bytes);
    return error;
}

static cudaError_t cudaFuncSetAttribute(const void *, int, int shared)
{
    return model_result("cudaFuncSetAttribute", shared > 227 << 10
                                                    ? cudaErrorInvalidValue
                                                    : cudaSuccess);
}

static cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                                    void **arguments, size_t shared, int)
{
    const uint64_t blocks = (uint64_t)grid.x * grid.y;
    const bool fits = blocks > 0 && grid.x < 1u << 31 && grid.y < 1u << 16 &&
                      block.x > 0 && block.x <= MODEL_THREADS &&
                      shared <= sizeof set;
    const cudaError_t error = model_result(
        "cudaLaunchKernel", fits ? cudaSuccess : cudaErrorInvalidConfiguration);
    if (error != cudaSuccess)
        return error;
    model_kernel = (void (*)(gpu_call))kernel;
    model_call = (const gpu_call *)arguments[0];
    model_size = block.x;
    model_grid = grid;
    const uint64_t first = model_random((uint32_t)blocks);
    for (uint64_t k = 0; k < blocks; k++) {
        const uint64_t b = (first + k) % blocks;
        model_block = dim3((unsigned)(b % grid.x), (unsigned)(b / grid.x));
        model_run_block();
    }
    return cudaSuccess;
}

static cudaError_t cudaDeviceSynchronize()
{
    return model_result("cudaDeviceSynchronize", cudaSuccess);
}

#endif
