"""A node: matches that pages look at here, kept up with whatever any other node writes.

No match belongs to it. It opens one when somebody wants it, enters what the journal says, and lets it
go when nobody looks any more. What the bus tells is soon; that heads are compared every few seconds
makes sure. Deadlines that have passed and bots that are asked are looked for in the database, by
every node, and taken by one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai import games
from gattai.bots.registry import PERSON
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.text.transcript import other_versions
from gattai.server.messages import Course
from gattai.server.online.bus.bus import Bus, Subscription
from gattai.server.online.duty.metrics import Metrics
from gattai.server.online.endpoint import Rate
from gattai.server.online.keeping.attendance import BEAT, Attendance
from gattai.server.online.keeping.clocks import RowClocks
from gattai.server.online.keeping.journal import SharedJournal
from gattai.server.online.keeping.kept import Kept, body_of, digest_of, head_of, position_of
from gattai.server.online.keeping.opening import Elsewhere, Loaded, Opener
from gattai.server.online.keeping.worker import Worker
from gattai.server.online.limits import TooOften
from gattai.server.online.people.attempts import Attempts
from gattai.server.online.ratings.absences import Absences
from gattai.server.online.store.deadlines import Deadlines
from gattai.server.online.store.journal import MatchJournal
from gattai.server.online.store.matches import Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.rulesets import Rulesets
from gattai.server.online.store.seats import Seats
from gattai.server.online.store.snapshots import Snapshot, Snapshots
from gattai.server.table.hearing.rows import bots_in
from gattai.server.table.journal import (
    Aim,
    AlreadyWritten,
    Answered,
    Behind,
    InDoubt,
    NotSaved,
    Row,
    Ruled,
    TakenBack,
    Written,
)
from gattai.server.table.lessons import Guide, lesson_of
from gattai.server.table.match import Match
from gattai.server.table.seating import Seating
from gattai.server.table.thinking import Thinkers

log = logging.getLogger(__name__)

EVERY = 50
"""Answers between two snapshots, or a few more: one is made where the table is settled."""
LOOK = 3.0
"""Seconds between two times that heads are compared."""
KEEP = 30.0
"""Seconds for which a match is kept that nobody looks at."""
SWEEP = 0.5
HELD = 3.0
"""Seconds for which a match whose time is up is ours alone."""
BROKEN_OFF = Rate(5, 24 * 60 * 60)
"""Matches with others that one person may break off: who has seen a hand may not choose another for ever."""
DRIFT = 0.001
"""Seconds by which our clock may have gained on that of the database between two times that it told."""


class Table:
    """A match that is open here, and what belongs to it."""

    def __init__(self, match: Match, journal: SharedJournal, clocks: RowClocks, kept: Kept) -> None:
        self.match = match
        self.journal = journal
        self.clocks = clocks
        self.kept = kept
        """The last of it that was put away."""
        self.ear: Subscription | None = None
        self.attendance: Attendance
        self.used = time.monotonic()


class Node:
    """The matches of a site as far as they are open in this process."""

    endpoints: Sequence[Any] = ()

    def __init__(
        self,
        database: Database,
        bus: Bus,
        thinkers: Thinkers,
        *,
        packs: Sequence[Path] = (),
        bots: int = 2,
        look_back: Callable[[str], Awaitable[Course]] | None = None,
        metrics: Metrics | None = None,
        name: str = "",
    ) -> None:
        """`bots` may think at once here; with none, other nodes or workers have to."""
        self._name = name or secrets.token_hex(6)
        self._database = database
        self._bus = bus
        self._thinkers = thinkers
        self._packs = tuple(packs)
        self.look_back = look_back
        """Where it is found how a game went."""
        self._matches = Matches(database)
        self._snapshots = Snapshots(database)
        self._deadlines = Deadlines(database)
        self._rulesets = Rulesets(database)
        self._absences = Absences(database)
        self._seats = Seats(database)
        self._attempts = Attempts(database)
        self._opener = Opener(database, packs)
        self._metrics = metrics or Metrics()
        self._worker = Worker(database, thinkers, self.find, bots, self._metrics) if bots else None
        self._tables: dict[str, Table] = {}
        self._metrics.matches.set_function(lambda: len(self._tables))
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._skew = time.time() - time.monotonic()
        """By how much the clock of the database is ahead of ours, which nobody can set."""

    # Its life

    async def start(self) -> None:
        """Look after matches from now on."""
        self._corrects_time(await self._deadlines.now())
        await self._rulesets.seen(await asyncio.to_thread(_digests, self._packs))
        self._run(self._every(LOOK, self._keep_up))
        self._run(self._every(SWEEP, self._sweep))
        self._run(self._every(BEAT, self._beat))
        if self._worker is not None:
            self._run(self._worker.run())
            self._run(self._every(LOOK, self._worker.count))

    async def stop(self) -> None:
        """Let all matches go: whatever was answered stands in the journal."""
        for task in (*self._tasks, *self._opening.values()):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._opening.values(), return_exceptions=True)
        for match in [*self._tables]:
            await self._let_go(match)

    def _run(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _every(self, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await act()
            except (NotSaved, InDoubt) as problem:
                log.warning("the database is away: %s", problem)
            except Exception:
                log.exception("a node stumbled")

    def now(self) -> float:
        """The time of the database, as far as it is known here."""
        return time.monotonic() + self._skew

    def _hears_time(self, told: float) -> None:
        """The database has said what time it was. That is a little while ago by now, so it is never too much."""
        self._skew = max(told - time.monotonic(), self._skew - DRIFT)

    def _corrects_time(self, told: float) -> None:
        """The database has said what time it is, and we may have thought that it was later."""
        self._skew = told - time.monotonic()

    # Matches

    async def begin(
        self, match: str, record: Record[Any], seating: Seating, seats: Mapping[int, str]
    ) -> None:
        """Enter a match of this name with these persons on their seats. The second time changes nothing."""
        kept = Kept(replace(seating, guests=_apart(record, seats)))
        digest = digest_of(record.rules)
        await self._snapshots.put(match, Snapshot(0, digest, body_of(kept)))
        aim = Aim(record.count, record.step.waiting, bots_in(record, record.step))
        game, head = record.setting.game, head_of(record)
        nothing = Aim() if record.entries else aim
        await self._matches.begin(match, game, head, digest, nothing, dict(seats))
        if record.entries:
            # It is played on from somewhere: what was answered there is its first row.
            lines = tuple(entry.line(number) for number, entry in enumerate(record.entries, 1))
            with contextlib.suppress(Behind, AlreadyWritten):
                await MatchJournal(self._database, match).append(Answered(lines), aim, "begun")
        if self._worker is not None:
            self._worker.nudge()
        if isinstance(record.question, Roll):
            await self.find(match)

    async def find(self, match: str) -> Match:
        """A match, opened if need be. LookupError if there is none of that name; `Elsewhere` if not here."""
        table = self._tables.get(match)
        if table is None:
            opening = self._opening.get(match)
            if opening is None:
                opening = self._opening[match] = asyncio.create_task(self._open(match))
                opening.add_done_callback(partial(self._opened, match))
            table = await asyncio.shield(opening)
        table.used = time.monotonic()
        return table.match

    def _opened(self, match: str, opening: asyncio.Task[Table]) -> None:
        del self._opening[match]
        if not opening.cancelled():
            opening.exception()  # looked at here, for whoever asked may have gone meanwhile

    def open(self) -> Iterable[Match]:
        """The matches that are open here."""
        return [table.match for table in self._tables.values()]

    async def _open(self, match: str) -> Table:
        def told(rows: tuple[Written, ...]) -> None:
            if match in self._tables:
                self._tables[match].match.read_on(rows)

        attendance = Attendance(self._name)
        ear = await self._bus.subscribe(match, told, attendance.hear)
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
        table.match.read_on()  # whatever was written between reading and listening
        return table

    async def _laid(self, match: str) -> Table:
        """A match with everything that stands in its journal."""
        while True:
            try:
                return await self._laid_once(match)
            except Behind:  # another node has written while it was taken over
                continue

    async def _laid_once(self, match: str) -> Table:
        loaded = await self._opener.load(match)
        table = self._table(match, loaded)
        rules = digest_of(table.match.record.rules)
        is_ours = loaded.rules == rules
        if not is_ours and not await self._rulesets.is_newer(rules, loaded.rules):
            raise Elsewhere(f"match {match} is played by newer rules than there are at this node")
        try:
            table.match.catch_up(loaded.rows)
        except Diverged as problem:
            if not loaded.is_mixed:
                raise LookupError(f"match {match} cannot be played: {problem}") from problem
            return await self._by_new_rules(match)
        if not is_ours:
            await self._take_over(table, Ruled(rules))
        table.match.rules = rules
        others = other_versions(table.match.record.rules, table.match.record.setting)
        if others:
            table.match.notice = f"every line of this match holds, though {others}"
        return table

    async def _take_over(self, table: Table, row: Row) -> None:
        """Say in the journal that it is played by our rules from here on: older nodes let go of it."""
        if not table.match.is_over:
            await table.match.write(row)

    async def _by_new_rules(self, match: str) -> Table:
        """The rules have changed, and what was played comes out otherwise: go on from the last snapshot."""
        loaded = await self._opener.load(match, newest=True)
        table = self._table(match, loaded)
        kept, rules = loaded.kept, digest_of(table.match.record.rules)
        others = other_versions(table.match.record.rules, table.match.record.setting)
        row: Row | None = Ruled(rules) if loaded.rules != rules else None
        notice = f"the rules have changed ({others}): this match goes on from answer {kept.count}"
        try:
            table.match.catch_up(loaded.rows)
        except Diverged:
            last = loaded.rows[-1].number
            start = Loaded(loaded.record, kept, last, (), rules, True, loaded.start)
            table = self._table(match, start)
            row = TakenBack(kept.count, rules=rules)
            notice += ", and what was answered after it is taken back"
            log.warning("match %s goes on from answer %s: %s", match, kept.count, others)
        if row is not None:
            await self._take_over(table, row)
        table.match.notice, table.match.rules = notice, rules
        return table

    def _table(self, id: str, loaded: Loaded) -> Table:
        record, kept = loaded.record, loaded.kept
        seating, maker = kept.seating, games.scene_maker(record.setting.game)
        lesson = lesson_of(record.rules) if seating.guided else None
        found: list[RowClocks] = []

        def keep_time(match: Any, _: Any) -> RowClocks:
            found.append(RowClocks(match, maker, seating, self.now))
            return found[0]

        journal = SharedJournal(
            self._database,
            self._bus,
            id,
            loaded.head,
            self._wrote,
            self._metrics,
            record.setting.game,
            self._corrects_time,
        )
        match = Match(
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
        match.epoch = kept.epoch
        clocks = found[0]
        clocks.restore(kept.times)
        names = {Seat(seat): name for seat, name in enumerate(kept.names) if name}
        match.named, match.presence.names = dict(names), dict(names)
        table = Table(match, journal, clocks, kept)

        def named() -> None:
            for seat, name in match.presence.names.items():
                match.name(seat, name)

        match.presence.changed = named
        match.may_break_off = lambda seat: self._may_break_off(id, seat)
        match.presence.absent = lambda: self._absences.since(id)
        match.lost = lambda: self._run(self._let_go(id))
        match.noticed = lambda written: self._noticed(table, written)
        match.aftermath.look_back = self.look_back
        match.aftermath.load = lambda: self._opener.whole(id)
        return table

    async def _may_break_off(self, match: str, seat: Seat) -> str:
        """Why whoever sits there may not break the match off; nothing if they may. It is counted."""
        who = (await self._seats.of(match)).get(seat, "")
        try:
            await self._attempts.count("break off", who, BROKEN_OFF)
        except TooOften as problem:
            hours = math.ceil(problem.seconds / 3600)
            return (
                f"you have broken off {BROKEN_OFF.times} matches with others today, as many as one may: "
                f"play on or resign; you may again in {hours} h"
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
            for page in table.match.pages:
                page.dismiss()

    # Who is there

    async def _somewhere(self, table: Table) -> list[int]:
        """Those who have come to a match and of whom nobody has written that they went."""
        match = table.match
        come = [seat for seat in match.persons if match.clocks.has_come(seat)]
        gone = await self._absences.since(match.id) if come else {}
        match.presence.gone = {Seat(seat): since for seat, since in gone.items()}
        return [seat for seat in come if seat not in gone]

    def _stirred(self, table: Table) -> None:
        """A page has come or gone: other nodes are told if it matters to them."""
        if self._tables.get(table.match.id) is not table:
            return
        if (word := table.attendance.news()) is not None:
            self._run(self._bus.tell(table.match.id, word))

    async def _beat(self) -> None:
        """Say again who is here, and forget who has not been heard of."""
        for id, table in [*self._tables.items()]:
            if (word := table.attendance.again()) is not None:
                await self._bus.tell(id, word)
            for seat in table.attendance.lapse():  # whoever should have written it is dead
                await self._absences.goes(id, seat)
            await asyncio.sleep(0)

    async def call_again(self, match: str, links: Mapping[int, str]) -> None:
        """Tell all who played, at whichever node they look, where they sit in the rematch."""
        await self.find(match)
        table = self._tables.get(match)
        if table is not None:
            table.attendance.calls(links)
            if (word := table.attendance.again()) is not None:
                await self._bus.tell(match, word)

    # What is written

    def _wrote(self, written: Written, aim: Aim) -> None:
        self._hears_time(written.at)
        if aim.bots and self._worker is not None:
            self._worker.nudge()

    def _noticed(self, table: Table, written: Written) -> None:
        """A row was entered: now and then the match is put away as it stands after it."""
        match, record = table.match, table.match.record
        if record.count < table.kept.count:  # taken back beyond the last one
            table.kept = replace(table.kept, count=record.count)
        if written.number != table.journal.own or record.count < table.kept.count + EVERY:
            return
        if not record.position.is_settled or record.ending is not None:
            return
        kept = Kept(
            table.kept.seating,
            record.count,
            record.check,
            position_of(record),
            match.epoch,
            table.clocks.times,
            match.presence.names_of(len(record.rules.seats)),
        )
        table.kept = kept
        snapshot = Snapshot(written.number, digest_of(record.rules), body_of(kept))
        self._run(self._put(match.id, snapshot))

    async def _put(self, match: str, snapshot: Snapshot) -> None:
        try:
            await self._snapshots.put(match, snapshot)
        except (NotSaved, InDoubt) as problem:  # the next one will do
            log.warning("no snapshot of %s: %s", match, problem)

    # What comes round

    async def _keep_up(self) -> None:
        """Whatever was missed is read, and what nobody looks at is let go."""
        before = time.monotonic()
        told = await self._deadlines.now()
        self._skew = min(max(self._skew, told - time.monotonic()), told - before)
        long_ago = time.monotonic() - KEEP
        for id, table in [*self._tables.items()]:
            if table.match.pages:
                table.used = time.monotonic()
            elif table.used < long_ago:
                await self._let_go(id)
        if self._tables:
            entered = {id: table.match.entered for id, table in self._tables.items()}
            heads = await self._matches.heads([*entered])
            for id, known in entered.items():
                number = heads.get(id, -1)
                if id in self._tables and self._tables[id].match.entered < number:
                    self._metrics.gaps.inc()
                    self._tables[id].match.read_on()
                elif number < known:  # as after a failover to a copy that had not got all of it
                    log.warning("match %s: the journal has %s rows, not %s", id, number, known)
                    self._metrics.ahead.inc()
                    await self._let_go(id)

    async def _sweep(self) -> None:
        """Have answered, or ended, what is due."""
        for due in await self._deadlines.claim(HELD):
            self._hears_time(due.now)
            try:
                match = await self.find(due.match)
            except LookupError as problem:
                log.warning("match %s is due and cannot be opened: %s", due.match, problem)
                continue
            if match.entered < due.number:
                match.read_on()
            elif match.entered == due.number and not match.clocks.overdue():
                # Somebody had reckoned otherwise: said here once, and not claimed again and again.
                left = self._tables[due.match].clocks.left()
                await self._deadlines.put_off(due.match, due.number, left)
                continue
            match.ring()


def _apart(record: Record[Any], seats: Mapping[int, str]) -> tuple[int, ...]:
    """The seats that are played from places of their own: all of persons, unless one person has all."""
    persons = [seat for seat, who in enumerate(record.setting.players) if who == PERSON]
    owners = {seats.get(seat) for seat in persons}
    return () if len(owners) == 1 and None not in owners and len(persons) > 1 else tuple(persons)


def _digests(packs: Sequence[Path]) -> list[str]:
    """Those of all games that there are here."""
    return [digest_of(games.load(name, packs)) for name in games.names()]
