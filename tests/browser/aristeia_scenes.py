"""Moments of Aristeia! worth looking at: a game played by a simple plan, up to where each comes about."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gattai import games
from gattai.kernel.question import Roll, Seat, Together
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.scene.parts import ListedOption, Scene
from gattai.scene.stage import make_scene
from gattai.server.table.opening import dice_of
from tests.server.table import Table

Wanted = Callable[[Scene], bool]
GREEN = Seat(0)
PLAYERS = ("person", "rookie")
MAX_GAMES = 20


def begun(table: Table, name: str) -> str:
    """A match that goes on from a moment, green at the screen, the rookie as orange."""
    match: str = table.begin("aristeia", *PLAYERS, transcript=moment(name))["id"]
    return match


def moment(name: str) -> str:
    """The transcript of a game up to a moment."""
    return _moments()[name]


def _is_later_planning(scene: Scene) -> bool:
    return "Planning" in scene.headline and not scene.headline.startswith("Round 1")


def _is_mid_roll(scene: Scene) -> bool:
    """A Combat Roll: both have dice, something was spent, and green may still spend."""
    throw, ask = scene.throw, scene.ask
    if throw is None or ask is None or " against " not in throw.title or "Disengage" in throw.title:
        return False
    fates = [fate for group in throw.groups for die in group.dice for fate in die.fates]
    spends = sum(option.kind == "activate" for option in ask.options)
    return "spent" in fates and spends > 0 and len(fates) > 7


def _is_busy(scene: Scene) -> bool:
    """Green acts and may attack; somebody is in the Infirmary or on the Bench, States lie there."""
    if scene.ask is None or scene.turn != GREEN:
        return False
    aside = any(piece.fate for piece in scene.pieces)
    marked = any(piece.badges and piece.at for piece in scene.pieces)
    return aside and marked and bool(_attacks(scene))


WANTED: dict[str, Wanted] = {
    "planning": _is_later_planning,
    "roll": _is_mid_roll,
    "infirmary": _is_busy,
}


@cache
def _moments() -> dict[str, str]:
    """The transcripts, each up to the first time that its moment comes about."""
    found: dict[str, str] = {}
    for seed in range(1, MAX_GAMES):
        _play(str(seed), found)
        if len(found) == len(WANTED):
            return found
    raise AssertionError(f"only these moments came about: {', '.join(found)}")


def _play(seed: str, found: dict[str, str]) -> None:
    rules, maker = games.load("aristeia"), games.scene_maker("aristeia")
    record: Record[Any] = Record(rules, players=PLAYERS, dice=f"seeded {seed}")
    dice = dice_of(record.header)
    while not isinstance(question := record.question, Outcome) and len(found) < len(WANTED):
        number = len(record.entries) + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        asks = question.asks if isinstance(question, Together) else (question,)
        for ask in asks:
            scene = make_scene(rules, maker, record.position, ask.seat, number=number)
            for name, wanted in WANTED.items():
                if ask.seat == GREEN and name not in found and wanted(scene):
                    found[name] = record.transcript().text()
            text = _next(scene)
            record.answer(read_answer(rules, record.position, ask, text), ask.seat)


def _next(scene: Scene) -> str:
    """Spend what can be spent, attack whom one can, else walk to the middle; no Tactics."""
    assert scene.ask is not None
    options = scene.ask.options
    pays = [o for o in options if o.kind in ("activate", "keep-hand", "apply")]
    acts = [*pays, *_attacks(scene)]
    if acts:
        return acts[-1].text
    here = {piece.id: piece.at for piece in scene.pieces}
    walks = [o for o in options if o.kind == "walk" and o.cell and o.actor]
    if walks:
        best = min(walks, key=lambda o: (_far(o.cell), o.text))
        if _far(best.cell) < _far(here.get(best.actor or "")):
            return best.text
    moves = [o for o in options if o.text == "perform move" and not walks]
    plain = [o for o in options if o.kind in ("end", "pass", "stay")]
    places = sorted((o for o in options if o.cell), key=lambda o: (_far(o.cell), o.text))
    return (moves or plain or places or list(options))[0].text


def _attacks(scene: Scene) -> list[ListedOption]:
    assert scene.ask is not None
    foes = {piece.id for piece in scene.pieces if piece.owner != scene.ask.seats[0]}
    return [option for option in scene.ask.options if option.has_odds and option.target in foes]


def _far(cell: str | None) -> int:
    """How far from the middle of the board."""
    q, r = map(int, (cell or "9,9").split(","))
    return max(abs(q), abs(r), abs(q + r))
