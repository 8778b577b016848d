/* The K-th cold position of a run: computes further and further until there are
 * so many. */
#include <inttypes.h>
#include <math.h>

#include "computing.h"

typedef struct finder {
    uint64_t wanted, count, position; /* count: so far */
    bool found;
} finder;

static ta_status visit(void *state, uint64_t position)
{
    finder *f = state;
    f->found = ++f->count == f->wanted;
    f->position = position;
    return f->found ? TA_ECANCELLED : TA_OK;
}

static ta_status take(void *state, const ta_block *block)
{
    finder *f = state;
    if (f->wanted - f->count > block->count) {
        f->count += block->count;
        return TA_OK;
    }
    return ta_block_each(block, 0, visit, f);
}

/* How many times as far a search goes next, where `count` of the `wanted` cold
 * positions lie below the end, and grew by a power of it lately. */
static double further(uint64_t wanted, uint64_t count, double power)
{
    double all = (double)wanted / (double)(count > 0 ? count : 1);
    return fmin(64, 1.02 * pow(all, 1 / fmin(1, fmax(0.5, power))));
}

/* Where the search for so many gives up. Some games have few cold positions
 * (Kayles has one); no set that is any use here has fewer than a square root.
 */
static uint64_t last_end(const cli_run *run, uint64_t wanted)
{
    bool octal = ta_game_about(run->game)->octal != NULL;
    uint64_t most =
        4 * wanted * wanted + 64 * wanted + (UINT64_C(1) << (octal ? 16 : 24));
    return octal && most > CLI_OCTAL_MOST ? CLI_OCTAL_MOST : most;
}

int cli_find_nth(cli_run *run, uint64_t wanted, const char *what,
                 void (*announce)(const cli_run *run, uint64_t wanted),
                 uint64_t *position)
{
    uint64_t end = 4 * wanted + 64, most = last_end(run, wanted);
    double times = 1, before = 0, power = 0.7;
    for (;;) {
        ta_error error = {""};
        finder f = {.wanted = wanted};
        int status = cli_run_plan(run, end, 0);
        if (status != CLI_DONE)
            return status;
        if (announce != NULL)
            announce(run, wanted);
        ta_status st = cli_run_into(run, (ta_sink){take, &f}, &error);
        *position = f.position;
        if (f.found)
            return CLI_DONE;
        status = cli_status(st, &error);
        if (status != CLI_DONE)
            return status;
        if (end >= most) {
            cli_complain("there are only %" PRIu64 " %s below %" PRIu64,
                         f.count, what, end);
            return CLI_FAILED;
        }
        if (times > 1 && before > 0)
            power = log((double)f.count / before) / log(times);
        before = (double)f.count;
        times = further(wanted, f.count, power);
        double next = times * (double)end;
        end = next < (double)most ? (uint64_t)next + 1 : most;
    }
}
