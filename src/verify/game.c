/* Whose archive is it? */
#include <string.h>

#include "verify/verify.h"

ta_status ta_archive_same_game(const ta_archive *archive, const ta_game *game,
                               ta_error *error)
{
    char id[TA_GAME_ID];
    if (strcmp(archive->info.game, ta_game_id(game, id)) != 0)
        return ta_fail(error, TA_EINVAL,
                       "'%.120s' is of the game '%.100s', not of '%.100s'",
                       archive->name, archive->info.game, id);
    if (archive->info.convention != ta_game_convention(game))
        return ta_fail(
            error, TA_EINVAL, "'%.200s' is of the other convention: %s play",
            archive->name,
            archive->info.convention == TA_MISERE ? "misere" : "normal");
    return TA_OK;
}
