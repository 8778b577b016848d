#include "archive/allowed.h"

#include "game/game.h"

enum { NEAR = 64 }; /* moves below are compared with what came before */

static ta_status add_move(void *state, uint64_t element)
{
    ((ta_allowed *)state)->moves |= UINT64_C(1) << element;
    return TA_OK;
}

void ta_allowed_begin(ta_allowed *j, const ta_archive_info *about,
                      const ta_game *game)
{
    *j = (ta_allowed){.about = about, .game = game};
    if (game == NULL)
        return;
    j->octal = ta_game_octal(game);
    j->least = ta_game_least(game);
    /* Where there is no memory to list them, fewer are compared. */
    (void)ta_game_each(game, NEAR, add_move, j);
}

/* A hot position has a cold option, or under misere play no move: so there are
 * at most |S| hot positions for each cold one, besides those without a move. */
const char *ta_allowed_claim(const ta_allowed *j)
{
    uint64_t end = j->about->end, count = j->about->count;
    bool misere = j->about->convention == TA_MISERE;
    if (j->about->content != TA_CONTENT_COLD || end == 0)
        return NULL;
    if (j->octal != NULL)
        return count == 0 && !misere ? "heap 0 is cold, and missing" : NULL;
    if (j->game == NULL)
        return NULL;
    uint64_t stuck = ta_min_u64(j->least, end);
    uint64_t moves = ta_game_count_bound(j->game, end);
    uint64_t most = ta_mul_sat(count, ta_add_sat(moves, 1));
    if (!misere && count < stuck)
        return "cold positions that have no move are missing";
    if (ta_add_sat(most, misere ? stuck : 0) < end)
        return "it has fewer cold positions than the others need as options";
    return NULL;
}

/* Frames may be read in any order; what was seen before counts only if it was
 * all of it. */
static void turn_to(ta_allowed *j, uint64_t frame, bool after_gap)
{
    if (frame == 0 || frame != j->frame || after_gap) {
        j->ordered = frame == 0;
        j->last = j->cold = 0;
        j->largest = 0;
    }
    j->frame = frame + 1;
}

/* Whether a cold position may be at p, behind the others. */
static bool add_cold(ta_allowed *j, uint64_t p)
{
    uint64_t gap = p - j->last;
    j->cold = gap < NEAR ? j->cold << gap : 0;
    j->last = p;
    bool right = (j->cold & j->moves) == 0;
    j->cold |= 1;
    return right;
}

/* A position without a move is cold in normal play, hot in misere play. */
static const char *wrong_ends(const ta_allowed *j, const uint64_t *list,
                              size_t count, uint64_t *position)
{
    *position = list[0];
    if (j->about->convention == TA_MISERE)
        return list[0] < j->least ? "who cannot move wins, so it is hot" : NULL;
    for (size_t i = 0; i < count && i < j->least; i++) {
        *position = i;
        if (list[i] != i)
            return "it has no move, so it is cold";
    }
    return NULL;
}

const char *ta_allowed_cold(ta_allowed *j, uint64_t frame, const uint64_t *list,
                            size_t count, uint64_t *position)
{
    if (j->game == NULL)
        return NULL;
    turn_to(j, frame, false);
    const char *why = frame == 0 ? wrong_ends(j, list, count, position) : NULL;
    for (size_t i = 0; i < count && why == NULL; i++)
        if (!add_cold(j, list[i])) {
            *position = list[i];
            why = "it is called cold, and so is one of its options";
        }
    return why;
}

/* The largest value that the game allows at i, which increases with i: no mex
 * is above the number of options, and every move takes min S at least. */
static uint64_t most_at(const ta_allowed *j, uint64_t i)
{
    if (j->octal != NULL && i > 0) { /* m has fewer than m^2 / 12 + 1 triples */
        uint64_t triples = ta_mul_sat(i, i / 12 + 1);
        uint64_t two = 1 + j->octal->n_take + j->octal->n_break * (i / 2);
        return ta_add_sat(two, ta_mul_sat(j->octal->n_third, triples));
    }
    if (j->octal != NULL)
        return 0;
    return j->about->content == TA_CONTENT_LENGTH
               ? i / j->least
               : ta_game_count_bound(j->game, ta_add_sat(i, 1));
}

/* All values below a value are those of options, which come before. In octal
 * games options are sums of two heaps, whose xor may be any number of as many
 * bits. */
static uint64_t most_after(const ta_allowed *j)
{
    if (j->about->content != TA_CONTENT_OCTAL)
        return j->largest + 1;
    uint64_t power = 1;
    while (power <= j->largest)
        power *= 2;
    return power;
}

static bool allows(ta_allowed *j, uint64_t i, uint32_t value)
{
    if (value <= j->largest)
        return true;
    uint64_t most = most_at(j, i);
    if (j->ordered)
        most = ta_min_u64(most, most_after(j));
    j->largest = j->ordered ? value : (uint32_t)ta_min_u64(most, UINT16_MAX);
    return value <= most;
}

const char *ta_allowed_values(ta_allowed *j, uint64_t frame, uint64_t first,
                              const uint16_t *values, size_t count,
                              uint64_t *position)
{
    if (j->game == NULL)
        return NULL;
    bool length = j->about->content == TA_CONTENT_LENGTH;
    turn_to(j, frame, first != j->next);
    j->next = first + count;
    for (size_t k = 0; k < count; k++) {
        uint64_t i = *position = first + k;
        bool cold = length ? values[k] % 2 == 0 : values[k] == 0;
        if (!allows(j, i, values[k]))
            return "its value is larger than the game allows there";
        if (length && (values[k] == 0) != (i < j->least))
            return "just those without a move have length 0";
        if (cold && !add_cold(j, i))
            return length ? "it is called cold, and so is one of its options"
                          : "it has value 0, and so has one of its options";
    }
    return NULL;
}
