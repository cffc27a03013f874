"""When people wait long for bots, the most expensive ones take no more matches."""

from __future__ import annotations

import asyncio

import pytest

from tests.online.hosting import Player, hosted
from tests.online.services import ready_database, tell

LATE = "UPDATE job SET lease = clock_timestamp() - interval '{} s'"


def _status(player: Player, bot: str) -> tuple[int, str]:
    wanted = {"game": "attack-chart", "players": ("person", bot)}
    reply = player.http.post("/api/matches", json=wanted)
    return reply.status_code, reply.text


def test_the_most_expensive_bots_are_refused_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GATTAI_WORKERS", "0")  # nobody takes the jobs
    with ready_database() as own, hosted(own) as site:
        player = site.player()
        player.post("/api/guest")
        match = player.makes("attack-chart", "person", "ace")["id"]
        put = (
            f"INSERT INTO job (match, seat, number) VALUES ('{match}', 1, 0) ON CONFLICT DO NOTHING"
        )
        asyncio.run(tell(own, put, LATE.format(3)))
        assert _status(player, "ace")[0] == 201
        asyncio.run(tell(own, LATE.format(9)))
        status, text = _status(player, "ace:seconds=2")
        assert (
            status == 429 and "ace can be played again" in text and "try again in 1 minute" in text
        )
        assert _status(player, "veteran")[0] == 201
        asyncio.run(tell(own, LATE.format(30)))
        assert _status(player, "veteran")[0] == 429
        assert _status(player, "rookie")[0] == 201
