"""Progress, Ctrl-C, memory, threads."""
import gc
import os
import pty
import resource
import signal
import subprocess
import sys
import threading
import time
import types

import pytest

import takeaway
from takeaway import Game


def test_progress_rises_to_the_end():
    seen = []
    Game("squares").count(1 << 22, engine="segments", progress=lambda *a: seen.append(a))
    shares, done = zip(*seen)
    assert shares[0] < 0.1 and shares[-1] == 1 and list(shares) == sorted(shares)
    assert done[-1] == 1 << 22


def test_without_a_limit_of_memory_an_array_has_one():
    with pytest.raises(takeaway.LimitError, match="the array needs"):
        Game("list:1,2").nim(2**63, max_memory=0)


def test_progress_may_cancel():
    with pytest.raises(takeaway.CancelledError):
        Game("squares").count(10**7, progress=lambda share, done: share > 0.3)


def test_what_progress_raises_comes_through():
    def fail(_share, done):
        if done > 0:
            raise KeyError("mine") from OSError("its cause")
    with pytest.raises(KeyError, match="mine") as failed:
        Game("squares").nim(1 << 16, progress=fail)
    shown = str(failed.getrepr(style="native"))
    assert "its cause" in shown and "CancelledError" not in shown


def test_a_bar_in_a_notebook_a_line_on_a_terminal_or_lines(monkeypatch, capsys):
    bars = []

    class Bar:
        def __init__(self, total, **_):
            self.total, self.n, self.closed = total, 0, False
            bars.append(self)

        def update(self, more):
            self.n += more

        def close(self):
            self.closed = True

    module = types.ModuleType("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "ipykernel", types.ModuleType("ipykernel"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    Game("squares").count(10**5, progress=True)
    assert bars[0].closed and abs(bars[0].n - bars[0].total) < 1e-9
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    Game("squares").count(10**5, progress=True)
    assert capsys.readouterr().err.count("\n") == 11
    script = "import takeaway; takeaway.Game('squares').count(10**5, progress=True)"
    reader, writer = pty.openpty()
    subprocess.run([sys.executable, "-c", script], stderr=writer, check=True)
    said = os.read(reader, 1 << 16).decode()
    assert said.endswith("\rtakeaway: 100 %, 100000 positions\r\r\n") and said.count("\n") == 1


# Naive takes minutes for so many.
LONG = 1 << 27


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_within_a_block(threads):
    begun = time.process_time()
    before = signal.default_int_handler
    was = signal.signal(signal.SIGINT, before)  # a shell's background jobs ignore it
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as stopped:
        Game("squares").nim(LONG, engine="naive", threads=threads)
    assert "CancelledError" not in str(stopped.getrepr(style="native"))
    assert time.process_time() - begun < 20
    assert signal.getsignal(signal.SIGINT) is before
    signal.signal(signal.SIGINT, was)
    timer.join()


def test_ctrl_c_calls_the_handler_that_was_there():
    calls = []
    before = signal.signal(signal.SIGINT, lambda number, frame: calls.append(number))
    try:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(takeaway.CancelledError):
            Game("squares").nim(LONG, engine="naive")
    finally:
        signal.signal(signal.SIGINT, before)
    assert calls == [signal.SIGINT]


def test_handlers_of_other_signals():
    class Late(Exception):
        pass

    def handler(number, frame):
        calls.append(number)
        if len(calls) > 1:
            raise Late

    calls = []
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2, 0.2)
    try:
        with pytest.raises(Late) as late:  # the first call goes on
            Game("squares").nim(LONG, engine="naive")
        assert "CancelledError" not in str(late.getrepr(style="native"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert signal.signal(signal.SIGALRM, before) is handler
    assert calls == 2 * [signal.SIGALRM]


def test_threads_run_side_by_side():
    want, found = Game("squares").cold(10**5), []
    game = Game("squares")
    threads = [threading.Thread(target=lambda: found.append(game.cold(10**5))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all((one == want).all() for one in found)


def test_arrays_outlive_their_game_and_are_given_back():
    cold = Game("squares").cold(10**5)
    gc.collect()
    assert cold.flags.writeable and cold[3] == 7
    part = cold[10:20]
    del cold
    gc.collect()
    assert (part == Game("squares").cold(10**5)[10:20]).all()
    del part
    game = Game("list:5")  # half of all positions are cold: 8 MB each
    peak = []
    for _ in range(60):
        assert len(game.cold(1 << 21)) > 1 << 19
        peak.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert peak[-1] < peak[9] + 50_000  # KB; without giving back 500 MB more


@pytest.mark.skipif("TAKEAWAY_LONG" not in os.environ, reason="takes some seconds")
@pytest.mark.parametrize("words, call", [(["count", "2^26"], lambda: Game("squares").count(2**26)),
                                         (["nim", "10^6"], lambda: Game("squares").nim(10**6))])
def test_it_is_as_fast_as_the_command(words, call):
    def seconds(function):  # of the processor, here and in what is started
        begun = os.times()
        function()
        return sum(os.times()[:4]) - sum(begun[:4])
    command = [os.environ.get("TAKEAWAY", "build/takeaway"), *words, "-q"]
    both = [(seconds(call), seconds(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)))
            for _ in range(7)]
    here, there = map(min, zip(*both))
    assert here < 1.05 * there + 0.02
