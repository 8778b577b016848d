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

/* The game's name in archives. */
static int id_of(const cli_settings *s, char id[TA_GAME_ID])
{
    ta_game *game = NULL;
    int status = cli_game(s, TA_NORMAL, &game);
    if (status == CLI_DONE)
        ta_game_id(game, id);
    ta_game_free(game);
    return status;
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
    char id[TA_GAME_ID];
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
    if (ta_archive_brief(*archive) != NULL) {
        cli_complain("--in '%.200s' has a head, a tail and a summary of its "
                     "values, and no list of them; --resume goes on from it",
                     s->in);
        return CLI_USAGE;
    }
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
static ta_status pass(void *state, const ta_block *block)
{
    const ta_sink *next = *(const ta_sink **)state;
    return cli_interrupted() ? TA_ECANCELLED : next->take(next->state, block);
}

ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next, ta_error *error)
{
    cli_catch_interrupts();
    return ta_archive_read(archive, from, to, &(ta_sink){pass, &next}, error);
}
