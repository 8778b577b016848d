"""What the texts of the report are made of: jinja2 templates, whose numbers come
from tables. What a template can use is in class Text; `must(CONDITION)` in one
has to hold, or there is no text."""
import math
import os
import sys
import traceback

import tables

try:
    import jinja2
except ImportError:
    SYSTEM = "/usr/bin/python3"  # has what the system's packages bring
    if os.path.exists(SYSTEM) and sys.executable != SYSTEM:
        os.execv(SYSTEM, [SYSTEM] + sys.argv)
    sys.exit("the report needs jinja2 for Python; please install it (Debian: python3-jinja2)")


class Wrong(Exception):
    """A text that cannot be made, and where."""


def must(holds):
    if not holds:
        raise Wrong("does not hold")
    return ""


def environment(folder):
    found = jinja2.Environment(loader=jinja2.FileSystemLoader(folder), undefined=jinja2.StrictUndefined)
    found.filters["fixed"] = tables.fixed
    return found


class Text:
    """`source(NAME)` is the run of an experiment; "NAME/TABLE" is a table of it,
    and "TABLE" one of `own`. Values given by name choose rows: one value, several
    in a list, or at_least(x) and the like."""

    def __init__(self, source, own=None):
        self.source, self.own = source, own
        self.engine = environment(".")
        self.names = {f.__name__: f for f in (
            must, min, max, len, sum, abs, sorted, round, int, range, set, tables.whole, tables.power, tables.about,
            tables.fixed, tables.percent, tables.at_least, tables.at_most, tables.above, tables.below,
            tables.between, tables.class_of, steps, rms, log2, fullest,
            self.rows, self.one, self.has, self.column, self.top, self.low, self.first, self.last, self.manifest_of,
            self.whole_octaves, self.yardsticks, self.changing, self.at_records, self.before_records, self.fullest_two,
            self.least_margin)}
        self.names.update(math=math, manifest=own.manifest if own else {})

    def render(self, source, where, **more):
        try:
            return self.engine.from_string(source).render(self.names, **more)
        except jinja2.TemplateSyntaxError as problem:
            raise Wrong(f"{where}, line {problem.lineno}: {problem.message}") from None
        except Exception as problem:
            at = [f.lineno for f in traceback.extract_tb(problem.__traceback__) if f.filename == "<template>"][-1]
            line = source.splitlines()[at - 1].strip()
            raise Wrong(f"{where}, line {at}: {problem}: {line}") from None

    # ---- rows of tables ----

    def rows(self, table, **where):
        owner, _, name = table.rpartition("/")
        run = self.source(owner) if owner else self.own
        if run is None:
            raise tables.Missing(f"no run of {owner}")
        return tables.rows(run.table(name), where)

    def column(self, table, column, **where):
        return [r[column] for r in self.rows(table, **where)]

    def one(self, table, column, **where):
        found = self.column(table, column, **where)
        if len(set(found)) != 1:
            raise tables.Missing(f"{len(found)} rows of {table} with {where}")
        return found[0]

    def has(self, table, **where):
        try:
            return bool(self.rows(table, **where))
        except tables.Missing:
            return False

    def top(self, table, column, **where):
        return max(self.rows(table, **where), key=lambda r: r[column])

    def low(self, table, column, **where):
        return min(self.rows(table, **where), key=lambda r: r[column])

    def first(self, table, column, **where):
        return self.rows(table, **where)[0][column]

    def last(self, table, column, **where):
        return self.rows(table, **where)[-1][column]

    def manifest_of(self, name):
        return self.source(name).manifest

    # ---- what a text says of more than one table or row ----

    def whole_octaves(self, table, **where):
        return [r for r in self.rows(table, **where) if r["to_n"] == 2 * r["from_n"]]

    def yardsticks(self, n):
        """How many times as many members the dense sets have as there are cold
        numbers, at each n counted from n on: pairs of that and n."""
        return [(y["members"] / c["cold"], c["n"]) for c in self.rows("growth/squares", n=tables.at_least(n))
                for y in self.rows("growth/yardsticks", n=c["n"])]

    def changing(self, sample):
        """The beginnings from which a changing exponent does better."""
        return [r["from_n"] for r in self.rows("growth-models/models", sample=sample) if r["bend_aicc"] < r["line_aicc"]]

    def at_records(self, n):
        """Record lengths from n on, over log2(n)^2."""
        return [r["value"] / math.log2(r["position"]) ** 2 for r in self.rows("lengths/records", position=tables.at_least(n))]

    def before_records(self, n):
        """The same just before the next record, and where that is."""
        found = self.rows("lengths/records")
        return [(a["value"] / math.log2(b["position"] - 1) ** 2, b["position"] - 1)
                for a, b in zip(found, found[1:]) if b["position"] > n]

    def fullest_two(self, values, least_heaps=0):
        """The least share of the heaps of a value below `values` that the two
        fullest classes mod 5 hold."""
        heaps = [sorted(self.column("nim-growth/classes", "positions", value=v, modulus=5)) for v in range(values)]
        return min(sum(h[-2:]) / sum(h) for h in heaps if sum(h) >= least_heaps)

    def least_margin(self, name):
        """The least bound over deviation of a set."""
        return min(r["bound"] / r["deviation"] for r in
                   self.rows("accuracy/errors", set=name, engine="divide", deviation=tables.at_least(0)))


def steps(values):
    return [b - a for a, b in zip(values, values[1:])]


def rms(values):
    return math.sqrt(sum(v * v for v in values) / len(values))


def log2(n):
    return round(math.log2(n))


def fullest(count, rows, modulus):
    """The share of the cold positions of some rows in the fullest classes of a modulus."""
    cold = {}
    for r in rows:
        cold[r["residue"] % modulus] = cold.get(r["residue"] % modulus, 0) + r["cold"]
    return sum(sorted(cold.values())[-count:]) / sum(cold.values())
