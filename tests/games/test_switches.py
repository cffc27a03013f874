"""Laws of the rulings that a match can change, for every game that has some."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from gattai import games
from gattai.kernel.position import begin
from gattai.kernel.record import Record, replay
from gattai.kernel.rulebook import Ruling, Switch
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.snapshot import position_text, read_position
from gattai.kernel.text.transcript import Header, parse
from gattai.scene.citing import cite, readings_of
from gattai.server.messages import NewMatch
from gattai.server.table.opening import opened
from gattai.testing.walk import answer_at_random

HERE = Path(__file__).parent
ANSWERS = 12
FOUND = [
    (game, *found)
    for game in games.names()
    for found in games.load(game).rulebook.switches.values()
]
SWITCHES = [pytest.param(*found, id=f"{found[0]}-{found[2].name}") for found in FOUND]
READINGS = [
    pytest.param(game, switch.name, reading.name, id=f"{game}-{switch.name}-{reading.name}")
    for game, _, switch in FOUND
    for reading in switch.readings
]
every_switch = pytest.mark.parametrize(("game", "ruling", "switch"), SWITCHES)
every_reading = pytest.mark.parametrize(("game", "name", "reading"), READINGS)


def folder(game: str) -> str:
    return game.replace("-", "_")


def played(
    rules: AnyRuleset, options: dict[str, str], written: Header | None = None
) -> Record[Any]:
    """The first answers of a match, drawn at random."""
    rng = random.Random(5)
    record: Record[Any] = Record(rules, options=options, dice="seeded 5", written=written)
    while record.count < ANSWERS and not isinstance(record.question, Outcome):
        seat, value = answer_at_random(record.rules, record.position, record.question, rng)
        record.answer(value, seat)
    return record


@cache
def proved(game: str) -> dict[str, set[str]]:
    """The readings that tests of a game bear, each with the rules that the same tests bear."""
    found: dict[str, set[str]] = {}
    for path in sorted((HERE / folder(game)).rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for choice in _marks(node, "reading"):
                    found.setdefault(choice, set()).update(_marks(node, "rule"))
    return found


def _marks(test: ast.FunctionDef, name: str) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == f"pytest.mark.{name}":
            yield from (str(arg.value) for arg in mark.args if isinstance(arg, ast.Constant))


@every_switch
def test_a_switch_belongs_to_a_ruling_on_rules_of_the_book(
    game: str, ruling: Ruling, switch: Switch
) -> None:
    book = games.load(game).rulebook
    assert ruling.rules
    assert [rule for rule in ruling.rules if rule not in {each.id for each in book.rule}] == []


@every_switch
def test_the_page_of_rulings_names_the_switch_and_its_readings(
    game: str, ruling: Ruling, switch: Switch
) -> None:
    page = (Path(str(games.__file__)).parent / folder(game) / "rulings.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith(f"| `{switch.name}` |")]
    assert len(rows) == 1, "the table of switchable rulings has one row for each"
    assert f"`{ruling.id.partition('AMB.')[2]}`" in rows[0]
    assert [each.name for each in switch.readings if f"`{each.name}`" not in rows[0]] == []


@every_switch
def test_the_state_keeps_exactly_these_readings(game: str, ruling: Ruling, switch: Switch) -> None:
    rules = games.load(game)
    kept = get_type_hints(rules.state_type)["rulings"]
    kind = get_type_hints(kept)[switch.name.replace("-", "_")]
    assert get_origin(kind) is Literal
    assert get_args(kind) == tuple(each.name for each in switch.readings)
    assert getattr(kept(), switch.name.replace("-", "_")) == switch.default
    assert len(kept.__struct_fields__) == len(rules.rulebook.switches)


@every_reading
def test_a_reading_is_set_recorded_and_found_again(game: str, name: str, reading: str) -> None:
    rules = games.load(game)
    record = played(rules, {name: reading})
    text = record.transcript().text()
    is_default = rules.rulebook.switches[name][1].default == reading
    assert (f"option {name} {reading}\n" in text) is not is_default
    *_, again = replay(games.load(game), parse(text))
    assert again.transcript().text() == text
    assert getattr(again.table.rulings, name.replace("-", "_")) == reading
    assert again.rules.readings == ({} if is_default else {name: reading})
    position = position_text(record.rules, record.position)
    assert read_position(record.rules, position) == record.position


@every_reading
def test_a_citation_says_which_reading_is_played(game: str, name: str, reading: str) -> None:
    rules = games.load(game)
    ruling, switch = rules.rulebook.switches[name]
    table = rules.read_as(begin(rules, {name: reading}).state)
    for rule in (ruling.id, *ruling.rules):
        said = "by our ruling" if reading == switch.default else f"{name}={reading}"
        assert said in cite(table, rule).page
        lines = [*readings_of(table, rule)]
        assert any(line.startswith(f"  {name}={reading} (played here): ") for line in lines)
        for other in switch.readings:
            assert any(f"{name}={other.name}" in line for line in lines)


@every_reading
def test_a_reading_is_proved_by_a_test_that_bears_its_ruling(
    game: str, name: str, reading: str
) -> None:
    ruling, _ = games.load(game).rulebook.switches[name]
    assert ruling.id in proved(game).get(f"{name}={reading}", set())


CHANGED = [param for param, found in zip(SWITCHES, FOUND, strict=True) if found[2].since]


def test_some_default_has_changed() -> None:
    assert CHANGED, "else the next test proves nothing"


@pytest.mark.parametrize(("game", "ruling", "switch"), CHANGED)
@pytest.mark.parametrize("is_old", [True, False])
def test_what_an_older_version_wrote_is_read_as_it_was_played(
    game: str, ruling: Ruling, switch: Switch, is_old: bool
) -> None:
    rules, field = games.load(game), switch.name.replace("-", "_")
    wanted = switch.before if is_old else switch.default
    version = "0.1.0" if is_old else rules.version
    players = ("person",) * len(rules.seated({}).seats)
    header = Header(game, version, rules.packs, players=players, dice="by hand")
    text = played(rules, {}, header).transcript().text()
    *_, last = replay(rules, parse(text))
    assert getattr(last.table.rulings, field) == wanted
    whole = json.loads(position_text(rules, begin(rules)))
    whole["game"] = f"{game} {version}"
    del whole["state"]["rulings"]
    found = read_position(rules, json.dumps(whole))
    assert getattr(found.state.rulings, field) == wanted
    again = opened(NewMatch(game, players, transcript=text), ())[0]
    assert attrgetter(f"rulings.{field}")(again.table) == wanted


@pytest.mark.parametrize("game", games.names())
def test_options_have_different_names_and_no_test_invents_a_reading(game: str) -> None:
    rules = games.load(game)
    names = [option.name for option in rules.options]
    assert len({*names}) == len(names)
    known = {f"{o.name}={choice}" for o in rules.options if o.ruling for choice in o.choices}
    assert {*proved(game)} <= known
    assert {*rules.rulebook.switches} == {o.name for o in rules.options if o.ruling}
