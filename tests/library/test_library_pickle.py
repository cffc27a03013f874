"""What `import gattai` hands out can be pickled, copied and sent to other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import gattai
from gattai.bots.registry import BadSetting, UnknownPlayer
from gattai.games import UnknownGame
from gattai.kernel.position import Diverged
from gattai.kernel.rulebook import UnknownRule
from gattai.kernel.text.snapshot import BadPosition
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.problem import PackError, Problem

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
ALL = pytest.mark.parametrize("name", gattai.list_games())
EACH = pytest.mark.parametrize("how", COPIES)


def begun(name: str, answers: int) -> gattai.Match[Any]:
    match = gattai.game(name).begin(seed=5)
    return match.play_out("random", until=lambda match: match.number >= answers)


@ALL
@EACH
def test_a_match_goes_on_from_its_copy_and_leaves_the_first_alone(name: str, how: str) -> None:
    match = begun(name, 40)
    twin = COPIES[how](match)
    text, options = match.text(), match.options()
    assert (twin.text(), twin.options(), twin.log()) == (text, options, match.log())
    twin.play(options[-1])
    assert match.text() == text and match.options() == options
    match.play(options[-1])
    assert twin.text() == match.text()


def is_the_same(match: gattai.Match[Any], how: str) -> None:
    position, view = match.position, match.view(match.seat)
    assert COPIES[how](position) == position
    twin = COPIES[how](view)
    assert (twin.options, twin.state, twin.seat) == (view.options, view.state, view.seat)


@ALL
@EACH
def test_a_position_and_a_view_are_the_same_in_their_copy(name: str, how: str) -> None:
    for answers in (0, 20, 45):
        is_the_same(begun(name, answers), how)


@EACH
def test_also_in_the_middle_of_an_action(how: str) -> None:
    def is_in_an_action(match: gattai.Match[Any]) -> bool:
        return not match.position._position.is_settled

    match = gattai.game("aegis").begin(seed=5).play_out("random", until=is_in_an_action)
    assert is_in_an_action(match)
    is_the_same(match, how)


@ALL
def test_a_game_is_pickled_by_its_name_and_packs(name: str) -> None:
    game = gattai.game(name)
    pickled = pickle.dumps(game)
    assert len(pickled) < 200
    assert pickle.loads(pickled).begin(seed=3).text() == game.begin(seed=3).text()


def test_odds_and_refusals_can_be_pickled() -> None:
    match = gattai.game("attack-chart").begin(seed=7, rounds=2)
    match.play_out("random", until=lambda match: match.options()[0].startswith("attack"))
    odds = match.odds(match.options()[0])
    assert COPIES["pickle"](odds).chances == odds.chances
    with pytest.raises(gattai.Refused) as refused:
        gattai.game("aegis").begin(seed=1).play("end-turn")
    assert COPIES["pickle"](refused.value).refusals == refused.value.refusals


@pytest.mark.parametrize(
    "problem",
    [
        BadPosition("in the state: no unit"),
        BadSetting("greedy has no 'depth'"),
        Diverged("it was never asked", rule="AEGIS.TURN.STRUCTURE", place="answer 7"),
        PackError([Problem("units.toml", "no name")]),
        UnknownGame("aegiss"),
        UnknownPlayer("gredy"),
        UnknownRule("AEGIS.X", ["AEGIS.Y"]),
        UnknownWord("unit", "ark", ["ark-150"]),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_an_error_says_the_same_in_another_process(problem: Exception) -> None:
    """Those with words of their own are made anew from what they were made of."""
    twin = COPIES["pickle"](problem)
    assert str(twin) == str(problem) and vars(twin) == vars(problem)


def played_on(match: gattai.Match[Any]) -> str:
    return match.play_out("random").text()


def test_another_process_plays_a_match_to_its_end() -> None:
    match = gattai.game("attack-chart").begin(seed=4, rounds=1)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        elsewhere = processes.submit(played_on, match).result()
    assert elsewhere == played_on(match)


def test_one_folder_of_packs_may_be_a_string(tmp_path: Any) -> None:
    """It was read letter by letter."""
    assert gattai.game("aegis", str(tmp_path)).name == "aegis"
    with pytest.raises(PackError, match="nowhere: no such folder"):
        gattai.game("aegis", str(tmp_path / "nowhere"))
