"""Where a rule begins and where it ends: the last case on either side of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.aiming import target_refusals
from gattai.games.aristeia.cards import ActionCard, Pool
from gattai.games.aristeia.effect_cards import Impose, RemoveState
from gattai.games.aristeia.setup import boxes
from gattai.games.aristeia.state import State
from gattai.games.aristeia.tactics import Play
from gattai.kernel.secrecy import Hidden, Secret
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, RULES, find, laid, put


def reasons(state: State, action: ActionCard, who: str, target: str) -> list[str]:
    """Why somebody cannot perform an Action on somebody, its price apart."""
    found = target_refusals(state, find(state, who), action, find(state, target))
    return [each.reason for each in found]


def deed(**fields: Any) -> ActionCard:
    """An Action that anybody might have."""
    known: dict[str, Any] = {"target": "any", "range": (0, 4), **fields}
    return ActionCard("deed", "Deed", known.pop("kind", "action"), 1, **known)


# what is printed, worked out once


@pytest.mark.rule("ARISTEIA.SETUP.SCENARIO")
def test_a_box_that_is_opened_knows_whose_each_tactic_is_and_where_one_can_step() -> None:
    box = boxes(CONTENT)["assault"]
    assert {owner: len(cards) for owner, cards in box.tactics_of.items()} == {
        "standard": 10,
        **dict.fromkeys(CONTENT.characters, 4),
    }
    assert all(card.owner == owner for owner, cards in box.tactics_of.items() for card in cards)
    near = box.open_neighbours[hex_at(3, 1)]
    assert {*near} == {hex_at(4, 1), hex_at(2, 1), hex_at(3, 2)}, "two walls and a Barrier"


@pytest.mark.rule("ARISTEIA.SETUP.SCENARIO", "ARISTEIA.LOS.OBSTRUCTION")
def test_the_outside_of_the_board_is_in_nobodys_way() -> None:
    box = boxes(CONTENT)["assault"]
    first, *_ = box.bit
    far = [at for at in box.bit if len(box.board.hexes.neighbours[at]) == 3][-1]
    beside = box.board.hexes.neighbours[far]
    outside = [way for seen in beside for row in box.ways(far, seen) for way in row]
    assert far != first and not any(way & box.bit[first] for way in outside)


# whom an Action is performed on


@pytest.mark.rule("ARISTEIA.RANGE.WITH-SIGHT", "ARISTEIA.RANGE.TWO-VALUES")
def test_two_spaces_away_a_wall_hides_and_only_an_attack_can_be_freed_of_that() -> None:
    state = put(put(laid(), "8-ball", (1, -1)), "lunah", (1, -3))
    aimed = deed(sight=True, pool=Pool(("red",)))
    assert reasons(state, aimed, "8-ball", "lunah") == ["no Line of Sight"]
    assert reasons(state, replace(aimed, sight=False), "8-ball", "lunah") == []
    shot = replace(aimed, kind="attack", target="enemy")
    freed = replace(state, waived=("sight",))
    assert reasons(freed, shot, "8-ball", "lunah") == []
    assert reasons(freed, aimed, "8-ball", "lunah") == ["no Line of Sight"]


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS")
def test_an_action_without_a_roll_that_could_do_nothing_is_not_performed() -> None:
    state = put(put(laid(), "8-ball", (0, 0)), "lunah", (1, 0))
    nothing = deed(always=(RemoveState("target"),))
    assert reasons(state, nothing, "8-ball", "lunah") == ["Deed could do nothing there"]
    assert reasons(state, deed(always=(Impose("dazzled", "target"),)), "8-ball", "lunah") == []
    rolls = replace(nothing, pool=Pool((), ("S",)))
    assert reasons(state, rolls, "8-ball", "lunah") == [], "whoever rolls may always try"


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_of_a_hand_one_cannot_see_nothing_is_played() -> None:
    card = CONTENT.tactics["take-aim-011"]
    hands = (Secret.of((), (GREEN,)), Secret(Hidden(1), (ORANGE,)))
    state = put(laid(active=find(laid(), "8-ball"), hands=hands), "8-ball", (0, 0))
    (refusal,) = RULES.refusals(state, Play(card))
    assert refusal.reason == f"{card.name} is not in the hand"
