/* What all of the library uses. */
#ifndef TAKEAWAY_BASE_H
#define TAKEAWAY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the shared library exports. */
#if defined(__GNUC__)
#define TA_API __attribute__((visibility("default")))
#else
#define TA_API
#endif

/* --------------------------------------------------------------- status -- */

typedef enum ta_status {
    TA_OK = 0,
    TA_EINVAL,     /* an argument is not accepted */
    TA_ENOMEM,     /* the system did not give the memory */
    TA_ELIMIT,     /* options.max_memory is too little */
    TA_ERANGE,     /* a number is too large, or a result is not proved */
    TA_EIO,        /* reading or writing failed; errno says why */
    TA_ECANCELLED, /* options.progress asked to stop */
    TA_EMISMATCH /* two results that must agree differ, or a file is damaged */
} ta_status;

/* Returns a few words. */
TA_API const char *ta_status_text(ta_status status);

/* One sentence, in one line. */
typedef struct ta_error {
    char text[1000];
} ta_error;

/* Returns the version of the linked library; TA_VERSION is that of the header.
 */
TA_API const char *ta_version(void);

/* --------------------------------------------------------------- memory -- */

TA_API void ta_free(void *p);

/* Returns the bytes that can still be allocated without swapping, within the
 * control groups (Linux); else the physical memory; 0 if nothing is known. */
TA_API uint64_t ta_free_memory(void);

/* -------------------------------------------------------------- numbers -- */

/* Reads a sum or difference of products of integers, such as 1000000,
 * 1_000_000, 1.5e6, 10M, 2^20-1, 3*10^7+1, 0xFFFF, that is not negative. K, M,
 * G, T mean 10^3 to 10^12. Errors: TA_ERANGE (above 2^64 - 1). */
TA_API ta_status ta_number_parse(const char *text, uint64_t *value,
                                 ta_error *error);

/* ----------------------------------------------------------------- bits -- */

/* n bits; bit i is bit i % 64 of words[i / 64]. Unused bits of the last word
 * are 0. */
typedef struct ta_bits {
    uint64_t *words;
    uint64_t n;
} ta_bits;

/* Allocates n bits of 0, at least one word. */
TA_API ta_status ta_bits_new(uint64_t n, ta_bits *bits);

/* Frees the words and sets *bits to {NULL, 0}, which may be freed again. */
TA_API void ta_bits_free(ta_bits *bits);

/* Counts the one-bits. */
TA_API uint64_t ta_bits_count(const ta_bits *bits);

/* Returns the words that n bits need. */
static inline uint64_t ta_bits_words(uint64_t n)
{
    return n / 64 + (n % 64 != 0);
}

/* Returns bit i, for i < bits->n. */
static inline bool ta_bits_get(const ta_bits *bits, uint64_t i)
{
    return bits->words[i / 64] >> (i % 64) & 1;
}

#ifdef __cplusplus
}
#endif
#endif
