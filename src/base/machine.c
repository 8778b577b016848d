/* Memory and processors that the process may use. On Linux these follow from
 * /proc and from control groups of version 2 or 1: the group of the process and
 * every group above. A container may see its group as the root, so folders that
 * are missing are passed over. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"

enum { TEXT = 1 << 14 };

/* Returns the number that follows `key` in the first line of a file that begins
 * with `key`. Returns UINT64_MAX if there is no such line, or if no number
 * follows, as in "max" and "-1". */
static uint64_t machine_read_number(const char *folder, const char *name,
                                    const char *key)
{
    char path[TEXT], line[TEXT], *at = NULL;
    snprintf(path, sizeof path, "%.8000s/%s", folder, name);
    FILE *f = fopen(path, "r");
    while (f != NULL && at == NULL && fgets(line, sizeof line, f) != NULL)
        at = strncmp(line, key, strlen(key)) == 0 ? line + strlen(key) : NULL;
    if (f != NULL)
        fclose(f);
    if (at == NULL)
        return UINT64_MAX;
    at += strspn(at, " \t");
    errno = 0;
    const unsigned long long x = strtoull(at, NULL, 10);
    return *at >= '0' && *at <= '9' && errno == 0 ? x : UINT64_MAX;
}

/* Returns how many bytes the processes of a group may still allocate, by the
 * strictest limit of the group; UINT64_MAX without a limit. Cached files that
 * are not in use count as free, since the system gives them back first. */
static uint64_t machine_free_in_group(const char *folder)
{
    static const char *const names[][3] = {
        {"memory.max", "memory.current", "inactive_file "},
        {"memory.high", "memory.current", "inactive_file "},
        {"memory.limit_in_bytes", "memory.usage_in_bytes",
         "total_inactive_file "}};
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < 3; k++) {
        const uint64_t limit = machine_read_number(folder, names[k][0], ""),
                       files = machine_read_number(folder, "memory.stat",
                                                   names[k][2]);
        uint64_t used = machine_read_number(folder, names[k][1], "");
        used = used == UINT64_MAX ? 0 : used;
        used -= files < used ? files : 0;
        if (limit != UINT64_MAX)
            least = ta_min_u64(least, limit > used ? limit - used : 1);
    }
    return least;
}

/* Returns the number of processors that the quota of a group is worth, rounded
 * up; UINT64_MAX without a quota. */
static uint64_t machine_quota_of_group(const char *folder)
{
    uint64_t quota = machine_read_number(folder, "cpu.cfs_quota_us", "");
    uint64_t period = machine_read_number(folder, "cpu.cfs_period_us", "");
    if (quota == UINT64_MAX) { /* version 2: "QUOTA PERIOD" */
        char key[32];
        quota = machine_read_number(folder, "cpu.max", "");
        snprintf(key, sizeof key, "%" PRIu64 " ", quota);
        period = machine_read_number(folder, "cpu.max", key);
    }
    return quota - 1 >= UINT64_MAX - 1 || period - 1 >= UINT64_MAX - 1
               ? UINT64_MAX
               : (quota - 1) / period + 1;
}

/* Returns the minimum of allowed() over the groups of the process and the
 * groups above. The lines of /proc/self/cgroup are hierarchy:controllers:path.
 * In version 1 the name of the first controller is, or links to, the folder. */
static uint64_t machine_least_allowed(const char *root,
                                      uint64_t (*allowed)(const char *folder))
{
    char line[TEXT], folder[TEXT];
    uint64_t least = UINT64_MAX;
    snprintf(folder, sizeof folder, "%.2000s/proc/self/cgroup", root);
    FILE *f = fopen(folder, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        char *path = line;
        strsep(&path, ":");
        char *const name = strsep(&path, ":");
        if (path == NULL)
            continue;
        path[strcspn(path, "\n")] = '\0';
        name[strcspn(name, ",")] = '\0';
        for (char *cut = path + strlen(path); cut; cut = strrchr(path, '/')) {
            *cut = '\0';
            snprintf(folder, sizeof folder, "%.2000s/sys/fs/cgroup/%.200s%s",
                     root, name, path);
            least = ta_min_u64(least, allowed(folder));
        }
    }
    if (f != NULL)
        fclose(f);
    return least;
}

uint64_t tai_free_memory_in(const char *root)
{
    /* MemAvailable is an estimate, by Linux, of the memory that is free without
     * swapping, caches included. */
    const uint64_t kib =
        machine_read_number(root, "proc/meminfo", "MemAvailable:");
    const uint64_t most =
        ta_min_u64(ta_mul_sat(kib, 1024),
                   machine_least_allowed(root, machine_free_in_group));
    return most == UINT64_MAX ? 0 : most;
}

unsigned tai_processors_in(const char *root)
{
    const uint64_t most = machine_least_allowed(root, machine_quota_of_group);
    return most == UINT64_MAX ? 0 : (unsigned)ta_min_u64(most, 1 << 20);
}

uint64_t ta_free_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t bytes = tai_free_memory_in("");
    if (bytes != 0 || pages <= 0 || size <= 0)
        return bytes;
    return (uint64_t)pages * (uint64_t)size;
}

unsigned tai_processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned count = online > 0 ? (unsigned)online : 1;
    const unsigned quota = tai_processors_in("");
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = (unsigned)CPU_COUNT(&set);
#endif
    return quota > 0 && quota < count ? quota : count;
}
