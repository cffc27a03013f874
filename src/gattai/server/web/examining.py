"""Checks untrusted transcripts and positions in another process with a deadline.

Untrusted text may keep the rules busy forever, and
a thread cannot be stopped. So it is read in another process, which is killed if it takes too long;
the server keeps running. Only text that passed the check is opened here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections import OrderedDict
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec
from msgspec import Struct

from gattai import games
from gattai.kernel.position import Diverged, Step, apply
from gattai.kernel.question import Place, Question, Roll, Seat, any_one, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.transcript import parse
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.scene.stage import make_scene
from gattai.server.failures import frames_of
from gattai.server.film.camera import Camera, Film, for_eyes
from gattai.server.film.replays import MAX_KEPT, name_of, step_of
from gattai.server.messages import Analysis, NewMatch
from gattai.server.table.analyses.beginning import analysed
from gattai.server.table.opening import opened, resumed
from gattai.server.table.retrospect import Retrospect
from gattai.server.web.library import rule_cards
from gattai.server.web.reading import read_match

log = logging.getLogger(__name__)

DEADLINE = 20.0
"""Seconds for one request."""
STARTING = 60.0
"""Seconds until the process is ready, on a busy machine."""
MAX_WAITING = 8
AT_A_TIME = 4
"""Number of actions whose luck is computed per request, so that others get a turn."""
FRAMES = 60
"""Number of film steps per request."""
TRIES, STEPS = 3, 12
"""Number of random playouts of a position, and of answers in each, before it is accepted."""


class TookTooLong(ValueError):
    """The check took too long and was stopped."""


class Busy(ValueError):
    """Too many requests at once."""


class _Ask(msgspec.Struct, tag=True):
    packs: tuple[str, ...]


class _Begin(_Ask, tag=True):
    wanted: NewMatch


class _File(_Ask, tag=True):
    content: bytes


class _Step(_Ask, tag=True):
    text: str
    at: int
    seat: int | None


class _Luck(_Ask, tag=True):
    text: str


class _Analysed(_Ask, tag=True):
    text: str


class _Film(_Ask, tag=True):
    text: str
    seat: int | None


_Asked = _Begin | _File | _Step | _Luck | _Analysed | _Film


class LuckSoFar(msgspec.Struct):
    """The luck of a transcript so far, and whether it is complete."""

    lines: tuple[LuckLine, ...]
    is_all: bool


class ReplayedMatch:
    """A replayed transcript with cached results."""

    def __init__(self, record: Record[Struct]) -> None:
        self.record = record
        self.luck = Reckoning(record, games.measures(record.rules.name))
        self._back: Retrospect | None = None
        self._cameras: dict[int | None, Camera] = {}

    def analysis(self) -> Analysis | None:
        """Continue the analysis; returns it once it is complete."""
        self._back = self._back or Retrospect(self.record)
        self._back.go_on(AT_A_TIME)
        return self._back.analysis

    def film(self, seat: int | None) -> Film | None:
        """Continue the film as this seat sees it; returns it once it is complete."""
        camera = self._cameras.setdefault(seat, Camera(self.record, seat))
        if not camera.go_on(FRAMES):
            return None
        if not self.luck.reckon(AT_A_TIME):
            return None
        is_over = isinstance(self.record.question, Outcome)
        analysis = self.analysis() if is_over else None
        if is_over and analysis is None:
            return None
        del self._cameras[seat]
        cards = rule_cards(self.record.rules)
        return Film(
            name_of(self.record.transcript().text()),
            tuple(camera.frames),
            self.luck.lines(),
            for_eyes(analysis, seat),
            tuple(card for card in cards if card.id in camera.cited),
        )


class _Told(msgspec.Struct):
    """The outcome: an encoded result, or the type and message of an error."""

    content: bytes = b""
    problem: str = ""
    words: str = ""


class Examiner:
    """One process, started on first use, that handles one request after another."""

    def __init__(self, packs: Sequence[Path] = (), *, deadline: float = DEADLINE) -> None:
        self._packs = tuple(str(path) for path in packs)
        self._deadline = deadline
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._turn = asyncio.Lock()
        self._pipe_is_mine = threading.Lock()
        self._waiting = 0
        self._is_closed = False

    async def begin(self, wanted: NewMatch) -> None:
        """Check that a match can begin from untrusted text. Raises ValueError or LookupError with the reason."""
        await self._ask(_Begin(self._packs, wanted))

    async def file(self, content: bytes) -> None:
        """Check a match's file that begins from a position."""
        await self._ask(_File(self._packs, content))

    async def step(self, text: str, at: int, seat: int | None) -> bytes:
        """Return one step of a transcript, as JSON."""
        return await self._ask(_Step(self._packs, text, at, seat))

    async def luck(self, text: str) -> LuckSoFar:
        """Continue the luck of a transcript: call again until it is complete."""
        return msgspec.json.decode(await self._ask(_Luck(self._packs, text)), type=LuckSoFar)

    async def analysis(self, text: str) -> Analysis | None:
        """Continue the analysis of a completed game: call again until it is returned."""
        found = await self._ask(_Analysed(self._packs, text))
        return msgspec.json.decode(found, type=Analysis | None)

    async def film(self, text: str, seat: int | None) -> bytes | None:
        """Continue a film as this seat sees it, as JSON: call again until it is returned."""
        return await self._ask(_Film(self._packs, text, seat)) or None

    async def _ask(self, what: _Asked) -> bytes:
        if self._waiting >= MAX_WAITING:
            raise Busy("too many requests at once; try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                reply = msgspec.msgpack.decode(
                    await self._exchange(msgspec.msgpack.encode(what)), type=_Told
                )
        finally:
            self._waiting -= 1
        if reply.problem:
            raise _ERRORS.get(reply.problem, ValueError)(reply.words)
        return reply.content

    async def _exchange(self, what: bytes) -> bytes:
        """Send an encoded request to the other process and return its encoded result."""
        return await asyncio.to_thread(self._answer, what)

    def _answer(self, what: bytes) -> bytes:
        """Send a request and wait for the result, in a thread."""
        with self._pipe_is_mine:  # a cancelled caller does not stop the thread
            try:
                return self._exchanged(what)
            except (EOFError, OSError):  # it has ended since the last request: start a new one
                self._end()
            try:
                return self._exchanged(what)
            except (EOFError, OSError) as problem:
                self._end()
                raise TookTooLong("this needs too much memory to check") from problem

    def _exchanged(self, what: bytes) -> bytes:
        pipe = self._started()
        pipe.send_bytes(what)
        if not pipe.poll(self._deadline):
            self._end()
            raise TookTooLong(
                f"checking this took longer than {self._deadline:g} seconds and was stopped"
            )
        return pipe.recv_bytes()

    def _started(self) -> Connection:
        process, pipe = self._process, self._pipe
        if process is not None and process.is_alive() and pipe is not None:
            return pipe
        self._end()
        if self._is_closed:
            raise EOFError
        # A new process on every system: a fork would copy the server's threads and sockets.
        context = multiprocessing.get_context("spawn")
        pipe, there = context.Pipe()
        process = context.Process(target=_examine, args=(there,), daemon=True)
        process.start()
        there.close()
        # Publish it only now: a process that has not started cannot be killed.
        self._process, self._pipe = process, pipe
        if self._is_closed or not pipe.poll(STARTING):
            raise EOFError
        pipe.recv_bytes()
        return pipe

    def close(self) -> None:
        """Kill the process and start no other."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process is not None:
            process.kill()
            process.join(5)
            with contextlib.suppress(ValueError):
                process.close()
        if pipe is not None:
            pipe.close()


_ERRORS: dict[str, type[Exception]] = {
    "Diverged": Diverged,
    "LookupError": LookupError,
    "ValueError": ValueError,
    "UnknownGame": LookupError,
}


# Code of the other process


def _examine(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    cache: OrderedDict[str, ReplayedMatch] = OrderedDict()
    pipe.send_bytes(b"ready")
    while True:
        try:
            what = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(examined(what, cache))


def _outlive_nobody() -> None:
    table = multiprocessing.parent_process()
    if table is not None:
        table.join()
        os._exit(0)


def examined(what: bytes, cache: OrderedDict[str, ReplayedMatch]) -> bytes:
    """Return the encoded result of an encoded request, using the transcripts in the cache."""
    asked = msgspec.msgpack.decode(what, type=_Asked)
    return msgspec.msgpack.encode(_examined(asked, cache))


def _examined(what: _Asked, cache: OrderedDict[str, ReplayedMatch]) -> _Told:
    packs = tuple(Path(path) for path in what.packs)
    try:
        if isinstance(what, _Step):
            record = _cached(what.text, packs, cache).record
            step = step_of(record, what.at, what.seat, name_of(what.text))
            return _Told(msgspec.json.encode(step))
        if isinstance(what, _Luck):
            luck = _cached(what.text, packs, cache).luck
            is_all = luck.reckon(AT_A_TIME)
            return _Told(msgspec.json.encode(LuckSoFar(luck.lines(), is_all)))
        if isinstance(what, _Analysed):
            return _Told(msgspec.json.encode(_cached(what.text, packs, cache).analysis()))
        if isinstance(what, _Film):
            film = _cached(what.text, packs, cache).film(what.seat)
            return _Told(b"" if film is None else msgspec.json.encode(film))
        record = (
            _begun(what.wanted, packs)
            if isinstance(what, _Begin)
            else read_match(what.content, packs).record
        )
        can_be_played(record)
    except games.UnknownGame as problem:
        return _Told(problem="UnknownGame", words=str(problem.args[0]))
    except Diverged as problem:
        return _Told(problem="Diverged", words=str(problem))
    except LookupError as problem:
        words = str(problem.args[0]) if problem.args else "a key is missing"
        return _Told(problem="LookupError", words=words)
    except ValueError as problem:
        return _Told(problem="ValueError", words=str(problem))
    except Exception as problem:  # the rules may fail anywhere on input they did not produce
        log.warning("the rules failed on an untrusted text:\n%s", frames_of(problem))
        return _Told(problem="ValueError", words=f"the rules cannot process this: {problem!r}")
    return _Told()


def _begun(wanted: NewMatch, packs: Sequence[Path]) -> Record[Struct]:
    return analysed(wanted, packs).record if wanted.analysis else opened(wanted, packs)[0]


def _cached(
    text: str, packs: Sequence[Path], cache: OrderedDict[str, ReplayedMatch]
) -> ReplayedMatch:
    """Return a replayed transcript from the cache, or replay it."""
    name = name_of(text)
    if name not in cache:
        cache[name] = ReplayedMatch(resumed(parse(text), packs))
        while len(cache) > MAX_KEPT:
            cache.popitem(last=False)
    cache.move_to_end(name)
    return cache[name]


def can_be_played(record: Record[Struct]) -> None:
    """Raise ValueError if the position cannot be shown to everyone, or not be played on from.

    A position that the rules have produced needs no check. Untrusted text is shown to every seat
    and played on at random a few times, for a few answers each.
    """
    if not record.header.start:
        return
    rules = record.rules
    _show(rules, record.step)
    for number in range(TRIES):
        at = record.step
        rng = random.Random(f"examined/{number}")
        for step in range(STEPS):
            if isinstance(at.question, Outcome):
                break
            try:
                seat, value = _any_answer(at, at.question, rng)
                at = apply(rules, at.position, value, seat=seat)
                is_settled = at.position.is_settled
                wrong = next(rules.broken(at.table), None) if is_settled else None
            except Exception as problem:
                raise ValueError(
                    f"this position is impossible: {step + 1} answers later the rules fail "
                    f"({type(problem).__name__}: {problem})"
                ) from problem
            if wrong is not None:
                raise ValueError(f"this position is impossible: {step + 1} answers later {wrong}")
        _show(rules, at)


def _show(rules: AnyRuleset, step: Step[Struct]) -> None:
    maker = games.scene_maker(rules.name)
    for seat in (*(Seat(number) for number in range(len(rules.seats))), None):
        who = "a watcher" if seat is None else rules.seat_name(seat)
        try:
            make_scene(rules, maker, step, seat, number=1)
        except Exception as problem:
            raise ValueError(
                f"this position is impossible: it cannot be shown to {who} "
                f"({type(problem).__name__}: {problem})"
            ) from problem


def _any_answer(
    step: Step[Struct], question: Question, rng: random.Random
) -> tuple[Seat | None, object]:
    if isinstance(question, Roll):
        return None, question.dice.faces(rng)
    seat = rng.choice(step.waiting)
    ask = part_of(question, seat)
    if isinstance(ask, Place):
        return seat, any_one(ask.region.suggest(), rng)
    return seat, any_one(ask.options, rng)
