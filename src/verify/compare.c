/* Computed again and compared, while both go by. */
#include <inttypes.h>

#include "verify/verify.h"

typedef struct comparison {
    const ta_block *block; /* that the engine has given */
    ta_archive_reader *reader;
    const ta_archive *archive;
    ta_error *error;
    /* of the part of the block that the file's block covers: */
    const uint64_t *list;
    uint64_t next, count, end;
} comparison;

static ta_status differ(const comparison *c, uint64_t position, bool in_file)
{
    return ta_fail(c->error, TA_EMISMATCH,
                   "'%.200s' and the engine differ first at position %" PRIu64
                   ": it is %s in the file",
                   c->archive->name, position, in_file ? "cold" : "hot");
}

/* The engine's next cold position. */
static ta_status compare(void *state, uint64_t position)
{
    comparison *c = state;
    if (position >= c->end)
        return TA_ECANCELLED; /* enough of this block for now */
    if (c->next == c->count || c->list[c->next] > position)
        return differ(c, position, false);
    if (c->list[c->next] < position)
        return differ(c, c->list[c->next], true);
    c->next++;
    return TA_OK;
}

static ta_status compare_cold(comparison *c, const ta_block *file)
{
    c->list = file->positions;
    c->count = file->count;
    c->next = 0;
    c->end = file->to;
    ta_status st = ta_block_each(c->block, file->from, compare, c);
    if (st != TA_OK && st != TA_ECANCELLED)
        return st;
    return c->next < c->count ? differ(c, c->list[c->next], true) : TA_OK;
}

static ta_status compare_values(const comparison *c, const ta_block *file)
{
    const uint16_t *mine = c->block->values + (file->from - c->block->from);
    for (uint64_t i = 0; i < file->to - file->from; i++)
        if (mine[i] != file->values[i])
            return ta_fail(c->error, TA_EMISMATCH,
                           "'%.200s' and the engine differ first at position "
                           "%" PRIu64 ": %u in the file, %u computed",
                           c->archive->name, file->from + i, file->values[i],
                           mine[i]);
    return TA_OK;
}

static ta_status take_from_file(void *state, const ta_block *file)
{
    return file->values != NULL ? compare_values(state, file)
                                : compare_cold(state, file);
}

static ta_status take(void *state, const ta_block *block)
{
    comparison *c = state;
    c->block = block;
    return ta_archive_reader_read(c->reader, block->from, block->to,
                                  &(ta_sink){take_from_file, c}, c->error);
}

/* For the engine: what is known would be compared with itself, and `own` bytes
 * of the memory are not its to use. */
static ta_options for_engine(const ta_options *options, uint64_t own)
{
    ta_options o = options != NULL ? *options : (ta_options){.engine = NULL};
    o.known = NULL;
    o.periods = false;
    o.fleet = NULL;
    o.max_memory = ta_limit_less(o.max_memory, own);
    return o;
}

ta_status ta_archive_compare(const ta_archive *archive, const ta_game *game,
                             const ta_options *options, ta_error *error)
{
    comparison c = {.archive = archive, .error = error};
    const ta_sink sink = {take, &c};
    ta_options o = for_engine(options, ta_archive_reader_memory(archive));
    uint64_t end = archive->info.end;
    ta_status st = ta_archive_same_game(archive, game, error);
    if (st != TA_OK)
        return st;
    st = ta_archive_reader_new(archive, &c.reader, error);
    if (st != TA_OK)
        return st;
    st = ta_run(archive->info.content, game, end, &o, &sink, error);
    ta_archive_reader_free(c.reader);
    return st;
}
