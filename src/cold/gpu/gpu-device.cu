/* The machine that is a CUDA device. Every call is checked; after an error all
 * that follows fails, with the sentence of the first one. What the macros and
 * functions mean stands at the top of gpu-kernel.h. */
#include <cstdio>
#include <cuda_runtime.h>

#include "cold/gpu/gpu.h"

#define DEVICE static __device__ __forceinline__
/* The call is in constant memory: no thread copies it. */
#define KERNEL(name)                                                           \
    DEVICE void body_##name(const gpu_call *c);                                \
    static __global__ void kernel_##name(const __grid_constant__ gpu_call c)   \
    {                                                                          \
        body_##name(&c);                                                       \
    }                                                                          \
    DEVICE void body_##name(const gpu_call *const c)
#define UNROLL     _Pragma("unroll")
#define WARP       32u
#define LANE       (threadIdx.x % WARP)
#define BLOCK      blockIdx.x
#define PAGE       blockIdx.y
#define IN_BLOCK   threadIdx.x
#define BLOCK_SIZE blockDim.x
#define THREAD     (BLOCK * BLOCK_SIZE + IN_BLOCK)
#define STRIDE     (gridDim.x * BLOCK_SIZE)
#define SET(name, from, words)                                                 \
    extern __shared__ uint32_t name[];                                         \
    for (uint32_t i_ = threadIdx.x; i_ < (words); i_ += blockDim.x)            \
        name[i_] = (from)[i_];                                                 \
    __syncthreads()
#define VOTE(mask, first, at, probe)                                           \
    do {                                                                       \
        const uint32_t at = (first) + LANE;                                    \
        const int got_ = (probe);                                              \
        for (int r_ = 0; r_ < 4; r_++)                                         \
            mask[r_] = vote(got_ == r_);                                       \
    } while (0)

typedef unsigned long long wide; /* what atomic operations take */

DEVICE uint32_t add32(uint32_t *p, uint32_t x)
{
    return atomicAdd(p, x);
}

DEVICE void add64(uint64_t *p, uint64_t x)
{
    atomicAdd((wide *)p, (wide)x);
}

DEVICE void or32(uint32_t *p, uint32_t x)
{
    atomicOr(p, x);
}

DEVICE void and32(uint32_t *p, uint32_t x)
{
    atomicAnd(p, x);
}

DEVICE void or64(uint64_t *p, uint64_t x)
{
    atomicOr((wide *)p, (wide)x);
}

DEVICE uint64_t swap64(uint64_t *p, uint64_t from, uint64_t to)
{
    return atomicCAS((wide *)p, (wide)from, (wide)to);
}

DEVICE uint32_t fresh32(const uint32_t *p)
{
    return *(const volatile uint32_t *)p;
}

DEVICE uint64_t fresh64(const uint64_t *p)
{
    return *(const volatile uint64_t *)p;
}

DEVICE uint32_t ones(uint64_t x)
{
    return (uint32_t)__popcll(x);
}

DEVICE uint32_t low_bit(uint64_t x)
{
    return (uint32_t)__ffsll((long long)x) - 1;
}

DEVICE uint32_t vote(bool x)
{
    return __ballot_sync(~0u, x);
}

DEVICE uint32_t least(uint32_t x)
{
    return __reduce_min_sync(~0u, x);
}

DEVICE bool any_in_block(bool x)
{
    __threadfence();
    return __syncthreads_or(x);
}

DEVICE uint64_t moved(uint64_t lo, uint64_t hi, uint32_t by)
{
    const bool big = by & 32;
    const uint32_t a = (uint32_t)(big ? lo >> 32 : lo);
    const uint32_t b = (uint32_t)(big ? hi : lo >> 32);
    const uint32_t c = (uint32_t)(big ? hi >> 32 : hi);
    return (uint64_t)__funnelshift_r(b, c, by) << 32 |
           __funnelshift_r(a, b, by);
}

DEVICE void load_sources(gpu_source *x, const gpu_source *from)
{
    UNROLL for (int k = 0; k < GPU_AT_ONCE / 2; k++)
    {
        const uint4 two = __ldg((const uint4 *)from + k);
        x[2 * k].word = two.x;
        x[2 * k].shift = two.y;
        x[2 * k + 1].word = two.z;
        x[2 * k + 1].shift = two.w;
    }
}

#include "cold/gpu/gpu-kernel.h"

/* ---- calls of the device ---- */

static char problem[300];
static char name[300];
static int processors;

/* Returns whether nothing has failed so far, this call included. */
static bool check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return problem[0] == '\0';
    if (problem[0] == '\0')
        snprintf(problem, sizeof problem, "the device failed to %s: %s", what,
                 cudaGetErrorString(error));
    return false;
}

/* Says what is missing where there is no driver or no device. */
static bool device_open(uint64_t *memory)
{
    cudaDeviceProp about;
    int devices = 0;
    size_t free_bytes = 0, all = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    problem[0] = '\0';
    if (error == cudaErrorInsufficientDriver)
        snprintf(
            problem, sizeof problem,
            "the driver of the device is missing, or older than CUDA %d.%d",
            CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    else if (error == cudaErrorNoDevice ||
             (error == cudaSuccess && devices == 0))
        snprintf(problem, sizeof problem, "no device is visible");
    else
        check(error, "answer");
    if (problem[0] == '\0' && check(cudaSetDevice(0), "open") &&
        check(cudaGetDeviceProperties(&about, 0), "describe itself") &&
        check(cudaMemGetInfo(&free_bytes, &all), "give its memory")) {
        processors = about.multiProcessorCount;
        snprintf(name, sizeof name, "%s", about.name);
    }
    *memory = free_bytes;
    return problem[0] == '\0';
}

static const char *device_name(void)
{
    return name;
}

static const char *device_problem(void)
{
    return problem;
}

static bool device_clear(void *array, uint64_t bytes)
{
    return check(cudaMemsetAsync(array, 0, bytes), "clear memory");
}

static void device_give(void *array)
{
    check(cudaFree(array), "free memory");
}

static void *device_take(uint64_t bytes)
{
    void *array = NULL;
    size_t free_bytes = 0, all = 0;
    const cudaError_t error = cudaMalloc(&array, bytes);
    if (error == cudaErrorMemoryAllocation && problem[0] == '\0' &&
        cudaMemGetInfo(&free_bytes, &all) == cudaSuccess)
        snprintf(problem, sizeof problem,
                 "the device has %.1f GB left of %.1f, and the next table of "
                 "the engine gpu needs %.1f GB",
                 1e-9 * (double)free_bytes, 1e-9 * (double)all,
                 1e-9 * (double)bytes);
    if (check(error, "give memory") && device_clear(array, bytes))
        return array;
    if (error == cudaSuccess)
        device_give(array);
    return NULL;
}

static bool device_to(void *array, const void *host, uint64_t bytes)
{
    return check(cudaMemcpy(array, host, bytes, cudaMemcpyHostToDevice),
                 "take data");
}

static bool device_from(void *host, const void *array, uint64_t bytes)
{
    return check(cudaMemcpy(host, array, bytes, cudaMemcpyDeviceToHost),
                 "run, or to give results");
}

#define LAUNCHED(name, shape) {(const void *)kernel_##name, #name, GPU_##shape},
static const struct {
    const void *run;
    const char *name;
    gpu_shape shape;
} kernels[] = {GPU_KERNELS(LAUNCHED)};

static bool device_launch(gpu_kernel kernel, uint64_t items,
                          const gpu_call *call)
{
    enum { GRID_MOST = 1 << 16 };
    const gpu_shape shape = kernels[kernel].shape;
    const bool table = shape == GPU_TABLE;
    const size_t shared = table ? (call->m / 32 + 1) * sizeof(uint32_t) : 0;
    const uint32_t threads = shape == GPU_TILES          ? call->words
                             : table || shape == GPU_ONE ? 1024
                                                         : 128;
    uint64_t blocks = items;
    if (shape == GPU_THREADS)
        blocks = (items + threads - 1) / threads;
    else if (shape == GPU_WARPS)
        blocks = (items * WARP + threads - 1) / threads;
    else if (table) /* as many as run at once, since each copies the set */
        blocks = (uint64_t)processors * (shared < 110000 ? 2 : 1);
    else if (shape == GPU_ONE)
        blocks = 1;
    if (shape != GPU_TILES && blocks > GRID_MOST)
        blocks = GRID_MOST;
    const dim3 grid((unsigned)blocks, shape == GPU_TILES ? call->pages : 1);
    void *arguments[] = {(void *)call};
    return problem[0] == '\0' &&
           (!table ||
            check(cudaFuncSetAttribute(
                      kernels[kernel].run,
                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                  "give shared memory")) &&
           check(cudaLaunchKernel(kernels[kernel].run, grid, dim3(threads),
                                  arguments, shared, 0),
                 kernels[kernel].name);
}

static bool device_wait(void)
{
    return check(cudaDeviceSynchronize(), "run");
}

static const gpu_machine device = {
    device_open,  device_name, device_problem, device_take,   device_give,
    device_clear, device_to,   device_from,    device_launch, device_wait};

/* Before main: the program has a device. */
static const gpu_machine *register_device(void)
{
    return tai_gpu_device = &device;
}
static const gpu_machine *const registered = register_device();
