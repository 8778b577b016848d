/* The tables of commands and options, and what is made from them: the parser,
 * the help texts, the man page, the completion scripts. */
#ifndef TA_CLI_TABLE_H
#define TA_CLI_TABLE_H

#include "cli.h"

struct cli_command {
    const char *name;
    unsigned bit;         /* in cli_option.commands */
    const char *operands; /* "N", "CODE [N]", "HEAP...", "" */
    size_t least, most;   /* number of operands */
    const char *summary;  /* one line */
    const char *details;  /* one paragraph of the help */
    const char *example;  /* command lines, joined by '\n' */
};

typedef enum cli_kind {
    CLI_FLAG,
    CLI_TEXT,
    CLI_NUMBER,
    CLI_TIME,  /* seconds: a number with s, m, h or d allowed after it */
    CLI_SIZE,  /* bytes: a number with K, M, G or T allowed after it */
    CLI_CHOICE /* one of the list `accepted` */
} cli_kind;

struct cli_option {
    const char *name; /* without the dashes */
    cli_kind kind;
    size_t field;         /* offset in cli_settings */
    const char *value;    /* what the help calls it; NULL for flags */
    unsigned commands;    /* that take it; 0: takeaway itself, hidden */
    const char *help;     /* a phrase */
    const char *accepted; /* the choices, or what a size is, in messages */
    const char *initial;  /* the default as it would be given, or NULL */
    uint64_t least, most; /* of numbers */
    char letter;          /* '\0': none */
    const char *group;    /* heading in the help; NULL: that of the option
                             before */
};

/* An option's help for some commands in words of their own; for commands that
 * do not take the option, the reason why. */
typedef struct cli_words {
    const char *option;
    unsigned commands;
    const char *text; /* a "(default ...)" in it replaces that of the option */
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

/* The tables; an entry without a name, option or text ends each of them. */
extern const cli_command cli_commands[];
extern const cli_option cli_options[];
extern const cli_words cli_own_words[];

/* An exit status, and when takeaway ends with it: the list that the help, the
 * man page and README.md have. */
typedef struct cli_exit {
    int status;
    const char *text;
} cli_exit;
extern const cli_exit cli_exits[]; /* help.c */
/* How numbers are written, for the help and the man page. */
extern const char cli_numbers_text[];

/* ---- what is made from the tables ---- */

/* Returns the command of this name; NULL if there is none. */
const cli_command *cli_command_named(const char *name);
/* Does the same; prints a message before it returns NULL. */
const cli_command *cli_command_find(const char *name);
/* Returns the names of the commands of these bits. */
cli_list cli_command_names(unsigned commands);
/* Returns the option of this name, or NULL. */
const cli_option *cli_option_named(const char *name, size_t length);
/* Returns the text of an option in cli_own_words for one of the commands; NULL
 * if there is none. */
const char *cli_own_text(const char *option, unsigned commands);

/* Reads argv. Returns CLI_DONE and the command (NULL if none was given), or
 * CLI_USAGE after a message. */
int cli_parse(int argc, char **argv, cli_settings *settings,
              const cli_command **command);
/* Checks that each option that was given has an effect and goes with the
 * others. Returns CLI_DONE, or CLI_USAGE after a message. */
int cli_check_idle(const cli_settings *settings, const cli_command *command);

/* Prints the help of a command; for NULL that of takeaway. */
void cli_help_command(const cli_command *command);
enum { CLI_TEXT_SIZE = 512 };
/* Writes an option's help with its choices and its default to `text`, and
 * returns text: for one command in its own words, if it has any; for 0 in those
 * of all commands. */
char *cli_option_text(const cli_option *option, unsigned command,
                      char text[CLI_TEXT_SIZE]);
void cli_man(void);
/* Prints a completion script. Returns CLI_DONE, or CLI_USAGE after a message.
 */
int cli_completion(const char *shell);

/* ---- idle.c ---- */

/* Returns whether the option of this name was given. */
bool cli_is_given(const cli_settings *settings, const char *option);

#endif
