"""A battle at the prompt: the board, the options by unit, friendly words, why and odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gattai.games.aegis.cards import FieldCard
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.state import BLUE, RED, Act, Effect, State, Unit, UnitId
from gattai.kernel.position import GamePosition, apply
from gattai.kernel.question import Seat
from gattai.scene.parts import Scene
from gattai.tabletop.hexes import hex_at
from gattai.terminal.pages.board import board_page
from gattai.terminal.pages.table import headline, panels_for, sides
from gattai.terminal.prompt.menu import Menu, NotFound
from tests.terminal.conftest import Run
from tests.terminal.prompting import menu_at, printed, scene_at

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
 -1    -1   0 [B1]  2
  0  -2 (R1)# 0#  1   2
  1    -2 (r2)[B2]  1
  2     .-2 .-1   0"""

GOLDEN_SIDES = """\
● RED, YOU  9/9 energy
(R1) ARK-150* ━━━━━━ 6/6 Integrity output 3 Move 5 acting
(r2) GO-100*  ━━━━── 6/9 Integrity output 2 Move 3 done
Combine Pool: ARK-2500
■ BLUE  3/5 energy
[B1] GEL-100* ━━━━━━ 7/7 Integrity output 2 Move 2 STN EVA +1 EVA +1
[B2] EXL-100  ━━━━━━ 3/3 Integrity output 3 Move 3"""


def scene() -> Scene:
    return scene_at(RULES, GamePosition(small()))


def test_the_board_is_drawn_row_by_row() -> None:
    assert printed(next(board_page(scene()))) == GOLDEN_BOARD


def test_the_sides_tell_integrity_output_movement_and_states() -> None:
    assert printed(*sides(scene(), panels_for("AEGIS"))) == GOLDEN_SIDES


def test_the_headline_tells_turn_and_energy() -> None:
    assert headline(scene()) == "turn 4; red 9/9 energy; blue 3/5 energy"


def menu(state: State) -> Menu:
    return menu_at(RULES, GamePosition(state))


def test_options_are_grouped_by_unit_and_kind() -> None:
    lines = "\n".join(menu(small()).lines())
    assert lines == (
        "R1 ARK-150\n"
        "   1  Breaker Sword on GO-100  [3 energy]\n"
        "   2  Shoulder Vulcan, 2 energy: B1 GEL-100, 3 B2 EXL-100, 4 R2 GO-100\n"
        "   5  Combine into ARK-2500 with GO-100  [5 energy]\n"
        "   6  End the turn"
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
    position: GamePosition[State] = GamePosition(small())
    option = menu_at(RULES, position).find("combine r1 r2")
    asked_about: list[str] = []
    for _ in range(6):
        position = apply(RULES, position, option).position
        if position.is_settled:
            break
        found = menu_at(RULES, position)
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
    for word in ("Place, 17 places: -7..1,6 -7..0,7", "R1 ARK-150, R2 ARLY-100",
                 "EXL-100 is out of range of Breaker Sword (hexes away 8, reach 1)",
                 "MLE reaches 1 hex", "0,0 is terrain [AEGIS.SETUP.TERRAIN]",
                 "Long Lance Rocket on AXS-100", "this has no odds",
                 "Combine Pool: ARK-2500", "damage to AXS-100",
                 "ENDR-100 uses Chaff Pod for 2 energy", "14/16 energy"):  # fmt: skip
        assert word in ran.out
    assert run("replay", path, "--verify").code == 0


def test_a_person_can_play_to_the_end(run: Run) -> None:
    ran = run(*PLAY, "--option", "turn-limit=8", typed="1\n" * 600)
    assert ran.code == 0 and "answers, seeded 3" in ran.out


def test_the_text_board_fits_a_hundred_columns(run: Run) -> None:
    ran = run(*PLAY, typed="quit\n")
    board = [line for line in ran.out.splitlines() if "# 0#" in line]
    assert board and max(map(len, board)) <= 80
