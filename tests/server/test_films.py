"""A replay in one piece: every step as it is seen at the table, and nothing that these eyes may not see."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gattai import games
from gattai.kernel.record import Record
from gattai.kernel.text.transcript import parse
from gattai.server.film.camera import Camera, Film, for_eyes, patch, patched
from gattai.server.film.page import page
from gattai.server.film.replays import step_of
from gattai.server.messages import Analysis, Choices, CostlyChoice
from gattai.server.table.opening import resumed
from tests.server.films import film_in, scenes
from tests.server.test_retrospect import GAMES, text_of


@cache
def played(game: str) -> Record[Any]:
    return resumed(parse(text_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_each_step_of_a_film_is_the_step_of_the_replay(game: str) -> None:
    record = played(game)
    for seat in (None, 0):
        camera = Camera(record, seat)
        while not camera.go_on(50):
            pass
        film = Film("x", tuple(camera.frames))
        assert len(film.frames) == len(record.entries) + 1
        again = msgspec.json.decode(msgspec.json.encode(film), type=Film)
        for number, scene in enumerate(scenes(again)):
            if number % 9 and number != len(record.entries):
                continue
            wanted = step_of(record, number, seat)
            shown = msgspec.json.decode(msgspec.json.encode(wanted.scene))
            if shown["ask"]:
                shown["ask"]["options"] = []
            assert scene == shown
            assert again.frames[number].log == wanted.log


def test_a_film_is_small_because_little_changes_with_an_answer() -> None:
    record = played("aegis")
    camera = Camera(record, None)
    camera.go_on(1000)
    film = msgspec.json.encode(Film("x", tuple(camera.frames)))
    whole = sum(
        len(msgspec.json.encode(scene)) for scene in scenes(Film("x", tuple(camera.frames)))
    )
    assert len(film) < whole / 3


def test_eyes_that_may_not_see_a_hand_have_no_card_of_it_in_their_film() -> None:
    """What one seat's film shows of another's hand is how many cards there are."""
    record = played("robot-empire")
    camera = Camera(record, 0)
    camera.go_on(10_000)
    for scene in scenes(Film("x", tuple(camera.frames))):
        for zone in scene["zones"]:
            if zone["kind"] == "hand" and zone["owner"] not in (0, None):
                assert all(held["card"] == "" for held in zone["cards"])
    watched = Camera(record, None)
    watched.go_on(10_000)
    for scene in scenes(Film("x", tuple(watched.frames))):
        hands = [zone for zone in scene["zones"] if zone["kind"] == "hand"]
        assert all(held["card"] == "" for zone in hands for held in zone["cards"])


def test_a_film_needs_the_view_of_a_seat_that_exists() -> None:
    with pytest.raises(ValueError, match="no seat 7"):
        Camera(played("aegis"), 7)


def test_what_a_seat_could_have_chosen_is_in_its_own_film_alone() -> None:
    worst = (CostlyChoice(3, "turn 1", "this", "that card in hand", 0.2),)
    analysis = Analysis(
        ("a", "b"), "", (), (), (Choices(0, 1, 1, 1, worst), Choices(1, 1, 1, 1, worst))
    )
    mine = for_eyes(analysis, 0)
    assert mine is not None and mine.choices[0].worst == worst and mine.choices[1].worst == ()
    everybodys = for_eyes(analysis, None)
    assert everybodys is not None and not any(each.worst for each in everybodys.choices)
    assert for_eyes(None, 0) is None


def test_a_page_holds_its_film_and_nothing_that_a_browser_could_run_by_mistake() -> None:
    film = Film("</script><script>alert(1)</script>", ())
    made = page(msgspec.json.encode(film), "<b>&", "</style>", "</script>")
    assert film_in(made) == film
    assert made.count(b"</script>") == 3 and b"</style><" not in made.replace(b" }</style>", b"")
    assert b"&lt;b&gt;&amp;" in made and b"http" not in made


def anything(source: random.Random, depth: int = 0) -> Any:
    kind = source.randrange(3 if depth > 2 else 6)
    if kind < 3:
        return (source.randrange(3), source.choice(("", "a", "b")), None)[kind]
    if kind == 3:
        return {name: anything(source, depth + 1) for name in "xy"}
    if kind == 4:
        return [anything(source, depth + 1) for _ in range(source.randrange(4))]
    names = source.sample("pqrs", source.randrange(4))
    return [{"id": name, "it": anything(source, depth + 1)} for name in names]


def test_whatever_changes_comes_out_as_it_went_in() -> None:
    source = random.Random("films")
    for _ in range(3_000):
        old, new = anything(source), anything(source)
        change = msgspec.json.decode(msgspec.json.encode(patch(old, new)))
        assert patched(old, change) == new


def test_a_scene_with_a_log_of_its_own_is_reported_once() -> None:
    """Lines stand with their frame and not in the scene as well."""
    camera = Camera(played("attack-chart"), None)
    camera.go_on(30)
    assert all(scene["log"] == [] for scene in scenes(Film("x", tuple(camera.frames))))
    assert any(frame.log for frame in camera.frames)


def test_rules_that_are_cited_come_with_it() -> None:
    camera = Camera(played("aegis"), None)
    camera.go_on(1000)
    known = {rule.id for rule in games.load("aegis").rulebook.rule}
    assert camera.cited & known
    assert replace(Film("x", ()), match="y").match == "y"
