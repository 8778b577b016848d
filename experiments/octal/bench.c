/* What is promised of octal games, measured on one thread.
 *
 *     bench [REPS]
 *
 * One line a repetition and one with the median and what was promised. Every
 * result is checked before its time counts: periods against the published
 * ones, sparse values against naive ones. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common.h"
#include "takeaway.h"

enum { MOST_REPS = 99 };

static ta_game *octal(const char *code)
{
    ta_game *game;
    if (ta_game_new(code, TA_NORMAL, &game, NULL) != TA_OK)
        die("bench", code);
    return game;
}

typedef struct task {
    const char *code;
    bool long_only;
    uint64_t n, preperiod, period; /* period 0: none is expected */
    double promise;                /* seconds, or 0 */
} task;

static const task tasks[] = {
    {".16", false, 1 << 25, 105351, 149459, 0.1},
    {".16", true, 1 << 25, 105351, 149459, 0},
    {".56", false, 1 << 25, 326640, 144, 0.12},
    {".56", true, 1 << 25, 326640, 144, 0},
    {".376", false, 1 << 25, 2268248, 4, 2.5},
    {".376", true, 1 << 25, 2268248, 4, 0},
    {".354", false, 1 << 25, 10061916, 1180, 3},
    {".354", true, 1 << 25, 10061916, 1180, 0},
    {"grundy", false, 1 << 21, 0, 0, 2},
};

static double solve_once(const task *t)
{
    ta_game *game = octal(t->code);
    ta_octal_solution *s;
    double start = now();
    if (ta_octal_solve(game, t->n, t->long_only, NULL, &s, NULL) != TA_OK)
        die("bench", t->code);
    double wall = now() - start;
    const ta_octal_summary *q = ta_octal_solution_summary(s);
    bool right = t->period == 0
                     ? q->proof == TA_OCTAL_UNPROVED && q->known == t->n
                     : q->proof != TA_OCTAL_UNPROVED &&
                           q->period == t->period &&
                           q->preperiod == t->preperiod;
    if (!right)
        die("bench", "a period differs from the published one");
    ta_octal_solution_free(s);
    ta_game_free(game);
    return wall;
}

static void solve_all(const task *t, unsigned reps)
{
    double wall[MOST_REPS] = {0};
    char name[40];
    snprintf(name, sizeof name, "%s%s", t->code, t->long_only ? "_long" : "");
    for (unsigned r = 0; r < reps; r++) {
        wall[r] = solve_once(t);
        printf("%s\t%u\t%.4f\tNA\n", name, r + 1, wall[r]);
    }
    double m = median(wall, reps);
    if (t->promise > 0)
        printf("%s\tmedian\t%.4f\t%s %.2f\n", name, m,
               m <= t->promise ? "within" : "ABOVE", t->promise);
    else
        printf("%s\tmedian\t%.4f\tNA\n", name, m);
    fflush(stdout);
}

static double values_once(const ta_game *game, uint64_t n, const char *engine,
                          uint16_t *values)
{
    ta_options options = {.engine = engine};
    double start = now();
    if (ta_run(TA_CONTENT_NIM, game, n, &options,
               &(ta_sink){ta_block_store, values}, NULL) != TA_OK)
        die("bench", engine);
    return now() - start;
}

/* naive and sparse in turn, at .16 to 10^5. */
static void ratio(unsigned reps)
{
    enum { N = 100000 };
    uint16_t *a = malloc(sizeof *a * N), *b = malloc(sizeof *b * N);
    double ratios[MOST_REPS];
    ta_game *game = octal(".16");
    if (a == NULL || b == NULL)
        die("bench", "no memory");
    for (unsigned r = 0; r < reps; r++) {
        double naive = values_once(game, N, "naive", a);
        double sparse = values_once(game, N, "sparse", b);
        if (memcmp(a, b, sizeof *a * N) != 0)
            die("bench", "naive and sparse differ");
        ratios[r] = naive / sparse;
        printf(".16_to_1e5_naive\t%u\t%.4f\tNA\n", r + 1, naive);
        printf(".16_to_1e5_sparse\t%u\t%.4f\tNA\n", r + 1, sparse);
    }
    double m = median(ratios, reps);
    printf(".16_naive_over_sparse\tmedian\t%.1f\t%s 30\n", m,
           m >= 30 ? "at least" : "BELOW");
    ta_game_free(game);
    free(a);
    free(b);
}

int main(int argc, char **argv)
{
    unsigned reps = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 5;
    if (reps < 1 || reps > MOST_REPS)
        return 2;
    puts("what\trep\twall_s\tpromise");
    ratio(reps);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        solve_all(&tasks[i], reps);
    return 0;
}
