#include <errno.h>
#include <stdio.h>
#include <string.h>

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

/* A text for a message: whole, or else its beginning and end, with a mark and
 * its length, so that nobody takes a part for the whole. */
char *ta_brief(char out[TA_BRIEF], const char *text, size_t length, size_t most)
{
    size_t part = most < TA_BRIEF / 2 ? most / 2 : TA_BRIEF / 4;
    if (length <= most && length < TA_BRIEF) {
        memcpy(out, text, length);
        out[length] = '\0';
        return out;
    }
    size_t head = part, tail = length - part, digits = 0;
    while (head > 0 && (text[head] & 0xc0) == 0x80) /* within a character */
        head--;
    while (tail < length && (text[tail] & 0xc0) == 0x80)
        tail++;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    snprintf(out, TA_BRIEF, "%.*s...%.*s (%zu %s)", (int)head, text,
             (int)(length - tail), text + tail, length,
             digits == length ? "digits" : "characters");
    return out;
}

/* One conversion of a format, `spec`, with its argument; at most `room` bytes
 * are written. */
static int convert(char *text, size_t room, const char *spec, va_list *args)
{
    char brief[TA_BRIEF];
    size_t modifier = strcspn(spec, "hlzjt");
    char kind = spec[strlen(spec) - 1];
    bool longer = spec[modifier] == 'l', size = spec[modifier] == 'z';
    const char *point = strchr(spec, '.');
    if (kind == '%')
        return snprintf(text, room, "%%");
    if (kind == 's' && point != NULL && point[1] == '*') { /* not a string */
        int length = va_arg(*args, int);
        return snprintf(text, room, spec, length, va_arg(*args, const char *));
    }
    if (kind == 's' && point != NULL) {
        const char *whole = va_arg(*args, const char *);
        size_t most = 0;
        for (const char *c = point + 1; *c >= '0' && *c <= '9'; c++)
            most = 10 * most + (size_t)(*c - '0');
        return snprintf(text, room, "%s",
                        ta_brief(brief, whole, strlen(whole), most));
    }
    if (kind == 's')
        return snprintf(text, room, spec, va_arg(*args, const char *));
    if (strchr("aefgAEFG", kind) != NULL)
        return snprintf(text, room, spec, va_arg(*args, double));
    if (longer && spec[modifier + 1] == 'l')
        return snprintf(text, room, spec, va_arg(*args, long long));
    if (longer)
        return snprintf(text, room, spec, va_arg(*args, long));
    if (size)
        return snprintf(text, room, spec, va_arg(*args, size_t));
    return snprintf(text, room, spec, va_arg(*args, int));
}

void ta_sentence(char *text, size_t size, const char *format, va_list given)
{
    if (size == 0)
        return;
    va_list args;
    va_copy(args, given); /* a parameter may be no va_list but a pointer */
    size_t used = 0;
    *text = '\0';
    for (size_t step; *format != '\0' && used < size; format += step) {
        char spec[24];
        int wrote;
        step = strcspn(format, "%");
        const bool plain = step > 0;
        if (!plain)
            step = 1 + strspn(format + 1, "-+ #0123456789.*hlzjt");
        if (plain || format[step] == '\0') { /* text, or half a conversion */
            wrote =
                snprintf(text + used, size - used, "%.*s", (int)step, format);
        } else {
            step++;
            snprintf(spec, sizeof spec, "%.*s", (int)step, format);
            wrote = convert(text + used, size - used, spec, &args);
        }
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    va_end(args);
    for (size_t i = 2; used >= size && i <= 4 && i <= size; i++)
        text[size - i] = '.';
    /* What is quoted, a file's name say, must not break the line or drive a
     * terminal. */
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
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
