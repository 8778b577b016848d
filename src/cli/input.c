/* Lines from standard input, which a signal ends at once. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "computing.h"

enum { LOOK_MS = 200 };

/* More bytes; CLI_INPUT_LINE if there are, else how it ended. */
static cli_input_end more(cli_input *in)
{
    for (;;) {
        if (cli_interrupted())
            return CLI_INPUT_INTERRUPTED;
        /* Looked at now and then: a signal may come just before the wait. */
        struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&wait, 1, LOOK_MS);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        ssize_t got = read(STDIN_FILENO, in->text + in->used,
                           sizeof in->text - 1 - in->used);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return CLI_INPUT_OVER;
        in->used += (size_t)got;
        return CLI_INPUT_LINE;
    }
}

cli_input_end cli_input_line(cli_input *in, const char **line)
{
    memmove(in->text, in->text + in->taken, in->used - in->taken);
    in->used -= in->taken;
    in->taken = 0;
    for (;;) {
        char *end = memchr(in->text, '\n', in->used);
        bool full = in->used == sizeof in->text - 1;
        if (end == NULL && !full) {
            cli_input_end way = in->over ? CLI_INPUT_OVER : more(in);
            in->over |= way == CLI_INPUT_OVER;
            if (way == CLI_INPUT_LINE)
                continue;
            if (way == CLI_INPUT_INTERRUPTED || in->used == 0)
                return way;
        }
        /* The last line may lack its end; one that is too long is cut. */
        size_t length = end != NULL ? (size_t)(end - in->text) : in->used;
        in->taken = length + (end != NULL);
        in->text[length] = '\0';
        *line = in->text;
        return CLI_INPUT_LINE;
    }
}
