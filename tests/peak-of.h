/* What a plan predicts, and what the run holds at its peak. */
#ifndef TA_PEAK_OF_H
#define TA_PEAK_OF_H

#include <inttypes.h>

#include "counting.h"
#include "testing.h"

/* Returns the bytes that a run of a plan holds at its peak, all of which are
 * given back at its end. The plan predicts no fewer. */
static uint64_t peak_of(ta_content content, const char *spec, uint64_t n,
                        const ta_options *options, uint64_t *predicted)
{
    ta_game *game = test_game(spec, TA_NORMAL);
    ta_plan *plan;
    ck_assert_int_eq(ta_plan_new(content, game, n, options, &plan, NULL),
                     TA_OK);
    *predicted = ta_plan_memory(plan);
    ta_budget *budget = count_begin();
    ck_assert_int_eq(ta_plan_run(plan, NULL, NULL), TA_OK);
    uint64_t used = count_end(budget);
    ta_plan_free(plan);
    ta_game_free(game);
    ck_assert_msg(used <= *predicted,
                  "%s, %s below %" PRIu64 ": %" PRIu64 " bytes, %" PRIu64
                  " predicted",
                  options->engine, spec, n, used, *predicted);
    return used;
}

#endif
