"""Rounds: planning, Initiative, Objectives, the next zone, Recovery, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import END, ActFirst, ChooseZone
from gattai.games.aristeia.events.play import ActivationEnded, ActivationsOrdered
from gattai.games.aristeia.state import ZoneId
from gattai.kernel.position import GamePosition, observe
from gattai.kernel.question import Choose, Together
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import Secret
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.table import GREEN, ORANGE, RULES

FAR = {"maximus": (-6, 0), "gata": (6, 1)}
GREEN_IN = {"maximus": (0, 0), "gata": (6, 1)}


def over(table: dict[str, Any], **fields: Any) -> Driver:
    """The last Activation of a Round has ended."""
    game = bout(next(iter(table)), table, **{"round": 2, **fields})
    game.answer(END)
    return game


def zone(name: str) -> ChooseZone:
    return ChooseZone(ZoneId(name))


def turned_up(green: str, orange: str, table: dict[str, Any], **fields: Any) -> Driver:
    """These two Initiative cards have just been revealed."""
    game = bout(next(iter(table)), table, **fields)
    orders = (
        Secret.of((game.id(green),), (GREEN,)),
        Secret.of((game.id(orange),), (ORANGE,)),
    )
    game = Driver(GamePosition(replace(game.state, orders=orders, turn=3)))
    game.answer(END)
    game.settle()
    return game


@pytest.mark.rule("ARISTEIA.TURN.CHOOSE-FIRST", "ARISTEIA.TURN.REVEAL")
def test_the_quicker_side_chooses_with_states_counted() -> None:
    game = turned_up("lunah", "8-ball", {"lunah": (-6, 0), "8-ball": (6, 0)})
    assert isinstance(game.question, Choose) and game.question.seat == GREEN
    slow = {"at": (-6, 0), "states": ["delayed:red"]}
    game = turned_up("lunah", "8-ball", {"lunah": slow, "8-ball": (6, 0)})
    assert isinstance(game.question, Choose) and game.question.seat == ORANGE
    assert {*game.options} == {ActFirst(game.id("lunah")), ActFirst(game.id("8-ball"))}
    assert game.state.turn == 4, "three were over"
    game.answer(ActFirst(game.id("8-ball")))
    waiting = (game.id("lunah"),)
    assert (game.state.active, game.state.waiting) == (game.id("8-ball"), waiting)


@pytest.mark.rule("ARISTEIA.UNDERDOG.DECIDES")
@pytest.mark.parametrize(("underdog", "seat"), [("green", GREEN), ("orange", ORANGE)])
def test_the_underdog_chooses_at_equal_initiative(underdog: str, seat: int) -> None:
    table = {"parvati": (-6, 0), "8-ball": (6, 0)}
    game = turned_up("parvati", "8-ball", table, underdog=underdog)
    assert isinstance(game.question, Choose) and game.question.seat == seat


@pytest.mark.rule("ARISTEIA.TURN.FOUR")
def test_both_activate_one_after_the_other() -> None:
    game = turned_up("lunah", "8-ball", {"lunah": (-6, 0), "8-ball": (6, 0)})
    game.answer(ActFirst(game.id("8-ball")))
    assert game.state.active == game.id("8-ball")
    game.ends()
    assert game.state.active == game.id("lunah")


@pytest.mark.rule("ARISTEIA.PLANNING.ORDER", "ARISTEIA.ROUND.PHASES")
def test_both_plan_at_once_and_neither_sees_the_other() -> None:
    game = over(FAR)
    game.answer(zone("zone4"))
    question = game.question
    assert isinstance(question, Together) and len(question.asks) == 2
    assert all(len(ask.options) == 24 for ask in question.asks)
    before = observe(RULES, game.position, GREEN)
    game.answer(question.asks[1].options[5], ORANGE)
    after = observe(RULES, game.position, GREEN)
    assert before.state == after.state and before.question.rule == after.question.rule


@pytest.mark.rule(
    "ARISTEIA.ASSAULT.ALONE",
    "ARISTEIA.ASSAULT.MORE",
    "ARISTEIA.ASSAULT.EQUAL",
    "ARISTEIA.OBJ.PHASE",
)
@pytest.mark.parametrize(
    ("green", "orange", "points"),
    [
        (0, 0, (0, 0)),
        (1, 0, (3, 0)),
        (0, 2, (0, 3)),
        (2, 1, (2, 0)),
        (1, 3, (0, 2)),
        (2, 2, (1, 1)),
        (3, 3, (1, 1)),
    ],
)
def test_the_points_for_the_zone(green: int, orange: int, points: tuple[int, int]) -> None:
    spaces = [(0, 0), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    inside = ["maximus", "hexx3r", "parvati", "lunah"][:green]
    inside += ["8-ball", "mushashi", "wild-bill", "gata"][:orange]
    table: dict[str, Any] = dict(zip(inside, spaces, strict=False))
    table.setdefault("lunah", (-6, 1))
    game = over(table)
    assert game.state.points == points


@pytest.mark.rule("ARISTEIA.ASSAULT.ZONE", "ARISTEIA.OBJ.PHASE")
def test_another_zone_counts_when_the_counter_lies_there() -> None:
    game = over({"maximus": (-7, 0), "gata": (0, 0)}, zone="zone3")
    assert game.state.points == (3, 0)


@pytest.mark.rule("ARISTEIA.OBJ.UNDERDOG", "ARISTEIA.AMB.UNDERDOG-WHEN-VP-TIE")
def test_at_nil_all_the_token_changes_sides() -> None:
    for underdog, seat in (("green", ORANGE), ("orange", GREEN)):
        assert over(FAR, underdog=underdog).state.underdog == seat


@pytest.mark.rule("ARISTEIA.ASSAULT.MOVE-ZONE", "ARISTEIA.AMB.ZONE-WHO", "ARISTEIA.AMB.ZONE-SAME")
def test_the_new_underdog_may_keep_the_zone_if_it_is_empty() -> None:
    game = over(FAR, underdog="green")
    assert isinstance(game.question, Choose) and game.question.seat == ORANGE
    assert zone("central") in game.options
    game.refuses(zone("zone3"), "ARISTEIA.ASSAULT.MOVE-ZONE")
    game.answer(zone("central"))
    assert game.state.zone == "central"


@pytest.mark.rule("ARISTEIA.AMB.ZONE-NO-SCORE", "ARISTEIA.OBJ.PHASE")
def test_a_scenario_may_leave_the_zone_where_nobody_scored() -> None:
    game = bout("maximus", FAR, round=2)
    game = Driver(GamePosition(replace(game.state, needs_score=True)))
    game.answer(END)
    assert (game.state.zone, game.state.round) == ("central", 3)


@pytest.mark.rule("ARISTEIA.RECOVERY.DRAW", "ARISTEIA.AMB.END-OF-ROUND-DRAW")
def test_one_card_for_the_round_and_one_for_points() -> None:
    deck = ["dodge-009", "dodge-010", "take-aim-011", "take-aim-012"]
    game = over(GREEN_IN, deck={"green": deck, "orange": deck})
    game.answer(zone("zone4"))
    assert [len(cards) for cards in game.state.hands] == [2, 1]


@pytest.mark.rule("ARISTEIA.RECOVERY.BENCH")
def test_the_infirmary_empties_onto_the_bench() -> None:
    game = over({**GREEN_IN, "lunah": {"on": "infirmary"}, "8-ball": {"on": "infirmary"}})
    game.answer(zone("zone4"))
    for name in ("lunah", "8-ball"):
        assert (game.one(name).off, game.states(name)) == ("bench", ["weary:red"])


@pytest.mark.rule("ARISTEIA.GAME.EIGHT-VP", "ARISTEIA.OBJ.END-CHECK", "ARISTEIA.AMB.EIGHT-BOTH")
@pytest.mark.parametrize(
    ("points", "frags", "winners"),
    [
        ([5, 0], [0, 4], (GREEN,)),
        ([6, 8], [0, 0], (GREEN,)),
        ([5, 9], [0, 0], (ORANGE,)),
        ([5, 8], [0, 1], (ORANGE,)),
        ([5, 8], [1, 1], (GREEN, ORANGE)),
    ],
)
def test_eight_points_end_it_and_more_points_win(
    points: list[int], frags: list[int], winners: tuple[int, ...]
) -> None:
    outcome = over(GREEN_IN, vp=points, frags=frags).question
    assert isinstance(outcome, Outcome) and outcome.winners == winners


@pytest.mark.rule("ARISTEIA.AMB.EIGHT-MID-ROUND")
def test_eight_points_wait_for_the_objectives() -> None:
    game = bout("gata", GREEN_IN, vp=[8, 0])
    assert not isinstance(game.question, Outcome)


@pytest.mark.rule("ARISTEIA.GAME.ROUNDS", "ARISTEIA.GAME.MOST-VP", "ARISTEIA.GAME.TIE-FRAGS")
@pytest.mark.parametrize(
    ("points", "frags", "winners", "rule"),
    [
        ([4, 3], [0, 5], (GREEN,), "ARISTEIA.GAME.MOST-VP"),
        ([3, 3], [0, 1], (ORANGE,), "ARISTEIA.GAME.TIE-FRAGS"),
        ([3, 3], [1, 1], (GREEN, ORANGE), "ARISTEIA.GAME.TIE-FRAGS"),
    ],
)
def test_after_five_rounds(
    points: list[int], frags: list[int], winners: tuple[int, ...], rule: str
) -> None:
    outcome = over(FAR, vp=points, frags=frags, round=5).question
    assert isinstance(outcome, Outcome)
    assert (outcome.winners, outcome.rule) == (winners, rule)
    assert not isinstance(over(FAR, vp=points, frags=frags, round=4).question, Outcome)


@pytest.mark.rule("ARISTEIA.OBJ.PHASE", "ARISTEIA.AMB.ZONE-NO-SCORE")
@pytest.mark.parametrize(
    ("needs", "table", "moves"),
    [(True, FAR, False), (True, GREEN_IN, True), (False, FAR, True), (False, GREEN_IN, True)],
)
def test_the_zone_moves_unless_it_needs_a_score_and_nobody_has_scored(
    needs: bool, table: dict[str, Any], moves: bool
) -> None:
    game = bout("maximus", table, round=2)
    game = Driver(GamePosition(replace(game.state, needs_score=needs)))
    game.answer(END)
    game.settle()
    assert (game.state.phase, game.state.round) == (("next-zone", 2) if moves else ("planning", 3))


@pytest.mark.rule("ARISTEIA.TURN.CHOOSE-FIRST", "ARISTEIA.TURN.REVEAL", "ARISTEIA.INFIRMARY.SKIP")
@pytest.mark.parametrize("away", ["lunah", "gata"])
def test_where_one_of_the_two_is_in_the_infirmary_the_other_activates_at_once(away: str) -> None:
    table: dict[str, Any] = {"maximus": (0, 0), "lunah": (-6, 0), "gata": (6, 1)}
    table[away] = {"on": "infirmary"}
    game = turned_up("lunah", "gata", table)
    there = "gata" if away == "lunah" else "lunah"
    assert game.state.turn == 4 and game.state.phase == "activation"
    assert game.state.active == game.id(there) and game.state.waiting == (game.id(away),)
    ordered = [event.order for event in game.told if isinstance(event, ActivationsOrdered)]
    assert ordered == [(game.id(there), game.id(away))]


@pytest.mark.rule("ARISTEIA.ACT.STEPS", "ARISTEIA.TURN.FOUR")
def test_when_an_activation_has_ended_the_one_who_waits_is_active() -> None:
    game = bout("maximus", {"maximus": (0, 0), "gata": (6, 1)}, mp=2)
    game = Driver(GamePosition(replace(game.state, waiting=(game.id("gata"),))))
    game.answer(END)
    game.settle()
    ended = [event.who for event in game.told if isinstance(event, ActivationEnded)]
    assert ended == [game.id("maximus")]
    assert (game.state.active, game.state.waiting, game.points) == (game.id("gata"), (), (5, 0))


@pytest.mark.rule("ARISTEIA.ACT.STEPS", "ARISTEIA.TACTIC.TIMING")
def test_the_other_player_may_play_for_any_activation_before_one_ends_too() -> None:
    table = {"wild-bill": {"at": (6, 1), "damage": 3}, "maximus": (0, 0)}
    game = bout("maximus", table, hand={"orange": ["ace-of-hearts-040"]})
    game.answer(END)
    game.plays("ace-of-hearts-040", ORANGE)
    assert game.damage("wild-bill") == (1,)


@pytest.mark.rule("ARISTEIA.MOVE.ANY-ORDER", "ARISTEIA.ACTION.REPEAT")
def test_actions_steps_and_tactics_follow_each_other_as_one_likes() -> None:
    table = {"8-ball": (0, 0), "lunah": {"at": (2, 0), "hit_points": 9}, "gata": (6, 1)}
    game = bout("8-ball", table, ap=6, hand={"orange": ["take-aim-011"]})
    game.performs("move")
    game.walks((0, -1))
    game.plays("take-aim-011")
    assert (game.points, game.state.extra) == ((4, 3), ("orange",))
    for dice in (["orange S", "orange -", "blue -"], ["orange S", "blue -"]):
        game.performs("eat-my-fa-jing", "lunah")
        game.settle()
        sides = game.state.rolling.sides if game.state.rolling is not None else ()
        game.rolls(dice, [f"{die} -" for die in sides[1].dice])
        game.settle()
    assert game.points == (0, 3) and game.state.active == game.id("8-ball")
    game.walks((-1, 0))
    assert game.at("8-ball") == (-1, 0)
    game.ends()
    assert game.state.active is None
