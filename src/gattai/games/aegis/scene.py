"""A battle as a scene: the field, robots as pieces with their cards, energy, and options in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from gattai.games.aegis.acting import SIDES
from gattai.games.aegis.actions import EndTurn, Hold, Place
from gattai.games.aegis.aiming import area, use_refusals
from gattai.games.aegis.attack import Keep, RollAgain, Toll, Use, face_kinds, judge, needed
from gattai.games.aegis.candidates import Move
from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.combining import Combine, Done, Inherit, Trigger, price
from gattai.games.aegis.dividing import Divide
from gattai.games.aegis.figures import (
    integrity,
    longest_move,
    max_integrity,
    move_price,
    movement,
    output,
    production,
    steps_to,
)
from gattai.games.aegis.keywords.combine import Rush, Select, TakeOver
from gattai.games.aegis.keywords.passives import Cloak
from gattai.games.aegis.keywords.registry import CONDITIONS, flies
from gattai.games.aegis.scene_context import in_context, price_words
from gattai.games.aegis.state import SEATS, Effect, State, Unit, UnitId
from gattai.games.aegis.turn import Arrive
from gattai.games.hex_board import hex_board
from gattai.kernel.deed import Forecast
from gattai.kernel.dice import Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.kernel.window import Pass
from gattai.scene.maker import Setting
from gattai.scene.parts import (
    Badge,
    Bar,
    Board,
    Card,
    Held,
    Line,
    Option,
    Piece,
    Preview,
    Track,
    Zone,
)
from gattai.scene.story import names_of
from gattai.tabletop.hexes import Hex, to_text
from gattai.tabletop.movement import path

HOUSE = "Figures marked as ours are not in the document, which prints no complete card."


class AegisScene:
    """The part of a scene that knows robots."""

    def setting(self, view: State, seat: int | None) -> Setting:
        """What lies on the table."""
        before = view.phase in ("roll", "placing", "marking")
        headline = "before the first turn" if before else f"turn {view.turn_count}"
        cards = {unit.card.id: unit.card for unit in view.units}
        cards |= {card.id: card for pool in view.pools for card in pool}
        tracks = [
            Track("energy", view.energy[s], max(view.energy[s], production(view, s)), s)
            for s in SEATS
        ]
        return Setting(
            headline=headline,
            turn=None if view.phase in ("roll", "over") else view.turn,
            board=_board(view.field),
            pieces=tuple(_piece(view, UnitId(n)) for n in range(len(view.units))),
            cards=tuple(_card(card) for card in cards.values()),
            tracks=tuple(tracks),
            notes=(HOUSE,) if any(unit.card.house for unit in view.units) else (),
            zones=tuple(_pool(view, seat) for seat in SEATS if view.pools[seat]),
        )

    def option(self, view: State, text: str, action: Any) -> Option:
        """One option in words."""
        names = [unit.name for unit in view.units]
        match action:
            case Move(unit=unit, to=to) | Place(unit=unit, at=to) | Cloak(unit=unit, to=to):
                return self._going(view, text, action, names[unit], to)
            case Use(unit=unit, action=name, target=target):
                card = view.units[unit].find_action(name)
                return Option(
                    text=text,
                    label=name if target is None else f"{name} on {view.units[target].card.name}",
                    kind=name,
                    actor=names[unit],
                    target=None if target is None else names[target],
                    price=price_words(view, unit, card) if card else "",
                    has_odds=True,
                )
            case Combine(unit=unit, partner=partner, into=into):
                cost = price(view, unit, partner)
                label = f"combine into {into.upper()} with {view.units[partner].card.name}"
                return Option(
                    text, label, "combine", names[unit], None, names[partner], f"{cost} energy"
                )
            case Hold(unit=unit):
                return Option(text, f"hold {view.units[unit].card.name} back", "hold", names[unit])
            case Select(unit=unit):
                label = f"select {view.units[unit].card.name}"
                return Option(text, label, "select", target=names[unit])
            case Rush(to=to) | Arrive(at=to):
                return Option(text, f"to {to_text(to)}", "go", cell=to_text(to))
            case _:
                return Option(text, _words(view, action, text), text.partition(" ")[0])

    def _going(self, view: State, text: str, action: Any, actor: str, to: Hex) -> Option:
        there = to_text(to)
        if isinstance(action, Place):
            return Option(text, f"place on {there}", "place", actor, there)
        unit = view.units[action.unit]
        if isinstance(action, Cloak):
            cost = f"{output(view, unit)} energy"
            return Option(text, f"cloak, to {there}", "cloak", actor, there, price=cost)
        cost = ""
        if unit.at is not None:
            steps = steps_to(view, unit, to, action.by, longest_move(view, unit))
            cost = "" if steps is None else f"{move_price(unit, steps)} energy"
        return Option(text, f"move to {there}", "move", actor, there, price=cost)

    def preview(self, view: State, text: str, action: Any) -> Preview:
        """The way of a move; the line of sight and the area of an Action."""
        match action:
            case Move(unit=unit, to=to) | Cloak(unit=unit, to=to):
                return Preview(text, way=_way(view, view.units[unit], to))
            case Use(unit=unit, action=name, target=target):
                user = view.units[unit]
                card = user.find_action(name)
                if card is None or user.at is None:
                    return Preview(text)
                line: tuple[str, ...] = ()
                aim = None if target is None else view.units[target].at
                if aim is not None:
                    line = (to_text(user.at), to_text(aim))
                    reached = area(view, unit, card, target)
                elif target is None:
                    reached = area(view, unit, card, None)
                else:
                    reached = ()
                names = tuple(view.units[other].name for other in reached)
                return Preview(text, line=line, reached=names)
            case _:
                return Preview(text)

    def in_context(
        self,
        view: State,
        events: Sequence[Event],
        answers: Sequence[Any],
        options: Sequence[Option],
    ) -> tuple[Option, ...]:
        """Options in the middle of an Action."""
        return in_context(view, events, answers, options)

    def forecast(self, view: State, action: Any) -> Forecast | None:
        """What an Action does to its target, or to the first it reaches."""
        found = _subject(view, action)
        if found is None:
            return None
        card, subject = found
        unit = view.units[subject]
        tally = needed(view, action.unit, card, action.target, subject)
        hurts = card.type == "damage"
        return Forecast(
            what=f"{_COUNTED[card.type]} {unit.card.name}",
            enough=integrity(view, unit) if hurts else None,
            enough_words="destroys" if hurts else "",
            reasons=tally.terms,
            more=(
                ("needs", f"{tally.total}+ on {'each die' if card.mode == 'each' else 'all dice'}"),
            ),
            count=partial(_count, view, card, subject),
        )

    def called(self, view: State) -> dict[str, str]:
        """Units by the name on their card; with their side where two have the same."""
        return names_of([(unit.name, unit.card.name, SIDES[unit.seat]) for unit in view.units])

    def thrower(self, view: State, roll: Roll) -> int | None:
        """The rules say it with the roll."""
        return roll.by

    def counted(
        self, view: State, answers: Sequence[Any], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """AEGIS.DICE.PER-UNIT: which units each die hits; exactly on the number where that tells."""
        used = next((value for value in reversed(answers) if isinstance(value, Use)), None)
        card = None if used is None else view.units[used.unit].find_action(used.action)
        if used is None or card is None or view.units[used.unit].at is None:
            return ("",) * len(faces)
        reached = area(view, used.unit, card, used.target)
        judged = tuple(judge(view, used.unit, card, used.target, unit) for unit in reached)
        kinds = face_kinds(judged)
        names = [view.units[unit].card.name for unit in reached]
        return tuple(_hits(names, kinds[int(face) - 1]) for face in faces)


def _count(view: State, card: ActionCard, subject: UnitId, after: State) -> int:
    """Damage, repair, output, steps: by how much the unit in question has changed."""
    before, now = view.units[subject], after.units[subject]
    match card.type:
        case "damage":
            if now.at is None:
                return integrity(view, before)
            return max(0, integrity(view, before) - integrity(after, now))
        case "repair":
            return before.damage - now.damage
        case "drain" | "boost":
            return abs(now.output_change - before.output_change)
        case "buff" | "debuff":
            return int(len(now.effects) > len(before.effects))
        case _:
            return int(now.at != before.at)


def _hits(names: Sequence[str], kind: Sequence[int]) -> str:
    """What one die does to those in the area."""
    if len(names) == 1:
        return ("", "hit", "hit, exactly on the number")[kind[0]]
    hit = [name for name, judged in zip(names, kind, strict=True) if judged]
    return f"hits {', '.join(hit)}" if hit else ""


_COUNTED = {
    "damage": "damage to",
    "repair": "Integrity back for",
    "drain": "output taken from",
    "boost": "output given to",
    "push": "moves",
    "pull": "moves",
    "buff": "changes",
    "debuff": "changes",
}


def _subject(view: State, action: Any) -> tuple[ActionCard, UnitId] | None:
    if not isinstance(action, Use):
        return None
    card = view.units[action.unit].find_action(action.action)
    if card is None or any(use_refusals(view, action.unit, card, action.target, "act")):
        return None
    if action.target is not None:
        return card, action.target
    reached = area(view, action.unit, card, None)
    return (card, reached[0]) if reached else None


def _way(view: State, unit: Unit, to: Hex) -> tuple[str, ...]:
    if unit.at is None:
        return ()
    walls, standing = view.field.walls, view.standing
    taken = [h for h in (*walls, *standing) if h != unit.at]
    hexes = view.field.hexes
    found = (
        path(hexes, unit.at, to, passable=taken)
        if flies(unit)
        else path(hexes, unit.at, to, blocked=taken)
    )
    return () if found is None else tuple(to_text(h) for h in found.hexes)


@cache
def _board(field: FieldCard) -> Board:
    return hex_board(
        field.title,
        field.hexes.cells,
        terrain="terrain",
        covered=field.walls,
        zones=field.zones,
    )


def _pool(view: State, seat: int) -> Zone:
    """AEGIS.SQUAD.POOL: the combined robots that a side may still bring."""
    held = tuple(Held(f"{SIDES[seat]} {card.id}", card.id) for card in view.pools[seat])
    return Zone(f"{SIDES[seat]} pool", "Combine Pool", "row", seat, held, len(held))


def _piece(view: State, unit_id: UnitId) -> Piece:
    unit = view.units[unit_id]
    now, most = integrity(view, unit), max_integrity(view, unit)
    gone = unit.fate in ("destroyed", "consumed")
    acting = view.act is not None and view.act.unit == unit_id
    badges = tuple(_badge(effect) for effect in unit.effects)
    where = "off the field" if unit.at is None else f"on {to_text(unit.at)}"
    said = f"{SIDES[unit.seat]}'s {unit.card.name}, {where}, Integrity {now} of {most}"
    return Piece(
        id=unit.name,
        name=unit.card.name,
        owner=unit.seat,
        glyph="".join(unit.classes),
        at=None if unit.at is None else to_text(unit.at),
        bar=Bar("Integrity", 0 if gone else now, most),
        figures=(("output", str(output(view, unit))), ("Move", str(movement(view, unit)))),
        badges=badges,
        is_done=unit.acted and not acting and unit.seat == view.turn,
        is_active=acting,
        is_gone=gone,
        house=unit.card.house,
        card=unit.card.id,
        about=", ".join([said, *(badge.about for badge in badges)]),
        fate="" if unit.at is not None else _FATES[unit.fate],
    )


_FATES = {
    "": "to be placed",
    "waiting": "held back",
    "destroyed": "destroyed",
    "consumed": "used up by combining",
}


def _badge(effect: Effect) -> Badge:
    kind = CONDITIONS[effect.kind]
    amount = f" {effect.amount:+d}" if effect.amount else ""
    until = f"until {SIDES[effect.until]}'s next turn"
    return Badge(f"{effect.kind}{amount}", f"{kind.word}{amount} {until}")


@cache
def _card(card: UnitCard) -> Card:
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
    )


def action_words(action: ActionCard) -> str:
    """An Action as a card states it."""
    reach = [
        *([f"Distance {action.distance}"] if action.distance else []),
        *([f"Radius {action.radius}"] if action.radius else []),
        *action.attributes,
        *(["INHERIT"] if action.inherit else []),
    ]
    mode = "each die" if action.mode == "each" else "all dice"
    power = f"{action.type} {action.power}"
    return f"{action.dice} dice, {action.accuracy}+ {mode}, {power}; {', '.join(reach)}"


def _words(view: State, action: Any, text: str) -> str:
    """What is no move and no Action, in words."""
    match action:
        case EndTurn():
            return "end the turn"
        case Keep():
            return "let the dice stand"
        case RollAgain(source=source, dice=dice):
            again = " and ".join(str(n) for _, n in dice)
            return f"roll again {again} {'die' if again == '1' else 'dice'} ({source})"
        case Toll(ally=ally):
            return f"pay the output of {view.units[ally].card.name}"
        case Divide(shares=shares):
            return ", ".join(f"{view.units[u].card.name} {n}" for u, n in shares if n)
        case (
            Inherit(slot=slot, unit=unit, action=name) | TakeOver(slot=slot, unit=unit, action=name)
        ):
            lost = view.units[-1].actions[slot].name  # of the unit that has just come into play
            return f"take over {name} from {view.units[unit].card.name}, losing {lost}"
        case Trigger(name=name):
            return name
        case Done():
            return "nothing more"
        case Pass():
            return "pass"
        case _:
            return text


MAKER = AegisScene()
