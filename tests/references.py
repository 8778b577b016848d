#!/usr/bin/env python3
"""Checks that comments and notes name only what exists: a file by its name or
the end of its path, a name of the library (ta_..., TA_...) that some code has;
ta_name_* stands for all names that begin so. Also that the lines of
mutants/equivalent.tsv exist."""
import glob
import os
import re
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CODE = [f for top in ("src", "include", "tests", "experiments")
        for f in glob.glob(top + "/**/*.[ch]", recursive=True)]
TEXTS = ["paper-notes.md", "README.md", "src/README.md"]
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", re.S)
FILE = re.compile(r"(?<![\w./*-])((?:\.\./)?[\w-]+(?:/[\w.-]+)*\.(?:c|h|md|py|sh|mk))\b(?![\w/(])")
NAME = re.compile(r"\b(ta_\w+|TA_[A-Z]\w*)")
# Files of the system and of FFTW, and those that a reader makes.
ELSEWHERE = {"stdio.h", "unistd.h", "dftw-genericbuf.c", "trig.c", "example.c",
             "fuzz-NAME.c"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def all_files():
    return ["/" + os.path.relpath(os.path.join(folder, name))
            for folder, _, names in os.walk(".")
            if not re.match(r"\./(build|\.git)", folder) for name in names]


def comments(text):
    return "\n".join(m for m in COMMENT.findall(text) if m.startswith("/"))


def main():
    files = all_files()
    code = {path: read(path) for path in CODE}
    bare = "\n".join(COMMENT.sub(lambda m: "" if m[0].startswith("/") else m[0], t)
                     for t in code.values())
    known = set(NAME.findall(bare))
    wrong, checked = [], 0
    texts = {path: comments(t) for path, t in code.items()}
    texts.update({path: read(path) for path in TEXTS})
    for path, text in sorted(texts.items()):
        for name in sorted(set(FILE.findall(text)) - ELSEWHERE):
            checked += 1
            if not any(f.endswith("/" + name.removeprefix("../")) for f in files):
                wrong.append(f"{path}: there is no file {name}")
        for name in sorted(set(NAME.findall(text))):
            checked += 1
            if name not in known and not (
                    name.endswith("_") and any(k.startswith(name) for k in known)):
                wrong.append(f"{path}: there is no name {name}")
    with open("tests/mutants/equivalent.tsv", encoding="utf-8") as file:
        for row in file.read().splitlines()[1:]:
            path, line = row.split("\t")[:2]
            checked += 1
            if not os.path.exists(path) or line not in map(str.strip, read(path).split("\n")):
                wrong.append(f"tests/mutants/equivalent.tsv: {path} has no line '{line}'")
    print("\n".join(wrong))
    print(f"{100 * (checked - len(wrong)) // checked}%: Checks: {checked}, "
          f"Failures: {len(wrong)}, Errors: 0")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
