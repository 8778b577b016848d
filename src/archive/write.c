/* Building an archive while a run goes on. Frames are cut after a fixed number
 * of entries, wherever the blocks of the run end, so that a file depends only
 * on what it holds: not on the engine, its blocks, or interruptions. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "game/game.h"
#include "archive/archive.h"
#include "archive/draft.h"

struct ta_archive_writer {
    ta_status failed;         /* what ended it, or TA_OK */
    ta_archive_header header; /* end and count are kept here */
    size_t frame_entries;
    union {
        uint64_t *cold;
        uint16_t *values;
        void *any;
    } pending; /* entries of the frame that is not full yet */
    size_t n_pending;
    ta_packer packer;
    ta_archive_frame *index; /* room for one more than `frames` */
    uint8_t **bytes;         /* of each frame */
    uint64_t frames;
    size_t index_room, bytes_room;
    ta_draft draft;       /* prepared for the next save, or fd < 0 */
    ta_tally *tally;      /* of those that may become brief, or NULL */
    uint64_t head_frames; /* of brief ones, those of [0, header.head) */
};

/* Packs what is pending into packer.out. The modulus is chosen anew whenever
 * the number of frames has doubled. */
static ta_status pack(ta_archive_writer *w, ta_archive_frame *frame)
{
    uint64_t k = w->frames;
    if (w->header.content != TA_CONTENT_COLD)
        return ta_pack_values(&w->packer, w->header.end - w->n_pending,
                              w->pending.values, w->n_pending, frame);
    if ((k & (k - 1)) == 0)
        ta_packer_learn(&w->packer, w->pending.cold, w->n_pending);
    return ta_pack_cold(&w->packer, w->pending.cold, w->n_pending, frame);
}

/* Room in the index for frame number w->frames and one more. */
static ta_status reserve(ta_archive_writer *w)
{
    return ta_grow(&w->index, &w->index_room, w->frames, w->frames + 2,
                   sizeof *w->index) &&
                   ta_grow(&w->bytes, &w->bytes_room, w->frames, w->frames + 1,
                           sizeof *w->bytes)
               ? TA_OK
               : TA_ENOMEM;
}

/* A frame is full: packs and keeps it. */
static ta_status finish_frame(ta_archive_writer *w)
{
    ta_archive_frame frame;
    ta_status st = reserve(w);
    if (st == TA_OK)
        st = pack(w, &frame);
    if (st != TA_OK)
        return st;
    uint8_t *copy = ta_alloc(frame.bytes, 1);
    if (copy == NULL)
        return TA_ENOMEM;
    memcpy(copy, w->packer.out, frame.bytes);
    w->index[w->frames] = frame;
    w->bytes[w->frames] = copy;
    w->frames++;
    w->n_pending = 0;
    return TA_OK;
}

static ta_status add_position(void *state, uint64_t position)
{
    ta_archive_writer *w = state;
    w->pending.cold[w->n_pending++] = position;
    return w->n_pending == w->frame_entries ? finish_frame(w) : TA_OK;
}

static ta_status add_values(ta_archive_writer *w, const uint16_t *values,
                            uint64_t count)
{
    ta_status st = TA_OK;
    while (count > 0 && st == TA_OK) {
        uint64_t some = ta_min_u64(count, w->frame_entries - w->n_pending);
        memcpy(w->pending.values + w->n_pending, values, some * sizeof *values);
        values += some;
        count -= some;
        w->n_pending += some;
        w->header.end += some; /* which a frame of values is packed by */
        if (w->n_pending == w->frame_entries)
            st = finish_frame(w);
    }
    return st;
}

/* ---- brief archives ---- */

/* Leaves out the frames between head and tail, whose blocks say that nobody
 * needs them any more. The first such block makes the head; mask 0 tells that
 * the last one needs more than that. A mask may get a bit that no value had
 * before, so the last one counts. */
static void leave_out(ta_archive_writer *w, const ta_block *block)
{
    ta_archive_header *h = &w->header;
    const uint64_t head_frames =
        (block->head + w->frame_entries - 1) / w->frame_entries;
    const uint64_t head = head_frames * w->frame_entries;
    if (h->head == 0 && (block->head == 0 || block->mask == 0 ||
                         h->end < 3 * head + w->frame_entries))
        return;
    if (h->head == 0) {
        h->head = head;
        w->head_frames = head_frames;
    }
    h->mask = block->head == 0 || block->head > h->head ? 0 : block->mask;
    uint64_t from = w->head_frames, k = from;
    while (k + 1 < w->frames && w->index[k + 1].first + h->head <= h->end)
        ta_free(w->bytes[k++]);
    memmove(w->index + from, w->index + k, (w->frames - k) * sizeof *w->index);
    memmove(w->bytes + from, w->bytes + k, (w->frames - k) * sizeof *w->bytes);
    w->frames -= k - from;
    if (w->frames > from)
        h->back = w->index[from].first;
}

ta_status ta_archive_writer_brief(ta_archive_writer *w, unsigned kept,
                                  uint64_t from)
{
    if (w->header.content != TA_CONTENT_OCTAL || w->header.end > 0 ||
        w->tally != NULL || kept > (TA_BRIEF_COLD | TA_BRIEF_DIGEST))
        return TA_EINVAL;
    return ta_tally_new(kept, from, &w->tally);
}

static ta_status take_again(void *writer, const ta_block *block)
{
    return add_values(writer, block->values, block->count);
}

ta_status ta_archive_writer_resume(ta_archive_writer *w,
                                   const ta_archive *archive, ta_error *error)
{
    const ta_brief_info *b = ta_archive_brief(archive);
    const ta_sink again = {take_again, w};
    ta_tally *tally = NULL;
    if (b == NULL || w->tally == NULL || w->header.end > 0 ||
        archive->info.end > w->header.goal ||
        strcmp(archive->info.game, w->header.game) != 0)
        return ta_fail(error, TA_EINVAL,
                       "what is no brief archive of that game cannot be "
                       "resumed as one");
    ta_status st = ta_tally_read(archive, &tally, error);
    if (st == TA_OK)
        st = ta_archive_read(archive, 0, b->head, &again, error);
    if (st == TA_OK && w->n_pending > 0)
        st = finish_frame(w);
    w->head_frames = w->frames;
    w->header.head = b->head;
    w->header.mask = b->mask;
    w->header.end = w->header.back = b->back;
    if (st == TA_OK)
        st =
            ta_archive_read(archive, b->back, archive->info.end, &again, error);
    ta_tally_free(w->tally);
    w->tally = tally;
    w->header.count = w->header.end;
    return w->failed = st;
}

ta_status ta_archive_writer_take(void *writer, const ta_block *block)
{
    ta_archive_writer *w = writer;
    bool cold = w->header.content == TA_CONTENT_COLD;
    /* Blocks come in order and without gaps; anything else is a bug. */
    if (cold != (block->values == NULL) || block->from != w->header.end ||
        block->to <= block->from || block->to > w->header.goal)
        return TA_EINVAL;
    if (w->failed != TA_OK)
        return w->failed;
    if (block->period != 0)
        return ta_block_pieces(block, block->from,
                               &(ta_sink){ta_archive_writer_take, w});
    ta_budget *budget = ta_budget_use(NULL);
    w->failed = cold ? ta_block_each(block, block->from, add_position, w)
                     : add_values(w, block->values, block->count);
    if (w->tally != NULL && w->failed == TA_OK)
        w->failed = ta_tally_take(w->tally, block->values, block->count);
    if (w->tally != NULL && w->failed == TA_OK)
        leave_out(w, block);
    ta_budget_use(budget);
    w->header.end = block->to;
    w->header.count += block->count;
    return w->failed;
}

/* ---- memory ---- */

/* An upper bound: 2 bytes a value, and for cold positions, of which each takes
 * at most 2 bytes, no more than n / 7, since coding wastes little. Of squares
 * there are at most n^0.7 + 64 below n (length/README.md). */
uint64_t ta_archive_memory(ta_content content, const ta_game *game, uint64_t n)
{
    const uint64_t fixed = 2 << 20; /* a writer begins with a frame's arrays */
    if (content != TA_CONTENT_COLD)
        return ta_add_sat(ta_mul_sat(2, n), n / 1000 + fixed);
    uint64_t bytes = n / 7 + n / 7000;
    if (ta_game_is_squares(game))
        bytes = ta_min_u64(bytes, 2 * (uint64_t)pow((double)n, 0.7));
    return bytes + fixed;
}

/* ---- beginning and end ---- */

static ta_status fill_header(ta_archive_header *h, const ta_archive_info *info,
                             ta_error *error)
{
    if (info->content < TA_CONTENT_COLD || info->content > TA_CONTENT_OCTAL)
        return ta_fail(error, TA_EINVAL, "there is no content %d",
                       (int)info->content);
    if (!ta_archive_game_fits(info->game, info->content, info->convention))
        return ta_fail(
            error, TA_EINVAL,
            "an archive holds the name of its game, as ta_game_id says it, "
            "of at most 255 bytes; "
            "'%.100s%s' is none of such an archive",
            info->game, strlen(info->game) > 100 ? "..." : "");
    *h = (ta_archive_header){.content = info->content,
                             .convention = info->convention,
                             .goal = info->goal,
                             .index = sizeof *h};
    strcpy(h->game, info->game);
    return TA_OK;
}

ta_status ta_archive_writer_new_framed(const ta_archive_info *info,
                                       size_t entries,
                                       ta_archive_writer **writer,
                                       ta_error *error)
{
    *writer = NULL;
    ta_archive_header header;
    ta_status st = fill_header(&header, info, error);
    if (st != TA_OK)
        return st;
    ta_archive_writer *w = ta_alloc_zero(1, sizeof *w);
    if (w != NULL) {
        w->header = header;
        w->frame_entries = entries;
        w->draft.fd = -1;
        w->pending.any = ta_alloc(entries, info->content == TA_CONTENT_COLD
                                               ? sizeof *w->pending.cold
                                               : sizeof *w->pending.values);
        st = ta_packer_new(&w->packer, entries);
    }
    if (w == NULL || w->pending.any == NULL || st != TA_OK) {
        ta_archive_writer_free(w);
        return ta_fail(error, TA_ENOMEM, "no memory for an archive");
    }
    *writer = w;
    return TA_OK;
}

ta_status ta_archive_writer_new(const ta_archive_info *info,
                                ta_archive_writer **writer, ta_error *error)
{
    size_t entries =
        info->content == TA_CONTENT_COLD ? TA_ARCHIVE_COLD : TA_ARCHIVE_VALUES;
    return ta_archive_writer_new_framed(info, entries, writer, error);
}

void ta_archive_writer_free(ta_archive_writer *w)
{
    if (w == NULL)
        return;
    for (uint64_t k = 0; k < w->frames; k++)
        ta_free(w->bytes[k]);
    ta_free(w->bytes);
    ta_free(w->index);
    ta_free(w->pending.any);
    ta_tally_free(w->tally);
    ta_packer_free(&w->packer);
    if (w->draft.fd >= 0)
        ta_draft_close(&w->draft, false, NULL);
    ta_free(w);
}

/* ---- saving ---- */

/* The entries that fill no frame yet become a short one, in packer.out and in
 * the index behind the others; they stay pending. */
static ta_status pack_rest(ta_archive_writer *w, ta_archive_header *h)
{
    ta_status st = reserve(w);
    if (st != TA_OK || w->n_pending == 0)
        return st;
    ta_archive_frame *frame = &w->index[w->frames];
    unsigned modulus = w->packer.modulus;
    st = pack(w, frame);
    w->packer.modulus = modulus;
    h->frames++;
    return st;
}

/* Where everything goes, once all is packed. */
static void place(ta_archive_writer *w, ta_archive_header *h, size_t tally)
{
    uint64_t at = sizeof *h;
    for (uint64_t k = 0; k < h->frames; k++) {
        w->index[k].at = at;
        at += w->index[k].bytes;
    }
    h->tally = h->head > 0 ? at : 0;
    h->index = at + tally;
    h->size = h->index + h->frames * sizeof *w->index;
    ta_hash_of(w->index, h->frames * sizeof *w->index, h->index_hash);
    ta_archive_seal(h);
}

/* Whether it could be written, the draft knows. */
static void write_all(const ta_archive_writer *w, const ta_archive_header *h,
                      const uint8_t *tally, ta_draft *draft)
{
    (void)ta_draft_write(draft, h, sizeof *h);
    for (uint64_t k = 0; k < w->frames; k++)
        (void)ta_draft_write(draft, w->bytes[k], w->index[k].bytes);
    if (h->frames > w->frames)
        (void)ta_draft_write(draft, w->packer.out, w->index[w->frames].bytes);
    if (h->head > 0)
        (void)ta_draft_write(draft, tally, h->index - h->tally);
    (void)ta_draft_write(draft, w->index, h->frames * sizeof *w->index);
}

ta_status ta_archive_writer_prepare(ta_archive_writer *w, const char *path,
                                    ta_error *error)
{
    return w->draft.fd >= 0 ? TA_OK : ta_draft_open(path, &w->draft, error);
}

static ta_status save(ta_archive_writer *w, const char *path, ta_error *error)
{
    if (w->failed != TA_OK)
        return ta_fail(error, w->failed, "the archive is incomplete: %s",
                       ta_status_text(w->failed));
    ta_archive_header h = w->header;
    h.frames = w->frames;
    uint8_t *tally = NULL;
    size_t tally_bytes = 0;
    ta_status st = h.head == 0 ? TA_OK
                               : ta_tally_pack(w->tally, w->packer.zstd, &h,
                                               &tally, &tally_bytes);
    if (st == TA_OK)
        st = pack_rest(w, &h);
    if (st != TA_OK) {
        ta_free(tally);
        return ta_fail(error, st, "no memory for an archive");
    }
    place(w, &h, tally_bytes);
    st = ta_archive_writer_prepare(w, path, error);
    if (st != TA_OK) {
        ta_free(tally);
        return st;
    }
    ta_draft draft = w->draft;
    w->draft.fd = -1;
    write_all(w, &h, tally, &draft);
    ta_free(tally);
    return ta_draft_close(&draft, true, error);
}

/* No budget counts what saving takes, so that it can be done at any limit. */
ta_status ta_archive_writer_save(ta_archive_writer *w, const char *path,
                                 ta_error *error)
{
    ta_budget *budget = ta_budget_use(NULL);
    ta_status st = save(w, path, error);
    ta_budget_use(budget);
    return st;
}
