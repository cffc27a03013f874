"""A table with a pack of one game: all other games are played as without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai import games
from gattai.server.local import play
from gattai.tabletop.problem import PackError
from tests.server.table import opened
from tests.server.test_page_packs import PACK, WITH_IT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "my-packs"
    made.mkdir()
    (made / "pack.toml").write_text(PACK, "utf-8")
    return made


def test_a_table_with_a_pack_has_all_games(tmp_path: Path, folder: Path) -> None:
    with opened(tmp_path / "data", "--packs", str(folder)) as table:
        listed = [each["name"] for each in table.http.get("/api/door").json()["games"]]
        assert {"aegis", "attack-chart", "mechastellar"} <= {*listed}
        for game in ("aegis", "attack-chart"):
            assert table.http.get(f"/api/builder/{game}").status_code == 200
            assert table.http.get(f"/api/lab/{game}").status_code == 200
            with table.page(table.begin(game, "person", "random")["id"]) as page:
                page.until_asked()
        with table.page(
            table.begin("attack-chart", "person", "random", options=WITH_IT)["id"]
        ) as page:
            assert "Tin Hound" in [each["name"] for each in page.until_asked()["pieces"]]


def test_a_pack_of_another_game_than_the_named_one_is_refused(folder: Path) -> None:
    assert play.planned("attack-chart", "", "", (), [folder]).packs == (folder,)
    with pytest.raises(ValueError, match="has packs of another game, not of aegis"):
        play.planned("aegis", "", "", (), [folder])
    with pytest.raises(PackError):
        games.load("aegis", [folder])


def test_a_pack_that_fits_no_game_is_refused_everywhere(folder: Path) -> None:
    (folder / "pack.toml").write_text(PACK.replace("hp = 2", "hp = 'two'"), "utf-8")
    assert games.fitting("aegis", [folder]) == games.fitting("attack-chart", [folder]) == (folder,)
    with pytest.raises(PackError):
        [*games.all_rules([folder])]
