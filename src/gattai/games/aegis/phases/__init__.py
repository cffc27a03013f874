"""Turns and phases: the next question, and everything that follows automatically."""
