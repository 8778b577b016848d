/* Declares the tables of commands and options, and the functions that use them:
 * the parser, the help, the man page, the completion. */
#ifndef TA_CLI_TABLE_H
#define TA_CLI_TABLE_H

#include "cli.h"

struct cli_command {
    const char *name;
    unsigned bit; /* such as CLI_COUNT */
    /* The operands of the command in the help, such as "CODE [N]". */
    const char *operands;
    /* The least and the largest number of operands. */
    size_t least, most;
    const char *summary; /* one line of the help */
    const char *details; /* one paragraph of the help */
    /* The example command lines of the help, separated by '\n'. */
    const char *example;
};

typedef enum cli_kind {
    CLI_FLAG,
    CLI_TEXT,
    CLI_NUMBER,
    /* A time in seconds; the number may have the suffix s, m, h or d. */
    CLI_TIME,
    /* A number of bytes; the number may have the suffix K, M, G or T. */
    CLI_SIZE,
    CLI_CHOICE /* a word of cli_option.accepted */
} cli_kind;

struct cli_option {
    const char *name; /* without the dashes */
    cli_kind kind;
    /* The offset in cli_settings of the member that holds the value. */
    size_t field;
    /* What the help calls the value, such as "FILE"; NULL for a flag. */
    const char *value;
    /* The bits of the commands that accept the option. If there are none, the
     * option is accepted only without a command, and the help does not show it.
     */
    unsigned commands;
    const char *help; /* a phrase for the help */
    /* What the option accepts, as messages say it. For CLI_CHOICE these are the
     * words, separated by ", ". NULL for flags, texts and numbers. */
    const char *accepted;
    /* The default value as a user would write it; NULL if there is none. */
    const char *initial;
    /* The least and the largest value of a number, time or size. */
    uint64_t least, most;
    /* The letter of the short form, such as q for -q; '\0' if there is none. */
    char letter;
    /* The heading above the option in the help. NULL if the option has the
     * heading of the option before it. */
    const char *group;
};

/* A text about one option for certain commands. If a command accepts the
 * option, the text replaces the general help of the option. Otherwise the text
 * says why the command refuses the option. */
typedef struct cli_words {
    const char *option;
    unsigned commands;
    /* The text that the help prints about the option. The help adds the default
     * value of the option, unless the text contains "(default". */
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
       CLI_PLOT = 1u << 21,
       CLI_EVERY = 0x7fffffff
};

/* The tables of commands, of options, and of texts about options. Each table
 * ends with an entry whose first member is NULL. */
extern const cli_command cli_commands[];
extern const cli_option cli_options[];
extern const cli_words cli_own_words[];

/* An exit status of the program, and a text that says when the program ends
 * with it. The help and the man page list these texts. */
typedef struct cli_exit {
    int status;
    const char *text;
} cli_exit;
extern const cli_exit cli_exits[]; /* help.c */
/* The paragraph of the help and of the man page that says how the user writes
 * numbers. */
extern const char cli_numbers_text[];

/* ---- functions that use the tables ---- */

/* Returns the command with this name. If there is none, prints a message and
 * returns NULL. */
const cli_command *cli_command_find(const char *name);
/* Returns the names of those commands whose bits are in `commands`. */
cli_list cli_command_names(unsigned commands);
/* Returns the option whose name is the first `length` bytes of `name`; NULL if
 * there is none. */
const cli_option *cli_option_named(const char *name, size_t length);
/* Returns the text about one option in the table cli_own_words for certain
 * commands. `option` is its name, and `commands` has the bits of the commands.
 * Returns NULL if the table has no text for any of them. */
const char *cli_own_text(const char *option, unsigned commands);

/* Reads the arguments of main into *settings. Sets *command to the command that
 * they name; NULL if they name none. Returns true; on an error, prints a
 * message and returns false. */
bool cli_parse(int argc, char **argv, cli_settings *settings,
               const cli_command **command);
/* Checks that each option that the user has given has an effect, and that no
 * two of them exclude each other. Returns true; on an error, prints a message
 * and returns false. */
bool cli_check_idle(const cli_settings *settings, const cli_command *command);

/* Prints the help of a command; NULL stands for the general help of the
 * program. */
void cli_help_command(const cli_command *command);
enum { CLI_TEXT_SIZE = 512 };
/* Writes the help of an option to `text`, and returns text. `command` is the
 * bit of a command. The help is the text that the table cli_own_words has for
 * the option and this command. If there is none, or if `command` is 0, it is
 * the general help of the option. If the option has a default that the help
 * does not name, the accepted words and the default are appended. */
char *cli_option_text(const cli_option *option, unsigned command,
                      char text[CLI_TEXT_SIZE]);
void cli_man(void);
/* Prints the table from which the completion scripts of shells are made. */
void cli_completion(void);

/* ---- idle.c ---- */

/* Returns whether the user has given the option with this name, which must be a
 * name in cli_options. */
bool cli_is_given(const cli_settings *settings, const char *option);

#endif
