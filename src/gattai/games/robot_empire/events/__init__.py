"""All events, from five modules: setup, flow, cards, coins, battles."""

from __future__ import annotations

from gattai.games.robot_empire.events.battle import BATTLE_EVENTS
from gattai.games.robot_empire.events.cards import CARD_EVENTS
from gattai.games.robot_empire.events.coins import COIN_EVENTS
from gattai.games.robot_empire.events.flow import FLOW_EVENTS
from gattai.games.robot_empire.events.setup import SETUP_EVENTS

EVENTS = (*SETUP_EVENTS, *FLOW_EVENTS, *CARD_EVENTS, *COIN_EVENTS, *BATTLE_EVENTS)
