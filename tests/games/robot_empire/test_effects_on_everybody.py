"""A blow at every Battery, the user's own among them: who inherits from whom."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.robot_empire.cards import CardAction, GameCard
from gattai.games.robot_empire.events.battle import SeatBeaten
from gattai.games.robot_empire.ruleset import RobotEmpire
from tests.games.robot_empire.table import RULES, Game, lay

BOOM = GameCard(
    id="boom",
    number="#200",
    name="Boom",
    category="super-weapon",
    copies=1,
    house=True,
    cost=1,
    effect=CardAction(op="drain", target="everybody", amount=3),
)


def blast(**batteries: int) -> Game:
    """Cobalt's Super Weapon takes three coins off each of four Batteries."""
    given: dict[str, Any] = {"seats": 4, "chest": 20}
    for name in ("cobalt", "crimson", "jade", "amber"):
        given[name] = {"battery": batteries.get(name, 9)}
    given["cobalt"] |= {"vault": 3, "hand": ("rivet-pup",)}
    given["crimson"]["units"] = ("brax-the-strong as=prize", "mud-crawler as=hireling")
    state = lay(given)
    (card,) = state.players[0].hand.open()
    faces = tuple(BOOM if n == card else face for n, face in enumerate(state.box.cards))
    names = tuple("boom" if n == card else name for n, name in enumerate(state.box.names))
    state = replace(state, box=replace(state.box, cards=faces, names=names))
    rules: RobotEmpire = RULES.seated({"seats": "4"})
    return Game(state, rules).do("unleash boom")


def owner(game: Game, name: str) -> int | None:
    unit = game.unit(name)
    return None if unit is None else unit.seat


@pytest.mark.rule("ROBOT-EMPIRE.END.GIVE-ROBOTS")
def test_who_took_the_last_energy_and_lives_is_given_the_robots() -> None:
    game = blast(crimson=2)
    assert [player.is_out for player in game.state.players] == [False, True, False, False]
    assert owner(game, "prize") == 0
    assert game.unit("hireling") is None


@pytest.mark.rule("ROBOT-EMPIRE.END.GIVE-ROBOTS", "ROBOT-EMPIRE.AMB.SELF-ELIMINATION")
def test_nobody_who_is_out_is_given_robots() -> None:
    game = blast(cobalt=2, crimson=2)
    assert [player.is_out for player in game.state.players] == [True, True, False, False]
    assert game.unit("prize") is None
    assert game.place_of("prize") == "pile"
    assert [*game.rules.broken(game.state)] == []
    assert game.state.active in game.state.alive


@pytest.mark.rule("ROBOT-EMPIRE.AMB.SELF-ELIMINATION")
def test_who_empties_only_the_own_battery_leaves_the_others_what_they_have() -> None:
    game = blast(cobalt=3)
    assert [player.is_out for player in game.state.players] == [True, False, False, False]
    assert owner(game, "prize") == 1
    assert [event.by for event in game.events if isinstance(event, SeatBeaten)] == [0]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DRAW-GAME")
def test_if_everybody_is_emptied_at_once_nobody_wins() -> None:
    game = blast(cobalt=1, crimson=2, jade=3, amber=3)
    assert game.state.phase == "over"
    assert game.state.winners == ()
