/* "list:1,4-7,12": numbers and ranges, separated by commas. */
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* "12" or "4-7" */
static ta_status read_range(const char *text, size_t length, ta_range *range,
                            ta_error *error)
{
    const char *dash = length > 0 ? memchr(text + 1, '-', length - 1) : NULL;
    size_t head = dash == NULL ? length : (size_t)(dash - text);
    ta_status st = ta_number_parse_span(text, head, &range->first, error);
    range->last = range->first;
    if (st == TA_OK && dash != NULL)
        st = ta_number_parse_span(dash + 1, length - head - 1, &range->last,
                                  error);
    if (st != TA_OK)
        return st;
    char shown[TA_BRIEF];
    ta_brief(shown, text, length, 80);
    if (range->first == 0)
        return ta_fail(error, TA_EINVAL,
                       "\"%s\" has 0, which is no move; the numbers of a "
                       "set are 1 or more",
                       shown);
    if (range->first > range->last)
        return ta_fail(error, TA_EINVAL,
                       "the range \"%s\" ends before it begins", shown);
    return TA_OK;
}

ta_status ta_kind_list(ta_game *game, const char *argument, ta_error *error)
{
    size_t room = 1, count = 0;
    for (const char *c = argument; *c != '\0'; c++)
        room += *c == ',';
    ta_range *range = ta_alloc(room, sizeof *range);
    if (range == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for %zu numbers", room);
    const char *at = argument;
    for (; count < room; count++) {
        size_t length = strcspn(at, ",");
        ta_status st = read_range(at, length, &range[count], error);
        if (st != TA_OK) {
            ta_free(range);
            return st;
        }
        at += length + 1;
    }
    ta_make_ranges(game, range, count);
    return TA_OK;
}
