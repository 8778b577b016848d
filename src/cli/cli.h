/* The command line: one file a command, one option table. This header has what
 * every file needs: the settings, the exit statuses, messages, numbers, and the
 * standard headers for text and numbers. The
 * table of options is in table.h; runs, archives and progress in computing.h.
 */
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

/* Names joined by ", ". */
typedef struct cli_list {
    char text[800];
} cli_list;

enum {
    CLI_OPERANDS = 64, /* most that a command takes */
    CLI_THREADS_MOST = 1024
};

/* The values of the options, some of them with the commands that use them.
 * table.c maps each option to its field. */
typedef struct cli_settings {
    const char *game, *engine;    /* of a run */
    const char *at;               /* count */
    const char *output;           /* NULL: standard output */
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
    uint64_t begin;                     /* play: 0 you, 1 the computer */
    uint64_t search, limit;             /* moves */
    uint64_t size, within, digits;      /* census */
    const char *with, *sets, *codes, *resume_after;
    bool json;
    const char *operands[CLI_OPERANDS]; /* all of them, in order */
    size_t n_operands;
    const char *checkpoint, *resume; /* of a run */
    uint64_t checkpoint_every;       /* seconds */
    uint64_t until;                  /* seconds; 0: not given */
    const char *in;                  /* an archive, in place of a run */
    bool digest;                     /* of the results */
    uint64_t positions, seed;        /* verify */
    uint64_t windows, window_size;   /* likewise */
    bool follower;    /* this is a rank above 0; rank 0 prints and writes */
    bool given[128];  /* options that were given, by index in cli_options */
    unsigned command; /* its bit; 0: none was given */
    int argc;         /* the arguments of main */
    char **argv;
} cli_settings;

/* ---- commands ---- */

/* Carries out a command. Returns an exit status. */
typedef int cli_function(const cli_settings *settings);
cli_function cli_answer; /* count, cold, nim, length and octal */
cli_function cli_census, cli_compare, cli_engines, cli_export, cli_fit,
    cli_games, cli_help, cli_info, cli_is, cli_line, cli_moves, cli_nth,
    cli_period, cli_play, cli_verify, cli_yardstick;

/* ---- commands.c ---- */

/* Does what a command line asks for. Returns the exit status. */
int cli_takeaway(int argc, char **argv);

/* ---- ranks.c: several ranks (takeaway-mpi) ---- */

extern tai_comm *cli_comm;      /* NULL: one process alone */
extern unsigned cli_ranks_here; /* ranks that share this machine's memory */
/* Joins the ranks: all ranks call it before anything else. */
void cli_ranks_join(tai_comm *comm, unsigned here);
/* Returns the processors of this rank: its share, where MPI does not keep the
 * ranks of one machine apart. */
unsigned cli_processors(void);
/* Makes the settings those of this rank. Sets *idle if the rank has nothing to
 * do. Returns CLI_DONE, or CLI_USAGE after a message: the command gains nothing
 * from ranks. */
int cli_ranks_enter(cli_settings *settings, const cli_command *command,
                    bool *idle);
/* Ends this rank. Returns the exit status of all ranks, after a message at rank
 * 0. */
int cli_ranks_leave(int status);

/* ---- period.c ---- */

/* Prints preperiod and period, as --quiet does: nothing if none is proved. */
void cli_print_period(const ta_summary *summary);

/* ---- message.c ---- */

/* The first message of a rank other than 0, which rank 0 prints. */
extern char cli_kept_message[300];

/* Prints one line on stderr, "takeaway: ...". Bytes that a terminal would not
 * show, such as control characters and invalid UTF-8, become \xHH. On ranks
 * other than 0 the first message is kept for rank 0 instead. Returns `status`.
 */
int cli_report(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define cli_complain(...) ((void)cli_report(CLI_FAILED, __VA_ARGS__))
/* Prints a message about wrong usage. Returns CLI_USAGE. */
#define cli_wrong(...) cli_report(CLI_USAGE, __VA_ARGS__)
/* Returns the sentence of the error, or if there is none that of the status. */
const char *cli_error_text(ta_status status, const ta_error *error);
/* Flushes standard output. Returns `status`, or CLI_FAILED after a message
 * where writing has failed. A reader that went away is no failure. */
int cli_finish_output(int status);
/* Returns the exit status for a status of the library. */
int cli_exit_of(ta_status status);
/* Returns the same, after a message if the status is not TA_OK. */
int cli_status(ta_status status, const ta_error *error);
/* Refuses the value of an option or operand. Returns CLI_USAGE. */
int cli_refuse(const char *what, const char *value, const char *accepted);
/* Returns the exit status for a file of the user that cannot be read: CLI_USAGE
 * if the file is missing, forbidden or no file, else CLI_FAILED. */
int cli_exit_of_errno(int error_number);
/* Prints a message about such a file. Returns that exit status. */
#define cli_unreadable(error_number, ...)                                      \
    cli_report(cli_exit_of_errno(error_number), __VA_ARGS__)

/* ---- spelling.c ---- */

/* Appends a name to a list. */
void cli_list_add(cli_list *list, const char *name);
/* Returns the item at *at in a list, and moves *at to the next item. Sets
 * *width to the length of the item. Returns NULL at the end of the list. */
const char *cli_list_next(const char **at, size_t *width);
/* Finds which of the names in a list a mistyped name was meant to be. Returns
 * false if none is like it. Only what stands before a ':' is compared. */
bool cli_nearest(const char *name, const char *names, char nearest[80]);
/* Sets *chosen to the index of a text in the list `names`. Returns CLI_DONE, or
 * CLI_USAGE after a message. */
int cli_choose(const char *what, const char *text, const char *names,
               uint64_t *chosen);
/* Refuses a name that is not in the list `names`. Returns CLI_USAGE. */
int cli_unknown(const char *what, const char *name, const char *names);

/* ---- rows.c ---- */

/* Returns the number of bytes of the UTF-8 character at `at`, and sets *code to
 * its code point; returns 0 if the character is not well formed. */
size_t cli_character(const char *at, uint32_t *code);
/* Flushes standard output. Returns false once writing to it has failed. */
bool cli_flush(void);
/* The errno of the first failure of standard output; 0 if there is none. */
extern int cli_output_error;

/* ---- values.c ---- */

/* Enlarges *array, a pointer to `count` items of `size` bytes (NULL at first),
 * by one item. Returns false, and changes nothing, if there is no memory. */
bool cli_grow(void *array, size_t count, size_t size);
/* Compares two numbers of type uint64_t, for qsort in increasing order. */
int cli_by_number(const void *a, const void *b);
enum { CLI_RANGE = 120 }; /* bytes of the text of a range */
/* Writes which numbers are accepted, as a message says it; returns text. */
char *cli_range_text(uint64_t least, uint64_t most, char text[CLI_RANGE]);
/* Reads a number in [least, most]. Returns CLI_DONE, or CLI_USAGE after a
 * message that names `what`. */
int cli_number(const char *what, const char *text, uint64_t least,
               uint64_t most, uint64_t *value);
/* Reads numbers in [least, most], joined by commas. Sets *list to an array of
 * the different numbers in increasing order, and *count to their number. The
 * caller frees the array in any case. Returns CLI_DONE, or a status after a
 * message that names `what`. */
int cli_numbers(const char *what, const char *text, uint64_t least,
                uint64_t most, uint64_t **list, size_t *count);
/* Splits an operand "HEAP" or "HEAP@GAME". Returns the text of the heap, which
 * the caller frees, or NULL if there is no memory. Sets *game if the operand
 * names a game. */
char *cli_heap(const char *operand, const char **game);
/* Splits an operand in the same way, and reads the heap as a number up to
 * CLI_LENGTHS_MOST. Returns CLI_DONE, or a status after a message. */
int cli_heap_number(const char *operand, const char **game, uint64_t *heap);
/* Reads an amount of bytes (CLI_SIZE) or seconds (CLI_TIME) such as 2G or 10m,
 * within the bounds of the option. Returns CLI_DONE, or CLI_USAGE after a
 * message that names `what`. */
int cli_units(const char *what, const char *text, const cli_option *option,
              uint64_t *value);
uint64_t cli_free_memory(void); /* bytes; 0 if the system does not say */

#endif
