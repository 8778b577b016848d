#!/usr/bin/env python3
"""Whether the notes and READMEs say what the committed tables say: prose.py
[STATEMENTS].

STATEMENTS (prose.txt beside this file) has, after a line
    == FILE [FROM]
pieces of that file's text, an empty line between two. In a piece
    {{ EXPRESSION }}        is a number of a table, as in findings.html (text.py)
    {{ must(CONDITION) }}   has to hold
and filled in so, it must stand in FILE, but for line breaks. If FROM is given,
then from the line that begins with it to the next heading every number that
has a point or three digits must be in some piece: none is typed unchecked.
ROOT is where the files and data/runs are, by default the repository."""
import difflib
import glob
import os
import re
import sys

os.environ["RUNS"] = "committed"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import report  # noqa: E402
except SystemExit as missing:  # make check goes on without
    print(f"left out: {missing}\n100%: Checks: 1, Failures: 0, Errors: 0")
    sys.exit(0)
import tables  # noqa: E402
from text import Text, Wrong  # noqa: E402

report.ROOT = os.environ.get("ROOT", report.ROOT)
NUMBER = re.compile(r"\d+\.\d+|\d{3,}")


class Runs(dict):
    """Runs by the names of experiments, or by the ends of their folders'."""

    def __missing__(self, name):
        found = sorted(glob.glob(os.path.join(report.ROOT, "data/runs/*" + name)))
        self[name] = report.choose(name) or (tables.Run(found[-1]) if found else None)
        return self[name]


class Statements(Text):
    def __init__(self):
        self.runs = Runs()
        super().__init__(self.runs.__getitem__)
        self.names["stat"] = self.stat

    def stat(self, run, file, key):
        """What stands after the key in a text of a run's folder."""
        with open(os.path.join(self.runs[run].folder, file), encoding="utf-8") as lines:
            return next(tables.value(line.split(None, 1)[1].strip()) for line in lines if line.split(None, 1)[:1] == [key])

    def fill(self, piece, where):
        """The piece with its numbers, not as the page has them but as Markdown has."""
        filled = re.sub("<sup>(.*?)</sup>", r"^\1", self.render(piece, where))
        filled = filled.replace(tables.THIN + "×" + tables.THIN, "·")
        return plain(filled.replace(tables.THIN + "%", " %").replace(tables.THIN, ""))


def plain(text):
    return " ".join(text.split())


def nearest(text, piece):
    match = difflib.SequenceMatcher(None, text, piece, autojunk=False).find_longest_match(0, len(text), 0, len(piece))
    begin = max(0, match.a - match.b)
    return text[begin:begin + len(piece)]


def region(path, begin):
    """The text from the line on that begins so, to the next heading."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    at = text.find("\n" + begin)
    if at < 0:
        raise SystemExit(f"prose: {path} has no line that begins with '{begin}'")
    end = re.search(r"^#", text[at + 1 + len(begin):], flags=re.M)
    return plain(text[at:at + 1 + len(begin) + end.start()] if end else text[at:])


def check(statements, problems):
    helper = Statements()
    with open(statements, encoding="utf-8") as file:
        parts = re.split(r"^== +(.*)$", file.read(), flags=re.M)[1:]
    count = 0
    for head, body in zip(parts[::2], parts[1::2]):
        name, _, begin = head.strip().partition(" ")
        path = os.path.join(report.ROOT, name)
        with open(path, encoding="utf-8") as file:
            whole = plain(file.read())
        text = region(path, begin.strip()) if begin else whole
        free = [not character.isspace() for character in text]
        for match in re.finditer(r"`[^`]*`", text):  # commands and names
            free[match.start():match.end()] = [False] * (match.end() - match.start())
        for piece in filter(str.strip, re.split(r"\n\s*\n", body)):
            count += 1
            try:
                wanted = helper.fill(piece, name)
            except Wrong as wrong:
                problems.append(str(wrong))
                continue
            if wanted not in whole:
                problems.append(f"{name}: does not say\n    {wanted}\n  but\n    {nearest(whole, wanted)}")
            for match in re.finditer(re.escape(wanted), text):
                free[match.start():match.end()] = [False] * (match.end() - match.start())
        for match in NUMBER.finditer(text) if begin else ():
            if free[match.start()]:
                count += 1
                problems.append(f"{name}: not checked: {match.group()} in '…{text[max(0, match.start() - 30):match.end() + 20]}…'")
    return count


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    problems = []
    count = check(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "prose.txt"), problems)
    for problem in problems:
        print("prose: " + problem, file=sys.stderr)
    failed = min(len(problems), count)
    print(f"{100 * (count - failed) // max(count, 1)}%: Checks: {count}, Failures: {failed}, Errors: 0")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
