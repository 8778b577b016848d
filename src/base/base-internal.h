/* Memory, errors, statistics, time, bits and processor variants: the base of
 * every module. Several threads may call all of these functions at once, unless
 * they change the same object. */
#ifndef TA_BASE_H
#define TA_BASE_H

#include "tool.h"

/* Bit arrays are also read and written as bytes, by unaligned vector loads. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "takeaway supports little-endian machines only"
#endif
/* Heap sizes index memory, and some arrays are larger than 2^32 bytes. */
#if SIZE_MAX < UINT64_MAX
#error "takeaway needs a 64-bit machine"
#endif

#define TA_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* ---- memory: every allocation of the library goes through these ---- */

/* Allocates count * size bytes, at least one, 64-byte aligned and not cleared.
 * Returns NULL if there is no memory or if the product overflows. The caller
 * frees the bytes by ta_free, which is public. */
void *tai_alloc(uint64_t count, uint64_t size);
/* Does what tai_alloc does, and sets the bytes to 0. */
void *tai_alloc_zero(uint64_t count, uint64_t size);

/* A budget holds the limit of a run's memory and counts the bytes in use.
 * tai_alloc charges an array to the current budget of the thread, and returns
 * NULL if the array would exceed the limit. ta_free credits the same budget, on
 * any thread and at any time. The 64 bytes before each array are not charged,
 * nor is the memory of GMP, FFTW, zstd and nettle. */
typedef struct ta_budget ta_budget;
/* Makes a budget of `limit` bytes (0: no limit) the current budget of this
 * thread. If another budget is current, that budget stays current and *budget
 * becomes NULL. Returns TA_ENOMEM if there is no memory. */
ta_status tai_budget_begin(uint64_t limit, ta_budget **budget);
/* Ends the budget of this thread. The budget itself is freed with its last
 * array. Does nothing if `budget` is NULL. Returns st, except if st is a
 * TA_ENOMEM that the limit has caused: then writes a sentence about the limit
 * and returns TA_ELIMIT. */
ta_status tai_budget_end(ta_budget *budget, ta_status st, ta_error *error);
/* Makes a budget, or no budget (NULL), current for this thread; returns the
 * budget that was current before. The worker threads of a pool use the budget
 * of the thread that opened the pool. */
ta_budget *tai_budget_use(ta_budget *budget);
/* Returns the current budget of this thread, or NULL. */
ta_budget *tai_budget_current(void);
/* Returns the bytes that are charged to a budget now. */
uint64_t tai_budget_used(const ta_budget *budget);
/* Returns the most bytes that were charged to a budget at a time. */
uint64_t tai_budget_peak(const ta_budget *budget);

/* Grows an array to at least `count` items of `size` bytes. `array` points to a
 * pointer to the items, which is NULL at first. *capacity is the number of
 * items for which there is memory, and at least doubles if the array grows. The
 * first `used` items are kept. Returns false, and changes nothing, if there is
 * no memory. */
bool tai_grow(void *array, size_t *capacity, size_t used, size_t count,
              size_t size);

/* Makes the k-th allocation from now on fail, once, for tests. k = 1 is the
 * next allocation; k = 0 lets all allocations succeed. */
void tai_alloc_fail_at(uint64_t k);
/* Returns how many allocations were tried since the process started. */
uint64_t tai_alloc_calls(void);

/* ---- errors ---- */

/* Writes the sentence into error, as tai_sentence does, unless error is NULL.
 * Returns status. */
ta_status tai_fail(ta_error *error, ta_status status, const char *format, ...)
    TA_PRINTF(3, 4);
/* Writes a number or an expression to `text`, for a sentence. A text of more
 * than 60 bytes is written as "first...last (101 digits)". Returns `text`. */
enum { TA_QUOTE = 96 };
char *tai_quote(const char *given, char text[TA_QUOTE]);
/* Writes the sentence "cannot <what> '<path>': <reason>". The reason is the
 * system's text for errno, and errno stays as it is. Returns TA_EIO. */
ta_status tai_fail_io(ta_error *error, const char *what, const char *path);
/* This macro is for the clang analyzer only. It reads one file at a time, and
 * so cannot see what the function tai_fail returns. */
#ifdef __clang_analyzer__
#define tai_fail(error, status, ...)                                           \
    ((void)(tai_fail)(error, status, __VA_ARGS__), status)
#endif

/* ---- statistics ---- */

/* Appends a pair of a name and a value. Both are cut if they are longer than 39
 * and 215 bytes. Does nothing if stats is NULL or if there is no memory. */
void tai_stats_add(ta_stats *stats, const char *name, const char *format, ...)
    TA_PRINTF(3, 4);

/* ---- a run ---- */

/* Checks by options->size that the caller was compiled for this version of the
 * library. `options` may be NULL. Returns TA_EINVAL if not. */
ta_status tai_options_check(const ta_options *options, ta_error *error);
/* Does the same for any struct of options, by its size member and the size that
 * this library gives it. */
ta_status tai_size_check(size_t given, size_t own, ta_error *error);
/* Calls options->progress, if there is one, with the share of the work that is
 * done, from 0 to 1, and the number of finished positions. Returns
 * TA_ECANCELLED if the function asks to stop. `options` may be NULL. */
ta_status tai_poll(const ta_options *options, double share, uint64_t done);
/* Checks that `bytes` are not more than options->max_memory. Returns TA_OK, or
 * TA_ELIMIT and a sentence, in which `what` names what needs the bytes.
 * `options` may be NULL. */
ta_status tai_admit(const ta_options *options, uint64_t bytes, const char *what,
                    ta_error *error);
/* Returns what is left of the limit `most` when the caller holds `own` bytes:
 * 1 if nothing is left. A limit of 0 means no limit, and stays 0. */
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

/* Returns the index of the first number >= p in an increasing list; `count` if
 * there is none. */
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

/* Returns the number of set bits in words[0 .. count). */
uint64_t tai_popcount_words(const uint64_t *words, uint64_t count);
/* Returns the number of set bits at the positions [lo, hi) of a bit array. */
uint64_t tai_popcount_range(const uint64_t *words, uint64_t lo, uint64_t hi);
/* Writes the positions of the set bits in [lo, hi) to out. Returns the number
 * of these bits. */
size_t tai_bits_decode(const uint64_t *words, uint64_t lo, uint64_t hi,
                       uint64_t *out);

/* ---- processor variants ---- */

typedef enum ta_isa { TA_ISA_PORTABLE = 0, TA_ISA_AVX2, TA_ISA_AVX512 } ta_isa;

/* Returns the best variant that the processor and the system support. The
 * environment variable TAKEAWAY_ISA (portable, avx2, avx512) can choose a lower
 * variant, but no higher one. The processor and the variable are examined once,
 * at the first call. */
ta_isa tai_cpu_isa(void);
/* Returns the name of a processor variant, as the environment variable
 * TAKEAWAY_ISA spells it. */
const char *tai_isa_name(ta_isa isa);

#ifdef __x86_64__
#define TA_X86 1
#else
#define TA_X86 0
#endif

/* A kernel file is compiled once for each variant (base/vector.h). TA_VARIANT
 * names the table of functions in the variant that is being compiled. TA_KERNEL
 * declares the tables of all variants; each has the type `table`.
 * TA_KERNEL_HERE points to the table of the variant tai_cpu_isa(). */
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
