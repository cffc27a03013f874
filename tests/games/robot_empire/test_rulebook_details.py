"""Details: what single events change, how figures are computed, what is refused and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.robot_empire.actions import NEXT, AskMe, Attack, Block, Charge, Divide, Shoot
from gattai.games.robot_empire.battle.dividing import divide_refusals
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.decks import deck_refusals
from gattai.games.robot_empire.events.battle import (
    BlockersAsked,
    BlockersChosen,
    SeatBeaten,
    UnitDamaged,
    UnitRecharged,
    without,
)
from gattai.games.robot_empire.events.cards import ChainBroken, ChainLinked, MegaAssembled
from gattai.games.robot_empire.events.flow import (
    GameEnded,
    InstantsCleared,
    Reactivated,
    StepBegan,
    TurnBegan,
    TurnEnded,
    WindowOpened,
)
from gattai.games.robot_empire.figures import (
    D6,
    Points,
    attack,
    can_chain,
    defense,
    enough,
    flies,
    hooks,
)
from gattai.games.robot_empire.state import (
    Boost,
    CardId,
    Circle,
    DeclaredAttack,
    State,
    Unit,
    Window,
)
from gattai.kernel.event import witness
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import NotYours, view
from gattai.kernel.tally import Tally
from gattai.kernel.window import PASS
from tests.games.robot_empire.table import RULES, Game, deck_of, lay, rules_of

COBALT, CRIMSON, AMBER = Seat(0), Seat(1), Seat(2)


def laid(**given: Any) -> State:
    return lay(given)


def card(state: State, name: str) -> CardId:
    return CardId(state.box.names.index(name))


def unit(state: State, name: str) -> Unit:
    return state.holder[card(state, name)]


def one(line: str) -> Unit:
    """A unit by its line, alone on a table."""
    return laid(cobalt={"units": [line]}, moons=["rusty-moon"]).units[0]


def refused(state: State, action: Any) -> list[tuple[str, str]]:
    return [(each.rule, each.reason) for each in RULES.refusals(state, action)]


# figures


@pytest.mark.rule("ROBOT-EMPIRE.COMP.DIE")
def test_a_die_shows_one_to_six() -> None:
    assert D6.faces == (1, 2, 3, 4, 5, 6)


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COMBAT")
def test_points_without_a_die_are_fixed_and_a_die_counts_three_and_a_half() -> None:
    plain = Points(Tally.of(4, "four", "ROBOT-EMPIRE.CARD.ATTACK-DEFENSE"))
    assert (plain.dice, plain.mean, plain.most, str(plain)) == (0, 4, 4, "4")
    golem = attack(one("dice-golem"))
    assert (golem.dice, golem.fixed, golem.mean, golem.most) == (1, 0, 3.5, 6)
    mixed = attack(one("furnace-torso&spider-frame"))
    assert (mixed.dice, mixed.fixed, mixed.mean, str(mixed)) == (1, 2, 5.5, "1d6+2")


@pytest.mark.rule(
    "ROBOT-EMPIRE.CARD.ATTACK-DEFENSE", "ROBOT-EMPIRE.CHAIN.SUM", "ROBOT-EMPIRE.AMB.MEGA-STATS"
)
def test_points_cite_the_rule_by_which_they_are_added_up() -> None:
    def said(line: str) -> list[tuple[int, str]]:
        return [(term.amount, term.rule) for term in attack(one(line)).tally.terms]

    assert said("stone-ogre") == [(3, "ROBOT-EMPIRE.CARD.ATTACK-DEFENSE")]
    assert said("ash-wolf&cave-rat-pack") == [
        (2, "ROBOT-EMPIRE.CHAIN.SUM"),
        (1, "ROBOT-EMPIRE.CHAIN.SUM"),
    ]
    assert said("titan-torso&titan-legs") == [
        (6, "ROBOT-EMPIRE.AMB.MEGA-STATS"),
        (1, "ROBOT-EMPIRE.AMB.MEGA-STATS"),
    ]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.ATTACK-DEFENSE")
def test_a_card_that_prints_no_attack_has_none() -> None:
    (term,) = attack(one("missile-launcher")).tally.terms
    assert type(term.amount) is int and term.amount == 0
    assert attack(one("mud-crawler")).fixed == 0


@pytest.mark.rule("ROBOT-EMPIRE.AMB.RECHARGE-STATS")
def test_a_recharging_unit_keeps_its_points_dice_and_boosts() -> None:
    tank = replace(one("wobble-tank recharging"), boosts=(Boost(attack=2), Boost(defense=1)))
    assert (attack(tank).fixed, attack(tank).dice) == (4, 0)
    assert (defense(tank).fixed, defense(tank).dice) == (1, 1)
    assert [term.amount for term in attack(tank).tally.terms] == [2, 2]


@pytest.mark.rule("ROBOT-EMPIRE.UPG.PERMANENT-LASTS", "ROBOT-EMPIRE.UPG.INSTANT-LASTS")
def test_an_upgrade_counts_only_for_what_it_prints() -> None:
    brax = one("brax-the-strong permanent instant")
    assert [term.amount for term in attack(brax).tally.terms] == [4, 2]
    assert [term.amount for term in defense(brax).tally.terms] == [4, 1]


@pytest.mark.rule("ROBOT-EMPIRE.COMPONENT.INSTALL")
def test_a_component_counts_only_for_what_it_prints() -> None:
    bastion = one("bastion +force-field")
    assert [term.amount for term in attack(bastion).tally.terms] == [1]
    assert [term.amount for term in defense(bastion).tally.terms] == [7, 2]


@pytest.mark.rule("ROBOT-EMPIRE.FLY.SOURCES")
def test_flying_comes_from_the_card_an_upgrade_a_component_or_the_turn() -> None:
    ogre = one("bastion")
    assert not flies(ogre) and hooks(ogre) == ()
    for line in ("sky-talon", "glide-ace instant", "star-lifter permanent", "bastion +jump-jets"):
        assert flies(one(line)), line
    assert flies(replace(ogre, boosts=(Boost(keyword="flying"),)))
    # What gives no keyword adds none.
    for line in ("brax-the-strong permanent", "bastion +force-field"):
        assert hooks(one(line)) == ()
    assert hooks(replace(ogre, boosts=(Boost(attack=1),))) == ()


@pytest.mark.rule("ROBOT-EMPIRE.AMB.RECHARGE-FLYING")
def test_what_is_recharging_does_not_fly() -> None:
    assert flies(one("night-bat"))
    assert not flies(one("night-bat recharging"))
    assert not flies(one("stone-ogre"))


@pytest.mark.rule("ROBOT-EMPIRE.CHAIN.SIZE")
def test_only_monsters_of_which_every_card_chains_can_be_linked() -> None:
    assert can_chain(one("ash-wolf")) and can_chain(one("ash-wolf&cave-rat-pack"))
    assert not can_chain(one("ash-wolf&stone-ogre"))
    assert not can_chain(one("stone-ogre")) and not can_chain(one("rivet-pup"))
    pup = one("rivet-pup")
    linked = replace(pup, faces=(replace(pup.faces[0], keywords=("chaining",)),))
    assert not can_chain(linked)


@pytest.mark.rule("ROBOT-EMPIRE.AMB.LETHAL-PRIOR", "ROBOT-EMPIRE.AMB.DICE-ORDER")
def test_what_is_sure_to_destroy_counts_earlier_damage_and_the_highest_die() -> None:
    assert enough(one("stone-ogre")) == 3
    assert enough(one("stone-ogre damage=2")) == 1
    assert enough(one("stone-ogre damage=3")) == 0
    assert enough(one("stone-ogre damage=5")) == 0
    assert enough(one("wobble-tank")) == 6


# events


@pytest.mark.rule("ROBOT-EMPIRE.AMB.BLOCKER-GONE")
def test_who_leaves_the_battle_is_missed_only_where_it_fought() -> None:
    onsets = (
        DeclaredAttack(CardId(1), CRIMSON, (CardId(5), CardId(6)), blocked=True),
        DeclaredAttack(CardId(2), CRIMSON, (CardId(7),), blocked=True),
    )
    assert without(onsets, CardId(5)) == (
        DeclaredAttack(CardId(1), CRIMSON, (CardId(6),), blocked=True),
        onsets[1],
    )
    assert without(onsets, CardId(2)) == onsets[:1]


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNTIL-END", "ROBOT-EMPIRE.CARD.EQUIPMENT")
def test_damage_adds_up_and_a_shield_remembers_what_it_kept_off() -> None:
    state = laid(cobalt={"units": ["coin-mint damage=1", "base-force-field"]})
    mint, field = (each.id for each in state.units)
    state = state.with_unit(field, shielded=1)
    event = UnitDamaged(
        rule="ROBOT-EMPIRE.DMG.UNTIL-END", seat=COBALT, unit=mint, damage=2, shields=((field, 1),)
    )
    after = event.after(state)
    assert (after.by_id[mint].damage, after.by_id[field].shielded) == (3, 2)


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNTIL-END")
def test_with_the_turn_go_damage_boosts_and_what_shields_kept_off() -> None:
    state = laid(
        cobalt={"units": ["stone-ogre damage=2", "ash-wolf", "base-force-field", "bastion"]},
        crimson={"ask": "always"},
    )
    ogre, wolf, field, bastion = (each.id for each in state.units)
    state = state.with_unit(wolf, boosts=(Boost(attack=1),)).with_unit(field, shielded=2)
    assert [player.rests for player in state.players] == [True, False]
    after = TurnEnded(rule="ROBOT-EMPIRE.DMG.UNTIL-END").after(state)
    for each in (ogre, wolf, field, bastion):
        found = after.by_id[each]
        assert (found.damage, found.boosts, found.shielded) == (0, (), 0)
    assert [player.rests for player in after.players] == [False, False]


@pytest.mark.rule("ROBOT-EMPIRE.PLAY.USED-TAPS")
def test_a_card_that_is_used_is_recharging_and_stays_in_the_battle_unless_it_leaves_it() -> None:
    state = laid(cobalt={"units": ["stone-ogre"]}, phase="attackers")
    ogre = state.units[0].id
    state = replace(state, onsets=(DeclaredAttack(ogre, CRIMSON),))
    used = UnitRecharged(rule="ROBOT-EMPIRE.PLAY.USED-TAPS", unit=ogre).after(state)
    assert used.by_id[ogre].recharging and used.onsets == state.onsets
    gone = UnitRecharged(rule="ROBOT-EMPIRE.PLAY.USED-TAPS", unit=ogre, leaves=True).after(state)
    assert gone.by_id[ogre].recharging and gone.onsets == ()


@pytest.mark.rule("ROBOT-EMPIRE.BLOCK.CHOOSE", "ROBOT-EMPIRE.BLOCK.OPTIONAL")
def test_blockers_are_asked_one_player_after_the_other() -> None:
    state = laid(seats=3, phase="attackers")
    both = BlockersAsked(rule="ROBOT-EMPIRE.BLOCK.CHOOSE", seats=(CRIMSON, AMBER))
    alone = BlockersAsked(rule="ROBOT-EMPIRE.BLOCK.CHOOSE", seats=(AMBER,))
    assert (both.actor(state), alone.actor(state)) == (None, AMBER)
    state = both.after(state)
    assert (state.phase, state.blocking) == ("blockers", (CRIMSON, AMBER))
    state = BlockersChosen(rule="ROBOT-EMPIRE.BLOCK.OPTIONAL", seat=CRIMSON).after(state)
    assert state.blocking == (AMBER,)


@pytest.mark.rule("ROBOT-EMPIRE.GOAL.LAST-STANDING")
def test_an_end_is_the_doing_of_a_single_winner_and_of_nobody_if_several_win() -> None:
    state = laid(seats=3)
    rule = "ROBOT-EMPIRE.GOAL.LAST-STANDING"
    assert GameEnded(rule=rule, winners=(AMBER,)).actor(state) == AMBER
    assert GameEnded(rule=rule, winners=(COBALT, AMBER)).actor(state) is None


@pytest.mark.rule(
    "ROBOT-EMPIRE.END.GIVE-ROBOTS", "ROBOT-EMPIRE.END.OTHERS-DESTROYED",
    "ROBOT-EMPIRE.AMB.GIVEN-ROBOTS-STATE",
)  # fmt: skip
def test_who_is_out_leaves_coins_to_the_chest_and_no_trace_in_what_is_under_way() -> None:
    state = laid(
        seats=3,
        chest=10,
        cobalt={"units": ["stone-ogre", "ash-wolf"]},
        crimson={"battery": 2, "vault": 3, "hand": ["rocket"], "units": ["bastion damage=1"]},
    )
    ogre, wolf, bastion = (each.id for each in state.units)
    state = replace(
        state,
        blocking=(CRIMSON, AMBER),
        owed=((CRIMSON, 2), (AMBER, 1)),
        onsets=(DeclaredAttack(ogre, CRIMSON), DeclaredAttack(wolf, AMBER)),
        windows=(Window("play", (CRIMSON, AMBER)),),
    )
    event = SeatBeaten(rule="ROBOT-EMPIRE.DMG.BATTERY-ZERO", seat=CRIMSON, by=COBALT)
    after = event.after(state)
    assert after.chest == 15
    assert (after.blocking, after.owed) == ((AMBER,), ((AMBER, 1),))
    assert after.onsets == (DeclaredAttack(wolf, AMBER),)
    assert after.windows == (Window("play", (AMBER,)),)
    given = after.by_id[bastion]
    assert (given.seat, given.since, given.damage) == (COBALT, state.turn, 1)
    assert card(state, "rocket") in after.piles[0] and after.players[1].is_out
    uncovered = replace(event, hand=state.players[CRIMSON].hand.open())
    assert uncovered.after(state) == after
    assert uncovered.after(view(state, COBALT)) == view(after, COBALT)
    with pytest.raises(NotYours):
        event.after(view(state, COBALT))
    assert witness((uncovered,)) == witness((event,)), "the checks of transcripts stay the same"


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.ASSEMBLE", "ROBOT-EMPIRE.AMB.MEGA-FIRST-ATTACK")
@pytest.mark.parametrize("tired", ["neither", "top", "bottom"])
def test_a_mega_robot_is_new_and_recharging_if_one_of_its_parts_was(tired: str) -> None:
    top = "titan-torso recharging" if tired == "top" else "titan-torso"
    bottom = "titan-legs recharging" if tired == "bottom" else "titan-legs"
    state = laid(cobalt={"units": [top, bottom]})
    first, second = (each.id for each in state.units)
    event = MegaAssembled(rule="ROBOT-EMPIRE.MEGA.ASSEMBLE", top=first, bottom=second)
    (mega,) = event.after(state).units
    assert (mega.cards, mega.since) == ((first, second), state.turn)
    assert mega.recharging == (tired != "neither")


@pytest.mark.rule(
    "ROBOT-EMPIRE.CHAIN.ONE-UNIT", "ROBOT-EMPIRE.AMB.CHAIN-NEW-MEMBER",
    "ROBOT-EMPIRE.AMB.CHAIN-WHEN",
)  # fmt: skip
def test_a_chain_is_one_unit_of_its_owner_until_it_is_broken_up() -> None:
    state = laid(
        seats=3,
        cobalt={"units": ["stone-ogre"]},
        crimson={"units": ["ash-wolf", "cave-rat-pack new"]},
    )
    ogre, wolf, rats = (each.id for each in state.units)
    boosts, circle = (Boost(attack=1),), Circle(rats, "permanent", 0, 1)
    state = state.with_unit(wolf, boosts=boosts).with_unit(rats, circles=(circle,))
    event = ChainLinked(rule="ROBOT-EMPIRE.CHAIN.ONE-UNIT", units=(wolf, rats))
    assert event.actor(state) == CRIMSON
    linked = event.after(state)
    chain = linked.by_id[wolf]
    assert {*linked.by_id} == {ogre, wolf}
    assert (chain.seat, chain.since, chain.cards) == (CRIMSON, state.turn, (wolf, rats))
    broken = ChainBroken(rule="ROBOT-EMPIRE.AMB.CHAIN-WHEN", unit=wolf).after(linked)
    assert sorted(each.id for each in broken.units) == [ogre, wolf, rats]
    assert (broken.by_id[wolf].boosts, broken.by_id[wolf].circles) == (boosts, ())
    assert (broken.by_id[rats].boosts, broken.by_id[rats].circles) == ((), (circle,))


@pytest.mark.rule("ROBOT-EMPIRE.TURN.ALL-PHASES")
def test_a_turn_begins_with_nothing_of_the_last_remembered() -> None:
    state = laid(cobalt={"units": ["stone-ogre"]}, phase="discard")
    ogre = state.units[0].id
    state = replace(
        state, tried=(ogre,), mined=True, discarded=3, has_set_watch=True,
        onsets=(DeclaredAttack(ogre, CRIMSON),), blocking=(CRIMSON,),
    )  # fmt: skip
    after = TurnBegan(rule="ROBOT-EMPIRE.TURN.ALL-PHASES", seat=CRIMSON).after(state)
    assert (after.active, after.turn, after.phase) == (CRIMSON, state.turn + 1, "play")
    assert (after.tried, after.onsets, after.blocking) == ((), (), ())
    assert (after.mined, after.has_set_watch, after.discarded) == (False, False, 0)


@pytest.mark.rule("ROBOT-EMPIRE.UPG.INSTANT-LASTS", "ROBOT-EMPIRE.CLEAR.INSTANT")
def test_instant_upgrades_go_also_where_a_permanent_one_stays() -> None:
    state = laid(cobalt={"units": ["brax-the-strong permanent instant", "glide-ace instant"]})
    event = InstantsCleared(rule="ROBOT-EMPIRE.CLEAR.INSTANT", coins=0)
    kinds = [[circle.kind for circle in each.circles] for each in event.after(state).units]
    assert kinds == [["permanent"], []]


@pytest.mark.rule(
    "ROBOT-EMPIRE.REACT.STRAIGHTEN", "ROBOT-EMPIRE.AMB.REACT-WHOSE",
    "ROBOT-EMPIRE.AMB.MOON-AND-REACTIVATE",
)  # fmt: skip
def test_only_the_cards_of_the_player_are_ready_again_on_moons_too() -> None:
    state = laid(
        moons=["rusty-moon"],
        cobalt={"units": ["bastion recharging", "sky-talon moon=rusty-moon recharging"]},
        crimson={"units": ["stone-ogre recharging"]},
    )
    after = Reactivated(rule="ROBOT-EMPIRE.REACT.STRAIGHTEN", seat=COBALT, count=2).after(state)
    assert [each.recharging for each in after.units] == [False, False, True]


@pytest.mark.rule("ROBOT-EMPIRE.TURN.ALL-PHASES", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS")
def test_a_step_is_the_active_players_and_a_moment_is_his_who_is_asked_alone() -> None:
    state = laid(seats=3, active="crimson")
    step = StepBegan(rule="ROBOT-EMPIRE.TURN.ALL-PHASES", phase="mining")
    assert step.actor(state) == CRIMSON
    assert step.actor(replace(state, turn=0)) is None
    rule = "ROBOT-EMPIRE.AMB.AGENT-WINDOWS"
    assert WindowOpened(rule=rule, moment="play", waiting=(AMBER,)).actor(state) == AMBER
    assert WindowOpened(rule=rule, moment="play", waiting=(AMBER, COBALT)).actor(state) is None


@pytest.mark.rule("ROBOT-EMPIRE.CARD.EQUIPMENT")
def test_a_shield_that_has_one_left_keeps_one_off_and_a_spent_one_is_not_named() -> None:
    for spent, shields, damage in ((1, 1, 1), (2, 0, 2)):
        game = Game.laid(
            phase="long-range",
            cobalt={"units": ["longbow-unit"]},
            crimson={"units": ["deep-mine", "base-force-field"]},
        )
        field = game.card("base-force-field")
        game.position = type(game.position)(game.state.with_unit(field, shielded=spent))
        game.do("shoot longbow-unit deep-mine")
        (event,) = [each for each in game.events if isinstance(each, UnitDamaged)]
        assert event.shields == (((field, 1),) if shields else ())
        assert event.damage == damage


# invariants


@pytest.mark.rule("ROBOT-EMPIRE.INV.COINS")
def test_a_table_with_coins_where_none_can_be_is_found_out() -> None:
    sound = laid(chest=10, cobalt={"vault": 5})
    assert [*RULES.broken(sound)] == []

    def found(state: State, chest: int) -> str:
        return "; ".join(RULES.broken(replace(state, chest=chest)))

    assert found(sound, 11) == "there are 56 coins, not 55"
    nothing = "who is out still has something"
    assert (
        found(sound.with_player(CRIMSON, vault=11), -1) == "there are less than no coins somewhere"
    )
    assert found(sound.with_player(CRIMSON, battery=21), 9) == "a Battery holds 21 coins"
    hand = sound.players[CRIMSON].hand
    bare = sound.with_player(CRIMSON, is_out=True, battery=0, hand=hand.now(()))
    assert nothing not in found(bare, 30)
    assert nothing in found(bare.with_player(CRIMSON, battery=1), 29)
    assert nothing in found(bare.with_player(CRIMSON, vault=1), 29)
    assert nothing in found(bare.with_player(CRIMSON, hand=hand), 30)
    empty = sound.with_player(CRIMSON, battery=0)
    assert found(empty, 30) == "who has no Energy is still in the game"
    assert found(replace(empty, turn=0), 30) == ""


@pytest.mark.rule(
    "ROBOT-EMPIRE.DECK.SIZE", "ROBOT-EMPIRE.DECK.COPIES", "ROBOT-EMPIRE.AMB.DECK-ABOUT"
)
def test_a_deck_is_too_small_or_too_large_and_setup_cards_are_refused_for_themselves() -> None:
    def against(cards: Sequence[GameCard]) -> list[tuple[str, str]]:
        return [(each.rule, each.reason) for each in deck_refusals(cards)]

    size = "ROBOT-EMPIRE.DECK.SIZE"
    assert against(deck_of(50)) == against(deck_of(70)) == []
    assert against(deck_of(49)) == [(size, "a deck has too few cards")]
    assert against(deck_of(71)) == [(size, "a deck has too many cards")]
    setup = next(each for each in RULES.cards.values() if each.category == "setup")
    assert [rule for rule, _ in against([*deck_of(50), *[setup] * 5])] == [
        "ROBOT-EMPIRE.AMB.DECK-ABOUT"
    ]


# reasons


@pytest.mark.rule("ROBOT-EMPIRE.ADV.BATTERY-CHOICE")
def test_a_battery_is_charged_with_fifteen_to_twenty_before_the_game_and_never_later() -> None:
    rule = "ROBOT-EMPIRE.ADV.BATTERY-CHOICE"
    before = laid(phase="batteries")
    assert [refused(before, Charge(coins)) for coins in (15, 20)] == [[], []]
    for coins in (14, 21):
        assert refused(before, Charge(coins)) == [(rule, "a Battery begins with 15 to 20 coins")]
    late = [(rule, "Batteries are charged before the game begins")]
    assert refused(laid(), Charge(17)) == late


@pytest.mark.rule(
    "ROBOT-EMPIRE.TURN.ALL-PHASES", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "ROBOT-EMPIRE.DMG.ORDER"
)
def test_what_only_moves_the_game_on_is_refused_where_there_is_nothing_of_the_kind() -> None:
    state = laid()
    assert refused(state, NEXT) == []
    assert refused(state, PASS) == [
        ("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "there is nothing to pass; say next")
    ]
    assert refused(laid(phase="batteries"), NEXT) == [
        ("ROBOT-EMPIRE.TURN.ALL-PHASES", "there is nothing to end here")
    ]
    assert refused(state, Divide(())) == [("ROBOT-EMPIRE.DMG.ORDER", "no damage is being divided")]
    assert refused(state, "dance") == [("ROBOT-EMPIRE.TURN.ALL-PHASES", "that is not possible now")]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_a_setting_is_made_once_in_play_cards_and_only_if_it_is_another() -> None:
    rule = "ROBOT-EMPIRE.AMB.WATCH"
    where = "settings are made in Play Cards, or when you are asked to react"
    resting, watching = laid(), laid(cobalt={"ask": "attacked"})
    assert refused(watching, AskMe("attacked")) == [(rule, "that is your setting already")]
    assert refused(resting, AskMe("attacked")) == []
    assert refused(resting, AskMe("never")) == [(rule, "that is your setting already")]
    assert refused(watching, AskMe("never")) == []
    assert refused(laid(phase="mining"), AskMe("always")) == [(rule, where)]
    twice = replace(watching, has_set_watch=True)
    assert refused(twice, AskMe("always")) == [(rule, "you have made your setting for this turn")]


@pytest.mark.rule(
    "ROBOT-EMPIRE.LR.FIRST", "ROBOT-EMPIRE.AMB.FIRST-TURN-LR",
    "ROBOT-EMPIRE.PLAY.EQUIPMENT-FIRST-TURN", "ROBOT-EMPIRE.MOON.OUT-OF-COMBAT",
)  # fmt: skip
def test_only_a_long_range_weapon_of_ones_own_that_is_at_home_shoots_new_or_not() -> None:
    state = laid(
        phase="long-range",
        moons=["rusty-moon"],
        cobalt={
            "units": ["missile-launcher new", "bastion", "longbow-unit moon=rusty-moon"],
        },
        crimson={"units": ["stone-ogre", "rail-cannon"]},
    )
    launcher, bastion, bow, ogre, cannon = (each.id for each in state.units)
    assert refused(state, Shoot(launcher, ogre)) == []
    none = [("ROBOT-EMPIRE.LR.FIRST", "that is no long range weapon of yours")]
    assert refused(state, Shoot(bastion, ogre)) == none
    assert refused(state, Shoot(cannon, ogre)) == none
    away = [("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")]
    assert refused(state, Shoot(bow, ogre)) == away


@pytest.mark.rule("ROBOT-EMPIRE.ATT.CHOOSE")
def test_only_ones_own_fighters_attack_in_their_step_and_only_opponents_in_the_game() -> None:
    rule = "ROBOT-EMPIRE.ATT.CHOOSE"
    state = laid(
        seats=3,
        phase="attackers",
        cobalt={"units": ["stone-ogre"]},
        crimson={"units": ["bastion"]},
    )
    ogre, bastion = (each.id for each in state.units)
    assert refused(state, Attack(ogre, CRIMSON)) == []
    own = [(rule, "only fighters of yours attack for you")]
    assert refused(state, Attack(bastion, AMBER)) == own
    nobody = [(rule, "an attack is made on an opponent who is still in the game")]
    assert refused(state, Attack(ogre, COBALT)) == nobody
    gone = state.with_player(CRIMSON, is_out=True)
    assert refused(gone, Attack(ogre, CRIMSON)) == nobody
    (early,) = refused(replace(state, phase="play"), Attack(ogre, CRIMSON))
    assert early[0] == rule


@pytest.mark.rule("ROBOT-EMPIRE.BLOCK.CHOOSE")
def test_blockers_are_named_in_their_step_alone() -> None:
    state = laid(phase="blockers", cobalt={"units": ["stone-ogre"]}, crimson={"units": ["bastion"]})
    ogre, bastion = (each.id for each in state.units)
    state = replace(state, onsets=(DeclaredAttack(ogre, CRIMSON),), blocking=(CRIMSON,))
    assert refused(state, Block(bastion, ogre)) == []
    early = replace(state, phase="attackers", active=CRIMSON, blocking=())
    assert "ROBOT-EMPIRE.BLOCK.CHOOSE" in [rule for rule, _ in refused(early, Block(bastion, ogre))]


@pytest.mark.rule("ROBOT-EMPIRE.DMG.ORDER", "ROBOT-EMPIRE.AMB.DIVIDE-VS-CHOOSE")
def test_damage_is_divided_wholly_in_order_with_enough_for_each_before_the_next() -> None:
    state = laid(crimson={"units": ["stone-ogre", "ash-wolf", "rivet-pup"]})
    gang = state.units[:2]
    ogre, wolf, pup = (each.id for each in state.units)

    def against(*shares: tuple[CardId, int]) -> list[str]:
        return [one.reason for one in divide_refusals(gang, 4, Divide(shares))]

    assert rules_of(divide_refusals(gang, 4, NEXT)) == ["ROBOT-EMPIRE.DMG.ORDER"]
    assert against((ogre, 3), (wolf, 1)) == against((wolf, 1), (ogre, 3)) == []
    assert against((ogre, 4)) == []
    others = ["damage goes to those who block, to each once"]
    assert against((ogre, 3), (pup, 1)) == against((ogre, 3), (ogre, 1)) == others
    assert against((ogre, 3)) == against((ogre, 5)) == ["all damage is dealt"]
    assert "all damage is dealt" in against((ogre, 5), (wolf, -1))
    assert len(against((ogre, 2), (wolf, 2))) == 1


@pytest.mark.rule("ROBOT-EMPIRE.CARD.EQUIPMENT")
def test_a_force_field_keeps_off_the_first_two_from_other_equipment_of_its_owner_alone() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["rail-cannon as=a", "longbow-unit as=b", "longbow-unit as=c"]},
        crimson={"units": ["deep-mine", "base-force-field"]},
    )
    game.do("shoot b deep-mine")
    mine, field = game.unit("deep-mine"), game.unit("base-force-field")
    assert mine is not None and field is not None and (mine.damage, field.shielded) == (0, 2)
    game.do("shoot c deep-mine")
    mine, field = game.unit("deep-mine"), game.unit("base-force-field")
    assert mine is not None and field is not None and (mine.damage, field.shielded) == (2, 2)
    own = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit as=b", "base-force-field as=mine"]},
        crimson={"units": ["base-force-field as=target", "deep-mine"]},
    )
    own.do("shoot b target")
    target = own.unit("target")
    assert target is not None and target.damage == 2
