"""A battle as a scene: the map with its heights, models with facing and arcs, momentum, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from gattai.games.mechastellar import actions as do
from gattai.games.mechastellar.cards import MapCard
from gattai.games.mechastellar.figures import (
    engaging,
)
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.judging import attack_refusals
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.scene_context import in_context
from gattai.games.mechastellar.scene_pieces import card_of, names_in, piece_of
from gattai.games.mechastellar.scene_tray import tray_of
from gattai.games.mechastellar.scene_words import option_of
from gattai.games.mechastellar.state import SEATS, SIDES, State, Unit, UnitId
from gattai.games.mechastellar.strike.attack import aims
from gattai.games.mechastellar.strike.damage import finish_threshold, pen_of
from gattai.games.mechastellar.strike.fighting import blindsides
from gattai.games.mechastellar.strike.terms import (
    attack_dice,
    attack_hits,
    defence_bonus,
    defence_dice,
)
from gattai.kernel.deed import Forecast
from gattai.kernel.dice import Dice, Face
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.kernel.tally import Term
from gattai.scene.maker import Setting, Tray
from gattai.scene.parts import (
    Board,
    Cell,
    Option,
    Overlay,
    Preview,
    Track,
)
from gattai.tabletop.hexes import DISTANCE, Hex, centre, to_text
from gattai.tabletop.movement import path

HOUSE = "Figures marked as ours are not in the document, which prints few of them."
ARC = 6
"""How far an arc is drawn, in hexes."""


class MechaStellarScene:
    """The part of a scene that knows giant robots."""

    def setting(self, view: State, seat: int | None) -> Setting:
        """What lies on the table."""
        count = view.rules.round.count
        headline = f"round {view.round} of {count}" if view.round else "deployment"
        if view.phase == "over":
            headline = "the battle is over"
        cards = {unit.card.id: unit.card for unit in view.units}
        notes = [f"rules: {view.rules.title}"] if view.rules.id != "ver10-final" else []
        notes += [HOUSE] if any(unit.card.house for unit in view.units) else []
        return Setting(
            headline=headline,
            turn=None if view.phase in ("order", "rolling", "over") else view.turn,
            board=_board(view.ground.field),
            pieces=tuple(piece_of(view, UnitId(n)) for n in range(len(view.units))),
            cards=tuple(card_of(card) for card in cards.values()),
            tracks=_tracks(view),
            notes=tuple(notes),
            overlays=(*_points(view), *_changed(view), *_arcs(view)),
        )

    def option(self, view: State, text: str, action: Any) -> Option:
        """One option in words."""
        return option_of(view, text, action)

    def called(self, view: State) -> Mapping[str, str]:
        """Units by the name on their card; numbered where a side has several."""
        return names_in(view)

    def preview(self, view: State, text: str, action: Any) -> Preview:
        """The way of a move; the line of sight of an attack."""
        unit = None if view.act is None else view.units[view.act.unit]
        match action:
            case do.Move(to=to) | do.Disengage(to=to) if unit is not None:
                return Preview(text, way=_way(view, unit, to))
            case do.Accelerate(unit=mover, to=to):
                return Preview(text, way=_way(view, view.units[mover], to))
            case do.Attack(target=target) if unit is not None:
                return Preview(
                    text, line=_line(unit, view.units[target]), reached=_names(view, target)
                )
            case do.Sweep(targets=targets) | do.Crash(targets=targets) if unit is not None:
                first = view.units[targets[0]] if targets else unit
                return Preview(text, line=_line(unit, first), reached=_names(view, *targets))
            case _:
                return Preview(text)

    def forecast(self, view: State, action: Any) -> Forecast | None:
        """What an attack does to its target, with every term of both pools."""
        strike = _strike(view, action)
        if strike is None:
            return None
        target = view.units[strike.target]
        reasons: tuple[Term, ...] = (
            *attack_dice(view, strike).terms,
            *attack_hits(view, strike).terms,
            *(_minus(term) for term in defence_dice(view, strike).terms),
            *(_minus(term) for term in defence_bonus(view, strike).terms),
            Term(pen_of(view, strike), "PEN", "MS.SAVE.TARGET"),
            Term(
                finish_threshold(view, strike), "Hits for a Finishing Blow", "MS.FINISH.THRESHOLD"
            ),
        )
        return Forecast(
            what=f"damage to {names_in(view)[target.name]}",
            enough=target.hp,
            enough_words="destroys",
            reasons=reasons,
            count=partial(_hp_lost, view, strike.target),
        )

    def tray(self, view: State, events: Sequence[Event], answers: Sequence[Any]) -> Tray | None:
        """Both pools of the attack in progress, with what was used on them."""
        return tray_of(view, events, answers)

    def in_context(
        self,
        view: State,
        events: Sequence[Event],
        answers: Sequence[Any],
        options: Sequence[Option],
    ) -> tuple[Option, ...]:
        """Prices as they are to be paid now."""
        return in_context(view, events, answers, options)

    def thrower(self, view: State, roll: Roll) -> int | None:
        """The rules say it with the roll."""
        return roll.by

    def counted(
        self, view: State, answers: Sequence[Any], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """What each die of a pool or of a save counted for."""
        dice = roll.dice
        if not isinstance(dice, Dice) or not dice.groups:
            return ("",) * len(faces)
        if roll.rule in ("MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF"):
            word = "HIT" if roll.rule.endswith("HITS") else "DEF"
            success, crit = _numbers(view, dice)
            return tuple(
                f"2 {word}" if int(f) >= crit else f"1 {word}" if int(f) >= success else ""
                for f in faces
            )
        if roll.rule == "MS.SAVE.ROLL":
            worth = dict(zip(dice.groups[0].die.faces, dice.groups[0].worth, strict=True))
            return tuple("fails" if worth[face] else "holds" for face in faces)
        return ("",) * len(faces)


def _hp_lost(view: State, target: UnitId, after: State) -> int:
    """By the target, with its squad."""
    now = sum(after.units[each].hp for each in view.squad(target))
    return sum(view.units[each].hp for each in view.squad(target)) - max(0, now)


def _numbers(view: State, dice: Dice) -> tuple[int, int]:
    """From which face a die of a pool succeeds and is critical, read off its bands."""
    group = dice.groups[0]
    lowest: list[int] = []
    for face, worth in zip(group.die.faces, group.worth, strict=True):
        if not lowest or worth != group.worth[int(lowest[-1]) - 1]:
            lowest.append(int(face))
    success = view.rules.dice.success
    if success not in lowest and len(lowest) > 1:
        success = lowest[-2]
    return success, lowest[-1]


def _minus(term: Term) -> Term:
    return Term(-term.amount, f"defence: {term.what}", term.rule)


def _strike(view: State, action: Any) -> Strike | None:
    """The attack an option stands for, aimed as well as it can be for nothing."""
    act = view.act
    if act is None or not isinstance(action, do.Attack):
        return None
    weapon = view.units[act.unit].find_weapon(action.weapon)
    if weapon is None or next(attack_refusals(view, act, action), None) is not None:
        return None
    blind = blindsides(view, act.unit, weapon, action.target, action.how)
    extra = weapon.option.pen if action.power and weapon.option else 0
    strike = Strike(
        act.unit, weapon, action.target, how=action.how, blindside=blind, extra_pen=extra
    )
    aim = aims(view, strike)[0]
    return Strike(
        act.unit,
        weapon,
        action.target,
        how=action.how,
        blindside=blind,
        extra_pen=extra,
        lock_on=aim.lock_on,
        bonus=aim.bonus,
    )


def _names(view: State, *units: UnitId) -> tuple[str, ...]:
    return tuple(view.units[each].name for each in units)


def _line(one: Unit, two: Unit) -> tuple[str, ...]:
    return () if one.at is None or two.at is None else (to_text(one.at), to_text(two.at))


def _way(view: State, unit: Unit, to: Hex) -> tuple[str, ...]:
    if unit.at is None or to not in view.ground.field.hexes:
        return ()
    foes = [at for _, each, at in view.on_table if each.seat != unit.seat and at != to]
    found = path(view.ground.field.hexes, unit.at, to, blocked=foes)
    return () if found is None else tuple(to_text(h) for h in found.hexes)


@cache
def _board(field: MapCard) -> Board:
    south, north = field.zones
    cells = []
    for at in field.hexes.cells:
        x, y = centre(at)
        piece = field.pieces.get(at)
        cells.append(
            Cell(
                id=to_text(at),
                x=round(x, 3),
                y=round(y, 3),
                terrain=piece.kind if piece else "",
                zone=0 if at in south else 1 if at in north else None,
                height=piece.level if piece else 0,
            )
        )
    return Board("hex", field.title, tuple(cells))


def _points(view: State) -> list[Overlay]:
    """MS.CP.CAPTURE: the Control Points, with the hexes from which they are held."""
    cells = view.ground.field.hexes
    return [
        Overlay(
            "control",
            f"Control Point {card.id}, {'nobody' if owner is None else SIDES[owner]} owns it",
            tuple(to_text(h) for h in (at, *cells.neighbours[at])),
            owner=owner,
            text=card.id[:1].upper(),
        )
        for card, at, owner in zip(
            view.ground.field.control_point, view.ground.field.points, view.owners, strict=True
        )
    ]


def _changed(view: State) -> list[Overlay]:
    """Where terrain is not as the map shows it: rubble, wrecks, what was thrown or has slid."""
    before, now = view.ground.field.pieces, view.ground.terrain
    found = [
        Overlay("mark", f"{card.kind} on {to_text(at)}", (to_text(at),), text=card.kind[:6])
        for at, card in now.items()
        if at not in before or before[at].kind != card.kind
    ]
    gone = [at for at in before if at not in now]
    return found + [Overlay("mark", "nothing left", (to_text(at),), text="gone") for at in gone]


def _arcs(view: State) -> list[Overlay]:
    """MS.HEX.ARC, MS.ENGAGE.RANGE: what each unit can shoot at, and where it engages."""
    found: list[Overlay] = []
    cells = view.ground.field.hexes
    for unit_id, unit, at in view.leaders:
        arc = _front(view.ground.field, at, unit.facing)
        name = names_in(view)[unit.name]
        about = f"front arc of {name}"
        found.append(Overlay("arc", about, arc, owner=unit.seat, piece=unit.name))
        near = tuple(to_text(h) for h in cells.neighbours[at])
        held = engaging(view, unit_id)
        about = f"{name} engages here" + (f", {len(held)} engage it" if held else "")
        found.append(Overlay("engaged", about, near, owner=unit.seat, piece=unit.name))
    return found


@cache
def _front(field: MapCard, at: Hex, facing: int) -> tuple[str, ...]:
    return tuple(
        to_text(h)
        for h in field.hexes.cells
        if 0 < DISTANCE[h - at] <= ARC and in_front(at, facing, h)
    )


def _tracks(view: State) -> tuple[Track, ...]:
    limits = view.rules.momentum
    marks = ((limits.low, "shifts turn here"),)
    found = [
        Track("momentum", view.momentum[seat], limits.max, seat, marks=marks) for seat in SEATS
    ]
    found += [Track("VP", view.scores[seat], max(100, *view.scores), seat) for seat in SEATS]
    found += [
        Track("orders", view.orders[seat], max(1, view.orders[seat]), seat)
        for seat in SEATS
        if view.orders[seat]
    ]
    found.append(Track("round", view.round, view.rules.round.count))
    return tuple(found)


MAKER = MechaStellarScene()
