"""What players read: the log of an attack in the document's words, and prices as they are to be paid."""

from __future__ import annotations

import pytest

from gattai import games
from gattai.games.mechastellar.attack.exchange import Lift
from gattai.games.mechastellar.events.attack import HitsLanded
from gattai.kernel.event import Event
from gattai.kernel.question import Choose, Roll, Seat
from gattai.scene.parts import ListedOption
from gattai.scene.stage import make_scene
from tests.games.mechastellar.table import RULES, Battle, battle
from tests.terminal.prompting import lines_at

MAKER = games.scene_maker("mechastellar")


def log(game: Battle, kind: type[Event]) -> list[str]:
    return [event.describe(game.state) for event in game.happened(kind)]


def options(game: Battle) -> dict[str, ListedOption]:
    """The options of whoever is asked, by what is answered."""
    question = game.question
    assert isinstance(question, Choose)
    scene = make_scene(RULES, MAKER, game.position, question.seat, number=1)
    assert scene.ask is not None
    return {option.text: option for option in scene.ask.options}


def until(game: Battle, rule: str, faces: int = 5) -> Battle:
    """Go on, using nothing, until a question cites this rule."""
    while True:
        question = game.question
        if isinstance(question, Roll):
            game.answers((faces,) * question.dice.count)
            continue
        assert isinstance(question, Choose)
        if question.rule == rule:
            return game
        game.answers(question.otherwise or next(iter(question.options)))


@pytest.mark.rule("MS.ATTACK.UNBLOCKED", "MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF")
def test_the_log_sets_hits_against_def_with_what_they_are_made_of() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 dervish 6,0 3")
    game.plays(
        "A1",
        "attack machine-gun B1",
        dice=[[1, 2, 2, 3, 5, 6, 7, 7, 8, 10], [2, 2, 5, 6, 8, 8, 8, 9]],
    )
    said = "12 HIT (7 rolled, +5 bonus) against 9 DEF (6 rolled, +3 bonus): 3 unblocked Hits on B1"
    assert log(game, HitsLanded) == [said]


@pytest.mark.rule("MS.SKILL.FOCUS", "MS.SKILL.FLASH")
def test_the_log_names_what_was_used_on_either_roll() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 dervish 6,0 3")
    game.plays(
        "A1",
        "attack machine-gun B1",
        dice=[[3] * 10, [1] * 8],
        answers=["south: use focus", "north: use flash"],
    )
    said = "15 HIT (10 rolled, +5 bonus, Focus) against 8 DEF (0 rolled, +3 bonus, +5 Flash)"
    assert log(game, HitsLanded)[0].startswith(said)


@pytest.mark.rule("MS.ORDERS.OPS", "MS.MOM.PAY")
def test_an_order_shows_in_the_price_of_focus_and_of_a_counter() -> None:
    units = ("A1 argonaut 2,0 3", "B1 white-asura 0,0 0 orders=1")
    game = battle(*units).begins("A1")
    game.answers(game.read("attack machine-gun B1"))
    until(game, "MS.ORDER.COMMIT")
    assert options(game)["use focus"].price == "1 momentum"  # the attacker has no order
    game.answers(game.read("done"))
    assert options(game)["use focus"].price == "0 momentum instead of 1, by an order"
    until(game, "MS.COUNTER.WHO")
    assert options(game)["counter beam-rifle"].price == "0 momentum (1 less by an order)"


@pytest.mark.rule("MS.COUNTER.COST", "MS.ENGAGE.SHOOT")
def test_the_price_of_a_counter_names_its_parts() -> None:
    game = battle("A1 argonaut 1,0 3", "B1 white-asura 0,0 0 stun=1").begins("A1")
    game.answers(game.read("attack heat-hatchet B1"))
    until(game, "MS.COUNTER.WHO")
    found = options(game)
    assert found["counter beam-saber"].price == "2 momentum (1 for stun)"
    why = "4 momentum (1 for stun, 2 for shooting while engaged)"
    assert found["counter beam-rifle"].price == why


@pytest.mark.rule("MS.ENGAGE.DISENGAGE", "MS.ORDERS.OPS")
def test_an_order_shows_in_the_price_of_a_disengage() -> None:
    game = battle("A1 argonaut 0,0 3 orders=1", "B1 argonaut 1,0 3").begins("A1")
    prices = {o.price for o in options(game).values() if o.kind == "disengage"}
    assert prices == {"0 momentum instead of 1, by an order"}


@pytest.mark.rule("MS.RES.POWER")
def test_dice_to_be_rolled_again_are_named_by_their_faces() -> None:
    game = battle("A1 iron-castle 0,0 0 points=1", "B1 argonaut 4,0 3").begins("A1")
    game.answers(game.read("attack rocket-punch B1"))
    until(game, "MS.ORDER.COMMIT", faces=4)
    assert options(game)["use reroll-chosen"].price == "1 Power"
    game.answers(game.read("use reroll-chosen"))
    assert isinstance(game.question, Choose) and Lift((3, 3)) in game.question.options
    assert options(game)["again [3 3]"].label == "throw again 2 showing 3-4"
    game.answers(Lift((3, 3)))
    throw = make_scene(RULES, MAKER, game.position, Seat(0), number=1).throw
    assert throw is not None
    assert [die.mark for die in throw.groups[0].dice].count("again") == 2


@pytest.mark.rule("MS.RES.BOOST", "MS.ORDER.COMMIT")
def test_after_dice_were_rolled_again_the_rest_is_offered_and_all_dice_lie_there() -> None:
    game = battle("A1 argonaut 0,0 0", "B1 white-raven 6,0 3").begins("A1")
    game.answers(game.read("attack machine-gun B1"))
    until(game, "MS.ORDER.COMMIT", faces=3)
    game.answers(game.read("done"))
    assert options(game)["use reroll-all"].price == "1 Boost"
    game.answers(game.read("use reroll-all"))
    assert isinstance(game.question, Roll)
    lifted = game.question.dice.count
    game.answers((10,) * lifted)
    assert "use focus" in options(game)
    throw = make_scene(RULES, MAKER, game.position, Seat(1), number=1).throw
    assert throw is not None
    lying = [die.face for die in throw.groups[1].dice if die.mark != "again"]
    assert lying == ["10"] * lifted


@pytest.mark.rule("MS.ACCEL.ACTION")
def test_a_place_to_accelerate_to_is_reported_by_way_distance_and_what_is_there() -> None:
    units = ("A1 dervish 0,0 0", "B1 argonaut 2,0 3")
    game = battle(*units, terrain=["0,1 hill"]).begins("A1")
    found = options(game)
    label = found["accelerate A1 1,0 1"].label
    assert label == "accelerate 4 in east to 1,0: Control Point centre, beside Argonaut"
    label = found["accelerate A1 0,1 1"].label
    assert label.startswith("accelerate 4 in south-east to 0,1: High Ground 1 (hill)")


@pytest.mark.rule("MS.ORDERS.OPS")
def test_the_prompt_says_what_an_option_does_and_costs_now() -> None:
    game = battle("A1 argonaut 2,0 3 orders=1", "B1 white-asura 0,0 0").begins("A1")
    game.answers(game.read("attack machine-gun B1"))
    until(game, "MS.ORDER.COMMIT")
    assert isinstance(game.question, Choose)
    options_now = tuple(game.question.options)
    lines = lines_at(RULES, game.position).splitlines()
    focus = next(line for line in lines if "Focus" in line)
    words = " ".join(focus.split())
    assert words.endswith("Focus: this roll succeeds on 3+ [0 momentum instead of 1, by an order]")
    assert len(lines) == len(options_now)
