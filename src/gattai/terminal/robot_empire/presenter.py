"""The table of Robot Empire in plain text: rows, Moons, coins, and the hand that one may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gattai.games.robot_empire.faces import held_unit, text_of
from gattai.games.robot_empire.figures import attack, coins, defense
from gattai.games.robot_empire.scene import MAKER, PHASES
from gattai.games.robot_empire.state import State
from gattai.kernel.position import Position
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from gattai.terminal.menu import Menu
from gattai.terminal.page import QUIET, STRONG, percent
from gattai.terminal.robot_empire.noted_menu import NotedMenu


class RobotEmpirePresenter:
    """How Robot Empire is shown in plain text. It is given views: hidden hands are counts."""

    examples = ("bring-out brax-the-strong", "attack stone-ogre-1 crimson", "next")

    def headline(self, state: State) -> str:
        """Turn, whose it is, phase, and the War Chest."""
        if not state.turn:
            return PHASES.get(state.phase, state.phase)
        who = state.box.seats[state.active]
        return f"turn {state.turn}, {who}: {PHASES[state.phase]}; War Chest {state.chest}"

    def board(self, state: State, options: Sequence[Any]) -> Sequence[RenderableType]:
        """The Moons in the middle, and what is about to happen."""
        parts: list[RenderableType] = []
        if state.moons:
            parts.append(
                Text("Moons: " + ", ".join(_moon(state, m.card, m.coins) for m in state.moons))
            )
        for window in state.windows:
            if window.announced is not None:
                shown = window.announced
                what = state.card(shown.card).name
                parts.append(Text(f"announced by {state.box.seats[shown.seat]}: {what}", STRONG))
        return parts

    def roster(self, state: State) -> RenderableType:
        """Every player's coins, hand and units."""
        table = Table(box=None, pad_edge=False, show_header=True, header_style=QUIET)
        for column in ("player", "Battery", "Vault", "hand", "on the table"):
            table.add_column(column)
        for number, player in enumerate(state.players):
            lines = [_unit(state, unit.id) for unit in state.own(Seat(number))]
            name = state.box.seats[number] + (" (out)" if player.is_out else "")
            figures = (str(player.battery), str(player.vault), str(len(player.hand)))
            table.add_row(name, *figures, "\n".join(lines) or "-")
        hands = [
            Text(f"{state.box.seats[n]}'s hand: " + ", ".join(map(state.name, player.hand.open())))
            for n, player in enumerate(state.players)
            if player.hand.is_open and len(player.hand)
        ]
        return Group(table, *hands)

    def details(self, state: State) -> RenderableType:
        """What the cards say that one can see."""
        seen = {face.name: face for unit in state.units for face in (*unit.faces, *unit.fitted)}
        for player in state.players:
            if player.hand.is_open:
                seen |= {state.card(card).name: state.card(card) for card in player.hand.open()}
        lines = [
            f"{card.name} ({card.category}, {card.cost}): {text_of(card) or 'no words'}"
            for card in seen.values()
        ]
        return Group(*map(Text, lines))

    def aliases(self, state: State) -> Mapping[str, str]:
        """None: cards go by their names."""
        return {}

    def menu(self, rules: AnyRuleset, position: Position[Any], options: Sequence[Any]) -> Menu:
        """By number, in a few words, or in notation; with prices and figures."""
        return NotedMenu(rules, position, options, {})

    def odds(self, state: State, option: Any) -> Sequence[RenderableType]:
        """Where a die decides: a price, an Attack or a Defense that is thrown."""
        from gattai.odds.exact import exact

        forecast = MAKER.forecast(state, option)
        if forecast is None or forecast.shorter is None:
            return ()
        found = exact(forecast.shorter)
        enough = forecast.enough or 1
        lines = [f"  {forecast.what}: {float(found.mean()):.2f} on average"]
        if enough == 1:
            lines = [f"  {forecast.what}: {percent(found.chance(bool))}"]
        elif found.chance(lambda number: number >= enough):
            sure = found.chance(lambda number: number >= enough)
            lines.append(f"  {forecast.enough_words}: {percent(sure)}")
        return [Text(line) for line in lines]

    def odds_app(self) -> typer.Typer:
        """The arguments of `gattai odds robot-empire`."""
        from gattai.terminal.robot_empire.odds_command import app

        return app

    def own_app(self) -> typer.Typer:
        """`gattai robot-empire ...`."""
        from gattai.terminal.robot_empire.own_commands import app

        return app


def _moon(state: State, card: Any, lying: int) -> str:
    on_it = ""
    if card in state.landed_on:
        unit = state.by_id[state.landed_on[card]]
        on_it = f", {state.box.seats[unit.seat]}'s {unit.title} on it"
    return f"{state.name(card)} ({coins(lying)}, landing {state.card(card).landing_cost}{on_it})"


def _unit(state: State, card: Any) -> str:
    unit = state.by_id[card]
    points = f"{attack(unit)}/{defense(unit)}" if unit.is_fighter else f"Defense {defense(unit)}"
    told = (points, f"now {points}")
    badges = " ".join(b.text for b in held_unit(state, unit).badges if b.text not in told)
    damage = f" damage {unit.damage}" if unit.damage else ""
    fitted = "".join(f" +{face.name}" for face in unit.fitted)
    return " ".join(f"{state.name(card)} {points} {badges}{fitted}{damage}".split())
