/* Octal codes and the games that have names. */
#include <stdlib.h>
#include <string.h>

#include "game/form.h"
#include "game/octal.h"

static const ta_octal_kind kinds[] = {
    {"kayles", "0.77", "", "A002186",
     "take one or two neighbouring pins of a row"},
    {"dawson-kayles", "0.07", "A215721", "",
     "take two neighbouring pins of a row"},
    {"dawson-chess", "0.137", "", "A002187", "Dawson's chess, files as heaps"},
    {"domino", "0.07", "A215721", "",
     "cover two squares of a 1 x N board with a domino"},
    {"cram-row", "0.07", "A215721", "", "Cram on one row: the domino game"},
    {"grundy", "grundy", "", "A002188",
     "Grundy's game: split a heap into unequal parts"},
};

static const char *const accepted =
    "a code, such as 0.07, .77 or 4.3, or kayles, dawson-kayles, "
    "dawson-chess, domino, cram-row or grundy";

const ta_octal_kind *ta_octal_kinds(size_t *count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

static const char digits[] = "0123456789ABCDEF";
static const char point_or_digit[] = ".0123456789ABCDEFabcdef";

static uint8_t digit_of(char c)
{
    return (uint8_t)(strchr(digits, c >= 'a' ? c - 'a' + 'A' : c) - digits);
}

/* Fills the lists of takes and breaks and the canonical code. */
static void derive(ta_octal *game)
{
    for (unsigned t = 0; t <= TA_OCTAL_DIGITS; t++) {
        if (game->digit[t] == 0)
            continue;
        game->last = t;
        if (game->digit[t] & 2)
            game->take[game->n_take++] = (uint16_t)t;
        if (game->digit[t] & 4)
            game->breaks[game->n_break++] = (uint16_t)t;
        if (game->digit[t] & 8)
            game->thirds[game->n_third++] = (uint16_t)t;
    }
    if (game->unequal) {
        strcpy(game->code, "grundy");
        return;
    }
    char *out = game->code;
    *out++ = digits[game->digit[0]];
    *out++ = '.';
    for (unsigned t = 1; t <= game->last; t++)
        *out++ = digits[game->digit[t]];
    if (game->last == 0)
        *out++ = '0';
    *out = '\0';
}

static ta_status parse(const char *spec, ta_octal *game, ta_error *error)
{
    const char *code = spec;
    if (strncmp(spec, "octal:", 6) == 0)
        code = spec + 6;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(code, kinds[i].name) == 0)
            code = kinds[i].code;
    if (strcmp(code, "grundy") == 0) {
        game->unequal = true;
        game->digit[0] = 4;
        return TA_OK;
    }
    const char *point = strchr(code, '.');
    if (point == NULL || point - code > 1 || point[1] == '\0')
        return ta_fail(error, TA_EINVAL,
                       "\"%.40s\" is no octal game; accepted: %s", code,
                       accepted);
    if (point != code) {
        if (strchr("048Cc", *code) == NULL)
            return ta_fail(error, TA_EINVAL,
                           "\"%.40s\": before the point only 0, 4, 8 or C is "
                           "accepted",
                           code);
        game->digit[0] = digit_of(*code);
    }
    const char *after = point + 1;
    size_t count = strspn(after, point_or_digit + 1);
    if (after[count] != '\0')
        return ta_fail(
            error, TA_EINVAL,
            "\"%.40s\": '%c' is no digit; accepted after the point: 0 to 9 "
            "and A to F",
            code, after[count]);
    if (count > TA_OCTAL_DIGITS)
        return ta_fail(error, TA_EINVAL,
                       "an octal code of at most %d digits is accepted",
                       TA_OCTAL_DIGITS);
    for (size_t t = 1; t <= count; t++)
        game->digit[t] = digit_of(after[t - 1]);
    return TA_OK;
}

static void free_octal(ta_game *game)
{
    ta_free(game->as.octal);
}

static const ta_form form = {.free = free_octal}; /* as a set, empty */

ta_status ta_make_octal(ta_game *game, const char *spec, ta_error *error)
{
    ta_octal *made = ta_alloc_zero(1, sizeof *made);
    if (made == NULL)
        return ta_fail(error, TA_ENOMEM, "no memory for a game");
    ta_status st = parse(spec, made, error);
    if (st != TA_OK) {
        ta_free(made);
        return st;
    }
    derive(made);
    game->form = &form;
    game->least = 1; /* only an empty heap never has a move */
    game->as.octal = made;
    return TA_OK;
}

const ta_octal *ta_game_octal(const ta_game *game)
{
    return game->form == &form ? game->as.octal : NULL;
}

const char *ta_octal_code(const ta_game *game)
{
    const ta_octal *octal = ta_game_octal(game);
    return octal != NULL ? octal->code : NULL;
}

bool ta_octal_is_spec(const char *spec)
{
    if (strncmp(spec, "octal:", 6) == 0)
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(spec, kinds[i].name) == 0)
            return true;
    return strspn(spec, point_or_digit) == strlen(spec) &&
           strchr(spec, '.') != NULL;
}
