"""What each game counts of itself: every game in one shape, and true."""

from typing import Any

import pytest

from gattai import games
from gattai.games.metrics import NOTHING, Metrics, meaning
from gattai.kernel.question import Seat
from gattai.lab.plan import COMMON, BatchPlan, made
from gattai.lab.sitting import Row, Sitting
from gattai.lab.study import Study, StudyPlay, StudySide

OPTIONS = {
    "aegis": {"turn-limit": "12"},
    "aristeia": {},
    "attack-chart": {"rounds": "3"},
    "mechastellar": {},
    "robot-empire": {"turn-limit": "12"},
}


def one(game: str, seed: str = "3") -> tuple[BatchPlan, Sitting, Row]:
    asked = Study(
        game=game,
        a=StudySide(bot="random"),
        b=StudySide(bot="random"),
        play=StudyPlay(pairs=1, seed=seed, options=OPTIONS[game], longest=600),
    )
    plan = made(asked)
    sitting = Sitting(plan, next(plan.seatings(0)))
    return plan, sitting, sitting.play()


@pytest.fixture(scope="module", params=games.names())
def game(request: pytest.FixtureRequest) -> tuple[str, BatchPlan, Sitting, Row]:
    return (request.param, *one(request.param))


def test_every_game_says_what_it_counts() -> None:
    for name in games.names():
        assert games.get(name).gauged_by() is not NOTHING


def test_all_that_is_counted_was_declared_and_has_a_meaning(
    game: tuple[str, BatchPlan, Sitting, Row],
) -> None:
    name, plan, sitting, _ = game
    metrics = games.get(name).gauged_by()
    fresh = metrics(plan.rules_of(0, {}).setup(_defaults(plan)), len(plan.seats))
    assert fresh.counts.keys() == sitting.metrics.counts.keys()
    for counted in fresh.counts:
        assert meaning(metrics.about, counted), counted
    assert not {*COMMON} & {*fresh.counts}


def _defaults(plan: BatchPlan) -> dict[str, str]:
    rules = plan.rules_of(0, plan.arms[0].options)
    return {**{option.name: option.default for option in rules.options}, **plan.arms[0].options}


def test_something_of_each_game_is_counted(game: tuple[str, BatchPlan, Sitting, Row]) -> None:
    _, plan, sitting, row = game
    assert row.turns is not None and row.turns > 0
    assert sitting.metrics.first is not None
    counted = dict(zip(plan.metrics, row.metrics, strict=True))
    assert counted["length"] == row.length == len(sitting.record.entries)
    assert (counted["decisions"] or 0) > 0
    assert (counted["other.decisions"] or 0) > 0
    assert sum(map(sum, sitting.metrics.counts.values())) > 0
    assert "fired" not in counted and len(row.fired) > 5
    assert list(row.fired) == sorted({*row.fired})


def test_nobody_loses_more_than_was_there(game: tuple[str, BatchPlan, Sitting, Row]) -> None:
    name, _, sitting, _ = game
    if name in ("aristeia", "robot-empire"):
        return  # the Infirmary sends back, and decks bring more
    counts = sitting.metrics.counts
    for counted, by_seat in counts.items():
        head, _, card = counted.partition(".")
        if head == "lost" and f"brought.{card}" in counts and name != "aegis":
            assert all(a <= b for a, b in zip(by_seat, counts[f"brought.{card}"], strict=True))


def test_a_firefight_is_counted_as_its_table_says() -> None:
    _, sitting, row = one("attack-chart")[0:3]
    table: Any = sitting.record.table
    lost = {"brought": [0, 0], "lost": [0, 0], "damage": [0, 0]}
    for unit in table.units:
        lost["brought"][unit.seat] += 1
        lost["lost"][unit.seat] += unit.hp == 0
        lost["damage"][1 - unit.seat] += unit.card.hp * unit.card.models - unit.hp
    for word in ("brought", "lost"):
        named = [by for name, by in sitting.metrics.counts.items() if name.startswith(f"{word}.")]
        assert [sum(by) for by in zip(*named, strict=True)] == lost[word]
    assert sitting.metrics.counts["damage"] == lost["damage"]
    assert sitting.metrics.first == table.first
    assert row.winner in (0, 1, None)


def test_a_battle_of_machines_is_counted_as_its_table_says() -> None:
    sitting = one("mechastellar")[1]
    table: Any = sitting.record.table
    gone = [0, 0]
    for unit in table.units:
        gone[unit.seat] += unit.fate == "destroyed"
    named = [by for name, by in sitting.metrics.counts.items() if name.startswith("lost.")]
    assert [sum(by) for by in zip(*named, strict=True)] == gone
    assert sitting.metrics.counts["victory_points"] == [*table.scores]


def test_a_match_is_counted_as_its_table_says() -> None:
    sitting = one("aristeia")[1]
    table: Any = sitting.record.table
    assert sitting.metrics.counts["victory_points"] == [*table.points]
    assert sitting.metrics.counts["frags"] == [*table.frags]
    assert sitting.metrics.turns == table.round


def test_a_battle_of_robots_is_counted_as_its_table_says() -> None:
    sitting = one("aegis")[1]
    table: Any = sitting.record.table
    gone = [0, 0]
    for unit in table.units:
        gone[unit.seat] += unit.fate == "destroyed"
    named = [by for name, by in sitting.metrics.counts.items() if name.startswith("lost.")]
    assert [sum(by) for by in zip(*named, strict=True)] == gone
    assert sitting.metrics.turns == sum(table.turns)
    assert sitting.metrics.first == table.first


def test_a_war_of_cards_is_counted_as_its_table_says() -> None:
    sitting = one("robot-empire")[1]
    table: Any = sitting.record.table
    counts = sitting.metrics.counts
    used = [by for name, by in counts.items() if name.startswith("used.")]
    assert [sum(by) for by in zip(*used, strict=True)] == counts["cards_used"]
    assert sitting.metrics.turns == table.turn
    assert sum(counts["units_lost"]) == sum(
        sum(by) for name, by in counts.items() if name.startswith("lost.")
    )


def test_a_game_that_says_nothing_is_counted_all_the_same() -> None:
    metrics = Metrics(None, 2)
    assert metrics.read(None) == {} and metrics.turns is None
    metrics.begins(Seat(1))
    metrics.begins(Seat(0))
    assert metrics.first == 1
