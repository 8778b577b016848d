/* The sets that have a name. A new one is one line here and one function that
 * reads the text after the colon and gives the game its form. */
#include <stdio.h>
#include <string.h>

#include "game/game.h"
#include "game/form.h"

/* form, summary, OEIS numbers (set, cold positions, nim-values), function and,
 * of a form without a colon, the argument that it stands for. */
#define KINDS(X)                                                               \
    X("squares", "1, 4, 9, 16, ...: subtract a square", "A000290", "A030193",  \
      "A014586", ta_kind_powers, "2")                                          \
    X("cubes", "1, 8, 27, 64, ...", "A000578", "", "", ta_kind_powers, "3")    \
    X("powers:D", "1, 2^D, 3^D, ..., D from 1 to 63", "", "", "",              \
      ta_kind_powers, "")                                                      \
    X("triangular", "1, 3, 6, 10, ...: k (k + 1) / 2", "A000217", "",          \
      "A019509", ta_kind_polygonal, "3")                                       \
    X("pronic", "2, 6, 12, 20, ...: k (k + 1)", "A002378", "", "",             \
      ta_kind_poly, "1,1,0")                                                   \
    X("polygonal:K",                                                           \
      "numbers with K corners, K at least 3: 1, K, 3 K - 3, ...", "", "", "",  \
      ta_kind_polygonal, "")                                                   \
    X("primes", "2, 3, 5, 7, ...", "A000040", "A025043", "A014589",            \
      ta_kind_primes, "")                                                      \
    X("fibonacci", "1, 2, 3, 5, 8, ...", "A000045", "", "A014588",             \
      ta_kind_sequence, "fibonacci")                                           \
    X("factorials", "1, 2, 6, 24, ...", "A000142", "", "A014587",              \
      ta_kind_sequence, "factorials")                                          \
    X("moser",                                                                 \
      "1, 4, 5, 16, 17, ...: sums of distinct powers of 4 (Moser-de Bruijn)",  \
      "A000695", "", "", ta_kind_sequence, "moser")                            \
    X("odds", "1, 3, 5, 7, ...", "A005408", "", "", ta_kind_residues, "1mod2") \
    X("residues:R,...modM",                                                    \
      "all positive integers in some classes, such as residues:1,4mod5", "",   \
      "", "", ta_kind_residues, "")                                            \
    X("poly:a,b,c",                                                            \
      "positive values of a k^2 + b k + c, k = 1, 2, ...; they must "          \
      "increase in the end",                                                   \
      "", "", "", ta_kind_poly, "")                                            \
    X("list:S,...", "numbers and ranges, such as list:1,4-7,12", "", "", "",   \
      ta_kind_list, "")                                                        \
    X("file:PATH", "a text file, one number a line, '#' begins a comment", "", \
      "", "", ta_kind_file, "")

#define PUBLIC(form, summary, set, cold, nim, make, argument)                  \
    {form, summary, set, cold, nim},
#define MAKE(form, summary, set, cold, nim, make, argument)  make,
#define FIXED(form, summary, set, cold, nim, make, argument) argument,

static const ta_game_kind kinds[] = {KINDS(PUBLIC)};
static const ta_kind_make make[] = {KINDS(MAKE)};
static const char *const fixed[] = {KINDS(FIXED)};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

const ta_game_kind *ta_game_kinds(size_t *count)
{
    *count = KIND_COUNT;
    return kinds;
}

/* The length of the name in "powers:D". */
static size_t name_length(const char *text)
{
    return strcspn(text, ":");
}

static ta_status unknown(const char *spec, ta_error *error)
{
    char names[256] = "";
    for (size_t i = 0, used = 0; i < KIND_COUNT && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i > 0 ? " " : "", kinds[i].form);
    return ta_fail(error, TA_EINVAL,
                   "there is no game \"%.60s\"; accepted are %s", spec, names);
}

/* The kind that a spec begins with, or KIND_COUNT. */
static size_t kind_of(const char *spec)
{
    size_t length = name_length(spec), i = 0;
    while (i < KIND_COUNT && (name_length(kinds[i].form) != length ||
                              memcmp(kinds[i].form, spec, length) != 0))
        i++;
    return i;
}

bool ta_game_is_name(const char *spec)
{
    size_t i = kind_of(spec);
    return i < KIND_COUNT && make[i] != ta_kind_file;
}

static ta_status make_kind(const char *spec, ta_game *game, ta_error *error)
{
    size_t length = name_length(spec), i = kind_of(spec);
    if (i == KIND_COUNT)
        return unknown(spec, error);
    bool takes = strchr(kinds[i].form, ':') != NULL;
    const char *argument =
        takes ? spec + length + (spec[length] == ':') : fixed[i];
    if (takes && *argument == '\0')
        return ta_fail(error, TA_EINVAL, "game \"%s\" is not complete: %s (%s)",
                       spec, kinds[i].form, kinds[i].summary);
    if (!takes && spec[length] != '\0')
        return ta_fail(error, TA_EINVAL,
                       "game \"%.80s\": %s takes nothing after its name", spec,
                       kinds[i].form);
    ta_error why = {""};
    ta_status st = make[i](game, argument, &why);
    if (st != TA_OK)
        ta_fail(error, st, "game \"%.150s\": %s", spec, why.text);
    return st;
}

ta_status ta_game_new(const char *spec, ta_convention convention,
                      ta_game **game, ta_error *error)
{
    size_t size = strlen(spec) + 1;
    *game = NULL;
    ta_game *made = ta_alloc_zero(1, sizeof *made);
    char *copy = ta_alloc(size, 1);
    ta_status st = TA_ENOMEM;
    if (made == NULL || copy == NULL) {
        ta_fail(error, st, "no memory for the game \"%.80s\"", spec);
        goto failed;
    }
    made->convention = convention;
    st = ta_octal_is_spec(spec) ? ta_make_octal(made, spec, error)
                                : make_kind(spec, made, error);
    if (st != TA_OK)
        goto failed;
    memcpy(copy, spec, size);
    made->spec = copy;
    *game = made;
    return TA_OK;

failed:
    ta_free(copy);
    ta_game_free(made);
    return st;
}
