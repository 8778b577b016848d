/* Reads octal and hexadecimal codes, and knows the games with names. */
#include <string.h>

#include "game/form.h"

static const ta_octal_kind kinds[] = {
    {"kayles", "0.77", "", "A002186",
     "take one or two neighbouring pins of a row"},
    {"dawson-kayles", "0.07", "A215721", "",
     "take two neighbouring pins of a row"},
    {"dawson-chess", "0.137", "", "A002187", "Dawson's chess, files as heaps"},
    {"domino", "0.07", "A215721", "",
     "cover two squares of a 1 x N board with a domino"},
    {"cram-row", "0.07", "A215721", "", "Cram on one row: the domino game"},
    {"grundy", "grundy", "A036685", "A002188",
     "Grundy's game: split a heap into unequal parts"},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static const char digits[] = "0123456789ABCDEF";
static const char point_or_digit[] = ".0123456789ABCDEFabcdef";
static const char *const any_digit = point_or_digit + 1;

const ta_octal_kind *ta_octal_kinds(size_t *count)
{
    *count = KIND_COUNT;
    return kinds;
}

/* Returns the game of this name, or NULL. */
static const ta_octal_kind *find_octal_kind(const char *name)
{
    size_t i = 0;
    while (i < KIND_COUNT && strcmp(name, kinds[i].name) != 0)
        i++;
    return i < KIND_COUNT ? &kinds[i] : NULL;
}

static bool has_prefix(const char *spec)
{
    return strncmp(spec, "octal:", 6) == 0;
}

bool ta_octal_is_spec(const char *spec)
{
    bool is_code = strspn(spec, point_or_digit) == strlen(spec) &&
                   strchr(spec, '.') != NULL;
    return is_code || has_prefix(spec) || find_octal_kind(spec) != NULL;
}

static uint8_t digit_of(char c)
{
    const char lower_case = (char)(c | 32);
    return (uint8_t)(c <= '9' ? c - '0' : lower_case - 'a' + 10);
}

/* Sets the digits of a code such as "0.77", or of "grundy". Returns TA_EINVAL
 * with a message. */
static ta_status read_digits(const char *code, tai_octal *game, ta_error *error)
{
    game->unequal = strcmp(code, "grundy") == 0;
    if (game->unequal) {
        game->digit[0] = 4;
        return TA_OK;
    }
    const char *point = strchr(code, '.');
    if (point == NULL || point - code > 1 || point[1] == '\0')
        return tai_fail(error, TA_EINVAL,
                        "\"%s\" is no octal game; accepted: " TAI_OCTAL_CODES,
                        code);
    /* A move that takes nothing must split, or the game would not end. */
    if (point != code && strchr("048Cc", *code) == NULL)
        return tai_fail(error, TA_EINVAL,
                        "\"%s\": before the point only 0, 4, 8 or C is "
                        "accepted",
                        code);
    if (point != code)
        game->digit[0] = digit_of(*code);
    size_t count = strspn(point + 1, any_digit);
    if (point[1 + count] != '\0')
        return tai_fail(error, TA_EINVAL,
                        "\"%s\": '%c' is no digit; accepted after the point: "
                        "0 to 9 and A to F",
                        code, point[1 + count]);
    if (count > TA_OCTAL_DIGITS)
        return tai_fail(error, TA_EINVAL,
                        "an octal code of at most %d digits is accepted",
                        TA_OCTAL_DIGITS);
    for (size_t t = 1; t <= count; t++)
        game->digit[t] = digit_of(point[t]);
    return TA_OK;
}

/* Fills in what follows from the digits. */
static void list_moves(tai_octal *game)
{
    for (unsigned t = 0; t <= TA_OCTAL_DIGITS; t++) {
        const unsigned digit = game->digit[t];
        if (digit != 0)
            game->last = t;
        if (digit & 2)
            game->take[game->n_take++] = (uint16_t)t;
        if (digit & 4)
            game->breaks[game->n_break++] = (uint16_t)t;
        if (digit & 8)
            game->thirds[game->n_third++] = (uint16_t)t;
    }
    /* The code ends with the last nonzero digit, or is "0.0". */
    game->code[0] = digits[game->digit[0]];
    game->code[1] = '.';
    game->code[2] = '0';
    for (unsigned t = 1; t <= game->last; t++)
        game->code[t + 1] = digits[game->digit[t]];
    if (game->unequal)
        strcpy(game->code, "grundy");
}

ta_status tai_make_octal(ta_game *game, const char *spec, ta_error *error)
{
    const char *code = has_prefix(spec) ? spec + 6 : spec;
    const ta_octal_kind *kind = find_octal_kind(code);
    game->octal = tai_alloc_zero(1, sizeof *game->octal);
    if (game->octal == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for a game");
    game->least = 1; /* heap 0 has no move */
    ta_status st =
        read_digits(kind != NULL ? kind->code : code, game->octal, error);
    if (st == TA_OK) {
        list_moves(game->octal);
        game->about.octal = game->octal->code;
    }
    return st;
}

const tai_octal *tai_game_octal(const ta_game *game)
{
    return game->octal;
}
