"""Moments of Aristeia! worth looking at: games of two simple players, up to where one comes about."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import look
from gattai.kernel.question import Choose, Roll, Seat, Together
from gattai.kernel.ruleset import Outcome
from gattai.kernel.transcript import Record
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from gattai.server.opening import dice_of
from tests.server.table import Table

Wanted = Callable[[Scene], bool]
GREEN = Seat(0)
PLAYERS = ("person", "greedy")
MOST_GAMES = 12


def begun(table: Table, transcript: str) -> str:
    """A match that goes on from there, green at the screen, a simple bot as orange."""
    match: str = table.begin("aristeia", *PLAYERS, transcript=transcript)["id"]
    return match


@cache
def switches_of_both() -> str:
    """In the middle of a Face to Face Roll: something was spent, and green may still spend."""
    return _played(_is_mid_roll)


@cache
def in_the_infirmary() -> str:
    """Green acts and may attack; somebody is in the Infirmary or on the Bench, States lie there."""
    return _played(_is_busy)


@cache
def planning() -> str:
    """A later Round's Planning, with the hands of the game."""
    return _played(lambda scene: "Planning" in scene.headline and scene.headline[6] > "1")


def _is_mid_roll(scene: Scene) -> bool:
    throw, ask = scene.throw, scene.ask
    if throw is None or ask is None or len(throw.groups) < 2:
        return False
    fates = [fate for group in throw.groups for die in group.dice for fate in die.fates]
    spends = sum(option.kind == "activate" for option in ask.options)
    return "spent" in fates and spends > 0 and len(fates) > 7


def _is_busy(scene: Scene) -> bool:
    if scene.ask is None or scene.turn != GREEN:
        return False
    aside = any(piece.fate for piece in scene.pieces)
    marked = any(piece.badges and piece.at for piece in scene.pieces)
    foes = {piece.id for piece in scene.pieces if piece.owner != GREEN}
    attacks = any(option.has_odds and option.target in foes for option in scene.ask.options)
    return aside and marked and attacks


def _played(wanted: Wanted) -> str:
    for seed in range(1, MOST_GAMES):
        found = _played_with(wanted, str(seed))
        if found:
            return found
    raise AssertionError("the moment that was wanted did not come about")


def _played_with(wanted: Wanted, seed: str) -> str:
    rules, maker = games.load("aristeia"), games.scene_maker("aristeia")
    record: Record[Any] = Record(rules, players=PLAYERS, dice=f"seeded {seed}")
    dice = dice_of(record.setting)
    bots = [registry.make("greedy", seed + side, rules=rules) for side in ("g", "o")]
    while not isinstance(question := record.question, Outcome):
        number = len(record.entries) + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        asks = question.asks if isinstance(question, Together) else (question,)
        if any(ask.seat == GREEN for ask in asks):
            scene = make_scene(rules, maker, record.position, GREEN, number=number)
            if wanted(scene):
                return record.transcript().text()
        for ask in asks:
            assert isinstance(ask, Choose)
            seen = look(rules, record.position, ask.seat)
            record.answer(bots[ask.seat].answer(seen, ask, number), ask.seat)
    return ""
