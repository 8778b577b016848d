/* Tests that should not pass, one a run; NAUGHTY chooses. Run by tests/make.sh.
 */
#include "../testing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(naughty_test, 1)
{
    const char *how = getenv("NAUGHTY");
    if (how != NULL && strcmp(how, "exit") == 0)
        exit(EXIT_SUCCESS);
    if (how == NULL || strcmp(how, "child") != 0)
        return;
    const pid_t child = fork();
    if (child == 0)
        ck_assert_int_eq(1, 2);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
}
