"""Looks: every unit and card of every pack says what it looks like, from what stands on it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.aristeia.faces import character_card, tactic_card
from gattai.games.robot_empire.faces import face_of
from gattai.kernel.position import begin
from gattai.plugins import resolve
from gattai.scene.parts import Card, Look

KINDS = frozenset(
    "robot suit super kaiju ship tank jet athlete agent squad building gear moon event".split()
)
CLASSES = frozenset("AEGIS")
OWN = """
[pack]
id = "own"
version = "1.0.0"
title = "Our own"
house = true
source = "the kitchen table"
licence = "ours"

[[unit]]
id = "moth"
name = "Moth Titan"
models = 1
move = 6
defence = 8
hp = 9
points = 90

[[unit.weapon]]
id = "tail"
name = "Barbed Tail"
class = "melee"
range = 0
attacks = 3
power = 6
"""


def state_of(game: str, **options: str) -> Any:
    rules = games.load(game)
    return begin(rules.seated(options), options).state


def all_cards(game: str) -> Iterator[Card]:
    """Every card there is, as a scene or a builder would show it."""
    rules: Any = games.load(game)
    match game:
        case "aegis":
            workshop = games.get(game).builds()
            assert workshop is not None
            yield from (each.card for each in workshop.kit(rules, {}).cards)
        case "robot-empire":
            yield from map(face_of, rules.cards.values())
        case "aristeia":
            box = state_of(game).box
            yield from (character_card(card, box) for card in box.characters)
            yield from (tactic_card(card) for each in box.tactics_of.values() for card in each)
        case "mechastellar":
            maker: Any = resolve(".scene:card_of", games.get(game).package)
            yield from map(maker, rules.content.units.values())
        case "attack-chart":
            maker = resolve(".scene:card_of", games.get(game).package)
            yield from map(maker, rules.units.values())


@pytest.mark.parametrize("game", games.names())
def test_every_card_of_every_pack_has_a_look(game: str) -> None:
    cards = [*all_cards(game)]
    assert len(cards) >= 8
    for card in cards:
        look = card.look
        assert look is not None, card.title
        assert look.kind in KINDS, card.title
        assert {*look.classes} <= CLASSES
        assert look.classes or look.kind != "robot", card.title


@pytest.mark.parametrize("game", games.names())
def test_no_card_speaks_of_one_thing_as_of_several(game: str) -> None:
    for card in all_cards(game):
        for line in card.lines:
            assert not re.search(r"(?<![\d.+-])1 [a-z]+[^aius]s\b", line.text), (
                card.title,
                line.text,
            )


def looks(game: str) -> dict[str, Look]:
    return {card.title: card.look for card in all_cards(game) if card.look is not None}


def test_a_robot_of_aegis_shows_class_level_weapons_traits_and_make() -> None:
    found = looks("aegis")
    assert found["ENDR-100"] == Look(
        "robot", ("E",), "", 1, ("Cluster Bomb", "Chaff Pod"), ("Flight",), "ENDR"
    )
    assert (found["ARK-2500"].classes, found["ARK-2500"].level) == (("A", "G"), 2)


def test_a_robot_that_took_over_another_weapon_looks_like_it() -> None:
    state = state_of("aegis")
    maker = games.scene_maker("aegis")
    assert {piece.look for piece in maker.layout(state, None).pieces} == {None}
    unit = state.units[0]
    lent = replace(unit, actions=(state.units[1].actions[0], *unit.actions[1:]))
    look = maker.layout(state.with_unit(0, lent), None).pieces[0].look
    assert look is not None
    assert look.weapons[0] == state.units[1].actions[0].name


def test_units_of_mechastellar_look_like_what_they_are() -> None:
    found = looks("mechastellar")
    kinds = {name: look.kind for name, look in found.items()}
    wanted = {
        "White Asura": "suit",
        "VoltLion": "super",
        "Trident Drake": "kaiju",
        "Musarl Cruiser": "ship",
        "Tankcrawler": "tank",
        "Hoverjet": "jet",
    }
    assert {name: kinds[name] for name in wanted} == wanted
    assert (found["Falconeye"].role, found["White Asura"].traits[-1]) == ("Sniper", "ace")
    assert found["Trident Drake"].level > found["White Asura"].level


def test_cards_of_robot_empire_look_like_their_category() -> None:
    kinds = {name: look.kind for name, look in looks("robot-empire").items()}
    wanted = {
        "Brax the Strong": "robot",
        "Bog Titan": "kaiju",
        "Saboteur": "agent",
        "Jump Jets": "gear",
        "Coin Mint": "building",
        "Twin Moon": "moon",
        "EMP Storm": "event",
    }
    assert {name: kinds[name] for name in wanted} == wanted
    halves = looks("robot-empire")
    assert (halves["Titan Torso"].role, halves["Titan Legs"].role) == ("torso", "legs")


def test_athletes_have_a_role() -> None:
    roles = {name: look.role for name, look in looks("aristeia").items() if look.role}
    assert roles == {
        "Maximus": "blocker",
        "hEXx3r": "runner",
        "Parvati": "medic",
        "Major Lunah": "shooter",
        "8-Ball": "brawler",
        "Miyamoto Mushashi": "duelist",
        "Wild Bill": "shooter",
        "Gata": "runner",
    }


def test_units_of_the_attack_chart_are_squads_machines_people_or_beasts() -> None:
    assert {name: look.kind for name, look in looks("attack-chart").items()} == {
        "Warden Squad": "squad",
        "Lancer Team": "squad",
        "Bulwark Walker": "robot",
        "Oracle": "agent",
        "Reaver Pack": "squad",
        "Gunners": "squad",
        "Gorehide Beast": "kaiju",
        "Gnat Swarm": "squad",
    }


def test_a_unit_of_a_users_own_pack_has_a_look_as_well(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, "utf-8")
    rules: Any = games.load("attack-chart", (tmp_path,))
    card = resolve("gattai.games.attack_chart.scene:card_of")(rules.units["moth"])
    assert card.look == Look("kaiju", weapons=("Barbed Tail",))


@pytest.mark.parametrize(
    ("game", "ground"),
    [
        ("aegis", "plate"),
        ("attack-chart", "plate"),
        ("aristeia", "court"),
        ("mechastellar", "earth"),
    ],
)
def test_a_board_lies_on_its_ground(game: str, ground: str) -> None:
    board = games.scene_maker(game).layout(state_of(game), None).board
    assert board is not None
    assert board.ground == ground


def test_a_battle_in_space_lies_on_nothing() -> None:
    state = state_of("mechastellar")
    field = replace(state.ground.field, environment="S")
    there = replace(state, ground=replace(state.ground, field=field))
    board = games.scene_maker("mechastellar").layout(there, None).board
    assert board is not None
    assert board.ground == "void"
