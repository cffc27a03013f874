"""The tables on which the laws are tried: options drawn at random, by game."""

import random

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.squads import squad_refusals
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.kernel.ruleset import AnyRuleset


def random_options(rules: AnyRuleset, rng: random.Random) -> dict[str, str]:
    """Options for one game: any legal squad or army of all packs, any field, any variant."""
    match rules:
        case AttackChart():
            return {"method": rng.choice(("formula", "chart", "ask"))}
        case Aegis():
            return {
                "red": random_squad(rules, rng),
                "blue": random_squad(rules, rng),
                "field": rng.choice(tuple(rules.fields)),
                "turn-limit": "40",
            }
        case _:
            return {}


def random_squad(rules: Aegis, rng: random.Random) -> str:
    """A legal squad of five and its Combine Pool, from all cards there are."""
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
    """Cards that this squad could make, so that random games combine; up to five."""
    makes = {card.make for card in units}
    classes = sorted(letter for card in units for letter in card.classes)
    fitting = [
        card
        for card in higher
        if {*card.makes} <= makes and all(classes.count(c) for c in card.classes)
    ]
    return rng.sample(fitting, min(len(fitting), rng.randrange(6)))
