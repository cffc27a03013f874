"""The bot `policy`: whole games, the same for the same seed, and as greedy where nothing was learned."""

from __future__ import annotations

import math
import random
import re
from typing import Any

import pytest
from msgspec.structs import replace

from bench.policies import Lesson, Valued, learned, match, taught, train
from gattai import games
from gattai.bots import candidates, policy, registry
from gattai.bots.candidates.candidate import Candidate, CandidateMaker
from gattai.bots.consider import Decision, consider, ranked
from gattai.bots.expectation import judge_for
from gattai.bots.greedy import GreedyBot
from gattai.bots.learnt import policy_weights
from gattai.bots.learnt.policy_weights import (
    BotPolicy,
    KindWeights,
    PolicyTraining,
    PolicyWeights,
    policy_of,
    policy_origin,
    shipped_policy,
)
from gattai.bots.policy import PolicyBot
from gattai.games.aristeia.actions import LayOrder
from gattai.kernel.position import GamePosition, apply, asked, begin, observe
from gattai.kernel.question import Choose, Roll, Together
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from tests.bots.tables import SMALL, acting, ask_of, random_asks

DESCRIBED = [game for game in games.names() if candidates.of(game) is not None]
"""The games that have candidates with features."""
LEARNED = [game for game in games.names() if shipped_policy(game) is not None]


def answers_of(game: str, seed: str, most: int = 3_000) -> list[Any]:
    """Return the answers and throws of a game between policies; each answer must be offered."""
    rules = games.load(game).seated(SMALL[game])
    bots = [registry.make("policy", seed, rules=rules) for _ in rules.seats]
    dice = Seeded(random.Random, seed)
    position: GamePosition[Any] = begin(rules, SMALL[game])
    given: list[Any] = []
    while len(given) < most:
        question = asked(rules, position)
        if isinstance(question, Outcome):
            return [*given, question]
        number = len(given) + 1
        if isinstance(question, Roll):
            value: Any = dice.faces(question, number)
            position = apply(rules, position, value).position
        else:
            seen, ask = ask_of(rules, position)
            value = bots[ask.seat].answer(seen, ask, number)
            assert value in getattr(ask, "options", (value,))
            position = apply(rules, position, value, seat=ask.seat).position
        given.append(value)
    return given


@pytest.mark.parametrize("game", games.names())
def test_whole_games_are_played_and_the_same_for_the_same_seed(game: str) -> None:
    played = answers_of(game, "1")
    assert isinstance(played[-1], Outcome)
    assert answers_of(game, "1", 80) == played[:80] != answers_of(game, "2", 80)


@pytest.mark.parametrize("game", LEARNED)
def test_it_does_not_play_as_greedy_does_where_a_policy_was_learned(game: str) -> None:
    """Somewhere in these games; in a single position they may well agree."""
    rules = games.load(game).seated(SMALL[game])
    greedy = registry.make("greedy", "7", rules=rules)
    learned = registry.make("policy", "7", rules=rules)
    answers = [
        (greedy.answer(*ask_of(rules, position), 7), learned.answer(*ask_of(rules, position), 7))
        for number, (position, _) in enumerate(random_asks(rules, random.Random(1), SMALL[game]))
        if number < 60
    ]
    assert any(one != two for one, two in answers)


@pytest.mark.parametrize("game", games.names())
def test_without_weights_it_plays_as_greedy(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, position = acting(game, 20)
    monkeypatch.setattr(policy, "policy_for", lambda rules: None)
    greedy, learned = (registry.make(name, "7", rules=rules) for name in ("greedy", "policy"))
    seen, ask = ask_of(rules, position)
    for number in range(3):
        assert learned.answer(seen, ask, number) == greedy.answer(seen, ask, number)


@pytest.mark.parametrize("game", LEARNED)
def test_weights_are_used_with_their_own_rules_and_features_only(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    version, found, uncached = games.load(game).version, shipped_policy(game), policy_of.__wrapped__
    assert found is not None and uncached(game, version) is not None
    assert policy_origin(game).startswith("learned from ")
    assert uncached(game, "0.0.0") is None

    def ship(weights: PolicyWeights | None) -> None:
        monkeypatch.setattr(policy_weights, "shipped_policy", lambda name: weights)

    ship(None)
    assert uncached(game, version) is None
    assert policy_origin(game) == "as greedy, because there are no weights"
    old = replace(found, version="0.0.0")
    ship(old)
    assert uncached(game, version) is None
    assert policy_origin(game).startswith("as greedy, because it was trained on rules 0.0.0")
    ship(replace(old, also=(version,)))
    assert uncached(game, version) is not None
    kind, weights = next(iter(found.kinds.items()))
    other = replace(weights, features=(*weights.features[1:], "something else"))
    ship(replace(found, kinds={**found.kinds, kind: other}))
    assert uncached(game, version) is None
    assert policy_origin(game) == "as greedy, because it was trained on other features"


@pytest.mark.parametrize("game", DESCRIBED)
def test_candidates_have_the_features_that_are_declared(game: str) -> None:
    maker, rules = candidates.of(game), games.load(game).seated(SMALL[game])
    assert maker is not None
    kinds: set[str] = set()
    for position, ask in random_asks(rules, random.Random(1), SMALL[game]):
        if position.is_settled:
            found = maker.make(position.state, ask.options)
        elif maker.midway is not None:
            found = maker.midway(observe(rules, position, ask.seat).state, ask)
        else:
            continue
        for kind, features, _ in found:
            assert len(features) == len(maker.features[kind]), kind
            assert all(map(math.isfinite, features)), kind
        assert not found or any(each.answer in ask.options for each in found)
        kinds |= {each.kind for each in found}
    assert len(kinds) > 2
    for names in maker.features.values():
        assert len({*names}) == len(names)


@pytest.mark.parametrize("game", LEARNED)
def test_stored_weights_are_complete_and_are_written_as_they_were_read(game: str) -> None:
    weights, maker = shipped_policy(game), candidates.of(game)
    assert weights is not None and maker is not None and weights.game == game
    for kind, each in weights.kinds.items():
        assert each.features == maker.features[kind]
        assert {len(unit) for unit in (each.linear, *each.hidden)} == {len(each.features)}
        assert len(each.output) == len(each.hidden)
    command = weights.training.command
    assert command.startswith(f"python -m bench.policies train {game} ")
    assert f"--seed {weights.training.seed}" in command
    file = policy_weights.policy_file(game)
    assert weights.text() == file.read_bytes()


def test_the_preferred_candidate_comes_first_and_unknown_kinds_last() -> None:
    maker = CandidateMaker(
        {"a": ("x",), "b": ("x",)},
        lambda state, options: [
            Candidate(str(each)[0], (float(str(each)[1:]),), each) for each in options
        ],
    )
    training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
    linear = PolicyWeights("", "", "", training, {"a": KindWeights(("x",), (-1.0,))})
    state = begin(games.load("attack-chart")).state
    assert BotPolicy(maker, linear).ranked(state, ("b9", "a2", "a1", "b0")) == [
        "a1",
        "a2",
        "b9",
        "b0",
    ]
    bent = KindWeights(("x",), (0.0,), ((1.0,),), (2.0,))
    assert bent.value((0.5,)) == pytest.approx(2 * math.tanh(0.5))


@pytest.mark.parametrize(("gate", "is_tried"), [(0.0, False), (0.9, False), (1.1, True)])
def test_the_best_two_are_tried_if_they_are_preferred_almost_equally(
    gate: float, is_tried: bool
) -> None:
    rules, position = acting("attack-chart", 14)
    seen, ask = ask_of(rules, position)
    source = random.Random(1)
    decision = consider(seen, ask, source, 8, rules)
    assert isinstance(decision, Decision)
    judge = judge_for(decision.evaluation, ask.seat, 2, source)
    (best, better), *_, (worst, worse) = ranked(decision, judge, source)
    assert best > worst + 1
    order = {worse: 0.0, better: -1.0}
    maker = CandidateMaker(
        {"a": ("x",)},
        lambda state, options: [Candidate("a", (cost,), each) for each, cost in order.items()],
    )
    training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
    kinds = {"a": KindWeights(("x",), (1.0,))}
    weights = PolicyWeights("", "", "", training, kinds, gate)
    bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(maker, weights))
    assert bot.answer(seen, ask, 1) == (better if is_tried else worse)


@pytest.mark.parametrize(("tried", "expected"), [(1, 0), (2, 1), (3, 2)])
def test_no_more_answers_are_tried_than_the_weights_say(tried: int, expected: int) -> None:
    rules, position = acting("attack-chart", 14)
    seen, ask = ask_of(rules, position)
    source = random.Random(1)
    decision = consider(seen, ask, source, 8, rules)
    assert isinstance(decision, Decision)
    judge = judge_for(decision.evaluation, ask.seat, 2, source)
    values = ranked(decision, judge, source)
    order = [values[-1][1], values[len(values) // 2][1], values[0][1]]
    assert values[-1][0] < values[len(values) // 2][0] < values[0][0]
    maker = CandidateMaker(
        {"a": ("x",)},
        lambda state, options: [Candidate("a", (0.0,), each) for each in order],
    )
    training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
    kinds = {"a": KindWeights(("x",), (1.0,))}
    weights = PolicyWeights("", "", "", training, kinds, 1.0, tried)
    bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(maker, weights))
    assert bot.answer(seen, ask, 1) == order[expected]


@pytest.mark.parametrize("kinds", [{"a": KindWeights(("x",), (1.0,))}, {}])
def test_a_single_candidate_is_answered_whether_or_not_its_kind_was_learned(
    kinds: dict[str, KindWeights],
) -> None:
    rules, position = acting("attack-chart", 14)
    seen, ask = ask_of(rules, position)
    assert isinstance(ask, Choose)
    maker = CandidateMaker(
        {"a": ("x",)}, lambda state, options: [Candidate("a", (0.0,), options[-1])]
    )
    training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
    weights = PolicyWeights("", "", "", training, kinds, 100.0, 3)
    bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(maker, weights))
    assert bot.answer(seen, ask, 1) == ask.options[-1]


MIDWAY = [game for game in DESCRIBED if getattr(candidates.of(game), "midway", None) is not None]
"""The games whose policy also chooses in the middle of an action."""


@pytest.mark.parametrize("game", MIDWAY)
def test_in_the_middle_of_an_action_it_answers_what_it_prefers_of_what_is_offered(
    game: str,
) -> None:
    maker, rules = candidates.of(game), games.load(game).seated(SMALL[game])
    assert maker is not None and maker.midway is not None
    seen, ask = next(
        (seen, ask)
        for position, ask in random_asks(rules, random.Random(1), SMALL[game])
        if not position.is_settled
        and maker.midway((seen := observe(rules, position, ask.seat)).state, ask)
    )
    training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
    weights = PolicyWeights("", "", "", training, {"a": KindWeights(("x",), (1.0,))})
    for order in (ask.options, ask.options[::-1], ("not an answer", *ask.options)):
        ordered = CandidateMaker(
            {"a": ("x",)},
            lambda state, options: [],
            lambda state, question, order=order: [
                Candidate("a", (-float(number),), each) for number, each in enumerate(order)
            ],
        )
        bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(ordered, weights))
        expected = next(each for each in order if each in ask.options)
        assert bot.answer(seen, ask, 1) == expected
    unlearned = CandidateMaker({}, lambda state, options: [], lambda state, question: [])
    bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(unlearned, weights))
    few = registry.make("greedy:outcomes=8", "7", rules=rules)
    assert bot.answer(seen, ask, 1) == few.answer(seen, ask, 1)


@pytest.mark.long
@pytest.mark.parametrize("game", MIDWAY)
def test_choices_in_the_middle_of_an_action_are_learned_too(game: str) -> None:
    maker = candidates.of(game)
    assert maker is not None
    lesson = Lesson(game, "1", 0, None, 1)
    one, two = taught(lesson), taught(lesson)
    assert one == two
    found = {kind for decision in one for kind, _, _ in decision}
    expected = {"aristeia": "nothing", "mechastellar": "aim nothing"}
    assert expected[game] in found
    assert found & {"walk", "move"} and found <= {*maker.features}


def test_candidates_that_are_not_offered_are_passed_over() -> None:
    rules, position = acting("attack-chart", 20)
    seen, ask = ask_of(rules, position)
    first, second, *_ = ask.options  # type: ignore[union-attr]
    for offered, expected in (((), second), ((first,), first)):
        order = ["not an answer", *offered, second]
        maker = CandidateMaker(
            {"a": ("x",)},
            lambda state, options, order=order: [
                Candidate("a", (-float(number),), each) for number, each in enumerate(order)
            ],
        )
        training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
        weights = PolicyWeights("", "", "", training, {"a": KindWeights(("x",), (1.0,))})
        bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(maker, weights))
        assert bot.answer(seen, ask, 1) == expected


def test_where_several_are_asked_at_once_it_plays_as_greedy() -> None:
    """Both when nobody has answered yet and when somebody has."""
    rules = games.load("robot-empire").seated({})
    greedy, learned = (registry.make(name, "7", rules=rules) for name in ("greedy", "policy"))
    position: GamePosition[Any] = begin(rules)
    while isinstance(question := asked(rules, position), Roll):
        faces = question.dice.faces(random.Random(1))
        position = apply(rules, position, faces).position
    assert isinstance(question, Together)
    for settled in (True, False):
        assert position.is_settled is settled
        seen, ask = ask_of(rules, position)
        value = learned.answer(seen, ask, 1)
        assert value == greedy.answer(seen, ask, 1)
        position = apply(rules, position, value, seat=ask.seat).position


def test_running_orders_are_laid_as_greedy_lays_them_without_trying_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    maker, rules = candidates.of("aristeia"), games.load("aristeia").seated({})
    assert maker is not None
    training = PolicyTraining("", "", "", 0, 0, 0.0, 0.0)
    weights = PolicyWeights("", "", "", training, {})
    bot = PolicyBot(random.Random, "7", rules=rules, policy=BotPolicy(maker, weights))
    greedy = registry.make("greedy", "7", rules=rules)
    asks = random_asks(rules, random.Random(1), {})
    orders = [
        (observe(rules, position, ask.seat), ask)
        for (position, ask), _ in zip(asks, range(200), strict=False)
        if isinstance(ask.options[0], LayOrder)
    ]
    assert {seen.position.is_settled for seen, _ in orders} == {True, False}
    expected = [greedy.answer(seen, ask, 1) for seen, ask in orders]
    monkeypatch.setattr(GreedyBot, "answer", lambda *args: "tried")
    assert [bot.answer(seen, ask, 1) for seen, ask in orders] == expected
    assert "tried" not in expected


PLAIN = CandidateMaker({"a": ("good", "noise"), "b": ("good",)}, lambda state, options: [])


def decisions(seed: int) -> dict[tuple[int, int], list[list[Valued]]]:
    """Decisions of ten games: of either kind, the good ones are better."""
    source = random.Random(seed)
    found: dict[tuple[int, int], list[list[Valued]]] = {}
    for number in range(10):
        found[1, number] = []
        for _ in range(8):
            goods = [source.uniform(-3, 3) for _ in range(4)]
            pairs: list[Valued] = [("a", (good, source.random()), good) for good in goods[:2]]
            pairs += [("b", (good,), good) for good in goods[2:]]
            found[1, number].append(pairs)
    return found


def test_what_is_better_is_learned_in_the_same_way_each_time() -> None:
    kinds, (agreement, regret), count = learned(decisions(1), PLAIN, 2)
    assert count == 64, "every fifth game is held out"
    assert agreement > 0.9 and regret < 0.1
    assert kinds["a"].value((2.0, 0.5)) > kinds["b"].value((0.0,)) > kinds["a"].value((-2.0, 0.5))
    assert learned(decisions(1), PLAIN, 2)[0] == kinds != learned(decisions(2), PLAIN, 2)[0]


@pytest.mark.long
def test_training_depends_on_its_seed_and_not_on_the_number_of_processes() -> None:
    one, two, other = (
        train("attack-chart", 5, 1, 1, seed, processes, "").text()
        for seed, processes in (("1", 1), ("1", 2), ("2", 1))
    )
    assert one == two != other


def test_a_match_has_a_score_and_the_cost_of_each_side() -> None:
    lines = [match("attack-chart", "policy", "greedy", 2, "7", openings=True) for _ in range(2)]
    pattern = r"attack-chart policy against greedy: [\d.]+% \(.*\) of 2 games, random openings"
    assert all(re.match(pattern, line) for line in lines)
    assert len({line.partition(";")[0] for line in lines}) == 1
