"""What owns memory of the library's: copies, pickles, threads, archives that close."""
import concurrent.futures
import copy
import gc
import multiprocessing
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import takeaway
from takeaway import Archive, Game, Octal


@pytest.fixture(name="archive")
def an_archive(tmp_path):
    return Game("squares").save(tmp_path / "squares.ta", 10**5)


COLD = list(Game("squares").cold(50))
USES = {
    "Game": (lambda: Game("squares"), lambda game: list(game.cold(50)), COLD),
    "Octal": (lambda: Octal(".07"), lambda game: game.period(5000)[:2], (34, 53)),
    "Position": (lambda: Game("squares").play(13, 27), lambda position: len(position.moves()), 3),
}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: copy.copy(copy.copy(one))])
@pytest.mark.parametrize("make, use, want", USES.values(), ids=USES)
def test_a_copy_outlives_its_original(copied, make, use, want):
    one = make()
    assert use(one) == want
    other = copied(one)
    del one
    gc.collect()
    assert use(other) == want == use(make())
    del other
    gc.collect()


def test_a_copy_of_an_archive_is_opened_again(archive):
    for other in (copy.copy(archive), copy.deepcopy(archive), pickle.loads(pickle.dumps(archive))):
        archive.close()
        assert list(other[:50]) == COLD
        archive = other
    Game("cubes").save(archive.path, 10**5)
    with pytest.raises(takeaway.MismatchError, match="not what it was"):
        copy.copy(archive)
    assert list(archive[:50]) == COLD  # still the old file
    archive.close()
    with pytest.raises(takeaway.InvalidError, match="closed"):
        copy.copy(archive)


def games(folder):
    (folder / "numbers").write_text("complete\n1\n4\n9\n")
    return [Game("squares", misere=True), Game([3, 1], complete=True), Game(range(9, 983, 2)), Game([]),
            Game([2**64 - 1]), Octal("kayles"), Game("odds"), Game(f"file:{folder}/numbers", complete=True)]


def test_games_are_made_again_of_their_spec(tmp_path):
    made = games(tmp_path)
    for game in made:
        again = pickle.loads(pickle.dumps(game))
        assert again == game and type(again) is type(game) and repr(again) == repr(game)
    stored = pickle.dumps(made[-1])
    (tmp_path / "numbers").write_text("1\n4\n")
    with pytest.raises(takeaway.MismatchError, match="other numbers"):
        pickle.loads(stored)
    for one in (Game("squares").play(13), Game("squares")._handle):
        with pytest.raises(TypeError, match="cannot be"):
            pickle.dumps(one)


def test_a_file_is_read_once(tmp_path):
    game = games(tmp_path)[-1]
    os.remove(tmp_path / "numbers")
    assert game.is_cold(2) and not game.is_cold(4) and game.moves(4) == Game("squares").moves(4)


def cold_of(game):
    return list(game.cold(50))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_of_processes_takes_games(method, tmp_path):
    made = games(tmp_path)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(cold_of, made) == list(map(cold_of, made))


def side_by_side(count, function):
    """Calls function(k) for k below count in threads that begin together."""
    barrier = threading.Barrier(count)

    def begin(k):
        barrier.wait(60)
        return function(k)
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


@pytest.mark.parametrize("code", [".16", ".6", "kayles"])
def test_threads_search_one_game_further(code):
    game, alone = Octal(code), Octal(code)
    want = [alone.value(heap, 1 << 15) for heap in range(200)]
    found = side_by_side(4, lambda k: [(game.period(1 << search), [game.value(heap, 1000) for heap in range(200)])[1]
                                       for search in range(10 + k, 16)])
    assert all(values == want for several in found for values in several)


def test_threads_read_an_archive_and_go_on_from_it(archive):
    want = Game("squares").count(2 * 10**5)

    def read(k):
        for a in range(0, 10**5, 9973):
            assert len(archive[a:]) == archive.count - archive.count_below(a)
        return Game("squares").count(2 * 10**5, known=archive)
    assert side_by_side(4, read) == [want] * 4


def test_an_archive_may_be_closed_while_it_is_read(archive):
    def read(k):
        if k == 0:
            archive.close()
        try:
            return len(archive[:])
        except takeaway.InvalidError:
            return 2781
    assert side_by_side(4, read) == [2781] * 4
    with pytest.raises(takeaway.InvalidError, match="closed"):
        Game("squares").count(2 * 10**5, known=archive)


def test_runs_of_two_octal_games_go_on_at_once():
    barrier = threading.Barrier(2)

    def wait(_share, _done):
        barrier.wait(60)  # passed only by two that are in the library
        return True

    def search(k):
        with pytest.raises(takeaway.CancelledError):
            Octal((".6", ".06")[k]).period(1 << 20, progress=wait)
    side_by_side(2, search)


@pytest.mark.parametrize("waits", [False, True])
def test_ctrl_c_ends_a_search_and_a_wait_for_another_thread(waits):
    game, begun, over = Octal(".6"), threading.Event(), threading.Event()

    def progress(_share, _done):
        begun.set()
        return over.is_set()

    def search():
        try:
            game.period(1 << 27, progress=progress)
        except takeaway.CancelledError:
            pass
    other = threading.Thread(target=search)
    if waits:
        other.start()
        assert begun.wait(60)
    was = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            game.period(1 << 27)
    finally:
        over.set()
        signal.signal(signal.SIGINT, was)
    timer.join()
    if waits:
        other.join()
    assert game.value(5, 100) == 1  # the lock is free


def test_a_search_of_no_heap():
    game = Octal("kayles")
    assert game.period(0) is None
    with pytest.raises(takeaway.RangeError, match="below 1"):
        game.value(5, 0)
    assert game.value(5) == 4 and game.value(5, 0) == 4


@pytest.mark.parametrize("known", [Game("squares"), Octal("kayles"), Game("squares").play(5), 5])
def test_only_an_archive_is_known(known):
    with pytest.raises(TypeError, match="known must be an Archive or None"):
        Game("squares").count(10, known=known)


def test_only_games_have_heaps():
    class Other:
        spec, misere = "squares", False
    with pytest.raises(TypeError, match="game must be a Game or text"):
        takeaway.solve([(Other(), 5)])
    assert np.array_equal(takeaway.solve([("squares", 5), (Game("squares"), 6)]).values, [0, 1])
