/* Linux reports memory and processors in /proc and in the files of control
 * groups (version 1 or 2). The limits of a process's own group and of all above
 * it hold; folders missing in a container are ignored. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"

enum { TEXT = 1 << 14 };

/* Returns the number after `key` in the first line that begins with it;
 * UINT64_MAX without such a line or number. */
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
    /* Too large becomes UINT64_MAX, too. */
    return *at >= '0' && *at <= '9' ? strtoull(at, NULL, 10) : UINT64_MAX;
}

/* Returns the bytes that a group may still allocate by its lowest limit:
 * UINT64_MAX without one, 1 at it. Inactive cached files are free. */
static uint64_t machine_free_in_group(const char *folder)
{
    static const char *const names[][3] = {
        {"memory.max", "memory.current", "inactive_file "},
        {"memory.high", "memory.current", "inactive_file "},
        {"memory.limit_in_bytes", "memory.usage_in_bytes",
         "total_inactive_file "}};
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < 3; k++) {
        const uint64_t limit = machine_read_number(folder, names[k][0], "");
        /* Most groups have none. */
        if (limit == UINT64_MAX)
            continue;
        const uint64_t files =
            machine_read_number(folder, "memory.stat", names[k][2]);
        uint64_t used = machine_read_number(folder, names[k][1], "");
        used = used == UINT64_MAX ? 0 : used;
        used -= files < used ? files : 0;
        least = tai_min_u64(least, limit > used ? limit - used : 1);
    }
    return least;
}

/* Returns the processors of a quota, rounded up;
 * UINT64_MAX without one. */
static uint64_t machine_quota_of_group(const char *folder)
{
    uint64_t quota = machine_read_number(folder, "cpu.cfs_quota_us", "");
    uint64_t period = machine_read_number(folder, "cpu.cfs_period_us", "");
    /* Version 2: "150000 100000" in cpu.max. */
    if (quota == UINT64_MAX) {
        char key[32];
        quota = machine_read_number(folder, "cpu.max", "");
        snprintf(key, sizeof key, "%" PRIu64 " ", quota);
        period = machine_read_number(folder, "cpu.max", key);
    }
    /* 0 and UINT64_MAX are none. */
    return quota - 1 >= UINT64_MAX - 1 || period - 1 >= UINT64_MAX - 1
               ? UINT64_MAX
               : (quota - 1) / period + 1;
}

/* Returns the least allowed(folder) over the group of the process and all above
 * it. A line of /proc/self/cgroup is hierarchy:controllers:path; the folder is
 * /sys/fs/cgroup/path in version 2, /sys/fs/cgroup/CONTROLLER/path in version
 * 1. */
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
        /* From the group upwards. */
        char *cut = strcmp(path, "/") == 0 ? path : path + strlen(path);
        for (; cut != NULL; cut = strrchr(path, '/')) {
            *cut = '\0';
            snprintf(folder, sizeof folder, "%.2000s/sys/fs/cgroup/%.200s%s",
                     root, name, path);
            least = tai_min_u64(least, allowed(folder));
        }
    }
    if (f != NULL)
        fclose(f);
    return least;
}

uint64_t tai_free_memory_in(const char *root)
{
    /* What can be allocated without swapping, caches included. */
    const uint64_t kib =
        machine_read_number(root, "proc/meminfo", "MemAvailable:");
    return tai_min_u64(tai_mul_sat(kib, 1024),
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

uint64_t tai_resident_bytes(const char *line)
{
    const uint64_t kib = machine_read_number("/proc/self", "status", line);
    return kib != UINT64_MAX ? 1024 * kib : 0;
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
    return (unsigned)tai_min_u64(count, tai_processors_in(""));
}
