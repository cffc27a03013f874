"""A node that thinks for no bot, and a worker elsewhere that does."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gattai.server.online.store.jobs import Jobs
from gattai.server.online.store.pool import Database
from tests.online.hosting import hosted
from tests.online.services import empty_database, same_path
from tests.server.table import Page


@contextmanager
def worker(database: str, nats: str, errors: Path) -> Iterator[subprocess.Popen[str]]:
    """A worker as a host starts it, as long as it is needed."""
    words = ["host", "worker", "--bots", "2", "--database", database, "--nats", nats]
    with errors.open("w", encoding="utf-8") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "gattai", *words],
            stdout=subprocess.PIPE,
            stderr=stream,
            text=True,
            env=same_path(),
        )
        assert process.stdout is not None
        try:
            assert "2 bots at once" in process.stdout.readline(), errors.read_text()
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()


def unclaimed(database: str) -> int:
    """Jobs of bots that nobody has taken."""

    async def count() -> int:
        async with Database(database, size=1) as one:
            return (await Jobs(one).waiting())[0]

    return asyncio.run(count())


def waits_for_a_worker(database: str) -> bool:
    """Whether a job is soon there: the node adds it after it has sent the scene."""
    until = time.monotonic() + 20
    while unclaimed(database) != 1:
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True


def answers(page: Page, times: int) -> None:
    """Answer until a bot was asked so often: then others know that it has answered."""
    for _ in range(times):
        if page.until_asked()["ending"]:
            return
        page.answer()


def test_a_worker_answers_for_the_bots_of_a_node_that_has_none(tmp_path: Path, nats: str) -> None:
    settings = tmp_path / "site.toml"
    settings.write_text("workers = 0\n")
    with (
        empty_database() as database,
        hosted(database, "--nats", nats, "--settings", str(settings)) as site,
    ):
        anna = site.player()
        card = anna.makes("attack-chart", "random", "person")
        with anna.sits(card["links"][0]) as page:
            while page.until(lambda scene: scene["ask"])["ask"]["is_mine"]:
                page.answer()
            assert waits_for_a_worker(database), "nobody here thinks for it"
            with worker(database, nats, tmp_path / "errors") as process:
                answers(page, 3)
                process.send_signal(signal.SIGTERM)
                assert process.wait(timeout=60) == 0, "it goes when it is told to"
                assert process.stdout is not None
                assert "has stopped" in process.stdout.read()
            with worker(database, nats, tmp_path / "errors-2"):  # and another one goes on
                answers(page, 3)
    said = (tmp_path / "errors").read_text() + (tmp_path / "errors-2").read_text()
    assert not any(word in said for word in ("Traceback", "[warning", "[error")), said
