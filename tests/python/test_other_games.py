"""Games on the plane and games with a memory: arguments, errors, copies."""
import copy
import pickle

import numpy as np
import pytest

import takeaway
from takeaway import Grid, Memory

WYTHOFF = "(1,0):all (0,1):all (1,1):all"


def test_cold_positions_are_the_zeros_of_the_values():
    for moves in (WYTHOFF, "(1,0):squares (0,1):squares", "(1,2):1 (2,1):1", ""):
        values = Grid(moves).nim(70, 130)
        assert values.shape == (130, 70) and values.dtype == np.uint16
        assert (np.argwhere(values == 0)[:, ::-1] == Grid(moves).cold(70, 130)).all()


def test_planes_of_no_size():
    assert Grid(WYTHOFF).cold(0, 3).shape == (0, 2) and Grid(WYTHOFF).nim(3, 0).shape == (0, 3)
    assert Grid(WYTHOFF).periods(0, 2) == [None, None]


def test_what_is_refused():
    for moves in ("(0,0):1", "(1,0)", "(1,0):.77"):
        with pytest.raises(takeaway.InvalidError, match="moves"):
            Grid(moves)
    with pytest.raises(TypeError, match="moves must be text"):
        Grid(3)
    with pytest.raises(takeaway.InvalidError, match="normal play"):
        Grid(WYTHOFF, misere=True).nim(3, 3)
    with pytest.raises(takeaway.LimitError):
        Grid(WYTHOFF).nim(10**4, 10**4, max_memory=10**6)
    with pytest.raises(takeaway.LimitError):
        Grid(WYTHOFF).cold(10**5, 10**5, max_memory=10**6)
    with pytest.raises(takeaway.CancelledError):
        Grid(WYTHOFF).cold(50, 50, progress=lambda share, done: share > 0.5)
    with pytest.raises(takeaway.InvalidError, match="1 to 1000"):
        Memory("0x")
    with pytest.raises(TypeError, match="rule must be text"):
        Memory(2)
    with pytest.raises(takeaway.InvalidError, match="below|not from 0"):
        Memory("2x").moves(-1)
    with pytest.raises(takeaway.RangeError):
        Memory("2x").least(2**62)
    with pytest.raises(takeaway.LimitError, match="4000000 bytes"):
        Memory("2x").least(10**6, max_memory=10**6)
    with pytest.raises(takeaway.LimitError, match="the array needs"):
        Grid(WYTHOFF).periods(100, 2**62)
    with pytest.raises(TypeError, match="limit must be an integer"):
        Memory("2x").moves(5, limit=np.array([True, False]))
    for spec, name in (("memory:2x", "Memory"), ("wythoff", "Grid")):
        with pytest.raises(takeaway.InvalidError, match=f"takeaway.{name}"):
            takeaway.Game(spec)


@pytest.mark.parametrize("rule", ["x", "2x", "5x", "x+3", "x+50"])
def test_least_takes_are_the_least_winning_moves(rule):
    game = Memory(rule)
    assert game.least(2000).tolist() == [0] + [game.moves(heap, heap)[0] for heap in range(1, 2000)]
    assert game.least(0).size == 0


def test_copies_and_pickles():
    for one in (Grid(WYTHOFF, misere=True), Memory("x+3")):
        again = pickle.loads(pickle.dumps(one))
        assert copy.deepcopy(one) is one and repr(again) == repr(one)
    assert Grid(WYTHOFF) == Grid(WYTHOFF) != Grid(WYTHOFF, misere=True)
    assert len({Grid(WYTHOFF), Grid(WYTHOFF)}) == 1
    assert Memory("2x") == Memory("memory:2x") != Memory("3x") and Memory("2x") != "2x"
    assert len({Memory("2x"), Memory("2x")}) == 1


def test_memory_at_the_largest_heaps():
    game = Memory("memory:x")
    assert game.cold(2**64 - 1)[-1] == 2**63 and game.is_cold(2**63) and not game.is_cold(2**63 + 1)
    assert game.moves(2**64 - 1)[:2] == [1, 3] and game.moves(2**63) == [] and game.moves(0) == []
    assert (game.lag, game.start, game.ratio) == (0, 1, 2)
