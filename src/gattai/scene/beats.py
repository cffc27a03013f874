"""Events as something to be seen: what each changes on the table, and what that looks like.

A game need not know of this: the table just before an event and the table just after it, as a seat sees
them, are held against each other. What cannot be seen from outside (who shoots whom with what, the way
of a move) a maker may add by `Gestures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from gattai.kernel.event import Event
from gattai.scene.maker import Basis, Gestures, Glimpse, SceneMaker, Setting
from gattai.scene.parts import Badge, Beat, Card, Change, Held, Hit, LogLine, Piece, Zone

Part = TypeVar("Part", Piece, Zone)


class Eyes:
    """A seat that looks on while things happen. What it saw last is the before of what comes next."""

    def __init__(self, maker: SceneMaker, seat: int | None) -> None:
        self._glimpse = maker.glimpse if isinstance(maker, Glimpse) else None
        self._setting = maker.setting
        self._gestures = maker if isinstance(maker, Gestures) else None
        self._basis = maker.basis if isinstance(maker, Basis) else _as_it_is
        self._seat = seat
        self._table: object = None
        self._rests_on: object = None
        self._seen: Setting | None = None
        self.faces: dict[str, Card] = {}
        """The face of every card that was seen: some lie there for a moment, and in no scene."""

    def begin(self, table: object, view: Any) -> None:
        """Look at a table before something happens; the one that was looked at last is known."""
        if self._seen is None or table is not self._table:
            self._see(view)

    def beat(self, event: Event, before: Any, after: Any) -> Beat | None:
        """What there is to see of an event; all three are as this seat may know them."""
        was = self._seen
        assert was is not None, "it begins with a look"
        gesture = None if self._gestures is None else self._gestures.gesture(before, event, after)
        if after is before or (now := self._see(after)) is was:
            return gesture
        return beat_between(was, now, gesture)

    def end(self, table: object) -> None:
        """This is the table on which it ended: who begins with it need not look again."""
        self._table = table

    def _see(self, view: Any) -> Setting:
        basis = self._basis(view)
        if self._seen is not None and basis == self._rests_on:
            return self._seen
        self._rests_on = basis
        look = self._glimpse
        self._seen = look(view) if look is not None else self._setting(view, self._seat)
        for card in self._seen.cards:
            self.faces[card.id] = card
        return self._seen


def _as_it_is(view: Any) -> Any:
    return view


def beat_between(was: Setting, now: Setting, gesture: Beat | None = None) -> Beat | None:
    """What leads from one table to the next; what the gesture leaves open is found by the change."""
    change = change_between(was, now)
    if change is None:
        return gesture
    seen = next(_sights(was, now, change))
    if gesture is None:
        return replace(seen, change=change)
    if gesture.kind not in ("", seen.kind):
        return replace(gesture, change=change)
    filled = {
        name: getattr(gesture, name) or getattr(seen, name)
        for name in ("kind", "actor", "way", "hits", "card", "source", "goal")
    }
    return replace(gesture, **filled, change=change)


def ending(last: Beat | None) -> Beat:
    """The last beat of a game: its end, unless there is more to see of it than that."""
    if last is None:
        return Beat("end")
    return replace(last, kind="end") if last.kind in ("state", "pass") else last


def change_between(was: Setting, now: Setting) -> Change | None:
    """What of pieces, zones and tracks is not as it was; None if all is."""
    gone, pieces = _renewed(was.pieces, now.pieces)
    left, order = _rearranged(was.zones, now.zones)
    change = Change(
        pieces=pieces,
        gone=gone + left,
        zones=_altered(was.zones, now.zones),
        order=order,
        tracks=() if was.tracks == now.tracks else now.tracks,
        turn=None if was.turn == now.turn else now.turn,
    )
    return None if change == _NOTHING else change


_NOTHING = Change()


def _altered(was: Iterable[Part], now: Iterable[Part]) -> tuple[Part, ...]:
    before = {part.id: part for part in was}
    return tuple([part for part in now if before.get(part.id) != part])


def _renewed(
    was: Sequence[Piece], now: Sequence[Piece]
) -> tuple[tuple[str, ...], tuple[Piece, ...]]:
    """Who is gone, and who is new or not as before: new ones come after all others.

    Where a game puts somebody new between others, all are taken away and put there anew.
    """
    if was == now:
        return (), ()
    there = {piece.id: None for piece in now}
    stay = [piece.id for piece in was if piece.id in there]
    if [*there][: len(stay)] != stay:
        return tuple(piece.id for piece in was), tuple(now)
    return tuple(piece.id for piece in was if piece.id not in there), _altered(was, now)


def _rearranged(
    was: Sequence[Zone], now: Sequence[Zone]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Zones that are gone, and the order of all if it is not that of the others with new ones last."""
    old, new = [zone.id for zone in was], [zone.id for zone in now]
    if old == new:
        return (), ()
    there = dict.fromkeys(new)
    expected = dict.fromkeys([*(name for name in old if name in there), *new])
    gone = tuple([name for name in old if name not in there])
    return gone, () if [*expected] == new else tuple(new)


def _sights(was: Setting, now: Setting, change: Change) -> Iterator[Beat]:
    """What can be seen of a change, that which counts most first."""
    before = {piece.id: piece for piece in was.pieces}
    pairs = [(before[piece.id], piece) for piece in change.pieces if piece.id in before]
    lay: Lying
    lies: Lying
    lay, lies = ({}, {}) if was.zones == now.zones else (_lying(was.zones), _lying(now.zones))
    held = [(lay[name][1], lies[name][1]) for name in lies if name in lay]
    gone = [name for name in change.gone if name in before]
    lost = [*_fallen(pairs, gone), *_broken(lay, lies)]
    if lost:
        yield _with_card(Beat("destroyed", hits=tuple(lost)), was, now, lay, lies)
    amounts = [*_amounts(pairs), *_amounts(held)]
    if any(hit.amount < 0 for hit in amounts):
        yield Beat("hit", hits=tuple([hit for hit in amounts if hit.amount < 0]))
    new = [piece for piece in change.pieces if piece.id not in before and piece.at is not None]
    new += [piece for old, piece in pairs if old.at is None and piece.at is not None]
    if new:
        yield Beat("appear", actor=new[0].id, hits=tuple([Hit(piece.id) for piece in new]))
    for old, piece in pairs:
        if old.at is not None and piece.at is not None and old.at != piece.at:
            yield Beat("move", actor=piece.id, way=(old.at, piece.at))
    if change.turn is not None:
        yield Beat("pass")
    if amounts:
        yield Beat("mend", hits=tuple(amounts))
    card = _with_card(Beat("card"), was, now, lay, lies)
    if card.source or card.goal:
        yield card
    for old, piece in pairs:
        if old.facing is not None and piece.facing is not None and old.facing != piece.facing:
            yield Beat("turn", actor=piece.id)
    yield Beat("state", hits=(*_states(pairs), *_states(held)))


Lying = dict[str, tuple[str, Held]]
"""Every card in a zone by its id: the zone, and how it lies there."""


def _lying(zones: Iterable[Zone]) -> Lying:
    return {held.id: (zone.id, held) for zone in zones for held in zone.cards}


def _fallen(pairs: Iterable[tuple[Piece, Piece]], gone: Iterable[str]) -> Iterator[Hit]:
    """Those that are out of it from now on. Who is hit for good but stands there yet is hit."""
    for old, piece in pairs:
        left = old.at is not None and piece.at is None
        down = piece.bar.now - old.bar.now
        if piece.is_gone and (left or (not old.is_gone and down >= 0)):
            yield Hit(piece.id, min(0, down), piece.bar.name, piece.fate or "destroyed")
    for name in gone:
        yield Hit(name, fate="destroyed")


def _broken(lay: Lying, lies: Lying) -> Iterator[Hit]:
    """Cards that lay there with a bar and have none any more, or lie nowhere."""
    for name, (_, held) in lay.items():
        if held.bar is not None and (name not in lies or lies[name][1].bar is None):
            yield Hit(name, fate="destroyed")


def _amounts(pairs: Iterable[tuple[Piece, Piece]] | Iterable[tuple[Held, Held]]) -> Iterator[Hit]:
    """By how much each main bar went up or down; what other bars lose was mostly spent.

    Who can have less or more from now on has neither lost nor gained by that.
    """
    for old, new in pairs:
        was, now = old.bar, new.bar
        if was is None or now is None:
            continue
        amount = (now.now - was.now) - (now.most - was.most)
        if amount:
            fate = "destroyed" if isinstance(new, Piece) and new.is_gone else ""
            yield Hit(new.id, amount, now.name, fate)


def _states(pairs: Iterable[tuple[Piece, Piece]] | Iterable[tuple[Held, Held]]) -> Iterator[Hit]:
    """Badges that were not there before."""
    for old, new in pairs:
        for badge in _fresh(old.badges, new.badges):
            yield Hit(new.id, fate=badge.text)


def _fresh(old: Sequence[Badge], new: Sequence[Badge]) -> list[Badge]:
    return [] if old == new else [badge for badge in new if badge not in old]


def _with_card(beat: Beat, was: Setting, now: Setting, lay: Lying, lies: Lying) -> Beat:
    """The same with the card that went from zone to zone; several cards are all hit by it.

    Of a card that lies face down nobody is told more than that one zone has lost and another gained.
    """
    if was.zones == now.zones:
        return beat
    moved = [name for name in lies if name in lay and lay[name][0] != lies[name][0]]
    if moved:
        source, goal = lay[moved[0]][0], lies[moved[0]][0]
    else:
        counted = _counts(was.zones), _counts(now.zones)
        names = dict.fromkeys([*counted[0], *counted[1]])
        grown = {name: counted[1].get(name, 0) - counted[0].get(name, 0) for name in names}
        source = next((name for name, more in grown.items() if more < 0), "")
        goal = next((name for name, more in grown.items() if more > 0), "")
        moved = [name for name in lies if name not in lay and lies[name][0] == goal]
        if not source and not goal:
            turned = [name for name in lies if name not in lay]
            source = goal = lies[turned[0]][0] if turned else ""
            moved = [name for name in turned if lies[name][0] == goal]
    return replace(
        beat,
        card=moved[0] if len(moved) == 1 else "",
        hits=beat.hits or tuple([Hit(name) for name in moved] if len(moved) > 1 else ()),
        source=source,
        goal=goal,
    )


def _counts(zones: Iterable[Zone]) -> dict[str, int]:
    return {zone.id: max(zone.count, len(zone.cards)) for zone in zones}


def faces_in(lines: Iterable[LogLine]) -> Iterator[str]:
    """The cards that lie open in what changes, by the ids of their faces."""
    for line in lines:
        change = None if line.beat is None else line.beat.change
        for zone in () if change is None else change.zones:
            for held in zone.cards:
                if held.card:
                    yield held.card


def without_change(line: LogLine) -> LogLine:
    """The same line, too long ago for anybody to see it happen."""
    if line.beat is None or line.beat.change is None:
        return line
    return replace(line, beat=replace(line.beat, change=None))
