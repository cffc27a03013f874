"""Two worlds that one seat cannot tell apart, played on side by side.

The law of views looks at single moments. Here the same answers are given in both worlds for a while,
and what the seat lives through is compared whole: its scene with question, options and log, who is
waited for and when, and what taking back would cost. Only events that are named here may teach a seat
something that the worlds do not share; there the worlds part, and the walk ends.
"""

import random
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.position import Position, asked, look, waiting
from gattai.kernel.question import Choose, Place, Question, Roll, Seat, Together
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import may_hide
from gattai.kernel.transcript import Record
from gattai.kernel.undo import price_of_undo
from gattai.scene.maker import PlainMaker, SceneMaker
from gattai.scene.stage import log_lines, make_scene
from tests.laws.laws import with_other_secrets
from tests.laws.tables import teaches
from tests.laws.walk import moments

FORKS = 3
"""In so many moments of a game another world begins."""
ANSWERS = 12
"""So many answers the worlds are played on."""


def hides_something(rules: AnyRuleset) -> bool:
    """Whether a table of this game could look different from different seats."""
    return may_hide(rules.state_type)


def a_seat_lives_the_same_in_both_worlds(rules: AnyRuleset, seed: str) -> None:
    """Changing only what a seat may not know changes nothing it sees, is asked, or reads later."""
    rng = random.Random(seed)
    game = list(moments(rules, rng))
    for moment in rng.sample(game, min(FORKS, len(game))):
        rules, position = moment.rules, moment.step.position
        seat = Seat(rng.randrange(len(rules.seats)))
        other = with_other_secrets(rules, position, seat, rng)
        # Secret answers that others have given may differ too, but will be shown: no walk from there.
        if other is not None and other != position and other.answers == position.answers:
            walk_both(rules, position, other, seat, rng)


def walk_both(
    rules: AnyRuleset,
    one: Position[Any],
    other: Position[Any],
    seat: Seat,
    rng: random.Random,
) -> int:
    """Play on in both worlds; how many answers both could be given."""
    worlds = (_record_at(rules, one), _record_at(rules, other))
    maker = _maker(rules)
    taught = False
    for number in range(ANSWERS):
        shown = [_life(world, maker, seat) for world in worlds]
        if taught and shown[0] != shown[1]:
            return number
        assert shown[0] == shown[1], _difference(rules, seat, worlds, shown)
        questions = [world.question for world in worlds]
        if any(isinstance(question, Outcome) for question in questions):
            return number
        found = _answer_for_both(worlds, rng)
        if found is None:
            return number
        who, value = found
        steps = [world.answer(value, who) for world in worlds]
        taught = any(teaches(rules, event) for step in steps for event in step.events)
    return ANSWERS


def _record_at(rules: AnyRuleset, position: Position[Any]) -> Record[Any]:
    """A record whose past begins here."""
    record: Record[Any] = Record(rules)
    record.position = position
    record.question = asked(rules, position)
    return record


def _maker(rules: AnyRuleset) -> SceneMaker:
    return games.scene_maker(rules.name) if rules.name in games.names() else PlainMaker()


def _life(world: Record[Any], maker: SceneMaker, seat: Seat) -> bytes:
    """Everything that reaches a seat: scene with question, options and log; and its undo."""
    rules, number = world.rules, len(world.past)
    log = [
        line
        for past_number, past in enumerate(world.past, 1)
        for line in log_lines(rules, past.table, past.events, seat, past_number)
    ]
    scene = make_scene(rules, maker, world.position, seat, number=number + 1, log=log)
    seen = look(rules, world.position, seat)
    price = price_of_undo(world, seat)
    return msgspec.json.encode((scene, seen, price), enc_hook=repr)


def _answer_for_both(worlds: tuple[Record[Any], ...], rng: random.Random) -> tuple[Any, Any] | None:
    """Who answers what, so that it can be answered in both worlds; None if there is nothing."""
    first, second = (world.question for world in worlds)
    if isinstance(first, Roll):
        return None, first.dice.faces(rng)
    if isinstance(first, Place):
        return first.seat, rng.choice(first.region.suggest())
    who = rng.choice(waiting(worlds[0].rules, worlds[0].position))
    in_both = [value for value in _options(first, who) if value in _options(second, who)]
    return (who, rng.choice(in_both)) if in_both else None


def _options(question: Question | Outcome, who: Seat) -> tuple[Any, ...]:
    if isinstance(question, Choose):
        return tuple(question.options)
    assert isinstance(question, Together)
    return tuple(next(ask for ask in question.asks if ask.seat == who).options)


def _difference(
    rules: AnyRuleset, seat: Seat, worlds: tuple[Record[Any], ...], shown: list[bytes]
) -> str:
    """Where two lives part, short enough to be read."""
    at = next(
        (n for n, (a, b) in enumerate(zip(*shown, strict=False)) if a != b),
        min(map(len, shown)),
    )
    near = [text[max(0, at - 120) : at + 120].decode(errors="replace") for text in shown]
    answers = len(worlds[0].past)
    return f"after {answers} answers {rules.seats[seat]} can tell the worlds apart: {near}"
