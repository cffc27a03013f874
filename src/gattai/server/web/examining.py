"""What others send is looked through in a process of its own, within a deadline.

A transcript or a position may be anything. Whoever wrote it may have meant to keep us busy for ever, and
a thread cannot be stopped. So it is read in another process, which is ended if it takes too long;
the table goes on all the while. What has been found sound there is then opened here.
"""

from __future__ import annotations

import asyncio
import contextlib
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
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.position import Diverged, Step, apply
from gattai.kernel.question import Place, Question, Roll, Seat, any_one, part_of
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.transcript import parse
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.scene.stage import make_scene
from gattai.server.film.camera import Camera, Film, for_eyes
from gattai.server.film.replays import MOST_KEPT, name_of, step_of
from gattai.server.messages import Course, NewMatch
from gattai.server.table.opening import opened, resumed
from gattai.server.table.retrospect import Retrospect
from gattai.server.web.library import rule_cards
from gattai.server.web.reading import read_match

DEADLINE = 20.0
"""Seconds for one thing to be looked through."""
STARTING = 60.0
"""Seconds until the process is ready, on a machine that has much to do."""
MOST_WAITING = 8
AT_A_TIME = 4
"""The luck of so many actions; then somebody else may have something looked through."""
FRAMES = 60
"""So many steps of a film at a time."""
TRIES, STEPS = 3, 12
"""A position is played on from so often, for so many answers, before it is taken."""


class TooLong(ValueError):
    """It was not done in time, and was stopped."""


class Busy(ValueError):
    """Too many want something looked through at once."""


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


class _Course(_Ask, tag=True):
    text: str


class _Film(_Ask, tag=True):
    text: str
    seat: int | None


_Asked = _Begin | _File | _Step | _Luck | _Course | _Film


class LuckSoFar(msgspec.Struct):
    """The luck of a transcript as far as it has been reckoned, and whether that is all."""

    lines: tuple[LuckLine, ...]
    is_all: bool


class Played:
    """A transcript that was played through, and as much of what it tells as has been found."""

    def __init__(self, record: Record[Any]) -> None:
        self.record = record
        self.luck = Reckoning(record, games.measures(record.rules.name))
        self._back: Retrospect | None = None
        self._cameras: dict[int | None, Camera] = {}

    def course(self) -> Course | None:
        """Some more of how it went; the whole once it is found."""
        self._back = self._back or Retrospect(self.record)
        self._back.go_on(AT_A_TIME)
        return self._back.course

    def film(self, seat: int | None) -> Film | None:
        """Some more of the film through these eyes; the whole once it is made."""
        camera = self._cameras.setdefault(seat, Camera(self.record, seat))
        if not camera.go_on(FRAMES):
            return None
        if not self.luck.reckon(AT_A_TIME):
            return None
        is_over = isinstance(self.record.question, Outcome)
        course = self.course() if is_over else None
        if is_over and course is None:
            return None
        del self._cameras[seat]
        cards = rule_cards(self.record.rules)
        return Film(
            name_of(self.record.transcript().text()),
            tuple(camera.frames),
            self.luck.lines(),
            for_eyes(course, seat),
            tuple(card for card in cards if card.id in camera.cited),
        )


class _Told(msgspec.Struct):
    """What came of it: something encoded, or the kind of error and its words."""

    content: bytes = b""
    problem: str = ""
    words: str = ""


class Examiner:
    """One process, started when it is first needed, that looks through one thing after another."""

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
        """Whether a match can begin from what was sent; ValueError or LookupError says why not."""
        await self._ask(_Begin(self._packs, wanted))

    async def file(self, content: bytes) -> None:
        """The same for a match's file that begins from a position."""
        await self._ask(_File(self._packs, content))

    async def step(self, text: str, at: int, seat: int | None) -> bytes:
        """One step of a transcript, as JSON."""
        return await self._ask(_Step(self._packs, text, at, seat))

    async def luck(self, text: str) -> LuckSoFar:
        """Some more of the luck of a transcript: ask again until it is all."""
        return msgspec.json.decode(await self._ask(_Luck(self._packs, text)), type=LuckSoFar)

    async def course(self, text: str) -> Course | None:
        """How a game went that is over: ask again until it is found."""
        found = await self._ask(_Course(self._packs, text))
        return msgspec.json.decode(found, type=Course | None)

    async def film(self, text: str, seat: int | None) -> bytes | None:
        """A whole replay through these eyes, as JSON: ask again until it is made."""
        return await self._ask(_Film(self._packs, text, seat)) or None

    async def _ask(self, what: _Asked) -> bytes:
        if self._waiting >= MOST_WAITING:
            raise Busy("too much is being looked through at once; try again in a moment")
        self._waiting += 1
        try:
            async with self._turn:
                told = await asyncio.to_thread(self._answer, what)
        finally:
            self._waiting -= 1
        if told.problem:
            raise _ERRORS.get(told.problem, ValueError)(told.words)
        return told.content

    def _answer(self, what: _Asked) -> _Told:
        """In a thread: hand it over, and wait for as long as it may take."""
        with self._pipe_is_mine:  # who stopped waiting for an answer has not stopped the thread
            try:
                return self._exchanged(what)
            except (EOFError, OSError):  # it has ended since it was last asked: begin anew
                self._end()
            try:
                return self._exchanged(what)
            except (EOFError, OSError) as problem:
                self._end()
                raise TooLong("this asks for too much to be looked through") from problem

    def _exchanged(self, what: _Asked) -> _Told:
        pipe = self._started()
        pipe.send_bytes(msgspec.msgpack.encode(what))
        if not pipe.poll(self._deadline):
            self._end()
            raise TooLong(
                f"this takes longer than {self._deadline:g} seconds to look through; it was stopped"
            )
        return msgspec.msgpack.decode(pipe.recv_bytes(), type=_Told)

    def _started(self) -> Connection:
        process, pipe = self._process, self._pipe
        if process is not None and process.is_alive() and pipe is not None:
            return pipe
        self._end()
        if self._is_closed:
            raise EOFError
        # A fresh process on every system: a fork would copy the table's threads and sockets.
        context = multiprocessing.get_context("spawn")
        pipe, there = context.Pipe()
        process = context.Process(target=_examine, args=(there,), daemon=True)
        process.start()
        there.close()
        # Only now may others see it: what has not begun cannot be ended.
        self._process, self._pipe = process, pipe
        if self._is_closed or not pipe.poll(STARTING):
            raise EOFError
        pipe.recv_bytes()
        return pipe

    def close(self) -> None:
        """End the process, whatever it is doing, and begin no other."""
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


# In the other process


def _examine(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    kept: OrderedDict[str, Played] = OrderedDict()
    pipe.send_bytes(b"ready")
    while True:
        try:
            what = msgspec.msgpack.decode(pipe.recv_bytes(), type=_Asked)
        except (EOFError, OSError):
            return
        pipe.send_bytes(msgspec.msgpack.encode(_examined(what, kept)))


def _outlive_nobody() -> None:
    table = multiprocessing.parent_process()
    if table is not None:
        table.join()
        os._exit(0)


def _examined(what: _Asked, kept: OrderedDict[str, Played]) -> _Told:
    packs = tuple(Path(path) for path in what.packs)
    try:
        if isinstance(what, _Step):
            record = _kept(what.text, packs, kept).record
            step = step_of(record, what.at, what.seat, name_of(what.text))
            return _Told(msgspec.json.encode(step))
        if isinstance(what, _Luck):
            luck = _kept(what.text, packs, kept).luck
            is_all = luck.reckon(AT_A_TIME)
            return _Told(msgspec.json.encode(LuckSoFar(luck.lines(), is_all)))
        if isinstance(what, _Course):
            return _Told(msgspec.json.encode(_kept(what.text, packs, kept).course()))
        if isinstance(what, _Film):
            film = _kept(what.text, packs, kept).film(what.seat)
            return _Told(b"" if film is None else msgspec.json.encode(film))
        record = (
            opened(what.wanted, packs)[0]
            if isinstance(what, _Begin)
            else read_match(what.content, packs).record
        )
        can_be_played(record)
    except games.UnknownGame as problem:
        return _Told(problem="UnknownGame", words=str(problem.args[0]))
    except Diverged as problem:
        return _Told(problem="Diverged", words=str(problem))
    except LookupError as problem:
        words = str(problem.args[0]) if problem.args else "something is missing"
        return _Told(problem="LookupError", words=words)
    except ValueError as problem:
        return _Told(problem="ValueError", words=str(problem))
    except Exception as problem:  # the rules may stumble anywhere over what they did not make
        return _Told(
            problem="ValueError", words=f"the rules cannot make sense of this: {problem!r}"
        )
    return _Told()


def _kept(text: str, packs: Sequence[Path], kept: OrderedDict[str, Played]) -> Played:
    """A transcript that was played through; the last few are kept."""
    name = name_of(text)
    if name not in kept:
        kept[name] = Played(resumed(parse(text), packs))
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
    kept.move_to_end(name)
    return kept[name]


def can_be_played(record: Record[Any]) -> None:
    """ValueError if what stands there cannot be shown to everybody, or not be played on from.

    A table that the rules have made needs no proof. One that came as text is shown to every seat,
    and played on from at random a few times, for a few answers each.
    """
    if not record.setting.start:
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
                    f"no game can come here: {step + 1} answers later the rules cannot go on "
                    f"({type(problem).__name__}: {problem})"
                ) from problem
            if wrong is not None:
                raise ValueError(f"no game can come here: {step + 1} answers later {wrong}")
        _show(rules, at)


def _show(rules: AnyRuleset, step: Step[Any]) -> None:
    maker = games.scene_maker(rules.name)
    for seat in (*(Seat(number) for number in range(len(rules.seats))), None):
        who = "a watcher" if seat is None else rules.seat_name(seat)
        try:
            make_scene(rules, maker, step, seat, number=1)
        except Exception as problem:
            raise ValueError(
                f"no game can come here: it cannot be shown to {who} "
                f"({type(problem).__name__}: {problem})"
            ) from problem


def _any_answer(step: Step[Any], question: Question, rng: random.Random) -> tuple[Seat | None, Any]:
    if isinstance(question, Roll):
        return None, question.dice.faces(rng)
    seat = rng.choice(step.waiting)
    ask = part_of(question, seat)
    if isinstance(ask, Place):
        return seat, any_one(ask.region.suggest(), rng)
    return seat, any_one(ask.options, rng)
