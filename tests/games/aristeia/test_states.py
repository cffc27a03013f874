"""States: laid red, turned blue, removed; what each side does."""

from __future__ import annotations

import pytest

from gattai.games.aristeia.actions import Walk
from gattai.games.aristeia.events.play import ActivationEnded
from gattai.games.aristeia.figures import energy, figure, initiative, speed
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import bout
from tests.games.aristeia.scenario_runner import activate


@pytest.mark.rule("ARISTEIA.STATE.END", "ARISTEIA.ACT.STEPS")
def test_a_token_is_turned_and_then_removed() -> None:
    table = {"lunah": {"at": (0, 0), "states": ["dazzled:red", "slowed:blue"]}, "gata": (6, 1)}
    game = bout("lunah", table)
    game.ends()
    assert game.states("lunah") == ["dazzled:blue"]


@pytest.mark.rule("ARISTEIA.STATE.NO-DOUBLE", "ARISTEIA.STATE.IMPOSE")
def test_a_state_received_again_is_red_and_single() -> None:
    table = {"gata": (0, 0), "lunah": {"at": (1, 0), "states": ["dazzled:blue", "slowed:red"]}}
    game = bout("gata", table)
    game.performs("misdirection", "lunah")
    game.rolls(["orange S", "yellow -"])
    game.takes(lambda option: type(option).__name__ == "Apply")
    assert sorted(game.states("lunah")) == ["dazzled:red", "slowed:red"]


@pytest.mark.rule("ARISTEIA.STATE.SIDES")
def test_sides_change_figures_and_say_why() -> None:
    table = {
        "lunah": {"at": (0, 0), "states": ["weary:red", "slowed:red", "quickened:blue"]},
        "gata": {"at": (1, 0), "states": ["weary:blue", "slowed:blue", "delayed:red"]},
        "maximus": {"at": (3, -1), "states": ["immobilized:blue", "slowed:red"]},
    }
    game = bout("lunah", table)
    lunah, gata, maximus = (game.one(name) for name in table)
    assert (energy(lunah), speed(lunah), initiative(lunah)) == (3, 2, 7)
    assert (energy(gata), speed(gata), initiative(gata)) == (5, 5, 5)
    assert speed(maximus) == 0, "never below 0"
    tally = figure(lunah, "energy")
    assert [(term.amount, term.rule) for term in tally.terms] == [
        (5, "ARISTEIA.ACT.ACTION-POINTS"),
        (-2, "ARISTEIA.STATE.SIDES"),
    ]


@pytest.mark.rule("ARISTEIA.STATE.SIDES")
def test_poison_wounds_when_it_turns_blue() -> None:
    table = {"lunah": {"at": (0, 0), "states": ["poisoned:red"]}, "gata": (6, 1)}
    game = bout("lunah", table)
    game.ends()
    assert (game.damage("lunah"), game.states("lunah")) == ((1,), ["poisoned:blue"])


@pytest.mark.rule("ARISTEIA.STATE.SIDES", "ARISTEIA.INFIRMARY.WHEN")
def test_poison_can_send_somebody_to_the_infirmary() -> None:
    table = {"lunah": {"at": (0, 0), "damage": 2, "states": ["poisoned:red"]}, "gata": (6, 1)}
    game = bout("lunah", table)
    game.ends()
    assert game.one("lunah").off == "infirmary" and game.state.frags == (0, 1)
    ended = [event for event in game.told if isinstance(event, ActivationEnded)]
    assert len(ended) == 1, "its Activation was over, and ends once"


@pytest.mark.rule("ARISTEIA.STATE.SIDES", "ARISTEIA.MOVE.STEP")
def test_the_immobilized_do_not_step_but_can_when_the_token_is_blue() -> None:
    for side, may in (("red", False), ("blue", True)):
        table = {"gata": {"at": (0, 0), "states": [f"immobilized:{side}"]}}
        game = bout("gata", table, mp=2)
        assert game.is_offered(lambda option: option == Walk(hex_at(1, 0))) == may
    game = bout("gata", {"gata": {"at": (0, 0), "states": ["immobilized:red"]}}, mp=2)
    game.refuses(Walk(hex_at(1, 0)), "ARISTEIA.STATE.SIDES")


@pytest.mark.rule("ARISTEIA.STATE.SIDES")
def test_the_dazzled_reach_what_needs_no_sight() -> None:
    table = {"hexx3r": {"at": (0, 0), "states": ["dazzled:red"]}, "gata": (2, 0)}
    game = bout("hexx3r", table)
    assert game.is_offered(lambda option: option == game.perform("vade-retro", "gata"))
    table = {"8-ball": {"at": (0, 0), "states": ["dazzled:blue"]}, "lunah": (2, 0)}
    game = bout("8-ball", table)
    game.refuses(game.perform("eat-my-fa-jing", "lunah"), "ARISTEIA.STATE.SIDES")


@pytest.mark.rule("ARISTEIA.STATE.SIDES", "ARISTEIA.AMB.BENCH-TARGET")
def test_a_taunt_ends_when_its_cause_leaves_the_board() -> None:
    form = {"at": (0, 0), "states": ["taunted:red"], "cause": "maximus"}
    game = bout("8-ball", {"8-ball": form, "lunah": (1, 0)})
    assert game.is_offered(lambda option: option == game.perform("eat-my-fa-jing", "lunah"))


@pytest.mark.rule("ARISTEIA.AMB.STATE-ENERGY-BLUE", "ARISTEIA.RECOVERY.BENCH")
def test_weariness_lasts_one_activation() -> None:
    table = {"gata": {"at": (0, 0), "states": ["weary:red"]}, "lunah": (6, 1)}
    game = bout("", table)
    activate(game, "gata")
    assert game.points == (3, 0)
    game.ends()
    activate(game, "gata")
    assert game.points == (5, 0)


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS", "ARISTEIA.STATE.SIDES")
def test_reset_takes_a_state_of_the_players_choice() -> None:
    table = {"parvati": (0, 0), "lunah": {"at": (1, 0), "states": ["dazzled:red", "slowed:red"]}}
    game = bout("parvati", table)
    game.performs("reset", "lunah")
    game.rolls(["orange S", "yellow -"])
    game.takes(lambda option: type(option).__name__ == "Apply")
    game.takes(lambda option: getattr(option, "state", "") == "slowed")
    assert game.states("lunah") == ["dazzled:red"]


@pytest.mark.rule("ARISTEIA.SWITCH.IMMEDIATE", "ARISTEIA.EFFECT.ON-SUCCESS")
def test_suppressive_fire_slows_and_its_switch_wounds() -> None:
    game = bout("lunah", {"lunah": (2, 1), "8-ball": (-1, 1)})
    game.performs("suppressive-fire", "8-ball")
    game.rolls(["orange SB", "yellow X"])
    game.spends("B+X")
    game.takes(lambda option: type(option).__name__ == "Apply")
    assert (game.damage("8-ball"), game.states("8-ball")) == ((1,), ["slowed:red"])


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS")
def test_parvati_gets_quicker_for_an_x_in_any_roll() -> None:
    game = bout("parvati", {"parvati": (0, 0), "lunah": {"at": (1, 0), "damage": 1}})
    game.performs("medikit", "lunah")
    game.rolls(["orange SSX"])
    game.spends("X")
    assert game.states("parvati") == ["quickened:red"]
