/* Can what a file says be? Checksums find accidents, and anyone can write a
 * file with right ones. So every frame that is unpacked comes by here before
 * anyone uses it, and is compared with what the game allows at each position.
 * These are necessary conditions that cost about a nanosecond a position: what
 * passes may still be wrong, but no value is larger than tables that are made
 * for the game have room for. */
#ifndef TA_ALLOWED_H
#define TA_ALLOWED_H

#include "game/octal.h"

typedef struct ta_allowed {
    const ta_archive_info *about;
    const ta_game *game;   /* NULL: not known, as "numbers#..." names it */
    const ta_octal *octal; /* the same if it is one */
    uint64_t least;        /* heap that may have a move */
    uint64_t moves;        /* bit s: s < 64 is in S */
    uint64_t frame;        /* the next one, if they are taken in order */
    uint64_t next;         /* of values: the position behind the last */
    bool ordered;          /* all frames before that have been seen */
    /* What has been seen just before: the last position, bit k: k below it is
     * cold, and the largest value that asks for no further look. */
    uint64_t last, cold;
    uint32_t largest;
} ta_allowed;

/* What is named must outlive the allowed. */
void ta_allowed_begin(ta_allowed *allowed, const ta_archive_info *about,
                      const ta_game *game);

/* NULL, or why an archive cannot hold so few numbers as it says: known before
 * anything is allocated for its end. */
const char *ta_allowed_claim(const ta_allowed *allowed);

/* The entries of frame number `frame`, sorted cold positions or the values from
 * `first` on: NULL, or what is wrong at *position. */
const char *ta_allowed_cold(ta_allowed *allowed, uint64_t frame,
                            const uint64_t *list, size_t count,
                            uint64_t *position);
const char *ta_allowed_values(ta_allowed *allowed, uint64_t frame,
                              uint64_t first, const uint16_t *values,
                              size_t count, uint64_t *position);

#endif
