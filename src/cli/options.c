/* The options. To add one, to a command that is there:
 *
 * 1. name it OPT_NAME in command.h, where the help should show it;
 * 2. give it a member in cli_settings (cli.h) and an entry below; behind '\v'
 *    in its help stands what is for the man page only;
 * 3. add OPT(NAME) to the options of each command that takes it, in the file of
 *    the command; where its meaning is another there, a text to `.texts`;
 * 4. where it has no effect without another option, or excludes one, add a rule
 *    (rules.c, or `.rules` of the command).
 *
 * Parser, help, man page and completion follow from the entries. commands.c
 * says how to add a command. */
#include "computing.h"

/* An option: its name, type and member in cli_settings, what the help calls its
 * value, its help, and further members of cli_option, such as the default; one
 * without a value; and one whose value is a number from `low` to `high`. */
#define OPTION(id, name, type, field, value, ...)                              \
    {                                                                          \
        OPT_##id, name, type, offsetof(cli_settings, field), value,            \
            .help = __VA_ARGS__                                                \
    }
#define FLAG(id, name, field, ...)                                             \
    OPTION(id, name, CLI_FLAG, field, NULL, __VA_ARGS__)
#define NUMBER(id, name, field, value, low, high, ...)                         \
    OPTION(id, name, CLI_NUMBER, field, value, __VA_ARGS__, .least = low,      \
           .most = high)

const cli_option cli_options[OPT_END + 1] = {
    {0}, /* OPT_NONE */
    OPTION(GAME, "game", CLI_GAME, what.game, "SPEC",
           "the game; `takeaway games` lists them", .initial = "squares",
           .group = "What to compute"),
    OPTION(MOVES, "moves", CLI_TEXT, grid.moves, "MOVES",
           "directions with their sets, such as '(1,0):all (0,1):all'"),
    FLAG(MISERE, "misere", what.misere,
         "misere play: a player who cannot move wins"),
    OPTION(CONVENTION, "convention", CLI_WORD, what.convention, "PLAY",
           "how play ends: normal; misere; exact, where who reaches 0 wins and "
           "who is stuck above 0 draws; sink, of period and census, where one "
           "may take more than there is",
           .accepted = "normal, misere, exact, sink", .initial = "normal"),
    NUMBER(FROM, "from", what.from, "A", 0, UINT64_MAX,
           "leave out positions below A", .initial = "0"),
    OPTION(AT, "at", CLI_ENDS, what.at, "WHERE",
           "print a table with a row for each power of two (powers2) or ten "
           "(powers10), each cube (cubes), or each number of a list such as "
           "10,1e3, up to N"),
    FLAG(MAX, "max", what.max,
         "print only the records: each new largest value and its first heap"),
    FLAG(HISTOGRAM, "histogram", what.histogram,
         "print only how often each value occurs"),
    FLAG(COLD, "cold", what.cold, "print the cold heaps, those of value 0"),
    FLAG(NIM, "nim", grid.nim,
         "print all nim-values, in place of the cold positions"),
    FLAG(PERIOD, "period", what.period,
         "search for a period and prove it; the default N is 2^20, or 2^12 if "
         "a digit exceeds 7"),
    FLAG(LONG_PROOF, "long-proof", what.long_proof,
         "prove by the Guy-Smith condition only (proof `long`)\vWithout this, "
         "a second condition is tried too (proof `short`), which needs fewer "
         "heaps, at best about half"),
    NUMBER(SEARCH, "search", what.search, "K", 1, CLI_OCTAL_MOST - 1,
           "search for a period among the first K values (default 2^25); if "
           "given, a single heap below K gets its nim-value, even if it is a "
           "large one"),
    NUMBER(SIZE, "size", census.size, "K", 1, 4096,
           "take all sets of K numbers from 1 to M; --within gives M"),
    NUMBER(WITHIN, "within", census.within, "M", 1, 1 << 20,
           "the largest number in the sets of --size"),
    OPTION(WITH, "with", CLI_LIST, census.with, "X,Y,...",
           "only the sets of --size that have all of these elements"),
    OPTION(SETS, "sets", CLI_READ, census.sets, "FILE",
           "take the sets in FILE, such as 2,4,7, one a line; a line that "
           "begins with # is left out"),
    NUMBER(DIGITS, "digits", census.digits, "K", 1, 5,
           "take all octal games d0.d1d2... with up to K digits after the "
           "point, where d0 is 0 or 4"),
    OPTION(CODES, "codes", CLI_READ, census.codes, "FILE",
           "take the octal games in FILE, one code or name a line"),
    FLAG(ALL, "all", what.all,
         "list every move, with the nim-value of what it leaves of its heap "
         "(NA if not computed), and whether it wins"),
    NUMBER(LIMIT, "limit", what.limit, "K", 1, UINT64_MAX,
           "list at most K moves in each heap, from 1 on (default: all; of "
           "octal games and large heaps of odds 10, but with --all all)"),
    OPTION(QUANTITY, "quantity", CLI_WORD, compare.quantity, "WHAT",
           "what the engines compute", .accepted = "cold, nim, length",
           .initial = "cold"),
    OPTION(ENGINES, "engines", CLI_ENGINES, compare.engines, "A,B,...",
           "names from `takeaway engines QUANTITY`, each followed by its "
           "settings after colons: see `takeaway help engines` (default: those "
           "worth it for this N)"),
    NUMBER(REPS, "reps", compare.reps, "K", 1, 1000,
           "how often to time each engine", .initial = "3"),
    NUMBER(WARMUP, "warmup", compare.warmup, "K", 0, 1000,
           "how often to run each engine before that", .initial = "1"),
    OPTION(BEGIN, "begin", CLI_WORD, begin, "WHO", "who makes the first move",
           .accepted = "you, computer", .initial = "you"),
    NUMBER(POSITIONS, "positions", verify.positions, "K", 0, 1000000000,
           "how many random positions to check; in archives of cold positions "
           "half are chosen among the cold ones",
           .initial = "1000"),
    NUMBER(WINDOWS, "windows", verify.windows, "K", 1, 100000,
           "how many random windows (ranges of positions) to compute again"),
    NUMBER(WINDOW_SIZE, "window-size", verify.window_size, "W", 1,
           UINT64_C(1) << 40, "positions in a window", .initial = "1000000"),
    NUMBER(SEED, "seed", verify.seed, "K", 0, UINT64_MAX,
           "chooses the random positions and windows", .initial = "1"),
    OPTION(IN, "in", CLI_READ, what.in, "FILE",
           "read the archive FILE and compute nothing; the game is that of the "
           "file"),
    NUMBER(RESIDUES, "residues", plot.residues, "M", 2, 10000,
           "draw the share of each residue modulo M in a list of numbers"),
    OPTION(OUTPUT, "output", CLI_WRITE, out.output, "FILE",
           "write to FILE, which appears only when it is complete",
           .letter = 'o', .group = "Output"),
    OPTION(FORMAT, "format", CLI_WORD, out.format, "FORMAT",
           "text, one number a line; bfile, index and number; npy, a NumPy "
           "array; archive, for --in and `verify`\vAn archive is compressed "
           "and has checksums; a b-file is as the OEIS has it. npy and archive "
           "need -o; a FILE ending in .npy or .ta is npy or archive by itself",
           .accepted = "text, bfile, npy, archive", .initial = "text"),
    NUMBER(OFFSET, "offset", out.offset, "K", 0, INT64_MAX,
           "the index of the first number in a b-file\vThat is the first of "
           "the whole sequence, also with --from",
           .initial = "0"),
    NUMBER(WIDTH, "width", plot.width, "K", 200, 10000,
           "the width of the picture in pixels; the height follows",
           .initial = "960"),
    FLAG(SCRIPT, "script", plot.script,
         "print the gnuplot program and run nothing"),
    FLAG(JSON, "json", out.json,
         "print JSON\vRows are a list of objects, numbers a list, one answer "
         "an object; numbers above 2^53 are strings"),
    FLAG(DIGEST, "digest", out.digest,
         "print only the SHA-256 of the numbers as text, one a line"),
    FLAG(QUIET, "quiet", out.quiet, "print no progress", .letter = 'q'),
    FLAG(HELP, "help", help, "describe takeaway, or the command",
         .letter = 'h'),
    FLAG(VERSION, "version", version, "print the version", .letter = 'V'),
    FLAG(STATUS, "status", runs.status,
         "print on stderr how far the run is\vAlso the time that is left. On a "
         "terminal this is the default",
         .group = "Long runs"),
    OPTION(CHECKPOINT, "checkpoint", CLI_WRITE, runs.checkpoint, "FILE",
           "save the results in FILE every few minutes, at an interruption, "
           "and at the end"),
    OPTION(CHECKPOINT_EVERY, "checkpoint-every", CLI_TIME,
           runs.checkpoint_every, "TIME", "how often to save: 90s, 10m, 2h",
           .accepted = "seconds below 10^9, or 90s, 10m, 2h, 1d",
           .most = 999999999, .initial = "300"),
    OPTION(RESUME, "resume", CLI_READ, runs.resume, "FILE",
           "go on from a checkpoint or archive of the same game\vN may differ. "
           "If --checkpoint names the same FILE, it need not exist yet"),
    OPTION(
        RESUME_AFTER, "resume-after", CLI_TEXT, census.resume_after, "LAST",
        "leave out all rows up to and including LAST, a set X,Y,... or a game"),
    OPTION(
        UNTIL, "until", CLI_TIME, runs.until, "TIME",
        "end after this time (90s, 10m, 2h) as if interrupted: exit status 130",
        .accepted = "seconds from 1 to 10^9, or 90s, 10m, 2h, 1d", .least = 1,
        .most = 1000000000),
    OPTION(ENGINE, "engine", CLI_ENGINE, speed.engine, "NAME",
           "how to compute: see `takeaway help engines`\vNAME is from "
           "`takeaway engines QUANTITY`; settings follow after colons",
           .initial = "auto", .group = "Speed and memory"),
    NUMBER(THREADS, "threads", speed.threads, "K", 1, CLI_THREADS_MOST,
           "threads to use (default: the processors, at most 16)\vA small N "
           "gets fewer"),
    OPTION(
        MAX_MEMORY, "max-memory", CLI_SIZE, speed.max_memory, "SIZE",
        "use at most SIZE bytes: 500M, 2G, 2^30 (default: 7/8 of the free "
        "memory)\vA run that is sure to need more is refused; one that reaches "
        "the limit ends, after it has saved its checkpoint if it has one",
        .accepted = "a number of bytes, such as 500M, 2G or 2^30", .least = 1,
        .most = UINT64_MAX),
    FLAG(STATS, "stats", speed.stats,
         "print on stderr figures of the run\vAlso the predicted memory"),
    /* Hidden: for `make install`. */
    FLAG(MAN, "man", man, ""),
    FLAG(COMPLETION, "completion", completion, "")};
