/* Games by a rule as quantities; outcomes of exact play (TA_EXACT), as values,
 * also of sets. */
#ifndef TA_BY_RULE_H
#define TA_BY_RULE_H

#include "run/job.h"

extern const tai_quantity tai_rule_cold, tai_rule_nim, tai_rule_length,
    tai_outcomes;

#endif
