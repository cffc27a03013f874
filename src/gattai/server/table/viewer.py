"""A page that shows a match: what it has received, and what it receives next.

A page never gets a backlog. It is woken and gets the current scene with
the log lines it lacks. A slow page gets fewer scenes, not later ones.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec
from msgspec.structs import replace

from gattai.kernel.question import Seat
from gattai.scene.motions import faces_in, without_change
from gattai.scene.parts import Card, Citation, LogLine, Reason, Scene
from gattai.server.messages import (
    AnalysisShown,
    Curtain,
    DrawOffer,
    LuckShown,
    Rejected,
    SceneUpdate,
    TakeBack,
    ToPage,
)
from gattai.server.receipts import Receipt
from gattai.server.table.aftermath import Aftermath
from gattai.server.table.inbox.thoughts import Thoughts
from gattai.server.table.inbox.throwing import throw_at, throwers
from gattai.server.table.obvious import may_pass, may_stay_silent
from gattai.server.table.opening import is_set_up
from gattai.server.table.played import PlayedMatch
from gattai.server.table.presence import Presence

LOG_TAIL = 200
TURNS = 2
"""Number of turns for which a new page receives the changes, to play them back."""
MAX_QUEUED = 32
KNOWN_START = (
    "This match continues a saved game, so the person who set it up may know hidden information. "
    "All further dice are new."
)
NO_CURTAIN = "the screen is not hidden: there is no curtain to open"
NOWHERE = Citation("", "", "")
"""The rule of refusals by the server itself."""


def rejected(*reasons: str, text: str = "") -> Rejected:
    """Return a refusal by the server, not by a rule."""
    return Rejected(tuple(Reason(reason, NOWHERE) for reason in reasons), text)


def tail_of(log: Sequence[LogLine]) -> Sequence[LogLine]:
    """Return the last lines, from the start of an answer; earlier ones are sent on request."""
    begun = max(0, len(log) - LOG_TAIL)
    while begun and log[begun - 1].number == log[begun].number:
        begun -= 1
    return log[begun:]


def as_far_as_seen(lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Return lines for a new page, with changes to play back only for the last turns."""
    passes = [at for at, line in enumerate(lines) if line.motion and line.motion.kind == "pass"]
    begun = passes[-TURNS] if len(passes) >= TURNS else 0
    for at, line in enumerate(lines):
        yield line if at >= begun else without_change(line)


class Allowed(msgspec.Struct, frozen=True):
    """What a page may request besides answers."""

    can_undo: str
    """The price of an undo: `free`, `consent` or nothing."""
    undo: TakeBack | None
    can_resign: bool
    can_draw: bool
    can_abort: bool
    can_coach: bool
    claim_in: float | None
    """Seconds until the win or a draw may be claimed because the opponent left; None if it may not."""


NOTHING_BESIDES = Allowed(
    can_undo="",
    undo=None,
    can_resign=False,
    can_draw=False,
    can_abort=False,
    can_coach=False,
    claim_in=None,
)
"""What a page may request in a puzzle."""


class Permits(Protocol):
    """Knows what pages may request."""

    @property
    def draw_offer(self) -> DrawOffer | None: ...

    def allowed(self, hands: Sequence[Seat], *, undo: bool) -> Allowed: ...


class Viewed(PlayedMatch, Protocol):
    """What a page needs to know about its match."""

    presence: Presence
    aftermath: Aftermath
    thoughts: Thoughts

    @property
    def requests(self) -> Permits: ...


class Viewer:
    """One connected page. `hands` are the seats it plays; none for a spectator."""

    def __init__(self, match: Viewed, hands: Sequence[Seat]) -> None:
        self.match = match
        self.hands = tuple(hands)
        self.wake = asyncio.Event()
        self.sitting: Seat | None = None
        """With several players at one screen: the seat whose player is there."""
        self.behind: Seat | None = None
        """With several players at one screen: the seat for which the curtain is closed."""
        self.is_dismissed = False
        """Whether the server has sent the page away."""
        self._queue: deque[ToPage] = deque(maxlen=MAX_QUEUED)
        self._shown: tuple[object, ...] | None = None
        self._lines = 0
        self._luck = 0
        self._has_analysis = False
        self._cards: dict[str, Card] = {}
        self._last_seat: Seat | None = None
        self._whole = True
        self._receipt: Receipt | None = None

    def send(self, letter: ToPage) -> None:
        """Queue a message; if there are too many, the oldest are dropped."""
        self._queue.append(letter)
        self.wake.set()

    def acknowledge(self, receipt: Receipt | None) -> None:
        """Send the receipt of an answer with the next scene."""
        if receipt is not None:
            self._receipt = receipt
            self.wake.set()

    def dismiss(self) -> None:
        """Close the connection so that the page reconnects, perhaps elsewhere."""
        self.is_dismissed = True
        self.wake.set()

    def begin_anew(self) -> None:
        """Send everything again, because earlier scenes are obsolete."""
        self._whole = True

    def take(self) -> list[ToPage]:
        """Return all messages to send now, the scene first."""
        found: list[ToPage] = []
        match = self.match
        now = (
            match.revision,
            match.thoughts.is_any,
            match.clocks.version,
            match.presence.here(),
            match.requests.draw_offer,
        )
        is_owed = self._receipt is not None and self.behind is None
        if self._shown != now or self._whole or is_owed:
            self._shown = now
            found.append(self._next())
        found += self._more_luck(found)
        found += self._analysis(found)
        while self._queue:
            found.append(self._queue.popleft())
        return found

    def _more_luck(self, shown: Sequence[ToPage]) -> list[ToPage]:
        """Return new luck lines; they are public, but not sent through a curtain."""
        if self.behind is not None:
            return []
        lines = self.match.aftermath.luck.lines()
        whole = any(isinstance(each, SceneUpdate) and each.whole for each in shown)
        new = lines if whole else lines[self._luck :]
        self._luck = len(lines)
        return [LuckShown(new)] if new else []

    def _analysis(self, shown: Sequence[ToPage]) -> list[ToPage]:
        """Return the analysis once it is known, and again after a new scene."""
        analysis = self.match.aftermath.known_analysis
        if any(isinstance(each, SceneUpdate) for each in shown):
            self._has_analysis = False
        if analysis is None or self.behind is not None or self._has_analysis:
            return []
        self._has_analysis = True
        return [AnalysisShown(analysis)]

    def _next(self) -> ToPage:
        match = self.match
        seat = self.looks()
        if seat == "nobody":
            wanted = self._wanted()
            self.sitting, self.behind = None, wanted
            self._whole = True
            return Curtain(wanted, match.record.rules.seats)
        assert not isinstance(seat, str)
        self.behind = None
        if seat != self._last_seat and match.hides:
            self._whole = True
        whole, self._whole, self._last_seat = self._whole, False, seat
        scene, log = match.history.scene(seat), match.history.log(seat)
        if whole:
            self._cards = {}
            scene = replace(scene, log=tuple(as_far_as_seen(tail_of(log))))
        else:
            scene = replace(scene, board=None, log=tuple(log[self._lines :]))
        scene = replace(scene, cards=self._new_faces(scene, match.history.faces(seat)))
        self._lines = len(log)
        lesson = match.guide.shown(scene) if match.guide and self.hands else None
        if match.guide and lesson:
            scene = match.guide.narrowed(scene)
        if match.puzzle is not None and match.puzzle.is_answered:
            scene = replace(scene, ask=None)
        free = lesson is None and match.puzzle is None and match.analysis is None
        scene = self._asked(scene, seat, guided=not free)
        allowed = (
            match.requests.allowed(self.hands, undo=lesson is None)
            if match.puzzle is None
            else NOTHING_BESIDES
        )
        receipt, self._receipt = self._receipt, None
        return SceneUpdate(
            scene,
            allowed.can_undo,
            match.thoughts.is_any,
            whole,
            lesson,
            match.notice or match.bot_notice or self._warning(),
            match.clocks.shown(),
            match.epoch,
            match.presence.here(),
            allowed.undo,
            match.requests.draw_offer,
            allowed.can_resign,
            allowed.can_draw,
            allowed.can_abort,
            allowed.can_coach,
            allowed.claim_in,
            throw_at(match, seat) if seat is not None and seat in throwers(match) else None,
            match.by_link.link if match.by_link is not None and self.hands else None,
            receipt=receipt,
            puzzle=match.puzzle.shown() if match.puzzle is not None else None,
            variations=match.analysis.shown() if match.analysis is not None else None,
        )

    def _warning(self) -> str:
        """Return the warning for the other players of a match that continues a saved game."""
        match = self.match
        is_shared = bool(match.viewers.guests) and len(match.viewers.persons) > 1
        return KNOWN_START if is_shared and is_set_up(match.record.header) and match.hides else ""

    def _asked(self, scene: Scene, seat: Seat | None, *, guided: bool) -> Scene:
        """Return the scene with its question; it is not answered automatically where that would reveal something."""
        ask, match = scene.ask, self.match
        if ask is not None and match.by_link is not None and not ask.is_mine:
            return replace(scene, ask=replace(ask, seats=match.by_link.awaited))
        if ask is None or seat is None or not ask.is_mine:
            return scene
        persons = match.viewers.persons
        obvious = ask.obvious and not guided and may_pass(match.record, persons, seat)
        idle = (
            ask.idle
            and not guided
            and may_stay_silent(match.record, match.history.maker, persons, seat)
        )
        passes = "" if guided else ask.passes
        return replace(scene, ask=replace(ask, obvious=obvious, idle=idle, passes=passes))

    def _new_faces(self, scene: Scene, seen: Mapping[str, Card]) -> tuple[Card, ...]:
        """Return cards that are new or changed for this page, including those seen only in between."""
        cards = {card.id: card for card in scene.cards}
        passing = [face for face in faces_in(scene.log) if face not in cards and face in seen]
        cards |= {face: seen[face] for face in passing}
        new = {name: card for name, card in cards.items() if self._cards.get(name) != card}
        self._cards |= new
        return tuple(new.values())

    def _waiting(self) -> list[Seat]:
        return [seat for seat in self.match.waiting if seat in self.hands]

    def _wanted(self) -> Seat:
        throwing = [seat for seat in throwers(self.match) if seat in self.hands]
        return (self._waiting() or throwing or [*self.hands])[0]

    def looks(self) -> Seat | str | None:
        """Return whose view the page has: a seat, None for a spectator, or `nobody`."""
        if len(self.hands) < 2:
            return self.hands[0] if self.hands else None
        waiting = self._waiting()
        is_analysis = self.match.analysis is not None
        if self.match.is_over and not is_analysis:
            return self.sitting
        if not self.match.hides or is_analysis:
            if self._last_seat is not None and (self._last_seat in waiting or not waiting):
                return self._last_seat
            return self._wanted()
        if self.sitting is not None and (self.sitting in waiting or not waiting):
            return self.sitting
        return "nobody"

    def sit_down(self, seat: int) -> Rejected | None:
        """Open the curtain for a player; returns a refusal if it is another player's turn."""
        if self.behind is None:
            return rejected(NO_CURTAIN)
        if seat != self.behind:
            return rejected("it is another player's turn")
        self.sitting, self.behind = self.behind, None
        self._whole = True
        self.wake.set()
        return None

    def acts_as(self) -> Seat | Rejected:
        """Return the seat for which this page acts now."""
        seat = self.looks()
        if seat == "nobody" or self.behind is not None:
            return rejected("the screen is hidden: confirm first that you are the player")
        if seat is None or isinstance(seat, str):
            return rejected("spectators cannot do this")
        return seat
