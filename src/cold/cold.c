/* Describes the computation of cold positions (P-positions): its name, its
 * engines (the methods of computing them) and its limits. */
#include "cold/divide.h"
#include "cold/engines.h"
#include "cold/wheel/wheel-engine.h"

/* The engines, that is, the methods of computing cold positions (P-positions).
 * They stand roughly in order from the slowest to the fastest. A new engine
 * needs one file and one entry in this array. */
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
    /* A run that continues an earlier run begins at a multiple of 2^13
     * positions. This is the default size of a base block, the smallest range
     * of positions in the recursion. If options->base_bits is set, 2^base_bits
     * takes the place of 2^13. */
    .grain = 13,
    .ordinary = &tai_engine_auto,
    .most = TA_HEAP_MOST,
    .most_text = TA_HEAP_MOST_TEXT,
};
