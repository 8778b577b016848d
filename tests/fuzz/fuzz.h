/* What the fuzz targets share. Each file fuzz-NAME.c is one target: it holds
 * LLVMFuzzerTestOneInput, which libFuzzer calls with what it makes up, and
 * replay.c with the lines of corpus/NAME.txt. */
#ifndef TA_FUZZ_H
#define TA_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base-internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process, so that the fuzzer keeps the input. */
#define FUZZ_ASSERT(condition)                                                 \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__,           \
                   #condition);                                                \
            fflush(stdout);                                                    \
            abort();                                                           \
        }                                                                      \
    } while (0)

/* The input as a string in memory of just that size, so that the sanitizer
 * sees a read beyond it; the caller frees it with free(). */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_ASSERT(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Whether an input is one of a share of 1 in n, by a hash of its bytes: for
 * checks that cost a thousand times what reading the input does. */
static inline bool fuzz_one_in(uint32_t n, const uint8_t *data, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ data[k]) * 16777619u;
    return (hash ^ hash >> 15) % n == 0;
}

/* What every refusal owes: a status that is no success, and a sentence. */
static inline void fuzz_check_refusal(ta_status st, const ta_error *error)
{
    FUZZ_ASSERT(st == TA_EINVAL || st == TA_ERANGE || st == TA_EIO ||
                st == TA_EMISMATCH);
    FUZZ_ASSERT(error->text[0] != '\0');
    FUZZ_ASSERT(memchr(error->text, '\0', sizeof error->text) != NULL);
}

#endif
