"""What an attack would come to if everybody left it as it is: who falls, what is left, who is joined to whom.

Nothing is thrown here. Where a die decides, that is said; how likely it is stands on the odds card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from gattai.games.robot_empire.battle.chances import with_block
from gattai.games.robot_empire.deeds import Attack, Block, Shoot
from gattai.games.robot_empire.figures import (
    HIGHEST,
    Points,
    attack,
    defense,
    of_all,
    shot,
    voices,
)
from gattai.games.robot_empire.state import Announced, CardId, Onset, State, Unit
from gattai.kernel.question import Seat
from gattai.scene.parts import Fate, Link, Outlook

BLOW = "ROBOT-EMPIRE.DMG.SIMULTANEOUS"


class Naming(Protocol):
    """How the table calls a unit and a player."""

    def piece(self, view: State, unit: CardId) -> str:
        """A unit by its first card."""
        ...

    def zone(self, view: State, of: Seat) -> str:
        """A player by the Front Line."""
        ...


def joined(view: State, names: Naming) -> Iterator[Link]:
    """Attackers to whom they attack, blockers to whom they stop, what is announced to whom it is aimed at."""
    seats = view.box.seats
    for onset in view.onsets:
        unit, at = view.by_id.get(onset.unit), seats[onset.at]
        if unit is None:
            continue
        source = names.piece(view, onset.unit)
        if not onset.blockers:
            about = f"{unit.title} attacks {at}"
            yield Link(source, names.zone(view, onset.at), "attack", about)
        for card in onset.blockers:
            about = f"{view.called(card)} blocks {unit.title}"
            yield Link(source, names.piece(view, card), "block", about)
    for window in view.windows:
        if window.announced is not None:
            yield from _aimed(view, names, window.announced)


def _aimed(view: State, names: Naming, shown: Announced) -> Iterator[Link]:
    """From what is announced to the unit or the player that it is aimed at, where there is one."""
    if shown.unit is not None:
        goal, whom = names.piece(view, shown.unit), view.called(shown.unit)
    elif shown.at is not None:
        goal, whom = names.zone(view, shown.at), view.box.seats[shown.at]
    else:
        return
    kind = "shot" if shown.kind == "shot" else "aim"
    yield Link(view.name(shown.card), goal, kind, f"{view.called(shown.card)} at {whom}")


def outlooks(view: State, names: Naming, seat: int | None) -> Iterator[Outlook]:
    """Of every attack that has been declared; those on this seat first."""
    for onset in sorted(view.onsets, key=lambda onset: onset.at != seat):
        if onset.unit in view.by_id:
            yield _fight(view, names, onset)


def foreseen(view: State, names: Naming, action: object) -> Outlook | None:
    """What a block, an attack or a shot would lead to; None of anything else."""
    match action:
        case Block(unit=unit, attacker=attacker) if unit in view.by_id:
            if view.onset_of(attacker) is None or attacker not in view.by_id:
                return None
            (onset,) = with_block(view, unit, attacker).onsets
            return _fight(view, names, onset)
        case Attack(unit=unit, at=at) if unit in view.by_id:
            return _fight(view, names, Onset(unit, at))
        case Shoot(unit=unit, target=target) if unit in view.by_id and target in view.by_id:
            return _shot(view, names, view.by_id[unit], view.by_id[target])
        case _:
            return None


def _fight(view: State, names: Naming, onset: Onset) -> Outlook:
    attacker = view.by_id[onset.unit]
    gang = [view.by_id[card] for card in onset.blockers if card in view.by_id]
    if not gang:
        battery = () if onset.blocked else (_battery(view, names, onset),)
        text = "It was blocked, and stays so." if onset.blocked else "Nobody blocks it."
        own = _fate(view, names, attacker, (0, 0), str(attack(attacker)))
        return Outlook((own,), battery, text, "ROBOT-EMPIRE.DMG.UNBLOCKED")
    blows = [_span(attack(unit)) for unit in gang]
    taken = (sum(least for least, _ in blows), sum(most for _, most in blows))
    own = _fate(view, names, attacker, taken, str(attack(attacker)))
    dealt = _span(attack(attacker))
    against = tuple(
        _fate(view, names, unit, dealt, str(attack(unit)), shared=len(gang) > 1) for unit in gang
    )
    return Outlook((own,), against, _said(view, attacker, gang), BLOW)


def _said(view: State, attacker: Unit, gang: Sequence[Unit]) -> str:
    """What the figures alone do not say: who divides the damage, who strikes as it falls, what is thrown."""
    said: list[str] = []
    if len(gang) > 1:
        who = view.box.seats[attacker.seat].capitalize()
        said.append(f"{who} divides {attack(attacker)} damage as it likes.")
    for unit in (attacker, *gang):
        blow = sum(voice.revenge() for voice in voices(unit))
        if blow:
            said.append(f"If {unit.title} falls, it still deals {blow}.")
    if any(points.dice for unit in (attacker, *gang) for points in (attack(unit), defense(unit))):
        said.append("Dice decide.")
    return " ".join(said)


def _shot(view: State, names: Naming, unit: Unit, target: Unit) -> Outlook:
    points = shot(view, unit).total
    own = Fate(names.piece(view, unit.id), unit.title, f"deals {points}", fate="recharges")
    text = "Its player may answer before it hits."
    hit = _fate(view, names, target, (points, points), "")
    return Outlook((own,), (hit,), text, "ROBOT-EMPIRE.LR.TARGETS")


def _span(points: Points) -> tuple[int, int]:
    """The least and the most that Attack or Defense can come to."""
    fixed, dice = points.fixed, points.dice
    return max(0, fixed + dice), max(0, fixed + HIGHEST * dice)


def _fate(
    view: State,
    names: Naming,
    unit: Unit,
    taken: tuple[int, int],
    deals: str,
    *,
    shared: bool = False,
) -> Fate:
    """What becomes of a fighter that takes so much; of `shared` damage it may get all, or none."""
    low, high = _span(defense(unit))
    least, most = max(0, low - unit.damage), max(0, high - unit.damage)
    left = str(most) if least == most else f"{least} to {most}"
    fate, tone = _verdict(taken, (least, most), shared)
    deals = f"deals {deals}" if deals else ""
    return Fate(names.piece(view, unit.id), unit.title, deals, f"{left} left", fate, tone)


def _verdict(taken: tuple[int, int], needed: tuple[int, int], shared: bool) -> tuple[str, str]:
    """How it ends for one who can take so much, in a word or two.

    >>> (
    ...     _verdict((5, 5), (4, 4), False),
    ...     _verdict((5, 5), (7, 7), False),
    ...     _verdict((5, 5), (7, 7), True),
    ... )
    (('falls', 'bad'), ('2 left', 'good'), ('stands', 'good'))
    >>> (
    ...     _verdict((5, 5), (4, 4), True),
    ...     _verdict((1, 6), (4, 4), False),
    ...     _verdict((0, 0), (4, 4), False),
    ... )
    (('may fall', ''), ('may fall', ''), ('unhurt', 'good'))
    """
    if taken[1] == 0:
        return "unhurt", "good"
    if taken[1] < needed[0]:
        exact = taken[0] == taken[1] and needed[0] == needed[1]
        return ("stands" if shared or not exact else f"{needed[0] - taken[0]} left"), "good"
    if taken[0] >= needed[1] and not shared:
        return "falls", "bad"
    return "may fall", ""


def _battery(view: State, names: Naming, onset: Onset) -> Fate:
    """What an attack that nobody blocks takes off a Battery."""
    low, high = _span(attack(view.by_id[onset.unit]))
    kept = of_all(view, onset.at, "battery_shield") + onset.prevented
    now = view.players[onset.at].battery
    least, most = (max(0, now - max(0, blow - kept)) for blow in (high, low))
    left = str(most) if least == most else f"{least} to {most}"
    fate, tone = (f"{left} left", "bad") if most else ("out", "bad")
    if least == now:
        fate, tone = "unhurt", "good"
    who = view.box.seats[onset.at].capitalize()
    return Fate(names.zone(view, onset.at), f"{who}'s Battery", "", f"{now} now", fate, tone)
