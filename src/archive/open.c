/* Opening an archive: its header and its index, checked. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive.h"
#include "archive/allowed.h"
#include "game/game.h"

ta_status ta_archive_read_at(const ta_archive *a, uint64_t at, void *bytes,
                             uint64_t count, ta_error *error)
{
    uint8_t *to = bytes;
    while (count > 0) {
        ssize_t got = pread(a->fd, to, count, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return ta_fail_io(error, "read", a->name);
        if (got == 0)
            return ta_fail(error, TA_EMISMATCH,
                           "'%.200s' ends before it should", a->name);
        to += got;
        at += (uint64_t)got;
        count -= (uint64_t)got;
    }
    return TA_OK;
}

static ta_status read_header(ta_archive *a, ta_error *error)
{
    struct stat file;
    if (fstat(a->fd, &file) != 0)
        return ta_fail_io(error, "read", a->name);
    if (!S_ISREG(file.st_mode)) {
        ta_fail(error, TA_EIO, "'%.200s' is no regular file", a->name);
        errno = S_ISDIR(file.st_mode) ? EISDIR : ESPIPE;
        return TA_EIO;
    }
    uint64_t size = (uint64_t)file.st_size;
    if (size < sizeof a->header)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is no takeaway archive: it has %" PRIu64
                       " bytes, fewer than a header",
                       a->name, size);
    ta_status st =
        ta_archive_read_at(a, 0, &a->header, sizeof a->header, error);
    if (st == TA_OK)
        st = ta_archive_check_header(&a->header, size, a->name, error);
    return st;
}

/* The index is part of the file, so it takes no more memory than that. */
static ta_status read_index(ta_archive *a, ta_error *error)
{
    uint64_t bytes = a->header.size - a->header.index;
    a->index = ta_alloc(bytes, 1);
    if (a->index == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for the index of '%.200s'",
                       a->name);
    ta_status st =
        ta_archive_read_at(a, a->header.index, a->index, bytes, error);
    if (st != TA_OK)
        return st;
    uint8_t digest[TA_HASH];
    ta_hash_of(a->index, bytes, digest);
    if (memcmp(digest, a->header.index_hash, TA_HASH) != 0)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.200s' is damaged: its index does not agree with "
                       "its checksum",
                       a->name);
    return ta_archive_check_index(&a->header, a->index, a->name, error);
}

/* The game that the file names, whose form has been looked at. */
static ta_status make_game(ta_archive *a, ta_error *error)
{
    ta_error why = {""};
    ta_status st = TA_OK;
    if (strchr(a->info.game, '#') == NULL)
        st = ta_game_new(a->info.game, a->info.convention, &a->game, &why);
    if (st == TA_ENOMEM)
        return ta_fail(error, st, "no memory to open '%.200s'", a->name);
    if (st != TA_OK)
        return ta_fail(error, TA_EMISMATCH,
                       "'%.100s' is no valid archive: %.200s", a->name,
                       why.text);
    ta_allowed allowed;
    ta_allowed_begin(&allowed, &a->info, a->game);
    const char *wrong = ta_allowed_claim(&allowed);
    return wrong == NULL ? TA_OK
                         : ta_fail(error, TA_EMISMATCH, "'%.200s' is wrong: %s",
                                   a->name, wrong);
}

ta_status ta_archive_open(const char *path, ta_archive **archive,
                          ta_error *error)
{
    *archive = NULL;
    ta_archive *a = ta_alloc_zero(1, sizeof *a);
    if (a == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory to open '%.200s'", path);
    a->name = ta_alloc(strlen(path) + 1, 1);
    /* A pipe that nobody writes to must not make us wait. */
    a->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ta_status st = TA_OK;
    if (a->fd < 0)
        st = ta_fail_io(error, "read", path);
    else if (a->name == NULL)
        st = ta_fail(error, TA_ENOMEM, "no memory to open '%.200s'", path);
    if (st == TA_OK) {
        strcpy(a->name, path);
        st = read_header(a, error);
    }
    if (st == TA_OK)
        st = read_index(a, error);
    a->info =
        (ta_archive_info){.content = (ta_content)a->header.content,
                          .game = a->header.game,
                          .convention = (ta_convention)a->header.convention,
                          .end = a->header.end,
                          .goal = a->header.goal,
                          .count = a->header.count};
    a->brief = (ta_brief_info){.head = a->header.head,
                               .back = a->header.back,
                               .from = a->header.from,
                               .kept = a->header.kept,
                               .mask = a->header.mask};
    if (st == TA_OK)
        st = make_game(a, error);
    if (st != TA_OK) {
        int code = errno;
        ta_archive_close(a);
        errno = code;
        return st;
    }
    *archive = a;
    return TA_OK;
}

void ta_archive_close(ta_archive *a)
{
    if (a == NULL)
        return;
    if (a->fd >= 0)
        close(a->fd);
    ta_game_free(a->game);
    ta_free(a->name);
    ta_free(a->index);
    ta_free(a);
}

ta_status ta_archive_same_game(const ta_archive *archive, const ta_game *game,
                               ta_error *error)
{
    char id[TA_GAME_ID];
    if (strcmp(archive->info.game, ta_game_id(game, id)) != 0)
        return ta_fail(error, TA_EINVAL,
                       "'%.120s' is of the game %.100s, not of %.100s; "
                       "name another file",
                       archive->name, archive->info.game, id);
    if (archive->info.convention != ta_game_convention(game))
        return ta_fail(
            error, TA_EINVAL, "'%.200s' is of the other convention: %s play",
            archive->name, ta_convention_text(archive->info.convention));
    return TA_OK;
}

const ta_archive_info *ta_archive_about(const ta_archive *archive)
{
    return &archive->info;
}

const ta_brief_info *ta_archive_brief(const ta_archive *archive)
{
    return archive != NULL && archive->brief.head > 0 ? &archive->brief : NULL;
}

char *ta_archive_hash(const ta_archive *archive, char text[TA_DIGEST_TEXT])
{
    return ta_hash_text(archive->header.index_hash, text);
}

uint64_t ta_archive_size(const ta_archive *archive)
{
    return archive->header.size;
}

uint64_t ta_archive_frames(const ta_archive *archive)
{
    return archive->header.frames;
}
