"""What a seat is shown: zones of cards, faces that can be read, and nothing of others' hands."""

from __future__ import annotations

import random

import msgspec

from gattai.games.robot_empire.scene import MAKER
from gattai.kernel.question import Seat
from gattai.scene.stage import make_scene
from gattai.testing.walk import some_moments
from tests.games.robot_empire.table import RULES, Game

TABLE = {
    "seats": 4,
    "moons": ["silver-moon"],
    "cobalt": {
        "vault": 6,
        "hand": ["saboteur", "rivet-pup"],
        "units": [
            "titan-torso&tread-base +rocket",
            "sky-talon moon=silver-moon",
            "cave-rat-pack&ash-wolf",
        ],
    },
    "crimson": {
        "vault": 2,
        "hand": ["double-agent"],
        "units": ["brax-the-strong permanent recharging"],
    },
    "jade": {"units": ["missile-launcher", "wing-torso"]},
}


def test_every_player_has_two_rows_and_a_hand() -> None:
    game = Game.laid(**TABLE)
    scene = make_scene(game.rules, MAKER, game.position, Seat(0), number=1)
    ids = [zone.id for zone in scene.zones]
    for name in game.rules.seats:
        assert {f"front-{name}", f"base-{name}", f"hand-{name}"} <= {*ids}
    assert {"moons", "deck", "pile"} <= {*ids} and scene.board is None
    held = [card.id for zone in scene.zones for card in zone.cards]
    assert len({*held}) == len(held)
    faces = {card.id for card in scene.cards}
    assert all(card.card in faces for zone in scene.zones for card in zone.cards)
    assert {track.name for track in scene.tracks} == {"Battery", "Vault", "War Chest"}


def test_other_hands_are_only_counted() -> None:
    game = Game.laid(**TABLE)
    for seat in (Seat(0), Seat(2), None):
        scene = make_scene(game.rules, MAKER, game.position, seat, number=1)
        text = msgspec.json.encode(scene).decode()
        assert "double-agent" not in text and "Double Agent" not in text
        hand = next(zone for zone in scene.zones if zone.id == "hand-crimson")
        assert hand.cards == () and hand.count == 1
    own = make_scene(game.rules, MAKER, game.position, Seat(1), number=1)
    assert "double-agent" in msgspec.json.encode(own).decode()


def test_options_are_anchored_to_cards_that_are_there() -> None:
    game = Game.laid(**TABLE)
    scene = make_scene(game.rules, MAKER, game.position, Seat(0), number=1)
    assert scene.ask is not None and scene.ask.is_mine
    held = {card.id for zone in scene.zones for card in zone.cards}
    zones = {zone.id for zone in scene.zones}
    for option in scene.ask.options:
        assert option.label and option.kind
        assert option.card is None or option.card in held
        assert option.target is None or option.target in held
        assert option.zone is None or option.zone in zones
        assert {*option.picks} <= held


def test_a_reaction_is_asked_as_one() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["3/2 as=foe"]},
        crimson={"vault": 2, "hand": ["saboteur"], "ask": "attacked"},
    )
    game.do("attack foe crimson", "next")
    scene = make_scene(game.rules, MAKER, game.position, Seat(1), number=3)
    assert scene.ask is not None and scene.ask.kind == "react"
    assert [o.label for o in scene.ask.options][:2] == [
        "spring Saboteur at cobalt's 3/2",
        "let it pass",
    ]


def test_every_moment_of_a_random_game_can_be_drawn_for_everybody() -> None:
    for number in range(4):
        rng = random.Random(f"scene {number}")
        for moment in some_moments(RULES, rng, 12, lambda moment: True):
            for seat in (*range(len(moment.rules.seats)), None):
                who = None if seat is None else Seat(seat)
                scene = make_scene(moment.rules, MAKER, moment.step.position, who, number=1)
                assert scene.headline
                held = [card.id for zone in scene.zones for card in zone.cards]
                assert len({*held}) == len(held)


def test_dice_have_a_forecast() -> None:
    game = Game.laid(cobalt={"vault": 3, "hand": ["dice-golem"]})
    action = game.read("bring-out dice-golem")
    assert MAKER.forecast(game.state, action) is not None
    game.do("bring-out dice-golem", "dice 2")
    assert game.state.players[0].vault == 1
