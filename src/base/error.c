/* Sentences of errors, and other short texts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

const char *ta_version(void)
{
    return TA_VERSION;
}

const char *ta_status_text(ta_status status)
{
    static const char *const text[] = {[TA_OK] = "done",
                                       [TA_EINVAL] = "invalid argument",
                                       [TA_ENOMEM] = "out of memory",
                                       [TA_ELIMIT] =
                                           "more memory needed than allowed",
                                       [TA_ERANGE] = "out of range",
                                       [TA_EIO] = "input or output failed",
                                       [TA_ECANCELLED] = "cancelled",
                                       [TA_EMISMATCH] = "results differ"};
    const size_t k = (size_t)status;
    return k < sizeof text / sizeof *text ? text[k] : "unknown status";
}

char *ta_brief(char out[TA_BRIEF], const char *text, size_t length, size_t most)
{
    if (length <= most && length < TA_BRIEF) {
        snprintf(out, TA_BRIEF, "%.*s", (int)length, text);
        return out;
    }
    size_t head = ta_min_u64(most / 2, TA_BRIEF / 4), tail = length - head;
    while (head > 0 && (text[head] & 0xc0) == 0x80) /* within a character */
        head--;
    while (tail < length && (text[tail] & 0xc0) == 0x80)
        tail++;
    size_t digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    snprintf(out, TA_BRIEF, "%.*s...%.*s (%zu %s)", (int)head, text,
             (int)(length - tail), text + tail, length,
             digits == length ? "digits" : "characters");
    return out;
}

/* Writes at most `room` bytes of one conversion of a format, `spec`, with its
 * argument. Returns the length that the whole has. */
static int convert(char *text, size_t room, const char *spec, va_list *args)
{
    const char kind = spec[strlen(spec) - 1], *point = strchr(spec, '.');
    char brief[TA_BRIEF];
    if (kind == '%')
        return snprintf(text, room, "%%");
    if (kind == 's' && point != NULL && point[1] != '*') {
        const char *whole = va_arg(*args, const char *);
        const size_t most = strtoul(point + 1, NULL, 10);
        return snprintf(text, room, "%s",
                        ta_brief(brief, whole, strlen(whole), most));
    }
    if (kind == 's' && point != NULL) { /* characters without an end */
        const int length = va_arg(*args, int);
        return snprintf(text, room, spec, length, va_arg(*args, char *));
    }
    if (kind == 's')
        return snprintf(text, room, spec, va_arg(*args, char *));
    if (strchr("aefgAEFG", kind) != NULL)
        return snprintf(text, room, spec, va_arg(*args, double));
    if (strstr(spec, "ll") != NULL)
        return snprintf(text, room, spec, va_arg(*args, long long));
    if (strchr(spec, 'l') != NULL)
        return snprintf(text, room, spec, va_arg(*args, long));
    if (strchr(spec, 'z') != NULL)
        return snprintf(text, room, spec, va_arg(*args, size_t));
    return snprintf(text, room, spec, va_arg(*args, int));
}

void ta_sentence(char *text, size_t size, const char *format, va_list given)
{
    va_list args;
    va_copy(args, given); /* a parameter may be no va_list but a pointer */
    if (size > 0)
        *text = '\0';
    size_t used = 0;
    for (size_t step; *format != '\0' && used < size; format += step) {
        char spec[24];
        step = strcspn(format, "%");
        const bool plain = step > 0;
        if (!plain)
            step = 1 + strspn(format + 1, "-+ #0123456789.*hlzjt");
        const bool whole = !plain && format[step] != '\0'; /* conversion */
        step += whole;
        snprintf(spec, sizeof spec, "%.*s", whole ? (int)step : 0, format);
        const int wrote = whole ? convert(text + used, size - used, spec, &args)
                                : snprintf(text + used, size - used, "%.*s",
                                           (int)step, format);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    va_end(args);
    for (size_t i = 2; used >= size && i <= 4 && i <= size; i++)
        text[size - i] = '.';
    /* A quoted text must not break the line or drive a terminal. */
    for (size_t i = 0; i < size && text[i] != '\0'; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            text[i] = '?';
}

ta_status(ta_fail)(ta_error *error, ta_status status, const char *format, ...)
{
    if (error != NULL) {
        va_list args;
        va_start(args, format);
        ta_sentence(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

ta_status ta_fail_io(ta_error *error, const char *what, const char *path)
{
    int code = errno;
    ta_fail(error, TA_EIO, "cannot %s '%.200s': %s", what, path,
            strerror(code));
    errno = code;
    return TA_EIO;
}

char *ta_bytes_text(uint64_t bytes, char text[32])
{
    static const char units[][6] = {"bytes", "KiB", "MiB", "GiB",
                                    "TiB",   "PiB", "EiB"};
    double value = (double)bytes;
    size_t u = 0;
    for (; value >= 1024; u++)
        value /= 1024;
    snprintf(text, 32, u == 0 ? "%.0f %s" : "%.1f %s", value, units[u]);
    return text;
}
