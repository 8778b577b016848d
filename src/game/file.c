/* Reads "file:PATH": one number a line, or a b-file of the OEIS, an index and a
 * number a line. '#' begins a comment. The line COMPLETE before the first
 * number says that the set is meant to be finite. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* Characters of the number in a line. */
enum { LONGEST_NUMBER = 256 };
#define COMPLETE "complete"

/* The first line with a number decides whether this is a b-file, of which a 0
 * is left out, since 0 is no move. Returns TA_EINVAL, TA_ERANGE or TA_ENOMEM,
 * with a message; or TA_EIO with errno and without one. */
static ta_status read_numbers(FILE *file, ta_game *game, ta_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark */
    int c = '\n';
    bool begun = false, bfile = false;
    uint64_t index = 0; /* of the next line of a b-file */
    game->about.partial = true;
    for (uint64_t line = 1, skipped = 0; c != EOF; line++) {
        char text[LONGEST_NUMBER + 1];
        /* Of this line: with the blanks behind the number, and without. */
        size_t used = 0, length = 0;
        bool comment = false;
        while ((c = getc(file)) != EOF && c != '\n') {
            bool blank = c == ' ' || c == '\t' || c == '\r';
            if (line == 1 && used == 0 && skipped < 3 &&
                (char)c == mark[skipped]) {
                skipped++;
                continue;
            }
            comment = comment || c == '#';
            if ((c < ' ' && !blank) || (c > '~' && !comment) ||
                skipped % 3 != 0)
                return tai_fail(error, TA_EINVAL,
                                "line %" PRIu64 " holds the byte %d: the file "
                                "is not text with one number a line",
                                line, c);
            if (comment || (blank && used == 0))
                continue;
            if (used == LONGEST_NUMBER)
                return tai_fail(error, TA_EINVAL,
                                "line %" PRIu64 " is longer than a number can "
                                "be; one number a line is accepted",
                                line);
            text[used++] = (char)c;
            length = blank ? length : used;
        }
        if (ferror(file))
            return TA_EIO;
        if (length == 0)
            continue;
        uint64_t s;
        ta_error why;
        text[length] = '\0';
        if (!begun && strcmp(text, COMPLETE) == 0) {
            game->about.partial = false;
            continue;
        }
        char *value = text + strcspn(text, " \t"), *end;
        value += strspn(value, " \t");
        if (!begun) {
            index = strtoull(text, &end, 10);
            bfile =
                *value != '\0' && end > text && (*end == ' ' || *end == '\t');
        }
        begun = true;
        if (!bfile)
            value = text;
        else if (strtoull(text, &end, 10) != index++ || *value == '\0' ||
                 strchr(" \t", *end) == NULL)
            return tai_fail(error, TA_EINVAL,
                            "line %" PRIu64 ": the file begins as a b-file, so "
                            "each line needs an index, one above the last, and "
                            "a number",
                            line);
        length -= (size_t)(value - text);
        ta_status st = tai_number_parse_span(value, length, "+", &s, &why);
        if (st == TA_OK && (s > 0 || !bfile))
            st = tai_add_range(game, s, s, &why);
        if (st != TA_OK)
            return tai_fail(error, st, "line %" PRIu64 ": %s", line, why.text);
    }
    if (game->ranges.count == 0)
        return tai_fail(error, TA_EINVAL,
                        "the file holds no number; one number a line is "
                        "accepted, or a b-file");
    tai_make_ranges(game, 0);
    return TA_OK;
}

ta_status tai_kind_file(ta_game *game, const char *argument, ta_error *error)
{
    FILE *file = fopen(argument, "r");
    ta_status st = file != NULL ? read_numbers(file, game, error) : TA_EIO;
    int code = errno;
    if (st == TA_EIO)
        tai_fail(error, st, "%s: %s",
                 file != NULL ? "reading failed" : "the file cannot be opened",
                 strerror(code));
    if (file != NULL)
        fclose(file); /* unchecked: only read */
    errno = code;
    return st;
}
