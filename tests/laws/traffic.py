"""A table of the server's own, in this process: every message that reaches a seat, as it is sent.

Pages speak to it as browsers do, over a wire that keeps what was sent. Bots are handed their problems as
a worker process is; the problems are kept and the driver answers. Time is moved by hand.
"""

import asyncio
import contextlib
import functools
import pickle
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

import msgspec
import pytest

from gattai import games
from gattai.bots import registry
from gattai.bots.worker import Workers
from gattai.games.game import GameDefinition
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Options, Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import may_hide, view
from gattai.kernel.text.snapshot import position_text
from gattai.scene.maker import PlainMaker
from gattai.server.film.replays import step_of
from gattai.server.local.keys import KeyHolder, Keys
from gattai.server.local.network import Network
from gattai.server.local.room import Room, may_read
from gattai.server.local.store import MatchStore
from gattai.server.messages import NewMatch
from gattai.server.table import opening
from gattai.server.table.match import TableMatch
from gattai.server.table.requests import coaching
from gattai.server.table.thinking import Thinkers
from gattai.server.web import connection as socket
from gattai.server.web.answering import NotYet
from gattai.server.web.connection import Connection
from gattai.server.web.examining import Examiner
from tests.laws.worlds import Viewer
from tests.server.silence import HandClock, same_dice

P = ParamSpec("P")
T = TypeVar("T")

SLOW, QUICK = "veteran", "random"
"""A bot that thinks in a process of its own, and one that thinks in a thread of the server's."""
SEED = "7"
_QUIET = 3
"""So many turns of the event loop without a word are silence."""


class Wire:
    """One page's end of a connection."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.heard: list[str] = []

    async def receive(self) -> str | bytes:
        return await self.said.get()

    async def send(self, text: str) -> None:
        self.heard.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.heard.append(f"closed {code} {reason}")


class Pool:
    """In place of the worker processes, and of bots in threads: keeps what they would have been sent."""

    def __init__(self) -> None:
        self.handed: list[tuple[int, bytes]] = []
        """By seat."""
        self.open: list[Future[Any]] = []
        self.standing_in: list[tuple[Seat, Future[Any]]] = []
        """Those whom the table asks in place of somebody who says nothing."""

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        """What a slow bot, or a stand-in, is to think about; the driver will answer."""
        sent = pickle.loads(pickle.dumps((work.__name__, *args)))  # as it arrives there
        future: Future[Any] = Future()
        if sent[0] == "_coach":  # it follows from what was sent, so it is found at once
            self.handed.append((args[1].seat, whole(sent)))
            future.set_result(work(*sent[1:]))
            return future
        name, ask = args[0], args[3]
        self.handed.append((ask.seat, whole(sent)))
        if name == SLOW:
            self.open.append(future)
        else:
            self.standing_in.append((ask.seat, future))
        return future

    def answer(self, seen: Any, ask: Any, number: int) -> Any:
        """A quick bot, which looks at nothing and answers by the number of the question."""
        self.handed.append((ask.seat, whole((seen, ask, number))))
        options = tuple(seen.question.options)
        return options[number % len(options)]

    def shutdown(self, **how: Any) -> None:
        """There is nothing to end."""


def whole(value: Any) -> bytes:
    """Everything that can be reached from a value, as text.

    What an object keeps beside its fields counts if there is a secret in it; figures that were once
    found and are kept do not, for they follow from the fields.
    """
    return msgspec.json.encode(_parts(value), enc_hook=repr)


def _parts(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        if not may_hide(type(value)):
            return value
        fields = {name: _parts(getattr(value, name)) for name in value.__struct_fields__}
        kept = getattr(value, "__dict__", {})
        beside = {name: _parts(item) for name, item in kept.items() if _has_secrets(item)}
        return [type(value).__name__, fields, beside]
    if isinstance(value, Options):
        return ["options", _parts(value._candidates), _parts(value.refusals)]
    if isinstance(value, functools.partial):
        return ["partial", value.func.__name__, _parts(value.args), _parts(value.keywords)]
    if isinstance(value, Mapping):
        return [[_parts(key), _parts(item)] for key, item in value.items()]
    if isinstance(value, tuple | list):
        return [_parts(item) for item in value]
    return value


def _has_secrets(value: Any) -> bool:
    return b'"Secret"' in whole(value)


class World:
    """A match at a table of its own, with everybody who sits at it and one who only watches."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        # Both worlds are looked at in the same moment, however long either takes to be made.
        shelf = MatchStore(folder, now=lambda: 0.0)
        self.room = Room(shelf, Keys(b"0" * 32), network=Network(is_open=True), clock=self.clock)
        self.room.examiner = _Trusting()  # positions here are our own
        self.pool = Pool()
        workers = Workers.__new__(Workers)
        workers._cancelled, workers._tickets = [0] * 64, 0
        workers._pool = self.pool  # type: ignore[assignment]
        self.room.thinkers = _Thinkers(workers, self.pool)
        self.thinks_quickly = False
        self.advised_from: list[bytes] = []
        """What odds, previews and reasons were found from."""
        self.match: TableMatch
        self.wires: dict[Viewer, Wire] = {}
        self.pages: dict[Viewer, Connection] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def opens(
        self, rules: AnyRuleset, position: GamePosition[Any], bot: Viewer, name: str = SLOW
    ) -> None:
        """A match that begins here; all come who are no bots, and a watcher."""
        players = tuple(name if seat == bot else "guest" for seat in range(len(rules.seats)))
        self.thinks_quickly = name == QUICK
        wanted = NewMatch(
            rules.name,
            players,
            position=position_text(rules, position),
            reaction_seconds=30,
            turn_seconds=300,
        )
        _here.set(self)
        # Nobody may choose the dice where guests play, so the table is made to draw these.
        with patch.object(opening, "committed", partial(same_dice, SEED)):
            self.match = await self.room.make(wanted)
        viewers: list[Viewer] = [Seat(n) for n in range(len(players)) if n != bot]
        for viewer in (*viewers, None):
            wire = Wire()
            connection = Connection(wire, self.match, self.match.viewers.join(viewer))
            self.wires[viewer], self.pages[viewer] = wire, connection
            self._tasks.append(asyncio.create_task(connection.run()))

    async def leaves(self) -> None:
        """Everybody goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for future in (*self.pool.open, *(future for _, future in self.pool.standing_in)):
            future.cancel()
        await self.room.close()

    def says(self, viewer: Viewer, kind: str, **what: Any) -> None:
        """A page says something, as a browser would."""
        self.wires[viewer].said.put_nowait(msgspec.json.encode({"type": kind, **what}).decode())

    @property
    def is_quiet(self) -> bool:
        """Whether everything that was said has been heard and answered."""
        return (
            self.match.inbox.is_empty
            and all(wire.said.empty() for wire in self.wires.values())
            and not any(page.wake.is_set() for page in self.match.viewers.pages)
            and not any(connection._asking for connection in self.pages.values())
            and (not self.match.thoughts.is_any or self._is_waited_for)
            and self.match.aftermath.is_quiet
        )

    @property
    def _is_waited_for(self) -> bool:
        """Whether a bot has been handed its problem, and we have not answered."""
        return any(not future.done() for future in self.pool.open) or self.stood_in_for is not None

    @property
    def stood_in_for(self) -> Seat | None:
        """The silent seat for which a bot is to answer now."""
        open_ones = [seat for seat, future in self.pool.standing_in if not future.done()]
        return open_ones[-1] if open_ones else None

    def stands_in(self, seat: Seat, text: str) -> None:
        """The table's bot has found an answer for a silent seat."""
        future = next(f for s, f in self.pool.standing_in[::-1] if s == seat and not f.done())
        future.set_result(self.match.answers.read(seat, text))

    @property
    def number(self) -> int:
        """The number of the question that is open."""
        return len(self.match.record.entries) + 1

    def options_of(self, seat: Seat) -> list[str]:
        """What a seat is offered, as its page writes it."""
        ask = self.match.history.scene(seat).ask
        return [option.text for option in ask.options] if ask else []

    def answers(self, seat: Seat, text: str) -> None:
        """A seat answers: from its page, or as a bot that has thought about it."""
        if seat in self.wires:
            self.says(seat, "answer", number=self.number, text=text)
            return
        value = self.match.answers.read(seat, text)
        waiting = [future for future in self.pool.open if not future.done()]
        assert len(waiting) == 1, "a bot is asked once"
        waiting[0].set_result(value)

    def reached(self, viewer: Viewer) -> list[str | bytes]:
        """All that was ever sent to a page, or handed to a bot; and what can be read beside."""
        sent: list[str | bytes] = [*self.wires[viewer].heard] if viewer in self.wires else []
        sent += [problem for seat, problem in self.pool.handed if seat == viewer]
        return sent + self.advised_from

    def shown_by_events(self, viewer: Viewer) -> list[bytes]:
        """What happened, as it would be sent to who follows the table by its events."""
        events = (event for past in self.match.record.past for event in past.events)
        return [msgspec.json.encode(view(event, viewer)) for event in events]

    def read_by(self, viewer: Viewer) -> list[str]:
        """What can be had over HTTP: the card of the match, its transcript, position, replay."""
        match, found = self.match, []
        if match.is_over:
            return []  # everything is told at the end
        card = msgspec.structs.replace(self.room.card(match), id="", links=())
        found.append(msgspec.json.encode(card).decode())
        caller = KeyHolder(match.id, viewer)
        with contextlib.suppress(NotYet):
            may_read(match, caller, secrets_too=True)
            found.append(match.record.transcript().text())
        with contextlib.suppress(NotYet):
            may_read(match, caller, secrets_too=False)
            found.append(position_text(match.record.rules, match.record.position))
        with contextlib.suppress(NotYet):
            may_read(match, caller, secrets_too=match.hides)
            found.append(msgspec.json.encode(step_of(match.record, -1, viewer)).decode())
        return found


class _Trusting(Examiner):
    """Finds every position sound, without a process to look at it."""

    async def begin(self, wanted: NewMatch) -> None:
        return


_here: ContextVar[World] = ContextVar("here")
"""The world in which somebody asks for advice."""


def _noting(advice: Callable[..., Any]) -> Callable[..., Any]:
    """The same advice; what it is found from is kept, for it may hang on it in ways nobody thought of."""

    def told(rules: AnyRuleset, maker: Any, seen: Any, *about: Any, **how: Any) -> Any:
        _here.get().advised_from.append(whole(seen))
        return advice(rules, maker, seen, *about, **how)

    return told


class _Thinkers(Thinkers):
    """The server's own, but for what they start: no processes, and threads only for bots.

    What the server does beside the table is done at once, so that it ends in the same order.
    """

    def __init__(self, workers: Workers, pool: Pool) -> None:
        super().__init__()
        self._workers = workers
        self._pool = pool

    async def aside(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        return work(*args, **more)

    async def in_the_back(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        return work(*args, **more)

    async def _in_a_thread(self, *about: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(registry, "make", lambda *bot, **how: self._pool)
            return await super()._in_a_thread(*about)


async def settle(*worlds: World) -> None:
    """Until nobody has anything more to say."""
    quiet = 0
    while quiet < _QUIET:
        await asyncio.sleep(0)
        quiet = quiet + 1 if all(world.is_quiet for world in worlds) else 0
        if any(world.thinks_quickly and world.match.thoughts.is_any for world in worlds):
            await asyncio.sleep(0.0005)


class _Steps:
    """A clock that goes on by a thousandth whenever somebody looks: bounds hold by count."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 0.001
        return self.now


@contextlib.contextmanager
def prepared(rules: AnyRuleset) -> Iterator[Path]:
    """A folder for tables; a game that is not listed is known here; no bound hangs on the machine."""
    fast = Path("/dev/shm")
    where = str(fast) if fast.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder, pytest.MonkeyPatch.context() as patch:
        # Who may ask the coach is decided elsewhere: here whoever does is told no more than they see.
        patch.setattr(coaching, "not_fair", lambda persons, seat: "")
        patch.setattr(socket, "CLOCK", _Steps().monotonic)
        for name in ("odds_of", "reaction_of", "preview_of", "about_of"):
            patch.setattr(socket, name, _noting(getattr(socket, name)))
        if rules.name not in games.names():
            known = GameDefinition(rules.name, __name__, lambda packs: rules, PlainMaker)
            patch.setitem(games._added, rules.name, known)
        yield Path(folder)
