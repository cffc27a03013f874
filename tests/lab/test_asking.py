"""Sweep, tune, balance and league, on rows that were drawn from a truth that the test knows."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from scipy.special import expit, logit

from gattai import games
from gattai.kernel.position import begin
from gattai.lab.asking.balance import balance, drawn_force, matrix, needed_by
from gattai.lab.asking.league import league
from gattai.lab.asking.numbers import ranged
from gattai.lab.asking.sweep import sweep
from gattai.lab.asking.tune import search, tune
from gattai.lab.plan import PlannedGame
from gattai.lab.statistics.ratings import ELO
from gattai.lab.study import BadStudy, Study, StudyPlay, StudySide
from tests.lab.simulated import simulated

A_POINT = 0.02
"""What a point of price adds to the log odds."""
STRONG = "oracle"
SEATS = ("blue", "red")


def mixed(pairs: int, game: str = "attack-chart") -> Study:
    return Study(game=game, play=StudyPlay(bot="random", pairs=pairs, seed="3"))


def swarm(pairs: int) -> Study:
    """A firefight of which one number is changed."""
    return Study(
        game="attack-chart",
        a=StudySide(),
        play=StudyPlay(
            bot="random", pairs=pairs, seed="9", options={"blue": "swarm", "red": "gunners"}
        ),
    )


def score(force: str, prices: dict[str, float]) -> float:
    return sum(
        A_POINT * prices[name] * (1.15 if name == STRONG else 1) for name in force.split(",")
    )


def by_price(seating: PlannedGame) -> float:
    """Fair prices but for one unit that is 15 % too strong, and a seat that wins more."""
    prices = {card.id: card.points for card in games.load("attack-chart").units.values()}  # type: ignore[attr-defined]
    blue, red = (score(seating.options[seat], prices) for seat in SEATS)
    return blue - red + 0.4


@pytest.fixture
def tried(tmp_path: Path) -> Path:
    return tmp_path / "asked"


def test_balance_ranks_a_unit_15_percent_too_strong_first_and_sees_the_better_seat(
    tried: Path,
) -> None:
    found = balance(mixed(1_500), "field", tried, simulated(by_price))
    assert found.pieces[0].name == STRONG and found.pieces[0].surely
    assert [each.name for each in found.pieces if each.surely] == [STRONG]
    low, high = found.pieces[0].excess[1:]
    assert low < 0.15 < high and low < found.pieces[0].excess[0] < high
    (place, side), *_ = found.sides.items()
    assert place == "thickets" and side.surely and side.mean > 0.5


def test_forces_are_drawn_from_some_pieces_only_if_that_is_asked(tried: Path) -> None:
    found = balance(mixed(40), "", tried, simulated(by_price), only=["g*", "oracle"])
    assert {each.name for each in found.pieces} == {"gunners", "gorehide", "oracle"}
    with pytest.raises(BadStudy, match="there is no 'gunner'; did you mean"):
        balance(mixed(40), "", tried, simulated(by_price), only=["gunner"])


def test_squads_against_squads_show_who_counters_whom(tried: Path) -> None:
    def odds(seating: PlannedGame) -> float:
        return 0.8 if seating.options["blue"] == "blue" else -0.8

    found = matrix(mixed(60), (), tried, simulated(odds))
    one, other = found.squads
    assert found.share(one, other) == 1 - (found.share(other, one) or 0)
    assert (found.share(one, other) or 0) > 0.6 and found.overall[one].surely


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_roster_whose_forces_it_allows(game: str) -> None:
    rules = games.load(game)
    roster = games.get(game).recruits(rules)
    assert roster is not None
    seats = rules.seated({}).seats
    needed = needed_by(rules, seats)
    rng = random.Random(game)
    forces = {drawn_force(roster, rules, seats, needed, rng) for _ in range(3)}
    assert len(forces) == 3, "mixed, not always the same"
    for force in forces:
        assert roster.least <= len(force) <= roster.most
        begin(rules, {**needed, **dict.fromkeys(seats, roster.written(force))})


def test_a_sweep_is_a_curve_with_intervals_that_hold_together(tried: Path) -> None:
    def odds(seating: PlannedGame) -> float:
        return 0.5 * (float(seating.options["rounds"]) - 3)

    found = sweep(
        swarm(300), ranged("options.rounds=1..5"), 5, "first_mover", tried, simulated(odds)
    )
    assert [each.number for each in found] == [1, 2, 3, 4, 5]
    for each in found:
        assert each.figure.low < expit(0.5 * (each.number - 3)) < each.figure.high
    assert [each.figure.surely for each in found] == [True, True, False, True, True]


def test_tune_finds_the_number_at_which_an_advantage_vanishes(tried: Path) -> None:
    def odds(seating: PlannedGame) -> float:
        return 0.3 * (float(seating.options["rounds"]) - 6.4)

    found = tune(
        swarm(1_000), ranged("options.rounds=2..12"), "first_mover", 0.5, tried, simulated(odds)
    )
    assert found.inside and found.root.known and found.root.rises
    assert found.root.low < 6.4 < found.root.high
    assert found.root.high - found.root.low < 1.5
    by = {point.number: point.figure for point in found.points}
    assert by[2].surely and not by[6].surely, "held against the target"


def test_tune_says_that_a_figure_does_not_follow_its_number(tried: Path) -> None:
    found = tune(
        swarm(400),
        ranged("options.rounds=2..12"),
        "first_mover",
        0.5,
        tried,
        simulated(lambda seating: 0.5),
    )
    assert not found.root.known or not found.inside


def test_several_numbers_are_searched_for_and_played_again(tried: Path) -> None:
    def odds(seating: PlannedGame) -> float:
        return 0.4 * (float(seating.options["rounds"]) - 4)

    ranges = [ranged("options.rounds=1..8"), ranged("unit.swarm.hp=1..3")]
    found = search(swarm(800), ranges, "first_mover", 0.5, 8, tried, simulated(odds))
    assert found.numbers.keys() == {"options.rounds", "unit.swarm.hp"}
    assert abs(found.numbers["options.rounds"] - 4) <= 1 and found.figure.pairs == 400


def test_a_league_rates_bots_by_how_strong_they_are(tried: Path) -> None:
    truth = {"greedy": 120.0, "rookie": 0.0, "random": -120.0}

    def odds(seating: PlannedGame) -> float:
        one, other = (truth[name] for name in seating.players)
        return (one - other) / ELO

    found = league("attack-chart", [*truth], 250, "1", tried, simulated(odds))
    assert [each.name for each in found.ratings] == [*truth]
    for each in found.ratings:
        assert each.low < truth[each.name] < each.high
    met = found.met["greedy against random"]
    assert met.surely and met.low < expit(240 / ELO) < met.high
    assert abs(logit(met.mean) * ELO - 240) < 60


def test_a_league_of_one_is_none(tried: Path) -> None:
    with pytest.raises(BadStudy, match="two bots"):
        league("attack-chart", ["greedy", "greedy"], 1, "1", tried, simulated(lambda _: 0.0))
