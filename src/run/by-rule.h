/* Games by a rule as quantities. */
#ifndef TA_BY_RULE_H
#define TA_BY_RULE_H

#include "run/job.h"

extern const tai_quantity tai_rule_cold, tai_rule_nim, tai_rule_length;

#endif
