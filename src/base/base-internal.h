/* What every module needs. Threads may call all of this, unless they change the
 * same object. */
#ifndef TA_BASE_H
#define TA_BASE_H

#include "base/blocks.h"
#include "base/budget.h"

/* Arrays of bits are accessed as words and as bytes. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "takeaway supports little-endian machines only"
#endif
/* Heap sizes are indices of arrays; the page in the browser has small ones. */
#if SIZE_MAX < UINT64_MAX && !defined(__wasm32__)
#error "takeaway needs a 64-bit machine"
#endif

#define TA_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* ---- memory: every allocation of the library goes through these ---- */

/* Returns an array, 64-byte aligned, not cleared, even of 0 bytes; NULL without
 * memory, or above the limit of the run. Freed by ta_free. */
void *tai_alloc(uint64_t count, uint64_t size);
/* The same, cleared. */
void *tai_alloc_zero(uint64_t count, uint64_t size);

/* Makes `budget` (NULL: none) current, and returns the one before. Workers use
 * that of the thread that opened the pool. */
tai_budget *tai_budget_use(tai_budget *budget);
uint64_t tai_budget_peak(const tai_budget *budget);

/* Makes sure that an array has capacity for `count` items, of which the first
 * `used` are kept; capacity at least doubles. `array` is the address of the
 * pointer, NULL at first. Returns false, with nothing changed, without memory.
 */
bool tai_grow(void *array, size_t *capacity, size_t used, size_t count,
              size_t size);

extern _Atomic uint64_t tai_alloc_calls;
/* For tests: the call of tai_alloc, from 1, that fails; 0: none. */
extern _Atomic uint64_t tai_alloc_fail_at;

/* ---- errors ---- */

/* Writes a message, unless `error` is NULL. Returns `status`. */
ta_status tai_fail(ta_error *error, ta_status status, const char *format, ...)
    TA_PRINTF(3, 4);
enum { TA_QUOTE = 96 }; /* bytes of tai_quote's text */
/* Copies a number or expression for a message; of more than 60 bytes only 25 at
 * both ends, as in "123...789 (101 digits)". Returns `text`. */
char *tai_quote(const char *given, char text[TA_QUOTE]);
/* Writes "cannot <what> '<path>': <reason of errno>". Keeps errno. Returns
 * TA_EIO. */
ta_status tai_fail_io(ta_error *error, const char *what, const char *path);
/* Shows clang's analyzer, which does not see the function's body, that the
 * result is `status`. */
#ifdef __clang_analyzer__
#define tai_fail(error, status, ...)                                           \
    ((void)(tai_fail)(error, status, __VA_ARGS__), status)
#endif

/* ---- the report of a run, `--stats` ---- */

/* Appends a pair, such as "engine" and "wheel"; cut after 39 and 215 bytes.
 * Does nothing if `stats` is NULL or memory fails. */
void tai_report_add(ta_stats *stats, const char *name, const char *format, ...)
    TA_PRINTF(3, 4);

/* ---- a run ---- */

/* Returns TA_EINVAL if options->size is of another version, or the convolver is
 * none. Accepts NULL. */
ta_status tai_options_check(const ta_options *options, ta_error *error);
/* Returns TA_OK if `given`, the size of a caller's struct, is 0 or `own`, else
 * TA_EINVAL. */
ta_status tai_size_check(size_t given, size_t own, ta_error *error);
/* Reports a share and finished positions to options->progress.
 * Returns TA_ECANCELLED if it asks to stop. Accepts NULL. */
ta_status tai_poll(const ta_options *options, double share, uint64_t done);
/* Returns TA_ELIMIT if `what`, such as "the search", needs more than
 * options->max_memory. Accepts NULL. */
ta_status tai_admit(const ta_options *options, uint64_t bytes, const char *what,
                    ta_error *error);
/* Returns what `own` bytes leave of the limit `most`: 0 if that is 0, no limit,
 * else at least 1. */
static inline uint64_t tai_limit_less(uint64_t most, uint64_t own)
{
    return most == 0 ? 0 : most > own ? most - own : 1;
}

/* ---- saturating arithmetic, for memory predictions ---- */

static inline uint64_t tai_add_sat(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t tai_mul_sat(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static inline uint64_t tai_min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t tai_max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns the index of the first number >= p, or `count`; `list` increases. */
static inline uint64_t tai_first_at_least(const uint64_t *list, uint64_t count,
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

/* For qsort, increasing. */
int tai_by_number(const void *a, const void *b);

/* ---- bits ---- */

/* w != 0 */
static inline unsigned tai_ctz(uint64_t w)
{
    return (unsigned)__builtin_ctzll(w);
}

static inline unsigned tai_popcount(uint64_t w)
{
    return (unsigned)__builtin_popcountll(w);
}

/* x != 0 */
static inline unsigned tai_log2_floor(uint64_t x)
{
    return 63 - (unsigned)__builtin_clzll(x);
}

/* x != 0 */
static inline unsigned tai_log2_ceil(uint64_t x)
{
    return x == 1 ? 0 : tai_log2_floor(x - 1) + 1;
}

/* Returns the number of set bits in [lo, hi). */
uint64_t tai_popcount_range(const uint64_t *words, uint64_t lo, uint64_t hi);
/* Lists the set bits in [lo, hi) in increasing order. Returns how many. */
size_t tai_bits_decode(const uint64_t *words, uint64_t lo, uint64_t hi,
                       uint64_t *out);

/* ---- processor variants ---- */

typedef enum tai_isa {
    TA_ISA_PORTABLE = 0,
    TA_ISA_AVX2,
    TA_ISA_AVX512
} tai_isa;

/* Returns the best variant that processor and system support, or a lower one
 * named by TAKEAWAY_ISA. Chosen at the first call. */
tai_isa tai_cpu_isa(void);
const char *tai_isa_name(tai_isa isa);

#ifdef __x86_64__
#define TA_X86 1
#else
#define TA_X86 0
#endif

/* A kernel is compiled once for each variant (base/vector.h), each with a
 * constant struct of type `table`: TA_VARIANT names that of the variant being
 * compiled, TA_KERNEL declares all, TA_KERNEL_HERE is the address of the one
 * for this processor. */
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
