"""Play an attack and the end of the turn, and foretell what comes of it.

Foretold are the dice of the attack, the uses it takes, what it leaves of a barrier, the bits shot down,
and whom Return Fire calls up. Nobody uses skills; all dice of the attacker hit and none of the
defence, or the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.games.mechastellar.model.board import INCHES, Model, Table, hexes, is_ahead
from tests.games.mechastellar.model.engine import Engine
from tests.games.mechastellar.model.targets import attacks

Option = tuple[str, str, str]
QUIET = ("aim", "brace", "done", "pass", "endure", "decline", "collide damage")
ATTACK, DEFENCE = "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF"
POOL = 10


class Volley:
    """One attack as it is played, with what was thrown."""

    def __init__(self, engine: Engine, random: Random) -> None:
        self.engine, self.random = engine, random
        self.strong = random.random() < 0.7
        """Whether the attack hits with all it has, and the defence does nothing."""
        self.worth = random.choice((1, 1, 2))
        """What every die of a strong attack is worth: a Hit, or two."""
        self.counters = random.random() < 0.7
        self.boards = random.random() < 0.8
        self.thrown: list[int] = []
        """How many dice the attacks threw, in their order."""
        self.defended: list[int] = []
        self.countered = False

    def play(self, action: str) -> None:
        """An action to its end."""
        self.engine.play(action)
        for _ in range(400):
            if self.engine.is_over or self.engine.is_settled:
                return
            self._answer()
        raise AssertionError("the action does not end")

    def _answer(self) -> None:
        engine = self.engine
        if engine.rolls:
            engine.play(self._faces())
            return
        options = engine.options
        wanted = [each for each in options if each.startswith("counter ")] if self.counters else []
        wanted += [each for each in options if each.startswith("board ")] if self.boards else []
        self.countered = self.countered or bool(wanted and wanted[0].startswith("counter"))
        wanted += [each for each in QUIET if each in options]
        engine.play(wanted[0] if wanted else options[0])

    def _faces(self) -> str:
        engine = self.engine
        high = self.random.random() < 0.85
        if engine.rule == ATTACK:
            self.thrown.append(engine.dice)
            high = self.strong or self.countered
        elif engine.rule == DEFENCE:
            self.defended.append(engine.dice)
            high = not self.strong and not self.countered
        face = "10" if high else "1"
        if engine.rule == ATTACK and self.strong and not self.countered:
            face = "5" if self.worth == 1 else "10"
        return " ".join([face] * engine.dice)


def differences(table: Table, engine: Engine, random: Random) -> Iterator[Option]:
    """Play one legal attack, then end the turn; where it came out otherwise than foretold."""
    assert table.act is not None
    unit = table.models[table.act["unit"]]
    legal = [action for action, against in attacks(table, unit).items() if not against]
    ways = [action for action in legal if action in engine.options]
    if not ways:
        return
    action = random.choices(ways, [_interest(table, unit, each) for each in ways])[0]
    _, name, target_name, *rest = action.split()
    weapon, target = unit.weapons[name], table.models[target_name]
    volley = Volley(engine, random)
    volley.play(action)
    if engine.is_over:
        return
    after = engine.state
    now = {each["name"]: each for each in after["units"]}
    how, power = (rest or ["direct"])[0], rest[1:] == ["yes"]
    shots = _shots(table, unit, weapon, target)
    if volley.thrown[:1] != [shots]:
        yield f"{action}: the dice", f"{shots}d10", f"{volley.thrown[:1]}"
    yield from _uses(table, unit, weapon, action, now)
    yield from _bits(unit, weapon, volley, target, action, now)
    if volley.strong:
        hits = volley.worth * shots + weapon["bonus_hits"]
        yield from _barrier(table, unit, weapon, target, how, power, hits, action, now)
    yield from _called_up(table, unit, target, volley, now, action)


def _interest(table: Table, unit: Model, action: str) -> int:
    """How much there is to foretell of an attack."""
    _, name, target, *rest = action.split()
    weapon, other = unit.weapons[name], table.models[target]
    limited = weapon["uses"] > 0 and len(table.squad(unit)) > 1
    spared = bool(other.said["barrier"]) and weapon["category"] == "E"
    changed = bool(rest) or unit.said["submerged"]
    return (
        1
        + 8 * limited
        + 8 * spared * (1 + 4 * changed)
        + 4 * ("Remote" in weapon["tags"])
        + 2 * other.is_elite
    )


def _shots(table: Table, unit: Model, weapon: dict[str, Any], target: Model) -> int:
    """MS.ATTACK.POOLS: the dice of an attack without Lock On and elite bonus."""
    assert unit.at is not None and target.at is not None
    dice = weapon["dice"] - dict(unit.said["bits"]).get(weapon["id"], 0)
    if hexes(unit.at, target.at) <= weapon["rapid_fire_range_in"] // INCHES:
        dice += weapon["rapid_fire_dice"]
    return int(max(0, min(POOL, dice + len(_barrels(table, unit, weapon)))))


def _barrels(table: Table, unit: Model, weapon: dict[str, Any]) -> list[Model]:
    """MS.SQUAD.DICE: the other models of the squad with a weapon of that name, and something left to fire."""
    name = weapon["id"]
    return [
        each
        for each in table.squad(unit)[1:]
        if name in each.weapons
        and f"weapon:{name}" not in each.said["lost"]
        and (table.reading("squad_uses", "each") == "leader" or each.left(name))
    ]


def _uses(
    table: Table, unit: Model, weapon: dict[str, Any], action: str, now: dict[str, Any]
) -> Iterator[Option]:
    """MS.WEAPON.USES, MS.AMB.SQUAD-USES: everybody who fires spends a use.

    A weapon that can support spends uses on that too, so nothing is foretold of it.
    """
    supports = weapon["support_atk"] or weapon["support_def"] or "Free" in weapon["tags"]
    if weapon["uses"] < 0 or supports:
        return
    firing = [unit, *_barrels(table, unit, weapon)]
    if table.reading("squad_uses", "each") == "leader":
        firing = [unit]
    for model in table.squad(unit):
        place = [*model.weapons].index(weapon["id"]) if weapon["id"] in model.weapons else -1
        if place >= 0 and not now[model.name]["fate"]:
            left = model.left(weapon["id"]) - (model in firing)
            found = now[model.name]["uses"][place]
            if found != left:
                yield f"{action}: uses of {model.name}", str(left), str(found)


def _bits(
    unit: Model,
    weapon: dict[str, Any],
    volley: Volley,
    target: Model,
    action: str,
    now: dict[str, Any],
) -> Iterator[Option]:
    """MS.REMOTE.SHOOTDOWN: an Ace's tens take dice, but no more than the weapon has."""
    if "Remote" not in weapon["tags"]:
        return
    gone = dict(unit.said["bits"]).get(weapon["id"], 0)
    if not volley.strong and target.card["tier"] == "ace":
        gone = min(weapon["dice"], gone + sum(volley.defended[:1]))
    found = dict(now[unit.name]["bits"]).get(weapon["id"], 0)
    if found != gone:
        yield f"{action}: bits shot down", str(gone), str(found)


def _barrier(
    table: Table,
    unit: Model,
    weapon: dict[str, Any],
    target: Model,
    how: str,
    power: bool,
    hits: int,
    action: str,
    now: dict[str, Any],
) -> Iterator[Option]:
    """MS.BARRIER.BLOCK and FREE, MS.AMB.BARRIER-PEN: more Hits come through than it can stop."""
    barrier, strength = target.card["barrier"], target.said["barrier"]
    if not barrier or not strength or now[target.name]["fate"]:
        return
    defence = "evade_bonus" if weapon["kind"] == "shooting" else "melee_def_bonus"
    most_def = target.card[defence] + target.card.get("shield_s", 0) + 4
    if hits - 2 * (how == "indirect") - most_def < strength:
        return
    left = strength
    if barrier_stops(unit, weapon, target):
        spared = barrier.get("no_loss")
        pen = pen_of(table, unit, weapon, target, how, power)
        if not (spared and spared["category"] == weapon["category"] and pen < spared["pen_below"]):
            left = 0
    found = now[target.name]["barrier"]
    if found != left:
        yield f"{action}: the barrier of {target.name}", str(left), str(found)


def barrier_stops(unit: Model, weapon: dict[str, Any], target: Model) -> bool:
    """MS.BARRIER.MUST and ARC: whether a barrier can act on an attack."""
    assert unit.at is not None and target.at is not None
    barrier = target.card["barrier"]
    kind = "melee" if weapon["kind"] == "melee" else weapon["category"]
    if kind not in barrier["blocks"] or target.is_shutdown or not target.said["barrier"]:
        return False
    return bool(barrier["arc"] == 360 or is_ahead(target.at, target.said["facing"], unit.at))


def pen_of(
    table: Table, unit: Model, weapon: dict[str, Any], target: Model, how: str, power: bool
) -> int:
    """The PEN of an attack as it is made: with Power, under water, through terrain."""
    if table.reading("barrier_pen", "actual") == "printed":
        return int(weapon["pen"])
    pen = weapon["pen"] + (weapon["option"]["pen"] if power else 0)
    if weapon["category"] == "E" and (unit.said["submerged"] or target.said["submerged"]):
        pen -= 3
    return int(max(0, pen - 3 * (how == "through")))


def _called_up(
    table: Table,
    unit: Model,
    target: Model,
    volley: Volley,
    now: dict[str, Any],
    action: str,
) -> Iterator[Option]:
    """MS.RETURNFIRE.ACTIVATE: when the turn is over the other side activates somebody attacked in it."""
    engine = volley.engine
    if engine.state["phase"] == "acting":
        if "end-turn" not in engine.options:
            return
        volley.play("end-turn")
    if engine.is_over:
        return
    state = engine.state
    if state["phase"] != "activating" or state["turn"] == unit.side:
        return
    assert table.act is not None
    later = Table(engine.text)
    struck = {name for name, _ in table.act["attacks"]} | {target.name}
    heirs = {
        each.name
        for each in later.units
        if any(each.name in _mates(table, name) for name in struck)
    }
    ready = [each.name for each in later.units if each.side != unit.side]
    ready = [name for name in ready if not later.models[name].said["activated"]]
    wanted = [name for name in ready if name in heirs] or ready
    found = [each.split()[1] for each in engine.options if each.startswith("activate ")]
    if sorted(found) != sorted(wanted):
        fate = later.models[unit.name].said["fate"] or "on the table"
        what = f"{action}, end-turn ({unit.name} is now {fate}): who may be activated"
        yield what, " ".join(sorted(wanted)), " ".join(sorted(found))


def _mates(table: Table, name: str) -> list[str]:
    """A unit and whoever would lead it after it."""
    return [each.name for each in table.squad(table.models[name])]
