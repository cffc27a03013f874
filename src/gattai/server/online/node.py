"""A node: matches that pages have open here, kept in step with what other nodes write.

No match belongs to a node. It opens one on demand, applies the rows of its journal, and closes it when
nobody looks any more. The bus delivers rows quickly; comparing journal heads every few seconds makes
sure that none is missed. Every node looks in the database for expired deadlines and bots to run,
and one of them takes each.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.text.transcript import other_versions
from gattai.server.failures import ended
from gattai.server.messages import Analysis
from gattai.server.online.bus.bus import Bus, Subscription
from gattai.server.online.endpoint import Endpoint
from gattai.server.online.limits import TooOften
from gattai.server.online.ops.metrics import NodeMetrics
from gattai.server.online.people.attempts import BROKEN_OFF, Attempts, hours
from gattai.server.online.ratings.leavers import Leavers
from gattai.server.online.store.deadlines import Deadlines
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.rulesets import Rulesets
from gattai.server.online.store.seats import Seats
from gattai.server.online.store.snapshots import Snapshot, Snapshots
from gattai.server.online.workers.attendance import HEARTBEAT, Attendance
from gattai.server.online.workers.clocks import RowClocks
from gattai.server.online.workers.journal import SharedJournal
from gattai.server.online.workers.opening import Elsewhere, LoadedMatch, Opener
from gattai.server.online.workers.snapshot_body import (
    SnapshotBody,
    body_of,
    digest_of,
    head_of,
    position_of,
)
from gattai.server.online.workers.worker import Worker
from gattai.server.receipts import Receipt
from gattai.server.table.clock import Timed
from gattai.server.table.inbox.rows import bots_in
from gattai.server.table.journal import (
    AlreadyWritten,
    Answered,
    Awaited,
    Behind,
    InDoubt,
    NotSaved,
    Row,
    Ruled,
    TakenBack,
    Written,
)
from gattai.server.table.lessons import Guide, lesson_of
from gattai.server.table.match import TableMatch
from gattai.server.table.seating import Seating
from gattai.server.table.thinking import Thinkers

log = logging.getLogger(__name__)

EVERY = 50
"""Answers between two snapshots, at least: one is made when no bot or dice are pending."""
LOOK = 3.0
"""Seconds between two comparisons of journal heads."""
KEEP = 30.0
"""Seconds that a match without viewers stays open."""
SWEEP = 0.5
HELD = 3.0
"""Seconds for which an expired match is reserved for this node."""
DRIFT = 0.001
"""Seconds that our clock may gain on the database's between two readings."""
TOLD = (LookupError, OSError, Diverged)
"""Reasons why a match cannot be opened, which its caller sees."""


class OpenMatch:
    """A match open on this node."""

    def __init__(
        self, match: TableMatch, journal: SharedJournal, clocks: RowClocks, snapshot: SnapshotBody
    ) -> None:
        self.match = match
        self.journal = journal
        self.clocks = clocks
        self.snapshot = snapshot
        """Its last stored snapshot."""
        self.ear: Subscription | None = None
        self.attendance: Attendance
        self.used = time.monotonic()


class Node:
    """The matches of a site that are open in this process."""

    endpoints: Sequence[Endpoint] = ()

    def __init__(
        self,
        database: Database,
        bus: Bus,
        thinkers: Thinkers,
        *,
        packs: Sequence[Path] = (),
        bots: int = 2,
        look_back: Callable[[str], Awaitable[Analysis]] | None = None,
        metrics: NodeMetrics | None = None,
        name: str = "",
        receipts: Callable[[TableMatch, float], Receipt] | None = None,
    ) -> None:
        """`bots` is the number of bots that may think at once here; with 0, other nodes or workers must."""
        self._name = name or secrets.token_hex(6)
        self._database = database
        self._bus = bus
        self._receipts = receipts
        self._thinkers = thinkers
        self._packs = tuple(packs)
        self.look_back = look_back
        """Where games are analysed."""
        self._matches = Matches(database)
        self._snapshots = Snapshots(database)
        self._deadlines = Deadlines(database)
        self._rulesets = Rulesets(database)
        self._leavers = Leavers(database)
        self._seats = Seats(database)
        self._attempts = Attempts(database)
        self._opener = Opener(database, packs)
        self._metrics = metrics or NodeMetrics()
        self._worker = Worker(database, thinkers, self.find, bots, self._metrics) if bots else None
        self._tables: dict[str, OpenMatch] = {}
        self._metrics.matches.set_function(lambda: len(self._tables))
        self._opening: dict[str, asyncio.Task[OpenMatch]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._skew = time.time() - time.monotonic()
        """How far the database's clock is ahead of our monotonic clock."""

    # Life cycle

    async def start(self) -> None:
        """Start to look after matches."""
        self._corrects_time(await self._deadlines.now())
        await self._rulesets.seen(await asyncio.to_thread(_digests, self._packs))
        self._run(self._every(LOOK, self._keep_up))
        self._run(self._every(SWEEP, self._sweep))
        self._run(self._every(HEARTBEAT, self._heartbeat))
        if self._worker is not None:
            self._run(self._worker.run())
            self._run(self._every(LOOK, self._worker.count))

    async def stop(self) -> None:
        """Close all matches: every answer is already in the journal."""
        await ended(*self._tasks, what="a task of the node")
        await ended(*self._opening.values(), what="opening a match", expected=TOLD)
        for match in [*self._tables]:
            await self._let_go(match)

    def _run(self, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await act()
            except (NotSaved, InDoubt) as problem:
                log.warning("the database is not available: %s", problem)
            except Exception:
                log.exception("a background task of the node failed")

    def now(self) -> float:
        """Return the time of the database, as far as it is known here."""
        return time.monotonic() + self._skew

    def _hears_time(self, now: float) -> None:
        """Raise the clock to a database time, which is slightly in the past by now, so it is never too much."""
        self._skew = max(now - time.monotonic(), self._skew - DRIFT)

    def _corrects_time(self, now: float) -> None:
        """Set the clock to a database time; ours may have been ahead."""
        self._skew = now - time.monotonic()

    # Matches

    async def begin(
        self, match: str, record: Record[Struct], seating: Seating, seats: Mapping[int, str]
    ) -> None:
        """Create a match of this name with these persons on its seats. A second call changes nothing."""
        body = SnapshotBody(replace(seating, guests=_apart(record, seats)))
        digest = digest_of(record.rules)
        await self._snapshots.put(match, Snapshot(0, digest, body_of(body)))
        aim = Awaited(record.count, record.step.waiting, bots_in(record, record.step))
        game, head = record.header.game, head_of(record)
        nothing = Awaited() if record.entries else aim
        await self._matches.begin(match, game, head, digest, nothing, dict(seats))
        if record.entries:
            # A match that continues another begins with that one's answers as its first row.
            lines = tuple(entry.line(number) for number, entry in enumerate(record.entries, 1))
            with contextlib.suppress(Behind, AlreadyWritten):
                await MatchJournal(self._database, match).append(Answered(lines), aim, "begun")
        if self._worker is not None:
            self._worker.nudge()
        if isinstance(record.question, Roll):
            await self.find(match)

    async def find(self, match: str) -> TableMatch:
        """Return a match, opened if necessary. Raises LookupError if there is none; `Elsewhere` if it cannot be played here."""
        table = self._tables.get(match)
        if table is None:
            opening = self._opening.get(match)
            if opening is None:
                opening = self._opening[match] = asyncio.create_task(self._open(match))
                opening.add_done_callback(partial(self._opened, match))
            table = await asyncio.shield(opening)
        table.used = time.monotonic()
        return table.match

    def _opened(self, match: str, opening: asyncio.Task[OpenMatch]) -> None:
        del self._opening[match]
        problem = None if opening.cancelled() else opening.exception()
        if problem is not None and not isinstance(problem, TOLD):
            log.error("match %s cannot be opened", match, exc_info=problem)

    def open(self) -> Iterable[TableMatch]:
        """Return the matches that are open here."""
        return [table.match for table in self._tables.values()]

    async def _open(self, match: str) -> OpenMatch:
        def receive(rows: tuple[Written, ...]) -> None:
            if match in self._tables:
                self._tables[match].match.inbox.read_on(rows)

        attendance = Attendance(self._name)
        ear = await self._bus.subscribe(match, receive, attendance.hear)
        try:
            table = await self._laid(match)
            somewhere = await self._somewhere(table)
        except BaseException:
            await ear.end()
            raise
        table.ear, table.attendance = ear, attendance
        attendance.begin(table.match, somewhere)
        table.match.presence.stirred = lambda: self._stirred(table)
        self._tables[match] = table
        table.match.start()
        table.match.inbox.read_on()  # read what was written between loading and subscribing
        return table

    async def _laid(self, match: str) -> OpenMatch:
        """Return a match loaded from its journal."""
        while True:
            try:
                return await self._laid_once(match)
            except Behind:  # another node wrote while we took it over
                continue

    async def _laid_once(self, match: str) -> OpenMatch:
        loaded = await self._opener.load(match)
        table = self._table(match, loaded)
        rules = digest_of(table.match.record.rules)
        is_ours = loaded.rules == rules
        if not is_ours and not await self._rulesets.is_newer(rules, loaded.rules):
            raise Elsewhere(f"match {match} is played by newer rules than this node has")
        try:
            table.match.recorder.catch_up(loaded.rows)
        except Diverged as problem:
            if not loaded.is_mixed:
                raise LookupError(f"match {match} cannot be played: {problem}") from problem
            return await self._by_new_rules(match)
        if not is_ours:
            await self._take_over(table, Ruled(rules))
        table.match.recorder.rules = rules
        others = other_versions(table.match.record.rules, table.match.record.header)
        if others:
            table.match.notice = f"every answer of this match is still valid, although {others}"
        return table

    async def _take_over(self, table: OpenMatch, row: Row) -> None:
        """Write to the journal that our rules apply from here on: older nodes close the match."""
        if not table.match.is_over:
            await table.match.write(row)

    async def _by_new_rules(self, match: str) -> OpenMatch:
        """The rules have changed and give another result: continue from the last snapshot."""
        loaded = await self._opener.load(match, newest=True)
        table = self._table(match, loaded)
        snapshot, rules = loaded.snapshot, digest_of(table.match.record.rules)
        others = other_versions(table.match.record.rules, table.match.record.header)
        row: Row | None = Ruled(rules) if loaded.rules != rules else None
        notice = (
            f"the rules have changed ({others}): this match continues from answer {snapshot.count}"
        )
        try:
            table.match.recorder.catch_up(loaded.rows)
        except Diverged:
            last = loaded.rows[-1].number
            start = LoadedMatch(loaded.record, snapshot, last, (), rules, True, loaded.start)
            table = self._table(match, start)
            row = TakenBack(snapshot.count, rules=rules)
            notice += ", and later answers are taken back"
            log.warning("match %s continues from answer %s: %s", match, snapshot.count, others)
        if row is not None:
            await self._take_over(table, row)
        table.match.notice, table.match.recorder.rules = notice, rules
        return table

    def _table(self, id: str, loaded: LoadedMatch) -> OpenMatch:
        record, snapshot = loaded.record, loaded.snapshot
        seating, maker = snapshot.seating, games.scene_maker(record.header.game)
        lesson = lesson_of(record.rules) if seating.guided else None
        found: list[RowClocks] = []

        def keep_time(match: Timed, _: object) -> RowClocks:
            found.append(RowClocks(match, maker, seating, self.now))
            return found[0]

        journal = SharedJournal(
            self._database,
            self._bus,
            id,
            loaded.head,
            self._wrote,
            self._metrics,
            record.header.game,
            self._corrects_time,
        )
        match = TableMatch(
            id,
            record,
            maker,
            self._thinkers,
            journal,
            seating.guests,
            guide=Guide(lesson, record) if lesson else None,
            bots_elsewhere=True,
            keep_time=keep_time,
        )
        match.epoch = snapshot.epoch
        clocks = found[0]
        clocks.restore(snapshot.times)
        names = {Seat(seat): name for seat, name in enumerate(snapshot.names) if name}
        match.named, match.presence.names = dict(names), dict(names)
        table = OpenMatch(match, journal, clocks, snapshot)

        def named() -> None:
            for seat, name in match.presence.names.items():
                match.inbox.name(seat, name)

        match.presence.changed = named
        match.requests.may_break_off = lambda seat: self._breaks_off(id, seat)
        match.requests.resigned_early = lambda seat: self._breaks_off(id, seat)
        match.presence.absent = lambda: self._leavers.since(id)
        if (receipts := self._receipts) is not None:
            match.receipt = lambda: receipts(match, self.now())
        match.lost = lambda: self._run(self._let_go(id))
        match.recorder.noticed = lambda written: self._noticed(table, written)
        match.aftermath.look_back = self.look_back
        match.aftermath.load = lambda: self._opener.whole(id)
        return table

    async def _breaks_off(self, match: str, seat: Seat) -> str:
        """Count that this player aborts a match with others or resigns it early; returns why they may not abort it."""
        who = (await self._seats.of(match)).get(seat, "")
        try:
            await self._attempts.count("break off", who, BROKEN_OFF)
        except TooOften as problem:
            return (
                f"you have left {BROKEN_OFF.times} matches with others today before they began, which is the maximum: "
                f"play on or resign; you can abort again in {hours(problem.seconds)} h"
            )
        return ""

    async def _let_go(self, match: str) -> None:
        table = self._tables.pop(match, None)
        if table is not None:
            if (word := table.attendance.farewell()) is not None:
                await self._bus.tell(match, word)
            if table.ear is not None:
                await table.ear.end()
            await table.match.stop()
            for page in table.match.viewers.pages:
                page.dismiss()

    # Presence

    async def _somewhere(self, table: OpenMatch) -> list[int]:
        """Return the seats that have been opened and that, according to the database, nobody has left."""
        match = table.match
        come = [seat for seat in match.viewers.persons if match.clocks.has_come(seat)]
        gone = await self._leavers.since(match.id) if come else {}
        match.presence.gone = {Seat(seat): since for seat, since in gone.items()}
        return [seat for seat in come if seat not in gone]

    def _stirred(self, table: OpenMatch) -> None:
        """A page has come or gone: tell other nodes if it matters to them."""
        if self._tables.get(table.match.id) is not table:
            return
        if (word := table.attendance.news()) is not None:
            self._run(self._bus.tell(table.match.id, word))

    async def _heartbeat(self) -> None:
        """Repeat who is here, and forget nodes that have gone silent."""
        for id, table in [*self._tables.items()]:
            if (word := table.attendance.again()) is not None:
                await self._bus.tell(id, word)
            for seat in table.attendance.lapse():  # their node died before it could record this
                await self._leavers.goes(id, seat)
            await asyncio.sleep(0)

    async def call_again(self, match: str, links: Mapping[int, str]) -> None:
        """Send all players of a match, on any node, the link to their seat in the rematch."""
        await self.find(match)
        table = self._tables.get(match)
        if table is not None:
            table.attendance.calls(links)
            if (word := table.attendance.again()) is not None:
                await self._bus.tell(match, word)

    # Rows

    def _wrote(self, written: Written, aim: Awaited) -> None:
        self._hears_time(written.at)
        if aim.bots and self._worker is not None:
            self._worker.nudge()

    def _noticed(self, table: OpenMatch, written: Written) -> None:
        """A row was applied: now and then, store a snapshot."""
        match, record = table.match, table.match.record
        if record.count < table.snapshot.count:  # an undo went back past the last snapshot
            table.snapshot = replace(table.snapshot, count=record.count)
        if written.number != table.journal.own or record.count < table.snapshot.count + EVERY:
            return
        if not record.position.is_settled or record.ending is not None:
            return
        body = SnapshotBody(
            table.snapshot.seating,
            record.count,
            record.check,
            position_of(record),
            match.epoch,
            table.clocks.times,
            match.presence.names_of(len(record.rules.seats)),
        )
        table.snapshot = body
        snapshot = Snapshot(written.number, digest_of(record.rules), body_of(body))
        self._run(self._put(match.id, snapshot))

    async def _put(self, match: str, snapshot: Snapshot) -> None:
        try:
            await self._snapshots.put(match, snapshot)
        except (NotSaved, InDoubt) as problem:  # try again at the next row
            log.warning("no snapshot of %s: %s", match, problem)

    # Regular tasks

    async def _keep_up(self) -> None:
        """Read missed rows, and close matches without viewers."""
        before = time.monotonic()
        now = await self._deadlines.now()
        self._skew = min(max(self._skew, now - time.monotonic()), now - before)
        long_ago = time.monotonic() - KEEP
        for id, table in [*self._tables.items()]:
            if table.match.viewers.pages:
                table.used = time.monotonic()
            elif table.used < long_ago:
                await self._let_go(id)
        if self._tables:
            entered = {id: table.match.recorder.entered for id, table in self._tables.items()}
            heads = await self._matches.heads([*entered])
            for id, known in entered.items():
                number = heads.get(id, -1)
                if id in self._tables and self._tables[id].match.recorder.entered < number:
                    self._metrics.gaps.inc()
                    self._tables[id].match.inbox.read_on()
                elif number < known:  # for example after a failover to a replica that lagged behind
                    log.warning("match %s: the journal has %s rows, not %s", id, number, known)
                    self._metrics.ahead.inc()
                    await self._let_go(id)

    async def _sweep(self) -> None:
        """Claim and handle expired deadlines."""
        for due in await self._deadlines.claim(HELD):
            self._hears_time(due.now)
            try:
                match = await self.find(due.match)
            except LookupError as problem:
                log.warning("match %s is due and cannot be opened: %s", due.match, problem)
                continue
            if match.recorder.entered < due.number:
                match.inbox.read_on()
            elif match.recorder.entered == due.number and not match.clocks.overdue():
                # The match is not due by our calculation: log it once and do not claim it again and again.
                left = self._tables[due.match].clocks.left()
                await self._deadlines.put_off(due.match, due.number, left)
                continue
            match.inbox.ring()


def _apart(record: Record[Struct], seats: Mapping[int, str]) -> tuple[int, ...]:
    """Return the seats played from separate places: all persons, unless one person has all seats."""
    persons = [seat for seat, who in enumerate(record.header.players) if who == PERSON]
    owners = {seats.get(seat) for seat in persons}
    return () if len(owners) == 1 and None not in owners and len(persons) > 1 else tuple(persons)


def _digests(packs: Sequence[Path]) -> list[str]:
    """Return the rule digests of all games installed here."""
    return [digest_of(games.load_fitting(name, packs)) for name in games.names()]
