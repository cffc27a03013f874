"""Effects on States and Damage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gattai.games.aristeia.effects.effect import Effect
from gattai.games.aristeia.effects.effect_card import Who
from gattai.games.aristeia.effects.source import EffectSource, apart, on_board
from gattai.games.aristeia.effects.wording import NOBODY, Cast
from gattai.games.aristeia.events.body import StateRemoved, StoodFirm
from gattai.games.aristeia.events.roll import StoodFirmInRoll
from gattai.games.aristeia.phases.infirmary import heal, impose, suffer
from gattai.games.aristeia.state import Character, CharacterId, State
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose
from gattai.kernel.ruleset import Table


class TakeOff(Option, frozen=True, tag="take-off"):
    """Name the State whose token is removed, by its id."""

    state: str

    def label(self, view: State) -> str:
        return f"take off {view.box.state[self.state].name}"


class Impose(Effect, frozen=True, tag="impose", cache_hash=True):
    """ARISTEIA.STATE.IMPOSE: place a State's token, red side up; `self` of the card is its cause."""

    state: str
    """The id of the State."""
    who: Who
    """The Character that gets it."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"{cast.state(self.state)} on {cast.name(self.who)}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only on a Character that is on the board."""
        return on_board(state, source.whom(self.who))

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        who = source.whom(self.who)
        assert who is not None
        card = table.state.box.state[self.state]
        impose(table, who, card, source.owner, "ARISTEIA.STATE.IMPOSE")
        yield from ()

    def states_named(self) -> tuple[str, ...]:
        return (self.state,)


class RemoveState(Effect, frozen=True, tag="remove-state", cache_hash=True):
    """Remove one State token from `who`, chosen by the player."""

    who: Who
    """The Character that loses it."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"take a State off {cast.name(self.who)}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if it has a State."""
        who = source.whom(self.who)
        return on_board(state, who) and who is not None and bool(state.characters[who].tokens)

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        who = source.whom(self.who)
        assert who is not None
        tokens = table.state.characters[who].tokens
        rule = "ARISTEIA.STATE.SIDES"
        options = tuple(TakeOff(token.state.id) for token in tokens)
        answer = options[0]
        if len(options) > 1:
            what = f"which State of {table.state.characters[who].name} is taken away?"
            answer = yield from choose(source.seat, options, rule, what, otherwise=options[0])
        card = table.state.box.state[answer.state]
        table.emit(StateRemoved(rule=rule, who=who, state=card))

    def is_wasted_on(self, character: Character) -> bool:
        """Whether this Activation has already suffered from every State it has."""
        return self.who == "self" and all(t.state.red.energy < 0 for t in character.tokens)


class Heal(Effect, frozen=True, tag="heal", cache_hash=True):
    """Remove up to this much Damage from `who`, or from each ally near `self`.

    ARISTEIA.CHAR.MEDIKIT: never below 0.
    """

    heals: ClassVar[bool] = True
    amount: Annotated[int, Meta(ge=0, le=30)]
    """The most Damage that is removed."""
    who: Literal["self", "target", "allies"]
    """The Character that is healed; allies means each ally nearby."""
    within: Annotated[int, Meta(ge=0, le=40)] = 0
    """For allies: the highest distance in spaces."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        if self.who == "allies":
            return f"heal {self.amount} of each ally within {self.within}"
        return f"heal {self.amount} of {cast.name(self.who)}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if a Character in reach has Damage."""
        return any(state.characters[who].damage for who in self._healed(state, source))

    def _healed(self, state: State, source: EffectSource) -> Iterator[CharacterId]:
        if self.who != "allies":
            who = source.whom(self.who)
            if who is not None and on_board(state, who):
                yield who
            return
        for who, character, _ in state.on_board:
            near = apart(state, source.owner, who)
            is_ally = character.seat == source.seat and who != source.owner
            if is_ally and near is not None and near <= self.within:
                yield who

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        for who in (*self._healed(table.state, source),):
            heal(table, who, self.amount, "ARISTEIA.CHAR.MEDIKIT")
        yield from ()

    def is_wasted_on(self, character: Character) -> bool:
        """Useless for a Character without Damage."""
        return self.who == "self" and not character.damage


class Harm(Effect, frozen=True, tag="harm", cache_hash=True):
    """Inflict Damage on `who` without a Combat Roll."""

    amount: Annotated[int, Meta(ge=0, le=30)]
    """The amount of Damage."""
    who: Who
    """The Character that suffers it."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        return f"{self.amount} Damage to {cast.name(self.who)}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only a Character that is on the board."""
        return on_board(state, source.whom(self.who))

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        who = source.whom(self.who)
        assert who is not None
        suffer(table, who, self.amount, "ARISTEIA.SWITCH.IMMEDIATE")
        yield from ()


class StandFirm(Effect, frozen=True, tag="stand-firm", cache_hash=True):
    """ARISTEIA.PRIORITY.RULES: `self` cannot be Displaced by effects of this roll, or until its
    next Activation begins.
    """

    until: Literal["end-of-roll", "next-activation"]
    """The duration of the effect."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        until = "roll" if self.until == "end-of-roll" else "next activation"
        return f"cannot be Displaced until the {until}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only a Character that is on the board."""
        return on_board(state, source.owner)

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        """For this roll, or until its next Activation."""
        assert source.owner is not None
        rule = "ARISTEIA.PRIORITY.RULES"
        if self.until == "next-activation":
            table.emit(StoodFirm(rule=rule, who=source.owner))
        elif table.state.rolling is not None:
            table.emit(StoodFirmInRoll(rule=rule, who=source.owner))
        yield from ()
