"""`gattai packs sheet`: cards of every game on sheets to print and cut."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gattai import games
from gattai.scene.svg.sheet import A_SHEET, CARD, LEFT, PAGE, TOP
from tests.terminal.conftest import Run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", games.names())
def test_every_game_prints_its_cards(game: str, run: Run, tmp_path: Path) -> None:
    ran = run("packs", "sheet", "--game", game, "--into", tmp_path)
    assert ran.code == 0, ran.err
    many = int(ran.out.split()[0])
    files = sorted(tmp_path.glob("*.svg"))
    assert len(files) == -(-many // A_SHEET) > 0
    drawn = 0
    for file in files:
        sheet = ElementTree.parse(file).getroot()
        assert (sheet.get("width"), sheet.get("height")) == ("210mm", "297mm")
        drawn += len([text for text in sheet.iter(f"{SVG}text") if text.get("class") == "t"])
        assert len([*sheet.iter(f"{SVG}line")]) == 16, "cut marks"
        for text in sheet.iter(f"{SVG}text"):
            at = float(text.get("x", "0")), float(text.get("y", "0"))
            assert LEFT < at[0] < PAGE[0] - LEFT and TOP < at[1] < PAGE[1] - TOP
            size = float(text.get("font-size", "0"))
            room = CARD[0] - (at[0] - LEFT) % CARD[0]
            assert len(text.text or "") * size * 0.42 < room, text.text
    assert drawn == many


@pytest.mark.parametrize("game", games.names())
def test_every_game_prints_pages_of_a_browser(game: str, run: Run, tmp_path: Path) -> None:
    ran = run("packs", "sheet", "--game", game, "--as", "html", "--into", tmp_path)
    assert ran.code == 0, ran.err
    page = (tmp_path / f"{game}.html").read_text("utf-8")
    many = int(ran.out.split()[0])
    assert page.count("<svg ") == page.count("</svg>") == -(-many // A_SHEET)
    assert "size: A4; margin: 0" in page and page.count('width="210mm" height="297mm"') > 0


@pytest.mark.parametrize("game", games.names())
def test_every_game_prints_a_pdf_of_the_size_of_its_paper(
    game: str, run: Run, tmp_path: Path
) -> None:
    new = run("new", "pack", "tin", "--game", game, "--folder", tmp_path)
    assert new.code == 0
    pack = tmp_path / "tin" / "src" / "tin" / "tin.toml"
    ran = run("packs", "sheet", pack, "--game", game, "--as", "pdf", "--into", tmp_path)
    assert ran.code == 0, ran.err
    made = (tmp_path / f"{game}-1.pdf").read_bytes()
    assert made.startswith(b"%PDF-")
    box = re.search(rb"/MediaBox ?\[([^\]]*)\]", made)
    assert box is not None
    millimetres = [float(side) * 25.4 / 72 for side in box[1].split()]
    assert millimetres == pytest.approx([0, 0, *PAGE], abs=0.01)
    assert made.count(b"/Type /Page\n") + made.count(b"/Type /Page/") <= 1, "one page"
    assert b"/Font" in made, "letters are letters, not drawings"


def test_without_the_library_for_it_a_pdf_is_refused_with_the_other_way(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    ran = run("packs", "sheet", "--game", "aegis", "--as", "pdf", "--into", tmp_path)
    assert ran.code == 2 and "--as html" in ran.err


def test_one_kind_of_a_pack_of_ones_own(run: Run, tmp_path: Path) -> None:
    run("new", "pack", "tin", "--game", "attack-chart", "--folder", tmp_path)
    pack = tmp_path / "tin" / "src" / "tin" / "tin.toml"
    ran = run("packs", "sheet", pack, "--game", "attack-chart", "--into", tmp_path / "out")
    assert ran.code == 0
    text = (tmp_path / "out" / "attack-chart-1.svg").read_text("utf-8")
    said = re.findall(r">([^<]+)</text>", text)
    assert said[:2] == ["Tin Hound", "unit tin-hound, figures of our own"]
    assert {"defence: 4", "weapon Jaws"} <= {*said}
    assert "armour: 7" in said and not [line for line in said if line.startswith("aegis")], (
        "what is as usual is not printed"
    )
    none = run("packs", "sheet", pack, "--game", "attack-chart", "--kind", "field")
    assert none.code == 2 and "contains no field" in none.err
    wrong = run("packs", "sheet", pack, "--game", "attack-chart", "--kind", "robot")
    assert wrong.code == 2 and "has no 'robot'" in wrong.err
