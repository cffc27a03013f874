"""How a game went that is over, in words and figures: what its ending shows beside who has won.

The figures are those of `bots.review`, the words those of the log as it is open to all. It is found
piece by piece, for the choices take a while to be judged.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from gattai import games
from gattai.bots import evaluations, review
from gattai.bots.registry import PERSON
from gattai.bots.review import AS_GOOD, NEARLY, Judged, Moment
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.text.transcript import parse
from gattai.odds.luck import fallen
from gattai.scene.maker import Setting
from gattai.scene.parts import Card, LogLine, Look, Option, Piece
from gattai.scene.stage import in_full, options_of
from gattai.server.messages import (
    BestUnit,
    Choices,
    CostlyChoice,
    Course,
    Turn,
    TurningPoint,
)
from gattai.server.table.history import lines_of
from gattai.server.table.lessons import scripted_answers

MOST_POINTS = 3
LEAST_CHANGE = 0.05
"""A turn that changed less is no turning point."""
LEAST_PART = 1 / 3
"""An action that brought less of what a turn cost whoever had it did not decide that turn."""
MOST_WORST = 3
TELLING = ("hit", "destroyed", "mend", "combine", "push")
"""Beats in which something becomes of a unit."""
NOT_YET = "how a game went is told when it is over"
_COUNTED = re.compile(r"\d")
_PRICE = re.compile(r"(\d+) ([^\d,;()]+)")
_ASIDE = re.compile(r" \([^()]*\)$| for \d+ \w+$")
"""What a line of the log says last and nobody needs here: terms in brackets, or a price."""


class NotOver(ValueError):
    """Nothing is told of a game's course before its end."""


def check_over(text: str) -> None:
    """`NotOver` for a transcript that does not say how its game ended."""
    if not parse(text).end:
        raise NotOver(NOT_YET)


def course_of(record: Record[Any]) -> Course:
    """How a game went, all at once."""
    back = Retrospect(record)
    while back.course is None:
        back.go_on(1)
    return back.course


class _Action(msgspec.Struct, frozen=True):
    """All answers from one settled table to the next."""

    first: int
    """So many answers were given before it."""
    past: tuple[Past[Any], ...]
    before: Setting
    after: Setting
    amounts: dict[str, tuple[int, ...]]
    """What each seat did, by unit."""
    option: Option | None
    """What was chosen, in words; None where chance began it, or nobody may see it."""

    @property
    def until(self) -> int:
        return self.first + len(self.past)


class Retrospect:
    """Looks back on one record, a piece at a time."""

    def __init__(self, record: Record[Any], judged: Sequence[Seat] | None = None) -> None:
        """`NotOver` if the game goes on. `judged` are the seats whose choices are; else those of persons."""
        if not isinstance(record.question, Outcome):
            raise NotOver(NOT_YET)
        self.record = record
        self.course: Course | None = None
        """What was found, when all is."""
        self._maker = games.scene_maker(record.rules.name)
        self._eye = evaluations.of(record.rules.name)
        self._seats = len(record.rules.seats)
        players = enumerate(record.setting.players)
        persons = tuple(Seat(seat) for seat, player in players if player == PERSON)
        self._judged_seats = persons if judged is None else tuple(judged)
        self._work = self._found()

    def go_on(self, pieces: int) -> bool:
        """Look at so many more; whether all is done."""
        return any(next(self._work, None) is None for _ in range(pieces))

    def _found(self) -> Iterator[bool]:
        actions = []
        for action in self._actions():
            actions.append(action)
            if len(actions) % 20 == 0:
                yield True
        unit = _main_unit(actions)
        begins = _turns(actions)
        turns: tuple[Turn, ...] = ()
        points: list[TurningPoint] = []
        if self._eye.worth is not None and begins:
            moments = {one.number: one for one in review.moments(self.record, self._eye)}
            turns = tuple(self._told_turns(actions, begins, moments, unit))
            for point in self._points(actions, begins, turns, moments):
                points.append(point)
                yield True
        choices = []
        scripted = scripted_answers(self.record)
        for seat in self._judged_seats if turns else ():
            judged: list[Judged] = []
            for number in review.choices_of(self.record, seat):
                if number <= scripted:
                    continue
                found = self._judged(number)
                judged += [found] if found else []
                yield True
            if judged:
                choices.append(self._choices(seat, judged, actions))
        players = tuple(self.record.setting.players)
        best = self._best_unit(actions, unit)
        self.course = Course(players, unit, turns, tuple(points), tuple(choices), best)

    # What happened

    def _actions(self) -> Iterator[_Action]:
        record = self.record
        starts = [place for place, past in enumerate(record.past) if past.before.is_settled]
        before: Setting | None = None
        for start, end in zip(starts, [*starts[1:], len(record.past)], strict=True):
            past = tuple(record.past[start:end])
            if before is None:
                before = self._setting(past[0].before.state)
            after = self._setting(past[-1].table)
            amounts = self._amounts(past) if _is_counted(before) else {}
            yield _Action(start, past, before, after, amounts, self._option(past[0]))
            before = after

    def _setting(self, state: Any) -> Setting:
        return self._maker.setting(view(state, None), None)

    def _amounts(self, past: Sequence[Past[Any]]) -> dict[str, tuple[int, ...]]:
        begun = past[0]
        judged = games.measures(self.record.rules.name)(
            begun.before.state, None if isinstance(begun.question, Roll) else begun.value
        )
        events = [event for each in past for event in each.events]
        found: dict[str, list[int]] = {}
        for measure in judged:
            sums = found.setdefault(measure.unit, [0] * self._seats)
            sums[measure.seat] += measure.amount(past[-1].table, events)
        return {unit: tuple(sums) for unit, sums in found.items()}

    def _option(self, past: Past[Any], value: Any = None) -> Option | None:
        """A choice in words, as whoever chose was offered it; None for what was secret."""
        question = past.question
        if not isinstance(question, Choose) or question.secret or past.seat is None:
            return None
        wanted = past.value if value is None else value
        seen = view(past.was, past.seat)
        return next(iter(options_of(self.record.rules, self._maker, seen, (wanted,))), None)

    # Turns

    def _told_turns(
        self,
        actions: Sequence[_Action],
        begins: Sequence[int],
        moments: Mapping[int, Moment],
        unit: str,
    ) -> Iterator[Turn]:
        first = actions[begins[0]].first
        yield Turn(first, "", None, _rounded(moments[first].shares))
        for begin, end in zip(begins, [*begins[1:], len(actions)], strict=True):
            done = [action.amounts[unit] for action in actions[begin:end] if unit in action.amounts]
            yield Turn(
                actions[end - 1].until,
                _name_of(actions[begin].before),
                actions[begin].before.turn,
                _rounded(moments[actions[end - 1].until].shares),
                tuple(sum(each) for each in zip(*done, strict=True)) or (0,) * self._seats,
            )

    def _points(
        self,
        actions: Sequence[_Action],
        begins: Sequence[int],
        turns: Sequence[Turn],
        moments: Mapping[int, Moment],
    ) -> Iterator[TurningPoint]:
        ends = [*begins[1:], len(actions)]
        gains = [
            [now - then for then, now in zip(before.shares, after.shares, strict=True)]
            for before, after in itertools.pairwise(turns)
        ]
        found: dict[int, _Action] = {}
        for turn in review.swings([max(gain) for gain in gains], len(gains), LEAST_CHANGE):
            change = max(gains[turn])
            gained = gains[turn].index(change)
            whole = actions[begins[turn] : ends[turn]]
            # Who ends a turn has done nothing in it, whatever is worth less once it is over.
            deeds = [one for one in whole if not isinstance(one.past[0].value, self._eye.passing)]
            brought, action = max(
                ((_brought(moments, one, gained), one) for one in deeds or whole),
                key=lambda pair: pair[0],
            )
            mover = whole[0].before.turn
            goes_on = ends[turn] < len(actions)  # of the last turn it is the end that tells
            # Nobody is blamed for a turn when nothing that was done in it accounts for what it cost.
            if not goes_on or mover in (None, gained) or brought >= LEAST_PART * change:
                found[turn] = action
        for turn in sorted(sorted(found, key=lambda turn: -max(gains[turn]))[:MOST_POINTS]):
            change = max(gains[turn])
            yield self._point(found[turn], turn + 1, gains[turn].index(change), change)

    def _point(self, action: _Action, turn: int, gained: int, change: float) -> TurningPoint:
        rules = self.record.rules
        title, text = _words(self._lines(action))
        name, look = _face(action)
        thrown = fallen(rules, games.measures(rules.name), action.past)
        told = max(thrown, key=lambda one: abs(one.came - one.expected), default=None)
        return TurningPoint(
            number=action.first,
            until=action.until,
            turn=turn,
            seat=action.past[0].seat,
            gained=gained,
            change=round(change, 3),
            title=title,
            text=text,
            chance=None if told is None else round(float(told.chance), 4),
            name=name,
            look=look,
            came=0 if told is None else told.came,
            expected=0.0 if told is None else round(float(told.expected), 2),
            unit="" if told is None else told.unit,
        )

    def _lines(self, action: _Action) -> list[LogLine]:
        """The log of an action, as it is open to all."""
        return [
            line
            for number, past in enumerate(action.past, action.first + 1)
            for line in lines_of(self.record.rules, self._maker, past, None, number)
        ]

    # Choices

    def _judged(self, number: int) -> Judged | None:
        past = self.record.past[number - 1]
        return review.judged(self.record.rules, self._eye, past, number, random.Random)

    def _choices(self, seat: Seat, judged: Sequence[Judged], actions: Sequence[_Action]) -> Choices:
        costly = sorted((one for one in judged if one.lost >= NEARLY), key=lambda one: -one.lost)
        best = sum(one.lost < AS_GOOD for one in judged)
        worst = [told for one in costly if (told := self._costly(one, actions))]
        return Choices(
            seat,
            best,
            len(judged) - best - len(costly),
            len(costly),
            tuple(worst[:MOST_WORST]),
        )

    def _costly(self, judged: Judged, actions: Sequence[_Action]) -> CostlyChoice | None:
        past = self.record.past[judged.number - 1]
        said, better = self._option(past), self._option(past, judged.better)
        if said is None or better is None:
            return None
        then = next(one for one in actions if one.first < judged.number <= one.until)
        return CostlyChoice(
            judged.number - 1,
            _name_of(then.before),
            in_full(said, then.before.pieces),
            in_full(better, then.before.pieces),
            round(judged.lost, 3),
        )

    # Units

    def _best_unit(self, actions: Sequence[_Action], unit: str) -> BestUnit | None:
        found: dict[str, BestUnit] = {}
        prices: dict[str, Counter[str]] = {}
        for action in actions:
            actor = action.option.actor if action.option else None
            pieces = {piece.id: piece for piece in (*action.before.pieces, *action.after.pieces)}
            piece = pieces.get(actor or "")
            if piece is None:
                continue
            so_far = found.get(piece.id) or _idle(piece)
            spent, currency = _price(action)
            prices.setdefault(piece.id, Counter())[currency] += spent
            amounts = action.amounts.get(unit, ())
            found[piece.id] = msgspec.structs.replace(
                so_far,
                amount=so_far.amount + (amounts[piece.owner] if amounts else 0),
                destroyed=so_far.destroyed + _destroyed(action, piece),
            )
        best = max(found.values(), key=lambda one: (one.amount, one.destroyed), default=None)
        if best is None or best.amount <= 0:
            return None
        ((currency, spent),) = prices[best.piece].most_common(1)
        return msgspec.structs.replace(best, spent=spent, currency=currency if spent else "")


def _idle(piece: Piece) -> BestUnit:
    return BestUnit(piece.id, piece.name, piece.owner, piece.card, 0, 0)


def _is_counted(setting: Setting) -> bool:
    """Whether play has begun: a headline that counts turns or rounds says so (`turn 3`)."""
    return _COUNTED.search(setting.headline) is not None


def _turns(actions: Sequence[_Action]) -> list[int]:
    """At which actions a turn begins."""
    found: list[int] = []
    whose: int | None = None
    for place, action in enumerate(actions):
        if not _is_counted(action.before):
            continue
        turn = action.before.turn
        if not found or (turn is not None and turn != whose):
            found.append(place)
            whose = turn
    return found


def _name_of(setting: Setting) -> str:
    """What the table calls the running turn: `turn 4`, `Round 2, Turn 1`."""
    parts = setting.headline.partition(":")[0].split(", ")
    return re.sub(r" of \d+", "", ", ".join(part for part in parts if _COUNTED.search(part)))


def _main_unit(actions: Sequence[_Action]) -> str:
    """The unit in which most was done, of those that actions are judged by."""
    sums: dict[str, int] = {}
    for action in actions:
        for unit, amounts in action.amounts.items():
            sums[unit] = sums.get(unit, 0) + sum(max(0, amount) for amount in amounts)
    return max(sums, key=lambda unit: sums[unit], default="")


def _words(lines: Sequence[LogLine]) -> tuple[str, str]:
    """What was done, and what came of it: the first line, and those in which something becomes of somebody."""
    plain = [line for line in lines if not line.faces]
    if not plain:
        return "", ""
    told = [line for line in plain[1:] if line.beat and line.beat.kind in TELLING]
    thrown = [place for place, line in enumerate(lines) if line.faces]
    since = [line for line in lines[thrown[-1] :] if not line.faces] if thrown else plain[1:]
    came = told or since[:2]
    # Of several who were hit, what becomes of the last tells most.
    return _ASIDE.sub("", plain[0].text), "; ".join(_ASIDE.sub("", one.text) for one in came[-2:])


def _brought(moments: Mapping[int, Moment], action: _Action, seat: int) -> float:
    """How much better a seat stood after an action, whoever had the turn then."""
    return moments[action.until].standing[seat] - moments[action.first].standing[seat]


def _face(action: _Action) -> tuple[str, Look | None]:
    """Name and look of the unit that acted, or of the card that was played, wherever that is since."""
    option = action.option
    wanted = {option.actor, option.card} - {None} if option else set()
    for setting in (action.before, action.after):
        cards = {card.id: card for card in setting.cards}
        for piece in setting.pieces:
            if piece.id in wanted:
                return piece.name, piece.look or _look_of(cards, piece.card)
        for held in (held for zone in setting.zones for held in zone.cards):
            if held.id in wanted and held.card in cards:
                return cards[held.card].title, cards[held.card].look
    return "", None


def _look_of(cards: Mapping[str, Card], card: str) -> Look | None:
    return cards[card].look if card in cards else None


def _price(action: _Action) -> tuple[int, str]:
    """What it cost of something that the table counts: 3 of `energy`."""
    found = _PRICE.search(action.option.price) if action.option else None
    counted = {track.name.lower() for track in action.before.tracks}
    if found is None or found[2].strip().lower() not in counted:
        return 0, ""
    return int(found[1]), found[2].strip()


def _destroyed(action: _Action, actor: Piece) -> int:
    """How many of the others' units are gone since."""
    there = {piece.id for piece in action.before.pieces if not piece.is_gone}
    gone = {piece.id for piece in action.after.pieces if piece.is_gone}
    owner = {piece.id: piece.owner for piece in action.before.pieces}
    return sum(owner[piece] != actor.owner for piece in there & gone)


def _rounded(shares: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(share, 3) for share in shares)
