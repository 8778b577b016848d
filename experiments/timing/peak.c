/* peak COMMAND [ARGUMENT...]: runs the command and then prints, as the last
 * line on stderr, `peak_bytes: B`, the most memory it had resident. Ends with
 * the command's own status. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: peak COMMAND [ARGUMENT...]\n");
        return 2;
    }
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || waitpid(child, &status, 0) != child ||
        getrusage(RUSAGE_CHILDREN, &used) != 0) {
        perror("peak");
        return 1;
    }
#ifdef __APPLE__ /* in bytes there, in kibibytes elsewhere */
    long long unit = 1;
#else
    long long unit = 1024;
#endif
    fprintf(stderr, "peak_bytes: %lld\n", unit * used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
