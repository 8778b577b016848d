/* peak COMMAND...: runs it and prints, after all that it prints itself, how
 * much memory it had at its peak: the resident bytes; and how many pages it
 * touched first. A small program does this, since a child begins with what its
 * parent has. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    pid_t child = fork();
    if (child == 0) {
        execv(argv[1], argv + 1);
        _exit(127);
    }
    struct rusage used;
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child ||
        getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 1;
    printf("\npeak %ld\n",
           1024 * used.ru_maxrss); /* The system reports it in KiB. */
    printf("faults %ld\n", used.ru_minflt);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
