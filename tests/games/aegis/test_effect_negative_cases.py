"""For each effect, the nearest case that it does not change."""

from __future__ import annotations

import pytest

from gattai.games.aegis.events.attack import (
    DamageTaken,
    OutputChanged,
    UnitRepaired,
    UnitShoved,
)
from tests.games.aegis.table import GUN, Battle, action, battle


def told(game: Battle, kind: type) -> list[int]:
    """The amounts of what happened of one kind since the last action was begun."""
    return [event.amount for event in game.told if isinstance(event, kind)]  # type: ignore[attr-defined]


@pytest.mark.rule("AEGIS.TURN.END", "AEGIS.PASSIVE.JET")
def test_a_jet_that_stood_still_falls_at_the_end_of_its_own_sides_turn() -> None:
    game = battle().red("u", GUN, at=(0, 0)).red("j", at=(0, 3), passives=("Jet 2",))
    game.blue("e", GUN, at=(5, 0)).blue("k", at=(5, -3), passives=("Jet 2",))
    game.moves("u", (1, 0)).ends_turn().leaves(j=0, k=6)
    game.moves("e", (4, 0)).ends_turn().leaves(u=6, k=0)


@pytest.mark.rule("AEGIS.ATTR.CRT")
@pytest.mark.parametrize(("attributes", "amounts"), [("CRT", [2, 1]), ("AIM", [2])])
def test_only_a_critical_action_counts_dice_on_the_number(
    attributes: str, amounts: list[int]
) -> None:
    gun = action("Gun", 2, distance=6, attributes=attributes)
    game = battle().red("u", gun, at=(0, 0)).blue("e", at=(3, 0))
    game.uses("u", "Gun", "e").rolls(4, 5).ends(e=6 - sum(amounts))
    (taken,) = (event for event in game.told if isinstance(event, DamageTaken))
    assert [term.amount for term in taken.terms] == amounts


@pytest.mark.rule("AEGIS.EFFECT.REPAIR")
@pytest.mark.parametrize(("damage", "amounts"), [(0, []), (1, [1])])
def test_a_whole_unit_regains_nothing(damage: int, amounts: list[int]) -> None:
    fix = action("Fix", 1, 3, power=2, type="repair", distance=3)
    game = battle().red("u", fix, at=(0, 0)).red("a", at=(1, 0), damage=damage)
    game.blue("e", at=(6, 0)).uses("u", "Fix", "a").rolls(3).ends(a=6)
    assert told(game, UnitRepaired) == amounts


@pytest.mark.rule("AEGIS.EFFECT.DRAIN")
@pytest.mark.parametrize(("ep", "amounts"), [(0, []), (1, [-1]), (3, [-2])])
def test_a_unit_without_output_loses_none(ep: int, amounts: list[int]) -> None:
    leech = action("Leech", 1, 2, power=2, type="drain", distance=3)
    game = battle().red("u", leech, at=(0, 0)).blue("e", at=(2, 0), ep=ep)
    game.uses("u", "Leech", "e").rolls(2).ends(e=6)
    assert told(game, OutputChanged) == amounts


@pytest.mark.rule("AEGIS.EFFECT.BOOST")
@pytest.mark.parametrize(("power", "amounts"), [(0, []), (1, [1])])
def test_a_boost_of_no_power_gives_nothing(power: int, amounts: list[int]) -> None:
    charge = action("Charge", 1, 2, power=power, type="boost", distance=3)
    game = battle().red("u", charge, at=(0, 0)).red("a", at=(1, 0)).blue("e", at=(6, 0))
    game.uses("u", "Charge", "a").rolls(2).ends()
    assert told(game, OutputChanged) == amounts


@pytest.mark.rule("AEGIS.EFFECT.COLLISION")
@pytest.mark.parametrize(("wall", "moved"), [(2, False), (3, True)])
def test_who_is_pushed_against_something_close_by_does_not_move(wall: int, moved: bool) -> None:
    shove = action("Shove", 1, 2, power=3, type="push", distance=4)
    game = battle(terrain=[(wall, 0)]).red("u", shove, at=(0, 0)).blue("e", at=(1, 0))
    game.uses("u", "Shove", "e").rolls(2).ends(e=5)
    assert any(isinstance(event, UnitShoved) for event in game.told) == moved
