"""As it begins: a model, a turn, a table and a map of which nothing unusual is said."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import Begin
from gattai.games.mechastellar.attack.pools import Pool
from gattai.games.mechastellar.cards import ControlPointCard
from gattai.games.mechastellar.events.attack import AttackDeclared
from gattai.games.mechastellar.parameters import VER10_FINAL
from gattai.games.mechastellar.setup import map_remarks
from gattai.games.mechastellar.state import SOUTH, Act, Unit, UnitId
from gattai.tabletop.hexes import hex_at
from tests.games.mechastellar.table import RULES, battle, field

FAR = "B9 argonaut 6,-6 3"


@pytest.mark.rule("MS.UNIT.DEFINITION", "MS.ACT.ACTIONS", "MS.ATTACK.SEQUENCE", "MS.DICE.POOL")
def test_a_model_and_a_turn_begin_with_nothing_unusual() -> None:
    card = battle("A1 argonaut 0,0 0", FAR).unit("A1").card
    model = Unit("A1", card, SOUTH, UnitId(0), card.hp, (-1, -1, 2))
    flags = ("commander", "transformed", "submerged", "activated", "fell", "late")
    counts = ("facing", "points", "barrier", "stun", "orders")
    assert not any(getattr(model, name) for name in flags)
    assert [getattr(model, name) for name in counts] == [0] * len(counts)
    assert (
        model.at is None and model.fate == "" and model.lost == model.fired == model.support == ()
    )
    act = Act(UnitId(0), 1, 2, hex_at(0, 0))
    assert not (act.fought or act.begun or act.arriving or act.ambushed)
    assert (act.moved, act.spins, act.accelerates, act.owed) == (0, 0, 0, 0)
    declared = AttackDeclared(rule="-", unit=UnitId(0), weapon="-", target=UnitId(1), what="-")
    assert (declared.made_up, declared.uses, declared.blindside, declared.own_turn) == (
        False,
        1,
        False,
        True,
    )
    pool = Pool(1, 0, 5, 10)
    assert pool.crit_value == 2 and pool.floor == 0 and pool.total(-3) == 0


@pytest.mark.rule("MS.ROUND.ROLLOFF")
def test_who_begins_is_chosen_after_the_roll_off_and_at_no_other_time() -> None:
    def refused(phase: str) -> list[str]:
        state = battle("A1 argonaut 0,0 0", FAR, phase=phase).state
        return [refusal.rule for refusal in RULES.refusals(state, Begin("first"))]

    assert refused("first") == [] and refused("rolling") == refused("activating") == [
        "MS.ROUND.ROLLOFF"
    ]


@pytest.mark.rule("MS.SETUP.CP-PLACE", "MS.SETUP.CP-CLEAR")
def test_home_points_near_or_far_from_the_edge_and_cover_on_a_point_are_remarked_on() -> None:
    sound = field()

    def remarks(*rows: int, terrain: tuple[str, ...] = ()) -> list[str]:
        points = (
            sound.control_point[0],
            *(ControlPointCard(f"p{n}", (0, r)) for n, r in enumerate(rows)),
        )
        table: Any = replace(field(terrain), control_point=points)
        return [remark.rule for remark in map_remarks(table, VER10_FINAL)]

    # six rows on either side, four inches each: from 8 to 16 inches is from row 5 to row 3
    assert [remarks(r) for r in (3, 4, 5, -3, -5, 0)] == [[]] * 6
    assert [remarks(r) for r in (2, 6, -2, -6)] == [["MS.SETUP.CP-PLACE"]] * 4
    assert remarks(4, 6) == ["MS.SETUP.CP-PLACE"]
    clear = ["MS.SETUP.CP-CLEAR"]
    assert remarks(4, terrain=("0,4 wall",)) == clear and remarks(terrain=("0,0 jungle",)) == clear
    assert remarks(4, terrain=("0,4 hill",)) == [] == remarks(4, terrain=("0,4 water",))
    assert remarks(4, terrain=("0,4 rock",)) == [] == remarks(4, terrain=("1,4 wall",))
