/* Options in words of a command's own. A command's help speaks of that command
 * only: where an option's help in table.c, which the man page has for all,
 * would speak of more, the command has an entry here, which may also name a
 * default of its own. Of an option that it does not take, the entry says why.
 */
#include <string.h>

#include "table.h"

const cli_words cli_own_words[] = {
    {"from", CLI_FIT, "leave out the points with n below A"},
    {"threads", CLI_COMPARE | CLI_MOVES | CLI_IS | CLI_VERIFY | CLI_CENSUS,
     "threads to use (default 1)"},
    {"from", CLI_VERIFY, "no window begins below A"},
    {"at", CLI_VERIFY,
     "powers2 or powers10: --windows=K between each two\n"
     "of them"},
    {"format", CLI_OCTAL | CLI_NIM | CLI_LENGTH,
     "text: one value a line; bfile: index and value,\n"
     "as OEIS has it; npy: a NumPy array of integers,\n"
     "values of 16 bits, positions of 64; archive:\n"
     "compressed, with checksums, for --in and `verify`\n"
     "(both need -o). FILE.npy and FILE.ta need no\n"
     "--format"},
    {"offset", CLI_OCTAL | CLI_NIM | CLI_LENGTH,
     "index of position 0 in a b-file"},
    {"offset", CLI_EXPORT,
     "index of the first term (default: as the OEIS has\n"
     "it, for GAME 0)"},
    {"until", CLI_CENSUS,
     "end after so long as if interrupted (exit status\n"
     "130), with the rows that are known: 90s, 10m, 2h;\n"
     "go on by --resume-after"},
    {"max", CLI_LENGTH,
     "print only the records: each new largest length\n"
     "and the first heap that has it"},
    {"histogram", CLI_LENGTH, "print only how often each length occurs"},
    {"limit", CLI_CENSUS,
     "positions of a set that are walked at most, up to\n"
     "2^32, a set's periods being NA where that does not\n"
     "do (default 2^24); heaps of an octal game, up to\n"
     "2^62 (default 2^16)"},
    {"search", CLI_PERIOD,
     "heaps among which a period is searched (default\n"
     "2^25; for infinite sets 2^14)"},
    {"game", CLI_COUNT | CLI_COLD | CLI_PLAY,
     "subtraction set or octal game; `takeaway games`\n"
     "lists them"},
    {"game", CLI_MOVES,
     "of heaps that are written without one: subtraction\n"
     "set or octal game; `takeaway games` lists them"},
    {"game", CLI_VERIFY,
     "refuse a file of another game; needed where the\n"
     "set was read from a file or is long\n"
     "(default what the file says)"},
    {"misere", CLI_NIM,
     "nim-values belong to normal play; `takeaway moves --misere` decides sums "
     "by them"},
    {"misere", CLI_OCTAL, "octal games are evaluated for normal play only"},
    {"misere", CLI_LENGTH | CLI_LINE,
     "lengths are defined for normal play only"},
    {"misere", CLI_PERIOD,
     "the periods are those of nim-values, which belong to normal play"},
    {"engine", CLI_LENGTH,
     "how to compute; `takeaway engines length` lists\n"
     "the names"},
    {"engine", CLI_VERIFY,
     "compute everything again by this engine, too, and\n"
     "compare (default none)"},
    {"status", CLI_PERIOD,
     "say on stderr how far the search is (default on a\n"
     "terminal)"},
    {"status", CLI_OCTAL,
     "say on stderr how far the run is and how long it\n"
     "will take, of a search for a period only how far it\n"
     "is (default on a terminal)"},
    {"in", CLI_MOVES,
     "answer a single heap by the cold positions in the\n"
     "archive FILE; the game is the file's"},
    {"in", CLI_OCTAL, "read the archive FILE and compute nothing"},
    {"digest", CLI_COUNT,
     "print the SHA-256 of the cold positions, too, as\n"
     "text, one a line"},
    {"digest", CLI_CENSUS,
     "print the SHA-256 of the rows, as --quiet has them,\n"
     "and not the rows"},
    {"digest", CLI_INFO | CLI_VERIFY,
     "print the SHA-256 of the numbers in FILE, too, as\n"
     "text, one a line"},
    {"quiet", CLI_CENSUS, "leave out the header line"},
    {"quiet", CLI_COUNT | CLI_YARDSTICK, "print the counts only"},
    {"quiet", CLI_COMPARE, "leave out medians and ratios"},
    {"quiet", CLI_FIT, "print the exponent only"},
    {"quiet", CLI_MOVES, "print the winning moves only"},
    {"quiet", CLI_LINE, "print the heaps only"},
    {"quiet", CLI_OCTAL,
     "say nothing on stderr of how far the run is; with\n"
     "--period print preperiod and period only, if they\n"
     "are proved"},
    {"quiet", CLI_PERIOD, "print preperiod and period only, if proved"},
    {"quiet", CLI_VERIFY, "print nothing if all is well"},
    {"quiet", CLI_PLAY, "leave out the rules"},
};
const size_t cli_n_own_words = sizeof cli_own_words / sizeof *cli_own_words;

cli_list cli_command_names(unsigned commands)
{
    cli_list names = {""};
    for (size_t i = 0; i < cli_n_commands; i++)
        if ((cli_commands[i].bit & commands) != 0)
            cli_list_add(&names, cli_commands[i].name);
    return names;
}

const cli_option *cli_option_named(const char *name, size_t length)
{
    for (size_t i = 0; i < cli_n_options; i++)
        if (strlen(cli_options[i].name) == length &&
            strncmp(cli_options[i].name, name, length) == 0)
            return &cli_options[i];
    return NULL;
}

const cli_words *cli_words_of(const cli_option *o, unsigned commands)
{
    for (size_t i = 0; i < cli_n_own_words; i++)
        if ((cli_own_words[i].commands & commands) != 0 &&
            strcmp(cli_own_words[i].option, o->name) == 0)
            return &cli_own_words[i];
    return NULL;
}
