"""Learns and measures the value of each game: the chance to win that people are shown."""
