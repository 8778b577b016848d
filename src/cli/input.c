/* Reads lines: cli_input_line those that a user types, cli_each_line those of a
 * file or of standard input. computing.h describes both. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "computing.h"

/* A signal such as SIGINT ends the wait for input. Reads byte by byte and not
 * by stdio, since poll() does not see what waits in a buffer. */
bool cli_input_line(char *line, size_t size)
{
    enum { WAIT_MS = 200 }; /* since poll() misses a signal just before it */
    struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
    size_t used = 0;
    bool over = false;
    while (used + 1 < size) {
        if (cli_interrupted())
            return false;
        const int ready = poll(&wait, 1, WAIT_MS);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = read(STDIN_FILENO, line + used, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        over = got <= 0; /* or it cannot be read */
        if (over || line[used] == '\n')
            break;
        used++;
    }
    line[used] = '\0';
    return !over || used > 0;
}

char cli_named_game[CLI_NAMED];

bool cli_take_number(char **line, uint64_t *number)
{
    const char *cell = strsep(line, "\t");
    return cell != NULL && cell[strspn(cell, "0123456789")] == '\0' &&
           ta_number_parse(cell, number, NULL) == TA_OK;
}

bool cli_each_line(const char *what, const char *file,
                   bool (*take)(void *state, const char *where, char *line),
                   void *state)
{
    const bool standard = strcmp(file, "-") == 0;
    if (standard && cli_comm != NULL && cli_comm->ranks > 1)
        return cli_wrong("%s: rank 0 alone has standard input; give a file",
                         what);
    FILE *f = standard ? stdin : fopen(file, "r");
    char *line = NULL, where[CLI_WHERE];
    size_t used = 0, capacity = 0; /* of `line`; cli_grow doubles it */
    uint64_t number = 0;
    bool ok = true;
    int c = 0;
    cli_named_game[0] = '\0';
    while (f != NULL && c != EOF && ok) {
        if (used == capacity) {
            ok = cli_grow("a line", &line, capacity, 1);
            capacity += capacity > 0 ? capacity : 1;
        } else if ((c = getc(f)) != EOF && c != '\n' && c != '\0') {
            line[used++] = (char)c;
        } else { /* at the end of the file, too: the last line */
            line[used] = '\0';
            line[strcspn(line, "\r")] = '\0';
            used = 0;
            /* The first line may begin with a byte order mark. */
            const bool mark =
                number++ == 0 && strncmp(line, "\xef\xbb\xbf", 3) == 0;
            char *const text = line + (mark ? 3 : 0);
            if (f == stdin)
                snprintf(where, sizeof where, "standard input: line %" PRIu64,
                         number);
            else
                snprintf(where, sizeof where, "%s '%s': line %" PRIu64, what,
                         file, number);
            if (c == '\0')
                ok = cli_wrong("%s holds a byte 0; accepted: text", where);
            else if (strncmp(text, "# game: ", 8) == 0)
                snprintf(cli_named_game, CLI_NAMED, "%s", text + 8);
            else if (text[0] != '\0' && text[0] != '#')
                ok = take(state, where, text);
        }
    }
    if (f == NULL || (ferror(f) && ok))
        ok = cli_unreadable(errno, "%s: cannot read '%s': %s", what, file,
                            strerror(errno));
    free(line);
    if (f != NULL && f != stdin)
        fclose(f);
    return ok;
}
