#!/usr/bin/env python3
"""Follows the recipes of CONTRIBUTING.md in a copy of the tree.

The line above a block of code says where it goes: "New `FILE`:", or "In `FILE`," and
"at the end:", "before `TEXT`:", "after `TEXT`:" (before or after the line that has this
text), "in place of `TEXT`:". The text stands once in the file. Of a block marked
"console" the lines that begin with "$ " are commands, which must succeed and print the
lines below. They run with TAKEAWAY_LONG only; otherwise the places are looked for."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
WANTED = ["a subtraction set", "an engine", "an option", "a command"]
PLACE = re.compile(r"\s*(?:New|In) `([^`]+)`(?:, (at the end|before|after|in place of)(?: `([^`]+)`)?)?:$")
checks, failures = 0, []


def holds(name, good, why=""):
    global checks
    checks += 1
    if not good:
        failures.append(name)
        print(f"failed: {name}: {why}")
    return good


def recipes():
    """{name: [(line that says where, language, text)]}, in the order of CONTRIBUTING.md."""
    with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as file:
        parts = re.split(r"^## Recipe: (.*)\n", file.read(), flags=re.M)
    found = {}
    for name, text in zip(parts[1::2], parts[2::2]):
        blocks, where, lines = [], "", iter(re.sub(r"^## (?s:.*)", "", text, flags=re.M).splitlines())
        for line in lines:
            fence = re.match(r"( *)```(\w+)$", line)
            if fence:
                block = []
                for line in lines:
                    if line.strip() == "```":
                        break
                    block.append(line[len(fence[1]):] + "\n")
                blocks.append((where, fence[2], "".join(block)))
            elif line.strip():
                where = line
        found[name] = blocks
    return found


def put(name, where, text):
    """Puts a block where the line above it says."""
    place = PLACE.match(where)
    if not holds(f"{name}: a place", place, f"'{where.strip()}' says no place"):
        return
    path, how, mark = place.groups()
    old = ""
    if how is None:
        if not holds(f"{name}: {path}", not os.path.exists(path), "exists"):
            return
    elif holds(f"{name}: {path}", os.path.exists(path), "does not exist"):
        with open(path, encoding="utf-8") as file:
            old = file.read()
    if mark is not None:
        count = old.count(mark)
        if not holds(f"{name}: {path}", count == 1, f"has `{mark}` {count} times"):
            return
        at = old.index(mark)
        start, end = at, at + len(mark)
        if how == "before":
            start = end = old.rfind("\n", 0, at) + 1
        elif how == "after":
            start = end = old.index("\n", at) + 1
        else:
            text = text.rstrip("\n")
        text = old[:start] + text + old[end:]
    else:
        text = old + text
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(name, text):
    """Runs the commands of a console block, and compares what they print."""
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
        done = subprocess.run(command, shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        log = open("log", encoding="utf-8").read()[-2000:] if done.returncode and os.path.exists("log") else ""
        holds(f"{name}: {command}", done.returncode == 0 and done.stdout == wanted,
              f"status {done.returncode}\n{done.stdout[-3000:]}{log}")


def copy(to):
    """The tree, with what is built as it is: only what changes is compiled again."""
    shutil.copytree(ROOT, to, symlinks=True, ignore=lambda folder, names: [
        name for name in names if folder == ROOT and re.match(r"build|data$|\.git$|shared$", name)])
    if "TAKEAWAY_LONG" not in os.environ:
        return
    with open(os.path.join(BUILD, "flags"), encoding="utf-8") as file:
        compiler = file.read().split(" -std=c11 ")[0]
    os.environ["MAKEFLAGS"] = "s -j2 -- CC=" + compiler.replace(" ", "\\ ") + " CFLAGS=-O1 WERROR=1"
    for variable in ("BUILD", "TAKEAWAY", "TAKEAWAY_LONG", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES"):
        os.environ.pop(variable, None)
    for folder, _, names in os.walk(BUILD):
        for name in names:
            if name.endswith((".o", ".d")) or name == "ready":
                old = os.path.join(folder, name)
                new = os.path.join(to, "build", os.path.relpath(old, BUILD))
                os.makedirs(os.path.dirname(new), exist_ok=True)
                shutil.copy2(old, new)
                if name.endswith(".d"):  # names its object by the folder it was built in
                    with open(old, encoding="utf-8") as file:
                        text = file.read()
                    with open(new, "w", encoding="utf-8") as file:
                        file.write(re.sub(r"^\S*?(?=(?:src|tests|experiments)/\S+\.o:)", "build/", text))
                    shutil.copystat(old, new)
    # The flags are others, and dated as if nothing needed to be compiled for that.
    subprocess.run(["make", "build/flags"], cwd=to, check=True)
    os.utime(os.path.join(to, "build/flags"), (0, 0))


def main():
    with open(os.path.join(BUILD, "flags"), encoding="utf-8") as file:
        if "-fsanitize" in file.read():
            print("left out: objects of a sanitizer")
            os.environ.pop("TAKEAWAY_LONG", None)
    long = "TAKEAWAY_LONG" in os.environ
    with tempfile.TemporaryDirectory() as work:
        tree = os.path.join(work, "tree")
        found = recipes()
        copy(tree)
        os.chdir(tree)
        for name in WANTED:
            if not holds(f"{name}: a recipe", found.get(name), "there is none"):
                continue
            for where, language, text in found[name]:
                if language != "console":
                    put(name, where, text)
                elif long:
                    run(name, text)
        os.chdir("/")
    print(f"{100 * (checks - len(failures)) // checks}%: Checks: {checks}, Failures: {len(failures)}, Errors: 0")
    sys.exit(1 if failures else 0)


main()
