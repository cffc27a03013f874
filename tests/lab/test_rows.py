"""Rows: the same wherever they were played, whole or not there, and each can be played again."""

import hashlib
from pathlib import Path

import polars as pl
import pytest

from gattai.lab import pairs
from gattai.lab.batch import Span, decoded, play, play_encoded
from gattai.lab.folder import Folder
from gattai.lab.plan import made
from gattai.lab.runners.here import Here
from gattai.lab.running import run
from gattai.lab.schedule import LARGEST, SHORTEST, Schedule
from gattai.lab.sitting import Sitting
from gattai.lab.study import BadStudy, Study
from tests.lab.asking import played, study, under, versus, whole


def test_a_row_tells_who_sat_where_and_how_it_went(tmp_path: Path) -> None:
    rows = played(tmp_path / "s", versus()).frame()
    assert rows["seats"].to_list() == ["a,b", "b,a"] * 4
    assert rows["arm"].unique().to_list() == ["versus"]
    for row in rows.iter_rows(named=True):
        own = row["seats"].split(",").index("a")
        won = 0.5 if row["winner"] is None else float(row["winner"] == own)
        assert row["score"] == row["m.won"] == won
        assert row["m.length"] == row["length"]
        assert row["first_mover"] in (0.0, 0.5, 1.0)
        assert row["turns"] == 1


def test_where_the_same_play_under_both_the_score_is_the_first_movers(tmp_path: Path) -> None:
    rows = played(tmp_path / "s", under()).frame()
    assert rows["arm"].to_list()[:4] == ["a", "a", "b", "b"]
    assert (rows["score"] == rows["first_mover"]).all()
    for row in rows.iter_rows(named=True):
        own = row["seats"].split(",").index("1")
        won = 0.5 if row["winner"] is None else float(row["winner"] == own)
        assert row["m.won"] == won


def test_in_versus_what_is_counted_is_as_own_and_others(tmp_path: Path) -> None:
    rows = played(tmp_path / "s", versus()).frame()
    for row in rows.iter_rows(named=True):
        blue_is_a = row["seats"] == "a,b"
        assert row["m.brought.gunners"] == float(blue_is_a)
        assert row["m.other.brought.gunners"] == float(not blue_is_a)


def test_a_batch_is_the_same_however_it_is_cut() -> None:
    plan = made(under(6))
    at_once = play(plan, Span(0, 6)).rows
    apart = [row for at in (4, 0, 2) for row in play(plan, Span(at, at + 2)).rows]
    assert sorted(apart, key=lambda row: row.pair) == [*at_once]


def test_a_batch_comes_back_from_another_process_as_it_was() -> None:
    plan = made(under(2))
    assert decoded(play_encoded(plan, 0, 2)).rows == play(plan, Span(0, 2)).rows


def test_progress_of_a_batch_is_reported_pair_by_pair() -> None:
    told: list[int] = []
    play(made(study(3)), Span(0, 3), told.append)
    assert told == [1, 2, 3]


def test_every_row_can_be_played_again(tmp_path: Path) -> None:
    folder = played(tmp_path / "s", under())
    plan = folder.plan()
    for number, row in enumerate(folder.frame().iter_rows(named=True)):
        sitting = Sitting(plan, plan.numbered(number))
        again = sitting.play()
        text = sitting.transcript()
        assert (again.pair, again.arm, again.leg) == (row["pair"], row["arm"], row["leg"])
        assert again.digest == row["digest"] == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_what_is_missing_is_found_by_what_is_there(tmp_path: Path) -> None:
    plan = made(study(10))
    folder = Folder.create(tmp_path / "s", study(10), plan)
    for span in (Span(2, 4), Span(7, 8)):
        folder.add(plan, play(plan, span))
    assert [*folder.missing(10)] == [Span(0, 2), Span(4, 7), Span(8, 10)]
    assert [*folder.missing(3)] == [Span(0, 2)]
    assert folder.status().pairs == 3


def test_a_study_that_was_stopped_goes_on_and_has_the_same_rows(tmp_path: Path) -> None:
    asked = under(6)
    plan = made(asked)
    folder = Folder.create(tmp_path / "stopped", asked, plan)
    for span in (Span(1, 3), Span(5, 6)):
        folder.add(plan, play(plan, span))
    (folder.path / "rows" / "000000003-000000005.part").write_bytes(b"half a fi")
    run(folder, Here)
    assert whole(folder) == whole(played(tmp_path / "whole", asked))


def test_a_study_at_its_end_is_not_played_again(tmp_path: Path) -> None:
    folder = played(tmp_path / "s", study(2))

    def nobody(plan: object) -> Here:
        raise AssertionError("nobody should play")

    assert run(folder, nobody).pairs == 2


def test_what_lies_beyond_is_cut_off(tmp_path: Path) -> None:
    asked = study(6)
    plan = made(asked)
    folder = Folder.create(tmp_path / "s", asked, plan)
    for span in (Span(0, 2), Span(2, 5), Span(5, 6)):
        folder.add(plan, play(plan, span))
    folder.cut(3)
    assert folder.spans() == [Span(0, 2), Span(2, 3)]
    assert folder.frame()["pair"].max() == 2


def test_another_study_does_not_go_into_the_same_folder(tmp_path: Path) -> None:
    played(tmp_path / "s", study(2))
    with pytest.raises(BadStudy, match="another study"):
        Folder.create(tmp_path / "s", study(3), made(study(3)))


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadStudy, match="contains no study"):
        Folder.create(tmp_path, study(2), made(study(2)))


def test_other_rules_than_at_the_beginning_are_not_gone_on_with(tmp_path: Path) -> None:
    asked = study(2)
    plan = made(asked)
    import msgspec

    folder = Folder.create(tmp_path / "s", asked, msgspec.structs.replace(plan, rules=("0.9 old",)))
    with pytest.raises(BadStudy, match="other versions of rules or packs"):
        run(folder, Here)


def test_a_notebook_reads_a_folder(tmp_path: Path) -> None:
    folder = played(tmp_path / "s", study(2))
    assert Study.load(folder.path).frame().equals(folder.frame())
    assert folder.scan().select(pl.len()).collect().item() == folder.status().games


def test_a_pair_counts_as_one(tmp_path: Path) -> None:
    folder = played(tmp_path / "s", under())
    rows = folder.frame()
    found = pairs.scores(rows, "under", "damage")
    for pair, value in found.iter_rows():
        of = {
            arm: rows.filter((pl.col("pair") == pair) & (pl.col("arm") == arm))["m.damage"].mean()
            for arm in ("a", "b")
        }
        assert value == of["b"] - of["a"]  # type: ignore[operator]
    assert found.equals(pairs.scores(folder.scan(), "under", "damage").collect())


def test_batches_take_their_time_once_it_is_known_how_long_a_pair_is() -> None:
    schedule = Schedule([Span(0, 100_000)], width=2)
    assert schedule.next() == Span(0, 1)
    schedule.took(Span(0, 1), 0.01)
    span = schedule.next()
    assert span is not None and span.start == 1 and span.pairs * 0.01 >= SHORTEST


def test_batches_get_longer_with_the_study_and_hand_out_every_pair_once() -> None:
    schedule = Schedule([Span(0, 3), Span(7, 200_000)], width=2)
    seen: list[Span] = []
    while (span := schedule.next()) is not None:
        seen.append(span)
        schedule.took(span, span.pairs * 0.02)
    handed = [pair for span in seen for pair in range(span.start, span.stop)]
    assert handed == [*range(3), *range(7, 200_000)]
    assert len(seen) < 300
    assert max(span.pairs for span in seen) * 0.02 <= 61


def test_no_batch_has_more_rows_than_a_driver_likes_to_hold_however_short_its_games_are() -> None:
    schedule = Schedule([Span(0, 400_000)], width=2)
    sizes: list[int] = []
    while (span := schedule.next()) is not None:
        sizes.append(span.pairs)
        schedule.took(span, span.pairs * 0.002)
    assert sum(sizes) == 400_000
    assert max(sizes) == LARGEST
