"""Receipts and signatures of a site, as players receive and check them."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec.structs import replace

from gattai import games
from gattai.kernel.record import replay
from gattai.kernel.text.transcript import parse
from gattai.server.online.store.pool import Database
from gattai.server.online.store.signing_keys import SigningKeys
from gattai.server.receipts import Receipt, WrongSignature, check_signature, keys_in, seal
from tests.online.hosting import Hosted, hosted
from tests.online.services import ready_database, same_path
from tests.server.table import Page
from tests.terminal.conftest import run_here

KEYS = "/.well-known/gattai.json"


def asked(*pages: Page) -> Page:
    """Return the page whose seat is asked, as soon as one is."""
    while True:
        for page in pages:
            with contextlib.suppress(TimeoutError):
                page.hears("scene", 0.2)
            if page.scene and page.scene["ask"] and page.scene["ask"]["is_mine"]:
                return page


def answered(page: Page) -> tuple[int, Receipt]:
    """Answer the question of this page with its first option; the number of the question, and the receipt."""
    number = page.scene["ask"]["number"]
    say = {
        "type": "answer",
        "number": number,
        "text": page.scene["ask"]["options"][0]["text"],
        "epoch": page.shown["epoch"],
        "key": f"key-{number}",
    }
    page.socket.send(json.dumps(say))
    while not page.shown["receipt"]:
        page.hears("scene")
    return number, msgspec.convert(page.shown["receipt"], Receipt)


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[Hosted]:
    with hosted(database) as found:
        yield found


class Begun:
    """A match of two guests."""

    def __init__(self, site: Hosted) -> None:
        self.one, self.other = site.player(), site.player()
        self.one.post("/api/guest")
        self.other.post("/api/guest")
        card = self.one.makes("attack-chart", "person", "guest")
        self.id: str = card["id"]
        self.links: list[str] = card["links"]

    @contextmanager
    def pages(self) -> Iterator[tuple[Page, Page]]:
        with self.one.sits(self.links[0]) as first, self.other.sits(self.links[1]) as second:
            yield first, second

    def transcript(self) -> str:
        return self.other.http.get(f"/api/matches/{self.id}/transcript").text


def test_every_answer_has_a_receipt_and_the_saved_match_a_signature(
    site: Hosted, database: str, tmp_path: Path
) -> None:
    match = Begun(site)
    keys = keys_in(match.one.http.get(KEYS).text)
    receipts: list[Receipt] = []
    with match.pages() as pages, site.player().sits(f"/#/match/{match.id}/watch") as watcher:
        for _ in range(5):
            number, receipt = answered(asked(*pages))
            assert receipt.match == match.id and receipt.answers >= number
            check_signature(receipt, keys)
            receipts.append(receipt)
        pages[0].socket.send(json.dumps({"type": "resign"}))
        while not watcher.scene or not watcher.scene["ending"]:
            assert watcher.hears("scene")["receipt"] is None
    rows = [receipt.row for receipt in receipts]
    assert rows == sorted(set(rows))
    with pytest.raises(WrongSignature):
        check_signature(replace(receipts[0], answers=99), keys)

    saved, listed, mine = (tmp_path / name for name in ("match.txt", "keys", "mine"))
    text = match.transcript()
    transcript = parse(text)
    assert transcript.signed.startswith(f"{match.id} ") and transcript.text() == text
    saved.write_text(text, encoding="utf-8")
    listed.write_text(match.one.http.get(KEYS).text, encoding="utf-8")
    for receipt in receipts:
        mine.write_bytes(msgspec.json.encode(receipt))
        ran = run_here("verify", saved, "--site", listed, "--mine", mine, columns=300)
        assert ran.code == 0, ran.err
        assert f"the first {receipt.answers} answers are the same" in ran.out

    # The site rotates its key while it runs: what was signed before stays valid.
    command = [sys.executable, "-m", "gattai", "host", "keys", "--rotate", "--database", database]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=same_path())
    new, old, *_ = done.stdout.splitlines()
    assert new.endswith("signs") and "until" in old
    later = keys_in(match.one.http.get(KEYS).text)
    assert later.keys[1].id == keys.keys[0].id and later.keys[1].until
    listed.write_text(match.one.http.get(KEYS).text, encoding="utf-8")
    for game in (text, match.transcript()):
        saved.write_text(game, encoding="utf-8")
        ran = run_here("verify", saved, "--site", listed, "--mine", mine)
        assert ran.code == 0, ran.err
    assert parse(match.transcript()).signed.split()[-2] == later.keys[0].id


def test_an_answer_sent_twice_has_a_receipt_again(site: Hosted) -> None:
    match = Begun(site)
    with match.pages() as pages:
        page = asked(*pages)
        number, receipt = answered(page)
        again = {"type": "answer", "number": number, "text": "any", "key": f"key-{number}"}
        page.shown["receipt"] = None
        page.socket.send(json.dumps(again))
        while not page.shown["receipt"]:
            page.hears("scene")
        assert page.shown["receipt"]["row"] >= receipt.row


def test_receipts_do_not_reveal_the_digest_of_a_match_that_is_played(site: Hosted) -> None:
    """The seal is no hash that others could compute from guessed answers: it needs the salt of the match."""
    match = Begun(site)
    with match.pages() as pages:
        _, receipt = answered(asked(*pages))
        assert not receipt.end and not receipt.undone
        assert match.other.http.get(f"/api/matches/{match.id}/transcript").status_code == 403
        pages[0].socket.send(json.dumps({"type": "resign"}))
        pages[1].until(lambda scene: bool(scene["ending"]))
    transcript = parse(match.transcript())
    salt = bytes.fromhex(transcript.signed.split()[4])
    *_, record = replay(games.load("attack-chart"), transcript)
    digest = record.past[receipt.answers].check if receipt.answers < record.count else record.check
    assert seal(salt, receipt.row, digest) == receipt.seal != seal(b"", receipt.row, digest)


def test_from_the_events_of_a_saved_match_anybody_can_compute_its_digests(site: Hosted) -> None:
    match = Begun(site)
    events = f"/api/matches/{match.id}/events"
    with match.pages() as pages:
        _, receipt = answered(asked(*pages))
        assert match.other.http.get(events).status_code == 403, "it is still played"
        pages[0].socket.send(json.dumps({"type": "resign"}))
        pages[1].until(lambda scene: bool(scene["ending"]))
    head, _, rest = match.transcript().partition("\nbegin\n")
    *lines, signed = head.split("\n")
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    told = match.other.get(events)["events"]
    answers = [line for line in rest.splitlines() if " #" in line]
    assert len(told) == len(answers) >= receipt.answers
    for number, (line, happened) in enumerate(zip(answers, told, strict=True), 1):
        answer, _, check = line.partition(" ")[2].partition(" #")
        digest = hashlib.sha256(f"{digest}\n{answer}\n{happened}".encode()).hexdigest()
        assert digest[:6] == check
        if number == receipt.answers:
            assert seal(bytes.fromhex(signed.split(" ")[6]), receipt.row, digest) == receipt.seal


def test_a_node_that_opens_a_match_again_tells_its_events_too(site: Hosted, database: str) -> None:
    match = Begun(site)
    with match.pages() as pages:
        for _ in range(3):
            answered(asked(*pages))
        pages[0].socket.send(json.dumps({"type": "resign"}))
        pages[1].until(lambda scene: bool(scene["ending"]))
    events = f"/api/matches/{match.id}/events"
    before = match.other.get(events)
    with hosted(database) as other:
        assert other.player().get(events) == before


@pytest.fixture
def empty() -> Iterator[str]:
    with ready_database() as address:
        yield address


def test_one_of_many_nodes_makes_the_key(empty: str) -> None:
    async def work() -> set[str]:
        async with Database(empty) as store:
            nodes = [SigningKeys(store) for _ in range(8)]
            await asyncio.gather(*(each.ready() for each in nodes))
            assert all(len(each.listed) == 1 for each in nodes)
            return {each.current for each in nodes}

    assert len(asyncio.run(work())) == 1


def test_a_host_may_bring_the_key(empty: str, tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    key = Ed25519PrivateKey.generate()
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))

    async def work() -> None:
        async with Database(empty) as store:
            await SigningKeys(store).ready()
            own = SigningKeys(store, str(file))
            await own.ready()
            assert own.listed[0].id == own.current and own.listed[0].until is None
            assert own.listed[1].until is not None, "the former key is rotated out"
            stored = await store.row("SELECT private FROM signing_key WHERE id = $1", own.current)
            assert stored is not None and stored[0] is None, "the database must not have it"
            assert await own.withdraw(own.current)
            assert not await own.withdraw(own.current)

    asyncio.run(work())
    for content in (b"", b"no key"):
        file.write_bytes(content)
        with pytest.raises(ValueError, match="signing_key"):
            asyncio.run(SigningKeys(Database(empty), str(file)).ready())
