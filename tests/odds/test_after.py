"""The odds of a whole action on a laid table, and the samples that must agree with them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, sqrt
from random import Random

import pytest

from gattai.games.attack_chart.actions import FINISH, Attack
from gattai.games.attack_chart.attack.attack import aim, volley
from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.state import State, UnitId
from gattai.kernel.question import Choose
from gattai.kernel.running.batch import play_out
from gattai.odds.exact import CannotWalk, after, exact
from tests.games.attack_chart.table import RULES, Firefight, firefight, unit, weapon

SAMPLES = 20_000


def binomial(dice: int, chance: Fraction) -> list[Fraction]:
    return [comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)]


def lancers() -> Firefight:
    game = firefight("formula").blue("lancer-team", (2, 5)).red("gunners", (8, 5))
    return game.red("swarm", (8, 8)).activates("lancer-team")


def test_a_divided_attack_has_the_product_of_both_odds() -> None:
    game = lancers()
    gunners, swarm = game.id("gunners"), game.id("swarm")
    action = game.attack("storm-rifle", {"gunners": 2, "swarm": 1})
    found = after(
        RULES, game.position, action, of=lambda s: (s.units[gunners].hp, s.units[swarm].hp)
    )
    # Gunners: 3+ to hit, Armour 7+ and AEGIS 9+ fail seven and nine times in ten; 3 HP in all.
    lost = binomial(4, Fraction(7, 10) * Fraction(7, 10) * Fraction(9, 10))
    by_gunners = {3: lost[0], 2: lost[1], 1: lost[2], 0: lost[3] + lost[4]}
    # Swarm: automatic, 5 HP a success, AEGIS 6+ stops four in ten; one success is the end of it.
    both_saved = Fraction(4, 10) ** 2
    by_swarm = {4: both_saved, 0: 1 - both_saved}
    assert dict(found) == {
        (g, s): by_gunners[g] * by_swarm[s] for g in by_gunners for s in by_swarm
    }


def test_a_whole_attack_has_the_odds_of_its_one_volley() -> None:
    game = lancers()
    action = game.attack("storm-rifle", "gunners")
    gunners = game.id("gunners")
    left = after(RULES, game.position, action, of=lambda state: state.units[gunners].hp)
    rifle = game.unit("lancer-team").card.weapon[0]
    shot = aim(game.state, game.id("lancer-team"), rifle, gunners, 3)
    hp = exact(lambda: volley(shot)).map(lambda result: max(0, 3 - result.hp_lost))
    assert left == hp


def test_the_chance_that_an_attack_ends_the_game() -> None:
    game = firefight("chart").blue(unit("one", weapon(power=5)), (2, 5))
    game.red(unit("two", defence=4), (8, 5)).activates("one")
    found = after(RULES, game.position, game.attack("gun", "two"), of=lambda s: s.phase)
    assert dict(found) == {"over": Fraction(6, 10), "fighting": Fraction(4, 10)}


def test_an_action_without_dice_is_certain() -> None:
    game = lancers()
    found = after(RULES, game.position, FINISH, of=lambda state: state.turn)
    assert dict(found) == {1: Fraction(1)}


def test_floats_of_a_whole_action_are_close_to_the_exact_chances() -> None:
    game = lancers()
    action = game.attack("storm-rifle", {"gunners": 2, "swarm": 1})
    parts = [
        after(RULES, game.position, action, of=lambda s: s.units, floats=floats)
        for floats in (False, True)
    ]
    assert parts[1].floats() == pytest.approx(parts[0].floats(), abs=1e-12)


def test_odds_are_asked_of_a_settled_table_only() -> None:
    game = lancers()
    action = game.attack("storm-rifle", "gunners")
    game.attacks("storm-rifle", "gunners")
    with pytest.raises(CannotWalk, match="settled"):
        after(RULES, game.position, action, of=lambda state: state.round)


ATTACKS: list[tuple[Method, str, str, str]] = [
    ("formula", "lancer-team", "storm-rifle", "gunners"),
    ("chart", "gunners", "rotary-gun", "bulwark-walker"),
]


def hp_after(state: State, attack: Attack, source: Random) -> int:
    """Play the round out with the batch sampler; the other side looks what it has left."""
    target = attack.aims[0].target
    left = [0]  # if nobody is asked any more, the target was wiped out
    mine = iter((attack, FINISH))

    def first(_: State, __: Choose) -> object:
        return next(mine)

    def second(now: State, question: Choose) -> object:
        left[0] = now.units[target].hp
        return question.options[-1]  # it activates, and finishes at once

    assert play_out(RULES, state, (first, second), source).outcome is not None
    return left[0]


@pytest.mark.parametrize(("method", "shooter", "gun", "target"), ATTACKS)
def test_twenty_thousand_samples_agree_with_the_exact_odds(
    method: Method, shooter: str, gun: str, target: str
) -> None:
    game = firefight(method, rounds=1).blue(shooter, (2, 5)).red(target, (8, 5))
    game.activates(shooter)
    attack = game.attack(gun, target)
    target_id: UnitId = game.id(target)
    found = after(RULES, game.position, attack, of=lambda state: state.units[target_id].hp)
    source = Random(f"{method} {shooter}")
    counted = Counter(hp_after(game.state, attack, source) for _ in range(SAMPLES))
    assert {*counted} <= {*found}
    for hp, chance in found.items():
        error = sqrt(chance * (1 - chance) / SAMPLES)
        assert abs(counted[hp] / SAMPLES - chance) <= 4 * error
