#!/usr/bin/env python3
"""Keeps the retired words of tests/words.txt out of comments, documents and help texts.

Reads the comments of C, Python, shell, gnuplot and make files, the whole of Markdown
and HTML pages except code in them, and the strings of the tables that help and the
man page are made of. Prints each place with what to say instead, and how many texts
were read; run by `make check`."""
import glob
import os
import re
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Strings of these are what a user reads as help.
HELP = glob.glob("src/cli/*.c")
PIECE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"' r"|'(?:\\.|[^'\\\n])*'", re.S)
HASH = re.compile(r'"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|(?:^|(?<=\s))#[^\n]*', re.S)
CODE = re.compile(r"^```.*?^```|`[^`\n]*`|^ {4}[^\n]*|\]\([^)\n]*\)|<(?:code|pre)>.*?</(?:code|pre)>"
                  r"|</?[a-zA-Z!][^<>]*>|\{\{.*?\}\}|\{%.*?%\}", re.S | re.M)


def only(pattern, starts, text):
    """The pieces that start with one of `starts`, at their places; white space elsewhere."""
    parts, end = [], 0
    for piece in pattern.finditer(text):
        word = piece.group()
        parts += [re.sub(r"[^\n]", " ", text[end:piece.start()]),
                  word if word.startswith(starts) else re.sub(r"[^\n]", " ", word)]
        end = piece.end()
    return "".join(parts) + re.sub(r"[^\n]", " ", text[end:])


def words_of(path, text):
    """What a reader reads of the file, at its lines; None if nothing."""
    if path.endswith((".c", ".h", ".js", ".css")):
        return only(PIECE, ("/", '"') if path in HELP else "/", text)
    if path.endswith((".py", ".sh", ".gp", ".mk", ".awk", "Makefile")):
        return only(HASH, ("#", '"""'), text)
    if path.endswith((".md", ".html")):
        return CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    return None


def retired():
    """[(first word, pattern, what to say instead)]. A line of a comment may begin within a phrase."""
    with open("tests/words.txt", encoding="utf-8") as file:
        for line in file:
            if line.strip() and line[0] != "#":
                words, instead = line.rstrip("\n").split("\t")
                for word in words.split(", "):
                    parts = [re.escape(part).replace(r"\*", r"\w*") for part in word.split()]
                    yield word.split()[0].rstrip("*").lower(), re.compile(r"(?<![\w/.-])" + r"(?:\s|\*|#|//)+".join(parts)
                                                                          + r"(?![\w-]|\.\w)", re.I), instead


def main():
    words, read, wrong = list(retired()), 0, set()
    for path in sorted(["Makefile", *glob.glob("*.md"), *(
            path for top in ("src", "include", "tests", "experiments")
            for path in glob.glob(top + "/**/*", recursive=True) if "/corpus/" not in path)]):
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            text = words_of(path, file.read())
        if text is None:
            continue
        read += 1
        small = text.lower()
        for first, pattern, instead in words:
            if first not in small:
                continue
            for hit in pattern.finditer(text):
                line = text.count("\n", 0, hit.start())
                wrong.add(path)
                print(f"{path}:{line + 1}: '{' '.join(hit.group().split())}', instead of {instead}: "
                      f"{text.splitlines()[line].strip()}")
    print(f"{100 * (read - len(wrong)) // max(read, 1)}%: Checks: {read}, Failures: {len(wrong)}, Errors: 0")
    sys.exit(1 if wrong or not read else 0)


main()
