"""Odds where chance decides: against formulas, against games that are played, and in the scene."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gattai.games.robot_empire.actions import Attack, Block, BringOut, Shoot
from gattai.games.robot_empire.battle.chances import (
    Fought,
    fight,
    hit,
    turns_up,
)
from gattai.games.robot_empire.scene import MAKER
from gattai.kernel.position import observe
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.text import notation
from gattai.library.table_text import lay_table
from gattai.odds.distribution import Distribution
from gattai.odds.exact import exact
from gattai.scene.advice import NoAdvice, odds_of
from tests.games.robot_empire.table import RULES, Game

D6 = range(1, 7)
SAMPLES = 300


def odds(attacker: str, *blockers: str) -> Distribution[Fought]:
    """One of cobalt's attacks crimson, and these block it."""
    unit, *gang = (each.split()[0] for each in (attacker, *blockers))
    declared = (
        f"(unit {unit}, at crimson, blockers [{' '.join(gang)}], blocked {'yes' if gang else 'no'})"
    )
    units = [f"cobalt {attacker}", *(f"crimson {each}" for each in blockers)]
    laid = lay_table(RULES, "; ".join([*units, f"onsets + {declared}"]))
    return exact(lambda: fight(laid.position.state))


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COMBAT")
def test_a_die_for_attack_against_a_die_for_defense_is_a_count_of_36() -> None:
    found = odds("chaos-imp", "wobble-tank")
    ways = sum(attack >= defense for attack, defense in product(D6, D6))
    assert found.chance(lambda result: result.blockers_fall[0]) == Fraction(ways, 36)
    assert found.chance(lambda result: result.attacker_falls) == 1, "2 against a Defense of 1"
    hurt = odds("chaos-imp", "wobble-tank damage 2")
    ways = sum(attack + 2 >= defense for attack, defense in product(D6, D6))
    assert hurt.chance(lambda result: result.blockers_fall[0]) == Fraction(ways, 36)
    more = odds("chaos-imp boosts [(attack 2)]", "wobble-tank")
    ways = sum(attack + 2 >= defense for attack, defense in product(D6, D6))
    assert more.chance(lambda result: result.blockers_fall[0]) == Fraction(ways, 36)


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNBLOCKED")
def test_unblocked_a_die_takes_as_many_coins_as_it_shows() -> None:
    found = odds("dice-golem").map(lambda result: result.battery)
    assert {coins: found[coins] for coins in found} == {coins: Fraction(1, 6) for coins in D6}


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COMBAT")
def test_odds_are_those_of_games_that_are_played() -> None:
    exactly = odds("dice-golem", "wobble-tank", "chaos-imp")
    rng = random.Random(5)
    seen: dict[Fought, int] = {}
    for _ in range(SAMPLES):
        game = Game.laid(
            phase="attackers",
            cobalt={"units": ["dice-golem"]},
            crimson={"units": ["wobble-tank", "chaos-imp"]},
        )
        game.do("attack dice-golem crimson", "next")
        game.do("block wobble-tank dice-golem", "block chaos-imp dice-golem")
        while game.state.onsets:
            question = game.question
            if isinstance(question, Roll):
                count = getattr(question.dice, "count", 0)
                game.give(tuple(rng.choice(D6) for _ in range(count)))
            else:
                assert isinstance(question, Choose)
                game.give(question.otherwise, question.seat)
        fell = tuple(game.unit(name) is None for name in ("wobble-tank", "chaos-imp"))
        result = Fought(game.unit("dice-golem") is None, fell, 0)
        seen[result] = seen.get(result, 0) + 1
    assert {*seen} <= {*exactly}
    for result in exactly:
        share = float(exactly[result])
        spread = 4 * (share * (1 - share) / SAMPLES) ** 0.5
        assert abs(seen.get(result, 0) / SAMPLES - share) <= spread, result


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.DEPOT")
def test_whether_a_card_turns_up_agrees_with_decks_that_are_shuffled() -> None:
    rng = random.Random(3)
    deck = [True] * 4 + [False] * 26
    shuffles = 2_000
    found = sum(any(rng.sample(deck, 7)) for _ in range(shuffles)) / shuffles
    assert abs(found - float(turns_up(30, 4, 7))) < 0.045
    assert turns_up(30, 0, 7) == 0 and turns_up(30, 4, 27) == 1 and turns_up(5, 1, 9) == 1


def asked(game: Game, action: Any) -> Any:
    """The odds card of an option, as the seat that is asked would get it."""
    question = game.question
    assert isinstance(question, Choose)
    seen = observe(game.rules, game.position, question.seat)
    text = notation.write(action, game.rules.words(game.state))
    assert MAKER.option(seen.state, text, action).has_odds
    return odds_of(game.rules, MAKER, seen, text, action)


@pytest.mark.rule("ROBOT-EMPIRE.LR.TARGETS")
def test_a_shot_at_a_thrown_defense_has_odds_though_the_target_may_react() -> None:
    gun = next(c for c in RULES.cards.values() if "long range 2" in c.keywords)
    game = Game.laid(
        phase="long-range",
        cobalt={"units": [f"{gun.id} as=GUN"]},
        crimson={"units": ["wobble-tank"], "ask": "always", "vault": 9},
    )
    shoot = Shoot(game.card("GUN"), game.card("wobble-tank"))
    card = asked(game, shoot)
    assert dict(card.bars)["1"] == pytest.approx(2 / 6, abs=1e-5)
    assert {reason.cites.rule for reason in card.reasons} >= {"ROBOT-EMPIRE.DICE.COMBAT"}
    table = game.state
    assert exact(lambda: hit(table, shoot.unit, shoot.target))[1] == Fraction(1, 3)


@pytest.mark.rule("ROBOT-EMPIRE.BLOCK.CHOOSE")
def test_attacks_and_blocks_have_odds_where_a_die_is_thrown_and_none_elsewhere() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["chaos-imp", "rivet-pup"]},
        crimson={"units": ["wobble-tank", "bastion"], "battery": 15},
    )
    imp, tank = game.card("chaos-imp"), game.card("wobble-tank")
    card = asked(game, Attack(imp, Seat(1)))
    assert [share for _, share in card.bars] == pytest.approx([1 / 6] * 6, abs=1e-5)
    seen = observe(game.rules, game.position, Seat(0))
    with pytest.raises(NoAdvice):
        odds_of(game.rules, MAKER, seen, "x", Attack(game.card("rivet-pup"), Seat(1)))
    game.do("attack chaos-imp crimson", "next")
    card = asked(game, Block(tank, imp))
    ways = sum(attack >= defense for attack, defense in product(D6, D6))
    assert dict(card.bars)["1"] == pytest.approx(ways / 36, abs=1e-5)


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COST")
def test_a_thrown_price_has_odds() -> None:
    game = Game.laid(cobalt={"hand": ["dice-golem"], "vault": 4})
    card = asked(game, BringOut(game.card("dice-golem")))
    assert dict(card.bars)["0"] == pytest.approx(2 / 6, abs=1e-5)
