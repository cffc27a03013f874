"""The steps of a scenario that is about what comes before the first Round, or about a whole one."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aristeia.actions import (
    END,
    KEEP_HAND,
    REDRAW,
    ActFirst,
    ChooseZone,
    Deploy,
    LayOrder,
    PickCharacter,
    TakeTactics,
)
from gattai.games.aristeia.events.play import ActivationBegan
from gattai.games.aristeia.state import GREEN, ORANGE, SEATS, ZoneId
from gattai.kernel.dice import Shuffle
from gattai.kernel.position import waiting
from gattai.kernel.question import Choose, Roll, Together
from gattai.kernel.rulebook import Refused
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import Driver
from tests.games.aristeia.table import CONTENT, RULES, seat_of
from tests.games.catalogued import Entry
from tests.games.scenarios import refuse_unknown


def shuffle(game: Driver) -> None:
    """Decks keep the order they have."""
    while isinstance(game.question, Roll) and isinstance(game.question.dice, Shuffle):
        game.answer(tuple(range(game.question.dice.count)))


def _shuffle(game: Driver, step: Entry, refused: Any) -> None:
    shuffle(game)


def _redraw(game: Driver, step: Entry, refused: Any) -> None:
    """One player wants another hand, the other does not."""
    shuffle(game)
    seat = seat_of(step["by"])
    asks = isinstance(game.question, Together) and any(
        REDRAW in ask.options for ask in game.question.asks
    )
    assert asks != bool(refused)
    if asks:
        game.answer(REDRAW, seat)
        game.answer(KEEP_HAND, ORANGE if seat == GREEN else GREEN)
        shuffle(game)


def _draw_underdog(game: Driver, step: Entry, refused: Any) -> None:
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    question = game.question
    assert isinstance(question, Roll) and question.rule == "ARISTEIA.SETUP.UNDERDOG-TIE"
    assert [ways for _, ways in question.dice.outcomes()] == step["odds"]
    for face, seat in enumerate(SEATS):
        other = game.fork()
        other.answer((face,))
        assert other.state.underdog == seat


def _start_zone(game: Driver, step: Entry, refused: Any) -> None:
    shuffle(game)
    for seat in SEATS:
        game.answer(KEEP_HAND, seat)
    game.answer(ChooseZone(ZoneId(step["id"])), seat_of(step["by"]))


def _deploy(game: Driver, step: Entry, refused: Any) -> None:
    refuse_unknown("deploy", step, {"by", "who", "to"})
    wanted = Deploy(game.id(step["who"]), hex_at(*step["to"]))
    if refused:
        game.refuses(wanted, "ARISTEIA.ASSAULT.DEPLOY")
    else:
        game.answer(wanted, seat_of(step["by"]))


def _draft(game: Driver, step: Entry, refused: Any) -> None:
    """Whoever is asked takes the first Character left."""
    game.answer((["green", "orange"].index(step["first"]),))
    for side in step["picks"]:
        question = game.question
        assert isinstance(question, Choose) and question.seat == seat_of(side)
        taken = [card for pick in game.state.picks for card in pick.open()]
        for card in taken:
            game.refuses(PickCharacter(card), "ARISTEIA.TEAM.DRAFT")
        game.answer(question.options[0])
    assert [len(game.state.team(seat)) for seat in SEATS] == [4, 4]


def _choose_teams(game: Driver, step: Entry, refused: Any) -> None:
    """Both pick at once; nobody sees the other's Characters before all are picked."""
    start = game.fork()
    if refused:
        with pytest.raises(Refused, match=refused):
            _pick_all(start, step)
        return
    _pick_all(start, step)
    game.position, game.question, game.told = start.position, start.question, start.told


def _pick_all(game: Driver, step: Entry) -> None:
    for green, orange in zip(step["green"], step["orange"], strict=True):
        assert not game.state.characters
        game.answer(PickCharacter(CONTENT.characters[green]), GREEN)
        game.answer(PickCharacter(CONTENT.characters[orange]), ORANGE)


def _tactics(game: Driver, step: Entry, refused: Any) -> None:
    one, two = (CONTENT.tactics[name] for name in step["cards"])
    with pytest.raises(Refused):
        game.fork().answer(TakeTactics(one, two), seat_of(step["by"]))
    assert refused


def _choose_decks(game: Driver, step: Entry, refused: Any) -> None:
    """Everybody takes the first two Tactics of each Character."""
    while isinstance(game.question, Together) and game.question.rule == "ARISTEIA.TEAM.DECK":
        for ask in game.question.asks:
            game.answer(ask.options[0], ask.seat)
    assert [len(cards.open()) for cards in game.state.lists] == [18, 18]
    shuffle(game)


def _plan(game: Driver, step: Entry, refused: Any) -> None:
    orders = {side: LayOrder(tuple(game.id(n) for n in step[side])) for side in step}
    if refused:
        game.refuses(next(iter(orders.values())))
        return
    for side, order in orders.items():
        game.answer(order, seat_of(side))
    game.settle()


def _round(game: Driver, step: Entry, refused: Any) -> None:
    """Everybody just ends; what has to be chosen is the first option."""
    refuse_unknown("round", step, {"activations", "phases"})
    phases = ["planning"]
    while game.state.round == 1:
        game.settle()
        question = game.question
        if isinstance(question, Together):
            for seat in waiting(RULES, game.position):
                ask = next(each for each in question.asks if each.seat == seat)
                game.answer(ask.options[0], seat)
        elif isinstance(question, Choose) and END in question.options:
            game.answer(END)
        elif isinstance(question, Choose):
            if isinstance(question.options[0], ActFirst) and phases[-1] == "planning":
                phases.append("turns")
            if isinstance(question.options[0], ChooseZone):
                phases.append("objectives")
            game.answer(question.options[0])
    phases.append("recovery")
    assert phases == step["phases"]
    begun = sum(isinstance(event, ActivationBegan) for event in game.told)
    assert begun == step["activations"]


SETUP_STEPS: dict[str, Any] = {
    "shuffle": _shuffle,
    "redraw": _redraw,
    "draw-underdog": _draw_underdog,
    "start-zone": _start_zone,
    "deploy": _deploy,
    "draft": _draft,
    "choose-teams": _choose_teams,
    "tactics": _tactics,
    "choose-decks": _choose_decks,
    "plan": _plan,
    "round": _round,
}
