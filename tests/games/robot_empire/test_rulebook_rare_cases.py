"""Rules that rarely matter in play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.robot_empire.actions import (
    NEXT,
    Assemble,
    Charge,
    Employ,
    Instant,
    Link,
    Permanent,
)
from gattai.games.robot_empire.cards import CardAction, GameCard, Upgrade
from gattai.games.robot_empire.events.battle import DamageDivided, UnitDamaged
from gattai.games.robot_empire.figures import attack
from gattai.games.robot_empire.state import Announced, Boost, CardId, State, Window
from gattai.kernel.dice import Dice
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Roll, Seat, Together
from tests.games.robot_empire.table import RULES, SEATS, Game, lay, rules_of

COBALT, CRIMSON = Seat(0), Seat(1)


def fight(mine: list[str], theirs: list[str]) -> Game:
    return Game.laid(phase="attackers", cobalt={"units": mine}, crimson={"units": theirs})


def changed(game: Game, state: State) -> Game:
    return Game(state, game.rules)


def damage_of(game: Game, name: str) -> int:
    unit = game.unit(name)
    assert unit is not None
    return unit.damage


def printed(state: State, name: str, **words: Any) -> State:
    """The same table with more words on the face of a card."""
    at = state.box.names.index(name)
    face: GameCard = replace(state.box.cards[at], **words)
    faces = tuple(face if n == at else each for n, each in enumerate(state.box.cards))
    units = tuple(
        replace(unit, faces=tuple(faces[card] for card in unit.cards)) for unit in state.units
    )
    return replace(state, box=replace(state.box, cards=faces), units=units)


# the battle


@pytest.mark.rule("ROBOT-EMPIRE.DMG.BLOCKED", "ROBOT-EMPIRE.CARD.MONSTER")
def test_an_attacker_that_strikes_as_it_falls_strikes_its_blocker() -> None:
    game = fight(["0/1 as=idle", "spore-beast"], ["0/1 as=other", "2/9 as=wall"])
    game.do("attack spore-beast crimson", "next", "block wall spore-beast", "next")
    assert game.place_of("spore-beast") == "pile"
    assert damage_of(game, "wall") == 2  # one in the fight, one for its fall


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COMBAT")
def test_a_die_less_more_than_it_shows_is_no_attack_at_all() -> None:
    game = fight(["dice-golem"], [])
    golem = game.card("dice-golem")
    game = changed(game, game.state.with_unit(golem, boosts=(Boost(attack=-2),)))
    game.do("attack dice-golem crimson", "next", "dice 1")
    assert game.state.players[CRIMSON].battery == 20


@pytest.mark.rule("ROBOT-EMPIRE.DMG.ORDER")
def test_the_division_of_damage_is_public() -> None:
    game = fight(["4/9 as=P"], ["1/2 as=X", "1/2 as=Y"])
    game.do("attack P crimson", "next", "block X P", "block Y P")
    shares = ((game.card("X"), 2), (game.card("Y"), 2))
    question = game.question
    assert isinstance(question, Choose)
    game.give(next(option for option in question.options if option.shares == shares))
    (event,) = [each for each in game.events if isinstance(each, DamageDivided)]
    assert (event.attacker, event.shares) == (game.card("P"), shares)


@pytest.mark.rule("ROBOT-EMPIRE.CARD.MONSTER", "ROBOT-EMPIRE.AMB.DICE-DEFENSE")
def test_only_a_blow_struck_in_falling_has_the_die_for_defense_thrown_again() -> None:
    for foe, throws in (("1/2 as=foe", 1), ("spore-beast as=foe", 2)):
        game = fight(["wobble-tank"], [foe])
        game.do("attack wobble-tank crimson", "next", "block foe wobble-tank")
        for _ in range(throws):
            assert isinstance(game.question, Roll)
            game.do("dice 6")
        assert not isinstance(game.question, Roll)
        assert damage_of(game, "wobble-tank") == throws


@pytest.mark.rule("ROBOT-EMPIRE.AMB.DICE-DEFENSE", "ROBOT-EMPIRE.DMG.LETHAL")
def test_no_die_is_thrown_for_the_defense_of_who_was_not_damaged() -> None:
    game = fight(["wobble-tank"], ["0/9 as=wall"])
    game.do("attack wobble-tank crimson", "next", "block wall wobble-tank")
    assert not isinstance(game.question, Roll)
    assert damage_of(game, "wall") == 2


@pytest.mark.rule("ROBOT-EMPIRE.CARD.EQUIPMENT")
def test_only_equipment_shields_other_equipment() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit"]},
        crimson={"units": ["deep-mine", "bastion"]},
    )
    boosts = (Boost(keyword="equipment shield 2"),)
    game = changed(game, game.state.with_unit(game.card("bastion"), boosts=boosts))
    game.do("shoot longbow-unit deep-mine")
    (event,) = [each for each in game.events if isinstance(each, UnitDamaged)]
    assert (event.damage, event.shields) == (2, ())


@pytest.mark.rule("ROBOT-EMPIRE.LR.TARGETS")
def test_a_shot_goes_by_who_is_no_enemy_any_more_when_it_hits() -> None:
    for owner, damage in (("cobalt", 0), ("crimson", 2)):
        units: dict[str, list[str]] = {"cobalt": ["longbow-unit"], "crimson": []}
        units[owner].append("bastion")
        state = lay(
            {
                "phase": "long-range",
                "cobalt": {"units": units["cobalt"]},
                "crimson": {"ask": "always", "vault": 2, "units": units["crimson"]},
            }
        )
        bow, target = (CardId(state.box.names.index(name)) for name in ("longbow-unit", "bastion"))
        shot = Announced("shot", COBALT, bow, target, None, 2)
        game = Game(replace(state, windows=(Window("announced", (CRIMSON,), shot),)))
        game.do("crimson: pass")
        assert damage_of(game, "bastion") == damage


# parts


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.PARTIAL")
def test_a_part_of_a_mega_robot_can_be_neither_upgraded_nor_used_and_a_whole_one_can() -> None:
    upgrade, chosen = (Upgrade(cost=1, attack=1),), CardAction(op="gain", amount=1)
    reasons = {}
    for line in ("titan-torso", "titan-torso&titan-legs"):
        state = lay({"cobalt": {"vault": 5, "units": [line]}})
        state = printed(state, "titan-torso", permanent=upgrade, instant=upgrade, ability=chosen)
        torso = state.units[0].id
        actions = (Permanent(torso, 0), Instant(torso, 0), Employ(torso))
        reasons[line] = [rules_of(RULES.refusals(state, action)) for action in actions]
    assert reasons["titan-torso"] == [["ROBOT-EMPIRE.MEGA.PARTIAL"]] * 3
    assert reasons["titan-torso&titan-legs"] == [[]] * 3


# what is offered


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.ASSEMBLE")
def test_each_torso_is_offered_with_each_legs_and_with_nothing_else() -> None:
    game = Game.laid(
        cobalt={"units": ["titan-torso", "titan-legs", "wing-torso", "rivet-pup"]},
        crimson={"units": ["tread-base"]},
    )
    offered = [option for option in game.options() if option.startswith("assemble")]
    assert offered == ["assemble titan-torso titan-legs", "assemble wing-torso titan-legs"]
    assert len([*Assemble.candidates(game.state)]) == 2


@pytest.mark.rule("ROBOT-EMPIRE.CHAIN.SIZE")
def test_chains_are_offered_of_two_and_three_cards_that_can_be_linked() -> None:
    game = Game.laid(
        cobalt={
            "units": [
                "ash-wolf as=A",
                "cave-rat-pack as=B",
                "ash-wolf as=C",
                "ash-wolf&cave-rat-pack as=D",
                "stone-ogre",
                "rivet-pup",
            ]
        }
    )
    offered = [option for option in game.options() if option.startswith("link")]
    wanted = ["A B", "A C", "A D", "B C", "B D", "C D", "A B C"]
    assert offered == [f"link [{members}]" for members in wanted]
    assert len([*Link.candidates(game.state)]) == len(wanted)


@pytest.mark.rule("ROBOT-EMPIRE.TAP.SYMBOL")
def test_what_a_card_can_do_is_offered_at_everybody_it_may_be_aimed_at() -> None:
    game = Game.laid(
        cobalt={"units": ["jammer", "deep-mine"]}, crimson={"units": ["rail-cannon", "coin-mint"]}
    )
    offered = [option for option in game.options() if option.startswith("employ")]
    assert offered == ["employ jammer rail-cannon", "employ jammer coin-mint"]
    assert len([*Employ.candidates(game.state)]) == 2


@pytest.mark.rule("ROBOT-EMPIRE.DICE.COMBAT")
def test_dice_are_named_among_the_points_and_add_nothing() -> None:
    state = lay({"cobalt": {"units": ["dice-golem", "stone-ogre"]}})
    golem, ogre = (attack(unit).terms for unit in state.units)
    assert [(term.amount, term.what) for term in golem][-1] == (0, "and 1d6 thrown")
    assert [term.amount for term in ogre] == [3]


# setting up and drawing


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.FIRST-PLAYER", "ROBOT-EMPIRE.AMB.FIRST-ROLL-TIE")
def test_who_did_not_tie_is_never_asked_to_throw_again() -> None:
    rules = RULES.seated({"seats": "3"})
    game = Game(lay({"seats": 3, "phase": "first", "turn": 0}), rules)
    for throw in ((2, 5, 5), (1, 1), (1, 1), (3, 4)):
        question = game.question
        assert isinstance(question, Roll)
        game.give(throw)
    assert SEATS[game.state.first] == "jade"


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.SEPARATE", "ROBOT-EMPIRE.VAR.NO-MOONS")
@pytest.mark.parametrize(("moons", "count"), [("yes", 9), ("no", 0)])
def test_moons_of_ones_own_deck_stay_in_it_unless_nobody_plays_with_moons(
    moons: str, count: int
) -> None:
    options = {"battery": "20", "decks": "own", "cobalt": "moon-riders", "moons": moons}
    state: State = begin(RULES.seated(options), options).state
    deck = [state.card(card).category for card in state.decks[0].open()]
    assert deck.count("moon") == count


@pytest.mark.rule("ROBOT-EMPIRE.ADV.BATTERY-CHOICE")
def test_who_does_not_say_otherwise_begins_with_a_full_battery() -> None:
    game = Game(begin(RULES.seated({}), {}).state)
    question = game.question
    assert isinstance(question, Together)
    assert [each.otherwise for each in question.asks] == [Charge(20), Charge(20)]


@pytest.mark.rule(
    "ROBOT-EMPIRE.DRAW.MOON", "ROBOT-EMPIRE.AMB.MOON-COINS", "ROBOT-EMPIRE.AMB.DECK-EMPTY"
)
def test_for_a_moon_at_the_end_of_a_deck_a_card_is_drawn_from_the_discards() -> None:
    game = Game.laid(
        **{
            "own-decks": True,
            "seats": 3,
            "phase": "discard",
            "cobalt": {"hand": ["rivet-pup"] * 2},
            "deck": ["rusty-moon"],
            "pile": ["stone-ogre"],
        }
    )
    game.do("discard rivet-pup", "next")
    assert [game.state.name(moon.card) for moon in game.state.moons] == ["rusty-moon"]
    assert len(game.state.decks) == 3
    question = game.question
    assert isinstance(question, Roll) and question.dice.name == "shuffle of 2"
    game.give((0, 1))
    assert game.place_of("stone-ogre") == "hand"


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.REPLACE", "ROBOT-EMPIRE.AMB.HAND-OVER-SEVEN")
@pytest.mark.parametrize(("held", "then"), [(9, 8), (8, 7), (7, 7), (6, 7)])
def test_after_discards_the_hand_is_filled_up_to_seven_and_no_further(held: int, then: int) -> None:
    game = Game.laid(phase="discard", cobalt={"hand": ["rivet-pup"] * held})
    game.do("discard rivet-pup", "next")
    assert len(game.state.players[COBALT].hand) == then


# the course of a turn


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.CLOCKWISE", "ROBOT-EMPIRE.CLEAR.INSTANT")
def test_the_next_player_in_the_game_begins_with_cleared_circles_and_a_moment_for_all() -> None:
    game = Game.laid(
        seats=4,
        phase="discard",
        chest=20,
        cobalt={"units": ["brax-the-strong permanent instant"], "vault": 1, "ask": "always"},
        crimson={"battery": 0, "hand": []},
        jade={},
    )
    state = game.state.with_player(CRIMSON, is_out=True)
    game = changed(game, state).do("next")
    assert SEATS[game.state.active] == "jade"
    assert game.state.chest == 21
    assert [(window.moment, window.waiting) for window in game.state.windows] == [
        ("turn", (COBALT,))
    ]


@pytest.mark.rule("ROBOT-EMPIRE.HOUSE.TURN-LIMIT")
def test_the_game_goes_on_until_the_last_turn_has_been_played() -> None:
    game = Game.laid(phase="discard", turn=8, **{"turn-limit": 9})
    game.do("next")
    assert (game.state.turn, game.state.phase) == (9, "play")
    game.do(".. over")
    assert (game.state.turn, game.state.phase) == (9, "over")


@pytest.mark.rule("ROBOT-EMPIRE.TURN.ALL-PHASES")
def test_the_game_goes_on_to_a_battle_without_a_die() -> None:
    game = Game.laid(phase="battle")
    question = game.question
    assert isinstance(question, Roll) and isinstance(question.dice, Dice)
    assert question.dice.count == 0
    game.go_on("discard")
    assert NEXT in game.question.options  # type: ignore[union-attr]


# moments to react


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_who_has_answered_a_shot_is_asked_again_before_it_hits() -> None:
    game = Game.laid(
        phase="long-range",
        cobalt={"units": ["longbow-unit"]},
        crimson={
            "units": ["stone-ogre", "repair-bay"],
            "vault": 2,
            "hand": ["saboteur"],
            "ask": "attacked",
        },
    )
    game.do("shoot longbow-unit stone-ogre", "crimson: employ repair-bay stone-ogre")
    assert [window.waiting for window in game.state.windows] == [(CRIMSON,)]
    assert damage_of(game, "stone-ogre") == 0
    game.do("crimson: pass")
    assert damage_of(game, "stone-ogre") == 2


@pytest.mark.rule("ROBOT-EMPIRE.AGENT.ANYTIME", "ROBOT-EMPIRE.AMB.WATCH")
@pytest.mark.parametrize("answer", ["pass", "ask-me attacked", "ask-me never"])
def test_a_moment_is_over_when_who_was_asked_lets_it_pass_with_a_setting_or_without(
    answer: str,
) -> None:
    game = Game.laid(crimson={"vault": 2, "hand": ["saboteur"], "ask": "always"})
    game.do("next")
    assert [window.waiting for window in game.state.windows] == [(CRIMSON,)]
    game.do(f"crimson: {answer}")
    assert game.state.windows == ()
    player = game.state.players[CRIMSON]
    assert (player.watch, player.rests) == {
        "pass": ("always", False),
        "ask-me attacked": ("attacked", False),
        "ask-me never": ("always", True),
    }[answer]


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_a_setting_made_in_passing_asks_nobody_again() -> None:
    asks = {"vault": 2, "hand": ["saboteur"], "ask": "always"}
    game = Game.laid(seats=3, crimson=asks, jade=asks)
    game.do("next", "crimson: pass", "jade: ask-me attacked")
    assert game.state.windows == ()


@pytest.mark.rule("ROBOT-EMPIRE.AGENT.ANYTIME", "ROBOT-EMPIRE.AMB.WATCH")
def test_a_setting_made_in_ones_own_turn_is_kept_and_ends_nothing() -> None:
    game = Game.laid(cobalt={"ask": "attacked"})
    game.do("ask-me always")
    assert game.state.players[COBALT].watch == "always"
    assert (game.state.phase, game.state.has_set_watch) == ("play", True)
