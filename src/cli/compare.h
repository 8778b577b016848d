/* What `compare` times, and how it makes sure that results agree. */
#ifndef TA_CLI_COMPARE_H
#define TA_CLI_COMPARE_H

#include "cli.h"

enum { CLI_CONTENDERS = 32 };

/* One item of --engines: an engine with settings of its own. */
typedef struct cli_contender {
    char label[64];  /* as it was given */
    char engine[64]; /* its name, the rest cut off */
    ta_options options;
    uint64_t predicted;
    uint64_t peak; /* bytes in the first round; 0: not known */
} cli_contender;

/* Reads --engines of a quantity ("cold", "nim", "length"); every item starts
 * from `base`. CLI_DONE or CLI_USAGE. */
int cli_contenders(const char *list, const char *quantity,
                   const ta_options *base,
                   cli_contender contenders[CLI_CONTENDERS], size_t *count);

enum { CLI_CHUNKS = 1 << 16 };

/* The result of one run: all bits, or, where memory forbids that, an
 * order-sensitive hash of the cold positions of each of CLI_CHUNKS chunks. */
typedef struct cli_result {
    ta_bits bits; /* words NULL: hashes */
    uint64_t *hash;
    uint64_t chunk; /* positions a chunk */
    uint64_t cold;
    bool lengths; /* even where a position is cold; nim-values are 0 there */
} cli_result;

/* CLI_DONE or CLI_FAILED. Freed by cli_result_free in either case. */
int cli_result_new(uint64_t n, bool bits, cli_result *result);
void cli_result_free(cli_result *result);
/* Computes into the result. */
ta_status cli_result_compute(cli_result *result, const cli_sequence *sequence,
                             const ta_game *game, uint64_t n,
                             const ta_options *options, ta_error *error);
/* True if they are the same; else text says where they first differ. */
bool cli_result_equal(const cli_result *a, const cli_result *b, uint64_t n,
                      char text[128]);

/* ---- peak.c ---- */

/* Before a run: starts measuring; the value is for cli_peak_end. */
uint64_t cli_peak_begin(void);
/* After it: the bytes that the run took at its peak; 0 if unknown. */
uint64_t cli_peak_end(uint64_t before);

#endif
