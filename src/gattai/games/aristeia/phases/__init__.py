"""The phases of a game: questions, and what follows."""
