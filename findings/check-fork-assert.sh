#!/bin/sh
# A failed assertion in a process that the test itself has forked.
#
# Guess: a failed assertion ends the process that it is in; the test, which waits
# for its child, sees an exit status that is not 0. CK_FORK=no changes that only
# for the process that runs the tests.
# Seen: with CK_FORK=no the child leaves the test only: it runs the tests that
# come next, prints a summary of its own, and returns from main. Output and effects
# of later tests are there twice. With CK_FORK=yes, they are there once.
# Version: Check 0.15.2 of Debian 12.
# Why it matters: CK_FORK=no is for debuggers and sanitizers. A test of a computation
# that is stopped and resumed forks; if it fails there, two processes go on and
# write the same files. In a child, use plain conditions and _exit.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >t.c <<'END'
#include <check.h>
#include <sys/wait.h>
#include <unistd.h>
START_TEST(first) {
    if (fork() == 0)
        ck_assert_int_eq(1, 2);
    wait(NULL);
} END_TEST
START_TEST(second) {
    (void)!write(1, "second test\n", 12);
} END_TEST
int main(void) {
    Suite *suite = suite_create("s");
    TCase *tests = tcase_create("t");
    tcase_add_test(tests, first);
    tcase_add_test(tests, second);
    suite_add_tcase(suite, tests);
    srunner_run_all(srunner_create(suite), CK_MINIMAL);
}
END
{
    apt-get download check=0.15.2-2+b1 libsubunit-dev=1.4.0-3 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        "${CC:-cc}" -Iusr/include -o t t.c usr/lib/*/libcheck.a usr/lib/*/libsubunit.a -lm -lrt -pthread
} >log 2>&1 || { echo "Check 0.15.2 cannot be installed" >&2; exit 77; }

for row in yes:1 no:2; do
    env -i "CK_FORK=${row%:*}" ./t >out 2>&1
    for line in '^second test$' '^[0-9]*%: Checks: 2,'; do
        count=$(grep -c "$line" out)
        [ "$count" -eq "${row#*:}" ] ||
            { echo "CK_FORK=${row%:*}: the line $line is there $count times, not ${row#*:}" >&2; exit 1; }
    done
done
