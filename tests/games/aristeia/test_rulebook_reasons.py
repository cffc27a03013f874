"""Each rule that forbids an answer, alone, and the nearest case that it allows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import (
    ActFirst,
    ChooseZone,
    Deploy,
    Perform,
    PickCharacter,
    Play,
    Return,
    Walk,
)
from gattai.games.aristeia.actions.aiming import target_refusals
from gattai.games.aristeia.actions.preparing import start_spaces
from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.phases.objectives import can_return_to
from gattai.games.aristeia.state import CharacterId, State, ZoneId, is_free
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.table import (
    ATTACKS,
    CONTENT,
    GREEN,
    ORANGE,
    RULES,
    find,
    laid,
    put,
    tactics,
    token,
)


def refused(state: State, action: Any) -> list[tuple[str, str]]:
    return [(each.rule, each.reason) for each in RULES.refusals(state, action)]


@pytest.mark.rule("ARISTEIA.MOVE.STEP", "ARISTEIA.SPACE.FREE")
def test_a_walk_takes_movement_points_and_ends_on_a_free_space_of_the_board() -> None:
    state = put(laid(mp=2), "8-ball", (0, 0))
    state = put(laid(mp=2, active=find(state, "8-ball")), "8-ball", (0, 0))
    none = put(laid(mp=0, active=find(state, "8-ball")), "8-ball", (0, 0))
    assert refused(state, Walk(hex_at(1, 0))) == []
    assert refused(none, Walk(hex_at(1, 0))) == [("ARISTEIA.MOVE.STEP", "no Movement Points")]
    ((rule, _),) = refused(state, Walk(hex_at(40, 0)))
    assert rule == "ARISTEIA.SPACE.FREE"
    ((rule, reason),) = refused(state, Walk(start_spaces(state)[0]))
    assert rule == "ARISTEIA.MOVE.STEP" and reason.endswith("is too far for one walk")


@pytest.mark.rule("ARISTEIA.SPACE.FREE")
def test_no_space_on_which_somebody_of_either_side_stands_is_free() -> None:
    for seat in (GREEN, ORANGE):
        state = laid()
        one = next(each.name for each in state.characters if each.seat == seat)
        assert is_free(state, hex_at(0, 0))
        assert not is_free(put(state, one, (0, 0)), hex_at(0, 0))


@pytest.mark.rule("ARISTEIA.TACTIC.TIMING")
def test_a_tactic_is_played_only_from_a_hand_that_holds_it() -> None:
    who = find(laid(), "8-ball")
    (card,) = [each for each in CONTENT.tactics.values() if each.when == "own-activation"][:1]
    (other,) = tactics([next(each for each in CONTENT.tactics if each != card.id)])

    def hands(*cards: Any) -> Any:
        return tuple(
            Secret.of(cards if seat == ORANGE else (), (seat,)) for seat in (GREEN, ORANGE)
        )

    missing = ("ARISTEIA.TACTIC.TIMING", f"{card.name} is not in the hand")
    for cards, wanted in (((card,), False), ((other,), True), ((), True)):
        state = put(laid(active=who, hands=hands(*cards)), "8-ball", (0, 0))
        assert (missing in refused(state, Play(card))) == wanted


@pytest.mark.rule("ARISTEIA.ASSAULT.DEPLOY")
def test_everybody_deploys_the_own_characters_each_once_beside_the_own_zone() -> None:
    rule = "ARISTEIA.ASSAULT.DEPLOY"
    state = laid(phase="deploy", to_act=GREEN)
    mine = CharacterId(0)
    theirs = CharacterId(next(n for n, c in enumerate(state.characters) if c.seat == ORANGE))
    spaces = start_spaces(state)
    assert state.characters[mine].seat == GREEN
    assert refused(state, Deploy(mine, spaces[0])) == []
    for strange in (-1, len(state.characters)):
        assert refused(state, Deploy(CharacterId(strange), spaces[0])) == [
            (rule, "there is no such Character")
        ]
    last = CharacterId(len(state.characters) - 1)
    assert refused(laid(phase="deploy", to_act=ORANGE), Deploy(last, spaces[0])) == [
        (rule, "a Free space in the own zone, or adjacent to it")
    ]
    assert refused(state, Deploy(theirs, spaces[0])) == [(rule, "it is green who deploys")]
    there = put(state, state.characters[mine].name, (0, 0))
    name = state.characters[mine].card.name
    assert refused(there, Deploy(mine, spaces[0])) == [(rule, f"{name} is on the board already")]
    outside = [(rule, "a Free space in the own zone, or adjacent to it")]
    assert refused(state, Deploy(mine, hex_at(0, 0))) == outside
    ((rule, _),) = refused(laid(), Deploy(mine, spaces[0]))
    assert rule == "ARISTEIA.ROUND.PHASES"


@pytest.mark.rule("ARISTEIA.TEAM.DRAFT")
def test_a_character_is_picked_in_the_draft_and_by_one_player_only() -> None:
    first, second = [*CONTENT.characters.values()][:2]
    picks = (Secret.of((first,), (GREEN,)), Secret.of((), (ORANGE,)))
    state = laid(phase="draft", picks=picks)
    assert refused(state, PickCharacter(second)) == []
    assert refused(state, PickCharacter(first)) == [
        ("ARISTEIA.TEAM.DRAFT", f"{first.name} has been picked")
    ]
    assert refused(laid(), PickCharacter(second)) == [
        ("ARISTEIA.ROUND.PHASES", "nobody is picked now")
    ]


@pytest.mark.rule("ARISTEIA.ASSAULT.ZONE", "ARISTEIA.ASSAULT.DEPLOY")
def test_a_zone_is_chosen_of_those_there_are_when_one_is_asked_for() -> None:
    state = laid(phase="zones")
    assert refused(state, ChooseZone(ZoneId("zone3"))) == []
    assert refused(state, ChooseZone(ZoneId("central"))) == [
        ("ARISTEIA.ASSAULT.DEPLOY", "no team starts there")
    ]
    assert refused(state, ChooseZone(ZoneId("nowhere"))) == [
        ("ARISTEIA.ASSAULT.ZONE", "there is no such zone")
    ]
    assert refused(laid(), ChooseZone(ZoneId("zone3"))) == [
        ("ARISTEIA.ROUND.PHASES", "no zone is chosen now")
    ]


@pytest.mark.rule("ARISTEIA.TURN.CHOOSE-FIRST")
def test_first_goes_one_of_the_two_characters_revealed_last() -> None:
    one, two, three, four = (CharacterId(number) for number in (0, 1, 4, 5))
    state = laid(phase="first", revealed=((one, two), (three, four)))
    assert refused(state, ActFirst(two)) == refused(state, ActFirst(four)) == []
    only = [("ARISTEIA.TURN.CHOOSE-FIRST", "only one of the two Characters of this Turn")]
    assert refused(state, ActFirst(one)) == refused(state, ActFirst(three)) == only
    ((rule, _),) = refused(laid(revealed=((one,), (three,))), ActFirst(one))
    assert rule == "ARISTEIA.ROUND.PHASES"


@pytest.mark.rule("ARISTEIA.BENCH.RETURN")
def test_from_the_bench_one_returns_to_a_free_space_of_a_deployment_zone_alone() -> None:
    rule = "ARISTEIA.BENCH.RETURN"
    state = laid(phase="return", active=CharacterId(0))
    spaces = can_return_to(state)
    where = [(rule, "a Free space of a Deployment Zone that is not the Scoring Zone")]
    assert spaces and all(refused(state, Return(at)) == [] for at in spaces)
    for zone, places in state.box.zones.items():
        for at in places:
            if at not in spaces:
                assert refused(state, Return(at)) == where, zone
    assert refused(state, Return(hex_at(0, 0))) == where
    ((wrong, _),) = refused(laid(), Return(spaces[0]))
    assert wrong == "ARISTEIA.ROUND.PHASES"


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS")
def test_who_is_not_on_the_board_performs_nothing() -> None:
    rule, who = "ARISTEIA.ACTION.REQUIREMENTS", find(laid(), "8-ball")
    bench = laid(active=who, ap=9, mp=9)
    assert (rule, "8-Ball is not on the board") in [
        (each, reason.replace(bench.characters[who].card.name, "8-Ball"))
        for each, reason in refused(bench, Perform("move"))
    ]
    there = put(bench, "8-ball", (0, 0))
    assert refused(there, Perform("move")) == []


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS")
def test_what_is_for_allies_is_not_performed_on_an_enemy() -> None:
    table = laid()
    seen = 0
    for number, character in enumerate(table.characters):
        for action in character.card.actions:
            if action.target != "ally-or-self":
                continue
            seen += 1
            foe = next(each for each in table.characters if each.seat != character.seat)
            state = put(laid(active=CharacterId(number), ap=9), character.name, (0, 0))
            state = put(state, foe.name, (1, 0), damage=1)
            found = refused(state, Perform(action.id, find(state, foe.name)))
            wanted = f"{action.name} needs an ally as its Target"
            assert ("ARISTEIA.ACTION.REQUIREMENTS", wanted) in found
    assert seen


def shot(shortest: int = 1, longest: int = 4) -> ActionCard:
    """An Attack on one enemy in sight."""
    return replace(ATTACKS[0][1], target="enemy", range=(shortest, longest), sight=True)


def aimed(state: State, action: ActionCard, at: str) -> list[str]:
    found = target_refusals(state, find(state, "8-ball"), action, find(state, at))
    return [each.reason for each in found]


def facing(distance: int, *tokens: str, **given: Any) -> State:
    """8-Ball in the middle and Lunah so many spaces away on one line."""
    cause = find(laid(), "gata")
    marks = tuple(token(each, cause) for each in tokens)
    state = put(laid(**given), "8-ball", (0, 0), tokens=marks)
    return put(state, "lunah", (0, distance))


@pytest.mark.rule("ARISTEIA.RANGE.TWO-VALUES", "ARISTEIA.RANGE.COUNT", "ARISTEIA.STATE.SIDES")
def test_the_nearest_and_the_farthest_are_within_range_and_a_dazzled_one_sees_one_space() -> None:
    near, far = "the Target is too near", "the Target is too far"
    assert aimed(facing(1), shot(1, 1), "lunah") == []
    assert far in aimed(facing(2), shot(1, 1), "lunah")
    assert near not in aimed(facing(2), shot(2, 4), "lunah")
    assert near in aimed(facing(1), shot(2, 4), "lunah")
    assert near not in aimed(facing(1, waived=("minimum-range",)), shot(2, 4), "lunah")
    plain = replace(shot(2, 4), kind="action")
    assert near in aimed(facing(1, waived=("minimum-range",)), plain, "lunah")
    blind = [each for each in aimed(facing(2, "dazzled:red"), shot(), "lunah") if "sees no" in each]
    assert len(blind) == 1
    assert aimed(facing(1, "dazzled:red"), shot(), "lunah") == []


@pytest.mark.rule("ARISTEIA.STATE.SIDES", "ARISTEIA.ACTION.REQUIREMENTS")
def test_who_is_taunted_attacks_only_the_one_who_taunts_while_that_one_is_there() -> None:
    gone = facing(1, "taunted:red")
    there = put(gone, "gata", (1, 0))
    only = [each for each in aimed(there, shot(), "lunah") if "may attack only" in each]
    assert len(only) == 1
    assert not any("may attack only" in each for each in aimed(there, shot(), "gata"))
    assert aimed(gone, shot(), "lunah") == []
    weary = put(facing(1, "weary:red"), "gata", (1, 0))
    assert not any("may attack only" in each for each in aimed(weary, shot(), "lunah"))
    plain = replace(shot(), kind="action")
    assert not any("may attack only" in each for each in aimed(there, plain, "lunah"))


@pytest.mark.rule("ARISTEIA.ACTION.REQUIREMENTS")
def test_nobody_is_its_own_target_unless_the_range_begins_with_nothing() -> None:
    own = "nobody is its own Target here"
    state = facing(1)
    assert own in aimed(state, replace(shot(1, 4), target="ally-or-self"), "8-ball")
    assert own not in aimed(state, replace(shot(0, 4), target="ally-or-self"), "8-ball")
    assert own not in aimed(state, shot(1, 4), "lunah")
