"""Positions as pictures: well-formed, complete, readable in light and dark."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gattai.terminal.aegis.presenter import AegisPresenter
from gattai.terminal.drawing import svg
from gattai.terminal.labels import Box, place_labels, text_width
from tests.terminal.conftest import Run, run_here
from tests.terminal.test_aegis_play import small

SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_a_picture_shows_every_unit_its_integrity_and_its_states() -> None:
    root = ElementTree.fromstring(svg(AegisPresenter().picture(small())))
    shown = texts(root)
    for word in ("ARK-150*", "GO-100*", "GEL-100*", "EXL-100", "6/9", "3/3", "STN", "EVA+2",
                 "energy 9/9", "produces 5", "-2,0"):  # fmt: skip
        assert word in shown
    assert any("Combine Pool: ARK-2500* (AG)" in text for text in shown)
    assert any("STN stunned, EVA Evasion" in text for text in shown)
    assert any("figures are ours" in text for text in shown)


def test_a_picture_tells_itself_to_those_who_listen() -> None:
    root = ElementTree.fromstring(svg(AegisPresenter().picture(small())))
    assert root.get("role") == "img"
    title, about = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == "A.E.G.I.S. on a small field: turn 4, red's"
    assert about is not None and about.text is not None
    assert "blue's gel-100* on 1,-1, class G, Integrity 7 of 7" in about.text


def test_owner_by_shape_terrain_by_texture_light_and_dark() -> None:
    text = svg(AegisPresenter().picture(small()))
    assert "prefers-color-scheme:dark" in text and "url(#grain0)" in text
    assert re.search(r'<rect class="o0 body"', text) and re.search(r'<circle class="o1 body"', text)
    assert 'class="zone o0"' in text and 'class="zone o1"' in text
    assert 'class="piece done"' in text and 'class="acting"' in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")  # nothing from elsewhere


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
    for word in ("warden-squad", "lancer-team", "bulwark-walker", "oracle", "gunners", "gorehide",
                 "destroyed: reaver-pack, swarm", "Points destroyed", "thicket"):  # fmt: skip
        assert word in shown


def test_a_picture_that_cannot_be_written(run: Run, battle: Path, tmp_path: Path) -> None:
    for to in (tmp_path / "nowhere" / "p.svg", tmp_path):
        ran = run("replay", battle, "--svg", to)
        assert ran.code == 2 and not ran.out


def test_names_in_a_crowd_do_not_collide() -> None:
    step_x, step_y = 76.2, 66.0
    places = [(x * step_x + (y % 2) * step_x / 2, y * step_y) for y in range(4) for x in range(4)]
    named = [(f"UNIT-{n}00-2*", x, y) for n, (x, y) in enumerate(places)]
    taken = [Box(x - 23, y - 23, x + 23, y + 21) for x, y in places]
    labels = place_labels(
        named,
        radius=25.5,
        sizes=(9.5, 12.0),
        room=73.0,
        taken=taken,
        inside=Box(-200, -200, 600, 600),
    )
    boxes = [
        Box(
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
    inside = Box(-500, -500, 500, 500)
    below = Box(-60, 20, 60, 60)
    (label,) = place_labels(
        [("LONG-NAME", 0, 0)], radius=20, sizes=(10, 12), room=70, taken=[below], inside=inside
    )
    assert label.is_beside and label.x > 20
