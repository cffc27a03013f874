"""No rule without a test, in any game: markers and scenarios name every id, and no id is invented."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.kernel.rulebook import Rulebook
from gattai.terminal.commands import proofs

HERE = Path(__file__).parent
SIZES = {
    "aegis": (140, 115),
    "aristeia": (128, 54),
    "attack-chart": (76, 25),
    "mechastellar": (273, 219),
    "robot-empire": (112, 63),
}
"""Rules and rulings of each book, house rules among them: none goes missing unseen."""
BY_SCENARIO = {"aristeia", "mechastellar"}
"""Games in which a scenario of the catalogue is proof enough; elsewhere a test carries the mark."""
GOLDEN = {"ARISTEIA.EX.GOLDEN-ROUND"}
"""Examples that are whole games and stand in a test file of their own."""
NOTES = {
    "mechastellar": {
        "MS.UNIT.FRAME", "MS.ORDER.SPECIFIC", "MS.ORDER.RULE-ZERO", "MS.CP.MARKER",
        "MS.TURN.CHECKLIST", "MS.DERIVED.EXPECTATION",
    },
    "robot-empire": {"ROBOT-EMPIRE.SETUP.VAULT-BACK"},
}  # fmt: skip
"""Rules that no code can play; each says why in its rulebook."""

every_game = pytest.mark.parametrize("game", games.names())


def folder(game: str) -> str:
    return game.replace("-", "_")


@cache
def book(game: str) -> Rulebook:
    return games.load(game).rulebook


@cache
def marked(game: str) -> dict[str, list[str]]:
    """The tests that carry each id's mark."""
    return proofs.marked(HERE / folder(game), HERE)


@cache
def entries(game: str) -> tuple[dict[str, Any], ...]:
    """The scenarios and examples that are run, not only written down."""
    found: list[dict[str, Any]] = []
    for kind in ("scenario", "example"):
        path = HERE / folder(game) / "catalogue" / f"{kind}s.toml"
        found += tomllib.loads(path.read_text("utf-8"))[kind]
    return tuple(entry for entry in found if not entry.get("manual"))


def played(game: str) -> Iterator[str]:
    """Every id that a scenario or an example lists."""
    for entry in entries(game):
        for key in ("rules", "ambiguities", "rulings"):
            yield from entry.get(key, ())


@every_game
def test_a_book_has_the_rules_and_rulings_it_should(game: str) -> None:
    assert (len(book(game).rule), len(book(game).ruling)) == SIZES[game]


@every_game
def test_every_rule_that_is_played_is_proved(game: str) -> None:
    ids = {rule.id for rule in book(game).rule if rule.status != "later"}
    proved = {*marked(game)} | ({*played(game)} if game in BY_SCENARIO else set())
    assert sorted(ids - proved - NOTES.get(game, set())) == []


@every_game
def test_every_rule_that_is_played_is_proved_by_a_test_that_ran(game: str) -> None:
    ids = {rule.id for rule in book(game).rule if rule.status != "later"}
    rulings = {ruling.id for ruling in book(game).ruling}
    assert sorted((ids | rulings) - proofs.proved(game) - NOTES.get(game, set())) == []


@every_game
def test_nothing_is_proved_that_comes_later_or_is_not_in_the_book(game: str) -> None:
    later = {rule.id for rule in book(game).rule if rule.status == "later"}
    assert sorted(later & proofs.proved(game)) == []
    assert [one for one in sorted(proofs.proved(game)) if one not in book(game)] == []


@every_game
def test_every_ruling_is_proved(game: str) -> None:
    ids = {ruling.id for ruling in book(game).ruling}
    assert sorted(ids - {*marked(game)} - {*played(game)}) == []


@every_game
def test_nothing_comes_later_and_only_notes_are_excused(game: str) -> None:
    assert [rule.id for rule in book(game).rule if rule.status == "later"] == []
    excused = {rule.id for rule in book(game).rule if rule.why}
    assert excused == NOTES.get(game, set())


@every_game
def test_no_marker_and_no_scenario_names_a_rule_that_there_is_not(game: str) -> None:
    known = {entry["id"] for entry in entries(game)} | GOLDEN
    strange = {
        rule_id: places
        for rule_id, places in marked(game).items()
        if rule_id not in book(game) and rule_id not in known and not _by_hand(game, rule_id)
    }
    assert strange == {}
    assert [rule_id for rule_id in played(game) if rule_id not in book(game)] == []


def _by_hand(game: str, rule_id: str) -> bool:
    """Whether the catalogue has the scenario but leaves its proof to a test of its own."""
    path = HERE / folder(game) / "catalogue" / "scenarios.toml"
    return f'"{rule_id}"' in path.read_text("utf-8")


@every_game
def test_every_rule_that_a_rule_or_ruling_refers_to_exists(game: str) -> None:
    named = [see for rule in book(game).rule for see in rule.see]
    named += [rule for ruling in book(game).ruling for rule in ruling.rules]
    assert [rule_id for rule_id in named if rule_id not in book(game)] == []


@every_game
def test_every_ruling_stands_on_the_page_of_rulings(game: str) -> None:
    home = Path(str(games.__file__)).parent / folder(game)
    page = (home / "rulings.md").read_text("utf-8")
    assert [one.id for one in book(game).ruling if one.id.partition("AMB.")[2] not in page] == []


def test_a_ruling_of_aristeia_is_named_by_the_rules_it_is_about() -> None:
    see = {rule.id: rule.see for rule in book("aristeia").rule}
    rulings = book("aristeia").ruling
    loose = [(one.id, rule) for one in rulings for rule in one.rules if one.id not in see[rule]]
    assert loose == []
