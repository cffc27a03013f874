"""What a page needs to enter real dice: the faces, what each counts for, and the odds of that."""

from typing import Any

import pytest

from gattai import games
from gattai.kernel.dice import Dice, Die, total
from gattai.kernel.position import begin, stand
from gattai.kernel.question import Roll, Seat
from gattai.scene.throwing import dice_question, thrower_of

D6 = Die("d6", (1, 2, 3, 4, 5, 6))
D10 = Die("d10", tuple(range(1, 11)))


def asked(game: str, dice: Dice[Any], rule: str = "X") -> Any:
    """The throw as a page of this game is asked for it, at the game's first question."""
    rules = games.load(game)
    step = stand(rules, begin(rules))
    return dice_question(games.scene_maker(game), step, Roll(dice, rule), Seat(0))


def test_dice_without_words_count_by_what_they_show() -> None:
    (pair,) = asked("robot-empire", total(D6, 2)).odds
    assert pair.what == "total" and pair.mean == pytest.approx(7)
    assert dict(pair.bars)[7] == pytest.approx(6 / 36)
    (high,) = asked("robot-empire", D6.throw(1, lambda face: int(face) >= 4)).odds
    assert (high.what, high.mean) == ("dice that show 4 to 6", 0.5)
    (odd,) = asked("robot-empire", D6.throw(1, lambda face: face in (1, 3, 5))).odds
    assert odd.what == "dice that show 1 or 3 or 5"


def test_words_of_the_game_name_what_is_counted() -> None:
    saves = asked("mechastellar", D10.throw(2, lambda face: int(face) < 5), "MS.SAVE.ROLL")
    (group,) = saves.groups
    assert [face.counted for face in group.faces] == ["fails"] * 4 + ["holds"] * 6
    (fails,) = saves.odds
    assert fails.what == "fails" and dict(fails.bars)[0] == pytest.approx(0.36)
    hits = asked(
        "attack-chart", D10.throw(3, lambda face: int(face) >= 9), "ATTACK-CHART.SEQ.3"
    ).odds
    assert [each.what for each in hits] == ["success"]


def test_symbols_are_counted_one_by_one_and_equal_faces_are_shown_once() -> None:
    red = Die("red", ("SC", "SSX", "SX", "SX", "S", "-"))
    question = asked("aristeia", red.throw(1, lambda face: 1))
    (group,) = question.groups
    assert [face.face for face in group.faces] == ["SC", "SSX", "SX", "S", "-"]
    assert dict(zip([each.what for each in question.odds], question.odds, strict=True))[
        "special"
    ].mean == pytest.approx(0.5)


def test_dice_against_each_other_have_no_odds_alone() -> None:
    duel = D6.throw(1, lambda face: int(face)) + D6.throw(1, lambda face: -int(face))
    question = asked("attack-chart", duel)
    assert question.odds == () and not any(
        face.counted for group in question.groups for face in group.faces
    )


def test_groups_without_dice_are_left_out() -> None:
    pool = D6.throw(0, lambda face: int(face)) + D6.throw(2, lambda face: int(face))
    assert [group.count for group in asked("robot-empire", pool).groups] == [2]


def test_the_rules_say_who_throws_or_else_nobody_does_at_a_settled_table() -> None:
    rules = games.load("aegis")
    step, maker = stand(rules, begin(rules)), games.scene_maker("aegis")
    assert thrower_of(maker, step, Roll(total(D6, 1), "X", by=Seat(1))) == 1
    assert thrower_of(maker, step, Roll(total(D6, 1), "X")) is None
