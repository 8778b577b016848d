/* Archives after edits of their bytes, read by the library.
 * The checksums are right unless an edit leaves them wrong, so that edits reach
 * the checks behind the checksums.
 *
 * Input: content and end, a byte each; then edits, see forge.h. */
#include <fcntl.h>
#include <unistd.h>

#include "archive/archive-internal.h"
#include "forge.h"
#include "fuzz.h"

static char folder[] = "/dev/shm/takeaway-fuzz-XXXXXX", path[64], scratch[64];
static int fd; /* of a file without a name; `path` leads to it */

static void remove_files(void)
{
    unlink(scratch);
    rmdir(folder);
}

static void make_files(void)
{
    FUZZ_ASSERT(mkdtemp(folder) != NULL && atexit(remove_files) == 0);
    snprintf(scratch, sizeof scratch, "%s/scratch", folder);
    fd = open(scratch, O_RDWR | O_CREAT, 0600);
    FUZZ_ASSERT(fd >= 0 && unlink(scratch) == 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    forge_begin(scratch, "set", "secret", "pipe");
}

typedef struct reading {
    uint64_t next, cold, last;
} reading;

/* Checks that blocks follow each other and that positions increase. */
static ta_status read_block(void *state, const ta_block *b)
{
    reading *r = state;
    FUZZ_ASSERT(b->from == r->next && b->to > b->from);
    FUZZ_ASSERT(b->positions != NULL || b->count == 0 || b->values != NULL);
    for (uint64_t k = 0; b->values != NULL && k < b->to - b->from; k++)
        r->last ^= b->values[k]; /* the sanitizer sees that all are there */
    for (uint64_t k = 0; b->positions != NULL && k < b->count; k++) {
        FUZZ_ASSERT(b->positions[k] >= b->from && b->positions[k] < b->to);
        FUZZ_ASSERT(r->cold + k == 0 || b->positions[k] > r->last);
        r->last = b->positions[k];
    }
    r->next = b->to;
    r->cold += b->count;
    return TA_OK;
}

/* Reads all of the archive, and checks that ta_archive_check agrees. */
static void read_all(const ta_archive *archive)
{
    const ta_archive_info *info = ta_archive_about(archive);
    const tai_brief_info *brief = tai_archive_brief(archive);
    const uint64_t head = brief != NULL ? brief->head : info->end;
    ta_error error = {""};
    reading r = {0};
    const ta_sink sink = {read_block, &r};
    FUZZ_ASSERT(info->end <= info->goal && strlen(info->game) < 256);
    ta_status st = ta_archive_read(archive, 0, head, &sink, &error);
    if (st == TA_OK && brief != NULL) {
        FUZZ_ASSERT(r.next == head);
        r.next = brief->back;
        st = ta_archive_read(archive, brief->back, info->end, &sink, &error);
    }
    const ta_status check = ta_archive_check(archive, NULL, NULL);
    if (st != TA_OK) {
        fuzz_check_refusal(st, &error);
        FUZZ_ASSERT(check != TA_OK);
        return;
    }
    FUZZ_ASSERT(check == TA_OK || brief != NULL); /* of a wrong summary */
    FUZZ_ASSERT(r.next == info->end);
    FUZZ_ASSERT(info->count ==
                (info->content == TA_CONTENT_COLD ? r.cold : info->end));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const games[] = {"squares", "squares", "squares",
                                        "0.77"};
    const size_t begin = ta_min_u64(size, 2);
    const int content = size > 0 ? data[0] % 4 : 0;
    forge_case c = {
        .game = games[content], .content = content + 1, .of_bytes = true};
    if (path[0] == '\0')
        make_files();
    const bool honest =
        forge_make(&c, size > 1 ? data[1] : 0, data + begin, size - begin);
    FUZZ_ASSERT(ftruncate(fd, 0) == 0);
    FUZZ_ASSERT(pwrite(fd, c.file, c.size, 0) == (ssize_t)c.size);
    ta_archive *archive = NULL;
    ta_error error = {""};
    const ta_status st = ta_archive_open(path, &archive, &error);
    FUZZ_ASSERT(st == TA_OK || !honest);
    if (st == TA_OK)
        read_all(archive);
    else
        fuzz_check_refusal(st, &error);
    ta_archive_close(archive);
    return 0;
}
