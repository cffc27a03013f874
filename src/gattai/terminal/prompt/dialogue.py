"""One question to a person: the menu, the answer, and all commands."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterable

from msgspec import Struct
from rich.text import Text

from gattai import games
from gattai.bots.bot import Ask
from gattai.bots.coach.coach import coach
from gattai.bots.registry import PERSON
from gattai.kernel.position import Seen, judge
from gattai.kernel.question import Place, Seat
from gattai.kernel.record import Record
from gattai.kernel.rulebook import Refused
from gattai.scene.advice import NoAdvice, odds_card, weigh
from gattai.scene.citing import readings_of
from gattai.scene.stage import make_scene, names_in, reasons_of
from gattai.server.table.requests.coaching import not_fair
from gattai.server.table.thinking import problem_of
from gattai.terminal.client.squares import on_squares
from gattai.terminal.complaint import Complaint
from gattai.terminal.pages import coach as coach_page
from gattai.terminal.pages import odds, rules
from gattai.terminal.pages.board import board_page, with_short_names
from gattai.terminal.pages.table import headline, panels_for, sides
from gattai.terminal.printing import QUIET, STRONG, say
from gattai.terminal.prompt.menu import Menu, NotFound

HELP = """\
Answer with a number from the list, with a few words{examples}, or
in full notation, as 'more' lists it. Short names of units, such as B1, work too.
  more [words]   list all options, or those with these words
  why [option]   why this is not allowed, with the rules; alone, why the last answer was refused
  odds option    the exact odds of an option
  coach          threat, plan and the best three answers; not against other people
  board          show the board again
  units          show all units and cards again, with their full text
  log [n]        the last lines of the log
  rules words    a rule by its id, or a search by words
  undo           take your last answer back
  quit           leave; a saved game can be resumed"""

LOG_LINES = 20
PAGE = 60


class LogHistory:
    """The log so far, to be read again."""

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
        record: Record[Struct],
        journal: LogHistory,
        seen: Seen[Struct],
        ask: Ask,
        number: int,
    ) -> None:
        self.record = record
        self.journal = journal
        self.seen = seen
        self.ask = ask
        self.number = number
        rules = record.rules
        self.maker = games.scene_maker(rules.name)
        scene = make_scene(rules, self.maker, record.step, ask.seat, number=number)
        self.scene = with_short_names(on_squares(scene))
        self.menu = Menu(rules, seen, self.scene)
        self.panels = panels_for(rules.rulebook.game.prefix)
        self.refused: Refused | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._show_help,
            "?": self._show_help,
            "more": self._show_more,
            "why": self._show_why,
            "odds": self._show_odds,
            "coach": self._show_advice,
            "hint": self._show_advice,
            "board": lambda _: say(*board_page(self.scene)),
            "units": lambda _: say(*sides(self.scene, self.panels, full=True)),
            "log": self._show_log,
            "rules": self._show_rules,
        }

    def show_table(self, *, units: bool, board: bool, legend: bool) -> None:
        """Print the table: units, board, dice in the middle of an action, headline."""
        if units:
            say("", *sides(self.scene, self.panels))
        if board and self.scene.board is not None:
            say("", *[*board_page(self.scene)][: None if legend else 1])
        if self.scene.throw is not None:
            say("", *self.panels.thrown(self.scene, self.scene.throw))
        title = headline(self.scene)
        say("", *([Text(title, QUIET)] if title else []))

    def show_question(self) -> None:
        """Print the question in plain words, and the menu."""
        who = self.record.rules.seat_name(self.ask.seat)
        what = self.scene.ask.what if self.scene.ask else self.ask.what
        prompt = Text(f"{who}: {what} ", STRONG)
        say(prompt.append(f"[{self.ask.rule}]", f"not bold {QUIET}"), *self.menu.lines())

    def hear(self, typed: str) -> tuple[object, ...]:
        """Return the typed answer in a tuple; an empty one if it was a command or refused."""
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
            say(f"{problem}. Type 'help' for help.")
        except Refused as refused:
            self.refused = refused
            self._explain(refused, in_full=False)
        return ()

    @property
    def _examples(self) -> list[str]:
        """Return example answers: the first of each kind."""
        first = {option.kind: option.text for option in reversed(self.menu.options)}
        return [*first.values()][-3:][::-1]

    def _show_help(self, _: str) -> None:
        typed = ", ".join(f"'{example}'" for example in self._examples)
        say(HELP.format(examples=f" ({typed})" if typed else ""))

    def _meant(self, typed: str) -> object:
        if isinstance(self.ask, Place):
            found = re.fullmatch(r"(-?\d{1,6})[\s,]+(-?\d{1,6})", typed, re.ASCII)
            if not found:
                raise NotFound("type a point as two numbers: x,y")
            return int(found[1]), int(found[2])
        return self.menu.find(typed)

    def _judged(self, value: object) -> object:
        """Return the answer if the rules allow it."""
        judge(self.record.rules, self.record.step, value, seat=self.ask.seat)
        return value

    def _show_more(self, words: str) -> None:
        numbers = self.menu.fitting(words) if words else [*range(1, len(self.menu.texts) + 1)]
        if not numbers:
            raise NotFound(f"no option contains the words {words!r}")
        say(*map(self.menu.in_full, numbers[:PAGE]))
        if len(numbers) > PAGE:
            say(f"      ... and {len(numbers) - PAGE} more; add words to see fewer")

    def _show_why(self, words: str) -> None:
        if not words:
            if self.refused is None:
                such = "".join(f"; 'why {example}' asks about it" for example in self._examples[:1])
                raise NotFound(f"nothing was refused yet{such}")
            self._explain(self.refused, in_full=True)
            return
        meant = self._meant(words)
        try:
            self._judged(meant)
        except Refused as refused:
            self._explain(refused, in_full=True)
            return
        say(f"This is allowed: {self.menu.write(meant)}")

    def _explain(self, refused: Refused, *, in_full: bool) -> None:
        """Print why not: each reason with its rule and page, in full with the rule's text."""
        say(Text("This is not allowed:", STRONG))
        rules = self.record.rules
        names = names_in(self.maker, self.seen.state)
        for reason in reasons_of(rules, refused.refusals, names):
            cites = reason.cites
            shown = Text(f"  {reason.text} ").append(f"[{cites.rule}]", QUIET)
            say(shown, Text(f"    {cites.title} ({cites.page})", QUIET))
            if in_full and cites.rule in rules.rulebook:
                if rules.rulebook.find_ruling(cites.rule) is None:
                    say(Text(f"    {rules.rulebook.find(cites.rule).text}", QUIET))
                say(*(Text(f"    {line}", QUIET) for line in readings_of(rules, cites.rule)))

    def _show_odds(self, words: str) -> None:
        if not words:
            such = "".join(f", or 'odds {example}'" for example in self._examples[:1])
            raise NotFound(f"the odds of what? 'odds 1'{such}")
        action = self._meant(words)
        rules, maker, seen = self.record.rules, self.maker, self.seen
        try:
            weighed = weigh(rules, maker, seen, action, time.monotonic)
            text = self.menu.write(action)
            card = odds_card(rules, maker, seen, text, action, weighed)
        except NoAdvice as problem:
            raise NotFound(str(problem)) from problem
        say(*odds.page(card, self.panels))

    def _show_advice(self, _: str) -> None:
        """Print the coach's advice from what the seat sees, with the same evaluation as `gattai review`."""
        rules, seat, players = self.record.rules, self.ask.seat, self.record.header.players
        persons = [Seat(number) for number, who in enumerate(players) if who == PERSON]
        if unfair := not_fair(persons, seat):
            raise NotFound(unfair)
        seen, ask = problem_of(self.record.step, seat)
        advice = coach(seen, ask, self.number, random.Random, rules=rules)
        if advice.none:
            raise NotFound(advice.none)
        texts, best = self.menu.texts, advice.ideas[0].text
        key = str(texts.index(best) + 1) if best in texts else ""
        say(*coach_page.page(advice, key=key))

    def _show_log(self, words: str) -> None:
        count = int(words) if words.isascii() and words.isdigit() else LOG_LINES
        say(*self.journal.lines[-count:] if count else ())

    def _show_rules(self, words: str) -> None:
        try:
            rules.show(self.record.header.game, words.split(), as_json=False)
        except Complaint as problem:
            raise NotFound(str(problem)) from problem
