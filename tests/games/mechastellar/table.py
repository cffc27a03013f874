"""Lay a table and let the players act on it: how a test of a battle is written.

    game = battle("A1 argonaut 0,0 0", "B1 dervish 6,0 3")
    game.plays("A1", "attack machine-gun B1", dice=[[1, 2, 2, 3, 5, 6, 7, 7, 8, 10], [2, 2, 5, 6, 8, 8, 8, 9]])
    assert game.unit("B1").hp == 2200

A unit is written `name profile q,r facing` and then what is unusual about it: `hp=300 stun=2 commander`.
Units whose names begin with A are the south's, with B the north's. The table is laid once; from the
first action on everything goes through `apply`, as it does in play. What nobody says is left out: no
Lock On, no skill, no Counter. Dice nobody names miss when they attack and succeed when they defend.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.actions import (
    DECLINE,
    ENDURE,
    READY,
    Aim,
    Begin,
    Brace,
    Deploy,
    Ready,
    Stay,
)
from gattai.games.mechastellar.attack.exchange import DONE, Commit
from gattai.games.mechastellar.cards import ControlPointCard, MapCard, TerrainCard, UnitCard
from gattai.games.mechastellar.ground import Ground, in_front
from gattai.games.mechastellar.parameters import Parameters
from gattai.games.mechastellar.ruleset import MechaStellar
from gattai.games.mechastellar.rulesets import changed_by_name
from gattai.games.mechastellar.state import SIDES, Act, State, Unit, UnitId
from gattai.kernel.event import Event, Rolled
from gattai.kernel.position import GamePosition, Step, apply, asked, observe
from gattai.kernel.question import Choose, Question, Roll, Seat
from gattai.kernel.rulebook import Refused, RuleId
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text import notation
from gattai.kernel.window import PASS
from gattai.tabletop.hexes import Hex, from_text
from tests.games.refused import applied, reasons, unopposed

RULES = MechaStellar()
POINTS = (("centre", 0, 0), ("west", -5, 0), ("east", 5, 0), ("north-home", 2, -4), ("south-home", -2, 4))  # fmt: skip
KINDS: Mapping[str, Mapping[str, Any]] = {
    "wall": {"cover": True, "destructible": True},
    "fence": {"cover": True},
    "rock": {"level": 2, "cover": True, "blocks_los": True},
    "hill": {"level": 1},
    "house": {"level": 1, "cover": True, "blocks_los": True, "destructible": True},
    "block": {"level": 2, "blocks_los": True},
    "tower": {"level": 2, "cover": True, "blocks_los": True, "destructible": True},
    "roof": {"level": 1, "cover": True, "blocks_los": True, "destructible": True},
    "roof2": {"level": 2, "cover": True, "blocks_los": True, "destructible": True},
    "jungle": {"cover": True, "blocks_los": True, "obscuring": True},
    "overpass": {"cover": True, "destructible": True, "overhead": True},
    "water": {"deep_water": True},
}
"""Terrain of tests: like that of the packs, with every combination that a test needs."""
LATER: tuple[Any, ...] = (DONE, PASS, ENDURE, DECLINE, READY, Aim(), Brace(), Begin("first"))
"""The answers that use nothing."""
UNIT_FIELDS = frozenset(Unit.__struct_fields__)
CARD_FIELDS = frozenset(UnitCard.__struct_fields__)


def field(terrain: Iterable[str] = (), *, space: bool = False) -> MapCard:
    """The usual map with nothing on it but these: `4,0 wall`."""
    places: dict[str, list[tuple[int, int]]] = {}
    for text in terrain:
        where, kind = text.split()
        q, r = where.split(",")
        places.setdefault(kind, []).append((int(q), int(r)))
    cards = tuple(TerrainCard(kind, tuple(at), **KINDS[kind]) for kind, at in places.items())
    points = tuple(ControlPointCard(name, (q, r)) for name, q, r in POINTS)
    return MapCard("laid", "Laid by hand", "S" if space else "G", 6, 15, 3, points, cards)


def laid(text: str, leaders: Mapping[str, UnitId]) -> Unit:
    """A unit as it is written. Pilot traits are off unless it says `traits` (all) or names them."""
    name, profile, at, facing, *rest = text.split()
    card = RULES.content.units[profile]
    said = dict(part.partition("=")[::2] for part in rest)
    traits = said.pop("traits", None)
    chosen = (
        card.pilot_traits if traits == "" else tuple((traits or "").split(",")) if traits else ()
    )
    changes: dict[str, Any] = {"pilot_traits": chosen}
    if "grounded" in said:
        said.pop("grounded")
        changes["traits"] = tuple(each for each in card.traits if each != "fly")
    if "gun_supports" in said:  # an older profile: its machine gun supports those near by
        said.pop("gun_supports")
        gun = replace(card.weapon[0], support_atk=1)
        changes["weapon"] = (gun, *card.weapon[1:])
    if "launcher" in said:  # one more weapon, which supports
        said.pop("launcher")
        pod = replace(RULES.content.units["white-raven"].weapon[2], id="launcher", uses=-1)
        changes["weapon"] = (*card.weapon, pod)
    for key in [*said]:
        if key in CARD_FIELDS and key not in UNIT_FIELDS:
            changes[key] = int(said.pop(key))
    if "hp" in said:
        changes["hp"] = max(card.hp, int(said["hp"]))
    card = replace(card, **changes)
    return _unit(name, card, at, facing, said, leaders)


def _unit(
    name: str,
    card: UnitCard,
    at: str,
    facing: str,
    said: dict[str, str],
    leaders: Mapping[str, UnitId],
) -> Unit:
    own = leaders[name]
    uses = {weapon.id: weapon.uses for weapon in card.weapon}
    effects: tuple[tuple[str, int], ...] = ()
    fields: dict[str, Any] = {
        "hp": card.hp,
        "points": card.boost or card.power or card.havoc,
        "barrier": card.barrier.strength if card.barrier else 0,
        "leader": own,
    }
    for key, value in said.items():
        if key.startswith("uses."):
            uses[key.partition(".")[2]] = int(value)
        elif key == "leader":
            fields["leader"] = leaders[value]
        elif key == "sharp":
            effects = (("sharp", int(value)),)
        elif key == "reserve":
            fields["fate"] = "reserve"
        elif key == "aboard":
            fields["fate"], fields["ship"] = "aboard", leaders[value]
        elif key in ("support", "fired", "lost"):
            fields[key] = tuple(value.split(","))
        elif value == "":
            fields[key] = True
        else:
            fields[key] = int(value)
    assert {*fields} <= UNIT_FIELDS, f"{name}: { ({*fields} - UNIT_FIELDS) }"
    return Unit(
        name=name, card=card, seat=Seat(0 if name.startswith("A") else 1),
        at=None if at == "-" else from_text(at), facing=int(facing),
        uses=tuple(uses[weapon.id] for weapon in card.weapon), effects=effects, **fields,
    )  # fmt: skip


def told(text: str) -> tuple[str, str]:
    """An answer, and whose it is if it says so: `north: use focus`."""
    side, colon, rest = text.partition(": ")
    return (side, rest) if colon and side in SIDES else ("", text)


class Battle:
    """A table laid by hand, and then played."""

    def __init__(self, state: State) -> None:
        self._laid = state
        self._step: Step[State] | None = None
        self.told: list[Event] = []
        """What happened since the last action was begun."""
        self.asked: list[tuple[int, Seat, tuple[Any, ...]]] = []
        """What was offered since then: how many scripted answers had been given, to whom, and what."""
        self.questions: list[Choose] = []
        """The questions that were asked since then."""

    # What there is to see

    @property
    def position(self) -> GamePosition[State]:
        return GamePosition(self._laid) if self._step is None else self._step.position

    @property
    def state(self) -> State:
        return observe(RULES, self.position, None).state

    @property
    def question(self) -> Question | Outcome:
        return asked(RULES, self.position) if self._step is None else self._step.question

    def id(self, name: str) -> UnitId:
        return UnitId([unit.name for unit in self.state.units].index(name))

    def unit(self, name: str) -> Unit:
        return self.state.units[self.id(name)]

    @property
    def act(self) -> Act:
        act = self.state.act
        assert act is not None, "nobody is acting"
        return act

    def armed(self, name: str, weapon: str = "", **changes: Any) -> Battle:
        """Before anything is played: a model with another figure on its card, or on a weapon's."""
        assert self._step is None, "the table has been laid"
        unit = self.unit(name)
        if weapon:
            changes = {
                "weapon": tuple(
                    replace(each, **changes) if each.id == weapon else each
                    for each in unit.card.weapon
                )
            }
        card = replace(unit.card, **changes)
        uses = tuple(
            each.uses if each.uses != old.uses else left
            for each, old, left in zip(card.weapon, unit.card.weapon, unit.uses, strict=True)
        )
        self._laid = self._laid.with_unit(self.id(name), replace(unit, card=card, uses=uses))
        return self

    def fork(self) -> Battle:
        """The same table, to try something on."""
        other = Battle(self._laid)
        other._step = self._step
        return other

    # Acting

    def read(self, text: str) -> Any:
        """An action or an answer in the game's notation; `aim die bullseye`, `use focus` in short."""
        first, *rest = text.split()
        if first == "aim":
            lock = [word for word in rest if word in ("die", "steady")]
            bonus = [word for word in rest if word not in ("die", "steady")]
            return Aim(*(lock or [""]), *bonus)  # type: ignore[arg-type]
        if first == "brace":
            bonus = [word for word in rest if word not in ("lock", "trade")]
            return Brace("lock" in rest, bonus[0] if bonus else "", "trade" in rest)
        if first == "use":
            return Commit(rest[0])
        return notation.read(text, RULES.words(self.state), RULES.action_types, None)

    def begins(self, name: str) -> Battle:
        """See that it is this unit's turn: it is activated if nobody acts."""
        if self.state.phase == "activating":
            self.answers(self.read(f"activate {name}"))
        assert self.state.units[self.act.unit].name == name, f"it is not {name} who acts"
        return self

    def answers(self, value: Any) -> Battle:
        self._step = applied(RULES, self.position, value)
        self.told += self._step.events
        return self

    def plays(
        self,
        by: str,
        what: str,
        *,
        dice: Sequence[Sequence[int]] = (),
        answers: Sequence[str] = (),
    ) -> Battle:
        """A whole action with all its answers and dice; every one given has to be asked for."""
        if by:
            self.begins(by)
        self.told, self.asked, self.questions = [], [], []
        return self.answers(self.read(what)).settles(dice, answers)

    def settles(self, dice: Sequence[Sequence[int]] = (), answers: Sequence[str] = ()) -> Battle:
        """Go on until nothing is open in this action."""
        faces, texts = [list(each) for each in dice], list(answers)
        while not self.position.is_settled:
            question = self.question
            if isinstance(question, Roll):
                self._rolls(question, faces)
            else:
                assert isinstance(question, Choose), question
                self._chooses(question, texts, len(answers) - len(texts))
        assert texts == [], f"never asked for: {texts}; asked for were {self.asked}"
        assert faces == [], f"never rolled: {faces}; thrown were {self.throws}"
        return self

    def _rolls(self, question: Roll, faces: list[list[int]]) -> None:
        count = question.dice.count
        if count == 0:
            self.answers(())
        elif faces:
            given = faces.pop(0)
            assert len(given) == count, f"{count} dice for {question.what}, not {given}"
            self.answers(tuple(given))
        elif question.rule == "MS.ROUND.ROLLOFF":
            self.answers((10, 1))
        elif question.rule == "MS.DEPLOY.ORDER":
            self.answers((1, 10))
        else:
            misses = question.rule in ("MS.ATTACK.COUNT-HITS", "MS.PUSH.ON-TERRAIN")
            self.answers((1 if misses else 10,) * count)

    def _chooses(self, question: Choose, texts: list[str], given: int) -> None:
        options = tuple(question.options)
        self.asked.append((given, question.seat, options))
        self.questions.append(question)
        if texts:
            side, text = told(texts[0])
            wanted = self.read(text)
            if wanted in options and side in ("", SIDES[question.seat]):
                texts.pop(0)
                self.answers(wanted)
                return
        leave = [each for each in LATER if each in options]
        left = leave or [each for each in options if isinstance(each, Ready | Stay)]
        self.answers(left[0] if left else question.otherwise or options[0])

    def next_round(self, dice: Sequence[Sequence[int]] = ()) -> Battle:
        """Everything between two rounds, until somebody can be activated or the game is over."""
        while self.state.phase not in ("activating", "over") and not isinstance(
            self.question, Outcome
        ):
            question = self.question
            if isinstance(question, Roll):
                self._rolls(question, [])
            else:
                assert isinstance(question, Choose), question
                self._chooses(question, [], 0)
        return self

    def deploys_all(self) -> Battle:
        """Everybody is put down somewhere."""
        while self.state.phase == "deploying":
            question = self.question
            assert isinstance(question, Choose)
            self.answers(next(each for each in question.options if isinstance(each, Deploy)))
            self.settles()
        return self

    # What came of it

    @property
    def throws(self) -> list[tuple[Any, ...]]:
        return [tuple(event.faces.open()) for event in self.told if isinstance(event, Rolled)]

    def happened(self, kind: type) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    def questioned(self, rule: RuleId) -> list[Choose]:
        """The questions of a rule that the last action brought."""
        return [each for each in self.questions if each.rule == rule]

    def may(self, what: str) -> bool:
        """Whether something may be answered now."""
        question = self.question
        assert isinstance(question, Choose), question
        value = self.read(what)
        if value in question.options:
            unopposed(RULES, self.position, value)
        return value in question.options

    def refuses(self, what: Any, rule: RuleId = "") -> Battle:
        """It is refused, for this reason among others, and the table stays as it was."""
        before = self.position
        with pytest.raises(Refused) as refused:
            apply(RULES, before, self.read(what) if isinstance(what, str) else what)
        found = [refusal.rule for refusal in reasons(refused.value.refusals)]
        assert not rule or rule in found, f"{what}: {refused.value}"
        assert self.position == before
        return self


def battle(
    *units: str,
    terrain: Iterable[str] = (),
    space: bool = False,
    rules: str = "ver10-final",
    parameters: Mapping[str, Any] | None = None,
    turn: str = "",
    **state: Any,
) -> Battle:
    """A table in the first round, with full Momentum and nobody activated."""
    names = [text.split()[0] for text in units]
    leaders = {name: UnitId(number) for number, name in enumerate(names)}
    ruleset: Parameters = changed_by_name(RULES.content.rulesets[rules], parameters or {})
    owners: Mapping[str, str] = state.pop("owners", {})
    known: dict[str, Any] = {
        "phase": "activating",
        "round": 1,
        "momentum": (10, 10),
        "turn": Seat(SIDES.index(turn)) if turn else Seat(0),
        **state,
    }
    for key in ("challenge", "revenge"):
        if key in known:
            known[key] = ((leaders[known[key][0]], leaders[known[key][1]]),)
    if "waiting" in known:
        known["waiting"] = tuple(leaders[name] for name in known["waiting"])
    for key in ("momentum", "orders", "scores"):
        if key in known:
            known[key] = tuple(known[key])
    return Battle(
        State(
            rules=ruleset,
            ground=Ground.of(field(terrain, space=space)),
            units=tuple(laid(text, leaders) for text in units),
            owners=tuple(
                Seat(SIDES.index(owners[name])) if name in owners else None for name, _, _ in POINTS
            ),
            **known,
        )
    )


def is_ahead(at: Hex, facing: int, other: Hex) -> bool:
    """MS.HEX.ARC."""
    return in_front(at, facing, other)
