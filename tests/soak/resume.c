/* Runs that are stopped, kept in an archive, and taken up by another engine,
 * other threads and blocks. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "soak.h"

static int stop_later(void *state, double share, uint64_t done)
{
    uint64_t *left = state;
    (void)share;
    (void)done;
    return (*left)-- == 0;
}

/* What one engine finds until it is stopped, on disk and read back. */
static ta_archive *first_part(soak_rng *rng, const soak_group *g,
                              ta_error *error)
{
    char memory[] = "/dev/shm/takeaway-soak-XXXXXX", id[TA_GAME_ID];
    char disk[] = "/tmp/takeaway-soak-XXXXXX";
    char *path = access("/dev/shm", W_OK) == 0 ? memory : disk;
    int fd = mkstemp(path);
    if (fd < 0)
        return NULL;
    close(fd);
    uint64_t polls = soak_below(rng, 8);
    ta_options o = soak_options(rng);
    o.progress = stop_later;
    o.progress_state = &polls;
    ta_archive_info info = {.content = TA_CONTENT_COLD,
                            .game = ta_game_id(g->game, id),
                            .convention = g->convention,
                            .goal = g->n};
    ta_archive_writer *writer = NULL;
    ta_archive *archive = NULL;
    ta_status st = ta_archive_writer_new(&info, &writer, error);
    if (st == TA_OK)
        st = ta_run(TA_CONTENT_COLD, g->game, g->n, &o,
                    &(ta_sink){ta_archive_writer_consume, writer}, error);
    if (st == TA_OK || st == TA_ECANCELLED)
        st = ta_archive_writer_save(writer, path, error);
    if (st == TA_OK)
        (void)ta_archive_open(path, &archive, error);
    ta_archive_writer_free(writer);
    unlink(path);
    return archive;
}

bool soak_resume(soak_rng *rng, const soak_group *g)
{
    ta_error error = {"no temporary file"};
    ta_archive *known = first_part(rng, g, &error);
    if (known == NULL)
        return soak_complain(g, "no archive to go on from: %s", error.text);
    ta_options o = soak_options(rng);
    o.known = known;
    soak_watcher w;
    soak_watch(&g->cold, &w);
    ta_status st = ta_run(TA_CONTENT_COLD, g->game, g->n, &o, &w.sink, &error);
    bool right = st == TA_OK && w.next == g->n && w.wrong[0] == '\0';
    if (!right)
        soak_complain(
            g, "%s goes on from %" PRIu64 ": %s (%s), %" PRIu64 " done; %s",
            o.engine, ta_archive_about(known)->end, ta_status_text(st),
            error.text, w.next, w.wrong);
    ta_archive_close(known);
    return right;
}
