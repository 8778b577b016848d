/* The command `takeaway verify FILE`, which checks that an archive file is
 * undamaged and that its content is right. Begin with `checks` and verify_run:
 * each check prints what it has found right, or returns the error that names
 * the first wrong place. */
#include "archive/checkpoint-file.h"
#include "verify/windows.h"
#include "computing.h"

typedef struct job {
    const cli_settings *settings;
    ta_archive *archive;
    const ta_archive_info *about;
    ta_game *game;
    /* The content can be checked by the definition. Cold heaps of an octal game
     * cannot: splits need nim-values, which the archive does not have. */
    bool defined;
    ta_options options;
    cli_engine engine; /* that computes the content again, by `again` */
    ta_options again;  /* again.engine is NULL: nothing is computed again */
    cli_ends pieces;   /* of the archive, as --at gives them, for --windows */
    cli_rows rows;     /* the results; not printed with --quiet */
} job;

/* Makes the game, that of --game or of the name in the archive, and reads what
 * is to be checked. */
static bool begin(job *j)
{
    const cli_settings *s = j->settings;
    const char *file = s->operands[0];
    ta_archive_info want = *j->about;
    char id[TA_GAME_ID];
    if (GIVEN(s, GAME)) {
        if (!cli_game("--game", s->what.game, want.convention, &j->game))
            return false;
        want.game = ta_game_id(j->game, id);
        if (!cli_known_fits("", file, j->about, &want))
            return false;
    } else if (!cli_archive_names_game(file, j->about) ||
               !cli_ok(ta_game_new(want.game, want.convention, &j->game,
                                   &cli_error))) {
        return false;
    }
    const bool octal = ta_game_about(j->game)->octal != NULL,
               rule = ta_game_about(j->game)->rule;
    j->defined = !rule && (!octal || want.content != TA_CONTENT_COLD);
    j->options = j->again = cli_options_of(&s->speed);
    if ((GIVEN(s, ENGINE) || !j->defined) && /* computes all again */
        !cli_engine_read("--engine", s->speed.engine, strlen(s->speed.engine),
                         cli_sequence_with(want.content, octal), &j->engine,
                         &j->again))
        return false;
    if (s->what.at != NULL && strcmp(s->what.at, "powers2") != 0 &&
        strcmp(s->what.at, "powers10") != 0)
        return cli_refuse("--at", s->what.at, "powers2 or powers10");
    if (s->verify.windows == 0)
        return true;
    if (octal || rule)
        return cli_wrong("--windows: only of subtraction sets; --engine=naive "
                         "computes everything again");
    if (s->what.from >= want.end && want.end > 0)
        return cli_wrong("--from %" PRIu64 " is not accepted: '%s' ends at "
                         "%" PRIu64,
                         s->what.from, file, want.end);
    return cli_ends_read(s->what.at, want.end, &j->pieces);
}

/* ---- the checks ---- */

static void put(job *j, const char *name, cli_cell value)
{
    if (!j->settings->out.quiet)
        cli_field(&j->rows, name, value);
}

static ta_status check_sums(job *j)
{
    char right[48];
    const uint64_t frames = tai_archive_frames(j->archive);
    ta_status st = ta_archive_check(j->archive, &j->options, &cli_error);
    if (st != TA_OK)
        return st;
    snprintf(right, sizeof right, "right, %" PRIu64 " frame%s", frames,
             frames == 1 ? "" : "s");
    if (!j->settings->out.quiet)
        cli_put_about(&j->rows, j->about);
    put(j, "numbers", cli_count_of(j->about->count));
    put(j, "checksums", cli_text(right));
    return TA_OK;
}

static ta_status check_definition(job *j)
{
    const cli_settings *s = j->settings;
    ta_verified seen;
    /* --positions=0: windows only */
    if (!j->defined || (s->verify.positions == 0 && s->verify.windows != 0))
        return TA_OK;
    ta_status st =
        ta_archive_verify(j->archive, j->game, s->verify.positions,
                          s->verify.seed, &j->options, &seen, &cli_error);
    if (st != TA_OK)
        return st;
    put(j, "seed", cli_count_of(s->verify.seed));
    put(j, "positions", cli_count_of(seen.cold + seen.hot));
    put(j, "of_value_0", cli_count_of(seen.cold));
    put(j, "of_other_value", cli_count_of(seen.hot));
    put(j, "moves", cli_count_of(seen.moves));
    put(j, "definition", cli_text("holds there"));
    return TA_OK;
}

/* Computes random windows again, --windows=K of each piece of the archive from
 * --from on; the last piece ends where the archive does. */
static ta_status check_windows(job *j)
{
    const cli_settings *s = j->settings;
    const bool cold = j->about->content == TA_CONTENT_COLD;
    uint64_t from = s->what.from, seed = s->verify.seed;
    size_t count = 0;
    char text[96], name[32];
    ta_verified seen;
    if (s->verify.windows == 0 || from >= j->about->end)
        return TA_OK;
    tai_window *window =
        calloc((j->pieces.count + 1) * s->verify.windows, sizeof *window);
    if (window == NULL)
        return TA_ENOMEM;
    for (size_t k = 0; k <= j->pieces.count; k++) {
        uint64_t end = k < j->pieces.count ? j->pieces.end[k] : j->about->end;
        count += tai_windows_choose(from, end, s->verify.window_size,
                                    s->verify.windows, &seed, window + count);
        from = end > from ? end : from;
    }
    j->options.comm = cli_comm; /* of this check only; rank 0 does the others */
    ta_status st = tai_archive_verify_windows(
        j->archive, j->game, window, count, &j->options, &seen, &cli_error);
    j->options.comm = NULL;
    if (st == TA_OK &&
        s->verify.positions == 0) /* or else it is printed already */
        put(j, "seed", cli_count_of(s->verify.seed));
    for (size_t i = 0; i < count && st == TA_OK; i++) {
        snprintf(text, sizeof text,
                 "[%" PRIu64 ", %" PRIu64 "), %" PRIu64 " %s", window[i].from,
                 window[i].to, window[i].cold, cold ? "cold" : "of value 0");
        snprintf(name, sizeof name, "window_%zu", i + 1);
        put(j, name, cli_text(text));
    }
    free(window);
    if (st != TA_OK)
        return st;
    snprintf(text, sizeof text, "%" PRIu64 " positions, the same",
             seen.cold + seen.hot);
    put(j, "windows", cli_count_of(count));
    put(j, "computed_anew", cli_text(text));
    put(j, "windows_of_value_0", cli_count_of(seen.cold));
    put(j, "windows_moves", cli_count_of(seen.moves));
    return TA_OK;
}

static ta_status check_again(job *j)
{
    if (j->again.engine == NULL)
        return TA_OK;
    ta_status st =
        ta_archive_compare(j->archive, j->game, &j->again, &cli_error);
    char same[48];
    snprintf(same, sizeof same, "[0, %" PRIu64 "), the same", j->about->end);
    if (st == TA_OK) {
        put(j, "engine", cli_text(j->engine.label));
        put(j, "computed_again", cli_text(same));
    }
    return st == TA_ERANGE ? TA_EINVAL : st; /* the user's choice of engine */
}

static ta_status (*const checks[])(job *j) = {check_sums, check_definition,
                                              check_windows, check_again};

static void verify_run(const cli_settings *s)
{
    job j = {.settings = s};
    bool ok = cli_archive_open("", s->operands[0], &j.archive);
    if (ok) {
        j.about = ta_archive_about(j.archive);
        ok = begin(&j);
    }
    cli_rows_begin(&j.rows, &s->out, "quantity\tvalue");
    j.rows.headless = s->out.quiet;
    for (size_t k = 0; k < sizeof checks / sizeof *checks && ok; k++)
        if (!s->out.follower || checks[k] == check_windows) /* ranks share it */
            ok = cli_ok(cli_watched(s, false, checks[k](&j)));
    if (ok && (!s->out.digest || cli_archive_digest(j.archive, &j.rows)))
        cli_rows_end(&j.rows);
    free(j.pieces.end);
    ta_game_free(j.game);
    ta_archive_close(j.archive);
}

static const cli_words verify_texts[] = {
    OWN(GAME,
        "the game of the archive; needed only if the archive does not name it, "
        "since the set is long or from a file (default: that of the archive)"),
    OWN(FROM, "choose no window that begins below A"),
    TYPED(AT, CLI_POWERS,
          "powers2 or powers10: put the windows of --windows=K between each "
          "two successive powers, K in each"),
    OWN(DIGEST,
        "print also the SHA-256 of the numbers in FILE as text, one a line"),
    OWN(QUIET, "print nothing if all is well"),
    OWN(ENGINE, "compute everything again by this engine, and compare; naive "
                "shares nothing with the others (default none)"),
    CLI_ONE_THREAD,
    {0}};
static const cli_rule verify_rules[] = {
    {CLI_IDLE, OPT(AT) | OPT(FROM) | OPT(WINDOW_SIZE), .unless = OPT(WINDOWS),
     .text = "it goes with --windows"},
    {0}};
const cli_command cli_verify_command = {
    COMMAND("verify", "FILE", CLI_READ, verify_run,
            "is an archive whole, and is it right?"),
    "Checks the checksums of the archive FILE, and then the definition at "
    "random positions: a cold one has no move to a cold one, a hot one has, a "
    "nim-value is the least that no move leads to, and a length follows from "
    "those one move away. This finds widespread errors, hardly a single wrong "
    "position. --windows computes all positions of random windows again, from "
    "what the archive holds below them (not for octal games). --engine "
    "computes everything again. Prints a table of what was checked. If "
    "anything is wrong or damaged, the exit status is 3 and the message names "
    "the first place.",
    "takeaway cold 9 -o x.ta; takeaway verify x.ta | grep -o right  # right\n"
    "takeaway verify x.ta --windows=3 --window-size=100\n"
    "takeaway verify x.ta --engine=naive",
    CLI_COMPUTES | OPT(GAME) | OPT(FROM) | OPT(AT) | OPT(POSITIONS) |
        OPT(WINDOWS) | OPT(WINDOW_SIZE) | OPT(SEED) | OPT(JSON) | OPT(DIGEST) |
        OPT(ENGINE) | OPT(THREADS),
    .texts = verify_texts,
    .rules = verify_rules,
    .ranks = CLI_SHARED};
