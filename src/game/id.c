/* The name of a game in results that are kept. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "game/form.h"

static uint64_t mix(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *b = bytes; count > 0; count--)
        hash = (hash ^ *b++) * UINT64_C(0x100000001b3); /* FNV-1a */
    return hash;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

char *ta_game_id(const ta_game *game, char id[TA_GAME_ID])
{
    const char *code = ta_octal_code(game);
    const char *spec = code != NULL ? code : game->spec;
    /* A file may have other numbers tomorrow, and a library's list has no
     * spec when it is long. */
    bool numbers = begins(spec, "file:") || begins(spec, "list");
    bool elsewhere = begins(spec, "file:") || begins(spec, "list of ");
    if (!elsewhere && strlen(spec) < TA_GAME_ID) {
        strcpy(id, spec);
        return id;
    }
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    if (numbers)
        for (size_t k = 0; k < game->as.ranges.count; k++)
            hash = mix(hash, &game->as.ranges.range[k],
                       offsetof(ta_range, before));
    else
        hash = mix(hash, spec, strlen(spec));
    snprintf(id, TA_GAME_ID, "%s#%016" PRIx64, numbers ? "numbers" : "set",
             hash);
    return id;
}
