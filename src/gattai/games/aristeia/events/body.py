"""The events of Characters and cards: Damage, States, the Infirmary, Tactics."""

from __future__ import annotations

from msgspec.structs import replace

from gattai.games.aristeia.cards import StateCard, TacticCard
from gattai.games.aristeia.events.setup import at_seat
from gattai.games.aristeia.state import SIDES, CharacterId, Playing, State, Token
from gattai.kernel.event import Event
from gattai.kernel.question import Seat


class DamageSuffered(Event, frozen=True, kw_only=True):
    """A Character suffered Damage."""

    template = "{who} suffers {amount} Damage"

    who: CharacterId
    amount: int

    def after(self, state: State) -> State:
        character = state.characters[self.who]
        hurt = replace(character, damage=character.damage + self.amount)
        return state.with_character(self.who, hurt)


class DamageHealed(Event, frozen=True, kw_only=True):
    """Damage was removed from a Character, never more than it had."""

    template = "{who} is healed of {amount} Damage"

    who: CharacterId
    amount: int

    def after(self, state: State) -> State:
        character = state.characters[self.who]
        healed = replace(character, damage=max(0, character.damage - self.amount))
        return state.with_character(self.who, healed)


class SentToInfirmary(Event, frozen=True, kw_only=True):
    """ARISTEIA.INFIRMARY.WHEN: a Character left the board.

    ARISTEIA.INFIRMARY.CLEAN: all its Damage and State tokens are discarded.
    """

    template = "{who} goes to the Infirmary"

    who: CharacterId

    def after(self, state: State) -> State:
        """It can do nothing until it comes back."""
        gone = replace(
            state.characters[self.who], at=None, off="infirmary", damage=0, tokens=(), is_firm=False
        )
        return state.with_character(self.who, gone)


class FragTaken(Event, frozen=True, kw_only=True):
    """ARISTEIA.INFIRMARY.REWARD: the opponent takes a Frag token."""

    template = "{seat} takes a Frag token"

    seat: Seat

    def after(self, state: State) -> State:
        return replace(state, frags=at_seat(state.frags, self.seat, state.frags[self.seat] + 1))


class SentToBench(Event, frozen=True, kw_only=True):
    """ARISTEIA.RECOVERY.BENCH: a Character went from the Infirmary to the Bench."""

    template = "{who} goes to the Bench"

    who: CharacterId

    def after(self, state: State) -> State:
        spared = tuple(who for who in state.spared if who != self.who)
        benched = replace(state.characters[self.who], off="bench")
        return replace(state.with_character(self.who, benched), spared=spared)


class StateSpared(Event, frozen=True, kw_only=True):
    """A Character will go to the Bench without a State."""

    template = "{who} will receive no State"

    who: CharacterId

    def after(self, state: State) -> State:
        return replace(state, spared=(*state.spared, self.who))


class StateImposed(Event, frozen=True, kw_only=True):
    """ARISTEIA.STATE.IMPOSE: a State's token was placed, red side up.

    ARISTEIA.STATE.NO-DOUBLE: an older token of that State is removed first.
    """

    template = "{who} is {state}"

    who: CharacterId
    state: StateCard
    cause: CharacterId | None = None

    def after(self, state: State) -> State:
        character = state.characters[self.who]
        kept = tuple(token for token in character.tokens if token.state.id != self.state.id)
        tokens = (*kept, Token(self.state, True, self.cause))
        return state.with_character(self.who, replace(character, tokens=tokens))


class StateRemoved(Event, frozen=True, kw_only=True):
    """A State's token was removed."""

    template = "{who} is no longer {state}"

    who: CharacterId
    state: StateCard

    def after(self, state: State) -> State:
        character = state.characters[self.who]
        kept = tuple(token for token in character.tokens if token.state.id != self.state.id)
        return state.with_character(self.who, replace(character, tokens=kept))


class TokensTurned(Event, frozen=True, kw_only=True):
    """ARISTEIA.STATE.END: red tokens of a Character were flipped to blue."""

    who: CharacterId

    def after(self, state: State) -> State:
        character = state.characters[self.who]
        tokens = tuple(replace(token, is_red=False) for token in character.tokens)
        return state.with_character(self.who, replace(character, tokens=tokens))

    def describe(self, state: State) -> str:
        names = ", ".join(token.state.name for token in state.characters[self.who].tokens)
        return f"{state.word(self.who)}: {names or 'all tokens'} turned to blue"


class StoodFirm(Event, frozen=True, kw_only=True):
    """A Character cannot be Displaced until its next Activation."""

    template = "{who} cannot be Displaced until it activates again"

    who: CharacterId

    def after(self, state: State) -> State:
        return state.with_character(self.who, replace(state.characters[self.who], is_firm=True))


class TacticPlayed(Event, frozen=True, kw_only=True):
    """ARISTEIA.TACTIC.TIMING: a Tactic was played but has not taken effect yet."""

    seat: Seat
    tactic: TacticCard

    def after(self, state: State) -> State:
        hands = at_seat(state.hands, self.seat, state.hands[self.seat].without(self.tactic))
        playing = (*state.playing, Playing(self.seat, self.tactic))
        return replace(state, hands=hands, playing=playing)

    def describe(self, state: State) -> str:
        return f"{SIDES[self.seat]} plays {self.tactic.name} ({self.tactic.number})"


class TacticCancelled(Event, frozen=True, kw_only=True):
    """The Tactic that the last one answered has no effect."""

    template = "{tactic} has no effect"

    tactic: TacticCard

    def after(self, state: State) -> State:
        *below, cancelled, last = state.playing
        return replace(state, playing=(*below, replace(cancelled, is_cancelled=True), last))

    def actor(self, before: State) -> Seat | None:
        return before.playing[-2].seat


class TacticDiscarded(Event, frozen=True, kw_only=True):
    """ARISTEIA.TACTIC.DISCARD: a Tactic went to its owner's discard pile, from play or from the hand."""

    template = "{seat} discards {tactic}"

    seat: Seat
    tactic: TacticCard
    from_hand: bool = False

    def after(self, state: State) -> State:
        pile = (*state.discards[self.seat], self.tactic)
        state = replace(state, discards=at_seat(state.discards, self.seat, pile))
        if self.from_hand:
            hand = state.hands[self.seat].without(self.tactic)
            return replace(state, hands=at_seat(state.hands, self.seat, hand))
        return replace(state, playing=state.playing[:-1])


BODY_EVENTS = (
    DamageSuffered,
    DamageHealed,
    SentToInfirmary,
    FragTaken,
    SentToBench,
    StateSpared,
    StateImposed,
    StateRemoved,
    TokensTurned,
    StoodFirm,
    TacticPlayed,
    TacticCancelled,
    TacticDiscarded,
)
