/* The command games, which prints a table of all games; and the functions that
 * make a game from a spec, of the option --game or an operand: begin with
 * cli_game. A spec that is wrong gets the message that helps most. */
#include <errno.h>

#include "game/names.h"
#include "computing.h"

static void games_run(const cli_settings *settings)
{
    const cli_cell none = cli_text(NULL);
    size_t count;
    char summary[160];
    cli_rows rows;
    cli_rows_begin(&rows, &settings->out, "form\tset\tcold\tnim\tsummary");
    rows.none = "-";
    const ta_game_kind *k = ta_game_kinds(&count), *end = k + count;
    for (; k < end; k++)
        cli_row(&rows, cli_text(k->form), cli_text(k->set), cli_text(k->cold),
                cli_text(k->nim), cli_text(k->summary));
    cli_row(&rows, cli_text("memory:F"), none, none, none,
            cli_text("a move takes at most F, which is cx or x+c for x of the "
                     "move before: 2x is Fibonacci nim"));
    cli_row(&rows, cli_text("octal:CODE"), none, none, none,
            cli_text("octal game d0.d1d2d3...: `takeaway help octal`"));
    const ta_octal_kind *o = ta_octal_kinds(&count), *last = o + count;
    for (; o < last; o++) {
        snprintf(summary, sizeof summary, "%s (octal game %s)", o->summary,
                 o->code);
        cli_row(&rows, cli_text(o->name), none, cli_text(o->cold),
                cli_text(o->nim), cli_text(summary));
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

/* Says that `spec` is no octal game: suggests a similar name, or else prints
 * `fault`, what the library says of the code. */
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
    const char *elsewhere = tai_game_elsewhere(spec); /* what else it is */
    char text[300];
    ta_game *game = NULL;
    if (tai_game_is_name(spec, true) || ta_octal_is_spec(spec))
        return true;
    if (elsewhere != NULL)
        return cli_wrong("%s '%s' is %s", what, spec, elsewhere);
    /* The user may have left out the prefix: "octal:" if the first or second
     * character is a point, or else "list:". Whether the text with it is a game
     * shows what was meant; the game itself is not needed. */
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

bool cli_game_ok(const char *what, ta_status st)
{
    /* TA_EIO, of a set's file, leaves errno. */
    return st == TA_EIO ? cli_unreadable(errno, "%s: %s", what, cli_error.text)
           : st == TA_EINVAL || st == TA_ERANGE
               ? cli_wrong("%s: %s", what, cli_error.text)
               : cli_ok(st);
}

bool cli_octal_game(const char *what, const char *spec,
                    ta_convention convention, ta_game **game)
{
    char text[512]; /* a code that is cut is still too long */
    const char *prefix = ta_octal_is_spec(spec) ? "" : "octal:";
    snprintf(text, sizeof text, "%s%s", prefix, spec);
    ta_status st = cli_kept(ta_game_new(text, convention, game, &cli_error));
    return st == TA_EINVAL || st == TA_ERANGE
               ? refuse_octal(what, spec, cli_error.text)
               : cli_ok(st);
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

bool cli_game(const char *what, const char *spec, ta_convention convention,
              ta_game **game)
{
    if (convention != TA_EXACT &&
        (strcmp(what, "CODE") == 0 || ta_octal_is_spec(spec)))
        return cli_octal_game(what, spec, convention, game);
    return cli_check_game(what, spec) &&
           cli_game_ok(
               what, cli_kept(ta_game_new(spec, convention, game, &cli_error)));
}

const cli_command cli_games_command = {
    COMMAND("games", "", CLI_TEXT, games_run, "the games that --game knows"),
    "Prints a table: how a game is written, the OEIS numbers of its set, its "
    "cold positions and its nim-values ('-' for none), and a summary. CGSuite "
    "has games that are none of these: partizan, loopy, or with moves in "
    "several heaps at once (two: `takeaway grid`).",
    "takeaway games | cut -f1,4 | grep ^[sk]  # squares A014586 / kayles "
    "A002186",
    OPT(JSON), .ranks = CLI_ALONE};
