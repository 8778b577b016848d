/* The command `takeaway verify FILE`, which checks that an archive file is
 * undamaged and that its content is right. */

#include "archive/checkpoint-file.h"
#include "verify/windows.h"
#include "computing.h"

typedef struct job {
    const cli_settings *settings;
    ta_archive *archive;
    const ta_archive_info *about;
    ta_game *game;
    bool octal; /* an octal game */
    ta_options options;
    /* The engine that computes the content of the archive again. */
    cli_engine engine;
    /* The options for `engine`. If again.engine is NULL, nothing is computed
     * again. */
    ta_options again;
    /* The ends of the pieces of the archive, as --at gives them. In each piece,
     * --windows=K chooses K ranges of positions to compute again. */
    cli_ends pieces;
    /* The table of the results, which is not printed with --quiet. */
    cli_rows rows;
} job;

/* ---- what is asked ---- */

/* Makes the game of the archive, and sets j->game to it. With the option
 * --game, makes the game of this option, and checks that the archive is of the
 * same game. Otherwise makes the game by the name that is stored in the
 * archive. Returns true; on an error, prints a message and returns false. */
static bool make_game(job *j)
{
    const cli_settings *s = j->settings;
    const char *file = s->operands[0];
    ta_archive_info want = *j->about;
    char id[TA_GAME_ID];
    if ((s->given & OPT(GAME)) != 0) {
        if (!cli_game("--game", s->game, want.convention, &j->game))
            return false;
        want.game = ta_game_id(j->game, id);
        if (!cli_known_fits("", file, j->about, &want))
            return false;
    } else if (!cli_archive_names_game(file, j->about) ||
               !cli_ok(ta_game_new(want.game, want.convention, &j->game,
                                   &cli_error))) {
        return false;
    }
    j->octal = ta_game_about(j->game)->octal != NULL;
    return true;
}

/* Returns whether the content of the archive can be checked by the definition:
 * each position by the positions that its moves reach. For the cold heaps of an
 * octal game this is false. If a move leaves two heaps, their nim-values would
 * be needed, which the archive does not have. */
static bool has_definition(const job *j)
{
    return !j->octal || j->about->content != TA_CONTENT_COLD;
}

/* Chooses the engine that computes the content of the archive again, by the
 * option --engine. Sets j->engine and the options j->again. Without --engine
 * nothing is computed again, unless the archive has the cold heaps of an octal
 * game, for which there is no other check. Returns true; on an error, prints a
 * message and returns false. */
static bool read_engine(job *j)
{
    const cli_settings *s = j->settings;
    const bool given = (s->given & OPT(ENGINE)) != 0;
    const char *engine = given ? s->engine : "auto";
    j->again = j->options;
    if (!given && has_definition(j))
        return true;
    return cli_engine_read("--engine", engine, strlen(engine),
                           cli_sequence_with(j->about->content, j->octal),
                           &j->engine, &j->again);
}

static bool check_windows_asked(job *j)
{
    const cli_settings *s = j->settings;
    if (s->at != NULL && strcmp(s->at, "powers2") != 0 &&
        strcmp(s->at, "powers10") != 0)
        return cli_refuse("--at", s->at, "powers2 or powers10");
    if (s->windows != 0 && j->octal)
        return cli_wrong("--windows: not of octal games; --engine=naive "
                         "computes everything again");
    if (s->windows != 0 && s->from >= j->about->end && j->about->end > 0)
        return cli_wrong("--from %" PRIu64 " is not accepted: '%s' ends at "
                         "%" PRIu64,
                         s->from, s->operands[0], j->about->end);
    return s->windows == 0 || cli_ends_read(s->at, j->about->end, &j->pieces);
}

/* ---- the checks ---- */

/* Prints a row with a result of the checks: its name and its value. Prints
 * nothing with --quiet. */
static void put(job *j, const char *name, cli_cell value)
{
    if (!j->settings->quiet)
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
    if (!j->settings->quiet)
        cli_put_about(&j->rows, j->about);
    put(j, "numbers", cli_count_of(j->about->count));
    put(j, "checksums", cli_text(right));
    return TA_OK;
}

static ta_status check_definition(job *j)
{
    const cli_settings *s = j->settings;
    ta_verified seen;
    if (!has_definition(j) || (s->positions == 0 && s->windows != 0))
        return TA_OK;
    ta_status st = ta_archive_verify(j->archive, j->game, s->positions, s->seed,
                                     &j->options, &seen, &cli_error);
    if (st != TA_OK)
        return st;
    put(j, "seed", cli_count_of(s->seed));
    put(j, "positions", cli_count_of(seen.cold + seen.hot));
    put(j, "of_value_0", cli_count_of(seen.cold));
    put(j, "of_other_value", cli_count_of(seen.hot));
    put(j, "moves", cli_count_of(seen.moves));
    put(j, "definition", cli_text("holds there"));
    return TA_OK;
}

static void put_windows(job *j, const tai_window *windows, size_t count,
                        const ta_verified *seen)
{
    bool cold = j->about->content == TA_CONTENT_COLD;
    char text[96], name[32];
    /* Prints the seed of the random numbers, unless check_definition has
     * printed it already. */
    if (j->settings->positions == 0)
        put(j, "seed", cli_count_of(j->settings->seed));
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text,
                 "[%" PRIu64 ", %" PRIu64 "), %" PRIu64 " %s", windows[i].from,
                 windows[i].to, windows[i].cold, cold ? "cold" : "of value 0");
        snprintf(name, sizeof name, "window_%zu", i + 1);
        put(j, name, cli_text(text));
    }
    snprintf(text, sizeof text, "%" PRIu64 " positions, the same",
             seen->cold + seen->hot);
    put(j, "windows", cli_count_of(count));
    put(j, "computed_anew", cli_text(text));
    put(j, "windows_of_value_0", cli_count_of(seen->cold));
    put(j, "windows_moves", cli_count_of(seen->moves));
}

/* Computes random windows (ranges of positions) of the archive again. The
 * option --at gives the ends of the pieces of the archive, and --windows=K the
 * number of windows in each piece. Returns TA_OK if the results are the same as
 * in the archive, and otherwise another status of the library. */
static ta_status check_windows(job *j)
{
    const cli_settings *s = j->settings;
    uint64_t from = s->from, seed = s->seed;
    size_t count = 0;
    if (s->windows == 0 || from >= j->about->end)
        return TA_OK;
    tai_window *windows =
        calloc((j->pieces.count + 1) * s->windows, sizeof *windows);
    for (size_t k = 0; windows != NULL && k <= j->pieces.count; k++) {
        uint64_t end = k < j->pieces.count ? j->pieces.end[k] : j->about->end;
        count += tai_windows_choose(from, end, s->window_size, s->windows,
                                    &seed, windows + count);
        from = end > from ? end : from;
    }
    if (windows == NULL)
        return TA_ENOMEM;
    ta_verified seen;
    j->options.comm = cli_comm;
    ta_status st = tai_archive_verify_windows(
        j->archive, j->game, windows, count, &j->options, &seen, &cli_error);
    /* The MPI ranks share this check only; rank 0 does the others alone. */
    j->options.comm = NULL;
    if (st == TA_OK)
        put_windows(j, windows, count, &seen);
    free(windows);
    return st;
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
    return st == TA_ERANGE ? TA_EINVAL : st;
}

static ta_status (*const checks[])(job *j) = {check_sums, check_definition,
                                              check_windows, check_again};

static void verify_run(const cli_settings *s)
{
    job j = {.settings = s};
    bool ok = cli_archive_open("", s->operands[0], &j.archive);
    j.about = j.archive != NULL ? ta_archive_about(j.archive) : NULL;
    ok = ok && make_game(&j);
    j.options = cli_options_of(s);
    ok = ok && read_engine(&j) && check_windows_asked(&j);
    cli_rows_begin(&j.rows, s, "quantity\tvalue");
    j.rows.headless = s->quiet;
    for (size_t k = 0; k < sizeof checks / sizeof *checks && ok; k++) {
        if (s->follower && checks[k] != check_windows)
            continue; /* rank 0 does this check */
        cli_progress_begin(s, false);
        ta_status st = checks[k](&j);
        cli_progress_end();
        ok = cli_ok(st);
    }
    if (ok && (!s->digest || cli_archive_digest(j.archive, &j.rows)))
        cli_rows_end(&j.rows);
    free(j.pieces.end);
    ta_game_free(j.game);
    ta_archive_close(j.archive);
}

static const cli_words verify_texts[] = {
    {OPT_GAME, CLI_SAME,
     "the game of the archive; needed only if the archive does not name it, "
     "since the set is long or from a file (default: that of the archive)"},
    {OPT_FROM, CLI_SAME, "choose no window that begins below A"},
    {OPT_AT, CLI_POWERS,
     "powers2 or powers10: put the windows of --windows=K between each two "
     "successive powers, K in each"},
    {OPT_DIGEST, CLI_SAME,
     "print also the SHA-256 of the numbers in FILE as text, one a line"},
    {OPT_QUIET, CLI_SAME, "print nothing if all is well"},
    {OPT_ENGINE, CLI_SAME,
     "compute everything again by this engine, and compare; naive shares "
     "nothing with the others (default none)"},
    CLI_ONE_THREAD,
    {0}};
static const cli_rule verify_rules[] = {
    {CLI_IDLE, OPT(AT) | OPT(FROM) | OPT(WINDOW_SIZE), .unless = OPT(WINDOWS),
     .text = "it goes with --windows"},
    {0}};
const cli_command cli_verify_command = {
    COMMAND("verify", "FILE", CLI_READ,
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
    .options = CLI_COMPUTES | OPT(GAME) | OPT(FROM) | OPT(AT) | OPT(POSITIONS) |
               OPT(WINDOWS) | OPT(WINDOW_SIZE) | OPT(SEED) | OPT(JSON) |
               OPT(DIGEST) | OPT(ENGINE) | OPT(THREADS),
    .texts = verify_texts,
    .rules = verify_rules,
    .ranks = CLI_SHARED,
    .run = verify_run};
