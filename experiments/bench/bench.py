#!/usr/bin/env python3
"""Measures what is promised of the speed and the memory of takeaway.

    bench.py TAKEAWAY FOLDER [PATTERN]

promises.tsv beside this file has a row for each promise; PATTERN, a regular
expression, chooses among the claims. The kinds of promises:

    ratio     the first command takes at least `required` times as long as the
              second; both print the same
    best      the first command takes at most `required` times as long as the
              fastest of the others, and 1 ms; all print the same
    seconds   the command takes at most `required` seconds
    NAME      the largest figure of this name that --stats prints is at most
              `required`; NAME/n is the figure divided by N

The commands of a row run in turn, 9 times (fewer where that takes more than 25 s),
after one round that is not counted. A time is the least of the rounds; the least and
the greatest figure within a round stand beside. The results must begin with `prints`,
where that is given. Writes FOLDER/bench.tsv and a manifest; exits with 1 if a promise
is broken."""
import csv
import os
import random
import re
import shlex
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ["claim", "required", "measured", "least", "greatest", "result"]


def run(takeaway, command, *more):
    """Returns the seconds of a command, its standard output and its
    statistics."""
    folder = os.path.dirname(takeaway)
    words = shlex.split(command)
    if words[0] == "plain":
        takeaway = f"{folder}/experiments/bench/{words.pop(0)}"
    begun = time.perf_counter()
    done = subprocess.run([takeaway, *words, *more],
                          capture_output=True, text=True, check=True)
    return time.perf_counter() - begun, done.stdout, done.stderr


def rounds(takeaway, row):
    """Returns a list of seconds for each round of the row's commands."""
    commands = row["commands"].split(" | ")
    wanted, times, count = row["prints"], [], 2
    while len(times) < count:
        took = []
        for command in commands:
            seconds, printed, _ = run(takeaway, command)
            if not printed.startswith(wanted):
                sys.exit(f"{command}: printed {printed[:60]!r}, not {wanted!r}")
            wanted = wanted if row["kind"] == "seconds" else printed
            took.append(seconds)
        if not times:
            count = 1 + max(1, min(9, int(25 / sum(took))))
        times.append(took)
    return times[1:]


def statistic(takeaway, row):
    name, _, divided = row["kind"].partition("/")
    _, printed, stats = run(takeaway, row["commands"], "--stats")
    figures = [float(x) for x in re.findall(rf"^# {name}: (\S+)", stats, re.M)]
    n = int(re.search(r"^# n: (\d+)", stats, re.M).group(1))
    return max(figures) / (n if divided else 1)


def measure(takeaway, row):
    """Returns the figure of a row, those of each round, and whether the promise is
    kept."""
    kind, required = row["kind"], float(row["required"])
    if kind not in ("ratio", "best", "seconds"):
        figure = statistic(takeaway, row)
        return figure, [figure], figure <= required
    times = rounds(takeaway, row)
    least = [min(column) for column in zip(*times)]
    if kind == "seconds":
        return least[0], [took[0] for took in times], least[0] <= required
    other = least.index(min(least[1:]), 1)
    figures = [took[0] / took[other] for took in times]
    figure = least[0] / least[other]
    return figure, figures, (figure >= required if kind == "ratio"
                             else least[0] <= required * least[other] + 0.001)


def main():
    takeaway, folder = sys.argv[1:3]
    pattern = re.compile(sys.argv[3] if len(sys.argv) > 3 else "")
    os.makedirs(folder, exist_ok=True)
    table = os.path.join(folder, "bench.tsv")
    broken = 0
    draw = random.Random(1)
    with open(os.path.join(folder, "random.txt"), "w") as file:
        file.writelines(f"{s}\n" for s in range(1, 2**24)
                        if draw.random() < s**-0.5)
    with open(os.path.join(HERE, "promises.tsv"), newline="") as promises, \
            open(table, "w", newline="") as out:
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in csv.DictReader(promises, delimiter="\t"):
            if not pattern.search(row["claim"]):
                continue
            row["commands"] = row["commands"].replace("RANDOM", f"file:{folder}/random.txt")
            figure, figures, kept = measure(takeaway, row)
            sign = ">=" if row["kind"] == "ratio" else "<="
            cells = [row["claim"], f"{sign} {row['required']}"] + [
                f"{x:.3g}" for x in (figure, min(figures), max(figures))]
            cells.append("pass" if kept else "miss")
            broken += not kept
            writer.writerow(cells)
            out.flush()
            print("{0:48} {1:>8} {2:>8}  ({3} to {4})  {5}".format(*cells))
    manifest = subprocess.run(
        [os.path.join(HERE, "..", "manifest.sh"), takeaway, "make bench",
         "none", table], capture_output=True, text=True, check=True).stdout
    with open(os.path.join(folder, "manifest.txt"), "w") as file:
        file.write(manifest)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
