/* The variant of the code for this processor, chosen once. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/base-internal.h"

static tai_isa chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

const char *tai_isa_name(tai_isa isa)
{
    static const char *const name[] = {"portable", "avx2", "avx512"};
    return name[isa];
}

static void cpu_choose_isa(void)
{
    tai_isa best = TA_ISA_PORTABLE;
#if TA_X86
    /* These ask the system, too, which must save the registers. */
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("bmi2"))
        best = __builtin_cpu_supports("avx512f") &&
                       __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512dq")
                   ? TA_ISA_AVX512
                   : TA_ISA_AVX2;
#endif
    const char *wish = getenv("TAKEAWAY_ISA");
    for (tai_isa isa = TA_ISA_PORTABLE; wish != NULL && isa < best; isa++)
        if (strcmp(wish, tai_isa_name(isa)) == 0)
            best = isa;
    chosen = best;
}

tai_isa tai_cpu_isa(void)
{
    pthread_once(&once, cpu_choose_isa);
    return chosen;
}
