"""What must be true after all that was done to a site: nothing lost, nothing doubled, no page that lies."""

from __future__ import annotations

import asyncpg
import msgspec

from gattai.server.table.journal import Row
from tests.online.nemesis.small.play import BOT, Page, lines
from tests.online.nemesis.small.players import Diary

Journal = list[tuple[int, str, Row, float]]
"""Number, key, row and time, as they stand."""

_read = msgspec.json.Decoder(Row).decode


class Verdict(msgspec.Struct):
    """What was found."""

    matches: int = 0
    rows: int = 0
    by_bots: int = 0
    acknowledged: int = 0
    pages: int = 0
    lost: list[str] = msgspec.field(default_factory=list)
    """Acknowledged, and not there."""
    doubled: list[str] = msgspec.field(default_factory=list)
    """There twice, or acknowledged as two."""
    broken: list[str] = msgspec.field(default_factory=list)
    """Journals with a gap, or with rows that the rules do not allow there."""
    lies: list[str] = msgspec.field(default_factory=list)
    """Pages that differ from a replay."""
    strange: list[str] = msgspec.field(default_factory=list)
    """Rows that nobody sent."""
    stuck: list[str] = msgspec.field(default_factory=list)
    """Whoever still waited when all had long been mended."""
    rung: int = 0
    """How often a clock answered for somebody, or ended a match."""
    unjust: list[str] = msgspec.field(default_factory=list)
    """When it did so and, by the journal, there was time; or was silent when there was none."""

    receipts: int = 0
    unbacked: list[str] = msgspec.field(default_factory=list)
    """Receipts of something that is not in the journal, or that no key of the site has signed."""

    @property
    def wrong(self) -> tuple[list[str], ...]:
        """All that must be empty."""
        return (
            self.lost, self.doubled, self.broken, self.lies, self.strange, self.stuck, self.unjust,
            self.unbacked,
        )  # fmt: skip

    @property
    def is_sound(self) -> bool:
        return not any(self.wrong)

    def text(self) -> str:
        """In lines, with the first of what is wrong."""
        said = [
            (
                f"{self.matches} matches, {self.rows} rows ({self.by_bots} by bots), "
                f"{self.acknowledged} acknowledged, {self.pages} pages seen"
            ),
            (
                f"lost {len(self.lost)}, doubled {len(self.doubled)}, journals broken {len(self.broken)}, "
                f"pages that differ from a replay {len(self.lies)}, rows nobody sent {len(self.strange)}, "
                f"still waiting {len(self.stuck)}"
            ),
            f"clocks rang {self.rung} times, unjustly {len(self.unjust)}",
            f"{self.receipts} receipts, not in the journal {len(self.unbacked)}",
        ]
        for wrong in self.wrong:
            said += [f"  {one}" for one in wrong[:3]]
        return "\n".join(said)


async def journals(address: str) -> tuple[dict[str, Journal], dict[str, int]]:
    """All journals as they stand, and the number that each match has."""
    connection = await asyncpg.connect(address, timeout=20)
    try:
        # Bots may still be at it: heads and rows are looked at in one moment.
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            heads = {
                row[0]: row[1] for row in await connection.fetch("SELECT id, number FROM match")
            }
            found: dict[str, Journal] = {match: [] for match in heads}
            for row in await connection.fetch(
                "SELECT match, number, key, body, extract(epoch FROM at)::float8 FROM entry"
                " ORDER BY match, number"
            ):
                found.setdefault(row[0], []).append((row[1], row[2], _read(row[3]), row[4]))
        return found, heads
    finally:
        await connection.close()


def judged(found: dict[str, Journal], heads: dict[str, int], diaries: list[Diary]) -> Verdict:
    """Compare diaries with journals, and pages with a replay."""
    verdict = Verdict(matches=len(found))
    sent = {key for diary in diaries for key in diary.sent}
    replay: dict[tuple[str, int], str] = {}
    places: dict[tuple[str, str], list[int]] = {}
    for match, journal in found.items():
        page = Page()
        if [row[0] for row in journal] != list(range(1, heads.get(match, -1) + 1)):
            verdict.broken.append(f"{match}: numbered with a gap, or its head is another")
        for number, key, row, _ in journal:
            if not page.fits(row):
                verdict.broken.append(f"{match}: row {number} does not follow on those before it")
            page = page.then(row)
            replay[match, number] = page.digest
            places.setdefault((match, key), []).append(number)
            is_bots = lines(row)[0].startswith(f"{BOT} ")
            verdict.rows += 1
            verdict.by_bots += is_bots
            if not is_bots and key not in sent:
                verdict.strange.append(f"{match}: {key}")
    verdict.doubled += [f"{place}: rows {at}" for place, at in places.items() if len(at) > 1]
    for diary in diaries:
        verdict.doubled += diary.contradictions
        for place, number in diary.acknowledged.items():
            verdict.acknowledged += 1
            if number not in places.get(place, ()):
                verdict.lost.append(f"{place}: row {number}")
        for (match, number), digests in diary.pages.items():
            verdict.pages += len(digests)
            if digests != {replay.get((match, number))}:
                verdict.lies.append(f"{match} after {number} rows")
    return verdict
