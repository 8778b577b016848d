/* Forged archives, and every command that reads one. The checksums are right,
 * unless they are what is forged; contents, ranges, names, kinds, counts and
 * the structure of the blocks are those of an honest archive after edits that
 * the input chooses. The library reads the whole file, and one command reads
 * it. The command must end with a status of its list, and print nothing that
 * drives a terminal.
 *
 * Input: game, content, end, command, variant (an engine, N), a byte each; then
 * four bytes an edit: what, where (two, lowest first), by what. See forge.h. */
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/cli/command.h"
#include "forge.h"
#include "fuzz.h"
#include "archive/archive-internal.h"

enum { AGAIN = 3000, WORDS = 16, SHOWN = 1 << 16 };

static char folder[] = "/dev/shm/takeaway-forge-XXXXXX";
static char path[64], scratch[64], set_path[64], pipe_path[64], secret_path[64];
static int out; /* what commands print */

static const char *const games[] = {
    "squares",    "cubes",     "triangular", "primes",
    "odds",       "fibonacci", "moser",      "residues:1,4mod5",
    "list:1,3,4", "list:2-5",  "powers:5",   "poly:1,0,1",
    "factorials", "list:7,9",  "list:1",     "pronic",
    FORGE_SET,    "0.77",      "0.07",       "grundy",
    "4.3",        "0.1",
};
enum { GAMES = sizeof games / sizeof *games, FIRST_OCTAL = 17 };

/* F: the file, N: a number, H: a heap, C: the code, G: --game=..., E:
 * --engine=...; each with the contents that it is for: cold, nim, length,
 * octal, or all of them. */
static const struct {
    const char *contents, *line;
} commands[] = {
    {"cnlo", "info F --digest"},
    {"cnlo", "verify F --positions=200"},
    {"cnl", "verify F G --positions=20 --seed=9"},
    {"cnlo", "verify F --engine=naive --quiet"},
    {"cnlo", "verify F E --digest"},
    {"c", "cold N --in=F --digest"},
    {"c", "cold N --in=F --from=N -q"},
    {"c", "cold N --in=F G --format=bfile --from=10"},
    {"c", "cold N --resume=F E G --digest"},
    {"c", "cold N --resume=F G --digest --engine=divide:base=6"},
    {"c", "cold N --resume=F E G --digest --misere"},
    {"c", "cold N --resume=F E G --digest --threads=2"},
    {"c", "count N --in=F --at=powers2"},
    {"c", "count N --in=F --misere"},
    {"c", "count N --resume=F --engine=auto:base=6 G"},
    {"n", "nim N --in=F --max"},
    {"n", "nim N --in=F --histogram"},
    {"n", "nim N --in=F --from=N"},
    {"n", "nim N --resume=F E G --max"},
    {"n", "nim N --resume=F G --digest --engine=blocked:base=6"},
    {"n", "nim N --resume=F E G --digest --threads=2"},
    {"l", "length N --in=F --max"},
    {"l", "length N --in=F --histogram"},
    {"l", "length N --resume=F E G --max"},
    {"l", "length N --resume=F E G --digest"},
    {"o", "octal C N --in=F --max"},
    {"o", "octal C N --in=F --cold --digest"},
    {"o", "octal C N --resume=F --max"},
    {"o", "octal C N --resume=F --digest"},
    {"c", "moves H --in=F"},
    {"c", "moves H --in=F --misere --json"},
    {"n", "moves H 3 --in=F"},
    {"n", "moves H H --in=F --json"},
    {"l", "line H --game=file:F"},
    {"n", "play 7 --game=file:F"},
    {"c", "cold 100 --game=file:F"},
    {"l", "fit F"},
    {"n", "export nim:file:F 20"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char contents[] = " cnlo"; /* by content of the header */
static const char *const engines[][10] = {
    {NULL},
    {"auto", "naive", "sieve", "segments", "shift", "textbook", "divide",
     "exact", "wheel", "auto"},
    {"auto", "naive", "layers", "auto", "blocked", "blocked", "layers", "naive",
     "auto", "blocked"},
    {"auto", "naive", "push", "push", "naive", "auto", "push", "push", "naive",
     "push"},
    {"auto", "sparse", "sparse", "sparse", "auto", "auto", "sparse", "sparse",
     "auto", "sparse"}};

static void write_file(const char *name, const void *bytes, size_t size)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FUZZ_ASSERT(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    close(fd);
}

static void clean(void)
{
    unlink(path);
    unlink(scratch);
    unlink(set_path);
    unlink(pipe_path);
    unlink(secret_path);
    rmdir(folder);
}

static void begin(void)
{
    int null;
    do { /* no file gets the number of a stream that the fuzzer has closed */
        null = open("/dev/null", O_RDWR);
    } while (null >= 0 && null <= 2);
    FUZZ_ASSERT(null > 2 && dup2(null, 0) == 0 && mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/f", folder);
    snprintf(scratch, sizeof scratch, "%s/scratch", folder);
    snprintf(set_path, sizeof set_path, "%s/set", folder);
    snprintf(pipe_path, sizeof pipe_path, "%s/pipe", folder);
    snprintf(secret_path, sizeof secret_path, "%s/secret", folder);
    write_file(set_path, FORGE_SET_TEXT, strlen(FORGE_SET_TEXT));
    write_file(secret_path, "1\n2\n", 4);
    FUZZ_ASSERT(mkfifo(pipe_path, 0600) == 0); /* who opens it hangs */
    atexit(clean);
    out = open(path, O_RDWR | O_CREAT, 0600); /* nameless */
    unlink(path);
    FUZZ_ASSERT(out > 2);
    forge_begin(scratch, set_path, secret_path, pipe_path);
}

/* ---- the library ---- */

typedef struct reading {
    uint64_t next, cold, last;
} reading;

/* Checks that blocks follow each other and that positions increase. */
static ta_status read_block(void *state, const ta_block *b)
{
    reading *r = state;
    FUZZ_ASSERT(b->from == r->next && b->to > b->from);
    FUZZ_ASSERT(b->positions != NULL || b->count == 0 || b->values != NULL);
    for (uint64_t k = 0; b->values != NULL && k < b->to - b->from; k++)
        r->last ^= b->values[k]; /* the sanitizer sees that all are there */
    for (uint64_t k = 0; b->positions != NULL && k < b->count; k++) {
        FUZZ_ASSERT(b->positions[k] >= b->from && b->positions[k] < b->to);
        FUZZ_ASSERT(r->cold + k == 0 || b->positions[k] > r->last);
        r->last = b->positions[k];
    }
    r->next = b->to;
    r->cold += b->count;
    return TA_OK;
}

/* Reads all of the archive, and checks that ta_archive_check agrees. */
static void read_all(const ta_archive *archive)
{
    const ta_archive_info *info = ta_archive_about(archive);
    const tai_brief_info *brief = tai_archive_brief(archive);
    const uint64_t head = brief != NULL ? brief->head : info->end;
    ta_error error = {""};
    reading r = {0};
    const ta_sink sink = {read_block, &r};
    FUZZ_ASSERT(info->end <= info->goal && strlen(info->game) < 256);
    ta_status st = ta_archive_read(archive, 0, head, &sink, &error);
    if (st == TA_OK && brief != NULL) {
        FUZZ_ASSERT(r.next == head);
        r.next = brief->back;
        st = ta_archive_read(archive, brief->back, info->end, &sink, &error);
    }
    const ta_status check = ta_archive_check(archive, NULL, NULL);
    if (st != TA_OK) {
        fuzz_check_refusal(st, &error);
        FUZZ_ASSERT(check != TA_OK);
        return;
    }
    FUZZ_ASSERT(check == TA_OK || brief != NULL); /* of a wrong summary */
    FUZZ_ASSERT(r.next == info->end);
    FUZZ_ASSERT(info->count ==
                (info->content == TA_CONTENT_COLD ? r.cold : info->end));
}

/* An honest archive opens. */
static void open_archive(bool honest)
{
    ta_archive *archive = NULL;
    ta_error error = {""};
    const ta_status st = ta_archive_open(path, &archive, &error);
    FUZZ_ASSERT(st == TA_OK || !honest);
    if (st == TA_OK)
        read_all(archive);
    else
        fuzz_check_refusal(st, &error);
    ta_archive_close(archive);
}

/* ---- the commands ---- */

/* The word of a command line that stands for something, in text. */
static void fill_in(char text[96], const char *word, const forge_case *c,
                    unsigned variant, bool reads)
{
    const char *game = strcmp(c->game, FORGE_SET) == 0 ? set_path : c->game;
    const char *file = game == set_path ? "file:" : "";
    const uint64_t more = reads ? 0 : 1; /* nothing is computed */
    /* What is claimed is computed, of octal games by much work for each. */
    bool long_work = c->content == TA_ARCHIVE_OCTAL && !reads;
    uint64_t claimed = tai_min_u64(c->claimed, long_work ? AGAIN : UINT64_MAX);
    const uint64_t numbers[] = {c->end,        c->end + 200 * more, c->end / 2,
                                c->end + more, claimed / 3,         claimed};
    uint64_t n = numbers[variant % 6];
    const char *equals = strstr(word, "=F"), *at = strstr(word, ":F");
    if (strcmp(word, "N") == 0 || strcmp(word, "H") == 0)
        snprintf(text, 96, "%" PRIu64, n - (word[0] == 'H' && n > 0));
    else if (strcmp(word, "--from=N") == 0)
        snprintf(text, 96, "--from=%" PRIu64, c->end / 3);
    else if (strcmp(word, "C") == 0)
        snprintf(text, 96, "%s", c->game);
    else if (strcmp(word, "G") == 0)
        snprintf(text, 96, "--game=%s%s", file, game);
    else if (strcmp(word, "E") == 0)
        snprintf(text, 96, "--engine=%s",
                 engines[c->content][variant / 6 % 10]);
    else if (strcmp(word, "F") == 0)
        snprintf(text, 96, "%s", path);
    else if (equals != NULL || at != NULL)
        snprintf(text, 96, "%.*s%s",
                 (int)((equals != NULL ? equals : at) - word + 1), word, path);
    else
        snprintf(text, 96, "%s", word);
}

/* What a command has printed is text: no byte drives a terminal. */
static void check_printed(void)
{
    static char text[SHOWN];
    ssize_t size = pread(out, text, sizeof text, 0);
    for (ssize_t k = 0; k < size; k++)
        FUZZ_ASSERT((text[k] >= ' ' && text[k] <= '~') || text[k] == '\n' ||
                    text[k] == '\t');
    FUZZ_ASSERT(ftruncate(out, 0) == 0 && lseek(out, 0, SEEK_SET) == 0);
}

/* Where nothing is computed the option would be refused, and so the command. */
static bool has_limit(const char *line)
{
    return strncmp(line, "info", 4) != 0 && strncmp(line, "fit", 3) != 0 &&
           (strncmp(line, "moves", 5) == 0 || strstr(line, "--in=") == NULL);
}

static int run_line(const char *line, const forge_case *c, unsigned variant)
{
    static char text[WORDS][96];
    char copy[128], *rest = copy, *word,
                    *argv[WORDS + 1] = {(char[]){"takeaway"}};
    int argc = 1;
    snprintf(copy, sizeof copy, "%s%s", line,
             has_limit(line) ? " --max-memory=8M" : "");
    while ((word = strsep(&rest, " ")) != NULL) {
        FUZZ_ASSERT(argc < WORDS);
        fill_in(text[argc], word, c, variant, strstr(line, "--in") != NULL);
        argv[argc] = text[argc];
        argc++;
    }
    fflush(stdout);
    int kept = dup(1);
    FUZZ_ASSERT(kept > 2 && dup2(out, 1) == 1);
    int status = cli_takeaway(argc, argv);
    fflush(stdout);
    FUZZ_ASSERT(dup2(kept, 1) == 1);
    close(kept);
    return status;
}

/* Whether the command reads the honest archive and does no more: were it
 * refused for something else, it would test nothing. */
static bool reads(const forge_case *c, unsigned command)
{
    const char *line = commands[command].line;
    return c->end >= 1000 && !c->misere && strcmp(c->game, FORGE_SET) != 0 &&
           strchr(commands[command].contents, contents[c->content]) != NULL &&
           strstr(line, "--in=") != NULL && strstr(line, "misere") == NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    if (!begun)
        begin();
    begun = true;
    uint8_t head[5] = {0};
    memcpy(head, data, size < 5 ? size : 5);
    unsigned g = head[0] % GAMES;
    forge_case c = {.game = games[g],
                    .content = g >= FIRST_OCTAL ? (head[1] & 1) * 3 + 1
                                                : head[1] % 3 + 1,
                    .misere = g < FIRST_OCTAL &&
                              head[1] >= (head[1] % 3 == 0 ? 0xc0 : 0xf8)};
    /* One that is for what the file holds; in one case of 16, any. */
    unsigned k = head[3] % COMMANDS;
    while (head[1] / 3 % 16 != 0 &&
           strchr(commands[k].contents, contents[c.content]) == NULL)
        k = (k + 1) % COMMANDS;
    const char *line = commands[k].line;
    static const char quick[] = "verify F --positions=200";
    bool whole = forge_make(&c, head[2], data + (size < 5 ? size : 5),
                            size < 5 ? 0 : size - 5);
    /* To compute it again takes a thousand times what reading does; values of
     * octal games are computed again whatever part of them is asked for. */
    bool octal = g >= FIRST_OCTAL;
    if (strncmp(line, "verify", 6) == 0 && c.claimed > AGAIN)
        line = octal && head[4] % 64 != 0 ? "info F --digest" : quick;
    write_file(path, c.file, c.size);
    open_archive(whole);
    int status = run_line(line, &c, head[4]);
    FUZZ_ASSERT(status >= CLI_DONE && status <= CLI_MISMATCH);
    FUZZ_ASSERT(status != CLI_MISMATCH || !whole); /* nothing was forged */
    FUZZ_ASSERT(status == CLI_DONE || !whole || !reads(&c, k));
    check_printed();
    return 0;
}
