/* Choosing a modulus by the cold numbers found so far. */
#ifndef TA_WHEEL_LEARN_H
#define TA_WHEEL_LEARN_H

#include "cold/wheel/wheel.h"

/* The modulus, at most `most`, whose classes the given cold numbers prefer
 * the most; 1 if there is no preference worth the trouble. */
uint32_t wheel_learn(const wheel_moves *moves, const wheel_list *sample,
                     uint32_t most, ta_team *team, ta_status *status);

#endif
