"""Luck is nothing on average for either side, and the same wherever the record is read."""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.kernel.action import Option
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose, Roll, Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import parse
from gattai.odds.reckoning import LuckLine, Reckoning
from gattai.testing.laws import with_other_secrets
from gattai.testing.tables import random_options
from gattai.testing.walk import answer_at_random, moments
from tests.laws.luck import mean_of, means, table
from tests.laws.peeks import record_at

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
GAMES = {"aegis": 40, "aristeia": 20, "attack-chart": 30, "mechastellar": 8}
"""So many games of each; `--games 40` plays forty times as many. Never fewer: the error of a mean of three says nothing."""
WORLDS = {"aristeia": 2, "robot-empire": 6}
MAX_ANSWERS = {"mechastellar": 300}
ALWAYS = ("aegis", "attack-chart")
"""Here every action is reckoned; elsewhere one in fifty may be too wide to walk."""
DAMAGE = {"aristeia": "Damage"}
FEWEST_ACTIONS = 5
"""A mean of fewer says nothing."""
MAX_ERRORS = 3
"""Seeds are fixed: it can fail only when rules or luck change."""


@pytest.mark.parametrize("name", GAMES)
def test_the_mean_luck_of_random_games_is_nothing_for_either_side(
    name: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    count = int(GAMES[name] * max(1, request.config.getoption("--games")))
    rules = games.load(name)
    found, unreckoned = means(rules, (f"luck/{name}/{number}" for number in range(count)))
    with capsys.disabled():
        print(f"\n{table(name, found, unreckoned, count)}")
    for seat in (0, 1):
        damage = found[seat, DAMAGE.get(name, "damage")]
        assert damage.actions >= FEWEST_ACTIONS
        assert damage.errors_off < MAX_ERRORS
    most = 0 if name in ALWAYS else 0.02 * sum(mean.actions for mean in found.values())
    assert unreckoned <= most


def test_a_bias_would_be_seen() -> None:
    source = random.Random(1)
    fair = [source.choice((-1.0, 0.0, 1.0)) for _ in range(400)]
    assert mean_of(fair, 400).errors_off < MAX_ERRORS
    assert mean_of([amount + 0.2 for amount in fair], 400).errors_off > MAX_ERRORS
    assert mean_of([], 10).errors_off == 0.0
    assert mean_of([1.0], 2).mean == 0.5


@pytest.mark.parametrize("name", games.names())
def test_luck_reckoned_in_play_and_from_the_transcript_is_the_same(name: str) -> None:
    """To the last digit, though in play it is reckoned bit by bit and something is taken back."""
    rng = random.Random(f"reckoning/{name}")
    rules = games.load(name)
    record: Record[Any] = Record(rules, options=random_options(rules, rng))
    reckoning = Reckoning(record, games.measures(name))
    for _ in range(MAX_ANSWERS.get(name, 400)):
        if isinstance(record.question, Outcome):
            break
        seat, value = answer_at_random(record.rules, record.position, record.question, rng)
        record.answer(value, seat)
        if rng.random() < 0.3:
            reckoning.reckon()
        if rng.random() < 0.02:
            record.back_to(rng.randrange(max(0, len(record.past) - 9), len(record.past)))
    *_, again = replay(rules, parse(record.transcript().text()), verify=False)
    found = lines_of(record, reckoning)
    assert found == lines_of(again)
    assert found or name not in GAMES


@pytest.mark.parametrize("name", ["aristeia", "robot-empire"])
def test_luck_tells_nothing_of_what_is_hidden(name: str, request: pytest.FixtureRequest) -> None:
    """Two tables that one seat cannot tell apart, the same answers: the same to the last digit."""
    compared = 0
    for number in range(max(1, int(WORLDS[name] * request.config.getoption("--games")))):
        rng = random.Random(f"luck-worlds/{name}/{number}")
        for moment in moments(games.load(name), rng):
            position, question = moment.step.position, moment.step.question
            seat = Seat(rng.randrange(len(moment.rules.seats)))
            if isinstance(question, Choose) and throwing(position, question.options):
                seat = question.seat  # who could throw dice now can do so in both worlds
            elif rng.random() > 0.2:
                continue
            if not position.is_settled:
                continue
            other = with_other_secrets(moment.rules, position, seat, rng)
            if other is None or other == position:
                continue
            worlds = [record_at(moment.rules, one) for one in (position, other)]
            while answer_both(worlds, rng):
                pass
            found = [lines_of(world) for world in worlds]
            assert found[0] == found[1]
            compared += bool(found[0])
    assert compared


@pytest.mark.parametrize("name", games.names())
def test_what_was_expected_lies_within_what_the_histogram_shows(name: str) -> None:
    """In recorded games: between the least and the most, and all parts add up to what came."""
    rolls = 0
    for path in sorted((TRANSCRIPTS / name).glob("*.txt")):
        *_, record = replay(games.load(name), parse(path.read_text("utf-8")), verify=False)
        for line in lines_of(record):
            if line.seat is None:
                continue
            rolls += 1
            if line.bars:
                assert line.bars[0][0] <= line.expected <= line.bars[-1][0], (path.name, line)
            parts = line.expected + line.chosen + line.amount
            assert parts == pytest.approx(line.came, abs=0.02), (path.name, line)
    assert rolls or name not in GAMES


def lines_of(record: Record[Any], reckoning: Reckoning | None = None) -> tuple[LuckLine, ...]:
    reckoning = reckoning or Reckoning(record, games.measures(record.rules.name))
    reckoning.reckon()
    return reckoning.lines()


def throwing(position: GamePosition[Any], options: Iterable[object]) -> list[object]:
    """The options that throw dice: luck is about these, and few questions offer one."""
    state = position.state
    return [each for each in options if isinstance(each, Option) and each.has_odds(state)]


def answer_both(worlds: list[Record[Any]], rng: random.Random) -> bool:
    """Answer the same in both until the action is over; whether it goes on."""
    first, second = (world.question for world in worlds)
    if isinstance(first, Roll):
        seat, value = answer_at_random(worlds[0].rules, worlds[0].position, first, rng)
    elif isinstance(first, Choose) and isinstance(second, Choose):
        in_both = [option for option in first.options if option in second.options]
        if not in_both:
            return False
        options = throwing(worlds[0].position, in_both) or in_both
        seat, value = first.seat, rng.choice(options)
    else:
        return False
    for world in worlds:
        world.answer(value, seat)
    return not worlds[0].position.is_settled and type(worlds[1].question) is type(
        worlds[0].question
    )
