"""Play the steps of a scenario through the public interface, and look at what came of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.games.aegis.actions import (
    END_TURN,
    KEEP,
    Arrive,
    Cloak,
    DivideDamage,
    Inherit,
    PlaceUnit,
    RollAgain,
    Rush,
    Select,
    TakeOver,
    Toll,
    Trigger,
)
from gattai.games.aegis.events.attack import ActionUsed
from gattai.games.aegis.figures import output
from gattai.games.aegis.squads import squad_refusals
from gattai.games.aegis.state import UnitId
from gattai.kernel.question import Choose, Roll
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import Hex, hex_at
from tests.games.aegis.scenario_expectations import find
from tests.games.aegis.scenario_tables import FOLDER, LAID, lay, make_cards
from tests.games.catalogued import Entry
from tests.games.refused import reasons
from tests.games.scenarios import Scenarios, refuse_unknown

AT_ONCE = ("Detonate", "Vanish", "Refuel")
"""Abilities of a new unit that leave nothing to choose; they are resolved first."""
WHY = {
    "action used": ("AEGIS.COMBINE.BASIC",),
    "beacon": ("AEGIS.PASSIVE.BEACON",),
    "classes": ("AEGIS.COMBINE.RECIPE-CLASS",),
    "commander": ("AEGIS.COMMANDER.FORMS",),
    "energy": ("AEGIS.TURN.ENERGY-NONNEG", "AEGIS.COMBINE.COST"),
    "level": ("AEGIS.COMBINE.LEVEL5",),
    "not adjacent": ("AEGIS.COMBINE.BASIC",),
    "pool": ("AEGIS.SQUAD.POOL",),
}
"""The rules that a hint may mean."""


class NotOffered(Exception):
    """Something that the question which is open does not offer."""


class Play:
    """A scenario that is being played."""

    def __init__(self, entry: Entry) -> None:
        self.game = lay(entry)
        self.names: dict[str, str] = {}
        """What the scenario calls a combined unit, and what the table calls it."""
        self.thrown: list[list[int]] = []

    def name(self, wanted: str) -> str:
        return self.names.get(wanted, wanted)

    def id(self, wanted: str) -> UnitId:
        return self.game.id(self.name(wanted))

    # Answering

    def begin(self, value: object) -> None:
        """Something new: what is still open from before is left out first."""
        self.game.declines().does(value)

    def answer(self, value: Any) -> None:
        """An answer to the question that is open; or it is not offered there."""
        question = self.game.question
        if not isinstance(question, Choose) or value not in question.options:
            raise NotOffered(f"{value} at {question}")
        self.game.answers(value)

    def asked_for(self, *kinds: type) -> bool:
        """Whether the open question has options of one of these kinds."""
        question = self.game.question
        return isinstance(question, Choose) and any(
            isinstance(option, kinds) for option in question.options
        )

    def trigger(self, name: str, *kinds: type) -> None:
        """Have this ability or Combine Action of the new unit come next."""
        while not self.asked_for(*kinds) and Trigger(name) not in self._offered():
            if PASS not in self._offered():
                raise NotOffered(name)
            self.game.answers(PASS)
        if Trigger(name) in self._offered():
            self.game.answers(Trigger(name))

    def _offered(self) -> tuple[Any, ...]:
        question = self.game.question
        if isinstance(question, Choose) and not self.game.position.is_settled:
            return tuple(question.options)
        return ()

    # Steps

    def move(self, unit: str, path: list[list[int]]) -> None:
        self.begin(self.game.move(self.name(unit), *((q, r) for q, r in path)))

    def use(self, unit: str, action: str, target: str = "", **how: Any) -> None:
        self.game.declines()
        self._resolve(self.game.does, unit, action, target, **how)

    def retaliate(self, unit: str, action: str, target: str = "", **how: Any) -> None:
        self._resolve(self.answer, unit, action, target, **how)

    def _resolve(
        self,
        take: Callable[[Any], object],
        unit: str,
        action: str,
        target: str,
        *,
        dice: list[int],
        reroll: list[Entry] | tuple[()] = (),
        divide: dict[str, int] | None = None,
        limiter: str = "",
    ) -> None:
        game = self.game
        before = len(game.told)
        card = game.unit(self.name(unit)).find_action(action)
        take(game.use(self.name(unit), action, self.name(target) if target else None))
        if self.asked_for(Toll):
            self.answer(Toll(self.id(limiter)))
        elif limiter:
            told = [event for event in game.told[before:] if isinstance(event, ActionUsed)]
            ally = game.unit(self.name(limiter))
            assert card is not None
            if told[-1].price != card.dice + output(game.state, ally):
                raise NotOffered(f"{limiter} cannot be paid")
        assert isinstance(game.question, Roll), game.question
        kinds = game.question.dice.groups[0].worth  # type: ignore[union-attr]
        game.rolls(*dice)
        for again in reroll:
            dice = self._roll_again(again, dice, kinds)
        if self.asked_for(RollAgain):
            self.answer(KEEP)
        if divide is not None:
            self._divide(divide)

    def _roll_again(self, again: Entry, dice: list[int], kinds: Any) -> list[int]:
        source = "Reroll" if again["source"] == "own" else again["source"]
        lowest = [kinds.index(kinds[dice[index] - 1]) + 1 for index in again["index"]]
        picked = tuple((face, lowest.count(face)) for face in sorted({*lowest}))
        self.answer(RollAgain(source, picked))
        by_kind = sorted(zip(lowest, again["face"], strict=True))
        self.game.rolls(*(face for _, face in by_kind))
        fresh = dict(zip(again["index"], again["face"], strict=True))
        return [fresh.get(index, face) for index, face in enumerate(dice)]

    def _divide(self, divide: dict[str, int]) -> None:
        wanted = {self.id(name): share for name, share in divide.items()}
        offered = next(option for option in self._offered() if isinstance(option, DivideDamage))
        self.answer(DivideDamage(tuple((each, wanted.get(each, 0)) for each, _ in offered.shares)))

    def combine(self, unit: str, partner: str, into: str, **how: Any) -> None:
        game = self.game
        inherit: list[Entry] = how.pop("inherit", [])
        called: str = how.pop("as")
        refuse_unknown("combine", how, ())
        self.begin(game.combine(self.name(unit), self.name(partner), into.lower()))
        made = game.state.units[-1]
        slots = [action.name for action in made.card.action]
        left = [(slots.index(e["slot"]), self.id(e["from"]), e["action"]) for e in inherit]
        while self.asked_for(Inherit):
            slot = next(each.slot for each in self._offered() if isinstance(each, Inherit))
            here = [each for each in left if each[0] == slot]
            self.answer(Inherit(*here[0]) if here else PASS)
            left = [each for each in left if each not in here]
        if left:
            raise NotOffered(f"{left} cannot be inherited")
        self.names[called] = made.name
        while ready := [Trigger(name) for name in AT_ONCE if Trigger(name) in self._offered()]:
            self.answer(ready[0])

    def cmb(self, unit: str, action: str, target: str = "") -> None:
        use = self.game.use(self.name(unit), action, self.name(target) if target else None)
        self.trigger(action, type(use))
        self.answer(use)

    def blitz(self, unit: str, path: list[list[int]]) -> None:
        start = self.game.unit(self.name(unit)).at
        assert start is not None
        way = [hex_at(*place) for place in path]
        steps = {b - a for a, b in zip([start, *way], way, strict=False)}
        if len(steps) > 1:
            raise NotOffered("the way is not straight")
        self.trigger("Blitz", Rush)
        self.answer(Rush(way[-1]))

    def capture(self, unit: str, target: str) -> None:
        self.trigger("Capture", Select)
        self.answer(Select(self.id(target)))

    def mandate(self, unit: str, target: str) -> None:
        if not self.game.position.is_settled:
            self.trigger("Arrest Mandate II", Select)
        self.answer(Select(self.id(target)))

    def prism(self, unit: str, slot: str, ally: str, action: str) -> None:
        slots = [each.name for each in self.game.unit(self.name(unit)).card.action]
        self.trigger("Laser Prism", TakeOver)
        self.answer(TakeOver(slots.index(slot), self.id(ally), action))

    def ignite(self, unit: str) -> None:
        self.trigger("Ignition")

    def cloak(self, unit: str, path: list[list[int]]) -> None:
        way: list[Hex] = [hex_at(*place) for place in path]
        self.begin(Cloak(self.id(unit), way[-1], tuple(way[:-1])))

    def place(self, unit: str, pos: list[int]) -> None:
        self.begin(PlaceUnit(self.id(unit), hex_at(*pos)))

    def end_turn(self, drops: list[Entry] | tuple[()] = ()) -> None:
        self.begin(END_TURN)
        for drop in drops:
            self.answer(Arrive(hex_at(*drop["pos"])))
            assert self.game.unit(drop["unit"]).at == hex_at(*drop["pos"])

    def validate_squad(
        self,
        units: list[str],
        valid: bool,
        pool: list[str] | tuple[()] = (),
        cards: list[Entry] | tuple[()] = (),
    ) -> None:
        known = make_cards(cards)
        against = [*squad_refusals([known[n] for n in units], [known[n] for n in pool])]
        assert (not against) == valid, against

    def check(self, **wanted: Any) -> None:
        SCENARIOS.check(self, wanted)


OPS = frozenset(
    (
        "move use retaliate combine cmb blitz capture mandate prism ignite cloak place end_turn"
        " check validate_squad"
    ).split()
)


class AegisScenarios(Scenarios[Play]):
    """Battles with test cards, played with the dice that the entry names and no others."""

    known = frozenset(LAID)

    def lay(self, entry: Entry) -> Play:
        return Play(entry)

    def take(self, table: Play, step: Entry) -> None:
        how = {**step}
        op, refused = how.pop("do"), how.pop("refused", False)
        assert op in OPS, f"the runner does not handle {op}"
        act: Callable[..., None] = getattr(table, op)
        if refused:
            _is_refused(table, act, how, refused)
        else:
            act(**how)
            if "dice" in how:
                table.thrown.append(how["dice"])
                assert tuple(how["dice"]) in table.game.throws

    def finish(self, table: Play, entry: Entry) -> None:
        table.game.declines()
        assert table.game.position.is_settled
        # Those that are rolled again stand apart.
        assert table.thrown == entry["dice"], f"{table.thrown} are thrown, not {entry['dice']}"

    def find(self, table: Play, wanted: Entry) -> Entry:
        return find(table.game, table.names, wanted)


def _is_refused(play: Play, act: Callable[..., None], how: Entry, why: str | bool) -> None:
    """The step is refused or not offered, for the reason hinted at; and nothing changes."""
    game, before, names = play.game, play.game.position, dict(play.names)
    play.game = game.fork()
    refusals: tuple[Refusal, ...] = ()
    try:
        act(**how)
    except Refused as refused:
        refusals = reasons(refused.refusals)
    except NotOffered:
        pass
    else:
        raise AssertionError(f"this is legal and should not be: {how}")
    if isinstance(why, str) and refusals:
        assert {refusal.rule for refusal in refusals} & {*WHY[why]}, f"{why}: {refusals}"
    play.game, play.names = game, names
    assert play.game.position == before


SCENARIOS = AegisScenarios(FOLDER)
