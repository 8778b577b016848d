/* The command export. It prints a sequence as a b-file, the file format of the
 * OEIS (On-Line Encyclopedia of Integer Sequences) with a line "index term" for
 * each term. Cold positions are found twice: first how far TERMS of them reach,
 * then they are printed as by `cold`. */
#include <sys/stat.h>

#include "computing.h"

/* What the operand SEQUENCE may be: a number of the OEIS or KIND:GAME. */
typedef struct known_name {
    const char *name;
    unsigned sequence; /* in cli_sequences */
    const char *game;  /* NULL: the part of the operand behind the ':' */
    uint64_t offset;   /* the index of the first term in the OEIS */
} known_name;

static const known_name known[] = {
    {"A030193", CLI_SEQUENCE_COLD, "squares", 0},
    {"A014586", CLI_SEQUENCE_NIM, "squares", 0},
    {"A338027", CLI_SEQUENCE_LENGTH, "squares", 0},
    {"A002187", CLI_SEQUENCE_OCTAL, "0.137", 0},
    {"A215721", CLI_SEQUENCE_COLD, "0.07", 1},
    {"A025043", CLI_SEQUENCE_COLD, "primes", 1},
    {"A275432", CLI_SEQUENCE_COLD, "practical", 0},
    {"A036685", CLI_SEQUENCE_COLD, "grundy", 1},
    {"A014589", CLI_SEQUENCE_NIM, "primes", 0},
    {"A014588", CLI_SEQUENCE_NIM, "fibonacci", 0},
    {"A014587", CLI_SEQUENCE_NIM, "factorials", 0},
    {"A019509", CLI_SEQUENCE_NIM, "triangular", 0},
    {"A002186", CLI_SEQUENCE_OCTAL, "0.77", 0},
    {"A002188", CLI_SEQUENCE_OCTAL, "grundy", 0},
    {"cold:GAME", CLI_SEQUENCE_COLD, NULL, 0},
    {"nim:GAME", CLI_SEQUENCE_NIM, NULL, 0},
    {"length:GAME", CLI_SEQUENCE_LENGTH, NULL, 0},
};
enum { KNOWN = sizeof known / sizeof *known };

cli_list cli_sequence_names(void)
{
    cli_list names = {""};
    for (size_t i = 0; i < KNOWN; i++)
        cli_list_add(&names, known[i].name);
    return names;
}

/* Sets *n to the least number below which `terms` positions are cold. */
static bool export_find_n(const cli_settings *s, const char *spec,
                          uint64_t terms, uint64_t *n)
{
    cli_run run;
    cli_output output = {.settings = s};
    const ta_archive_info info = {.content = TA_CONTENT_COLD};
    bool ok = cli_run_begin(&run, s, cli_sequences, spec);
    if (ok) {
        /* A file that cannot be written is found before the search. A pipe is
         * opened but once: its reader ends when it is closed. */
        struct stat file;
        const bool pipe = s->out.output != NULL &&
                          stat(s->out.output, &file) == 0 &&
                          S_ISFIFO(file.st_mode);
        ta_status st = pipe ? TA_OK : cli_output_begin(&output, s, &info, 0);
        if (st == TA_OK)
            st = cli_find_cold(&run, &terms, 1, terms, n);
        ok = cli_ok(st);
        cli_output_end(&output, TA_ECANCELLED); /* keeps no file */
    }
    ++*n; /* behind the last term */
    cli_run_end(&run);
    return ok;
}

static void export_run(const cli_settings *s)
{
    const char *name = s->operands[0], *colon = strchr(name, ':');
    const known_name *entry = known;
    uint64_t n;
    /* Compares a number with its NUL, or KIND with its ':', so that behind a
     * KIND `colon` is not NULL. */
    while (entry < known + KNOWN &&
           strncmp(name, entry->name, strcspn(entry->name, ":") + 1) != 0)
        entry++;
    if (entry == known + KNOWN)
        cli_unknown("SEQUENCE", name, cli_sequence_names().text);
    else if (entry->game != NULL && s->out.offset != 0)
        cli_wrong("--offset is for sequences without a number; the OEIS has %s "
                  "from %d on",
                  name, (int)entry->offset);
    else if (entry->game != NULL && s->what.misere)
        cli_wrong("--misere is for cold:GAME; %s is a sequence of normal play",
                  name);
    if (cli_exit_status != CLI_DONE ||
        (entry->game == NULL && !cli_check_game("SEQUENCE: game", colon + 1)) ||
        !cli_number("TERMS", s->operands[1], 1, 1000000000, &n))
        return;
    const char *spec = entry->game != NULL ? entry->game : colon + 1;
    const cli_sequence *sequence = &cli_sequences[entry->sequence];
    if (entry->sequence == CLI_SEQUENCE_NIM && ta_octal_is_spec(spec))
        sequence = &cli_sequences[CLI_SEQUENCE_OCTAL];
    /* Values 0, ..., n - 1 are n terms. */
    if (entry->sequence != CLI_SEQUENCE_COLD || export_find_n(s, spec, n, &n))
        cli_print_sequence(s, sequence, spec, n, s->out.offset + entry->offset);
}

static const cli_words export_texts[] = {
    OWN(MISERE,
        "misere play, for cold:GAME only: a player who cannot move wins"),
    OWN(IN, "read FILE, an archive of the same game, and compute nothing"),
    OWN(OFFSET, "the first index (default: that of the OEIS; for GAME 0)"),
    {0}};
const cli_command cli_export_command = {
    COMMAND("export", "SEQUENCE TERMS", CLI_SEQUENCE, export_run,
            "b-files for the OEIS"),
    "Prints the first TERMS terms of a sequence as a b-file: index and term. "
    "SEQUENCE is cold:GAME, nim:GAME or length:GAME, for the cold positions, "
    "nim-values or lengths of a game; or it is an OEIS number. These are, of "
    "cold positions: A030193 (squares), A025043 (primes), A275432 "
    "(practical), A036685 (grundy, 42 known terms), A215721 (0.07); of "
    "nim-values: A014586 (squares), A019509 (triangular), A014587 "
    "(factorials), A014588 (fibonacci), A014589 (primes), A002186 (kayles), "
    "A002187 (0.137), A002188 (grundy); and of lengths: A338027 (squares).",
    "takeaway export A030193 3  # 0 0 / 1 2 / 2 5\n"
    "takeaway export nim:cubes 1000 -o b.txt",
    CLI_COMPUTES | OPT(MISERE) | OPT(IN) | OPT(OUTPUT) | OPT(OFFSET) |
        OPT(THREADS),
    .texts = export_texts};
