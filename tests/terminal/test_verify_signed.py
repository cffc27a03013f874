"""`gattai verify --site`: a game that a site has signed holds, and forgeries do not."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.kernel.record import Record
from gattai.kernel.record import replay as replay_all
from gattai.kernel.running.committed import Committed
from gattai.kernel.text.transcript import Transcript, parse
from gattai.server.messages import NewMatch
from gattai.server.receipts import (
    NOTHING,
    Receipt,
    SiteKey,
    SiteKeys,
    in_base64,
    key_id,
    line_of,
    seal,
)
from gattai.server.table.opening import opened
from gattai.terminal.client.session import TerminalSession
from tests.server.played import SECRET, SEEDS, played
from tests.terminal.conftest import Ran, run_here

GAME, MATCH = "attack-chart", "attack-chart-k3v9"
SALT = bytes(range(32, 64))
NOON = 1_790_000_000
HOUR = 3_600
OTHER_SECRET = bytes(range(1, 33)).hex()


class Signer:
    """A key of a site."""

    def __init__(self, number: int = 1) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        self.public = self._key.public_key().public_bytes_raw()

    def listed(self, since: int = NOON - HOUR, until: int | None = None) -> SiteKey:
        return SiteKey(key_id(self.public), in_base64(self.public), _time(since), _time(until))

    def sign(self, receipt: Receipt) -> Receipt:
        receipt = replace(receipt, key=key_id(self.public))
        return replace(receipt, signature=in_base64(self._key.sign(receipt.text().encode())))

    def receipt(self, text: str, answers: int, row: int = 0, **more: Any) -> Receipt:
        """Return the receipt that a player gets after so many answers of this game."""
        sealed = seal(SALT, row or answers, digest_of(text, answers))
        receipt = Receipt(MATCH, row or answers, answers, NOON, sealed, "")
        return self.sign(replace(receipt, **more))

    def saved(self, text: str, **more: Any) -> str:
        """Return the game as a site saves it."""
        transcript = parse(text)
        last = len(transcript.entries)
        receipt = self.receipt(text, last, **{"end": transcript.end, "undone": NOTHING, **more})
        return replace(transcript, signed=line_of(receipt, SALT)).text()


def _time(at: int | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)


@cache
def digest_of(text: str, answers: int) -> str:
    return replayed(parse(text), answers).check


def replayed(transcript: Transcript, answers: int) -> Record[Any]:
    """Return the game after so many answers."""
    for number, record in enumerate(replay_all(games.load(GAME), transcript)):
        if number == answers:
            return record
    raise AssertionError("it has fewer answers")


def played_on(record: Record[Any], dice: Committed, seed: str) -> str:
    """Return the game as other bots play it to its end."""
    record.secret = dice.secret
    bots = [registry.make("random", seed, rules=record.rules) for _ in record.rules.seats]
    TerminalSession(record, bots, dice).play()
    return record.transcript().text()


def begun(dice: Committed) -> Record[Any]:
    return opened(NewMatch(GAME, ("random", "random")), dice=dice)[0]


@cache
def invented() -> str:
    """A game that nobody has played, with the dice of the real one."""
    dice = Committed(SECRET, SEEDS)
    return played_on(begun(dice), dice, "8")


@cache
def other_middle() -> str:
    """The real game up to its middle, then another answer and all later hashes computed anew."""
    real = parse(played(GAME))
    half = len(real.entries) // 2
    start = replace(real, entries=real.entries[:half], end="", secret="")
    return played_on(replayed(start, half), Committed(SECRET, SEEDS), "9")


@cache
def other_dice() -> str:
    dice = Committed(OTHER_SECRET, SEEDS)
    return played_on(begun(dice), dice, "7")


def cut(text: str, answers: int, end: str = "") -> str:
    real = parse(text)
    return replace(
        real, entries=real.entries[:answers], end=end, secret=real.secret if end else ""
    ).text()


class Folder:
    """Runs `gattai verify` on a game, the keys of a site, and what a player has saved."""

    def __init__(self, folder: Path, *keys: SiteKey) -> None:
        self._folder = folder
        self._keys = self._file("gattai.json", msgspec.json.encode(SiteKeys("The club", keys)))

    def _file(self, name: str, content: bytes) -> Path:
        path = self._folder / name
        path.write_bytes(content)
        return path

    def verify(self, game: str, mine: Receipt | dict[str, object] | None = None) -> Ran:
        words: list[str | Path] = [self._file("game.txt", game.encode()), "--site", self._keys]
        if mine is not None:
            words += ["--mine", self._file("mine.json", msgspec.json.encode(mine))]
        return run_here("verify", *words, columns=300)

    def refuses(self, game: str, reason: str, mine: Receipt | None = None) -> None:
        ran = self.verify(game, mine)
        assert ran.code == 1, ran.out
        assert reason in ran.err


@pytest.fixture
def signer() -> Signer:
    return Signer()


@pytest.fixture
def club(tmp_path: Path, signer: Signer) -> Folder:
    return Folder(tmp_path, signer.listed())


def signature_of(saved: str) -> str:
    return parse(saved).signed


# Games as they were


def test_a_signed_game_holds_and_its_limits_are_named(club: Folder, signer: Signer) -> None:
    ran = club.verify(signer.saved(played(GAME)))
    assert ran.code == 0, ran.err
    last = len(parse(played(GAME)).entries)
    for line in (
        f"The club signed this on 2026-09-21 14:13 UTC with key {signer.listed().id}",
        f"as match {MATCH} with {last} answers",
        "Not proved: who sat at the seats, and anything against the site and all players together",
        "Not proved: anything against the site itself",
    ):
        assert line in ran.out
    assert "invented" not in ran.out and "may have gone on" not in ran.out


def test_a_receipt_of_the_last_answer_proves_it_against_the_site(
    club: Folder, signer: Signer
) -> None:
    real = played(GAME)
    last = len(parse(real).entries)
    mine = signer.receipt(real, last, end=parse(real).end)
    ran = club.verify(signer.saved(real), mine)
    assert ran.code == 0 and f"the first {last} answers are the same" in ran.out, ran.err
    assert "against the site itself" not in ran.out
    note = {"commitment": "", "shown": "", "seat": 0, "receipt": msgspec.to_builtins(mine)}
    assert "your note has another commitment" in club.verify(signer.saved(real), note).err


def test_an_earlier_receipt_proves_it_up_to_there(club: Folder, signer: Signer) -> None:
    ran = club.verify(signer.saved(played(GAME)), signer.receipt(played(GAME), 10))
    assert ran.code == 0 and "the first 10 answers are the same" in ran.out, ran.err
    assert "Not proved: answers after 10 against the site itself" in ran.out


def test_it_holds_after_the_key_was_rotated(tmp_path: Path, signer: Signer) -> None:
    old, new = signer.listed(until=NOON + 1), Signer(2).listed(since=NOON)
    after = Folder(tmp_path, new, old)
    real = played(GAME)
    assert after.verify(signer.saved(real), Signer(2).receipt(real, 10)).code == 0
    assert after.verify(Signer(2).saved(real), signer.receipt(real, 10)).code == 0


def test_a_public_key_alone_is_enough(tmp_path: Path, signer: Signer) -> None:
    file = tmp_path / "game.txt"
    file.write_text(signer.saved(played(GAME)), encoding="utf-8")
    ran = run_here("verify", file, "--site", in_base64(signer.public))
    assert ran.code == 0, ran.err
    ran = run_here("verify", file, "--site", in_base64(Signer(2).public))
    assert ran.code == 1 and "the site has no key" in ran.err
    ran = run_here("verify", file, "--site", "neither")
    assert ran.code == 2 and "is neither a file with the keys of a site" in ran.err


def test_a_receipt_from_before_an_undo_is_explained(club: Folder, signer: Signer) -> None:
    """The player's receipt is of answers that were taken back to the middle; the match went on otherwise."""
    half = len(parse(played(GAME)).entries) // 2
    before = signer.receipt(played(GAME), half + 3)
    undone = f"{half + 4}>{half}"
    now = other_middle()
    saved = signer.saved(now, row=len(parse(now).entries) + 5, undone=undone)
    ran = club.verify(saved, before)
    assert ran.code == 0, ran.err
    assert f"all after the first {half} were taken back" in ran.out
    assert "Not proved: that you agreed to take answers back" in ran.out
    assert club.verify(saved, signer.receipt(played(GAME), half)).code == 0
    earlier = signer.receipt(now, half, row=half - 1)  # sealed at another row, of the same answers
    assert club.verify(saved, earlier).code == 0
    club.refuses(saved, "are not those", signer.receipt(invented(), half))


def test_without_the_keys_a_signature_proves_nothing(tmp_path: Path, signer: Signer) -> None:
    file = tmp_path / "game.txt"
    file.write_text(signer.saved(played(GAME)), encoding="utf-8")
    ran = run_here("verify", file, columns=300)
    assert ran.code == 0 and "which is checked with --site" in ran.out
    shown = json.loads(run_here("verify", file, "--json").out)
    assert shown["site"] == [] and "--site" in shown["not_proved"][0]


def first_lines(text: str) -> tuple[dict[str, list[str]], str]:
    """Return the head as version 0.2.0 read it, which knows nothing of signatures, and the rest."""
    head: dict[str, list[str]] = {}
    lines = text.split("\n")
    for at, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        if line == "begin":
            return head, "\n".join(lines[at:])
        assert word in ("game", "packs", "option", "player", "dice", "position")
        head.setdefault(word, []).append(rest)
    raise AssertionError("the line 'begin' is missing")


def test_readers_of_version_0_2_find_the_same_game(signer: Signer) -> None:
    head, rest = first_lines(signer.saved(played(GAME)))
    before, same = first_lines(played(GAME))
    assert rest == same
    assert {word: lines[0] for word, lines in head.items()} == {
        word: lines[0] for word, lines in before.items()
    }
    for word in ("player", "option"):  # of these they read every line
        assert head.get(word) == before.get(word)


# Forgeries


def test_an_invented_game_is_refused(club: Folder, signer: Signer, tmp_path: Path) -> None:
    file = tmp_path / "invented.txt"
    file.write_text(invented(), encoding="utf-8")
    ran = run_here("verify", file, columns=300)
    assert ran.code == 0 and "a game invented from legal answers would also pass" in ran.out
    club.refuses(invented(), "no site has signed this game")
    real = signature_of(signer.saved(played(GAME)))
    with_signature = replace(parse(invented()), signed=real).text()
    club.refuses(with_signature, "the signature does not hold for this game")
    club.refuses(Signer(2).saved(invented()), "the site has no key")


def test_an_answer_changed_in_the_middle_is_refused(club: Folder, signer: Signer) -> None:
    real = signature_of(signer.saved(played(GAME)))
    changed = replace(parse(other_middle()), signed=real).text()
    club.refuses(changed, "the signature does not hold for this game")
    # and a site that signs the change is refuted by the receipt of a player
    last = signer.receipt(played(GAME), len(parse(played(GAME)).entries) // 2 + 3)
    more = len(parse(other_middle()).entries) + len(parse(played(GAME)).entries)
    dishonest = signer.saved(other_middle(), row=more)
    assert club.verify(dishonest).code == 0
    club.refuses(dishonest, "are not those that the site accepted from you", last)


def test_changed_dice_are_refused(club: Folder, signer: Signer) -> None:
    real = signature_of(signer.saved(played(GAME)))
    changed = replace(parse(other_dice()), signed=real).text()
    club.refuses(changed, "the signature does not hold for this game")
    mine = signer.receipt(played(GAME), 1)
    club.refuses(signer.saved(other_dice()), "are not those", mine)


def test_a_part_is_not_taken_for_the_whole(club: Folder, signer: Signer) -> None:
    real = played(GAME)
    half = len(parse(real).entries) // 2
    part = cut(real, half)
    whole = signature_of(signer.saved(real))
    club.refuses(replace(parse(part), signed=whole).text(), "the signature does not hold")
    # a player's receipt of the middle, opened with the salt that is public after the end
    middle = signer.receipt(real, half)
    honest = replace(parse(part), signed=line_of(middle, SALT)).text()
    ran = club.verify(honest)
    assert ran.code == 0 and "not finished" in ran.out
    assert "Not proved: that the match ended here" in ran.out
    resigned = "blue wins: red resigned ; by resignation"
    claimed = replace(parse(cut(real, half, resigned)), signed=line_of(middle, SALT)).text()
    club.refuses(claimed, "the signature does not hold for this game")
    club.refuses(honest, "so something is missing", signer.receipt(real, half + 1))


def test_a_receipt_of_another_match_is_refused(club: Folder, signer: Signer) -> None:
    real = signer.saved(played(GAME))
    other = signer.sign(replace(signer.receipt(played(GAME), 10), match="attack-chart-other"))
    club.refuses(real, "your receipt is of another match, attack-chart-other", other)
    renamed = replace(signer.receipt(played(GAME), 10, match="attack-chart-other"), match=MATCH)
    club.refuses(real, "your receipt does not hold", renamed)
    moved = parse(real).signed.replace(MATCH, "attack-chart-other")
    club.refuses(replace(parse(real), signed=moved).text(), "the signature does not hold")


def test_a_key_that_was_rotated_out_signs_nothing_new(tmp_path: Path, signer: Signer) -> None:
    new = Signer(2)
    after = Folder(tmp_path, new.listed(since=NOON - 9), signer.listed(until=NOON - 1))
    after.refuses(signer.saved(played(GAME)), "was rotated out")
    after.refuses(new.saved(played(GAME)), "was rotated out", signer.receipt(played(GAME), 9))
    before = Folder(tmp_path, signer.listed(since=NOON + 61))
    before.refuses(signer.saved(played(GAME)), "existed")
    withdrawn = Folder(tmp_path, new.listed())
    withdrawn.refuses(signer.saved(played(GAME)), "the site has no key")


def test_a_line_that_is_no_signature_is_refused(club: Folder) -> None:
    for line in ("", "x", "m 1 2 - zz k s", f"{MATCH} 1 2 1>x {SALT.hex()} k s"):
        text = replace(parse(played(GAME)), signed=line).text()
        club.refuses(text, "signature" if line else "no site has signed this game")
