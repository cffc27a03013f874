"""The law of the log: every line says what was so at its moment, and names whose doing it was.

Everything goes through what the server hands out (`History`, `step_of`), for every seat and for
those who only watch. What a line says is held against the table just before and just after its event,
folded here once more. `facts` has what lines of each game say in figures and names.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.event import Rolled, moments
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import view
from gattai.scene.maker import PlainMaker, SceneMaker, Wording
from gattai.scene.parts import LogLine
from gattai.server.film.replays import step_of
from gattai.server.table.history import History
from gattai.testing.tables import random_options
from gattai.testing.walk import LONGEST, answer_at_random
from tests.laws.facts import FACTS, Moment

SCENES = 48
"""Of so many moments of a game all scenes and steps are made, those in mid-action first."""


def maker_of(rules: AnyRuleset) -> SceneMaker:
    return games.scene_maker(rules.name) if rules.name in games.names() else PlainMaker()


def played(rules: AnyRuleset, rng: random.Random) -> Record[Any]:
    """A whole random game, written down."""
    record: Record[Any] = Record(rules, options=random_options(rules, rng))
    while not isinstance(question := record.question, Outcome):
        assert len(record.past) < LONGEST, "no end"
        seat, value = answer_at_random(record.rules, record.position, question, rng)
        record.answer(value, seat)
    return record


def every_line_is_true_at_its_moment(rules: AnyRuleset, seed: str) -> None:
    """Each line of each log is told of the table at its event, in names, for the side that acts."""
    record = played(rules, random.Random(seed))
    maker = maker_of(rules)
    history = History(record, maker)
    ids = ids_of(record.past[-1].table)
    for eyes in (None, *map(Seat, range(len(record.rules.seats)))):
        told = iter(history.log(eyes))
        was = view(record.past[0].was, eyes)
        for number, past in enumerate(record.past, 1):
            for event, before, after in moments(past.was, past.events):
                now = was if after is before else view(after, eyes)
                line = next(told, None)
                assert line is not None, f"nothing is told of {event}"
                assert line.number == number, f"{line.text!r} stands at {line.number}, not {number}"
                moment = Moment(record.rules, view(event, eyes), was, now, line)
                check(moment, maker, eyes, ids)
                was = now
        assert next(told, None) is None, "something is told that did not happen"


def check(moment: Moment, maker: SceneMaker, eyes: Seat | None, ids: Mapping[str, str]) -> None:
    """Everything that is asked of one line."""
    line, event, after = moment.line, moment.event, moment.after
    where = f"{type(event).__name__} at answer {line.number}, told to {eyes}: {line.text!r}"
    assert line.text and "\n" not in line.text, where
    names = maker.called(after) if isinstance(maker, Wording) else {}
    if not (isinstance(event, Rolled) and event.dice.startswith("one of ")):
        said = in_names(event.describe_change(moment.before, after), names)
        assert line.text == said, f"{where}; at that moment it was {said!r}"
    for word in ids_in(line.text, {**ids, **names}):
        raise AssertionError(f"{where} says {word!r}, for which there is a name")
    if not isinstance(event, Rolled):
        named = subjects(moment.rules, after, names)
        wrong = wrong_side(line, named, moment.rules.seats)
        assert not wrong, f"{where} is {line.seat}'s: {wrong}"
    elif event.by is not None:
        assert line.seat == event.by, f"{where} is {line.seat}'s, but {event.by} threw"
    for pattern, holds in FACTS.get(moment.rules.name, ()):
        found = re.search(pattern, line.text)
        if found is not None:
            truth = holds(moment, found)
            assert truth, f"{where} is not so"


def in_names(text: str, names: Mapping[str, str]) -> str:
    """The rules' own words replaced, one word at a time."""
    parts = re.split(r"((?<![\w-])[a-z0-9][\w-]*(?![\w-]))", text)
    return "".join(names.get(part, part) for part in parts)


def ids_in(text: str, known: Mapping[str, str]) -> Iterator[str]:
    """Words of the rules in a text, where people read a name."""
    words = set(re.findall(r"(?<![\w-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])", text))
    bracketed = set(re.findall(r"\(([\w-]+)\)", text))  # twice the same card on one side
    for word in sorted(words - bracketed):
        if known.get(word, word) != word:
            yield word


def ids_of(table: Any) -> dict[str, str]:
    """All ids on a table, with the names that stand beside them on the cards."""
    found: dict[str, str] = {}
    waiting = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, msgspec.Struct):
            word, name = getattr(value, "id", None), getattr(value, "name", None)
            if isinstance(word, str) and isinstance(name, str):
                found[word] = name
            waiting += [getattr(value, field) for field in value.__struct_fields__]
    return found


Named = Mapping[str, frozenset[int]]
"""Names of units and sides, and whose they are: several players may have the same card."""


def subjects(rules: AnyRuleset, table: Any, names: Mapping[str, str]) -> Named:
    found: dict[str, frozenset[int]] = {}
    units = (*getattr(table, "units", ()), *getattr(table, "characters", ()))
    for unit in units:
        words = [names.get(getattr(unit, "name", ""), getattr(unit, "name", ""))]
        words += [face.name for face in getattr(unit, "faces", ())]
        for word in filter(None, words):
            found[word] = found.get(word, frozenset()) | {unit.seat}
    for seat, side in enumerate(rules.seats):
        found[side] = frozenset({seat})
    return found


def wrong_side(line: LogLine, named: Named, sides: Sequence[str]) -> str:
    """What is wrong about whose line it is; empty if nothing."""
    places = _places(line.text, named)
    if not places:
        return ""
    at, name = places[0]
    if line.seat is None:
        is_list = len(places) > 1 and re.search(r"(, | and |; )$", line.text[: places[1][0]])
        everybody = {side for _, side in places} >= {*sides}
        return "" if at > 0 or is_list or everybody else f"it begins with {name}"
    if line.seat not in named[name]:
        return f"the first that it names is {name}"
    return ""


def _places(text: str, named: Named) -> list[tuple[int, str]]:
    """Where which names stand, the longest at each place."""
    words = sorted(named, key=len, reverse=True)
    pattern = "|".join(map(re.escape, words))
    return [(m.start(), m[0]) for m in re.finditer(rf"(?<![\w-])({pattern})(?![\w-])", text)]


def every_scene_and_step_can_be_made(rules: AnyRuleset, seed: str) -> None:
    """No position of a game leaves a seat, or those who watch, without its scene or its replay."""
    rng = random.Random(seed)
    record = played(rules, rng)
    maker = maker_of(rules)
    everybody = (None, *map(Seat, range(len(record.rules.seats))))
    for at in _some_moments(record, rng):
        for eyes in everybody:
            try:
                if rules.name in games.names():
                    scene = step_of(record, at, eyes).scene
                else:
                    scene = History(_back_at(record, at), maker).scene(eyes)
            except Exception as problem:
                raise AssertionError(f"no scene for {eyes} after {at} answers") from problem
            assert scene.seat == eyes, f"{eyes} is shown the scene of {scene.seat}"


def _some_moments(record: Record[Any], rng: random.Random) -> list[int]:
    """Some moments of a game, most of them in mid-action, where there is most to go wrong."""
    everywhere = range(len(record.past) + 1)
    amid = [at for at in everywhere[:-1] if not record.past[at].before.is_settled]
    chosen = rng.sample(amid, min(len(amid), SCENES * 3 // 4))
    others = rng.sample(everywhere, min(len(everywhere), SCENES - len(chosen)))
    return sorted({*chosen, *others})


def _back_at(record: Record[Any], at: int) -> Record[Any]:
    """The same game as far as it had come by then."""
    again: Record[Any] = Record(record.rules, options=dict(record.header.options))
    for past in record.past[:at]:
        again.answer(past.value, past.seat)
    return again


LAWS = (every_line_is_true_at_its_moment, every_scene_and_step_can_be_made)
