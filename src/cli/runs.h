/* Runs: interruption by signals, progress, sequences and engines, checkpoints.
 * A command calls cli_run_begin, cli_run_plan, cli_run_into and cli_run_end, or
 * a function of the library within cli_watched. Terms: cli.h. */
#ifndef TA_CLI_RUNS_H
#define TA_CLI_RUNS_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "archive/checkpoint-file.h"
#include "command.h"

/* ---- interrupt.c ---- */

/* Prepares the process when the program starts. Afterwards, writing to a closed
 * pipe is an error of write() and raises no signal. If a library calls abort(),
 * the process prints a message and ends with the exit status CLI_FAILED. */
void cli_prepare_streams(void);
/* Installs a handler of the signals SIGINT, SIGTERM, SIGHUP, SIGUSR1 and
 * SIGALRM. After the first of these signals cli_interrupted returns true. A
 * later one ends the process at once, unless it is SIGALRM or comes within
 * 0.3 s of the first. */
void cli_catch_interrupts(void);
bool cli_interrupted(void);
/* Whether the time of --until, and not a signal of the user, has
 * interrupted the process. */
extern volatile sig_atomic_t cli_out_of_time;
/* Asks for a save of the checkpoint at once (checkpoint.c). Set by each of
 * these signals, and by SIGCONT, which mpirun of Open MPI sends a second before
 * SIGTERM. */
extern atomic_bool cli_save_now;

/* ---- values.c ---- */

/* Returns options of the library that have the number of threads, the memory
 * limit in bytes, and the function cli_progress_step; the rest is zero. If the
 * user gives no memory limit, the limit is 7/8 of the free memory, divided by
 * the number of MPI ranks on this machine. It is 0, which means no limit, if
 * the free memory is unknown. */
ta_options cli_options_of(const cli_speed *speed);

/* ---- progress.c ---- */

/* The progress of a run, which may be printed on stderr while the run goes on.
 */
typedef struct cli_progress {
    /* The run may end before N, as a search for a period may: the time that is
     * left is not predicted. */
    bool open_end;
    bool wanted;   /* lines are printed */
    bool terminal; /* to a terminal: one line is rewritten */
    bool shown;    /* a line was printed and not removed */
    bool begun;    /* `first` is set */
    double start;  /* times are in seconds */
    /* Of the first call of cli_progress_step, and the share of the work, from 0
     * to 1, that was done by then. */
    double first, first_share;
    double last; /* of the line that was last printed */
} cli_progress;

/* Starts to measure the progress of a run. Calls cli_catch_interrupts. */
void cli_progress_begin(const cli_settings *settings, bool open_end);
/* A ta_options.progress: prints the progress of a run on stderr, unless it did
 * so a short time ago. `share` is the part of the work that is done, from 0 to
 * 1; `state` is ignored. Returns 1 if an interruption ends the run, else 0. */
int cli_progress_step(void *state, double share, uint64_t done);
/* Removes the line of progress from the terminal if one was printed. */
void cli_progress_end(void);
ta_status cli_progress_over(ta_status st); /* the same; returns st */
/* The status of `call`, whose progress is shown meanwhile. */
#define cli_watched(settings, open_end, call)                                  \
    (cli_progress_begin(settings, open_end), cli_progress_over(call))

/* Writes the line that shows the progress of a run at the time `now` to `line`,
 * cut to size - 1 bytes. Returns line. */
char *cli_progress_line(const cli_progress *progress, double share,
                        uint64_t done, double now, char *line, size_t size);

/* ---- cli-engines.c ---- */

/* A sequence (cli.h) that the library computes. */
typedef struct cli_sequence {
    const char *name;   /* "nim" */
    ta_content content; /* as archives name it */
    /* Why octal games and misere play are refused; NULL if they are not. */
    const char *no_octal, *no_misere;
} cli_sequence;

/* The first three are in the order of the words of --quantity. */
enum {
    CLI_SEQUENCE_COLD,
    CLI_SEQUENCE_NIM,
    CLI_SEQUENCE_LENGTH,
    CLI_SEQUENCE_OCTAL, /* nim-values of an octal game */
    CLI_SEQUENCES
};
extern const cli_sequence cli_sequences[CLI_SEQUENCES];
/* Returns the sequence that an archive with this content holds; "octal" for an
 * octal game. */
const cli_sequence *cli_sequence_with(ta_content content, bool octal);
/* Returns the list of the names of all sequences. */
cli_list cli_quantities(void);

/* An engine as the user writes it, such as divide:fftw:threads=2. */
typedef struct cli_engine {
    char label[64]; /* the whole text */
    char name[64];  /* the part before the first ':' */
} cli_engine;

/* Returns the names of all engines that compute a sequence. */
cli_list cli_engine_names(const cli_sequence *sequence);
/* Reads the first `length` bytes of `text`, which are NAME or NAME:SETTING...,
 * as an engine for a sequence. Sets *engine, sets options->engine to the name
 * of the engine, and sets the options that the settings change. */
bool cli_engine_read(const char *what, const char *text, size_t length,
                     const cli_sequence *sequence, cli_engine *engine,
                     ta_options *options);

/* ---- checkpoint.c: the options --checkpoint and --resume ---- */

/* The state of the options --checkpoint and --resume in a run. Each block of
 * the run is added to the checkpoint, and then handed to the sink of the
 * command. The file is written only if done > saved: when a run resumes from
 * its own checkpoint, the file has more than the run at first. */
typedef struct cli_checkpoint {
    const cli_settings *settings;
    const ta_sink *next; /* the sink of the command */
    /* The archive of --resume; NULL without the option. */
    ta_archive *known;
    /* The writer of the file of --checkpoint; NULL without the option. */
    ta_archive_writer *writer;
    /* --resume or --checkpoint names the text of a search for a period. */
    bool from_text, to_text;
    tai_windows windows; /* what the text has */
    char game[TA_GAME_ID];
    uint64_t done;   /* positions whose results are in memory */
    uint64_t saved;  /* those that the file has */
    double last;     /* when it was last saved, in seconds */
    ta_status ended; /* how the run ended */
    /* On rank 0 of several, a thread that saves at a signal; see checkpoint.c.
     */
    bool watched;
    atomic_bool over; /* the watcher ends */
    pthread_t watcher;
    pthread_mutex_t lock; /* of writer, done, saved, while watched */
} cli_checkpoint;

/* Opens the archive of --resume, and prepares the file of --checkpoint, if the
 * user gives these options. `info` describes the run: its content, game and
 * convention; its member `goal` is N. If `truncate` is true, values that a
 * resumed run does not need are left out of the checkpoint. The caller calls
 * cli_checkpoint_end in either case. */
bool cli_checkpoint_begin(cli_checkpoint *c, const cli_settings *settings,
                          const ta_archive_info *info, bool truncate);
/* A ta_sink.consume: adds a block to the checkpoint, and hands it to the sink
 * of the command. Saves the file if --checkpoint-every has passed since the
 * last save. Returns TA_ECANCELLED after an interruption, an error of the
 * checkpoint, or what the sink returns. */
ta_status cli_checkpoint_consume(void *checkpoint, const ta_block *block);
/* Saves the checkpoint after a run that ended with the status `st`. Prints a
 * message, which sets the exit status, if saving fails. Returns st. */
ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st);
/* Frees the members of a checkpoint. If the run has not reached its end, first
 * prints which positions the file has, and how to resume the run. */
void cli_checkpoint_end(cli_checkpoint *c);

/* ---- run.c: runs, and archives that are read in place of a run ---- */

typedef struct cli_run {
    const cli_settings *settings;
    const cli_sequence *sequence;
    const char *spec; /* of the game, as the user writes it */
    ta_game *game;
    ta_memory *memory; /* in place of `game` and `plan`, or NULL */
    cli_engine engine;
    ta_options options;
    bool chooses_threads; /* the user gives no number of threads */
    uint64_t n;
    uint64_t limit; /* bytes that the run may use */
    ta_plan *plan;
    bool open_end; /* the run may end before n */
    cli_checkpoint checkpoint;
    /* The archive of --in, which is read in place of a run, or NULL. With an
     * archive, `game` and `plan` are NULL. */
    ta_archive *in;
    uint64_t in_from; /* with `in`, the sink gets positions from here on */
} cli_run;

/* Begins a run of a command: makes the game, the engine and the options, or
 * opens the archive of --in; for memory:F only run->memory. The caller calls
 * cli_run_end in either case. */
bool cli_run_begin(cli_run *run, const cli_settings *settings,
                   const cli_sequence *sequence, const char *spec);
/* Plans a run on the positions below n with run->options, and opens the files
 * of --resume and --checkpoint. `own` is the number of bytes that the command
 * itself allocates. With --in, only checks that the archive has these
 * positions. Refuses a run that needs more memory than run->limit. */
bool cli_run_plan(cli_run *run, uint64_t n, uint64_t own);
/* Hands the results of the planned run to `sink`: computes them, or reads them
 * from the archive of --in. Prints progress and statistics, and saves
 * checkpoints. Returns the status of the run, or of a save that has failed. */
ta_status cli_run_into(cli_run *run, ta_sink sink);
void cli_run_end(cli_run *run);
/* Chooses the number of threads of a run below run->n, if the user gives none:
 * the processors, at most 16, and fewer if each would have less work than
 * tenths of a second. If the address space is limited (ulimit -v) it is 1,
 * since the stacks of more threads would fill it. */
void cli_run_threads(cli_run *run);
/* Returns a description of a run, as an archive of its results has it: the
 * content, the game, the convention, and `goal`, which is the N of the run. The
 * members `end` and `count` must not be used. The name of the game may be
 * stored in `id`. */
ta_archive_info cli_run_info(const cli_run *run, char id[TA_GAME_ID]);

#endif
