"""Tables of runs, and how their numbers are written in the text."""
import csv
import html
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
                self.tables[name] = [
                    {k: value(v) for k, v in row.items()}
                    for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
        return self.tables[name]


def rows(table, where):
    found = [r for r in table
             if all(r.get(k) in (v if isinstance(v, (list, tuple)) else (v,)) for k, v in where.items())]
    if not found:
        raise Missing(f"no row with {where}")
    return found


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


def html_table(table, columns=None, limit=400):
    """Whole, or its first and last rows with a note between."""
    if not table:
        return "<p>The table is empty.</p>"
    columns = columns or list(table[0])
    head = "".join(f"<th>{html.escape(c)}</th>" for c in columns)

    def line(row):
        cells = "".join(
            f'<td{" class=num" if isinstance(row[c], (int, float)) else ""}>{html.escape(str(row[c]))}</td>'
            for c in columns)
        return f"<tr>{cells}</tr>"

    body = table
    note = ""
    if len(table) > limit:
        half = limit // 2
        note = (f'<tr><td colspan="{len(columns)}">… {len(table) - 2 * half} more rows in the file …</td></tr>')
        body = table[:half] + [None] + table[-half:]
    inner = "".join(note if r is None else line(r) for r in body)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{inner}</tbody></table></div>'
