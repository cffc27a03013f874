"""Everything that is not offered is refused with a rule, its page, and figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gattai.games.aegis.actions import END_TURN, Cloak, Combine, Hold, Move, PlaceUnit, Select, Use
from gattai.games.aegis.state import BLUE, RED, UnitId
from gattai.kernel.position import apply
from gattai.kernel.question import Choose
from gattai.kernel.rulebook import Refusal, Refused
from tests.games.aegis.table import GUN, RULES, Battle, battle, effect, place, robot

NUMBERS = {
    "AEGIS.TURN.ENERGY-NONNEG": "",
    "AEGIS.COMBINE.COST": "",
    "AEGIS.COMBINE.RECIPE-CLASS": "",
    "AEGIS.ATTR.RCH": "",
    "AEGIS.MOVE.SINGLE": "",
    "AEGIS.RANGE.DISTANCE": "out of range",
    "AEGIS.RANGE.MODIFIED": "out of range",
    "AEGIS.MOVE.BASIC": "short enough",
    "AEGIS.COMBINE.BASIC": "not adjacent",
}
"""Rules where a number decides, and the words that tell such a refusal from others of the rule."""


def mid_battle() -> Battle:
    """A table with a bit of everything: terrain, states, a Beacon, a Commander, little energy."""
    game = battle(energy=(9, 4), turns=(3, 2), destroyed=(0, 1))
    game.set(field=RULES.fields["hexfield-7"])
    game.red("ark", at=(0, 2), card="ark-150").red("go", at=(1, 2), card="go-100")
    game.red("endr", at=(-1, 1), card="endr-100", effects=(effect("STN"),))
    game.red("ssm", at=(2, 3), card="ssm-100", last_used=(("Long Lance Rocket", 2),))
    game.red("ika", at=(0, 4), card="ika-100", effects=(effect("DSA"),))
    game.red("sol", at=(-2, 4), card="sol-100", acted=True)
    game.blue("get", at=(0, 0), card="get-100", damage=3)
    game.blue("abb", at=(1, -2), card="abb-100", effects=(effect("CLOAK"),))
    game.blue("exl", at=(-3, 0), card="exl-100").blue("gone", at=None, card="sno-100")
    game.prepares("ark-2500", "endr-1000", "ark-9300")
    return game


def running() -> Battle:
    """The same table when the first unit has moved and fired."""
    game = mid_battle().moves("ark", (0, 1))
    return game.uses("ark", "Shoulder Vulcan", "get").rolls(1, 4).declines()


TABLES = [pytest.param(mid_battle, id="fresh"), pytest.param(running, id="in an act")]


def candidates(game: Battle) -> Iterator[Any]:
    """Every action of every unit on every unit and hex, each combine, and what exists nowhere."""
    yield from RULES.candidates(game.state)
    for card in ("ark-2500", "no-such-card"):
        yield Combine(UnitId(0), UnitId(1), card)
    yield from (Use(UnitId(0), "No Such Action"), Use(UnitId(99), "Gun"), Select(UnitId(99)))
    yield from (Use(UnitId(0), "Breaker Sword", UnitId(99)), Combine(UnitId(0), UnitId(99), "duo"))
    yield from (Move(UnitId(0), place(8, 0)), Cloak(UnitId(4), place(8, 0)))
    yield from (PlaceUnit(UnitId(0), place(0, 6)), Hold(UnitId(0)), "a wish")


@pytest.mark.rule("AEGIS.TERM.TRACKING")
@pytest.mark.parametrize("table", TABLES)
def test_everything_that_is_not_offered_is_refused_with_a_rule_and_its_page(table: Any) -> None:
    game = table()
    question, state = game.question, game.state
    assert isinstance(question, Choose)
    offered, refused = 0, 0
    for value in candidates(game):
        reasons = tuple(RULES.refusals(state, value))
        assert (value in question.options) == (not reasons), value
        offered, refused = offered + (not reasons), refused + bool(reasons)
        for reason in reasons:
            assert reason.rule in RULES.rulebook, reason
            assert RULES.rulebook.find(reason.rule).page
            assert reason.reason
            decisive = NUMBERS.get(reason.rule)
            if decisive is not None and decisive in reason.reason:
                assert reason.figures, (value, reason)
    assert offered > 20
    assert refused > 3000


@pytest.mark.rule("AEGIS.MODE.STANDARD")
@pytest.mark.parametrize("table", TABLES)
def test_every_listed_option_is_a_candidate_without_refusals(table: Any) -> None:
    game = table()
    known, state = {*candidates(game)}, game.state
    for option in game.options:
        assert not any(RULES.refusals(state, option)), option
        assert option in known, option


def test_every_rule_of_refusal_can_be_seen_on_these_tables() -> None:
    seen = {
        reason.rule
        for table in (mid_battle, running)
        for game in (table(),)
        for state in (game.state,)
        for value in candidates(game)
        for reason in RULES.refusals(state, value)
    }
    assert len(seen) >= 22, sorted(seen)


def only(game: Battle, value: object) -> Refusal:
    """The one reason against something, as `apply` tells it."""
    with pytest.raises(Refused) as refused:
        apply(RULES, game.position, value)
    (reason,) = refused.value.refusals
    return reason


@pytest.mark.rule("AEGIS.RANGE.DISTANCE")
def test_out_of_range_says_how_far_and_how_far_it_reaches() -> None:
    game = battle().red("u", GUN, at=(-4, 0)).blue("e", at=(3, 0))
    reason = only(game, game.use("u", "Gun", "e"))
    said = "e is out of range of Gun (hexes away 7, Distance 6) [AEGIS.RANGE.DISTANCE]"
    assert str(reason) == said


@pytest.mark.rule("AEGIS.MOVE.BASIC")
def test_too_far_to_move_says_how_far_and_how_many_steps() -> None:
    game = battle().red("u", GUN, at=(-4, 0)).blue("e", at=(0, 3))
    reason = only(game, game.move("u", (3, 0)))
    assert reason.figures == (("hexes away", 7), ("steps", 4))


@pytest.mark.rule("AEGIS.COMBINE.COST", "AEGIS.COMBINE.BASIC", "AEGIS.COMBINE.RECIPE-CLASS")
def test_a_combine_names_everything_that_is_wrong_with_it_at_once() -> None:
    duo = robot("duo", level=2, classes=("A", "G"), makes=("ARK",))
    game = battle(energy=(9, 0)).red("a", at=(0, 0)).red("b", at=(2, 0)).blue("e", at=(6, 0))
    game.prepares(duo)
    with pytest.raises(Refused) as refused:
        apply(RULES, game.position, game.combine("a", "b", "duo"))
    assert [(each.rule, each.figures) for each in refused.value.refusals] == [
        ("AEGIS.COMBINE.BASIC", (("hexes away", 2), ("at most", 1))),
        ("AEGIS.COMBINE.COST", (("price", 10), ("energy", 9))),
        ("AEGIS.COMBINE.RECIPE-CLASS", (("classes", "AA"), ("wanted", "AG"))),
        ("AEGIS.COMBINE.RECIPE-MAKE", ()),
    ]


@pytest.mark.rule("AEGIS.TURN.STRUCTURE", "AEGIS.COMMANDER.ARREST-MANDATE")
def test_before_and_after_the_battle_everything_says_why_not() -> None:
    for phase in ("placing", "over"):
        game = mid_battle().set(phase=phase, lost=(RED,), lost_by="AEGIS.VICTORY.ROUT")
        state = game.state
        for value in candidates(game):
            reasons = tuple(RULES.refusals(state, value))
            if not isinstance(value, PlaceUnit):
                assert reasons, value
            assert all(reason.rule in RULES.rulebook for reason in reasons)


@pytest.mark.rule("AEGIS.TURN.MUST-ACT")
def test_ending_the_turn_says_why_not() -> None:
    reason = only(mid_battle(), END_TURN)
    assert reason.rule == "AEGIS.TURN.MUST-ACT"
    assert running().may(END_TURN)


@pytest.mark.rule("AEGIS.TURN.ACT-ONCE")
def test_the_other_sides_units_say_why_not() -> None:
    game = mid_battle()
    assert only(game, game.use("get", "Harpoon Winch", "ark")).rule == "AEGIS.TURN.ACT-ONCE"
    assert game.state.units[game.id("get")].seat == BLUE
