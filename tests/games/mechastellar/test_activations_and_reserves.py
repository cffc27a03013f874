"""Between turns, to the hex: who may be activated, and where reserves arrive."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.mechastellar.actions import Activate
from gattai.games.mechastellar.state import SOUTH, UnitId
from tests.games.mechastellar.table import RULES, Battle, battle

RESERVE = ("A1 dusk-wraith - 1 reserve", "A2 argonaut -6,6 1 activated")
FAR = "B1 argonaut 6,-6 4"


def waiting(*others: str, **state: Any) -> Battle:
    """Everybody of the south has acted, and one is in reserve."""
    return battle(*RESERVE, *others, FAR, **{"round": 2, **state})


def against(game: Battle, action: Any) -> list[str]:
    """The rules against an action, whatever is asked just now."""
    return [refusal.rule for refusal in RULES.refusals(game.state, action)]


@pytest.mark.rule("MS.ACT.ALTERNATE", "MS.RETURNFIRE.ACTIVATE")
def test_who_was_attacked_and_has_acted_since_keeps_nobody_else_waiting() -> None:
    units = ("A1 argonaut 0,0 0 activated", "A2 argonaut -4,0 0", FAR)
    assert battle(*units, duty=(UnitId(0),)).may("activate A2")
    fresh = battle("A1 argonaut 0,0 0", *units[1:], duty=(UnitId(0),))
    fresh.refuses("activate A2", "MS.RETURNFIRE.ACTIVATE")


@pytest.mark.rule("MS.ACT.ALTERNATE", "MS.UNIT.DEFINITION")
def test_nobody_is_activated_in_anothers_turn_nor_who_is_not_there_at_all() -> None:
    game = battle("A1 argonaut 0,0 0", FAR)
    game.refuses(Activate(UnitId(9)), "MS.UNIT.DEFINITION")
    game.refuses(Activate(UnitId(-1)), "MS.UNIT.DEFINITION")
    game.begins("A1")
    assert against(game, Activate(UnitId(0))) == ["MS.ACT.ALTERNATE"]


@pytest.mark.rule("MS.REINFORCE.WHEN", "MS.DEPLOY.ALTERNATE")
def test_nobody_passes_or_arrives_before_its_round_or_after_it_has_passed() -> None:
    assert waiting().may("pass") and waiting().may("reinforce A1 -1,6")
    waiting(round=1).refuses("pass", "MS.ACT.ALTERNATE")
    battle(RESERVE[1], FAR, round=2).refuses("pass", "MS.ACT.ALTERNATE")
    passed = waiting(passed=(SOUTH,))
    passed.refuses("pass", "MS.ACT.ALTERNATE").refuses("reinforce A1 -1,6", "MS.REINFORCE.WHEN")
    alternate = waiting(alternate=True)
    alternate.refuses("reinforce A1 -1,6", "MS.DEPLOY.ALTERNATE")
    alternate.refuses("pass", "MS.ACT.ALTERNATE")


@pytest.mark.rule("MS.REINFORCE.WHERE", "MS.REINFORCE.AMBUSH")
def test_reserves_arrive_at_their_own_edge_and_points_where_there_is_room() -> None:
    centre = {"centre": "south"}
    assert waiting(owners=centre).may("reinforce A1 0,0")
    for others in ({}, {"centre": "north"}):
        waiting(owners=others).refuses("reinforce A1 0,0", "MS.REINFORCE.WHERE")
    waiting("A3 argonaut 0,0 1 activated", owners=centre).refuses(
        "reinforce A1 0,0", "MS.REINFORCE.WHERE"
    )
    edge = waiting("A3 argonaut -2,6 1 activated", terrain=["-3,6 hill"])
    assert edge.may("reinforce A1 -1,6") and edge.may("reinforce A1 -4,6")
    for at in ("-2,6", "-3,6"):
        edge.refuses(f"reinforce A1 {at}", "MS.REINFORCE.AMBUSH")
    edge.refuses("reinforce A1 0,1", "MS.REINFORCE.WHERE")
    squad = ("A1 argonaut - 1 reserve", "A2 argonaut - 1 reserve leader=A1")
    alone = ("A3 argonaut -2,6 1 activated", "A4 argonaut -1,5 1 activated")
    tight = battle(*squad, *alone, "A5 argonaut -3,6 1 activated", FAR, round=2, terrain=["0,5 water", "0,6 water"])  # fmt: skip
    tight.refuses("reinforce A1 -1,6")
    room = battle(*squad, *alone, FAR, round=2, terrain=["0,5 water"])
    assert room.may("reinforce A1 -1,6")


@pytest.mark.rule("MS.REINFORCE.AMBUSH", "MS.REINFORCE.WHERE")
def test_an_ambush_comes_from_any_other_edge_and_is_one_only_there() -> None:
    game = waiting("A3 argonaut -8,1 1 activated", owners={"west": "south"}, terrain=["-6,-2 hill"])
    assert game.may("reinforce A1 -7,0") and game.may("reinforce A1 -6,-3")
    for at in ("-8,1", "-6,-2"):
        game.refuses(f"reinforce A1 {at}", "MS.REINFORCE.AMBUSH")
    for at, ambushed in (("-7,0", True), ("-5,0", False), ("-1,6", False)):
        arrived = game.fork().plays("", f"reinforce A1 {at}")
        assert arrived.act.ambushed == ambushed and arrived.act.arriving
    plain = battle("A1 argonaut - 1 reserve", RESERVE[1], FAR, round=2)
    plain.refuses("reinforce A1 -7,0", "MS.REINFORCE.AMBUSH")


@pytest.mark.rule("MS.REINFORCE.AMBUSH")
@pytest.mark.parametrize(("foe", "comes"), [("-3,0", False), ("-2,0", True), ("3,0", True)])
def test_an_ambush_keeps_twenty_inches_from_every_enemy_in_sight(foe: str, comes: bool) -> None:
    game = waiting(f"B2 argonaut {foe} 4")
    assert game.may("reinforce A1 -7,0") == comes
    if not comes:
        hidden = waiting(f"B2 argonaut {foe} 4", terrain=["-5,0 rock"])
        assert hidden.may("reinforce A1 -7,0")
        high = waiting(f"B2 argonaut {foe} 4", terrain=["-5,0 rock", f"{foe} block"])
        high.refuses("reinforce A1 -7,0", "MS.REINFORCE.AMBUSH")
