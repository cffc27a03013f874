"""Studies begun from a page: played, stopped, continued, read and refused."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("polars", reason="needs the lab: pip install 'gattai[lab]'")

from gattai import games
from gattai.lab.asking.what import Scalar
from gattai.lab.changes import written
from gattai.lab.running import Progress
from gattai.lab.study import flat, read
from gattai.lab.watching import expected_pairs
from gattai.server.studies.messages import AskStudy, StudyCard
from gattai.server.studies.studies import Studies, forecast
from tests.server.table import Table

PATIENCE = 300.0
HP: dict[str, Scalar] = {"unit.gunners.hp": 3}


@pytest.fixture
def studies(tmp_path: Path) -> Iterator[Studies]:
    made = Studies(tmp_path)
    yield made
    made.close()


def after(studies: Studies, name: str, until: Callable[[StudyCard], bool]) -> StudyCard:
    """The study as soon as this is true of it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = studies.find(name)
        if until(found):
            return found
        time.sleep(0.2)
    raise AssertionError(studies.find(name))


def asked(pairs: int = 6) -> AskStudy:
    return AskStudy("attack-chart", HP, player="random", pairs=pairs)


def test_a_study_is_played_to_its_end_with_a_report_and_a_pack(studies: Studies) -> None:
    begun = studies.begin(asked())
    assert (begun.state, begun.wanted, begun.player_1) == ("running", 6, "blue")
    (change,) = begun.changes
    assert (change.of, change.was, change.becomes) == ("Gunners", 1, 3)
    done = after(studies, begun.id, lambda found: found.state not in ("running", "reporting"))
    assert (done.state, done.problem, done.pairs, done.has_report) == ("done", "", 6, True)
    assert done.sentence and done.ended == "all pairs are played"
    assert b"Gunners had hp 3 instead of 1" in studies.page(begun.id, "")
    assert "hp = 3" in studies.pack(begun.id)
    again = read(studies.text(begun.id)).b
    assert again is not None and flat(again.change) == HP


def test_the_pack_of_a_study_can_be_played_with(studies: Studies, tmp_path: Path) -> None:
    begun = studies.begin(asked())
    packs = tmp_path / "packs"
    packs.mkdir()
    (packs / "changed.toml").write_text(studies.pack(begun.id), "utf-8")
    hp = [written(games.load("attack-chart", there), "unit.gunners.hp") for there in ((), (packs,))]
    assert hp == [1, 3]


def test_a_stopped_study_keeps_its_games_and_goes_on(studies: Studies, tmp_path: Path) -> None:
    begun = studies.begin(asked(5_000))
    after(studies, begun.id, lambda found: found.pairs > 0)
    stopped = studies.stop(begun.id)
    assert stopped.state == "stopped" and 0 < stopped.pairs < 5_000
    # A table that is started again finds it.
    again = Studies(tmp_path)
    assert again.find(begun.id).state == "stopped"
    assert [each.id for each in again.all()] == [begun.id]
    again.resume(begun.id)
    assert after(again, begun.id, lambda found: found.pairs > stopped.pairs).state == "running"
    again.close()


def test_one_study_is_played_at_a_time(studies: Studies) -> None:
    begun = studies.begin(asked(5_000))
    with pytest.raises(ValueError, match=f"{begun.id} is being played"):
        studies.begin(asked())
    studies.delete(begun.id)
    assert studies.all() == []
    with pytest.raises(LookupError, match="no study"):
        studies.find(begun.id)


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (AskStudy("attack-chart", {}), "change something first"),
        (AskStudy("attack-chart", {"unit.gunners.hp": 1}), "is 1 already"),
        (AskStudy("attack-chart", {"unit.gunner.hp": 3}), "nothing called"),
        (AskStudy("attack-chart", HP, pairs=1), "2 to 100000 pairs"),
        (AskStudy("attack-chart", HP, player="nobody"), "nobody"),
        (AskStudy("attack-chart", HP, metric="beauty"), "beauty"),
        (AskStudy("attack-chart", HP, difference=2), "can never be decided"),
    ],
)
def test_what_cannot_be_studied_is_refused(studies: Studies, wanted: AskStudy, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        studies.begin(wanted)
    assert studies.all() == []


@pytest.mark.parametrize("name", ["../x", "attack-chart-aaaaaaaa", ""])
def test_a_study_that_is_not_there_is_not_found(studies: Studies, name: str) -> None:
    with pytest.raises(LookupError):
        studies.find(name)
    with pytest.raises(LookupError):
        studies.page(name, "")


def test_a_forecast_says_when_the_difference_and_when_its_absence_would_be_sure(
    studies: Studies,
) -> None:
    begun = studies.begin(asked(400))
    after(studies, begun.id, lambda found: found.pairs >= 40)
    studies.stop(begun.id)
    folder = studies._folder(begun.id)
    found = forecast(folder, Progress(40, 400, 160, 8.0, "won", 0.0, None, None), 2)
    assert found is not None
    study, plan, rows = folder.study(), folder.plan(), folder.frame()
    assert found.most_pairs == min(400, expected_pairs(study, plan, rows) or 400)
    assert 40 <= found.pairs <= found.most_pairs
    assert found.seconds == pytest.approx(found.pairs * 0.1)
    assert found.most_seconds == pytest.approx(found.most_pairs * 0.1)
    few = Progress(5, 400, 20, 1.0, "won", 0.0, None, None)
    assert forecast(folder, few, 2) is None


@pytest.mark.parametrize("game", games.names())
def test_every_game_says_what_can_be_changed_and_what_is_fielded(
    studies: Studies, game: str
) -> None:
    kit = studies.kit(game)
    assert kit.changeable and kit.fielded and kit.players[0].name
    assert kit.metrics[0].name == "won"
    heads = {".".join(each.path.split(".")[:2]) for each in kit.changeable}
    assert {*kit.fielded} <= heads


def test_over_http_a_study_belongs_to_the_owner_of_the_table(table: Table) -> None:
    kit = table.http.get("/api/lab/attack-chart").json()
    assert kit["game"] == "attack-chart"
    sent = {"game": "attack-chart", "change": HP, "player": "random", "pairs": 4}
    begun = table.http.post("/api/studies", json=sent)
    assert begun.status_code == 201
    name = begun.json()["id"]
    assert table.http.get(f"/api/studies/{name}").json()["id"] == name
    assert "hp" in table.http.get(f"/api/studies/{name}/pack").text
    assert table.http.post(f"/api/studies/{name}/paint", json={}).status_code == 404
    assert table.http.get("/lab/attack-chart-aaaaaaaa/report").status_code == 404
    assert table.http.post(f"/api/studies/{name}/delete", json={}).status_code == 200
    assert table.http.get("/api/studies").json() == []
    assert table.http.get("/api/lab/chess").status_code == 404
