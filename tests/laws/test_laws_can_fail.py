"""A law that cannot fail proves nothing: each is broken here on purpose, in the toy."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from gattai import games
from gattai.kernel.event import Event
from gattai.kernel.position import Diverged
from gattai.kernel.question import Choose, Question, Seat, Steps, part, roll
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import AnyRuleset, Outcome, Table
from gattai.kernel.text.words import Word, Words
from gattai.kernel.window import window
from gattai.odds import exact
from gattai.testing import laws
from tests.laws.lives import a_seat_lives_the_same_in_both_worlds
from tests.laws.test_laws import TOY_GAMES
from tests.toy.parley import BEFORE_THE_DIE, D6, Changed, Parley, State, Strike

Law = Callable[[AnyRuleset, str], None]


def broken_soon(law: Law, rules: AnyRuleset, *, games: int = TOY_GAMES) -> str:
    """The complaint of the law; a failure of this test if it has none.

    The sound toy plays the same games in test_laws, and no law complains.
    """
    for number in range(games):
        try:
            law(rules, f"toy {number}")
        except (AssertionError, Diverged) as complaint:
            return str(complaint)
    pytest.fail(f"{law.__name__} was satisfied {games} times")


class Forgetful(Parley):
    """Its rules remember something outside the table, so that a replay goes another way."""

    def __init__(self) -> None:
        self.asked = 0

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        self.asked += 1
        yield from super().resolve(table, answer)
        if self.asked % 7 == 0:
            hearts = tuple(max(1, heart) for heart in table.state.hearts)
            table.emit(Changed(rule="TOY.HEARTS", to=replace(table.state, hearts=hearts)))


def test_the_replay_law_can_fail() -> None:
    assert "answer" in broken_soon(laws.replay_gives_the_same_game, Forgetful())


def test_the_law_of_going_on_can_fail() -> None:
    assert "another" in broken_soon(laws.going_on_is_running_again, Forgetful())


class Idle(Parley):
    """Whoever strikes may strike again, and nothing comes of it."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        if not isinstance(answer, Strike):
            yield from super().resolve(table, answer)


def test_the_law_that_a_game_ends_sees_an_answer_that_changes_nothing() -> None:
    assert "changed nothing" in broken_soon(laws.a_random_game_ends, Idle())


class Secretive(Parley):
    """It changes the table without saying what happened."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        yield from super().resolve(table, answer)
        if isinstance(answer, Strike):
            table.state = replace(table.state, shown=tuple(sorted(table.state.shown)))


def test_the_fold_law_can_fail() -> None:
    complaint = broken_soon(laws.a_state_is_the_fold_of_its_events, Secretive())
    assert "do not lead to this state" in complaint


class TopTurned(Event, frozen=True, kw_only=True):
    """The top card of the deck goes away; but a view of the deck has none to look at."""

    def after(self, state: State) -> State:
        return replace(state, deck=state.deck.now(state.deck.open()[1:]))


class HandLaid(Event, frozen=True, kw_only=True):
    """A seat gets another hand; but in the views of the others it lies open."""

    cards: tuple[int, ...]

    def after(self, state: State) -> State:
        return state.with_hand(Seat(0), self.cards)


class OnceMore(Parley):
    """After a strike something else happens."""

    def __init__(self, event: Event) -> None:
        self.event = event

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        yield from super().resolve(table, answer)
        if isinstance(answer, Strike):
            table.emit(self.event)


@pytest.mark.parametrize(
    ("event", "complaint"),
    [
        (TopTurned(rule="TOY.SHOW"), "TopTurned reads what is hidden from a spectator"),
        (HandLaid(rule="TOY.SHOW", cards=(3, 3)), "do not lead a spectator"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_law_of_followed_events_can_fail(event: Event, complaint: str) -> None:
    assert complaint in broken_soon(laws.a_view_is_the_fold_of_its_events, OnceMore(event))


class Cheat(Parley):
    """A striker gets a card out of nowhere."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        yield from super().resolve(table, answer)
        if isinstance(answer, Strike):
            more = replace(table.state, shown=(*table.state.shown, 3))
            table.emit(Changed(rule="TOY.SHOW", to=more))


def test_the_invariants_can_fail() -> None:
    complaint = broken_soon(laws.a_state_is_the_fold_of_its_events, Cheat())
    assert "a card was made or lost" in complaint
    assert "a card was made or lost" in broken_soon(laws.a_random_game_ends, Cheat())


class Hearsay(Parley):
    """It cites a rule that no book has."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        yield from super().resolve(table, answer)
        table.emit(Changed(rule="TOY.HEARSAY", to=table.state))


def test_the_citation_law_can_fail() -> None:
    assert "TOY.HEARSAY" in broken_soon(laws.every_word_cites_a_rule, Hearsay())


class Mumbling(Parley):
    """Bob and cat have the same name, so that text cannot tell them apart."""

    def words(self, state: State) -> Words:
        return {Seat: Word.of("seat", ("ann", "bob", "bob"))}


def test_the_text_law_can_fail() -> None:
    assert broken_soon(laws.a_position_survives_text, Mumbling())


class Generous(Parley):
    """It offers to strike oneself, which its refusals forbid."""

    def next_question(self, state: State) -> Question | Outcome:
        question = super().next_question(state)
        if isinstance(question, Choose) and state.striker is not None:
            more = (*question.options, Strike(state.striker))
            return replace(question, options=more)
        return question


class Stingy(Parley):
    """It does not offer everything that nobody forbids."""

    def next_question(self, state: State) -> Question | Outcome:
        question = super().next_question(state)
        if isinstance(question, Choose) and len(question.options) > 1:
            return replace(question, options=question.options[1:])
        return question


class Speechless(Parley):
    """It refuses without a reason from the book."""

    def refusals(self, state: State, action: Any) -> Iterator[Refusal]:
        for _ in super().refusals(state, action):
            yield Refusal("TOY.BECAUSE", "because")


@pytest.mark.parametrize(
    "rules", [Generous(), Stingy(), Speechless()], ids=lambda r: type(r).__name__
)
def test_the_law_of_offers_can_fail(rules: AnyRuleset) -> None:
    assert broken_soon(laws.offered_if_and_only_if_not_refused, rules)


class Telltale(Parley):
    """It asks only those who hold a parry: the pause itself tells."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        if not isinstance(answer, Strike):
            yield from super().resolve(table, answer)
            return
        holders = tuple(s for s in BEFORE_THE_DIE.seats if 0 in table.state.hands[s].open())
        yield from window(table, replace(BEFORE_THE_DIE, seats=holders))
        table.emit(Changed(rule="TOY.STRIKE", to=replace(table.state, striker=None)))


class Loose(Parley):
    """The next cards of the deck lie open on the table, in a field that is no secret."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        yield from super().resolve(table, answer)
        if not isinstance(answer, Strike):
            peek = replace(table.state, shown=table.state.deck.open()[:1])
            table.emit(Changed(rule="TOY.SHOW", to=peek))

    def guess(self, seen: State, seat: Seat, source: Any) -> State:
        return super().guess(replace(seen, shown=()), seat, source)


@pytest.mark.parametrize("rules", [Telltale(), Loose()], ids=lambda r: type(r).__name__)
def test_the_law_of_secrets_can_fail(rules: AnyRuleset) -> None:
    assert "can tell" in broken_soon(laws.views_do_not_depend_on_secrets, rules)
    assert "can tell" in broken_soon(a_seat_lives_the_same_in_both_worlds, rules)


class Sloppy(Parley):
    """A part changes the table, though only what it returns may matter: odds cannot know."""

    def resolve(self, table: Table[State], answer: Any) -> Steps[None]:
        if not isinstance(answer, Strike):
            yield from super().resolve(table, answer)
            return
        yield from part(self.hurt, table, answer.at)
        table.emit(Changed(rule="TOY.STRIKE", to=replace(table.state, striker=None)))

    def hurt(self, table: Table[State], at: Seat) -> Steps[int]:
        hit = yield from roll(D6.throw(1, lambda face: int(face) >= 5), "TOY.STRIKE")
        hearts = tuple(h - hit * (seat == at) for seat, h in enumerate(table.state.hearts))
        table.emit(Changed(rule="TOY.HEARTS", to=replace(table.state, hearts=hearts)))
        return hit


def test_the_law_of_odds_can_fail() -> None:
    assert broken_soon(laws.odds_agree_with_play, Sloppy())


@pytest.mark.parametrize("name", ["attack-chart", "aegis"])
def test_the_law_of_odds_looks_at_actions_with_dice(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weighed: list[int] = []

    def after(*args: Any, **more: Any) -> Any:
        found = exact.after(*args, **more)
        weighed.append(len(found))
        return found

    monkeypatch.setattr(laws, "after", after)
    monkeypatch.setattr(laws, "PLAYS", 1)
    for number in range(8):
        laws.odds_agree_with_play(games.load(name), f"with dice {number}")
    assert sum(count > 1 for count in weighed) >= 6, (
        "what can come out in one way only proves nothing"
    )


class Endless(Parley):
    """Hearts grow back."""

    def next_question(self, state: State) -> Question | Outcome:
        question = super().next_question(state)
        return (
            replace(super().next_question(State()), rule="TOY.DEAL")
            if isinstance(question, Outcome)
            else question
        )

    def broken(self, state: State) -> Iterator[str]:
        yield from ()


def test_the_law_that_games_end_can_fail() -> None:
    assert "no end" in broken_soon(laws.a_random_game_ends, Endless(), games=3)
