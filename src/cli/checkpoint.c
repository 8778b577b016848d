/* The options --checkpoint and --resume of long runs. A checkpoint is an
 * archive file with the results that a run has so far. A run with --resume
 * reads these results from the file, and computes only the later positions. It
 * may use another engine, another number of threads, or another N than the run
 * that wrote the file. Two kinds have less: a truncated archive lacks values
 * that an octal run no longer needs (tai_brief_info), and a text, of octal
 * --period with a file in .txt, has windows of values (tai_windows).
 *
 * A run calls cli_checkpoint_begin, _consume for each block, _finish, _end. */
#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "archive/formats.h"
#include "computing.h"

/* Whether --checkpoint asks for the text of a search for a period. */
static bool checkpoint_is_text(const cli_settings *s)
{
    return s->what.period && cli_ends_in(s->runs.checkpoint, ".txt");
}

/* Opens the text of a search for a period, if --resume names one: then
 * c->from_text becomes true. Another file is no error. */
static bool checkpoint_open_text(cli_checkpoint *c, const ta_archive_info *want)
{
    const cli_settings *s = c->settings;
    const char *file = s->runs.resume;
    char game[TA_GAME_ID];
    const ta_status st = tai_windows_read(&c->windows, game, file, &cli_error);
    if (st != TA_OK)
        return cli_fail(cli_exit_of(st), "--resume: %s", cli_error_text(st));
    c->from_text = c->windows.count > 0;
    c->done = c->windows.summary.known;
    if (!c->from_text)
        return true;
    ta_archive_info have = *want;
    have.game = game;
    if (!cli_known_fits("--resume: ", file, &have, want))
        return false;
    if (!s->what.period ||
        (s->runs.checkpoint != NULL && !checkpoint_is_text(s)))
        return cli_wrong("--resume '%s' is the text of a search: --period goes "
                         "on from it, with a --checkpoint that ends in .txt",
                         file);
    return c->done <= want->goal ||
           cli_wrong("N %" PRIu64 " is not accepted: '%s' is of the positions "
                     "below %" PRIu64 ": N must be as large",
                     want->goal, file, c->done);
}

static bool checkpoint_is_missing(const char *path)
{
    return access(path, F_OK) != 0 && errno == ENOENT;
}

/* Opens the archive or text of --resume. With `truncate` the archive may be a
 * truncated one, whose summary --histogram needs to be of the same --from. */
static bool checkpoint_open(cli_checkpoint *c, const ta_archive_info *want,
                            bool truncate)
{
    const cli_settings *s = c->settings;
    if (!checkpoint_open_text(c, want))
        return false;
    if (c->from_text)
        return true;
    if (!cli_archive_open("--resume: ", s->runs.resume, &c->known) ||
        !cli_known_fits("--resume: ", s->runs.resume,
                        ta_archive_about(c->known), want))
        return false;
    const tai_brief_info *b = tai_archive_brief(c->known);
    if (b == NULL)
        return true;
    /* The writer copies what it has (tai_archive_writer_resume), a text cannot.
     */
    c->done = c->to_text ? 0 : ta_archive_about(c->known)->end;
    if (!truncate)
        return cli_wrong("--resume '%s' has a head, a tail and a summary, "
                         "and no list of values: --max, --histogram and "
                         "--period go on from it",
                         s->runs.resume);
    if (s->what.histogram && s->what.from != b->from)
        return cli_wrong("--resume '%s' counts from %" PRIu64
                         " on: give --from=%" PRIu64,
                         s->runs.resume, b->from, b->from);
    return true;
}

/* The watcher, a thread: saves an archive at the first signal, while the engine
 * is within a block: launchers of ranks kill them soon after. The end of the
 * run saves what has come since, and reports what fails. */
static void *checkpoint_watch(void *checkpoint)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    cli_checkpoint *c = checkpoint;
    for (; !c->over; nanosleep(&pause, NULL)) {
        if (!atomic_exchange(&cli_save_now, false))
            continue;
        pthread_mutex_lock(&c->lock);
        if (c->done > c->saved &&
            ta_archive_writer_save(c->writer, c->settings->runs.checkpoint,
                                   NULL) == TA_OK)
            c->saved = c->done;
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

/* Ends the watcher, if there is one. */
static void checkpoint_end_watch(cli_checkpoint *c)
{
    c->over = true;
    if (c->watched)
        pthread_join(c->watcher, NULL);
    c->watched = false;
}

bool cli_checkpoint_begin(cli_checkpoint *c, const cli_settings *s,
                          const ta_archive_info *info, bool truncate)
{
    *c = (cli_checkpoint){
        .settings = s, .last = tai_now(), .lock = PTHREAD_MUTEX_INITIALIZER};
    const char *file = s->out.follower ? NULL : s->runs.checkpoint;
    c->to_text = truncate && file != NULL && checkpoint_is_text(s);
    snprintf(c->game, sizeof c->game, "%s", info->game);
    const bool same = s->runs.checkpoint != NULL && s->runs.resume != NULL &&
                      strcmp(s->runs.checkpoint, s->runs.resume) == 0;
    /* A file that both options name may be missing: the same command line
     * begins a run, and resumes it. */
    if (s->runs.resume != NULL &&
        !(same && checkpoint_is_missing(s->runs.resume)) &&
        !checkpoint_open(c, info, truncate))
        return false;
    if (file == NULL)
        return true;
    if (!same && !checkpoint_is_missing(file))
        return cli_wrong("--checkpoint '%s' exists; add --resume=%s to "
                         "go on from it, or remove it",
                         file, file);
    /* A checkpoint with fewer positions does not replace the resumed one. */
    if (same)
        c->saved = c->known != NULL ? ta_archive_about(c->known)->end : c->done;
    cli_catch_interrupts();
    if (c->to_text) {
        /* A file that cannot be written is found before a long run. */
        tai_draft draft;
        return cli_ok(tai_draft_open(file, &draft, &cli_error)) &&
               cli_ok(tai_draft_close(&draft, false, &cli_error));
    }
    ta_status st = ta_archive_writer_new(info, &c->writer, &cli_error);
    if (st == TA_OK && truncate)
        st = tai_archive_writer_brief(c->writer, s->what.from);
    if (st == TA_OK && tai_archive_brief(c->known) != NULL)
        st = tai_archive_writer_resume(c->writer, c->known, &cli_error);
    if (st == TA_OK)
        st = tai_archive_writer_prepare(c->writer, file, &cli_error);
    c->watched = st == TA_OK && cli_comm != NULL && cli_comm->ranks > 1 &&
                 pthread_create(&c->watcher, NULL, checkpoint_watch, c) == 0;
    return cli_ok(st);
}

/* Says that nothing has filled the windows. */
static void checkpoint_no_text(const cli_checkpoint *c)
{
    cli_complain("'%s' is not saved: a search has a text only where few heaps "
                 "are rare and not all values are held; a FILE not in .txt "
                 "keeps all",
                 c->settings->runs.checkpoint);
}

/* Saves the checkpoint if it has more positions than the file. The caller holds
 * c->lock, or there is no watcher. `run` is the status of the run. */
static ta_status checkpoint_save(cli_checkpoint *c, ta_status run)
{
    ta_error error = {""};
    const char *file = c->settings->runs.checkpoint;
    if (c->to_text && c->done == 0 && run == TA_OK) {
        checkpoint_no_text(c);
        c->last = tai_now();
    }
    if ((c->writer == NULL && !c->to_text) || c->done <= c->saved)
        return TA_OK;
    const ta_status st =
        c->to_text ? tai_windows_save(&c->windows, c->game, file, &error)
                   : ta_archive_writer_save(c->writer, file, &error);
    c->last = tai_now();
    if (st == TA_OK)
        c->saved = c->done;
    else
        /* If the run itself has failed, this message does not set the exit
         * status: the message about the run sets it later. */
        cli_fail(run == TA_OK ? cli_exit_of(st) : CLI_DONE, "no checkpoint: %s",
                 error.text[0] != '\0' ? error.text : ta_status_text(st));
    return st;
}

ta_status cli_checkpoint_consume(void *checkpoint, const ta_block *block)
{
    cli_checkpoint *c = checkpoint;
    ta_status st = TA_OK;
    /* The engine asks for this while it computes, but not while the resumed
     * prefix is read. */
    if (cli_interrupted())
        return TA_ECANCELLED;
    /* What follows from a period is not saved; it is proved again. */
    if ((c->writer != NULL || c->to_text) && block->period == 0) {
        pthread_mutex_lock(&c->lock);
        /* The engine keeps the windows up to date itself. */
        st = c->to_text ? TA_OK : ta_archive_writer_consume(c->writer, block);
        if (st == TA_OK)
            c->done = c->to_text ? c->windows.summary.known : block->to;
        if (st == TA_OK &&
            tai_now() - c->last >= (double)c->settings->runs.checkpoint_every)
            st = checkpoint_save(c, TA_OK);
        pthread_mutex_unlock(&c->lock);
    }
    return st == TA_OK ? c->next->consume(c->next->state, block) : st;
}

ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st)
{
    checkpoint_end_watch(c);
    /* Nothing is saved after an error, such as a save that failed. Where this
     * save fails, what a complete run has found is printed all the same. */
    if (cli_exit_status == CLI_DONE)
        checkpoint_save(c, st);
    return c->ended = st;
}

void cli_checkpoint_end(cli_checkpoint *c)
{
    checkpoint_end_watch(c); /* if there was no run */
    /* The same command would be wrong again. */
    const bool keeps =
        (c->writer != NULL || c->to_text) && cli_exit_status != CLI_USAGE;
    if (keeps && c->ended != TA_OK && c->saved > 0)
        cli_complain("'%s' holds what is known below %" PRIu64 "; go on by "
                     "the same command with --resume=%s",
                     c->settings->runs.checkpoint, c->saved,
                     c->settings->runs.checkpoint);
    else if (keeps && c->to_text && c->done == 0 && c->ended != TA_OK)
        checkpoint_no_text(c);
    else if (keeps && c->ended != TA_OK && c->done > 0)
        cli_complain("no checkpoint is saved: what was known below %" PRIu64
                     " is lost",
                     c->done);
    else if (keeps && c->ended != TA_OK)
        cli_complain("nothing is known yet, and no checkpoint is saved");
    tai_windows_free(&c->windows);
    ta_archive_writer_free(c->writer);
    ta_archive_close(c->known);
    *c = (cli_checkpoint){.settings = NULL};
}
