/* Runs a fuzz target over its corpus: corpus/NAME.txt, an input a line, with
 * \n, \t, \r, \\ and \xHH for what a line cannot hold; "#" begins a comment.
 * A line with {A|B|...} stands for a line with A, one with B and so on. A line
 * "~K" stands for K inputs of random bytes.
 *   replay-NAME                 the corpus, as a test
 *   replay-NAME --expand DIR    writes each input to a file, for libFuzzer */
#include <ctype.h>

#include "fuzz.h"

enum { LONGEST = 1 << 16 };

static unsigned digit(char c)
{
    return (unsigned)(isdigit((unsigned char)c)
                          ? c - '0'
                          : tolower((unsigned char)c) - 'a' + 10);
}

/* The input that a line stands for; returns its size. */
static size_t decode(const char *line, uint8_t *out)
{
    size_t size = 0;
    for (; *line != '\0' && *line != '\n'; line++) {
        if (*line != '\\') {
            out[size++] = (uint8_t)*line;
            continue;
        }
        line++;
        if (*line == 'x' && isxdigit((unsigned char)line[1]) &&
            isxdigit((unsigned char)line[2])) {
            out[size++] = (uint8_t)(16 * digit(line[1]) + digit(line[2]));
            line += 2;
        } else {
            static const char names[] = "ntr", bytes[] = "\n\t\r";
            const char *name = strchr(names, *line);
            out[size++] =
                (uint8_t)(name != NULL && *line != '\0' ? bytes[name - names]
                                                        : *line);
        }
    }
    return size;
}

static void write_file(const char *folder, unsigned number, const uint8_t *data,
                       size_t size)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/seed-%u", folder, number);
    FILE *file = fopen(path, "wb");
    FUZZ_ASSERT(file != NULL && fwrite(data, 1, size, file) == size);
    FUZZ_ASSERT(fclose(file) == 0);
}

static FILE *open_corpus(const char *program)
{
    const char *name = strstr(program, "replay-");
    char path[1024];
    FUZZ_ASSERT(name != NULL);
    snprintf(path, sizeof path, "tests/fuzz/corpus/%s.txt", name + 7);
    FILE *corpus = fopen(path, "r");
    FUZZ_ASSERT(corpus != NULL);
    return corpus;
}

static const char *folder; /* for the inputs, or NULL: they are run */
static unsigned inputs;

static void take_input(const uint8_t *data, size_t size)
{
    if (folder != NULL)
        write_file(folder, inputs, data, size);
    else
        LLVMFuzzerTestOneInput(data, size);
    inputs++;
}

/* Takes random inputs of 5 to 29 bytes, the same in each run. */
static void take_random(unsigned count)
{
    uint8_t data[29];
    uint32_t state = 1;
    while (count-- > 0) {
        for (size_t k = 0; k < sizeof data; k++)
            data[k] = (uint8_t)((state = state * 1664525 + 1013904223) >> 24);
        take_input(data, 5 + data[28] % 7u * 4);
    }
}

static void take_line(const char *line)
{
    static uint8_t input[LONGEST];
    const char *open = strchr(line, '{');
    const char *close = open != NULL ? strchr(open, '}') : NULL;
    if (close == NULL) {
        const size_t size = decode(line, input);
        take_input(input, size);
        return;
    }
    for (const char *at = open; at != close;) {
        char one[1024];
        const size_t length = strcspn(++at, "|}");
        snprintf(one, sizeof one, "%.*s%.*s%s", (int)(open - line), line,
                 (int)length, at, close + 1);
        take_line(one);
        at += length;
    }
}

int main(int argc, char **argv)
{
    folder = argc > 2 && strcmp(argv[1], "--expand") == 0 ? argv[2] : NULL;
    static char line[LONGEST];
    FILE *corpus = open_corpus(argv[0]);
    while (fgets(line, sizeof line, corpus) != NULL)
        if (line[0] == '~')
            take_random((unsigned)strtoul(line + 1, NULL, 10));
        else if (line[0] != '#')
            take_line(line);
    fclose(corpus);
    printf("100%%: Checks: %u, Failures: 0, Errors: 0\n", inputs);
    return 0;
}
