"""The scene of the HexaDome: board, Characters, hands and plans, dice, tracks, odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

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
from gattai.games.aristeia.phases.objectives import in_zone
from gattai.games.aristeia.state import SEATS, SIDES, CharacterId, State, ZoneId
from gattai.games.aristeia.tray import faces_in_words, symbols_of, tray_of
from gattai.games.aristeia.victory import ENOUGH, ROUNDS
from gattai.games.hex_board import hex_board
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.scene.actions import ActionMaker, first_field
from gattai.scene.maker import Layout, Tray
from gattai.scene.parts import Board, Card, ListedOption, Motion, Overlay, Piece, Track
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


class AristeiaScene(ActionMaker):
    """The scene of a game for one seat. It gets views, in which others' hands and plans are counts."""

    places = Hex
    zones = ZoneId

    def layout(self, view: State, seat: int | None) -> Layout:
        teams = [each.card for each in view.characters]
        known = teams or view.box.characters  # while teams are built, all Characters
        cards: dict[str, Card] = {c.id: character_card(c, view.box) for c in known}
        for s in SEATS:
            for tactic in tactics_shown(view, s):
                cards[tactic.id] = tactic_card(tactic)
        return replace(
            self.glimpse(view),
            board=_board(view.box),
            cards=tuple(cards.values()),
            notes=tuple(_notes(view)),
            overlays=tuple(_overlays(view, seat)),
        )

    def glimpse(self, view: State) -> Layout:
        return Layout(
            headline=headline(view),
            turn=view.to_act if view.phase in ("activation", "first", "return") else None,
            pieces=tuple(_pieces(view)),
            tracks=tuple(_tracks(view)),
            zones=tuple(zone for s in SEATS for zone in zones_of(view, s)),
        )

    def basis(self, view: State) -> object:
        """Characters, cards and points, without the dice of a roll, which are in the tray."""
        before = (view.picks, view.lists, view.phase, view.to_act)
        cards = (view.hands, view.decks, view.discards, view.playing, view.orders)
        counts = (view.ap, view.mp, view.points, view.frags, view.round)
        progress = (view.revealed, view.waiting, view.active)
        return view.characters, cards, progress, counts, before

    def piece(self, view: State, unit: CharacterId) -> str:
        """Return the word of a Character."""
        return view.characters[unit].name

    def place(self, view: State, at: Hex) -> str:
        return to_text(at)

    def option(self, view: State, text: str, action: object) -> ListedOption:
        """A zone is shown by its middle, a Tactic in its hand, a plan by its cards."""
        kind: type = type(action)
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

    def gesture(self, before: State, event: Event, after: State) -> Motion | None:
        return gesture(before, event, after)

    def called(self, view: State) -> Mapping[str, str]:
        return names_of([(c.name, c.card.name, SIDES[c.seat]) for c in view.characters])

    def tray(self, view: State, events: Sequence[Event], answers: Sequence[object]) -> Tray | None:
        """The dice of the last roll of this action, with what was cancelled and spent."""
        return tray_of(view, events, answers)

    def counted(
        self, view: State, answers: Sequence[object], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        return faces_in_words(faces)

    def symbols(self, face: Face) -> tuple[str, ...]:
        """The symbols of a face in words."""
        return symbols_of(face)

    def thrower(self, view: State, roll: Roll) -> int | None:
        return roll.by


def headline(view: State) -> str:
    """The state of the game in a line, without points and dice, which are shown elsewhere."""
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
    """Tracks have the same names as prices, so that the scene can show what an option costs."""
    if view.active is not None:
        seat = view.characters[view.active].seat
        yield Track("AP", view.ap, max(view.ap, 5), seat)
        yield Track("MP", view.mp, 0, seat)
    for seat in SEATS:
        yield Track("Victory Points", view.points[seat], ENOUGH, seat)
        yield Track("Frags", view.frags[seat], 0, seat)


def _overlays(view: State, seat: int | None) -> Iterator[Overlay]:
    """ARISTEIA.ASSAULT.ZONE: the Scoring Zone with its present state, and the other zones."""
    for zone, spaces in view.box.zones.items():
        cells = tuple(map(to_text, spaces))
        number = zone.removeprefix("zone")[:1].upper()
        if zone == view.zone:
            many = [in_zone(view, each) for each in SEATS]
            holder = None if many[0] == many[1] else SEATS[many[0] < many[1]]
            yield Overlay("zone", _scores_now(view, seat), cells, holder, text=number)
        else:
            yield Overlay("mark", zone_name(zone), cells, text=number)


def _scores_now(view: State, seat: int | None) -> str:
    """Who has how many Characters in the Scoring Zone, for the label on it."""
    there = [(-in_zone(view, each), each != seat, each) for each in SEATS]
    if not any(count for count, _, _ in there):
        return f"{zone_name(view.zone)} scores now: nobody is in it"
    whose = [
        f"{'you' if each == seat else SIDES[each]} {-count}" for count, _, each in sorted(there)
    ]
    words = ", ".join(whose)
    return f"{zone_name(view.zone)} scores now: {words[0].upper()}{words[1:]}"


MAKER = AristeiaScene()
