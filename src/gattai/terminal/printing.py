"""Printing: text and tables for people, JSON for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

import msgspec
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

PIPE_WIDTH = 100
MAX_DIGITS = 12
"""Longer fractions are shown as a percentage only; `--json` has all of them."""

GREEN = "#009E73"
"""From the palette of Okabe and Ito, which colour-blind people can distinguish."""
QUIET = "dim"
STRONG = "bold"
Justify = Literal["left", "right", "center"]


class _Paper(Console):
    """A console that reports a closed pipe instead of ending the program with an error."""

    def on_broken_pipe(self) -> None:
        """Raise the error again: `complaint` and `main` handle it."""
        raise BrokenPipeError


def console() -> Console:
    """Return the console. Colours only on a terminal and never against NO_COLOR; no markup."""
    width = None
    if not sys.stdout.isatty():
        given = os.environ.get("COLUMNS", "")
        width = max(40, int(given)) if given.isascii() and given.isdigit() else PIPE_WIDTH
    return _Paper(highlight=False, markup=False, emoji=False, width=width)


def say(*parts: RenderableType, style: str = "") -> None:
    """Print lines of text, tables and the like.

    Into a pipe, lines are not wrapped, so that they can be searched, and have no trailing blanks.
    """
    to = console()
    if to.is_terminal:
        for part in parts:
            to.print(part, style=style or None)
        return
    with to.capture() as printed:
        for part in parts:
            to.print(part, style=style or None, soft_wrap=isinstance(part, str | Text))
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in printed.get().split("\n")[:-1]))


def print_json(data: object) -> None:
    """Print data as one JSON document, indented, keys in the given order."""
    text = msgspec.json.format(msgspec.json.encode(data, enc_hook=_plain), indent=2)
    sys.stdout.write(text.decode() + "\n")


def _plain(value: object) -> object:
    """Convert exact chances to fractions, such as 4096/15625."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError


def table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    *,
    right: Iterable[int] = (),
    heads_shown: bool = True,
) -> Table:
    """Return a plain table; `right` lists the columns of numbers."""
    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=STRONG)
    drawn.show_header = heads_shown
    numbers = tuple(right)
    for number, head in enumerate(heads):
        justify: Justify = "right" if number in numbers else "left"
        drawn.add_column(head, justify=justify, overflow="fold", no_wrap=number == 0)
    for row in rows:
        drawn.add_row(*row)
    return drawn


def percent(chance: Fraction) -> str:
    """Return a chance as a percentage that never claims certainty it does not have.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 10**6)), percent(Fraction(1))
    ('33.3%', '<0.1%', '100%')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    shown = float(chance) * 100
    if shown < 0.1:
        return "<0.1%"
    return ">99.9%" if shown > 99.9 else f"{shown:.1f}%"


def fraction(chance: Fraction) -> str:
    """Return an exact fraction; empty if it is too long to read."""
    text = str(chance)
    return text if sum(map(str.isdigit, text)) <= MAX_DIGITS else ""


def bar(share: float, width: int = 24) -> str:
    """Return a bar with this share of the width; the smallest share is still visible."""
    return "#" * max(1 if share > 0 else 0, round(share * width))
