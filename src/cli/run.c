/* What every computing command does: game, engine, memory, progress. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "computing.h"
#include "table.h"

/* What sequences are not defined or not computed for. */
static int check_sequence(const cli_sequence *sequence,
                          const cli_settings *settings)
{
    const char *misere =
        settings->misere ? cli_no_misere(sequence->command) : NULL;
    if (misere != NULL)
        return cli_wrong("--misere: %s", misere);
    if (sequence->no_octal != NULL && ta_octal_is_spec(settings->game))
        return cli_wrong("%s", sequence->no_octal);
    return CLI_DONE;
}

static bool is_cold(const cli_run *run)
{
    return run->sequence->content == TA_CONTENT_COLD;
}

int cli_run_begin(cli_run *run, const cli_settings *settings,
                  const cli_sequence *sequence)
{
    *run = (cli_run){.settings = settings, .sequence = sequence};
    if (settings->in != NULL)
        return cli_in_open(settings, run->sequence->content, &run->in);
    ta_options *o = &run->options;
    *o = cli_options_of(settings, &run->progress);
    int status = check_sequence(sequence, settings);
    const bool octal = is_cold(run) && ta_octal_is_spec(settings->game);
    if (status == CLI_DONE)
        status = cli_engine_read(
            "--engine", settings->engine, strlen(settings->engine),
            cli_quantity_of(sequence->content, octal), &run->engine, o);
    if (status == CLI_DONE)
        status = cli_game(settings, settings->misere ? TA_MISERE : TA_NORMAL,
                          &run->game);
    if (status != CLI_DONE)
        return status;
    /* The command compare gives each of its engines one thread by default. */
    run->chooses_threads = o->threads == 0 && settings->engines == NULL;
    o->comm = cli_fleet;
    run->limit = o->max_memory;
    if (settings->stats) {
        run->options.stats = ta_stats_new();
        if (run->options.stats == NULL)
            return cli_status(TA_ENOMEM, &(ta_error){""});
    }
    return CLI_DONE;
}

static ta_status predict(cli_run *run, ta_error *error)
{
    ta_plan_free(run->plan);
    run->plan = NULL;
    if (run->memory != NULL)
        return run->memory(run->game, run->n, &run->options, &run->predicted,
                           error);
    ta_status st = ta_plan_new(run->sequence->content, run->game, run->n,
                               &run->options, &run->plan, error);
    if (st == TA_OK)
        run->predicted = ta_plan_memory(run->plan);
    return st;
}

ta_archive_info cli_run_info(const cli_run *run, char id[TA_GAME_ID])
{
    ta_archive_info info;
    if (run->in != NULL)
        info = *ta_archive_about(run->in);
    else
        info = (ta_archive_info){.content = run->sequence->content,
                                 .game = ta_game_id(run->game, id),
                                 .convention =
                                     ta_game_about(run->game)->convention};
    info.goal = run->n;
    return info;
}

static int begin_checkpoint(cli_run *run)
{
    char id[TA_GAME_ID];
    ta_archive_info info = cli_run_info(run, id);
    int status = cli_checkpoint_begin(&run->checkpoint, run->settings, &info);
    run->options.known = run->checkpoint.known;
    if (cli_checkpoint_brief(&run->checkpoint) != NULL) {
        if (run->options.stats == NULL)
            run->options.stats = ta_stats_new(); /* NULL does no harm */
        run->progress.stats = run->options.stats;
    }
    return status;
}

/* Values of an octal game, of which a checkpoint may leave out many. */
static bool is_brief(const cli_run *run)
{
    return run->sequence == &cli_octal_sequence &&
           run->settings->checkpoint != NULL && cli_may_be_brief(run->settings);
}

/* Of what the engine holds before it forgets, an archive has 2 bytes a heap as
 * well; so within a limit each of the two has half of it, but for what an
 * archive takes besides. */
static uint64_t brief_archive(const cli_run *run, uint64_t n)
{
    enum { BESIDES = 2 << 20 };
    const uint64_t held = n < TA_OCTAL_HELD ? n : TA_OCTAL_HELD;
    const uint64_t all =
        tai_archive_memory(TA_CONTENT_NIM, run->game, held) + BESIDES;
    const uint64_t half = run->limit / 2 + BESIDES;
    return run->limit != 0 && half < all ? half : all;
}

/* What is kept for a checkpoint and for an archive of results. */
static uint64_t archives(const cli_run *run, uint64_t n)
{
    const cli_settings *s = run->settings;
    uint64_t one = tai_archive_memory(run->sequence->content, run->game, n);
    return (is_brief(run)           ? brief_archive(run, n)
            : s->checkpoint != NULL ? one
                                    : 0) +
           (s->format == CLI_FORMAT_ARCHIVE ? one : 0);
}

/* Where --threads does not say: what the process may use, as far as a thread
 * gets work for tenths of a second, so that none makes a run slower. An address
 * space that is limited (ulimit -v) would be full of stacks. */
static unsigned default_threads(const cli_run *run, uint64_t n)
{
    enum { MOST = 16, COLD = 24, VALUES = 20 /* log2 of N for each thread */ };
    uint64_t most = n >> (is_cold(run) ? COLD : VALUES);
    struct rlimit space;
    if (most < 2 ||
        (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY))
        return 1;
    unsigned processors = cli_processors();
    most = most < MOST ? most : MOST;
    return processors < most ? processors : (unsigned)most;
}

/* Plans the run within what `extra` bytes leave of the limit. */
static ta_status plan(cli_run *run, uint64_t extra, ta_error *error)
{
    /* What the command takes for itself is not the engine's to use. */
    if (run->limit > extra)
        run->options.max_memory = run->limit - extra;
    if (run->chooses_threads)
        run->options.threads = default_threads(run, run->n);
    ta_status st = predict(run, error);
    if (run->chooses_threads && st == TA_OK && run->limit != 0 &&
        (extra > run->limit || run->predicted > run->limit - extra)) {
        run->options.threads = 1; /* each may have memory of its own */
        st = predict(run, error);
    }
    return st;
}

int cli_run_plan(cli_run *run, uint64_t n, uint64_t extra)
{
    ta_error error = {""};
    run->n = n;
    if (run->in != NULL)
        return cli_known_reaches(run->in, run->settings, n);
    extra += archives(run, n);
    int status = begin_checkpoint(run);
    if (status != CLI_DONE)
        return status;
    ta_status st = plan(run, extra, &error);
    if (st == TA_EINVAL || st == TA_ERANGE)
        return cli_wrong("N %" PRIu64 " is not accepted: %s", n, error.text);
    if (st != TA_OK && st != TA_ELIMIT)
        return cli_status(st, &error);
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
    if (run->settings->stats)
        fprintf(stderr,
                "# game: %s, %s\n# n: %" PRIu64 "\n# predicted_bytes: %" PRIu64
                " (%s)\n",
                run->settings->game,
                run->settings->misere ? "misere" : "normal", n, need,
                cli_bytes_text(need, a));
    return CLI_DONE;
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
    if (run->settings->stats)
        run->held = cli_peak_begin();
    run->progress.count = &run->checkpoint.count;
    cli_progress_begin(&run->progress, run->settings);
    if (!run->settings->follower) /* which waits until all hear of it */
        cli_watch_begin(give_up, run);
}

ta_status cli_run_leave(cli_run *run, ta_status st, ta_error *error)
{
    cli_watch_end();
    cli_progress_end(&run->progress);
    st = cli_checkpoint_finish(&run->checkpoint, st, error);
    const ta_stats *stats = run->settings->stats ? run->options.stats : NULL;
    uint64_t peak = run->settings->stats ? cli_peak_end(run->held) : 0;
    if (peak != 0)
        fprintf(stderr, "# peak_bytes: %" PRIu64 "\n", peak);
    size_t count = 0;
    const ta_stat *stat = stats != NULL ? ta_stats_all(stats, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "# %s: %s\n", stat[i].name, stat[i].value);
    return st;
}

ta_status cli_run_into(cli_run *run, ta_sink sink, ta_error *error)
{
    if (run->in != NULL)
        return cli_read(run->in, run->in_from, run->n, &sink, error);
    ta_sink kept = cli_checkpoint_sink(&run->checkpoint, &sink);
    cli_run_enter(run);
    ta_status st = cli_checkpoint_recall(&run->checkpoint, &sink, error);
    if (st == TA_OK)
        st = ta_plan_run(run->plan, &kept, error);
    return cli_run_leave(run, st, error);
}

void cli_run_end(cli_run *run)
{
    cli_checkpoint_end(&run->checkpoint);
    ta_plan_free(run->plan);
    ta_stats_free(run->options.stats);
    ta_game_free(run->game);
    ta_archive_close(run->in);
}
