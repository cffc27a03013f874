"""The outcome of declared attacks if no player does anything more: who falls, what is left, who is
linked to whom.

Nothing is rolled here. Where a die decides, the text says so; the odds card shows the probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from gattai.games.robot_empire.actions import Attack, Block, Shoot
from gattai.games.robot_empire.battle.chances import with_block
from gattai.games.robot_empire.figures import (
    HIGHEST,
    Points,
    attack,
    defense,
    hooks,
    of_all,
    shot,
)
from gattai.games.robot_empire.state import Announced, CardId, DeclaredAttack, State, Unit
from gattai.kernel.question import Seat
from gattai.scene.parts import Fate, Outlook, RelationLine, Share

BLOW = "ROBOT-EMPIRE.DMG.SIMULTANEOUS"


class Naming(Protocol):
    """The names of units and players in a scene."""

    def piece(self, view: State, unit: CardId) -> str:
        """A unit is named by its first card."""
        ...

    def zone(self, view: State, of: Seat) -> str:
        """A player is named by the Front Line."""
        ...


def joined(view: State, names: Naming) -> Iterator[RelationLine]:
    """Links from attackers to their targets, from blockers to the attackers they block, and from
    announced cards to their targets.
    """
    seats = view.box.seats
    for declared in view.onsets:
        unit, at = view.by_id.get(declared.unit), seats[declared.at]
        if unit is None:
            continue
        source = names.piece(view, declared.unit)
        if not declared.blockers:
            about = f"{unit.title} attacks {at}"
            yield RelationLine(source, names.zone(view, declared.at), "attack", about)
        for card in declared.blockers:
            about = f"{view.called(card)} blocks {unit.title}"
            yield RelationLine(source, names.piece(view, card), "block", about)
    for window in view.windows:
        if window.announced is not None:
            yield from _aimed(view, names, window.announced)


def _aimed(view: State, names: Naming, shown: Announced) -> Iterator[RelationLine]:
    """From an announced card to its target, if it has one."""
    if shown.unit is not None:
        goal, whom = names.piece(view, shown.unit), view.called(shown.unit)
    elif shown.at is not None:
        goal, whom = names.zone(view, shown.at), view.box.seats[shown.at]
    else:
        return
    kind = "shot" if shown.kind == "shot" else "aim"
    yield RelationLine(view.name(shown.card), goal, kind, f"{view.called(shown.card)} at {whom}")


def outlooks(view: State, names: Naming, seat: int | None) -> Iterator[Outlook]:
    """The outlook of every declared attack, beginning with those on this seat."""
    for declared in sorted(view.onsets, key=lambda declared: declared.at != seat):
        if declared.unit in view.by_id:
            yield _fight(view, names, declared)


def foreseen(view: State, names: Naming, action: object) -> Outlook | None:
    """The result of a block, an attack or a shot; None for other actions."""
    match action:
        case Block(unit=unit, attacker=attacker) if unit in view.by_id:
            if view.declared_attack_of(attacker) is None or attacker not in view.by_id:
                return None
            (declared,) = with_block(view, unit, attacker).onsets
            return _fight(view, names, declared)
        case Attack(unit=unit, at=at) if unit in view.by_id:
            return _fight(view, names, DeclaredAttack(unit, at))
        case Shoot(unit=unit, target=target) if unit in view.by_id and target in view.by_id:
            return _shot(view, names, view.by_id[unit], view.by_id[target])
        case _:
            return None


def _fight(view: State, names: Naming, declared: DeclaredAttack) -> Outlook:
    attacker = view.by_id[declared.unit]
    gang = [view.by_id[card] for card in declared.blockers if card in view.by_id]
    if not gang:
        battery = () if declared.blocked else (_battery(view, names, declared),)
        text = "It was blocked, and stays so." if declared.blocked else "Nobody blocks it."
        own = _fate(view, names, attacker, (0, 0), str(attack(attacker)))
        return Outlook((own,), battery, text, "ROBOT-EMPIRE.DMG.UNBLOCKED")
    blows = [_span(attack(unit)) for unit in gang]
    taken = (sum(least for least, _ in blows), sum(most for _, most in blows))
    own = _fate(view, names, attacker, taken, str(attack(attacker)))
    dealt = _span(attack(attacker))
    against = tuple(
        _fate(view, names, unit, dealt, str(attack(unit)), shared=len(gang) > 1) for unit in gang
    )
    return Outlook((own,), against, _remarks(view, attacker, gang), BLOW)


def _remarks(view: State, attacker: Unit, gang: Sequence[Unit]) -> str:
    """What the numbers do not show: who divides the damage, who has Revenge, what is rolled."""
    sentences: list[str] = []
    if len(gang) > 1:
        who = view.box.seats[attacker.seat].capitalize()
        sentences.append(f"{who} divides {attack(attacker)} damage as it likes.")
    for unit in (attacker, *gang):
        blow = sum(hook.revenge() for hook in hooks(unit))
        if blow:
            sentences.append(f"If {unit.title} falls, it still deals {blow}.")
    if any(points.dice for unit in (attacker, *gang) for points in (attack(unit), defense(unit))):
        sentences.append("Dice decide.")
    return " ".join(sentences)


def _shot(view: State, names: Naming, unit: Unit, target: Unit) -> Outlook:
    points = shot(view, unit).total
    own = Fate(names.piece(view, unit.id), unit.title, f"deals {points}", fate="recharges")
    text = "Its player may answer before it hits."
    hit = _fate(view, names, target, (points, points), "")
    return Outlook((own,), (hit,), text, "ROBOT-EMPIRE.LR.TARGETS")


def _span(points: Points) -> tuple[int, int]:
    """The minimum and maximum of an Attack or Defense."""
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
    """The fate of a fighter that takes this damage; of `shared` damage it may get all, or none."""
    low, high = _span(defense(unit))
    least, most = max(0, low - unit.damage), max(0, high - unit.damage)
    left = str(most) if least == most else f"{least} to {most}"
    fate, tone = _verdict(taken, (least, most), shared)
    deals = f"deals {deals}" if deals else ""
    return Fate(names.piece(view, unit.id), unit.title, deals, f"{left} left", fate, tone)


def _verdict(taken: tuple[int, int], needed: tuple[int, int], shared: bool) -> tuple[str, str]:
    """The fate of a unit that can take this damage, in a word or two.

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


def attack_share(view: State, unit: CardId, at: Seat) -> Share:
    """The coins that an unblocked attack takes from a Battery; dice count with their mean."""
    low, high = _span(attack(view.by_id[unit]))
    kept = of_all(view, at, "battery_shield")
    return Share(
        max(0, (low + high) // 2 - kept), view.players[at].battery, unless="if nobody blocks"
    )


def _battery(view: State, names: Naming, declared: DeclaredAttack) -> Fate:
    """The coins that an unblocked attack takes from a Battery."""
    low, high = _span(attack(view.by_id[declared.unit]))
    kept = of_all(view, declared.at, "battery_shield") + declared.prevented
    now = view.players[declared.at].battery
    least, most = (max(0, now - max(0, blow - kept)) for blow in (high, low))
    left = str(most) if least == most else f"{least} to {most}"
    fate, tone = (f"{left} left", "bad") if most else ("out", "bad")
    if least == now:
        fate, tone = "unhurt", "good"
    who = view.box.seats[declared.at].capitalize()
    return Fate(names.zone(view, declared.at), f"{who}'s Battery", "", f"{now} now", fate, tone)
