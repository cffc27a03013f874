"""Puzzles at a table."""
