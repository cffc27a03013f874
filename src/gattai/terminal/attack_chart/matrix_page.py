"""Many attacks as a table: every weapon of some units against every unit of some others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from gattai.games.attack_chart.cards import UnitCard, WeaponCard
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.games.attack_chart.strike.needed import Method
from gattai.terminal.attack_chart.laid_table import Circumstances, lay
from gattai.terminal.pages.odds import Asked, ask_or_complain
from gattai.terminal.printing import QUIET, percent, say, table

Matrix = list[tuple[UnitCard, WeaponCard, list[Asked]]]


def matrix(
    rules: AttackChart,
    shooters: Sequence[UnitCard],
    targets: Sequence[UnitCard],
    method: Method,
    where: Circumstances,
) -> Matrix:
    """Every weapon against every target, all models firing."""
    return [
        (
            shooter,
            weapon,
            [
                ask_or_complain(lay(rules, shooter, weapon, target, method, where))
                for target in targets
            ],
        )
        for shooter in shooters
        for weapon in shooter.weapon
    ]


def show(found: Matrix, targets: Sequence[UnitCard], method: Method) -> None:
    """Print expected HP lost and the chance to destroy the target."""
    heads = ["unit", "weapon", *(f"{card.name} ({card.models * card.hp} HP)" for card in targets)]
    rows: list[list[str | Text]] = []
    before = ""
    for shooter, weapon, asked in found:
        name = shooter.name if shooter.name != before else ""
        rows.append([name, weapon.name, *map(_cell, asked)])
        before = shooter.name
    say(f"Expected HP lost, and the chance to destroy the whole unit. {method.capitalize()}.")
    say(table(heads, rows, right=range(2, len(heads))))
    say(Text("All models fire; melee weapons in a melee with the target.", QUIET))


def _cell(asked: Asked) -> Text:
    shown = Text(f"{float(asked.expected):.2f}")
    return shown.append(f" {percent(asked.enough):>6}", QUIET)


def plain(found: Matrix, method: Method) -> dict[str, Any]:
    """The same as data."""
    return {
        "method": method,
        "attacks": [
            {
                "shooter": shooter.id,
                "weapon": weapon.id,
                "target": asked.option.target,
                "expected_hp_lost": asked.expected,
                "chance_destroyed": asked.enough,
            }
            for shooter, weapon, row in found
            for asked in row
        ],
    }
