/* Reads the sets "file:PATH" from a text file with one number a line, where '#'
 * begins a comment. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* The largest length of a line in characters, without leading blanks and
 * without its comment. A comment may be longer. */
enum { LONGEST_NUMBER = 256 };

/* Reads a file of one number a line, and makes the game the set of these
 * numbers. Returns TA_EINVAL if a line is wrong or there is no number. Returns
 * TA_EIO, without a sentence in *error, if reading fails: errno then has the
 * reason. */
static ta_status read_numbers(FILE *file, ta_game *game, ta_error *error)
{
    int c = '\n';
    for (uint64_t line = 1; c != EOF; line++) {
        char text[LONGEST_NUMBER];
        /* The number of characters of this line: `used` with trailing blanks,
         * `length` without. */
        size_t used = 0, length = 0;
        bool comment = false;
        while ((c = getc(file)) != EOF && c != '\n') {
            bool blank = c == ' ' || c == '\t' || c == '\r';
            comment = comment || c == '#';
            if ((c < ' ' && !blank) || (c > '~' && !comment))
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
        uint64_t s;
        ta_error why;
        ta_status st = TA_OK;
        if (length > 0)
            st = tai_number_parse_span(text, length, "+", &s, &why);
        if (length > 0 && st == TA_OK)
            st = tai_add_range(game, s, s, &why);
        if (st != TA_OK)
            return tai_fail(error, st, "line %" PRIu64 ": %s", line, why.text);
    }
    if (game->ranges.count == 0)
        return tai_fail(error, TA_EINVAL,
                        "the file holds no number; one number a line is "
                        "accepted");
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
        fclose(file); /* an error does not matter: only read */
    errno = code;
    return st;
}
