"""What a notebook shows: pictures and tables; heaps of every type, progress of every long call; documentation."""
import importlib.util
import inspect
import io
import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

import takeaway
from takeaway import Archive, Game, Grid, Memory, Octal, picture

needs = {module: pytest.mark.skipif(importlib.util.find_spec(module) is None, reason=f"{module} is not installed")
         for module in ("matplotlib", "nbclient", "ipykernel", "mypy")}
slow = pytest.mark.skipif("TAKEAWAY_LONG" not in os.environ, reason="takes some seconds")
SQUARES, WYTHOFF = Game("squares"), Grid("(1,0):all (0,1):all (1,1):all")


@needs["matplotlib"]
def test_pictures_draw_what_is_computed():
    import matplotlib
    before, loaded, ends = dict.copy(matplotlib.rcParams), set(sys.modules), 2 ** np.arange(1, 15)
    counts = SQUARES.count(ends)
    ax = SQUARES.plot(2**14)
    fitted, counted = ax.lines
    assert (counted.get_ydata() == counts).all() and (counted.get_xdata() == ends).all()
    law = takeaway.fit(ends[6:], counts[6:])
    assert np.allclose(fitted.get_ydata(), law.constant * ends.astype(float)**law.exponent)
    octaves = np.diff(np.log2(counts))
    assert np.allclose(ax.figure.axes[1].lines[1].get_ydata(), octaves)
    assert np.allclose(SQUARES.plot(2**14, "exponent").lines[1].get_ydata(), octaves)
    assert (SQUARES.plot(300, "nim", from_=50).lines[0].get_ydata() == SQUARES.nim(300, 50)).all()
    hot, cold = SQUARES.plot(300, "length").lines
    assert (cold.get_xdata() == SQUARES.cold(300)).all() and (hot.get_ydata() % 2 == 1).all()
    shares = SQUARES.plot(10**4, "residue", modulus=5).patches[0].get_data().values
    assert np.allclose(shares, 100 * np.bincount(SQUARES.cold(10**4).astype(int) % 5) / SQUARES.count(10**4))
    assert (WYTHOFF.plot(30, 20).lines[0].get_xydata() == WYTHOFF.cold(30, 20)).all()
    assert (WYTHOFF.plot(30, 20, "nim").images[0].get_array() == WYTHOFF.nim(30, 20)).all()
    assert "matplotlib.pyplot" not in set(sys.modules) - loaded and dict.copy(matplotlib.rcParams) == before
    assert ax._repr_png_().startswith(b"\x89PNG")


@needs["matplotlib"]
@pytest.mark.parametrize("game, end, first, marks", [
    (Octal("kayles"), 100, [71], ["preperiod 71", "period 12, proved"]), (SQUARES, 1000, [], []), (Octal(".9"), 1000, [], []),
    (Game("kayles"), 100, [71], ["preperiod 71", "period 12, proved"]),
    (Game([2, 4, 7], complete=True), 100, [8], ["preperiod 8", "period 3, proved"]),
    (Game(rule=lambda heap: range(heap // 2, heap)), 1000, [], [])])
def test_the_preperiod_is_marked(game, end, first, marks):
    ax = game.plot(what="nim")
    assert ax.get_legend_handles_labels()[1] == marks and len(ax.lines[0].get_xdata()) == end
    assert [line.get_xdata()[0] for line in ax.lines[1:]] == first


@needs["matplotlib"]
def test_a_picture_in_axes_that_are_given():
    from matplotlib.figure import Figure
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert SQUARES.plot(2**10, ax=left) is left and WYTHOFF.plot(5, 5, ax=right) is right
    Game([3**k for k in range(30)], misere=True, complete=True).plot(100, "exponent", ax=right)
    assert len(figure.axes) == 2 and "_repr_png_" not in vars(left) and len(right.get_title()) < 90
    figure.savefig(io.BytesIO())


def test_pictures_that_are_refused(monkeypatch):
    for call, text in ((lambda: SQUARES.plot(100, "nims"), "no picture of 'nims'; accepted are count, exponent, nim"),
                       (lambda: SQUARES.plot(100, "residue"), "modulus"), (lambda: SQUARES.plot(100, modulus=3), "modulus"),
                       (lambda: SQUARES.plot(100, "residue", modulus=0), "modulus is 0"),
                       (lambda: WYTHOFF.plot(5, 5, "length"), "accepted are cold, nim"),
                       (lambda: SQUARES.plot(1), "a fit takes"),
                       (lambda: Game("squares", misere=True).plot(what="nim"), "normal play")):
        with pytest.raises(takeaway.InvalidError, match=text):
            call()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match="pictures need matplotlib, which is not installed: .* python3-matplotlib"):
        SQUARES.plot(100)


def test_the_colours_are_those_of_the_report():
    with open("experiments/figures/style.gp", encoding="utf-8") as style, \
            open("experiments/plane/plane.gp", encoding="utf-8") as plane:
        named = dict(re.findall(r'^(\w+) = "(#\w+)"', style.read(), re.M))
        shades = re.findall(r'palette defined \(0 "(#\w+)", 1 "(#\w+)"', plane.read())
    for name in ("blue", "red", "orange", "sky"):
        assert getattr(picture, name.upper()) == named[name]
    assert [one.upper() for one in shades[0]] == list(picture.SHADES)


def text_of(html):
    assert html.count("<table>") == html.count("</table>") and html.count("<td>") == html.count("</td>")
    return re.sub(r"&#x27;", "'", re.sub(r"<[^>]+>", " ", html).replace("&lt;", "<").replace("&ge;", ">="))


@pytest.mark.parametrize("shown, texts", [
    (SQUARES, ["'squares'", "who cannot move loses", "1, 4, 9, 16", "0, 2, 5, 7", "0, 1, 0, 1, 2"]),
    (Game([1, 2, 3, 7], misere=True, complete=True), ["who cannot move wins", "1-3, 7", "cold heaps  1,"]),
    (WYTHOFF, ["who cannot move loses", "(0, 0), (2, 1), (1, 2), (5, 3)"]), (Grid("", misere=True), ["wins"]),
    (Memory("2x"), ["0, 1, 2, 3, 5, 8, 13", "numbers k and k - 1 from k = 2 on", "1.618034"]),
    (Octal("kayles"), ["code  0.77", "0, 1, 2, 3, 1, 4"]), (Game([]), ["none"]), (Game(rule=hash), ["<built-in"]),
    (Game("divisors"), ["'divisors'", "cold heaps  0, ...", "0, 1, 2, 1, 3"]),
    (Game("kayles", misere=True), ["who cannot move wins", "cold heaps  1, 4, 9, 12, 20, ..."]),
    (SQUARES.play(13, 27), ["nim-sum 2, the player to move wins", "1  4  23  the value 3 becomes 1, and so the nim-sum 0"]),
    (SQUARES.play(10**7), ["NA  cold positions", "7225  9992775  what is left is cold"]),
    (Game("squares", misere=True).play(3, 4, 9), ["0  1  2  what is left is cold"]), (takeaway.solve([]), ["no heap"]),
    (Octal("kayles").play(10**30), ["octal game"]), (Game("odds").play(99), ["At most 20 moves"]), (SQUARES.play(2), ["the player to move loses"]),
    (Octal("kayles").period(), ["f(n + 12) = f(n)  for all n >= 71, proved: Guy and Smith"]),
    (Octal(".16").period(), ["proved: all rare heaps are small"]), (Octal(".37").period(20), ["f(n) - 1", "not proved"]),
    (Game([2, 4, 7]).period(), ["proved: as many values in a row as the largest move is long"]),
    (Grid("(1,0):1,2 (0,1):all").periods(100, 2)[1], ["g(n + 3, y) = g(n, y)", "the columns come again"])])
def test_what_a_notebook_shows(shown, texts):
    said = text_of(shown._repr_html_())
    assert all(text.replace("  ", " ") in re.sub(" +", " ", said) for text in texts), said


HEAPS = [0, 2, 3, 5, 7, 11, 100]
MANY = {"list": HEAPS, "tuple": tuple(HEAPS), "range": range(3, 40, 4), "plane": np.array([HEAPS, HEAPS]).T[::-1],
        "objects": np.array(HEAPS, object), **{kind: np.array(HEAPS, kind) for kind in np.typecodes["AllInteger"]}}


@pytest.mark.parametrize("heaps", MANY.values(), ids=MANY)
def test_heaps_may_be_arrays_and_ranges(heaps, tmp_path):
    one_by_one = np.vectorize(int)(heaps)

    def same(found, function):
        assert (found == np.vectorize(function)(one_by_one)).all() and found.shape == one_by_one.shape
    kayles, fibonacci, archive = Octal("kayles"), Memory("2x"), SQUARES.save(tmp_path / "squares.ta", 1000)
    same(SQUARES.is_cold(heaps), lambda heap: heap in SQUARES.cold(200))
    same(archive[heaps], lambda heap: archive[int(heap)])
    same(archive.count_below(heaps), lambda heap: SQUARES.count(int(heap)))
    same(kayles.value(heaps), lambda heap: kayles.nim(200)[heap])
    same(fibonacci.is_cold(heaps), lambda heap: heap in fibonacci.cold(200))
    alone = one_by_one.ravel().tolist()
    assert (SQUARES.count(np.unique(heaps)) == [SQUARES.count(n) for n in sorted(set(alone))]).all()
    assert SQUARES.play(heaps, 7).values == SQUARES.play(*alone, 7).values
    assert takeaway.solve([("squares", heaps)]).nim_sum == SQUARES.play(heaps).nim_sum
    assert SQUARES.moves(heaps) == SQUARES.moves(*alone)
    numbers = [s for s in alone if s]
    assert Game(s for s in numbers) == Game(np.array(numbers, np.int16)) == Game(numbers)


def test_heaps_of_any_length():
    assert Game("moser").is_cold([2, 10**60, 2**64 - 1]).tolist() == [True, False, Game("moser").is_cold(2**64 - 1)]
    assert [Game("moser").is_cold([2, heap])[0] for heap in (10**15, 2**63)] == [True, True]
    assert Game("kayles", misere=True).is_cold([20, 2**61]).tolist() == [True, False]
    assert SQUARES.is_cold(range(2, 10, 2**63)).tolist() == [True]
    assert Game("list:1,2").is_cold(np.array([3 * 10**30, 4], object)).tolist() == [True, False]
    assert Octal("kayles").value([10**100, 5]).tolist() == [Octal("kayles").value(10**100), 4]
    game, cold = Memory("2x"), [1, 2]
    while cold[-1] < 10**40:
        cold.append(cold[-1] + cold[-2])
    assert game.is_cold(cold).all() and game.moves(cold[-1]) == [] and game.moves(cold[-1], cold[-1]) == [cold[-1]]
    assert game.moves(cold[-1] + 4) == [1, 4] and game.moves(cold[-1] + 4, 3) == [1]
    for call in (game.is_cold, game.moves, SQUARES.is_cold, Octal("kayles").value):
        with pytest.raises(takeaway.InvalidError, match="heap is -1"):
            call(-1)
        with pytest.raises(TypeError, match="heap must be an integer"):
            call([1, 2.5] if call != game.moves else 2.5)


@pytest.mark.parametrize("rule, most", [("2x", lambda x: 2 * x), ("x", lambda x: x), ("x+3", lambda x: x + 3), ("3x", lambda x: 3 * x)])
def test_moves_of_games_with_a_memory(rule, most):
    wins = {}
    for heap in range(40):
        for limit in range(heap + 1):
            wins[heap, limit] = [s for s in range(1, limit + 1) if not wins[heap - s, min(most(s), heap - s)]]
            assert Memory(rule).moves(heap, limit) == wins[heap, limit]


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.uint64])
def test_numbers_of_numpy_are_numbers(kind, tmp_path):
    n, game = kind(100), Memory("2x")
    assert (WYTHOFF.nim(n, n) == WYTHOFF.nim(100, 100)).all() and (WYTHOFF.cold(n, n) == WYTHOFF.cold(100, 100)).all()
    assert WYTHOFF.periods(n, kind(2)) == WYTHOFF.periods(100, 2) and (game.least(n) == game.least(100)).all()
    assert len(SQUARES.save(tmp_path / "squares.ta", n)) == 100 and SQUARES.nth(kind(5)) == 10
    assert (SQUARES.nim(n, kind(90)) == SQUARES.nim(100)[90:]).all() and (game.cold(n) == game.cold(100)).all()
    assert SQUARES.moves(n, kind(7)) == SQUARES.moves(100, 7) and SQUARES.line(n) == SQUARES.line(100)


@pytest.mark.parametrize("call", [
    lambda **o: SQUARES.count(10**5, **o), lambda **o: SQUARES.count([10, 10**5], **o),
    lambda **o: SQUARES.cold(10**5, **o), lambda **o: SQUARES.nim(10**5, **o), lambda **o: SQUARES.lengths(10**5, **o),
    lambda **o: SQUARES.nth(10**4, **o), lambda **o: SQUARES.is_cold([5, 10**5], **o),
    lambda **o: SQUARES.play(10**5, **o), lambda **o: SQUARES.line(10**5, **o), lambda **o: SQUARES.period(10**4, **o),
    lambda **o: SQUARES.save(os.devnull, 10**5, **o), lambda **o: Octal(".6").period(10**4, **o),
    lambda **o: Octal(".6").value(99, 10**4, **o), lambda **o: takeaway.solve([("squares", 10**5)], **o),
    lambda **o: takeaway.census([[1, 2]], **o), lambda **o: takeaway.octal_census([".6"], 10**4, **o),
    lambda **o: WYTHOFF.cold(100, 100, **o), lambda **o: WYTHOFF.nim(100, 100, **o),
    lambda **o: WYTHOFF.periods(100, 100, **o), lambda **o: SQUARES.plot(10**4, **o)])
def test_each_long_call_tells_its_progress(call):
    def progress(share, done):
        seen.append(share)
        return len(seen) > 1 or share > 0
    seen = []
    with pytest.raises(takeaway.CancelledError):
        call(progress=progress)
    assert seen


def test_each_function_has_an_example():
    for name in takeaway.__all__:
        thing = getattr(takeaway, name)
        assert thing.__doc__, name
        if not isinstance(thing, type):
            assert ">>>" in thing.__doc__, name
        elif thing in (Archive, Game, Grid, Memory, Octal, takeaway.Move, takeaway.Period, takeaway.Position):
            assert ">>>" in thing.__doc__, name
            for member, function in vars(thing).items():
                if member[0] != "_" and (inspect.isfunction(function) or isinstance(function, property)):
                    assert function.__doc__ and (">>>" in function.__doc__ or f".{member}" in thing.__doc__), (name, member)


@needs["matplotlib"]
def test_the_pictures_of_the_readme(tmp_path, monkeypatch):
    """RECORD=1 replaces them; another matplotlib draws otherwise."""
    import matplotlib
    with open("src/python/README.md", encoding="utf-8") as file:
        readme = file.read()
    code = "".join(re.findall(r"^```python\n([^>].*?)^```", readme, re.M | re.S))
    wanted = [os.path.abspath(f"src/python/{path}") for path in re.findall(r"^!\[[^]]*\]\((.*\.svg)\)", readme, re.M)]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    with matplotlib.rc_context({"svg.hashsalt": "takeaway", "svg.fonttype": "none"}):
        exec(code, {})
    assert len(wanted) > 2 and sorted(os.listdir()) == sorted(os.path.basename(path) for path in wanted)
    for path in wanted:
        with open(os.path.basename(path), encoding="utf-8") as new:
            drawn = new.read()
        assert len(drawn) < 60_000
        if "RECORD" in os.environ:
            shutil.copy(new.name, path)
        with open(path, encoding="utf-8") as file:
            old = file.read()
        assert drawn == old or f"v{matplotlib.__version__}," not in old, path


@slow
@needs["mypy"]
def test_the_types_are_those_of_mypy(tmp_path):
    (tmp_path / "use.py").write_text("""
import numpy as np
from takeaway import Game, Octal
count: int = Game("squares").count(100, progress=lambda share, done: False)
counts: np.ndarray = Game([1, 2]).count(np.array([1, 2]))
cold: np.ndarray = Game("squares").is_cold(range(5))
value: int = Octal("kayles").value(10**100)
reveal_type(Octal("kayles").period())
Game("squares").count("5")
Game("squares").nim(5, thread=2)
""")
    options = ["--strict", "--allow-any-generics", "--ignore-missing-imports", "--enable-incomplete-feature=Unpack",
               f"--cache-dir={tmp_path}/cache"]
    said = subprocess.run([sys.executable, "-m", "mypy", *options, "src/python/takeaway", tmp_path / "use.py"],
                          capture_output=True, text=True, check=False).stdout
    assert [re.search(r":(\d+): (error|note)", line).groups() for line in said.splitlines()
            if ": error" in line or "Revealed" in line] == [("8", "note"), ("9", "error"), ("10", "error")], said


@slow
@needs["nbclient"]
@needs["ipykernel"]
@needs["matplotlib"]
def test_the_tour_runs():
    import nbformat
    from nbclient import NotebookClient
    path = "experiments/notebook/tour.ipynb"
    notebook = nbformat.read(path, 4)
    assert all(not cell.outputs and cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")
    NotebookClient(notebook, kernel_name="python3", timeout=300).execute()  # an error in a cell is raised
    shown = [output.data for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs
             if "data" in output]
    assert sum("image/png" in data for data in shown) > 2 and sum("text/html" in data for data in shown) > 2
