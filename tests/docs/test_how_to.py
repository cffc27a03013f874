"""Follow the worked examples of the how-to pages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.games.aegis.actions import Use
from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.keywords import registry
from gattai.games.aegis.ruleset import Aegis
from gattai.kernel.position import apply, asked, begin
from gattai.kernel.question import Choose, Roll
from gattai.kernel.ruleset import Outcome
from gattai.server import queries
from tests.terminal.conftest import ROOT, run_here

SHOWN = re.compile(r"```console\n\$ gattai ([^\n]+)\n((?:(?!```)[^\n]*\n)*)```")


def page(name: str) -> str:
    return (ROOT / "docs" / "how-to" / name).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}[^\n]*\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files that the page on units creates."""
    pack, squad = blocks(page("add-a-unit.md"), "toml")
    (tmp_path / "my-packs").mkdir()
    (tmp_path / "my-packs" / "tin.toml").write_text(pack, "utf-8")
    (tmp_path / "squad.toml").write_text(squad, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_command_of_the_page_on_units_does_what_it_shows(kitchen: Path) -> None:
    shown = SHOWN.findall(page("add-a-unit.md"))
    assert len(shown) == 5
    for command, output in shown:
        if command.startswith("play"):
            ran = run_here(*shlex.split(command), typed="quit\n")
            assert ran.code == 0 and "TIN-100*" in ran.out
            continue
        ran = run_here(*shlex.split(command), columns=100)
        assert ran.code == 0
        if output:
            assert ran.out == output


def test_a_mistake_in_the_unit_is_reported_as_the_page_says(kitchen: Path) -> None:
    file = kitchen / "my-packs" / "tin.toml"
    file.write_text(file.read_text("utf-8").replace("Evade 1", "Evaed 1"), "utf-8")
    ran = run_here("packs", "check", "my-packs", "--game", "aegis")
    (told,) = blocks(page("add-a-unit.md"), "text")
    assert ran.code == 1 and told.strip() in ran.out


def test_the_unit_can_be_loaded_from_python(kitchen: Path) -> None:
    (code,) = blocks(page("add-a-unit.md"), "python")
    exec(compile(code, "add-a-unit.md", "exec"), {})


def test_the_unit_can_be_used_in_a_game(kitchen: Path) -> None:
    rules = games.load("aegis", [kitchen / "my-packs"])
    position: Any = begin(rules, {"red": "tin-100,arly-100,endr-100,go-100,ssm-100"})
    used = 0
    for number in range(400):
        question = asked(rules, position)
        if isinstance(question, Outcome):
            break
        if isinstance(question, Roll):
            step = apply(rules, position, (0,) if number == 0 else (4,) * 12)  # red plays first
        else:
            assert isinstance(question, Choose)
            options = tuple(question.options)
            mine = [o for o in options if isinstance(o, Use) and o.unit == 0]
            used += bool(mine)
            step = apply(rules, position, mine[0] if mine else options[number % len(options)])
        position = step.position
        if used:
            break
    assert used and any("TIN-100" in unit.card.name for unit in position.state.units)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Remove what a test has registered."""
    before = dict(registry.ABILITIES)
    yield
    registry.ABILITIES.clear()
    registry.ABILITIES.update(before)
    for kept in (registry.abilities, registry.hooks, registry.attributes):
        kept.cache_clear()


def test_the_keyword_of_the_page_is_one_class_and_one_test(forgotten: None) -> None:
    text = page("add-a-keyword.md")
    the_class, the_test = blocks(text, "python")
    assert "Low Profile" not in registry.ABILITIES
    space: dict[str, Any] = {}
    exec(compile(the_class, "add-a-keyword.md", "exec"), space)
    assert registry.ABILITIES["Low Profile"] is space["LowProfile"]
    exec(compile(the_test, "add-a-keyword.md", "exec"), space)
    tests = [thing for name, thing in space.items() if name.startswith("test_")]
    assert len(tests) == 1
    tests[0]()


def test_the_keyword_is_known_to_packs_and_odds_while_it_is_there(
    forgotten: None, kitchen: Path
) -> None:
    the_class, _ = blocks(page("add-a-keyword.md"), "python")
    exec(compile(the_class, "add-a-keyword.md", "exec"), {})
    file = kitchen / "my-packs" / "tin.toml"
    file.write_text(file.read_text("utf-8").replace("Evade 1", "Low Profile 2"), "utf-8")
    card: UnitCard = Aegis([kitchen / "my-packs"]).units["tin-100"]
    assert card.passives == ("Low Profile 2", "Flight")
    ran = run_here(
        "odds",
        "aegis",
        "red ark-150 at 0,1; blue tin-100 at 1,1",
        "shoulder vulcan",
        "--packs",
        kitchen / "my-packs",
    )
    assert ran.code == 0 and "+2 Low Profile 2" in ran.out


def test_the_keyword_is_gone_after_the_tests() -> None:
    assert "Low Profile" not in registry.ABILITIES


def test_the_page_on_packs_shows_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page("write-a-pack.md")
    head, unit, _ = blocks(text, "toml")
    (tmp_path / "my-packs").mkdir()
    file = tmp_path / "my-packs" / "my-robots.toml"
    file.write_text(f"{head}\n{unit}", "utf-8")
    monkeypatch.chdir(tmp_path)
    shown = SHOWN.findall(text)
    assert len(shown) == 2
    for command, output in shown:
        ran = run_here(*shlex.split(command.replace("my-packs", str(tmp_path / "my-packs"))))
        assert ran.code == 0
        assert not output or ran.out.replace(f"{tmp_path}/", "") == output
    file.write_text(file.read_text("utf-8").replace("defence", "defense"), "utf-8")
    (told,) = blocks(text, "text")
    assert told.strip() in run_here("packs", "check", "my-packs", "--game", "attack-chart").out


def test_the_column_of_the_page_on_reports_is_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Needs no study: the table is built from findings with a single metric."""
    from gattai.lab.report import figure_table
    from gattai.lab.report.findings import Measured
    from gattai.lab.statistics.figures import mean_of

    code, _ = blocks(page("add-a-report-column.md"), "python")
    (column,) = eval(code, {"Column": figure_table.Column})  # the page ends it with a comma
    built = figure_table._columns
    monkeypatch.setattr(figure_table, "_columns", lambda told: (*built(told), column))
    each = Measured("length", "", mean_of([1.0, 2.0, 3.0]), None, None)
    told: Any = SimpleNamespace(status=SimpleNamespace(kind="alone"), measured=(each,))
    table = figure_table.figure_table(told)
    assert [head.head for head in table.columns][-1] == "pairs"
    assert [row.cells[-1] for row in table.rows] == ["3"]


def test_the_messages_of_the_page_travel_beside_all_others() -> None:
    query, *_ = blocks(page("add-a-message.md"), "python")
    known: dict[str, Any] = {"msgspec": msgspec}
    exec(query, known)
    both = msgspec.json.Decoder(queries.Query | known["AskCount"])
    asked = known["AskCount"](7)
    assert both.decode(msgspec.json.encode(asked)) == asked
    shown = msgspec.json.Decoder(queries.QueryAnswer | known["CountShown"])
    assert shown.decode(b'{"type":"count","count":6}') == known["CountShown"](6)
