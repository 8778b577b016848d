/* Measures the memory that a run really takes: how far the resident set of the
 * process rises above its size before the run. Works on Linux only; elsewhere
 * the amount is unknown. */
#include "computing.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Returns the number of bytes in the line of /proc/self/status that begins with
 * `name`, such as "VmRSS:  1332 kB". Returns 0 if there is no such line. */
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
    malloc_trim(0); /* memory that earlier runs have freed must not count */
#endif
    FILE *f = fopen("/proc/self/clear_refs", "w");
    if (f == NULL)
        return 0;
    /* "5" makes the kernel measure the peak of the resident set from here on.
     */
    const bool written = fputs("5", f) >= 0;
    return fclose(f) == 0 && written ? peak_read("VmRSS:") : 0;
}

uint64_t cli_peak_end(uint64_t before)
{
    const uint64_t peak = peak_read("VmHWM:");
    return before == 0 || peak < before ? 0 : peak - before;
}
