"""Requests of players besides answers: undo, draw, resignation, the coach."""
