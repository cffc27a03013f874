"""Dialogs over the table: pages to read, yes-or-no questions, the curtain."""

from __future__ import annotations

from rich.console import RenderableType
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from gattai.terminal.client import words


class PageScreen(ModalScreen[None]):
    """A page to read, closed with a key."""

    def __init__(self, title: str, text: RenderableType, *, from_end: bool = False) -> None:
        super().__init__()
        self.page_title = title
        self.text = text
        self.from_end = from_end

    def compose(self) -> ComposeResult:
        """Build the frame with the text."""
        with VerticalScroll(id="page") as page:
            page.border_title = self.page_title
            page.border_subtitle = "Esc closes"
            yield Static(self.text, id="page-text", markup=False)

    def on_mount(self) -> None:
        """Scroll to the requested position."""
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        if self.from_end:
            page.scroll_end(animate=False)

    def on_key(self, event: events.Key) -> None:
        """Close on any key that does not scroll."""
        if event.key in ("escape", "enter", "q", "u", "l", "w", "r", "question_mark", "space"):
            event.stop()
            self.dismiss(None)


class YesNoScreen(ModalScreen[bool]):
    """A dialog with a yes-or-no question."""

    def __init__(self, text: str, *, needs_no: bool = False) -> None:
        super().__init__()
        self.text = text
        self.needs_no = needs_no
        """Whether only n means no; otherwise only y means yes."""

    def compose(self) -> ComposeResult:
        """Build the dialog with the question."""
        with Vertical(id="ask"):
            yield Static(self.text, markup=False)

    def on_key(self, event: events.Key) -> None:
        """Close with the answer of the key."""
        event.stop()
        if event.key == "y":
            self.dismiss(True)
        elif event.key == "n" or (not self.needs_no and event.key != "tab"):
            self.dismiss(False)


class CurtainScreen(ModalScreen[None]):
    """Hides the table between two people at one terminal until the next one is ready."""

    def __init__(self, seat: str) -> None:
        super().__init__()
        self.seat = seat

    def compose(self) -> ComposeResult:
        """Show whose turn it is, and nothing else."""
        with Vertical(id="curtain"):
            yield Static(words.curtain(self.seat), id="curtain-title", markup=False)
            yield Static(words.curtain_about(self.seat), markup=False)

    def on_key(self, event: events.Key) -> None:
        """Open the curtain with Enter."""
        event.stop()
        if event.key == "enter":
            self.dismiss(None)
