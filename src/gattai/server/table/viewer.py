"""A page that looks at a match: what it has been shown, and what it is shown next.

A page is never sent a backlog. It is woken, and then gets the scene as it is at that moment, with
the lines of the log that it has not had. A page that reads slowly gets fewer scenes, not later ones.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from gattai.kernel.question import Seat
from gattai.scene.beats import faces_in, without_change
from gattai.scene.parts import Card, Citation, LogLine, Reason, Scene
from gattai.server.messages import CourseShown, Curtain, LuckShown, NotSo, Shown, ToPage
from gattai.server.table.obvious import may_pass
from gattai.server.table.opening import is_set_up
from gattai.server.table.played import Played

LOG_TAIL = 200
TURNS = 2
"""Of so many turns a page that opens is told what changed."""
MOST_LETTERS = 32
KNOWN_START = (
    "This match was set up from a saved game: whoever set it up may know what is hidden in it. "
    "Dice thrown from here on are new."
)
NOWHERE = Citation("", "", "")
"""For what the table itself refuses: no rule of the game speaks of it."""


def not_so(*reasons: str, text: str = "") -> NotSo:
    """A refusal by the table, not by a rule."""
    return NotSo(tuple(Reason(reason, NOWHERE) for reason in reasons), text)


def tail_of(log: Sequence[LogLine]) -> Sequence[LogLine]:
    """The last lines, from the first of an answer on: whoever wants to know more asks for what was before it."""
    begun = max(0, len(log) - LOG_TAIL)
    while begun and log[begun - 1].number == log[begun].number:
        begun -= 1
    return log[begun:]


def as_far_as_seen(lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Lines for a page that opens: only the last turns can still be seen happening."""
    passes = [at for at, line in enumerate(lines) if line.beat and line.beat.kind == "pass"]
    begun = passes[-TURNS] if len(passes) >= TURNS else 0
    for at, line in enumerate(lines):
        yield line if at >= begun else without_change(line)


class Viewer:
    """One connection. `hands` are the seats it plays for; none if it only watches."""

    def __init__(self, match: Played, hands: Sequence[Seat]) -> None:
        self.match = match
        self.hands = tuple(hands)
        self.wake = asyncio.Event()
        self.sitting: Seat | None = None
        """At one screen: who has said that they have sat down."""
        self.behind: Seat | None = None
        """At one screen: for whom the curtain is drawn."""
        self.is_dismissed = False
        """Whether the table has sent it away."""
        self._letters: deque[ToPage] = deque(maxlen=MOST_LETTERS)
        self._shown: tuple[object, ...] | None = None
        self._lines = 0
        self._luck = 0
        self._has_course = False
        self._cards: dict[str, Card] = {}
        self._last_seat: Seat | None = None
        self._whole = True

    def send(self, letter: ToPage) -> None:
        """Have something sent; of too many the oldest are dropped."""
        self._letters.append(letter)
        self.wake.set()

    def dismiss(self) -> None:
        """Have its connection closed: it is to come back, and may find another table then."""
        self.is_dismissed = True
        self.wake.set()

    def begin_anew(self) -> None:
        """Show everything again, for what was shown is no longer so."""
        self._whole = True

    def take(self) -> list[ToPage]:
        """All that is to be sent now, the scene first."""
        found: list[ToPage] = []
        match = self.match
        now = (
            match.revision, match.is_thinking, match.clocks.version, match.here(), match.draw_offer,
        )  # fmt: skip
        if self._shown != now or self._whole:
            self._shown = now
            found.append(self._next())
        found += self._more_luck(found)
        found += self._course(found)
        while self._letters:
            found.append(self._letters.popleft())
        return found

    def _more_luck(self, shown: Sequence[ToPage]) -> list[ToPage]:
        """What luck has been reckoned since; everybody is told the same, but not through a curtain."""
        if self.behind is not None:
            return []
        lines = self.match.luck.lines()
        whole = any(isinstance(each, Shown) and each.whole for each in shown)
        new = lines if whole else lines[self._luck :]
        self._luck = len(lines)
        return [LuckShown(new)] if new else []

    def _course(self, shown: Sequence[ToPage]) -> list[ToPage]:
        """How it went, once: as soon as it is known, and again after another scene."""
        course = self.match.known_course
        if any(isinstance(each, Shown) for each in shown):
            self._has_course = False
        if course is None or self.behind is not None or self._has_course:
            return []
        self._has_course = True
        return [CourseShown(course)]

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
        scene = self._asked(scene, seat, guided=lesson is not None)
        can_undo = "" if lesson else match.can_undo(self.hands)
        clocks = match.clocks.shown()
        return Shown(
            scene,
            can_undo,
            match.is_thinking,
            whole,
            lesson,
            match.notice or match.bot_notice or self._warning(),
            clocks,
            match.epoch,
            match.here(),
            match.undone_by(self.hands) if can_undo else None,
            match.draw_offer,
            match.can_resign(self.hands),
            match.can_draw(self.hands),
            match.can_abort(self.hands),
            match.can_hint(self.hands),
            match.claim_in(self.hands),
        )

    def _warning(self) -> str:
        """What the others have to know of a match that somebody has set up from a saved game."""
        match = self.match
        is_shared = bool(match.guests) and len(match.persons) > 1
        return KNOWN_START if is_shared and is_set_up(match.record.setting) and match.hides else ""

    def _asked(self, scene: Scene, seat: Seat | None, *, guided: bool) -> Scene:
        """The scene, with a question that looks obvious asked all the same where passing it tells something."""
        ask, match = scene.ask, self.match
        if ask is None or not ask.obvious or seat is None:
            return scene
        if not guided and may_pass(match.record, match.persons, seat):
            return scene
        return replace(scene, ask=replace(ask, obvious=False))

    def _new_faces(self, scene: Scene, seen: Mapping[str, Card]) -> tuple[Card, ...]:
        """Cards that the page has not had, or not so; and those that lie there only in between."""
        cards = {card.id: card for card in scene.cards}
        passing = [face for face in faces_in(scene.log) if face not in cards and face in seen]
        cards |= {face: seen[face] for face in passing}
        new = {name: card for name, card in cards.items() if self._cards.get(name) != card}
        self._cards |= new
        return tuple(new.values())

    def _waiting(self) -> list[Seat]:
        return [seat for seat in self.match.waiting if seat in self.hands]

    def _wanted(self) -> Seat:
        return (self._waiting() or [*self.hands])[0]

    def looks(self) -> Seat | str | None:
        """Whose eyes the page looks through: a seat, None for a watcher, or `nobody`."""
        if len(self.hands) < 2:
            return self.hands[0] if self.hands else None
        waiting = self._waiting()
        if self.match.is_over:
            return self.sitting
        if not self.match.hides:
            if self._last_seat is not None and (self._last_seat in waiting or not waiting):
                return self._last_seat
            return self._wanted()
        if self.sitting is not None and (self.sitting in waiting or not waiting):
            return self.sitting
        return "nobody"

    def sit_down(self, seat: int) -> NotSo | None:
        """Draw the curtain for the player who was called; why not, if it was for another."""
        if self.behind is None or seat != self.behind:
            return not_so("the curtain is not drawn for that seat")
        self.sitting, self.behind = self.behind, None
        self._whole = True
        self.wake.set()
        return None

    def acts_as(self) -> Seat | NotSo:
        """The seat that whatever this page says now is said for."""
        seat = self.looks()
        if seat == "nobody" or self.behind is not None:
            return not_so("the curtain is drawn: say first who has sat down")
        if seat is None or isinstance(seat, str):
            return not_so("who only watches does not answer")
        return seat
