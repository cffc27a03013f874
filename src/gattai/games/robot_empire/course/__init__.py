"""The course of a game: what is asked when, windows between steps, drawing, turns."""
