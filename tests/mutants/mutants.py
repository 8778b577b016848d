#!/usr/bin/env python3
"""Single-operator changes in src, and whether a test notices.

mutants.py [--count K] [--seed S] [--only TEXT] [--without TEXT] [--tests TEXT]
           [--jobs J]

Picks K places of src/**/*.c and *-kernel.h at random, in files whose path has the
text of --only and not that of --without, changes one operator or constant there,
builds a copy of the tree with it, and runs the tests whose name has the text of
--tests: first those that include a header of the module, then the others, each
group from the shortest to the longest. A mutant is killed if a test fails, hangs or
crashes.
Prints a TSV line for each: place, change, outcome, what killed it, the line; at
the end the share killed. Mutants listed in equivalent.tsv (place by its line's
text, with the reason) change nothing that a test could see: they are passed over.
references.py checks that these lines exist.

Nothing in the checkout is touched: the copies are BUILD/mutants/tree-K (BUILD is
`build` by default), J of them, each with one job."""
import argparse
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"), "mutants")
PATIENCE = 5  # times what a test takes unchanged, and
PATIENCE_S = 20  # seconds more, before it counts as hanging
MEMORY = 12 << 30  # A mutant that wants more is to fail, not the machine.
LARGEST_FILE = 4 << 30

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
    (r"\btai_min_u64\b", ["tai_max_u64"]),
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
        if not path.endswith((".c", "-kernel.h")) or path.startswith("src/mpi/") or \
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


def needs(name):
    """What make has to build for a test."""
    if name.endswith(".sh"):
        return ["build/takeaway", "build/tests/takeaway-wrong", "build/tests/peak"]
    return [name.split(":")[-1]]


def build(tree, names):
    targets = sorted({target for name in names for target in needs(name)})
    return subprocess.run(["make", "-s", "BUILD=build", *targets], cwd=tree, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def limits():
    # Not RLIMIT_AS, which the tool heeds: it makes fewer threads then.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def passes(tree, name, seconds):
    """How a test ends: "passes", "fails", "hangs"."""
    with tempfile.TemporaryDirectory() as folder:  # A test that is killed leaves files.
        environment = dict(os.environ, TMPDIR=folder, CK_FORK="no", TAKEAWAY="build/takeaway")
        command = ["tests/cli/run.sh", name] if name.endswith(".sh") else needs(name)
        if ":" in name:
            environment["TAKEAWAY_ISA"] = name.split(":")[0]
        with subprocess.Popen(command, cwd=tree, env=environment, preexec_fn=limits, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True) as process:
            try:
                how = "passes" if process.wait(timeout=seconds) == 0 else "fails"
            except subprocess.TimeoutExpired:
                how = "hangs"
            try:
                os.killpg(process.pid, signal.SIGKILL)  # and its children
            except ProcessLookupError:
                pass
    return how


def measure(tree, text, say):
    """{test: seconds} of the tests that pass unchanged."""
    found = subprocess.run(["make", "-s", "names-of-tests", "BUILD=build"], cwd=tree, check=True,
                           capture_output=True, text=True).stdout.split()
    names = [name for name in found if text in name]
    if not build(tree, names):
        raise SystemExit("mutants: the unchanged tests cannot be built")
    seconds = {}
    for name in names:
        begun = time.monotonic()
        how = passes(tree, name, 1200)
        say(f"# {how} unchanged, {time.monotonic() - begun:.1f} s: {name}")
        if how == "passes":
            seconds[name] = time.monotonic() - begun
    return seconds


def outcome(tree, tests, path):
    """The result of the mutant in a tree, and what noticed it."""
    def far(name):
        source = name.split(":")[-1].replace("build/", "", 1) + ".c"
        module = path.split("/")[1]
        near = False
        if os.path.exists(os.path.join(ROOT, source)):
            with open(os.path.join(ROOT, source), encoding="utf-8") as file:
                near = f'"{module}/' in file.read() or f"-{module}" in source
        return not near, tests[name]

    for name in sorted(tests, key=far):
        if not build(tree, [name]):
            return "no program", "-"
        how = passes(tree, name, PATIENCE * tests[name] + PATIENCE_S)
        if how != "passes":
            return "killed", f"{os.path.basename(name)} {how}"
    return "survived", f"{len(tests)} tests"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="", help="paths that contain this")
    parser.add_argument("--without", default="", help="paths that do not")
    parser.add_argument("--tests", default="", help="names that contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()

    def say(text):
        print(text, flush=True)

    every = list(every_mutant(args.only, args.without))
    random.Random(args.seed).shuffle(every)
    shutil.rmtree(BUILD, ignore_errors=True)
    trees = [plant(number) for number in range(args.jobs)]
    tests = measure(trees[0], args.tests, say)
    chosen = every[:args.count]
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
            what, by = outcome(tree, tests, path)
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
