/* What the commands that compute share: games and engines, runs, archives,
 * progress, interruption, output. */
#ifndef TA_CLI_COMPUTING_H
#define TA_CLI_COMPUTING_H

#include <signal.h>

#include "table.h"

/* ---- interrupt.c ---- */

/* Makes errors of write() out of broken streams, and a failure with a message
 * out of abort() in a library. */
void cli_prepare_streams(void);
/* Catches SIGINT, SIGTERM, SIGHUP and SIGALRM from here on: the first one makes
 * cli_interrupted return true, a second one ends the process. */
void cli_catch_interrupts(void);
/* Interrupts the process after this number of seconds. */
void cli_end_after(uint64_t seconds);
bool cli_interrupted(void);
/* True if cli_end_after has interrupted the process. */
extern volatile sig_atomic_t cli_out_of_time;

/* ---- progress.c ---- */

typedef struct cli_progress {
    bool open_end; /* set by the command: nobody knows where the run will end */
    bool wanted, terminal, shown, begun;
    double start;              /* time, in seconds */
    double first, first_share; /* time and share at the first step */
    double last;               /* time of the last line */
} cli_progress;

/* Returns the options of a run that every command has: threads, the limit of
 * memory, and this progress. */
ta_options cli_options_of(const cli_settings *settings, cli_progress *progress);
/* Begins the progress of a run, and catches interruptions. */
void cli_progress_begin(cli_progress *progress, const cli_settings *settings);
/* Reports the progress: a function for ta_options. Returns 1, which stops the
 * run, after an interruption. */
int cli_progress_step(void *progress, double share, uint64_t done);
/* Removes the line from a terminal. */
void cli_progress_end(cli_progress *progress);

/* Writes the line for a share and a number of positions that are done at the
 * time `now`, cut to size - 1 bytes; returns line. */
char *cli_progress_line(const cli_progress *progress, double share,
                        uint64_t done, double now, char *line, size_t size);

/* ---- quantities.c ---- */

/* A sequence that the library computes. */
typedef struct cli_sequence {
    const char *command;  /* the name in messages and in `takeaway engines` */
    ta_content content;   /* what an archive of the sequence holds */
    unsigned commands;    /* bits of the commands that print the sequence */
    const char *no_octal; /* why octal games are refused; NULL: accepted */
} cli_sequence;

/* The sequences, in the order of the words of --quantity. */
enum { CLI_SEQUENCES = 4 };
extern const cli_sequence cli_sequences[CLI_SEQUENCES];
/* Returns the sequence that a command prints. nth prints cold positions. */
const cli_sequence *cli_sequence_of(unsigned command);
/* Returns the quantity ("cold", "nim", "length", "octal") whose engines compute
 * the content. */
const char *cli_quantity_of(ta_content content, bool octal);
/* Returns the engines of a quantity, and sets *count to their number. Returns
 * NULL if there is no quantity of that name. */
const ta_engine_info *cli_engines_of(const char *quantity, size_t *count);
cli_list cli_quantities(void);

/* ---- engine-name.c ---- */

/* An engine as the user names it. */
typedef struct cli_engine {
    char label[64]; /* NAME:SETTING..., as given */
    char name[64];  /* NAME alone */
} cli_engine;

/* Returns the engines of a quantity; of cold positions for any other text. */
cli_list cli_engine_names(const char *quantity);
/* Reads the first `length` bytes of the text, NAME or NAME:SETTING..., as an
 * engine of a quantity. Sets options->engine to engine->name, and the options
 * that the settings name. Returns CLI_DONE or, after a message about the option
 * `what`, CLI_USAGE. */
int cli_engine_read(const char *what, const char *text, size_t length,
                    const char *quantity, cli_engine *engine,
                    ta_options *options);

/* ---- checkpoint.c: what a run knows before it starts, and what it keeps ----
 */

/* Stands between an engine and the sink of the command: a checkpoint keeps each
 * block, and then hands it on. */
typedef struct cli_checkpoint {
    const cli_settings *settings;
    const ta_sink *next;       /* the sink of the command */
    ta_archive *known;         /* of --resume, or NULL */
    ta_archive_writer *writer; /* of --checkpoint, or NULL */
    uint64_t done;             /* the end of what was handed on */
    uint64_t saved;            /* the end of what is in the file; 0: nothing */
    double last;               /* time of the last save, seconds */
    ta_status ended;           /* the status that the run ended with */
    ta_error why;              /* why a save has failed; "": none has */
} cli_checkpoint;

/* Opens --resume and begins --checkpoint, for a run of `info`, of which end and
 * count are ignored. With `truncate` the checkpoint leaves out values that no
 * later run needs. Returns CLI_DONE, or a status after a message. The caller
 * calls cli_checkpoint_end in either case. */
int cli_checkpoint_begin(cli_checkpoint *c, const cli_settings *settings,
                         const ta_archive_info *info, bool truncate);
/* Keeps a block and hands it on: a sink's function. Saves every few minutes. */
ta_status cli_checkpoint_consume(void *checkpoint, const ta_block *block);
/* Saves what is known after a run that ended with st. Returns st, or the status
 * of saving where that is what failed. */
ta_status cli_checkpoint_finish(cli_checkpoint *c, ta_status st,
                                ta_error *error);
/* Says what the file holds if the run did not reach its end; frees all. */
void cli_checkpoint_end(cli_checkpoint *c);

/* ---- run.c: runs, and archives that are read in their place ---- */

typedef struct cli_run {
    const cli_settings *settings;
    const cli_sequence *sequence;
    ta_game *game;
    cli_engine engine;
    ta_options options;
    bool chooses_threads; /* the user gave no number of threads */
    uint64_t n;
    uint64_t predicted; /* bytes of the engine */
    uint64_t limit;     /* of memory, bytes */
    ta_plan *plan;
    cli_progress progress;
    cli_checkpoint checkpoint;
    ta_archive *in;   /* of --in, or NULL; then there is no game */
    uint64_t in_from; /* what the archive has below is not handed over */
} cli_run;

/* Makes the game and the options, or opens --in. Returns CLI_DONE, or a status
 * after a message. The caller calls cli_run_end in either case. */
int cli_run_begin(cli_run *run, const cli_settings *settings,
                  const cli_sequence *sequence);
/* Opens --resume, begins --checkpoint, and plans the run to n, with the options
 * that run->options has by now. Refuses a run that needs more memory than is
 * allowed; `own` are bytes that the command allocates. Returns an exit status.
 */
int cli_run_plan(cli_run *run, uint64_t n, uint64_t own);
/* Computes [0, n), or reads it, into the sink, with progress, checkpoints and
 * statistics. Returns the status of the run, or of saving its checkpoint. */
ta_status cli_run_into(cli_run *run, ta_sink sink, ta_error *error);
void cli_run_end(cli_run *run);
/* Returns what an archive of the run says of itself, but for end and count. The
 * name of the game may be in id. */
ta_archive_info cli_run_info(const cli_run *run, char id[TA_GAME_ID]);

/* ---- nth.c ---- */

/* Calls visit for the first `wanted` cold positions of a game, in increasing
 * order. Runs to larger and larger N are made until there are enough. Sets *st
 * to the status of the last run, or to an error that visit returned. Returns
 * CLI_DONE, or a status after a message: a run is refused, or there are fewer
 * cold positions. */
int cli_first_cold(cli_run *run, uint64_t wanted,
                   ta_status (*visit)(void *state, uint64_t position),
                   void *state, ta_status *st, ta_error *error);

/* ---- archives.c: archives that are read ---- */

/* Opens an archive that the user named as `what` ("--in: "; may be ""). Returns
 * an exit status after a message: cli_unreadable where the file cannot be
 * read, CLI_MISMATCH where it is no sound archive. */
int cli_archive_open(const char *what, const char *path, ta_archive **archive);
/* Returns CLI_DONE if the archive `file`, which the user named as `what`, has
 * the wanted content, game and convention. A wanted game NULL is any game, then
 * in either convention unless misere play is wanted. */
int cli_known_fits(const char *what, const char *file,
                   const ta_archive_info *have, const ta_archive_info *want);
/* Opens an archive that must be what is wanted. The caller closes the archive
 * whatever is returned. */
int cli_known_open(const char *what, const char *file,
                   const ta_archive_info *want, ta_archive **archive);
/* Opens --in, which must be of the game that is given, if any is. */
int cli_in_open(const cli_settings *settings, ta_content content,
                ta_archive **archive);
/* Checks that the archive names its game, so that the game can be made again.
 * Returns CLI_DONE, or a status after a message. */
int cli_archive_names_game(const char *file, const ta_archive_info *have);
/* Returns whether a game is given, by --game or as an operand. */
bool cli_game_given(const cli_settings *settings);
/* Reads [from, to) into a sink. Returns as ta_archive_read, which no other file
 * of the command line calls, or TA_ECANCELLED after an interruption. */
ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next, ta_error *error);
const char *cli_content_text(ta_content content); /* "cold positions" */
const char *cli_convention_text(ta_convention convention); /* "normal" */

/* ---- at.c: --at ---- */

/* The ends n of the rows of a table, each row about the positions below n. */
typedef struct cli_ends {
    uint64_t *end; /* strictly increasing; freed by free() */
    size_t count;
} cli_ends;

/* Sets *ends to the ends that --at asks for, none above n. `at` is powers2,
 * powers10, cubes or a list of numbers; NULL stands for n alone. The caller
 * frees ends->end in any case. Returns CLI_DONE, or a status after a message.
 */
int cli_ends_read(const char *at, uint64_t n, cli_ends *ends);

/* What --at accepts, as a message says it. */
extern const char cli_at_forms[];

/* ---- export.c ---- */

cli_list cli_sequence_names(void);

/* ---- info.c ---- */

/* Prints the rows content, game, convention and end. */
void cli_put_about(cli_rows *rows, const ta_archive_info *about);
/* Prints the row "sha256", the digest of the numbers that an archive holds.
 * Returns CLI_DONE, or a status after a message. */
int cli_archive_digest(const ta_archive *archive, cli_rows *rows);

/* ---- output.c: --format, -o and --digest ---- */

/* The formats of --format: those of the library's writer, then this. */
enum { CLI_FORMAT_ARCHIVE = TA_NPY + 1 };

/* Where a list goes. */
typedef struct cli_output {
    const cli_settings *settings;
    bool lists_json;
    cli_rows list; /* of JSON */
    tai_writer *writer;
    ta_archive_writer *archive;
    tai_digest *digest;
} cli_output;

/* Takes the format from the ending of -o FILE if --format is not given. */
void cli_output_format(cli_settings *settings);
/* Checks that the options go together, for [0, n). Returns an exit status. */
int cli_output_check(const cli_settings *settings, uint64_t n);
/* Opens what is to be written. The caller calls cli_output_end in any case. */
ta_status cli_output_begin(cli_output *output, const cli_settings *settings,
                           const ta_archive_info *info, ta_error *error);
/* Writes a block, which may repeat: a sink's function. */
ta_status cli_output_consume(void *output, const ta_block *block);
/* Ends the files, or drops them if st is not TA_OK. Returns the final status.
 */
ta_status cli_output_end(cli_output *output, ta_status st, ta_error *error);

/* ---- answer.c ---- */

/* The largest number of heaps of an octal game whose values a run can hold. */
#define CLI_OCTAL_MOST (UINT64_C(0xffffff00))

/* ---- period.c ---- */

enum { CLI_OCTAL_MASK = 32 }; /* bytes of the text of a mask */
/* Writes the mask of rare values in hexadecimal. Returns text, or NULL if the
 * summary has no mask. */
const char *cli_octal_mask(const ta_summary *summary,
                           char text[CLI_OCTAL_MASK]);

/* ---- games.c ---- */

/* Returns how games are written: subtraction sets, octal games by name. */
cli_list cli_game_names(bool sets, bool octal);
/* CLI_DONE if there is a game of that name, right or wrong after its colon;
 * else CLI_USAGE after a message. */
int cli_check_game(const char *what, const char *spec);
/* Makes an octal game from a code or a name. `what` names the text in messages.
 * Returns CLI_DONE, or a status after a message. */
int cli_octal_game(const char *what, const char *spec, ta_convention convention,
                   ta_game **game);
/* Makes the game of the settings; where it is an operand it has to be an octal
 * one. CLI_DONE, or a status after a message. */
int cli_game(const cli_settings *settings, ta_convention convention,
             ta_game **game);
/* ---- line.c ---- */

/* The largest heap whose remoteness is computed, and the largest heap of
 * `play`. */
#define CLI_LENGTHS_MOST (UINT64_C(0xfffffeff))

/* ---- input.c ---- */

typedef enum cli_input_end {
    CLI_INPUT_LINE, /* there is a line */
    CLI_INPUT_OVER,
    CLI_INPUT_INTERRUPTED
} cli_input_end;

/* Reads the next line of standard input, without its end; a line of `size`
 * bytes or more is read in pieces. Needs cli_catch_interrupts. */
cli_input_end cli_input_line(char *line, size_t size);
/* Calls `take` for each line of a file, or of standard input for "-", without
 * the end of the line. Lines that are empty or begin with '#' are left out.
 * `what` names the file in messages, and `where` the line. Stops when `take`
 * returns another status than CLI_DONE. Returns this status, or a status after
 * a message about the file. */
int cli_each_line(const char *what, const char *file,
                  int (*take)(void *state, const char *where, char *line),
                  void *state);

/* ---- peak.c ---- */

/* Starts to measure the memory of a run. Returns a value for cli_peak_end. */
uint64_t cli_peak_begin(void);
/* Returns the bytes that the run took at its peak; 0 if they are unknown. */
uint64_t cli_peak_end(uint64_t before);

#endif
