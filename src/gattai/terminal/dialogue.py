"""One question put to a person: the menu, the answer in words, and everything one may ask back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rich.text import Text

from gattai.bots.bot import Ask
from gattai.kernel.position import Asked, Seen, apply
from gattai.kernel.question import Place
from gattai.kernel.rulebook import Refused
from gattai.kernel.transcript import Record
from gattai.terminal import rule_pages
from gattai.terminal.complaint import Complaint
from gattai.terminal.menu import Menu, NotFound
from gattai.terminal.page import QUIET, STRONG, say
from gattai.terminal.presenters import Presenter

HELP = """\
Answer with a number of the list, with a few words{examples}, or
in full notation, as 'more' lists it. Units may be called as on the board: B1.
  more [words]   list all options, or those with these words
  why [option]   why this may not be done, with the rules; alone, why the last answer was refused
  odds option    the exact odds of an option
  board          the field again
  units          all units again, and their weapons
  log [n]        the last lines of the log
  rules words    a rule by its id, or those with certain words
  undo           take your last answer back
  quit           leave; what was saved stays and can be resumed"""

LOG_LINES = 20
PAGE = 60


class Journal:
    """What the log has shown, for whoever wants to read it again."""

    def __init__(self) -> None:
        self.lines: list[Text] = []

    def add(self, lines: Iterable[Text]) -> None:
        """Print lines, and keep them."""
        for line in lines:
            self.lines.append(line)
            say(line)


class Dialogue:
    """One question to one seat, until it is answered."""

    def __init__(
        self,
        record: Record[Any],
        presenter: Presenter,
        journal: Journal,
        seen: Seen[Any],
        ask: Ask,
    ) -> None:
        self.record = record
        self.presenter = presenter
        self.journal = journal
        self.seen = seen
        self.ask = ask
        asked = seen.question
        self.options = (asked.options or ()) if isinstance(asked, Asked) else ()
        self.menu: Menu = presenter.menu(record.rules, record.position, self.options)
        self.refused: Refused | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._show_help,
            "?": self._show_help,
            "more": self._show_more,
            "why": self._show_why,
            "odds": self._show_odds,
            "board": lambda _: say(*presenter.board(seen.state, self.options)),
            "units": lambda _: say(presenter.roster(seen.state), "", presenter.details(seen.state)),
            "log": self._show_log,
            "rules": self._show_rules,
        }

    def show_question(self) -> None:
        """The question in plain words, and the menu."""
        who = self.record.rules.seat_name(self.ask.seat)
        said = Text(f"{who}: {self.ask.what} ", STRONG)
        say(said.append(f"[{self.ask.rule}]", f"not bold {QUIET}"), *self.menu.lines())

    def hear(self, typed: str) -> tuple[Any, ...]:
        """The answer that was typed, alone in a tuple; nothing if it was a command or refused."""
        word, _, rest = typed.partition(" ")
        command = self.commands.get(word.casefold())
        try:
            if not typed:
                self.show_question()
            elif command is not None:
                command(rest.strip())
            else:
                return (self._judged(self._meant(typed)),)
        except NotFound as problem:
            say(f"{problem}. ('help' helps.)")
        except Refused as refused:
            self.refused = refused
            self._explain(refused, in_full=False)
        return ()

    def _show_help(self, _: str) -> None:
        typed = ", ".join(f'"{example}"' for example in self.presenter.examples)
        say(HELP.format(examples=f" ({typed})" if typed else ""))

    def _meant(self, typed: str) -> Any:
        if isinstance(self.ask, Place):
            found = re.fullmatch(r"(-?\d{1,6})[\s,]+(-?\d{1,6})", typed, re.ASCII)
            if not found:
                raise NotFound("type a point as two numbers: x,y")
            return int(found[1]), int(found[2])
        return self.menu.find(typed)

    def _judged(self, value: Any) -> Any:
        """The answer, if the rules allow it."""
        apply(self.record.rules, self.record.position, value, seat=self.ask.seat)
        return value

    def _show_more(self, words: str) -> None:
        texts = self.menu.texts
        numbers = self.menu.fitting(words) if words else list(range(1, len(texts) + 1))
        if not numbers:
            raise NotFound(f"no option has the words {words!r}")
        say(*(f"{number:>4}  {texts[number - 1]}" for number in numbers[:PAGE]))
        if len(numbers) > PAGE:
            say(f"      ... and {len(numbers) - PAGE} more; add words to see fewer")

    def _show_why(self, words: str) -> None:
        if not words:
            if self.refused is None:
                raise NotFound("nothing was refused yet; 'why move 9,9' asks about an option")
            self._explain(self.refused, in_full=True)
            return
        meant = self._meant(words)
        try:
            self._judged(meant)
        except Refused as refused:
            self._explain(refused, in_full=True)
            return
        say(f"Nothing is against it: {self.menu.write(meant)}")

    def _explain(self, refused: Refused, *, in_full: bool) -> None:
        """Why not: each reason with its rule and page, in full with the rule's text too."""
        say(Text("That may not be done:", STRONG))
        book = self.record.rules.rulebook
        for refusal in refused.refusals:
            say(f"  {refusal}")
            for line in rule_pages.cited(book, refusal.rule):
                say(Text(f"    {line}", QUIET))
            if in_full and refusal.rule in book:
                say(Text(f"    {book.find(refusal.rule).text}", QUIET))

    def _show_odds(self, words: str) -> None:
        if not words:
            such = "".join(f", or 'odds {example}'" for example in self.presenter.examples[:1])
            raise NotFound(f"the odds of what? 'odds 2'{such}")
        option = self._meant(words)
        parts = tuple(self.presenter.odds(self.seen.state, option))
        if not parts:
            raise NotFound(f"no dice hang on {self.menu.write(option)!r}")
        say(*parts)

    def _show_log(self, words: str) -> None:
        count = int(words) if words.isascii() and words.isdigit() else LOG_LINES
        say(*self.journal.lines[-count:] if count else ())

    def _show_rules(self, words: str) -> None:
        try:
            rule_pages.show(self.record.setting.game, words.split(), as_json=False)
        except Complaint as problem:
            raise NotFound(str(problem)) from problem
