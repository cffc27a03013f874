"""Switches: whose they are in which roll, on whom they act, who goes first and who is asked again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import GoFirst
from gattai.games.aristeia.cards import ActionCard, Pool, SwitchCard
from gattai.games.aristeia.effects.moving import Displace
from gattai.games.aristeia.effects.rolling import AddSymbols
from gattai.games.aristeia.roll.switches import activations, switches_of, ways_to_pay
from gattai.games.aristeia.roll.symbols import count
from gattai.games.aristeia.state import Declared, Rolling, Side
from gattai.kernel.question import Choose
from gattai.kernel.window import PASS
from tests.games.aristeia.driver import bout, fight
from tests.games.aristeia.table import GREEN, ORANGE

TRICK = ActionCard(
    "trick", "Trick", "action", 1, "enemy", (1, 1), pool=Pool(("red",)),
    switches=(SwitchCard(("X",), (Displace("target"),)),),
)  # fmt: skip


def orders(option: Any) -> bool:
    """Whether it says who goes first."""
    return isinstance(option, GoFirst)


@pytest.mark.rule("ARISTEIA.SWITCH.ORDER", "ARISTEIA.AMB.SWITCH-ALTERNATE")
def test_the_order_is_asked_for_only_where_both_could_do_something() -> None:
    for mine, theirs, asked in (
        (["orange SSX", "blue -"], ["green -", "blue -"], False),
        (["orange -", "blue -"], ["green BBX", "blue BBX"], False),
        (["orange SSX", "blue -"], ["green BBX", "blue BBX"], True),
    ):
        game = fight("8-ball", "eat-my-fa-jing", "lunah")
        game.rolls(mine, theirs)
        assert game.is_offered(orders) == asked, mine


@pytest.mark.rule("ARISTEIA.SWITCH.ORDER", "ARISTEIA.SWITCH.WHEN", "ARISTEIA.AMB.SWITCH-ALTERNATE")
@pytest.mark.parametrize("first", [GREEN, ORANGE])
def test_one_does_all_it_wants_then_the_other_and_nobody_is_asked_again(first: Any) -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue B"], ["green BBX", "blue BBX"])
    game.takes(lambda option: option == GoFirst(first))
    seats = []
    while isinstance(game.question, Choose) and game.question.rule == "ARISTEIA.SWITCH.WHEN":
        seats.append(game.question.seat)
        game.answer(PASS)
    assert seats == [first, ORANGE if first == GREEN else GREEN]
    assert game.position.is_settled


@pytest.mark.rule("ARISTEIA.SWITCH.WHEN")
def test_who_could_do_nothing_before_may_after_the_others_switches() -> None:
    switches = [{"cost": ["X"], "effects": [{"do": "displace", "who": "target"}]}]
    table = {
        "8-ball": {"at": (0, 0), "attack": ["orange"], "switches": switches},
        "lunah": {"at": (1, 0), "switches": [], "defense": ["blue"]},
    }
    game = bout("8-ball", table, hand={"orange": [], "green": []})
    game.performs("strike", "lunah")
    game.rolls(["orange SSX"], ["blue S"])
    assert not game.is_offered(orders)
    game.spends("X", ORANGE)
    game.goes((2, 0))
    assert game.damage("lunah", "8-ball") == (2, 1)


@pytest.mark.rule("ARISTEIA.AMB.DISENGAGE-SWITCHES", "ARISTEIA.SWITCH.GENERAL")
def test_in_a_disengage_roll_a_general_switch_acts_on_whom_one_rolls_against() -> None:
    game = bout("gata", {"gata": (0, 0), "maximus": (1, 0)}, mp=1)
    game.walks((-1, 0))
    game.rolls(["red SSX", "orange -"], ["green B", "blue -"])
    game.spends("B", GREEN)
    game.settle()
    assert game.states("gata") == ["taunted:red"] and game.states("maximus") == []
    assert game.at("gata") == (-1, 0)


@pytest.mark.rule("ARISTEIA.SWITCH.ACTION", "ARISTEIA.SWITCH.GENERAL")
def test_the_switches_of_an_action_are_for_its_own_rolls_and_for_who_performs_it() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue -"], ["green BX", "blue -"])
    assert game.can_spend("X", ORANGE) and not game.can_spend("X", GREEN), "it is 8-Ball's"
    state = game.state
    who, action = game.id("8-ball"), game.one("8-ball").card.actions[0]
    assert state.rolling is not None and action.switches
    declared = Declared(who, action, game.id("lunah"))
    general = tuple((switch, True) for switch in game.one("8-ball").card.switches)
    for kind, more in (("attack", True), ("action", True), ("disengage", False)):
        rolling = Rolling(kind, "Roll", state.rolling.sides)  # type: ignore[arg-type]
        found = switches_of(replace(state, rolling=rolling, declared=declared), 0)
        own = tuple((switch, False) for switch in action.switches)
        assert found == (general + own if more else general), kind
        undeclared = switches_of(replace(state, rolling=rolling, declared=None), 0)
        assert undeclared == general


@pytest.mark.rule("ARISTEIA.SWITCH.ACTION", "ARISTEIA.AMB.SWITCH-SIMPLE")
def test_a_switch_of_an_action_acts_on_its_target_though_nobody_rolls_against_it() -> None:
    game = bout("hexx3r", {"hexx3r": {"at": (0, 0), "switches": []}, "gata": (1, 0)})
    game.performs("gotcha", "gata")
    game.rolls(["yellow BX", "yellow -"])
    game.spends("B+X")
    game.settle()
    assert game.states("gata") == ["slowed:red"]


def shown(mine: str, theirs: str = "", *, adjacent: bool = True, simple: bool = False) -> Any:
    """8-Ball's roll against Lunah as it lies there; he has three Switches of his own."""
    cards = (
        SwitchCard(("X",), (Displace("target"),)),
        SwitchCard(("B",), (Displace("self"),)),
        SwitchCard(("S",), (AddSymbols(("B",)),), adjacent=True),
    )
    game = bout("8-ball", {"8-ball": (0, 0), "lunah": (1, 0)})
    who = game.id("8-ball")
    card = replace(game.one("8-ball").card, switches=cards)
    state = game.state.with_character(who, replace(game.one("8-ball"), card=card))
    sides = (
        Side(who, ORANGE, (), symbols=count(mine.split())),
        Side(game.id("lunah"), GREEN, (), symbols=count(theirs.split())),
    )
    rolling = Rolling("action", "Roll", sides[:1] if simple else sides, is_adjacent=adjacent)
    return replace(state, rolling=rolling)


def paid(state: Any) -> list[tuple[int, str]]:
    """The Switches that could be paid, and with what."""
    return [(each.switch, each.paid) for each in activations(state, 0)]


@pytest.mark.rule(
    "ARISTEIA.SWITCH.REPEAT", "ARISTEIA.SWITCH.GENERAL", "ARISTEIA.CHAR.MUSHASHI-SWITCH"
)
def test_every_switch_that_can_be_paid_is_offered_but_for_what_it_asks_of_the_other() -> None:
    assert paid(shown("X B S")) == [(0, "X"), (1, "B"), (2, "S")]
    assert paid(shown("X B S", adjacent=False)) == [(0, "X"), (1, "B")]
    assert paid(shown("X B S", simple=True)) == [(1, "B"), (2, "S")], "there is nobody to Displace"
    assert paid(shown("", "X B S")) == []
    declared = Declared(shown("").rolling.sides[0].who, TRICK, shown("").team(GREEN)[0])
    trick = replace(shown("X", simple=True), declared=declared)
    assert paid(trick) == [(3, "X")], "what an Action aims at it has"


@pytest.mark.rule("ARISTEIA.SWITCH.CRITICAL-DOUBLE", "ARISTEIA.AMB.CRITICAL-CHANGE")
def test_two_activations_are_paid_at_once_only_where_a_critical_would_be_half_lost() -> None:
    def ways(have: str, cost: str) -> list[tuple[str, int]]:
        return [*ways_to_pay(count(have.split()), count(cost.split()))]

    assert ways("SC", "S") == [("SC", 1), ("SC", 2)]
    assert ways("SC SC", "S S") == [("SC", 1)], "an even price wastes nothing"
    assert ways("S S", "S") == [("S", 1)], "without a critical one pays one by one"
    assert ways("BC X", "B X") == [("BC+X", 1)], "there is but one X"
    assert ways("BC X X", "B X") == [("BC+X", 1), ("BC+X+X", 2)]
    assert ways("BC B", "B") == [("B", 1), ("BC", 2)]
    assert ways("BC B B", "B") == [("B", 1), ("BC", 2)]
    assert ways("SC S S", "S S S") == [("S+SC", 1)]
