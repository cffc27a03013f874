"""Positions worth looking at: games played on by a simple plan until something is to be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import Asked, observe
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import read_answer
from gattai.scene.parts import ListedOption, Scene
from gattai.scene.stage import make_scene
from gattai.server.table.opening import dice_of
from tests.server.table import Table

Wanted = Callable[[Scene], bool]
RED = 0


class Standoff(NamedTuple):
    """Red's unit, an enemy that it can shoot at, and one that it cannot."""

    match: str
    actor: str
    target: str
    hidden: str


def near_the_enemy(table: Table) -> Standoff:
    """A match in which red's unit can shoot at one enemy and not at another."""
    transcript, scene = standing_off()
    found = _standoff(scene)
    assert found is not None
    match: str = table.begin("aegis", "person", "random", transcript=transcript)["id"]
    return Standoff(match, *found)


def about_to_combine(table: Table) -> str:
    """A match in which red can combine, with the fight well under way."""
    transcript, _ = _combining()
    match: str = table.begin("aegis", "person", "random", transcript=transcript)["id"]
    return match


def played_by_bots(record: Record[Any], names: Sequence[str], seed: str) -> Iterator[Choose]:
    """Bots play the record, each question handed out before it is answered; dice of its seed."""
    rules, dice = record.rules, dice_of(record.header)
    bots = [registry.make(name, seed, rules=rules) for name in names]
    while not isinstance(question := record.question, Outcome):
        number = len(record.entries) + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        assert isinstance(question, Choose)
        yield question
        seen = observe(rules, record.position, question.seat)
        record.answer(bots[question.seat].answer(seen, question, number), question.seat)


def about_to_win(table: Table) -> tuple[str, list[str]]:
    """A match in which red's next answers win it, and these answers."""
    rules = games.load("aegis")
    for seed in range(1, 30):
        record: Record[Any] = Record(rules, players=("person", "random"), dice=f"seeded {seed}")
        for _ in played_by_bots(record, ("greedy", "random"), str(seed)):
            pass
        ending = record.question
        if isinstance(ending, Outcome) and ending.winners == (RED,):
            text = record.transcript().text()
            last = len(record.entries)
            while record.entries[last - 1].who in ("red", "dice"):
                last -= 1
            rest = [entry.text for entry in record.entries[last:] if entry.who == "red"]
            begun = table.begin("aegis", "person", "random", transcript=text, at=last)
            return begun["id"], rest
    raise AssertionError("red never wins")


def in_a_firefight(table: Table) -> str:
    """A match of attack-chart some rounds old, in which blue's unit can shoot."""
    rules = games.load("attack-chart")
    record: Record[Any] = Record(rules, players=("person", "greedy"), dice="seeded 4")
    for question in played_by_bots(record, ("greedy", "greedy"), "4"):
        shots = any(type(option).__name__ == "Attack" for option in question.options)
        if len(record.entries) >= 40 and question.seat == 0 and shots:
            break
    match: str = table.begin(
        "attack-chart", "person", "greedy", transcript=record.transcript().text()
    )["id"]
    return match


def in_mid_attack() -> str:
    """The transcript of a game that stops in the middle of red's attack: dice lie there, red may
    throw some of them again.
    """
    return _throwing()[0]


# Each is looked for once, however many tests want it.


@cache
def standing_off() -> tuple[str, Scene]:
    return _played(lambda scene: _standoff(scene) is not None)


@cache
def _combining() -> tuple[str, Scene]:
    return _played(_can_combine)


@cache
def _throwing() -> tuple[str, Scene]:
    return _played(lambda scene: any(o.kind == "reroll" for o in _options(scene)))


def _options(scene: Scene) -> tuple[ListedOption, ...]:
    return scene.ask.options if scene.ask else ()


def _standoff(scene: Scene) -> tuple[str, str, str] | None:
    assert scene.ask is not None
    names = {piece.id: piece.name for piece in scene.pieces}
    foes = [p.id for p in scene.pieces if p.owner != scene.seat and p.at and not p.is_gone]
    shots = [o for o in scene.ask.options if o.has_odds and o.target in foes and o.actor]
    for actor in dict.fromkeys(option.actor for option in shots):
        seen = [o.target for o in shots if o.actor == actor]
        hidden = [foe for foe in foes if foe not in seen]
        moves = any(o.actor == actor and o.kind == "move" for o in scene.ask.options)
        if len(set(seen)) > 1 and hidden and moves and actor and seen[0] and _hurt(scene) > 2:
            return names[actor], names[seen[0]], names[hidden[0]]
    return None


def _hurt(scene: Scene) -> int:
    return sum(piece.bar.now < piece.bar.most for piece in scene.pieces)


def _can_combine(scene: Scene) -> bool:
    options = scene.ask.options if scene.ask else ()
    return _hurt(scene) > 2 and any(option.kind == "combine" for option in options)


def _played(wanted: Wanted) -> tuple[str, Scene]:
    """The first game in which it comes about, up to that moment."""
    for seed in range(1, 40):
        found = _played_with(wanted, str(seed))
        if found is not None:
            return found
    raise AssertionError("the position that was wanted did not come about")


def _played_with(wanted: Wanted, seed: str, most: int = 400) -> tuple[str, Scene] | None:
    rules, maker = games.load("aegis"), games.scene_maker("aegis")
    record: Record[Any] = Record(rules, players=("person", "random"), dice=f"seeded {seed}")
    dice = dice_of(record.header)
    for number in range(1, most):
        question = record.question
        if isinstance(question, Outcome):
            return None
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number))
            continue
        seat = Seat(getattr(question, "seat", 0))
        seen = observe(rules, record.position, seat)
        assert isinstance(seen.question, Asked)
        scene = make_scene(rules, maker, record.position, seat, number=number)
        if seat == RED and scene.turn == RED and wanted(scene):
            return record.transcript().text(), scene
        text = _next(scene, number)
        record.answer(read_answer(rules, record.position, record.question, text), seat)
    return None


def _next(scene: Scene, number: int) -> str:
    """Shoot every second time, else go to where the others are; keep what the dice show."""
    assert scene.ask is not None
    options = scene.ask.options
    foes = {piece.id: piece for piece in scene.pieces if piece.owner != scene.seat}
    shots = [o for o in options if o.has_odds and o.target in foes]
    if shots and number % 2:
        return shots[number % len(shots)].text
    near = [piece.at for piece in foes.values() if piece.at is not None]
    moves = [o for o in options if o.kind in ("move", "place")]
    if moves:
        return min(moves, key=lambda option: (_away(option, near), option.text)).text
    plain = [o for o in options if o.kind in ("end-turn", "keep", "done", "pass")]
    return (plain or list(options))[0].text


def _away(option: ListedOption, near: list[str]) -> int:
    assert option.cell is not None
    return min((_distance(option.cell, at) for at in near), default=0)


def _distance(one: str, other: str) -> int:
    (q, r), (s, t) = (map(int, at.split(",")) for at in (one, other))
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))
