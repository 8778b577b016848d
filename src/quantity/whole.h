/* Several cold positions by their numbers. */
#ifndef TA_WHOLE_H
#define TA_WHOLE_H

#include "takeaway.h"

/* Sets positions[i] to the k[i]-th cold position, as ta_nth does, for i < count
 * and k in any order. */
ta_status tai_nths(const ta_game *game, const uint64_t *k, size_t count,
                   const ta_options *options, uint64_t *positions,
                   ta_error *error);

#endif
