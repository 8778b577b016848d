/* What a run reports: pairs of texts. */
#include <stdio.h>
#include <string.h>

#include "base/base-internal.h"

struct ta_stats {
    size_t count, capacity;
    ta_stat *pairs;
};

ta_stats *ta_stats_new(void)
{
    return tai_alloc_zero(1, sizeof(ta_stats));
}

void ta_stats_free(ta_stats *stats)
{
    if (stats != NULL)
        ta_free(stats->pairs);
    ta_free(stats);
}

const ta_stat *ta_stats_all(const ta_stats *stats, size_t *count)
{
    *count = stats->count;
    return stats->pairs;
}

const char *ta_stats_find(const ta_stats *stats, const char *name)
{
    for (size_t i = stats->count; i-- > 0;)
        if (strcmp(stats->pairs[i].name, name) == 0)
            return stats->pairs[i].value;
    return NULL;
}

void tai_report_add(ta_stats *stats, const char *name, const char *format, ...)
{
    /* The list belongs to the caller, not to the run. */
    tai_budget *budget = tai_budget_use(NULL);
    const bool grown =
        stats != NULL && tai_grow(&stats->pairs, &stats->capacity, stats->count,
                                  stats->count + 1, sizeof *stats->pairs);
    tai_budget_use(budget);
    if (!grown)
        return;
    ta_stat *p = &stats->pairs[stats->count++];
    va_list args;
    va_start(args, format);
    snprintf(p->name, sizeof p->name, "%s", name);
    vsnprintf(p->value, sizeof p->value, format, args);
    va_end(args);
}
