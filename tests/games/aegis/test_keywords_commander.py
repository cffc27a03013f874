"""Commander abilities: each serves whom it says, and nobody else."""

from __future__ import annotations

import pytest

from gattai.games.aegis.actions import KEEP, Toll
from gattai.games.aegis.figures import max_integrity, movement, output
from gattai.games.aegis.state import RED, UnitId
from tests.games.aegis.table import GUN, Battle, action, battle, robot


def led(ability: str, *, commander: bool = True) -> Battle:
    """Two gunners, and a Commander behind them if wanted; an enemy in front."""
    game = battle().red("u", GUN, at=(0, 0)).red("v", GUN, at=(0, 2))
    if commander:
        game.red("c", GUN, at=(0, 4), commander="c", commander_ability=ability)
    return game.blue("e", at=(3, 0), integrity=9)


def may_reroll(game: Battle, name: str) -> bool:
    """Whether a unit is offered a Reroll after firing at the enemy and missing."""
    fork = game.fork().uses(name, "Gun", "e").rolls(1)
    return not fork.position.is_settled


@pytest.mark.rule("AEGIS.COMMANDER.FIRST-PILOT", "AEGIS.AMB.FIRST-PILOT-SCOPE")
def test_first_pilot_serves_the_first_unit_to_act_once_it_has_moved() -> None:
    game = led("First Pilot")
    assert not may_reroll(game, "u")
    game.moves("u", (1, 0))
    assert may_reroll(game, "u")
    game.moves("v", (1, 2))
    assert not may_reroll(game, "v")
    assert not may_reroll(led("First Pilot", commander=False).moves("u", (1, 0)), "u")


@pytest.mark.rule("AEGIS.COMMANDER.MAGNIFICENCE", "AEGIS.AMB.MAGNIFICENCE-COUNT")
def test_magnificence_grows_with_every_own_loss() -> None:
    game = battle(destroyed=(2, 1)).red("m", at=(0, 0), commander_ability="Magnificence", damage=1)
    game.red("plain", at=(0, 2)).blue("e", at=(3, 0))
    state, grown = game.state, game.unit("m")
    assert (output(state, grown), movement(state, grown)) == (5 + 2, 4 + 2)
    assert (max_integrity(state, grown), game.left("m")) == (8, 7)
    assert max_integrity(state, game.unit("plain")) == 6


@pytest.mark.rule("AEGIS.COMMANDER.MAGNIFICENCE")
def test_losses_of_the_same_action_come_too_late_to_save_the_commander() -> None:
    bomb = action("Bomb", distance=4, radius=1)
    game = battle().red("u", bomb, at=(0, 0)).blue("k", GUN, at=(0, -5))
    game.blue("m", at=(3, 0), integrity=1, commander_ability="Magnificence")
    game.blue("d", at=(4, 0), integrity=1).uses("u", "Bomb", "d").rolls(4).ends(m=0, d=0)


@pytest.mark.rule("AEGIS.COMMANDER.STEADY-FIRE")
def test_steady_fire_serves_all_who_have_not_moved_the_commander_included() -> None:
    game = led("Steady Fire")
    assert all(may_reroll(game, name) for name in "uvc")
    game.moves("u", (1, 0))
    assert [may_reroll(game, name) for name in "uvc"] == [False, True, True]
    assert not may_reroll(led("Steady Fire", commander=False), "u")


@pytest.mark.rule("AEGIS.COMMANDER.ARREST-MANDATE", "AEGIS.AMB.ARREST-MARK")
def test_arrest_mandate_serves_against_the_marked_even_when_the_commander_is_gone() -> None:
    game = led("Arrest Mandate", commander=False).blue("f", at=(3, 1))
    game.set(marks=((RED, UnitId(2)),))
    assert may_reroll(game, "u")
    game.uses("u", "Gun", "f").rolls(1).ends()


@pytest.mark.rule("AEGIS.COMMANDER.ARREST-MANDATE")
def test_who_targeted_the_marked_keeps_the_reroll_until_the_turn_ends_and_uses_it_once() -> None:
    needle = action("Needle", distance=6, attributes="LHT")
    game = battle().red("u", needle, GUN, at=(0, 0)).blue("e", GUN, at=(3, 0)).blue("f", at=(3, 1))
    game.set(marks=((RED, UnitId(1)),)).uses("u", "Needle", "e").rolls(1).answers(KEEP)
    game.uses("u", "Gun", "f").rolls(1).rerolls("Arrest Mandate", (1, 1)).rolls(4).ends(f=5)
    game.ends_turn()
    assert game.effects("u") == []


@pytest.mark.rule("AEGIS.AMB.ARREST-MARK", "AEGIS.COMBINE.REPLACE")
def test_a_mark_does_not_outlive_a_marked_unit_that_combines() -> None:
    duo = robot("duo", GUN, level=2, classes=("A", "G"))
    game = battle().red("a", at=(0, 0)).red("g", at=(1, 0), classes=("G",)).prepares(duo)
    game.blue("e", at=(5, 0)).set(marks=((1, UnitId(0)),)).combines("a", "g", "duo")
    assert game.state.marks == ()


def limited(energy: int = 20) -> Battle:
    game = battle(energy=(energy, 0)).blue("e", at=(3, 0))
    return game.red("s", GUN, at=(0, 0), commander_ability="Stellar Limiter")


@pytest.mark.rule("AEGIS.COMMANDER.STELLAR-LIMITER", "AEGIS.AMB.STELLAR-LIMITER")
def test_stellar_limiter_charges_the_output_of_an_ally_that_the_owner_names() -> None:
    game = limited().red("a", at=(0, 4), ep=2).red("b", at=(0, 5), ep=4).uses("s", "Gun", "e")
    assert game.options == (Toll(game.id("a")), Toll(game.id("b")))
    game.answers(Toll(game.id("b"))).pays(15, 0).rolls(4).ends(e=5)
    assert output(game.state, game.unit("b")) == 4


@pytest.mark.rule("AEGIS.COMMANDER.STELLAR-LIMITER", "AEGIS.ACTION.COST")
def test_stellar_limiter_forbids_actions_without_an_ally_or_without_the_energy() -> None:
    game = limited()
    game.refuses(game.use("s", "Gun", "e"), "AEGIS.COMMANDER.STELLAR-LIMITER")
    game = limited(energy=2).red("a", GUN, at=(0, 4), ep=2)
    refusal = game.refuses(game.use("s", "Gun", "e"), "AEGIS.TURN.ENERGY-NONNEG")[0]
    assert refusal.figures == (("price", 3), ("energy", 2))
    game.uses("a", "Gun", "e").rolls(1).pays(1, 0)
