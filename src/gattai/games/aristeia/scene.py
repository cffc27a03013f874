"""The HexaDome as a scene: board, Characters, hands and plans, dice, tracks, odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import TacticCard
from gattai.games.aristeia.effects.wording import zone_name
from gattai.games.aristeia.faces import (
    character_card,
    held_id,
    initiative_id,
    piece_of,
    tactic_card,
    tactics_shown,
    zones_of,
)
from gattai.games.aristeia.gestures import gesture
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, State, ZoneId
from gattai.games.aristeia.tray import faces_in_words, symbols_of, tray_of
from gattai.games.aristeia.victory import ENOUGH, ROUNDS
from gattai.games.hex_board import hex_board
from gattai.kernel.deed import Said
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.scene.deeds import DeedMaker, first_field
from gattai.scene.maker import Setting, Tray
from gattai.scene.parts import Beat, Board, Card, Option, Overlay, Piece, Track
from gattai.scene.story import names_of
from gattai.tabletop.hexes import Hex, to_text

HOUSE = "Tactics, States and parts of some cards are ours: the booklet's drawings are lost."
BEFORE: dict[str, str] = {
    "teams": "choosing teams",
    "first-pick": "who picks first",
    "draft": "drafting teams",
    "decks": "building decks",
    "shuffle": "shuffling",
    "redraw": "starting hands",
    "underdog": "who is the Underdog",
    "zones": "choosing zones",
    "deploy": "deployment",
}


class AristeiaScene(DeedMaker):
    """What a seat sees of a game. It is given views: others' hands and plans are counts."""

    places = Hex
    zones = ZoneId

    def setting(self, view: State, seat: int | None) -> Setting:
        """Board, Characters, cards, points."""
        teams = [each.card for each in view.characters]
        known = teams or view.box.characters  # while teams are built, all there are
        cards: dict[str, Card] = {c.id: character_card(c, view.box) for c in known}
        for s in SEATS:
            for tactic in tactics_shown(view, s):
                cards[tactic.id] = tactic_card(tactic)
        return replace(
            self.glimpse(view),
            board=_board(view.box),
            cards=tuple(cards.values()),
            notes=tuple(_notes(view)),
            overlays=tuple(_overlays(view)),
        )

    def glimpse(self, view: State) -> Setting:
        """Characters, hands and plans, points."""
        return Setting(
            headline=headline(view),
            turn=view.to_act if view.phase in ("activation", "first", "return") else None,
            pieces=tuple(_pieces(view)),
            tracks=tuple(_tracks(view)),
            zones=tuple(zone for s in SEATS for zone in zones_of(view, s)),
        )

    def basis(self, view: State) -> Any:
        """Characters, cards and points; not the dice of a roll, which lie in the tray."""
        before = (view.picks, view.lists, view.phase, view.to_act)
        cards = (view.hands, view.decks, view.discards, view.playing, view.orders)
        counts = (view.ap, view.mp, view.points, view.frags, view.round)
        course = (view.revealed, view.waiting, view.active)
        return view.characters, cards, course, counts, before

    def piece(self, view: State, unit: CharacterId) -> str:
        """A Character by its word."""
        return view.characters[unit].name

    def place(self, view: State, at: Hex) -> str:
        """A space by its coordinates."""
        return to_text(at)

    def option(self, view: State, text: str, action: Any) -> Option:
        """A zone is pointed at by its middle, a Tactic lies in a hand, a plan is made of cards."""
        kind: type[Said] = type(action)
        option = super().option(view, text, action)
        if option.kind == "pass" and view.rolling is not None:
            return replace(option, label="do nothing more")
        if option.zone in view.box.zones:
            return replace(option, cell=to_text(view.box.zones[option.zone][0]))
        if tactic := first_field(kind, TacticCard):
            return replace(option, card=held_id(view, getattr(action, tactic)))
        if order := first_field(kind, CharacterId, several=True):
            picks = tuple(initiative_id(view, who) for who in getattr(action, order))
            return replace(option, picks=picks)
        return option

    def gesture(self, before: State, event: Event, after: State) -> Beat | None:
        """Who does it, to whom, with what."""
        return gesture(before, event, after)

    def called(self, view: State) -> Mapping[str, str]:
        """The names on the cards."""
        return names_of([(c.name, c.card.name, SIDES[c.seat]) for c in view.characters])

    def tray(self, view: State, events: Sequence[Event], answers: Sequence[Any]) -> Tray | None:
        """The dice of the last roll of this action: what cancelled what, what was spent."""
        return tray_of(view, events, answers)

    def counted(
        self, view: State, answers: Sequence[Any], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """The symbols of each die."""
        return faces_in_words(faces)

    def symbols(self, face: Face) -> tuple[str, ...]:
        """The symbols on a face, each in words."""
        return symbols_of(face)

    def thrower(self, view: State, roll: Roll) -> int | None:
        """Rolls say whose they are."""
        return roll.by


def headline(view: State) -> str:
    """Where the game stands; points have tracks, and dice lie where they are asked about."""
    if view.phase in BEFORE:
        return BEFORE[view.phase]
    if view.phase == "over":
        return "the game is over"
    a_round = f"Round {view.round} of {ROUNDS}"
    if view.phase == "next-zone":
        return f"{a_round}, Objectives"
    if not view.turn:
        return f"{a_round}, Planning"
    turn = f"{a_round}, Turn {view.turn}"
    return turn if view.active is None else f"{turn}: {view.characters[view.active].card.name}"


def _notes(view: State) -> Iterator[str]:
    if view.phase not in ("teams", "first-pick", "draft", "decks", "shuffle", "redraw"):
        side = SIDES[view.underdog].capitalize()
        yield f"{side} is the Underdog: decides ties, and where the Scoring Zone goes next."
    if view.zone:
        yield f"Scoring Zone: {zone_name(view.zone)}. Whoever has more Characters in it scores."
    yield HOUSE


@cache
def _board(box: Box) -> Board:
    title = f"{box.board.title}, {box.scenario.title}"
    walls = box.board.walls
    board = hex_board(
        title, box.board.hexes.cells, terrain="blocked", covered=walls, flat=True, ground="court"
    )
    obstacles = {to_text(at) for at in box.scenario.obstacles}
    cells = tuple(
        type(cell)(cell.id, cell.x, cell.y, "obstacle") if cell.id in obstacles else cell
        for cell in board.cells
    )
    return replace(board, cells=cells)


def _pieces(view: State) -> Iterator[Piece]:
    return (piece_of(view, CharacterId(n)) for n in range(len(view.characters)))


def _tracks(view: State) -> Iterator[Track]:
    """Prices are named as the tracks are, so that what an option takes can be seen in them."""
    if view.active is not None:
        seat = view.characters[view.active].seat
        yield Track("AP", view.ap, max(view.ap, 5), seat)
        yield Track("MP", view.mp, 0, seat)
    for seat in SEATS:
        yield Track("Victory Points", view.points[seat], ENOUGH, seat)
        yield Track("Frags", view.frags[seat], 0, seat)


def _overlays(view: State) -> Iterator[Overlay]:
    """ARISTEIA.ASSAULT.ZONE: the Scoring Zone with who has more in it, and the zones it could go to."""
    standing = [at for _, _, at in view.on_board]
    for zone, spaces in view.box.zones.items():
        cells, name = tuple(map(to_text, spaces)), zone_name(zone)
        if zone != view.zone:
            # Its letter stands in the middle, unless somebody stands there.
            free = spaces[0] not in standing
            letter = zone.removeprefix("zone")[:1].upper() if free else ""
            yield Overlay("mark", name, cells, text=letter)
            continue
        there = [character.seat for _, character, at in view.on_board if at in spaces]
        many = [there.count(seat) for seat in SEATS]
        holder = None if many[0] == many[1] else SEATS[many[0] < many[1]]
        told = ", ".join(f"{SIDES[seat]} {many[seat]}" for seat in SEATS)
        yield Overlay("control", f"the Scoring Zone ({name}): {told}", cells, holder)


MAKER = AristeiaScene()
