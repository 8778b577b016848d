/* The commands and the options: parser, help, man page and completion all
 * come from these two tables. */
#include "cli.h"

#define FIELD(name) offsetof(cli_settings, name)

enum {
    VALUES = CLI_NIM | CLI_LENGTH, /* a value for each position: sequence.c */
    RUNS = CLI_COUNT | CLI_COLD | CLI_COMPARE | VALUES,
    KEPT = CLI_COUNT | CLI_COLD | VALUES | CLI_OCTAL /* in checkpoints */
};

const cli_command cli_commands[] = {
    {"count", CLI_COUNT, "N", "how many positions below N are cold",
     "Counts the cold positions in [0, N). With --at it prints a table with\n"
     "the columns n and cold: the cold positions below each n. Rows appear as\n"
     "they become known.\n",
     "takeaway count 2^20\n"
     "takeaway count 2^20 --at=powers2 --game=primes\n",
     cli_count},
    {"cold", CLI_COLD, "N", "the cold positions below N, one a line",
     "Prints the cold positions in [A, N), one a line and nothing else; A is\n"
     "0 or what --from says.\n",
     "takeaway cold 100\n"
     "takeaway cold 1e6 --format=bfile -o b030193.txt\n",
     cli_cold},
    {"compare", CLI_COMPARE, "N", "time engines side by side",
     "Runs the engines in turn (A B A B ...) on [0, N), checks that all\n"
     "results are identical, and only then prints a table with every\n"
     "repetition. An item of --engines is an engine's name, with settings\n"
     "after colons: single, double, estimate, measure, threads=K, base=K.\n"
     "predicted_bytes is what is foreseen, peak_bytes what the run took; each\n"
     "run pays for its own memory.\n"
     "Results that differ: exit status 3, and the first position that does.\n",
     "takeaway compare 2^20 --engines=naive,sieve,divide\n"
     "takeaway compare 2^22 --engines=divide:single,divide:double:threads=2\n",
     cli_compare},
    {"fit", CLI_FIT, "FILE", "the power law through a table of counts",
     "Reads a table as `count --at` prints it ('-': standard input) and fits\n"
     "cold = constant * n^exponent by least squares in log-log. Prints one\n"
     "table: the fit with standard errors, the local exponents between\n"
     "successive points, and the residuals of the natural logarithms. Points\n"
     "where n or cold is 0 have no logarithm and are left out.\n",
     "takeaway count 2^24 --at=powers2 | takeaway fit - --from=2^10\n",
     cli_fit},
    {"octal", CLI_OCTAL, "CODE N", "nim-values and periods of octal games",
     "Prints the nim-values of heaps [A, N) of an octal game, one a line; A "
     "is\n"
     "0 or what --from says. CODE is d0.d1d2d3... with d0 0 or 4 (0 may be\n"
     "left out): bit b of digit t allows to take t from a heap and leave the\n"
     "rest in exactly b non-empty heaps. Also grundy (Grundy's game), kayles,\n"
     "dawson-kayles, dawson-chess, domino, cram-row. With --period it "
     "computes\n"
     "until a period is proved, or to N, and prints a table of what is "
     "known.\n",
     "takeaway octal .77 20\n"
     "takeaway octal .16 2^20 --period\n"
     "takeaway octal grundy 1e6 --max\n",
     cli_octal},
    {"moves", CLI_MOVES, "HEAP...", "nim-values of a sum, who wins, and how",
     "Prints the nim-value of each heap, their nim-sum, who wins under normal\n"
     "play, and, where there is one, a winning move in each heap. A heap is\n"
     "one of --game, or of GAME if it is written HEAP@GAME. Heaps of octal\n"
     "games may have any number of digits where a period is proved.\n",
     "takeaway moves --game=domino 10^50\n"
     "takeaway moves 7@kayles 100@squares 10^50@domino\n",
     cli_moves},
    {"nim", CLI_NIM, "N", "the nim-values of the positions below N",
     "Prints the nim-values of [A, N), one a line; A is 0 or what --from\n"
     "says. The nim-value of a position is the least number that no option\n"
     "has; the nim-sum (xor) of the values decides a sum of heaps. --max\n"
     "prints a table of records instead, as they are found, --histogram how\n"
     "often each value occurs. Misere play has no such values.\n",
     "takeaway nim 100\n"
     "takeaway nim 2^20 --max --threads=2\n"
     "takeaway nim 1e6 --game=cubes --format=npy -o values.npy\n",
     cli_nim},
    {"length", CLI_LENGTH, "N", "how long optimal play lasts, below N",
     "Prints the lengths of optimal play (OEIS A338027) of [A, N), one a\n"
     "line; A is 0 or what --from says. The winner ends the game as soon as\n"
     "possible, the loser as late as possible: the length is 0 without a\n"
     "move, 1 + the least even length of an option if there is one, and else\n"
     "1 + the largest. It is even exactly where the position is cold. --max\n"
     "prints a table of records instead, as they are found, --histogram how\n"
     "often each length occurs.\n",
     "takeaway length 100\n"
     "takeaway length 1e7 --max\n",
     cli_length},
    {"info", CLI_INFO, "FILE", "what an archive holds",
     "Prints a table of what the archive FILE (--format=archive, "
     "--checkpoint)\n"
     "says of itself: [0, end) is known, goal was asked for. hash is equal "
     "for\n"
     "equal content. Header and index are checked, the rest by `verify`.\n",
     "takeaway info squares.tka\n", cli_info},
    {"verify", CLI_VERIFY, "FILE", "is an archive whole, and is it right?",
     "Checks all checksums of the archive FILE, then the definition at random\n"
     "positions: a cold one has no cold option, a hot one has one; values are\n"
     "what the definition makes of those of the options. --engine=NAME "
     "computes\n"
     "everything again with that engine and compares, --full with one that\n"
     "shares nothing with the fast ones (segments; naive for values).\n"
     "What is wrong or damaged: exit status 3, and the first place.\n",
     "takeaway verify squares.tka --positions=10000 --seed=7\n"
     "takeaway verify squares.tka --engine=divide --threads=2\n",
     cli_verify},
    {"games", CLI_GAMES, "", "the subtraction sets that --game knows",
     "Prints a table: form, OEIS numbers of the set, its cold positions and\n"
     "its nim-values ('-' where there is none), and a summary.\n",
     "takeaway games\n", cli_games},
    {"engines", CLI_ENGINES, "[COMMAND]", "the engines that --engine knows",
     "Prints a table: name and summary. For cold positions, or for the values\n"
     "that COMMAND prints.\n",
     "takeaway engines\ntakeaway engines nim\n", cli_engines},
    {"help", CLI_HELP, "[COMMAND]", "describe a command", "",
     "takeaway help count\n", cli_help},
};
const size_t cli_n_commands = sizeof cli_commands / sizeof *cli_commands;

const cli_option cli_options[] = {
    {.name = "at",
     .kind = CLI_TEXT,
     .value = "WHERE",
     .field = FIELD(at),
     .commands = CLI_COUNT,
     .help = "print a table: a row for each power of two\n"
             "(powers2) or ten (powers10) up to and with N,\n"
             "or for each number of a list such as 10,1e3"},
    {.name = "from",
     .kind = CLI_NUMBER,
     .value = "A",
     .accepted = "a number, such as 1000 or 2^20",
     .initial = "0",
     .field = FIELD(from),
     .most = UINT64_MAX,
     .commands = CLI_COLD | CLI_FIT | CLI_OCTAL | VALUES,
     .help = "leave out what is below A"},
    {.name = "format",
     .kind = CLI_CHOICE,
     .value = "FORMAT",
     .accepted = "text|bfile|npy|archive",
     .initial = "text",
     .field = FIELD(format),
     .commands = CLI_COLD | CLI_OCTAL | VALUES,
     .help = "text: one position a line; bfile: index and\n"
             "position, as OEIS has it; npy: a NumPy array\n"
             "of 64-bit integers; archive: compressed, with\n"
             "checksums, for --in and verify (both need -o)"},
    {.name = "offset",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number below 2^63",
     .initial = "0",
     .field = FIELD(offset),
     .most = INT64_MAX,
     .commands = CLI_COLD | CLI_OCTAL | VALUES,
     .help = "index of the first position in a b-file"},
    {.name = "output",
     .letter = 'o',
     .kind = CLI_TEXT,
     .value = "FILE",
     .field = FIELD(output),
     .commands = CLI_COLD | CLI_OCTAL | VALUES,
     .help = "write to FILE, which appears when it is whole"},
    {.name = "max",
     .kind = CLI_FLAG,
     .field = FIELD(max),
     .commands = CLI_OCTAL | VALUES,
     .help = "print only the records: each new largest value\n"
             "and the first heap that has it"},
    {.name = "histogram",
     .kind = CLI_FLAG,
     .field = FIELD(histogram),
     .commands = VALUES,
     .help = "print only how often each value occurs"},
    {.name = "cold",
     .kind = CLI_FLAG,
     .field = FIELD(cold),
     .commands = CLI_OCTAL,
     .help = "print the cold heaps, those of value 0"},
    {.name = "period",
     .kind = CLI_FLAG,
     .field = FIELD(period),
     .commands = CLI_OCTAL,
     .help = "search for a period that can be proved"},
    {.name = "long-proof",
     .kind = CLI_FLAG,
     .field = FIELD(long_proof),
     .commands = CLI_OCTAL,
     .help = "prove it by Guy and Smith's condition only, which\n"
             "looks at about twice as many heaps"},
    {.name = "search",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number below 2^32 - 256",
     .initial = "2^25",
     .field = FIELD(search),
     .most = CLI_OCTAL_MOST,
     .commands = CLI_MOVES,
     .help = "for heaps of octal games that are not below\n"
             "2^20: heaps among which a period is searched"},
    {.name = "engines",
     .kind = CLI_TEXT,
     .value = "A,B,...",
     .field = FIELD(engines),
     .commands = CLI_COMPARE,
     .help = "what to compare; see above"},
    {.name = "reps",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number from 1 to 1000",
     .initial = "3",
     .field = FIELD(reps),
     .least = 1,
     .most = 1000,
     .commands = CLI_COMPARE,
     .help = "timed repetitions of each"},
    {.name = "warmup",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number from 0 to 1000",
     .initial = "1",
     .field = FIELD(warmup),
     .most = 1000,
     .commands = CLI_COMPARE,
     .help = "repetitions before, not timed"},
    {.name = "game",
     .kind = CLI_TEXT,
     .value = "SPEC",
     .initial = "squares",
     .field = FIELD(game),
     .commands = RUNS | CLI_MOVES | CLI_VERIFY,
     .help = "the subtraction set; `takeaway games` lists them"},
    {.name = "misere",
     .kind = CLI_FLAG,
     .field = FIELD(misere),
     .commands = RUNS,
     .help = "who cannot move wins"},
    {.name = "engine",
     .kind = CLI_TEXT,
     .value = "NAME",
     .initial = "auto",
     .field = FIELD(engine),
     .commands = CLI_COUNT | CLI_COLD | CLI_OCTAL | VALUES | CLI_VERIFY,
     .help = "how to compute; `takeaway engines` lists them"},
    {.name = "threads",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number from 1 to 1024",
     .initial = "1",
     .field = FIELD(threads),
     .least = 1,
     .most = 1024,
     .commands = RUNS | CLI_VERIFY,
     .help = "threads to use"},
    {.name = "max-memory",
     .kind = CLI_SIZE,
     .value = "SIZE",
     .accepted = CLI_SIZE_FORM,
     .field = FIELD(max_memory),
     .least = 1,
     .most = UINT64_MAX,
     .commands = RUNS | CLI_OCTAL | CLI_MOVES | CLI_VERIFY,
     .help = "refuse work that needs more, in bytes: 500M, 2G,\n"
             "2^30 (default: what the machine has free)"},
    {.name = "precision",
     .kind = CLI_CHOICE,
     .value = "KIND",
     .accepted = "auto|single|double",
     .initial = "auto",
     .field = FIELD(precision),
     .commands = RUNS,
     .help = "of the FFT engines; raised by itself where the\n"
             "rounding bound asks for it"},
    {.name = "plan",
     .kind = CLI_CHOICE,
     .value = "EFFORT",
     .accepted = "estimate|measure",
     .initial = "estimate",
     .field = FIELD(plan),
     .commands = RUNS,
     .help = "how long FFTW may look for a fast transform"},
    {.name = "wisdom",
     .kind = CLI_TEXT,
     .value = "FILE",
     .field = FIELD(wisdom),
     .commands = RUNS,
     .help = "keep FFTW's plans here between runs"},
    {.name = "base-bits",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number from 6 to 20",
     .field = FIELD(base_bits),
     .least = 6,
     .most = 20,
     .commands = RUNS,
     .help = "blocks of 2^K positions at the bottom of the\n"
             "recursion (default: by the cost model)"},
    {.name = "check",
     .kind = CLI_FLAG,
     .field = FIELD(check),
     .commands = RUNS,
     .help = "let the engine check itself where it can"},
    {.name = "stats",
     .kind = CLI_FLAG,
     .field = FIELD(stats),
     .commands = CLI_COUNT | CLI_COLD | CLI_OCTAL | VALUES,
     .help = "say on stderr what is foreseen and what was done"},
    {.name = "status",
     .kind = CLI_FLAG,
     .field = FIELD(status),
     .commands = RUNS | CLI_OCTAL | CLI_MOVES | CLI_VERIFY,
     .help = "say on stderr how far the run is and how long it\n"
             "will take (default on a terminal)"},
    {.name = "checkpoint",
     .kind = CLI_TEXT,
     .value = "FILE",
     .field = FIELD(checkpoint),
     .commands = KEPT,
     .help = "keep what is done in FILE: every few minutes, on\n"
             "interruption and at the end"},
    {.name = "checkpoint-every",
     .kind = CLI_NUMBER,
     .value = "SECONDS",
     .accepted = "a number below 10^9",
     .initial = "300",
     .field = FIELD(checkpoint_every),
     .most = 999999999,
     .commands = KEPT,
     .help = "how often that is"},
    {.name = "resume",
     .kind = CLI_TEXT,
     .value = "FILE",
     .field = FIELD(resume),
     .commands = KEPT,
     .help = "go on from a checkpoint or a result, to any N; by\n"
             "other engines, threads or blocks if you like. May\n"
             "be the file of --checkpoint, and missing then"},
    {.name = "positions",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number from 0 to 10^9",
     .initial = "1000",
     .field = FIELD(positions),
     .most = 1000000000,
     .commands = CLI_VERIFY,
     .help = "how many positions to check, half of them cold"},
    {.name = "seed",
     .kind = CLI_NUMBER,
     .value = "K",
     .accepted = "a number",
     .initial = "1",
     .field = FIELD(seed),
     .most = UINT64_MAX,
     .commands = CLI_VERIFY,
     .help = "which random positions"},
    {.name = "full",
     .kind = CLI_FLAG,
     .field = FIELD(full),
     .commands = CLI_VERIFY,
     .help = "compute everything again, in the plainest way"},
    {.name = "in",
     .kind = CLI_TEXT,
     .value = "FILE",
     .field = FIELD(in),
     .commands = KEPT,
     .help = "read the archive FILE and compute nothing; the\n"
             "game is the file's"},
    {.name = "digest",
     .kind = CLI_FLAG,
     .field = FIELD(digest),
     .commands = KEPT | CLI_INFO | CLI_VERIFY,
     .help = "print the SHA-256 of the numbers as text, one a\n"
             "line: of what `takeaway cold N` prints"},
    {.name = "quiet",
     .letter = 'q',
     .kind = CLI_FLAG,
     .field = FIELD(quiet),
     .commands = RUNS | CLI_FIT | CLI_OCTAL | CLI_MOVES | CLI_VERIFY,
     .help = "print only the numbers asked for"},
    {.name = "help",
     .letter = 'h',
     .kind = CLI_FLAG,
     .field = FIELD(help),
     .commands = CLI_EVERY,
     .help = "describe takeaway, or the command"},
    {.name = "version",
     .kind = CLI_FLAG,
     .field = FIELD(version),
     .commands = CLI_EVERY,
     .help = "print the version"},
    /* For `make install`. */
    {.name = "man", .kind = CLI_FLAG, .field = FIELD(man), .help = ""},
    {.name = "completion",
     .kind = CLI_TEXT,
     .value = "SHELL",
     .field = FIELD(completion),
     .help = ""},
};
const size_t cli_n_options = sizeof cli_options / sizeof *cli_options;
