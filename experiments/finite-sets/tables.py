"""The tables of run.sh, by the Python module: tables.py quick|full THREADS FOLDER."""
import itertools
import sys

import numpy as np
from takeaway import census

# Size and largest element of all sets of that size; pairs; {1,a,b}; {a,b,a+b}; {1,4,...,m^2}.
SIZES = {"quick": ({3: 64, 4: 40, 5: 26, 6: 20, 7: 18}, 200, 64, 40, 24),
         "full": ({3: 128, 4: 64, 5: 40, 6: 32, 7: 28}, 1000, 128, 128, 29)}
size, threads, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
subsets, pairs_to, family_to, additive_to, squares_to = SIZES[size]


def table(name, columns, rows):
    with open(f"{folder}/{name}.tsv", "w", encoding="ascii") as file:
        file.writelines("\t".join(map(str, row)) + "\n" for row in [columns.split(), *rows])


def all_sets(count, within):
    flat = itertools.chain.from_iterable(itertools.combinations(range(1, within + 1), count))
    return np.fromiter(flat, np.int64).reshape(-1, count)


def periods(sets, limit=2**22, sink=False):
    """Preperiod and period of the outcomes, and of the values, of each set."""
    rows = census(sets, limit=limit, threads=threads, sink=sink)
    return [rows[c].astype(np.int64) for c in ("outcome_preperiod", "outcome_period", "nim_preperiod", "nim_period")]


def by_largest(sets):
    """Each largest element, and which sets have it."""
    last = sets.max(axis=1)
    return [(m, np.flatnonzero(last == m)) for m in np.unique(last)]


# ---- the longest periods of a size, and how often each comes ----
longest, often, growth = [], [], []
for count, within in subsets.items():
    sets = all_sets(count, within)
    pre, period, nim_pre, nim = periods(sets)
    found = nim > 0
    # Log-spaced: sixteen bins an octave, so that few sets do not make many rows.
    bins = np.exp(np.log(2) * np.floor(16 * np.log2(np.maximum(nim, 1)) + 0.5) / 16).round(1)
    for m, at in by_largest(sets):
        known = at[found[at]]

        def most(values):
            best = known[np.argmax(values[known])]
            return values[best], ",".join(map(str, sets[best])) if values[best] > 0 else "NA"
        longest.append([count, m, len(at), (pre[known] == 0).sum(), (nim_pre[known] == 0).sum(),
                        *most(period), *most(nim), *most(nim_pre), len(at) - len(known)])
        often += [[count, m, b, times] for b, times in zip(*np.unique(bins[known], return_counts=True))]
table("longest", "size max_s sets purely_periodic_outcomes purely_periodic_values longest_outcome_period "
      "longest_outcome_set longest_nim_period longest_nim_set longest_preperiod longest_preperiod_set not_found", longest)
table("often", "size max_s nim_period sets", often)

# ---- how fast the longest grows: least squares of its log2, over the upper half of max S ----
for column, what in ((5, "outcomes"), (7, "values")):
    for count, within in subsets.items():
        m, p = np.array([[r[1], r[column]] for r in longest if r[0] == count and 2 * r[1] >= within]).T
        for law, x in (("power", np.log2(m)), ("exponential", m)):
            line = np.polyfit(x, np.log2(p), 1)
            rms = np.sqrt(np.mean((np.log2(p) - np.polyval(line, x)) ** 2))
            growth.append([count, what, law, within // 2, within, *(f"{v:.4f}" for v in (*line, rms))])
table("growth", "size period_of law from_max_s to_max_s slope intercept residual_rms", growth)

# ---- two elements a < b: 2a if b is an odd multiple of a, else a + b, from 0 on (Benesh et al. 2020 and before) ----
sets = all_sets(2, pairs_to)
a, b = sets.T
nim_pre, nim = periods(sets)[2:]
twice = b % (2 * a) == a
as_predicted = (nim == np.where(twice, 2 * a, a + b)) & (nim_pre == 0)
table("pairs", "max_s sets period_2a period_a_plus_b as_predicted",
      [[m, len(at), twice[at].sum(), (~twice[at]).sum(), as_predicted[at].sum()] for m, at in by_largest(sets)])


# ---- three elements: which sum of two is the period of the outcomes, a multiple of it, or none ----
def sums(sets, p, names):
    pairs = [sets[:, i] + sets[:, j] for i, j in ((0, 1), (0, 2), (1, 2))]
    divisor = np.any([s % p == 0 for s in pairs], axis=0)
    return np.select([s == p for s in pairs] + [divisor], names + ["divisor"], "none")


sets = all_sets(3, subsets[3])
pre, p, nim_pre, nim = periods(sets)
form = sums(sets, p, ["a+b", "a+c", "b+c"])
kind = np.where(sets[:, 2] == sets[:, 0] + sets[:, 1], "additive", "other")
keys = [(m, k, f, at[(kind[at] == k) & (form[at] == f)]) for m, at in by_largest(sets)
        for k in ("additive", "other") for f in ("a+b", "a+c", "b+c", "divisor", "none")]
table("triples", "max_s kind period sets purely_periodic values_have_the_same longest",
      [[m, k, f, len(at), (pre[at] == 0).sum(), (nim[at] == p[at]).sum(), p[at].max()] for m, k, f, at in keys if len(at)])
table("exceptions", "set outcome_preperiod outcome_period nim_preperiod nim_period",
      [[",".join(map(str, sets[i])), pre[i], p[i], nim_pre[i], nim[i]]
       for i in np.flatnonzero((kind == "other") & (form == "none"))])

# ---- {1,a,b} and {16,a,b} ----
family = []
for first in (1, 16):
    others = np.array([s for s in itertools.combinations(range(1, family_to + 1), 2) if first not in s])
    sets = np.insert(others, 0, first, axis=1)
    found = periods(np.sort(sets))
    form = np.where(2 * sets.max(axis=1) == sets.sum(axis=1), "additive",
                    sums(sets, found[1], ["first+a", "first+b", "a+b"]))
    family += [[*row, f] for *row, f in zip(*sets.T, *found, form)]
table("family", "first a b outcome_preperiod outcome_period nim_preperiod nim_period sum", family)

# ---- {a,b,a+b}, as games usually are and with a sink. With g = gcd(a, b), A = a / g, B = b / g, r = B mod 2A the
# period is g A (2B + r) if r <= A, else g (2A + 2B - r), of outcomes and of values: a formula found in these tables ----
sets = np.array([(a, b, a + b) for a, b in itertools.combinations(range(1, additive_to), 2) if a + b <= additive_to])
g = np.gcd(sets[:, 0], sets[:, 1])
A, B = (sets[:, :2] / g[:, None]).astype(np.int64).T
r = B % (2 * A)
p = np.where(r <= A, g * A * (2 * B + r), g * (2 * A + 2 * B - r))
ways = [periods(sets, sink=sink) for sink in (False, True)]
as_formula = [(period == p) & (nim == p) for _, period, _, nim in ways]
pure = [(pre == 0) & (nim_pre == 0) for pre, _, nim_pre, _ in ways]
table("additive", "max_s sets quadratic as_formula with_sink_as_formula purely_periodic with_sink_purely_periodic longest",
      [[m, len(at), ((r <= A) & (A > 1))[at].sum(), *(x[at].sum() for x in as_formula + pure), p[at].max()]
       for m, at in by_largest(sets)])

# ---- the first squares, as far as a period is found among 2^26 positions ----
rows = census([[k * k for k in range(1, m + 1)] for m in range(1, squares_to + 1)], limit=2**26, threads=threads)
table("squares", "squares max_s outcome_preperiod outcome_period nim_preperiod nim_period cold_in_period largest",
      [[m, m * m, *row[:6]] for m, row in enumerate(rows.tolist(), 1)])
