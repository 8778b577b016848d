/* --in=FILE: a run that reads what another has computed; and the reading of
 * archives for every command. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli.h"

bool cli_game_given(const cli_settings *s)
{
    for (size_t i = 0; i < cli_n_options; i++)
        if (cli_options[i].field == offsetof(cli_settings, game))
            return s->game != cli_options[i].initial;
    return true;
}

/* The game's name in archives, of a spec. */
static int id_of(const cli_settings *s, char id[CLI_GAME_ID])
{
    ta_error error = {""};
    if (ta_octal_is_spec(s->game)) {
        ta_octal *octal = NULL;
        int status = cli_octal_game("--game", s->game, &octal);
        if (status == CLI_DONE)
            strcpy(id, ta_octal_code(octal)); /* at most 255 digits */
        ta_octal_free(octal);
        return status;
    }
    if (cli_check_game("--game", s->game) != CLI_DONE)
        return CLI_USAGE;
    ta_game *game = NULL;
    ta_status st = ta_game_new(s->game, TA_NORMAL, &game, &error);
    int code = errno;
    if (st == TA_OK)
        ta_game_id(game, id);
    else
        cli_complain("--game: %s", error.text);
    ta_game_free(game);
    return st == TA_OK       ? CLI_DONE
           : st == TA_ENOMEM ? CLI_FAILED
           : st == TA_EIO    ? cli_unreadable(code)
                             : CLI_USAGE;
}

int cli_archive_names_game(const char *file, const ta_archive_info *have)
{
    if (strchr(have->game, '#') == NULL)
        return CLI_DONE;
    cli_complain("'%.200s' is of the game '%.255s', which only its set can "
                 "tell: give that by --game",
                 file, have->game);
    return CLI_USAGE;
}

int cli_known_same_game(const cli_settings *s, const char *file,
                        const ta_archive_info *have)
{
    if (!cli_game_given(s)) /* the file says which */
        return CLI_DONE;
    char id[CLI_GAME_ID];
    int status = id_of(s, id);
    if (status != CLI_DONE || strcmp(id, have->game) == 0)
        return status;
    cli_complain("'%.200s' is of the game '%.255s', not of '%.255s'", file,
                 have->game, id);
    return CLI_USAGE;
}

static int check_game(const cli_settings *s, const ta_archive_info *have)
{
    if (s->misere && have->convention != TA_MISERE) {
        cli_complain("'%.200s' is of normal play, not of misere play", s->in);
        return CLI_USAGE;
    }
    if (cli_game_given(s) && !s->misere && have->convention == TA_MISERE) {
        cli_complain("'%.200s' is of misere play; add --misere", s->in);
        return CLI_USAGE;
    }
    return cli_known_same_game(s, s->in, have);
}

int cli_known_open(const cli_settings *s, ta_content content,
                   ta_archive **archive)
{
    if (s->checkpoint != NULL || s->resume != NULL) {
        cli_complain("--in computes nothing, so there is nothing to keep: "
                     "leave out --checkpoint and --resume, or use --resume in "
                     "place of --in");
        return CLI_USAGE;
    }
    int status = cli_archive_open("--in: ", s->in, archive);
    if (status != CLI_DONE)
        return status;
    const ta_archive_info *have = ta_archive_about(*archive);
    if (have->content != content) {
        cli_complain("--in '%.200s' holds %s, not %s", s->in,
                     cli_content_text(have->content),
                     cli_content_text(content));
        return CLI_USAGE;
    }
    return check_game(s, have);
}

int cli_known_reaches(const ta_archive *archive, const cli_settings *s,
                      uint64_t n)
{
    uint64_t end = ta_archive_about(archive)->end;
    if (n <= end)
        return CLI_DONE;
    cli_complain("N %" PRIu64 " is not accepted: '%.200s' holds [0, %" PRIu64
                 "); --resume in place of --in computes the rest",
                 n, s->in, end);
    return CLI_USAGE;
}

/* ---- reading ---- */

/* Engines look for interruptions themselves; reading a file does not, so each
 * block of it passes here, whatever takes it then. */
typedef struct passage {
    ta_sink cold;
    ta_value_sink values;
    ta_sink *next;
    ta_value_sink *next_values;
} passage;

static ta_status pass_cold(ta_sink *sink, const ta_block *block)
{
    ta_sink *next = ((passage *)sink)->next;
    return cli_interrupted() ? TA_ECANCELLED : next->take(next, block);
}

static ta_status pass_values(ta_value_sink *sink, const ta_value_block *block)
{
    passage *p = (passage *)((char *)sink - offsetof(passage, values));
    return cli_interrupted() ? TA_ECANCELLED
                             : p->next_values->take(p->next_values, block);
}

ta_status cli_read_cold(const ta_archive *archive, uint64_t from, uint64_t to,
                        ta_sink *next, ta_error *error)
{
    passage p = {.cold = {pass_cold}, .next = next};
    cli_catch_interrupts();
    return ta_archive_cold(archive, from, to, &p.cold, error);
}

ta_status cli_read_values(const ta_archive *archive, uint64_t from, uint64_t to,
                          ta_value_sink *next, ta_error *error)
{
    passage p = {.values = {pass_values}, .next_values = next};
    cli_catch_interrupts();
    return ta_archive_values(archive, from, to, &p.values, error);
}
