"""A program that plays: it is started for a game, asked over its standard input, and ended with it.

No name of a bot ever starts one by itself: names come from transcripts, pages and strangers. Only
who was asked for a program by the person at the keyboard makes a `Program`.
"""

from __future__ import annotations

import queue
import shlex
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterable
from typing import IO, Any, NoReturn

from gattai.bots.bot import Ask
from gattai.bots.evaluations import rules_of
from gattai.bots.stdio import letter
from gattai.bots.stdio.letter import BadAnswer
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

STDIO = "stdio:"
WINDOWS = sys.platform == "win32"
PATIENCE = 60.0
"""Seconds in which a program has to answer."""


class ProgramFailed(RuntimeError):
    """A program that cannot be started, ended too early, was silent, or answered something else."""


def is_program(name: str) -> bool:
    """Whether a player is named as a program.

    >>> is_program("stdio:./mybot"), is_program("greedy")
    (True, False)
    """
    return name.startswith(STDIO)


def command_of(name: str) -> list[str]:
    """The command of `stdio:COMMAND`, in words. `ProgramFailed` if there is no such program.

    >>> command_of("stdio:./no-such-bot --fast")
    Traceback (most recent call last):
    gattai.bots.stdio.program.ProgramFailed: no program './no-such-bot' can be run
    """
    try:
        words = shlex.split(name.removeprefix(STDIO), posix=not WINDOWS)
        if WINDOWS:  # a backslash there is part of a path, and quotes stay around a word
            words = [word.strip('"') for word in words]
    except ValueError as problem:
        raise ProgramFailed(f"{name!r}: {problem}") from problem
    if not words or shutil.which(words[0]) is None:
        raise ProgramFailed(f"no program {words[0] if words else ''!r} can be run")
    return words


MOST_LETTERS = 10_000
"""Of one line. What is longer is no answer."""
MOST_UNHEARD = 1_000
"""Lines that nobody has asked for: whoever says more has to wait."""


class Program:
    """A bot that is a process of its own, for one seat of one game."""

    def __init__(
        self,
        name: str,
        seed: str,
        *,
        rules: AnyRuleset | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.name = name
        self._seed = seed
        self._rules = rules
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                command_of(name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as problem:
            raise ProgramFailed(f"{name}: it cannot be started: {problem}") from problem
        self._said: queue.Queue[str | None] = queue.Queue(MOST_UNHEARD)
        out = self._process.stdout
        threading.Thread(target=_listen, args=(out, self._said), daemon=True).start()
        self.close = weakref.finalize(self, _end, self._process)
        self._seat: int | None = None
        self._tell([letter.HELLO])
        while (line := self._hear()) != letter.READY:
            if not line.startswith("name "):
                self._fail(f"expected 'ready', it said {line[:80]!r}")

    def answer(self, seen: Seen[Any], ask: Ask, number: int) -> Any:
        """What the program says."""
        rules = self._rules or rules_of(seen.state)
        if self._seat != ask.seat:
            self._seat = ask.seat
            self._tell(letter.seated(rules, ask.seat, self._seed))
        options = letter.offered(rules, seen, ask)
        self._check_silent(number)
        self._tell(letter.question(rules, seen, ask, number, options))
        try:
            return letter.read(self._hear(), ask, options)
        except BadAnswer as problem:
            self._fail(f"question {number}: {problem}")

    def _check_silent(self, number: int) -> None:
        """Nothing may be left of the question before: it would be taken for the answer to this one."""
        try:
            line = self._said.get_nowait()
        except queue.Empty:
            return
        if line is not None:  # one that has ended is found out when it is asked
            self._fail(
                f"before question {number} it said {line[:80]!r}: one line answers one question"
            )
        self._fail("it has ended")

    def _tell(self, lines: Iterable[str]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._fail("it has ended")

    def _hear(self) -> str:
        try:
            line = self._said.get(timeout=self._patience)
        except queue.Empty:
            self._fail(f"it said nothing for {self._patience:g} seconds")
        if line is None:
            self._fail("it has ended")
        return line

    def _fail(self, why: str) -> NoReturn:
        self.close()
        raise ProgramFailed(f"{self.name}: {why}")


def _listen(out: IO[str] | None, said: queue.Queue[str | None]) -> None:
    assert out is not None
    try:
        while line := out.readline(MOST_LETTERS):
            if line.strip():
                said.put(line.strip())
    finally:
        said.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask it to leave, and end it if it does not."""
    try:
        if process.stdin is not None:
            process.stdin.write(f"{letter.QUIT}\n")
            process.stdin.close()
    except (OSError, ValueError):
        pass
    try:
        process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()
