"""The scene of a battle: the field, robots as pieces with their cards, energy, and options in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from gattai.games.aegis.actions.moving import may_move_again
from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.figures import (
    affordable_steps,
    integrity,
    max_integrity,
    movement,
    output,
    production,
)
from gattai.games.aegis.gestures import gesture
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.keywords.registry import CONDITIONS, flies
from gattai.games.aegis.state import SEATS, SIDES, Effect, State, Unit, UnitId
from gattai.games.aegis.tray import counted, in_context
from gattai.games.hex_board import hex_board
from gattai.games.open_board import open_board
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.scene.actions import ActionMaker
from gattai.scene.maker import Layout
from gattai.scene.parts import (
    Badge,
    Bar,
    Board,
    Card,
    Held,
    Line,
    ListedOption,
    Look,
    Motion,
    Overlay,
    Piece,
    Track,
    Zone,
)
from gattai.scene.story import names_of

HOUSE = "Figures marked as ours are not in the document, which prints no complete card."


class AegisScene(ActionMaker):
    """The scene of a battle."""

    places = Spot

    def layout(self, view: State, seat: int | None) -> Layout:
        cards = {unit.card.id: unit.card for unit in view.units}
        cards |= {card.id: card for pool in view.pools for card in pool}
        return replace(
            self.glimpse(view),
            board=_board(view.field),
            overlays=tuple(_reaches(view)),
            cards=tuple(card_of(card) for card in cards.values()),
            notes=(HOUSE,) if any(unit.card.house for unit in view.units) else (),
        )

    def glimpse(self, view: State) -> Layout:
        before = view.phase in ("roll", "placing", "marking")
        headline = "before the first turn" if before else f"turn {view.turn_count}"
        tracks = [
            Track("energy", view.energy[s], max(view.energy[s], production(view, s)), s)
            for s in SEATS
        ]
        return Layout(
            headline=headline,
            turn=None if view.phase in ("roll", "over") else view.turn,
            pieces=tuple(_piece(view, UnitId(n)) for n in range(len(view.units))),
            tracks=tuple(tracks),
            zones=tuple(_pool(view, seat) for seat in SEATS if view.pools[seat]),
        )

    def place(self, view: State, at: Spot) -> str:
        return view.field.ground.text(at)

    def in_context(
        self,
        view: State,
        events: Sequence[Event],
        answers: Sequence[object],
        options: Sequence[ListedOption],
        actions: Sequence[object],
    ) -> tuple[ListedOption, ...]:
        """Options in the middle of an Action."""
        return in_context(view, events, answers, options, actions)

    def gesture(self, before: State, event: Event, after: State) -> Motion | None:
        return gesture(before, event, after)

    def called(self, view: State) -> dict[str, str]:
        """The name on the unit's card, with its side if both sides have such a unit."""
        return names_of([(unit.name, unit.card.name, SIDES[unit.seat]) for unit in view.units])

    def thrower(self, view: State, roll: Roll) -> int | None:
        return roll.by

    def counted(
        self, view: State, answers: Sequence[object], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        return counted(view, answers, faces)


@cache
def _board(field: FieldCard) -> Board:
    if field.size:
        zones = field.table.opposite_corners()
        return open_board(field.title, field.table, terrain="terrain", zones=zones, ground="plate")
    return hex_board(
        field.title,
        field.hexes.cells,
        terrain="terrain",
        covered=field.walls,
        zones=field.zones,
        ground="plate",
    )


def _reaches(view: State) -> Iterator[Overlay]:
    """On an open table: how far each robot that may still move can move."""
    ground = view.field.ground
    if ground.is_countable or view.phase != "acting":
        return
    for unit_id, unit, at in view.on_field:
        act = view.act_of(unit_id)
        steps = affordable_steps(view, unit)
        if unit.seat == view.turn and steps > 0 and may_move_again(unit, act):
            if not unit.acted or (view.act is not None and view.act.unit == unit_id):
                edge = ground.outline(view, at, steps, over=flies(unit))
                about = f"where {unit.card.name} can move"
                places = tuple(map(ground.text, edge))
                yield Overlay("reach", about, places, unit.seat, unit.name)


def _pool(view: State, seat: int) -> Zone:
    """AEGIS.SQUAD.POOL: the combined units that a side may still bring into play."""
    held = tuple(Held(f"{SIDES[seat]} {card.id}", card.id) for card in view.pools[seat])
    return Zone(f"{SIDES[seat]} pool", "Combine Pool", "row", seat, held, len(held))


def _piece(view: State, unit_id: UnitId) -> Piece:
    unit = view.units[unit_id]
    now, most = integrity(view, unit), max_integrity(view, unit)
    gone = unit.fate in ("destroyed", "consumed")
    acting = view.act is not None and view.act.unit == unit_id
    badges = tuple(_badge(effect) for effect in unit.effects)
    at = None if unit.at is None else view.field.ground.text(unit.at)
    where = "off the field" if at is None else f"on {at}"
    about = f"{SIDES[unit.seat]}'s {unit.card.name}, {where}, Integrity {now} of {most}"
    return Piece(
        id=unit.name,
        name=unit.card.name,
        owner=unit.seat,
        glyph="".join(unit.classes),
        at=at,
        bar=Bar("Integrity", 0 if gone else now, most),
        figures=(("output", str(output(view, unit))), ("Move", str(movement(view, unit)))),
        badges=badges,
        is_done=unit.acted and not acting and unit.seat == view.turn,
        is_active=acting,
        is_gone=gone,
        house=unit.card.house,
        card=unit.card.id,
        about=", ".join([about, *(badge.about for badge in badges)]),
        fate="" if unit.at is not None else _FATES[unit.fate],
        look=_look_now(unit),
    )


_FATES = {
    "": "to be placed",
    "waiting": "held back",
    "destroyed": "destroyed",
    "consumed": "used up by combining",
}


def _look_now(unit: Unit) -> Look | None:
    """The current look of a combined unit: its parts or Actions may differ from its card."""
    card = unit.card
    if unit.actions == card.action and unit.classes == tuple(sorted(card.classes)):
        return None
    return replace(_look(card), classes=unit.classes, weapons=_weapons(unit.actions))


def _weapons(actions: Sequence[ActionCard]) -> tuple[str, ...]:
    return tuple([action.name for action in actions])


@cache
def _look(card: UnitCard) -> Look:
    return Look(
        kind="robot",
        classes=card.classes,
        level=card.level,
        weapons=_weapons(card.action),
        traits=(*card.passives, *card.combine_abilities),
        family=card.make,
    )


def _badge(effect: Effect) -> Badge:
    kind = CONDITIONS[effect.kind]
    amount = f" {effect.amount:+d}" if effect.amount else ""
    until = f"until {SIDES[effect.until]}'s next turn"
    return Badge(f"{effect.kind}{amount}", f"{kind.word}{amount} {until}")


@cache
def card_of(card: UnitCard) -> Card:
    """A robot as a card."""
    abilities = (*card.passives, *card.combine_abilities)
    lines = [
        Line("figures", f"Move {card.move}, output {card.ep}, Integrity {card.integrity}"),
        *([Line("abilities", ", ".join(abilities), abilities)] if abilities else []),
        *([Line("Commander", card.commander_ability)] if card.commander_ability else []),
        *(Line(action.name, action_words(action), action.attributes) for action in card.action),
    ]
    return Card(
        id=card.id,
        title=card.name,
        subtitle=f"Level {card.level}, class {''.join(card.classes)}, {card.faction}",
        lines=tuple(lines),
        house=card.house,
        look=_look(card),
    )


def action_words(action: ActionCard) -> str:
    """The text of an Action as on a card."""
    reach = [
        *([f"Distance {action.distance}"] if action.distance else []),
        *([f"Radius {action.radius}"] if action.radius else []),
        *action.attributes,
        *(["INHERIT"] if action.inherit else []),
    ]
    mode = "each die" if action.mode == "each" else "all dice"
    power = f"{action.type} {action.power}"
    return f"{action.dice} dice, {action.accuracy}+ {mode}, {power}; {', '.join(reach)}"


MAKER = AegisScene()
