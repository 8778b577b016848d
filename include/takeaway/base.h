/* The part of takeaway's header about statuses, memory, numbers and arrays of
 * bits. */
#ifndef TAKEAWAY_BASE_H
#define TAKEAWAY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks the functions that the shared library exports. */
#if defined(__GNUC__)
#define TA_API __attribute__((visibility("default")))
#else
#define TA_API
#endif

/* --------------------------------------------------------------- status -- */

/* The status that a function returns if it can fail: TA_OK, or an error. */
typedef enum ta_status {
    TA_OK = 0,
    TA_EINVAL,     /* an argument is outside what the function accepts */
    TA_ENOMEM,     /* the system did not give the memory that was needed */
    TA_ELIMIT,     /* more memory is needed than options.max_memory allows */
    TA_ERANGE,     /* a number is too large, or a result is not proved */
    TA_EIO,        /* reading or writing failed; errno says why */
    TA_ECANCELLED, /* the function options.progress asked to stop */
    TA_EMISMATCH /* two results that must agree differ, or a file is damaged */
} ta_status;

/* Returns a few words that describe a status. The result is never NULL. */
TA_API const char *ta_status_text(ta_status status);

/* An error message: one sentence, in one line, about what was wrong. */
typedef struct ta_error {
    char text[1000];
} ta_error;

/* Returns the version of the linked library, such as "0.1.0". TA_VERSION is the
 * version of the header. */
TA_API const char *ta_version(void);

/* --------------------------------------------------------------- memory -- */

/* Frees an array that a function of this library gave to the caller. Accepts
 * NULL. */
TA_API void ta_free(void *p);

/* Returns the number of bytes that this process can still allocate without
 * swapping. On Linux the number respects the limits of the control groups of
 * the process (versions 1 and 2). If the system does not say how much memory is
 * free, returns the size of the physical memory. If that is unknown too,
 * returns 0. */
TA_API uint64_t ta_free_memory(void);

/* -------------------------------------------------------------- numbers -- */

/* Sets *value to the value of the integer expression `text`. Examples are
 * 1000000, 1_000_000, 1.5e6, 10M, 2^20-1 and 3*10^7+1. An expression is a sum
 * or difference of terms, and a term is a product of factors. A factor is a
 * decimal number, a power such as 2^20, or a number with an exponent (1.5e6) or
 * a unit. The units K, M, G and T mean 10^3, 10^6, 10^9 and 10^12. Each factor
 * must be an integer. A factor may also be hexadecimal, such as 0xFFFF. Returns
 * TA_OK, TA_EINVAL (`text` is no such expression, or its value is negative) or
 * TA_ERANGE (the value is above 2^64 - 1). */
TA_API ta_status ta_number_parse(const char *text, uint64_t *value,
                                 ta_error *error);

/* ----------------------------------------------------------------- bits -- */

/* An array of n bits. Bit i is bit i % 64 of words[i / 64]. The unused bits of
 * the last word are 0. */
typedef struct ta_bits {
    uint64_t *words;
    uint64_t n;
} ta_bits;

/* Allocates an array of n bits, all of them 0. The array has ta_bits_words(n)
 * words, but at least one. The caller frees it by ta_bits_free. Returns TA_OK
 * or TA_ENOMEM. */
TA_API ta_status ta_bits_new(uint64_t n, ta_bits *bits);

/* Frees the words of *bits and sets *bits to {NULL, 0}. Accepts {NULL, 0}. */
TA_API void ta_bits_free(ta_bits *bits);

/* Returns how many bits of the array are 1. */
TA_API uint64_t ta_bits_count(const ta_bits *bits);

/* Returns the number of 64-bit words that n bits need. */
static inline uint64_t ta_bits_words(uint64_t n)
{
    return n / 64 + (n % 64 != 0);
}

/* Returns whether bit i of the array is 1, for i < bits->n. */
static inline bool ta_bits_get(const ta_bits *bits, uint64_t i)
{
    return bits->words[i / 64] >> (i % 64) & 1;
}

#ifdef __cplusplus
}
#endif
#endif
