/* The commands count, cold, nim, length and octal: values of the heaps below N,
 * printed as a list, counts, the largest values, a histogram or a period.
 *
 * Begin with cli_print_sequence: it plans the run, answer_begin prints what
 * comes first, the run hands each block to the consume function of the form,
 * and answer_end prints the rest. A row of --at is printed when a block reaches
 * its n. */
#include "base/blocks.h"
#include "computing.h"

enum { DISTINCT = 1 << 16 }; /* values are 16-bit numbers */

typedef enum form { LIST, COUNTS, LARGEST, HISTOGRAM, PERIOD } form;

typedef struct answer {
    const cli_settings *settings;
    form form;
    cli_run run;
    ta_archive_info info; /* of the run */
    char id[TA_GAME_ID];  /* of info.game */
    const char *game;     /* as what is printed names it */
    uint64_t n, offset;   /* offset: first index of a b-file */
    cli_rows rows;
    cli_ends ends;     /* the n of the rows; of `count` without --at N alone */
    size_t next;       /* the next of these to print */
    cli_output output; /* where a list goes */
    /* HISTOGRAM: counts[v] heaps have value v. COUNTS: counts[k] positions
     * below ends.end[k] are cold, those below --from included. */
    uint64_t *counts;
    tai_count_sink counter; /* counts[k] is final for k < counter.next */
    bool sentence;      /* COUNTS: one at the end, or a JSON object; no table */
    uint64_t below;     /* cold positions below --from, so far */
    tai_digest *digest; /* of the cold positions so far; or NULL */
    int largest;        /* value so far; -1: there is none */
    uint64_t largest_at;
    ta_summary summary; /* what --period prints */
} answer;

/* ---- LIST ---- */

static ta_status list_consume(void *state, const ta_block *block)
{
    answer *a = state;
    const ta_sink output = {cli_output_consume, &a->output};
    return a->settings->what.cold ? tai_block_zeros(block, false, &output)
                                  : cli_output_consume(&a->output, block);
}

/* ---- COUNTS: how many positions are cold ---- */

static ta_status counts_begin(answer *a)
{
    const cli_settings *s = a->settings;
    a->run.in_from = s->what.from; /* --in --digest: `below` stays 0 */
    a->counts = calloc(a->ends.count + 1, sizeof *a->counts);
    if (a->counts == NULL ||
        (s->out.digest && tai_digest_new(s->what.from, &a->digest) != TA_OK))
        return TA_ENOMEM;
    a->sentence = s->what.at == NULL && !s->out.quiet;
    cli_rows_widen(a->n);
    cli_rows_bare(&a->rows, &s->out,
                  a->sentence     ? "quantity\tvalue"
                  : s->out.digest ? "n\tcold\tsha256"
                                  : "n\tcold");
    a->rows.headless |= s->out.quiet || a->sentence;
    tai_count_sink_init(&a->counter, a->ends.end, a->ends.count, a->counts);
    if (a->run.in == NULL || s->out.digest)
        return TA_OK;
    /* The index of the archive has the counts, so that no position is read. */
    ta_status st =
        ta_archive_count_below(a->run.in, s->what.from, &a->below, &cli_error);
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
 * JSON object; sha256 is their digest, or NULL. */
static void counts_print_sentence(answer *a, uint64_t cold, const char *sha256)
{
    const uint64_t from = a->settings->what.from;
    const char *play = cli_convention_text(a->info.convention);
    cli_rows *r = &a->rows;
    if (r->json) {
        cli_field(r, "game", cli_text(a->game));
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
    cli_print_text(stdout, a->game);
    printf(", %s play)\n", play);
    if (sha256 != NULL)
        printf("sha256 of these positions, one a line: %s\n", sha256);
}

/* Prints the rows whose counts are final. `block` has the newest positions, or
 * is NULL after the last; a->digest must not have them yet, since a row needs
 * those below its n. */
static ta_status counts_print(answer *a, const ta_block *block)
{
    char text[TA_DIGEST_TEXT];
    for (; a->next < a->counter.next; a->next++) {
        /* For an n up to --from, `all` is at most a->below. */
        const uint64_t end = a->ends.end[a->next], all = a->counts[a->next],
                       cold = all > a->below ? all - a->below : 0;
        const char *sha256 = a->digest != NULL
                                 ? tai_digest_text(a->digest, block, end, text)
                                 : NULL;
        if (a->sentence)
            counts_print_sentence(a, cold, sha256);
        else
            cli_row(&a->rows, cli_count_of(end), cli_count_of(cold),
                    cli_text(sha256));
    }
    return cli_flush() ? TA_OK : TA_EIO;
}

static ta_status counts_consume(void *state, const ta_block *block)
{
    answer *a = state;
    const size_t before = a->counter.next;
    ta_status st = tai_count_consume(&a->counter, block);
    a->below += tai_block_count_below(block, a->settings->what.from);
    if (st == TA_OK && a->counter.next > before && !a->sentence)
        st = counts_print(a, block);
    return st == TA_OK && a->digest != NULL
               ? tai_digest_consume(a->digest, block)
               : st;
}

/* ---- LARGEST, for --max and --at ---- */

/* Prints the rows of --at up to n = `end`: the largest value below n. Called
 * before a->largest grows, so that it holds for each of these n. */
static void largest_print(answer *a, uint64_t end)
{
    for (; a->next < a->ends.count && a->ends.end[a->next] <= end; a->next++) {
        const bool any = a->ends.end[a->next] > 0;
        cli_row(&a->rows, cli_count_of(a->ends.end[a->next]),
                cli_count_if(any, (uint64_t)a->largest),
                cli_count_if(any, a->largest_at));
    }
}

/* Finds the values of a block that are larger than all before: with --max each
 * is a row, except at heaps below --from. */
static ta_status largest_consume(void *state, const ta_block *block)
{
    answer *a = state;
    int largest = a->largest;
    /* A block from a proved period repeats values that came before. */
    const uint64_t count = block->period == 0 ? block->to - block->from : 0;
    uint16_t most = 0;
    for (uint64_t i = 0; i < count; i++)
        most = block->values[i] > most ? block->values[i] : most;
    for (uint64_t i = block->from; i < block->to && most > largest; i++) {
        const int value = block->values[i - block->from];
        if (value <= largest)
            continue;
        largest_print(a, i);
        a->largest = largest = value;
        a->largest_at = i;
        if (a->settings->what.max && i >= a->settings->what.from)
            cli_row(&a->rows, cli_count_of(i), cli_count_of((uint64_t)value));
    }
    largest_print(a, block->to);
    return cli_flush() ? TA_OK : TA_EIO;
}

/* ---- HISTOGRAM ---- */

/* Counts i, i + period, i + 2 period, ... below `end`. */
static uint64_t count_steps(uint64_t i, uint64_t period, uint64_t end)
{
    return end > i ? (end - 1 - i) / period + 1 : 0;
}

/* Adds to a->counts[v] the heaps of value v from --from on, in all repetitions
 * of the block's period. */
static ta_status histogram_consume(void *state, const ta_block *block)
{
    answer *a = state;
    const uint64_t length = block->to - block->from,
                   from = a->settings->what.from;
    const uint64_t period = block->period != 0 ? block->period : length;
    const uint64_t skipped = from <= block->from ? 0
                             : from < block->to  ? from - block->from
                                                 : length;
    for (uint64_t i = 0; i < period && i < length; i++)
        a->counts[block->values[i]] +=
            count_steps(i, period, length) - count_steps(i, period, skipped);
    return TA_OK;
}

/* PERIOD: the engine writes a->summary, which has all that is printed. */
static ta_status ignore_block(void *state, const ta_block *block)
{
    (void)state;
    (void)block;
    return TA_OK;
}

/* ---- the commands ---- */

/* Opens a->output, which the caller ends in any case, and begins the table. */
static ta_status answer_begin(answer *a)
{
    const cli_settings *s = a->settings;
    if (a->form == LIST) {
        if (s->what.cold)
            a->info.content = TA_CONTENT_COLD;
        /* A b-file's index of a cold position counts those below --from. */
        if (a->info.content != TA_CONTENT_COLD)
            a->run.in_from = s->what.from;
        return cli_output_begin(&a->output, s, &a->info, a->offset);
    }
    const bool counts = a->form == COUNTS;
    const ta_status st =
        cli_output_table(&a->output, s, "%s, %s%s", a->game,
                         counts ? cli_convention_text(a->info.convention)
                                : cli_content_text(a->info.content),
                         counts ? " play" : "");
    if (st != TA_OK || counts)
        return st == TA_OK ? counts_begin(a) : st;
    if (a->form == LARGEST) {
        a->largest = -1;
        cli_rows_widen(a->n);
    }
    cli_rows_begin(&a->rows, &s->out,
                   a->form == HISTOGRAM ? "value\tcount"
                   : s->what.max        ? "heap\tvalue"
                                        : "n\tlargest\tlargest_at");
    if (a->form == HISTOGRAM)
        a->counts = calloc(DISTINCT, sizeof *a->counts);
    return a->form != HISTOGRAM || a->counts != NULL ? TA_OK : TA_ENOMEM;
}

/* Prints the rest after the run. */
static ta_status answer_end(answer *a)
{
    ta_status st = TA_OK;
    if (a->form == COUNTS) {
        tai_count_finish(&a->counter);
        st = counts_print(a, NULL);
    }
    if (a->form == LARGEST)
        largest_print(a, a->n); /* n = 0, of which there is no block */
    for (unsigned v = 0; a->form == HISTOGRAM && v < DISTINCT; v++)
        if (a->counts[v] > 0)
            cli_row(&a->rows, cli_count_of(v), cli_count_of(a->counts[v]));
    if (a->form == PERIOD)
        cli_print_octal_period(a->settings, a->run.game, &a->summary);
    else if (st == TA_OK && a->form != LIST &&
             (!a->sentence || a->settings->out.json))
        cli_rows_end(&a->rows);
    return st;
}

/* --period --long-proof: a proof by the condition of Guy and Smith only. */
static ta_status answer_prove_long(answer *a)
{
    ta_octal_solution *found;
    ta_status st =
        cli_watched(a->settings, true,
                    ta_octal_solve(a->run.game, a->n, true, &a->run.options,
                                   &found, &cli_error));
    if (st == TA_OK)
        a->summary = *ta_octal_solution_summary(found);
    ta_octal_solution_free(found);
    return st;
}

static bool answer_check(const cli_settings *s, uint64_t n, uint64_t offset)
{
    if (s->what.from > n)
        return cli_wrong("--from %" PRIu64
                         " is not accepted; accepted: 0 to N, "
                         "which is %" PRIu64,
                         s->what.from, n);
    if (n > 0 && offset > UINT64_MAX - (n - 1))
        return cli_wrong("--offset %" PRIu64
                         " is not accepted; accepted: at most 2^64 - N, "
                         "so that each index is below 2^64",
                         offset);
    return s->out.output != NULL || s->out.format < TA_NPY ||
           cli_refuse("--format", s->out.format == TA_NPY ? "npy" : "archive",
                      "text, bfile, npy with -o FILE, archive with -o FILE");
}

void cli_print_sequence(const cli_settings *s, const cli_sequence *sequence,
                        const char *spec, uint64_t n, uint64_t offset)
{
    static ta_status (*const consume[])(void *answer, const ta_block *block) = {
        list_consume, counts_consume, largest_consume, histogram_consume,
        ignore_block}; /* in the order of the forms */
    const form f = s->command == &cli_count_command ? COUNTS
                   : s->what.period                 ? PERIOD
                   : s->what.max || s->what.at      ? LARGEST
                   : s->what.histogram              ? HISTOGRAM
                                                    : LIST;
    answer a = {.settings = s, .form = f, .n = n, .offset = offset};
    const bool has_ends = f == COUNTS || s->what.at != NULL;
    bool ok = answer_check(s, n, offset) &&
              (!has_ends || cli_ends_read(s->what.at, n, &a.ends));
    if (ok && a.ends.count > 0)
        a.n = a.ends.end[a.ends.count - 1];
    ok = ok && cli_run_begin(&a.run, s, sequence, spec);
    if (ok && s->what.period && s->n_operands < 2) {
        /* Some seconds; with splits in three the time grows as N^2. */
        const char *code = ta_game_about(a.run.game)->octal;
        const bool in_three = strpbrk(code, "89ABCDEF") != NULL;
        a.n = in_three ? 1 << 12 : 1 << 20;
        if (!s->out.quiet)
            fprintf(stderr, "# n: %" PRIu64 ", since no N is given\n", a.n);
    }
    a.run.open_end = s->what.period;
    /* A digest takes each repetition: in pieces a signal can end it. */
    a.run.options.periods = f != COUNTS || !s->out.digest;
    if (s->what.period && !s->what.long_proof)
        a.run.options.summary = &a.summary;
    if (ok &&
        cli_run_plan(&a.run, a.n,
                     s->what.histogram ? DISTINCT * sizeof *a.counts : 0)) {
        a.info = cli_run_info(&a.run, a.id);
        a.game = a.run.in != NULL ? a.info.game : spec;
        ta_status st = answer_begin(&a);
        if (st == TA_OK)
            st = s->what.long_proof
                     ? answer_prove_long(&a)
                     : cli_run_into(&a.run, (ta_sink){consume[f], &a});
        if (st == TA_OK)
            st = answer_end(&a);
        cli_ok(cli_output_end(&a.output, st));
    }
    tai_digest_free(a.digest);
    free(a.ends.end);
    free(a.counts);
    cli_run_end(&a.run);
}

void cli_answer(const cli_settings *s)
{
    /* `octal CODE --period` chooses N. */
    const bool has_n = s->n_operands > (s->command->operand == CLI_CODE);
    uint64_t n = 0;
    if (!has_n ||
        cli_number("N", s->operands[s->n_operands - 1], 0, UINT64_MAX, &n))
        cli_print_sequence(s, s->command->sequence, s->what.game, n,
                           s->out.offset);
}
