/* What all games share, whatever their form. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/form.h"

ta_game *tai_game_blank(ta_convention convention, size_t room)
{
    ta_game *game = tai_alloc_zero(1, sizeof *game + room);
    if (game != NULL) {
        game->spec = (char *)(game + 1);
        game->about.spec = game->spec;
        game->about.convention = convention;
    }
    return game;
}

ta_status tai_convention_check(ta_convention convention, bool exact_allowed,
                               ta_error *error)
{
    if (convention == TA_EXACT)
        return exact_allowed
                   ? TA_OK
                   : tai_fail(error, TA_EINVAL,
                              "exact play is of single heaps of subtraction "
                              "sets and rules only");
    return convention == TA_NORMAL || convention == TA_MISERE
               ? TA_OK
               : tai_fail(error, TA_EINVAL,
                          "%d is no convention: TA_NORMAL, TA_MISERE "
                          "and TA_EXACT are",
                          (int)convention);
}

void ta_game_free(ta_game *game)
{
    if (game == NULL)
        return;
    for (size_t i = 0; i < game->n_parts; i++)
        ta_game_free(game->part[i].game);
    ta_free(game->ranges.range);
    ta_free(game->octal);
    ta_free(game);
}

const ta_game_info *ta_game_about(const ta_game *game)
{
    return &game->about;
}

uint64_t tai_game_least(const ta_game *game)
{
    return game->least;
}

uint64_t tai_game_all_from(const ta_game *game)
{
    return game->ranges.all_from;
}

uint64_t tai_game_count_bound(const ta_game *game, uint64_t n)
{
    return n < 2 || game->form == NULL ? 0 : game->form->count(game, n);
}

uint64_t tai_game_scratch(const ta_game *game, uint64_t n)
{
    if (n < 2 || game->form == NULL || game->form->scratch == NULL)
        return 0;
    return game->form->scratch(game, n);
}

/* ---- the elements ---- */

ta_status tai_game_each(const ta_game *game, uint64_t n, tai_visit visit,
                        void *state)
{
    if (game->about.rule)
        return TA_EINVAL; /* its moves are no set */
    if (n < 2 || game->form == NULL)
        return TA_OK;
    return game->form->each(game, n, visit, state);
}

ta_status tai_each_bit(const ta_game *game, uint64_t n, tai_visit visit,
                       void *state)
{
    ta_bits bits;
    ta_status st = ta_bits_new(n, &bits);
    if (st == TA_OK)
        st = game->form->fill(game, n, bits.words, NULL);
    if (st == TA_OK)
        st = ta_block_each(&(ta_block){.to = n, .bits = bits.words}, 1, visit,
                           state);
    ta_bits_free(&bits);
    return st;
}

static ta_status set_bit(void *state, uint64_t element)
{
    uint64_t *words = state;
    words[element / 64] |= (uint64_t)1 << element % 64;
    return TA_OK;
}

ta_status tai_game_fill(const ta_game *game, uint64_t n, uint64_t *words,
                        const ta_options *options)
{
    uint64_t count = ta_bits_words(n);
    memset(words, 0, (size_t)count * 8);
    if (n < 2 || game->form == NULL || game->form->fill == NULL)
        return tai_game_each(game, n, set_bit, words);
    ta_status st = game->form->fill(game, n, words, options);
    /* It may set bit 0 and bits from n on. */
    words[0] &= ~(uint64_t)1;
    if (n % 64 != 0)
        words[count - 1] &= ((uint64_t)1 << n % 64) - 1;
    return st;
}

/* `state` is the address of a pointer to the end of the array, which moves on.
 */
static ta_status append_element(void *state, uint64_t element)
{
    uint64_t **end = state;
    *(*end)++ = element;
    return TA_OK;
}

ta_status ta_game_elements(const ta_game *game, uint64_t n, uint64_t **elements,
                           size_t *count)
{
    uint64_t *list = tai_alloc(tai_game_count_bound(game, n), 8), *end = list;
    if (list == NULL)
        return TA_ENOMEM;
    ta_status st = tai_game_each(game, n, append_element, &end);
    if (st != TA_OK) {
        ta_free(list);
        return st;
    }
    *elements = list;
    *count = (size_t)(end - list);
    return TA_OK;
}

uint64_t tai_game_list_memory(const ta_game *game, uint64_t n)
{
    uint64_t list = tai_mul_sat(tai_game_count_bound(game, n), 8);
    /* Two arrays, each of whole 64 bytes. */
    return tai_add_sat(list, tai_add_sat(tai_game_scratch(game, n), 128));
}

/* ---- names in archives ---- */

/* Continues an FNV-1a hash. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *b = bytes; count > 0; count--)
        hash = (hash ^ *b++) * UINT64_C(0x100000001b3);
    return hash;
}

char *ta_game_id(const ta_game *game, char id[TA_GAME_ID])
{
    const char *spec = game->octal != NULL ? game->octal->code : game->spec;
    /* Specs that do not determine the set, "file:PATH" and "list of N numbers",
     * and long ones give a hash: of the numbers, or else of the text. */
    if (strlen(spec) < TA_GAME_ID && strncmp(spec, "file:", 5) != 0 &&
        strncmp(spec, "list of ", 8) != 0)
        return strcpy(id, spec);
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* of no bytes */
    const bool by_numbers = game->about.finite && game->n_parts == 0;
    for (size_t k = 0; by_numbers && k < game->ranges.count; k++)
        hash = hash_bytes(hash, &game->ranges.range[k], /* `first`, `last` */
                          offsetof(ta_range, before));
    if (!by_numbers)
        hash = hash_bytes(hash, spec, strlen(spec));
    snprintf(id, TA_GAME_ID, "%s#%016" PRIx64, by_numbers ? "numbers" : "set",
             hash);
    return id;
}
