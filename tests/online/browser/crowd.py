"""A site on a lively evening: people with ratings, games that are offered and played, talk, reports."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from gattai.server.online.ratings.judging import Finished, RatedSide
from gattai.server.online.ratings.ratings import Ratings
from gattai.server.online.store.pool import Database
from tests.online.hosting import Hosted, Player, keeps_order
from tests.server.table import Page

PASSWORD = "a long sentence of my own"
GAMES = ("aegis", "mechastellar", "aristeia", "robot-empire", "attack-chart")
DAY = 86_400
AGENTS = (
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
)
STRONG = {
    "kestrel": 1640, "nadia_k": 1690, "oldhand": 1520, "rivet": 1410, "mirabel": 1590, "tinwolf": 1470,
    "sturm": 1745, "nova": 1800, "graphite": 1760, "lorenz": 1700, "fern": 1655, "bolt_7": 1500,
}  # fmt: skip
"""Who is here, and how they play."""
OFFERS = (
    ("nadia_k", {"game": "aegis", "reaction_seconds": 15, "turn_seconds": 120, "rated": True}),
    ("oldhand", {"game": "mechastellar", "rated": True}),
    ("rivet", {"game": "aegis"}),
    ("mirabel", {"game": "aristeia", "rated": True}),
    ("tinwolf", {"game": "robot-empire", "reaction_seconds": 120, "turn_seconds": 1800}),
    ("sturm", {"game": "mechastellar", "turn_seconds": 3 * DAY, "reaction_seconds": 3 * DAY}),
)
PLAYED = (
    ("aegis", "nova", "graphite"),
    ("mechastellar", "lorenz", "fern"),
    ("aristeia", "bolt_7", "rookie"),
    ("robot-empire", "graphite", "rookie"),
    ("attack-chart", "nova", "greedy"),
    ("aegis", "fern", "rookie"),
)
TALK = (
    ("sturm", "Anybody for a slow MechaStellar? Three days a turn."),
    ("mirabel", "well played, oldhand"),
    ("oldhand", "Those dice were all yours."),
    ("rivet", "New here: is A.E.G.I.S. a good first one?"),
    ("nadia_k", "It is. Learn on Games, then join me, I go easy."),
)


class Crowd:
    """The people of a site, logged in, and what they have open."""

    def __init__(self, database: str, site: Hosted) -> None:
        self.database = database
        self.site = site
        self.people: dict[str, Player] = {}
        self.ids: dict[str, str] = {}
        self._open = ExitStack()
        self._lines: list[ClientConnection] = []
        self._is_over = threading.Event()
        self._reading = threading.Thread(target=self._read, daemon=True)

    def comes(self, name: str) -> Player:
        """Somebody makes an account."""
        player = self.site.player()
        player.http.headers["user-agent"] = AGENTS[len(self.people) % len(AGENTS)]
        told = player.post("/api/account", {"name": name, "password": PASSWORD})
        self.people[name], self.ids[name] = player, told["person"]["id"]
        return player

    def keeps_order(self, name: str) -> Player:
        """Somebody whom the host makes a moderator."""
        player = self.people.get(name) or self.comes(name)
        keeps_order(self.database, name)
        return player

    def settles_in(self, name: str) -> None:
        """Somebody who has used their account for a while: another device, a program, a block."""
        other = self.site.player()
        other.http.headers["user-agent"] = AGENTS[1]
        other.post("/api/session", {"name": name, "password": PASSWORD})
        wanted = {"label": "my training bot", "scopes": ["read", "play"]}
        self.people[name].post("/api/me/tokens", wanted)
        self.people[name].http.put(f"/api/me/blocks/{self.ids['wrecker']}")

    def have_played(self, rounds: int = 90) -> None:
        """For two months they have met, and the better ones mostly won."""

        async def play() -> None:
            async with Database(self.database, size=1) as database:
                ratings, chance, now = Ratings(database), random.Random(7), time.time()
                for number in range(rounds):
                    pair = chance.sample(sorted(STRONG), 2)
                    if number % 3 == 0 and "kestrel" not in pair:
                        pair[0] = "kestrel"
                    ahead = STRONG[pair[0]] - STRONG[pair[1]]
                    first = chance.random() < 1 / (1 + 10 ** (-ahead / 400))
                    sides = tuple(RatedSide(self.ids[name], answers=9) for name in pair)
                    at = now - 60 * DAY * (1 - number / rounds)
                    game = GAMES[number // 3 % 3]
                    won = (0,) if first else (1,)
                    await ratings.enter(Finished(f"played-{number}", game, at, True, sides, won))

        asyncio.run(play())

    def offer(self) -> None:
        """They look for opponents, each with a page in the lobby."""
        for name, wanted in OFFERS:
            self.people[name].post("/api/seeks", wanted)
            self._listens(name)

    def talk(self) -> None:
        """A few words."""
        for name, text in TALK:
            self.people[name].post("/api/rooms/lobby", {"text": text})

    def play(self, answers: int = 10) -> None:
        """Some tables, a few turns into their games; those who play stay there."""
        for game, one, other in PLAYED:
            player, friend = self.people[one], self.people.get(other)
            card = player.makes(game, "person", "guest" if friend else other)
            pages = [self._sits(player, card["links"][0])]
            if friend:
                pages.append(self._sits(friend, card["links"][1]))
            for _ in range(answers):
                answered(*pages)
            self._lines += [page.socket for page in pages]

    def end_one(self, one: str, other: str = "random") -> None:
        """A short game to its end, for the archive."""
        card = self.people[one].makes("attack-chart", "person", other)
        with self.people[one].sits(card["links"][0]) as page:
            while not page.until_asked(120)["ending"]:
                page.answer()

    def complain(self) -> None:
        """Reports for moderators, about somebody who has spoken."""
        rude = self.people.get("wrecker") or self.comes("wrecker")
        for text in ("you all play like toasters", "rigged dice!!! this site cheats"):
            rude.post("/api/rooms/lobby", {"text": text})
        reports = (
            ("rivet", "wrecker", "Insults people in the lobby, and me after our game."),
            ("mirabel", "wrecker", "Lets the clock run whenever he loses."),
            ("fern", "bolt_7", "Left in the middle of a rated game."),
        )
        for by, about, what in reports:
            self.people[by].post("/api/reports", {"about": self.ids[about], "what": what})

    def _sits(self, player: Player, link: str) -> Page:
        return self._open.enter_context(player.sits(link))

    def _listens(self, name: str) -> None:
        self._lines.append(self._open.enter_context(self.people[name].socket("/ws/lobby")))

    def stay(self) -> None:
        """All listen from now on: who does not read is soon taken for gone."""
        self._reading.start()

    def _read(self) -> None:
        while not self._is_over.wait(0.2):
            for line in self._lines:
                with contextlib.suppress(TimeoutError, ConnectionClosed):
                    line.recv(timeout=0.01)

    def leave(self) -> None:
        """All go home."""
        self._is_over.set()
        if self._reading.is_alive():
            self._reading.join()
        self._open.close()


def answered(*pages: Page) -> None:
    """Whoever is asked answers, somewhere in the middle of what they may."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for page in pages:
            with contextlib.suppress(TimeoutError):
                page.hear(0.05)
            if page.scene.get("ending"):
                return
            ask = page.scene.get("ask")
            if ask and ask["is_mine"]:
                page.answer(len(ask["options"]) // 2)
                return


@contextlib.contextmanager
def gathered(database: str, site: Hosted) -> Iterator[Crowd]:
    """All of it, as long as it is needed; `kestrel` is whom to look as, and keeps order."""
    crowd = Crowd(database, site)
    for name in STRONG:
        crowd.comes(name)
    try:
        crowd.have_played()
        crowd.talk()
        crowd.complain()
        crowd.keeps_order("kestrel")
        crowd.settles_in("kestrel")
        crowd.end_one("kestrel")
        crowd.end_one("kestrel", "rookie")
        crowd.end_one("bolt_7")
        crowd.play()
        crowd.offer()
        crowd.stay()
        yield crowd
    finally:
        crowd.leave()
