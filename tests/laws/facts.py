"""What lines of the log say in figures and names, and how to see on the table whether it is so.

For each game: a pattern, and what must hold of the tables just before and just after the event.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from gattai.games.aristeia.roll.rolls import result_of
from gattai.kernel.event import Event
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import LogLine
from gattai.tabletop.hexes import to_text


class Moment(msgspec.Struct, frozen=True):
    """One event as somebody may know it, with the tables around it, and how it was told."""

    rules: AnyRuleset
    event: Event
    before: Any
    after: Any
    line: LogLine

    def side(self, name: str) -> int:
        """The seat of that name."""
        return self.rules.seats.index(name)

    def unit(self) -> tuple[Any, Any]:
        """The unit the event is about, before and after."""
        number = next(
            getattr(self.event, name) for name in ("unit", "who") if hasattr(self.event, name)
        )
        kind = "units" if hasattr(self.before, "units") else "characters"
        return getattr(self.before, kind)[number], getattr(self.after, kind)[number]

    def grew(self, name: str, seat: int) -> int:
        """By how much a figure of a side grew."""
        return int(getattr(self.after, name)[seat] - getattr(self.before, name)[seat])

    def player(self, name: str, figure: str) -> int:
        """By how much a figure of a player of Robot Empire grew."""
        seat = self.side(name)
        one, two = self.before.players[seat], self.after.players[seat]
        return int(getattr(two, figure)) - int(getattr(one, figure))


Holds = Callable[[Moment, re.Match[str]], bool]
Fact = tuple[str, Holds]


def stands(moment: Moment, found: re.Match[str]) -> bool:
    """The unit is where the line says."""
    at = moment.unit()[1].at
    return at is not None and to_text(at) == found[1]


PLACE = r"(-?\d+,-?\d+)"

AEGIS: tuple[Fact, ...] = (
    (rf"(?:is placed on|moves to|slips away to|is forced to|rushes to) {PLACE}", stands),
    (r" takes (\d+) damage(?: |$)", lambda m, f: int(f[1]) == _grew(m, "damage")),
    (r" regains (\d+) Integrity$", lambda m, f: int(f[1]) == -_grew(m, "damage")),
    (r"^(\w+) recharges: (\d+) energy$", lambda m, f: m.after.energy[m.side(f[1])] == int(f[2])),
    (r"^(\w+) gains (\d+) energy$", lambda m, f: m.grew("energy", m.side(f[1])) == int(f[2])),
    (r" for (\d+) energy$", lambda m, f: _paid(m) == int(f[1])),
    (r"^turn (\d+): (\w+)$", lambda m, f: (m.after.turn_count, m.after.turn) == _turn(m, f)),
    (r"^(.+) is destroyed$", lambda m, f: m.unit()[1].fate == "destroyed" != m.unit()[0].fate),
    (r"^(\w+) wins$", lambda m, f: m.side(f[1]) not in m.after.lost != ()),
)

ARISTEIA: tuple[Fact, ...] = (
    (rf"(?:is deployed on|moves to|is Displaced to|is Placed on) {PLACE}", stands),
    (r" suffers (\d+) Damage$", lambda m, f: int(f[1]) == _grew(m, "damage")),
    (r" is healed of (\d+) Damage$", lambda m, f: int(f[1]) == -_grew(m, "damage")),
    (r" goes to the (Infirmary|Bench)$", lambda m, f: m.unit()[1].off == f[1].lower()),
    (r" activates with (\d+) Action Points$", lambda m, f: m.after.ap == int(f[1])),
    (
        r" loses (\d+) Action and (\d+) Movement Points$",
        lambda m, f: (m.before.ap, m.before.mp) == (int(f[1]), int(f[2])),
    ),
    (
        r"^(\w+) gains (\d+) Victory Points",
        lambda m, f: m.grew("points", m.side(f[1])) == int(f[2]),
    ),
    (r" gains (\d+) Action Points", lambda m, f: m.after.ap - m.before.ap == int(f[1])),
    (r" gains (?:\d+ Action Points and )?(\d+) Movement", lambda m, f: _mp(m) == int(f[1])),
    (r" is the Underdog$", lambda m, f: m.after.underdog == m.line.seat),
    (r"^successes left: (.+)$", lambda m, f: _left(m) == _counts(f[1])),
    (r"^Round (\d+)$", lambda m, f: m.after.round == int(f[1])),
    (r"^Turn (\d+): ", lambda m, f: m.after.turn == int(f[1])),
    (r"is over: (\d+) to (\d+) Vic", lambda m, f: tuple(m.after.points) == _two(f)),
    (r" is no longer (.+)$", lambda m, f: f[1] not in _states(m.unit()[1])),
    (r"^(\w+) draws (\d+) Tactics?", lambda m, f: _hand(m, m.side(f[1])) == int(f[2])),
    (r"^(\w+) takes a Frag token$", lambda m, f: m.grew("frags", m.side(f[1])) == 1),
)

ATTACK_CHART: tuple[Fact, ...] = (
    (rf"(?:deploys at|moves to|withdraws to) {PLACE}", stands),
    (r": \d+ succeed, \d+ saved, (\d+) HP lost", lambda m, f: _lost_hp(m) == int(f[1])),
    (r"^round (\d+), (\w+) begins$", lambda m, f: (m.after.round, m.after.turn) == _turn(m, f)),
    (r"^(\w+) to go$", lambda m, f: m.after.turn == m.side(f[1])),
    (r" is destroyed$", lambda m, f: m.unit()[1].at is None and m.unit()[1].hp == 0),
    (r" activates$", lambda m, f: m.after.acting == m.event.unit),  # type: ignore[attr-defined]
)

MECHASTELLAR: tuple[Fact, ...] = (
    (rf"is deployed on {PLACE}", stands),
    (r"^(\w+): momentum ([+-]\d+)", lambda m, f: m.grew("momentum", m.side(f[1])) == int(f[2])),
    (r"^(\w+): momentum .*, now (\d+)$", lambda m, f: _momentum(m, f[1]) == int(f[2])),
    (r"^momentum: south (\d+), north (\d+)$", lambda m, f: tuple(m.after.momentum) == _two(f)),
    (r"^(\w+) scores (\d+) VP", lambda m, f: m.grew("scores", m.side(f[1])) == int(f[2])),
    (r" takes (\d+) damage", lambda m, f: -_grew(m, "hp") == int(f[1])),
    (r" damage.*, (\d+) HP left$", lambda m, f: max(0, m.unit()[1].hp) == int(f[1])),
    (r" HP, now (-?\d+)$", lambda m, f: m.unit()[1].hp == int(f[1])),
    (r" stun tokens?, now (\d+)$", lambda m, f: m.unit()[1].stun == int(f[1])),
    (r"'s barrier.* strength (\d+)$", lambda m, f: m.unit()[1].barrier == int(f[1])),
    (r"^round (\d+) begins, (\w+) goes", lambda m, f: (m.after.round, m.after.turn) == _turn(m, f)),
    (r"the turn ends; (\w+) is next$", lambda m, f: m.after.turn == m.side(f[1])),
    (r"^(.+): the turn ends", lambda m, f: m.before.units[m.before.act.unit].seat == m.line.seat),
    (r" is destroyed$", lambda m, f: "unit" not in dir(m.event) or _is_gone(m)),
    (r"over: south (\d+) VP, north (\d+) VP$", lambda m, f: tuple(m.after.scores) == _two(f)),
    (r" owned by (\w+)$", lambda m, f: f[1] == "nobody" or m.side(f[1]) in m.after.owners),
)

ROBOT_EMPIRE: tuple[Fact, ...] = (
    (r"^(\w+)'s turn is over$", lambda m, f: m.before.active == m.side(f[1])),
    (r"^turn (\d+): (\w+)$", lambda m, f: (m.after.turn, m.after.active) == _turn(m, f)),
    (r"^(\w+) loses (\d+) coins? of Energy$", lambda m, f: m.player(f[1], "battery") == -int(f[2])),
    (r"^(\w+) charges the Battery by (\d+)$", lambda m, f: m.player(f[1], "battery") == int(f[2])),
    (r"^(\w+) brings out .+ for (\d+) coins?$", lambda m, f: m.player(f[1], "vault") == -int(f[2])),
    (r"^(\w+) pays (\d+) coins? for", lambda m, f: m.player(f[1], "vault") == -int(f[2])),
    (r"^(\w+) takes (\d+) coins? from", lambda m, f: m.player(f[1], "vault") == int(f[2])),
    (r"^\w+ takes (\d+) coins? from (\w+)$", lambda m, f: m.player(f[2], "vault") == -int(f[1])),
    (r"^(\w+) is out of the game", lambda m, f: m.player(f[1], "is_out") == 1),
    (r"^(\w+) draws (\d+) cards?", lambda m, f: _cards(m, f[1]) == int(f[2])),
    (r" takes (\d+) damage", lambda m, f: _damage(m) == int(f[1])),
    (r"^(\w+) begins$", lambda m, f: m.after.active == m.side(f[1])),
    (r"^(\w+) wins$", lambda m, f: m.after.winners == (m.side(f[1]),)),
    (r"^(\w+) passes", lambda m, f: m.side(f[1]) not in m.after.windows[-1].waiting),
    (r", (\d+) coins? on it$", lambda m, f: m.after.moons[-1].coins == int(f[1])),
)

FACTS: dict[str, tuple[Fact, ...]] = {
    "aegis": AEGIS,
    "aristeia": ARISTEIA,
    "attack-chart": ATTACK_CHART,
    "mechastellar": MECHASTELLAR,
    "robot-empire": ROBOT_EMPIRE,
}


def _grew(moment: Moment, figure: str) -> int:
    one, two = moment.unit()
    return int(getattr(two, figure) - getattr(one, figure))


def _paid(moment: Moment) -> int:
    assert moment.line.seat is not None
    return -moment.grew("energy", moment.line.seat)


def _turn(moment: Moment, found: re.Match[str]) -> tuple[int, int]:
    return int(found[1]), moment.side(found[2])


def _two(found: re.Match[str]) -> tuple[int, int]:
    return int(found[1]), int(found[2])


def _mp(moment: Moment) -> int:
    return int(moment.after.mp - moment.before.mp)


def _left(moment: Moment) -> tuple[int, ...]:
    return tuple(result_of(moment.before.rolling))


def _counts(said: str) -> tuple[int, ...]:
    return tuple(int(part.rpartition(" ")[2]) for part in said.split(", "))


def _states(character: Any) -> list[str]:
    return [token.state.name for token in character.tokens]


def _hand(moment: Moment, seat: int) -> int:
    return len(moment.after.hands[seat]) - len(moment.before.hands[seat])


def _lost_hp(moment: Moment) -> int:
    target = moment.event.target  # type: ignore[attr-defined]
    return int(moment.before.units[target].hp - moment.after.units[target].hp)


def _momentum(moment: Moment, side: str) -> int:
    return int(moment.after.momentum[moment.side(side)])


def _is_gone(moment: Moment) -> bool:
    return bool(moment.unit()[1].fate == "destroyed")


def _cards(moment: Moment, name: str) -> int:
    seat = moment.side(name)
    return len(moment.after.players[seat].hand) - len(moment.before.players[seat].hand)


def _damage(moment: Moment) -> int:
    unit = moment.event.unit  # type: ignore[attr-defined]
    return int(moment.after.by_id[unit].damage - moment.before.by_id[unit].damage)
