/* takeaway verify FILE: is an archive whole, and is it right? */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef struct job {
    const cli_settings *settings;
    ta_archive *archive;
    const ta_archive_info *about;
    ta_game *game;
    bool octal; /* it is */
    ta_options options;
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
    j->octal = status == CLI_DONE && ta_octal_code(j->game) != NULL;
    return status;
}

/* Which engine computes it again, or NULL. --full takes one that shares
 * nothing with the fast ones. */
static const char *engine_of(const job *j)
{
    bool cold = j->about->content == TA_CONTENT_COLD;
    if (strcmp(j->settings->engine, "auto") != 0)
        return j->settings->engine;
    if (!j->settings->full)
        return j->octal && cold ? "sparse" : NULL;
    return cold && !j->octal ? "segments" : "naive";
}

static int check_engine(const job *j, const char *engine)
{
    if (engine == NULL)
        return CLI_DONE;
    return cli_check_engine("--engine", engine,
                            cli_quantity_of(j->about->content, j->octal));
}

/* ---- the checks ---- */

static void put_sums(job *j)
{
    cli_rows *r = &j->rows;
    char right[48];
    bool misere = j->about->convention == TA_MISERE;
    snprintf(right, sizeof right, "right, %" PRIu64 " frames",
             ta_archive_frames(j->archive));
    cli_row(r, cli_text("content"),
            cli_text(cli_content_text(j->about->content)));
    cli_row(r, cli_text("game"), cli_text(j->about->game));
    cli_row(r, cli_text("convention"), cli_text(misere ? "misere" : "normal"));
    cli_row(r, cli_text("end"), cli_count_of(j->about->end));
    cli_row(r, cli_text("numbers"), cli_count_of(j->about->count));
    cli_row(r, cli_text("checksums"), cli_text(right));
}

static int check_sums(job *j)
{
    ta_error error = {""};
    cli_progress_begin(&j->progress, j->settings);
    ta_status st = ta_archive_check(j->archive, &j->options, &error);
    cli_progress_end(&j->progress);
    if (st == TA_OK && !j->settings->quiet)
        put_sums(j);
    return cli_status(st, &error);
}

/* Cold heaps of octal games do not follow from each other. */
static bool has_definition(const job *j)
{
    return !j->octal || j->about->content != TA_CONTENT_COLD;
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
    if (st == TA_OK && !s->quiet) {
        cli_rows *r = &j->rows;
        cli_row(r, cli_text("seed"), cli_count_of(s->seed));
        cli_row(r, cli_text("positions"), cli_count_of(seen.cold + seen.hot));
        cli_row(r, cli_text("of_value_0"), cli_count_of(seen.cold));
        cli_row(r, cli_text("of_other_value"), cli_count_of(seen.hot));
        cli_row(r, cli_text("moves"), cli_count_of(seen.moves));
        cli_row(r, cli_text("definition"), cli_text("holds there"));
    }
    return cli_status(st, &error);
}

/* ---- windows ---- */

enum { PIECES = 65 }; /* between powers of two below 2^64, and 0 */

/* Where the pieces end in each of which there are --windows; their number. */
static size_t piece_ends(const job *j, uint64_t ends[PIECES])
{
    const char *at = j->settings->at;
    uint64_t base = at == NULL ? 0 : strcmp(at, "powers2") == 0 ? 2 : 10;
    size_t n = 0;
    for (uint64_t p = 1; base != 0 && p < j->about->end; p *= base) {
        if (p > j->settings->from)
            ends[n++] = p;
        if (p > UINT64_MAX / base)
            break;
    }
    ends[n++] = j->about->end;
    return n;
}

static int check_windows_asked(const job *j)
{
    const cli_settings *s = j->settings;
    if (s->windows == 0 && (s->at != NULL || s->from != 0))
        return cli_wrong("--at and --from go with --windows");
    if (s->at != NULL && strcmp(s->at, "powers2") != 0 &&
        strcmp(s->at, "powers10") != 0)
        return cli_refuse("--at", s->at, "powers2 or powers10");
    if (s->windows == 0)
        return CLI_DONE;
    if (j->octal)
        return cli_wrong("--windows: not of octal games; --full computes "
                         "everything again");
    if (s->from >= j->about->end && j->about->end > 0) {
        return cli_wrong("--from %" PRIu64 " is not accepted: '%.200s' ends at "
                         "%" PRIu64,
                         s->from, s->operands[0], j->about->end);
    }
    return CLI_DONE;
}

static void print_windows(const job *j, const ta_window *windows, size_t count,
                          const ta_verified *seen)
{
    bool cold = j->about->content == TA_CONTENT_COLD;
    if (j->settings->positions == 0) /* else it has been printed */
        printf("seed\t%" PRIu64 "\n", j->settings->seed);
    for (size_t i = 0; i < count; i++)
        printf("window\t[%" PRIu64 ", %" PRIu64 "), %" PRIu64 " %s\n",
               windows[i].from, windows[i].to, windows[i].cold,
               cold ? "cold" : "of value 0");
    printf("windows\t%zu\ncomputed_anew\t%" PRIu64 " positions, the same\n"
           "of_value_0\t%" PRIu64 "\nmoves\t%" PRIu64 "\n",
           count, seen->cold + seen->hot, seen->cold, seen->moves);
}

static int check_windows(job *j)
{
    const cli_settings *s = j->settings;
    uint64_t ends[PIECES], from = s->from, seed = s->seed;
    size_t pieces = piece_ends(j, ends), count = 0;
    if (s->windows == 0 || from >= j->about->end)
        return CLI_DONE;
    ta_error error = {"no memory for the windows"};
    ta_window *windows = calloc(pieces * s->windows, sizeof *windows);
    if (windows == NULL)
        return cli_status(TA_ENOMEM, &error);
    for (size_t k = 0; k < pieces; k++) {
        count += ta_windows_choose(from, ends[k], s->window_size, s->windows,
                                   &seed, windows + count);
        from = ends[k];
    }
    ta_verified seen;
    j->options.fleet = cli_fleet;
    cli_progress_begin(&j->progress, s);
    ta_status st = ta_archive_verify_windows(j->archive, j->game, windows,
                                             count, &j->options, &seen, &error);
    cli_progress_end(&j->progress);
    j->options.fleet = NULL; /* rank 0 does the rest */
    if (st == TA_OK && !s->quiet)
        print_windows(j, windows, count, &seen);
    free(windows);
    return cli_status(st, &error);
}

static int check_again(job *j, const char *engine)
{
    ta_error error = {""};
    if (engine == NULL)
        return CLI_DONE;
    j->options.engine = engine;
    cli_progress_begin(&j->progress, j->settings);
    ta_status st = ta_archive_compare(j->archive, j->game, &j->options, &error);
    cli_progress_end(&j->progress);
    if (st == TA_EINVAL || st == TA_ERANGE)
        return cli_wrong("%s", error.text);
    char same[48];
    snprintf(same, sizeof same, "[0, %" PRIu64 "), the same", j->about->end);
    if (st == TA_OK && !j->settings->quiet) {
        cli_row(&j->rows, cli_text("engine"), cli_text(engine));
        cli_row(&j->rows, cli_text("computed_again"), cli_text(same));
    }
    return cli_status(st, &error);
}

static int verify(job *j)
{
    const cli_settings *s = j->settings;
    j->about = ta_archive_about(j->archive);
    int status = make_game(j);
    const char *engine = status == CLI_DONE ? engine_of(j) : NULL;
    if (status == CLI_DONE)
        status = check_engine(j, engine);
    if (status == CLI_DONE)
        status = check_windows_asked(j);
    if (status != CLI_DONE)
        return status;
    j->options = (ta_options){
        .threads = (unsigned)s->threads,
        .max_memory = s->max_memory != 0 ? s->max_memory : cli_free_memory(),
        .progress = cli_progress_step,
        .progress_state = &j->progress,
    };
    cli_catch_interrupts();
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
        status = check_again(j, engine);
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
