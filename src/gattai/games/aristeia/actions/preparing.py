"""Before the first Round: picking teams, building decks, choosing zones, deploying Characters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from gattai.games.aristeia.cards import CharacterCard, TacticCard
from gattai.games.aristeia.content import TACTICS_EACH, TEAM_SIZE
from gattai.games.aristeia.events.setup import (
    CharacterDeployed,
    CharacterPicked,
    DeckBuilt,
    HandKept,
    HandReturned,
    HomesChosen,
    PhaseBegan,
    TacticsChosen,
)
from gattai.games.aristeia.phases.acting import wrong_time
from gattai.games.aristeia.phases.objectives import zone_refusals
from gattai.games.aristeia.phases.preparing import begin, find_underdog, show_teams
from gattai.games.aristeia.phases.rounds import move_zone
from gattai.games.aristeia.state import (
    GREEN,
    SEATS,
    SIDES,
    CharacterId,
    State,
    ZoneId,
    is_free,
    other,
)
from gattai.kernel.action import Action, Option
from gattai.kernel.question import Choose, Options, Seat, Steps, Together
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import Hex


class PickCharacter(Action, frozen=True, tag="pick"):
    """Pick a Character for the team."""

    says = "{character}"
    character: CharacterCard

    @classmethod
    def candidates(cls, state: State) -> Iterator[PickCharacter]:
        """Every Character, while teams and decks are built."""
        if state.phase in ("teams", "first-pick", "draft", "decks"):
            yield from map(cls, state.box.characters)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ARISTEIA.TEAM.DRAFT: from the pool of all Characters, each only once."""
        if state.phase != "draft":
            yield from wrong_time("nobody is picked now")
            return
        taken = [card.id for pick in state.picks for card in pick.open()]
        if self.character.id in taken:
            yield Refusal("ARISTEIA.TEAM.DRAFT", f"{self.character.name} has been picked")

    def perform(self, table: Table[State]) -> None:
        """ARISTEIA.TEAM.DRAFT: players pick in turn until both have four."""
        rule, seat = "ARISTEIA.TEAM.DRAFT", table.state.to_act
        card: Secret[tuple[CharacterCard, ...]] = Secret.of((self.character,), None)
        table.emit(CharacterPicked(rule=rule, seat=seat, card=card))
        if sum(len(pick) for pick in table.state.picks) == TEAM_SIZE * len(SEATS):
            show_teams(table)
        else:
            table.emit(PhaseBegan(rule=rule, phase="draft", seat=other(seat)))


def drafting(state: State) -> Choose:
    """ARISTEIA.TEAM.DRAFT: ask the player who picks next."""
    cards = [PickCharacter(card) for card in state.box.characters]
    offer = Options(cards, lambda action: action.refusals(state))
    return Choose(state.to_act, offer, "ARISTEIA.TEAM.DRAFT", "pick a Character")


def picking(state: State) -> Together:
    """ARISTEIA.TEAM.SECRET: one Character after the other, hidden from the opponent."""
    rule = "ARISTEIA.TEAM.SECRET"
    return Together(tuple(_secret_pick(state, seat) for seat in SEATS), rule, "pick a team")


def _secret_pick(state: State, seat: Seat) -> Choose:
    cards = [PickCharacter(card) for card in state.box.characters]
    offer = Options(cards, partial(_double_refusals, state, seat))
    picked = len(state.picks[seat])
    what = f"pick a Character ({picked + 1} of {TEAM_SIZE})"
    return Choose(seat, offer, "ARISTEIA.TEAM.SECRET", what, secret=True)


def _double_refusals(state: State, seat: Seat, action: PickCharacter) -> Iterator[Refusal]:
    """ARISTEIA.TEAM.NO-DOUBLES: no Character twice in one team; both teams may have the same one
    (AMB.TEAM-DUPLICATES).
    """
    mine = state.picks[seat]
    if mine.is_open and action.character in mine.open():
        reason = f"{action.character.name} is in the team already"
        yield Refusal("ARISTEIA.TEAM.NO-DOUBLES", reason)


def pick_in_secret(table: Table[State], answers: tuple[PickCharacter, ...]) -> None:
    """ARISTEIA.TEAM.SECRET: both players at once, until both have four."""
    for seat, answer in zip(SEATS, answers, strict=True):
        card: Secret[tuple[CharacterCard, ...]] = Secret.of((answer.character,), (seat,))
        table.emit(CharacterPicked(rule="ARISTEIA.TEAM.SECRET", seat=seat, card=card))
    if len(table.state.picks[GREEN]) == TEAM_SIZE:
        show_teams(table)


class TakeTactics(Option, frozen=True, tag="tactics"):
    """Put two Tactics of a Character in the deck."""

    says = "{one} and {two}"
    one: TacticCard
    two: TacticCard


def chosen_for(state: State, seat: Seat) -> CharacterCard:
    """The Character whose Tactics are being chosen."""
    return state.characters[state.team(seat)[_provided(state, seat)]].card


def is_built(state: State, seat: Seat) -> bool:
    """Return whether all Characters of a team have their Tactics in the deck."""
    return _provided(state, seat) == len(state.team(seat))


def _provided(state: State, seat: Seat) -> int:
    """The number of Characters of a team with their Tactics in the deck."""
    return (len(state.lists[seat]) - len(state.box.standard)) // TACTICS_EACH


def building(state: State) -> Together:
    """ARISTEIA.TEAM.DECK: two of each own Character's Tactics."""
    return Together(tuple(_secret_tactics(state, seat) for seat in SEATS), "ARISTEIA.TEAM.DECK")


def _secret_tactics(state: State, seat: Seat) -> Choose:
    card = chosen_for(state, seat)
    own = state.box.tactics_of.get(card.id, ())
    options = tuple(TakeTactics(one, two) for one, two in combinations(own, TACTICS_EACH))
    what = f"two Tactics of {card.name} for the deck"
    return Choose(seat, options, "ARISTEIA.TEAM.DECK", what, secret=True)


def take_tactics(table: Table[State], answers: tuple[TakeTactics, ...]) -> None:
    """ARISTEIA.TEAM.DECK: both players at once, one Character after the other."""
    rule = "ARISTEIA.TEAM.DECK"
    for seat, answer in zip(SEATS, answers, strict=True):
        cards: Secret[tuple[TacticCard, ...]] = Secret.of((answer.one, answer.two), (seat,))
        table.emit(TacticsChosen(rule=rule, seat=seat, cards=cards))
    whole = len(table.state.box.standard) + TACTICS_EACH * TEAM_SIZE
    if len(table.state.lists[GREEN]) == whole:
        for seat in SEATS:
            deck: Secret[tuple[TacticCard, ...]] = Secret.of(table.state.lists[seat].open(), ())
            table.emit(DeckBuilt(rule="ARISTEIA.SETUP.DECK-SIZE", seat=seat, deck=deck))
        table.emit(PhaseBegan(rule="ARISTEIA.SETUP.HAND", phase="shuffle", seat=GREEN))


class Redraw(Option, frozen=True, tag="redraw"):
    """Shuffle the starting hand into the deck and draw another."""

    says = "draw another hand"


class KeepHand(Option, frozen=True, tag="keep-hand"):
    """Keep the starting hand."""

    says = "keep this hand"


REDRAW, KEEP_HAND = Redraw(), KeepHand()


def redrawing(state: State) -> Together:
    """ARISTEIA.SETUP.REDRAW: each player is asked about the own hand."""
    rule, what = "ARISTEIA.SETUP.REDRAW", "keep the starting hand?"
    options = (KEEP_HAND, REDRAW)
    asks = (Choose(s, options, rule, what, True, KEEP_HAND) for s in SEATS)
    return Together(tuple(asks), rule, what)


def decide_hands(table: Table[State], answers: tuple[Option, ...]) -> None:
    """ARISTEIA.SETUP.REDRAW: once, the whole hand; players who want it shuffle and draw again."""
    rule = "ARISTEIA.SETUP.REDRAW"
    for seat, answer in zip(SEATS, answers, strict=True):
        if answer == REDRAW:
            table.emit(HandReturned(rule=rule, seat=seat))
        else:
            table.emit(HandKept(rule=rule, seat=seat))
    if table.state.unshuffled:
        seat = table.state.unshuffled[0]
        table.emit(PhaseBegan(rule=rule, phase="shuffle", seat=seat))
    else:
        find_underdog(table)


class ChooseZone(Action, frozen=True, tag="zone"):
    """Name a Deployment Zone: the own one, or the next Scoring Zone."""

    says = "{zone}"
    zone: ZoneId

    @classmethod
    def candidates(cls, state: State) -> Iterator[ChooseZone]:
        if state.phase in ("zones", "next-zone"):
            yield from (cls(ZoneId(zone)) for zone in state.box.zones)

    def refusals(self, state: State) -> Iterator[Refusal]:
        """A zone in which teams start, or one that may be the next Scoring Zone."""
        if self.zone not in state.box.zones:
            yield Refusal("ARISTEIA.ASSAULT.ZONE", "there is no such zone")
        elif state.phase == "zones":
            if self.zone not in state.box.board.opposites:
                reason = "no team starts there"
                yield Refusal("ARISTEIA.ASSAULT.DEPLOY", reason)
        elif state.phase == "next-zone":
            yield from zone_refusals(state, self.zone)
        else:
            yield from wrong_time("no zone is chosen now")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """The teams start there, or it becomes the Scoring Zone."""
        if table.state.phase == "zones":
            _choose_homes(table, self.zone)
        else:
            yield from move_zone(table, self.zone)


def choosing_zone(state: State, rule: str, what: str) -> Choose:
    """Ask for one of the zones."""
    zones = [*ChooseZone.candidates(state)]
    return Choose(state.to_act, Options(zones, lambda action: action.refusals(state)), rule, what)


def _choose_homes(table: Table[State], zone: ZoneId) -> None:
    """ARISTEIA.ASSAULT.DEPLOY: the Underdog takes a zone, the opponent the opposite one."""
    rule, state = "ARISTEIA.ASSAULT.DEPLOY", table.state
    across = ZoneId(state.box.board.opposites[zone])
    homes = (zone, across) if state.to_act == GREEN else (across, zone)
    table.emit(HomesChosen(rule=rule, homes=homes))
    table.emit(PhaseBegan(rule=rule, phase="deploy", seat=state.to_act))


class Deploy(Action, frozen=True, tag="deploy"):
    """Deploy a Character on the board before the first Round."""

    says = "{who} to {at}"
    actor = "who"
    who: CharacterId
    at: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Deploy]:
        if state.phase == "deploy":
            cells = state.box.board.hexes.cells
            yield from (
                cls(CharacterId(n), at) for n in range(len(state.characters)) for at in cells
            )

    def refusals(self, state: State) -> Iterator[Refusal]:
        """ARISTEIA.ASSAULT.DEPLOY: on a Free space in the own zone or adjacent to it."""
        rule = "ARISTEIA.ASSAULT.DEPLOY"
        if state.phase != "deploy":
            yield from wrong_time("nobody is deployed now")
            return
        if not 0 <= self.who < len(state.characters):
            yield Refusal(rule, "there is no such Character")
            return
        character = state.characters[self.who]
        if character.seat != state.to_act:
            yield Refusal(rule, f"it is {SIDES[state.to_act]} who deploys")
        if character.at is not None:
            yield Refusal(rule, f"{character.card.name} is on the board already")
        if self.at not in start_spaces(state):
            yield Refusal(rule, "a Free space in the own zone, or adjacent to it")

    def perform(self, table: Table[State]) -> None:
        """ARISTEIA.ASSAULT.DEPLOY: players deploy Characters in turn."""
        table.emit(CharacterDeployed(rule="ARISTEIA.SETUP.DEPLOY", who=self.who, at=self.at))
        state = table.state
        if all(character.at is not None for character in state.characters):
            begin(table)
            return
        rule = "ARISTEIA.ASSAULT.DEPLOY"
        table.emit(PhaseBegan(rule=rule, phase="deploy", seat=other(state.to_act)))


def deploying(state: State) -> Choose:
    """ARISTEIA.ASSAULT.DEPLOY: ask for the next Character."""
    waiting = [w for w in state.team(state.to_act) if state.characters[w].at is None]
    spaces = start_spaces(state)
    places = [Deploy(who, at) for who in waiting for at in spaces]
    what = "deploy a Character"
    return Choose(state.to_act, tuple(places), "ARISTEIA.ASSAULT.DEPLOY", what)


def start_spaces(state: State) -> tuple[Hex, ...]:
    """The spaces where the player whose turn it is may deploy."""
    zone = state.box.zones[state.homes[state.to_act]]
    near = state.box.board.hexes.neighbours
    spaces = dict.fromkeys((*zone, *(h for at in zone for h in near[at])))
    return tuple([at for at in spaces if is_free(state, at)])
