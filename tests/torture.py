#!/usr/bin/env python3
"""Runs of the tool that are killed, that find the disk full at each write, that are
asked to stop, and in which each allocation, read and write fails in turn
(torture/shim.c). No result is lost, and all results are the same to the byte. A
few of each in `make check`; `make torture` has the full figures. TAKEAWAY_SEED=K
repeats what a failure has printed."""
import glob
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TOOL = os.path.abspath(os.environ.get("TAKEAWAY", "build/takeaway"))
SHIM = os.path.join(os.path.dirname(TOOL), "tests", "torture", "shim.so")
LONG = bool(os.environ.get("TAKEAWAY_LONG"))
SEED = int(os.environ.get("TAKEAWAY_SEED", time.time_ns() // 10**6))
draw = random.Random(SEED)
checks = failures = 0


def check(good, text):
    global checks, failures
    checks += 1
    if not good:
        failures += 1
        print(f"failed, TAKEAWAY_SEED={SEED}: {text}")


def start(command, *options, prepare=None, stdin=subprocess.DEVNULL, fds=(), **settings):
    return subprocess.Popen([TOOL, *command.split(), *options], stdin=stdin, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, preexec_fn=prepare, pass_fds=fds,
                            env={**os.environ, **settings})


def end(process):
    """The status, standard output, and standard error as a text."""
    out, err = process.communicate(timeout=900)
    return process.returncode, out, err.decode(errors="replace")


def run(*arguments, **settings):
    return end(start(*arguments, **settings))


def remove(*names):
    for name in names:
        if os.path.exists(name):
            os.remove(name)


# ---- kill -9 at random moments ----

def other_settings(command):
    """Another engine, instruction set, number of threads, memory: the result is the same."""
    engines = {"cold": ["auto", "wheel", "segments", "shift"] + ["divide"] * LONG,
               "octal": ["auto", "sparse"]}
    name = command.split()[0]
    engine = draw.choice(engines.get(name, ["auto"]))
    if name in ("cold", "nim"):
        engine += draw.choice(["", "", ":base=14"])
    options = [f"--engine={engine}"]
    if name != "length":  # which has one thread
        options.append(f"--threads={draw.choice([1, 2])}")
    if name == "octal":  # With 8 MiB the run holds the first and the last heaps only.
        options += draw.choice([[], ["--max-memory=8M"]])
    return options, draw.choice(["portable", "avx2", "avx512"])


def kill_some(command, kills):
    _, want, _ = run(command)
    remove("ck")
    before = time.monotonic()
    run(command, "--checkpoint=ck", "--checkpoint-every=0")
    took = min(time.monotonic() - before + 0.02, 1)
    killed = results = 0
    while killed < kills:
        remove("ck")
        status = -signal.SIGKILL
        first = True
        while status == -signal.SIGKILL:  # The file is a whole checkpoint, or absent.
            options, isa = other_settings(command)
            every = draw.choice([0, 0, 1, 30])
            process = start(command, *options, "--checkpoint=ck", "--resume=ck",
                            f"--checkpoint-every={every}", TAKEAWAY_ISA=isa)
            if first or draw.randrange(3) == 0:
                time.sleep(draw.uniform(0, took))
                process.kill()
            status, got, err = end(process)
            killed += status == -signal.SIGKILL
            first = False
        check((status, got) == (0, want), f"{command}, {options}, {killed} kills: {status}, {err[:300]}")
        results += 1
    print(f"{command}: killed {killed} times, {results} results, all the same")


# ---- a disk that is full ----

def full_disk(command, n, goal, step):
    """The size that a file may have grows from none, so that each write of the checkpoint
    is the first that fails, once."""
    remove("good", "whole")
    _, want, _ = run(f"{command} {goal}")
    run(f"{command} {n}", "--checkpoint=good")
    run(f"{command} {goal}", "--checkpoint=whole")
    sizes = range(0, os.path.getsize("whole") // 512, step)
    for size in sizes:
        what = f"{command} {goal}, {size} blocks"
        shutil.copy("good", "ck")
        status, _, err = run(
            f"{command} {goal} --checkpoint=ck --resume=ck --checkpoint-every=0",
            prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512 * size,) * 2))
        check(status == 1 and ("File too large" in err or "No space left" in err), f"{what}: {status}, {err}")
        # The last good checkpoint is there: that of the beginning, or a later one.
        check(run(f"{command} {goal} --resume=ck")[1] == want, f"{what}: another result")
        check(not [f for f in os.listdir() if ".part" in f], f"{what}: leaves a temporary file")
    status, got, _ = run(f"{command} {goal} --checkpoint=ck --resume=ck")
    check((status, got) == (0, want), f"{command} {goal}, with space again")
    _, _, err = run(f"{command} {goal} --checkpoint=new --checkpoint-every=0",
                    prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)))
    check("no checkpoint is saved: what was known below" in err, f"{command} {goal}, no room at all: {err}")
    print(f"{command} {goal}: no space for {len(sizes)} lengths of file, then the same result")


def full_disk_of_result():
    status, _, _ = run("cold 2^20 -o result --checkpoint=ck-new",
                       prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048)))
    check(status == 1, f"status {status} where there is no space for the result")
    check(not [f for f in os.listdir() if f == "result" or ".part" in f], "leaves a part of the result")


# ---- signals ----

def seconds(pid):
    """The processor time of a process so far, which a busy machine does not change; None
    without /proc."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return None


def stopped(number, engine, n, after):
    """The run ends within a second of processor time, with status 130, and says how to go on."""
    remove("ck")
    process = start(f"cold {n} --engine={engine} --threads=1 --checkpoint=ck")
    while not glob.glob("ck.part*") and process.poll() is None:  # before, the signal kills
        time.sleep(0.01)
    time.sleep(after)
    before, earlier = seconds(process.pid), resource.getrusage(resource.RUSAGE_CHILDREN)
    process.send_signal(number)
    status, _, err = end(process)
    later = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = 0 if before is None else (later.ru_utime + later.ru_stime - earlier.ru_utime - earlier.ru_stime - before)
    check(status == 130 and took <= 1, f"{number.name}, {n}, {engine}: status {status} after {took:.2f} s")
    check("resume=ck" in err or "nothing is known" in err, f"{number.name}, {n}, {engine}: {err}")


def hang_up_is_ignored():
    """As under nohup."""
    process = start("count 2^27 -q", prepare=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    time.sleep(0.05)
    process.send_signal(signal.SIGHUP)
    status, out, _ = end(process)
    check((status, out) == (0, b"425195\n"), f"SIGHUP was not ignored: {status}, {out}")


# ---- single calls that fail ----

# Small command lines: each runs hundreds of times. "~" before a line says that its
# standard output is never the same twice, "<" that the file `input` is its standard
# input. The file `known` is an archive.
CASES = [f"count 3000{option}" for option in (
    "", " --engine=naive", " --engine=sieve", " --engine=segments", " --engine=shift",
    " --engine=textbook", " --at=powers2", " --at=10,200,3000 -q", " --game=primes --misere",
    " --game=residues:1,4mod5", " --game=poly:2,-9,20", " --game=list:1,4-7,12",
    " --game=file:set", " --game=fibonacci", " --game=octal:0.07 --engine=naive")]
CASES += [f"count 5000 --engine={engine}" for engine in (
    "divide:base=7", "divide:ntt:base=7", "divide:fftw:base=7 --threads=2", "exact:base=7",
    "divide:base=7 --game=primes", "wheel")]
CASES += """count 500000 --engine=divide:ntt --game=odds --max-memory=4M
count 2^23+70000 --engine=wheel --max-memory=1G
~count 3000 --stats
cold 3000
cold 3000 -o result
cold 3000 -o result --format=npy
cold 3000 -o result --format=bfile --from=100 --offset=1
cold 3000 --game=octal:0.07 -o result
octal 0.07 500
octal 0.07 3000 --period
octal grundy 500 --max
octal kayles 500 --cold -o result
moves 7@kayles 100@squares 10^50@domino
moves 1000
<fit -
fit input --from=100
~compare 3000 --engines=naive,divide --reps=1 --warmup=0
games
engines
help
help count
--version
--man
--completion
nim 2000
nim 2000 -o result
length 2000
length 2000 --max
nim 2000 --format=archive -o result
cold 3000 --format=archive -o result
cold 3000 --checkpoint=check --checkpoint-every=0
cold 3000 --engine=wheel --checkpoint=check --checkpoint-every=0 -o result
nim 2000 --checkpoint=check --checkpoint-every=0
length 2000 --checkpoint=check --checkpoint-every=0
line 15
period --game=list:1,4,9
census --size=2 --within=9 --threads=2
yardstick ruzsa 10^100
cold 3000 --digest
info known
info known --digest
verify known
verify known --positions=0 --windows=2 --window-size=500
~verify known --engine=naive
cold 2000 --in=known -o result
cold 3000 --resume=known
cold 3000 --resume=known --checkpoint=known --checkpoint-every=0 --engine=divide:base=7
""".splitlines()
FILES = {"set": "# a set\n1\n4\n9\n11\n", "input": "n\tcold\n10\t5\n100\t30\n1000\t160\n10000\t800\n",
         "result": "an older result\n"}


class Outcome:
    """One run in a clean folder, with call number `at` of the kind failing; 0: none."""

    def __init__(self, case, kind, at):
        for name in os.listdir():
            os.remove(name)
        for name, text in FILES.items():
            with open(name, "w", encoding="ascii") as file:
                file.write(text)
        os.link("../known", "known")
        with open("input", "rb") as given:
            reader, writer = os.pipe()
            process = start(case.lstrip("~<"), stdin=given if case[0] == "<" else subprocess.DEVNULL,
                            fds=(writer,), LD_PRELOAD=SHIM, TORTURE_KIND=kind, TORTURE_AT=str(at),
                            TORTURE_REPORT=str(writer))
            os.close(writer)
            self.status, self.out, self.err = end(process)
        with os.fdopen(reader) as report:
            # Calls of the kind, and blocks of the program's own that are not freed.
            self.calls, self.left = map(int, report.read().split() or (-1, -1))
        if case[0] == "~":
            self.out = None
        self.stray = sorted(set(os.listdir()) - {*FILES, "known", "check"})
        with open("result", "rb") as file:
            self.result = file.read()


def fault(want, got, own):
    """What is wrong with a disturbed run, or None. Its status is 0, with the results of
    an undisturbed run, or 1, with a message and nothing left behind."""
    if got.status not in (0, 1):
        return "neither status 0 nor 1"
    # A library that ends the process leaves the unfinished file.
    if got.stray and (own or ".part-" not in got.stray[0]):
        return "leaves a file"
    if own and got.left != 0:
        return "leaks"
    if got.status == 0:
        return None if (got.out, got.result) == (want.out, want.result) else "a wrong result"
    if not got.err or (own and "takeaway: " not in got.err):
        return "fails without a message"
    if got.result not in (want.result, FILES["result"].encode()):
        return "spoils the older file"
    return None


def calls_fail(kind, cases, most):
    """At most `most` calls of the kind fail in each case, evenly spread."""
    runs = 0
    for case in cases:
        want = Outcome(case, kind, 0)
        check(want.status == want.left == 0, f"{case}: undisturbed: {want.__dict__}")
        chosen = min(want.calls, most)
        for k in range(chosen):
            at = 1 + k * want.calls // chosen
            got = Outcome(case, kind, at)
            why = fault(want, got, kind != "within")
            check(why is None, f"{case}: {kind} {at} of {want.calls}: {why}; status {got.status}, "
                  f"{got.left} blocks left, {got.stray}; {got.err[:300]}")
        runs += 1 + chosen
    print(f"{kind}: {runs} runs of {len(cases)} cases")


def main():
    large = "2^24" if LONG else "2^22"
    kills = int(os.environ.get("TAKEAWAY_KILLS", 200 if LONG else 4))
    for command, share in ((f"cold {large}", 4), ("cold 2^20", 4), ("nim 2^15", 8), ("length 2^20", 16),
                           ("octal .376 2^18", 16), ("octal --max .167 2^20", 16),
                           ("octal --histogram .167 2^20", 16), ("octal --period .167 2^20", 16)):
        kill_some(command, max(kills // share, 1))
    step = 1 if LONG else 5
    full_disk("cold", "2^18", "2^19", step)
    full_disk("nim", "2^12", "2^13", step)
    full_disk_of_result()
    stopped(signal.SIGTERM, "wheel", "2^32", 0.5)
    stopped(signal.SIGINT, "naive", "2^28", 0.5)
    stopped(signal.SIGHUP, "segments", "2^30", 0.5)
    for engine in ("wheel", "divide", "textbook", "exact", "shift", "sieve", "segments") * LONG:
        for after in (0.3, 1.7, 4.9):
            # Some are over with 2^27 before they can be stopped.
            stopped(signal.SIGTERM, engine, {"wheel": "1e11", "shift": "2^29"}.get(engine, "2^27"), after)
    hang_up_is_ignored()
    run("cold 2000 --format=archive -o known")
    os.mkdir("calls")
    os.chdir("calls")
    # Not built where it cannot be preloaded: other C libraries. Calls inside FFTW are
    # thousands: a sample of them.
    for kind in ("alloc", "error", "short", "signal", "within") * os.path.exists(SHIM):
        calls_fail(kind, CASES[::1 if LONG else 9], 2 if not LONG else 100 if kind == "within" else 100000)
    os.chdir("/")
    print(f"{100 * (checks - failures) // checks}%: Checks: {checks}, Failures: {failures}, Errors: 0")
    return failures > 0


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    sys.exit(main())
