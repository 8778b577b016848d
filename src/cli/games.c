/* The command games of the program takeaway, which prints a table of all games;
 * and the functions that make a game from the option --game or from an operand.
 */
#include <errno.h>

#include "game/names.h"
#include "computing.h"

/* Returns a table cell with the text, or an empty cell if the text is "". */
static cli_cell given(const char *text)
{
    return cli_text(*text != '\0' ? text : NULL);
}

void cli_games(const cli_settings *settings)
{
    size_t count;
    cli_rows rows;
    cli_rows_begin(&rows, settings, "form\tset\tcold\tnim\tsummary");
    rows.none = "-";
    const ta_game_kind *kinds = ta_game_kinds(&count);
    for (size_t i = 0; i < count; i++)
        cli_row(&rows, cli_text(kinds[i].form), given(kinds[i].set),
                given(kinds[i].cold), given(kinds[i].nim),
                cli_text(kinds[i].summary));
    cli_row(&rows, cli_text("octal:CODE"), given(""), given(""), given(""),
            cli_text("octal game d0.d1d2d3...: `takeaway help octal`"));
    const ta_octal_kind *octal = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        char summary[160];
        snprintf(summary, sizeof summary, "%s (octal game %s)",
                 octal[i].summary, octal[i].code);
        cli_row(&rows, cli_text(octal[i].name), given(""), given(octal[i].cold),
                given(octal[i].nim), cli_text(summary));
    }
    cli_rows_end(&rows);
}

cli_list cli_game_names(bool sets, bool octal)
{
    cli_list names = {""};
    size_t count;
    const ta_game_kind *kinds = ta_game_kinds(&count);
    for (size_t i = 0; sets && i < count; i++)
        cli_list_add(&names, kinds[i].form);
    const ta_octal_kind *games = ta_octal_kinds(&count);
    for (size_t i = 0; octal && i < count; i++)
        cli_list_add(&names, games[i].name);
    if (sets && octal)
        cli_list_add(&names, "octal:CODE");
    return names;
}

/* Prints that the text `spec`, given as the option or operand `what`, is no
 * octal game. The message suggests the name that was probably meant; if no name
 * is similar, it contains `fault`, a sentence about the code. Returns false. */
static bool refuse_octal(const char *what, const char *spec, const char *fault)
{
    const char *code = strncmp(spec, "octal:", 6) == 0 ? spec + 6 : spec;
    const cli_list names = cli_game_names(false, true);
    char nearest[80];
    return cli_nearest(code, names.text, nearest)
               ? cli_unknown(what, code, names.text)
               : cli_wrong("%s: %s", what, fault);
}

bool cli_check_game(const char *what, const char *spec)
{
    const cli_list names = cli_game_names(true, true);
    const char *elsewhere = tai_game_elsewhere(spec);
    char text[300];
    ta_game *game = NULL;
    if (tai_game_is_name(spec, true) || ta_octal_is_spec(spec))
        return true;
    if (elsewhere != NULL)
        return cli_wrong("%s '%s' is %s", what, spec, elsewhere);
    /* The user may have left out the prefix of the game. The text is tried as
     * "octal:CODE" if it begins with a point or has one behind its first
     * character, and otherwise as "list:NUMBERS". */
    const bool code = spec[0] == '.' || (spec[0] != '\0' && spec[1] == '.');
    snprintf(text, sizeof text, "%s:%.200s", code ? "octal" : "list", spec);
    ta_status st = ta_game_new(text, TA_NORMAL, &game, &cli_error);
    ta_game_free(game);
    if (code && st == TA_EINVAL)
        return refuse_octal(what, spec, cli_error.text);
    if (st == TA_OK && strchr(spec, ',') != NULL)
        return cli_wrong("%s '%s' is unknown; did you mean '%s'? "
                         "accepted: %s",
                         what, spec, text, names.text);
    return cli_unknown(what, spec, names.text);
}

/* Makes a game as ta_game_new does, within --max-memory. */
static ta_status make_game(const char *spec, ta_convention convention,
                           ta_game **game)
{
    tai_budget *budget;
    ta_status st = cli_budget_begin(&budget);
    if (st == TA_OK)
        st = ta_game_new(spec, convention, game, &cli_error);
    const int code = errno;
    st = cli_budget_end(budget, st);
    errno = code;
    return st;
}

bool cli_octal_game(const char *what, const char *spec,
                    ta_convention convention, ta_game **game)
{
    char text[512]; /* longer than any code */
    const char *prefix = ta_octal_is_spec(spec) ? "" : "octal:";
    snprintf(text, sizeof text, "%s%s", prefix, spec);
    ta_status st = make_game(text, convention, game);
    return st == TA_OK || st == TA_ENOMEM || st == TA_ELIMIT
               ? cli_ok(st)
               : refuse_octal(what, spec, cli_error.text);
}

void cli_note_end(const ta_game *game, uint64_t heap)
{
    static bool said;
    const ta_game_info *about = ta_game_about(game);
    if (said || !about->partial || heap <= about->largest ||
        (cli_comm != NULL && cli_comm->rank > 0))
        return;
    said = true;
    cli_complain("the set of '%s' ends at %" PRIu64 ", and the game of larger "
                 "heaps is that of this finite set; `complete` as the first "
                 "line of the file says that this is meant",
                 about->spec, about->largest);
}

bool cli_game(const cli_settings *s, ta_convention convention, ta_game **game)
{
    const bool code = s->game == s->operands[0];
    if (code || ta_octal_is_spec(s->game))
        return cli_octal_game(code ? "CODE" : "--game", s->game, convention,
                              game);
    if (!cli_check_game("--game", s->game))
        return false;
    ta_status st = make_game(s->game, convention, game);
    if (st == TA_OK || st == TA_ENOMEM || st == TA_ELIMIT)
        return cli_ok(st);
    /* The sentence in cli_error already contains the text of the game, so the
     * message does not repeat that text. */
    return st == TA_EIO ? cli_unreadable(errno, "--game: %s", cli_error.text)
                        : cli_wrong("--game: %s", cli_error.text);
}
