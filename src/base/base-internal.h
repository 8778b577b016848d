/* Declares what every module needs: memory, errors, statistics, bits, and the
 * choice between variants of the code for different processors (portable, AVX2,
 * AVX-512). Several threads may call all of these functions at once, unless the
 * calls change the same object. */
#ifndef TA_BASE_H
#define TA_BASE_H

#include "tool.h"

/* The machine must be little-endian, because the library accesses arrays of
 * bits both as 64-bit words and as bytes. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "takeaway supports little-endian machines only"
#endif
/* The machine must have 64-bit addresses, because heap sizes (uint64_t) are
 * used as indices of arrays. */
#if SIZE_MAX < UINT64_MAX
#error "takeaway needs a 64-bit machine"
#endif

#define TA_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* ---- memory: every allocation of the library goes through these ---- */

/* Allocates an array of `count` items of `size` bytes each. The array is
 * 64-byte aligned and not cleared. Returns the array, even if count * size is
 * 0. Returns NULL if there is no memory, if the memory limit of the run would
 * be exceeded, or if count * size is too large for the machine. The caller
 * frees the array by ta_free. */
void *tai_alloc(uint64_t count, uint64_t size);
/* Allocates an array of `count` items of `size` bytes each, and sets all bytes
 * to 0. Returns NULL in the same cases as tai_alloc. The caller frees the array
 * by ta_free. */
void *tai_alloc_zero(uint64_t count, uint64_t size);

/* Makes `budget` (a memory limit) the current budget of this thread; NULL means
 * no budget. Returns the budget that was current before. The worker threads of
 * a pool use the budget of the thread that opened the pool. */
ta_budget *tai_budget_use(ta_budget *budget);
/* Returns the largest number of bytes that a budget has counted at one time. */
uint64_t tai_budget_peak(const ta_budget *budget);

/* Makes sure that an array has capacity for `count` items of `size` bytes, and
 * enlarges it if necessary. `array` is the address of the pointer to the first
 * item; this pointer is NULL for an array without capacity. *capacity is the
 * capacity in items, which at least doubles when the array is enlarged. The
 * first `used` items are kept. Returns true, or false if there is no memory;
 * then nothing changes. */
bool tai_grow(void *array, size_t *capacity, size_t used, size_t count,
              size_t size);

/* The number of calls of tai_alloc since the process started. */
extern _Atomic uint64_t tai_alloc_calls;
/* For tests: the number of the call of tai_alloc that fails, as if there were
 * no memory. The first call of the process is number 1; 0 makes no call fail.
 */
extern _Atomic uint64_t tai_alloc_fails;

/* ---- errors ---- */

/* Writes an error message to *error, by a format and arguments as for printf.
 * If `error` is NULL, writes nothing. Returns `status`, so that the caller can
 * write "return tai_fail(...)". */
ta_status tai_fail(ta_error *error, ta_status status, const char *format, ...)
    TA_PRINTF(3, 4);
/* The number of bytes of the text that tai_quote writes. */
enum { TA_QUOTE = 96 };
/* Copies a number or an expression, `given`, to `text`, for use in an error
 * message. If `given` has more than 60 bytes, only its first and last 25 bytes
 * and its length are written, as in "123...789 (101 digits)". Returns `text`.
 */
char *tai_quote(const char *given, char text[TA_QUOTE]);
/* Writes the error message "cannot <what> '<path>': <reason>" to *error. The
 * reason is the system's text for errno, such as "No such file or directory".
 * Does not change errno. Returns TA_EIO. */
ta_status tai_fail_io(ta_error *error, const char *what, const char *path);
/* A macro in place of the function tai_fail, only for the static analyzer of
 * clang. The macro shows the analyzer that the result is `status`. The analyzer
 * cannot see this otherwise, since it does not see the body of the function. */
#ifdef __clang_analyzer__
#define tai_fail(error, status, ...)                                           \
    ((void)(tai_fail)(error, status, __VA_ARGS__), status)
#endif

/* ---- statistics ---- */

/* Adds a pair of a name and a value, such as "engine" and "wheel", to the end
 * of a list of statistics. The value is written by a format and arguments as
 * for printf. The name is cut after 39 bytes, and the value after 215 bytes.
 * Does nothing if `stats` is NULL or if there is no memory. */
void tai_stats_add(ta_stats *stats, const char *name, const char *format, ...)
    TA_PRINTF(3, 4);

/* ---- a run ---- */

/* Checks that options->size is 0 or the size of ta_options in this version of
 * the library, and that options->convolver is one. Another size shows that the
 * caller was compiled for another version. Returns TA_OK, or TA_EINVAL with an
 * error message. `options` may be NULL. */
ta_status tai_options_check(const ta_options *options, ta_error *error);
/* Checks that a caller was compiled for this version of the library. `given` is
 * the member `size` of a struct of options that the caller has passed. `own` is
 * the size of this struct in the library. Returns TA_OK if `given` is 0 or
 * equal to `own`, else TA_EINVAL with an error message. */
ta_status tai_size_check(size_t given, size_t own, ta_error *error);
/* Calls the function options->progress, if there is one. Its arguments are
 * `share`, the share of the work that is done (0 to 1), and `done`, the number
 * of finished positions. Returns TA_ECANCELLED if the function asks to stop,
 * else TA_OK. `options` may be NULL. */
ta_status tai_poll(const ta_options *options, double share, uint64_t done);
/* Checks that `bytes` bytes of memory are within the limit options->max_memory.
 * `what` names the thing that needs the memory, such as "the search", for the
 * error message. Returns TA_OK or TA_ELIMIT. `options` may be NULL. */
ta_status tai_admit(const ta_options *options, uint64_t bytes, const char *what,
                    ta_error *error);
/* Returns the part of a memory limit that is left, in bytes. `most` is the
 * limit, and `own` is the number of bytes in use. If `most` is 0, there is no
 * limit, and the result is 0. Otherwise the result is at least 1, even if
 * nothing is left, since 0 would mean no limit. */
static inline uint64_t ta_limit_less(uint64_t most, uint64_t own)
{
    return most == 0 ? 0 : most > own ? most - own : 1;
}

/* ---- saturating arithmetic, for memory predictions ---- */

static inline uint64_t ta_add_sat(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t ta_mul_sat(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static inline uint64_t ta_min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t ta_max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns the index of the first number that is at least p in an increasing
 * list of `count` numbers. Returns `count` if there is no such number. */
static inline uint64_t ta_first_at_least(const uint64_t *list, uint64_t count,
                                         uint64_t p)
{
    uint64_t lo = 0, hi = count;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (list[middle] < p)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* Compares two uint64_t for qsort, in increasing order. */
int tai_by_number(const void *a, const void *b);

/* ---- bits ---- */

/* Returns the number of zero bits below the lowest set bit of w != 0. */
static inline unsigned ta_ctz(uint64_t w)
{
    return (unsigned)__builtin_ctzll(w);
}

/* Returns the number of set bits of w. */
static inline unsigned ta_popcount(uint64_t w)
{
    return (unsigned)__builtin_popcountll(w);
}

/* Returns the logarithm of x != 0 to base 2, rounded down. */
static inline unsigned ta_log2_floor(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

/* Returns the logarithm of x != 0 to base 2, rounded up. */
static inline unsigned ta_log2_ceil(uint64_t x)
{
    return x == 1 ? 0 : ta_log2_floor(x - 1) + 1;
}

/* Returns the number of set bits at the positions [lo, hi) of a bit array. */
uint64_t tai_popcount_range(const uint64_t *words, uint64_t lo, uint64_t hi);
/* Finds the set bits among the bits lo to hi - 1 of a bit array. Writes the
 * positions of these bits in the array to `out`, in increasing order. Returns
 * how many they are. */
size_t tai_bits_decode(const uint64_t *words, uint64_t lo, uint64_t hi,
                       uint64_t *out);

/* ---- processor variants ---- */

typedef enum ta_isa { TA_ISA_PORTABLE = 0, TA_ISA_AVX2, TA_ISA_AVX512 } ta_isa;

/* Returns the best variant of the library's code (portable, AVX2 or AVX-512)
 * that the processor and the system support. If the environment variable
 * TAKEAWAY_ISA names a lower variant (portable, avx2, avx512), returns that
 * variant. The choice is made at the first call, and does not change later. */
ta_isa tai_cpu_isa(void);
/* Returns the name of a variant of the code: "portable", "avx2" or "avx512". */
const char *tai_isa_name(ta_isa isa);

#ifdef __x86_64__
#define TA_X86 1
#else
#define TA_X86 0
#endif

/* Macros for kernels. A kernel is a source file that is compiled once for each
 * variant of the processor (portable, AVX2, AVX-512), see base/vector.h. Each
 * variant has a constant struct of type `table` that points to its functions.
 * TA_VARIANT(table) is the name of the struct in the variant that is being
 * compiled. TA_KERNEL(table) declares the structs of all variants.
 * TA_KERNEL_HERE(table) is the address of the struct for the present processor.
 */
#ifndef TA_ISA
#define TA_ISA portable
#endif
#define TA_PASTE(table, isa)      table##_##isa
#define TA_VARIANT_OF(table, isa) TA_PASTE(table, isa)
#define TA_VARIANT(table)         TA_VARIANT_OF(table, TA_ISA)
#define TA_KERNEL(table)                                                       \
    extern const table table##_portable, table##_avx2, table##_avx512
#if TA_X86
#define TA_KERNEL_HERE(table)                                                  \
    (tai_cpu_isa() == TA_ISA_AVX512 ? &table##_avx512                          \
     : tai_cpu_isa() == TA_ISA_AVX2 ? &table##_avx2                            \
                                    : &table##_portable)
#else
#define TA_KERNEL_HERE(table) (&table##_portable)
#endif

#endif
