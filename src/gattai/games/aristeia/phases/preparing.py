"""Before the first Round: showing teams, shuffling decks, finding the Underdog."""

from __future__ import annotations

from gattai.games.aristeia.content import HAND
from gattai.games.aristeia.events.play import RoundBegan, ZoneMoved
from gattai.games.aristeia.events.setup import (
    CharacterDeployed,
    DeckShuffled,
    HandSetAside,
    PhaseBegan,
    TeamsShown,
    UnderdogNamed,
)
from gattai.games.aristeia.figures import initiative_total
from gattai.games.aristeia.phases.infirmary import draw
from gattai.games.aristeia.state import GREEN, ORANGE, CharacterId, State, ZoneId
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Table


def show_teams(table: Table[State]) -> None:
    """ARISTEIA.TEAM.UNVEIL: both teams are shown; then decks are built."""
    teams = tuple(pick.open() for pick in table.state.picks)
    table.emit(TeamsShown(rule="ARISTEIA.TEAM.UNVEIL", teams=teams))
    table.emit(PhaseBegan(rule="ARISTEIA.TEAM.DECK", phase="decks", seat=GREEN))


def shuffle(table: Table[State], order: tuple[int, ...]) -> None:
    """ARISTEIA.SETUP.HAND: shuffle, then draw four; in the first game four are set aside instead."""
    rule = "ARISTEIA.SETUP.REDRAW" if table.state.redrawn else "ARISTEIA.SETUP.HAND"
    seat = table.state.unshuffled[0]
    deck = table.state.decks[seat]
    cards = deck.open()
    shuffled = deck.now(tuple(cards[number] for number in order))
    table.emit(DeckShuffled(rule=rule, seat=seat, deck=shuffled))
    if table.state.first_game:
        aside = "ARISTEIA.SETUP.FIRST-GAME-HAND"
        table.emit(HandSetAside(rule=aside, seat=seat, cards=table.state.set_aside[seat]))
    else:
        draw(table, seat, HAND, rule)
    if not table.state.unshuffled:
        # The fixed hand of the first game cannot be redrawn (AMB.REDRAW-FIRST-GAME).
        if table.state.redrawn or table.state.first_game:
            find_underdog(table)
        else:
            redraw = "ARISTEIA.SETUP.REDRAW"
            table.emit(PhaseBegan(rule=redraw, phase="redraw", seat=GREEN))


def find_underdog(table: Table[State]) -> None:
    """ARISTEIA.SETUP.UNDERDOG: the team with the lower total Initiative; in the first game it is
    given.
    """
    state = table.state
    if state.first_game:
        name_underdog(table, state.underdog, "ARISTEIA.SETUP.UNDERDOG-FIRST-GAME")
        return
    green, orange = initiative_total(state, GREEN), initiative_total(state, ORANGE)
    if green == orange:
        rule = "ARISTEIA.SETUP.UNDERDOG-TIE"
        table.emit(PhaseBegan(rule=rule, phase="underdog", seat=GREEN))
        return
    name_underdog(table, GREEN if green < orange else ORANGE, "ARISTEIA.SETUP.UNDERDOG")


def name_underdog(table: Table[State], seat: Seat, rule: str) -> None:
    """The Underdog chooses a zone next; in the first game all places are given."""
    table.emit(UnderdogNamed(rule=rule, seat=seat))
    if table.state.first_game:
        for who, at in zip(_everybody(table.state), table.state.places, strict=True):
            table.emit(CharacterDeployed(rule="ARISTEIA.SETUP.DEPLOY", who=who, at=at))
        begin(table)
    else:
        table.emit(PhaseBegan(rule="ARISTEIA.ASSAULT.DEPLOY", phase="zones", seat=seat))


def _everybody(state: State) -> tuple[CharacterId, ...]:
    return (*state.team(GREEN), *state.team(ORANGE))


def begin(table: Table[State]) -> None:
    """The Scenario sets the first Scoring Zone; then Round 1 begins."""
    zone = ZoneId(table.state.box.scenario.first_zone)
    table.emit(ZoneMoved(rule="ARISTEIA.ASSAULT.ZONE", zone=zone))
    table.emit(RoundBegan(rule="ARISTEIA.ROUND.PHASES", round=1))
