/* Files that are written: drafts, text, b-files, .npy; and digests. */
#ifndef TA_FORMATS_H
#define TA_FORMATS_H

#include <sys/types.h>

#include "takeaway.h"

enum { TA_PATH = 4096 }; /* bytes of a path, with the NUL */

/* A file that is being written, which gets its name when it is complete. */
typedef struct tai_draft {
    int fd;             /* -1: there is no draft */
    int failed;         /* errno of the first write that failed, or 0 */
    mode_t mode;        /* of the file that is replaced, or 0 */
    char path[TA_PATH]; /* the final name; empty of standard output */
    char temporary[TA_PATH + 128]; /* empty if written in place */
} tai_draft;

/* Opens a draft of the file `path`; NULL is standard output. Of a symbolic link
 * the draft is of the file to which it leads. A device, a pipe or a descriptor
 * (/dev/stdout, /dev/fd/3) is written directly. Returns TA_EIO, with errno set,
 * and leaves no file behind. */
ta_status tai_draft_open(const char *path, tai_draft *draft, ta_error *error);
/* Appends bytes. After a failure later writes do nothing and tai_draft_close
 * fails, so the caller may ignore TA_EIO. */
ta_status tai_draft_write(tai_draft *draft, const void *bytes, size_t count);
/* With `keep`, syncs the file and gives it its name; else removes it. Returns
 * TA_EIO, with errno set, also for an earlier write; then removes it, too. */
ta_status tai_draft_close(tai_draft *draft, bool keep, ta_error *error);

/* Numbers one a line; with an index, by the rules of the OEIS for b-files; or a
 * NumPy array of little-endian integers, 64 bits for positions and 16 for
 * values. */
typedef enum tai_format { TA_TEXT = 0, TA_BFILE, TA_NPY } tai_format;

typedef struct tai_writer tai_writer;

/* Opens a draft of the results of the heaps >= from. Standard output (NULL)
 * takes no TA_NPY. The index in a b-file is offset + heap for a value, and for
 * a cold position offset plus the number of smaller ones, also of those below
 * `from`. Returns TA_OK, TA_EIO, TA_EINVAL or TA_ENOMEM. */
ta_status tai_writer_open(const char *path, tai_format format, uint64_t from,
                          uint64_t offset, tai_writer **writer,
                          ta_error *error);
/* A ta_sink.consume: appends the numbers of a block. Returns TA_OK or TA_EIO.
 */
ta_status tai_writer_consume(void *writer, const ta_block *block);
/* Ends as tai_draft_close, and frees. */
ta_status tai_writer_close(tai_writer *writer, bool keep, ta_error *error);

/* The SHA-256 of cold positions in decimal, one a line, as `takeaway cold`
 * prints them, some 10 ns a position. It depends on the list only, and so
 * compares engines and machines. */
typedef struct tai_digest tai_digest;
/* Positions below `from` are ignored. Returns TA_OK or TA_ENOMEM. */
ta_status tai_digest_new(uint64_t from, tai_digest **digest);
void tai_digest_free(tai_digest *digest); /* accepts NULL */
/* A ta_sink.consume: adds the positions of a block. Returns TA_OK. */
ta_status tai_digest_consume(void *digest, const ta_block *block);
/* Writes the hash so far in hexadecimal, with the positions of `block` (NULL:
 * none) below `end`, which the digest itself does not take. Returns `text`. */
char *tai_digest_text(const tai_digest *digest, const ta_block *block,
                      uint64_t end, char text[TA_DIGEST_TEXT]);

#endif
