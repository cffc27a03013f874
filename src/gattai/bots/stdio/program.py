"""A program that plays: started for a game, asked over its standard input, and ended with the game.

A bot's name alone never starts a program, because names come from transcripts, pages and strangers.
A `Program` is made only on explicit request of the person at the keyboard.
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
from io import TextIOWrapper
from typing import IO, NoReturn

import msgspec

from gattai.bots.bot import Ask
from gattai.bots.evaluation import rules_of
from gattai.bots.stdio import message
from gattai.bots.stdio.message import BadAnswer
from gattai.kernel.position import Seen
from gattai.kernel.ruleset import AnyRuleset

STDIO = "stdio:"
WINDOWS = sys.platform == "win32"
PATIENCE = 60.0
"""Time limit for an answer, in seconds."""


class ProgramFailed(RuntimeError):
    """Raised if a program cannot be started, ends early, does not answer, or answers badly."""


def is_program(name: str) -> bool:
    """Return whether a player's name is that of a program.

    >>> is_program("stdio:./mybot"), is_program("greedy")
    (True, False)
    """
    return name.startswith(STDIO)


def command_of(name: str) -> list[str]:
    """Return the words of the command in `stdio:COMMAND`. `ProgramFailed` if it does not exist.

    >>> command_of("stdio:./no-such-bot --fast")
    Traceback (most recent call last):
    gattai.bots.stdio.program.ProgramFailed: no program './no-such-bot' can be run
    """
    try:
        words = shlex.split(name.removeprefix(STDIO), posix=not WINDOWS)
        if WINDOWS:  # on Windows a backslash is part of a path, and quotes stay around a word
            words = [word.strip("\"'") for word in words]
    except ValueError as problem:
        raise ProgramFailed(f"{name!r}: {problem}") from problem
    if not words or shutil.which(words[0]) is None:
        raise ProgramFailed(f"no program {words[0] if words else ''!r} can be run")
    return words


MAX_CHARACTERS = 10_000
"""Maximum length of a line."""
MAX_UNHEARD = 1_000
"""Maximum number of unread lines; a program that writes more is blocked."""


class Program:
    """A bot in its own process, for one seat of one game."""

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
        if isinstance(self._process.stdin, TextIOWrapper):
            self._process.stdin.reconfigure(newline="\n")  # on Windows too, as the protocol says
        self._said: queue.Queue[str | None] = queue.Queue(MAX_UNHEARD)
        out = self._process.stdout
        threading.Thread(target=_listen, args=(out, self._said), daemon=True).start()
        self.close = weakref.finalize(self, _end, self._process)
        self._seat: int | None = None
        self._tell([message.HELLO])
        while (line := self._hear()) != message.READY:
            if not line.startswith("name "):
                self._fail(f"expected 'ready', it said {line[:80]!r}")

    def answer(self, seen: Seen[msgspec.Struct], ask: Ask, number: int) -> object:
        """Return the program's answer."""
        rules = self._rules or rules_of(seen.state)
        if self._seat != ask.seat:
            self._seat = ask.seat
            self._tell(message.seated(rules, ask.seat, self._seed))
        options = message.offered(rules, seen, ask)
        self._check_silent(number)
        self._tell(message.question(rules, seen, ask, number, options))
        try:
            return message.read(self._hear(), ask, options)
        except BadAnswer as problem:
            self._fail(f"question {number}: {problem}")

    def _check_silent(self, number: int) -> None:
        """Check that no unread line is left, which would be taken for the next answer."""
        try:
            line = self._said.get_nowait()
        except queue.Empty:
            return
        if line is not None:  # an ended program is noticed when it is asked
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


def _listen(out: IO[str] | None, lines: queue.Queue[str | None]) -> None:
    assert out is not None
    try:
        while line := out.readline(MAX_CHARACTERS):
            if line.strip():
                lines.put(line.strip())
    finally:
        lines.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask the process to exit, and kill it if it does not."""
    try:
        if process.stdin is not None:
            process.stdin.write(f"{message.QUIT}\n")
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
