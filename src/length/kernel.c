/* The kernels for halves of 8 and of 16 bits. */
#include <string.h>

#include "length/push.h"

/* Below it the halves stay in the second level cache. */
enum { DIRECT = 1 << 20 };

#define JOIN(a, b) a##_##b
#define GLUE(a, b) JOIN(a, b)
#define NAME(name) GLUE(name, BITS)

#define BITS    8
#define HALF    uint8_t
#define WIDTH   1
#define NEW     UINT8_MAX
#define SOURCES TA_SOURCES_8
#include "length/kernel.h"
#undef BITS
#undef HALF
#undef WIDTH
#undef NEW
#undef SOURCES

#define BITS    16
#define HALF    uint16_t
#define WIDTH   2
#define NEW     UINT16_MAX
#define SOURCES TA_SOURCES_16
#include "length/kernel.h"
