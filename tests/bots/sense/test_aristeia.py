"""Aristeia!: bots heal the hurt, walk somewhere, buy Movement when it is safe, and plan each Round anew."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.aristeia.actions import LayOrder, Perform, Play, Walk
from gattai.games.aristeia.actions.performing import find_action
from gattai.kernel.position import GamePosition
from tests.bots.nonsense.aristeia import buys_movement
from tests.bots.sense.levels import answers, every_level, thinking_levels
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.table import RULES, laid, put


@every_level
def test_the_bot_must_not_heal_the_unhurt(level: str) -> None:
    game = bout("parvati", {"parvati": [0, 0], "lunah": [1, 0], "gata": [7, -1]}, ap=1)
    assert game.perform("medikit", "lunah") in game.options
    for answer in answers(RULES, game.position, level):
        assert not (isinstance(answer, Perform) and answer.action == "medikit")


@thinking_levels
def test_the_bot_must_not_leave_the_hurt_unhealed(level: str) -> None:
    hurt = {"at": [1, 0], "damage": 3}
    game = bout("parvati", {"parvati": [0, 0], "lunah": hurt, "gata": [7, -1]}, ap=1)
    [answer] = answers(RULES, game.position, level)
    assert answer == game.perform("medikit", "lunah")


def walked(game: Driver, level: str) -> list[Any]:
    """The spaces to which a level walks, one after the other, until it does something else."""
    places = [game.one("8-ball").at]
    for _ in range(12):
        answer = answers(RULES, game.position, level)[0]
        if not isinstance(answer, Walk):
            break
        game.answer(answer)
        game.settle()
        places.append(game.one("8-ball").at)
    return places


@every_level
def test_the_bot_must_not_step_to_and_fro(level: str) -> None:
    """In the Scoring Zone with Movement left and nobody near, there is nowhere better."""
    game = bout("8-ball", {"8-ball": [0, 0], "lunah": [-7, 1]}, ap=0, mp=5)
    places = walked(game, level)
    assert len({*places}) == len(places)
    assert len(places) <= 2


@every_level
def test_the_bot_must_not_buy_movement_that_a_failed_disengage_loses(level: str) -> None:
    game = bout("8-ball", {"8-ball": [5, 0], "lunah": [5, -1]}, ap=2, mp=1)
    for answer in answers(RULES, game.position, level):
        if isinstance(answer, Perform):
            action = find_action(game.state, game.id("8-ball"), answer.action)
            assert action is not None and not buys_movement(action)


@every_level
def test_the_bot_must_not_undo_a_loss_that_has_happened(level: str) -> None:
    """Weary took its Action Points when the Activation began; the token goes by itself."""
    weary = {"at": [0, 0], "states": ["weary:red"]}
    game = bout(
        "8-ball",
        {"8-ball": weary, "lunah": [-7, 1]},
        ap=0,
        hand={"orange": ["catch-your-breath-017"]},
    )
    assert any(isinstance(option, Play) for option in game.options)
    for answer in answers(RULES, game.position, level):
        assert not isinstance(answer, Play)


def planning(**places: tuple[int, int]) -> GamePosition[Any]:
    """Both lay their Running Orders."""
    state = laid(phase="planning", round=2, turn=0, active=None)
    for name, at in places.items():
        state = put(state, name, at)
    return GamePosition(replace(state, waiting=()))


def test_the_bot_must_not_lay_the_same_running_order_wherever_they_stand() -> None:
    """Who can strike goes first; who can still come into the zone does not need to hurry."""
    far = {"hexx3r": (-6, 0), "parvati": (-8, 1), "lunah": (-7, 2)}
    orders = []
    for places in ({"maximus": (-7, 0), "gata": (1, -1)}, {"maximus": (-3, 0)}):
        position = planning(**far, **places)
        [order] = answers(RULES, position, "veteran")
        assert isinstance(order, LayOrder)
        orders.append([position.state.characters[who].name for who in order.order])
    assert orders[0][0] == "lunah"  # a long shot
    assert orders[1][-1] == "maximus"
    assert orders[0] != orders[1]
