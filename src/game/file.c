/* Reads the subtraction set of a game "file:PATH" from the text file PATH. The
 * file has one number on each line, and '#' begins a comment. The line COMPLETE
 * before the first number says that the set is meant to be finite. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/big.h"
#include "game/form.h"

/* The most characters that a line of the file may have. Blanks at the beginning
 * of the line and comments are not counted. */
enum { LONGEST_NUMBER = 256 };
#define COMPLETE "complete"

/* Reads numbers from a file, one on each line, and stores them in *game as its
 * subtraction set. Returns TA_EINVAL if a line is not a positive number or the
 * file has no number. Returns TA_ERANGE if a number is too large, TA_ENOMEM if
 * there is no memory. In these cases *error has a message. Returns TA_EIO if
 * reading fails; then errno has the reason, and *error is not written. */
static ta_status read_numbers(FILE *file, ta_game *game, ta_error *error)
{
    int c = '\n';
    game->about.partial = true;
    for (uint64_t line = 1; c != EOF; line++) {
        char text[LONGEST_NUMBER];
        /* How many characters of this line are in `text`: `used` includes the
         * blanks behind the number, `length` does not. */
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
        if (game->ranges.count == 0 && length == strlen(COMPLETE) &&
            memcmp(text, COMPLETE, length) == 0) {
            game->about.partial = false;
            continue;
        }
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
        fclose(file); /* unchecked: only read */
    errno = code;
    return st;
}
