"""Why a card cannot be played: each rule alone stands in the way, and where it ends nothing does."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.robot_empire.actions import (
    Assemble,
    BringOut,
    ComeHome,
    Discard,
    Employ,
    Install,
    Instant,
    Land,
    Link,
    Permanent,
    Spring,
    Unleash,
    Unlink,
)
from gattai.games.robot_empire.events.cards import CardBroughtOut
from gattai.games.robot_empire.events.setup import DeckShuffled, DrawGivenUp
from gattai.games.robot_empire.measures.action import _saved, measures
from gattai.games.robot_empire.phases.timing import asked_at
from gattai.games.robot_empire.setup import OPTIONS, set_table
from gattai.games.robot_empire.state import Announced, CardId, DeclaredAttack, Player, State, Window
from gattai.kernel.question import Seat
from gattai.kernel.secrecy import Secret
from tests.games.robot_empire.table import RULES, Game, lay

COBALT, CRIMSON, JADE = Seat(0), Seat(1), Seat(2)
PAY = "ROBOT-EMPIRE.PLAY.PAY"
NOT_IN_HAND = (PAY, "that card is not in your hand")
TOO_FEW = "the Vault holds too few coins"


def laid(**given: Any) -> State:
    return lay(given)


def card(state: State, name: str) -> CardId:
    return CardId(state.box.names.index(name))


def refused(state: State, action: Any) -> list[tuple[str, str]]:
    return [(each.rule, each.reason) for each in RULES.refusals(state, action)]


@pytest.mark.rule(
    "ROBOT-EMPIRE.PLAY.PAY", "ROBOT-EMPIRE.PLAY.ANY-NUMBER", "ROBOT-EMPIRE.SPEND.FROM-VAULT",
    "ROBOT-EMPIRE.DICE.COST",
)  # fmt: skip
def test_a_card_is_brought_out_from_the_hand_in_play_cards_for_what_the_vault_holds() -> None:
    def found(name: str, vault: int, **given: Any) -> list[tuple[str, str]]:
        hand = ["stone-ogre", "dice-golem", "rocket"]
        state = laid(cobalt={"vault": vault, "hand": hand}, **given)
        return refused(state, BringOut(card(state, name)))

    assert found("stone-ogre", 3) == []
    assert found("stone-ogre", 2) == [(PAY, TOO_FEW)]
    assert found("dice-golem", 1) == []
    assert found("dice-golem", 0) == [(PAY, TOO_FEW)]
    assert found("stone-ogre", 3, phase="mining") == [(PAY, "this belongs to Play Cards")]
    assert found("rocket", 3) == [(PAY, "Rocket is not brought out to lie by itself")]
    other = {"hand": ["night-bat"]}
    assert found("night-bat", 9, crimson=other) == [NOT_IN_HAND]


@pytest.mark.rule(
    "ROBOT-EMPIRE.COMPONENT.INSTALL", "ROBOT-EMPIRE.PLAY.PAY", "ROBOT-EMPIRE.COMPONENT.ANY-ROBOT",
    "ROBOT-EMPIRE.VAR.PORTS",
)  # fmt: skip
def test_a_component_goes_from_the_hand_into_a_robot_of_ones_own_in_play_cards() -> None:
    rule = "ROBOT-EMPIRE.COMPONENT.INSTALL"

    def found(what: str, into: str, vault: int = 3, **given: Any) -> list[tuple[str, str]]:
        state = laid(
            cobalt={
                "vault": vault,
                "hand": ["rocket", "stone-ogre"],
                "units": ["bastion", "old-general"],
            },
            crimson={"hand": ["jump-jets"], "units": ["jammer"]},
            **given,
        )
        return refused(state, Install(card(state, what), card(state, into)))

    assert found("rocket", "bastion") == []
    assert found("rocket", "bastion", 2) == [(PAY, TOO_FEW)]
    assert found("rocket", "bastion", phase="mining") == [(rule, "this belongs to Play Cards")]
    assert found("jump-jets", "bastion") == [NOT_IN_HAND]
    assert found("stone-ogre", "bastion") == [(rule, "Stone Ogre is no Component")]
    yours = [(rule, "a Component goes into a Robot of yours")]
    assert found("rocket", "jammer") == found("rocket", "rocket") == yours
    assert found("rocket", "old-general", ports=True) == []
    assert [each[0] for each in found("rocket", "bastion", ports=True)] == [
        "ROBOT-EMPIRE.VAR.PORTS"
    ]


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.ASSEMBLE", "ROBOT-EMPIRE.MEGA.ANY-PAIR")
def test_a_mega_robot_is_made_of_a_torso_and_legs_of_ones_own_in_play_cards() -> None:
    rule = "ROBOT-EMPIRE.MEGA.ASSEMBLE"

    def found(top: str, bottom: str, **given: Any) -> list[tuple[str, str]]:
        state = laid(
            cobalt={"units": ["titan-torso", "tread-base", "bastion"]},
            crimson={"units": ["wing-torso"]},
            **given,
        )
        return refused(state, Assemble(card(state, top), card(state, bottom)))

    assert found("titan-torso", "tread-base") == []
    assert found("titan-torso", "tread-base", phase="mining") == [
        (rule, "this belongs to Play Cards")
    ]
    needed = [(rule, "it takes a torso in your Base")]
    assert found("wing-torso", "tread-base") == found("bastion", "tread-base") == needed
    assert found("titan-torso", "bastion") == [(rule, "it takes legs in your Base")]
    assert len(found("tread-base", "titan-torso")) == 2


@pytest.mark.rule(
    "ROBOT-EMPIRE.CHAIN.SIZE", "ROBOT-EMPIRE.AMB.CHAIN-WHEN", "ROBOT-EMPIRE.AMB.CHAIN-BREAK"
)
def test_a_chain_has_different_monsters_of_ones_own_and_is_broken_up_in_play_cards() -> None:
    size, when = "ROBOT-EMPIRE.CHAIN.SIZE", "ROBOT-EMPIRE.AMB.CHAIN-WHEN"
    state = laid(
        cobalt={"units": ["ash-wolf", "swamp-biter", "fang-twins&cave-rat-pack"]},
        crimson={"units": ["cave-rat-pack as=foe", "ash-wolf&swamp-biter as=foes"]},
    )
    wolf, biter, chain, foe, foes = (unit.id for unit in state.units)
    assert refused(state, Link((wolf, biter))) == []
    different = (size, "a chain has two or three different members")
    assert refused(state, Link((wolf, wolf))) == [different]
    assert refused(state, Link((wolf,))) == [different]
    assert refused(state, Link((wolf, foe))) == [(size, "a chain is made of Monsters of yours")]
    assert refused(state, Link((wolf, biter, chain))) == [(size, "a chain has three cards at most")]
    assert refused(state, Unlink(chain)) == []
    none = [(when, "that is no chain of yours")]
    assert refused(state, Unlink(wolf)) == refused(state, Unlink(foes)) == none
    later = replace(state, phase="mining")
    assert refused(later, Unlink(chain)) == [(when, "this belongs to Play Cards")]
    assert refused(later, Link((wolf, biter))) == [(when, "this belongs to Play Cards")]


@pytest.mark.rule(
    "ROBOT-EMPIRE.UPG.PERMANENT-WHEN", "ROBOT-EMPIRE.UPG.INSTANT-WHEN",
    "ROBOT-EMPIRE.SPEND.FROM-VAULT",
)  # fmt: skip
def test_upgrades_are_bought_on_cards_of_ones_own_each_at_its_time() -> None:
    permanent, instant = "ROBOT-EMPIRE.UPG.PERMANENT-WHEN", "ROBOT-EMPIRE.UPG.INSTANT-WHEN"
    state = laid(
        cobalt={"vault": 3, "units": ["brax-the-strong", "bastion"]},
        crimson={"units": ["old-general", "iron-duelist"]},
    )
    brax, bastion, general, duelist = (unit.id for unit in state.units)
    assert refused(state, Permanent(brax)) == refused(state, Instant(brax)) == []
    for each in (bastion, general, duelist):
        assert [rule for rule, _ in refused(state, Permanent(each))] == [permanent]
        assert [rule for rule, _ in refused(state, Instant(each))] == [instant]
    poor = state.with_player(COBALT, vault=0)
    paid = [("ROBOT-EMPIRE.SPEND.FROM-VAULT", TOO_FEW)]
    assert refused(poor, Permanent(brax)) == refused(poor, Instant(brax)) == paid
    mining = replace(state, phase="mining")
    assert refused(mining, Instant(brax)) == []
    assert refused(mining, Permanent(brax)) == [(permanent, "this belongs to Play Cards")]
    fighting = replace(state, phase="attackers", onsets=(DeclaredAttack(bastion, CRIMSON),))
    midst = [("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "not in the midst of a step")]
    assert refused(fighting, Instant(brax)) == midst


@pytest.mark.rule("ROBOT-EMPIRE.AGENT.ANYTIME", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS")
def test_an_agent_is_sprung_from_the_hand_whenever_no_step_is_under_way() -> None:
    rule = "ROBOT-EMPIRE.AGENT.ANYTIME"
    state = laid(
        cobalt={"vault": 2, "hand": ["power-broker", "emp-storm"], "units": ["stone-ogre"]},
        crimson={"hand": ["machine-medic"]},
    )
    broker = Spring(card(state, "power-broker"))
    assert refused(state, broker) == []
    assert refused(state.with_player(COBALT, vault=0), broker) == [(rule, TOO_FEW)]
    assert refused(state, Spring(card(state, "machine-medic"))) == [NOT_IN_HAND]
    storm = Spring(card(state, "emp-storm"), None, CRIMSON)
    assert refused(state, storm) == [(rule, "EMP Storm is no Agent")]
    onsets = (DeclaredAttack(state.units[0].id, CRIMSON),)
    midst = [("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "not in the midst of a step")]
    assert refused(replace(state, phase="attackers", onsets=onsets), broker) == midst


@pytest.mark.rule(
    "ROBOT-EMPIRE.AMB.AGENT-STACK", "ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "ROBOT-EMPIRE.AGENT.ANYTIME"
)
def test_an_agent_is_answered_only_by_a_card_that_cancels_it_and_by_nobody_to_oneself() -> None:
    stack = "ROBOT-EMPIRE.AMB.AGENT-STACK"
    state = laid(
        cobalt={"vault": 4, "hand": ["recruiter"]},
        crimson={"vault": 4, "hand": ["double-agent", "power-broker"]},
    )

    def shown(kind: Any, by: Seat) -> State:
        window = Window("announced", (CRIMSON,), Announced(kind, by, card(state, "recruiter")))
        return replace(state, windows=(Window("play", (CRIMSON,)), window))

    double, broker = Spring(card(state, "double-agent")), Spring(card(state, "power-broker"))
    assert refused(shown("agent", COBALT), double) == []
    assert refused(shown("agent", CRIMSON), double) == [(stack, "this Agent is your own")]
    none = [(stack, "no Agent is being sprung")]
    assert refused(shown("shot", COBALT), double) == none
    only = [(stack, "an Agent can only be answered by a card that cancels it")]
    assert refused(shown("agent", COBALT), broker) == only
    assert (
        refused(shown("super-weapon", COBALT), broker)
        == refused(shown("shot", COBALT), broker)
        == []
    )
    at_somebody = refused(shown("agent", COBALT), Spring(double.card, None, COBALT))
    assert len(at_somebody) == 1


@pytest.mark.rule("ROBOT-EMPIRE.SUPER.PLAY-PHASE", "ROBOT-EMPIRE.CARD.SUPER")
def test_a_super_weapon_is_unleashed_from_the_hand_in_play_cards_at_what_it_names() -> None:
    rule = "ROBOT-EMPIRE.SUPER.PLAY-PHASE"
    state = laid(
        cobalt={"vault": 5, "hand": ["emp-storm", "pilferer"]},
        crimson={"hand": ["meteor-strike"]},
    ).with_player(COBALT, vault=9)
    storm = Unleash(card(state, "emp-storm"), None, CRIMSON)
    assert refused(state.with_player(COBALT, vault=5), storm) == []
    assert refused(state.with_player(COBALT, vault=4), storm) == [(rule, TOO_FEW)]
    assert refused(replace(state, phase="mining"), storm) == [(rule, "this belongs to Play Cards")]
    assert refused(state, Unleash(card(state, "meteor-strike"), None, CRIMSON)) == [NOT_IN_HAND]
    thief = Unleash(card(state, "pilferer"), None, CRIMSON)
    assert refused(state, thief) == [(rule, "Pilferer is no Super Weapon")]
    nobody = refused(state, Unleash(storm.card))
    assert [each[0] for each in nobody] == ["ROBOT-EMPIRE.CARD.SUPER"]


@pytest.mark.rule(
    "ROBOT-EMPIRE.TAP.SYMBOL", "ROBOT-EMPIRE.AMB.ABILITY-WHEN", "ROBOT-EMPIRE.MOON.OUT-OF-COMBAT"
)
def test_an_ability_is_used_on_a_ready_card_of_ones_own_that_is_at_home() -> None:
    rule = "ROBOT-EMPIRE.TAP.SYMBOL"
    state = laid(
        moons=["rusty-moon"],
        cobalt={"units": ["repair-drone", "stone-ogre", "repair-drone as=away moon=rusty-moon"]},
        crimson={"units": ["repair-bay", "bastion"]},
    )
    drone, ogre, away, bay, bastion = (unit.id for unit in state.units)
    assert refused(state, Employ(drone, ogre)) == []
    none = [(rule, "there is no ability to use on a card of yours")]
    assert refused(state, Employ(bay, ogre)) == refused(state, Employ(ogre, ogre)) == none
    on_moon = [("ROBOT-EMPIRE.MOON.OUT-OF-COMBAT", "it is on a Moon")]
    assert refused(state, Employ(away, ogre)) == on_moon
    assert [each[0] for each in refused(state, Employ(drone, bastion))] == [rule]
    fighting = replace(state, phase="attackers", onsets=(DeclaredAttack(ogre, CRIMSON),))
    midst = [("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", "not in the midst of a step")]
    assert refused(fighting, Employ(drone, ogre)) == midst


@pytest.mark.rule("ROBOT-EMPIRE.TAP.SYMBOL", "ROBOT-EMPIRE.PLAY.USED-TAPS")
def test_who_uses_an_ability_in_battle_fights_no_longer() -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["repair-drone", "stone-ogre damage=1"], "ask": "always"},
        crimson={"units": ["bastion"]},
    )
    drone = game.card("repair-drone")
    onsets = (DeclaredAttack(drone, CRIMSON),)
    windows = (Window("attackers", (COBALT,)),)
    game.position = type(game.position)(replace(game.state, onsets=onsets, windows=windows))
    game.do("employ repair-drone stone-ogre")
    assert game.state.declared_attack_of(drone) is None


@pytest.mark.rule("ROBOT-EMPIRE.MOON.LAND", "ROBOT-EMPIRE.AMB.MOON-MONSTER")
def test_only_a_robot_of_ones_own_lands_on_a_moon_that_lies_there_in_moon_mining() -> None:
    rule = "ROBOT-EMPIRE.MOON.LAND"
    state = laid(
        phase="mining",
        moons=["rusty-moon"],
        cobalt={"vault": 3, "units": ["sky-talon", "night-bat"]},
        crimson={"units": ["hover-miner"]},
    )
    moon = state.moons[0].card
    talon, bat, miner = (unit.id for unit in state.units)
    assert refused(state, Land(talon, moon)) == []
    assert refused(replace(state, phase="play"), Land(talon, moon)) == [
        (rule, "this belongs to Moon Mining")
    ]
    robots = [("ROBOT-EMPIRE.AMB.MOON-MONSTER", "only Robots of yours land on Moons")]
    assert refused(state, Land(bat, moon)) == refused(state, Land(miner, moon)) == robots
    assert refused(state, Land(talon, bat)) == [(rule, "there is no such Moon on the table")]


@pytest.mark.rule("ROBOT-EMPIRE.MOON.RETURN")
def test_only_a_robot_of_ones_own_comes_home_from_a_moon_in_moon_mining() -> None:
    rule = "ROBOT-EMPIRE.MOON.RETURN"
    state = laid(
        phase="mining",
        moons=["rusty-moon", "silver-moon"],
        cobalt={"units": ["sky-talon moon=rusty-moon", "star-lifter permanent"]},
        crimson={"units": ["hover-miner moon=silver-moon"]},
    )
    talon, lifter, miner = (unit.id for unit in state.units)
    assert refused(state, ComeHome(talon)) == []
    assert refused(replace(state, phase="play"), ComeHome(talon)) == [
        (rule, "this belongs to Moon Mining")
    ]
    none = [(rule, "that is no Robot of yours on a Moon")]
    assert refused(state, ComeHome(lifter)) == refused(state, ComeHome(miner)) == none


@pytest.mark.rule("ROBOT-EMPIRE.AMB.HARVEST", "ROBOT-EMPIRE.MOON.RETURN")
def test_a_robot_brings_home_what_lies_on_its_own_moon_and_the_chest_pays_the_rest() -> None:
    game = Game.laid(
        phase="mining",
        chest=3,
        moons=["silver-moon 1", "rusty-moon 3"],
        cobalt={"vault": 0, "units": ["hover-miner moon=rusty-moon"]},
    )
    game.do("come-home hover-miner")
    state = game.state
    assert state.players[0].vault == 4 and state.mined
    assert ([moon.coins for moon in state.moons], state.chest) == ([1, 2], 0)


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.DISCARD-FREE", "ROBOT-EMPIRE.DRAW.DISCARD-PAID")
def test_a_card_of_the_hand_is_discarded_in_draw_cards_the_first_for_nothing() -> None:
    state = laid(
        phase="discard",
        cobalt={"vault": 0, "hand": ["rocket"]},
        crimson={"hand": ["jump-jets"]},
    )
    rocket = Discard(card(state, "rocket"))
    assert refused(state, rocket) == []
    assert refused(replace(state, phase="play"), rocket) == [
        ("ROBOT-EMPIRE.DRAW.DISCARD-FREE", "this belongs to Draw Cards")
    ]
    assert refused(state, Discard(card(state, "jump-jets"))) == [NOT_IN_HAND]
    again = replace(state, discarded=1)
    assert refused(again, rocket) == [("ROBOT-EMPIRE.DRAW.DISCARD-PAID", TOO_FEW)]
    assert refused(again.with_player(COBALT, vault=1), rocket) == []


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.DISCARD-FREE", "ROBOT-EMPIRE.DRAW.DISCARD-PAID")
def test_the_second_card_that_is_discarded_costs_a_coin() -> None:
    game = Game.laid(phase="discard", cobalt={"vault": 2, "hand": ["rocket", "saboteur"]})
    game.do("discard rocket")
    assert (game.place_of("rocket"), game.state.players[0].vault) == ("pile", 2)
    assert game.state.discarded == 1
    game.do("discard saboteur")
    assert (game.place_of("saboteur"), game.state.players[0].vault) == ("pile", 1)


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COST")
def test_a_low_throw_for_a_price_saves_coins_to_who_paid_it() -> None:
    state = laid(cobalt={"hand": ["dice-golem"]})
    golem = card(state, "dice-golem")
    event = CardBroughtOut(rule=PAY, seat=COBALT, card=golem, price=4)
    assert _saved(COBALT, state, [event]) == 2, "against the highest throw"
    assert _saved(CRIMSON, state, [event]) == 0
    assert _saved(COBALT, state, []) == 0


def test_only_of_a_price_that_is_thrown_coins_can_be_saved() -> None:
    state = laid(cobalt={"hand": ["dice-golem", "rocket"]})
    for name, saves in (("dice-golem", True), ("rocket", False)):
        found = measures(state, BringOut(card=card(state, name)))
        assert ("coins saved" in {each.unit for each in found}) is saves


def table(**options: str) -> State:
    wanted = {option.name: option.default for option in OPTIONS} | {
        name.replace("_", "-"): value for name, value in options.items()
    }
    return set_table(wanted, RULES.cards, RULES.decks)


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.SEPARATE", "ROBOT-EMPIRE.VAR.NO-MOONS")
def test_game_cards_moons_and_coins_are_laid_apart() -> None:
    state = table()
    moons = [face for face in state.box.cards if face.category == "moon"]
    assert len(moons) == len(state.bag) == 9
    assert all(state.card(moon).category == "moon" for moon in state.bag)
    assert [state.card(each).category for each in state.decks[0].open()].count("moon") == 0
    assert {*state.box.pile_of} == {0} and state.box.supply == 80
    bare = table(moons="no")
    assert bare.bag == () and all(face.category != "moon" for face in bare.box.cards)
    assert len(bare.box.cards) == len(state.box.cards) - 9


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.SEPARATE", "ROBOT-EMPIRE.DECK.SIZE")
def test_everybody_has_a_deck_of_the_own_only_if_that_is_wanted() -> None:
    state = table(decks="own", seats="3", moons="no")
    assert len(state.decks) == len(state.piles) == 3 and state.box.supply == 120
    assert [state.deck_of(seat) for seat in (COBALT, CRIMSON, JADE)] == [0, 1, 2]
    for number, deck in enumerate(state.decks):
        assert {state.box.pile_of[each] for each in deck.open()} == {number}
        assert all(state.card(each).category != "moon" for each in deck.open())
    together = [each for deck in state.decks for each in deck.open()]
    assert sorted(together) == [*range(len(state.box.cards))]
    shared = table()
    assert len(shared.decks) == 1 and shared.deck_of(CRIMSON) == 0
    ready = next(iter(RULES.decks))
    assert table(decks="own", crimson=ready).unshuffled == (0, 1)
    for options in ({"crimson": ready}, {"decks": "own", "jade": ready}):
        with pytest.raises(ValueError, match="brings a deck"):
            table(**options)


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.SEPARATE")
def test_the_other_options_of_a_table_are_as_they_are_asked_for() -> None:
    plain, other = table(), table(ports="yes", ask="always", battery="20", turn_limit="123456")
    assert (plain.box.ports, other.box.ports) == (False, True)
    assert ({p.watch for p in plain.players}, {p.watch for p in other.players}) == (
        {"attacked"},
        {"always"},
    )
    assert ({p.battery for p in plain.players}, {p.battery for p in other.players}) == ({0}, {20})
    assert other.box.turn_limit == 123456
    for limit in ("x", "1234567"):
        with pytest.raises(ValueError, match="number of turns"):
            table(turn_limit=limit)


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.DEPOT", "ROBOT-EMPIRE.AMB.DECK-EMPTY")
def test_a_shuffled_deck_takes_the_place_of_the_old_and_of_no_other() -> None:
    state = table(decks="own", seats="3")
    state = replace(state, piles=((CardId(1),), (CardId(2),), (CardId(3),)), unshuffled=(0, 1))
    new: Secret[tuple[CardId, ...]] = Secret.of((CardId(7),), ())
    fresh = DeckShuffled(rule="ROBOT-EMPIRE.SETUP.DEPOT", deck=0, cards=new)
    after = fresh.after(state)
    assert after.decks == (new, *state.decks[1:]) and after.unshuffled == (1,)
    assert after.piles == state.piles
    again = DeckShuffled(rule="ROBOT-EMPIRE.AMB.DECK-EMPTY", deck=1, cards=new, from_pile=True)
    after = again.after(state)
    assert after.decks == (state.decks[0], new, state.decks[2])
    assert after.piles == (state.piles[0], (), state.piles[2]) and after.unshuffled == (0, 1)
    assert (fresh.actor(state), again.actor(state)) == (COBALT, CRIMSON)
    assert again.actor(table(decks="own", seats="2")) == CRIMSON
    assert fresh.actor(table()) is None


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DECK-EMPTY", "ROBOT-EMPIRE.DRAW.SEVEN")
def test_who_can_draw_nothing_is_owed_nothing_and_the_next_one_still_is() -> None:
    state = replace(laid(seats=3), owed=((COBALT, 2), (CRIMSON, 1), (JADE, 1)))
    after = DrawGivenUp(rule="ROBOT-EMPIRE.AMB.DECK-EMPTY", seat=COBALT).after(state)
    assert after.owed == ((CRIMSON, 1), (JADE, 1))


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.CLOCKWISE")
def test_who_is_out_is_passed_over_on_the_way_round() -> None:
    state = laid(seats=3, active="crimson")
    assert state.in_order == (CRIMSON, JADE, COBALT)
    assert state.with_player(JADE, is_out=True).in_order == (CRIMSON, COBALT)


@pytest.mark.rule(
    "ROBOT-EMPIRE.MEGA.PARTIAL", "ROBOT-EMPIRE.CARD.ROBOT", "ROBOT-EMPIRE.CARD.MEGA",
    "ROBOT-EMPIRE.CHAIN.ONE-UNIT",
)  # fmt: skip
def test_what_lies_on_the_table_is_one_kind_of_thing() -> None:
    units = laid(
        cobalt={
            "units": [
                "titan-torso", "titan-torso&titan-legs", "bastion", "stone-ogre",
                "ash-wolf&swamp-biter", "coin-mint",
            ]
        }
    ).units  # fmt: skip
    assert [unit.is_part for unit in units] == [True, False, False, False, False, False]
    assert [unit.is_robot for unit in units] == [False, True, True, False, False, False]
    assert [unit.is_chain for unit in units] == [False, False, False, False, True, False]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_a_player_begins_with_nothing_and_is_asked_when_attacked() -> None:
    player = Player(Secret.of((), (0,)))
    assert (player.battery, player.vault) == (0, 0)
    assert (player.watch, player.rests, player.is_out) == ("attacked", False, False)


@pytest.mark.rule("ROBOT-EMPIRE.AMB.BLOCKER-GONE")
def test_an_attacker_is_not_blocked_before_somebody_blocks_it() -> None:
    declared = DeclaredAttack(CardId(1), CRIMSON)
    assert (declared.blocked, declared.blockers, declared.prevented) == (False, (), 0)


@pytest.mark.rule("ROBOT-EMPIRE.AMB.AGENT-STACK", "ROBOT-EMPIRE.AMB.WATCH")
def test_asked_are_those_who_watch_or_are_concerned_and_do_not_rest() -> None:
    def able(ask: str) -> dict[str, Any]:
        return {"vault": 9, "hand": ["power-broker"], "ask": ask}

    state = laid(seats=3, cobalt=able("always"), crimson=able("attacked"), jade=able(""))
    assert asked_at(state, "play", None, ()) == (COBALT,)
    assert asked_at(state, "play", None, (CRIMSON, JADE)) == (COBALT, CRIMSON)
    shown = Announced("super-weapon", COBALT, CardId(0))
    assert asked_at(state, "announced", shown, (CRIMSON,)) == (CRIMSON,)
