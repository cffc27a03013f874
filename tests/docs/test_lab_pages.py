"""The pages on our own games in the lab are made from the stored results of the studies."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from bench.studies.found import (
    GAMES,
    PAGES,
    ROOT,
    STUDIES,
    SUMMARIES,
    First,
    Pieces,
    Played,
    Summary,
)
from bench.studies.pages import charts, pages
from gattai import games
from gattai.lab.asking.balance import Balance
from gattai.lab.statistics.figures import Figure
from gattai.lab.statistics.unit_value import UnitValue


def test_every_page_follows_from_what_was_found() -> None:
    for name, text in pages(Summary.kept()).items():
        found = (PAGES / f"{name}.md").read_text("utf-8")
        assert found == text, f"{name}.md: python -m bench.studies pages"


def test_every_game_has_a_page_in_the_navigation() -> None:
    assert {*GAMES} == {*games.names()}, "a game that bench.studies does not know"
    told = (ROOT / "mkdocs.yml").read_text("utf-8")
    for name in pages(Summary.kept()):
        assert f"lab/{name}.md" in told


def test_every_chart_of_a_page_is_there() -> None:
    for each in Summary.kept():
        for name in charts(each):
            assert (SUMMARIES / f"{each.game}-{name}.svg").is_file()
            assert f"(data/{each.game}-{name}.svg)" in pages([each])[each.game]


def test_every_study_that_a_page_tells_of_can_be_run_again() -> None:
    for each in Summary.kept():
        for part in (each.first, each.squads, each.pieces, each.rulesets, each.compared):
            if part is not None:
                asked = tomllib.loads((STUDIES / part.played.file).read_text("utf-8"))
                assert (asked["game"], asked["question"]) == (each.game, part.played.question)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (
            Figure(100, 0.6, 0.52, 0.68, 90.0, True),
            "**60.0 % (52.0 to 68.0)** of the points: significantly more",
        ),
        (
            Figure(100, 0.4, 0.32, 0.48, 90.0, True),
            "**40.0 % (32.0 to 48.0)** of the points: significantly less",
        ),
        (
            Figure(9, 0.6, 0.3, 0.9),
            "60.0 % (30.0 to 90.0) of the points: not significantly different",
        ),
    ],
)
def test_only_what_is_sure_is_claimed(figure: Figure, said: str) -> None:
    played = Played(
        "first-mover-aegis.toml", "Is it better to have the first turn?", "greedy", 9, 2
    )
    told = Summary("aegis", "A.E.G.I.S.", first=First(played, figure, ""))
    assert f"The first mover wins {said}" in pages([told])["aegis"]


def test_a_piece_stands_beside_its_price() -> None:
    played = Played("worth-attack-chart.toml", "What is each unit worth?", "greedy", 120, 30)
    dear = UnitValue("swarm", 40, 40.0, 30.0, 25.0, 35.0, surely=True, stands_out=3.0)
    found = Balance(60, (dear,), {}, {})
    told = Summary("attack-chart", "Attack", pieces=Pieces(played, {"swarm": "Swarm"}, found))
    text = pages([told])["attack-chart"]
    assert "| Swarm | 40 | **30 (25 to 35)** | -25% (-38% to -12%) | 40 |" in text
    assert "1 of 1 differ significantly from their price" in text


def test_what_is_not_played_again_stays_as_it_was_found() -> None:
    older = Summary.load("mechastellar")
    assert older.squads is not None and older.compared is not None
    bare = Summary(older.game, older.title)
    assert bare.beside(older) == older
    again = msgspec.structs.replace(bare, squads=older.squads)
    assert again.beside(msgspec.structs.replace(older, squads=None)) == older


def test_what_squads_had_before_a_correction_is_reported_beside_what_they_have_now() -> None:
    older = Summary.load("attack-chart")
    assert older.squads is not None and older.squads.before is None
    now = older.since(older, "armies 1.0.0", "The Reds had too much.")
    text = pages([now])["attack-chart"]
    assert "with armies 1.0.0, in " in text and "The Reds had too much." in text
    name, figure = next(iter(older.squads.matrix.overall.items()))
    share = f"{figure.mean:.1%}".replace("%", " %")
    told = [line for line in text.splitlines() if line.count(share) == 2]
    assert told, f"{name} stands with what it had and with what it has"
    assert now.beside(older) == now
    assert older.beside(now) == now, "a correction is told as long as no other is"
    with pytest.raises(ValueError, match="before and after"):
        Summary(older.game, older.title).since(older, "armies 1.0.0", "")


def test_squads_played_again_alone_leave_the_study_of_who_moves_first_as_it_was() -> None:
    older = Summary.load("robot-empire")
    assert older.first is not None and older.first.is_own and older.squads is not None
    counted = Figure(180, 0.55, 0.48, 0.62)
    met = First(older.squads.played, counted, "all pairs are played")
    again = Summary(older.game, older.title, first=met, squads=older.squads).beside(older)
    assert again.first == msgspec.structs.replace(older.first, everywhere=counted)
