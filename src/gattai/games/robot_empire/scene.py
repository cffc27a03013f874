"""The scene of a table: rows, hands, piles and Moons as zones of cards; options in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from gattai.games.robot_empire.actions import Attack, Discard
from gattai.games.robot_empire.actions.going_on import AskMe, Charge
from gattai.games.robot_empire.battle.outlook import attack_share, foreseen, joined, outlooks
from gattai.games.robot_empire.events.flow import WHEN
from gattai.games.robot_empire.faces import face_of, held_unit, unit_face
from gattai.games.robot_empire.figures import coins
from gattai.games.robot_empire.gestures import gesture
from gattai.games.robot_empire.mattering import matters
from gattai.games.robot_empire.state import FULL_BATTERY, CardId, State, Watch
from gattai.kernel.event import Event
from gattai.kernel.question import Seat
from gattai.scene.actions import ActionMaker
from gattai.scene.maker import Layout
from gattai.scene.parts import Badge, Card, Held, ListedOption, Motion, Phase, Preview, Track, Zone

HOUSE = "Prices and figures of the cards are ours: the document prints hardly any."
PHASES: dict[str, str] = {
    "batteries": "charging the Batteries",
    "moon": "the first Moon",
    "depot": "shuffling",
    "hands": "dealing",
    "first": "who begins",
    "play": "Play Cards",
    "mining": "Moon Mining",
    "long-range": "Combat: long range",
    "attackers": "Combat: attackers",
    "attacked": "Combat: blockers",
    "blockers": "Combat: blockers",
    "battle": "Combat: battle",
    "fought": "Combat: after the battle",
    "discard": "Draw Cards",
    "over": "the game is over",
}
ORDERS: dict[Watch, str] = {"never": "nothing", "attacked": "matters", "always": "always"}
"""The standing orders that the settings of the rules (ROBOT-EMPIRE.AMB.WATCH) stand for."""
TURN: dict[str, tuple[str, ...]] = {
    "Play": ("play",),
    "Moons": ("mining",),
    "Long range": ("long-range",),
    "Attack": ("attackers",),
    "Block": ("attacked", "blockers"),
    "Battle": ("battle", "fought"),
    "Draw": ("discard", "end"),
}
"""The parts of a turn as the strip at the top names them, with the phases of each."""


class RobotEmpireScene(ActionMaker):
    """The scene of a table for one seat. It gets views, in which others' hands are only counts."""

    cards = CardId
    zones = Seat

    def layout(self, view: State, seat: int | None) -> Layout:
        """The table, and the outcome of the current battle."""
        return replace(
            self.glimpse(view),
            notes=(HOUSE,) if any(card.house for card in view.box.cards) else (),
            phases=tuple(_phases(view)),
            links=tuple(joined(view, self)),
            outlooks=tuple(outlooks(view, self, seat)),
        )

    def __init__(self) -> None:
        self._kept: dict[object, _Kept] = {}

    def glimpse(self, view: State) -> Layout:
        """Zones for every player and the middle; Batteries, Vaults and the War Chest as tracks."""
        parts = [self._part(view, "middle", _middle_of(view), _middle(view))]
        for number, player in enumerate(view.players):
            seat = Seat(number)
            rests_on = (view.own(seat), player, view.onsets, view.turn, view.active)
            name = (seat, player.hand.is_open)
            parts.append(self._part(view, name, rests_on, _zones_of(view, seat)))
        cards = {face.id: face for part in parts for face in part.faces}
        return Layout(
            headline=_headline(view),
            turn=view.active if view.turn and view.phase != "over" else None,
            cards=tuple(cards.values()),
            tracks=tuple(_tracks(view)),
            zones=tuple([zone for part in parts for zone in part.zones]),
        )

    def _part(
        self, view: State, name: object, rests_on: object, made: Iterator[tuple[Zone, Faces]]
    ) -> _Kept:
        """Zones from the cache, unless their inputs have changed."""
        kept = self._kept.get(name)
        if kept is None or kept.box is not view.box or kept.rests_on != rests_on:
            pairs = [*made]
            zones = tuple([zone for zone, _ in pairs])
            faces = tuple([face for _, faces in pairs for face in faces])
            kept = self._kept[name] = _Kept(view.box, rests_on, zones, faces)
        return kept

    def basis(self, view: State) -> object:
        """All cards and coins, but not the current question."""
        cards = (view.units, view.moons, view.decks, view.piles, view.onsets)
        shown = [window.announced for window in view.windows]
        progress = (view.turn, view.active, view.phase == "over")
        return cards, shown, view.players, view.chest, progress

    def option(self, view: State, text: str, action: object) -> ListedOption:
        """A discarded card moves to its pile without being played; advanced rules are marked."""
        option = super().option(view, text, action)
        if isinstance(action, AskMe):
            return replace(option, order=ORDERS[action.when])
        if isinstance(action, Charge):
            return replace(option, advanced=action.coins != FULL_BATTERY)
        if isinstance(action, Attack):
            return replace(option, share=attack_share(view, action.unit, action.at))
        if not isinstance(action, Discard):
            return option
        return replace(option, zone=_pile(view, action.card), gives_up=True)

    def preview(self, view: State, text: str, action: object) -> Preview:
        """The targets and the expected result."""
        preview = super().preview(view, text, action)
        return replace(preview, outlook=foreseen(view, self, action))

    def matters(self, view: State, seat: Seat) -> bool:
        """Whether a legal reaction of this player changes the result of what is happening now."""
        return matters(view, seat)

    def piece(self, view: State, unit: CardId) -> str:
        """A unit is named by its first card."""
        return view.name(unit)

    def zone(self, view: State, of: Seat) -> str:
        """A player is shown by the Front Line."""
        return f"front-{view.box.seats[of]}"

    def gesture(self, before: State, event: Event, after: State) -> Motion | None:
        return gesture(before, event, after)

    def called(self, view: State) -> Mapping[str, str]:
        """The names on cards for the words of the rules."""
        pairs = zip(view.box.names, view.box.cards, strict=True)
        return {name: card.name for name, card in pairs}


Faces = list[Card]
"""The faces of the cards in a zone."""


class _Kept(NamedTuple):
    """Some zones with the inputs they were made from; between two events few of them change."""

    box: object
    rests_on: object
    zones: tuple[Zone, ...]
    faces: tuple[Card, ...]


def _headline(view: State) -> str:
    who = view.box.seats[view.active]
    turn = f"turn {view.turn}, {who}: " if view.turn else ""
    return f"{turn}{PHASES.get(view.phase, view.phase)}{_announced(view)}"


def _phases(view: State) -> Iterator[Phase]:
    """The strip of the turn; empty before the first turn and after the last."""
    if view.turn and view.phase != "over":
        for name, phases in TURN.items():
            yield Phase(name, view.phase in phases, PHASES.get(phases[0], name))


def _pile(view: State, card: CardId) -> str:
    """The discard pile to which a card goes."""
    number = view.box.pile_of[card]
    return f"pile{view.box.seats[number] if len(view.decks) > 1 else ''}"


def _announced(view: State) -> str:
    """What is announced while other players are asked whether they answer."""
    shown = view.windows[-1].announced if view.windows else None
    if shown is None:
        return ""
    who = view.box.seats[shown.seat]
    does = "shoots" if shown.kind == "shot" else "shows"
    at = "" if shown.at is None else f" at {view.box.seats[shown.at]}"
    if shown.unit is not None:
        at = f" at {view.called(shown.unit)}"
    with_what = f" with {view.called(shown.card)}" if shown.kind == "shot" else ""
    what = "" if shown.kind == "shot" else f" {view.card(shown.card).name}"
    return f". {who} {does}{what}{at}{with_what}"


def _tracks(view: State) -> Iterator[Track]:
    for number, player in enumerate(view.players):
        yield Track("Battery", player.battery, FULL_BATTERY, number)
        yield Track("Vault", player.vault, 0, number)
    yield Track("War Chest", view.chest, 0)


def _middle_of(view: State) -> object:
    """The inputs of the zones in the middle."""
    shown = [window.announced for window in view.windows]
    landed = [(unit.moon, unit.title, unit.seat) for unit in view.units if unit.moon is not None]
    return view.moons, landed, view.decks, view.piles, shown


def _middle(view: State) -> Iterator[tuple[Zone, Faces]]:
    """Moons, decks, piles, and announced cards."""
    faces: Faces = []
    shown = [w.announced for w in view.windows if w.announced and w.announced.kind != "shot"]
    if shown:
        held = tuple(_held(view, each.card, faces, is_active=True) for each in shown)
        yield Zone("shown", "about to happen", "row", None, held, len(held), "shown to all"), faces
    faces = []
    moons = [_held(view, moon.card, faces, _moon_badges(view, moon.card)) for moon in view.moons]
    yield Zone("moons", "Mining Moons", "row", None, tuple(moons), len(moons)), faces
    for number, deck in enumerate(view.decks):
        own = len(view.decks) > 1
        whose = view.box.seats[number] if own else ""
        owner = number if own else None
        name = "deck" if own else "Depot Deck"
        yield Zone(f"deck{whose}", name, "pile", owner, (), len(deck)), []
        pile, faces = view.piles[number], []
        top = (_held(view, pile[-1], faces),) if pile else ()
        name = "discard pile"
        yield Zone(f"pile{whose}", name, "pile", owner, top, len(pile)), faces


def _moon_badges(view: State, card: CardId) -> tuple[Badge, ...]:
    lying = next(moon.coins for moon in view.moons if moon.card == card)
    badges = [Badge(f"{coins(lying)} on it", "for the Robot that lands here", tone="good")]
    if card in view.landed_on:
        unit = view.by_id[view.landed_on[card]]
        owner = view.box.seats[unit.seat]
        badges.append(Badge(unit.title, f"{owner}'s {unit.title} is on it"))
    return tuple(badges)


def _held(
    view: State,
    card: CardId,
    faces: Faces,
    badges: tuple[Badge, ...] = (),
    *,
    is_active: bool = False,
) -> Held:
    face = face_of(view.card(card), view.box.ports)
    faces.append(face)
    about = f"{face.title}, {face.kind}: {face.text}"
    return Held(view.name(card), face.id, badges, is_active=is_active, about=about)


def _zones_of(view: State, seat: Seat) -> Iterator[tuple[Zone, Faces]]:
    """Front Line, Base and hand of one player."""
    name = view.box.seats[seat]
    for row, words in (("front", "Front Line"), ("base", "Base")):
        own = [u for u in view.own(seat) if (u.row == "base") == (row == "base")]
        faces = [unit_face(view, unit) for unit in own]
        held = tuple([held_unit(view, *each) for each in zip(own, faces, strict=True)])
        about = f"{name}'s {words}"
        yield Zone(f"{row}-{name}", words, "row", seat, held, len(held), about), faces
    hand = view.players[seat].hand
    open_cards = hand.open() if hand.is_open else ()
    faces = []
    held = tuple(_held(view, card, faces) for card in open_cards)
    about = f"{name}'s hand; asked {WHEN['never'] if view.players[seat].rests else WHEN[view.players[seat].watch]}"
    yield Zone(f"hand-{name}", "hand", "hand", seat, held, len(hand), about), faces


MAKER = RobotEmpireScene()
