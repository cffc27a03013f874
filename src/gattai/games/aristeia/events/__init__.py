"""All events of a game, by module."""

from __future__ import annotations

from gattai.games.aristeia.events.body import BODY_EVENTS
from gattai.games.aristeia.events.play import PLAY_EVENTS
from gattai.games.aristeia.events.roll import ROLL_EVENTS
from gattai.games.aristeia.events.setup import SETUP_EVENTS

EVENTS = (*SETUP_EVENTS, *PLAY_EVENTS, *ROLL_EVENTS, *BODY_EVENTS)
