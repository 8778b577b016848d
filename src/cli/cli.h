/* The command line: one file a command, one option table. The header is long
 * because it is the list of what the files of this module offer each other. */
#ifndef TA_CLI_H
#define TA_CLI_H

#include <signal.h>

#include "checkpoint.h"
#include "rows.h"

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_USAGE = 2,
    CLI_MISMATCH = 3,
    CLI_INTERRUPTED = 130
};

/* Names joined by ", ". */
typedef struct cli_list {
    char text[800];
} cli_list;

enum {
    CLI_OPERANDS = 64, /* most that a command takes */
    CLI_THREADS_MOST = 1024
};

/* What the options say; table.c maps each option to its field. */
typedef struct cli_settings {
    const char *game, *engine;    /* of a run */
    const char *at;               /* count */
    const char *output;           /* NULL: standard output, as "-" says, too */
    const char *engines;          /* compare */
    uint64_t threads, max_memory; /* 0: not given */
    uint64_t from, offset, reps, warmup;
    uint64_t quantity; /* compare: 0 cold, then as in cli_sequences */
    uint64_t format;   /* a value of tai_format, or CLI_FORMAT_ARCHIVE */
    bool misere, stats, status, quiet;
    bool help, version, man;
    const char *completion;
    bool max, cold, period, long_proof; /* octal */
    bool histogram;                     /* nim and its like */
    bool shortest;                      /* moves */
    uint64_t begin;                     /* play: 0 you, 1 the computer */
    uint64_t search, limit;             /* moves */
    uint64_t size, within, digits;      /* census */
    const char *with, *family, *sets, *codes, *resume_after, *start;
    bool json;
    const char *operands[CLI_OPERANDS]; /* all of them, in order */
    size_t n_operands;
    const char *checkpoint, *resume; /* of a run */
    uint64_t checkpoint_every;       /* seconds */
    uint64_t until;                  /* likewise; 0: not given */
    const char *in;                  /* an archive, in place of a run */
    bool digest;                     /* of the results */
    bool full, bfile;                /* verify, export */
    uint64_t positions, seed;        /* verify */
    uint64_t windows, window_size;   /* likewise */
    bool follower;    /* of a fleet: another rank prints and keeps */
    bool given[128];  /* by index in cli_options */
    unsigned command; /* bit; 0 if none was given */
    int argc;         /* as main was given them */
    char **argv;
} cli_settings;

typedef struct cli_command {
    const char *name;
    unsigned bit;         /* in cli_option.commands */
    const char *operands; /* "N", "CODE N", "HEAP...", ""; in [] if not
                             needed; "..." at the end: any number */
    const char *summary;  /* one line */
    const char *details;  /* lines of the help, ended by '\n' */
    const char *example;  /* lines, ended by '\n' */
} cli_command;

typedef enum cli_kind {
    CLI_FLAG,
    CLI_TEXT,
    CLI_NUMBER,
    CLI_TIME,  /* seconds: a number with s, m, h or d allowed after it */
    CLI_SIZE,  /* bytes: a number with K, M, G or T allowed after it */
    CLI_CHOICE /* one of `accepted`, which are joined by '|' */
} cli_kind;

typedef struct cli_option {
    const char *name; /* without the dashes */
    char letter;      /* '\0': none */
    cli_kind kind;
    const char *value;    /* what the help calls it; NULL for flags */
    const char *accepted; /* the choices, or what a size is, in messages */
    const char *initial;  /* the default as it would be given, or NULL */
    size_t field;         /* offset in cli_settings */
    uint64_t least, most; /* of numbers */
    unsigned commands;    /* that take it; 0: takeaway itself, hidden */
    const char *help;     /* lines joined by '\n' */
} cli_option;

/* words.c: an option's help for some commands in words of their own; where they
 * do not take it, why. */
typedef struct cli_words {
    const char *option;
    unsigned commands;
    const char *text; /* may say "(default ...)" in place of the option's */
} cli_words;

enum { /* cli_command.bit */
       CLI_COUNT = 1u << 0,
       CLI_COLD = 1u << 1,
       CLI_COMPARE = 1u << 2,
       CLI_FIT = 1u << 3,
       CLI_GAMES = 1u << 4,
       CLI_ENGINES = 1u << 5,
       CLI_HELP = 1u << 6,
       CLI_OCTAL = 1u << 7,
       CLI_MOVES = 1u << 8,
       CLI_NIM = 1u << 9,
       CLI_PERIOD = 1u << 10,
       CLI_YARDSTICK = 1u << 11,
       CLI_LENGTH = 1u << 12,
       CLI_LINE = 1u << 13,
       CLI_PLAY = 1u << 14,
       CLI_INFO = 1u << 15,
       CLI_VERIFY = 1u << 16,
       CLI_EXPORT = 1u << 17,
       CLI_IS = 1u << 18,
       CLI_NTH = 1u << 19,
       CLI_CENSUS = 1u << 20,
       CLI_EVERY = 0x7fffffff
};

extern const cli_command cli_commands[];
extern const size_t cli_n_commands;
extern const cli_option cli_options[];
extern const size_t cli_n_options;
extern const cli_words cli_own_words[];
extern const size_t cli_n_own_words;

typedef struct cli_exit {
    int status;
    const char *text; /* lines joined by '\n' */
} cli_exit;
extern const cli_exit cli_exits[]; /* help.c */
extern const size_t cli_n_exits;

/* ---- commands ---- */

int cli_count(const cli_settings *settings);
int cli_cold(const cli_settings *settings);
int cli_compare(const cli_settings *settings);
int cli_fit(const cli_settings *settings);
int cli_games(const cli_settings *settings);
int cli_engines(const cli_settings *settings);
int cli_help(const cli_settings *settings);
int cli_octal(const cli_settings *settings);
int cli_is(const cli_settings *settings);
int cli_nth(const cli_settings *settings);
int cli_moves(const cli_settings *settings);
int cli_nim(const cli_settings *settings);
int cli_period(const cli_settings *settings);
int cli_census(const cli_settings *settings);
/* Reads --start into *start, whose values stand in `values`, and options.start.
 * CLI_DONE, or CLI_USAGE after a message. */
int cli_start(const cli_settings *settings, ta_start *start,
              unsigned char values[TA_START_MOST], ta_options *options);
/* What --quiet leaves of a table of a period: nothing if it is not proved. */
void cli_print_period(bool proved, uint64_t preperiod, uint64_t period);
int cli_yardstick(const cli_settings *settings);
int cli_length(const cli_settings *settings);
int cli_line(const cli_settings *settings);
int cli_play(const cli_settings *settings);

int cli_info(const cli_settings *settings);
int cli_verify(const cli_settings *settings);
int cli_export(const cli_settings *settings);

/* ---- commands.c ---- */

int cli_do(const cli_command *command, const cli_settings *settings);
/* All that a command line asks for, but for the streams; the exit status. */
int cli_takeaway(int argc, char **argv);

/* ---- fleet.c: several ranks (takeaway-mpi) ---- */

extern tai_fleet *cli_fleet;    /* NULL: alone */
extern unsigned cli_ranks_here; /* that share this machine's memory */
/* Before anything else, by all ranks. */
void cli_fleet_join(tai_fleet *fleet, unsigned here);
/* This rank's, where those of one machine are not kept apart by MPI: a share.
 */
unsigned cli_processors(void);
/* The settings of this rank. CLI_DONE, or CLI_USAGE after a message: the
 * command gains nothing from ranks. *idle: there is nothing to do for this one.
 */
int cli_fleet_enter(cli_settings *settings, const cli_command *command,
                    bool *idle);
/* At the end of each rank: the exit status of all, after a message at rank 0.
 */
int cli_fleet_leave(int status);

/* ---- parse.c, help.c, man.c, completion.c: made from the tables ---- */

/* The command of this name, or NULL. */
const cli_command *cli_command_named(const char *name);
/* The same after a message that names others. */
const cli_command *cli_command_find(const char *name);
/* Reads argv. Returns CLI_DONE and the command (NULL if none was given), or
 * CLI_USAGE after a message. */
int cli_parse(int argc, char **argv, cli_settings *settings,
              const cli_command **command);
void cli_help_overall(void);
void cli_help_command(const cli_command *command);
/* Their names. */
cli_list cli_command_names(unsigned commands);
/* The option of this name, or NULL. */
const cli_option *cli_option_named(const char *name, size_t length);
/* The option's entry in cli_own_words for one of the commands, or NULL. */
const cli_words *cli_words_of(const cli_option *option, unsigned commands);
/* An option's help with its choices and default, for one command in its own
 * words if there are any, or (0) for all; returns text. */
char *cli_option_text(const cli_option *option, unsigned command,
                      char text[512]);
/* Why the command does not take --misere, after a colon; NULL if it does. */
const char *cli_no_misere(const char *command);
void cli_man(void);

/* ---- completion.c ---- */

/* Prints a completion script for this shell. */
int cli_completion(const char *shell);
extern const char cli_shells[];

/* ---- idle.c ---- */

/* CLI_USAGE after a message if an option was given that has no effect together
 * with the others, or does not go with them. */
int cli_check_idle(const cli_settings *settings, const cli_command *command);

/* ---- message.c ---- */

/* On ranks other than 0 the first message goes to cli_kept_message, a buffer of
 * CLI_KEPT bytes, and not to stderr; rank 0 prints it. NULL: print to stderr.
 */
enum { CLI_KEPT = 300 };
extern char *cli_kept_message;

/* The bytes of the UTF-8 character at `at`, and which it is; 0 if there is none
 * that is well formed. */
size_t cli_character(const char *at, uint32_t *code);
/* One line on stderr, "takeaway: ...". What does not just show itself, such as
 * control characters and invalid UTF-8, is written as \xHH. */
void cli_complain(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* The same of wrong usage; returns CLI_USAGE. */
int cli_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What the error says, or else the status. */
const char *cli_error_text(ta_status status, const ta_error *error);
/* The exit status for a library status. */
int cli_exit_of(ta_status status);
/* The same after a message where one is due. */
int cli_status(ta_status status, const ta_error *error);
/* The same for a refused value of an option or operand; returns CLI_USAGE. */
int cli_refuse(const char *what, const char *value, const char *accepted);
/* The same of a file that the user named and that cannot be read; returns
 * CLI_USAGE if it is not there or not meant to be read, else CLI_FAILED. */
int cli_unreadable(int error_number, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- spelling.c ---- */

void cli_list_add(cli_list *list, const char *name);
/* The length of the item at the beginning of a list (joined by ", ", " or " or
 * "|"), and of what parts it from the next. */
size_t cli_list_item(const char *list, size_t *gap);
/* Which of the names (joined by ", ", " or " or "|") a mistyped one was meant
 * to be; false if that would be far-fetched. What follows a ':' is neither
 * looked at nor a fault. */
bool cli_nearest(const char *name, const char *names, char nearest[80]);
/* Finds the game, in a form that is accepted, that a text may stand for: the
 * text itself, or list:1,5 for "1,5", or poly:1,0,1 for "k^2+1". */
enum { CLI_GUESS = 120 };
bool cli_guess_game(const char *text, char game[CLI_GUESS]);
/* Refuses a name that is none of these; returns CLI_USAGE. */
int cli_unknown(const char *what, const char *name, const char *names);

/* ---- rows.c ---- */

/* Flushes standard output; false once writing it has failed. */
bool cli_flush(void);
/* Flushes standard output and turns what happened there into an exit status:
 * a reader that went away is no failure. */
int cli_finish_output(int status);

/* ---- values.c ---- */

/* Makes room for one more item of `size` bytes in *array (NULL at first), a
 * pointer to `count` of them. False if there is no memory: all is as it was. */
bool cli_grow(void *array, size_t count, size_t size);
/* For qsort: uint64_t, increasing. */
int cli_by_number(const void *a, const void *b);
enum { CLI_RANGE = 120 };
/* What numbers are accepted, in words; returns text. */
char *cli_range_text(uint64_t least, uint64_t most, char text[CLI_RANGE]);
/* An operand or option value that must be a number; CLI_DONE or CLI_USAGE. */
int cli_number(const char *what, const char *text, uint64_t least,
               uint64_t most, uint64_t *value);
/* Numbers joined by commas, sorted and each once, into an array that the caller
 * frees, whatever is returned. CLI_DONE, or a status after a message. */
int cli_numbers(const char *what, const char *text, uint64_t least,
                uint64_t most, uint64_t **list, size_t *count);
/* "HEAP" or "HEAP@GAME": the heap's text, which the caller frees, NULL if there
 * is no memory; *game is set if there is one. */
char *cli_heap(const char *operand, const char **game);
/* The same for a heap of which lengths can be computed. CLI_DONE or a status
 * after a message. */
int cli_heap_number(const char *operand, const char **game, uint64_t *heap);
/* Bytes, and seconds, within the bounds of the option. */
int cli_size(const char *what, const char *text, const cli_option *option,
             uint64_t *bytes);
int cli_time(const char *what, const char *text, const cli_option *option,
             uint64_t *seconds);
char *cli_bytes_text(uint64_t bytes, char text[32]);
uint64_t cli_free_memory(void); /* bytes; 0 if the system does not say */
double cli_now(void);           /* seconds of a monotonic clock */

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
/* moves --shortest */
int cli_shortest(const cli_settings *settings);

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
