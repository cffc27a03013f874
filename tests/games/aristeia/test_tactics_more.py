"""More Tactics: points, cards, States, healing; and that asking tells nothing about a hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import END, Play, Target
from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose
from tests.games.aristeia.driver import Driver, bout, fight
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, SIDES
from tests.games.aristeia.test_tactics import discarded, hand


@pytest.mark.rule("ARISTEIA.TACTIC.DRAW", "ARISTEIA.TACTIC.NO-LIMIT")
def test_field_analysis_draws_two() -> None:
    deck = ("dodge-009", "dodge-010", "focus-013")
    game = bout("parvati", {"parvati": (0, 0)}, **hand("field-analysis-038", deck=deck))
    game.plays("field-analysis-038")
    game.settle()
    assert [card.id for card in game.state.hands[GREEN].open()] == ["dodge-009", "dodge-010"]


@pytest.mark.rule("ARISTEIA.TACTIC.DRAW", "ARISTEIA.TACTIC.DISCARD")
def test_ace_of_diamonds_draws_two_and_discards_one() -> None:
    deck = ("dodge-009", "dodge-010")
    cards = hand("ace-of-diamonds-042", side="orange", deck=deck)
    game = bout("wild-bill", {"wild-bill": (0, 0)}, **cards)
    game.plays("ace-of-diamonds-042")
    game.takes(lambda option: getattr(option, "tactic", None) == CONTENT.tactics["dodge-009"])
    game.settle()
    assert [card.id for card in game.state.hands[ORANGE].open()] == ["dodge-010"]
    assert {*discarded(game, ORANGE)} == {"dodge-009", "ace-of-diamonds-042"}


@pytest.mark.rule("ARISTEIA.DISPLACE.NO-DISENGAGE", "ARISTEIA.TACTIC.TIMING")
def test_mizu_do_and_swerve_displace_their_owners() -> None:
    game = bout("mushashi", {"mushashi": (0, 0)}, **hand("mizu-do-020", side="orange"))
    game.plays("mizu-do-020")
    game.goes((1, 0), (2, 0))
    assert game.at("mushashi") == (2, 0) and game.position.is_settled
    game = bout("gata", {"gata": (0, 0), "lunah": (0, 1)}, **hand("swerve-031", side="orange"))
    game.plays("swerve-031")
    game.goes((0, -1))
    assert (game.at("gata"), game.throws) == ((0, -1), 0)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_the_tactic_of_a_character_waits_for_its_own_activation() -> None:
    table = {"8-ball": (0, 0), "gata": (2, 0)}
    game = bout("8-ball", table, **hand("swerve-031", side="orange"))
    game.refuses(Play(CONTENT.tactics["swerve-031"]), "ARISTEIA.TACTIC.TIMING")


@pytest.mark.rule("ARISTEIA.DISENGAGE.WHEN", "ARISTEIA.PRIORITY.RULES", "ARISTEIA.DISENGAGE.ROLL")
def test_barrel_through_wins_without_dice() -> None:
    table = {"8-ball": (0, 0), "maximus": (1, 0)}
    game = bout("8-ball", table, mp=2, **hand("barrel-through-024", side="orange"))
    game.walks((-1, 0))
    game.plays("barrel-through-024")
    game.settle()
    assert (game.at("8-ball"), game.throws) == ((-1, 0), 0)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.EFFECT.MANDATORY", "ARISTEIA.MOVE.POINTS")
@pytest.mark.parametrize(
    ("owner", "card", "points"),
    [("gata", "go-all-out-032", (7, 0)), ("mushashi", "kaze-do-022", (5, 2))],
)
def test_points_from_a_card(owner: str, card: str, points: tuple[int, int]) -> None:
    game = bout(owner, {owner: (0, 0)}, **hand(card, side="orange"))
    game.plays(card)
    game.settle()
    assert game.points == points


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.EFFECT.MANDATORY")
def test_overclock_gives_two_points_for_a_wound() -> None:
    game = bout("hexx3r", {"hexx3r": (0, 0)}, **hand("overclock-044"))
    game.plays("overclock-044")
    assert game.damage("hexx3r") == (1,)
    assert game.points == (7, 0)


@pytest.mark.rule("ARISTEIA.AMB.ACTIVE-DIES", "ARISTEIA.INFIRMARY.WHEN", "ARISTEIA.MOVE.ANY-ORDER")
def test_overclock_can_send_hexx3r_to_the_infirmary_and_her_activation_is_over() -> None:
    table = {"hexx3r": {"at": (0, 0), "damage": 2}, "gata": (6, 1)}
    game = bout("hexx3r", table, **hand("overclock-044"))
    game.plays("overclock-044")
    game.settle()
    assert game.one("hexx3r").off != "" and game.state.active is None
    assert game.state.phase == "next-zone", "hers was the last of the Round"
    assert game.state.frags == (0, 1)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.MOVE.ANY-ORDER")
@pytest.mark.parametrize("active", ["wild-bill", "maximus"])
def test_ace_of_hearts_heals_wild_bill_in_any_activation(active: str) -> None:
    table = {"wild-bill": {"at": (0, 0), "damage": 3}, "maximus": (6, 1)}
    game = bout(active, table, **hand("ace-of-hearts-040", side="orange"))
    if active == "maximus":
        game.answer(game.perform("move"))
    game.plays("ace-of-hearts-040", ORANGE)
    assert game.damage("wild-bill") == (1,)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
@pytest.mark.parametrize(
    ("owner", "card", "target", "state"),
    [
        ("8-ball", "showboat-025", "lunah", "taunted:red"),
        ("parvati", "adrenaline-shot-035", "maximus", "quickened:red"),
        ("hexx3r", "zero-day-043", "gata", "delayed:red"),
    ],
)
def test_states_from_cards(owner: str, card: str, target: str, state: str) -> None:
    side = "orange" if owner == "8-ball" else "green"
    game = bout(owner, {owner: (0, 0), target: (2, 0)}, **hand(card, side=side))
    game.plays(card)
    game.takes(lambda option: option == Target(game.id(target)))
    assert game.states(target) == [state]


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.DISPLACE.NO-DISENGAGE")
def test_corner_pocket_follows_a_displacement_by_8_ball() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **hand("corner-pocket-026", side="orange"))
    game.rolls(["orange SSX", "blue -"], ["green -", "blue -"])
    assert not game.can_play("corner-pocket-026"), "nobody was Displaced yet"
    game.spends("X")
    game.goes((2, 0))
    game.plays("corner-pocket-026")
    game.goes((2, 1))
    assert game.at("lunah") == (2, 1)
    game = fight("8-ball", "eat-my-fa-jing", "lunah", **hand("corner-pocket-026", side="orange"))
    game.rolls(["orange -", "blue BBX"], ["green -", "blue -"])
    game.spends("B+X")
    game.goes((-1, 0))
    assert not game.can_play("corner-pocket-026"), "it was no enemy who was Displaced"


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_cat_nap_and_wall_run() -> None:
    table = {"gata": {"at": (-1, 0), "damage": 1}}
    cards = hand("cat-nap-033", "wall-run-034", side="orange")
    game = bout("gata", table, **cards)
    game.plays("cat-nap-033")
    assert game.damage("gata") == (0,)
    game.plays("wall-run-034")
    game.goes((-3, 1))
    assert game.at("gata") == (-3, 1), "around the wall at -2,0"


@pytest.mark.rule("ARISTEIA.RECOVERY.BENCH")
@pytest.mark.parametrize("plays", [True, False])
def test_second_wind_spares_the_state_of_the_bench(plays: bool) -> None:
    table = {"maximus": (0, 0), "parvati": (6, 1), "lunah": {"on": "infirmary"}}
    game = bout("maximus", table, **hand("second-wind-037"))
    game.ends()
    game.takes(lambda option: getattr(option, "zone", "") == "zone4")
    if plays:
        game.plays("second-wind-037")
    game.settle()
    assert game.states("lunah") == ([] if plays else ["weary:red"])


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_the_aces_add_symbols_in_the_switches_step() -> None:
    cards = hand("ace-of-spades-039", "ace-of-clubs-041", side="orange")
    game = bout("wild-bill", {"wild-bill": (2, 1), "lunah": (-1, 1)}, **cards)
    game.performs("twin-pistols", "lunah")
    game.rolls(["red -", "orange -", "orange -"], ["green -", "blue -"])
    assert not game.can_play("ace-of-clubs-041")
    game.plays("ace-of-spades-039")
    assert game.damage("lunah") == (2,)
    game = fight("maximus", "jotums-shield", "wild-bill", **cards)
    game.rolls(["red SSX", "blue -", "black -"], ["green -", "blue -"])
    assert not game.can_play("ace-of-spades-039")
    game.plays("ace-of-clubs-041")
    assert game.damage("wild-bill") == (0,)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING", "ARISTEIA.PRIORITY.RULES", "ARISTEIA.ACT.STEPS")
def test_hold_the_line_until_the_next_activation() -> None:
    table = {"maximus": (0, 0), "8-ball": (1, 0)}
    game = bout("maximus", table, **hand("hold-the-line-050"))
    game.answer(END)
    game.plays("hold-the-line-050")
    game.settle()
    assert game.one("maximus").is_firm


@pytest.mark.rule("ARISTEIA.PRIORITY.RULES", "ARISTEIA.DISPLACE.LIMITS")
def test_who_stands_firm_is_not_displaced() -> None:
    game = bout("8-ball", {"8-ball": (0, 0), "maximus": (1, 0)})
    who = game.id("maximus")
    firm = game.state.with_character(who, replace(game.one("maximus"), is_firm=True))
    game = Driver(GamePosition(firm))
    game.performs("eat-my-fa-jing", "maximus")
    game.rolls(["orange SSX", "blue -"], ["green -", "blue -"])
    game.spends("X")
    game.settle()
    assert game.at("maximus") == (1, 0)


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_a_player_is_asked_for_a_moment_whatever_the_hand_holds() -> None:
    """The pause tells nothing: with any one card in hand the same questions come."""
    asked = []
    for card in ("dodge-009", "stick-to-the-plan-018"):
        game = fight("8-ball", "eat-my-fa-jing", "lunah", **hand(card))
        rules = []
        while isinstance(game.question, Choose) and not game.position.is_settled:
            rules.append((SIDES[game.question.seat], game.question.rule, game.question.what))
            game.lets_go()
        asked.append(rules)
    assert asked[0] == asked[1] and asked[0]
