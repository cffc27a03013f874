"""Options as people read them: faces that were thrown, prices that are paid, Actions that are lost."""

from __future__ import annotations

import pytest

from gattai.games.aegis.scene import MAKER
from gattai.games.aegis.state import BLUE, RED
from gattai.kernel.window import PASS
from gattai.scene.parts import ListedOption
from gattai.scene.stage import make_scene
from tests.games.aegis.table import GUN, RULES, Battle, action, battle, robot
from tests.terminal.prompting import lines_at

HAMMER = action("Hammer", 2, distance=6)


def offered(game: Battle, seat: int = RED) -> tuple[ListedOption, ...]:
    """The options of the question, as a scene words them for that seat."""
    scene = make_scene(RULES, MAKER, game.position, RED if seat == RED else BLUE, number=1)
    assert scene.ask is not None
    return scene.ask.options


def labels(game: Battle) -> list[str]:
    return [option.label for option in offered(game)]


def printed(game: Battle) -> str:
    """The same question at the prompt."""
    return lines_at(RULES, game.position)


def rolled(*faces: int, passive: str = "Reroll 2") -> Battle:
    """Three dice of a gun that needs a 4, fallen."""
    game = battle().red("u", action("Gun", 3, 4, distance=6), at=(0, 0), passives=(passive,))
    return game.blue("e", at=(3, 0)).uses("u", "Gun", "e").rolls(*faces)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_a_reroll_names_the_faces_that_were_thrown() -> None:
    assert labels(rolled(3, 2, 6)) == [
        "roll again 2, 3 (Reroll)",
        "roll again one of 2, 3 (Reroll)",
        "roll again one of 2, 3 and 6 (Reroll)",
        "roll again 6 (Reroll)",
        "let the dice stand",
    ]


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_like_faces_are_named_once_with_their_number() -> None:
    assert labels(rolled(1, 1, 1)) == [
        "roll again two of 1, 1, 1 (Reroll)",
        "roll again one of 1, 1, 1 (Reroll)",
        "let the dice stand",
    ]


@pytest.mark.rule("AEGIS.PASSIVE.REROLL", "AEGIS.AMB.REROLL-STACK")
def test_a_second_source_names_what_lies_there_after_the_first() -> None:
    game = battle().red("u", action("Gun", 3, 4, distance=6), at=(0, 0), passives=("Reroll 1",))
    game.red("c", at=(-3, 0), commander_ability="Steady Fire").blue("e", at=(3, 0))
    game.uses("u", "Gun", "e").rolls(2, 3, 4).rerolls("Reroll", (1, 1)).rolls(6)
    assert labels(game) == [
        "roll again 3 (Steady Fire)",
        "roll again 4 (Steady Fire)",
        "roll again 6 (Steady Fire)",
        "let the dice stand",
    ]


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_a_reroll_says_what_it_costs_and_the_prompt_says_it_too() -> None:
    game = rolled(3, 2, 6)
    assert [option.price for option in offered(game)] == ["2 energy"] * 4 + [""]
    assert "Roll again 2, 3 (Reroll)  [2 energy]" in printed(game)


@pytest.mark.rule("AEGIS.PASSIVE.REROLL")
def test_without_the_dice_in_sight_no_face_is_named() -> None:
    game = rolled(3, 2, 6)
    said = [MAKER.option(game.state, "x", option).label for option in game.options]
    assert said[0] == "roll again 2 dice (Reroll)"
    assert said[2] == "roll again 1 and 1 dice (Reroll)"


def limited(*outputs: int, energy: int = 20) -> Battle:
    """A Commander whose Actions cost an ally's output more, with such allies."""
    game = battle(energy=(energy, 9))
    game.red("sol", HAMMER, at=(0, 0), commander_ability="Stellar Limiter")
    for number, ep in enumerate(outputs):
        game.red(f"a{number}", at=(-3, number), ep=ep)
    return game.blue("e", at=(3, 0))


def price_of(game: Battle, label: str) -> str:
    return next(option.price for option in offered(game) if option.label == label)


@pytest.mark.rule("AEGIS.COMMANDER.STELLAR-LIMITER")
def test_a_price_holds_the_output_that_is_paid_on_top() -> None:
    assert price_of(limited(3), "Hammer on e") == "5 energy"
    assert price_of(limited(3, 3), "Hammer on e") == "5 energy"
    assert price_of(limited(3, 5, 4), "Hammer on e") == "5 to 7 energy"
    assert price_of(limited(3, 5, 4, energy=6), "Hammer on e") == "5 to 6 energy"
    assert "Hammer, 5 to 7 energy: B1 e" in printed(limited(3, 5, 4))
    assert "Hammer, 5 energy: B1 e" in printed(limited(3))


@pytest.mark.rule("AEGIS.COMMANDER.STELLAR-LIMITER")
def test_whose_output_is_paid_is_asked_with_the_amounts() -> None:
    game = limited(3, 5, 4, energy=6).uses("sol", "Hammer", "e")
    found = [(option.label, option.price) for option in offered(game)]
    assert found == [("pay the output of a0", "3 energy"), ("pay the output of a2", "4 energy")]
    assert "Pay the output of a0  [3 energy]" in printed(game)


@pytest.mark.rule("AEGIS.ACTION.COST")
def test_without_a_toll_an_action_costs_its_dice() -> None:
    game = battle().red("u", HAMMER, at=(0, 0)).blue("e", at=(3, 0))
    assert price_of(game, "Hammer on e") == "2 energy"


def combining(*attributes: str, **fields: object) -> Battle:
    """Two units that make `duo`, whose one slot can be overwritten."""
    old = action("Old Gun", distance=6, inherit=True)
    kept = action("Claw", 2, attributes=("MLE", *attributes), inherit=True)
    duo = robot("duo", kept, level=2, classes=("A", "G"), makes=(), **fields)
    game = battle().red("a", old, at=(0, 0)).red("g", GUN, at=(0, 1), classes=("G",))
    return game.blue("e", GUN, at=(1, 0), passives=("Retaliate",)).prepares(duo)


@pytest.mark.rule("AEGIS.INHERIT.BASIC")
def test_inheriting_says_which_action_is_lost() -> None:
    game = combining().combines("a", "g", "duo")
    assert labels(game) == ["take over Old Gun from a, losing Claw", "let it pass"]
    assert "losing Claw" in printed(game)


@pytest.mark.rule("AEGIS.COMBINE-ABILITY.LASER-PRISM")
def test_a_laser_taken_over_says_which_action_is_lost() -> None:
    ray = action("Ray", attributes=("LSR",))
    game = combining(combine_abilities=("Laser Prism",)).red("s", ray, at=(-4, 0))
    game.combines("a", "g", "duo").answers(PASS).triggers("Laser Prism")
    assert labels(game) == ["take over Ray from s, losing Claw", "let it pass"]


@pytest.mark.rule("AEGIS.MOD.CMB")
def test_a_free_combine_action_costs_nothing_and_says_so() -> None:
    game = combining("CMB").combines("a", "g", "duo").answers(PASS).triggers("Claw")
    assert [(option.label, option.price) for option in offered(game)] == [
        ("Claw on e", "free"),
        ("let it pass", ""),
    ]
    game.answers(game.use("duo", "Claw", "e"))
    found = [(option.label, option.price) for option in offered(game, BLUE)]
    assert found[0] == ("Gun on duo", "1 energy")


@pytest.mark.rule("AEGIS.DICE.ACCURACY")
@pytest.mark.parametrize(("mode", "said"), [("each", "5+ on each die"), ("all", "5+ on all dice")])
def test_the_odds_say_what_a_die_needs_after_all_changes(mode: str, said: str) -> None:
    game = battle().red("u", action("Gun", 3, 4, distance=6, mode=mode), at=(0, 0))
    game.blue("e", at=(3, 0), passives=("Evade 1",))
    forecast = MAKER.forecast(game.state, game.use("u", "Gun", "e"))
    assert forecast is not None
    assert forecast.more == (("needs", said),)
