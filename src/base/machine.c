/* Memory and processors that the process may use, on Linux by /proc and by the
 * control groups of the process: its own and every one above, of version 2 and
 * of version 1, whose files have different names. A container may see its group
 * as the root, under another name than /proc gives it: folders that are missing
 * are passed over, and the files of those above them are read. */
#include "base/machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 1 << 14, PATH = 1 << 13 };

/* Returns the number that a text begins with; UINT64_MAX if there is none
 * ("max", "-1"), or no limit. */
static uint64_t number_at(const char *text)
{
    text += strspn(text, " \t");
    errno = 0;
    uint64_t x =
        strspn(text, "0123456789") > 0 ? strtoull(text, NULL, 10) : UINT64_MAX;
    return errno == 0 ? x : UINT64_MAX;
}

/* Reads a file, and returns what follows `key` at the beginning of a line; ""
 * if there is no such line. */
static const char *read_line(char text[TEXT], const char *folder,
                             const char *name, const char *key)
{
    char path[PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    text[f != NULL ? fread(text, 1, TEXT - 1, f) : 0] = '\0';
    if (f != NULL)
        fclose(f);
    while (strncmp(text, key, strlen(key)) != 0) {
        text += strcspn(text, "\n");
        if (*text++ == '\0')
            return "";
    }
    return text + strlen(key);
}

static uint64_t number_of(const char *folder, const char *name, const char *key)
{
    char text[TEXT];
    return number_at(read_line(text, folder, name, key));
}

/* ---- control groups ---- */

/* Returns what a group leaves of its limit. Cached files that are not in use
 * are given back first, and count as free. */
static uint64_t free_in_group(const char *folder)
{
    uint64_t limit = ta_min_u64(number_of(folder, "memory.max", ""),
                                number_of(folder, "memory.high", ""));
    limit = ta_min_u64(limit, number_of(folder, "memory.limit_in_bytes", ""));
    uint64_t used = ta_min_u64(number_of(folder, "memory.current", ""),
                               number_of(folder, "memory.usage_in_bytes", ""));
    uint64_t files = number_of(folder, "memory.stat", "total_inactive_file ");
    if (files == UINT64_MAX) /* version 2 */
        files = number_of(folder, "memory.stat", "inactive_file ");
    if (limit == UINT64_MAX || used == UINT64_MAX)
        return limit;
    used -= files < used ? files : 0;
    return limit > used ? limit - used : 1;
}

/* Returns the processors that a group's share of time is worth. */
static uint64_t quota_of_group(const char *folder)
{
    char text[TEXT];
    uint64_t quota = number_of(folder, "cpu.cfs_quota_us", "");
    uint64_t period = number_of(folder, "cpu.cfs_period_us", "");
    if (quota == UINT64_MAX) { /* version 2: "max 100000" */
        quota = number_at(read_line(text, folder, "cpu.max", ""));
        const char *second = strchr(text, ' ');
        period = second != NULL ? number_at(second) : 100000;
    }
    return quota == UINT64_MAX || quota == 0 || period == UINT64_MAX ||
                   period == 0
               ? UINT64_MAX
               : quota / period + (quota % period != 0);
}

/* Finds the path of the process's group under a controller of version 1, or of
 * version 2 for "", in lines of hierarchy:controller,controller:path. */
static void find_group(const char *root, const char *controller, char *path)
{
    char folder[PATH], text[TEXT], key[16], *rest;
    path[0] = '\0';
    snprintf(folder, sizeof folder, "%.2000s/proc/self", root);
    const size_t length = (size_t)snprintf(key, sizeof key, ",%s", controller);
    read_line(text, folder, "cgroup", "");
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *at = strchr(line, ':');
        char *group = at != NULL ? strchr(at + 1, ':') : NULL;
        if (group == NULL || strstr(group, "..") != NULL)
            continue;
        *at = ',';
        *group = '\0';
        while ((at = strstr(at, key)) != NULL &&
               strchr(",", at[length]) == NULL)
            at++;
        if (at != NULL && (length > 1 || at[1] == '\0'))
            snprintf(path, PATH / 2, "%s", group + 1);
    }
}

/* Returns the least of what is allowed by the groups of the process and those
 * above them. */
static uint64_t least_allowed(const char *root,
                              uint64_t (*allowed)(const char *folder))
{
    static const char *const mounts[][2] = {
        {"", ""},       {"/unified", ""}, {"/memory", "memory"},
        {"", "memory"}, {"/cpu", "cpu"},  {"/cpu,cpuacct", "cpu"}};
    char path[PATH / 2], folder[PATH], *slash = path;
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < sizeof mounts / sizeof *mounts; k++) {
        find_group(root, mounts[k][1], path);
        do {
            snprintf(folder, sizeof folder, "%.2000s/sys/fs/cgroup%s%s", root,
                     mounts[k][0], path);
            least = ta_min_u64(least, allowed(folder));
            slash = strrchr(path, '/');
            if (slash != NULL)
                *slash = '\0';
        } while (slash != NULL);
    }
    return least;
}

/* ---- the machine ---- */

uint64_t ta_free_memory_in(const char *root)
{
    char folder[PATH];
    snprintf(folder, sizeof folder, "%.2000s/proc", root);
    /* Linux says what can be had without swapping, caches included. */
    uint64_t kib = number_of(folder, "meminfo", "MemAvailable:");
    uint64_t most = kib == UINT64_MAX ? kib : ta_mul_sat(kib, 1024);
    most = ta_min_u64(most, least_allowed(root, free_in_group));
    return most == UINT64_MAX ? 0 : most;
}

unsigned ta_processors_in(const char *root)
{
    char folder[PATH], text[TEXT];
    snprintf(folder, sizeof folder, "%.2000s/proc/self", root);
    const char *at = read_line(text, folder, "status", "Cpus_allowed_list:");
    uint64_t count = 0;
    for (bool more = true; more; at++) { /* a list such as 0-3,8 */
        uint64_t first = number_at(at), last = first;
        at += strspn(at, " \t0123456789");
        if (*at == '-') {
            last = number_at(++at);
            at += strspn(at, "0123456789");
        }
        const bool good = first <= last && last != UINT64_MAX;
        count = good ? ta_add_sat(count, last - first + 1) : 0;
        more = good && *at == ',';
    }
    uint64_t quota = least_allowed(root, quota_of_group);
    if (count == 0 || quota < count)
        count = quota == UINT64_MAX ? 0 : quota;
    return (unsigned)ta_min_u64(count, 1 << 20);
}

uint64_t ta_free_memory(void)
{
    uint64_t bytes = ta_free_memory_in("");
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (bytes == 0 && pages > 0 && size > 0)
        bytes = (uint64_t)pages * (uint64_t)size;
#endif
    return bytes;
}

unsigned ta_processors(void)
{
    const unsigned count = ta_processors_in("");
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? count : online > 0 ? (unsigned)online : 1;
}
