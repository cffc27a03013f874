"""The scene of a battle: the map with its heights, models with facing and arcs, Momentum, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from gattai.games.mechastellar.cards import MapCard, UnitCard, WeaponCard
from gattai.games.mechastellar.events.attack import AttackDeclared
from gattai.games.mechastellar.figures import (
    away,
    engaging,
    is_shut_down,
    max_move,
    resource,
    size_of,
    stat,
)
from gattai.games.mechastellar.gestures import gesture
from gattai.games.mechastellar.ground import in_front
from gattai.games.mechastellar.keywords.skill import TURN_SKILLS
from gattai.games.mechastellar.state import SEATS, SIDES, State, Unit, UnitId
from gattai.games.mechastellar.tray import in_context, tray_of
from gattai.kernel.dice import Dice, Face, Reading
from gattai.kernel.event import Event
from gattai.kernel.question import Roll
from gattai.scene.actions import ActionMaker
from gattai.scene.maker import Layout, Tray
from gattai.scene.parts import (
    Badge,
    Bar,
    Board,
    Card,
    Cell,
    DeclaredAction,
    Line,
    ListedOption,
    Look,
    Motion,
    Overlay,
    Piece,
    Track,
)
from gattai.tabletop.hexes import DISTANCE, Hex, centre, to_text

HOUSE = "Figures marked as ours are not in the document, which prints few of them."
ARC = 6
"""The drawn length of an arc in hexes."""


class MechaStellarScene(ActionMaker):
    """The scene of a battle."""

    places = Hex

    def layout(self, view: State, seat: int | None) -> Layout:
        cards = {unit.card.id: unit.card for unit in view.units}
        notes = [f"rules: {view.rules.title}"] if view.rules.id != "ver10-final" else []
        notes += [HOUSE] if any(unit.card.house for unit in view.units) else []
        return replace(
            self.glimpse(view),
            board=_board(view.ground.field),
            cards=tuple(card_of(card) for card in cards.values()),
            notes=tuple(notes),
            overlays=(*_points(view), *_changed(view), *_arcs(view)),
        )

    def glimpse(self, view: State) -> Layout:
        count = view.rules.round.count
        headline = f"round {view.round} of {count}" if view.round else "deployment"
        return Layout(
            headline="the battle is over" if view.phase == "over" else headline,
            turn=None if view.phase in ("order", "rolling", "over") else view.turn,
            pieces=tuple(piece_of(view, UnitId(n)) for n in range(len(view.units))),
            tracks=_tracks(view),
        )

    def basis(self, view: State) -> object:
        """Models, the active unit and counters, without the remaining actions of the active unit."""
        acting = view.act and (view.act.unit, view.act.arriving)
        duels = (view.challenge, view.revenge)
        counts = (view.momentum, view.scores, view.orders, view.round)
        return view.units, acting, duels, counts, view.turn, view.phase

    def place(self, view: State, at: Hex) -> str:
        return to_text(at)

    def gesture(self, before: State, event: Event, after: State) -> Motion | None:
        return gesture(before, event, after)

    def called(self, view: State) -> Mapping[str, str]:
        """The name on the unit's card, numbered if a side has several."""
        return view.names

    def tray(self, view: State, events: Sequence[Event], answers: Sequence[object]) -> Tray | None:
        """Both pools of the current attack, with all offers used on them."""
        return tray_of(view, events, answers)

    def attacking(self, view: State, events: Sequence[Event]) -> DeclaredAction | None:
        """The attack declared last: the action itself, the next of a sweep, or a Counter."""
        declared = [event for event in events if isinstance(event, AttackDeclared)]
        return _current(view, declared[-1]) if declared else None

    def in_context(
        self,
        view: State,
        events: Sequence[Event],
        answers: Sequence[object],
        options: Sequence[ListedOption],
        actions: Sequence[object],
    ) -> tuple[ListedOption, ...]:
        """Show the actual prices."""
        return in_context(view, events, answers, options)

    def thrower(self, view: State, roll: Roll) -> int | None:
        return roll.by

    def counted(
        self, view: State, answers: Sequence[object], roll: Roll, faces: Sequence[Face]
    ) -> tuple[str, ...]:
        """The result of each die of a pool or a save."""
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


def _current(view: State, attack: AttackDeclared) -> DeclaredAction:
    """Who attacks whom with what: the range, the number to hit and the damage of each Hit."""
    unit, target = view.units[attack.unit], view.units[attack.target]
    weapon = unit.find_weapon(attack.weapon)
    facts: tuple[tuple[str, str], ...] = (("hits on", f"{view.rules.dice.success}+"),)
    line: tuple[str, ...] = ()
    if unit.at is not None and target.at is not None:
        line = (to_text(unit.at), to_text(target.at))
        if weapon is not None:
            far = f"{away(unit, target)} of {view.rules.hexes(weapon.range_in)}"
            facts = (("range", far), *facts)
    if weapon is not None:
        facts = (*facts, ("damage a Hit", str(weapon.dmg)))
    return DeclaredAction("", attack.what, unit.name, target.name, line, facts)


def _numbers(view: State, dice: Dice[Reading]) -> tuple[int, int]:
    """The faces from which a die of a pool succeeds and is critical, read from its bands."""
    group = dice.groups[0]
    lowest: list[int] = []
    for face, worth in zip(group.die.faces, group.worth, strict=True):
        if not lowest or worth != group.worth[int(lowest[-1]) - 1]:
            lowest.append(int(face))
    success = view.rules.dice.success
    if success not in lowest and len(lowest) > 1:
        success = lowest[-2]
    return success, lowest[-1]


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
    return Board("hex", field.title, tuple(cells), "void" if field.environment == "S" else "earth")


def _points(view: State) -> list[Overlay]:
    """MS.CP.CAPTURE: the Control Points with the hexes from which they are captured."""
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
    """Where terrain differs from the map: rubble, wrecks, thrown or moved pieces."""
    before, now = view.ground.field.pieces, view.ground.terrain
    found = [
        Overlay("mark", f"{card.kind} on {to_text(at)}", (to_text(at),), text=card.kind[:6])
        for at, card in now.items()
        if at not in before or before[at].kind != card.kind
    ]
    gone = [at for at in before if at not in now]
    return found + [Overlay("mark", "nothing left", (to_text(at),), text="gone") for at in gone]


def _arcs(view: State) -> list[Overlay]:
    """MS.HEX.ARC, MS.ENGAGE.RANGE: the arc of fire and the engagement range of each unit."""
    found: list[Overlay] = []
    cells = view.ground.field.hexes
    for unit_id, unit, at in view.leaders:
        arc = _front(view.ground.field, at, unit.facing)
        name = view.called(unit_id)
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


def _glyph(name: str) -> str:
    """The initials of a name, or the beginning of its only word."""
    words = [word for word in name.split() if word.strip("IVX")]
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else name[:2]


def piece_of(view: State, unit_id: UnitId) -> Piece:
    """A model with its facing, its bars and its badges."""
    unit = view.units[unit_id]
    card, act = unit.card, view.act
    badges = tuple(_badges(view, unit_id, unit))
    where = unit.fate or ("not deployed" if unit.at is None else f"on {to_text(unit.at)}")
    name = view.called(unit_id)
    whose = "" if name.startswith(f"{SIDES[unit.seat]}'s") else f"{SIDES[unit.seat]}'s "
    is_active = act is not None and act.unit == unit.leader
    about = f"{whose}{name}, {where}, {max(0, unit.hp)} of {card.hp} HP"
    bars = []
    if stat(unit):
        bars.append(Bar(resource(unit).capitalize(), unit.points, stat(unit)))
    if card.barrier is not None:
        bars.append(Bar("Barrier", unit.barrier, card.barrier.strength))
    return Piece(
        id=unit.name,
        name=name,
        owner=unit.seat,
        glyph=_glyph(card.name),
        at=None if unit.at is None else to_text(unit.at),
        bar=Bar("HP", max(0, unit.hp), card.hp),
        figures=(
            ("Move", str(max_move(view, unit))),
            ("Size", str(size_of(view, unit_id))),
            ("VP", str(card.vp)),
        ),
        badges=badges,
        is_done=view.units[unit.leader].activated
        and not is_active
        and view.phase in ("activating", "acting"),
        is_active=is_active,
        is_gone=unit.fate == "destroyed",
        house=card.house,
        card=card.id,
        about=", ".join([about, *(badge.about for badge in badges)]),
        facing=None if unit.at is None else (90 - 60 * unit.facing) % 360,
        bars=tuple(bars),
        fate=unit.fate,
        look=_other_mode(card) if unit.transformed else None,
    )


def _badges(view: State, unit_id: UnitId, unit: Unit) -> list[Badge]:
    found = []
    if unit.commander:
        found.append(Badge("CMD", "the Commander", tone="good"))
    if unit.leader != unit_id:
        found.append(Badge("SQ", f"in the squad of {view.called(unit.leader)}"))
    found += _conditions(view, unit)
    if unit.orders:
        found.append(Badge(f"ord {unit.orders}", "orders waiting", tone="good"))
    if any(unit_id in pair for pair in (*view.challenge, *view.revenge)):
        found.append(Badge("duel", "bound by a Challenge"))
    found += [
        Badge(loss.partition(":")[2][:6] or loss[:6], f"lost: {loss}", tone="bad")
        for loss in unit.lost
    ]
    lasting = [TURN_SKILLS.get(kind, kind).replace("-", " ") for kind, _ in unit.effects]
    found += [Badge(kind[:6], f"{kind} until the Turn ends", tone="good") for kind in lasting]
    # Two badges of a kind become one, because clients may identify badges by their letters.
    return [*{badge.text: badge for badge in found}.values()]


def _conditions(view: State, unit: Unit) -> Iterator[Badge]:
    if unit.stun:
        down = is_shut_down(view.rules, unit)
        about = f"{unit.stun} stun tokens" + (", shut down" if down else "")
        yield Badge(f"stun {unit.stun}", about, tone="bad")
    if unit.transformed and unit.card.transform is not None:
        yield Badge("mode", unit.card.transform.name)
    if unit.submerged:
        yield Badge("under", "under water")
    if unit.support:
        yield Badge("sup", f"in Support Mode: {', '.join(unit.support)}")


@cache
def card_of(card: UnitCard) -> Card:
    """A profile as a card."""
    tier = card.tier.replace("_", "-")
    figures = (
        f"Move {card.move_in} in, Sensors {card.sensors_shoot_in}|{card.sensors_evade_in} in, "
        f"Evade {card.evade_dice}d10+{card.evade_bonus}, "
        f"Melee DEF {card.melee_def_dice}d10+{card.melee_def_bonus}"
    )
    traits = (*card.traits, *card.pilot_traits)
    lines = [
        Line("figures", figures),
        *([Line("traits", ", ".join(traits), traits)] if traits else []),
        *(Line(weapon.name, weapon_words(weapon), weapon.tags) for weapon in card.weapon),
    ]
    return Card(
        id=card.id,
        title=card.name,
        subtitle=f"{card.kind}, {tier}, {card.role}, Size {card.size}, {card.vp} VP",
        lines=tuple(lines),
        house=card.house,
        figures=(("HP", str(card.hp)),),
        look=_look(card),
    )


LOOKS = {"MS": "suit", "SR": "super", "Kaiju": "kaiju", "Warship": "ship", "Vehicle": "tank"}


@cache
def _look(card: UnitCard) -> Look:
    return Look(
        kind="jet" if card.kind == "Vehicle" and card.aircraft else LOOKS[card.kind],
        role=card.role,
        level=1 + card.size,
        weapons=tuple([weapon.name for weapon in card.weapon]),
        traits=(*card.traits, *card.pilot_traits, *([card.tier] if card.is_elite else [])),
    )


@cache
def _other_mode(card: UnitCard) -> Look | None:
    """The look of a unit in its second mode."""
    mode, first = card.transform, _look(card)
    if mode is None:
        return None
    kind = "jet" if mode.aircraft else first.kind
    return replace(first, kind=kind, traits=(*first.traits, *mode.gain, mode.name))


def weapon_words(weapon: WeaponCard) -> str:
    """The text of a weapon as on a profile."""
    ranges = f"{weapon.range_in} in"
    if weapon.rapid_fire_range_in:
        ranges += f" | {weapon.rapid_fire_range_in} in {weapon.rapid_fire_dice:+d}d10"
    found = [
        f"[{weapon.category}] {weapon.kind} {ranges}",
        f"{weapon.dice}d10+{weapon.bonus_hits}",
        *([f"PEN {weapon.pen}{weapon.pen_suffix}"] if weapon.pen else []),
        f"DMG {weapon.dmg}",
        *([f"Finisher+{weapon.finisher}"] if weapon.finisher else []),
        *([f"({weapon.uses})"] if weapon.uses > 0 else []),
        *weapon.tags,
    ]
    return ", ".join(found)


MAKER = MechaStellarScene()
