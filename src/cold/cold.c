/* The quantity `cold positions`: its properties and the list of its engines. */
#include "cold/divide.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"

/* The engines for cold positions, from the slowest idea to the fastest. A new
 * engine is one file and one entry here. */
static const ta_engine *const engines[] = {
    &tai_engine_naive, &tai_engine_sieve,    &tai_engine_segments,
    &tai_engine_shift, &tai_engine_textbook, &tai_engine_divide,
    &tai_engine_exact, &tai_engine_wheel,    &tai_engine_period,
    &tai_engine_auto,
};

static bool shares(const ta_engine *engine)
{
    return engine == &tai_engine_wheel || engine == &tai_engine_auto;
}

const ta_quantity tai_cold_positions = {
    .name = "cold positions",
    .content = TA_CONTENT_COLD,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .shares = shares,
    /* A resumed run begins at a multiple of 2^13 positions, unless
     * options->base_bits sets another size of base blocks. 2^13 is the default
     * size of a base block, and every engine can begin at its multiples. */
    .grain = 13,
    .ordinary = &tai_engine_auto,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
};
