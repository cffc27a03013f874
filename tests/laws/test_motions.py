"""The law of motions, for every game and for the toy; and that it can fail."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.kernel.event import Event
from gattai.scene import motions
from gattai.scene.maker import Layout
from gattai.scene.parts import Change, Motion
from tests.laws.motions import motions_lead_from_scene_to_scene
from tests.toy.parley import Parley

GAMES = {"attack-chart": 4, "aegis": 4, "aristeia": 3, "robot-empire": 1, "mechastellar": 3}
"""In how many random games every scene is held against the motions."""
LONG_FACTOR = 25


def test_every_game_is_looked_at() -> None:
    assert {*GAMES} == {*games.names()}


@pytest.mark.parametrize("name", GAMES)
def test_motions_lead_from_scene_to_scene(name: str, request: pytest.FixtureRequest) -> None:
    times = LONG_FACTOR if request.config.getoption("--long") else 1
    for number in range(GAMES[name] * times):
        motions_lead_from_scene_to_scene(games.load(name), f"motions {number}")


def test_the_toy_keeps_it_without_a_scene_of_its_own() -> None:
    for number in range(6):
        motions_lead_from_scene_to_scene(Parley(), f"toy {number}")


# That it can fail


def complaint(name: str, most: int = 6) -> str:
    """What the law has to say against something broken; a failure of this test if it is content."""
    for number in range(most):
        try:
            motions_lead_from_scene_to_scene(games.load(name), f"broken {number}")
        except AssertionError as problem:
            return str(problem)
    pytest.fail(f"the law was satisfied {most} times")


Compare = Callable[[Layout, Layout], Change | None]


def without(**left_out: Any) -> Compare:
    """A comparison that leaves something out."""
    honest = motions.change_between

    def forgetful(was: Layout, now: Layout) -> Change | None:
        change = honest(was, now)
        return None if change is None else msgspec.structs.replace(change, **left_out)

    return forgetful


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("aegis", {"pieces": ()}),
        ("aegis", {"tracks": ()}),
        ("aristeia", {"zones": ()}),
        ("aristeia", {"order": ()}),
        ("robot-empire", {"zones": ()}),
    ],
)
def test_a_change_that_leaves_something_out_is_found(
    name: str, left_out: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(motions, "change_between", without(**left_out))
    assert "lead elsewhere" in complaint(name) or "speaks of" in complaint(name)


def test_a_motion_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = motions.motion_between

    def only_moves(was: Layout, now: Layout, gesture: Motion | None = None) -> Motion | None:
        motion = honest(was, now, gesture)
        return motion if motion is not None and motion.kind == "move" else None

    monkeypatch.setattr(motions, "motion_between", only_moves)
    assert "lead elsewhere" in complaint("attack-chart")


def test_a_glimpse_that_is_not_the_setting_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    maker: Any = games.scene_maker("mechastellar")
    honest = type(maker).glimpse

    def without_tracks(self: Any, view: Any) -> Layout:
        glimpse: Layout = msgspec.structs.replace(honest(self, view), tracks=())
        return glimpse

    layout = type(maker).layout
    monkeypatch.setattr(
        type(maker),
        "layout",
        lambda self, view, seat: msgspec.structs.replace(
            layout(self, view, seat), tracks=honest(self, view).tracks
        ),
    )
    monkeypatch.setattr(type(maker), "glimpse", without_tracks)
    assert "lead elsewhere" in complaint("mechastellar")


@pytest.mark.parametrize(
    ("motion", "found"),
    [
        (Motion("explode"), "is a explode"),
        (Motion("move", way=("99,99", "0,0")), "passes"),
        (Motion("attack", "nobody"), "speaks of"),
        (Motion("attack", look="confetti"), "looks like"),
    ],
)
def test_a_gesture_that_speaks_of_what_is_not_there_is_found(
    motion: Motion, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker: Any = games.scene_maker("attack-chart")

    def wrong(self: Any, before: Any, event: Event, after: Any) -> Motion | None:
        return motion

    monkeypatch.setattr(type(maker), "gesture", wrong)
    assert found in complaint("attack-chart")
