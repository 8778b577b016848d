/* The options. To add one, to a command that is there:
 *
 * 1. name it OPT_NAME in command.h, where the help should show it;
 * 2. give it a member in cli_settings (cli.h) and an entry below: name, type,
 *    member, what the help calls its value, help (behind '\v' for the man page
 *    only), and where they apply the default, the least and largest number;
 * 3. add OPT(NAME) to `.options` of each command that takes it, in the file of
 *    the command; where its meaning is another there, a text to `.texts`;
 * 4. where it has no effect without another option, or excludes one, add a rule
 *    (rules.c, or `.rules` of the command).
 *
 * Parser, help, man page and completion follow from the entries. commands.c
 * says how to add a command. */
#include "computing.h"

#define FIELD(name) offsetof(cli_settings, name)

const cli_option cli_options[OPT_END] = {
    {0}, /* OPT_NONE */
    {OPT_GAME, "game", CLI_GAME, FIELD(what.game), "SPEC",
     .help = "the game; `takeaway games` lists them", .initial = "squares",
     .group = "What to compute"},
    {OPT_MOVES, "moves", CLI_TEXT, FIELD(grid.moves), "MOVES",
     .help = "directions with their sets, such as '(1,0):all (0,1):all'"},
    {OPT_MISERE, "misere", CLI_FLAG, FIELD(what.misere), NULL,
     .help = "misere play: a player who cannot move wins"},
    {OPT_CONVENTION, "convention", CLI_WORD, FIELD(what.convention), "PLAY",
     .help =
         "how play ends: normal; misere; exact, where who reaches 0 wins "
         "and who is stuck above 0 draws; sink, of period and census, where "
         "one may take more than there is",
     .accepted = "normal, misere, exact, sink", .initial = "normal"},
    {OPT_FROM, "from", CLI_NUMBER, FIELD(what.from), "A",
     .help = "leave out positions below A", .most = UINT64_MAX, .initial = "0"},
    {OPT_AT, "at", CLI_ENDS, FIELD(what.at), "WHERE",
     .help = "print a table with a row for each power of two (powers2) or "
             "ten (powers10), each cube (cubes), or each number of a list "
             "such as 10,1e3, up to N"},
    {OPT_MAX, "max", CLI_FLAG, FIELD(what.max), NULL,
     .help =
         "print only the records: each new largest value and its first heap"},
    {OPT_HISTOGRAM, "histogram", CLI_FLAG, FIELD(what.histogram), NULL,
     .help = "print only how often each value occurs"},
    {OPT_COLD, "cold", CLI_FLAG, FIELD(what.cold), NULL,
     .help = "print the cold heaps, those of value 0"},
    {OPT_NIM, "nim", CLI_FLAG, FIELD(grid.nim), NULL,
     .help = "print all nim-values, in place of the cold positions"},
    {OPT_PERIOD, "period", CLI_FLAG, FIELD(what.period), NULL,
     .help = "search for a period and prove it; the default N is 2^20, "
             "or 2^12 if a digit exceeds 7"},
    {OPT_LONG_PROOF, "long-proof", CLI_FLAG, FIELD(what.long_proof), NULL,
     .help = "prove by the Guy-Smith condition only (proof "
             "`long`)\vWithout this, a second condition is tried too "
             "(proof `short`), which needs fewer heaps, at best about "
             "half"},
    {OPT_SEARCH, "search", CLI_NUMBER, FIELD(what.search), "K",
     .help = "search for a period among the first K values (default "
             "2^25); if given, a single heap below K gets its nim-value, "
             "even if it is a large one",
     .least = 1, .most = CLI_OCTAL_MOST - 1},
    {OPT_SIZE, "size", CLI_NUMBER, FIELD(census.size), "K",
     .help = "take all sets of K numbers from 1 to M; --within gives M",
     .least = 1, .most = 4096},
    {OPT_WITHIN, "within", CLI_NUMBER, FIELD(census.within), "M",
     .help = "the largest number in the sets of --size", .least = 1,
     .most = 1 << 20},
    {OPT_WITH, "with", CLI_LIST, FIELD(census.with), "X,Y,...",
     .help = "only the sets of --size that have all of these elements"},
    {OPT_SETS, "sets", CLI_READ, FIELD(census.sets), "FILE",
     .help = "take the sets in FILE, such as 2,4,7, one a line; a line "
             "that begins with # is left out"},
    {OPT_DIGITS, "digits", CLI_NUMBER, FIELD(census.digits), "K",
     .help = "take all octal games d0.d1d2... with up to K digits after "
             "the point, where d0 is 0 or 4",
     .least = 1, .most = 5},
    {OPT_CODES, "codes", CLI_READ, FIELD(census.codes), "FILE",
     .help = "take the octal games in FILE, one code or name a line"},
    {OPT_ALL, "all", CLI_FLAG, FIELD(what.all), NULL,
     .help = "list every move, with the nim-value of what it leaves of "
             "its heap (NA if not computed), and whether it wins"},
    {OPT_LIMIT, "limit", CLI_NUMBER, FIELD(what.limit), "K",
     .help = "list at most K moves in each heap, from 1 on (default: all; "
             "of octal games and large heaps of odds 10, but with --all "
             "all)",
     .least = 1, .most = UINT64_MAX},
    {OPT_QUANTITY, "quantity", CLI_WORD, FIELD(compare.quantity), "WHAT",
     .help = "what the engines compute", .accepted = "cold, nim, length",
     .initial = "cold"},
    {OPT_ENGINES, "engines", CLI_ENGINES, FIELD(compare.engines), "A,B,...",
     .help = "names from `takeaway engines QUANTITY`, each followed by "
             "its settings after colons: see `takeaway help engines` "
             "(default: those worth it for this N)"},
    {OPT_REPS, "reps", CLI_NUMBER, FIELD(compare.reps), "K",
     .help = "how often to time each engine", .least = 1, .most = 1000,
     .initial = "3"},
    {OPT_WARMUP, "warmup", CLI_NUMBER, FIELD(compare.warmup), "K",
     .help = "how often to run each engine before that", .most = 1000,
     .initial = "1"},
    {OPT_BEGIN, "begin", CLI_WORD, FIELD(begin), "WHO",
     .help = "who makes the first move", .accepted = "you, computer",
     .initial = "you"},
    {OPT_POSITIONS, "positions", CLI_NUMBER, FIELD(verify.positions), "K",
     .help = "how many random positions to check; in archives of cold "
             "positions half are chosen among the cold ones",
     .most = 1000000000, .initial = "1000"},
    {OPT_WINDOWS, "windows", CLI_NUMBER, FIELD(verify.windows), "K",
     .help = "how many random windows (ranges of positions) to compute again",
     .least = 1, .most = 100000},
    {OPT_WINDOW_SIZE, "window-size", CLI_NUMBER, FIELD(verify.window_size), "W",
     .help = "positions in a window", .least = 1, .most = UINT64_C(1) << 40,
     .initial = "1000000"},
    {OPT_SEED, "seed", CLI_NUMBER, FIELD(verify.seed), "K",
     .help = "chooses the random positions and windows", .most = UINT64_MAX,
     .initial = "1"},
    {OPT_IN, "in", CLI_READ, FIELD(what.in), "FILE",
     .help =
         "read the archive FILE and compute nothing; the game is that of the "
         "file"},
    {OPT_RESIDUES, "residues", CLI_NUMBER, FIELD(plot.residues), "M",
     .help = "draw the share of each residue modulo M in a list of numbers",
     .least = 2, .most = 10000},
    {OPT_OUTPUT, "output", CLI_WRITE, FIELD(out.output), "FILE",
     .help = "write to FILE, which appears only when it is complete",
     .letter = 'o', .group = "Output"},
    {OPT_FORMAT, "format", CLI_WORD, FIELD(out.format), "FORMAT",
     .help = "text, one number a line; bfile, index and number; npy, a "
             "NumPy array; archive, for --in and `verify`\vAn archive "
             "is compressed and has checksums; a b-file is as the OEIS "
             "has it. npy and archive need -o; a FILE ending in .npy or "
             ".ta is npy or archive by itself",
     .accepted = "text, bfile, npy, archive", .initial = "text"},
    {OPT_OFFSET, "offset", CLI_NUMBER, FIELD(out.offset), "K",
     .help = "the index of the first number in a b-file\vThat is the "
             "first of the whole sequence, also with --from",
     .most = INT64_MAX, .initial = "0"},
    {OPT_WIDTH, "width", CLI_NUMBER, FIELD(plot.width), "K",
     .help = "the width of the picture in pixels; the height follows",
     .least = 200, .most = 10000, .initial = "960"},
    {OPT_SCRIPT, "script", CLI_FLAG, FIELD(plot.script), NULL,
     .help = "print the gnuplot program and run nothing"},
    {OPT_JSON, "json", CLI_FLAG, FIELD(out.json), NULL,
     .help = "print JSON\vRows are a list of objects, numbers a list, "
             "one answer an object; numbers above 2^53 are strings"},
    {OPT_DIGEST, "digest", CLI_FLAG, FIELD(out.digest), NULL,
     .help = "print only the SHA-256 of the numbers as text, one a line"},
    {OPT_QUIET, "quiet", CLI_FLAG, FIELD(out.quiet), NULL,
     .help = "print no progress", .letter = 'q'},
    {OPT_HELP, "help", CLI_FLAG, FIELD(help), NULL,
     .help = "describe takeaway, or the command", .letter = 'h'},
    {OPT_VERSION, "version", CLI_FLAG, FIELD(version), NULL,
     .help = "print the version", .letter = 'V'},
    {OPT_STATUS, "status", CLI_FLAG, FIELD(runs.status), NULL,
     .help = "print on stderr how far the run is\vAlso the time that is "
             "left. On a terminal this is the default",
     .group = "Long runs"},
    {OPT_CHECKPOINT, "checkpoint", CLI_WRITE, FIELD(runs.checkpoint), "FILE",
     .help = "save the results in FILE every few minutes, at an "
             "interruption, and at the end"},
    {OPT_CHECKPOINT_EVERY, "checkpoint-every", CLI_TIME,
     FIELD(runs.checkpoint_every), "TIME",
     .help = "how often to save: 90s, 10m, 2h",
     .accepted = "seconds below 10^9, or 90s, 10m, 2h, 1d", .most = 999999999,
     .initial = "300"},
    {OPT_RESUME, "resume", CLI_READ, FIELD(runs.resume), "FILE",
     .help = "go on from a checkpoint or archive of the same game\vN "
             "may differ. If --checkpoint names the same FILE, it need "
             "not exist yet"},
    {OPT_RESUME_AFTER, "resume-after", CLI_TEXT, FIELD(census.resume_after),
     "LAST",
     .help = "leave out all rows up to and including LAST, a set X,Y,... or a "
             "game"},
    {OPT_UNTIL, "until", CLI_TIME, FIELD(runs.until), "TIME",
     .help = "end after this time (90s, 10m, 2h) as if interrupted: "
             "exit status 130",
     .accepted = "seconds from 1 to 10^9, or 90s, 10m, 2h, 1d", .least = 1,
     .most = 1000000000},
    {OPT_ENGINE, "engine", CLI_ENGINE, FIELD(speed.engine), "NAME",
     .help = "how to compute: see `takeaway help engines`\vNAME is from "
             "`takeaway engines QUANTITY`; settings follow after colons",
     .initial = "auto", .group = "Speed and memory"},
    {OPT_THREADS, "threads", CLI_NUMBER, FIELD(speed.threads), "K",
     .help = "threads to use (default: the processors, at most 16)\vA "
             "small N gets fewer",
     .least = 1, .most = CLI_THREADS_MOST},
    {OPT_MAX_MEMORY, "max-memory", CLI_SIZE, FIELD(speed.max_memory), "SIZE",
     .help = "use at most SIZE bytes: 500M, 2G, 2^30 (default: 7/8 of "
             "the free memory)\vA run that is sure to need more is "
             "refused; one that reaches the limit ends, after it has "
             "saved its checkpoint if it has one",
     .accepted = "a number of bytes, such as 500M, 2G or 2^30", .least = 1,
     .most = UINT64_MAX},
    {OPT_STATS, "stats", CLI_FLAG, FIELD(speed.stats), NULL,
     .help = "print on stderr figures of the run\vAlso the predicted "
             "memory"},
    /* Hidden: for `make install`. */
    {OPT_MAN, "man", CLI_FLAG, FIELD(man), NULL, .help = ""},
    {OPT_COMPLETION, "completion", CLI_FLAG, FIELD(completion), NULL,
     .help = ""}};
