/* soak SEED SECONDS [GROUP]: groups of cases from the seed until the time is
 * over, or that one group alone. Prints what was done; status 1 if a case
 * failed. The processor variant is that of TAKEAWAY_ISA; tests/soak.sh goes
 * through them. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "soak.h"

enum { CASES = 12 }; /* of a group: the truth is the costly part */

bool soak_complain(const soak_group *group, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr,
            "soak: failed: game %s, %s, n %" PRIu64 ": %s\n"
            "soak: again by: TAKEAWAY_ISA=%s soak %" PRIu64 " 0 %" PRIu64 "\n",
            group->spec, group->convention == TA_MISERE ? "misere" : "normal",
            group->n, text, tai_isa_name(tai_cpu_isa()), group->seed,
            group->number);
    return false;
}

static unsigned run_group(uint64_t seed, uint64_t number)
{
    soak_rng rng = {seed * 0x9e3779b97f4a7c15u ^ number};
    (void)soak_random(&rng);
    soak_group group = {.seed = seed, .number = number};
    ta_error error = {""};
    unsigned passed = 0;
    if (soak_group_make(&rng, &group, &error) != TA_OK)
        soak_complain(&group, "no truth to compare with: %s", error.text);
    else
        for (unsigned k = 0; k < CASES; k++)
            switch (soak_below(&rng, 8)) {
            case 0:
                passed += soak_resume(&rng, &group);
                break;
            case 1:
                passed += soak_values(&rng, &group);
                break;
            default:
                passed += soak_cold(&rng, &group);
            }
    soak_group_free(&group);
    return passed;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: soak SEED SECONDS [GROUP]\n", stderr);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 0), passed = 0, failed = 0;
    double end = tai_now() + strtod(argv[2], NULL);
    if (argc > 3) {
        passed = run_group(seed, strtoull(argv[3], NULL, 0));
        failed = CASES - passed;
    }
    for (uint64_t g = 0; argc == 3 && tai_now() < end && failed == 0; g++) {
        unsigned good = run_group(seed, g);
        passed += good;
        failed += CASES - good;
    }
    printf("%" PRIu64 " cases passed, %" PRIu64 " failed, seed %" PRIu64
           ", %s\n",
           passed, failed, seed, tai_isa_name(tai_cpu_isa()));
    return failed > 0;
}
