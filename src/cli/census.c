/* The command census: a table of the periods of many games, finite sets or
 * octal games, a row each, in batches. Rows come in a fixed order, that of
 * the sets or games given (--size: lexicographic), so that --resume-after goes
 * on behind the game of an interrupted table's last row. Begin with census_run:
 * begin, skip_rows, and run, which calls next_batch. */

#include "choices.h"
#include "computing.h"

/* Rows of a batch for each MPI rank: enough for all threads, and few, since an
 * interruption loses them. DIGITS: bytes of a number and its comma or NUL. */
enum { SETS = 4096, GAMES = 64, DIGITS = 21 };

typedef struct census {
    const cli_settings *settings;
    bool games;  /* octal games, not sets */
    bool chosen; /* the sets of --size, made batch by batch */
    ta_options options;
    uint64_t limit;           /* heaps computed for a row, at most */
    double total, done;       /* rows in all; before the current batch */
    size_t batch, most_batch; /* rows of the current batch; of any, at most */
    ta_summary *summary;      /* of the batch, for games */
    ta_census_row *row;       /* of the batch, for sets: the same memory */
    /* The `count` sets, with `chosen` those of the batch, or octal games; the
     * other is NULL. */
    ta_finite_set *set;
    ta_game **game;
    size_t count, next;  /* next: to compute */
    cli_choices choices; /* with `chosen` */
    uint64_t *elements;  /* of these sets, `most` for each */
    size_t most;         /* elements of a set, at most */
    char *text;          /* a set as it is printed */
    cli_rows rows;
    uint64_t walked, before; /* heaps computed so far; before this batch */
} census;

/* ---- the sets of --size ---- */

/* Compares in lexicographic order, as strcmp does. */
static int compare_sets(const ta_finite_set *x, const ta_finite_set *y)
{
    for (size_t k = 0; k < x->count && k < y->count; k++)
        if (x->elements[k] != y->elements[k])
            return x->elements[k] < y->elements[k] ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

static bool read_elements(const char *what, const char *text, uint64_t **list,
                          size_t *count)
{
    return cli_numbers(what, text, 1, UINT64_C(1) << 32, list, count);
}

/* Makes set k of the batch the next set of --size; false if there is none. */
static bool next_choice(census *c, size_t k)
{
    uint64_t *set = c->elements + k * c->most;
    c->set[k] = (ta_finite_set){set, c->most};
    return cli_choices_next(&c->choices, set);
}

/* ---- sets and games of a file, and all games ---- */

/* Appends the set or octal game in a line of a file. */
static bool add_line(void *state, const char *where, char *line)
{
    census *c = state;
    char what[CLI_WHERE + 20];
    if (c->games) {
        /* The headers of a game's arrays, which the library does not count. */
        if (!cli_charge("the census", 384) ||
            !cli_grow("the census", &c->game, c->count, sizeof *c->game))
            return false;
        c->game[c->count] = NULL;
        return cli_octal_game(where, line, TA_NORMAL, &c->game[c->count++]);
    }
    if (!cli_grow("the census", &c->set, c->count, sizeof *c->set))
        return false;
    snprintf(what, sizeof what, "%s: the element", where);
    ta_finite_set *set = &c->set[c->count++];
    uint64_t *elements;
    bool ok = read_elements(what, line, &elements, &set->count);
    set->elements = elements;
    c->most = set->count > c->most ? set->count : c->most;
    return ok;
}

/* Appends the octal games of up to --digits digits, those with 0 before the
 * point first, by length and then by digits. Longer codes that end in 0 are
 * left out: 0.70 is 0.7. */
static bool add_all_games(census *c)
{
    char code[24];
    bool ok = true;
    for (unsigned d0 = 0; d0 <= 4; d0 += 4)
        for (unsigned d = 1; d <= c->settings->census.digits; d++)
            for (unsigned k = 0; k < 1u << 3 * d && ok; k++) {
                snprintf(code, sizeof code, "%u.%0*o", d0, (int)d, k);
                if (k % 8 != 0 || d == 1)
                    ok = add_line(c, "--digits", code);
            }
    return ok;
}

/* Skips the rows up to and including that of --resume-after. */
static bool skip_rows(census *c)
{
    const char *last = c->settings->census.resume_after;
    uint64_t *list = NULL;
    ta_finite_set wanted = {NULL, 0};
    ta_game *game = NULL;
    bool ok = c->games
                  ? cli_octal_game("--resume-after", last, TA_NORMAL, &game)
                  : read_elements("--resume-after: the element", last, &list,
                                  &wanted.count);
    wanted.elements = list;
    for (int order = 1; ok && order != 0; c->done++) {
        const size_t k = c->chosen ? 0 : c->next++;
        ok = c->chosen ? next_choice(c, 0) : k < c->count;
        if (ok)
            order = c->games ? strcmp(ta_game_about(c->game[k])->octal,
                                      ta_game_about(game)->octal)
                             : compare_sets(&c->set[k], &wanted);
        /* Behind a larger set of --size, whose order is lexicographic, the
         * wanted one does not come. */
        if (!ok || (c->chosen && order > 0))
            ok = cli_wrong("--resume-after: '%s' is not one of the %s", last,
                           c->games ? "games" : "sets");
    }
    free(list);
    ta_game_free(game);
    return ok;
}

/* ---- rows ---- */

/* Writes the least sum of two different moves that `period` divides, as "2+11",
 * or "" if there is none, or no period (0). */
static void write_sum(const ta_finite_set *set, uint64_t period, char *text)
{
    const uint64_t *s = set->elements;
    uint64_t least = UINT64_MAX;
    *text = '\0';
    for (size_t j = 0; period > 0 && j < set->count; j++)
        for (size_t i = 0; i < j; i++)
            if ((s[i] + s[j]) % period == 0 && s[i] + s[j] < least) {
                least = s[i] + s[j];
                snprintf(text, 2 * DIGITS, "%" PRIu64 "+%" PRIu64, s[i], s[j]);
            }
}

/* As cli_count_if. */
static cli_cell yes_if(bool have, bool yes)
{
    return cli_text(!have ? NULL : yes ? "yes" : "no");
}

static void put_set(census *c, const ta_finite_set *set,
                    const ta_census_row *row)
{
    const bool outcomes = row->outcome.period > 0,
               values = row->nim.period > 0; /* found */
    char *at = c->text, sum[2 * DIGITS];
    write_sum(set, row->outcome.period, sum);
    for (size_t k = 0; k < set->count; k++)
        at += snprintf(at, DIGITS, k > 0 ? ",%" PRIu64 : "%" PRIu64,
                       set->elements[k]);
    cli_row(&c->rows, cli_text(c->text),
            cli_count_if(outcomes, row->outcome.preperiod),
            cli_count_if(outcomes, row->outcome.period),
            cli_count_if(values, row->nim.preperiod),
            cli_count_if(values, row->nim.period),
            cli_count_if(outcomes, row->cold_in_period),
            cli_count_if(values, row->largest),
            yes_if(values, row->nim.preperiod == 0),
            cli_text(sum[0] != '\0' ? sum : NULL),
            yes_if(values && set->count <= 7, row->reverse)); /* see play.h */
}

static void put_game(census *c, const ta_game *game, const ta_summary *s)
{
    static const char *const proofs[] = {[TA_UNPROVED] = "none",
                                         [TA_PROOF_LONG] = "long",
                                         [TA_PROOF_SHORT] = "short",
                                         [TA_PROOF_ARITHMETIC] = "arithmetic"};
    const bool proved = s->nim.proof != TA_UNPROVED;
    char mask[CLI_OCTAL_MASK];
    cli_row(&c->rows, cli_text(ta_game_about(game)->octal),
            cli_text(proofs[s->nim.proof]), cli_count_of(s->known),
            cli_count_if(proved, s->nim.preperiod),
            cli_count_if(proved, s->nim.period), cli_count_of(s->largest),
            cli_count_of(s->largest_at), cli_text(cli_octal_mask(s, mask)),
            cli_count_if(s->has_mask, s->rare),
            cli_count_if(s->has_mask, s->last_rare));
}

/* ---- computing and printing of batches ---- */

/* Computes and prints the next batch; *more becomes false at the end. */
static ta_status next_batch(census *c, bool *more)
{
    ta_status st;
    if (c->chosen)
        for (c->next = c->count = 0;
             c->count < c->most_batch && next_choice(c, c->count);)
            c->count++;
    const size_t first = c->next, left = c->count - first;
    c->batch = left < c->most_batch ? left : c->most_batch;
    c->next += c->batch;
    *more = c->chosen ? left == c->most_batch : c->next < c->count;
    if (!c->games) {
        const ta_finite_set *set = &c->set[first];
        st =
            ta_census(set, c->batch, c->limit, &c->options, c->row, &cli_error);
        for (size_t k = 0; st == TA_OK && k < c->batch; k++)
            put_set(c, &set[k], &c->row[k]);
        return st;
    }
    ta_game **game = c->count > 0 ? &c->game[first] : NULL;
    memset(c->summary, 0, c->batch * sizeof *c->summary);
    st = ta_octal_census((const ta_game *const *)game, c->batch, c->limit,
                         &c->options, c->summary, &cli_error);
    /* Of a batch that was interrupted, the rows before the first game that is
     * not done (known = 0): --resume-after needs all before a row. */
    for (size_t k = 0; k < c->batch && c->summary[k].known > 0; k++)
        put_game(c, game[k], &c->summary[k]);
    return st;
}

/* As ta_options.progress: `share` and `walked` are of the batch. */
static int step(void *state, double share, uint64_t walked)
{
    census *c = state;
    c->walked = c->before + walked;
    return cli_progress_step(
        NULL, (c->done + share * (double)c->batch) / c->total, c->walked);
}

/* Computes and prints all rows of the census, batch by batch. */
static ta_status run(census *c)
{
    const cli_settings *s = c->settings;
    ta_status st = TA_OK;
    c->options = cli_options_of(&s->speed);
    c->options.progress = step;
    c->options.progress_state = c;
    c->options.comm = cli_comm; /* whose ranks divide each batch */
    c->options.sink = s->what.convention == CLI_SINK;
    cli_rows_begin(&c->rows, &s->out,
                   c->games ? "game\tproof\theaps\tpreperiod\tperiod\tlargest\t"
                              "largest_at\tmask\trare\tlast_rare"
                            : "set\toutcome_preperiod\toutcome_period\t"
                              "nim_preperiod\tnim_period\tcold_in_period\t"
                              "largest\tpure\tsum\treverse");
    c->rows.headless = s->out.quiet;
    for (bool more = true; st == TA_OK && more;) {
        st = next_batch(c, &more);
        c->done += (double)c->batch;
        c->before = c->walked;
        if (st == TA_OK && !cli_flush())
            st = TA_EIO;
    }
    if (st == TA_OK)
        cli_rows_end(&c->rows);
    return st;
}

/* Reads from the options which sets or octal games the census has, and
 * allocates the arrays of a batch. */
static bool begin(census *c)
{
    const cli_settings *s = c->settings;
    const unsigned bits = c->games ? 62 : 32; /* what the library takes */
    if (c->limit > UINT64_C(1) << bits)
        return cli_wrong("--limit=%" PRIu64 " is not accepted; accepted: a "
                         "number from 1 to 2^%u",
                         c->limit, bits);
    if (!(s->census.codes != NULL
              ? cli_each_line("--codes", s->census.codes, add_line, c)
          : s->census.digits != 0 ? add_all_games(c)
          : s->census.sets != NULL
              ? cli_each_line("--sets", s->census.sets, add_line, c)
              : cli_choices_begin(&c->choices, s)))
        return false;
    c->total = c->chosen ? c->choices.total : (double)c->count;
    c->most = c->chosen ? s->census.size : c->most;
    c->most_batch = (cli_comm != NULL ? cli_comm->ranks : 1) *
                    (size_t)(c->games ? GAMES : SETS);
    const size_t n = c->most_batch, sets = c->chosen ? n : 0,
                 row = c->games ? sizeof *c->summary : sizeof *c->row;
    if (!cli_charge("the census", n * row + sets * sizeof *c->set +
                                      sets * c->most * sizeof *c->elements +
                                      c->most * DIGITS))
        return false;
    c->summary = malloc(n * row);
    c->row = (void *)c->summary;
    if (c->count == 0) /* with `chosen`; or an empty list */
        c->set = malloc((sets + 1) * sizeof *c->set);
    c->elements = malloc((sets * c->most + 1) * sizeof *c->elements);
    c->text = malloc((c->most + 1) * DIGITS);
    return (c->row != NULL && (c->set != NULL || c->games) &&
            c->elements != NULL && c->text != NULL) ||
           cli_no_memory("the census");
}

static void census_run(const cli_settings *s)
{
    const bool games = s->census.digits != 0 || s->census.codes != NULL;
    census c = {.settings = s,
                .games = games,
                .chosen = s->census.size != 0,
                .limit = s->what.limit != 0 ? s->what.limit
                                            : UINT64_C(1) << (games ? 16 : 24)};
    if (begin(&c) && (s->census.resume_after == NULL || skip_rows(&c)))
        cli_ok(cli_watched(s, false, run(&c)));
    for (size_t k = 0; k < c.count; k++) {
        if (c.game != NULL)
            ta_game_free(c.game[k]);
        else if (!c.chosen)
            free((void *)(uintptr_t)c.set[k].elements);
    }
    free(c.text);
    free(c.summary);
    free(c.set);
    free(c.elements);
    cli_choices_end(&c.choices);
    free(c.game);
}

#define SOURCES (OPT(SIZE) | OPT(SETS) | OPT(DIGITS) | OPT(CODES))
#define ONE_SOURCE                                                             \
    "'census' needs one of --size=K, --sets=FILE, --digits=K and --codes=FILE"
static const cli_words census_texts[] = {
    OWN(LIMIT, "compute at most K positions of a set, up to 2^32 (default "
               "2^24), or heaps of an octal game, up to 2^62 (default 2^16)"),
    OWN(QUIET, "leave out the header line"),
    CLI_PLAY("normal, sink"),
    CLI_ONE_THREAD,
    {0}};
static const cli_rule census_rules[] = {
    {CLI_IDLE, OPT(WITH) | OPT(WITHIN), .unless = OPT(SIZE),
     .text = "it goes with --size"},
    {CLI_NEEDED, SOURCES, .text = ONE_SOURCE},
    {CLI_EXCLUSIVE, SOURCES, .text = ONE_SOURCE},
    {CLI_REFUSED, OPT(SIZE), .unless = OPT(WITHIN),
     .text = "--size needs --within=M"},
    {0}};
const cli_command cli_census_command = {
    COMMAND("census", "", CLI_TEXT, census_run,
            "the periods of many finite sets or octal games"),
    "Give one of --size, --sets, --digits, --codes. Prints a table with a row "
    "for each set or game. Each period given is the least one, and proved. For "
    "sets: preperiod and period of the outcomes (cold or hot) and of the "
    "nim-values, the cold positions in a period, the largest nim-value, "
    "whether the nim-values have no preperiod (pure), the least sum of two "
    "moves that the period of the outcomes divides, and whether each G(n) is "
    "the mex of all G(n + s), s a move (reverse; up to 7 moves); NA if there "
    "is none, or no period was found. For octal games: how the period is "
    "proved (long, short, arithmetic: with a saltus, none), the number of "
    "heaps computed, preperiod (1 or more: heap 0 is not looked at), period, "
    "and the columns from `largest` on that `octal --period` explains. Rows "
    "appear some hundreds at a time; --resume-after=LAST goes on after an "
    "interruption.",
    "takeaway census --size=2 --within=2 -q  # 1,2 0 3 0 3 1 2 yes 1+2 yes\n"
    "takeaway census --size=4 --within=30 --with=1,7 --threads=2\n"
    "takeaway census --digits=2 --limit=2^14",
    CLI_COMPUTES | OPT(SIZE) | OPT(WITHIN) | OPT(WITH) | OPT(SETS) |
        OPT(DIGITS) | OPT(CODES) | OPT(CONVENTION) | OPT(LIMIT) | OPT(JSON) |
        OPT(RESUME_AFTER) | OPT(UNTIL) | OPT(THREADS),
    .texts = census_texts,
    .rules = census_rules,
    .ranks = CLI_SHARED};
