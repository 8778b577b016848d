"""What a notebook shows of a result."""
from __future__ import annotations

from html import escape
from typing import Any, Iterable


def table(header: str, rows: Iterable[Iterable[Any]]) -> str:
    """Returns a table with these columns, its cells as text."""
    lines = [header.split("|"), *rows] if header else list(rows)
    cells = [[f"<{kind}>{escape(str(cell))}</{kind}>" for cell in line]
             for k, line in enumerate(lines) for kind in ["th" if header and k == 0 else "td"]]
    return "<table>" + "".join(f"<tr>{''.join(line)}</tr>" for line in cells) + "</table>"


def game(shown: Any, *rows: tuple[str, Any]) -> str:
    """Returns what a game is, and rows of a name and a text."""
    return (f"<p>{escape(repr(shown))}: who cannot move {'wins' if shown.misere else 'loses'}</p>"
            + (table("", rows) if rows else ""))


def listed(numbers: Any, most: int, more: bool = True) -> str:
    """Returns the first numbers, and dots for what follows."""
    return ", ".join([*map(str, list(numbers[:most])), *["..."] * (more or len(numbers) > most)])


def period(period: Any, function: str, theorem: str) -> str:
    """Returns what a period says, and why."""
    saltus = f" {'+' if period.saltus > 0 else '-'} {abs(period.saltus)}" if period.saltus else ""
    return (f"<p><b>Period {period.period}</b>: {function.replace('n', f'n + {period.period}')} = {function}{saltus} "
            f"for all n &ge; {period.preperiod}, {'proved' if period.proved else 'which is not proved'}: "
            f"{escape(theorem)}</p>")
