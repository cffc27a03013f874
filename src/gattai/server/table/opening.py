"""How a match begins: anew, again after a restart, or from some point of an older one."""

from __future__ import annotations

import hashlib
import random
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.kernel.dice import Face
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.committed import NO_SEED, SECRET_BYTES, Committed, commitment_of
from gattai.kernel.running.source import Seeded, Source
from gattai.kernel.text.answers import answer_text, read_answer, read_seat
from gattai.kernel.text.snapshot import answers_in, one_line, read_position
from gattai.kernel.text.transcript import Setting, Transcript, parse
from gattai.server.messages import NewMatch
from gattai.server.table.clock import limits_of
from gattai.server.table.lessons import SCRIPTED, lesson_of, players_of, start_of
from gattai.server.table.seating import Seating

GUEST = "guest"
"""A person who plays from a place of their own. In a transcript they are persons like others."""
OPPONENT = "rookie"
"""Who sits on the other seats if nobody says."""
SEEDED = "seeded"
BY_HAND = "by hand"
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)
SEED_BYTES = 16
"""Of a seed that nobody chose: more than anybody could try out."""
MOST_OPTION = 2_000
NO_CHOSEN_SEED = (
    "a seed cannot be chosen for a match that another person joins, because whoever chose it could know "
    "every throw and every hand; leave the seed out, or play all seats yourself or against bots"
)


def opened(
    wanted: NewMatch, packs: Sequence[Path] = (), dice: Committed | None = None
) -> tuple[Record[Any], Seating]:
    """The record of a match that was asked for, and who sits apart. ValueError says what is wrong.

    `dice` are those that were committed to. Without them guests get dice that the table commits to,
    for they do not see what it does; who plays at their own table has those of a seed. Nobody may
    choose the seed of a match that another person joins: they could try it out beforehand.
    """
    if wanted.seed and GUEST in wanted.players:
        raise ValueError(NO_CHOSEN_SEED)
    record, seating = _opened(wanted, packs, dice)
    limits = limits_of(wanted.reaction_seconds, wanted.turn_seconds, seating.guests)
    limits_of(wanted.bank_seconds, None, ())
    if not 0 <= wanted.increment_seconds <= wanted.bank_seconds:
        raise ValueError("what is added after an answer is at most what there is at the beginning")
    return record, replace(
        seating,
        reaction_seconds=limits.reaction,
        turn_seconds=limits.turn,
        bank_seconds=wanted.bank_seconds,
        increment_seconds=wanted.increment_seconds,
        secret=record.secret,
    )


def _opened(
    wanted: NewMatch, packs: Sequence[Path], dice: Committed | None
) -> tuple[Record[Any], Seating]:
    if wanted.transcript:
        return _played_on(wanted, packs)
    if wanted.position:
        return _from_position(wanted, packs, dice)
    rules = games.load(wanted.game, packs)
    if wanted.guided:
        return _guided(rules, alone=wanted.alone)
    options = {name: " ".join(value.split()) for name, value in wanted.options.items()}
    if any(len(value) > MOST_OPTION for value in options.values()):
        raise ValueError(f"an option has at most {MOST_OPTION} letters")
    rules = rules.seated(options)
    players = wanted.players or (PERSON, *("random" for _ in rules.seats[1:]))
    thrown, secret = _dice(wanted, players, dice)
    record = Record(
        rules,
        options=options,
        players=_sitting(rules, players),
        dice=thrown,
        secret=secret,
    )
    return record, _seating(players)


def committed(seats: int) -> Committed:
    """Dice that the table commits to, where no seat gives a seed."""
    return Committed(secrets.token_hex(SECRET_BYTES), (NO_SEED,) * seats)


def _dice(wanted: NewMatch, players: Sequence[str], dice: Committed | None) -> tuple[str, str]:
    """The dice of a new match as its head tells them, and the secret that it does not tell."""
    if dice is None and GUEST in players:
        dice = committed(len(players))
    if dice is None:
        return f"{SEEDED} {_seed(wanted.seed)}", ""
    if len(dice.commitment.seeds) != len(players):
        raise ValueError(f"{len(dice.commitment.seeds)} seeds for {len(players)} seats")
    return dice.commitment.line(), dice.secret


def again(setting: Setting, seating: Seating, *, swap: bool = False) -> NewMatch:
    """What is to be opened for the same players to play the same again, with other dice."""
    players = [name.partition(" ")[0] for name in setting.players]
    for seat in seating.guests:
        players[seat] = GUEST
    if swap:
        players = [players[-1], *players[:-1]]
    return NewMatch(
        setting.game,
        tuple(players),
        {} if setting.start else dict(setting.options),
        position=setting.start,
        reaction_seconds=seating.reaction_seconds,
        turn_seconds=seating.turn_seconds,
        bank_seconds=seating.bank_seconds,
        increment_seconds=seating.increment_seconds,
    )


def _guided(rules: AnyRuleset, *, alone: bool) -> tuple[Record[Any], Seating]:
    lesson = lesson_of(rules)
    if lesson is None:
        raise ValueError(f"{rules.name} has no guided game yet")
    rules = rules.seated(dict(lesson.options))
    players = players_of(lesson, rules)
    position = start_of(lesson, rules)
    record = Record(
        rules,
        options=dict(lesson.options),
        players=players,
        dice=f"{SEEDED} {_seed('')}" if alone else SCRIPTED,
        start=one_line(position) if position else "",
    )
    return record, Seating(guided=not alone)


def _from_position(
    wanted: NewMatch, packs: Sequence[Path], dice: Committed | None
) -> tuple[Record[Any], Seating]:
    """A match that begins where a saved position stands."""
    rules = games.load(wanted.game or _game_of(wanted.position), packs)
    options = _seats_of(rules, wanted.position)
    rules = rules.seated(options)
    position = read_position(rules, wanted.position)
    players = wanted.players or (PERSON, *(OPPONENT for _ in rules.seats[1:]))
    thrown, secret = _dice(wanted, players, dice)
    record = Record(
        rules,
        options=options,
        players=_sitting(rules, players),
        dice=thrown,
        start=one_line(wanted.position),
        secret=secret,
    )
    for answer in position.answers:
        record.answer(answer.value, answer.seat)
    return record, _seating(players)


def _game_of(position: str) -> str:
    """The game that a position says it is of. ValueError for what is no position."""
    try:
        whole = msgspec.json.decode(position, type=dict[str, Any])
    except msgspec.DecodeError as problem:
        raise ValueError(f"this is not a position: {problem}") from problem
    return str(whole.get("game", "")).partition(" ")[0]


def _seats_of(rules: AnyRuleset, position: str) -> dict[str, str]:
    """How many sit there, for a game that can be played by more or fewer: as many as it names."""
    words = msgspec.json.decode(position, type=dict[str, Any]).get("words")
    names = words.get("Seat") if isinstance(words, dict) else None
    takes = any(option.name == "seats" for option in rules.options)
    return {"seats": str(len(names))} if takes and isinstance(names, list) else {}


def _seed(wanted: str) -> str:
    if not wanted:
        return secrets.token_hex(SEED_BYTES)
    if not _SEED.fullmatch(wanted):
        raise ValueError("a seed is up to 64 letters, digits, dots and hyphens")
    return wanted


def _sitting(rules: AnyRuleset, players: Sequence[str]) -> tuple[str, ...]:
    """The players as a transcript names them."""
    if len(players) != len(rules.seats):
        seats = ", ".join(rules.seats)
        raise ValueError(f"{rules.name} has {len(rules.seats)} seats ({seats}), not {len(players)}")
    return tuple(PERSON if name == GUEST else registry.check(name) for name in players)


def _seating(players: Sequence[str]) -> Seating:
    return Seating(tuple(seat for seat, name in enumerate(players) if name == GUEST))


def resumed(transcript: Transcript, packs: Sequence[Path] = (), secret: str = "") -> Record[Any]:
    """A match as its transcript left it: every answer and every throw is checked.

    `secret` is that of committed dice while it is played: its transcript does not tell it yet.
    """
    record = _walked(games.load(transcript.setting.game, packs), transcript, None, secret)
    record.secret = record.secret or secret
    return record


def _walked(
    rules: AnyRuleset, transcript: Transcript, at: int | None, secret: str = ""
) -> Record[Any]:
    """The record after `at` answers; `Diverged` at the first line that does not hold."""
    setting = transcript.setting
    try:
        dice = known_dice(setting, transcript.secret or secret)
    except ValueError as problem:
        raise Diverged(str(problem), place="head") from problem
    found: Record[Any] | None = None
    thrown_before = 0
    for number, record in enumerate(replay(rules, transcript)):
        found, rules = record, record.rules
        if number == 0:
            thrown_before = answers_in(setting.start)
        if number == at:
            break
        if number < thrown_before:
            continue
        question = record.question
        if dice and number < len(transcript.entries) and isinstance(question, Roll):
            thrown = dice.faces(question, number + 1)
            entry = transcript.entries[number]
            if answer_text(rules, record.position, question, thrown) != entry.text:
                place = f"answer {number + 1} ({entry.who} {entry.text})"
                raise Diverged("these are not the dice thrown here", rule=entry.rule, place=place)
    assert found is not None
    return found


def _played_on(wanted: NewMatch, packs: Sequence[Path]) -> tuple[Record[Any], Seating]:
    transcript = parse(wanted.transcript)
    if wanted.game and wanted.game != transcript.setting.game:
        raise ValueError(f"this is a game of {transcript.setting.game}, not of {wanted.game}")
    last = len(transcript.entries)
    if wanted.at is not None and not 0 <= wanted.at <= last:
        raise ValueError(f"the transcript has {last} answers, so there is no answer {wanted.at}")
    rules = games.load(transcript.setting.game, packs)
    record = _walked(rules, transcript, wanted.at)
    rules = record.rules
    players = wanted.players or record.setting.players
    dice = record.setting.dice
    if commitment_of(dice) and not isinstance(record.question, Outcome):
        dice = BY_HAND  # their secret is told, or nobody here knows it: who plays on needs others
    if GUEST in players:
        dice = BY_HAND  # whoever brings the transcript knows its seed, and so every throw to come
    if not wanted.players:
        for name in players:
            registry.check(name.partition(" ")[0])
        if dice == record.setting.dice:
            return record, Seating()
    sitting = _sitting(rules, players) if wanted.players else players
    former = rules.rulebook.former_readings(record.setting.version)
    again: Record[Any] = Record(
        rules,
        options={**former, **dict(record.setting.options)},
        players=_seeded(sitting, dice),
        dice=dice,
        start=record.setting.start,
    )
    for entry in record.entries:
        seat = read_seat(rules, again.question, entry.who)
        value = read_answer(rules, again.position, again.question, entry.text, again.table)
        again.answer(value, seat, by_table=entry.by_table)
    return again, _seating(players)


def _seeded(players: tuple[str, ...], dice: str) -> tuple[str, ...]:
    """Where dice come from no seed, each bot is given one."""
    if dice.startswith(f"{SEEDED} "):
        return players
    seed = _seed("")
    return tuple(
        name if name == PERSON else f"{name.partition(' ')[0]} {SEEDED} {seed}" for name in players
    )


def known_dice(setting: Setting, secret: str = "") -> Source | None:
    """The dice that must have fallen; None where nobody can know. ValueError for another's secret."""
    word, _, seed = setting.dice.partition(" ")
    if word == SEEDED and seed:
        return Seeded(random.Random, seed)
    commitment = commitment_of(setting.dice)
    if commitment is None or not secret:
        return None
    if not commitment.is_of(secret):
        raise ValueError("this is not the secret that was committed to")
    return Committed(secret, commitment.seeds)


def is_set_up(setting: Setting) -> bool:
    """Whether a match goes on from a game that somebody saved, and may have read."""
    return bool(setting.start) or setting.dice == BY_HAND


class _Lost:
    """Committed dice whose secret nobody here has: no others may fall in their place."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        raise ValueError("the secret of its dice is not here, so they cannot be thrown")


def dice_of(setting: Setting, secret: str = "") -> Source:
    """Where the dice come from; those thrown by hand until now are thrown by the table from now on."""
    known = known_dice(setting, secret)
    if known is not None:
        return known
    return _Lost() if commitment_of(setting.dice) else Seeded(lambda _: random.SystemRandom(), "")


def bot_of(setting: Setting, seat: int, secret: str = "") -> tuple[str, str] | None:
    """Name and seed of the bot on a seat; None where a person sits."""
    player = setting.players[seat]
    if player == PERSON:
        return None
    name, _, seeding = player.partition(" ")
    word, _, seed = seeding.partition(" ")
    return name, seed if word == SEEDED else bots_seed(setting, secret)


def bots_seed(setting: Setting, secret: str = "") -> str:
    """What bots draw from that have no seed of their own: it follows from that of the dice, one way only.

    Who thinks is handed it, and must not be able to throw the dice that are still to come.
    """
    word, _, seed = setting.dice.partition(" ")
    known = seed if word == SEEDED else secret
    return hashlib.sha256(f"{known}/bots".encode()).hexdigest()[: 2 * SEED_BYTES] if known else ""
