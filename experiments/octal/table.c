/* A table of all octal games with up to three digits after the point.
 *
 *     table [BITS [FILE]]   writes tab-separated lines to standard output, or
 *                           behind those that FILE has from a run before
 *
 * Games are joined when their values agree on the first 2^14 heaps once the
 * heaps before the last leading zero are left out (if the first heaps have no
 * moves, the game is another one with larger heaps). One game of each class is
 * then searched further: all to 2^BITS heaps (17 if not given); those whose
 * rare heaps are at most one in 50 there to 2^(BITS + 4); and those whose last
 * rare heap is in the first quarter there to 2^(BITS + 8). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "takeaway.h"

enum { SAMPLE = 1 << 14, MARGIN = 16, GAMES = 1024 };

typedef struct class
{
    char *members;    /* codes, separated by spaces */
    uint16_t *values; /* SAMPLE - MARGIN of them */
    uint64_t hash;
    char code[8]; /* of the game that is searched: the shortest */
    unsigned count;
} class;

static void die(const char *code, ta_status st)
{
    fprintf(stderr, "table: %s: %s\n", code, ta_status_text(st));
    exit(1);
}

static ta_game *octal(const char *code)
{
    ta_game *game;
    ta_status st = ta_game_new(code, TA_NORMAL, &game, NULL);
    if (st != TA_OK)
        die(code, st);
    return game;
}

static ta_octal_solution *solve(const ta_game *game, uint64_t n)
{
    ta_octal_solution *s;
    ta_status st = ta_octal_solve(game, n, false, NULL, &s, NULL);
    if (st != TA_OK)
        die(ta_octal_code(game), st);
    return s;
}

/* The values from the last leading zero on. */
static uint16_t *sample(const char *code, uint64_t *hash)
{
    ta_game *game = octal(code);
    ta_octal_solution *s = solve(game, SAMPLE);
    uint16_t *values = malloc(sizeof *values * (SAMPLE - MARGIN));
    if (values == NULL)
        die(code, TA_ENOMEM);
    unsigned v = 0;
    uint64_t zeros = 0;
    while (zeros < MARGIN && ta_octal_value(s, zeros, &v) == TA_OK && v == 0)
        zeros++;
    uint64_t from = zeros == MARGIN ? 0 : zeros - 1; /* no moves at all: 0 */
    *hash = 14695981039346656037u;
    for (uint64_t i = 0; i < SAMPLE - MARGIN; i++) {
        ta_status st = ta_octal_value(s, from + i, &v);
        if (st != TA_OK)
            die(code, st);
        values[i] = (uint16_t)v;
        *hash = (*hash ^ v) * 1099511628211u;
    }
    ta_octal_solution_free(s);
    ta_game_free(game);
    return values;
}

static void join(class *classes, size_t *n, const char *code)
{
    uint64_t hash;
    uint16_t *values = sample(code, &hash);
    size_t size = sizeof *values * (SAMPLE - MARGIN);
    class *c = classes;
    while (c < classes + *n &&
           (c->hash != hash || memcmp(c->values, values, size) != 0))
        c++;
    if (c == classes + *n) {
        *c = (class){.values = values, .hash = hash};
        ++*n;
        strcpy(c->code, code);
    } else {
        free(values);
    }
    size_t used = c->members != NULL ? strlen(c->members) : 0;
    char *members = realloc(c->members, used + 10);
    if (members == NULL)
        die(code, TA_ENOMEM);
    sprintf(members + used, "%s%s", used > 0 ? " " : "", code);
    c->members = members;
    c->count++;
    if (strlen(code) < strlen(c->code))
        strcpy(c->code, code);
}

static void search(const class *c, unsigned bits)
{
    ta_game *game = octal(c->code);
    ta_octal_solution *s = solve(game, (uint64_t)1 << bits);
    for (unsigned step = 1; step <= 2; step++) {
        const ta_octal_summary *q = ta_octal_solution_summary(s);
        bool sparse =
            q->has_mask && q->rare < q->known / (step == 1 ? 50 : 500);
        if (q->proof != TA_OCTAL_UNPROVED || !sparse)
            break;
        ta_octal_solution_free(s);
        s = solve(game, (uint64_t)1 << (bits + 4 * step));
    }
    const ta_octal_summary *q = ta_octal_solution_summary(s);
    static const char *const proof[] = {"none", "long", "short"};
    printf("%s\t%s\t%" PRIu64, c->code, proof[q->proof], q->known);
    if (q->proof != TA_OCTAL_UNPROVED)
        printf("\t%" PRIu64 "\t%" PRIu64, q->preperiod, q->period);
    else
        printf("\tNA\tNA");
    printf("\t%u\t%" PRIu64, q->largest, q->largest_at);
    if (q->has_mask)
        printf("\t%x%s\t%" PRIu64 "\t%" PRIu64, q->mask,
               q->parity ? "+position" : "", q->rare, q->last_rare);
    else
        printf("\tNA\tNA\tNA");
    printf("\t%u\t%s\n", c->count, c->members);
    fflush(stdout);
    ta_octal_solution_free(s);
    ta_game_free(game);
}

/* Shorter codes first, d0 = 0 before 4, then by value. */
static int by_code(const void *a, const void *b)
{
    const class *x = a, *y = b;
    size_t m = strlen(x->code), n = strlen(y->code);
    if (x->code[0] != y->code[0])
        return x->code[0] < y->code[0] ? -1 : 1;
    if (m != n)
        return m < n ? -1 : 1;
    return strcmp(x->code, y->code);
}

/* The whole lines of a file; what stands behind them, of a run that was ended,
 * is cut off, and what is printed comes there. */
static size_t go_on(const char *path)
{
    size_t lines = 0;
    long end = 0;
    FILE *f = freopen(path, "a+", stdout);
    if (f == NULL)
        die(path, TA_EIO);
    rewind(f);
    for (int c; (c = getc(f)) != EOF;)
        if (c == '\n') {
            end = ftell(f);
            lines++;
        }
    if (fseek(f, 0, SEEK_END) != 0 || ftruncate(fileno(f), end) != 0)
        die(path, TA_EIO);
    return lines;
}

int main(int argc, char **argv)
{
    unsigned bits = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 16;
    if (bits < 14 || bits > 21)
        return 2;
    size_t done = argc > 2 ? go_on(argv[2]) : 0;
    class *classes = calloc(GAMES, sizeof *classes);
    if (classes == NULL)
        return 2;
    size_t n = 0;
    for (unsigned k = 0; k < GAMES; k++) {
        unsigned digits = k % 512;
        char code[8];
        sprintf(code, "%u.%03o", k < 512 ? 0u : 4u, digits);
        for (size_t end = 4; end > 2 && code[end] == '0'; end--)
            code[end] = '\0';
        join(classes, &n, code);
    }
    qsort(classes, n, sizeof *classes, by_code);
    if (done == 0)
        printf(
            "game\tproof\theaps\tpreperiod\tperiod\tlargest\tlargest_at\tmask\t"
            "rare\tlast_rare\tgames\tmembers\n");
    for (size_t i = 0; i < n; i++) {
        if (i + 1 >= done)
            search(&classes[i], bits);
        free(classes[i].members);
        free(classes[i].values);
    }
    free(classes);
    return 0;
}
