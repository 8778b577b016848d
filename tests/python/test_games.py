"""Results against definitions written out in Python, on random games."""
import itertools
import os
import pickle
import random

import numpy as np
import pytest

import takeaway
from takeaway import Game, Octal, Move

N = 300


def mex(values):
    values = set(values)
    return next(v for v in range(len(values) + 1) if v not in values)


def outcomes(numbers, n, misere):
    cold = []
    for i in range(n):
        options = [i - s for s in numbers if s <= i]
        cold.append(not any(cold[j] for j in options) and not (misere and not options))
    return cold


def random_set(r):
    return sorted(r.sample(range(1, 60), r.randrange(1, 9)))


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game(seed):
    r = random.Random(seed)
    numbers, misere = random_set(r), bool(seed % 2)
    shuffled = r.sample(numbers, len(numbers))
    game = Game(shuffled, misere=misere, complete=True)
    cold = np.flatnonzero(outcomes(numbers, N, misere))
    found = game.cold(N)
    assert found.dtype == np.uint64 and list(found) == list(cold)
    assert game.count(N) == len(cold)
    ends = sorted(r.sample(range(N), 6))
    assert list(game.count(ends)) == [int(np.sum(cold < end)) for end in ends]
    assert game.count(np.array(ends).reshape(2, 3)).shape == (2, 3)
    assert game.nth(len(cold)) == cold[-1]
    assert list(game.elements(40)) == [s for s in numbers if s < 40]
    if misere:
        for normal in (game.nim, game.line):
            with pytest.raises(takeaway.InvalidError):
                normal(N)
        return
    nim = []
    for i in range(N):
        nim.append(mex(nim[i - s] for s in numbers if s <= i))
    assert list(game.nim(N)) == nim and list(game.nim(N, seed)) == nim[seed:]
    lengths = []
    for i in range(N):
        options = [lengths[i - s] for s in numbers if s <= i]
        even = [x for x in options if x % 2 == 0]
        lengths.append(0 if not options else 1 + (min(even) if even else max(options)))
    assert list(game.lengths(N)) == lengths and list(game.lengths(N, from_=N)) == []
    heap = r.randrange(N)
    line = game.line(heap)
    for k, move in enumerate(line):
        assert move.taken in numbers and lengths[heap] == len(line) - k
        heap -= move.taken
        assert move.left == (heap,)[:heap]
    assert lengths[heap] == 0 and Game(numbers, complete=True).line(np.uint64(N - 1)) == game.line(N - 1)
    period = game.period()
    values = game.nim(period.preperiod + 3 * period.period + 60)
    far = 2**63 + r.randrange(10**9)
    assert list(game.nim(far + 300, from_=far)) \
        == [values[period.preperiod + (heap - period.preperiod) % period.period] for heap in range(far, far + 300)]
    assert period.proved and period.period > 0
    assert (values[period.preperiod:-period.period] == values[period.preperiod + period.period:]).all()
    row = takeaway.census([numbers], limit=1 << 16)[0]
    assert (row["nim_preperiod"], row["nim_period"]) == (period.preperiod, period.period)


@pytest.mark.parametrize("seed", range(10))
def test_moves_of_a_random_sum(seed):
    r = random.Random(seed)
    sets, heaps = [random_set(r) for _ in range(3)], [r.randrange(N) for _ in range(3)]
    games = [Game(numbers, complete=True) for numbers in sets]
    nim = [game.nim(N) for game in games]
    position = takeaway.solve(zip(games, heaps))
    total = int(np.bitwise_xor.reduce([nim[k][heaps[k]] for k in range(3)]))
    assert position.nim_sum == total and position.wins == (total != 0)
    assert position.values == [nim[k][heaps[k]] for k in range(3)]
    want = [Move(k, s, (heaps[k] - s,)) for k in range(3) for s in sets[k]
            if s <= heaps[k] and total ^ nim[k][heaps[k]] ^ nim[k][heaps[k] - s] == 0]
    assert position.moves() == want


def test_misere_sums():
    game = Game([1, 3, 4], misere=True, complete=True)
    assert game.play(0, 0).wins
    for heaps in itertools.product(range(6), repeat=3):
        position = game.play(*heaps)
        lost = [(k, s) for k, heap in enumerate(heaps) for s in (1, 3, 4) if s <= heap
                and not game.play(*heaps[:k], heap - s, *heaps[k + 1:]).wins]
        assert [(m.heap, m.taken) for m in position.moves()] == lost
        assert position.wins == (bool(lost) or not any(heaps))
    with pytest.raises(takeaway.InvalidError, match="other convention"):
        takeaway.solve([(game, 4)])


def octal_values(digits, n):
    """Bits of digits[t]: take t and leave 0, 1 or 2 heaps."""
    g = []
    for heap in range(n):
        reached = set()
        for t, d in enumerate(digits):
            left = heap - t
            if d & 1 and left == 0 and t > 0:
                reached.add(0)
            if d & 2 and left > 0 and t > 0:
                reached.add(g[left])
            if d & 4:
                reached.update(g[a] ^ g[left - a] for a in range(1, left // 2 + 1) if left - a > 0)
        g.append(mex(reached))
    return g


@pytest.mark.parametrize("code", [".07", ".77", ".16", ".137", ".352", "4.3"])
def test_an_octal_game(code):
    first, rest = code.split(".")
    digits = [int(first or 0), *map(int, rest)]
    game, want = Octal(code), octal_values(digits, N)
    assert list(game.nim(N)) == want
    assert list(game.cold(N)) == [i for i, g in enumerate(want) if g == 0]
    assert game.count(N) == want.count(0)
    assert list(Game(code).nim(N)) == want
    period = game.period(1 << 20)
    assert period.proved
    beyond = period.preperiod + 10 * period.period + 3
    assert game.value(beyond) == game.value(beyond + 10**6 * period.period) == game.nim(beyond + 1)[-1]
    for move in game.moves(50):
        g = [game.value(heap) for heap in move.left]
        assert move.taken + sum(move.left) == 50 and (g[0] ^ g[1] if len(g) == 2 else sum(g)) == 0
    assert bool(game.moves(50)) == (want[50] != 0) == game.play(50).wins


def test_an_octal_archive(tmp_path):
    game = Octal("kayles")
    with game.save(tmp_path / "nim", 1000, "nim") as archive:
        assert (archive.content, archive.game) == ("nim", "0.77")
        assert (archive[:] == game.nim(1000)).all()
    with game.save(tmp_path / "cold", 1000) as archive:
        assert list(archive[:]) == list(game.cold(1000)) == [0]
    for spec in ("squares", "x", "", "list:1,2"):
        with pytest.raises(takeaway.InvalidError, match="no octal game; accepted: a code with a point, .* kayles"):
            Octal(spec)
    assert Octal(".77").spec == ".77"
    with pytest.raises(takeaway.InvalidError, match=r"Octal\('kayles'\).period\(\)"):
        Game("kayles").period()


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("spec", ["squares", "list:1,2", "moser", ".77", [], range(1, 100_000, 7)])
def test_is_cold(spec, misere):
    game = Game(spec, misere=misere, complete=True)
    assert [heap for heap in range(40) if game.is_cold(heap)] == list(game.cold(40))
    heaps = np.array(random.Random(5).choices(range(40), k=20)).reshape(4, 5)
    assert np.array_equal(game.is_cold(heaps), np.isin(heaps, game.cold(40)))


def test_games_are_equal_by_what_they_are():
    same = [[Game("squares"), Game("squares")], [Game([2, 1, 5]), Game("list:5,1,2"), Game([1, 2, 5])],
            [Octal("kayles"), Octal(".77"), Game("0.77")], [Game([]), Game(range(0))],
            [Game(range(1, 100_000, 7)), Game(list(range(1, 100_000, 7))[::-1])],
            [Game("squares", misere=True), Game("squares", misere=1)], [Game(range(1, 100_000, 14))]]
    for a in same:
        for b in same:
            assert {x == y for x in a for y in b} == {a is b}
        assert len(set(a)) == 1
    assert Game("squares") != "squares"


def test_equal_sets_are_compared_by_their_ranges(tmp_path):
    far = [Game("list:1-10^9"), Game("list:5-10^9,1-7,10^9"), Game("list:1-1000000000")]
    assert len(set(far)) == 1 and far[0] != Game("list:1-10^9,10^9+2") and Game([1]) != Game([1, 2**64 - 1])
    (tmp_path / "numbers").write_text("2\n1\n5\n")
    assert Game(f"file:{tmp_path}/numbers") == Game([1, 2, 5]) != Game([1, 2, 6])


def test_a_long_list_has_moves_as_a_short_one():
    numbers = range(1, 283, 2)
    game = Game(numbers, complete=True)
    assert [move.taken for move in game.moves(5)] == [1, 3, 5] and game.play(5, 2).nim_sum == 1
    assert takeaway.solve([(game, 5), ("list:" + ",".join(map(str, numbers)), 4), ("odds", 2)]).values == [1, 0, 0]
    assert Game([]).moves(5) == [] and Game([], misere=True).play(2**64).wins


def test_numbers_of_any_length():
    game, heap = Octal("kayles"), 10**5000
    assert game.value(heap) == game.value(heap % 12 + 12 * 100)
    position = game.play(heap, 10**20)
    assert all(move.taken + sum(move.left) == (heap, 10**20)[move.heap] for move in position.moves())
    moser = Game("moser").play(heap)
    [move] = moser.moves()
    assert move.taken + move.left[0] == heap and moser.values == [moser.nim_sum]
    assert Game("moser").play(*move.left).nim_sum == 0 and Game("moser").nim(300)[77] == Game("moser").play(77).nim_sum
    assert "(16610 bits) of moser: nim-sum 0x" in repr(moser) and " bits), left=(0x" in repr(move)
    for call in (lambda: Game("squares").count(heap), lambda: Game("squares").play(-heap), lambda: game.value(-heap)):
        with pytest.raises(takeaway.InvalidError, match="is -?0x.*16610 bits"):
            call()


def test_positions_and_periods_print_themselves():
    assert repr(takeaway.solve([("squares", 13), (Octal("kayles"), 5)])) \
        == "<13 of squares + 5 of kayles: nim-sum 5, the player to move wins>"
    assert repr(Game("squares", misere=True).play(1)) == "<1 of squares: nim-sum 1, the player to move loses>"
    assert repr(Game("squares").play(10**7)) == "<10000000 of squares: the player to move wins>"
    assert repr(Game("list:1,2").period()).startswith("Period(period=3, preperiod=0, proved=True, known=")


def test_a_search_with_digits_above_7_ends():
    assert Octal(".9").period() is None and Octal(".9").value(4000) == Octal(".9").nim(4001)[-1]
    with pytest.raises(takeaway.RangeError, match="below 4096; a larger search"):
        Octal(".9").value(4096)


SQUARES = [x * x for x in range(1, 50)]


@pytest.mark.parametrize("call", [
    lambda game: game.count(2403), lambda game: game.count([5, 2403]), lambda game: game.cold(2403),
    lambda game: game.nim(2403), lambda game: game.lengths(2403), lambda game: game.is_cold(2402),
    lambda game: game.is_cold([2402]), lambda game: game.moves(5, 2402), lambda game: game.line(2402),
    lambda game: takeaway.solve([(game, 2402)]), lambda game: game.nth(500),
    lambda game: game.save(os.devnull, 2403)])
def test_a_set_that_ends_warns_once(call, monkeypatch):
    monkeypatch.setattr("takeaway.archive.Archive", lambda path: None)
    for numbers in (SQUARES, iter(SQUARES), np.array(SQUARES)):
        game = Game(numbers)
        assert game.count(2402) == Game("squares").count(2402) and not game.is_cold(2401)
        with pytest.warns(UserWarning, match="above 2401, the largest number given, .* complete=True") as seen:
            call(game)
        assert [one.filename for one in seen] == [__file__]
        call(game)
    call(Game(SQUARES, complete=True))
    call(Game("list:" + ",".join(map(str, SQUARES))))


def test_finite_unions_are_compared_by_their_ranges():
    assert Game("list:1,2+list:5") == Game([1, 2, 5]) != Game("list:1,2+list:6")


def test_a_file_that_ends_warns_unless_it_says_complete(tmp_path):
    (tmp_path / "part").write_text("1\n3\n4\n")
    (tmp_path / "whole").write_text("complete\n1\n3\n4\n")
    part, whole = f"file:{tmp_path}/part", f"file:{tmp_path}/whole"
    for call in (lambda: Game(part).count(100), lambda: takeaway.solve([(part, 50)])):
        with pytest.warns(UserWarning, match="above 4, the largest number given") as seen:
            call()
        assert [one.filename for one in seen] == [__file__]
    assert Game(whole).count(100) == Game(part, complete=True).count(100)
    assert takeaway.solve([(whole, 50)]).nim_sum == takeaway.solve([(part, 4), (whole, 50)]).nim_sum ^ 2


def test_repr_of_a_game_can_be_read_again():
    for game in (Game([]), Game([], misere=True), Game([3, 1]), Game("squares", misere=True), Octal("kayles")):
        assert eval(repr(game)) == game
    for kind in (Game, Octal):
        with pytest.raises(TypeError) as failed:
            kind(5)
        begun = [entry.frame.f_locals.get("self") for entry in failed.traceback]
        assert any(repr(game) == f"{kind.__name__}('')" for game in begun)  # as debuggers print it
    assert repr(Game(range(1, 100_000, 7))) == "Game(<list of 14286 numbers>)"


def test_a_saltus_may_be_negative():
    game = Octal(".37")
    period = game.period(20)
    assert (period.period, period.saltus, period.proved) == (1, -1, False)
    assert (np.diff(game.nim(20)[period.preperiod:].astype(int)) == -1).all()


def test_a_period_that_is_not_found():
    assert Octal(".16").period(1 << 12) is Game("list:1,100").period(100) is Game("squares").period() is None
    assert Octal(".17").period(40)[:3] == (34, 1, False) and Octal(".17").period()[:3] == (34, 33, True)
    with pytest.raises(takeaway.RangeError, match="larger search"):
        Octal(".16").value(1 << 20, search=1 << 12)
    assert Octal(".16").value(3, search=1 << 12) == octal_values([0, 1, 6], 4)[3]


def test_census_takes_any_number_of_sets():
    assert len(takeaway.census([])) == 0
    rows = takeaway.census([[], [1], range(1, 6)], threads=2)
    assert list(rows["nim_period"]) == [1, 2, 6] and list(rows["largest"]) == [0, 1, 5]
    with pytest.raises(takeaway.InvalidError, match="set 2: element 3"):
        takeaway.census([[1], [5, 3]])


def test_census_of_octal_games():
    assert len(takeaway.octal_census([])) == 0
    codes = [".6", "kayles", "4.3", ".16"]
    rows = takeaway.octal_census(codes, limit=3000, threads=2)
    for code, row in zip(codes, rows):
        game = Octal(code)
        values = game.nim(int(row["known"]))
        assert row["largest"] == values.max() and row["largest_at"] == values.argmax()
        if row["proof"]:
            period = game.period(3000)
            assert (row["period"], row["preperiod"]) == (period.period, period.preperiod)
        else:
            assert row["known"] == 3000 and row["period"] == 0
    assert list(rows["proof"] != 0) == [False, True, True, False]
    with pytest.raises(takeaway.InvalidError, match="no octal game"):
        takeaway.octal_census(["kayles", "squares"])
    with pytest.raises(takeaway.InvalidError, match="limit"):
        takeaway.octal_census(["kayles"], limit=0)


def with_sink(numbers, n):
    """Cold positions where every move is allowed and one below 0 ends the game."""
    cold = []
    for i in range(n):
        cold.append(not any(i < s or cold[i - s] for s in numbers))
    return cold


@pytest.mark.parametrize("seed", range(10))
def test_census_of_an_array_and_with_a_sink(seed):
    r = np.random.default_rng(seed)
    sets = np.sort(np.array([r.choice(12, 3, replace=False) + 1 for _ in range(20)]), axis=1)
    assert (takeaway.census(sets) == takeaway.census(sets.tolist())).all()
    for numbers, row in zip(sets.tolist(), takeaway.census(sets, sink=True)):
        pre, period = int(row["outcome_preperiod"]), int(row["outcome_period"])
        cold = with_sink(numbers, pre + 2 * period)
        assert cold[pre:pre + period] == cold[pre + period:]
        assert sum(cold[pre:pre + period]) == row["cold_in_period"]
    for wrong in (sets[0], sets.astype(float), -sets):
        with pytest.raises(takeaway.InvalidError, match="rows of natural numbers"):
            takeaway.census(wrong)


def test_archives(tmp_path):
    game = Game("squares")
    for what in ("cold", "nim", "length"):
        path = tmp_path / what
        with game.save(path, 50000, what) as archive:
            want = {"cold": game.cold, "nim": game.nim, "length": game.lengths}[what](50000)
            assert (len(archive), archive.game, archive.content, archive.misere) \
                == (50000, "squares", what, False)
            for a, b in ((0, 50000), (0, 0), (7, 3), (12345, 23456), (-100, None), (49999, 10**9)):
                part = slice(a, b)
                inside = range(50000)[part]
                wanted = want[(want >= inside.start) & (want < max(inside.start, inside.stop))] \
                    if what == "cold" else want[part]
                assert (archive[part] == wanted).all() and len(archive[part]) == len(wanted)
            assert archive[-1] == (49999 in want if what == "cold" else want[-1])
            with pytest.raises(IndexError):
                archive[50000]
            mask = np.arange(50000) % 9999 == 7
            assert archive[mask].tolist() == archive[[7, 10006, 20005, 30004, 40003]].tolist()
            for wrong in ([True, False], mask[1:], mask.reshape(2, -1)):
                with pytest.raises(IndexError, match="a mask has one element for each of the 50000 heaps"):
                    archive[wrong]
            with pytest.raises(takeaway.InvalidError, match="step"):
                archive[::2]
            archive.check()
            if what == "nim":
                assert (game.nim(60000, known=archive)[:50000] == want).all()
        with pytest.raises(takeaway.InvalidError, match="closed"):
            archive[0]
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(takeaway.MismatchError), takeaway.Archive(path) as archive:
        archive.check()
    with pytest.raises(takeaway.InvalidError, match="not one of"):
        game.save(path, 10, "colds")
    with pytest.raises(takeaway.FileError):
        game.save("/nowhere/at-all", 10)
    with pytest.raises(takeaway.FileError, match="''"):
        game.save("", 10)


def random_rule(r):
    options = [r.sample(range(n), r.randrange(min(n, 7) + 1)) for n in range(N)]
    return options, Game(rule=lambda n: options[n]), Game(rule=options.__getitem__, misere=True)


@pytest.mark.parametrize("seed", range(6))
def test_a_random_rule(seed):
    options, game, misere = random_rule(random.Random(seed))
    values, cold = [], []
    for listed in options:
        values.append(mex(values[m] for m in listed))
        cold.append(not any(cold[m] for m in listed) and bool(listed))
    assert list(game.nim(N)) == values
    assert list(game.cold(N)) == [n for n in range(N) if values[n] == 0]
    assert list(misere.cold(N)) == list(np.flatnonzero(cold))
    for heap in range(0, N, 7):
        assert {sum(m.left) for m in game.moves(heap)} == {m for m in options[heap] if values[m] == 0}
        assert misere.play(heap).wins == (not cold[heap])
        assert len(game.line(heap)) == game.lengths(N)[heap]
        assert game.play(heap, 5).nim_sum == values[heap] ^ values[5]


def test_what_a_rule_must_not_do():
    for options, kind, text in ((lambda n: [n] if n == 7 else [], takeaway.InvalidError, "7 as an option of heap 7"),
                                (lambda n: [9] if n == 7 else [], takeaway.InvalidError, "9 as an option of heap 7"),
                                (lambda n: [-1], takeaway.InvalidError, "an option of heap 0 is -1"),
                                (lambda n: ["x"] if n else [], TypeError, "an option of heap 1 must be an integer"),
                                (lambda n: {}[n], KeyError, "0")):
        for compute in ("nim", "cold", "count", "lengths", "line"):
            with pytest.raises(kind, match=text if compute != "line" else None):
                getattr(Game(rule=options), compute)(8)
    half = Game(rule=lambda n: range(n - n // 2, n))
    assert half == half and half != Game(rule=lambda n: []) and half != Game("half")
    for wrong in ({"rule": 5}, {"spec": "squares", "rule": len}, {}):
        with pytest.raises(TypeError):
            Game(**wrong)
    for refused in (half.elements, Game("divisors").elements, Game("kayles").elements, lambda n: half.save("never.ta", n)):
        with pytest.raises(takeaway.InvalidError, match="no subtraction set|cannot keep a rule"):
            refused(5)
    assert pickle.loads(pickle.dumps(Game(rule=hash))) == Game(rule=hash)
    assert repr(Game(rule=hash, misere=True)) == "Game(rule=<built-in function hash>, misere=True)"
