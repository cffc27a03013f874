"""Trials of lists by bots: results as they come, stopped at once, bounded."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from gattai import games
from gattai.games.workshop import workshop_of
from gattai.lab.asking import trial as lab
from gattai.lab.match import GameResult, score_of
from gattai.server.lists import AskTrial, ListTrial
from gattai.server.web.trials import MAX_GAMES, Trials

PATIENCE = 120.0
SQUAD = "arc-buster-offensive"


@pytest.fixture
def trials() -> Iterator[Trials]:
    made = Trials()
    yield made
    made.close()


def after(trials: Trials, trial: ListTrial, until: Callable[[ListTrial], bool]) -> ListTrial:
    """The trial as soon as this is true of it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = trials.find(trial.id)
        if until(found):
            return found
        time.sleep(0.1)
    raise AssertionError(trials.find(trial.id))


def test_a_trial_plays_all_its_games_and_gives_intervals(trials: Trials) -> None:
    begun = trials.begin(AskTrial("attack-chart", "blue", games=2))
    assert (begun.state, begun.played, begun.wanted) == ("running", 0, 2)
    assert begun.rivals[0].share is None
    done = after(trials, begun, lambda found: found.state != "running")
    assert (done.state, done.played, done.problem) == ("done", 2, "")
    (rival,) = done.rivals
    assert rival.id == "red"
    assert rival.share is not None and rival.low is not None and rival.high is not None
    assert 0 <= rival.low <= rival.share <= rival.high <= 1
    assert rival.share == (rival.won + rival.drawn / 2) / rival.played


def test_a_cancelled_trial_stops_at_once_and_keeps_its_games(trials: Trials) -> None:
    begun = trials.begin(AskTrial("attack-chart", "blue", games=MAX_GAMES))
    after(trials, begun, lambda found: found.played > 0)
    stopped = trials.cancel(begun.id)
    assert stopped.state == "cancelled"
    time.sleep(1)
    later = trials.find(begun.id)
    assert later == stopped
    assert 0 < later.played < later.wanted


def test_a_new_trial_cancels_the_one_before(trials: Trials) -> None:
    first = trials.begin(AskTrial("attack-chart", "blue", games=MAX_GAMES))
    second = trials.begin(AskTrial("attack-chart", "red", games=MAX_GAMES))
    assert trials.find(first.id).state == "cancelled"
    assert trials.find(second.id).state == "running"


def test_a_list_is_not_tried_against_itself(trials: Trials) -> None:
    begun = trials.begin(AskTrial("aegis", SQUAD, games=2))
    assert SQUAD not in [rival.id for rival in begun.rivals]
    assert len(begun.rivals) == 6


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (AskTrial("aegis", "ark-150+"), "only a legal list can be tried: a squad has five"),
        (AskTrial("aegis", "nobody"), "only a legal list can be tried: no unit 'nobody'"),
        (AskTrial("aegis", SQUAD, games=1), "2 to 200 games"),
        (AskTrial("aegis", SQUAD, games=MAX_GAMES + 1), "2 to 200 games"),
        (AskTrial("aegis", SQUAD, {"points": "1"}), "no setting 'points'"),
    ],
)
def test_a_trial_that_cannot_be_is_refused(trials: Trials, asked: AskTrial, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        trials.begin(asked)


def test_an_unknown_trial_is_not_found(trials: Trials) -> None:
    for ask in (trials.find, trials.cancel):
        with pytest.raises(LookupError, match="no such trial"):
            ask("x")


@pytest.mark.parametrize(
    ("game", "own", "others"),
    [
        ("robot-empire", "iron-line", 3),
        ("aristeia", "quick-feet", 3),
        ("mechastellar", "aurora-coalition", 3),
    ],
)
def test_both_lists_are_on_both_sides_with_the_same_dice(game: str, own: str, others: int) -> None:
    rules = games.load(game)
    kit = workshop_of(rules).kit(rules, {})
    mine = next((each for each in kit.ready if each.id == own), kit.ready[0])
    rivals = [each.text for each in kit.ready if each.id != mine.id]
    assert len(rivals) == others
    plan = lab.trial_plan(game, mine.text, rivals, {}, 1, "1")
    one, two = kit.options[:2]
    for pair, rival in enumerate(rivals):
        first, second = plan.numbered(2 * pair), plan.numbered(2 * pair + 1)
        assert (first.options[one], first.options[two]) == (mine.text, rival)
        assert (second.options[one], second.options[two]) == (rival, mine.text)
        assert first.seed == second.seed


def test_games_are_counted_for_the_rival_they_were_against() -> None:
    def result(score: float) -> GameResult:
        return GameResult(score, "", 1, (0, 0), (0.0, 0.0), (0.0, 0.0))

    texts = ["gunners,swarm", "oracle"]
    plan = lab.trial_plan("attack-chart", "blue", texts, {}, 2, "1")
    # Pairs 0 and 2 are against the first, pair 1 against the second; a pair has two games.
    played = [
        lab.TrialGames(0, (result(1.0), result(1.0))),
        lab.TrialGames(3, (result(0.0),)),
        lab.TrialGames(4, (result(0.5),)),
    ]
    first, second = lab.scores(plan, played)
    assert (first.games, first.won, first.drawn) == (3, 2, 1)
    assert (second.games, second.won, second.lost) == (1, 0, 1)
    assert first == score_of([result(1.0), result(1.0), result(0.5)])
