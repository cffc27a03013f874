"""A question as the prompt puts it."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from gattai import games
from gattai.kernel.position import GamePosition, observe, waiting
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from gattai.terminal.pages.board import with_short_names
from gattai.terminal.prompt.menu import Menu


def scene_at(rules: AnyRuleset, position: GamePosition[Any], seat: Seat | None = None) -> Scene:
    """What a seat sees; without one, whoever is asked."""
    seat = waiting(rules, position)[0] if seat is None else seat
    maker = games.scene_maker(rules.name)
    return with_short_names(make_scene(rules, maker, position, seat, number=1))


def menu_at(rules: AnyRuleset, position: GamePosition[Any], seat: Seat | None = None) -> Menu:
    """The options that a seat has."""
    seat = waiting(rules, position)[0] if seat is None else seat
    return Menu(rules, observe(rules, position, seat), scene_at(rules, position, seat))


def lines_at(rules: AnyRuleset, position: GamePosition[Any], seat: Seat | None = None) -> str:
    """The menu, as it is printed."""
    return "\n".join(menu_at(rules, position, seat).lines())


def printed(*parts: object) -> str:
    """As it stands on the screen, without colours."""
    console = Console(width=100, highlight=False, markup=False, color_system=None)
    with console.capture() as found:
        for part in parts:
            console.print(part)
    return "\n".join(line.rstrip() for line in found.get().splitlines())
