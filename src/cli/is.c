/* takeaway is HEAP...: cold, or hot and how to win. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moves.h"

typedef struct first_move {
    const char *heap; /* NULL: there is no winning move */
    char *taken, *left;
} first_move;

static ta_status first_move_keep(void *state, const ta_move *move)
{
    first_move *f = state;
    f->taken = strdup(move->taken);
    f->left = cli_moves_left(move);
    return f->taken != NULL && f->left != NULL ? TA_OK : TA_ENOMEM;
}

static void is_print(const cli_settings *s, bool cold, const first_move *f)
{
    if (s->json) {
        cli_rows r;
        cli_rows_begin(&r, s, "quantity\tvalue");
        cli_field(&r, "cold", cli_flag(cold));
        cli_field(&r, "heap", cli_text(f->heap));
        cli_field(&r, "take", cli_text(f->taken));
        cli_field(&r, "leave", cli_text(f->left));
        cli_rows_end(&r);
    } else if (s->quiet) {
        puts(cold ? "cold" : "hot");
    } else if (cold) {
        puts("cold: the player to move loses");
    } else if (f->taken == NULL) {
        puts("hot: there is no move, and who cannot move wins");
    } else {
        printf("hot: take %s from %s, leaving %s\n", f->taken, f->heap,
               f->left);
    }
}

int cli_is(const cli_settings *given)
{
    cli_settings settings = *given, *s = &settings;
    cli_moves_job m = {.settings = s, .one_move = true};
    first_move f = {.heap = NULL};
    ta_archive *in = NULL;
    ta_error error = {""};
    bool all;
    int status = CLI_DONE;
    if (s->in != NULL) /* the archive says which play it is of */
        status = cli_archive_open("--in: ", s->in, &in);
    if (in != NULL)
        s->misere |= ta_archive_about(in)->convention == TA_MISERE;
    ta_archive_close(in);
    if (status == CLI_DONE)
        status = cli_moves_open(&m);
    if (status == CLI_DONE)
        status = cli_moves_solve(&m);
    for (size_t i = 0; status == CLI_DONE && i < m.count && f.taken == NULL;
         i++) {
        f.heap = m.given[i];
        status = cli_status(
            ta_play_moves(m.play, i, 1, first_move_keep, &f, &all, &error),
            &error);
    }
    if (f.taken == NULL)
        f.heap = NULL;
    if (status == CLI_DONE)
        is_print(s, f.taken == NULL && !ta_play_wins(m.play), &f);
    free(f.taken);
    free(f.left);
    cli_moves_close(&m);
    return status;
}
