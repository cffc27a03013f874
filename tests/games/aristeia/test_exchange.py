"""What a side can do with its symbols, and the plain walk that figures are held to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gattai.games.aristeia.actions import KEEP_BLOCK, GoFirst, NullifyDie
from gattai.games.aristeia.cards import SwitchCard
from gattai.games.aristeia.effects.moving import Displace
from gattai.games.aristeia.effects.rolling import AddSymbols, Nullify
from gattai.games.aristeia.roll.reckoning import Exchange, Hand, Plan, Result, plans, unspent_roll
from gattai.games.aristeia.roll.symbols import count, counting_dice, dice_by_face
from gattai.kernel.question import ENTER, Choose, Part, Roll, Seat
from tests.games.aristeia.exchange import ACTIVE, RIVAL, exchange
from tests.games.aristeia.table import CONTENT

BUYS = SwitchCard(("X",), (Displace("self"),))
ALSO = SwitchCard(("X",), (Displace("target"),))
ADDS = SwitchCard(("B",), (AddSymbols(("S",)),))
TAKES = SwitchCard(("X",), (Nullify("B"),))
TAKES_S = SwitchCard(("X",), (Nullify("S"),))


def hand(dice: str, *switches: SwitchCard, printed: tuple[str, ...] = ()) -> Hand:
    return Hand(tuple(CONTENT.dice[each] for each in dice.split()), printed, switches)


class Walked:
    """One exchange with these dice; what was asked, and what came of it."""

    def __init__(
        self,
        roll: Exchange,
        mine: str,
        theirs: str,
        answer: Callable[[Choose], Any] = lambda asked: asked.otherwise,
        steps: Callable[[Exchange], Any] = exchange,
    ) -> None:
        self.asked: list[Choose] = []
        self.thrown: dict[Seat, Any] = {}
        walk, value = steps(roll), None
        while True:
            try:
                question = walk.send(value)
            except StopIteration as end:
                self.result: Result = end.value
                return
            if isinstance(question, Part):
                value = ENTER
            elif isinstance(question, Roll):
                assert question.by is not None
                self.thrown[question.by] = question.dice
                faces = (mine if question.by == ACTIVE else theirs).split()
                value = question.dice.read(tuple(faces))
            else:
                self.asked.append(question)
                value = answer(question)

    @property
    def rules(self) -> list[tuple[str, Seat]]:
        """By which rule whom was asked."""
        return [(each.rule.removeprefix("ARISTEIA."), each.seat) for each in self.asked]


def picks(*wanted: Any) -> Callable[[Choose], Any]:
    """Answer with the first of these that is offered; of plans with the one that activates so."""

    def answer(asked: Choose) -> Any:
        for one in wanted:
            for option in asked.options:
                if option == one or (isinstance(option, Plan) and option.activates == one):
                    return option
        return asked.otherwise

    return answer


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ROLL.PRINTED-SYMBOL")
def test_where_nobody_spends_it_comes_to_what_the_dice_show_and_what_is_printed() -> None:
    for steps in (exchange, unspent_roll):
        roll = Exchange((hand("red orange", printed=("S",)), hand("blue black")))
        assert Walked(roll, "SSX S", "BBX B", steps=steps).result == Result((1, 0))
        assert Walked(roll, "SC -", "SB -", steps=steps).result == Result((1, 1))
        bare = Exchange((hand("", printed=("SC", "B")), hand("red")))
        assert Walked(bare, "", "SSX", steps=steps).result == Result((1, 1))
        assert Walked(roll, "SSX S", "BBX B", steps=steps).asked == []


def test_a_critical_block_takes_a_die_and_the_underdog_says_who_goes_first() -> None:
    one = Exchange((hand("red orange"), hand("green")))
    kept = Walked(one, "SSX S", "BC")
    assert kept.rules == [("ROLL.CRITICAL-BLOCK", RIVAL)] and kept.result.left == (2, 0)
    assert kept.asked[0].otherwise == KEEP_BLOCK
    assert [*kept.asked[0].options] == [NullifyDie("SSX"), KEEP_BLOCK], "no die is worse than S"
    assert Walked(one, "SSX S", "BC", picks(NullifyDie("SSX"))).result.left == (1, 0)
    assert Walked(one, "- -", "BC").asked == [], "there is nothing to take away"
    assert Walked(one, "SSX S", "B").asked == []
    for underdog in (0, 1):
        both = Exchange((hand("green red"), hand("green red")), underdog)
        walked = Walked(both, "BC S", "BC SSX")
        assert walked.rules[0] == ("UNDERDOG.DECIDES", underdog)
        assert walked.asked[0].otherwise == GoFirst(Seat(underdog))
        assert [seat for _, seat in walked.rules[1:]] == [underdog, 1 - underdog]
        for first in (ACTIVE, RIVAL):
            found = Walked(both, "BC S", "BC SSX", picks(GoFirst(first), NullifyDie("BC")))
            assert found.rules[1:] == [("ROLL.CRITICAL-BLOCK", first)], "the other's is gone"
            assert found.result.left == (1, 2)


def test_printed_symbols_are_dice_of_their_own_for_a_critical_block() -> None:
    roll = Exchange((hand("red", printed=("SC",)), hand("green")))
    assert Walked(roll, "S", "BC", picks(NullifyDie("SC"))).result.left == (1, 0)
    blank = Walked(roll, "-", "BC")
    assert [*blank.asked[0].options] == [NullifyDie("SC"), KEEP_BLOCK], "a blank is not worth it"
    plain = Exchange((hand("red orange"), hand("green")))
    assert Walked(plain, "- -", "BC").asked == [], "and nothing is printed"
    threat = Exchange((hand("red", printed=("BC",)), hand("red")))
    walked = Walked(threat, "-", "SSX", picks(NullifyDie("SSX")))
    assert walked.rules == [("ROLL.CRITICAL-BLOCK", ACTIVE)] and walked.result.left == (0, 0)


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE")
def test_dice_are_looked_at_one_by_one_only_where_one_could_be_taken_away() -> None:
    cards = tuple(CONTENT.dice[each] for each in ("red", "orange"))
    roll = Exchange((hand("red orange"), hand("green")))
    assert Walked(roll, "S S", "B").thrown[ACTIVE] == counting_dice(cards)
    assert Walked(roll, "S S", "BC").thrown[ACTIVE] == dice_by_face(cards, False)[0]
    plain = Exchange((hand("red orange"), hand("blue")))
    assert Walked(plain, "S S", "B").thrown[ACTIVE] == counting_dice(cards)


def test_the_active_side_says_who_spends_first_where_both_could() -> None:
    both = Exchange((hand("red", BUYS), hand("red", BUYS)))
    walked = Walked(both, "SX", "SX")
    assert walked.rules == [
        ("SWITCH.ORDER", ACTIVE),
        ("SWITCH.WHEN", ACTIVE),
        ("SWITCH.WHEN", RIVAL),
    ]
    assert walked.asked[0].otherwise == GoFirst(ACTIVE)
    assert walked.result == Result((1, 1), (0, 0))
    turned = Walked(both, "SX", "SX", picks(GoFirst(RIVAL)))
    assert [seat for _, seat in turned.rules] == [ACTIVE, RIVAL, ACTIVE]
    for mine, theirs, seats in (("SX", "S", [ACTIVE]), ("S", "SX", [RIVAL]), ("S", "S", [])):
        assert [seat for _, seat in Walked(both, mine, theirs).rules] == seats


def test_what_each_side_buys_is_counted_for_that_side() -> None:
    both = Exchange((hand("red red", BUYS, ALSO), hand("red red", BUYS)))
    buy = picks(("0:X", "1:X"), ("0:X",))
    assert Walked(both, "SX SX", "SX -", buy).result == Result((2, 1), (2, 1))
    first = picks(GoFirst(RIVAL), ("0:X", "1:X"), ("0:X",))
    assert Walked(both, "SX SX", "SX -", first).result == Result((2, 1), (2, 1))
    assert Walked(both, "SX SX", "- -", buy).result == Result((2, 0), (2, 0))
    assert Walked(both, "- -", "SX SC", buy).result == Result((0, 2), (0, 1))


def test_the_second_sees_what_the_first_has_taken_and_nothing_falls_below_none() -> None:
    taking = Exchange((hand("red red", TAKES), hand("blue", ADDS)))
    take = picks(("0:X",), ("0:B",))
    walked = Walked(taking, "SX S", "B", take)
    assert [seat for _, seat in walked.rules] == [ACTIVE, ACTIVE], "then there is no B to spend"
    assert walked.result.left == (2, 0)
    late = Walked(taking, "SX S", "B", picks(GoFirst(RIVAL), ("0:B",), ("0:X",)))
    assert late.result.left == (2, 1), "the B was spent before"
    other = Exchange((hand("blue"), hand("red", TAKES_S)))
    assert Walked(other, "S", "SX", picks(("0:X",))).result.left == (0, 1)
    assert Walked(other, "-", "SX", picks(("0:X",))).result.left == (0, 1)


def ends(
    side: Hand, have: str
) -> list[tuple[tuple[str, ...], tuple[int, ...], tuple[int, int], int]]:
    """Every plan: what it activates, S, SC and blocks left, what it takes, how much it buys."""
    found = plans(side, count(have.split()))
    assert all(plan.symbols[3:] == (0, 0) for plan in found)
    return [(plan.activates, plan.symbols[:3], plan.nullifies, plan.buys) for plan in found]


@pytest.mark.rule("ARISTEIA.SWITCH.PAY", "ARISTEIA.SWITCH.REPEAT")
def test_plans_are_all_that_could_be_bought_and_nothing_comes_first() -> None:
    nothing: tuple[str, ...] = ()
    assert ends(hand(""), "S SC B BC X") == [(nothing, (1, 1, 2), (0, 0), 0)]
    assert ends(hand("", BUYS), "S X X") == [
        (nothing, (1, 0, 0), (0, 0), 0),
        (("0:X",), (1, 0, 0), (0, 0), 1),
    ], "each of these at most once"
    assert ends(hand("", BUYS, ALSO), "X X")[1:] == [(("0:X", "1:X"), (0, 0, 0), (0, 0), 2)]
    assert ends(hand("", BUYS, ALSO), "X")[1:] == [(("0:X",), (0, 0, 0), (0, 0), 1)]
    assert ends(hand("", TAKES), "X X")[1:] == [(("0:X", "0:X"), (0, 0, 0), (0, 2), 0)]
    assert ends(hand("", TAKES_S, TAKES), "X X")[1:] == [
        (("0:X", "0:X"), (0, 0, 0), (2, 0), 0),
        (("0:X", "1:X"), (0, 0, 0), (1, 1), 0),
        (("1:X", "1:X"), (0, 0, 0), (0, 2), 0),
    ]
    assert ends(hand("", ADDS), "B BC") == [
        (nothing, (0, 0, 2), (0, 0), 0),
        (("0:BC",), (2, 0, 1), (0, 0), 0),
        (("0:B", "0:BC"), (3, 0, 0), (0, 0), 0),
    ]
    again = ends(hand("", BUYS, TAKES), "X X X")
    assert {(takes, buys) for _, _, takes, buys in again} == {((0, 0), 0), ((0, 3), 0), ((0, 2), 1)}
    spends = SwitchCard(("S",), (Displace("self"),))
    assert (("1:B", "0:S"), (0, 0, 0), (0, 0), 1) in ends(hand("", spends, ADDS), "B")
    assert ends(hand("", spends), "S SC")[1:] == [(("0:S",), (0, 1, 0), (0, 0), 1)]
    wide = SwitchCard(("B",), (Displace("self"),))
    assert ends(hand("", wide), "BC")[1:] == [(("0:BC",), (0, 0, 0), (0, 0), 1)]
