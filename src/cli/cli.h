/* The takeaway command line. Each command has a source file of its own, and one
 * table has all options (table.h). This header declares what every file of the
 * command line needs: settings, exit statuses, messages, and the reading of
 * numbers. Runs, archives and progress are declared in computing.h. */
#ifndef TA_CLI_H
#define TA_CLI_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"

typedef struct cli_command cli_command; /* table.h */
typedef struct cli_option cli_option;

enum {
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_USAGE = 2,
    CLI_MISMATCH = 3,
    CLI_INTERRUPTED = 130
};

/* A list of names in one text, where ", " stands between two names. */
typedef struct cli_list {
    char text[800];
} cli_list;

enum {
    CLI_OPERANDS = 64, /* the most operands that a command accepts */
    CLI_THREADS_MOST = 1024
};

/* The options, operands and command of one command line. Most members are the
 * values of options: table.c maps each option to its member. Some comments name
 * the command that uses the members. */
typedef struct cli_settings {
    const char *game, *engine;
    const char *at;               /* --at: which n get a row in a table */
    const char *output;           /* a file name; NULL: standard output */
    const char *engines;          /* compare */
    uint64_t threads, max_memory; /* 0: not given; max_memory in bytes */
    uint64_t from, offset, reps, warmup;
    /* The sequence of the command compare, as an index in cli_sequences. */
    uint64_t quantity;
    uint64_t format; /* a value of tai_format, or CLI_FORMAT_ARCHIVE */
    bool misere, stats, status, quiet;
    bool help, version, man, completion;
    bool max, cold, period, long_proof; /* octal */
    bool histogram;                     /* nim, length, octal */
    /* Of the command play: 0 if the user makes the first move, 1 if the
     * computer does. */
    uint64_t begin;
    uint64_t search, limit;        /* moves */
    uint64_t size, within, digits; /* census */
    const char *with, *sets, *codes, *resume_after;
    bool json;
    const char *operands[CLI_OPERANDS]; /* in their order */
    size_t n_operands;
    const char *checkpoint, *resume; /* file names */
    uint64_t checkpoint_every;       /* seconds */
    uint64_t until;                  /* seconds; 0: not given */
    const char *in;                  /* an archive that replaces a run */
    bool digest;                     /* --digest: print a SHA-256 */
    uint64_t positions, seed;        /* verify */
    uint64_t windows, window_size;   /* verify */
    /* Whether this process is an MPI rank above 0. Only rank 0 prints, and
     * writes files. */
    bool follower;
    bool given[128];  /* given[k]: whether the user gave cli_options[k] */
    unsigned command; /* the bit of the command; 0: no command was given */
} cli_settings;

/* ---- commands ---- */

/* A function that carries out a command. An error ends the command; its message
 * sets cli_exit_status. */
typedef void cli_function(const cli_settings *settings);
cli_function cli_answer; /* for count, cold, nim, length and octal */
cli_function cli_census, cli_compare, cli_engines, cli_export, cli_fit,
    cli_games, cli_help, cli_info, cli_is, cli_line, cli_moves, cli_nth,
    cli_period, cli_play, cli_verify, cli_yardstick;

/* ---- commands.c ---- */

/* Carries out the command line in the arguments of main. Returns the exit
 * status. */
int cli_takeaway(int argc, char **argv);

/* ---- ranks.c: several ranks (takeaway-mpi) ---- */

/* The communicator of the MPI ranks; NULL if the process runs alone. An MPI
 * program sets it, and cli_ranks_here, before it calls cli_takeaway. */
extern tai_comm *cli_comm;
/* The number of ranks that share the memory of this machine; 1 without MPI. */
extern unsigned cli_ranks_here;
/* Returns the number of processors that this rank may use. If MPI has not bound
 * the ranks of a machine to separate processors, this is an equal share of the
 * machine's processors, at least 1. */
unsigned cli_processors(void);
/* Adapts the settings to this rank: a rank above 0 prints and writes nothing.
 * Sets *idle to whether the rank has nothing to do. Returns true, or false
 * after a message if several ranks cannot share the command. */
bool cli_ranks_enter(cli_settings *settings, const cli_command *command,
                     bool *idle);
/* Ends the communication of this rank, which has the exit status `status`.
 * Returns the exit status that all ranks have in common. If another rank has
 * failed, rank 0 prints why. */
int cli_ranks_leave(int status);

/* ---- period.c ---- */

/* Prints the preperiod and the period of the nim-values, joined by a tab, as
 * --quiet asks. Prints nothing if no period is proved. */
void cli_print_period(const ta_summary *summary);

/* ---- message.c ---- */

/* The first error message of this process if it is an MPI rank above 0, else
 * "". Rank 0 prints it when the ranks end (cli_ranks_leave). */
extern char cli_kept_message[300];

/* The exit status of the command line so far. It is CLI_DONE until a message
 * about an error sets it; later messages leave it. */
extern int cli_exit_status;
/* Prints a message on stderr as one line, "takeaway: MESSAGE", and sets
 * cli_exit_status to `status` if it is still CLI_DONE. ASCII control characters
 * become '?'. Bytes of other invisible characters and of invalid UTF-8 become
 * \xHH. A rank above 0 does not print: it keeps its first message for rank 0.
 * Returns false. */
bool cli_fail(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints a message that leaves cli_exit_status as it is. */
#define cli_complain(...) ((void)cli_fail(CLI_DONE, __VA_ARGS__))
/* Prints a message about wrong usage. Returns false. */
#define cli_wrong(...) cli_fail(CLI_USAGE, __VA_ARGS__)
/* The sentence about the last error of the library. All calls of the library
 * get this struct; it is empty until one of them fails. */
extern ta_error cli_error;
/* Returns the sentence in cli_error. If it is empty, returns a sentence that
 * describes `status`. */
const char *cli_error_text(ta_status status);
/* Flushes standard output before the program ends. If writing has failed,
 * prints a message about this failure. A pipe that its reader has closed, as
 * after `| head`, is no failure. Returns cli_exit_status. */
int cli_finish_output(void);
/* Returns the exit status that corresponds to a status of the library. */
int cli_exit_of(ta_status status);
/* Returns true if a status of the library is TA_OK. Otherwise prints the
 * sentence in cli_error, and returns false. No message is printed for a failure
 * of standard output, since cli_finish_output reports it, nor after an earlier
 * message that has set cli_exit_status. */
bool cli_ok(ta_status status);
/* Prints that there is no memory for `what`. Returns false. */
bool cli_no_memory(const char *what);
/* Prints that `value` is not accepted for the option or operand `what`, and
 * that `accepted` is. Returns false. */
bool cli_refuse(const char *what, const char *value, const char *accepted);
/* Returns the exit status for an input file that cannot be read, by the errno
 * of the failure. It is CLI_USAGE if the file is missing, forbidden, a folder
 * or a device, else CLI_FAILED. */
int cli_exit_of_errno(int error_number);
/* Prints a message about an input file that cannot be read, for which
 * cli_exit_of_errno gives the exit status. Returns false. */
#define cli_unreadable(error_number, ...)                                      \
    cli_fail(cli_exit_of_errno(error_number), __VA_ARGS__)

/* ---- spelling.c ---- */

/* Appends a name to a list. */
void cli_list_add(cli_list *list, const char *name);
/* Returns the name that begins at *at in a list of names joined by ", ". Sets
 * *width to the length of the name, and moves *at to the next name. Returns
 * NULL at the end of the list. */
const char *cli_list_next(const char **at, size_t *width);
/* Finds which name in the list `names` was probably meant by the mistyped
 * `name`, and writes it to `nearest`. Only the parts before a ':' are compared.
 * Returns false if no name is similar, or if `name` abbreviates several. */
bool cli_nearest(const char *name, const char *names, char nearest[80]);
/* Sets *chosen to the index of `text` in the list `names`, counted from 0.
 * Returns true, or false after a message about the option or operand `what` if
 * the list does not have the text. */
bool cli_choose(const char *what, const char *text, const char *names,
                uint64_t *chosen);
/* Prints that `name`, given as the option or operand `what`, is not in the
 * list `names`, and which name was probably meant. Returns false. */
bool cli_unknown(const char *what, const char *name, const char *names);

/* ---- rows.c ---- */

/* Returns the number of bytes of the UTF-8 character that begins at `at`, and
 * sets *code to its code point. Returns 0 if the bytes are not valid UTF-8. */
size_t cli_character(const char *at, uint32_t *code);
/* Flushes standard output, with the table rows that wait to be aligned. Returns
 * false if this or an earlier write to standard output has failed. */
bool cli_flush(void);
/* The errno of the first failed write to standard output; 0 if none failed. */
extern int cli_output_error;

/* ---- values.c ---- */

/* Makes sure that an array of `count` items of `size` bytes has capacity for
 * one more. `array` is the address of the pointer to the items, which is NULL
 * at first. Returns true. If there is no memory, changes nothing, prints that
 * there is none for `what`, and returns false. */
bool cli_grow(const char *what, void *array, size_t count, size_t size);
/* Compares two numbers of type uint64_t, for qsort in increasing order. */
int cli_by_number(const void *a, const void *b);
enum { CLI_RANGE = 120 }; /* bytes of the text of cli_range_text */
/* Writes the words of a message for the numbers in [least, most] to `text`,
 * such as "a number from 1 to 9". Returns text. */
char *cli_range_text(uint64_t least, uint64_t most, char text[CLI_RANGE]);
/* Reads `text` as a number in [least, most], and sets *value to it. Returns
 * true, or false after a message about the option or operand `what`. */
bool cli_number(const char *what, const char *text, uint64_t least,
                uint64_t most, uint64_t *value);
/* Reads `text` as numbers in [least, most], joined by commas. Sets *list to an
 * array of the numbers in increasing order, without repetition, and *count to
 * its length. The caller frees the array in any case. Returns true, or false
 * after a message about the option or operand `what`. */
bool cli_numbers(const char *what, const char *text, uint64_t least,
                 uint64_t most, uint64_t **list, size_t *count);
/* Splits an operand "HEAP" or "HEAP@GAME". Returns the text of the heap, which
 * the caller frees, or NULL if there is no memory. Sets *game to the text of
 * the game if the operand has one. */
char *cli_heap(const char *operand, const char **game);
/* Splits an operand "HEAP" or "HEAP@GAME", and sets *heap to the number of the
 * heap, at most CLI_LENGTHS_MOST. Sets *game to the text of the game if the
 * operand has one. Returns true, or false after a message. */
bool cli_heap_number(const char *operand, const char **game, uint64_t *heap);
/* Reads the value of an option with a unit, such as 2G or 10m. Sets *value to
 * bytes if option->kind is CLI_SIZE, or to seconds if it is CLI_TIME. Returns
 * true, or false after a message about `what`: the text is wrong, or the value
 * is outside the bounds of the option. */
bool cli_units(const char *what, const char *text, const cli_option *option,
               uint64_t *value);

#endif
