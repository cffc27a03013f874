"""Luck in words: the result of an action against the odds, and the totals of each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gattai.odds.reckoning import LuckLine


def in_words(line: LuckLine) -> str:
    """Return the luck of one action with its explanation.

    >>> in_words(LuckLine(7, 0, "damage", 1.5, 4.5, 6, 2.0))
    '+1.5 damage against the odds (expected 4.5, came 6)'
    >>> in_words(LuckLine(7, 0, "damage", 0.5, 1.0, 2, 2.0, chosen=0.5))
    '+0.5 damage against the odds (expected 1, came 2, choices +0.5)'
    """
    if line.seat is None:
        return f"luck not computed: {line.why_not}"
    why = f"expected {number(line.expected)}, came {line.came}"
    why += f", choices {signed(line.chosen)}" if line.chosen else ""
    return f"{signed(line.amount)} {line.unit} against the odds ({why})"


def sums(lines: Sequence[LuckLine], seats: Sequence[str]) -> Iterator[str]:
    """Yield the total of each side in each unit, and how often luck could not be computed.

    >>> found = (
    ...     LuckLine(7, 0, "damage", 1.5, 4.5, 6, 1.5),
    ...     LuckLine(9, 0, "damage", -2, 4, 2, -0.5),
    ... )
    >>> list(sums(found, ("red", "blue")))
    ['luck of red: -0.5 damage in 2 actions']
    """
    last: dict[tuple[int, str], tuple[float, int]] = {}
    for line in lines:
        if line.seat is not None:
            count = last.get((line.seat, line.unit), (0.0, 0))[1]
            last[line.seat, line.unit] = (line.total, count + 1)
    for (seat, unit), (total, count) in sorted(last.items()):
        often = "1 action" if count == 1 else f"{count} actions"
        yield f"luck of {seats[seat]}: {signed(total)} {unit} in {often}"
    unreckoned = sum(line.seat is None for line in lines)
    if unreckoned:
        yield f"luck not computed {unreckoned} times, for either side"


def number(amount: float) -> str:
    """Return a number without trailing zeros.

    >>> number(4.5), number(-0.33), number(6.0)
    ('4.5', '-0.33', '6')
    """
    return f"{amount:.2f}".rstrip("0").rstrip(".")


def signed(amount: float) -> str:
    """Return a number with its sign; zero has none.

    >>> signed(1.5), signed(-2.0), signed(0.0)
    ('+1.5', '-2', '0')
    """
    return f"+{number(amount)}" if amount > 0 else number(amount)
