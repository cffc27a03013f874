"""Turns and phases: what is asked when, and what follows by itself."""
