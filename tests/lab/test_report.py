"""A report says what the rows say, works offline, and every game it names can be seen again."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from msgspec.structs import replace

from gattai.lab import report
from gattai.lab.folder import Folder
from gattai.lab.plan import made
from gattai.lab.report.findings import Findings
from gattai.lab.running import run
from gattai.lab.sitting import Sitting
from gattai.lab.study import StudyMeasures, StudyStop
from tests.lab.asking import played, study, under, versus
from tests.lab.simulated import simulated

PAIRS = 12


@pytest.fixture(scope="module", params=["versus", "under", "alone"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Folder:
    asked = {"versus": versus, "under": under, "alone": study}[request.param](PAIRS)
    return played(tmp_path_factory.mktemp("report") / request.param, asked)


@pytest.fixture(scope="module")
def told(folder: Folder) -> Findings:
    return report.found(folder)


def test_figures_are_those_of_the_rows(folder: Folder, told: Findings) -> None:
    rows = folder.frame()
    of_a = rows.filter(pl.col("arm") != "b")
    for each in told.measured:
        assert each.a.mean == pytest.approx(of_a[f"m.{each.name}"].mean())
        if told.status.kind == "under":
            other = rows.filter(pl.col("arm") == "b")[f"m.{each.name}"].mean()
            assert each.b and each.difference and each.b.mean == pytest.approx(other)
            assert each.difference.mean == pytest.approx(each.b.mean - each.a.mean)
    assert told.estimates[-1].pairs == PAIRS
    assert sum(bar.games for bar in told.lengths) == len(rows)
    assert told.verdict == folder.status().verdict


def test_rules_are_dead_that_no_row_cites(folder: Folder, told: Findings) -> None:
    cited = {rule for fired in folder.frame()["fired"] for rule in fired}
    assert cited & {rule.id for rule in told.fired}
    for rule in told.fired:
        assert rule.is_dead == (rule.id not in cited), rule.id


def test_a_game_that_is_named_is_the_one_that_is_played_again(
    folder: Folder, told: Findings
) -> None:
    plan, rows = folder.plan(), folder.frame()
    assert {"the shortest", "the longest"} <= {game.why for game in told.games}
    for game in told.games:
        seating = plan.numbered(game.number)
        row = Sitting(plan, seating).play()
        kept = rows.filter(
            (pl.col("pair") == row.pair) & (pl.col("arm") == row.arm) & (pl.col("leg") == row.leg)
        )
        assert kept["digest"].to_list() == [row.digest]
        assert (game.length, game.winner) == (row.length, row.winner)


def test_the_page_asks_nobody_else_for_anything(folder: Folder, told: Findings) -> None:
    path = report.write(folder, told, {told.games[0].number: "games/1.html"})
    text = path.read_text("utf-8")
    assert text.count("</script>") == 2 and 'href="games/1.html"' in text
    markup = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    assert not re.findall(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=", markup)
    for each in told.measured:
        assert each.is_still or f"<code>{each.name}</code>" in text


def test_words_of_a_study_are_no_markup(tmp_path: Path) -> None:
    asked = replace(versus(2), question="</script><b>who?</b>")
    found = played(tmp_path / "s", asked, made(asked))
    text = report.write(found, report.found(found)).read_text("utf-8")
    assert "<b>who?" not in text and text.count("</script>") == 2


def test_what_was_never_played_has_no_report(tmp_path: Path) -> None:
    asked = versus(2)
    with pytest.raises(ValueError, match="nothing was played"):
        report.found(Folder.create(tmp_path / "s", asked, made(asked)))


def test_a_study_that_was_decided_is_sure_in_its_report(tmp_path: Path) -> None:
    """Whatever else is measured: the metric that stopped the study keeps its own error rate."""
    stop = StudyStop("difference of 5 % in 'won' decided either way, error 5 %")
    for seed in "1234":
        metrics = StudyMeasures(("won", "damage", "lost.*"))
        asked = replace(versus(400), stop=stop, measure=metrics)
        asked = replace(asked, play=replace(asked.play, seed=seed))
        found = Folder.create(tmp_path / seed, asked, made(asked))
        ended = run(found, simulated(lambda seating: 0.45 if seating.own == 0 else -0.45))
        assert ended.why == "decided: there is more of won"
        claim = report.found(found).headline.difference
        assert claim is not None and claim.surely and claim.pairs == ended.pairs
