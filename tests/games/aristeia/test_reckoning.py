"""What odds make of a Face to Face Roll is what the table allows: no more, and no less."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gattai.games.aristeia.actions import Activate, GoFirst, NullifyDie
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.roll.expectation import attack_as_exchange
from gattai.games.aristeia.roll.reckoning import Exchange, Plan, Result, plans
from gattai.games.aristeia.roll.switches import ways_to_pay
from gattai.games.aristeia.roll.symbols import Symbols, count, minus, plus
from gattai.kernel.question import ENTER, Choose, Part, Roll, Seat
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.exchange import ACTIVE, exchange
from tests.games.aristeia.table import ATTACKS, HOME


class Fallen:
    """One exchange with real dice, every choice at random: what fell, and what was chosen."""

    def __init__(self, roll: Exchange, rng: random.Random) -> None:
        self.faces: dict[Seat, tuple[Any, ...]] = {}
        self.orders: dict[str, bool] = {}
        """By rule, whether the active side was told to go first."""
        self.nullified: tuple[list[str], list[str]] = ([], [])
        self.activates: tuple[list[str], list[str]] = ([], [])
        self.result = self._play(roll, rng)

    def _play(self, roll: Exchange, rng: random.Random) -> Result:
        steps, value = exchange(roll), None
        while True:
            try:
                asked = steps.send(value)
            except StopIteration as end:
                result: Result = end.value
                return result
            if isinstance(asked, Part):
                value = ENTER
            elif isinstance(asked, Roll):
                assert asked.by is not None
                self.faces[asked.by] = faces = asked.dice.faces(rng)
                value = asked.dice.read(faces)
            else:
                assert isinstance(asked, Choose)
                value = rng.choice(tuple(asked.options))
                self._note(asked, value)

    def _note(self, asked: Choose, value: Any) -> None:
        match value:
            case GoFirst(seat=seat):
                self.orders[asked.rule] = seat == ACTIVE
            case NullifyDie(face=face):
                self.nullified[asked.seat].append(face)
            case Plan(activates=activates):
                self.activates[asked.seat].extend(activates)
            case _:
                pass


class Replay:
    """The same dice and the same choices on the table, asked as play asks."""

    def __init__(self, game: Driver, fallen: Fallen, roll: Exchange) -> None:
        self.game = game
        self.fallen = fallen
        self.roll = roll
        rolling = game.state.rolling
        assert rolling is not None
        self.seats = [side.seat for side in rolling.sides]

    def left(self) -> tuple[int, ...]:
        """Successes left to each side when the roll has ended."""
        while True:
            for event in self.game.told:
                if isinstance(event, RollEnded):
                    return event.left
            question = self.game.question
            if isinstance(question, Roll):
                assert question.by is not None
                number = self.seats.index(question.by)
                self.game.answer(self.fallen.faces[Seat(number)])
            else:
                assert isinstance(question, Choose)
                self.game.answer(self._answer(question))

    def _answer(self, question: Choose) -> Any:
        options = tuple(question.options)
        number = self.seats.index(question.seat)
        if any(isinstance(option, GoFirst) for option in options):
            active = self.fallen.orders.get(question.rule, True)
            return GoFirst(self.seats[0 if active else 1])
        wanted = self.fallen.nullified[number]
        if any(isinstance(option, NullifyDie) for option in options) and wanted:
            return NullifyDie(wanted.pop(0))
        waiting = self.fallen.activates[number]
        if question.rule == "ARISTEIA.SWITCH.WHEN" and waiting:
            return self._activation(options, number, waiting.pop(0))
        return options[0] if question.otherwise is None else question.otherwise

    def _activation(self, options: tuple[Any, ...], number: int, named: str) -> Activate:
        """The Switch by its place among those that can be used here; as often as the symbols pay."""
        place, _, paid = named.partition(":")
        cost = self.roll.sides[number].switches[int(place)].cost
        offered = [o for o in options if isinstance(o, Activate) and o.paid == paid]
        who = self.game.state.rolling.sides[number].who  # type: ignore[union-attr]
        card = self.game.state.characters[who].card
        declared = self.game.state.declared
        assert declared is not None
        every = [*card.switches, *(declared.action.switches if number == 0 else ())]
        found = [o for o in offered if every[o.switch].cost == cost]
        assert found, f"{named} is not offered: {options}"
        is_bought = not _is_for_symbols(every[found[0].switch])
        return (min if is_bought else max)(found, key=lambda option: option.times)


def _is_for_symbols(switch: Any) -> bool:
    return all(type(effect).__name__ in ("AddSymbols", "Nullify") for effect in switch.effects)


def _enemies_of(name: str) -> list[str]:
    return [other for other, seat in HOME.items() if seat != HOME[name]]


@pytest.mark.rule(
    "ARISTEIA.ROLL.FACE-TO-FACE",
    "ARISTEIA.ROLL.PRINTED-SYMBOL",
    "ARISTEIA.ROLL.CRITICAL-BLOCK",
    "ARISTEIA.UNDERDOG.DECIDES",
    "ARISTEIA.SWITCH.ORDER",
    "ARISTEIA.SWITCH.IMMEDIATE",
    "ARISTEIA.SWITCH.PAY",
    "ARISTEIA.SWITCH.REPEAT",
)
@pytest.mark.parametrize(("attacker", "action"), ATTACKS, ids=[a.id for _, a in ATTACKS])
def test_whatever_odds_choose_can_be_done_on_the_table_and_comes_to_the_same(
    attacker: Any, action: Any
) -> None:
    rng = random.Random(action.id)
    there = (1, 0) if action.range[0] <= 1 else (action.range[0], 0)
    for defender in _enemies_of(attacker.id):
        game = bout(attacker.id, {attacker.id: (0, 0), defender: there})
        who, target = game.id(attacker.id), game.id(defender)
        roll = attack_as_exchange(game.state, who, action, target)
        game.performs(action.id, defender)
        for _ in range(40):
            fallen = Fallen(roll, rng)
            found = Replay(game.fork(), fallen, roll).left()
            assert found == fallen.result.left, vars(fallen)


Ends = set[tuple[int, ...]]


def every_end(switches: Any, have: Symbols) -> Ends:
    """What can be come to by activating Switches one by one, in any order, as play offers them."""
    found: Ends = set()
    seen: set[Any] = set()
    waiting = [(have, (0, 0), frozenset[int]())]
    while waiting:
        now = waiting.pop()
        if now in seen:
            continue
        seen.add(now)
        symbols, takes, bought = now
        found.add((symbols[0], symbols[1], symbols[2] + symbols[3], *takes, len(bought)))
        for place, switch in enumerate(switches):
            for paid, often in ways_to_pay(symbols, count(switch.cost)):
                left = minus(symbols, count(paid.split("+")))
                if not _is_for_symbols(switch):
                    waiting.append((left, takes, bought | {place}))
                    continue
                more = takes
                for effect in switch.effects * often:
                    if hasattr(effect, "symbols"):
                        left = plus(left, count(effect.symbols))
                    else:
                        more = (more[0] + (effect.symbol == "S"), more[1] + (effect.symbol == "B"))
                waiting.append((left, more, bought))
    return found


@pytest.mark.rule("ARISTEIA.SWITCH.PAY", "ARISTEIA.SWITCH.REPEAT")
@pytest.mark.parametrize("seed", range(8))
def test_no_end_that_can_be_come_to_is_better_than_every_plan(seed: int) -> None:
    """Each end is at most as good as some plan in everything; each plan is an end."""
    rng = random.Random(f"plans {seed}")
    for attacker, action in ATTACKS:
        game = bout(attacker.id, {attacker.id: (0, 0), _enemies_of(attacker.id)[0]: (1, 0)})
        who, target = game.id(attacker.id), game.id(_enemies_of(attacker.id)[0])
        for side in attack_as_exchange(game.state, who, action, target).sides:
            have: Any = tuple(rng.randint(0, most) for most in (3, 1, 4, 2, 4))
            ends = every_end(side.switches, have)
            planned = {
                (*plan.symbols[:3], *plan.nullifies, plan.buys) for plan in plans(side, have)
            }
            assert planned <= ends
            for end in ends:
                assert any(all(a <= b for a, b in zip(end, p, strict=True)) for p in planned), end
