/* The sum of the heaps of the operands, for the commands moves and is. */
#ifndef TA_CLI_SUM_H
#define TA_CLI_SUM_H

#include "computing.h"

typedef struct cli_sum {
    const cli_settings *settings;
    ta_play *play;
    ta_convention convention;
    bool is;        /* the command is `is` */
    bool by_cold;   /* `in` has cold positions, not nim-values */
    ta_archive *in; /* of --in; or NULL, with `about` */
    const ta_archive_info *about;
    char **given; /* the heaps as the command line has them */
    size_t count;
    cli_rows rows;
    size_t heap;    /* whose moves are being printed */
    size_t printed; /* moves so far */
    bool all;       /* these are all moves that the user wants */
} cli_sum;

/* Reads and solves the sum; cli_sum_end follows in any case. */
bool cli_sum_begin(cli_sum *sum);
bool cli_sum_solve(cli_sum *sum);
void cli_sum_end(cli_sum *sum);
/* Prints the moves that the user wants; for `is` a winning one by `visit`. */
bool cli_sum_moves(cli_sum *sum,
                   ta_status (*visit)(void *state, const ta_move *move));
/* One JSON object; for `is` only cold or not, and a winning move. */
void cli_sum_json(cli_sum *sum);

#define CLI_SUM_IN                                                             \
    {                                                                          \
        OPT_IN, CLI_SAME,                                                      \
            "answer from the archive FILE: one of cold positions for a "       \
            "single heap, one of nim-values for a sum; the game is that of "   \
            "the file"                                                         \
    }
#define CLI_SUM_JSON                                                           \
    {                                                                          \
        OPT_JSON, CLI_SAME,                                                    \
            "print one JSON object; `heap_number` counts heaps from 1; "       \
            "numbers above 2^53 are strings"                                   \
    }

#endif
