"""Analyses: a game with variations, played by one person for all seats."""
