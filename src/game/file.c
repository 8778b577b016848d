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

/* A loop over the lines of a file. */
typedef struct lines {
    FILE *file;
    uint64_t number; /* of the current line, from 1 */
    size_t marked;   /* bytes of a byte order mark that were skipped */
    int ended_by;    /* '\n' or EOF */
    size_t length;   /* of `text`: the line without comment and outer blanks */
    char text[LONGEST_NUMBER + 1];
} lines;

/* Reads the next line. Returns TA_EINVAL with a message; or TA_EIO with errno
 * and without one. */
static ta_status next_line(lines *l, ta_error *error)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark */
    size_t used = 0; /* of `text`, with the blanks behind the number */
    bool comment = false;
    int c;
    l->number++;
    l->length = 0;
    while ((c = getc(l->file)) != EOF && c != '\n') {
        const bool blank = c == ' ' || c == '\t' || c == '\r';
        if (l->number == 1 && used == 0 && l->marked < 3 &&
            (char)c == mark[l->marked]) {
            l->marked++;
            continue;
        }
        comment = comment || c == '#';
        /* A mark is skipped as a whole or not at all. */
        if ((c < ' ' && !blank) || (c > '~' && !comment) || l->marked % 3 != 0)
            return tai_fail(error, TA_EINVAL,
                            "line %" PRIu64 " holds the byte %d: the file "
                            "is not text with one number a line",
                            l->number, c);
        if (comment || (blank && used == 0))
            continue;
        if (used == LONGEST_NUMBER)
            return tai_fail(error, TA_EINVAL,
                            "line %" PRIu64 " is longer than a number can "
                            "be; one number a line is accepted",
                            l->number);
        l->text[used++] = (char)c;
        l->length = blank ? l->length : used;
    }
    l->text[l->length] = '\0';
    l->ended_by = c;
    return ferror(l->file) ? TA_EIO : TA_OK;
}

/* The first line with a number decides whether this is a b-file, of which a 0
 * is left out, since 0 is no move. Returns TA_EINVAL, TA_ERANGE or TA_ENOMEM,
 * with a message; or TA_EIO with errno and without one. */
static ta_status read_numbers(FILE *file, ta_game *game, ta_error *error)
{
    lines l = {.file = file, .ended_by = '\n'};
    bool begun = false, is_bfile = false;
    uint64_t index = 0; /* of the next line of a b-file */
    game->about.partial = true;
    while (l.ended_by != EOF) {
        ta_status st = next_line(&l, error);
        if (st != TA_OK)
            return st;
        if (l.length == 0)
            continue;
        uint64_t s;
        ta_error why;
        if (!begun && strcmp(l.text, COMPLETE) == 0) {
            game->about.partial = false;
            continue;
        }
        /* In a b-file a line is an index, blanks and the number. */
        char *number = l.text + strcspn(l.text, " \t"), *end;
        number += strspn(number, " \t");
        if (!begun) {
            index = strtoull(l.text, &end, 10);
            is_bfile = *number != '\0' && end > l.text &&
                       (*end == ' ' || *end == '\t');
        }
        begun = true;
        if (!is_bfile)
            number = l.text;
        else if (strtoull(l.text, &end, 10) != index++ || *number == '\0' ||
                 strchr(" \t", *end) == NULL)
            return tai_fail(error, TA_EINVAL,
                            "line %" PRIu64 ": the file begins as a b-file, so "
                            "each line needs an index, one above the last, and "
                            "a number",
                            l.number);
        l.length -= (size_t)(number - l.text);
        st = tai_number_parse_span(number, l.length, "+", &s, &why);
        if (st == TA_OK && (s > 0 || !is_bfile))
            st = tai_add_range(game, s, s, &why);
        if (st != TA_OK)
            return tai_fail(error, st, "line %" PRIu64 ": %s", l.number,
                            why.text);
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
