"""Gattai: a rules engine for tabletop robot-battle games."""
