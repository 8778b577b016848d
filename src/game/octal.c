/* Octal codes and the games that have names. */
#include <stdlib.h>
#include <string.h>

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

static const char *const what_it_is =
    "an octal code is 0 or 4 (or nothing), a point and digits 0 to 7, such as "
    "0.07, .77 or 4.3: bit b of the t-th digit allows to take t from a heap "
    "and leave the rest in exactly b non-empty heaps, b = 0, 1, 2";

const ta_octal_kind *ta_octal_kinds(size_t *count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
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
    }
    if (game->unequal) {
        strcpy(game->code, "grundy");
        return;
    }
    char *out = game->code;
    *out++ = (char)('0' + game->digit[0]);
    *out++ = '.';
    for (unsigned t = 1; t <= game->last; t++)
        *out++ = (char)('0' + game->digit[t]);
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
        return ta_fail(error, TA_EINVAL, "\"%.40s\" is not one: %s", spec,
                       what_it_is);
    if (point != code) {
        if (*code != '0' && *code != '4')
            return ta_fail(error, TA_EINVAL,
                           "\"%.40s\": before the point only 0 or 4 make "
                           "sense, since nothing is taken; %s",
                           spec, what_it_is);
        game->digit[0] = (uint8_t)(*code - '0');
    }
    const char *digits = point + 1;
    size_t count = strspn(digits, "01234567");
    if (digits[count] != '\0')
        return ta_fail(error, TA_EINVAL, "\"%.40s\": '%c' is no digit; %s",
                       spec, digits[count], what_it_is);
    if (count > TA_OCTAL_DIGITS)
        return ta_fail(error, TA_EINVAL,
                       "an octal code of at most %d digits is accepted",
                       TA_OCTAL_DIGITS);
    for (size_t t = 1; t <= count; t++)
        game->digit[t] = (uint8_t)(digits[t - 1] - '0');
    return TA_OK;
}

ta_status ta_octal_new(const char *spec, ta_octal **game, ta_error *error)
{
    *game = NULL;
    size_t length = strlen(spec);
    ta_octal *made = ta_alloc_zero(1, sizeof *made);
    if (made != NULL)
        made->name = ta_alloc(length + 1, 1);
    if (made == NULL || made->name == NULL) {
        ta_free(made);
        return ta_fail(error, TA_ENOMEM, "no memory for a game");
    }
    memcpy(made->name, spec, length + 1);
    ta_status st = parse(spec, made, error);
    if (st != TA_OK) {
        ta_octal_free(made);
        return st;
    }
    derive(made);
    *game = made;
    return TA_OK;
}

void ta_octal_free(ta_octal *game)
{
    if (game == NULL)
        return;
    ta_free(game->name);
    ta_free(game);
}

const char *ta_octal_spec(const ta_octal *game)
{
    return game->name;
}

const char *ta_octal_code(const ta_octal *game)
{
    return game->code;
}

bool ta_octal_is_spec(const char *spec)
{
    if (strncmp(spec, "octal:", 6) == 0)
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(spec, kinds[i].name) == 0)
            return true;
    return strspn(spec, "0123456789.") == strlen(spec) &&
           strchr(spec, '.') != NULL;
}
