"""`gattai replay` and `gattai show`: show and check saved games and positions."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from rich.text import Text

from gattai import games
from gattai.kernel.position import Diverged, GamePosition, asked
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.snapshot import BadPosition, position_text, read_position
from gattai.kernel.text.transcript import (
    BY_TABLE,
    BYTE_ORDER_MARK,
    Transcript,
    other_versions,
    parse,
)
from gattai.odds.reckoning import Reckoning
from gattai.scene.parts import Scene
from gattai.scene.stage import make_scene
from gattai.terminal.client.luck import in_words, sums
from gattai.terminal.client.session import write_text
from gattai.terminal.client.setting import dice_witness
from gattai.terminal.client.squares import on_squares
from gattai.terminal.client.story import Chapter, Retelling
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.pages import rules as rule_pages
from gattai.terminal.pages.board import board_page, with_short_names
from gattai.terminal.pages.table import headline, panels_for, sides
from gattai.terminal.printing import QUIET, STRONG, print_json, say

MAX_BYTES = 50_000_000


class ReplayRequest(msgspec.Struct, frozen=True):
    """What to do with a transcript."""

    verify: bool = False
    at: int | None = None
    board: bool = False
    svg: str = ""
    as_json: bool = False


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for `-`. Raises Complaint if it is not text."""
    if path.as_posix() == "-":
        return _decoded(sys.stdin.buffer.read(MAX_BYTES + 1), path)
    if not path.is_file():
        raise Complaint(f"{path}: {'is not a file' if path.exists() else 'no such file'}")
    with path.open("rb") as file:
        return _decoded(file.read(MAX_BYTES + 1), path)


def _decoded(content: bytes, path: Path) -> str:
    if len(content) > MAX_BYTES:
        raise Complaint(f"{path}: is too large for a saved game")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Complaint(f"{path}: is not a text file in UTF-8") from problem


def read(path: Path, packs: tuple[Path, ...]) -> tuple[AnyRuleset, Transcript, str]:
    """Return a transcript, its rules, and the text of its file. Raises Complaint if it cannot be read."""
    text = read_text(path)
    return *_parsed(text, path, packs), text


def _parsed(text: str, path: Path, packs: tuple[Path, ...]) -> tuple[AnyRuleset, Transcript]:
    try:
        transcript = parse(text)
    except Diverged as problem:
        raise Complaint(f"{path}: {problem}") from problem
    return games.load(transcript.header.game, packs), transcript


def does_not_hold(
    path: Path, problem: Diverged, text: str, rules: AnyRuleset, *, as_json: bool
) -> int:
    """Print where a transcript is invalid; returns the exit code."""
    if as_json:
        print_json({"verified": False, **_divergence(problem, text)})
    else:
        print(f"gattai: {path} is not valid", file=sys.stderr)
        print(divergence_text(problem, text, rules), file=sys.stderr)
    return NO


def show(path: Path, wanted: ReplayRequest, packs: tuple[Path, ...]) -> int:
    """Print what is requested; the exit code says whether the transcript is valid."""
    rules, transcript, text = read(path, packs)
    try:
        if wanted.verify:
            return _verify(rules, transcript, text, as_json=wanted.as_json)
        if wanted.at is not None or wanted.board or wanted.svg:
            return _show_at(rules, transcript, wanted)
        return _describe(rules, transcript, as_json=wanted.as_json)
    except Diverged as problem:
        return does_not_hold(path, problem, text, rules, as_json=wanted.as_json)


def verified(rules: AnyRuleset, transcript: Transcript, text: str) -> Record[Struct]:
    """Replay the game and check every answer, die, the result and every byte. Raises `Diverged` otherwise.

    The error mentions different rules or packs if there are any: they explain different dice,
    for example a deck of another size, without any tampering.
    """
    try:
        return _verified(rules, transcript, text)
    except Diverged as problem:
        others = other_versions(rules, transcript.header)
        if not others or others in problem.reason:
            raise
        reason = f"{problem.reason} ({others})"
        raise Diverged(reason, rule=problem.rule, place=problem.place) from problem


def _verified(rules: AnyRuleset, transcript: Transcript, text: str) -> Record[Struct]:
    witness = dice_witness(transcript.header, transcript.secret)
    retelling = Retelling(rules, transcript, witness=witness)
    for _ in retelling.chapters():
        pass
    retelling.check_end()
    written = replace(retelling.record.transcript(), signed=transcript.signed).text()
    if written != text:
        raise Diverged(_first_difference(written, text), place="the file")
    return retelling.record


def _verify(rules: AnyRuleset, transcript: Transcript, text: str, *, as_json: bool) -> int:
    verified(rules, transcript, text)
    end = transcript.end.partition(" ; ")[0] or "not finished"
    others = other_versions(rules, transcript.header)
    if as_json:
        counted = {"answers": len(transcript.entries), "end": end, "other_versions": others}
        print_json({"verified": True, **counted})
    else:
        say(f"verified: {len(transcript.entries)} answers, {end}")
        if others:
            say(Text(f"({others}; every line has the same result)", QUIET))
    return 0


def _first_difference(written: str, text: str) -> str:
    ours, theirs = written.split("\n"), text.split("\n")
    pairs = zip(ours, theirs, strict=False)
    line = next((n for n, (a, b) in enumerate(pairs, 1) if a != b), min(len(ours), len(theirs)))
    found = theirs[line - 1] if line <= len(theirs) else ""
    should = ours[line - 1] if line <= len(ours) else ""
    return f"line {line} is {found[:60]!r}, but should be {should[:60]!r}"


def _line_of(problem: Diverged, text: str) -> int | None:
    """Return the line of the file where the replay diverged."""
    lines = text.splitlines()
    problem_text = f"{problem.place} {problem.reason}"
    answer = re.match(r"answer (\d+)", problem.place)
    if answer and "begin" in lines:
        return lines.index("begin") + 1 + int(answer[1])
    if problem.place == "end":
        return len(lines) - lines[-1].startswith(("secret ", "values "))
    if problem.place in ("secret", "values"):
        return len(lines)
    line = re.search(r"line (\d+)", problem_text)
    return int(line[1]) if line else None


def _divergence(problem: Diverged, text: str) -> dict[str, object]:
    return {
        "place": problem.place or "the head",
        "line": _line_of(problem, text),
        "rule": problem.rule,
        "reason": problem.reason,
    }


def divergence_text(problem: Diverged, text: str, rules: AnyRuleset) -> str:
    """Return where a transcript is invalid, by which rule, and why."""
    line = _line_of(problem, text)
    place = problem.place or "the head"
    lines = [f"  place:  {f'line {line}, ' if line else ''}{place}"]
    if problem.rule:
        cited = rule_pages.cited(rules.rulebook, problem.rule) or [problem.rule]
        lines.append(f"  rule:   {cited[0]}")
    lines.append(f"  reason: {problem.reason}")
    if "played with packs" in problem.reason:
        lines.append("  (name your own packs with --packs FOLDER)")
    return "\n".join(lines)


def _describe(rules: AnyRuleset, transcript: Transcript, *, as_json: bool) -> int:
    retelling = Retelling(rules, transcript, verify=False)
    reckoning = Reckoning(retelling.record, games.measures(rules.name))
    chapters = []
    if not as_json:
        _show_head(transcript)
    for chapter in retelling.chapters():
        if as_json:
            chapters.append(_chapter(chapter))
        else:
            who, text = chapter.entry.who, chapter.entry.text
            given = f" ({BY_TABLE})" if chapter.entry.by_table else ""
            say(Text(f"{chapter.number:>4} {who} {text}{given}", STRONG), *_lines(chapter))
            say(*_more_luck(reckoning, retelling.rules.seats))
    if as_json:
        header = transcript.header
        reckoning.reckon()
        print_json(
            {
                "setting": header,
                "answers": chapters,
                "end": transcript.end,
                "luck": reckoning.lines(),
            }
        )
    else:
        say(Text(transcript.end.partition(" ; ")[0] or "(not finished)", STRONG))
        say(*sums(reckoning.lines(), retelling.rules.seats))
    return 0


def _more_luck(reckoning: Reckoning, seats: tuple[str, ...]) -> list[Text]:
    """Return the luck of the action that ends with this answer, if one does."""
    before = len(reckoning.lines())
    reckoning.reckon()
    return [
        Text(
            f"       {'' if line.seat is None else f'{seats[line.seat]}: '}{in_words(line)}", QUIET
        )
        for line in reckoning.lines()[before:]
    ]


def _show_head(transcript: Transcript) -> None:
    header = transcript.header
    players = zip(transcript.seats, header.players, strict=False)
    sitting = ", ".join(f"{seat} is {who}" for seat, who in players)
    say(Text(f"{header.game} {header.version}: {sitting}; dice {header.dice}", STRONG))


def _lines(chapter: Chapter) -> list[Text]:
    return [line.line("       ") for line in chapter.lines]


def _chapter(chapter: Chapter) -> dict[str, object]:
    return {
        "number": chapter.number,
        "who": chapter.entry.who,
        "answer": chapter.entry.text,
        "rule": chapter.entry.rule,
        "by_table": chapter.entry.by_table,
        "events": chapter.lines,
    }


def _show_at(rules: AnyRuleset, transcript: Transcript, wanted: ReplayRequest) -> int:
    at = len(transcript.entries) if wanted.at is None else wanted.at
    if not 0 <= at <= len(transcript.entries):
        raise Complaint(
            f"the game has {len(transcript.entries)} answers, so there is no answer {at}"
        )
    upto = msgspec.structs.replace(transcript, entries=transcript.entries[:at])
    retelling = Retelling(rules, upto, verify=False)
    for _ in retelling.chapters():
        pass
    rules, position = retelling.rules, retelling.record.position
    if wanted.svg:
        draw(rules, position, wanted.svg, quiet=wanted.as_json)
    if wanted.board:
        show_table(rules, position, as_json=wanted.as_json)
    elif not wanted.svg:
        sys.stdout.write(position_text(rules, position))
    return 0


def draw(rules: AnyRuleset, position: GamePosition[Struct], to: str, *, quiet: bool) -> None:
    """Write the position as a picture into a file; - is standard output."""
    from gattai.scene.svg.drawing import svg

    text = svg(_open_scene(rules, position))
    if to == "-":
        sys.stdout.write(text)
        return
    path = Path(to)
    if not path.parent.is_dir():
        raise Complaint(f"{path.parent}: no such folder")
    if path.is_dir():
        raise Complaint(f"{path}: is a folder")
    write_text(path, text)
    if not quiet:
        say(f"drawn: {path}")


def _open_scene(rules: AnyRuleset, position: GamePosition[Struct]) -> Scene:
    """Return the scene with public information."""
    maker = games.scene_maker(rules.name)
    return make_scene(rules, maker, position, None, number=len(position.answers) + 1)


def show_position(name: str, packs: tuple[Path, ...], *, svg: str = "", as_json: bool) -> int:
    """Draw a position from a file or standard input; the exit code says whether a saved game is valid."""
    path = Path(name)
    text = read_text(path)
    if is_transcript(text):
        rules, transcript = _parsed(text, path, packs)
        try:
            rules, position = _last_of(rules, transcript)
        except Diverged as problem:
            return does_not_hold(path, problem, text, rules, as_json=as_json)
    else:
        rules, position = _read(text.removeprefix(BYTE_ORDER_MARK), packs)
    if svg:
        draw(rules, position, svg, quiet=as_json)
    if svg != "-":
        show_table(rules, position, as_json=as_json)
    return 0


def is_transcript(text: str) -> bool:
    """Whether this is a saved game rather than a position, by its first words."""
    return text.removeprefix(BYTE_ORDER_MARK).startswith("gattai transcript ")


def _read(text: str, packs: tuple[Path, ...]) -> tuple[AnyRuleset, GamePosition[Struct]]:
    rules = games.load(_game_of(text), packs)
    return rules, read_position(rules, text)


def _last_of(rules: AnyRuleset, transcript: Transcript) -> tuple[AnyRuleset, GamePosition[Struct]]:
    """Return the last position of a saved game. Raises `Diverged` if it is invalid."""
    retelling = Retelling(rules, transcript, verify=False)
    for _ in retelling.chapters():
        pass
    return retelling.rules, retelling.record.position


def _game_of(text: str) -> str:
    """Return the game that a position names."""
    try:
        game = msgspec.json.decode(text.encode(), type=dict[str, object]).get("game")
    except (msgspec.DecodeError, RecursionError) as problem:
        raise BadPosition(f"this is not a position: {problem}") from problem
    if not isinstance(game, str) or not game:
        raise BadPosition("this is not a position: it does not name its game")
    return game.split()[0] if game.split() else game


def show_table(rules: AnyRuleset, position: GamePosition[Struct], *, as_json: bool) -> None:
    """Draw the public scene, and print the open question."""
    scene, question = _open_scene(rules, position), asked(rules, position)
    over = isinstance(question, Outcome)
    if isinstance(question, Outcome):
        what = end_text(rules, question).partition(" ; ")[0]
    else:
        what = scene.ask.what if scene.ask else question.what
    if as_json:
        print_json(
            {
                "game": rules.name,
                "position": msgspec.json.decode(position_text(rules, position)),
                "over": over,
                "asked": what,
                "rule": question.rule,
                "scene": scene,
            }
        )
        return
    shown = with_short_names(on_squares(scene))
    say(*sides(shown, panels_for(rules.rulebook.game.prefix)))
    if shown.board is not None:
        say("", *board_page(shown))
    title = headline(scene)
    say("", *([Text(title, QUIET)] if title else []))
    seats = scene.ask.seats if scene.ask else ()
    who = "".join(f"{rules.seat_name(Seat(seat))}: " for seat in seats) or (
        "" if over else "dice: "
    )
    say(Text(f"{who}{what} ", STRONG).append(f"[{question.rule}]", f"not bold {QUIET}"))
