"""Operating a site: health, checks, logs and backups."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import secrets
import shutil
import subprocess
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import structlog

from gattai.server.online.caller import STRANGER
from gattai.server.online.endpoint import Call, Reply
from gattai.server.online.host import make_site
from gattai.server.online.node import Node
from gattai.server.online.ops import accounts, backup, logs
from gattai.server.online.ops.checking import Finding, check
from gattai.server.online.ops.health import Health, HealthWatch
from gattai.server.online.ops.metrics import NodeMetrics
from gattai.server.online.people.naming import TakenName
from gattai.server.online.people.passwords import Passwords
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site
from gattai.server.online.store.deadlines import Deadlines
from gattai.server.online.store.migrating import migrate
from gattai.server.online.store.pool import Database
from tests.online.services import empty_database, tell


def findings(settings: Settings) -> dict[str, Finding]:
    async def collect() -> dict[str, Finding]:
        return {found.what.split(" at ")[0]: found async for found in check(settings)}

    return asyncio.run(collect())


def test_a_sound_site_is_found_sound(database: str, unused_port: int) -> None:
    found = findings(Settings(database=database, port=unused_port))
    assert all(each.well for each in found.values()), found
    assert set(found) >= {"listening", "PostgreSQL", "clocks here and on the database", "tables"}


def test_missing_tables_are_found_and_nothing_is_made(bare_database: str, unused_port: int) -> None:
    for _ in range(2):
        found = findings(Settings(database=bare_database, port=unused_port))
        assert not found["tables"].well
        assert "gattai host migrate" in found["tables"].advice


def test_what_is_away_is_named_with_what_to_do(database: str, unused_port: int) -> None:
    nobody = f"postgresql://postgres@127.0.0.1:{unused_port}/x"
    found = findings(Settings(database=nobody, nats=f"nats://127.0.0.1:{unused_port}"))
    assert "is it running?" in found["PostgreSQL"].advice
    assert "is it running?" in found["NATS"].advice
    base = database.rpartition("/")[0]
    found = findings(Settings(database=f"{base}/not_there_at_all", port=unused_port))
    assert "createdb not_there_at_all" in found["PostgreSQL"].advice


def test_a_copy_brings_everything_back(bare_database: str, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None:
        pytest.fail("pg_dump is missing: `make services` brings it")
    asyncio.run(migrate(bare_database))
    asyncio.run(tell(bare_database, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)"))
    copy = tmp_path / "copy"
    assert backup.backup(Settings(database=bare_database), copy) > 1_000
    with empty_database() as other:
        backup.restore(Settings(database=other), copy)

        async def kept() -> int:
            async with Database(other) as there:
                line = await there.row("SELECT n FROM kept")
                assert line is not None
                return int(line[0])

        assert asyncio.run(kept()) == 7
        with pytest.raises(backup.NoCopy, match="already exists"):
            backup.restore(Settings(database=other), copy)


def test_a_node_is_ready_while_its_database_answers(bare_database: str, unused_port: int) -> None:
    async def ready(url: str) -> tuple[int, str]:
        settings = Settings(database=url)
        site, there = Site(settings), Database(url, patience=0.2)
        if url == bare_database:
            await there.open()
        watch = HealthWatch(there)
        reply = await watch.endpoints[1].handler(site, Call(STRANGER))
        await there.close()
        assert isinstance(reply, Reply) and isinstance(reply.value, Health)
        return reply.status, reply.value.problem

    assert asyncio.run(ready(bare_database)) == (200, "")
    status, said = asyncio.run(ready(f"postgresql://postgres@127.0.0.1:{unused_port}/x"))
    assert status == 503 and "does not answer" in said


def test_no_secret_stands_in_a_log() -> None:
    stream = io.StringIO()
    logs.set_up("json", stream)
    logs.log().info("somebody came", session_token="abc123", person="p1", Password="hunter2")
    structlog.reset_defaults()
    line = json.loads(stream.getvalue())
    assert line["person"] == "p1" and line["event"] == "somebody came"
    assert "abc123" not in stream.getvalue() and "hunter2" not in stream.getvalue()


def test_what_a_table_says_is_a_line_like_any_other() -> None:
    stream = io.StringIO()
    logs.set_up("json", stream)
    try:
        try:
            raise ValueError("no such match")
        except ValueError:
            logging.getLogger("gattai.server.table.match").exception("match %s stumbled", "m1")
    finally:
        structlog.reset_defaults()
        logging.getLogger("gattai").handlers = []
    line = json.loads(stream.getvalue())
    assert line["event"] == "match m1 stumbled" and line["level"] == "error"
    assert "no such match" in line["exception"]


def test_figures_can_be_read(unused_port: int) -> None:
    import httpx

    metrics = NodeMetrics()
    metrics.answers.labels("aegis").inc(3)
    server = metrics.serve(f"127.0.0.1:{unused_port}")
    try:
        text = httpx.get(f"http://127.0.0.1:{unused_port}/metrics").text
    finally:
        server.shutdown()
        server.server_close()
    assert 'gattai_answers_total{game="aegis"} 3.0' in text


def test_the_board_asks_only_for_figures_that_there_are() -> None:
    import re

    board = Path(__file__).parents[2] / "deploy" / "grafana" / "gattai.json"
    asked = set(re.findall(r"gattai_[a-z_]+", board.read_text()))
    there = {
        sample
        for family in NodeMetrics().registry.collect()
        for sample in (
            family.name,
            f"{family.name}_total",
            f"{family.name}_bucket",
            f"{family.name}_count",
        )
    }
    assert asked and asked <= there


def test_every_figure_is_counted_somewhere() -> None:
    folder = Path(__file__).parents[2] / "src" / "gattai" / "server" / "online"
    source = "".join(path.read_text() for path in folder.rglob("*.py"))
    figures = vars(NodeMetrics()).keys() - {"registry"}
    assert figures and not [name for name in figures if f"metrics.{name}." not in source]


def test_no_password_stands_in_the_words_of_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[list[str], dict[str, str]]] = []

    def run(command: list[str], env: dict[str, str], **_: Any) -> Any:
        ran.append((command, env))
        (tmp_path / ".copy.part").write_bytes(b"all of it")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(shutil, "which", lambda tool: tool)
    monkeypatch.setattr(subprocess, "run", run)
    settings = Settings(database="postgresql://ada:s3same@db/gattai")
    assert backup.backup(settings, tmp_path / "copy") == 9
    backup.restore(settings, tmp_path / "copy")
    assert [command[:2] for command, _ in ran] == [
        [tool, "--dbname=postgresql://ada@db/gattai"] for tool in ("pg_dump", "pg_restore")
    ]
    assert not any("s3same" in word for command, _ in ran for word in command)
    assert all(env["PGPASSWORD"] == "s3same" for _, env in ran)


def test_a_copy_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[str], **_: Any) -> Any:
        (tmp_path / ".copy.part").write_bytes(b"half of it")
        return subprocess.CompletedProcess(command, 1, "", "the disk is full")

    monkeypatch.setattr(shutil, "which", lambda tool: tool)
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(backup.NoCopy, match="the disk is full"):
        backup.backup(Settings(database="postgresql:///gattai"), tmp_path / "copy")
    assert not [*tmp_path.iterdir()]


def test_a_database_that_can_only_be_read_is_no_reason_to_send_people_here(database: str) -> None:
    async def whole() -> list[tuple[int, str]]:
        seen = []
        for more in ("", "?options=-c%20default_transaction_read_only%3Don"):
            async with Database(database + more) as store:
                reply = await HealthWatch(store)._is_ready(Site(Settings()), Call(STRANGER))
                assert isinstance(reply.value, Health)
                seen.append((reply.status, reply.value.problem))
        return seen

    well, read_only = asyncio.run(whole())
    assert well == (200, "")
    assert read_only[0] == 503 and "read-only" in read_only[1]


def health(database: str, *, ahead: float = 0.0, machine: float = 0.0) -> tuple[int, Health]:
    """What a node says whose clock is ahead of the database's, or whose machine's clock is."""

    async def whole() -> tuple[int, Health]:
        async with Database(database) as store:
            deadlines = Deadlines(store)
            skew = await deadlines.now() - monotonic()
            watch = HealthWatch(store, lambda: monotonic() + skew + ahead)
            watch.machine = lambda: monotonic() + skew + machine
            reply = await watch._is_ready(Site(Settings()), Call(STRANGER))
            assert isinstance(reply.value, Health)
            return reply.status, reply.value

    return asyncio.run(whole())


@pytest.mark.parametrize(("ahead", "said"), [(1.5, "1.5 s ahead of"), (-1.5, "1.5 s behind")])
def test_a_node_whose_clock_is_off_is_not_ready(database: str, ahead: float, said: str) -> None:
    assert health(database, ahead=ahead / 2) == (200, Health(True))
    status, found = health(database, ahead=ahead)
    assert status == 503 and not found.well and said in found.problem


@pytest.mark.parametrize(("ahead", "said"), [(7.0, "7.0 s ahead of"), (-7.0, "7.0 s behind")])
def test_a_machine_whose_clock_is_off_is_reported_and_takes_visitors(
    database: str, ahead: float, said: str
) -> None:
    assert health(database, machine=ahead / 14) == (200, Health(True))
    status, found = health(database, machine=ahead)
    assert status == 200 and found.well and not found.problem
    assert said in found.warning and "NTP" in found.warning


def test_a_node_corrects_its_clock_after_the_databases_has_jumped(database: str) -> None:
    async def whole() -> list[int]:
        site, _ = make_site(Settings(database=database, workers=0))
        [watch] = [part for part in site.parts if isinstance(part, HealthWatch)]
        [node] = [part for part in site.parts if isinstance(part, Node)]
        seen = []
        async with site.running():
            node._skew += 60  # as if the database had gone back a minute
            for _ in range(2):
                reply = await watch._is_ready(site, Call(STRANGER))
                seen.append(reply.status)
                await node._keep_up()
        return seen

    assert asyncio.run(whole()) == [503, 200]


@pytest.mark.skipif(shutil.which("pg_dump") is None, reason="needs pg_dump")
def test_a_copy_can_be_read_by_its_maker_only(database: str, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    file.write_text("an older one that everybody could read")
    file.chmod(0o644)
    (tmp_path / ".copy.part").write_text("left over")
    backup.backup(Settings(database=database), file)
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_host_makes_accounts_and_sets_passwords_where_nobody_registers(database: str) -> None:
    settings = Settings(database=database, registration=False)

    async def is_let_in(name: str, password: str) -> bool:
        async with Database(database) as store:
            passwords = Passwords(store)
            try:
                return await passwords.whose(name, password) is not None
            finally:
                passwords.close()

    async def whole() -> None:
        name = f"club {secrets.token_hex(4)}"
        first = await accounts.make_account(settings, name)
        assert await is_let_in(name, first) and not await is_let_in(name, first + "x")
        with pytest.raises(TakenName):
            await accounts.make_account(settings, name.upper())
        second = await accounts.reset_password(settings, name)
        assert second and second != first
        assert await is_let_in(name, second) and not await is_let_in(name, first)
        assert await accounts.reset_password(settings, "nobody at all") is None

    asyncio.run(whole())
