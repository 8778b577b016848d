/* takeaway verify FILE: is an archive whole, and is it right? */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "computing.h"
#include "table.h"

typedef struct job {
    const cli_settings *settings;
    ta_archive *archive;
    const ta_archive_info *about;
    ta_game *game;
    bool octal; /* it is */
    ta_options options;
    cli_engine engine; /* that computes the archive again */
    ta_options again;  /* its options; no engine: none computes it again */
    cli_progress progress;
    cli_rows rows; /* what was found; with --quiet not printed */
} job;

/* The game that was given, if any was, else that of the file. */
static int make_game(job *j)
{
    const cli_settings *s = j->settings;
    const char *file = s->operands[0];
    ta_archive_info want = *j->about;
    char id[TA_GAME_ID];
    ta_error error = {""};
    int status;
    if (cli_game_given(s)) {
        status = cli_game(s, want.convention, &j->game);
        if (status == CLI_DONE) {
            want.game = ta_game_id(j->game, id);
            status = cli_known_fits("", file, j->about, &want);
        }
    } else {
        status = cli_archive_names_game(file, j->about);
        if (status == CLI_DONE)
            status = cli_status(
                ta_game_new(want.game, want.convention, &j->game, &error),
                &error);
    }
    j->octal = status == CLI_DONE && ta_game_about(j->game)->octal != NULL;
    return status;
}

/* Cold heaps of octal games do not follow from each other. */
static bool has_definition(const job *j)
{
    return !j->octal || j->about->content != TA_CONTENT_COLD;
}

/* Reads the engine that computes the archive again into j->again. Cold heaps of
 * octal games are always computed again, since there is no other check of
 * them. */
static int read_engine(job *j)
{
    const cli_settings *s = j->settings;
    const char *engine = NULL;
    if (s->given[cli_option_named("engine", 6) - cli_options])
        engine = s->engine;
    else if (!has_definition(j))
        engine = "auto";
    j->again = j->options;
    j->again.engine = NULL;
    if (engine == NULL)
        return CLI_DONE;
    return cli_engine_read("--engine", engine, strlen(engine),
                           cli_quantity_of(j->about->content, j->octal),
                           &j->engine, &j->again);
}

/* ---- the checks ---- */

/* Adds a row of what was found. */
static void put(job *j, const char *name, cli_cell value)
{
    if (!j->settings->quiet)
        cli_field(&j->rows, name, value);
}

static int check_sums(job *j)
{
    ta_error error = {""};
    char right[48];
    const uint64_t frames = tai_archive_frames(j->archive);
    cli_progress_begin(&j->progress, j->settings);
    ta_status st = ta_archive_check(j->archive, &j->options, &error);
    cli_progress_end(&j->progress);
    if (st != TA_OK)
        return cli_status(st, &error);
    snprintf(right, sizeof right, "right, %" PRIu64 " frame%s", frames,
             frames == 1 ? "" : "s");
    if (!j->settings->quiet)
        cli_put_about(&j->rows, j->about);
    put(j, "numbers", cli_count_of(j->about->count));
    put(j, "checksums", cli_text(right));
    return CLI_DONE;
}

static int check_definition(job *j)
{
    const cli_settings *s = j->settings;
    ta_verified seen;
    ta_error error = {""};
    if (!has_definition(j) || (s->positions == 0 && s->windows != 0))
        return CLI_DONE;
    cli_progress_begin(&j->progress, s);
    ta_status st = ta_archive_verify(j->archive, j->game, s->positions, s->seed,
                                     &j->options, &seen, &error);
    cli_progress_end(&j->progress);
    if (st == TA_EINVAL)
        return cli_wrong("%s", error.text);
    if (st == TA_OK) {
        put(j, "seed", cli_count_of(s->seed));
        put(j, "positions", cli_count_of(seen.cold + seen.hot));
        put(j, "of_value_0", cli_count_of(seen.cold));
        put(j, "of_other_value", cli_count_of(seen.hot));
        put(j, "moves", cli_count_of(seen.moves));
        put(j, "definition", cli_text("holds there"));
    }
    return cli_status(st, &error);
}

/* ---- windows ---- */

static int check_windows_asked(const job *j)
{
    const cli_settings *s = j->settings;
    if (s->at != NULL && strcmp(s->at, "powers2") != 0 &&
        strcmp(s->at, "powers10") != 0)
        return cli_refuse("--at", s->at, "powers2 or powers10");
    if (s->windows == 0)
        return CLI_DONE;
    if (j->octal)
        return cli_wrong(
            "--windows: not of octal games; --engine=naive computes "
            "everything again");
    if (s->from >= j->about->end && j->about->end > 0) {
        return cli_wrong("--from %" PRIu64 " is not accepted: '%.200s' ends at "
                         "%" PRIu64,
                         s->from, s->operands[0], j->about->end);
    }
    return CLI_DONE;
}

static void put_windows(job *j, const tai_window *windows, size_t count,
                        const ta_verified *seen)
{
    bool cold = j->about->content == TA_CONTENT_COLD;
    char text[96], name[32];
    if (j->settings->positions == 0) /* else it has been printed */
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

static int check_windows(job *j)
{
    const cli_settings *s = j->settings;
    uint64_t from = s->from, seed = s->seed;
    size_t count = 0;
    cli_ends pieces; /* in each of which there are --windows */
    if (s->windows == 0 || from >= j->about->end)
        return CLI_DONE;
    int status = cli_ends_read(s->at, j->about->end, &pieces);
    if (status != CLI_DONE)
        return status;
    ta_error error = {"no memory for the windows"};
    tai_window *windows =
        calloc((pieces.count + 1) * s->windows, sizeof *windows);
    for (size_t k = 0; windows != NULL && k <= pieces.count; k++) {
        uint64_t end = k < pieces.count ? pieces.end[k] : j->about->end;
        count += tai_windows_choose(from, end, s->window_size, s->windows,
                                    &seed, windows + count);
        from = end > from ? end : from;
    }
    free(pieces.end);
    if (windows == NULL)
        return cli_status(TA_ENOMEM, &error);
    ta_verified seen;
    j->options.comm = cli_comm;
    cli_progress_begin(&j->progress, s);
    ta_status st = tai_archive_verify_windows(
        j->archive, j->game, windows, count, &j->options, &seen, &error);
    cli_progress_end(&j->progress);
    j->options.comm = NULL; /* rank 0 does the rest */
    if (st == TA_OK)
        put_windows(j, windows, count, &seen);
    free(windows);
    return cli_status(st, &error);
}

static int check_again(job *j)
{
    ta_error error = {""};
    if (j->again.engine == NULL)
        return CLI_DONE;
    cli_progress_begin(&j->progress, j->settings);
    ta_status st = ta_archive_compare(j->archive, j->game, &j->again, &error);
    cli_progress_end(&j->progress);
    if (st == TA_EINVAL || st == TA_ERANGE)
        return cli_wrong("%s", error.text);
    char same[48];
    snprintf(same, sizeof same, "[0, %" PRIu64 "), the same", j->about->end);
    if (st == TA_OK) {
        put(j, "engine", cli_text(j->engine.label));
        put(j, "computed_again", cli_text(same));
    }
    return cli_status(st, &error);
}

static int verify(job *j)
{
    const cli_settings *s = j->settings;
    j->about = ta_archive_about(j->archive);
    int status = make_game(j);
    j->options = cli_options_of(s, &j->progress);
    if (status == CLI_DONE)
        status = read_engine(j);
    if (status == CLI_DONE)
        status = check_windows_asked(j);
    if (status != CLI_DONE)
        return status;
    cli_rows_begin(&j->rows, s, "quantity\tvalue");
    j->rows.headless = s->quiet;
    if (s->follower)
        return check_windows(j);
    status = check_sums(j);
    if (status == CLI_DONE)
        status = check_definition(j);
    if (status == CLI_DONE)
        status = check_windows(j);
    if (status == CLI_DONE)
        status = check_again(j);
    if (status == CLI_DONE && s->digest)
        status = cli_archive_digest(j->archive, &j->rows);
    if (status == CLI_DONE)
        cli_rows_end(&j->rows);
    return status;
}

int cli_verify(const cli_settings *s)
{
    job j = {.settings = s};
    int status = cli_archive_open("", s->operands[0], &j.archive);
    if (status == CLI_DONE)
        status = verify(&j);
    ta_game_free(j.game);
    ta_archive_close(j.archive);
    return status;
}
