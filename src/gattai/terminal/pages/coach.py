"""The coach's advice as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from gattai.bots.coach.coach import Coach, lines
from gattai.terminal.printing import QUIET, STRONG


def page(advice: Coach, *, key: str = "", quiet: str = QUIET) -> Iterator[Text]:
    """Yield the advice; `key` is what to type to choose the best answer."""
    labels = tuple(f"{place}. {idea.label}" for place, idea in enumerate(advice.ideas, 1))
    for line in lines(advice):
        label = next((each for each in labels if line.startswith(each)), "")
        text = Text(label, f"not dim {STRONG}").append(line.removeprefix(label), quiet)
        yield text.append(f" ({key})", quiet) if key and label == labels[0] else text
