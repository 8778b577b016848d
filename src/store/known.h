/* What a run is given of an earlier one: options.known. The archive is all
 * that is read of it, so that engines see no other tables than their own. */
#ifndef TA_STORE_KNOWN_H
#define TA_STORE_KNOWN_H

#include "base/base.h"

/* How much of [0, n) the archive spares a run whose blocks begin at multiples
 * of 2^bits: *known is n, or such a multiple below n; 0 without an archive.
 * TA_EINVAL if the archive is not of what `want` says (content, game,
 * convention). */
ta_status ta_known_end(const ta_archive *archive, const ta_archive_info *want,
                       uint64_t n, unsigned bits, uint64_t *known,
                       ta_error *error);

/* As ta_archive_cold and ta_archive_values, compared with what `game` allows
 * where the archive names it only by a hash; NULL: of an octal game. */
ta_status ta_known_cold(const ta_archive *archive, const ta_game *game,
                        uint64_t from, uint64_t to, ta_sink *sink,
                        ta_error *error);
ta_status ta_known_values(const ta_archive *archive, const ta_game *game,
                          uint64_t from, uint64_t to, ta_value_sink *sink,
                          ta_error *error);
/* values[i] for i < known. */
ta_status ta_known_copy(const ta_archive *archive, const ta_game *game,
                        uint64_t known, uint16_t *values, ta_error *error);

#endif
