/* Decimal numbers, fast: lists of millions of positions are usual, and
 * printf would take longer than computing them. */
#include <string.h>

#include "archive/draft.h"

size_t ta_digits(uint64_t value, char *out)
{
    static const char pair[] = "00010203040506070809101112131415161718192021222"
                               "32425262728293031323334353637383940414243444546"
                               "47484950515253545556575859606162636465666768697"
                               "07172737475767778798081828384858687888990919293"
                               "949596979899";
    char text[TA_DIGITS];
    size_t at = TA_DIGITS;
    while (value >= 100) {
        at -= 2;
        memcpy(text + at, pair + 2 * (value % 100), 2);
        value /= 100;
    }
    if (value >= 10) {
        at -= 2;
        memcpy(text + at, pair + 2 * value, 2);
    } else {
        text[--at] = (char)('0' + value);
    }
    memcpy(out, text + at, TA_DIGITS - at);
    return TA_DIGITS - at;
}
