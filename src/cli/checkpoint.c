/* The options --checkpoint and --resume. A checkpoint is an archive with the
 * results that a run has so far. A resumed run hands these results to its sink
 * as if it had just computed them; then the engine computes the positions
 * behind them. So the engine, the threads and N may differ from those of the
 * earlier run. */
#include <errno.h>
#include <unistd.h>

#include "computing.h"

static bool checkpoint_is_missing(const char *path)
{
    return access(path, F_OK) != 0 && errno == ENOENT;
}

/* Opens the archive of --resume, and checks that it has the content, game and
 * convention of `want`. A truncated checkpoint (see src/archive/FORMAT.md)
 * lacks most values. It is accepted only if `truncate`, and for --histogram
 * only with the same --from. Returns CLI_DONE, or an exit status after a
 * message. */
static int checkpoint_open(cli_checkpoint *c, const ta_archive_info *want,
                           bool truncate)
{
    const cli_settings *s = c->settings;
    int status = cli_known_open("--resume: ", s->resume, want, &c->known);
    const tai_brief_info *b = tai_archive_brief(c->known);
    if (status != CLI_DONE || b == NULL)
        return status;
    c->done = ta_archive_about(c->known)->end;
    if (!truncate)
        return cli_wrong("--resume '%s' has a head, a tail and a summary, "
                         "and no list of values: --max, --histogram and "
                         "--period go on from it",
                         s->resume);
    if (s->histogram && s->from != b->from)
        return cli_wrong("--resume '%s' counts from %" PRIu64
                         " on: give --from=%" PRIu64,
                         s->resume, b->from, b->from);
    return CLI_DONE;
}

int cli_checkpoint_begin(cli_checkpoint *c, const cli_settings *s,
                         const ta_archive_info *info, bool truncate)
{
    *c = (cli_checkpoint){.settings = s, .last = tai_now()};
    const char *file = s->follower ? NULL : s->checkpoint;
    const bool same = s->checkpoint != NULL && s->resume != NULL &&
                      strcmp(s->checkpoint, s->resume) == 0;
    int status = CLI_DONE;
    /* If --resume and --checkpoint name the same file, the file may be missing.
     * So the same command line begins a run and resumes it later. */
    if (s->resume != NULL && !(same && checkpoint_is_missing(s->resume)))
        status = checkpoint_open(c, info, truncate);
    if (status != CLI_DONE || file == NULL)
        return status;
    if (!same && !checkpoint_is_missing(file))
        return cli_wrong("--checkpoint '%s' exists; add --resume=%s to "
                         "go on from it, or remove it",
                         file, file);
    /* The resumed file is replaced only by a checkpoint with more positions.
     * c->saved is the number of positions in the file. */
    if (same && c->known != NULL)
        c->saved = ta_archive_about(c->known)->end;
    ta_error error = {""};
    cli_catch_interrupts();
    ta_status st = ta_archive_writer_new(info, &c->writer, &error);
    if (st == TA_OK && truncate)
        st = tai_archive_writer_brief(c->writer, s->from);
    if (st == TA_OK && tai_archive_brief(c->known) != NULL)
        st = tai_archive_writer_resume(c->writer, c->known, &error);
    if (st == TA_OK)
        st = tai_archive_writer_prepare(c->writer, file, &error);
    return cli_status(st, &error);
}

/* Saves the checkpoint, unless its file already has as many positions. Returns
 * TA_OK, or the error of saving; c->why then has its sentence. */
static ta_status checkpoint_save(cli_checkpoint *c)
{
    ta_error error = {""};
    if (c->writer == NULL || c->done <= c->saved)
        return TA_OK;
    const ta_status st =
        ta_archive_writer_save(c->writer, c->settings->checkpoint, &error);
    c->last = tai_now();
    if (st == TA_OK)
        c->saved = c->done;
    else
        snprintf(c->why.text, sizeof c->why.text, "no checkpoint: %.360s",
                 cli_error_text(st, &error));
    return st;
}

ta_status cli_checkpoint_consume(void *checkpoint, const ta_block *block)
{
    cli_checkpoint *c = checkpoint;
    ta_status st = TA_OK;
    /* While the archive of --resume is read, no engine looks for interruptions,
     * so they are looked for here. */
    if (cli_interrupted())
        return TA_ECANCELLED;
    /* A block that follows from a proved period (block->period > 0) is not
     * saved, since a later run proves the period again. */
    if (c->writer != NULL && block->period == 0) {
        st = ta_archive_writer_consume(c->writer, block);
        c->done = st == TA_OK ? block->to : c->done;
        if (st == TA_OK &&
            tai_now() - c->last >= (double)c->settings->checkpoint_every)
            st = checkpoint_save(c);
    }
    return st == TA_OK ? c->next->consume(c->next->state, block) : st;
}

ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st,
                                ta_error *error)
{
    const bool before = c->why.text[0] != '\0';
    const ta_status saved = before ? st : checkpoint_save(c);
    if (saved != TA_OK && st != TA_OK && !before) {
        /* The caller prints the error of the run after this one. */
        cli_complain("%s", c->why.text);
    } else if (saved != TA_OK) {
        *error = c->why;
        st = saved;
    }
    return c->ended = st;
}

void cli_checkpoint_end(cli_checkpoint *c)
{
    if (c->writer != NULL && c->ended != TA_OK && c->saved > 0)
        cli_complain("'%s' holds what is known below %" PRIu64 "; go on by "
                     "the same command with --resume=%s",
                     c->settings->checkpoint, c->saved,
                     c->settings->checkpoint);
    else if (c->writer != NULL && c->ended != TA_OK)
        cli_complain("nothing is known yet, and no checkpoint is saved");
    ta_archive_writer_free(c->writer);
    ta_archive_close(c->known);
    *c = (cli_checkpoint){.settings = NULL};
}
