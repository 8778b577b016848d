/* The commands and the options: parser, help, man page and completion all
 * come from these two tables. The file is long because it is a list: an entry
 * for each command and option, no code, and one place to look. */
#include "computing.h"
#include "table.h"

#define FIELD(name) offsetof(cli_settings, name)

enum {
    VALUES = CLI_NIM | CLI_LENGTH, /* a value for each position: sequence.c */
    RUNS = CLI_COUNT | CLI_COLD | CLI_COMPARE | CLI_NTH | VALUES,
    TUNED = RUNS & ~CLI_LENGTH, /* by threads, transforms and blocks */
    KEPT = CLI_COUNT | CLI_COLD | VALUES | CLI_OCTAL, /* in checkpoints */
    COMPUTES = RUNS | CLI_OCTAL | CLI_MOVES | CLI_LINE | CLI_PLAY | CLI_PERIOD |
               CLI_CENSUS | CLI_VERIFY | CLI_EXPORT | CLI_IS
};

const cli_command cli_commands[] = {
    {"count", CLI_COUNT, "N", "how many positions below N are cold",
     "Counts the cold positions in [0, N). With --at it prints a table with\n"
     "the columns n and cold: the cold positions below each n. Rows appear as\n"
     "they become known. Of a finite set nothing is computed past a proved\n"
     "period, for N up to 2^64-1.\n",
     "takeaway count 2^20\n"
     "takeaway count 2^20 --at=powers2 --game=primes\n"
     "takeaway count 2^64-1 --game=list:2,4,7\n"},
    {"cold", CLI_COLD, "N", "the cold positions below N, one a line",
     "Prints the cold positions in [A, N), one a line and nothing else; A is\n"
     "0 or what --from says. Of a finite set nothing is computed past a\n"
     "proved period, for N up to 2^64-1.\n",
     "takeaway cold 100\n"
     "takeaway cold 1e6 --format=bfile -o b030193.txt\n"},
    {"compare", CLI_COMPARE, "N", "time engines side by side",
     "Runs the engines in turn (A B A B ...) on [0, N), checks that all\n"
     "results are identical, and only then prints a table: a row for every\n"
     "repetition, then, of more than one, two rows for each engine: in that\n"
     "with `median` for rep the times are medians, in that with `ratio`\n"
     "wall_s is the median over the least median of all; -q leaves these out.\n"
     "cold is the number of cold positions found.\n"
     "An item of --engines is an engine's name, with settings after colons;\n"
     "`takeaway help engines` lists them.\n"
     "predicted_bytes is what is predicted, peak_bytes what an engine's first\n"
     "run took, which pays for its memory; later ones find it there.\n"
     "Results that differ: exit status 3, and the first position that does.\n",
     "takeaway compare 2^20\n"
     "takeaway compare 2^20 --engines=naive,sieve,divide\n"
     "takeaway compare 2^16 --quantity=nim\n"
     "takeaway compare 2^22 --engines=divide:ntt,divide:fftw:threads=2\n"},
    {"fit", CLI_FIT, "FILE", "the power law through a table of counts",
     "Reads a table as `count --at` prints it ('-': standard input) and fits\n"
     "cold = constant * n^exponent by least squares in log-log. Prints one\n"
     "table: the fit with standard errors, which take residuals for\n"
     "independent, and with Newey and West's, which do not\n"
     "(exponent_newey_west); the repeated median of slopes, up to 20000\n"
     "points; the local exponents between successive points, and the\n"
     "residuals of the natural logarithms. Points where n or cold is 0 have\n"
     "no logarithm and are left out.\n",
     "takeaway count 2^24 --at=powers2 | takeaway fit - --from=2^10\n"
     "takeaway count 2^30 --at=cubes | takeaway fit - -q\n"},
    {"octal", CLI_OCTAL, "CODE [N]", "nim-values and periods of octal games",
     "Prints the nim-values of heaps [A, N) of an octal game, one a line; A "
     "is\n"
     "0 or what --from says. CODE is d0.d1d2d3... with d0 0 or 4 (0 may be\n"
     "left out): bit b of digit t allows to take t from a heap and leave the\n"
     "rest in exactly b non-empty heaps. Also grundy (Grundy's game), kayles,\n"
     "dawson-kayles, dawson-chess, domino, cram-row. Digits to F (before the\n"
     "point to 8 or C) are those of hexadecimal games, whose bit 3 splits in\n"
     "three: these take time as N^2, and many of them rise by a saltus, which\n"
     "is said as seen, not as proved.\n"
     "\n"
     "With --period it computes until a period is proved, or to N (without N:\n"
     "2^20, of hexadecimal games 2^12), and prints a table: the proof, period\n"
     "and preperiod; saltus, by which values grow from one period to the "
     "next;\n"
     "the largest value and its first heap. In many games the values of "
     "nearly\n"
     "all heaps have an odd number of ones in common with the binary number\n"
     "`mask`, in hexadecimal (f+position: with the heap's parity added). The\n"
     "others are rare: `rare` is how many there are, `last_rare` the last of\n"
     "them. -q prints preperiod and period only, if they are proved.\n"
     "\n"
     "With --checkpoint or --resume, or for N above 2^32 - 256, it takes no\n"
     "more memory than other commands, which go on from its checkpoints as it\n"
     "does from theirs: then a period that is longer than what is held is not\n"
     "seen, and a preperiod beyond 2^25 (or less, within --max-memory) may "
     "not\n"
     "be the least. Otherwise, too, nothing is computed past a proved period\n"
     "(--stats names it), so N may be 2^64 - 1; without one, N may be 2^62.\n",
     "takeaway octal .77 20\n"
     "takeaway octal .16 --period\n"
     "takeaway octal grundy 1e6 --max\n"
     "takeaway octal .165 2^60 --histogram\n"
     "takeaway octal .6 2^36 --period --checkpoint=six.ta --resume=six.ta\n"
     "takeaway octal .3F 1000 --period\n"},
    {"moves", CLI_MOVES, "HEAP...", "nim-values of a sum, who wins, and how",
     "Prints the nim-value of each heap, their nim-sum, who wins, and every\n"
     "winning move. A heap is one of --game, or of GAME if it is written\n"
     "HEAP@GAME; '-' reads heaps from standard input. Heaps may have any\n"
     "number of digits in the game moser, for finite sets (list:, file:) and\n"
     "octal games once a period is found (--search). A single heap of another\n"
     "set is answered by the cold positions below it, as far as memory and\n"
     "patience go; its value, where it is not 0, takes the nim-values of all\n"
     "heaps below. It is computed below 2^20, below K of --search=K, where\n"
     "heap times moves is at most 2^33 (squares: below 4.2 million), or from\n"
     "nim-values in --in=FILE, and else unknown (NA); several heaps need\n"
     "nim-values of all below the largest. Heaps of octal games may have more\n"
     "winning moves than could be listed: --limit=K lists K of each, where\n"
     "moves that differ by whole periods count once, and a last line says if\n"
     "there are others.\n"
     "--misere: a sum of subtraction games is lost if some value is 2 or more\n"
     "and the nim-sum is 0, or if all values are 0 or 1 and the nim-sum is 1.\n"
     "Cold positions tell the values 0 and 1; others are computed only where\n"
     "two heaps have one, or where a winning move leads to one. The rule does\n"
     "not hold for octal games with digits other than 0 and 3: heaps of one\n"
     "octal game are searched, up to 300 together, as far as memory goes: of\n"
     "Kayles to about 80, of Grundy's game to 50.\n"
     "--json: one object; all sizes and values are strings of digits.\n",
     "takeaway moves 13 27 100\n"
     "takeaway moves --game=moser 10^60+7\n"
     "takeaway moves --game=list:1,4,9 12345678901234567890123\n"
     "takeaway moves 7@kayles 100@squares 10^50@domino\n"
     "takeaway moves --misere 13 27\n"},
    {"is", CLI_IS, "HEAP...", "is a heap or a sum cold, or how is it won?",
     "Says whether the position is cold, so that the player to move loses, or\n"
     "hot, with a winning move. Heaps are as in `moves`. With --in a single\n"
     "heap is answered at once, from the frames of the archive that matter;\n"
     "without, what has to be computed first and lasts is said on stderr. The\n"
     "exit status is 0 for either answer; -q prints the one word.\n",
     "takeaway is 358248\n"
     "takeaway is 13 27 100\n"
     "takeaway is 7@kayles 3 -q\n"},
    {"nth", CLI_NTH, "K...", "the K-th cold position",
     "Prints a table: k and the k-th cold position, counted from 1, as in\n"
     "Eppstein's table, where number 358248 of the squares is 104857942; the\n"
     "OEIS counts A030193 from 0. With --in the archive's index answers at\n"
     "once; without, positions are computed until there are enough, which is\n"
     "said on stderr where it lasts.\n",
     "takeaway nth 1000\n"
     "takeaway nth 10 100 --game=primes\n"},
    {"period", CLI_PERIOD, "", "the period of the nim-values of a finite set",
     "Prints a table: preperiod, period, the largest nim-value, and what was\n"
     "proved. For a finite set S a period is proved as soon as the values of\n"
     "max S consecutive positions come a second time. For an infinite set\n"
     "nothing can be proved so; what was seen is said to be seen.\n",
     "takeaway period --game=list:1,4,9\n"
     "takeaway period --game=residues:1,4mod5\n"},
    {"census", CLI_CENSUS, "", "the periods of many finite sets or octal games",
     "Prints a table of sets in lexicographic order: set, preperiod and\n"
     "period of the outcomes (cold or hot) and of the nim-values, the cold\n"
     "positions in a period of the outcomes, and the largest nim-value. The\n"
     "sets are all of --size=K within {1..M}, of --family=X,Y,... or in\n"
     "--sets=FILE. All periods are least and proved; a preperiod of 0 is\n"
     "purely periodic. NA: not found within --limit=K positions; periods and\n"
     "preperiods below K / 8 - max S - 64 are found. A set with a common\n"
     "divisor d is walked as S/d, which the limit is for: periods and\n"
     "preperiods of S, and what is cold in a period, are d times as large\n"
     "(not with --start).\n"
     "\n"
     "--digits=K and --codes=FILE are of octal games: code; how the period\n"
     "is proved (long, short, none; see `octal --period`); heaps that were\n"
     "looked at, --limit=K at most; preperiod (of a period proved beyond\n"
     "2^25 heaps, or within little memory, perhaps not the least: see\n"
     "`octal --period`) and period; the largest nim-value and the first\n"
     "heap that has it; the mask of rare values, the rare heaps and the\n"
     "last of them.\n"
     "\n"
     "Rows appear 4096 at a time, of octal games 64, or when it is ended;\n"
     "go on by --resume-after=... with the last set or code of the table.\n",
     "takeaway census --size=3 --within=20\n"
     "takeaway census --size=4 --within=30 --with=1,7 --threads=2\n"
     "takeaway census --digits=2 --limit=2^14\n"},
    {"yardstick", CLI_YARDSTICK, "SET N...",
     "sizes of sets without square or cube differences",
     "Counts the elements below N of a large set without square differences,\n"
     "to compare cold sets of subtract-a-square with. SET is ruzsa (base 65)\n"
     "or beigel-gasarch (base 205): numbers whose digits at even places (the\n"
     "units are place 0) are in a set of residues no two of which differ by a\n"
     "square. cubes (base 91, every third place) has no two elements that\n"
     "differ by a cube, and poly:a,b,c, if it is a (k + r)^2, none that\n"
     "differ by one of its values. At most 63 N are accepted, each of any\n"
     "number of digits. Prints a table: n, the count below it, and whether n\n"
     "itself is in the set; --at=powers2 or powers10 makes a row for each\n"
     "power up to an N below 2^64.\n",
     "takeaway yardstick ruzsa 10^100\n"
     "takeaway yardstick beigel-gasarch 2^30 --at=powers2\n"
     "takeaway yardstick poly:3,0,0 10^9\n"},
    {"nim", CLI_NIM, "N", "the nim-values of the positions below N",
     "Prints the nim-values of [A, N), one a line; A is 0 or what --from\n"
     "says. The nim-value of a position is the least number that no option\n"
     "has; the nim-sum (xor) of the values decides a sum of heaps. --max\n"
     "prints a table of records instead, as they are found, --histogram how\n"
     "often each value occurs. The values decide misere sums too, as `moves`\n"
     "says. Of a finite set nothing is computed past a proved period, for N\n"
     "up to 2^64-1.\n",
     "takeaway nim 100\n"
     "takeaway nim 2^20 --max --threads=2\n"
     "takeaway nim 1e6 --game=cubes --format=npy -o values.npy\n"},
    {"length", CLI_LENGTH, "N", "how long optimal play lasts, below N",
     "Prints the lengths of optimal play (OEIS A338027) of [A, N), one a\n"
     "line; A is 0 or what --from says. The winner ends the game as soon as\n"
     "possible, the loser as late as possible: the length is 0 without a\n"
     "move, 1 + the least even length of an option if there is one, and else\n"
     "1 + the largest. It is even exactly where the position is cold. --max\n"
     "prints a table of records instead, as they are found, --histogram how\n"
     "often each length occurs.\n",
     "takeaway length 100\n"
     "takeaway length 1e7 --max\n"},
    {"info", CLI_INFO, "FILE", "what an archive holds",
     "Prints a table of what the archive FILE (--format=archive, "
     "--checkpoint)\n"
     "says of itself: [0, end) is known, goal was asked for. hash is equal "
     "for\n"
     "equal content. Header and index are checked, the rest by `verify`.\n",
     "takeaway info squares.ta\n"},
    {"verify", CLI_VERIFY, "FILE", "is an archive whole, and is it right?",
     "Checks all checksums of the archive FILE, then the definition at random\n"
     "positions: a cold one has no cold option, a hot one has one; values are\n"
     "what the definition makes of those of the options. K random positions\n"
     "of N find a single wrong one with chance K/N only. --windows=K takes K\n"
     "random windows and computes each whole, anew, from what the archive "
     "says\n"
     "below it: what is missing in a window is found as surely as what should\n"
     "not be there; what is wrong elsewhere, only by its effect there. (Of\n"
     "values, each one in a window is checked.) Not of octal games.\n"
     "--engine=NAME computes everything again with that engine and compares,\n"
     "--full with one that shares nothing with the fast ones (segments; naive\n"
     "for values). What is wrong or damaged: exit status 3, and the first\n"
     "place.\n",
     "takeaway verify squares.ta --positions=10000 --seed=7\n"
     "takeaway verify squares.ta --windows=3 --at=powers2 --from=2^36\n"
     "takeaway verify squares.ta --engine=divide --threads=2\n"},
    {"line", CLI_LINE, "HEAP", "a game from this heap, played best by both",
     "Prints the heaps of a game in which the winner takes what ends it\n"
     "soonest and the loser what makes it last longest, with what is taken\n"
     "between two of them, and who is who. Of moves that serve equally the\n"
     "winner takes the largest; the loser, of the 64 largest, one that leaves\n"
     "the winner the fewest replies that keep to the length, and of these\n"
     "the largest. HEAP@GAME is a heap of GAME. --json: a list of the moves.\n",
     "takeaway line 15\n"
     "takeaway line 9917130\n"
     "takeaway line 40@primes\n"},
    {"play", CLI_PLAY, "HEAP...", "play against the computer",
     "You and the computer move in turn: a move takes a number of the\n"
     "subtraction set from one of the heaps. Who cannot move loses, or, with\n"
     "--misere, wins. HEAP@GAME is a heap of GAME, one for all heaps. Type\n"
     "what to take (with several heaps: which one, and what to take), or:\n"
     "moves, hint, undo, help, quit. In an octal game type `take T` to leave\n"
     "the rest as one heap, or `take T leave A B` to leave two (A B C: "
     "three);\n"
     "with several heaps `2 take T`; octal games have normal play only. The\n"
     "computer makes no mistake; where it is lost in a single heap of a\n"
     "subtraction game it holds out as long as it can.\n",
     "takeaway play 40\n"
     "takeaway play 13 27 --begin=computer\n"
     "takeaway play 20 --misere --game=list:1,2,3\n"
     "takeaway play 10@kayles\n"},
    {"export", CLI_EXPORT, "SEQUENCE TERMS", "b-files for the OEIS",
     "Writes the first TERMS terms of SEQUENCE, each with its index. SEQUENCE\n"
     "is a number: A030193, A014586, A338027, A002187, A215721, A025043,\n"
     "A014587, A014588, A014589, A019509, A002186, A002188; or cold:GAME,\n"
     "nim:GAME or length:GAME with GAME as --game has it. The indices of a\n"
     "number begin where the OEIS has them (with 1 for A025043 and A215721);\n"
     "others with 0, as in `cold --format=bfile`, or with --offset.\n",
     "takeaway export A030193 10000 -o b030193.txt\n"
     "takeaway export nim:cubes 1000\n"},
    {"games", CLI_GAMES, "", "the subtraction sets that --game knows",
     "Prints a table: form, OEIS numbers of the set, its cold positions and\n"
     "its nim-values ('-' where there is none), and a summary.\n",
     "takeaway games\n"},
    {"engines", CLI_ENGINES, "[QUANTITY]", "the engines that --engine knows",
     "Prints a table: name and summary. QUANTITY is cold (positions: the\n"
     "default), nim (nim-values), length (lengths of optimal play) or octal\n"
     "(nim-values of octal games). --engine takes a name with settings after\n"
     "colons, such as divide:fftw:threads=2. The settings are threads=K, not\n"
     "for lengths; for cold positions and nim-values the way to find what is\n"
     "reached, which is ntt (transforms modulo a prime), fftw (in double\n"
     "precision), gmp (products of integers) or shift (marks), and base=K\n"
     "(blocks of 2^K positions, K from 6 to 20); for cold positions check\n"
     "(the wheel compares some positions of each block with the definition).\n",
     "takeaway engines\ntakeaway engines nim\n"
     "takeaway count 2^20 --engine=divide:fftw:threads=2\n"},
    {"help", CLI_HELP, "[COMMAND]", "describe a command",
     "Says what a command does and what its options are; without COMMAND,\n"
     "which commands there are, how numbers are written, and the exit\n"
     "statuses.\n",
     "takeaway help\ntakeaway help count\n"},
};
const size_t cli_n_commands = sizeof cli_commands / sizeof *cli_commands;

/* An option by its kind: its name, what the help calls its value, the field;
 * then what is accepted, the commands that take it, its help, and where it has
 * them a letter and a default. */
#define OPTION(name_, kind_, field_, ...)                                      \
    {                                                                          \
        .name = name_, .kind = kind_, .field = FIELD(field_), __VA_ARGS__      \
    }
#define FLAG(name_, field_, commands_, ...)                                    \
    OPTION(name_, CLI_FLAG, field_, .commands = commands_, .help = __VA_ARGS__)
#define TEXT(name_, value_, field_, commands_, ...)                            \
    OPTION(name_, CLI_TEXT, field_, .value = value_, .commands = commands_,    \
           .help = __VA_ARGS__)
#define NUMBER(name_, value_, field_, least_, most_, commands_, ...)           \
    OPTION(name_, CLI_NUMBER, field_, .value = value_, .least = least_,        \
           .most = most_, .commands = commands_, .help = __VA_ARGS__)
#define SIZE(name_, value_, field_, commands_, ...)                            \
    OPTION(name_, CLI_SIZE, field_, .value = value_,                           \
           .accepted = "a number of bytes, such as 500M, 2G or 2^30",          \
           .least = 1, .most = UINT64_MAX, .commands = commands_,              \
           .help = __VA_ARGS__)
#define TIME(name_, field_, accepted_, least_, most_, commands_, ...)          \
    OPTION(name_, CLI_TIME, field_, .value = "TIME", .accepted = accepted_,    \
           .least = least_, .most = most_, .commands = commands_,              \
           .help = __VA_ARGS__)
#define CHOICE(name_, value_, field_, accepted_, commands_, ...)               \
    OPTION(name_, CLI_CHOICE, field_, .value = value_, .accepted = accepted_,  \
           .commands = commands_, .help = __VA_ARGS__)

const cli_option cli_options[] = {
    TEXT("at", "WHERE", at, CLI_COUNT | CLI_YARDSTICK | CLI_VERIFY | VALUES,
         "print a table: a row for each power of two\n"
         "(powers2) or ten (powers10) or each cube (cubes)\n"
         "up to N, N included, or for each number of a list\n"
         "such as 10,1e3"),
    NUMBER("from", "A", from, 0, UINT64_MAX,
           CLI_COUNT | CLI_COLD | CLI_FIT | CLI_OCTAL | CLI_VERIFY | VALUES,
           "leave out positions below A", .initial = "0"),
    CHOICE("format", "FORMAT", format, "text|bfile|npy|archive",
           CLI_COLD | CLI_OCTAL | VALUES,
           "text: one position a line; bfile: index and\n"
           "position, as OEIS has it; npy: a NumPy array\n"
           "of 64-bit integers; archive: compressed, with\n"
           "checksums, for --in and `verify` (both need -o).\n"
           "FILE.npy and FILE.ta need no --format",
           .initial = "text"),
    NUMBER("offset", "K", offset, 0, INT64_MAX,
           CLI_COLD | CLI_OCTAL | VALUES | CLI_EXPORT,
           "index of the first cold position in a b-file", .initial = "0"),
    TEXT("output", "FILE", output, CLI_COLD | CLI_OCTAL | VALUES | CLI_EXPORT,
         "write to FILE, which appears when it is whole;\n"
         "symbolic links are followed",
         .letter = 'o'),
    FLAG("max", max, CLI_OCTAL | VALUES,
         "print only the records: each new largest value\n"
         "and the first heap that has it"),
    FLAG("histogram", histogram, CLI_OCTAL | VALUES,
         "print only how often each value occurs"),
    FLAG("cold", cold, CLI_OCTAL, "print the cold heaps, those of value 0"),
    FLAG("period", period, CLI_OCTAL, "search for a period that can be proved"),
    FLAG("long-proof", long_proof, CLI_OCTAL,
         "prove it by Guy and Smith's condition only, which\n"
         "looks at about twice as many heaps"),
    NUMBER("search", "K", search, 1, CLI_OCTAL_MOST - 1,
           CLI_MOVES | CLI_IS | CLI_PERIOD,
           "heaps among which a period is searched, for heaps\n"
           "that are not below 2^20 (default 2^25); a single heap\n"
           "below K has its nim-value computed"),
    NUMBER("limit", "K", limit, 1, UINT64_MAX, CLI_MOVES | CLI_CENSUS,
           "winning moves listed for each heap (default: all,\n"
           "of octal games 10)"),
    NUMBER("size", "K", size, 1, 4096, CLI_CENSUS,
           "all sets of K elements in {1..M} of --within"),
    NUMBER("within", "M", within, 1, 1 << 20, CLI_CENSUS,
           "the largest element that sets of --size may have,\n"
           "and the largest a and b of --family"),
    TEXT("with", "X,Y,...", with, CLI_CENSUS,
         "of these only sets that have X, Y, ..."),
    TEXT("sets", "FILE", sets, CLI_CENSUS,
         "the sets in FILE, one a line, elements joined by\n"
         "commas; lines that begin with # are left out"),
    NUMBER("digits", "K", digits, 1, 5, CLI_CENSUS,
           "all octal games d0.d1... with up to K digits after\n"
           "the point, d0 being 0 or 4"),
    TEXT("codes", "FILE", codes, CLI_CENSUS,
         "the octal games in FILE, a code or name on each\n"
         "line; lines that begin with # are left out"),
    TEXT("resume-after", "LAST", resume_after, CLI_CENSUS,
         "leave out the sets X,Y,... or games up to this,\n"
         "in the order of the table"),
    TEXT("start", "WORD", start, CLI_CENSUS | CLI_PERIOD,
         "positions 0, 1, ... have these values, whatever their\n"
         "options: digits from 0 to 7, such as 0110, where\n"
         "0 loses; or sink: who reaches 0 or below wins"),
    FLAG("json", json,
         (COMPUTES | CLI_FIT | CLI_GAMES | CLI_ENGINES | CLI_INFO |
          CLI_YARDSTICK) &
             ~(CLI_PLAY | CLI_EXPORT),
         "print JSON: tables as lists of objects, answers\n"
         "as one object; numbers above 2^53 as strings"),
    CHOICE("begin", "WHO", begin, "you|computer", CLI_PLAY,
           "who makes the first move", .initial = "you"),
    CHOICE("quantity", "WHAT", quantity, "cold|nim|length", CLI_COMPARE,
           "what the engines compute: cold positions,\n"
           "nim-values or lengths of optimal play",
           .initial = "cold"),
    TEXT("engines", "A,B,...", engines, CLI_COMPARE,
         "what to compare; see above (default: those that\n"
         "are worth it for this quantity and N)"),
    NUMBER("reps", "K", reps, 1, 1000, CLI_COMPARE, "timed repetitions of each",
           .initial = "3"),
    NUMBER("warmup", "K", warmup, 0, 1000, CLI_COMPARE,
           "repetitions before, not timed", .initial = "1"),
    TEXT("game", "SPEC", game,
         RUNS | CLI_MOVES | CLI_IS | CLI_LINE | CLI_PLAY | CLI_PERIOD |
             CLI_VERIFY,
         "the subtraction set; `takeaway games` lists them",
         .initial = "squares"),
    FLAG("misere", misere,
         CLI_COUNT | CLI_COLD | CLI_COMPARE | CLI_NTH | CLI_MOVES | CLI_IS |
             CLI_PLAY | CLI_EXPORT,
         "misere play: who cannot move wins"),
    TEXT("engine", "NAME", engine,
         CLI_COUNT | CLI_COLD | CLI_NTH | CLI_OCTAL | VALUES | CLI_VERIFY,
         "how to compute: a name, with settings after colons;\n"
         "`takeaway help engines` has them",
         .initial = "auto"),
    NUMBER("threads", "K", threads, 1, CLI_THREADS_MOST,
           TUNED | CLI_OCTAL | CLI_MOVES | CLI_IS | CLI_VERIFY | CLI_EXPORT |
               CLI_CENSUS,
           "threads to use (default: as many processors as may\n"
           "be used, at most 16 and fewer for small N)"),
    SIZE("max-memory", "SIZE", max_memory, COMPUTES,
         "allocate no more bytes: 500M, 2G, 2^30. A run that\n"
         "is sure not to fit is refused; one that reaches the\n"
         "limit ends with the checkpoint that is asked for\n"
         "(default: 7/8 of what the machine has free)"),
    FLAG("stats", stats, CLI_COUNT | CLI_COLD | CLI_OCTAL | VALUES,
         "say on stderr what is predicted and what was done;\n"
         "predicted_bytes is a bound where sizes are fixed,\n"
         "and for the wheel what it takes at least"),
    FLAG("status", status, COMPUTES,
         "say on stderr how far the run is and how long it\n"
         "will take (default on a terminal)"),
    TEXT("checkpoint", "FILE", checkpoint, KEPT,
         "keep what is done in FILE: every few minutes, on\n"
         "interruption and at the end"),
    TIME("checkpoint-every", checkpoint_every,
         "seconds below 10^9, or 90s, 10m, 2h, 1d", 0, 999999999, KEPT,
         "how often that is: seconds, or 90s, 10m, 2h", .initial = "300"),
    TIME("until", until, "seconds from 1 to 10^9, or 90s, 10m, 2h, 1d", 1,
         1000000000, KEPT | CLI_CENSUS,
         "end after so long as if interrupted (exit status\n"
         "130), with the checkpoint that is asked for: 90s,\n"
         "10m, 2h"),
    TEXT("resume", "FILE", resume, KEPT,
         "go on from a checkpoint or a result, to any N; by\n"
         "other engines, threads or blocks if you like. May\n"
         "be the file of --checkpoint, and missing then"),
    NUMBER("positions", "K", positions, 0, 1000000000, CLI_VERIFY,
           "how many positions to check, half of them cold", .initial = "1000"),
    NUMBER("windows", "K", windows, 1, 100000, CLI_VERIFY,
           "compute K random windows anew"),
    NUMBER("window-size", "W", window_size, 1, UINT64_C(1) << 40, CLI_VERIFY,
           "positions of each", .initial = "1000000"),
    NUMBER("seed", "K", seed, 0, UINT64_MAX, CLI_VERIFY,
           "which random positions and windows", .initial = "1"),
    TEXT("in", "FILE", in, KEPT | CLI_OCTAL | CLI_MOVES | CLI_IS | CLI_NTH,
         "read the archive FILE and compute nothing; the\n"
         "game is the file's"),
    FLAG("digest", digest,
         KEPT | CLI_OCTAL | CLI_INFO | CLI_VERIFY | CLI_CENSUS,
         "print the SHA-256 of the numbers as text, one a\n"
         "line"),
    FLAG("quiet", quiet, COMPUTES | CLI_FIT | CLI_YARDSTICK,
         "say nothing on stderr of how far the run is", .letter = 'q'),
    FLAG("help", help, CLI_EVERY, "describe takeaway, or the command",
         .letter = 'h'),
    FLAG("version", version, CLI_EVERY, "print the version", .letter = 'V'),
    /* For `make install`. */
    FLAG("man", man, 0, ""),
    TEXT("completion", "SHELL", completion, 0, ""),
};
const size_t cli_n_options = sizeof cli_options / sizeof *cli_options;
