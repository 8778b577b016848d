/* The table of commands and the table of options. The parser, the help, the man
 * page and the completion scripts are all made from these two tables. */
#include "computing.h"

#define FIELD(name) offsetof(cli_settings, name)

enum {
    /* The commands that compute nim-values or lengths of play. */
    VALUES = CLI_NIM | CLI_LENGTH,
    RUNS = CLI_COUNT | CLI_COLD | CLI_COMPARE | CLI_NTH | VALUES,
    LISTS = CLI_COLD | CLI_OCTAL | VALUES,
    /* The commands whose results a checkpoint can hold. */
    KEPT = CLI_COUNT | LISTS,
    COMPUTES = RUNS | CLI_OCTAL | CLI_MOVES | CLI_LINE | CLI_PLAY | CLI_PERIOD |
               CLI_CENSUS | CLI_VERIFY | CLI_EXPORT | CLI_IS
};

#define PAST_PERIOD                                                            \
    " If the game's set is finite, the answer past a proved period is taken "  \
    "from the period, so N may be up to 2^64-1."

/* The commands of the program. In an example, the text behind " # " is what the
 * command prints. */
const cli_command cli_commands[] = {
    {"count", CLI_COUNT, "N", 1, 1, "how many positions below N are cold",
     "Prints a sentence saying how many of the positions 0, 1, ..., N-1 are "
     "cold; with -q only the number. With --at it prints a table: n, and how "
     "many positions below n are cold." PAST_PERIOD,
     "takeaway count 2^20 -q  # 14421\n"
     "takeaway count 2^20 --at=powers2 --game=primes\n"
     "takeaway count 2^64-1 --game=list:2,4,7"},
    {"cold", CLI_COLD, "N", 1, 1, "the cold positions below N, one a line",
     "Prints the cold positions among 0, 1, ..., N-1, one a line." PAST_PERIOD,
     "takeaway cold 16  # 0 2 5 7 10 12 15\n"
     "takeaway cold 1e6 --format=bfile -o b030193.txt"},
    {"compare", CLI_COMPARE, "N", 1, 1, "time engines side by side",
     "Runs several engines (algorithms) in turn on [0, N), checks that their "
     "results are identical, and prints a table. It has a row for each "
     "repetition of each engine; then two for each engine: its median "
     "repetition, and the ratio of that time to the least median. The columns: "
     "engine; n, which is N; rep (the repetition, or median or ratio); wall_s, "
     "the time in seconds; plan_s, the part of it that prepared the transforms "
     "of some engines; ns_per_position, the time over N in nanoseconds; "
     "predicted_bytes and peak_bytes, the memory that was predicted and that "
     "the first run took; cold, the number of cold positions. If results "
     "differ, the exit status is 3 and the message names the first position.",
     "takeaway compare 2^14 -q --engines=naive | tail -n 1 | cut -f 9  # "
     "812\ntakeaway compare 2^22 --engines=divide:ntt,divide:fftw:threads=2"},
    {"fit", CLI_FIT, "FILE", 1, 1, "the power law through a table of counts",
     "Fits cold = constant * n^exponent to a table that `count --at` has "
     "printed, by least squares of the logarithms. FILE '-' is standard input. "
     "Prints a table: the fit with standard errors; exponent_newey_west, the "
     "same exponent with the error of Newey and West (1987), which allows for "
     "correlated residuals; "
     "median_exponent and median_constant, a second fit by Siegel's repeated "
     "medians of slopes, which single points hardly change (left out if there "
     "are more than 20000 points); the exponent between each two successive "
     "points; the residuals of log cold. Points where cold is 0 are left out.",
     "takeaway count 2^24 --at=powers2 | takeaway fit - --from=2^10 -q"
     "  # 0.695599\n"
     "takeaway count 2^30 --at=cubes | takeaway fit -"},
    {"plot", CLI_PLOT, "FILE...", 1, CLI_OPERANDS,
     "a picture of tables of counts or values, by gnuplot",
     "Draws tables of one kind, each of another game, in one picture. Of "
     "counts (`count --at`): also the power law through them, with the "
     "standard error of its exponent by Newey and West, and the exponent from "
     "one point to the next. Of nim-values, lengths and octal games: what "
     "--max, --at or --histogram prints, or the values themselves. Of any list "
     "of numbers with --residues=M: the share of each residue. FILE '-' is "
     "standard input. The legend has the game from the comment line '# game: "
     "...' that a table has which -o has written, or else the name of FILE.",
     "takeaway count 2^20 --at=powers2 -o s.tsv; takeaway plot s.tsv -o s.png\n"
     "takeaway nim 4000 | takeaway plot - -o values.svg\n"
     "takeaway cold 2^20 | takeaway plot - --residues=25 --script"},
    {"octal", CLI_OCTAL, "CODE [N]", 1, 2,
     "nim-values and periods of octal games",
     "Prints the nim-values of the heaps 0, 1, ..., N-1 of an octal game, one "
     "a line. CODE is d0.d1d2d3..., or a name such as kayles. The digit dt is "
     "a sum of 1, if a heap of t may be taken whole; 2, if t may be taken and "
     "the rest left as one heap; 4, as two heaps; 8, as three (digits up to F; "
     "slow). With --period it stops when a period is proved, and prints a "
     "table: proof (long: of Guy and Smith 1956; short: rare heaps are "
     "bounded, "
     "and so are witnesses, the smaller parts of splits to rare values); "
     "period, preperiod (preperiod_counts_from: heap 0 is left out), saltus "
     "(what values grow by in each period); seen_period etc., not "
     "proved, of the heaps below seen_below; the largest value, its first "
     "heap; `mask`; `rare`, how many heaps have rare values; `last_rare`, the "
     "last. A value is rare if the number of binary ones that it shares "
     "with the mask is even; with `+position`, this number plus h - t, for "
     "heap "
     "h, split by taking t.",
     "takeaway octal .77 12  # 0 1 2 3 1 4 3 2 1 4 2 6\ntakeaway octal .16 "
     "--period\ntakeaway octal .6 2^36 --period --checkpoint=six.ta "
     "--resume=six.ta"},
    {"moves", CLI_MOVES, "HEAP...", 1, CLI_OPERANDS,
     "nim-values of a sum, who wins, and how",
     "Prints a table of the nim-value of each heap; a line with their nim-sum "
     "(xor) and who wins; and a table of every winning move. For programs "
     "there "
     "are -q and --json. HEAP is a number, or a number and a game joined by @ "
     "(7@kayles); '-' reads heaps from standard input. Heaps may have any "
     "number of digits in finite sets, in octal games with a period, and in "
     "nim, odds and moser; otherwise the values of all smaller heaps are "
     "computed. "
     "A single large heap in these other games (squares: above 4.2 million) is "
     "answered by the cold positions alone, with value NA if it is hot; "
     "--search=K with K above the heap gives the value. --misere takes sums of "
     "subtraction games, with value NA where it is not needed, or heaps of a "
     "single octal game with at most 300 coins in all, fewer if they split "
     "(kayles: 93).",
     "takeaway moves 13 27 -q  # 2 4 23 / 2 9 18 / 2 16 11\ntakeaway moves "
     "--game=moser 10^60+7\ntakeaway moves --misere 7@kayles 3@kayles"},
    {"is", CLI_IS, "HEAP...", 1, CLI_OPERANDS,
     "is a heap or a sum cold, or how is it won?",
     "Prints that the position, the sum of all HEAPs, is cold (the player to "
     "move loses), with answers to three moves if no heap is above 9999; or "
     "that it is hot, with a winning move. Heaps are written as for `moves`. "
     "The exit status is 0 for either answer.",
     "takeaway is 2  # cold: the player to move loses. 1 from 2 is met by 1 "
     "from 1\n"
     "takeaway is 13 27 100\n"
     "takeaway is 7@kayles 3 -q"},
    {"nth", CLI_NTH, "K...", 1, CLI_OPERANDS, "the K-th cold position",
     "Prints a table: k, counted from 1, and the k-th cold position. In normal "
     "play the first one is 0.",
     "takeaway nth 3 1000  # k cold / 3 5 / 1000 23075\n"
     "takeaway nth 10 100 --game=primes"},
    {"period", CLI_PERIOD, "", 0, 0, "the period of the nim-values of a set",
     "Prints a table: preperiod and period of the nim-values, the largest "
     "value, and what is proved. For a finite set S a period is proved when "
     "max S successive values occur a second time. For an infinite set nothing "
     "is proved: seen_period and seen_preperiod are those of the values below "
     "seen_below, which were computed. preperiod_counts_from: heap 0 counts.",
     "takeaway period --game=list:2,4,7 -q  # 8 3\n"
     "takeaway period --game=residues:1,4mod5"},
    {"census", CLI_CENSUS, "", 0, 0,
     "the periods of many finite sets or octal games",
     "Give one of --size, --sets, --digits, --codes. Prints a table with a row "
     "for each set or game. Each period given is the least one, and proved. "
     "For sets: preperiod and period of the outcomes (cold or hot) and of the "
     "nim-values, the cold positions in a period, and the largest nim-value; "
     "NA if no period was found. For octal games: how the period is proved "
     "(long, short, none), the number of heaps computed, preperiod (1 or "
     "more: heap 0 is not looked at), period, and the columns from `largest` "
     "on that `octal --period` explains. Rows "
     "appear some hundreds at a time; --resume-after=LAST goes on after an "
     "interruption.",
     "takeaway census --size=2 --within=4 --with=3,4 -q  # 3,4 0 7 0 7 3 2\n"
     "takeaway census --size=4 --within=30 --with=1,7 --threads=2\n"
     "takeaway census --digits=2 --limit=2^14"},
    {"yardstick", CLI_YARDSTICK, "SET N...", 2, CLI_OPERANDS,
     "sizes of sets without square or cube differences",
     "Cold positions of squares are a set without square differences; a "
     "yardstick is another such set, a large one, to compare with. Prints a "
     "table: n, how many elements are below n, whether n is one. SET is ruzsa "
     "or "
     "beigel-gasarch: in base 65 or 205 the digits at places 0, 2, 4, ... are "
     "from a fixed list, in which no difference is a square modulo the base; "
     "the other digits are free. cubes has no cube differences: likewise the "
     "digits at places 0, 3, 6, ... in base 91. poly:a,b,c has no differences "
     "a*k^2 + b*k + c except 0; accepted are polynomials that equal a*(k + "
     "r)^2 with integers a, r. N may have any number of digits.",
     "takeaway yardstick ruzsa 1000 -q  # 110\n"
     "takeaway yardstick ruzsa 10^100\n"
     "takeaway yardstick beigel-gasarch 2^10 2^20 2^30"},
    {"nim", CLI_NIM, "N", 1, 1, "the nim-values of the positions below N",
     "Prints the nim-values (Grundy values) of the positions 0, 1, ..., N-1, "
     "one a line: the least number that is not the value of a position one "
     "move away. A sum of heaps is cold if the xor of their values is "
     "0." PAST_PERIOD,
     "takeaway nim 12  # 0 1 0 1 2 0 1 0 1 2 0 1\n"
     "takeaway nim 2^20 --max --threads=2\n"
     "takeaway nim 1e6 --game=cubes --format=npy -o values.npy"},
    {"length", CLI_LENGTH, "N", 1, 1, "how long optimal play lasts, below N",
     "Prints the number of moves in optimal play from each of the positions 0, "
     "1, ..., N-1, one a line (remoteness; OEIS A338027). The winner ends the "
     "game as soon as possible, the loser as late as possible. The number is "
     "even if and only if the position is cold.",
     "takeaway length 12  # 0 1 2 3 1 2 3 4 5 1 4 3\n"
     "takeaway length 1e7 --max"},
    {"info", CLI_INFO, "FILE", 1, 1, "what an archive holds",
     "Prints a table of what the archive FILE says of itself: its content, "
     "game and convention (normal or misere); `end`, the end of the range [0, "
     "end) that it holds; `goal`, the N that was asked for; `numbers`, how "
     "many numbers it holds; `complete`, whether end is goal; its size; "
     "`frames`, how many parts it has, each with a checksum; `hash`, a hash of "
     "the content alone, which is equal for equal contents. `verify` checks "
     "the content.",
     "takeaway cold 99 -o x.ta; takeaway info x.ta | grep numbers  # numbers "
     "21"},
    {"verify", CLI_VERIFY, "FILE", 1, 1,
     "is an archive whole, and is it right?",
     "Checks the checksums of the archive FILE, and then the definition at "
     "random positions: a cold one has no move to a cold one, a hot one has, a "
     "nim-value is the least that no move leads to, and a length follows from "
     "those one move away. This finds widespread errors, hardly a single wrong "
     "position. --windows computes all positions of random windows again, from "
     "what the archive holds below them (not for octal games). --engine "
     "computes everything again. Prints a table of what was checked. If "
     "anything is wrong or damaged, the exit status is 3 and the message names "
     "the first place.",
     "takeaway cold 9 -o x.ta; takeaway verify x.ta | grep -o right"
     "  # right\n"
     "takeaway verify x.ta --windows=3 --window-size=100\n"
     "takeaway verify x.ta --engine=naive"},
    {"line", CLI_LINE, "HEAP", 1, 1,
     "a game from this heap, played best by both",
     "Prints the heaps of a game in which both play as well as they can, and "
     "between two heaps what is taken. The winner ends the game as soon as "
     "possible, the loser as late as possible. Of equal moves the winner makes "
     "the largest. The loser, of the 64 largest equally good moves, makes the "
     "one that leaves the winner the fewest best replies; of several such, the "
     "largest. HEAP is below 2^32 - 256; HEAP@GAME is a heap of the set GAME.",
     "takeaway line 15 -q  # 15 -4-> 11 -9-> 2 -1-> 1 -1-> 0\n"
     "takeaway line 40@primes"},
    {"play", CLI_PLAY, "HEAP...", 1, CLI_OPERANDS, "play against the computer",
     "You and the computer move in turn. A player who cannot move loses, or "
     "wins with --misere (no octal games). Type how many to take. If there are "
     "several heaps, type the number of the heap first: `2 9` takes 9 from the "
     "second heap. If a move of an octal game leaves several heaps, type them "
     "last: from a single heap `1 2 3` takes 1 and leaves 2 and 3; with "
     "several, `2 1 2 3` does so in the second. Other words: moves (the first "
     "legal moves of each heap), hint (a best move, and why it wins or loses), "
     "undo "
     "(your last move and the reply), help (the rules), quit. HEAP@GAME is a "
     "heap of GAME; all heaps are of one game.",
     "echo hint | takeaway play 6 -q | grep -o w.*cold  # which is cold\n"
     "takeaway play 13 27 --begin=computer\n"
     "takeaway play 10@kayles"},
    {"export", CLI_EXPORT, "SEQUENCE TERMS", 2, 2, "b-files for the OEIS",
     "Prints the first TERMS terms of a sequence as a b-file: index and term. "
     "SEQUENCE is cold:GAME, nim:GAME or length:GAME, for the cold positions, "
     "nim-values or lengths of a game; or it is an OEIS number. These are, of "
     "cold positions: A030193 (squares), A025043 (primes), A215721 (0.07); of "
     "nim-values: A014586 (squares), A019509 (triangular), A014587 "
     "(factorials), A014588 (fibonacci), A014589 (primes), A002186 (kayles), "
     "A002187 (0.137), A002188 (grundy); and of lengths: A338027 (squares).",
     "takeaway export A030193 3  # 0 0 / 1 2 / 2 5\n"
     "takeaway export nim:cubes 1000 -o b.txt"},
    {"games", CLI_GAMES, "", 0, 0, "the games that --game knows",
     "Prints a table: how a game is written, the OEIS numbers of its set, its "
     "cold positions and its nim-values ('-' for none), and a summary.",
     "takeaway games | cut -f1,4 | grep ^[sk]  # squares A014586 / kayles "
     "A002186"},
    {"engines", CLI_ENGINES, "[QUANTITY]", 0, 1,
     "the engines that --engine knows",
     "Prints a table of the engines (algorithms) for QUANTITY: cold (the "
     "default), nim, length, or octal (nim-values of octal games). Settings "
     "may follow the name of an engine after colons. For all but length: "
     "threads=K, the number of threads. For cold and nim: how to find the "
     "positions with a move to positions decided before: ntt (transforms "
     "modulo a prime), fftw (floating-point transforms), gmp (products of "
     "integers) or shift (marks one by one); base=K, the block of 2^K "
     "positions at which recursion stops (K from 6 to 20); and, for cold with "
     "the engine wheel, the setting check (compare some positions with the "
     "definition).",
     "takeaway engines nim | cut -f 1 | sed -n 2p  # naive\n"
     "takeaway count 2^20 --engine=divide:fftw:threads=2"},
    {"help", CLI_HELP, "[COMMAND]", 0, 1, "describe a command",
     "Prints what a command does and which options it has. Without COMMAND: "
     "the commands, how numbers are written, exit statuses.",
     "takeaway help count | head -n 1  # Usage: takeaway count N [OPTION]..."},
    {.name = NULL},
};

/* Begins an entry of cli_options. The arguments are the name of the option, its
 * kind, its member in cli_settings, and what the help calls its value (NULL for
 * a flag). After the macro, an entry has the commands that accept the option,
 * its help, and other members with their names. */
#define OPTION(name_, kind_, field_, value_)                                   \
    .name = name_, .kind = kind_, .field = FIELD(field_), .value = value_

const cli_option cli_options[] = {
    {OPTION("game", CLI_TEXT, game, "SPEC"),
     RUNS | CLI_MOVES | CLI_IS | CLI_LINE | CLI_PLAY | CLI_PERIOD | CLI_VERIFY,
     "the game; `takeaway games` lists them", .initial = "squares",
     .group = "What to compute"},
    {OPTION("misere", CLI_FLAG, misere, NULL),
     CLI_COUNT | CLI_COLD | CLI_COMPARE | CLI_NTH | CLI_MOVES | CLI_IS |
         CLI_PLAY | CLI_EXPORT,
     "misere play: a player who cannot move wins"},
    {OPTION("from", CLI_NUMBER, from, "A"),
     CLI_COUNT | CLI_FIT | CLI_PLOT | CLI_VERIFY | LISTS,
     "leave out positions below A", .most = UINT64_MAX, .initial = "0"},
    {OPTION("at", CLI_TEXT, at, "WHERE"), CLI_COUNT | CLI_VERIFY | VALUES,
     "print a table with a row for each power of two (powers2) or ten "
     "(powers10), each cube (cubes), or each number of a list such as 10,1e3, "
     "up to N"},
    {OPTION("max", CLI_FLAG, max, NULL), CLI_OCTAL | VALUES,
     "print only the records: each new largest value and its first heap"},
    {OPTION("histogram", CLI_FLAG, histogram, NULL), CLI_OCTAL | VALUES,
     "print only how often each value occurs"},
    {OPTION("cold", CLI_FLAG, cold, NULL), CLI_OCTAL,
     "print the cold heaps, those of value 0"},
    {OPTION("period", CLI_FLAG, period, NULL), CLI_OCTAL,
     "search for a period and prove it; the default N is 2^20, or 2^12 if a "
     "digit exceeds 7"},
    {OPTION("long-proof", CLI_FLAG, long_proof, NULL), CLI_OCTAL,
     "prove by the Guy-Smith condition only (proof `long`); without this, a "
     "second condition is tried too (proof `short`), which needs fewer heaps, "
     "at best about half"},
    {OPTION("search", CLI_NUMBER, search, "K"), CLI_MOVES | CLI_IS | CLI_PERIOD,
     "search for a period among the first K values (default 2^25); if given, a "
     "single heap below K gets its nim-value, even if it is a large one",
     .least = 1, .most = CLI_OCTAL_MOST - 1},
    {OPTION("size", CLI_NUMBER, size, "K"), CLI_CENSUS,
     "take all sets of K numbers from 1 to M; --within gives M", .least = 1,
     .most = 4096},
    {OPTION("within", CLI_NUMBER, within, "M"), CLI_CENSUS,
     "the largest number in the sets of --size", .least = 1, .most = 1 << 20},
    {OPTION("with", CLI_TEXT, with, "X,Y,..."), CLI_CENSUS,
     "only the sets of --size that have the elements X, Y, ..."},
    {OPTION("sets", CLI_TEXT, sets, "FILE"), CLI_CENSUS,
     "take the sets in FILE, such as 2,4,7, one a line; a line that begins "
     "with # is left out"},
    {OPTION("digits", CLI_NUMBER, digits, "K"), CLI_CENSUS,
     "take all octal games d0.d1d2... with up to K digits after the point, "
     "where d0 is 0 or 4",
     .least = 1, .most = 5},
    {OPTION("codes", CLI_TEXT, codes, "FILE"), CLI_CENSUS,
     "take the octal games in FILE, one code or name a line"},
    {OPTION("all", CLI_FLAG, all, NULL), CLI_MOVES,
     "list every move, with the nim-value of what it leaves of its heap (NA if "
     "not computed), and whether it wins"},
    {OPTION("limit", CLI_NUMBER, limit, "K"), CLI_MOVES | CLI_CENSUS,
     "list at most K moves in each heap, from 1 on (default: all; of octal "
     "games and large heaps of odds 10, but with --all all)",
     .least = 1, .most = UINT64_MAX},
    {OPTION("quantity", CLI_CHOICE, quantity, "WHAT"), CLI_COMPARE,
     "what the engines compute", .accepted = "cold, nim, length",
     .initial = "cold"},
    {OPTION("engines", CLI_TEXT, engines, "A,B,..."), CLI_COMPARE,
     "names from `takeaway engines QUANTITY`, each followed by its settings "
     "after colons: see `takeaway help engines` (default: those worth it for "
     "this N)"},
    {OPTION("reps", CLI_NUMBER, reps, "K"), CLI_COMPARE,
     "how often to time each engine", .least = 1, .most = 1000, .initial = "3"},
    {OPTION("warmup", CLI_NUMBER, warmup, "K"), CLI_COMPARE,
     "how often to run each engine before that", .most = 1000, .initial = "1"},
    {OPTION("begin", CLI_CHOICE, begin, "WHO"), CLI_PLAY,
     "who makes the first move", .accepted = "you, computer", .initial = "you"},
    {OPTION("positions", CLI_NUMBER, positions, "K"), CLI_VERIFY,
     "how many random positions to check; in archives of cold positions half "
     "are chosen among the cold ones",
     .most = 1000000000, .initial = "1000"},
    {OPTION("windows", CLI_NUMBER, windows, "K"), CLI_VERIFY,
     "how many random windows (ranges of positions) to compute again",
     .least = 1, .most = 100000},
    {OPTION("window-size", CLI_NUMBER, window_size, "W"), CLI_VERIFY,
     "positions in a window", .least = 1, .most = UINT64_C(1) << 40,
     .initial = "1000000"},
    {OPTION("seed", CLI_NUMBER, seed, "K"), CLI_VERIFY,
     "chooses the random positions and windows", .most = UINT64_MAX,
     .initial = "1"},
    {OPTION("in", CLI_TEXT, in, "FILE"),
     KEPT | CLI_MOVES | CLI_IS | CLI_NTH | CLI_EXPORT,
     "read the archive FILE and compute nothing; the game is that of the file"},
    {OPTION("residues", CLI_NUMBER, residues, "M"), CLI_PLOT,
     "draw the share of each residue modulo M in a list of numbers", .least = 2,
     .most = 10000},

    {OPTION("output", CLI_TEXT, output, "FILE"),
     CLI_COUNT | LISTS | CLI_EXPORT | CLI_PLOT,
     "write to FILE, which appears only when it is complete", .letter = 'o',
     .group = "Output"},
    {OPTION("format", CLI_CHOICE, format, "FORMAT"), LISTS,
     "text: one number a line; bfile: index and number, as the OEIS has it; "
     "npy: a NumPy array; archive: compressed, with checksums, for --in and "
     "`verify`. npy and archive need -o; a FILE ending in .npy or .ta is npy "
     "or archive by itself",
     .accepted = "text, bfile, npy, archive", .initial = "text"},
    {OPTION("offset", CLI_NUMBER, offset, "K"), LISTS | CLI_EXPORT,
     "the index of the first number of the whole sequence in a b-file, also "
     "with --from",
     .most = INT64_MAX, .initial = "0"},
    {OPTION("width", CLI_NUMBER, width, "K"), CLI_PLOT,
     "the width of the picture in pixels; the height follows", .least = 200,
     .most = 10000, .initial = "960"},
    {OPTION("script", CLI_FLAG, script, NULL), CLI_PLOT,
     "print the gnuplot program and run nothing"},
    {OPTION("json", CLI_FLAG, json, NULL),
     (COMPUTES | CLI_FIT | CLI_GAMES | CLI_ENGINES | CLI_INFO | CLI_YARDSTICK) &
         ~(CLI_PLAY | CLI_EXPORT),
     "print JSON: rows as a list of objects, numbers as a list, one answer as "
     "an object; numbers above 2^53 are strings"},
    {OPTION("digest", CLI_FLAG, digest, NULL), KEPT | CLI_INFO | CLI_VERIFY,
     "print only the SHA-256 of the numbers as text, one a line"},
    {OPTION("quiet", CLI_FLAG, quiet, NULL), COMPUTES | CLI_FIT | CLI_YARDSTICK,
     "print no progress", .letter = 'q'},
    {OPTION("help", CLI_FLAG, help, NULL), CLI_EVERY,
     "describe takeaway, or the command", .letter = 'h'},
    {OPTION("version", CLI_FLAG, version, NULL), CLI_EVERY, "print the version",
     .letter = 'V'},

    {OPTION("status", CLI_FLAG, status, NULL), COMPUTES,
     "print on stderr how far the run is, and the time that is left (default "
     "on a terminal)",
     .group = "Long runs"},
    {OPTION("checkpoint", CLI_TEXT, checkpoint, "FILE"), KEPT,
     "save the results in FILE every few minutes, at an interruption, and at "
     "the end"},
    {OPTION("checkpoint-every", CLI_TIME, checkpoint_every, "TIME"), KEPT,
     "how often to save: seconds, or 90s, 10m, 2h",
     .accepted = "seconds below 10^9, or 90s, 10m, 2h, 1d", .most = 999999999,
     .initial = "300"},
    {OPTION("resume", CLI_TEXT, resume, "FILE"), KEPT,
     "go on from a checkpoint or archive of the same game; N may differ. If "
     "--checkpoint names the same FILE, it need not exist yet"},
    {OPTION("resume-after", CLI_TEXT, resume_after, "LAST"), CLI_CENSUS,
     "leave out all rows up to and including LAST, a set X,Y,... or a game"},
    {OPTION("until", CLI_TIME, until, "TIME"), KEPT | CLI_CENSUS,
     "end after this time (90s, 10m, 2h) as if interrupted: exit status 130",
     .accepted = "seconds from 1 to 10^9, or 90s, 10m, 2h, 1d", .least = 1,
     .most = 1000000000},

    {OPTION("engine", CLI_TEXT, engine, "NAME"), CLI_NTH | CLI_VERIFY | KEPT,
     "how to compute: a name from `takeaway engines QUANTITY`, then settings "
     "after colons: see `takeaway help engines`",
     .initial = "auto", .group = "Speed and memory"},
    {OPTION("threads", CLI_NUMBER, threads, "K"),
     (RUNS & ~CLI_LENGTH) | CLI_OCTAL | CLI_MOVES | CLI_IS | CLI_VERIFY |
         CLI_EXPORT | CLI_CENSUS,
     "threads to use (default: the processors, at most 16, and fewer for a "
     "small N)",
     .least = 1, .most = CLI_THREADS_MOST},
    {OPTION("max-memory", CLI_SIZE, max_memory, "SIZE"), COMPUTES,
     "use at most SIZE bytes: 500M, 2G, 2^30. A run that is sure to need more "
     "is refused; one that reaches the limit ends, after it has saved its "
     "checkpoint if it has one (default: 7/8 of the free memory)",
     .accepted = "a number of bytes, such as 500M, 2G or 2^30", .least = 1,
     .most = UINT64_MAX},
    {OPTION("stats", CLI_FLAG, stats, NULL), KEPT,
     "print on stderr the predicted memory, and figures of the run"},
    /* Options that the help does not show, which `make install` uses. */
    {OPTION("man", CLI_FLAG, man, NULL), 0, ""},
    {OPTION("completion", CLI_FLAG, completion, NULL), 0, ""},
    {.name = NULL},
};
