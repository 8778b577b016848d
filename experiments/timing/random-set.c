/* random-set N SEED [E]: a random subtraction set of density s^-E below N (0.3
 * if E is not given), one number a line, for --game=file:PATH. Each s in [1, N)
 * is in the set with probability s^-E, decided by a hash of SEED and s alone,
 * so that the set for a smaller N is the beginning of that for a larger one. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t number(const char *what, const char *text)
{
    char *end;
    errno = 0;
    uint64_t value = strtoull(text, &end, 10);
    if (errno != 0 || *text < '0' || *text > '9' || *end != '\0') {
        fprintf(stderr, "random-set: %s '%s' is no number\n", what, text);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: random-set N SEED [E]\n");
        return 2;
    }
    uint64_t n = number("N", argv[1]), seed = number("SEED", argv[2]);
    double exponent = argc > 3 ? -strtod(argv[3], NULL) : -0.3;
    printf("# random-set %" PRIu64 " %" PRIu64 ": density s^%g\n", n, seed,
           exponent);
    for (uint64_t s = 1; s < n; s++) {
        uint64_t hash = mixed(mixed(seed) + s * 0x9e3779b97f4a7c15u);
        if ((double)(hash >> 11) < 0x1p53 * pow((double)s, exponent))
            printf("%" PRIu64 "\n", s);
    }
    if (fflush(stdout) != 0) {
        perror("random-set");
        return 1;
    }
    return 0;
}
