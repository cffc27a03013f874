"""Guided games: played to their end on the real rules; a step that is no longer allowed fails here."""

from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.games.aegis.events.combining import UnitCombined
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.scene.stage import make_scene
from gattai.server.messages import NewMatch
from gattai.server.table.lessons import Guide, Lesson, LessonBroken, Part, lesson_of, players_of
from gattai.server.table.opening import opened
from tests.server.table import Table
from tests.server.table import opened as table_opened

WITH_LESSONS = [name for name in games.names() if lesson_of(games.load(name))]


def guided(name: str) -> tuple[Lesson, Record[Any], Guide]:
    rules = games.load(name)
    lesson = lesson_of(rules)
    assert lesson is not None
    record, seating = opened(NewMatch(name, (), guided=True))
    assert seating.guided
    assert record.setting.players == players_of(lesson, rules)
    return lesson, record, Guide(lesson, record)


def open_texts(name: str, record: Record[Any], guide: Guide, seat: Seat) -> list[str]:
    scene = make_scene(record.rules, games.scene_maker(name), record.position, seat, number=1)
    narrowed = guide.narrowed(scene)
    assert narrowed.ask is not None
    return [option.text for option in narrowed.ask.options]


def finish(name: str, *, last: bool) -> Record[Any]:
    """Play a lesson: at every choice the first of the open options, or the last."""
    lesson, record, guide = guided(name)
    learner = Seat(record.rules.seats.index(lesson.seat))
    for number, part in enumerate(lesson.part, 1):
        assert guide.part == part
        if not part.say:
            seat, value = guide.recited()
        else:
            offered = open_texts(name, record, guide, learner)
            assert offered, f"part {number}: the rules offer nothing like {part.answer!r}"
            text = offered[-1 if last else 0]
            seat, value = learner, read_answer(record.rules, record.position, record.question, text)
        record.answer(value, seat)
    shown = guide.shown()
    assert shown is not None and shown.is_over and shown.say == lesson.end
    return record


@pytest.mark.parametrize("name", WITH_LESSONS)
@pytest.mark.parametrize("last", [False, True])
def test_every_part_of_a_lesson_is_allowed_by_the_rules(name: str, last: bool) -> None:
    record = finish(name, last=last)
    assert not isinstance(record.question, Outcome), "one can play on"


@pytest.mark.parametrize("name", WITH_LESSONS)
def test_a_lesson_is_about_pieces_that_are_there_and_takes_five_minutes(name: str) -> None:
    lesson, record, guide = guided(name)
    for part in lesson.part:
        if part.say:
            scene = make_scene(
                record.rules, games.scene_maker(name), record.position, Seat(0), number=1
            )
            assert {*part.look} <= {piece.id for piece in scene.pieces}
            seat = Seat(record.rules.seats.index(lesson.seat))
            text = open_texts(name, record, guide, seat)[0]
            record.answer(read_answer(record.rules, record.position, record.question, text), seat)
        else:
            seat_or_dice, value = guide.recited()
            record.answer(value, seat_or_dice)
    words = sum(len(page.split()) for part in lesson.part for page in part.say)
    words += sum(len(page.split()) for page in lesson.end)
    assert words < 600, "at 200 words a minute, with time left for playing"


def test_the_lesson_of_aegis_ends_with_a_combination() -> None:
    record = finish("aegis", last=False)
    told = [event for past in record.past[-4:] for event in past.events]
    assert any(isinstance(event, UnitCombined) for event in told)


def test_a_lesson_that_the_rules_do_not_allow_says_which_part() -> None:
    lesson, record, _ = guided("aegis")
    wrong = Lesson("x", "x", "red", (Part("dice", "9"), *lesson.part[1:]), ("end",))
    with pytest.raises(LessonBroken, match=r"part 1 \(dice 9\)"):
        Guide(wrong, record).recited()


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with table_opened(tmp_path / "data") as found:
        yield found


def test_a_guided_match_is_led_refuses_what_is_not_its_subject_and_survives(table: Table) -> None:
    match = table.begin("aegis", guided=True)["id"]
    with table.page(match) as page:
        page.until_asked(30)
        while not page.shown["lesson"]["say"] or not page.scene["ask"]["options"]:
            page.hear(30)
        assert page.shown["lesson"]["number"] == 0 and page.shown["can_undo"] == ""
        assert [o["text"] for o in page.scene["ask"]["options"]] == ["move ark-150 1,2"]
        number = page.scene["ask"]["number"]
        page.say("answer", number=number, text="end-turn")
        assert "lesson" in page.refusal()
        page.answer()
        page.until(lambda scene: scene["ask"]["number"] > number)
        assert page.shown["lesson"]["number"] == 1
    with table.page(match) as page:  # a page that comes back is where it was
        page.until_asked()
        assert page.shown["lesson"]["number"] == 1
        page.say("leave-lesson")
        page.until(lambda scene: page.shown["lesson"] is None)
        assert len(page.scene["ask"]["options"]) > 20
        page.answer()
        page.until_asked()
    card = next(c for c in table.http.get("/api/matches").json() if c["id"] == match)
    assert not card["is_lesson"]


def test_a_game_without_a_lesson_says_so(table: Table) -> None:
    said = table.http.post(
        "/api/matches", json={"game": "attack-chart", "players": [], "guided": True}
    )
    assert said.status_code == 400 and "no guided game" in said.text
