/* What every computing command does: game, engine, memory, progress. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "compare.h"

/* The engines that engine_name speaks of. */
static const ta_engine_info *known_engines;

static const char *engine_name(size_t i)
{
    return known_engines[i].name;
}

int cli_check_engine(const char *what, const char *name,
                     const cli_sequence *sequence)
{
    size_t count, used = 0;
    const ta_engine_info *engines =
        sequence != NULL ? sequence->engines(&count) : ta_engines(&count);
    char names[200] = "";
    for (size_t i = 0; i < count; i++) {
        if (strcmp(engines[i].name, name) == 0)
            return CLI_DONE;
        if (used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     i > 0 ? ", " : "", engines[i].name);
    }
    known_engines = engines;
    const char *nearest = cli_nearest(name, engine_name, count);
    if (nearest != NULL) {
        cli_complain("%s '%.100s' is unknown; did you mean '%s'? accepted: %s",
                     what, name, nearest, names);
        return CLI_USAGE;
    }
    return cli_refuse(what, name, names);
}

int cli_status(ta_status status, const ta_error *error)
{
    if (status == TA_OK)
        return CLI_DONE;
    if (status == TA_ECANCELLED) {
        cli_complain("interrupted");
        return CLI_INTERRUPTED;
    }
    cli_complain("%s",
                 error->text[0] != '\0' ? error->text : ta_status_text(status));
    return status == TA_EMISMATCH ? CLI_MISMATCH : CLI_FAILED;
}

static int begin_octal(cli_run *run, const cli_settings *settings)
{
    if (settings->misere) {
        cli_complain(
            "--misere: octal games are evaluated for normal play only");
        return CLI_USAGE;
    }
    int status = cli_octal_engine(settings->engine);
    if (status != CLI_DONE)
        return status;
    return cli_octal_game("--game", settings->game, &run->octal);
}

static int begin_subtraction(cli_run *run, const cli_settings *settings)
{
    int status = cli_check_engine("--engine", settings->engine, run->sequence);
    if (status != CLI_DONE)
        return status;
    ta_error error = {""};
    ta_status st =
        ta_game_new(settings->game, settings->misere ? TA_MISERE : TA_NORMAL,
                    &run->game, &error);
    if (st == TA_ENOMEM)
        return cli_status(st, &error);
    if (st != TA_OK) {
        int code = errno;
        cli_complain("--game: %s", error.text); /* which quotes the game */
        return st == TA_EIO ? cli_unreadable(code) : CLI_USAGE;
    }
    return CLI_DONE;
}

/* What sequences are not defined or not computed for. */
static int check_sequence(const cli_sequence *sequence,
                          const cli_settings *settings)
{
    const char *why = settings->misere && sequence->no_misere != NULL
                          ? sequence->no_misere
                      : ta_octal_is_spec(settings->game) ? sequence->no_octal
                                                         : NULL;
    if (why == NULL)
        return CLI_DONE;
    cli_complain("%s", why);
    return CLI_USAGE;
}

static ta_content content_of(const cli_run *run)
{
    return run->sequence != NULL ? run->sequence->content : TA_CONTENT_COLD;
}

int cli_run_begin(cli_run *run, const cli_settings *settings)
{
    return cli_run_begin_sequence(run, settings, NULL);
}

int cli_run_begin_sequence(cli_run *run, const cli_settings *settings,
                           const cli_sequence *sequence)
{
    *run = (cli_run){.settings = settings, .sequence = sequence};
    if (settings->in != NULL)
        return cli_known_open(settings, content_of(run), &run->in);
    int status =
        sequence != NULL ? check_sequence(sequence, settings) : CLI_DONE;
    if (status == CLI_DONE)
        status = ta_octal_is_spec(settings->game)
                     ? begin_octal(run, settings)
                     : begin_subtraction(run, settings);
    if (status != CLI_DONE)
        return status;
    run->limit =
        settings->max_memory != 0 ? settings->max_memory : cli_free_memory();
    run->options = (ta_options){
        .engine = settings->engine,
        .threads = (unsigned)settings->threads,
        .max_memory = run->limit,
        .precision = (ta_precision)settings->precision,
        .planning = (ta_planning)settings->plan,
        .wisdom = settings->wisdom,
        .base_bits = (unsigned)settings->base_bits,
        .check = settings->check,
        .progress = cli_progress_step,
        .progress_state = &run->progress,
    };
    if (settings->stats) {
        run->options.stats = ta_stats_new();
        if (run->options.stats == NULL)
            return cli_status(TA_ENOMEM, &(ta_error){""});
    }
    return CLI_DONE;
}

static ta_status predict(cli_run *run, uint64_t n, ta_error *error)
{
    if (run->sequence != NULL)
        return run->sequence->memory(run->game, n, &run->options,
                                     &run->predicted, error);
    if (run->octal == NULL)
        return ta_cold_memory(run->game, n, &run->options, &run->predicted,
                              error);
    run->predicted = ta_octal_memory(n); /* less if a period comes */
    return TA_OK;
}

ta_archive_info cli_run_info(const cli_run *run, char id[CLI_GAME_ID])
{
    id[0] = '\0';
    if (run->in != NULL)
        strcpy(id, ta_archive_about(run->in)->game);
    else if (run->octal != NULL)
        strcpy(id, ta_octal_code(run->octal)); /* at most 255 digits */
    else
        ta_game_id(run->game, id);
    bool misere = run->in != NULL
                      ? ta_archive_about(run->in)->convention == TA_MISERE
                      : run->settings->misere;
    return (ta_archive_info){.content = content_of(run),
                             .game = id,
                             .convention = misere ? TA_MISERE : TA_NORMAL,
                             .goal = run->n};
}

static int begin_checkpoint(cli_run *run)
{
    const cli_settings *s = run->settings;
    if (run->octal != NULL && (s->checkpoint != NULL || s->resume != NULL)) {
        cli_complain("octal games are kept and resumed by `takeaway octal`");
        return CLI_USAGE;
    }
    char id[CLI_GAME_ID];
    ta_archive_info info = cli_run_info(run, id);
    return cli_checkpoint_begin(&run->checkpoint, s, &info);
}

/* What is kept for a checkpoint and for an archive of results. */
static uint64_t archives(const cli_run *run, uint64_t n)
{
    const cli_settings *s = run->settings;
    uint64_t one = ta_archive_memory(content_of(run), run->game, n);
    return (s->checkpoint != NULL ? one : 0) +
           (s->format == CLI_FORMAT_ARCHIVE ? one : 0);
}

/* Whether what is foreseen is more than what may be taken in the end. */
static bool is_bound(const cli_run *run, uint64_t n)
{
    const cli_settings *s = run->settings;
    bool kept = s->checkpoint != NULL || s->format == CLI_FORMAT_ARCHIVE;
    if (kept && ta_archive_memory_is_bound(run->game))
        return true;
    if (run->octal != NULL) /* a period may come early */
        return true;
    if (run->sequence != NULL && run->sequence->is_bound != NULL)
        return run->sequence->is_bound(run->game, &run->options);
    return run->sequence == NULL &&
           ta_cold_memory_is_bound(run->game, n, &run->options);
}

const char *cli_prediction(bool bound)
{
    return bound ? "at most" : "close";
}

int cli_run_plan(cli_run *run, uint64_t n, uint64_t extra)
{
    ta_error error = {""};
    run->n = n;
    if (run->in != NULL)
        return cli_known_reaches(run->in, run->settings, n);
    ta_status st = predict(run, n, &error);
    if (st == TA_EINVAL || st == TA_ERANGE) {
        cli_complain("N %" PRIu64 " is not accepted: %s", n, error.text);
        return CLI_USAGE;
    }
    if (st != TA_OK && st != TA_ELIMIT)
        return cli_status(st, &error);
    extra += archives(run, n);
    uint64_t need = run->predicted > UINT64_MAX - extra
                        ? UINT64_MAX
                        : run->predicted + extra;
    char a[32], b[32];
    if (run->limit != 0 && need > run->limit) {
        cli_complain("N %" PRIu64 " needs %s of memory with engine %s, more "
                     "than %s %s; a smaller N, another --engine or another "
                     "--max-memory may do",
                     n, cli_bytes_text(need, a), run->options.engine,
                     run->settings->max_memory != 0 ? "--max-memory allows:"
                                                    : "the machine has free:",
                     cli_bytes_text(run->limit, b));
        return CLI_FAILED;
    }
    /* What the command takes for itself is not the engine's to use. */
    if (run->limit != 0)
        run->options.max_memory = run->limit - extra;
    if (run->settings->stats)
        fprintf(stderr,
                "# game: %s, %s\n# n: %" PRIu64 "\n# predicted_bytes: %" PRIu64
                " (%s)\n# prediction: %s\n",
                run->settings->game,
                run->settings->misere ? "misere" : "normal", n, need,
                cli_bytes_text(need, a), cli_prediction(is_bound(run, n)));
    return begin_checkpoint(run);
}

static void give_up(void *state)
{
    cli_run *run = state;
    cli_progress_end(&run->progress);
    if (cli_checkpoint_give_up(&run->checkpoint) && run->abandon != NULL)
        run->abandon(run->abandon_state);
}

void cli_run_enter(cli_run *run)
{
    cli_catch_interrupts();
    if (run->settings->stats)
        run->held = cli_peak_begin();
    run->options.known = run->checkpoint.known;
    run->progress.count = &run->checkpoint.count;
    cli_progress_begin(&run->progress, run->settings);
    cli_watch_begin(give_up, run);
}

ta_status cli_run_leave(cli_run *run, ta_status st, ta_error *error)
{
    cli_watch_end();
    cli_progress_end(&run->progress);
    st = cli_checkpoint_finish(&run->checkpoint, st, error);
    const ta_stats *stats = run->options.stats;
    uint64_t peak = run->settings->stats ? cli_peak_end(run->held) : 0;
    if (peak != 0)
        fprintf(stderr, "# peak_bytes: %" PRIu64 "\n", peak);
    for (size_t i = 0; stats != NULL && i < ta_stats_count(stats); i++)
        fprintf(stderr, "# %s: %s\n", ta_stats_name(stats, i),
                ta_stats_value(stats, i));
    return st;
}

ta_status cli_run_cold(cli_run *run, ta_sink *sink, ta_error *error)
{
    if (run->in != NULL) {
        cli_catch_interrupts();
        return ta_archive_cold(run->in, run->in_from, run->n, sink, error);
    }
    ta_sink *kept = cli_checkpoint_sink(&run->checkpoint, sink);
    cli_run_enter(run);
    ta_status st =
        run->octal != NULL
            ? ta_octal_cold_run(run->octal, run->n, &run->options, kept, error)
            : ta_cold_run(run->game, run->n, &run->options, kept, error);
    return cli_run_leave(run, st, error);
}

ta_status cli_run_sequence(cli_run *run, ta_value_sink *sink, ta_error *error)
{
    if (run->in != NULL) {
        cli_catch_interrupts();
        return ta_archive_values(run->in, run->in_from, run->n, sink, error);
    }
    ta_value_sink *kept = cli_checkpoint_values(&run->checkpoint, sink);
    cli_run_enter(run);
    ta_status st =
        run->sequence->run(run->game, run->n, &run->options, kept, error);
    return cli_run_leave(run, st, error);
}

void cli_run_end(cli_run *run)
{
    cli_checkpoint_end(&run->checkpoint);
    ta_stats_free(run->options.stats);
    ta_game_free(run->game);
    ta_octal_free(run->octal);
    ta_archive_close(run->in);
}
