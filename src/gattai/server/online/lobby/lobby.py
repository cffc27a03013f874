"""The part of the site where people find a game, see what others play, and talk."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec.structs import replace
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gattai.kernel.running.committed import NO_SEED, commitment_of
from gattai.server.messages import MatchCard, NewMatch
from gattai.server.online.address import address_of
from gattai.server.online.caller import Caller, Person, Rank, Unknown, reading
from gattai.server.online.endpoint import Endpoint, Rate
from gattai.server.online.limits import TooOften
from gattai.server.online.lobby.archive import Archives, Kept, Wanted
from gattai.server.online.lobby.events import Events
from gattai.server.online.lobby.gatherings import Gatherings
from gattai.server.online.lobby.halls import Halls, Listener
from gattai.server.online.lobby.live import EVERY, Live
from gattai.server.online.lobby.messages import (
    A_DAY,
    Archive,
    Begun,
    Changed,
    Found,
    Game,
    Hall,
    Heard,
    Hidden,
    LiveMatch,
    Notice,
    Player,
    Present,
    Said,
    Say,
    Seated,
    Seek,
    SeekWanted,
    Talk,
    Turn,
    Turns,
    YourTurn,
)
from gattai.server.online.lobby.notices import EVERYBODY, Notices, to_person, to_room
from gattai.server.online.lobby.pairing import Pairing
from gattai.server.online.lobby.profiles import Profiles
from gattai.server.online.lobby.rooms import LOBBY, WATCHERS, Rooms, Spoken
from gattai.server.online.lobby.scoring import Scoring
from gattai.server.online.lobby.seeks import MOST_SLOW, MOST_SLOW_GUEST, Seeks, Sought
from gattai.server.online.people.attempts import Attempts
from gattai.server.online.people.moderation import Moderation
from gattai.server.online.people.persons import Persons
from gattai.server.online.play.lines import Lines
from gattai.server.online.play.play import Play
from gattai.server.online.play.sockets import turned_away
from gattai.server.online.play.telling import Told, card_of, link_to
from gattai.server.online.ratings.absences import Absences
from gattai.server.online.ratings.ratings import Ratings
from gattai.server.online.site import Site
from gattai.server.online.store.pool import Database
from gattai.server.table.opening import GUEST, opened
from gattai.server.web.answering import Forbidden

log = logging.getLogger(__name__)

BEAT, SWEEP = 0.5, 60.0
"""Seconds between two looks at what was told, and between two times that old things are thrown away."""
ANY = (0, 9_999)
"""The ratings that are met by whoever says nothing else."""
START = 1_500
"""What somebody is taken for who has no rating."""
MOST_LIVE = 12
LONGEST = 14 * A_DAY
SLOW_OFFERS = Rate(40, 24 * 60 * 60)
"""Games by correspondence that may be offered from one address: such an offer stands for two weeks."""
MOST_SEATS = 6


class Lobby:
    """Seeks, pairing, live games, talk and archive."""

    def __init__(
        self,
        database: Database,
        site: Site,
        play: Play,
        people: Persons,
        node: str,
        lines: Lines,
    ) -> None:
        self._site = site
        self._play = play
        self._people = people
        self._lines = lines
        self._ratings = Ratings(database)
        self._absences = Absences(database)
        self._attempts = Attempts(database, site.settings.rates)
        self._moderation = Moderation(database)
        self.profiles = Profiles(database, people, self._ratings)
        self.scoring = Scoring(database, play.telling, self._ratings)
        self.events = Events(database)
        self.seeks = Seeks(database)
        self.gatherings = Gatherings(database)
        self.rooms = Rooms(database)
        self.archives = Archives(database, play.telling)
        self.live = Live(database, node)
        self.halls = Halls()
        self.notices = Notices(database, self._hear)
        self.pairing = Pairing(self.seeks, play, self.notices)
        self.also: Callable[[], frozenset[str]] = frozenset
        """Who is here besides those with a page in the lobby: programs that play."""
        self._tasks: list[asyncio.Future[None]] = []
        self._hall: Hall | None = None
        self._seen: tuple[Sought, ...] = ()
        self._stale = True
        self.endpoints: Sequence[Endpoint] = ()
        """Its addresses; see `addresses`."""

    @property
    def routes(self) -> tuple[BaseRoute, ...]:
        """The address of a page in the lobby."""
        return (WebSocketRoute("/ws/lobby", self.serve),)

    async def start(self) -> None:
        """Begin to pair, to hear and to say what is played here."""
        rounds = (
            (BEAT, self._listen),
            (1.0, self.pairing.look),
            (1.0, self._turns),
            (2.0, self.scoring.look),
            (EVERY, self._say),
            (SWEEP, self._sweep),
        )
        self._tasks = [asyncio.create_task(_again(wait, work)) for wait, work in rounds]

    async def stop(self) -> None:
        """Tell all pages to come back elsewhere."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.halls.close(1012, "this node stops; come back")
        with contextlib.suppress(OSError):
            await self.live.leave()

    # What goes on beside the answers

    async def _listen(self) -> None:
        await self.notices.look()
        if self._stale and self.halls.count:
            await self._tell_all()

    async def _say(self) -> None:
        tables = [*self._play.tables.open()]
        pages = sum(len(match.pages) for match in tables)
        await self.live.say(tables, self.halls.count + pages)
        here = self.halls.persons() | self.also()
        if here:
            await self.seeks.seen(here)
        self._stale = True

    async def _turns(self) -> None:
        """Tell those who listen here which of their matches wait for them since the last look."""
        persons = self.halls.persons()
        for person, waits in (await self.events.waiting(persons)).items():
            for each in waits:
                notice = YourTurn(each.match, link_to(each.match, each.seat), each.game)
                self._hear(to_person(person), notice)

    async def _sweep(self) -> None:
        await self.seeks.sweep()
        await self.notices.sweep()

    def _hear(self, topic: str, notice: Notice) -> None:
        """Something was told at some node: it goes on to the pages here that it concerns."""
        if isinstance(notice, Changed):
            self._stale = True
            return
        if isinstance(notice, Heard):
            self._soon(self._tell_said(topic, notice))
            return
        for listener in self.halls.at(topic):
            listener.send(notice)
            if isinstance(notice, Begun | YourTurn):
                self._soon(self._tell_turns(listener))

    async def _tell_said(self, topic: str, heard: Heard) -> None:
        """What somebody said goes to all who listen and have not blocked them."""
        listeners = self.halls.at(topic)
        persons = [listener.caller.id for listener in listeners]
        deaf = await self.rooms.blockers(heard.said.by.id, persons)
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
            log.warning("somebody in the lobby was not told: %r", problem)

    async def _tell_all(self) -> None:
        self._stale = False
        before = self._hall
        await self._look()
        if self._hall == before:
            return
        for listener in self.halls.at(EVERYBODY):
            listener.send(self._hall_for(listener.caller))

    async def _look(self) -> None:
        sought = await self.seeks.all()
        people = await self._people.these({who for each in sought for who in each.persons})
        seeks = [self._seek(each, people) for each in sought]
        self._hall = Hall(
            tuple(seek for seek in seeks if seek is not None),
            tuple(await self.playing()),
            await self.live.count(),
        )

    def _hall_for(self, caller: Caller) -> Hall:
        """The lobby as one person sees it: their own seeks are marked as such."""
        assert self._hall is not None
        hall = self._hall
        seeks = tuple(_marked(seek, caller.id) for seek in hall.seeks)
        return Hall(seeks, hall.live, hall.here)

    def _seek(self, sought: Sought, people: Mapping[str, Person]) -> Seek | None:
        who = people.get(sought.person)
        if who is None:
            return None
        return Seek(
            sought.id,
            _player(who, sought.rating),
            sought.game,
            sought.options,
            sought.reaction,
            sought.turn,
            sought.rated,
            sought.least if sought.seats == 2 else 0,
            sought.most if sought.seats == 2 else 9_999,
            round(sought.ago / 10) * 10,
            quick=sought.quick,
            commitment=sought.commitment,
            seats=sought.seats,
            joined=tuple(_player(people[each]) for each in sought.joined if each in people),
            bank_seconds=sought.bank,
            increment_seconds=sought.increment,
        )

    async def _tell_turns(self, listener: Listener) -> None:
        listener.send(Turns(tuple(await self.turns(listener.caller))))

    # A page in the lobby

    async def serve(self, socket: WebSocket) -> None:
        """One page, until it goes; `?room=MATCH` hears what is said there too."""
        try:
            with self._site.places.one(address_of(socket, self._site.settings.proxies)):
                await self._serve(socket)
        except TooOften as problem:
            await turned_away(socket, problem)

    async def _serve(self, socket: WebSocket) -> None:
        try:
            caller = reading(await self._site.caller_of(socket))
        except Unknown as problem:
            await socket.accept()
            await socket.close(4403, str(problem))
            return
        await socket.accept()
        crowd = self._site.settings.most_sockets
        if self._site.is_stopping or self.halls.count >= crowd:
            await socket.close(1013, "too many pages are open here just now; come back")
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
                if self._hall is None:
                    await self._look()
                listener.send(self._hall_for(caller))
                await self._tell_turns(listener)
                if caller.id:
                    await self.seeks.seen([caller.id])

        listener = Listener(caller, frozenset(topics))
        with contextlib.suppress(WebSocketDisconnect):
            await self._lines.hold(socket, caller, self.halls.serve(socket, listener, welcome))

    # What is asked for

    async def hall(self, caller: Caller) -> Hall:
        """The lobby now."""
        await self._look()
        return self._hall_for(caller)

    async def present(self) -> Present:
        """How much is going on."""
        return await self.live.count()

    async def seek(self, caller: Caller, wanted: SeekWanted) -> Found:
        """Look for somebody; at once, if there is somebody. ValueError says what cannot be."""
        assert caller.person is not None
        if wanted.rated and caller.rank < Rank.ACCOUNT:
            raise Forbidden("rated games are for those who have an account")
        if not (0 <= wanted.reaction_seconds <= LONGEST and 10 <= wanted.turn_seconds <= LONGEST):
            raise ValueError("a turn has 10 seconds at least, and nothing more than 14 days")
        if wanted.least > wanted.most:
            raise ValueError("nobody has a rating within those bounds")
        if not 2 <= wanted.seats <= MOST_SEATS:
            raise ValueError(
                f"a game is offered to 2 to {MOST_SEATS} players, not to {wanted.seats}"
            )
        if wanted.seats > 2 and (wanted.quick or (wanted.least, wanted.most) != ANY):
            raise ValueError(
                "where more than two play nobody is chosen by rating: whoever comes is in"
            )
        if wanted.bank_seconds and wanted.turn_seconds >= A_DAY:
            raise ValueError(
                "a bank of time is for matches in one sitting: say less than a day a turn"
            )
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
        rating = (await self._ratings.these([caller.id], wanted.game)).get(caller.id, START)
        if wanted.turn_seconds < A_DAY:
            await self.gatherings.leave_all(caller.id)
        most = MOST_SLOW if caller.rank >= Rank.ACCOUNT else MOST_SLOW_GUEST
        if wanted.turn_seconds >= A_DAY:
            await self._counted(caller.address)
        sought = await self.seeks.put(caller.id, wanted, rating, most)
        found = await self.pairing.pair(sought.id, wanted.game) if wanted.seats == 2 else None
        await self.notices.put((EVERYBODY, Changed()))
        return _found(found or sought, caller.id)

    async def _counted(self, address: str) -> None:
        """Count one more game by correspondence that is offered from an address. `TooOften` says how to go on."""
        try:
            await self._attempts.count("offer", address, SLOW_OFFERS)
        except TooOften as problem:
            hours = math.ceil(problem.seconds / 3600)
            raise TooOften(
                problem.seconds,
                f"{SLOW_OFFERS.times} games by correspondence were offered from your address today, as many as "
                f"may be: take up one that others offer, or try again in {hours} h",
            ) from problem

    async def accept(self, caller: Caller, id: str, seed: str = NO_SEED) -> Found:
        """Take up what somebody offers, and add a seed to its dice. LookupError if it is gone.

        Where more than two play it is a match with the last who comes, and a seek that waits before.
        """
        wanted = await self.seeks.find(id)
        if wanted is None or wanted.match is not None:
            raise LookupError("somebody else was quicker, or it is not offered any more")
        if wanted.person == caller.id:
            raise ValueError("this is your own")
        if wanted.rated and caller.rank < Rank.ACCOUNT:
            raise Forbidden("rated games are for those who have an account")
        if wanted.seats > 2:
            found = await self.gatherings.join(id, caller.id, wanted.game, seed)
        else:
            rating = (await self._ratings.these([caller.id], wanted.game)).get(caller.id, START)
            if not wanted.least <= rating <= wanted.most:
                raise Forbidden(f"offered to ratings from {wanted.least} to {wanted.most}")
            if wanted.turn < A_DAY:
                await self.gatherings.leave_all(caller.id)
            found = await self.seeks.accept(id, caller.id, rating, seed)
        if found is None:
            raise LookupError("somebody else was quicker, or it is not offered any more")
        if found.match is None:
            await self.notices.put((EVERYBODY, Changed()))
        else:
            await self.pairing.begin(found)
        return _found(found, caller.id)

    async def seed(self, caller: Caller, id: str, seed: str) -> Found:
        """Add a seed to dice, knowing what they are committed to; nothing is found where none is waited for.

        That is no mistake of a page: it may be told late, or another page of the same person was quicker.
        """
        found = await self.seeks.seed(id, caller.id, seed)
        if found is None:
            return Found()
        if found.match is not None:
            await self.pairing.begin(found)
        return _found(found, caller.id)

    async def cancel(self, caller: Caller, id: str) -> Found:
        """Look for nobody any more, or leave those who wait for more to come."""
        gone = await self.seeks.cancel(id, caller.id) or await self.gatherings.leave(id, caller.id)
        if not gone and caller.person is not None and caller.rank >= Rank.MODERATOR:
            gone = await self._moderation.withdraw(id, caller.person)
        if not gone:
            raise LookupError("that is not offered any more")
        await self.notices.put((EVERYBODY, Changed()))
        return Found()

    async def turns(self, caller: Caller) -> list[Turn]:
        """My matches that are not over; those that wait for me first, the most pressing of them first."""
        found = [each for each in await self._play.telling.own(caller.id) if not each.over]
        sittings = await self._play.sittings.these([each.id for each in found])
        turns = []
        for told in found:
            own = told.seats_of(caller.id)
            sitting = sittings.get(told.id)
            mine = any(seat in own for seat in told.waiting)
            left = round(told.left) if told.left is not None and mine else None
            days = sitting.days if sitting else 0
            turns.append(Turn(card_of(told, caller.id, sitting), mine, left, days))
        longest = 10.0 * LONGEST
        return sorted(turns, key=lambda t: (not t.is_mine, longest if t.left is None else t.left))

    async def playing(self, most: int = MOST_LIVE) -> list[LiveMatch]:
        """What is played now."""
        playing = await self.live.list(most)
        watchers = {each.match: each.watchers for each in playing}
        told = await self._play.telling.these([each.match for each in playing])
        sittings = await self._play.sittings.these([*watchers])
        found = []
        for each in told:
            sitting = sittings.get(each.id)
            rated = sitting is not None and sitting.is_rated
            players = await self._players(each)
            card = card_of(each, "", sitting)
            found.append(LiveMatch(_steady(card), watchers[each.id], players, rated))
        return found

    async def _players(self, told: Told) -> tuple[Player | None, ...]:
        people = await self._people.these(told.seats.values())
        ratings = await self._ratings.these(told.seats.values(), told.game)
        return tuple(
            _player(people[told.seats[seat]], ratings.get(told.seats[seat]))
            if told.seats.get(seat) in people
            else None
            for seat in range(len(told.setting.players))
        )

    async def seated(self, match: str) -> Seated:
        """Who sits at a match."""
        told = await self._play.telling.one(match)
        sitting = await self._play.sittings.of(match)
        away = [] if told.over else sorted(await self._absences.since(match))
        rated = sitting is not None and sitting.is_rated
        commitment = commitment_of(told.setting.dice)
        dice = commitment.line() if commitment else ""
        return Seated(await self._players(told), rated, tuple(away), dice)

    async def archive(self, wanted: Wanted) -> Archive:
        """A page of what was played."""
        kept, following = await self.archives.page(wanted)
        return Archive(tuple([await self._game(each) for each in kept]), following)

    async def _game(self, kept: Kept) -> Game:
        told = kept.told
        card = card_of(told, "")
        return Game(card, await self._players(told), told.winners, kept.ended, kept.rated)

    # What is said

    async def talk(self, room: str, caller: Caller) -> Talk:
        """What was said last in a room. `Forbidden` for whoever is not meant to hear it."""
        await self._may_hear(room, caller)
        spoken = await self.rooms.last(room, caller.id)
        people = await self._people.these({each.person for each in spoken})
        return Talk(room, tuple(_said(each, people) for each in spoken))

    async def say(self, caller: Caller, room: str, say: Say) -> Said:
        """Say something, to all who listen there and have not blocked the speaker."""
        person = caller.person
        assert person is not None
        if person.is_muted:
            raise Forbidden("a moderator has muted you for a while")
        if room.endswith(WATCHERS):
            await self._may_hear(room, caller)
        elif room != LOBBY:
            told = await self._play.telling.one(room)
            if not told.seats_of(caller.id):
                raise Forbidden("at a match its players talk")
        spoken = await self.rooms.say(room, caller.id, say.text)
        said = _said(spoken, {caller.id: person})
        await self.notices.put((to_room(room), Heard(said)))
        return said

    async def _may_hear(self, room: str, caller: Caller) -> None:
        """Who plays does not hear what those say who watch, until it is over."""
        if room.endswith(WATCHERS):
            told = await self._play.telling.one(room.removesuffix(WATCHERS))
            if told.seats_of(caller.id) and not told.over:
                raise Forbidden("who plays hears what watchers say when the match is over")

    async def hide(self, caller: Caller, number: int) -> Hidden:
        """Take away what somebody said."""
        room = await self.rooms.hide(number, caller.id)
        if room is None:
            raise LookupError("nobody said that")
        hidden = Hidden(room, number)
        await self.notices.put((to_room(room), hidden))
        return hidden


def _marked(seek: Seek, person: str) -> Seek:
    if person and seek.by.id == person:
        return replace(seek, is_mine=True)
    joined = person and any(each.id == person for each in seek.joined)
    return replace(seek, is_joined=True) if joined else seek


def _steady(card: MatchCard) -> MatchCard:
    """A card that changes only when something happens: pages are not told that time goes by."""
    return replace(card, ago=0)


def _found(sought: Sought, person: str) -> Found:
    """What has become of it: a match, if nobody and nothing is waited for any more."""
    if sought.match is None or sought.awaited:
        return Found(sought.id, commitment=sought.commitment, seed=sought.seed_of(person))
    seat = sought.persons.index(person)
    link = link_to(sought.match, seat)
    return Found(match=sought.match, link=link, seed=sought.seed_of(person))


def _player(person: Person, rating: int | None = None) -> Player:
    guest = person.rank < Rank.ACCOUNT
    return Player(person.id, person.name, person.is_bot, guest, None if guest else rating)


def _said(spoken: Spoken, people: Mapping[str, Person]) -> Said:
    who = people.get(spoken.person)
    by = _player(who) if who is not None else Player(spoken.person, "somebody who left")
    return Said(spoken.number, spoken.room, by, spoken.body, round(spoken.ago))


async def _again(wait: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again; what goes wrong once is tried the next time."""
    while True:
        try:
            await work()
        except OSError:
            pass  # the database is away; it comes back
        except Exception:
            log.exception("the lobby stumbled")
        await asyncio.sleep(wait)
