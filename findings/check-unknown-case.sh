#!/bin/sh
# CK_RUN_CASE with the name of a test case that does not exist.
#
# Guess: Check says that there is no such case, or the number of failed tests, from
# which programs make their exit status, is not 0.
# Seen: no test runs, the summary is "100%: Checks: 0, Failures: 0, Errors: 0", and
# no test has failed. CK_RUN_SUITE does the same.
# Version: Check 0.15.2 of Debian 12.
# Why it matters: while a bug is mended its test is run alone, a hundred times or in
# a bisection; with a name misspelled or since changed, each commit passes. Let
# the program fail if srunner_ntests_run is 0.
#
# Exit status: 0 as recorded, 1 changed, 77 not installed.
set -u
folder=$(mktemp -d) || exit 77
trap 'rm -rf "$folder"' EXIT; trap 'exit 1' HUP INT TERM
cd "$folder" || exit 77
cat >t.c <<'END'
#include <check.h>
START_TEST(fails) {
    ck_assert_int_eq(1, 2);
} END_TEST
int main(void) {
    Suite *suite = suite_create("suite");
    TCase *tests = tcase_create("values");
    tcase_add_test(tests, fails);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_MINIMAL);
    return srunner_ntests_failed(runner);
}
END
{
    apt-get download check=0.15.2-2+b1 libsubunit-dev=1.4.0-3 &&
        for package in ./*.deb; do dpkg -x "$package" . || exit 77; done &&
        "${CC:-cc}" -Iusr/include -o t t.c usr/lib/*/libcheck.a usr/lib/*/libsubunit.a -lm -lrt -pthread
} >log 2>&1 || { echo "Check 0.15.2 cannot be installed" >&2; exit 77; }

# is STATUS CHECKS VARIABLE=NAME
is() {
    env -i "$3" ./t >out 2>&1
    status=$?
    [ "$status" -eq "$1" ] && grep -q "%: Checks: $2, " out ||
        { echo "$3: status $status, $(cat out)" >&2; exit 1; }
}
is 1 1 CK_RUN_CASE=values
is 0 0 CK_RUN_CASE=value
is 1 1 CK_RUN_SUITE=suite
is 0 0 CK_RUN_SUITE=suites
grep -q '100%: Checks: 0, Failures: 0, Errors: 0' out || { echo "the summary: $(cat out)" >&2; exit 1; }
