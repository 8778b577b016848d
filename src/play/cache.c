/* Nim-values that are kept in a file between runs. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "play/play.h"
#include "archive/archive.h"

/* Positions nearer than this are read in one go: a frame is unpacked whole in
 * any case. */
static const uint64_t near = 1 << 20;

static ta_status read_wanted(const ta_archive *archive, const ta_game *game,
                             uint64_t n, const ta_sink *sink,
                             uint64_t (*next)(const void *state),
                             const ta_options *options, ta_error *error)
{
    ta_status st = TA_OK;
    for (uint64_t from = next(sink->state); st == TA_OK && from < n;
         from = next(sink->state)) {
        st = ta_poll(options, (double)from / (double)n, from);
        if (st != TA_OK)
            return ta_fail(error, st, "stopped on request");
        st = ta_archive_read_of(archive, game, from, ta_min_u64(n, from + near),
                                sink, error);
    }
    if (st == TA_OK && ta_poll(options, 1, n) != TA_OK)
        st = ta_fail(error, TA_ECANCELLED, "stopped on request");
    return st;
}

/* Hands blocks to the file to be, and on. */
typedef struct keeper {
    ta_archive_writer *file;
    const ta_sink *next;
    uint64_t end;
} keeper;

static ta_status keep(void *state, const ta_block *block)
{
    keeper *k = state;
    ta_status st = ta_archive_writer_take(k->file, block);
    if (st != TA_OK)
        return st;
    k->end = block->to;
    return k->next->take(k->next->state, block);
}

/* What an interrupted run has found is kept too, if it is more than before. */
static ta_status compute(const ta_game *game, uint64_t n,
                         const ta_archive_info *info, const ta_sink *sink,
                         const ta_options *options, const char *path,
                         ta_error *error)
{
    ta_archive_writer *writer;
    uint64_t known =
        options->known == NULL ? 0 : ta_archive_about(options->known)->end;
    ta_options run = *options;
    run.max_memory = ta_limit_less(run.max_memory,
                                   ta_archive_memory(TA_CONTENT_NIM, game, n));
    ta_status st = ta_archive_writer_new(info, &writer, error);
    if (st == TA_OK)
        st = ta_archive_writer_prepare(writer, path, error);
    if (st != TA_OK) {
        ta_archive_writer_free(writer);
        return st;
    }
    keeper k = {writer, sink, 0};
    st = ta_run(TA_CONTENT_NIM, game, n, &run, &(ta_sink){keep, &k}, error);
    ta_status saved = TA_ECANCELLED;
    if (st == TA_OK || (st == TA_ECANCELLED && k.end > known))
        saved =
            ta_archive_writer_save(writer, path, st == TA_OK ? error : NULL);
    ta_archive_writer_free(writer);
    return st == TA_OK ? saved : st;
}

ta_status ta_cache_values(const ta_game *game, uint64_t n, const ta_sink *sink,
                          uint64_t (*next)(const void *state),
                          const ta_options *options, const char *path,
                          ta_error *error)
{
    char id[TA_GAME_ID];
    ta_archive *archive = NULL;
    ta_options run = *options;
    uint64_t known = 0;
    ta_status st = TA_OK;
    ta_game_id(game, id);
    if (access(path, F_OK) == 0 || errno != ENOENT) {
        st = ta_archive_open(path, &archive, error);
        if (st == TA_OK)
            st = ta_archive_same_game(archive, game, error);
        if (st == TA_OK && archive->info.content != TA_CONTENT_NIM)
            st = ta_fail(error, TA_EINVAL,
                         "'%.150s' does not hold nim-values; name another file",
                         path);
        if (st == TA_OK)
            known = ta_archive_about(archive)->end;
        run.known = archive;
    }
    if (st == TA_OK && known >= n)
        st = read_wanted(archive, game, n, sink, next, options, error);
    else if (st == TA_OK)
        st = compute(game, n,
                     &(ta_archive_info){
                         .content = TA_CONTENT_NIM, .game = id, .goal = n},
                     sink, &run, path, error);
    ta_archive_close(archive);
    return st;
}
