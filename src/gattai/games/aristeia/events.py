"""Everything that can happen in a game, by the files in which it is written."""

from __future__ import annotations

from gattai.games.aristeia.body_events import BODY_EVENTS
from gattai.games.aristeia.play_events import PLAY_EVENTS
from gattai.games.aristeia.roll_events import ROLL_EVENTS
from gattai.games.aristeia.setup_events import SETUP_EVENTS

EVENTS = (*SETUP_EVENTS, *PLAY_EVENTS, *ROLL_EVENTS, *BODY_EVENTS)
