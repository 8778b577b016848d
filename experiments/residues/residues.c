/* Where the cold numbers of a game lie modulo m: one pass, several tables.
 *
 *     residues N THREADS FOLDER [GAME [ARCHIVE]]
 *
 * writes into FOLDER (GAME is squares by default; what ARCHIVE holds is not
 * computed again)
 *   counts.tsv   cold numbers below n, eight n an octave and powers of ten
 *   classes.tsv  cold numbers below n by class, n a power of two or N
 *   entropy.tsv  entropy of the classes of the cold numbers of each octave,
 *                for every modulus up to 500
 *   rare.tsv     the cold numbers that are 1 or 3 mod 5 or end in 6 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../common.h"
#include "tool.h"

enum {
    GRID = 8,       /* counts an octave */
    MODULI = 500,   /* entropy for moduli 2..500 */
    FIRST_BITS = 10 /* the first octave is [2^10, 2^11) */
};

/* Moduli whose classes are tabulated. Of the large ones only some octaves are
 * kept, as their tables would outgrow the rest: of each eight the one from
 * 2^(8k + 3) to 2^(8k + 4), and the last ones. */
static const struct {
    uint32_t modulus;
    bool few;
} shown[] = {{5, false},  {10, false}, {13, false}, {17, false},
             {25, false}, {65, false}, {205, true}, {1105, true}};
enum { SHOWN = sizeof shown / sizeof shown[0], LARGEST = 1105 };

typedef struct pass {
    ta_sink sink;
    FILE *counts, *classes, *entropy, *rare;
    uint64_t n, cold;
    uint64_t next; /* of the grid: cold numbers below it are not all known */
    unsigned grid; /* its place, GRID an octave */
    uint64_t ten;
    uint64_t last, in_octave; /* the cold number before, and how many */
    double inverse[MODULI + 1];
    uint32_t residue[MODULI + 1]; /* of `last` */
    uint32_t *octave[MODULI + 1]; /* by class, cold numbers of the octave */
    uint64_t total[SHOWN][LARGEST];
} pass;

static uint64_t grid_point(unsigned place)
{
    return (uint64_t)llround(exp2((double)place / GRID));
}

static void write_classes(pass *p, uint64_t n)
{
    unsigned bits = (unsigned)llround(log2((double)n));
    bool all = n >= p->n / 4 || bits % 8 == 3 || bits % 8 == 4;
    for (unsigned k = 0; k < SHOWN; k++) {
        if (!all && shown[k].few)
            continue;
        for (uint32_t r = 0; r < shown[k].modulus; r++)
            fprintf(p->classes,
                    "%" PRIu32 "\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\n",
                    shown[k].modulus, r, n, p->total[k][r]);
    }
}

/* Of the octave that ends at `end`, complete or not. Every fourth is kept in
 * the table, and the last ones. */
static void write_entropy(pass *p, uint64_t from, uint64_t end)
{
    bool shown_now =
        (from & UINT64_C(0x1111111111111111)) != 0 || from >= p->n / 4;
    for (uint32_t m = 2; m <= MODULI; m++) {
        double sum = 0; /* of c log2 c */
        for (uint32_t r = 0; r < m; r++) {
            double c = p->octave[m][r];
            if (c > 0)
                sum += c * log2(c);
            p->octave[m][r] = 0;
        }
        if (shown_now && p->in_octave > 0)
            fprintf(p->entropy,
                    "%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
                    "\t%.6f\n",
                    m, from, end, p->in_octave,
                    log2((double)p->in_octave) - sum / (double)p->in_octave);
    }
    p->in_octave = 0;
}

/* All cold numbers below `to` have been seen: rows up to there. */
static void reach(pass *p, uint64_t to)
{
    for (;;) {
        bool by_ten = p->ten < p->next;
        uint64_t n = by_ten ? p->ten : p->next;
        if (n > to || n > p->n)
            return;
        if (by_ten || p->ten != n) /* once where both are at n */
            fprintf(p->counts, "%" PRIu64 "\t%" PRIu64 "\n", n, p->cold);
        if (by_ten) {
            p->ten *= 10;
            continue;
        }
        if (p->grid % GRID == 0 && p->grid / GRID >= FIRST_BITS) {
            write_classes(p, n);
            if (p->grid / GRID > FIRST_BITS)
                write_entropy(p, n / 2, n);
        }
        do
            p->next = grid_point(++p->grid);
        while (p->next == n);
    }
}

static ta_status visit(void *state, uint64_t c)
{
    pass *p = state;
    reach(p, c);
    p->cold++;
    uint64_t gap = c - p->last;
    p->last = c;
    /* r + gap < 2^53, so the quotient is right or one off. */
    for (uint32_t m = 2; m <= MODULI; m++) {
        double x = (double)p->residue[m] + (double)gap;
        double q = (double)(int32_t)(x * p->inverse[m]);
        int32_t r = (int32_t)(x - q * m);
        r += r < 0 ? (int32_t)m : 0;
        r -= r >= (int32_t)m ? (int32_t)m : 0;
        p->residue[m] = (uint32_t)r;
    }
    if (c >= UINT64_C(1) << FIRST_BITS) {
        for (uint32_t m = 2; m <= MODULI; m++)
            p->octave[m][p->residue[m]]++;
        p->in_octave++;
    }
    for (unsigned k = 0; k < SHOWN; k++)
        p->total[k][c % shown[k].modulus]++;
    if (c % 5 == 1 || c % 5 == 3)
        fprintf(p->rare, "%s\t%" PRIu64 "\n",
                c % 5 == 1 ? "1 mod 5" : "3 mod 5", c);
    if (c % 10 == 6)
        fprintf(p->rare, "6 mod 10\t%" PRIu64 "\n", c);
    return TA_OK;
}

static ta_status take(void *sink, const ta_block *block)
{
    ta_status st = ta_block_each(block, block->from, visit, sink);
    if (st == TA_OK)
        reach((pass *)sink, block->to);
    return st;
}

int main(int argc, char **argv)
{
    ta_error error = {""};
    ta_game *game = NULL;
    ta_archive *known = NULL;
    pass *p = calloc(1, sizeof *p);
    int result = 1;
    if (argc < 4 || argc > 6) {
        fprintf(stderr, "usage: residues N THREADS FOLDER [GAME [ARCHIVE]]\n");
        free(p);
        return 2;
    }
    if (p == NULL)
        goto done;
    p->sink = (ta_sink){take, p};
    p->ten = p->next = 1;
    for (uint32_t m = 2; m <= MODULI; m++) {
        p->inverse[m] = 1.0 / m;
        p->octave[m] = calloc(m, sizeof *p->octave[m]);
        if (p->octave[m] == NULL)
            goto done;
    }
    p->counts = open_table(argv[3], "counts", "n\tcold");
    p->classes = open_table(argv[3], "classes", "modulus\tresidue\tn\tcold");
    p->entropy = open_table(argv[3], "entropy",
                            "modulus\tfrom_n\tto_n\tcold\tentropy_bits");
    p->rare = open_table(argv[3], "rare", "class\tposition");
    ta_options options = {.threads = (unsigned)strtoul(argv[2], NULL, 10)};
    if (argc > 5) {
        if (ta_archive_open(argv[5], &known, &error) != TA_OK)
            goto done;
        options.known = known;
    }
    if (p->counts == NULL || p->classes == NULL || p->entropy == NULL ||
        p->rare == NULL || ta_number_parse(argv[1], &p->n, &error) != TA_OK ||
        ta_game_new(argc > 4 ? argv[4] : "squares", TA_NORMAL, &game, &error) !=
            TA_OK ||
        ta_run(TA_CONTENT_COLD, game, p->n, &options, &p->sink, &error) !=
            TA_OK)
        goto done;
    reach(p, p->n);
    if (p->next != p->n && p->n > UINT64_C(1) << FIRST_BITS &&
        (p->n & (p->n - 1)) != 0) { /* ends within an octave */
        uint64_t from = UINT64_C(1) << (unsigned)log2((double)p->n);
        write_classes(p, p->n);
        write_entropy(p, from, p->n);
    }
    result = 0;
done:
    if (p != NULL) {
        int good = close_table(p->counts) & close_table(p->classes) &
                   close_table(p->entropy) & close_table(p->rare);
        if (!good)
            result = 1;
        for (uint32_t m = 2; m <= MODULI; m++)
            free(p->octave[m]);
    }
    if (result != 0)
        fprintf(stderr, "residues: %s\n",
                error.text[0] != '\0'
                    ? error.text
                    : "no memory, or a table could not be written");
    ta_archive_close(known);
    ta_game_free(game);
    free(p);
    return result;
}
