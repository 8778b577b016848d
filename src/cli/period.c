/* Prints the periods of nim-values: of a subtraction game, for the command
 * `takeaway period`, and of an octal game, for `takeaway octal --period`. */

#include <math.h>

#include "computing.h"

#define INFINITE_SET                                                           \
    "none: the set is infinite, so that every value depends on all before "    \
    "it, and no stretch that comes again decides the rest"

/* Returns whether the game is allbut:S and no union. Its values have a period
 * with a saltus, though the set is infinite. */
static bool is_all_but(const ta_game_info *about)
{
    return strncmp(about->spec, "allbut:", 7) == 0 &&
           strchr(about->spec, '+') == NULL && about->convention == TA_NORMAL;
}

/* Writes what is proved of the period `p`, or why nothing is. */
static const char *proof_text(const ta_game_info *about, const ta_summary *p,
                              char text[256])
{
    /* p->known is 0 if the search is too short for any proof. */
    const bool proved = p->nim.proof != TA_UNPROVED, but = is_all_but(about),
               too_short = p->known == 0 && !but;
    if (proved && but)
        return "proved: 2 K consecutive heaps from the preperiod on, where K "
               "is the largest number left out, come again one period later "
               "with values larger by the saltus, and they decide all that "
               "follow (src/play/README.md, F2)";
    if (proved && about->largest == 0 && p->nim.preperiod == 0)
        return "proved: there is no move, every value is 0";
    if (!about->finite && !but)
        return p->nim.period != 0 ? INFINITE_SET "; what was seen follows"
                                  : INFINITE_SET;
    snprintf(text, 256,
             proved ? "proved: the values of max S = %" PRIu64
                      " consecutive heaps from the preperiod on come again one "
                      "period later, and they decide all that follow "
                      "(src/play/README.md, F1)"
             : too_short ? "none: max S = %" PRIu64
                           " consecutive values cannot come twice among those "
                           "searched; --search more"
                         : "none: no period found up to %" PRIu64
                           "; --search more",
             proved || too_short ? about->largest : p->known);
    return text;
}

const char *cli_octal_mask(const ta_summary *s, char text[CLI_OCTAL_MASK])
{
    if (!s->has_mask)
        return NULL;
    snprintf(text, CLI_OCTAL_MASK, "0x%x%s", s->mask,
             s->parity ? "+position" : "");
    return text;
}

/* With --quiet prints the preperiod and the period alone, or nothing if none is
 * proved. Returns whether --quiet is given, without --json. */
static bool print_bare(const cli_settings *settings, const ta_summary *s)
{
    if (!settings->out.quiet || settings->out.json)
        return false;
    if (s->nim.proof != TA_UNPROVED)
        printf("%" PRIu64 "\t%" PRIu64 "\n", s->nim.preperiod, s->nim.period);
    return true;
}

/* Prints the period that the computed values show and that is not proved, if
 * there is one. It may end at the next heap, so it has names of its own. */
static void print_seen(cli_rows *r, const ta_summary *s, bool saltus)
{
    if (s->nim.period == 0 || s->nim.proof != TA_UNPROVED)
        return;
    cli_field(r, "seen_period", cli_count_of(s->nim.period));
    cli_field(r, "seen_preperiod", cli_count_of(s->nim.preperiod));
    if (saltus)
        cli_field(r, "seen_saltus", cli_real((double)s->nim.saltus, 0));
    cli_field(r, "seen_below", cli_count_of(s->known));
}

void cli_print_octal_period(const cli_settings *settings, const ta_game *game,
                            const ta_summary *s)
{
    const bool proved = s->nim.proof != TA_UNPROVED;
    char text[160], mask[CLI_OCTAL_MASK];
    cli_rows r;
    if (print_bare(settings, s))
        return;
    snprintf(text, sizeof text, "%s %" PRIu64 "%s",
             !proved ? "none: no period found up to"
             : s->nim.proof == TA_PROOF_ARITHMETIC
                 ? "arithmetic: sums of parts miss the next value, plain moves "
                   "reach all below (src/octal/README.md) by heaps below"
             : s->nim.proof == TA_PROOF_LONG
                 ? "long: Guy and Smith (1956; paper-notes O1) by heaps below"
                 : "short: rare heaps, witnesses bounded (paper-notes O3) by "
                   "heaps below",
             proved ? s->proof_end : s->known,
             s->nim.period != 0 && !proved
                 ? " that is proved; what was seen follows"
             : s->at_most ? "; a smaller preperiod needs more --max-memory"
                          : "");
    cli_rows_begin(&r, &settings->out, "quantity\tvalue");
    cli_field(&r, "game", cli_text(ta_game_about(game)->octal));
    cli_field(&r, "heaps", cli_count_of(s->known));
    cli_field(&r, "proof", cli_text(text));
    cli_field(&r, "period", cli_count_if(proved, s->nim.period));
    cli_field(&r, "preperiod", cli_count_if(proved, s->nim.preperiod));
    cli_field(&r, "saltus", cli_real(proved ? (double)s->nim.saltus : NAN, 0));
    cli_field(&r, "preperiod_counts_from", cli_count_of(1));
    print_seen(&r, s, true);
    cli_field(&r, "largest", cli_count_of(s->largest));
    cli_field(&r, "largest_at", cli_count_of(s->largest_at));
    cli_field(&r, "mask", cli_text(cli_octal_mask(s, mask)));
    cli_field(&r, "rare", cli_count_if(s->has_mask, s->rare));
    cli_field(&r, "last_rare", cli_count_if(s->has_mask, s->last_rare));
    cli_rows_end(&r);
}

static void period_run(const cli_settings *s)
{
    ta_game *game = NULL;
    char text[256];
    const bool exact = s->what.convention == TA_EXACT;
    ta_summary p;
    if (cli_is_memory(s->what.game)) {
        cli_memory_growth(s);
        return;
    }
    if ((ta_octal_is_spec(s->what.game) &&
         !cli_wrong("--game: `takeaway octal %s --period` searches for the "
                    "period of an octal game",
                    s->what.game)) ||
        !cli_game("--game", s->what.game, exact ? TA_EXACT : TA_NORMAL, &game))
        return;
    ta_options run = cli_options_of(&s->speed);
    run.sink = s->what.convention == CLI_SINK;
    const ta_game_info *about = ta_game_about(game);
    cli_note_end(game, UINT64_MAX);
    const bool but = is_all_but(about), provable = about->finite || but;
    const uint64_t usual = UINT64_C(1) << (provable ? 25 : 14);
    const ta_status st = cli_watched(
        s, provable, /* the search ends with the proof */
        ta_period_find(game, s->what.search != 0 ? s->what.search : usual, &run,
                       &p, &cli_error));
    if (st == TA_OK && !print_bare(s, &p)) {
        /* The values of allbut:S grow for ever; without a proof the largest is
         * that of the known ones. */
        const bool proved = p.nim.proof != TA_UNPROVED,
                   has_largest = !exact && (proved ? !but : p.known > 0);
        cli_rows r;
        cli_rows_begin(&r, &s->out, "quantity\tvalue");
        cli_field(&r, "game", cli_text(s->what.game));
        cli_field(&r, "max_s", cli_count_if(about->finite, about->largest));
        cli_field(&r, "heaps", cli_count_of(p.known));
        cli_field(&r, "proof", cli_text(proof_text(about, &p, text)));
        cli_field(&r, "preperiod_counts_from", cli_count_of(0));
        print_seen(&r, &p, false);
        cli_field(&r, "preperiod", cli_count_if(proved, p.nim.preperiod));
        cli_field(&r, "period", cli_count_if(proved, p.nim.period));
        if (but)
            cli_field(&r, "saltus",
                      cli_count_if(proved, (uint64_t)p.nim.saltus));
        cli_field(&r, "largest", cli_count_if(has_largest, p.largest));
        cli_field(&r, "largest_at", cli_count_if(has_largest, p.largest_at));
        cli_rows_end(&r);
    }
    cli_ok(st);
    ta_game_free(game);
}

static const cli_words period_texts[] = {
    CLI_SETS_ONLY,
    CLI_PLAY("normal, exact, sink"),
    OWN(MISERE,
        "the periods are those of nim-values, which belong to normal play"),
    OWN(SEARCH, "search among K heaps (default 2^25; for infinite sets 2^14)"),
    OWN(QUIET, "print only preperiod and period; nothing if no period is "
               "proved, as for infinite sets but allbut:S"),
    {0}};
const cli_command cli_period_command = {
    COMMAND("period", "", CLI_TEXT, period_run,
            "the period of the nim-values of a set"),
    "Prints a table: preperiod and period of the nim-values, the largest "
    "value, and what is proved. For a finite set S a period is proved when "
    "max S successive values occur a second time, and likewise for allbut:S, "
    "whose values grow by the saltus. For another infinite set nothing is "
    "proved: seen_period and seen_preperiod are those of the values below "
    "seen_below, which were computed. preperiod_counts_from: heap 0 counts.",
    "takeaway period --game=list:2,4,7 -q  # 8 3\n"
    "takeaway period --game=residues:1,4mod5",
    CLI_COMPUTES | OPT(GAME) | OPT(CONVENTION) | OPT(SEARCH) | OPT(JSON),
    .texts = period_texts,
    .sequence = &cli_sequences[CLI_SEQUENCE_NIM]};
