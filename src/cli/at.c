/* Reads the option --at: the numbers n that have a row. */

#include "computing.h"

const char cli_at_forms[] =
    "powers2, powers10, cubes, numbers joined by commas";

bool cli_ends_read(const char *at, uint64_t n, cli_ends *e)
{
    *e = (cli_ends){NULL, 0};
    if (at != NULL && strchr("0123456789,", at[0]) != NULL)
        return cli_numbers("--at: the number", at, 0, n, &e->end, &e->count);
    const bool cubes = at != NULL && strcmp(at, "cubes") == 0;
    const uint64_t base = at == NULL                    ? 0
                          : strcmp(at, "powers2") == 0  ? 2
                          : strcmp(at, "powers10") == 0 ? 10
                                                        : 0;
    if (at != NULL && base == 0 && !cubes)
        return cli_unknown("--at", at, cli_at_forms);
    uint64_t end = at == NULL ? n : 1;
    bool more = true;
    for (uint64_t k = 2; more && end <= n; k++) {
        if (!cli_grow("a list of numbers", &e->end, e->count, sizeof *e->end))
            return false;
        e->end[e->count++] = end;
        /* The next is used only if it is at most n, so that none overflows. */
        more = cubes ? k <= n / k / k : base > 0 && end <= n / base;
        end = cubes ? k * k * k : end * base;
    }
    return true;
}
