/* Declarations that the commands with a computation share: games and engines,
 * runs, archives, progress, interruption, output. */
#ifndef TA_CLI_COMPUTING_H
#define TA_CLI_COMPUTING_H

#include <signal.h>

#include "table.h"

/* ---- interrupt.c ---- */

/* Prepares the process when it starts. From then on, writing to a closed pipe
 * is an error of write() and no signal. If a library calls abort(), the process
 * prints a message and ends with CLI_FAILED. */
void cli_prepare_streams(void);
/* Installs a handler of SIGINT, SIGTERM, SIGHUP and SIGALRM. The first of these
 * signals makes cli_interrupted return true. A later one ends the process at
 * once, unless it is SIGALRM or comes within 0.3 s of the first. */
void cli_catch_interrupts(void);
/* Interrupts the process after this number of seconds: cli_interrupted then
 * returns true. */
void cli_end_after(uint64_t seconds);
bool cli_interrupted(void);
/* True if the process was interrupted because the time of cli_end_after was
 * over, and not by a signal of the user. */
extern volatile sig_atomic_t cli_out_of_time;

/* ---- values.c ---- */

/* Returns the options of the library that every command sets: the threads, the
 * memory limit, and cli_progress_step. The default limit is 7/8 of this rank's
 * share of the free memory; it is 0, no limit, if the system does not report
 * the free memory. The other options are zero. */
ta_options cli_options_of(const cli_settings *settings);

/* ---- progress.c ---- */

/* The progress of a run. */
typedef struct cli_progress {
    /* Whether the run may end anywhere, so that the time that is left cannot be
     * predicted. */
    bool open_end;
    bool wanted, terminal, shown, begun;
    double start; /* the time at which the run began, in seconds */
    /* The time in seconds, and the share of the work that was done, at the
     * first call of cli_progress_step. */
    double first, first_share;
    double last; /* the time at which a line was last printed, in seconds */
} cli_progress;

/* Starts to measure the progress of a run. `open_end` says whether the run may
 * end anywhere. Installs the signal handlers of cli_catch_interrupts. */
void cli_progress_begin(const cli_settings *settings, bool open_end);
/* Prints the progress of a run on stderr from time to time: the share of the
 * work, and the number of positions, that are done. This is the function of
 * ta_options.progress; it does not use `state`. Returns 1 after an
 * interruption, which cancels the run, else 0. */
int cli_progress_step(void *state, double share, uint64_t done);
/* Removes the line of progress from the terminal, if one was printed. */
void cli_progress_end(void);

/* Writes the line of progress to `line`, cut to size - 1 bytes. At the time
 * `now`, in seconds, `share` of the work and `done` positions are done. Returns
 * line. */
char *cli_progress_line(const cli_progress *progress, double share,
                        uint64_t done, double now, char *line, size_t size);

/* ---- cli-engines.c ---- */

/* A sequence that the library computes: a value for each heap 0, 1, 2, ... of a
 * game, such as its nim-value. */
typedef struct cli_sequence {
    const char *command; /* the name of the sequence, such as "octal" */
    ta_content content;  /* what an archive of the sequence holds */
    unsigned commands;   /* bits of the commands that compute the sequence */
    /* The message that refuses octal games; NULL if they are accepted. */
    const char *no_octal;
} cli_sequence;

/* All sequences. The first three are in the order of the values of --quantity:
 * cold, nim, length. */
enum { CLI_SEQUENCES = 4 };
extern const cli_sequence cli_sequences[CLI_SEQUENCES];
/* Returns the sequence that a command computes, by the bit of the command. It
 * is that of the cold positions for a command that computes none or several. */
const cli_sequence *cli_sequence_of(unsigned command);
/* Returns the sequence with this content; for octal games, whatever the content
 * is, the sequence "octal". Its engines compute the content. */
const cli_sequence *cli_sequence_with(ta_content content, bool octal);
/* Returns the list of the names of all sequences. */
cli_list cli_quantities(void);

/* An engine as the user writes it, such as divide:fftw:threads=2. */
typedef struct cli_engine {
    char label[64]; /* the text of the user, NAME:SETTING... */
    char name[64];  /* NAME, the part before the first colon */
} cli_engine;

/* Returns the list of the names of the engines for a sequence. */
cli_list cli_engine_names(const cli_sequence *sequence);
/* Reads the first `length` bytes of the text, NAME or NAME:SETTING..., as an
 * engine for a sequence. Sets *engine, options->engine to engine->name, and
 * those options that the settings change. Returns true, or false after a
 * message about the option `what`. */
bool cli_engine_read(const char *what, const char *text, size_t length,
                     const cli_sequence *sequence, cli_engine *engine,
                     ta_options *options);

/* ---- checkpoint.c: the options --checkpoint and --resume ---- */

/* The state of --checkpoint and --resume in a run. It is the state of a sink
 * between the engine and the sink of the command: each block of results is
 * added to the checkpoint, and then handed to the sink of the command. */
typedef struct cli_checkpoint {
    const cli_settings *settings;
    const ta_sink *next;       /* the sink of the command */
    ta_archive *known;         /* the archive of --resume, or NULL */
    ta_archive_writer *writer; /* writes the file of --checkpoint; or NULL */
    uint64_t done;             /* the writer has the results for [0, done) */
    uint64_t saved;            /* the file has the results for [0, saved) */
    double last;               /* the time of the last save, in seconds */
    ta_status ended;           /* the status with which the run ended */
} cli_checkpoint;

/* Opens the archive of --resume, and prepares the file of --checkpoint. `info`
 * describes the run by content, game, convention and goal. With `truncate` the
 * checkpoint leaves out the values that a resumed run does not need. Returns
 * true, or false after a message. The caller calls cli_checkpoint_end in
 * either case. */
bool cli_checkpoint_begin(cli_checkpoint *c, const cli_settings *settings,
                          const ta_archive_info *info, bool truncate);
/* Adds a block to the checkpoint, and hands it to the sink of the command. This
 * is the consume function of a ta_sink. Saves the file if the time of
 * --checkpoint-every has passed. Returns TA_OK; TA_ECANCELLED after an
 * interruption; an error of the checkpoint; or what the sink returned. */
ta_status cli_checkpoint_consume(void *checkpoint, const ta_block *block);
/* Saves the checkpoint after a run that ended with the status `st`. Returns st,
 * or the status of saving, with a sentence in cli_error, if only saving failed.
 */
ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st);
/* Frees the members of a checkpoint. If the run did not reach its end, first
 * prints which positions the file has and how to resume. */
void cli_checkpoint_end(cli_checkpoint *c);

/* ---- run.c: runs, and archives that are read in place of a run ---- */

typedef struct cli_run {
    const cli_settings *settings;
    const cli_sequence *sequence;
    ta_game *game;
    cli_engine engine;
    ta_options options;
    bool chooses_threads; /* true if the user gave no number of threads */
    uint64_t n;
    uint64_t predicted; /* predicted memory of the engine, in bytes */
    uint64_t limit;     /* the memory that the run may use, in bytes */
    ta_plan *plan;
    bool open_end; /* whether the run may end anywhere */
    cli_checkpoint checkpoint;
    /* The archive of --in, or NULL. With an archive, `game` and `plan` are
     * NULL, and nothing is computed. */
    ta_archive *in;
    /* With --in, only the positions from `in_from` on are handed to the
     * sink. */
    uint64_t in_from;
} cli_run;

/* Begins a run: makes the game and the options, or opens the archive of --in.
 * Returns true, or false after a message. The caller calls cli_run_end in
 * either case. */
bool cli_run_begin(cli_run *run, const cli_settings *settings,
                   const cli_sequence *sequence);
/* Opens the files of --resume and --checkpoint, and plans the run on the
 * positions [0, n) with run->options. `own` is the number of bytes that the
 * command itself allocates. With --in, only checks that the archive has [0,
 * n). Returns true, or false after a message, for example if the run needs
 * more memory than run->limit. */
bool cli_run_plan(cli_run *run, uint64_t n, uint64_t own);
/* Hands the results of the planned run to the sink: computes them on [0, n), or
 * reads them from the archive of --in. Prints progress and statistics, and
 * saves checkpoints. Returns the status of the run, or of a failed save. */
ta_status cli_run_into(cli_run *run, ta_sink sink);
void cli_run_end(cli_run *run);
/* Returns the content, game, convention and goal for an archive of the run. The
 * members end and count have no meaning. The name of the game may be stored in
 * `id`. */
ta_archive_info cli_run_info(const cli_run *run, char id[TA_GAME_ID]);

/* ---- nth.c ---- */

/* Calls visit(state, position) for the first `wanted` cold positions of a
 * game, in increasing order. Runs to larger and larger N until there are
 * enough. Returns TA_OK; the status of the last run; an error that visit
 * returned; or TA_ECANCELLED after a message, if a run is refused or too few
 * cold positions were found. */
ta_status cli_first_cold(cli_run *run, uint64_t wanted,
                         ta_status (*visit)(void *state, uint64_t position),
                         void *state);

/* ---- archives.c: archives that are read ---- */

/* Opens the archive in the file `path`. `what` is the beginning of a message,
 * such as "--in: " or "". Returns true, or false after a message: that of
 * cli_exit_of_errno if the file cannot be read, or CLI_MISMATCH if it is no
 * archive or a damaged one. */
bool cli_archive_open(const char *what, const char *path, ta_archive **archive);
/* Checks that the archive `file`, which `have` describes, has the content,
 * game and convention of `want`. If want->game is NULL, any game is accepted,
 * and for TA_NORMAL either convention. Returns true, or false after a message
 * that begins with `what`. */
bool cli_known_fits(const char *what, const char *file,
                    const ta_archive_info *have, const ta_archive_info *want);
/* Checks that `archive`, opened from the file of --in, has this content and
 * convention, and is of the game that the user gives, if any. Refuses truncated
 * checkpoints, which lack most values. Returns true, or false after a
 * message. */
bool cli_in_fits(const cli_settings *settings, const ta_archive *archive,
                 ta_content content, ta_convention convention);
/* Checks that the game can be made again from its name in the archive `file`.
 * This fails for a set that is long or from a file, whose name is only a hash.
 * Returns true, or false after a message. */
bool cli_archive_names_game(const char *file, const ta_archive_info *have);
/* Returns whether the user gives a game, by --game or as an operand. */
bool cli_game_given(const cli_settings *settings);
/* Hands the positions [from, to) of an archive to the sink `next`. Returns what
 * ta_archive_read returns, or TA_ECANCELLED after an interruption. */
ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next);
const char *cli_content_text(ta_content content); /* "cold positions" */
const char *cli_convention_text(ta_convention convention); /* "normal" */

/* ---- at.c: --at ---- */

/* The values of n for which --at asks for a row of a table. Row k is about the
 * positions below end[k], such as how many of them are cold. */
typedef struct cli_ends {
    uint64_t *end; /* strictly increasing; the caller frees it */
    size_t count;
} cli_ends;

/* Sets *ends to the rows that --at asks for, up to n. `at` is the value of the
 * option: powers2, powers10, cubes, or a list of numbers. NULL stands for a
 * row for n alone. The caller frees ends->end in any case. Returns true, or
 * false after a message. */
bool cli_ends_read(const char *at, uint64_t n, cli_ends *ends);

/* The values that --at accepts, as messages list them. */
extern const char cli_at_forms[];

/* ---- export.c ---- */

cli_list cli_sequence_names(void);

/* ---- info.c ---- */

/* Prints four rows of a table about an archive: content, game, convention,
 * end. */
void cli_put_about(cli_rows *rows, const ta_archive_info *about);
/* Prints the table row "sha256": the SHA-256 of the numbers in an archive as
 * text, one a line. Returns true, or false after a message. */
bool cli_archive_digest(const ta_archive *archive, cli_rows *rows);

/* ---- output.c: --format, -o and --digest ---- */

/* The value of cli_settings.format for --format=archive. The other formats are
 * those of the library's writer, tai_format. */
enum { CLI_FORMAT_ARCHIVE = TA_NPY + 1 };

/* The destination of a list of numbers: standard output, a file, an archive or
 * a digest. Members that the settings do not ask for are NULL. */
typedef struct cli_output {
    const cli_settings *settings;
    bool lists_json;
    cli_rows list; /* the list in JSON */
    tai_writer *writer;
    ta_archive_writer *archive;
    tai_digest *digest;
} cli_output;

/* Sets settings->format by the ending of the file of -o, .npy or .ta, unless
 * the user gives --format. */
void cli_output_format(cli_settings *settings);
/* Checks the options for a list of the positions [0, n): --from is at most n,
 * and the formats npy and archive come with -o. Returns true, or false after a
 * message. */
bool cli_output_check(const cli_settings *settings, uint64_t n);
/* Opens the file, the archive and the digest that the settings ask for. `info`
 * describes the numbers to be written. Returns TA_OK, or an error with its
 * sentence in cli_error. The caller calls cli_output_end in any case. */
ta_status cli_output_begin(cli_output *output, const cli_settings *settings,
                           const ta_archive_info *info);
/* Writes the numbers of a block, which may be periodic, to `output`, a
 * cli_output. This is the consume function of a ta_sink. Returns TA_OK or an
 * error. */
ta_status cli_output_consume(void *output, const ta_block *block);
/* Completes the files and prints the digest if `st`, the status of the run, is
 * TA_OK. Otherwise discards the files. Returns st, or the error of completing
 * the files. */
ta_status cli_output_end(cli_output *output, ta_status st);

/* ---- answer.c ---- */

/* The largest number of heaps of an octal game whose nim-values a run can hold
 * in memory. */
#define CLI_OCTAL_MOST (UINT64_C(0xffffff00))

/* ---- period.c ---- */

enum { CLI_OCTAL_MASK = 32 }; /* bytes of the text of cli_octal_mask */
/* Writes to `text` the mask of an octal game, in hexadecimal. The mask
 * separates rare nim-values from common ones (see ta_summary). If
 * summary->parity is true, the literal text "+position" follows the mask.
 * Returns text, or NULL if the summary has no mask. */
const char *cli_octal_mask(const ta_summary *summary,
                           char text[CLI_OCTAL_MASK]);

/* ---- games.c ---- */

/* Returns the names of games, or forms such as "list:S,...": of subtraction
 * sets if `sets`, and of octal games if `octal`. */
cli_list cli_game_names(bool sets, bool octal);
/* Checks that `spec` is the name of a game, NAME:... with such a name, or an
 * octal code. What is behind the colon is not checked. Returns true, or false
 * after a message about the option or operand `what`. */
bool cli_check_game(const char *what, const char *spec);
/* Makes an octal game from its code or its name, and sets *game to it. `what`
 * names the text in messages. Returns true, or false after a message. */
bool cli_octal_game(const char *what, const char *spec,
                    ta_convention convention, ta_game **game);
/* Makes the game that the user gives by --game or as an operand, and sets
 * *game to it. A game that is an operand must be an octal game. Returns true,
 * or false after a message. */
bool cli_game(const cli_settings *settings, ta_convention convention,
              ta_game **game);
/* ---- line.c ---- */

/* The largest heap that the commands line and play accept. The library computes
 * lengths of play (remoteness) up to this heap. */
#define CLI_LENGTHS_MOST (UINT64_C(0xfffffeff))

/* ---- input.c ---- */

typedef enum cli_input_end {
    CLI_INPUT_LINE, /* a line was read */
    CLI_INPUT_OVER,
    CLI_INPUT_INTERRUPTED
} cli_input_end;

/* Reads the next line of standard input to `line`, without its newline. A line
 * of `size` bytes or more is read in pieces, one a call. A signal ends the call
 * early if cli_catch_interrupts was called before. */
cli_input_end cli_input_line(char *line, size_t size);
/* Calls take(state, where, line) for each line of a file, or of standard input
 * if `file` is "-". The line has no newline; `where` names it in messages.
 * Skips lines that are empty or begin with '#'. Stops when the function returns
 * an exit status other than CLI_DONE, and returns this status. Returns an exit
 * status after a message if the file cannot be read; `what` names the file. */
bool cli_each_line(const char *what, const char *file,
                   bool (*take)(void *state, const char *where, char *line),
                   void *state);

#endif
