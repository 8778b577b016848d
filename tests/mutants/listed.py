#!/usr/bin/env python3
"""What mutants.py names by hand is there: the lines of equivalent.tsv, for each
room of src the unit tests that know it best, and each of these tests. It runs
for hours and seldom; this runs with every `make check`."""
import os
import sys

sys.dont_write_bytecode = True
from mutants import ROOT, TESTS, equivalent_lines

problems = []
checks = 0


def check(true, problem):
    global checks
    checks += 1
    if not true:
        problems.append(problem)


for path, text, *_change in equivalent_lines():
    check(os.path.exists(os.path.join(ROOT, path)), f"equivalent.tsv: no file {path}")
    if os.path.exists(os.path.join(ROOT, path)):
        with open(os.path.join(ROOT, path), encoding="utf-8") as source:
            check(text in {x.strip() for x in source.read().splitlines()},
                  f"equivalent.tsv: {path} has no line '{text}'")
for room, tests in TESTS.items():
    check(os.path.isdir(os.path.join(ROOT, room)), f"mutants.py: no room {room}")
    for test in tests.split():
        check(os.path.exists(os.path.join(ROOT, "tests", test + ".c")),
              f"mutants.py: no test {test}")
for name in os.listdir(os.path.join(ROOT, "src")):
    folder = os.path.join(ROOT, "src", name)
    if os.path.isdir(folder) and any(f.endswith(".c") for f in os.listdir(folder)):
        # takeaway-mpi is no part of the library: tests/mpi runs it.
        check(f"src/{name}" in TESTS or name == "mpi",
              f"mutants.py: no tests for src/{name}")

for problem in problems:
    print(f"failed: {problem}")
share = 100 * (checks - len(problems)) // max(checks, 1)
print(f"{share}%: Checks: {checks}, Failures: {len(problems)}, Errors: 0")
sys.exit(1 if problems else 0)
