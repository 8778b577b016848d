/* Declares the tables of commands and options, and the functions that use them:
 * the parser, the help texts, the man page, the completion. */
#ifndef TA_CLI_TABLE_H
#define TA_CLI_TABLE_H

#include "cli.h"

struct cli_command {
    const char *name;
    unsigned bit;         /* the bit of the command, such as CLI_COUNT */
    const char *operands; /* the operands in the help, such as "CODE [N]" */
    size_t least, most;   /* least and largest number of operands */
    const char *summary;  /* one line of the help */
    const char *details;  /* one paragraph of the help */
    const char *example;  /* command lines for the help, joined by '\n' */
};

typedef enum cli_kind {
    CLI_FLAG,
    CLI_TEXT,
    CLI_NUMBER,
    CLI_TIME,  /* seconds; a number may have the suffix s, m, h or d */
    CLI_SIZE,  /* bytes; a number may have the suffix K, M, G or T */
    CLI_CHOICE /* one of the words in cli_option.accepted */
} cli_kind;

struct cli_option {
    const char *name; /* without the dashes */
    cli_kind kind;
    size_t field;      /* the offset of the value in cli_settings */
    const char *value; /* the help's name for the value; NULL for flags */
    /* Bits of the commands that accept the option. If there are none, the
     * option is accepted only without a command, and the help does not show
     * it. */
    unsigned commands;
    const char *help; /* a phrase that describes the option */
    /* What the option accepts, as messages show it. For CLI_CHOICE these are
     * the words, joined by ", ". NULL for flags, texts and numbers. */
    const char *accepted;
    const char *initial;  /* the default as a user would write it, or NULL */
    uint64_t least, most; /* bounds of a number, time or size */
    char letter;          /* the short form, such as q for -q; '\0': none */
    /* The heading above the option in the help. NULL: the option belongs to the
     * same heading as the option before it. */
    const char *group;
};

/* A text about one option for certain commands. For a command that accepts the
 * option, it replaces the option's general help. For any other command, it says
 * why the option is refused. */
typedef struct cli_words {
    const char *option;
    unsigned commands;
    /* The text. A "(default ...)" in it replaces the default of the option. */
    const char *text;
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

/* The tables of commands, options and texts. Each table ends with an entry
 * whose first member is NULL. */
extern const cli_command cli_commands[];
extern const cli_option cli_options[];
extern const cli_words cli_own_words[];

/* An exit status of takeaway, and a text that says when takeaway returns it.
 * The help, the man page and README.md list these texts. */
typedef struct cli_exit {
    int status;
    const char *text;
} cli_exit;
extern const cli_exit cli_exits[]; /* help.c */
/* The paragraph of the help and the man page that says how numbers are
 * written. */
extern const char cli_numbers_text[];

/* ---- functions that use the tables ---- */

/* Returns the command of this name. If there is none, prints a message and
 * returns NULL. */
const cli_command *cli_command_find(const char *name);
/* Returns the list of the names of those commands whose bits are in
 * `commands`. */
cli_list cli_command_names(unsigned commands);
/* Returns the option whose name is the first `length` bytes of `name`, or
 * NULL. */
const cli_option *cli_option_named(const char *name, size_t length);
/* Returns the first text in cli_own_words that is about this option and a
 * command whose bit is in `commands`; NULL if there is none. */
const char *cli_own_text(const char *option, unsigned commands);

/* Reads the arguments of main into *settings. Sets *command to the command, or
 * to NULL if there is none. Returns true, or false after a message. */
bool cli_parse(int argc, char **argv, cli_settings *settings,
               const cli_command **command);
/* Checks that each option that the user gives has an effect, and that no two
 * of them exclude each other. Returns true, or false after a message. */
bool cli_check_idle(const cli_settings *settings, const cli_command *command);

/* Prints the help of a command, or the general help of takeaway for NULL. */
void cli_help_command(const cli_command *command);
enum { CLI_TEXT_SIZE = 512 };
/* Writes the help of an option, with its choices and its default, to `text`. If
 * cli_own_words has a text for the command whose bit is `command`, this text is
 * used. If `command` is 0, the general help is used. Returns text. */
char *cli_option_text(const cli_option *option, unsigned command,
                      char text[CLI_TEXT_SIZE]);
void cli_man(void);
/* Prints the table for the completion scripts. */
void cli_completion(void);

/* ---- idle.c ---- */

/* Returns whether the user gave the option of this name. The name must be in
 * cli_options. */
bool cli_is_given(const cli_settings *settings, const char *option);

#endif
