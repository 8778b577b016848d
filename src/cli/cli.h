/* The command line program takeaway. Each command has a source file of its own
 * that ends in its entry (command.h), and one table has all options
 * (options.c). This header declares what every file needs: settings, exit
 * statuses, messages, the reading of numbers. runs.h has what runs need, and
 * computing.h archives, games, points, output and lines of input.
 *
 * A bool function (and a bool `ok`) prints a message before it is false, unless
 * it only answers a question. The message sets the exit status; the command
 * then frees what it has and returns. A ta_status other than TA_OK has its
 * sentence in cli_error, which cli_ok prints. What is accepted together is
 * checked before a command runs (rules.c), so commands rely on it.
 *
 *   spec        a game as the user writes it: "primes", "0.137", "list:1,4"
 *   position    a heap, 0 <= position < N; cold or hot (in exact play, drawn)
 *   sequence    a result for each heap 0, 1, ... of a game: cold or not, its
 *   (quantity)  nim-value, its length of play; `octal` is the nim-values of an
 *               octal game. An archive calls cold, nim or length its content
 *   run         an engine (algorithm) computes a sequence below N (cli_run), or
 *               --in reads it from an archive, a file of results
 *   block       results of consecutive heaps, which a run hands to a sink in
 *               increasing order; with block->period they repeat (ta_block)
 *   checkpoint  an archive, or in searches a text, from which a run resumes
 *   draft       a file that gets its name when it is complete
 *   rank        a process of an MPI job; those above 0 follow: they compute,
 *               but neither print nor write
 *   what, where in messages: the option or operand, such as "--at" or "HEAP",
 *               and the line of a file
 */
#ifndef TA_CLI_H
#define TA_CLI_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/ranks.h"
#include "rows.h"

typedef struct cli_command cli_command; /* command.h */
typedef struct cli_option cli_option;

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_USAGE = 2,
    CLI_MISMATCH = 3,
    CLI_INTERRUPTED = 130
};

/* A list of names, kept as one text in which ", " separates the names; the text
 * is long enough for every list (cli_list_add asserts it). */
typedef struct cli_list {
    char text[800];
} cli_list;

enum {
    CLI_OPERANDS = 64, /* of a command, at most */
    CLI_THREADS_MOST = 1024,
    /* A convention: one may take more than there is. No sink of blocks. */
    CLI_SINK = TA_EXACT + 1
};

/* What a command line asks for, by reader. A member has the name of its option,
 * and the option's default if that is not given, or else 0 or NULL. */
typedef struct cli_what { /* what to compute */
    const char *game;     /* a spec; of CLI_CODE the first operand */
    const char *at, *in;
    uint64_t from, search, limit;
    uint64_t convention; /* TA_NORMAL (misere play, too), TA_EXACT, CLI_SINK */
    bool misere, max, histogram, cold, period, long_proof, all;
} cli_what;

typedef struct cli_where { /* where it goes */
    const char *output;    /* NULL: standard output */
    uint64_t format;       /* a tai_format, or CLI_FORMAT_ARCHIVE */
    uint64_t offset;
    bool json, digest, quiet;
    bool follower; /* a rank above 0 */
} cli_where;

typedef struct cli_long { /* how long runs go */
    const char *checkpoint, *resume;
    uint64_t checkpoint_every, until; /* seconds */
    bool status;
} cli_long;

typedef struct cli_speed {
    const char *engine;
    uint64_t threads, max_memory; /* bytes */
    bool stats;
} cli_speed;

/* The command, its operands and the values of its options. */
typedef struct cli_settings {
    cli_what what;
    cli_where out;
    cli_long runs;
    cli_speed speed;
    /* Of single commands. */
    struct {
        uint64_t size, within, digits;
        const char *with, *sets, *codes, *resume_after;
    } census;
    struct {
        const char *engines;
        uint64_t quantity; /* an index in cli_sequences */
        uint64_t reps, warmup;
    } compare;
    struct {
        uint64_t positions, seed, windows, window_size;
    } verify;
    struct {
        uint64_t residues, width;
        bool script;
    } plot;
    struct {
        const char *moves;
        bool nim;
    } grid;
    uint64_t begin; /* play: 1 if the computer makes the first move */
    bool help, version, man, completion;
    const char *operands[CLI_OPERANDS]; /* in their order */
    size_t n_operands;
    uint64_t given;             /* the set of given options; GIVEN asks */
    const cli_command *command; /* NULL if there is none */
} cli_settings;

/* ---- program.c ---- */

/* Carries out the command line in the arguments of main. Returns the exit
 * status. */
int cli_takeaway(int argc, char **argv);

/* ---- ranks.c: several ranks (takeaway-mpi) ---- */

/* The communicator of the MPI ranks; NULL if the process runs alone. An MPI
 * program sets cli_comm and cli_ranks_here before it calls cli_takeaway. */
extern tai_comm *cli_comm;
/* The number of ranks that share the memory of this machine; 1 without MPI. */
extern unsigned cli_ranks_here;
/* Prepares the settings for a command line that several MPI ranks carry out:
 * those of a rank above 0 ask for no output. Sets *idle to true if this rank
 * has nothing to do. Refuses a command that ranks cannot divide. */
bool cli_ranks_enter(cli_settings *settings, bool *idle);
/* Ends the communication of this MPI rank, whose exit status is `status`.
 * Returns the exit status on which all ranks agree. If another rank has failed,
 * rank 0 prints the message of that rank. */
int cli_ranks_leave(int status);

/* ---- message.c ---- */

/* The first error message of a rank above 0, which rank 0 prints when the ranks
 * end (cli_ranks_leave); "" if there is none. */
extern char cli_kept_message[300];

/* The exit status so far, which the first message about an error sets. */
extern int cli_exit_status;
/* Prints a message on stderr as one line, "takeaway: MESSAGE", by
 * cli_print_text. Sets cli_exit_status to `status` if it is still CLI_DONE. An
 * MPI rank above 0 does not print, but keeps its first error for rank 0.
 * Returns false. */
bool cli_fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same, but leaves cli_exit_status as it is. */
#define cli_complain(...) ((void)cli_fail(CLI_DONE, __VA_ARGS__))
/* The same for a wrong command line. */
#define cli_wrong(...) cli_fail(CLI_USAGE, __VA_ARGS__)
/* The sentence about the last error of the library. The commands hand this
 * struct to all functions of the library that can fail. */
extern ta_error cli_error;
/* Returns the sentence in cli_error. If it is empty, returns a sentence that
 * describes `status`. */
const char *cli_error_text(ta_status status);
/* Flushes standard output before the program ends. If writing has failed,
 * prints a message. A pipe that its reader has closed, as in `takeaway cold
 * 1000 | head`, is no failure. Returns cli_exit_status. */
int cli_finish_output(void);
/* Returns the exit status of the program for a status of the library, such as
 * CLI_USAGE for TA_EINVAL. */
int cli_exit_of(ta_status status);
/* Returns whether `status` is TA_OK. If not, prints the sentence in cli_error,
 * unless an earlier message has set cli_exit_status, or standard output has
 * failed, which cli_finish_output reports. */
bool cli_ok(ta_status status);
/* Prints that there is no memory for `what`. Returns false. */
bool cli_no_memory(const char *what);
/* Prints that the text `value` is wrong for `what`, and that right values are
 * `accepted`, such as "a number from 1 to 9". Returns false. */
bool cli_refuse(const char *what, const char *value, const char *accepted);
/* Returns the exit status for an input file that cannot be read, by the errno:
 * CLI_USAGE if it is missing, forbidden, a folder or a device, and otherwise
 * CLI_FAILED. */
int cli_exit_of_errno(int error_number);
/* Prints a message about such a file. Returns false. */
#define cli_unreadable(error_number, ...)                                      \
    cli_fail(cli_exit_of_errno(error_number), __VA_ARGS__)

/* ---- spelling.c ---- */

/* Appends a name to a list. */
void cli_list_add(cli_list *list, const char *name);
/* Returns the name that begins at *at in a list of names separated by ", ".
 * Sets *width to the length of the name, and moves *at to the next name.
 * Returns NULL at the end of the list. */
const char *cli_list_next(const char **at, size_t *width);
/* Prints that the command or option `what` is unknown, and which one of the
 * list `names` was probably meant, or that the command line `help` lists them.
 * Returns false. */
bool cli_unknown_name(const char *what, const char *name, const char *names,
                      const char *help);
/* Finds which name in the list `names` the user probably meant by the mistyped
 * text `name`, and writes it to `nearest`. Of names such as list:S,... only the
 * part before the ':' is compared. Returns false if no name is similar, or if
 * `name` is the beginning of several names. */
bool cli_nearest(const char *name, const char *names, char nearest[80]);
/* Sets *chosen to the index of `text` in the list `names`, counted from 0.
 * Fails by cli_unknown. */
bool cli_choose(const char *what, const char *text, const char *names,
                uint64_t *chosen);
/* Prints that the list `names` does not have the text `name`, given as `what`,
 * and suggests the name that was probably meant. Returns false. */
bool cli_unknown(const char *what, const char *name, const char *names);

/* ---- rows.c ---- */

/* Returns the length in bytes of the UTF-8 character that begins at `at`, and
 * sets *code to its code point. Returns 0 if the bytes are not valid UTF-8. */
size_t cli_character(const char *at, uint32_t *code);
/* Prints a text that may have words of the user, such as the name of a file, so
 * that it neither breaks a line or a table nor drives a terminal. ASCII control
 * characters become '?'. Other control characters, invalid UTF-8, and the
 * characters from U+2000 to U+206F, some of which are invisible or change the
 * direction of writing, become \xHH. */
void cli_print_text(FILE *to, const char *text);
/* Flushes standard output. First prints the table rows that wait until the
 * widths of the columns are certain. Returns false if this or an earlier write
 * to standard output has failed, which cli_finish_output reports. */
bool cli_flush(void);
/* The errno of the first failed write to standard output; 0 if none failed. */
extern int cli_output_error;

/* ---- values.c ---- */

/* Begins to count the memory that commands take by cli_grow, cli_charge and
 * cli_kept against --max-memory, beside what runs count themselves. It is not
 * given back: it is what a command holds to its end. */
void cli_memory_begin(const cli_speed *speed);
/* The status of `call`, which makes what the library keeps, such as a game with
 * a set from a file, within --max-memory. Later runs get what is left. */
#define cli_kept(call) cli_budget_end(cli_budget_begin() ? (call) : TA_ENOMEM)
bool cli_budget_begin(void);
ta_status cli_budget_end(ta_status st); /* as tai_budget_end; keeps errno */
/* Counts `bytes` bytes of memory for `what`. Fails above the limit. */
bool cli_charge(const char *what, uint64_t bytes);
/* Makes sure that an array of `count` items of `size` bytes has capacity for
 * one more item, and counts its memory. Capacities are powers of two: call it
 * before each item, with `count` the items so far. `array` is the address of
 * the pointer to the items; the pointer is NULL at first. The message says that
 * there is no memory for `what`. */
bool cli_grow(const char *what, void *array, size_t count, size_t size);
/* Returns whether a file, NULL for none, has this ending, such as ".npy". */
bool cli_ends_in(const char *file, const char *ending);
/* Compares two numbers of type uint64_t, for qsort in increasing order. */
int cli_by_number(const void *a, const void *b);
enum { CLI_RANGE = 120 }; /* bytes of the text of cli_range_text */
/* Writes what numbers are accepted, such as "a number from 1 to 9", to `text`,
 * and returns text. */
char *cli_range_text(uint64_t least, uint64_t most, char text[CLI_RANGE]);
/* Reads `text` as a number from `least` to `most`, and sets *value to it. */
bool cli_number(const char *what, const char *text, uint64_t least,
                uint64_t most, uint64_t *value);
/* Reads `text` as numbers from `least` to `most`, separated by commas. Sets
 * *list to an array of the numbers in increasing order, without repetition, and
 * *count to its length. The caller frees the array in any case. */
bool cli_numbers(const char *what, const char *text, uint64_t least,
                 uint64_t most, uint64_t **list, size_t *count);
/* Returns the part HEAP of an operand "HEAP" or "HEAP@GAME", such as 7@kayles,
 * as a new text. If the operand has a GAME, sets *game to it. The caller frees
 * the result, which is NULL if there is no memory. */
char *cli_heap(const char *operand, const char **game);
/* Reads such an operand, with a HEAP from 0 to `most`, as *heap and *game. */
bool cli_heap_number(const char *operand, const char **game, uint64_t most,
                     uint64_t *heap);

#endif
