/* takeaway census: the periods of many finite sets, a row each. */
#include <stdlib.h>

#include "census.h"

/* Computed together: few enough to be repeated after an interruption, enough to
 * keep threads busy. */
enum { BATCH = 4096, COLUMNS = 7 };

typedef struct finite {
    cli_sets sets;
    ta_finite_set after; /* the census begins behind this set */
    ta_finite_set *set;  /* of a batch */
    ta_census_row *row;
    uint64_t *elements;
} finite;

static char *put_set(char *at, const ta_finite_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        if (k > 0)
            *at++ = ',';
        at = cli_put_number(at, set->elements[k]);
    }
    *at = '\0';
    return at;
}

static void put_row(cli_census_table *c, const ta_finite_set *set,
                    const ta_census_row *row)
{
    const bool cold = row->outcome.period > 0, values = row->nim.period > 0;
    const cli_cell cells[COLUMNS] = {cli_text(c->text),
                                     cli_count_if(cold, row->outcome.preperiod),
                                     cli_count_if(cold, row->outcome.period),
                                     cli_count_if(values, row->nim.preperiod),
                                     cli_count_if(values, row->nim.period),
                                     cli_count_if(cold, row->cold_in_period),
                                     cli_count_if(values, row->largest)};
    put_set(c->text, set);
    cli_census_put(c, cells);
}

static ta_status next_sets(cli_census_table *c, bool *more, ta_error *error)
{
    finite *f = c->state;
    const size_t batch = cli_census_batch(BATCH);
    for (c->batch = 0; *more && c->batch < batch;) {
        ta_finite_set *next = &f->set[c->batch];
        *more = cli_sets_next(&f->sets, f->elements + c->batch * f->sets.most,
                              next);
        if (*more && cli_sets_compare(next, &f->after) > 0)
            c->batch++;
        else
            c->done += *more;
    }
    ta_status st =
        ta_census(f->set, c->batch, c->limit, &c->options, f->row, error);
    for (size_t k = 0; st == TA_OK && k < c->batch; k++)
        put_row(c, &f->set[k], &f->row[k]);
    return st;
}

static int run_sets(cli_census_table *c, finite *f)
{
    const size_t batch = cli_census_batch(BATCH);
    ta_error error = {""};
    f->set = malloc(batch * sizeof *f->set);
    f->row = malloc(batch * sizeof *f->row);
    f->elements = malloc(batch * f->sets.most * sizeof *f->elements);
    const bool made = f->set != NULL && f->row != NULL && f->elements != NULL;
    c->total = f->sets.total;
    c->room = (f->sets.most + COLUMNS + 1) * CLI_DIGITS;
    int status = made ? cli_census_run(c) : cli_status(TA_ENOMEM, &error);
    free(f->set);
    free(f->row);
    free(f->elements);
    return status;
}

int cli_census(const cli_settings *s)
{
    finite f = {.after = {0}};
    cli_census_table c = {
        .settings = s,
        .header = "set\toutcome_preperiod\toutcome_period\tnim_preperiod\t"
                  "nim_period\tcold_in_period\tlargest",
        .options = cli_options_of(s, NULL),
        .limit = UINT64_C(1) << 24,
        .most_bits = 32,
        .next = next_sets,
        .state = &f};
    unsigned char values[TA_START_MOST];
    ta_start start;
    uint64_t *last = NULL;
    if (s->digits != 0 || s->codes != NULL)
        return cli_census_octal(s);
    int status = cli_sets_begin(s, &f.sets);
    if (status == CLI_DONE && s->resume_after != NULL)
        status = cli_elements("--resume-after: the element", s->resume_after,
                              &last, &f.after.count);
    f.after.elements = last;
    if (status == CLI_DONE)
        status = cli_start(s, &start, values, &c.options);
    if (status == CLI_DONE)
        status = run_sets(&c, &f);
    cli_sets_end(&f.sets);
    free(last);
    return status;
}
