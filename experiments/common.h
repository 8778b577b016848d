/* What programs of several experiments share: time, medians, tables. */
#ifndef EXPERIMENTS_COMMON_H
#define EXPERIMENTS_COMMON_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Seconds of a clock of POSIX. */
static inline double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

static inline int increasing(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of n >= 1 numbers, which are sorted by it. */
static inline double median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, increasing);
    return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

_Noreturn static inline void die(const char *program, const char *what)
{
    fprintf(stderr, "%s: %s\n", program, what);
    exit(1);
}

/* FOLDER/NAME.tsv with this first line, or NULL, and then it has been said why.
 */
static inline FILE *open_table(const char *folder, const char *name,
                               const char *header)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s.tsv", folder, name) >=
        (int)sizeof path)
        return NULL;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        perror(path);
    else
        fprintf(file, "%s\n", header);
    return file;
}

/* Closes a table (or NULL): whether all of it was written. */
static inline int close_table(FILE *file)
{
    if (file == NULL)
        return 0;
    int written = !ferror(file);
    return fclose(file) == 0 && written;
}

#endif
