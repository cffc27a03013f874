"""What a fight would come to is shown before it is fought, and comes to that."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gattai.games.robot_empire.battle.outlook import attack_share, outlooks
from gattai.games.robot_empire.scene import MAKER
from gattai.kernel.question import Seat
from gattai.scene.parts import Outlook, Scene
from gattai.scene.stage import make_scene
from tests.games.robot_empire.table import Game


def attacked(*blockers: str) -> Game:
    """Cobalt's fighter attacks crimson, who has these and is asked who blocks."""
    game = Game.laid(
        phase="attackers",
        cobalt={"units": ["5/4 as=foe"]},
        crimson={"battery": 12, "units": [*blockers]},
    )
    return game.do("attack foe crimson", "next")


def shown(game: Game, seat: int = 1) -> Scene:
    return make_scene(game.rules, MAKER, game.position, Seat(seat), number=1)


def foreseen(game: Game, text: str) -> Outlook:
    outlook = MAKER.preview(game.state, text, game.read(text)).outlook
    assert outlook is not None
    return outlook


def test_the_strip_says_how_far_the_turn_is() -> None:
    scene = shown(attacked("1/7 as=wall"))
    assert [phase.name for phase in scene.phases if phase.is_now] == ["Block"]
    assert [phase.name for phase in scene.phases][:2] == ["Play", "Moons"]


def test_an_attack_is_joined_to_whom_it_is_on_and_then_to_who_blocks_it() -> None:
    game = attacked("1/7 as=wall", "4/4 as=brax")
    assert [(link.source, link.goal, link.kind) for link in shown(game).links] == [
        ("foe", "front-crimson", "attack")
    ]
    game.do("block wall foe", "block brax foe")
    assert [(link.source, link.goal, link.kind) for link in shown(game).links] == [
        ("foe", "wall", "block"),
        ("foe", "brax", "block"),
    ]


def test_what_is_let_through_is_said_before() -> None:
    game = attacked("1/7 as=wall")
    (outlook,) = shown(game).outlooks
    (battery,) = outlook.goal
    assert (battery.thing, battery.left, battery.fate) == ("front-crimson", "12 now", "7 left")


@pytest.mark.rule("ROBOT-EMPIRE.DMG.UNBLOCKED")
def test_what_was_blocked_lets_nothing_through_when_its_blocker_is_gone() -> None:
    game = attacked("1/7 as=wall")
    (declared,) = game.state.onsets
    alone = replace(game.state, onsets=(replace(declared, blocked=True),))
    (outlook,) = outlooks(alone, MAKER, 1)
    assert outlook.goal == () and outlook.text == "It was blocked, and stays so."
    (outlook,) = outlooks(game.state, MAKER, 1)
    assert outlook.goal and outlook.text == "Nobody blocks it."


def test_a_gang_is_said_to_share_the_blow() -> None:
    game = attacked("1/7 as=wall", "4/4 as=brax").do("block wall foe")
    outlook = foreseen(game, "block brax foe")
    assert [fate.fate for fate in outlook.source] == ["falls"]
    assert [(fate.name, fate.fate) for fate in outlook.goal] == [
        ("1/7", "stands"),
        ("4/4", "may fall"),
    ]
    assert "Cobalt divides 5 damage" in outlook.text


@pytest.mark.parametrize("blow", range(1, 6))
@pytest.mark.parametrize("life", range(1, 8))
def test_a_single_block_ends_as_it_was_foreseen(blow: int, life: int) -> None:
    game = attacked(f"{blow}/{life} as=own")
    outlook = foreseen(game, "block own foe")
    fates = {fate.thing: fate.fate for fate in (*outlook.source, *outlook.goal)}
    game.do("block own foe", "next")
    left = {game.state.name(unit.id) for unit in game.state.units}
    for thing, fate in fates.items():
        assert (fate == "falls") == (thing not in left), fates


def test_a_card_that_is_thrown_away_goes_onto_the_pile_and_says_so() -> None:
    game = Game.laid(phase="discard", cobalt={"vault": 3, "hand": ["rivet-pup"]})
    ask = shown(game, 0).ask
    assert ask is not None
    (away,) = [option for option in ask.options if option.gives_up]
    assert (away.kind, away.card, away.zone) == ("discard", "rivet-pup", "pile")


@pytest.mark.parametrize(("attack", "adds"), [("5/1", 4), ("1/1", 0)])
def test_an_attack_adds_what_the_shields_of_a_battery_let_through(attack: str, adds: int) -> None:
    game = Game.laid(
        phase="attackers",
        cobalt={"units": [f"{attack} as=own"]},
        crimson={"battery": 9, "units": ["shield-battery"]},
    )
    share = attack_share(game.state, game.card("own"), Seat(1))
    assert (share.adds, share.of) == (adds, 9)
