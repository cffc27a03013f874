"""Draws the panels in their places. It draws scenes and knows no game."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as MenuLine

from gattai.scene.parts import ListedOption, Scene
from gattai.terminal.client import words
from gattai.terminal.client.grid import Grid
from gattai.terminal.client.match import Client
from gattai.terminal.client.paint import DARK, LIGHT
from gattai.terminal.client.panels import Panels
from gattai.terminal.client.plan import ChoicePlan, Marks, MenuEntry
from gattai.terminal.fullscreen.arranging import Area, Arrangement, arrange
from gattai.terminal.fullscreen.board import BoardView
from gattai.terminal.fullscreen.canvas import Canvas
from gattai.terminal.fullscreen.looks import CSS, theme_of
from gattai.terminal.fullscreen.pages import Pages, lines_of

AREAS = ("header", "board", "sides", "question", "menu", "look", "log", "keys")


class DrawnTable(App[None]):
    """A match on the screen: every panel is redrawn when something changes."""

    ENABLE_COMMAND_PALETTE = False
    CSS = CSS

    def __init__(self, client: Client, *, light: bool = False) -> None:
        super().__init__()
        for palette in (DARK, LIGHT):
            self.register_theme(theme_of(palette))
        self.client = client
        self.plan = ChoicePlan()
        self.palette = LIGHT if light else DARK
        self.theme = self.palette.name
        self.panels = Panels(self.palette)
        self.panels.prefix = f"{client.record.rules.rulebook.game.prefix}."
        self.pages = Pages(client, self.panels, self.plan)
        self.arrangement = Arrangement({}, arrange(1, 1, None).scale)
        self.entries: list[MenuEntry] = []
        self.grid: Grid | None = None
        self._placed: dict[str, Area | None] = {}

    def compose(self) -> ComposeResult:
        """Create all panels; they are placed once the size is known."""
        yield Static(id="header", classes="area", markup=False)
        yield BoardView(id="board")
        yield Static(id="sides", classes="area", markup=False)
        yield Static(id="question", classes="area", markup=False)
        yield OptionList(id="menu", classes="area", markup=False)
        with VerticalScroll(id="look", classes="area", can_focus=False):
            yield Static(id="looked", markup=False)
        yield Static(id="log", classes="area", markup=False)
        yield Static(id="keys", classes="area", markup=False)

    async def on_mount(self) -> None:
        """Join the match and draw the first scene."""
        self.query_one("#board").add_class("area")
        self.query_one("#log").border_title = "Log"
        self.query_one("#sides").border_title = "Units"
        self.client.start(self.show)
        self.query_one("#menu").focus()
        self.show()

    async def on_unmount(self) -> None:
        """Leave the match when the screen closes."""
        await self.client.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Place everything again after the size has changed."""
        self.call_after_refresh(self.show)

    # State

    @property
    def scene(self) -> Scene | None:
        """Return the current scene of the match."""
        return self.client.scene

    @property
    def is_on_board(self) -> bool:
        """Whether arrow keys move on the board."""
        return isinstance(self.screen_stack[0].focused, BoardView)

    @property
    def current(self) -> ListedOption | None:
        """The option under the cursor, on the board or in the menu."""
        if self.is_on_board:
            here = self.plan.at(self.plan.cursor)
            return here[0] if here else None
        at = self._menu.highlighted
        return self.entries[at].option if at is not None and at < len(self.entries) else None

    @property
    def _menu(self) -> OptionList:
        return self.screen_stack[0].query_one("#menu", OptionList)

    def show(self) -> None:
        """Draw the current state."""
        try:
            self.screen_stack[0].query_one("#header")
        except (NoMatches, IndexError):
            return  # not mounted yet, or closed
        self.over()
        scene = self.scene
        is_new = self.plan.show(scene)
        if scene is not None and scene.board is not None:
            if self.grid is None or self.grid.board != scene.board:
                self.grid = Grid(scene.board)
        else:
            self.grid = None
        self._place()
        self._show_menu(anew=is_new)
        self._show_board()
        self._show_texts()

    def _area(self, name: str) -> Widget:
        return self.screen_stack[0].query_one(f"#{name}")

    def _place(self) -> None:
        width, height = self.size
        self.arrangement = arrange(width, height, self.grid)
        areas = dict(self.arrangement.areas)
        if "menu" in areas:
            menu = areas["menu"]
            lines = min(lines_of(self._question(), menu.width - 2), max(1, menu.height - 4))
            areas["question"] = Area(menu.x, menu.y, menu.width, lines)
            areas["menu"] = Area(menu.x, menu.y + lines, menu.width, max(1, menu.height - lines))
            self.plan.room = areas["menu"].height // 2
        for name in AREAS:
            area = areas.get(name)
            if name in self._placed and self._placed[name] == area:
                continue  # setting unchanged styles would trigger a new layout
            self._placed[name] = area
            widget = self._area(name)
            widget.display = area is not None
            if area is not None:
                widget.styles.offset = (area.x, area.y)
                widget.styles.width = area.width
                widget.styles.height = area.height

    def _show_menu(self, *, anew: bool) -> None:
        menu = self._menu
        entries = self.plan.entries()
        if entries == self.entries and not anew:
            return
        self.entries = entries
        area = self.arrangement.areas.get("menu")
        width = area.width - 3 if area else 30
        menu.clear_options()
        keyed = [entry for entry in entries if not entry.is_head]
        menu.add_options(
            MenuLine(
                self.pages.menu_line(None if e.is_head else keyed.index(e), e, width),
                disabled=e.is_head,
            )
            for e in entries
        )
        if keyed:
            menu.highlighted = entries.index(keyed[0])

    def _marks(self) -> Marks:
        marks = self.plan.marks()
        option = self.current
        if option is None:
            return marks if self.is_on_board else _without_cursor(marks)
        self.client.wonder(option)
        found = self.client.previews.get(option.text)
        way, line, reached = (found.way, found.line, found.reached) if found else ((), (), ())
        return Marks(
            actor=marks.actor,
            cursor=marks.cursor if self.is_on_board else option.cell,
            lit=marks.lit,
            targets=marks.targets,
            way=way[1:-1],
            line=line,
            reached=frozenset(reached),
        )

    def _show_board(self) -> None:
        board = self.screen_stack[0].query_one("#board", BoardView)
        scene, grid = self.scene, self.grid
        if scene is None or grid is None:
            board.draw(None, self.palette, None)
            return
        marks = self._marks()
        actor = self.plan.piece(self.plan.actor)
        focus = self.plan.cursor if self.is_on_board else marks.cursor
        focus = focus or (actor.at if actor else None) or self.plan.cursor
        canvas = Canvas(grid, self.arrangement.scale, scene, marks, self.palette)
        board.draw(canvas, self.palette, focus)

    def _show_texts(self) -> None:
        scene, areas = self.scene, self.arrangement.areas
        base = self.screen_stack[0]

        def write(name: str, text: object) -> None:
            base.query_one(f"#{name}", Static).update(text)  # type: ignore[arg-type]

        if "menu" not in areas:
            write("header", words.TOO_SMALL)
            return
        option = self.current
        head = self.panels.header(
            scene,
            self.pages.state(),
            lines=areas["header"].height,
            spends=option.price if option else "",
        )
        write("header", head)
        write("question", self._question())
        write("keys", self.pages.keys(on_board=self.is_on_board))
        if "sides" in areas and scene is not None:
            write("sides", self.panels.sides(scene, areas["sides"].width - 2))
        if "look" in areas:
            write("looked", self._looked())
        if "log" in areas:
            log = areas["log"]
            write("log", self.pages.recent(log.width - 2, log.height - 1))

    def _question(self) -> Text:
        return self.pages.question(found_none=not self.entries and bool(self.plan.sought))

    def _looked(self) -> Text:
        """Return the panel about the selection, followed by the log if that has no panel."""
        areas = self.arrangement.areas
        width, height = areas["look"].width - 3, areas["look"].height - 1
        lines = self.pages.looked(self.current, width, on_board=self.is_on_board)
        self._area("look").border_title = "Here" if lines or "log" in areas else "Log"
        room = height - sum(lines_of(line, width) for line in lines)
        if "log" not in areas and (room >= 2 or not lines):
            between = [Text("─── Log", self.palette.quiet)] if lines else []
            recent = self.pages.recent(width, max(1, room - len(between)))
            return Text("\n").join([*lines, *between, recent])
        if not lines:
            return Text(words.NOTHING_POINTED, self.palette.quiet)
        return Text("\n").join(lines)

    def over(self) -> None:
        """Show the dialogs that are needed: the curtain, an undo request."""


def _without_cursor(marks: Marks) -> Marks:
    return Marks(marks.actor, None, marks.lit, marks.targets)
