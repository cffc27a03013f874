"""The answer that a question takes if its player is late, and what stays secret."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import (
    APPLY,
    END,
    KEEP_BLOCK,
    KEEP_HAND,
    STAY,
    Apply,
    ChooseZone,
    Contest,
    Discard,
    GoFirst,
    LayOrder,
    NullifyDie,
    OnceMore,
    PickCharacter,
    RollAgain,
    Swap,
    SwapDie,
    TakeEffect,
    TakeOff,
    TakeTactics,
    Target,
    To,
)
from gattai.games.aristeia.events.roll import RepeatEarned
from gattai.games.aristeia.state import ZoneId
from gattai.kernel.position import GamePosition, begin
from gattai.kernel.question import Choose, Together
from gattai.kernel.secrecy import Secret
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import axial
from tests.games.aristeia.driver import Driver, bout, fight
from tests.games.aristeia.scenario_setup import shuffle
from tests.games.aristeia.table import BOX, CONTENT, GREEN, ORANGE, RULES, SEATS, put
from tests.games.aristeia.test_tactics import hand


def asked(game: Driver, kind: type) -> Choose:
    """The next question that offers something of this kind."""
    game.reach(lambda option: isinstance(option, kind))
    assert isinstance(game.question, Choose)
    return game.question


def is_first(question: Choose) -> bool:
    """Whether the first of several options is taken for the answer."""
    return len([*question.options]) > 1 and question.otherwise == next(iter(question.options))


@pytest.mark.rule("ARISTEIA.PLACE.RULE", "ARISTEIA.EFFECT.ON-SUCCESS")
def test_an_effect_is_applied_and_its_first_space_taken() -> None:
    game = bout("8-ball", {"8-ball": (0, 0), "lunah": (2, 0)})
    game.performs("be-water-dude", "lunah")
    game.rolls(["orange S", "blue -"])
    assert asked(game, Apply).otherwise == APPLY
    game.answer(APPLY)
    question = asked(game, To)
    assert (question.rule, question.seat) == ("ARISTEIA.PLACE.RULE", ORANGE)
    assert is_first(question)


@pytest.mark.rule("ARISTEIA.DISPLACE.LIMITS", "ARISTEIA.AMB.DISPLACE-WHO-CHOOSES")
def test_nobody_is_displaced_unless_its_player_says_where() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange SSX", "blue -"], ["green -", "blue -"])
    game.spends("X")
    question = asked(game, To)
    assert (question.otherwise, question.seat) == (STAY, ORANGE)
    game.answer(STAY)
    assert not game.is_offered(lambda option: isinstance(option, To))
    assert game.at("lunah") == (1, 0)


@pytest.mark.rule("ARISTEIA.STATE.SIDES")
def test_of_several_states_the_first_is_taken_off_and_a_single_one_is_not_asked_for() -> None:
    form: dict[str, Any] = {"at": (1, 0), "states": ["dazzled:red", "slowed:blue"]}
    for states, left in ((["dazzled:red"], []), (form["states"], ["slowed:blue"])):
        game = bout("parvati", {"parvati": (0, 0), "lunah": {**form, "states": states}})
        game.performs("reset", "lunah")
        game.rolls(["orange S", "yellow -"])
        game.takes(lambda option: option == APPLY)
        if len(states) > 1:
            question = asked(game, TakeOff)
            assert is_first(question) and question.seat == GREEN
            game.answer(question.otherwise)
        assert game.position.is_settled and game.states("lunah") == left


@pytest.mark.rule("ARISTEIA.PLANNING.ORDER")
def test_the_running_order_is_laid_and_changed_in_secret() -> None:
    game = bout("8-ball", {"8-ball": (0, 0)}, **hand("stick-to-the-plan-018"))
    orders = (
        Secret.of(tuple(game.id(name) for name in ("maximus", "lunah", "parvati")), (GREEN,)),
        Secret.of(tuple(game.id(name) for name in ("8-ball", "gata", "mushashi")), (ORANGE,)),
    )
    game = Driver(GamePosition(replace(game.state, orders=orders, turn=1)))
    game.answer(END)
    game.plays("stick-to-the-plan-018", GREEN)
    question = asked(game, Swap)
    assert question.secret and is_first(question) and len([*question.options]) == 3
    planning = bout("", {}).question
    assert isinstance(planning, Together)
    for ask in planning.asks:
        assert ask.secret and all(isinstance(option, LayOrder) for option in ask.options)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_a_tactic_concerns_the_first_it_may_has_its_first_effect_and_throws_all_dice_again() -> (
    None
):
    table = {"hexx3r": (0, 0), "gata": (1, 0), "8-ball": (0, 1)}
    game = bout("hexx3r", table, **hand("ragdoll-046"))
    game.plays("ragdoll-046")
    assert is_first(asked(game, Target))
    form = {"8-ball": {"at": (0, 0), "damage": 1, "states": ["dazzled:red"]}}
    game = bout("8-ball", form, **hand("catch-your-breath-017", side="orange"))
    game.plays("catch-your-breath-017")
    assert is_first(asked(game, TakeEffect))
    cards = hand("fortune-favors-the-badass-016", side="orange")
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **cards)
    game.rolls(["orange -", "blue S"], ["green -", "blue -"])
    game.plays("fortune-favors-the-badass-016")
    question = asked(game, RollAgain)
    assert is_first(question) and isinstance(question.otherwise, RollAgain)
    assert {*question.otherwise.dice} == {"orange:-", "blue:S"}


@pytest.mark.rule("ARISTEIA.DISENGAGE.SEVERAL")
def test_of_several_enemies_the_first_holds_back() -> None:
    game = bout("lunah", {"lunah": (0, 0), "8-ball": (1, 0), "gata": (0, 1)}, mp=2)
    game.walks((-1, 0))
    question = asked(game, Contest)
    assert is_first(question) and question.seat == ORANGE
    game = bout("lunah", {"lunah": (0, 0), "8-ball": (1, 0)}, mp=2)
    game.walks((-1, 0))
    assert not game.is_offered(lambda option: isinstance(option, Contest)), "there is only one"


@pytest.mark.rule("ARISTEIA.SWITCH.ORDER")
def test_whose_character_is_active_goes_first_with_switches() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "maximus")
    game.rolls(["orange SSX", "blue -"], ["green -", "blue -"])
    question = asked(game, GoFirst)
    assert (question.otherwise, question.seat) == (GoFirst(ORANGE), ORANGE)
    assert is_first(question)


@pytest.mark.rule("ARISTEIA.ROLL.CRITICAL-BLOCK", "ARISTEIA.UNDERDOG.DECIDES")
@pytest.mark.parametrize("side", ["green", "orange"])
def test_the_underdog_goes_first_with_critical_blocks_and_each_is_kept(side: str) -> None:
    table = {"8-ball": {"at": (0, 0), "attack": ["green"]}, "lunah": (1, 0)}
    game = bout("8-ball", table, underdog=side)
    game.performs("strike", "lunah")
    game.rolls(["green BC"], ["green BC", "blue -"])
    question = asked(game, GoFirst)
    underdog = ("green", "orange").index(side)
    assert question.rule == "ARISTEIA.UNDERDOG.DECIDES"
    assert (question.seat, question.otherwise) == (underdog, GoFirst(SEATS[underdog]))
    game.answer(question.otherwise)
    question = asked(game, NullifyDie)
    assert (question.seat, question.otherwise) == (underdog, KEEP_BLOCK)


@pytest.mark.rule("ARISTEIA.CHAR.DEAD-MANS-HAND", "ARISTEIA.TACTIC.DRAW")
def test_the_first_tactic_of_the_hand_is_discarded() -> None:
    deck = ("dodge-009", "dodge-010")
    cards = hand("ace-of-diamonds-042", side="orange", deck=deck)
    game = bout("wild-bill", {"wild-bill": (0, 0)}, **cards)
    game.plays("ace-of-diamonds-042")
    assert is_first(asked(game, Discard))


@pytest.mark.rule("ARISTEIA.ACTION.REPEAT")
def test_nobody_attacks_once_more_unasked() -> None:
    game = fight("mushashi", "ken-no-sen", "maximus")
    game.rolls(["red SX", "orange B", "blue BBX"], ["green -", "blue -"])
    game.spends("B+X+X")
    assert asked(game, OnceMore).otherwise == PASS
    earned = [event.who for event in game.told if isinstance(event, RepeatEarned)]
    assert earned == [game.id("mushashi")]


@pytest.mark.rule("ARISTEIA.CHAR.VETERAN-SNIPER")
def test_the_better_die_is_rolled_for_cover() -> None:
    table = {"lunah": (-8, 2), "parvati": (-1, -1), "mushashi": (-1, 0)}
    game = bout("lunah", table)
    game.performs("called-shot", "mushashi")
    question = asked(game, SwapDie)
    assert (question.otherwise, question.seat) == (SwapDie("orange"), GREEN)


@pytest.mark.rule("ARISTEIA.ASSAULT.NO-EMPTY-ZONE")
def test_where_no_zone_is_empty_the_underdog_moves_the_character_in_the_chosen_one() -> None:
    game = bout("maximus", {"maximus": (0, 0)}, underdog="green", round=2)
    state = game.state
    names = [each.name for each in state.characters if each.name != "maximus"]
    for name, zone in zip(names, [each for each in BOX.zones if each != "central"], strict=False):
        state = put(state, name, axial(BOX.zones[zone][0]))
    game = Driver(GamePosition(state))
    game.ends()
    game.answer(ChooseZone(ZoneId("zone1")))
    question = asked(game, To)
    assert (question.rule, question.seat) == ("ARISTEIA.ASSAULT.NO-EMPTY-ZONE", game.state.underdog)
    assert is_first(question)
    around = {h for at in BOX.zones["zone1"] for h in BOX.board.hexes.neighbours[at]}
    assert {option.at for option in question.options} == {
        h for h in around if h not in BOX.zones["zone1"] and h not in BOX.shut
    }
    game.answer(question.otherwise)
    assert game.state.zone == "zone1"


@pytest.mark.rule("ARISTEIA.SETUP.REDRAW")
def test_a_starting_hand_is_kept_and_nobody_sees_what_the_other_says() -> None:
    game = Driver(begin(RULES, {}))
    shuffle(game)
    assert isinstance(game.question, Together)
    assert [(ask.secret, ask.otherwise) for ask in game.question.asks] == [(True, KEEP_HAND)] * 2


@pytest.mark.rule("ARISTEIA.TEAM.SECRET", "ARISTEIA.TEAM.DECK")
def test_teams_decks_and_hands_are_chosen_in_secret() -> None:
    game = Driver(begin(RULES, {"teams": "custom"}))
    for name in ("gata", "lunah", "maximus", "8-ball"):
        for seat in SEATS:
            assert isinstance(game.question, Together) and all(a.secret for a in game.question.asks)
            game.answer(PickCharacter(CONTENT.characters[name]), seat)
    while game.state.phase == "decks":
        assert isinstance(game.question, Together)
        for ask in game.question.asks:
            assert ask.secret and all(isinstance(option, TakeTactics) for option in ask.options)
            game.answer(ask.options[0], ask.seat)
    shuffle(game)
    assert isinstance(game.question, Together) and all(ask.secret for ask in game.question.asks)
