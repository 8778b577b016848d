/* Finds the largest gap between cold heaps below N, which is the argument or
 * 2^20. The sink sees each block of the run and keeps nothing. Progress goes
 * to stderr; Ctrl-C stops the run. Prints:
 *
 *     943 after heap 835952
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <takeaway.h>

static volatile sig_atomic_t interrupted;

static void note_signal(int number)
{
    (void)number;
    interrupted = 1;
}

/* Shows how far the run is. A result other than 0 cancels the run. */
static int show(void *state, double share, uint64_t done)
{
    (void)state;
    fprintf(stderr, "\r%3.0f %%, %" PRIu64 " heaps", 100 * share, done);
    return interrupted;
}

typedef struct gaps {
    uint64_t last, largest, after;
} gaps;

static ta_status see_cold(void *state, uint64_t heap)
{
    gaps *g = state;
    if (heap - g->last > g->largest) {
        g->largest = heap - g->last;
        g->after = g->last;
    }
    g->last = heap;
    return TA_OK;
}

static ta_status see_block(void *state, const ta_block *block)
{
    return ta_block_each(block, block->from, see_cold, state);
}

int main(int count, char **argument)
{
    gaps found = {0, 0, 0};
    const ta_sink sink = {see_block, &found};
    const ta_options options = {.progress = show};
    ta_game *squares = NULL;
    ta_error error;
    uint64_t n;
    signal(SIGINT, note_signal);
    ta_status status =
        ta_number_parse(count > 1 ? argument[1] : "2^20", &n, &error);
    if (status == TA_OK)
        status = ta_game_new("squares", TA_NORMAL, &squares, &error);
    if (status == TA_OK)
        status = ta_run(TA_CONTENT_COLD, squares, n, &options, &sink, &error);
    fprintf(stderr, "\n");
    if (status == TA_OK)
        printf("%" PRIu64 " after heap %" PRIu64 "\n", found.largest,
               found.after);
    else
        fprintf(stderr, "%s\n", error.text);
    ta_game_free(squares);
    return status == TA_ECANCELLED ? 130 : status != TA_OK;
}
