"""`import gattai`: a match is played by texts, asked, kept, forked, taken back and drawn."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gattai
from gattai.games.aegis.state import State as AegisState

BY_CPU = (
    "import resource, subprocess, sys;"
    "subprocess.run([sys.executable, *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL);"
    "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
    "print(used.ru_utime + used.ru_stime)"
)


def cpu_seconds(*args: str) -> float:
    """The CPU time of a Python process, the least of three."""
    ran = [
        subprocess.run([sys.executable, "-c", BY_CPU, *args], capture_output=True, check=True)
        for _ in range(3)
    ]
    return min(float(one.stdout) for one in ran)


def begun(name: str = "attack-chart", **settings: int) -> gattai.Match[Any]:
    game: gattai.Game[Any] = gattai.game(name)
    wanted: dict[str, Any] = {"seed": 7, **settings}
    return game.begin(**wanted)


@pytest.mark.skipif(sys.platform == "win32", reason="it does not tell the time of a child")
def test_it_is_there_at_once(patience: float) -> None:
    assert cpu_seconds("-c", "import gattai") < 0.15 * patience
    assert cpu_seconds("-m", "gattai", "--help") < 0.3 * patience


def test_nothing_is_imported_before_it_is_wanted() -> None:
    told = "import gattai, sys; dir(gattai); print('msgspec' in sys.modules); gattai.Match"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
    with pytest.raises(AttributeError, match="no attribute 'mtach'"):
        gattai.mtach  # type: ignore[attr-defined] # noqa: B018


def test_the_table_of_a_game_is_known_to_the_type_checker() -> None:
    state: AegisState = gattai.game("aegis").begin(seed=7).state
    assert isinstance(state, AegisState)


@pytest.mark.parametrize("name", gattai.list_games())
def test_every_game_is_played_drawn_and_read_again(name: str) -> None:
    match = begun(name).play_out("random", until=lambda match: match.number > 30)
    assert match.seat in match.seats and match.options() and match.question
    for drawn in (match, match.position, match.view(match.seat)):
        assert drawn._repr_svg_().startswith("<svg") and len(repr(drawn)) < 200
    again = match.game.read(match.text())
    assert again.position == match.position and again.options() == match.options()
    assert again.suggest("random") == match.suggest("random")
    assert match.game.position(match.position.text()) == match.position


def test_a_match_is_looked_at_as_it_was() -> None:
    match = gattai.game("attack-chart").begin(seed=7, rounds=1).play_out("random")
    middle = match.number // 2
    before = match.at(middle)
    assert middle <= before.number < match.number
    while before.number < match.number:
        following = match.answers[before.number]
        before.play(following.text, following.who)
    assert before.text() == match.text()
    assert match.at(match.number).text() == match.text()
    for number in (-1, match.number + 1):
        with pytest.raises(
            ValueError, match=f"there are 0 to {match.number} answers, not {number}"
        ):
            match.at(number)


def test_a_fork_goes_its_own_way() -> None:
    match = begun(rounds=1)
    match.play_out("random", until=lambda match: match.number > 12)
    before = match.text()
    fork, other = match.fork(), match.fork(seed=99)
    assert fork.position == other.position == match.position
    fork.play_out("random")
    other.play_out("random")
    assert match.text() == before and fork.is_over and other.is_over
    assert match.play_out("random").text() == fork.text(), "the same dice fall"
    assert gattai.game("attack-chart").read(other.text()).position == other.position


def test_undo_takes_back_an_answer_with_its_dice() -> None:
    match = begun()
    with pytest.raises(ValueError, match="no answer to take back"):
        match.undo()
    match.play_out("random", until=lambda m: any(o.startswith("attack") for o in m.options()))
    before, number = match.position, match.number
    match.play(next(option for option in match.options() if option.startswith("attack")))
    assert match.number > number + 1
    match.undo()
    assert match.position == before and match.number == number


def test_what_may_not_be_done_is_refused_with_its_rule_and_changes_nothing() -> None:
    match = begun("aegis")
    before = match.text()
    (refusal,) = match.why_not("move ARK-150 to 0,0")
    assert refusal.rule in {rule.id for rule in match.game.rules()}
    with pytest.raises(gattai.Refused, match="no Action Phase"):
        match.play("move ARK-150 to 0,0")
    with pytest.raises(ValueError, match="did you mean 'place ark-150"):
        match.play("plaec ark-150 -7,6")
    with pytest.raises(ValueError, match="no seat 'green'; there are red, blue"):
        match.options("green")
    assert match.text() == before and match.why_not(match.options()[0]) == ()


def test_odds_are_exact_and_shown() -> None:
    match = begun(rounds=2)
    match.play_out("random", until=lambda m: any(o.startswith("attack") for o in m.options()))
    odds = match.odds(next(option for option in match.options() if option.startswith("attack")))
    assert sum(odds.chances.values()) == Fraction(1) and odds.at_least(0) == 1
    assert odds._repr_svg_().startswith("<svg") and "expected" in str(odds) and odds.reasons
    with pytest.raises(ValueError, match="no odds"):
        match.odds("finish")


def test_seats_see_what_they_may() -> None:
    match = begun("robot-empire", seats=3)
    match.play_out("random", until=lambda match: match.number > 30)
    assert len(match.seats) == 3
    state = match.view(1).state
    assert [player.hand.is_open for player in state.players] == [False, True, False]
    assert match.view().options == () and match.view().seat is None
    assert match.log(0) != match.log(1), "cards are drawn in secret"


def test_dice_by_hand_are_played_like_answers() -> None:
    match = gattai.game("aegis").begin(dice="by hand")
    assert match.options() == () and "dice asked" in repr(match)
    with pytest.raises(ValueError):
        match.play("9")
    match.play("0")
    assert match.waiting == ("red",)
    match.undo()
    assert "dice asked" in repr(match)
    with pytest.raises(ValueError, match="nobody is asked"):
        match.suggest()
    with pytest.raises(ValueError, match="by hand have none"):
        match.game.begin(dice="by hand", seed=7)


def test_a_match_is_saved_with_the_same_bytes_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(rounds=1).play_out("random")
    with monkeypatch.context() as there:
        there.setattr(os, "linesep", "\r\n")
        there.setattr(io, "open", import_module("_pyio").open)  # heeds os.linesep
        match.save(tmp_path / "match.txt")
    assert (tmp_path / "match.txt").read_bytes() == match.text().encode()


def test_a_match_ends_and_is_kept(tmp_path: Path) -> None:
    match = begun(rounds=1).play_out("random", "random")
    assert match.is_over and match.winner in (None, *match.seats) and match.options() == ()
    match.save(tmp_path / "match.txt")
    again = gattai.load(tmp_path / "match.txt")
    assert again.winners == match.winners and again.answers == match.answers
    with pytest.raises(gattai.Refused, match="over"):
        again.play("finish")
    (tmp_path / "match.txt").write_text(match.text().replace(" blue deploy", " red deploy", 1))
    with pytest.raises(ValueError, match="answer 2"):
        gattai.load(tmp_path / "match.txt")
    with pytest.raises(LookupError, match="did you mean 'aegis'"):
        gattai.game("agis")


def test_a_name_in_capitals_is_no_reason_against_an_answer() -> None:
    match = gattai.game("aegis").begin(seed=7)
    with pytest.raises(ValueError, match="99,99 is too far out"):
        match.why_not("place ARK-150 on 99,99")
    assert match.why_not("place ARK-150 on 0,0") == match.why_not("place ark-150 0,0")
    with pytest.raises(ValueError, match="no unit 'ARX-150'"):
        match.why_not("place ARX-150 on 0,0")
