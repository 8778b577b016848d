#include "store/known.h"

#include <string.h>

static const char *convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

ta_status ta_known_end(const ta_archive *archive, const ta_archive_info *want,
                       uint64_t n, unsigned bits, uint64_t *known,
                       ta_error *error)
{
    *known = 0;
    if (archive == NULL)
        return TA_OK;
    const ta_archive_info *have = ta_archive_about(archive);
    if (have->content != want->content)
        return ta_fail(error, TA_EINVAL, "what is known is of another kind");
    if (have->convention != want->convention ||
        strcmp(have->game, want->game) != 0)
        return ta_fail(error, TA_EINVAL,
                       "what is known is of the game %.120s, %s play, not of "
                       "%.120s, %s play",
                       have->game, convention_text(have->convention),
                       want->game, convention_text(want->convention));
    *known = have->end >= n ? n : have->end >> bits << bits;
    return TA_OK;
}

typedef struct copier {
    ta_value_sink sink;
    uint16_t *values;
} copier;

static ta_status take(ta_value_sink *sink, const ta_value_block *block)
{
    uint16_t *values = ((copier *)sink)->values;
    memcpy(values + block->from, block->values,
           (size_t)(block->to - block->from) * sizeof *values);
    return TA_OK;
}

ta_status ta_known_copy(const ta_archive *archive, const ta_game *game,
                        uint64_t known, uint16_t *values, ta_error *error)
{
    copier c = {{take}, values};
    if (known == 0)
        return TA_OK;
    return ta_known_values(archive, game, 0, known, &c.sink, error);
}
