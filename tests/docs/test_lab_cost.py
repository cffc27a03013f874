"""The table of ten million games is computed from the measurements."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bench.cost import BEGIN, BOTS, COLUMNS, CORES, END, GAMES, PAGE, Cost, costs, put, table
from gattai import games
from gattai.lab.schedule import LONGEST

ONE = Cost("aegis", "greedy", games=600, cpu_seconds=300.0, row_bytes=250.0, driver_ms=0.5)


def test_the_table_of_the_page_follows_from_what_was_measured() -> None:
    text = PAGE.read_text("utf-8")
    assert put(text, costs()) == text, "python -m bench.cost write"


def test_every_game_was_measured_by_every_bot() -> None:
    assert {(each.game, each.bot) for each in costs()} == {
        (game, bot) for game in games.names() for bot in BOTS
    }


def test_the_table_has_a_line_for_each_and_a_cell_for_each_column() -> None:
    text = PAGE.read_text("utf-8")
    between = text.partition(BEGIN)[2].partition(END)[0].strip().splitlines()
    assert len(between) == 2 + len(costs())
    for line in between:
        assert len(line.strip("|").split("|")) == len(COLUMNS)


def test_hours_and_cores_follow_from_games_per_cpu_second() -> None:
    assert ONE.rate == 2
    assert ONE.cpu_hours == pytest.approx(GAMES / 2 / 3600)
    assert ONE.hours == pytest.approx(ONE.cpu_hours / CORES)
    assert ONE.night_cores == 116, "1388.9 CPU-hours in 12 hours"
    assert ONE.gigabytes == pytest.approx(2.5)
    assert ONE.files == -(-GAMES // (2 * int(LONGEST)))


def test_a_driver_feeds_as_many_cores_as_it_can_take_rows_of() -> None:
    assert ONE.fed == 1_000, "2,000 rows a second, two of each core"
    busy = replace(ONE, games=30_000)
    assert busy.fed == 20 and busy.breaks == "the driver"
    assert busy.hours == pytest.approx(GAMES * 0.5e-3 / 3600), "no quicker than its driver"


def test_what_breaks_first_is_said() -> None:
    assert ONE.breaks == "nothing"
    assert replace(ONE, games=30).breaks == "the number of files"
    slower = replace(ONE, games=300)
    assert slower.files == 166_667 and slower.breaks == "the number of files"


def test_other_figures_would_make_another_table() -> None:
    first, *others = costs()
    assert table((replace(first, games=2 * first.games), *others)) != table(costs())


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(ValueError, match="no place"):
        put("nothing", costs())
