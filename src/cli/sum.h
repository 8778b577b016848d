/* The sum of the heaps of the operands, for the commands moves and is; moves.c
 * has the functions. */
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
    size_t heap;    /* number of that whose moves are being printed */
    size_t printed; /* moves so far */
    bool complete;  /* these are all moves that the user wants */
} cli_sum;

/* Reads the operands and --in, and solves the sum. sum->settings and sum->is
 * are set, the rest is 0. cli_sum_end follows in any case. */
bool cli_sum_begin(cli_sum *sum);
/* Solves a sum that was built by hand (is.c): sum->play has the heaps. */
bool cli_sum_solve(cli_sum *sum);
/* Frees what the sum has, not the sum. */
void cli_sum_end(cli_sum *sum);
/* Hands the moves that the user wants to `visit`, which prints; for `is` only a
 * winning one. */
bool cli_sum_moves(cli_sum *sum,
                   ta_status (*visit)(void *state, const ta_move *move));
/* Prints one JSON object; for `is` only cold or not, and a winning move. */
void cli_sum_json(cli_sum *sum);

#define CLI_SUM_IN                                                             \
    OWN(IN, "answer from the archive FILE of nim-values or, for a single "     \
            "heap, of cold positions; the game is that of the file")
#define CLI_SUM_JSON                                                           \
    OWN(JSON, "print one JSON object; `heap_number` counts heaps from 1; "     \
              "numbers above 2^53 are strings")

#endif
