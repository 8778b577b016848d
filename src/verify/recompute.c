/* Compares an archive with an engine that computes all of it again: for each
 * block of the engine the archive is read in blocks within it. */
#include <inttypes.h>

#include "verify/verify.h"

typedef struct comparison {
    const ta_archive *archive;
    archive_reader *reader;
    ta_error *error;
    const ta_block *own;  /* block of the engine */
    const ta_block *file; /* block of the archive, within `own` */
    uint64_t next;        /* index in file->positions */
} comparison;

static ta_status differ(const comparison *c, uint64_t position,
                        unsigned in_file, unsigned computed)
{
    return tai_fail(c->error, TA_EMISMATCH,
                    "'%s' and the engine differ first at position %" PRIu64
                    ": value %u in the file, %u computed%s",
                    c->archive->name, position, in_file, computed,
                    tai_verify_meaning(c->archive));
}

/* Compares the engine's next cold position with the archive's. Returns
 * TA_EMISMATCH, or TA_ECANCELLED beyond the end of c->file. */
static ta_status compare_position(void *state, uint64_t position)
{
    comparison *c = state;
    if (position >= c->file->to)
        return TA_ECANCELLED;
    const uint64_t in_file =
        c->next < c->file->count ? c->file->positions[c->next++] : UINT64_MAX;
    if (in_file == position)
        return TA_OK;
    /* The smaller position is cold (value 0) in one of them only. */
    return differ(c, tai_min_u64(position, in_file), in_file > position,
                  in_file < position);
}

static ta_status compare_frame(void *state, const ta_block *file)
{
    comparison *c = state;
    c->file = file;
    c->next = 0;
    for (uint64_t i = file->from; file->values != NULL && i < file->to; i++) {
        const unsigned in_file = file->values[i - file->from];
        const unsigned computed = c->own->values[i - c->own->from];
        if (in_file != computed)
            return differ(c, i, in_file, computed);
    }
    if (file->values != NULL)
        return TA_OK;
    ta_status st = ta_block_each(c->own, file->from, compare_position, c);
    if (st != TA_OK && st != TA_ECANCELLED)
        return st;
    return c->next == file->count ? TA_OK
                                  : differ(c, file->positions[c->next], 0, 1);
}

static ta_status compare_block(void *state, const ta_block *own)
{
    comparison *c = state;
    c->own = own;
    return tai_archive_reader_read(c->reader, own->from, own->to,
                                   &(ta_sink){compare_frame, c}, c->error);
}

ta_status ta_archive_compare(const ta_archive *archive, const ta_game *game,
                             const ta_options *options, ta_error *error)
{
    comparison c = {.archive = archive, .error = error};
    ta_options run = options != NULL ? *options : (ta_options){.engine = NULL};
    const uint64_t reader_bytes = tai_archive_reader_memory(archive);
    tai_budget *budget = NULL;
    /* The engine must not read the archive that it verifies. */
    run.known = NULL;
    run.periods = false;
    run.comm = NULL;
    run.max_memory = tai_limit_less(run.max_memory, reader_bytes);
    ta_status st = tai_archive_same_game(archive, game, error);
    if (st == TA_OK)
        st = tai_admit(options, reader_bytes, archive->name, error);
    if (st == TA_OK)
        st = tai_archive_reader_new(archive, &c.reader, error);
    if (st == TA_OK)
        st = tai_budget_begin(run.max_memory, &budget);
    if (st == TA_OK)
        st = ta_run(archive->info.content, game, archive->info.end, &run,
                    &(ta_sink){compare_block, &c}, error);
    tai_archive_reader_free(c.reader);
    return tai_budget_end(budget, st, error);
}
