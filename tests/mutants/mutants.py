#!/usr/bin/env python3
"""Single-operator changes in src, and whether a test notices.

mutants.py [--count K] [--seed S] [--only TEXT] [--without TEXT] [--jobs J]
           [--units]

Picks K places of src/**/*.c at random, in files whose path has the text of
--only and not that of --without, changes one operator or constant there, builds
a copy of the tree with it, and runs the tests that reach the line (reach.py),
the shortest first; with --units no cases of the command line. A mutant is killed
if a test fails, hangs or crashes; where no test reaches the line it survives.
Prints a TSV line for each: place, change, outcome, what killed it, the line; at
the end the share killed. Mutants listed in equivalent.tsv (place by its line's
text, with the reason) change nothing that a test could see: they are passed
over, and so is what this machine does not compile. listed.py sees that these
lines are there.

Nothing in the checkout is touched: the copies are BUILD/mutants/tree-K (BUILD is
`build` by default), J of them, each with one job."""
import argparse
import os
import queue
import random
import re
import shutil
import subprocess
import threading

import reach

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"), "mutants")
PATIENCE = 5  # times what a test takes unchanged, and
PATIENCE_S = 20  # seconds more, before it counts as hanging

CHANGES = [
    (r"(?<![<>=!+\-*/%&|^])<(?![<=])", ["<=", ">"]),
    (r"(?<![<>=!\-])>(?![>=])", [">=", "<"]),
    (r"<=(?!=)", ["<"]),
    (r"(?<!>)>=", [">"]),
    (r"==", ["!="]),
    (r"!=", ["=="]),
    (r"&&", ["||"]),
    (r"\|\|", ["&&"]),
    (r"(?<= )\+(?= )", ["-"]),
    (r"(?<= )-(?= )", ["+"]),
    (r"(?<= )\*(?= )", ["+"]),
    (r"(?<= )/(?= )", ["*"]),
    (r"(?<= )%(?= )", ["/"]),
    (r"<<(?!=)", [">>"]),
    (r">>(?!=)", ["<<"]),
    (r"\+\+(?=;|\))", ["--"]),
    (r"(?<= )\+=", ["-="]),
    (r"(?<= )-=", ["+="]),
    (r"(?<= )\|=", ["&="]),
    (r"(?<= )&(?= )", ["|"]),
    (r"(?<=[(&| ])!(?=[A-Za-z(])", [""]),
    (r"(?<![\w.])0(?![\w.])", ["1"]),
    (r"(?<![\w.])1(?![\w.])", ["0", "2"]),
    (r"(?<![\w.])[2-9]\d*(?![\w.])", ["{}+1"]),
    (r"\btrue\b", ["false"]),
    (r"\bfalse\b", ["true"]),
    (r"\bta_min_u64\b", ["ta_max_u64"]),
]


def blank(text):
    """The text with comments, strings and preprocessor lines as spaces, so
    that places in it are places in the text."""
    pattern = (r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
               r"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*")
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text,
                  flags=re.S | re.M)


def places(path):
    """All mutants of a file: (offset, old, new)."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    code = blank(text)
    found = []
    for pattern, news in CHANGES:
        for match in re.finditer(pattern, code):
            for new in news:
                found.append((match.start(), match.group(),
                              new.format(match.group())))
    return text, found


def equivalent_lines():
    """(path, line's text, old, new, reason) of equivalent.tsv."""
    with open(os.path.join(ROOT, "tests/mutants/equivalent.tsv"),
              encoding="utf-8") as file:
        return [line.split("\t") for line in file.read().splitlines()[1:]]


def tracked(*under):
    listed = subprocess.run(["git", "ls-files", *under], cwd=ROOT, check=True,
                            capture_output=True, text=True)
    return listed.stdout.split("\n")[:-1]


def every_mutant(only, without):
    """(path, offset, old, new, number of the line, its text), in their order."""
    equivalents = {tuple(fields[:4]) for fields in equivalent_lines()}
    for path in tracked("src"):
        # takeaway-mpi is no part of the library: tests/mpi runs it.
        if not path.endswith(".c") or path.startswith("src/mpi/") or \
                only not in path or (without and without in path):
            continue
        text, found = places(path)
        for offset, old, new in found:
            start = text.rfind("\n", 0, offset) + 1
            line = text[start:text.find("\n", offset)].strip()
            if (path, line, old, new) not in equivalents:
                yield path, offset, old, new, text.count("\n", 0, offset) + 1, line


def plant(number):
    """A copy of the tree."""
    tree = os.path.join(BUILD, f"tree-{number}")
    for name in tracked():
        copy = os.path.join(tree, name)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copy2(os.path.join(ROOT, name), copy)
    return tree


def outcome(tree, tests, path, line):
    """What the mutant in a tree comes to, and what noticed it."""
    reached = [t for t in tests if reach.reaches(t, path, line)]
    if not reached:
        return "survived", "no test reaches it"
    for test in sorted(reached, key=lambda t: t.seconds):
        if not reach.make(tree, reach.needs(test.name)):
            return "no program", "-"
        how = reach.passes(tree, test.name,
                           PATIENCE * test.seconds + PATIENCE_S)
        if how != "passes":
            return "killed", f"{os.path.basename(test.name)} {how}"
    return "survived", f"{len(reached)} tests"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="", help="paths that contain this")
    parser.add_argument("--without", default="", help="paths that do not")
    parser.add_argument("--units", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()

    def say(text):
        print(text, flush=True)

    every = list(every_mutant(args.only, args.without))
    random.Random(args.seed).shuffle(every)
    shutil.rmtree(BUILD, ignore_errors=True)
    trees = [plant(number) for number in range(args.jobs)]
    tests = [t for t in reach.measure(trees[0], args.jobs, say)
             if not (args.units and t.name.endswith(".sh"))]
    compiled = {path for test in tests for path in test.lines}
    chosen = [m for m in every if m[0] in compiled][:args.count]
    say(f"# seed {args.seed}, {len(every)} places, {len(chosen)} tried, "
        f"{len(tests)} tests")
    say("place\tchange\toutcome\tby\tline")
    waiting, counts = queue.SimpleQueue(), {"killed": 0, "survived": 0, "no program": 0}
    for mutant in chosen:
        waiting.put(mutant)

    def work(tree):
        while True:
            try:
                path, offset, old, new, number, line = waiting.get_nowait()
            except queue.Empty:
                return
            target = os.path.join(tree, path)
            with open(target, encoding="utf-8") as file:
                text = file.read()
            with open(target, "w", encoding="utf-8") as file:
                file.write(text[:offset] + new + text[offset + len(old):])
            what, by = outcome(tree, tests, path, number)
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
            counts[what] += 1
            say(f"{path}:{number}\t{old} -> {new}\t{what}\t{by}\t{line}")

    workers = [threading.Thread(target=work, args=(tree,)) for tree in trees]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    tried = counts["killed"] + counts["survived"]
    say(f"# {counts['killed']} of {tried} killed: "
        f"{100 * counts['killed'] / max(tried, 1):.1f} %; "
        f"{counts['no program']} made no program")


if __name__ == "__main__":
    main()
