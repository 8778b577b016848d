/* Opens and checks archive files: those that a command resumes from (--resume),
 * reads in place of a run (--in), or verifies. */
#include <errno.h>

#include "archive/checkpoint-file.h"
#include "computing.h"

bool cli_archive_open(const char *what, const char *path, ta_archive **archive)
{
    cli_catch_interrupts();
    /* TA_EIO leaves errno. */
    ta_status st = ta_archive_open(path, archive, &cli_error);
    return st == TA_OK ||
           cli_fail(st == TA_EIO ? cli_exit_of_errno(errno) : cli_exit_of(st),
                    "%s%s", what, cli_error_text(st));
}

bool cli_archive_names_game(const char *file, const ta_archive_info *have)
{
    return strchr(have->game, '#') == NULL ||
           cli_wrong("'%s' is of the game '%s', which only its set can "
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
    return convention == TA_MISERE  ? "misere"
           : convention == TA_EXACT ? "exact"
                                    : "normal";
}

bool cli_known_fits(const char *what, const char *file,
                    const ta_archive_info *have, const ta_archive_info *want)
{
    const bool any_play = want->game == NULL && want->convention == TA_NORMAL;
    if (have->content != want->content)
        return cli_wrong("%s'%s' holds %s, not %s", what, file,
                         cli_content_text(have->content),
                         cli_content_text(want->content));
    if (have->convention != want->convention && !any_play)
        return cli_wrong("%s'%s' is of %s", what, file,
                         have->convention == TA_MISERE
                             ? "misere play; add --misere"
                             : "normal play, not of misere play");
    if (want->game != NULL && strcmp(have->game, want->game) != 0)
        return cli_wrong("%s'%s' is of the game '%s', not of '%s'", what, file,
                         have->game, want->game);
    return true;
}

bool cli_in_fits(const cli_settings *s, const ta_archive *archive,
                 const char *spec, ta_content content, ta_convention convention)
{
    char id[TA_GAME_ID];
    ta_game *game = NULL;
    ta_archive_info want = {.content = content, .convention = convention};
    if (spec != NULL) {
        /* The id of a game does not depend on the convention. */
        if (!cli_game(s->command->operand == CLI_CODE ? "CODE" : "--game", spec,
                      TA_NORMAL, &game))
            return false;
        want.game = ta_game_id(game, id);
        ta_game_free(game);
    }
    return cli_known_fits("--in: ", s->what.in, ta_archive_about(archive),
                          &want) &&
           (tai_archive_brief(archive) == NULL ||
            cli_wrong("--in '%s' has a head, a tail and a summary of its "
                      "values, and no list of them; --resume goes on from it",
                      s->what.in));
}

/* Passes a block on to the sink at `state`; ta_archive_read itself does not
 * look whether it is interrupted. */
static ta_status pass_block(void *state, const ta_block *block)
{
    const ta_sink *next = *(const ta_sink **)state;
    return cli_interrupted() ? TA_ECANCELLED
                             : next->consume(next->state, block);
}

ta_status cli_read(const ta_archive *archive, uint64_t from, uint64_t to,
                   const ta_sink *next)
{
    cli_catch_interrupts();
    ta_status st = ta_archive_read(archive, from, to,
                                   &(ta_sink){pass_block, &next}, &cli_error);
    return st == TA_OK && cli_interrupted() ? TA_ECANCELLED : st;
}
