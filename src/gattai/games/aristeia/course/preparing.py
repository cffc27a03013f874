"""Before the first Round: teams, decks, hands, the Underdog, deployment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import msgspec

from gattai.games.aristeia.cards import CharacterCard, TacticCard
from gattai.games.aristeia.content import HAND, TACTICS_EACH, TEAM_SIZE
from gattai.games.aristeia.course.infirmary import draw
from gattai.games.aristeia.deeds.acting import (
    ChooseZone,
    Deploy,
    PickCharacter,
    refusals,
    start_spaces,
)
from gattai.games.aristeia.events.play import RoundBegan, ZoneMoved
from gattai.games.aristeia.events.setup import (
    CharacterDeployed,
    CharacterPicked,
    DeckBuilt,
    DeckShuffled,
    HandKept,
    HandReturned,
    HandSetAside,
    HomesChosen,
    PhaseBegan,
    TacticsChosen,
    TeamsShown,
    UnderdogNamed,
)
from gattai.games.aristeia.figures import initiative_total
from gattai.games.aristeia.state import GREEN, ORANGE, SEATS, State, ZoneId, other
from gattai.kernel.dice import Shuffle, one_of
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Together
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Secret


class TakeTactics(msgspec.Struct, frozen=True, tag="tactics"):
    """Put two Tactics of a Character into the deck."""

    one: TacticCard
    two: TacticCard


class Redraw(msgspec.Struct, frozen=True, tag="redraw"):
    """Shuffle the starting hand back and draw another."""


class KeepHand(msgspec.Struct, frozen=True, tag="keep-hand"):
    """Keep the starting hand."""


REDRAW, KEEP_HAND = Redraw(), KeepHand()


def standing_before(state: State) -> Question:
    """What is asked before the first Round."""
    match state.phase:
        case "teams":
            rule = "ARISTEIA.TEAM.SECRET"
            return Together(tuple(_secret_pick(state, seat) for seat in SEATS), rule, "pick a team")
        case "first-pick":
            rule = "ARISTEIA.TEAM.DRAFT"
            return Roll(one_of(2), rule, "who picks first: green or orange")
        case "draft":
            cards = [PickCharacter(card) for card in state.box.characters]
            offer = Options(cards, partial(refusals, state))
            return Choose(state.to_act, offer, "ARISTEIA.TEAM.DRAFT", "pick a Character")
        case "decks":
            rule = "ARISTEIA.TEAM.DECK"
            return Together(tuple(_secret_tactics(state, seat) for seat in SEATS), rule)
        case "shuffle":
            seat = state.unshuffled[0]
            rule = "ARISTEIA.SETUP.REDRAW" if state.redrawn else "ARISTEIA.SETUP.HAND"
            deck = Shuffle(len(state.decks[seat]))
            return Roll(deck, rule, f"the deck of {('green', 'orange')[seat]}", known_to=())
        case "redraw":
            rule, what = "ARISTEIA.SETUP.REDRAW", "keep the starting hand?"
            options = (KEEP_HAND, REDRAW)
            asks = (Choose(s, options, rule, what, True, KEEP_HAND) for s in SEATS)
            return Together(tuple(asks), rule, what)
        case "underdog":
            rule = "ARISTEIA.SETUP.UNDERDOG-TIE"
            return Roll(one_of(2), rule, "who is the Underdog: green or orange")
        case "zones":
            zones = [ChooseZone(ZoneId(zone)) for zone in state.box.zones]
            offer_zones = Options(zones, partial(refusals, state))
            what = "in which zone does your team start?"
            return Choose(state.to_act, offer_zones, "ARISTEIA.ASSAULT.DEPLOY", what)
        case _:
            waiting = [w for w in state.team(state.to_act) if state.characters[w].at is None]
            spaces = start_spaces(state)
            places = [Deploy(who, at) for who in waiting for at in spaces]
            what = "deploy a Character"
            return Choose(state.to_act, tuple(places), "ARISTEIA.ASSAULT.DEPLOY", what)


def _secret_pick(state: State, seat: Seat) -> Choose:
    """ARISTEIA.TEAM.SECRET: one Character after the other, unseen by the opponent."""
    cards = [PickCharacter(card) for card in state.box.characters]
    offer = Options(cards, partial(_double_refusals, state, seat))
    picked = len(state.picks[seat])
    what = f"pick a Character ({picked + 1} of {TEAM_SIZE})"
    return Choose(seat, offer, "ARISTEIA.TEAM.SECRET", what, secret=True)


def _double_refusals(state: State, seat: Seat, action: PickCharacter) -> Iterator[Refusal]:
    """ARISTEIA.TEAM.NO-DOUBLES: nobody twice in one team; both teams may have the same
    (AMB.TEAM-DUPLICATES).
    """
    mine = state.picks[seat]
    if mine.is_open and action.character in mine.open():
        reason = f"{action.character.name} is in the team already"
        yield Refusal("ARISTEIA.TEAM.NO-DOUBLES", reason)


def chosen_for(state: State, seat: Seat) -> CharacterCard:
    """The Character whose Tactics are being chosen."""
    built = len(state.lists[seat]) - len(state.box.standard)
    return state.characters[state.team(seat)[built // TACTICS_EACH]].card


def _secret_tactics(state: State, seat: Seat) -> Choose:
    """ARISTEIA.TEAM.DECK: two of each own Character's Tactics."""
    card = chosen_for(state, seat)
    own = state.box.tactics_of.get(card.id, ())
    options = tuple(TakeTactics(one, two) for one, two in combinations(own, TACTICS_EACH))
    what = f"two Tactics of {card.name} for the deck"
    return Choose(seat, options, "ARISTEIA.TEAM.DECK", what, secret=True)


def resolve_before(table: Table[State], answer: Any) -> None:
    """What follows from the answer."""
    state = table.state
    match state.phase:
        case "teams":
            _pick_in_secret(table, answer)
        case "first-pick":
            rule = "ARISTEIA.TEAM.DRAFT"
            table.happens(PhaseBegan(rule=rule, phase="draft", seat=Seat(answer)))
        case "draft":
            _draft(table, answer.character)
        case "decks":
            _take_tactics(table, answer)
        case "shuffle":
            _shuffle(table, state.unshuffled[0], answer)
        case "redraw":
            _decide_hands(table, answer)
        case "underdog":
            _name_underdog(table, Seat(answer), "ARISTEIA.SETUP.UNDERDOG-TIE")
        case "zones":
            _choose_homes(table, answer.zone)
        case _:
            _deploy(table, answer)


def _pick_in_secret(table: Table[State], answers: tuple[PickCharacter, ...]) -> None:
    for seat, answer in zip(SEATS, answers, strict=True):
        card: Secret[tuple[CharacterCard, ...]] = Secret.of((answer.character,), (seat,))
        table.happens(CharacterPicked(rule="ARISTEIA.TEAM.SECRET", seat=seat, card=card))
    if len(table.state.picks[GREEN]) == TEAM_SIZE:
        _show_teams(table)


def _draft(table: Table[State], card: CharacterCard) -> None:
    """ARISTEIA.TEAM.DRAFT: players pick in turn, until both have four."""
    rule, seat = "ARISTEIA.TEAM.DRAFT", table.state.to_act
    table.happens(CharacterPicked(rule=rule, seat=seat, card=Secret.of((card,), None)))
    if sum(len(pick) for pick in table.state.picks) == TEAM_SIZE * len(SEATS):
        _show_teams(table)
    else:
        table.happens(PhaseBegan(rule=rule, phase="draft", seat=other(seat)))


def _show_teams(table: Table[State]) -> None:
    teams = tuple(pick.open() for pick in table.state.picks)
    table.happens(TeamsShown(rule="ARISTEIA.TEAM.UNVEIL", teams=teams))
    table.happens(PhaseBegan(rule="ARISTEIA.TEAM.DECK", phase="decks", seat=GREEN))


def _take_tactics(table: Table[State], answers: tuple[TakeTactics, ...]) -> None:
    rule = "ARISTEIA.TEAM.DECK"
    for seat, answer in zip(SEATS, answers, strict=True):
        cards: Secret[tuple[TacticCard, ...]] = Secret.of((answer.one, answer.two), (seat,))
        table.happens(TacticsChosen(rule=rule, seat=seat, cards=cards))
    whole = len(table.state.box.standard) + TACTICS_EACH * TEAM_SIZE
    if len(table.state.lists[GREEN]) == whole:
        for seat in SEATS:
            deck: Secret[tuple[TacticCard, ...]] = Secret.of(table.state.lists[seat].open(), ())
            table.happens(DeckBuilt(rule="ARISTEIA.SETUP.DECK-SIZE", seat=seat, deck=deck))
        table.happens(PhaseBegan(rule="ARISTEIA.SETUP.HAND", phase="shuffle", seat=GREEN))


def _shuffle(table: Table[State], seat: Seat, order: tuple[int, ...]) -> None:
    """ARISTEIA.SETUP.HAND: shuffle, then draw four; in the first game four are set aside instead."""
    rule = "ARISTEIA.SETUP.REDRAW" if table.state.redrawn else "ARISTEIA.SETUP.HAND"
    deck = table.state.decks[seat]
    cards = deck.open()
    shuffled = deck.now(tuple(cards[number] for number in order))
    table.happens(DeckShuffled(rule=rule, seat=seat, deck=shuffled))
    if table.state.first_game:
        aside = "ARISTEIA.SETUP.FIRST-GAME-HAND"
        table.happens(HandSetAside(rule=aside, seat=seat, cards=table.state.set_aside[seat]))
    else:
        draw(table, seat, HAND, rule)
    if not table.state.unshuffled:
        # The fixed hand of the first game cannot be redrawn (AMB.REDRAW-FIRST-GAME).
        if table.state.redrawn or table.state.first_game:
            _find_underdog(table)
        else:
            redraw = "ARISTEIA.SETUP.REDRAW"
            table.happens(PhaseBegan(rule=redraw, phase="redraw", seat=GREEN))


def _decide_hands(table: Table[State], answers: tuple[Any, ...]) -> None:
    """ARISTEIA.SETUP.REDRAW: once, the whole hand; whoever wants it shuffles and draws again."""
    rule = "ARISTEIA.SETUP.REDRAW"
    for seat, answer in zip(SEATS, answers, strict=True):
        if answer == REDRAW:
            table.happens(HandReturned(rule=rule, seat=seat))
        else:
            table.happens(HandKept(rule=rule, seat=seat))
    if table.state.unshuffled:
        seat = table.state.unshuffled[0]
        table.happens(PhaseBegan(rule=rule, phase="shuffle", seat=seat))
    else:
        _find_underdog(table)


def _find_underdog(table: Table[State]) -> None:
    """ARISTEIA.SETUP.UNDERDOG: the lower total of Initiative; in the first game it is given."""
    state = table.state
    if state.first_game:
        _name_underdog(table, state.underdog, "ARISTEIA.SETUP.UNDERDOG-FIRST-GAME")
        return
    green, orange = initiative_total(state, GREEN), initiative_total(state, ORANGE)
    if green == orange:
        rule = "ARISTEIA.SETUP.UNDERDOG-TIE"
        table.happens(PhaseBegan(rule=rule, phase="underdog", seat=GREEN))
        return
    _name_underdog(table, GREEN if green < orange else ORANGE, "ARISTEIA.SETUP.UNDERDOG")


def _name_underdog(table: Table[State], seat: Seat, rule: str) -> None:
    table.happens(UnderdogNamed(rule=rule, seat=seat))
    if table.state.first_game:
        for who, at in zip(_everybody(table.state), table.state.places, strict=True):
            table.happens(CharacterDeployed(rule="ARISTEIA.SETUP.DEPLOY", who=who, at=at))
        _begin(table)
    else:
        table.happens(PhaseBegan(rule="ARISTEIA.ASSAULT.DEPLOY", phase="zones", seat=seat))


def _everybody(state: State) -> tuple[Any, ...]:
    return (*state.team(GREEN), *state.team(ORANGE))


def _choose_homes(table: Table[State], zone: ZoneId) -> None:
    """ARISTEIA.ASSAULT.DEPLOY: the Underdog takes a zone, the opponent the opposite one."""
    rule, state = "ARISTEIA.ASSAULT.DEPLOY", table.state
    across = ZoneId(state.box.board.opposites[zone])
    homes = (zone, across) if state.to_act == GREEN else (across, zone)
    table.happens(HomesChosen(rule=rule, homes=homes))
    table.happens(PhaseBegan(rule=rule, phase="deploy", seat=state.to_act))


def _deploy(table: Table[State], answer: Deploy) -> None:
    """ARISTEIA.ASSAULT.DEPLOY: players place Characters in turn."""
    table.happens(CharacterDeployed(rule="ARISTEIA.SETUP.DEPLOY", who=answer.who, at=answer.at))
    state = table.state
    if all(character.at is not None for character in state.characters):
        _begin(table)
        return
    rule = "ARISTEIA.ASSAULT.DEPLOY"
    table.happens(PhaseBegan(rule=rule, phase="deploy", seat=other(state.to_act)))


def _begin(table: Table[State]) -> None:
    """The first Scoring Zone is the Scenario's; then Round 1 begins."""
    zone = ZoneId(table.state.box.scenario.first_zone)
    table.happens(ZoneMoved(rule="ARISTEIA.ASSAULT.ZONE", zone=zone))
    table.happens(RoundBegan(rule="ARISTEIA.ROUND.PHASES", round=1))
