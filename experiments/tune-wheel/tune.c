/* Times the wheel with one tuning value varied, the others at their defaults:
 *   tune N THREADS REPS NAME VALUE...
 * writes a line for each repetition; every run must count the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cold/engines.h"
#include "cold/wheel/engine.h"

typedef struct counter {
    ta_sink sink;
    uint64_t cold;
} counter;

static ta_status count(void *sink, const ta_block *block)
{
    ((counter *)sink)->cold += block->count;
    return TA_OK;
}

static int set_value(wheel_tuning *t, const char *name, double v)
{
#define TRY(field, type)                                                       \
    if (strcmp(name, #field) == 0) {                                           \
        t->field = (type)v;                                                    \
        return 1;                                                              \
    }
    TRY(vectors, unsigned)
    TRY(dense_tile, double)
    TRY(live_tile, double)
    TRY(quiet_page, unsigned)
    TRY(quiet_pages, unsigned)
    TRY(quiet_zeros, unsigned)
    TRY(quiet_left, double)
    TRY(quiet_reach, unsigned)
    TRY(cache, uint64_t)
    TRY(source_group, unsigned)
    TRY(sparse_row, uint32_t)
    TRY(growth, double)
    TRY(start, uint64_t)
    TRY(rows, uint64_t)
    TRY(shape, double)
    TRY(modulus, uint32_t)
#undef TRY
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 6) {
        fprintf(stderr, "usage: tune N THREADS REPS NAME VALUE...\n");
        return 2;
    }
    ta_game *game = NULL;
    uint64_t n = 0, want = 0;
    int result = 1;
    if (ta_number_parse(argv[1], &n, NULL) != TA_OK ||
        ta_game_new("squares", TA_NORMAL, &game, NULL) != TA_OK)
        goto done;
    ta_options options = {0};
    printf("name\tvalue\trep\twall_s\tns_per_position\tcold\n");
    for (int rep = 1; rep <= atoi(argv[3]); rep++)
        for (int k = 5; k < argc; k++) {
            wheel_tuning tuning = tai_wheel_tuning_default();
            tuning.checks = 0;
            counter sink = {{count, &sink}, 0};
            ta_job job = {.engine = &tai_engine_wheel,
                          .game = game,
                          .n = n,
                          .options = &options,
                          .threads = (unsigned)atoi(argv[2]),
                          .sink = &sink.sink};
            if (!set_value(&tuning, argv[4], atof(argv[k])))
                goto done;
            double start = tai_now();
            if (tai_wheel_run(&job, &tuning) != TA_OK)
                goto done;
            double wall = tai_now() - start;
            printf("%s\t%s\t%d\t%.4f\t%.4f\t%" PRIu64 "\n", argv[4], argv[k],
                   rep, wall, wall * 1e9 / (double)n, sink.cold);
            fflush(stdout);
            if (want != 0 && want != sink.cold)
                goto done;
            want = sink.cold;
        }
    result = 0;
done:
    ta_game_free(game);
    return result;
}
