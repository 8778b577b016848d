/* The entries (command.h) of the commands that print a sequence: count, cold,
 * nim, length, octal. answer.c carries them out. */
#include "computing.h"

#define PAST_PERIOD                                                            \
    " If the game's set is finite, the answer past a proved period is taken "  \
    "from the period, so N may be up to 2^64-1."

static const cli_words cold_texts[] = {CLI_PLAY("normal, misere, exact"), {0}};
static const cli_words count_texts[] = {
    CLI_PLAY("normal, misere, exact"),
    OWN(OUTPUT, "write the table of --at to FILE, which appears only when it "
                "is complete; its first line is a comment with the game"),
    OWN(DIGEST,
        "print also the SHA-256 of the cold positions as text, one a line"),
    OWN(QUIET, "print only the counts"),
    {0}};
static const cli_rule count_rules[] = {
    {CLI_IDLE, OPT(OUTPUT), .unless = OPT(AT), .text = "it goes with --at"},
    {0}};
const cli_command cli_count_command = {
    COMMAND("count", "N", CLI_NUMBER, cli_answer,
            "how many positions below N are cold"),
    "Prints a sentence saying how many of the positions 0, 1, ..., N-1 are "
    "cold; with -q only the number. With --at it prints a table: n, and how "
    "many positions below n are cold." PAST_PERIOD,
    "takeaway count 2^20 -q  # 14421\n"
    "takeaway count 2^20 --at=powers2 --game=primes\n"
    "takeaway count 2^64-1 --game=list:2,4,7",
    CLI_KEPT | OPT(GAME) | OPT(MISERE) | OPT(CONVENTION) | OPT(AT) |
        OPT(THREADS),
    .texts = count_texts,
    .rules = count_rules,
    .sequence = &cli_sequences[CLI_SEQUENCE_COLD],
    .ranks = CLI_SHARED};

const cli_command cli_cold_command = {
    COMMAND("cold", "N", CLI_NUMBER, cli_answer,
            "the cold positions below N, one a line"),
    "Prints the cold positions among 0, 1, ..., N-1, one a line." PAST_PERIOD,
    "takeaway cold 16  # 0 2 5 7 10 12 15\n"
    "takeaway cold 1e6 --format=bfile -o b030193.txt",

    CLI_LISTS | OPT(GAME) | OPT(MISERE) | OPT(CONVENTION) | OPT(THREADS),
    .texts = cold_texts,
    .sequence = &cli_sequences[CLI_SEQUENCE_COLD],
    .ranks = CLI_SHARED};

#define NO_LONG_PROOF                                                          \
    "--long-proof goes with --period, and without --checkpoint and --resume"
static const cli_words octal_texts[] = {
    OWN(IN, "read FILE, an archive of the same game, and compute nothing"),
    OWN(CHECKPOINT, "save the results in FILE every few minutes, at an "
                    "interruption, and at the end; with --period, if FILE ends "
                    "in .txt, as text of at most 64 kB"),
    OWN(QUIET, "print no progress; with --period only preperiod and period, "
               "and nothing if no period is proved"),
    {0}};
static const cli_rule octal_rules[] = {
    {CLI_REFUSED, .unless = OPT(PERIOD), .facts = CLI_WITHOUT_N,
     .text = "'octal' needs CODE N, or CODE with --period; see `takeaway help "
             "octal`"},
    {CLI_IDLE, OPT(IN) | OPT(DIGEST) | OPT(FROM) | OPT(FORMAT) | OPT(OUTPUT),
     .when = OPT(PERIOD), .text = "--period prints no list"},
    {CLI_REFUSED, OPT(LONG_PROOF), .unless = OPT(PERIOD),
     .text = NO_LONG_PROOF},
    {CLI_REFUSED, OPT(LONG_PROOF), .when = OPT(CHECKPOINT) | OPT(RESUME),
     .text = NO_LONG_PROOF},
    {0}};
const cli_command cli_octal_command = {
    COMMAND("octal", "CODE [N]", CLI_CODE, cli_answer,
            "nim-values and periods of octal games"),
    "Prints the nim-values of the heaps 0, 1, ..., N-1 of an octal game, one a "
    "line. CODE is d0.d1d2d3..., or a name such as kayles. The digit dt is a "
    "sum of 1, if a heap of t may be taken whole; 2, if t may be taken and the "
    "rest left as one heap; 4, as two heaps; 8, as three (digits up to F; "
    "slow). With --period it stops when a period is proved, and prints a "
    "table: proof (long: of Guy and Smith 1956; short: rare heaps are bounded, "
    "and so are witnesses, the smaller parts of splits to rare values; "
    "arithmetic: values grow, with splits in three), preperiod, period, saltus "
    "(what values grow by in each period), the largest "
    "value.\vpreperiod_counts_from: heap 0 is left out. seen_period etc., not "
    "proved, are of the heaps below seen_below. `rare` is how many heaps have "
    "rare values; `last_rare`, the last. A value is rare if the number of "
    "binary ones that it shares with the mask is even; with `+position`, this "
    "number plus h - t, for heap h, split by taking t.",
    "takeaway octal .77 12  # 0 1 2 3 1 4 3 2 1 4 2 6\n"
    "takeaway octal .16 --period\n"
    "takeaway octal .6 2^36 --period --checkpoint=six.ta --resume=six.ta",
    CLI_LISTS | OPT(MAX) | OPT(HISTOGRAM) | OPT(COLD) | OPT(PERIOD) |
        OPT(LONG_PROOF) | OPT(THREADS),
    .texts = octal_texts,
    .rules = octal_rules,
    .sequence = &cli_sequences[CLI_SEQUENCE_OCTAL]};

static const cli_words value_texts[] = {
    CLI_SETS_ONLY,
    OWN(AT, "print a table of n, the largest value below n and its first heap, "
            "for n each power of two (powers2) or ten (powers10), each cube "
            "(cubes), or each number of a list such as 10,1e3, up to N"),
    {0}};
const cli_command cli_nim_command = {
    COMMAND("nim", "N", CLI_NUMBER, cli_answer,
            "the nim-values of the positions below N"),
    "Prints the nim-values (Grundy values) of the positions 0, 1, ..., N-1, "
    "one a line: the least number that is not the value of a position one move "
    "away. A sum of heaps is cold if the xor of their values is 0." PAST_PERIOD,
    "takeaway nim 12  # 0 1 0 1 2 0 1 0 1 2 0 1\n"
    "takeaway nim 2^20 --max --threads=2\n"
    "takeaway nim 1e6 --game=cubes --format=npy -o values.npy",
    CLI_LISTS | OPT(GAME) | OPT(AT) | OPT(MAX) | OPT(HISTOGRAM) | OPT(THREADS),
    .texts = value_texts,
    .sequence = &cli_sequences[CLI_SEQUENCE_NIM]};

const cli_command cli_length_command = {
    COMMAND("length", "N", CLI_NUMBER, cli_answer,
            "how long optimal play lasts, below N"),
    "Prints the number of moves in optimal play from each of the positions 0, "
    "1, ..., N-1, one a line (remoteness; OEIS A338027). The winner ends the "
    "game as soon as possible, the loser as late as possible. The number is "
    "even if and only if the position is cold.",
    "takeaway length 12  # 0 1 2 3 1 2 3 4 5 1 4 3\n"
    "takeaway length 1e7 --max",
    CLI_LISTS | OPT(GAME) | OPT(AT) | OPT(MAX) | OPT(HISTOGRAM),
    .texts = value_texts,
    .sequence = &cli_sequences[CLI_SEQUENCE_LENGTH]};
