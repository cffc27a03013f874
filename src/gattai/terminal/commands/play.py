"""`gattai play`: a new game or a saved one, with people and bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from rich.text import Text

from gattai import games
from gattai.bots.bot import Bot
from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.transcript import Entry, Transcript, parse
from gattai.terminal.client.session import NotKept, Session, write_text
from gattai.terminal.client.setting import (
    BY_HAND,
    Wishes,
    bots_of,
    dice_of,
    dice_witness,
    is_person,
    new_record,
)
from gattai.terminal.client.story import Narrator, Retelling, Told, spoken
from gattai.terminal.commands.replay import read_text, told_divergence
from gattai.terminal.complaint import INTERRUPTED, NO, Complaint
from gattai.terminal.fullscreen import opening
from gattai.terminal.printing import QUIET, STRONG, print_json, say
from gattai.terminal.prompt.dialogue import Journal
from gattai.terminal.prompt.person import ByHand, Person, Quit

Where = Literal["terminal", "prompt", "nowhere"]
"""The whole terminal where that is possible, its prompt, or nowhere: bots play alone."""


def play(
    wishes: Wishes,
    *,
    save: Path | None,
    resume: Path | None,
    where: Where,
    quiet: bool,
    force: bool,
    as_json: bool,
    data: Path | None = None,
) -> None:
    """Play to the end, or until a person leaves."""
    fills = where == "terminal" and not quiet and not as_json and opening.is_possible()
    fills = fills and not wishes.dice.startswith("by")  # real dice are typed in, at the prompt
    if fills and not opening.is_installed():
        say(f"({opening.MISSING})")
        fills = False
    narrator: Narrator | None = None
    if resume is not None:
        record, narrator = _resumed(resume, wishes)
        save = save or resume
    else:
        record = new_record(wishes)
    if save is not None and save != resume:
        _check_may_write(save, force=force)
    people = [number for number, who in enumerate(record.setting.players) if is_person(who)]
    if (people or record.setting.dice == BY_HAND) and where == "nowhere":
        raise Complaint(
            "these go with --terminal, which plays here, or with bots alone (--seats "
            "random,random); without them the game opens in the browser and is saved by itself"
        )
    if fills and people and record.setting.dice != BY_HAND:
        _fill_the_terminal(record, save, data, wishes.packs)
        return
    if people and save is None and record.setting.dice != BY_HAND:
        save = _on_the_shelf(record, data)
    game = _Game(record, narrator, save, people, quiet=quiet or as_json)
    game.again = "--plain" if where == "prompt" else "--terminal"
    game.run(as_json=as_json)


def _fill_the_terminal(
    record: Record[Any], save: Path | None, data: Path | None, packs: tuple[Path, ...]
) -> None:
    """Full screen. Where no file was named, the match is kept with those of the browser."""
    kept = save or _on_the_shelf(record, data)
    opening.play(record, lambda text: write_text(kept, text), packs)
    if isinstance(record.question, Outcome):
        say(Text(end_text(record.rules, record.question).partition(" ; ")[0], STRONG))
        say(Text(f"{len(record.entries)} answers, saved as {kept}", QUIET))
    else:
        say(
            f"Goodbye. {kept_answers(record)} kept in {kept}; go on with:",
            f"gattai play --terminal --resume {kept}",
        )


def kept_answers(record: Record[Any]) -> str:
    """`1 answer is`, `7 answers are`."""
    count = len(record.entries)
    return "1 answer is" if count == 1 else f"{count} answers are"


def _on_the_shelf(record: Record[Any], data: Path | None) -> Path:
    """A place among the matches of the browser, for a match whose file nobody named."""
    from gattai.server.local.shelf import Seating, Shelf, data_folder

    shelf = Shelf(data or data_folder())
    return shelf.path(shelf.add(record.rules.name, record.transcript().text(), Seating()))


class _Game:
    """One game at this terminal."""

    def __init__(
        self,
        record: Record[Any],
        narrator: Narrator | None,
        save: Path | None,
        people: list[int],
        *,
        quiet: bool,
    ) -> None:
        self.record = record
        self.quiet = quiet
        self.again = "--terminal"
        self.journal = Journal()
        person = Person(record, self.journal)
        players: list[Bot] = [bot or person for bot in bots_of(record.setting, record.rules)]
        self.session = Session(
            record,
            players,
            dice_of(record.setting, ByHand),
            narrator=narrator,
            save=save,
            watch=self._watch,
            told_to=Seat(people[0]) if len(people) == 1 else None,
        )

    def run(self, *, as_json: bool) -> None:
        """Play, and say how it ended."""
        if not self.quiet:
            self._greet()
        try:
            outcome = self.session.play()
        except Quit:
            self._leave()
            return
        except KeyboardInterrupt:
            say("")
            self._leave()
            raise SystemExit(INTERRUPTED) from None
        except NotKept as problem:
            self._leave()
            raise Complaint(f"the last answer could not be written down: {problem}") from None
        if as_json:
            print_json(_ended(self.record, outcome, self.session.save))
            return
        say(Text(end_text(self.record.rules, outcome).partition(" ; ")[0], STRONG))
        answers = f"{len(self.record.entries)} answers, {self.record.setting.dice}"
        say(Text(f"{answers}{self._saved_as()}  [{outcome.rule}]", QUIET))

    def _greet(self) -> None:
        setting, rules = self.record.setting, self.record.rules
        seats = ", ".join(
            f"{seat} is {who}" for seat, who in zip(rules.seats, setting.players, strict=True)
        )
        dice = "thrown by hand" if setting.dice == BY_HAND else setting.dice
        say(Text(f"{rules.rulebook.game.title}: {seats}; dice {dice}. 'help' helps.", STRONG))
        if self.record.entries:
            say(f"Resumed after {len(self.record.entries)} answers.")

    def _watch(self, entry: Entry, told: list[Told]) -> None:
        if not self.quiet:
            prefix = f"{self.record.rules.rulebook.game.prefix}."
            self.journal.add(spoken(told, prefix))

    def _saved_as(self) -> str:
        return f"; saved as {self.session.save}" if self.session.save else ""

    def _leave(self) -> None:
        save = self.session.save
        if save is None:
            say("Goodbye. Nothing was saved: --save keeps a game.")
        else:
            again = f"gattai play {self.again} --resume {save}"
            say(
                f"Goodbye. {kept_answers(self.record)} kept in {save}; go on with:",
                again,
            )


def _ended(record: Record[Any], outcome: Outcome, save: Path | None) -> dict[str, object]:
    return {
        "game": record.rules.name,
        "players": record.setting.players,
        "dice": record.setting.dice,
        "answers": len(record.entries),
        "winners": [record.rules.seat_name(seat) for seat in outcome.winners],
        "reason": outcome.reason,
        "rule": outcome.rule,
        "scores": outcome.scores,
        "saved": None if save is None else str(save),
    }


def _resumed(path: Path, wishes: Wishes) -> tuple[Record[Any], Narrator]:
    """A saved game where it stopped, every answer checked; a last line cut short is left out."""
    if wishes.seats or wishes.seed or wishes.options or wishes.dice:
        raise Complaint("players, dice and options of a resumed game are those it began with")
    text = read_text(path)
    transcript = _parsed(text, path)
    if wishes.game and wishes.game != transcript.setting.game:
        raise Complaint(f"{path} is a game of {transcript.setting.game}, not of {wishes.game}")
    rules = games.load(transcript.setting.game, wishes.packs)
    try:
        retelling = Retelling(rules, transcript, witness=dice_witness(transcript.setting))
        for _ in retelling.chapters():
            pass
        if transcript.end:
            retelling.check_end()
    except Diverged as problem:
        told = told_divergence(problem, text, rules)
        raise Complaint(f"{path} cannot be resumed\n{told}", NO) from problem
    return retelling.record, retelling.narrator


def _parsed(text: str, path: Path) -> Transcript:
    whole, _, rest = text.rpartition("\n")
    if rest.startswith("end"):
        text = whole
    try:
        return parse(text)
    except Diverged as problem:
        if rest:
            try:
                return parse(whole)
            except Diverged:
                pass
        raise Complaint(f"{path}: {problem}") from problem


def _check_may_write(path: Path, *, force: bool) -> None:
    """Refuse to write over anything that somebody could miss, unless it is forced."""
    if not path.parent.is_dir():
        raise Complaint(f"{path.parent}: no such folder")
    if force or not path.exists() or not path.is_file() or path.stat().st_size == 0:
        if path.is_dir():
            raise Complaint(f"{path}: is a folder")
        return
    try:
        there = parse(read_text(path))
    except (Complaint, Diverged):
        raise Complaint(
            f"{path} is there already and is no saved game; choose another name, or --force"
        ) from None
    if there.end:
        raise Complaint(f"{path} holds a finished game; choose another name, or --force")
    raise Complaint(
        f"{path} holds a game that is not over; go on with --resume {path}, choose another "
        "name, or --force"
    )
