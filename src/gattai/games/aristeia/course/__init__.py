"""The course of a game: what is asked when, and what comes next."""
