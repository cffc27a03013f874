"""A game being played by a test: answers, what is let go by, dice by their colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gattai.games.aristeia.actions import (
    APPLY,
    DECLINE,
    END,
    KEEP_BLOCK,
    KEEP_DIE,
    STAY,
    Activate,
    Perform,
    Play,
    To,
    UseSkill,
    Walk,
)
from gattai.games.aristeia.state import Character, CharacterId, State
from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import GamePosition, apply, asked, table_now
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Outcome
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.scenario_tables import lay
from tests.games.aristeia.table import CONTENT, RULES, find, where
from tests.games.refused import applied, reasons

BY = (PASS, KEEP_BLOCK, STAY, KEEP_DIE, DECLINE)
"""The answers that let something optional go by."""
Wanted = Callable[[Any], bool]


class NotOffered(Exception):
    """Something that no question on the way offers."""


class Driver:
    """A position, and everything that has happened since it was laid."""

    def __init__(self, position: GamePosition[State]) -> None:
        self.position = position
        self.question: Question | Outcome = asked(RULES, position)
        self.told: list[Event] = []

    def fork(self) -> Driver:
        """The same game, to try something on."""
        other = Driver(self.position)
        other.told = [*self.told]
        return other

    @property
    def state(self) -> State:
        """The table as it is now, in the middle of an action too."""
        return table_now(RULES, self.position)

    @property
    def throws(self) -> int:
        """How often dice were thrown."""
        return sum(isinstance(event, Rolled) for event in self.told)

    @property
    def options(self) -> tuple[Any, ...]:
        """What may be answered now."""
        assert isinstance(self.question, Choose), f"nothing to choose: {self.question}"
        return tuple(self.question.options)

    def answer(self, value: Any, seat: Seat | None = None) -> None:
        """Whoever is asked answers this."""
        step = applied(RULES, self.position, value, seat=seat)
        self.position, self.question = step.position, step.question
        self.told += step.events

    # Letting things go by

    def lets_go(self) -> bool:
        """Answer an optional question with the answer that does nothing; whether it was one."""
        question = self.question
        if self.position.is_settled or not isinstance(question, Choose):
            return False
        for each in BY:
            if each in question.options:
                self.answer(each)
                return True
        if question.rule in ("ARISTEIA.SWITCH.ORDER", "ARISTEIA.UNDERDOG.DECIDES"):
            self.answer(question.otherwise)
            return True
        return False

    def settle(self) -> None:
        """Let everything optional go by until something has to be answered."""
        while self.lets_go():
            pass

    def reach(self, wanted: Wanted, seat: Seat | None = None) -> Any:
        """Go on to the next question that offers it; the option found."""
        while True:
            found = self._offered(wanted, seat)
            if found is not None:
                return found[0]
            if not self.lets_go():
                raise NotOffered(f"at {self.question}")

    def _offered(self, wanted: Wanted, seat: Seat | None) -> tuple[Any] | None:
        question = self.question
        if isinstance(question, Choose) and seat in (None, question.seat):
            for option in question.options:
                if wanted(option):
                    return (option,)
        return None

    def takes(self, wanted: Wanted, seat: Seat | None = None) -> None:
        """Go on to the next question that offers it, and answer so."""
        self.answer(self.reach(wanted, seat))

    def is_offered(self, wanted: Wanted, seat: Seat | None = None) -> bool:
        """Whether it is offered before the table is settled, or by the next question then."""
        try:
            self.fork().reach(wanted, seat)
        except NotOffered:
            return False
        return True

    def refuses(self, value: Any, *rules: str) -> tuple[Refusal, ...]:
        """Refused, by these rules among others, and the table stays as it was."""
        before = self.position
        with pytest.raises(Refused) as refused:
            apply(RULES, before, value)
        found = reasons(refused.value.refusals)
        assert {*rules} <= {refusal.rule for refusal in found}, refused.value
        return found

    # Dice

    def pool(self) -> list[str]:
        """The dice that are thrown next, by colour."""
        self.settle()
        assert isinstance(self.question, Roll), f"no dice are asked for, but {self.question}"
        groups = self.question.dice.groups  # type: ignore[union-attr]
        return [group.die.name for group in groups for _ in range(group.count)]

    def rolls(self, dice: Sequence[str], against: Sequence[str] = ()) -> None:
        """Throw the dice of the active side and of the other, whoever is asked first.

        A die is its colour and its face: "red SSX".
        """
        waiting = [name for name, given in (("own", dice), ("other", against)) if given]
        while waiting:
            pool = self.pool()
            assert isinstance(self.question, Roll)
            rolling = self.state.rolling
            assert rolling is not None
            side = "own" if self.question.by == rolling.sides[0].seat else "other"
            assert side in waiting, f"the dice of the {side} side are thrown: {pool}"
            self.answer(_faces(pool, dice if side == "own" else against))
            waiting.remove(side)

    # Words for what is done often

    def performs(self, action: str, target: str | tuple[int, int] | None = None) -> None:
        """The active Character performs an Action."""
        self.settle()
        self.answer(self.perform(action, target))

    def perform(self, action: str, target: str | tuple[int, int] | None = None) -> Perform:
        """An Action, on a Character or on the Obstacle of a space."""
        if isinstance(target, tuple):
            return Perform(action, None, hex_at(*target))
        return Perform(action, None if target is None else self.id(target))

    def walks(self, *places: tuple[int, int]) -> None:
        """The active Character walks from space to space."""
        for place in places:
            self.settle()
            self.answer(Walk(hex_at(*place)))

    def ends(self) -> None:
        """The Activation ends."""
        self.settle()
        self.answer(END)
        self.settle()

    def plays(self, card: str, seat: Seat | None = None) -> None:
        """A player plays a Tactic at the next moment for it."""
        self.takes(lambda option: option == Play(CONTENT.tactics[card]), seat)

    def can_play(self, card: str, seat: Seat | None = None) -> bool:
        """Whether a Tactic could be played before the table is settled, or then."""
        return self.is_offered(lambda option: option == Play(CONTENT.tactics[card]), seat)

    def uses(self, skill: str) -> None:
        """A player uses an Automatic Skill."""
        self.takes(lambda option: isinstance(option, UseSkill) and option.skill == skill)

    def can_use(self, skill: str) -> bool:
        """Whether an Automatic Skill could be used."""
        return self.is_offered(
            lambda option: isinstance(option, UseSkill) and option.skill == skill
        )

    def spends(self, paid: str, seat: Seat | None = None, times: int = 1) -> None:
        """A player pays for a Switch with these symbols."""
        self.takes(lambda option: self._pays(option, paid, times), seat)

    def can_spend(self, paid: str, seat: Seat | None = None, times: int = 1) -> bool:
        """Whether a Switch could be paid with these symbols."""
        return self.is_offered(lambda option: self._pays(option, paid, times), seat)

    def _pays(self, option: Any, paid: str, times: int) -> bool:
        return isinstance(option, Activate) and (option.paid, option.times) == (paid, times)

    def goes(self, *places: tuple[int, int]) -> None:
        """Somebody is Displaced to or Placed on these spaces, one after the other."""
        for place in places:
            self.takes(self.to(place))

    def to(self, place: Sequence[int]) -> Wanted:
        """The space of a Displacement or a Placement."""
        return lambda option: option == To(hex_at(*place))

    # What there is to see

    def id(self, name: str) -> CharacterId:
        """The number of a Character."""
        return find(self.state, name)

    def one(self, name: str) -> Character:
        """A Character as it is now."""
        return self.state.characters[self.id(name)]

    def at(self, name: str) -> tuple[int, int] | None:
        """Where a Character stands."""
        return where(self.state, name)

    def damage(self, *names: str) -> tuple[int, ...]:
        """The Damage of some Characters once nothing is left to decide."""
        self.settle()
        return tuple(self.one(name).damage for name in names)

    def states(self, name: str) -> list[str]:
        """The States of a Character, with the side that shows."""
        return [f"{t.state.id}:{'red' if t.is_red else 'blue'}" for t in self.one(name).tokens]

    @property
    def points(self) -> tuple[int, int]:
        """Action Points and Movement Points of the active Character."""
        return self.state.ap, self.state.mp


def bout(active: str, table: dict[str, Any], **fields: Any) -> Driver:
    """A table with these Characters: a space each, or a form as in the scenarios."""
    forms = [
        {"who": name, **(form if isinstance(form, dict) else {"at": form})}
        for name, form in table.items()
    ]
    entry = {"table": forms, **({"active": active} if active else {}), **fields}
    return Driver(GamePosition(lay(entry)))


def fight(attacker: str, action: str, defender: str, **fields: Any) -> Driver:
    """The first next to the second, its Attack declared."""
    game = bout(attacker, {attacker: (0, 0), defender: (1, 0)}, **fields)
    game.performs(action, defender)
    return game


def _faces(pool: list[str], given: Sequence[str]) -> tuple[str, ...]:
    """The faces in the order in which the dice are asked for."""
    left = [tuple(die.split()) for die in given]
    faces = []
    for colour in pool:
        die = next((each for each in left if each[0] == colour), None)
        assert die is not None, f"{pool} are thrown, not {list(given)}"
        left.remove(die)
        faces.append(die[1])
    assert not left, f"{pool} are thrown, not {list(given)}"
    return tuple(faces)


__all__ = ["APPLY", "BY", "Driver", "NotOffered", "Wanted"]
