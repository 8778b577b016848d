/* takeaway census: the periods of many finite sets or octal games, a row each.
 * Rows are computed and printed in batches. The last row that was printed says
 * where --resume-after goes on. The file is long because sets and games share
 * every step of it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computing.h"

enum {
    SETS = 4096, /* rows of a batch: few enough to be computed again after an */
    GAMES = 64,  /* interruption, and enough to keep the threads busy */
    COLUMNS = 10,
    DIGITS = 21 /* of a number, and what ends it */
};

typedef struct census {
    const cli_settings *settings;
    bool games; /* octal games, not sets */
    ta_options options;
    uint64_t limit; /* heaps of a set or a game */
    double total, done;
    size_t batch, most_batch; /* rows of this batch; of any */
    void *row;                /* of a batch: ta_census_row or ta_summary */
    /* Sets of --size: the elements of --with and a choice of others. */
    uint64_t *choice, *with;
    size_t chosen, n_with;
    /* The sets of --sets in order, or else the games; NULL: not used. */
    ta_finite_set *list;
    const ta_game **game;
    size_t count, next;
    /* Sets of a batch; their elements, for each set as many as any has. */
    ta_finite_set *set, after; /* rows begin behind the set `after` */
    uint64_t *elements;
    size_t most;
    /* What is printed. */
    cli_rows rows;
    tai_digest *digest; /* NULL: rows are printed */
    char *text;         /* of one row; begins with its first cell */
    uint64_t walked, before;
    cli_progress progress;
} census;

static int no_memory(void)
{
    return cli_status(TA_ENOMEM, &(ta_error){"no memory for the census"});
}

/* ---- which sets ---- */

/* Returns less than, equal to or more than 0: lexicographic order. */
static int compare_sets(const void *a, const void *b)
{
    const ta_finite_set *x = a, *y = b;
    for (size_t k = 0; k < x->count && k < y->count; k++)
        if (x->elements[k] != y->elements[k])
            return x->elements[k] < y->elements[k] ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

static int read_elements(const char *what, const char *text, uint64_t **list,
                         size_t *count)
{
    return cli_numbers(what, text, 1, UINT64_C(1) << 32, list, count);
}

/* Prepares the sets of --size, --within and --with. */
static int begin_choices(census *c)
{
    const cli_settings *s = c->settings;
    if (s->with != NULL) {
        int status =
            read_elements("--with: the element", s->with, &c->with, &c->n_with);
        if (status != CLI_DONE)
            return status;
    }
    if (s->size > s->within)
        return cli_wrong("--size=%" PRIu64 " is more than the elements of "
                         "{1..%" PRIu64 "}; accepted: at most --within",
                         s->size, s->within);
    if (c->n_with > s->size ||
        (c->n_with > 0 && c->with[c->n_with - 1] > s->within))
        return cli_wrong("--with=%s: there is no set of --size=%" PRIu64
                         " within {1..%" PRIu64 "} that has these elements",
                         s->with, s->size, s->within);
    c->most = s->size;
    c->chosen = s->size - c->n_with;
    c->choice = calloc(c->chosen + 1, sizeof *c->choice);
    if (c->choice == NULL)
        return no_memory();
    c->total = 1;
    for (size_t k = 0; k < c->chosen; k++) { /* one before the first choice */
        c->choice[k] = k + 1 < c->chosen ? k + 1 : k;
        c->total *= (double)(s->within - c->n_with - k) / (double)(k + 1);
    }
    return CLI_DONE;
}

/* Writes the next set of --size, sorted. In the order of the choices which of
 * two sets is first is decided by the least element that only one has: the sets
 * come in lexicographic order. Returns false if there is none. */
static bool next_choice(census *c, uint64_t *set)
{
    const size_t count = c->chosen;
    for (bool twice = true; twice;) {
        size_t k = count;
        while (k > 0 && c->choice[k - 1] == c->settings->within - count + k)
            k--;
        if (k == 0 && (count > 0 || c->next++ > 0)) /* --with may be all */
            return false;
        if (k > 0)
            c->choice[k - 1]++;
        for (; k > 0 && k < count; k++)
            c->choice[k] = c->choice[k - 1] + 1;
        memcpy(set, c->choice, count * sizeof *set);
        if (c->n_with == 0)
            return true;
        memcpy(set + count, c->with, c->n_with * sizeof *set);
        qsort(set, c->most, sizeof *set, cli_by_number);
        twice = false;
        for (size_t i = 1; i < c->most; i++)
            twice = twice || set[i] == set[i - 1];
    }
    return true;
}

/* Sets *set to the next set. Its elements are in the list or in `buffer`. */
static bool next_set(census *c, uint64_t *buffer, ta_finite_set *set)
{
    *set = (ta_finite_set){buffer, c->most};
    if (c->settings->sets == NULL)
        return next_choice(c, buffer);
    while (c->next + 1 < c->count &&
           compare_sets(&c->list[c->next], &c->list[c->next + 1]) == 0)
        c->next++;
    if (c->next == c->count)
        return false;
    *set = c->list[c->next++];
    return true;
}

/* ---- which games ---- */

/* Returns the octal game; NULL after a message, with its exit status. */
static ta_game *make_game(const char *what, const char *code, int *status)
{
    ta_error error = {""};
    ta_game *game = NULL;
    ta_status st = ta_game_new(code, TA_NORMAL, &game, &error);
    if (st == TA_OK && ta_game_about(game)->octal != NULL)
        return game;
    if (st == TA_ENOMEM)
        *status = cli_status(st, &error);
    else if (st != TA_OK)
        *status = cli_wrong("%s: %s", what, error.text);
    else
        *status = cli_wrong("%s: '%.60s' is no octal game; accepted: a code "
                            "such as 0.77, or a name",
                            what, code);
    ta_game_free(game);
    return NULL;
}

/* Adds the set or game that a line says. */
static int add_line(census *c, const char *what, const char *line)
{
    int status = CLI_DONE;
    char where[80];
    if (c->games) {
        const ta_game *game = make_game(what, line, &status);
        if (game == NULL)
            return status;
        if (!cli_grow(&c->game, c->count, sizeof *c->game))
            return no_memory();
        c->game[c->count++] = game;
        return CLI_DONE;
    }
    uint64_t *elements = NULL;
    ta_finite_set set = {NULL, 0};
    if (!cli_grow(&c->list, c->count, sizeof *c->list))
        return no_memory();
    snprintf(where, sizeof where, "%s: the element", what);
    status = read_elements(where, line, &elements, &set.count);
    set.elements = elements;
    c->list[c->count++] = set;
    c->most = set.count > c->most ? set.count : c->most;
    return status;
}

/* Adds all octal games of up to --digits digits after the point: first those
 * of fewer digits, then by value. A code that ends in 0 is a shorter one. */
static int add_all_games(census *c)
{
    char code[24];
    int status = CLI_DONE;
    for (unsigned d0 = 0; d0 <= 4; d0 += 4)
        for (unsigned d = 1; d <= c->settings->digits; d++)
            for (unsigned k = 0; k < 1u << 3 * d && status == CLI_DONE; k++) {
                snprintf(code, sizeof code, "%u.%0*o", d0, (int)d, k);
                if (k % 8 != 0 || d == 1)
                    status = add_line(c, "--digits", code);
            }
    return status;
}

/* Adds the sets or games of a file: a line each, but empty ones and those that
 * begin with '#'. */
static int add_file(census *c, const char *option, const char *file)
{
    char *line = NULL, what[64];
    size_t size = 0, number = 0;
    int status = CLI_DONE;
    FILE *f = fopen(file, "r");
    while (f != NULL && status == CLI_DONE &&
           (errno = 0, getline(&line, &size, f) >= 0)) {
        line[strcspn(line, "\r\n")] = '\0';
        snprintf(what, sizeof what, "%s: line %zu", option, ++number);
        if (line[0] != '\0' && line[0] != '#')
            status = add_line(c, what, line);
    }
    if (status == CLI_DONE && errno != 0)
        status = cli_unreadable(errno, "%s: cannot read %s: %s", option, file,
                                strerror(errno));
    free(line);
    if (f != NULL)
        fclose(f);
    return status;
}

/* Leaves out the games up to and with the last one of an earlier table. */
static int skip_games(census *c, const char *last)
{
    int status = CLI_DONE;
    ta_game *game = make_game("--resume-after", last, &status);
    if (game == NULL)
        return status;
    const char *code = ta_game_about(game)->octal;
    while (c->next < c->count &&
           strcmp(ta_game_about(c->game[c->next])->octal, code) != 0)
        c->next++;
    ta_game_free(game);
    if (c->next++ == c->count)
        return cli_wrong("--resume-after: '%.60s' is not one of the games",
                         last);
    c->done = (double)c->next;
    return CLI_DONE;
}

/* ---- rows ---- */

/* Writes the number at `at` and returns what is behind it. Short periods of
 * sets take less time than printf takes for their rows. */
static char *put_number(char *at, uint64_t number)
{
    char digits[DIGITS];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

/* Prints a row, or adds it to the digest. Its first cell is c->text. */
static void put_row(census *c, const cli_cell *cells, size_t columns)
{
    if (c->rows.json && c->digest == NULL) {
        cli_rows_put(&c->rows, cells);
        return;
    }
    char *at = c->text + strlen(c->text);
    for (size_t k = 1; k < columns; k++) {
        *at++ = '\t';
        if (cells[k].kind == CLI_CELL_NUMBER)
            at = put_number(at, cells[k].number);
        else
            at = stpcpy(at, cells[k].text != NULL ? cells[k].text : "NA");
    }
    memcpy(at, "\n", 2);
    if (c->digest != NULL)
        tai_digest_add(c->digest, c->text, (size_t)(at + 1 - c->text));
    else
        cli_rows_line(&c->rows, c->text);
}

static void put_set(census *c, const ta_finite_set *set,
                    const ta_census_row *row)
{
    const bool cold = row->outcome.period > 0, values = row->nim.period > 0;
    const cli_cell cells[] = {cli_text(c->text),
                              cli_count_if(cold, row->outcome.preperiod),
                              cli_count_if(cold, row->outcome.period),
                              cli_count_if(values, row->nim.preperiod),
                              cli_count_if(values, row->nim.period),
                              cli_count_if(cold, row->cold_in_period),
                              cli_count_if(values, row->largest)};
    char *at = c->text;
    for (size_t k = 0; k < set->count; k++) {
        if (k > 0)
            *at++ = ',';
        at = put_number(at, set->elements[k]);
    }
    *at = '\0';
    put_row(c, cells, sizeof cells / sizeof *cells);
}

static void put_game(census *c, const ta_game *game, const ta_summary *s)
{
    static const char *const proofs[] = {"none", "long", "short"};
    const bool proved = s->nim.proof != TA_UNPROVED;
    char mask[CLI_OCTAL_MASK];
    const cli_cell cells[COLUMNS] = {
        cli_text(c->text),
        cli_text(proofs[s->nim.proof]),
        cli_count_of(s->known),
        cli_count_if(proved, s->nim.preperiod),
        cli_count_if(proved, s->nim.period),
        cli_count_of(s->largest),
        cli_count_of(s->largest_at),
        cli_text(s->has_mask ? cli_octal_mask(s, mask) : NULL),
        cli_count_if(s->has_mask, s->rare),
        cli_count_if(s->has_mask, s->last_rare)};
    strcpy(c->text, ta_game_about(game)->octal);
    put_row(c, cells, COLUMNS);
}

/* ---- batch after batch ---- */

static ta_status next_sets(census *c, bool *more, ta_error *error)
{
    const ta_census_row *row = c->row;
    for (c->batch = 0; *more && c->batch < c->most_batch;) {
        ta_finite_set *set = &c->set[c->batch];
        *more = next_set(c, c->elements + c->batch * c->most, set);
        if (*more && compare_sets(set, &c->after) > 0)
            c->batch++;
        else
            c->done += *more;
    }
    ta_status st =
        ta_census(c->set, c->batch, c->limit, &c->options, c->row, error);
    for (size_t k = 0; st == TA_OK && k < c->batch; k++)
        put_set(c, &c->set[k], &row[k]);
    return st;
}

static ta_status next_games(census *c, bool *more, ta_error *error)
{
    const ta_game **first = c->game + c->next;
    const ta_summary *row = c->row;
    const size_t left = c->count - c->next;
    c->batch = left < c->most_batch ? left : c->most_batch;
    c->next += c->batch;
    *more = c->next < c->count;
    memset(c->row, 0, c->batch * sizeof *row);
    ta_status st =
        ta_octal_census(first, c->batch, c->limit, &c->options, c->row, error);
    /* After an interruption the rows before the first unfinished one count. */
    for (size_t k = 0; k < c->batch && row[k].known > 0; k++)
        put_game(c, first[k], &row[k]);
    return st;
}

static int step(void *state, double share, uint64_t walked)
{
    census *c = state;
    c->walked = c->before + walked;
    double rows = c->done + share * (double)c->batch;
    return cli_progress_step(&c->progress, rows / c->total, c->walked);
}

/* Computes and prints all rows. */
static int run(census *c)
{
    const cli_settings *s = c->settings;
    const size_t ranks = cli_comm != NULL ? cli_comm->ranks : 1;
    ta_error error = {""};
    ta_status st = TA_OK;
    c->most_batch = ranks * (c->games ? GAMES : SETS);
    c->row = malloc(c->most_batch *
                    (c->games ? sizeof(ta_summary) : sizeof(ta_census_row)));
    c->set = malloc(c->most_batch * sizeof *c->set);
    c->elements = malloc(c->most_batch * (c->most + 1) * sizeof *c->elements);
    size_t game = 0; /* bytes of the longest code */
    for (size_t k = 0; c->games && k < c->count; k++)
        if (strlen(ta_game_about(c->game[k])->octal) > game)
            game = strlen(ta_game_about(c->game[k])->octal);
    c->text =
        malloc(game + (c->most + COLUMNS) * DIGITS + COLUMNS * CLI_OCTAL_MASK);
    if (c->row == NULL || c->set == NULL || c->elements == NULL ||
        c->text == NULL ||
        (s->digest && tai_digest_new(0, &c->digest) != TA_OK))
        return no_memory();
    cli_rows_begin(&c->rows, s,
                   c->games ? "game\tproof\theaps\tpreperiod\tperiod\tlargest\t"
                              "largest_at\tmask\trare\tlast_rare"
                            : "set\toutcome_preperiod\toutcome_period\t"
                              "nim_preperiod\tnim_period\tcold_in_period\t"
                              "largest");
    c->rows.headless = s->quiet;
    cli_progress_begin(&c->progress, s);
    for (bool more = true; st == TA_OK && more;) {
        st = (c->games ? next_games : next_sets)(c, &more, &error);
        c->done += (double)c->batch;
        c->before = c->walked;
        if (st == TA_OK && !cli_flush())
            st = TA_EIO;
    }
    cli_progress_end(&c->progress);
    if (st == TA_OK && c->digest != NULL)
        cli_print_digest(s, c->digest);
    else if (st == TA_OK)
        cli_rows_end(&c->rows);
    /* cli_finish_output reports what standard output did not take. */
    return st == TA_EIO ? CLI_DONE : cli_status(st, &error);
}

/* Reads which sets or games are wanted. */
static int begin(census *c, uint64_t **last)
{
    const cli_settings *s = c->settings;
    const unsigned bits = c->games ? 62 : 32;
    if (c->limit > UINT64_C(1) << bits)
        return cli_wrong("--limit=%" PRIu64 " is not accepted; accepted: a "
                         "number from 1 to 2^%u",
                         c->limit, bits);
    int status = s->codes != NULL  ? add_file(c, "--codes", s->codes)
                 : s->digits != 0  ? add_all_games(c)
                 : s->sets != NULL ? add_file(c, "--sets", s->sets)
                                   : begin_choices(c);
    if (c->count > 0) {
        c->total = (double)c->count;
        if (!c->games)
            qsort(c->list, c->count, sizeof *c->list, compare_sets);
    }
    if (status != CLI_DONE || s->resume_after == NULL)
        return status;
    if (c->games)
        return skip_games(c, s->resume_after);
    status = read_elements("--resume-after: the element", s->resume_after, last,
                           &c->after.count);
    c->after.elements = *last;
    return status;
}

int cli_census(const cli_settings *s)
{
    const bool games = s->digits != 0 || s->codes != NULL;
    census c = {.settings = s,
                .games = games,
                .options = cli_options_of(s, NULL),
                .limit = s->limit != 0 ? s->limit
                                       : UINT64_C(1) << (games ? 16 : 24)};
    unsigned char values[TA_START_MOST];
    ta_start start;
    uint64_t *last = NULL;
    c.options.progress = step;
    c.options.progress_state = &c;
    c.options.comm = cli_comm;
    int status = begin(&c, &last);
    if (status == CLI_DONE)
        status = cli_start(s, &start, values, &c.options);
    if (status == CLI_DONE)
        status = run(&c);
    for (size_t k = 0; k < c.count; k++)
        if (games)
            ta_game_free((ta_game *)(uintptr_t)c.game[k]);
        else
            free((void *)(uintptr_t)c.list[k].elements);
    tai_digest_free(c.digest);
    free(c.text);
    free(c.row);
    free(c.set);
    free(c.elements);
    free(c.choice);
    free(c.with);
    free(c.list);
    free(c.game);
    free(last);
    return status;
}
