"""How a match begins: anew, again after a restart, or from some point of an older one."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.kernel.position import Diverged
from gattai.kernel.question import Roll
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.source import Seeded, Source
from gattai.kernel.transcript import (
    Record,
    Setting,
    Transcript,
    answer_text,
    parse,
    read_answer,
    read_seat,
    replay,
)
from gattai.server.messages import NewMatch
from gattai.server.shelf import Seating

GUEST = "guest"
"""A person who plays from a place of their own. In a transcript they are persons like others."""
SEEDED = "seeded"
_SEED = re.compile(r"[\w.-]{1,64}", re.ASCII)
MOST_OPTION = 2_000


def opened(wanted: NewMatch, packs: Sequence[Path] = ()) -> tuple[Record[Any], Seating]:
    """The record of a match that was asked for, and who sits apart. ValueError says what is wrong."""
    if wanted.transcript:
        return _played_on(wanted, packs)
    rules = games.load(wanted.game, packs)
    options = {name: " ".join(value.split()) for name, value in wanted.options.items()}
    if any(len(value) > MOST_OPTION for value in options.values()):
        raise ValueError(f"an option has at most {MOST_OPTION} letters")
    rules = rules.seated(options)
    players = wanted.players or (PERSON, *("random" for _ in rules.seats[1:]))
    record = Record(
        rules,
        options=options,
        players=_sitting(rules, players),
        dice=f"{SEEDED} {_seed(wanted.seed)}",
    )
    return record, _seating(players)


def _seed(wanted: str) -> str:
    if not wanted:
        return str(secrets.randbelow(10**12))
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


def resumed(transcript: Transcript, packs: Sequence[Path] = ()) -> Record[Any]:
    """A match as its transcript left it: every answer and every throw is checked."""
    return _walked(games.load(transcript.setting.game, packs), transcript, None)


def _walked(rules: AnyRuleset, transcript: Transcript, at: int | None) -> Record[Any]:
    """The record after `at` answers; `Diverged` at the first line that does not hold."""
    setting = transcript.setting
    dice = dice_of(setting) if setting.dice.startswith(f"{SEEDED} ") else None
    found: Record[Any] | None = None
    for number, record in enumerate(replay(rules, transcript)):
        found = record
        if number == at:
            break
        question = record.question
        if dice and number < len(transcript.entries) and isinstance(question, Roll):
            thrown = dice.faces(question, number + 1)
            entry = transcript.entries[number]
            if answer_text(rules, record.position, question, thrown) != entry.text:
                place = f"answer {number + 1} ({entry.who} {entry.text})"
                raise Diverged("these are not the dice of the seed", rule=entry.rule, place=place)
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
    if not wanted.players:
        for name in players:
            registry.check(name.partition(" ")[0])
        return record, Seating()
    again: Record[Any] = Record(
        rules,
        options=dict(record.setting.options),
        players=_seeded(_sitting(rules, players), record.setting.dice),
        dice=record.setting.dice,
    )
    for entry in record.entries:
        seat = read_seat(rules, again.question, entry.who)
        again.answer(read_answer(rules, again.position, again.question, entry.text), seat)
    return again, _seating(players)


def _seeded(players: tuple[str, ...], dice: str) -> tuple[str, ...]:
    """Where dice come from no seed, each bot is given one."""
    if dice.startswith(f"{SEEDED} "):
        return players
    seed = _seed("")
    return tuple(name if name == PERSON else f"{name} {SEEDED} {seed}" for name in players)


def dice_of(setting: Setting) -> Source:
    """Where the dice come from; those thrown by hand until now are thrown by the table from now on."""
    word, _, seed = setting.dice.partition(" ")
    if word == SEEDED and seed:
        return Seeded(random.Random, seed)
    return Seeded(lambda _: random.SystemRandom(), "")


def bot_of(setting: Setting, seat: int) -> tuple[str, str] | None:
    """Name and seed of the bot on a seat; None where a person sits."""
    player = setting.players[seat]
    if player == PERSON:
        return None
    name, _, seeding = player.partition(" ")
    word, _, seed = (seeding or setting.dice).partition(" ")
    return name, seed if word == SEEDED else ""
