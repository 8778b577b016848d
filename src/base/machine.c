/* Memory and processors that the process may use, on Linux by /proc and by the
 * control groups of the process: its own and every one above, of version 2 and
 * of version 1. A container may see its group as the root, under another name
 * than /proc gives it; so a folder that is missing is passed over, and the
 * files of those above it are read. */
#include "base/machine.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 1 << 14, PATH = 1 << 13 };

static bool read_text(const char *folder, const char *name, char text[TEXT])
{
    char path[PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    size_t length = f != NULL ? fread(text, 1, TEXT - 1, f) : 0;
    if (f != NULL)
        fclose(f);
    text[length] = '\0';
    return length > 0;
}

/* The number that a text begins with; UINT64_MAX: none ("max", "-1", what is
 * no number), or no limit. */
static uint64_t number_at(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    errno = 0;
    uint64_t value =
        isdigit((unsigned char)*text) ? strtoull(text, NULL, 10) : UINT64_MAX;
    return errno == 0 ? value : UINT64_MAX;
}

static uint64_t number_in(const char *folder, const char *name)
{
    char text[TEXT];
    return read_text(folder, name, text) ? number_at(text) : UINT64_MAX;
}

/* What follows `key` at the beginning of a line; NULL if there is none. */
static const char *line_of(const char *text, const char *key)
{
    for (; text != NULL; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, key, strlen(key)) == 0)
            return text + strlen(key);
    }
    return NULL;
}

static uint64_t number_of(const char *folder, const char *name, const char *key)
{
    char text[TEXT];
    const char *at = read_text(folder, name, text) ? line_of(text, key) : NULL;
    return at != NULL ? number_at(at) : UINT64_MAX;
}

/* ---- control groups ---- */

/* The path of the process's group under a controller of version 1, or of
 * version 2 for ""; "" if there is none, the root. Lines are
 * hierarchy:controller,controller:path. */
static void find_group(const char *root, const char *controller, char *path)
{
    char folder[PATH], text[TEXT];
    path[0] = '\0';
    snprintf(folder, sizeof folder, "%s/proc/self", root);
    if (!read_text(folder, "cgroup", text))
        return;
    char *rest, *line = strtok_r(text, "\n", &rest);
    for (; line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char *names = strchr(line, ':');
        char *group = names != NULL ? strchr(names + 1, ':') : NULL;
        if (group == NULL)
            continue;
        *group++ = '\0';
        bool here = names[1] == '\0' && *controller == '\0';
        for (char *at = names; at != NULL && *controller != '\0' && !here;
             at = strchr(at, ',')) {
            size_t length = strcspn(++at, ",");
            here = length == strlen(controller) &&
                   strncmp(at, controller, length) == 0;
        }
        if (here && strstr(group, "..") == NULL)
            snprintf(path, PATH / 2, "%s", group);
    }
}

typedef uint64_t group_fn(const char *folder);

/* The least of what is allowed by the group and those above it. */
static uint64_t least_allowed(const char *root, const char *mount,
                              const char *controller, group_fn *allows)
{
    char path[PATH / 2], folder[PATH];
    find_group(root, controller, path);
    uint64_t least = UINT64_MAX;
    for (;;) {
        snprintf(folder, sizeof folder, "%.2000s%s%s", root, mount, path);
        least = ta_min_u64(least, allows(folder));
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            return least;
        *slash = '\0';
    }
}

/* A limit less the use; files that are cached and not in use are given back
 * first, and count as free. */
static uint64_t spare(const char *folder, uint64_t limit, const char *use,
                      const char *cached)
{
    if (limit == UINT64_MAX)
        return limit;
    uint64_t used = number_in(folder, use);
    uint64_t files = number_of(folder, "memory.stat", cached);
    if (used == UINT64_MAX)
        return limit;
    used -= files < used ? files : 0;
    return limit > used ? limit - used : 1;
}

static uint64_t memory_two(const char *folder)
{
    uint64_t limit = ta_min_u64(number_in(folder, "memory.max"),
                                number_in(folder, "memory.high"));
    return spare(folder, limit, "memory.current", "inactive_file ");
}

static uint64_t memory_one(const char *folder)
{
    return spare(folder, number_in(folder, "memory.limit_in_bytes"),
                 "memory.usage_in_bytes", "total_inactive_file ");
}

static uint64_t rounded_up(uint64_t quota, uint64_t period)
{
    return quota == UINT64_MAX || quota == 0 || period == UINT64_MAX ||
                   period == 0
               ? UINT64_MAX
               : quota / period + (quota % period != 0);
}

static uint64_t quota_two(const char *folder) /* "max 100000" */
{
    char text[TEXT];
    if (!read_text(folder, "cpu.max", text))
        return UINT64_MAX;
    const char *period = strchr(text, ' ');
    return rounded_up(number_at(text),
                      period != NULL ? number_at(period) : 100000);
}

static uint64_t quota_one(const char *folder)
{
    return rounded_up(number_in(folder, "cpu.cfs_quota_us"),
                      number_in(folder, "cpu.cfs_period_us"));
}

static uint64_t in_groups(const char *root, const char *const mounts_one[2],
                          const char *controller, group_fn *one, group_fn *two)
{
    static const char *const mounts_two[2] = {"/sys/fs/cgroup",
                                              "/sys/fs/cgroup/unified"};
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < 2; k++) {
        least = ta_min_u64(least, least_allowed(root, mounts_two[k], "", two));
        least = ta_min_u64(least,
                           least_allowed(root, mounts_one[k], controller, one));
    }
    return least;
}

/* ---- the machine ---- */

uint64_t ta_free_memory_in(const char *root)
{
    static const char *const mounts[2] = {"/sys/fs/cgroup/memory",
                                          "/sys/fs/cgroup"};
    char folder[PATH];
    snprintf(folder, sizeof folder, "%.2000s/proc", root);
    /* Linux says what can be had without swapping, caches included. */
    uint64_t kib = number_of(folder, "meminfo", "MemAvailable:");
    uint64_t most = kib == UINT64_MAX ? kib : ta_mul_sat(kib, 1024);
    most = ta_min_u64(
        most, in_groups(root, mounts, "memory", memory_one, memory_two));
    return most == UINT64_MAX ? 0 : most;
}

/* How many numbers are in a list such as 0-3,8. */
static uint64_t count_list(const char *list)
{
    uint64_t count = 0;
    for (const char *at = list;; at++) {
        uint64_t first = number_at(at), last = first;
        at += strspn(at, " \t0123456789");
        if (*at == '-') {
            last = number_at(++at);
            at += strspn(at, "0123456789");
        }
        if (first == UINT64_MAX || last == UINT64_MAX || last < first)
            return 0;
        count = ta_add_sat(count, last - first + 1);
        if (*at != ',')
            return count;
    }
}

unsigned ta_processors_in(const char *root)
{
    static const char *const mounts[2] = {"/sys/fs/cgroup/cpu",
                                          "/sys/fs/cgroup/cpu,cpuacct"};
    char folder[PATH], text[TEXT];
    snprintf(folder, sizeof folder, "%.2000s/proc/self", root);
    const char *list = read_text(folder, "status", text)
                           ? line_of(text, "Cpus_allowed_list:")
                           : NULL;
    uint64_t count = list != NULL ? count_list(list) : 0;
    uint64_t quota = in_groups(root, mounts, "cpu", quota_one, quota_two);
    if (count == 0 || quota < count)
        count = quota == UINT64_MAX ? 0 : quota;
    return (unsigned)ta_min_u64(count, 1 << 20);
}

uint64_t ta_free_memory(void)
{
    uint64_t bytes = ta_free_memory_in("");
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    if (bytes == 0) {
        long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
        if (pages > 0 && size > 0)
            bytes = (uint64_t)pages * (uint64_t)size;
    }
#endif
    return bytes;
}

unsigned ta_processors(void)
{
    unsigned count = ta_processors_in("");
#if defined(_SC_NPROCESSORS_ONLN)
    long online = count == 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 0;
    if (online > 0)
        count = (unsigned)online;
#endif
    return count > 0 ? count : 1;
}
