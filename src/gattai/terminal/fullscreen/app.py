"""Handles the keys: menu, board, search, undo, pages."""

from __future__ import annotations

from rich.text import Text
from textual import events, on
from textual.widgets import OptionList

from gattai.bots.coach.coach import Coach
from gattai.scene.parts import ListedOption, Reason
from gattai.terminal.client import words
from gattai.terminal.client.paint import DARK, LIGHT
from gattai.terminal.client.plan import MenuEntry
from gattai.terminal.fullscreen.board import BoardView
from gattai.terminal.fullscreen.dialogs import CurtainScreen, PageScreen, YesNoScreen
from gattai.terminal.fullscreen.drawn import DrawnTable
from gattai.terminal.fullscreen.pages import DIGITS
from gattai.terminal.pages import coach

NOTICED = 30.0
"""Seconds for which a notice is shown."""


class TableApp(DrawnTable):
    """The app of one match at this terminal."""

    _is_curtained = False
    _is_asking = False
    _noticed = ""

    # Dialogs

    def over(self) -> None:
        """Show the curtain first, then an undo request. A notice is shown once."""
        if self.client.notice and self.client.notice != self._noticed:
            self._noticed = self.client.notice
            self.notify(words.capital(self._noticed), severity="warning", timeout=NOTICED)
        if self.client.curtain is not None:
            self._draw_curtain()
        elif self.client.undo_wanted is not None:
            self._ask_consent()

    def _draw_curtain(self) -> None:
        seat = self.client.curtain
        if seat is None or self._is_curtained:
            return
        self._is_curtained = True

        def drawn(_: None) -> None:
            self._is_curtained = False
            self.client.reveal()

        self.push_screen(CurtainScreen(self.client.record.rules.seats[seat]), drawn)

    def _ask_consent(self) -> None:
        letter = self.client.undo_wanted
        if letter is None or self._is_asking:
            return
        wanted = letter.what
        self._is_asking = True
        seats = self.client.record.rules.seats
        others = [seats[hand] for hand in self.client.page.hands if hand != wanted.seat]

        def answered(yes: bool | None) -> None:
            self._is_asking = False
            self.client.consent(yes=bool(yes))

        text = words.undo_wanted(seats[wanted.seat], wanted.text, others)
        self.push_screen(YesNoScreen(text, needs_no=True), answered)

    def _open(self, title: str, text: Text, *, from_end: bool = False) -> None:
        self.push_screen(PageScreen(title, text, from_end=from_end))

    # Actions

    def _choose(self, entry: MenuEntry) -> None:
        option = self.plan.take(entry)
        if option is not None:
            self._answer(option)
            return
        if entry.is_on_board:
            self._to_board()
        self.show()

    def _answer(self, option: ListedOption) -> None:
        self.plan.sought = None
        self.client.answer(option)

    def _to_board(self, cell: str | None = None) -> None:
        """Move to the board: where something can be done, or to the acting unit."""
        if self.grid is None:
            return
        marks = self.plan.marks()
        actor = self.plan.piece(self.plan.actor)
        if cell is None:
            cell = self.plan.cursor
            if cell is None or (marks.lit and cell not in marks.lit):
                near = actor.at if actor else None
                cell = self.grid.nearest(marks.lit, near) or near
        cell = cell or next(iter(self.grid.places))
        self.plan.cursor = cell
        self.query_one("#board").focus()

    def _next(self) -> None:
        """Move to the next target or place of the plan, or to the next unit that can act; enemies first."""
        if self.grid is None:
            return
        marks = self.plan.marks()
        ids = marks.targets if self.plan.actor or marks.targets else self.plan.actors
        pieces = [piece for id in ids if (piece := self.plan.piece(id))]
        mine = self.scene.seat if self.scene else None
        rank = {piece.at: int(piece.owner == mine) for piece in pieces if piece.at is not None}
        places = self.grid.places
        stops = sorted(
            {*rank, *marks.lit} & {*places},
            key=lambda cell: (rank.get(cell, 2), places[cell].row, places[cell].half),
        )
        if stops:
            here = self.plan.cursor
            later = stops[stops.index(here) + 1 :] if here in stops and self.is_on_board else stops
            self._to_board((later or stops)[0])
            self.show()

    @on(BoardView.Pointed)
    def _pointed(self, event: BoardView.Pointed) -> None:
        self.plan.cursor = event.cell
        self.query_one("#board").focus()
        self.show()

    @on(BoardView.PlaceChosen)
    def _chosen(self, event: BoardView.PlaceChosen) -> None:
        here = self.plan.at(event.cell)
        piece = self.plan.piece_at(event.cell)
        if len(here) == 1:
            self._answer(here[0])
        elif here:
            self.plan.here = here
            self.query_one("#menu").focus()
        elif piece is not None and self.plan.selects(event.cell):
            self.plan.actor, self.plan.kind = piece.id, None
        self.show()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self.entries):
            self._choose(self.entries[event.option_index])

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self._show_board()
        self._show_texts()

    def on_descendant_focus(self) -> None:
        """Update after the focus moved between board and menu."""
        if self.is_on_board and self.plan.cursor is None:
            self._to_board()
        if self.is_running:
            self._show_board()
            self._show_texts()

    def on_key(self, event: events.Key) -> None:
        """Handle all keys that board and menu have not handled."""
        if len(self.screen_stack) > 1:
            return
        if self.plan.sought is not None and self._find(event):
            event.stop()
            return
        if event.key == "escape":
            if not self.plan.back() and self.is_on_board:
                self.query_one("#menu").focus()
            self.show()
        elif event.character and event.character in DIGITS:
            keyed = [entry for entry in self.entries if not entry.is_head]
            at = DIGITS.index(event.character)
            if at < len(keyed):
                self._choose(keyed[at])
        else:
            self._command(event.character or "")

    def _find(self, event: events.Key) -> bool:
        """Add letters to the search words."""
        sought = self.plan.sought or ""
        if event.key == "backspace":
            self.plan.sought = sought[:-1] if sought else None
        elif event.key == "enter" and not self.entries and self.plan.ask is not None:
            self._answer(ListedOption(sought, sought, "typed"))  # a point, or full notation
        elif event.is_printable and event.character:
            self.plan.sought = sought + event.character
        else:
            return False
        self.show()
        return True

    def _command(self, key: str) -> None:
        match key:
            case "/":
                self._begin_search()
            case "z":
                if not self.client.undo():
                    self.notify(words.NOTHING_BACK)
            case "n":
                self._next()
            case "t":
                self._swap_palette()
            case "u" if self.scene is not None:
                width = min(100, self.size.width - 10)
                table = self.panels.sides(self.scene, width, full=True)
                self.push_screen(PageScreen("Units and cards", table))
            case "l":
                self._open("Log", self.pages.log(), from_end=True)
            case "w":
                reasons = self.pages.wondered(self.current, on_board=self.is_on_board)
                self._open("Why", self.pages.rules(reasons))
            case "r" if self.scene is not None and self.scene.ask is not None:
                self._open("Rule", self.pages.rules([Reason("", self.scene.ask.cites)]))
            case "h":
                self.client.ask_coach(self._show_advice)
            case "?":
                self._open(words.HELP_TITLE, self.pages.help())
            case "q":
                self._leave()
            case _:
                pass

    def _begin_search(self) -> None:
        if self.plan.options or self.plan.ask:
            self.plan.sought = ""
            self.query_one("#menu").focus()
        self.show()

    def _swap_palette(self) -> None:
        self.palette = LIGHT if self.palette is DARK else DARK
        self.panels.palette = self.palette
        self.theme = self.palette.name
        self.entries = []
        self.show()

    def _show_advice(self, advice: Coach) -> None:
        if not advice.ideas:
            self.notify(words.capital(advice.none))
            return
        lines = coach.page(advice, quiet=self.palette.quiet)
        self._open("Coach", Text("\n").join(lines))

    def _leave(self) -> None:
        if self.scene is not None and self.scene.ending is not None:
            self.exit()
            return
        self.push_screen(YesNoScreen(words.LEAVE), lambda yes: self.exit() if yes else None)
