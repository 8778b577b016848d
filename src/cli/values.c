/* Reads numbers and lists of numbers from operands and options, and counts the
 * memory of the program against its limit. */
#include <errno.h>

#include "computing.h"

char *cli_range_text(uint64_t least, uint64_t most, char text[CLI_RANGE])
{
    if (most != UINT64_MAX)
        snprintf(text, CLI_RANGE, "a number from %" PRIu64 " to %" PRIu64,
                 least, most);
    else
        snprintf(text, CLI_RANGE,
                 "a number%s, such as 1000000, 1_000_000, 1.5e6, 10M, 2^20-1 "
                 "or 3*10^7+1",
                 least > 0 ? " from 1 on" : "");
    return text;
}

bool cli_number(const char *what, const char *text, uint64_t least,
                uint64_t most, uint64_t *value)
{
    char accepted[CLI_RANGE];
    ta_status st = ta_number_parse(text, value, NULL);
    if (st == TA_ENOMEM)
        return cli_no_memory(what);
    if (st == TA_ERANGE && most == UINT64_MAX)
        return cli_refuse(what, text, "numbers below 2^64");
    if (st != TA_OK || *value < least || *value > most)
        return cli_refuse(what, text, cli_range_text(least, most, accepted));
    return true;
}

/* The bytes of --max-memory or, without it, those that were free at the
 * beginning (0: unknown); and those of them that the program has counted. */
static uint64_t memory_limit, memory_used;

void cli_memory_begin(const cli_speed *s)
{
    memory_used = 0;
    memory_limit = cli_options_of(s).max_memory;
}

/* Returns the rest of the limit; never 0, which means no limit, if there is
 * one. Less than a MiB in use is not counted, so that messages name the limit
 * that the user has given. */
static uint64_t memory_left(uint64_t limit)
{
    const uint64_t used = memory_used >> 20 << 20;
    return limit == 0 ? 0 : limit > used ? limit - used : 1;
}

static tai_budget *budget; /* of the call in cli_kept; NULL outside */

bool cli_budget_begin(void)
{
    return cli_charge("a game", 0) && /* false if the limit is passed */
           tai_budget_begin(memory_left(memory_limit), &budget) == TA_OK;
}

ta_status cli_budget_end(ta_status st)
{
    const int saved_errno = errno;
    memory_used += budget != NULL ? tai_budget_used(budget) : 0; /* it stays */
    st = tai_budget_end(budget, st, &cli_error);
    budget = NULL;
    errno = saved_errno;
    return st;
}

bool cli_charge(const char *what, uint64_t bytes)
{
    char limit[32];
    memory_used += bytes;
    return memory_limit == 0 || memory_used <= memory_limit ||
           cli_fail(CLI_FAILED, "no memory for %s within the limit of %s", what,
                    tai_bytes_text(memory_limit, limit));
}

bool cli_grow(const char *what, void *array, size_t count, size_t size)
{
    enum { OVERHEAD = 24 }; /* of malloc for a small array */
    void *items;            /* copied as bytes: `array` may be of any type */
    /* Capacities are 1, 2, 4, ...: the array is full at 0 and powers of two. */
    if ((count & (count - 1)) != 0)
        return true;
    if (!cli_charge(what, count > 0 ? count * size : size + OVERHEAD))
        return false;
    memcpy(&items, array, sizeof items);
    items = realloc(items, (count > 0 ? 2 * count : 1) * size);
    if (items == NULL)
        return cli_no_memory(what);
    memcpy(array, &items, sizeof items);
    return true;
}

bool cli_ends_in(const char *file, const char *ending)
{
    const char *type = file != NULL ? strrchr(file, '.') : NULL;
    return type != NULL && strcmp(type, ending) == 0;
}

int cli_by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

bool cli_numbers(const char *what, const char *text, uint64_t least,
                 uint64_t most, uint64_t **list, size_t *count)
{
    *list = NULL;
    *count = 0;
    bool ok = true;
    for (size_t length; ok; text += length + 1) {
        length = strcspn(text, ",");
        char *item = strndup(text, length);
        ok = item != NULL
                 ? cli_grow("a list of numbers", list, *count, sizeof **list) &&
                       cli_number(what, item, least, most, &(*list)[(*count)++])
                 : cli_no_memory("a list of numbers");
        free(item);
        if (text[length] == '\0')
            break;
    }
    uint64_t *e = *list;
    size_t kept = 0;
    if (ok)
        qsort(e, *count, sizeof *e, cli_by_number);
    for (size_t k = 0; ok && k < *count; k++)
        if (k == 0 || e[k] != e[kept - 1])
            e[kept++] = e[k];
    *count = kept;
    return ok;
}

char *cli_heap(const char *operand, const char **game)
{
    const char *at = strchr(operand, '@');
    if (at != NULL)
        *game = at + 1;
    return strndup(operand,
                   at != NULL ? (size_t)(at - operand) : strlen(operand));
}

bool cli_heap_number(const char *operand, const char **game, uint64_t most,
                     uint64_t *heap)
{
    char *text = cli_heap(operand, game);
    const bool ok = text != NULL ? cli_number("HEAP", text, 0, most, heap)
                                 : cli_no_memory("a heap");
    free(text);
    return ok;
}

ta_options cli_options_of(const cli_speed *s)
{
    const uint64_t bytes = ta_free_memory() / cli_ranks_here;
    /* An eighth of the free memory is left to other processes. */
    return (ta_options){.threads = (unsigned)s->threads,
                        .max_memory = s->max_memory != 0
                                          ? memory_left(s->max_memory)
                                          : bytes - bytes / 8,
                        .progress = cli_progress_step};
}
