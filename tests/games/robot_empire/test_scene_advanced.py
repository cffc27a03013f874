"""What belongs to an advanced rule, so that a page can fold it in first games."""

from __future__ import annotations

from gattai import games
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.scene.parts import ListedOption
from gattai.scene.stage import make_scene
from tests.browser.robot_empire_tables import four


def first_options() -> tuple[ListedOption, ...]:
    """The options of the first question of a game."""
    rules, maker = games.load("robot-empire"), games.scene_maker("robot-empire")
    scene = make_scene(rules, maker, Record(rules).position, Seat(0), number=1)
    assert scene.ask is not None
    return scene.ask.options


def test_any_battery_but_a_full_one_is_a_choice_of_an_advanced_rule() -> None:
    folded = {option.text: option.advanced for option in first_options()}
    assert [text for text, advanced in folded.items() if not advanced] == ["charge 20"]
    assert len(folded) == 6


def test_nothing_in_a_turn_is_advanced() -> None:
    game, maker = four(), games.scene_maker("robot-empire")
    scene = make_scene(game.rules, maker, game.position, Seat(0), number=1)
    assert scene.ask is not None and scene.ask.options
    assert not any(option.advanced for option in scene.ask.options)
