/* What commands that compute or read sequences share beside runs: archives,
 * output, games, points, lines of input. Terms: cli.h. */
#ifndef TA_CLI_COMPUTING_H
#define TA_CLI_COMPUTING_H

#include "archive/formats.h"
#include "runs.h"

/* ---- memory-games.c ---- */

bool cli_is_memory(const char *spec); /* "memory:2x" */
/* Makes the game with a memory of a spec, for a command line that may have
 * these options. */
bool cli_memory_game(const cli_settings *settings, const char *spec,
                     uint64_t options, ta_memory **game);
/* Carries out is, moves or play if the heap is of a game with a memory, and
 * returns whether it is. */
bool cli_memory_heap(const cli_settings *settings);
/* Carries out period: the recurrence of the cold heaps. */
void cli_memory_growth(const cli_settings *settings);

/* ---- exact.c ---- */

/* Carries out is or moves in exact play, and returns whether it is asked for.
 */
bool cli_exact_heap(const cli_settings *settings);

/* ---- nth.c ---- */

/* Sets positions[i] to the k[i]-th cold position of the game of a run that
 * cli_run_begin has made, for each i < count. `most` is the largest k[i].
 * Returns as tai_nths. */
ta_status cli_find_cold(cli_run *run, const uint64_t *k, size_t count,
                        uint64_t most, uint64_t *positions);

/* ---- archives.c: archives that are read ---- */

/* Opens the archive in the file `path`. The message begins with `what`, such as
 * "--in: " or "". The exit status is CLI_MISMATCH if the file is no archive or
 * a damaged one, and that of cli_exit_of_errno if the file cannot be read. */
bool cli_archive_open(const char *what, const char *path, ta_archive **archive);
/* Checks that an archive has the content, game and convention of `want`. `have`
 * describes the archive, and `file` is the name of its file. If want->game is
 * NULL, any game is accepted. If want->game is NULL and want->convention is
 * TA_NORMAL, either convention is accepted. The message begins with `what`. */
bool cli_known_fits(const char *what, const char *file,
                    const ta_archive_info *have, const ta_archive_info *want);
/* Checks that `archive`, which was opened from the file of --in, has this
 * content and convention, and is of the game `spec`, unless that is NULL.
 * Refuses truncated checkpoints, which lack most values. */
bool cli_in_fits(const cli_settings *settings, const ta_archive *archive,
                 const char *spec, ta_content content,
                 ta_convention convention);
/* Checks that an archive stores the name of its game in full, so that the game
 * can be made from it. That of a long set, or of a set from a file, is only a
 * hash of the set. */
bool cli_archive_names_game(const char *file, const ta_archive_info *have);
/* As ta_archive_read; returns TA_ECANCELLED after an interruption. */
ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next);
const char *cli_content_text(ta_content content); /* "cold positions" */
const char *cli_convention_text(ta_convention convention); /* "normal" */

/* ---- at.c: --at ---- */

/* The numbers n that the user lists by the option --at. A table gets a row for
 * each of them; row k describes the positions below end[k], for example how
 * many of them are cold. */
typedef struct cli_ends {
    uint64_t *end; /* strictly increasing */
    size_t count;
} cli_ends;

/* Reads the option --at, which lists numbers. `at` is its text: powers2,
 * powers10 or cubes (those up to n), or numbers up to n, separated by commas.
 * NULL stands for the single number n. Sets *ends to the numbers; the caller
 * frees ends->end in any case. */
bool cli_ends_read(const char *at, uint64_t n, cli_ends *ends);

/* The texts that the option --at accepts, as messages list them. */
extern const char cli_at_forms[];

/* ---- export.c ---- */

cli_list cli_sequence_names(void);

/* ---- info.c ---- */

/* Prints four rows of a table that describes an archive: content, game,
 * convention, and end (the number of positions). */
void cli_put_about(cli_rows *rows, const ta_archive_info *about);
/* Prints the row "sha256" of a table that describes an archive: the SHA-256 of
 * the numbers in the archive, written as text with one number a line. */
bool cli_archive_digest(const ta_archive *archive, cli_rows *rows);

/* ---- output.c: --format, -o and --digest ---- */

/* The value of cli_where.format for --format=archive; of the other formats it
 * is a tai_format, such as TA_NPY. */
enum { CLI_FORMAT_ARCHIVE = TA_NPY + 1 };

/* The places to which a list of numbers is written: standard output or a file,
 * an archive, and a digest. A pointer is NULL if the settings do not ask for
 * this place. */
typedef struct cli_output {
    const cli_settings *settings;
    bool lists_json; /* to `list` */
    cli_rows list;
    tai_writer *writer;
    ta_archive_writer *archive;
    tai_digest *digest;
    tai_draft table; /* the file of a table, to which standard output leads */
    int standard;    /* a copy of standard output for the time after */
} cli_output;

/* Opens the file, the archive and the digest that the settings ask for. `info`
 * describes the numbers that will be written. Returns TA_OK or an error, whose
 * sentence is in cli_error. The caller calls cli_output_end in any case. */
ta_status cli_output_begin(cli_output *output, const cli_settings *settings,
                           const ta_archive_info *info, uint64_t offset);
/* Leads standard output to the file of -o, if the user gives one, until
 * cli_output_end, and prints a comment line with the game there, for `plot`.
 * Standard output itself gets no comment: what reads it takes its first line
 * for the header. Returns as cli_output_begin. */
ta_status cli_output_table(cli_output *output, const cli_settings *settings,
                           const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Writes the numbers of a block to `output`, a cli_output; of a block with a
 * period all repetitions. A ta_sink.consume. */
ta_status cli_output_consume(void *output, const ta_block *block);
/* If `st`, the status of the run, is TA_OK, completes the files and prints the
 * digest. Otherwise discards the files. Returns st, or the error of completing
 * the files. */
ta_status cli_output_end(cli_output *output, ta_status st);

/* ---- answer.c ---- */

/* Carries out count, cold, nim, length and octal. */
void cli_answer(const cli_settings *settings);
/* Prints what these commands do, or for `export` the list, of a sequence of the
 * game `spec`: of the heaps below n or, with --at, below the largest n that it
 * lists. `offset` is the first index of a b-file. */
void cli_print_sequence(const cli_settings *settings,
                        const cli_sequence *sequence, const char *spec,
                        uint64_t n, uint64_t offset);

/* The most heaps whose nim-values an octal run keeps in memory. */
#define CLI_OCTAL_MOST (UINT64_C(0xffffff00))

/* ---- period.c ---- */

enum { CLI_OCTAL_MASK = 32 }; /* bytes of the text */
/* Writes the mask of an octal game to `text`, in hexadecimal, and returns text.
 * A nim-value v is rare if v & mask has an even number of 1 bits. If
 * summary->parity is true, the parity of the heap matters, too, and "+position"
 * is appended (see ta_summary). Returns NULL if the summary has no mask. */
const char *cli_octal_mask(const ta_summary *summary,
                           char text[CLI_OCTAL_MASK]);
/* Prints the table of the command `octal --period`. With the option --quiet,
 * prints only the preperiod and the period. */
void cli_print_octal_period(const cli_settings *settings, const ta_game *game,
                            const ta_summary *summary);

/* ---- fit.c ---- */

/* The points (n, cold) of a table of counts, or other pairs of numbers. */
typedef struct cli_points {
    uint64_t from; /* the least n of a point */
    bool header;   /* the header line was read */
    double *n, *cold;
    uint64_t *exact_n; /* n before it is rounded to a double */
    size_t count;
    size_t left_out; /* lines with cold 0, which has no logarithm */
} cli_points;

/* Appends the point (x, y). */
bool cli_points_add(cli_points *points, uint64_t x, uint64_t y);
/* Reads a line of the table of counts, and appends its point to `points`. The
 * first line must be the header; each later one begins "n<TAB>cold". A line
 * with n below points->from, or with cold = 0, adds no point. */
bool cli_points_line(void *points, const char *where, char *text);
void cli_points_free(cli_points *points);
/* Returns log(x / before), which is precise even if x is close to `before`. */
double cli_log_step(double x, double before);

/* ---- games.c ---- */

/* Returns a list of the games that a user can name: subtraction sets and
 * rules if `sets` is true, and octal games if `octal` is true. A game with
 * parameters is listed by its form, such as "list:S,...". */
cli_list cli_game_names(bool sets, bool octal);
/* Says once on stderr that the set of a game ends where its file does, if
 * `heap` is above the largest element and the file does not begin with
 * `complete`. An archive that is read was made with this note. */
void cli_note_end(const ta_game *game, uint64_t heap);
/* Checks that `spec` is an octal code or the name of a game, to which a ':' and
 * parameters may be appended. The parameters are not checked. */
bool cli_check_game(const char *what, const char *spec);
/* As cli_ok, of making a game: its errors are those of the option or operand
 * `what`. */
bool cli_game_ok(const char *what, ta_status st);
/* Makes an octal game from `spec`, its code or its name, and sets *game to
 * it. */
bool cli_octal_game(const char *what, const char *spec,
                    ta_convention convention, ta_game **game);
/* Makes the game `spec`, given as the option or operand `what`, and sets *game
 * to it. The operand CODE is an octal game, also without "octal:". */
bool cli_game(const char *what, const char *spec, ta_convention convention,
              ta_game **game);

/* ---- play.c ---- */

/* Says of the position that a winning move leaves that it is cold. `single`
 * says whether the position is a single heap. */
const char *cli_cold_text(bool misere, bool single);

/* ---- line.c ---- */

/* The largest heap that the commands `line` and `play` accept. It is the
 * largest one of which the library computes the length of play (remoteness). */
#define CLI_LENGTHS_MOST (UINT64_C(0xfffffeff))

/* ---- input.c ---- */

/* Reads the next line of standard input to `line`, without its newline. A line
 * of `size` bytes or more is read in pieces, one a call. Returns false, without
 * a message, at the end of the input, or if cli_interrupted. */
bool cli_input_line(char *line, size_t size);
enum { CLI_NAMED = 200 }; /* bytes */
/* The game in the line "# game: ..." of the last file of cli_each_line, or "".
 */
extern char cli_named_game[CLI_NAMED];
/* Reads the next cell of a line of a table, and moves *line behind it. Returns
 * false, without a message, if it has other characters than digits, or is 2^64
 * or more: gnuplot reads 1_000, 1,5 and 1d5 as 1. */
bool cli_take_number(char **line, uint64_t *number);
enum { CLI_WHERE = 5000 };
/* Calls take(state, where, line) for each line of a file, or of standard input
 * if `file` is "-". `line` has no newline; `where`, of at most CLI_WHERE bytes,
 * names the line in messages, as in "FILE 'counts': line 3". Skips lines that
 * are empty or begin with '#', and a byte order mark. Returns true, or false at
 * the first line for which `take` returns false. If the file cannot be read,
 * the message begins with `what`. */
bool cli_each_line(const char *what, const char *file,
                   bool (*take)(void *state, const char *where, char *line),
                   void *state);

#endif
