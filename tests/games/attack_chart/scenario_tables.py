"""The entries of the catalogue that need more of a table than a shooter and its target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gattai.games.attack_chart.actions import Attack, ChooseMethod
from gattai.games.attack_chart.attack.attack import in_cover
from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.events import UnitDestroyed
from gattai.kernel.rulebook import Refusal
from tests.games.attack_chart.table import (
    AEGIS,
    ARMOUR,
    ATTACK,
    RULES,
    Firefight,
    firefight,
    open_field,
    unit,
    weapon,
)
from tests.games.catalogued import Entry

Found = dict[str, Any]

PREFIX = "ATTACK-CHART."
HOUSE_VOLLEY = """method attacker weapon models attacks power ap range distance line_of_sight target
defence armour aegis target_models hp_each attack_rolls armour_rolls aegis_rolls"""


def hexes(inches: int) -> int:
    """Two inches a hex, rounded up: 25 inches are 13 hexes, which are 26 inches."""
    return -(-inches // 2)


def distances(reach: int, **inches: int) -> Found:
    game = firefight().blue(unit("shooter", weapon(inches=reach)), at=(1, 5))
    for name, distance in inches.items():
        game.red(unit(name), at=(1 + hexes(distance), 5))
    game.activates("shooter")
    legal = game.targets("gun")
    refused = [name for name in inches if name not in legal]
    for name in refused:
        (why,) = game.refuses(game.attack("gun", name), PREFIX + "SEQ.2-RANGE")
        assert why.figures == (("inches away", 2 * hexes(inches[name])), ("Range", reach))
    found: Found = {name: "legal" if name in legal else "illegal" for name in inches}
    found["dice_rolled"] = game.thrown(ATTACK)
    # The wrong choice cost nothing: the same weapon is then used on a target within reach.
    game.attacks("gun", legal[0]).rolls(0).ends(hp_lost=0)
    return found


def unseen_in_one_melee(reach: int, distance: int) -> Found:
    """Neighbours always see each other, so the melee is a chain around a thicket: the shooter and
    its target stand two hexes apart, each beside a unit of the other side, and those two touch.
    """
    assert reach < distance
    game = firefight(field=open_field((3, 5)))
    game.blue(unit("shooter", weapon(inches=reach)), at=(2, 5)).red(unit("link-1"), at=(3, 4))
    game.blue(unit("link-2"), at=(4, 4)).red(unit("target"), at=(4, 5)).activates("shooter")
    assert not sees(game, "shooter", "target")
    return {"legal": game.may(game.attack("gun", "target"))}


def unseen(reach: int, distance: int) -> Found:
    game = firefight(field=open_field((4, 5))).blue(unit("shooter", weapon(inches=reach)), (2, 5))
    game.red(unit("target"), at=(2 + hexes(distance), 5)).activates("shooter")
    assert not sees(game, "shooter", "target")
    game.refuses(game.attack("gun", "target"), PREFIX + "HOUSE.SIGHT")
    return {"legal": game.may(game.attack("gun", "target"))}


def sees(game: Firefight, one: str, other: str) -> bool:
    here, there = game.unit(one).at, game.unit(other).at
    assert here is not None and there is not None
    return game.state.field.sight.sees(here, there)


def behind_and_in_a_thicket(
    place: Sequence[int], targets: Sequence[Sequence[int]], reach: int, terrain: Sequence[Any]
) -> Found:
    """Inches halved. The thicket of 4 by 2 inches becomes the four whole hexes it touches, which
    are those in the middle of the field of the house rules.
    """
    (x1, y1, x2, y2) = terrain[0]
    wood = [(x, y) for x in range(x1 // 2, x2 // 2) for y in range(y1 // 2, hexes(y2))]
    game = firefight(field=open_field(*wood))
    game.blue(unit("shooter", weapon(inches=reach)), at=(place[0] // 2, place[1] // 2))
    names = [f"target-{n}" for n, _ in enumerate(targets)]
    for name, (x, y) in zip(names, targets, strict=True):
        game.red(unit(name), at=(x // 2, y // 2))
    game.activates("shooter")
    covered = [in_cover(game.state, game.id("shooter"), game.unit(n), game.id(n)) for n in names]
    return {"legal": [game.may(game.attack("gun", n)) for n in names], "cover": covered}


def pools(bearers: Sequence[Entry]) -> Found:
    """Here all models of a unit carry the same weapons, so each profile is a unit of its own."""
    game = firefight().red(unit("target", hp=99), at=(8, 5))
    for row, bearer in enumerate(bearers):
        gun = weapon(bearer["weapon"], attacks=bearer["attacks"])
        game.blue(unit(f"unit-{row}", gun, models=bearer["count"]), at=(2, 5 + row))
    pools = []
    for row, bearer in enumerate(bearers):
        game.activates(f"unit-{row}").attacks(bearer["weapon"], "target")
        game.rolls(*[0] * bearer["attacks"] * bearer["count"]).ends()
        pools += [dice for _, dice in game.throws]
        game.finishes()
        if row == 0:
            game.passes_with("target")
    return {"pools": pools}


def losses(*, hp_lost: int, models: int = 1, hp_each: int = 0, hp: int = 0) -> Found:
    """As many automatic successes as HP are to be lost. A bystander keeps the game going."""
    each = hp_each or hp
    gun = weapon(power=5, attacks=hp_lost)
    game = firefight("chart").blue(unit("shooter", gun), at=(2, 5)).red(unit("other"), at=(8, 8))
    game.red(unit("target", models=models, hp=each, defence=0), at=(8, 5)).activates("shooter")
    game.attacks("gun", "target").ends(hp_lost=hp_lost)
    left = game.unit("target").hp
    assert any(isinstance(event, UnitDestroyed) for event in game.told) == (left == 0)
    remaining = [each] * (left // each) + ([left % each] if left % each else [])
    assert len(remaining) == game.unit("target").models
    return {
        "casualties": models - len(remaining),
        "remaining_hp": remaining,
        "ignored": hp_lost - (models * each - left),
    }


def next_target(first: str) -> Found:
    guns = weapon("gun", power=5), weapon("second")
    game = firefight("chart").blue(unit("shooter", *guns), at=(2, 5))
    game.red(unit("A", defence=0), at=(8, 5)).red(unit("B"), at=(8, 7)).activates("shooter")
    assert game.targets("second") == ["A", "B"]
    game.attacks("gun", first).ends(hp_lost=1).leaves(**{first: 0})
    attacks = [action for action in game.options if isinstance(action, Attack)]
    assert {action.weapon for action in attacks} == {"second"}
    chosen = [game.state.units[action.aims[0].target].name for action in attacks]
    return {"second_target_choices": chosen}


def another_method(method: Method, round_now: int, requested: Method) -> Found:
    game = firefight(method, round_now=round_now).blue(unit("one"), (2, 5)).red(unit("two"), (8, 5))
    game.refuses(ChooseMethod(requested), PREFIX + "MODE.CHOOSE-ONCE")
    accepted = game.may(ChooseMethod(requested))
    return {"accepted": accepted, "method": game.activates("one").state.method}


def house_volley(**inputs: Any) -> Found:
    """The worked volley, with the cards of the pack, which must have the figures it names."""
    assert {*inputs} == {*HOUSE_VOLLEY.split()}
    shooter, target = RULES.units[inputs["attacker"]], RULES.units[inputs["target"]]
    gun = next(card for card in shooter.weapon if card.name == inputs["weapon"])
    used = ("attacks", "power", "ap", "range")
    assert [getattr(gun, name) for name in used] == [inputs[name] for name in used]
    assert shooter.models == inputs["models"]
    figures = {name: getattr(target, name) for name in ("defence", "armour", "aegis", "models")}
    figures["target_models"], figures["hp_each"] = figures.pop("models"), target.hp
    assert figures == {name: inputs[name] for name in figures}
    game = firefight(inputs["method"]).blue(shooter.id, at=(2, 5))
    game.red(target.id, at=(2 + hexes(inputs["distance"]), 5)).activates(shooter.id)
    assert sees(game, shooter.id, target.id) == inputs["line_of_sight"]
    legal = game.may(game.attack(gun.id, target.id))
    game.attacks(gun.id, target.id).rolls(*inputs["attack_rolls"], what=ATTACK)
    game.rolls(*inputs["armour_rolls"], what=ARMOUR).rolls(*inputs["aegis_rolls"], what=AEGIS)
    (volley,) = game.ends().volleys
    assert game.unit(target.id).hp == target.models * target.hp - volley.hp_lost
    return {
        "legal": legal,
        "dice": volley.dice,
        "target": volley.code,
        "successes": volley.successes,
        "armour_rolled": game.thrown(ARMOUR) > 0,
        "armour_saved": volley.saved_by_armour,
        "aegis_dice": game.thrown(AEGIS),
        "aegis_saved": volley.saved_by_aegis,
        "hp_lost": volley.hp_lost,
        "casualties": target.models - game.unit(target.id).models,
        "models_left": game.unit(target.id).models,
    }


def steps() -> Found:
    """The steps in the order in which one attack shows them: by the step its rules belong to.

    Steps 1 and 2 speak before any die, as refusals; the others as events.
    """
    gun = weapon("gun", inches=4)
    game = firefight().blue(unit("shooter", gun), at=(2, 5)).red(unit("target", armour=5), (4, 5))
    game.red(unit("far-away"), at=(12, 5)).activates("shooter")
    refusals: list[Refusal] = [
        *game.refuses(Attack("no-such-gun", ()), PREFIX + "SEQ.1-SELECT"),
        *game.refuses(game.attack("gun", "far-away"), PREFIX + "SEQ.2-RANGE"),
    ]
    game.attacks("gun", "target").rolls(9).rolls(5).ends(hp_lost=0)
    names = ("select", "range", "attack_dice", "saves", "hp_loss", "next")
    happened = (event.rule for event in game.told if not event.only_logs)
    rules = [*(why.rule for why in refusals), *happened]
    return {"steps": [names[int(rule.removeprefix(PREFIX + "SEQ.")[0]) - 1] for rule in rules]}
