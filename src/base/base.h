/* What every module may use: memory, errors, statistics, time, bits, processor
 * variants. All functions may be called by several threads at once, unless they
 * change the same object. */
#ifndef TA_BASE_H
#define TA_BASE_H

#include "tool.h"

/* Bit arrays are read and written as bytes too (unaligned vector loads). */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "takeaway supports little-endian machines only"
#endif
/* Heap sizes index memory, and some arrays are larger than 2^32 bytes. */
#if SIZE_MAX < UINT64_MAX
#error "takeaway needs a 64-bit machine"
#endif

#if defined(__GNUC__)
#define TA_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define TA_PRINTF(f, a)
#endif

/* ---- memory: every allocation of the library goes through these ---- */

/* Allocates count * size bytes, at least one, 64-byte aligned and not cleared.
 * Returns NULL if there is no memory or if the product overflows. The caller
 * frees them by ta_free, which is public. */
void *ta_alloc(uint64_t count, uint64_t size);
/* Does the same, and clears them. */
void *ta_alloc_zero(uint64_t count, uint64_t size);

/* A budget: the limit of a run's memory, and the bytes in use. ta_alloc charges
 * an array to the budget that is current for the thread, and returns NULL for
 * one that would exceed the limit; ta_free credits the same budget, on any
 * thread and at any time. Not charged are the 64 bytes before each array, and
 * what GMP, FFTW, zstd and nettle allocate. */
typedef struct ta_budget ta_budget;
/* Makes a budget of `limit` bytes, 0 for no limit, current for this thread. If
 * another budget is current, it stays, and *budget is NULL. TA_ENOMEM. */
ta_status ta_budget_begin(uint64_t limit, ta_budget **budget);
/* Ends what ta_budget_begin began; does nothing for NULL. Returns st, but
 * TA_ELIMIT with a sentence for a TA_ENOMEM that the limit has caused. The
 * budget lasts until its last array is freed. */
ta_status ta_budget_end(ta_budget *budget, ta_status st, ta_error *error);
/* Makes a budget, or none (NULL), current for this thread; returns the one
 * before it. A thread that works for another takes over the other's budget. */
ta_budget *ta_budget_use(ta_budget *budget);
ta_budget *ta_budget_current(void);
/* Bytes in use now, and at most so far. */
uint64_t ta_budget_used(const ta_budget *budget);
uint64_t ta_budget_peak(const ta_budget *budget);

/* Makes room for `count` items of `size` bytes. `array` points to a pointer to
 * such items, NULL at first; the first `used` items are kept. *room is how many
 * the array holds, and at least doubles. Returns false if there is no memory,
 * and changes nothing then. */
bool ta_grow(void *array, size_t *room, size_t used, size_t count, size_t size);

/* Makes the k-th allocation from now (1 = next) fail, once; 0: none. For tests.
 */
void ta_alloc_fail_at(uint64_t k);
/* Returns how many allocations were tried since the process started. */
uint64_t ta_alloc_calls(void);

/* ---- errors ---- */

/* Writes the sentence, as ta_sentence does, if error is not NULL, and returns
 * status. */
ta_status ta_fail(ta_error *error, ta_status status, const char *format, ...)
    TA_PRINTF(3, 4);
/* Writes the sentence "cannot <what> '<path>': ..." for errno, which it keeps.
 * Returns TA_EIO. */
ta_status ta_fail_io(ta_error *error, const char *what, const char *path);
#ifdef __clang_analyzer__ /* It reads one file, and would not know the result. \
                           */
#define ta_fail(error, status, ...)                                            \
    ((void)(ta_fail)(error, status, __VA_ARGS__), status)
#endif

/* Writes a number of bytes such as "1.5 GiB" into text; returns text. */
char *ta_bytes_text(uint64_t bytes, char text[32]);

/* ---- statistics ---- */

/* Appends a pair of a name and a value. Both are cut if they are longer than 39
 * and 215 bytes. Does nothing if stats is NULL or if there is no memory. */
void ta_stats_add(ta_stats *stats, const char *name, const char *format, ...)
    TA_PRINTF(3, 4);

/* ---- a run ---- */

/* Checks that no options of a later library are asked for. TA_EINVAL. options
 * may be NULL. */
ta_status ta_options_check(const ta_options *options, ta_error *error);
/* Calls options->progress. TA_ECANCELLED if it asks to stop. options may be
 * NULL.
 */
ta_status ta_poll(const ta_options *options, double share, uint64_t done);
/* Checks that `bytes` are not more than options->max_memory. TA_ELIMIT, with a
 * sentence that begins as `format` says ("a table needs"). options may be NULL.
 */
ta_status ta_admit(const ta_options *options, uint64_t bytes, ta_error *error,
                   const char *format, ...) TA_PRINTF(4, 5);
/* Returns the limit `most` less `own` bytes of the caller. 0 is no limit, so
 * that 1 stands for nothing. */
static inline uint64_t ta_limit_less(uint64_t most, uint64_t own)
{
    return most == 0 ? 0 : most > own ? most - own : 1;
}

/* ---- time ---- */

double ta_now(void); /* seconds of a monotonic clock */

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

/* Returns the first index of the increasing list whose number is >= p; count if
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
int ta_by_number(const void *a, const void *b);

/* ---- bits ---- */

static inline unsigned ta_ctz(uint64_t w) /* w != 0 */
{
    return (unsigned)__builtin_ctzll(w);
}

static inline unsigned ta_popcount(uint64_t w)
{
    return (unsigned)__builtin_popcountll(w);
}

static inline unsigned ta_log2_floor(uint64_t x) /* x != 0 */
{
    return 63 - (unsigned)__builtin_clzll(x);
}

static inline unsigned ta_log2_ceil(uint64_t x) /* x != 0; 0 for 1 */
{
    return x == 1 ? 0 : ta_log2_floor(x - 1) + 1;
}

/* Returns the number of set bits in words[0 .. count). */
uint64_t ta_popcount_words(const uint64_t *words, uint64_t count);
/* Returns the number of set bits at positions [lo, hi) of an array. */
uint64_t ta_popcount_range(const uint64_t *words, uint64_t lo, uint64_t hi);
/* Writes the positions of the set bits in [lo, hi) to out; returns their
 * number.
 */
size_t ta_bits_decode(const uint64_t *words, uint64_t lo, uint64_t hi,
                      uint64_t *out);

/* ---- processor variants ---- */

typedef enum ta_isa { TA_ISA_PORTABLE = 0, TA_ISA_AVX2, TA_ISA_AVX512 } ta_isa;

/* Returns the best variant that this processor and the system support. The
 * environment variable TAKEAWAY_ISA (portable, avx2, avx512) lowers it, never
 * raises it. Both are read once, at the first call. */
ta_isa ta_cpu_isa(void);
const char *ta_isa_name(ta_isa isa);

#if defined(__x86_64__) && defined(__GNUC__)
#define TA_X86 1
/* Chooses the variant of a kernel by ta_cpu_isa(). */
#define TA_BY_ISA(PORTABLE, AVX2, AVX512)                                      \
    (ta_cpu_isa() == TA_ISA_AVX512 ? (AVX512)                                  \
     : ta_cpu_isa() == TA_ISA_AVX2 ? (AVX2)                                    \
                                   : (PORTABLE))
#define TA_TARGET_AVX2 __attribute__((target("avx2,fma,bmi,bmi2,popcnt")))
#define TA_TARGET_AVX512                                                       \
    __attribute__((target(                                                     \
        "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma,bmi,bmi2,popcnt")))
#else
#define TA_X86                            0
#define TA_BY_ISA(PORTABLE, AVX2, AVX512) (PORTABLE)
#endif

/* For kernels, which are compiled once for each variant (base/vector.h).
 * TA_VARIANT(table) is the name of a table in the variant that the compiler
 * makes; TA_KERNEL declares the tables of all variants, each of the type
 * `table`; TA_KERNEL_HERE points to the table of ta_cpu_isa(). */
#ifndef TA_ISA
#define TA_ISA portable
#endif
#define TA_PASTE(table, isa)      table##_##isa
#define TA_VARIANT_OF(table, isa) TA_PASTE(table, isa)
#define TA_VARIANT(table)         TA_VARIANT_OF(table, TA_ISA)
#define TA_KERNEL(table)                                                       \
    extern const table table##_portable, table##_avx2, table##_avx512
#define TA_KERNEL_HERE(table)                                                  \
    TA_BY_ISA(&table##_portable, &table##_avx2, &table##_avx512)

#endif
