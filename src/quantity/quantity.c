/* The table of quantities, and what the public interface makes of it. */
#include "base/communicator.h"
#include "cold/engines.h"
#include "length/length.h"
#include "nim/nim.h"
#include "octal/misere.h"
#include "octal/octal-internal.h"
#include "run/by-rule.h"

/* Of subtraction games, octal games, these in misère play, games by a rule, and
 * any game in exact play. */
enum { SUBTRACTION, OCTAL, MISERE_OCTAL, BY_RULE, EXACT, KINDS };

static const tai_quantity *const quantities[][KINDS] = {
    [TA_CONTENT_COLD] = {&tai_cold_positions, &tai_octal_values,
                         &tai_octal_misere, &tai_rule_cold, &tai_outcomes},
    [TA_CONTENT_NIM] = {&tai_nim_values, &tai_octal_values, &tai_octal_values,
                        &tai_rule_nim, &tai_outcomes},
    [TA_CONTENT_LENGTH] = {&tai_length_values, NULL, NULL, &tai_rule_length,
                           NULL},
};
enum { CONTENTS = sizeof quantities / sizeof *quantities };

/* Returns NULL if there is none, or no such content. */
static const tai_quantity *quantity_find(ta_content content, int kind)
{
    const size_t k = (size_t)content;
    return k < CONTENTS ? quantities[k][kind] : NULL;
}

const ta_engine_info *ta_engine_at(ta_content content, bool octal, size_t k)
{
    const tai_quantity *quantity =
        quantity_find(content, octal ? OCTAL : SUBTRACTION);
    return quantity != NULL && k < quantity->count ? &quantity->engines[k]->info
                                                   : NULL;
}

ta_status ta_plan_new(ta_content content, const ta_game *game, uint64_t n,
                      const ta_options *options, ta_plan **plan,
                      ta_error *error)
{
    const ta_game_info *about = ta_game_about(game);
    const int kind = about->convention == TA_EXACT    ? EXACT
                     : about->rule                    ? BY_RULE
                     : about->octal == NULL           ? SUBTRACTION
                     : about->convention == TA_MISERE ? MISERE_OCTAL
                                                      : OCTAL;
    const tai_quantity *quantity = quantity_find(content, kind);
    *plan = NULL;
    return quantity != NULL
               ? tai_plan_new(quantity, content, game, n, options, plan, error)
               : tai_fail(error, TA_EINVAL, "%s",
                          content != TA_CONTENT_LENGTH
                              ? "there is no such content"
                          : about->convention == TA_EXACT
                              ? "lengths are defined for normal play only"
                              : "lengths are computed for subtraction games "
                                "only");
}

ta_status ta_run(ta_content content, const ta_game *game, uint64_t n,
                 const ta_options *options, const ta_sink *sink,
                 ta_error *error)
{
    ta_plan *plan;
    ta_status st = ta_plan_new(content, game, n, options, &plan, error);
    st = st == TA_OK ? ta_plan_run(plan, sink, error)
                     : tai_comm_close(options, st, error);
    ta_plan_free(plan);
    return st;
}
