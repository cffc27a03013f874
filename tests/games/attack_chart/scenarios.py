"""Play an entry of the catalogue and tell everything that was found out.

The runner looks at the shape of the inputs. Every function names the inputs it uses, so an input
that nobody looks at is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai.games.attack_chart.attack.attack import aim, armour_save, roll_attacks
from gattai.games.attack_chart.attack.needed import Method, capped_defence, capped_power, needed
from gattai.kernel.event import Rolled
from gattai.odds.exact import after, exact
from tests.games.attack_chart import scenario_tables as tables
from tests.games.attack_chart.scenario_tables import PREFIX, Found
from tests.games.attack_chart.table import (
    AEGIS,
    ARMOUR,
    ATTACK,
    GATE,
    OPEN,
    RULES,
    SECOND,
    Firefight,
    firefight,
    open_field,
    unit,
    weapon,
)
from tests.games.catalogued import Entry
from tests.games.scenarios import Scenarios

FOLDER = Path(__file__).parent / "catalogue"
METHODS: tuple[Method, ...] = ("formula", "chart")


class AttackChartScenarios(Scenarios[Found]):
    """There is nothing to do step by step: the inputs say all, and a table is what comes of them."""

    known = frozenset(("inputs", "method", "surviving", "house"))

    def lay(self, entry: Entry) -> Found:
        return found_in(entry)

    def find(self, table: Found, wanted: Entry) -> Found:
        return table


def found_in(entry: Entry) -> Found:
    """What comes of an entry, by the shape of its inputs."""
    inputs: Entry = dict(entry["inputs"])
    if "method" in entry:
        inputs = {"method": entry["method"], **inputs}
    if not inputs:
        return _told_by_expectation(entry["expect"])
    match inputs:
        case {"attacker": str()}:
            return tables.house_volley(**inputs)
        case {"attacker": place, "targets": targets, "range": reach, "terrain": terrain}:
            return tables.behind_and_in_a_thicket(place, targets, reach, terrain)
        case {"first": _, "second": _}:
            return _two_attacks(**inputs)
        case {"method": "both"}:
            formula, chart = (attack("apart", **{**inputs, "method": m}) for m in METHODS)
            assert formula == chart
            return formula
        case {"power": _, "defence": _, **rest} if not {"rolls", "attacks"} & {*rest}:
            return _number(**inputs)
        case {"power": _, "defence": _}:
            return attack(_situation(entry.get("rules", ()), inputs), **inputs)
        case {"faces": faces, "target": target}:
            return _faces(faces, target)
        case {"batches": batches, "armour": armour}:
            return _batches(batches, armour)
        case {"armour": _}:
            return _saves(**inputs)
        case {"distances": distances, "range": reach}:
            return tables.distances(reach, **distances)
        case {"engaged_same_melee": True, "line_of_sight": False, "range": reach}:
            return tables.unseen_in_one_melee(reach, inputs["distance"])
        case {"line_of_sight": False, "range": reach, "distance": distance}:
            return tables.unseen(reach, distance)
        case {"models": list(bearers)}:
            return tables.pools(bearers)
        case {"hp_lost": _}:
            return tables.losses(**inputs)
        case {"first_target": first, "dead": True}:
            return tables.next_target(first)
        case {"method": method, "round": round_now, "requested": requested}:
            return tables.another_method(method, round_now, requested)
    raise NotImplementedError(f"{entry['id']}: nobody can play {sorted(inputs)}")


def _number(*, method: Method, power: int, defence: int) -> Found:
    """No attack is described, only what a die would need."""
    number = needed(method, power, defence)
    effective = capped_power(power), capped_defence(defence)
    assert number == needed(method, *effective)
    return {
        "target": number.code,
        "multiplier": number.times,
        "effective_power": effective[0],
        "effective_defence": effective[1],
    }


def _situation(rules: Iterable[str], inputs: Entry) -> str:
    """Where the scenario's modifier comes from: the melee rule it names, else a Battle weapon."""
    named = {rule.removeprefix(PREFIX) for rule in rules}
    if "MELEE.OUT-OF" in named:
        return "heavy, from one melee into another"
    if "MELEE.INTO" in named:
        return "into a melee"
    if "MELEE.INTO-EXEMPT" in named:
        return "in a melee with a comrade"
    return {0: "apart", -1: "battle in a melee", -2: "heavy in a melee"}[inputs.get("modifier", 0)]


def attack(
    situation: str,
    *,
    method: Method,
    power: int,
    defence: int,
    modifier: int = 0,
    rolls: Sequence[int] = (),
    second_rolls: Sequence[int] = (),
    attacks: int = 0,
    armour: int = 0,
    armour_rolls: Sequence[int] = (),
    aegis: int = 0,
    aegis_rolls: Sequence[int] = (),
) -> Found:
    """One model attacks a target that has HP to spare."""
    first = situation.split()[0].rstrip(",")
    kind: str = "heavy" if first == "heavy" else "battle" if first == "battle" else "light"
    gun = weapon(power=power, attacks=attacks or len(rolls), kind=kind)
    beside = situation.endswith("in a melee") or "comrade" in situation
    game = firefight(method).blue(unit("shooter", gun), at=(2, 5))
    target = unit("target", defence=defence, armour=armour, aegis=aegis, hp=99)
    game.red(target, at=(3, 5) if beside else (8, 5))
    if "comrade" in situation:
        game.blue(unit("friend"), at=(4, 5))
    if "into" in situation:
        game.blue(unit("friend"), at=(9, 5))
    if "from" in situation:
        game.red(unit("other-foe"), at=(1, 5))
    gated = needed(method, power, defence).gated
    first_throw = GATE if gated else ATTACK
    throws = ((first_throw, rolls), (SECOND, second_rolls))
    saves = ((ARMOUR, armour_rolls), (AEGIS, aegis_rolls))
    found = play(game.activates("shooter"), "target", *throws, *saves)
    assert found["modifier"] == modifier
    return found


def play(game: Firefight, target: str, *throws: tuple[str, Sequence[int]]) -> Found:
    """Fire the gun at a target; the throws that are not empty are asked for, in this order."""
    game.attacks("gun", target)
    for what, faces in throws:
        if faces:
            game.rolls(*faces, what=what)
    game.ends()
    (volley,) = game.volleys
    saved = volley.saved_by_armour + volley.saved_by_aegis
    unsaved = volley.successes - saved
    return {
        "target": volley.code,
        "modifier": volley.modifier,
        "dice": volley.dice,
        "dice_rolled": game.thrown(ATTACK, GATE),
        "second_rolls": game.thrown(SECOND),
        "armour_dice": game.thrown(ARMOUR),
        "aegis_dice": game.thrown(AEGIS),
        "successes": volley.successes,
        "saved": saved,
        "hp_lost": volley.hp_lost,
        "hp_per_unsaved": volley.hp_lost // unsaved if unsaved else None,
    }


def _saves(
    *,
    successes: int = 0,
    ap: int = 0,
    armour: int = 0,
    aegis: int = 0,
    armour_rolls: Sequence[int] = (),
    aegis_rolls: Sequence[int] = (),
    cover: bool = False,
    engaged_same_melee: bool = False,
) -> Found:
    """The successes are given: an A of the Chart makes them without a die."""
    gun = weapon(power=5, attacks=successes or len(armour_rolls), ap=ap)
    target = unit("target", defence=0, armour=armour, aegis=aegis, hp=99)
    at = (3, 5) if engaged_same_melee else (8, 5)
    game = firefight("chart", field=open_field(at) if cover else OPEN)
    game.blue(unit("shooter", gun), at=(2, 5)).red(target, at=at).activates("shooter")
    effective = armour_save(game.state, game.id("shooter"), gun, game.id("target")).total
    found = play(game, "target", (ARMOUR, armour_rolls), (AEGIS, aegis_rolls))
    return {**found, "effective_armour": effective}


def _batches(batches: Sequence[Entry], armour: int) -> Found:
    """Each batch is a weapon of its own: all on one target, one after the other."""
    guns = [
        weapon(f"gun-{n}", power=5, attacks=batch["successes"], ap=batch["ap"])
        for n, batch in enumerate(batches)
    ]
    game = firefight("chart").blue(unit("shooter", *guns), at=(2, 5))
    game.red(unit("target", defence=0, armour=armour, hp=99), at=(8, 5)).activates("shooter")
    dice = []
    for gun in guns:
        game.attacks(gun.id, "target")
        if 0 < gun.ap <= armour:
            game.ends(successes=gun.attacks)
        else:
            game.rolls(*[0] * gun.attacks, what=ARMOUR).ends(successes=gun.attacks)
        dice.append(game.thrown(ARMOUR))
    return {"armour_dice": dice}


def _two_attacks(*, method: Method, first: Entry, second: Entry) -> Found:
    found = [attack("apart", method=method, **inputs) for inputs in (first, second)]
    return dict(zip(("first", "second"), found, strict=True))


def _faces(faces: Sequence[int], target: str) -> Found:
    """A throw as it lies on the table, numbered 1 to 10; the Formula needs 1+ for 4 against 2."""
    assert needed("formula", 4, 2).code == target
    game = firefight().blue(unit("shooter", weapon(attacks=len(faces))), at=(2, 5))
    game.red(unit("target", defence=2, hp=99), at=(8, 5)).activates("shooter")
    found = play(game, "target", (ATTACK, faces))
    (rolled,) = (event for event in game.told if isinstance(event, Rolled))
    return {**found, "read": list(rolled.faces.open())}


def _told_by_expectation(expect: Entry) -> Found:
    """Scenarios without inputs: their expectation says what is meant."""
    match expect:
        case {"steps": _}:
            return tables.steps()
        case {"odds": odds}:
            return {"odds": {code: _chance_of(code) for code in odds}}
        case {"values": values}:
            return {"values": [_expected_hp(**value) for value in values]}
    raise NotImplementedError(f"nobody knows what to play for {sorted(expect)}")


def _chance_of(code: str) -> str:
    """The chance of one die, found in a cell of the Chart or of the Formula with that code."""
    cells = ((m, p, d) for m in METHODS for p in range(21) for d in range(16))
    number = next(n for n in (needed(*cell) for cell in cells) if n.code == code)
    chance = exact(lambda: roll_attacks(1, number, 0)).chance(bool)
    return f"{chance.numerator}/{chance.denominator}"


def _expected_hp(**value: Any) -> Found:
    """The attack as named, with the figures of the pack's cards; the target has HP to spare."""
    shooter, gun = next(
        (card, gun)
        for card in RULES.units.values()
        for gun in card.weapon
        if value["attack"].startswith(gun.name)
    )
    figures = ("defence", "armour", "aegis")
    target = next(
        card
        for card in RULES.units.values()
        if [getattr(card, name) for name in figures] == [value[name] for name in figures]
    )
    game = firefight(value["method"]).blue(shooter, at=(2, 5))
    # Beside each other where the weapon has no Range; only melee weapons do, and they lose nothing.
    game.red(replace(target, models=1, hp=99), at=(8, 5) if gun.range else (3, 5))
    game.activates(shooter.id)
    target_id = game.id(target.id)
    shot = aim(game.state, game.id(shooter.id), gun, target_id, shooter.models)
    action = game.attack(gun.id, target.id)
    assert game.may(action)
    lost = after(RULES, game.position, action, of=lambda state: 99 - state.units[target_id].hp)
    mean = lost.mean()
    return {
        **{name: value[name] for name in ("attack", "method", *figures)},
        "power": gun.power,
        "ap": gun.ap,
        "dice": shot.dice,
        "target": shot.needed.code,
        "expected_hp": f"{mean.numerator}/{mean.denominator}",
    }


SCENARIOS = AttackChartScenarios(FOLDER)
