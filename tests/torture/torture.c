/* torture SHIM TAKEAWAY CASES KIND MOST: runs each command line of the file
 * CASES again and again, each time with another call of KIND failing (see
 * shim.c), at most MOST of them, evenly spread. A run must end with status 0
 * and the results of an undisturbed run, or with status 1, a message, and
 * nothing left behind; it never crashes, hangs or leaks.
 *
 * A line of CASES is the arguments, separated by blanks; "~" before them says
 * that standard output is never the same twice, "<" that the file "input" is
 * read as standard input. The file "known" is an archive. The file "result" is
 * checked like standard output: it is there whole, or as it was before. */
#define _GNU_SOURCE
#include <errno.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS = 40, CPU_S = 60, CLOCK_S = 1800, ROOM = 1 << 22 };

static const char *shim, *takeaway, *kind;

typedef struct text {
    size_t size;
    char *bytes; /* ROOM of them, and a NUL */
} text;

typedef struct outcome {
    int status; /* of waitpid */
    long calls, left;
    text out, err, result; /* result.size 0 if there is no such file */
} outcome;

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

static text new_text(void)
{
    text t = {0, malloc(ROOM + 1)};
    if (t.bytes == NULL)
        give_up("torture");
    return t;
}

/* An input of the cases, or what a run is given to overwrite. */
static void put(const char *path, const char *content)
{
    FILE *f = fopen(path, "w");
    if (f == NULL || fputs(content, f) < 0 || fclose(f) != 0)
        give_up(path);
}

static void get(const char *path, text *t)
{
    t->size = 0;
    int fd = open(path, O_RDONLY);
    ssize_t part = 1;
    while (fd >= 0 && part > 0 && t->size < ROOM) {
        part = read(fd, t->bytes + t->size, ROOM - t->size);
        t->size += part > 0 ? (size_t)part : 0;
    }
    if (fd >= 0)
        close(fd);
    t->bytes[t->size] = '\0';
}

static bool same(const text *a, const text *b)
{
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

#define OLD "an older result\n"

static void clean_folder(void)
{
    DIR *folder = opendir(".");
    if (folder == NULL)
        give_up("opendir");
    for (struct dirent *e; (e = readdir(folder)) != NULL;)
        if (e->d_name[0] != '.')
            unlink(e->d_name);
    closedir(folder);
    put("set", "# a set\n1\n4\n9\n11\n");
    put("input", "n\tcold\n10\t5\n100\t30\n1000\t160\n10000\t800\n");
    put("result", OLD);
    if (link("../known", "known") != 0)
        give_up("known");
}

/* An archive for the cases that read one, in the folder above. */
static void make_known(void)
{
    int status = 0;
    pid_t child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0) {
        execl(takeaway, "takeaway", "cold", "2000", "--format=archive",
              "--output=../known", (char *)NULL);
        _exit(126);
    }
    if (waitpid(child, &status, 0) != child || status != 0)
        give_up("no archive");
}

/* A name that is none of ours, or "". */
static void find_stray(char name[256])
{
    static const char *const ours[] = {"set", "input", "result", "known",
                                       "check"};
    DIR *folder = opendir(".");
    if (folder == NULL)
        give_up("opendir");
    name[0] = '\0';
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        bool known = e->d_name[0] == '.';
        for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
            known = known || strcmp(ours[k], e->d_name) == 0;
        if (!known)
            snprintf(name, 256, "%s", e->d_name);
    }
    closedir(folder);
}

static int fresh(const char *path, int number)
{
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, number) != number)
        _exit(126);
    if (fd != number)
        close(fd);
    return number;
}

/* One run in a clean folder; `at` 0: undisturbed. */
static void run(char **argv, bool reads_input, long at, outcome *o)
{
    char number[32];
    snprintf(number, sizeof number, "%ld", at);
    clean_folder();
    pid_t child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0) {
        /* Stay through exec: a run that hangs is ended. The clock goes on
         * while a busy machine holds the run up, the processor time not. */
        setrlimit(RLIMIT_CPU, &(struct rlimit){CPU_S, CPU_S + 1});
        alarm(CLOCK_S);
        int in = open(reads_input ? "input" : "/dev/null", O_RDONLY);
        dup2(in, 0);
        fresh("../out", 1);
        fresh("../err", 2);
        fresh("../report", 9);
        setenv("LD_PRELOAD", shim, 1);
        setenv("TORTURE_KIND", kind, 1);
        setenv("TORTURE_AT", number, 1);
        setenv("TORTURE_REPORT", "9", 1);
        execv(takeaway, argv);
        _exit(126);
    }
    if (waitpid(child, &o->status, 0) != child)
        give_up("waitpid");
    text report = {0, (char[ROOM + 1]){0}};
    get("../report", &report);
    o->calls = o->left = -1;
    sscanf(report.bytes, "%ld %ld", &o->calls, &o->left);
    get("../out", &o->out);
    get("../err", &o->err);
    get("result", &o->result);
}

/* What is wrong with a disturbed run, or NULL. */
static const char *judge(const outcome *want, const outcome *got, bool varies,
                         char stray[256])
{
    char bytes[] = OLD;
    const text old = {sizeof OLD - 1, bytes};
    bool own = strcmp(kind, "within") != 0;
    if (!WIFEXITED(got->status))
        return WTERMSIG(got->status) == SIGALRM ||
                       WTERMSIG(got->status) == SIGXCPU
                   ? "hangs"
                   : "ended by a signal";
    /* A library that ends the process leaves the unfinished file. */
    find_stray(stray);
    if (stray[0] != '\0' && (own || strstr(stray, ".part-") == NULL))
        return "leaves a file";
    if (own && got->left != 0)
        return "leaks";
    if (WEXITSTATUS(got->status) == 0) {
        if (!varies && !same(&want->out, &got->out))
            return "standard output is wrong";
        return same(&want->result, &got->result) ? NULL : "the file is wrong";
    }
    if (WEXITSTATUS(got->status) != 1)
        return "the status is neither 0 nor 1";
    if (got->err.size == 0 ||
        (own && strstr(got->err.bytes, "takeaway: ") == NULL))
        return "fails without a message";
    if (!same(&got->result, &old) && !same(&got->result, &want->result))
        return "the older file is spoilt";
    return NULL;
}

/* Returns how many runs were wrong; *runs counts all. */
static unsigned torture(char *line, long most, unsigned *runs)
{
    char *argv[ARGUMENTS + 2] = {(char[]){"takeaway"}}, *rest = NULL;
    char shown[512];
    static outcome want, got;
    if (want.out.bytes == NULL) {
        want = (outcome){.out = new_text(), .err = new_text()};
        got = (outcome){.out = new_text(), .err = new_text()};
        want.result = new_text();
        got.result = new_text();
    }
    bool varies = *line == '~', reads = *line == '<';
    line += varies || reads;
    snprintf(shown, sizeof shown, "%s", line);
    int argc = 1;
    for (char *a = strtok_r(line, " ", &rest); a != NULL && argc <= ARGUMENTS;
         a = strtok_r(NULL, " ", &rest))
        argv[argc++] = a;

    char stray[256] = "";
    run(argv, reads, 0, &want);
    ++*runs;
    if (want.status != 0 || want.left != 0) {
        printf("failed: %s: undisturbed: status %d, %ld blocks left; %.300s\n",
               shown, want.status, want.left, want.err.bytes);
        return 1;
    }
    unsigned wrong = 0;
    long chosen = want.calls < most ? want.calls : most;
    for (long k = 0; k < chosen; k++) {
        long at = 1 + k * want.calls / chosen;
        run(argv, reads, at, &got);
        ++*runs;
        const char *why = judge(&want, &got, varies, stray);
        if (why != NULL && ++wrong <= 3)
            printf("failed: %s: %s %ld of %ld: %s; status %x, %ld blocks left, "
                   "%s; %.300s\n",
                   shown, kind, at, want.calls, why, (unsigned)got.status,
                   got.left, stray, got.err.bytes);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: torture SHIM TAKEAWAY CASES KIND MOST\n", stderr);
        return 2;
    }
    char folder[] = "/tmp/takeaway-torture-XXXXXX", line[1024];
    shim = realpath(argv[1], NULL);
    takeaway = realpath(argv[2], NULL);
    kind = argv[4];
    FILE *cases = fopen(argv[3], "r");
    if (shim == NULL || takeaway == NULL || cases == NULL)
        give_up(argv[3]);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0 ||
        mkdir("work", 0700) != 0 || chdir("work") != 0)
        give_up(folder);
    make_known();
    unsigned runs = 0, wrong = 0;
    while (fgets(line, sizeof line, cases) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0')
            wrong += torture(line, atol(argv[5]), &runs);
    }
    printf("torture %s: %u runs, %u wrong\n", kind, runs, wrong);
    fclose(cases);
    clean_folder();
    unlink("set"), unlink("input"), unlink("result"), unlink("known");
    if (chdir("..") == 0)
        unlink("known"), unlink("out"), unlink("err"), unlink("report"),
            rmdir("work");
    rmdir(folder);
    return wrong > 0;
}
