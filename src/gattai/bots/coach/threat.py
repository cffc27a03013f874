"""Threats: what the next opponent can do to a seat that does nothing, by exact odds.

The rules are run from a determinization until an opponent is to act; the seat declines everything
on the way. Then a few of the opponent's lines are followed, its best ideas first, and the odds of
every attack on something of the seat are counted on the seat's own view. So nothing that is hidden
from the seat is counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import msgspec

from gattai.bots.evaluation import AnyEvaluation, some_of
from gattai.bots.simulation import Live, Simulation
from gattai.kernel.action import Forecast, Option
from gattai.kernel.dice import Randomness
from gattai.kernel.position import Asked, GamePosition, Seen
from gattai.kernel.question import Choose, Part, Place, Roll, Seat, Together
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.secrecy import NotYours, view
from gattai.kernel.text import notation
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, exact
from gattai.scene.advice import Clock, NoAdvice, weigh
from gattai.scene.maker import Layout, SceneMaker
from gattai.scene.parts import ListedOption
from gattai.scene.stage import in_full, names_in
from gattai.scene.story import renamed

WIDTHS = (6, 2, 1, 1, 1)
"""Number of ideas followed at each step of an opponent's line, besides passing."""
MAX_TABLES = 40
"""Maximum number of tables in all lines of the opponent."""
MAX_ATTACKS = 12
"""Maximum number of attacks counted at one table."""
MAX_DECLINED = 40
"""Maximum number of answers until the opponent acts; beyond it no threat is stated."""
TICK = 0.02
"""What each look at the clock takes: the limit of the odds is a number of steps, not of seconds."""


class Threat(msgspec.Struct, frozen=True):
    """An attack that an opponent can make next, with its exact odds."""

    label: str
    """The attack in words, with who makes it and on whom."""
    path: tuple[str, ...]
    """What the opponent does first, such as a move."""
    what: str
    mean: float
    """The expected value of what is counted."""
    enough_words: str
    chance: float | None
    """The chance of what `enough_words` says; None if the attack has no such threshold."""
    rule: str
    """The rule that lets the opponent act."""
    actor: str | None = None
    target: str | None = None
    """The pieces, for the board."""

    @property
    def rank(self) -> tuple[float, float]:
        """The order of threats: the chance of the worst first."""
        return self.chance or 0.0, self.mean


def ticking() -> Clock:
    """Return a clock that counts how often it is read, so that equal questions end equally."""
    ticks = count()
    return lambda: next(ticks) * TICK


class _Table(NamedTuple):
    """A table in one of the opponent's lines, and what leads to it."""

    state: msgspec.Struct
    question: Choose
    path: tuple[str, ...]


class Threats:
    """Finds the worst threat to one seat."""

    def __init__(
        self,
        rules: AnyRuleset,
        evaluation: AnyEvaluation,
        maker: SceneMaker,
        seat: Seat,
        source: Randomness,
    ) -> None:
        self.rules = rules
        self.evaluation = evaluation
        self.maker = maker
        self.seat = seat
        self.source = source

    def worst(self, state: msgspec.Struct) -> Threat | None:
        """Return the worst threat if the seat does nothing from this settled table."""
        live = Live(self.rules, Simulation(state))
        foe = self._until_asked(live, forced=1)
        if foe is None:
            return None
        return max(self._threats(live, foe), key=lambda threat: threat.rank, default=None)

    def _until_asked(self, live: Live, foe: Seat | None = None, forced: int = 0) -> Seat | None:
        """Decline until an opponent chooses in its own activation; return its seat.

        With `foe` only while that opponent's activation lasts. `forced` is how often the seat may
        have to act although it wants to do nothing, such as to activate a unit.
        """
        for _ in range(MAX_DECLINED):
            question = live.question
            if isinstance(question, Outcome):
                return None
            if isinstance(question, Choose) and live.is_settled:
                turn = self.evaluation.turn_of(live.state, question.seat)
                if turn == question.seat != self.seat:
                    return question.seat if foe in (None, question.seat) else None
                if foe not in (None, turn):
                    return None
                idle = self._idle(question)
                if idle is None and question.seat == self.seat:
                    forced -= 1
                    if forced < 0:
                        return None
                live.give(question.options[0] if idle is None else idle[0])
                continue
            self._decline(live)
        return None

    def _idle(self, question: Choose) -> tuple[object] | None:
        """Return the option that does nothing, in a tuple; None if there is none."""
        if question.otherwise is not None:
            return (question.otherwise,)
        passing = self.evaluation.passing
        for option in question.options:
            if isinstance(option, passing) or (isinstance(option, Option) and option.ends):
                return (option,)
        return None

    def _decline(self, live: Live) -> None:
        """Answer a question in the middle of an action, or one of chance."""
        match live.question:
            case Roll(dice=dice):
                live.give(dice.sample(self.source))
            case Place(region=region):
                live.give(region.suggest()[0])
            case Together(asks=asks):
                live.give(tuple(self.evaluation.midway(live.state, ask) for ask in asks))
            case Choose() as question:
                live.give(self.evaluation.midway(live.state, question))
            case Part() | Outcome() | None:
                raise AssertionError("the rules run step by step")

    def _threats(self, live: Live, foe: Seat) -> Iterator[Threat]:
        """Yield the attacks of this opponent, at once and after its best ideas."""
        assert isinstance(live.question, Choose)
        tables = deque([_Table(live.state, live.question, ())])
        known = {live.state}
        while tables and len(known) < MAX_TABLES:
            table = tables.popleft()
            here = self._seen(table)
            layout = self.maker.layout(here.state, self.seat)
            followed: list[object] = []
            attacks = 0
            for option in self._ideas(table):
                attack = None
                if attacks < MAX_ATTACKS:
                    attack = self._attack(here, layout, option, table.path)
                    attacks += attack is not None
                if attack is not None:
                    yield attack
                elif isinstance(option, self.evaluation.passing):
                    followed.insert(0, option)
                elif len(followed) < WIDTHS[len(table.path)]:
                    followed.append(option)
            if len(table.path) + 1 == len(WIDTHS):
                continue
            for option in followed:
                label = self._label(here.state, layout, option)
                if label is None:
                    continue
                then = Live(self.rules, Simulation(table.state))
                then.give(option)
                found = self._until_asked(then, foe)
                if found is not None and then.state not in known:
                    assert isinstance(then.question, Choose)
                    known.add(then.state)
                    step = () if isinstance(option, self.evaluation.passing) else (label,)
                    tables.append(_Table(then.state, then.question, (*table.path, *step)))

    def _ideas(self, table: _Table) -> list[object]:
        """Return the opponent's options, its best ideas first."""
        options = table.question.options
        if self.evaluation.ideas is None:
            return some_of(options, sum(WIDTHS))
        ideas = [idea[1] for idea in self.evaluation.ideas(table.state, table.question)]
        return [idea for idea in ideas if idea in options]

    def _seen(self, table: _Table) -> Seen[msgspec.Struct]:
        """Return what the seat would see of this table."""
        own, question = view(table.state, self.seat), table.question
        return Seen(own, GamePosition(own), Asked(question.rule, question.what, (question.seat,)))

    def _attack(
        self, here: Seen[msgspec.Struct], layout: Layout, action: object, path: tuple[str, ...]
    ) -> Threat | None:
        """Return an action as a threat; None if it has no odds or is not aimed at the seat."""
        try:
            option = self._option(here.state, action)
            if self.seat not in owners_of(layout, option):
                return None
            forecast, chances = self._chances(here, action)
        except (NoAdvice, NotYours, CannotWalk):
            return None
        enough = forecast.enough
        fatal = None
        if enough is not None:
            fatal = float(chances.chance(lambda number: number >= enough))
        assert isinstance(here.question, Asked)
        return Threat(
            in_full(option, layout.pieces),
            path,
            renamed(forecast.what, names_in(self.maker, here.state)),
            float(chances.mean()),
            forecast.enough_words,
            fatal,
            here.question.rule,
            option.actor,
            option.target,
        )

    def _chances(
        self, here: Seen[msgspec.Struct], action: object
    ) -> tuple[Forecast, Distribution[int]]:
        """Return what an action counts, with its chances; also if no dice are thrown for it."""
        sure = action.effect(here.state) if isinstance(action, Option) else None
        if sure is not None and sure.shorter is not None:
            return sure, exact(sure.shorter, floats=True).map(int).sorted()
        found = weigh(self.rules, self.maker, here, action, ticking())
        return found.forecast, found.chances

    def _option(self, state: msgspec.Struct, action: object) -> ListedOption:
        return self.maker.option(state, notation.write(action, self.rules.words(state)), action)

    def _label(self, state: msgspec.Struct, layout: Layout, action: object) -> str | None:
        """Return an action in words; None if they would say what is hidden from the seat."""
        try:
            return in_full(self._option(state, action), layout.pieces)
        except NotYours:
            return None


def owners_of(layout: Layout, option: ListedOption) -> frozenset[int | None]:
    """Return who owns what an option is aimed at: a piece, a card or a zone."""
    if option.target is None:
        return frozenset(zone.owner for zone in layout.zones if zone.id == option.zone)
    pieces = {piece.owner for piece in layout.pieces if piece.id == option.target}
    zones = {
        zone.owner for zone in layout.zones if any(card.id == option.target for card in zone.cards)
    }
    return frozenset(pieces | zones)
