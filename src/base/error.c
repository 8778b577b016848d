#include <stdio.h>

#include "base/base.h"

const char *ta_version(void)
{
    return TA_VERSION;
}

const char *ta_status_text(ta_status status)
{
    switch (status) {
    case TA_OK:
        return "done";
    case TA_EINVAL:
        return "invalid argument";
    case TA_ENOMEM:
        return "out of memory";
    case TA_ELIMIT:
        return "more memory needed than allowed";
    case TA_ERANGE:
        return "out of range";
    case TA_EIO:
        return "input or output failed";
    case TA_ECANCELLED:
        return "cancelled";
    case TA_EMISMATCH:
        return "results differ";
    }
    return "unknown status";
}

ta_status(ta_fail)(ta_error *error, ta_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
        /* What is quoted, a file's name say, must not break the line or drive
         * a terminal. */
        for (char *c = error->text; *c != '\0'; c++)
            if ((unsigned char)*c < ' ' || *c == 127)
                *c = '?';
    }
    return status;
}

char *ta_bytes_text(uint64_t bytes, char text[32])
{
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB",
                                       "TiB",   "PiB", "EiB"};
    double value = (double)bytes;
    size_t u = 0;
    while (value >= 1024 && u < sizeof unit / sizeof *unit - 1) {
        value /= 1024;
        u++;
    }
    snprintf(text, 32, u == 0 ? "%.0f %s" : "%.1f %s", value, unit[u]);
    return text;
}
