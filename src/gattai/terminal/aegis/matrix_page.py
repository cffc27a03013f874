"""Who should shoot whom: the best Action of each unit of a squad against each unit of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from rich.text import Text

from gattai.games.aegis.cards import UnitCard
from gattai.kernel.rulebook import Refused
from gattai.terminal.aegis.card_page import HOUSE_NOTE
from gattai.terminal.aegis.forecast import Forecast
from gattai.terminal.aegis.laid_table import TARGET, lay
from gattai.terminal.page import QUIET, STRONG, percent, say, table


class Shot(msgspec.Struct, frozen=True):
    """An Action that does damage, and what it will come to."""

    user: str
    action: str
    target: str
    price: int
    expected: Fraction
    destroyed: Fraction
    share: Fraction
    """The expected damage as a share of what the target has."""

    @property
    def worth(self) -> tuple[Fraction, Fraction, int]:
        """More damage is better, then a better chance to destroy, then the cheaper Action."""
        return self.expected, self.destroyed, -self.price


Matrix = list[tuple[UnitCard, list[Shot | None]]]


def matrix(
    users: Sequence[UnitCard], targets: Sequence[UnitCard], cards: Mapping[str, UnitCard]
) -> Matrix:
    """For each user and target the Action with the most damage to be expected; None if it has none."""
    return [(user, [_best(user, target, cards) for target in targets]) for user in users]


def _best(user: UnitCard, target: UnitCard, cards: Mapping[str, UnitCard]) -> Shot | None:
    shots = []
    for action in user.action:
        if action.type != "damage":
            continue
        laid = lay(user, action, target, cards)
        forecast = Forecast(laid.state, laid.use)
        try:
            found = forecast.of_unit(TARGET)
        except Refused:
            continue
        expected = found.mean(lambda change: change.lost)
        destroyed = forecast.destroyed(TARGET)
        shots.append(
            Shot(
                user=user.name,
                action=action.name,
                target=target.name,
                price=forecast.price.total,
                expected=expected,
                destroyed=destroyed,
                share=expected / target.integrity,
            )
        )
    return max(shots, key=lambda shot: shot.worth, default=None)


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
                f"{user.name} should use {best.action} on {best.target}: {float(best.expected):.2f} "
                f"damage for {best.price} energy, destroyed {percent(best.destroyed)}."
            )
    notes = (
        "Each at its printed Distance on an open field, melee side by side, all at full Integrity."
    )
    say("", Text(notes, QUIET))
    if any(card.house for card in (*targets, *(user for user, _ in found))):
        say(Text(HOUSE_NOTE, QUIET))


def _choice(shots: Sequence[Shot | None]) -> Shot | None:
    """The target that is most likely destroyed; of equals the one that loses most of what it has."""
    real = [shot for shot in shots if shot is not None]
    return max(real, key=lambda shot: (shot.destroyed, shot.share, -shot.price), default=None)


def _cell(shot: Shot | None, *, is_best: bool) -> Text:
    if shot is None:
        return Text("-", QUIET)
    shown = Text(f"{float(shot.expected):.2f}", STRONG if is_best else "")
    shown.append(f" {percent(shot.destroyed)} ({shot.price}){' <' * is_best}\n")
    return shown.append(shot.action, QUIET)


def plain(found: Matrix) -> dict[str, Any]:
    """The same as data."""
    return {
        "shots": [
            {
                "user": shot.user,
                "action": shot.action,
                "target": shot.target,
                "price": shot.price,
                "expected_damage": shot.expected,
                "chance_destroyed": shot.destroyed,
                "is_best": shot is _choice(shots),
            }
            for _, shots in found
            for shot in shots
            if shot is not None
        ]
    }
