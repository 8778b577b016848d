/* How much of an octal game is held in memory. */
#ifndef TA_OCTAL_LIMITS_H
#define TA_OCTAL_LIMITS_H

/* Heaps up to which a run holds all nim-values, if its memory limit allows.
 * Longer runs discard values if all rare heaps (ta_summary) are small. */
enum { TA_OCTAL_HELD = 1 << 25 };

#endif
