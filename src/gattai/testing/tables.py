"""The tables on which the laws are tested: random options, by game."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from gattai.kernel.ruleset import AnyRuleset

if TYPE_CHECKING:  # a distribution may leave a game out, so it is imported only here
    from gattai.games.aegis.cards import UnitCard
    from gattai.games.aegis.ruleset import Aegis
    from gattai.games.aristeia.ruleset import Aristeia
    from gattai.games.mechastellar.ruleset import MechaStellar


def random_options(rules: AnyRuleset, rng: random.Random) -> dict[str, str]:
    """Return random options: any legal squad or army, field, variant and ruling."""
    options = _random_table(rules, rng)
    # Drawn from the options, so that a new ruling leaves everything else of a seed as it was.
    own = random.Random(str(sorted(options.items())))
    readings = {each.name: own.choice(each.choices) for each in rules.options if each.ruling}
    return {**options, **readings}


def _random_table(rules: AnyRuleset, rng: random.Random) -> dict[str, str]:
    match rules.name:
        case "attack-chart":
            return {"method": rng.choice(("formula", "chart", "ask"))}
        case "aegis":
            return _random_battle(rules, rng)  # type: ignore[arg-type]
        case "robot-empire":
            return {
                "seats": rng.choice(("2", "2", "3", "3", "4", "5", "6")),
                "decks": rng.choice(("shared", "shared", "own")),
                "battery": rng.choice(("20", "choose")),
                "moons": rng.choice(("yes", "yes", "no")),
                "ports": rng.choice(("no", "yes")),
                "ask": rng.choice(("attacked", "always")),
                "turn-limit": "120",
            }
        case "mechastellar":
            return _random_clash(rules, rng)  # type: ignore[arg-type]
        case "aristeia":
            return _random_bout(rules, rng)  # type: ignore[arg-type]
        case _:
            known = [option for option in rules.options if not option.ruling]
            free = [option for option in known if option.choices and not option.needs]
            return {option.name: rng.choice(option.choices) for option in free}


def _random_battle(rules: Aegis, rng: random.Random) -> dict[str, str]:
    """Return a random battle on hexes, or on open tables for rules with `in_inches`."""
    in_inches = getattr(rules, "in_inches", False)
    fields = [each.id for each in rules.fields.values() if bool(each.size) == in_inches]
    return {
        "red": random_squad(rules, rng),
        "blue": random_squad(rules, rng),
        "field": rng.choice(fields),
        "turn-limit": "40",
    }


def _random_clash(rules: MechaStellar, rng: random.Random) -> dict[str, str]:
    south, north = random_force(rules, rng), random_force(rules, rng)
    field = rng.choice(tuple(rules.content.maps))
    version = rng.choice(("ver10-final", *rules.content.rulesets))
    if rules.content.rulesets[version].squad.max < 2:
        south, north = (re.sub(r"\*\d", "", each) for each in (south, north))
    return {
        "south": south,
        "north": north,
        "map": field,
        "rules": version,
        "deployment": rng.choice(("zones", "zones", "alternate")),
    }


def _random_bout(rules: Aristeia, rng: random.Random) -> dict[str, str]:
    style = rng.choice(("preset", "preset", "custom", "draft"))
    is_first = style == "preset" and rng.random() < 0.3
    teams = ("green", "orange") if is_first else rng.sample([*rules.content.teams], 2)
    return {
        "teams": style,
        "green": teams[0],
        "orange": teams[1],
        "first-game": "yes" if is_first else "no",
        "zone-moves": rng.choice(("scenario", "scored")),
    }


def random_force(rules: MechaStellar, rng: random.Random) -> str:
    """Return a legal force of one to five units, squads among them, or one of the armies."""
    if rng.random() < 0.3:
        return rng.choice(tuple(rules.content.armies))
    units = [
        f"{rng.choice(tuple(rules.content.units))}*{rng.choice((1, 1, 2, 3))}"
        for _ in range(rng.randint(1, 5))
    ]
    return ",".join((f"{units[0]}!", *units[1:]))


def random_squad(rules: Aegis, rng: random.Random) -> str:
    """Return a legal squad of five and its Combine Pool, from all cards."""
    from gattai.games.aegis.squads import squad_refusals

    cards = tuple(rules.units.values())
    while True:
        faction = rng.choice(("red", "blue", "grey"))
        mine = [card for card in cards if card.faction in (faction, "grey")]
        basic = [card for card in mine if card.level == 1]
        higher = [card for card in mine if card.level > 1]
        if len(basic) < 5:
            continue
        units = rng.sample(basic, 5)
        pool = _useful_pool(units, higher, rng)
        if not any(squad_refusals(units, pool)):
            return ",".join(c.id for c in units) + "+" + ",".join(c.id for c in pool)


def _useful_pool(
    units: list[UnitCard], higher: list[UnitCard], rng: random.Random
) -> list[UnitCard]:
    """Return up to five cards that this squad could combine into, so that random games combine."""
    makes = {card.make for card in units}
    classes = sorted(letter for card in units for letter in card.classes)
    fitting = [
        card
        for card in higher
        if {*card.makes} <= makes and all(classes.count(c) for c in card.classes)
    ]
    return rng.sample(fitting, min(len(fitting), rng.randrange(6)))
