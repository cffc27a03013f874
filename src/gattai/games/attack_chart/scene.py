"""A firefight as a scene: the field, units as pieces with their cards, and options in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from gattai.games.attack_chart.actions import Activate, Attack, ChooseMethod, Deploy, Finish, Move
from gattai.games.attack_chart.attack import aim, targets
from gattai.games.attack_chart.cards import FieldCard, UnitCard, WeaponCard
from gattai.games.attack_chart.events import SIDES
from gattai.games.attack_chart.melee import engaged, modifier
from gattai.games.attack_chart.state import BLUE, RED, State, UnitId, other
from gattai.games.attack_chart.victory import points
from gattai.games.hex_board import hex_board
from gattai.kernel.dice import Face
from gattai.kernel.question import Roll
from gattai.kernel.tally import Term
from gattai.scene.maker import Forecast, Setting
from gattai.scene.parts import Badge, Bar, Board, Card, Line, Option, Piece, Preview, Track
from gattai.scene.story import by_worth, names_of
from gattai.tabletop.hexes import to_text
from gattai.tabletop.movement import path

HOUSE = "Units, field and the firefight round the sheet are ours."


class AttackChartScene:
    """The part of a scene that knows units of models."""

    def setting(self, view: State, seat: int | None) -> Setting:
        """What lies on the table."""
        headline = f"round {view.round} of {view.rounds}"
        if view.phase in ("method", "roll-off", "deploying"):
            headline = "before the first round"
        if view.method:
            headline += f", numbers from the {view.method.capitalize()}"
        cards = {unit.card.id: unit.card for unit in view.units}
        goal = sum(unit.card.points for unit in view.units) // 2
        return Setting(
            headline=headline,
            turn=view.turn if view.phase in ("deploying", "fighting") else None,
            board=_board(view.field),
            pieces=tuple(_piece(view, UnitId(n)) for n in range(len(view.units))),
            cards=tuple(_card(card) for card in cards.values()),
            tracks=tuple(Track("points", points(view, s), goal, s) for s in (BLUE, RED)),
            notes=(HOUSE,),
        )

    def option(self, view: State, text: str, action: Any) -> Option:
        """One option in words."""
        acting = None if view.acting is None else view.units[view.acting].name
        match action:
            case ChooseMethod(method=method):
                return Option(text, f"the {method.capitalize()}", "method")
            case Deploy(unit=unit, at=at):
                there = to_text(at)
                name = view.units[unit].name
                return Option(text, f"deploy on {there}", "deploy", name, there)
            case Activate(unit=unit):
                label = f"activate {view.units[unit].card.name}"
                return Option(text, label, "activate", target=view.units[unit].name)
            case Move(to=to):
                return Option(text, f"move to {to_text(to)}", "move", acting, to_text(to))
            case Attack(weapon=weapon, aims=aims):
                found = _weapon(view, weapon)
                named = found.name if found else weapon
                whom = " and ".join(
                    view.units[a.target].card.name + (f" ({a.models})" if len(aims) > 1 else "")
                    for a in aims
                )
                only = view.units[aims[0].target].name if len(aims) == 1 else None
                return Option(
                    text, f"{named} on {whom}", named, acting, target=only, has_odds=len(aims) == 1
                )
            case Finish():
                return Option(text, "nothing more", "finish", acting)
            case _:
                return Option(text, text, text.partition(" ")[0])

    def preview(self, view: State, text: str, action: Any) -> Preview:
        """The way of a move, the line of an attack."""
        if view.acting is None:
            return Preview(text)
        unit = view.units[view.acting]
        if unit.at is None:
            return Preview(text)
        match action:
            case Move(to=to):
                taken = [at for _, _, at in view.on_field if at != unit.at]
                found = path(view.field.hexes, unit.at, to, blocked=taken)
                return Preview(text, way=tuple(map(to_text, found.hexes)) if found else ())
            case Attack(aims=aims):
                there = view.units[aims[0].target].at
                line = () if there is None else (to_text(unit.at), to_text(there))
                names = tuple(view.units[a.target].name for a in aims)
                return Preview(text, line=line, reached=names)
            case _:
                return Preview(text)

    def forecast(self, view: State, action: Any) -> Forecast | None:
        """HP lost by the one target."""
        if not isinstance(action, Attack) or len(action.aims) != 1 or view.acting is None:
            return None
        weapon = _weapon(view, action.weapon)
        target_id = action.aims[0].target
        if weapon is None or target_id not in targets(view, view.acting, weapon):
            return None
        target = view.units[target_id]
        shot = aim(view, view.acting, weapon, target_id, action.aims[0].models)
        number = Term(
            shot.needed.number,
            f"needs {shot.needed.code}: Power {weapon.power} against Defence {target.card.defence}",
            shot.needed.rule,
        )
        return Forecast(
            what=f"HP lost by {target.card.name}",
            enough=target.hp,
            enough_words="destroys",
            reasons=(number, *modifier(view, view.acting, weapon, target_id).terms),
        )

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

    def count(self, view: State, action: Any, after: State) -> int:
        """HP lost."""
        if not isinstance(action, Attack):
            return 0
        target = action.aims[0].target
        return view.units[target].hp - after.units[target].hp


def _weapon(view: State, weapon: str) -> WeaponCard | None:
    return None if view.acting is None else view.units[view.acting].card.find_weapon(weapon)


@cache
def _board(field: FieldCard) -> Board:
    return hex_board(
        field.title,
        field.hexes.cells,
        terrain="thicket",
        covered=field.thicket_hexes,
        zones=field.zones,
    )


def _piece(view: State, unit_id: UnitId) -> Piece:
    unit = view.units[unit_id]
    most = unit.card.hp * unit.card.models
    badges = (
        [Badge(f"x{unit.models}", f"{unit.models} models left")] if unit.card.models > 1 else []
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
        Line("figures", f"{card.models} models of {card.hp} HP, Move {card.move} inches"),
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
    return Card(card.id, card.name, f"{card.points} points", tuple(lines), house=card.house)


MAKER = AttackChartScene()
