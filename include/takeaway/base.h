/* takeaway: what every part stands on: statuses, the machine, numbers, bits. */
#ifndef TAKEAWAY_BASE_H
#define TAKEAWAY_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the library offers; nothing else is seen from outside of it. */
#if defined(__GNUC__)
#define TA_API __attribute__((visibility("default")))
#else
#define TA_API
#endif

/* --------------------------------------------------------------- status -- */

typedef enum ta_status {
    TA_OK = 0,
    TA_EINVAL,     /* an argument is outside what the function accepts */
    TA_ENOMEM,     /* the system gave no memory */
    TA_ELIMIT,     /* more memory is needed than options.max_memory allows */
    TA_ERANGE,     /* beyond what is proved or representable */
    TA_EIO,        /* reading or writing failed; errno is left as it was set */
    TA_ECANCELLED, /* options.progress asked to stop */
    TA_EMISMATCH   /* two results that must agree do not */
} ta_status;

/* A few words for each status; never NULL. */
TA_API const char *ta_status_text(ta_status status);

typedef struct ta_error {
    char text[384];
} ta_error;

/* Writes a sentence for a person, as vsnprintf would, with two differences: a
 * text longer than its precision ("%.60s") is not cut off but shown as
 * "first...last (101 digits)", and control characters become '?'. Where even
 * the sentence is longer than size - 1 bytes it ends in "...", or in as many
 * points as have room. With size 0 nothing is written. `format` may
 * have the conversions of C's int, long, long long, size_t, double and text,
 * without a width given as '*'. */
TA_API void ta_sentence(char *text, size_t size, const char *format,
                        va_list args);

/* The version of the library that is linked, as TA_VERSION is of the header. */
TA_API const char *ta_version(void);

/* Frees what a function of this library gave to the caller; accepts NULL. */
TA_API void ta_free(void *p);

/* -------------------------------------------------------------- machine -- */

/* Bytes that this process may still take, now: what the machine has without
 * swapping, or less by the limits of the process's control groups and those
 * above them (version 1 and 2), less their use. Elsewhere than on Linux the
 * machine's memory; 0 if that is not known. */
TA_API uint64_t ta_free_memory(void);

/* Processors that this process may run on, at least 1: by its affinity and, by
 * the quotas of its control groups, rounded up. */
TA_API unsigned ta_processors(void);

/* -------------------------------------------------------------- numbers -- */

/* Reads an exact non-negative integer expression that fills the whole text:
 * terms joined by '+' and '-', each of factors joined by '*', each of those D,
 * D^E, or FeE (F * 10^E) and F with a unit K, M, G, T (10^3, 10^6, 10^9,
 * 10^12), where D and E are decimal and F may have a point, if the product is
 * an integer. An underscore may stand between two digits.
 * Examples: 1000000, 1_000_000, 1.5e6, 10M, 2^20-1, 3*10^7+1. TA_EINVAL if it
 * is none, or negative, TA_ERANGE if the value is above 2^64 - 1 (or what is
 * added or taken away is above 2^128). */
TA_API ta_status ta_number_parse(const char *text, uint64_t *value,
                                 ta_error *error);

/* ----------------------------------------------------------------- bits -- */

/* n bits, bit i in bit i % 64 of words[i / 64]; bits at and above n are 0. */
typedef struct ta_bits {
    uint64_t *words;
    uint64_t n;
} ta_bits;

/* Allocates n zero bits (ta_bits_words(n) words, at least one). TA_ENOMEM. */
TA_API ta_status ta_bits_new(uint64_t n, ta_bits *bits);
TA_API void ta_bits_free(ta_bits *bits); /* accepts {NULL, 0}; leaves it so */
TA_API uint64_t ta_bits_count(const ta_bits *bits);

static inline uint64_t ta_bits_words(uint64_t n)
{
    return n / 64 + (n % 64 != 0);
}

static inline bool ta_bits_get(const ta_bits *bits, uint64_t i)
{
    return bits->words[i / 64] >> (i % 64) & 1;
}

#ifdef __cplusplus
}
#endif
#endif
