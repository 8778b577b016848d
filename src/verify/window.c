/* Whole windows of an archive, computed anew from what it says below them.
 *
 * The cold positions go by once, increasing. Each marks the positions of a
 * window to which it can be reached from there; so when position p of the
 * window goes by, all that is below has marked, and p has to be cold exactly
 * if it is not marked. No engine has a part in it. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/fleet.h"
#include "game/game.h"
#include "game/set.h"
#include "verify/verify.h"

/* Marks between two polls: some hundredths of a second. */
enum { POLL = 1 << 24 };

typedef struct window {
    ta_window *asked;
    uint64_t from, to;
    uint64_t next; /* the first position that is not compared yet */
    uint64_t *hot; /* bit i: from + i is known to be hot */
} window;

typedef struct recount {
    const ta_archive *archive;
    ta_set set; /* below the last window's end */
    window *windows;
    size_t n_windows;
    uint64_t *words; /* of all windows */
    const ta_options *options;
    ta_verified *seen;
    ta_error *error;
    double growth;   /* S has about x^growth elements below x */
    uint64_t polled; /* marks when progress was told last */
} recount;

/* ---- marks ---- */

/* Marks x + y for x in one list and y in the other, both increasing, where
 * that lies in the window, and returns the number of marks. Whichever list is
 * which, so the shorter one can be the first. */
static uint64_t mark_sums(const window *w, const uint64_t *x, size_t n_x,
                          const uint64_t *y, size_t n_y)
{
    uint64_t marks = 0;
    size_t low = n_y; /* what is from here on reaches the window */
    for (size_t i = 0; i < n_x; i++) {
        uint64_t offset = x[i] - w->from; /* wraps, and the sum wraps back */
        while (low > 0 && x[i] + y[low - 1] >= w->from)
            low--;
        size_t k = low;
        for (; k < n_y && x[i] + y[k] < w->to; k++) {
            uint64_t at = y[k] + offset;
            w->hot[at / 64] |= UINT64_C(1) << at % 64;
        }
        marks += k - low;
    }
    return marks;
}

/* hot[i] |= bits[i + by] for the window; of `bits` a word before them and one
 * behind are zero and can be read. */
static uint64_t mark_shifted(const window *w, const uint64_t *bits, int64_t by)
{
    uint64_t words = ta_bits_words(w->to - w->from);
    unsigned right = (unsigned)((uint64_t)by % 64);
    int64_t q = (by - (int64_t)right) / 64;
    uint64_t first = q < -1 ? (uint64_t)(-1 - q) : 0;
    const uint64_t *from = bits + q;
    for (uint64_t i = first; i < words; i++)
        w->hot[i] |= from[i] >> right | from[i + 1] << 1 << (63 - right);
    return words - first;
}

/* Told after every so many marks, and after every frame. */
static ta_status poll(recount *r, uint64_t done)
{
    double share = 0;
    r->polled = r->seen->moves;
    for (size_t i = 0; i < r->n_windows; i++) {
        double u = fmin(1, (double)done / (double)r->windows[i].to);
        share += (1 - pow(1 - u, r->growth)) / (double)r->n_windows;
    }
    ta_status st = ta_poll(r->options, fmin(1, share), done);
    return st == TA_OK ? st : ta_fail(r->error, st, "stopped on request");
}

static ta_status poll_when_due(recount *r, uint64_t done)
{
    return r->seen->moves - r->polled > POLL ? poll(r, done) : TA_OK;
}

/* What the cold positions before a window make hot in it. */
static ta_status mark_from_before(recount *r, const window *w,
                                  const uint64_t *cold, size_t count)
{
    ta_status st = TA_OK;
    if (count == 0)
        return st;
    if (r->set.bits != NULL) {
        for (size_t i = 0; i < count && st == TA_OK; i++) {
            r->seen->moves +=
                mark_shifted(w, r->set.bits, (int64_t)(w->from - cold[i]));
            st = poll_when_due(r, cold[i]);
        }
        return st;
    }
    const uint64_t *moves;
    size_t n_moves = ta_set_window(&r->set, w->from - cold[count - 1],
                                   w->to - cold[0], NULL, &moves);
    bool few_moves = n_moves < count;
    /* In pieces, so that a request to stop is heard. */
    enum { PIECE = 1 << 12 };
    size_t all = few_moves ? n_moves : count;
    for (size_t i = 0; i < all && st == TA_OK; i += PIECE) {
        size_t some = (size_t)ta_min_u64(PIECE, all - i);
        r->seen->moves += few_moves
                              ? mark_sums(w, moves + i, some, cold, count)
                              : mark_sums(w, cold + i, some, moves, n_moves);
        st = poll_when_due(r, cold[0]);
    }
    return st;
}

static void mark_from_within(recount *r, const window *w, uint64_t c)
{
    if (r->set.bits != NULL) {
        r->seen->moves += mark_shifted(w, r->set.bits, -(int64_t)(c - w->from));
        return;
    }
    const uint64_t *moves;
    size_t count = ta_set_window(&r->set, 1, w->to - c, NULL, &moves);
    r->seen->moves += mark_sums(w, &c, 1, moves, count);
}

/* ---- comparison ---- */

static bool is_hot(const window *w, uint64_t p)
{
    uint64_t i = p - w->from;
    return w->hot[i / 64] >> i % 64 & 1;
}

/* The positions up to p, which the archive has as hot. */
static ta_status compare_up_to(const recount *r, window *w, uint64_t p)
{
    for (; w->next < p; w->next++) {
        if ((w->next - w->from) % 64 == 0 && w->next + 64 <= p &&
            w->hot[(w->next - w->from) / 64] == UINT64_MAX)
            w->next += 63;
        else if (!is_hot(w, w->next))
            return ta_fail(r->error, TA_EMISMATCH,
                           "'%.200s' is wrong: position %" PRIu64
                           " is missing, computed anew from what is below: no "
                           "move from it leads to a cold one",
                           r->archive->name, w->next);
    }
    return TA_OK;
}

static ta_status compare(recount *r, window *w, uint64_t c)
{
    ta_status st = compare_up_to(r, w, c);
    if (st != TA_OK)
        return st;
    if (is_hot(w, c))
        return ta_fail(
            r->error, TA_EMISMATCH,
            "'%.200s' is wrong: position %" PRIu64
            " is in it, but computed anew from what is below it is hot: %s",
            r->archive->name, c,
            r->archive->info.convention == TA_MISERE && c < r->set.least
                ? "who cannot move there wins"
                : "a move from it leads to a cold one");
    w->next = c + 1;
    w->asked->cold++;
    mark_from_within(r, w, c);
    return TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    recount *r = state;
    const uint64_t *cold = block->positions; /* archives hand over lists */
    ta_status st = TA_OK;
    for (size_t k = 0; k < r->n_windows && st == TA_OK; k++) {
        window *w = &r->windows[k];
        if (w->to <= block->from)
            continue;
        size_t i = ta_first_at_least(cold, block->count, w->from);
        st = mark_from_before(r, w, cold, i);
        for (; i < block->count && cold[i] < w->to && st == TA_OK; i++) {
            st = compare(r, w, cold[i]);
            if (st == TA_OK)
                st = poll_when_due(r, cold[i]);
        }
        if (st == TA_OK && block->to > w->from)
            st = compare_up_to(r, w, ta_min_u64(block->to, w->to));
    }
    return st == TA_OK ? poll(r, block->to) : st;
}

/* ---- beginning and end ---- */

static int by_start(const void *a, const void *b)
{
    const ta_window *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                              : (x->to > y->to) - (x->to < y->to);
}

static ta_status begin(recount *r, const ta_game *game, ta_window *asked,
                       uint64_t top, uint64_t words)
{
    ta_status st = ta_set_build(game, top, &r->set);
    if (st != TA_OK)
        return st;
    r->windows = ta_alloc(r->n_windows, sizeof *r->windows);
    r->words = ta_alloc_zero(words, sizeof *r->words);
    if (r->windows == NULL || r->words == NULL)
        return TA_ENOMEM;
    uint64_t *hot = r->words;
    for (size_t i = 0; i < r->n_windows; i++) {
        window *w = &r->windows[i];
        *w =
            (window){&asked[i], asked[i].from, asked[i].to, asked[i].from, hot};
        hot += ta_bits_words(w->to - w->from);
        if (ta_game_convention(game) == TA_MISERE) /* no move: that wins */
            for (uint64_t p = w->from; p < w->to && p < r->set.least; p++)
                w->hot[(p - w->from) / 64] |= UINT64_C(1) << (p - w->from) % 64;
    }
    return TA_OK;
}

static ta_status cold_windows(const ta_archive *archive, const ta_game *game,
                              ta_window *windows, size_t count, uint64_t top,
                              const ta_options *options, ta_verified *seen,
                              ta_error *error)
{
    recount r = {.archive = archive,
                 .n_windows = count,
                 .options = options,
                 .seen = seen,
                 .error = error,
                 .growth = fmax(0.1, ta_game_growth(game, top))};
    uint64_t words = 0;
    for (size_t i = 0; i < count; i++)
        words += ta_bits_words(windows[i].to - windows[i].from);
    uint64_t bytes = ta_mul_sat(words, 8);
    bytes = ta_add_sat(bytes,
                       ta_mul_sat(count, sizeof *r.windows + sizeof *windows));
    bytes = ta_add_sat(bytes, ta_set_memory(game, top));
    bytes = ta_add_sat(bytes, ta_archive_reader_memory(archive));
    ta_status st = ta_admit(options, bytes, error,
                            "windows of '%.150s' below %" PRIu64 " need",
                            archive->name, top);
    if (st != TA_OK)
        return st;
    st = begin(&r, game, windows, top, words);
    if (st != TA_OK)
        ta_fail(error, st, "no memory for %zu windows", count);
    else
        st = ta_archive_read(archive, 0, top, &(ta_sink){take, &r}, error);
    for (size_t i = 0; i < count; i++) {
        seen->cold += windows[i].cold;
        seen->hot += windows[i].to - windows[i].from - windows[i].cold;
    }
    ta_free(r.windows);
    ta_free(r.words);
    ta_set_free(&r.set);
    return st;
}

static ta_status prepare(const ta_archive *archive, const ta_game *game,
                         ta_window *windows, size_t count, ta_error *error)
{
    ta_status st = ta_archive_same_game(archive, game, error);
    if (st != TA_OK)
        return st;
    if (ta_octal_code(game) != NULL)
        return ta_fail(error, TA_EINVAL,
                       "'%.200s' is of an octal game, which has no windows",
                       archive->name);
    for (size_t i = 0; i < count; i++) {
        windows[i].cold = 0;
        if (windows[i].from >= windows[i].to ||
            windows[i].to > archive->info.end)
            return ta_fail(error, TA_EINVAL,
                           "'%.200s' holds [0, %" PRIu64 "), not [%" PRIu64
                           ", %" PRIu64 ")",
                           archive->name, archive->info.end, windows[i].from,
                           windows[i].to);
    }
    if (count > 0)
        qsort(windows, count, sizeof *windows, by_start);
    return TA_OK;
}

static ta_status verify(const ta_archive *archive, const ta_game *game,
                        ta_window *windows, size_t count,
                        const ta_options *options, ta_verified *seen,
                        ta_error *error)
{
    uint64_t top = 0;
    for (size_t i = 0; i < count; i++)
        top = ta_max_u64(top, windows[i].to);
    if (count == 0)
        return TA_OK;
    if (archive->info.content == TA_CONTENT_COLD)
        return cold_windows(archive, game, windows, count, top, options, seen,
                            error);
    return ta_verify_values(archive, game, windows, count, options, seen,
                            error);
}

/* Windows are dealt to the ranks of a fleet in their order. */
static ta_status share(const ta_archive *archive, const ta_game *game,
                       ta_window *windows, size_t count,
                       const ta_options *options, ta_verified *seen,
                       ta_error *error)
{
    ta_fleet *fleet = ta_fleet_of(options);
    uint64_t hash = archive->info.count;
    for (size_t i = 0; i < count; i++)
        hash = ta_hash_more(ta_hash_more(hash, windows[i].from), windows[i].to);
    const size_t n = ta_fleet_items(fleet, count);
    ta_window *own = ta_alloc(n, sizeof *own);
    ta_verified *all = ta_alloc_zero(fleet->ranks, sizeof *all);
    ta_status st = own != NULL && all != NULL ? TA_OK : TA_ENOMEM;
    for (size_t k = 0; st == TA_OK && k < n; k++)
        own[k] = windows[k * fleet->ranks + fleet->rank];
    if (st == TA_OK)
        st = verify(archive, game, own, n, options, &all[fleet->rank], error);
    for (size_t k = 0; st == TA_OK && k < n; k++)
        windows[k * fleet->ranks + fleet->rank] = own[k];
    if (st == TA_OK)
        st = ta_fleet_rows(fleet, hash, windows, count, sizeof *windows, error);
    if (st == TA_OK)
        st = ta_fleet_rows(fleet, hash, all, fleet->ranks, sizeof *all, error);
    for (unsigned r = 0; all != NULL && r < fleet->ranks; r++) {
        seen->cold += all[r].cold;
        seen->hot += all[r].hot;
        seen->moves += all[r].moves;
    }
    ta_free(own);
    ta_free(all);
    return st;
}

ta_status ta_archive_verify_windows(const ta_archive *archive,
                                    const ta_game *game, ta_window *windows,
                                    size_t count, const ta_options *options,
                                    ta_verified *seen, ta_error *error)
{
    ta_verified ignored;
    ta_error own = {""};
    if (seen == NULL)
        seen = &ignored;
    if (error == NULL) /* other ranks are told */
        error = &own;
    *seen = (ta_verified){0};
    ta_status st = prepare(archive, game, windows, count, error);
    if (st == TA_OK)
        st = share(archive, game, windows, count, options, seen, error);
    return ta_fleet_close(options, st, error);
}
