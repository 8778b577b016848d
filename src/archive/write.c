/* Writes archives, and checkpoints: archives of the part of a run that is done.
 *
 * Entries fill a packer, and full frames stay compressed in memory, so that
 * each save writes the whole file. A save writes the rest as one shorter frame,
 * and keeps its entries in the packer. All full frames have the same number of
 * entries, so a file depends only on what it holds, and not on the engine or on
 * interruptions. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "archive/archive-internal.h"
#include "game/game-internal.h"

struct ta_archive_writer {
    ta_status failed;      /* the error that ended the writer, or TA_OK */
    archive_header header; /* `end` and `count` are those so far */
    archive_packer packer; /* entries of the frame that is not full */
    archive_frame *index;  /* of full frames */
    uint8_t **bytes;       /* bytes[k]: full frame k, compressed */
    size_t frames, index_room, bytes_room;
    tai_draft draft; /* of the next save; draft.fd is negative without one */
    archive_summary *summary; /* NULL: the archive will not be truncated */
    size_t head_frames;       /* frames of [0, header.head) */
};

/* ---- frames ---- */

/* Compresses the packer's entries, which stay there, as one frame. A new
 * modulus is chosen for frames 0, 1, 2, 4, 8, .... */
static ta_status writer_keep_frame(ta_archive_writer *w)
{
    const size_t k = w->frames;
    if (!tai_grow(&w->index, &w->index_room, k, k + 1, sizeof *w->index) ||
        !tai_grow(&w->bytes, &w->bytes_room, k, k + 1, sizeof *w->bytes))
        return TA_ENOMEM;
    const ta_status st =
        tai_packer_pack(&w->packer, w->header.end - w->packer.count,
                        (k & (k - 1)) == 0, &w->index[k]);
    if (st != TA_OK)
        return st;
    w->bytes[k] = tai_alloc(w->index[k].bytes, 1);
    if (w->bytes[k] == NULL)
        return TA_ENOMEM;
    memcpy(w->bytes[k], w->packer.out, w->index[k].bytes);
    w->frames++;
    return TA_OK;
}

/* The same, and begins the next frame. */
static ta_status writer_end_frame(ta_archive_writer *w)
{
    const ta_status st = writer_keep_frame(w);
    w->packer.count = 0;
    return st;
}

static ta_status writer_add_position(void *state, uint64_t position)
{
    ta_archive_writer *w = state;
    w->packer.cold[w->packer.count++] = position;
    return w->packer.count == w->packer.room ? writer_end_frame(w) : TA_OK;
}

static ta_status writer_add_values(void *writer, const ta_block *block)
{
    ta_archive_writer *w = writer;
    archive_packer *k = &w->packer;
    ta_status st = TA_OK;
    for (uint64_t at = 0, n; at < block->count && st == TA_OK; at += n) {
        n = tai_min_u64(block->count - at, k->room - k->count);
        memcpy(k->values + k->count, block->values + at, n * sizeof *k->values);
        k->count += n;
        /* Before writer_end_frame, which finds the frame's first position from
         * header.end. */
        w->header.end += n;
        if (k->count == k->room)
            st = writer_end_frame(w);
    }
    return st;
}

/* ---- truncated archives ---- */

/* Drops middle frames that a run resumed after *block does not need: it needs
 * the first and the last block->head heaps. header.head, the heaps at the start
 * that are always kept, is set by the first call that can drop frames, to
 * block->head or somewhat more, in whole frames. header.mask becomes
 * block->mask, or 0 if block->head is 0 or above header.head: no run can be
 * resumed then. */
static void writer_truncate(ta_archive_writer *w, const ta_block *block)
{
    archive_header *h = &w->header;
    const uint64_t entries = w->packer.room;
    const uint64_t frames = (block->head + entries - 1) / entries;
    /* Not before head, middle and tail have as many frames. */
    if (h->head == 0 && (block->head == 0 || block->mask == 0 ||
                         h->end < (3 * frames + 1) * entries))
        return;
    if (h->head == 0) {
        h->head = frames * entries;
        w->head_frames = frames;
    }
    h->mask = block->head == 0 || block->head > h->head ? 0 : block->mask;
    const size_t from = w->head_frames;
    size_t k = from; /* the first frame that is kept behind the head */
    while (k + 1 < w->frames && w->index[k + 1].first + h->head <= h->end)
        ta_free(w->bytes[k++]);
    memmove(w->index + from, w->index + k, (w->frames - k) * sizeof *w->index);
    memmove(w->bytes + from, w->bytes + k, (w->frames - k) * sizeof *w->bytes);
    w->frames -= k - from;
    if (w->frames > from)
        h->back = w->index[from].first;
}

ta_status tai_archive_writer_brief(ta_archive_writer *w, uint64_t from)
{
    if (w->header.content != TA_ARCHIVE_OCTAL || w->header.end > 0 ||
        w->summary != NULL)
        return TA_EINVAL;
    w->summary = tai_alloc_zero(1, sizeof *w->summary);
    if (w->summary == NULL)
        return TA_ENOMEM;
    w->summary->from = from;
    return TA_OK;
}

ta_status tai_archive_writer_resume(ta_archive_writer *w,
                                    const ta_archive *archive, ta_error *error)
{
    const tai_brief_info *b = tai_archive_brief(archive);
    const ta_sink sink = {writer_add_values, w};
    if (b == NULL || w->summary == NULL || w->header.end > 0 ||
        archive->info.end > w->header.goal ||
        strcmp(archive->info.game, w->header.game) != 0)
        return tai_fail(error, TA_EINVAL,
                        "what is no truncated archive of that game cannot be "
                        "resumed as one");
    ta_free(w->summary);
    ta_status st = tai_summary_read(archive, &w->summary, error);
    if (st == TA_OK)
        st = ta_archive_read(archive, 0, b->head, &sink, error);
    if (st == TA_OK && w->packer.count > 0)
        st = writer_end_frame(w);
    w->head_frames = w->frames;
    w->header.head = b->head;
    w->header.mask = b->mask;
    w->header.end = w->header.back = b->back;
    if (st == TA_OK)
        st = ta_archive_read(archive, b->back, archive->info.end, &sink, error);
    w->header.count = w->header.end;
    return w->failed = st;
}

/* The positions that may come next in a block, and how many have come. */
typedef struct writer_range {
    uint64_t from, to, count;
} writer_range;

static ta_status writer_check_position(void *state, uint64_t position)
{
    writer_range *r = state;
    const bool good = position >= r->from && position < r->to;
    r->from = position + 1;
    r->count++;
    return good ? TA_OK : TA_EINVAL;
}

ta_status ta_archive_writer_consume(void *writer, const ta_block *block)
{
    ta_archive_writer *w = writer;
    writer_range range = {.from = block->from, .to = block->to};
    const bool cold = w->header.content == TA_CONTENT_COLD;
    /* Any other block is a bug of the caller, which leaves the writer as it is.
     */
    if (cold != (block->values == NULL) || block->from != w->header.end ||
        block->to <= block->from || block->to > w->header.goal)
        return TA_EINVAL;
    if (w->failed != TA_OK)
        return w->failed;
    if (block->period != 0)
        return tai_block_pieces(block, block->from,
                                &(ta_sink){ta_archive_writer_consume, w});
    if (!cold)
        range.count = block->to - block->from;
    else if (ta_block_each(block, block->from, writer_check_position, &range) !=
             TA_OK)
        return TA_EINVAL;
    if (range.count != block->count)
        return TA_EINVAL;
    tai_budget *budget = tai_budget_use(NULL);
    ta_status st =
        cold ? ta_block_each(block, block->from, writer_add_position, w)
             : writer_add_values(w, block);
    if (w->summary != NULL && st == TA_OK) {
        tai_summary_add(w->summary, block->values, block->count);
        writer_truncate(w, block);
    }
    tai_budget_use(budget);
    w->header.end = block->to;
    w->header.count += block->count;
    return w->failed = st;
}

/* ---- life ---- */

/* 2 bytes a value, or n / 7 in all for cold positions; for subtract-a-square at
 * most n^0.7 + 64 cold positions (length/README.md) of 2 bytes. Besides, the
 * index and the packer. */
uint64_t tai_archive_memory(ta_content content, const ta_game *game, uint64_t n)
{
    const uint64_t fixed = 2 << 20; /* bytes of the packer */
    if (content != TA_CONTENT_COLD)
        return tai_add_sat(tai_mul_sat(2, n), n / 1000 + fixed);
    uint64_t bytes = n / 7 + n / 7000;
    if (tai_game_is_squares(game))
        bytes = tai_min_u64(bytes, 2 * (uint64_t)pow((double)n, 0.7));
    return bytes + fixed;
}

ta_status tai_archive_writer_new_framed(const ta_archive_info *info,
                                        size_t entries,
                                        ta_archive_writer **writer,
                                        ta_error *error)
{
    const uint32_t content =
        info->content == TA_CONTENT_NIM && ta_octal_is_spec(info->game)
            ? TA_ARCHIVE_OCTAL
            : info->content;
    *writer = NULL;
    if (tai_convention_check(info->convention, false, error) != TA_OK)
        return TA_EINVAL;
    if (info->content > TA_CONTENT_LENGTH ||
        !tai_archive_game_fits(info->game, content, info->convention))
        return tai_fail(error, TA_EINVAL,
                        "an archive of content %d and %s play cannot be of the "
                        "game '%s': its name is what ta_game_id says, of at "
                        "most 255 bytes",
                        (int)info->content,
                        tai_convention_text(info->convention), info->game);
    ta_archive_writer *w = tai_alloc_zero(1, sizeof *w);
    if (w != NULL) {
        w->header = (archive_header){.content = content,
                                     .convention = info->convention,
                                     .goal = info->goal};
        strcpy(w->header.game, info->game);
        w->draft.fd = -1;
        w->failed = tai_packer_new(&w->packer, entries,
                                   info->content == TA_CONTENT_COLD);
    }
    if (w == NULL || w->failed != TA_OK) {
        ta_archive_writer_free(w);
        return tai_fail(error, TA_ENOMEM, "no memory for an archive");
    }
    *writer = w;
    return TA_OK;
}

ta_status ta_archive_writer_new(const ta_archive_info *info,
                                ta_archive_writer **writer, ta_error *error)
{
    const bool cold = info->content == TA_CONTENT_COLD;
    return tai_archive_writer_new_framed(
        info, cold ? TA_ARCHIVE_COLD : TA_ARCHIVE_VALUES, writer, error);
}

void ta_archive_writer_free(ta_archive_writer *w)
{
    if (w == NULL)
        return;
    while (w->frames > 0)
        ta_free(w->bytes[--w->frames]);
    ta_free(w->index);
    ta_free(w->bytes);
    ta_free(w->summary);
    tai_packer_free(&w->packer);
    if (w->draft.fd >= 0)
        tai_draft_close(&w->draft, false, NULL);
    ta_free(w);
}

/* ---- saving ---- */

ta_status tai_archive_writer_prepare(ta_archive_writer *w, const char *path,
                                     ta_error *error)
{
    if (path == NULL)
        return tai_fail(error, TA_EINVAL,
                        "an archive needs the name of a file");
    return w->draft.fd >= 0 ? TA_OK : tai_draft_open(path, &w->draft, error);
}

/* Packs the frame that is not full, lays out and writes the file, then drops
 * that frame again. Memory for saving is not counted against the limit of a
 * run, so that a run that has reached it can be saved. */
ta_status ta_archive_writer_save(ta_archive_writer *w, const char *path,
                                 ta_error *error)
{
    const size_t full_frames = w->frames;
    const unsigned modulus = w->packer.modulus;
    archive_header h = w->header;
    uint8_t *summary = NULL;
    size_t summary_bytes = 0;
    if (w->failed != TA_OK)
        return tai_fail(error, w->failed, "the archive is incomplete: %s",
                        ta_status_text(w->failed));
    tai_budget *budget = tai_budget_use(NULL);
    ta_status st = w->packer.count > 0 ? writer_keep_frame(w) : TA_OK;
    if (st == TA_OK && h.head > 0)
        st = tai_summary_pack(w->summary, w->packer.zstd, &h, &summary,
                              &summary_bytes);
    if (st == TA_OK)
        st = tai_archive_writer_prepare(w, path, error);
    else
        tai_fail(error, st, "no memory for an archive");
    h.index = sizeof h;
    for (size_t k = 0; k < w->frames; k++) {
        w->index[k].at = h.index;
        h.index += w->index[k].bytes;
    }
    h.frames = w->frames;
    h.summary = h.head > 0 ? h.index : 0;
    h.index += summary_bytes;
    h.size = h.index + h.frames * sizeof *w->index;
    tai_hash_bytes(w->index, h.frames * sizeof *w->index, h.index_hash);
    tai_archive_seal(&h);
    /* tai_draft_close reports failed writes. */
    if (st == TA_OK) {
        tai_draft *draft = &w->draft;
        (void)tai_draft_write(draft, &h, sizeof h);
        for (size_t k = 0; k < w->frames; k++)
            (void)tai_draft_write(draft, w->bytes[k], w->index[k].bytes);
        (void)tai_draft_write(draft, summary, summary_bytes);
        (void)tai_draft_write(draft, w->index, w->frames * sizeof *w->index);
        st = tai_draft_close(draft, true, error);
    }
    ta_free(summary);
    tai_budget_use(budget);
    while (w->frames > full_frames)
        ta_free(w->bytes[--w->frames]);
    w->packer.modulus = modulus;
    return st;
}
