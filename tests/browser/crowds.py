"""The most crowded fight of a few games, for each game: where a screen has most to show at once."""

from __future__ import annotations

import random
from functools import cache

import gattai
from gattai.scene.parts import Scene
from tests.browser.pictures_robot_empire import blocked
from tests.browser.robot_empire_tables import position
from tests.browser.scenes import near_the_enemy
from tests.server.table import Table

GAMES = ("aegis", "mechastellar", "aristeia", "attack-chart", "robot-empire")
SEEDS = range(1, 7)
MAX_ANSWERS = 250
ENEMIES = 4
GREEDY = 0.4
"""How many answers are the greedy bot's; the others wander, so that units come together and stay."""


def crowded(table: Table, game: str) -> str:
    """A match that goes on in a crowd, the first side at the screen."""
    if game == "robot-empire":
        people = ("random", "person", "random", "random")
        begun = table.begin("", *people, position=position(blocked()))
    elif game == "aegis":
        return near_the_enemy(table).match  # both squads in one place, and nobody combined yet
    else:
        begun = table.begin(game, "person", "random", transcript=fight(game))
    match: str = begun["id"]
    return match


@cache
def fight(game: str) -> str:
    """The transcript up to where most units stand side by side and the first side can attack."""
    best, found = 0, ""
    for seed in SEEDS:
        chance = random.Random(seed)
        match = gattai.game(game).begin(seed=seed)
        for _ in range(MAX_ANSWERS):
            if match.is_over:
                break
            if match.seat == match.seats[0]:
                scene = match.view(0).scene
                if attacks(scene) and touching(scene) > best:
                    best, found = touching(scene), match.text()
            is_greedy = chance.random() < GREEDY
            match.play(
                match.suggest("greedy") if is_greedy else chance.choice(list(match.options()))
            )
    return found


def attacks(scene: Scene) -> int:
    """How many enemies can be attacked."""
    foes = {piece.id for piece in scene.pieces if piece.owner != scene.seat}
    options = scene.ask.options if scene.ask else ()
    return len({option.target for option in options if option.has_odds} & foes)


def touching(scene: Scene) -> int:
    """How many pairs of units stand side by side; enemies count most."""
    there = [piece for piece in scene.pieces if piece.at is not None and not piece.is_gone]
    return sum(
        (1 if one.owner == other.owner else ENEMIES) * beside(one.at or "", other.at or "")
        for number, one in enumerate(there)
        for other in there[:number]
    )


def beside(one: str, other: str) -> bool:
    (q, r), (s, t) = (map(int, at.split(",")) for at in (one, other))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t)) == 1
