"""Two matches at a real site that differ only in what somebody may not know, lived through side by side.

The same is said at both. What the viewer's page is sent, and what watchers' pages are at this node and at
another, has to be the same to the byte and in the same order, until the table itself shows the viewer in
which of the two it sits; and so has everything that can be asked by the addresses of the site.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from time import monotonic
from typing import Any

import httpx
import msgspec

from gattai.kernel.position import GamePosition
from gattai.kernel.question import Choose, Together
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text.snapshot import position_text
from gattai.server.online.store.pool import Database
from gattai.server.table.thinking import pause_of
from tests.laws.worlds import Viewer, learnt_by
from tests.online.secrecy.looks import patiently, told
from tests.online.secrecy.mirror import Mirror
from tests.online.secrecy.pages import PATIENCE, Page, sitting

ANSWERS = 6
"""So many answers the two are played on."""
ASKS = 0.5
"""How often something is asked before the next answer."""
LOOKS = 0.6
"""In how many pairs all addresses are asked, once."""


class Told(AssertionError):
    """Somebody can tell the two matches apart."""


class Club:
    """A site of some nodes, and its guests: the same people sit at both matches."""

    def __init__(self, origins: Sequence[str], database: Database) -> None:
        self.origins = [*origins]
        self.database = database
        self.guests: list[httpx.AsyncClient] = []
        self.stranger = self._client()

    def _client(self) -> httpx.AsyncClient:
        origin = self.origins[0]
        return httpx.AsyncClient(
            base_url=origin,
            headers={"origin": origin},
            timeout=PATIENCE,
            trust_env=False,
            limits=httpx.Limits(keepalive_expiry=1.0),  # before a node closes what is idle
        )

    async def guest(self, number: int) -> httpx.AsyncClient:
        """Whoever sits on this seat."""
        while len(self.guests) <= number:
            client = self._client()
            assert (await patiently(client, "POST", "/api/guest")).status_code == 200
            self.guests.append(client)
        return self.guests[number]

    async def closes(self) -> None:
        """Everybody goes."""
        for client in (*self.guests, self.stranger):
            await client.aclose()


def cookie_of(client: httpx.AsyncClient) -> str:
    """What a browser sends with a socket."""
    return "; ".join(f"{each.name}={each.value}" for each in client.cookies.jar)


class Twin:
    """One of the two: its match, those who play it, and the pages that are looked at."""

    def __init__(self, club: Club, viewer: Viewer) -> None:
        self.club = club
        self.viewer = viewer
        self.id = ""
        self.mirror: Mirror
        self.seats: dict[int, Page] = {}
        self.watched: list[Page] = []
        """The viewer's second page, and those of watchers here and at another node."""
        self.looked: list[str] = []

    async def opens(
        self,
        stack: AsyncExitStack,
        rules: AnyRuleset,
        position: GamePosition[Any],
        bots: dict[int, str],
        seconds: int,
    ) -> None:
        """A match that begins there; all come who are no bots, then those whose pages are looked at."""
        club, count = self.club, len(rules.seats)
        maker = await club.guest(count)
        made = await patiently(
            maker,
            "POST",
            "/api/matches",
            json={
                "game": rules.name,
                "players": [bots.get(seat, "guest") for seat in range(count)],
                "position": position_text(rules, position),
                "reaction_seconds": seconds,
                "turn_seconds": seconds,
            },
        )
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        for link in made.json()["links"]:
            before, _, path = link.partition("#/match/")
            seat = int(path.rpartition("/")[2])
            address = f"/ws/{path}?token={before.partition('token=')[2]}"
            cookie = cookie_of(await club.guest(seat))
            page = await stack.enter_async_context(
                sitting(club.origins[0], address, self.id, cookie)
            )
            await page.is_shown()
            self.seats[seat] = page
        self.mirror = await Mirror(club.database, self.id).begin()

    async def is_watched(self, stack: AsyncExitStack) -> None:
        """Now that everybody has sat down and is named, those come whose pages are looked at."""
        club = self.club
        where: list[tuple[str, str, str]] = [(club.origins[0], "watch", "")]
        if self.viewer is not None:
            cookie = cookie_of(await club.guest(self.viewer))
            where.insert(0, (club.origins[0], str(self.viewer), cookie))
        where += [(origin, "watch", "") for origin in club.origins[1:]]
        for origin, seat, cookie in where:
            page = await stack.enter_async_context(
                sitting(origin, f"/ws/{self.id}/{seat}", self.id, cookie)
            )
            await page.is_shown()
            self.watched.append(page)

    async def settles(self) -> None:
        """Until everything that was said has reached everybody, here and at other nodes."""
        for page in (*self.seats.values(), *self.watched):
            await page.fence()
        wanted = self._near.counts["scene"]
        for far in self.watched[len(self.watched) - len(self.club.origins) + 1 :]:
            await far.hears("scene", wanted)
            await far.fence()
        # What a page has heard was written before: the journal, looked at afterwards, knows all of it.
        for page in self.watched:
            page.mark()
        await self.mirror.look()

    @property
    def _near(self) -> Page:
        """A watcher's page where the others sit."""
        return self.watched[len(self.watched) - len(self.club.origins)]

    async def looks(self, club: Club) -> None:
        """Ask everything that can be asked, as a stranger and as the viewer."""
        self.looked += await told(club.stranger, self.id)
        if self.viewer is not None:
            self.looked += await told(await club.guest(self.viewer), self.id)

    async def says(self, seat: int, kind: str, **fields: Any) -> None:
        """A player's first page says something."""
        await self.seats[seat].says(kind, **fields)
        await self.settles()

    @property
    def number(self) -> int:
        return self.mirror.record.count + 1

    @property
    def epoch(self) -> int:
        return int(self._near.shown["epoch"])


class Twins:
    """A pair, as far as it goes."""

    def __init__(
        self, club: Club, rules: AnyRuleset, viewer: Viewer, rng: random.Random, count: Counter[str]
    ) -> None:
        self.club = club
        self.rules = rules
        self.viewer = viewer
        self.rng = rng
        self.count = count
        self.both = (Twin(club, viewer), Twin(club, viewer))
        self.bots: dict[int, str] = {}
        self._looks_at = rng.randrange(ANSWERS) if rng.random() < LOOKS else -1

    async def live(self, one: GamePosition[Any], other: GamePosition[Any], bot: str = "") -> None:
        """Begin both, play them on, and leave. `Told` if somebody can tell them apart.

        With a bot, it sits wherever the viewer does not; only a viewer who plays has such a pair.
        """
        self.bots = {
            seat: bot for seat in range(len(self.rules.seats)) if bot and seat != self.viewer
        }
        seconds = self.rng.choice((0, 600))
        async with AsyncExitStack() as stack:
            for twin, position in zip(self.both, (one, other), strict=True):
                await twin.opens(stack, self.rules, position, self.bots, seconds)
            for twin in self.both:
                for page in twin.seats.values():
                    await page.sees_all()
            if await self._bots_rest():
                for twin in self.both:
                    await twin.is_watched(stack)
                    await twin.settles()
                for turn in range(ANSWERS):
                    if not await self._goes_on(turn):
                        break
            await self._comes_to_rest()

    async def _goes_on(self, turn: int) -> bool:
        """One thing more is said at both; whether there is more to say."""
        rng = self.rng
        self._compare()
        before = len(self.both[0].mirror.record.past)
        if any(seat in self.bots for seat in self.both[0].mirror.record.step.waiting):
            return await self._bots_answer(before)
        if rng.random() < ASKS:
            await self._asks()
            self._compare()
        if turn == self._looks_at:
            for twin in self.both:
                await twin.looks(self.club)
            self._compare()
        if rng.random() < 0.15 and before and not self.bots:
            await self._takes_back()
        elif not await self._answers():
            return False
        self.count["things said"] += 1
        if (self.bots and self._chose_otherwise(before)) or self._have_parted(before):
            return False
        self._compare()
        return bool(self.both[0].mirror.record.step.waiting)

    # What is said

    async def _bots_rest(self) -> bool:
        """Until no bot is asked, for pages are to be opened at the same moment of both; whether they are still one."""
        seen, until = -1, monotonic() + PATIENCE
        while True:
            for twin in self.both:
                await twin.mirror.look()
                self._in_time(twin)
            if (now := sum(twin.number for twin in self.both)) != seen:
                seen, until = now, monotonic() + PATIENCE
                if (self.bots and self._chose_otherwise(0)) or self._have_parted(0):
                    return False
            waiting = {seat for twin in self.both for seat in twin.mirror.record.step.waiting}
            if not waiting & self.bots.keys():
                return True
            assert monotonic() < until, "a bot that was asked has said nothing"
            await asyncio.sleep(0.02)

    async def _bots_answer(self, before: int) -> bool:
        """Those who are bots have answered at both, at their own time; whether there is more to say."""
        now = self.both[0].number
        for twin in self.both:
            begun = monotonic()
            while twin.number <= now:
                await asyncio.sleep(0.02)
                assert monotonic() - begun < PATIENCE, "a bot that was asked has said nothing"
                await twin.mirror.look()
        for twin in self.both:
            self._in_time(twin)
        if self._chose_otherwise(before) or self._have_parted(before):
            return False
        for twin in self.both:
            await twin.settles()
        if self._chose_otherwise(before) or self._have_parted(before):
            return False  # they went on meanwhile
        self._compare()
        return bool(self.both[0].mirror.record.step.waiting)

    def _in_time(self, twin: Twin) -> None:
        """Every answer of a bot has come at its beat; on a crowded machine perhaps at a later one."""
        bots = {self.rules.seats[seat]: pause_of(bot) for seat, bot in self.bots.items()}
        for who, wait in twin.mirror.waits:
            if who in bots:
                self.count["answers of bots"] += 1
                self.count["answers of bots at the first beat"] += wait < 2 * bots[who]
                if wait < 0.98 * bots[who]:
                    raise Told(f"a bot has answered after {wait:.3f} s: that tells how it thought")
        twin.mirror.waits.clear()

    def _chose_otherwise(self, before: int) -> bool:
        """Whether a bot has openly done something else: it knows its hand."""
        for one, other in zip(
            *(twin.mirror.record.entries[before:] for twin in self.both), strict=False
        ):
            if (one.who, one.text) != (other.who, other.text):
                self.count["pairs that a bot told apart"] += 1
                return True
        return False

    async def _answers(self) -> bool:
        """Somebody who is asked answers; the same at both unless it is a secret."""
        waiting = self.both[0].mirror.record.step.waiting
        if not waiting or waiting != self.both[1].mirror.record.step.waiting:
            assert not waiting, "at one of them others are asked"
            return False
        seat = self.rng.choice(waiting)
        offers = [twin.seats[seat].options for twin in self.both]
        in_both = [text for text in offers[0] if text in offers[1]]
        if seat == self.viewer or not self._is_secret():
            if not in_both:
                return False
            texts = [self.rng.choice(in_both)] * 2
        else:
            texts = [self.rng.choice(offer) for offer in offers]
        for twin, text in zip(self.both, texts, strict=True):
            await twin.says(seat, "answer", number=twin.number, text=text, epoch=twin.epoch)
        return True

    def _is_secret(self) -> bool:
        question = self.both[0].mirror.record.question
        return isinstance(question, Together) or (isinstance(question, Choose) and question.secret)

    async def _asks(self) -> None:
        """The viewer's second page asks for odds, a preview, what a piece could do; and answers what it may not."""
        rng, one = self.rng, self.both[0]
        seat = rng.choice([*one.seats])
        scene = one.seats[seat].shown["scene"]  # one may guess at what another sees
        texts = one.seats[seat].options
        pieces = [piece["id"] for piece in scene["pieces"]]
        pieces += [held["id"] for zone in scene["zones"] for held in zone["cards"]]
        text, piece = rng.choice(texts or ["end"]), rng.choice(pieces or ["nobody"])
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("odds", {"text": text}),
            ("preview", {"text": text}),
            ("about", {"actor": piece, "target": rng.choice([*pieces, None])}),
        ]
        if seat != self.viewer:
            kinds.append(("answer", {"text": text, "epoch": one.epoch}))
        kind, what = rng.choice(kinds)
        if kind == "answer" and self.viewer in one.mirror.record.step.waiting:
            return  # it would be an answer
        for twin in self.both:
            await twin.watched[0].says(kind, number=twin.number, **what)
            await twin.settles()
        self.count[f"asked for {kind}"] += 1

    async def _takes_back(self) -> None:
        seats = [*self.both[0].seats]
        seat, yes = self.rng.choice(seats), self.rng.random() < 0.6
        for twin in self.both:
            await twin.says(seat, "undo", number=twin.number)
        self._compare()
        for other in seats:
            if other != seat:
                for twin in self.both:
                    await twin.says(other, "consent", yes=yes)
        self.count["wishes to take back"] += 1

    # What is compared

    def _have_parted(self, before: int) -> bool:
        """Whether the table itself, by what its rules declare, has shown the viewer something else."""
        pasts = [twin.mirror.record.past[before:] for twin in self.both]
        learnt = learnt_by(self.rules, self.viewer, pasts[0], pasts[1])
        if learnt is not None:
            self.count["pairs that the table told apart"] += 1
        return learnt is not None

    async def _comes_to_rest(self) -> None:
        """Figures for the end."""
        self.count["pairs"] += 1
        self.count[f"pairs of {self.rules.name}"] += 1
        self.count["pairs for watchers"] += self.viewer is None
        self.count["pairs with bots"] += bool(self.bots)
        for twin in self.both:
            for page in twin.watched:
                self.count["bytes compared"] += page.bytes
                self.count["messages compared"] += sum(page.counts.values())
            self.count["bytes compared"] += sum(map(len, twin.looked))
            self.count["answers of addresses compared"] += len(twin.looked)

    def _compare(self) -> None:
        one, other = self.both
        for number, (mine, theirs) in enumerate(zip(one.watched, other.watched, strict=True)):
            is_viewer = self.viewer is not None and not number
            who = self.rules.seats[self.viewer or 0] if is_viewer else f"watcher {number}"
            # Bots go on at their own time, and perhaps otherwise: only what the journal was asked about counts.
            of_mine, of_theirs = (
                page.until_marked() if self.bots else page.everything for page in (mine, theirs)
            )
            known = min(len(of_mine.heard), len(of_theirs.heard)) if self.bots else None
            self._same(who, of_mine.heard[:known], of_theirs.heard[:known])
            if early := mine.told_early or theirs.told_early:
                raise Told(f"{who} is told how it goes: {early[:300]}")
            for lucks in zip(of_mine.luck, of_theirs.luck, strict=False):
                known = min(map(len, lucks))  # it comes when it is found
                self._same(f"{who}, by luck", lucks[0][:known], lucks[1][:known])
        known_both = [(a, b) for a, b in zip(one.looked, other.looked, strict=True) if a and b]
        self._same("who asks by addresses", [a for a, _ in known_both], [b for _, b in known_both])

    def _same(self, who: str, mine: list[str], theirs: list[str]) -> None:
        if mine == theirs:
            return
        for number, (a, b) in enumerate(zip(mine, theirs, strict=False)):
            if a != b:
                at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
                near = a[max(0, at - 150) : at + 150], b[max(0, at - 150) : at + 150]
                begins = a.partition("\n")[0][:60]
                raise Told(f"{who} can tell the two apart, by {number}, {begins}: {near}")
        rest = [*mine[len(theirs) :], *theirs[len(mine) :]]
        raise Told(f"{who} can tell the two apart: only one hears {rest[0][:300]}")


def shown(count: Counter[str]) -> str:
    """The figures, for whoever runs many."""
    return msgspec.json.encode(dict(sorted(count.items()))).decode()
