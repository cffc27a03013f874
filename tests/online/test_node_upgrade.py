"""A rolling restart to the next version, with another step of the tables and other figures in a game, while people play."""

from __future__ import annotations

import asyncio
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from websockets.exceptions import WebSocketException

import gattai
from gattai.server.online.store import migrating
from tests.online.hosting import Hosted, Player, hosted
from tests.online.proxy import Proxy, proxied
from tests.online.services import empty_database, nats_address
from tests.server.table import Json, Page

PATIENCE = 90.0
STEP = """
from alembic import op

revision = "9999_next"
down_revision = {heads!r}


def upgrade() -> None:
    op.execute("ALTER TABLE match ADD COLUMN weather text NOT NULL DEFAULT 'fine'")
"""
ATTACKS = {"Rotary Gun", "Storm Rifle", "Carbine", "Siege Cannon", "Mind Lance", "Acid Spit"}
"""The weapons of the armies: whoever has fired one finds other dice in the next version."""


def next_build(folder: Path) -> Path:
    """This source with one more step of the tables, and one attack more for each weapon of attack-chart."""
    here = Path(gattai.__file__).parent
    there = folder / "gattai"
    shutil.copytree(here, there, ignore=shutil.ignore_patterns("__pycache__"))
    steps = there / migrating.STEPS.relative_to(here)
    heads = tuple(migrating._steps().get_heads())
    (steps / "m9999_next.py").write_text(STEP.format(heads=heads))
    armies = there / "games" / "attack_chart" / "packs" / "sample-armies.toml"
    text = re.sub(
        r"^attacks = (\d+)$",
        lambda one: f"attacks = {int(one[1]) + 1}",
        armies.read_text(),
        flags=re.M,
    )
    armies.write_text(text.replace('version = "1.0.0"', 'version = "1.1.0"', 1))
    return folder


class Walker:
    """A page that comes back by itself, says again what nobody has heard, and keeps a diary."""

    def __init__(self, player: Player, proxy: Proxy, link: str) -> None:
        self.player = player
        self._proxy = proxy
        self._link = link
        self._stack = ExitStack()
        self.page: Page | None = None
        self._said: Json | None = None
        self.acknowledged: list[str] = []
        """Keys of answers that were followed by another question."""
        self.notices: set[str] = set()
        self.came = 0
        """How often it had to come back."""

    def close(self) -> None:
        self._stack.close()
        self.page = None

    def looks(self) -> None:
        """Hear what there is; come back if the line is lost."""
        try:
            if self.page is None:
                self.came += 1
                self.player.site.address = self._proxy.address
                self.page = self._stack.enter_context(self.player.sits(self._link))
            said = self.page.hear(0.02)
        except TimeoutError:
            return
        except (WebSocketException, OSError, EOFError):
            self.close()
            time.sleep(0.2)
            return
        if said["type"] == "scene":
            self.notices |= {said["notice"]} - {""}
            self._settles(said)
        elif said["type"] == "refused":
            self._said = None

    def _settles(self, shown: Json) -> None:
        said, ask = self._said, shown["scene"]["ask"]
        if said is None:
            return
        if shown["epoch"] != said["epoch"]:
            self._said = None
        elif not ask or ask["number"] != said["number"]:
            self.acknowledged.append(said["key"])
            self._said = None
        elif shown["whole"]:
            self._send(said)

    @property
    def scene(self) -> Json:
        return self.page.scene if self.page is not None else {}

    def is_asked(self) -> bool:
        ask = self.scene.get("ask")
        return bool(ask and ask["is_mine"] and self._said is None)

    def answers(self, choice: Callable[[list[Json]], Json]) -> None:
        assert self.page is not None
        ask = self.scene["ask"]
        self._said = {
            "number": ask["number"],
            "text": choice(ask["options"])["text"],
            "epoch": self.page.shown["epoch"],
            "key": secrets.token_hex(6),
        }
        self._send(self._said)

    def _send(self, said: Json) -> None:
        assert self.page is not None
        try:
            self.page.say("answer", **said)
        except (WebSocketException, OSError):
            self.close()


def peaceful(options: list[Json]) -> Json:
    """Anything but an attack."""
    found = [option for option in options if option["kind"] not in ATTACKS]
    return found[len(options) % len(found)]


def fierce(options: list[Json]) -> Json:
    """An attack, if there is one; else nearer to where others are."""
    return next((one for one in options if one["kind"] in ATTACKS), None) or peaceful(options)


def plays(
    walkers: list[Walker],
    until: Callable[[], bool],
    choice: Callable[[list[Json]], Json] = peaceful,
) -> None:
    """Everybody answers who is asked until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline, [walker.scene.get("ask") for walker in walkers]
        for walker in walkers:
            walker.looks()
            if walker.is_asked():
                walker.answers(choice)


def goes_on(walkers: list[Walker], more: int = 3) -> None:
    """So many more answers of each are acknowledged."""
    wanted = [len(walker.acknowledged) + more for walker in walkers]
    plays(
        walkers,
        lambda: all(len(w.acknowledged) >= n for w, n in zip(walkers, wanted, strict=True)),
    )


def rows_of(database: str, match: str) -> list[tuple[int, str, Any]]:
    """All rows of a journal: numbers, keys, what they say."""

    async def read() -> list[tuple[int, str, Any]]:
        connection = await asyncpg.connect(database)
        try:
            found = await connection.fetch(
                "SELECT number, key, body FROM entry WHERE match = $1 ORDER BY number", match
            )
        finally:
            await connection.close()
        return [(one[0], one[1], msgspec.json.decode(one[2])) for one in found]

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, read()).result()


@pytest.fixture
def database() -> Iterator[str]:
    with empty_database() as address:
        yield address


@pytest.mark.long
def test_matches_under_way_survive_a_rolling_restart_to_the_next_version(
    database: str, tmp_path: Path
) -> None:
    nats = nats_address()
    newer = next_build(tmp_path / "next")
    with ExitStack() as stack:

        def starts(source: Path | None = None) -> tuple[Hosted, ExitStack]:
            own = stack.enter_context(ExitStack())
            return own.enter_context(hosted(database, "--nats", nats, source=source)), own

        (first, stops_first), (second, stops_second) = starts(), starts()
        addresses = [first.address, second.address]
        proxy = stack.enter_context(proxied(*addresses))
        proxy.in_turns = True
        walkers: dict[str, list[Walker]] = {}
        matches: dict[str, str] = {}
        for name, game in (
            ("holds", "attack-chart"),
            ("differs", "attack-chart"),
            ("bot", "aegis"),
        ):
            anna, bert = first.player(), first.player()
            other = "guest" if name != "bot" else "rookie"
            card = anna.makes(game, "person", other, reaction_seconds=900, turn_seconds=900)
            matches[name] = card["id"]
            people = (anna, bert) if name != "bot" else (anna,)
            walkers[name] = [
                Walker(p, proxy, link) for p, link in zip(people, card["links"], strict=True)
            ]
        everybody = [walker for each in walkers.values() for walker in each]
        for walker in everybody:
            stack.callback(walker.close)
        goes_on(everybody, 4)
        fought = walkers["differs"]
        plays(fought, lambda: fought[0].scene.get("ask", {}).get("number", 0) > 60)
        fired = lambda: any(  # noqa: E731
            any(weapon in line["text"] for weapon in ATTACKS)
            for walker in fought
            for line in (walker.page.log if walker.page else ())
        )
        plays(fought, fired, fierce)

        third, _ = starts(newer)  # which makes the step
        goes_on(
            walkers["bot"] + walkers["holds"]
        )  # at nodes of the version before, by the new tables
        proxy.nodes[:] = [addresses[1], third.address]
        stops_first.close()
        goes_on(everybody)
        fourth, _ = starts(newer)
        proxy.nodes[:] = [third.address, fourth.address]
        stops_second.close()
        goes_on(everybody)

        for name, each in walkers.items():
            rows = rows_of(database, matches[name])
            assert [number for number, *_ in rows] == [*range(1, len(rows) + 1)]
            keys = [key.partition("/")[2] for _, key, _ in rows]
            for walker in each:
                assert walker.came > 1
                assert all(keys.count(key) == 1 for key in walker.acknowledged), "nothing is lost"
        told = {
            name: " ".join(n for w in each for n in w.notices) for name, each in walkers.items()
        }
        assert "every answer of this match is still valid" in told["holds"], told
        assert "this match continues from answer" in told["differs"], told
        assert "rules" not in told["bot"], told
        back = [body for _, _, body in rows_of(database, matches["differs"]) if body.get("rules")]
        assert len(back) == 1 and back[0]["type"] == "taken-back" and back[0]["to"] >= 50, back
        (over,) = [b for _, _, b in rows_of(database, matches["holds"]) if b.get("rules")]
        assert over["type"] == "ruled"
        # A node of the version before can be started beside them: it leaves the tables alone.
        old, _ = starts()
        assert old.player().get("/ready")["well"]
        proxy.nodes[:] = [old.address]
        for walker in walkers["bot"]:
            walker.close()
        goes_on(walkers["bot"])
