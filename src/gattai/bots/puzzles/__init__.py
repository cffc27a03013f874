"""Puzzles: positions in which one action is clearly best, proved by playing them on many times."""
