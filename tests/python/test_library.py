"""How ctypes declares the library, against the header and the compiler."""
import ctypes
import glob
import os
import pickle
import re
import subprocess

import numpy as np
import pytest

import takeaway
from takeaway import _library

HEADER = ""
for part in ["include/takeaway.h", *glob.glob("include/takeaway/*.h")]:
    with open(part, encoding="utf-8") as file:
        HEADER += re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
DECLARED = {name: (result.strip(), [p.strip() for p in parameters.split(",")])
            for result, name, parameters in
            re.findall(r"TA_API\s+([^;(]*?)(ta_\w+)\((.*?)\);", HEADER, re.S)}
SCALARS = {"uint64_t": ctypes.c_uint64, "size_t": ctypes.c_size_t, "unsigned": ctypes.c_uint,
           "bool": ctypes.c_bool, "ta_status": ctypes.c_int, "ta_convention": ctypes.c_int, "ta_content": ctypes.c_int,
           "ta_play_heap": _library.PlayHeap, "ta_turn": _library.Turn, "void": None, "ta_rule": "pointer"}
STRUCTURES = {"ta_error": _library.Error, "ta_options": _library.Options,
              "ta_game_info": _library.GameInfo,
              "ta_play_options": _library.PlayOptions, "ta_play_heap": _library.PlayHeap,
              "ta_move": _library.MoveOut, "ta_period": _library.PeriodOut, "ta_summary": _library.Summary,
              "ta_census_row": _library.CensusRow, "ta_archive_info": _library.ArchiveInfo,
              "ta_memory": _library.MemoryGame, "ta_sink": _library.Sink, "ta_fit": _library.Fit, "ta_turn": _library.Turn, "ta_block": _library.Block}


def c_type(text):
    """A C type without the name of its parameter: ctypes' scalar, or "pointer"."""
    if "*" in text or "[" in text:
        return "pointer"
    words = [w for w in text.split() if w != "const"]
    return SCALARS[words[0]]


def kind(ctype):
    is_pointer = ctype in (ctypes.c_void_p, ctypes.c_char_p) or hasattr(ctype, "contents") \
        or isinstance(ctype, type) and issubclass(ctype, (ctypes._Pointer, ctypes._CFuncPtr))
    return "pointer" if is_pointer else ctype


@pytest.mark.parametrize("name", sorted(_library.FUNCTIONS))
def test_function_is_declared_as_in_the_header(name):
    result, parameters = DECLARED[name]
    want, *have = _library.FUNCTIONS[name]
    assert kind(want) == c_type(result)
    wanted = [] if parameters == ["void"] else [c_type(p) for p in re.split(
        r",(?![^(]*\))", ", ".join(parameters))]
    if name == "ta_play_moves":  # a function among its parameters
        wanted = [c_type("*")] + [ctypes.c_size_t, ctypes.c_uint64] + ["pointer"] * 4
    assert [kind(p) for p in have] == wanted


def test_structures_lie_as_the_compiler_has_them(tmp_path):
    lines = []
    for name, structure in STRUCTURES.items():
        lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
        lines += [f'printf("{name}.{field[0]} %zu\\n", offsetof({name}, {field[0]}));'
                  for field in structure._fields_]
    source = tmp_path / "layout.c"
    source.write_text('#include <stdio.h>\n#include "takeaway.h"\nint main(void) {\n'
                      + "\n".join(lines) + "\nreturn 0; }\n")
    program = str(tmp_path / "layout")
    subprocess.run([*os.environ.get("CC", "cc").split(), "-Iinclude", "-o", program, str(source)], check=True)
    said = dict(line.split() for line in
                subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines())
    for name, structure in STRUCTURES.items():
        assert int(said[name]) == ctypes.sizeof(structure), name
        for field in structure._fields_:
            assert int(said[f"{name}.{field[0]}"]) == getattr(structure, field[0]).offset, (name, field)


def test_version_and_statuses():
    assert f'"{takeaway.__version__}"' in HEADER
    statuses = re.search(r"typedef enum ta_status \{(.*?)\}", HEADER, re.S)[1].count(",")
    assert set(_library.ERRORS) == set(range(1, statuses + 1))


def test_errors_say_what_is_wrong():
    with pytest.raises(takeaway.InvalidError, match="cubes takes nothing"):
        takeaway.Game("cubes:")
    with pytest.raises(ValueError, match="not from 0"):
        takeaway.Game("squares").count(-1)
    with pytest.raises(ValueError, match="not from 0"):
        takeaway.Game([1, 2**64])
    with pytest.raises(takeaway.LimitError, match="above the limit"):
        takeaway.Game("squares").count(10**9, max_memory=1000)
    assert takeaway.Game("odds").count(2**20, max_memory=10**7) == 2**19
    with pytest.raises(MemoryError, match="above the limit"):
        takeaway.Game("squares").nim(10**14)
    with pytest.raises(OverflowError, match="only 1 cold"):
        takeaway.Game("poly:0,1,0").nth(2)
    with pytest.raises(FileNotFoundError) as failed:
        try:
            takeaway.Archive("/nowhere/at-all")
        except takeaway.FileError as error:
            raise FileNotFoundError(error.errno, "as expected") from error
    assert failed.value.errno == 2


def test_errors_have_the_name_that_a_user_imports():
    errors = [getattr(takeaway, name) for name in takeaway.__all__ if name.endswith("Error")]
    assert len(errors) == 8
    for error in errors:
        assert f"{error.__module__}.{error.__qualname__}" == f"takeaway.{error.__name__}"
        assert type(pickle.loads(pickle.dumps(error("x")))) is error


@pytest.mark.parametrize("call", [
    lambda: takeaway.Game("squares\0"), lambda: takeaway.Octal(".77\0"), lambda: SQUARES.nim(5, engine="naive\0x"),
    lambda: SQUARES.save("a\0b", 10), lambda: takeaway.Archive(b"a\0b"), lambda: takeaway.solve([("squares\0", 5)])])
def test_a_nul_does_not_cut_a_text(call):
    with pytest.raises(takeaway.InvalidError, match="NUL"):
        call()


def test_numbers_are_not_cut():
    with pytest.raises(takeaway.InvalidError, match=r"threads is 8589934592, and not from 0 to 2\^32 - 1"):
        SQUARES.count(100, threads=2**33)
    assert list(takeaway.Game("list:1,2").count([5, 2**63 + 1])) == [2, 3074457345618258603]
    assert [len(SQUARES.play(13, 27).moves(most)) for most in (0, 1, 2, 1000)] == [0, 1, 2, 3]


def test_unknown_games_are_told_of_all_that_are_known():
    with pytest.raises(takeaway.InvalidError, match=r"accepted are squares .*file:PATH .*; and octal games: .*grundy$"):
        takeaway.Game("square")


def test_fits():
    law = takeaway.fit([10, 20, 40, 80], [30, 120, 480, 1920])
    assert abs(law.exponent - 2) < 1e-12 and abs(law.constant - 0.3) < 1e-12 and law.residual < 1e-12
    for wrong in (([1, 2], [1, 0]), ([1, 1], [1, 2]), ([1, 2], [1]), ([], []), (5, 5), ([[1], 2], [1, 2]), ("x", [1])):
        with pytest.raises(takeaway.InvalidError, match="a fit takes"):
            takeaway.fit(*wrong)


SQUARES = takeaway.Game("squares")
KAYLES = takeaway.Octal("kayles")


@pytest.mark.parametrize("name, call", [
    ("n", lambda: SQUARES.cold(1e6)), ("n", lambda: SQUARES.count("5")), ("n", lambda: SQUARES.nim(None)),
    ("n", lambda: SQUARES.elements(1.5)), ("n", lambda: SQUARES.count([1, 2.5])), ("k", lambda: SQUARES.nth(1.0)),
    ("search", lambda: SQUARES.period(1.5)), ("path", lambda: SQUARES.save(5, 10)), ("heap", lambda: SQUARES.moves(None)),
    ("heap", lambda: SQUARES.line([15])),
    ("k", lambda: SQUARES.nth(np.array([1, 2]))), ("n", lambda: SQUARES.cold(np.array(5.0))),
    ("heap", lambda: SQUARES.is_cold("7")), ("heap", lambda: takeaway.Game([]).is_cold(7.0)),
    ("most", lambda: SQUARES.play(5).moves(1.5)), ("spec", lambda: takeaway.Game(5)),
    ("spec", lambda: takeaway.Game(b"squares")), ("number of S", lambda: takeaway.Game([1, "a"])),
    ("threads", lambda: SQUARES.nim(10, threads=1.5)), ("engine", lambda: SQUARES.nim(10, engine=5)),
    ("max_memory", lambda: SQUARES.nim(10, max_memory="1G")),
    ("known", lambda: SQUARES.nim(10, known="x")), ("progress", lambda: SQUARES.nim(10, progress=5)),
    ("heaps", lambda: takeaway.solve(5)), ("heaps", lambda: takeaway.solve([5])),
    ("game", lambda: takeaway.solve([(5, 1)])), ("heap", lambda: takeaway.solve([("squares", 1.5)])),
    ("search", lambda: takeaway.solve([("squares", 5)], search="x")), ("path", lambda: takeaway.Archive(5)),
    ("sets", lambda: takeaway.census(5)), ("sets", lambda: takeaway.census([5])),
    ("number of a set", lambda: takeaway.census([[1.5]])), ("limit", lambda: takeaway.census([[1]], limit="x")),
    ("spec", lambda: takeaway.Octal(5)), ("heap", lambda: KAYLES.value(1.5)), ("search", lambda: KAYLES.period("x")),
    ("games", lambda: takeaway.octal_census(5)), ("spec", lambda: takeaway.octal_census([5])),
    ("limit", lambda: takeaway.octal_census(["kayles"], limit=1.5))])
def test_a_type_error_names_the_argument(name, call):
    with pytest.raises(TypeError, match=rf"(^|\b){name} must be .*, not \w+$"):
        call()


def test_a_missing_library_is_explained():
    environment = {**os.environ, "TAKEAWAY_LIBRARY": "/nowhere/libtakeaway.so"}
    python = subprocess.run([__import__("sys").executable, "-c", "import takeaway"], env=environment,
                            capture_output=True, text=True, check=False)
    assert python.returncode == 1
    assert "or set TAKEAWAY_LIBRARY" in python.stderr
