"""A firefight as a scene: the field, units as pieces with their cards, and options in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from gattai.games.attack_chart.cards import FieldCard, UnitCard
from gattai.games.attack_chart.gestures import gesture
from gattai.games.attack_chart.state import BLUE, RED, SIDES, State, UnitId, other
from gattai.games.attack_chart.strike.melee import engaged
from gattai.games.attack_chart.victory import points
from gattai.games.hex_board import hex_board
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.kernel.text.template import counted
from gattai.scene.deeds import DeedMaker
from gattai.scene.maker import Setting
from gattai.scene.parts import Badge, Bar, Beat, Board, Card, Line, Look, Piece, Track
from gattai.scene.story import by_worth, names_of
from gattai.tabletop.hexes import Hex, to_text

HOUSE = "Units, field and the firefight round the sheet are ours."


class AttackChartScene(DeedMaker):
    """The part of a scene that knows units of models."""

    places = Hex

    def setting(self, view: State, seat: int | None) -> Setting:
        """What lies on the table."""
        cards = {unit.card.id: unit.card for unit in view.units}
        return replace(
            self.glimpse(view),
            board=_board(view.field),
            cards=tuple(_card(card) for card in cards.values()),
            notes=(HOUSE,),
        )

    def glimpse(self, view: State) -> Setting:
        """Units and points."""
        headline = f"round {view.round} of {view.rounds}"
        if view.phase in ("method", "roll-off", "deploying"):
            headline = "before the first round"
        if view.method:
            headline += f", numbers from the {view.method.capitalize()}"
        goal = sum(unit.card.points for unit in view.units) // 2
        return Setting(
            headline=headline,
            turn=view.turn if view.phase in ("deploying", "fighting") else None,
            pieces=tuple(_piece(view, UnitId(n)) for n in range(len(view.units))),
            tracks=tuple(Track("points", points(view, s), goal, s) for s in (BLUE, RED)),
        )

    def place(self, view: State, at: Hex) -> str:
        """A hex by its coordinates."""
        return to_text(at)

    def gesture(self, before: State, event: Event, after: State) -> Beat | None:
        """Who does it, to whom, with what."""
        return gesture(before, event, after)

    def called(self, view: State) -> dict[str, str]:
        """Units by the name on their card; with their side where two have the same."""
        return names_of([(unit.name, unit.card.name, SIDES[unit.seat]) for unit in view.units])

    def thrower(self, view: State, roll: Roll) -> int | None:
        """Attack dice are the acting side's, saves the other's."""
        if roll.by is not None or view.acting is None:
            return roll.by
        seat = view.units[view.acting].seat
        return other(seat) if roll.rule == "ATTACK-CHART.SEQ.4-TOGETHER" else seat

    def counted(
        self, view: State, answers: Sequence[Any], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """Each die succeeds or not: a success, or a save that stops one."""
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
    said = f"{SIDES[unit.seat]}'s {unit.card.name}, {where}, {unit.hp} of {most} HP"
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
        about=", ".join([said, *(badge.about for badge in badges)]),
        fate="destroyed" if unit.hp == 0 else "to be deployed" if unit.at is None else "",
    )


@cache
def _card(card: UnitCard) -> Card:
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
"""By what a unit is told to be an animal: its name, or what it fights with."""
HARD = 6
"""From this Defence on a single model is a machine and no person."""


def _look(card: UnitCard) -> Look:
    """Profiles print no kind: it is told from models, Defence and weapons."""
    weapons = tuple(weapon.name for weapon in card.weapon)
    if card.models > 1:
        kind = "squad"
    elif any(BEAST.search(name) for name in (card.name, *weapons)):
        kind = "kaiju"
    elif card.defence < HARD:
        kind = "agent"
    else:  # what strikes has limbs
        kind = "robot" if any(w.weapon_class == "melee" for w in card.weapon) else "tank"
    return Look(kind, classes=("G",) if kind == "robot" else (), weapons=weapons)


MAKER = AttackChartScene()
