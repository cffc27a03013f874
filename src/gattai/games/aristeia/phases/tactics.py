"""Tactics and Automatic Skills: who could use one at a moment, and resolving it.

Only public information decides whether a player is asked: the hand is not empty, and some card that
could still be in it fits the moment. So a pause reveals nothing about the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import STANDARD, Pick, SkillCard, TacticCard
from gattai.games.aristeia.effects.dealing import discard
from gattai.games.aristeia.effects.effect import is_possible, perform
from gattai.games.aristeia.effects.source import EffectSource, apart
from gattai.games.aristeia.effects.wording import Cast
from gattai.games.aristeia.events.body import TacticDiscarded, TacticPlayed
from gattai.games.aristeia.events.roll import SkillUsed
from gattai.games.aristeia.phases.acting import Act
from gattai.games.aristeia.state import CharacterId, State, other
from gattai.kernel.action import Option
from gattai.kernel.question import Seat, Steps, choose, may_choose
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.ruleset import Table
from gattai.kernel.window import PASS, Moment, window

TIMING = "ARISTEIA.TACTIC.TIMING"
SKILL = "ARISTEIA.SKILL.AUTOMATIC"


class Play(Act, frozen=True, tag="play"):
    """Play a Tactic of the hand, in an own Activation or at its moment."""

    says = "play {tactic}"
    tactic: TacticCard

    def actor_in(self, view: State) -> None:
        """Return None: the player acts, not a Character."""

    @classmethod
    def candidates(cls, state: State) -> Iterator[Play]:
        if state.phase == "activation":
            yield from map(cls, state.box.tactics)

    def against(self, state: State, who: CharacterId) -> Iterator[Refusal]:
        """ARISTEIA.TACTIC.TIMING: from the hand, at the time printed on the card."""
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
        occasion = standing_occasion(table.state, self.tactic)
        assert occasion is not None
        return play(table, table.state.to_act, self.tactic, occasion)


class UseSkill(Option, frozen=True, tag="skill"):
    """Use an Automatic Skill."""

    who: CharacterId
    skill: str

    def label(self, view: State) -> str:
        found = skill_of(view, self.who, self.skill)
        return f"use {found.name if found else self.skill}"

    def price_in(self, view: State) -> str:
        found = skill_of(view, self.who, self.skill)
        return "1 Tactic" if found and found.discard else ""


class Target(Option, frozen=True, tag="target"):
    """Name the target of a Tactic."""

    says = "{who}"
    aim = "who"
    who: CharacterId


class TakeEffect(Option, frozen=True, tag="effect"):
    """Name one of several effects by its index on the card."""

    number: int

    def label(self, view: State) -> str:
        if not view.playing:
            return ""
        effects = view.playing[-1].tactic.effects
        return effects[self.number].in_words(Cast(states=view.box.state))


class Occasion(msgspec.Struct, frozen=True):
    """A moment at which Tactics may be played: its kind, its Characters, and its target."""

    moment: str
    actors: tuple[CharacterId, ...] = ()
    """The Characters whose Tactics, or for whom Standard Tactics, may be played."""
    target: CharacterId | None = None


ANY_ACTIVATION = Occasion("any-activation")


def source_for(
    state: State, seat: Seat, tactic: TacticCard, occasion: Occasion
) -> EffectSource | None:
    """ARISTEIA.TACTIC.TIMING: the source of a Tactic if played now; None if this is not its time.

    This uses only public information.
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
    source = EffectSource(seat, mine, occasion.target, name=tactic.name)
    if tactic.pick is not None:
        picks = targets_of(state, source, tactic.pick)
        aimed = (msgspec.structs.replace(source, target=who) for who in picks)
        return source if any(is_possible(state, aim, tactic.effects) for aim in aimed) else None
    return source if is_possible(state, source, tactic.effects) else None


def standing_occasion(state: State, tactic: TacticCard) -> Occasion | None:
    """The moment between the steps of an own Activation."""
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
    """Whether the moment is about the owner, or about an ally near enough if the Tactic allows that."""
    if state.characters[owner].at is None and occasion.moment != "recovery":
        return False
    if actor is None:
        return True
    reach = max([effect.ally_reach() for effect in tactic.effects], default=0)
    if not reach:
        return owner == actor
    near = apart(state, owner, actor)
    return owner != actor and near is not None and near <= reach


def targets_of(state: State, source: EffectSource, pick: Pick) -> Iterator[CharacterId]:
    """The possible targets of a Tactic: near enough to its owner; no sight is needed."""
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
    """The Tactics that could be in a player's deck by public information: all of it, or all its
    team allows.
    """
    built = state.lists[seat]
    if built.known_to is None:
        return built.open()
    names = tuple([state.characters[who].card.id for who in state.team(seat)])
    return _all_of_a_team(state.box, names)


def could_play(state: State, seat: Seat, occasion: Occasion) -> bool:
    """Return whether the player could hold a Tactic for this moment, by public information."""
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
    """The Tactics of the hand that fit the moment; empty for a hidden hand."""
    hand = state.hands[seat]
    if not hand.is_open:
        return ()
    return tuple([Play(card) for card in hand.open() if source_for(state, seat, card, occasion)])


def offer(
    table: Table[State], occasions: tuple[tuple[Seat, Occasion], ...], what: str
) -> Steps[None]:
    """ARISTEIA.TACTIC.TIMING: each player may play Tactics at this moment until neither wants to."""
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
    """Let the other player play Tactics between the steps of an Activation."""
    yield from offer(table, ((seat, ANY_ACTIVATION),), "in this Activation")


ANSWERING = Occasion("tactic-played")


def play(table: Table[State], seat: Seat, tactic: TacticCard, occasion: Occasion) -> Steps[None]:
    """ARISTEIA.TACTIC.TIMING: play a Tactic; the other player may answer it first
    (AMB.TACTIC-CHAIN).

    ARISTEIA.TACTIC.DISCARD: it is discarded in any case.
    """
    source = source_for(table.state, seat, tactic, occasion)
    assert source is not None, "a Tactic is played at its moment"
    table.emit(TacticPlayed(rule=TIMING, seat=seat, tactic=tactic))
    yield from offer(table, ((other(seat), ANSWERING),), f"against {tactic.name}")
    if not table.state.playing[-1].is_cancelled:
        yield from _take_effect(table, source, tactic)
    rule = "ARISTEIA.TACTIC.DISCARD"
    table.emit(TacticDiscarded(rule=rule, seat=seat, tactic=tactic))


def _take_effect(table: Table[State], source: EffectSource, tactic: TacticCard) -> Steps[None]:
    if tactic.pick is not None:
        options = tuple(Target(who) for who in targets_of(table.state, source, tactic.pick))
        if not options:
            return
        what = f"whom does {tactic.name} concern?"
        answer = yield from choose(source.seat, options, TIMING, what, otherwise=options[0])
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
            chosen = yield from choose(source.seat, wanted, TIMING, what, otherwise=wanted[0])
            number = chosen.number
        effects = (effects[number],)
    yield from perform(table, source, effects)


def skill_of(state: State, who: CharacterId, name: str) -> SkillCard | None:
    """Return the Automatic Skill of that id on a Character's card."""
    return next((s for s in state.characters[who].card.skills if s.id == name), None)


def usable_skills(
    state: State, who: CharacterId, moments: tuple[str, ...], source: EffectSource
) -> Iterator[SkillCard]:
    """ARISTEIA.SKILL.AUTOMATIC: the skills of a Character whose moment has come.

    Each is usable once each time (AMB.SKILL-ANY-TIME); one that costs Tactics needs them in hand.
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
    table: Table[State], who: CharacterId, skill: SkillCard, source: EffectSource
) -> Steps[None]:
    """ARISTEIA.SKILL.AUTOMATIC: use it for no Action Points, in any Activation."""
    table.emit(SkillUsed(rule=SKILL, who=who, skill=skill.id))
    rule: RuleId = "ARISTEIA.CHAR.DEAD-MANS-HAND"
    yield from discard(table, source.seat, skill.discard, rule, skill.name)
    yield from perform(table, source, skill.effects)


def offer_skills(
    table: Table[State],
    moment: str,
    everybody: tuple[CharacterId, ...],
    source_of: Callable[[CharacterId], EffectSource],
) -> Steps[None]:
    """Characters may use a skill whose moment has come, one after the other."""
    for who in everybody:
        for skill in (*usable_skills(table.state, who, (moment,), source_of(who)),):
            seat = table.state.characters[who].seat
            option = UseSkill(who, skill.id)
            what = f"use {skill.name}?"
            answer = yield from may_choose(seat, (option,), PASS, SKILL, what)
            if answer == option:
                yield from use_skill(table, who, skill, source_of(who))
