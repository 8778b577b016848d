/* Opens and checks the archives that commands read: before a run (--resume), in
 * place of a run (--in), or to verify them. */
#include <errno.h>

#include "computing.h"

bool cli_game_given(const cli_settings *s)
{
    return s->game == s->operands[0] || cli_is_given(s, "game");
}

int cli_archive_open(const char *what, const char *path, ta_archive **archive)
{
    ta_error error = {""};
    cli_catch_interrupts();
    ta_status st = ta_archive_open(path, archive, &error);
    return st == TA_OK ? CLI_DONE
                       : cli_report(st == TA_EIO ? cli_exit_of_errno(errno)
                                                 : cli_exit_of(st),
                                    "%s%s", what, cli_error_text(st, &error));
}

int cli_archive_names_game(const char *file, const ta_archive_info *have)
{
    if (strchr(have->game, '#') == NULL)
        return CLI_DONE;
    return cli_wrong("'%s' is of the game '%s', which only its set can "
                     "tell: give that by --game",
                     file, have->game);
}

const char *cli_content_text(ta_content content)
{
    return content == TA_CONTENT_COLD     ? "cold positions"
           : content == TA_CONTENT_NIM    ? "nim-values"
           : content == TA_CONTENT_LENGTH ? "lengths"
                                          : "something unknown";
}

const char *cli_convention_text(ta_convention convention)
{
    return convention == TA_MISERE ? "misere" : "normal";
}

int cli_known_fits(const char *what, const char *file,
                   const ta_archive_info *have, const ta_archive_info *want)
{
    bool misere = have->convention == TA_MISERE;
    bool any_play = want->game == NULL && want->convention == TA_NORMAL;
    if (have->content != want->content)
        return cli_wrong("%s'%s' holds %s, not %s", what, file,
                         cli_content_text(have->content),
                         cli_content_text(want->content));
    if (have->convention != want->convention && !any_play)
        return cli_wrong("%s'%s' is of %s", what, file,
                         misere ? "misere play; add --misere"
                                : "normal play, not of misere play");
    if (want->game != NULL && strcmp(have->game, want->game) != 0)
        return cli_wrong("%s'%s' is of the game '%s', not of '%s'", what, file,
                         have->game, want->game);
    return CLI_DONE;
}

int cli_known_open(const char *what, const char *file,
                   const ta_archive_info *want, ta_archive **archive)
{
    int status = cli_archive_open(what, file, archive);
    return status == CLI_DONE
               ? cli_known_fits(what, file, ta_archive_about(*archive), want)
               : status;
}

int cli_in_open(const cli_settings *s, ta_content content, ta_archive **archive)
{
    char id[TA_GAME_ID];
    ta_game *game = NULL;
    ta_archive_info want = {.content = content,
                            .convention = s->misere ? TA_MISERE : TA_NORMAL};
    int status = CLI_DONE;
    if (cli_game_given(s)) { /* otherwise any game is accepted */
        status = cli_game(s, TA_NORMAL, &game);
        want.game = status == CLI_DONE ? ta_game_id(game, id) : NULL;
        ta_game_free(game);
    }
    if (status == CLI_DONE)
        status = cli_known_open("--in: ", s->in, &want, archive);
    if (status == CLI_DONE && tai_archive_brief(*archive) != NULL)
        return cli_wrong("--in '%s' has a head, a tail and a summary of "
                         "its values, and no list of them; --resume goes on "
                         "from it",
                         s->in);
    return status;
}

/* Hands a block of an archive to the next sink, or returns TA_ECANCELLED after
 * an interruption. ta_archive_read itself does not look for interruptions. */
static ta_status known_pass(void *state, const ta_block *block)
{
    const ta_sink *next = *(const ta_sink **)state;
    return cli_interrupted() ? TA_ECANCELLED
                             : next->consume(next->state, block);
}

ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next, ta_error *error)
{
    cli_catch_interrupts();
    ta_status st = ta_archive_read(archive, from, to,
                                   &(ta_sink){known_pass, &next}, error);
    return st == TA_OK && cli_interrupted() ? TA_ECANCELLED : st;
}
