"""The table in a page, as far as it can be tested without a browser."""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest

from bench.ladder import ROLLOUTS
from gattai.bots import registry
from gattai.server.messages import MatchCard
from gattai.server.page import bridge
from gattai.server.page.bridge import Buffer, Mind, PageTable
from gattai.server.page.build import PageError, build
from gattai.server.web import static_files

NODE = shutil.which("node")
FRAMEWORKS = ("starlette", "anyio", "uvicorn", "h11", "websockets")


CLIENT = static_files.FOLDER


class Sent:
    """Bytes as JavaScript hands them over."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def to_bytes(self) -> bytes:
        return self._content


async def second_worker(work: bytes) -> Buffer:
    return Sent(bridge.work(Sent(work)))


async def no_second_worker(_: bytes) -> None:
    return None


class Browser:
    """What a page's worker offers to its table, with the messages and writes so far."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, mind: Mind = second_worker) -> None:
        patch.setattr(bridge, "FOLDER", folder)
        self.messages: list[tuple[str, str]] = []
        self.written: dict[str, bytes] = {}
        self.is_full = False
        self.table = PageTable(self.say, self.save, mind, self.read)

    def say(self, number: int, kind: str, text: str) -> None:
        self.messages.append((kind, text))

    def save(self, path: str, place: int, content: bytes) -> str:
        before = self.written.get(path, b"")
        before = self.written.get(path, b"")
        if place == -2:
            del self.written[path]
        elif not self.is_full:
            self.written[path] = content if place < 0 else before[:place] + content
        return "the browser's storage is full" if self.is_full else ""

    async def read(self, name: str) -> Sent:
        return Sent((CLIENT / name).read_bytes())

    async def begin(self, *players: str) -> str:
        wanted = msgspec.json.encode({"game": "attack-chart", "players": players, "seed": "3"})
        status, _, content = await self.table.fetch("POST", "/api/matches", wanted.decode())
        assert status == 201, content
        return str(msgspec.json.decode(content)["id"])


def test_the_table_of_a_page_needs_no_web_framework() -> None:
    program = f"import sys, gattai.server.page.bridge; print([m for m in {FRAMEWORKS} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("mind", [second_worker, no_second_worker])
def test_a_match_in_a_page_is_answered_by_a_bot_in_either_worker_and_written_at_once(
    mind: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def plays() -> None:
        browser = Browser(tmp_path, monkeypatch, mind)
        match = await browser.begin("rookie", "rookie")
        path = tmp_path / "matches" / f"{match}.txt"
        browser.table.open(1, f"/ws/{match}/watch?token=")
        async with asyncio.timeout(120):
            while len(browser.written[str(path)].splitlines()) < 12:
                await asyncio.sleep(0.05)
        browser.table.hear(1, None)
        await asyncio.sleep(0.1)
        assert browser.messages[0] == ("open", "")
        assert browser.messages[-1][0] == "closed"
        assert any('"type":"scene"' in text for kind, text in browser.messages if kind == "text")
        await browser.table.close()
        assert browser.written[str(path)] == path.read_bytes()

    asyncio.run(plays())


def restored(browser: Browser, folder: Path, to: Path) -> None:
    """Write the files that outlast a page into the folder of its successor."""
    for path, content in browser.written.items():
        target = to / Path(path).relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


async def link_shown(browser: Browser, match: str, seat: int) -> str:
    """The link that the page of a seat offers to send."""
    del browser.messages[:]
    browser.table.open(1, f"/ws/{match}/{seat}?token=")
    async with asyncio.timeout(120):
        while True:
            await asyncio.sleep(0.02)
            for kind, text in browser.messages:
                said = msgspec.json.decode(text) if kind == "text" else {}
                if said.get("by_link"):
                    browser.table.hear(1, None)
                    return str(said["by_link"]["link"])


async def opened_in(browser: Browser, link: str) -> tuple[int, dict[str, object]]:
    body = msgspec.json.encode({"link": link}).decode()
    status, _, content = await browser.table.fetch("POST", "/api/links", body)
    return status, msgspec.json.decode(content, type=dict[str, object])


def test_a_match_by_link_outlasts_its_page_and_is_stored_before_its_link_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def plays() -> None:
        one = Browser(tmp_path / "one", monkeypatch, no_second_worker)
        wanted = {"game": "attack-chart", "players": ["person", "link"]}
        body = msgspec.json.encode(wanted).decode()
        one.is_full = True
        assert (await one.table.fetch("POST", "/api/matches", body))[0] != 201
        one.is_full = False
        _, _, content = await one.table.fetch("POST", "/api/matches", body)
        match = msgspec.json.decode(content)["id"]
        invitation = await link_shown(one, match, 0)
        await one.table.close()

        other = Browser(tmp_path / "other", monkeypatch, no_second_worker)
        status, found = await opened_in(other, invitation)
        assert (status, found["is_new"]) == (200, True)
        card = msgspec.convert(found["match"], MatchCard)
        link = await link_shown(other, card.id, 1)
        await other.table.close()

        restored(one, tmp_path / "one", tmp_path / "again")
        again = Browser(tmp_path / "again", monkeypatch, no_second_worker)
        assert await link_shown(again, match, 0) == invitation
        assert (await opened_in(again, link))[1]["is_new"] is True
        assert (await opened_in(again, link[:-9]))[0] == 400
        await again.table.close()

    asyncio.run(plays())


def test_all_matches_of_a_page_are_saved_as_one_file_and_loaded_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def plays() -> None:
        one = Browser(tmp_path / "one", monkeypatch)
        match = await one.begin("person", "person")
        saved = one.table.save_all()
        assert sorted(zipfile.ZipFile(io.BytesIO(saved)).namelist()) == [f"matches/{match}.txt"]
        assert one.table.save_all() == saved
        assert one.table.load_all(Sent(saved)) == (False, "Matches loaded: 0. Already here: 1.")
        await one.table.close()

        other = Browser(tmp_path / "other", monkeypatch)
        path = tmp_path / "other" / "matches" / f"{match}.txt"
        assert other.table.load_all(Sent(saved)) == (True, "Matches loaded: 1.")
        one_file = _only(saved)
        assert other.written[str(path)] == one_file
        # What was played on here is not lost to an older file, and a newer file continues it.
        path.write_bytes(one_file + b"# later\n")
        assert other.table.load_all(Sent(saved))[0] is False
        path.write_bytes(one_file[: one_file.rindex(b"\n", 0, -1) + 1])
        assert other.table.load_all(Sent(saved))[0] is True
        assert path.read_bytes() == one_file
        # A different match of the same name is added beside it, also while that one is open.
        path.write_bytes(b"# mine\n" + one_file)
        assert other.table.load_all(Sent(saved))[0] is True
        assert path.read_bytes() == b"# mine\n" + one_file
        assert len([*path.parent.glob("*.txt")]) == 2
        await other.table.close()

    asyncio.run(plays())


def test_matches_by_link_are_saved_and_loaded_with_all_others_and_never_go_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def plays() -> None:
        one = Browser(tmp_path / "one", monkeypatch)
        wanted = msgspec.json.encode({"game": "attack-chart", "players": ["person", "link"]})
        _, _, content = await one.table.fetch("POST", "/api/matches", wanted.decode())
        match = msgspec.json.decode(content)["id"]
        invitation = await link_shown(one, match, 0)
        early = one.table.save_all()
        assert [name.split("/")[0] for name in zipfile.ZipFile(io.BytesIO(early)).namelist()] == ["by-link"]  # fmt: skip

        joined = Browser(tmp_path / "joined", monkeypatch)
        _, found = await opened_in(joined, invitation)
        back = await link_shown(joined, msgspec.convert(found["match"], MatchCard).id, 1)
        await joined.table.close()

        other = Browser(tmp_path / "other", monkeypatch)
        assert other.table.load_all(Sent(early)) == (True, "Matches loaded: 1.")
        assert other.table.load_all(Sent(early)) == (False, "Matches loaded: 0. Already here: 1.")
        assert await link_shown(other, match, 0) == invitation
        # While it is open, and when it has gone further than the file, it stays as it is.
        assert (await opened_in(one, back))[1]["is_new"] is True
        late = one.table.save_all()
        assert other.table.load_all(Sent(late))[0] is False
        await other.table.close()
        again = Browser(tmp_path / "other", monkeypatch)
        assert again.table.load_all(Sent(late)) == (True, "Matches loaded: 1.")
        (path,) = (tmp_path / "other" / "by-link").iterdir()
        kept = path.read_bytes()
        assert again.table.load_all(Sent(early)) == (False, "Matches loaded: 0. Already here: 1.")
        assert path.read_bytes() == kept == again.written[str(path)]
        # The secret of other dice, or none: such a copy is refused.
        forged = io.BytesIO()
        with zipfile.ZipFile(forged, "w") as archive:
            archive.writestr("by-link/0123456789abcdef.json", re.sub(rb'"secret":"..', b'"secret":"zz', kept))  # fmt: skip
        assert again.table.load_all(Sent(forged.getvalue()))[1].endswith("Unreadable: 1.")
        assert [*(tmp_path / "other" / "by-link").iterdir()] == [path]
        await again.table.close()
        await one.table.close()

    asyncio.run(plays())


def test_a_saved_list_outlasts_its_page_until_it_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def saves() -> None:
        browser = Browser(tmp_path, monkeypatch)
        wanted = {"game": "attack-chart", "title": "Mine", "text": "gunners", "settings": {}}
        body = msgspec.json.encode(wanted).decode()
        status, _, content = await browser.table.fetch("POST", "/api/lists", body)
        assert status == 201, content
        name = msgspec.json.decode(content)["id"]
        path = tmp_path / "lists" / f"{name}.txt"
        assert browser.written[str(path)] == path.read_bytes()
        await browser.table.fetch("POST", f"/api/lists/{name}/delete", "{}")
        assert str(path) not in browser.written
        await browser.table.close()

    asyncio.run(saves())


def test_the_best_bot_of_a_page_counts_instead_of_looking_at_the_clock() -> None:
    names = {game: bridge.counted("ace", game) for game in (*ROLLOUTS, "a-plugin")}
    assert all(registry.seconds_of(name) == 0 for name in names.values())
    for game, rollouts in ROLLOUTS.items():  # so that its strength is the published one
        assert f"rollouts={rollouts}" in names[game].split(":")
    assert bridge.counted("veteran", "aegis") == "veteran"
    assert bridge.counted("rookie:style=bold", "aegis") == "rookie:style=bold"


def test_a_page_exports_films_and_tells_about_the_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        static_files, "FOLDER", tmp_path / "static"
    )  # a page has no folder of the client

    async def plays() -> None:
        browser = Browser(tmp_path, monkeypatch)
        match = await browser.begin("person", "person")
        text = (tmp_path / "matches" / f"{match}.txt").read_text("utf-8")
        wanted = msgspec.json.encode({"transcript": text}).decode()
        for _ in range(2):
            status, kind, content = await browser.table.fetch("POST", "/api/replay/film", wanted)
            assert (status, kind.partition(";")[0]) == (200, "text/html"), content
            assert b'id="gattai-film"' in content
        status, kind, content = await browser.table.fetch("GET", f"/dice/{match}", "")
        assert (status, kind.partition(";")[0]) == (200, "text/html")
        assert match.encode() in content
        assert (await browser.table.fetch("GET", "/dice/attack-chart-22222222", ""))[0] == 404
        await browser.table.close()

    asyncio.run(plays())


def _only(saved: bytes) -> bytes:
    archive = zipfile.ZipFile(io.BytesIO(saved))
    return archive.read(archive.namelist()[0])


def test_a_file_of_matches_cannot_write_anywhere_else_or_be_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)
    refused = (False, "Nothing was loaded: this is not a file of saved matches.")
    assert browser.table.load_all(Sent(b"PK what")) == refused
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("../secret", "mine")
        archive.writestr("matches/../../attack-chart-22222222.txt", "mine")
    assert browser.table.load_all(Sent(made.getvalue())) == refused
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr("matches/attack-chart-22222222.txt", "no transcript")
    found = browser.table.load_all(Sent(made.getvalue()))
    assert found == (False, "Matches loaded: 0. Unreadable: 1.")
    assert {Path(path).name for path in browser.written} == {"secret"}


def test_a_match_is_refused_when_the_storage_of_the_browser_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)
    browser.is_full = True
    wanted = '{"game": "attack-chart", "players": ["person", "rookie"]}'
    status, _, content = asyncio.run(browser.table.fetch("POST", "/api/matches", wanted))
    assert status >= 400, content
    assert not [*(tmp_path / "matches").iterdir()]


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_a_browser_that_is_killed_while_the_journal_is_compacted_loses_nothing() -> None:
    program = Path(__file__).parent / "page_journal.mjs"
    done = subprocess.run([str(NODE), program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/matches?token=", 200),
        ("GET", "/api/rules/attack-chart", 200),
        ("GET", "/api/matches/attack-chart-22222222", 404),
        ("GET", "/api/nothing", 404),
        ("POST", "/api/rules/attack-chart", 404),
        ("GET", "/client.js", 404),
    ],
)
def test_requests_of_a_page(
    method: str, address: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(tmp_path, monkeypatch)
    found, kind, content = asyncio.run(browser.table.fetch(method, address, ""))
    assert (found, kind) == (status, "application/json")
    assert msgspec.json.decode(content) is not None


def test_a_page_is_not_built_over_other_files_or_without_a_game_that_is_none(
    tmp_path: Path,
) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    with pytest.raises(PageError, match="is not empty"):
        build(tmp_path, tmp_path, mine)
    with pytest.raises(PageError, match="there is no game 'chess'"):
        build(tmp_path / "page", tmp_path, mine, without=["chess"])
    with pytest.raises(PageError, match=r"pyodide\.asm\.wasm is missing"):
        build(tmp_path / "page", tmp_path, mine)
    assert [*tmp_path.iterdir()] == [mine]


def test_the_workflow_publishes_what_make_page_builds() -> None:
    root = Path(__file__).parents[2]
    workflow = (root / ".github" / "workflows" / "page.yml").read_text("utf-8")
    makefile = (root / "Makefile").read_text("utf-8")
    built = re.search(r"page build \$\(or \$\(FOLDER\),([\w/]+)\)", makefile)
    assert built is not None
    assert f"path: {built[1]}\n" in workflow
    assert 'run: make page BASE="/${GITHUB_REPOSITORY#*/}/"\n' in workflow
    assert "$(if $(BASE),--base $(BASE))" in makefile
