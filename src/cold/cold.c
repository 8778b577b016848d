/* Cold positions as a quantity: engines and limits. */
#include "cold/divide.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"

/* Roughly from the slowest to the fastest. */
static const tai_engine *const engines[] = {
    &tai_engine_naive, &tai_engine_sieve,    &tai_engine_segments,
    &tai_engine_shift, &tai_engine_textbook, &tai_engine_divide,
    &tai_engine_exact, &tai_engine_wheel,    &tai_engine_period,
    &tai_engine_gpu,   &tai_engine_auto,
};

static bool shares(const tai_engine *engine)
{
    return engine == &tai_engine_wheel || engine == &tai_engine_auto;
}

const tai_quantity tai_cold_positions = {
    .name = "cold positions",
    .content = TA_CONTENT_COLD,
    .engines = engines,
    .count = sizeof engines / sizeof *engines,
    .shares = shares,
    /* A resumed run begins at a base block; options->base_bits takes the place
     * of 13. */
    .grain = 13,
    .ordinary = &tai_engine_auto,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
};
