"""Lay a table and let the players act on it: how a scenario of the firefight is written.

    game = firefight("formula").blue("lancer-team", at=(2, 5)).red("gunners", at=(12, 5))
    game.activates("lancer-team").attacks("storm-rifle", "gunners")
    game.rolls(3, 9, 0, 2, 7, 5).rolls(7, 1, 4, 6).rolls(9, 0, 2)
    game.ends(successes=4, saved_by_armour=1, saved_by_aegis=1, hp_lost=2)

Hexes are (column, row). The table is laid once; from the first action on everything goes through
`apply`, as it does in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.attack_chart.actions import FINISH, Activate, Aim, Attack, Deploy, Move
from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.cards import FieldCard, UnitCard, WeaponCard
from gattai.games.attack_chart.events import VolleyFired
from gattai.games.attack_chart.ruleset import AttackChart
from gattai.games.attack_chart.state import BLUE, RED, Rulings, State, Unit, UnitId
from gattai.kernel.action import Action
from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import GamePosition, Step, apply, asked
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.rulebook import Refusal, Refused, RuleId
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import offset
from tests.games.refused import applied, reasons

Place = tuple[int, int]

RULES = AttackChart()
THICKETS = RULES.fields["thickets"]
ATTACK, GATE, SECOND = "attack dice", "attack dice, a nine first", "attack dice, second roll"
ARMOUR, AEGIS = "Armour Saves", "AEGIS Saves"


def open_field(*thickets: Place) -> FieldCard:
    """A field of the usual size with thickets on these hexes only."""
    return FieldCard("open", "Open ground", 18, 12, 2, 3, thickets)


OPEN = open_field()


def weapon(
    name: str = "gun",
    *,
    power: int = 4,
    attacks: int = 1,
    ap: int = 0,
    inches: int = 24,
    kind: str = "light",
) -> WeaponCard:
    """A weapon with any figures."""
    return WeaponCard(
        id=name,
        name=name.capitalize(),
        weapon_class=kind,
        range=inches,
        attacks=attacks,
        power=power,
        ap=ap,
    )


def unit(
    name: str,
    *weapons: WeaponCard,
    models: int = 1,
    defence: int = 4,
    armour: int = 0,
    aegis: int = 0,
    hp: int = 1,
    move: int = 6,
    points: int = 10,
) -> UnitCard:
    """A unit with any figures; unarmed units get a gun."""
    return UnitCard(
        id=name,
        name=name.capitalize(),
        models=models,
        move=move,
        defence=defence,
        hp=hp,
        points=points,
        weapon=weapons or (weapon(),),
        armour=armour,
        aegis=aegis,
    )


class Firefight:
    """A table laid by hand, and then played."""

    def __init__(self, state: State) -> None:
        self._laid = state
        self._step: Step[State] | None = None
        self.told: list[Event] = []
        """What happened since the last action was begun."""

    # Laying the table

    def blue(self, card: str | UnitCard, at: Place | None, **shape: int) -> Firefight:
        """Put one of blue's units down; `hp`, `activated` as given, else whole and ready."""
        return self._put(BLUE, card, at, shape)

    def red(self, card: str | UnitCard, at: Place | None, **shape: int) -> Firefight:
        """Put one of red's units down."""
        return self._put(RED, card, at, shape)

    def _put(
        self, seat: Seat, card: str | UnitCard, at: Place | None, shape: Mapping[str, int]
    ) -> Firefight:
        assert self._step is None, "the table has been laid and play has begun"
        card = RULES.units[card] if isinstance(card, str) else card
        hp = shape.get("hp", card.models * card.hp)
        where = None if at is None or hp == 0 else offset(*at)
        whole = Unit(card.id, card, seat, hp, where, bool(shape.get("activated", 0)))
        self._laid = replace(self._laid, units=(*self._laid.units, whole))
        return self

    def reads(self, **readings: Any) -> Firefight:
        """Play rulings by these readings."""
        self._laid = replace(self._laid, rulings=Rulings(**readings))
        return self

    # What there is to see

    @property
    def position(self) -> GamePosition[State]:
        """Where the game stands."""
        return GamePosition(self._laid) if self._step is None else self._step.position

    @property
    def state(self) -> State:
        """The table as it was settled last."""
        return self.position.state

    @property
    def question(self) -> Question | Outcome:
        """What is asked now."""
        return asked(RULES, self.position) if self._step is None else self._step.question

    @property
    def options(self) -> tuple[Action, ...]:
        """What may be answered now."""
        assert isinstance(self.question, Choose)
        return tuple(self.question.options)

    def id(self, name: str) -> UnitId:
        """The number of a unit on this table."""
        return UnitId([unit.name for unit in self.state.units].index(name))

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[self.id(name)]

    def attack(self, weapon: str, targets: str | Mapping[str, int]) -> Attack:
        """The acting unit's attack: all models on one target, or so many on each of several."""
        if isinstance(targets, str):
            assert self.state.acting is not None
            targets = {targets: self.state.units[self.state.acting].models}
        return Attack(weapon, tuple(Aim(self.id(name), n) for name, n in targets.items()))

    def may(self, action: Action) -> bool:
        """Whether an action is offered."""
        return action in self.options

    def targets(self, weapon: str) -> list[str]:
        """The units at which the acting unit may fire all it has with one weapon."""
        return [u.name for u in self.state.units if self.may(self.attack(weapon, u.name))]

    # Acting

    def does(self, action: Action) -> Firefight:
        """Whoever is asked does this."""
        assert self.position.is_settled, f"still open: {self.question}"
        self.told = []
        return self._take(action)

    def _take(self, value: object) -> Firefight:
        self._step = applied(RULES, self.position, value)
        self.told += self._step.events
        return self

    def deploys(self, name: str, at: Place) -> Firefight:
        return self.does(Deploy(self.id(name), offset(*at)))

    def activates(self, name: str) -> Firefight:
        return self.does(Activate(self.id(name)))

    def moves(self, to: Place) -> Firefight:
        return self.does(Move(offset(*to)))

    def attacks(self, weapon: str, targets: str | Mapping[str, int]) -> Firefight:
        return self.does(self.attack(weapon, targets))

    def finishes(self) -> Firefight:
        return self.does(FINISH)

    def passes_with(self, *names: str) -> Firefight:
        """One unit after the other activates and does nothing."""
        for name in names:
            self.activates(name).finishes()
        return self

    def rolls(self, *faces: int, what: str | None = None) -> Firefight:
        """The dice that are asked for now, and what they are for."""
        assert isinstance(self.question, Roll), f"no dice are asked for, but {self.question}"
        assert what in (None, self.question.what)
        return self._take(faces)

    # What came of it

    def refuses(self, action: Action, *rules: RuleId) -> tuple[Refusal, ...]:
        """The action is refused by exactly these rules, and the table stays as it was."""
        before = self.position
        with pytest.raises(Refused) as refused:
            apply(RULES, before, action)
        assert before == self.position
        assert not self.may(action)
        found = reasons(refused.value.refusals)
        assert tuple(refusal.rule for refusal in found) == rules
        return found

    @property
    def volleys(self) -> list[VolleyFired]:
        """The pools of the last action, one for each target."""
        return [event for event in self.told if isinstance(event, VolleyFired)]

    @property
    def throws(self) -> list[tuple[str, int]]:
        """The throws of the last action: what for, how many dice."""
        rolled = [event for event in self.told if isinstance(event, Rolled)]
        return [(event.what, len(event.faces.open())) for event in rolled]

    def thrown(self, *kinds: str) -> int:
        """How many dice of these kinds were thrown in the last action."""
        return sum(dice for what, dice in self.throws if what in kinds)

    def ends(self, **figures: int | str) -> Firefight:
        """The action is over, no question is left open in it, and its last volley came to this."""
        assert self.position.is_settled, f"still open: {self.question}"
        assert not list(RULES.broken(self.state))
        if figures:
            volley = self.volleys[-1]
            assert {name: getattr(volley, name) for name in figures} == figures
        return self

    def leaves(self, **hp: int) -> Firefight:
        """The HP that units have left; a hyphen in a name is an underline here."""
        names = {name.replace("_", "-"): left for name, left in hp.items()}
        assert {name: self.unit(name).hp for name in names} == names
        return self

    @property
    def outcome(self) -> Outcome:
        """How the game has ended."""
        assert isinstance(self.question, Outcome), f"not over: {self.question}"
        return self.question


def firefight(
    method: Method = "formula",
    *,
    field: FieldCard = OPEN,
    round_now: int = 1,
    rounds: int = 5,
    first: Seat = BLUE,
    turn: Seat = BLUE,
) -> Firefight:
    """An empty table in the middle of a fight."""
    return Firefight(
        State(
            field=field,
            units=(),
            rounds=rounds,
            method=method,
            phase="fighting",
            round=round_now,
            first=first,
            turn=turn,
        )
    )


def duel(
    gun: WeaponCard,
    target: UnitCard,
    *,
    method: Method = "formula",
    models: int = 1,
    engaged: bool = False,
) -> Firefight:
    """A shooter with one weapon, about to use it on a target: beside it, or six hexes away."""
    game = firefight(method).blue(unit("shooter", gun, models=models), at=(2, 5))
    return game.red(target, at=(3, 5) if engaged else (8, 5)).activates("shooter")


def kinds(events: Iterable[Event]) -> list[str]:
    """The names of events, in their order; those that only tell aside."""
    return [type(event).__name__ for event in events if not event.only_logs]
