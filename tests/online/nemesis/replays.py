"""The verdict on games as they are: journals are played again, and every page is compared with the replay."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.text.transcript import Transcript, parse, read_entry
from gattai.server.online.play.sitting import MatchSitting, Sittings
from gattai.server.online.store.matches import ListedMatch, Matches
from gattai.server.online.store.pool import Database
from gattai.server.online.store.signing_keys import SigningKeys
from gattai.server.online.store.site_secret import SiteSecret
from gattai.server.receipts import SiteKeys, WrongSignature, check_signature, seal
from gattai.server.table.history import History
from gattai.server.table.journal import Answered
from gattai.server.table.seating import Seating
from tests.online.nemesis.checking import Journal, Verdict, journals
from tests.online.nemesis.clocks import Umpire
from tests.online.nemesis.guests import END, WATCHES, GuestDiary, Taken, seen


class Kept(msgspec.Struct):
    """A match as the database has it."""

    standing: ListedMatch
    seating: Seating
    journal: Journal


class Notary(msgspec.Struct):
    """What signatures of a site are checked with."""

    keys: SiteKeys
    salts: bytes
    """What the salts of all matches follow from."""


LOOKS = 20
"""So often it is looked again: bots and clocks may still be at it."""


async def kept_of(address: str) -> dict[str, Kept]:
    """How matches stand and were sat at, beside their journals: all of one moment.

    What was written between two looks would be taken for a head without its row.
    """
    kept: dict[str, Kept] = {}
    async with Database(address) as store:
        for _ in range(LOOKS):
            found, heads = await journals(address)
            sittings = await Sittings(store).these([*found])
            for match, journal in found.items():
                standing = await Matches(store).standing(match)
                sitting: MatchSitting | None = sittings.get(match)
                assert standing is not None and sitting is not None
                kept[match] = Kept(standing, sitting.seating, journal)
            if all(one.standing.number == heads[match] for match, one in kept.items()):
                break
    return kept


async def notary_of(address: str) -> Notary:
    """The keys of a site, from its database."""
    async with Database(address) as store:
        keys = SigningKeys(store)
        await keys.read()
        return Notary(SiteKeys("", keys.listed), await SiteSecret(store, "receipts").value())


def really_judged(
    kept: dict[str, Kept], diaries: list[GuestDiary], notary: Notary | None = None
) -> Verdict:
    """Compare diaries with journals, pages with a replay, and receipts with both."""
    verdict = Verdict(matches=len(kept))
    wanted: dict[str, set[tuple[int, int]]] = {}
    for diary in diaries:
        for match, seat, count in diary.pages:
            wanted.setdefault(match, set()).add((seat, count))
    for match, one in kept.items():
        numbers = [row[0] for row in one.journal]
        if numbers != list(range(1, one.standing.number + 1)):
            verdict.broken.append(f"{match}: numbered with a gap, or its head is another")
        keys = [row[1] for row in one.journal]
        verdict.doubled += [f"{match}: {key}" for key in {*keys} if keys.count(key) > 1]
        verdict.rows += len(one.journal)
        pages: dict[tuple[int, int], str] = {}
        digests: dict[int, tuple[int, str]] = {}
        try:
            pages = replayed(verdict, match, one, wanted.get(match, set()), digests)
        except (Diverged, ValueError) as problem:
            verdict.broken.append(f"{match}: {problem}")
        judge_pages(verdict, match, pages, diaries)
        if notary is not None:
            judge_receipts(verdict, match, digests, diaries, notary)
    judge_answers(verdict, kept, diaries)
    return verdict


def transcript_of(one: Kept) -> Transcript:
    """All answers of a journal."""
    lines = [
        line for _, _, row, _ in one.journal if isinstance(row, Answered) for line in row.lines
    ]
    end = [f"end {one.standing.over}"] if one.standing.over else []
    return parse("\n".join([one.standing.head, "begin", *lines, *end, ""]))


def replayed(
    verdict: Verdict,
    match: str,
    one: Kept,
    wanted: set[tuple[int, int]],
    digests: dict[int, tuple[int, str]],
) -> dict[tuple[int, int], str]:
    """What seats see after so many answers, as far as anybody wants to know; and what clocks did.

    `digests` is filled with the number of answers after each row, and the digest of all of them.
    """
    transcript = transcript_of(one)
    header = transcript.header
    maker: Any = games.scene_maker(header.game)
    umpire = Umpire(one.seating, header.players)
    steps: Iterator[Record[Any]] = replay(games.load(header.game), transcript)
    record = next(steps)
    history = History(record, maker)
    pages: dict[tuple[int, int], str] = {}

    def look(count: int) -> None:
        history.changed()
        for seat, at in wanted:
            if at == count:
                eyes = None if seat == WATCHES else Seat(seat)
                pages[seat, at] = seen(history.scene(eyes))

    look(0)
    for number, _, row, at in one.journal:
        lines = row.lines if isinstance(row, Answered) else ()
        for _ in lines:
            record = next(steps)
        given = [
            (past.seat, past.by_table) for past in record.past[len(record.past) - len(lines) :]
        ]
        verdict.by_bots += any(
            seat is not None and header.players[seat] not in ("person", "guest")
            for seat, _ in given
        )
        umpire.sees(row, at, given)
        umpire.then(record, at)
        digests[number] = record.count, record.check
        if lines:
            look(record.count)
    for _ in steps:  # its end
        pass
    if one.standing.over:
        look(END)
    verdict.rung += umpire.rung
    verdict.unjust += [f"{match}: {wrong}" for wrong in umpire.unjust]
    return pages


def judge_pages(
    verdict: Verdict, match: str, pages: dict[tuple[int, int], str], diaries: list[GuestDiary]
) -> None:
    """Whatever was seen of one match."""
    for diary in diaries:
        for (where, seat, count), digests in diary.pages.items():
            if where == match:
                verdict.pages += 1
                if digests != {pages.get((seat, count))}:
                    verdict.lies.append(f"{match}: seat {seat} after {count} answers")


def judge_receipts(
    verdict: Verdict,
    match: str,
    digests: dict[int, tuple[int, str]],
    diaries: list[GuestDiary],
    notary: Notary,
) -> None:
    """Every receipt of one match is signed by the site, and of what the journal says at its row."""
    salt = hmac.digest(notary.salts, match.encode(), "sha256")
    for receipt in {each for diary in diaries for each in diary.receipts if each.match == match}:
        verdict.receipts += 1
        place = f"{match}: the receipt of row {receipt.row}"
        count, digest = digests.get(receipt.row, (-1, ""))
        if (receipt.answers, receipt.seal) != (count, seal(salt, receipt.row, digest)):
            verdict.unbacked.append(
                f"{place} is of {receipt.answers} answers, the journal has {count}"
            )
        try:
            check_signature(receipt, notary.keys)
        except WrongSignature as problem:
            verdict.unbacked.append(f"{place}: {problem}")


def is_of(taken: Taken, line: str) -> bool:
    """Whether this line is that answer; where several are asked at once others may stand before it."""
    number = int(line.partition(" ")[0])
    entry = read_entry(line, number)
    return entry is not None and entry.text == taken.text and number >= taken.number


def judge_answers(verdict: Verdict, kept: dict[str, Kept], diaries: list[GuestDiary]) -> None:
    """What was acknowledged is there, once; what was refused is not; and nobody said the rest."""
    rows = {
        (match, key): row
        for match, one in kept.items()
        for _, key, row, _ in one.journal
        if "/" in key  # what persons say has their seat in its key
    }
    sent: dict[tuple[str, str], int] = {}
    for diary in diaries:
        sent |= diary.sent
        for (match, key), taken in diary.acknowledged.items():
            verdict.acknowledged += 1
            row = rows.get((match, f"{taken.seat}/{key}"))
            if not isinstance(row, Answered) or not is_of(taken, row.lines[0]):
                verdict.lost.append(f"{match}: answer {taken.number}, {taken.text}: {row}")
        for match, key in diary.unsaved:
            if diary.sent[match, key] == 1 and any(
                (match, f"{seat}/{key}") in rows for seat in range(9)
            ):
                verdict.doubled.append(f"{match}: {key} was refused, and is there")
    for match, key in rows:
        if (match, key.partition("/")[2]) not in sent:
            verdict.strange.append(f"{match}: {key}")
