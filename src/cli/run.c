/* Makes the run of a command: the game, the engine, the memory limit, progress
 * and checkpoints. A cli_run is one of three: a plan of the library; the
 * archive of --in, which is read in its place (`in`); or a game with a memory,
 * whose cold heaps are there when it is made (`memory`). */
#include <sys/resource.h>
#include <unistd.h>

#include "archive/checkpoint-file.h"
#include "octal/limits.h"
#include "computing.h"

bool cli_run_begin(cli_run *run, const cli_settings *s,
                   const cli_sequence *sequence, const char *spec)
{
    const bool code = s->command->operand == CLI_CODE,
               named = code || spec != s->what.game || GIVEN(s, GAME);
    const ta_convention play = s->what.misere                   ? TA_MISERE
                               : s->what.convention == TA_EXACT ? TA_EXACT
                                                                : TA_NORMAL;
    *run = (cli_run){.settings = s, .sequence = sequence, .spec = spec};
    if (s->what.in != NULL)
        return cli_archive_open("--in: ", s->what.in, &run->in) &&
               cli_in_fits(s, run->in, named ? spec : NULL, sequence->content,
                           play);
    if (cli_is_memory(spec) &&
        (s->command == &cli_count_command || s->command == &cli_cold_command))
        return s->out.format == CLI_FORMAT_ARCHIVE
                   ? cli_wrong("--format: an archive cannot have '%s'", spec)
                   : cli_memory_game(s, spec,
                                     OPT(FROM) | OPT(AT) | OPT(DIGEST) |
                                         OPT(OUTPUT) | OPT(FORMAT) |
                                         OPT(OFFSET),
                                     &run->memory);
    ta_options *o = &run->options;
    *o = cli_options_of(&s->speed);
    const bool octal = ta_octal_is_spec(spec);
    if (s->what.misere && sequence->no_misere != NULL)
        return cli_wrong("--misere: %s", sequence->no_misere);
    if (octal && sequence->no_octal != NULL)
        return cli_wrong("%s", sequence->no_octal);
    bool ok = cli_engine_read(
        "--engine", s->speed.engine, strlen(s->speed.engine),
        cli_sequence_with(sequence->content, octal), &run->engine, o);
    ok = ok && cli_game(code ? "CODE" : "--game", spec, play, &run->game);
    /* The engines of compare get one thread each. */
    run->chooses_threads = o->threads == 0 && s->compare.engines == NULL;
    o->max_memory =
        cli_options_of(&s->speed).max_memory; /* less that of the game */
    run->limit = o->max_memory != 0 ? o->max_memory : UINT64_MAX;
    o->comm = cli_comm;
    o->stats = s->speed.stats ? ta_stats_new() : NULL;
    return ok &&
           (!s->speed.stats || o->stats != NULL || cli_no_memory("--stats"));
}

ta_archive_info cli_run_info(const cli_run *run, char id[TA_GAME_ID])
{
    ta_archive_info info;
    if (run->in != NULL)
        info = *ta_archive_about(run->in);
    else if (run->memory != NULL)
        info = (ta_archive_info){.content = TA_CONTENT_COLD, .game = run->spec};
    else
        info = (ta_archive_info){.content = run->sequence->content,
                                 .game = ta_game_id(run->game, id),
                                 .convention =
                                     ta_game_about(run->game)->convention};
    info.goal = run->n;
    return info;
}

/* Returns the number of processors that this process may use, at least 1: those
 * to which MPI has bound the rank, or else an equal share of the machine's. */
static unsigned processors(void)
{
    const unsigned mine = tai_processors(); /* that the rank is bound to */
    const long share = sysconf(_SC_NPROCESSORS_ONLN) / (long)cli_ranks_here;
    if (cli_ranks_here == 1 || share < 0 || mine <= (unsigned long)share)
        return mine;
    return share > 0 ? (unsigned)share : 1;
}

void cli_run_threads(cli_run *run)
{
    /* A thread should have at least 2^24 heaps of cold positions, 2^20 of
     * values. */
    enum { MOST = 16, COLD_LOG = 24, VALUES_LOG = 20 };
    struct rlimit space;
    const bool limited =
        getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY;
    const uint64_t shares =
        run->n >>
        (run->sequence->content == TA_CONTENT_COLD ? COLD_LOG : VALUES_LOG);
    if (!run->chooses_threads)
        return;
    unsigned threads = limited ? 1 : processors();
    threads = threads < MOST ? threads : MOST;
    threads = threads < shares ? threads : (unsigned)shares;
    run->options.threads = threads > 0 ? threads : 1;
}

/* Returns the most bytes of the archives in memory during a run, that of
 * --checkpoint, truncated or not, and that of --format=archive. A truncated one
 * has the values that the run holds (octal/limits.c), in as many bytes, so at
 * most half of the limit. */
static uint64_t run_archive_bytes(const cli_run *run, bool truncate)
{
    enum { SPARE = 2 << 20 };
    const cli_settings *s = run->settings;
    const uint64_t held = run->n < TA_OCTAL_HELD ? run->n : TA_OCTAL_HELD,
                   half = run->limit / 2;
    const ta_content content = run->sequence->content;
    const uint64_t whole = tai_archive_memory(content, run->game, run->n),
                   part = tai_archive_memory(content, run->game, held);
    return (s->runs.checkpoint == NULL || run->checkpoint.to_text ? 0
            : truncate ? (part < half ? part : half) + SPARE
                       : whole) +
           (s->out.format == CLI_FORMAT_ARCHIVE ? whole : 0);
}

/* Makes the plan of a run within run->limit less `own`, the bytes that others
 * take meanwhile, and sets *need to the sum of both. Whether that is within the
 * limit is left to the caller. */
static ta_status run_plan_new(cli_run *run, uint64_t own, uint64_t *need)
{
    ta_options *o = &run->options;
    cli_run_threads(run);
    if (o->max_memory != 0 && run->limit > own)
        o->max_memory = run->limit - own;
    for (;; o->threads = 1) { /* again if one thread may need less memory */
        ta_plan_free(run->plan);
        const ta_status st = ta_plan_new(run->sequence->content, run->game,
                                         run->n, o, &run->plan, &cli_error);
        *need = own + (st == TA_OK ? ta_plan_memory(run->plan) : 0);
        *need = *need < own ? UINT64_MAX : *need; /* overflow */
        if (*need <= run->limit || !run->chooses_threads || o->threads == 1)
            return st;
    }
}

bool cli_run_plan(cli_run *run, uint64_t n, uint64_t own)
{
    const cli_settings *s = run->settings;
    char id[TA_GAME_ID], need_text[32], limit_text[32];
    uint64_t need;
    run->n = n;
    if (run->memory != NULL)
        return true;
    if (run->in != NULL) {
        const uint64_t end = ta_archive_about(run->in)->end;
        return n <= end ||
               cli_wrong("N %" PRIu64 " is not accepted: '%s' holds [0, "
                         "%" PRIu64 "); to compute the rest, leave out --in or "
                         "give the file to --resume",
                         n, s->what.in, end);
    }
    /* A checkpoint of an octal game leaves out values that a summary does not
     * need. */
    const bool truncate = run->sequence == &cli_sequences[CLI_SEQUENCE_OCTAL] &&
                          (s->what.max || s->what.histogram || s->what.period);
    const ta_archive_info info = cli_run_info(run, id);
    cli_note_end(run->game, n > 0 ? n - 1 : 0);
    if (!cli_checkpoint_begin(&run->checkpoint, s, &info, truncate))
        return false;
    run->options.known = run->checkpoint.known;
    const ta_status st =
        run_plan_new(run, own + run_archive_bytes(run, truncate), &need);
    if (st == TA_OK && (run->checkpoint.from_text || run->checkpoint.to_text))
        tai_plan_windows(run->plan, &run->checkpoint.windows);
    if (st == TA_ERANGE)
        return cli_wrong("N %" PRIu64 " is not accepted: %s", n,
                         cli_error.text);
    if (st == TA_EINVAL)
        return cli_wrong("%s", cli_error.text);
    if (st != TA_OK)
        return cli_ok(st);
    tai_bytes_text(need, need_text);
    if (need > run->limit)
        return cli_fail(CLI_FAILED,
                        "N %" PRIu64 " needs %s of memory with engine %s, "
                        "more than %s %s; a smaller N, another --engine or "
                        "another --max-memory may do",
                        n, need_text, run->options.engine,
                        s->speed.max_memory != 0 ? "--max-memory allows:"
                                                 : "the machine has free:",
                        tai_bytes_text(run->limit, limit_text));
    if (s->speed.stats) {
        fputs("# game: ", stderr);
        cli_print_text(stderr, run->spec);
        fprintf(stderr,
                ", %s\n# n: %" PRIu64 "\n# predicted_bytes: %" PRIu64 " (%s)\n",
                cli_convention_text(info.convention), n, need, need_text);
    }
    return true;
}

/* Hands over the cold heaps of a game with a memory, few as they are, in one
 * block. */
static ta_status run_memory(const cli_run *run, const ta_sink *sink)
{
    ta_block block = {.to = run->n, .positions = run->memory->cold};
    while (block.count < run->memory->count &&
           block.positions[block.count] < run->n)
        block.count++;
    return run->n > 0 ? sink->consume(sink->state, &block) : TA_OK;
}

ta_status cli_run_into(cli_run *run, ta_sink sink)
{
    if (run->in != NULL)
        return cli_read(run->in, run->in_from, run->n, &sink);
    if (run->memory != NULL)
        return run_memory(run, &sink);
    cli_checkpoint *c = &run->checkpoint;
    ta_status st = TA_OK;
    size_t count = 0;
    c->next = &sink;
    cli_progress_begin(run->settings, run->open_end);
    /* Of a truncated checkpoint the plan hands over only what is new; before
     * that the sink gets its counts or records. */
    if (tai_archive_brief(c->known) != NULL)
        st = tai_archive_read_brief(
            c->known,
            run->settings->what.histogram ? TA_BRIEF_COUNTS : TA_BRIEF_RECORDS,
            &sink, &cli_error);
    if (st == TA_OK)
        st = ta_plan_run(run->plan, &(ta_sink){cli_checkpoint_consume, c},
                         &cli_error);
    cli_progress_end();
    st = cli_checkpoint_finish(c, st);
    const ta_stat *stat = run->settings->speed.stats
                              ? ta_stats_all(run->options.stats, &count)
                              : NULL;
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
    ta_free(run->memory);
    ta_archive_close(run->in);
}
