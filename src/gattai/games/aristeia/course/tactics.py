"""Tactics and Automatic Skills: who could play what at a moment, and playing it.

Whether a player is asked depends on what everybody can see: that there is a card in the hand, and that
some card which could still be in it fits the moment. So a pause tells nothing about the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import Pick, SkillCard, TacticCard
from gattai.games.aristeia.content import STANDARD
from gattai.games.aristeia.course.acting import Act
from gattai.games.aristeia.effects.cards import AddDice
from gattai.games.aristeia.effects.dealing import discard
from gattai.games.aristeia.effects.kinds import is_possible, perform
from gattai.games.aristeia.effects.source import Source, apart
from gattai.games.aristeia.effects.wording import Cast
from gattai.games.aristeia.events.body import TacticDiscarded, TacticPlayed
from gattai.games.aristeia.events.roll import SkillUsed
from gattai.games.aristeia.state import CharacterId, State, other
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Seat, Steps
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Moment, window

TIMING = "ARISTEIA.TACTIC.TIMING"
SKILL = "ARISTEIA.SKILL.AUTOMATIC"


class Play(Act, frozen=True, tag="play"):
    """Play a Tactic of the hand: in one's own Activation, or at its moment."""

    says = "play {tactic}"
    tactic: TacticCard

    def actor_in(self, view: State) -> None:
        """It is the player who does it."""

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Play]:
        """Each there is."""
        if state.phase == "activation":
            yield from map(cls, state.box.tactics)

    def against(self, state: State, who: CharacterId) -> Iterator[Refusal]:
        """ARISTEIA.TACTIC.TIMING: from the hand, when the card says so."""
        seat, tactic = state.characters[who].seat, self.tactic
        hand = state.hands[seat]
        if not hand.is_open or tactic not in hand.open():
            yield Refusal(TIMING, f"{tactic.name} is not in the hand")
        occasion = standing_occasion(state, tactic)
        if occasion is None:
            yield Refusal(TIMING, f"{tactic.name} is played {tactic.when.replace('-', ' ')}")
        elif source_for(state, seat, tactic, occasion) is None:
            yield Refusal(TIMING, f"{tactic.name} could do nothing here")

    def resolve(self, table: Table[State]) -> Steps[None]:
        """Between the steps of an Activation."""
        occasion = standing_occasion(table.state, self.tactic)
        assert occasion is not None
        return play(table, table.state.to_act, self.tactic, occasion)


class UseSkill(Said, frozen=True, tag="skill"):
    """Use an Automatic Skill."""

    who: CharacterId
    skill: str

    def label(self, view: State) -> str:
        """By its name on the card."""
        found = skill_of(view, self.who, self.skill)
        return f"use {found.name if found else self.skill}"

    def price_in(self, view: State) -> str:
        """Some cost a Tactic."""
        found = skill_of(view, self.who, self.skill)
        return "1 Tactic" if found and found.discard else ""


class Target(Said, frozen=True, tag="target"):
    """Name the Character a Tactic is aimed at."""

    says = "{who}"
    aim = "who"
    who: CharacterId


class TakeEffect(Said, frozen=True, tag="effect"):
    """Of several effects, name the one that is wanted, by its place on the card."""

    number: int

    def label(self, view: State) -> str:
        """What it does."""
        if not view.playing:
            return ""
        effects = view.playing[-1].tactic.effects
        return effects[self.number].in_words(Cast(states=view.box.state))


class Occasion(msgspec.Struct, frozen=True):
    """A moment at which Tactics may be played: which, whose Characters it is about, on whom."""

    moment: str
    actors: tuple[CharacterId, ...] = ()
    """Characters that a Tactic of theirs, or a Standard one of their player, may be played for."""
    target: CharacterId | None = None


ANY_ACTIVATION = Occasion("any-activation")


def source_for(state: State, seat: Seat, tactic: TacticCard, occasion: Occasion) -> Source | None:
    """ARISTEIA.TACTIC.TIMING: how a Tactic would be played now; None if this is not its time.

    Everything that is looked at here is open to both players.
    """
    if tactic.when != occasion.moment:
        return None
    mine = next((who for who in occasion.actors if state.characters[who].seat == seat), None)
    if occasion.actors and mine is None:
        return None
    if tactic.owner != STANDARD:
        owner = owner_of(state, seat, tactic)
        if owner is None or not _may_speak(state, owner, mine, tactic, occasion):
            return None
        mine = owner
    source = Source(seat, mine, occasion.target, name=tactic.name)
    if tactic.pick is not None:
        picks = targets_of(state, source, tactic.pick)
        aimed = (msgspec.structs.replace(source, target=who) for who in picks)
        return source if any(is_possible(state, aim, tactic.effects) for aim in aimed) else None
    return source if is_possible(state, source, tactic.effects) else None


def standing_occasion(state: State, tactic: TacticCard) -> Occasion | None:
    """The moment at which a Tactic may be played between the steps of an Activation of one's own."""
    if state.active is None:
        return None
    if tactic.when == "own-activation":
        return Occasion("own-activation", (state.active,))
    return ANY_ACTIVATION if tactic.when == "any-activation" else None


def plays(state: State, seat: Seat) -> list[Play]:
    """The Tactics of the hand whose moment may have come in an Activation."""
    hand = state.hands[seat]
    if not hand.is_open:
        return []
    return [Play(card) for card in hand.open() if standing_occasion(state, card)]


def owner_of(state: State, seat: Seat, tactic: TacticCard) -> CharacterId | None:
    """The player's own Character to whom a Tactic belongs."""
    for who in state.team(seat):
        if state.characters[who].card.id == tactic.owner:
            return who
    return None


def _may_speak(
    state: State,
    owner: CharacterId,
    actor: CharacterId | None,
    tactic: TacticCard,
    occasion: Occasion,
) -> bool:
    """Whether the owner is the one the moment is about, or near enough where that is enough."""
    if state.characters[owner].at is None and occasion.moment != "recovery":
        return False
    if actor is None:
        return True
    reach = max([e.ally_within for e in tactic.effects if isinstance(e, AddDice)], default=0)
    if not reach:
        return owner == actor
    near = apart(state, owner, actor)
    return owner != actor and near is not None and near <= reach


def targets_of(state: State, source: Source, pick: Pick) -> Iterator[CharacterId]:
    """Whom a Tactic may be aimed at: near enough to its owner; no sight is needed."""
    for who, character, _ in state.on_board:
        is_ally = character.seat == source.seat
        near = apart(state, source.owner, who)
        wanted = is_ally and who != source.owner if pick.who == "ally" else not is_ally
        if wanted and near is not None and near <= pick.within:
            yield who


@cache
def _by_moment(cards: tuple[TacticCard, ...]) -> dict[str, tuple[TacticCard, ...]]:
    moments = dict.fromkeys(card.when for card in cards)
    return {when: tuple(card for card in cards if card.when == when) for when in moments}


@cache
def _all_of_a_team(box: Box, team: tuple[str, ...]) -> tuple[TacticCard, ...]:
    own = [card for name in team for card in box.tactics_of.get(name, ())]
    return (*box.standard, *own)


def possible_cards(state: State, seat: Seat) -> tuple[TacticCard, ...]:
    """What everybody knows could be in a player's deck: all of it, or whatever the team allows."""
    built = state.lists[seat]
    if built.known_to is None:
        return built.open()
    names = tuple([state.characters[who].card.id for who in state.team(seat)])
    return _all_of_a_team(state.box, names)


def could_play(state: State, seat: Seat, occasion: Occasion) -> bool:
    """Whether the player could hold a Tactic for this moment, as far as anybody can see."""
    known: bool | None = state.found.get((seat, occasion))
    if known is None:
        cards = possible_cards(state, seat) if len(state.hands[seat]) else ()
        gone = state.discards[seat]
        lying = [each.tactic for each in state.playing if each.seat == seat]
        known = state.found[seat, occasion] = any(
            card not in gone and card not in lying and source_for(state, seat, card, occasion)
            for card in _by_moment(cards).get(occasion.moment, ())
        )
    return known


def playable(state: State, seat: Seat, occasion: Occasion) -> tuple[Play, ...]:
    """The Tactics of the hand that fit the moment; of a hand that is hidden, none."""
    hand = state.hands[seat]
    if not hand.is_open:
        return ()
    return tuple([Play(card) for card in hand.open() if source_for(state, seat, card, occasion)])


def offer(
    table: Table[State], occasions: tuple[tuple[Seat, Occasion], ...], what: str
) -> Steps[None]:
    """ARISTEIA.TACTIC.TIMING: each player may play Tactics at this moment, until nobody wants to."""
    asked = dict(occasions)
    if not any(could_play(table.state, seat, occasion) for seat, occasion in occasions):
        return

    def react(table: Table[State], seat: Seat, answer: Play) -> Steps[None]:
        yield from play(table, seat, answer.tactic, asked[seat])

    yield from window(
        table,
        Moment(
            rule=TIMING,
            seats=tuple(seat for seat, _ in occasions),
            may_react=lambda state, seat: could_play(state, seat, asked[seat]),
            reactions=lambda state, seat: playable(state, seat, asked[seat]),
            react=react,
            what=f"play a Tactic {what}?",
        ),
    )


def offer_in_activation(table: Table[State], seat: Seat) -> Steps[None]:
    """The other player may play Tactics between the steps of an Activation."""
    yield from offer(table, ((seat, ANY_ACTIVATION),), "in this Activation")


ANSWERING = Occasion("tactic-played")


def play(table: Table[State], seat: Seat, tactic: TacticCard, occasion: Occasion) -> Steps[None]:
    """ARISTEIA.TACTIC.TIMING: play a Tactic; the other player may answer it first (AMB.TACTIC-CHAIN).

    ARISTEIA.TACTIC.DISCARD: whatever becomes of it, it is discarded.
    """
    source = source_for(table.state, seat, tactic, occasion)
    assert source is not None, "a Tactic is played at its moment"
    table.happens(TacticPlayed(rule=TIMING, seat=seat, tactic=tactic))
    yield from offer(table, ((other(seat), ANSWERING),), f"against {tactic.name}")
    if not table.state.playing[-1].is_cancelled:
        yield from _take_effect(table, source, tactic)
    rule = "ARISTEIA.TACTIC.DISCARD"
    table.happens(TacticDiscarded(rule=rule, seat=seat, tactic=tactic))


def _take_effect(table: Table[State], source: Source, tactic: TacticCard) -> Steps[None]:
    if tactic.pick is not None:
        options = tuple(Target(who) for who in targets_of(table.state, source, tactic.pick))
        if not options:
            return
        what = f"whom does {tactic.name} concern?"
        answer = yield Choose(source.seat, options, TIMING, what, otherwise=options[0])
        source = msgspec.structs.replace(source, target=answer.who)
    effects = tactic.effects
    if tactic.one_of:
        fitting = [n for n, e in enumerate(effects) if is_possible(table.state, source, (e,))]
        if not fitting:
            return
        number = fitting[0]
        if len(fitting) > 1:
            wanted = tuple(TakeEffect(n) for n in fitting)
            what = f"which effect of {tactic.name}?"
            chosen = yield Choose(source.seat, wanted, TIMING, what, otherwise=wanted[0])
            number = chosen.number
        effects = (effects[number],)
    yield from perform(table, source, effects)


def skill_of(state: State, who: CharacterId, name: str) -> SkillCard | None:
    """The Automatic Skill of that id on a Character's card."""
    return next((s for s in state.characters[who].card.skills if s.id == name), None)


def usable_skills(
    state: State, who: CharacterId, moments: tuple[str, ...], source: Source
) -> Iterator[SkillCard]:
    """ARISTEIA.SKILL.AUTOMATIC: the skills of a Character whose moment has come.

    Each once for each time it comes (AMB.SKILL-ANY-TIME); one that costs Tactics needs them in hand.
    """
    character = state.characters[who]
    used = state.rolling.used if state.rolling is not None else ()
    for skill in character.card.skills:
        if (
            skill.when in moments
            and character.at is not None
            and (who, skill.id) not in used
            and len(state.hands[character.seat]) >= skill.discard
            and is_possible(state, source, skill.effects)
        ):
            yield skill


def use_skill(
    table: Table[State], who: CharacterId, skill: SkillCard, source: Source
) -> Steps[None]:
    """ARISTEIA.SKILL.AUTOMATIC: for no Action Points, whoever's Activation it is."""
    table.happens(SkillUsed(rule=SKILL, who=who, skill=skill.id))
    rule: RuleId = "ARISTEIA.CHAR.DEAD-MANS-HAND"
    yield from discard(table, source.seat, skill.discard, rule, skill.name)
    yield from perform(table, source, skill.effects)


def offer_skills(
    table: Table[State],
    moment: str,
    everybody: tuple[CharacterId, ...],
    source_of: Callable[[CharacterId], Source],
) -> Steps[None]:
    """Characters one after the other may use a skill for which the moment has come."""
    for who in everybody:
        for skill in (*usable_skills(table.state, who, (moment,), source_of(who)),):
            seat = table.state.characters[who].seat
            option = UseSkill(who, skill.id)
            what = f"use {skill.name}?"
            answer = yield Choose(seat, (option, PASS), SKILL, what, otherwise=PASS)
            if answer == option:
                yield from use_skill(table, who, skill, source_of(who))
