"""What is shown while teams are picked and decks are built: own picks, own Tactics, nothing of the other's."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aristeia.scene import MAKER
from gattai.kernel.position import GamePosition, apply, asked, begin, observe
from gattai.kernel.question import Choose, Roll, Seat, Together
from gattai.kernel.ruleset import Outcome
from gattai.scene.parts import Zone
from tests.games.aristeia.table import GREEN, ORANGE, RULES


def begun(teams: str) -> GamePosition[Any]:
    return begin(RULES, {"teams": teams})


def goes_on(position: GamePosition[Any], until: str) -> GamePosition[Any]:
    """Everybody takes the first option until a phase begins."""
    while position.state.phase != until:
        question = asked(RULES, position)
        assert not isinstance(question, Outcome)
        if isinstance(question, Roll):
            faces = (0,)
            position = apply(RULES, position, faces).position
            continue
        asks = question.asks if isinstance(question, Together) else (question,)
        for ask in asks:
            assert isinstance(ask, Choose)
            position = apply(RULES, position, ask.options[0], seat=ask.seat).position
    return position


def zones(position: GamePosition[Any], seat: Seat) -> dict[str, Zone]:
    view = observe(RULES, position, seat).state
    return {zone.id: zone for zone in MAKER.layout(view, seat).zones}


def test_both_teams_of_a_draft_are_shown_to_both() -> None:
    """ARISTEIA.TEAM.DRAFT: picks are open."""
    position = goes_on(begun("draft"), "draft")
    for _ in range(3):
        question = asked(RULES, position)
        assert isinstance(question, Choose)
        position = apply(RULES, position, question.options[0]).position
    for seat in (GREEN, ORANGE):
        shown = zones(position, seat)
        teams = [
            [held.card for held in shown[f"{side}-team"].cards] for side in ("green", "orange")
        ]
        assert sorted(map(len, teams)) == [1, 2] and len({*teams[0], *teams[1]}) == 3


def test_a_secret_pick_is_shown_to_its_player_alone() -> None:
    """ARISTEIA.TEAM.SECRET: the other sees how many, not who."""
    position = begun("custom")
    question = asked(RULES, position)
    assert isinstance(question, Together)
    for ask in question.asks:
        position = apply(RULES, position, ask.options[0], seat=ask.seat).position
    own, other = (zones(position, seat)["green-team"] for seat in (GREEN, ORANGE))
    assert (len(own.cards), own.count) == (1, 1)
    assert (len(other.cards), other.count) == (0, 1)


@pytest.mark.parametrize("seat", [GREEN, ORANGE])
def test_tactics_can_be_read_before_they_are_chosen(seat: Seat) -> None:
    """ARISTEIA.TEAM.DECK: every card that an option names lies open before its player, no other's."""
    position = goes_on(begun("custom"), "decks")
    question = asked(RULES, position)
    assert isinstance(question, Together)
    named = {t.id for o in question.asks[seat].options for t in (o.one, o.two)}
    view = observe(RULES, position, seat).state
    setting = MAKER.layout(view, seat)
    shown = {zone.id: zone for zone in setting.zones}
    side, rival = ("green", "orange") if seat == GREEN else ("orange", "green")
    assert {held.card for held in shown[f"{side}-choice"].cards} == named
    assert named <= {card.id for card in setting.cards}
    assert f"{rival}-choice" not in shown
    assert not shown[f"{rival}-deck"].cards and shown[f"{rival}-deck"].count
