"""Many attacks as a table: every weapon of some units against every unit of some others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from gattai.games.attack_chart.cards import UnitCard
from gattai.games.attack_chart.strike.needed import Method
from gattai.terminal.attack_chart.forecast import Circumstances, Forecast, from_cards
from gattai.terminal.page import QUIET, percent, say, table

Matrix = list[tuple[UnitCard, str, list[Forecast]]]


def matrix(
    shooters: Sequence[UnitCard], targets: Sequence[UnitCard], method: Method, where: Circumstances
) -> Matrix:
    """Every weapon against every target, all models firing."""
    return [
        (
            shooter,
            weapon.name,
            [from_cards(shooter, weapon, target, method, where) for target in targets],
        )
        for shooter in shooters
        for weapon in shooter.weapon
    ]


def show(found: Matrix, targets: Sequence[UnitCard], method: Method) -> None:
    """Print expected HP lost and the chance to destroy the target."""
    heads = ["unit", "weapon", *(f"{card.name} ({card.models * card.hp} HP)" for card in targets)]
    rows: list[list[str | Text]] = []
    before = ""
    for shooter, weapon, forecasts in found:
        cells = [_cell(forecast) for forecast in forecasts]
        rows.append([shooter.name if shooter.name != before else "", weapon, *cells])
        before = shooter.name
    say(
        f"Expected HP lost (as rolled), and the chance to destroy the whole unit. {method.capitalize()}."
    )
    say(table(heads, rows, right=range(2, len(heads))))
    say(Text("All models fire; melee weapons in a melee with the target.", QUIET))


def _cell(forecast: Forecast) -> Text:
    shown = Text(f"{float(forecast.expected):.2f}")
    return shown.append(f" {percent(forecast.destroyed):>6}", QUIET)


def plain(found: Matrix, method: Method) -> dict[str, Any]:
    """The same as data."""
    return {
        "method": method,
        "attacks": [
            {
                "shooter": forecast.shooter.id,
                "weapon": forecast.weapon.id,
                "target": forecast.target.id,
                "needed": forecast.shot.needed.code,
                "expected_hp_lost": forecast.expected,
                "chance_destroyed": forecast.destroyed,
            }
            for _, _, forecasts in found
            for forecast in forecasts
        ],
    }
