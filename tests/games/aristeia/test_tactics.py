"""Tactics: each at its moment, with its effect, and discarded afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import END, RollAgain, Swap, TakeEffect, Target
from gattai.kernel.position import GamePosition
from gattai.kernel.secrecy import Secret
from tests.games.aristeia.driver import Driver, bout, fight
from tests.games.aristeia.table import GREEN, ORANGE

PAIR = {"8-ball": (0, 0), "lunah": (1, 0)}


def hand(*cards: str, side: str = "green", deck: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"hand": {side: list(cards)}, "deck": {side: list(deck)}}


def pool(game: Driver, side: int) -> list[str]:
    """The dice of a side as they lie ready."""
    game.settle()
    rolling = game.state.rolling
    assert rolling is not None
    return [*rolling.sides[side].dice]


def discarded(game: Driver, seat: int) -> list[str]:
    return [card.id for card in game.state.discards[seat]]


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.TACTIC.DISCARD", "ARISTEIA.ROLL.FACE-TO-FACE")
@pytest.mark.parametrize("card", ["dodge-009", "dodge-010"])
def test_dodge_adds_a_blue_die_to_a_defense(card: str) -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **hand(card))
    game.plays(card, GREEN)
    assert pool(game, 1) == ["green", "blue", "blue"]
    assert discarded(game, GREEN) == [card]


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_dodge_is_not_for_ones_own_attack() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **hand("dodge-009", side="orange"))
    assert not game.can_play("dodge-009")


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
@pytest.mark.parametrize("card", ["take-aim-011", "take-aim-012"])
def test_take_aim_adds_an_orange_die_to_the_next_roll_and_to_no_other(card: str) -> None:
    game = bout("8-ball", PAIR, **hand(card, side="orange"))
    game.plays(card)
    game.performs("eat-my-fa-jing", "lunah")
    assert pool(game, 0) == ["orange", "blue", "orange"]
    game.rolls(["orange -", "orange -", "blue -"], ["green -", "blue -"])
    game.performs("eat-my-fa-jing", "lunah")
    assert pool(game, 0) == ["orange", "blue"]


@pytest.mark.rule("ARISTEIA.ACT.STEPS")
def test_take_aim_does_not_outlast_the_activation() -> None:
    game = bout("8-ball", PAIR, **hand("take-aim-011", side="orange"))
    game.plays("take-aim-011")
    game.ends()
    assert game.state.extra == () or game.state.active is None


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.ROLL.SIMPLE")
@pytest.mark.parametrize("card", ["focus-013", "focus-014"])
def test_focus_adds_a_yellow_die_to_a_roll_that_is_no_fight(card: str) -> None:
    game = bout("parvati", {"parvati": (0, 0), "lunah": (1, 0)}, **hand(card))
    game.performs("medikit", "lunah")
    game.plays(card)
    assert pool(game, 0) == ["orange", "yellow"]
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **hand(card))
    assert not game.can_play(card)


@pytest.mark.rule("ARISTEIA.AMB.TACTIC-CHAIN")
def test_a_no_can_be_answered_by_a_no() -> None:
    cards = {"hand": {"orange": ["take-aim-011", "no-015"], "green": ["no-015"]}}
    game = bout("8-ball", PAIR, **cards)
    game.plays("take-aim-011", ORANGE)
    game.plays("no-015", GREEN)
    game.plays("no-015", ORANGE)
    game.performs("eat-my-fa-jing", "lunah")
    assert pool(game, 0) == ["orange", "blue", "orange"], "the answer was answered"
    assert (len(discarded(game, GREEN)), len(discarded(game, ORANGE))) == (1, 2)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.ROLL.FACE-TO-FACE")
def test_fortune_throws_any_of_the_own_dice_once_more() -> None:
    cards = hand("fortune-favors-the-badass-016", side="orange")
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **cards)
    game.rolls(["orange -", "blue S"], ["green -", "blue -"])
    game.plays("fortune-favors-the-badass-016")
    game.takes(lambda option: option == RollAgain(("orange:-",)))
    assert game.pool() == ["orange"]
    game.answer(("SB",))
    assert game.damage("lunah") == (2,)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
@pytest.mark.parametrize(("effect", "damage", "states"), [(0, 0, 1), (1, 1, 0)])
def test_catch_your_breath_heals_or_takes_a_state_off(
    effect: int, damage: int, states: int
) -> None:
    table = {"8-ball": {"at": (0, 0), "damage": 1, "states": ["dazzled:red"]}}
    game = bout("8-ball", table, **hand("catch-your-breath-017", side="orange"))
    game.plays("catch-your-breath-017")
    game.takes(lambda option: option == TakeEffect(effect))
    assert game.damage("8-ball") == (damage,)
    assert len(game.states("8-ball")) == states


@pytest.mark.rule("ARISTEIA.PLANNING.ORDER", "ARISTEIA.TURN.REVEAL")
def test_stick_to_the_plan_swaps_two_cards_before_they_are_shown() -> None:
    game = bout("8-ball", PAIR, **hand("stick-to-the-plan-018"))
    green = (game.id("maximus"), game.id("lunah"))
    orange = (game.id("8-ball"), game.id("gata"))
    orders = (Secret.of(green, (GREEN,)), Secret.of(orange, (ORANGE,)))
    game = Driver(GamePosition(replace(game.state, orders=orders, turn=2)))
    game.answer(END)
    game.plays("stick-to-the-plan-018", GREEN)
    game.takes(lambda option: isinstance(option, Swap))
    game.settle()
    assert game.state.revealed[GREEN] == (game.id("lunah"),)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
@pytest.mark.parametrize(
    ("owner", "card", "dice"),
    [
        ("maximus", "block-047", ["green", "blue", "black", "black"]),
        ("8-ball", "block-023", ["green", "blue", "black", "black"]),
        ("mushashi", "tsuchi-do-019", ["green", "blue", "blue"]),
    ],
)
def test_dice_for_ones_own_defense(owner: str, card: str, dice: list[str]) -> None:
    foe = "gata" if owner == "maximus" else "maximus"
    strike = {"at": (0, 0), "attack": ["orange"]}
    side = "green" if owner == "maximus" else "orange"
    game = bout(foe, {foe: strike, owner: (1, 0)}, **hand(card, side=side))
    game.performs("strike", owner)
    game.plays(card)
    assert pool(game, 1) == dice


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.PRIORITY.RULES")
def test_tsuchi_do_holds_mushashi_where_he_stands() -> None:
    game = fight("maximus", "jotums-shield", "mushashi", **hand("tsuchi-do-019", side="orange"))
    game.plays("tsuchi-do-019")
    game.rolls(["red SX", "blue BBX", "black -"], ["green -", "blue -", "blue -"])
    game.spends("X+X", GREEN)
    assert not game.is_offered(game.to((2, 0)))
    game.settle()
    assert game.at("mushashi") == (1, 0)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_get_behind_me_is_for_an_ally_near_maximus() -> None:
    card = "get-behind-me-049"
    near = {"8-ball": (0, 0), "lunah": (1, 0), "maximus": (3, -1)}
    game = bout("8-ball", near, **hand(card))
    game.performs("eat-my-fa-jing", "lunah")
    game.plays(card)
    assert pool(game, 1) == ["green", "blue", "black", "black"]
    game = bout("8-ball", {**near, "maximus": (3, 1)}, **hand(card))
    game.performs("eat-my-fa-jing", "lunah")
    assert not game.can_play(card)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
@pytest.mark.parametrize(
    ("owner", "card", "die"),
    [("mushashi", "hi-do-021", "orange"), ("lunah", "steady-breath-029", "yellow")],
)
def test_dice_for_ones_own_attack(owner: str, card: str, die: str) -> None:
    foe = "lunah" if owner == "mushashi" else "gata"
    strike = {"at": (0, 0), "attack": ["red"]}
    side = "orange" if owner == "mushashi" else "green"
    game = bout(owner, {owner: strike, foe: (1, 0)}, **hand(card, side=side))
    game.performs("strike", foe)
    game.plays(card)
    assert pool(game, 0) == ["red", die]


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.DISPLACE.NO-DISENGAGE")
@pytest.mark.parametrize(
    ("card", "owner", "target", "places"),
    [
        ("scram-048", "maximus", "gata", [(2, 0), (2, 1)]),
        ("ragdoll-046", "hexx3r", "gata", [(2, 0), (2, 1)]),
    ],
)
def test_an_enemy_is_displaced_twice(
    card: str, owner: str, target: str, places: list[tuple[int, int]]
) -> None:
    game = bout(owner, {owner: (0, 0), target: (1, 0)}, **hand(card))
    game.plays(card)
    game.takes(lambda option: option == Target(game.id(target)))
    game.goes(*places)
    assert game.at(target) == places[-1]
    assert game.position.is_settled


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_scram_needs_a_neighbour() -> None:
    game = bout("maximus", {"maximus": (0, 0), "gata": (2, 0)}, **hand("scram-048"))
    assert not game.can_play("scram-048")


@pytest.mark.rule("ARISTEIA.PRIORITY.RULES", "ARISTEIA.RANGE.TWO-VALUES")
def test_holographic_sight_lifts_the_shortest_range_for_one_attack() -> None:
    table = {"lunah": (0, 0), "gata": {"at": (1, 0), "hit_points": 9}}
    game = bout("lunah", table, ap=6, **hand("holographic-sight-028"))
    game.refuses(game.perform("called-shot", "gata"), "ARISTEIA.RANGE.TWO-VALUES")
    game.plays("holographic-sight-028")
    game.performs("called-shot", "gata")
    game.rolls(["red -", "orange -"], ["blue -", "black -"])
    assert game.damage("gata") == (1,)
    game.refuses(game.perform("called-shot", "gata"), "ARISTEIA.RANGE.TWO-VALUES")


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_snake_bite_poisons_whom_lunah_has_damaged() -> None:
    table = {"lunah": (2, 1), "8-ball": (-1, 1)}
    game = bout("lunah", table, **hand("snake-bite-030"))
    game.performs("called-shot", "8-ball")
    game.rolls(["red -", "orange -"], ["green -", "blue -"])
    game.plays("snake-bite-030")
    assert game.states("8-ball") == ["poisoned:red"]
    game = bout("lunah", table, **hand("snake-bite-030"))
    game.performs("called-shot", "8-ball")
    game.rolls(["red -", "orange -"], ["green B", "blue -"])
    assert not game.can_play("snake-bite-030")


@pytest.mark.rule("ARISTEIA.ACTION.COST", "ARISTEIA.TACTIC.TIMING")
def test_access_denied_stops_an_action_but_no_attack() -> None:
    table = {"gata": (0, 0), "hexx3r": (1, 0)}
    game = bout("gata", table, **hand("access-denied-045"))
    game.performs("misdirection", "hexx3r")
    game.plays("access-denied-045")
    game.settle()
    assert game.position.is_settled and game.state.declared is None
    assert (game.throws, game.points, game.states("hexx3r")) == (0, (4, 0), [])
    game = bout("gata", {**table, "hexx3r": (5, 0)}, **hand("access-denied-045"))
    game.answer(game.perform("move"))
    assert not game.can_play("access-denied-045", GREEN), "five spaces are too far"
    game = fight("8-ball", "eat-my-fa-jing", "hexx3r", **hand("access-denied-045"))
    assert not game.can_play("access-denied-045")


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_nanoids_cloud_heals_allies_near_parvati_and_not_herself() -> None:
    hurt: dict[str, Any] = {"damage": 2}
    table = {
        "parvati": {"at": (0, 0), **hurt},
        "lunah": {"at": (2, 0), **hurt},
        "maximus": {"at": (4, -1), **hurt},
    }
    game = bout("parvati", table, **hand("nanoids-cloud-036"))
    game.plays("nanoids-cloud-036")
    assert game.damage("parvati", "lunah", "maximus") == (2, 1, 2)
