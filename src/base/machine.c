/* Finds out how much memory and how many processors the process may use. Linux
 * reports this in the folder /proc and in the files of control groups (version
 * 1 or 2). The process must obey the limits of its own control group and of all
 * groups above it. In a container some folders of these groups may be missing;
 * missing folders are ignored. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"

enum { TEXT = 1 << 14 };

/* Reads the file `name` in a folder, and finds the first line that begins with
 * the text `key`. Returns the number that follows `key` in this line. Returns
 * UINT64_MAX if there is no such line, or if no number follows, as in "max" or
 * "-1". */
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
    /* A number that is too large becomes UINT64_MAX, too. */
    return *at >= '0' && *at <= '9' ? strtoull(at, NULL, 10) : UINT64_MAX;
}

/* Returns how many bytes the processes of a control group of Linux may still
 * allocate. `folder` is the folder of the group. If the group has several
 * limits, the lowest one counts. Returns UINT64_MAX if the group has no limit,
 * and 1 if a limit is reached. Memory of cached files that are not in use
 * counts as free, since the system frees such memory when it is needed. */
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

/* Returns the number of processors that the CPU quota of a control group of
 * Linux allows, rounded up. For example, a quota of 150 ms in each period of
 * 100 ms allows 2 processors. Returns UINT64_MAX if the group has no quota. */
static uint64_t machine_quota_of_group(const char *folder)
{
    uint64_t quota = machine_read_number(folder, "cpu.cfs_quota_us", "");
    uint64_t period = machine_read_number(folder, "cpu.cfs_period_us", "");
    /* In version 2 of control groups, the file cpu.max has both the quota and
     * the period, such as "150000 100000". */
    if (quota == UINT64_MAX) {
        char key[32];
        quota = machine_read_number(folder, "cpu.max", "");
        snprintf(key, sizeof key, "%" PRIu64 " ", quota);
        period = machine_read_number(folder, "cpu.max", key);
    }
    return quota - 1 >= UINT64_MAX - 1 || period - 1 >= UINT64_MAX - 1
               ? UINT64_MAX
               : (quota - 1) / period + 1;
}

/* Calls allowed(folder) for the control group of the process and for each group
 * above it, and returns the least result. The path of the group is read from
 * /proc/self/cgroup, where each line is hierarchy:controllers:path. In version
 * 2 of control groups, the folder of the group is /sys/fs/cgroup/path. In
 * version 1 it is /sys/fs/cgroup/CONTROLLER/path, with the first controller in
 * the line. `root` is put before all paths; it is "" except in tests. */
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
    /* MemAvailable is the estimate of Linux for the memory that programs can
     * still allocate without swapping. It includes memory of caches. */
    const uint64_t kib =
        machine_read_number(root, "proc/meminfo", "MemAvailable:");
    return ta_min_u64(ta_mul_sat(kib, 1024),
                      machine_least_allowed(root, machine_free_in_group));
}

uint64_t tai_processors_in(const char *root)
{
    return machine_least_allowed(root, machine_quota_of_group);
}

uint64_t ta_free_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t free = tai_free_memory_in(""),
                   all = pages > 0 ? (uint64_t)pages * (uint64_t)size : 0;
    return free != UINT64_MAX ? free : all;
}

unsigned tai_processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t count = online > 0 ? (uint64_t)online : 1;
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = (uint64_t)CPU_COUNT(&set);
#endif
    return (unsigned)ta_min_u64(count, tai_processors_in(""));
}
