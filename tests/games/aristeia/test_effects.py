"""Kinds of effects one by one: when they could do anything at all, and how far they reach."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.effects.dealing import CancelTactic, Draw, Gain
from gattai.games.aristeia.effects.effect import Effect, is_possible
from gattai.games.aristeia.effects.marking import Heal, Impose, StandFirm
from gattai.games.aristeia.effects.moving import Displace, PlaceNear
from gattai.games.aristeia.effects.rolling import AddSymbols, Nullify, Waive
from gattai.games.aristeia.effects.source import EffectSource
from gattai.games.aristeia.roll.symbols import count
from gattai.games.aristeia.state import Playing, Rolling, Side, State
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, SEATS, find, laid, put, tactics

BALL, LUNAH = find(laid(), "8-ball"), find(laid(), "lunah")


def pair(**fields: Any) -> State:
    """8-Ball in the middle, Lunah beside him."""
    return put(put(laid(**fields), "8-ball", (0, 0)), "lunah", (1, 0))


def could(state: State, effect: Effect, **fields: Any) -> bool:
    """Whether an effect of a card of 8-Ball's, aimed at Lunah, could do anything."""
    known: dict[str, Any] = {"seat": ORANGE, "owner": BALL, "target": LUNAH, **fields}
    return is_possible(state, EffectSource(**known), (effect,))


def rolling(state: State, mine: str = "", theirs: str = "", kind: Any = "attack") -> State:
    """8-Ball's roll, with the symbols that both show."""
    sides = (
        Side(BALL, ORANGE, ("red",), symbols=count(mine.split())),
        Side(LUNAH, GREEN, ("blue",), symbols=count(theirs.split())),
    )
    return replace(state, rolling=Rolling(kind, "Strike", sides))


@pytest.mark.rule("ARISTEIA.MOVE.POINTS")
def test_points_are_gained_in_ones_own_activation_alone() -> None:
    gain = Gain(movement=2)
    assert could(pair(active=BALL), gain)
    assert not could(pair(active=LUNAH), gain) and not could(pair(), gain)
    assert not could(pair(), gain, owner=None), "nobody is active, and nobody is meant"


@pytest.mark.rule("ARISTEIA.TACTIC.DRAW", "ARISTEIA.AMB.DECK-EMPTY")
def test_tactics_are_drawn_while_the_own_deck_has_any() -> None:
    (card,) = tactics(["dodge-009"])

    def decks(green: int, orange: int) -> Any:
        return tuple(Secret.of((card,) * many, ()) for many in (green, orange))

    assert could(laid(decks=decks(0, 1)), Draw(1)) and could(laid(decks=decks(0, 2)), Draw(1))
    assert not could(laid(decks=decks(1, 0)), Draw(1))


@pytest.mark.rule("ARISTEIA.AMB.TACTIC-CHAIN")
def test_a_no_is_for_a_tactic_of_the_other_player_that_still_has_its_effect() -> None:
    one, two = [*CONTENT.tactics.values()][:2]
    theirs, mine = Playing(GREEN, one), Playing(ORANGE, two)
    assert not could(laid(), CancelTactic())
    assert could(laid(playing=(theirs,)), CancelTactic())
    assert not could(laid(playing=(mine,)), CancelTactic())
    assert could(laid(playing=(theirs, mine)), CancelTactic())
    gone = replace(theirs, is_cancelled=True)
    assert not could(laid(playing=(gone,)), CancelTactic())
    assert could(laid(playing=(gone, mine, theirs)), CancelTactic()), "the last one counts"


@pytest.mark.rule("ARISTEIA.STATE.IMPOSE")
def test_a_state_is_laid_on_somebody_who_is_on_the_board() -> None:
    assert could(pair(), Impose("dazzled", "target")) and could(pair(), Impose("dazzled", "self"))
    alone = put(laid(), "8-ball", (0, 0))
    assert not could(alone, Impose("dazzled", "target"))
    assert could(alone, Impose("dazzled", "self"))
    assert not could(pair(), Impose("dazzled", "target"), target=None)


@pytest.mark.rule("ARISTEIA.CHAR.MEDIKIT")
def test_healing_is_for_the_hurt_who_are_on_the_board() -> None:
    hurt = put(pair(), "lunah", (1, 0), damage=1)
    assert could(hurt, Heal(1, "target")) and not could(hurt, Heal(1, "self"))
    assert not could(pair(), Heal(1, "target"))
    assert not could(put(pair(), "lunah", None, damage=1), Heal(1, "target"))
    assert not could(hurt, Heal(1, "target"), target=None)


@pytest.mark.rule("ARISTEIA.CHAR.MEDIKIT")
def test_healing_of_allies_ends_where_the_card_says_and_leaves_out_its_owner() -> None:
    def near(name: str, at: tuple[int, int]) -> bool:
        state = put(put(laid(), "8-ball", (0, 0)), name, at, damage=1)
        return could(state, Heal(1, "allies", within=2))

    assert near("gata", (1, 0)) and near("gata", (2, 0)) and not near("gata", (3, -1))
    assert not near("lunah", (1, 0)), "an enemy"
    assert not near("8-ball", (0, 0)), "not for whose card it is"


@pytest.mark.rule("ARISTEIA.PRIORITY.RULES")
def test_who_is_not_on_the_board_cannot_stand_firm_and_a_requirement_is_waived_once() -> None:
    assert could(pair(), StandFirm("next-activation"))
    assert not could(laid(), StandFirm("next-activation"))
    sight = Waive("sight")
    assert could(pair(active=BALL), sight)
    assert not could(pair(active=LUNAH), sight)
    assert not could(pair(active=BALL, waived=("sight",)), sight)
    assert could(pair(active=BALL, waived=("minimum-range",)), sight)


@pytest.mark.rule(
    "ARISTEIA.CHAR.VADE-RETRO", "ARISTEIA.CHAR.HEXXER-SWITCH", "ARISTEIA.CHAR.GATA-SWITCH",
    "ARISTEIA.CHAR.IMPLACABLE", "ARISTEIA.CHAR.KAZE-TACHINU",
)  # fmt: skip
def test_one_is_displaced_who_can_go_somewhere_as_often_as_the_card_or_the_damage_says() -> None:
    assert could(pair(), Displace("target")) and not could(pair(), Displace("target", up_to=0))
    assert not could(pair(), Displace("target"), target=None)
    assert not could(put(pair(), "lunah", (1, 0), is_firm=True), Displace("target"))
    each = Displace("self", per_damage=True)
    assert could(pair(), each, damage=1) and not could(pair(), each, damage=0)


@pytest.mark.rule("ARISTEIA.PLACE.RULE", "ARISTEIA.FREERUN.RULE")
def test_one_is_placed_from_the_board_to_a_free_space_beside_what_the_card_names() -> None:
    beside = PlaceNear("self", "target")
    assert could(pair(), beside)
    assert not could(put(laid(), "lunah", (1, 0)), beside), "8-Ball is on the Bench"
    assert not could(pair(), PlaceNear("target", "self"), target=None)
    obstacle = next(iter(laid().box.scenario.obstacles))
    assert could(pair(), beside, target=None, spot=obstacle)
    assert not could(pair(), beside, target=None)
    full = pair()
    spaces = [(2, 0), (2, -1), (1, -1), (0, 1), (1, 1)]
    others = [each.name for each in full.characters if each.name not in ("8-ball", "lunah")]
    for name, at in zip(others, spaces, strict=False):
        full = put(full, name, at)
    assert not could(full, beside), "somebody stands on each space beside her"
    assert could(put(full, others[0], None), beside)


@pytest.mark.rule("ARISTEIA.CHAR.MUSHASHI-SWITCH", "ARISTEIA.CHAR.DEAD-MANS-HAND")
def test_symbols_are_added_to_a_roll_of_the_own_side() -> None:
    assert could(rolling(pair()), AddSymbols(("S",)))
    assert not could(pair(), AddSymbols(("S",)))
    alone = rolling(pair())
    assert alone.rolling is not None
    simple = replace(alone, rolling=replace(alone.rolling, sides=alone.rolling.sides[:1]))
    assert could(simple, AddSymbols(("S",)))
    assert not could(simple, AddSymbols(("S",)), seat=GREEN)


@pytest.mark.rule("ARISTEIA.CHAR.LUNAH-SWITCH")
def test_only_a_plain_symbol_that_the_other_shows_is_nullified() -> None:
    block, success = Nullify("B"), Nullify("S")
    assert could(rolling(pair(), theirs="B"), block)
    assert not could(rolling(pair(), theirs="BC S"), block), "a critical is no B"
    assert not could(rolling(pair(), mine="B"), block), "nobody nullifies the own"
    assert could(rolling(pair(), theirs="S"), success)
    assert not could(rolling(pair(), theirs="SC B"), success)
    assert could(rolling(pair(), mine="B"), block, seat=GREEN)
    assert not could(pair(), block)
    two = rolling(pair(), theirs="B")
    assert two.rolling is not None
    for number in SEATS:
        one = replace(two, rolling=replace(two.rolling, sides=(two.rolling.sides[number],)))
        assert not could(one, block) and not could(one, block, seat=GREEN), "a Simple Roll"


@pytest.mark.rule("ARISTEIA.PLACE.RULE")
def test_beside_a_wall_means_a_wall_next_to_ones_own_space() -> None:
    there = put(laid(), "8-ball", (-1, 0))
    assert could(there, PlaceNear("self", "wall"))
    nowhere = put(laid(), "8-ball", (0, 0))
    assert hex_at(-2, 0) in nowhere.box.board.walls
    assert not could(nowhere, PlaceNear("self", "wall")), "no wall is adjacent"
