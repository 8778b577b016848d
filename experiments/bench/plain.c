/* What the simple engines compute, by loops over arrays of numbers and bytes as
 * a good student writes them. `make bench` holds the engines to their times.
 *
 *     plain METHOD SET N   SET: all, squares, cubes, primes or file:PATH
 *
 * METHOD is naive, sieve, segmentsK (of 2^K positions) or textbook, and prints
 * what `takeaway count N -q` does; or nim or length, and prints what
 * `takeaway nim N --histogram` does; or grid, where a move takes an element
 * from one heap or from both. Without a set: `octal .DIGITS N`,
 * `rule proper-divisors N`, `memory 2x N`. */
#include <fftw3.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t n;
static uint32_t *set; /* the elements below n, and a larger number as the end */

static void *array(size_t items, size_t size)
{
    void *a = calloc(items, size);
    if (a == NULL)
        exit(1);
    return a;
}

static void read_set(const char *name)
{
    unsigned char *composite = array(n + 1, 1);
    size_t count = 0, s;
    FILE *file = strncmp(name, "file:", 5) == 0 ? fopen(name + 5, "r") : NULL;
    set = array(n + 1, sizeof *set);
    for (size_t k = *name == 'p' ? 2 : 1; k < n; k++) {
        s = *name == 's' ? k * k : *name == 'c' ? k * k * k : k;
        if (*name == 'p' && !composite[k])
            for (size_t m = k * k; m < n; m += k)
                composite[m] = 1;
        if (*name == 'f' && (file == NULL || fscanf(file, "%zu", &s) != 1))
            break;
        if (s >= n)
            break;
        if (!composite[k])
            set[count++] = (uint32_t)s;
    }
    set[count] = UINT32_MAX;
    free(composite);
}

/* Each position by the definition, up to the first cold option. */
static size_t naive(void)
{
    unsigned char *cold = array(n, 1);
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (set[k] <= i && !cold[i - set[k]])
            k++;
        cold[i] = set[k] > i;
        found += cold[i];
    }
    return found;
}

/* Each cold position marks what it makes hot. */
static size_t sieve(void)
{
    unsigned char *hot = array(n, 1);
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (!hot[i]) {
            found++;
            for (size_t k = 0; set[k] < n - i; k++)
                hot[i + set[k]] = 1;
        }
    return found;
}

/* The same by segments. Element next[j] is the first by which cold[j] marks
 * behind the segments that are done. */
static size_t segments(size_t size)
{
    unsigned char *hot = array(size, 1);
    uint32_t *cold = array(n, sizeof *cold), *next = array(n, sizeof *next);
    size_t found = 0;
    for (size_t lo = 0; lo < n; lo += size) {
        size_t hi = lo + size < n ? lo + size : n;
        memset(hot, 0, size);
        for (size_t j = 0; j < found; j++) {
            size_t k = next[j], c = cold[j];
            for (; set[k] < hi - c; k++)
                hot[c + set[k] - lo] = 1;
            next[j] = (uint32_t)k;
        }
        for (size_t i = lo; i < hi; i++)
            if (!hot[i - lo]) {
                size_t k = 0;
                for (; set[k] < hi - i; k++)
                    hot[i + set[k] - lo] = 1;
                next[found] = (uint32_t)k;
                cold[found++] = (uint32_t)i;
            }
    }
    return found;
}

/* Eppstein's recursion in two halves, on bytes; a leaf has 2^12 positions. */
static unsigned char *hot;
static double *real;
static fftw_complex *product;
static struct level {
    fftw_plan forward, backward;
    fftw_complex *set;
} level[64];

static void convolve(size_t lo, size_t size, struct level *v)
{
    if (v->set == NULL) {
        const int length = (int)size;
        v->forward = fftw_plan_dft_r2c_1d(length, real, product, FFTW_ESTIMATE);
        v->backward =
            fftw_plan_dft_c2r_1d(length, product, real, FFTW_ESTIMATE);
        v->set = array(size / 2 + 1, sizeof *product);
        memset(real, 0, size * sizeof *real);
        for (size_t k = 0; set[k] < size; k++)
            real[set[k]] = 1;
        fftw_execute_dft_r2c(v->forward, real, v->set);
    }
    for (size_t i = 0; i < size; i++)
        real[i] = i < size / 2 && !hot[lo + i];
    fftw_execute(v->forward);
    for (size_t f = 0; f <= size / 2; f++) {
        double a = product[f][0], b = product[f][1];
        product[f][0] = a * v->set[f][0] - b * v->set[f][1];
        product[f][1] = a * v->set[f][1] + b * v->set[f][0];
    }
    fftw_execute(v->backward);
    for (size_t i = size / 2; i < size; i++)
        hot[lo + i] |= real[i] > 0.5 * (double)size;
}

static void solve(size_t lo, unsigned log)
{
    const size_t size = (size_t)1 << log;
    if (log > 12) {
        solve(lo, log - 1);
        if (lo + size / 2 < n) {
            convolve(lo, size, &level[log]);
            solve(lo + size / 2, log - 1);
        }
        return;
    }
    for (size_t i = lo; i < lo + size; i++)
        if (!hot[i])
            for (size_t k = 0; set[k] < lo + size - i; k++)
                hot[i + set[k]] = 1;
}

static size_t textbook(void)
{
    unsigned log = 12;
    size_t found = 0;
    while ((size_t)1 << log < n)
        log++;
    hot = array((size_t)1 << log, 1);
    real = fftw_malloc(sizeof *real << log);
    product = fftw_malloc((sizeof *product << log) / 2 + sizeof *product);
    solve(0, log);
    for (size_t i = 0; i < n; i++)
        found += !hot[i];
    return found;
}

/* The least value that no option has: stamp[v] is i + 1 if an option has v. */
static void nim(uint16_t *value)
{
    uint32_t *stamp = array(65536, sizeof *stamp);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; set[k] <= i; k++)
            stamp[value[i - set[k]]] = (uint32_t)i + 1;
        while (stamp[value[i]] == i + 1)
            value[i]++;
    }
}

/* 1 more than the least even length of an option, or else than the largest. */
static void length(uint16_t *value)
{
    for (size_t i = 0; i < n; i++) {
        unsigned even = UINT_MAX, odd = 0;
        for (size_t k = 0; set[k] <= i; k++) {
            unsigned a = value[i - set[k]];
            if (a % 2 == 0 && a < even)
                even = a;
            if (a % 2 == 1 && a > odd)
                odd = a;
        }
        value[i] = (uint16_t)(even < UINT_MAX ? even + 1 : odd + (odd > 0));
    }
}

/* By the definition of octal codes: bits 1, 2 and 4 of digit t allow to take t
 * and leave no heap, one heap or two. */
static void octal(const char *digits, uint16_t *value)
{
    uint32_t *stamp = array(65536, sizeof *stamp);
    for (size_t i = 0; i < n; i++) {
        const uint32_t now = (uint32_t)i + 1;
        for (size_t t = 1; t <= i && digits[t - 1] != 0; t++) {
            const int digit = digits[t - 1] - '0';
            const size_t rest = i - t;
            if (rest == 0 ? digit & 1 : digit & 2)
                stamp[value[rest]] = now;
            for (size_t a = 1; digit & 4 && a <= rest / 2; a++)
                stamp[value[a] ^ value[rest - a]] = now;
        }
        while (stamp[value[i]] == now)
            value[i]++;
    }
}

static void proper_divisors(uint16_t *value)
{
    uint32_t *stamp = array(65536, sizeof *stamp);
    for (size_t i = 2; i < n; i++) {
        for (size_t d = 1; d * d <= i; d++)
            if (i % d == 0) {
                stamp[value[i - d]] = (uint32_t)i;
                if (d > 1)
                    stamp[value[i - i / d]] = (uint32_t)i;
            }
        while (stamp[value[i]] == i)
            value[i]++;
    }
}

/* Fibonacci nim: the least number that wins in each heap. A heap is cold if
 * that is the whole heap, which the first move may not take. */
static size_t memory(void)
{
    uint32_t *least = array(n + 1, sizeof *least);
    size_t found = 1;
    for (size_t i = 1; i < n; i++) {
        size_t t = 1;
        while (t < i && least[i - t] <= 2 * t)
            t++;
        least[i] = (uint32_t)t;
        found += t == i;
    }
    return found;
}

static void grid(void)
{
    unsigned char *done = array(n * n, 1);
    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < n; x++) {
            if (done[y * n + x])
                continue;
            printf("%zu\t%zu\n", x, y);
            for (size_t k = 0; set[k] < n; k++) {
                const size_t a = x + set[k], b = y + set[k];
                if (a < n)
                    done[y * n + a] = 1;
                if (b < n)
                    done[b * n + x] = 1;
                if (a < n && b < n)
                    done[b * n + a] = 1;
            }
        }
}

int main(int arguments, char **argument)
{
    if (arguments != 4)
        return 2;
    const char *method = argument[1], *name = argument[2];
    n = strtoul(argument[3], NULL, 10);
    uint16_t *value = array(n, sizeof *value);
    size_t *times = array(65536, sizeof *times);
    if (strchr("mor", *method) == NULL)
        read_set(name);
    if (*method == 'g')
        return grid(), 0;
    if (strcmp(method, "nim") == 0)
        nim(value);
    else if (*method == 'l')
        length(value);
    else if (*method == 'o')
        octal(name + 1, value);
    else if (*method == 'r')
        proper_divisors(value);
    else
        return printf("%zu\n", *method == 'n'   ? naive()
                               : *method == 't' ? textbook()
                               : *method == 'm' ? memory()
                               : strcmp(method, "sieve") == 0
                                   ? sieve()
                                   : segments((size_t)1 << atoi(method + 8))) <
               0;
    for (size_t i = 0; i < n; i++)
        times[value[i]]++;
    puts("value\tcount");
    for (size_t v = 0; v < 65536; v++)
        if (times[v] > 0)
            printf("%zu\t%zu\n", v, times[v]);
    return 0;
}
