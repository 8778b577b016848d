/* The machine without a device: the kernels as plain loops, one thread after
 * the other, so that nothing need be atomic. It exists for tests. What the
 * macros and functions mean stands at the top of gpu-kernel.h. */
#include <string.h>

#include "base/base-internal.h"
#include "cold/gpu/gpu.h"

/* The thread that is being emulated. */
static _Thread_local struct {
    uint32_t block, page, thread, blocks, threads;
} at_now;

#define KERNEL(name) static void kernel_##name(const gpu_call *const c)
#define DEVICE       static inline
#define UNROLL
#define WARP       1u
#define LANE       0u
#define BLOCK      at_now.block
#define PAGE       at_now.page
#define IN_BLOCK   at_now.thread
#define BLOCK_SIZE at_now.threads
#define THREAD     (BLOCK * BLOCK_SIZE + IN_BLOCK)
#define STRIDE     (at_now.blocks * BLOCK_SIZE)
#define SET(name, from, words)                                                 \
    const uint32_t *const name = (from);                                       \
    (void)(words)
/* Sets mask[r] to the lanes from `first` on whose probe at `at` gives r. */
#define VOTE(mask, first, at, probe)                                           \
    do {                                                                       \
        memset(mask, 0, sizeof mask);                                          \
        for (uint32_t lane_ = 0; lane_ < 32; lane_++) {                        \
            const uint32_t at = (first) + lane_;                               \
            mask[probe] |= (uint32_t)1 << lane_;                               \
        }                                                                      \
    } while (0)

DEVICE uint32_t add32(uint32_t *p, uint32_t x)
{
    const uint32_t before = *p;
    *p += x;
    return before;
}

DEVICE void add64(uint64_t *p, uint64_t x)
{
    *p += x;
}

DEVICE void or32(uint32_t *p, uint32_t x)
{
    *p |= x;
}

DEVICE void and32(uint32_t *p, uint32_t x)
{
    *p &= x;
}

DEVICE void or64(uint64_t *p, uint64_t x)
{
    *p |= x;
}

DEVICE uint64_t swap64(uint64_t *p, uint64_t from, uint64_t to)
{
    const uint64_t before = *p;
    if (before == from)
        *p = to;
    return before;
}

DEVICE uint32_t fresh32(const uint32_t *p)
{
    return *p;
}

DEVICE uint64_t fresh64(const uint64_t *p)
{
    return *p;
}

DEVICE uint32_t ones(uint64_t x)
{
    return tai_popcount(x);
}

DEVICE uint32_t low_bit(uint64_t x)
{
    return tai_ctz(x);
}

DEVICE uint32_t vote(bool x)
{
    return x;
}

DEVICE uint32_t least(uint32_t x)
{
    return x;
}

DEVICE bool any_in_block(bool x)
{
    return x;
}

/* Returns the 64 bits from bit `by` % 64 of lo on. */
DEVICE uint64_t moved(uint64_t lo, uint64_t hi, uint32_t by)
{
    return lo >> (by & 63) | hi << 1 << (63 - (by & 63));
}

DEVICE void load_sources(gpu_source *x, const gpu_source *from)
{
    memcpy(x, from, GPU_AT_ONCE * sizeof *x);
}

#include "cold/gpu/gpu-kernel.h"

static bool emulated_open(uint64_t *memory)
{
    *memory = UINT64_MAX;
    return true;
}

static const char *emulated_name(void)
{
    return "emulated";
}

static const char *emulated_problem(void)
{
    return "";
}

static void *emulated_take(uint64_t bytes)
{
    return tai_alloc_zero(bytes, 1);
}

static bool emulated_clear(void *array, uint64_t bytes)
{
    memset(array, 0, bytes);
    return true;
}

static bool emulated_copy(void *to, const void *from, uint64_t bytes)
{
    memcpy(to, from, bytes);
    return true;
}

#define EMULATED(name, shape) {kernel_##name, GPU_##shape},
static const struct {
    void (*run)(const gpu_call *call);
    gpu_shape shape;
} kernels[] = {GPU_KERNELS(EMULATED)};

/* Six threads do, since kernels go through their items in strides. They come
 * in two blocks, so that all of a kernel's indices are used; `one` has a single
 * thread, since its threads would wait for each other. */
static bool emulated_launch(gpu_kernel kernel, uint64_t items,
                            const gpu_call *call)
{
    const gpu_shape shape = kernels[kernel].shape;
    const bool tiles = shape == GPU_TILES, one = shape == GPU_ONE;
    at_now.blocks = tiles ? (uint32_t)items : one ? 1 : 2;
    at_now.threads = tiles ? call->words : one ? 1 : 3;
    for (at_now.page = 0; at_now.page < (tiles ? call->pages : 1);
         at_now.page++)
        for (at_now.block = 0; at_now.block < at_now.blocks; at_now.block++)
            for (at_now.thread = 0; at_now.thread < at_now.threads;
                 at_now.thread++)
                kernels[kernel].run(call);
    return true;
}

static bool emulated_wait(void)
{
    return true;
}

const gpu_machine tai_gpu_emulated = {.open = emulated_open,
                                      .name = emulated_name,
                                      .problem = emulated_problem,
                                      .take = emulated_take,
                                      .give = ta_free,
                                      .clear = emulated_clear,
                                      .to = emulated_copy,
                                      .from = emulated_copy,
                                      .launch = emulated_launch,
                                      .wait = emulated_wait};
