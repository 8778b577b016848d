#!/usr/bin/env python3
"""The scheduler on traces whose optimum is known."""
import io
import random
import tempfile
import unittest

import schedule

HEADER = "phase\tblock\tstage\tkind\tjob\titem\titems\tthread\tbegin_s\tcpu_s\n"


def made(*rows):
    """A trace of rows (kind, stage, seconds, job) in block 1 of phase 1; a fifth
    word says how many items were told together."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.write(HEADER)
        for item, (kind, stage, seconds, job, *told) in enumerate(rows):
            items = told[0] if told else 1
            file.write(f"1\t1\t{stage}\t{kind}\t{job}\t{item}\t{items}\t0\t0\t{seconds}\n")
        file.flush()
        return schedule.Trace(file.name)


# One second alone, four items of three seconds.
simple = made(("serial", "a", 1, 0), ("fork", "b", 0, 1), *[("task", "b", 3, 1)] * 4, ("join", "-", 0, 1))
# Only `far` is waited for before a serial part of three seconds; the rest of the
# job runs beside it. Its rows come last, as one thread leaves them.
beside = made(("fork", "far", 0, 1), *[("task", "far", 2, 1)] * 2, ("join", "far", 0, 1),
              ("serial", "finish", 3, 0), *[("task", "quiet", 3, 1)] * 2, ("join", "-", 0, 1))
# A background job, and one that is begun later and waited for earlier.
nested = made(("fork", "ahead", 0, 1), ("fork", "open", 0, 2), *[("task", "open", 1, 2)] * 2,
              ("join", "-", 0, 2), ("serial", "finish", 4, 0), *[("task", "ahead", 1, 1)] * 4, ("join", "-", 0, 1))


def rows_of(table):
    return [(*key, round(seconds, 6), round(idle, 6)) for key, (seconds, idle) in table]


class Known(unittest.TestCase):
    def test_simple(self):
        for cores, seconds in ((1, 13), (2, 7), (3, 7), (4, 4), (64, 4)):
            self.assertAlmostEqual(schedule.schedule(simple, cores), seconds)

    def test_a_join_of_one_stage(self):
        # On two cores three parts of three seconds follow the first two: 8, not 13 / 2.
        for cores, seconds in ((1, 13), (2, 8), (3, 5), (4, 5)):
            self.assertAlmostEqual(schedule.schedule(beside, cores), seconds)

    def test_what_is_waited_for_first_comes_first(self):
        # Two cores open in one second; then one finishes, one works ahead.
        for cores, seconds in ((1, 10), (2, 5), (8, 5)):
            self.assertAlmostEqual(schedule.schedule(nested, cores), seconds)

    def test_items_told_together(self):
        whole = made(("fork", "b", 0, 1), ("task", "b", 12, 1, 4), ("join", "-", 0, 1))
        for cores, seconds in ((1, 12), (2, 6), (4, 3), (8, 3)):
            self.assertAlmostEqual(schedule.schedule(whole, cores), seconds)

    def test_the_path(self):
        # One second alone, then three for items that all cores but one share.
        self.assertEqual(rows_of(schedule.path_rows(simple, 5)),
                         [(1, "b", "join", 3.0, 3.0), (1, "a", "serial", 1.0, 4.0)])
        # All items take one second; then one core finishes.
        self.assertEqual(rows_of(schedule.path_rows(nested, 64)),
                         [(1, "finish", "serial", 4.0, 252.0), (1, "open", "join", 1.0, 58.0)])

    def test_amdahl(self):
        self.assertAlmostEqual(schedule.amdahl(simple, 4), 13 / 4)
        self.assertAlmostEqual(schedule.amdahl(simple, 10 ** 9), 13, places=5)

    def test_ranks(self):
        # Half of the items on each of two ranks, of two cores; the serial part on both.
        hand = schedule.dealt(simple, ["b"], 2)
        self.assertAlmostEqual(schedule.schedule(simple, 2, items_of=hand), 4)
        self.assertAlmostEqual(schedule.schedule(simple, 2, items_of=schedule.dealt(simple, ["a"], 2)), 7)
        self.assertEqual(schedule.exchanges(simple), 1)

    def test_the_wider_cut_is_taken(self):
        self.assertEqual([schedule.cut({1: "a", 16: "b"}, c) for c in (1, 8, 16, 64)], ["a", "a", "b", "b"])

    def test_no_core_does_two_things_at_once(self):
        bars = []
        schedule.schedule(nested, 3, seen=lambda core, begin, end, job, stage: bars.append((core, begin, end)))
        bars.sort()
        for a, b in zip(bars, bars[1:]):
            self.assertTrue(a[0] != b[0] or a[2] <= b[1] + 1e-12, (a, b))
        self.assertAlmostEqual(sum(end - begin for _, begin, end in bars), nested.work())

    def test_unknown_kinds_are_refused(self):
        with self.assertRaises(SystemExit):
            made(("spoon", "a", 1, 0))


class Bounds(unittest.TestCase):
    def test_random(self):
        """Never less than the work on all cores, nor than the serial parts and the
        longest item of each job; never more than one core takes."""
        for seed in range(200):
            chance = random.Random(seed)
            rows, longest = [], 0
            for job in range(1, chance.randint(2, 6)):
                items = [chance.randint(1, 9) for _ in range(chance.randint(0, 8))]
                rows += [("serial", "s", chance.randint(0, 5), 0), ("fork", "t", 0, job)]
                rows += [("task", "t", s, job) for s in items] + [("join", "-", 0, job)]
                longest += max(items, default=0)
            trace = made(*rows)
            self.assertAlmostEqual(schedule.schedule(trace, 1), trace.work())
            for cores in (2, 3, 8):
                seconds = schedule.schedule(trace, cores)
                self.assertGreaterEqual(seconds + 1e-9, max(trace.work() / cores, trace.serial() + longest), seed)
                self.assertLessEqual(seconds, trace.work() / cores + trace.serial() + longest + 1e-9, seed)


class Tables(unittest.TestCase):
    def test_gantt(self):
        with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
            file.write(HEADER + "1\t1\ta\tserial\t0\t0\t0\t0\t0\t1\n1\t1\tb\tfork\t1\t0\t2\t0\t1\t0\n"
                       "1\t1\tb\ttask\t1\t0\t1\t0\t1\t2\n1\t1\tb\ttask\t1\t1\t1\t0\t3\t2\n1\t1\t-\tjoin\t1\t0\t0\t0\t5\t0\n")
            file.flush()
            out = io.StringIO()
            schedule.gantt(out, 2, file.name)
            self.assertEqual(out.getvalue().splitlines()[1:], [
                "0\t0.000000\t1.000000\ta", "0\t1.000000\t3.000000\tb", "1\t1.000000\t3.000000\tb"])


if __name__ == "__main__":
    unittest.main()
