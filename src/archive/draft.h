/* Keeping positions: what the writer's files share. */
#ifndef TA_DRAFT_H
#define TA_DRAFT_H

#include "base/base.h"

enum { TA_DIGITS = 20 }; /* of 2^64 - 1 */

/* Writes `value` in decimal at `out`, which has TA_DIGITS bytes; no NUL.
 * Returns the number of digits. */
size_t ta_digits(uint64_t value, char *out);

enum { TA_NPY_HEADER = 128 };

/* The header of a NumPy file (format 1.0) that holds `count` little-endian
 * unsigned integers of `bytes` bytes each. The same size for every count, so
 * that it can be written last, when the count is known. */
void ta_npy_header(uint64_t count, unsigned bytes, char header[TA_NPY_HEADER]);

/* A file that becomes visible under its name only when it is whole. */
typedef struct ta_draft {
    int fd;
    char *path;      /* the final name; NULL for standard output */
    char *temporary; /* NULL if written in place (devices, pipes) */
    int failed;      /* errno of the first write that failed, or 0 */
} ta_draft;

/* path NULL: standard output. Symbolic links are followed, also one whose
 * target is not there yet: the draft is beside the target and takes its name,
 * and links stay links. On failure nothing is left behind. */
ta_status ta_draft_open(const char *path, ta_draft *draft, ta_error *error);
/* All bytes, or TA_EIO with errno set; short writes are continued. Once one has
 * failed, so do all that follow, and nothing is kept: who writes may leave it
 * to ta_draft_close to tell. */
ta_status ta_draft_write(ta_draft *draft, const void *bytes, size_t count);
/* Ends the draft whatever happens: kept and renamed, or removed. TA_EIO with
 * errno set, also of a write that has failed. */
ta_status ta_draft_close(ta_draft *draft, bool keep, ta_error *error);

#endif
