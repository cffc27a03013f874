"""Boundaries of rules: the last case on either side."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import APPLY, Play, Walk
from gattai.games.aristeia.actions.aiming import target_refusals
from gattai.games.aristeia.cards import ActionCard, Pool, StateCard, StateSide, TacticCard
from gattai.games.aristeia.effects.marking import Impose, RemoveState
from gattai.games.aristeia.effects.moving import Displace
from gattai.games.aristeia.effects.source import EffectSource, apart
from gattai.games.aristeia.events.body import DamageSuffered
from gattai.games.aristeia.phases.infirmary import impose
from gattai.games.aristeia.phases.objectives import can_return_to
from gattai.games.aristeia.phases.tactics import Occasion, source_for, usable_skills
from gattai.games.aristeia.roll.pools import crowd
from gattai.games.aristeia.setup import boxes
from gattai.games.aristeia.state import Rolling, Side, State
from gattai.kernel.position import GamePosition
from gattai.kernel.ruleset import QuietTable
from gattai.kernel.secrecy import Hidden, Secret
from gattai.tabletop.hexes import axial, hex_at
from tests.games.aristeia.driver import Driver, bout, fight
from tests.games.aristeia.table import CONTENT, GREEN, ORANGE, RULES, SEATS, find, laid, put


def reasons(state: State, action: ActionCard, who: str, target: str) -> list[str]:
    """Why somebody cannot perform an Action on somebody, its price apart."""
    found = target_refusals(state, find(state, who), action, find(state, target))
    return [each.reason for each in found]


def chosen(**fields: Any) -> ActionCard:
    """An Action that anybody might have."""
    known: dict[str, Any] = {"target": "any", "range": (0, 4), **fields}
    return ActionCard("chosen", "Action", known.pop("kind", "action"), 1, **known)


# what is printed, worked out once


@pytest.mark.rule("ARISTEIA.SETUP.SCENARIO")
def test_a_box_that_is_opened_knows_whose_each_tactic_is_and_where_one_can_step() -> None:
    box = boxes(CONTENT)["assault"]
    assert {owner: len(cards) for owner, cards in box.tactics_of.items()} == {
        "standard": 10,
        **dict.fromkeys(CONTENT.characters, 4),
    }
    assert all(card.owner == owner for owner, cards in box.tactics_of.items() for card in cards)
    near = box.open_neighbours[hex_at(3, 1)]
    assert {*near} == {hex_at(4, 1), hex_at(2, 1), hex_at(3, 2)}, "two walls and a Barrier"


@pytest.mark.rule("ARISTEIA.SETUP.SCENARIO", "ARISTEIA.LOS.OBSTRUCTION")
def test_the_outside_of_the_board_is_in_nobodys_way() -> None:
    box = boxes(CONTENT)["assault"]
    first, *_ = box.bit
    far = [at for at in box.bit if len(box.board.hexes.neighbours[at]) == 3][-1]
    beside = box.board.hexes.neighbours[far]
    outside = [way for seen in beside for row in box.ways(far, seen) for way in row]
    assert far != first and not any(way & box.bit[first] for way in outside)


# whom an Action is performed on


@pytest.mark.rule("ARISTEIA.RANGE.WITH-SIGHT", "ARISTEIA.RANGE.TWO-VALUES")
def test_two_spaces_away_a_wall_hides_and_only_an_attack_can_be_freed_of_that() -> None:
    state = put(put(laid(), "8-ball", (1, -1)), "lunah", (1, -3))
    aimed = chosen(sight=True, pool=Pool(("red",)))
    assert reasons(state, aimed, "8-ball", "lunah") == ["no Line of Sight"]
    assert reasons(state, replace(aimed, sight=False), "8-ball", "lunah") == []
    shot = replace(aimed, kind="attack", target="enemy")
    freed = replace(state, waived=("sight",))
    assert reasons(freed, shot, "8-ball", "lunah") == []
    assert reasons(freed, aimed, "8-ball", "lunah") == ["no Line of Sight"]


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS")
def test_an_action_without_a_roll_that_could_do_nothing_is_not_performed() -> None:
    state = put(put(laid(), "8-ball", (0, 0)), "lunah", (1, 0))
    nothing = chosen(always=(RemoveState("target"),))
    assert reasons(state, nothing, "8-ball", "lunah") == ["Action could do nothing there"]
    assert reasons(state, chosen(always=(Impose("dazzled", "target"),)), "8-ball", "lunah") == []
    rolls = replace(nothing, pool=Pool((), ("S",)))
    assert reasons(state, rolls, "8-ball", "lunah") == [], "whoever rolls may always try"


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_of_a_hand_one_cannot_see_nothing_is_played() -> None:
    card = CONTENT.tactics["take-aim-011"]
    hands: Any = (Secret.of((), (GREEN,)), Secret(Hidden(1), (ORANGE,)))
    state = put(laid(active=find(laid(), "8-ball"), hands=hands), "8-ball", (0, 0))
    (refusal,) = RULES.refusals(state, Play(card))
    assert refusal.reason == f"{card.name} is not in the hand"


# walking


@pytest.mark.rule("ARISTEIA.MOVE.STEP", "ARISTEIA.DISENGAGE.WHEN")
def test_without_movement_points_nobody_steps_away_from_an_enemy_either() -> None:
    table = {"lunah": (0, 0), "8-ball": (1, 0)}
    away = Walk(hex_at(-1, 0))
    bout("lunah", table, mp=0).refuses(away, "ARISTEIA.MOVE.STEP")
    assert away not in bout("lunah", table, mp=0).options
    assert away in bout("lunah", table, mp=1).options


@pytest.mark.rule("ARISTEIA.MOVE.STEP", "ARISTEIA.AMB.DISENGAGE-EACH-STEP")
def test_a_step_is_not_made_when_a_switch_has_taken_the_walker_or_the_space_away() -> None:
    game = bout("gata", {"gata": (0, 0), "lunah": (1, 0)}, mp=2)
    game.walks((-1, 0))
    game.rolls(["red SX", "orange SSX"], ["yellow -"])
    game.spends("X+X")
    game.goes((0, 1))
    game.settle()
    assert (game.at("gata"), game.state.mp) == ((0, 1), 2), "the space is not adjacent any more"
    game = bout("gata", {"gata": (0, 0), "hexx3r": (1, 0)}, mp=2)
    game.walks((0, 1))
    game.rolls(["red SC", "orange SSX"], ["blue BBX", "yellow -"])
    game.spends("B+X", GREEN)
    game.goes((0, 1))
    game.settle()
    assert (game.at("gata"), game.at("hexx3r")) == ((0, 0), (0, 1))
    assert game.state.mp == 2


@pytest.mark.rule("ARISTEIA.DISENGAGE.ROLL", "ARISTEIA.AMB.DISENGAGE-SWITCHES")
def test_who_holds_back_is_adjacent_for_a_switch_that_asks_for_it() -> None:
    game = bout("mushashi", {"mushashi": (0, 0), "lunah": (1, 0)}, mp=2)
    game.walks((-1, 0))
    game.rolls(["orange B", "yellow -"], ["yellow -"])
    game.spends("B")
    game.settle()
    assert game.at("mushashi") == (-1, 0), "the S it bought has won the roll"


# rolling, and what comes of it


@pytest.mark.rule("ARISTEIA.ROLL.MAX-THREE", "ARISTEIA.AMB.MAX-THREE-EXTRA")
def test_a_third_die_of_a_colour_joins_and_a_fourth_does_not() -> None:
    table = {
        "8-ball": {"at": (0, 0), "attack": ["red"]},
        "lunah": {"at": (1, 0), "defense": ["blue", "blue"]},
    }
    game = bout("8-ball", table, hand={"green": ["dodge-009", "dodge-010"]})
    game.performs("strike", "lunah")
    for card in ("dodge-009", "dodge-010"):
        game.plays(card, GREEN)
        rolling = game.state.rolling
        assert rolling is not None and rolling.sides[1].dice == ("blue",) * 3, card


@pytest.mark.rule(
    "ARISTEIA.ATTACK.BOTH",
    "ARISTEIA.INFIRMARY.WHEN",
    "ARISTEIA.ACTION.COST",
    "ARISTEIA.ROLL.SUCCESS",
)
def test_units_without_damage_are_not_reported_and_the_action_is_over() -> None:
    game = fight("8-ball", "eat-my-fa-jing", "lunah")
    game.rolls(["orange S", "blue -"], ["green -", "blue -"])
    game.settle()
    hurt = [(event.who, event.amount) for event in game.told if isinstance(event, DamageSuffered)]
    assert hurt == [(game.id("lunah"), 1)]
    assert game.state.declared is None and game.state.rolling is None


@pytest.mark.rule("ARISTEIA.STATE.SIDES", "ARISTEIA.STATE.IMPOSE")
def test_a_red_side_that_wounds_does_so_when_it_is_laid() -> None:
    who = find(laid(), "8-ball")
    burning = StateCard("burning", "Burning", red=StateSide(damage=2))
    for card, damage in ((burning, 2), (CONTENT.states["poisoned"], 0)):
        table = QuietTable(put(laid(), "8-ball", (0, 0)))
        impose(table, who, card, None, "ARISTEIA.STATE.IMPOSE")
        assert table.state.characters[who].damage == damage
        assert [each.state for each in table.state.characters[who].tokens] == [card]


@pytest.mark.rule("ARISTEIA.ACTION.SIMPLE", "ARISTEIA.EFFECT.ON-SUCCESS")
def test_an_action_without_a_roll_has_no_success() -> None:
    action = {
        "id": "stare",
        "name": "Stare",
        "kind": "action",
        "ap": 1,
        "target": "enemy",
        "range": [1, 1],
        "always": [{"do": "impose", "state": "slowed", "who": "target"}],
        "on_success": [{"do": "impose", "state": "dazzled", "who": "target"}],
    }
    game = bout("gata", {"gata": {"at": (0, 0), "actions": [action]}, "lunah": (1, 0)})
    game.performs("stare", "lunah")
    assert game.position.is_settled and game.states("lunah") == ["slowed:red"]


@pytest.mark.rule("ARISTEIA.BENCH.RETURN")
def test_nobody_returns_to_a_space_where_somebody_stands() -> None:
    state = laid()
    taken, *rest = state.box.zones["zone1"]
    assert {taken, *rest} <= {*can_return_to(state)}
    state = put(state, "gata", axial(taken))
    assert taken not in can_return_to(state) and {*rest} <= {*can_return_to(state)}


def smash(**fields: Any) -> dict[str, Any]:
    """8-Ball with an Attack of one red and one blue die, and what else it says; Lunah beside him."""
    attack = {
        "id": "smash",
        "name": "Smash",
        "kind": "attack",
        "ap": 1,
        "target": "enemy",
        "range": [1, 1],
        "pool": {"dice": ["red", "blue"]},
        **fields,
    }
    lunah = {"at": (1, 0), "defense": ["red", "black"]}
    return {"8-ball": {"at": (0, 0), "actions": [attack]}, "lunah": lunah}


WON = (["red SSX", "blue -"], ["red -", "black -"])
LOST = (["red -", "blue -"], ["red S", "black -"])


@pytest.mark.rule("ARISTEIA.ATTACK.COMBAT-ROLL", "ARISTEIA.EFFECT.MANDATORY")
def test_what_an_attack_always_does_it_does_by_the_damage_inflicted() -> None:
    always = [{"do": "displace", "who": "target", "per_damage": True}]
    game = bout("8-ball", smash(always=always))
    game.performs("smash", "lunah")
    game.rolls(*WON)
    game.goes((2, 0), (3, -1))
    assert game.at("lunah") == (3, -1) and game.position.is_settled
    game = bout("8-ball", smash(always=always))
    game.performs("smash", "lunah")
    game.rolls(*LOST)
    assert not game.is_offered(game.to((2, 0))), "only 8-Ball was hurt"
    game = bout("8-ball", smash(always=[{"do": "impose", "state": "slowed", "who": "target"}]))
    game.performs("smash", "lunah")
    game.rolls(*LOST)
    game.settle()
    assert game.states("lunah") == ["slowed:red"], "with or without a success"


@pytest.mark.rule("ARISTEIA.ATTACK.COMBAT-ROLL", "ARISTEIA.EFFECT.ON-SUCCESS")
def test_an_attack_has_its_effect_on_success_if_the_attacker_has_a_success_left() -> None:
    effect = [{"do": "impose", "state": "slowed", "who": "target"}]
    for dice, offered in ((WON, True), (LOST, False)):
        game = bout("8-ball", smash(on_success=effect))
        game.performs("smash", "lunah")
        game.rolls(*dice)
        assert game.is_offered(lambda option: option == APPLY) == offered


@pytest.mark.rule("ARISTEIA.EFFECT.ON-SUCCESS")
def test_only_an_effect_that_is_nothing_but_displacing_is_not_asked_for() -> None:
    slowed = {"do": "impose", "state": "slowed", "who": "target"}
    away = {"do": "displace", "who": "target"}
    for effects, asked in (([slowed], True), ([away, slowed], True), ([away], False)):
        game = bout("8-ball", smash(on_success=effects))
        game.performs("smash", "lunah")
        game.rolls(*WON)
        assert game.is_offered(lambda option: option == APPLY) == asked
        if not asked:
            game.goes((2, 0))
            assert game.at("lunah") == (2, 0)


@pytest.mark.rule("ARISTEIA.ATTACK.COMBAT-ROLL", "ARISTEIA.ATTACK.BOTH", "ARISTEIA.TACTIC.TIMING")
def test_a_player_who_inflicted_damage_may_play_what_follows_from_it() -> None:
    cards = {"hand": {"green": ["snake-bite-030"]}}
    game = bout("8-ball", smash(), **cards)
    game.performs("smash", "lunah")
    game.rolls(*WON)
    assert not game.can_play("snake-bite-030", GREEN), "only Lunah was hurt"
    game = bout("8-ball", smash(), **cards)
    game.performs("smash", "lunah")
    game.rolls(*LOST)
    game.plays("snake-bite-030", GREEN)
    assert game.states("8-ball") == ["poisoned:red"]
    form = smash()
    form["8-ball"]["damage"] = 4
    game = bout("8-ball", form, **cards)
    game.performs("smash", "lunah")
    game.rolls(*LOST)
    assert not game.can_play("snake-bite-030", GREEN), "he is not on the board any more"


@pytest.mark.rule("ARISTEIA.ATTACK.COMBAT-ROLL", "ARISTEIA.CHAR.KAZE-TACHINU")
def test_mushashi_moves_by_the_damage_he_inflicted_not_by_what_he_suffered() -> None:
    table = {"mushashi": (0, 0), "lunah": {"at": (1, 0), "defense": ["red"]}}
    for mine, theirs, times in (
        ("red S", "red -", 1),
        ("red SSX", "red S", 2),
        ("red -", "red S", 0),
    ):
        game = bout("mushashi", table)
        game.performs("ken-no-sen", "lunah")
        game.rolls([mine, "orange -", "blue -"], [theirs])
        assert game.can_use("kaze-tachinu") == bool(times), mine
        if times:
            game.uses("kaze-tachinu")
            game.goes(*[(0, 1), (0, 0)][:times])
            assert game.position.is_settled, mine


@pytest.mark.rule("ARISTEIA.CHAR.IMPLACABLE", "ARISTEIA.TACTIC.TIMING")
def test_a_tactic_too_may_be_for_an_ally_that_is_attacked() -> None:
    effects = (Displace("self"),)
    card = TacticCard("guard", "900", "Guard", "hexx3r", "ally-attacked", effects, "for an ally")
    for attacked, offered in (("lunah", True), ("gata", False)):
        foe = "8-ball" if attacked == "lunah" else "lunah"
        table = {foe: {"at": (0, 0), "attack": ["red"]}, attacked: (1, 0), "hexx3r": (3, 1)}
        state = bout(foe, table).state
        lists = tuple(Secret.of((card,) if seat == GREEN else (), None) for seat in SEATS)
        hands = (Secret.of((card,), (GREEN,)), Secret.of((), (ORANGE,)))
        game = Driver(GamePosition(replace(state, lists=lists, hands=hands)))
        game.performs("strike", attacked)
        assert game.is_offered(lambda option: option == Play(card)) == offered


@pytest.mark.rule("ARISTEIA.COVER.BONUS")
def test_who_has_cover_rolls_one_black_die_more_and_nobody_else_does() -> None:
    for places, more in ((((0, -3), (0, -1)), ("black",)), (((0, 0), (1, 0)), ())):
        game = bout("8-ball", dict(zip(("8-ball", "lunah"), places, strict=True)))
        game.performs("eat-my-fa-jing", "lunah")
        game.settle()
        rolling = game.state.rolling
        assert rolling is not None
        assert rolling.sides[0].dice == ("orange", "blue", *more)
        assert rolling.sides[1].dice == ("green", "blue", *more)


# moments of Tactics and skills


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_a_tactic_is_played_for_a_character_of_ones_own() -> None:
    state = put(laid(active=find(laid(), "8-ball")), "8-ball", (0, 0))
    moment = Occasion("own-activation", (find(state, "8-ball"),))
    card = CONTENT.tactics["take-aim-011"]
    assert source_for(state, ORANGE, card, moment) is not None
    assert source_for(state, GREEN, card, moment) is None
    assert source_for(state, ORANGE, card, Occasion("end-of-activation", moment.actors)) is None


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_of_several_effects_only_those_are_offered_that_could_do_anything() -> None:
    for form, damage, states in (({"damage": 1}, 0, 0), ({"states": ["dazzled:red"]}, 0, 0)):
        table = {"8-ball": {"at": (0, 0), **form}}
        game = bout("8-ball", table, hand={"orange": ["catch-your-breath-017"]})
        game.plays("catch-your-breath-017")
        assert game.position.is_settled, "there is nothing to choose"
        assert (game.one("8-ball").damage, len(game.states("8-ball"))) == (damage, states)


@pytest.mark.rule("ARISTEIA.SKILL.AUTOMATIC", "ARISTEIA.AMB.SKILL-ANY-TIME")
def test_a_skill_has_its_moment_its_price_and_something_to_do() -> None:
    who = find(laid(), "wild-bill")
    (card,) = [each for each in CONTENT.tactics.values() if each.id == "dodge-009"]

    def usable(*moments: str, cards: int = 1, there: bool = True, **fields: Any) -> list[str]:
        hands = (Secret.of((), (GREEN,)), Secret.of((card,) * cards, (ORANGE,)))
        state = laid(hands=hands, **{"rolling": rolling, **fields})
        state = put(state, "wild-bill", (0, 0) if there else None)
        return [each.id for each in usable_skills(state, who, moments, EffectSource(ORANGE, who))]

    rolling = Rolling("attack", "Strike", (Side(who, ORANGE, ("red",)),))
    assert usable("switches") == ["dead-mans-hand"]
    assert usable("pools") == usable() == []
    assert usable("switches", cards=0) == [] and usable("switches", cards=2) == ["dead-mans-hand"]
    assert usable("switches", there=False) == []
    assert usable("switches", rolling=None) == [], "there is no roll to add to"
    used = replace(rolling, used=((who, "dead-mans-hand"),))
    assert usable("switches", rolling=used) == []


@pytest.mark.rule("ARISTEIA.RANGE.COUNT")
def test_the_distance_of_two_characters_is_plain_and_there_is_none_to_who_is_away() -> None:
    state = put(put(laid(), "8-ball", (1, -1)), "lunah", (-2, 1))
    ball, lunah, gata = (find(state, name) for name in ("8-ball", "lunah", "gata"))
    assert apart(state, ball, lunah) == apart(state, lunah, ball) == 3
    assert apart(state, ball, ball) == 0
    assert apart(state, ball, gata) is apart(state, gata, ball) is None
    assert apart(state, ball, None) is apart(state, None, ball) is None


@pytest.mark.rule("ARISTEIA.DISENGAGE.SEVERAL", "ARISTEIA.AMB.DISENGAGE-CAP")
def test_each_further_enemy_adds_a_die_up_to_three() -> None:
    assert [crowd(others) for others in range(6)] == [
        ("black",) * dice for dice in (0, 1, 2, 3, 3, 3)
    ]
