"""Tables of Robot Empire laid by hand, as files of positions: cards that the moments of a turn need."""

from __future__ import annotations

from typing import Any

from gattai.kernel.text.snapshot import position_text
from tests.games.robot_empire.table import Game

PEOPLE = ("guest", "guest", "random", "random")
"""Two people in windows of their own, and two bots."""
SECRETS = {
    "cobalt": ("Double Agent", "double-agent", "Meteor Strike", "meteor-strike", "chaos-imp"),
    "crimson": ("Combat Coach", "combat-coach", "stone-ogre", "jump-jets", "deep-mine"),
}
"""Cards that stay in a hand, and that nobody else must hear of."""

COBALT: dict[str, Any] = {
    "vault": 6,
    "battery": 17,
    "ask": "attacked",
    "hand": [
        "double-agent",
        "volt-runner",
        "meteor-strike",
        "rocket",
        "chaos-imp",
        "radar-dish",
    ],
    "units": [
        "old-general as=general",
        "sky-talon moon=silver-moon",
        "iron-duelist recharging",
        "titan-torso",
        "tread-base",
        "coin-mint",
    ],
}


def four(**more: Any) -> Game:
    """Cobalt's turn at a table of four: half a Mega Robot in each hand and Base, a fight to pick."""
    return Game.laid(
        **{
            "seats": 4,
            "moons": ["silver-moon", "crystal-moon"],
            "chest": 22,
            "pile": ["rivet-pup", "solar-lance"],
            "cobalt": COBALT,
            "crimson": {
                "vault": 4,
                "battery": 12,
                "ask": "attacked",
                "hand": ["saboteur", "combat-coach", "stone-ogre", "jump-jets", "deep-mine"],
                "units": [
                    "scrap-sentry permanent",
                    "bastion",
                    "brax-the-strong",
                    "missile-launcher",
                ],
            },
            "jade": {
                "vault": 3,
                "battery": 9,
                "hand": ["mud-crawler"] * 6,
                "units": ["wing-torso&spider-frame", "cave-rat-pack&ash-wolf", "coin-mint"],
            },
            "amber": {
                "vault": 1,
                "battery": 15,
                "hand": ["mud-crawler"] * 7,
                "units": ["longbow-unit damage=1", "glide-ace", "base-force-field"],
            },
            **more,
        }
    )


def position(game: Game) -> str:
    """The table as a file that anybody may open."""
    return position_text(game.rules, game.position)
