"""A site stops part by part, and none keeps the others waiting."""

import asyncio

import pytest
from structlog.testing import capture_logs

from gattai.server.online import site as sites
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.settings import Settings
from gattai.server.online.site import Site


class Quick:
    endpoints: tuple[Endpoint, ...] = ()
    has_stopped = False

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        self.has_stopped = True


class Stuck(Quick):
    async def stop(self) -> None:
        await asyncio.Event().wait()


def test_a_part_that_does_not_stop_is_named_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sites, "STOPPING", 0.01)
    site, first = Site(Settings()), Quick()
    site.parts += [first, Stuck()]

    async def whole() -> None:
        async with site.running():
            pass

    with capture_logs() as lines:
        asyncio.run(whole())
    assert first.has_stopped and [line["part"] for line in lines] == ["Stuck"]
