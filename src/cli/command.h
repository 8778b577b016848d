/* What a command and an option are: one entry each, which the parser, the help,
 * the man page, the completion and the ranks of MPI read. commands.c says how
 * to add a command, options.c an option. Terms: cli.h. */
#ifndef TA_CLI_COMMAND_H
#define TA_CLI_COMMAND_H

#include "cli.h"

/* What a value is, of an option or operand: what a shell offers for it; and of
 * options, how the parser reads it. Those from CLI_LIST on the parser keeps as
 * texts, which the command reads. */
typedef enum cli_type {
    CLI_TEXT,
    CLI_FLAG,   /* no value */
    CLI_NUMBER, /* from `least` to `most` */
    CLI_SIZE,   /* bytes: 500M */
    CLI_TIME,   /* seconds: 10m */
    CLI_WORD,   /* one of `accepted` */
    CLI_LIST,   /* numbers, joined by commas */
    CLI_ENDS,   /* of --at; see cli_ends_read */
    CLI_POWERS, /* powers2 or powers10 */
    CLI_READ,   /* a file to read */
    CLI_WRITE,  /* a file to write */
    CLI_GAME,
    CLI_SET,  /* a game that is no octal game */
    CLI_CODE, /* an octal game, without "octal:" */
    CLI_HEAP,
    CLI_ENGINE,
    CLI_ENGINES,   /* joined by commas */
    CLI_QUANTITY,  /* an operand: a name in cli_sequences */
    CLI_SEQUENCE,  /* of `export`: an OEIS number or KIND:GAME */
    CLI_REFERENCE, /* a set of `yardstick` */
    CLI_COMMAND
} cli_type;

/* The options in the order of the help: OPT_GAME, ...; options.c has their
 * entries. */
#define CLI_OPTIONS(X)                                                         \
    X(GAME), X(MOVES), X(MISERE), X(CONVENTION), X(FROM), X(AT), X(MAX),       \
        X(HISTOGRAM), X(COLD), X(NIM), X(PERIOD), X(LONG_PROOF), X(SEARCH),    \
        X(SIZE), X(WITHIN), X(WITH), X(SETS), X(DIGITS), X(CODES), X(ALL),     \
        X(LIMIT), X(QUANTITY), X(ENGINES), X(REPS), X(WARMUP), X(BEGIN),       \
        X(POSITIONS), X(WINDOWS), X(WINDOW_SIZE), X(SEED), X(IN), X(RESIDUES), \
        X(OUTPUT), X(FORMAT), X(OFFSET), X(WIDTH), X(SCRIPT), X(JSON),         \
        X(DIGEST), X(QUIET), X(HELP), X(VERSION), X(STATUS), X(CHECKPOINT),    \
        X(CHECKPOINT_EVERY), X(RESUME), X(RESUME_AFTER), X(UNTIL), X(ENGINE),  \
        X(THREADS), X(MAX_MEMORY), X(STATS), X(MAN), X(COMPLETION)
#define CLI_OPTION_ID(name) OPT_##name
enum { OPT_NONE, CLI_OPTIONS(CLI_OPTION_ID), OPT_END };
_Static_assert(OPT_END <= 64, "a set of options has 64 bits");
/* The set of options that has this one. */
#define OPT(name)             (UINT64_C(1) << OPT_##name)
#define GIVEN(settings, name) (((settings)->given & OPT(name)) != 0)
/* Sets of options: of all commands that compute; of those whose results a
 * checkpoint can keep; and of those of them that print a list. */
#define CLI_COMPUTES (OPT(QUIET) | OPT(STATUS) | OPT(MAX_MEMORY))
#define CLI_KEPT                                                               \
    (CLI_COMPUTES | OPT(FROM) | OPT(IN) | OPT(OUTPUT) | OPT(JSON) |            \
     OPT(DIGEST) | OPT(CHECKPOINT) | OPT(CHECKPOINT_EVERY) | OPT(RESUME) |     \
     OPT(UNTIL) | OPT(ENGINE) | OPT(STATS))
#define CLI_LISTS (CLI_KEPT | OPT(FORMAT) | OPT(OFFSET))

struct cli_option {
    int id;           /* OPT_GAME, ...: its place in cli_options */
    const char *name; /* without the dashes */
    cli_type type;
    size_t field;      /* offset in cli_settings */
    const char *value; /* in the help, such as "FILE"; NULL for a flag */
    /* A phrase; what follows a '\v' is in the man page only. "": hidden, and of
     * no command. */
    const char *help;
    /* What messages say of right values; for CLI_WORD the words, joined by
     * ", ". NULL for flags, texts and numbers. */
    const char *accepted;
    const char *initial;  /* the default, as a user writes it, or NULL */
    uint64_t least, most; /* of a number, time or size */
    char letter;          /* short form, such as q for -q, or '\0' */
    const char *group;    /* a new heading of the help, or NULL */
};
extern const cli_option cli_options[OPT_END + 1]; /* up to a NULL name */

/* What a command says of one option: help in place of the general help or, if
 * the command does not take the option, why. */
typedef struct cli_words {
    int option;       /* 0 ends a list */
    cli_type type;    /* in place of the option's, or CLI_TEXT */
    const char *text; /* gets the default appended unless it has "(default"; of
                         CLI_WORD the accepted words, with the general help */
} cli_words;
/* An entry about OPT_name with a type of its own, and one without. */
#define TYPED(name, type, words)                                               \
    {                                                                          \
        OPT_##name, type, words                                                \
    }
#define OWN(name, words) TYPED(name, CLI_TEXT, words)
/* Texts of several commands. */
#define CLI_SETS_ONLY                                                          \
    TYPED(GAME, CLI_SET,                                                       \
          "the set: one that `takeaway games` lists, but no octal game")
#define CLI_ONE_THREAD OWN(THREADS, "threads to use (default 1)")
/* The conventions that a command knows. */
#define CLI_PLAY(words) TYPED(CONVENTION, CLI_WORD, words)

/* Which command lines a command refuses; rules.c. */
typedef enum cli_rule_kind {
    CLI_IDLE = 1,  /* any of `options` has no effect, for the reason `text` */
    CLI_REFUSED,   /* `text` is the message; also if `options` is 0 */
    CLI_EXCLUSIVE, /* two of `options` do not go together */
    CLI_NEEDED     /* one of `options` is needed */
} cli_rule_kind;
typedef struct cli_rule {
    cli_rule_kind kind; /* 0 ends a list */
    uint64_t options;
    uint64_t when, unless; /* holds with any of `when`, if there are some, and
                              with none of `unless` */
    unsigned facts;        /* that must be true: CLI_FORMED etc. */
    const char *text;
} cli_rule;
enum {                      /* facts; cli_check_rules finds them */
       CLI_FORMED = 1,      /* a file or a format other than text */
       CLI_TYPED = 2,       /* a format other than text */
       CLI_NO_BFILE = 4,    /* another format than b-file */
       CLI_ARCHIVED = 8,    /* the format archive */
       CLI_SKIPS = 16,      /* --from is not 0 */
       CLI_VALUES = 32,     /* the command prints values, not cold positions */
       CLI_OCTAL_SET = 64,  /* cold positions of an octal game */
       CLI_LISTED = 128,    /* the first operand is no heap */
       CLI_WITHOUT_N = 256, /* fewer than two operands */
       CLI_EXACT = 512,     /* exact play */
       CLI_NOT_SO = 1024,   /* a convention that the command does not know */
       CLI_PICTURE = 2048   /* a picture's name for what is none */
};

struct cli_command {
    const char *name;
    const char *operands;   /* "CODE [N]"; "..." for up to CLI_OPERANDS */
    cli_type operand;       /* of the first; CLI_TEXT if there is none */
    const char *summary;    /* a line of the help */
    const char *details;    /* a paragraph; '\v' as in cli_option.help */
    const char *example;    /* command lines; " # " and what they print */
    uint64_t options;       /* that the command takes beside CLI_ALWAYS */
    const cli_words *texts; /* own texts, or NULL */
    const cli_rule *rules;  /* of this command alone, or NULL */
    const struct cli_sequence *sequence; /* that it computes, or NULL */
    enum {
        CLI_REFUSES_RANKS,
        CLI_SHARED, /* ranks of MPI divide the work */
        CLI_ALONE   /* rank 0 does it */
    } ranks;
    /* Carries out the command. After a message about an error, which sets the
     * exit status, it returns. */
    void (*run)(const cli_settings *settings);
};
/* Begins an entry; details and example follow. */
#define COMMAND(name_, operands_, operand_, run_, summary_)                    \
    .name = name_, .operands = operands_, .operand = operand_, .run = run_,    \
    .summary = summary_
/* The commands in the order of the help: cli_count_command, ... */
#define CLI_COMMANDS(X)                                                        \
    X(count), X(cold), X(compare), X(fit), X(plot), X(octal), X(grid),         \
        X(moves), X(is), X(nth), X(period), X(census), X(yardstick), X(nim),   \
        X(length), X(info), X(verify), X(line), X(play), X(export), X(games),  \
        X(engines), X(help)
#define CLI_COMMAND_NAME(name) cli_##name##_command
extern const cli_command CLI_COMMANDS(CLI_COMMAND_NAME);
extern const cli_command *const cli_commands[]; /* up to NULL; commands.c */
#define CLI_ALWAYS (OPT(HELP) | OPT(VERSION))

/* ---- commands.c ---- */

/* Returns the command with this name or, after a message, NULL. */
const cli_command *cli_command_find(const char *name);
bool cli_takes(const cli_command *command, const cli_option *option);
/* Returns the names of the commands that take an option; of all for NULL. */
cli_list cli_command_names(const cli_option *option);
/* Returns the own text of a command about an option, or NULL; also of one that
 * it does not take. */
const cli_words *cli_own_text(const cli_command *command,
                              const cli_option *option);

/* ---- parse.c, rules.c ---- */

/* Returns the option whose name is the first `length` bytes of `name`, or NULL.
 */
const cli_option *cli_option_named(const char *name, size_t length);
/* Reads the arguments of main into *settings. */
bool cli_parse(int argc, char **argv, cli_settings *settings);
/* Checks that each given option has an effect, and that no two exclude each
 * other. */
bool cli_check_rules(const cli_settings *settings);

/* ---- help.c, man.c, completion.c ---- */

/* An exit status, and when the program ends with it. */
typedef struct cli_exit {
    int status;
    const char *text;
} cli_exit;
extern const cli_exit cli_exits[];    /* up to a NULL text */
extern const char cli_numbers_text[]; /* how the user writes numbers */
/* Prints the help of a command, or of the program for NULL. */
void cli_print_help(const cli_command *command);
enum { CLI_TEXT_SIZE = 512 };
/* Writes the help of an option to `text`, and returns text: the own text of the
 * command or, for NULL and without one, the general help; then the accepted
 * words and the default, if the help does not name it. */
char *cli_option_text(const cli_option *option, const cli_command *command,
                      char text[CLI_TEXT_SIZE]);
void cli_man(void);
/* Prints the table from which the completion scripts of shells are made. */
void cli_completion(void);

#endif
