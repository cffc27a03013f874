"""The menu of the full screen: pick a piece, then an action, then a target; or find by typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gattai.scene.parts import (
    Ask,
    Bar,
    Board,
    Card,
    Cell,
    Citation,
    Held,
    ListedOption,
    Piece,
    Scene,
    Zone,
)
from gattai.terminal.client.plan import ChoicePlan

RULE = Citation("TOY.ACT", "Act", "p. 1")
CELLS = tuple(Cell(f"{n},0", n * 1.732, 0) for n in range(9))


def piece(id: str, owner: int, at: str | None, **fields: Any) -> Piece:
    return Piece(id, id.upper(), owner, id[0].upper(), at, Bar("HP", 3, 3), **fields)


def scene(options: Sequence[ListedOption], *, pieces: Sequence[Piece] = (), **fields: Any) -> Scene:
    ask = Ask(fields.pop("number", 1), "act", RULE, (0,), True, tuple(options),
              in_order=fields.pop("in_order", False))  # fmt: skip
    return Scene(
        "toy", "Toy", "turn 1", ("ann", "bob"), 0, 0, Board("hex", "a strip", CELLS), tuple(pieces),
        fields.pop("cards", ()), (), (), ask, None, (), zones=fields.pop("zones", ()),
    )  # fmt: skip


def moves(actor: str) -> list[ListedOption]:
    return [
        ListedOption(f"move {actor} {c.id}", f"move to {c.id}", "move", actor, c.id)
        for c in CELLS[2:]
    ]


def shots(actor: str) -> list[ListedOption]:
    return [
        ListedOption(f"shoot {actor} {t}", f"Gun on {t}", "Gun", actor, target=t, price="2 energy")
        for t in ("mate", "foe")
    ]


PIECES = (piece("ace", 0, "0,0"), piece("mate", 0, "1,0"), piece("foe", 1, "2,0"))
END = ListedOption("end", "end the turn", "end")
TURN = scene([*moves("ace"), *shots("ace"), *moves("mate"), END], pieces=PIECES)


def labels(plan: ChoicePlan) -> list[str]:
    return [entry.label for entry in plan.entries()]


def test_first_who_then_what_then_whom() -> None:
    plan = ChoicePlan()
    assert plan.show(TURN)
    assert [(e.label, e.note) for e in plan.entries()] == [
        ("ACE", "7 places, 2 actions"),
        ("MATE", "7 places"),
        ("End the turn", ""),
    ]
    assert plan.take(plan.entries()[0]) is None and plan.actor == "ace"
    move, head, foe, mate, end = plan.entries()
    assert (move.label, move.note, move.is_on_board) == ("Move", "7 places on the board", True)
    assert head.is_head and (head.label, head.note) == ("Gun", "2 energy")
    assert (foe.label, mate.label) == ("FOE", "MATE")  # others come before one's own
    assert end.option == END
    chosen = plan.take(foe)
    assert chosen is not None and chosen.text == "shoot ace foe"
    plan.take(move)
    assert plan.kind == "move" and len(plan.entries()) == 7
    assert [plan.back(), plan.back(), plan.back()] == [True, True, False]
    assert len(plan.entries()) == 3


def test_pointing_answers_selects_or_does_nothing() -> None:
    plan = ChoicePlan()
    plan.show(TURN)
    assert plan.at("0,0") == () and plan.selects("0,0")
    plan.actor = "ace"
    assert [option.text for option in plan.at("3,0")] == ["move ace 3,0"]
    assert [option.text for option in plan.at("2,0")] == ["move ace 2,0", "shoot ace foe"]
    assert plan.selects("1,0") and plan.at("1,0") == ()  # another of one's own is rather chosen
    plan.kind = "Gun"
    assert [option.text for option in plan.at("1,0")] == ["shoot ace mate"]
    assert plan.at(None) == ()


def test_a_new_question_keeps_the_unit_and_forgets_the_rest() -> None:
    plan = ChoicePlan()
    plan.show(TURN)
    plan.actor, plan.kind, plan.sought = "ace", "Gun", "x"
    assert not plan.show(TURN)  # the same question: nothing is forgotten
    assert plan.kind == "Gun"
    assert plan.show(scene([*shots("ace"), *moves("mate")], pieces=PIECES, number=2))
    assert [plan.actor, plan.kind, plan.sought] == ["ace", None, None]
    assert plan.show(scene([*moves("mate"), END], pieces=PIECES, number=3))
    assert plan.actor == "mate"  # the only one


def test_the_unit_in_action_is_chosen() -> None:
    acting = (piece("ace", 0, "0,0"), piece("mate", 0, "1,0", is_active=True))
    plan = ChoicePlan()
    plan.show(scene([*moves("ace"), *moves("mate")], pieces=acting))
    assert plan.actor == "mate"


def test_finding_by_words_whole_words_first() -> None:
    plan = ChoicePlan()
    plan.show(TURN)
    plan.sought = "gun foe"
    assert labels(plan) == ["ACE: Gun on foe"]
    plan.sought = "MOVE 3,0"
    assert labels(plan) == ["ACE: move to 3,0", "MATE: move to 3,0"]
    plan.sought = "nonsense"
    assert labels(plan) == []
    plan.sought = ""
    assert len(plan.entries()) == len(TURN.ask.options if TURN.ask else ())


def test_several_cards_are_picked_one_after_the_other() -> None:
    cards = tuple(Card(n, n.title(), "", ()) for n in ("bolt", "gear", "wire"))
    hand = Zone("h", "hand", "hand", 0, tuple(Held(f"h-{c.id}", c.id) for c in cards), 3)
    pairs = [("h-bolt", "h-gear"), ("h-bolt", "h-wire"), ("h-gear", "h-bolt")]
    options = [
        ListedOption(f"plan {a} {b}", f"{a} then {b}", "plan", picks=(a, b)) for a, b in pairs
    ]
    plan = ChoicePlan()
    plan.show(scene(options, cards=cards, zones=(hand,), in_order=True))
    assert labels(plan) == ["Bolt", "Gear"]
    plan.take(plan.entries()[0])
    assert labels(plan) == ["Gear", "Wire"]
    plan.take(plan.entries()[1])
    (done,) = plan.entries()
    assert done.option is not None and done.option.text == "plan h-bolt h-wire"
    assert plan.back() and plan.picked == ("h-bolt",)


def test_the_order_of_picks_may_not_matter() -> None:
    options = [
        ListedOption("keep a b", "a, b", "keep", picks=("a", "b")),
        ListedOption("keep a", "a", "keep", picks=("a",)),
    ]
    plan = ChoicePlan()
    plan.show(scene(options))
    plan.take(next(entry for entry in plan.entries() if entry.pick == "b"))
    assert [entry.pick for entry in plan.entries()] == ["a"]
    plan.take(plan.entries()[0])
    assert plan.entries()[0].option == options[0]


def test_too_many_of_a_kind_are_a_line_that_opens() -> None:
    many = [ListedOption(f"split {n}", f"split {n}", "split", "ace") for n in range(30)]
    plan = ChoicePlan()
    plan.show(scene([*many, END], pieces=PIECES))
    assert [(e.label, e.note) for e in plan.entries()] == [
        ("Split", "30 ways"),
        ("End the turn", ""),
    ]
    plan.take(plan.entries()[0])
    assert len(plan.entries()) == 30


def test_an_empty_table_has_an_empty_menu() -> None:
    plan = ChoicePlan()
    assert plan.entries() == [] and not plan.show(None)
    assert plan.at("0,0") == () and plan.marks().lit == frozenset()
