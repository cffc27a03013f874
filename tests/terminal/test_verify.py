"""`gattai verify`: an honest match holds, and each single change is refused, in all games."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from gattai import games
from gattai.bots import registry
from gattai.kernel.dice import Face
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record, replay
from gattai.kernel.running.committed import Committed
from gattai.kernel.text.ending import Ending
from gattai.kernel.text.transcript import parse
from gattai.server.messages import NewMatch
from gattai.server.table.opening import opened
from gattai.terminal.client.session import TerminalSession
from gattai.terminal.commands.replay import verified
from tests.server.played import GAMES, SECRET, SEEDS, begun, played, saved
from tests.terminal.conftest import Run, run_here


@pytest.fixture
def run() -> Run:
    return run_here


def refused(text: str) -> bool:
    """Whether a changed transcript is found out, whatever was changed."""
    try:
        transcript = parse(text)
        verified(games.load(transcript.header.game), transcript, text)
    except (Diverged, LookupError):
        return True
    return False


def other(letter: str) -> str:
    return "0" if letter != "0" else "1"


def with_line(lines: list[str], at: int, *put: str) -> str:
    return "".join([*lines[:at], *put, *lines[at + 1 :]])


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_match_holds(run: Run, tmp_path: Path, game: str) -> None:
    ran = run("verify", saved(game, tmp_path))
    assert ran.code == 0, ran.err
    entries = parse(played(game)).entries
    answers, throws = len(entries), sum(entry.who == "dice" for entry in entries)
    for said in (
        f"answers  {answers}: all are legal",
        "(confirmed by the rules)",
        f"committed to SHA-256 {Committed(SECRET, SEEDS).commitment.digest}",
        "gave anns-seed; ",
        "the secret published at the end has this SHA-256",
        f"{throws} throws: all follow from the secret, the seeds and their numbers",
        "Everything that can be checked is valid.",
    ):
        assert said in ran.out
    found = run("verify", saved(game, tmp_path), "--json").json
    assert found["verified"] and found["dice_checked"] and found["throws"] == throws


@pytest.mark.parametrize("game", GAMES)
def test_another_secret_commitment_or_seed_is_refused(game: str) -> None:
    text = played(game)
    secret = f"secret {SECRET}\n"
    for at in range(0, 64, 7):
        changed = SECRET[:at] + other(SECRET[at]) + SECRET[at + 1 :]
        assert refused(text.replace(secret, f"secret {changed}\n"))
    for changed in (SECRET.upper(), SECRET + "00", SECRET[:-2], "", "x" * 64):
        assert refused(text.replace(secret, f"secret {changed}\n"))
    digest = Committed(SECRET, SEEDS).commitment.digest
    for at in range(0, 64, 7):
        assert refused(text.replace(digest, digest[:at] + other(digest[at]) + digest[at + 1 :]))
    for seeds in ("anns-sees,-", "-,anns-seed", "anns-seed", "anns-seed,-,-", "anns-seed,x", "-,-"):
        assert refused(text.replace(" anns-seed,-\n", f" {seeds}\n"))


@pytest.mark.parametrize("game", GAMES)
def test_another_end_is_refused(run: Run, tmp_path: Path, game: str) -> None:
    text = played(game)
    end = re.search("^end .*\n", text, re.MULTILINE)
    assert end is not None
    for changed in ("end drawn: by agreement ; NO.RULE\n", "", end[0].replace("wins", "loses")):
        if changed != end[0]:
            assert refused(text.replace(end[0], changed))
    assert refused(text + text.splitlines(keepends=True)[-1])
    assert refused(text.replace(end[0], f"{end[0]}{end[0]}"))
    path = tmp_path / "t.txt"
    path.write_text(text.replace(f"secret {SECRET}\n", ""), "utf-8")
    ran = run("verify", path)
    assert ran.code == 1 and "the secret of its dice is missing" in ran.err


def changed_lines(lines: list[str], number: int) -> Iterator[str]:
    """The transcript with one line changed, each time in another way."""
    line, after = lines[number], lines[number + 1]
    yield with_line(lines, number)
    yield with_line(lines, number, line, line)
    yield "".join([*lines[:number], after, line, *lines[number + 2 :]])
    mine, theirs = line.partition(" ")[0], after.partition(" ")[0]
    if theirs.isdigit():  # the same with their numbers set right
        put = [f"{mine} {after.partition(' ')[2]}", f"{theirs} {line.partition(' ')[2]}"]
        if put != [line, after]:
            yield "".join([*lines[:number], *put, *lines[number + 2 :]])
    digit = re.search(r"(?<=[ ,])\d+(?=.* ;)", line)
    if digit:
        yield with_line(
            lines, number, line[: digit.start()] + other(digit[0]) + line[digit.end() :]
        )
    check = line.rindex("#") + 1
    yield with_line(lines, number, line[:check] + other(line[check]) + line[check + 1 :])


def body(text: str) -> tuple[list[str], range]:
    lines = text.splitlines(keepends=True)
    return lines, range(lines.index("begin\n") + 1, len(lines) - 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_line_is_refused(game: str) -> None:
    lines, numbers = body(played(game))
    throws = [number for number in numbers if " dice " in lines[number]][:3]
    some = [*numbers[:: len(numbers) // 5], *throws]
    for number in some:
        for changed in changed_lines(lines, number):
            assert changed == played(game) or refused(changed), lines[number]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_any_changed_line_is_refused(game: str) -> None:
    lines, numbers = body(played(game))
    for number in numbers:
        for changed in changed_lines(lines, number):
            assert changed == played(game) or refused(changed), lines[number]


class FalseOnce:
    """Honest dice but for one throw: so a table would cheat that plays on from there."""

    def __init__(self, false: int) -> None:
        self._dice = Committed(SECRET, SEEDS)
        self._left = false

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        honest = self._dice.faces(roll, number)
        self._left -= 1
        if self._left:
            return honest
        others = (self._dice.faces(roll, number + more) for more in count(1))
        return next(faces for faces in others if faces != honest)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("false", [1, 2, 3])
def test_one_false_throw_is_refused_though_every_answer_and_check_fits(
    game: str, false: int
) -> None:
    record = begun(game)
    bots = [registry.make("random", "7", rules=record.rules) for _ in record.rules.seats]
    TerminalSession(record, bots, FalseOnce(false)).play()
    transcript = record.transcript()
    *_, last = replay(games.load(game), transcript)
    assert last.transcript() == transcript
    with pytest.raises(Diverged, match="not the dice of the secret and the seeds") as problem:
        verified(games.load(game), transcript, transcript.text())
    throws = [number for number, entry in enumerate(transcript.entries, 1) if entry.who == "dice"]
    assert problem.value.place.startswith(f"answer {throws[false - 1]} (dice ")


def test_a_match_under_way_tells_no_secret_and_says_what_cannot_be_checked_yet(
    run: Run, tmp_path: Path
) -> None:
    lines, numbers = body(played("attack-chart"))
    path = tmp_path / "t.txt"
    path.write_text("".join(lines[: numbers[40]]), "utf-8")
    ran = run("verify", path)
    assert ran.code == 0 and SECRET not in ran.text
    assert "until then no dice can be checked" in ran.out and "not finished" in ran.out
    assert run("verify", path, "--json").json["dice_checked"] is False
    assert run("verify", path, "--throw", "1").code == 2
    ran = run("play", "--resume", path)
    assert ran.code == 2 and "continuing needs their secret" in ran.err


def test_other_dice_are_reported_with_their_value(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    run("play", "attack-chart", "--seats", "random,random", "--seed", "7", "--save", path, "-q")
    ran = run("verify", path)
    assert ran.code == 0 and "anyone who knew the seed could predict every die" in ran.out
    path.write_text(Record(games.load("attack-chart")).transcript().text(), "utf-8")
    assert "by hand: 0 throws, which cannot be checked" in run("verify", path).out
    nobody = begun("attack-chart").transcript().text().replace(" anns-seed,-\n", " -,-\n")
    path.write_text(nobody, "utf-8")
    assert "no seat added a seed, so the server could have picked" in run("verify", path).out


def test_it_says_what_it_does_not_prove(run: Run, tmp_path: Path) -> None:
    """Two bots played it, and the file calls them what it likes: nothing in it tells who answered."""
    path = saved("attack-chart", tmp_path)
    ran = run("verify", path, columns=300)
    assert ran.code == 0, ran.err
    assert "Not proved: who gave these answers" in ran.out
    assert "Not proved: that this commitment and these seeds existed before" in ran.out
    assert len(run("verify", path, "--json").json["not_proved"]) == 2
    seeded = tmp_path / "seeded.txt"
    run("play", "attack-chart", "--seats", "random,random", "--seed", "7", "--save", seeded, "-q")
    assert len(run("verify", seeded, "--json").json["not_proved"]) == 1


HONEST = {
    "match": "m",
    "game": "attack-chart",
    "seat": 0,
    "commitment": Committed(SECRET, SEEDS).commitment.digest,
    "shown": "2026-01-02T03:04:05.678Z",
    "number": 0,
    "seed": "anns-seed",
    "counts": True,
    "seek": "s",
}
"""As the page of the player at the first seat saves it."""


def noted(folder: Path, **more: object) -> Path:
    path = folder / "note.json"
    path.write_bytes(msgspec.json.encode(HONEST | more))
    return path


def test_a_players_own_note_that_agrees_is_reported_as_such(run: Run, tmp_path: Path) -> None:
    path = saved("attack-chart", tmp_path)
    ran = run("verify", path, "--mine", noted(tmp_path), columns=300)
    assert ran.code == 0, ran.err
    for said in (
        "your note of 2026-01-02T03:04:05.678Z, before the first answer, has the same commitment",
        "your seed is there, at blue",
        "Not proved: who gave these answers",
    ):
        assert said in ran.out
    assert "existed before the game" not in ran.out
    assert len(run("verify", path, "--mine", noted(tmp_path), "--json").json["mine"]) == 2
    ran = run("verify", path, "--mine", noted(tmp_path, number=8), columns=300)
    assert "after 7 answers" in ran.out
    none = noted(tmp_path, seat=1, seed="", counts=None)
    assert "you added no seed" in run("verify", path, "--mine", none, columns=300).out
    late = noted(tmp_path, seat=1, seed="too-late", counts=False)
    assert "is not in these dice: red has -" in run("verify", path, "--mine", late, columns=300).out


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"commitment": "0" + str(HONEST["commitment"])[1:]}, "your note has another commitment"),
        ({"seed": "anns-sees"}, "you added the seed anns-sees, but blue has anns-seed here"),
        ({"seat": 1}, "you added the seed anns-seed, but red has - here"),
        ({"seat": 2}, "a seat that this game does not have"),
    ],
)
def test_a_players_own_note_that_differs_is_refused(
    run: Run, tmp_path: Path, changed: dict[str, object], reason: str
) -> None:
    path = saved("attack-chart", tmp_path)
    ran = run("verify", path, "--mine", noted(tmp_path, **changed))
    assert ran.code == 1 and "place:  your note" in ran.err and reason in ran.err
    assert run("verify", path, "--mine", noted(tmp_path, **changed), "--json").code == 1


def committed_to(folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A game whose seats had committed to their seeds, and to what."""
    dice = Committed(SECRET, SEEDS, are_committed=True)
    record = opened(NewMatch("attack-chart", ("random", "random")), dice=dice)[0]
    bots = [registry.make("random", "7", rules=record.rules) for _ in record.rules.seats]
    TerminalSession(record, bots, dice).play()
    path = folder / "committed.txt"
    path.write_text(record.transcript().text(), "utf-8")
    return path, dice.commitment.digests


def test_seeds_that_were_committed_to_are_checked_alone_and_beside_a_note(
    run: Run, tmp_path: Path
) -> None:
    path, digests = committed_to(tmp_path)
    ran = run("verify", path, columns=300)
    assert ran.code == 0 and "had committed to them before any was revealed" in ran.out, ran.err
    ran = run("verify", path, "--mine", noted(tmp_path, digests=digests), columns=300)
    assert ran.code == 0 and "all seeds are those that their seats had committed to" in ran.out
    other = (digests[0], "a" * 64)
    ran = run("verify", path, "--mine", noted(tmp_path, digests=other))
    assert ran.code == 1 and "red had committed to another seed" in " ".join(ran.err.split())
    old = saved("attack-chart", tmp_path)
    assert run("verify", old, "--mine", noted(tmp_path, digests=digests)).code == 0, "as before"
    assert run("verify", old, "--mine", noted(tmp_path, digests=other)).code == 1, (
        "not even without"
    )
    text = path.read_text("utf-8")
    path.write_text(text.replace(digests[0], "a" * 64), "utf-8")
    ran = run("verify", path)
    assert ran.code == 1 and "not the one that its seat had committed to" in " ".join(
        ran.err.split()
    )


def test_a_whole_game_under_another_secret_holds_alone_and_not_beside_a_note(
    run: Run, tmp_path: Path
) -> None:
    """Somebody has played it again with other dice, under the commitment of those: only the note tells."""
    other = Committed(SECRET[::-1], SEEDS)
    record = opened(NewMatch("attack-chart", ("random", "random")), dice=other)[0]
    bots = [registry.make("random", "7", rules=record.rules) for _ in record.rules.seats]
    TerminalSession(record, bots, other).play()
    path = tmp_path / "t.txt"
    path.write_text(record.transcript().text(), "utf-8")
    assert run("verify", path).code == 0
    ran = run("verify", path, "--mine", noted(tmp_path))
    assert ran.code == 1 and "your note has another commitment" in ran.err
    path = tmp_path / "seeded.txt"
    run("play", "attack-chart", "--seats", "random,random", "--seed", "7", "--save", path, "-q")
    ran = run("verify", path, "--mine", noted(tmp_path))
    assert ran.code == 1 and "this game's dice have none" in ran.err


def test_a_note_that_is_none_is_said_to_be_none(run: Run, tmp_path: Path) -> None:
    path = saved("attack-chart", tmp_path)
    ran = run("verify", path, "--mine", path)
    assert ran.code == 2 and "is neither a receipt nor a player's note of the dice" in ran.err
    ran = run("verify", path, "--mine", tmp_path / "nothing.json")
    assert ran.code == 2 and "cannot be read" in ran.err


def test_seeds_for_too_many_seats_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    text = begun("attack-chart").transcript().text()
    path.write_text(text.replace(" anns-seed,-\n", " a,b,c\n"), "utf-8")
    ran = run("verify", path)
    assert ran.code == 1 and "3 seeds for 2 seats" in ran.err


@pytest.mark.parametrize("game", GAMES)
def test_the_arithmetic_of_a_throw_can_be_done_again_by_hand(
    run: Run, tmp_path: Path, game: str
) -> None:
    path = saved(game, tmp_path)
    entries = parse(played(game)).entries
    throws = [number for number, entry in enumerate(entries, 1) if entry.who == "dice"]
    for number in throws[:2] + throws[-1:]:
        shown = run("verify", path, "--throw", number, "--json").json
        key = bytes.fromhex(shown["secret"])
        for at, block in enumerate(shown["blocks"]):
            assert block["message"] == f"anns-seed,-\n{number}\n{at}"
            assert block["hmac"] == hmac.digest(key, block["message"].encode(), "sha256").hex()
        told = run("verify", path, "--throw", number, columns=200).out
        for block in shown["blocks"]:
            assert block["hmac"] in told
        faces = " ".join(str(face) for face in shown["faces"])
        assert f"  shows    {faces}\n" in re.sub(r"\n +(?=\d)", " ", told)
    ran = run("verify", path, "--throw", "999999")
    assert ran.code == 2 and "is not a dice roll of this game" in ran.err


def test_an_end_that_no_rule_made_is_reported_as_such(run: Run, tmp_path: Path) -> None:
    *_, record = replay(
        games.load("attack-chart"), parse("".join(body(played("attack-chart"))[0][:50]))
    )
    record.secret = SECRET
    record.conclude(Ending("by resignation", Seat(0)))
    path = tmp_path / "t.txt"
    text = record.transcript().text()
    assert text.endswith(f"\nend red wins: blue resigned ; by resignation\nsecret {SECRET}\n")
    path.write_text(text, "utf-8")
    ran = run("verify", path)
    assert ran.code == 0, ran.err
    assert (
        "red wins: blue resigned (by resignation: not decided by the rules, so only the file says it)"
        in ran.out
    )
    for said, instead in (("blue resigned", "red resigned"), ("red wins", "blue wins")):
        path.write_text(
            text.replace(f"end {said}", f"end {instead}").replace(f": {said} ;", f": {instead} ;")
        )
        assert run("verify", path).code == 1
