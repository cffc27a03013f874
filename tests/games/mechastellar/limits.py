"""The document's limits that only show in the course of a game: a watcher over all that happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gattai.games.mechastellar.events.attack import AttackDeclared, BattleDamageTaken, SkillUsed
from gattai.games.mechastellar.events.flow import (
    ChallengeIssued,
    CommandGiven,
    RoundBegan,
    TurnEnded,
    UnitActivated,
)
from gattai.games.mechastellar.events.turn import HealthRestored, UnitSpun
from gattai.kernel.event import Event, Rolled

POOLS = ("MS.ATTACK.COUNT-HITS", "MS.ATTACK.COUNT-DEF")
REROLLS = ("MS.RES.BOOST", "MS.RES.POWER", "MS.RES.HAVOC")
COUNTED_SKILLS = ("valor", "zeal", "iron-wall", "great-iron-wall")


class Limits:
    """Sees every event of one game, and says which limit it broke."""

    def __init__(self) -> None:
        self.activated: Counter[int] = Counter()
        self.commands: Counter[int] = Counter()
        self.challenges = 0
        self.revenge: Counter[bool] = Counter()
        self.attacks: Counter[tuple[int, int]] = Counter()
        self.skills: Counter[int] = Counter()
        self.spins = 0
        self.repairs: Counter[int] = Counter()
        self.losses: Counter[tuple[int, str]] = Counter()
        self.rounds = 0
        self.fresh: dict[int | None, int] = {}
        """Of each side's dice that lie there, how many have not been rolled again."""

    def sees(self, event: Event) -> Iterator[str]:
        """Every limit that this event breaks."""
        match event:
            case RoundBegan():
                self.rounds += 1
                self.activated, self.commands, self.challenges = Counter(), Counter(), 0
                self.repairs = Counter()
                if self.rounds > 5:
                    yield "MS.VP.END"
            case UnitActivated(act=act):
                self.activated[act.unit] += 1
                if self.activated[act.unit] > 1:
                    yield "MS.ACT.ALTERNATE"
            case TurnEnded():
                self.attacks, self.skills, self.spins = Counter(), Counter(), 0
            case CommandGiven(seat=seat):
                self.commands[seat] += 1
                if self.commands[seat] > 1:
                    yield "MS.CMD.ONE"
            case ChallengeIssued(for_good=False):
                self.challenges += 1
                if self.challenges > 1:
                    yield "MS.CHALLENGE.ISSUE"
            case AttackDeclared(own_turn=True):
                self.attacks[event.unit, event.target] += 1
                if self.attacks[event.unit, event.target] > 2:
                    yield "MS.ATTACK.LIMIT"
            case SkillUsed(word=word) if word in COUNTED_SKILLS:
                self.skills[event.unit] += 1
                if self.skills[event.unit] > 1:
                    yield "MS.SKILL.LIMIT"
            case UnitSpun():
                self.spins += 1
                if self.spins > 1:
                    yield "MS.MOVE.FREE-SPIN"
            case HealthRestored(repaired=True):
                self.repairs[event.unit] += 1
                if self.repairs[event.unit] > 1:
                    yield "MS.WARSHIP.REPAIR-BAY"
            case BattleDamageTaken(lost=lost) if lost not in ("legs", "core"):
                self.losses[event.unit, lost] += 1
                if self.losses[event.unit, lost] > 1:
                    yield "MS.BD.OPTION"
            case Rolled():
                yield from self._dice(event)

    def _dice(self, event: Rolled) -> Iterator[str]:
        count = len(event.faces.open())
        if event.rule in POOLS:
            self.fresh[event.by] = count
            if count > 10:
                yield "MS.DICE.POOL-CAP"
        elif event.rule in REROLLS:
            self.fresh[event.by] = self.fresh.get(event.by, 0) - count
            if self.fresh[event.by] < 0:
                yield "MS.DICE.REROLL"
        elif event.rule == "MS.SAVE.ROLL" and count > 5:
            yield "MS.SAVE.ROLL"
