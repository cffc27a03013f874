"""Every refusal names its rule, and everything offered is allowed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gattai.games.aristeia.actions import END, ActFirst, ChooseZone, Deploy, Play, Return, Walk
from gattai.games.aristeia.state import ZoneId
from gattai.kernel.question import Choose
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import bout
from tests.games.aristeia.table import CONTENT, RULES, laid

CROWD: dict[str, Any] = {
    "lunah": (2, 1),
    "8-ball": (-1, 1),
    "gata": (3, 1),
    "maximus": {"at": (2, 0), "damage": 1},
    "mushashi": (6, 3),
}


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS", "ARISTEIA.ACTION.COST")
@pytest.mark.parametrize(
    ("action", "target", "rules"),
    [
        ("called-shot", "gata", {"ARISTEIA.RANGE.TWO-VALUES"}),
        ("called-shot", "maximus", {"ARISTEIA.ACTION.REQUIREMENTS", "ARISTEIA.RANGE.TWO-VALUES"}),
        ("called-shot", "hexx3r", {"ARISTEIA.ACTION.REQUIREMENTS"}),
        ("called-shot", None, {"ARISTEIA.ACTION.REQUIREMENTS"}),
        ("move", "gata", {"ARISTEIA.ACTION.REQUIREMENTS"}),
        ("freerun", "gata", {"ARISTEIA.ACTION.REQUIREMENTS"}),
    ],
)
def test_an_action_is_refused_with_every_reason(
    action: str, target: str | None, rules: set[str]
) -> None:
    game = bout("lunah", CROWD)
    found = game.refuses(game.perform(action, target))
    assert {refusal.rule for refusal in found} == rules


@pytest.mark.rule("ARISTEIA.RANGE.TWO-VALUES", "ARISTEIA.RANGE.COUNT")
def test_a_refusal_tells_the_figures() -> None:
    game = bout("lunah", CROWD)
    (refusal,) = game.refuses(game.perform("called-shot", "gata"))
    assert str(refusal) == (
        "the Target is too near (distance 1, Range 3-8) [ARISTEIA.RANGE.TWO-VALUES]"
    )


@pytest.mark.rule("ARISTEIA.ACTION.COST")
def test_price_and_range_are_both_reported() -> None:
    game = bout("lunah", CROWD, ap=2)
    found = game.refuses(game.perform("called-shot", "gata"))
    assert [refusal.rule for refusal in found] == [
        "ARISTEIA.ACTION.COST",
        "ARISTEIA.RANGE.TWO-VALUES",
    ]


@pytest.mark.rule(
    "ARISTEIA.MOVE.STEP", "ARISTEIA.SPACE.BLOCKED", "ARISTEIA.SPACE.OCCUPIED", "ARISTEIA.SPACE.FREE"
)
@pytest.mark.parametrize(
    ("to", "rule"),
    [
        ((3, 1), "ARISTEIA.SPACE.OCCUPIED"),
        ((3, 0), "ARISTEIA.SPACE.BLOCKED"),
        ((2, 2), "ARISTEIA.OBSTACLE.MOVEMENT"),
        ((0, 1), "ARISTEIA.DISENGAGE.WHEN"),
    ],
)
def test_a_walk_is_refused_for_what_is_there(to: tuple[int, int], rule: str) -> None:
    game = bout("lunah", CROWD, mp=3)
    game.refuses(Walk(hex_at(*to)), rule)


@pytest.mark.rule("ARISTEIA.ROUND.PHASES", "ARISTEIA.ASSAULT.DEPLOY", "ARISTEIA.BENCH.RETURN")
def test_what_belongs_to_another_time_is_refused_as_such() -> None:
    game = bout("lunah", CROWD)
    wrong = (
        Deploy(game.id("hexx3r"), hex_at(0, 0)),
        Return(hex_at(0, 0)),
        ActFirst(game.id("gata")),
        ChooseZone(ZoneId("zone4")),
    )
    for action in wrong:
        (refusal,) = game.refuses(action)
        assert refusal.rule == "ARISTEIA.ROUND.PHASES"


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_a_card_that_is_not_in_hand_or_not_of_this_moment_is_refused() -> None:
    game = bout("lunah", CROWD, hand={"green": ["dodge-009"]})
    (refusal,) = game.refuses(Play(CONTENT.tactics["dodge-009"]))
    assert "before defense roll" in refusal.reason
    found = game.refuses(Play(CONTENT.tactics["take-aim-011"]))
    assert "not in the hand" in found[0].reason


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS", "ARISTEIA.MOVE.STEP")
def test_offered_if_and_only_if_not_refused() -> None:
    for name in ("lunah", "8-ball", "gata"):
        hand = {"green": ["take-aim-011", "dodge-009"], "orange": ["swerve-031", "no-015"]}
        game = bout(name, CROWD, mp=2, hand=hand)
        question = game.question
        assert isinstance(question, Choose)
        offered = [*question.options]
        assert END in offered
        for action in RULES.candidates(game.state):
            refused = any(True for _ in RULES.refusals(game.state, action))
            assert (action in offered) != refused, action


def test_every_refusal_cites_a_rule_of_the_book() -> None:
    game = bout("lunah", CROWD, mp=2)
    for action in RULES.candidates(game.state):
        for refusal in RULES.refusals(game.state, action):
            assert refusal.rule in RULES.rulebook


@pytest.mark.rule("ARISTEIA.ROUND.PHASES")
def test_the_candidates_of_each_phase_contain_all_its_actions() -> None:
    spaces, everybody = len(RULES.boxes["assault"].bit), 8
    for phase, kinds in (
        ("draft", {"PickCharacter": 8}),
        ("zones", {"ChooseZone": 7}),
        ("next-zone", {"ChooseZone": 7}),
        ("deploy", {"Deploy": everybody * spaces}),
        ("first", {"ActFirst": everybody}),
        ("return", {"Return": spaces}),
    ):
        found = Counter(type(each).__name__ for each in RULES.candidates(laid(phase=phase)))
        assert found == kinds, phase
    state = bout("gata", CROWD).state
    found = Counter(type(each).__name__ for each in RULES.candidates(state))
    on_whom = everybody + len(state.box.scenario.obstacles)
    assert found == {"End": 1, "Play": 42, "Walk": spaces, "Perform": 1 + 2 * on_whom}


def test_actions_of_another_phase_get_no_reasons() -> None:
    """ARISTEIA.ROUND.PHASES: in an Activation only what an Activation is about is worth a reason."""
    kinds = {type(action).__name__ for action in RULES.candidates(bout("lunah", CROWD).state)}
    assert kinds == {"End", "Perform", "Play", "Walk"}
