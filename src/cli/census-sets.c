/* The sets of a census: all of a size, a family, or those in a file. Lists are
 * sorted; the choices of --size come in the same order, since which of two
 * sets is first is decided by the least element that only one of them has. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "census.h"

enum { TERMS = 64 };
static const uint64_t most_element = UINT64_C(1) << 32;
static const uint64_t most_coefficient = 1 << 20;
static const uint64_t most_listed = 1 << 24; /* sets of a family */

static int no_memory(void)
{
    return cli_status(TA_ENOMEM, &(ta_error){"no memory for the sets"});
}

int cli_sets_compare(const void *a, const void *b)
{
    const ta_finite_set *x = a, *y = b;
    for (size_t k = 0; k < x->count && k < y->count; k++)
        if (x->elements[k] != y->elements[k])
            return x->elements[k] < y->elements[k] ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

int cli_elements(const char *what, const char *text, uint64_t **elements,
                 size_t *count)
{
    return cli_numbers(what, text, 1, most_element, elements, count);
}

/* ---- --size ---- */

static int begin_choices(const cli_settings *s, cli_sets *sets)
{
    if (s->with != NULL) {
        int status = cli_elements("--with: the element", s->with, &sets->with,
                                  &sets->n_with);
        if (status != CLI_DONE)
            return status;
    }
    if (sets->n_with > s->size ||
        (sets->n_with > 0 && sets->with[sets->n_with - 1] > s->within))
        return cli_wrong("--with=%s: there is no set of --size=%" PRIu64
                         " within {1..%" PRIu64 "} that has these elements",
                         s->with, s->size, s->within);
    if (s->size > s->within) {
        return cli_wrong("--size=%" PRIu64
                         " is more than the elements of {1..%" PRIu64
                         "}, which --within says",
                         s->size, s->within);
    }
    sets->most = s->size;
    sets->left = s->size - sets->n_with;
    sets->rest = malloc(s->within * sizeof *sets->rest);
    sets->chosen = malloc((sets->left + 1) * sizeof *sets->chosen);
    if (sets->rest == NULL || sets->chosen == NULL)
        return no_memory();
    size_t skipped = 0;
    for (uint64_t x = 1; x <= s->within; x++)
        if (skipped < sets->n_with && sets->with[skipped] == x)
            skipped++;
        else
            sets->rest[sets->n_rest++] = x;
    sets->total = 1;
    for (size_t k = 0; k < sets->left; k++) {
        sets->chosen[k] = k;
        sets->total *= (double)(sets->n_rest - k) / (double)(k + 1);
    }
    return CLI_DONE;
}

static bool next_choice(cli_sets *sets, uint64_t *buffer, ta_finite_set *set)
{
    if (sets->over)
        return false;
    size_t count = 0, with = 0, k = sets->left;
    for (size_t i = 0; i < sets->left; i++) {
        uint64_t x = sets->rest[sets->chosen[i]];
        while (with < sets->n_with && sets->with[with] < x)
            buffer[count++] = sets->with[with++];
        buffer[count++] = x;
    }
    while (with < sets->n_with)
        buffer[count++] = sets->with[with++];
    *set = (ta_finite_set){buffer, count};
    while (k > 0 && sets->chosen[k - 1] == sets->n_rest - sets->left + k - 1)
        k--;
    sets->over = k == 0;
    if (k > 0)
        sets->chosen[k - 1]++;
    for (; k > 0 && k < sets->left; k++)
        sets->chosen[k] = sets->chosen[k - 1] + 1;
    return true;
}

/* ---- lists ---- */

/* Sorts a list and keeps each set once. */
static void settle(cli_sets *sets)
{
    size_t kept = 0;
    if (sets->count == 0) /* no list at all, which qsort must not be given */
        return;
    qsort(sets->list, sets->count, sizeof *sets->list, cli_sets_compare);
    for (size_t i = 0; i < sets->count; i++)
        if (kept == 0 ||
            cli_sets_compare(&sets->list[i], &sets->list[kept - 1]) != 0)
            sets->list[kept++] = sets->list[i];
        else if (sets->elements == NULL) /* an array of its own */
            free((void *)(uintptr_t)sets->list[i].elements);
    sets->count = kept;
    sets->total = (double)kept;
}

/* An element of a family: a times the first parameter, and so on. */
typedef struct term {
    uint64_t a, b, one;
} term;

/* Reads "2a+b+1" up to its end or a comma; false if it is something else. */
static bool read_term(const char **text, term *t)
{
    const char *at = *text;
    *t = (term){0};
    for (;;) {
        uint64_t times = 0;
        const char *digits = at;
        for (; *at >= '0' && *at <= '9' && times <= most_coefficient; at++)
            times = 10 * times + (uint64_t)(*at - '0');
        if (times > most_coefficient || (at != digits && times == 0))
            return false;
        times = at == digits ? 1 : times;
        if (*at == 'a')
            t->a += times;
        else if (*at == 'b')
            t->b += times;
        else if (at != digits)
            t->one += times;
        else
            return false;
        at += *at == 'a' || *at == 'b';
        if (*at != '+')
            break;
        at++;
    }
    *text = at;
    return *at == ',' || *at == '\0';
}

static int read_family(const char *text, term *terms, size_t *count)
{
    bool a = false, b = false;
    for (const char *at = text;; at++) {
        if (*count == TERMS || !read_term(&at, &terms[*count]))
            break;
        a = a || terms[*count].a > 0;
        b = b || terms[*count].b > 0;
        ++*count;
        if (*at == '\0' && a)
            return b ? 2 : 1;
        if (*at == '\0')
            break;
    }
    cli_refuse("--family", text,
               "up to 64 elements joined by commas, each a sum of numbers up "
               "to 2^20, a and b, or multiples of these, such as 1,a,b or "
               "a,2a+1,a+b; with a");
    return 0;
}

static int begin_family(const cli_settings *s, cli_sets *sets)
{
    term terms[TERMS];
    size_t count = 0;
    const int parameters = read_family(s->family, terms, &count);
    if (parameters == 0)
        return CLI_USAGE;
    uint64_t last_b = parameters == 2 ? s->within : 1;
    if (s->within > most_listed / last_b)
        return cli_wrong("--within=%" PRIu64 " makes more than 2^24 sets of "
                         "--family=%s; a smaller one may do",
                         s->within, s->family);
    sets->most = count;
    sets->elements = malloc(s->within * last_b * count * sizeof(uint64_t));
    sets->list = malloc(s->within * last_b * sizeof *sets->list);
    if (sets->elements == NULL || sets->list == NULL)
        return no_memory();
    uint64_t *e = sets->elements;
    for (uint64_t a = 1; a <= s->within; a++)
        for (uint64_t b = 1; b <= last_b; b++) {
            bool distinct = true;
            for (size_t k = 0; k < count; k++)
                e[k] = terms[k].a * a + terms[k].b * b + terms[k].one;
            qsort(e, count, sizeof *e, cli_by_number);
            for (size_t k = 1; k < count; k++)
                distinct = distinct && e[k] != e[k - 1];
            if (e[count - 1] > most_element)
                return cli_wrong("--family=%s: an element is above 2^32; a "
                                 "smaller --within may do",
                                 s->family);
            if (distinct) {
                sets->list[sets->count++] = (ta_finite_set){e, count};
                e += count;
            }
        }
    settle(sets);
    return CLI_DONE;
}

int cli_each_line(const char *option, const char *file,
                  int (*take)(void *state, char *line, const char *what),
                  void *state)
{
    FILE *f = fopen(file, "r");
    if (f == NULL)
        return cli_unreadable(errno, "%s: cannot read %s: %s", option, file,
                              strerror(errno));
    char *line = NULL, what[64];
    size_t room = 0, number = 0;
    int status = CLI_DONE;
    errno = 0;
    while (status == CLI_DONE && getline(&line, &room, f) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        snprintf(what, sizeof what, "%s: line %zu", option, ++number);
        if (line[0] != '\0' && line[0] != '#')
            status = take(state, line, what);
        errno = 0;
    }
    if (status == CLI_DONE && errno != 0)
        status = cli_unreadable(errno, "%s: cannot read %s: %s", option, file,
                                strerror(errno));
    free(line);
    fclose(f);
    return status;
}

static int add_line(void *state, char *line, const char *where)
{
    cli_sets *sets = state;
    uint64_t *elements = NULL;
    size_t count = 0;
    char what[80];
    if (!cli_grow(&sets->list, sets->count, sizeof *sets->list))
        return no_memory();
    snprintf(what, sizeof what, "%s: the element", where);
    int status = cli_elements(what, line, &elements, &count);
    sets->list[sets->count++] = (ta_finite_set){elements, count};
    sets->most = count > sets->most ? count : sets->most;
    return status;
}

static int begin_file(const cli_settings *s, cli_sets *sets)
{
    int status = cli_each_line("--sets", s->sets, add_line, sets);
    if (status == CLI_DONE)
        settle(sets);
    return status;
}

int cli_sets_begin(const cli_settings *s, cli_sets *sets)
{
    *sets = (cli_sets){.most = 1};
    if (s->sets != NULL)
        return begin_file(s, sets);
    return s->size != 0 ? begin_choices(s, sets) : begin_family(s, sets);
}

bool cli_sets_next(cli_sets *sets, uint64_t *buffer, ta_finite_set *set)
{
    if (sets->chosen != NULL)
        return next_choice(sets, buffer, set);
    if (sets->next == sets->count)
        return false;
    *set = sets->list[sets->next++];
    return true;
}

void cli_sets_end(cli_sets *sets)
{
    /* Sets from a file have an array each; other sets share `elements`. */
    for (size_t i = 0; sets->elements == NULL && i < sets->count; i++)
        free((void *)(uintptr_t)sets->list[i].elements);
    free(sets->elements);
    free(sets->list);
    free(sets->rest);
    free(sets->with);
    free(sets->chosen);
}
