/* Makes the run of a command: the game, the engine, the memory limit, progress
 * and checkpoints. With the option --in an archive file is read in place of a
 * run. */
#include <sys/resource.h>

#include "archive/checkpoint-file.h"
#include "octal/limits.h"
#include "computing.h"

bool cli_run_begin(cli_run *run, const cli_settings *s,
                   const cli_sequence *sequence, const char *spec)
{
    const bool code = s->command->operand == CLI_CODE;
    const ta_convention play = s->misere ? TA_MISERE : TA_NORMAL;
    *run = (cli_run){.settings = s, .sequence = sequence, .spec = spec};
    if (s->in != NULL)
        return cli_archive_open("--in: ", s->in, &run->in) &&
               cli_in_fits(s, run->in,
                           code || spec != s->game ||
                                   (s->given & OPT(GAME)) != 0
                               ? spec
                               : NULL,
                           sequence->content, play);
    ta_options *o = &run->options;
    *o = cli_options_of(s);
    const bool octal = ta_octal_is_spec(spec);
    if (s->misere && sequence->no_misere != NULL)
        return cli_wrong("--misere: %s", sequence->no_misere);
    if (octal && sequence->no_octal != NULL)
        return cli_wrong("%s", sequence->no_octal);
    bool ok = cli_engine_read("--engine", s->engine, strlen(s->engine),
                              cli_sequence_with(sequence->content, octal),
                              &run->engine, o);
    ok = ok && cli_game(code ? "CODE" : "--game", spec, play, &run->game);
    /* If the user does not give the number of threads, the program chooses it
     * when the run is planned. An exception is the command compare, whose
     * engines get one thread each. */
    run->chooses_threads = o->threads == 0 && s->engines == NULL;
    o->max_memory = cli_options_of(s).max_memory; /* less that of the game */
    run->limit = o->max_memory != 0 ? o->max_memory : UINT64_MAX;
    o->comm = cli_comm;
    o->stats = s->stats ? ta_stats_new() : NULL;
    return ok && (!s->stats || o->stats != NULL || cli_no_memory("--stats"));
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

unsigned cli_run_threads(const cli_run *run)
{
    /* MOST is the largest number of threads. A thread should have at least
     * 2^COLD heaps if the run finds cold positions, or 2^VALUES heaps if it
     * computes values. */
    enum { MOST = 16, COLD = 24, VALUES = 20 };
    struct rlimit space;
    uint64_t most =
        run->n >> (run->sequence->content == TA_CONTENT_COLD ? COLD : VALUES);
    if (most < 2 ||
        (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY))
        return 1;
    most = most < MOST ? most : MOST;
    const unsigned processors = cli_processors();
    return processors < most ? processors : (unsigned)most;
}

/* Returns the largest number of bytes that archives may use in memory during a
 * run. There may be two archives: that of --checkpoint, and that of the results
 * (--format=archive). If `truncate` is true, the checkpoint leaves out values
 * of an octal game, and uses at most run->limit / 2 + SPARE bytes. */
static uint64_t run_archive_bytes(const cli_run *run, bool truncate)
{
    enum { SPARE = 2 << 20 };
    const cli_settings *s = run->settings;
    const ta_content content = run->sequence->content;
    const uint64_t one = tai_archive_memory(content, run->game, run->n);
    uint64_t kept = one;
    if (truncate) {
        if (run->n > TA_OCTAL_HELD)
            kept = tai_archive_memory(content, run->game, TA_OCTAL_HELD);
        kept = kept < run->limit / 2 ? kept : run->limit / 2;
        kept += SPARE;
    }
    return (s->checkpoint != NULL ? kept : 0) +
           (s->format == CLI_FORMAT_ARCHIVE ? one : 0);
}

bool cli_run_plan(cli_run *run, uint64_t n, uint64_t own)
{
    const cli_settings *s = run->settings;
    char id[TA_GAME_ID], a[32], b[32];
    run->n = n;
    if (run->in != NULL) {
        const uint64_t end = ta_archive_about(run->in)->end;
        return n <= end ||
               cli_wrong("N %" PRIu64 " is not accepted: '%s' holds [0, "
                         "%" PRIu64 "); to compute the rest, leave out --in or "
                         "give the file to --resume",
                         n, s->in, end);
    }
    /* Whether a checkpoint leaves out the values that a resumed run does not
     * need. It does so for an octal game, if the command prints only a summary
     * of the values. */
    const bool truncate = run->sequence == &cli_sequences[CLI_SEQUENCE_OCTAL] &&
                          (s->max || s->histogram || s->period);
    const ta_archive_info info = cli_run_info(run, id);
    cli_note_end(run->game, n > 0 ? n - 1 : 0);
    if (!cli_checkpoint_begin(&run->checkpoint, s, &info, truncate))
        return false;
    run->options.known = run->checkpoint.known;
    own += run_archive_bytes(run, truncate);
    if (run->chooses_threads)
        run->options.threads = cli_run_threads(run);
    if (run->options.max_memory != 0 && run->limit > own)
        run->options.max_memory = run->limit - own;
    ta_status st;
    uint64_t need;
    for (;;) {
        ta_plan_free(run->plan);
        st = ta_plan_new(run->sequence->content, run->game, n, &run->options,
                         &run->plan, &cli_error);
        run->predicted = st == TA_OK ? ta_plan_memory(run->plan) : 0;
        need = run->predicted + own;
        need = need < own ? UINT64_MAX : need;
        if (need <= run->limit || !run->chooses_threads ||
            run->options.threads == 1)
            break;
        run->options.threads = 1; /* may need less memory */
    }
    if (st == TA_EINVAL || st == TA_ERANGE)
        return cli_wrong("N %" PRIu64 " is not accepted: %s", n,
                         cli_error.text);
    if (st != TA_OK)
        return cli_ok(st);
    tai_bytes_text(need, a);
    if (need > run->limit)
        return cli_fail(CLI_FAILED,
                        "N %" PRIu64 " needs %s of memory with engine %s, "
                        "more than %s %s; a smaller N, another --engine or "
                        "another --max-memory may do",
                        n, a, run->options.engine,
                        s->max_memory != 0 ? "--max-memory allows:"
                                           : "the machine has free:",
                        tai_bytes_text(run->limit, b));
    if (s->stats) {
        fputs("# game: ", stderr);
        cli_print_text(stderr, run->spec);
        fprintf(stderr,
                ", %s\n# n: %" PRIu64 "\n# predicted_bytes: %" PRIu64 " (%s)\n",
                cli_convention_text(info.convention), n, need, a);
    }
    return true;
}

ta_status cli_run_into(cli_run *run, ta_sink sink)
{
    if (run->in != NULL)
        return cli_read(run->in, run->in_from, run->n, &sink);
    cli_checkpoint *c = &run->checkpoint;
    ta_status st = TA_OK;
    size_t count = 0;
    c->next = &sink;
    cli_progress_begin(run->settings, run->open_end);
    if (tai_archive_brief(c->known) != NULL)
        st = tai_archive_read_brief(c->known,
                                    run->settings->histogram ? TA_BRIEF_COUNTS
                                                             : TA_BRIEF_RECORDS,
                                    &sink, &cli_error);
    if (st == TA_OK)
        st = ta_plan_run(run->plan, &(ta_sink){cli_checkpoint_consume, c},
                         &cli_error);
    cli_progress_end();
    st = cli_checkpoint_finish(c, st);
    const ta_stat *stat =
        run->settings->stats ? ta_stats_all(run->options.stats, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "# %s: %s\n", stat[i].name, stat[i].value);
    return st;
}

void cli_run_end(cli_run *run)
{
    cli_checkpoint_end(&run->checkpoint);
    ta_plan_free(run->plan);
    ta_stats_free(run->options.stats);
    ta_game_free(run->game);
    ta_archive_close(run->in);
}
