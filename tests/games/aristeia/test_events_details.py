"""Details: what single events change, how figures are computed, when a game ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.checks import broken
from gattai.games.aristeia.effects.moving import can_be_displaced, displacements
from gattai.games.aristeia.events.body import (
    DamageHealed,
    DamageSuffered,
    FragTaken,
    SentToBench,
    SentToInfirmary,
    TacticDiscarded,
)
from gattai.games.aristeia.events.play import (
    ActionDeclared,
    ActivationBegan,
    ActivationSkipped,
    ActivationsOrdered,
    CharacterMoved,
    CharacterPlaced,
    InitiativeRevealed,
    MovementLost,
    PointsGained,
    PointsLost,
    RoundBegan,
    VictoryPointsGained,
)
from gattai.games.aristeia.figures import (
    energy,
    farthest_sight,
    figure,
    hit_points_left,
    initiative_total,
    speed,
)
from gattai.games.aristeia.phases.objectives import in_zone, zone_refusals
from gattai.games.aristeia.state import CharacterId, Playing, Rolling, State, ZoneId
from gattai.games.aristeia.victory import is_over, judge
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import axial, hex_at
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, SEATS, find, laid, put, token

A, B, C, D = (CharacterId(number) for number in (0, 1, 4, 5))


# events


@pytest.mark.rule("ARISTEIA.ROUND.PHASES")
def test_a_round_begins_in_planning_with_nothing_on_the_control_panels() -> None:
    orders = (Secret.of((A,), (GREEN,)), Secret.of((C,), (ORANGE,)))
    state = laid(
        round=2, turn=4, revealed=((B,), (D,)), orders=orders, gained=(2, 1), points=(3, 4)
    )
    after = RoundBegan(rule="ARISTEIA.ROUND.PHASES", round=3).after(state)
    assert (after.round, after.turn, after.phase) == (3, 0, "planning")
    assert (after.revealed, after.gained, after.points) == (((), ()), (0, 0), (3, 4))
    assert [order.open() for order in after.orders] == [(), ()]


@pytest.mark.rule("ARISTEIA.TURN.REVEAL")
def test_a_turn_turns_over_the_next_card_of_both_and_leaves_the_rest() -> None:
    orders = (Secret.of((A, B), (GREEN,)), Secret.of((C, D), (ORANGE,)))
    state = laid(turn=0, orders=orders)
    after = InitiativeRevealed(rule="ARISTEIA.TURN.REVEAL", turn=1, cards=(A, C)).after(state)
    assert [order.open() for order in after.orders] == [(B,), (D,)]
    assert (after.revealed, after.turn) == (((A,), (C,)), 1)
    again = InitiativeRevealed(rule="ARISTEIA.TURN.REVEAL", turn=2, cards=(B, D)).after(after)
    assert again.revealed == ((A, B), (C, D))


@pytest.mark.rule("ARISTEIA.TURN.CHOOSE-FIRST")
def test_who_goes_first_is_the_one_who_acts() -> None:
    state = laid()
    event = ActivationsOrdered(rule="ARISTEIA.TURN.CHOOSE-FIRST", order=(C, A))
    assert event.actor(state) == state.characters[C].seat != state.characters[A].seat
    assert event.after(state).waiting == (C, A)


@pytest.mark.rule("ARISTEIA.ACT.STEPS")
def test_an_activation_begins_with_action_points_alone_and_nothing_left_over() -> None:
    state = laid(waiting=(C, A), ap=4, mp=3, extra=("red",), waived=("sight",), phase="first")
    state = state.with_character(C, replace(state.characters[C], is_firm=True))
    after = ActivationBegan(rule="ARISTEIA.ACT.STEPS", who=C, ap=6).after(state)
    assert (after.active, after.to_act, after.waiting) == (C, state.characters[C].seat, (A,))
    assert (after.ap, after.mp, after.extra, after.waived) == (6, 0, (), ())
    assert after.phase == "activation" and not after.characters[C].is_firm
    skipped = ActivationSkipped(rule="ARISTEIA.ACT.STEPS", who=C).after(state)
    assert skipped.waiting == (A,)


@pytest.mark.rule("ARISTEIA.ACTION.COST")
def test_an_action_is_paid_when_it_is_declared_and_an_attack_uses_up_what_was_waived() -> None:
    state = laid(ap=5, mp=3, waived=("sight",), active=A)
    actions = [each for card in CONTENT.characters.values() for each in card.actions]
    attack = next(each for each in actions if each.kind == "attack")
    plain = next(each for each in actions if each.kind != "attack")
    paid = ActionDeclared(rule="ARISTEIA.ACTION.COST", who=A, action=attack, ap=3, mp=1, target=C)
    after = paid.after(state)
    assert (after.ap, after.mp, after.waived) == (2, 2, ())
    assert after.declared is not None and after.declared.target == C
    free = ActionDeclared(rule="ARISTEIA.ACTION.COST", who=A, action=plain, ap=1).after(state)
    assert (free.ap, free.mp, free.waived) == (4, 3, ("sight",))


@pytest.mark.rule("ARISTEIA.MOVE.STEP", "ARISTEIA.DISENGAGE.FAIL", "ARISTEIA.ACT.LOSE-UNSPENT")
def test_a_step_costs_one_movement_point_and_points_are_lost_where_the_rules_say() -> None:
    state = put(laid(ap=2, mp=3, extra=("red",), waived=("sight",), active=A), "8-ball", (0, 0))
    ball = find(state, "8-ball")
    moved = CharacterMoved(rule="ARISTEIA.MOVE.STEP", who=ball, to=hex_at(1, 0)).after(state)
    at = moved.characters[ball].at
    assert moved.mp == 2 and at is not None and axial(at) == (1, 0)
    held = MovementLost(rule="ARISTEIA.DISENGAGE.FAIL", who=ball).after(state)
    assert (held.ap, held.mp) == (2, 0)
    over = PointsLost(rule="ARISTEIA.ACT.LOSE-UNSPENT", who=A, ap=2, mp=3).after(state)
    assert (over.ap, over.mp, over.extra, over.waived) == (0, 0, (), ())
    gained = PointsGained(rule="ARISTEIA.MOVE.POINTS", who=A, ap=1, mp=4).after(state)
    assert (gained.ap, gained.mp) == (3, 7)
    assert PointsGained(rule="ARISTEIA.MOVE.POINTS", who=B, ap=1, mp=4).after(state) == state
    put_back = CharacterPlaced(rule="ARISTEIA.PLACE.RULE", who=C, to=hex_at(2, 0)).after(state)
    assert put_back.characters[C].off == "" and put_back.characters[C].at == hex_at(2, 0)


@pytest.mark.rule("ARISTEIA.INFIRMARY.WHEN", "ARISTEIA.INFIRMARY.CLEAN", "ARISTEIA.RECOVERY.BENCH")
def test_the_infirmary_cleans_a_character_and_the_bench_forgets_what_spared_it() -> None:
    state = put(laid(spared=(A, B)), "8-ball", (0, 0), damage=2, is_firm=True)
    ball = find(state, "8-ball")
    tokens = (token(f"{next(iter(CONTENT.states))}:red"),)
    state = state.with_character(ball, replace(state.characters[ball], tokens=tokens))
    gone = SentToInfirmary(rule="ARISTEIA.INFIRMARY.WHEN", who=ball).after(state).characters[ball]
    assert (gone.at, gone.off, gone.damage, gone.tokens) == (None, "infirmary", 0, ())
    assert not gone.is_firm
    after = SentToBench(rule="ARISTEIA.RECOVERY.BENCH", who=A).after(state)
    assert after.spared == (B,) and after.characters[A].off == "bench"


@pytest.mark.rule("ARISTEIA.ATTACK.DAMAGE", "ARISTEIA.INFIRMARY.REWARD")
def test_damage_adds_up_is_healed_no_farther_than_none_and_a_frag_counts_one() -> None:
    state = put(laid(frags=(1, 2)), "8-ball", (0, 0), damage=2)
    ball = find(state, "8-ball")
    hurt = DamageSuffered(rule="ARISTEIA.ATTACK.DAMAGE", who=ball, amount=3).after(state)
    assert hurt.characters[ball].damage == 5
    assert hit_points_left(hurt.characters[ball]) == hurt.characters[ball].card.hit_points - 5
    for amount, left in ((1, 1), (2, 0), (3, 0)):
        healed = DamageHealed(rule="ARISTEIA.ATTACK.DAMAGE", who=ball, amount=amount).after(state)
        assert healed.characters[ball].damage == left
    assert FragTaken(rule="ARISTEIA.INFIRMARY.REWARD", seat=ORANGE).after(state).frags == (1, 3)
    assert FragTaken(rule="ARISTEIA.INFIRMARY.REWARD", seat=GREEN).after(state).frags == (2, 2)


@pytest.mark.rule("ARISTEIA.TACTIC.DISCARD")
def test_a_tactic_is_discarded_from_where_it_is_and_lies_on_its_owners_pile() -> None:
    one, two = [*CONTENT.tactics.values()][:2]
    hands = (Secret.of((), (GREEN,)), Secret.of((one, two), (ORANGE,)))
    state = laid(hands=hands, playing=(Playing(GREEN, two), Playing(ORANGE, one)))
    rule = "ARISTEIA.TACTIC.DISCARD"
    played = TacticDiscarded(rule=rule, seat=ORANGE, tactic=one).after(state)
    assert played.discards == ((), (one,)) and played.playing == state.playing[:1]
    assert played.hands == state.hands
    thrown = TacticDiscarded(rule=rule, seat=ORANGE, tactic=one, from_hand=True).after(state)
    assert thrown.discards == ((), (one,)) and thrown.playing == state.playing
    assert thrown.hands[ORANGE].open() == (two,)


# figures


@pytest.mark.rule("ARISTEIA.STATE.SIDES")
def test_states_change_figures_by_the_side_that_shows_and_never_below_nothing() -> None:
    plain = laid().characters[A]
    assert farthest_sight(plain) is None
    assert (energy(plain), speed(plain)) == (plain.card.energy, plain.card.speed)
    for name in CONTENT.states:
        for side in ("red", "blue"):
            one = token(f"{name}:{side}")
            changed = replace(plain, tokens=(one,))
            assert energy(changed) == max(0, plain.card.energy + one.side.energy)
            assert speed(changed) == max(0, plain.card.speed + one.side.speed)
            assert figure(changed, "speed").total == speed(changed)
            assert figure(changed, "energy").total == energy(changed)
            assert farthest_sight(changed) == one.side.sight
            assert changed.is_rooted == one.side.rooted
            terms = figure(changed, "energy").terms
            assert len(terms) == (2 if one.side.energy else 1)
    slowed = (token("slowed:red"),)
    for printed, left in ((1, 0), (2, 0), (3, 1)):
        weak = replace(plain, card=replace(plain.card, speed=printed), tokens=slowed)
        assert speed(weak) == figure(weak, "speed").total == left
        assert len(figure(weak, "speed").terms) == (3 if printed < 2 else 2)
    both = replace(plain, tokens=(token("dazzled:red"), token("slowed:blue")))
    assert farthest_sight(both) == 1


@pytest.mark.rule("ARISTEIA.SETUP.UNDERDOG")
def test_the_initiative_of_a_team_is_that_of_its_own_characters() -> None:
    state = laid()
    for seat in SEATS:
        own = [each.card.initiative for each in state.characters if each.seat == seat]
        assert initiative_total(state, seat) == sum(own)
    assert initiative_total(state, GREEN) != 0


@pytest.mark.rule("ARISTEIA.DISPLACE.LIMITS")
def test_only_who_stands_on_the_board_and_is_not_held_is_displaced() -> None:
    state = put(laid(), "8-ball", (0, 0))
    ball = find(state, "8-ball")
    assert can_be_displaced(state, ball) and displacements(state, ball)
    assert not can_be_displaced(laid(), ball) and displacements(laid(), ball) == ()
    firm = put(laid(), "8-ball", (0, 0), is_firm=True)
    assert not can_be_displaced(firm, ball) and displacements(firm, ball) == ()
    root = next(
        one for name in CONTENT.states for side in ("red", "blue")
        if (one := token(f"{name}:{side}")).side.rooted
    )  # fmt: skip
    assert not can_be_displaced(put(laid(), "8-ball", (0, 0), tokens=(root,)), ball)
    held = replace(state, rolling=Rolling("attack", "Strike", (), firm=(ball,)))
    free = replace(state, rolling=Rolling("attack", "Strike", (), firm=(A,)))
    assert ball != A and not can_be_displaced(held, ball) and can_be_displaced(free, ball)


# the end, and the zones


@pytest.mark.rule("ARISTEIA.OBJ.END-CHECK", "ARISTEIA.GAME.ROUNDS", "ARISTEIA.GAME.EIGHT-VP")
def test_the_game_is_over_with_eight_points_or_after_the_fifth_round() -> None:
    assert not is_over(laid(round=4, points=(7, 7)))
    assert is_over(laid(round=4, points=(8, 0))) and is_over(laid(round=1, points=(0, 9)))
    assert is_over(laid(round=5, points=(0, 0)))


@pytest.mark.rule(
    "ARISTEIA.GAME.EIGHT-VP", "ARISTEIA.GAME.MOST-VP", "ARISTEIA.GAME.TIE-FRAGS",
    "ARISTEIA.AMB.EIGHT-BOTH", "ARISTEIA.AMB.FRAG-TIE",
)  # fmt: skip
def test_more_points_win_then_more_frags_else_nobody_alone() -> None:
    def found(points: tuple[int, int], frags: tuple[int, int] = (0, 0)) -> tuple[object, str]:
        outcome = judge(laid(round=5, points=points, frags=frags))
        return outcome.winners, outcome.rule

    assert found((8, 3)) == ((GREEN,), "ARISTEIA.GAME.EIGHT-VP")
    assert found((8, 9)) == ((ORANGE,), "ARISTEIA.GAME.EIGHT-VP")
    assert found((7, 3)) == ((GREEN,), "ARISTEIA.GAME.MOST-VP")
    assert found((2, 7)) == ((ORANGE,), "ARISTEIA.GAME.MOST-VP")
    assert found((5, 5), (2, 1)) == ((GREEN,), "ARISTEIA.GAME.TIE-FRAGS")
    assert found((9, 9), (0, 1)) == ((ORANGE,), "ARISTEIA.GAME.TIE-FRAGS")
    assert found((5, 5), (1, 1)) == (SEATS, "ARISTEIA.GAME.TIE-FRAGS")


@pytest.mark.rule("ARISTEIA.OBJ.PHASE", "ARISTEIA.ASSAULT.ALONE")
def test_in_the_scoring_zone_everybody_counts_for_the_own_side_and_points_add_up() -> None:
    state = laid()
    inside = [axial(at) for at in state.box.zones[state.zone]]
    outside = axial(state.box.zones[ZoneId("zone3")][0])
    green = [each.name for each in state.characters if each.seat == GREEN]
    orange = [each.name for each in state.characters if each.seat == ORANGE]
    state = put(put(state, green[0], inside[0]), green[1], inside[1])
    state = put(put(state, orange[0], inside[2]), orange[1], outside)
    assert (in_zone(state, GREEN), in_zone(state, ORANGE)) == (2, 1)
    state = replace(state, points=(1, 2), gained=(0, 1))
    event = VictoryPointsGained(rule="ARISTEIA.ASSAULT.ALONE", seat=ORANGE, points=2, why="alone")
    after = event.after(state)
    assert (after.points, after.gained) == ((1, 4), (0, 3))


@pytest.mark.rule("ARISTEIA.ASSAULT.MOVE-ZONE", "ARISTEIA.ASSAULT.NO-EMPTY-ZONE")
def test_the_scoring_zone_goes_to_an_empty_zone_and_anywhere_if_there_is_none() -> None:
    state = laid()
    names = [each.name for each in state.characters]
    zones = [ZoneId(each) for each in state.box.zones]
    first = put(state, names[0], axial(state.box.zones[zones[0]][0]))
    (refusal,) = zone_refusals(first, zones[0])
    assert refusal.rule == "ARISTEIA.ASSAULT.MOVE-ZONE"
    assert [*zone_refusals(first, zones[1])] == []
    full: State = first
    for name, zone in zip(names[1:], zones[1:], strict=False):
        full = put(full, name, axial(full.box.zones[zone][0]))
    assert len(zones) <= len(names)
    assert all([*zone_refusals(full, zone)] == [] for zone in zones)


@pytest.mark.rule("ARISTEIA.INFIRMARY.WHEN")
def test_a_table_with_somebody_who_should_have_left_it_is_found_out() -> None:
    state = put(laid(), "8-ball", (0, 0))
    most = state.characters[find(state, "8-ball")].card.hit_points

    def found(damage: int) -> bool:
        table = put(state, "8-ball", (0, 0), damage=damage)
        return f"8-ball has {damage} Damage" in [*broken(table)]

    assert not found(0) and not found(most - 1)
    assert found(-1) and found(most)
