"""Scenes: made from views, complete, anchored, and the same for whoever may not know better."""

import random
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.kernel.position import GamePosition, apply, asked, begin, table_now
from gattai.kernel.question import Choose, Seat, Together
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.text.answers import read_answer
from gattai.scene.maker import PlainMaker, SceneMaker
from gattai.scene.parts import Citation, LogLine, Scene
from gattai.scene.stage import about, make_scene, why_not
from gattai.scene.story import answer_lines, log_lines, throw_of
from gattai.testing.tables import random_options
from gattai.testing.walk import WalkStep, answer_at_random, moments, some_moments
from tests.toy.parley import Parley
from tests.toy.ridge import Ridge, RidgeScene
from tests.toy.ridge import State as RidgeState


def scene_of(
    rules: AnyRuleset, maker: SceneMaker, position: GamePosition[Any], seat: int | None
) -> Scene:
    return make_scene(rules, maker, position, None if seat is None else Seat(seat), number=1)


@pytest.mark.parametrize("name", games.names())
def test_a_scene_survives_json_and_every_option_can_be_answered_by_its_text(name: str) -> None:
    rules, maker = games.load(name), games.scene_maker(name)
    rng = random.Random(name)
    for moment in some_moments(rules, rng, 25, lambda moment: True):
        position, question = moment.step.position, moment.step.question
        for seat in (None, 0, 1):
            scene = scene_of(rules, maker, position, seat)
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
            if scene.ask is None:
                assert isinstance(question, Outcome)
                assert scene.ending is not None
                continue
            assert bool(scene.ask.options) == scene.ask.is_mine
            for option in rng.sample(scene.ask.options, min(6, len(scene.ask.options))):
                value = read_answer(rules, position, question, option.text)
                apply(rules, position, value, seat=None if seat is None else Seat(seat))
                assert option.label


@pytest.mark.parametrize("name", games.names())
def test_options_are_anchored_to_what_is_in_the_scene(name: str) -> None:
    rules, maker = games.load(name), games.scene_maker(name)
    for moment in some_moments(rules, random.Random(name), 25, lambda m: m.seat is not None):
        scene = scene_of(rules, maker, moment.before, moment.seat)
        assert scene.ask is not None
        cells = {cell.id for cell in scene.board.cells} if scene.board else set()
        pieces = {piece.id for piece in scene.pieces}
        held = [card.id for zone in scene.zones for card in zone.cards]
        zones = {zone.id for zone in scene.zones}
        faces = {card.id for card in scene.cards}
        assert len({*held}) == len(held), "what options point at is there once"
        assert {piece.at for piece in scene.pieces} <= {*cells, None}
        assert {piece.card for piece in scene.pieces} <= {*faces, ""}
        assert {card.card for zone in scene.zones for card in zone.cards} <= {*faces, ""}
        assert {cell for overlay in scene.overlays for cell in overlay.cells} <= cells
        for option in scene.ask.options:
            assert {option.cell} <= {*cells, None}, option
            assert {option.actor, option.target} <= {*pieces, *held, None}, option
            assert {option.card} <= {*held, None}, option
            assert {option.zone} <= {*zones, None}, option
            assert {*option.picks} <= {*held, *pieces}, option


@pytest.mark.parametrize("name", games.names())
def test_previews_and_forecasts_never_fail_and_are_in_the_scene(name: str) -> None:
    rules, maker = games.load(name), games.scene_maker(name)
    rng = random.Random(name)
    for moment in some_moments(rules, rng, 12, _chooses):
        state = view(moment.before.state, moment.seat)
        layout = maker.layout(state, moment.seat)
        there = {piece.id for piece in layout.pieces}
        there |= {held.id for zone in layout.zones for held in zone.cards}
        candidates = [*rules.candidates(state)]
        for action in rng.sample(candidates, min(60, len(candidates))):
            preview = maker.preview(state, "x", action)
            assert {*preview.reached} <= there
            maker.forecast(state, action)
            assert why_not(rules, maker, state, "x", action).reasons or action in _offered(moment)


def _chooses(moment: WalkStep) -> bool:
    return moment.before.is_settled and isinstance(moment.question, Choose)


def _offered(moment: WalkStep) -> Any:
    assert isinstance(moment.question, Choose)
    return moment.question.options


def test_pointing_at_what_is_out_of_reach_tells_why() -> None:
    rules, maker = games.load("aegis"), games.scene_maker("aegis")
    rng = random.Random(5)
    moment = next(
        m for m in moments(rules, rng) if _chooses(m) and m.before.state.phase == "acting"
    )
    scene = scene_of(rules, maker, moment.before, moment.seat)
    mine = next(p for p in scene.pieces if p.owner == moment.seat and p.at)
    foe = next(p for p in scene.pieces if p.owner != moment.seat and p.at)
    found = [*about(rules, maker, moment.before.state, actor=mine.id, target=foe.id)]
    assert found
    assert all(entry.reasons for entry in found), "nobody can be attacked in the first turn"
    assert all(reason.cites.page for entry in found for reason in entry.reasons)


def test_a_game_without_a_scene_of_its_own_is_shown_by_its_words() -> None:
    rules: AnyRuleset = Parley()
    rng = random.Random(1)
    position: GamePosition[Any] = begin(rules, random_options(rules, rng))
    while not isinstance(question := asked(rules, position), Outcome):
        seat, value = answer_at_random(rules, position, question, rng)
        scene = scene_of(rules, PlainMaker(), position, seat)
        assert scene.ask is not None
        assert seat is None or scene.ask.options
        position = apply(rules, position, value, seat=seat).position
    assert scene_of(rules, PlainMaker(), position, 0).ending is not None


def test_a_scene_does_not_depend_on_what_its_seat_may_not_know() -> None:
    rules: AnyRuleset = Parley()
    rng = random.Random(2)
    compared = 0
    for moment in some_moments(rules, rng, 30, lambda m: m.step.position.is_settled):
        position = moment.step.position
        for seat in (Seat(0), Seat(1), Seat(2)):
            guess = rules.guess(view(position.state, seat), seat, rng)
            try:
                other = scene_of(rules, PlainMaker(), GamePosition(guess), seat)
            except Refused:
                continue
            assert other == scene_of(rules, PlainMaker(), position, seat)
            compared += 1
    assert compared > 10


def test_log_lines_show_dice_to_those_who_may_see_them() -> None:
    rules: AnyRuleset = Parley()
    moment = next(moments(rules, random.Random(1)))
    lines = [
        *log_lines(
            moment.rules, table_now(moment.rules, moment.before), moment.step.events, Seat(0), 1
        )
    ]
    assert lines[0].faces == ()
    rules = games.load("attack-chart")
    moment = next(m for m in moments(rules, random.Random(1)) if m.seat is None)
    lines = [
        *log_lines(
            moment.rules, table_now(moment.rules, moment.before), moment.step.events, Seat(0), 1
        )
    ]
    assert lines[0].faces == tuple(map(str, moment.value))
    assert lines[0].cites.page


def test_who_has_answered_in_secret_is_informed_and_what_only_to_themselves() -> None:
    rules: AnyRuleset = Parley()
    position: GamePosition[Any] = begin(rules)
    position = apply(rules, position, tuple(range(12))).position
    question = asked(rules, position)
    assert isinstance(question, Together)
    mine = question.asks[0].options[0]
    position = apply(rules, position, mine, seat=Seat(0)).position
    own, other, nobody = (scene_of(rules, PlainMaker(), position, seat) for seat in (0, 1, None))
    assert own.ask and other.ask and nobody.ask
    assert {ask.kind for ask in (own.ask, other.ask, nobody.ask)} == {"together"}
    assert own.ask.answered == other.ask.answered == nobody.ask.answered == (0,)
    assert own.ask.given == "show 0" and not own.ask.is_mine
    assert other.ask.given == nobody.ask.given == "" and other.ask.is_mine


def test_a_moment_to_react_looks_the_same_to_those_who_are_not_asked() -> None:
    rules: AnyRuleset = Parley()
    kinds = {
        (scene.ask.kind, scene.ask.what)
        for moment in some_moments(rules, random.Random(4), 60, lambda m: m.seat is not None)
        for scene in [scene_of(rules, PlainMaker(), moment.before, None)]
        if scene.ask
    }
    assert ("react", "react?") in kinds and len({kind for kind, _ in kinds}) > 2


def test_the_order_of_picks_matters_where_two_options_differ_in_it_alone() -> None:
    rules: AnyRuleset = Ridge()
    scene = scene_of(rules, RidgeScene(), begin(rules), 0)
    assert scene.ask and scene.ask.in_order
    assert len({option.picks for option in scene.ask.options}) == 6


def test_a_free_placement_suggests_points_to_who_is_asked() -> None:
    rules: AnyRuleset = Ridge()
    position: GamePosition[Any] = GamePosition(RidgeState(step=2))
    asked_scene, other = (scene_of(rules, RidgeScene(), position, seat) for seat in (0, 1))
    assert asked_scene.ask and other.ask
    assert asked_scene.ask.kind == other.ask.kind == "place"
    texts = [option.text for option in asked_scene.ask.options]
    assert texts == ["[300 300]", "[600 450]"] and not other.ask.options
    value = read_answer(rules, position, asked(rules, position), texts[1])
    apply(rules, position, value)


def test_lines_of_the_log_call_units_by_their_cards_and_dice_by_what_they_counted_for() -> None:
    rules, maker = games.load("aegis"), games.scene_maker("aegis")
    record: Record[Any] = Record(rules)
    rng = random.Random(1)
    told: list[LogLine] = []
    while not isinstance(question := record.question, Outcome) and len(record.entries) < 400:
        seat, value = answer_at_random(rules, record.position, question, rng)
        record.answer(value, seat)
        told += answer_lines(rules, maker, record.past[-1], Seat(0), len(record.entries))
    ids = [unit.name for unit in record.position.state.units]
    assert not [line.text for line in told if any(f"{name} " in line.text for name in ids)]
    dice = [line for line in told if line.faces]
    assert dice
    assert all(len(line.counted) == len(line.faces) and line.seat is not None for line in dice)
    assert {word for line in dice for word in line.counted} >= {"", "hit"}


def dice_line(number: int, text: str, title: str, *faces: str) -> LogLine:
    counted = tuple("1" if int(face) > 4 else "" for face in faces)
    return LogLine(
        number, text, Citation("X", "X", ""), faces, seat=0, counted=counted, title=title
    )


def test_dice_that_lie_on_the_table_are_those_of_the_action_in_hand() -> None:
    lines = (
        LogLine(4, "ann strikes", Citation("X", "X", "")),
        dice_line(5, "2d6: 5 1 (strike)", "ann strikes", "5", "1"),
    )
    thrown = throw_of(lines)
    assert thrown is not None and thrown.title == "ann strikes"
    (group,) = thrown.groups
    assert (group.name, group.owner, group.total) == ("2d6 (strike)", 0, "1")
    assert [(die.face, die.counted) for die in group.dice] == [("5", "1"), ("1", "")]
    assert throw_of(lines[:1]) is None


def test_dice_have_the_title_of_the_action_they_were_thrown_for_and_no_other() -> None:
    lines = (
        LogLine(4, "ann strikes", Citation("X", "X", "")),
        dice_line(5, "2d6: 5 1 (strike)", "ann strikes", "5", "1"),
        LogLine(5, "bob is hit", Citation("X", "X", "")),
        LogLine(6, "bob strikes back", Citation("X", "X", "")),
        LogLine(6, "bob is angry", Citation("X", "X", "")),
        dice_line(7, "1d6: 2 (strike)", "bob strikes back", "2"),
        LogLine(7, "it misses", Citation("X", "X", "")),
    )
    thrown = throw_of(lines)
    assert thrown is not None and thrown.title == "bob strikes back"
    assert [[die.face for die in group.dice] for group in thrown.groups] == [["2"]]
    assert [step.text for step in thrown.steps] == ["bob is angry", "it misses"]


def test_dice_that_nothing_named_are_called_by_what_they_are_for() -> None:
    lines = (
        LogLine(4, "bob moves", Citation("X", "X", "")),
        dice_line(5, "1d6: 2 (who begins?)", "", "2"),
    )
    thrown = throw_of(lines)
    assert thrown is not None and thrown.title == "1d6 (who begins?)"
