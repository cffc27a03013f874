"""An odds card in plain text and as data: the same card that the browser and the full screen show.

Chances that were walked without rounding are told as fractions too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from gattai.scene.advice import Weighed
from gattai.scene.parts import Odds
from gattai.terminal.fullscreen.panels import Panels
from gattai.terminal.page import QUIET, STRONG, bar, fraction, percent, table

LEAST = 0.0005
"""What is less likely than this has no bar of its own."""


def page(odds: Odds, panels: Panels, weighed: Weighed | None = None) -> Iterator[RenderableType]:
    """What it is, a few figures, why, and a bar for each number."""
    yield Text(odds.label, STRONG)
    rows = [(f"  {name}", Text(value, STRONG)) for name, value in odds.headline]
    yield table(("", ""), rows, heads_shown=False)
    if odds.reasons:
        yield ""
        yield from panels.reasons(odds.reasons)
    yield ""
    yield table(("  number", "chance", "", ""), _bars(odds, weighed), right=(0, 1))


def _bars(odds: Odds, weighed: Weighed | None) -> Iterator[tuple[str | Text, ...]]:
    highest = max((share for _, share in odds.bars), default=1.0)
    exact = {} if weighed is None else {str(n): c for n, c in weighed.chances.items()}
    for place, (name, share) in enumerate(odds.bars):
        if share < LEAST:
            continue
        drawn = Text(bar(share / highest))
        if odds.enough is not None and place >= odds.enough:
            drawn.append(f" {odds.enough_words}", QUIET)
        chance = exact.get(name)
        shown = f"{share:.1%}" if chance is None else percent(chance)
        yield name, shown, drawn, Text("" if chance is None else fraction(chance), QUIET)


def plain(odds: Odds, weighed: Weighed | None = None) -> dict[str, Any]:
    """The card as data; `chances` are exact fractions, written n/d."""
    data: dict[str, Any] = msgspec.to_builtins(odds)
    if weighed is not None:
        data["expected"] = weighed.chances.mean()
        data["chances"] = {str(number): chance for number, chance in weighed.chances.items()}
    return data
