/* The memory that a run really takes: how far the resident set rises above what
 * it was before. Linux only; elsewhere the amount is unknown. */
#include "computing.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Returns the bytes of a line of /proc/self/status, such as "VmRSS:  1332 kB",
 * which begins with `name`; 0 if there is none. */
static uint64_t peak_read(const char *name)
{
    char line[128];
    uint64_t kib = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f != NULL && kib == 0 && fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            kib = strtoull(line + strlen(name), NULL, 10);
    if (f != NULL)
        fclose(f);
    return kib * 1024;
}

uint64_t cli_peak_begin(void)
{
#ifdef __GLIBC__
    malloc_trim(0); /* every run pays for its own memory */
#endif
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (f == NULL)
        return 0;
    const bool written = fputs("5", f) >= 0; /* the peak begins here */
    return fclose(f) == 0 && written ? peak_read("VmRSS:") : 0;
}

uint64_t cli_peak_end(uint64_t before)
{
    const uint64_t peak = peak_read("VmHWM:");
    return before == 0 || peak < before ? 0 : peak - before;
}
