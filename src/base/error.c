/* Writes the sentences of errors, and other short texts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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
    _Static_assert(sizeof text / sizeof *text == TA_EMISMATCH + 1,
                   "a text for each status");
    const size_t k = (size_t)status;
    return k <= TA_EMISMATCH ? text[k] : "unknown status";
}

/* Writes `given` to a text of `size` bytes. If `given` has more than `most`
 * bytes, writes "first...last (101 digits)", which shows that a part is
 * missing. Returns the length that the whole text has, as snprintf does. */
static int error_quote(char *text, size_t size, const char *given, size_t most)
{
    const size_t length = strlen(given);
    if (length <= most)
        return snprintf(text, size, "%s", given);
    size_t head = most / 2, tail = length - head;
    while (head > 0 && (given[head] & 0xc0) == 0x80) /* within a character */
        head--;
    while (tail < length && (given[tail] & 0xc0) == 0x80)
        tail++;
    return snprintf(text, size, "%.*s...%s (%zu %s)", (int)head, given,
                    given + tail, length,
                    strspn(given, "0123456789") == length ? "digits"
                                                          : "characters");
}

/* Writes the next argument to a text of `size` bytes, as the conversion `spec`
 * says. Returns the length that the whole text has, as snprintf does. */
static int error_convert(char *text, size_t size, const char *spec,
                         va_list *args)
{
    const char kind = spec[strlen(spec) - 1], *point = strchr(spec, '.');
    if (kind == '%')
        return snprintf(text, size, "%%");
    if (kind == 's' && point != NULL && point[1] == '*') {
        const int length = va_arg(*args, int); /* the text may have no NUL */
        return snprintf(text, size, spec, length, va_arg(*args, char *));
    }
    if (kind == 's')
        return error_quote(text, size, va_arg(*args, char *),
                           point != NULL ? strtoul(point + 1, NULL, 10)
                                         : SIZE_MAX);
    if (strchr("aefgAEFG", kind) != NULL)
        return snprintf(text, size, spec, va_arg(*args, double));
    if (strpbrk(spec, "lz") != NULL) /* long, long long and size_t: 64 bits */
        return snprintf(text, size, spec, va_arg(*args, uint64_t));
    return snprintf(text, size, spec, va_arg(*args, int));
}

void tai_sentence(char *text, size_t size, const char *format, va_list given)
{
    va_list args;
    /* Where va_list is an array, &given has another type than &args. */
    va_copy(args, given);
    if (size > 0)
        *text = '\0';
    size_t used = 0;
    while (*format != '\0' && used < size) {
        char spec[24];
        size_t step = strcspn(format, "%"); /* characters before it */
        const size_t flags = strspn(format + 1, "-+ #0123456789.*hlzjt");
        const bool converts = step == 0 && format[1 + flags] != '\0';
        if (step == 0)
            step = 1 + flags + converts;
        snprintf(spec, sizeof spec, "%.*s", (int)step, format);
        const int wrote =
            converts
                ? error_convert(text + used, size - used, spec, &args)
                : snprintf(text + used, size - used, "%.*s", (int)step, format);
        used += wrote > 0 ? (size_t)wrote : 0;
        format += step;
    }
    va_end(args);
    for (size_t i = 2; used >= size && i <= 4 && i <= size; i++)
        text[size - i] = '.';
    /* A quoted text must not break the line or drive a terminal. */
    for (size_t i = 0; i < size && text[i] != '\0'; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            text[i] = '?';
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
    tai_fail(error, TA_EIO, "cannot %s '%.200s': %s", what, path,
             strerror(code));
    errno = code;
    return TA_EIO;
}

char *tai_bytes_text(uint64_t bytes, char text[32])
{
    double value = (double)bytes;
    size_t u = 0;
    for (; value >= 1024; u++)
        value /= 1024;
    if (u == 0)
        snprintf(text, 32, "%.0f bytes", value);
    else
        snprintf(text, 32, "%.1f %ciB", value, "KMGTPE"[u - 1]);
    return text;
}
