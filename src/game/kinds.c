/* Makes a game from its spec, from ta_game_new on. A new set is one entry of
 * the table and one function, which makes the set or returns its k-th element.
 */
#include <stdio.h>
#include <string.h>

#include "game/names.h"
#include "base/big.h"
#include "game/form.h"

/* Form of the name, summary, OEIS numbers of the set, its P-positions and
 * nim-values ("": none), and a function: .term returns the k-th element, .make
 * makes the set from the spec's argument, or from .argument; .rule lists the
 * options of a heap. */
#define KINDS(X)                                                               \
    X("squares", "1, 4, 9, 16, ...: subtract a square", "A000290", "A030193",  \
      "A014586", .make = tai_kind_powers, .argument = "2")                     \
    X("cubes", "1, 8, 27, 64, ...", "A000578", "", "",                         \
      .make = tai_kind_powers, .argument = "3")                                \
    X("powers:D", "1, 2^D, 3^D, ..., D from 1 to 63", "", "", "",              \
      .make = tai_kind_powers)                                                 \
    X("triangular", "1, 3, 6, 10, ...: k (k + 1) / 2", "A000217", "",          \
      "A019509", .make = tai_kind_polygonal, .argument = "3")                  \
    X("pronic", "2, 6, 12, 20, ...: k (k + 1)", "A002378", "", "",             \
      .make = tai_kind_poly, .argument = "1,1,0")                              \
    X("polygonal:K",                                                           \
      "numbers with K corners, K at least 3: 1, K, 3 K - 3, ...", "", "", "",  \
      .make = tai_kind_polygonal)                                              \
    X("tetrahedral", "1, 4, 10, 20, ...: k (k + 1) (k + 2) / 6", "A000292",    \
      "", "", .make = tai_kind_tetrahedral)                                    \
    X("primes", "2, 3, 5, 7, ...", "A000040", "A025043", "A014589",            \
      .make = tai_kind_primes)                                                 \
    X("fibonacci", "1, 2, 3, 5, 8, ...", "A000045", "", "A014588",             \
      .term = tai_term_fibonacci)                                              \
    X("lucas", "1, 3, 4, 7, 11, ...: each the sum of the two before",          \
      "A000204", "", "", .term = tai_term_lucas)                               \
    X("practical",                                                             \
      "1, 2, 4, 6, 8, ...: each number up to it is a sum of its divisors",     \
      "A005153", "A275432", "", .make = tai_kind_practical)                    \
    X("factorials", "1, 2, 6, 24, ...", "A000142", "", "A014587",              \
      .term = tai_term_factorial)                                              \
    X("moser",                                                                 \
      "1, 4, 5, 16, 17, ...: sums of distinct powers of 4 (Moser-de Bruijn)",  \
      "A000695", "", "", .term = tai_term_moser)                               \
    X("nim", "1, 2, 3, ...: take any number", "A000027", "", "A001477",        \
      .make = tai_kind_residues, .argument = "0mod1")                          \
    X("odds", "1, 3, 5, 7, ...", "A005408", "", "", .make = tai_kind_residues, \
      .argument = "1mod2")                                                     \
    X("residues:R,...modM",                                                    \
      "all positive integers in some classes, such as residues:1,4mod5", "",   \
      "", "", .make = tai_kind_residues)                                       \
    X("poly:a,b,c",                                                            \
      "positive values of a k^2 + b k + c, k = 1, 2, ...; they must "          \
      "increase in the end",                                                   \
      "", "", "", .make = tai_kind_poly)                                       \
    X("list:S,...", "numbers and ranges, such as list:1,4-7,12", "", "", "",   \
      .make = tai_kind_list)                                                   \
    X("allbut:S,...", "all numbers except these, such as allbut:1,4-7", "",    \
      "", "", .make = tai_kind_allbut)                                         \
    X("file:PATH",                                                             \
      "a text file, one number a line, or a b-file; '#' begins a comment; a "  \
      "first line `complete` says that the set ends where the file does",      \
      "", "", "", .make = tai_kind_file)                                       \
    X("divisors", "by heap: take a divisor of the heap", "", "", "A001511",    \
      .rule = tai_rule_divisors)                                               \
    X("proper-divisors", "by heap: take a divisor other than the heap", "",    \
      "", "A007814", .rule = tai_rule_proper_divisors)                         \
    X("half", "by heap: take at most half of the heap", "", "A000225",         \
      "A025480", .rule = tai_rule_half)                                        \
    X("coprime", "by heap: take a number that is coprime to the heap", "", "", \
      "", .rule = tai_rule_coprime)                                            \
    X("floor:D",                                                               \
      "by heap: take one, or leave the heap divided by D, rounded down", "",   \
      "", "", .rule = tai_rule_floor)                                          \
    X("digits:B", "by heap: take a digit of the heap written to base B", "",   \
      "", "", .rule = tai_rule_digits)                                         \
    X("SET+SET or SET-K",                                                      \
      "unions, and shifts of sets without a colon, such as squares+primes-1",  \
      "", "", "", .make = NULL)

/* The table twice: what callers see, and how it is made. */
#define SHOWN(form, summary, set, cold, nim, ...)                              \
    {form, summary, set, cold, nim},
#define MADE(form, summary, set, cold, nim, ...) {__VA_ARGS__},

static const ta_game_kind kinds[] = {KINDS(SHOWN)};
static const struct { /* makers[i] is of kinds[i] */
    tai_kind_make *make;
    const char *argument;
    tai_term *term;
    tai_list_options *rule;
} makers[] = {KINDS(MADE)};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

const ta_game_kind *ta_game_kinds(size_t *count)
{
    *count = KIND_COUNT;
    return kinds;
}

/* Returns whether `spec`, or the first part of a union, begins with the name or
 * OEIS number of kind i. Rules, which are in no union, may have a '-' in their
 * names. */
static bool names_kind(const char *spec, size_t i)
{
    const char *form = kinds[i].form, *oeis = kinds[i].set;
    const size_t length = strcspn(spec, ":+-");
    return (makers[i].rule != NULL && strcmp(form, spec) == 0) ||
           (strcspn(form, ":") == length && memcmp(form, spec, length) == 0) ||
           (length > 0 && strlen(oeis) == length &&
            memcmp(oeis, spec, length) == 0);
}

/* Returns the index of the spec's kind; KIND_COUNT if there is none. */
static size_t find_kind(const char *spec)
{
    size_t i = 0;
    while (i < KIND_COUNT && !names_kind(spec, i))
        i++;
    return i;
}

bool tai_game_is_name(const char *spec, bool files)
{
    const size_t i = find_kind(spec);
    return i < KIND_COUNT && (files || makers[i].make != tai_kind_file);
}

ta_status tai_read_number(const char **at, const char *stops, uint64_t *value,
                          ta_error *error)
{
    const char *text = *at;
    *at += *text == '-';
    *at += strcspn(*at, stops);
    return tai_number_parse_span(text, (size_t)(*at - text), "+", value, error);
}

const char *tai_game_elsewhere(const char *spec)
{
    if (strncmp(spec, "file:", 5) != 0 && strchr(spec, ' ') != NULL)
        return "to be written without spaces, as list:1,2 and squares+cubes "
               "are";
    if (strcmp(spec, "wythoff") == 0)
        return "a game on the plane: `takeaway grid`";
    if (strcmp(spec, "fibonacci-nim") == 0)
        return "the game memory:2x";
    if (strncmp(spec, "memory:", 7) == 0)
        return "a game with a memory: one heap, for count, cold, is, moves, "
               "play and period";
    if (strcmp(spec, "partizan") == 0 || strcmp(spec, "loopy") == 0)
        return "not played here, where both players have the same moves, in "
               "one heap, and every game ends; CGSuite has most other games";
    return NULL;
}

/* Returns whether `spec`, which begins with a kind, is a union or a shifted
 * set: a sign follows a name without a colon, or a second part begins. A path
 * may have any sign. */
static bool is_union(const char *spec)
{
    const char sign = spec[strcspn(spec, ":+-")];
    return sign == '+' || sign == '-' ||
           (strncmp(spec, "file:", 5) != 0 && tai_union_next(spec) != NULL);
}

/* Stores the set of game->spec. Returns TA_EINVAL, TA_ERANGE, TA_EIO or
 * TA_ENOMEM with a message. */
static ta_status make_set(ta_game *game, ta_error *error)
{
    const char *spec = game->spec, *colon = strchr(spec, ':');
    const size_t i = find_kind(spec);
    const char *elsewhere = tai_game_elsewhere(spec);
    if (elsewhere != NULL)
        return tai_fail(error, TA_EINVAL, "game \"%s\" is %s", spec, elsewhere);
    if (i == KIND_COUNT) {
        char names[512] = "";
        for (size_t k = 0, used = 0; k < KIND_COUNT && used < sizeof names; k++)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     k > 0 ? " " : "", kinds[k].form);
        return tai_fail(error, TA_EINVAL,
                        "there is no game \"%s\"; accepted are %s; and "
                        "octal games: " TAI_OCTAL_CODES,
                        spec, names);
    }
    /* "proper-divisors" is the name of a kind and no shifted set. */
    const bool joined = strcmp(spec, kinds[i].form) != 0 && is_union(spec);
    const bool has_argument = strchr(kinds[i].form, ':') != NULL;
    if (!joined && has_argument && (colon == NULL || colon[1] == '\0'))
        return tai_fail(error, TA_EINVAL,
                        "game \"%s\" is not complete: %s (%s)", spec,
                        kinds[i].form, kinds[i].summary);
    if (!joined && !has_argument && colon != NULL)
        return tai_fail(error, TA_EINVAL,
                        "game \"%s\": %s takes nothing after its name", spec,
                        kinds[i].form);
    const char *argument =
        has_argument && !joined ? colon + 1 : makers[i].argument;
    ta_error why = {""};
    ta_status st = TA_OK;
    if (joined)
        st = tai_make_union(game, spec, &why);
    else if (makers[i].term != NULL)
        tai_make_terms(game, makers[i].term);
    else if (makers[i].rule != NULL)
        st = tai_make_rule(game, makers[i].rule, argument, &why);
    else
        st = makers[i].make(game, argument, &why);
    if (st != TA_OK)
        tai_fail(error, st, "game \"%s\": %s", spec, why.text);
    return st;
}

ta_status ta_game_new(const char *spec, ta_convention convention,
                      ta_game **game, ta_error *error)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (spec[0] == 'A' && strcmp(spec, kinds[i].set) == 0)
            spec = kinds[i].form; /* `spec` was its OEIS number */
    *game = NULL;
    if (tai_convention_check(convention, !ta_octal_is_spec(spec), error) !=
        TA_OK)
        return TA_EINVAL;
    ta_game *new_game = tai_game_blank(convention, strlen(spec) + 1);
    if (new_game == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory for the game \"%s\"",
                        spec);
    strcpy(new_game->spec, spec);
    ta_status st = ta_octal_is_spec(spec)
                       ? tai_make_octal(new_game, spec, error)
                       : make_set(new_game, error);
    if (st == TA_OK)
        *game = new_game;
    else
        ta_game_free(new_game);
    return st;
}
