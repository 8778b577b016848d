/* Help texts of options for single commands. The general help of an option is
 * in table.c and may speak of several commands. If the help of one command
 * should say less, or name another default, this table has an entry for the
 * option and the command. If a command refuses an option, the entry says why.
 */

#include "table.h"

const cli_words cli_own_words[] = {
    {"game", CLI_VERIFY,
     "the game of the archive; needed only if the archive does not name it, "
     "since the set is long or from a file (default: that of the archive)"},
    {"game", CLI_NIM | CLI_LENGTH | CLI_LINE | CLI_PERIOD | CLI_COMPARE,
     "the set: one that `takeaway games` lists, but no octal game"},
    {"misere", CLI_EXPORT,
     "misere play, for cold:GAME only: a player who cannot move wins"},
    {"misere", CLI_NIM,
     "nim-values belong to normal play; `takeaway moves --misere` decides "
     "sums by them"},
    {"misere", CLI_OCTAL, "octal games are evaluated for normal play only"},
    {"misere", CLI_LENGTH | CLI_LINE,
     "lengths are defined for normal play only"},
    {"misere", CLI_PERIOD,
     "the periods are those of nim-values, which belong to normal play"},
    {"from", CLI_FIT, "leave out points with n below A"},
    {"from", CLI_PLOT,
     "fit the points with n at or above A, and draw the exponents of these "
     "(default 1024)"},
    {"output", CLI_PLOT,
     "write the picture to FILE, a name in .png, .svg or .pdf"},
    {"output", CLI_COUNT,
     "write the table of --at to FILE, which appears only when it is complete; "
     "its first line is a comment with the game"},
    {"from", CLI_VERIFY, "choose no window that begins below A"},
    {"at", CLI_NIM | CLI_LENGTH,
     "print a table of n, the largest value below n and its first heap, for n "
     "each power of two (powers2) or ten (powers10), each cube (cubes), or "
     "each "
     "number of a list such as 10,1e3, up to N"},
    {"at", CLI_VERIFY,
     "powers2 or powers10: put the windows of --windows=K between each two "
     "successive powers, K in each"},
    {"search", CLI_IS,
     "search for a period among the first K values (default 2^25)"},
    {"search", CLI_PERIOD,
     "search among K heaps (default 2^25; for infinite sets 2^14)"},
    {"limit", CLI_CENSUS,
     "compute at most K positions of a set, up to 2^32 (default 2^24), or "
     "heaps of an octal game, up to 2^62 (default 2^16)"},
    {"in", CLI_MOVES | CLI_IS,
     "answer from the archive FILE: one of cold positions for a single heap, "
     "one of nim-values for a sum; the game is that of the file"},
    {"in", CLI_OCTAL | CLI_EXPORT,
     "read FILE, an archive of the same game, and compute nothing"},
    {"offset", CLI_EXPORT,
     "the first index (default: that of the OEIS; for GAME 0)"},
    {"json", CLI_IS | CLI_MOVES,
     "print one JSON object; `heap_number` counts heaps from 1; numbers above "
     "2^53 are strings"},
    {"digest", CLI_COUNT,
     "print also the SHA-256 of the cold positions as text, one a line"},
    {"digest", CLI_INFO | CLI_VERIFY,
     "print also the SHA-256 of the numbers in FILE as text, one a line"},
    {"quiet", CLI_COUNT | CLI_YARDSTICK, "print only the counts"},
    {"quiet", CLI_NTH, "print only the positions"},
    {"quiet", CLI_COMPARE, "leave out medians and ratios"},
    {"quiet", CLI_FIT, "print only the least-squares exponent"},
    {"quiet", CLI_MOVES,
     "print only the rows of moves: the heap's number (the first is 1); what "
     "to take; what is left; with --all its value, and whether the move wins"},
    {"quiet", CLI_IS, "print only the word cold or hot"},
    {"quiet", CLI_LINE, "print only the heaps"},
    {"quiet", CLI_OCTAL,
     "print no progress; with --period only preperiod and period, and nothing "
     "if no period is proved"},
    {"quiet", CLI_PERIOD,
     "print only preperiod and period; nothing if no period is proved, so "
     "nothing for an infinite set"},
    {"quiet", CLI_VERIFY, "print nothing if all is well"},
    {"quiet", CLI_PLAY, "leave out the rules"},
    {"quiet", CLI_CENSUS, "leave out the header line"},
    {"engine", CLI_VERIFY,
     "compute everything again by this engine, and compare; naive shares "
     "nothing with the others (default none)"},
    {"threads", CLI_COMPARE | CLI_MOVES | CLI_IS | CLI_VERIFY | CLI_CENSUS,
     "threads to use (default 1)"},
    {NULL, 0, NULL},
};

cli_list cli_command_names(unsigned commands)
{
    cli_list names = {""};
    for (const cli_command *c = cli_commands; c->name != NULL; c++)
        if ((c->bit & commands) != 0)
            cli_list_add(&names, c->name);
    return names;
}

const cli_option *cli_option_named(const char *name, size_t length)
{
    for (const cli_option *o = cli_options; o->name != NULL; o++)
        if (strncmp(o->name, name, length) == 0 && o->name[length] == '\0')
            return o;
    return NULL;
}

const char *cli_own_text(const char *option, unsigned commands)
{
    for (const cli_words *w = cli_own_words; w->option != NULL; w++)
        if ((w->commands & commands) != 0 && strcmp(w->option, option) == 0)
            return w->text;
    return NULL;
}
