/* The command is: a sum is cold, with answers to some moves, or hot, with a
 * winning one. */
#include "play/every-move.h"
#include "sum.h"

enum { SHOWN = 3 }; /* moves that are answered */

/* Prints a move in the heap `from`, such as "1 from 7 into 3 3", behind `lead`;
 * `into` is NULL if what it leaves is not said. */
static void print_words(const char *lead, const ta_move *move, const char *from,
                        const char *into)
{
    printf("%s%s from %s", lead, move->taken, from);
    for (unsigned k = 0; k < move->n_parts && into != NULL; k++)
        printf("%s%s", k == 0 ? into : " ", move->part[k]);
}

static ta_status print_hot(void *state, const ta_move *move)
{
    cli_sum *m = state;
    print_words("hot: take ", move, m->given[m->heap], ", leaving ");
    printf("%s, %s\n", move->n_parts == 0 ? ", leaving 0" : "",
           cli_cold_text(m->convention == TA_MISERE,
                         m->count == 1 && move->n_parts < 2));
    m->printed++;
    return TA_OK;
}

static ta_status print_reply(void *state, const ta_move *move)
{
    cli_sum *after = state;
    print_words(" by ", move, ta_play_heap_at(after->play, after->heap).heap,
                move->n_parts > 1 ? " into " : NULL);
    after->printed++;
    return TA_OK;
}

/* Prints a move of a cold sum and an answer; after SHOWN moves "...". */
static ta_status print_answer(void *state, const ta_move *move,
                              const char *value, bool wins)
{
    cli_sum *m = state,
            after = {.settings = m->settings, .is = true, .in = m->in};
    (void)value;
    (void)wins;
    if (m->printed >= SHOWN) {
        fputs(m->printed++ == SHOWN ? "; ..." : "", stdout);
        return TA_OK;
    }
    print_words(m->printed == 0 ? ". " : "; ", move, m->given[m->heap],
                move->n_parts > 1 ? " into " : NULL);
    fputs(m->printed++ == 0 ? " is met" : "", stdout);
    bool ok = cli_ok(ta_play_new(m->convention, &after.play, &cli_error));
    for (size_t i = 0; i < m->count && ok; i++) {
        const ta_play_heap h = ta_play_heap_at(m->play, i);
        const unsigned parts = i == m->heap ? move->n_parts : 1;
        for (unsigned k = 0; k < parts && ok; k++, after.count++)
            ok = cli_ok(ta_play_add(after.play, h.game,
                                    i == m->heap ? move->part[k] : h.heap,
                                    &cli_error));
    }
    ok = ok && cli_sum_solve(&after) && cli_sum_moves(&after, print_reply);
    ta_play_free(after.play);
    return ok ? TA_OK : TA_ECANCELLED;
}

/* With answers to some moves if the heaps have up to four digits. */
static void print_cold(cli_sum *m)
{
    bool small = true, all;
    ta_status st = TA_OK;
    for (size_t i = 0; i < m->count; i++)
        small = small && strlen(ta_play_heap_at(m->play, i).heap) < 5;
    fputs("cold: the player to move loses", stdout);
    for (m->heap = 0; small && m->heap < m->count && st == TA_OK; m->heap++)
        st = tai_play_every_move(m->play, m->heap, SHOWN + 1, print_answer, m,
                                 &all, &cli_error);
    puts(!small            ? ", whatever the move"
         : m->printed == 0 ? ", having no move"
                           : "");
    cli_ok(st);
}

static void is_run(const cli_settings *s)
{
    if (cli_memory_heap(s) || cli_exact_heap(s))
        return;
    cli_sum m = {.settings = s, .is = true};
    const bool ok = cli_sum_begin(&m), cold = ok && !ta_play_wins(m.play);
    if (ok && s->out.json)
        cli_sum_json(&m);
    else if (ok && s->out.quiet)
        puts(cold ? "cold" : "hot");
    else if (cold)
        print_cold(&m);
    else if (ok && cli_sum_moves(&m, print_hot) && m.printed == 0)
        puts("hot: there is no move, and who cannot move wins");
    cli_sum_end(&m);
}

static const cli_words is_texts[] = {
    {OPT_SEARCH, CLI_SAME,
     "search for a period among the first K values (default 2^25)"},
    CLI_SUM_IN,
    CLI_SUM_JSON,
    {OPT_QUIET, CLI_SAME, "print only the word cold or hot"},
    CLI_PLAY("normal, misere, exact"),
    CLI_ONE_THREAD,
    {0}};
const cli_command cli_is_command = {
    COMMAND("is", "HEAP...", CLI_HEAP,
            "is a heap or a sum cold, or how is it won?"),
    "Prints that the position, the sum of all HEAPs, is cold (the player to "
    "move loses), with answers to three moves if no heap is above 9999; or "
    "that it is hot, with a winning move. Heaps are written as for `moves`. "
    "The exit status is 0 for either answer.",
    "takeaway is 2  # cold: the player to move loses. 1 from 2 is met by 1 "
    "from 1\n"
    "takeaway is 13 27 100\n"
    "takeaway is 7@kayles 3 -q",
    .options = CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(CONVENTION) |
               OPT(SEARCH) | OPT(IN) | OPT(JSON) | OPT(THREADS),
    .texts = is_texts,
    .run = is_run};
