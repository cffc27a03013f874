"""Throwing: how closely dice are looked at, who is looked at first, and what lies there then."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.games.aristeia.actions import GoFirst, NullifyDie, RollAgain
from gattai.games.aristeia.events.roll import DiceRead, DieNullified
from gattai.games.aristeia.roll.rolls import result_of
from gattai.games.aristeia.roll.symbols import count, counting_dice, dice_by_face
from gattai.games.aristeia.state import CharacterId, Rolling, Side
from gattai.kernel.question import Roll, Seat
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, laid

A, B = CharacterId(0), CharacterId(4)


def strike(
    own: list[str], theirs: list[str], printed: tuple[str, ...] = (), **fields: Any
) -> Driver:
    """8-Ball strikes Lunah with these dice against those."""
    attack = {"at": (0, 0), "attack": own, "attack_symbols": [*printed], "switches": []}
    game = bout("8-ball", {"8-ball": attack, "lunah": {"at": (1, 0), "defense": theirs}}, **fields)
    game.performs("strike", "lunah")
    game.settle()
    return game


def thrown_first(game: Driver) -> Seat:
    """Whose dice are thrown now."""
    assert isinstance(game.question, Roll) and game.question.by is not None
    return game.question.by


def read_as(game: Driver, *colours: str) -> str:
    """How closely the dice that are thrown now are looked at."""
    assert isinstance(game.question, Roll)
    cards = tuple(CONTENT.dice[colour] for colour in colours)
    ways = {
        "in all": counting_dice(cards),
        "one by one": dice_by_face(cards, False)[0],
        "by colour": dice_by_face(cards, True)[0],
    }
    return next(name for name, dice in ways.items() if dice == game.question.dice)


def shown(game: Driver) -> dict[int, tuple[str, ...]]:
    """The dice one by one, where they lie so, by side."""
    return {event.side: event.faces for event in game.told if isinstance(event, DiceRead)}


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE")
def test_dice_are_counted_in_all_where_nothing_can_be_done_to_a_single_one() -> None:
    game = strike(["red", "orange"], ["blue", "black"])
    assert thrown_first(game) == ORANGE and read_as(game, "red", "orange") == "in all"
    game.answer(("SSX", "-"))
    assert thrown_first(game) == GREEN and read_as(game, "blue", "black") == "in all"
    game.answer(("B", "-"))
    assert shown(game) == {0: (), 1: ()}
    game = bout("8-ball", {"8-ball": (0, 0), "lunah": (1, 0)})
    game.performs("be-water-dude", "lunah")
    game.settle()
    assert read_as(game, "orange", "blue") == "in all", "nobody throws against an Action"


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ROLL.CRITICAL-BLOCK")
def test_who_could_show_a_critical_block_throws_first_and_only_then_dice_lie_one_by_one() -> None:
    for block, way in (("BC", "one by one"), ("B", "in all")):
        game = strike(["red", "orange"], ["green"])
        assert thrown_first(game) == GREEN and read_as(game, "green") == "in all"
        game.answer((block,))
        assert thrown_first(game) == ORANGE and read_as(game, "red", "orange") == way
        game.answer(("SSX", "-"))
        assert shown(game) == {0: ("-", "SSX") if block == "BC" else (), 1: ()}
    for block, way in (("BC", "one by one"), ("B", "in all")):
        game = strike(["green"], ["red", "orange"])
        assert thrown_first(game) == ORANGE and read_as(game, "green") == "in all"
        game.answer((block,))
        assert thrown_first(game) == GREEN and read_as(game, "red", "orange") == way
        game.answer(("SSX", "-"))
        assert shown(game) == {0: (), 1: ("-", "SSX") if block == "BC" else ()}


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ROLL.CRITICAL-BLOCK")
def test_where_both_could_show_one_the_active_side_is_thrown_first_and_one_by_one() -> None:
    for mine, way, faces in (("BC", "one by one", ("B",)), ("B", "in all", ())):
        game = strike(["green"], ["green"])
        assert thrown_first(game) == ORANGE and read_as(game, "green") == "one by one"
        game.answer((mine,))
        assert thrown_first(game) == GREEN and read_as(game, "green") == way
        game.answer(("B",))
        assert shown(game) == {0: (), 1: faces}


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ROLL.PRINTED-SYMBOL")
def test_a_printed_critical_block_threatens_like_one_on_a_die() -> None:
    game = strike(["red"], ["orange"], ("BC",))
    assert thrown_first(game) == ORANGE and read_as(game, "red") == "in all"
    game.answer(("-",))
    assert thrown_first(game) == GREEN and read_as(game, "orange") == "one by one"
    game.answer(("S",))
    assert shown(game) == {0: (), 1: ("S",)}
    game = strike(["red"], ["green"], ("S",))
    game.answer(("BC",))
    game.answer(("-",))
    assert shown(game)[0] == ("-", "S"), "a printed symbol lies there like a die"


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.TACTIC.TIMING")
@pytest.mark.parametrize("side", ["green", "orange"])
def test_who_could_throw_again_has_dice_distinguished_by_colour(side: str) -> None:
    cards = {side: ["fortune-favors-the-badass-016"]}
    game = strike(["red", "orange"], ["blue", "black"], hand=cards)
    assert read_as(game, "red", "orange") == "by colour"
    game.answer(("SSX", "-"))
    assert read_as(game, "blue", "black") == "by colour"
    game = strike(["red", "orange"], ["blue"], hand={side: ["dodge-009"]})
    assert read_as(game, "red", "orange") == "in all"


@pytest.mark.rule("ARISTEIA.ROLL.FACE-TO-FACE", "ARISTEIA.ROLL.PRINTED-SYMBOL")
def test_dice_that_are_thrown_again_count_with_those_kept_and_what_is_printed() -> None:
    cards = {"orange": ["fortune-favors-the-badass-016"]}
    game = strike(["red", "orange"], ["blue"], ("S",), hand=cards)
    game.rolls(["red SSX", "orange -"], ["blue -"])
    game.plays("fortune-favors-the-badass-016", ORANGE)
    game.takes(lambda option: option == RollAgain(("orange:-",)))
    assert game.pool() == ["orange"]
    game.answer(("S",))
    assert game.damage("lunah") == (0,) and game.one("lunah").off == "infirmary", "four of three"


@pytest.mark.rule(
    "ARISTEIA.ROLL.BLOCK",
    "ARISTEIA.ROLL.SIMPLE",
    "ARISTEIA.ROLL.SUCCESS",
    "ARISTEIA.ROLL.CRITICAL-SUCCESS",
)
def test_nothing_blocks_a_simple_roll_and_everything_blocks_the_others_alone() -> None:
    mine = Side(A, GREEN, (), symbols=count(("S", "S", "SC", "B")))
    theirs = Side(B, ORANGE, (), symbols=count(("S", "B", "BC", "BC")))
    assert result_of(Rolling("action", "Trick", (mine,))) == (3,)
    assert result_of(Rolling("attack", "Strike", (mine, theirs))) == (1, 0)
    assert result_of(Rolling("attack", "Strike", (theirs, mine))) == (0, 1)


@pytest.mark.rule("ARISTEIA.ROLL.CRITICAL-BLOCK")
def test_a_critical_block_that_was_used_is_gone_from_its_own_die_alone() -> None:
    for mine, left in (
        (("S", "BC"), ("S",)),
        (("BC",), ()),
        (("S", "BCX"), ("S", "X")),
        (("BCBC",), ("BC",)),
        (("S",), ("S",)),
    ):
        sides = (
            Side(A, GREEN, (), symbols=count(("S", "BC")), faces=mine),
            Side(B, ORANGE, (), symbols=count(("S", "S", "X", "B")), faces=("SSX", "B")),
        )
        state = laid(rolling=Rolling("attack", "Strike", sides))
        event = DieNullified(
            rule="ARISTEIA.ROLL.CRITICAL-BLOCK", by=0, who=A, whose=B, face="SSX",
            lost=count(("S", "S", "X")), paid=count(("BC",)),
        )  # fmt: skip
        rolling = event.after(state).rolling
        assert rolling is not None
        assert [(side.symbols, side.faces) for side in rolling.sides] == [
            (count(("S",)), left),
            (count(("B",)), ("B",)),
        ]


@pytest.mark.rule("ARISTEIA.ROLL.CRITICAL-BLOCK", "ARISTEIA.UNDERDOG.DECIDES")
@pytest.mark.parametrize("first", [GREEN, ORANGE])
def test_the_underdog_says_who_uses_critical_blocks_first_and_a_die_that_is_gone_uses_none(
    first: Seat,
) -> None:
    other = ORANGE if first == GREEN else GREEN
    for face, answered in (("BC", False), ("B" if first == ORANGE else "S", True)):
        game = strike(["green", "red"], ["green", "black"], underdog="green")
        game.rolls(["green BC", "red S"], ["green BC", "black B"])
        game.takes(lambda option: option == GoFirst(first), GREEN)
        game.takes(NullifyDie(face).__eq__, first)
        assert game.is_offered(lambda option: isinstance(option, NullifyDie), other) == answered
        assert not game.is_offered(lambda option: isinstance(option, NullifyDie), first)


@pytest.mark.rule("ARISTEIA.ROLL.CRITICAL-BLOCK")
def test_a_blank_is_not_worth_a_critical_block_and_one_with_blanks_alone_is_not_asked() -> None:
    game = strike(["red", "orange"], ["green"])
    game.rolls(["red -", "orange S"], ["green BC"])
    game.reach(lambda option: isinstance(option, NullifyDie), GREEN)
    assert [option for option in game.options if isinstance(option, NullifyDie)] == [
        NullifyDie("S")
    ]
    game = strike(["red", "orange"], ["green"])
    game.rolls(["red -", "orange -"], ["green BC"])
    assert not game.is_offered(lambda option: isinstance(option, NullifyDie))
