"""Everything that can happen, from five files: setting up, the course, cards, coins, battles."""

from __future__ import annotations

from gattai.games.robot_empire.battle_events import BATTLE_EVENTS
from gattai.games.robot_empire.card_events import CARD_EVENTS
from gattai.games.robot_empire.coin_events import COIN_EVENTS
from gattai.games.robot_empire.course_events import COURSE_EVENTS
from gattai.games.robot_empire.setup_events import SETUP_EVENTS

EVENTS = (*SETUP_EVENTS, *COURSE_EVENTS, *CARD_EVENTS, *COIN_EVENTS, *BATTLE_EVENTS)
