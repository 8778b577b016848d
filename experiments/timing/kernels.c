/* What the inner loops cost on this machine, in the units of
 * src/convolve/tuning.h. Prints a TSV: isa, quantity, size, ns, spread.
 * Each figure is the median of several runs; the spread is their range over
 * the median. Build and run by `make tune`; TAKEAWAY_ISA forces a
 * variant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cold/wheel/wheel.h"
#include "convolve/shift.h"
#include "convolve/transforms.h"
#include "game/set.h"

enum { RUNS = 7 };

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *what, unsigned log_size, double *ns)
{
    qsort(ns, RUNS, sizeof *ns, by_value);
    printf("%s\t%s\t%u\t%.3f\t%.2f\n", tai_isa_name(tai_cpu_isa()), what,
           log_size, ns[RUNS / 2], (ns[RUNS - 1] - ns[0]) / ns[RUNS / 2]);
}

static void *need(void *p)
{
    if (p == NULL) {
        fprintf(stderr, "kernels: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static uint64_t mixed(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 27;
}

/* Each bit is set with probability 2^-halvings. */
static uint64_t sparse(uint64_t *state, unsigned halvings)
{
    uint64_t word = ~(uint64_t)0;
    while (halvings-- > 0)
        word &= mixed(state);
    return word;
}

/* Shifts of one tile, from an array of 2^log_bits bits. */
static void bench_tile(unsigned log_bits)
{
    enum { SHIFTS = 4000 };
    uint64_t bits = (uint64_t)1 << log_bits, seed = 1, lo = bits;
    uint64_t words = bits / 64 + 4 * TA_PAD / 8;
    uint64_t *a = need(tai_alloc_zero(words, 8));
    uint64_t *x = need(tai_alloc(SHIFTS, 8)), *y = need(tai_alloc(SHIFTS, 8));
    for (uint64_t w = 0; w < bits / 64; w++)
        a[TA_PAD / 8 + w] = sparse(&seed, 3);
    for (size_t k = 0; k < SHIFTS; k++) /* increasing, as squares are */
        x[k] = 1 + (bits - 1) / SHIFTS * k + mixed(&seed) % 64;
    tai_shifts shifts;
    tai_shifts_sort(x, SHIFTS, y, &shifts);
    uint64_t target[TA_TILE_WORDS] = {0};
    double ns[RUNS];
    for (int run = 0; run < RUNS; run++) {
        double start = tai_now();
        for (int k = 0; k < 10; k++)
            TA_KERNEL_HERE(tai_shift_kernel)
                ->shift_or(target, a + TA_PAD / 8, lo, &shifts, 0, UINT64_MAX);
        ns[run] = 1e9 * (tai_now() - start) / (10.0 * (double)SHIFTS);
    }
    print("tile", log_bits, ns);
    ta_free(a);
    ta_free(x);
    ta_free(y);
}

/* The wheel's OR kernel on tiles of 4096 rows, sources of 2^log_bytes bytes
 * in lists of 48: nanoseconds for the 512 rows of a vector. */
static void bench_wheel(unsigned log_bytes)
{
    enum { LIST = 48, LISTS = 256, VECTORS = WHEEL_TILE_MAX };
    const tai_wheel_kernel *kernel = TA_KERNEL_HERE(tai_wheel_kernel);
    const uint64_t bytes = (uint64_t)1 << log_bytes;
    uint8_t *sources = need(tai_alloc_zero(bytes + 4096, 1));
    uint32_t *offset = need(tai_alloc(LIST * LISTS, sizeof *offset));
    uint8_t *tiles = need(tai_alloc_zero(LISTS, VECTORS * WHEEL_VECTOR));
    static const uint32_t start[] = {0, LIST / 4, LIST * 3 / 4, LIST};
    static const unsigned slip[] = {0, 1, 4};
    uint64_t seed = 2;
    double ns[RUNS];
    for (size_t k = 0; k < LIST * LISTS; k++)
        offset[k] = (uint32_t)(mixed(&seed) % bytes);
    for (int run = 0; run < RUNS; run++) {
        const double start_s = tai_now();
        for (int k = 0; k < 4 * LISTS; k++)
            kernel->page(tiles + k % LISTS * VECTORS * WHEEL_VECTOR, VECTORS,
                         sources, offset + k % LISTS * LIST, start, slip, 3);
        ns[run] =
            1e9 * (tai_now() - start_s) / (double)(4 * LISTS * LIST * VECTORS);
    }
    print("wheel_page", log_bytes, ns);
    ta_free(sources);
    ta_free(offset);
    ta_free(tiles);
}

/* One call of the shift kernel: a tile and a shift of each residue class. */
static void bench_call(void)
{
    enum { REPEATS = 20000 };
    uint64_t *a = need(tai_alloc_zero(4 * TA_PAD / 8, 8));
    uint64_t x[8], sorted[8], target[TA_TILE_WORDS] = {0};
    double ns[RUNS];
    for (size_t k = 0; k < 8; k++)
        x[k] = 1000 + k;
    tai_shifts shifts;
    tai_shifts_sort(x, 8, sorted, &shifts);
    for (int run = 0; run < RUNS; run++) {
        double start = tai_now();
        for (int k = 0; k < REPEATS; k++)
            TA_KERNEL_HERE(tai_shift_kernel)
                ->shift_or(target, a + TA_PAD / 8, TA_TILE, &shifts, 0,
                           UINT64_MAX);
        ns[run] = 1e9 * (tai_now() - start) / (double)REPEATS;
    }
    print("call", 13, ns);
    ta_free(a);
}

/* Reading words of sources, and decoding their bits, one in 16. */
static void bench_decode(void)
{
    enum { LOG = 20, BITS = 1 << LOG };
    uint64_t *words = need(tai_alloc_zero(BITS / 64, 8)), seed = 3;
    uint64_t *out = need(tai_alloc(BITS, 8));
    double sweep[RUNS], decode[RUNS];
    for (int run = 0; run < RUNS; run++) {
        memset(words, 0, BITS / 8);
        double start = tai_now();
        size_t count = tai_bits_decode(words, 0, BITS, out);
        sweep[run] = 1e9 * (tai_now() - start) / (BITS / 64 + (double)count);
        for (size_t w = 0; w < BITS / 64; w++)
            words[w] = sparse(&seed, 4);
        start = tai_now();
        count = tai_bits_decode(words, 0, BITS, out);
        decode[run] = 1e9 * (tai_now() - start) / (double)count;
    }
    print("sweep", LOG, sweep);
    print("decode", LOG, decode);
    ta_free(words);
    ta_free(out);
}

/* Looking up windows of the squares below 2^24, and marking at random places of
 * 2^log_bits bits. */
static void bench_push(unsigned log_bits)
{
    enum { SQUARES = 1 << 12, REPEATS = 1 << 16 };
    const uint64_t n = (uint64_t)1 << 24;
    uint64_t *hot = need(tai_alloc_zero(((uint64_t)1 << log_bits) / 64, 8));
    uint64_t *list = need(tai_alloc(SQUARES, 8)), seed = 4;
    uint64_t *at = need(tai_alloc(REPEATS, 8));
    double lookup[RUNS], mark[RUNS];
    tai_set set;
    for (uint64_t k = 1; k < SQUARES; k++)
        list[k - 1] = k * k;
    if (tai_set_from_list(list, SQUARES - 1, n, &set) != TA_OK)
        need(NULL);
    for (size_t k = 0; k < REPEATS; k++)
        at[k] = mixed(&seed) >> (64 - log_bits);
    for (int run = 0; run < RUNS; run++) {
        const uint64_t *s;
        size_t found = 0;
        double start = tai_now();
        for (size_t k = 0; k < REPEATS; k++)
            found += tai_set_window(&set, at[k] % (n / 2),
                                    at[k] % (n / 2) + 8192, list, &s);
        lookup[run] =
            1e9 * (tai_now() - start) / (double)(REPEATS + (found == 0));
        start = tai_now();
        for (size_t k = 0; k < REPEATS; k++)
            hot[at[k] / 64] |= (uint64_t)1 << at[k] % 64;
        mark[run] = 1e9 * (tai_now() - start) / (double)REPEATS;
    }
    print("lookup", log_bits, lookup);
    print("mark", log_bits, mark);
    tai_set_free(&set);
    ta_free(hot);
    ta_free(list);
    ta_free(at);
}

/* As in the recursion: TERMS sources reach GROUP targets in one pass. */
static void bench_transforms(const tai_transforms *t, unsigned log_length)
{
    enum { TERMS = 16, GROUP = 4, ALL = 2 * TERMS + 2 * GROUP };
    size_t length = (size_t)1 << log_length;
    int repeats = (int)(1 + (1 << 18) / length);
    void *state, *at[ALL];
    double ns[4][RUNS], start = tai_now();
    if (t->open(t, log_length, NULL, &state) != TA_OK)
        need(NULL);
    double plan_s = tai_now() - start;
    uint64_t seed = 2;
    uint64_t *bits = need(tai_alloc(2 * length / 64, 8));
    uint64_t *marks = need(tai_alloc_zero(length / 64, 8));
    for (size_t w = 0; w < 2 * length / 64; w++)
        bits[w] = sparse(&seed, 3);
    for (int k = 0; k < ALL; k++) {
        at[k] =
            need(tai_alloc_zero(tai_transform_bytes(t, log_length) + 4352, 1));
        t->forward(state, bits, true, at[k]);
    }
    tai_sum sums[GROUP];
    for (int g = 0; g < GROUP; g++)
        sums[g] =
            (tai_sum){at[ALL - 1 - g], false, TERMS, (const void *const *)at,
                      (const void *const *)at + TERMS + g};
    for (int run = 0; run < RUNS; run++) {
        double then[4] = {tai_now(), 0, 0, 0};
        for (int k = 0; k < repeats * TERMS; k++)
            t->forward(state, bits, false, at[k % TERMS]);
        then[1] = tai_now();
        for (int k = 0; k < repeats; k++) {
            tai_pass pass;
            tai_pass_begin(&pass, t, state, log_length, NULL, sums, GROUP);
            tai_pass_end(&pass);
        }
        then[2] = tai_now();
        for (int k = 0; k < repeats * GROUP; k++)
            t->marks(state, at[ALL - 1 - k % GROUP], marks);
        then[3] = tai_now();
        double per = 1e9 / repeats / (double)length;
        ns[0][run] = per * (then[1] - then[0]) / (double)TERMS;
        ns[1][run] = per * (then[2] - then[1]) / (double)(TERMS * GROUP);
        ns[2][run] = per * (then[3] - then[2]) / (double)GROUP;
        ns[3][run] = 1e9 * plan_s / (double)length;
    }
    static const char *const what[] = {"forward", "product", "backward",
                                       "plan"};
    for (int k = 0; k < 4; k++) {
        char text[32];
        snprintf(text, sizeof text, "%s_%s", what[k], t->name);
        print(text, log_length, ns[k]);
    }
    for (int k = 0; k < ALL; k++)
        ta_free(at[k]);
    ta_free(bits);
    ta_free(marks);
    t->close(state);
}

int main(void)
{
    printf("isa\tquantity\tlog2_size\tns\tspread\n");
    for (unsigned log_bits = 17; log_bits <= 27; log_bits += 2)
        bench_tile(log_bits);
    bench_call();
    bench_decode();
    bench_push(19);
    bench_push(24);
    for (unsigned log_bytes = 14; log_bytes <= 26; log_bytes += 3)
        bench_wheel(log_bytes);
    for (unsigned log_length = 12; log_length <= 20; log_length++) {
        bench_transforms(&tai_ntt, log_length);
        bench_transforms(&tai_ntt_one, log_length);
        bench_transforms(&tai_fftw, log_length);
    }
    return 0;
}
