"""Who plays, with which dice and options: from what the user typed, or from a transcript's head."""

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
from gattai.kernel.position import Diverged
from gattai.kernel.question import Question, Roll
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.committed import COMMITTED
from gattai.kernel.running.source import Seeded, Source
from gattai.kernel.text.answers import faces_text
from gattai.kernel.text.snapshot import answers_in
from gattai.kernel.text.transcript import Entry, Setting
from gattai.server.table.opening import OPPONENT, known_dice
from gattai.terminal.client.story import Witness
from gattai.terminal.complaint import Complaint

BY_HAND = "by hand"
SEEDED = "seeded"
NO_SECRET = "its dice were committed to: only who has their secret can play on"
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)


class Wishes(msgspec.Struct, frozen=True):
    """What was said on the command line about a game to be played."""

    game: str = ""
    seats: str = ""
    seed: str = ""
    options: tuple[str, ...] = ()
    dice: str = ""
    packs: tuple[Path, ...] = ()


def new_record(wishes: Wishes) -> Record[msgspec.Struct]:
    """A game that has not begun, with everything fixed that has to be fixed before."""
    if not wishes.game:
        raise Complaint(f"play which game? There are {', '.join(games.names())}")
    rules = games.load(wishes.game, wishes.packs)
    seed = _seed(wishes.seed)
    options = _options(wishes.options)
    dice = _dice(wishes.dice, seed)
    players = tuple(
        name if name == PERSON or dice != BY_HAND else f"{name} {SEEDED} {seed}"
        for name in _seats(rules, options, wishes)
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


def _seats(rules: AnyRuleset, options: Mapping[str, str], wishes: Wishes) -> tuple[str, ...]:
    """A name for each seat; where none was given a person plays against bots."""
    try:
        rules = rules.seated(options)
    except ValueError as problem:
        raise Complaint(str(problem)) from problem
    if not wishes.seats:
        return (PERSON, *(OPPONENT for _ in rules.seats[1:]))
    sitting = tuple(registry.check(name.strip()) for name in wishes.seats.split(","))
    if len(sitting) != len(rules.seats):
        raise Complaint(
            f"{rules.name} has {len(rules.seats)} seats ({', '.join(rules.seats)}), "
            f"not {len(sitting)}"
        )
    return sitting


def _options(wanted: Sequence[str]) -> dict[str, str]:
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
    """Whether a person sits there, by the line of the transcript."""
    return player == PERSON


def bots_of(setting: Setting, rules: AnyRuleset | None = None) -> list[Bot | None]:
    """The bot of each seat; None where a person sits. The rules say how many seats there are."""
    return [
        None if is_person(player) else _bot(player, setting.dice, rules)
        for player in setting.players
    ]


def _bot(player: str, dice: str, rules: AnyRuleset | None) -> Bot:
    """A bot draws from its own seed, or else from that of the dice."""
    name, _, seeding = player.partition(" ")
    word, _, seed = (seeding or dice).partition(" ")
    registry.check(name)
    if word == COMMITTED:
        raise Complaint(NO_SECRET)
    if word != SEEDED or not seed:
        raise Complaint(f"the transcript does not say from which seed {name!r} draws")
    return registry.make(name, seed, rules=rules)


def dice_of(setting: Setting, by_hand: Callable[[], Source]) -> Source:
    """Where the dice of a game come from, by the head of its transcript."""
    word, _, seed = setting.dice.partition(" ")
    if word == SEEDED and seed:
        return Seeded(random.Random, seed)
    if setting.dice == BY_HAND:
        return by_hand()
    if setting.dice.startswith(f"{COMMITTED} "):
        raise Complaint(NO_SECRET)
    raise Complaint(f"this gattai cannot throw the dice {setting.dice!r}")


def dice_witness(setting: Setting, secret: str = "") -> Witness | None:
    """Compares recorded dice with those that must have fallen; None where nobody can know them."""
    try:
        dice = known_dice(setting, secret)
    except ValueError as problem:
        raise Diverged(str(problem), place="secret") from problem
    if dice is None:
        return None
    seed = setting.dice.partition(" ")[2]
    whose = "the secret and the seeds, which show" if secret else f"seed {seed}, which shows"
    thrown_before = answers_in(setting.start)

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
