/* takeaway verify FILE: is an archive whole, and is it right? */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

typedef struct job {
    const cli_settings *settings;
    const char *spec; /* of the game */
    ta_archive *archive;
    const ta_archive_info *about;
    ta_game *game;
    ta_octal *octal; /* or this */
    ta_options options;
    cli_progress progress;
} job;

static int choose_spec(job *j)
{
    const cli_settings *s = j->settings;
    j->spec = cli_game_given(s) ? s->game : j->about->game;
    if (cli_game_given(s))
        return cli_known_same_game(s, s->operands[0], j->about);
    return cli_archive_names_game(s->operands[0], j->about);
}

static int make_game(job *j)
{
    ta_error error = {""};
    ta_status st =
        ta_octal_is_spec(j->spec)
            ? ta_octal_new(j->spec, &j->octal, &error)
            : ta_game_new(j->spec, j->about->convention, &j->game, &error);
    int code = errno;
    if (st == TA_OK || st == TA_ENOMEM)
        return cli_status(st, &error);
    cli_complain("%s: %s", cli_game_given(j->settings) ? "--game" : "the game",
                 error.text);
    return !cli_game_given(j->settings) ? CLI_FAILED
           : st == TA_EIO               ? cli_unreadable(code)
                                        : CLI_USAGE;
}

/* Which engine computes it again, or NULL. --full takes one that shares
 * nothing with the fast ones. */
static const char *engine_of(const job *j)
{
    bool cold = j->about->content == TA_CONTENT_COLD;
    if (strcmp(j->settings->engine, "auto") != 0)
        return j->settings->engine;
    if (!j->settings->full)
        return j->octal != NULL && cold ? "sparse" : NULL;
    return cold && j->octal == NULL ? "segments" : "naive";
}

static int check_engine(const job *j, const char *engine)
{
    if (engine == NULL)
        return CLI_DONE;
    if (j->octal != NULL)
        return cli_octal_engine(engine);
    const cli_sequence *sequence = NULL;
    for (size_t i = 0; cli_sequences[i] != NULL; i++)
        if (cli_sequences[i]->content == j->about->content)
            sequence = cli_sequences[i];
    return cli_check_engine("--engine", engine, sequence);
}

/* ---- the checks ---- */

static int check_sums(job *j)
{
    ta_error error = {""};
    cli_progress_begin(&j->progress, j->settings);
    ta_status st = ta_archive_check(j->archive, &j->options, &error);
    cli_progress_end(&j->progress);
    if (st == TA_OK && !j->settings->quiet)
        printf("quantity\tvalue\ncontent\t%s\ngame\t%s\nconvention\t%s\n"
               "end\t%" PRIu64 "\nnumbers\t%" PRIu64
               "\nchecksums\tright, %" PRIu64 " frames\n",
               cli_content_text(j->about->content), j->about->game,
               j->about->convention == TA_MISERE ? "misere" : "normal",
               j->about->end, j->about->count, ta_archive_frames(j->archive));
    return cli_status(st, &error);
}

/* Cold heaps of octal games do not follow from each other. */
static bool has_definition(const job *j)
{
    return j->octal == NULL || j->about->content != TA_CONTENT_COLD;
}

static int check_definition(job *j)
{
    const cli_settings *s = j->settings;
    ta_verified seen;
    ta_error error = {""};
    if (!has_definition(j))
        return CLI_DONE;
    cli_progress_begin(&j->progress, s);
    ta_status st =
        j->octal != NULL
            ? ta_archive_verify_octal(j->archive, j->octal, s->positions,
                                      s->seed, &j->options, &seen, &error)
            : ta_archive_verify(j->archive, j->game, s->positions, s->seed,
                                &j->options, &seen, &error);
    cli_progress_end(&j->progress);
    if (st == TA_EINVAL) {
        cli_complain("%s", error.text);
        return CLI_USAGE;
    }
    if (st == TA_OK && !s->quiet)
        printf("seed\t%" PRIu64 "\npositions\t%" PRIu64 "\n"
               "of_value_0\t%" PRIu64 "\nof_other_value\t%" PRIu64
               "\nmoves\t%" PRIu64 "\ndefinition\tholds there\n",
               s->seed, seen.cold + seen.hot, seen.cold, seen.hot, seen.moves);
    return cli_status(st, &error);
}

static int check_again(job *j, const char *engine)
{
    ta_error error = {""};
    if (engine == NULL)
        return CLI_DONE;
    j->options.engine = engine;
    cli_progress_begin(&j->progress, j->settings);
    ta_status st =
        j->octal != NULL
            ? ta_archive_compare_octal(j->archive, j->octal, &j->options,
                                       &error)
            : ta_archive_compare(j->archive, j->game, &j->options, &error);
    cli_progress_end(&j->progress);
    if (st == TA_EINVAL || st == TA_ERANGE) {
        cli_complain("%s", error.text);
        return CLI_USAGE;
    }
    if (st == TA_OK && !j->settings->quiet)
        printf("engine\t%s\ncomputed_again\t[0, %" PRIu64 "), the same\n",
               engine, j->about->end);
    return cli_status(st, &error);
}

static int verify(job *j)
{
    const cli_settings *s = j->settings;
    j->about = ta_archive_about(j->archive);
    int status = choose_spec(j);
    if (status == CLI_DONE)
        status = make_game(j);
    const char *engine = status == CLI_DONE ? engine_of(j) : NULL;
    if (status == CLI_DONE)
        status = check_engine(j, engine);
    if (status != CLI_DONE)
        return status;
    j->options = (ta_options){
        .threads = (unsigned)s->threads,
        .max_memory = s->max_memory != 0 ? s->max_memory : cli_free_memory(),
        .progress = cli_progress_step,
        .progress_state = &j->progress,
    };
    cli_catch_interrupts();
    status = check_sums(j);
    if (status == CLI_DONE)
        status = check_definition(j);
    if (status == CLI_DONE)
        status = check_again(j, engine);
    return status == CLI_DONE && s->digest ? cli_archive_digest(j->archive)
                                           : status;
}

int cli_verify(const cli_settings *s, const char *operand)
{
    job j = {.settings = s};
    int status = cli_archive_open("", operand, &j.archive);
    if (status == CLI_DONE)
        status = verify(&j);
    ta_game_free(j.game);
    ta_octal_free(j.octal);
    ta_archive_close(j.archive);
    return status;
}
