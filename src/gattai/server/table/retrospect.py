"""The analysis of a completed game, shown with its result.

The figures come from `bots.review`, the words from the public log. It is computed in pieces,
because judging the choices takes a while.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from gattai import games
from gattai.bots import evaluations, review
from gattai.bots.registry import PERSON
from gattai.bots.review import AS_GOOD, NEARLY, Judged, ReviewMoment
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.record import Past, Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.secrecy import view
from gattai.kernel.text.transcript import parse
from gattai.odds.luck import fallen
from gattai.scene.maker import Layout
from gattai.scene.parts import Card, ListedOption, LogLine, Look, Piece
from gattai.scene.stage import in_full, options_of
from gattai.server.messages import (
    Analysis,
    BestUnit,
    Choices,
    CostlyChoice,
    TurningPoint,
    TurnReport,
)
from gattai.server.table.history import lines_of
from gattai.server.table.lessons import scripted_answers

MAX_POINTS = 3
MIN_CHANGE = 0.05
"""A turn that changed the chances less is no turning point."""
MIN_PART = 1 / 3
"""An action that contributed a smaller share of a turn's loss did not decide that turn."""
MAX_WORST = 3
TELLING = ("hit", "destroyed", "mend", "combine", "push")
"""Cues in which something happens to a unit."""
NOT_YET = "the analysis of a game is available when it is over"
_COUNTED = re.compile(r"\d")
_PRICE = re.compile(r"(\d+) ([^\d,;()]+)")
_ASIDE = re.compile(r" \([^()]*\)$| for \d+ \w+$")
"""The end of a log line that is not needed here: details in brackets, or a price."""


class NotOver(ValueError):
    """The game is not over, so there is no analysis."""


def check_over(text: str) -> None:
    """Raise `NotOver` for a transcript without a result."""
    if not parse(text).end:
        raise NotOver(NOT_YET)


def analysis_of(record: Record[Struct]) -> Analysis:
    """Return the whole analysis of a game."""
    back = Retrospect(record)
    while back.analysis is None:
        back.go_on(1)
    return back.analysis


class _Action(msgspec.Struct, frozen=True):
    """All answers from one settled position to the next."""

    first: int
    """The number of answers before it."""
    past: tuple[Past[Struct], ...]
    before: Layout
    after: Layout
    amounts: dict[str, tuple[int, ...]]
    """What each seat achieved, by unit."""
    option: ListedOption | None
    """The choice in words; None if chance began the action, or the choice is secret."""

    @property
    def until(self) -> int:
        return self.first + len(self.past)


class Retrospect:
    """Analyses a record in pieces."""

    def __init__(self, record: Record[Struct], judged: Sequence[Seat] | None = None) -> None:
        """Raise `NotOver` if the game goes on. `judged` are the seats whose choices are judged; by default, all persons."""
        if not isinstance(record.question, Outcome):
            raise NotOver(NOT_YET)
        self.record = record
        self.analysis: Analysis | None = None
        """The result, once everything is computed."""
        self._maker = games.scene_maker(record.rules.name)
        self._evaluation = evaluations.of(record.rules.name)
        self._seats = len(record.rules.seats)
        players = enumerate(record.header.players)
        persons = tuple(Seat(seat) for seat, player in players if player == PERSON)
        self._judged_seats = persons if judged is None else tuple(judged)
        self._work = self._found()

    def go_on(self, pieces: int) -> bool:
        """Compute this many more pieces; returns whether everything is done."""
        return any(next(self._work, None) is None for _ in range(pieces))

    def _found(self) -> Iterator[bool]:
        actions = []
        for action in self._actions():
            actions.append(action)
            if len(actions) % 20 == 0:
                yield True
        unit = _main_unit(actions)
        begins = _turns(actions)
        turns: tuple[TurnReport, ...] = ()
        points: list[TurningPoint] = []
        if self._evaluation.score is not None and begins:
            moments = {one.number: one for one in review.moments(self.record, self._evaluation)}
            turns = tuple(self._turn_reports(actions, begins, moments, unit))
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
        players = tuple(self.record.header.players)
        best = self._best_unit(actions, unit)
        self.analysis = Analysis(players, unit, turns, tuple(points), tuple(choices), best)

    # Actions

    def _actions(self) -> Iterator[_Action]:
        record = self.record
        starts = [place for place, past in enumerate(record.past) if past.before.is_settled]
        before: Layout | None = None
        for start, end in zip(starts, [*starts[1:], len(record.past)], strict=True):
            past = tuple(record.past[start:end])
            if before is None:
                before = self._setting(past[0].before.state)
            after = self._setting(past[-1].table)
            amounts = self._amounts(past) if _is_counted(before) else {}
            yield _Action(start, past, before, after, amounts, self._option(past[0]))
            before = after

    def _setting(self, state: object) -> Layout:
        return self._maker.layout(view(state, None), None)

    def _amounts(self, past: Sequence[Past[Struct]]) -> dict[str, tuple[int, ...]]:
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

    def _option(self, past: Past[Struct], value: object = None) -> ListedOption | None:
        """Return a choice in words as it was offered; None if it was secret."""
        question = past.question
        if not isinstance(question, Choose) or question.secret or past.seat is None:
            return None
        wanted = past.value if value is None else value
        seen = view(past.was, past.seat)
        return next(iter(options_of(self.record.rules, self._maker, seen, (wanted,))), None)

    # Turns

    def _turn_reports(
        self,
        actions: Sequence[_Action],
        begins: Sequence[int],
        moments: Mapping[int, ReviewMoment],
        unit: str,
    ) -> Iterator[TurnReport]:
        first = actions[begins[0]].first
        yield TurnReport(first, "", None, _rounded(moments[first].shares))
        for begin, end in zip(begins, [*begins[1:], len(actions)], strict=True):
            done = [action.amounts[unit] for action in actions[begin:end] if unit in action.amounts]
            yield TurnReport(
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
        turns: Sequence[TurnReport],
        moments: Mapping[int, ReviewMoment],
    ) -> Iterator[TurningPoint]:
        ends = [*begins[1:], len(actions)]
        gains = [
            [now - then for then, now in zip(before.shares, after.shares, strict=True)]
            for before, after in itertools.pairwise(turns)
        ]
        found: dict[int, _Action] = {}
        for turn in review.swings([max(gain) for gain in gains], len(gains), MIN_CHANGE):
            change = max(gains[turn])
            gained = gains[turn].index(change)
            whole = actions[begins[turn] : ends[turn]]
            # A player who ends a turn has not lost anything by it, even if units are worth less afterwards.
            done = [
                one for one in whole if not isinstance(one.past[0].value, self._evaluation.passing)
            ]
            brought, action = max(
                ((_brought(moments, one, gained), one) for one in done or whole),
                key=lambda pair: pair[0],
            )
            mover = whole[0].before.turn
            goes_on = ends[turn] < len(actions)  # the last turn is judged by the result
            # A turn whose actions do not account for its loss is not blamed.
            if not goes_on or mover in (None, gained) or brought >= MIN_PART * change:
                found[turn] = action
        for turn in sorted(sorted(found, key=lambda turn: -max(gains[turn]))[:MAX_POINTS]):
            change = max(gains[turn])
            yield self._point(found[turn], turn + 1, gains[turn].index(change), change)

    def _point(self, action: _Action, turn: int, gained: int, change: float) -> TurningPoint:
        rules = self.record.rules
        title, text = _words(self._lines(action))
        name, look = _face(action)
        thrown = fallen(rules, games.measures(rules.name), action.past)
        most = max(thrown, key=lambda one: abs(one.came - one.expected), default=None)
        return TurningPoint(
            number=action.first,
            until=action.until,
            turn=turn,
            seat=action.past[0].seat,
            gained=gained,
            change=round(change, 3),
            title=title,
            text=text,
            chance=None if most is None else round(float(most.chance), 4),
            name=name,
            look=look,
            came=0 if most is None else most.came,
            expected=0.0 if most is None else round(float(most.expected), 2),
            unit="" if most is None else most.unit,
        )

    def _lines(self, action: _Action) -> list[LogLine]:
        """Return the public log of an action."""
        return [
            line
            for number, past in enumerate(action.past, action.first + 1)
            for line in lines_of(self.record.rules, self._maker, past, None, number)
        ]

    # Choices

    def _judged(self, number: int) -> Judged | None:
        past = self.record.past[number - 1]
        return review.judged(self.record.rules, self._evaluation, past, number, random.Random)

    def _choices(self, seat: Seat, judged: Sequence[Judged], actions: Sequence[_Action]) -> Choices:
        costly = sorted((one for one in judged if one.lost >= NEARLY), key=lambda one: -one.lost)
        best = sum(one.lost < AS_GOOD for one in judged)
        worst = [costly_choice for one in costly if (costly_choice := self._costly(one, actions))]
        return Choices(
            seat,
            best,
            len(judged) - best - len(costly),
            len(costly),
            tuple(worst[:MAX_WORST]),
        )

    def _costly(self, judged: Judged, actions: Sequence[_Action]) -> CostlyChoice | None:
        past = self.record.past[judged.number - 1]
        chosen, better = self._option(past), self._option(past, judged.better)
        if chosen is None or better is None:
            return None
        then = next(one for one in actions if one.first < judged.number <= one.until)
        return CostlyChoice(
            judged.number - 1,
            _name_of(then.before),
            in_full(chosen, then.before.pieces),
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


def _is_counted(layout: Layout) -> bool:
    """Whether play has begun: the headline counts turns or rounds (`turn 3`)."""
    return _COUNTED.search(layout.headline) is not None


def _turns(actions: Sequence[_Action]) -> list[int]:
    """Return the actions at which a turn begins."""
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


def _name_of(layout: Layout) -> str:
    """Return the name of the current turn: `turn 4`, `Round 2, Turn 1`."""
    parts = layout.headline.partition(":")[0].split(", ")
    return re.sub(r" of \d+", "", ", ".join(part for part in parts if _COUNTED.search(part)))


def _main_unit(actions: Sequence[_Action]) -> str:
    """Return the unit that achieved most in an action."""
    sums: dict[str, int] = {}
    for action in actions:
        for unit, amounts in action.amounts.items():
            sums[unit] = sums.get(unit, 0) + sum(max(0, amount) for amount in amounts)
    return max(sums, key=lambda unit: sums[unit], default="")


def _words(lines: Sequence[LogLine]) -> tuple[str, str]:
    """Return what was done and what resulted: the first line, and the last line about an effect on a unit."""
    plain = [line for line in lines if not line.faces]
    if not plain:
        return "", ""
    telling = [line for line in plain[1:] if line.motion and line.motion.kind in TELLING]
    thrown = [place for place, line in enumerate(lines) if line.faces]
    since = [line for line in lines[thrown[-1] :] if not line.faces] if thrown else plain[1:]
    came = telling or since[:2]
    # If several units were hit, the last line says most.
    return _ASIDE.sub("", plain[0].text), "; ".join(_ASIDE.sub("", one.text) for one in came[-2:])


def _brought(moments: Mapping[int, ReviewMoment], action: _Action, seat: int) -> float:
    """Return how much an action improved a seat's chances, whoever had the turn."""
    return moments[action.until].standing[seat] - moments[action.first].standing[seat]


def _face(action: _Action) -> tuple[str, Look | None]:
    """Return name and look of the unit that acted or the card that was played, even if it is gone."""
    option = action.option
    wanted = {option.actor, option.card} - {None} if option else set()
    for layout in (action.before, action.after):
        cards = {card.id: card for card in layout.cards}
        for piece in layout.pieces:
            if piece.id in wanted:
                return piece.name, piece.look or _look_of(cards, piece.card)
        for held in (held for zone in layout.zones for held in zone.cards):
            if held.id in wanted and held.card in cards:
                return cards[held.card].title, cards[held.card].look
    return "", None


def _look_of(cards: Mapping[str, Card], card: str) -> Look | None:
    return cards[card].look if card in cards else None


def _price(action: _Action) -> tuple[int, str]:
    """Return the price of an action in a resource of the game, such as 3 `energy`."""
    found = _PRICE.search(action.option.price) if action.option else None
    counted = {track.name.lower() for track in action.before.tracks}
    if found is None or found[2].strip().lower() not in counted:
        return 0, ""
    return int(found[1]), found[2].strip()


def _destroyed(action: _Action, actor: Piece) -> int:
    """Return how many enemy units were destroyed."""
    there = {piece.id for piece in action.before.pieces if not piece.is_gone}
    gone = {piece.id for piece in action.after.pieces if piece.is_gone}
    owner = {piece.id: piece.owner for piece in action.before.pieces}
    return sum(owner[piece] != actor.owner for piece in there & gone)


def _rounded(shares: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(share, 3) for share in shares)
