"""Starts a match: new, after a restart, or from a point of an earlier one."""

from __future__ import annotations

import hashlib
import random
import re
import secrets
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.bots.puzzles.puzzle import puzzle_of, seats_of
from gattai.bots.registry import PERSON
from gattai.kernel.dice import Face
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.record import Record, replay
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.committed import NO_SEED, SECRET_BYTES, Committed, commitment_of
from gattai.kernel.running.linked import linked_of
from gattai.kernel.running.source import Seeded, Source
from gattai.kernel.secrecy import may_hide
from gattai.kernel.text.answers import answer_text, read_answer, read_seat
from gattai.kernel.text.snapshot import answers_in, one_line, read_position
from gattai.kernel.text.transcript import Header, Transcript, parse
from gattai.server.messages import NewMatch
from gattai.server.table.clock import limits_of
from gattai.server.table.lessons import SCRIPTED, lesson_of, players_of, start_of
from gattai.server.table.seating import Seating

GUEST = "guest"
"""A person who joins from elsewhere. In a transcript they are persons like others."""
LINK = "link"
"""A person elsewhere in a match by link, whose answers come in links instead of from a page."""
OPPONENT = "rookie"
"""The player of seats that the request leaves open."""
SEEDED = "seeded"
BY_HAND = "by hand"
PHYSICAL = "physical"
"""The dice of a match in which people throw real dice and enter the faces; only shuffles and blind draws are the program's."""
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)
SEED_BYTES = 16
"""The length of a random seed: too long to guess."""
MAX_OPTION = 2_000
NO_CHOSEN_SEED = (
    "a seed cannot be chosen for a match that another person joins, because the person who chose it could predict "
    "every die and every hand; leave the seed out, or play all seats yourself or against bots"
)
NO_PHYSICAL_SEED = "physical dice have no seed: leave the seed out, or let the program roll"
NO_PHYSICAL_CHANGE = (
    "a lesson and a match that plays on keep their dice; only a new match can have physical dice"
)
NOBODY_THROWS = "physical dice need a person at the table who throws them"


def opened(
    wanted: NewMatch, packs: Sequence[Path] = (), dice: Committed | None = None
) -> tuple[Record[Struct], Seating]:
    """Return the record of a new match and the seats of guests. Raises ValueError with the reason if it is invalid.

    `dice` have a commitment already. Without them, a match with guests gets dice with a commitment,
    because guests cannot see the server roll; other matches get dice from a seed. Nobody may
    choose the seed of a match that another person joins: they could try it out beforehand.
    """
    if wanted.seed and GUEST in wanted.players:
        raise ValueError(NO_CHOSEN_SEED)
    _check_physical(wanted)
    record, seating = _opened(wanted, packs, dice)
    limits = limits_of(wanted.reaction_seconds, wanted.turn_seconds, seating.guests)
    limits_of(wanted.bank_seconds, None, ())
    if not 0 <= wanted.increment_seconds <= wanted.bank_seconds:
        raise ValueError("the increment cannot be larger than the time bank")
    return record, replace(
        seating,
        reaction_seconds=limits.reaction,
        turn_seconds=limits.turn,
        bank_seconds=wanted.bank_seconds,
        increment_seconds=wanted.increment_seconds,
        secret=record.secret,
    )


def _check_physical(wanted: NewMatch) -> None:
    """Raise ValueError with the reason if this match cannot have the physical dice that it asks for."""
    if not wanted.physical_dice:
        return
    if wanted.seed:
        raise ValueError(NO_PHYSICAL_SEED)
    if wanted.guided or wanted.transcript:
        raise ValueError(NO_PHYSICAL_CHANGE)
    if wanted.players and not {PERSON, GUEST} & {*wanted.players}:
        raise ValueError(NOBODY_THROWS)


def _opened(
    wanted: NewMatch, packs: Sequence[Path], dice: Committed | None
) -> tuple[Record[Struct], Seating]:
    if wanted.transcript:
        return _played_on(wanted, packs)
    if wanted.puzzle:
        return _puzzle(wanted, packs)
    if wanted.position:
        return _from_position(wanted, packs, dice)
    rules = games.load_fitting(wanted.game, packs)
    if wanted.guided:
        return _guided(rules, alone=wanted.alone)
    options = {name: " ".join(value.split()) for name, value in wanted.options.items()}
    if any(len(value) > MAX_OPTION for value in options.values()):
        raise ValueError(f"an option has at most {MAX_OPTION} characters")
    rules = rules.seated(options)
    players = wanted.players or (PERSON, *("random" for _ in rules.seats[1:]))
    thrown, secret = _dice(wanted, players, dice)
    record = Record(
        rules,
        options=options,
        players=_sitting(rules, players, thrown),
        dice=thrown,
        secret=secret,
    )
    return record, _seating(players)


def committed(seats: int) -> Committed:
    """Return dice with a commitment, without seeds of seats."""
    return Committed(secrets.token_hex(SECRET_BYTES), (NO_SEED,) * seats)


def _dice(wanted: NewMatch, players: Sequence[str], dice: Committed | None) -> tuple[str, str]:
    """Return the dice of a new match as in the transcript's head, and their secret."""
    if wanted.physical_dice:
        return PHYSICAL, ""
    if dice is None and GUEST in players:
        dice = committed(len(players))
    if dice is None:
        return f"{SEEDED} {_seed(wanted.seed)}", ""
    if len(dice.commitment.seeds) != len(players):
        raise ValueError(f"{len(dice.commitment.seeds)} seeds for {len(players)} seats")
    return dice.commitment.line(), dice.secret


def again(header: Header, seating: Seating, *, swap: bool = False) -> NewMatch:
    """Return the request for a rematch, with new dice."""
    players = [name.partition(" ")[0] for name in header.players]
    for seat in seating.guests:
        players[seat] = GUEST
    if swap:
        players = [players[-1], *players[:-1]]
    return NewMatch(
        header.game,
        tuple(players),
        {} if header.start else dict(header.options),
        position=header.start,
        reaction_seconds=seating.reaction_seconds,
        turn_seconds=seating.turn_seconds,
        bank_seconds=seating.bank_seconds,
        increment_seconds=seating.increment_seconds,
        physical_dice=are_physical(header),
    )


def _guided(rules: AnyRuleset, *, alone: bool) -> tuple[Record[Struct], Seating]:
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
) -> tuple[Record[Struct], Seating]:
    """Return a match that begins at a saved position."""
    rules = games.load_fitting(wanted.game or _game_of(wanted.position), packs)
    options = _seats_of(rules, wanted.position)
    rules = rules.seated(options)
    position = read_position(rules, wanted.position)
    players = wanted.players or (PERSON, *(OPPONENT for _ in rules.seats[1:]))
    thrown, secret = _dice(wanted, players, dice)
    record = Record(
        rules,
        options=options,
        players=_sitting(rules, players, thrown),
        dice=thrown,
        start=one_line(wanted.position),
        secret=secret,
    )
    for answer in position.answers:
        record.answer(answer.value, answer.seat)
    return record, _seating(players)


def _puzzle(wanted: NewMatch, packs: Sequence[Path]) -> tuple[Record[Struct], Seating]:
    """Return a match that asks a puzzle: one person answers, and nobody plays on."""
    puzzle = puzzle_of(wanted.game, wanted.puzzle)
    seats = seats_of(puzzle.position)
    posed = NewMatch(
        wanted.game,
        tuple(PERSON if seat == puzzle.seat else OPPONENT for seat in seats),
        position=puzzle.position,
    )
    record, seating = _from_position(posed, packs, None)
    return record, replace(seating, puzzle=puzzle.id)


def _game_of(position: str) -> str:
    """Return the game of a position. Raises ValueError if it is not a position."""
    try:
        whole = msgspec.json.decode(position, type=dict[str, object])
    except msgspec.DecodeError as problem:
        raise ValueError(f"this is not a position: {problem}") from problem
    return str(whole.get("game", "")).partition(" ")[0]


def _seats_of(rules: AnyRuleset, position: str) -> dict[str, str]:
    """Return the seats of a position, for a game with a variable number of players."""
    words = msgspec.json.decode(position, type=dict[str, object]).get("words")
    names = words.get("Seat") if isinstance(words, dict) else None
    takes = any(option.name == "seats" for option in rules.options)
    return {"seats": str(len(names))} if takes and isinstance(names, list) else {}


def _seed(wanted: str) -> str:
    if not wanted:
        return secrets.token_hex(SEED_BYTES)
    if not _SEED.fullmatch(wanted):
        raise ValueError("a seed is up to 64 letters, digits, dots and hyphens")
    return wanted


def _sitting(rules: AnyRuleset, players: Sequence[str], dice: str = "") -> tuple[str, ...]:
    """Return the players as a transcript names them; with physical `dice` each bot has a seed of its own."""
    if len(players) != len(rules.seats):
        seats = ", ".join(rules.seats)
        raise ValueError(f"{rules.name} has {len(rules.seats)} seats ({seats}), not {len(players)}")
    sitting = tuple(PERSON if name == GUEST else registry.check(name) for name in players)
    return _seeded(sitting, dice) if dice == PHYSICAL else sitting


def _seating(players: Sequence[str]) -> Seating:
    return Seating(tuple(seat for seat, name in enumerate(players) if name == GUEST))


def resumed(transcript: Transcript, packs: Sequence[Path] = (), secret: str = "") -> Record[Struct]:
    """Return a match from its transcript; every answer and every die is checked.

    `secret` is the secret of committed dice, which the transcript contains only at the end.
    """
    header = transcript.header
    rules = games.load_as_listed(header.game, header.packs, packs)
    record = _walked(rules, transcript, None, secret)
    record.secret = record.secret or secret
    return record


def _walked(
    rules: AnyRuleset, transcript: Transcript, at: int | None, secret: str = ""
) -> Record[Struct]:
    """Return the record after `at` answers. Raises `Diverged` at the first invalid line."""
    header = transcript.header
    try:
        dice = known_dice(header, transcript.secret or secret)
    except ValueError as problem:
        raise Diverged(str(problem), place="head") from problem
    found: Record[Struct] | None = None
    thrown_before = 0
    for number, record in enumerate(replay(rules, transcript)):
        found, rules = record, record.rules
        if number == 0:
            thrown_before = answers_in(header.start)
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
                raise Diverged("these are not the dice of this match", rule=entry.rule, place=place)
    assert found is not None
    return found


def _played_on(wanted: NewMatch, packs: Sequence[Path]) -> tuple[Record[Struct], Seating]:
    transcript = parse(wanted.transcript)
    if wanted.game and wanted.game != transcript.header.game:
        raise ValueError(f"this is a game of {transcript.header.game}, not of {wanted.game}")
    last = len(transcript.entries)
    if wanted.at is not None and not 0 <= wanted.at <= last:
        raise ValueError(f"the transcript has {last} answers, so there is no answer {wanted.at}")
    header = transcript.header
    rules = games.load_as_listed(header.game, header.packs, packs)
    record = _walked(rules, transcript, wanted.at)
    rules = record.rules
    players = wanted.players or record.header.players
    dice = _dice_from_here(record, players)
    if not wanted.players:
        for name in players:
            registry.check(name.partition(" ")[0])
        if dice == record.header.dice:
            return record, Seating()
    sitting = _sitting(rules, players) if wanted.players else players
    former = rules.rulebook.former_readings(record.header.version)
    again: Record[Struct] = Record(
        rules,
        options={**former, **dict(record.header.options)},
        players=_seeded(sitting, dice),
        dice=dice,
        start=record.header.start,
    )
    for entry in record.entries:
        seat = read_seat(rules, again.question, entry.who)
        value = read_answer(rules, again.position, again.question, entry.text, again.table)
        again.answer(value, seat, by_table=entry.by_table)
    return again, _seating(players)


def _dice_from_here(record: Record[Struct], players: tuple[str, ...]) -> str:
    """Return the dice with which these players can continue a match."""
    dice = record.header.dice
    if (commitment_of(dice) or linked_of(dice)) and not isinstance(record.question, Outcome):
        return BY_HAND  # their secret is public or unknown here, so new dice are needed
    if GUEST in players and not are_physical(record.header):
        return BY_HAND  # the owner of the transcript knows its seed and so all future dice
    if dice == PHYSICAL and not {PERSON, GUEST} & {*players}:
        raise ValueError(NOBODY_THROWS)
    return dice


def _seeded(players: tuple[str, ...], dice: str) -> tuple[str, ...]:
    """Give each bot a seed if the dice have none."""
    if dice.startswith(f"{SEEDED} "):
        return players
    seed = _seed("")
    return tuple(
        name if name == PERSON else f"{name.partition(' ')[0]} {SEEDED} {seed}" for name in players
    )


def known_dice(header: Header, secret: str = "") -> Source | None:
    """Return the dice that must have been rolled; None if nobody can know. Raises ValueError for a wrong secret."""
    word, _, seed = header.dice.partition(" ")
    if word == SEEDED and seed:
        return Seeded(random.Random, seed)
    commitment = commitment_of(header.dice)
    if commitment is None or not secret:
        return None
    if not commitment.is_of(secret):
        raise ValueError("this secret does not match the commitment")
    return Committed(secret, commitment.seeds, are_committed=commitment.are_committed)


def are_physical(header: Header) -> bool:
    """Whether people throw the dice of this match and enter the faces."""
    return header.dice == PHYSICAL


def why_not_by_link(rules: AnyRuleset) -> str:
    """Return why a game cannot be played by link, which shows everything to both sides; empty if it can."""
    if len(rules.seats) != 2:
        return f"a match by link has two seats, and {rules.name} {len(rules.seats)} here"
    if may_hide(rules.state_type):
        return f"{rules.name} hides cards from a player, and a link would show them: it cannot be played by link"
    return ""


def is_set_up(header: Header) -> bool:
    """Whether a match continues a saved game that someone may have read."""
    return bool(header.start) or header.dice == BY_HAND


class _Lost:
    """Committed dice whose secret is missing: no others may replace them."""

    def faces(self, roll: Roll, number: int) -> tuple[Face, ...]:
        raise ValueError("the secret of its dice is missing, so they cannot be rolled")


def dice_of(header: Header, secret: str = "") -> Source:
    """Return the source of the dice; dice rolled by hand so far are rolled by the server from now on."""
    known = known_dice(header, secret)
    if known is not None:
        return known
    is_lost = commitment_of(header.dice) or linked_of(header.dice)
    return _Lost() if is_lost else Seeded(lambda _: random.SystemRandom(), "")


def bot_of(header: Header, seat: int, secret: str = "") -> tuple[str, str] | None:
    """Return name and seed of the bot on a seat; None for a person."""
    player = header.players[seat]
    if player == PERSON:
        return None
    name, _, seeding = player.partition(" ")
    word, _, seed = seeding.partition(" ")
    return name, seed if word == SEEDED else bots_seed(header, secret)


def bots_seed(header: Header, secret: str = "") -> str:
    """Return the seed for bots without their own: it is derived from the seed of the dice by a one-way function.

    The process of a bot receives it and must not be able to compute future dice.
    """
    word, _, seed = header.dice.partition(" ")
    known = seed if word == SEEDED else secret
    return hashlib.sha256(f"{known}/bots".encode()).hexdigest()[: 2 * SEED_BYTES] if known else ""
