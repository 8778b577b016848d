/* The command export of the program takeaway. It prints a sequence as a b-file,
 * the file format of the OEIS (On-Line Encyclopedia of Integer Sequences) with
 * a line "index term" for each term. */
#include <sys/stat.h>

#include "computing.h"

/* A sequence of the OEIS: its number, the command and the game that compute it,
 * and the index of its first term. The index is the one that the OEIS uses:
 * mostly 1 for a list of positions, and 0 for the values of heaps 0, 1, 2, ...
 * An exception is A030193, a list with the first index 0. */
typedef struct sequence {
    const char *number;
    unsigned command;
    const char *game;
    uint64_t offset;
} sequence;

static const sequence known[] = {
    {"A030193", CLI_COLD, "squares", 0},
    {"A014586", CLI_NIM, "squares", 0},
    {"A338027", CLI_LENGTH, "squares", 0},
    {"A002187", CLI_OCTAL, "0.137", 0},
    {"A215721", CLI_COLD, "0.07", 1},
    {"A025043", CLI_COLD, "primes", 1},
    {"A014589", CLI_NIM, "primes", 0},
    {"A014588", CLI_NIM, "fibonacci", 0},
    {"A014587", CLI_NIM, "factorials", 0},
    {"A019509", CLI_NIM, "triangular", 0},
    {"A002186", CLI_OCTAL, "0.77", 0},
    {"A002188", CLI_OCTAL, "grundy", 0},
    /* A sequence of any other game is named KIND:GAME, such as nim:primes. It
     * need not be in the OEIS. */
    {"cold:GAME", CLI_COLD, NULL, 0},
    {"nim:GAME", CLI_NIM, NULL, 0},
    {"length:GAME", CLI_LENGTH, NULL, 0},
};
enum { KNOWN = sizeof known / sizeof *known };

cli_list cli_sequence_names(void)
{
    cli_list names = {""};
    for (size_t i = 0; i < KNOWN; i++)
        cli_list_add(&names, known[i].number);
    return names;
}

/* Sets *n so that `terms` positions below *n are cold. Returns true; on an
 * error, prints a message and returns false. */
static bool export_find_n(const cli_settings *s, uint64_t terms, uint64_t *n)
{
    cli_run run;
    cli_output output = {.settings = s};
    const ta_archive_info info = {.content = TA_CONTENT_COLD};
    bool ok = cli_run_begin(&run, s, cli_sequence_of(s->command));
    if (ok) {
        /* A file that cannot be written is found before the search. A pipe is
         * opened but once: its reader ends when it is closed. */
        struct stat file;
        const bool pipe = s->output != NULL && stat(s->output, &file) == 0 &&
                          S_ISFIFO(file.st_mode);
        ta_status st = pipe ? TA_OK : cli_output_begin(&output, s, &info);
        if (st == TA_OK)
            st = cli_find_cold(&run, &terms, 1, terms, n);
        ok = cli_ok(st);
        cli_output_end(&output, TA_ECANCELLED);
    }
    ++*n;
    cli_run_end(&run);
    return ok;
}

void cli_export(const cli_settings *given)
{
    cli_settings s = *given;
    const char *name = s.operands[0];
    const sequence *q = known;
    uint64_t terms, n = 0;
    char end[32];
    /* Finds the entry for the operand: the one with the same OEIS number or,
     * for a name KIND:GAME, the one with the same KIND before the colon. */
    while (q < known + KNOWN &&
           strncmp(name, q->number, strcspn(q->number, ":") + 1) != 0)
        q++;
    if (q == known + KNOWN)
        cli_unknown("SEQUENCE", name, cli_sequence_names().text);
    else if (q->game != NULL && s.offset != 0)
        cli_wrong("--offset is for sequences without a number; the OEIS has %s "
                  "from %d on",
                  name, (int)q->offset);
    else if (q->game != NULL && s.misere)
        cli_wrong("--misere is for cold:GAME; %s is a sequence of normal play",
                  name);
    if (cli_exit_status != CLI_DONE ||
        (q->game == NULL &&
         !cli_check_game("SEQUENCE: game", strchr(name, ':') + 1)) ||
        !cli_number("TERMS", s.operands[1], 1, 1000000000, &terms))
        return;
    s.game = q->game != NULL ? q->game : strchr(name, ':') + 1;
    s.given[cli_option_named("game", 4) - cli_options] = true; /* for --in */
    s.command = q->command == CLI_NIM && ta_octal_is_spec(s.game) ? CLI_OCTAL
                                                                  : q->command;
    s.operands[0] = s.command == CLI_OCTAL ? s.game : s.operands[1];
    s.n_operands = s.command == CLI_OCTAL ? 2 : 1;
    s.engine = "auto";
    s.format = TA_BFILE;
    s.offset += q->offset;
    if (s.command == CLI_COLD) {
        if (!export_find_n(&s, terms, &n))
            return;
        snprintf(end, sizeof end, "%" PRIu64, n);
        s.operands[0] = end;
    }
    cli_answer(&s);
}
