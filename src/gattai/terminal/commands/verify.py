"""`gattai verify`: what can be checked in a saved game without trusting its keeper."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.text import Text

from gattai.kernel.dice import has_real_dice
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.running.committed import NO_SEED, Commitment, Committed, Working, commitment_of
from gattai.kernel.running.linked import ABSENT, LINKED, Linked, linked_of
from gattai.kernel.text.snapshot import answers_in
from gattai.kernel.text.transcript import Transcript, other_versions
from gattai.server.receipts import (
    Receipt,
    SignedTranscript,
    SiteKeys,
    WrongSignature,
    check_signature,
    keys_in,
)
from gattai.server.table.opening import PHYSICAL
from gattai.terminal.commands.replay import does_not_hold, read, verified
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import QUIET, STRONG, print_json, say

UNSIGNED = (
    "who gave these answers: they are not signed, so a game invented from legal answers "
    "would also pass"
)
UNCHECKED = "who gave these answers: the file has a signature of a site, which is checked with --site and the site's keys"
NOT_AGAINST_ALL = "who sat at the seats, and anything against the site and all players together: they can sign any game"
NOT_AGAINST_SITE = (
    "anything against the site itself: compare a receipt that your own page has saved, with --mine"
)
MAY_GO_ON = "that the match ended here: it was signed before its end, and may have gone on"
UNCOMPARED = (
    "that this commitment and these seeds existed before the game: compare a player's own note of them "
    "with --mine"
)

ONE_PERSON = (
    "that two people played: whoever knows both secrets can write such a file alone; your own copy of the "
    "match, which judged each link, shows whether it was yours"
)


class Note(msgspec.Struct, frozen=True):
    """A player's own record of the dice, saved by the page on a site."""

    commitment: str
    shown: str
    """When the page first saw the commitment."""
    seat: int
    number: int = 0
    """The number of the answer that was open then; 0 before the match."""
    seed: str = ""
    """The seed that the page sent."""
    counts: bool | None = None
    """Whether the site acknowledged the seed; None if the page has received no reply."""
    digests: tuple[str, ...] = ()
    """What all seats had committed to when the page revealed its seed."""
    receipt: Receipt | None = None
    """The last receipt that the page has received."""


class Evidence(msgspec.Struct, frozen=True):
    """What a game is compared with."""

    note: Note | None = None
    receipt: Receipt | None = None
    keys: SiteKeys | None = None
    """The keys of the site where it was played."""


def evidence_in(mine: Path | None, site: str) -> Evidence:
    """Read a player's note or receipt, and the keys of a site. Raises Complaint if they are not that."""
    keys = _keys_in(site) if site else None
    if mine is None:
        return Evidence(keys=keys)
    try:
        content = mine.read_bytes()
        try:
            return Evidence(None, msgspec.json.decode(content, type=Receipt), keys)
        except msgspec.ValidationError:
            note = msgspec.json.decode(content, type=Note)
            return Evidence(note, note.receipt, keys)
    except OSError as problem:
        raise Complaint(f"{mine} cannot be read: {problem.strerror}") from problem
    except msgspec.MsgspecError as problem:
        raise Complaint(
            f"{mine} is neither a receipt nor a player's note of the dice: {problem}"
        ) from problem


def _keys_in(site: str) -> SiteKeys:
    try:
        import cryptography  # noqa: F401
    except ModuleNotFoundError as problem:
        raise Complaint("--site needs an additional package: pip install cryptography") from problem
    path = Path(site)
    try:
        return keys_in(path.read_text(encoding="utf-8") if path.is_file() else site)
    except (OSError, ValueError) as problem:
        raise Complaint(
            f"{site} is neither a file with the keys of a site (its /.well-known/gattai.json) nor a public key: {problem}"
        ) from problem


def show(
    path: Path,
    throw: int | None,
    packs: tuple[Path, ...],
    evidence: Evidence,
    *,
    as_json: bool,
) -> int:
    """Print what was checked and what remains unproved; the exit code says whether the game is valid."""
    note = evidence.note
    rules, transcript, text = read(path, packs)
    try:
        record = verified(rules, transcript, text)
        _check_commitment(transcript)
        agrees = _agreement(note, transcript) if note else []
        signed = _signed(evidence, record, transcript)
        agrees += _receipt(evidence, signed)
        site = _site(evidence, signed)
    except Diverged as problem:
        return does_not_hold(path, problem, text, rules, as_json=as_json)
    if throw is not None:
        _show_throw(record, transcript, throw, as_json=as_json)
        return 0
    others = other_versions(rules, transcript.header)
    dice = _dice(record, transcript)
    if as_json:
        print_json(
            {
                "verified": True,
                "answers": len(transcript.entries),
                "throws": len(_throws(record)),
                "end": transcript.end.partition(" ; ")[0],
                "dice_checked": _are_checked(transcript),
                "dice": dice,
                "site": site,
                "mine": agrees if note or evidence.receipt else None,
                "not_proved": _not_proved(evidence, signed, transcript),
                "other_versions": others,
            }
        )
        return 0
    end = _end(record, transcript, is_signed=bool(site))
    rest = f", although {others}" if others else ""
    lines = [
        (
            "answers",
            f"{len(transcript.entries)}: all are legal and all checks succeed{rest}",
        ),
        ("end", end),
        *(("dice" if not number else "", line) for number, line in enumerate(dice)),
        *(("site" if not number else "", line) for number, line in enumerate(site)),
        *(("mine" if not number else "", line) for number, line in enumerate(agrees)),
    ]
    if transcript.header.start:
        lines.insert(0, ("start", "a position in its head, not the game's usual start"))
    for word, line in lines:
        say(Text(f"{word:8} ", QUIET).append(line, "not dim"))
    say(Text("Everything that can be checked is valid.", STRONG))
    for line in _not_proved(evidence, signed, transcript):
        say(Text("Not proved: ", QUIET).append(line, "not dim"))
    return 0


def _signed(
    evidence: Evidence, record: Record[Struct], transcript: Transcript
) -> SignedTranscript | None:
    """Return the signature of a site; None if the file has none. Raises `Diverged` if one is missing or wrong."""
    if transcript.signed:
        signed = SignedTranscript(transcript.signed, record, transcript.end)
        if evidence.keys is not None:
            signed.check(evidence.keys)
        return signed
    if evidence.keys is not None:
        raise Diverged("no site has signed this game", place="signature")
    if evidence.receipt is not None:
        reason = "a receipt can only be compared with a game that a site has signed"
        raise Diverged(reason, place="signature")
    return None


def _site(evidence: Evidence, signed: SignedTranscript | None) -> list[str]:
    """Return what the signature of the site says."""
    if signed is None or evidence.keys is None:
        return []
    receipt, name = signed.receipt, evidence.keys.site or "the site"
    lines = [
        (
            f"{name} signed this on {receipt.time} with key {receipt.key}, as match {receipt.match} "
            f"with {receipt.answers} answers"
        )
    ]
    for row, left in signed.undos:
        lines.append(f"row {row} took answers back: the first {left} stayed")
    return lines


def _receipt(evidence: Evidence, signed: SignedTranscript | None) -> list[str]:
    """Compare the game with a player's receipt; returns the agreements. Raises `Diverged` on a difference."""
    mine = evidence.receipt
    if mine is None or signed is None:
        return []
    if evidence.keys is not None:
        try:
            check_signature(mine, evidence.keys)
        except WrongSignature as problem:
            raise Diverged(
                f"your receipt does not hold: {problem}", place="your receipt"
            ) from problem
    signed.compare(mine)
    left = signed.taken_back(mine)
    if left is not None and left < mine.answers:
        return [
            (
                f"your receipt of {mine.time} has {mine.answers} answers, of which the site says that all after "
                f"the first {left} were taken back"
            )
        ]
    return [
        f"your receipt of {mine.time} is of this game: the first {mine.answers} answers are the same"
    ]


def _not_proved(
    evidence: Evidence, signed: SignedTranscript | None, transcript: Transcript
) -> list[str]:
    if linked_of(transcript.header.dice):
        return [UNSIGNED, ONE_PERSON]
    lines = _unsigned(evidence, signed)
    is_noted = evidence.note or commitment_of(transcript.header.dice) is None
    return lines if is_noted else [*lines, UNCOMPARED]


def _unsigned(evidence: Evidence, signed: SignedTranscript | None) -> list[str]:
    """Return what the signature and the receipt do not prove."""
    if signed is None or evidence.keys is None:
        return [UNSIGNED if signed is None else UNCHECKED]
    lines = [NOT_AGAINST_ALL]
    mine, receipt = evidence.receipt, signed.receipt
    if mine is None:
        lines.append(NOT_AGAINST_SITE)
    else:
        lines += _beyond(mine, signed)
    return lines if receipt.end else [*lines, MAY_GO_ON]


def _beyond(mine: Receipt, signed: SignedTranscript) -> list[str]:
    """Return what a player's receipt does not cover."""
    left = signed.taken_back(mine)
    lines = [] if left is None else ["that you agreed to take answers back: only the site says so"]
    covered = mine.answers if left is None else min(left, mine.answers)
    if covered < signed.receipt.answers:
        lines.append(f"answers after {covered} against the site itself: your receipt is older")
    if not mine.end:
        lines.append("how it ended against the site itself, unless the rules decided it")
    return lines


def _agreement(note: Note, transcript: Transcript) -> list[str]:
    """Compare the file with a player's note; returns the agreements. Raises `Diverged` on a difference."""
    commitment = commitment_of(transcript.header.dice)
    place = "your note"
    if commitment is None:
        raise Diverged("your note has a commitment, but this game's dice have none", place=place)
    if note.commitment != commitment.digest:
        raise Diverged(f"your note has another commitment, {note.commitment}", place=place)
    if not 0 <= note.seat < len(commitment.seeds):
        raise Diverged("your note has a seat that this game does not have", place=place)
    seat, stands = transcript.seats[note.seat], commitment.seeds[note.seat]
    if note.counts and note.seed != stands:
        raise Diverged(f"you added the seed {note.seed}, but {seat} has {stands} here", place=place)
    if note.digests and note.digests != commitment.digests:
        changed = [
            name
            for name, noted, found in zip_longest(
                transcript.seats, note.digests, commitment.digests, fillvalue=NO_SEED
            )
            if noted != found
        ]
        raise Diverged(
            f"{' and '.join(changed)} had committed to another seed when yours was revealed",
            place=place,
        )
    when = f"after {note.number - 1} answers" if note.number > 1 else "before the first answer"
    lines = [f"your note of {note.shown}, {when}, has the same commitment"]
    if note.seed and note.seed == stands:
        lines.append(f"your seed is there, at {seat}")
    elif note.seed:
        lines.append(f"your seed is not in these dice: {seat} has {stands}")
    else:
        lines.append("you added no seed, so the server could have chosen the dice")
    if note.digests:
        lines.append(
            "all seeds are those that their seats had committed to before yours was revealed"
        )
    return lines


def _end(record: Record[Struct], transcript: Transcript, *, is_signed: bool) -> str:
    """Return the result, and its source."""
    if not transcript.end:
        return "not finished"
    reason = transcript.end.partition(" ; ")[0]
    if record.ending is None:
        return f"{reason} (confirmed by the rules)"
    who = "the site" if is_signed else "the file"
    return f"{reason} ({record.ending.way}: not decided by the rules, so only {who} says it)"


def _check_commitment(transcript: Transcript) -> None:
    """Check that committed dice have a seed or none for each seat, and a secret if the game is over."""
    commitment = commitment_of(transcript.header.dice)
    if commitment is None:
        return
    if len(commitment.seeds) != len(transcript.header.players):
        counts = f"{len(commitment.seeds)} seeds for {len(transcript.header.players)} seats"
        raise Diverged(counts, place="head")
    if transcript.end and not transcript.secret:
        raise Diverged("the game is over, but the secret of its dice is missing", place="secret")


def _throws(record: Record[Struct]) -> list[int]:
    """Return the numbers of the answers that are dice rolls."""
    return [number for number, past in enumerate(record.past, 1) if isinstance(past.question, Roll)]


def _are_checked(transcript: Transcript) -> bool:
    word = transcript.header.dice.partition(" ")[0]
    return bool(transcript.secret) or word in ("seeded", LINKED)


def _dice(record: Record[Struct], transcript: Transcript) -> list[str]:
    """Return what is known about the dice, and what that proves."""
    word, _, seed = transcript.header.dice.partition(" ")
    given = answers_in(transcript.header.start)
    count = sum(number > given for number in _throws(record))
    thrown = f"{count} throw{'s' * (count != 1)}"
    commitment = commitment_of(transcript.header.dice)
    if word == "seeded" and seed:
        return [
            f"from seed {seed}: {thrown}, all as this seed gives them",
            "anyone who knew the seed could predict every die: nothing was changed afterwards,",
            "but the file cannot show whether someone chose the seed",
        ]
    if transcript.header.dice == PHYSICAL:
        return _real_dice(record, given)
    linked = linked_of(transcript.header.dice, transcript.values)
    if linked is not None:
        return _linked_dice(linked, thrown, transcript.seats)
    if commitment is None:
        return [f"{transcript.header.dice}: {thrown}, which cannot be checked"]
    lines = [f"committed to SHA-256 {commitment.digest}", *_seeds(commitment, transcript.seats)]
    if not transcript.secret:
        return [
            *lines,
            "their secret is published when the game is over: until then no dice can be checked",
        ]
    return [
        *lines,
        "the secret published at the end has this SHA-256",
        f"{thrown}: all follow from the secret, the seeds and their numbers (--throw N shows how)",
    ]


def _real_dice(record: Record[Struct], given: int) -> list[str]:
    """Return what is known about dice that people threw on a real table."""
    thrown = [past.question for past in record.past[given:] if isinstance(past.question, Roll)]
    real = sum(roll.known_to is None and has_real_dice(roll.dice) for roll in thrown)
    drawn = len(thrown) - real
    thrown_by_hand = f"{real} throw{'s' * (real != 1)} of real dice, entered by the players"
    lines = [
        f"physical: {thrown_by_hand}; each die has such a face,",
        "but the file cannot show whether it really fell so",
    ]
    if drawn:
        lines.append(
            f"the program shuffled or drew blindly {drawn} time{'s' * (drawn != 1)}, "
            "which cannot be checked either"
        )
    return lines


def _linked_dice(linked: Linked, thrown: str, seats: tuple[str, ...]) -> list[str]:
    """Return what is known about dice that follow from the chains of both seats."""
    lines = [
        f"linked: {thrown}, each from a value of both seats, of which neither could choose its own"
    ]
    for seat, end, shown in zip(seats, linked.ends, linked.shown, strict=True):
        if end == ABSENT:
            lines.append(f"{seat} has not joined yet")
        elif shown.number:
            lines.append(
                f"{seat} has shown its chain up to answer {shown.number}; it ends with {end}"
            )
        else:
            lines.append(f"{seat} has shown nothing yet of its chain, which ends with {end}")
    return [*lines, "all values lead to these ends (--throw N shows how a throw follows)"]


def _seeds(commitment: Commitment, seats: tuple[str, ...]) -> list[str]:
    gave = [
        f"{seat} gave {seed}"
        for seat, seed in zip(seats, commitment.seeds, strict=True)
        if seed != NO_SEED
    ]
    if not gave:
        return [
            "no seat added a seed, so the server could have picked a favourable secret beforehand"
        ]
    none = [seat for seat, seed in zip(seats, commitment.seeds, strict=True) if seed == NO_SEED]
    rest = f"; {', '.join(none)} added none" if none else ""
    lines = [f"seeds: {', '.join(gave)}{rest}"]
    if commitment.are_committed:
        lines.append(
            "the file says that all had committed to them before any was revealed: each has the SHA-256 that it names"
        )
    return lines


def _show_throw(
    record: Record[Struct], transcript: Transcript, throw: int, *, as_json: bool
) -> None:
    linked = linked_of(transcript.header.dice, transcript.values)
    commitment = commitment_of(transcript.header.dice)
    if linked is None and (commitment is None or not transcript.secret):
        raise Complaint(
            "this works only for linked dice, and for committed dice of a completed game"
        )
    throws = _throws(record)
    if throw not in throws:
        some = ", ".join(map(str, throws[:12])) + (" ..." if len(throws) > 12 else "")
        raise Complaint(f"answer {throw} is not a dice roll of this game; these are: {some}")
    roll = record.past[throw - 1].question
    assert isinstance(roll, Roll)
    if linked is not None:
        key, working = linked.key(throw), linked.working(roll, throw)
    else:
        assert commitment is not None, "refused above"
        key = transcript.secret
        working = Committed(key, commitment.seeds).working(roll, throw)
    if as_json:
        print_json(
            {
                "throw": throw,
                "dice": roll.dice.name,
                "secret": key,
                "blocks": [
                    {"message": message, "hmac": digest} for message, digest in working.blocks
                ],
                "draws": [
                    {
                        "byte": draw.at,
                        "taken": draw.taken.hex(),
                        "among": draw.among,
                        "value": draw.value,
                    }
                    for draw in working.draws
                ],
                "faces": working.faces,
            }
        )
        return
    say(Text(f"throw {throw}: {roll.dice.name} [{roll.rule}]", STRONG))
    for line in _arithmetic(roll, working, key):
        say(line)


def _arithmetic(roll: Roll, working: Working, secret: str) -> list[str]:
    lines = [f"  key      {secret}"]
    for message, digest in working.blocks:
        lines += [f"  message  {message.encode()!r}", f"  HMAC     {digest}"]
    for draw, result in zip(working.draws, working.results(roll.dice), strict=True):
        lines.append(f"  byte {draw.at:<4}{draw.words():34} {result}".rstrip())
    return [*lines, f"  shows    {' '.join(map(str, working.faces))}"]
