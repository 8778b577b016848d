/* Memory and processors by made-up trees of /proc and /sys/fs/cgroup. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/machine.h"
#include "testing.h"

enum { MIB = 1 << 20, GIB = 1 << 30 };

/* A tree of files, each a text "path=content", and what follows from it: the
 * memory and the processors, where 0 stands for no limit. */
typedef struct tree {
    const char *name;
    uint64_t memory, processors;
    const char *files[16];
} tree;

#define MEMINFO "/proc/meminfo=MemTotal: 9 kB\nMemAvailable: 8388608 kB"
#define GROUP   "/proc/self/cgroup="
#define TWO     "/sys/fs/cgroup"
#define ONE     "/sys/fs/cgroup/memory"
#define CPU     "/sys/fs/cgroup/cpu" /* a link to cpu,cpuacct */
#define STEP    "/slurm/job_7/step_0/task_0"
#define UNIT    "/system.slice/x.service"
#define FREE    "9223372036854771712"

static const tree trees[] = {
    {"nothing", 0, 0, {NULL}},
    {"no groups", (uint64_t)8 * GIB, 0, {MEMINFO}},
    {"two, root as a container sees it",
     300 * MIB,
     2,
     {MEMINFO, GROUP "0::/", TWO "/memory.max=419430400",
      TWO "/memory.current=104857600", TWO "/cpu.max=150000 100000"}},
    {"two, by systemd: MemoryMax of the unit",
     90 * MIB,
     0,
     {MEMINFO, GROUP "0::" UNIT, TWO UNIT "/memory.max=104857600",
      TWO UNIT "/memory.current=10485760", TWO "/system.slice/memory.max=max",
      TWO "/cpu.max=max 100000"}},
    {"two, the limit stands above: Slurm",
     100 * MIB,
     3,
     {MEMINFO, GROUP "0::" STEP, TWO STEP "/memory.max=max",
      TWO STEP "/memory.current=4096", TWO "/slurm/job_7/memory.max=209715200",
      TWO "/slurm/job_7/memory.current=104857600",
      TWO "/slurm/job_7/cpu.max=250000 100000"}},
    {"two, the nearest is not the least; cached files count as free",
     150 * MIB,
     1,
     {MEMINFO, GROUP "0::/a/b", TWO "/a/b/memory.max=419430400",
      TWO "/a/b/memory.current=0", TWO "/a/memory.max=209715200",
      TWO "/a/memory.current=104857600",
      TWO "/a/memory.stat=anon 5\ninactive_anon 7\ninactive_file 52428800",
      TWO "/a/b/cpu.max=300000 100000", TWO "/a/cpu.max=1000 100000"}},
    {"two, throttled before it is killed",
     50 * MIB,
     0,
     {MEMINFO, GROUP "0::/a", TWO "/a/memory.max=419430400",
      TWO "/a/memory.high=52428800", TWO "/a/memory.current=0"}},
    {"two, more used than allowed",
     1,
     0,
     {MEMINFO, GROUP "0::/a", TWO "/a/memory.max=4096",
      TWO "/a/memory.current=8192"}},
    {"one, nested",
     100 * MIB,
     2,
     {MEMINFO,
      GROUP "9:memory:/job/step\n4:cpu,cpuacct:/job\n1:name=systemd:/x",
      ONE "/job/step/memory.limit_in_bytes=" FREE,
      ONE "/job/step/memory.usage_in_bytes=4096",
      ONE "/job/memory.limit_in_bytes=209715200",
      ONE "/job/memory.usage_in_bytes=157286400",
      ONE "/job/memory.stat=inactive_file 1\ntotal_inactive_file 52428800",
      ONE "/memory.limit_in_bytes=" FREE, CPU "/job/cpu.cfs_quota_us=110000",
      CPU "/job/cpu.cfs_period_us=100000", CPU "/cpu.cfs_quota_us=-1",
      CPU "/cpu.cfs_period_us=100000"}},
    {"one, in a container: the path is the host's",
     200 * MIB,
     0,
     {MEMINFO, GROUP "9:memory:/docker/0123\n3:cpuset:/docker/0123",
      ONE "/memory.limit_in_bytes=209715200"}},
    {"hybrid: processes in two, memory in one",
     64 * MIB,
     1,
     {MEMINFO, GROUP "5:memory:/a\n2:cpu:/a\n0::/b",
      ONE "/a/memory.limit_in_bytes=67108864", TWO "/unified/b/memory.max=max",
      CPU "/a/cpu.cfs_quota_us=50000", CPU "/a/cpu.cfs_period_us=100000"}},
    {"names that only resemble",
     (uint64_t)8 * GIB,
     0,
     {MEMINFO, GROUP "9:memory2,mem:/a\n4:cpuset:/a",
      ONE "/a/memory.limit_in_bytes=4096", CPU "/a/cpu.cfs_quota_us=1000",
      CPU "/a/cpu.cfs_period_us=100000"}},
    {"garbage",
     (uint64_t)8 * GIB,
     0,
     {MEMINFO, GROUP "\n:\n::\nx\n0::/../../a\n0:/a\n9:memory",
      TWO "/memory.max=-5", TWO "/memory.high=99999999999999999999999",
      TWO "/memory.current=x", TWO "/cpu.max=\n", ONE "/memory.limit_in_bytes=",
      CPU "/cpu.cfs_quota_us=0", CPU "/cpu.cfs_period_us=0"}},
    {"garbage in /proc",
     0,
     0,
     {"/proc/meminfo=MemAvailable: much", GROUP "0::"}},
};

/* Writes one file of a tree, with a line end unless it is empty. */
static void put(const char *root, const char *file)
{
    static char full[20200];
    const char *content = strchr(file, '=') + 1;
    snprintf(full, sizeof full, "%s%.*s", root, (int)(content - 1 - file),
             file);
    for (char *slash = full + strlen(root) + 1;
         (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
        *slash = '\0';
        ck_assert(mkdir(full, 0777) == 0 || errno == EEXIST);
    }
    FILE *f = fopen(full, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fprintf(f, *content != '\0' ? "%s\n" : "%s", content), 0);
    ck_assert_int_eq(fclose(f), 0);
}

static char root[] = "/tmp/t-machine-XXXXXX";

static void make_root(void)
{
    strcpy(strrchr(root, '-'), "-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(root));
}

static void remove_root(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", root);
    ck_assert_int_eq(system(command), 0);
}

TEST(made_up_trees, sizeof trees / sizeof *trees)
{
    const tree *t = &trees[_i];
    for (size_t k = 0; t->files[k] != NULL; k++)
        put(root, t->files[k]);
    const uint64_t memory = tai_free_memory_in(root);
    const uint64_t processors = tai_processors_in(root);
    ck_assert_msg(memory == t->memory - (t->memory == 0) &&
                      processors == t->processors - (t->processors == 0),
                  "%s: memory %llu, processors %llu", t->name,
                  (unsigned long long)memory, (unsigned long long)processors);
}

/* A path as long as paths may be, and one longer, do no harm. */
TEST(long_paths, 1)
{
    static char line[20000];
    for (size_t length = 100; length < sizeof line; length += 1234) {
        memset(line, 'x', length);
        memcpy(line, GROUP "0::/", sizeof GROUP "0::/" - 1);
        for (size_t k = 100; k < length; k += 100)
            line[k] = '/';
        put(root, line);
        ck_assert_uint_eq(tai_free_memory_in(root), UINT64_MAX);
    }
}

TEST(this_machine, 1)
{
    ck_assert_uint_gt(ta_free_memory(), 1 << 20);
    ck_assert_uint_ge(tai_processors(), 1);
#ifdef __linux__
    cpu_set_t all, one;
    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    ck_assert_uint_le(tai_processors(), (unsigned)CPU_COUNT(&all));
    size_t cpu = 0;
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
    ck_assert_uint_eq(tai_processors(), 1);
    ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
#endif
}

TEST_FIXTURE(make_root, remove_root)
