"""What the full screen shows: boards, odds, why not, at every size, in light and dark."""

from __future__ import annotations

import io

import pytest
from msgspec.structs import replace
from rich.console import Console

from gattai import games
from gattai.kernel.position import GamePosition
from gattai.scene.parts import (
    Badge,
    Bar,
    Board,
    Card,
    Cell,
    Citation,
    DiceGroup,
    Held,
    Overlay,
    Reason,
    Scene,
    Thrown,
    ThrownDie,
    Track,
    Zone,
)
from gattai.scene.stage import make_scene
from gattai.terminal.client.grid import SCALES, Grid, Scale
from gattai.terminal.client.paint import DARK, LIGHT
from gattai.terminal.client.panels import Panels
from gattai.terminal.client.plan import Marks
from gattai.terminal.fullscreen.arranging import LEAST, arrange
from gattai.terminal.fullscreen.canvas import Canvas
from gattai.terminal.fullscreen.dialogs import PageScreen
from tests.terminal.screen import SMALL, WIDE, Sitter, new_record, sit_down
from tests.terminal.test_aegis_play import small
from tests.toy.parley import Parley

SIZES = [(40, 12), (60, 20), (79, 23), SMALL, (100, 30), (120, 40), WIDE, (200, 60), (300, 100)]


def small_scene() -> Scene:
    rules, maker = games.load("aegis"), games.scene_maker("aegis")
    return make_scene(rules, maker, GamePosition(small()), None, number=1)


def grid_of(scene: Scene) -> Grid:
    assert scene.board is not None
    return Grid(scene.board)


def letters(canvas: Canvas) -> list[str]:
    return ["".join(letter.shown[0] for letter in row).rstrip() for row in canvas.letters]


def drawn(scene: Scene, scale: Scale, marks: Marks | None = None) -> list[str]:
    return letters(Canvas(grid_of(scene), scale, scene, marks or Marks(), DARK))


# Boards


def test_hexes_lie_like_bricks() -> None:
    lines = drawn(small_scene(), Scale(3, 1))
    assert [line.strip() for line in lines] == [
        "·  .  .", "·  · [G] ·", "· (A)╱╱╱ ·  ·", "· (G)[E] ·", ".  .  ·",
    ]  # fmt: skip
    starts = [len(line) - len(line.lstrip()) for line in lines]
    assert starts == [4, 2, 1, 2, 4]


def test_a_larger_cell_tells_more() -> None:
    scene = small_scene()
    two = "\n".join(drawn(scene, Scale(6, 2)))
    assert "▸(A)◂" in two and "6/6" in two and "7/7!" in two  # acting; stunned is a sign
    four = "\n".join(drawn(scene, Scale(10, 4)))
    assert "ARK-150" in four and "STN EVA" in four


def test_no_information_depends_on_colour_alone() -> None:
    scene = small_scene()
    marks = Marks(actor="ark-150", lit=frozenset({"0,-1"}), targets=frozenset({"gel-100"}))
    for scale in (Scale(4, 1), Scale(6, 2)):
        plain, marked = drawn(scene, scale), drawn(scene, scale, marks)
        assert "•" in "".join(marked) and "•" not in "".join(plain)
        assert "*" in "".join(marked) and "*" not in "".join(plain)
    canvas = Canvas(grid_of(scene), Scale(3, 1), scene, marks, DARK)
    aimed = [letter for row in canvas.letters for letter in row if "underline" in letter.look]
    assert "".join(letter.sign for letter in aimed) == "[G]"  # where there is no room for a star


def test_a_way_and_a_line_of_sight_are_drawn() -> None:
    scene = small_scene()
    way = drawn(scene, Scale(6, 2), Marks(way=("-1,-1", "0,-1")))
    assert "".join(way).count("◦") == 2
    sight = drawn(scene, Scale(6, 2), Marks(line=("-1,0", "2,0")))
    assert "∘" in "".join(sight)


def test_neighbours_have_different_shades() -> None:
    grid = grid_of(small_scene())
    for cell, place in grid.places.items():
        for half, row in ((2, 0), (1, 1), (-1, 1)):
            other = grid.by_place.get((place.half + half, place.row + row))
            if other is not None:
                assert grid.places[other].shade != place.shade, (cell, other)


@pytest.mark.parametrize("scale", SCALES)
def test_every_letter_of_the_board_belongs_to_one_cell(scale: Scale) -> None:
    grid = grid_of(small_scene())
    owners = grid.owners(scale)
    wide, high = grid.size(scale)
    assert all(0 <= x < wide and 0 <= pixel < 2 * high for x, pixel in owners)
    for cell in grid.places:
        x, y = grid.middle(cell, scale)
        assert grid.owner(x, 2 * y, scale) == cell == grid.owner(x, 2 * y + 1, scale)


def test_arrows_reach_every_hex() -> None:
    grid = grid_of(small_scene())
    seen, todo = {"0,0"}, ["0,0"]
    while todo:
        at = todo.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for lean in (1, -1):
                there = grid.next_to(at, dx, dy, lean)
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
    assert seen == {*grid.places}


def test_other_boards_can_be_drawn_too() -> None:
    cells = tuple(Cell(f"{x}{y}", x, y, height=int(x == 2)) for x in range(4) for y in range(3))
    flag = Overlay("control", "hold it", ("11",), owner=0, text="VP")
    scene = replace(
        small_scene(), board=Board("square", "a hall", cells), overlays=(flag,), pieces=()
    )
    lines = drawn(scene, Scale(4, 1))
    assert len(lines) == 3 and "+1" in lines[0] and "VP" in lines[1]


# Sizes


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", [*games.names(), ""])
def test_panels_never_overlap_and_never_leave_the_screen(size: tuple[int, int], game: str) -> None:
    grid = None
    if game:
        record = new_record(game)
        maker = games.scene_maker(game)
        scene = make_scene(record.rules, maker, record.position, None, number=1)
        grid = grid_of(scene) if scene.board else None
    areas = arrange(*size, grid).areas
    assert "menu" in areas
    taken: dict[tuple[int, int], str] = {}
    for name, area in areas.items():
        assert area.width > 0 and area.height > 0, name
        assert area.x + area.width <= size[0] and area.y + area.height <= size[1], name
        for x in range(area.x, area.x + area.width):
            for y in range(area.y, area.y + area.height):
                assert taken.setdefault((x, y), name) == name
    if size >= SMALL:
        assert "look" in areas  # odds and reasons have a place


@pytest.mark.parametrize("game", ["aegis", "attack-chart"])
def test_a_screen_of_80_by_24_has_board_question_options_and_keys(game: str) -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        lines = sitter.text.splitlines()
        assert len(lines) == 24 and all(len(line) <= 80 for line in lines)
        scene = sitter.app.scene
        assert scene is not None and scene.ask is not None
        assert "Your turn" in lines[0] and scene.ask.what.split()[0] in sitter.text
        assert "1 " in sitter.text and "? help" in lines[-1]
        assert "╱╱╱" in sitter.text

    sit_down(new_record(game), visit)


def test_a_wide_screen_shows_units_odds_and_log_at_once() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        for title in ("Units", "Here", "Log", "RED, YOU", "BLUE", "Combine Pool: ARK-2500"):
            assert title in sitter.text
        assert "[SETUP.PLACEMENT, p.8]" in sitter.words

    sit_down(new_record("aegis"), visit, size=WIDE)


def test_resizing_in_the_middle_of_everything_breaks_nothing() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        await sitter.press("1")
        for size in (WIDE, (20, 5), (40, 12), (300, 90), (1, 1), (61, 17), SMALL):
            await sitter.pilot.resize_terminal(*size)
            await sitter.press("right")
            if size < LEAST:
                assert "too small" in sitter.words or size == (1, 1)
        assert len(sitter.text.splitlines()) == 24
        before = sitter.number
        await sitter.press("n", "enter")
        await sitter.until(lambda: sitter.number > before)

    sit_down(new_record("aegis"), visit)


def test_light_and_dark() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        assert sitter.app.palette is LIGHT and LIGHT.page in sitter.app.export_screenshot()
        before = sitter.text
        await sitter.press("t")
        assert sitter.app.palette is DARK and sitter.text == before
        await sitter.press("t")

    sit_down(new_record("aegis"), visit, light=True)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=lambda palette: palette.name)
def test_contrasts_keep_to_wcag_aa(palette: object) -> None:
    assert palette in (DARK, LIGHT)
    found = DARK if palette is DARK else LIGHT
    pairs = [(found.ink, found.panel), (found.quiet, found.panel), (found.mark, found.panel)]
    pairs += [(found.warn, found.panel), (found.good, found.panel), (found.lit_ink, found.lit)]
    pairs += [(found.cursor_ink, found.cursor), (found.cursor_ink, found.mark)]
    pairs += [(hue, found.panel) for hue in found.hues.values()]
    pairs += [(found.page, hue) for hue in found.hues.values()]  # tokens
    for one, other in pairs:
        light, dark = sorted((luminance(one), luminance(other)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (one, other)


# Before committing


async def stands_off(sitter: Sitter) -> None:
    """Everybody is placed; red may act."""
    await sitter.asked()
    for _ in range(40):
        if sitter.option(lambda option: option.has_odds):
            return
        await sitter.answers(sitter.app.plan.options[0])
    raise AssertionError("nobody may shoot")


def test_odds_are_shown_before_an_attack_with_their_reasons() -> None:
    async def visit(sitter: Sitter) -> None:
        await stands_off(sitter)
        shot = sitter.option(lambda option: option.has_odds and option.target is not None)
        assert shot is not None
        before = sitter.number
        await sitter.press("slash", *"on", "space")
        await sitter.until(lambda: "expected" in sitter.words)
        assert "destroys" in sitter.words and "%" in sitter.text
        assert "DICE.ACCURACY" in sitter.text and "on the card" in sitter.words
        assert "energy -" in sitter.text  # what it would spend, in the head
        assert sitter.number == before  # and nothing was committed
        await sitter.press("escape")
        assert sitter.app.plan.sought is None

    sit_down(new_record("aegis"), visit, size=WIDE)


def test_why_not_names_the_rule_and_its_page() -> None:
    async def visit(sitter: Sitter) -> None:
        await stands_off(sitter)
        await sitter.press("1", "tab")
        assert sitter.is_on_board and sitter.app.plan.actor is not None
        marks = sitter.app.plan.marks()
        grid = sitter.app.grid
        assert grid is not None
        free = [c.id for c in grid.cells.values() if not c.terrain and c.id not in marks.lit]
        far = next(c for c in free if not sitter.app.plan.piece_at(c))
        sitter.app.plan.cursor = far
        sitter.app.show()
        await sitter.until(lambda: "Why not" in sitter.text and "MOVE.BASIC" in sitter.text)
        assert "p.11" in sitter.text
        before = sitter.number
        await sitter.press("enter")  # it stays impossible
        assert sitter.number == before
        await sitter.press("w")
        await sitter.until(lambda: sitter.lies_over(PageScreen))
        rule = games.load("aegis").rulebook.find("AEGIS.MOVE.BASIC")
        assert rule.title in sitter.text and " ".join(rule.text.split()[:4]) in sitter.words
        await sitter.press("escape")

    sit_down(new_record("aegis"), visit, size=WIDE)


def test_what_is_refused_is_explained() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        before = sitter.number
        await sitter.press(
            "slash", *"place", "space", *"ark-150", "space", "0", "comma", "0", "enter"
        )
        await sitter.until(lambda: "not possible" in sitter.words)
        assert "SETUP.PLACEMENT" in sitter.text and sitter.number == before

    sit_down(new_record("aegis"), visit, size=WIDE)


def test_pages_of_units_log_rules_and_help() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        for key, wanted in (
            ("u", "Breaker Sword"),
            ("l", "is placed on"),
            ("r", "AEGIS.SETUP.PLACEMENT"),
            ("question_mark", "z  undo"),
        ):
            await sitter.press(key)
            assert sitter.lies_over(PageScreen) and wanted in sitter.text, key
            await sitter.press("escape")
            assert not sitter.lies_over(PageScreen)

    sit_down(new_record("aegis"), visit, size=WIDE)


# What games to come will need


def test_cards_hands_dice_with_symbols_and_shared_tracks_are_shown() -> None:
    rule = Citation("TOY.SHOW", "Show", "p. 1")
    cards = (
        Card("bolt", "Bolt", "a tactic", (), cost="2", figures=(("attack", "3"),), text="Strikes."),
    )
    dice = (
        ThrownDie("hit hit", ("hit", "hit"), "2 hits"),
        ThrownDie("shield", ("shield",), mark="blocked", by="armour"),
    )
    scene = replace(
        small_scene(),
        board=None,
        pieces=(),
        seats=("ann", "bob", "cat", "dan", "eve", "fay"),
        seat=2,
        cards=cards,
        zones=(
            Zone("h", "hand", "hand", 2, (Held("h1", "bolt", (Badge("x", "y"),), order=1),), 1),
            Zone("o", "hand", "hand", 0, (), 4),
            Zone("d", "deck", "pile", None, (), 30),
        ),
        throw=Thrown(
            "Bolt on ann",
            (DiceGroup("cat", dice, 2, "2 hits"),),
            (Reason("a shield stops it", rule),),
        ),
        tracks=(Track("momentum", 3, 10, low=-10, between=(0, 2)),),
    )
    panels = Panels(DARK)
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(panels.sides(scene, 118, full=True))
    console.print(panels.header(scene, "", lines=2))
    assert scene.throw is not None
    for line in panels.thrown(scene, scene.throw):
        console.print(line)
    console.print(panels.bar(Bar("steel", 0, 0)))
    text = " ".join(console.export_text().split())
    for words in ("CAT, YOU", "1. Bolt 2 attack 3 x", "Strikes.", "hand: 4 face down",
                  "deck: 30 face down", "[hit hit]=2 hits", "[shield]", "a shield stops it",
                  "ann -10 momentum 3 10 cat", "FAY"):  # fmt: skip
        assert words in text, words


def test_without_a_board_units_and_cards_take_its_place() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        assert {"sides", "menu"} <= {*sitter.app.arrangement.areas}
        assert "ANN, YOU" in sitter.text and "BOB" in sitter.text and "CAT" in sitter.text
        await sitter.press("tab")
        assert not sitter.is_on_board

    sit_down(new_record(Parley()), visit)
