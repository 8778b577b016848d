/* Computed again and compared, while both go by. */
#include <inttypes.h>

#include "verify/verify.h"

typedef struct comparison {
    ta_sink cold;         /* of the engine */
    ta_value_sink values; /* likewise */
    ta_sink cold_in_file;
    ta_value_sink values_in_file;
    const ta_block *block; /* that the engine has given */
    const ta_value_block *value_block;
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

static ta_status take_from_file(ta_sink *sink, const ta_block *block)
{
    comparison *c =
        (comparison *)((char *)sink - offsetof(comparison, cold_in_file));
    c->list = block->positions;
    c->count = block->count;
    c->next = 0;
    c->end = block->to;
    ta_status st = ta_block_each(c->block, block->from, compare, c);
    if (st != TA_OK && st != TA_ECANCELLED)
        return st;
    return c->next < c->count ? differ(c, c->list[c->next], true) : TA_OK;
}

static ta_status take_cold(ta_sink *sink, const ta_block *block)
{
    comparison *c = (comparison *)sink;
    c->block = block;
    return ta_archive_reader_cold(c->reader, block->from, block->to,
                                  &c->cold_in_file, c->error);
}

static ta_status take_values_from_file(ta_value_sink *sink,
                                       const ta_value_block *block)
{
    comparison *c =
        (comparison *)((char *)sink - offsetof(comparison, values_in_file));
    const uint16_t *mine =
        c->value_block->values + (block->from - c->value_block->from);
    for (uint64_t i = 0; i < block->to - block->from; i++)
        if (mine[i] != block->values[i])
            return ta_fail(c->error, TA_EMISMATCH,
                           "'%.200s' and the engine differ first at position "
                           "%" PRIu64 ": %u in the file, %u computed",
                           c->archive->name, block->from + i, block->values[i],
                           mine[i]);
    return TA_OK;
}

static ta_status take_values(ta_value_sink *sink, const ta_value_block *block)
{
    comparison *c = (comparison *)((char *)sink - offsetof(comparison, values));
    c->value_block = block;
    return ta_archive_reader_values(c->reader, block->from, block->to,
                                    &c->values_in_file, c->error);
}

static ta_status begin(comparison *c, const ta_archive *archive,
                       ta_error *error)
{
    *c = (comparison){.cold = {take_cold},
                      .values = {take_values},
                      .cold_in_file = {take_from_file},
                      .values_in_file = {take_values_from_file},
                      .archive = archive,
                      .error = error};
    return ta_archive_reader_new(archive, &c->reader, error);
}

/* For the engine: what is known would be compared with itself, and `own` bytes
 * of the memory are not its to use. */
static ta_options for_engine(const ta_options *options, uint64_t own)
{
    ta_options o = options != NULL ? *options : (ta_options){.engine = NULL};
    o.known = NULL;
    o.max_memory = ta_limit_less(o.max_memory, own);
    return o;
}

ta_status ta_archive_compare(const ta_archive *archive, const ta_game *game,
                             const ta_options *options, ta_error *error)
{
    comparison c;
    ta_options o = for_engine(options, ta_archive_reader_memory(archive));
    uint64_t end = archive->info.end;
    ta_status st = ta_archive_same_game(archive, game, error);
    if (st != TA_OK)
        return st;
    st = begin(&c, archive, error);
    if (st != TA_OK)
        return st;
    switch (archive->info.content) {
    case TA_CONTENT_COLD:
        st = ta_cold_run(game, end, &o, &c.cold, error);
        break;
    case TA_CONTENT_NIM:
        st = ta_nim_run(game, end, &o, &c.values, error);
        break;
    case TA_CONTENT_LENGTH:
        st = ta_length_run(game, end, &o, &c.values, error);
        break;
    default:
        st = ta_fail(error, TA_EINVAL, "'%.200s' is of an octal game",
                     archive->name);
    }
    ta_archive_reader_free(c.reader);
    return st;
}

/* All values at once: these engines do not stream. */
static ta_status compare_octal_values(comparison *c, const ta_octal *game,
                                      const ta_options *options)
{
    uint64_t end = c->archive->info.end;
    uint16_t *values = ta_alloc(end, sizeof *values);
    if (values == NULL)
        return ta_fail(c->error, TA_ENOMEM, "no memory for the values");
    ta_status st = ta_octal_values(game, end, options, values, c->error);
    if (st == TA_OK && end > 0)
        st = take_values(&c->values, &(ta_value_block){0, end, values});
    ta_free(values);
    return st;
}

ta_status ta_archive_compare_octal(const ta_archive *archive,
                                   const ta_octal *game,
                                   const ta_options *options, ta_error *error)
{
    comparison c;
    uint64_t own = ta_archive_reader_memory(archive);
    if (archive->info.content == TA_CONTENT_OCTAL)
        own = ta_add_sat(own, ta_mul_sat(archive->info.end, 2));
    ta_options o = for_engine(options, own);
    ta_status st = ta_archive_same_octal(archive, game, error);
    if (st != TA_OK)
        return st;
    st = begin(&c, archive, error);
    if (st != TA_OK)
        return st;
    st = archive->info.content == TA_CONTENT_COLD
             ? ta_octal_cold_run(game, archive->info.end, &o, &c.cold, error)
             : compare_octal_values(&c, game, &o);
    ta_archive_reader_free(c.reader);
    return st;
}
