"""House rules of the fight: turns, movement, melees, divided fire, the end."""

from __future__ import annotations

from math import comb

import pytest

from gattai.games.attack_chart.actions import FINISH, Activate, Attack, Move
from gattai.games.attack_chart.events import GameEnded, RoundBegan
from gattai.games.attack_chart.state import BLUE, RED, UnitId
from gattai.kernel.position import apply
from gattai.kernel.question import Choose, Seat
from gattai.kernel.rulebook import Refused
from gattai.tabletop.hexes import offset
from tests.games.attack_chart.table import RULES, Firefight, firefight, kinds, unit, weapon


def facing(**settings: int) -> Firefight:
    """Two units a side, far apart."""
    game = firefight(**settings)  # type: ignore[arg-type]
    game.blue(unit("b1"), (2, 1)).blue(unit("b2"), (5, 1))
    return game.red(unit("r1"), (2, 10)).red(unit("r2"), (5, 10))


@pytest.mark.rule("ATTACK-CHART.HOUSE.ALTERNATE")
def test_the_sides_take_turns_until_every_unit_has_activated() -> None:
    game = facing()
    turns = []
    for name in ("b2", "r1", "b1", "r2"):
        turns.append(game.state.turn)
        game.passes_with(name)
    assert turns == [BLUE, RED, BLUE, RED]
    assert game.told[-1] == RoundBegan(rule="ATTACK-CHART.HOUSE.ALTERNATE", round=2, seat=RED)
    assert not any(unit.activated for unit in game.state.units)


@pytest.mark.rule("ATTACK-CHART.HOUSE.ALTERNATE")
def test_a_side_with_nobody_left_to_activate_is_passed_over() -> None:
    game = facing().blue(unit("b3"), (8, 1)).passes_with("b1", "r1", "b2", "r2")
    assert game.state.turn == BLUE
    assert game.options == (Activate(game.id("b3")),)
    game.passes_with("b3")
    assert game.state.round == 2


@pytest.mark.rule("ATTACK-CHART.HOUSE.ALTERNATE")
def test_a_unit_activates_once_a_round_and_only_for_its_own_side() -> None:
    game = facing().passes_with("b1", "r1")
    game.refuses(Activate(game.id("b1")), "ATTACK-CHART.HOUSE.ALTERNATE")
    game.refuses(Activate(game.id("r2")), "ATTACK-CHART.HOUSE.ALTERNATE")
    game.refuses(Activate(UnitId(9)), "ATTACK-CHART.SEQ.1-SELECT")
    assert game.options == (Activate(game.id("b2")),)


@pytest.mark.rule("ATTACK-CHART.HOUSE.ALTERNATE", "ATTACK-CHART.SEQ.5-CASUALTY")
def test_a_destroyed_unit_does_not_hold_up_the_round() -> None:
    game = facing().red(unit("fallen"), None, hp=0).passes_with("b1", "r1", "b2")
    game.activates("r2")
    game.refuses(
        Activate(game.id("fallen")), "ATTACK-CHART.HOUSE.ACTIVATION", "ATTACK-CHART.SEQ.5-CASUALTY"
    )
    assert game.finishes().state.round == 2


@pytest.mark.rule("ATTACK-CHART.HOUSE.ACTIVATION")
def test_a_unit_may_move_and_then_attack_or_do_less() -> None:
    game = facing().activates("b1").moves((2, 3)).ends()
    game.attacks("gun", "r1").rolls(0).ends().finishes()
    assert game.unit("b1").activated and game.state.acting is None


@pytest.mark.rule("ATTACK-CHART.HOUSE.ACTIVATION")
def test_nobody_moves_twice_nor_after_an_attack() -> None:
    game = facing().activates("b1").moves((2, 3))
    game.refuses(Move(offset(2, 4)), "ATTACK-CHART.HOUSE.ACTIVATION")
    game = facing().activates("b1").attacks("gun", "r1").rolls(0).ends()
    game.refuses(Move(offset(2, 3)), "ATTACK-CHART.HOUSE.ACTIVATION")


@pytest.mark.rule("ATTACK-CHART.HOUSE.ACTIVATION")
def test_a_unit_finishes_before_another_is_chosen() -> None:
    game = facing().activates("b1")
    game.refuses(Activate(game.id("b2")), "ATTACK-CHART.HOUSE.ACTIVATION")


@pytest.mark.rule("ATTACK-CHART.HOUSE.ACTIVATION")
def test_nothing_can_be_done_with_no_unit_activated() -> None:
    game = facing()
    for action in (Move(offset(2, 2)), Attack("gun", ()), FINISH):
        game.refuses(action, "ATTACK-CHART.HOUSE.ACTIVATION")


@pytest.mark.rule("ATTACK-CHART.HOUSE.MOVE")
@pytest.mark.parametrize(("move", "hexes"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3), (9, 4)])
def test_a_unit_moves_its_inches_in_whole_hexes_rounded_down(move: int, hexes: int) -> None:
    game = firefight().blue(unit("one", move=move), (6, 5)).red(unit("two"), (17, 11))
    game.activates("one")
    moves = [action for action in game.options if isinstance(action, Move)]
    assert len(moves) == 3 * hexes * (hexes + 1)
    (why,) = game.refuses(Move(offset(7 + hexes, 5)), "ATTACK-CHART.HOUSE.MOVE")
    assert why.figures == (("hexes away", hexes + 1), ("Move in hexes", hexes))


@pytest.mark.rule("ATTACK-CHART.HOUSE.MOVE")
def test_nobody_enters_an_occupied_hex_nor_its_own_nor_leaves_the_field() -> None:
    game = firefight().blue(unit("one"), (0, 0)).blue(unit("two"), (1, 0)).red(unit("r"), (9, 9))
    game.activates("one")
    for column, row, reason in (
        (1, 0, "two stands on 1,0"),
        (0, 0, "one stands on 0,0"),
        (-1, 0, "-1,0 is not on the field"),
    ):
        (why,) = game.refuses(Move(offset(column, row)), "ATTACK-CHART.HOUSE.MOVE")
        assert why.reason == reason


@pytest.mark.rule("ATTACK-CHART.HOUSE.MOVE")
def test_a_wall_of_units_has_to_be_walked_around() -> None:
    game = firefight().blue(unit("one", move=4), (0, 0)).blue(unit("x"), (1, 0))
    game.red(unit("r"), (9, 9)).activates("one")
    game.refuses(Move(offset(2, 0)), "ATTACK-CHART.HOUSE.MOVE")
    assert game.may(Move(offset(1, 1)))


@pytest.mark.rule("ATTACK-CHART.HOUSE.ENGAGED")
def test_adjacent_enemies_are_engaged_and_friends_are_not() -> None:
    game = firefight().blue(unit("a"), (2, 5)).red(unit("b"), (3, 5)).red(unit("c"), (4, 5))
    game.blue(unit("d"), (8, 5)).blue(unit("e"), (9, 5))
    assert {*game.state.melees} == {game.id("a"), game.id("b")}


@pytest.mark.rule("ATTACK-CHART.HOUSE.ENGAGED")
def test_units_linked_one_to_the_next_are_one_melee_and_others_another() -> None:
    game = firefight()
    for column, name in enumerate("abcd"):
        (game.blue if column % 2 else game.red)(unit(name), (column, 5))
    game.blue(unit("y"), (8, 5)).red(unit("z"), (9, 5))
    melees = {frozenset(melee) for melee in game.state.melees.values()}
    chain, pair = frozenset(map(game.id, "abcd")), frozenset(map(game.id, "yz"))
    assert melees == {chain, pair}


@pytest.mark.rule("ATTACK-CHART.HOUSE.ENGAGED")
def test_a_move_into_contact_engages_and_still_allows_an_attack() -> None:
    game = firefight().blue("reaver-pack", (2, 5)).red(unit("foe", defence=9, hp=99), (5, 5))
    game.activates("reaver-pack").moves((4, 5)).ends()
    assert game.id("foe") in game.state.melees
    game.attacks("cleaver", "foe").rolls(*[0] * 12).ends()


def engaged() -> Firefight:
    """A unit with one enemy beside it, and another enemy near where it could go."""
    game = firefight().blue(unit("one", move=6), (5, 5)).red(unit("foe"), (6, 5))
    return game.red(unit("other"), (5, 8)).activates("one")


@pytest.mark.rule("ATTACK-CHART.HOUSE.WITHDRAW")
def test_an_engaged_unit_can_move_only_to_where_it_touches_no_enemy() -> None:
    game = engaged()
    foes = [game.unit("foe").at, game.unit("other").at]
    reached = [action.to for action in game.options if isinstance(action, Move)]
    field = game.state.field.hexes
    near = [h for foe in foes if foe is not None for h in field.neighbours[foe]]
    assert reached and not {*reached} & {*near}
    for at in ((6, 4), (5, 7)):
        (why,) = game.refuses(Move(offset(*at)), "ATTACK-CHART.HOUSE.WITHDRAW")
        assert "one is engaged and may only leave the melee" in why.reason


@pytest.mark.rule("ATTACK-CHART.HOUSE.WITHDRAW")
def test_a_unit_that_withdrew_cannot_attack_in_this_activation() -> None:
    game = engaged().moves((3, 5)).ends()
    assert game.told[0].rule == "ATTACK-CHART.HOUSE.WITHDRAW"
    game.refuses(game.attack("gun", "foe"), "ATTACK-CHART.HOUSE.WITHDRAW")
    assert game.options == (FINISH,)


@pytest.mark.rule("ATTACK-CHART.HOUSE.WITHDRAW")
def test_in_the_next_activation_it_may_attack_again() -> None:
    game = engaged().moves((3, 5)).finishes().passes_with("foe", "other")
    assert game.state.turn == RED
    game.passes_with("foe").activates("one").attacks("gun", "other").rolls(0).ends()


@pytest.mark.rule("ATTACK-CHART.HOUSE.WITHDRAW")
def test_a_unit_that_is_not_engaged_may_move_beside_an_enemy() -> None:
    game = firefight().blue(unit("one"), (3, 5)).red(unit("foe"), (6, 5)).activates("one")
    game.moves((5, 5)).ends()
    assert game.told[0].rule == "ATTACK-CHART.HOUSE.MOVE"
    assert game.may(game.attack("gun", "foe"))


@pytest.mark.rule("ATTACK-CHART.HOUSE.MELEE-WEAPON")
def test_a_melee_weapon_reaches_only_its_users_own_melee() -> None:
    knife = weapon("knife", inches=0, kind="melee")
    game = firefight().blue(unit("one", knife), (2, 5)).red(unit("near"), (3, 5))
    game.red(unit("far"), (4, 5)).activates("one")
    assert game.targets("knife") == ["near"]
    (why,) = game.refuses(game.attack("knife", "far"), "ATTACK-CHART.HOUSE.MELEE-WEAPON")
    assert why.reason == "Knife reaches only enemies in the same melee, far is not in it"


def splitting() -> Firefight:
    """Three lancers with three targets."""
    game = firefight().blue("lancer-team", (2, 5))
    for row, name in enumerate("abc"):
        game.red(unit(name, defence=4, hp=9), (8, 4 + row))
    return game.activates("lancer-team")


@pytest.mark.rule("ATTACK-CHART.HOUSE.SPLIT")
def test_models_are_divided_before_any_die_is_rolled() -> None:
    game = splitting().attacks("storm-rifle", {"a": 1, "c": 2})
    assert kinds(game.told) == []
    game.rolls(9, 0).rolls(3, 3, 2, 9).ends()
    assert [(v.dice, v.successes, v.hp_lost) for v in game.volleys] == [(2, 1, 1), (4, 3, 3)]
    game.leaves(a=8, b=9, c=6)


@pytest.mark.rule("ATTACK-CHART.HOUSE.SPLIT")
def test_every_way_of_dividing_the_models_is_offered_once() -> None:
    game = splitting()
    attacks = [a for a in game.options if isinstance(a, Attack) and a.weapon == "storm-rifle"]
    assert len(attacks) == len({*attacks}) == comb(3 + 3 - 1, 3 - 1)
    assert {sum(aim.models for aim in attack.aims) for attack in attacks} == {3}


@pytest.mark.rule("ATTACK-CHART.HOUSE.SPLIT")
@pytest.mark.parametrize("shares", [{"a": 2}, {"a": 4}, {"a": 1, "b": 1}, {"a": 2, "b": 2}])
def test_every_model_fires_and_none_twice(shares: dict[str, int]) -> None:
    game = splitting()
    (why,) = game.refuses(game.attack("storm-rifle", shares), "ATTACK-CHART.HOUSE.SPLIT")
    assert why.figures == (("models firing", sum(shares.values())), ("models", 3))


@pytest.mark.rule("ATTACK-CHART.HOUSE.SPLIT")
def test_a_target_that_nobody_fires_at_is_not_a_target() -> None:
    game = splitting()
    game.refuses(game.attack("storm-rifle", {"a": 0, "b": 3}), "ATTACK-CHART.HOUSE.SPLIT")


@pytest.mark.rule("ATTACK-CHART.HOUSE.SPLIT")
def test_the_numbers_of_all_pools_are_fixed_before_the_first_is_rolled() -> None:
    # The friend's melee ends when its enemy falls, but both pools were aimed before that.
    game = firefight().blue("lancer-team", (2, 5)).blue(unit("friend"), (8, 5))
    game.red(unit("a"), (9, 5)).red(unit("b", hp=9), (7, 5)).activates("lancer-team")
    game.attacks("storm-rifle", {"a": 1, "b": 2}).rolls(9, 9).rolls(0, 0, 0, 0).ends()
    assert [volley.modifier for volley in game.volleys] == [-1, -1]


@pytest.mark.rule("ATTACK-CHART.HOUSE.ROUNDS")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_game_ends_when_its_last_round_does(rounds: int) -> None:
    game = facing(rounds=rounds)
    for number in range(rounds):
        assert game.state.round == number + 1
        order = ("b1", "r1", "b2", "r2") if number % 2 == 0 else ("r1", "b1", "r2", "b2")
        game.passes_with(*order)
    assert game.told[-1] == GameEnded(rule="ATTACK-CHART.HOUSE.ROUNDS")
    assert game.outcome.winners == (BLUE, RED)


@pytest.mark.rule("ATTACK-CHART.HOUSE.ROUNDS")
def test_five_rounds_are_fought_unless_another_number_is_agreed_on() -> None:
    (option,) = (option for option in RULES.options if option.name == "rounds")
    assert option.default == "5"


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
def test_the_game_ends_as_soon_as_one_side_is_wiped_out() -> None:
    guns = weapon("one", power=8), weapon("two")
    game = firefight().blue(unit("b", *guns), (2, 5)).red(unit("r", points=30), (8, 5))
    game.activates("b").attacks("one", "r").ends(hp_lost=2)
    assert kinds(game.told)[-2:] == ["WeaponResolved", "GameEnded"]
    outcome = game.outcome
    assert (outcome.winners, outcome.scores) == ((BLUE,), (30, 0))
    assert outcome.reason == "the enemy is wiped out"
    with pytest.raises(Refused, match="the game is over: the enemy is wiped out"):
        apply(RULES, game.position, FINISH)


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
def test_the_last_side_standing_wins_even_with_fewer_points() -> None:
    game = firefight().blue(unit("b", weapon(power=8)), (2, 5)).red(unit("r", points=1), (8, 5))
    game.blue(unit("lost", points=99), None, hp=0).activates("b").attacks("gun", "r").ends()
    assert (game.outcome.winners, game.outcome.scores) == ((BLUE,), (1, 99))


def last_round(blue_lost: int, red_lost: int) -> Firefight:
    """The end of the last round, after each side has lost a unit worth so many Points."""
    game = firefight(round_now=5).blue(unit("b"), (2, 5)).red(unit("r", hp=9), (8, 5), hp=1)
    game.blue(unit("lost-b", points=blue_lost), None, hp=0)
    return game.red(unit("lost-r", points=red_lost), None, hp=0).passes_with("b", "r")


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
@pytest.mark.parametrize(
    ("blue_lost", "red_lost", "winners"),
    [(10, 11, (BLUE,)), (11, 10, (RED,)), (10, 10, (BLUE, RED)), (0, 0, (BLUE, RED))],
)
def test_after_the_last_round_the_points_destroyed_decide(
    blue_lost: int, red_lost: int, winners: tuple[int, ...]
) -> None:
    outcome = last_round(blue_lost, red_lost).outcome
    assert outcome.winners == winners
    assert outcome.scores == (red_lost, blue_lost)


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
def test_a_unit_that_is_only_damaged_counts_nothing() -> None:
    game = last_round(0, 0)
    assert game.unit("r").hp == 1
    assert game.outcome.reason == "both sides destroyed 0 Points"


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
def test_a_unit_that_never_came_to_the_field_does_not_hold_it() -> None:
    game = firefight().blue(unit("b", weapon(power=8)), (2, 5)).red(unit("r"), (8, 5))
    game.red(unit("away"), None).activates("b").attacks("gun", "r").ends()
    assert game.outcome.winners == (BLUE,)


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
@pytest.mark.parametrize("alone", [BLUE, RED])
def test_a_side_that_is_alone_on_the_field_wins_after_one_activation(alone: Seat) -> None:
    game = firefight(turn=alone)
    game.blue(unit("b"), (2, 5) if alone == BLUE else None)
    game.red(unit("r"), (8, 5) if alone == RED else None)
    game.passes_with("br"[alone])
    assert game.outcome.winners == (alone,) and kinds(game.told)[-1] == "GameEnded"


@pytest.mark.rule("ATTACK-CHART.HOUSE.VICTORY")
def test_while_one_unit_stands_the_game_goes_on() -> None:
    game = firefight().blue(unit("b", weapon(power=8)), (2, 5)).red(unit("r"), (8, 5))
    game.red(unit("last"), (8, 7)).activates("b").attacks("gun", "r").ends()
    assert isinstance(game.question, Choose)
