/* The memory that a run really took: how far the resident set rose above
 * what it was before. Linux only; elsewhere unknown. */
#include <inttypes.h>
#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "computing.h"

/* A line of /proc/self/status, such as "VmRSS:   1332 kB", in bytes; 0 if
 * there is none. */
static uint64_t status_bytes(const char *format)
{
    FILE *f = fopen("/proc/self/status", "r");
    if (f == NULL)
        return 0;
    char line[128];
    uint64_t kib = 0;
    while (fgets(line, sizeof line, f) != NULL)
        if (sscanf(line, format, &kib) == 1)
            break;
    fclose(f);
    return kib * 1024;
}

uint64_t cli_peak_begin(void)
{
#ifdef __GLIBC__
    /* What the run before has freed must not be there to be used again:
     * every run pays for its own memory. */
    malloc_trim(0);
#endif
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (f == NULL)
        return 0;
    bool reset = fputs("5", f) >= 0; /* the peak begins again from here */
    if (fclose(f) != 0 || !reset)
        return 0;
    return status_bytes("VmRSS: %" SCNu64);
}

uint64_t cli_peak_end(uint64_t before)
{
    uint64_t peak = status_bytes("VmHWM: %" SCNu64);
    return before == 0 || peak < before ? 0 : peak - before;
}
