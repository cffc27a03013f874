"""The log: every event told at its moment, with the side that acts in it."""

import random
from typing import Any

import pytest

from gattai import games
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.mechastellar.events.flow import MomentumChanged
from gattai.games.robot_empire.events.flow import TurnEnded
from gattai.kernel.event import Chosen, Rolled, moments, witness
from gattai.kernel.position import apply, asked, begin
from gattai.kernel.question import Choose, Seat, Steps, choose
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome, Table
from gattai.kernel.secrecy import Secret
from gattai.scene.parts import LogLine
from gattai.scene.story import answer_lines
from gattai.terminal.client.story import Narrator, spoken
from gattai.testing.tables import random_options
from gattai.testing.walk import answer_at_random
from tests.toy.parley import Changed, Parley, State


def played(game: str, seed: str, answers: int = 400) -> Record[Any]:
    rules, rng = games.load(game), random.Random(seed)
    record: Record[Any] = Record(rules, options=random_options(rules, rng))
    while not isinstance(question := record.question, Outcome) and len(record.past) < answers:
        seat, value = answer_at_random(record.rules, record.position, question, rng)
        record.answer(value, seat)
    return record


def told(record: Record[Any], kind: type[Any]) -> list[tuple[Any, Any, Any, LogLine]]:
    """The events of a kind, with the tables before and after each, and how the log tells it."""
    maker = games.scene_maker(record.rules.name)
    return [
        (event, before, after, line)
        for number, past in enumerate(record.past, 1)
        for (event, before, after), line in zip(
            moments(past.was, past.events),
            answer_lines(record.rules, maker, past, None, number),
            strict=True,
        )
        if isinstance(event, kind)
    ]


def test_the_end_of_a_turn_names_the_player_whose_turn_it_was() -> None:
    found = told(played("robot-empire", "1"), TurnEnded)
    assert len(found) > 3
    for _, before, _, line in found:
        assert line.text == f"{before.box.seats[before.active]}'s turn is over"
        assert line.seat == before.active


def test_momentum_is_reported_as_it_is_just_then() -> None:
    found = told(played("mechastellar", "3"), MomentumChanged)
    assert len(found) > 3
    for event, before, after, line in found:
        now = after.momentum[event.seat]
        assert line.text.endswith(f", now {now}")
        assert f"momentum {now - before.momentum[event.seat]:+d} " in line.text
        assert line.seat == event.seat


@pytest.mark.rule("ARISTEIA.DISENGAGE.ROLL")
def test_the_successes_left_of_a_disengage_are_all_counted() -> None:
    found = []
    for seed in range(12):
        found += told(played("aristeia", f"disengage {seed}"), RollEnded)
    several = [each for each in found if each[0].rule == "ARISTEIA.DISENGAGE.ROLL"]
    several = [each for each in several if max(each[0].counted) > 1]
    assert several, "nobody had two successes left"
    for event, before, _, line in several:
        names = [before.characters[who].card.name for who in event.who]
        for name, count in zip(names, event.counted, strict=True):
            assert f"{name} {count}" in line.text


class Naming(Parley):
    """Before each strike the striker says something; and it is told."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        seat = table.state.striker
        if seat is not None:
            options, said = ("softly", "loudly"), "strikes {}".format
            yield from choose(seat, options, "TOY.STRIKE", describe=said)
            yield from choose(seat, options, "TOY.STRIKE", secret=True, describe=said)
        yield from super().resolve(table, answer)


def test_a_question_may_say_how_the_log_words_what_was_picked_unless_it_is_secret() -> None:
    rules = Naming()
    rng = random.Random(5)
    position = begin(rules)
    question = asked(rules, position)
    seen = 0
    while not isinstance(question, Outcome) and seen < 3:
        seat, value = answer_at_random(rules, position, question, rng)
        step = apply(rules, position, value, seat=seat)
        chosen = [event for event in step.events if isinstance(event, Chosen)]
        tells = isinstance(question, Choose) and question.describe is not None
        if tells and not (isinstance(question, Choose) and question.secret):
            assert [event.describe(step.table) for event in chosen] == [f"strikes {value}"]
            assert [event.actor(step.table) for event in chosen] == [seat]
            seen += 1
        else:
            assert not chosen
        position, question = step.position, step.question
    assert seen >= 2


def test_what_was_chosen_does_not_count_in_the_checks_of_a_transcript() -> None:
    rolled = Rolled(rule="TOY.STRIKE", dice="1d6", faces=Secret.of((4,), None))
    said = Chosen(rule="TOY.STRIKE", seat=Seat(0), text="strikes softly")
    assert witness((said, rolled)) == witness((rolled,))


def test_the_terminal_names_who_acts_and_the_dice_where_nobody_does() -> None:
    narrator = Narrator(Parley(), State())
    lines = spoken(
        narrator.tell(
            (
                Chosen(rule="TOY.STRIKE", seat=Seat(1), text="strikes softly"),
                Rolled(rule="TOY.STRIKE", dice="1d6", faces=Secret.of((4,), None)),
                Rolled(rule="TOY.STRIKE", dice="1d6", faces=Secret.of((4,), None), by=Seat(2)),
                Changed(rule="TOY.HEARTS", to=State(hearts=(1, 2, 2))),
            )
        ),
        "TOY.",
    )
    assert [line.plain for line in lines] == [
        "   bob  strikes softly [STRIKE]",
        "  dice  1d6: 4 [STRIKE]",
        "   cat  1d6: 4 [STRIKE]",
        "        Changed [HEARTS]",
    ]
    assert narrator.state == State(hearts=(1, 2, 2))


def texts(record: Record[Any]) -> list[LogLine]:
    maker = games.scene_maker(record.rules.name)
    return [
        line
        for number, past in enumerate(record.past, 1)
        for line in answer_lines(record.rules, maker, past, None, number)
    ]


@pytest.mark.rule("ATTACK-CHART.SEQ.1-SELECT", "ATTACK-CHART.SEQ.3-COMPARE")
def test_attack_dice_have_the_title_of_their_volley_and_their_numbers_are_reported_before() -> None:
    lines = texts(played("attack-chart", "2"))
    dice = [at for at, line in enumerate(lines) if line.faces and "attack dice" in line.text]
    assert len(dice) > 3
    for at in dice:
        shooter = lines[at].title.partition(": ")[0]
        count = len(lines[at].faces)
        said = lines[at - 1] if "second roll" not in lines[at].text else None
        if said is not None:
            noun = "die" if count == 1 else "dice"
            assert said.text.startswith(f"{shooter}: {count} {noun} needing ")
            assert lines[at - 2].text == lines[at].title


def test_dice_of_a_counter_have_the_title_of_the_counter() -> None:
    found = 0
    for seed in range(6):
        lines = texts(played("mechastellar", f"counter {seed}", 600))
        heading = ""
        for line in lines:
            if line.faces and line.cites.rule in ("MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF"):
                assert line.title == heading
                found += 1
            elif not line.faces and " at " in line.text and ": " in line.text:
                heading = line.text
    assert found > 10
