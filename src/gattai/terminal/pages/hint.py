"""A hint as text: what a bot would do, what it expects, and how much worse the alternatives are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from gattai.scene.advice import percent
from gattai.server.messages import HintIdea
from gattai.terminal.client.words import capital
from gattai.terminal.printing import QUIET, STRONG

AS_GOOD = 0.005
"""Chances that differ by no more than this are called equal."""


def page(
    ideas: Sequence[HintIdea], seats: int, *, key: str = "", quiet: str = QUIET
) -> Iterator[Text]:
    """Yield the best answer with its expectation, then the others with their cost.

    `key` is what to type to choose it.
    """
    best, *others = ideas
    text = Text("A bot would: ", quiet).append(capital(best.label), f"not dim {STRONG}")
    yield text.append(f"  ({key})", quiet) if key else text
    for what, figure in best.expects:
        yield Text(f"  {what}: ", quiet).append(figure, "not dim")
    against = "" if seats == 2 else " against one other"
    yield Text(f"  Your chance to win{against} would be {percent(best.chance)}.", quiet)
    for idea in others:
        yield Text(f"  {_how(best.chance - idea.chance)}: ", quiet).append(
            capital(idea.label), "not dim"
        )


def _how(less: float) -> str:
    """Return the difference in hundredths of the chance to win.

    >>> _how(0.001), _how(0.012), _how(0.1)
    ('As good', '1 point less', '10 points less')
    """
    points = round(less * 100)
    if less <= AS_GOOD or not points:
        return "As good"
    return f"{points} point{'s' * (points != 1)} less"
