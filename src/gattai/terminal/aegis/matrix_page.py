"""Who should shoot whom: the best Action of each unit of a squad against each unit of another."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from rich.text import Text

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.ruleset import Aegis
from gattai.kernel.rulebook import Refused
from gattai.terminal.aegis.card_page import HOUSE_NOTE
from gattai.terminal.aegis.laid_table import lay
from gattai.terminal.pages.odds import Asked, ask
from gattai.terminal.printing import QUIET, STRONG, percent, say, table

Matrix = list[tuple[UnitCard, list[Asked | None]]]


def matrix(users: Sequence[UnitCard], targets: Sequence[UnitCard], rules: Aegis) -> Matrix:
    """For each user and target the Action with the most damage to be expected; None if it has none."""
    return [(user, [_best(user, target, rules) for target in targets]) for user in users]


def _best(user: UnitCard, target: UnitCard, rules: Aegis) -> Asked | None:
    shots = []
    for action in user.action:
        if action.type == "damage":
            with suppress(Refused):
                shots.append(ask(lay(user, action, target, rules)))
    return max(shots, key=_worth, default=None)


def _worth(shot: Asked) -> tuple[Fraction, Fraction, int]:
    """More damage is better, then a better chance to destroy, then the cheaper Action."""
    return shot.expected, shot.enough, -_price(shot)


def _price(shot: Asked) -> int:
    """What it costs at least."""
    return int(shot.option.price.partition(" ")[0])


def _share(shot: Asked) -> Fraction:
    """The expected damage as a share of what the target has."""
    return shot.expected / (shot.weighed.forecast.enough or 1)


def show(found: Matrix, targets: Sequence[UnitCard]) -> None:
    """Print the table, then the best target of each unit."""
    say("Expected damage, chance to destroy and (price in energy) of each unit's best Action.")
    heads = ["", *(f"{card.name}{'*' * card.house} ({card.integrity})" for card in targets)]
    rows: list[list[str | Text]] = []
    for user, shots in found:
        best = _choice(shots)
        cells = [_cell(shot, is_best=shot is best) for shot in shots]
        rows.append([f"{user.name}{'*' * user.house}", *cells])
    say(table(heads, rows), "")
    for user, shots in found:
        best = _choice(shots)
        if best is None:
            say(f"{user.name} has no Action that does damage to any of them.")
        else:
            say(
                f"{user.name} should use {best.option.label}: {float(best.expected):.2f} "
                f"damage for {best.option.price}, destroyed {percent(best.enough)}."
            )
    notes = (
        "Each at its printed Distance on an open field, melee side by side, all at full Integrity."
    )
    say("", Text(notes, QUIET))
    if any(card.house for card in (*targets, *(user for user, _ in found))):
        say(Text(HOUSE_NOTE, QUIET))


def _choice(shots: Sequence[Asked | None]) -> Asked | None:
    """The target that is most likely destroyed; of equals the one that loses most of what it has."""
    real = [shot for shot in shots if shot is not None]
    return max(real, key=lambda shot: (shot.enough, _share(shot), -_price(shot)), default=None)


def _cell(shot: Asked | None, *, is_best: bool) -> Text:
    if shot is None:
        return Text("-", QUIET)
    shown = Text(f"{float(shot.expected):.2f}", STRONG if is_best else "")
    shown.append(f" {percent(shot.enough)} ({_price(shot)}){' <' * is_best}\n")
    return shown.append(shot.option.kind, QUIET)


def plain(found: Matrix) -> dict[str, Any]:
    """The same as data."""
    return {
        "shots": [
            {
                "user": user.name,
                "action": shot.option.kind,
                "target": shot.option.target,
                "price": _price(shot),
                "expected_damage": shot.expected,
                "chance_destroyed": shot.enough,
                "is_best": shot is _choice(shots),
            }
            for user, shots in found
            for shot in shots
            if shot is not None
        ]
    }
