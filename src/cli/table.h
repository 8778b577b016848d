/* The tables of commands and options, and what is made from them: the parser,
 * the help texts, the man page, the completion scripts. */
#ifndef TA_CLI_TABLE_H
#define TA_CLI_TABLE_H

#include "cli.h"

struct cli_command {
    const char *name;
    unsigned bit;         /* in cli_option.commands */
    const char *operands; /* "N", "CODE N", "HEAP...", ""; in [] if not
                             needed; "..." at the end: any number */
    const char *summary;  /* one line */
    const char *details;  /* lines of the help, ended by '\n' */
    const char *example;  /* lines, ended by '\n' */
};

typedef enum cli_kind {
    CLI_FLAG,
    CLI_TEXT,
    CLI_NUMBER,
    CLI_TIME,  /* seconds: a number with s, m, h or d allowed after it */
    CLI_SIZE,  /* bytes: a number with K, M, G or T allowed after it */
    CLI_CHOICE /* one of `accepted`, which are joined by '|' */
} cli_kind;

struct cli_option {
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
};

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

/* Returns whether the option of this name was given. */
bool cli_is_given(const cli_settings *settings, const char *option);

/* CLI_USAGE after a message if an option was given that has no effect together
 * with the others, or does not go with them. */
int cli_check_idle(const cli_settings *settings, const cli_command *command);

#endif
