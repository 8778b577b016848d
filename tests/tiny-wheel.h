#ifndef TA_TINY_WHEEL_H
#define TA_TINY_WHEEL_H

#include "cold/wheel/wheel-engine.h"

/* Small blocks, early phases, everything checked. */
static wheel_tuning tiny(void)
{
    wheel_tuning t = tai_wheel_tuning_default();
    t.vectors = 2;
    t.start = 3000;
    t.rows = 40;
    t.growth = 3;
    t.cache = 4000;
    t.source_group = 7;
    t.checks = 16;
    return t;
}

#endif
