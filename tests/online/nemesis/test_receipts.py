"""The check of receipts finds each that the journal does not bear out."""

from __future__ import annotations

import hmac

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from gattai.server.receipts import Receipt, SiteKey, SiteKeys, in_base64, seal
from tests.online.nemesis.checking import Verdict
from tests.online.nemesis.guests import GuestDiary
from tests.online.nemesis.replays import Notary, judge_receipts

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
NOTARY = Notary(
    SiteKeys("", (SiteKey("k", in_base64(KEY.public_key().public_bytes_raw())),)), b"salts"
)
DIGESTS = {1: (2, "a"), 2: (5, "b")}


def signed(row: int, answers: int, digest: str) -> Receipt:
    salt = hmac.digest(NOTARY.salts, b"m", "sha256")
    receipt = Receipt("m", row, answers, 1, seal(salt, row, digest), "k")
    return replace(receipt, signature=in_base64(KEY.sign(receipt.text().encode())))


def judged(*receipts: Receipt) -> Verdict:
    verdict = Verdict()
    judge_receipts(verdict, "m", DIGESTS, [GuestDiary(receipts={*receipts})], NOTARY)
    return verdict


def test_receipts_of_what_is_in_the_journal_are_sound() -> None:
    verdict = judged(signed(1, 2, "a"), signed(2, 5, "b"))
    assert verdict.is_sound and verdict.receipts == 2
    assert judged(replace(signed(3, 6, "c"), match="other")).receipts == 0


@pytest.mark.parametrize(
    "receipt",
    [
        signed(3, 6, "c"),
        signed(2, 5, "x"),
        signed(2, 4, "b"),
        replace(signed(2, 5, "b"), at=2),
    ],
    ids=["row that is not there", "other answers", "other number of answers", "no signature of it"],
)
def test_each_wrong_receipt_is_found(receipt: Receipt) -> None:
    verdict = judged(signed(1, 2, "a"), receipt)
    assert len(verdict.unbacked) == 1 and not verdict.is_sound
