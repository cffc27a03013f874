"""Lay a table and let the players act on it: how a test of the battle is written.

    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0), passives=("Evade 1",))
    game.uses("u", "Gun", "e").rolls(5).ends(e=5)

Hexes are (q, r). The table is laid once; from the first action on everything goes through `apply`,
as it does in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gattai.games.aegis import figures
from gattai.games.aegis.actions import DONE, END_TURN, KEEP, Combine, Move, RollAgain, Trigger, Use
from gattai.games.aegis.attack.aiming import area
from gattai.games.aegis.attack.roll import needed
from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.ground.ground import Spot
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.state import BLUE, RED, Effect, State, Unit, UnitId
from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import GamePosition, Step, apply, asked, observe
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.rulebook import Refusal, Refused, RuleId
from gattai.kernel.ruleset import Outcome
from gattai.kernel.tally import Tally
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import Hex, axial, hex_at, within
from tests.games.refused import applied, reasons, unopposed

Place = tuple[int, int] | str
"""A hex, or a point of an open table as people write it."""

RULES = Aegis()
CARD_FIELDS = frozenset(UnitCard.__struct_fields__)
LATER: tuple[Any, ...] = (KEEP, PASS, DONE)
"""The answers that leave something optional out."""


def field(*terrain: tuple[int, int], radius: int = 7) -> FieldCard:
    """A hexagon with terrain on these hexes only, and the usual zones."""
    cells = [axial(h) for h in within(hex_at(0, 0), radius)]
    edge = radius - 1
    red = tuple((q, r) for q, r in cells if r >= edge)
    blue = tuple((q, r) for q, r in cells if r <= -edge)
    return FieldCard("laid", "Laid by hand", radius, red, blue, tuple(terrain))


def action(name: str = "Gun", dice: int = 1, accuracy: int = 4, **fields: Any) -> ActionCard:
    """An Action with any figures; without a word about it, one of Damage with EACH and Power 1."""
    if isinstance(fields.get("attributes"), str):
        fields["attributes"] = tuple(fields["attributes"].split())
    known: dict[str, Any] = {"mode": "each", "power": 1, "type": "damage", **fields}
    return msgspec.convert(
        {"name": name, "dice": dice, "accuracy": accuracy, **known}, ActionCard, strict=True
    )


GUN = action("Gun", distance=6)
SWORD = action("Sword", attributes="MLE")
WAVE = action("Wave", radius=2)


def robot(name: str, *actions: ActionCard, **fields: Any) -> UnitCard:
    """A card with any figures."""
    known: dict[str, Any] = {
        "make": "TST",
        "model": name,
        "classes": ("A",),
        "level": 1,
        "ep": 5,
        "move": 4,
        "integrity": 6,
        "faction": "grey",
        **fields,
    }
    return UnitCard(id=name, name=name, action=actions, **known)


class Battle:
    """A table laid by hand, and then played."""

    def __init__(self, state: State) -> None:
        self._laid = state
        self._step: Step[State] | None = None
        self.told: list[Event] = []
        """What happened since the last action was begun."""

    def fork(self) -> Battle:
        """The same table, to try something on."""
        other = Battle(self._laid)
        other._step, other.told = self._step, [*self.told]
        return other

    # Laying the table

    def red(self, name: str, *actions: ActionCard, at: Place | None, **fields: Any) -> Battle:
        """Put one of red's units down: a card of the packs (`card=`) or figures of its own."""
        return self._put(RED, name, actions, at, fields)

    def blue(self, name: str, *actions: ActionCard, at: Place | None, **fields: Any) -> Battle:
        """Put one of blue's units down."""
        return self._put(BLUE, name, actions, at, fields)

    def _put(
        self,
        seat: Seat,
        name: str,
        actions: Sequence[ActionCard],
        at: Place | None,
        fields: dict[str, Any],
    ) -> Battle:
        printed = fields.pop("card", None)
        of_card = {key: fields.pop(key) for key in [*fields] if key in CARD_FIELDS}
        card = RULES.units[printed] if printed else robot(name, *actions, **of_card)
        unit = Unit(name, card, seat, card.action, (card,), **fields)
        return self.lay(replace(unit, at=self.spot(at) if at else None))

    def spot(self, at: Place) -> Spot:
        """A place by its coordinates."""
        return self._laid.field.ground.read(at) if isinstance(at, str) else hex_at(*at)

    def lay(self, unit: Unit) -> Battle:
        """Put a unit down that was made elsewhere."""
        return self.set(units=(*self._laid.units, unit))

    def set(self, **changes: Any) -> Battle:
        """Anything else about the table, before play begins."""
        assert self._step is None, "the table has been laid and play has begun"
        self._laid = replace(self._laid, **changes)
        return self

    def prepares(self, *cards: str | UnitCard, seat: Seat = RED) -> Battle:
        """The Combine Pool of a side."""
        pool = tuple(RULES.units[card] if isinstance(card, str) else card for card in cards)
        red, blue = self._laid.pools
        return self.set(pools=(pool, blue) if seat == RED else (red, pool))

    # What there is to see

    @property
    def position(self) -> GamePosition[State]:
        """Where the game stands."""
        return GamePosition(self._laid) if self._step is None else self._step.position

    @property
    def state(self) -> State:
        """The table as it is now, in the middle of an action too."""
        return observe(RULES, self.position, None).state

    @property
    def question(self) -> Question | Outcome:
        """What is asked now."""
        return asked(RULES, self.position) if self._step is None else self._step.question

    @property
    def options(self) -> tuple[Any, ...]:
        """What may be answered now."""
        assert isinstance(self.question, Choose), f"nothing to choose: {self.question}"
        return tuple(self.question.options)

    def id(self, name: str) -> UnitId:
        """The number of a unit on this table."""
        return UnitId([unit.name for unit in self.state.units].index(name))

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.id(name)]

    def left(self, name: str) -> int:
        """The Integrity a unit has left; 0 once it is gone."""
        unit = self.unit(name)
        return 0 if unit.at is None else figures.integrity(self.state, unit)

    def at(self, name: str) -> Place | None:
        """Where a unit stands."""
        there, ground = self.unit(name).at, self.state.field.ground
        if there is None:
            return None
        return axial(there) if ground.is_countable else ground.text(there)

    def needs(self, user: str, named: str, target: str | None, against: str = "") -> Tally:
        """The effective Accuracy Number against the target, or another unit in the area."""
        card = self.unit(user).find_action(named)
        aimed = self.id(target) if target else None
        assert card is not None
        return needed(self.state, self.id(user), card, aimed, self.id(against or str(target)))

    def area(self, user: str, named: str, target: str | None = None) -> list[str]:
        """The names of the units that an Action would reach."""
        card = self.unit(user).find_action(named)
        assert card is not None
        found = area(self.state, self.id(user), card, self.id(target) if target else None)
        return sorted(self.state.units[unit_id].name for unit_id in found)

    def effects(self, name: str) -> list[tuple[str, int]]:
        """The states and changes a unit is under."""
        return [(effect.kind, effect.amount) for effect in self.unit(name).effects]

    # Acting

    def does(self, value: object) -> Battle:
        """Whoever is asked begins this, with nothing left open before it."""
        assert self.position.is_settled, f"still open: {self.question}"
        self.told = []
        return self.answers(value)

    def answers(self, value: object) -> Battle:
        """Whoever is asked answers this."""
        self._step = applied(RULES, self.position, value)
        self.told += self._step.events
        return self

    def move(self, name: str, *path: Place) -> Move:
        """A move hex by hex, or from turn to turn."""
        *by, to = map(self.spot, path)
        return Move(self.id(name), to, tuple(by))

    def use(self, name: str, named: str, target: str | None = None) -> Use:
        """The use of an Action."""
        return Use(self.id(name), named, self.id(target) if target else None)

    def combine(self, name: str, partner: str, into: str) -> Combine:
        """A combine into a card of the pool."""
        return Combine(self.id(name), self.id(partner), into)

    def moves(self, name: str, *path: Place) -> Battle:
        return self.does(self.move(name, *path))

    def uses(self, name: str, named: str, target: str | None = None) -> Battle:
        return self.does(self.use(name, named, target))

    def combines(self, name: str, partner: str, into: str) -> Battle:
        return self.does(self.combine(name, partner, into))

    def ends_turn(self) -> Battle:
        return self.does(END_TURN)

    def strikes_back(self, name: str, named: str, target: str | None = None) -> Battle:
        return self.answers(self.use(name, named, target))

    def rolls(self, *faces: int) -> Battle:
        """The dice that are asked for now."""
        assert isinstance(self.question, Roll), f"no dice are asked for, but {self.question}"
        return self.answers(faces)

    def rerolls(self, source: str, *dice: tuple[int, int]) -> Battle:
        """Roll dice again: (lowest face of the kind, how many)."""
        return self.answers(RollAgain(source, dice))

    def triggers(self, name: str) -> Battle:
        """What a new unit sets off next, if there is anything to order."""
        if Trigger(name) in self.options:
            self.answers(Trigger(name))
        return self

    def declines(self) -> Battle:
        """Everything optional that is still open is left out."""
        while not self.position.is_settled:
            assert isinstance(self.question, Choose), f"still open: {self.question}"
            leave = [each for each in LATER if each in self.options]
            order = [each for each in self.options if isinstance(each, Trigger)]
            assert leave or order, f"this cannot be left out: {self.question}"
            self.answers((leave or order)[0])
        return self

    # What came of it

    def may(self, value: object) -> bool:
        """Whether something may be answered now."""
        assert isinstance(self.question, Choose), f"nothing to choose: {self.question}"
        if value in self.question.options:
            unopposed(RULES, self.position, value)
        return value in self.question.options

    def refuses(self, value: object, *rules: RuleId) -> tuple[Refusal, ...]:
        """Refused by exactly these rules, in this order, and the table stays as it was."""
        before = self.position
        with pytest.raises(Refused) as refused:
            apply(RULES, before, value)
        assert self.position == before
        assert not self.may(value)
        found = reasons(refused.value.refusals)
        assert tuple(refusal.rule for refusal in found) == rules, refused.value
        return found

    def ends(self, **integrity: int) -> Battle:
        """The action is over, no question is left open in it; units have so much left."""
        assert self.position.is_settled, f"still open: {self.question}"
        assert [each for each in RULES.broken(self.state) if "other robots" not in each] == []
        return self.leaves(**integrity)

    def leaves(self, **integrity: int) -> Battle:
        """The Integrity that units have left; a hyphen in a name is an underline here."""
        names = {name.replace("_", "-"): left for name, left in integrity.items()}
        assert {name: self.left(name) for name in names} == names
        return self

    def pays(self, red: int, blue: int) -> Battle:
        """The energy that both sides have left."""
        assert self.state.energy == (red, blue)
        return self

    @property
    def throws(self) -> list[tuple[Any, ...]]:
        """The dice thrown in the last action."""
        return [tuple(event.faces.open()) for event in self.told if isinstance(event, Rolled)]

    @property
    def outcome(self) -> Outcome:
        """How the game has ended."""
        assert isinstance(self.question, Outcome), f"not over: {self.question}"
        return self.question


def open_table(*pieces: tuple[str, ...], size: str = "36,24") -> FieldCard:
    """A table in inches with these pieces of terrain, two corners for a rectangle."""
    return FieldCard("laid", "Laid by hand", size=size, pieces=pieces)


def battle(*, terrain: Iterable[tuple[int, int]] = (), radius: int = 7, **state: Any) -> Battle:
    """An empty table in red's second Action Phase, with plenty of energy."""
    known: dict[str, Any] = {
        "phase": "acting",
        "turns": (2, 1),
        "energy": (20, 20),
        "pools": ((), ()),
        **state,
    }
    known.setdefault("field", field(*terrain, radius=radius))
    return Battle(State(units=(), **known))


def effect(kind: str, amount: int = 0, until: Seat = BLUE) -> Effect:
    """A state that a unit is in when the table is laid."""
    return Effect(kind, until, amount)


def place(q: int, r: int) -> Hex:
    """A hex by its coordinates."""
    return hex_at(q, r)
