/* The command is: a sum is cold, with answers to some moves, or hot, with a
 * winning one. */
#include "play/every-move.h"
#include "sum.h"

enum { ANSWERED = 3 }; /* the moves of a cold sum that get a reply */

/* Prints a move, such as "1 from 7 into 3 3", behind `lead`; "7@kayles" if the
 * games differ; `into` is NULL if what it leaves is not said. */
static void print_words(const char *lead, const cli_sum *sum,
                        const ta_move *move, const char *into)
{
    const ta_play_heap from = ta_play_heap_at(sum->play, sum->heap);
    bool mixed = false;
    for (size_t i = 0; i < sum->count && !mixed; i++)
        mixed = strcmp(ta_play_heap_at(sum->play, i).game, from.game) != 0;
    printf("%s%s from %s%s%s", lead, move->taken,
           sum->given != NULL ? sum->given[sum->heap] : from.heap,
           mixed ? "@" : "", mixed ? from.game : "");
    for (unsigned k = 0; k < move->n_parts && into != NULL; k++)
        printf("%s%s", k == 0 ? into : " ", move->part[k]);
}

/* Prints the answer for a hot sum, by a winning move. */
static ta_status print_hot(void *state, const ta_move *move)
{
    cli_sum *sum = state;
    print_words("hot: take ", sum, move, ", leaving ");
    printf("%s, %s\n", move->n_parts == 0 ? ", leaving 0" : "",
           cli_cold_text(sum->convention == TA_MISERE,
                         sum->count == 1 && move->n_parts < 2));
    sum->printed++;
    return TA_OK;
}

/* Prints a winning move of the sum that the first player has left. */
static ta_status print_reply(void *state, const ta_move *move)
{
    cli_sum *after = state;
    print_words(" by ", after, move, move->n_parts > 1 ? " into " : NULL);
    after->printed++;
    return TA_OK;
}

/* Prints a move of a cold sum and a reply; after ANSWERED moves "..." once.
 * Solves the sum after the move, `after`, which borrows the archive. */
static ta_status print_answer(void *state, const ta_move *move,
                              const char *value, bool wins)
{
    cli_sum *sum = state,
            after = {.settings = sum->settings, .is = true, .in = sum->in};
    (void)value;
    (void)wins;
    if (sum->printed >= ANSWERED) {
        fputs(sum->printed++ == ANSWERED ? "; ..." : "", stdout);
        return TA_OK;
    }
    print_words(sum->printed == 0 ? ". " : "; ", sum, move,
                move->n_parts > 1 ? " into " : NULL);
    fputs(sum->printed++ == 0 ? " is met" : "", stdout);
    bool ok = cli_ok(ta_play_new(sum->convention, &after.play, &cli_error));
    for (size_t i = 0; i < sum->count && ok; i++) {
        const ta_play_heap h = ta_play_heap_at(sum->play, i);
        const unsigned parts = i == sum->heap ? move->n_parts : 1;
        for (unsigned k = 0; k < parts && ok; k++, after.count++)
            ok = cli_ok(ta_play_add(after.play, h.game,
                                    i == sum->heap ? move->part[k] : h.heap,
                                    &cli_error));
    }
    ok = ok && cli_sum_solve(&after) && cli_sum_moves(&after, print_reply);
    ta_play_free(after.play);
    return ok ? TA_OK : TA_ECANCELLED;
}

/* Prints the answer for a cold sum, with replies to some moves if the heaps
 * have up to four digits: each reply takes a run of its own. */
static void print_cold(cli_sum *sum)
{
    bool small = true, all;
    ta_status st = TA_OK;
    for (size_t i = 0; i < sum->count; i++)
        small = small && strlen(ta_play_heap_at(sum->play, i).heap) < 5;
    fputs("cold: the player to move loses", stdout);
    for (sum->heap = 0; small && sum->heap < sum->count && st == TA_OK;
         sum->heap++)
        st = tai_play_every_move(sum->play, sum->heap, ANSWERED + 1,
                                 print_answer, sum, &all, &cli_error);
    puts(!small              ? ", whatever the move"
         : sum->printed == 0 ? ", having no move"
                             : "");
    cli_ok(st);
}

static void is_run(const cli_settings *s)
{
    if (cli_memory_heap(s) || cli_exact_heap(s))
        return;
    cli_sum sum = {.settings = s, .is = true};
    const bool ok = cli_sum_begin(&sum), cold = ok && !ta_play_wins(sum.play);
    if (ok && s->out.json)
        cli_sum_json(&sum);
    else if (ok && s->out.quiet)
        puts(cold ? "cold" : "hot");
    else if (cold)
        print_cold(&sum);
    else if (ok && cli_sum_moves(&sum, print_hot) && sum.printed == 0)
        puts("hot: there is no move, and who cannot move wins");
    cli_sum_end(&sum);
}

static const cli_words is_texts[] = {
    OWN(SEARCH, "search for a period among the first K values (default 2^25)"),
    CLI_SUM_IN,
    CLI_SUM_JSON,
    OWN(QUIET, "print only the word cold or hot"),
    CLI_PLAY("normal, misere, exact"),
    CLI_ONE_THREAD,
    {0}};
const cli_command cli_is_command = {
    COMMAND("is", "HEAP...", CLI_HEAP, is_run,
            "is a heap or a sum cold, or how is it won?"),
    "Prints that the position, the sum of all HEAPs, is cold (the player to "
    "move loses), with answers to three moves if no heap is above 9999; or "
    "that it is hot, with a winning move. Heaps are written as for `moves`. "
    "The exit status is 0 for either answer.",
    "takeaway is 2  # cold: the player to move loses. 1 from 2 is met by 1 "
    "from 1\n"
    "takeaway is 13 27 100\n"
    "takeaway is 7@kayles 3 -q",
    CLI_COMPUTES | OPT(GAME) | OPT(MISERE) | OPT(CONVENTION) | OPT(SEARCH) |
        OPT(IN) | OPT(JSON) | OPT(THREADS),
    .texts = is_texts};
