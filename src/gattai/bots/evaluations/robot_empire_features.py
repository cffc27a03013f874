"""Robot Empire: features of a table for learning.

They cover coins by place, the strength and state of fighters, the hand, and how long a Battery
would last against all ready attackers. Announced actions count as carried out, as in the hand-tuned
score; the deck's cards count with their mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import NamedTuple, cast

from gattai.bots.learnt.features import Features, soon
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.figures import amount, attack, defense, flies, hooks
from gattai.games.robot_empire.keywords import read
from gattai.games.robot_empire.state import Player, State, Unit
from gattai.kernel.question import Seat
from gattai.odds.floats import float_sum

NAMES = (
    "battery", "low battery", "last coins", "vault", "spare coins", "cards", "agents",
    "super weapons", "fighters in hand", "affordable",
    "fighters", "attack", "defense", "flying attack", "flying defense", "range",
    "ready attack", "ready defense", "ready fighters", "best attack", "best defense", "tired",
    "on moons", "damage", "equipment", "parts", "upgrades", "income", "shields", "abilities", "siege",
    "air siege", "onslaught", "out", "turn",
)  # fmt: skip
STAGES = ("before battle", "battle", "after battle")
CLOCKS = ("turns", "weaker", "soon", "in battle")
BEFORE = ("begin", "play", "mining", "long-range")
BATTLE = ("attackers", "attacked", "blockers", "battle")
AFTER = ("fought", "discard", "end")


class UnitStrength(NamedTuple):
    """The strength of a unit, or of all of a player's units."""

    fighters: float = 0.0
    attack: float = 0.0
    defense: float = 0.0
    flying_attack: float = 0.0
    flying_defense: float = 0.0
    range: float = 0.0
    ready_attack: float = 0.0
    ready_defense: float = 0.0
    ready: float = 0.0
    best_attack: float = 0.0
    best_defense: float = 0.0
    tired: float = 0.0
    on_moons: float = 0.0
    damage: float = 0.0
    equipment: float = 0.0
    parts: float = 0.0
    upgrades: float = 0.0
    income: float = 0.0
    shields: float = 0.0
    abilities: float = 0.0


def count(state: State, seat: Seat) -> Sequence[float]:
    """Return a player's lead over the average of the others in each feature."""
    forces = [_force(state, Seat(each)) for each in range(len(state.players))]
    sides = [_side(state, Seat(each), forces) for each in range(len(state.players))]
    own = sides.pop(seat)
    others = [float_sum(each) / len(sides) for each in zip(*sides, strict=True)]
    return [*map(sub, own, others)]


def stage(state: State) -> int:
    """Return the stage, by the part of the turn; the beginning of a game is scored by hand."""
    if state.phase in BEFORE:
        return 0
    if state.phase in BATTLE:
        return 1
    return 2 if state.phase in AFTER else -1


def clock(state: State) -> Sequence[float]:
    """Return the turns played, the lowest Battery, how soon it is empty, and whether it is battle."""
    turns = min(1.0, state.turn / 24)
    left = min([player.battery for player in state.players if not player.is_out], default=0) / 20
    return turns, min(1.0, left), soon(left), float(state.phase in BATTLE)


def _side(state: State, seat: Seat, forces: Sequence[UnitStrength]) -> list[float]:
    player, force = state.players[seat], forces[seat]
    return [
        player.battery / 10, max(0, 8 - player.battery) / 10, 0.7**player.battery, player.vault / 10,
        max(0, player.vault - 8) / 10, *_hand(state, player),
        *[figure / 10 for figure in force],
        *_siege(state, seat, forces), float(player.is_out), 1.0 if state.active == seat else 0.0,
    ]  # fmt: skip


def _hand(state: State, player: Player) -> tuple[float, ...]:
    held: Sequence[GameCard] = ()
    if player.hand.is_open:
        held = [state.box.cards[card] for card in player.hand.open()]
    agents = sum([card.category == "agent" for card in held])
    great = sum([card.category == "super-weapon" for card in held])
    fighters = [card for card in held if card.attack is not None]
    payable = sum([_mean(card.cost) <= player.vault for card in fighters])
    return len(held) / 10, agents / 10, great / 10, len(fighters) / 10, payable / 10


def _mean(figure: int | str | None) -> float:
    return 3.5 if isinstance(figure, str) else float(figure or 0)


def _force(state: State, seat: Seat) -> UnitStrength:
    own = state.own(seat)
    each = [_alone(unit) for unit in own]
    bonus = [0 if unit.is_part else amount(unit, "range_bonus") for unit in own]
    most = float_sum(bonus)
    helped = float_sum(
        [most - more for unit, more in zip(own, bonus, strict=True) if unit.is_fighter]
    )
    total = UnitStrength(*map(float_sum, zip(*each, strict=True)))
    return total._replace(
        range=total.range + helped,
        best_attack=max([force.best_attack for force in each], default=0.0),
        best_defense=max([force.best_defense for force in each], default=0.0),
    )


def _alone(unit: Unit) -> UnitStrength:
    """Return the strength of a unit by itself, cached with the unit."""
    kept = unit.__dict__.get("force")
    if kept is None:
        kept = unit.__dict__["force"] = _counted(unit)
    return cast(UnitStrength, kept)


def _counted(unit: Unit) -> UnitStrength:
    words = [read(text) for face in unit.faces for text in face.keywords]
    force = UnitStrength(
        upgrades=len(unit.circles) + len(unit.fitted),
        abilities=sum([face.ability is not None for face in unit.faces]),
        income=float_sum([word.income() + 0.2 * word.harvest() for word in words]),
        shields=float_sum(
            [word.battery_shield() + 0.5 * word.equipment_shield() for word in words]
        ),
    )
    if unit.is_part:
        return force._replace(parts=1)
    if unit.is_equipment:
        return force._replace(equipment=1)
    return _with_fighter(force, unit) if unit.is_fighter else force


def _with_fighter(force: UnitStrength, unit: Unit) -> UnitStrength:
    blow, holds = attack(unit).mean, defense(unit).mean
    force = force._replace(
        fighters=1,
        attack=blow,
        defense=holds,
        damage=unit.damage,
        best_attack=blow,
        best_defense=holds,
        range=sum([hook.long_range() for hook in hooks(unit)]),
    )
    if flies(unit):
        force = force._replace(flying_attack=blow, flying_defense=holds)
    if unit.moon is not None:
        return force._replace(on_moons=blow + holds)
    if unit.recharging:
        return force._replace(tired=blow + holds)
    return force._replace(ready=1, ready_attack=blow, ready_defense=holds)


def _siege(state: State, seat: Seat, forces: Sequence[UnitStrength]) -> tuple[float, float, float]:
    """The share of the others' Batteries that all attackers could take, the flying alone, and how
    many more attackers there are than they could block.
    """
    own = forces[seat]
    siege = air = onslaught = 0.0
    foes = [each for each in range(len(forces)) if each != seat and not state.players[each].is_out]
    for foe in foes:
        battery = max(1, state.players[foe].battery)
        siege += min(1.5, own.attack / battery)
        air += min(1.5, own.flying_attack / battery)
        onslaught += min(
            1.5, max(0.0, own.fighters - forces[foe].ready) * own.best_attack / battery
        )
    many = max(1, len(foes))
    return siege / many, air / many, onslaught / many


FEATURES = Features(NAMES, count, STAGES, stage, CLOCKS, clock)
