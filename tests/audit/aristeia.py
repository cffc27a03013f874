"""The interaction audit of Aristeia!: two Characters with the same card, each in any condition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from gattai.games.aristeia.actions import Perform, Walk
from gattai.games.aristeia.cards import ActionCard
from gattai.games.aristeia.state import GREEN, ORANGE, Character, CharacterId, State, Token
from gattai.kernel.action import Action
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import DISTANCE, hex_at
from tests.audit.grid import Answer, Audit, Condition, Permission, least_refused
from tests.games.aristeia.table import BOX, CONTENT, RULES, TEAMS, laid, token

Offset = tuple[int, int]
ACTIONS: tuple[ActionCard, ...] = msgspec.convert(
    [
        {"id": "strike", "name": "Strike", "kind": "attack", "ap": 2, "target": "enemy",
         "range": [1, 1], "sight": True, "pool": {"dice": ["orange"]}},
        {"id": "shot", "name": "Shot", "kind": "attack", "ap": 2, "target": "enemy",
         "range": [1, 6], "sight": True, "pool": {"dice": ["orange"]}},
        {"id": "lob", "name": "Lob", "kind": "attack", "ap": 2, "target": "enemy",
         "range": [1, 6], "pool": {"dice": ["orange"]}},
        {"id": "stare", "name": "Stare", "kind": "action", "ap": 1, "target": "enemy",
         "range": [1, 6], "sight": True, "pool": {"dice": ["orange"]}},
        {"id": "shove", "name": "Shove", "kind": "action", "ap": 1, "target": "enemy",
         "range": [1, 6], "always": [{"do": "displace", "who": "target", "up_to": 1}]},
    ],
    tuple[ActionCard, ...],
)  # fmt: skip
CARD = replace(CONTENT.characters[TEAMS["green"][0]], actions=ACTIONS, skills=())
ARENA = replace(
    BOX, board=replace(BOX.board, blocked=()), scenario=replace(BOX.scenario, barriers=())
)
"""The HexaDome with nothing in it but Characters."""


class Laid(NamedTuple):
    """How a condition is laid: what differs from a Character that stands in the open."""

    tokens: tuple[str, ...] = ()
    friends: tuple[Offset, ...] = ()
    foes: tuple[Offset, ...] = ()
    fields: dict[str, Any] = {}
    table: dict[str, Any] = {}
    """What differs about the table in its Activation."""


LAID: dict[Condition, Laid] = {
    Condition("open", "in the open"): Laid(),
    Condition("behind", "behind a team mate"): Laid(friends=((1, 0),)),
    Condition("screened", "screened by two team mates"): Laid(friends=((1, 1), (-1, 1))),
    Condition("beside", "beside another enemy"): Laid(foes=((-1, 0),)),
    Condition("dazzled", "that is Dazzled"): Laid(tokens=("dazzled:red",)),
    Condition("recovering", "that is still Dazzled, on the blue side"): Laid(
        tokens=("dazzled:blue",)
    ),
    Condition("immobilized", "that is Immobilized"): Laid(tokens=("immobilized:red",)),
    Condition("slowed", "that is Immobilized, on the blue side"): Laid(
        tokens=("immobilized:blue",)
    ),
    Condition("weary", "with -2 Energy"): Laid(tokens=("weary:red",)),
    Condition("poisoned", "that is Poisoned"): Laid(tokens=("poisoned:blue",)),
    Condition("taunted", "Taunted by another enemy"): Laid(
        tokens=("taunted:red",), foes=((-3, 0),)
    ),
    Condition("firm", "that stands firm"): Laid(fields={"is_firm": True}),
    Condition("spent", "without Action Points"): Laid(table={"ap": 0}),
    Condition("still", "without Movement Points"): Laid(table={"mp": 0}),
    Condition("bench", "on the Bench"): Laid(fields={"at": None, "off": "bench"}),
    Condition("infirmary", "in the Infirmary"): Laid(fields={"at": None, "off": "infirmary"}),
}
PERMISSIONS = (
    Permission("shot", "Attack with Line of Sight"),
    Permission("slant", "Attack with Line of Sight on a diagonal"),
    Permission("lob", "Attack without Line of Sight"),
    Permission("stare", "other Action with Line of Sight"),
    Permission("shove", "Displacement"),
    Permission("strike", "Attack side by side"),
)
OWN = (
    Permission("walk", "walk"),
    Permission("walk-two", "walk two spaces at once"),
    Permission("move", "perform a Move Action"),
)


PLACES: dict[str, tuple[Offset, Offset]] = {
    "strike": ((0, 0), (1, 0)),
    "slant": ((-2, 0), (0, 3)),
    "": ((-2, 0), (2, 0)),
}
"""Where the two stand, for one permission or for all others."""


def lay(one: Condition, two: Condition, how: str) -> tuple[State, CharacterId, CharacterId]:
    """Both on their places, each with what its condition needs; the first is active."""
    state = laid(box=ARENA, active=CharacterId(0), to_act=GREEN, ap=6, mp=4)
    characters = [*state.characters]
    spare = {GREEN: 1, ORANGE: 5}
    for number, condition in enumerate((one, two)):
        laid_so, sign, (q, r) = LAID[condition], 1 - 2 * number, PLACES[how][number]
        seat, foe = ((GREEN, ORANGE), (ORANGE, GREEN))[number]

        def put(side: Seat, at: Offset, *, q: int = q, r: int = r, sign: int = sign) -> CharacterId:
            who = spare[side]
            spare[side] += 1
            there = hex_at(q + sign * at[0], r + sign * at[1])
            characters[who] = replace(characters[who], at=there, off="")
            return CharacterId(who)

        for at in laid_so.friends:
            put(seat, at)
        cause = None
        for at in laid_so.foes:
            cause = put(foe, at)
        tokens: tuple[Token, ...] = tuple(token(text, cause) for text in laid_so.tokens)
        fields = {"at": hex_at(q, r), "tokens": tokens, **laid_so.fields}
        characters[4 * number] = Character(f"c{number}", CARD, seat, **fields)
    changes = {"characters": tuple(characters), **LAID[one].table}
    return replace(state, **changes), CharacterId(0), CharacterId(4)


@cache
def _laid(one: Condition, two: Condition, how: str) -> tuple[State, CharacterId, CharacterId]:
    return lay(one, two, how)


def ask(permission: Permission, one: Condition, two: Condition) -> Answer:
    """Whether a Character in the first condition may do this to one in the second."""
    name = permission.id
    if name == "strike" and {"behind", "screened"} & {one.id, two.id}:
        return None  # there is no room between
    state, _, target = _laid(one, two, name if name in PLACES else "")
    action = "shot" if name == "slant" else name
    return tuple(Perform(action, target).refusals(state))


def ask_own(permission: Permission, one: Condition) -> Answer:
    """Whether a Character in this condition may do this by itself."""
    state, actor, _ = _laid(one, next(iter(LAID)), "")
    if state.characters[actor].at is None and permission.id != "move":
        return None  # it is on no space that it could leave
    return least_refused(_own_attempts(permission.id, state, actor), state)


def _own_attempts(name: str, state: State, actor: CharacterId) -> Iterator[Action]:
    if name == "move":
        yield Perform("move")
        return
    at = state.characters[actor].at
    assert at is not None
    far = 2 if name == "walk-two" else 1
    cells = state.box.board.hexes
    yield from (Walk(to) for to in cells.cells if DISTANCE[to - at] == far)


ABOUT = """\
Two Characters with the same card are on one row of spaces, four apart or side by side; on a diagonal where that matters. Each is in one of the conditions, and everything
else is equal: the first is active with 6 Action Points and 4 Movement Points. A Combat Roll hurts both ways, so an Attack needs no
answer of its own. Effects of States that the booklet does not print are ours."""

AUDIT = Audit(
    book=RULES.rulebook,
    conditions=tuple(LAID),
    permissions=PERMISSIONS,
    own=OWN,
    ask=ask,
    ask_own=ask_own,
    about=ABOUT,
)
