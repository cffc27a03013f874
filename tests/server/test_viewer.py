"""What of motion reaches a page: changes of the last turns, and the faces of all cards in them."""

from typing import Any

from msgspec.structs import replace

from gattai.scene.parts import Card, Change, Citation, Held, LogLine, Motion, Scene, Zone
from gattai.server.table.viewer import Viewer, as_far_as_seen

RULE = Citation("X", "X", "")


def line(kind: str, change: Change | None = None) -> LogLine:
    return LogLine(1, kind, RULE, motion=Motion(kind, change=change or Change(turn=0)))


def test_a_new_page_receives_the_changes_of_the_last_two_turns_only() -> None:
    log = [line(kind) for kind in ("pass", "move", "pass", "hit", "pass", "move")]
    seen = [*as_far_as_seen(log)]
    assert [each.motion.kind for each in seen if each.motion] == [each.text for each in log]
    changes = [each.motion is not None and each.motion.change is not None for each in seen]
    assert changes == [False, False, True, True, True, True]
    assert [*as_far_as_seen(log[3:])] == log[3:]


def card(name: str, text: str = "") -> Card:
    return Card(name, name, "", (), text=text)


def scene(*cards: Card, log: tuple[LogLine, ...] = ()) -> Scene:
    return Scene("x", "x", "", ("a",), None, None, None, (), cards, (), (), None, None, log)


def test_a_page_gets_each_face_once_and_again_when_it_is_another() -> None:
    match: Any = None
    viewer = Viewer(match, ())
    ace, king = card("ace"), card("king")
    assert viewer._new_faces(scene(ace), {}) == (ace,)
    assert viewer._new_faces(scene(ace, king), {}) == (king,)
    better = replace(king, text="now with a crown")
    assert viewer._new_faces(scene(ace, better), {}) == (better,)


def test_a_card_that_lies_open_between_two_scenes_comes_with_its_face() -> None:
    match: Any = None
    viewer = Viewer(match, ())
    shown = Change(zones=(Zone("shown", "shown", "row", cards=(Held("a1", "ace"), Held("b1"))),))
    found = viewer._new_faces(scene(log=(line("card", shown),)), {"ace": card("ace")})
    assert found == (card("ace"),)
    assert viewer._new_faces(scene(log=(line("card", shown),)), {"ace": card("ace")}) == ()
