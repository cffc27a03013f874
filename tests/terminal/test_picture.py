"""Positions as pictures: well-formed, complete, readable in light and dark."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.kernel.position import GamePosition, begin
from gattai.scene.maker import PlainMaker
from gattai.scene.parts import Bar, Card, Held, Overlay, Piece, Zone
from gattai.scene.stage import make_scene
from gattai.scene.svg.drawing import svg
from gattai.scene.svg.labels import Rectangle, place_labels, text_width
from tests.terminal.conftest import Run, run_here
from tests.terminal.test_aegis_play import small
from tests.toy.parley import Parley

SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def picture() -> str:
    """The small field of the board's tests, drawn."""
    rules, maker = games.load("aegis"), games.scene_maker("aegis")
    return svg(make_scene(rules, maker, GamePosition(small()), None, number=1))


def test_a_picture_shows_every_unit_its_integrity_and_its_states() -> None:
    shown = texts(ElementTree.fromstring(picture()))
    for word in ("ARK-150*", "GO-100*", "GEL-100*", "EXL-100", "6/9", "3/3", "STN", "EVA +1",
                 "energy 9/9", "-2,0"):  # fmt: skip
        assert word in shown
    whole = " ".join(shown)
    assert "Combine Pool: ARK-2500*" in whole
    assert "STN: stunned until red's next turn" in whole
    assert "*: figures of our own" in whole


def test_a_picture_tells_itself_to_those_who_listen() -> None:
    root = ElementTree.fromstring(picture())
    assert root.get("role") == "img"
    title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text is not None
    assert title.text.endswith("on a small field: turn 4, red's turn")
    assert about is not None and about.text is not None
    assert "blue's GEL-100, on 1,-1, Integrity 7 of 7" in about.text


def test_owner_by_shape_terrain_by_texture_light_and_dark() -> None:
    text = picture()
    assert "prefers-color-scheme:dark" in text and "url(#grain0)" in text
    assert '<circle class="h-red body"' in text and '<rect class="h-blue body"' in text
    assert 'class="zone h-red"' in text and 'class="zone h-blue"' in text
    assert 'class="piece done"' in text and 'class="acting"' in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")  # nothing from elsewhere


def test_a_game_without_a_board_has_a_picture_of_its_cards() -> None:
    scene = make_scene(Parley(), PlainMaker(), begin(Parley()), None, number=1)
    robot = Piece("r", "Robot <1>", 4, "R", None, Bar("steel", 2, 3))
    hand = Zone("h", "hand", "hand", 1, (Held("h1", "ace"), Held("h2")), 4)
    deck = Zone("d", "deck", "pile", None, (), 30)
    card = Card("ace", "Ace of Bolts", "a card", ())
    seats = ("ann", "bob", "cat", "dan", "eve", "fay")
    full = replace(scene, seats=seats, pieces=(robot,), zones=(hand, deck), cards=(card,))
    root = ElementTree.fromstring(svg(full))
    whole = " ".join(texts(root))
    for words in (*seats, "in play: Robot <1> 2/3", "hand: Ace of Bolts, 3 face down",
                  "deck: 30 face down"):  # fmt: skip
        assert words in whole
    assert len(list(root.iter(f"{SVG}polygon"))) >= 4  # six seats, six shapes


def test_facing_and_marked_places_are_drawn() -> None:
    rules, maker = games.load("aegis"), games.scene_maker("aegis")
    scene = make_scene(rules, maker, GamePosition(small()), None, number=1)
    point = Overlay("control", "a point to hold", ("0,-1", "1,0"), owner=1, text="3 VP")
    turned = tuple(replace(piece, facing=60) for piece in scene.pieces)
    text = svg(replace(scene, overlays=(point,), pieces=turned))
    root = ElementTree.fromstring(text)
    assert "3 VP" in texts(root) and text.count('class="over h-blue"') == 2
    assert text.count('<polygon class="h-') == len(turned)


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "battle.txt"
    ran = run_here("play", "aegis", "--seats", "random,random", "--seed", "7", "--option",
                   "turn-limit=12", "--save", path, "--quiet")  # fmt: skip
    assert ran.code == 0
    return path


@pytest.mark.parametrize("at", [0, 5, 40, 80])
def test_any_position_of_a_battle_can_be_drawn(
    run: Run, battle: Path, tmp_path: Path, at: int
) -> None:
    drawn, position = tmp_path / "p.svg", tmp_path / "p.json"
    ran = run("replay", battle, "--at", at, "--svg", drawn)
    assert ran.code == 0 and "drawn: " in ran.out
    position.write_text(run("replay", battle, "--at", at).out, "utf-8")
    again = tmp_path / "again.svg"
    shown = run("show", position, "--svg", again)
    assert shown.code == 0 and "Integrity" in shown.out
    assert again.read_bytes() == drawn.read_bytes()
    root = ElementTree.fromstring(drawn.read_text("utf-8"))
    whole = " ".join(texts(root))
    for name in ("ARK-150", "ARLY-100", "ENDR-100", "GO-100", "SSM-100", "EXL-100", "GAN-100"):
        assert name in whole
    assert run("show", position, "--svg", "-").out == drawn.read_text("utf-8")
    assert run("show", "-", typed=position.read_text("utf-8")).code == 0


def test_attack_chart_has_a_picture_too(run: Run, whole_game: str, tmp_path: Path) -> None:
    saved, drawn = tmp_path / "t.txt", tmp_path / "p.svg"
    saved.write_text(whole_game, "utf-8")
    assert run("replay", saved, "--at", "40", "--board", "--svg", drawn).code == 0
    shown = " ".join(texts(ElementTree.fromstring(drawn.read_text("utf-8"))))
    for word in ("Warden Squad", "Lancer Team", "Bulwark Walker", "Oracle", "Gunners", "Gorehide",
                 "destroyed: Reaver Pack", "points 90/", "thicket"):  # fmt: skip
        assert word in shown


def test_a_picture_that_cannot_be_written(run: Run, battle: Path, tmp_path: Path) -> None:
    for to in (tmp_path / "nowhere" / "p.svg", tmp_path):
        ran = run("replay", battle, "--svg", to)
        assert ran.code == 2 and not ran.out


def test_names_in_a_crowd_do_not_collide() -> None:
    step_x, step_y = 76.2, 66.0
    places = [(x * step_x + (y % 2) * step_x / 2, y * step_y) for y in range(4) for x in range(4)]
    named = [(f"UNIT-{n}00-2*", x, y) for n, (x, y) in enumerate(places)]
    taken = [Rectangle(x - 23, y - 23, x + 23, y + 21) for x, y in places]
    labels = place_labels(
        named,
        radius=25.5,
        sizes=(9.5, 12.0),
        room=73.0,
        taken=taken,
        inside=Rectangle(-200, -200, 600, 600),
    )
    boxes = [
        Rectangle(
            label.x - text_width(label.text, label.size) / 2,
            label.y - 6,
            label.x + text_width(label.text, label.size) / 2,
            label.y + 6,
        )
        for label in labels
    ]
    for number, box in enumerate(boxes):
        assert sum(box.overlap(other) for other in (*boxes[:number], *taken)) < 8


def test_a_name_moves_aside_where_something_is_in_the_way() -> None:
    inside = Rectangle(-500, -500, 500, 500)
    below = Rectangle(-60, 20, 60, 60)
    (label,) = place_labels(
        [("LONG-NAME", 0, 0)], radius=20, sizes=(10, 12), room=70, taken=[below], inside=inside
    )
    assert label.is_beside and label.x > 20
