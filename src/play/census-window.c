/* Outcomes of a finite set, a bit a position, until they repeat.
 *
 * All that a position's outcome depends on is a window of max S bits, which
 * moves along by shifts and masks; positions below 0 count as hot, which is no
 * move to them. That a window that comes again proves the period of the
 * outcomes, and how the preperiod follows, is in paper-notes.md, P2. */
#include "play/census.h"

/* As in census-bytes.c, so that a limit means the same. */
enum { FIRST_ANCHOR = 16, POLL = 1 << 14, STEP = 32 };

#define WINDOW     uint64_t
#define NAME(name) name##_64
#include "play/census-window.h"
#undef WINDOW
#undef NAME

__extension__ typedef unsigned __int128 two_words;
#define WINDOW     two_words
#define NAME(name) name##_128
#include "play/census-window.h"

ta_status ta_census_window(ta_search *s, ta_cycle *cycle)
{
    return s->set[s->count - 1] <= 64 ? search_64(s, cycle)
                                      : search_128(s, cycle);
}
