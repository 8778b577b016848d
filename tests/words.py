#!/usr/bin/env python3
"""Keeps the retired words of tests/words.txt out of comments, documents and
help texts: words.py [--all].

Reads the comments of C, Python, shell, gnuplot and make files, the whole of
Markdown and HTML pages except code in them, and the strings of the tables that
help and the man page are made of. Prints each place with what to say instead,
and how many texts were read; run by `make check`. With --all the folders that
words.txt exempts are read too."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIST = os.path.join(ROOT, "tests", "words.txt")
FOLDERS = ("src", "include", "tests", "experiments")
# Strings of these are what a user reads as help.
HELP = ("src/cli/table.c", "src/cli/help.c", "src/cli/man.c")
PIECE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"'
                   r"|'(?:\\.|[^'\\\n])*'", re.S)
HASH = re.compile(r'"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
                  r'|(?:^|(?<=\s))#[^\n]*', re.S)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`|^ {4}[^\n]*|\]\([^)\n]*\)"
                  r"|<(?:code|pre)>.*?</(?:code|pre)>|</?[a-zA-Z!][^<>]*>"
                  r"|\{\{.*?\}\}|\{%.*?%\}",
                  re.S | re.M)


def blank(text):
    """White space of the same lines in place of the text."""
    return re.sub(r"[^\n]", " ", text)


def only(pattern, wanted, text):
    """The pieces that are wanted where they stand; white space elsewhere."""
    parts, end = [], 0
    for piece in pattern.finditer(text):
        parts.append(blank(text[end:piece.start()]))
        parts.append(piece.group() if wanted(piece.group())
                     else blank(piece.group()))
        end = piece.end()
    return "".join(parts) + blank(text[end:])


def words_of(path, text):
    """What a reader reads of the file, at its lines; None if nothing."""
    name = os.path.basename(path)
    if name.endswith((".c", ".h", ".js", ".css")):
        with_help = path in HELP
        return only(PIECE, lambda p: p[0] == "/" or with_help and p[0] == '"',
                    text)
    if name.endswith((".py", ".sh", ".gp", ".mk", ".awk")) or name == "Makefile":
        return only(HASH, lambda p: p[0] == "#" or p.startswith('"""'), text)
    if name.endswith((".md", ".html")):
        return CODE.sub(lambda m: blank(m.group()), text)
    return None


def read_list():
    """([(pattern, what to say instead)], the exempt folders and files)."""
    words, exempt = [], []
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            if line.startswith("exempt:"):
                exempt += line.split()[1:]
            elif line.strip() and line[0] != "#":
                word, instead = line.rstrip("\n").split("\t")
                gap = r"(?:\s|\*|#|//)+"  # a line of a comment may begin here
                parts = [re.escape(part).replace(r"\*", r"\w*")
                         for part in word.split()]
                words.append((re.compile(r"(?<![\w/.-])" + gap.join(parts)
                                         + r"(?![\w-]|\.\w)", re.I), instead))
    return words, exempt


def paths():
    for name in sorted(os.listdir(ROOT)):
        if name.endswith(".md") or name == "Makefile":
            yield name
    for top in FOLDERS:
        for folder, below, names in os.walk(os.path.join(ROOT, top)):
            below[:] = sorted(x for x in below
                              if x not in ("__pycache__", "corpus"))
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def main():
    words, exempt = read_list()
    if "--all" in sys.argv:
        exempt = []
    read, wrong = 0, set()
    for path in paths():
        if any(path == x or path.startswith(x + "/") for x in exempt):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8",
                  errors="replace") as file:
            text = words_of(path, file.read())
        if text is None:
            continue
        read += 1
        lines = text.split("\n")
        for pattern, instead in words:
            for hit in pattern.finditer(text):
                line = text.count("\n", 0, hit.start())
                wrong.add(path)
                print(f"{path}:{line + 1}: '{' '.join(hit.group().split())}',"
                      f" instead of {instead}: {lines[line].strip()}")
    print(f"{100 * (read - len(wrong)) // max(read, 1)}%: Checks: {read},"
          f" Failures: {len(wrong)}, Errors: 0")
    sys.exit(1 if wrong or not read else 0)


main()
