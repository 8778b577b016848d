/* Memory and processors that the process may use, on Linux by /proc and by the
 * control groups of the process: its own and every one above, of version 2 and
 * of version 1. A container may see its group as the root, under another name
 * than /proc gives it: folders that are missing are passed over. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"

enum { TEXT = 1 << 14 };

/* Returns the number that a text begins with; UINT64_MAX for another text
 * ("max", "-1") or a larger number. */
static uint64_t number_at(const char *text)
{
    text += strspn(text, " \t");
    errno = 0;
    const uint64_t x = strtoull(text, NULL, 10);
    return *text >= '0' && *text <= '9' && errno == 0 ? x : UINT64_MAX;
}

/* Reads a file, and returns what follows `key` at the beginning of a line; ""
 * if there is no such line. */
static const char *read_line(char text[TEXT], const char *folder,
                             const char *name, const char *key)
{
    char path[TEXT];
    snprintf(path, sizeof path, "%.8000s/%s", folder, name);
    FILE *f = fopen(path, "r");
    bool found = false;
    while (f != NULL && !found && fgets(text, TEXT, f) != NULL)
        found = strncmp(text, key, strlen(key)) == 0;
    if (f != NULL)
        fclose(f);
    return found ? text + strlen(key) : "";
}

static uint64_t number_of(const char *folder, const char *name, const char *key)
{
    char text[TEXT];
    return number_at(read_line(text, folder, name, key));
}

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

/* Returns the processors that a group's share of time is worth, rounded up. */
static uint64_t quota_of_group(const char *folder)
{
    char text[TEXT];
    const char *at = read_line(text, folder, "cpu.max", ""); /* "max 100000" */
    const uint64_t quota =
        ta_min_u64(number_at(at), number_of(folder, "cpu.cfs_quota_us", ""));
    const uint64_t period =
        ta_min_u64(number_at(at + strcspn(at, " ")),
                   number_of(folder, "cpu.cfs_period_us", ""));
    const bool any = quota != 0 && period != 0 && period != UINT64_MAX;
    return any && quota != UINT64_MAX ? (quota - 1) / period + 1 : UINT64_MAX;
}

/* Returns the least that the groups of the process and those above them allow,
 * by the lines hierarchy:controllers:path of /proc/self/cgroup. */
static uint64_t least_allowed(const char *root,
                              uint64_t (*allowed)(const char *folder))
{
    char text[TEXT], folder[TEXT], mount[204] = "/", first[204], path[4001];
    const char *const mounts[] = {"", "/unified", mount, first};
    uint64_t least = UINT64_MAX;
    snprintf(folder, sizeof folder, "%.2000s/proc/self/cgroup", root);
    FILE *f = fopen(folder, "r");
    while (f != NULL && fgets(text, sizeof text, f) != NULL) {
        mount[1] = '\0';
        if (sscanf(text, "%*[^:]:%200[^:\n]:%4000[^\n]", mount + 1, path) < 2 &&
            sscanf(text, "%*[^:]::%4000[^\n]", path) < 1)
            continue;
        if (strstr(path, "..") != NULL)
            path[0] = '\0';
        /* The name of one of a few controllers is a link to their folder. */
        snprintf(first, sizeof first, "%.*s", (int)strcspn(mount, ","), mount);
        for (size_t k = 0; k < 4; k++)
            for (size_t end = strlen(path) + 1; end-- > 0;)
                if (path[end] == '\0' || path[end] == '/') {
                    snprintf(folder, sizeof folder,
                             "%.2000s/sys/fs/cgroup%s%.*s", root, mounts[k],
                             (int)end, path);
                    least = ta_min_u64(least, allowed(folder));
                }
    }
    if (f != NULL)
        fclose(f);
    return least;
}

uint64_t ta_free_memory_in(const char *root)
{
    /* Linux says what can be had without swapping, caches included. */
    const uint64_t kib = number_of(root, "proc/meminfo", "MemAvailable:");
    const uint64_t most =
        ta_min_u64(ta_mul_sat(kib, 1024), least_allowed(root, free_in_group));
    return most == UINT64_MAX ? 0 : most;
}

unsigned ta_processors_in(const char *root)
{
    static const char digits[] = "0123456789abcdef";
    char text[TEXT];
    const char *at = read_line(text, root, "proc/self/status", "Cpus_allowed:");
    uint64_t count = 0, quota = least_allowed(root, quota_of_group);
    for (at += strspn(at, " \t"); *at > ' '; at++) { /* such as ff,ffffffff */
        const char *digit = strchr(digits, *at);
        count += digit != NULL ? ta_popcount((uint64_t)(digit - digits)) : 0;
    }
    if (count == 0 || quota < count)
        count = quota == UINT64_MAX ? 0 : quota;
    return (unsigned)ta_min_u64(count, 1 << 20);
}

uint64_t ta_free_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t bytes = ta_free_memory_in("");
    return bytes == 0 && pages > 0 && size > 0
               ? (uint64_t)pages * (uint64_t)size
               : bytes;
}

unsigned ta_processors(void)
{
    const unsigned count = ta_processors_in("");
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? count : online > 0 ? (unsigned)online : 1;
}
