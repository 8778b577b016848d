#!/usr/bin/env python3
"""Single-operator changes in src, and whether a test notices.

mutants.py [--count K] [--seed S] [--only TEXT] [--room] [--cli] [--jobs J]

Picks K places of src/**/*.c at random, changes one operator or constant there,
builds a copy of the tree with it, and runs the unit tests of the file's room,
then, where these notice nothing, the others (not with --room), and with --cli the
command line. A mutant is killed if a test fails, hangs or crashes. Prints a TSV line
for each: place, change, outcome, and what killed it; at the end the share
killed. Mutants listed in equivalent.tsv (place by its line's text, with the
reason) change nothing that a test could see: they are passed over. listed.py
sees that these lines and the tests named here are there.

Nothing in the checkout is touched: the copy is BUILD/mutants/tree (BUILD is
`build` by default)."""
import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"), "mutants")
TREE = os.path.join(BUILD, "tree")
HANGS_S = 240  # of one test program, many times what the slowest takes

# The unit tests that know a room best, in the order in which they are tried;
# the longest prefix of the file's path decides.
TESTS = {
    "src/api": "t-simple",
    "src/base": "t-base t-number t-machine t-progress",
    "src/game": "t-game t-kinds t-set t-set-memory t-polynomial t-file",
    "src/quantity": "t-simple t-octal t-past",
    "src/run": "t-past t-resume t-progress t-foreign t-cold t-nim t-length",
    "src/convolve": "t-convolve t-ntt t-cold t-shape",
    "src/cold/wheel": "t-wheel t-cold t-progress",
    "src/cold": "t-cold t-shape t-resume t-cold-memory t-progress",
    "src/nim": "t-nim t-nim-memory t-resume t-progress",
    "src/length": "t-length t-length-memory t-resume t-progress",
    "src/octal": "t-octal t-octal-census t-octal-memory t-octal-period t-resume t-match t-play",
    "src/play": "t-breaks t-census t-play t-match t-yardstick",
    "src/stats": "t-fit t-count t-blocks",
    "src/archive": "t-file t-archive t-archive-damage t-foreign-header t-store t-resume",
    "src/verify": "t-verify t-archive t-foreign",
    "src/cli": "t-cli",
}

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


def run(command, seconds):
    """Exit status, or None if it hung; its children are ended too."""
    with subprocess.Popen(command, cwd=TREE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                          start_new_session=True) as process:
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None


def make(*targets):
    return run(["make", "-s", f"-j{JOBS}", *targets], 1200)


def tests_of(path, others_too):
    room = max((r for r in TESTS if path.startswith(r + "/")), key=len)
    first = TESTS[room].split()
    others = sorted(f[:-2] for f in os.listdir(os.path.join(ROOT, "tests"))
                    if re.fullmatch(r"t-.*\.c", f) and f[:-2] not in first)
    return first + (others if others_too else [])


def outcome(path, args):
    """What the mutant in the tree comes to."""
    if make("build/libtakeaway.a") != 0:
        return "no program", "-"
    for test in tests_of(path, not args.room):
        program = f"build/tests/{test}"
        if make(program) != 0:
            return "no program", test
        for variant in ("", "portable", "avx2"):
            if variant and test not in VARIANTS:
                continue
            command = ["env", f"TAKEAWAY_ISA={variant}"] if variant else ["env"]
            status = run(command + ["CK_DEFAULT_TIMEOUT=60", program], HANGS_S)
            if status != 0:
                how = "hangs" if status is None else "fails"
                return "killed", f"{variant}{':' if variant else ''}{test} {how}"
    if args.cli:
        make("build/takeaway")
        status = run(["env", "TAKEAWAY=build/takeaway", "tests/cli/run.sh"], 900)
        if status != 0:
            return "killed", "command line"
    return "survived", "-"


VARIANTS = {"t-base", "t-convolve", "t-ntt", "t-cold", "t-wheel", "t-nim"}


def main():
    global JOBS
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="", help="paths that contain this")
    parser.add_argument("--room", action="store_true")
    parser.add_argument("--cli", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    JOBS = args.jobs
    listed = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    files = [f for f in listed if f.endswith(".c") and args.only in f
             and not f.startswith("src/cli/")]
    equivalents = {tuple(fields[:4]) for fields in equivalent_lines()}
    every = []
    for path in files:
        text, found = places(path)
        for offset, old, new in found:
            start = text.rfind("\n", 0, offset) + 1
            line = text[start:text.find("\n", offset)].strip()
            if (path, line, old, new) not in equivalents:
                every.append((path, offset, old, new, line))
    random.Random(args.seed).shuffle(every)
    shutil.rmtree(TREE, ignore_errors=True)
    os.makedirs(TREE)
    for name in subprocess.run(["git", "ls-files"], cwd=ROOT, check=True,
                               capture_output=True, text=True).stdout.split("\n"):
        if name:
            os.makedirs(os.path.dirname(os.path.join(TREE, name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(TREE, name))
    print(f"# seed {args.seed}, {len(every)} places, {args.count} tried")
    print("place\tchange\toutcome\tby\tline", flush=True)
    killed = survived = 0
    for path, offset, old, new, line in every[:args.count]:
        target = os.path.join(TREE, path)
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        with open(target, "w", encoding="utf-8") as file:
            file.write(text[:offset] + new + text[offset + len(old):])
        what, by = outcome(path, args)
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        number = text.count("\n", 0, offset) + 1
        print(f"{path}:{number}\t{old} -> {new}\t{what}\t{by}\t{line}", flush=True)
        killed += what == "killed"
        survived += what == "survived"
    tried = killed + survived
    share = 100 * killed / tried if tried else 0
    print(f"# {killed} of {tried} killed: {share:.1f} %; "
          f"{args.count - tried} made no program")


if __name__ == "__main__":
    main()
