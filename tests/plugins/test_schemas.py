"""The schema of every game's packs: our own keep to it, and every field is explained."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest

from gattai import games
from gattai.terminal.commands.packs import schema_of
from tests.architecture.source import ROOT

PAGE = ROOT / "docs" / "how-to" / "write-packs-in-an-editor.md"


def packs(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the game ships, MechaStellar's rulesets too."""
    for folder in ("packs", "rulesets"):
        for path in sorted((games.get(game).folder / folder).glob("*.toml")):
            yield path.name, tomllib.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("game", games.names())
def test_what_ships_keeps_to_its_schema(game: str) -> None:
    schema = schema_of(game)
    jsonschema.Draft202012Validator.check_schema(schema)
    judge = jsonschema.Draft202012Validator(schema)
    shipped = dict(packs(game))
    assert shipped
    for name, pack in shipped.items():
        wrong = [f"{[*fault.absolute_path]}: {fault.message}" for fault in judge.iter_errors(pack)]
        assert not wrong, f"{name}: {wrong}"


@pytest.mark.parametrize("game", games.names())
def test_every_field_is_explained(game: str) -> None:
    schema = schema_of(game)
    unexplained = [
        f"{struct}.{name}"
        for struct, definition in schema["$defs"].items()  # type: ignore[attr-defined]
        for name, field in definition["properties"].items()
        if len(field.get("description", "")) < 5
    ]
    assert not unexplained


@pytest.mark.parametrize("game", games.names())
def test_every_figure_of_a_card_has_bounds(game: str) -> None:
    """But for places on a map, which are pairs."""
    unbounded = [
        f"{struct}.{name}"
        for struct, definition in schema_of(game)["$defs"].items()  # type: ignore[attr-defined]
        for name, field in definition["properties"].items()
        for one in field.get("anyOf", [field])
        if one.get("type") == "integer" and "minimum" not in one and "enum" not in one
    ]
    assert unbounded in ([], ["RulesetCard.revision"])


WRONG: dict[str, tuple[str, Callable[[dict[str, Any]], None]]] = {
    "aegis": ("unit", lambda card: card["action"][0]["attributes"].append("MEL")),
    "aristeia": ("tactic", lambda card: card["effects"][0].update(do="heel")),
    "attack-chart": ("unit", lambda card: card["weapon"][0].update(power=21)),
    "mechastellar": ("unit", lambda card: card.update(features=["flyy"])),
    "robot-empire": ("card", lambda card: card.update(keywords=["flying 1"])),
}


@pytest.mark.parametrize("game", games.names())
def test_what_is_misspelt_or_out_of_bounds_is_found(game: str) -> None:
    kind, spoil = WRONG[game]
    judge = jsonschema.Draft202012Validator(schema_of(game))
    pack = next(pack for _, pack in packs(game) if kind in pack)
    spoilt = copy.deepcopy(pack)
    spoil(spoilt[kind][0])
    assert judge.is_valid(pack) and not judge.is_valid(spoilt)


def test_a_ruleset_may_change_what_is_a_parameter_and_nothing_else() -> None:
    judge = jsonschema.Draft202012Validator(schema_of("mechastellar"))
    pack = next(pack for _, pack in packs("mechastellar") if "ruleset" in pack)
    for changes, is_valid in (
        ({"armor_save": {"cap": 3}}, True),
        ({"armor_save": {"cap": 11}}, False),
        ({"armour_save": {"cap": 3}}, False),
        ({"id": "mine"}, False),
    ):
        card = {"id": "mine", "title": "Mine", "changes": changes}
        assert judge.is_valid({"pack": pack["pack"], "ruleset": [card]}) == is_valid, changes


def test_the_page_names_schemas_of_games_that_are() -> None:
    page = PAGE.read_text("utf-8")
    files = {*re.findall(r"([a-z-]+)\.schema\.json", page)}
    assert files and files <= {*games.names()}
    assert page.count("#:schema") >= 1
