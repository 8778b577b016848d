#!/usr/bin/env python3
"""Holds the includes of src to the picture in src/README.md: calls go one way
between rooms, no header is in a circle of headers, no file of the tool in one
of calls, the tool sees only the public header and tool.h, guards are used once.
Prints what is wrong and how many checks there were; run by `make check`."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SRC = os.path.join(ROOT, "src")
problems, checks = [], 0


def picture():
    """{room: its level} of the line with arrows; levels rise to the left."""
    with open(os.path.join(SRC, "README.md"), encoding="utf-8") as file:
        line = next(x for x in file if re.match(r" {4}\w+ -> .*-> \w+$", x))
    levels = [x.split(",") for x in line.strip().split("->")]
    return {room.strip(): len(levels) - k
            for k, rooms in enumerate(levels) for room in rooms}


def sources():
    for folder, _, names in os.walk(SRC):
        for name in sorted(names):
            if folder != SRC and name.endswith((".c", ".h")):
                yield os.path.relpath(os.path.join(folder, name), SRC)


def includes(path):
    with open(os.path.join(SRC, path), encoding="utf-8") as file:
        text = file.read()
    for name in re.findall(r'^#include "([^"]+)"', text, re.M):
        if name not in ("takeaway.h", "tool.h"):  # any file may use these
            beside = os.path.join(os.path.dirname(path), name)
            yield name if os.path.exists(os.path.join(SRC, name)) else beside


def check(good, text):
    global checks
    checks += 1
    if not good:
        problems.append(text)


# Within a level: what stands on what, said in src/README.md.
ALLOWED = {("nim", "cold")}

level = picture()
of = {path: list(includes(path)) for path in sources()}
for path, others in of.items():
    room = path.split(os.sep)[0]
    check(room in level, f"{path}: the picture has no room '{room}'")
    for other in others:
        there = other.split(os.sep)[0]
        check(os.path.exists(os.path.join(SRC, other)),
              f"{path} includes {other}, which is not there")
        check(room == there or (room, there) in ALLOWED
              or level.get(room, 0) > level.get(there, 99),
              f"{path} includes {other}: no arrow leads from {room} to {there}")
        check(room != "cli" or there == "cli",
              f"{path} includes {other}: the tool uses the public header and tool.h only")

headers = {p for p in of if p.endswith(".h")}
done, path_now = set(), []


def follow(file, leads_to):
    if file in path_now:
        check(False, "a circle: " + " -> ".join(path_now[path_now.index(file):]
                                                + [file]))
        return
    if file in done or file not in leads_to:
        return
    path_now.append(file)
    for other in leads_to[file]:
        follow(other, leads_to)
    path_now.pop()
    done.add(file)


def calls_of_tool():
    """{file of src/cli: those whose functions and tables it uses}."""
    texts, home = {}, {}
    for path in of:
        if path.startswith("cli") and path.endswith(".c"):
            with open(os.path.join(SRC, path), encoding="utf-8") as file:
                texts[path] = file.read()
            for name in re.findall(r"^(?!static)\w.*?\b(cli_\w+)(?:\(|\[\] =| =)",
                                   texts[path], re.M):
                home[name] = path
    return {path: sorted({home[name] for name in re.findall(r"\bcli_\w+", text)
                          if home.get(name, path) != path})
            for path, text in texts.items()}


calls = calls_of_tool()
for file in sorted(calls):
    follow(file, calls)
check(len(calls) > 30 and sum(map(len, calls.values())) > 100,
      "the calls of src/cli are not seen")
leads = {header: of[header] for header in headers}
guards = {}
for header in sorted(headers):
    follow(header, leads)
    with open(os.path.join(SRC, header), encoding="utf-8") as file:
        guard = re.search(r"^#ifndef (\w+)$", file.read(), re.M)
    # A kernel.h is text that is compiled once for each variant.
    check(guard is not None or header.endswith("kernel.h"),
          f"{header} has no guard")
    if guard is not None:
        check(guard.group(1) not in guards,
              f"{header} and {guards.get(guard.group(1))} have the same guard")
        guards[guard.group(1)] = header

for problem in problems:
    print(f"failed: {problem}")
share = 100 * (checks - len(problems)) // max(checks, 1)
print(f"{share}%: Checks: {checks}, Failures: {len(problems)}, Errors: 0")
sys.exit(1 if problems else 0)
