"""Reports, moderators' measures, and their log, which nobody can change."""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.server.online.caller import Person, Rank
from gattai.server.online.people.persons import new_id
from gattai.server.online.people.warnings import WARN, Warned, Warnings
from gattai.server.online.store.pool import Database

Verdict = Literal["upheld", "dismissed"]
LONGEST_MUTE = 365 * 24
"""Maximum length of a mute in hours."""
PAGE = 100
"""Lines per page of a list."""
TALK = 40
"""Messages shown of one person."""

FILE = """
INSERT INTO report (id, reporter, about, match, what)
SELECT $1, $2, id, $4, $5 FROM person WHERE id = $3 AND id <> $2
ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING id
"""
REPORTS = """
SELECT report.id, report.state, report.match, report.what, extract(epoch FROM report.created)::float8,
       reporter, coalesce(one.name, ''), about, coalesce(other.name, ''),
       (SELECT count(*) FROM report AS more WHERE more.about = report.about AND more.state <> 'dismissed')
  FROM report LEFT JOIN person AS one ON one.id = reporter LEFT JOIN person AS other ON other.id = about
 WHERE report.state = $1 ORDER BY report.created DESC LIMIT $2
"""
LOG = """
SELECT number, extract(epoch FROM at)::float8, by, coalesce(one.name, by), did, about,
       coalesce(other.name, ''), why
  FROM moderation LEFT JOIN person AS one ON one.id = by LEFT JOIN person AS other ON other.id = about
 WHERE number < $1 AND ($2 = '' OR about = $2) ORDER BY number DESC LIMIT $3
"""
# A person who left has no name and no messages any more; the log about them stays.
WATCHED = """
SELECT name, kind, rank, extract(epoch FROM created)::float8,
       CASE WHEN muted > clock_timestamp() THEN extract(epoch FROM muted)::float8 END,
       extract(epoch FROM closed)::float8
  FROM person WHERE id = $1 AND gone IS NULL
"""
UTTERED = """
SELECT number, room, body, extract(epoch FROM at)::float8, hidden IS NOT NULL
  FROM said WHERE person = $1 ORDER BY number DESC LIMIT $2
"""
ABOUT = REPORTS.replace("report.state = $1", "report.about = $1")
WRITE = "INSERT INTO moderation (by, did, about, why) VALUES ($1, $2, $3, $4)"


class Report(msgspec.Struct, frozen=True):
    """A report about a person. Times are seconds since 1970."""

    id: str
    state: str
    match: str
    what: str
    created: float
    reporter: str
    reporter_name: str
    about: str
    about_name: str
    times: int
    """Number of reports about this person that were not dismissed."""


class ModeratorAction(msgspec.Struct, frozen=True):
    """What a moderator did, to whom and why."""

    number: int
    at: float
    by: str
    by_name: str
    did: str
    about: str
    about_name: str
    why: str


class ReportedMessage(msgspec.Struct, frozen=True):
    """A chat message; `is_hidden` if a moderator removed it."""

    number: int
    room: str
    text: str
    at: float
    is_hidden: bool = False


class ModeratedPerson(msgspec.Struct, frozen=True):
    """A person as moderators see them."""

    id: str
    name: str
    kind: str
    rank: str
    since: float
    muted: float | None
    """When the mute ends."""
    closed: float | None
    """When the account was closed."""
    messages: tuple[ReportedMessage, ...] = ()
    """Recent messages, newest first."""
    reports: tuple[Report, ...] = ()
    warnings: tuple[Warned, ...] = ()


class Moderation:
    """What moderators see and do."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._warnings = Warnings(database)

    async def file(self, reporter: str, about: str, match: str, what: str) -> str | None:
        """File a report about a person; returns its id, or None if there is no such person."""
        line = await self._database.row(FILE, new_id(), reporter, about, match, what)
        return None if line is None else str(line[0])

    async def reports(self, state: str = "open") -> tuple[Report, ...]:
        """Return reports in this state, newest first."""
        lines = await self._database.rows(REPORTS, state, PAGE)
        return tuple(Report(*line) for line in lines)

    async def log(self, about: str = "", before: int = 2**62) -> tuple[ModeratorAction, ...]:
        """Return the log, newest first; optionally about one person, or before one entry."""
        lines = await self._database.rows(LOG, before, about, PAGE)
        return tuple(ModeratorAction(*line) for line in lines)

    async def watched(self, id: str) -> ModeratedPerson | None:
        """Return a person with recent messages and reports; None if there is no such person."""
        line = await self._database.row(WATCHED, id)
        if line is None:
            return None
        name, kind, rank, since, muted, closed = line
        messages = await self._database.rows(UTTERED, id, TALK)
        reports = await self._database.rows(ABOUT, id, PAGE)
        return ModeratedPerson(
            id, name, kind, Rank(rank).name.lower(), since, muted, closed,
            tuple(ReportedMessage(*each) for each in messages), tuple(Report(*each) for each in reports),
            await self._warnings.of(id),
        )  # fmt: skip

    async def settle(self, report: str, verdict: Verdict, by: str, why: str) -> bool:
        """Settle a report; False if it is no longer open."""
        async with self._database.connection() as one, one.transaction():
            about = await one.fetchval(
                "UPDATE report SET state = $2, settled = clock_timestamp() "
                "WHERE id = $1 AND state = 'open' RETURNING about",
                report,
                verdict,
            )
            if about is not None:
                await one.execute(WRITE, by, verdict, about, why)
        return about is not None

    async def warn(self, about: str, text: str, by: Person) -> bool:
        """Send a warning that the person must confirm; the log records its text."""
        values = (about, by.rank, new_id(), text)
        return await self._do(WARN, values, by.id, "warned", text)

    async def mute(self, about: str, hours: int, by: Person, why: str) -> bool:
        """Mute a person for some hours; 0 ends the mute."""
        did = f"muted for {hours} hours" if hours else "unmuted"
        return await self._do(
            "UPDATE person SET muted = CASE WHEN $3 > 0 THEN clock_timestamp() + make_interval(hours => $3) "
            "END WHERE id = $1 AND rank < $2 AND gone IS NULL RETURNING id",
            (about, by.rank, hours), by.id, did, why,
        )  # fmt: skip

    async def close(self, about: str, by: Person, why: str) -> bool:
        """Close an account: end its sessions, disable its tokens and delete its offers."""
        return await self._do(
            "WITH shut AS (UPDATE person SET closed = clock_timestamp() "
            "WHERE id = $1 AND rank < $2 AND closed IS NULL AND gone IS NULL RETURNING id), "
            "ended AS (DELETE FROM session USING shut WHERE person = shut.id), "
            "dropped AS (DELETE FROM seek USING shut WHERE seek.person = shut.id AND match IS NULL), "
            "left_all AS (DELETE FROM gathered USING shut WHERE gathered.person = shut.id) "
            "SELECT id FROM shut",
            (about, by.rank), by.id, "closed", why,
        )  # fmt: skip

    async def withdraw(self, seek: str, by: Person) -> bool:
        """Remove an offer from the lobby; False if it is gone, or its owner has no lower rank."""
        return await self._do(
            "DELETE FROM seek USING person WHERE seek.id = $1 AND seek.match IS NULL "
            "AND person.id = seek.person AND person.rank < $2 RETURNING seek.person",
            (seek, by.rank), by.id, "took an offer away", "",
        )  # fmt: skip

    async def reopen(self, about: str, by: Person, why: str) -> bool:
        """Reopen a closed account."""
        return await self._do(
            "UPDATE person SET closed = NULL "
            "WHERE id = $1 AND rank < $2 AND closed IS NOT NULL AND gone IS NULL RETURNING id",
            (about, by.rank), by.id, "reopened", why,
        )  # fmt: skip

    async def set_rank(self, about: str, rank: Rank, by: str, why: str) -> bool:
        """Set the rank of an account. `by` is empty for the host's command."""
        return await self._do(
            "UPDATE person SET rank = $2 "
            "WHERE id = $1 AND kind = 'account' AND gone IS NULL RETURNING id",
            (about, rank), by, f"made {rank.name.lower()}", why,
        )  # fmt: skip

    async def _do(
        self, statement: str, values: tuple[object, ...], by: str, did: str, why: str
    ) -> bool:
        """Do it and log it in one transaction; returns whether anything changed."""
        async with self._database.connection() as one, one.transaction():
            about = await one.fetchval(statement, *values)
            if about is not None:
                await one.execute(WRITE, by, did, about, why)
        return about is not None
