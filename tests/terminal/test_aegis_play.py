"""A battle at the prompt: the board, the options by unit, friendly words, why and odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gattai.games.aegis.cards import FieldCard
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.state import BLUE, RED, Act, Effect, State, Unit, UnitId
from gattai.kernel.position import Position, apply, asked
from gattai.kernel.question import Choose, Seat
from gattai.tabletop.hexes import hex_at
from gattai.terminal.aegis.presenter import AegisPresenter
from gattai.terminal.menu import Menu, NotFound
from tests.terminal.conftest import Run

RULES = Aegis()
PLAY = ("play", "aegis", "--terminal", "--seats", "person,random", "--seed", "3")
PLACED = "place r1 -3,6\nplace arly 0,6\nendr -1,6\nplace go-100 -4,6\nssm 1,6\n"


def unit(name: str, seat: Seat, q: int, r: int, **fields: Any) -> Unit:
    card = RULES.units[name]
    return Unit(name, card, seat, card.action, (card,), at=hex_at(q, r), **fields)


def small() -> State:
    """A small field with all that a board can show."""
    field = FieldCard(
        "small", "a small field", 2, ((-2, 2), (-1, 2)), ((2, -2), (1, -2)), ((0, 0),)
    )
    effects = (Effect("STN", RED), Effect("EVA", RED, 1), Effect("EVA", RED, 1))
    return State(
        field=field,
        units=(
            unit("ark-150", RED, -1, 0),
            unit("go-100", RED, -1, 1, acted=True, damage=3),
            unit("gel-100", BLUE, 1, -1, effects=effects),
            unit("exl-100", BLUE, 0, 1),
        ),
        pools=((RULES.units["ark-2500"],), ()),
        phase="acting",
        turns=(2, 2),
        energy=(9, 3),
        act=Act(UnitId(0), moves=1),
        first_actor=UnitId(0),
    )


GOLDEN_BOARD = """\
 -2       0 : 1 : 2
 -1    -1   0 (B1)  2
  0  -2 [R1]####  1   2
  1    -2 [r2](B2)  1
  2     .-2 .-1   0"""

GOLDEN_ROSTER = """\
      unit      class  Integrity     output  Move    at
[R1]  ark-150*  A      6/6 ########       3     5  -1,0  acting
[R2]  go-100*   G      6/9 #####          2     3  -1,1  has acted
(B1)  gel-100*  G      7/7 ########       2     2  1,-1  stunned, Evasion +2 (until red's turn)
(B2)  exl-100   E      3/3 ########       3     3   0,1
* figures are ours, the document prints none"""


def printed(*parts: object) -> str:
    console = Console(width=100, highlight=False, markup=False, color_system=None)
    with console.capture() as found:
        for part in parts:
            console.print(part)
    return "\n".join(line.rstrip() for line in found.get().splitlines())


def test_the_board_is_drawn_row_by_row() -> None:
    assert printed(AegisPresenter().board(small(), ())[0]) == GOLDEN_BOARD


def test_the_roster_tells_integrity_output_movement_and_states() -> None:
    assert printed(AegisPresenter().roster(small())) == GOLDEN_ROSTER


def test_the_headline_tells_turn_and_energy() -> None:
    found = AegisPresenter().headline(small())
    assert found == (
        "turn 4, red's turn; red 9 energy left, produces 5; blue 3 energy left, produces 5"
    )


def menu(state: State) -> Menu:
    return menu_at(Position(state))


def menu_at(position: Position[State]) -> Menu:
    question = asked(RULES, position)
    assert isinstance(question, Choose)
    return AegisPresenter().menu(RULES, position, tuple(question.options))


def test_options_are_grouped_by_unit_and_kind() -> None:
    lines = "\n".join(menu(small()).lines())
    assert lines == (
        "R1 ark-150\n"
        "   1  Breaker Sword, 3 energy: only on R2 go-100\n"
        "   2  Shoulder Vulcan, 2 energy: on B1 gel-100, 3 B2 exl-100; possible too: 4 R2 go-100\n"
        "   5  combine with go-100 into ark-2500, 5 energy\n"
        "   6  end-turn"
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("use breaker-sword go-100", 'use ark-150 "Breaker Sword" go-100'),
        ("use breaker r2", 'use ark-150 "Breaker Sword" go-100'),
        ("Shoulder Vulcan GEL", 'use ark-150 "Shoulder Vulcan" gel-100'),
        ("use r1 shoulder-vulcan b1", 'use ark-150 "Shoulder Vulcan" gel-100'),
        ("combine r1 r2", "combine ark-150 go-100 ark-2500"),
        ("end", "end-turn"),
        ("6", "end-turn"),
        ("move ark-150 1,0", "move ark-150 1,0"),
    ],
)
def test_a_few_friendly_words_are_enough(typed: str, meant: str) -> None:
    found = menu(small())
    assert found.write(found.find(typed)).startswith(meant)


def test_a_word_misspelt_names_the_nearest() -> None:
    with pytest.raises(NotFound, match="'brekaer' may be 'breaker'"):
        menu(small()).find("use brekaer b2")


def test_a_unit_that_has_just_come_into_play_can_be_named() -> None:
    position: Position[State] = Position(small())
    option = menu_at(position).find("combine r1 r2")
    asked_about: list[str] = []
    for _ in range(6):
        position = apply(RULES, position, option).position
        if position.is_settled:
            break
        found = menu_at(position)
        asked_about += found.lines()
        option = found.find("1")
    assert any("Gattai Shockwave" in line for line in asked_about)


def test_a_game_at_the_prompt(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    typed = (
        f"{PLACED}why use breaker-sword b1\nmove r1 0,0\nodds use long b2\nunits\nhelp\n"
        "use chaff\nodds end\nmore rally\nboard\nend\nquit\n"
    )
    ran = run(*PLAY, "--save", path, typed=typed)
    assert ran.code == 0
    for word in ("place to 17 hexes: -7..1,6 -7..0,7", "R1 ark-150, R2 arly-100",
                 "exl-100 is out of range of Breaker Sword (hexes away 8, reach 1)",
                 "MLE reaches 1 hex", "0,0 is terrain [AEGIS.SETUP.TERRAIN]",
                 "SSM-100*: Long Lance Rocket on AXS-100*", "no dice hang on 'end-turn'",
                 "red's Combine Pool: ARK-2500* = A+G with ARK", "use breaker-sword gel-100",
                 "ENDR-100 uses Chaff Pod for 2 energy", "energy left"):  # fmt: skip
        assert word in ran.out
    assert run("replay", path, "--verify").code == 0


def test_a_person_can_play_to_the_end(run: Run) -> None:
    ran = run(*PLAY, "--option", "turn-limit=8", typed="1\n" * 600)
    assert ran.code == 0 and "answers, seeded 3" in ran.out


def test_the_text_board_fits_a_hundred_columns(run: Run) -> None:
    ran = run(*PLAY, typed="quit\n")
    board = [
        line for line in ran.out.splitlines() if "####" in line and not line.startswith("A hex")
    ]
    assert board and max(map(len, board)) <= 80
