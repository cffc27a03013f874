"""Whole games on the full screen, by keys alone; saving, taking back, thinking, the curtain."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from gattai import games
from gattai.kernel.record import replay
from gattai.kernel.text.transcript import parse
from gattai.server.table import thinking
from gattai.server.table.journal import WholeJournal
from gattai.terminal.fullscreen.dialogs import CurtainScreen, YesNoScreen
from tests.terminal.screen import PATIENCE, WIDE, Sitter, new_record, sit_down
from tests.toy.parley import Parley

SHORT = {"blue": "lancer-team", "red": "gunners", "rounds": "3"}


async def plays_to_the_end(sitter: Sitter, seed: int) -> None:
    """Any line of the menu, any place on the board: but keys and nothing else."""
    rng = random.Random(seed)
    for _ in range(2000):
        await sitter.asked()
        if sitter.is_over:
            return
        before = sitter.number
        if sitter.is_on_board:
            for _ in range(rng.randrange(1, 3)):
                await sitter.press("n")
            await sitter.press("enter")
        else:
            lines = [entry for entry in sitter.app.entries if not entry.is_head]
            await sitter.press(str(rng.randrange(min(9, len(lines))) + 1))
        if rng.random() < 0.1 and sitter.number == before:
            await sitter.press("escape", "escape", "escape")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("size", [(80, 24), WIDE])
def test_a_whole_game_of_attack_chart_by_keys(size: tuple[int, int]) -> None:
    async def visit(sitter: Sitter) -> None:
        await plays_to_the_end(sitter, 5)
        await sitter.until(
            lambda: sitter.app.scene is not None and sitter.app.scene.ending is not None
        )
        assert "wins" in sitter.text or "draw" in sitter.text

    sitter = sit_down(new_record("attack-chart", **SHORT), visit, size=size)
    rules = games.load("attack-chart")
    *_, again = replay(rules, parse(sitter.saved[-1]))
    assert again.transcript().end and len(again.entries) == sitter.number


@pytest.mark.long
def test_a_whole_game_of_aegis_by_keys() -> None:
    async def visit(sitter: Sitter) -> None:
        await plays_to_the_end(sitter, 2)

    sitter = sit_down(new_record("aegis", turn_limit="2"), visit)
    assert sitter.is_over
    whole = parse(sitter.saved[-1])
    assert whole.end and len(whole.entries) == sitter.number
    rests = [len(parse(text).entries) for text in sitter.saved]
    thrown = [number for number, entry in enumerate(whole.entries, 1) if entry.who == "dice"]
    # Saved at every answer, with the dice that follow from it; the first throw follows from none.
    before_a_throw = {number - 1 for number in thrown}
    assert rests == [n for n in range(1, sitter.number + 1) if n not in before_a_throw]


def test_a_toy_game_without_a_board_is_playable_with_no_client_of_its_own() -> None:
    async def visit(sitter: Sitter) -> None:
        assert not sitter.app.arrangement.areas.get("board")
        await plays_to_the_end(sitter, 1)
        assert sitter.is_over and "most hearts" in sitter.words

    sit_down(new_record(Parley()), visit)


def test_a_game_goes_on_where_it_was_left() -> None:
    async def first(sitter: Sitter) -> None:
        await sitter.asked()
        await sitter.finds("ark-150", "0,6")
        await sitter.finds("arly", "1,6")

    left = sit_down(new_record("aegis"), first)
    *_, record = replay(games.load("aegis"), parse(left.saved[-1]))

    async def second(sitter: Sitter) -> None:
        await sitter.asked()
        assert sitter.number >= left.number
        placed = (
            {piece.id: piece.at for piece in sitter.app.scene.pieces} if sitter.app.scene else {}
        )
        assert placed["ark-150"] == "0,6" and placed["arly-100"] == "1,6"
        await sitter.finds("endr", "-1,6")

    sit_down(record, second)


def test_taking_back_is_free_while_nobody_has_learnt_anything() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        begun = sitter.number  # only dice so far: nothing to take back
        await sitter.press("z")
        assert sitter.number == begun
        await sitter.answers(sitter.app.plan.options[0])
        assert sitter.number == begun + 1 and sitter.app.client.can_undo == "free"
        await sitter.press("z")
        await sitter.until(lambda: sitter.number == begun)
        await sitter.asked()
        assert not sitter.saved[-1].endswith("end\n")
        assert len(parse(sitter.saved[-1]).entries) == begun  # the file goes back too

    sit_down(new_record("aegis", "person", "person"), visit)


def test_the_other_side_is_asked_before_dice_are_taken_back() -> None:
    record = new_record("attack-chart", "person", "person", **SHORT)

    async def visit(sitter: Sitter) -> None:
        rng = random.Random(5)
        while sitter.app.client.can_undo != "consent":
            await sitter.asked()
            options = sitter.app.plan.options
            shots = [option for option in options if option.has_odds]
            option = (shots or [rng.choice(options)])[0]
            await sitter.answers(option)
        before = sitter.number
        await sitter.press("z")
        await sitter.until(lambda: sitter.lies_over(YesNoScreen))
        assert "do you agree" in sitter.words
        await sitter.press("x")  # only a clear no is a no
        assert sitter.lies_over(YesNoScreen)
        await sitter.press("n")
        await sitter.until(lambda: not sitter.lies_over(YesNoScreen))
        assert sitter.number == before
        await sitter.until(lambda: "was declined" in sitter.words)
        await sitter.press("z")
        await sitter.until(lambda: sitter.lies_over(YesNoScreen))
        await sitter.press("y")
        await sitter.until(lambda: sitter.number < before)

    sit_down(record, visit, size=WIDE)


def test_a_bot_that_thinks_long_freezes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, may_answer = thinking._answer, threading.Event()

    def slowly(*args: Any) -> Any:
        assert may_answer.wait(PATIENCE)
        return answer(*args)

    monkeypatch.setattr(thinking, "_answer", slowly)

    async def visit(sitter: Sitter) -> None:
        await sitter.until(lambda: sitter.app.client.thinking)
        assert "is thinking" in sitter.words
        before = sitter.number
        await sitter.press("question_mark")
        await sitter.until(lambda: "How to play here" in sitter.text)
        await sitter.press("escape", "t")
        await sitter.pilot.resize_terminal(100, 30)
        assert sitter.app.client.thinking and sitter.number == before
        may_answer.set()
        await sitter.asked()
        assert sitter.number > before

    sit_down(new_record("aegis", "person", "random"), visit)


def test_a_curtain_falls_between_two_people_with_secrets() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.until(lambda: sitter.lies_over(CurtainScreen))
        assert "Ann, it is your turn" in sitter.text and "show 0" not in sitter.text
        await sitter.press("1", "enter")
        await sitter.asked()
        assert sitter.seat == 0
        own = sitter.text
        assert "Show" in own
        await sitter.press("1")
        await sitter.until(lambda: sitter.lies_over(CurtainScreen))
        assert "Bob, it is your turn" in sitter.text
        assert not sitter.app.client.log  # nothing of Ann's is left to be seen
        await sitter.press("enter")
        await sitter.asked()
        assert sitter.seat == 1

    sit_down(new_record(Parley(), "person", "person", "random"), visit)


def test_an_answer_that_could_not_be_saved_was_not_given() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()

        def full(_: str) -> None:
            raise OSError(28, "no space left on device")

        match = sitter.app.client.match
        match.recorder.journal = WholeJournal(match.record, full)
        before = sitter.number
        await sitter.press("1", "enter")
        await sitter.until(lambda: "could not be saved" in sitter.words)
        assert sitter.number == before

    sit_down(new_record("aegis"), visit, size=WIDE)


def test_leaving_asks_first_unless_it_is_over(tmp_path: Path) -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        await sitter.press("q")
        assert "Leave the game?" in sitter.text
        await sitter.press("x")
        assert sitter.app.is_running and not sitter.lies_over(YesNoScreen)
        await sitter.press("q", "y")
        await sitter.until(lambda: sitter.app._exit)

    sit_down(new_record("aegis"), visit)


def test_the_coach_is_read_on_a_page_of_its_own() -> None:
    async def visit(sitter: Sitter) -> None:
        await sitter.asked()
        await sitter.press("h")
        await sitter.until(lambda: "% to win, best" in sitter.text)
        assert "Threat" in sitter.text and "Plan" in sitter.text
        await sitter.press("escape")
        await sitter.until(lambda: "% to win, best" not in sitter.text)

    sit_down(new_record("attack-chart", **SHORT), visit, size=WIDE)
