"""What can happen in a battle. Each event says what it makes of the table."""

from __future__ import annotations

from gattai.games.mechastellar.events.flow import FLOW_EVENTS
from gattai.games.mechastellar.events.strike import STRIKE_EVENTS
from gattai.games.mechastellar.events.turn import TURN_EVENTS

__all__ = ["EVENTS"]

EVENTS = (*FLOW_EVENTS, *TURN_EVENTS, *STRIKE_EVENTS)
