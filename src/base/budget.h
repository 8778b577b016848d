/* Budgets of memory, sentences for people, clock and processors. */
#ifndef TA_BUDGET_H
#define TA_BUDGET_H

#include <stdarg.h>

#include "takeaway.h"

/* Writes a sentence of at most size - 1 bytes, size >= 4: control characters
 * become '?', a longer one ends in "...". */
void tai_sentence(char *text, size_t size, const char *format, va_list args);

/* Writes a size such as "1.5 GiB", and returns `text`. */
char *tai_bytes_text(uint64_t bytes, char text[32]);

/* A limit on the bytes of the arrays of a run. tai_alloc counts an array in the
 * current budget of its thread, or returns NULL above the limit; ta_free takes
 * it off the budget that counted it, from any thread, even after the run. The
 * 64 bytes before each array and the memory of GMP, FFTW, zstd and nettle are
 * not counted. */
typedef struct tai_budget tai_budget;
/* Makes a budget of `limit` bytes (0: none) current in this thread. If there is
 * one already, sets *budget to NULL. Returns TA_OK or TA_ENOMEM. */
ta_status tai_budget_begin(uint64_t limit, tai_budget **budget);
/* Ends a budget (NULL: none) after a run of status `st`, which it returns; but
 * TA_ELIMIT, with a sentence, for a TA_ENOMEM of this limit. The budget is
 * freed with the last array that it counts. */
ta_status tai_budget_end(tai_budget *budget, ta_status st, ta_error *error);
uint64_t tai_budget_used(const tai_budget *budget);

/* Returns seconds of a monotonic clock. */
double tai_now(void);

/* Returns the bytes in a line of /proc/self/status, such as "VmHWM:"; 0 without
 * it. */
uint64_t tai_resident_bytes(const char *line);

/* Returns how many processors this process may use, by its affinity and the
 * quotas of its control groups, rounded up; at least 1. */
unsigned tai_processors(void);

#endif
