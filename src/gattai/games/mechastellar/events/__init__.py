"""The events of a battle. Each event computes the state after it."""

from __future__ import annotations

from gattai.games.mechastellar.events.attack import STRIKE_EVENTS
from gattai.games.mechastellar.events.flow import FLOW_EVENTS
from gattai.games.mechastellar.events.turn import TURN_EVENTS

__all__ = ["EVENTS"]

EVENTS = (*FLOW_EVENTS, *TURN_EVENTS, *STRIKE_EVENTS)
