/* Eppstein's recursion, with any way of finding the reached targets. */
#ifndef TA_DIVIDE_H
#define TA_DIVIDE_H

#include "cold/shape.h"

uint64_t ta_divide_memory(const ta_job *job, const ta_shape *shape);
ta_status ta_divide_run(const ta_job *job, const ta_shape *shape);

/* The same in steps, for several passes over one range. The job and the shape
 * are kept and must outlive it. */
typedef struct ta_divide ta_divide;
ta_status ta_divide_open(const ta_job *job, const ta_shape *shape,
                         ta_divide **divide);
/* Finds the cold positions of the game among those whose bits are set: one of
 * them is cold iff no move leads from it to a cold one; the others are not
 * cold. NULL: among all. Bits below a block that the sink has been given may
 * change. */
ta_status ta_divide_pass(ta_divide *divide, const uint64_t *among);
void ta_divide_report(const ta_divide *divide, ta_stats *stats);
void ta_divide_close(ta_divide *divide); /* accepts NULL */

/* The shape with the cheapest way at every node. */
ta_shape ta_auto_shape(const ta_job *job);

/* The recursion with the cheapest way at every node. */
uint64_t ta_recursion_memory(const ta_job *job);
ta_status ta_recursion_run(const ta_job *job);

#endif
