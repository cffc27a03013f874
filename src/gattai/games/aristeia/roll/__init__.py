"""A roll from its pools to its result, and what may be expected of it."""
