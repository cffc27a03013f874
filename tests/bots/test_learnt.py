"""The learnt eye: the same for both sides, for packs it has not seen, and only for its own rules."""

from __future__ import annotations

import random

import msgspec
import pytest

from gattai import games
from gattai.bots import evaluations
from gattai.bots.evaluation import PLAIN, WON
from gattai.bots.learnt import trained
from gattai.bots.learnt.weights import BY_HAND, Training, Weights, read, shipped
from gattai.kernel.question import Seat
from tests.bots.tables import SMALL, random_asks

TRAITED = [game for game in games.names() if evaluations.of(game).features is not None]


def plain_weights(game: str, hidden: int = 0, *, ends: bool = False) -> Weights:
    """The hand-tuned score alone; hidden units that see everything."""
    features = evaluations.of(game).features
    assert features is not None
    names = trained.names_of(features, ends=ends)
    assert names[0] == BY_HAND
    rules = games.load(game)
    return Weights(
        game, rules.version, rules.packs, names, features.stages,
        plain=tuple((1.0, *(0.0,) * (len(names) - 1)) for _ in features.stages),
        training=Training("1", 0, 0, 0, 0, 0.0, 0.0),
        hidden=tuple((0.1,) * len(names) for _ in range(hidden)),
        output=tuple((0.5,) * hidden for _ in features.stages) if hidden else (),
        ends=ends,
    )  # fmt: skip


@pytest.mark.parametrize("game", TRAITED)
def test_traits_are_the_same_for_both_sides(game: str) -> None:
    rules, features = games.load(game).seated(SMALL[game]), evaluations.of(game).features
    assert features is not None
    looked = 0
    for position, _ in random_asks(rules, random.Random(1), SMALL[game]):
        stage = features.stage(position.state)
        assert -1 <= stage < len(features.stages)
        if stage < 0 or len(rules.seats) != 2:
            continue
        one, two = (features.count(position.state, Seat(seat)) for seat in (0, 1))
        assert len(one) == len(features.names)
        assert [*one] == pytest.approx([-each for each in two])
        looked += 1
    assert looked or len(rules.seats) != 2


@pytest.mark.parametrize("game", TRAITED)
@pytest.mark.parametrize("hidden", [0, 3])
def test_what_is_learnt_is_odd_and_never_more_than_a_win(game: str, hidden: int) -> None:
    rules = games.load(game).seated(SMALL[game])
    score = trained.with_weights(evaluations.of(game), plain_weights(game, hidden)).score
    assert score is not None
    for position, _ in random_asks(rules, random.Random(2), SMALL[game], most=200):
        one, two = (score(position.state, Seat(seat)) for seat in (0, 1))
        assert abs(one) <= WON
        if len(rules.seats) == 2:
            assert one == pytest.approx(-two)


@pytest.mark.parametrize("game", TRAITED)
def test_the_hand_tuned_value_alone_orders_positions_as_before(game: str) -> None:
    rules, plain = games.load(game).seated(SMALL[game]), evaluations.of(game)
    again = trained.with_weights(plain, plain_weights(game)).score
    assert again is not None and plain.score is not None
    found = []
    for position, _ in random_asks(rules, random.Random(3), SMALL[game], most=200):
        found.append((plain.score(position.state, Seat(0)), again(position.state, Seat(0))))
    ordered = [learnt for _, learnt in sorted(found)]
    assert ordered == sorted(ordered)


@pytest.mark.parametrize("game", TRAITED)
def test_weights_are_used_with_their_own_rules_only(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, plain, weights = games.load(game), evaluations.of(game), plain_weights(game)
    monkeypatch.setattr(trained, "shipped", lambda name, ends=False: None if ends else weights)
    found = trained.learnt.__wrapped__
    assert found(game, rules.version) is not plain
    assert found(game, "0.0.0") is plain
    assert "rules" in trained.why_not(plain, weights, "0.0.0")
    other = msgspec.structs.replace(weights, features=("something else",))
    assert "features" in trained.why_not(plain, other, rules.version)
    assert "learnt from" in trained.origin(game)
    old = msgspec.structs.replace(weights, version="0.0.0")
    monkeypatch.setattr(trained, "shipped", lambda name, ends=False: None if ends else old)
    assert trained.origin(game).startswith(
        "hand-tuned, because the learnt one was trained on rules 0.0.0"
    )
    assert read(weights.text()) == weights


@pytest.mark.parametrize("game", TRAITED)
@pytest.mark.parametrize("learnt", [False, True], ids=["by hand", "learnt"])
def test_the_hand_tuned_value_alone_judges_the_ends_of_rollouts_as_all_other_positions(
    game: str, learnt: bool
) -> None:
    """In the same measure too: what comes after an answer is the one less the other."""
    rules, plain = games.load(game).seated(SMALL[game]), evaluations.of(game)
    usual = trained.with_weights(plain, plain_weights(game)) if learnt else plain
    weights = plain_weights(game, ends=True)
    if not learnt:  # who is twice as sure of the same counts it by half
        twice = tuple(tuple(2 * each for each in row) for row in weights.plain)
        weights = msgspec.structs.replace(weights, plain=twice, steepness=2.0)
    found = trained.with_weights(usual, weights, plain)
    assert found.end_score is not None and found.score is not None
    assert found.score is usual.score
    looked = 0
    for position, _ in random_asks(rules, random.Random(3), SMALL[game], most=100):
        for seat in (Seat(0), Seat(1)):
            expected = found.score(position.state, seat)
            assert found.end_score(position.state, seat, Seat(0)) == pytest.approx(expected)
            looked += 1
    assert looked > 20


@pytest.mark.parametrize("game", TRAITED)
def test_no_two_traits_have_one_name(game: str) -> None:
    """The tables of a training are kept by these names."""
    features = evaluations.of(game).features
    assert features is not None
    names = trained.names_of(features, ends=True)
    assert len({*names}) == len(names)


@pytest.mark.parametrize("game", TRAITED)
def test_weights_for_ends_are_no_weights_for_other_tables(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, plain = games.load(game), evaluations.of(game)
    weights = plain_weights(game, ends=True)
    assert not trained.why_not(plain, weights, rules.version)
    swapped = msgspec.structs.replace(weights, ends=False)
    assert "features" in trained.why_not(plain, swapped, rules.version)
    monkeypatch.setattr(trained, "shipped", lambda name, ends=False: weights if ends else None)
    found = trained.learnt.__wrapped__(game, rules.version)
    assert found.score is plain.score and found.end_score is not None and found.bias == 0
    assert trained.origin(game).startswith(
        "hand-tuned; at the ends of rollouts: learnt from 0 games"
    )
    assert read(weights.text()) == weights


def test_whose_activation_is_next_is_one_trait_more_at_an_end() -> None:
    plain, weights = evaluations.of("aegis"), plain_weights("aegis", ends=True)
    due = tuple((*row[:-1], 0.5) for row in weights.plain)
    judge = trained.with_weights(plain, msgspec.structs.replace(weights, plain=due)).end_score
    assert judge is not None and plain.score is not None and plain.features is not None
    for position, _ in random_asks(games.load("aegis"), random.Random(4), {}, most=60):
        if plain.features.stage(position.state) < 0:
            continue
        hand = plain.score(position.state, Seat(0))
        found = [judge(position.state, Seat(0), after) for after in (Seat(0), Seat(1), None)]
        assert found == pytest.approx([hand + 10, hand - 10, hand])


def test_a_game_without_weights_is_judged_by_hand() -> None:
    assert trained.learnt("solitaire", "1") is PLAIN


SHIPPED = [game for game in games.names() if shipped(game) is not None]


@pytest.mark.parametrize("game", SHIPPED)
def test_what_comes_with_gattai_is_of_the_rules_that_come_with_it(game: str) -> None:
    rules, plain, weights = games.load(game), evaluations.of(game), shipped(game)
    assert weights is not None and weights.game == game
    assert not trained.why_not(plain, weights, rules.version)
    assert trained.learnt(game, rules.version) is not plain
    assert len(weights.text()) < 20_000


def test_some_come_with_gattai() -> None:
    assert "attack-chart" in SHIPPED


WITH_ENDS = [game for game in games.names() if shipped(game, ends=True) is not None]


@pytest.mark.parametrize("game", WITH_ENDS)
def test_what_comes_for_the_ends_of_looks_is_of_these_rules_and_the_same_for_both_sides(
    game: str,
) -> None:
    rules, weights = games.load(game), shipped(game, ends=True)
    assert weights is not None and weights.game == game and weights.ends
    assert not trained.why_not(evaluations.of(game), weights, rules.version)
    assert len(weights.text()) < 20_000
    judge = trained.learnt(game, rules.version).end_score
    assert judge is not None
    for position, _ in random_asks(rules.seated(SMALL[game]), random.Random(5), SMALL[game]):
        one, two = (judge(position.state, Seat(seat), Seat(0)) for seat in (0, 1))
        assert one == pytest.approx(-two)


def test_some_come_for_the_ends_of_looks() -> None:
    assert "robot-empire" in WITH_ENDS


def test_weights_that_gattai_0_2_wrote_are_read() -> None:
    weights = plain_weights("attack-chart")
    old = weights.text()
    for name, former in (("features", "traits"), ("output", "heard"), ("blunder_rate", "slips")):
        assert f'"{name}"'.encode() in old
        old = old.replace(f'"{name}"'.encode(), f'"{former}"'.encode())
    assert read(old) == weights
