/* What the commands that compute share: games and engines, runs, archives,
 * progress, interruption, output. */
#ifndef TA_CLI_COMPUTING_H
#define TA_CLI_COMPUTING_H

#include <signal.h>

#include "checkpoint.h"
#include "cli.h"

/* ---- interrupt.c ---- */

/* Makes broken streams errors of write() and not deaths, and abort() in a
 * library a failure with a message. */
void cli_prepare_streams(void);
/* From here on SIGINT, SIGTERM and SIGHUP are polled for; a second one ends. */
void cli_catch_interrupts(void);
/* From where a file of this name is begun, as a signal that ended the process
 * would leave it half done. Not for a pipe: to open it may wait for ever. */
void cli_before_file(const char *path);
/* So many seconds from now, as if by a signal. */
void cli_end_after(uint64_t seconds);
extern volatile sig_atomic_t cli_out_of_time;
/* "interrupted", or that the time of --until is over. */
const char *cli_interrupted_text(void);
bool cli_interrupted(void); /* has one come? */
/* Calls give_up(state) and ends the process with status 130 if the run is not
 * over, by cli_watch_end, half a second after an interruption. */
void cli_watch_begin(void (*give_up)(void *state), void *state);
void cli_watch_end(void);

/* ---- run.c: what every computing command does ---- */

typedef struct cli_progress {
    bool wanted, terminal, shown, begun;
    const uint64_t *count;            /* of cold positions so far, or NULL */
    const ta_stats *stats;            /* NULL, or where resumption may fail */
    double start, first, first_share; /* at the first step */
    double last;                      /* line */
    uint64_t last_done;
    bool open_end; /* a search: set before it begins */
} cli_progress;

/* What the library computes of every position. */
typedef struct cli_sequence {
    const char *command;  /* for messages and `takeaway engines` */
    ta_content content;   /* in archives */
    const char *no_octal; /* why octal games are refused; NULL: they are not */
} cli_sequence;

/* An engine as the user names it. */
typedef struct cli_engine {
    char label[64]; /* NAME:SETTING..., as given */
    char name[64];  /* NAME alone */
} cli_engine;

typedef struct cli_run {
    const cli_settings *settings;
    const cli_sequence *sequence;
    ta_game *game;
    cli_engine engine;
    ta_options options;
    bool chooses_threads; /* the user gave no number of threads */
    uint64_t n, predicted, limit;
    ta_plan *plan; /* of [0, n); NULL where `memory` stands for it */
    cli_progress progress;
    cli_checkpoint checkpoint;
    ta_archive *in;   /* --in: read and not computed; no game then */
    uint64_t in_from; /* what is below is not handed over */
    /* NULL, or what is asked for the memory in place of a plan. */
    ta_status (*memory)(const ta_game *game, uint64_t n,
                        const ta_options *options, uint64_t *bytes,
                        ta_error *error);
    /* NULL, or undoes what the command has begun, such as its output file,
     * when the process ends in the midst of a run. */
    void (*abandon)(void *state);
    void *abandon_state;
    uint64_t held; /* with --stats: of cli_peak_begin */
} cli_run;

/* Makes the game and the options. CLI_DONE, or a status after a message.
 * cli_run_end is right in either case. */
int cli_run_begin(cli_run *run, const cli_settings *settings,
                  const cli_sequence *sequence);
/* Opens what --resume and --checkpoint name, and plans the run to n; all
 * options are set by then. Refuses, before any work, what needs more memory
 * than is allowed: the engine's share for [0, n) and `extra` bytes of the
 * command's own. */
int cli_run_plan(cli_run *run, uint64_t n, uint64_t extra);
/* Around what computes: signals, progress, the watch; then saving and
 * statistics. Returns st, or what saving returned. */
void cli_run_enter(cli_run *run);
ta_status cli_run_leave(cli_run *run, ta_status st, ta_error *error);
/* Computes [0, n), or reads it, into the sink, with progress and statistics. */
ta_status cli_run_into(cli_run *run, ta_sink sink, ta_error *error);
void cli_run_end(cli_run *run);
/* What an archive of the run says of itself, but for end and count; the text of
 * the game may be in id. */
ta_archive_info cli_run_info(const cli_run *run, char id[TA_GAME_ID]);

/* ---- known.c: archives that are read, before a run or in its place ---- */

/* Whether a game was given, by --game or as an operand. */
bool cli_game_given(const cli_settings *settings);
/* CLI_DONE if the archive `file`, which the user named as `what`, has the
 * content and is of the game and the convention that are wanted. A game NULL is
 * any one, then in either convention unless misere play is wanted. */
int cli_known_fits(const char *what, const char *file,
                   const ta_archive_info *have, const ta_archive_info *want);
/* Opens what an option (`what`: "--in: ") names, which has to be what is
 * wanted. The caller closes it whatever is returned. */
int cli_known_open(const char *what, const char *file,
                   const ta_archive_info *want, ta_archive **archive);
/* The same of --in, of the game that was given, if any was. */
int cli_in_open(const cli_settings *settings, ta_content content,
                ta_archive **archive);
/* Opens an archive that the user named as `what` ("--in: "; may be ""). Returns
 * an exit status after a message: cli_unreadable where the file cannot be
 * read, CLI_MISMATCH where it is no sound archive. */
int cli_archive_open(const char *what, const char *path, ta_archive **archive);
/* CLI_DONE if the name of the game in the archive `file` says which it is. */
int cli_archive_names_game(const char *file, const ta_archive_info *have);
int cli_known_reaches(const ta_archive *archive, const cli_settings *settings,
                      uint64_t n);
const char *cli_content_text(ta_content content); /* "cold positions" */
const char *cli_convention_text(ta_convention convention); /* "normal" */
/* ta_archive_read, of which no other file of the command line makes use: it can
 * be interrupted (TA_ECANCELLED). */
ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next, ta_error *error);

/* ---- at.c: --at ---- */

typedef struct cli_ends {
    uint64_t *end; /* strictly increasing, none above n; free() frees them */
    size_t count;
} cli_ends;

/* The ends that --at asks for: powers2, powers10, cubes or a list; n alone if
 * it is NULL. Returns CLI_DONE, or a status after a message; what is in *ends
 * is the caller's in either case. */
int cli_ends_read(const char *at, uint64_t n, cli_ends *ends);

/* What it may be, in words. */
extern const char cli_at_forms[];

/* ---- export.c ---- */

cli_list cli_sequence_names(void);

/* ---- info.c ---- */

/* Puts the rows content, game, convention and end. */
void cli_put_about(cli_rows *rows, const ta_archive_info *about);
/* Puts the row "sha256" of all that an archive holds. */
int cli_archive_digest(const ta_archive *archive, cli_rows *rows);

/* ---- output.c: --format, -o and --digest ---- */

/* The formats of --format: those of the library's writer, then this. */
enum { CLI_FORMAT_ARCHIVE = TA_NPY + 1 };

typedef struct cli_output {
    const cli_settings *settings;
    cli_rows list; /* --json */
    tai_writer *writer;
    ta_archive_writer *archive;
    tai_digest *digest;
} cli_output;

/* Takes the format from the ending of -o FILE if --format is not given.
 * CLI_DONE, or CLI_USAGE after a message: the two contradict each other. */
int cli_output_format(cli_settings *settings, const cli_command *command);
/* Whether the options go together, for [0, n). */
int cli_output_check(const cli_settings *settings, uint64_t n);
/* Opens what is to be written. `skipped` cold positions below --from will not
 * be handed over. After CLI_DONE, cli_output_end or cli_output_drop. */
int cli_output_begin(cli_output *output, const cli_settings *settings,
                     const ta_archive_info *info, uint64_t skipped);
/* The digest, and nothing else. */
void cli_print_digest(const cli_settings *settings, const tai_digest *digest);
/* A sink's function. */
ta_status cli_output_take(void *output, const ta_block *block);
/* Finishes or, after an error, abandons it; returns the exit status. */
int cli_output_end(cli_output *output, ta_status st, const ta_error *error);
void cli_output_drop(void *output);

/* ---- sequence.c: commands that print cold positions or values ---- */

/* All that such a command, whose last operand is N, does: a list in the formats
 * of the writer, of values also records (--max), the largest (--at) or a
 * histogram (--histogram). Returns the exit status. */
int cli_sequence_main(const cli_sequence *sequence,
                      const cli_settings *settings);

/* ---- quantities.c ---- */
extern const cli_sequence cli_cold_sequence, cli_nim_sequence,
    cli_length_sequence, cli_octal_sequence;
/* All of them, ended by NULL, as --quantity has them. */
extern const cli_sequence *const cli_sequences[];
/* The quantity whose engines compute it, of an octal game or another. */
const char *cli_quantity_of(ta_content content, bool octal);
/* ---- engine.c ---- */

/* Reads the first `length` bytes of the text, NAME or NAME:SETTING..., as an
 * engine of a quantity ("cold", "nim", "length", "octal"). Sets options->engine
 * to engine->name, and the options that the settings name. Returns CLI_DONE or,
 * after a message about the option `what`, CLI_USAGE. */
int cli_engine_read(const char *what, const char *text, size_t length,
                    const char *quantity, cli_engine *engine,
                    ta_options *options);

/* CLI_DONE if the quantity ("cold", "nim", "length", "octal") has this engine,
 * else CLI_USAGE after a message. */
int cli_check_engine(const char *what, const char *name, const char *quantity);
/* The engines of a quantity ("cold", "nim", "length", "octal"), or NULL; and
 * the names of these. */
const ta_engine_info *cli_engines_of(const char *quantity, size_t *count);
cli_list cli_quantities(void);

/* ---- games.c ---- */

/* CLI_DONE if there is a game of that name, right or wrong after its colon;
 * else CLI_USAGE after a message. */
int cli_check_game(const char *what, const char *spec);
/* Makes the game of the settings; where it is an operand it has to be an octal
 * one. CLI_DONE, or a status after a message. */
int cli_game(const cli_settings *settings, ta_convention convention,
             ta_game **game);
/* ---- line.c ---- */

/* The largest heap whose length is computed. */
#define CLI_LENGTHS_MOST (UINT64_C(0xfffffeff))

/* ---- find.c ---- */

/* Computes until *position is the wanted-th cold position, counted from 1; each
 * run, planned already, is announced, if announce is not NULL. An exit status,
 * after a message that there are not so many of `what` if so. */
int cli_find_nth(cli_run *run, uint64_t wanted, const char *what,
                 void (*announce)(const cli_run *run, uint64_t wanted),
                 uint64_t *position);

/* A run beyond this takes some seconds and more: is, nth announce it. */
#define CLI_LONG_RUN (UINT64_C(1) << 28)

/* ---- input.c ---- */

typedef struct cli_input { /* all zero at first */
    char text[512];
    size_t used, taken;
    bool over;
} cli_input;

typedef enum cli_input_end {
    CLI_INPUT_LINE, /* there is one */
    CLI_INPUT_OVER,
    CLI_INPUT_INTERRUPTED
} cli_input_end;

/* The next line of standard input, without its end; valid until the next
 * call. Needs cli_catch_interrupts. */
cli_input_end cli_input_line(cli_input *input, const char **line);

/* ---- octal.c ---- */

/* The most heaps of an octal game. */
#define CLI_OCTAL_MOST (UINT64_C(0xffffff00))
enum { CLI_OCTAL_MASK = 32 };
/* The mask of rare values in hexadecimal; returns text. */
const char *cli_octal_mask(const ta_summary *summary,
                           char text[CLI_OCTAL_MASK]);

/* ---- progress.c ---- */

/* What a line says. */
typedef struct cli_progress_state {
    double share, rate, elapsed, left; /* positions a second; seconds; left
                                          below 0: not known */
    uint64_t done, count;              /* cold positions so far, or 0 */
    bool open_end;
} cli_progress_state;
/* The line for a terminal of so many columns, which it never fills: what is
 * least needed is left out. Returns its length, below `columns` and `size`. */
size_t cli_progress_line(const cli_progress_state *at, unsigned columns,
                         char *line, size_t size);
/* What all computing is asked for: threads, the limit of memory, this progress.
 */
ta_options cli_options_of(const cli_settings *settings, cli_progress *progress);
/* From here on interruptions are polled for, too. */
void cli_progress_begin(cli_progress *progress, const cli_settings *settings);
int cli_progress_step(void *progress, double share, uint64_t done);
void cli_progress_end(cli_progress *progress);

/* ---- peak.c ---- */

/* Starts to measure the memory of a run. Returns a value for cli_peak_end. */
uint64_t cli_peak_begin(void);
/* Returns the bytes that the run took at its peak; 0 if they are unknown. */
uint64_t cli_peak_end(uint64_t before);

#endif
