"""What a rule must allow, and the nearest case that it must refuse or leave alone."""

from __future__ import annotations

import pytest

from gattai.games.robot_empire.actions.going_on import AskMe, Charge
from gattai.games.robot_empire.battle.dividing import Divide, divide_refusals
from gattai.games.robot_empire.decks import deck_refusals
from gattai.games.robot_empire.effects.targets import TARGETS
from gattai.games.robot_empire.events.flow import StepBegan
from gattai.games.robot_empire.events.setup import BatteriesCharged, DrawsDue
from gattai.games.robot_empire.phases.timing import usable
from gattai.games.robot_empire.phases.windows import concerned
from gattai.games.robot_empire.state import Announced, Moment, Phase, Unit, Window
from gattai.kernel.question import Seat
from tests.games.robot_empire.table import RULES, Game, deck_of, lay, rules_of

COBALT, CRIMSON = Seat(0), Seat(1)
FLYER = "sky-talon"


def fight(mine: list[str], theirs: list[str], **more: object) -> Game:
    return Game.laid(phase="attackers", cobalt={"units": mine}, crimson={"units": theirs}, **more)


def unit(game: Game, name: str) -> Unit:
    found = game.unit(name)
    assert found is not None
    return found


@pytest.mark.rule("ROBOT-EMPIRE.DMG.ORDER")
@pytest.mark.parametrize(
    ("amounts", "fits"),
    [
        ((2, 3, 0), True),  # who gets nothing may be named
        ((1, 0), True),  # too little, but nobody follows
        ((1, 1), False),
        ((6, -1), False),
    ],
)
def test_each_gets_enough_before_the_next_gets_any(amounts: tuple[int, ...], fits: bool) -> None:
    game = fight(["5/9 as=foe"], ["1/2 as=X", "1/3 as=Y", "1/4 as=Z"])
    gang = [unit(game, name) for name in "XYZ"]
    way = Divide(tuple((each.id, n) for each, n in zip(gang, amounts, strict=False)))
    assert (not [*divide_refusals(gang, sum(amounts), way)]) == fits


@pytest.mark.rule("ROBOT-EMPIRE.DMG.ORDER")
@pytest.mark.parametrize(
    ("attack", "blockers", "asked"), [(5, "XY", True), (5, "X", False), (0, "XY", False)]
)
def test_damage_is_divided_only_if_there_is_some_and_several_block(
    attack: int, blockers: str, asked: bool
) -> None:
    game = fight([f"{attack}/9 as=foe"], ["1/2 as=X", "1/3 as=Y"])
    game.do("attack foe crimson", "next", *(f"block {each} foe" for each in blockers))
    if len(blockers) == 1:
        game.do("next")
        assert game.place_of("X") == "pile" and game.place_of("Y") == "front"
    assert any(option.startswith("divide") for option in game.options()) == asked


@pytest.mark.rule("ROBOT-EMPIRE.DMG.ORDER", "ROBOT-EMPIRE.DMG.UNBLOCKED")
def test_who_is_not_blocked_divides_nothing_and_may_end_the_game() -> None:
    game = Game.laid(
        phase="attackers", cobalt={"units": ["5/9 as=foe"]}, crimson={"battery": 5, "units": []}
    )
    game.do("attack foe crimson", "next")
    assert game.state.alive == (COBALT,)


@pytest.mark.rule("ROBOT-EMPIRE.TAP.ATTACKERS")
def test_only_an_attacker_that_survives_recharges() -> None:
    for defense, recharges in ((9, True), (1, False)):
        game = fight([f"1/{defense} as=foe"], ["2/9 as=X"])
        game.do("attack foe crimson", "next", "block X foe")
        assert game.has_event("UnitRecharged") == recharges


@pytest.mark.rule("ROBOT-EMPIRE.CARD.EQUIPMENT")
@pytest.mark.parametrize("active", ["cobalt", "crimson"])
def test_a_force_field_shields_the_equipment_of_either_player(active: str) -> None:
    mine, theirs = {"units": ["longbow-unit"]}, {"units": ["deep-mine", "base-force-field"]}
    sides = (mine, theirs) if active == "cobalt" else (theirs, mine)
    game = Game.laid(phase="long-range", active=active, cobalt=sides[0], crimson=sides[1])
    game.do("shoot longbow-unit deep-mine")
    assert unit(game, "deep-mine").damage == 0


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
@pytest.mark.parametrize(
    ("moment", "fighting"),
    [("attackers", True), ("blockers", True), ("damage", True)]
    + [(moment, False) for moment in ("turn", "play", "mining", "announced")],
)
def test_who_fights_is_attacked_while_the_battle_lasts(moment: Moment, fighting: bool) -> None:
    state = fight(["5/9 as=foe"], ["1/2 as=X"]).do("attack foe crimson").state
    assert concerned(state, Window(moment, ())) == ((COBALT, CRIMSON) if fighting else ())


@pytest.mark.rule("ROBOT-EMPIRE.AMB.WATCH")
def test_a_shot_attacks_the_owner_of_what_it_is_aimed_at_if_that_is_still_there() -> None:
    game = fight(["longbow-unit"], ["1/2 as=X"])
    gun, gone = game.card("longbow-unit"), game.card("mud-crawler")
    for target, attacked in ((game.card("X"), (CRIMSON,)), (gone, ())):
        shot = Announced("shot", COBALT, gun, target)
        assert concerned(game.state, Window("announced", (), shot)) == attacked


@pytest.mark.rule(
    "ROBOT-EMPIRE.DMG.UNTIL-END",
    "ROBOT-EMPIRE.CLEAR.INSTANT",
    "ROBOT-EMPIRE.REACT.STRAIGHTEN",
    "ROBOT-EMPIRE.AGENT.ANYTIME",
)
def test_nothing_is_cleared_straightened_or_asked_where_there_is_nothing() -> None:
    game = Game.laid(cobalt={"units": ["rivet-pup"]}, crimson={"units": ["stone-ogre"]})
    game.do(".. crimson")
    kinds = [type(event).__name__ for event in game.events]
    assert kinds.count("TurnEnded") == kinds.count("TurnBegan") == 1
    assert not {"InstantsCleared", "Reactivated", "WindowOpened"} & {*kinds}
    tired = Game.laid(crimson={"units": ["stone-ogre recharging"]}).do(".. crimson")
    assert tired.has_event("Reactivated")


@pytest.mark.rule("ROBOT-EMPIRE.SETUP.CLOCKWISE", "ROBOT-EMPIRE.CLEAR.INSTANT")
@pytest.mark.parametrize("owner", ["cobalt", "crimson"])
def test_instant_upgrades_of_either_player_are_cleared(owner: str) -> None:
    game = Game.laid(**{owner: {"units": ["volt-runner instant"]}}).do(".. crimson")
    assert game.has_event("InstantsCleared")


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.SEVEN")
@pytest.mark.parametrize(("held", "drawn"), [(6, [1]), (7, [])])
def test_cards_are_drawn_only_if_some_are_due(held: int, drawn: list[int]) -> None:
    game = Game.laid(cobalt={"hand": ["mud-crawler"] * held}).do(".. crimson")
    due = [event.count for event in game.events if isinstance(event, DrawsDue)]
    assert due == [*drawn, 0]  # the last is for what was discarded


@pytest.mark.rule("ROBOT-EMPIRE.DRAW.MOON")
def test_only_a_moon_goes_to_the_middle_and_an_empty_deck_gives_nothing() -> None:
    deck = ["deep-mine", "rivet-pup"]
    game = Game.laid(cobalt={"hand": ["mud-crawler"] * 4}, deck=deck).do(".. crimson")
    assert game.place_of("deep-mine") == game.place_of("rivet-pup") == "hand"
    assert not game.has_event("MoonTurnedUp") and game.has_event("DrawGivenUp")


@pytest.mark.rule("ROBOT-EMPIRE.TAP.NO-ABILITIES")
def test_only_who_recharges_is_of_no_use() -> None:
    for words, rules in (("", []), (" recharging", ["ROBOT-EMPIRE.TAP.NO-ABILITIES"])):
        (one,) = lay({"cobalt": {"units": [f"rivet-pup{words}"]}}).units
        assert rules_of(usable(one)) == rules


@pytest.mark.rule("ROBOT-EMPIRE.MEGA.PARTIAL")
def test_a_whole_fighter_is_a_target() -> None:
    game = fight(["rivet-pup"], ["stone-ogre"])
    target = TARGETS["enemy fighter"]
    aim = (game.card("stone-ogre"), None)
    assert [*target.refusals(game.state, COBALT, aim, "ROBOT-EMPIRE.CARD.AGENT")] == []


@pytest.mark.rule("ROBOT-EMPIRE.DECK.COPIES")
def test_five_of_one_moon_are_too_many_too() -> None:
    moon = next(card for card in RULES.cards.values() if card.category == "moon")
    for copies, rules in ((4, []), (5, ["ROBOT-EMPIRE.DECK.COPIES"])):
        cards = [*[card for card in deck_of(60) if card != moon][:50], *[moon] * copies]
        assert rules_of(deck_refusals(cards)) == rules


@pytest.mark.rule("ROBOT-EMPIRE.ADV.BATTERY-CHOICE", "ROBOT-EMPIRE.AMB.WATCH")
def test_batteries_are_charged_and_settings_made_in_their_own_phase_alone() -> None:
    for phase in ("batteries", "moon", "play", "begin"):
        state = lay({"phase": phase})
        assert (not [*Charge(20).refusals(state)]) == (phase == "batteries")
        assert (not [*AskMe("always").refusals(state)]) == (phase == "play")


@pytest.mark.rule("ROBOT-EMPIRE.PLAY.MINE-FIRST-TURN", "ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS")
def test_a_new_robot_may_land_and_one_that_recharges_may_not() -> None:
    moon = next(card.id for card in RULES.cards.values() if card.category == "moon")
    for robot, words, rules in (
        (FLYER, "new", []),
        (FLYER, "recharging", ["ROBOT-EMPIRE.MOON.LAND"]),
        ("rivet-pup", "new", ["ROBOT-EMPIRE.MOON.FLY-BOTH-WAYS"]),
    ):
        units = [f"{robot} {words}"]
        game = Game.laid(phase="mining", moons=[f"{moon} 3"], cobalt={"vault": 9, "units": units})
        land = game.read(f"land {robot} {moon}")
        assert rules_of(RULES.refusals(game.state, land)) == rules


@pytest.mark.rule(
    "ROBOT-EMPIRE.SETUP.BATTERY", "ROBOT-EMPIRE.SETUP.VAULT", "ROBOT-EMPIRE.SETUP.WAR-CHEST"
)
def test_without_moons_to_draw_the_depots_follow_the_batteries() -> None:
    state = lay({"chest": 60, "cobalt": {"battery": 0}, "crimson": {"battery": 0}})
    after = BatteriesCharged(rule="ROBOT-EMPIRE.SETUP.BATTERY", batteries=(20, 15)).after(state)
    assert (after.phase, after.chest) == ("depot", 60 - 2 * 26)
    assert [(each.battery, each.vault) for each in after.players] == [(20, 6), (15, 11)]


@pytest.mark.rule("ROBOT-EMPIRE.COMPONENT.INSTALL")
def test_no_agent_is_installed() -> None:
    game = Game.laid(cobalt={"vault": 9, "hand": ["saboteur"], "units": ["rivet-pup"]})
    assert rules_of(game.refused("install saboteur rivet-pup")) == [
        "ROBOT-EMPIRE.COMPONENT.INSTALL"
    ]


@pytest.mark.rule("ROBOT-EMPIRE.CARD.AGENT")
def test_an_agent_that_is_cancelled_does_nothing() -> None:
    game = Game.laid(
        chest=20,
        cobalt={"vault": 3, "hand": ["power-broker"], "ask": "always"},
        crimson={"vault": 9, "hand": ["double-agent"], "ask": "always"},
    )
    game.do("spring power-broker", "crimson: spring double-agent")
    while game.state.windows:
        game.do("pass")
    assert game.state.players[0].vault == 2


@pytest.mark.rule(
    "ROBOT-EMPIRE.MEGA.ASSEMBLE", "ROBOT-EMPIRE.CHAIN.ONE-UNIT", "ROBOT-EMPIRE.AMB.CHAIN-WHEN"
)
def test_who_is_assembled_linked_or_unlinked_leaves_everybody_else_where_they_are() -> None:
    cobalt = {"units": ["titan-torso", "tread-base", "cave-rat-pack", "ash-wolf"]}
    game = Game.laid(cobalt=cobalt, crimson={"units": ["stone-ogre"]})
    for line in ("assemble titan-torso tread-base", "link [cave-rat-pack ash-wolf]"):
        game.do(line)
        assert game.place_of("stone-ogre") == "front"
    game.do(".. crimson", ".. cobalt", "unlink cave-rat-pack")
    assert game.place_of("stone-ogre") == "front" and len(game.state.units) == 4


@pytest.mark.rule("ROBOT-EMPIRE.TURN.ALL-PHASES")
@pytest.mark.parametrize(
    ("phase", "over"), [("discard", True), ("end", True), ("fought", False), ("battle", False)]
)
def test_attacks_are_over_when_cards_are_drawn_and_no_sooner(phase: Phase, over: bool) -> None:
    state = fight(["5/9 as=foe"], ["1/2 as=X"]).do("attack foe crimson").state
    after = StepBegan(rule="ROBOT-EMPIRE.TURN.ALL-PHASES", phase=phase).after(state)
    assert after.phase == phase and (after.onsets == ()) == over
