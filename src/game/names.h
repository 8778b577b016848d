/* What the text of a game names. */
#ifndef TA_NAMES_H
#define TA_NAMES_H

#include "takeaway.h"

/* Returns whether `spec` begins with the name of a rule, or the name or OEIS
 * number of a kind of set. "file" counts only with `files`: a text from an
 * untrusted archive must not make us open a file. */
bool tai_game_is_name(const char *spec, bool files);
/* Returns the rest of a sentence "game X is ..." about a text with spaces, or a
 * well-known game that ta_game_new does not make, such as "wythoff": which
 * command or program has it; else NULL. */
const char *tai_game_elsewhere(const char *spec);

#endif
