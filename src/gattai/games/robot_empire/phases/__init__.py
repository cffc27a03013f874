"""The phases of a game: questions, windows between steps, drawing, turns."""
