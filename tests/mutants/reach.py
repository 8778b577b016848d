"""Which test reaches which line: every test of `make check` that runs code of
src, once, in a build that counts lines (gcov).

A test is a program of tests/ (with a variant of the processor before a colon,
as in tests/run.sh) or a file of cases of the command line."""
import collections
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

MEMORY = 12 << 30  # a mutant that wants more is to fail, not the machine
LARGEST_FILE = 4 << 30

Test = collections.namedtuple("Test", "name seconds lines")


def names(tree):
    """All tests, as tests.mk runs them."""
    found = subprocess.run(["make", "-s", "names-of-tests", "BUILD=build"],
                           cwd=tree, check=True, capture_output=True, text=True)
    return found.stdout.split()


def needs(name, build="build"):
    """What make has to build for a test."""
    if name.endswith(".sh"):
        return [f"{build}/takeaway", f"{build}/tests/takeaway-wrong",
                f"{build}/tests/peak"]
    return [name.split(":")[-1].replace("build/", build + "/", 1)]


def make(tree, targets, *more, check=False):
    """Whether they could be built, in BUILD=build but for what `more` says."""
    quiet = None if check else subprocess.DEVNULL
    done = subprocess.run(["make", "-s", "BUILD=build", *more, *targets], cwd=tree,
                          stdout=quiet, stderr=quiet, check=check)
    return done.returncode == 0


def limits():
    # Not RLIMIT_AS, which the tool heeds: it makes fewer threads then.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def watched(process, protocol, seconds):
    last = time.monotonic()
    while True:
        try:
            return "passes" if process.wait(timeout=0.05) == 0 else "fails"
        except subprocess.TimeoutExpired:
            # A campaign may be stopped for a while (SIGSTOP), tests and all.
            now = time.monotonic()
            seconds -= min(now - last, 1)
            last = now
            if seconds < 0:
                return "hangs"
        if os.path.exists(protocol):
            with open(protocol, encoding="utf-8", errors="replace") as file:
                if re.search("^not ok", file.read(), re.M):
                    return "fails"


def passes(tree, name, seconds, build="build", more=None):
    """How a test ends: "passes", "fails", "hangs". A program is stopped at its
    first failure, which it writes into a protocol."""
    program = needs(name, build)[0]
    with tempfile.TemporaryDirectory() as room:  # a killed one leaves files
        protocol = os.path.join(room, "protocol.tap")
        # Check's forks would leave the process group, and outlive it.
        environment = dict(os.environ, TMPDIR=room, CK_TAP_LOG_FILE_NAME=protocol,
                           CK_FORK="no", **(more or {}))
        if name.endswith(".sh"):
            environment["TAKEAWAY"] = program
            command = ["tests/cli/run.sh", name]
        else:
            if ":" in name:
                environment["TAKEAWAY_ISA"] = name.split(":")[0]
            command = [program]
        with subprocess.Popen(command, cwd=tree, env=environment,
                              preexec_fn=limits, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL,
                              start_new_session=True) as process:
            how = watched(process, protocol, seconds)
            try:
                os.killpg(process.pid, signal.SIGKILL)  # its children, too
            except ProcessLookupError:
                pass
    return how


def lines_of(folder):
    """{source: {line: reached}} of the counts that lie in a folder."""
    counts = [os.path.join(where, file) for where, _, files in os.walk(folder)
              for file in files if file.endswith(".gcda")]
    found = collections.defaultdict(dict)
    said = subprocess.run(["gcov", "--json-format", "--stdout", *counts],
                          cwd=folder, check=True, capture_output=True, text=True)
    for report in said.stdout.splitlines():
        for source in json.loads(report)["files"] if report else []:
            lines = found[source["file"]]
            for line in source["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, False) or line["count"] > 0
    return {source: lines for source, lines in found.items()
            if source.startswith("src/")}


def measure(tree, jobs, say):
    """All tests that pass, each with its seconds and {source: {line: reached}}.
    Leaves the tree built."""
    build = "build-reach"
    every = names(tree)
    wanted = sorted({program for name in every for program in needs(name, build)})
    make(tree, wanted, f"-j{jobs}", f"BUILD={build}", "CFLAGS=-O2 --coverage",
         check=True)
    make(tree, sorted({program for name in every for program in needs(name)}),
         f"-j{jobs}", check=True)
    depth = len(os.path.realpath(tree).strip("/").split("/"))

    def one(number_and_name):
        number, name = number_and_name
        folder = os.path.join(tree, build, "counts", str(number))
        begun = time.monotonic()
        how = passes(tree, name, 1200)
        seconds = time.monotonic() - begun
        say(f"# {how} unchanged, {seconds:.1f} s: {name}")
        if how == "passes":  # counting takes long: smaller cases
            how = passes(tree, name, 1200, build,
                         {"GCOV_PREFIX": folder, "GCOV_PREFIX_STRIP": str(depth),
                          "TAKEAWAY_EMULATED": "1"})
        objects = os.path.join(folder, build)
        if how != "passes" or not os.path.isdir(objects):
            return None
        for where, _, files in os.walk(objects):
            for file in files:  # gcov wants the notes beside the counts
                note = os.path.join(tree, build, os.path.relpath(where, objects),
                                    file[:-len("gcda")] + "gcno")
                if file.endswith(".gcda"):
                    os.symlink(os.path.realpath(note),
                               os.path.join(where, os.path.basename(note)))
        return Test(name, seconds, lines_of(objects))

    with ThreadPoolExecutor(jobs) as pool:
        return [test for test in pool.map(one, enumerate(every)) if test]


def reaches(test, path, line):
    """Whether a test reaches a line: gcov counts a statement of several lines at
    some of them, so that the nearest counted one before decides as well."""
    lines = test.lines.get(path, {})
    before = max((n for n in lines if n <= line), default=None)
    if before is None:  # before all code of the file: a constant
        return any(lines.values())
    return lines[before]
