"""Two units on an open field, laid so that the attack in question can be asked about.

It is a table like any other, so what is told about it comes from the rules that play.
"""

from __future__ import annotations

import msgspec

from gattai.games.attack_chart.cards import FieldCard, UnitCard, WeaponCard
from gattai.games.attack_chart.deeds import Aim, Attack
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.games.attack_chart.state import BLUE, RED, State, Unit, UnitId
from gattai.games.attack_chart.strike.needed import Method
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import offset
from gattai.terminal.complaint import Complaint
from gattai.terminal.pages.odds import Laid

SHOOTER, TARGET = UnitId(0), UnitId(1)
ROW, START = 2, 3
APART = 2
"""As near as one can be without fighting hand to hand: every weapon that shoots reaches that far."""
MOST_DICE = 120
"""Beyond this the exact walk takes longer than anybody waits."""


class Circumstances(msgspec.Struct, frozen=True):
    """What the cards do not say: where the two stand."""

    cover: bool = False
    melee: bool = False
    into: bool = False
    out_of: bool = False

    def __post_init__(self) -> None:
        if self.melee and (self.into or self.out_of):
            raise ValueError(
                "--melee means that both fight in the same melee: then nobody fires into it or "
                "out of it"
            )


def lay(
    rules: AttackChart,
    shooter: UnitCard,
    weapon: WeaponCard,
    target: UnitCard,
    method: Method,
    where: Circumstances,
    *,
    models: int | None = None,
    hp: int | None = None,
) -> Laid:
    """The attacker at the left of a row, the target near it. A melee weapon is used in a melee."""
    notes = []
    is_melee = weapon.weapon_class == "melee"
    if is_melee and not where.melee:
        notes.append(
            f"The {weapon.name} is a melee weapon: both are taken to be in the same melee."
        )
    together = where.melee or is_melee
    if where.cover and together:
        notes.append("Cover is ignored within a melee [MELEE.COVER].")
    apart = 1 if together else APART
    units = [
        _unit(shooter, BLUE, START, (shooter.models if models is None else models) * shooter.hp),
        _unit(target, RED, START + apart, target.models * target.hp if hp is None else hp),
    ]
    if where.into and not together:
        units.append(_unit(shooter, BLUE, START + apart + 1, shooter.hp, f"{shooter.id}-3"))
    if where.out_of and not together:
        units.append(_unit(target, RED, START - 1, target.hp, f"{target.id}-4"))
    if units[SHOOTER].name == units[TARGET].name:
        units[TARGET] = msgspec.structs.replace(units[TARGET], name=f"{target.id}-2")
    thickets = ((START + apart, ROW),) if where.cover else ()
    state = State(
        field=FieldCard("open", "an open field", 12, 5, 2, 1, thickets),
        units=tuple(units),
        rounds=1,
        method=method,
        phase="fighting",
        acting=SHOOTER,
    )
    firing = units[SHOOTER].models
    if firing * weapon.attacks > MOST_DICE:
        raise Complaint(
            f"{firing * weapon.attacks} dice are too many to walk exactly; {MOST_DICE} are the most"
        )
    return Laid(rules, state, Attack(weapon.id, (Aim(TARGET, firing),)), tuple(notes))


def _unit(card: UnitCard, seat: Seat, column: int, hp: int, name: str = "") -> Unit:
    return Unit(name or card.id, card, seat, hp, offset(column, ROW))
