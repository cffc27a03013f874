"""Players, dice and options of a game, from command-line arguments or a transcript's header."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.bots.bot import Bot
from gattai.bots.registry import PERSON
from gattai.kernel.dice import Face, has_real_dice
from gattai.kernel.position import Diverged
from gattai.kernel.question import Question, Roll
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.committed import COMMITTED
from gattai.kernel.running.linked import LINKED
from gattai.kernel.running.source import Seeded, Source
from gattai.kernel.text.answers import faces_text
from gattai.kernel.text.snapshot import answers_in
from gattai.kernel.text.transcript import Entry, Header
from gattai.server.table.opening import OPPONENT, PHYSICAL, known_dice
from gattai.terminal.client.story import Witness
from gattai.terminal.complaint import Complaint

BY_HAND = "by hand"
SEEDED = "seeded"
NO_SECRET = "its dice are committed: continuing needs their secret"
BY_LINK = "it is a match by link: continue it with gattai play --by-link"
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


class GameArguments(msgspec.Struct, frozen=True):
    """The command-line arguments about a game."""

    game: str = ""
    seats: str = ""
    seed: str = ""
    options: tuple[str, ...] = ()
    dice: str = ""
    packs: tuple[Path, ...] = ()


def new_record(arguments: GameArguments) -> Record[msgspec.Struct]:
    """Return a new game with everything fixed in advance."""
    if not arguments.game:
        raise Complaint(f"name a game to play: {', '.join(games.names())}")
    rules = games.load(arguments.game, arguments.packs)
    seed = _seed(arguments.seed)
    options = options_in(arguments.options)
    dice = _dice(arguments.dice, seed)
    players = tuple(
        name if name == PERSON or dice != BY_HAND else f"{name} {SEEDED} {seed}"
        for name in _seats(rules, options, arguments)
    )
    try:
        return Record(rules, options=options, players=players, dice=dice)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem


def _seed(wanted: str) -> str:
    if not wanted:
        return str(random.SystemRandom().randrange(1_000_000_000))
    if not _SEED.fullmatch(wanted):
        raise Complaint(f"a seed is up to 64 letters, digits, dots and hyphens, not {wanted!r}")
    return wanted


def _dice(wanted: str, seed: str) -> str:
    match wanted.replace("-", " "):
        case "" | "seeded":
            return f"{SEEDED} {seed}"
        case "by hand":
            return BY_HAND
        case _:
            raise Complaint(f"dice are 'seeded' or 'by-hand', not {wanted!r}")


def _seats(
    rules: AnyRuleset, options: Mapping[str, str], arguments: GameArguments
) -> tuple[str, ...]:
    """Return a player for each seat; by default a person against bots."""
    try:
        rules = rules.seated(options)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem
    if not arguments.seats:
        return (PERSON, *(OPPONENT for _ in rules.seats[1:]))
    sitting = tuple(registry.check(name.strip()) for name in arguments.seats.split(","))
    if len(sitting) != len(rules.seats):
        raise Complaint(
            f"{rules.name} has {len(rules.seats)} seats ({', '.join(rules.seats)}), "
            f"not {len(sitting)}"
        )
    return sitting


def options_in(wanted: Sequence[str]) -> dict[str, str]:
    """Return the options of a game from arguments `NAME=VALUE`."""
    options: dict[str, str] = {}
    for item in wanted:
        name, equals, value = item.partition("=")
        if not equals:
            raise Complaint(f"an option is NAME=VALUE, not {item!r}")
        if not value.isprintable() or not name.isprintable():
            raise Complaint(f"option {name!r} is one line of text, not {value!r}")
        if name.strip() in options:
            raise Complaint(f"option {name.strip()} was given twice")
        options[name.strip()] = " ".join(value.split())
    return options


def is_person(player: str) -> bool:
    """Whether a person plays, according to the transcript."""
    return player == PERSON


def bots_of(header: Header, rules: AnyRuleset | None = None) -> list[Bot | None]:
    """Return the bot of each seat; None for a person. The rules give the number of seats."""
    return [
        None if is_person(player) else _bot(player, header.dice, rules) for player in header.players
    ]


def _bot(player: str, dice: str, rules: AnyRuleset | None) -> Bot:
    """Return a bot with its own seed, or that of the dice."""
    name, _, seeding = player.partition(" ")
    word, _, seed = (seeding or dice).partition(" ")
    registry.check(name)
    if word == COMMITTED:
        raise Complaint(NO_SECRET)
    if word != SEEDED or not seed:
        raise Complaint(f"the transcript does not contain the seed of {name!r}")
    return registry.make(name, seed, rules=rules)


def are_typed(dice: str) -> bool:
    """Whether people throw these dice and type the faces."""
    return dice in (BY_HAND, PHYSICAL)


class _RealDice:
    """Real dice from people; decks are shuffled here, as at a table."""

    def __init__(self, people: Source) -> None:
        self._people = people

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        if has_real_dice(roll.dice) and roll.known_to is None:
            return self._people.faces(roll, number)
        return roll.dice.faces(random.SystemRandom())


def dice_of(header: Header, by_hand: Callable[[], Source]) -> Source:
    """Return the dice of a game, by the header of its transcript."""
    word, _, seed = header.dice.partition(" ")
    if word == SEEDED and seed:
        return Seeded(random.Random, seed)
    if header.dice == BY_HAND:
        return by_hand()
    if header.dice == PHYSICAL:
        return _RealDice(by_hand())
    if header.dice.startswith(f"{COMMITTED} "):
        raise Complaint(NO_SECRET)
    if word == LINKED:
        raise Complaint(BY_LINK)
    raise Complaint(f"this version of gattai does not know the dice {header.dice!r}")


def dice_witness(header: Header, secret: str = "") -> Witness | None:
    """Compare recorded dice with the expected ones; None if nobody can know them."""
    try:
        dice = known_dice(header, secret)
    except ValueError as problem:
        raise Diverged(str(problem), place="secret") from problem
    if dice is None:
        return None
    seed = header.dice.partition(" ")[2]
    whose = "the secret and the seeds, which show" if secret else f"seed {seed}, which shows"
    thrown_before = answers_in(header.start)

    def compare(question: Question | Outcome, entry: Entry, number: int) -> None:
        if not isinstance(question, Roll) or entry.rule != question.rule:
            return
        if number <= thrown_before:
            return
        thrown = faces_text(question, dice.faces(question, number))
        if entry.text != thrown:
            raise Diverged(
                f"these are not the dice of {whose} {thrown} here",
                rule=question.rule,
                place=f"answer {number} ({entry.who} {entry.text})",
            )

    return compare
