/* Writes error messages and other short texts, such as a size in bytes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/base-internal.h"

const char *ta_version(void)
{
    return TA_VERSION;
}

const char *ta_status_text(ta_status status)
{
    static const char *const text[] = {
        "done",          "invalid argument",
        "out of memory", "more memory needed than allowed",
        "out of range",  "input or output failed",
        "cancelled",     "results differ"};
    const size_t k = (size_t)status;
    return k < sizeof text / sizeof *text ? text[k] : "unknown status";
}

/* Returns the length of the longest beginning of `text` that has at most `most`
 * bytes and cuts no UTF-8 character. */
static size_t error_cut(const char *text, size_t most)
{
    for (unsigned k = 0; k < 3 && most > 0 && (text[most] & 0xc0) == 0x80; k++)
        most--;
    return most;
}

char *tai_quote(const char *given, char text[TA_QUOTE])
{
    const size_t length = strlen(given);
    if (length <= 60)
        snprintf(text, TA_QUOTE, "%s", given);
    else
        snprintf(
            text, TA_QUOTE, "%.*s...%s (%zu %s)", (int)error_cut(given, 25),
            given, given + error_cut(given, length - 25), length,
            strspn(given, "0123456789") == length ? "digits" : "characters");
    return text;
}

void tai_sentence(char *text, size_t size, const char *format, va_list args)
{
    const int length = vsnprintf(text, size, format, args);
    if (length < 0 || (size_t)length >= size)
        strcpy(text + error_cut(text, size - 4), "...");
    /* Replaces control characters: a quoted text, such as a file name, could
     * break the line or send commands to the terminal. */
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
}

ta_status(tai_fail)(ta_error *error, ta_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list args;
        va_start(args, format);
        tai_sentence(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

ta_status tai_fail_io(ta_error *error, const char *what, const char *path)
{
    int code = errno;
    tai_fail(error, TA_EIO, "cannot %s '%s': %s", what, path, strerror(code));
    errno = code;
    return TA_EIO;
}

char *tai_bytes_text(uint64_t bytes, char text[32])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB",
                                        "TiB",   "PiB", "EiB"};
    double value = (double)bytes;
    size_t u = 0;
    for (; value >= 1024; u++)
        value /= 1024;
    snprintf(text, 32, "%.*f %s", u > 0, value, units[u]);
    return text;
}
