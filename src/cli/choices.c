/* The sets of the command census with --size. */
#include "choices.h"

bool cli_choices_begin(cli_choices *c, const cli_settings *s)
{
    if (s->census.with != NULL &&
        !cli_numbers("--with: the element", s->census.with, 1,
                     UINT64_C(1) << 32, &c->with, &c->n_with))
        return false;
    if (s->census.size > s->census.within || c->n_with > s->census.size ||
        (c->n_with > 0 && c->with[c->n_with - 1] > s->census.within))
        return cli_wrong("there is no set of --size=%" PRIu64
                         " within {1..%" PRIu64 "}%s%s; accepted: --size up "
                         "to --within, and --with up to --size elements, none "
                         "above --within",
                         s->census.size, s->census.within,
                         s->census.with != NULL ? " that has the elements "
                                                : "",
                         s->census.with != NULL ? s->census.with : "");
    c->chosen = s->census.size - c->n_with;
    c->pool = s->census.within - c->n_with;
    c->choice = calloc(c->chosen + 1, sizeof *c->choice);
    c->total = 1;
    for (size_t k = 0; c->choice != NULL && k < c->chosen; k++) {
        c->choice[k] = k + 1;
        c->total *= (double)(c->pool - k) / (double)(k + 1);
    }
    return c->choice != NULL || cli_no_memory("the census");
}

bool cli_choices_next(cli_choices *c, uint64_t *set)
{
    const size_t count = c->chosen, size = count + c->n_with;
    if (c->over)
        return false;
    for (size_t j = 0; j < size; j++)
        set[j] = j < count ? c->choice[j] : c->with[j - count];
    /* Number j becomes the j-th that is not in `with`, which increases. */
    for (size_t j = 0; j < count; j++)
        for (size_t i = 0; i < c->n_with; i++)
            set[j] += c->with[i] <= set[j];
    qsort(set, size, sizeof *set, cli_by_number);
    /* The last number that can grow does, and those behind it follow it. */
    size_t j = count;
    while (j > 0 && c->choice[j - 1] == c->pool - count + j)
        j--;
    c->over = j == 0;
    if (j > 0)
        c->choice[j - 1]++;
    for (; j > 0 && j < count; j++)
        c->choice[j] = c->choice[j - 1] + 1;
    return true;
}

void cli_choices_end(cli_choices *c)
{
    free(c->choice);
    free(c->with);
}
