"""`gattai play`: a new or saved game, with people and bots, or by link."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from rich.text import Text

from gattai import games
from gattai.bots.bot import Bot
from gattai.bots.registry import PERSON
from gattai.kernel.position import Diverged
from gattai.kernel.question import Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import end_text
from gattai.kernel.text.transcript import Entry, Header, Transcript, parse
from gattai.server.table.opening import GUEST
from gattai.terminal.client.session import NotKept, TerminalSession, write_text
from gattai.terminal.client.setting import (
    GameArguments,
    are_typed,
    bots_of,
    dice_of,
    dice_witness,
    is_person,
    new_record,
    options_in,
)
from gattai.terminal.client.story import DescribedLine, Narrator, Retelling, spoken
from gattai.terminal.commands.replay import divergence_text, is_transcript, read_text
from gattai.terminal.complaint import INTERRUPTED, NO, Complaint
from gattai.terminal.fullscreen import opening
from gattai.terminal.printing import QUIET, STRONG, print_json, say
from gattai.terminal.prompt.dialogue import LogHistory
from gattai.terminal.prompt.person import ByHand, KeyboardPlayer, Quit

if TYPE_CHECKING:
    from gattai.server.local.by_link import LinkedMatch

NEW = "new"
MAX_NAME = 1_000
"""A longer argument is a link, not the name of a file."""

Where = Literal["terminal", "prompt", "nowhere"]
"""Full screen where possible, the prompt, or neither: bots play alone."""


def play(
    arguments: GameArguments,
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
    silent = quiet or as_json
    fills = not silent and _wants_full_screen(where, arguments)
    narrator: Narrator | None = None
    if resume is not None:
        record, narrator = _resumed(resume, arguments)
        save = save or resume
    else:
        record = new_record(arguments)
    if save is not None and save != resume:
        _check_may_write(save, force=force)
    people = _people(record.header)
    by_hand = are_typed(record.header.dice)
    if where == "nowhere" and (people or by_hand):
        raise Complaint(
            "these need --terminal, or a game of bots only (--seats "
            "random,random); otherwise the game opens in the browser and is saved automatically"
        )
    if people and not by_hand:
        save = save or _stored(record, data)  # with the matches of the browser
        if fills:
            _fill_the_terminal(record, save, arguments.packs)
            return
    game = _Game(record, narrator, save, people, quiet=silent)
    game.again = "--plain" if where == "prompt" else "--terminal"
    game.run(as_json=as_json)


def by_link(
    given: str, arguments: GameArguments, *, data: Path | None, save: Path | None, force: bool
) -> None:
    """Begin a match by link, or open a link; play until the other side has to answer."""
    from gattai.server.local.by_link import BadLink, OwnCopies, continued, joined
    from gattai.server.local.store import data_folder
    from gattai.terminal.prompt.by_link import play_turn

    if arguments.seed or arguments.dice:
        raise Complaint(
            "the dice of a match by link come from both players: leave out --seed and --dice"
        )
    if save is not None:
        _check_may_write(save, force=force)
    copies = OwnCopies(data or data_folder())
    reported_answers = 0
    if given == NEW:
        match = _invitation(arguments)
    else:
        if arguments.game or arguments.seats or arguments.options:
            raise Complaint(
                "the link says what is played: leave out the game, --seats and --option"
            )
        try:
            text = _text_of(given)
            copy = copies.find(text)
            if copy is None:
                match = joined(text, arguments.packs)
            else:
                mine = copy.match(arguments.packs)
                reported_answers = mine.record.count
                match = continued(mine, text, arguments.packs)
                if match is mine and text != copy.text:
                    say("(This link is older than your copy of the match, which goes on.)")
        except BadLink as problem:
            raise Complaint(str(problem), NO) from problem
    play_turn(match, copies, reported_answers)
    if save is not None:
        write_text(save, match.text())


def _invitation(arguments: GameArguments) -> LinkedMatch:
    from gattai.server.local.by_link import begun

    if not arguments.game:
        raise Complaint("name a game to play by link, for example attack-chart")
    seats = arguments.seats.replace(" ", "") or f"{PERSON},{GUEST}"
    if seats not in (f"{PERSON},{GUEST}", f"{GUEST},{PERSON}"):
        raise Complaint(f"by link, --seats is {PERSON},{GUEST} or {GUEST},{PERSON}, not {seats!r}")
    options = options_in(arguments.options)
    try:
        return begun(arguments.game, options, Seat(int(seats.startswith(GUEST))), arguments.packs)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


def _text_of(given: str) -> str:
    """Return the match in a link, or in a file that contains a link or a transcript."""
    from gattai.server.local.by_link import IN_LINK, in_link

    if IN_LINK not in given and len(given) < MAX_NAME and Path(given).is_file():
        given = read_text(Path(given))
        if is_transcript(given):
            return given
    return in_link(given)


def _wants_full_screen(where: Where, arguments: GameArguments) -> bool:
    """Whether to play full screen; real dice are typed in at the prompt."""
    if where != "terminal" or not opening.is_possible() or arguments.dice.startswith("by"):
        return False
    if not opening.is_installed():
        say(f"({opening.MISSING})")
        return False
    return True


def _people(header: Header) -> list[int]:
    """Return the seats of people."""
    return [number for number, who in enumerate(header.players) if is_person(who)]


def _fill_the_terminal(record: Record[Struct], file: Path, packs: tuple[Path, ...]) -> None:
    """Play full screen."""
    opening.play(record, lambda text: write_text(file, text), packs)
    if isinstance(record.question, Outcome):
        say(Text(end_text(record.rules, record.question).partition(" ; ")[0], STRONG))
        say(Text(f"{len(record.entries)} answers, saved as {file}", QUIET))
    else:
        say(
            f"Goodbye. {kept_answers(record)} saved in {file}; continue with:",
            f"gattai play --terminal --resume {file}",
        )


def kept_answers(record: Record[Struct]) -> str:
    """Return `1 answer is`, `7 answers are`."""
    count = len(record.entries)
    return "1 answer is" if count == 1 else f"{count} answers are"


def _stored(record: Record[Struct], data: Path | None) -> Path:
    """Return a new path among the browser's matches."""
    from gattai.server.local.store import MatchStore, Seating, data_folder

    store = MatchStore(data or data_folder())
    return store.path(store.add(record.rules.name, record.transcript().text(), Seating()))


class _Game:
    """A game at this terminal."""

    def __init__(
        self,
        record: Record[Struct],
        narrator: Narrator | None,
        save: Path | None,
        people: list[int],
        *,
        quiet: bool,
    ) -> None:
        self.record = record
        self.quiet = quiet
        self.again = "--terminal"
        self.journal = LogHistory()
        person = KeyboardPlayer(record, self.journal)
        players: list[Bot] = [bot or person for bot in bots_of(record.header, record.rules)]
        self.session = TerminalSession(
            record,
            players,
            dice_of(record.header, ByHand),
            narrator=narrator,
            save=save,
            watch=self._watch,
            viewer=Seat(people[0]) if len(people) == 1 else None,
        )

    def run(self, *, as_json: bool) -> None:
        """Play, and print the result."""
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
            raise Complaint(f"the last answer could not be saved: {problem}") from None
        if as_json:
            print_json(_ended(self.record, outcome, self.session.save))
            return
        say(Text(end_text(self.record.rules, outcome).partition(" ; ")[0], STRONG))
        answers = f"{len(self.record.entries)} answers, {self.record.header.dice}"
        say(Text(f"{answers}{self._saved_as()}  [{outcome.rule}]", QUIET))

    def _greet(self) -> None:
        header, rules = self.record.header, self.record.rules
        seats = ", ".join(
            f"{seat} is {who}" for seat, who in zip(rules.seats, header.players, strict=True)
        )
        dice = "rolled by hand" if are_typed(header.dice) else header.dice
        say(
            Text(
                f"{rules.rulebook.game.title}: {seats}; dice {dice}. Type 'help' for help.", STRONG
            )
        )
        if self.record.entries:
            say(f"Resumed after {len(self.record.entries)} answers.")

    def _watch(self, entry: Entry, lines: list[DescribedLine]) -> None:
        if not self.quiet:
            prefix = f"{self.record.rules.rulebook.game.prefix}."
            self.journal.add(spoken(lines, prefix))

    def _saved_as(self) -> str:
        return f"; saved as {self.session.save}" if self.session.save else ""

    def _leave(self) -> None:
        save = self.session.save
        if save is None:
            say("Goodbye. Nothing was saved: use --save to save a game.")
        else:
            again = f"gattai play {self.again} --resume {save}"
            say(
                f"Goodbye. {kept_answers(self.record)} saved in {save}; continue with:",
                again,
            )


def _ended(record: Record[Struct], outcome: Outcome, save: Path | None) -> dict[str, object]:
    return {
        "game": record.rules.name,
        "players": record.header.players,
        "dice": record.header.dice,
        "answers": len(record.entries),
        "winners": [record.rules.seat_name(seat) for seat in outcome.winners],
        "reason": outcome.reason,
        "rule": outcome.rule,
        "scores": outcome.scores,
        "saved": None if save is None else str(save),
    }


def _resumed(path: Path, arguments: GameArguments) -> tuple[Record[Struct], Narrator]:
    """Resume a saved game, every answer checked; an incomplete last line is ignored."""
    if arguments.seats or arguments.seed or arguments.options or arguments.dice:
        raise Complaint("a resumed game keeps its players, dice and options")
    text = read_text(path)
    transcript = _parsed(text, path)
    if arguments.game and arguments.game != transcript.header.game:
        raise Complaint(f"{path} is a game of {transcript.header.game}, not of {arguments.game}")
    rules = games.load(transcript.header.game, arguments.packs)
    try:
        retelling = Retelling(rules, transcript, witness=dice_witness(transcript.header))
        for _ in retelling.chapters():
            pass
        if transcript.end:
            retelling.check_end()
    except Diverged as problem:
        divergence = divergence_text(problem, text, rules)
        raise Complaint(f"{path} cannot be resumed\n{divergence}", NO) from problem
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
    """Refuse to overwrite anything of value, unless forced."""
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
            f"{path} already exists and is not a saved game; choose another name, or use --force"
        ) from None
    if there.end:
        raise Complaint(f"{path} contains a finished game; choose another name, or use --force")
    raise Complaint(
        f"{path} contains an unfinished game; continue it with --resume {path}, choose another "
        "name, or use --force"
    )
