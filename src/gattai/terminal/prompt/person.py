"""A person at the keyboard: sees what the seat may see, answers questions, rolls dice."""

from __future__ import annotations

import sys
from collections.abc import Callable

from msgspec import Struct
from rich.text import Text

from gattai.bots.bot import Ask
from gattai.bots.registry import PERSON
from gattai.kernel.dice import Dice, Face
from gattai.kernel.position import Seen
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.undo import last_answer, price_of_undo
from gattai.terminal.client.session import TakeBackRequested
from gattai.terminal.printing import QUIET, STRONG, say
from gattai.terminal.prompt.dialogue import Dialogue, LogHistory

Read = Callable[[str], str]
"""Shows a prompt and returns the typed line; raises `Quit` when the person leaves."""


class Quit(Exception):
    """The person has left."""


def read_line(prompt: str) -> str:
    """Read a line from the keyboard, stripped; `quit` and end of input raise `Quit`."""
    sys.stdout.flush()
    try:
        line = input(prompt).strip()
    except EOFError:
        say("")
        raise Quit from None
    if line.casefold() in ("quit", "exit", "q"):
        raise Quit
    return line


class KeyboardPlayer:
    """Answers for a seat by asking the person at the keyboard."""

    def __init__(self, record: Record[Struct], journal: LogHistory, read: Read = read_line) -> None:
        self.record = record
        self.journal = journal
        self.read = read
        self._answered = 0
        self._drawn: object = None

    def answer(self, seen: Seen[Struct], ask: Ask, number: int) -> object:
        """Ask until there is an answer that the rules allow."""
        dialogue = Dialogue(self.record, self.journal, seen, ask, number)
        self._draw(dialogue, number)
        dialogue.show_question()
        while True:
            typed = self.read(f"{self.record.rules.seat_name(ask.seat)}> ")
            if typed.casefold() == "undo":
                self._take_back(ask.seat)
                continue
            heard = dialogue.hear(typed)
            if heard:
                return heard[0]

    def _take_back(self, seat: Seat) -> None:
        """Raise `TakeBackRequested` if this seat's last answer may be taken back; otherwise print why not.

        As in the browser: free if nobody can have learned anything since, otherwise the
        other persons must agree. They are at the same keyboard, so they are asked here; bots
        always agree.
        """
        number = last_answer(self.record, seat)
        if number is None:
            say("You have nothing to take back yet.")
            return
        others = [
            name
            for other, (name, who) in enumerate(
                zip(self.record.rules.seats, self.record.header.players, strict=True)
            )
            if who == PERSON and other != seat
        ]
        if others and price_of_undo(self.record, seat) != "free":
            asked = f"Someone may have learned something since. {', '.join(others)}, do you agree?"
            if self.read(f"{asked} (yes or no) ").casefold() not in ("yes", "y"):
                say("Your answer is not taken back.")
                return
        self._drawn = None
        say(f"Taken back: {self.record.entries[number].text}")
        raise TakeBackRequested(number)

    def _draw(self, dialogue: Dialogue, number: int) -> None:
        """Print the units if someone else has acted since, and the board if it has changed."""
        scene = dialogue.scene
        options = scene.ask.options if scene.ask else ()
        board: object = scene.pieces, scene.overlays, [option.cell for option in options]
        if scene.board is None:  # without a board, the cards are the table
            board = scene.pieces, scene.zones
        dialogue.show_table(
            units=number != self._answered + 1
            or self._drawn is None
            or (scene.board is None and self._drawn != board),
            board=self._drawn != board,
            legend=self._drawn is None,  # only once
        )
        self._answered, self._drawn = number, board


class ByHand:
    """Dice rolled on a real table and typed in."""

    def __init__(self, read: Read = read_line) -> None:
        self.read = read

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        """Ask until the faces fit the roll."""
        what = f" for {roll.what}" if roll.what else ""
        asked = Text(f"Throw {roll.dice.name}{what} ", STRONG)
        say(asked.append(f"[{roll.rule}]", f"not bold {QUIET}"))
        while True:
            words = self.read("faces> ").replace(",", " ").split()
            if isinstance(roll.dice, Dice) and len(words) == 1 < roll.dice.count:
                words = list(words[0])  # 390275 for six dice of one digit each
            try:
                return roll.dice.check(words)
            except ValueError as problem:
                say(str(problem))
