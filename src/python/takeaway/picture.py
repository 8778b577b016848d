"""Pictures by matplotlib, in the colours of experiments/figures/style.gp, without pyplot and its global state."""
from __future__ import annotations

import io
import math
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import InvalidError, natural
from ._run import RunOptions
from .fit import fit

if TYPE_CHECKING:
    from .game import Game, Period
    from .grid import Grid

BLUE, RED, ORANGE, SKY, FRAME, MESH = "#0072B2", "#D55E00", "#E69F00", "#56B4E9", "#666666", "#DDDDDD"
SHADES = "#08306B", "#F7FBFF"  # of nim-values on the plane
KINDS = "count", "exponent", "nim", "length", "residue"
MANY = 5000  # points that a vector format keeps as such


def png(figure: Any) -> bytes:
    """Returns the picture as a notebook shows it."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=110)
    return file.getvalue()


def panels(ax: Any, title: str, *names: tuple[str, str], height: float = 2.6) -> list[Any]:
    """Returns axes with names for x and y: the one given, or those of a new figure, one above the other."""
    if ax is None:
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            raise ImportError("pictures need matplotlib, which is not installed: `pip install matplotlib`, "
                              "or Debian's package python3-matplotlib") from error
        figure = Figure(figsize=(7, 1.6 + height * len(names)), constrained_layout=True)
        drawn = list(figure.subplots(len(names), sharex=True, squeeze=False)[:, 0])
        drawn[0]._repr_png_ = partial(png, figure)  # an Axes alone is shown as text
    else:
        drawn, names = [ax], names[:1]
    for one, (x, y) in zip(drawn, names):
        one.spines[["top", "right"]].set_visible(False)
        one.spines[["left", "bottom"]].set_color(FRAME)
        one.tick_params(color=FRAME)
        one.grid(color=MESH, linewidth=0.7)
        one.set_axisbelow(True)
        one.set_ylabel(y)
    drawn[-1].set_xlabel(names[-1][0])
    drawn[0].set_title(title, fontsize="medium")
    return drawn


def power_of_two(n: int) -> str:
    """Returns n, as a power of two if it is one."""
    return str(n) if n & (n - 1) or n < 1024 else f"$2^{{{n.bit_length() - 1}}}$"


def named(game: Game | Grid) -> str:
    """Returns what a title calls the game."""
    text: str = getattr(game, "spec", None) or getattr(game, "moves")
    return (text if len(text) < 50 else text[:46] + "...").replace("$", r"\$") + ", misère play" * game.misere


def counts(game: Game, n: int, from_: int, what: str, ax: Any, options: RunOptions) -> Any:
    """Draws the counts of cold heaps, the exponents of the octaves, or both."""
    ends = 2 ** np.arange(1, max(n, 1).bit_length(), dtype=np.uint64)
    found = game.count(ends, **options)
    ends, found = ends[found > 0], found[found > 0].astype(float)
    first = from_ or math.isqrt(n)
    law = fit(ends[ends >= first], found[ends >= first])
    power = rf"$n^{{{law.exponent:.4f}}}$, fitted from {power_of_two(int(ends[ends >= first][0]))} on"
    drawn = panels(ax, f"Cold heaps of {named(game)}", *[("n", "cold heaps below n")] * (what == "count"),
                   *[("n", "exponent of the octave that ends at n")] * (what == "exponent" or ax is None))
    for one in drawn:
        one.set_xscale("log", base=2)
    if what == "count":
        drawn[0].set_yscale("log")
        drawn[0].plot(ends, law.constant * ends.astype(float)**law.exponent, color=ORANGE, linewidth=2,
                      label=f"{law.constant:.3f} " + power)
        drawn[0].plot(ends, found, "o", color=BLUE, markersize=5, label="counted")
    if what == "exponent" or len(drawn) > 1:
        drawn[-1].axhline(law.exponent, color=ORANGE, linewidth=2, label=power if what == "exponent" else None)
        drawn[-1].plot(ends[1:], np.diff(np.log2(found)) / np.diff(np.log2(ends)), "o-", color=BLUE, markersize=5)
    drawn[0].legend(frameon=False)
    return drawn[0]


def values(game: Game, n: int, from_: int, what: str, ax: Any, period: Period | None, options: RunOptions) -> Any:
    """Draws a value for each heap, and marks the preperiod and one period."""
    found = getattr(game, "nim" if what == "nim" else "lengths")(n, from_, **options)
    heaps, cold = np.arange(from_, from_ + len(found)), found % 2 == 0
    [ax] = panels(ax, f"{'Nim-values' if what == 'nim' else 'Remoteness'} of {named(game)}",
                  ("heap", "nim-value" if what == "nim" else "moves until the end"))
    size = float(np.clip(2500 / max(len(found), 1), 1, 5))
    style = {"linestyle": "none", "marker": "o", "markeredgewidth": 0, "rasterized": len(found) > MANY,
             "markersize": size}
    ax.yaxis.get_major_locator().set_params(integer=True)
    for part, colour, label in ([(found >= 0, BLUE, "")] if what == "nim" else
                                [(~cold, ORANGE, "hot: odd"), (cold, BLUE, "cold: even")]):
        ax.plot(heaps[part], found[part], color=colour, label=label, **style)
    if period and from_ <= period.preperiod < n:
        ax.axvline(period.preperiod, color=RED, label=f"preperiod {period.preperiod}")
        ax.axvspan(period.preperiod, min(period.preperiod + period.period, n), color=SKY, alpha=0.25, linewidth=0,
                   label=f"period {period.period}" + (f", saltus {period.saltus}" if period.saltus else "")
                   + (", proved" if period.proved else ", not proved"))
    if ax.get_legend_handles_labels()[0]:
        ax.legend(frameon=False, ncol=2, markerscale=5 / size, loc="upper center", bbox_to_anchor=(0.5, -0.12))
    return ax


def residues(game: Game, n: int, modulus: int, ax: Any, options: RunOptions) -> Any:
    """Draws the share of each residue among the cold heaps."""
    if not 0 < modulus < 1 << 24:
        raise InvalidError(f"modulus is {modulus}; accepted: from 1 to 2^24 - 1")
    cold = game.cold(n, **options)
    shares = np.bincount((cold % np.uint64(modulus)).astype(np.int64), minlength=modulus) * 100 / max(len(cold), 1)
    [ax] = panels(ax, f"Cold heaps of {named(game)} below {power_of_two(n)}, modulo {modulus}", ("residue", "share, %"))
    ax.stairs(shares, np.arange(modulus + 1) - 0.5, fill=True, color=BLUE)
    ax.axhline(100 / modulus, color=ORANGE, linewidth=2, label="all alike")
    ax.set_ylim(0, 1.15 * max(100 / modulus, shares.max()))
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.legend(frameon=False)
    return ax


def plane(grid: Grid, width: int, height: int, what: str, ax: Any, options: RunOptions) -> Any:
    """Draws the cold positions, or all nim-values with the cold positions on them."""
    found = grid.nim(width, height, **options) if what == "nim" else None
    cold = grid.cold(width, height, **options) if found is None else np.argwhere(found == 0)[:, ::-1]
    [ax] = panels(ax, f"{'Cold positions' if found is None else 'Nim-values'} of {named(grid)}", ("x", "y"),
                  height=5)
    ax.grid(False)
    if found is not None:
        from matplotlib.colors import LinearSegmentedColormap
        image = ax.imshow(found, cmap=LinearSegmentedColormap.from_list("values", SHADES), origin="lower")
        ax.figure.colorbar(image, ax=ax, label="nim-value")
    ax.plot(*cold.T, "o", color=BLUE if found is None else ORANGE, markeredgewidth=0, rasterized=len(cold) > MANY,
            markersize=float(np.clip(300 / max(width, height, 1), 1, 5)), label="cold")
    ax.set(aspect="equal", xlim=(-0.5, max(width, 1) - 0.5), ylim=(-0.5, max(height, 1) - 0.5))
    return ax


def period_of(game: Game, options: RunOptions) -> Period | None:
    """Returns the period of the nim-values where one may be proved."""
    from .octal import Octal
    wanted: Any = {key: value for key, value in options.items() if key in ("threads", "max_memory", "progress")}
    if game._about.octal and not game.misere:
        octal = game if isinstance(game, Octal) else Octal(game.spec)
        return octal.period(min(1 << 20, octal._search), **wanted)
    return game.period(1 << 20, **wanted) if game._about.finite else None


def draw(game: Game, n: int | None, what: str, from_: int, modulus: int | None, ax: Any, options: RunOptions) -> Any:
    """Draws one of KINDS; for Game.plot."""
    if what not in KINDS:
        raise InvalidError(f"there is no picture of {what!r}; accepted are {', '.join(KINDS)}")
    if (modulus is None) == (what == "residue"):
        raise InvalidError("modulus goes with what=\"residue\", which needs it")
    period = period_of(game, options) if what == "nim" else None
    if n is None:
        n = 1 << 20 if what in ("count", "exponent", "residue") else 1000
        n = max(min(period.preperiod + 2 * period.period, 1 << 20), 100) if period else n
    n, from_ = natural("n", n), natural("from_", from_)
    if what == "residue":
        return residues(game, n, natural("modulus", modulus), ax, options)
    return (values(game, n, from_, what, ax, period, options) if what in ("nim", "length")
            else counts(game, n, from_, what, ax, options))
