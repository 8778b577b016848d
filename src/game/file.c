/* "file:PATH": one number a line; '#' begins a comment. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* Longer lines are not numbers; comments may be of any length. */
enum { LINE_ROOM = 256 };

typedef struct reader {
    FILE *file;
    uint64_t line; /* number of the line being read, from 1 */
    ta_range *range;
    size_t count, room;
} reader;

static ta_status append(reader *r, uint64_t s, ta_error *error)
{
    if (r->count > 0 && r->range[r->count - 1].last + 1 == s) {
        r->range[r->count - 1].last = s;
        return TA_OK;
    }
    if (!ta_grow(&r->range, &r->room, r->count, r->count + 1, sizeof *r->range))
        return ta_fail(error, TA_ENOMEM, "no memory for more than %zu numbers",
                       r->count);
    r->range[r->count++] = (ta_range){.first = s, .last = s};
    return TA_OK;
}

/* The line without its comment and the blanks around; *more is false at the
 * end of the file. */
static ta_status read_line(reader *r, char text[LINE_ROOM], size_t *length,
                           bool *more, ta_error *error)
{
    bool comment = false;
    *length = 0;
    int c;
    while ((c = getc(r->file)) != EOF && c != '\n') {
        comment = comment || c == '#';
        if ((c < ' ' && c != '\t' && c != '\r') || (c > '~' && !comment))
            return ta_fail(error, TA_EINVAL,
                           "line %" PRIu64 " holds the byte %d: the file is "
                           "not text with one number a line",
                           r->line, c);
        bool blank = c == ' ' || c == '\t' || c == '\r';
        if (comment || (blank && *length == 0))
            continue;
        if (*length == LINE_ROOM)
            return ta_fail(error, TA_EINVAL,
                           "line %" PRIu64 " is longer than a number can be; "
                           "one number a line is accepted",
                           r->line);
        text[(*length)++] = (char)c;
    }
    while (*length > 0 && strchr(" \t\r", text[*length - 1]) != NULL)
        --*length;
    *more = c == '\n';
    return TA_OK;
}

static ta_status fail_with_errno(ta_error *error, int code, const char *what)
{
    char text[128] = "";
    if (strerror_r(code, text, sizeof text) != 0)
        snprintf(text, sizeof text, "error %d", code);
    errno = code;
    return ta_fail(error, TA_EIO, "%s: %s", what, text);
}

static ta_status read_numbers(reader *r, ta_error *error)
{
    bool more = true;
    for (r->line = 1; more; r->line++) {
        char text[LINE_ROOM];
        size_t length;
        uint64_t s;
        ta_error why;
        ta_status st = read_line(r, text, &length, &more, error);
        if (st != TA_OK)
            return st;
        if (ferror(r->file))
            return fail_with_errno(error, errno, "reading failed");
        if (length == 0)
            continue;
        st = ta_number_parse_span(text, length, &s, &why);
        if (st != TA_OK)
            return ta_fail(error, st, "line %" PRIu64 ": %s", r->line,
                           why.text);
        if (s == 0)
            return ta_fail(error, TA_EINVAL,
                           "line %" PRIu64 ": 0 is no move; the numbers of a "
                           "set are 1 or more",
                           r->line);
        st = append(r, s, error);
        if (st != TA_OK)
            return st;
    }
    if (r->count == 0)
        return ta_fail(error, TA_EINVAL,
                       "the file holds no number; one number a line is "
                       "accepted");
    return TA_OK;
}

ta_status ta_kind_file(ta_game *game, const char *argument, ta_error *error)
{
    reader r = {fopen(argument, "r"), 0, NULL, 0, 0};
    if (r.file == NULL)
        return fail_with_errno(error, errno, "the file cannot be opened");
    ta_status st = read_numbers(&r, error);
    int code = errno;
    fclose(r.file); /* nothing was written that could be lost */
    errno = code;
    if (st == TA_OK)
        ta_make_ranges(game, r.range, r.count);
    else
        ta_free(r.range);
    return st;
}
