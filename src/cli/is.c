/* takeaway is N...: cold or hot, and how to win. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moves.h"

/* ---- a heap in an archive: one frame for the heap, few for its moves ---- */

typedef struct window { /* cold positions of [from, from + cold.n) */
    uint64_t from;
    ta_bits cold;
} window;

static ta_status mark_one(void *state, uint64_t position)
{
    window *w = state;
    position -= w->from;
    w->cold.words[position / 64] |= UINT64_C(1) << position % 64;
    return TA_OK;
}

static ta_status mark(void *state, const ta_block *block)
{
    return ta_block_each(block, ((window *)state)->from, mark_one, state);
}

/* What to take from the heap, 0 if nothing wins: the least element that leaves
 * a cold position, sought in windows that grow. */
static ta_status known_move(const ta_archive *in, const ta_game *game,
                            uint64_t heap, uint64_t *taken, ta_error *error)
{
    uint64_t *set = NULL;
    size_t count, next = 0;
    uint64_t end = heap, size = UINT64_C(1) << 16;
    *taken = 0;
    ta_status st = ta_game_elements(game, heap + 1, &set, &count);
    while (st == TA_OK && next < count && *taken == 0) {
        size = size < end ? size : end;
        window w = {.from = end - size};
        st = ta_bits_new(size, &w.cold);
        if (st == TA_OK)
            st = cli_read(in, w.from, end, &(ta_sink){mark, &w}, error);
        for (; st == TA_OK && next < count && heap - set[next] >= w.from;
             next++)
            if (ta_bits_get(&w.cold, heap - set[next] - w.from)) {
                *taken = set[next];
                break;
            }
        ta_bits_free(&w.cold);
        end = w.from;
        size *= 2;
    }
    ta_free(set);
    return st;
}

static void answer(const cli_settings *s, bool cold, const char *heap,
                   const char *taken, const char *left)
{
    if (s->json) {
        cli_rows r;
        cli_rows_begin(&r, s, "quantity\tvalue");
        cli_field(&r, "cold", cli_flag(cold));
        cli_field(&r, "heap", cli_text(heap));
        cli_field(&r, "take", cli_text(taken));
        cli_field(&r, "leave", cli_text(left));
        cli_rows_end(&r);
    } else if (s->quiet) {
        puts(cold ? "cold" : "hot");
    } else if (cold) {
        puts("cold: the player to move loses");
    } else if (taken == NULL) {
        puts("hot: there is no move, and who cannot move wins");
    } else {
        printf("hot: take %s from %s, leaving %s\n", taken, heap, left);
    }
}

static int by_archive(const cli_moves_job *m)
{
    const cli_settings *s = m->settings;
    ta_play_heap h = ta_play_heap_at(m->play, 0);
    ta_error error = {""};
    ta_game *game = NULL;
    uint64_t heap, below, with = 0, taken = 0;
    char take[24], left[24];
    int status = cli_number("HEAP", h.heap, 0, UINT64_MAX - 1, &heap);
    if (status == CLI_DONE)
        status = cli_known_reaches(m->in, s, heap + 1);
    if (status != CLI_DONE)
        return status;
    ta_status st = ta_archive_count_below(m->in, heap, &below, &error);
    if (st == TA_OK)
        st = ta_archive_count_below(m->in, heap + 1, &with, &error);
    if (st == TA_OK && with == below) {
        st = ta_game_new(h.game, ta_archive_about(m->in)->convention, &game,
                         &error);
        if (st == TA_OK)
            st = known_move(m->in, game, heap, &taken, &error);
        ta_game_free(game);
    }
    if (st == TA_OK) {
        snprintf(take, sizeof take, "%" PRIu64, taken);
        snprintf(left, sizeof left, "%" PRIu64, heap - taken);
        answer(s, with > below, h.heap, taken != 0 ? take : NULL,
               taken != 0 ? left : NULL);
    }
    return cli_status(st, &error);
}

/* ---- a sum ---- */

typedef struct first_move {
    const cli_settings *settings;
    const char *heap;
    bool found;
} first_move;

static ta_status print_first(void *state, const ta_move *move)
{
    first_move *f = state;
    char *left = cli_moves_left(move);
    if (left == NULL)
        return TA_ENOMEM;
    answer(f->settings, false, f->heap, move->taken, left);
    free(left);
    f->found = true;
    return TA_OK;
}

/* What a run will cost that lasts longer than some seconds. */
static void announce(const cli_moves_job *m)
{
    ta_play_heap h = ta_play_heap_at(m->play, 0);
    uint64_t heap;
    char text[32];
    ta_game *game = NULL;
    if (m->settings->quiet || m->count != 1 || ta_octal_is_spec(h.game) ||
        strcmp(h.game, "moser") == 0 ||
        ta_number_parse(h.heap, &heap, NULL) != TA_OK || heap < CLI_LONG_RUN ||
        ta_game_new(h.game, TA_NORMAL, &game, NULL) != TA_OK)
        return;
    ta_plan *plan = NULL;
    if (!ta_game_about(game)->finite &&
        ta_plan_new(TA_CONTENT_COLD, game, heap, NULL, &plan, NULL) == TA_OK)
        fprintf(stderr,
                "# the cold positions below %" PRIu64 " are computed, with %s "
                "of memory; an archive (--in) answers at once\n",
                heap, cli_bytes_text(ta_plan_memory(plan), text));
    ta_plan_free(plan);
    ta_game_free(game);
}

static int by_play(cli_moves_job *m)
{
    first_move f = {.settings = m->settings};
    ta_error error = {""};
    announce(m);
    int status = cli_moves_solve(m);
    for (size_t i = 0; status == CLI_DONE && i < m->count && !f.found; i++) {
        bool all;
        f.heap = m->given[i];
        status = cli_status(
            ta_play_moves(m->play, i, 1, print_first, &f, &all, &error),
            &error);
    }
    if (status == CLI_DONE && !f.found)
        answer(m->settings, !ta_play_wins(m->play), NULL, NULL, NULL);
    return status;
}

int cli_is(const cli_settings *s)
{
    cli_moves_job m = {.settings = s, .one_move = true};
    int status = cli_moves_open(&m);
    if (status == CLI_DONE)
        status = cli_moves_by_cold(&m) ? by_archive(&m) : by_play(&m);
    cli_moves_close(&m);
    return status;
}
