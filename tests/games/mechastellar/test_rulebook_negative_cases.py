"""For each rule, the nearest case that it does not change."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.attack.sequence import plainly
from gattai.games.mechastellar.attack.support import draws
from gattai.games.mechastellar.attack.terms import advantages, attack_hits
from gattai.games.mechastellar.events.attack import DamageTaken, HitsLanded
from gattai.games.mechastellar.events.flow import ScoreChanged, UnitFaced
from gattai.games.mechastellar.events.turn import ActionsSpent, PointsSpent, StunChanged
from gattai.games.mechastellar.figures import size_of
from gattai.games.mechastellar.ground import pointing
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import NORTH, SOUTH
from gattai.games.mechastellar.victory import judge
from gattai.kernel.event import Rolled
from gattai.kernel.question import ENTER, Choose, Roll, Steps
from gattai.kernel.table import QuietTable
from gattai.tabletop.hexes import from_text
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import Battle, battle

FAR = "B9 argonaut 6,-6 3"


def hit_rules(game: Battle, weapon: str, **how: Any) -> list[str]:
    """The rules that give Hits to an attack of A1 on B1."""
    card = game.unit("A1").card.find_weapon(weapon)
    assert card is not None
    strike = Strike(game.id("A1"), card, game.id("B1"), **how)
    return [term.rule for term in attack_hits(game.state, strike)]


def walked(steps: Steps[int]) -> int:
    """What some steps come to without dice; Hits on a squad all go to its last model."""
    answer: Any = None
    while True:
        try:
            asked = steps.send(answer)
        except StopIteration as end:
            return int(end.value)
        if isinstance(asked, Choose):
            answer = [*asked.options][-1]
        else:
            answer = asked.dice.read(()) if isinstance(asked, Roll) else ENTER


@pytest.mark.rule("MS.VP.WIN")
def test_a_point_more_wins_and_as_many_draw() -> None:
    state = battle("A1 argonaut 0,0 0", FAR).state
    for scores, winners in (((5, 4), (SOUTH,)), ((4, 5), (NORTH,)), ((5, 5), (SOUTH, NORTH))):
        assert judge(replace(state, scores=scores)).winners == winners


@pytest.mark.rule("MS.VP.KILL", "MS.VP.COMMANDER", "MS.VP.CHALLENGE")
@pytest.mark.parametrize(
    ("vp", "words", "challenge", "scored"),
    [
        (30, "", {}, [("MS.VP.KILL", 30)]),
        (0, "", {}, []),
        (30, " commander", {}, [("MS.VP.KILL", 30), ("MS.VP.COMMANDER", 10)]),
        (0, "", {"challenge": ("A1", "B1")}, [("MS.VP.CHALLENGE", 20)]),
    ],
)
def test_a_loss_scores_what_is_printed_and_more_only_for_commanders_and_challengers(
    vp: int, words: str, challenge: dict[str, Any], scored: list[tuple[str, int]]
) -> None:
    units = ("A1 white-asura 0,0 0", f"B1 argonaut 4,0 3 hp=100{words}", FAR)
    game = battle(*units, **challenge).armed("B1", vp=vp)
    game.plays("A1", "attack beam-rifle B1", dice=[[10] * 7, [1] * 8])
    assert [(event.rule, event.amount) for event in game.happened(ScoreChanged)] == scored


@pytest.mark.rule("MS.COUNTER.PLUS", "MS.AOE.SIZE")
def test_only_what_is_printed_and_only_a_size_gives_hits() -> None:
    spear = battle("A1 crimson-gallant 0,0 0", "B1 argonaut 1,0 3")
    assert "MS.COUNTER.PLUS" in hit_rules(spear, "beam-spear", counter=True)
    assert "MS.COUNTER.PLUS" not in hit_rules(spear, "beam-spear")
    assert "MS.COUNTER.PLUS" not in hit_rules(spear, "beam-rifle", counter=True)
    for foe, counts in (("iron-duke", True), ("argonaut", False)):
        storm = battle("A1 iron-duke 0,0 0", f"B1 {foe} 4,0 3")
        assert ("MS.AOE.SIZE" in hit_rules(storm, "rust-hurricane")) == counts


@pytest.mark.rule("MS.UNIT.SIZE", "MS.SQUAD.SIZE")
@pytest.mark.parametrize(
    ("profile", "models", "size"),
    [("argonaut", 1, 0), ("argonaut", 2, 2), ("trident-drake", 1, 3), ("trident-drake", 2, 6)],
)
def test_a_squad_is_as_big_as_its_models_or_as_there_are(
    profile: str, models: int, size: int
) -> None:
    others = [f"A{n} {profile} 0,{n} 0 leader=A1" for n in range(2, models + 1)]
    game = battle(f"A1 {profile} 0,0 0", *others, FAR)
    assert size_of(game.state, game.id("A1")) == size


@pytest.mark.rule("MS.HEX.ROTATE")
def test_a_model_points_at_the_most_ahead_with_the_smaller_turn_and_keeps_its_facing_at_home() -> (
    None
):
    home, between = from_text("0,0"), from_text("2,-1")  # as much ahead of facing 0 as of 1
    assert [pointing(home, facing, from_text("3,0")) for facing in range(6)] == [0] * 6
    assert [pointing(home, facing, home) for facing in range(6)] == [*range(6)]
    found = {pointing(home, facing, between) for facing in range(6)}
    assert len(found) == 2 and all(pointing(home, each, between) == each for each in found)


@pytest.mark.rule("MS.STUN.TOKEN")
def test_only_a_failed_save_against_stun_gives_a_token() -> None:
    def tokens(unit: str, weapon: str, dice: list[list[int]]) -> list[int]:
        game = battle(f"A1 {unit} 0,0 0", "B1 argonaut 5,0 3 hp=90000", FAR)
        game.plays("A1", f"attack {weapon} B1", dice=dice)
        return [event.tokens for event in game.happened(StunChanged)]

    assert tokens("maser-tank", "maser-cannon", [[1] * 5, [1] * 8, [1, 10]]) == [1]
    assert tokens("maser-tank", "maser-cannon", [[1] * 5, [1] * 8, [10, 10]]) == []
    assert tokens("iron-duke", "rocket-punch", [[1] * 6, [1] * 8, [1, 1, 10]]) == []
    assert tokens("jack-knife-iii", "beam-rifle", [[1] * 6, [1] * 8, [1, 6, 10]]) == []


@pytest.mark.rule("MS.COUNTER.PUSHED")
def test_who_is_pushed_out_of_a_melee_does_not_even_shoot_back() -> None:
    units = ("A1 iron-duke 0,0 0", "B1 blue-djinn 1,0 3")
    dice = [[2, 5, 6, 7, 8, 10], [1, 3, 4, 5, 6, 10]]
    pushed = battle(*units)
    pushed.plays("A1", "attack giant-fists B1", dice=[*dice, [4, 3]], answers=["shove 0"])
    assert pushed.questioned("MS.COUNTER.WHO") == []
    held = battle(*units).plays("A1", "attack giant-fists B1", dice=[*dice, [10, 10]])
    assert was_offered(held, "counter finger-gun") and was_offered(held, "counter heat-sword")
    shot = battle("A1 iron-duke 0,0 0", "B1 blue-djinn 2,0 3")
    shot.plays("A1", "attack rocket-punch B1", dice=[[1] * 6, [1] * 7, [1]])
    assert shot.unit("B1").at == from_text("3,0") and shot.questioned("MS.COUNTER.WHO")


@pytest.mark.rule("MS.CHALLENGE.DUTY")
@pytest.mark.parametrize("pair", [("A1", "B1"), ("B1", "A1")])
def test_challengers_fight_each_other_no_matter_who_called(pair: tuple[str, str]) -> None:
    units = ("A1 white-asura 0,0 0", "B1 argonaut 4,0 3", "B2 argonaut 4,-1 3")
    game = battle(*units, challenge=pair).begins("A1")
    game.refuses("attack beam-rifle B2", "MS.CHALLENGE.DUTY")
    assert game.may("attack beam-rifle B1")


@pytest.mark.rule("MS.IDF.COUNTER", "MS.COUNTER.ELIGIBLE")
@pytest.mark.parametrize(("terrain", "may"), [((), True), (("3,0 block",), False)])
def test_a_weapon_for_indirect_fire_counters_only_whom_it_sees(
    terrain: tuple[str, ...], may: bool
) -> None:
    units = ("A1 tankcrawler 5,0 3", "B1 white-raven 0,0 0")
    game = battle(*units, terrain=terrain).plays("A1", "attack cannon B1 indirect")
    assert was_offered(game, "counter missile-pod") == may
    bits = battle("A1 tankcrawler 5,0 3", "B1 crimson-gallant 0,0 0", terrain=terrain)
    bits.plays("A1", "attack cannon B1 indirect")
    assert not was_offered(bits, "counter seeker-bits")
    assert was_offered(bits, "counter beam-rifle") == may


@pytest.mark.rule("MS.ATTACK.SEQUENCE")
@pytest.mark.parametrize(
    ("foes", "hits", "lost"),
    [
        (("B1 argonaut 6,0 3",), 5, 1000),
        (("B1 argonaut 6,0 3 hp=100",), 5, 100),
        (("B1 argonaut 6,0 3", "B2 argonaut 6,-1 3 leader=B1 hp=300"), 5, 300),
        (("B1 argonaut 6,0 3", "B2 argonaut 6,-1 3 leader=B1"), 5, 1000),
        (("B1 argonaut 6,0 3", "B2 argonaut 6,-1 3 leader=B1"), 0, 0),
    ],
)
def test_the_short_way_for_odds_counts_the_hp_of_target_and_squad_as_far_as_they_go(
    foes: tuple[str, ...], hits: int, lost: int
) -> None:
    figures = {"dice": 0, "rapid_fire_dice": 0, "bonus_hits": hits}
    game = battle("A1 argonaut 0,0 0", *foes).armed("A1", "machine-gun", **figures)
    game.armed("B1", evade_dice=0, evade_bonus=0).begins("A1")
    card = game.unit("A1").card.find_weapon("machine-gun")
    assert card is not None
    strike = Strike(game.id("A1"), card, game.id("B1"))
    assert walked(plainly(QuietTable(game.state), strike)) == lost


@pytest.mark.rule("MS.ACT.ACTIONS", "MS.WEAPON.FREE", "MS.RES.REFRESH")
def test_what_takes_no_combat_action_and_no_points_spends_none() -> None:
    units = ("A1 dervish 0,0 0", "B1 argonaut 2,0 3")
    for weapon, spent in (("vulcans", []), ("beam-pistol", [1])):
        game = battle(*units).plays("A1", f"attack {weapon} B1")
        assert [event.combat for event in game.happened(ActionsSpent)] == spent
        assert game.happened(PointsSpent) == []
    giant = battle("A1 voltlion 0,0 0", "B1 argonaut 4,0 3").armed(
        "A1", "final-flash", power_cost=1
    )
    spent_points = giant.plays("A1", "attack final-flash B1").happened(PointsSpent)
    assert [event.points for event in spent_points] == [1]


@pytest.mark.rule("MS.WARSHIP.COLLIDE", "MS.PUSH.TERRAIN")
@pytest.mark.parametrize(("foe", "ship"), [("argonaut", False), ("musarl-cruiser", True)])
def test_only_a_ship_that_is_driven_into_terrain_makes_saves_for_it(foe: str, ship: bool) -> None:
    units = ("A1 iron-duke 0,0 0", f"B1 {foe} 3,0 3 hp=90000")
    game = battle(*units, terrain=["4,0 house"]).armed("A1", "rocket-punch", pen=10)
    evade = game.unit("B1").card.evade_dice
    dice = [[10] * 6, [1] * evade, [1] * 5]
    game.plays("A1", "attack rocket-punch B1", dice=dice, answers=["shove 0"])
    rolled = [event.rule for event in game.happened(Rolled)]
    assert ("MS.WARSHIP.COLLIDE" in rolled) == ship


@pytest.mark.rule("MS.SUPPORT.PROXIMITY")
@pytest.mark.parametrize(("terrain", "gives"), [((), True), (("2,0 rock",), False)])
def test_an_ally_near_by_supports_against_whom_it_sees(
    terrain: tuple[str, ...], gives: bool
) -> None:
    units = ("A1 argonaut 0,0 0", "A2 white-raven -1,0 0", "B1 argonaut 4,0 3")
    near = {"support.mode": "proximity", "support.proximity_limited_in": 12}
    game = battle(*units, terrain=terrain, parameters=near)
    found = draws(game.state, game.id("A1"), game.id("B1"), attacking=True, melee=False)
    assert bool(found) == gives


@pytest.mark.rule("MS.SQUAD.FORM")
def test_a_squad_aboard_a_ship_is_a_squad_and_a_lost_model_is_not_of_it() -> None:
    ship = "A3 musarl-cruiser 0,0 0"
    game = battle("A1 argonaut - 0 aboard=A3", "A2 argonaut - 0 leader=A1 aboard=A3", ship, FAR)
    assert game.state.squads == {0: (0, 1)}
    lost = game.state.with_unit(game.id("A2"), replace(game.unit("A2"), fate="destroyed"))
    assert lost.squads == {}


@pytest.mark.rule("MS.TA.BONUS", "MS.TA.OVERWHELM")
@pytest.mark.parametrize(("by", "foe"), [("A", "B"), ("B", "A")])
def test_either_side_overwhelms_by_its_own_models_alone(by: str, foe: str) -> None:
    def found(*more: str) -> list[str]:
        game = battle(f"{by}1 argonaut 2,0 3", f"{foe}1 argonaut 0,0 0", *more)
        card = game.unit(f"{by}1").card.weapon[0]
        strike = Strike(game.id(f"{by}1"), card, game.id(f"{foe}1"))
        return [rule for _, rule in advantages(game.state, strike)]

    most = battle("A1 argonaut 0,0 0", FAR).state.rules.tactical.overwhelm_models
    around = ["1,0", "0,1", "-1,0", "0,-1", "1,-1", "-1,1"][:most]
    own = [f"{by}{n} argonaut {at} 0" for n, at in enumerate(around, 2)]
    assert found(*own) == ["MS.TA.OVERWHELM"]
    assert found(*(text.replace(by, foe, 1) for text in own)) == []


@pytest.mark.rule("MS.TARGET.ROTATE", "MS.ATTACK.DAMAGE")
def test_who_faces_its_target_does_not_turn_and_who_is_not_hurt_takes_no_damage() -> None:
    for at, turned in (("3,0", []), ("3,-3", [1])):
        game = battle("A1 iron-duke 0,0 0", f"B1 argonaut {at} 3 hp=9000")
        game.armed("A1", "rocket-punch", dmg=0)
        game.plays("A1", "attack rocket-punch B1", dice=[[1] * 6, [1] * 8, [10] * 3])
        assert [event.facing for event in game.happened(UnitFaced)] == turned
        assert game.happened(DamageTaken) == [] and game.happened(HitsLanded)[0].unblocked == 3
