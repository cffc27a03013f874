"""Tables at which guests play by link, one match after the other; some of them with clocks."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec.structs import replace

from gattai.server.messages import MatchCard, NewMatch
from gattai.server.online.bus.near import Near
from gattai.server.online.node import Node
from gattai.server.online.play.sitting import MatchSitting, Sittings, new_name
from gattai.server.online.store.pool import Database
from gattai.server.table.opening import opened
from gattai.server.table.thinking import Thinkers

PATIENCE = 10.0


class Kind(msgspec.Struct, frozen=True):
    """What is played at a table, and how long one is waited for."""

    game: str
    players: tuple[str, ...] = ("person", "guest")
    turn: int = 0
    """Seconds for an answer; then the table gives one."""
    bank: int = 0
    """Seconds for all answers; then the match is lost. No page asks for that yet: it is put in the database."""
    increment: int = 0

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, who in enumerate(self.players) if who in ("person", "guest"))

    @property
    def is_timed(self) -> bool:
        return bool(self.turn or self.bank)


KINDS = (
    Kind("attack-chart", turn=5),
    Kind("attack-chart", bank=15, increment=2),
    Kind("aegis"),
    Kind("attack-chart", ("person", "random")),
    Kind("mechastellar", ("person", "random")),
)


class Round(msgspec.Struct):
    """One match, and the address at which each seat is taken."""

    match: str
    paths: dict[int, str]
    is_lost: bool = False
    """Whether somebody sits there who cannot come any more."""


class Table:
    """One table. Whoever has its first seat makes the matches; the other comes by the link."""

    def __init__(self, kind: Kind, database: str) -> None:
        self.kind = kind
        self._database = database
        self.rounds: list[Round] = []

    async def make(self, site: str, cookie: str) -> str:
        """One more match, made at this node by whoever has this cookie; their cookie from now on."""
        if self.kind.bank:
            self.rounds.append(await self._put())
            return cookie
        wanted = {
            "game": self.kind.game,
            "players": self.kind.players,
            "turn_seconds": self.kind.turn,
            "reaction_seconds": self.kind.turn,
        }
        headers = {"origin": site, "cookie": cookie}
        async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as http:
            made = await http.post(f"{site}/api/matches", json=wanted, headers=headers)
        if made.status_code != 201:
            raise OSError(f"{made.status_code} {made.text}")
        card = msgspec.json.decode(made.content, type=MatchCard)
        self.rounds.append(Round(card.id, dict(map(path_of, card.links))))
        return str(made.headers.get("set-cookie", cookie)).partition(";")[0]

    async def _put(self) -> Round:
        """A match with a bank of time, to both seats of which somebody is invited."""
        kind = self.kind
        async with asyncio.timeout(PATIENCE), Database(self._database, size=2) as store:
            record, seating = opened(NewMatch(kind.game, ("person", "person")), ())
            seating = replace(seating, bank_seconds=kind.bank, increment_seconds=kind.increment)
            match, node = new_name(kind.game), Node(store, Near(), Thinkers(), bots=0)
            sittings = Sittings(store)
            await sittings.put(MatchSitting(match, "", seating), kind.seats)
            try:
                await node.begin(match, record, seating, {})
            finally:
                await node.stop()
            tokens = await sittings.invited(match)
        return Round(
            match, {seat: f"/ws/{match}/{seat}?token={token}" for seat, token in tokens.items()}
        )


def path_of(link: str) -> tuple[int, str]:
    """The seat that a link leads to, and the address of its socket.

    >>> path_of("/table?token=abc#/match/aegis-1/1")
    (1, '/ws/aegis-1/1?token=abc')
    """
    parts = urlsplit(link)
    path = parts.fragment.removeprefix("/match/")
    query = f"?{parts.query}" if parts.query else ""
    return int(path.rpartition("/")[2]), f"/ws/{path}{query}"
