/* What values a game's positions have: one pass, several tables.
 *
 *     values nim|length N THREADS FOLDER [GAME]
 *
 * writes into FOLDER, of the nim-values or the lengths of play of [0, N) (GAME
 * is squares by default)
 *   records.tsv    each new largest value and the first position that has it
 *   largest.tsv    the largest value below n, n a power of two or N
 *   histogram.tsv  how often each value occurs below n, n = 2^10, 2^14, ..., N
 *   classes.tsv    positions of each value by class mod 5 and 13, below N */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common.h"
#include "tool.h"

enum { VALUES = 65536, MODULI = 2, CLASSES = 18, SHOWN_FROM = 10 };
static const unsigned modulus[MODULI] = {5, 13}; /* 5 + 13 classes */

typedef struct pass {
    ta_sink sink;
    FILE *records, *largest, *histogram, *classes;
    uint64_t n, next; /* a power of two: rows are due when it is reached */
    unsigned bits;    /* its logarithm */
    int64_t record;   /* largest value so far, -1 before the first */
    uint64_t count[VALUES];
    uint64_t class[VALUES][CLASSES];
} pass;

static void write_histogram(pass *p, uint64_t n)
{
    for (int64_t v = 0; v <= p->record; v++)
        if (p->count[v] > 0)
            fprintf(p->histogram, "%" PRIu64 "\t%" PRId64 "\t%" PRIu64 "\n", n,
                    v, p->count[v]);
}

static void write_classes(pass *p)
{
    for (int64_t v = 0; v <= p->record; v++)
        for (unsigned k = 0, at = 0; k < MODULI; at += modulus[k++])
            for (unsigned r = 0; r < modulus[k]; r++)
                fprintf(p->classes, "%" PRId64 "\t%u\t%u\t%" PRIu64 "\n", v,
                        modulus[k], r, p->class[v][at + r]);
}

static ta_status take(void *sink, const ta_block *block)
{
    pass *p = (pass *)sink;
    unsigned five = (unsigned)(block->from % 5);
    unsigned thirteen = (unsigned)(block->from % 13);
    for (uint64_t i = block->from; i < block->to; i++) {
        if (i == p->next) { /* all below are known */
            fprintf(p->largest, "%" PRIu64 "\t%" PRId64 "\n", i, p->record);
            if (p->bits >= SHOWN_FROM && (p->bits - SHOWN_FROM) % 4 == 0)
                write_histogram(p, i);
            p->next *= 2;
            p->bits++;
        }
        uint16_t v = block->values[i - block->from];
        if (v > p->record) {
            p->record = v;
            fprintf(p->records, "%" PRIu64 "\t%u\n", i, v);
        }
        p->count[v]++;
        p->class[v][five]++;
        p->class[v][5 + thirteen]++;
        five = five == 4 ? 0 : five + 1;
        thirteen = thirteen == 12 ? 0 : thirteen + 1;
    }
    return TA_OK;
}

int main(int argc, char **argv)
{
    ta_error error = {""};
    ta_game *game = NULL;
    if (argc < 5 || argc > 6 ||
        (strcmp(argv[1], "nim") != 0 && strcmp(argv[1], "length") != 0)) {
        fprintf(stderr, "usage: values nim|length N THREADS FOLDER [GAME]\n");
        return 2;
    }
    int result = 1;
    pass *p = calloc(1, sizeof *p);
    if (p == NULL)
        goto done;
    p->sink = (ta_sink){take, p};
    p->record = -1;
    p->next = 1;
    p->records = open_table(argv[4], "records", "position\tvalue");
    p->largest = open_table(argv[4], "largest", "n\tlargest");
    p->histogram = open_table(argv[4], "histogram", "n\tvalue\tpositions");
    p->classes =
        open_table(argv[4], "classes", "value\tmodulus\tresidue\tpositions");
    ta_options options = {.threads = (unsigned)strtoul(argv[3], NULL, 10)};
    if (p->records == NULL || p->largest == NULL || p->histogram == NULL ||
        p->classes == NULL ||
        ta_number_parse(argv[2], &p->n, &error) != TA_OK ||
        ta_game_new(argc > 5 ? argv[5] : "squares", TA_NORMAL, &game, &error) !=
            TA_OK)
        goto done;
    ta_status st =
        strcmp(argv[1], "nim") == 0
            ? ta_run(TA_CONTENT_NIM, game, p->n, &options, &p->sink, &error)
            : ta_run(TA_CONTENT_LENGTH, game, p->n, &options, &p->sink, &error);
    if (st != TA_OK)
        goto done;
    fprintf(p->largest, "%" PRIu64 "\t%" PRId64 "\n", p->n, p->record);
    write_histogram(p, p->n);
    write_classes(p);
    result = 0;
done:
    if (p != NULL && !(close_table(p->records) & close_table(p->largest) &
                       close_table(p->histogram) & close_table(p->classes)))
        result = 1;
    if (result != 0)
        fprintf(stderr, "values: %s\n",
                error.text[0] != '\0'
                    ? error.text
                    : "no memory, or a table could not be written");
    ta_game_free(game);
    free(p);
    return result;
}
