/* The cold numbers below a small bound, by a segmented forward sieve. */
#ifndef TA_WHEEL_START_H
#define TA_WHEEL_START_H
#include "cold/wheel/wheel.h"
ta_status wheel_start(const wheel_moves *moves, uint64_t n, wheel_list *cold);
#endif
