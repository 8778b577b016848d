#!/usr/bin/env python3
"""Builds the report: report.py OUT, from the repository root.

The text of an experiment is experiments/NAME/findings.html, a jinja2 template
with the helpers of text.py: no number of it is typed. It may also use
    {% call figure("NAME") %}TEXT{% endcall %}  is a figure of the experiment's
        gnuplot script, and what to see in it; "experiment/NAME" is another's
    {{ table("NAME") }}     is a table, folded away
    <!-- more -->           is where the part begins that is folded away, as are
        all tables that the text has not shown by then
Tables come from the largest run there is, committed (data/runs) or made here
(BUILD/runs); of equals the newest. Environment: BUILD, and RUNS=here|committed
for only one of them."""
import glob
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import figure as drawing  # noqa: E402
import tables  # noqa: E402
from text import Text, Wrong, environment  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", "build")
ORDER = ["growth", "residues", "nim-growth", "lengths", "timing", "accuracy",
         "dense-sets", "octal", "plane", "primes"]
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


class Report:
    def __init__(self, out):
        self.out = out
        self.runs = {name: choose(name) for name in ORDER + list(BESIDE)}
        self.figures = 0
        self.symbols = ""
        self.pages = environment(HERE)
        self.parts = self.pages.get_template("parts.html").module

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
            raise Wrong(f"there is no figure {figure_name} of {name}")
        if not caption:
            raise Wrong(f"figure {figure_name} does not say what to see")
        self.symbols = self.symbols or drawing.symbols(base + ".svg")
        wide, legend, about = drawing.figure(base + ".svg", "wide")
        phone, _, _ = drawing.figure(base + ".phone.svg", "phone")
        self.figures += 1
        run = self.runs[name]
        script = BESIDE.get(name, "").removesuffix(".gp") + f".sh {self.shown(self.runs['growth'])}" \
            if name in BESIDE else f"{name}/run.sh {run.manifest['size']}"
        return self.parts.figure(figure_name, drawing.raised(about["title"]),
                                 [(drawing.raised(title), sign) for title, sign in legend],
                                 wide + phone, caption, self.figures, self.shown(run), script)

    def shown(self, run):
        path = os.path.relpath(run.folder, ROOT)
        return path if not path.startswith("..") else "runs/" + os.path.basename(run.folder)

    def table(self, name, wanted, columns=None):
        return self.parts.table(name, wanted, self.runs[name].table(wanted), columns)

    def fill(self, name, path):
        with open(path, encoding="utf-8") as file:
            return Text(self.runs.get, self.runs.get(name)).render(
                file.read(), os.path.relpath(path, ROOT),
                figure=lambda figure, caller: self.figure(name, figure, caller().strip()),
                table=lambda *wanted: self.table(name, *wanted))

    def section(self, name):
        """An experiment's text, its title, and its first finding."""
        findings = os.path.join(ROOT, "experiments", name, "findings.html")
        run = self.runs[name]
        if run is None:
            return {"name": name, "title": "", "brief": "",
                    "text": f'<section id="{name}"><h2>{name}</h2><p>Not run yet: '
                            f'<code>experiments/{name}/run.sh quick</code>.</p></section>'}
        shutil.copytree(run.folder, os.path.join(self.out, "tables", name), dirs_exist_ok=True,
                        ignore=lambda d, files: [f for f in files if not f.endswith((".tsv", ".txt"))])
        text = self.fill(name, findings)
        shown = set(re.findall(r"<code>([\w-]+)\.tsv</code>", text))
        rest = "".join(self.table(name, t) for t in run.names() if t not in shown)
        text, _, more = text.partition("<!-- more -->")
        brief = re.search(r'<ul class="findings">\s*<li>(.*?)</li>', text, flags=re.S)
        text = text.replace("</h2>", "</h2>" + self.parts.provenance(name, run.manifest), 1)
        return {"name": name, "title": re.search(r"<h2>(.*?)</h2>", text).group(1), "brief": brief and brief.group(1),
                "text": f'<section id="{name}">{text}{self.parts.more(more, rest)}</section>'}

    def machines(self):
        """What each machine was, and the runs made on it."""
        keys = ("cpu", "cores", "isa", "system", "compiler", "flags", "fftw", "gmp", "tool")
        seen = {}
        for name, run in self.runs.items():
            if run is not None:
                seen.setdefault(tuple((k, run.manifest.get(k, "unknown")) for k in keys), []).append(name)
        return seen

    def build(self):
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(os.path.join(self.out, "figures"))
        self.draw()

        def read(name):
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                return file.read()

        has_first = self.runs["growth"] and self.runs["timing"]
        first = self.fill("first", os.path.join(HERE, "first.html")) if has_first else ""
        sections = [self.section(name) for name in ORDER]
        # A shell, since there may be no git.
        commit = subprocess.run(["sh", "-c", "git rev-parse --short=10 HEAD"], cwd=ROOT,
                                capture_output=True, text=True, check=False).stdout.strip()
        with open(os.path.join(ROOT, "CITATION.cff"), encoding="utf-8") as cited:
            place = re.search(r'^repository-code: *"?([^"\s]+)', cited.read(), flags=re.M)
        page = self.pages.get_template("template.html").render(
            place=place and place.group(1),
            style=read("page.css"), script=read("page.js"), symbols=self.symbols, first=first,
            sections=sections, machines=self.machines(), commit=commit or "unknown", figures=self.figures)
        for name in os.listdir(os.path.join(self.out, "figures")):
            if name.endswith(".axes") or name.endswith(".phone.svg"):
                os.remove(os.path.join(self.out, "figures", name))
        path = os.path.join(self.out, "index.html")
        with open(path + ".part", "w", encoding="utf-8") as file:
            file.write(page)
        os.replace(path + ".part", path)
        print(f"{path}: {self.figures} figures, {len(page) // 1024} KiB")


if __name__ == "__main__":
    try:
        Report(sys.argv[1] if len(sys.argv) > 1 else os.path.join(BUILD, "report")).build()
    except Wrong as wrong:
        sys.exit(f"report: {wrong}")
