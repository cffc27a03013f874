"""A match by link at the keyboard: open a link, answer, and print the link to send."""

from __future__ import annotations

import sys

from rich.text import Text

from gattai.kernel.question import Roll, part_of
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.server.local.by_link import LinkedMatch, OwnCopies
from gattai.terminal.client.story import Narrator, spoken
from gattai.terminal.complaint import INTERRUPTED, Complaint
from gattai.terminal.printing import QUIET, STRONG, say
from gattai.terminal.prompt.dialogue import LogHistory
from gattai.terminal.prompt.person import KeyboardPlayer, Quit, read_line

NO_UNDO = "In a match by link nothing can be taken back: the other side could not see that no die was known."


def read_without_undo(prompt: str) -> str:
    """Read a line from the keyboard; `undo` is explained instead."""
    while True:
        line = read_line(prompt)
        if line.casefold() != "undo":
            return line
        say(NO_UNDO)


def play_turn(match: LinkedMatch, copies: OwnCopies, reported_answers: int) -> None:
    """Answer until the other side has to, then print the link. The first `reported_answers` are known."""
    turn = _Turn(match, copies, reported_answers)
    try:
        turn.play()
    except Quit:
        say("Goodbye. Your answers so far are stored; any link of this match goes on here.")
        return
    except KeyboardInterrupt:
        say("")
        say("Your answers so far are stored; any link of this match goes on here.")
        raise SystemExit(INTERRUPTED) from None
    _show_link(match)


class _Turn:
    """The answers of one side between two links."""

    def __init__(self, match: LinkedMatch, copies: OwnCopies, reported_answers: int) -> None:
        self.match = match
        self.copies = copies
        self.reported_answers = reported_answers
        record = match.record
        past = record.past
        self.journal = LogHistory()
        self.person = KeyboardPlayer(record, self.journal, read_without_undo)
        was = past[reported_answers].was if reported_answers < len(past) else record.table
        self.narrator = Narrator(record.rules, was)

    def play(self) -> None:
        match, record = self.match, self.match.record
        self._greet()
        self._settle()
        while match.is_mine():
            ask = part_of(record.question, match.seat)
            seen = record.step.seen(match.seat)
            record.answer(self.person.answer(seen, ask, record.count + 1), match.seat)
            self._settle()

    def _greet(self) -> None:
        record, seat = self.match.record, self.match.record.rules.seat_name(self.match.seat)
        title = record.rules.rulebook.game.title
        greeting = f"{title}: a match by link, you are {seat}. Type 'help' for help."
        say(Text(greeting, STRONG))
        if record.header.options and not record.entries:
            chosen = ", ".join(f"{name} = {value}" for name, value in record.header.options)
            say(Text(f"Agreed: {chosen}", QUIET))

    def _settle(self) -> None:
        """Throw what can be thrown, store the match, and only then tell what happened."""
        record = self.match.record
        [*self.match.settle()]
        try:
            self.copies.write(self.match)
        except OSError as problem:
            raise Complaint(f"the match could not be stored: {problem}") from problem
        prefix = f"{record.rules.rulebook.game.prefix}."
        for past in record.past[self.reported_answers :]:
            lines = self.narrator.tell(past.events, self.match.seat)
            self.journal.add(spoken(lines, prefix))
        self.reported_answers = len(record.past)


def _show_link(match: LinkedMatch) -> None:
    """Print the link to send, and what the match waits for."""
    question = match.record.question
    if isinstance(question, Outcome):
        say(Text(end_text(match.record.rules, question).partition(" ; ")[0], STRONG))
        say("Send the last link too, so that the other side sees the end:")
    elif not match.dice.is_complete:
        say("Send this invitation to the other side. Whoever opens it first plays against you:")
    elif isinstance(question, Roll):
        what = f" ({question.what})" if question.what else ""
        say(
            f"Now {question.dice.name} are thrown{what}, with a value of the other side. Send this link:"
        )
    else:
        say("The other side has to answer. Send this link:")
    say("")
    sys.stdout.write(f"{match.link()}\n")  # in one line, however narrow the screen is
    say("")
    if not isinstance(question, Outcome):
        say(Text("When a link comes back: gattai play --by-link 'LINK' (or a file with it)", QUIET))
