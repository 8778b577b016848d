#include "convolve/transforms.h"

const ta_transforms *ta_transforms_for(ta_convolver convolver,
                                       unsigned log_length)
{
    bool fits = log_length <= ta_ntt.most_log;
    bool quick = ta_cpu_isa() != TA_ISA_PORTABLE;
    if (fits && (convolver == TA_CONVOLVER_NTT ||
                 (convolver == TA_CONVOLVER_AUTO && quick)))
        return &ta_ntt;
    return &ta_fftw;
}
