/* --checkpoint and --resume. A checkpoint is an archive that ends before its
 * goal; resuming hands its content to the same sinks as if it had just been
 * computed, and the engine goes on behind it. So engines, threads, blocks and
 * even the goal may differ from those of the run before. */
#include "checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "computing.h"
#include "table.h"

/* ---- beginning ---- */

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (a == NULL || b == NULL)
        return false;
    if (stat(a, &x) != 0 || stat(b, &y) != 0)
        return strcmp(a, b) == 0;
    return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool missing(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 && errno == ENOENT;
}

bool cli_may_be_brief(const cli_settings *s)
{
    return s->max || s->histogram || s->period;
}

const tai_brief_info *cli_checkpoint_brief(const cli_checkpoint *c)
{
    return tai_archive_brief(c->known);
}

/* Is there all that this command prints? */
static int check_brief(const cli_checkpoint *c)
{
    const cli_settings *s = c->settings;
    const tai_brief_info *b = cli_checkpoint_brief(c);
    if (b == NULL)
        return CLI_DONE;
    if (!c->may_be_brief)
        return cli_wrong("--resume '%.200s' has a head, a tail and a summary, "
                         "and no list of values: --max, --histogram and "
                         "--period go on from it",
                         s->resume);
    if (s->histogram && s->from != b->from)
        return cli_wrong("--resume '%.200s' counts from %" PRIu64
                         " on: give --from=%" PRIu64,
                         s->resume, b->from, b->from);
    return CLI_DONE;
}

static int open_known(cli_checkpoint *c, const ta_archive_info *want)
{
    const cli_settings *s = c->settings;
    if (s->resume == NULL)
        return CLI_DONE;
    /* The same command line, again and again, until it is done: the first
     * time there is nothing yet. */
    if (missing(s->resume) && same_file(s->resume, s->checkpoint))
        return CLI_DONE;
    int status = cli_known_open("--resume: ", s->resume, want, &c->known);
    if (status != CLI_DONE)
        return status;
    c->known_end = ta_archive_about(c->known)->end;
    return check_brief(c);
}

static int open_writer(cli_checkpoint *c, const ta_archive_info *info)
{
    const cli_settings *s = c->settings;
    if (s->checkpoint == NULL || s->follower)
        return CLI_DONE;
    if (!missing(s->checkpoint) && !same_file(s->checkpoint, s->resume))
        return cli_wrong(
            "--checkpoint '%.200s' exists; add --resume=%.200s to go "
            "on from it, or remove it",
            s->checkpoint, s->checkpoint);
    ta_error error = {""};
    cli_before_file(s->checkpoint);
    ta_status st = ta_archive_writer_new(info, &c->writer, &error);
    if (st == TA_OK && c->may_be_brief)
        st = tai_archive_writer_brief(c->writer, s->from);
    if (st == TA_OK && cli_checkpoint_brief(c) != NULL)
        st = tai_archive_writer_resume(c->writer, c->known, &error);
    if (st == TA_OK)
        st = tai_archive_writer_prepare(c->writer, s->checkpoint, &error);
    return cli_status(st, &error);
}

int cli_checkpoint_begin(cli_checkpoint *c, const cli_settings *settings,
                         const ta_archive_info *info)
{
    *c = (cli_checkpoint){.settings = settings,
                          .keeping = PTHREAD_MUTEX_INITIALIZER,
                          .passing = PTHREAD_MUTEX_INITIALIZER,
                          .may_be_brief = info->content == TA_CONTENT_NIM &&
                                          ta_octal_is_spec(info->game) &&
                                          cli_may_be_brief(settings),
                          .last = cli_now()};
    int status = open_known(c, info);
    if (status == CLI_DONE && cli_checkpoint_brief(c) != NULL)
        c->done = c->known_end; /* none of it is handed over again */
    return status == CLI_DONE ? open_writer(c, info) : status;
}

/* ---- going ---- */

/* Never puts less than what is there already in its place. */
static ta_status save(cli_checkpoint *c)
{
    const char *path = c->settings->checkpoint;
    if (c->writer == NULL || c->save_failed || c->done == c->saved ||
        (c->done < c->known_end && same_file(path, c->settings->resume)))
        return TA_OK;
    ta_error why = {""};
    ta_status st = ta_archive_writer_save(c->writer, path, &why);
    c->last = cli_now();
    c->save_failed = st != TA_OK;
    if (st == TA_OK)
        c->saved = c->done;
    else
        snprintf(c->why.text, sizeof c->why.text, "no checkpoint: %.360s",
                 cli_error_text(st, &why));
    return st;
}

static ta_status keep(cli_checkpoint *c, const ta_block *block)
{
    const double every = (double)c->settings->checkpoint_every;
    ta_status st = TA_OK;
    pthread_mutex_lock(&c->keeping);
    if (c->writer != NULL)
        st = ta_archive_writer_consume(c->writer, block);
    if (st == TA_OK) {
        c->done = block->to;
        c->count += block->values == NULL ? block->count : 0;
        if (c->writer != NULL && cli_now() - c->last >= every)
            st = save(c);
    }
    pthread_mutex_unlock(&c->keeping);
    return st;
}

static ta_status take(void *checkpoint, const ta_block *block)
{
    cli_checkpoint *c = checkpoint;
    if (cli_interrupted()) /* while what is known goes by, no engine asks */
        return TA_ECANCELLED;
    /* What follows from a proved period is not kept, but proved again. */
    ta_status st = block->period == 0 ? keep(c, block) : TA_OK;
    if (st != TA_OK)
        return st;
    pthread_mutex_lock(&c->passing);
    st = c->next->consume(c->next->state, block);
    pthread_mutex_unlock(&c->passing);
    return st;
}

ta_status cli_checkpoint_recall(cli_checkpoint *c, const ta_sink *next,
                                ta_error *error)
{
    const tai_brief_part part =
        c->settings->histogram ? TA_BRIEF_COUNTS : TA_BRIEF_RECORDS;
    return cli_checkpoint_brief(c) == NULL
               ? TA_OK
               : tai_archive_read_brief(c->known, part, next, error);
}

ta_sink cli_checkpoint_sink(cli_checkpoint *c, const ta_sink *next)
{
    c->next = next;
    return (ta_sink){take, c};
}

/* ---- ending ---- */

ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st,
                                ta_error *error)
{
    c->interrupted =
        st == TA_ECANCELLED ||
        (st == TA_ELIMIT && (c->writer != NULL || c->known != NULL));
    bool failed_before = c->save_failed;
    ta_status saved = save(c);
    if (!c->save_failed)
        return st;
    /* What went wrong first is told last, as the reason of the exit status. */
    if (failed_before || st == TA_OK) {
        snprintf(error->text, sizeof error->text, "%s", c->why.text);
        return failed_before ? st : saved;
    }
    cli_complain("%s", c->why.text);
    return st;
}

/* The command line again, with --resume; quoted for a shell. */
static void print_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789_-+=.,:/@%^";
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        fprintf(stderr, " %s", word);
        return;
    }
    fputs(" '", stderr);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", stderr);
        else
            fputc((unsigned char)*word < ' ' ? '?' : *word, stderr);
    fputc('\'', stderr);
}

static void print_command(const cli_settings *s, const char *file)
{
    if (cli_fleet != NULL)
        fprintf(stderr, "  mpirun -np %u takeaway-mpi", cli_fleet->ranks);
    else
        fputs("  takeaway", stderr);
    for (int k = 1; k < s->argc; k++) {
        if (strcmp(s->argv[k], "--resume") == 0)
            k++;
        else if (strncmp(s->argv[k], "--resume=", 9) != 0)
            print_word(s->argv[k]);
    }
    char option[600];
    snprintf(option, sizeof option, "--resume=%s", file);
    print_word(option);
    fputc('\n', stderr);
}

/* Whether the command line would have been right with --checkpoint. */
static bool could_keep(const cli_settings *s)
{
    const cli_option *option = cli_option_named("checkpoint", 10);
    return (option->commands & s->command) != 0 &&
           (s->command == CLI_OCTAL || !ta_octal_is_spec(s->game));
}

static void tell(const cli_checkpoint *c)
{
    const cli_settings *s = c->settings;
    if (c->saved > 0) {
        cli_complain("'%.200s' holds what is known below %" PRIu64 "; go on by",
                     s->checkpoint, c->saved);
        print_command(s, s->checkpoint);
    } else if (c->known != NULL) {
        cli_complain("'%.200s' is as it was; go on by", s->resume);
        print_command(s, s->resume);
    } else if (c->writer != NULL) {
        cli_complain("nothing was known yet, and no checkpoint is saved");
    } else if (could_keep(s)) {
        cli_complain("nothing is kept; --checkpoint=FILE keeps what is done, "
                     "to go on from there");
    }
}

bool cli_checkpoint_give_up(cli_checkpoint *c)
{
    pthread_mutex_lock(&c->keeping);
    ta_status st = save(c);
    cli_complain("%s", cli_interrupted_text());
    if (st != TA_OK)
        cli_complain("%s", c->why.text);
    tell(c);
    ta_archive_writer_free(c->writer); /* whose next file goes with it */
    c->writer = NULL;
    return pthread_mutex_trylock(&c->passing) == 0;
}

void cli_checkpoint_end(cli_checkpoint *c)
{
    if (c->settings == NULL)
        return;
    if ((c->interrupted || c->save_failed) && !c->settings->follower)
        tell(c);
    ta_archive_writer_free(c->writer);
    ta_archive_close(c->known);
    pthread_mutex_destroy(&c->keeping);
    pthread_mutex_destroy(&c->passing);
    *c = (cli_checkpoint){.settings = NULL};
}
