#include "cold/engines.h"

#include <string.h>

/* Slowest idea first. An engine is one file and one entry here. */
static const ta_engine *const engines[] = {
    &ta_engine_naive, &ta_engine_sieve,    &ta_engine_segments,
    &ta_engine_shift, &ta_engine_textbook, &ta_engine_divide,
    &ta_engine_exact, &ta_engine_wheel,    &ta_engine_auto,
};
enum { ENGINES = sizeof engines / sizeof *engines };

const ta_engine *ta_engine_find(const char *name)
{
    for (size_t k = 0; k < ENGINES; k++)
        if (strcmp(engines[k]->info.name, name) == 0)
            return engines[k];
    return NULL;
}

const ta_engine_info *ta_engines(size_t *count)
{
    static ta_engine_info info[ENGINES];
    /* Equal bytes every time, so that a second thread may do the same. */
    for (size_t k = 0; k < ENGINES; k++)
        info[k] = engines[k]->info;
    *count = ENGINES;
    return info;
}
