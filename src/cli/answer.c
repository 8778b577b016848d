/* The commands count, cold, nim, length and octal: one value for each heap
 * below N, by a run or from the archive of --in, printed as a list, counts, the
 * largest values, a histogram or a period. */
#include <math.h>

#include "base/blocks.h"
#include "computing.h"

/* The values of a sequence are 16-bit numbers, so VALUES different values are
 * possible. */
enum { VALUES = 1 << 16 };

typedef struct answer {
    const cli_settings *settings;
    cli_run run;
    uint64_t n, offset;
    cli_rows rows;
    cli_ends ends;     /* the values n of --at */
    size_t next;       /* the next row to print */
    cli_output output; /* where a list goes */
    /* Counts for the answer. With --histogram, counts[k] is the number of heaps
     * of value k. Otherwise it is the number of cold positions (P-positions)
     * below the k-th number of --at. */
    uint64_t *counts;
    tai_count_sink counter;
    /* The number of cold positions below the number of the option --from. The
     * counts that are printed leave these positions out. */
    uint64_t below;
    /* The SHA-256 of a text: the cold positions so far, one a line. NULL if the
     * user does not ask for it by --digest. */
    tai_digest *digest;
    /* The largest value so far, or -1 if there is no value yet. */
    int largest;
    uint64_t largest_at;
    ta_summary summary; /* what --period prints */
} answer;

/* ---- the answer "list": all numbers of the sequence ---- */

static ta_status list_begin(answer *a)
{
    char id[TA_GAME_ID];
    ta_archive_info info = cli_run_info(&a->run, id);
    if (a->settings->cold)
        info.content = TA_CONTENT_COLD;
    else if (info.content != TA_CONTENT_COLD)
        a->run.in_from = a->settings->from;
    return cli_output_begin(&a->output, a->settings, &info, a->offset);
}

static ta_status list_consume(void *state, const ta_block *block)
{
    const ta_sink output = {cli_output_consume, &((answer *)state)->output};
    return ((answer *)state)->settings->cold
               ? tai_block_zeros(block, false, &output)
               : cli_output_consume(output.state, block);
}

/* ---- the answer "counts": how many positions are cold ---- */

/* Returns whether the command `count` prints a single sentence or JSON object
 * (true) or a table (false). */
static bool counts_is_sentence(const answer *a)
{
    return a->settings->at == NULL && !a->settings->quiet;
}

static ta_status counts_begin(answer *a)
{
    const cli_settings *s = a->settings;
    const char *columns = s->digest ? "n\tcold\tsha256" : "n\tcold";
    ta_status st = TA_OK;
    a->run.in_from = s->from;
    a->counts = calloc(a->ends.count + 1, sizeof *a->counts);
    if (a->counts == NULL ||
        (s->digest && tai_digest_new(s->from, &a->digest) != TA_OK))
        return TA_ENOMEM;
    cli_rows_widen(a->n);
    cli_rows_begin(&a->rows, s,
                   counts_is_sentence(a)  ? "quantity\tvalue"
                   : s->quiet && !s->json ? strchr(columns, '\t') + 1
                                          : columns);
    a->rows.headless = s->quiet || counts_is_sentence(a);
    tai_count_sink_init(&a->counter, a->ends.end, a->ends.count, a->counts);
    if (a->run.in == NULL || s->digest)
        return st;
    /* The archive of --in has an index, which stores counts of cold positions.
     * So the counts need not be made by reading all positions. */
    st = ta_archive_count_below(a->run.in, s->from, &a->below, &cli_error);
    for (size_t k = 0; st == TA_OK && k < a->ends.count; k++)
        st = cli_interrupted()
                 ? TA_ECANCELLED
                 : ta_archive_count_below(a->run.in, a->ends.end[k],
                                          &a->counts[k], &cli_error);
    a->counter.next = a->ends.count;
    a->run.in_from = a->n;
    return st;
}

/* Prints `cold`, the number of cold positions below N, as one sentence or as a
 * JSON object. `sha256` is the digest of these positions as text, or NULL. */
static void counts_print_sentence(answer *a, uint64_t cold, const char *sha256)
{
    const uint64_t from = a->settings->from;
    char id[TA_GAME_ID];
    const ta_archive_info info = cli_run_info(&a->run, id);
    const char *game = a->run.in != NULL ? info.game : a->run.spec;
    const char *play = cli_convention_text(info.convention);
    cli_rows *r = &a->rows;
    if (r->json) {
        cli_field(r, "game", cli_text(game));
        cli_field(r, "convention", cli_text(play));
        cli_field(r, "n", cli_count_of(a->n));
        if (from > 0)
            cli_field(r, "from", cli_count_of(from));
        cli_field(r, "cold", cli_count_of(cold));
        if (sha256 != NULL)
            cli_field(r, "sha256", cli_text(sha256));
        return;
    }
    printf("%" PRIu64 " of the %" PRIu64 " positions ", cold, a->n - from);
    if (from > 0)
        printf("in [%" PRIu64 ", %" PRIu64 ")", from, a->n);
    else
        printf("below %" PRIu64, a->n);
    printf(" are cold (");
    cli_print_text(stdout, game);
    printf(", %s play)\n", play);
    if (sha256 != NULL)
        printf("sha256 of these positions, one a line: %s\n", sha256);
}

/* Prints those rows of --at, the cold positions below n, that are complete and
 * not printed yet. `block` has the newest positions, or is NULL after the last;
 * a->digest must not have them yet. Returns TA_OK, or TA_EIO. */
static ta_status counts_print(answer *a, const ta_block *block)
{
    char text[TA_DIGEST_TEXT];
    const bool bare = a->settings->quiet && !a->settings->json;
    for (; a->next < a->counter.next; a->next++) {
        const uint64_t end = a->ends.end[a->next], all = a->counts[a->next];
        const uint64_t cold = all > a->below ? all - a->below : 0;
        const char *sha256 = a->digest != NULL
                                 ? tai_digest_text(a->digest, block, end, text)
                                 : NULL;
        const cli_cell cells[] = {cli_count_of(end), cli_count_of(cold),
                                  cli_text(sha256)};
        if (counts_is_sentence(a))
            counts_print_sentence(a, cold, sha256);
        else
            cli_rows_put(&a->rows, cells + bare);
    }
    return cli_flush() ? TA_OK : TA_EIO;
}

static ta_status counts_consume(void *state, const ta_block *block)
{
    answer *a = state;
    const size_t before = a->counter.next;
    ta_status st = tai_count_consume(&a->counter, block);
    a->below += tai_block_count_below(block, a->settings->from);
    if (st == TA_OK && a->counter.next > before && !counts_is_sentence(a))
        st = counts_print(a, block);
    return st == TA_OK && a->digest != NULL
               ? tai_digest_consume(a->digest, block)
               : st;
}

static ta_status counts_end(answer *a)
{
    tai_count_finish(&a->counter);
    ta_status st = counts_print(a, NULL);
    if (st == TA_OK && (!counts_is_sentence(a) || a->rows.json))
        cli_rows_end(&a->rows);
    return st;
}

/* ---- the answer "largest", for --max and --at: largest values ---- */

static ta_status largest_begin(answer *a)
{
    a->largest = -1;
    cli_rows_widen(a->n);
    cli_rows_begin(&a->rows, a->settings,
                   a->settings->max ? "heap\tvalue" : "n\tlargest\tlargest_at");
    return TA_OK;
}

/* The option --at lists numbers n. Prints the row of each n <= `end` that is
 * not printed yet: the largest value of the heaps below n. a->largest must be
 * the largest value of the heaps below `end`. */
static void largest_print(answer *a, uint64_t end)
{
    for (; a->next < a->ends.count && a->ends.end[a->next] <= end; a->next++) {
        const bool any = a->ends.end[a->next] > 0;
        cli_row(&a->rows, cli_count_of(a->ends.end[a->next]),
                cli_count_if(any, (uint64_t)a->largest),
                cli_count_if(any, a->largest_at));
    }
}

/* Finds the values of a block that are larger than all values before them. With
 * --max, prints a row for each of them, except at heaps below --from. With
 * --at, prints the row of each number n of --at up to the end of the block: the
 * largest value below n. Returns TA_OK, or TA_EIO if standard output fails. */
static ta_status largest_consume(void *state, const ta_block *block)
{
    answer *a = state;
    int largest = a->largest;
    /* A block that follows from a proved period (block->period > 0) has no new
     * largest value, since all its values have occurred before. The loop skips
     * it. */
    for (uint64_t i = block->from; i < block->to && block->period == 0; i++) {
        const int value = block->values[i - block->from];
        if (value <= largest)
            continue;
        /* A number n <= i of --at asks for the largest value below n. So its
         * row is printed before heap i changes the largest value. */
        largest_print(a, i);
        a->largest = largest = value;
        a->largest_at = i;
        if (a->settings->max && i >= a->settings->from)
            cli_row(&a->rows, cli_count_of(i), cli_count_of((uint64_t)value));
    }
    largest_print(a, block->to);
    return cli_flush() ? TA_OK : TA_EIO;
}

static ta_status largest_end(answer *a)
{
    /* If N is 0, the run has handed over no block, and the row of n = 0 is
     * printed here. */
    largest_print(a, a->n);
    cli_rows_end(&a->rows);
    return TA_OK;
}

/* ---- the answer "histogram": how often each value occurs ---- */

static ta_status histogram_begin(answer *a)
{
    cli_rows_begin(&a->rows, a->settings, "value\tcount");
    a->counts = calloc(VALUES, sizeof *a->counts);
    return a->counts != NULL ? TA_OK : TA_ENOMEM;
}

/* Adds to a->counts[v] the heaps of value v from --from on, those of all
 * repetitions of a period included. `state` is the answer a. */
static ta_status histogram_consume(void *state, const ta_block *block)
{
    answer *a = state;
    const uint64_t length = block->to - block->from, from = a->settings->from;
    const uint64_t period = block->period != 0 ? block->period : length;
    const uint64_t skip = from > block->from ? from - block->from : 0;
    for (uint64_t i = 0; i < period && i < length; i++) {
        const uint64_t all = (length - 1 - i) / period + 1;
        const uint64_t below = skip > i ? (skip - 1 - i) / period + 1 : 0;
        a->counts[block->values[i]] += all > below ? all - below : 0;
    }
    return TA_OK;
}

static ta_status histogram_end(answer *a)
{
    for (unsigned v = 0; v < VALUES; v++)
        if (a->counts[v] > 0)
            cli_row(&a->rows, cli_count_of(v), cli_count_of(a->counts[v]));
    cli_rows_end(&a->rows);
    return TA_OK;
}

/* ---- the answer "period", for octal --period: the period, its proof ---- */

static ta_status period_consume(void *state, const ta_block *block)
{
    (void)state;
    (void)block;
    return TA_OK;
}

static ta_status period_end(answer *a)
{
    cli_print_octal_period(a->settings, a->run.game, &a->summary);
    return TA_OK;
}

/* ---- the commands ---- */

/* One kind of answer about a sequence, such as a list or a histogram. The
 * function `begin` is called before the run, `consume` for each block of the
 * sequence, and `end` after the run. */
typedef struct form {
    ta_status (*begin)(answer *a); /* may be NULL */
    ta_status (*consume)(void *answer, const ta_block *block);
    /* Is called after the run to print the rest of the answer; may be NULL. */
    ta_status (*end)(answer *a);
} form;

static const form list = {list_begin, list_consume, NULL},
                  counts = {counts_begin, counts_consume, counts_end},
                  largest = {largest_begin, largest_consume, largest_end},
                  histogram = {histogram_begin, histogram_consume,
                               histogram_end},
                  period = {NULL, period_consume, period_end};

/* Carries out --period --long-proof: searches an octal game for the period of
 * its nim-values, and accepts only a proof by the condition of Guy and Smith.
 * Sets a->summary to the result. Returns the status of the search. */
static ta_status answer_prove_long(answer *a)
{
    ta_octal_solution *found;
    cli_progress_begin(a->settings, true);
    ta_status st = ta_octal_solve(a->run.game, a->n, true, &a->run.options,
                                  &found, &cli_error);
    cli_progress_end();
    if (st == TA_OK)
        a->summary = *ta_octal_solution_summary(found);
    ta_octal_solution_free(found);
    return st;
}

/* Answers in the form `f` about a sequence of the game `spec`: of the heaps
 * below `n` or, with --at, below the largest n that it lists. `offset` is the
 * first index of a b-file. */
static void answer_in(const form *f, const cli_settings *s,
                      const cli_sequence *sequence, const char *spec,
                      uint64_t n, uint64_t offset)
{
    answer a = {.settings = s, .n = n, .offset = offset};
    bool ok =
        cli_output_check(s, n, offset) &&
        ((s->at == NULL && f != &counts) || cli_ends_read(s->at, n, &a.ends));
    if (ok && a.ends.count > 0)
        a.n = a.ends.end[a.ends.count - 1];
    ok = ok && cli_run_begin(&a.run, s, sequence, spec);
    if (ok && s->period && s->n_operands < 2) {
        /* If the user gives no N, the program chooses N so that the search for
         * a period takes some seconds. A game with hexadecimal digits gets a
         * smaller N, since its time grows as N^2. */
        const char *code = ta_game_about(a.run.game)->octal;
        a.n = strpbrk(code, "89ABCDEF") != NULL ? 1 << 12 : 1 << 20;
        if (!s->quiet)
            fprintf(stderr, "# n: %" PRIu64 ", since no N is given\n", a.n);
    }
    a.run.open_end = s->period;
    a.run.options.periods = f != &counts || !s->digest;
    if (s->period && !s->long_proof)
        a.run.options.summary = &a.summary;
    if (ok && cli_run_plan(&a.run, a.n,
                           s->histogram ? VALUES * sizeof *a.counts : 0)) {
        char id[TA_GAME_ID];
        const ta_archive_info info = cli_run_info(&a.run, id);
        ta_status st =
            f == &list
                ? TA_OK
                : cli_output_table(&a.output, s, "%s, %s%s",
                                   a.run.in != NULL ? info.game : spec,
                                   f == &counts
                                       ? cli_convention_text(info.convention)
                                       : cli_content_text(info.content),
                                   f == &counts ? " play" : "");
        if (st == TA_OK && f->begin != NULL)
            st = f->begin(&a);
        if (st == TA_OK)
            st = s->long_proof
                     ? answer_prove_long(&a)
                     : cli_run_into(&a.run, (ta_sink){f->consume, &a});
        if (st == TA_OK && f->end != NULL)
            st = f->end(&a);
        st = cli_output_end(&a.output, st);
        cli_ok(st);
    }
    tai_digest_free(a.digest);
    free(a.ends.end);
    free(a.counts);
    cli_run_end(&a.run);
}

void cli_count(const cli_settings *s)
{
    uint64_t n;
    if (cli_number("N", s->operands[0], 0, UINT64_MAX, &n))
        answer_in(&counts, s, s->command->sequence, s->game, n, 0);
}

void cli_answer(const cli_settings *s)
{
    const form *f = s->period         ? &period
                    : s->max || s->at ? &largest
                    : s->histogram    ? &histogram
                                      : &list;
    uint64_t n = 0;
    if (s->n_operands == (s->command->operand == CLI_CODE) ||
        cli_number("N", s->operands[s->n_operands - 1], 0, UINT64_MAX, &n))
        answer_in(f, s, s->command->sequence, s->game, n, s->offset);
}

void cli_print_terms(const cli_settings *s, const cli_sequence *sequence,
                     const char *spec, uint64_t n, uint64_t offset)
{
    answer_in(&list, s, sequence, spec, n, offset);
}
