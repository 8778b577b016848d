/* How much of an octal game is held in memory. */
#ifndef TA_OCTAL_LIMITS_H
#define TA_OCTAL_LIMITS_H

/* Heaps of which a run holds all nim-values, memory permitting; beyond, it
 * discards values if all rare heaps are small. */
enum { TA_OCTAL_HELD = 1 << 25 };

#endif
