#!/usr/bin/env python3
"""The lines of equivalent.tsv are there. mutants.py runs for hours and seldom;
this runs with every `make check`."""
import os
import sys

sys.dont_write_bytecode = True
from mutants import ROOT, equivalent_lines

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
for problem in problems:
    print(f"failed: {problem}")
share = 100 * (checks - len(problems)) // max(checks, 1)
print(f"{share}%: Checks: {checks}, Failures: {len(problems)}, Errors: 0")
sys.exit(1 if problems else 0)
