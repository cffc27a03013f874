"""The scene of a firefight: the field, units as pieces with their cards, and options in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from gattai.games.attack_chart.attack.melee import engaged
from gattai.games.attack_chart.cards import FieldCard, UnitCard
from gattai.games.attack_chart.gestures import gesture
from gattai.games.attack_chart.keywords import class_of
from gattai.games.attack_chart.state import BLUE, RED, SIDES, State, UnitId, other
from gattai.games.attack_chart.victory import points
from gattai.games.hex_board import hex_board
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.kernel.text.template import counted
from gattai.scene.actions import ActionMaker
from gattai.scene.maker import Layout
from gattai.scene.parts import Badge, Bar, Board, Card, Line, Look, Motion, Piece, Track
from gattai.scene.story import by_worth, names_of
from gattai.tabletop.hexes import Hex, to_text

HOUSE = "Units, field and the firefight round the sheet are ours."


class AttackChartScene(ActionMaker):
    """The scene of a firefight."""

    places = Hex

    def layout(self, view: State, seat: int | None) -> Layout:
        cards = {unit.card.id: unit.card for unit in view.units}
        return replace(
            self.glimpse(view),
            board=_board(view.field),
            cards=tuple(card_of(card) for card in cards.values()),
            notes=(HOUSE,),
        )

    def glimpse(self, view: State) -> Layout:
        headline = f"round {view.round} of {view.rounds}"
        if view.phase in ("method", "roll-off", "deploying"):
            headline = "before the first round"
        if view.method:
            headline += f", numbers from the {view.method.capitalize()}"
        goal = sum(unit.card.points for unit in view.units) // 2
        return Layout(
            headline=headline,
            turn=view.turn if view.phase in ("deploying", "fighting") else None,
            pieces=tuple(_piece(view, UnitId(n)) for n in range(len(view.units))),
            tracks=tuple(Track("points", points(view, s), goal, s) for s in (BLUE, RED)),
        )

    def place(self, view: State, at: Hex) -> str:
        return to_text(at)

    def gesture(self, before: State, event: Event, after: State) -> Motion | None:
        return gesture(before, event, after)

    def called(self, view: State) -> dict[str, str]:
        """The name on the unit's card, with its side if both sides have such a unit."""
        return names_of([(unit.name, unit.card.name, SIDES[unit.seat]) for unit in view.units])

    def thrower(self, view: State, roll: Roll) -> int | None:
        """The seat that throws: the acting side for attack dice, the other side for saves."""
        if roll.by is not None or view.acting is None:
            return roll.by
        seat = view.units[view.acting].seat
        return other(seat) if roll.rule == "ATTACK-CHART.SEQ.4-TOGETHER" else seat

    def counted(
        self, view: State, answers: Sequence[object], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """Whether each die succeeds: as a hit, or as a save that stops one."""
        word = "saved" if roll.rule == "ATTACK-CHART.SEQ.4-TOGETHER" else "success"
        return tuple(word if worth == "1" else worth for worth in by_worth(roll, faces))


@cache
def _board(field: FieldCard) -> Board:
    return hex_board(
        field.title,
        field.hexes.cells,
        terrain="thicket",
        covered=field.thicket_hexes,
        zones=field.zones,
        ground="plate",
    )


def _piece(view: State, unit_id: UnitId) -> Piece:
    unit = view.units[unit_id]
    most = unit.card.hp * unit.card.models
    badges = (
        [Badge(f"x{unit.models}", f"{counted(unit.models, 'model')} left")]
        if unit.card.models > 1
        else []
    )
    if engaged(view, unit_id):
        badges.append(Badge("M", "engaged in a melee"))
    where = "off the field" if unit.at is None else f"on {to_text(unit.at)}"
    about = f"{SIDES[unit.seat]}'s {unit.card.name}, {where}, {unit.hp} of {most} HP"
    return Piece(
        id=unit.name,
        name=unit.card.name,
        owner=unit.seat,
        glyph="".join(word[0] for word in unit.card.name.split())[:2],
        at=None if unit.at is None else to_text(unit.at),
        bar=Bar("HP", unit.hp, most),
        figures=(("Move", f"{unit.card.move} in"), ("Defence", str(unit.card.defence))),
        badges=tuple(badges),
        is_done=unit.activated,
        is_active=view.acting == unit_id,
        is_gone=unit.hp == 0,
        house=unit.card.house,
        card=unit.card.id,
        about=", ".join([about, *(badge.about for badge in badges)]),
        fate="destroyed" if unit.hp == 0 else "to be deployed" if unit.at is None else "",
    )


@cache
def card_of(card: UnitCard) -> Card:
    """A unit's profile as a card."""
    saves = [
        *([f"Armour {card.armour}+"] if card.armour else []),
        *([f"AEGIS {card.aegis}+"] if card.aegis else []),
    ]
    lines = [
        Line(
            "figures", f"{counted(card.models, 'model')} of {card.hp} HP, Move {card.move} inches"
        ),
        Line("protection", ", ".join([f"Defence {card.defence}", *saves])),
        *(
            Line(
                weapon.name,
                f"{weapon.weapon_class}, Range {weapon.range}, Attacks {weapon.attacks}, Power "
                f"{weapon.power}" + (f", AP {weapon.ap}+" if weapon.ap else ""),
            )
            for weapon in card.weapon
        ),
    ]
    return Card(
        card.id,
        card.name,
        f"{card.points} points",
        tuple(lines),
        house=card.house,
        look=_look(card),
    )


BEAST = re.compile(r"beast|horn|claw|fang|tusk|tail|sting|bite|spit|maw", re.IGNORECASE)
"""Words in the name of a unit or weapon that mark a unit as an animal."""
HARD = 6
"""A single model with this Defence or more is drawn as a machine, not as a person."""


def _look(card: UnitCard) -> Look:
    """The unit's look. Profiles print no kind, so models, Defence and weapons decide."""
    weapons = tuple(weapon.name for weapon in card.weapon)
    if card.models > 1:
        kind = "squad"
    elif any(BEAST.search(name) for name in (card.name, *weapons)):
        kind = "kaiju"
    elif card.defence < HARD:
        kind = "agent"
    else:  # a unit with a melee weapon is drawn with limbs
        kind = "robot" if any(class_of(w).only_in_a_melee for w in card.weapon) else "tank"
    return Look(kind, classes=("G",) if kind == "robot" else (), weapons=weapons)


MAKER = AttackChartScene()
