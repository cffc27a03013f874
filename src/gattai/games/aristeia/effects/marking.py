"""States, Damage and healing."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.course.infirmary import heal, impose, suffer
from gattai.games.aristeia.effects.cards import Harm, Heal, Impose, RemoveState, StandFirm
from gattai.games.aristeia.effects.kinds import Kind, kind_of
from gattai.games.aristeia.effects.source import Source, apart, on_board
from gattai.games.aristeia.events.body import StateRemoved, StoodFirm
from gattai.games.aristeia.events.roll import StoodFirmInRoll
from gattai.games.aristeia.state import CharacterId, State
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Steps
from gattai.kernel.ruleset import Table


class TakeOff(Said, frozen=True, tag="take-off"):
    """Name the State whose token is taken away, by its id."""

    state: str

    def label(self, view: State) -> str:
        """By the name on its token."""
        return f"take off {view.box.state[self.state].name}"


@kind_of(Impose)
class Imposing(Kind[Impose]):
    """ARISTEIA.STATE.IMPOSE: the token of a State, red side up."""

    def is_possible(self, state: State, source: Source, effect: Impose) -> bool:
        """On somebody who is on the board."""
        return on_board(state, source.whom(effect.who))

    def perform(self, table: Table[State], source: Source, effect: Impose) -> Steps[None]:
        """Lay it."""
        who = source.whom(effect.who)
        assert who is not None
        card = table.state.box.state[effect.state]
        impose(table, who, card, source.owner, "ARISTEIA.STATE.IMPOSE")
        yield from ()


@kind_of(RemoveState)
class Removing(Kind[RemoveState]):
    """One State less; whoever plays it names the State."""

    def is_possible(self, state: State, source: Source, effect: RemoveState) -> bool:
        """If it has any."""
        who = source.whom(effect.who)
        return on_board(state, who) and who is not None and bool(state.characters[who].tokens)

    def perform(self, table: Table[State], source: Source, effect: RemoveState) -> Steps[None]:
        """Ask where there is a choice."""
        who = source.whom(effect.who)
        assert who is not None
        tokens = table.state.characters[who].tokens
        rule = "ARISTEIA.STATE.SIDES"
        options = tuple(TakeOff(token.state.id) for token in tokens)
        answer = options[0]
        if len(options) > 1:
            what = f"which State of {table.state.characters[who].name} is taken away?"
            answer = yield Choose(source.seat, options, rule, what, otherwise=options[0])
        card = table.state.box.state[answer.state]
        table.happens(StateRemoved(rule=rule, who=who, state=card))


@kind_of(Heal)
class Healing(Kind[Heal]):
    """ARISTEIA.CHAR.MEDIKIT: Damage is taken away, never below none."""

    def is_possible(self, state: State, source: Source, effect: Heal) -> bool:
        """If somebody it reaches is hurt."""
        return any(state.characters[who].damage for who in self._healed(state, source, effect))

    def _healed(self, state: State, source: Source, effect: Heal) -> Iterator[CharacterId]:
        if effect.who != "allies":
            who = source.whom(effect.who)
            if who is not None and on_board(state, who):
                yield who
            return
        for who, character, _ in state.on_board:
            near = apart(state, source.owner, who)
            is_ally = character.seat == source.seat and who != source.owner
            if is_ally and near is not None and near <= effect.within:
                yield who

    def perform(self, table: Table[State], source: Source, effect: Heal) -> Steps[None]:
        """Everybody it reaches."""
        for who in (*self._healed(table.state, source, effect),):
            heal(table, who, effect.amount, "ARISTEIA.CHAR.MEDIKIT")
        yield from ()


@kind_of(Harm)
class Harming(Kind[Harm]):
    """Damage without a Combat Roll."""

    def is_possible(self, state: State, source: Source, effect: Harm) -> bool:
        """To somebody who is on the board."""
        return on_board(state, source.whom(effect.who))

    def perform(self, table: Table[State], source: Source, effect: Harm) -> Steps[None]:
        """At once."""
        who = source.whom(effect.who)
        assert who is not None
        suffer(table, who, effect.amount, "ARISTEIA.SWITCH.IMMEDIATE")
        yield from ()


@kind_of(StandFirm)
class StandingFirm(Kind[StandFirm]):
    """ARISTEIA.PRIORITY.RULES: a card may forbid that its Character is Displaced."""

    def is_possible(self, state: State, source: Source, effect: StandFirm) -> bool:
        """For somebody who is on the board."""
        return on_board(state, source.owner)

    def perform(self, table: Table[State], source: Source, effect: StandFirm) -> Steps[None]:
        """For this roll, or until it activates again."""
        assert source.owner is not None
        rule = "ARISTEIA.PRIORITY.RULES"
        if effect.until == "next-activation":
            table.happens(StoodFirm(rule=rule, who=source.owner))
        elif table.state.rolling is not None:
            table.happens(StoodFirmInRoll(rule=rule, who=source.owner))
        yield from ()
