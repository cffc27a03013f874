"""What a card does not say, it does not do: the figures that are left out of a pack."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aristeia.cards import (
    ActionCard,
    BoardCard,
    CharacterCard,
    DieCard,
    Pool,
    ScenarioCard,
    SkillCard,
    StateCard,
    StateSide,
    SwitchCard,
    TacticCard,
    TeamCard,
)
from gattai.games.aristeia.effects.moving import Displace
from gattai.games.aristeia.effects.rolling import AddDice
from gattai.games.aristeia.events.body import TacticDiscarded
from gattai.games.aristeia.events.play import ActionDeclared
from gattai.games.aristeia.state import Playing, Token
from tests.games.aristeia.table import CONTENT, GREEN, laid

MOVE = ActionCard("dance", "Dance", "action", 1, "none")
CARD = next(iter(CONTENT.tactics.values()))


def bare(rule: str, made: Any, **unsaid: Any) -> Any:
    """Something of which only the needed was said, the rest, and the rule it is told by."""
    marks = pytest.mark.rule(f"ARISTEIA.{rule}")
    return pytest.param(made, unsaid, marks=marks, id=type(made).__name__)


@pytest.mark.parametrize(
    ("made", "unsaid"),
    [
        bare("ROLL.SUCCESS", DieCard("red", ()), house=False),
        bare("SWITCH.PAY", SwitchCard(("X",), ()), adjacent=False),
        bare("ACTION.COST", MOVE, range=(0, 0), sight=False, mp=0, pool=Pool((), ())),
        bare("SKILL.AUTOMATIC", SkillCard("a", "A", "pools", ()), discard=0),
        bare(
            "TEAM.UNVEIL",
            CharacterCard("a", "A", 1, 2, 3, 4, Pool(), Pool(), Pool()),
            house=False, switches=(), actions=(), skills=(),
        ),
        bare(
            "TACTIC.TIMING",
            TacticCard("a", "001", "A", "standard", "pools", (), "text"),
            pick=None, one_of=False, name_printed=True, house=True,
        ),
        bare(
            "STATE.SIDES",
            StateSide(),
            energy=0, speed=0, initiative=0, sight=None, rooted=False, attacks_cause=False, damage=0,
        ),
        bare("STATE.IMPOSE", StateCard("a", "A"), recovery=False, house=False),
        bare("SETUP.FIRST-GAME-TEAMS", TeamCard("a", "A", (), ()), underdog=False, house=False),
        bare("SPACE.BLOCKED", BoardCard("a", "A", 2, (), ()), house=False),
        bare(
            "SETUP.SCENARIO",
            ScenarioCard("a", "A", "b", (), "c", 3, 2, 1),
            move_needs_score=False, house=False,
        ),
        bare("DISPLACE.LIMITS", Displace("self"), up_to=1, per_damage=False),
        bare("ROLL.MAX-THREE", AddDice(("red",)), next_roll=False, ally_within=0),
        bare("STATE.IMPOSE", Token(StateCard("a", "A")), is_red=True, cause=None),
        bare("TACTIC.DISCARD", Playing(GREEN, CARD), is_cancelled=False),
    ],
)  # fmt: skip
def test_what_is_not_said_is_rejected(made: Any, unsaid: dict[str, Any]) -> None:
    assert {name: getattr(made, name) for name in unsaid} == unsaid


@pytest.mark.rule("ARISTEIA.ACTION.COST", "ARISTEIA.TACTIC.DISCARD")
def test_an_event_takes_only_what_it_names() -> None:
    """No Movement Point for an Action without such a price, no card of the hand for one played."""
    state = laid(ap=3, mp=2, playing=(Playing(GREEN, CARD),))
    who = state.team(GREEN)[0]
    paid = ActionDeclared(rule="ARISTEIA.ACTION.COST", who=who, action=MOVE, ap=1).after(state)
    assert (paid.ap, paid.mp) == (2, 2)
    gone = TacticDiscarded(rule="ARISTEIA.TACTIC.DISCARD", seat=GREEN, tactic=CARD).after(state)
    assert gone.playing == () and gone.discards[GREEN] == (CARD,)
