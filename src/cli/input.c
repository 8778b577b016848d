/* Lines from standard input, whose reading a signal ends. */
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "computing.h"

cli_input_end cli_input_line(char *line, size_t size)
{
    /* Each wait ends after WAIT_MS, since a signal that comes just before it
     * does not end it. */
    enum { WAIT_MS = 200 };
    struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
    size_t used = 0;
    bool over = false;
    while (used + 1 < size && !over) {
        if (cli_interrupted())
            return CLI_INPUT_INTERRUPTED;
        const int ready = poll(&wait, 1, WAIT_MS);
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = read(STDIN_FILENO, line + used, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        over = got <= 0;
        if (!over && line[used] == '\n')
            break;
        used += !over;
    }
    line[used] = '\0';
    return over && used == 0 ? CLI_INPUT_OVER : CLI_INPUT_LINE;
}
