/* --at: the ends of a table's rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static bool add(cli_ends *e, uint64_t end)
{
    if (e->count % 64 == 0) {
        uint64_t *grown = realloc(e->end, (e->count + 64) * sizeof *grown);
        if (grown == NULL)
            return false;
        e->end = grown;
    }
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

static int increasing(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* A list such as 10,1e3: sorted, repeats dropped, none above n. */
static int read_list(cli_ends *e, const char *list, uint64_t n, bool *room)
{
    for (const char *at = list; *room; at++) {
        uint64_t end;
        size_t length = strcspn(at, ",");
        char *item = strndup(at, length);
        *room = item != NULL;
        int status =
            *room ? cli_number("--at: the number", item, 0, n, &end) : CLI_DONE;
        free(item);
        if (status != CLI_DONE)
            return status;
        *room = *room && add(e, end);
        at += length;
        if (*at == '\0')
            break;
    }
    if (*room)
        qsort(e->end, e->count, sizeof *e->end, increasing);
    size_t kept = 0;
    for (size_t i = 0; i < e->count; i++)
        if (kept == 0 || e->end[i] != e->end[kept - 1])
            e->end[kept++] = e->end[i];
    e->count = kept;
    return CLI_DONE;
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
        status = read_list(e, at, n, &room);
    else
        status = cli_unknown("--at", at, cli_at_forms);
    if (room)
        return status;
    return cli_status(TA_ENOMEM, &(ta_error){"no memory for the rows of --at"});
}
