"""Guided games: played to their end on the real rules; a step that is no longer allowed fails here."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.aegis.events.combining import UnitCombined
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.scene.parts import Citation, Reason, Scene, WhyNot
from gattai.scene.stage import make_scene
from gattai.server.local import room
from gattai.server.local.keys import Keys
from gattai.server.local.store import MatchStore
from gattai.server.messages import LessonShown, NewMatch
from gattai.server.table.lessons import (
    RULE,
    Guide,
    Lesson,
    LessonBroken,
    LessonPart,
    Page,
    lesson_of,
    players_of,
)
from gattai.server.table.match import TableMatch
from gattai.server.table.opening import opened
from tests.server.table import Table
from tests.server.table import opened as table_opened

WITH_LESSONS = [name for name in games.names() if lesson_of(games.load(name))]
MAX_WORDS = 45
"""Of one page: more is not read."""
FEWEST, MOST = 8, 20
"""Answers that a learner gives: five to ten minutes."""


def guided(name: str) -> tuple[Lesson, Record[Any], Guide]:
    rules = games.load(name)
    lesson = lesson_of(rules)
    assert lesson is not None
    record, seating = opened(NewMatch(name, (), guided=True))
    assert seating.guided
    assert record.header.players == players_of(lesson, record.rules)
    return lesson, record, Guide(lesson, record)


class Learner:
    """Plays a lesson step by step, and looks at what the page is shown."""

    def __init__(self, name: str) -> None:
        self.lesson, self.record, self.guide = guided(name)
        self.maker = games.scene_maker(name)
        self.seat = Seat(self.record.rules.seats.index(self.lesson.seat))

    @property
    def scene(self) -> Scene:
        record = self.record
        return make_scene(record.rules, self.maker, record.position, self.seat, number=1)

    @property
    def shown(self) -> LessonShown:
        shown = self.guide.shown(self.scene)
        assert shown is not None
        return shown

    def plays(
        self, look: Callable[[LessonPart], None] = lambda part: None, *, last: bool = False
    ) -> None:
        """To the end: at every choice the first of the open options, or the last."""
        for number, part in enumerate(self.lesson.part, 1):
            assert self.guide.part == part
            if part.say:
                look(part)
                narrowed = self.guide.narrowed(self.scene).ask
                assert narrowed is not None and narrowed.is_mine, f"part {number}: another is asked"
                assert narrowed.options, f"part {number}: the rules do not offer {part.answer!r}"
                self.answers(narrowed.options[-1 if last else 0].text)
            else:
                seat, value = self.guide.recited()
                self.record.answer(value, seat)

    def answers(self, text: str) -> None:
        record = self.record
        value = read_answer(record.rules, record.position, record.question, text, record.table)
        record.answer(value, self.seat)


@pytest.fixture(params=WITH_LESSONS)
def learner(request: pytest.FixtureRequest) -> Learner:
    return Learner(request.param)


def test_every_game_of_ours_has_a_lesson() -> None:
    ours = {"aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire"}
    assert ours <= {*WITH_LESSONS}


@pytest.mark.parametrize("last", [False, True])
def test_every_part_of_a_lesson_is_offered_by_the_rules_and_the_last_one_wins(
    learner: Learner, last: bool
) -> None:
    learner.plays(last=last)
    outcome = learner.record.question
    assert isinstance(outcome, Outcome) and outcome.winners == (learner.seat,)
    shown = learner.shown
    assert shown.is_over and [page.text for page in shown.pages] == [*learner.lesson.end]


def test_a_lesson_takes_five_to_ten_minutes_and_says_little_at_once(learner: Learner) -> None:
    lesson = learner.lesson
    own = [part for part in lesson.part if part.say]
    assert FEWEST <= len(own) <= MOST
    texts = [page.text for part in own for page in part.pages] + [*lesson.end]
    for text in texts:
        assert len(RULE.sub("", text).split()) <= MAX_WORDS, text
    assert sum(len(text.split()) for text in texts) < 1000, (
        "at 200 words a minute, with time to play"
    )


def test_a_lesson_names_the_pages_of_its_rules_and_says_that_its_dice_are_set(
    learner: Learner,
) -> None:
    rulebook = learner.record.rules.rulebook
    texts = [page.text for part in learner.lesson.part for page in part.pages]
    cited = [rule for text in (*texts, *learner.lesson.end) for rule in RULE.findall(text)]
    assert len({*cited}) >= 8
    for rule in cited:
        assert rulebook.find(rule).page, rule
    assert "dice" in texts[0] and "set" in texts[0].partition("dice")[2]


def test_a_lesson_is_about_things_that_are_there_and_says_what_it_waits_for(
    learner: Learner,
) -> None:
    def look(part: LessonPart) -> None:
        scene = learner.scene
        cards = [held.id for zone in scene.zones for held in zone.cards]
        cells = [cell.id for cell in scene.board.cells] if scene.board else []
        there = {*cards, *cells, *(p.id for p in scene.pieces), *(z.id for z in scene.zones)}
        for page in part.pages:
            assert {*page.look} <= there, page
            assert not page.point or page.point in there, page
        assert not part.pages[-1].point, "who has pointed is told what to do then"
        assert learner.shown.goal == f"the lesson waits for you to {part.goal}" and part.goal

    learner.plays(look)


def test_every_rule_in_the_words_comes_with_its_page(learner: Learner) -> None:
    def look(part: LessonPart) -> None:
        for page in learner.shown.pages:
            assert [cites.rule for cites in page.cites] == [*dict.fromkeys(RULE.findall(page.text))]
            assert all(cites.page for cites in page.cites), page

    learner.plays(look)


def test_what_the_rules_allow_and_the_lesson_does_not_want_yet_is_kindly_refused(
    learner: Learner,
) -> None:
    waits: list[str] = []

    def look(part: LessonPart) -> None:
        guide, ask = learner.guide, learner.scene.ask
        assert ask is not None
        narrowed = guide.narrowed(learner.scene).ask
        assert narrowed is not None
        offered = [option.text for option in narrowed.options]
        for option in ask.options:
            told = guide.not_now((WhyNot(option.text, option.label, ()),))[0]
            assert bool(told.reasons) == (option.text not in offered)
            waits.extend(reason.text for reason in told.reasons)

    learner.plays(look)
    assert waits and all(text.startswith("the lesson waits for you to ") for text in waits)


def test_the_lesson_of_aegis_has_a_combination() -> None:
    learner = Learner("aegis")
    learner.plays()
    told = [event for past in learner.record.past for event in past.events]
    assert any(isinstance(event, UnitCombined) for event in told)


def test_buttons_that_the_lesson_does_not_want_yet_are_named() -> None:
    learner, later = Learner("aegis"), []
    learner.plays(lambda part: later.append(learner.shown.later))
    assert later[3:5] == [("end the turn",), ()]


def test_what_cannot_be_done_by_the_rules_keeps_the_rules_reason() -> None:
    too_far = WhyNot("move go-100 9,9", "move", (Reason("too far", Citation("X", "X", "p. 1")),))
    assert Learner("aegis").guide.not_now((too_far,)) == (too_far,)


def test_a_lesson_that_the_rules_do_not_allow_says_which_part() -> None:
    lesson, record, _ = guided("aegis")
    wrong = Lesson(
        "x", "x", "red", (LessonPart("red", "move nobody 7,7"), *lesson.part[1:]), ("end",)
    )
    with pytest.raises(LessonBroken, match=r"part 1 \(red move nobody 7,7\)"):
        Guide(wrong, record).recited()


def test_a_match_goes_on_where_the_rules_refuse_what_its_lesson_recites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson, _, _ = guided("aegis")
    wrong = replace(lesson, part=(LessonPart("red", "move ark-150 7,7"), *lesson.part[1:]))
    monkeypatch.setattr(room, "lesson_of", lambda rules: wrong)

    async def begins() -> TableMatch:
        table = room.Room(MatchStore(tmp_path), Keys(b"k" * 32))
        match = await table.make(NewMatch("aegis", (), guided=True))
        async with asyncio.timeout(10):
            while match.guide is not None:
                await asyncio.sleep(0.01)
        await table.close()
        return match

    match = asyncio.run(begins())
    assert "ends here" in match.notice
    assert match.waiting == (0,) and not match.record.entries


def test_a_page_without_a_look_of_its_own_is_about_what_its_part_is() -> None:
    part = LessonPart("red", "x", ("one", Page("two", ("b",)), Page("three", point="c")), ("a",))
    assert [page.look for page in part.pages] == [("a",), ("b",), ("a",)]


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with table_opened(tmp_path / "data") as found:
        yield found


def test_a_guided_match_is_led_refuses_what_is_not_its_subject_and_survives(table: Table) -> None:
    match = table.begin("aegis", guided=True)["id"]
    with table.page(match) as page:
        page.until_asked()
        assert len(page.shown["lesson"]["pages"]) == 3, "the words are there with the first scene"
        assert page.shown["lesson"]["number"] == 0 and page.shown["can_undo"] == ""
        assert [o["text"] for o in page.scene["ask"]["options"]] == ["move ark-150 1,2"]
        number = page.scene["ask"]["number"]
        page.say("answer", number=number, text="end-turn")
        assert page.refusal() == (
            "the lesson waits for you to move ARK-150 to the lit hex beside EXL-100"
        )
        page.say("about", number=number, actor="go-100", cell="1,3")
        reasons = [why["reasons"][0]["text"] for why in page.hears("about")["about"]]
        assert reasons[0].startswith("the lesson waits for you to move ARK-150")
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


def test_the_table_of_a_lesson_can_be_played_without_its_words(table: Table) -> None:
    begun = table.begin("aegis", guided=True, alone=True)
    assert not begun["is_lesson"]
    with table.page(begun["id"]) as page:
        page.until_asked()
        assert page.shown["lesson"] is None
        assert len(page.scene["ask"]["options"]) > 20


def test_a_game_without_a_lesson_says_so(table: Table) -> None:
    said = table.http.post("/api/matches", json={"game": "none", "players": [], "guided": True})
    assert said.status_code in (400, 404)


def test_rules_are_found_in_words_by_their_brackets() -> None:
    assert RULE.findall("A [AEGIS.MOVE.BASIC] and [[1 1]] and [there] and [SEQ.4-AP]") == [
        "AEGIS.MOVE.BASIC",
        "SEQ.4-AP",
    ]
