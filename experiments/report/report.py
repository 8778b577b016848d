#!/usr/bin/env python3
"""Builds the report: report.py OUT, from the repository root.

The text of an experiment is experiments/NAME/findings.html, in which
    {{= EXPRESSION }}       is a number of a table, put in here
    {{! EXPRESSION }}       must hold, or there is no report
    {{? EXPRESSION }} ... {{/}}   is left out where it does not hold
    {{figure NAME | TEXT}}  a figure of the experiment's gnuplot script, and
                            what to see in it; "experiment/NAME" for another's
    {{table NAME}}          a table, folded away
    {{shown EXPRESSION}}    a list of rows as a table that is seen
EXPRESSION is Python with the helpers of class Text: no number of the text is
typed. Tables come from the largest run there is, committed (data/runs) or
made here (BUILD/runs); of equals the newest. Environment: BUILD, and
RUNS=here|committed for only one of them."""
import glob
import html
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import figure as drawing  # noqa: E402
import tables  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", "build")
ORDER = ["growth", "residues", "nim-growth", "lengths", "timing", "accuracy",
         "scaling", "dense-sets", "octal"]
# Runs without a section of their own, and who draws them.
BESIDE = {"growth-waves": None, "growth-models": "growth/models.gp"}
HERE = os.path.dirname(os.path.abspath(__file__))


def choose(name):
    """The run to report of an experiment, or None."""
    found = []
    if os.environ.get("RUNS") != "committed":
        found += glob.glob(os.path.join(BUILD, "runs", name))
    if os.environ.get("RUNS") != "here":
        date = "[0-9]" * 4 + "-[0-9][0-9]-[0-9][0-9]-"
        found += glob.glob(os.path.join(ROOT, "data/runs", date + name))
        found += glob.glob(os.path.join(ROOT, "data/runs", name))
    runs = [tables.Run(f) for f in found if os.path.exists(os.path.join(f, "manifest.txt"))]
    # Older runs were made by other scripts and have no size.
    runs = [r for r in runs if r.manifest.get("size") in ("quick", "full")]
    runs.sort(key=lambda r: (r.manifest["size"] == "full", r.manifest.get("date", "")))
    return runs[-1] if runs else None


class Text:
    """What the expressions of a text can use."""

    def __init__(self, report, run):
        self.names = {k: getattr(tables, k) for k in ("whole", "power", "about", "fixed", "percent")}
        self.names.update(min=min, max=max, len=len, sum=sum, abs=abs, sorted=sorted, round=round,
                          int=int, str=str, any=any, all=all, range=range, set=set, list=list,
                          zip=zip, float=float)
        import math
        self.names.update(math=math)

        def rows(table, **where):
            """Rows of a table; "experiment/table" for another's."""
            owner, _, name = table.rpartition("/")
            source = report.runs.get(owner) if owner else run
            if source is None:
                raise tables.Missing(f"no run of {owner}")
            return tables.rows(source.table(name), where)

        def one(table, column, **where):
            found = rows(table, **where)
            if len({r[column] for r in found}) != 1:
                raise tables.Missing(f"{len(found)} rows of {table} with {where}")
            return found[0][column]

        def has(table, **where):
            try:
                return bool(rows(table, **where))
            except tables.Missing:
                return False

        def column(table, name, **where):
            return [r[name] for r in rows(table, **where)]

        self.names.update(
            rows=rows, one=one, has=has, column=column, manifest=run.manifest if run else {},
            manifest_of=lambda name: report.runs[name].manifest,
            top=lambda t, c, **w: max(rows(t, **w), key=lambda r: r[c]),
            low=lambda t, c, **w: min(rows(t, **w), key=lambda r: r[c]),
            last=lambda t, c, **w: rows(t, **w)[-1][c],
            first=lambda t, c, **w: rows(t, **w)[0][c])

    def value(self, expression, where):
        try:
            return eval(expression, {"__builtins__": {}, **self.names})
        except Exception as problem:
            raise SystemExit(f"report: {where}: {{{{ {expression.strip()} }}}}: {problem}")


class Report:
    def __init__(self, out):
        self.out = out
        self.runs = {name: choose(name) for name in ORDER + list(BESIDE)}
        self.figures = 0
        self.symbols = ""

    def draw(self):
        """All figures, in the three kinds."""
        target = os.path.join(self.out, "figures")
        scripts = {**{name: f"{name}/{name}.gp" for name in ORDER}, **BESIDE}
        for name, script in scripts.items():
            path = os.path.join(ROOT, "experiments", script or "")
            for kind in ("svg", "phone", "png") if self.runs[name] and script and os.path.exists(path) else ():
                done = subprocess.run(["gnuplot", "-c", path, self.runs[name].folder, target, kind],
                                      capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    raise SystemExit(f"report: gnuplot, {script}, {kind}:\n{done.stderr}")

    def figure(self, name, figure_name, caption):
        owner, _, figure_name = figure_name.rpartition("/")
        name = owner or name
        base = os.path.join(self.out, "figures", figure_name)
        if not os.path.exists(base + ".svg"):
            raise SystemExit(f"report: there is no figure {figure_name} of {name}")
        if not caption:
            raise SystemExit(f"report: figure {figure_name} does not say what to see")
        self.symbols = self.symbols or drawing.symbols(base + ".svg")
        wide, legend, about = drawing.figure(base + ".svg", "wide")
        phone, _, _ = drawing.figure(base + ".phone.svg", "phone")
        self.figures += 1
        keys = "".join(f"<li>{sign}<span>{drawing.raised(title)}</span></li>" for title, sign in legend)
        legend_html = f'<ul class="legend">{keys}</ul>' if keys else ""
        run = self.runs[name]
        script = BESIDE.get(name, "").removesuffix(".gp") + f".sh {self.shown(self.runs['growth'])}" \
            if name in BESIDE else f"{name}/run.sh {run.manifest['size']}"
        return (f'<figure class="chart" id="{figure_name}"><h4>{drawing.raised(about["title"])}</h4>'
                f'{legend_html}{wide}{phone}'
                '<div class="tools"><button type="button" data-do="in">+</button>'
                '<button type="button" data-do="out">−</button>'
                '<button type="button" data-do="all">whole</button>'
                '<span class="soft">hover or tap for values; drag to zoom</span></div>'
                f'<figcaption>{caption} <span class="source">Figure {self.figures}: <code>{self.shown(run)}</code>, '
                f'<a href="figures/{figure_name}.png">PNG</a>, <code>experiments/{script}</code>.</span>'
                '</figcaption></figure>')

    def shown(self, run):
        path = os.path.relpath(run.folder, ROOT)
        return path if not path.startswith("..") else "runs/" + os.path.basename(run.folder)

    def table(self, name, wanted):
        wanted, _, columns = wanted.partition(" ")
        run = self.runs[name]
        table = run.table(wanted)
        body = tables.html_table(table, columns.split(",") if columns else None)
        return (f'<details><summary>Table <code>{wanted}.tsv</code>, {len(table)} rows</summary>{body}'
                f'<p class="source"><a href="tables/{name}/{wanted}.tsv">{wanted}.tsv</a></p></details>')

    def fill(self, name, text):
        helper = Text(self, self.runs.get(name))
        where = f"experiments/{name}/findings.html" if name in ORDER else f"report/{name}.html"

        def choose_part(match):
            return match.group(2) if helper.value(match.group(1), where) else ""

        while re.search(r"\{\{\?", text):
            text, changed = re.subn(r"\{\{\?((?:(?!\}\}).)*)\}\}((?:(?!\{\{\?).)*?)\{\{/\}\}",
                                    choose_part, text, flags=re.S)
            if not changed:
                raise SystemExit(f"report: {where}: {{{{? without {{{{/}}}}")

        def put(match):
            body = match.group(1).strip()
            if body.startswith("="):
                return str(helper.value(body[1:], where))
            if body.startswith("!"):
                if not helper.value(body[1:], where):
                    raise SystemExit(f"report: {where}: does not hold: {body[1:].strip()}")
                return ""
            kind, _, rest = body.partition(" ")
            if kind == "figure":
                what, _, caption = rest.partition("|")
                return self.figure(name, what.strip(), caption.strip())
            if kind == "shown":
                found = helper.value(rest, where)
                return f'<div class="plain">{tables.html_table(found)}</div>'
            if kind == "table":
                return self.table(name, rest.strip())
            raise SystemExit(f"report: {where}: {{{{{body}}}}} is not understood")

        # From the inside out: a caption may hold numbers.
        inner = re.compile(r"\{\{((?:(?!\{\{|\}\}).)*)\}\}", flags=re.S)
        while inner.search(text):
            text = inner.sub(put, text)
        return text

    def provenance(self, name):
        run = self.runs[name]
        m = run.manifest
        tree = "" if m.get("dirty") == "no" else ", with changes not committed"
        return (f'<p class="source"><span class="badge">{m["size"]} size</span> {html.escape(m.get("date", "")[:10])}, '
                f'commit <code>{m.get("commit", "")[:10]}</code>{tree}, {html.escape(m.get("cpu", ""))}, '
                f'{m.get("cores", "?")} cores; <a href="tables/{name}/manifest.txt">manifest</a>. '
                f'Command: <code>{html.escape(m.get("command", ""))}</code></p>')

    def section(self, name):
        folder = os.path.join(ROOT, "experiments", name)
        findings = os.path.join(folder, "findings.html")
        run = self.runs[name]
        if not os.path.exists(findings):
            return "", ""
        if run is None:
            return (f'<section id="{name}"><h2>{name}</h2><p>Not run yet: '
                    f'<code>experiments/{name}/run.sh quick</code>.</p></section>', "")
        shutil.copytree(run.folder, os.path.join(self.out, "tables", name), dirs_exist_ok=True,
                        ignore=lambda d, files: [f for f in files if not f.endswith((".tsv", ".txt"))])
        with open(findings, encoding="utf-8") as file:
            text = self.fill(name, file.read())
        title = re.search(r"<h2>(.*?)</h2>", text).group(1)
        text = text.replace("</h2>", "</h2>" + self.provenance(name), 1)
        shown = set(re.findall(r"<code>([\w-]+)\.tsv</code>", text))
        rest = "".join(self.table(name, t) for t in run.names() if t not in shown)
        brief = re.search(r'<ul class="findings">(.*?)</ul>', text, flags=re.S)
        return (f'<section id="{name}">{text}<h3 class="screen">Tables</h3>{rest}</section>',
                (title, brief.group(1) if brief else ""))

    def machine(self):
        keys = ("cpu", "cores", "isa", "system", "compiler", "flags", "fftw", "gmp", "gsl", "tool")
        seen = {}
        for name, run in self.runs.items():
            if run is not None:
                key = tuple((k, run.manifest.get(k, "unknown")) for k in keys)
                seen.setdefault(key, []).append(name)
        out = ""
        for key, names in seen.items():
            items = "".join(f"<dt>{k}</dt><dd>{html.escape(v)}</dd>" for k, v in key)
            out += f'<h3>{", ".join(names)}</h3><dl class="machine">{items}</dl>'
        return out

    def build(self):
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(os.path.join(self.out, "figures"))
        self.draw()

        def read(name):
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                return file.read()

        first = self.fill("first", read("first.html")) if self.runs["growth"] and self.runs["timing"] else ""
        parts, briefs, contents = [], [], []
        for name in ORDER:
            text, brief = self.section(name)
            if text:
                parts.append(text)
            if brief:
                contents.append(f'<li><a href="#{name}">{brief[0]}</a></li>')
                leading = re.search(r"<li>(.*?)</li>", brief[1], flags=re.S)
                if leading:
                    briefs.append(f'<li>{leading.group(1)} <a href="#{name}">{brief[0]}</a></li>')

        commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=10", "HEAD"],
                                capture_output=True, text=True, check=False).stdout.strip()
        page = read("template.html")
        for key, text in (("STYLE", read("page.css")), ("SCRIPT", read("page.js")),
                          ("SYMBOLS", self.symbols), ("CONTENTS", "".join(contents)),
                          ("FIRST", first), ("BRIEFLY", "".join(briefs)),
                          ("SECTIONS", "\n".join(parts)), ("MACHINE", self.machine()),
                          ("COMMIT", commit or "unknown"), ("FIGURES", str(self.figures))):
            page = page.replace("@" + key + "@", text)
        for name in os.listdir(os.path.join(self.out, "figures")):
            if name.endswith(".axes") or name.endswith(".phone.svg"):
                os.remove(os.path.join(self.out, "figures", name))
        path = os.path.join(self.out, "index.html")
        with open(path + ".part", "w", encoding="utf-8") as file:
            file.write(page)
        os.replace(path + ".part", path)
        print(f"{path}: {self.figures} figures, {len(page) // 1024} KiB")


if __name__ == "__main__":
    Report(sys.argv[1] if len(sys.argv) > 1 else os.path.join(BUILD, "report")).build()
