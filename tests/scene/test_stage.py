"""Scenes: made from views, complete, anchored, and the same for whoever may not know better."""

import random
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.kernel.position import Position, apply, asked, begin
from gattai.kernel.question import Choose, Seat
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.transcript import read_answer
from gattai.scene.maker import PlainMaker, SceneMaker
from gattai.scene.parts import Scene
from gattai.scene.stage import about, log_lines, make_scene, why_not
from tests.laws.tables import random_options
from tests.laws.walk import Moment, answer_at_random, moments, some_moments
from tests.toy.parley import Parley


def scene_of(
    rules: AnyRuleset, maker: SceneMaker, position: Position[Any], seat: int | None
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
        assert scene.board is not None
        cells = {cell.id for cell in scene.board.cells}
        pieces = {piece.id for piece in scene.pieces}
        assert {piece.at for piece in scene.pieces} <= {*cells, None}
        assert {piece.card for piece in scene.pieces} <= {card.id for card in scene.cards}
        for option in scene.ask.options:
            assert {option.cell} <= {*cells, None}, option
            assert {option.actor, option.target} <= {*pieces, None}, option


@pytest.mark.parametrize("name", games.names())
def test_previews_and_forecasts_never_fail_and_are_in_the_scene(name: str) -> None:
    rules, maker = games.load(name), games.scene_maker(name)
    rng = random.Random(name)
    for moment in some_moments(rules, rng, 12, _chooses):
        state = moment.before.state
        for action in rng.sample([*rules.conceivable(state)], 60):
            preview = maker.preview(state, "x", action)
            assert {*preview.reached} <= {*rules.words(state)[_unit_kind(rules)].table}
            maker.forecast(state, action)
            assert why_not(rules, maker, state, "x", action).reasons or action in _offered(moment)


def _chooses(moment: Moment) -> bool:
    return moment.before.is_settled and isinstance(moment.question, Choose)


def _offered(moment: Moment) -> Any:
    assert isinstance(moment.question, Choose)
    return moment.question.options


def _unit_kind(rules: AnyRuleset) -> Any:
    words = rules.words(begin(rules).state)
    return next(kind for kind in words if getattr(kind, "__name__", "") == "UnitId")


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
    position: Position[Any] = begin(rules, random_options(rules, rng))
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
                other = scene_of(rules, PlainMaker(), Position(guess), seat)
            except Refused:
                continue
            assert other == scene_of(rules, PlainMaker(), position, seat)
            compared += 1
    assert compared > 10


def test_log_lines_show_dice_to_those_who_may_see_them() -> None:
    rules: AnyRuleset = Parley()
    moment = next(moments(rules, random.Random(1)))
    lines = [*log_lines(rules, moment.step.table, moment.step.events, Seat(0), 1)]
    assert lines[0].faces == ()
    rules = games.load("attack-chart")
    moment = next(m for m in moments(rules, random.Random(1)) if m.seat is None)
    lines = [*log_lines(rules, moment.step.table, moment.step.events, Seat(0), 1)]
    assert lines[0].faces == tuple(map(str, moment.value))
    assert lines[0].cites.page
