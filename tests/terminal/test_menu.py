"""Options as people name them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.games.attack_chart.actions import Activate, Aim, Attack, Deploy, Finish, Move
from gattai.games.attack_chart.state import UnitId
from gattai.kernel.position import GamePosition, apply, begin, observe
from gattai.kernel.question import Seat
from gattai.scene.parts import ListedOption
from gattai.tabletop.hexes import from_text
from gattai.terminal.prompt.menu import FEW, Menu, NotFound, best_fits
from tests.terminal.prompting import menu_at, scene_at

RULES = games.load("attack-chart")


def position_after(*answers: Any) -> GamePosition[Any]:
    position = begin(RULES, {"blue": "warden-squad,oracle", "red": "gunners,gunners"})
    for answer in ((9, 0), *answers):
        position = apply(RULES, position, answer).position
    return position


def deployed(*more: Any) -> GamePosition[Any]:
    places = ("3,2", "4,9", "6,2", "3,9")
    units = (0, 2, 1, 3)
    return position_after(
        *(Deploy(UnitId(u), from_text(at)) for u, at in zip(units, places, strict=True)), *more
    )


def menu_of(position: GamePosition[Any]) -> Menu:
    return menu_at(RULES, position)


def test_few_options_are_listed_and_many_places_are_reported_row_by_row() -> None:
    lines = list(menu_of(position_after()).lines())
    assert lines == [
        "B1 Warden Squad, B2 Oracle",
        "      Deploy, 54 places: 0..17,0 0..17,1 -1..16,2",
    ]
    lines = list(menu_of(deployed()).lines())
    assert lines == ["   1  Activate: B1 Warden Squad, 2 B2 Oracle"]


def test_many_of_a_kind_are_reported_by_example() -> None:
    position = deployed(Activate(UnitId(0)))
    scene = scene_at(RULES, position)
    assert scene.ask is not None
    shots = tuple(ListedOption(f"attack {n}", f"shot {n}", "volley") for n in range(FEW + 1))
    many = replace(scene, ask=replace(scene.ask, options=shots))
    lines = [*Menu(RULES, observe(RULES, position, Seat(0)), many).lines()]
    assert lines == ["      Volley ...: 10 ways, such as attack 0 ('more attack' lists them)"]


def test_a_number_picks_what_is_listed_under_it() -> None:
    assert menu_of(deployed()).find("2") == Activate(UnitId(1))


@pytest.mark.parametrize("text", ["0", "3", "99999999999999999999"])
def test_a_number_that_is_not_listed(text: str) -> None:
    with pytest.raises(NotFound, match="there is no option"):
        menu_of(deployed()).find(text)


@pytest.mark.parametrize(
    "text", ["oracle", "activate oracle", "ora", "B2", "act b2", "ACTIVATE Oracle"]
)
def test_a_few_words_are_enough(text: str) -> None:
    assert menu_of(deployed()).find(text) == Activate(UnitId(1))


def acting() -> Menu:
    return menu_of(deployed(Activate(UnitId(0))))


def test_an_attack_without_numbers_is_made_by_all_models() -> None:
    everybody = Attack("carbine", (Aim(UnitId(2), 5),))
    assert acting().find("attack carbine gunners") == everybody
    assert acting().find("attack carbine r1") == everybody
    assert acting().find("attack carbine [(gunners 5)]") == everybody
    divided = Attack("carbine", (Aim(UnitId(2), 3), Aim(UnitId(3), 2)))
    assert acting().find("attack carbine gunners 3 gunners-2 2") == divided
    assert acting().find("attack carbine [(gunners 3) (gunners-2 2)]") == divided


def test_moves_by_their_hex() -> None:
    assert acting().find("4,3") == acting().find("move 4,3") == Move(from_text("4,3"))
    assert acting().find("fin") == Finish()


def test_several_that_fit_are_named() -> None:
    with pytest.raises(NotFound, match=r"that could be .*deploy oracle 0,0; .*\(54 in all\)"):
        menu_of(position_after()).find("oracle")


def test_what_is_thinkable_but_forbidden_is_found_too() -> None:
    assert acting().find("move 12,9") == Move(from_text("12,9"))
    assert acting().find("activate b2") == Activate(UnitId(1))
    assert acting().find("attack bayonet gunners") == Attack("bayonet", (Aim(UnitId(2), 5),))


@pytest.mark.parametrize("text", ["zebra", "attack zebra", "move zebra", "move", "(((", '"', "["])
def test_what_means_nothing_is_not_found(text: str) -> None:
    with pytest.raises(NotFound):
        acting().find(text)


def test_all_options_with_certain_words() -> None:
    menu = acting()
    numbers = menu.fitting("attack gunners-2")
    assert numbers and all("gunners-2" in menu.texts[number - 1] for number in numbers)


def test_the_fewest_extra_words_fit_best() -> None:
    texts = ["attack gun [(a 1) (b 2)]", "attack gun [(a 3)]", "finish"]
    assert best_fits("attack a", texts) == [1]
    assert best_fits("", texts) == []
