"""The law of the log and of scenes, for every game, every seat and those who watch; and that it can fail."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import pytest

from gattai import games
from gattai.games.aristeia.events.play import ActionEnded
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.attack_chart.events import VolleyFired, WeaponResolved
from gattai.games.mechastellar.events.flow import MomentumChanged
from gattai.games.mechastellar.scene import MechaStellarScene
from gattai.games.robot_empire.events.flow import TurnEnded
from gattai.games.robot_empire.scene import RobotEmpireScene
from gattai.kernel.event import Event, fold
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Past
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.secrecy import view
from gattai.scene import story
from gattai.scene.story import DescribedEvent, renamed
from gattai.server.table import history
from tests.laws import log
from tests.laws.facts import FACTS
from tests.laws.log import every_line_is_true_at_its_moment, every_scene_and_step_can_be_made
from tests.toy.parley import Parley

GAMES: dict[str, tuple[int, int]] = {
    "attack-chart": (16, 8),
    "aegis": (12, 8),
    "aristeia": (8, 8),
    "robot-empire": (3, 6),
    "mechastellar": (8, 10),
}
"""In how many random games the lines, and the scenes, are looked at."""
LONG_FACTOR = 25
BATCHES = 4
Law = Callable[[AnyRuleset, str], None]


def test_every_game_is_looked_at() -> None:
    assert {*GAMES} == {*games.names()} == {*FACTS}


def _share(total: int, batch: int, request: pytest.FixtureRequest) -> range:
    times: float = request.config.getoption("--games")
    if request.config.getoption("--long"):
        times *= LONG_FACTOR
    wanted = max(1, round(total * times))
    return range(batch, wanted, BATCHES)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", GAMES)
def test_every_line_of_every_log_is_true_at_its_moment(
    name: str, batch: int, request: pytest.FixtureRequest
) -> None:
    for number in _share(GAMES[name][0], batch, request):
        every_line_is_true_at_its_moment(games.load(name), f"log {number}")


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("name", GAMES)
def test_every_scene_and_every_step_of_a_replay_can_be_made(
    name: str, batch: int, request: pytest.FixtureRequest
) -> None:
    for number in _share(GAMES[name][1], batch, request):
        every_scene_and_step_can_be_made(games.load(name), f"scenes {number}")


@pytest.mark.parametrize("law", log.LAWS)
def test_the_toy_keeps_both(law: Law) -> None:
    for number in range(6):
        law(Parley(), f"toy {number}")


# That it can fail


def complaint(law: Law, name: str, most: int = 12) -> str:
    """What the law has to say against a broken game; a failure of this test if it is content."""
    for number in range(most):
        try:
            law(games.load(name), f"broken {number}")
        except AssertionError as problem:
            return str(problem)
    pytest.fail(f"{law.__name__} was satisfied {most} times")


def _after_the_step(
    table: Any, events: Iterable[Event], seat: Seat | None, maker: Any = None
) -> Iterator[DescribedEvent]:
    """All events told of the table at the end of the answer."""
    told = tuple(events)
    end = view(fold(table, told), seat)
    for event in told:
        known = view(event, seat)
        text = renamed(known.describe_change(end, end), maker.called(end))
        yield DescribedEvent(known, text, known.actor(end), end, end)


@pytest.mark.parametrize("name", ["robot-empire", "mechastellar"])
def test_a_log_that_is_reported_after_the_whole_answer_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story, "described_events", _after_the_step)
    assert complaint(every_line_is_true_at_its_moment, name)


def test_a_log_that_names_who_answered_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = story.answer_lines

    def by_who_answered(rules: Any, maker: Any, past: Past[Any], *more: Any, **how: Any) -> Any:
        lines = honest(rules, maker, past, *more, **how)
        if isinstance(past.question, Roll):
            return lines
        return tuple(msgspec.structs.replace(line, seat=past.seat) for line in lines)

    monkeypatch.setattr(history, "answer_lines", by_who_answered)
    for name in ("aristeia", "robot-empire", "mechastellar"):
        assert "'s: " in complaint(every_line_is_true_at_its_moment, name)


def test_a_spectator_who_learns_what_the_first_seat_may_know_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = story.answer_lines

    def as_the_first(
        rules: Any, maker: Any, past: Any, seat: Any, number: int, *_: Any, **how: Any
    ) -> Any:
        return honest(rules, maker, past, Seat(0) if seat is None else seat, number)

    monkeypatch.setattr(history, "answer_lines", as_the_first)
    assert "told to None" in complaint(every_line_is_true_at_its_moment, "robot-empire")
    assert "told to None" in complaint(every_line_is_true_at_its_moment, "aristeia")


def _next_player(self: TurnEnded, state: Any) -> str:
    seats = state.box.seats
    return f"{seats[(state.active + 1) % len(seats)]}'s turn is over"


def _beyond_the_limits(self: MomentumChanged, before: Any, after: Any) -> str:
    return self._text(after, self.amount)


def _overkill(self: VolleyFired, before: Any, after: Any) -> str:
    return self.describe(after)


def _only_won(self: RollEnded, before: Any, after: Any) -> str:
    names = [after.characters[who].name for who in self.who]
    sides = zip(names, self.left, strict=True)
    return "successes left: " + ", ".join(f"{name} {many}" for name, many in sides)


def _by_id(self: WeaponResolved, state: Any) -> str:
    return f"{state.units[self.unit].name} has used its {self.weapon}"


def _nobody(self: ActionEnded, before: Any) -> None:
    return None


@pytest.mark.parametrize(
    ("name", "kind", "method", "broken"),
    [
        ("robot-empire", TurnEnded, "describe", _next_player),
        ("mechastellar", MomentumChanged, "describe_change", _beyond_the_limits),
        ("attack-chart", VolleyFired, "describe_change", _overkill),
        ("attack-chart", WeaponResolved, "describe", _by_id),
        ("aristeia", RollEnded, "describe_change", _only_won),
        ("aristeia", ActionEnded, "actor", _nobody),
    ],
)
def test_an_event_that_tells_what_is_rejected_is_found(
    name: str, kind: type[Event], method: str, broken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, method, broken)
    assert kind.__name__ in complaint(every_line_is_true_at_its_moment, name)


def test_a_line_too_many_or_too_few_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = history.lines_of
    monkeypatch.setattr(history, "lines_of", lambda *a, **how: honest(*a, **how)[:-1])
    assert complaint(every_line_is_true_at_its_moment, "attack-chart")
    monkeypatch.setattr(history, "lines_of", lambda *a, **how: honest(*a, **how) * 2)
    assert complaint(every_line_is_true_at_its_moment, "attack-chart")


def test_a_game_that_cannot_be_watched_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RobotEmpireScene.layout

    def for_players(self: Any, seen: Any, seat: int | None) -> Any:
        seen.players[seat or 0].hand.open()
        return honest(self, seen, seat)

    monkeypatch.setattr(RobotEmpireScene, "layout", for_players)
    assert "no scene for None" in complaint(every_scene_and_step_can_be_made, "robot-empire")


def test_a_tray_that_fails_in_the_middle_of_an_action_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(self: Any, seen: Any, events: Any, answers: Any) -> None:
        if len(answers) > 3:
            raise StopIteration

    monkeypatch.setattr(MechaStellarScene, "tray", fails)
    assert "no scene for" in complaint(every_scene_and_step_can_be_made, "mechastellar")
