/* (name, value) pairs of text. A pair that finds no memory is dropped: what
 * was computed does not depend on it. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"

/* Where the two strings of a pair begin. */
typedef struct pair {
    size_t name, value;
} pair;

struct ta_stats {
    size_t count, room;
    pair *pairs;
    size_t used, text_room;
    char *text;
};

ta_stats *ta_stats_new(void)
{
    return ta_alloc_zero(1, sizeof(ta_stats));
}

void ta_stats_free(ta_stats *stats)
{
    if (stats != NULL) {
        ta_free(stats->pairs);
        ta_free(stats->text);
    }
    ta_free(stats);
}

size_t ta_stats_count(const ta_stats *stats)
{
    return stats->count;
}

const char *ta_stats_name(const ta_stats *stats, size_t i)
{
    return stats->text + stats->pairs[i].name;
}

const char *ta_stats_value(const ta_stats *stats, size_t i)
{
    return stats->text + stats->pairs[i].value;
}

const char *ta_stats_find(const ta_stats *stats, const char *name)
{
    for (size_t i = stats->count; i-- > 0;)
        if (strcmp(ta_stats_name(stats, i), name) == 0)
            return ta_stats_value(stats, i);
    return NULL;
}

void ta_stats_add(ta_stats *stats, const char *name, const char *format, ...)
{
    char value[216];
    va_list args;
    if (stats == NULL)
        return;
    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    const size_t before = strlen(name) + 1, bytes = before + strlen(value) + 1;
    ta_budget *budget = ta_budget_use(NULL); /* they are the caller's */
    const bool grown = ta_grow(&stats->pairs, &stats->room, stats->count,
                               stats->count + 1, sizeof *stats->pairs) &&
                       ta_grow(&stats->text, &stats->text_room, stats->used,
                               stats->used + bytes, 1);
    ta_budget_use(budget);
    if (!grown)
        return;
    const pair p = {stats->used, stats->used + before};
    memcpy(stats->text + p.name, name, before);
    memcpy(stats->text + p.value, value, bytes - before);
    stats->pairs[stats->count++] = p;
    stats->used += bytes;
}
