"""`gattai verify`: what can be checked of a saved game without trusting whoever kept it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from rich.text import Text

from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.record import Record
from gattai.kernel.running.committed import NO_SEED, Commitment, Committed, Working, commitment_of
from gattai.kernel.text.snapshot import answers_in
from gattai.kernel.text.transcript import Transcript, other_versions
from gattai.terminal.commands.replay import does_not_hold, read, verified
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import QUIET, STRONG, print_json, say

UNSIGNED = (
    "who gave these answers: nobody signs them, so a game that somebody made up from legal answers "
    "would pass as well"
)
UNCOMPARED = (
    "that this commitment and these seeds are those of before the game: a player's own note of them "
    "is compared with --mine"
)


class Note(msgspec.Struct, frozen=True):
    """What the page of a player at a host's site has kept of the dice, as it saves it."""

    commitment: str
    shown: str
    """When the page was shown it."""
    seat: int
    number: int = 0
    """The number of the answer that was asked for then; 0 before the match."""
    seed: str = ""
    """What the page gave."""
    counts: bool | None = None
    """Whether the site has said that it counts; None if the page has heard nothing of it."""


def note_in(path: Path) -> Note:
    """A player's own note; a complaint if the file is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Note)
    except OSError as problem:
        raise Complaint(f"{path} cannot be read: {problem.strerror}") from problem
    except msgspec.MsgspecError as problem:
        raise Complaint(f"{path} is no note of a player's page: {problem}") from problem


def show(
    path: Path,
    throw: int | None,
    packs: tuple[Path, ...],
    mine: Path | None = None,
    *,
    as_json: bool,
) -> int:
    """Say what was checked and what that does not prove; the exit code says whether all of it holds."""
    note = note_in(mine) if mine else None
    rules, transcript, text = read(path, packs)
    try:
        record = verified(rules, transcript, text)
        _check_commitment(transcript)
        agrees = _agreement(note, transcript) if note else []
    except Diverged as problem:
        return does_not_hold(path, problem, text, rules, as_json=as_json)
    if throw is not None:
        _show_throw(record, transcript, throw, as_json=as_json)
        return 0
    others = other_versions(rules, transcript.setting)
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
                "mine": agrees if note else None,
                "not_proved": _not_proved(note, transcript),
                "other_versions": others,
            }
        )
        return 0
    end = _end(record, transcript)
    rest = f"; though {others}" if others else ""
    lines = [
        (
            "answers",
            f"{len(transcript.entries)}: each keeps the rules, every check comes out{rest}",
        ),
        ("end", end),
        *(("dice" if not number else "", line) for number, line in enumerate(dice)),
        *(("mine" if not number else "", line) for number, line in enumerate(agrees)),
    ]
    if transcript.setting.start:
        lines.insert(0, ("start", "the position in its head, not the game's first table"))
    for word, line in lines:
        say(Text(f"{word:8} ", QUIET).append(line, "not dim"))
    say(Text("All of this holds.", STRONG))
    for line in _not_proved(note, transcript):
        say(Text("Not proved: ", QUIET).append(line, "not dim"))
    return 0


def _not_proved(note: Note | None, transcript: Transcript) -> list[str]:
    if note or commitment_of(transcript.setting.dice) is None:
        return [UNSIGNED]
    return [UNSIGNED, UNCOMPARED]


def _agreement(note: Note, transcript: Transcript) -> list[str]:
    """In what the file agrees with a player's own note; `Diverged` if it does not."""
    commitment = commitment_of(transcript.setting.dice)
    place = "your note"
    if commitment is None:
        raise Diverged("you were shown a commitment, and this game's dice have none", place=place)
    if note.commitment != commitment.digest:
        raise Diverged(f"you were shown another commitment, {note.commitment}", place=place)
    if not 0 <= note.seat < len(commitment.seeds):
        raise Diverged("you had a seat that this game does not have", place=place)
    seat, stands = transcript.seats[note.seat], commitment.seeds[note.seat]
    if note.counts and note.seed != stands:
        raise Diverged(f"you gave the seed {note.seed}, and {seat} has {stands} here", place=place)
    when = f"after {note.number - 1} answers" if note.number > 1 else "before the first answer"
    lines = [f"your note of {note.shown}, {when}, tells the same commitment"]
    if note.seed and note.seed == stands:
        lines.append(f"the seed that you gave stands at {seat}")
    elif note.seed:
        lines.append(f"the seed that you sent is not in these dice: {seat} has {stands}")
    else:
        lines.append(
            "you gave no seed: who ran the match could choose the dice, as far as you know"
        )
    return lines


def _end(record: Record[Any], transcript: Transcript) -> str:
    """How it ended, and who says so."""
    if not transcript.end:
        return "not over yet"
    said = transcript.end.partition(" ; ")[0]
    if record.ending is None:
        return f"{said} (the rules say so too)"
    return f"{said} ({record.ending.way}: no rule tells of that, only the file does)"


def _check_commitment(transcript: Transcript) -> None:
    """Of committed dice: a seed or none for each seat, and a secret as soon as the game is over."""
    commitment = commitment_of(transcript.setting.dice)
    if commitment is None:
        return
    if len(commitment.seeds) != len(transcript.setting.players):
        said = f"{len(commitment.seeds)} seeds for {len(transcript.setting.players)} seats"
        raise Diverged(said, place="head")
    if transcript.end and not transcript.secret:
        raise Diverged("the game is over, and the secret of its dice is not told", place="secret")


def _throws(record: Record[Any]) -> list[int]:
    """The numbers of the answers that are throws."""
    return [number for number, past in enumerate(record.past, 1) if isinstance(past.question, Roll)]


def _are_checked(transcript: Transcript) -> bool:
    return bool(transcript.secret) or transcript.setting.dice.startswith("seeded ")


def _dice(record: Record[Any], transcript: Transcript) -> list[str]:
    """What is known of the dice, and what that is worth."""
    word, _, seed = transcript.setting.dice.partition(" ")
    given = answers_in(transcript.setting.start)
    count = sum(number > given for number in _throws(record))
    thrown = f"{count} throw{'s' * (count != 1)}"
    commitment = commitment_of(transcript.setting.dice)
    if word == "seeded" and seed:
        return [
            f"of seed {seed}: {thrown}, each as this seed throws it",
            "whoever knew the seed knew every die beforehand: nothing was changed afterwards,",
            "and that nobody chose the seed cannot be seen from the file",
        ]
    if commitment is None:
        return [f"{transcript.setting.dice}: {thrown} that nobody can check"]
    lines = [f"committed to SHA-256 {commitment.digest}", *_seeds(commitment, transcript.seats)]
    if not transcript.secret:
        return [
            *lines,
            "their secret is told when the game is over: until then no throw is checked",
        ]
    return [
        *lines,
        "the secret told at the end has this SHA-256",
        f"{thrown}: each follows from secret, seeds and its number (--throw N shows how)",
    ]


def _seeds(commitment: Commitment, seats: tuple[str, ...]) -> list[str]:
    gave = [
        f"{seat} gave {seed}"
        for seat, seed in zip(seats, commitment.seeds, strict=True)
        if seed != NO_SEED
    ]
    if not gave:
        return ["no seat gave a seed: who ran the match could choose among secrets beforehand"]
    none = [seat for seat, seed in zip(seats, commitment.seeds, strict=True) if seed == NO_SEED]
    rest = f"; {', '.join(none)} gave none" if none else ""
    return [f"seeds: {', '.join(gave)}{rest}"]


def _show_throw(record: Record[Any], transcript: Transcript, throw: int, *, as_json: bool) -> None:
    commitment = commitment_of(transcript.setting.dice)
    if commitment is None or not transcript.secret:
        raise Complaint("only dice that were committed to, of a game that is over, can be shown so")
    throws = _throws(record)
    if throw not in throws:
        some = ", ".join(map(str, throws[:12])) + (" ..." if len(throws) > 12 else "")
        raise Complaint(f"answer {throw} is no throw of this game; these are: {some}")
    roll = record.past[throw - 1].question
    assert isinstance(roll, Roll)
    working = Committed(transcript.secret, commitment.seeds).working(roll, throw)
    if as_json:
        print_json(
            {
                "throw": throw,
                "dice": roll.dice.name,
                "secret": transcript.secret,
                "blocks": [{"message": said, "hmac": digest} for said, digest in working.blocks],
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
    for line in _arithmetic(roll, working, transcript.secret):
        say(line)


def _arithmetic(roll: Roll, working: Working, secret: str) -> list[str]:
    lines = [f"  key      {secret}"]
    for message, digest in working.blocks:
        lines += [f"  message  {message.encode()!r}", f"  HMAC     {digest}"]
    for draw, result in zip(working.draws, working.results(roll.dice), strict=True):
        lines.append(f"  byte {draw.at:<4}{draw.words():34} {result}".rstrip())
    return [*lines, f"  shows    {' '.join(map(str, working.faces))}"]
