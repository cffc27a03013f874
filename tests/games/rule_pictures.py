"""Finds a picture for each rule in games that bots play.

    python -m tests.games.rule_pictures [GAME ...] [--seeds 30]

Four kinds of moments are looked for: an event that cites the rule, a question or a step of the dice that does, a term of the odds
of a legal action, and a reason against an action. The games are the same each time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec

import gattai
from gattai import games
from gattai.games.rule_pictures import FILE, PicturedCell, PicturedPiece, RulePicture
from gattai.kernel.action import Option
from gattai.kernel.question import Choose
from gattai.kernel.secrecy import EVERYBODY, view
from gattai.kernel.text import notation
from gattai.scene.maker import SceneMaker
from gattai.scene.motions import SeatObserver
from gattai.scene.parts import Look, Motion, Piece
from gattai.scene.stage import make_scene, names_in, reasons_of
from gattai.scene.story import described_events
from gattai.server.web.library import game_card

NEAR = 2.0
"""How far around those who take part the board is shown, in sides of a hex."""
WIDEST = 9.0
ASPECT = 2.2
"""The least width of a picture with a board, in heights."""
MOST_TARGETS = 3
TRIED = 8
"""Actions of each kind looked at in one position."""
MOST_REASONS = 3
ASKED = 2
"""A question says less about a rule than one of two reasons does."""
RANDOM = 0.3
"""How often a player answers at random, so that rare rules are met."""
PLAYER = "policy"
VARIED = {
    "aegis": ("red", "blue", "field"),
    "aristeia": ("green", "orange"),
    "attack-chart": ("blue", "red", "method"),
    "mechastellar": ("south", "north", "map"),
    "robot-empire": ("seats", "ports", "moons", "ask"),
}
"""The settings that differ from game to game."""


class Moment(NamedTuple):
    """What a rule did, before it is drawn."""

    rule: str
    kind: Any
    text: str
    actor: str
    targets: tuple[str, ...]
    way: tuple[str, ...]
    more: int = 0
    """The number of other reasons, or `ASKED`."""


class Shown(NamedTuple):
    """Everything that can be drawn at one moment."""

    pieces: dict[str, PicturedPiece]
    cells: dict[str, PicturedCell]
    shape: str
    ground: str = ""


def shown(maker: SceneMaker, state: object) -> Shown:
    layout = maker.layout(view(state, None), None)
    looks = {card.id: card.look for card in layout.cards}
    names = {card.id: card.title for card in layout.cards}
    pieces = {
        piece.id: PicturedPiece(piece.name, piece.owner, piece.at or "", _look(piece, looks))
        for piece in layout.pieces
        if not piece.is_gone
    }
    for zone in layout.zones:
        for held in zone.cards:
            if held.card and zone.owner is not None and held.id not in pieces:
                pieces[held.id] = PicturedPiece(
                    names.get(held.card, held.card), zone.owner, "", looks.get(held.card)
                )
    board = layout.board
    if board is None or board.is_open:
        return Shown(pieces, {}, "" if board is None else board.shape)
    cells = {
        cell.id: PicturedCell(cell.id, round(cell.x, 2), round(cell.y, 2), cell.terrain)
        for cell in board.cells
    }
    return Shown(pieces, cells, board.shape, board.ground)


def _look(piece: Piece, looks: dict[str, Look | None]) -> Look | None:
    return piece.look or looks.get(piece.card)


def picture(moment: Moment, table: Shown, source: str) -> RulePicture | None:
    """The picture of a moment; None if it cannot be understood at a glance."""
    ids = [*([moment.actor] if moment.actor else []), *moment.targets]
    if not ids or any(one not in table.pieces for one in ids) or " " not in moment.text:
        return None
    if table.shape == "open":
        return None
    parts = [table.pieces[one] for one in ids]
    way = tuple(one for one in moment.way if one in table.cells)
    if len({*way}) < 2:
        way = ()
    places = [table.cells[at] for at in {*way, *(part.at for part in parts)} if at in table.cells]
    if table.cells and not places:
        return None
    others: list[PicturedPiece] = []
    cells: tuple[PicturedCell, ...] = ()
    if places:
        left, right = min(p.x for p in places), max(p.x for p in places)
        top, bottom = min(p.y for p in places), max(p.y for p in places)
        wider = max(0.0, (bottom - top + 2 * NEAR) * ASPECT - (right - left + 2 * NEAR)) / 2
        if right - left > WIDEST or bottom - top > WIDEST:
            return None
        cells = tuple(
            cell
            for cell in table.cells.values()
            if left - NEAR - wider <= cell.x <= right + NEAR + wider
            and top - NEAR <= cell.y <= bottom + NEAR
        )
        near = {cell.id for cell in cells}
        others = [
            piece for key, piece in table.pieces.items() if piece.at in near and key not in ids
        ]
    return RulePicture(
        kind=moment.kind,
        text=moment.text,
        shape=table.shape,
        ground=table.ground,
        cells=cells,
        pieces=(*parts, *others),
        actor=bool(moment.actor),
        targets=len(moment.targets),
        way=way,
        source=source,
    )


def worth(moment: Moment, found: RulePicture) -> tuple[Any, ...]:
    """Smaller is better: somebody acts on somebody, few bystanders, a small board, a short text."""
    lonely = found.targets == 0 and not found.way
    bystanders = len(found.pieces) - found.targets - found.actor
    order = ("happened", "counts", "refused").index(found.kind)
    small = len(found.cells) // 20
    return (moment.more, lonely, order, not found.actor, bystanders > 3, small, len(found.text))


class Miner:
    """Plays games of one kind and keeps the best picture of each rule."""

    def __init__(self, name: str) -> None:
        self.game = gattai.game(name)
        choices = {choice.name: choice.choices for choice in game_card(games.load(name)).options}
        self._varied = {setting: choices[setting] for setting in VARIED.get(name, ())}
        self.found: dict[str, tuple[tuple[Any, ...], RulePicture]] = {}

    def plays(self, seed: int) -> None:
        chance = random.Random(f"{self.game.name}/{seed}")
        settings: Any = {
            name.replace("-", "_"): chance.choice(values).value
            for name, values in self._varied.items()
        }
        match = self.game.begin(seed=seed, **settings)
        seats = len(match.seats)
        while not match.is_over and match.number < 60 * seats * 5:
            if chance.random() < 0.25:
                self.looks_at_actions(match, chance, f"{seed}/{match.number}")
            begun = len(match._record.past)
            seat = match.seat
            options = match.options() if chance.random() < RANDOM else ()
            match.play(chance.choice(options) if options else match.suggest(PLAYER, seat), seat)
            for number, past in enumerate(match._record.past[begun:], begun + 1):
                self.reads(past, f"{seed}/{number}")

    def reads(self, past: Any, source: str) -> None:
        """The events of an answer."""
        maker = self.game._maker
        observer = SeatObserver(maker, EVERYBODY)
        table: Shown | None = None
        last: Moment | None = None
        for at, one in enumerate(described_events(past.was, past.events, EVERYBODY, maker)):
            if at == 0:
                observer.begin(past.was, one.before)
            motion = observer.motion(one.event, one.before, one.after)
            moment = None if motion is None else happened(one.event.rule, one.text, motion)
            if one.text == type(one.event).__name__:
                continue
            if moment is None and last is not None and one.text and " " not in one.event.rule:
                moment = last._replace(rule=one.event.rule, text=one.text)
            if moment is not None:
                last = moment
                table = table or shown(maker, past.was)
                self.keeps(moment, table, source)

    def looks_at_actions(self, match: Any, chance: random.Random, source: str) -> None:
        """The terms of the odds of legal actions, and the only reason against others."""
        question = match._record.question
        if not isinstance(question, Choose):
            return
        if not match._record.position.is_settled:
            self.looks_at_question(match, source)
            return
        rules, maker = match._rules, match._maker
        state = match._record.step.seen(question.seat).state
        table = shown(maker, state)
        words, names = rules.words(state), names_in(maker, state)
        kinds: dict[type, list[Option]] = {}
        for action in islice(rules.candidates(state), 5000):
            if isinstance(action, Option):
                kinds.setdefault(type(action), []).append(action)
        tried = [one for of in kinds.values() for one in chance.sample(of, min(TRIED, len(of)))]
        for action in tried:
            refusals = [*rules.refusals(state, action)]
            against = {refusal.rule for refusal in refusals}
            if len(against) > MOST_REASONS:
                continue
            option = maker.option(state, notation.write(action, words), action)
            if refusals:
                terms = [
                    (refusal.rule, "refused", f"{option.label}: {reason.text}")
                    for refusal, reason in zip(
                        refusals, reasons_of(rules, refusals, names), strict=True
                    )
                ]
            else:
                terms = [*counted(rules, maker, state, action, option.label, names)]
            way = tuple(
                at
                for at in (_at(table, option.actor), option.cell or _at(table, option.target))
                if at
            )
            target = option.target if option.target and option.target != option.actor else None
            for rule, kind, text in terms:
                aimed = (target,) if target else ()
                moment = Moment(
                    rule,
                    kind,
                    text,
                    option.actor or "",
                    aimed,
                    way if len(way) > 1 else (),
                    max(0, len(against) - 1),
                )
                self.keeps(moment, table, source)

    def looks_at_question(self, match: Any, source: str) -> None:
        """What is asked during an attack, and how its dice came about."""
        scene = make_scene(match._rules, match._maker, match._record.step, None, number=1)
        declared = scene.declared
        if declared is None or scene.ask is None:
            return
        actor, aimed = declared.actor or "", (declared.target,) if declared.target else ()
        said = [
            (scene.ask.cites.rule, "happened", scene.ask.what, ASKED),
            *((reason.cites.rule, "counts", reason.text, 0) for reason in declared.reasons),
            *((step.cites.rule, "happened", step.text, 0) for step in (scene.throw.steps if scene.throw else ())),
        ]  # fmt: skip
        table = shown(match._maker, match._record.step.table)
        way = declared.line[:1] + declared.line[-1:]
        for rule, kind, text, more in said:
            moment = Moment(rule, kind, text, actor, aimed, way, more)
            self.keeps(moment, table, source)

    def keeps(self, moment: Moment, table: Shown, source: str) -> None:
        drawn = picture(moment, table, source)
        if drawn is None:
            return
        known, value = self.found.get(moment.rule), worth(moment, drawn)
        if known is None or value < known[0]:
            self.found[moment.rule] = value, drawn


def _at(table: Shown, piece: str | None) -> str:
    return table.pieces[piece].at if piece in table.pieces else ""


def happened(rule: str, text: str, motion: Motion) -> Moment | None:
    targets = tuple(dict.fromkeys(hit.piece for hit in motion.hits if hit.piece != motion.actor))
    if motion.kind == "dice" or len(targets) > MOST_TARGETS or " " in rule:
        return None
    way = motion.way or (motion.line[:1] + motion.line[-1:])
    actor = motion.actor or (motion.card if motion.kind == "card" else "")
    return Moment(rule, "happened", text, actor, targets, way)


def counted(
    rules: Any, maker: SceneMaker, state: object, action: Option, label: str, names: Any
) -> Iterator[tuple[str, str, str]]:
    forecast = maker.forecast(state, action)
    for total in () if forecast is None else forecast.sums:
        for term in total.terms:
            (reason,) = reasons_of(rules, [term], names)
            sign = "" if reason.amount is None else f" ({reason.amount:+})"
            yield term.rule, "counts", f"{label}: {reason.text}{sign}"


def mined(name: str, seeds: Iterable[int]) -> dict[str, RulePicture]:
    miner = Miner(name)
    for seed in seeds:
        miner.plays(seed)
    known = {rule.id for rule in miner.game.rules()}
    return {rule: found for rule, (_, found) in sorted(miner.found.items()) if rule in known}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--seeds", type=int, default=30)
    wanted = parser.parse_args()
    for name in wanted.games:
        found = mined(name, range(wanted.seeds))
        lines = ",\n".join(
            f"{msgspec.json.encode(rule).decode()}: {msgspec.json.encode(one).decode()}"
            for rule, one in found.items()
        )
        (games.get(name).folder / FILE).write_text(f"{{\n{lines}\n}}\n", "utf-8")
        print(
            f"{name}: {len(found)} of {len(gattai.game(name).rules())} rules, {len(lines) // 1000} kB"
        )


if __name__ == "__main__":
    main()
