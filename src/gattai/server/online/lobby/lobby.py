"""The lobby part of the site: find a game, watch others, chat."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec.structs import replace
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.kernel.running.committed import NO_SEED, commitment_of
from gattai.server.failures import ended
from gattai.server.messages import NewMatch
from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Person, Rank, UnknownCaller, reading
from gattai.server.online.endpoint import Endpoint, Rate
from gattai.server.online.limits import TooOften
from gattai.server.online.lobby.archive import ArchivedMatch, ArchiveQuery, Archives
from gattai.server.online.lobby.events import Events
from gattai.server.online.lobby.groups import Groups
from gattai.server.online.lobby.live import EVERY, LiveTables
from gattai.server.online.lobby.live_lobby import Listener, LobbyViews
from gattai.server.online.lobby.messages import (
    A_DAY,
    Archive,
    ArchivedGame,
    Begun,
    Changed,
    ChatMessage,
    Hall,
    Heard,
    HiddenByModerator,
    ListedPlayer,
    LiveMatch,
    MyMatch,
    Notice,
    Present,
    Say,
    Seated,
    Seek,
    SeekResult,
    SeekWanted,
    Talk,
    Turns,
    YourTurn,
)
from gattai.server.online.lobby.notices import EVERYBODY, Notices, to_person, to_room
from gattai.server.online.lobby.pairing import Pairer
from gattai.server.online.lobby.profiles import Profiles
from gattai.server.online.lobby.rooms import LOBBY, WATCHERS, Rooms, Spoken
from gattai.server.online.lobby.scoring import Scoring
from gattai.server.online.lobby.seeks import MAX_SLOW, MAX_SLOW_GUEST, Seeks, Sought, seed_in
from gattai.server.online.lobby.service.describing import (
    DescribedHall,
    HallDescriber,
    player_of,
    seen_by,
)
from gattai.server.online.lobby.service.halls import FollowedHalls
from gattai.server.online.lobby.service.leading import (
    FORGETS,
    PAIRS,
    SCORES,
    SWEEPS,
    LobbyService,
)
from gattai.server.online.people.attempts import BROKEN_OFF, Attempts, hours
from gattai.server.online.people.moderation import Moderation
from gattai.server.online.people.persons import Persons
from gattai.server.online.play.lines import OpenSockets
from gattai.server.online.play.play import PlayPart
from gattai.server.online.play.sockets import turned_away
from gattai.server.online.play.telling import card_of, link_to
from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.ratings.ratings import Ratings
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database
from gattai.server.table.opening import GUEST, opened
from gattai.server.web.answering import Forbidden

log = logging.getLogger(__name__)

HEARTBEAT = 0.5
"""Seconds between two looks for notices."""
ANY = (0, 9_999)
"""The default range of opponents' ratings."""
START = 1_500
"""The rating assumed for a player without one."""
LONGEST = 14 * A_DAY
SLOW_OFFERS = Rate(40, 24 * 60 * 60)
"""Correspondence games offered from one address per day: such an offer lasts two weeks."""
MAX_SEATS = 6


class Lobby:
    """Seeks, pairing, live games, chat and the archive."""

    def __init__(
        self,
        database: Database,
        site: Site,
        play: PlayPart,
        people: Persons,
        node: str,
        lines: OpenSockets,
    ) -> None:
        self._site = site
        self._play = play
        self._people = people
        self._lines = lines
        self._ratings = Ratings(database)
        self._leavers = Leavers(database)
        self._attempts = Attempts(database, site.settings.rates)
        self._moderation = Moderation(database)
        self.profiles = Profiles(database, people, self._ratings)
        self.scoring = Scoring(database, play.telling, self._ratings)
        self.events = Events(database)
        self.seeks = Seeks(database)
        self.groups = Groups(database)
        self.rooms = Rooms(database)
        self.archives = Archives(database, play.telling)
        self.live = LiveTables(database, node)
        self.lobby_views = LobbyViews()
        self.notices = Notices(database, self._hear)
        self.pairing = Pairer(self.seeks, play, self.notices, self._broke_off)
        self.describer = HallDescriber(
            self.seeks, self.live, play.telling, people, self._ratings, play.sittings
        )
        self.service = LobbyService(
            database,
            self.describer.hall,
            (PAIRS, self.pairing.look),
            (SCORES, self.scoring.look),
            (SWEEPS, self.seeks.sweep),
            (FORGETS, play.quota.sweep),
        )
        self.also: Callable[[], frozenset[str]] = frozenset
        """Persons who are here without a page in the lobby: connected programs."""
        self._tasks: list[asyncio.Future[None]] = []
        self._halls = FollowedHalls(database)
        self.endpoints: Sequence[Endpoint] = ()
        """The endpoints; see `addresses`."""

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """The socket of a page in the lobby."""
        return (WebSocketRoute("/ws/lobby", self.serve),)

    async def start(self) -> None:
        """Listen for notices, report live matches, and stand for election to lead the lobby."""
        rounds = ((HEARTBEAT, self._listen), (1.0, self._turns), (EVERY, self._say))
        self._tasks = [
            *(asyncio.create_task(_again(wait, work)) for wait, work in rounds),
            asyncio.create_task(self.service.run()),
        ]

    async def stop(self) -> None:
        """Tell all pages to reconnect elsewhere."""
        await ended(*self._tasks, what="a task of the lobby")
        await self.lobby_views.close(1012, "this node is stopping; reconnect")
        with contextlib.suppress(OSError):
            await self.live.leave()

    # Background tasks

    async def _listen(self) -> None:
        """Tell the pages here what is new; a node without any asks for nothing."""
        if not self.lobby_views.count:
            self._halls.forget()
            return
        await self.notices.look()
        if await self._halls.look():
            await self._tell_all()

    async def _say(self) -> None:
        tables = [*self._play.tables.open()]
        pages = sum(len(match.viewers.pages) for match in tables)
        await self.live.say(tables, self.lobby_views.count + pages)
        here = self.lobby_views.persons() | self.also()
        if here:
            await self.seeks.seen(here)

    async def _turns(self) -> None:
        """Notify people connected here of matches that have started to wait for them."""
        persons = self.lobby_views.persons()
        for person, waits in (await self.events.waiting(persons)).items():
            for each in waits:
                notice = YourTurn(each.match, link_to(each.match, each.seat), each.game)
                self._hear(to_person(person), notice)

    def _hear(self, topic: str, notice: Notice) -> None:
        """Pass a notice from any node on to the pages here that it concerns."""
        if isinstance(notice, Changed):  # for the leader
            return
        if isinstance(notice, Heard):
            self._soon(self._tell_said(topic, notice))
            return
        for listener in self.lobby_views.at(topic):
            listener.send(notice)
            if isinstance(notice, Begun | YourTurn):
                self._soon(self._tell_turns(listener))

    async def _tell_said(self, topic: str, heard: Heard) -> None:
        """Send a chat message to all listeners who have not blocked its author."""
        listeners = self.lobby_views.at(topic)
        persons = [listener.caller.id for listener in listeners]
        deaf = await self.rooms.blockers(heard.message.by.id, persons)
        for listener in listeners:
            if listener.caller.id not in deaf:
                listener.send(heard)

    def _soon(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.remove(task)
        if not task.cancelled() and (problem := task.exception()):
            log.warning("a lobby notification was not delivered", exc_info=problem)

    async def _tell_all(self) -> None:
        listeners = self.lobby_views.at(EVERYBODY)
        described = self._halls.latest
        assert described is not None
        own: dict[str, list[Seek]] = {}
        if described.is_full:  # everybody sees at least their own
            for seek in await self.describer.own({each.caller.id for each in listeners}):
                own.setdefault(seek.by.id, []).append(seek)
        for listener in listeners:
            person = listener.caller.id
            listener.send(seen_by(described.hall, person, own.get(person, ())))

    async def _tell_turns(self, listener: Listener) -> None:
        listener.send(Turns(tuple(await self.turns(listener.caller))))

    # Pages

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it disconnects; `?room=MATCH` also delivers that room's chat."""
        try:
            with self._site.places.one(address_of(socket, self._site.settings.proxies)):
                await self._serve(socket)
        except TooOften as problem:
            await turned_away(socket, problem)

    async def _serve(self, socket: WebSocket) -> None:
        try:
            caller = reading(await self._site.caller_of(socket))
        except UnknownCaller as problem:
            await socket.accept()
            await socket.close(4403, str(problem))
            return
        await socket.accept()
        crowd = self._site.settings.most_sockets
        if self._site.is_stopping or self.lobby_views.count >= crowd:
            await socket.close(1013, "too many pages are open; try again")
            return
        room = socket.query_params.get("room", LOBBY)[:100]
        try:
            await self._may_hear(room, caller)
        except (Forbidden, LookupError) as problem:
            await socket.close(4403, str(problem)[:100])
            return
        topics = {EVERYBODY, to_room(room)} if room == LOBBY else {to_room(room)}
        if caller.id:
            topics.add(to_person(caller.id))

        async def welcome(listener: Listener) -> None:
            listener.send(await self.talk(room, caller))
            if room == LOBBY:
                listener.send(await self._seen_by(caller, self._halls.latest))
                await self._tell_turns(listener)
                if caller.id:
                    await self.seeks.seen([caller.id])

        if not self.lobby_views.count:
            await self.notices.skip()
        listener = Listener(caller, frozenset(topics))
        with contextlib.suppress(WebSocketDisconnect):
            await self._lines.hold(
                socket, caller, self.lobby_views.serve(socket, listener, welcome)
            )

    # Requests

    async def hall(self, caller: Caller) -> Hall:
        """Return the current lobby."""
        return await self._seen_by(caller, None)

    async def _seen_by(self, caller: Caller, known: DescribedHall | None) -> Hall:
        described = known or await self.describer.hall()
        own = await self.describer.own([caller.id]) if caller.id else ()
        return seen_by(described.hall, caller.id, own)

    async def present(self) -> Present:
        """Return how much is going on."""
        return await self.live.count()

    async def seek(self, caller: Caller, wanted: SeekWanted) -> SeekResult:
        """Look for opponents; returns a match at once if there is one. Raises ValueError for an invalid request."""
        assert caller.person is not None
        if wanted.rated and caller.rank < Rank.ACCOUNT:
            raise Forbidden("rated games need an account")
        _check_seek(wanted)
        await self._may_play(caller)
        if wanted.seats > 2:
            wanted = replace(wanted, options={"seats": str(wanted.seats), **wanted.options})
        match = NewMatch(
            wanted.game,
            (GUEST,) * wanted.seats,
            wanted.options,
            bank_seconds=wanted.bank_seconds,
            increment_seconds=wanted.increment_seconds,
        )
        await asyncio.to_thread(opened, match, self._play.packs)
        await self._play.quota.check(
            self._site.settings, caller, slow=wanted.turn_seconds >= A_DAY, makes=True
        )
        rating = (await self._ratings.these([caller.id], wanted.game)).get(caller.id, START)
        if wanted.turn_seconds < A_DAY:
            await self.groups.leave_all(caller.id)
        most = MAX_SLOW if caller.rank >= Rank.ACCOUNT else MAX_SLOW_GUEST
        if wanted.turn_seconds >= A_DAY:
            await self._counted(caller.address)
        address = await self._play.quota.key(caller.address)
        sought = await self.seeks.put(caller.id, wanted, rating, most, address)
        found = await self.pairing.pair(sought.id, wanted.game) if wanted.seats == 2 else None
        await self.notices.put((EVERYBODY, Changed()))
        return _found(found or sought, caller.id)

    async def _may_play(self, caller: Caller) -> None:
        """Raise `TooOften` with advice if this person has left too many matches today."""
        seconds = await self._attempts.reached("break off", caller.id, BROKEN_OFF)
        if seconds is not None:
            raise TooOften(
                seconds,
                f"you have left {BROKEN_OFF.times} matches with others today before they began: "
                f"you can look for opponents again in {hours(seconds)} h; matches by link and with bots remain",
            )

    async def _counted(self, address: str) -> None:
        """Count one more correspondence offer from an address. Raises `TooOften` with advice."""
        try:
            await self._attempts.count("offer", address, SLOW_OFFERS)
        except TooOften as problem:
            raise TooOften(
                problem.seconds,
                f"{SLOW_OFFERS.times} correspondence games were offered from your address today, which is the "
                f"maximum: accept someone else's offer, or try again in {hours(problem.seconds)} h",
            ) from problem

    async def _broke_off(self, person: str) -> None:
        """Count a match that did not begin because of this person."""
        with contextlib.suppress(TooOften):
            await self._attempts.count("break off", person, BROKEN_OFF)

    async def accept(
        self, caller: Caller, id: str, seed: str = NO_SEED, digest: str = ""
    ) -> SeekResult:
        """Accept an offer and commit to a seed; by correspondence, add it. Raises LookupError if it is gone.

        With more than two players, the last one to accept gets the match, the others a waiting seek.
        """
        wanted = await self.seeks.find(id)
        if wanted is None or wanted.match is not None:
            raise LookupError("this offer has been taken or withdrawn")
        if wanted.person == caller.id:
            raise ValueError("this is your own offer")
        given = seed_in(wanted, seed, digest)
        if wanted.rated and caller.rank < Rank.ACCOUNT:
            raise Forbidden("rated games need an account")
        await self._may_play(caller)
        await self._play.quota.check(
            self._site.settings, caller, slow=wanted.turn >= A_DAY, makes=False
        )
        if wanted.seats > 2:
            found = await self.groups.join(id, caller.id, wanted.game, given)
        else:
            rating = (await self._ratings.these([caller.id], wanted.game)).get(caller.id, START)
            if not wanted.least <= rating <= wanted.most:
                raise Forbidden(f"this offer is for ratings from {wanted.least} to {wanted.most}")
            if wanted.turn < A_DAY:
                await self.groups.leave_all(caller.id)
            found = await self.seeks.accept(id, caller.id, rating, given)
        if found is None:
            raise LookupError("this offer has been taken or withdrawn")
        if found.match is None:
            await self.notices.put((EVERYBODY, Changed()))
        else:
            await self.pairing.begin(found)
        return _found(found, caller.id)

    async def seed(self, caller: Caller, id: str, seed: str, digest: str = "") -> SeekResult:
        """Commit to a seed with its `digest`, or reveal it when all have committed; by correspondence, add it.

        Returns an empty result if nobody waits for it. That is not an error: the page may be late, or another page of the
        same person was quicker.
        """
        wanted = await self.seeks.find(id)
        if wanted is None:
            return SeekResult()
        if digest or wanted.is_slow:
            found = await self.seeks.seed(id, caller.id, seed_in(wanted, seed, digest))
        else:
            found = await self.seeks.reveal(id, caller.id, seed)
            found = found or await self.groups.reveal(id, caller.id, seed)
        if found is None:
            return SeekResult()
        if found.match is not None:
            await self.pairing.begin(found)
        return _found(found, caller.id)

    async def cancel(self, caller: Caller, id: str) -> SeekResult:
        """Cancel an offer, or leave one that waits for more players."""
        gone = await self.seeks.cancel(id, caller.id) or await self.groups.leave(id, caller.id)
        if not gone and caller.person is not None and caller.rank >= Rank.MODERATOR:
            gone = await self._moderation.withdraw(id, caller.person)
        if not gone:
            raise LookupError("this offer no longer exists")
        await self.notices.put((EVERYBODY, Changed()))
        return SeekResult()

    async def turns(self, caller: Caller) -> list[MyMatch]:
        """Return my matches in progress; those that wait for me first, the most urgent of them first."""
        found = [each for each in await self._play.telling.own(caller.id) if not each.over]
        sittings = await self._play.sittings.these([each.id for each in found])
        turns = []
        for listed in found:
            own = listed.seats_of(caller.id)
            sitting = sittings.get(listed.id)
            mine = any(seat in own for seat in listed.waiting)
            left = round(listed.left) if listed.left is not None and mine else None
            days = sitting.days if sitting else 0
            turns.append(MyMatch(card_of(listed, caller.id, sitting), mine, left, days))
        longest = 10.0 * LONGEST
        return sorted(turns, key=lambda t: (not t.is_mine, longest if t.left is None else t.left))

    async def playing(self, most: int) -> list[LiveMatch]:
        """Return matches in progress."""
        return await self.describer.playing(most)

    async def seated(self, match: str) -> Seated:
        """Return the players of a match."""
        listed = await self._play.telling.one(match)
        sitting = await self._play.sittings.of(match)
        away = [] if listed.over else sorted(await self._leavers.since(match))
        rated = sitting is not None and sitting.is_rated
        commitment = commitment_of(listed.header.dice)
        dice = commitment.line() if commitment else ""
        return Seated(await self.describer.players(listed), rated, tuple(away), dice)

    async def archive(self, wanted: ArchiveQuery) -> Archive:
        """Return a page of the archive."""
        matches, following = await self.archives.page(wanted)
        return Archive(tuple([await self._game(each) for each in matches]), following)

    async def _game(self, archived: ArchivedMatch) -> ArchivedGame:
        listed = archived.listed
        card = card_of(listed, "")
        return ArchivedGame(
            card,
            await self.describer.players(listed),
            listed.winners,
            archived.ended,
            archived.rated,
        )

    # Chat

    async def talk(self, room: str, caller: Caller) -> Talk:
        """Return recent messages of a room. Raises `Forbidden` if the caller may not read them."""
        await self._may_hear(room, caller)
        spoken = await self.rooms.last(room, caller.id)
        people = await self._people.these({each.person for each in spoken})
        return Talk(room, tuple(_chat_message(each, people) for each in spoken))

    async def say(self, caller: Caller, room: str, say: Say) -> ChatMessage:
        """Post a message to all listeners who have not blocked its author."""
        person = caller.person
        assert person is not None
        if person.is_muted:
            raise Forbidden("a moderator has muted you")
        if room.endswith(WATCHERS):
            await self._may_hear(room, caller)
        elif room != LOBBY:
            listed = await self._play.telling.one(room)
            if not listed.seats_of(caller.id):
                raise Forbidden("only the players may write here")
        spoken = await self.rooms.say(room, caller.id, say.text)
        message = _chat_message(spoken, {caller.id: person})
        await self.notices.put((to_room(room), Heard(message)))
        return message

    async def _may_hear(self, room: str, caller: Caller) -> None:
        """Keep spectators' messages from the players until the match is over."""
        if room.endswith(WATCHERS):
            listed = await self._play.telling.one(room.removesuffix(WATCHERS))
            if listed.seats_of(caller.id) and not listed.over:
                raise Forbidden("players see the spectators' chat when the match is over")

    async def hide(self, caller: Caller, number: int) -> HiddenByModerator:
        """Remove a chat message as a moderator."""
        room = await self.rooms.hide(number, caller.id)
        if room is None:
            raise LookupError("no such message")
        hidden = HiddenByModerator(room, number)
        await self.notices.put((to_room(room), hidden))
        return hidden


def _check_seek(wanted: SeekWanted) -> None:
    """Raise ValueError if this cannot be offered."""
    if not (0 <= wanted.reaction_seconds <= LONGEST and 10 <= wanted.turn_seconds <= LONGEST):
        raise ValueError("the time for a turn must be 10 seconds to 14 days")
    if wanted.least > wanted.most:
        raise ValueError("no rating lies within these bounds")
    if not 2 <= wanted.seats <= MAX_SEATS:
        raise ValueError(f"a game can be offered to 2 to {MAX_SEATS} players, not {wanted.seats}")
    if wanted.seats > 2 and (wanted.quick or (wanted.least, wanted.most) != ANY):
        raise ValueError("offers for more than two players cannot be limited by rating")
    if wanted.bank_seconds and wanted.turn_seconds >= A_DAY:
        raise ValueError(
            "a time bank is for matches in one sitting: set the turn to less than a day"
        )


def _found(sought: Sought, person: str) -> SeekResult:
    """Return the result of a request: a match if nobody and nothing is waited for any more."""
    if sought.match is None or sought.awaited:
        return SeekResult(
            sought.id,
            commitment=sought.commitment,
            seed=sought.seed_of(person),
            digests=sought.digests,
        )
    seat = sought.persons.index(person)
    link = link_to(sought.match, seat)
    return SeekResult(match=sought.match, link=link, seed=sought.seed_of(person))


def _chat_message(spoken: Spoken, people: Mapping[str, Person]) -> ChatMessage:
    who = people.get(spoken.person)
    by = player_of(who) if who is not None else ListedPlayer(spoken.person, "somebody who left")
    return ChatMessage(spoken.number, spoken.room, by, spoken.body, round(spoken.ago))


async def _again(wait: float, work: Callable[[], Awaitable[None]]) -> None:
    """Repeat something; errors are logged and it is tried again next time."""
    while True:
        try:
            await work()
        except OSError:
            pass  # the database is away; it comes back
        except Exception:
            log.exception("a background task of the lobby failed")
        await asyncio.sleep(wait)
