"""The chance that people are shown: learned where there are weights, estimated by hand elsewhere."""

from __future__ import annotations

import random
import re
from math import log
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace as changed

from bench.values import playing
from bench.values.__main__ import games_of, train
from bench.values.fitting import Sample, chance_by, error_of, fitted, loss_of
from bench.values.measuring import Measured, Quality, bins_of
from bench.values.pages import PAGE, put, store, stored
from bench.values.playing import ValueGame, players_of, transcript_of
from gattai import games
from gattai.bots import evaluations, review
from gattai.bots.coach import answers
from gattai.bots.evaluation import Evaluation
from gattai.bots.learnt import value_weights
from gattai.bots.learnt.value_weights import (
    GameValue,
    described,
    names_of,
    shipped_value,
    value_for,
    value_of,
    value_origin,
    why_no_value,
)
from gattai.kernel.question import Choose, Roll, Seat, part_of
from gattai.kernel.record import Record, replay
from gattai.kernel.text.transcript import parse
from tests.bots.test_review import GAMES, played

SHIPPED = [game for game in GAMES if shipped_value(game)]


def for_two(game: str) -> Record[Any]:
    """A game of two: those of Robot Empire that are kept have more players."""
    if game != "robot-empire":
        return played(game)
    transcript = parse(transcript_of(ValueGame(game, "t", 0)))
    rules = games.load(game).seated(dict(transcript.header.options))
    *_, record = replay(rules, transcript, verify=False)
    return record


@pytest.mark.parametrize("game", GAMES)
def test_features_are_the_lead_of_one_seat_and_clocks_are_the_same_for_both(game: str) -> None:
    record, evaluation = for_two(game), evaluations.of(game)
    features = evaluation.features
    assert features is not None
    found = 0
    for past in record.past:
        if not past.before.is_settled or not past.at.waiting:
            continue
        mover = evaluation.whose(past.before.state, past.at.waiting[0])
        first = described(evaluation, past.before.state, Seat(0), mover)
        second = described(evaluation, past.before.state, Seat(1), mover)
        if first is None or second is None:
            continue
        found += 1
        (one, clock), (two, same) = first, second
        assert clock == same and len(clock) == len(features.clocks)
        assert len(one) == len(names_of(features))
        assert one == pytest.approx([-each for each in two])
    assert found > 20


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_weights_are_used_and_say_where_they_come_from(game: str) -> None:
    weights = shipped_value(game)
    value = value_for(games.load(game), evaluations.of(game))
    assert value is not None and value.weights == weights
    assert re.match(r"learned from [\d,]+ games \(rules ", value_origin(game))
    assert f"bench.values train {game} " in value.weights.training.command
    assert value.weights.training.loss < value.weights.training.loss_by_hand
    assert value.weights.error < review.NEARLY  # so no choice is criticized within the error


def test_without_fitting_weights_there_is_no_value() -> None:
    weights = shipped_value("attack-chart")
    assert weights is not None
    plain, version = evaluations.of("attack-chart"), games.load("attack-chart").version
    assert why_no_value(plain, weights, version) == ""
    assert why_no_value(plain, changed(weights, version="0", also=(version,)), version) == ""
    assert (
        why_no_value(plain, weights, "9.9") == f"it was trained on rules {version}, these are 9.9"
    )
    other = changed(weights, clocks=("another", *weights.clocks[1:]))
    assert why_no_value(plain, other, version) == "it was trained on other features"
    assert why_no_value(plain, None, version) == "there are no weights"
    assert why_no_value(Evaluation(), weights, version) == "there are no weights"
    assert value_of("attack-chart", "9.9") is None
    assert value_for(games.load("attack-chart"), changed(plain, scale=5.0)) is None


def test_a_table_for_four_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def found(game: str, version: str) -> GameValue:
        seen.append(game)
        return GameValue(evaluations.of("attack-chart"), _weights())

    monkeypatch.setattr(value_weights, "value_of", found)
    rules, own = games.load("robot-empire"), evaluations.of("attack-chart")
    assert value_for(rules.seated({"seats": "4"}), own) is None and not seen
    assert value_for(rules.seated({"seats": "2"}), own) is not None and seen == ["robot-empire"]


def _weights() -> value_weights.ValueWeights:
    weights = shipped_value("attack-chart")
    assert weights is not None
    return weights


def test_the_curve_is_the_value_and_the_end_is_certain() -> None:
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    value = value_for(record.rules, evaluation)
    assert value is not None
    found = [*review.moments(record, evaluation)]
    differ = 0
    for one in found[:-1]:
        past = record.past[one.number]
        mover = past.at.waiting[0] if past.at.waiting else None
        first = value.chance(past.before.state, Seat(0), mover)
        second = value.chance(past.before.state, Seat(1), mover)
        assert one.shares == pytest.approx((first, second))
        by_hand = review.shares(evaluation, past.before.state, 2, mover)
        differ += abs(by_hand[0] - first) > 0.02
    assert differ > len(found) / 4
    assert sorted(found[-1].shares) == [0.0, 1.0]


def test_without_a_value_the_curve_is_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    monkeypatch.setattr(review, "value_for", lambda *_: None)
    for one in [*review.moments(record, evaluation)][:-1]:
        past = record.past[one.number]
        mover = past.at.waiting[0] if past.at.waiting else None
        assert one.shares == review.shares(evaluation, past.before.state, 2, mover)


def test_a_value_changes_what_the_coach_says_but_not_what_it_advises(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    compared = differ = 0
    for number, past in enumerate(record.past, 1):
        if past.seat is None or isinstance(past.question, Roll) or number % 4:
            continue
        ask, seen = part_of(past.question, past.seat), past.at.seen(past.seat)
        given = (record.rules, evaluation, seen, ask, number, random.Random)
        learned = answers.weighed(*given, ahead=False)
        with monkeypatch.context() as patch:
            patch.setattr(answers, "value_for", lambda *_: None)
            by_hand = answers.weighed(*given, ahead=False)
        assert [each.answer for each in learned] == [each.answer for each in by_hand]
        chances = [each.chance for each in learned]
        assert chances == sorted(chances, reverse=True)
        compared += bool(learned)
        differ += bool(learned) and abs(learned[0].chance - by_hand[0].chance) > 0.01
    assert compared > 5 and differ > compared / 2


def test_the_chance_of_the_best_answer_is_the_value_of_the_table_after_it() -> None:
    """Without dice there is one table after an answer."""
    record, evaluation = played("attack-chart"), evaluations.of("attack-chart")
    value = value_for(record.rules, evaluation)
    assert value is not None
    compared = 0
    for number, (past, after) in enumerate(zip(record.past, record.past[1:], strict=False), 1):
        settled = past.before.is_settled and after.before.is_settled
        if past.seat is None or not settled or not isinstance(past.question, Choose):
            continue
        if isinstance(past.value, evaluation.passing):
            continue  # such answers are judged by the table with nothing left to do
        seen = past.at.seen(past.seat)
        found = answers.weighed(
            record.rules, evaluation, seen, past.question, number, random.Random, ahead=False
        )
        if found and found[0].answer == past.value:
            mover = after.at.waiting[0] if after.at.waiting else None
            expected = value.chance(after.before.state, past.seat, mover)
            assert found[0].chance == pytest.approx(expected)
            compared += 1
    assert compared >= 3


def test_other_answers_are_as_much_worse_as_their_scores() -> None:
    value = GameValue(Evaluation(scale=10), changed(_weights(), steepness=2.0))
    assert value.after(0.5, 5.0) == pytest.approx(1 / (1 + np.e))
    assert value.after(0.5, 0.0) == pytest.approx(0.5)
    for best in (0.0, 0.3, 1.0):
        chances = [value.after(best, behind) for behind in (0.0, 1.0, 10.0, 500.0)]
        assert chances == sorted(chances, reverse=True) and max(chances) <= best
    assert value.after(1.0, 60.0) < 0.01


def planted(steep_late: float, count: int = 400) -> Sample:
    """Games whose first feature counts nothing early and `steep_late` at the end."""
    source = np.random.default_rng(1)
    features = source.normal(size=(count * 8, 3))
    clock = source.uniform(size=(count * 8, 1))
    lead = steep_late * features[:, 0] * clock[:, 0]
    score = (source.uniform(size=len(lead)) < 1 / (1 + np.exp(-lead))).astype(np.float64)
    estimate = 1 / (1 + np.exp(-4 * features[:, 0]))
    pair = np.repeat(np.arange(count // 2), 16)
    return Sample(features, clock, score, pair, estimate)


def test_a_fit_finds_that_a_lead_counts_more_late() -> None:
    sample = planted(4.0)
    found = fitted(sample)
    early, late = found.weights[0] @ [1.0, 0.0], found.weights[0] @ [1.0, 1.0]
    assert abs(early) < 0.5 and 3.0 < late < 5.0
    assert abs(found.weights[1:] @ [1.0, 0.5]).max() < 0.3
    assert found.loss < loss_of(sample.estimate, sample.score) - 0.1
    assert found.error < 0.05 < error_of(sample.estimate, sample.score)


def test_a_fit_to_noise_predicts_an_even_game() -> None:
    sample = planted(0.0)
    found = fitted(sample)
    assert abs(chance_by(found.weights, sample) - 0.5).max() < 0.2
    assert abs(found.loss - log(2)) < 0.005


def test_training_depends_on_its_seed_and_not_on_the_number_of_processes() -> None:
    one, two, other = (
        train("attack-chart", 4, seed, processes).text()
        for seed, processes in (("1", 1), ("1", 2), ("2", 1))
    )
    assert one == two != other
    weights = msgspec.json.decode(one, type=value_weights.ValueWeights)
    assert why_no_value(evaluations.of("attack-chart"), weights, weights.version) == ""


def test_games_are_mirrored_and_those_that_are_measured_are_others() -> None:
    texts = [parse(transcript_of(ValueGame("attack-chart", "t", n, held))) for n, held in ((0, False), (1, False), (0, True))]  # fmt: skip
    one, two, held_out = (text.header for text in texts)
    assert one.players == tuple(reversed(two.players)) and one.dice == two.dice
    assert held_out.dice != one.dice
    assert held_out.players == players_of("attack-chart", held_out=True)[0]


def test_a_kept_game_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = ValueGame("attack-chart", "t", 0, kept=str(tmp_path))
    first = transcript_of(wish)

    def unexpected(*_: Any) -> None:
        raise AssertionError("it was played again")

    monkeypatch.setattr(playing, "Sitting", unexpected)
    assert transcript_of(wish) == first == transcript_of(changed(wish))
    with pytest.raises(AssertionError):
        transcript_of(changed(wish, number=1))


def test_positions_are_spread_over_a_game_and_say_how_it_ended() -> None:
    (game,) = games_of("attack-chart", "t", 1, 1, "", held_out=False)
    times = [each.when for each in game.positions]
    assert times == sorted(times) and times[0] < 0.2 and times[-1] > 0.8
    assert game.half is not None and 0.5 <= game.half.when < 0.7
    assert game.score in (0.0, 0.5, 1.0)


def test_only_bins_with_enough_positions_are_judged() -> None:
    chance = np.array([0.95] * 29 + [0.55] * 30)
    score = np.array([0.0] * 29 + [1.0] * 15 + [0.0] * 15)
    bins = bins_of(chance, score, [*range(59)])
    assert [each.positions for each in bins] == [30, 29]
    assert Quality(0.0, 0.0, bins).worst == pytest.approx(0.05)
    more = bins_of(np.append(chance, 0.95), np.append(score, 0.0), [*range(60)])
    assert Quality(0.0, 0.0, more).worst == pytest.approx(0.95)


def test_the_page_shows_the_stored_figures(tmp_path: Path) -> None:
    text = PAGE.read_text("utf-8")
    assert put(text, stored()) == text
    assert {each.game for each in stored()} == {*SHIPPED}
    quality = Quality(0.5, 0.6, bins_of(np.array([0.2]), np.array([0.0]), [1]))
    found = Measured("aegis", "1", "greedy and greedy 1", 1, 1, quality, quality, (0.0, 0.0))
    store(found, tmp_path)
    assert stored(tmp_path) == [found] and "</svg>" in (tmp_path / "aegis.svg").read_text()
    with pytest.raises(ValueError, match="no place"):
        put("a page", [found])
