/* Eppstein's recursion, with any way of finding the reached targets. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/shape.h"

uint64_t ta_divide_memory(const ta_job *job, const ta_shape *shape);
ta_status ta_divide_run(const ta_job *job, const ta_shape *shape);

/* The recursion with the cheapest way at every node. */
uint64_t ta_recursion_memory(const ta_job *job);
ta_status ta_recursion_run(const ta_job *job);

#endif
