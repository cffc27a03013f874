"""Physical dice: a match rests until the person who throws has entered the faces."""

from __future__ import annotations

from gattai.kernel.dice import has_real_dice
from gattai.kernel.question import Question, Roll, Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.transcript import Header
from gattai.scene.throwing import DiceQuestion, dice_question, thrower_of
from gattai.server.table.opening import are_physical
from gattai.server.table.played import PlayedMatch


def waits_for_people(header: Header, question: Question | Outcome) -> bool:
    """Whether people throw these dice; shuffles, blind draws and hidden throws are the program's."""
    return (
        are_physical(header)
        and isinstance(question, Roll)
        and question.known_to is None
        and has_real_dice(question.dice)
    )


def rests(match: PlayedMatch, question: Question | Outcome) -> bool:
    """Whether the match rests on these dice: people throw them, or they need values of both sides."""
    return match.by_link is not None or waits_for_people(match.record.header, question)


def throwers(match: PlayedMatch) -> tuple[Seat, ...]:
    """Return the seats whose player may enter the faces now, the one that throws first.

    Somebody at the host's screen throws for a bot.
    """
    record, viewers = match.record, match.viewers
    roll = record.question
    if not isinstance(roll, Roll) or not waits_for_people(record.header, roll):
        return ()
    thrower = thrower_of(match.history.maker, record.step, roll)
    if thrower is None or thrower not in viewers.persons:
        return viewers.hands_here or viewers.persons
    seat = Seat(thrower)
    return (seat, *(other for other in viewers.hands_of(seat) if other != seat))


def throw_at(match: PlayedMatch, seat: Seat) -> DiceQuestion:
    """Return the dice that this seat's player must throw now."""
    roll = match.record.question
    assert isinstance(roll, Roll), "only asked of throwers"
    return dice_question(match.history.maker, match.record.step, roll, seat)
