#!/usr/bin/env python3
"""Holds the includes and calls of src to the picture in src/README.md: they lead one
way between modules; no headers, and no files of the tool by their calls, form a circle;
the tool sees only headers that need none but the public one; guards are unique; members in the table of
src/octal/README.md are assigned and read where it says. Prints what is wrong and how many checks
there were; run by `make check`."""
import glob
import os
import re
import subprocess
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src"))
ALLOWED = {("nim", "cold")}  # within a level, as src/README.md says
problems, checks = [], 0


def check(good, text):
    global checks
    checks += 1
    if not good:
        problems.append(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_arrow(path, verb, other, what=""):
    """Checks that the picture lets a file of src name another one."""
    module, there = path.split("/")[0], other.split("/")[0]
    check(module == there or (module, there) in ALLOWED or level.get(module, 0) < level.get(there, 0),
          f"{path} {verb} {what}{other}: no arrow leads from {module} to {there}")


def follow(file, leads_to, path, done):
    """Reports every circle that can be reached from the file."""
    check(file not in path, "a circle: " + " -> ".join([*path, file]))
    if file not in path and file not in done:
        for other in leads_to.get(file, ()):
            follow(other, leads_to, [*path, file], done)
        done.add(file)


texts = {path: read(path) for path in sorted(glob.glob("*/**/*.[ch]", recursive=True))}
picture = re.search(r"^ {4}(\w+ -> .*-> \w+)$", read("README.md"), re.M)[1].split("->")
level = {module.strip(): k for k, modules in enumerate(picture) for module in modules.split(",")}
includes, guards = {}, {}
for path, text in texts.items():
    names = set(re.findall(r'^#include "([^"]+)"', text, re.M)) - {"takeaway.h"}
    includes[path] = [name if name in texts else os.path.join(os.path.dirname(path), name) for name in names]
    module = path.split("/")[0]
    check(module in level, f"{path}: the picture has no module '{module}'")
    for other in includes[path]:
        there = other.split("/")[0]
        check(other in texts, f"{path} includes {other}, which does not exist")
        check_arrow(path, "includes", other)
        check(module != "cli" or there == "cli"
              or not re.search(r'^#include "(?!takeaway.h")', texts.get(other, ""), re.M),
              f"{path} includes {other}: the tool uses headers that need none but the public one")
    if path.endswith(".h"):
        guard = re.search(r"^#ifndef (\w+)$", text, re.M)
        # A kernel is a text that is compiled once for each instruction set.
        check(guard is not None or path.endswith("kernel.h"), f"{path} has no guard")
        if guard is not None:
            check(guard[1] not in guards, f"{path} and {guards.get(guard[1])} have the same guard")
            guards[guard[1]] = path

public = set(re.findall(r"\bta_\w+", "".join(read(path) for path in glob.glob("../include/**/*.h", recursive=True))))
for path, text in texts.items():
    for name in sorted(set(re.findall(r"\bta_[a-z]\w*", text)) - public):
        check(False, f"{path}: {name} has no header in include/, so it begins with tai_")
check(len(public) > 100, "the public names are not seen")

# The names that an object file wants, and the object file that has each.
build = os.path.join("..", os.environ.get("BUILD", "build"), "src")
objects = {os.path.join(build, path[:-2] + variant + ".o"): path for path in texts if path.endswith(".c")
           for variant in ("", "-avx2", "-avx512")}
seen = [path for path in objects if os.path.exists(path)]
symbols = subprocess.run(["nm", "-APg", *seen], stdout=subprocess.PIPE, text=True, check=True).stdout if seen else ""
names = [(objects[path], name, kind) for path, name, kind in re.findall(r"^(.*?): (\S+) (\S)", symbols, re.M)]
has = {name: path for path, name, kind in names if kind != "U"}
wants = {(path, name) for path, name, kind in names if kind == "U" and name in has}
check(len(wants) > 500, f"{build} lacks object files: `make` builds them")
for path, name in sorted(wants):
    check_arrow(path, "wants", has[name], f"{name} of ")

# A file of the tool calls the files whose functions and tables it names. The table of commands names their
# entries, and calls nothing.
tool = {path: text for path, text in texts.items() if re.match(r"cli/.*\.c$", path)}
home = {name: path for path, text in tool.items()
        for name in re.findall(r"^(?!static)\w.*?\b(cli_\w+)(?<!_command)(?:\(|\[\] =| =)", text, re.M)}
calls = {path: sorted({home[name] for name in re.findall(r"\bcli_\w+", text)
                       if home.get(name, path) != path}) for path, text in tool.items()}
check(len(calls) > 30 and sum(map(len, calls.values())) > 100, "the calls of src/cli are not seen")
headers = {path: others for path, others in includes.items() if path.endswith(".h")}
for leads in (headers, calls):
    finished = set()
    for start in leads:
        follow(start, leads, [], finished)

rows = re.findall(r"^\| ((?:`[\w.]+` )+)\| (\S+) \|(.*)\|$", read("octal/README.md"), re.M)
code = {path.split("/")[1]: re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        for path, text in texts.items() if path.startswith("octal/")}
check(len(rows) > 10, "src/octal/README.md: the table of members is not seen")
for names, owner, readers in rows:
    seen = set()
    for name in re.findall(r"[\w.]+", names):
        member = r"(?:->|\.)" + name.replace(".", r"(?:->|\.)") + r"\b"
        change = rf"{member}(?: [^\s=!<>]{{0,2}}= |\+\+|--)|(?:\+\+|--)[\w.>-]*{member}"
        seen |= {file for file in code if re.search(member, code[file])}
        for file in code:
            check(file == owner or not re.search(change, code[file]),
                  f"octal/{file} assigns {name}, which is {owner}'s")
    check(seen | {owner} == {owner, *readers.split()},
          f"octal/README.md: {names}is read in {' '.join(sorted(seen - {owner}))}")

for problem in problems:
    print(f"failed: {problem}")
print(f"{100 * (checks - len(problems)) // checks}%: Checks: {checks}, Failures: {len(problems)}, Errors: 0")
sys.exit(bool(problems))
