/* --at: the ends of a table's rows. */
#include <string.h>

#include "computing.h"

static bool add(cli_ends *e, uint64_t end)
{
    if (!cli_grow(&e->end, e->count, sizeof *e->end))
        return false;
    e->end[e->count++] = end;
    return true;
}

static bool powers(cli_ends *e, uint64_t base, uint64_t n)
{
    bool room = true;
    for (uint64_t p = 1; p <= n && room; p *= base) {
        room = add(e, p);
        if (p > n / base)
            break;
    }
    return room;
}

static bool cubes(cli_ends *e, uint64_t n)
{
    bool room = true;
    for (uint64_t k = 1; k <= n / k / k && room; k++)
        room = add(e, k * k * k);
    return room;
}

const char cli_at_forms[] =
    "powers2, powers10, cubes or numbers joined by commas";

int cli_ends_read(const char *at, uint64_t n, cli_ends *e)
{
    bool room = true;
    int status = CLI_DONE;
    *e = (cli_ends){NULL, 0};
    if (at == NULL)
        room = add(e, n);
    else if (strcmp(at, "powers2") == 0)
        room = powers(e, 2, n);
    else if (strcmp(at, "powers10") == 0)
        room = powers(e, 10, n);
    else if (strcmp(at, "cubes") == 0)
        room = cubes(e, n);
    else if (strchr("0123456789,", at[0]) != NULL)
        status = cli_numbers("--at: the number", at, 0, n, &e->end, &e->count);
    else
        status = cli_unknown("--at", at, cli_at_forms);
    if (room)
        return status;
    return cli_status(TA_ENOMEM, &(ta_error){"no memory for the rows of --at"});
}
