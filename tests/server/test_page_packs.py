"""A visitor's own packs in a page: checked as at home, used by both workers, kept with the matches, and removed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from gattai import games
from gattai.kernel.text.transcript import parse
from gattai.server.page import bridge
from tests.server.test_page import Browser, Sent, no_second_worker, restored, second_worker
from tests.terminal.conftest import run_here

PACK = """\
[pack]
id = "my-robots"
version = "1.0.0"
title = "My robots"
licence = "My own."
source = "The kitchen table."
house = true

[[unit]]
id = "tin-hound"
name = "Tin Hound"
side = "blue"
models = 2
move = 8
defence = 4
armour = 7
aegis = 0
hp = 2
points = 60
house = true

[[unit.weapon]]
id = "jaws"
name = "Jaws"
class = "melee"
range = 0
attacks = 2
power = 5
ap = 8
"""
OTHER = PACK.replace("my-robots", "others").replace("tin-hound", "tin-cat")
NEXT = PACK.replace("1.0.0", "1.1.0").replace("points = 60", "points = 61")
WITH_IT = {"blue": "tin-hound,tin-hound", "red": "gunners"}
LONG = {"blue": "tin-hound,warden-squad,lancer-team,bulwark-walker"}
"""A match that is not over before it is stopped, however slowly that happens."""


@pytest.fixture(autouse=True)
def no_packs_are_left() -> Iterator[None]:
    yield
    games.use_packs({})


async def opens(browser: Browser, text: str = PACK) -> str:
    return await browser.table.open_pack("mine.toml", Sent(text.encode()))


def opened(browser: Browser, text: str = PACK) -> str:
    return asyncio.run(opens(browser, text))


def listed(browser: Browser) -> list[tuple[str, str, int]]:
    found = msgspec.json.decode(browser.table.packs(), type=list[dict[str, object]])
    return [(str(it["title"]), str(it["version"]), int(str(it["matches"]))) for it in found]


def keys(browser: Browser) -> list[str]:
    return [str(it["key"]) for it in msgspec.json.decode(browser.table.packs())]


async def removes(browser: Browser) -> str:
    return await browser.table.remove_pack(keys(browser)[0])


async def asked(browser: Browser, address: str, body: object = None) -> tuple[int, bytes]:
    sent = "" if body is None else msgspec.json.encode(body).decode()
    status, _, content = await browser.table.fetch("POST" if sent else "GET", address, sent)
    return status, content


async def begun(browser: Browser, *players: str, **options: str) -> str:
    wanted = {"game": "attack-chart", "players": players, "seed": "3", "options": options}
    status, content = await asked(browser, "/api/matches", wanted)
    assert status == 201, content
    return str(msgspec.json.decode(content)["id"])


async def answers(browser: Browser, match: str, count: int) -> None:
    """Watch a match between bots until so many lines are written."""
    browser.table.open(1, f"/ws/{match}/watch?token=")
    path = next(name for name in browser.written if name.endswith(f"{match}.txt"))
    async with asyncio.timeout(120):
        while len(browser.written[path].splitlines()) < count:
            await asyncio.sleep(0.02)
    browser.table.hear(1, None)
    await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (PACK.replace("defence", "defense"), "mine.toml:15: unit 'tin-hound', field 'defense': no such field; did you mean 'defence'?"),
        (PACK.replace('"tin-hound"', '"gunners"'), "mine.toml:9: unit 'gunners': the game already has one; to replace it, add replaces = true"),
        (PACK.replace("[[unit", "[[uint"), "did you mean 'unit'?"),
        (PACK.replace('"my-robots"', '"chart"'), "the game already has a pack 'chart'"),
        (PACK.partition("[[")[0], "mine.toml: contains no cards"),
        ("[pack", "mine.toml:1: not TOML: Expected ']'"),
        ("", "mine.toml: contains no cards"),
    ],
)  # fmt: skip
def test_a_bad_pack_is_refused_with_the_words_of_the_command_line(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path / "page", monkeypatch)
    said = opened(browser, text)
    assert reason in said
    assert str(tmp_path) not in said and "/tmp" not in said and "Traceback" not in said
    assert listed(browser) == []
    assert not any("packs" in name for name in browser.written)
    if "attack" in reason or "unit '" in reason:
        file = tmp_path / "mine.toml"
        file.write_text(text)
        at_home = run_here("packs", "check", file, "--game", "attack-chart").out
        assert said in at_home.replace(f"{tmp_path.as_posix()}/", "")


def test_bytes_that_are_no_text_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)
    said = asyncio.run(browser.table.open_pack("mine.toml", Sent(b"\xff\xfe\x00")))
    assert said == "mine.toml:1: is not a text file in UTF-8"


@pytest.mark.parametrize("mind", [second_worker, no_second_worker])
def test_a_match_lists_its_pack_and_goes_on_in_the_next_page(
    mind: bridge.Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Browser(tmp_path / "one", monkeypatch, mind)
    assert opened(one) == "Opened: My robots 1.0.0, for attack-chart."

    async def plays() -> tuple[str, bytes]:
        status, kit = await asked(one, "/api/builder/attack-chart")
        assert status == 200 and b"tin-hound" in kit
        match = await begun(one, "veteran", "veteran", **LONG)
        await answers(one, match, 14)
        await one.table.close()
        return match, one.written[str(tmp_path / "one" / "matches" / f"{match}.txt")]

    match, text = asyncio.run(plays())
    header = parse(text.decode()).header
    assert ", my-robots 1.0.0 (" in header.packs
    assert listed(one) == [("My robots", "1.0.0", 1)]

    games.use_packs({})
    restored(one, tmp_path / "one", tmp_path / "two")
    two = Browser(tmp_path / "two", monkeypatch, mind)
    assert listed(two) == [("My robots", "1.0.0", 1)]
    two.written[str(tmp_path / "two" / "matches" / f"{match}.txt")] = text

    async def goes_on() -> None:
        status, card = await asked(two, f"/api/matches/{match}")
        assert status == 200 and msgspec.json.decode(card)["damaged"] == ""
        await answers(two, match, len(text.splitlines()) + 4)
        await two.table.close()

    asyncio.run(goes_on())


def test_the_second_worker_gets_the_pack_with_its_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """It has a file system and rules of its own."""
    seen: list[str] = []

    async def elsewhere(message: bytes) -> bridge.Buffer:
        here = {game: dict(folders) for game, folders in games.opened_packs().items()}
        games.use_packs({})
        for folder in (tmp_path / "packs").glob("*/*/pack.toml"):
            folder.unlink()
            folder.parent.rmdir()
        try:
            found = bridge.work(Sent(message))
            seen.append(games.load("attack-chart").packs)
        finally:
            games.use_packs(here)
        return Sent(found)

    browser = Browser(tmp_path, monkeypatch, elsewhere)
    opened(browser)

    async def plays() -> None:
        match = await begun(browser, "veteran", "veteran", **LONG)
        await answers(browser, match, 20)
        await browser.table.close()

    asyncio.run(plays())
    assert seen and all("my-robots 1.0.0" in packs for packs in seen)


def test_matches_without_a_pack_are_as_before_while_one_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)

    async def notice(match: str) -> str:
        status, card = await asked(browser, f"/api/matches/{match}")
        return msgspec.json.decode(card)["damaged"] if status == 200 else f"{card!r}"

    async def plays() -> None:
        before = await begun(browser, "person", "rookie")
        await opens(browser)
        using = await begun(browser, "person", "rookie", **WITH_IT)
        assert [await notice(match) for match in (before, using)] == ["", ""]
        await opens(browser, OTHER)
        assert [await notice(match) for match in (before, using)] == ["", ""]
        await browser.table.close()

    asyncio.run(plays())
    assert len(keys(browser)) == 2


def test_without_its_pack_a_match_says_what_is_missing_and_with_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)

    async def plays() -> None:
        await opens(browser)
        match = await begun(browser, "person", "rookie", **WITH_IT)
        assert await removes(browser) == "Removed."
        assert listed(browser) == []
        assert [name for name in browser.written if "packs" in name] == []

        status, said = await asked(browser, f"/api/matches/{match}")
        assert status >= 400 and b"my-robots 1.0.0" in said
        _, kit = await asked(browser, "/api/builder/attack-chart")
        assert b"tin-hound" not in kit
        wanted = {"game": "attack-chart", "players": ["person", "rookie"], "options": WITH_IT}
        assert (await asked(browser, "/api/matches", wanted))[0] >= 400

        await opens(browser)
        status, card = await asked(browser, f"/api/matches/{match}")
        assert (status, msgspec.json.decode(card)["damaged"]) == (200, "")
        said = (await browser.table.remove_pack("none")).encode()
        assert said == b"The pack was not removed: there is no such pack."
        await browser.table.close()

    asyncio.run(plays())


def test_a_new_version_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)
    opened(browser)
    assert opened(browser).startswith("Opened: My robots 1.0.0")
    assert opened(browser, NEXT) == "Opened: My robots 1.1.0, for attack-chart, instead of version 1.0.0."  # fmt: skip
    assert listed(browser) == [("My robots", "1.1.0", 0)]
    browser.is_full = True
    assert "storage is full" in opened(browser, PACK)
    assert listed(browser) == [("My robots", "1.1.0", 0)]


def test_packs_are_saved_with_the_matches_and_loaded_before_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Browser(tmp_path / "one", monkeypatch)
    opened(one)
    match = asyncio.run(begun(one, "person", "rookie", **WITH_IT))
    saved = one.table.save_all()

    other = Browser(tmp_path / "other", monkeypatch)
    assert listed(other) == []
    assert other.table.load_all(Sent(saved)) == (True, "Matches loaded: 1. Packs loaded: 1.")
    status, card = asyncio.run(asked(other, f"/api/matches/{match}"))
    assert (status, msgspec.json.decode(card)["damaged"]) == (200, "")
    assert other.table.load_all(Sent(saved)) == (False, "Matches loaded: 0. Already here: 1.")

    # Another version here stays: matches were begun with it.
    third = Browser(tmp_path / "third", monkeypatch)
    opened(third, NEXT)
    assert third.table.load_all(Sent(saved))[1] == "Matches loaded: 1. Unreadable: 1."
    assert listed(third)[0][1] == "1.1.0"


def test_a_pack_that_a_new_build_does_not_know_is_listed_and_can_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Browser(tmp_path, monkeypatch)
    opened(one)
    (path,) = tmp_path.glob("packs/*/*/pack.toml")
    path.write_text(PACK.replace("defence", "defiance"))
    again = Browser(tmp_path, monkeypatch)
    assert asyncio.run(asked(again, "/api/games/attack-chart"))[0] == 200
    (found,) = msgspec.json.decode(again.table.packs())
    assert "did you mean 'defence'?" in found["problem"]
    again.written[str(path)] = b""
    assert asyncio.run(removes(again)) == "Removed."
    assert keys(again) == []
