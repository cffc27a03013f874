"""The answer of a study in one sentence, and figures as they are read."""

from __future__ import annotations

from math import isfinite

from gattai.lab.report.findings import Findings
from gattai.lab.statistics.figures import Figure


def answer(told: Findings) -> str:
    """The one sentence that a study was played for."""
    kind, figure = told.status.kind, told.headline.difference or told.headline.a
    percent = told_of(figure, share=True, interval=True)
    if kind == "under":
        if not figure.surely:
            return f"No sure difference in who wins: {percent} (B less A)."
        return (
            f"{'More' if figure.mean > 0 else 'Less'} for player 1 under B: {percent} (B less A)."
        )
    who = "A wins" if kind == "versus" else "Who moves first wins"
    fair = told_of(Figure(0, told.against, told.against, told.against), share=True)
    if not figure.surely:
        return f"{who} {percent}: not surely other than {fair}."
    return f"{who} {percent}: {'more' if figure.mean > told.against else 'less'} than {fair}."


def heads(told: Findings) -> tuple[str, str, str]:
    """What stands over the columns of the figures."""
    return {
        "under": ("under A", "under B", "B less A"),
        "versus": ("A", "the others", "A less the others, or A's share"),
        "alone": ("all games", "", "held against chance"),
    }[told.status.kind]


def told_of(figure: Figure | None, *, share: bool, interval: bool = False) -> str:
    """A figure as it is read, with its interval if that is wanted.

    >>> told_of(Figure(100, 0.5312, 0.5, 0.56), share=True, interval=True)
    '53.1 % (50.0 to 56.0)'
    >>> told_of(Figure(100, 12.345, 12, 13), share=False)
    '12.3'
    >>> told_of(None, share=True)
    ''
    """
    if figure is None:
        return ""
    mean = f"{_number(figure.mean, share)} %" if share else _number(figure.mean, share)
    if not interval:
        return mean
    if not (isfinite(figure.low) and isfinite(figure.high)):
        return f"{mean} (too few pairs to say)"
    return f"{mean} ({_number(figure.low, share)} to {_number(figure.high, share)})"


def _number(value: float, share: bool) -> str:
    if share:
        return f"{100 * value:.1f}"
    return (
        f"{value:.0f}"
        if abs(value) >= 1000
        else f"{value:.3g}"
        if abs(value) < 1
        else f"{value:.1f}"
    )
