"""Tables of runs, and how their numbers are written in the text."""
import csv
import itertools
import math
import os


class Missing(Exception):
    """A statement asks for what no table has."""


def value(text):
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


class Run:
    """A folder of tables with a manifest."""

    def __init__(self, folder):
        self.folder = folder
        self.tables = {}
        self.manifest = {}
        path = os.path.join(folder, "manifest.txt")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                for line in lines:  # of several runs the last one counts
                    key, _, rest = line.rstrip("\n").partition(" ")
                    if key:
                        self.manifest[key] = rest.strip()

    def names(self):
        return sorted(f[:-4] for f in os.listdir(self.folder) if f.endswith(".tsv"))

    def table(self, name):
        if name not in self.tables:
            path = os.path.join(self.folder, name + ".tsv")
            if not os.path.exists(path):
                raise Missing(f"{self.folder} has no table {name}")
            with open(path, encoding="utf-8") as file:
                self.tables[name] = Table(
                    {k: value(v) for k, v in row.items()}
                    for row in csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t",
                                              quoting=csv.QUOTE_NONE))
        return self.tables[name]


class Table(list):
    """Rows, found by the values of some columns without looking at all."""

    def __init__(self, rows):
        super().__init__(rows)
        self.indices = {}

    def index(self, columns):
        if columns not in self.indices:
            found = self.indices[columns] = {}
            for place, row in enumerate(self):
                found.setdefault(tuple(row.get(c) for c in columns), []).append(place)
        return self.indices[columns]


def rows(table, where):
    """Those whose columns have one of the values wanted, or one that a condition
    takes, in their order."""
    conditions = [(c, where[c]) for c in where if callable(where[c])]
    wanted = {c: v if isinstance(v, (list, tuple)) else (v,) for c, v in where.items() if not callable(v)}
    index = table.index(tuple(wanted))
    places = {place for values in itertools.product(*wanted.values()) for place in index.get(values, ())}
    found = [table[place] for place in sorted(places)]
    found = [r for r in found if all(condition(r[c]) for c, condition in conditions)]
    if not found:
        raise Missing(f"no row with {where}")
    return found


# ---- conditions on a number; NA meets no condition ----

def condition(holds):
    return lambda x: isinstance(x, (int, float)) and holds(x)


def at_least(least):
    return condition(lambda x: x >= least)


def at_most(most):
    return condition(lambda x: x <= most)


def above(bound):
    return condition(lambda x: x > bound)


def below(bound):
    return condition(lambda x: x < bound)


def between(least, most):
    return condition(lambda x: least <= x <= most)


def class_of(residue, modulus):
    return condition(lambda x: x % modulus == residue)


# ---- numbers as text ----

THIN = "\u202f"


def whole(x):
    """1 234 567 with thin spaces."""
    x = int(round(x))
    return f"{x:,}".replace(",", THIN) if abs(x) >= 10000 else str(x)


def power(n):
    """2^28, 10^10, or the number itself."""
    n = int(n)
    for base in (10, 2):
        k = round(math.log(n, base)) if n > 0 else 0
        if k >= 4 and base ** k == n:
            return f"{base}<sup>{k}</sup>"
    return whole(n)


def about(n, digits=2):
    """A large number to few digits: 6.6 × 10^5."""
    if n == 0 or 0.001 <= abs(n) < 10000:
        text = f"{n:.{digits}g}"
        return whole(float(text)) if "e" in text else text
    k = math.floor(math.log10(abs(n)))
    return f"{n / 10 ** k:.{digits - 1}f}{THIN}×{THIN}10<sup>{k}</sup>"


def fixed(x, digits):
    return f"{x:.{digits}f}"


def percent(x, digits=1):
    return f"{100 * x:.{digits}f}{THIN}%"
