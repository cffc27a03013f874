"""A Round: four Turns, Objectives, Recovery."""

from __future__ import annotations

from gattai.games.aristeia.events.body import SentToBench, StateRemoved, TokensTurned
from gattai.games.aristeia.events.play import (
    ActivationBegan,
    ActivationEnded,
    ActivationSkipped,
    ActivationsOrdered,
    GameEnded,
    InitiativeRevealed,
    PointsLost,
    RoundBegan,
    ZoneMoved,
)
from gattai.games.aristeia.events.setup import PhaseBegan, UnderdogNamed
from gattai.games.aristeia.figures import energy, initiative
from gattai.games.aristeia.phases.infirmary import draw, impose, suffer
from gattai.games.aristeia.phases.objectives import can_return_to, clear_zone, score
from gattai.games.aristeia.phases.tactics import Occasion, offer, offer_in_activation
from gattai.games.aristeia.state import SEATS, CharacterId, State, ZoneId, other
from gattai.games.aristeia.victory import is_over
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table

TURNS = 4
"""ARISTEIA.TURN.FOUR: the Turns of a Round, each with one Activation for each player."""
EACH_ROUND = 1
FOR_SCORING = 1
"""ARISTEIA.RECOVERY.DRAW: the Tactics drawn, and those for having gained Victory Points."""


def next_turn(table: Table[State]) -> Steps[None]:
    """ARISTEIA.TURN.REVEAL, ARISTEIA.TURN.CHOOSE-FIRST: reveal the next cards and ask for the
    order.

    With equal Initiative the Underdog decides (ARISTEIA.UNDERDOG.DECIDES). If only one of the two
    can activate, no question is asked.
    """
    underdog = table.state.underdog
    occasion = Occasion("before-reveal")
    seats = (underdog, other(underdog))
    yield from offer(table, tuple((seat, occasion) for seat in seats), "before the reveal")
    cards = tuple(order.open()[0] for order in table.state.orders)
    turn = table.state.turn + 1
    table.emit(InitiativeRevealed(rule="ARISTEIA.TURN.REVEAL", turn=turn, cards=cards))
    state = table.state
    rule = "ARISTEIA.TURN.CHOOSE-FIRST"
    absent = [who for who in cards if state.characters[who].off == "infirmary"]
    if absent:
        order_of = (*(who for who in cards if who not in absent), *absent)
        table.emit(ActivationsOrdered(rule=rule, order=order_of))
        yield from next_activation(table)
        return
    green, orange = (initiative(state.characters[who]) for who in cards)
    chooser = state.underdog if green == orange else SEATS[green < orange]
    table.emit(PhaseBegan(rule=rule, phase="first", seat=chooser))


def next_activation(table: Table[State]) -> Steps[None]:
    """ARISTEIA.TURN.FOUR: the next Character of this Turn, the next Turn, or Objectives.

    ARISTEIA.ACT.STEPS: points are set to 0, the Energy gives Action Points, then the Character
    comes in from the Bench. ARISTEIA.INFIRMARY.SKIP: a Character in the Infirmary does not
    activate, nor one without a space to return to (AMB.BENCH-NO-SPACE).
    """
    while table.state.waiting:
        state = table.state
        who = state.waiting[0]
        character = state.characters[who]
        if character.off == "infirmary":
            table.emit(ActivationSkipped(rule="ARISTEIA.INFIRMARY.SKIP", who=who))
            continue
        if character.off == "bench" and not can_return_to(state):
            table.emit(ActivationSkipped(rule="ARISTEIA.BENCH.RETURN", who=who))
            continue
        rule = "ARISTEIA.ACT.ACTION-POINTS"
        table.emit(ActivationBegan(rule=rule, who=who, ap=energy(character)))
        if character.off == "bench":
            rule = "ARISTEIA.BENCH.RETURN"
            table.emit(PhaseBegan(rule=rule, phase="return", seat=character.seat))
        return
    if table.state.turn < TURNS:
        yield from next_turn(table)
    else:
        yield from _objectives(table)


def end_activation(table: Table[State], who: CharacterId) -> Steps[None]:
    """ARISTEIA.ACT.STEPS: unspent points are lost, then blue tokens removed and red ones flipped."""
    seat = table.state.characters[who].seat
    yield from offer(
        table, ((seat, Occasion("end-of-activation", (who,))),), "as the Activation ends"
    )
    yield from offer_in_activation(table, other(seat))
    state = table.state
    rule = "ARISTEIA.ACT.LOSE-UNSPENT"
    table.emit(PointsLost(rule=rule, who=who, ap=state.ap, mp=state.mp))
    turn_tokens(table, who)
    table.emit(ActivationEnded(rule="ARISTEIA.ACT.STEPS", who=who))
    yield from next_activation(table)


def turn_tokens(table: Table[State], who: CharacterId) -> None:
    """ARISTEIA.STATE.END: first remove blue tokens, then flip red ones, including those placed in
    this Activation (AMB.STATE-FLIP-DISEASE). A side takes effect when it is turned up
    (ARISTEIA.STATE.SIDES).
    """
    rule = "ARISTEIA.STATE.END"
    for token in table.state.characters[who].tokens:
        if not token.is_red:
            table.emit(StateRemoved(rule=rule, who=who, state=token.state))
    red = table.state.characters[who].tokens
    if red:
        table.emit(TokensTurned(rule=rule, who=who))
    harm = sum(token.state.blue.damage for token in red)
    if harm:
        suffer(table, who, harm, "ARISTEIA.STATE.SIDES")


def _objectives(table: Table[State]) -> Steps[None]:
    """ARISTEIA.OBJ.PHASE: score, check for the end of the game, name the Underdog, move the zone."""
    score(table)
    if is_over(table.state):
        table.emit(GameEnded(rule="ARISTEIA.OBJ.END-CHECK"))
        return
    state = table.state
    green, orange = state.points
    # ARISTEIA.OBJ.UNDERDOG: the player with fewer points; a tie changes the Underdog, and at 0:0
    # the match
    # decides (AMB.UNDERDOG-WHEN-VP-TIE).
    stays = green == orange == 0 and state.rulings.nil_tie == "stays"
    tied = state.underdog if stays else other(state.underdog)
    underdog = tied if green == orange else SEATS[green > orange]
    table.emit(UnderdogNamed(rule="ARISTEIA.OBJ.UNDERDOG", seat=underdog))
    if state.needs_score and not any(state.gained):
        yield from _recovery(table)
        return
    # The new Underdog chooses (AMB.ZONE-WHO), even if no player scored (AMB.ZONE-NO-SCORE).
    rule = "ARISTEIA.ASSAULT.MOVE-ZONE"
    table.emit(PhaseBegan(rule=rule, phase="next-zone", seat=underdog))


def move_zone(table: Table[State], zone: ZoneId) -> Steps[None]:
    """Characters in the zone make room; then Recovery follows."""
    yield from clear_zone(table, zone)
    table.emit(ZoneMoved(rule="ARISTEIA.ASSAULT.MOVE-ZONE", zone=zone))
    yield from _recovery(table)


def _recovery(table: Table[State]) -> Steps[None]:
    """ARISTEIA.RECOVERY.BENCH: from the Infirmary to the Bench, with a State.

    ARISTEIA.RECOVERY.DRAW: then both players draw, which is the draw at the end of a Round
    (AMB.END-OF-ROUND-DRAW). Then the next Round begins.
    """
    weary = [card for card in table.state.box.states if card.recovery]
    for number, character in enumerate(table.state.characters):
        if character.off != "infirmary":
            continue
        who = CharacterId(number)
        occasion = Occasion("recovery", target=who)
        yield from offer(table, ((character.seat, occasion),), f"for {character.card.name}")
        spared = who in table.state.spared
        table.emit(SentToBench(rule="ARISTEIA.RECOVERY.BENCH", who=who))
        for card in () if spared else weary:
            impose(table, who, card, None, "ARISTEIA.RECOVERY.BENCH")
    for seat in SEATS:
        count = EACH_ROUND + (FOR_SCORING if table.state.gained[seat] else 0)
        draw(table, seat, count, "ARISTEIA.RECOVERY.DRAW")
    table.emit(RoundBegan(rule="ARISTEIA.ROUND.PHASES", round=table.state.round + 1))
