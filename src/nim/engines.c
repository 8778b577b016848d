#include <string.h>

#include "nim/nim.h"

/* Slowest idea first. An engine is one file and one entry here. */
static const ta_nim_engine *const engines[] = {
    &ta_nim_naive, &ta_nim_layers, &ta_nim_planes_engine,
    &ta_nim_blocked_engine, &ta_nim_auto};
enum { ENGINES = sizeof engines / sizeof *engines };

const ta_nim_engine *ta_nim_engine_find(const char *name)
{
    for (size_t k = 0; k < ENGINES; k++)
        if (strcmp(engines[k]->info.name, name) == 0)
            return engines[k];
    return NULL;
}

const ta_engine_info *ta_nim_engines(size_t *count)
{
    static ta_engine_info info[ENGINES];
    /* Equal bytes every time, so that a second thread may do the same. */
    for (size_t k = 0; k < ENGINES; k++)
        info[k] = engines[k]->info;
    *count = ENGINES;
    return info;
}
