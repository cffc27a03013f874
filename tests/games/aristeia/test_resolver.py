"""Thousands of rolls, played by the engine and worked out from the booklet beside it."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from gattai.games.aristeia.actions import APPLY, Activate, NullifyDie
from gattai.games.aristeia.events.roll import RollEnded
from gattai.kernel.question import Choose, Roll
from tests.games.aristeia import resolver
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.resolver import FACES, Roller, Switch
from tests.games.aristeia.table import GREEN, ORANGE

CASES = 1_500
COSTS = (("X",), ("X", "X"), ("B",), ("B", "X"), ("S",), ("B", "B"), ("S", "X"))
WOUNDS = 9


def some_switches(source: Random) -> tuple[Switch, ...]:
    """Up to two Switches that only change the roll."""
    found = []
    for _ in range(source.choice([0, 1, 1, 2])):
        cost = source.choice(COSTS)
        adds = source.random() < 0.5
        # A success that adds one for one success would go on for ever.
        found.append(Switch(cost, adds=int(adds and cost != ("S",)), nullifies=int(not adds)))
    return tuple(switch for switch in found if switch.adds or switch.nullifies)


def printed(switches: tuple[Switch, ...]) -> list[dict[str, Any]]:
    """The same as cards write them."""
    adds = {"do": "add-symbols", "symbols": ["S"]}
    nullifies = {"do": "nullify", "symbol": "B"}
    return [{"cost": [*s.cost], "effects": [adds if s.adds else nullifies]} for s in switches]


def some_dice(source: Random, most: int) -> list[str]:
    """No more than three of a colour."""
    bag = [colour for colour in FACES for _ in range(3)]
    return source.sample(bag, source.randint(1, most))


@pytest.mark.rule(
    "ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ATTACK.COMBAT-ROLL", "ARISTEIA.ROLL.BLOCK",
    "ARISTEIA.ROLL.CRITICAL-SUCCESS", "ARISTEIA.ROLL.CRITICAL-BLOCK",
    "ARISTEIA.ROLL.CRITICAL-BLOCK-TIMING", "ARISTEIA.SWITCH.PAY", "ARISTEIA.SWITCH.REPEAT",
    "ARISTEIA.SWITCH.CRITICAL-DOUBLE", "ARISTEIA.SWITCH.IMMEDIATE", "ARISTEIA.ATTACK.BOTH",
)  # fmt: skip
def test_thousands_of_combat_rolls_come_to_what_the_booklet_makes_of_the_same_dice(
    pytestconfig: pytest.Config,
) -> None:
    source = Random("rolls by the booklet")
    for number in range(int(CASES * pytestconfig.getoption("--games"))):
        attack, defense = some_dice(source, 5), some_dice(source, 4)
        extra = source.choice([[], [], ["S"], ["B"], ["SC"]])
        own, foe = some_switches(source), some_switches(source)
        game = bout(
            "8-ball",
            {
                "8-ball": {
                    "at": (0, 0), "attack": attack, "attack_symbols": extra,
                    "attack_switches": printed(own), "switches": [],
                    "hit_points": WOUNDS,
                },
                "lunah": {
                    "at": (1, 0), "defense": defense, "switches": printed(foe),
                    "hit_points": WOUNDS,
                },
            },
        )  # fmt: skip
        game.performs("strike", "lunah")
        rollers = {ORANGE: Roller([*extra], own), GREEN: Roller([], foe)}
        colours = {ORANGE: attack, GREEN: defense}
        play(source, game, rollers, colours)
        wanted = {
            ORANGE: resolver.left(rollers[ORANGE], rollers[GREEN]),
            GREEN: resolver.left(rollers[GREEN], rollers[ORANGE]),
        }
        where = (number, attack, extra, defense, own, foe, rollers)
        (ended,) = [event for event in game.told if isinstance(event, RollEnded)]
        assert ended.left == (wanted[ORANGE], wanted[GREEN]), where
        hurt = {"lunah": wanted[ORANGE], "8-ball": wanted[GREEN]}
        for name, damage in hurt.items():
            one = game.one(name)
            if damage >= WOUNDS:
                assert (one.at, one.off, one.damage) == (None, "infirmary", 0), where
            else:
                assert one.at is not None and one.damage == damage, where


def play(source: Random, game: Driver, rollers: dict[Any, Roller], colours: dict[Any, Any]) -> None:
    """Throw, take dice and pay for Switches at random, both here and there."""
    counted = False
    while not game.position.is_settled:
        question = game.question
        if isinstance(question, Roll):
            pool = game.pool()
            assert sorted(pool) == sorted(colours[question.by])
            faces = tuple(source.choice(FACES[colour]) for colour in pool)
            rollers[question.by].dice += faces
            game.answer(faces)
            continue
        assert isinstance(question, Choose)
        own = rollers[question.seat]
        foe = rollers[GREEN if question.seat == ORANGE else ORANGE]
        if question.rule == "ARISTEIA.ROLL.CRITICAL-BLOCK":
            assert own.has_critical_block and not counted
            offered = [each for each in question.options if isinstance(each, NullifyDie)]
            assert {each.face for each in offered} == resolver.removable(foe)
            answer = source.choice([*question.options])
            if isinstance(answer, NullifyDie):
                resolver.take(own, foe, answer.face)
        elif question.rule == "ARISTEIA.SWITCH.WHEN":
            if not counted:
                own.count()
                foe.count()
                counted = True
            offers = [each for each in question.options if isinstance(each, Activate)]
            assert {each.switch for each in offers} == resolver.payable(own), (own, foe)
            for each in offers:
                paid = Counter(each.paid.split("+"))
                assert resolver.is_price(paid, own.switches[each.switch], each.times), (each, own)
            answer = source.choice([*question.options])
            if isinstance(answer, Activate):
                paid = Counter(answer.paid.split("+"))
                resolver.pay(own, foe, answer.switch, paid, answer.times)
        else:
            answer = source.choice([*question.options])
        game.answer(answer)
    if not counted:
        for roller in rollers.values():
            roller.count()


@pytest.mark.rule("ARISTEIA.ROLL.SIMPLE", "ARISTEIA.ACTION.SIMPLE")
def test_a_simple_roll_succeeds_exactly_where_a_success_is_among_its_symbols() -> None:
    whole = bout("hexx3r", {"hexx3r": (0, 0), "gata": (2, 0)})
    whole.performs("gotcha", "gata")
    assert whole.pool() == ["yellow", "yellow"]
    for faces in product(FACES["yellow"], repeat=2):
        game = whole.fork()
        game.answer(faces)
        shown = sum((resolver.symbols(face) for face in faces), Counter())
        assert game.is_offered(lambda option: option == APPLY) == bool(shown["S"]), faces
